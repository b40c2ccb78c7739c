/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The switch's model: what must leave, by input and output, in order; drops; counters
 * (exa_crossbar.md sections 3 to 5).
 */
#include "model.h"

#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS = TN_EXA_XBAR_PORTS, CAUSES = 7 };
enum { REG_ID = 0x000, REG_PARAMS = 0x004, REG_OWN = 0x008, REG_COUNTERS = 0x400 };

struct node {
    struct tn_exa_xbar_packet packet;
    struct node *next;
};

struct flow {
    struct node *first, *last;
};

struct drops {
    uint8_t *cause;
    size_t n, cap;
    size_t taken;
};

struct tn_exa_xbar {
    struct exa_switch conf;
    struct exa_xbar_in in[PORTS];
    struct flow flow[PORTS][PORTS]; /* by input, output */
    struct drops drops[PORTS];
    uint32_t count[CAUSES][PORTS]; /* by cause and input; cause 0: FWD */
    uint32_t sent[PORTS];
};

void tn_exa_xbar_defaults(struct tn_exa_xbar_params *p)
{
    *p = (struct tn_exa_xbar_params){
        .port_n = 16, .link_base = 8, .gw_base = 12, .dram_port = 0, .range_en = 0x003f};
    for (unsigned i = 0; i < PORTS; i++)
        p->range_lo[i] = p->range_hi[i] = (uint8_t)i;
}

struct tn_exa_xbar *exa_switch_new(const struct exa_switch *x)
{
    struct tn_exa_xbar *m = calloc(1, sizeof *m);
    if (m)
        m->conf = *x;
    return m;
}

struct tn_exa_xbar *tn_exa_xbar_new(const struct tn_exa_xbar_params *p, uint32_t own)
{
    tn_require(p->port_n >= 8 && p->port_n <= PORTS);
    tn_require(p->link_base + 4 <= p->port_n && p->gw_base + 4 <= p->port_n);
    tn_require(p->link_base + 4 <= p->gw_base || p->gw_base + 4 <= p->link_base);
    tn_require(p->dram_port < p->port_n);
    const struct exa_switch x = exa_switch_of_crossbar(p, own);
    return exa_switch_new(&x);
}

static void drop_first(struct flow *f)
{
    struct node *n = f->first;
    f->first = n->next;
    if (!f->first)
        f->last = NULL;
    free(n);
}

static void empty(struct tn_exa_xbar *m)
{
    for (unsigned in = 0; in < PORTS; in++) {
        for (unsigned out = 0; out < PORTS; out++)
            while (m->flow[in][out].first)
                drop_first(&m->flow[in][out]);
        free(m->drops[in].cause);
    }
}

void tn_exa_xbar_reset(struct tn_exa_xbar *m, uint32_t own)
{
    struct exa_switch conf = m->conf;
    conf.own = own;
    empty(m);
    memset(m, 0, sizeof *m);
    m->conf = conf;
}

void tn_exa_xbar_free(struct tn_exa_xbar *m)
{
    if (!m)
        return;
    empty(m);
    free(m);
}

static int note_drop(struct tn_exa_xbar *m, unsigned in, enum tn_exa_xbar_cause cause)
{
    struct drops *d = &m->drops[in];
    m->count[cause][in]++;
    if (d->n == d->cap) {
        size_t cap = d->cap ? 2 * d->cap : 16;
        uint8_t *more = realloc(d->cause, cap);
        if (!more)
            return -ENOMEM;
        d->cause = more;
        d->cap = cap;
    }
    d->cause[d->n++] = (uint8_t)cause;
    return 0;
}

static void append(struct tn_exa_xbar_packet *k, const struct tn_exa_word *w, bool last)
{
    tn_require(!k->ended && k->word_n < TN_EXA_PACKET_WORDS);
    k->word[k->word_n++] = *w;
    k->ended = last;
}

static int begin_packet(struct tn_exa_xbar *m, unsigned in, unsigned out, uint64_t cycle)
{
    struct flow *f = &m->flow[in][out];
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        return -ENOMEM;
    n->packet.in = in;
    n->packet.out = out;
    n->packet.cycle = cycle;
    if (f->last)
        f->last->next = n;
    else
        f->first = n;
    f->last = n;
    return 0;
}

