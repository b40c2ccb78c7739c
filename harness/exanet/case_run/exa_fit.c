/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A case of ExaNet's switch on a bench of another shape than it was written for: links 8 to 11, gateways 12 to 15, DRAM at
 * port 0, an index of its own for ports 0 to 5. Ports move to those of the same role; a case that needs more is skipped.
 */
#include "exa_fit.h"

#include <tn/exanet/exa.h>
#include <tn/exanet/exa_word.h>
#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum {
    PORTS = 16, LINKS = 8, GATEWAYS = 12, INDEXES = 6, /* as cases are written */
    COUNTERS = 0x400, COUNTERS_END = 0x600,
    NO_PORT = -1
};

struct shape {
    unsigned ports, links, gateways, dram, range_en, step, span;
};

/* What a case uses, a bit a port or an index, and where each port is on this bench. */
struct plan {
    unsigned in, out;
    uint64_t index; /* below 64; bit 63 stands for all above but the dead port's */
    int at[PORTS];
};

static int number(const char *stream)
{
    unsigned p;
    return stream && sscanf(stream + 1, "_exa%u", &p) == 1 && p < PORTS ? (int)p : NO_PORT;
}

static bool is_counter(const struct tn_case_step *s)
{
    return s->op == TN_CASE_EXPECT_REG && s->addr >= COUNTERS && s->addr < COUNTERS_END;
}

static void use(struct plan *p, const char *stream)
{
    int port = number(stream);
    if (port != NO_PORT)
        *(stream[0] == 's' ? &p->in : &p->out) |= 1u << port;
}

bool tn_run_exa_next(const struct tn_case_tlp *words, size_t *at, size_t *first, uint32_t *len)
{
    const size_t n = words->len / EXA_WORD;
    while (*at < n && words->kinds[*at] != TN_EXA_HDR)
        ++*at;
    if (*at == n)
        return false;
    *first = (*at)++;
    while (*at < n && words->kinds[*at] != TN_EXA_HDR)
        ++*at;
    *len = (uint32_t)(EXA_WORD * (*at - *first));
    return true;
}

static void use_index(const struct tn_case_tlp *words, struct plan *p)
{
    size_t at = 0, first;
    uint32_t len;
    while (tn_run_exa_next(words, &at, &first, &len)) {
        struct exa_packet k;
        exa_decode(words->bytes + EXA_WORD * first, len, len, &k);
        const unsigned index = (unsigned)(k.addr >> 32 & 127);
        if (k.addr >> 39 == EXA_PERIPHERALS && index != EXA_P_DEAD)
            p->index |= 1ull << (index < 63 ? index : 63);
    }
}

static void collect(const struct tn_case_step *s, struct plan *p)
{
    use(p, s->point);
    use(p, s->from);
    if (is_counter(s) && s->value) /* who counted something took part */
        *(s->addr < 0x5c0 ? &p->in : &p->out) |= 1u << (s->addr % 0x40 / 4);
    if (s->op == TN_CASE_SEND)
        use_index(&s->tlp[0], p);
}

/* The lowest port whose range has that index, or NO_PORT. */
static int by_index(const struct shape *h, unsigned index)
{
    for (unsigned q = 0; q < h->ports; q++)
        if (h->range_en >> q & 1 && index >= h->step * q && index <= h->step * q + h->span)
            return (int)q;
    return NO_PORT;
}

static bool is_link(const struct shape *h, unsigned q)
{
    return q - h->links < 4;
}

static bool is_gateway(const struct shape *h, unsigned q)
{
    return q - h->gateways < 4;
}

/* The port of an index, when it has no role: what is for a link or a gateway may be LOOP. */
static int local_by_index(const struct shape *h, unsigned index)
{
    const int q = by_index(h, index);
    return q != NO_PORT && (is_link(h, (unsigned)q) || is_gateway(h, (unsigned)q)) ? NO_PORT : q;
}

/* A port for an input of no role: a local one, or a gateway where the case has none of its own. */
static int some_input(const struct shape *h, const struct plan *p, unsigned taken)
{
    const bool gateways = !((p->in | p->out) >> GATEWAYS) && !is_gateway(h, h->dram);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned q = 0; q < h->ports; q++)
            if (!(taken >> q & 1) && !is_link(h, q) && (pass ? gateways && is_gateway(h, q) : !is_gateway(h, q)))
                return (int)q;
    return NO_PORT;
}

static int place(const struct shape *h, const struct plan *p, unsigned port, unsigned taken)
{
    if (port >= LINKS)
        return (int)(port < GATEWAYS ? h->links + port - LINKS : h->gateways + port - GATEWAYS);
    if (port < INDEXES && p->index >> port & 1)
        return local_by_index(h, port);
    return port == 0 ? (int)h->dram : p->out >> port & 1 ? local_by_index(h, port) : some_input(h, p, taken);
}

