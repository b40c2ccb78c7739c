/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A ring of events by their packet numbers, and a ring of their bytes.
 */
#include "recent.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PACKETS = 1 << 16, BYTES = 1 << 23 };

struct tn_recent {
    struct tn_event ev[PACKETS]; /* by the low bits of the packet number; packet 0: none */
    uint64_t end[PACKETS];       /* how many bytes had been written behind its own */
    uint64_t written;            /* bytes, those left over at the ring's end included */
    uint8_t bytes[BYTES];
};

struct tn_recent *tn_recent_new(void)
{
    return calloc(1, sizeof(struct tn_recent));
}

void tn_recent_keep(struct tn_recent *r, const struct tn_event *ev)
{
    size_t slot = ev->packet % PACKETS, at = r->written % BYTES;
    if (ev->len > BYTES / 4)
        return;
    if (at + ev->len > BYTES) { /* a packet's bytes lie in one piece */
        r->written += BYTES - at;
        at = 0;
    }
    memcpy(r->bytes + at, ev->bytes, ev->len);
    r->written += ev->len;
    r->ev[slot] = *ev;
    r->ev[slot].bytes = r->bytes + at;
    r->end[slot] = r->written;
}

const struct tn_event *tn_recent_find(const struct tn_recent *r, uint64_t packet)
{
    const struct tn_event *ev = &r->ev[packet % PACKETS];
    bool there = ev->packet == packet && packet != 0;
    return there && r->written - (r->end[packet % PACKETS] - ev->len) <= BYTES ? ev : NULL;
}

void tn_recent_free(struct tn_recent *r)
{
    free(r);
}
