/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Bus-functional modules as test code sees them: packet sources, sinks,
 * monitors on each stream, and the register port.
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

/* When valid (source) or ready (sink) is held low. */
enum tn_stall_kind {
    TN_STALL_NONE,
    TN_STALL_RANDOM,   /* low with probability num/den each cycle */
    TN_STALL_PERIODIC, /* low for num of each den cycles */
    TN_STALL_BURST,    /* random lengths 1..num low, 1..den free */
    TN_STALL_FOREVER,
};
struct tn_stall {
    enum tn_stall_kind kind;
    uint32_t num, den;
    uint64_t seed;
};

/* NULL when the bench has none of that name. */
struct tn_source *tn_source_find(const char *name);
struct tn_sink *tn_sink_find(const char *name);

/* Queues one packet (copied), to begin at cycle not_before or later. Packets
 * leave in the order queued within a class; one whose class may not begin
 * (ok) lets later ones of other classes pass if order allows (classes 1 and 2 never
 * pass an earlier one of class 0). flags goes into the monitor's event (TN_EV_FAULT, ...).
 * 0, or -ENOMEM, -EMSGSIZE. */
int tn_source_send(struct tn_source *s, const uint8_t *bytes, size_t len,
                   unsigned cls, unsigned port, uint64_t not_before, unsigned flags);

/* Packets queued and not yet wholly on the wires. */
size_t tn_source_pending(const struct tn_source *s);

/* Forgets what is queued and has not begun. */
void tn_source_flush(struct tn_source *s);

/* 0, or -EINVAL when its numbers are impossible (a line on stderr says so): random and
 * periodic want 0 < num < den, burst both above 0. The pattern before it goes on then. */
int tn_source_stall(struct tn_source *s, const struct tn_stall *stall);
int tn_sink_stall(struct tn_sink *s, const struct tn_stall *stall);

/* Classes (bit 0, 1, 2) that the sink lets begin; 7 after reset. */
void tn_sink_ok(struct tn_sink *s, unsigned mask);

/* Called for each packet when its last beat has passed (valid and ready) at
 * any stream of the bench; event.point is the stream's index in the point
 * table. Subscribers are called in the order they subscribed. */
typedef void tn_monitor_fn(void *ctx, const struct tn_event *ev);
int tn_monitor_subscribe(tn_monitor_fn *fn, void *ctx);
uint64_t tn_monitor_packets(void); /* seen by all monitors since the program began */


/* A TLP that the DUT did not forward (obs_rej_*): dir 0 U2D, 1 D2U. */
typedef void tn_reject_fn(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port);
int tn_reject_subscribe(tn_reject_fn *fn, void *ctx);

/* Broken handshakes (CZR-STR-1, EXA-CHN-*, AXI-*) on any stream or port. */
int tn_handshake_subscribe(tn_verdict_fn *fn, void *ctx);

/* Forgets all subscribers, but not the recorder. */
void tn_monitor_clear(void);

/* Point table: names by index; NULL beyond the last. */
const char *tn_monitor_point(unsigned index);
int tn_monitor_point_index(const char *name); /* or -ENOENT */

/* Register port; each call lets the cycles it needs pass. */
void tn_reg_write(uint32_t addr, uint32_t value);
uint32_t tn_reg_read(uint32_t addr);

#endif
