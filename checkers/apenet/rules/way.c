/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The way of packets through a lattice (apenet.md 6), by the points of a capture that has several
 * links. What a place shows by itself follows from source, destination and sizes; the rest is held
 * against the packet's last place.
 */
#include "way.h"

#include <stdlib.h>
#include <string.h>

/* Splits a node's number; false: the lattice has no such node. */
static bool node_at(const struct tn_check_params *p, unsigned number, unsigned at[3])
{
    at[0] = number % p->lattice[0];
    at[1] = number / p->lattice[0] % p->lattice[1];
    at[2] = number / p->lattice[0] / p->lattice[1];
    return at[2] < p->lattice[2];
}

static unsigned number_of(const struct tn_check_params *p, const unsigned at[3])
{
    return at[0] + p->lattice[0] * (at[1] + (unsigned)p->lattice[1] * at[2]);
}

/* The order of dimensions, as a router reads its register. */
static void order_of(const struct tn_check_params *p, unsigned order[3])
{
    unsigned seen = 0;
    for (unsigned i = 0; i < 3; i++)
        seen |= p->dim_order[i] < 3 ? 1u << p->dim_order[i] : 0;
    for (unsigned i = 0; i < 3; i++)
        order[i] = seen == 7 ? p->dim_order[i] : 2 - i;
}

/* Steps from one coordinate to another in a ring. */
static unsigned steps(unsigned size, unsigned from, unsigned to, bool plus)
{
    return (plus ? to + size - from : from + size - to) % size;
}

/* Steps of the shortest way. */
static unsigned nearest(unsigned size, unsigned from, unsigned to)
{
    const unsigned up = steps(size, from, to, true);
    return 2 * up > size ? size - up : up;
}

static bool within(const struct tn_check_params *p, const unsigned at[3])
{
    return at[0] < p->lattice[0] && at[1] < p->lattice[1] && at[2] < p->lattice[2];
}

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 29;
}

/* Of a packet, what no router changes. */
static uint64_t key_of(const struct ape_packet *k)
{
    uint64_t h = mix(k->header.pid, k->header.addr);
    h = mix(h, (uint64_t)k->header.len << 16 | (unsigned)k->header.type << 8 | k->header.port);
    h = mix(h, (uint64_t)k->footer.crc << 32 | k->footer.msg);
    return mix(h, (uint64_t)k->footer.pkt << 16 | k->footer.last);
}

/* Fills in where the record stands; false: nowhere in the lattice. */
static bool place_of(struct tn_checker *c, struct ape_place *l)
{
    const struct tn_event *ev = c->ev;
    const struct tn_check_params *p = &c->par;
    memset(l, 0, sizeof *l);
    if (!node_at(p, ev->point, l->node) || (ev->dir != APE_OUT_OF_NODE && ev->dir != APE_INTO_NODE))
        return false;
    l->in = ev->dir == APE_INTO_NODE;
    l->id = (uint32_t)ev->point << 8 | (ev->port & 63u) << 2 | (ev->dir & 3u);
    l->local = ev->port >= APE_TORUS_PORTS;
    if (l->local)
        return true;
    l->dim = ev->port / 2;
    l->plus = (ev->port % 2 == 0) != l->in; /* what comes in through x+ goes minus */
    const unsigned size = p->lattice[l->dim], here = l->node[l->dim];
    memcpy(l->from, l->node, sizeof l->from);
    memcpy(l->to, l->node, sizeof l->to);
    if (l->in)
        l->from[l->dim] = (here + (l->plus ? size - 1 : 1)) % size;
    else
        l->to[l->dim] = (here + (l->plus ? 1 : size - 1)) % size;
    return true;
}

/* The bit of a line in the sets of those that were seen. */
static unsigned line_bit(const struct tn_check_params *p, const unsigned from[3], unsigned dim,
                         bool plus)
{
    return number_of(p, from) * APE_TORUS_PORTS + 2 * dim + !plus;
}

static bool is_set(const uint8_t *set, unsigned i)
{
    return set[i / 8] >> i % 8 & 1;
}

static void set_bit(uint8_t *set, unsigned i)
{
    set[i / 8] = (uint8_t)(set[i / 8] | 1u << i % 8);
}

