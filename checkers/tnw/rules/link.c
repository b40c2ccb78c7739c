/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW records put in the order of time, told apart by direction, and taken to pieces: words,
 * packets, control words (tnw.md sections 1, 2 and 7).
 */
#include "tnw.h"

#include <tn/artefact.h>

#include <stdlib.h>
#include <string.h>

static struct tnw_player *side_of(struct tn_tnw_rules *s, const struct tn_event *ev)
{
    struct tnw_player *d;
    for (size_t i = 0; i < s->side_n; i++) {
        d = &s->side[i];
        if (d->point == ev->point && d->dir == ev->dir && d->port == ev->port &&
            d->unit == ev->unit)
            return d;
    }
    if (s->side_n == TNW_SIDES)
        return NULL;
    d = &s->side[s->side_n++];
    *d = (struct tnw_player){.point = ev->point,
                             .dir = ev->dir,
                             .port = ev->port,
                             .unit = ev->unit,
                             .trip = TNW_UNKNOWN};
    return d;
}

struct tnw_player *tnw_other(struct tn_checker *c, const struct tnw_player *d)
{
    struct tn_tnw_rules *s = tnw_rules(c);
    struct tnw_player *other = NULL;
    size_t n = 0;
    if (d->unit != TN_UNIT_FRAME || s->unordered || c->par.unordered)
        return NULL;
    for (size_t i = 0; i < s->side_n; i++) {
        struct tnw_player *o = &s->side[i];
        if (o == d || o->unit != TN_UNIT_FRAME)
            continue;
        if (o->point == d->point && o->port == d->port)
            return o; /* dir tells them apart */
        other = o;
        n++;
    }
    /* of three or more points, and of two that look the same way, nobody knows */
    return n == 1 && (other->dir == 0 || other->dir != d->dir) ? other : NULL;
}

void tnw_unread(struct tn_checker *c, struct tnw_player *d, bool packet, bool feedback)
{
    struct tnw_player *o = tnw_other(c, d);
    d->damaged = true;
    if (packet && d->unsure < TNW_UNSURE_MAX)
        d->unsure++;
    if (!feedback)
        return;
    d->maybe_restart = true;
    if (o) {
        o->acked_known = false;
        if (o->discards == TNW_DISCARDS)
            o->discards = TNW_MAY_DISCARD; /* it may have been the RESTART */
    }
}

/* bad_word: one is behind it, which is named for itself. */
static void judge_start(struct tn_checker *c, struct tnw_player *d, const struct tnw_part *part,
                        bool bad_word, uint64_t cycle)
{
    const struct tnw_packet *k = &part->packet;
    bool cut = c->ev->len < c->ev->orig_len, whole = part->words == TNW_WORDS;
    d->breaks = d->broken && cycle == d->cycle + 1;
    d->broken = !whole;
    tn_rules_tnw_feedback(c, d, &part->ctl, true, cycle);
    if (!whole && cut) {
        struct tnw_packet kept = *k;
        kept.snapped = true;
        if (kept.has_header)
            tn_rules_tnw_packet(c, d, &kept, cycle);
        else
            tnw_unread(c, d, true, false);
        return;
    }
    if (whole || (!tnw_faulty(c) && !tnw_rules(c)->last_record && !bad_word))
        RULE(c, TNW_PKT_1, whole, "35 words from START to CRC", "%zu", part->words);
    if (whole)
        tn_rules_tnw_packet(c, d, k, cycle);
    else
        tnw_unread(c, d, true, false);
}

/* Words that belong to no packet; rest: they may be a packet's, as the first record of a
 * direction, or behind the bad word that broke it. */
static void judge_run(struct tn_checker *c, struct tnw_player *d, const struct tnw_part *part,
                      bool rest)
{
    d->broken = false;
    if (part->kind == TNW_IDLE)
        return;
    if (!tnw_faulty(c)) {
        RULE(c, TNW_WRD_1, part->kind != TNW_BAD, "START, SET, IDLE or DATA",
             "%zu bad word%s, first %x %08x", part->words, part->words == 1 ? "" : "s",
             part->first.flags, part->first.data);
        if (part->kind == TNW_DATA && !rest)
            RULE(c, TNW_PKT_1, false, "DATA in a packet only", "%zu words outside", part->words);
    }
    tnw_unread(c, d, true, part->kind == TNW_BAD);
}

static void judge_frame(struct tn_checker *c, struct tnw_player *d)
{
    const struct tn_event *ev = c->ev;
    struct tnw_part part, next;
    size_t n;
    bool rest = !d->seen;
    for (uint32_t at = 0; (n = tnw_part_decode(ev->bytes + at, ev->len - at, &part)) > 0;
         at += (uint32_t)n) {
        uint64_t cycle = ev->cycle + at / TNW_WORD_OCTETS;
        if (part.kind == TNW_START || part.kind == TNW_SET)
            RULE(c, TNW_WRD_1, true, "", "%s", "");
        if (part.kind == TNW_START) {
            bool bad = tnw_part_decode(ev->bytes + at + n, ev->len - at - n, &next) > 0 &&
                       next.kind == TNW_BAD;
            judge_start(c, d, &part, bad, cycle);
        } else if (part.kind == TNW_SET) {
            d->breaks = d->broken && cycle == d->cycle + 1;
            d->broken = false;
            tn_rules_tnw_feedback(c, d, &part.ctl, false, cycle);
        } else {
            judge_run(c, d, &part, rest);
        }
        rest = part.kind == TNW_BAD;
    }
}

