/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of the framing of a PCIe link: its source of frames and the far end of its lanes.
 */
#include <tn/czodiac/bfm_cz_framing.h>

#include <tn/sim.h>

#include <stdlib.h>

static bool may(struct tn_cz_framing_bench *b, unsigned of_16)
{
    return of_16 >= 16 || tn_rng_below(&b->rng, 16) < of_16;
}

static void tell(struct tn_cz_framing_bench *b, enum tn_czf_place at, const struct tn_cz_frame *f)
{
    if (b->seen)
        b->seen(b->ctx, at, b->now, f);
}

static bool far_next(void *ctx, struct tn_cz_frame *f)
{
    struct tn_cz_framing_bench *b = ctx;
    const struct tn_cz_item *i = tn_cz_queue_due(&b->sender, b->now);
    struct tn_cz_passing t;
    if (!i || !may(b, b->of_16[1]))
        return false;
    tn_cz_passing_begin(&t, i);
    tn_cz_queue_take(&b->sender);
    *f = t.f;
    tell(b, TN_CZF_COMES, f);
    return true;
}

static void far_got(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began)
{
    (void)loose, (void)began;
    tell(ctx, TN_CZF_SENT, f);
}

static const struct tn_cz_reader_ops reads = {.frame = far_got};

static void play_source(struct tn_cz_framing_bench *b, const struct tn_cz_framing_pins *p,
                        struct tn_cz_framing_pins *n)
{
    struct tn_cz_passing *t = &b->in;
    if (!b->up) { /* a frame that would end behind the next rise is not begun */
        t->open = false;
        if (!b->source.first || !b->source.first->dllp)
            return;
    } else if (p->s_frm.valid && p->s_frm_ready) {
        t->at += 16;
        t->open = !p->s_frm.last;
        if (p->s_frm.last)
            tell(b, TN_CZF_GIVEN, &t->f);
    } else if (p->s_frm.valid) { /* the beat is held */
        n->s_frm = p->s_frm;
        n->s_frm_dllp = p->s_frm_dllp;
        n->s_frm_edb = p->s_frm_edb;
        return;
    }
    const struct tn_cz_item *i = tn_cz_queue_due(&b->source, b->now);
    if (!may(b, b->of_16[0]) || (!t->open && !i))
        return;
    if (!t->open) {
        tn_cz_passing_begin(t, i);
        tn_cz_queue_take(&b->source);
    }
    n->s_frm = tn_cz_passing_beat(t);
    n->s_frm_dllp = t->f.dllp;
    n->s_frm_edb = n->s_frm.last && t->f.edb;
    t->open = b->up;
}

static void look_out(struct tn_cz_framing_bench *b, const struct tn_cz_framing_pins *p)
{
    tn_cz_reader_column(&b->reader, &p->tx);
    if (!p->m_frm.valid || !tn_cz_passing_join(&b->out, &p->m_frm, b->now))
        return;
    b->out.f.dllp = p->m_frm_dllp;
    b->out.f.edb = p->m_frm_edb;
    b->out.f.err = p->m_frm_err;
    tell(b, TN_CZF_OUT, &b->out.f);
}

static void play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_cz_framing_bench *b = ctx;
    struct tn_cz_framing_pins p, n = {.up = b->up};
    tn_cz_framing_pins(c, b->par.lanes, &p);
    b->now = c->cycle;
    if (p.rst) {
        b->in.open = b->out.open = false;
        tn_cz_reader_drop(&b->reader);
    } else {
        look_out(b, &p);
        play_source(b, &p, &n);
    }
    b->far.up = b->up || b->far_stays;
    b->far.sets_due += b->far.up && b->idle_sets && tn_rng_below(&b->rng, b->idle_sets) == 0;
    tn_cz_sender_column(&b->far, far_next, b, &n.rx);
    if (b->strike)
        b->strike(b->ctx, c->cycle + 1, &n.rx);
    tn_cz_framing_pack(&n, next);
}

void tn_cz_framing_params(struct tn_cz_framing_params *out)
{
    *out = (struct tn_cz_framing_params){
        (unsigned)tn_sim_param("MPS_B"), (unsigned)tn_sim_param("LANES"),
        tn_sim_param("SCRAMBLE") != 0, (unsigned)tn_sim_param("SKP_CYC")};
}

struct tn_cz_framing_bench *tn_cz_framing_bench_new(uint64_t seed)
{
    struct tn_cz_framing_bench *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->of_16[0] = b->of_16[1] = 16;
    tn_cz_framing_params(&b->par);
    tn_cz_queue_init(&b->source);
    tn_cz_queue_init(&b->sender);
    tn_cz_sender_init(&b->far, &b->par);
    tn_cz_reader_init(&b->reader, &b->par, &reads, b);
    tn_rng_seed(&b->rng, seed, 3);
    tn_block_player(play, b);
    return b;
}

void tn_cz_framing_bench_free(struct tn_cz_framing_bench *b)
{
    tn_block_player(NULL, NULL);
    if (!b)
        return;
    tn_cz_queue_empty(&b->source);
    tn_cz_queue_empty(&b->sender);
    free(b);
}

int tn_cz_framing_send(struct tn_cz_framing_bench *b, enum tn_czf_place at,
                       const struct tn_cz_frame *f, uint64_t cycle)
{
    return tn_cz_queue_frame(at == TN_CZF_GIVEN ? &b->source : &b->sender, f, cycle);
}

bool tn_cz_framing_busy(const struct tn_cz_framing_bench *b)
{
    return b->source.n || b->sender.n || b->in.open || b->far.open || b->out.open;
}
