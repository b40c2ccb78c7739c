/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One way that a block may have taken: its model, its bursts under way, the causes that obs_rx must
 * still show, and the verdicts of the last cycle. exa_ni_board.c keeps several ways where the page
 * lets the block choose.
 */
#ifndef TN_EXA_NI_PLAYER_H
#define TN_EXA_NI_PLAYER_H

#include <tn/axi/axi_port.h>
#include <tn/exanet/exa_ni.h>

enum { EXN_BURSTS = 64, EXN_SHOWN = 32, EXN_TOLD = 4, EXN_RULES = 96, EXN_EVENTS = 64 };

struct exn_burst {
    struct tn_axs_burst b;
    unsigned id, moved;
    enum tn_axs_resp worst;
    uint64_t addressed, last; /* cycles: address accepted, last beat of a write taken */
    bool alone;               /* no other read was under way when it was addressed */
};

/* A ring of bursts. */
struct exn_bursts {
    struct exn_burst b[EXN_BURSTS];
    unsigned head, n;
};

/* The cycles of causes that are expected and were not yet shown, or the other way round, in
 * a ring. */
struct exn_shown {
    uint64_t at[EXN_SHOWN];
    unsigned head, n;
    bool found; /* the ring has causes that were shown and not yet expected */
};

/* The number of times that each rule was asked, and failed; shared by the ways. */
struct exn_counts {
    struct {
        const char *rule;
        uint64_t asked, failed;
    } of[EXN_RULES];
    unsigned n;
};

struct tn_exn_player {
    struct tn_exn *model;
    struct exn_counts *counts;
    struct exn_bursts reads;   /* reads that were addressed */
    struct exn_bursts writes;  /* writes that were addressed */
    struct exn_bursts written; /* writes that must be answered */
    struct exn_shown shown[TN_EXN_CAUSES];
    bool r_stands;    /* read data are offered and were not taken */
    uint64_t r_stood; /* the last cycle in which read data were offered */
    unsigned word;    /* next of the eight words of a read request (RT mailbox) */
    struct tn_verdict told[EXN_TOLD];
    unsigned told_n;
};

/* The events of one cycle: of both channels, and of the AXI port in this cycle and the next. */
struct tn_exn_cycle {
    uint64_t cycle;
    struct tn_exa_pins in, out;
    struct tn_axi_seen axi[EXN_EVENTS];
    unsigned axi_n;
    uint8_t rx[TN_EXN_CAUSES]; /* causes that obs_rx has shown since the cycle before */
};

/* Runs one cycle; s->told receives its verdicts. */
void tn_exn_player_run(struct tn_exn_player *s, const struct tn_exn_cycle *y);
/* Judges events that are missing when the traffic has ended. */
void tn_exn_player_finish(struct tn_exn_player *s, uint64_t now);

/* Counts the rule as asked and, unless ok, adds a verdict. */
void tn_exn_judge(struct tn_exn_player *s, const char *rule, bool ok, uint64_t cycle,
                  const char *expected, const char *found, ...)
    __attribute__((format(printf, 6, 7)));
/* Takes a verdict of the model: a tn_verdict_fn whose ctx is the player. */
void tn_exn_player_told(void *side, const struct tn_verdict *v);

#endif
