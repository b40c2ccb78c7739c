/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rules of the toy, and its descriptor: what the rule engine knows of the fabric.
 */
#include "../../engine/engine.h"

#include <tn/toy/toy.h>

enum { POINTS = 64, NUMBERS = 16 };

/* The rules by their places in the table: R_TOY_CRC_1, ... */
enum toy_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
};

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

/* What a checker keeps of the toy; it begins as zeros. */
struct state {
    struct {
        bool known;             /* a packet was seen here */
        unsigned next;          /* number of the next packet */
        unsigned hops[NUMBERS]; /* of the last packet of that number, plus 1; 0: none came */
    } at[POINTS];
};

/* Judges a packet at its point. */
static bool event(struct tn_checker *c, bool spoiled)
{
    const struct tn_event *ev = c->ev;
    struct state *s = c->state;
    struct toy_packet k;
    unsigned p = ev->point % POINTS;
    if (spoiled || ev->unit != TN_UNIT_PACKET) {
        s->at[p].known = false;
        return false;
    }
    toy_decode(ev->bytes, ev->len, ev->orig_len, &k);
    RULE(c, TOY_CRC_1, k.header && k.crc == toy_want_crc(ev->bytes) && k.whole,
         "the right CRC and length", "CRC %04x, %u bytes for %u words", k.crc, ev->orig_len,
         k.words);
    if (!k.header || k.crc != toy_want_crc(ev->bytes))
        return true;
    if (s->at[p].known)
        RULE(c, TOY_SEQ_1, k.seq == s->at[p].next, "the next number", "%u, not %u", k.seq,
             s->at[p].next);
    s->at[p].known = true;
    s->at[p].next = (k.seq + 1) % NUMBERS;
    return true;
}

/* Judges what became of a packet in a relay: an odd point is behind the even one before it. */
static void between(struct tn_checker *c, bool spoiled)
{
    const struct tn_event *ev = c->ev;
    struct state *s = c->state;
    struct toy_packet k;
    unsigned p = ev->point % POINTS, hops;
    toy_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (spoiled || !k.header || k.crc != toy_want_crc(ev->bytes))
        return;
    if (p % 2 == 0) {
        s->at[p].hops[k.seq] = k.hops + 1;
        return;
    }
    hops = s->at[p - 1].hops[k.seq];
    RULE(c, TOY_FWD_1, hops == k.hops + 2, "a packet of that number with one hop more",
         "number %u with %u hops behind %d", k.seq, k.hops, (int)hops - 1);
    s->at[p - 1].hops[k.seq] = 0;
}

#define TN_TABLE "../../toy/spec/toy.def"
#include <tn/field_table.def>

const struct tn_protocol tn_protocol_toy = {
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .headers = tn_table_headers,
    .header_n = sizeof tn_table_headers / sizeof *tn_table_headers,
    .state_size = sizeof(struct state),
    .event = event,
    .between = between,
};
