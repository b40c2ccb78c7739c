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
    TN_BEAT_WORDS = 5,    /* words of a beat of 160 bits, the lowest first */
    TN_PINS_WORDS = 20,   /* words of the pins of a block whose inputs C plays */
    TN_PLAY_WORDS = 32,   /* words of the inputs that C plays */
    TN_WATCH_WORDS = 134, /* words of pins that C only sees */
    TN_UNITS = 512,       /* units that the modules of one bench may open */
};

/* The beat that a module drives next. */
struct tn_next {
    /* 0: the module sleeps until it is woken. 1: it drives this beat. 2: it asks again after delay
     * cycles, or when it is woken. */
    uint32_t have;
    /* Cycles without valid before the beat or the question. */
    uint32_t delay;
    uint32_t beat[TN_BEAT_WORDS];
};

/* One kind of module at the boundary, and the functions that its calls reach. Functions for calls
 * that these modules never make are NULL. */
struct tn_boundary {
    /* The name by which modules open the boundary and benches declare its units. */
    const char *name;
    /* Takes the bench's name of the unit with that number. */
    void (*declare)(unsigned id, const char *name);

    /* Gives the next beat. taken: the beat on the wires was accepted. */
    void (*next)(unsigned id, uint64_t cycle, bool taken, struct tn_next *out);
    /* Says whether the module is ready, and for how many cycles the answer holds. */
    void (*ready)(unsigned id, uint64_t cycle, uint32_t *ready, uint32_t *cycles);
    /* Takes a beat that came in. */
    void (*got)(unsigned id, uint64_t cycle, const uint32_t beat[TN_BEAT_WORDS]);
    /* Takes a cycle that a monitor saw of its channel; the module defines what and more. */
    void (*seen)(unsigned id, uint64_t cycle, uint32_t what, uint32_t more,
                 const uint32_t beat[TN_BEAT_WORDS]);

    /* Takes the pins of a block; bit i of unknown is set when word i has unknown bits, which read
     * as 1. play holds zeros, and on return the inputs of the next cycle. Pins that C only sees
     * come with unknown 0 and play NULL. */
    void (*pins)(unsigned id, uint64_t cycle, const uint32_t *pins, uint32_t unknown,
                 uint32_t *play);

    /* Hands on, at a falling edge, the events that were stored at rising edges. */
    void (*deliver)(void);
    /* Forgets all subscribers. */
    void (*clear)(void);
    /* Forgets queued and half seen packets, because the bench is in reset. */
    void (*reset)(void);
    /* Returns bits that toggle, each for a unit whose module has to ask again. */
    uint64_t (*wakes)(void);
};

/* The parts of benches that a fabric defines: harness/<fabric>/bfm/bench.c has tn_bench_<fabric>.
 * Make generates the list of all fabrics. */
struct tn_saboteur_form;
struct tn_stream_packets;
struct tn_stream_judge;
struct tn_bench_parts {
    /* The fabric's boundaries; NULL behind the last. NULL: the fabric has none. */
    const struct tn_boundary *const *boundaries;
    /* How saboteurs take the fabric's packets apart (harness/fault/saboteur.h); NULL behind the
     * last. NULL: as packets of streams. */
    const struct tn_saboteur_form *const *saboteurs;
    /* The questions of streams and their saboteurs about the fabric's packets
     * (harness/fault/saboteur.h). NULL: none is answered. */
    const struct tn_stream_packets *packets;
    /* Judges the handshake of all streams (tn/stream.h); the first fabric's judge counts. NULL: the
     * fabric has none. */
    const struct tn_stream_judge *judge;
};
extern const struct tn_bench_parts *const tn_benches[]; /* NULL behind the last */

/* Returns the boundary of that name; ends the program with a message when no boundary has the
 * name. */
const struct tn_boundary *tn_boundary_find(const char *name);
/* Declares unit id of a boundary by its name in the bench. */
void tn_core_name(const char *boundary, unsigned id, const char *name);
/* Opens unit id of a boundary for a module. Returns the handle for the calls below. */
unsigned tn_core_open(const char *boundary, unsigned id);

void tn_core_next(unsigned handle, uint64_t cycle, bool taken, struct tn_next *out);
void tn_core_ready(unsigned handle, uint64_t cycle, uint32_t *ready, uint32_t *cycles);
void tn_core_got(unsigned handle, uint64_t cycle, const uint32_t beat[TN_BEAT_WORDS]);
void tn_core_seen(unsigned handle, uint64_t cycle, uint32_t what, uint32_t more,
                  const uint32_t beat[TN_BEAT_WORDS]);
void tn_core_pins(unsigned handle, uint64_t cycle, const uint32_t *pins, uint32_t unknown,
                  uint32_t *play);

/* The turns of the clock; each reaches all boundaries that a module or the bench has named. */
void tn_boundaries_deliver(void);
void tn_boundaries_clear(void);
void tn_boundaries_reset(void);
uint64_t tn_boundaries_wakes(void);

#endif
