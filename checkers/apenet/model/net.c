/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a lattice: packets under way, each with its way, in the order in which they went in.
 */
#include <tn/apenet/ape_net.h>

#include <stdlib.h>
#include <string.h>

enum { R_WAY, R_VC, R_HDR, R_LOC, R_OOL, R_FLOW, R_ORD, R_NET, R_MADE };
static const char *const rules[] = {"APR-WAY-1", "APR-VC-1",   "APR-HDR-1", "APR-LOC-1",
                                    "APR-OOL-1", "APR-FLOW-1", "APR-ORD-1", "APR-NET-1",
                                    "APR-NET-3", NULL};

/* A packet under way. */
struct flight {
    struct flight *next; /* went in later */
    uint16_t node;       /* where it went in */
    uint8_t port;
    struct tn_ape_net_way way;
    unsigned step; /* links behind it */
    size_t len;
    uint8_t bytes[]; /* as it went in */
};

struct tn_ape_net {
    struct tn_judge judge;
    struct tn_ape_net_config config;
    struct flight *first, **end;
    size_t n;
    uint64_t matched;
    bool lossy;
    size_t strange; /* lossy: packets with err, or headers alone, of which no header tells whose
                       they are */
};

struct tn_ape_net *tn_ape_net_new(const struct tn_ape_net_config *c, tn_verdict_fn *fn, void *ctx)
{
    struct tn_ape_net *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    tn_judge_init(&n->judge, rules, fn, ctx);
    n->config = *c;
    n->end = &n->first;
    return n;
}

void tn_ape_net_lossy(struct tn_ape_net *n)
{
    n->lossy = true;
}

static void take(struct tn_ape_net *n, struct flight **at)
{
    struct flight *f = *at;
    *at = f->next;
    if (n->end == &f->next)
        n->end = at;
    free(f);
    n->n--;
}

void tn_ape_net_free(struct tn_ape_net *n)
{
    while (n && n->first)
        take(n, &n->first);
    free(n);
}

void tn_ape_net_in(struct tn_ape_net *n, uint64_t cycle, unsigned node, unsigned port,
                   const uint8_t *packet, size_t len)
{
    struct flight *f = malloc(sizeof *f + len);
    struct ape_header h;
    n->judge.cycle = cycle;
    if (!f)
        return;
    *f = (struct flight){.node = (uint16_t)node, .port = (uint8_t)port, .len = len};
    memcpy(f->bytes, packet, len);
    ape_header_get(packet, &h);
    tn_ape_net_route(&n->config, node, &h, &f->way);
    *n->end = f;
    n->end = &f->next;
    n->n++;
    if (f->way.dropped && f->way.steps == 0) {
        struct flight **at = &n->first;
        while (*at != f)
            at = &(*at)->next;
        take(n, at);
    }
}

/* The header that a packet has behind so many routers. */
static void header_behind(const struct flight *f, unsigned routers, unsigned vc, bool last_hop,
                          uint8_t word[APE_WORD])
{
    struct ape_header h;
    unsigned hops;
    ape_header_get(f->bytes, &h);
    hops = h.hops + routers;
    h.hops = (uint16_t)(hops < APE_HOPS_MAX ? hops : APE_HOPS_MAX);
    h.vc = (uint8_t)vc;
    h.last_hop = last_hop;
    h.ool = h.ool || (f->way.ool && routers > f->way.steps); /* where it comes out */
    ape_header_put(&h, word);
    TN_PUT(word, ape_hdr, secded, ape_secded(word));
}

/* Compares of a header what no router changes. */
static bool same_packet_header(const struct flight *f, const uint8_t packet[APE_WORD])
{
    uint8_t a[APE_WORD], b[APE_WORD];
    memcpy(a, f->bytes, APE_WORD);
    memcpy(b, packet, APE_WORD);
    for (uint8_t *w = a; w; w = w == a ? b : NULL) {
        TN_PUT(w, ape_hdr, secded, 0);
        TN_PUT(w, ape_hdr, hops, 0);
        TN_PUT(w, ape_hdr, ool, 0);
        TN_PUT(w, ape_hdr, last_hop, 0);
        TN_PUT(w, ape_hdr, vc, 0);
    }
    return memcmp(a, b, APE_WORD) == 0;
}

