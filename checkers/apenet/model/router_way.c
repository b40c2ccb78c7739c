/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The way of a packet through a router (ape_router.md section 2).
 */
#include "router.h"

#include <string.h>

enum { DIMS = 3, ALL_LINKS = 6 };

static void order(const struct tn_ape_router_judge *j, unsigned dims[DIMS])
{
    unsigned seen = 0;
    for (unsigned i = 0; i < DIMS; i++) {
        dims[i] = j->reg[APR_DIM_ORDER] >> 2 * i & 3;
        seen |= 1u << dims[i];
    }
    for (unsigned i = 0; i < DIMS && seen != 7; i++)
        dims[i] = DIMS - 1 - i;
}

/* The dimension of an input's link; DIMS: a local port. */
static unsigned dim_of(const struct tn_ape_router_judge *j, unsigned n)
{
    const unsigned link = n / APE_VCS;
    if (link >= j->config.link_n)
        return DIMS;
    return j->config.link_n == ALL_LINKS ? link / 2 : link;
}

/* Goes one step in dimension d. */
static void step(const struct tn_ape_router_judge *j, unsigned n, unsigned d,
                 const unsigned own[DIMS], const unsigned dst[DIMS], const unsigned size[DIMS],
                 struct ape_router_way *w)
{
    const unsigned s = size[d], ahead = (dst[d] + s - own[d]) % s,
                   all = j->config.link_n == ALL_LINKS;
    const unsigned plus_port = all ? 2 * d : d;
    const bool tie = 2 * ahead == s;
    const bool plus =
        s == 2 || !all || (tie ? j->reg[APR_PORT_EN] >> plus_port & 1 : 2 * ahead < s);
    const unsigned next = (own[d] + (plus ? 1 : s - 1)) % s;
    const bool wraps = plus ? dst[d] < own[d] : dst[d] > own[d];
    w->dim = d;
    w->out = plus_port + !plus;
    w->vc = dim_of(j, n) == d ? n % APE_VCS : wraps;
    if (!(j->reg[APR_PORT_EN] >> w->out & 1))
        w->drop |= APR_BY_PORT;
    w->head[APE_WORD - 1] =
        (uint8_t)((w->head[APE_WORD - 1] & 0xe0) | (next == dst[d]) << 4 | w->vc);
}

/* Comes out at a local port. */
static void deliver(const struct tn_ape_router_judge *j, unsigned n, unsigned port,
                    struct ape_router_way *w)
{
    w->dim = DIMS;
    w->out = j->config.link_n + port;
    w->vc = dim_of(j, n) == DIMS ? 0 : n % APE_VCS;
    w->head[APE_WORD - 1] = (uint8_t)((w->head[APE_WORD - 1] & 0xe0) | w->vc);
}

void ape_router_route(const struct tn_ape_router_judge *j, unsigned n, const struct ape_header *h,
                      const uint8_t word[APE_WORD], struct ape_router_way *w)
{
    const uint32_t me = j->reg[APR_COORD_ME], lattice = j->reg[APR_LATTICE_SIZE];
    const unsigned own[DIMS] = {me >> 10 & 63, me >> 5 & 31, me & 31},
                   dst[DIMS] = {h->dst.x, h->dst.y, h->dst.z};
    const unsigned size[DIMS] = {lattice & 127, lattice >> 8 & 63, lattice >> 16 & 63};
    unsigned dims[DIMS], d = DIMS;
    struct ape_header out;
    memset(w, 0, sizeof *w);
    w->ool = h->ool;
    order(j, dims);
    for (unsigned i = 0; i < DIMS; i++) {
        w->ool |= dst[i] >= size[i];
        if (d == DIMS && dst[dims[i]] != own[dims[i]])
            d = dims[i];
    }
    w->ool |= d == DIMS && h->port >= j->config.local_n;
    memcpy(w->head, word, APE_WORD);
    const uint16_t hops = (uint16_t)(h->hops < APE_HOPS_MAX ? h->hops + 1 : APE_HOPS_MAX);
    if (hops > j->reg[APR_HOP_LIMIT])
        w->drop = APR_BY_HOPS;
    if (w->ool || d == DIMS)
        deliver(j, n, w->ool ? 0 : h->port, w);
    else
        step(j, n, d, own, dst, size, w);
    if (w->drop & APR_BY_HOPS)
        w->drop = APR_BY_HOPS; /* the port is looked at last */
    ape_header_get(w->head, &out);
    out.hops = hops;
    out.ool = w->ool;
    ape_header_put(&out, w->head);
    w->head[0] = ape_secded(w->head);
}
