/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One of the ways that a block may have gone (exa_ni_board.c keeps several where the page leaves
 * them open): its model, its bursts under way, what obs_rx must still show; and the verdicts of
 * the cycle that it was given last.
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
    bool alone;               /* no other read was under way as it was addressed */
};

struct exn_bursts { /* a ring */
    struct exn_burst b[EXN_BURSTS];
    unsigned head, n;
};

/* Causes expected and not shown yet, or the other way, a ring of cycles. */
struct exn_shown {
    uint64_t at[EXN_SHOWN];
    unsigned head, n;
    bool found;
};

/* How often each rule was asked, and failed; shared by the ways. */
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
    struct exn_bursts reads, writes, written; /* addressed; addressed; to be answered */
    struct exn_shown shown[TN_EXN_CAUSES];
    bool r_stands;    /* read data stand and were not taken */
    uint64_t r_stood; /* the last cycle in which some did */
    unsigned word;    /* the next of the eight of a read request (RT mailbox) */
    struct tn_verdict told[EXN_TOLD];
    unsigned told_n;
};

/* What is known of one cycle: both channels, and the AXI port's events of it and the next. */
struct tn_exn_cycle {
    uint64_t cycle;
    struct tn_exa_pins in, out;
    struct tn_axi_seen axi[EXN_EVENTS];
    unsigned axi_n;
    uint8_t rx[TN_EXN_CAUSES]; /* what obs_rx has shown since the cycle before */
};

/* Runs one cycle; told says what was wrong with it. */
void tn_exn_player_run(struct tn_exn_player *s, const struct tn_exn_cycle *y);
/* Traffic has ended: so are what must have come by now. */
void tn_exn_player_finish(struct tn_exn_player *s, uint64_t now);

/* Counts the rule, and on !ok adds a verdict. */
void tn_exn_judge(struct tn_exn_player *s, const char *rule, bool ok, uint64_t cycle,
                  const char *expected, const char *found, ...)
    __attribute__((format(printf, 6, 7)));
/* The model's verdicts: its function, with the side as context. */
void tn_exn_player_told(void *side, const struct tn_verdict *v);

#endif
