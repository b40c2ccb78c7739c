/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_crossbar.def the words of a switch fall into.
 */
#include "cover.h"
#include "model.h"

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

#define COVER_DEF "exanet/cover_crossbar.def"
#include "../cover_plan.h"
const struct tn_cover_plan tn_exa_xbar_cover_plan = COVER_PLAN;

enum how { EARLY_HEADER, EARLY_FOOTER, PAST_PAYLOAD };
enum rest { HEADER_NEXT, FOOTER_NEXT, PAYLOAD_HEADER, PAYLOAD_FOOTER };

struct input {
    struct exa_xbar_in step;
    unsigned form, cause; /* of the packet under way */
    bool payload;         /* dropped, and had a payload word */
};

struct xbar_cover {
    struct tn_exa_cover c;
    struct exa_switch x;
    struct input in[TN_EXA_XBAR_PORTS];
};

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct xbar_cover *m = (struct xbar_cover *)c;
    m->x.own = own;
    for (unsigned p = 0; p < TN_EXA_XBAR_PORTS; p++)
        m->in[p] = (struct input){.step.state = EXA_XBAR_IDLE};
}

static unsigned kind_of(unsigned in)
{
    return is_link(in) ? LINK : is_gateway(in) ? GATEWAY : BLOCK;
}

static void hit_waits(struct tn_exa_cover *c, bool in, const struct tn_exa_word *w, uint32_t waited)
{
    static const unsigned most[] = {0, 1, 15};
    HIT(c, WAITS, in, w->kind == TN_EXA_HDR ? 0 : w->kind == TN_EXA_PLD ? 1 : 2,
        CLASS_OF(most, waited));
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
    static const unsigned bytes[] = {0, 1, 15, 16, 64, 255};
    static const unsigned words[] = {1, 2, 15};
    static const unsigned most[] = {0, 1, 3};
    struct tn_exa_cover *c = &m->c;
    unsigned total, payload = tn_exa_word_count(k, &total);
    HIT(c, PACKETS, k->type - 1u, k->form, CLASS_OF(bytes, k->len));
    HIT(c, ROUTES, in, (unsigned)out);
    HIT(c, CONTENDED, (unsigned)out, CLASS_OF(most, others(m, in, out)));
    if (payload)
        HIT(c, LANES, k->addr % EXA_WORD, CLASS_OF(words, payload));
}

static void hit_header(struct xbar_cover *m, unsigned in, const struct tn_exa_word *w,
                       const struct tn_exa_xbar_step *step)
{
    struct input *i = &m->in[in];
    struct exa_packet k;
    tn_exa_word_header(w->data, &k);
    i->form = k.form;
    i->cause = step->cause;
    i->payload = false;
    if (step->cause == TN_EXA_XBAR_FORWARDED)
        hit_forwarded(m, in, step->out, &k);
    else
        HIT(&m->c, DROPPED, kind_of(in), step->cause, k.form);
}

/* A word that ends, or goes on with, a packet that was dropped for its header. */
static void hit_rest(struct xbar_cover *m, struct input *i, const struct tn_exa_word *w)
{
    if (w->kind == TN_EXA_PLD)
        i->payload = true;
    else
        HIT(&m->c, RESTS, i->cause,
            w->kind == TN_EXA_HDR ? (i->payload ? PAYLOAD_HEADER : HEADER_NEXT)
                                  : (i->payload ? PAYLOAD_FOOTER : FOOTER_NEXT));
}

static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                 uint32_t waited)
{
    struct xbar_cover *m = (struct xbar_cover *)c;
    struct tn_exa_xbar_step step;
    struct input *i = &m->in[port];
    hit_waits(c, in, w, waited);
    if (!in)
        return;
    if (i->step.state == EXA_XBAR_DROPPING && i->cause != TN_EXA_XBAR_FORWARDED)
        hit_rest(m, i, w);
    exa_xbar_step(&m->x, port, &i->step, w, &step);
    if (step.broke >= 0)
        HIT(c, BROKEN, kind_of(port), i->form,
            w->kind == TN_EXA_HDR   ? EARLY_HEADER
            : w->kind == TN_EXA_FTR ? EARLY_FOOTER
                                    : PAST_PAYLOAD);
    if (step.cause == TN_EXA_XBAR_STRAY)
        HIT(c, STRAY, kind_of(port), w->kind == TN_EXA_PLD ? 1 : 2);
    else if (w->kind == TN_EXA_HDR)
        hit_header(m, port, w, &step);
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
