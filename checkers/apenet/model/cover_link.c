/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_link.def the pins of a torus link's end fall into. A packet for which the
 * buffer has no room is taken for one that came. The receiver of a line in band has no bins.
 */
#include <tn/apenet/ape_cover.h>

#include <string.h>

enum { W_SENT, W_RECEIVED };
enum { P_PAYLOAD, P_FOOTER, P_HELD };
enum { E_START, E_BROKEN, E_SILENCE, E_OFF, E_WORD };
enum { H_CLEAN, H_ONE, H_TWO, H_VC, H_LEN };
enum {
    MAGIC,
    MAGIC_AFTER,
    MAGIC_DIRECT,
    START_AFTER,
    START,
    BROKEN,
    CREDIT_AFTER,
    BAD_AFTER,
    OTHER,
    NO_WORD
};
enum { L_MAGIC, L_START, L_CREDIT, L_NOTHING };
enum { BETWEEN, DUE, IN, HELD, HUNTING };
enum { L_BETWEEN, L_INSIDE, L_BEHIND_START };
enum { HUNT_WORDS = 640, RX_ON = 2, ONE = 1, TWO = 2 };

static bool writable(unsigned r)
{
    return r >= APL_THR_RED && r <= APL_CTRL;
}

/* Says whether a word is of a class that stands behind a MAGIC or a credit word. */
static bool behind(unsigned word)
{
    return word == MAGIC_AFTER || word == MAGIC_DIRECT || word == START_AFTER ||
           word == CREDIT_AFTER || word == BAD_AFTER;
}

#define COVER_DEF "../apenet/model/cover_link.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_ape_link_cover_plan = COVER_PLAN;

struct tn_ape_link_cover {
    struct tn_cover *counts;
    struct tn_ape_link_config par;
    bool off;             /* CTRL.rx is 0 */
    uint32_t thr[2];      /* THR_RED: payload words, headers */
    unsigned state;       /* of the receiver: BETWEEN, ... */
    bool after;           /* the last word was a MAGIC */
    bool credit;          /* the cycle before had a credit word, clean or not */
    unsigned gap, hunted; /* cycles without a word; words since a header was lost */
    struct ape_header header;
    unsigned words, n; /* of the packet that comes: all, those that came */
    struct ape_line sent;
};

struct tn_ape_link_cover *tn_ape_link_cover_new(const struct tn_ape_link_config *par)
{
    struct tn_ape_link_cover *c = tn_cover_state_new(&tn_ape_link_cover_plan, sizeof *c);
    if (c)
        c->par = *par;
    return c;
}

static unsigned size_of(const struct ape_header *h)
{
    const unsigned n = ape_payload_words(h);
    return n < 2 ? n : n < APE_PAYLOAD_WORDS ? 2 : 3;
}

/* The part of the packet whose word comes next. */
static unsigned part(unsigned n, unsigned words)
{
    return n + 1 < words ? P_PAYLOAD : P_FOOTER;
}

static void cut(struct tn_ape_link_cover *c, unsigned why)
{
    if (c->state == IN)
        HIT(c, CUTS, why, part(c->n, c->words));
    else if (c->state == HELD && why != E_START)
        HIT(c, CUTS, why, P_HELD);
    c->state = BETWEEN;
}

static void header(struct tn_ape_link_cover *c, const uint8_t word[APE_WORD])
{
    uint8_t mended[APE_WORD];
    memcpy(mended, word, sizeof mended);
    const enum ape_secded_state s = ape_secded_mend(mended);
    struct ape_header *h = &c->header;
    ape_header_get(mended, h);
    const unsigned is = s == APE_TWO_WRONG                  ? H_TWO
                        : h->vc >= APE_VCS                  ? H_VC
                        : !h->alone && h->len > APE_LEN_MAX ? H_LEN
                        : s == APE_ONE_WRONG                ? H_ONE
                                                            : H_CLEAN;
    HIT(c, HEADERS, is, h->alone);
    c->hunted = 0;
    c->n = 1;
    c->words = h->alone ? 1 : ape_payload_words(h) + 2;
    c->state = is >= H_TWO ? HUNTING : h->alone ? BETWEEN : IN;
    if (is < H_TWO)
        HIT(c, PACKETS, W_RECEIVED, h->vc, size_of(h));
}

static void credit(struct tn_ape_link_cover *c, const struct ape_credit *k)
{
    for (unsigned v = 0; v < APE_VCS; v++) {
        HIT(c, CREDITS, v, 0, k->data[v] >= c->thr[0]);
        HIT(c, CREDITS, v, 1, k->hdr[v] >= c->thr[1]);
    }
}

/* The class of a word by the table's rows. */
static unsigned class_of(const struct tn_ape_link_cover *c, bool k, const uint8_t word[APE_WORD],
                         struct ape_credit *credit)
{
    const bool magic = ape_is(word, ape_magic), start = ape_is(word, ape_start);
    if (k)
        return magic   ? (c->after    ? MAGIC_AFTER
                          : c->credit ? MAGIC_DIRECT
                                      : MAGIC)
               : start ? (c->after ? START_AFTER : START)
                       : BROKEN;
    return !c->after                                           ? OTHER
           : ape_credit_get(word, credit) && !credit->reserved ? CREDIT_AFTER
                                                               : BAD_AFTER;
}

/* The word that a word without k looks like by its content. */
static unsigned look_of(const uint8_t word[APE_WORD])
{
    struct ape_credit k;
    return ape_is(word, ape_magic)                   ? L_MAGIC
           : ape_is(word, ape_start)                 ? L_START
           : ape_credit_get(word, &k) && !k.reserved ? L_CREDIT
                                                     : L_NOTHING;
}

