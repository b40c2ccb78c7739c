/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of the data link layer: the source, the sink and the far end of the
 * wire around the DUT, and its judge. The far end is the model with a random delay before all that
 * it does.
 */
#ifndef DLL_H
#define DLL_H

#include "../../../cosim/rule.h"

#include <tn/bfm.h>
#include <tn/czodiac/bfm_cz_dll.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum {
    DLL_KEPT = 256,   /* TLPs under way in one direction at most */
    DLL_FREED = 256,  /* credits that wait until the far end frees them */
    DLL_UPDATE = 600, /* cycles between two rounds of the far end's UpdateFC */
    DLL_INIT = 200,   /* cycles between two rounds of its InitFC */
    DLL_TIMER = 900,  /* cycles without progress until its replay */
};

/* A frame or TLP that is being played or put together. */
struct dll_parts {
    struct tn_cz_frame f;
    size_t at;
    bool open, abort;
};

struct dll_word {
    uint8_t bytes[4 + 512 + 16];
    size_t len;
};

static struct {
    struct tn_cz_dll_judge *judge;
    struct tn_cz_dll *far;
    struct tn_rng rng;
    unsigned verdicts, unknown;
    bool reset_seen, up;
    /* as a test sets them: one frame in so many is disturbed, 0: none; cycles of delay */
    unsigned lose, damage, twice, abort, stall, late;
    unsigned to_send, to_get; /* TLPs that the source and the far end have still to begin */
    unsigned sent, got, far_sent,
        up_n; /* TLPs taken, received by the far end, sent by it, delivered */
    struct dll_word taken[DLL_KEPT]; /* TLPs that the far end must get */
    struct dll_parts src, frm, wire; /* to the DUT: TLP; from it: frame; to it: frame */
    uint8_t ok_was;
    uint64_t ack_at, nak_at, update_at, init_at, progress_at; /* cycles; 0: none */
    unsigned update_c, init_c;
    uint64_t freed_at[DLL_FREED];
    uint8_t freed_cls[DLL_FREED], freed_data[DLL_FREED];
    unsigned freed_in, freed_out;
    struct tn_cz_frame again; /* a frame that comes twice */
    bool has_again;
} dll;

static inline bool dll_one_in(unsigned n)
{
    return n && tn_rng_below(&dll.rng, n) == 0;
}

static inline uint64_t dll_soon(uint64_t now)
{
    return now + 1 + tn_rng_below(&dll.rng, dll.late + 1);
}

/* Makes a TLP of a class with up to 128 bytes of payload. Returns its length. */
static inline size_t dll_tlp(unsigned cls, uint8_t *p)
{
    static const uint8_t head[3] = {0x40, 0x00, 0x4a};
    const unsigned dw = cls == 1 ? 1 : 1 + (unsigned)tn_rng_below(&dll.rng, 32);
    memset(p, 0, 12);
    p[0] = head[cls];
    p[3] = (uint8_t)dw;
    for (unsigned i = cls == 2 ? 8 : 4; i < 12; i++)
        p[i] = (uint8_t)tn_rng_next(&dll.rng);
    p[11] &= 0xfc;
    for (unsigned i = 0; cls != 1 && i < 4 * dw; i++)
        p[12 + i] = (uint8_t)tn_rng_next(&dll.rng);
    return cls == 1 ? 12 : 12 + 4 * dw;
}

static inline struct tn_stream_beat dll_beat(const struct dll_parts *t)
{
    struct tn_stream_beat b = {.valid = true, .last = t->f.len - t->at <= 16};
    const size_t n = b.last ? t->f.len - t->at : 16;
    memcpy(b.data, t->f.bytes + t->at, n);
    b.keep = (uint8_t)((1u << n / 4) - 1);
    return b;
}

static inline bool dll_join(struct dll_parts *t, const struct tn_stream_beat *b)
{
    if (!t->open)
        t->at = 0;
    for (unsigned i = 0; i < 4 && (b->keep >> i & 1); i++, t->at += 4)
        if (t->at + 4 <= sizeof t->f.bytes)
            memcpy(t->f.bytes + t->at, b->data + 4 * i, 4);
    t->open = !b->last;
    t->f.len = t->at;
    return b->last;
}

/* The far end gets a frame of the DUT, if the wire lets it through. */
static inline void dll_far_gets(struct tn_cz_frame *f, uint64_t now)
{
    if (dll_one_in(dll.lose))
        return;
    if (dll_one_in(dll.damage))
        f->bytes[2 + tn_rng_below(&dll.rng, 4)] ^= (uint8_t)(1u << tn_rng_below(&dll.rng, 8));
    const uint16_t ackd = dll.far->ackd;
    const struct tn_cz_dll_seen s = tn_cz_dll_receive(dll.far, f);
    if (ackd != dll.far->ackd)
        dll.progress_at = now;
    if (s.fate == TN_CZ_DELIVERED) {
        const struct dll_word *w = &dll.taken[dll.got++ % DLL_KEPT];
        RULE("CZD-TX-1", s.len == w->len && memcmp(s.p, w->bytes, w->len) == 0);
        const unsigned i = dll.freed_in++ % DLL_FREED;
        dll.freed_at[i] = now + tn_rng_below(&dll.rng, 10 * dll.late + 1);
        dll.freed_cls[i] = (uint8_t)s.cls;
        dll.freed_data[i] = (uint8_t)s.data;
    }
    if ((s.fate == TN_CZ_DELIVERED || s.fate == TN_CZ_DUPLICATE) && !dll.ack_at)
        dll.ack_at = dll_soon(now);
    if (s.nak_due)
        dll.nak_at = dll_soon(now);
}

