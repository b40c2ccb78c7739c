/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The runs of a lane: direction by direction, in the order of time (cluster.md sections 3 and 7).
 */
#include "cluster.h"

#include <tn/artefact.h>

#include <string.h>

enum { LATE = 512, SHORTEST_RUN = CL_WORDS_MIN + 1 /* with its comma word */ };

static struct cl_side *side_of(struct tn_cluster_rules *s, unsigned point, unsigned port,
                               unsigned dir, bool make)
{
    for (unsigned i = 0; i < CL_SIDES; i++) {
        struct cl_side *d = &s->side[i];
        if (!d->used && make)
            *d = (struct cl_side){
                .used = true, .point = (uint16_t)point, .port = (uint8_t)port, .dir = (uint8_t)dir};
        if (!d->used || (d->point == point && d->port == port && d->dir == dir))
            return d->used ? d : NULL;
    }
    return NULL;
}

/* FNV-1a of bytes. */
static uint64_t hash(const uint8_t *p, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    while (n-- > 0)
        h = (h ^ *p++) * 0x100000001b3u;
    return h ? h : 1;
}

/* Looks at the time of a record. Returns false when it is the last record of its direction once
 * more. */
static bool in_time(struct tn_checker *c, struct cl_side *d)
{
    struct tn_cluster_rules *s = c->state;
    const struct tn_event *ev = c->ev;
    const uint64_t twin = hash(ev->bytes, ev->len) ^ ev->cycle;
    if (ev->cycle && twin == d->twin) {
        tn_rule_artefact(c, TN_ART_ORDER, 0, "a record that is there twice");
        return false;
    }
    d->twin = twin;
    if (ev->cycle && (ev->cycle < d->next_cycle || ev->cycle + LATE < s->newest) && !s->unordered) {
        s->unordered = true;
        tn_rule_artefact(c, TN_ART_ORDER, 0, "cycles step back");
    }
    if (ev->cycle > s->newest)
        s->newest = ev->cycle;
    return true;
}

/* Forgets what a direction has sent and said: the lane began anew. */
static void forget(struct tn_checker *c, struct cl_side *d)
{
    tn_rules_cl_gap_end(c, d);
    *d = (struct cl_side){.used = true,
                          .point = d->point,
                          .port = d->port,
                          .dir = d->dir,
                          .seen = true,
                          .next_cycle = d->next_cycle,
                          .twin = d->twin};
}

/* Says whether a good run is such as a lane sends after its reset. */
static bool fresh(const struct cl_packet *k)
{
    struct cl_ctl l;
    if (!cl_is_link(k->word))
        return k->header.seq == 0;
    cl_ctl_get(k->word + 2, &l);
    return l.ack == CL_NO_SEQ && !l.freed[0] && !l.freed[1] && !l.freed[2];
}

/* Comma words before the run. A lane that was down begins anew. */
static void idle(struct tn_checker *c, struct cl_side *d, struct cl_side *other,
                 const struct cl_packet *k, bool good)
{
    const uint64_t commas =
        d->next_cycle && c->ev->cycle > d->next_cycle ? c->ev->cycle - d->next_cycle : 0;
    if (commas > CL_IDLE_MAX && good && fresh(k) &&
        (d->known || (d->said && d->ack != CL_NO_SEQ))) {
        forget(c, d);
        if (other)
            forget(c, other);
    } else if (d->dir == TN_DIR_UP && c->ev->cycle && d->next_cycle) {
        RULE(c, CLU_LNK_3, commas <= CL_IDLE_MAX, "64 comma words at most", "%llu",
             (unsigned long long)commas);
    }
}

/* A run that cannot be read: it may have been packets, or a link packet. */
static void unread(struct cl_side *d, size_t words)
{
    tn_rules_cl_unread(d, 1 + (unsigned)(words / SHORTEST_RUN) * (words > CL_WORDS_MAX));
    d->vague = true;
}

/* Says whether a run is good, as the receiver of a lane has it (cl_link.md section 4). */
static bool whole_run(const struct cl_packet *k, size_t words, unsigned flags)
{
    return flags == 0 && k->has_header && k->whole && words == k->header.len + 3u &&
           cl_crc_right(k->word, k->words) &&
           (k->header.type == TN_cl_hdr_type_LINK ? cl_is_link(k->word)
                                                  : k->header.prio < CL_PRIOS);
}

