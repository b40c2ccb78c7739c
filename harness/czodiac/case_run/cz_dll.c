/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The data link layer under cases: source, sink, far end and wire are the bench's; its judge looks
 * at every pin.
 */
#include "../../case/run/run.h"

#include "../dut/cz_duts.h"

#include <tn/code8b10b.h>
#include <tn/czodiac/bfm_cz_dll.h>
#include <tn/czodiac/cz_dll_case.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { UP_CYC = 4000, HURTS = 16, RETRAIN = 8, SYMBOLS };

static const char *const streams[] = {"s_tlp", "s_frm", "s_far", "m_tlp", "m_frm", "o_far",
                                      "o_ack", "o_nak", "o_fc",  "o_err", "o_nul", NULL};

/* Symbols that a line of the case strikes. */
struct strike {
    const struct tn_case_step *s;
    uint64_t from, to; /* cycles */
};

/* Frames that a line of the case hurts. */
struct hurt {
    const struct tn_case_step *s;
    uint64_t passed; /* frames of that kind since the line */
};

struct bench {
    struct tn_cz_bench *b;
    struct tn_cz_dll_judge *judge;       /* of a cz_dll */
    struct tn_cz_framing_judge *symbols; /* of a cz_link */
    bool rd[2][TN_CZ_LANES];             /* the running disparities of its lanes */
    unsigned lanes;
    struct hurt hurts[HURTS];
    unsigned hurt_n;
    struct strike strikes[HURTS];
    unsigned strike_n;
    struct tn_cz_symbols was[2]; /* the symbols of the cycle before, by way */
    bool errs;                   /* obs_rx_err of a cz_link */
    bool reset_seen, active;
};

static void report(struct runner *r, const char *stream, uint64_t first, uint64_t last,
                   const uint8_t *bytes, size_t len, unsigned port)
{
    const struct tn_event ev = {.cycle = first,
                                .span = (uint32_t)(last - first),
                                .bytes = bytes,
                                .len = (uint32_t)len,
                                .orig_len = (uint32_t)len,
                                .port = (uint8_t)port};
    tn_run_seen(r, stream, &ev);
}

/* A DLLP of the DUT goes to the stream of its kind; one that cannot be read is the judge's. */
static void on_dllp(struct runner *r, const struct tn_cz_frame *f, uint64_t first, uint64_t last)
{
    struct tn_dllp d;
    tn_dllp_decode(f->bytes, &d);
    if (f->len != 8 || d.crc != d.crc_want)
        return;
    if (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK) {
        const uint8_t seq[2] = {(uint8_t)(d.seq >> 8), (uint8_t)d.seq};
        report(r, d.kind == TN_DLLP_ACK ? "o_ack" : "o_nak", first, last, seq, 2, 0);
    } else {
        const uint8_t fc[5] = {(uint8_t)d.kind, d.fc_class, d.hdr_fc, (uint8_t)(d.data_fc >> 8),
                               (uint8_t)d.data_fc};
        report(r, "o_fc", first, last, fc, 5, 0);
    }
}

static void on_packet(void *ctx, enum tn_cz_place at, const struct tn_cz_frame *f, uint64_t first,
                      uint64_t last)
{
    static const char *const names[TN_CZ_PLACES] = {"s_tlp", "m_tlp", "s_frm",
                                                    "m_frm", "o_far", "s_far"};
    if (at == TN_CZ_M_FRM && f->dllp)
        on_dllp(ctx, f, first, last);
    else
        report(ctx, at == TN_CZ_M_FRM && f->edb ? "o_nul" : names[at], first, last, f->bytes,
               f->len, 0);
}

static unsigned kind_of(const struct tn_cz_frame *f)
{
    struct tn_dllp d;
    if (!f->dllp)
        return TN_CASE_OF_TLPS;
    tn_dllp_decode(f->bytes, &d);
    return d.kind == TN_DLLP_ACK   ? TN_CASE_OF_ACKS
           : d.kind == TN_DLLP_NAK ? TN_CASE_OF_NAKS
                                   : TN_CASE_OF_FC;
}

static unsigned on_wire(void *ctx, enum tn_cz_place way, uint64_t cycle, struct tn_cz_frame *f)
{
    struct bench *b = ((struct runner *)ctx)->judges;
    unsigned copies = 1;
    (void)cycle;
    for (unsigned i = 0; i < b->hurt_n; i++) {
        struct hurt *h = &b->hurts[i];
        if ((h->s->dir == 1) != (way == TN_CZ_S_FRM) || h->s->port != kind_of(f) ||
            ++h->passed < h->s->first || h->passed > h->s->last)
            continue;
        if (h->s->value == TN_CASE_DAMAGE)
            f->bytes[3] ^= 0x40;
        else if (h->s->value == TN_CASE_SYMBOL)
            f->err = true;
        else
            copies = h->s->value == TN_CASE_DOUBLE ? 2 : 0;
    }
    return copies;
}

