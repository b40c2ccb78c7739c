/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_router.def the pins of a router fall into. A judge whose verdicts nobody
 * hears tells packets from words, their ways and who was granted.
 */
#include "router.h"

#include <tn/apenet/ape_cover.h>

#include <string.h>

enum { DIMS = 3, ALL_LINKS = 6, ALL_STREAMS = ALL_LINKS * APE_VCS };
enum { R_SIZE_2, R_NEARER, R_TIE };
enum { S_LOCAL, S_VC_0 };
enum { T_LINK, T_LOCAL, T_OUTSIDE };
enum { H_BELOW, H_AT, H_ABOVE, H_FAR_ABOVE, H_STAYS };
enum { WHY_HOPS, WHY_PORT, WHY_HOPS_OUTSIDE, WHY_HOPS_PORT };
enum { L_DATA, L_HEADERS, L_BOTH };
enum { RIVAL_NONE, RIVAL_ABLE, RIVAL_SHORT };
enum { P_HEADER, P_PAYLOAD, P_FOOTER };
enum { PASSES_VC, PASSES_PORT };
enum { ORDERS_VALID = 6, UNLISTED = 18 };
/* Cycles after which a packet that has room has asked for its output, and after which one would
 * have left if it had room; cycles between two packets that follow each other. */
enum { ASKS_CYC = 8, WAITS_CYC = 12, CLOSE_CYC = 8 };

/* The last dimension of an order by its place on the axis. */
static unsigned third(unsigned order)
{
    static const unsigned last[ORDERS_VALID + 1] = {2, 1, 2, 0, 1, 0, 0};
    return last[order];
}

#define COVER_DEF "../apenet/model/cover_router.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_ape_router_cover_plan = COVER_PLAN;

/* The first packet of an input, while it waits for its output. */
struct first {
    bool waits;
    bool late;            /* it had no room for WAITS_CYC cycles */
    unsigned number, out; /* of the packet; its output */
    unsigned able, lacks; /* cycles in a row with room, without */
};

struct tn_ape_router_cover {
    struct tn_cover *counts;
    struct tn_ape_router_judge *judge;
    uint64_t now;
    unsigned seen[APR_INS]; /* packets of each input that came */
    struct first first[APR_INS];
    struct {
        uint64_t ended; /* cycle in which the last packet ended; 0: none */
        bool alone;     /* that one was a header alone */
        int last;       /* input granted last; -1: none */
    } out[APR_OUTS];
};

static void unheard(void *ctx, const struct tn_verdict *v)
{
    (void)ctx, (void)v;
}

struct tn_ape_router_cover *tn_ape_router_cover_new(const struct tn_ape_router_config *par)
{
    struct tn_ape_router_cover *c = tn_cover_state_new(&tn_ape_router_cover_plan, sizeof *c);
    if (!c)
        return NULL;
    c->judge = tn_ape_router_judge_new(par, unheard, NULL);
    if (c->judge)
        return c;
    tn_ape_router_cover_free(c);
    return NULL;
}

void tn_ape_router_cover_free(struct tn_ape_router_cover *c)
{
    if (c)
        tn_ape_router_judge_free(c->judge);
    tn_cover_state_free(c);
}

/* Where things stand on their axes. */

static bool is_local(const struct tn_ape_router_cover *c, unsigned n)
{
    return n >= (unsigned)APE_VCS * c->judge->config.link_n;
}

static unsigned input_at(const struct tn_ape_router_cover *c, unsigned n)
{
    return is_local(c, n) ? ALL_STREAMS + n - APE_VCS * c->judge->config.link_n : n;
}

static unsigned output_at(const struct tn_ape_router_cover *c, unsigned o)
{
    return o < c->judge->config.link_n ? o : ALL_LINKS + o - c->judge->config.link_n;
}

static unsigned stream_at(const struct tn_ape_router_cover *c, unsigned n)
{
    return is_local(c, n) ? S_LOCAL : S_VC_0 + n % APE_VCS;
}

static unsigned form_at(const struct ape_header *h)
{
    const unsigned n = ape_payload_words(h);
    return h->alone ? 0 : n < 2 ? 1 + n : n < APE_PAYLOAD_WORDS ? 3 : 4;
}