/* Compares what no router changes. */
static bool same(const struct flight *f, const uint8_t *packet, size_t len)
{
    return f->len == len && memcmp(f->bytes + APE_WORD, packet + APE_WORD, len - APE_WORD) == 0 &&
           same_packet_header(f, packet);
}

static bool due_on(const struct tn_ape_net *n, const struct flight *f, unsigned node, unsigned link)
{
    const struct tn_ape_net_step *s = &f->way.step[f->step];
    unsigned back = n->config.link_n == APE_NET_DIMS ? link : link ^ 1;
    return f->step < f->way.steps && s->link == back &&
           tn_ape_net_next(&n->config, s->node, s->link) == node;
}

static bool same_header(struct tn_ape_net *n, const uint8_t want[APE_WORD], const uint8_t *packet)
{
    uint32_t vc = TN_GET(want, ape_hdr, vc), found = TN_GET(packet, ape_hdr, vc);
    tn_judge(&n->judge, R_VC,
             vc == found && TN_GET(want, ape_hdr, last_hop) == TN_GET(packet, ape_hdr, last_hop),
             "the VC of the way, last_hop on the last hop", "vc %u, not %u, hops %u", found, vc,
             TN_GET(packet, ape_hdr, hops));
    if (vc != found)
        return false;
    return tn_judge(&n->judge, R_HDR, memcmp(want, packet, APE_WORD) == 0,
                    "hops + 1, ool, SECDED made anew, the rest as it came",
                    "hops %u, not %u; SECDED %02x, not %02x", TN_GET(packet, ape_hdr, hops),
                    TN_GET(want, ape_hdr, hops), packet[0], want[0]);
}

void tn_ape_net_line(struct tn_ape_net *n, uint64_t cycle, unsigned node, unsigned link,
                     const uint8_t *packet, size_t len)
{
    struct flight **at = &n->first, *f, *elsewhere = NULL;
    uint8_t want[APE_WORD];
    n->judge.cycle = cycle;
    if (n->lossy)
        return; /* a word that is struck here is so where it came in, too */
    for (; (f = *at) != NULL; at = &f->next) {
        if (!same(f, packet, len))
            continue;
        elsewhere = elsewhere ? elsewhere : f;
        if (due_on(n, f, node, link))
            break;
    }
    if (!f) {
        tn_judge(&n->judge, elsewhere ? R_WAY : R_FLOW, false, "a packet on its way",
                 "%s on link %u into node %u",
                 elsewhere ? "a packet whose way is another" : "a packet that nobody sent", link,
                 node);
        return;
    }
    tn_judge_held(&n->judge, R_WAY);
    tn_judge_held(&n->judge, R_FLOW);
    header_behind(f, f->step + 1, f->way.step[f->step].vc, f->way.step[f->step].last_hop, want);
    same_header(n, want, packet);
    f->step++;
    if (f->way.dropped && f->step == f->way.steps)
        take(n, at);
}

/* Takes the packet that has come out. before: an older one of the same ports is still under way. */
static void came_out(struct tn_ape_net *n, struct flight **at, unsigned vc, const uint8_t *packet,
                     bool before)
{
    struct flight *f = *at;
    uint8_t want[APE_WORD];
    bool good = tn_judge(&n->judge, R_ORD, !before, "packets of two ports in their order",
                         "one overtaken from node %u", f->node);
    good = tn_judge(&n->judge, R_VC, vc == f->way.vc, "l_rx_vc of the last link", "%u, not %u", vc,
                    f->way.vc) &&
           good;
    header_behind(f, f->way.steps + 1, f->way.vc, false, want);
    good = same_header(n, want, packet) && good;
    tn_judge_held(&n->judge, f->way.ool ? R_OOL : R_LOC);
    n->matched += good;
    take(n, at);
}

