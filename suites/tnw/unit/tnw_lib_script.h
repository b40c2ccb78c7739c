/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A struct tnw_io that expects its calls one by one, as lines of text, and answers what they say:
 *
 *   read 100c = 3        a register; behind = is what it reads
 *   write 6000 00000003  MWr to BAR0, its data as 32-bit words
 *   put 800000 a5        64 bytes a5 to BAR2
 *   flush, pause
 *   store 5000b 00       host memory
 *   load 50000 = 1 80 80000000 0     ... its four words, the lowest first
 *
 * Numbers are hexadecimal. A line that ends in ! N gives -N instead of being done.
 */
#ifndef TNW_LIB_SCRIPT_H
#define TNW_LIB_SCRIPT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <tn/tnw/tnw_lib.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { SCRIPT_LINES = 64 };

struct script {
    const char *line[SCRIPT_LINES]; /* the lines of the script; NULL behind the last */
    size_t at;
};

/* Requires that the next line is text, up to = or !. Returns the text behind =, or "". */
static inline const char *script_next(struct script *s, const char *text, int *result)
{
    const char *line = s->line[s->at];
    if (!line)
        fail_msg("call %zu: %s, and none was expected", s->at, text);
    const size_t n = strcspn(line, "=!");
    size_t used = n;
    while (used && line[used - 1] == ' ')
        used--;
    if (strlen(text) != used || strncmp(text, line, used) != 0)
        fail_msg("call %zu: %s, expected %s", s->at, text, line);
    s->at++;
    *result = line[n] == '!' ? -(int)strtol(line + n + 1, NULL, 10) : 0;
    return line[n] == '=' ? line + n + 1 : "";
}

static inline int script_read32(void *ctx, uint64_t addr, uint32_t *value)
{
    char text[64];
    int result;
    snprintf(text, sizeof text, "read %llx", (unsigned long long)addr);
    const char *answer = script_next(ctx, text, &result);
    *value = (uint32_t)strtoul(answer, NULL, 16);
    return result;
}

static inline int script_write(void *ctx, int bar, uint64_t addr, const void *data, size_t len)
{
    char text[160];
    const uint8_t *p = data;
    int result, n;
    if (bar == 2) {
        snprintf(text, sizeof text, "put %llx %02x", (unsigned long long)addr, p[0]);
        assert_int_equal(len, 64);
        for (size_t i = 1; i < len; i++)
            assert_int_equal(p[i], p[0]);
    } else {
        n = snprintf(text, sizeof text, "write %llx", (unsigned long long)addr);
        assert_int_equal(bar, 0);
        assert_int_equal(len % 4, 0);
        for (size_t i = 0; i < len; i += 4)
            n += snprintf(text + n, sizeof text - (size_t)n, " %02x%02x%02x%02x", p[i + 3],
                          p[i + 2], p[i + 1], p[i]);
    }
    script_next(ctx, text, &result);
    return result;
}

static inline int script_flush(void *ctx)
{
    int result;
    script_next(ctx, "flush", &result);
    return result;
}

static inline int script_pause(void *ctx)
{
    int result;
    script_next(ctx, "pause", &result);
    return result;
}

static inline int script_load(void *ctx, uint64_t host, void *data, size_t len)
{
    char text[64], *end;
    int result;
    snprintf(text, sizeof text, "load %llx", (unsigned long long)host);
    const char *answer = script_next(ctx, text, &result);
    assert_int_equal(len, TNW_LIB_NOTE);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t word = (uint32_t)strtoul(answer, &end, 16);
        for (unsigned b = 0; b < 4; b++)
            ((uint8_t *)data)[4 * i + b] = (uint8_t)(word >> 8 * b);
        answer = end;
    }
    return result;
}

static inline int script_store(void *ctx, uint64_t host, const void *data, size_t len)
{
    char text[64];
    int result;
    assert_int_equal(len, 1);
    snprintf(text, sizeof text, "store %llx %02x", (unsigned long long)host,
             *(const uint8_t *)data);
    script_next(ctx, text, &result);
    return result;
}

static const struct tnw_io script_io = {.read32 = script_read32,
                                        .write = script_write,
                                        .flush = script_flush,
                                        .load = script_load,
                                        .store = script_store,
                                        .pause = script_pause};

/* Sets the calls that are expected from now on. All calls expected before must have come. */
static inline void script_is(struct script *s, const char *const *line)
{
    if (s->line[s->at])
        fail_msg("never called: %s", s->line[s->at]);
    s->at = 0;
    for (size_t i = 0;; i++) {
        assert_in_range(i, 0, SCRIPT_LINES - 1);
        s->line[i] = line[i];
        if (!line[i])
            break;
    }
}

#define SCRIPT(s, ...) script_is(s, (const char *const[]){__VA_ARGS__, NULL})
#define SCRIPT_END(s)  script_is(s, (const char *const[]){NULL})

#endif
