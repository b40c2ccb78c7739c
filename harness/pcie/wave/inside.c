/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A core's own descriptors as TLPs: the length of the header, and the Requester ID that the hard
 * block fills in, which is learnt at the block.
 */
#include "inside.h"

#include "us.h"

#include <stdlib.h>
#include <string.h>

enum { HELD_MAX = 4096, FOUR_DWS = 0x20, TYPE = 0x1f };

/* A packet that waits. */
struct tn_inside_held {
    struct tn_wave_channel *ch;
    struct tn_event ev;
    struct tn_wave_time when;
    struct tn_inside_held *next;
    uint8_t bytes[];
};

static bool is_completion(const uint8_t *head)
{
    return (head[0] & 0x1e) == 0x0a;
}

unsigned tn_inside_header(uint8_t head[16])
{
    static const uint8_t none[4] = {0};
    unsigned type = head[0] & TYPE;
    bool memory = type <= 1 || (type >= 0x0c && type <= 0x0e);
    bool is_short = type == 2 || type == 4 || type == 5 || is_completion(head);
    bool low = memcmp(head + 8, none, 4) == 0;
    if (!(head[0] & FOUR_DWS))
        return 12;
    if (head[0] & 0x80 || !(is_short || (memory && low)))
        return 16;
    head[0] &= (uint8_t)~FOUR_DWS;
    if (low && !is_completion(head))
        memcpy(head + 8, head + 12, 4);
    return 12;
}

/* Gives the packet its Requester ID. Returns false while that is open, or while packets wait at the
 * block, where a fault is to be told first. */
static bool fill(const struct tn_wave_channel *ch, uint8_t *bytes, bool last)
{
    uint16_t requester = (uint16_t)(bytes[4] << 8 | bytes[5]);
    if (!tn_wave_core(ch))
        return true;
    if (!last && tn_us_waits(tn_wave_core(ch)))
        return false;
    if (tn_wave_kind_of(ch)->dir != TN_DIR_UP || is_completion(bytes))
        return true;
    if (!tn_us_fill(tn_wave_core(ch), last, &requester) ||
        (!last && tn_us_tags_open(tn_wave_core(ch))))
        return false;
    bytes[4] = (uint8_t)(requester >> 8);
    bytes[5] = (uint8_t)requester;
    return true;
}

/* Whether the packet's tag is not the one on the link: the block manages the tags of requests, and
 * those inside mean nothing. */
static bool is_untagged(const struct tn_wave_channel *ch, const struct tn_event *ev)
{
    const struct tn_us_link *l = tn_wave_core(ch);
    uint8_t way = tn_wave_kind_of(ch)->dir;
    struct tn_tlp t;
    if (!l || l->tags != TN_US_TAGS_BLOCK)
        return false;
    tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t);
    return (way == TN_DIR_UP && tn_tlp_class(t.kind) == TN_CLASS_NP) ||
           (way == TN_DIR_DOWN && tn_tlp_class(t.kind) == TN_CLASS_CPL);
}

static void give(struct tn_wave_channel *ch, struct tn_event *ev, const struct tn_wave_time *when)
{
    if (!is_untagged(ch, ev))
        tn_wave_packet(ch, ev, when);
}

static void give_first(struct tn_us_link *l)
{
    struct tn_inside_held *h = l->inside;
    l->inside = h->next;
    l->inside_last = l->inside ? l->inside_last : NULL;
    l->inside_n--;
    fill(h->ch, h->bytes, true);
    give(h->ch, &h->ev, &h->when);
    free(h);
}

static bool hold(struct tn_us_link *l, struct tn_wave_channel *ch, const struct tn_event *ev,
                 const struct tn_wave_time *when)
{
    struct tn_inside_held *h = malloc(sizeof *h + ev->len);
    if (!h)
        return false;
    *h = (struct tn_inside_held){.ch = ch, .ev = *ev, .when = *when};
    memcpy(h->bytes, ev->bytes, ev->len);
    h->ev.bytes = h->bytes;
    *(l->inside_last ? &l->inside_last->next : &l->inside) = h;
    l->inside_last = h;
    if (++l->inside_n > HELD_MAX)
        give_first(l);
    return true;
}

void tn_inside_drain(struct tn_us_link *l, bool all)
{
    while (l->inside && (all || fill(l->inside->ch, l->inside->bytes, false)))
        give_first(l);
}

void tn_inside_take(struct tn_wave_channel *ch, const struct tn_event *ev,
                    const struct tn_wave_time *when)
{
    struct tn_us_link *l = tn_wave_core(ch);
    uint8_t bytes[TN_TLP_MAX];
    struct tn_event own = *ev;
    own.bytes = memcpy(bytes, ev->bytes, ev->len);
    if (l)
        tn_inside_drain(l, false);
    if (!l || (!l->inside && fill(ch, bytes, false)) || !hold(l, ch, ev, when))
        give(ch, &own, when);
}

void tn_inside_flush(struct tn_wave_channel *ch)
{
    if (tn_wave_core(ch))
        tn_inside_drain(tn_wave_core(ch), true);
}
