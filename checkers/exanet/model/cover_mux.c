/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_mux.def the words of a mux fall into.
 */
#include "cover_switch.h"

#define COVER_DEF "../exanet/model/cover_mux.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exa_mux_cover_plan = COVER_PLAN;

enum { INS = 4 };

struct mux_cover {
    struct tn_exa_cover c;
    struct exa_switch x;
    struct exa_cover_in in[INS];
    unsigned last; /* input whose packet ended last; INS: none yet */
};

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct mux_cover *m = (struct mux_cover *)c;
    (void)own;
    m->last = INS;
    for (unsigned p = 0; p < INS; p++)
        m->in[p] = (struct exa_cover_in){.step.state = EXA_XBAR_IDLE};
}

static void hit_forwarded(struct mux_cover *m, unsigned in, const struct exa_packet *k)
{
    unsigned total, others = 0, payload = tn_exa_word_count(k, &total);
    struct tn_exa_cover *c = &m->c;
    for (unsigned p = 0; p < INS; p++)
        others += p != in && m->in[p].step.state == EXA_XBAR_SENDING;
    HIT(c, PACKETS, exa_type_index(k->type), exa_cover_form(k), exa_cover_size(k->size));
    HIT(c, CONTENDED, in, others);
    if (payload)
        HIT(c, LANES, k->addr % EXA_WORD, exa_cover_words(payload));
}

/* A packet has the output from header to last word: inputs' last words are in the order of
 * the turns. */
static void hit_turn(struct mux_cover *m, unsigned in)
{
    if (m->last < INS)
        HIT(&m->c, TURNS, m->last, in);
    m->last = in;
}

static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                 uint32_t waited)
{
    struct mux_cover *m = (struct mux_cover *)c;
    struct exa_cover_said said;
    HIT(c, WAITS, in, exa_cover_kind(w), exa_cover_waited(waited));
    if (!in || port >= INS)
        return;
    exa_cover_switch_word(&m->x, port, &m->in[port], w, &said);
    if (said.rest >= 0)
        HIT(c, RESTS, said.cause, (unsigned)said.rest);
    if (said.broke >= 0)
        HIT(c, BROKEN, port, said.form, (unsigned)said.broke);
    if (said.stray)
        HIT(c, STRAY, port, exa_cover_kind(w));
    if (said.broke >= 0 || said.step.last)
        hit_turn(m, port);
    if (said.header && said.step.cause == TN_EXA_XBAR_FORWARDED)
        hit_forwarded(m, port, &said.k);
    else if (said.header)
        HIT(c, DROPPED, port, said.step.cause, exa_cover_form(&said.k));
}

static const struct exa_cover_ops ops = {.reset = reset, .word = word};

struct tn_exa_cover *tn_exa_mux_cover_new(void)
{
    struct mux_cover *m = exa_cover_new(sizeof *m, &ops, &tn_exa_mux_cover_plan);
    if (!m)
        return NULL;
    m->x = exa_switch_of_mux(INS);
    reset(&m->c, 0);
    return &m->c;
}
