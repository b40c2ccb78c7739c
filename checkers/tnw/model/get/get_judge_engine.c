/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: the descriptor that each engine has in work: its bytes as they come, its slots,
 * its errors, ABORT, and its end (tnw_pi.md 3 and 5).
 *
 * From the write of ABORT until that has had its effect each descriptor of the engine may still go
 * on, or be over; from then on ABORT is an error of it. A descriptor that has another error by then
 * may have this one, too.
 */
#include "get_judge.h"

#include <string.h>

enum { RCB = 64, LOWER = 0x7f };

bool tnw_gw_blame(struct tn_tnw_get_judge *w, struct gw_engine *e, enum gw_rule rule,
                  const char *expected, const char *found, ...)
{
    va_list args;
    e->dead = true;
    va_start(args, found);
    tn_judge_v(&w->judge, rule, false, expected, found, args);
    va_end(args);
    return false;
}

void tnw_gw_count(struct tn_tnw_get_judge *w, enum tn_tnw_get_count c, uint32_t lo, uint32_t hi)
{
    w->hi[c] += hi;
    w->late[(w->t + GW_WORK) % GW_LATE][c] += lo;
}

void tnw_gw_counted(struct tn_tnw_get_judge *w)
{
    uint32_t *late = w->late[w->t % GW_LATE];
    for (unsigned c = 0; c < TN_TNW_GET_COUNTS; c++) {
        w->lo[c] += late[c];
        late[c] = 0;
    }
}

void tnw_gw_free(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned slot, uint64_t from,
                 uint64_t since)
{
    e->slot[slot].state = GW_SLOT_FREE;
    e->slot[slot].from = from;
    e->slot[slot].since = since;
    e->moved_at = w->t;
}

uint32_t tnw_gw_next_read(const struct gw_engine *e)
{
    const struct tnw_get_desc *d = gw_in_work(e);
    if (!d)
        return 0;
    const uint32_t room = TN_TNW_GET_READ - (uint32_t)((d->src + e->asked) % TN_TNW_GET_READ);
    const uint32_t left = d->length - e->asked;
    return left < room ? left : room;
}

/* Bytes from pos on, n at most, of the one read that they are in: how many are there. */
static uint32_t bytes_at(const struct gw_engine *e, bool sure, uint32_t pos, uint8_t *to,
                         uint32_t n)
{
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        const uint32_t end = r->pos + (sure ? r->sure : r->right);
        if (pos < r->pos || pos >= r->pos + r->len)
            continue;
        if (pos >= end)
            return 0;
        const uint32_t here = end - pos < n ? end - pos : n;
        memcpy(to, r->data + (pos - r->pos), here);
        return here;
    }
    return 0;
}

/* All bytes before them must have been right, too: what is injected has been. */
static bool item_there(const struct gw_engine *e, bool sure, uint8_t item[TNW_PAYLOAD])
{
    const uint32_t first = bytes_at(e, sure, e->injected, item, TNW_PAYLOAD);
    if (first == 0 || first == TNW_PAYLOAD)
        return first != 0;
    return bytes_at(e, sure, e->injected + first, item + first, TNW_PAYLOAD - first) ==
           TNW_PAYLOAD - first;
}

/* ABORT stops it. */
bool tnw_gw_next_item(const struct gw_engine *e, bool sure, uint8_t item[TNW_PAYLOAD])
{
    return !(gw_is_aborted(e) && (sure || e->stopped)) && item_there(e, sure, item);
}

/* The one in work may have another error by the cycle at. */
static bool has_other(const struct gw_engine *e, uint64_t at)
{
    bool other = e->error_at && e->error_at <= at;
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        other |= r->state == GW_ASKED && gw_lost_from(r) <= at;
    }
    return other;
}

static void abort_known(const struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    e->stopped = gw_is_aborted(e) && w->t > gw_abort_of(e)->at + GW_ABORT;
    if (!gw_is_aborted(e))
        return;
    const uint64_t effect = gw_abort_of(e)->at + GW_WORK;
    e->may |= TNW_C_ABORT;
    if (w->t > effect && !has_other(e, effect))
        e->must |= TNW_C_ABORT;
}

/* Those that one before ended it does not touch. */
void tnw_gw_abort(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    e->moved_at = w->t;
    for (uint32_t i = gw_is_aborted(e) ? e->aborted : e->out; i != e->in; i++)
        e->abort[i % GW_RING] = (struct tnw_gw_abort){w->t, w->np_free};
    if (e->in != e->out)
        e->aborted = e->in;
    e->lat_at = 0;
    abort_known(w, e);
}

void tnw_gw_aborts(struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++)
        abort_known(w, &w->engine[l]);
}

/* The one that ended by ABORT, and whose notification has not left. */
const struct tnw_get_desc *tnw_gw_aborted_before(const struct gw_engine *e)
{
    const struct gw_note *n = &e->note[(e->note_in - 1) % GW_RING];
    return e->note_in != e->note_out && n->must & TNW_C_ABORT ? &n->desc : NULL;
}

/* It has its slot 4 cycles behind the effect at the latest; one that was not in work by then has
 * none. It leaves when nothing was in its way for a while. */
bool tnw_gw_aborted_read(const struct tn_tnw_get_judge *w, const struct gw_engine *e, unsigned slot)
{
    const struct tnw_gw_abort *a = gw_abort_of(e);
    const uint64_t effect = a->at + GW_WORK;
    return !e->behind && e->from <= effect && e->slot[slot].from <= effect + GW_FREE &&
           w->np_free - a->free <= GW_WORK + GW_FREE + GW_SETTLE;
}