int tn_exa_xbar_word(struct tn_exa_xbar *m, unsigned in, const struct tn_exa_word *w,
                     uint64_t cycle, struct tn_exa_xbar_step *step)
{
    static const struct tn_exa_word zeros = {.kind = TN_EXA_FTR};
    struct tn_exa_xbar_step here;
    int err = 0;

    tn_require(in < m->conf.ins);
    if (!step)
        step = &here;
    exa_xbar_step(&m->conf, in, &m->in[in], w, step);
    if (step->broke >= 0) {
        struct tn_exa_xbar_packet *k = &m->flow[in][step->broke].last->packet;
        append(k, &zeros, true);
        k->broken = true;
        err = note_drop(m, in, TN_EXA_XBAR_BROKEN);
    }
    if (!err && step->cause != TN_EXA_XBAR_FORWARDED)
        err = note_drop(m, in, step->cause);
    if (err || step->out < 0)
        return err;
    if (w->kind == TN_EXA_HDR)
        err = begin_packet(m, in, (unsigned)step->out, cycle);
    if (err)
        return err;
    append(&m->flow[in][step->out].last->packet, w, step->last);
    m->count[TN_EXA_XBAR_FORWARDED][in] += step->last;
    return 0;
}

const struct tn_exa_xbar_packet *tn_exa_xbar_head(const struct tn_exa_xbar *m, unsigned in,
                                                  unsigned out)
{
    tn_require(in < PORTS && out < PORTS);
    const struct node *n = m->flow[in][out].first;
    return n ? &n->packet : NULL;
}

void tn_exa_xbar_take(struct tn_exa_xbar *m, unsigned in, unsigned out)
{
    tn_require(in < PORTS && out < PORTS);
    struct flow *f = &m->flow[in][out];
    tn_require(f->first && f->first->packet.ended);
    drop_first(f);
    m->sent[out]++;
}

uint32_t tn_exa_xbar_match(const struct tn_exa_xbar *m, unsigned out, const struct tn_exa_word *w,
                           unsigned n, bool whole)
{
    uint32_t found = 0;
    for (unsigned in = 0; in < m->conf.ins; in++) {
        const struct tn_exa_xbar_packet *k = tn_exa_xbar_head(m, in, out);
        if (!k || k->word_n < n || (whole && (!k->ended || k->word_n != n)))
            continue;
        unsigned same = 0;
        while (same < n && tn_exa_word_same(&k->word[same], &w[same]))
            same++;
        if (same == n)
            found |= 1u << in;
    }
    return found;
}

enum tn_exa_xbar_cause tn_exa_xbar_drop(struct tn_exa_xbar *m, unsigned in)
{
    tn_require(in < PORTS);
    struct drops *d = &m->drops[in];
    if (d->taken == d->n)
        return TN_EXA_XBAR_FORWARDED;
    enum tn_exa_xbar_cause cause = (enum tn_exa_xbar_cause)d->cause[d->taken++];
    if (d->taken == d->n)
        d->taken = d->n = 0; /* the room is used again */
    return cause;
}

unsigned tn_exa_xbar_left(const struct tn_exa_xbar *m)
{
    size_t left = 0;
    for (unsigned in = 0; in < PORTS; in++) {
        left += m->drops[in].n - m->drops[in].taken;
        for (unsigned out = 0; out < PORTS; out++)
            for (const struct node *n = m->flow[in][out].first; n; n = n->next)
                left++;
    }
    return (unsigned)left;
}

/* PARAMS of the block. */
static uint32_t params(const struct exa_switch *x)
{
    const struct tn_exa_xbar_params *p = &x->xbar;
    if (x->kind == EXA_CROSSBAR)
        return p->port_n | p->link_base << 8 | p->gw_base << 16 | p->dram_port << 24;
    return x->kind == EXA_MUX ? x->ins : x->outs;
}

uint32_t tn_exa_xbar_read(const struct tn_exa_xbar *m, uint32_t addr)
{
    static const uint32_t id[] = {
        [EXA_CROSSBAR] = 0x45580001, [EXA_MUX] = 0x45550001, [EXA_DEMUX] = 0x45440001};
    const struct exa_switch *x = &m->conf;
    switch (addr) {
    case REG_ID:
        return id[x->kind];
    case REG_PARAMS:
        return params(x);
    case REG_OWN:
        return x->kind == EXA_CROSSBAR ? x->own : 0;
    default:
        break;
    }
    if (addr < REG_COUNTERS || addr % 4 != 0)
        return 0;
    const uint32_t bank = (addr - REG_COUNTERS) / 4 / PORTS, port = addr / 4 % PORTS;
    if (bank < CAUSES)
        return port < x->ins ? m->count[bank][port] : 0;
    return bank == CAUSES && port < x->outs ? m->sent[port] : 0;
}