static void judge_packet(struct tn_checker *c, struct tnw_player *d)
{
    struct tnw_packet k;
    unsigned err = tnw_decode_any(c->ev->bytes, c->ev->len, c->ev->orig_len, &k);
    if (err & (TNW_E_SHORT | TNW_E_PART | TNW_E_LONG | TNW_E_CUT))
        tnw_unread(c, d, true, false);
    else
        tn_rules_tnw_packet(c, d, &k, c->ev->cycle);
}

/* The same record twice: captures that were merged. */
static bool is_twin(const struct tn_tnw_rules *s, size_t i)
{
    const struct tn_event *a = &s->held[i].ev;
    for (size_t j = 0; j < i; j++) {
        const struct tn_event *b = &s->held[j].ev;
        if (a->cycle && b->cycle == a->cycle && b->point == a->point && b->dir == a->dir &&
            b->port == a->port && b->unit == a->unit && b->len == a->len &&
            memcmp(s->held[i].bytes, s->held[j].bytes, a->len) == 0)
            return true;
    }
    return false;
}

static void judge(struct tn_checker *c, struct tnw_held *h)
{
    struct tn_tnw_rules *s = tnw_rules(c);
    struct tnw_player *d = side_of(s, &h->ev);
    c->ev = &h->ev;
    if (h->ev.cycle < s->done && !s->unordered) {
        s->unordered = true;
        tn_rule_artefact(c, TN_ART_ORDER, 0, "cycles step back");
    }
    if (h->ev.cycle > s->done)
        s->done = h->ev.cycle;
    if (!d) {
        c->ev = NULL;
        return;
    }
    if (d->seen && h->ev.cycle <= d->cycle)
        s->untimed = true;
    if (d->seen && (s->untimed || h->ev.cycle > d->cycle + TNW_WORDS))
        d->hole = d->told = true;
    if (h->spoiled)
        tnw_unread(c, d, true, true);
    else if (h->ev.unit == TN_UNIT_FRAME)
        judge_frame(c, d);
    else
        judge_packet(c, d);
    d->seen = true;
    d->packet = h->ev.packet;
    d->cycle =
        h->ev.cycle + (h->ev.unit == TN_UNIT_FRAME ? h->ev.orig_len / TNW_WORD_OCTETS : TNW_WORDS);
    if (d->cycle > h->ev.cycle)
        d->cycle--; /* the last word */
    c->ev = NULL;
}

/* Is there a later record of the direction of the oldest one? */
static bool goes_on(const struct tn_tnw_rules *s)
{
    const struct tn_event *a = &s->held[0].ev;
    for (size_t i = 1; i < s->held_n; i++) {
        const struct tn_event *b = &s->held[i].ev;
        if (b->point == a->point && b->dir == a->dir && b->port == a->port && b->unit == a->unit)
            return true;
    }
    return s->newest > a->cycle + TNW_SPAN;
}

static void drop(struct tn_tnw_rules *s, size_t i)
{
    free(s->held[i].bytes);
    memmove(s->held + i, s->held + i + 1, (--s->held_n - i) * sizeof s->held[0]);
}

static void judge_oldest(struct tn_checker *c)
{
    tnw_rules(c)->last_record = !goes_on(tnw_rules(c));
    judge(c, &tnw_rules(c)->held[0]);
    drop(tnw_rules(c), 0);
}

/* Puts the event where its cycle says; its place, or TNW_HELD without memory. */
static size_t hold(struct tn_tnw_rules *s, const struct tn_event *ev, bool spoiled)
{
    size_t i = s->held_n;
    const size_t room = (size_t)ev->len * TNW_WORD_OCTETS / TNW_WORD + 1;
    size_t foreign = 0;
    uint8_t *bytes = malloc(room);
    if (!bytes)
        return TNW_HELD;
    if (ev->unit == TN_UNIT_FRAME)
        foreign = tnw_foreign_words(ev->bytes, ev->len, bytes, room);
    if (ev->len && !foreign)
        memcpy(bytes, ev->bytes, ev->len);
    for (; i > 0 && s->held[i - 1].ev.cycle > ev->cycle; i--)
        s->held[i] = s->held[i - 1];
    s->held[i] = (struct tnw_held){.ev = *ev, .spoiled = spoiled, .bytes = bytes};
    s->held[i].ev.bytes = bytes;
    if (foreign) { /* from here on as an own one */
        s->held[i].ev.len = (uint32_t)foreign;
        s->held[i].ev.orig_len = ev->orig_len / TNW_WORD * TNW_WORD_OCTETS;
    }
    s->held_n++;
    return i;
}

void tn_rules_tnw(struct tn_checker *c, bool spoiled)
{
    const struct tn_event *ev = c->ev;
    struct tn_tnw_rules *s;
    size_t i;
    s = tnw_rules(c);
    if (s->held_n == TNW_HELD)
        judge_oldest(c);
    c->ev = ev;
    i = hold(s, ev, spoiled);
    if (i < TNW_HELD && is_twin(s, i)) {
        tn_rule_artefact(c, TN_ART_ORDER, ev->packet, "a record that is there twice");
        drop(s, i);
    }
    if (ev->cycle > s->newest)
        s->newest = ev->cycle;
    while (s->held_n > 0 && s->newest - s->held[0].ev.cycle > TNW_HELD_CYCLES)
        judge_oldest(c);
    c->ev = ev;
}

void tn_rules_tnw_end(struct tn_checker *c)
{
    while (tnw_rules(c)->held_n > 0)
        judge_oldest(c);
    for (size_t i = 0; i < tnw_rules(c)->side_n; i++)
        tnw_gap_end(c, &tnw_rules(c)->side[i], false);
}

void tn_rules_tnw_free(struct tn_checker *c)
{
    while (tnw_rules(c)->held_n > 0)
        drop(tnw_rules(c), tnw_rules(c)->held_n - 1);
}