static uint16_t struck(const struct tn_case_step *s, uint16_t symbol, uint16_t was)
{
    bool rd = false;
    const unsigned flip = 1u << 3;
    switch ((enum tn_case_dll_strike)s->value) {
    case TN_CASE_FLIP:
        return (uint16_t)(symbol ^ flip);
    case TN_CASE_DEAD:
        return 0;
    case TN_CASE_AGAIN:
        return was;
    default: /* of the disparity that the symbol has */
        rd = __builtin_popcount(symbol) < 5;
        return (uint16_t)tn_8b10b_encode((uint8_t)s->mask, true, &rd);
    }
}

static void on_symbols(void *ctx, enum tn_cz_place way, uint64_t cycle, struct tn_cz_symbols *s)
{
    struct bench *b = ((struct runner *)ctx)->judges;
    const unsigned to = way == TN_CZ_S_FRM;
    const struct tn_cz_symbols came = *s;
    for (unsigned k = 0; k < b->strike_n; k++) {
        const struct strike *x = &b->strikes[k];
        for (unsigned i = 0; i < b->lanes; i++)
            if (x->s->dir == to && cycle >= x->from && cycle < x->to &&
                (x->s->port == TN_CASE_ALL_LANES || x->s->port == i))
                s->lane[i] = struck(x->s, came.lane[i], b->was[to].lane[i]);
    }
    b->was[to] = came;
}

static int strike(struct bench *b, const struct tn_case_step *s)
{
    if (!b->symbols)
        return -EINVAL; /* a cz_dll has no lanes */
    if (b->strike_n == HURTS)
        return -ENOSPC;
    const uint64_t from = tn_sim_cycle() + 1 + s->first;
    b->strikes[b->strike_n++] = (struct strike){.s = s, .from = from, .to = from + s->last};
    return 0;
}

/* The pins of a cycle, judged. Returns whether an output that counts is unknown. */
static bool judge(struct bench *b, const struct tn_block_cycle *c, struct tn_cz_dll_pins *p)
{
    struct tn_cz_link_pins l;
    struct tn_cz_framing_pins f;
    const bool unknown = b->symbols ? tn_cz_link_pins(c, &l) : tn_cz_dll_pins(c, p);
    if (b->symbols)
        *p = l.dll;
    b->reset_seen |= p->rst;
    if (!b->reset_seen)
        return false;
    if (b->symbols) {
        tn_cz_link_framing(&l, b->lanes, b->rd, &f);
        tn_cz_framing_judge_cycle(b->symbols, &f, c->cycle);
        b->errs = l.obs_rx_err;
    } else {
        tn_cz_dll_judge_cycle(b->judge, p, c->cycle);
    }
    return unknown && !p->rst;
}

static void on_pins(void *ctx, const struct tn_block_cycle *c)
{
    struct runner *r = ctx;
    struct bench *b = r->judges;
    struct tn_cz_dll_pins p;
    const bool unknown = judge(b, c, &p);
    if (!b->reset_seen)
        return;
    b->active = p.dl_active;
    if (p.rst)
        return;
    if (unknown)
        tn_run_fail(r, r->c->rules[0], r->packets, c->cycle - r->start,
                    "an output that counts has unknown bits");
    for (unsigned k = 0; k <= SYMBOLS; k++) {
        const uint8_t name = (uint8_t)k;
        if (k == RETRAIN ? p.retrain : k == SYMBOLS ? b->errs : p.obs_err >> k & 1)
            report(r, "o_err", c->cycle, c->cycle, &name, 1, 0);
    }
}

static void let_go(struct runner *r)
{
    struct bench *b = r->judges;
    tn_cz_bench_free(b->b);
    tn_cz_dll_judge_free(b->judge);
    tn_cz_framing_judge_free(b->symbols);
    free(b);
    r->judges = NULL;
}

/* The judge wants to see the reset. */
static int watch(struct runner *r)
{
    struct bench *b = calloc(1, sizeof *b);
    struct tn_cz_dll_params par, far;
    if (!b)
        return -ENOMEM;
    r->judges = b;
    tn_cz_bench_params(&par);
    tn_cz_bench_far(&par, &far);
    if (tn_cz_is_link()) {
        const struct tn_cz_framing_params f = {par.mps, par.lanes, tn_sim_param("SCRAMBLE") != 0,
                                               (unsigned)tn_sim_param("SKP_CYC")};
        b->lanes = par.lanes;
        b->symbols = tn_cz_framing_judge_new(&f, true, tn_run_judged, r);
    } else {
        b->judge = tn_cz_dll_judge_new(&par, tn_run_judged, r);
    }
    b->b = tn_cz_bench_new(&far, r->c->seed);
    if ((!b->judge && !b->symbols) || !b->b || tn_block_subscribe(on_pins, r) < 0) {
        let_go(r);
        return -ENOMEM;
    }
    b->b->seen = on_packet;
    b->b->wire = on_wire;
    b->b->strike = on_symbols;
    b->b->ctx = r;
    tn_sim_reset(r->ops->reset_cycles);
    return 0;
}