static unsigned type_at(unsigned type)
{
    switch (type) {
    case TN_ape_hdr_type_PUT:
        return 0;
    case TN_ape_hdr_type_SEND:
        return 1;
    case TN_ape_hdr_type_GET:
        return 2;
    case TN_ape_hdr_type_GET_REPLY:
        return 3;
    default:
        return 4;
    }
}

/* The part of a packet whose word stands behind n others. */
static unsigned part_at(unsigned n, unsigned words)
{
    return n == 0 ? P_HEADER : n + 1 < words ? P_PAYLOAD : P_FOOTER;
}

static unsigned order_at(uint32_t order)
{
    const unsigned a = order & 3, b = order >> 2 & 3, c = order >> 4 & 3;
    return (1u << a | 1u << b | 1u << c) == 7 ? 2 * a + (b > c) : ORDERS_VALID;
}

/* Section 2: a packet that comes. */

/* A packet that leaves by a link: which row of the table, which VC, which step. */
static void step(struct tn_ape_router_cover *c, unsigned n, const struct ape_router_parcel *p)
{
    const struct tn_ape_router_judge *j = c->judge;
    const uint32_t me = j->reg[APR_COORD_ME], lattice = j->reg[APR_LATTICE_SIZE];
    const unsigned own[DIMS] = {me >> 10 & 63, me >> 5 & 31, me & 31},
                   dst[DIMS] = {p->header.dst.x, p->header.dst.y, p->header.dst.z},
                   size[DIMS] = {lattice & 127, lattice >> 8 & 63, lattice >> 16 & 63};
    const unsigned d = p->way.dim, per_dim = j->config.link_n / DIMS, o = p->way.out;
    const unsigned ahead = (dst[d] + size[d] - own[d]) % size[d];
    const bool minus = per_dim == 2 && o % 2, wraps = minus ? dst[d] > own[d] : dst[d] < own[d];
    const bool same = !is_local(c, n) && n / APE_VCS / per_dim == d;
    struct ape_header left;
    unsigned differ = 0;
    ape_header_get(p->way.head, &left);
    for (unsigned i = 0; i < DIMS; i++)
        differ += dst[i] != own[i];
    HIT(c, STEPS, o,
        size[d] == 2 || per_dim == 1 ? R_SIZE_2
        : 2 * ahead == size[d]       ? R_TIE
                                     : R_NEARER);
    if (differ > 1)
        HIT(c, ORDERS, order_at(j->reg[APR_DIM_ORDER]), d);
    HIT(c, VCS, is_local(c, n) ? 0 : (same ? 1 : 3) + n % APE_VCS, o, wraps);
    HIT(c, LAST_HOP, o, left.last_hop);
}

/* A packet outside the sizes, when there is one reason alone. */
static void outside(struct tn_ape_router_cover *c, unsigned n, const struct ape_header *h)
{
    const uint32_t lattice = c->judge->reg[APR_LATTICE_SIZE], me = c->judge->reg[APR_COORD_ME];
    const bool here =
        h->dst.x == (me >> 10 & 63) && h->dst.y == (me >> 5 & 31) && h->dst.z == (me & 31);
    const bool why[] = {h->ool, h->dst.x >= (lattice & 127), h->dst.y >= (lattice >> 8 & 63),
                        h->dst.z >= (lattice >> 16 & 63),
                        here && h->port >= c->judge->config.local_n};
    unsigned reasons = 0, at = 0;
    for (unsigned i = 0; i < sizeof why / sizeof *why; i++)
        if (why[i]) {
            reasons++;
            at = i;
        }
    if (reasons == 1)
        HIT(c, BEYOND, at, stream_at(c, n));
}

static void hops(struct tn_ape_router_cover *c, const struct ape_header *h, unsigned to)
{
    const unsigned limit = c->judge->reg[APR_HOP_LIMIT],
                   n = h->hops < APE_HOPS_MAX ? h->hops + 1u : APE_HOPS_MAX;
    HIT(c, HOPS,
        h->hops == APE_HOPS_MAX && limit == APE_HOPS_MAX ? H_STAYS
        : n < limit                                      ? H_BELOW
        : n == limit                                     ? H_AT
        : n == limit + 1                                 ? H_ABOVE
                                                         : H_FAR_ABOVE,
        to);
}

