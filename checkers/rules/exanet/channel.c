/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The on-chip channel, cycle by cycle (paper 3.2.4): one data bus, three pairs of
 * valid and ready.
 */
#include "exanet.h"

#include <tn/bug.h>
#include <tn/exa_channel.h>

#include <string.h>

enum { H = 1, P = 2, F = 4 };

static const char *name_of(unsigned valid)
{
    return valid == H ? "header" : valid == P ? "payload" : valid == F ? "footer" : "none";
}

/* A word goes over: where in the packet are we? */
static void word(struct tn_checker *c, unsigned valid, const uint8_t *data)
{
    struct exa_channel *ch = &exa_rules(c)->channel;
    bool right = valid == H ? !ch->inside || ch->unsure : ch->inside;
    RULE(c, EXA_CHN_4, right, valid == H ? "the footer before a new header" : "a header first",
         "%s", name_of(valid));
    if (valid == H) {
        uint8_t captured[EXA_WORD];
        struct exa_packet k;
        exa_word_turn(data, captured);
        exa_decode(captured, EXA_WORD, EXA_WORD, &k);
        /* a header that lies about its form: nothing follows from it */
        ch->unsure = k.hdr_crc != exa_want_hdr_crc(&k) || k.form == 2;
        ch->inside = ch->unsure || k.form != EXA_H;
        ch->words = 0;
    } else if (valid == P) {
        ch->words++;
        RULE(c, EXA_CHN_5, ch->words <= EXA_WORDS, "at most 16", "payload word %u", ch->words);
    } else {
        ch->inside = false;
    }
}

void tn_checker_exa_cycle(struct tn_checker *c, const struct tn_exa_cycle *y)
{
    struct exa_channel *ch;
    const struct tn_event ev = {.packet = y->packet, .cycle = y->cycle, .time_ns = y->time_ns};
    unsigned n = (y->valid & 1u) + (y->valid >> 1 & 1u) + (y->valid >> 2 & 1u);
    tn_require(tn_checker_enter(c, &tn_protocol_exanet) == 0);
    ch = &exa_rules(c)->channel;
    c->ev = &ev;
    if (n > 0)
        RULE(c, EXA_CHN_3, n == 1, "one valid", "%u at a time", n);
    if (ch->waiting && n <= 1) {
        RULE(c, EXA_CHN_1, y->valid == ch->waiting, "the valid of the cycle before",
             "%s, before it %s", name_of(y->valid), name_of(ch->waiting));
        if (y->valid == ch->waiting)
            RULE(c, EXA_CHN_2, memcmp(y->data, ch->data, EXA_WORD) == 0,
                 "the data of the cycle before", "others while the %s waits", name_of(y->valid));
    }
    if (n == 1 && y->ready & y->valid)
        word(c, y->valid, y->data);
    ch->waiting = n == 1 && !(y->ready & y->valid) ? y->valid : 0;
    memcpy(ch->data, y->data, EXA_WORD);
    c->last_ns = y->time_ns;
    c->ev = NULL;
}