/* Chooses the frame that the far end sends next. Returns whether there is one. */
static inline bool dll_far_sends(struct tn_cz_frame *f, uint64_t now)
{
    struct tn_cz_dll *m = dll.far;
    if (m->state == TN_CZ_FC_INIT1 || m->state == TN_CZ_FC_INIT2) {
        if (now < dll.init_at)
            return false;
        tn_cz_dll_dllp(m, m->state == TN_CZ_FC_INIT1 ? TN_DLLP_INITFC1 : TN_DLLP_INITFC2,
                       dll.init_c, f);
        dll.init_c = (dll.init_c + 1) % 3;
        dll.init_at = dll.init_c ? now : now + DLL_INIT;
        if (!dll.init_c && f->bytes[0] >= 0xc0)
            tn_cz_dll_round(m);
        return true;
    }
    if (dll.nak_at && now >= dll.nak_at) {
        tn_cz_dll_dllp(m, TN_DLLP_NAK, 0, f);
        dll.nak_at = dll.ack_at = 0;
        return true;
    }
    if (dll.ack_at && now >= dll.ack_at) {
        tn_cz_dll_dllp(m, TN_DLLP_ACK, 0, f);
        dll.ack_at = 0;
        return true;
    }
    if (now >= dll.update_at) {
        tn_cz_dll_dllp(m, TN_DLLP_UPDATEFC, dll.update_c, f);
        dll.update_c = (dll.update_c + 1) % 3;
        dll.update_at = dll.update_c ? now : now + DLL_UPDATE;
        return true;
    }
    if (m->ackd != m->whole && now > dll.progress_at + DLL_TIMER) {
        tn_cz_dll_replay(m);
        dll.progress_at = now;
    }
    if (dll.to_get && m->cursor == m->next && tn_cz_dll_ok(m)) {
        unsigned cls = (unsigned)tn_rng_below(&dll.rng, 3);
        uint8_t p[160];
        if (tn_cz_dll_ok(m) >> cls & 1) {
            tn_cz_dll_send(m, p, dll_tlp(cls, p));
            dll.to_get--;
            dll.far_sent++;
            dll.progress_at = m->ackd == m->whole ? now : dll.progress_at;
        }
    }
    return tn_cz_dll_next_frame(m, f);
}

static inline void dll_wire(struct tn_cz_dll_pins *n, uint64_t now)
{
    if (!dll.wire.open) {
        struct tn_cz_frame f;
        if (dll.has_again)
            f = dll.again;
        else if (dll.far->state == TN_CZ_INACTIVE || dll_one_in(dll.stall) ||
                 !dll_far_sends(&f, now))
            return;
        dll.has_again = !dll.has_again && dll_one_in(dll.twice);
        dll.again = f;
        if (dll_one_in(dll.lose))
            return;
        if (dll_one_in(dll.damage))
            f.bytes[2 + tn_rng_below(&dll.rng, 4)] ^= (uint8_t)(1u << tn_rng_below(&dll.rng, 8));
        f.err = dll_one_in(4 * dll.damage);
        dll.wire = (struct dll_parts){.f = f, .open = true};
    }
    n->s_frm = dll_beat(&dll.wire);
    n->s_frm_dllp = dll.wire.f.dllp;
    n->s_frm_edb = n->s_frm.last && dll.wire.f.edb;
    n->s_frm_err = n->s_frm.last && dll.wire.f.err;
    dll.wire.at += 16;
    dll.wire.open = !n->s_frm.last;
}

static inline void dll_source(const struct tn_cz_dll_pins *p, struct tn_cz_dll_pins *n)
{
    if (p->s_tlp.valid && p->s_tlp_ready) {
        dll.src.at += 16;
        dll.src.open = !p->s_tlp.last;
        if (p->s_tlp.last && !p->s_tlp_abort) {
            struct dll_word *w = &dll.taken[dll.sent++ % DLL_KEPT];
            w->len = dll.src.f.len;
            memcpy(w->bytes, dll.src.f.bytes, w->len);
        }
    } else if (p->s_tlp.valid) {
        n->s_tlp = p->s_tlp; /* held */
        n->s_tlp_abort = p->s_tlp_abort;
        return;
    }
    const unsigned cls = (unsigned)tn_rng_below(&dll.rng, 3);
    if (!dll.src.open && dll.to_send && (p->s_tlp_ok >> cls & 1) && dll.sent - dll.got < DLL_KEPT &&
        !(p->s_tlp.valid && p->s_tlp.last)) {
        dll.src = (struct dll_parts){.open = true, .abort = dll_one_in(dll.abort)};
        dll.src.f.len = dll_tlp(cls, dll.src.f.bytes);
        dll.to_send--;
    } else if (!dll.src.open || dll_one_in(dll.stall)) {
        return;
    }
    n->s_tlp = dll_beat(&dll.src);
    n->s_tlp_abort = n->s_tlp.last && dll.src.abort;
}

