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
    TN_BFM_PACKET = 16384, /* bytes of a packet; sources refuse longer packets, monitors cut them */
};

void tn_bfm_name(char out[TN_BFM_NAME], const char *name);

/* Notes the name of a module that the bench lacks, for tn_bfm_absent(). */
void tn_bfm_missed(const char *name);
/* Ends the run with status 2 and a line on stderr: the module of that kind that was looked for last, and those of the kind that
 * the bench has. nth returns the name of place i, empty where the place is not in use, NULL behind the last place. A program
 * that uses what a tn_..._find() did not find comes here. */
_Noreturn void tn_bfm_absent(const char *kind, const char *(*nth)(unsigned i));

/* A stall pattern that is being played. */
struct tn_stalls {
    struct tn_stall spec;
    struct tn_rng rng;
    uint32_t position;
    bool drawn, draw; /* random patterns: the next cycle is drawn already, with this result */
};
/* Begins a pattern. Returns -EINVAL, with a line on stderr, when the pattern's numbers are
 * impossible; the old pattern goes on then. */
int tn_stalls_set(struct tn_stalls *s, const char *stream, const struct tn_stall *spec);
/* Returns the cycles of stall before the next free cycle. */
uint32_t tn_stalls_next(struct tn_stalls *s);
/* Returns the length of the next run of cycles that are free (stalled is false) or stalled. */
uint32_t tn_stalls_run(struct tn_stalls *s, bool *stalled);

void tn_source_declare(unsigned id, const char *name);
/* Returns a source by its place, for saboteurs, whose sources have no name. */
struct tn_source *tn_source_slot(unsigned id);
void tn_source_reset(void);
uint64_t tn_source_wakes(void);

void tn_sink_declare(unsigned id, const char *name);
void tn_sink_reset(void);
uint64_t tn_sink_wakes(void);
void tn_sink_oks(uint32_t ok[TN_CORE_OK_WORDS]);

void tn_monitor_declare(unsigned id, const char *name);
/* Declares the monitor of a stream of beats, whose handshake is judged. */
void tn_monitor_declare_stream(unsigned id, const char *name);
/* Lets packets of streams be events of that fabric from now on (TN_FABRIC_PCIE until then). */
void tn_monitor_carry(uint8_t fabric);
uint8_t tn_monitor_carried(void);
void tn_monitor_reset(void);
/* Forgets the subscribers to packets, rejects and broken handshakes. */
void tn_monitor_forget(void);
void tn_monitor_deliver(void);
void tn_reject_deliver(void);
/* Events other than packets of monitored streams wait to be delivered. */
extern bool tn_bfm_more;
/* Numbers the event ev and hands it to recorder, coverage and subscribers. */
void tn_monitor_publish(struct tn_event *ev);
/* Tells the subscribers to broken handshakes of a broken handshake at that point. */
void tn_monitor_broken(const char *rule, unsigned point, const char *expected, const char *found,
                       uint64_t cycle);
/* Tells the same subscribers of a verdict. */
void tn_monitor_verdict(const struct tn_verdict *v);
/* Gives these event flags to the next packet at that point; a negative point has no effect. */
void tn_monitor_expect_flags(int point, unsigned flags);

/* Notes an event of a boundary, which is handed on at the falling edge in the order of cycle and
 * rank: channels by their points, then taps from TN_SEEN_TAPS on. Returns room for TN_SEEN_BYTES,
 * which fn gets. So no result depends on the simulator's order. */
enum { TN_SEEN_TAPS = TN_CORE_MONITORS, TN_SEEN_BYTES = 64 };
typedef void tn_seen_fn(unsigned rank, const void *what);
void *tn_seen_put(uint64_t cycle, unsigned rank, tn_seen_fn *fn);
void tn_seen_deliver(void);
void tn_seen_forget(void);
/* Forgets the subscribers to taps. */
void tn_tap_clear(void);

/* The boundary of tn_bfm_block.v. */
extern const struct tn_boundary tn_block_boundary;
/* The boundary of tn_bfm_pins.v. */
extern const struct tn_boundary tn_pins_boundary;

void tn_reg_reset(void);
void tn_reg_drive(struct tn_core_drive *out);

#endif
