/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block with Nget and the way out alone: reads, completions, timeouts.
 */
#include "get_player.h"

#include <tn/bug.h>

#include <string.h>

enum { RCB = 64, LOWER = 0x7f, READ_DELAY = 40, READ_WAIT = 4, BE_ALL = 15 };

static bool is_free(const struct tn_tnw_get_player *s, const struct gs_slot *l)
{
    return l->state == GS_FREE ||
           (l->state == GS_LOST && gs_has(s, TN_TNW_GET_BUG_LOST_SLOT_USED)) ||
           (l->state == GS_OVER && gs_has(s, TN_TNW_GET_BUG_SLOT_FREE_EARLY));
}

/* Returns the lowest free slot; gs_slots(): no slot is free. */
static unsigned free_slot(const struct tn_tnw_get_player *s, const struct gs_engine *e)
{
    unsigned found = gs_slots(s);
    for (unsigned i = 0; i < gs_slots(s); i++)
        if (is_free(s, &e->slot[i]) &&
            (found == gs_slots(s) || gs_has(s, TN_TNW_GET_BUG_SLOT_NOT_LOWEST)))
            found = i;
    return found;
}

static void ask(struct tn_tnw_get_player *s, unsigned link, unsigned slot, uint64_t addr,
                uint32_t len)
{
    uint8_t bytes[16];
    struct tn_tlp t = {.first_be = BE_ALL, .last_be = BE_ALL, .addr = addr};
    tn_tlp_set_kind(&t, TN_TLP_MRD, addr >> 32 != 0);
    t.requester = (uint16_t)(s->rid ^ gs_has(s, TN_TNW_GET_BUG_READ_WRONG_REQUESTER));
    t.tag = (uint8_t)(TN_TNW_GET_SLOTS_MAX * link + slot);
    if (gs_has(s, TN_TNW_GET_BUG_READ_WRONG_TAG))
        t.tag = (uint8_t)(t.tag + gs_slots(s));
    t.length_dw = (uint16_t)(len / 4);
    const long n = tn_tlp_encode(&t, NULL, 0, bytes, sizeof bytes);
    tn_require(n > 0);
    tnw_gs_read(s, bytes, (size_t)n, link, slot);
    s->count[TN_TNW_GET_READS]++;
}

static void swap_newest(struct gs_engine *e)
{
    struct tnw_get_desc *oldest = &e->desc[e->out % GS_DESCS],
                        *newest = &e->desc[(e->in - 1) % GS_DESCS];
    const struct tnw_get_desc was = *oldest;
    *oldest = *newest;
    *newest = was;
}

static uint32_t next_length(const struct tn_tnw_get_player *s, const struct gs_engine *e)
{
    const struct tnw_get_desc *d = gs_in_work(e);
    const uint32_t off = (uint32_t)((d->src + e->asked) % TN_TNW_GET_READ);
    const uint32_t room = TN_TNW_GET_READ - (gs_has(s, TN_TNW_GET_BUG_READ_NOT_CUT) ? 0 : off);
    return d->length - e->asked < room ? d->length - e->asked : room;
}

/* Sends, for a bug, the first read of the descriptor behind the descriptor in work. */
static void ask_too_early(struct tn_tnw_get_player *s, unsigned link, unsigned slot)
{
    struct gs_engine *e = &s->engine[link];
    if (e->in - e->out > 1 && gs_strikes(s, TN_TNW_GET_BUG_NEXT_TOO_EARLY))
        ask(s, link, slot, e->desc[(e->out + 1) % GS_DESCS].src, TN_TNW_GET_READ);
}

static void make_read(struct tn_tnw_get_player *s, unsigned link)
{
    struct gs_engine *e = &s->engine[link];
    const struct tnw_get_desc *d = gs_in_work(e);
    const unsigned slot = free_slot(s, e);
    if (!d || slot == gs_slots(s))
        return;
    if (gs_is_aborted(e) && (e->asked || !gs_has(s, TN_TNW_GET_BUG_ABORT_READS_NEXT)))
        return;
    if (s->late && s->t < d->at + READ_WAIT)
        return;
    if (gs_has(s, TN_TNW_GET_BUG_READ_LATE) && s->t < d->at + READ_DELAY)
        return;
    if (e->asked == d->length) {
        ask_too_early(s, link, slot);
        return;
    }
    if ((e->cause && !gs_has(s, TN_TNW_GET_BUG_READS_GO_ON)) ||
        (e->asked >= 2 * TN_TNW_GET_READ && gs_has(s, TN_TNW_GET_BUG_READS_STOP)))
        return;
    if (e->asked == 0 && gs_has(s, TN_TNW_GET_BUG_NEWEST_FIRST))
        swap_newest(e);
    if (e->asked && d->length - e->asked > TN_TNW_GET_READ &&
        gs_strikes(s, TN_TNW_GET_BUG_READ_SKIPPED))
        e->asked += next_length(s, e);
    const uint32_t len = next_length(s, e);
    e->slot[slot] =
        (struct gs_slot){.state = GS_ASKED, .desc = e->out, .pos = e->asked, .len = len};
    ask(s, link, slot, d->src + e->asked, len);
    e->asked += len;
}

