/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The outputs of a router (ape_router.md section 3): whose packet a header begins, whether it could
 * be granted, and whether another one was due before.
 */
#include "router.h"

#include <string.h>

enum { GRANT_CYC = 2, ASK_CYC = 8, LATENCY = 10, RECENT = 16 };

/* Says whether two headers are of one packet: what routers leave alone. */
static bool same_packet(const struct ape_header *a, const struct ape_header *b)
{
    return a->pid == b->pid && a->addr == b->addr && a->len == b->len && a->type == b->type &&
           a->alone == b->alone && a->port == b->port && a->dst.x == b->dst.x &&
           a->dst.y == b->dst.y && a->dst.z == b->dst.z;
}

/* The first packet of an input that must leave by an output and has not begun. */
static struct ape_router_parcel *waiting(struct ape_router_input *i, unsigned o, unsigned *number)
{
    for (unsigned k = i->out; k != i->in; k++) {
        struct ape_router_parcel *p = ape_router_of(i, k);
        if (!p->done && !p->began && !p->way.drop && p->way.out == o) {
            *number = k;
            return p;
        }
    }
    return NULL;
}

/* The rule that a header breaks which is of a known packet. */
static unsigned blame(const struct tn_ape_router_judge *j, const struct ape_router_parcel *p,
                      unsigned o, const struct ape_header *h)
{
    struct ape_header due;
    if (p->way.drop)
        return p->way.drop & APR_BY_HOPS ? R_DROP_1 : R_DROP_2;
    if (p->began)
        return R_FLOW_1;
    if (p->way.out != o) {
        const unsigned per_dim = j->config.link_n == APR_LINKS ? 2 : 1;
        if (p->way.ool)
            return R_OOL_1;
        if (!ape_router_is_link(j, p->way.out))
            return R_LOC_1;
        return ape_router_is_link(j, o) && o / per_dim == p->way.dim ? R_WAY_1 : R_DIM_1;
    }
    ape_header_get(p->way.head, &due);
    if (h->vc != due.vc || h->last_hop != due.last_hop)
        return R_VC_1;
    return h->ool != due.ool ? R_OOL_1 : R_HDR_1;
}

/* Finds the packet that a header is of, under way or just dropped, and its input. NULL: there is
 * none. */
static struct ape_router_parcel *known(struct tn_ape_router_judge *j, const struct ape_header *h,
                                       unsigned *input)
{
    for (unsigned n = 0; n < j->ins; n++)
        for (unsigned k = j->in[n].in > RECENT ? j->in[n].in - RECENT : 0; k != j->in[n].in; k++) {
            struct ape_router_parcel *p = ape_router_of(&j->in[n], k);
            if (!same_packet(&p->header, h) || (p->done && !p->way.drop))
                continue;
            *input = n;
            return p;
        }
    return NULL;
}

/* A header that no input's next packet has. */
static void strange(struct tn_ape_router_judge *j, unsigned o, const uint8_t word[APE_WORD])
{
    struct ape_header h;
    unsigned rule = R_FLOW_1, n = 0, number;
    ape_header_get(word, &h);
    const struct ape_router_parcel *p = known(j, &h, &n);
    if (p) {
        rule = blame(j, p, o, &h);
        if (rule == R_HDR_1 && p != waiting(&j->in[n], o, &number) &&
            memcmp(p->way.head, word, APE_WORD) == 0)
            rule = R_ORD_1;
    }
    tn_scope_judge(&j->out[o].scope, rule, false, "the header of a packet that is due here",
                   "output %u: %02x%02x%02x%02x...%02x%02x%02x%02x", o, word[0], word[1], word[2],
                   word[3], word[12], word[13], word[14], word[15]);
}

/* No other input was before the one that was granted. */
static void arbitration(struct tn_ape_router_judge *j, unsigned o, unsigned winner,
                        const struct ape_router_parcel *w)
{
    const struct ape_router_output *out = &j->out[o];
    const bool round = j->reg[APR_ARB] & 1;
    const unsigned from = round ? (unsigned)(out->last + 1) : 0;
    if (round && out->last < 0)
        return;
    for (unsigned n = 0; n < j->ins; n++) {
        const struct ape_router_input *i = &j->in[n];
        const struct ape_router_parcel *p = &i->parcel[i->out % PARCELS];
        const uint64_t asks = (p->came > i->free ? p->came : i->free) + ASK_CYC;
        if (n == winner || i->in == i->out || p->began || p->way.drop || p->way.out != o ||
            !p->able)
            continue;
        const bool before = (n + j->ins - from) % j->ins < (winner + j->ins - from) % j->ins;
        if (asks <= w->granted && p->able <= w->granted)
            tn_scope_remark(&j->out[o].scope, R_ARB_1, !before,
                            round ? "inputs in turn" : "the lowest input first",
                            "output %u: input %u before %u", o, winner, n);
    }
}

static void grant(struct tn_ape_router_judge *j, unsigned o, unsigned n,
                  struct ape_router_parcel *p)
{
    struct tn_scope *s = &j->out[o].scope;
    tn_scope_remark(s, R_CUT_1, p->granted && p->granted + GRANT_CYC <= j->now,
                    "room for the whole packet, 2 cycles before", "output %u: none, or too early",
                    o);
    if (p->granted)
        arbitration(j, o, n, p);
    if (p->alone && p->able && p->able == p->came)
        tn_scope_remark(s, R_LAT_1, j->now - p->came <= LATENCY, "at most 10 cycles", "%u",
                        (unsigned)(j->now - p->came));
}

struct ape_router_parcel *ape_router_header(struct tn_ape_router_judge *j, unsigned o,
                                            const struct tn_ape_beat *b, unsigned vc)
{
    struct ape_router_output *out = &j->out[o];
    for (unsigned n = 0; n < j->ins; n++) {
        unsigned number = 0;
        struct ape_router_parcel *p = waiting(&j->in[n], o, &number);
        if (!p || memcmp(p->way.head, b->word, APE_WORD) != 0)
            continue;
        grant(j, o, n, p);
        tn_judge_held(&j->judge, R_HDR_1);
        tn_judge_held(&j->judge, R_ORD_1);
        tn_judge_held(&j->judge, p->way.ool                 ? R_OOL_1
                                 : ape_router_is_link(j, o) ? R_WAY_1
                                                            : R_LOC_1);
        if (ape_router_is_link(j, o))
            tn_judge_held(&j->judge, R_DIM_1);
        tn_scope_judge(&out->scope, R_VC_1, ape_router_is_link(j, o) || vc == p->way.vc,
                       "the VC of its stream", "%u", vc);
        out->from = (int)n;
        out->number = number;
        out->last = (int)n;
        p->began = j->now;
        p->gone = 0;
        return p;
    }
    strange(j, o, b->word);
    return NULL;
}
