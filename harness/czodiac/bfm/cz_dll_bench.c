/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of the data link layer: source, sink and far end, as the DUT's inputs of each cycle.
 */
#include <tn/czodiac/bfm_cz_dll.h>

#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    UPDATE_CYC = 600, /* between two rounds of the far end's UpdateFC */
    INIT_CYC = 200,   /* between two rounds of its InitFC */
    TIMER_CYC = 900,  /* without progress until its replay */
    BEAT = 16
};

/* Beats. */

static bool may(struct tn_cz_bench *b, enum tn_cz_place at)
{
    return b->of_16[at] >= 16 || tn_rng_below(&b->rng, 16) < b->of_16[at];
}

static uint64_t soon(struct tn_cz_bench *b, uint64_t now)
{
    return now + 1 + (b->late ? tn_rng_below(&b->rng, b->late + 1) : 0);
}

static void tell(struct tn_cz_bench *b, enum tn_cz_place at, const struct tn_cz_frame *f,
                 uint64_t first, uint64_t last)
{
    if (b->seen)
        b->seen(b->ctx, at, f, first, last);
}

/* The far end. */

static void far_gets(struct tn_cz_bench *b, struct tn_cz_frame *f, uint64_t now)
{
    struct tn_cz_dll *m = b->far;
    const uint16_t ackd = m->ackd;
    const struct tn_cz_dll_seen s = tn_cz_dll_receive(m, f);
    if (ackd != m->ackd)
        b->moved_at = now;
    if (s.fate == TN_CZ_DELIVERED) {
        struct tn_cz_frame t = {.len = s.len};
        memcpy(t.bytes, s.p, s.len);
        tell(b, TN_CZ_FAR, &t, now, now);
        struct tn_cz_item *i =
            tn_cz_queue_add(&b->freed, NULL, 0, now + 10 * (soon(b, now) - now - 1));
        if (i) {
            i->cls = s.cls;
            i->data = s.data;
        }
    }
    if ((s.fate == TN_CZ_DELIVERED || s.fate == TN_CZ_DUPLICATE) && !b->ack_at)
        b->ack_at = soon(b, now);
    if (s.nak_due)
        b->nak_at = soon(b, now);
}

static bool far_inits(struct tn_cz_bench *b, struct tn_cz_frame *f, uint64_t now)
{
    struct tn_cz_dll *m = b->far;
    const bool second = m->state == TN_CZ_FC_INIT2;
    if (!(b->does & TN_CZ_DOES_INIT) || now < b->init_at)
        return false;
    tn_cz_dll_dllp(m, second ? TN_DLLP_INITFC2 : TN_DLLP_INITFC1, b->init_c, f);
    b->init_c = (b->init_c + 1) % 3;
    b->init_at = b->init_c ? now : now + INIT_CYC;
    if (!b->init_c && second)
        tn_cz_dll_round(m);
    return true;
}

/* The DLLP that is due first. */
static bool far_dllp(struct tn_cz_bench *b, struct tn_cz_frame *f, uint64_t now)
{
    if ((b->does & TN_CZ_DOES_NAK) && b->nak_at && now >= b->nak_at) {
        tn_cz_dll_dllp(b->far, TN_DLLP_NAK, 0, f);
        b->nak_at = b->ack_at = 0;
    } else if ((b->does & TN_CZ_DOES_ACK) && b->ack_at && now >= b->ack_at) {
        tn_cz_dll_dllp(b->far, TN_DLLP_ACK, 0, f);
        b->ack_at = 0;
    } else if ((b->does & TN_CZ_DOES_UPDATE) && now >= b->update_at) {
        tn_cz_dll_dllp(b->far, TN_DLLP_UPDATEFC, b->update_c, f);
        b->update_c = (b->update_c + 1) % 3;
        b->update_at = b->update_c ? now : now + UPDATE_CYC;
    } else {
        return false;
    }
    return true;
}