static void lose(struct tn_tnw_get_player *s, struct gs_engine *e, struct gs_slot *l,
                 enum tnw_cause cause)
{
    l->state = GS_LOST;
    e->cause |= (uint8_t)(gs_has(s, TN_TNW_GET_BUG_CAUSE_WRONG) ? TNW_C_STATUS : cause);
    s->count[TN_TNW_GET_LOST_TAGS] += !gs_has(s, TN_TNW_GET_BUG_LOST_NOT_COUNTED);
}

static void timeouts(struct tn_tnw_get_player *s, struct gs_engine *e)
{
    const uint32_t tmo = s->cpl_tmo / (gs_has(s, TN_TNW_GET_BUG_TIMEOUT_EARLY) ? 2 : 1);
    if (!s->cpl_tmo || gs_has(s, TN_TNW_GET_BUG_TIMEOUT_NEVER))
        return;
    for (unsigned i = 0; i < gs_slots(s); i++) {
        struct gs_slot *l = &e->slot[i];
        if (l->state == GS_ASKED && l->at && s->t >= l->at + tmo + (s->late ? 60 : 8))
            lose(s, e, l, TNW_C_TIMEOUT);
    }
}

void tnw_gs_engines(struct tn_tnw_get_player *s)
{
    for (unsigned l = 0; l < TNW_LINKS; l++)
        timeouts(s, &s->engine[l]);
    if (s->np_in - s->np_out < GS_ROW / 2)
        make_read(s, (unsigned)(s->t % TNW_LINKS));
}

static bool is_oldest(const struct tn_tnw_get_player *s, const struct gs_engine *e,
                      const struct gs_slot *l)
{
    for (unsigned i = 0; i < gs_slots(s); i++)
        if (e->slot[i].state == GS_ASKED && e->slot[i].pos < l->pos)
            return false;
    return true;
}

static bool is_wrong(const struct tn_tnw_get_player *s, const struct gs_engine *e,
                     const struct gs_slot *l, const struct tn_tnw_pi_tlp *c)
{
    const uint32_t bytes = 4 * c->dws, left = l->len - l->got;
    const uint64_t at = gs_in_work(e)->src + l->pos + l->got;
    const unsigned rcb = RCB * (gs_has(s, TN_TNW_GET_BUG_RCB_REFUSED) ? 2 : 1);
    if (gs_has(s, TN_TNW_GET_BUG_ORDER_REFUSED) && !is_oldest(s, e, l))
        return true;
    return c->t.byte_count != left || c->t.lower_addr != (at & LOWER) || bytes > left ||
           (bytes < left && (at + bytes) % rcb);
}

static void unexpected(struct tn_tnw_get_player *s, struct gs_slot *l,
                       const struct tn_tnw_pi_tlp *c)
{
    const bool last = !tn_tlp_has_data(c->t.kind) || c->t.byte_count <= 4 * c->dws;
    s->count[TN_TNW_GET_UNEXPECTED]++;
    if (l && l->state == GS_LOST && (last || gs_has(s, TN_TNW_GET_BUG_LOST_FREED_BY_ANY)))
        l->state = GS_FREE;
}

static void fill(struct tn_tnw_get_player *s, struct gs_engine *e, struct gs_slot *l,
                 const struct tn_tnw_pi_tlp *c)
{
    memcpy(l->data + l->got, c->payload, 4 * c->dws);
    l->got += 4 * c->dws;
    if (c->t.ep) {
        l->poisoned = !gs_has(s, TN_TNW_GET_BUG_POISON_INJECTED);
        e->cause |= TNW_C_POISON;
    }
    if (!l->poisoned)
        l->good = l->got;
    if (l->got == l->len)
        l->state = GS_OVER;
}

void tnw_gs_completion(struct tn_tnw_get_player *s, const struct tn_tnw_pi_tlp *c)
{
    const unsigned link = c->t.tag / TN_TNW_GET_SLOTS_MAX, slot = c->t.tag % TN_TNW_GET_SLOTS_MAX;
    if (c->t.requester != s->rid || link >= TNW_LINKS || slot >= gs_slots(s)) {
        unexpected(s, NULL, c);
        return;
    }
    struct gs_engine *e = &s->engine[link];
    struct gs_slot *l = &e->slot[slot];
    if (l->state != GS_ASKED || (c->t.status == TN_CPL_SC && !tn_tlp_has_data(c->t.kind))) {
        unexpected(s, l, c);
    } else if (c->t.status != TN_CPL_SC) {
        e->cause |= TNW_C_STATUS;
        l->state = GS_OVER;
    } else if (is_wrong(s, e, l, c)) {
        lose(s, e, l, TNW_C_WRONG);
    } else {
        fill(s, e, l, c);
    }
}
