/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The way of a packet through a lattice of routers (ape_router.md section 2).
 */
#include <tn/apenet/ape_net.h>

#include <string.h>

enum { X, Y, Z };

struct place {
    unsigned at[APE_NET_DIMS];
};

static struct place place_of(const struct tn_ape_net_config *c, unsigned node)
{
    return (struct place){
        {node % c->size[X], node / c->size[X] % c->size[Y], node / c->size[X] / c->size[Y]}};
}

static unsigned number_of(const struct tn_ape_net_config *c, const struct place *p)
{
    return p->at[X] + c->size[X] * (p->at[Y] + c->size[Y] * p->at[Z]);
}

/* The dimension of a link, and whether the link goes plus. */
static unsigned dimension(const struct tn_ape_net_config *c, unsigned link, bool *plus)
{
    *plus = c->link_n == APE_NET_DIMS || link % 2 == 0;
    return c->link_n == APE_NET_DIMS ? link : link / 2;
}

unsigned tn_ape_net_next(const struct tn_ape_net_config *c, unsigned node, unsigned link)
{
    struct place p = place_of(c, node);
    bool plus;
    unsigned d = dimension(c, link, &plus), s = c->size[d];
    p.at[d] = (p.at[d] + (plus ? 1 : s - 1)) % s;
    return number_of(c, &p);
}

/* The order of dimensions: an invalid one is z, y, x. */
static void order(const struct tn_ape_net_config *c, uint8_t out[APE_NET_DIMS])
{
    unsigned seen = 0;
    for (unsigned i = 0; i < APE_NET_DIMS; i++)
        seen |= 1u << c->order[i];
    for (unsigned i = 0; i < APE_NET_DIMS; i++)
        out[i] = (uint8_t)(seen == 7 ? c->order[i] : Z - i);
}

/* Says whether a packet goes plus from own to dst in a ring. */
static bool goes_plus(const struct tn_ape_net_config *c, unsigned size, unsigned own, unsigned dst)
{
    unsigned d = (dst + size - own) % size;
    if (size == 2 || c->link_n == APE_NET_DIMS)
        return true;
    return 2 * d == size ? !c->minus_on_tie : 2 * d < size;
}

/* Goes through dimension d to its end. */
static void ring(const struct tn_ape_net_config *c, unsigned d, unsigned dst, struct place *p,
                 struct tn_ape_net_way *way)
{
    unsigned size = c->size[d], from = p->at[d];
    bool plus = goes_plus(c, size, from, dst);
    uint8_t vc = plus ? dst < from : dst > from; /* the way uses the wrap link */
    while (p->at[d] != dst) {
        struct tn_ape_net_step *s = &way->step[way->steps++];
        s->node = (uint16_t)number_of(c, p);
        s->link = (uint8_t)(c->link_n == APE_NET_DIMS ? d : 2 * d + !plus);
        s->vc = vc;
        p->at[d] = (p->at[d] + (plus ? 1 : size - 1)) % size;
        s->last_hop = p->at[d] == dst;
        way->vc = vc;
    }
}

void tn_ape_net_route(const struct tn_ape_net_config *c, unsigned node, const struct ape_header *h,
                      struct tn_ape_net_way *way)
{
    struct place p = place_of(c, node);
    const unsigned dst[APE_NET_DIMS] = {h->dst.x, h->dst.y, h->dst.z};
    uint8_t dims[APE_NET_DIMS];
    unsigned hops;
    memset(way, 0, sizeof *way);
    way->ool = h->ool;
    for (unsigned d = 0; d < APE_NET_DIMS; d++)
        way->ool = way->ool || dst[d] >= c->size[d];
    order(c, dims);
    for (unsigned i = 0; i < APE_NET_DIMS && !way->ool; i++)
        ring(c, dims[i], dst[dims[i]], &p, way);
    way->node = (uint16_t)number_of(c, &p);
    way->port = h->port;
    if (way->ool || h->port >= c->local_n) {
        way->ool = true;
        way->port = 0;
    }
    hops = h->hops + way->steps + 1u;
    if (hops > c->hop_limit && c->hop_limit < APE_HOPS_MAX) {
        way->dropped = true;
        way->steps = c->hop_limit > h->hops ? (unsigned)(c->hop_limit - h->hops)
                                            : 0u; /* links before the drop */
    }
    way->hops = (uint16_t)(hops < APE_HOPS_MAX ? hops : APE_HOPS_MAX);
}