/* Places every port that the case uses, those with a role first. False: two fall together, or one has no place. */
static bool place_all(const struct shape *h, struct plan *p)
{
    unsigned taken = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned port = 0; port < PORTS; port++) {
            const bool role = port == 0 || port >= LINKS || p->out >> port & 1 || (port < INDEXES && p->index >> port & 1);
            if (!((p->in | p->out) >> port & 1) || role == (pass != 0))
                continue;
            p->at[port] = place(h, p, port, taken);
            if (p->at[port] == NO_PORT || taken >> p->at[port] & 1)
                return false;
            taken |= 1u << p->at[port];
        }
    return true;
}

/* Do memory and indexes lead where the case says? */
static bool routes_hold(const struct shape *h, const struct plan *p)
{
    const bool dram_has_role = is_link(h, h->dram) || is_gateway(h, h->dram);
    if ((p->in & 1 && dram_has_role) || ((p->in | p->out) & 1 && p->at[0] != (int)h->dram) ||
        (is_gateway(h, h->dram) && p->in >> GATEWAYS))
        return false;
    for (unsigned i = 0; i < 64; i++)
        if (p->index >> i & 1 && (i == 63 || by_index(h, i) != (i < INDEXES ? p->at[i] : NO_PORT)))
            return false;
    return true;
}

/* Inputs in the order in which they were: whose turn it is depends on it. */
static bool turns_hold(const struct plan *p)
{
    int last = -1;
    for (unsigned port = 0; port < PORTS; port++)
        if (p->in >> port & 1) {
            if (p->at[port] < last)
                return false;
            last = p->at[port];
        }
    return true;
}

/* Do two inputs send without an expectation between them? */
static bool contends(const struct tn_case *c)
{
    const char *before = NULL;
    for (unsigned k = 0; k < c->step_n; k++) {
        const struct tn_case_step *s = &c->steps[k];
        if (s->op == TN_CASE_SEND && before && strcmp(before, s->point) != 0)
            return true;
        if (s->op == TN_CASE_SEND || s->op == TN_CASE_EXPECT || s->op == TN_CASE_EXPECT_REJECT)
            before = s->op == TN_CASE_SEND ? s->point : NULL;
    }
    return false;
}

static void move(const char **stream, const struct plan *p, const char *const streams[2 * PORTS])
{
    const int port = number(*stream);
    if (port != NO_PORT && p->at[port] != NO_PORT)
        *stream = streams[p->at[port] + ((*stream)[0] == 's' ? 0 : PORTS)];
}

static void move_step(struct tn_case_step *s, const struct plan *p, const char *const streams[2 * PORTS])
{
    const unsigned port = s->op == TN_CASE_EXPECT_REJECT ? s->port : s->addr % 0x40 / 4;
    const int at = p->at[port % PORTS];
    if (s->op == TN_CASE_EXPECT_REJECT && at != NO_PORT)
        s->dir = s->port = (unsigned)at;
    if (is_counter(s) && at != NO_PORT)
        s->addr += 4 * (unsigned)at - 4 * port;
    move(&s->point, p, streams);
    move(&s->from, p, streams);
}

void tn_run_exa_xbar_move(struct tn_case *c, const char *const streams[2 * PORTS], char *why, size_t size)
{
    const struct shape h = {(unsigned)tn_sim_param("PORT_N"), (unsigned)tn_sim_param("LINK_BASE"), (unsigned)tn_sim_param("GW_BASE"),
                            (unsigned)tn_sim_param("DRAM_PORT"), (unsigned)tn_sim_param("RANGE_EN"),
                            (unsigned)tn_sim_param("RANGE_STEP"), (unsigned)tn_sim_param("RANGE_SPAN")};
    const struct shape written = {PORTS, LINKS, GATEWAYS, 0, (1u << INDEXES) - 1, 1, 0};
    struct plan p = {0, 0, 0, {0}};
    if (c->fitted || memcmp(&h, &written, sizeof h) == 0)
        return;
    for (unsigned q = 0; q < PORTS; q++)
        p.at[q] = NO_PORT;
    for (unsigned k = 0; k < c->step_n; k++)
        collect(&c->steps[k], &p);
    if (!place_all(&h, &p))
        snprintf(why, size, "needs more ports of a role than the bench has");
    else if (!routes_hold(&h, &p))
        snprintf(why, size, "needs other ranges, or a DRAM port that is neither link nor gateway");
    else if (!turns_hold(&p) && contends(c))
        snprintf(why, size, "needs its inputs in their order");
    for (unsigned k = 0; k < c->step_n && !why[0]; k++)
        move_step(&c->steps[k], &p, streams);
    c->fitted = !why[0];
}