/* It has failed, and nothing more of it is to come; alone: whatever ABORT does. */
static bool is_over(const struct tn_tnw_get_judge *w, const struct gw_engine *e, bool alone)
{
    uint8_t item[TNW_PAYLOAD];
    bool failed = e->must || e->may || gw_is_aborted(e);
    if (e->dead || !gw_in_work(e))
        return false;
    if (alone)
        failed = e->error_at != 0;
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        if (r->state == GW_ASKED && w->t < gw_lost_from(r))
            return false;
        failed |= r->state == GW_ASKED;
    }
    return failed && !(alone ? item_there(e, true, item) : tnw_gw_next_item(e, true, item));
}

/* It may have ended by an error of its own before ABORT had its effect. */
static bool ended_alone(const struct gw_engine *e)
{
    return e->alone_from && e->alone_from <= gw_abort_of(e)->at + GW_WORK;
}

/* By ABORT a link has one notification in the row. */
bool tnw_gw_may_be_over(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    if (!is_over(w, e, false))
        return false;
    return !gw_is_aborted(e) || e->note_in == e->note_out || ended_alone(e);
}

uint64_t tnw_gw_over_from(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    uint64_t from = e->over_from ? e->over_from : w->t;
    if (gw_is_aborted(e) && from < e->first_at)
        from = e->first_at;
    return gw_is_aborted(e) && ended_alone(e) && e->alone_from < from ? e->alone_from : from;
}

static void free_slots(struct tn_tnw_get_judge *w, struct gw_engine *e, uint64_t from,
                       uint64_t since)
{
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        if (r->state == GW_OVER && !r->emptied)
            tnw_gw_free(w, e, r->slot, from, since + GW_FREED);
        if (r->state == GW_ASKED) {
            e->slot[r->slot].state = gw_lost(e, r);
            tnw_gw_count(w, TN_TNW_GET_LOST_TAGS, 1, 1);
        }
    }
    e->read_out = e->read_in;
}

void tnw_gw_end(struct tn_tnw_get_judge *w, struct gw_engine *e, uint64_t from, uint64_t since)
{
    const bool whole = e->injected == gw_in_work(e)->length;
    const bool by_abort = gw_is_aborted(e) && !whole && !ended_alone(e);
    const uint64_t abort_at = gw_abort_of(e)->at;
    bool lost = false;
    for (uint32_t i = e->read_out; i != e->read_in; i++)
        lost |= e->read[i % GW_RING].state == GW_ASKED;
    e->note[e->note_in++ % GW_RING] =
        (struct gw_note){.desc = *gw_in_work(e),
                         .bytes = e->injected,
                         .must = whole ? 0 : (uint8_t)(e->must | (lost ? TNW_C_TIMEOUT : 0)),
                         .may = whole ? 0 : e->may,
                         .one_of = whole ? 0 : e->one_of,
                         .from = from,
                         .since = since,
                         .known = since};
    w->hi[TN_TNW_GET_NOTIFIED]++;
    w->hi[TN_TNW_GET_FAILED] += !whole;
    free_slots(w, e, from, since);
    e->out++;
    e->asked = e->injected = 0;
    e->must = e->may = e->one_of = 0;
    e->behind = by_abort && gw_is_aborted(e) && gw_abort_of(e)->at == abort_at;
    e->from = gw_in_work(e) && gw_in_work(e)->at > from ? gw_in_work(e)->at : from;
    e->since = since + GW_WORK;
    e->error_at = e->alone_from = e->over_at = e->unseen_at = 0;
    e->over_from = gw_is_aborted(e) ? gw_abort_of(e)->at : 0;
    e->after = 0;
    e->note_wait = e->gray_wait = e->read_wait = e->inject_wait = 0;
    e->moved_at = w->t;
    abort_known(w, e);
}

/* A read that was begun in time, and has not left: the descriptor is not over. */
static bool some_unseen(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    for (unsigned i = 0; i < gw_slots(w); i++)
        if (e->slot[i].state != GW_SLOT_BUSY && e->slot[i].state != GW_SLOT_LOST &&
            tnw_gw_aborted_read(w, e, i))
            return tnw_gw_next_read(e) != 0;
    return false;
}

/* Nothing more of an aborted one comes: when its notification has its place is known, too. */
static void aborted_ends(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    if (!gw_is_aborted(e) || !e->stopped || e->note_in != e->note_out)
        return;
    for (uint32_t i = e->read_out; i != e->read_in; i++)
        if (e->read[i % GW_RING].state == GW_ASKED)
            return;
    if (some_unseen(w, e)) {
        e->unseen_at = w->t;
        return;
    }
    const uint64_t effect =
        gw_later(gw_abort_of(e)->at, gw_later(e->over_at, e->unseen_at)) + GW_WORK;
    tnw_gw_end(w, e, tnw_gw_over_from(w, e), gw_later(effect, e->first_at) + GW_BEHIND);
    e->note[(e->note_in - 1) % GW_RING].known = effect;
}

static uint64_t since_when(const struct tn_tnw_get_judge *w, bool is, uint64_t was)
{
    return !is ? 0 : was ? was : w->t;
}

void tnw_gw_ends(struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        struct gw_engine *e = &w->engine[l];
        if (e->dead)
            continue;
        e->over_from = since_when(w, is_over(w, e, false), e->over_from);
        e->alone_from = since_when(w, is_over(w, e, true), e->alone_from);
        aborted_ends(w, e);
    }
}

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