/* Judges where a packet on a torus link may be, and with which VC; whether its way leads here. */
static bool on_way(struct tn_checker *c, const struct ape_way *w, const struct ape_place *l,
                   const struct ape_trip *t)
{
    const struct tn_check_params *p = &c->par;
    const unsigned d = l->dim, size = p->lattice[d], from = l->from[d], dst = t->dst[d];
    const unsigned left = steps(size, from, dst, l->plus),
                   all = t->known ? steps(size, t->src[d], dst, l->plus) : left;
    unsigned order[3], at = 0;
    bool dims = from != dst, shortest, wraps;
    order_of(p, order);
    while (order[at] != d)
        at++;
    for (unsigned i = 0; i < at; i++)
        dims = dims && l->from[order[i]] == t->dst[order[i]];
    for (unsigned i = at + 1; i < 3; i++)
        dims = dims && (!t->known || l->from[order[i]] == t->src[order[i]]);
    RULE(c, APE_RTR_1, dims, "one dimension after the other",
         "a packet for %u.%u.%u leaves %u.%u.%u in dimension %c", t->dst[0], t->dst[1], t->dst[2],
         l->from[0], l->from[1], l->from[2], "xyz"[d]);
    if (!dims)
        return false;
    shortest = 2 * all <= size && left <= all && (size != 2 || l->plus);
    if (t->known && 2 * all == size && size != 2 && !l->plus) {
        unsigned entry[3] = {l->from[0], l->from[1], l->from[2]};
        entry[d] = t->src[d]; /* where the way was chosen */
        shortest = shortest && !is_set(w->used, line_bit(p, entry, d, true));
    }
    RULE(c, APE_RTR_2, shortest, "the shortest way, a tie plus",
         "%u of %u steps %s in dimension %c of %u", left, all, l->plus ? "plus" : "minus", "xyz"[d],
         size);
    if (!shortest)
        return false;
    wraps = l->plus ? dst < (t->known ? t->src[d] : from) : dst > (t->known ? t->src[d] : from);
    RULE(c, APE_RTR_3,
         (t->vc == wraps || (!t->known && !wraps)) && t->last_hop == (l->to[d] == dst),
         "VC 1 on a way with the wrap link, last_hop on the last",
         "vc %u%s, %u steps left in dimension %c", t->vc, t->last_hop ? " last_hop" : "", left,
         "xyz"[d]);
    return true;
}

/* Links from the source up to this place, this one among them. */
static unsigned passed(const struct tn_check_params *p, const struct ape_place *l,
                       const struct ape_trip *t)
{
    unsigned order[3], n = 0;
    order_of(p, order);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned d = order[i], size = p->lattice[d];
        if (!l->local && d == l->dim)
            return n + steps(size, t->src[d], l->to[d], l->plus);
        n += nearest(size, t->src[d], t->dst[d]);
    }
    return l->in ? 0 : n;
}

/* The line by which the packet must have come to the node that this place leaves; false: it began
 * there, or either of two lines leads there. */
static bool line_before(const struct tn_check_params *p, const struct ape_place *l,
                        const struct ape_trip *t, unsigned *bit)
{
    const unsigned *here = l->local ? l->node : l->from;
    unsigned order[3], from[3] = {here[0], here[1], here[2]}, i = 3;
    order_of(p, order);
    while (i > 0 && here[order[i - 1]] == t->src[order[i - 1]])
        i--;
    if (i == 0)
        return false;
    const unsigned d = order[i - 1], size = p->lattice[d],
                   up = steps(size, t->src[d], t->dst[d], true);
    const bool now = !l->local && d == l->dim, plus = now ? l->plus : 2 * up < size || size == 2;
    from[d] = (from[d] + (plus ? size - 1 : 1)) % size;
    *bit = line_bit(p, from, d, plus);
    return now || size == 2 || 2 * up != size;
}

/* The place of a packet among those that were seen; a new one takes that of the oldest. */
static struct ape_trip *find(struct ape_way *w, uint64_t key)
{
    struct ape_trip *set = &w->trip[(key >> 20) % APE_SETS * APE_TRIPS], *old = set;
    for (unsigned i = 0; i < APE_TRIPS; i++) {
        if (set[i].seq && set[i].key == key)
            return &set[i];
        if (set[i].seq < old->seq)
            old = &set[i];
    }
    w->full |= old->seq && !old->arrived;
    memset(old, 0, sizeof *old);
    return old;
}

/* Packets of a source, a destination and a stream that went on from a place; at a local port those
 * that came there. */