/* Chooses the frame that the far end sends next. Returns whether there is one. */
static bool far_sends(struct tn_cz_bench *b, struct tn_cz_frame *f, uint64_t now)
{
    struct tn_cz_dll *m = b->far;
    unsigned data;
    if (m->state != TN_CZ_ACTIVE)
        return m->state != TN_CZ_INACTIVE && far_inits(b, f, now);
    if (far_dllp(b, f, now))
        return true;
    if ((b->does & TN_CZ_DOES_REPLAY) && m->ackd != m->whole && now > b->moved_at + TIMER_CYC) {
        tn_cz_dll_replay(m);
        b->moved_at = now;
    }
    const struct tn_cz_item *i = tn_cz_queue_due(&b->sender, now);
    if (i && m->cursor == m->next &&
        (tn_cz_dll_ok(m) >> tn_cz_dll_class(i->bytes, i->len, &data) & 1)) {
        struct tn_cz_passing t;
        tn_cz_passing_begin(&t, i);
        tn_cz_queue_take(&b->sender);
        tell(b, TN_CZ_S_FAR, &t.f, now, now);
        tn_cz_dll_send(m, t.f.bytes, t.f.len);
        b->moved_at = m->ackd == m->whole ? now : b->moved_at;
    }
    return tn_cz_dll_next_frame(m, f);
}

/* The frame that comes to the DUT next: again, made by nobody, or of the far end. */
static bool next_frame(struct tn_cz_bench *b, struct tn_cz_frame *f, uint64_t now)
{
    if (b->has_again) {
        *f = b->again;
        b->has_again = false;
        return true;
    }
    if (tn_cz_queue_due(&b->wires, now)) {
        struct tn_cz_passing t;
        tn_cz_passing_begin(&t, b->wires.first);
        tn_cz_queue_take(&b->wires);
        *f = t.f;
    } else if (!far_sends(b, f, now)) {
        return false;
    }
    const unsigned n = b->wire ? b->wire(b->ctx, TN_CZ_S_FRM, now, f) : 1;
    b->has_again = n == 2;
    b->again = *f;
    return n != 0;
}

static void play_wire(struct tn_cz_bench *b, struct tn_cz_dll_pins *n, uint64_t now)
{
    struct tn_cz_passing *t = &b->passing[TN_CZ_S_FRM];
    if (!t->open) {
        if (!may(b, TN_CZ_S_FRM) || !next_frame(b, &t->f, now))
            return;
        t->open = true;
        t->at = 0;
        t->first = now + 1;
    }
    n->s_frm = tn_cz_passing_beat(t);
    n->s_frm_dllp = t->f.dllp;
    n->s_frm_edb = n->s_frm.last && t->f.edb;
    n->s_frm_err = n->s_frm.last && t->f.err;
    t->at += BEAT;
    t->open = !n->s_frm.last;
    if (!t->open)
        tell(b, TN_CZ_S_FRM, &t->f, t->first, now + 1);
}

static void play_source(struct tn_cz_bench *b, const struct tn_cz_dll_pins *p,
                        struct tn_cz_dll_pins *n, uint64_t now)
{
    struct tn_cz_passing *t = &b->passing[TN_CZ_S_TLP];
    unsigned data;
    if (p->s_tlp.valid && p->s_tlp_ready) {
        t->at += BEAT;
        t->open = !p->s_tlp.last;
        if (p->s_tlp.last)
            tell(b, TN_CZ_S_TLP, &t->f, t->first, now);
    } else if (p->s_tlp.valid) { /* the beat is held */
        n->s_tlp = p->s_tlp;
        n->s_tlp_abort = p->s_tlp_abort;
        return;
    }
    const struct tn_cz_item *i = tn_cz_queue_due(&b->source, now);
    if (!t->open && i && (p->s_tlp_ok >> tn_cz_dll_class(i->bytes, i->len, &data) & 1)) {
        tn_cz_passing_begin(t, i);
        t->first = now + 1;
        tn_cz_queue_take(&b->source);
    } else if (!t->open || !may(b, TN_CZ_S_TLP)) {
        return;
    }
    n->s_tlp = tn_cz_passing_beat(t);
    n->s_tlp_abort = n->s_tlp.last && t->f.edb;
}

/* A frame of the DUT comes to the far end. */
static void arrives(struct tn_cz_bench *b, struct tn_cz_frame *f, uint64_t first, uint64_t now)
{
    tell(b, TN_CZ_M_FRM, f, first, now);
    const unsigned n = b->wire ? b->wire(b->ctx, TN_CZ_M_FRM, now, f) : 1;
    for (unsigned i = 0; i < n; i++)
        far_gets(b, f, now);
}

