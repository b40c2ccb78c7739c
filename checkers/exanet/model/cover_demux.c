/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_demux.def the words of a demux fall into.
 */
#include "cover_switch.h"

#define COVER_DEF "../exanet/model/cover_demux.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exa_demux_cover_plan = COVER_PLAN;

enum { OUTS = 4 };

struct demux_cover {
    struct tn_exa_cover c;
    struct exa_switch x;
    struct exa_cover_in in;
    unsigned last; /* where the last packet went; OUTS: nowhere yet */
};

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct demux_cover *m = (struct demux_cover *)c;
    (void)own;
    m->last = OUTS;
    m->in = (struct exa_cover_in){.step.state = EXA_XBAR_IDLE};
}

static void hit_forwarded(struct demux_cover *m, unsigned out, const struct exa_packet *k)
{
    unsigned total, payload = tn_exa_word_count(k, &total);
    struct tn_exa_cover *c = &m->c;
    HIT(c, PACKETS, exa_type_index(k->type), exa_cover_form(k), exa_cover_size(k->size));
    HIT(c, ROUTES, exa_type_index(k->type), exa_is_peripheral(k->addr) ? 1 : 0, out);
    if (m->last < OUTS)
        HIT(c, TURNS, m->last, out);
    m->last = out;
    if (payload)
        HIT(c, LANES, k->addr % EXA_WORD, exa_cover_words(payload));
}

static void hit_dropped(struct demux_cover *m, unsigned cause, const struct exa_packet *k)
{
    const unsigned index = exa_peripheral(k->addr);
    HIT(&m->c, DROPPED, cause, exa_cover_form(k));
    if (cause == TN_EXA_XBAR_ROUTE)
        HIT(&m->c, UNROUTED, exa_type_index(k->type), index < OUTS ? index : OUTS);
}

static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                 uint32_t waited)
{
    struct demux_cover *m = (struct demux_cover *)c;
    struct exa_cover_said said;
    (void)port;
    HIT(c, WAITS, in, exa_cover_kind(w), exa_cover_waited(waited));
    if (!in)
        return;
    exa_cover_switch_word(&m->x, 0, &m->in, w, &said);
    if (said.rest >= 0)
        HIT(c, RESTS, said.cause, (unsigned)said.rest);
    if (said.broke >= 0)
        HIT(c, BROKEN, (unsigned)said.step.broke, said.form, (unsigned)said.broke);
    if (said.stray)
        HIT(c, STRAY, exa_cover_kind(w));
    if (said.header && said.step.cause == TN_EXA_XBAR_FORWARDED)
        hit_forwarded(m, (unsigned)said.step.out, &said.k);
    else if (said.header)
        hit_dropped(m, said.step.cause, &said.k);
}

static const struct exa_cover_ops ops = {.reset = reset, .word = word};

struct tn_exa_cover *tn_exa_demux_cover_new(const struct tn_exa_demux_params *p)
{
    struct demux_cover *m = exa_cover_new(sizeof *m, &ops, &tn_exa_demux_cover_plan);
    if (!m)
        return NULL;
    m->x = exa_switch_of_demux(p);
    reset(&m->c, 0);
    return &m->c;
}
