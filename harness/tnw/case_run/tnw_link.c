/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a TNW link under cases: the other end is the model's, behind a line of 7 cycles each
 * way, and the judges of tnw_link and tnw_pcs look at every pin. A case begins when both ends are
 * UP, and again after a reset.
 */
#include "../../case/run/run.h"

#include "../dut/tnw_duts.h"

#include <tn/tnw/bfm_tnw.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_link_judge.h>
#include <tn/tnw/tnw_case.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAR = 0x1000,
    WIRE = 7,
    UP_CYC = 400,
    LIST = 512,
    ITEM = 4 + TNW_PAYLOAD,
    HURTS = 32,
    SIDES = 2
};
enum { OUT, IN }; /* from the DUT, to it: enum tn_tnw_way */

static const char *const streams[] = {"s_dut", "s_far", "m_dut", "m_far", NULL};

struct hurt {
    const struct tn_case_step *step;
    unsigned seen; /* packets, or feedback, since */
    unsigned word; /* of the packet under way */
};

/* Where items come out, and the stream that the case calls it. */
struct taker {
    struct runner *r;
    const struct tn_tnw_items *items;
    const char *stream;
};

struct bench {
    struct tn_tnw_peer *peer;
    struct tn_tnw_link_judge *judge;
    struct tn_tnw_pcs_judge *pcs;
    struct tn_tnw_injected list[SIDES][LIST];
    struct tn_tnw_items items[SIDES];
    struct taker taker[SIDES];
    struct hurt hurt[HURTS];
    unsigned hurt_n;
    bool reset_seen;
};

static void on_pins(void *ctx, const struct tn_tnw_pins *p)
{
    struct runner *r = ctx;
    struct bench *b = r->judges;
    b->reset_seen |= p->in.rst;
    if (!b->reset_seen)
        return;
    tn_tnw_link_judge_cycle(b->judge, &p->in, &p->out, p->cycle);
    tn_tnw_pcs_judge_cycle(b->pcs, &p->pcs, p->cycle);
    if (p->unknown && !p->in.rst)
        tn_run_fail(r, r->c->rules[0], r->packets, p->cycle - r->start,
                    "an output that counts has unknown bits");
    if (p->out.obs_rx_valid && !p->in.rst)
        tn_run_rejected(r, p->cycle, 0, p->out.obs_rx_cause, 0);
}

/* m_dut takes what comes in. */
static void on_item(void *ctx, const struct tn_tnw_injected *k, bool right)
{
    const struct taker *i = ctx;
    uint8_t bytes[ITEM] = {k->vc, (uint8_t)(k->offset >> 16), (uint8_t)(k->offset >> 8),
                           (uint8_t)k->offset};
    const struct tn_event ev = {
        .cycle = i->items->cycle, .bytes = bytes, .len = ITEM, .orig_len = ITEM};
    (void)right; /* what is to come is what the case says */
    memcpy(bytes + 4, k->data, TNW_PAYLOAD);
    tn_run_seen(i->r, i->stream, &ev);
}

/* An object of the kind passes here: is it one of those to hurt? */
static bool struck(struct hurt *h, enum tnw_class kind, struct tnw_word w)
{
    const struct tn_case_step *s = h->step;
    if (s->addr == TN_CASE_OF_WORDS) {
        h->seen++;
        return h->seen >= s->first && h->seen <= s->last;
    }
    if (s->addr == TN_CASE_OF_FEEDBACK) {
        const unsigned code = tnw_ctl_decode(w.data).code;
        if (kind != TNW_SET || code < TNW_ACK || code > TNW_NACK_FULL)
            return false;
        h->seen++;
        return h->seen >= s->first && h->seen <= s->last;
    }
    h->word = kind == TNW_START ? 0 : h->word + 1;
    h->seen += kind == TNW_START;
    return h->word == s->value && h->seen >= s->first && h->seen <= s->last;
}

static unsigned strike(void *ctx, enum tn_tnw_way way, uint64_t cycle, struct tnw_word w)
{
    struct bench *b = ctx;
    unsigned kinds = 0;
    (void)cycle;
    for (unsigned i = 0; i < b->hurt_n; i++)
        if (b->hurt[i].step->dir == (unsigned)way && struck(&b->hurt[i], tnw_classify(w), w))
            kinds |= 1u << b->hurt[i].step->port;
    return kinds;
}

static void let_go(struct runner *r)
{
    struct bench *b = r->judges;
    tn_tnw_peer_free(b->peer);
    tn_tnw_link_judge_free(b->judge);
    tn_tnw_pcs_judge_free(b->pcs);
    free(b);
    r->judges = NULL;
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    struct bench *b = r->judges;
    struct tn_tnw_items *i =
        &b->items[strcmp(stream, "s_dut") != 0 && strcmp(stream, "m_far") != 0];
    unsigned one_in = stall->kind == TN_STALL_NONE ? 0 : stall->den;
    if (stream[0] == 's')
        i->pause = one_in;
    else {
        i->lazy = one_in;
        i->closed = stall->kind == TN_STALL_FOREVER;
    }
    return 0;
}

static void come_up(struct runner *r)
{
    struct bench *b = r->judges;
    for (unsigned i = 0; i < UP_CYC / 4; i++)
        if ((tn_reg_read(TN_TNW_R_STATUS) & 7) == TN_TNW_UP &&
            (tn_tnw_peer_read(b->peer, TN_TNW_R_STATUS) & 7) == TN_TNW_UP)
            return;
}

