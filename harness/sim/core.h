/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the two simulator bindings call. One call a packet (64 beats of it at most; none for
 * what a monitor sees under Verilator) or run of stalls; idle cycles stay in Verilog. All calls come from the simulator's
 * thread; those from bus-functional modules at the rising edge only store,
 * and everything that test code can see happens in tn_core_tick() at the
 * falling edge, in a fixed order, so that no result depends on how a simulator
 * orders its processes.
 */
#ifndef TN_SIM_CORE_H
#define TN_SIM_CORE_H

#include <stdbool.h>
#include <stdint.h>

/* Marks functions that run in turn with the model, for every packet or cycle. The model fills most
 * of the processor's nearest cache; functions that stand together take least of the rest. */
#define TN_CORE_HOT __attribute__((hot))

enum {
    TN_CORE_STREAMS = 64, /* sources, sinks or monitors of streams of a bench, at most */
    TN_CORE_MONITORS = 256, /* monitors of all kinds; the first are those of streams */
    TN_CORE_BEAT = 16,   /* bytes of a beat */
    TN_CORE_BEATS = 64,  /* beats that a source or a monitor hands over by one call, at most */
    TN_CORE_OK_WORDS = TN_CORE_STREAMS * 3 / 32,
    TN_CORE_SABOTEURS = 32, /* saboteurs; their packets leave by sources of their own, from 64 on */
    TN_CORE_SABOTAGE_WORDS = TN_CORE_SABOTEURS * 5 / 32,
    TN_CORE_SABOTEUR_SOURCE = 64,
};

/* The outputs of a tick, which the bench drives until the next tick. */
struct tn_core_drive {
    uint64_t next;    /* the cycle of the next tick */
    uint64_t source_wake; /* bits that toggle: bit id for a source that has to ask again */
    uint64_t sink_wake;
    uint32_t ok[TN_CORE_OK_WORDS]; /* 3 bits for each sink, the first sink in the lowest */
    uint32_t sabotage[TN_CORE_SABOTAGE_WORDS]; /* 5 bits for each saboteur (tn_saboteur.v) */
    uint32_t rst;
    uint32_t reg_cmd; /* bit 0 write, bit 1 read */
    uint32_t reg_addr;
    uint32_t reg_wdata;
};

/* The beat that a source drives next. */
struct tn_core_beat {
    /* 0: the source sleeps until woken. 1: it drives this beat. 2: it asks again after delay. 3: it asks again after delay,
     * when ok changes, or when woken. */
    uint32_t have;
    uint32_t delay; /* cycles with valid low before the beat or the question */
    uint32_t keep, last, port;
    uint32_t data[4]; /* word 0 is bits 31:0 */
};

/* The functions behind the clock: of the bench's modules, and of all that follows a whole run. */
struct tn_core_bench {
    int (*begin)(void);   /* runs before test code's first turn; returns 0 or the exit status */
    int (*end)(void);     /* runs when test code has ended; returns 0 or the exit status */
    int (*cut)(void);     /* runs when the run ends before test code; returns 0 or the exit status */
    bool (*failed)(void); /* says whether test code or one of its judges has failed */
    void (*deliver)(void); /* hands the events of the modules to all subscribers, at a falling edge */
    void (*drive)(uint64_t cycle, struct tn_core_drive *out); /* then collects the inputs that the modules drive */
    void (*reset)(void);  /* forgets queued and half seen packets */
};
/* Names the simulator, before all other calls. exit ends the process in the simulator's own way, on
 * return to the simulator at the latest. */
void tn_core_start(const char *sim, const struct tn_core_bench *bench, void (*exit)(int status));
/* The modules that a bench declares by name: those of streams, and the block. boundary.h has the
 * modules of other boundaries. */
enum tn_core_kind {
    TN_CORE_SOURCE,
    TN_CORE_SINK,
    TN_CORE_MONITOR,
    TN_CORE_DUT,
    TN_CORE_SABOTEUR,
};
void tn_core_declare(enum tn_core_kind kind, unsigned id, const char *name);
void tn_core_param(const char *name, long value);

/* Does the work of a falling edge, of a cycle that was asked for or in which a packet ended. out is
 * as the last tick left it, at first all zeros. Returns false when out stays so. */
