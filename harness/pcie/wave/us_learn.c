/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Fields of requester requests that the hard block fills in: the Requester ID, unless the request
 * brings one, and the tag, when the block manages tags. Completions tell both, so packets of the
 * link wait until one has come.
 */
#include "us.h"

#include <stdlib.h>
#include <string.h>

enum { HELD_MAX = 4096 };

/* A packet that waits. */
struct held {
    struct tn_wave_channel *ch;
    struct tn_us_tlp p;
    uint8_t *payload;
    struct held *next;
};

static bool needs_completion(const struct tn_us_tlp *p)
{
    return p->rq && tn_tlp_class(p->t.kind) == TN_CLASS_NP;
}

/* Whether a field of the packet is not known yet. */
static bool open_fields(const struct tn_us_link *l, const struct tn_us_tlp *p)
{
    if (!p->rq || l->gave_up)
        return false;
    return (p->own_id && !l->has_id) ||
           (needs_completion(p) && l->tags != TN_US_TAGS_USER && !p->tagged);
}

/* A request that was never answered has no tag that is known where the block gives it: it is left
 * out. */
static void give(struct tn_us_link *l, struct held *h)
{
    if (h->p.own_id && l->has_id)
        h->p.t.requester = l->id;
    if (!needs_completion(&h->p) || h->p.tagged || l->tags != TN_US_TAGS_BLOCK)
        tn_us_emit(h->ch, &h->p, h->payload);
    free(h->payload);
    free(h);
}

static void give_first(struct tn_us_link *l)
{
    struct held *h = l->first;
    l->first = h->next;
    l->last = l->first ? l->last : NULL;
    l->n--;
    give(l, h);
}

/* Gives the packets at the head that wait for nothing. */
static void drain(struct tn_us_link *l)
{
    while (l->first && !open_fields(l, &l->first->p))
        give_first(l);
}

void tn_us_flush(struct tn_us_link *l)
{
    l->gave_up = true;
    drain(l);
    tn_inside_drain(l, true);
    *l = (struct tn_us_link){.id = l->id,
                             .had_id = l->has_id || l->had_id,
                             .own_field = l->own_field};
}

bool tn_us_fill(const struct tn_us_link *l, bool last, uint16_t *requester)
{
    bool known = l->has_id || (last && l->had_id);
    if (known && *requester == l->own_field)
        *requester = l->id;
    return known || (l->given && !l->own) || last;
}

bool tn_us_tags_open(const struct tn_us_link *l)
{
    return l->tags == TN_US_TAGS_UNKNOWN && (l->own || l->given);
}

bool tn_us_waits(const struct tn_us_link *l)
{
    return l->first != NULL;
}

/* Bytes that the request asks for, as its first completion's Byte Count says. */
static uint32_t asked(const struct tn_tlp *t)
{
    return t->kind == TN_TLP_MRD || t->kind == TN_TLP_MRDLK
               ? tn_tlp_bytes_asked(t->length_dw, t->first_be, t->last_be)
               : 4;
}

/* Whether a completion may be the first of a request, by address and count; loosely: a refusal may
 * have others. */
static bool answers(const struct tn_us_tlp *c, const struct tn_us_tlp *r, bool loosely)
{
    if (!needs_completion(r) || r->tagged)
        return false;
    if (loosely)
        return c->t.status != TN_CPL_SC;
    return c->t.byte_count == asked(&r->t) &&
           (r->t.kind != TN_TLP_MRD ||
            c->address == ((r->t.addr + tn_tlp_first_byte(r->t.first_be)) & 0xfff));
}

/* The oldest packet that waits for this completion; by_tag: and has its tag. */
static struct held *asker(const struct tn_us_link *l, const struct tn_us_tlp *c, bool by_tag)
{
    bool may = by_tag || l->tags == TN_US_TAGS_BLOCK; /* else it may be of a request before the file */
    for (int loosely = 0; loosely < 1 + may; loosely++)
        for (struct held *h = l->first; h; h = h->next)
            if (answers(c, &h->p, loosely) && (!by_tag || h->p.t.tag == c->t.tag))
                return h;
    return NULL;
}

/* The tags are the user's when a completion brings the one that its request had, unless that is 0,
 * which a user without tags of its own puts into all requests. */
static void learn_tags(struct tn_us_link *l, const struct tn_us_tlp *c, const struct tn_us_tlp *r)
{
    if (l->tags != TN_US_TAGS_UNKNOWN)
        return;
    if (r->t.tag != c->t.tag)
        l->tags = TN_US_TAGS_BLOCK;
    else if (c->t.tag != 0)
        l->tags = TN_US_TAGS_USER;
}

/* A completion of the requester gives its request the fields that the block filled in. */
static void learn(struct tn_us_link *l, const struct tn_us_tlp *c)
{
    uint64_t *busy = &l->busy[c->t.tag / 64], bit = 1ull << c->t.tag % 64;
    struct held *h = *busy & bit ? NULL : asker(l, c, true);
    if (!h && !(*busy & bit) && l->tags != TN_US_TAGS_USER)
        h = asker(l, c, false);
    if (h) {
        learn_tags(l, c, &h->p);
        l->id = h->p.own_id ? c->t.requester : l->id;
        l->has_id |= h->p.own_id;
        h->p.tagged = true;
        h->p.t.tag = c->t.tag;
        *busy |= bit;
    }
    if (c->completed || (c->t.status != TN_CPL_SC))
        *busy &= ~bit;
}

void tn_us_forget(struct tn_us_link *l, uint8_t tag)
{
    l->busy[tag / 64] &= ~(1ull << tag % 64);
}

static bool hold(struct tn_us_link *l, struct tn_wave_channel *ch, const struct tn_us_tlp *p,
                 const uint8_t *payload)
{
    struct held *h = calloc(1, sizeof *h);
    if (!h || !(h->payload = malloc(p->bytes + 1u))) {
        free(h);
        return false;
    }
    h->ch = ch;
    h->p = *p;
    memcpy(h->payload, payload, p->bytes);
    *(l->last ? &l->last->next : &l->first) = h;
    l->last = h;
    if (++l->n > HELD_MAX)
        give_first(l);
    return true;
}

void tn_us_take(struct tn_us_link *l, struct tn_wave_channel *ch, struct tn_us_tlp *p,
                const uint8_t *payload)
{
    if (p->rq && p->own_id)
        l->own_field = p->t.requester;
    l->own |= p->rq && p->own_id;
    l->given |= p->rq && !p->own_id;
    if (p->rc)
        learn(l, p);
    if (p->own_id && l->has_id)
        p->t.requester = l->id;
    if ((!l->first && !open_fields(l, p)) || !hold(l, ch, p, payload))
        tn_us_emit(ch, p, payload);
    drain(l);
    tn_inside_drain(l, false);
}
