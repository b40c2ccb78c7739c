/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: completions, errors and timeouts (tnw_pi.md 5).
 */
#include "get_judge.h"

#include <string.h>

enum { RCB = 64, LOWER = 0x7f };

/* A cause is certain (must), or some are possible (may), in the cycle at or later. */
static void fail(struct tn_tnw_get_judge *w, struct gw_engine *e, uint64_t at, uint8_t must,
                 uint8_t may)
{
    if ((!e->must && !e->may) || (must && !e->must)) /* (now it is known that nothing is read) */
        e->after = 0;
    if (!e->error_at || at < e->error_at)
        e->error_at = at;
    e->gray_wait = 0;
    e->must |= must;
    e->may |= may;
    e->moved_at = w->t;
}

/* The slot goes LOST, certainly or perhaps. */
static void lose(struct tn_tnw_get_judge *w, struct gw_engine *e, struct gw_read *r, bool surely)
{
    r->state = GW_LOST;
    e->over_at = w->t;
    e->slot[r->slot].state = surely ? gw_lost(e, r) : GW_SLOT_OPEN;
    e->slot[r->slot].from = w->t;
    e->moved_at = w->t;
    tnw_gw_count(w, TN_TNW_GET_LOST_TAGS, surely, 1);
}

/* What came is this error, unless it came too late: then the timeout is one (gray). */
static void fail_by(struct tn_tnw_get_judge *w, struct gw_engine *e, uint8_t cause, uint8_t beside,
                    bool gray)
{
    if (gray && !(e->must & (cause | TNW_C_TIMEOUT)))
        e->one_of |= cause | TNW_C_TIMEOUT;
    fail(w, e, w->t, gray ? 0 : cause, gray ? cause | TNW_C_TIMEOUT | beside : beside);
}

static struct gw_read *under_way(struct gw_engine *e, unsigned slot)
{
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        struct gw_read *r = &e->read[i % GW_RING];
        if (r->slot == slot && r->state == GW_ASKED)
            return r;
    }
    return NULL;
}

/* Nobody asked for it, or not any more. A LOST slot is free again by its last one. */
static void unexpected(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned slot,
                       const struct tn_tnw_pi_tlp *c)
{
    struct gw_slot *s = e ? &e->slot[slot] : NULL;
    /* a read of that slot may be made, and not have left */
    const bool stray = s && s->state != GW_SLOT_LOST, open = s && s->state == GW_SLOT_OPEN;
    const bool last = !tn_tlp_has_data(c->t.kind) || c->t.byte_count <= 4 * c->dws;
    tnw_gw_count(w, TN_TNW_GET_UNEXPECTED, !stray, 1);
    w->hi[TN_TNW_GET_LOST_TAGS] += stray;
    if (!e)
        return;
    e->moved_at = w->t;
    if (stray)
        s->stray_at = w->t;
    if (last && (open || !stray))
        tnw_gw_free(w, e, slot, open ? s->from : w->t, w->t + GW_WORK);
}

static bool is_wrong(const struct tnw_get_desc *d, const struct gw_read *r,
                     const struct tn_tnw_pi_tlp *c)
{
    const uint32_t bytes = 4 * c->dws;
    const uint64_t at = d->src + r->pos + r->got;
    return c->t.byte_count != r->len - r->got || c->t.lower_addr != (at & LOWER) ||
           bytes > r->len - r->got || (bytes < r->len - r->got && (at + bytes) % RCB);
}

/* Bytes that are as they should be, or poisoned. gray: it may have timed out. */
static void take(struct tn_tnw_get_judge *w, struct gw_engine *e, struct gw_read *r,
                 const struct tn_tnw_pi_tlp *c, bool gray)
{
    const uint32_t bytes = 4 * c->dws;
    memcpy(r->data + r->got, c->payload, bytes);
    r->got += bytes;
    if (c->t.ep) {
        r->poisoned = true;
        fail_by(w, e, TNW_C_POISON, 0, gray);
    }
    if (!r->poisoned)
        r->right = r->got;
    if (!r->poisoned && !gray) {
        r->sure = r->got;
        r->sure_at = w->t;
    }
    if (r->got < r->len)
        return;
    r->state = GW_OVER;
    e->over_at = w->t;
    if (!gray)
        return;
    fail(w, e, gw_lost_from(r), 0, TNW_C_TIMEOUT);
    w->hi[TN_TNW_GET_LOST_TAGS]++;
}

static void complete(struct tn_tnw_get_judge *w, struct gw_engine *e, struct gw_read *r,
                     const struct tn_tnw_pi_tlp *c)
{
    const bool gray = w->t >= r->early;
    w->hi[TN_TNW_GET_UNEXPECTED] += gray;
    w->judge.asked[GW_GET_4]++;
    if (c->t.status != TN_CPL_SC) {
        fail_by(w, e, TNW_C_STATUS, c->t.ep ? TNW_C_POISON : 0, gray);
        w->hi[TN_TNW_GET_LOST_TAGS] += gray;
        r->state = GW_OVER;
        e->over_at = w->t;
    } else if (is_wrong(gw_in_work(e), r, c)) {
        fail_by(w, e, TNW_C_WRONG, c->t.ep ? TNW_C_POISON : 0, gray);
        const bool last = c->t.byte_count <= 4 * c->dws;
        lose(w, e, r, !(gray && last));
    } else {
        take(w, e, r, c, gray);
    }
}

void tnw_gw_completion(struct tn_tnw_get_judge *w, const struct tn_tnw_pi_tlp *c)
{
    const unsigned link = c->t.tag / TN_TNW_GET_SLOTS_MAX, slot = c->t.tag % TN_TNW_GET_SLOTS_MAX;
    if (c->t.requester != w->rid || link >= TNW_LINKS || slot >= gw_slots(w)) {
        unexpected(w, NULL, 0, c);
        return;
    }
    struct gw_engine *e = &w->engine[link];
    struct gw_read *r = e->dead ? NULL : under_way(e, slot);
    if (!r || (c->t.status == TN_CPL_SC && !tn_tlp_has_data(c->t.kind)))
        unexpected(w, e, slot, c);
    else
        complete(w, e, r, c);
}

static void timeout(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        struct gw_read *r = &e->read[i % GW_RING];
        if (r->state != GW_ASKED)
            continue;
        const uint64_t over = w->cpl_tmo ? r->at + w->cpl_tmo : GW_NEVER;
        const uint64_t late = w->cpl_tmo ? over + GW_LOOK + GW_WORK : GW_NEVER;
        if (w->cpl_tmo && r->early + GW_WORK > over)
            r->early = over - GW_WORK;
        if (r->late < late)
            r->late = late;
        if (w->t <= r->late)
            continue;
        fail(w, e, gw_lost_from(r), TNW_C_TIMEOUT, 0);
        lose(w, e, r, true);
    }
}

void tnw_gw_timeouts(struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (!w->engine[l].dead)
            timeout(w, &w->engine[l]);
}
