/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of the remapper beside everything that judges it: the model through
 * the scoreboard, PCIe's rules on both sides, the handshakes, obs_rej and the
 * error registers. Used by replay and by campaigns.
 */
#ifndef TN_SESSION_H
#define TN_SESSION_H

#include <tn/stimulus.h>
#include <tn/verdict.h>

#include <stdbool.h>
#include <stdint.h>

/* What was seen. A difference counts once, under the first that applies. */
struct tn_session_tally {
    unsigned long in_usr, in_dev, out_usr, out_dev; /* TLPs by stream */
    unsigned long matched; /* as the model says */
    /* Signs that need no model: a rule broken, a handshake broken, a reject on
     * obs_rej or in an error register that the traffic does not explain. */
    unsigned long told;
    /* Posted TLPs and completions delivered otherwise than the model says, with
     * nothing wrong by the rules in the packet itself: its receiver uses them. */
    unsigned long wrong;
    /* Posted TLPs that never came, and non-posted requests that came otherwise:
     * nobody knows but by a sign elsewhere. */
    unsigned long lost;
    /* Non-posted requests and completions that never came: their requester's
     * completion timeout (PCIe 2.8) tells of them, long after this run. */
    unsigned long timeouts;
    /* Differences in packets that a rule says are bad: their receiver knows. */
    unsigned long flagged;
    unsigned long late; /* requests and completions behind later ones of other tags or their own */
    bool hung; /* sources blocked, or a TLP sent afterwards gets no answer */
    uint64_t first_cycle; /* of the first of all these */
    char first_rule[16];
    uint64_t told_cycle;  /* of the first sign */
    char told_rule[16];
};

struct tn_session_options {
    const struct tn_stimulus *stimulus; /* whose device and BAR are programmed */
    tn_verdict_fn *fn; /* each verdict as it comes, or NULL */
    void *ctx;
};

/* Resets the DUT, programs one entry, watches from now on. Starts the trace that
 * TN_TRACE asks for. False when memory or the trace's file fails; a message was given. */
bool tn_session_open(const struct tn_session_options *o);

/* Hands p to its source, to be sent p->at cycles after tn_session_open(). */
void tn_session_send(const struct tn_stim_packet *p);

/* TLPs queued and not yet sent, on the fuller side. */
unsigned long tn_session_queued(void);

/* Lets everything come out, for drain cycles at most after the last packet was
 * due; probes both ways; reads the error registers; closes the books. */
void tn_session_finish(uint64_t drain);

const struct tn_session_tally *tn_session_tally(void);
uint64_t tn_session_start(void); /* cycle */
void tn_session_close(void);

#endif