static int forget(struct runner *r)
{
    struct bench *b = r->judges;
    tn_cz_bench_up(b->b, false);
    tn_cz_bench_flush(b->b);
    return 0;
}

static void unwatch(struct runner *r)
{
    struct bench *b = r->judges;
    if (!b)
        return;
    for (unsigned k = 0; b->judge && tn_cz_dll_judge_rule(k) && !r->c->no_board; k++)
        if (tn_cz_dll_judge_asked(b->judge, tn_cz_dll_judge_rule(k)))
            tn_run_asked(r, tn_cz_dll_judge_rule(k));
    for (unsigned k = 0; b->symbols && tn_cz_framing_judge_rule(k) && !r->c->no_board; k++)
        if (tn_cz_framing_judge_asked(b->symbols, tn_cz_framing_judge_rule(k)))
            tn_run_asked(r, tn_cz_framing_judge_rule(k));
    let_go(r);
}

static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    tn_cz_bench_write(((struct bench *)r->judges)->b, (uint16_t)addr, value);
    return 0;
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    *value = tn_cz_bench_read(((struct bench *)r->judges)->b, (uint16_t)addr);
    return 0;
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    struct bench *b = r->judges;
    const struct tn_case_tlp *t = &s->tlp[0];
    const enum tn_cz_place at = strcmp(s->point, "s_frm") == 0   ? TN_CZ_S_FRM
                                : strcmp(s->point, "s_far") == 0 ? TN_CZ_FAR
                                                                 : TN_CZ_S_TLP;
    struct tn_cz_frame f = {.dllp = t->port & TN_CASE_DLLP,
                            .edb = t->port & TN_CASE_EDB,
                            .err = t->port & TN_CASE_ERR,
                            .len = t->len};
    int rc = 0;
    memcpy(f.bytes, t->bytes, t->len);
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = tn_cz_bench_send(b->b, at, &f, 0);
    return rc;
}

static int hurt(struct bench *b, const struct tn_case_step *s)
{
    if (b->hurt_n == HURTS)
        return -ENOSPC;
    b->hurts[b->hurt_n++] = (struct hurt){.s = s};
    return 0;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    struct bench *b = r->judges;
    struct tn_cz_dll_params *far = &b->b->far->par;
    switch ((enum tn_case_dll)s->cause) {
    case TN_CASE_DLL_UP:
    case TN_CASE_DLL_RISES:
        tn_cz_bench_up(b->b, true);
        tn_sim_step(1);
        for (unsigned k = 0; k < UP_CYC && !b->active && s->cause == TN_CASE_DLL_UP; k++)
            tn_sim_step(1);
        return 0;
    case TN_CASE_DLL_DOWN:
        tn_cz_bench_up(b->b, false);
        tn_sim_step(1);
        return 0;
    case TN_CASE_DLL_DOES:
        b->b->does = s->value;
        return 0;
    case TN_CASE_DLL_LATE:
        b->b->late = s->value;
        return 0;
    case TN_CASE_DLL_GRANTS:
        far->hdr[s->port] = (uint16_t)s->value;
        far->data[s->port] = (uint16_t)s->mask;
        return 0;
    case TN_CASE_DLL_STRIKE:
        return strike(b, s);
    default:
        return hurt(b, s);
    }
}

static bool under_way(const struct runner *r)
{
    return tn_cz_bench_busy(((struct bench *)r->judges)->b);
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    struct bench *b = r->judges;
    static const char *const names[TN_CZ_FAR] = {"s_tlp", "m_tlp", "s_frm", "m_frm"};
    for (unsigned i = 0; i < TN_CZ_FAR; i++)
        if (strcmp(stream, names[i]) == 0)
            b->b->of_16[i] = tn_run_of_16(stall);
    return 0;
}

static void ok(const struct runner *r, const char *stream, unsigned classes)
{
    (void)stream;
    ((struct bench *)r->judges)->b->ok = (uint8_t)classes;
}

static void open_all(const struct runner *r)
{
    ok(r, "m_tlp", 7);
}

const struct tn_run_ops tn_run_cz_dll = {
    .streams = streams,
    .reject = "",
    .reset_cycles = 6,
    .quiet_cycles = 100,
    .watch = watch,
    .forget = forget,
    .unwatch = unwatch,
    .write = write_reg,
    .read = read_reg,
    .send = send,
    .line = line,
    .under_way = under_way,
    .stall_source = stall_source,
    .own_monitors = true,
    .own_sinks = true,
    .ok = ok,
    .open = open_all,
};
