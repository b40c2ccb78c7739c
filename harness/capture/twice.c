/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Records that a capture holds twice: as it was merged with itself, or overlaps the one behind it.
 */
#include "twice.h"

#include <string.h>

static uint64_t word(const uint8_t *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* The first 24 bytes and the last 8 of the packet, its length, place and time; of a short one all bytes. */
static uint64_t look_of(const struct tn_event *ev)
{
    const uint64_t mix = 0x9e3779b97f4a7c15u;
    uint64_t h = ((uint64_t)ev->point << 48 | (uint64_t)ev->dir << 40 | (uint64_t)ev->port << 32 | ev->orig_len) ^ ev->cycle ^ ev->time_ns * mix;
    if (ev->len < 24) {
        for (uint32_t i = 0; i < ev->len; i++)
            h = (h ^ ev->bytes[i]) * mix;
        return h;
    }
    h = (h ^ word(ev->bytes)) * mix;
    h = (h ^ h >> 32 ^ word(ev->bytes + 8)) * mix;
    h = (h ^ h >> 32 ^ word(ev->bytes + 16)) * mix;
    return (h ^ h >> 32 ^ word(ev->bytes + ev->len - 8)) * mix;
}

/* Is the record, up to its first 96 bytes, the one before it over again? */
static bool again(struct tn_twice *t, uint64_t ns, const uint8_t *p, size_t len)
{
    const size_t n = len < 96 ? len : 96;
    uint64_t h = len;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    const bool same = t->records > 1 && t->last == h && t->last_ns == ns;
    t->last = h;
    t->last_ns = ns;
    return same;
}

/* Is the packet among those that are kept? If not, it is kept. */
static bool seen(struct tn_twice *t, uint64_t look)
{
    uint64_t *set = t->seen[(look ^ look >> 32) % TN_STAMP_SETS];
    for (unsigned i = 0; i < TN_STAMP_WAYS; i++)
        if (set[i] == look)
            return true;
    memmove(&set[1], &set[0], (TN_STAMP_WAYS - 1) * sizeof *set);
    set[0] = look;
    return false;
}

bool tn_twice(struct tn_twice *t, const struct tn_event *ev, const uint8_t *p, size_t len, enum tn_stamps stamps)
{
    const bool timed = ev->time_ns || ev->cycle || t->newest_ns, behind_later = ev->time_ns < t->newest_ns || t->copied;
    const bool right_behind =
        ++t->records <= 2 || (!t->fine && stamps == TN_STAMPS_FRAMED) ? again(t, ev->time_ns, p, len) : false;
    t->fine = t->fine || stamps == TN_STAMPS_CYCLES || ev->time_ns % 1000 != 0;
    t->newest_ns = ev->time_ns < t->newest_ns ? t->newest_ns : ev->time_ns;
    t->copied = (seen(t, look_of(ev)) && timed && (t->fine || behind_later)) || right_behind;
    return t->copied;
}