static int begin(struct runner *r)
{
    struct bench *b = calloc(1, sizeof *b);
    const struct tn_tnw_params par = {.tx_items_log2 = (uint8_t)tn_sim_param("TX_ITEMS_LOG2"),
                                      .rx_pkts_log2 = (uint8_t)tn_sim_param("RX_PKTS_LOG2")};
    if (!b)
        return -ENOMEM;
    r->judges = b;
    for (unsigned side = 0; side < SIDES; side++) {
        tn_tnw_items_init(&b->items[side], r->c->seed + side, 0, 1);
        b->items[side].list = b->list[side];
        b->items[side].took = on_item;
        b->taker[side] = (struct taker){r, &b->items[side], side == IN ? "m_dut" : "m_far"};
        b->items[side].ctx = &b->taker[side];
    }
    b->judge = tn_tnw_link_judge_new(&par, tn_run_judged, r);
    b->pcs = tn_tnw_pcs_judge_new(tn_run_judged, r);
    b->peer = tn_tnw_peer_new(&par, WIRE, r->c->seed, &b->items[OUT], &b->items[IN]);
    if (!b->judge || !b->pcs || !b->peer || tn_tnw_pins_subscribe(on_pins, r) < 0) {
        let_go(r);
        return -ENOMEM;
    }
    tn_tnw_peer_strike(b->peer, strike, b);
    return 0;
}

/* The judges want to see the reset. */
static int watch(struct runner *r)
{
    const int rc = begin(r);
    if (rc < 0)
        return rc;
    tn_sim_reset(r->ops->reset_cycles);
    come_up(r);
    return 0;
}

/* Both ends were reset together, and the judges saw it. */
static int forget(struct runner *r)
{
    struct bench *b = r->judges;
    for (unsigned side = 0; side < SIDES; side++)
        tn_tnw_items_lost(&b->items[side]);
    come_up(r);
    return 0;
}

static void unwatch(struct runner *r)
{
    struct bench *b = r->judges;
    const struct tn_rule *rule;
    if (!b)
        return;
    for (size_t k = 0; k < RULES_MAX && (rule = tn_rule_at(k)) && !r->c->no_board; k++)
        if ((tn_tnw_link_judge_knows(rule->id) && tn_tnw_link_judge_asked(b->judge, rule->id)) ||
            tn_tnw_pcs_judge_asked(b->pcs, rule->id))
            r->judged[k].asked = true;
    let_go(r);
}

static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    struct bench *b = r->judges;
    if (addr < FAR)
        tn_reg_write(addr, value);
    else
        tn_tnw_peer_write(b->peer, (uint16_t)(addr - FAR), value);
    return 0;
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    struct bench *b = r->judges;
    *value = addr < FAR ? tn_reg_read(addr) : tn_tnw_peer_read(b->peer, (uint16_t)(addr - FAR));
    return 0;
}

static bool under_way(const struct runner *r)
{
    struct bench *b = r->judges;
    return b->items[OUT].begun < b->items[OUT].want || b->items[IN].begun < b->items[IN].want;
}

static bool pending(const struct runner *r)
{
    struct bench *b = r->judges;
    return b->items[OUT].got < b->items[OUT].want || b->items[IN].got < b->items[IN].want;
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    struct bench *b = r->judges;
    const unsigned side = strcmp(s->point, "s_dut") != 0;
    const uint8_t *bytes = s->tlp[0].bytes;
    for (unsigned k = 0; k < s->count; k++) {
        struct tn_tnw_injected *i = &b->list[side][b->items[side].want];
        if (b->items[side].want == LIST)
            return -ENOSPC;
        i->vc = bytes[0];
        i->offset = (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
        memcpy(i->data, bytes + 4, TNW_PAYLOAD);
        b->items[side].want++;
    }
    return 0;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    struct bench *b = r->judges;
    const uint8_t *bytes = s->tlp[0].bytes;
    unsigned bits[4];
    int rc = 0;
    switch ((enum tn_case_line)s->cause) {
    case TN_CASE_PUT:
        for (size_t at = 0; at < s->tlp[0].len && rc == 0; at += TNW_WORD_OCTETS)
            rc = tn_tnw_peer_put(b->peer, (enum tn_tnw_way)s->dir, tnw_word_get(bytes + at));
        return rc;
    case TN_CASE_HURT:
        if (b->hurt_n == HURTS)
            return -ENOSPC;
        b->hurt[b->hurt_n++] = (struct hurt){.step = s};
        return 0;
    case TN_CASE_SKEW:
        for (unsigned i = 0; i < 4; i++)
            bits[i] = bytes[i];
        tn_tnw_peer_skew(b->peer, bits);
        return 0;
    case TN_CASE_LINKS:
    case TN_CASE_FLUSH:
        break;
    }
    return -EINVAL;
}

const struct tn_run_ops tn_run_tnw_link = {
    .streams = streams,
    .reject = "on obs_rx ",
    .reset_cycles = 6,
    .quiet_cycles = 100,
    .watch = watch,
    .forget = forget,
    .unwatch = unwatch,
    .pending = pending,
    .write = write_reg,
    .read = read_reg,
    .send = send,
    .line = line,
    .under_way = under_way,
    .stall_source = stall_source,
    .own_sinks = true,
};