static struct ape_order *order_at(struct ape_way *w, uint32_t before, uint32_t port,
                                  const struct ape_trip *t)
{
    const uint64_t key = mix(mix(t->flow, before), port) | 1;
    struct ape_order *o = &w->order[(key >> 24) % APE_ORDERS];
    if (o->key != key)
        *o = (struct ape_order){.key = key};
    return o;
}

/* Holds the packet, seen now, against its last place t; before: the line that leads to this node is
 * in the capture. */
static void go_on(struct tn_checker *c, struct ape_way *w, const struct ape_place *l,
                  const struct ape_trip *t, const struct ape_trip *now, bool before)
{
    const bool skipped = before && t->at + 2 + (!l->local && l->in) < now->at;
    struct ape_order *o = order_at(w, t->place, l->local ? l->id : 0, now);
    c->related = t->packet;
    RULE(c, APE_RTR_6, now->at > t->at && !skipped, "a packet that came in and has not left",
         skipped ? "it did not come into this node" : "it was here or further before");
    if (now->at > t->at) {
        RULE(c, APE_RTR_5, t->seq > o->seq, "the order in which they came",
             "a packet that came in before the last one");
        o->seq = t->seq > o->seq ? t->seq : o->seq;
    }
    c->related = 0;
}

static void follow(struct tn_checker *c, struct ape_way *w, const struct ape_place *l,
                   struct ape_trip *now)
{
    const bool leaves = l->local && !l->in;
    const unsigned n = passed(&c->par, l, now), routers = n + leaves;
    struct ape_trip *t = find(w, now->key);
    unsigned bit;
    const bool before =
        line_before(&c->par, l, now, &bit) && is_set(w->seen, bit) && !w->blind && !w->full;
    now->at = 2 * n + (leaves ? 2 : !l->local && l->in);
    const bool again = t->arrived && now->at <= t->at && now->at <= 3, known = t->seq && !again;
    now->base = (unsigned)now->hops - routers;
    RULE(c, APE_RTR_4,
         now->hops == APE_HOPS_MAX || (now->hops >= routers && (!known || now->base == t->base)),
         "one more by each router", "hops %u behind %u routers%s", now->hops, routers,
         known && now->hops >= routers ? ", against those before" : "");
    if (known && !c->par.unordered)
        go_on(c, w, l, t, now, before);
    else if (!known && n > 1 && before && !c->par.joined && !c->par.unordered)
        RULE(c, APE_RTR_6, false, "a packet that came in", "it did not come into this node");
    *t = *now;
    t->arrived = l->local ? leaves : memcmp(l->to, now->dst, sizeof now->dst) == 0;
    t->place = l->id;
    t->packet = c->ev->packet;
    t->seq = ++w->seq;
}

static void trip_of(const struct tn_check_params *p, const struct ape_packet *k, struct ape_trip *t)
{
    const struct ape_header *h = &k->header;
    const struct ape_footer *f = &k->footer;
    const bool reply = h->type == TN_ape_hdr_type_GET_REPLY;
    *t = (struct ape_trip){.vc = h->vc,
                           .last_hop = h->last_hop,
                           .hops = h->hops,
                           .dst = {h->dst.x, h->dst.y, h->dst.z}};
    if (!k->has_footer)
        return;
    t->src[0] = f->src.x, t->src[1] = f->src.y, t->src[2] = f->src.z;
    t->known = within(p, t->src);
    t->key = key_of(k);
    t->flow = mix((uint64_t)number_of(p, t->src) << 32 | number_of(p, t->dst) << 1 | reply, 0);
}

static void packet(struct tn_checker *c, struct ape_way *w, const struct ape_place *l,
                   const struct ape_packet *k)
{
    struct ape_trip t;
    const bool clean = k->header.secded == ape_secded(k->bytes);
    bool inside;
    if (!k->whole || (k->has_footer && k->footer.err) || (!clean && !(l->local && l->in))) {
        w->blind = true; /* something was lost: where packets are is not sure any more */
        return;
    }
    trip_of(&c->par, k, &t);
    inside = within(&c->par, t.dst);
    if (!l->local) {
        RULE(c, APE_RTR_7, inside, "a destination in the lattice", "%u.%u.%u on a torus link",
             t.dst[0], t.dst[1], t.dst[2]);
        set_bit(w->used, line_bit(&c->par, l->from, l->dim, l->plus));
        if (!inside || !on_way(c, w, l, &t))
            return;
    } else if (k->header.ool || !inside) {
        return;
    } else if (!l->in) {
        const bool home = memcmp(l->node, t.dst, sizeof t.dst) == 0;
        RULE(c, APE_RTR_1, home, "its destination's node", "a packet for %u.%u.%u at %u.%u.%u",
             t.dst[0], t.dst[1], t.dst[2], l->node[0], l->node[1], l->node[2]);
        if (!home)
            return;
    }
    if (t.known)
        follow(c, w, l, &t);
}

