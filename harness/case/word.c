/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words of a case: numbers, IDs, streams, registers, stall patterns.
 */
#include "parse.h"

#include <tn/bfm.h>
#include <tn/rules.h>

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tn_case_fail(struct tn_case_parser *p, const char *fmt, ...)
{
    va_list ap;
    int n = snprintf(p->err, TN_CASE_ERROR, "%.200s:%u: ", p->path, p->line);
    va_start(ap, fmt);
    vsnprintf(p->err + n, (size_t)(TN_CASE_ERROR - n), fmt, ap);
    va_end(ap);
    for (char *c = p->err; *c; c++) /* one line, whatever the file holds */
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return -EINVAL;
}

bool tn_case_is(const struct tn_case_parser *p, unsigned at, const char *word)
{
    return at < p->word_n && strcmp(p->word[at], word) == 0;
}

int tn_case_room(struct tn_case_parser *p, struct tn_case_tlp *out, size_t len)
{
    out->bytes = calloc(2, len);
    if (!out->bytes)
        return tn_case_fail(p, "out of memory");
    out->mask = out->bytes + len;
    out->len = len;
    memset(out->mask, 0xff, len);
    return 0;
}

int tn_case_field(struct tn_case_parser *p, unsigned at, unsigned end, const char *name,
                  uint64_t max, uint64_t *v)
{
    const size_t n = strlen(name);
    *v = 0;
    for (unsigned k = at; k < end; k++)
        if (strncmp(p->word[k], name, n) == 0 && p->word[k][n] == '=')
            return tn_case_number(p, name, p->word[k] + n + 1, max, v);
    return 0;
}

int tn_case_known(struct tn_case_parser *p, unsigned at, unsigned end, const char *const *names)
{
    for (; at < end; at++) {
        const char *const *name = names;
        const size_t n = strcspn(p->word[at], "=");
        while (*name && (strlen(*name) != n || strncmp(*name, p->word[at], n) != 0))
            name++;
        if (!*name || !p->word[at][n])
            return tn_case_fail(p, "'%.40s' is no field here", p->word[at]);
    }
    return 0;
}

static int digit(int c)
{
    return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : 99;
}

int tn_case_number(struct tn_case_parser *p, const char *what, const char *text, uint64_t max,
                   uint64_t *out)
{
    const char *s = text;
    int base = 10;
    uint64_t v = 0;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        base = 16;
        s += 2;
    }
    if (!*s || *s == '_')
        return tn_case_fail(p, "%s: '%.40s' is not a number", what, text);
    for (; *s; s++) {
        if (*s == '_')
            continue;
        int d = digit((unsigned char)*s);
        if (d >= base)
            return tn_case_fail(p, "%s: '%.40s' is not a number", what, text);
        if (v > (UINT64_MAX - (unsigned)d) / (unsigned)base ||
            v * (unsigned)base + (unsigned)d > max)
            return tn_case_fail(p, "%s: %.40s is more than %llu", what, text,
                                (unsigned long long)max);
        v = v * (unsigned)base + (unsigned)d;
    }
    *out = v;
    return 0;
}

int tn_case_bdf(struct tn_case_parser *p, const char *what, const char *text, uint64_t *out)
{
    unsigned bus, dev, fn;
    int used = 0;
    if (!strchr(text, ':'))
        return tn_case_number(p, what, text, 0xffff, out);
    if (strlen(text) != 7 || sscanf(text, "%2x:%2x.%1u%n", &bus, &dev, &fn, &used) != 3 ||
        used != 7 || dev > 31 || fn > 7)
        return tn_case_fail(p, "%s: '%.40s' is not bus:device.function, such as 1b:00.0", what,
                            text);
    *out = bus << 8 | dev << 3 | fn;
    return 0;
}

static int fraction(struct tn_case_parser *p, const char *text, struct tn_case_stall *out)
{
    char copy[32];
    uint64_t num, den;
    char *slash;
    int rc;
    snprintf(copy, sizeof copy, "%s", text);
    slash = strchr(copy, '/');
    if (!slash)
        return tn_case_fail(p, "a stall pattern ends in N/M, not '%.30s'", text);
    *slash = 0;
    if ((rc = tn_case_number(p, "stall", copy, 100000, &num)) < 0 ||
        (rc = tn_case_number(p, "stall", slash + 1, 100000, &den)) < 0)
        return rc;
    if (num == 0 || den == 0 || (out->kind != TN_STALL_BURST && num >= den))
        return tn_case_fail(p, "stall %.30s: 0 < N < M (burst: both above 0)", text);
    out->num = (uint32_t)num;
    out->den = (uint32_t)den;
    return 0;
}

