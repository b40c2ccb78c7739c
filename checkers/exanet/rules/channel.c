/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The on-chip channel, cycle by cycle (paper 3.2.4): one data bus, three pairs of
 * valid and ready.
 */
#include "exanet.h"

#include <tn/bug.h>
#include <tn/exanet/exa_channel.h>

#include <string.h>

enum { H = 1, P = 2, F = 4 };

/* A word goes over: its place in the packet is judged. */
static void word(struct tn_checker *c, unsigned valid, const uint8_t *data)
{
    struct exa_channel *ch = &exa_rules(c)->channel;
    bool right = valid == H ? !ch->inside || ch->unsure : ch->inside;
    RULE(c, EXA_CHN_4, right, valid == H ? "the footer before a new header" : "a header first",
         "%s",
         valid == H   ? "header"
         : valid == P ? "payload"
                      : "footer");
    if (valid == H) {
        uint8_t captured[EXA_WORD];
        struct exa_packet k;
        exa_word_turn(data, captured);
        exa_decode(captured, EXA_WORD, EXA_WORD, &k);
        /* a header that may lie about its words, or has more than a packet may have: nothing follows from it */
        ch->unsure = k.hdr_crc != exa_want_hdr_crc(&k) || (exa_form(&k) == EXA_HPF && exa_words(k.addr, k.size) > EXA_WORDS);
        ch->inside = ch->unsure || exa_form(&k) != EXA_H;
        ch->words = 0;
    } else if (valid == P) {
        ch->words++;
        RULE(c, EXA_CHN_5, !ch->inside || ch->words != EXA_WORDS + 1, "at most 16 payload words",
             "one more");
    } else {
        ch->inside = false;
    }
}

/* A valid waited in the cycle before, and at most one is up now. */
static void held(struct tn_checker *c, const struct tn_exa_cycle *y)
{
    const struct exa_channel *ch = &exa_rules(c)->channel;
    RULE(c, EXA_CHN_1, y->valid == ch->waiting, "a valid held until its ready", "valid fell");
    if (y->valid == ch->waiting)
        RULE(c, EXA_CHN_2, memcmp(y->data, ch->data, EXA_WORD) == 0, "data held until the ready",
             "data changed");
}

void tn_checker_exa_cycle(struct tn_checker *c, const struct tn_exa_cycle *y)
{
    struct exa_channel *ch;
    const struct tn_event ev = {.packet = y->packet, .cycle = y->cycle, .time_ns = y->time_ns};
    unsigned n = (y->valid & 1u) + (y->valid >> 1 & 1u) + (y->valid >> 2 & 1u);
    bool over = n == 1 && y->ready & y->valid;
    tn_require(tn_checker_enter(c, &tn_protocol_exanet) == 0);
    ch = &exa_rules(c)->channel;
    c->last_ns = y->time_ns;
    if (y->rst) {
        *ch = (struct exa_channel){0};
        return;
    }
    c->ev = &ev;
    if (y->valid_unknown) /* (whether a word that waited is held cannot be told) */
        RULE(c, EXA_CHN_1, false, "every valid and ready is 0 or 1", "unknown value");
    if (n > 0)
        RULE(c, EXA_CHN_3, n == 1, "one valid at a time", "more than one");
    if (ch->waiting && n <= 1 && !y->valid_unknown)
        held(c, y);
    if (over || (ch->waiting && n == 1))
        RULE(c, EXA_CHN_2, !y->data_unknown, "every bit of a word is 0 or 1", "unknown value");
    if (over)
        word(c, y->valid, y->data);
    ch->waiting = n == 1 && !over && !y->valid_unknown ? y->valid : 0;
    memcpy(ch->data, y->data, EXA_WORD);
    c->ev = NULL;
}