/* Judges a run's form, and what it says. Returns whether it is good. */
static bool judge(struct tn_checker *c, struct cl_side *d, struct cl_packet *k, size_t words,
                  unsigned flags)
{
    const bool form = c->ev->orig_len % CL_FRAME_WORD == 0 && flags == 0 && k->has_header &&
                      words >= CL_WORDS_MIN && words <= CL_WORDS_MAX && words == k->header.len + 3u;
    if (!form && !d->seen && flags == 0)
        return false; /* the capture may begin amid a run */
    RULE(c, CLU_LNK_1, form, "a packet of 4 to 35 words", "%zu words%s", words,
         flags ? ", a K symbol or an invalid one" : "");
    if (form)
        tn_rules_cl_packet(c, k);
    return form && k->whole && cl_crc_right(k->word, k->words);
}

/* Numbers, acknowledgments and credits: what depends on order. */
static void flow(struct tn_checker *c, struct cl_side *d, struct cl_side *other,
                 const struct cl_packet *k)
{
    struct cl_ctl l;
    if (k->header.type != TN_cl_hdr_type_LINK) {
        if (k->header.prio < CL_PRIOS)
            tn_rules_cl_sent(c, d, other, k);
        return;
    }
    if (!cl_is_link(k->word)) {
        d->vague = true;
        return;
    }
    cl_ctl_get(k->word + 2, &l);
    if (l.plane == d->port) /* else it speaks of another lane */
        tn_rules_cl_link(c, d, other, &l);
}

void tn_rules_cl_run(struct tn_checker *c, bool spoiled)
{
    struct tn_cluster_rules *s = c->state;
    const struct tn_event *ev = c->ev;
    struct cl_side *d = side_of(s, ev->point, ev->port, ev->dir, true), *other = NULL;
    const size_t words = ev->orig_len / CL_FRAME_WORD, there = ev->len / CL_FRAME_WORD;
    uint16_t word[CL_WORDS_MAX] = {0};
    struct cl_packet k;
    bool good = false;
    if (!d || !in_time(c, d))
        return;
    if (ev->dir == TN_DIR_UP || ev->dir == TN_DIR_DOWN)
        other = side_of(s, ev->point, ev->port, 3u - ev->dir, false);
    const unsigned n = (unsigned)(there < CL_WORDS_MAX ? there : CL_WORDS_MAX);
    const unsigned flags = cl_frame_get(ev->bytes, n, word);
    cl_decode(word, n, (unsigned)words, &k);
    const bool broke = d->broke && ev->cycle && ev->cycle == d->next_cycle + 1;
    const bool ours = !spoiled && !(ev->flags & TN_EV_FAULT);
    d->broke = spoiled || !whole_run(&k, words, flags);
    if (ours && !broke)
        good = judge(c, d, &k, words, flags);
    if (!s->unordered && !c->par.unordered) {
        if (ours && !broke)
            idle(c, d, other, &k, good);
        if (good)
            flow(c, d, other, &k);
        else
            unread(d, words);
    }
    d->seen = true;
    d->next_cycle = ev->cycle ? ev->cycle + words : 0;
}

void tn_rules_cl_end(struct tn_checker *c)
{
    struct tn_cluster_rules *s = c->state;
    for (unsigned i = 0; i < CL_SIDES && s->side[i].used; i++)
        tn_rules_cl_gap_end(c, &s->side[i]);
}

/* Flags are 0 to 7. */
static unsigned of_run(const struct tn_event *ev)
{
    for (uint32_t at = 0; at < ev->len; at += CL_FRAME_WORD)
        if (ev->bytes[at] > (CL_K_LOW | CL_K_HIGH | CL_INVALID))
            return 1u << TN_ART_SHIFTED;
    return 0;
}

/* A packet with a wrong CRC that has a right one when some bytes before it are left out. */
static unsigned of_packet(const struct tn_event *ev)
{
    enum { AHEAD = 16 };
    uint16_t word[CL_WORDS_MAX + AHEAD / CL_WORD];
    struct cl_packet k;
    if (ev->len < ev->orig_len || ev->len > CL_BYTES_MAX + AHEAD)
        return 0;
    for (uint32_t at = 0; at <= AHEAD && at + CL_WORDS_MIN * CL_WORD <= ev->len; at++) {
        const unsigned n = (ev->len - at) / CL_WORD;
        cl_words_get(ev->bytes + at, n, word);
        cl_decode(word, n, n, &k);
        if (k.whole && cl_crc_right(word, n))
            return at ? 1u << TN_ART_SHIFTED : 0;
    }
    return 0;
}

unsigned tn_cl_artefacts(const struct tn_event *ev)
{
    uint32_t i = 0;
    while (i < ev->len && ev->bytes[i] == 0)
        i++;
    if (ev->len >= CL_WORDS_MIN * CL_WORD && i == ev->len)
        return 1u << TN_ART_ZERO; /* the CRC of zeros is none */
    return ev->unit == TN_UNIT_FRAME ? of_run(ev) : of_packet(ev);
}