int tn_case_stall(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_stall *out)
{
    static const struct {
        const char *name;
        enum tn_stall_kind kind;
        bool counts;
    } kinds[] = {
        {"none", TN_STALL_NONE, false},    {"forever", TN_STALL_FOREVER, false},
        {"random", TN_STALL_RANDOM, true}, {"periodic", TN_STALL_PERIODIC, true},
        {"burst", TN_STALL_BURST, true},
    };
    for (size_t k = 0; at < end && k < sizeof kinds / sizeof *kinds; k++) {
        if (strcmp(p->word[at], kinds[k].name) != 0)
            continue;
        *out = (struct tn_case_stall){.kind = kinds[k].kind};
        if (end - at != 1u + kinds[k].counts)
            break;
        return kinds[k].counts ? fraction(p, p->word[at + 1], out) : 0;
    }
    return tn_case_fail(p,
                        "a stall pattern is none, forever, random N/M, periodic N/M or burst N/M");
}

int tn_case_rule(struct tn_case_parser *p, const char *text, const char **out)
{
    const struct tn_rule *r = tn_rule_find(text);
    if (!r)
        return tn_case_fail(p, "no rule '%.40s' (tenter rules lists them)", text);
    *out = r->id;
    return 0;
}

int tn_case_need_dut(struct tn_case_parser *p)
{
    if (p->words)
        return 0;
    return p->dut ? tn_case_fail(p, "DUT '%.40s' has no cases", p->c->dut)
                  : tn_case_fail(p, "no DUT '%.40s'", p->c->dut);
}

int tn_case_stream(struct tn_case_parser *p, const char *text, const char **out)
{
    int rc = tn_case_need_dut(p);
    if (rc < 0)
        return rc;
    for (const char *const *name = p->words->streams; *name; name++)
        if (strcmp(text, *name) == 0) {
            *out = *name;
            return 0;
        }
    return tn_case_fail(p, "no stream '%.40s' (%s, %s, ...)", text, p->words->streams[0],
                        p->words->streams[1]);
}

int tn_case_register(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    uint64_t v = 0;
    int rc = tn_case_need_dut(p);
    if (rc < 0)
        return rc;
    if (isdigit((unsigned char)text[0])) {
        const uint32_t usual = p->words->axi ? 0xfffff : 0xfff;
        if ((rc = tn_case_number(p, "register", text, p->words->reg_max ? p->words->reg_max : usual,
                                 &v)) < 0)
            return rc;
        if (v & 3)
            return tn_case_fail(p, "register %s: bits 1:0 of its address are 0", text);
        *out = (uint32_t)v;
        return 0;
    }
    if (p->words->reg && (rc = p->words->reg(p, text, out)) <= 0)
        return rc;
    return tn_case_register_of(p, p->words->registers, p->words->register_n, text, out);
}

int tn_case_register_of(struct tn_case_parser *p, const struct tn_case_register *registers,
                        unsigned n, const char *text, uint32_t *out)
{
    uint64_t index = 0;
    size_t len = strcspn(text, "[");
    int rc;
    for (size_t k = 0; k < n; k++) {
        if (strlen(registers[k].name) != len || strncmp(registers[k].name, text, len) != 0)
            continue;
        if (text[len]) {
            char copy[16];
            size_t rest = strlen(text + len);
            if (rest < 3 || rest > 8 || text[len + rest - 1] != ']' || registers[k].n == 1)
                return tn_case_fail(p, "register '%.40s': NAME or NAME[i]", text);
            snprintf(copy, sizeof copy, "%.*s", (int)rest - 2, text + len + 1);
            if ((rc = tn_case_number(p, "register index", copy, registers[k].n - 1, &index)) < 0)
                return rc;
        }
        *out = registers[k].addr + registers[k].stride * (uint32_t)index;
        return 0;
    }
    return tn_case_fail(p, "no register '%.40s' (a name of the contract, or 0x...)", text);
}
