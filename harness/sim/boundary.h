/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Boundaries between Verilog and C. There are three kinds, whose calls tn_sim.vh names:
 *   beats   words of a channel, one direction at a time: C gives the next beat, holds ready low,
 *           sees beats go over
 *   pins    a vector of pins in each cycle, which C sees, and another vector that C plays in the
 *           next cycle
 *   taps    a word on its way: C sees the word, or decides on its fate
 * Streams of packets with their sources, sinks and monitors are beats that the core itself knows
 * (core.h). Whoever else has something at a boundary gives it a name here; a module of the bench
 * opens that name, and unpacks nothing: what the bits mean is between the module and the C file
 * that gave the name. A fabric names its boundaries in harness/<fabric>/bfm/bench.c.
 */
#ifndef TN_SIM_BOUNDARY_H
#define TN_SIM_BOUNDARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TN_BEAT_WORDS = 5,    /* a beat: 160 bits, word 0 the lowest */
    TN_PINS_WORDS = 20,   /* pins of a block that C plays to */
    TN_PLAY_WORDS = 32,   /* what C plays */
    TN_WATCH_WORDS = 134, /* pins that are only seen */
    TN_UNITS = 512,       /* that modules of one bench open */
};

/* What a module drives next. */
struct tn_next {
    /* 0: sleep until woken. 1: this beat. 2: ask again after delay cycles, or when woken. */
    uint32_t have;
    /* Cycles without valid before that. */
    uint32_t delay;
    uint32_t beat[TN_BEAT_WORDS];
};

/* A name at a boundary. Functions for calls that its modules do not make are NULL. */
struct tn_boundary {
    /* As modules open it and benches declare it. */
    const char *name;
    /* The bench names the unit with that number. */
    void (*declare)(unsigned id, const char *name);

    /* Beats. taken: the beat on the wires went over. */
    void (*next)(unsigned id, uint64_t cycle, bool taken, struct tn_next *out);
    /* Whether the module is ready, and for how many cycles that holds. */
    void (*ready)(unsigned id, uint64_t cycle, uint32_t *ready, uint32_t *cycles);
    /* A beat came in. */
    void (*got)(unsigned id, uint64_t cycle, const uint32_t beat[TN_BEAT_WORDS]);
    /* A monitor saw a cycle of the channel; what and more are the module's own. */
    void (*seen)(unsigned id, uint64_t cycle, uint32_t what, uint32_t more,
                 const uint32_t beat[TN_BEAT_WORDS]);

    /* Pins of a block; bit i of unknown is set when word i has unknown bits, which read as 1. play
     * holds zeros, and what the next cycle brings on return. Pins that are only seen come with
     * unknown 0 and play NULL. */
    void (*pins)(unsigned id, uint64_t cycle, const uint32_t *pins, uint32_t unknown,
                 uint32_t *play);

    /* Falling edges: hands on what was stored at rising ones. */
    void (*deliver)(void);
    /* Forgets who subscribed. */
    void (*clear)(void);
    /* The bench is in reset: forgets what was queued and half seen. */
    void (*reset)(void);
    /* Bits that toggle, each for a unit whose module is to ask again. */
    uint64_t (*wakes)(void);
};

/* What a fabric brings to benches: harness/<fabric>/bfm/bench.c defines tn_bench_<fabric>. Make
 * generates the list of all. */
struct tn_saboteur_form;
struct tn_stream_packets;
struct tn_stream_judge;
struct tn_bench {
    /* Its boundaries; NULL behind the last. NULL: it has none. */
    const struct tn_boundary *const *boundaries;
    /* How saboteurs take its packets apart (harness/fault/saboteur.h); NULL behind the last. NULL:
     * as streams. */
    const struct tn_saboteur_form *const *saboteurs;
    /* What streams and their saboteurs ask of the fabric's packets (harness/fault/saboteur.h).
     * NULL: nothing. */
    const struct tn_stream_packets *packets;
    /* Judges the handshake of all streams (tn/stream.h); of the first fabric that has one. NULL:
     * the fabric has none. */
    const struct tn_stream_judge *judge;
};
extern const struct tn_bench *const tn_benches[]; /* NULL behind the last */

/* The boundary of that name; the program ends with a message when nothing has it. */
const struct tn_boundary *tn_boundary_find(const char *name);
/* The bench declares unit id of a boundary by its name in the bench. */
void tn_core_name(const char *boundary, unsigned id, const char *name);
/* A module opens unit id of a boundary. The answer is its handle for the calls below. */
unsigned tn_core_open(const char *boundary, unsigned id);

void tn_core_next(unsigned handle, uint64_t cycle, bool taken, struct tn_next *out);
void tn_core_ready(unsigned handle, uint64_t cycle, uint32_t *ready, uint32_t *cycles);
void tn_core_got(unsigned handle, uint64_t cycle, const uint32_t beat[TN_BEAT_WORDS]);
void tn_core_seen(unsigned handle, uint64_t cycle, uint32_t what, uint32_t more,
                  const uint32_t beat[TN_BEAT_WORDS]);
void tn_core_pins(unsigned handle, uint64_t cycle, const uint32_t *pins, uint32_t unknown,
                  uint32_t *play);

/* The clock side's turns, to all boundaries that a module or the bench has named. */
void tn_boundaries_deliver(void);
void tn_boundaries_clear(void);
void tn_boundaries_reset(void);
uint64_t tn_boundaries_wakes(void);

#endif