static void dropped(struct tn_ape_router_cover *c, const struct ape_router_parcel *p, unsigned to)
{
    const bool off = to == T_LINK && !(c->judge->reg[APR_PORT_EN] >> p->way.out & 1);
    HIT(c, DROPPED,
        p->way.drop & APR_BY_PORT ? WHY_PORT
        : to == T_OUTSIDE         ? WHY_HOPS_OUTSIDE
        : off                     ? WHY_HOPS_PORT
                                  : WHY_HOPS,
        form_at(&p->header));
    if (p->way.drop & APR_BY_PORT)
        HIT(c, PORTS_OFF, p->way.out);
}

static void comes(struct tn_ape_router_cover *c, unsigned n, const struct ape_router_parcel *p,
                  const uint8_t word[APE_WORD])
{
    const struct ape_header *h = &p->header;
    const unsigned to = p->way.ool ? T_OUTSIDE : p->way.dim < DIMS ? T_LINK : T_LOCAL;
    HIT(c, PACKETS, input_at(c, n), form_at(h));
    HIT(c, HEADERS, h->secded != ape_secded(word), type_at(h->type));
    hops(c, h, to);
    if (to == T_OUTSIDE)
        outside(c, n, h);
    if (p->way.drop) {
        dropped(c, p, to);
        return;
    }
    HIT(c, ROUTES, input_at(c, n), output_at(c, p->way.out));
    if (to == T_LOCAL)
        HIT(c, DELIVERED, h->port, stream_at(c, n));
    else if (to == T_LINK)
        step(c, n, p);
}

static void input(struct tn_ape_router_cover *c, unsigned n, const struct tn_ape_beat *b)
{
    struct ape_router_input *i = &c->judge->in[n];
    const struct ape_router_parcel *p = ape_router_of(i, i->in - 1);
    if (i->in != c->seen[n])
        comes(c, n, p, b->word);
    c->seen[n] = i->in;
    if (i->in && !b->valid && p->taken && p->taken < p->words)
        HIT(c, BUBBLES, is_local(c, n), part_at(p->taken, p->words));
}

/* Section 3: grants. */

/* Which room a packet lacks. Returns false when it has room. */
static bool lacks(const struct tn_ape_router_cover *c, const struct tn_ape_router_pins *p,
                  const struct ape_router_parcel *k, unsigned *what)
{
    const unsigned o = k->way.out, v = k->way.vc;
    *what = L_BOTH;
    if (o >= c->judge->config.link_n)
        return !(p->local_room[o - c->judge->config.link_n] >> v & 1);
    const bool data = p->room_data[o][v] < ape_payload_words(&k->header),
               hdr = p->room_hdr[o][v] < 2;
    *what = data && hdr ? L_BOTH : data ? L_DATA : L_HEADERS;
    return data || hdr;
}

/* Follows the first packet of an input while it waits. */
static void wait(struct tn_ape_router_cover *c, unsigned n, const struct tn_ape_router_pins *p)
{
    struct ape_router_input *i = &c->judge->in[n];
    const struct ape_router_parcel *k = ape_router_of(i, i->out);
    struct first *f = &c->first[n];
    unsigned what;
    if (i->in == i->out || k->began || k->done || k->way.drop) {
        f->waits = false;
        return;
    }
    if (!f->waits || f->number != i->out)
        *f = (struct first){.waits = true, .number = i->out, .out = k->way.out};
    const bool without = lacks(c, p, k, &what);
    f->able = without ? 0 : f->able + 1;
    f->lacks = without ? f->lacks + 1 : 0;
    if (f->lacks != WAITS_CYC)
        return;
    f->late = true;
    if (k->way.out < c->judge->config.link_n)
        HIT(c, SHORT, what, k->way.vc, ape_payload_words(&k->header) != 0);
}

