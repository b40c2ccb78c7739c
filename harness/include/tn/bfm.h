/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The interface between test code and bus-functional modules: packet sources, sinks, monitors on
 * each stream, and the register port.
 *
 * A stream is 128 bits with keep per DW, last, valid, ready, a 4-bit port and
 * ok per class, of which there are three: a packet begins while its class is ok. Sources and
 * sinks are found by the name they have in the bench ("s_usr", "m_dev", ...).
 */
#ifndef TN_BFM_H
#define TN_BFM_H

#include <tn/event.h>
#include <tn/verdict.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tn_source;
struct tn_sink;

/* The cycles in which a source holds valid low, or a sink ready. */
enum tn_stall_kind {
    TN_STALL_NONE,
    TN_STALL_RANDOM,   /* low with probability num/den each cycle */
    TN_STALL_PERIODIC, /* low for num of each den cycles */
    TN_STALL_BURST,    /* low for 1..num cycles, free for 1..den cycles, at random */
    TN_STALL_FOREVER,
};
struct tn_stall {
    enum tn_stall_kind kind;
    uint32_t num, den;
    uint64_t seed;
};

/* Returns the source with that name; NULL when the bench has none; the calls below end the run
 * with status 2 and a line when they are given that. */
struct tn_source *tn_source_find(const char *name);
/* Returns the sink with that name; NULL when the bench has none. */
struct tn_sink *tn_sink_find(const char *name);

/* Queues one packet, which is copied and begins at cycle not_before or later. Packets of one class
 * leave in the order of queueing. A packet whose class may not begin (ok) lets later packets of
 * other classes pass if the ordering rules allow it (classes 1 and 2 never pass an earlier packet of class 0). flags
 * goes into the monitor's event (TN_EV_FAULT, ...). Returns 0, -ENOMEM or -EMSGSIZE. */
int tn_source_send(struct tn_source *s, const uint8_t *bytes, size_t len, unsigned cls,
                   unsigned port, uint64_t not_before, unsigned flags);

/* Returns the number of packets that are queued or not yet wholly on the wires. */
size_t tn_source_pending(const struct tn_source *s);

/* Forgets queued packets that have not begun. */
void tn_source_flush(struct tn_source *s);

/* Sets the stalls of a source. Random and periodic need 0 < num < den, burst needs both above 0.
 * Returns 0, or -EINVAL with a line on stderr when the numbers are impossible; the old pattern goes
 * on then. */
int tn_source_stall(struct tn_source *s, const struct tn_stall *stall);
/* Sets the stalls of a sink, as tn_source_stall() does. */
int tn_sink_stall(struct tn_sink *s, const struct tn_stall *stall);

/* Sets the classes that the sink lets begin: bits 0 to 2; 7 after reset. */
void tn_sink_ok(struct tn_sink *s, unsigned mask);

/* Receives each packet when its last beat has passed (valid and ready) at any stream of the bench.
 * ev->point is the stream's index in the point table. */
typedef void tn_monitor_fn(void *ctx, const struct tn_event *ev);
/* Adds a subscriber; subscribers are called in the order in which they subscribed. Returns 0 or
 * -ENOMEM. */
int tn_monitor_subscribe(tn_monitor_fn *fn, void *ctx);
/* Returns the number of packets that all monitors have seen since the program began. */
uint64_t tn_monitor_packets(void);

/* Receives each TLP that the DUT did not forward (obs_rej_*): dir 0 U2D, 1 D2U. */
typedef void tn_reject_fn(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port);
/* Adds a subscriber. Returns 0 or -ENOMEM. */
int tn_reject_subscribe(tn_reject_fn *fn, void *ctx);

/* Adds a subscriber to verdicts on handshakes (CZR-STR-1, EXA-CHN-*, AXI-*) of all streams and
 * ports. Returns 0 or -ENOMEM. */
int tn_handshake_subscribe(tn_verdict_fn *fn, void *ctx);

/* Forgets all subscribers except the recorder. */
void tn_monitor_clear(void);

/* Returns the name of point `index` in the point table; NULL behind the last. */
const char *tn_monitor_point(unsigned index);
/* Returns the index of the point with that name, or -ENOENT. */
int tn_monitor_point_index(const char *name);

/* Writes a register; lets the necessary cycles pass. */
void tn_reg_write(uint32_t addr, uint32_t value);
/* Returns a register; lets the necessary cycles pass. */
uint32_t tn_reg_read(uint32_t addr);

#endif