static void look_out(struct tn_cz_bench *b, const struct tn_cz_dll_pins *p, uint64_t now)
{
    struct tn_cz_passing *t = &b->passing[TN_CZ_M_FRM], *u = &b->passing[TN_CZ_M_TLP];
    if (p->m_frm.valid && p->m_frm_ready && tn_cz_passing_join(t, &p->m_frm, now)) {
        t->f.dllp = p->m_frm_dllp;
        t->f.edb = p->m_frm_edb;
        t->f.err = false;
        arrives(b, &t->f, t->first, now);
    }
    if (p->m_tlp.valid && p->m_tlp_ready && tn_cz_passing_join(u, &p->m_tlp, now))
        tell(b, TN_CZ_M_TLP, &u->f, u->first, now);
}

/* The wire begins anew. */
static void restart(struct tn_cz_bench *b)
{
    b->passing[TN_CZ_S_FRM].open = b->passing[TN_CZ_M_FRM].open = false;
    b->has_again = false;
    b->ack_at = b->nak_at = b->update_at = b->init_at = 0;
    b->update_c = b->init_c = 0;
    tn_cz_queue_empty(&b->freed);
}

/* The far end of a cz_link's lanes. */

static bool next_of_lanes(void *ctx, struct tn_cz_frame *f)
{
    struct tn_cz_bench *b = ctx;
    if (!may(b, TN_CZ_S_FRM) || !next_frame(b, f, b->now))
        return false;
    tell(b, TN_CZ_S_FRM, f, b->now + 1, b->now + 1);
    return true;
}

static void came_by_lanes(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began)
{
    struct tn_cz_bench *b = ctx;
    struct tn_cz_frame copy = *f;
    (void)loose;
    if (b->up)
        arrives(b, &copy, b->now - (b->lanes->reader.columns - began), b->now);
}

static const struct tn_cz_reader_ops by_lanes = {.frame = came_by_lanes};

static void restart_lanes(struct tn_cz_bench *b)
{
    const struct tn_cz_framing_params par = {
        (unsigned)tn_sim_param("MPS_B"), (unsigned)tn_sim_param("LANES"),
        tn_sim_param("SCRAMBLE") != 0, (unsigned)tn_sim_param("SKP_CYC")};
    tn_cz_lanes_init(b->lanes, &par, &by_lanes, b);
}

/* The symbols of a cycle, both ways. */
static void play_lanes(struct tn_cz_bench *b, struct tn_cz_link_pins *now,
                       struct tn_cz_link_pins *next)
{
    if (b->strike)
        b->strike(b->ctx, TN_CZ_M_FRM, b->now, &now->tx);
    tn_cz_lanes_receive(b->lanes, &now->tx);
    tn_cz_lanes_send(b->lanes, b->up, next_of_lanes, b, &next->rx);
    if (b->strike)
        b->strike(b->ctx, TN_CZ_S_FRM, b->now + 1, &next->rx);
}

static void play_rest(struct tn_cz_bench *b, const struct tn_cz_dll_pins *p,
                      struct tn_cz_dll_pins *n)
{
    n->m_frm_ready = may(b, TN_CZ_M_FRM);
    n->m_tlp_ready = may(b, TN_CZ_M_TLP);
    n->m_tlp_ok = b->of_16[TN_CZ_M_TLP] >= 16
                      ? b->ok
                      : (uint8_t)(tn_rng_next(&b->rng) | tn_rng_next(&b->rng)) & b->ok;
    look_out(b, p, b->now);
    for (struct tn_cz_item *i; (i = tn_cz_queue_due(&b->freed, b->now));
         tn_cz_queue_take(&b->freed))
        tn_cz_dll_freed(b->far, i->cls, i->data);
    if (!b->lanes)
        play_wire(b, n, b->now);
    play_source(b, p, n, b->now);
    n->reg_addr = b->reg_addr;
    n->reg_wdata = b->reg_value;
    n->reg_wr = b->reg_wr;
    n->reg_rd = b->reg_rd;
    b->reg_wr = false;
}

static void play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_cz_bench *b = ctx;
    struct tn_cz_link_pins l, n = {.dll.dl_up = b->up};
    struct tn_cz_dll_pins *p = &l.dll;
    b->now = c->cycle;
    if (b->lanes)
        tn_cz_link_pins(c, &l);
    else
        tn_cz_dll_pins(c, p);
    if (b->reg_comes)
        b->reg_value = p->reg_rdata;
    b->reg_comes = b->reg_rd && p->reg_rd;
    b->reg_rd = b->reg_rd && !p->reg_rd;
    if (p->rst) {
        restart(b);
        b->passing[TN_CZ_S_TLP].open = b->passing[TN_CZ_M_TLP].open = false;
        if (b->lanes)
            restart_lanes(b);
    } else {
        play_rest(b, p, &n.dll);
        if (b->lanes)
            play_lanes(b, &l, &n);
    }
    if (b->lanes)
        tn_cz_link_pack(&n, next);
    else
        tn_cz_dll_pack(&n.dll, next);
}