static void words(struct tn_checker *c, struct ape_way *w, const struct ape_place *l,
                  struct ape_side *d)
{
    const struct tn_event *ev = c->ev;
    struct tn_apenet_rules *s = c->state;
    unsigned to[3] = {l->node[0], l->node[1], l->node[2]};
    if (ev->cycle != d->next)
        tn_rules_ape_flow_gap(d, d->next);
    for (size_t at = 0; at < ev->len; at += APE_LINK_WORD) {
        const uint8_t *word = ev->bytes + at + 1;
        const enum ape_kind kind = ape_line_word(&d->line, ev->bytes[at], word);
        struct ape_packet k;
        tn_rules_ape_flow(d, kind, ev->cycle + at / APE_LINK_WORD, word);
        w->blind |= d->line.cut || kind == APE_K_STRAY ||
                    (kind == APE_K_HEADER && d->line.secded == APE_TWO_WRONG);
        if (!d->line.done)
            continue;
        ape_decode(d->line.packet, (size_t)d->line.words * APE_WORD,
                   (size_t)d->line.words * APE_WORD, &k);
        packet(c, w, l, &k);
    }
    d->next = ev->cycle + ev->len / APE_LINK_WORD;
    if (tn_ape_side_at(&s->across, d->point, d->port, 3u - d->dir))
        return; /* judged by the two directions at this point */
    const unsigned size = c->par.lattice[l->dim];
    to[l->dim] = (to[l->dim] + (d->port % 2 ? size - 1 : 1)) % size;
    tn_rules_ape_credit(c, d,
                        tn_ape_side_at(&s->across, number_of(&c->par, to), d->port ^ 1u, d->dir));
}

/* The state of a lattice of these sizes, made when it is needed. */
static struct ape_way *way(struct tn_checker *c)
{
    struct tn_apenet_rules *s = c->state;
    const uint8_t *n = c->par.lattice;
    if (!s->way && n[0] && n[1] && n[2]) /* sizes within the limits: tn_check_params */
        s->way = calloc(1, sizeof *s->way);
    return s->way;
}

void tn_rules_ape_between(struct tn_checker *c, bool spoiled)
{
    const struct tn_event *ev = c->ev;
    struct tn_apenet_rules *s = c->state;
    struct ape_way *w = way(c);
    struct ape_place l;
    struct ape_side *d = NULL;
    if (!w || !place_of(c, &l))
        return;
    if (ev->unit == TN_UNIT_FRAME && (l.local || !(d = tn_ape_side(c, &s->across))))
        return;
    if (!l.local)
        set_bit(w->seen, line_bit(&c->par, l.from, l.dim, l.plus));
    if (spoiled || ev->len < ev->orig_len || ev->flags & TN_EV_FAULT ||
        (d && !tn_ape_words_formed(ev))) {
        w->blind = true;
        if (d) {
            ape_line_reset(&d->line);
            tn_rules_ape_flow_lost(d);
        }
    } else if (d) {
        words(c, w, &l, d);
    } else {
        struct ape_packet k;
        ape_decode(ev->bytes, ev->len, ev->orig_len, &k);
        if (k.has_header)
            packet(c, w, &l, &k);
    }
}

void tn_rules_ape_way_end(struct tn_checker *c)
{
    struct tn_apenet_rules *s = c->state;
    struct ape_way *w = s->way;
    if (!w || w->blind || w->full || c->par.unordered)
        return;
    for (unsigned i = 0; i < APE_SETS * APE_TRIPS; i++) {
        const struct ape_trip *t = &w->trip[i];
        const struct tn_event ev = {
            .packet = t->packet, .fabric = TN_FABRIC_APENET, .point = (uint16_t)(t->place >> 8)};
        if (!t->seq || t->arrived || order_at(w, t->place, 0, t)->seq <= t->seq)
            continue; /* it may be inside: no later one of its stream has left */
        c->ev = &ev;
        RULE(c, APE_RTR_6, false, "a packet that leaves the node",
             "it never left, and a later one of its stream did");
        c->ev = NULL;
    }
}
