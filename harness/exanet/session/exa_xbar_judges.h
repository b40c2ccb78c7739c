/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judges of ExaNet's intra-node switch on the running bench: scoreboard with the
 * model behind it, the watch over its pins, and the channels' handshakes, as EXX rules.
 * Sessions and cases use them.
 */
#ifndef TN_EXA_XBAR_JUDGES_H
#define TN_EXA_XBAR_JUDGES_H

#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_crossbar_judge.h>
#include <tn/exanet/exa_xbar_board.h>

#include <stdbool.h>

/* Registers of the bench itself, beyond the switch's. */
enum { TN_XBAR_OWN = 0x1000, TN_XBAR_PINS = 0x1004 };

/* What a verdict is about, while it is given. */
enum tn_xbar_at { TN_XBAR_AT_DROP, TN_XBAR_AT_WORD, TN_XBAR_AT_PINS, TN_XBAR_AT_REGISTER };

struct tn_xbar_judges {
    struct tn_exa_xbar_params par; /* of the bench */
    uint32_t own;
    uint64_t start; /* verdicts' cycles count from here */
    struct tn_exa_xbar *model;
    struct tn_exa_xbar_board *board;
    struct tn_exa_xbar_judge *judge;
    enum tn_xbar_at at;
    unsigned port; /* AT_WORD: of the output, or 16: an input */
    tn_verdict_fn *fn;
    void *ctx;
};

/* The parameters of the bench. */
void tn_xbar_parameters(struct tn_exa_xbar_params *p);

/* Tells the bench the switch's coordinates and whether every cycle of its pins is to be
 * shown; both hold from the next reset on. */
void tn_xbar_judges_prepare(uint32_t own, bool pins);

/* Makes them for a switch that was just reset, and subscribes to words, pins and
 * handshakes (not to drops: see tn_xbar_judges_drop()). Verdicts go to fn. pins: with the
 * watch. 0 or -ENOMEM. */
int tn_xbar_judges_open(struct tn_xbar_judges *j, uint32_t own, bool pins, tn_verdict_fn *fn,
                        void *ctx);
/* After another reset: what was under way is forgotten, counters are 0. */
int tn_xbar_judges_reset(struct tn_xbar_judges *j, uint32_t own);
/* For the subscriber of rejects; cycle counts from start. */
void tn_xbar_judges_drop(struct tn_xbar_judges *j, uint64_t cycle, unsigned cause, unsigned port);
/* Registers of the switch from first up to end that differ from the model's break
 * EXX-CNT-1. The switch has come to rest. */
void tn_xbar_judges_registers(struct tn_xbar_judges *j, uint32_t first, uint32_t end);
/* What has not come is lost. */
void tn_xbar_judges_finish(struct tn_xbar_judges *j);
void tn_xbar_judges_close(struct tn_xbar_judges *j);

/* Names of the streams: "s_exa3", "m_exa3". */
const char *tn_xbar_stream(char side, unsigned port);

#endif
