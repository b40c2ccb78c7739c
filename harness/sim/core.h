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

/* What runs in turn with the model, for every packet or cycle. The model fills most of the
 * processor's nearest cache: functions that stand together take least of the rest. */
#define TN_CORE_HOT __attribute__((hot))

enum {
    TN_CORE_STREAMS = 64, /* sources, sinks or monitors of streams a bench */
    TN_CORE_MONITORS = 256, /* of all kinds; those of streams are the first */
    TN_CORE_BEAT = 16,   /* bytes a beat */
    TN_CORE_BEATS = 64,  /* that sources and monitors hand over at most by one call */
    TN_CORE_OK_WORDS = TN_CORE_STREAMS * 3 / 32,
    TN_CORE_SABOTEURS = 32, /* whose packets leave by sources of their own, from 64 on */
    TN_CORE_SABOTAGE_WORDS = TN_CORE_SABOTEURS * 5 / 32,
    TN_CORE_SABOTEUR_SOURCE = 64,
};

/* Outputs of a tick: what the bench drives until the next one. */
struct tn_core_drive {
    uint64_t next;    /* cycle of the next tick wanted */
    uint64_t source_wake; /* toggles: bit id a source to ask again */
    uint64_t sink_wake;
    uint32_t ok[TN_CORE_OK_WORDS]; /* 3 bits a sink, the first in the lowest */
    uint32_t sabotage[TN_CORE_SABOTAGE_WORDS]; /* 5 bits a saboteur: see harness/fault/tn_saboteur.v */
    uint32_t rst;
    uint32_t reg_cmd; /* bit 0 write, bit 1 read */
    uint32_t reg_addr;
    uint32_t reg_wdata;
};

/* What a source drives next. */
struct tn_core_beat {
    uint32_t have;  /* 0 sleep until woken, 1 this beat, 2 ask again after delay, 3 then or
                     * when ok changes or it is woken */
    uint32_t delay; /* cycles of valid low before that */
    uint32_t keep, last, port;
    uint32_t data[4]; /* word 0 is bits 31:0 */
};

/* What stands behind the clock: the bench's modules, and what follows a whole run. */
struct tn_core_bench {
    int (*begin)(void);   /* before test code's first turn: 0, or the exit status */
    int (*end)(void);     /* test code has ended: 0, or the exit status */
    int (*cut)(void);     /* the run ends before test code does: the same */
    bool (*failed)(void); /* test code, or what it subscribed to, has failed */
    void (*deliver)(void); /* falling edge: what the modules have seen, to all who subscribed */
    void (*drive)(uint64_t cycle, struct tn_core_drive *out); /* then: what they drive */
    void (*reset)(void);  /* forgets what was queued and half seen */
};
/* Names the simulator, before anything else. exit ends the process in the simulator's own way, on
 * return to the simulator at the latest. */
void tn_core_start(const char *sim, const struct tn_core_bench *bench, void (*exit)(int status));
/* The modules of streams by name, and the block; those of other boundaries: boundary.h. */
enum tn_core_kind {
    TN_CORE_SOURCE,
    TN_CORE_SINK,
    TN_CORE_MONITOR,
    TN_CORE_DUT,
    TN_CORE_SABOTEUR,
};
void tn_core_declare(enum tn_core_kind kind, unsigned id, const char *name);
void tn_core_param(const char *name, long value);

/* Falling edge of a cycle that was asked for, or after a packet ended. out is as the last tick
 * left it, at first all zeros; false when it stays so. */
bool tn_core_tick(uint64_t cycle, struct tn_core_drive *out);
/* What the bench drives has changed, but for what test code does in its turn: the next tick
 * drives it. */
void tn_core_changed(void);

/* Whether it was ever called: else the image is no bench. */
bool tn_core_ran(void);

/* Whether the run has come to its end. */
bool tn_core_over(void);
/* Whether the DUT has had its first reset, and is not in one: before, what it drives means nothing. */
bool tn_core_runs(void);

/* Rising edges. */
void tn_core_source_next(unsigned id, uint64_t cycle, uint32_t ok, struct tn_core_beat *out);
/* The same for a source that takes up to TN_CORE_BEATS of a packet at once, into beats.
 * *left: of those it got before, how many it has not driven: they are to come again. On
 * return, how many there are now; out->delay is of the first, keep and last of the last. */
void tn_core_source_beats(unsigned id, uint64_t cycle, uint32_t ok, uint32_t *left,
                          struct tn_core_beat *out, uint8_t beats[][TN_CORE_BEAT]);
void tn_core_sink_next(unsigned id, uint32_t *ready, uint32_t *cycles);
/* n beats of a packet that began at cycle start, the last of them now; keep is its. */
void tn_core_monitor_beats(unsigned id, uint64_t start, uint64_t cycle,
                           const uint8_t beats[][TN_CORE_BEAT], uint32_t n, uint32_t keep,
                           uint32_t last, uint32_t port, uint32_t ok_before);
/* The same from a memory that monitor id writes and C reads at falling edges: its beats from
 * the packet's first (of those not yet handed over) on, and notes about them. New is what has
 * a new TN_CORE_NOTE_CYCLE. */
enum tn_core_note {
    TN_CORE_NOTE_START, /* cycle in which the packet began */
    TN_CORE_NOTE_CYCLE = 2, /* of the last of the beats */
    TN_CORE_NOTE_END,   /* bits 5:0 its place, 9:6 its keep, 10 its last; 14:11 the packet's
                         * port, 17:15 ok before it */
    TN_CORE_NOTES
};
void tn_core_monitor_memory(unsigned id, const uint8_t beats[][TN_CORE_BEAT],
                            const uint64_t note[TN_CORE_NOTES]);
/* A beat that waited in the cycle before and has changed or gone, or an unknown bit. */
struct tn_core_held {
    uint32_t what;           /* bit 0 unknown bits, 1 a beat waited, 2 valid */
    uint32_t rest[2];        /* of the beat before, of this one: bits 3:0 port, 4 last, 8:5 keep */
    const uint32_t *data[2]; /* 4 words each */
};
void tn_core_monitor_held(unsigned id, uint64_t cycle, const struct tn_core_held *h);
void tn_core_reject(uint64_t cycle, uint32_t dir, uint32_t cause, uint32_t port);
void tn_core_reg_read(uint32_t value);
/* What stands on the wires of tap id at an edge of their clock. */
void tn_core_tap(unsigned id, uint64_t cycle, uint32_t head, uint64_t data);
/* What becomes of a block of a serial line (tn_line_saboteur.v): what to do, bits to move
 * by, bits to invert, the block to ask again at, whether to show every NFC. */
struct tn_core_line {
    uint32_t what, slip, head, data[2], due[2], watch;
};
void tn_core_line(unsigned id, uint64_t cycle, uint64_t block, bool is_nfc, struct tn_core_line *out);
/* A beat that an armed saboteur took; packet: how many passed wholly before. keep, last and port are as the form of the
 * saboteur's packets has them (harness/fault/saboteur.h). */
void tn_core_sabotage(unsigned id, uint64_t cycle, uint32_t packet, const uint32_t data[4],
                      uint32_t keep, uint32_t last, uint32_t port);

/* One more that has to do at falling edges: act() at the cycle that next() gave
 * (UINT64_MAX: none), before test code's turn. */
struct tn_core_hook {
    void (*act)(uint64_t cycle);
    uint64_t (*next)(void);
};
void tn_core_hook(const struct tn_core_hook *hook);

#endif
