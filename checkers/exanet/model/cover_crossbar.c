/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_crossbar.def the words of a switch fall into.
 */
#include "cover_switch.h"

#include <stdlib.h>

enum { LINK_0 = 8, GATEWAY_0 = 12, BLOCK = 0, LINK = 1, GATEWAY = 2 };

static bool is_link(unsigned port)
{
    return port >= LINK_0 && port < GATEWAY_0;
}

static bool is_gateway(unsigned port)
{
    return port >= GATEWAY_0;
}

static unsigned gateway_of(unsigned in)
{
    return is_link(in) ? in - LINK_0 + GATEWAY_0 : GATEWAY_0;
}

#define COVER_DEF "../exanet/model/cover_crossbar.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exa_xbar_cover_plan = COVER_PLAN;

struct xbar_cover {
    struct tn_exa_cover c;
    struct exa_switch x;
    struct exa_cover_in in[TN_EXA_XBAR_PORTS];
};

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct xbar_cover *m = (struct xbar_cover *)c;
    m->x.own = own;
    for (unsigned p = 0; p < TN_EXA_XBAR_PORTS; p++)
        m->in[p] = (struct exa_cover_in){.step.state = EXA_XBAR_IDLE};
}

static unsigned kind_of(unsigned in)
{
    return is_link(in) ? LINK : is_gateway(in) ? GATEWAY : BLOCK;
}

/* Other inputs that hold a packet for the same output. */
static unsigned others(const struct xbar_cover *m, unsigned in, int out)
{
    unsigned n = 0;
    for (unsigned p = 0; p < m->x.ins; p++)
        n += p != in && m->in[p].step.state == EXA_XBAR_SENDING && m->in[p].step.out == out;
    return n;
}

static void hit_forwarded(struct xbar_cover *m, unsigned in, int out, const struct exa_packet *k)
{
    static const unsigned most[] = {0, 1, 3};
    struct tn_exa_cover *c = &m->c;
    unsigned total, payload = tn_exa_word_count(k, &total);
    HIT(c, PACKETS, exa_type_index(k->type), exa_cover_form(k), exa_cover_size(k->size));
    HIT(c, ROUTES, in, (unsigned)out);
    HIT(c, CONTENDED, (unsigned)out, CLASS_OF(most, others(m, in, out)));
    if (payload)
        HIT(c, LANES, k->addr % EXA_WORD, exa_cover_words(payload));
}

static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                 uint32_t waited)
{
    struct xbar_cover *m = (struct xbar_cover *)c;
    struct exa_cover_said said;
    HIT(c, WAITS, in, exa_cover_kind(w), exa_cover_waited(waited));
    if (!in)
        return;
    exa_cover_switch_word(&m->x, port, &m->in[port], w, &said);
    if (said.rest >= 0)
        HIT(c, RESTS, said.cause, (unsigned)said.rest);
    if (said.broke >= 0)
        HIT(c, BROKEN, kind_of(port), said.form, (unsigned)said.broke);
    if (said.stray)
        HIT(c, STRAY, kind_of(port), exa_cover_kind(w));
    if (said.header && said.step.cause == TN_EXA_XBAR_FORWARDED)
        hit_forwarded(m, port, said.step.out, &said.k);
    else if (said.header)
        HIT(c, DROPPED, kind_of(port), said.step.cause, exa_cover_form(&said.k));
}

static const struct exa_cover_ops ops = {.reset = reset, .word = word};

struct tn_exa_cover *tn_exa_xbar_cover_new(const struct tn_exa_xbar_params *p)
{
    struct xbar_cover *m = exa_cover_new(sizeof *m, &ops, &tn_exa_xbar_cover_plan);
    if (!m)
        return NULL;
    m->x = exa_switch_of_crossbar(p, 0);
    return &m->c;
}