bool tn_core_tick(uint64_t cycle, struct tn_core_drive *out);
/* Says that the bench's inputs have changed outside of test code's turn, so that the next tick
 * drives them. */
void tn_core_changed(void);

/* Says whether the core was ever called; an image that never calls it is no bench. */
bool tn_core_ran(void);

/* Says whether the program has its turn, not the simulator. A signal handler may ask. */
bool tn_core_in_test(void);

/* Says whether the run has come to its end. */
bool tn_core_over(void);
/* Says whether the DUT has had its first reset and is not in reset; before, its outputs mean
 * nothing. */
bool tn_core_runs(void);

/* Calls of modules at rising edges. Gives a source its next beat. */
void tn_core_source_next(unsigned id, uint64_t cycle, uint32_t ok, struct tn_core_beat *out);
/* Gives a source up to TN_CORE_BEATS beats of a packet at once, in beats. *left is the number of
 * beats of the last call that the source has not driven, which have to come again; on return, the
 * number of beats in beats. out->delay is of the first beat, keep and last are of the last. */
void tn_core_source_beats(unsigned id, uint64_t cycle, uint32_t ok, uint32_t *left,
                          struct tn_core_beat *out, uint8_t beats[][TN_CORE_BEAT]);
void tn_core_sink_next(unsigned id, uint32_t *ready, uint32_t *cycles);
/* Takes n beats of a packet that began at cycle start, the last of them in this cycle; keep is the
 * last beat's. */
void tn_core_monitor_beats(unsigned id, uint64_t start, uint64_t cycle,
                           const uint8_t beats[][TN_CORE_BEAT], uint32_t n, uint32_t keep,
                           uint32_t last, uint32_t port, uint32_t ok_before);
/* Takes beats from a memory that monitor id writes and C reads at falling edges: the packet's beats
 * from the first that was not handed over, and notes about them. Beats are new when
 * TN_CORE_NOTE_CYCLE is new. */
enum tn_core_note {
    TN_CORE_NOTE_START, /* the cycle in which the packet began */
    TN_CORE_NOTE_CYCLE = 2, /* the cycle of the last beat */
    TN_CORE_NOTE_END,   /* of the last beat: bits 5:0 place, 9:6 keep, 10 last, 14:11 port, 17:15 ok before the packet */
    TN_CORE_NOTES
};
void tn_core_monitor_memory(unsigned id, const uint8_t beats[][TN_CORE_BEAT],
                            const uint64_t note[TN_CORE_NOTES]);
/* A beat that waited in the cycle before and has changed or gone, or that has an unknown bit. */
struct tn_core_held {
    uint32_t what;           /* bit 0 unknown bits, 1 a beat waited, 2 valid */
    uint32_t rest[2];        /* of the beat before and of this beat: bits 3:0 port, 4 last, 8:5 keep */
    const uint32_t *data[2]; /* 4 words each */
};
void tn_core_monitor_held(unsigned id, uint64_t cycle, const struct tn_core_held *h);
void tn_core_reject(uint64_t cycle, uint32_t dir, uint32_t cause, uint32_t port);
void tn_core_reg_read(uint32_t value);
/* Takes the value on the wires of tap id at an edge of their clock. */
void tn_core_tap(unsigned id, uint64_t cycle, uint32_t head, uint64_t data);
/* What becomes of a block of a serial line (tn_line_saboteur.v): the action, bits to move by,
 * bits to invert, the number of the block at which the saboteur asks again, whether it shows
 * every NFC. */
struct tn_core_line {
    uint32_t what, slip, head, data[2], due[2], watch;
};
void tn_core_line(unsigned id, uint64_t cycle, uint64_t block, bool is_nfc, struct tn_core_line *out);
/* Takes a beat that an armed saboteur took; packet is the number of packets that passed wholly
 * before. keep, last and port are as the form of the saboteur's packets has them
 * (harness/fault/saboteur.h). */
void tn_core_sabotage(unsigned id, uint64_t cycle, uint32_t packet, const uint32_t data[4],
                      uint32_t keep, uint32_t last, uint32_t port);

/* A hook at falling edges: act() runs in the cycle that next() gave (UINT64_MAX: never), before
 * test code's turn. */
struct tn_core_hook {
    void (*act)(uint64_t cycle);
    uint64_t (*next)(void);
};
void tn_core_hook(const struct tn_core_hook *hook);

#endif