/* A packet with err, or one whose header is all: an error changed it. */
static bool changed(const uint8_t *packet, size_t len)
{
    struct ape_footer f;
    if (len == APE_WORD)
        return true;
    ape_footer_get(packet + len - APE_WORD, &f);
    return f.err;
}

/* Finds the first packet under way to a local port that has these bytes, or at least this header;
 * the end of the list when there is none. */
static struct flight **flight_to(struct tn_ape_net *n, unsigned node, unsigned port,
                                 const uint8_t *packet, size_t len, bool whole)
{
    struct flight **at = &n->first, *f;
    for (; (f = *at) != NULL; at = &f->next)
        if (f->way.node == node && f->way.port == port && f->len == len &&
            (whole ? same(f, packet, len) : same_packet_header(f, packet)))
            break;
    return at;
}

/* A packet came out behind lines with faults: it is one that was given, in its place, or an error
 * changed it on its way. */
static void came_out_lossy(struct tn_ape_net *n, unsigned node, unsigned port,
                           const uint8_t *packet, size_t len)
{
    const bool broken = changed(packet, len);
    struct flight **at = flight_to(n, node, port, packet, len, true), *f;
    if (!*at && broken)
        at = flight_to(n, node, port, packet, len, false);
    f = *at;
    if (f) {
        n->matched += !broken;
        take(n, at);
    } else {
        n->strange += broken;
    }
    tn_judge(&n->judge, R_MADE, f || broken, "a packet that was given to a local port",
             "another at port %u of node %u", port, node);
}

void tn_ape_net_out(struct tn_ape_net *n, uint64_t cycle, unsigned node, unsigned port, unsigned vc,
                    const uint8_t *packet, size_t len)
{
    struct flight **at = &n->first, *f, *older;
    n->judge.cycle = cycle;
    if (n->lossy) {
        came_out_lossy(n, node, port, packet, len);
        return;
    }
    while ((f = *at) != NULL && !(same(f, packet, len) && f->step == f->way.steps))
        at = &f->next;
    if (!f) {
        tn_judge(&n->judge, R_NET, false, "a packet that was sent, with its bytes",
                 "another at port %u of node %u", port, node);
        return;
    }
    if (!tn_judge(&n->judge, f->way.ool ? R_OOL : R_LOC, f->way.node == node && f->way.port == port,
                  "the local port of its header; port 0 when out of lattice",
                  "port %u of node %u, not port %u of node %u", port, node, f->way.port,
                  f->way.node)) {
        take(n, at);
        return;
    }
    for (older = n->first; older != f; older = older->next)
        if (older->node == f->node && older->port == f->port && older->way.node == f->way.node &&
            older->way.port == f->way.port)
            break;
    tn_judge_held(&n->judge, R_NET);
    tn_judge_held(&n->judge, R_MADE);
    came_out(n, at, vc, packet, older != f);
}

size_t tn_ape_net_pending(const struct tn_ape_net *n)
{
    return n->n;
}

uint64_t tn_ape_net_matched(const struct tn_ape_net *n)
{
    return n->matched;
}

void tn_ape_net_finish(struct tn_ape_net *n, uint64_t cycle)
{
    n->judge.cycle = cycle;
    if (n->lossy)
        tn_judge(&n->judge, R_MADE, n->strange <= n->n, "no more changed packets than are missing",
                 "%zu, and %zu missing", n->strange, n->n);
    for (; n->first; take(n, &n->first))
        if (!n->lossy)
            tn_judge(
                &n->judge, R_NET, false, "a packet before the end",
                "none: one from port %u of node %u to port %u of node %u, %u of %u links behind it",
                n->first->port, n->first->node, n->first->way.port, n->first->way.node,
                n->first->step, n->first->way.steps);
}

const struct tn_judge *tn_ape_net_judge(const struct tn_ape_net *n)
{
    return &n->judge;
}