static void looks(struct tn_ape_link_cover *c, unsigned way, bool footer,
                  const uint8_t word[APE_WORD])
{
    const unsigned look = look_of(word);
    if (look != L_NOTHING)
        HIT(c, LOOKS, way, look, footer);
}

static void stuffed(struct tn_ape_link_cover *c)
{
    if (c->state == IN)
        HIT(c, STUFFED, W_RECEIVED, part(c->n, c->words) == P_FOOTER);
}

static void hunt(struct tn_ape_link_cover *c)
{
    c->hunted = 0;
    c->state = HUNTING;
}

static void word(struct tn_ape_link_cover *c, bool k, const uint8_t w[APE_WORD])
{
    struct ape_credit credit_word;
    const unsigned is = class_of(c, k, w, &credit_word);
    HIT(c, RECEIVED, is, c->state);
    c->after = is == MAGIC || is == MAGIC_AFTER || is == MAGIC_DIRECT;
    c->credit = is == CREDIT_AFTER || is == BAD_AFTER;
    if (is == CREDIT_AFTER)
        credit(c, &credit_word);
    if (is == CREDIT_AFTER || is == BAD_AFTER)
        stuffed(c);
    if (is == START_AFTER) {
        cut(c, E_START);
        c->state = DUE;
    } else if ((is == START || is == BROKEN) && c->state != BETWEEN && c->state != HUNTING) {
        cut(c, E_BROKEN);
        hunt(c);
    } else if (c->state == HELD && is == OTHER) {
        cut(c, E_WORD);
        hunt(c);
    } else if (c->state == HELD && is == MAGIC_DIRECT) {
        c->state = BETWEEN;
    } else if (c->state == DUE && c->after) {
        hunt(c);
    } else if (c->state == DUE && is == OTHER) {
        header(c, w);
    } else if (c->state == IN && is == OTHER) {
        looks(c, W_RECEIVED, part(c->n, c->words) == P_FOOTER, w);
        c->state = ++c->n == c->words ? HELD : IN;
    } else if (c->state == HUNTING && ++c->hunted == HUNT_WORDS) {
        c->state = BETWEEN;
    }
}

static void receiver(struct tn_ape_link_cover *c, const struct tn_ape_link_pins *p)
{
    if (c->off || c->par.in_band)
        return;
    if (p->wire_rx_valid) {
        c->gap = 0;
        word(c, p->wire_rx_k, p->wire_rx);
        return;
    }
    HIT(c, RECEIVED, NO_WORD, c->state);
    c->credit = false;
    if (c->state == DUE)
        hunt(c);
    if (++c->gap == c->par.cut_cyc && c->state != HUNTING)
        cut(c, E_SILENCE);
}

static void transmitter(struct tn_ape_link_cover *c, const struct tn_ape_link_pins *p)
{
    struct ape_line *l = &c->sent;
    const bool inside = l->state == APE_INSIDE;
    const unsigned n = l->n, words = l->words;
    if (p->wire_tx_stop && !p->wire_tx_valid)
        HIT(c, PAUSES, inside ? L_INSIDE : L_BETWEEN);
    if (!p->wire_tx_valid)
        return;
    const enum ape_kind k =
        ape_line_word(l, ape_line_lead(l, c->par.in_band, p->wire_tx_k), p->wire_tx);
    if (k == APE_K_HEADER && l->header.vc < APE_VCS)
        HIT(c, PACKETS, W_SENT, l->header.vc, size_of(&l->header));
    if (k == APE_K_CREDIT && inside)
        HIT(c, STUFFED, W_SENT, part(n, words) == P_FOOTER);
    if (p->wire_tx_stop)
        HIT(c, PAUSES, k == APE_K_START ? L_BEHIND_START : inside ? L_INSIDE : L_BETWEEN);
    if (k == APE_K_DATA || k == APE_K_FOOTER)
        looks(c, W_SENT, k == APE_K_FOOTER, p->wire_tx);
}

static void registers(struct tn_ape_link_cover *c, const struct tn_ape_link_pins *p)
{
    const unsigned r = p->reg_addr / 4;
    if (r >= APL_REGS)
        return;
    if (p->reg_rd)
        HIT(c, ACCESSES, 0, r);
    if (!p->reg_wr || !writable(r))
        return;
    HIT(c, ACCESSES, 1, r);
    if (r == APL_INJECT && (p->reg_wdata & (ONE | TWO)))
        HIT(c, INJECTED, (p->reg_wdata & TWO) != 0);
    if (r == APL_THR_RED) {
        c->thr[0] = p->reg_wdata & 1023;
        c->thr[1] = p->reg_wdata >> 16 & 255;
    }
    if (r != APL_CTRL)
        return;
    if (!(p->reg_wdata & RX_ON) && !c->off) {
        cut(c, E_OFF);
        c->after = c->credit = false;
    }
    c->off = !(p->reg_wdata & RX_ON);
}

void tn_ape_link_cover_cycle(struct tn_ape_link_cover *c, const struct tn_ape_link_pins *p)
{
    if (p->rst) {
        const struct tn_ape_link_cover was = *c;
        memset(c, 0, sizeof *c);
        c->counts = was.counts;
        c->par = was.par;
        c->thr[0] = APE_DATA_ROOM;
        c->thr[1] = APE_HDR_ROOM;
        return;
    }
    receiver(c, p);
    transmitter(c, p);
    registers(c, p);
}