/* The inputs beside the one whose packet an output begins. */
static void beside(struct tn_ape_router_cover *c, unsigned o, unsigned winner)
{
    const bool local = o >= c->judge->config.link_n;
    const unsigned round = c->judge->reg[APR_ARB] & 1;
    bool rival = false;
    for (unsigned n = 0; n < c->judge->ins; n++) {
        const struct first *f = &c->first[n];
        if (n == winner || !f->waits)
            continue;
        rival |= f->out == o;
        if (f->out == o && f->able >= ASKS_CYC)
            HIT(c, GRANTS, round, RIVAL_ABLE, local);
        if (f->out == o && f->lacks >= WAITS_CYC)
            HIT(c, GRANTS, round, RIVAL_SHORT, local);
        if (f->out != o && f->lacks >= WAITS_CYC)
            HIT(c, BESIDE, stream_at(c, n),
                is_local(c, n) || n / APE_VCS != winner / APE_VCS ? PASSES_PORT : PASSES_VC);
    }
    if (!rival)
        HIT(c, GRANTS, round, RIVAL_NONE, local);
    if (round && c->out[o].last >= 0)
        HIT(c, TURNS,
            (int)winner > c->out[o].last   ? 0
            : (int)winner < c->out[o].last ? 1
                                           : 2,
            local);
}

/* An output shows a header for the first time. */
static void begins(struct tn_ape_router_cover *c, unsigned o, const struct ape_router_parcel *k,
                   const struct tn_ape_router_pins *p)
{
    const unsigned winner = (unsigned)c->judge->out[o].last, links = c->judge->config.link_n,
                   v = k->way.vc, payload = ape_payload_words(&k->header);
    const bool local = o >= links;
    beside(c, o, winner);
    c->out[o].last = (int)winner;
    if (c->out[o].ended && c->now <= c->out[o].ended + CLOSE_CYC)
        HIT(c, BEHIND, !c->out[o].alone, local);
    c->out[o].alone = k->header.alone;
    if (local) {
        HIT(c, LOCAL_ROOM, o - links, v, c->first[winner].late);
        return;
    }
    if (payload && p->room_data[o][v] == payload)
        HIT(c, FITS, 0, v);
    if (p->room_hdr[o][v] == 2)
        HIT(c, FITS, 1, v);
}

static void output(struct tn_ape_router_cover *c, unsigned o, const struct tn_ape_router_pins *p)
{
    const struct ape_router_output *out = &c->judge->out[o];
    const struct tn_ape_beat *b = &p->out[o];
    if (out->last < 0 || !b->valid)
        return;
    const struct ape_router_parcel *k = ape_router_of(&c->judge->in[out->last], out->number);
    if (k->began == c->now)
        begins(c, o, k, p);
    if (!b->ready && o < c->judge->config.link_n)
        HIT(c, STALLS, o, part_at(k->gone, k->words));
    if (b->ready && b->last)
        c->out[o].ended = c->now;
}

/* Section 4. */

static unsigned register_at(unsigned r)
{
    static const unsigned listed[] = {APR_VERSION, APR_COORD_ME,  APR_LATTICE_SIZE, APR_DIM_ORDER,
                                      APR_ARB,     APR_HOP_LIMIT, APR_PORT_EN,      APR_OOL,
                                      APR_HOPS,    APR_PORT};
    const unsigned n = sizeof listed / sizeof *listed;
    for (unsigned i = 0; i < n; i++)
        if (r == listed[i])
            return i;
    return r >= APR_OUT && r < APR_OUT + APR_OUTS ? n + r - APR_OUT : UNLISTED;
}

static void restart(struct tn_ape_router_cover *c)
{
    memset(c->seen, 0, sizeof c->seen);
    memset(c->first, 0, sizeof c->first);
    memset(c->out, 0, sizeof c->out);
    for (unsigned o = 0; o < APR_OUTS; o++)
        c->out[o].last = -1;
}

void tn_ape_router_cover_cycle(struct tn_ape_router_cover *c, const struct tn_ape_router_pins *p)
{
    const struct tn_ape_router_judge *j = c->judge;
    unsigned together = 0;
    tn_ape_router_judge_cycle(c->judge, p, ++c->now);
    if (p->rst || !j->reset_seen) {
        restart(c);
        return;
    }
    for (unsigned n = 0; n < j->ins; n++)
        input(c, n, &p->in[n]);
    for (unsigned o = 0; o < j->outs; o++) {
        output(c, o, p);
        together += p->out[o].valid && p->out[o].ready;
    }
    if (together)
        HIT(c, TOGETHER, together - 1);
    for (unsigned n = 0; n < j->ins; n++)
        wait(c, n, p);
    if (p->reg_rd)
        HIT(c, ACCESSES, 0, register_at(p->reg_addr / 4));
    if (p->reg_wr)
        HIT(c, ACCESSES, 1, register_at(p->reg_addr / 4));
}
