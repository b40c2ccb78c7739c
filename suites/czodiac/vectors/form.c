/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lines of vectors/czodiac: cycles of a stream of TLPs, each as a monitor hands it to the checker.
 */
#include "../../unit/vector.h"

#include <tn/event.h>
#include <tn/rules.h>
#include <tn/czodiac/handshake.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The stream between two cycles. */
struct stream_line {
    struct tn_stream_beat waits; /* the beat that was offered and not taken; valid 0: none */
    bool inside, offered;        /* the packet has a beat that went over; that was offered */
    unsigned ok, ok_before;      /* of the cycle before, of that before the packet's first offer */
    uint8_t bytes[256];
    uint32_t len;
};

static unsigned stream_number(const char *where, int base)
{
    const char *word = strtok(NULL, " \n");
    char *end = NULL;
    unsigned long n = word ? strtoul(word, &end, base) : 0;
    if (!word || *end)
        fail_msg("%s: a number is missing", where);
    return (unsigned)n;
}

/* A beat of the packet went over: its lanes, and the judgement of its beginning at its end. */
static void stream_take(struct tn_checker *c, struct stream_line *l, const struct tn_stream_seen *y)
{
    for (unsigned lane = 0; lane < 4; lane++)
        if (y->now.keep >> lane & 1 && l->len + 4 <= sizeof l->bytes) {
            memcpy(l->bytes + l->len, y->now.data + 4 * lane, 4);
            l->len += 4;
        }
    l->inside = !y->now.last;
    if (l->inside)
        return;
    tn_checker_stream_packet(c,
                             &(struct tn_event){.packet = y->packet,
                                                .cycle = y->cycle,
                                                .orig_len = l->len,
                                                .len = l->len,
                                                .bytes = l->bytes},
                             l->ok_before);
    l->len = 0;
    l->offered = false;
}

/* What follows "cycle": valid and ready (letters vr, l with last, ? unknown, or -), ok, keep, port
 * and the lanes' bytes from lane 0 on. */
static void stream_cycle(struct tn_checker *c, struct stream_line *l, uint64_t number,
                         const char *where)
{
    struct tn_stream_seen y = {.cycle = number, .packet = number, .was = l->waits};
    const char *word = strtok(NULL, " \n");
    unsigned ok;
    if (!word || strspn(word, "vrl?-") != strlen(word))
        fail_msg("%s: no letters of vrl?-", where);
    y.now.valid = strchr(word, 'v') != NULL;
    y.now.last = strchr(word, 'l') != NULL;
    y.ready = strchr(word, 'r') != NULL;
    y.unknown = strchr(word, '?') != NULL;
    ok = stream_number(where, 16);
    y.now.keep = (uint8_t)stream_number(where, 16);
    y.now.port = (uint8_t)stream_number(where, 16);
    word = strtok(NULL, " \n");
    if (!word || strlen(word) != 2 * sizeof y.now.data)
        fail_msg("%s: no 16 bytes in hex", where);
    for (unsigned i = 0; i < sizeof y.now.data; i++) {
        const char two[] = {word[2 * i], word[2 * i + 1], 0};
        y.now.data[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    tn_checker_stream(c, &y);
    if (y.now.valid && !l->offered) {
        l->offered = true;
        l->ok_before = l->ok;
    }
    l->waits = y.now;
    l->waits.valid = y.now.valid && !y.ready;
    if (y.now.valid && y.ready)
        stream_take(c, l, &y);
    l->ok = ok;
}

static bool line(const struct vector_line *l, const char *word)
{
    _Static_assert(sizeof(struct stream_line) <= VECTOR_STATE, "the stream between two cycles");
    if (strcmp(word, "cycle") != 0)
        fail_msg("%s: no line begins with '%s'", l->where, word);
    stream_cycle(l->checker, l->state, l->number, l->where);
    return true;
}

static const char *const blocks[] = {"CZR-", "CZD-", "CZF-", NULL};
static const struct vector_form form = {.fabric = "czodiac", .line = line, .blocks = blocks};

static void __attribute__((constructor)) give(void)
{
    vector_form(&form);
}
