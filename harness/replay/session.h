/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a DUT with a capture played into it, beside everything that judges it.
 * What belongs to one DUT stands behind struct tn_session_ops: how a capture becomes
 * what its ports take, who judges, what the outcome is. Replay and campaigns know
 * no more than this header. A simulation has one session.
 *
 * To add a DUT: a session_<name>.c with its struct tn_session_ops, named in the
 * DUT's descriptor (tn/dut.h).
 */
#ifndef TN_SESSION_H
#define TN_SESSION_H

#include <tn/stimulus.h>
#include <tn/verdict.h>

#include <stdbool.h>
#include <stdint.h>

/* What was seen. A difference counts once, under the first that applies. */
struct tn_session_tally {
    unsigned long in, out; /* packets that entered and left the DUT */
    unsigned long matched; /* as the model says */
    /* Signs that need no model: a rule broken, a handshake broken, a reject or an
     * error register that the traffic does not explain. */
    unsigned long told;
    /* Packets delivered otherwise than the model says, with nothing wrong by the
     * rules in the packet itself: their receiver uses them. */
    unsigned long wrong;
    /* Packets that never came, or came otherwise, and nobody knows but by a sign
     * elsewhere. */
    unsigned long lost;
    /* Packets that never came and whose sender's timeout tells of it, after this run. */
    unsigned long timeouts;
    /* Differences in packets that a rule says are bad: their receiver knows. */
    unsigned long flagged;
    unsigned long late; /* behind later ones that they need not have let pass */
    /* Errors on a link that were made good by sending again. */
    unsigned long corrected;
    /* Cycles from the first fault on a line to the first packet of a direction that had to begin
     * anew; 0: none had to. */
    uint64_t recovery;
    bool hung; /* sources blocked, or a packet sent afterwards gets no answer */
    uint64_t first_cycle; /* of the first of all these */
    char first_rule[16];
    uint64_t told_cycle;  /* of the first sign */
    char told_rule[16];
};

struct tn_session_options {
    const char *capture;
    struct tn_stim_options stim;
    const char *map;   /* where packets enter, in the DUT's own words; "" its default */
    tn_verdict_fn *fn; /* each verdict as it comes, or NULL */
    void *ctx;
};

/* What one DUT brings. Functions work on the one session of the simulation. */
struct tn_session_ops {
    /* Reads what it must know from the capture, resets the DUT, sets it up, watches
     * from now on. 0, or negative errno with one line in err. */
    int (*open)(const struct tn_session_options *o, char *err, size_t err_size);

    /* Queues the capture's next packet at its source. *at: the cycle since open() when
     * it is due. When depends on the capture and the timing alone, never on the DUT.
     * 1, 0 at the end, or negative errno: the capture is damaged, error() tells. */
    int (*next)(uint64_t *at);
    const char *(*error)(void);

    /* Lets n cycles pass, with the software at work that belongs to the DUT. NULL: time
     * alone passes. Call tn_session_step(). */
    void (*step)(uint64_t n);
    /* Packets that passed a link, by its monitor's name, before the stimulus began. NULL: none did. */
    uint32_t (*before)(const char *link);
    /* Packets queued and not yet sent, at the fullest source. */
    unsigned long (*queued)(void);
    /* Random stalls at every output. */
    void (*stall)(uint64_t seed);
    /* Forgets what is queued and has not begun. */
    void (*flush)(void);

    /* Lets everything come out, for drain cycles at most after the last packet was
     * due; sends probes; reads error registers; closes the books. */
    void (*finish)(uint64_t drain);

    /* One line of what went through: "3 TLPs from the user, ...". */
    void (*summary)(char *out, size_t size);
    void (*close)(void);
};

/* The session of a DUT, by the name that its bench declares; NULL: it has none, and
 * one line on stderr said so. */
const struct tn_session_ops *tn_session_find(const char *dut);

/* n cycles of the session pass. */
void tn_session_step(const struct tn_session_ops *s, uint64_t n);

/* The first six arguments of the programs that play captures: CAPTURE TIMING SCALE
 * DIGEST MAX MAP. TIMING fast, captured or random; SCALE a number; DIGEST 0 or 1; MAX
 * packets, 0 all; MAP -, or where packets enter. */
enum { TN_SESSION_ARGS = 6 };
void tn_session_arguments(char **argv, struct tn_session_options *o);

const struct tn_session_tally *tn_session_tally(void);
/* Cycle at which the stimulus begins. */
uint64_t tn_session_start(void);

/* For sessions: a new run begins now and gives its verdicts to o's fn. */
struct tn_session_tally *tn_session_begin(const struct tn_session_options *o);
/* Keeps the first of all that was seen. */
void tn_session_note(uint64_t cycle, const char *rule);
/* A sign: counted, and the first kept. */
void tn_session_tell(const struct tn_verdict *v);
/* To whoever opened the session. */
void tn_session_hand_over(const struct tn_verdict *v);

#endif
