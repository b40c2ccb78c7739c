/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The switch, a word at a time: routes (exa_crossbar.md section 2), causes and the ends
 * of packets (section 3), for the switch, the mux and the demux. Models and watches go by it.
 */
#include "model.h"

enum { LINKS = 4, NODE_BITS = 22 };

static bool is_in(unsigned port, unsigned base)
{
    return port >= base && port < base + LINKS;
}

/* The table of section 2, first line that applies; -1 for none. */
static int look_up(const struct tn_exa_xbar_params *p, uint32_t own, unsigned in,
                   const struct exa_packet *k)
{
    const struct exa_node me = exa_node_of(own), to = k->dst;
    const unsigned own_fpga = me.fpga;

    if (to.tor != me.tor || to.x != me.x || to.y != me.y || to.z != me.z) {
        if (own_fpga != 0)
            return (int)p->link_base;
        return (int)(p->gw_base + (is_in(in, p->link_base) ? in - p->link_base : 0));
    }
    if (to.fpga != own_fpga)
        return (int)(p->link_base + to.fpga);
    if (!exa_is_peripheral(k->addr))
        return (int)p->dram_port;
    const unsigned index = exa_peripheral(k->addr);
    if (index == EXA_P_DEAD)
        return (int)(p->link_base + own_fpga);
    for (unsigned i = 0; i < p->port_n; i++)
        if (p->range_en >> i & 1 && index >= p->range_lo[i] && index <= p->range_hi[i])
            return (int)i;
    return -1;
}

int tn_exa_xbar_route(const struct tn_exa_xbar_params *p, uint32_t own, unsigned in,
                      const struct exa_packet *k, enum tn_exa_xbar_cause *cause)
{
    int out = look_up(p, own & ((1u << NODE_BITS) - 1), in, k);
    *cause = TN_EXA_XBAR_FORWARDED;
    if (out < 0) {
        *cause = TN_EXA_XBAR_ROUTE;
        return -1;
    }
    if ((is_in(in, p->link_base) && (unsigned)out == in) ||
        (is_in(in, p->gw_base) && is_in((unsigned)out, p->gw_base))) {
        *cause = TN_EXA_XBAR_LOOP;
        return -1;
    }
    return out;
}

bool exa_is_malformed(const struct exa_packet *k)
{
    return !exa_well_formed(k);
}

struct exa_switch exa_switch_of_crossbar(const struct tn_exa_xbar_params *p, uint32_t own)
{
    return (struct exa_switch){
        .kind = EXA_CROSSBAR, .ins = p->port_n, .outs = p->port_n, .own = own, .xbar = *p};
}

struct exa_switch exa_switch_of_mux(unsigned in_n)
{
    return (struct exa_switch){.kind = EXA_MUX, .ins = in_n, .outs = 1};
}

struct exa_switch exa_switch_of_demux(const struct tn_exa_demux_params *p)
{
    return (struct exa_switch){.kind = EXA_DEMUX, .ins = 1, .outs = p->out_n, .demux = *p};
}

static int route(const struct exa_switch *x, unsigned in, const struct exa_packet *k,
                 enum tn_exa_xbar_cause *cause)
{
    int out = 0;
    if (x->kind == EXA_CROSSBAR)
        return tn_exa_xbar_route(&x->xbar, x->own, in, k, cause);
    if (x->kind == EXA_DEMUX)
        out = exa_demux_route(&x->demux, k);
    *cause = out < 0 ? TN_EXA_XBAR_ROUTE : TN_EXA_XBAR_FORWARDED;
    return out;
}

static void begin(const struct exa_switch *x, unsigned in, struct exa_xbar_in *s,
                  const struct tn_exa_word *w, struct tn_exa_xbar_step *step)
{
    struct exa_packet k;
    unsigned total;

    if (!tn_exa_word_header(w->data, &k))
        step->cause = TN_EXA_XBAR_HCRC;
    else if (exa_is_malformed(&k))
        step->cause = TN_EXA_XBAR_MALF;
    else
        step->out = route(x, in, &k, &step->cause);

    if (step->cause != TN_EXA_XBAR_FORWARDED) {
        s->state = EXA_XBAR_DROPPING;
        return;
    }
    s->out = step->out;
    s->want = tn_exa_word_count(&k, &total);
    s->got = 0;
    step->last = total == 1;
    s->state = step->last ? EXA_XBAR_IDLE : EXA_XBAR_SENDING;
}

/* A payload or footer word of a packet that is being sent. */
static void go_on(struct exa_xbar_in *s, const struct tn_exa_word *w, struct tn_exa_xbar_step *step)
{
    const bool footer = w->kind == TN_EXA_FTR;

    if (footer ? s->got == s->want : s->got < s->want) {
        step->out = s->out;
        step->last = footer;
        s->got += !footer;
        if (footer)
            s->state = EXA_XBAR_IDLE;
        return;
    }
    step->broke = s->out;
    /* a footer too early is the end; a word too many is followed by its footer */
    s->state = footer ? EXA_XBAR_IDLE : EXA_XBAR_DROPPING;
}

void exa_xbar_step(const struct exa_switch *x, unsigned in, struct exa_xbar_in *s,
                   const struct tn_exa_word *w, struct tn_exa_xbar_step *step)
{
    *step = (struct tn_exa_xbar_step){.broke = -1, .out = -1};
    if (w->kind == TN_EXA_HDR) {
        if (s->state == EXA_XBAR_SENDING)
            step->broke = s->out;
        begin(x, in, s, w, step);
    } else if (s->state == EXA_XBAR_SENDING) {
        go_on(s, w, step);
    } else if (s->state == EXA_XBAR_DROPPING) {
        if (w->kind == TN_EXA_FTR)
            s->state = EXA_XBAR_IDLE;
    } else {
        step->cause = TN_EXA_XBAR_STRAY;
    }
}
