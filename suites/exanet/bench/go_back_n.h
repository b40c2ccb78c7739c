/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A sender that goes back to a lost packet and sends everything from there on again, packet by
 * packet, beside the transactions that the RTL sends: the same packets, line, way and losses. The
 * receiver takes packets in their order alone; it asks once for the packet that it misses, or,
 * without nacks, the sender's timeout finds the loss as the firmware's does.
 */
#ifndef GO_BACK_N_H
#define GO_BACK_N_H

#include <stdbool.h>
#include <stdint.h>

/* What the sender works on. Times are cycles. */
struct gbn {
    double each;     /* a packet's time on the line */
    double way;      /* from the end of a packet at the sender to the answer to it there */
    double timeout;  /* from the end of the oldest packet without an answer */
    unsigned window; /* packets under way at most */
    bool nacks;
};

/* Packets that are sent between one loss and the next. */
struct gbn_losses {
    const uint32_t *gap;
    unsigned gaps;
};

enum { GBN_WINDOW = 256 };

/* Sends packets until that many were taken. Returns the cycles that this takes. */
static inline double gbn_run(const struct gbn *g, const struct gbn_losses *l, unsigned packets)
{
    double ack_at[GBN_WINDOW]; /* of packet n at n % GBN_WINDOW: when its answer comes */
    double sent_at[GBN_WINDOW];
    double now = 0, nack_at = 0;
    unsigned base = 0, next = 0, expected = 0, gap = 0, asked_for = UINT32_MAX;
    uint32_t left = l->gaps ? l->gap[0] : UINT32_MAX;
    bool nack = false;
    while (base < packets) {
        while (base < expected && ack_at[base % GBN_WINDOW] <= now)
            base++;
        if (nack && nack_at <= now) {
            nack = false;
            next = expected;
        }
        if (next > base && base == expected && now >= sent_at[base % GBN_WINDOW] + g->timeout)
            next = base;
        if (next == packets ||
            next - base == g->window) { /* nothing to send until an answer or the timeout */
            double until = base < expected ? ack_at[base % GBN_WINDOW]
                                           : sent_at[base % GBN_WINDOW] + g->timeout;
            until = nack && nack_at < until ? nack_at : until;
            now = until > now ? until : now + 1;
            continue;
        }
        now += g->each;
        sent_at[next % GBN_WINDOW] = now;
        if (left-- == 0) {
            left = ++gap < l->gaps ? l->gap[gap] : UINT32_MAX;
        } else if (next == expected) {
            ack_at[expected++ % GBN_WINDOW] = now + g->way;
        } else if (next > expected && g->nacks && asked_for != expected) {
            nack = true;
            nack_at = now + g->way;
            asked_for = expected;
        }
        next++;
    }
    return now;
}

#endif
