/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the bus-functional modules show to whoever follows a whole run (coverage, the capture), whatever
 * test code subscribes to and forgets. They know none of those by name.
 */
#ifndef TN_BFM_SHOW_H
#define TN_BFM_SHOW_H

#include <stdbool.h>
#include <stdint.h>

struct tn_show_write {
    uint32_t addr, value;
};

typedef void tn_show_fn(void *ctx, const char *where, const void *what);
/* A kind of events, and its followers. The module that shows the events defines the list. `where`
 * is the stream's name, or NULL, and the list's comment says what the third argument of a
 * tn_show_fn points to. */
enum { TN_SHOW_FOLLOWERS = 4 };
struct tn_show_list {
    struct {
        tn_show_fn *fn;
        void *ctx;
    } to[TN_SHOW_FOLLOWERS];
    unsigned n;
};
extern struct tn_show_list tn_show_reset;  /* the bench is in reset: NULL */
extern struct tn_show_list tn_show_packet; /* a packet passed the monitor `where`: struct tn_event */
extern struct tn_show_list tn_show_tap;    /* a tap showed a value: struct tn_tap_seen */
extern struct tn_show_list tn_show_block;  /* one cycle of a block's pins: struct tn_block_cycle */
extern struct tn_show_list tn_show_pins;   /* one cycle of the pins of a block of the kit: its struct tn_<block>_pins */
extern struct tn_show_list tn_show_beat;   /* a beat passed the AXI port `where`: struct tn_axi_seen */
extern struct tn_show_list tn_show_ok;     /* the sink `where` set the classes that may begin: unsigned */
extern struct tn_show_list tn_show_reject; /* a packet was rejected for that cause: unsigned */
extern struct tn_show_list tn_show_write;  /* a register was written: struct tn_show_write */

/* Calls fn for all events of that kind from now on, until the process ends, before the module's own
 * subscribers. A second subscription of the same fn and ctx changes nothing. */
void tn_show_follow(struct tn_show_list *kind, tn_show_fn *fn, void *ctx);

/* Shows an event to all followers of its kind; called by modules. */
static inline void tn_show(const struct tn_show_list *kind, const char *where, const void *what)
{
    for (unsigned i = 0; i < kind->n; i++)
        kind->to[i].fn(kind->to[i].ctx, where, what);
}

#endif