/* What callers ask for. */

void tn_cz_bench_params(struct tn_cz_dll_params *out)
{
    *out = (struct tn_cz_dll_params){
        (unsigned)tn_sim_param("MPS_B"),
        (unsigned)tn_sim_param("LANES"),
        (unsigned)tn_sim_param("REPLAY_LOG2"),
        (unsigned)tn_sim_param("SEQ_LOG2"),
        {(uint16_t)tn_sim_param("CR_PH"), (uint16_t)tn_sim_param("CR_NPH"), 0},
        {(uint16_t)tn_sim_param("CR_PD"), (uint16_t)tn_sim_param("CR_NPD"), 0}};
}

void tn_cz_bench_far(const struct tn_cz_dll_params *dut, struct tn_cz_dll_params *out)
{
    *out = (struct tn_cz_dll_params){dut->mps, dut->lanes, 14, 11, {20, 9, 30}, {80, 20, 90}};
    if (out->data[0] <
        5 * dut->mps /
            32) { /* cases send two TLPs, and a DUT may ask for the credit of the largest */
        out->data[0] = (uint16_t)(5 * dut->mps / 32);
        out->data[2] = (uint16_t)(6 * dut->mps / 32);
    }
}

struct tn_cz_bench *tn_cz_bench_new(const struct tn_cz_dll_params *far, uint64_t seed)
{
    struct tn_cz_bench *b = calloc(1, sizeof *b);
    if (!b || !(b->far = tn_cz_dll_new(far))) {
        free(b);
        return NULL;
    }
    b->does = TN_CZ_DOES_ALL;
    b->ok = 7;
    for (unsigned i = 0; i < TN_CZ_FAR; i++)
        b->of_16[i] = 16;
    tn_cz_queue_init(&b->source);
    tn_cz_queue_init(&b->sender);
    tn_cz_queue_init(&b->wires);
    tn_cz_queue_init(&b->freed);
    tn_rng_seed(&b->rng, seed, 1);
    if (tn_cz_is_link()) {
        b->lanes = calloc(1, sizeof *b->lanes);
        if (!b->lanes) {
            tn_cz_bench_free(b);
            return NULL;
        }
        restart_lanes(b);
    }
    tn_block_player(play, b);
    return b;
}

void tn_cz_bench_free(struct tn_cz_bench *b)
{
    tn_block_player(NULL, NULL);
    if (!b)
        return;
    tn_cz_bench_flush(b);
    tn_cz_queue_empty(&b->freed);
    tn_cz_dll_free(b->far);
    free(b->lanes);
    free(b);
}

void tn_cz_bench_up(struct tn_cz_bench *b, bool up)
{
    b->up = up;
    restart(b);
    b->moved_at = tn_sim_cycle();
    if (up)
        tn_cz_dll_up(b->far);
    else
        tn_cz_dll_down(b->far);
}

int tn_cz_bench_send(struct tn_cz_bench *b, enum tn_cz_place at, const struct tn_cz_frame *f,
                     uint64_t cycle)
{
    struct tn_cz_queue *q = at == TN_CZ_S_TLP ? &b->source
                            : at == TN_CZ_FAR ? &b->sender
                                              : &b->wires;
    return tn_cz_queue_frame(q, f, cycle);
}

void tn_cz_bench_flush(struct tn_cz_bench *b)
{
    tn_cz_queue_empty(&b->source);
    tn_cz_queue_empty(&b->sender);
    tn_cz_queue_empty(&b->wires);
}

bool tn_cz_bench_busy(const struct tn_cz_bench *b)
{
    return b->source.n || b->sender.n || b->wires.n || b->has_again ||
           b->passing[TN_CZ_S_TLP].open || b->passing[TN_CZ_S_FRM].open;
}

void tn_cz_bench_write(struct tn_cz_bench *b, uint16_t addr, uint32_t value)
{
    b->reg_addr = addr;
    b->reg_value = value;
    b->reg_wr = true;
    tn_sim_step(2);
}

uint32_t tn_cz_bench_read(struct tn_cz_bench *b, uint16_t addr)
{
    b->reg_addr = addr;
    b->reg_rd = true;
    tn_sim_step(4);
    return b->reg_value;
}