static inline void dll_play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_cz_dll_pins p, n = {.dl_up = dll.up};
    (void)ctx;
    tn_cz_dll_pins(c, &p);
    n.m_frm_ready = !dll_one_in(dll.stall);
    n.m_tlp_ready = !dll_one_in(dll.stall);
    n.m_tlp_ok = dll.stall ? (uint8_t)(tn_rng_next(&dll.rng) | tn_rng_next(&dll.rng)) & 7 : 7;
    if (!p.rst) {
        if (p.m_frm.valid && p.m_frm_ready && dll_join(&dll.frm, &p.m_frm)) {
            dll.frm.f.dllp = p.m_frm_dllp;
            dll.frm.f.edb = p.m_frm_edb;
            dll_far_gets(&dll.frm.f, c->cycle);
        }
        dll.up_n += p.m_tlp.valid && p.m_tlp_ready && p.m_tlp.last;
        while (dll.freed_out != dll.freed_in &&
               dll.freed_at[dll.freed_out % DLL_FREED] <= c->cycle) {
            const unsigned i = dll.freed_out++ % DLL_FREED;
            tn_cz_dll_freed(dll.far, dll.freed_cls[i], dll.freed_data[i]);
        }
        dll_wire(&n, c->cycle);
        dll_source(&p, &n);
    }
    tn_cz_dll_pack(&n, next);
}

static inline void dll_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&dll.verdicts, v->rule, v);
}

static inline void dll_judge(void *ctx, const struct tn_block_cycle *c)
{
    struct tn_cz_dll_pins p;
    (void)ctx;
    const bool unknown = tn_cz_dll_pins(c, &p);
    dll.reset_seen |= p.rst;
    if (!dll.reset_seen)
        return;
    dll.unknown += unknown && !p.rst;
    tn_cz_dll_judge_cycle(dll.judge, &p, c->cycle);
}

static inline int dll_start(void **state)
{
    struct tn_cz_dll_params par = {
        (unsigned)tn_sim_param("MPS_B"),
        (unsigned)tn_sim_param("LANES"),
        (unsigned)tn_sim_param("REPLAY_LOG2"),
        (unsigned)tn_sim_param("SEQ_LOG2"),
        {(uint16_t)tn_sim_param("CR_PH"), (uint16_t)tn_sim_param("CR_NPH"), 0},
        {(uint16_t)tn_sim_param("CR_PD"), (uint16_t)tn_sim_param("CR_NPD"), 0}};
    struct tn_cz_dll_params far = {par.mps, par.lanes, 14, 11, {20, 9, 30}, {80, 20, 90}};
    (void)state;
    if (far.data[0] < far.mps / 16)
        far.data[0] = far.data[2] = (uint16_t)(far.mps / 16);
    memset(&dll, 0, sizeof dll);
    tn_monitor_clear();
    tn_rng_seed(&dll.rng, tn_sim_seed(), 1);
    dll.judge = tn_cz_dll_judge_new(&par, dll_verdict, NULL);
    dll.far = tn_cz_dll_new(&far);
    assert_true(dll.judge && dll.far);
    assert_int_equal(tn_block_subscribe(dll_judge, NULL), 0);
    tn_block_player(dll_play, NULL);
    tn_sim_reset(6);
    dll.up = true;
    tn_cz_dll_up(dll.far);
    return 0;
}

static inline int dll_stop(void **state)
{
    (void)state;
    tn_block_player(NULL, NULL);
    tn_monitor_clear();
    tn_cz_dll_judge_free(dll.judge);
    tn_cz_dll_free(dll.far);
    return 0;
}

/* Nothing is under way any more: all that was sent has come. */
static inline bool dll_quiet(void *ctx)
{
    (void)ctx;
    return !dll.to_send && !dll.to_get && !dll.src.open && dll.got == dll.sent &&
           dll.up_n == dll.far_sent;
}

/* Sends as many TLPs each way, and waits until all have come. */
static inline void dll_exchange(unsigned n, uint64_t cycles)
{
    dll.to_send = dll.to_get = n;
    tn_sim_step_until(dll_quiet, NULL, cycles);
    RULE("CZD-TX-1", dll.got == dll.sent && !dll.to_send);
    RULE("CZD-RX-2", dll.up_n == dll.far_sent && !dll.to_get);
    tn_sim_step(100);
    assert_int_equal(dll.verdicts, 0);
    assert_int_equal(dll.unknown, 0);
}

#endif
