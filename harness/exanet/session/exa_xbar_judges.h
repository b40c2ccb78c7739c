/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judges of ExaNet's intra-node switch on the running bench, for sessions and cases: the board
 * with its model, the judge of the pins, and the channels' handshakes as EXX rules.
 */
#ifndef TN_EXA_XBAR_JUDGES_H
#define TN_EXA_XBAR_JUDGES_H

#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_crossbar_judge.h>
#include <tn/exanet/exa_xbar_board.h>

#include <stdbool.h>

/* Registers of the bench itself, beyond the switch's. */
enum { TN_XBAR_OWN = 0x1000, TN_XBAR_PINS = 0x1004 };

/* The subject of a verdict while it is given. */
enum tn_xbar_at { TN_XBAR_AT_DROP, TN_XBAR_AT_WORD, TN_XBAR_AT_PINS, TN_XBAR_AT_REGISTER };

struct tn_xbar_judges {
    struct tn_exa_xbar_params par; /* of the bench */
    uint32_t own;
    uint64_t start; /* verdicts' cycles count from here */
    struct tn_exa_xbar *model;
    struct tn_exa_xbar_board *board;
    struct tn_exa_xbar_judge *judge;
    enum tn_xbar_at at;
    unsigned port; /* AT_WORD: number of the output; 16: an input */
    tn_verdict_fn *fn;
    void *ctx;
};

/* Fills in the parameters of the bench. */
void tn_xbar_parameters(struct tn_exa_xbar_params *p);

/* Sets the switch's coordinates in the bench, and whether the bench shows every cycle of its pins;
 * both hold from the next reset on. */
void tn_xbar_judges_prepare(uint32_t own, bool pins);

/* Makes the judges for a switch that was just reset, and subscribes to words, pins and handshakes,
 * but not to drops (tn_xbar_judges_drop()). Verdicts go to fn. pins: with the judge of the pins.
 * Returns 0 or -ENOMEM. */
int tn_xbar_judges_open(struct tn_xbar_judges *j, uint32_t own, bool pins, tn_verdict_fn *fn,
                        void *ctx);
/* Forgets packets under way and sets counters to 0, after another reset. Returns 0 or -ENOMEM. */
int tn_xbar_judges_reset(struct tn_xbar_judges *j, uint32_t own);
/* The switch showed a drop; the subscriber of rejects calls this. cycle counts from start. */
void tn_xbar_judges_drop(struct tn_xbar_judges *j, uint64_t cycle, unsigned cause, unsigned port);
/* Judges the registers of a switch at rest, from first up to end, by EXX-CNT-1: they equal the
 * model's. */
void tn_xbar_judges_registers(struct tn_xbar_judges *j, uint32_t first, uint32_t end);
/* Judges the end: packets and drops that have not come are lost. */
void tn_xbar_judges_finish(struct tn_xbar_judges *j);
/* Frees the judges. */
void tn_xbar_judges_close(struct tn_xbar_judges *j);

/* Returns the name of a stream, "s_exa3" or "m_exa3"; side is 's' or 'm'. */
const char *tn_xbar_stream(char side, unsigned port);

#endif
