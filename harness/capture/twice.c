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

/* The first 24 bytes of the packet, its length, place and time, and the last 8 where time stamps are of whole microseconds; of a
 * short one all bytes. */
static uint64_t look_of(const struct tn_event *ev, bool fine)
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
    return fine ? h : (h ^ h >> 32 ^ word(ev->bytes + ev->len - 8)) * mix;
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

/* A time stamp goes back, or too many are the same: the packets of the ring are kept as those behind them will be. */
static void shuffle(struct tn_twice *t)
{
    t->shuffled = true;
    for (uint64_t i = t->at > TN_STAMP_RING ? t->at - TN_STAMP_RING : 0; i < t->at; i++)
        seen(t, t->ring[i % TN_STAMP_RING].look);
}

/* The same while time stamps go forth: only those with the same one may be the packet. */
static bool seen_newest(struct tn_twice *t, uint64_t look, uint64_t ns)
{
    enum { SAME = 64 };
    unsigned n = 0;
    for (uint64_t i = t->at; n < SAME && i > 0 && t->ring[(i - 1) % TN_STAMP_RING].ns == ns; i--, n++)
        if (t->ring[(i - 1) % TN_STAMP_RING].look == look)
            return true;
    if (n == SAME) {
        shuffle(t);
        return seen(t, look);
    }
    t->ring[t->at % TN_STAMP_RING].look = look;
    t->ring[t->at++ % TN_STAMP_RING].ns = ns;
    return false;
}

void tn_twice_anew(struct tn_twice *t)
{
    t->at = t->newest_ns = 0;
    t->copied = false;
    memset(t->seen, 0, sizeof t->seen);
}

bool tn_twice(struct tn_twice *t, const struct tn_event *ev, const uint8_t *p, size_t len, enum tn_stamps stamps)
{
    const bool timed = ev->time_ns || ev->cycle || t->newest_ns;
    const bool right_behind =
        ++t->records <= 2 || (!t->fine && stamps == TN_STAMPS_FRAMED) ? again(t, ev->time_ns, p, len) : false;
    t->fine = t->fine || stamps == TN_STAMPS_CYCLES || ev->time_ns % 1000 != 0;
    const uint64_t look = look_of(ev, t->fine);
    const bool behind_later = ev->time_ns < t->newest_ns || t->copied;
    if (!t->shuffled && (ev->time_ns < t->newest_ns || !timed))
        shuffle(t);
    t->newest_ns = ev->time_ns < t->newest_ns ? t->newest_ns : ev->time_ns;
    t->copied = ((t->shuffled ? seen(t, look) : seen_newest(t, look, ev->time_ns)) && timed && (t->fine || behind_later)) || right_behind;
    return t->copied;
}
