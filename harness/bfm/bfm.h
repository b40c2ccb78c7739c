/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts shared by the C sides of the bus-functional modules.
 */
#ifndef TN_BFM_PRIVATE_H
#define TN_BFM_PRIVATE_H

#include "../sim/boundary.h"
#include "../sim/core.h"

#include <tn/bfm.h>
#include <tn/rng.h>

enum {
    TN_BFM_NAME = 32,
    TN_BFM_PACKET = 16384, /* bytes; longer is refused by sources, cut by monitors */
};

void tn_bfm_name(char out[TN_BFM_NAME], const char *name);

/* A stall pattern being played. */
struct tn_stalls {
    struct tn_stall spec;
    struct tn_rng rng;
    uint32_t position;
    bool drawn, draw; /* random: the next cycle is drawn already */
};
/* Begins a pattern. -EINVAL, said on stderr, and the old one goes on, when its numbers
 * are impossible. */
int tn_stalls_set(struct tn_stalls *s, const char *stream, const struct tn_stall *spec);
/* Cycles of stall before the next free cycle. */
uint32_t tn_stalls_next(struct tn_stalls *s);
/* Length of the next run of free cycles (stalled false) or stalled ones. */
uint32_t tn_stalls_run(struct tn_stalls *s, bool *stalled);

void tn_source_declare(unsigned id, const char *name);
/* By place, for saboteurs, whose sources have no name to be found by. */
struct tn_source *tn_source_slot(unsigned id);
void tn_source_reset(void);
uint64_t tn_source_wakes(void);

void tn_sink_declare(unsigned id, const char *name);
void tn_sink_reset(void);
uint64_t tn_sink_wakes(void);
void tn_sink_oks(uint32_t ok[TN_CORE_OK_WORDS]);

void tn_monitor_declare(unsigned id, const char *name);
/* The same of a stream of beats, whose handshake is judged. */
void tn_monitor_declare_stream(unsigned id, const char *name);
/* From now on packets of streams are events of that fabric (TN_FABRIC_PCIE until then). */
void tn_monitor_carry(uint8_t fabric);
uint8_t tn_monitor_carried(void);
void tn_monitor_reset(void);
/* Forgets those who subscribed to packets, rejects and broken handshakes. */
void tn_monitor_forget(void);
void tn_monitor_deliver(void);
void tn_reject_deliver(void);
/* Something but packets of monitored streams is there to be delivered. */
extern bool tn_bfm_more;
/* Numbers ev and hands it to recorder, coverage and subscribers. */
void tn_monitor_publish(struct tn_event *ev);
/* A broken handshake at that point, to those who subscribed to them. */
void tn_monitor_broken(const char *rule, unsigned point, const char *expected, const char *found,
                       uint64_t cycle);
/* The same for those who have a verdict already. */
void tn_monitor_verdict(const struct tn_verdict *v);
/* The next packet at that point carries these event flags; nothing when it is negative. */
void tn_monitor_expect_flags(int point, unsigned flags);

/* What a boundary saw, to be handed on at the falling edge, in order of cycle and rank: channels by their points, then taps
 * from TN_SEEN_TAPS on. Gives room for TN_SEEN_BYTES, which fn gets; nothing depends on the simulator's order. */
enum { TN_SEEN_TAPS = TN_CORE_MONITORS, TN_SEEN_BYTES = 64 };
typedef void tn_seen_fn(unsigned rank, const void *what);
void *tn_seen_put(uint64_t cycle, unsigned rank, tn_seen_fn *fn);
void tn_seen_deliver(void);
void tn_seen_forget(void);
/* Forgets those who subscribed to taps. */
void tn_tap_clear(void);

/* The boundary of tn_bfm_block.v. */
extern const struct tn_boundary tn_block_boundary;

void tn_reg_reset(void);
void tn_reg_drive(struct tn_core_drive *out);

#endif
