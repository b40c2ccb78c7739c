/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a DUT with a capture played into it, with all judges of the DUT at work. The part of a
 * DUT stands behind struct tn_session_ops: how packets of a capture become inputs of its ports,
 * which judges are made, and how the outcome is found. Replay and campaigns use only this header.
 * Nothing of a session is static, so that a simulation may have several.
 *
 * To add a DUT: a session_<name>.c with its struct tn_session_ops, named in the
 * DUT's descriptor (tn/dut.h).
 */
#ifndef TN_SESSION_H
#define TN_SESSION_H

#include <tn/stimulus.h>
#include <tn/verdict.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The outcome of a run in numbers. A difference from the model counts once, under the first member
 * that applies. */
struct tn_session_tally {
    unsigned long in, out; /* packets that entered and left the DUT */
    unsigned long matched; /* packets that left as the model says */
    /* Signs that need no model: a broken rule, a broken handshake, a reject or an error register
     * that the traffic does not explain. */
    unsigned long told;
    /* Packets that differ from the model's, but break no rule by themselves: their receiver uses
     * them. */
    unsigned long wrong;
    /* Packets that never came, or came otherwise, and that only a sign elsewhere may reveal. */
    unsigned long lost;
    /* Packets that never came and that their sender's timeout will report after this run. */
    unsigned long timeouts;
    /* Packets that differ and break a rule by themselves, so that their receiver knows. */
    unsigned long flagged;
    unsigned long late; /* packets behind later ones that need not have passed them */
    /* Errors on a link that a retransmission repaired. */
    unsigned long corrected;
    /* Cycles from the first fault on a line to the first packet of a direction that had to begin
     * anew; 0: no direction had to. */
    uint64_t recovery;
    bool hung;            /* sources are blocked, or a packet sent afterwards gets no answer */
    uint64_t first_cycle; /* cycle and rule of the first difference or sign */
    char first_rule[16];
    uint64_t told_cycle; /* cycle and rule of the first sign */
    char told_rule[16];
};

struct tn_session_options {
    const char *capture;
    struct tn_stim_options stim;
    const char *map;   /* where packets enter, in the DUT's own words; "": the default */
    tn_verdict_fn *fn; /* receives each verdict at once; may be NULL */
    void *ctx;
};

struct tn_dut;
struct tn_session_ops;

/* A run. */
struct tn_session {
    const struct tn_dut *dut;
    const struct tn_session_ops *ops; /* of dut */
    struct tn_session_tally tally;
    tn_verdict_fn *fn; /* receives each verdict at once; may be NULL */
    void *ctx;
    uint64_t start; /* cycle at which the stimulus begins */
    void *own;      /* the DUT's own state, ops->size bytes; zeroed before open() */
};

/* The functions that play captures into one DUT. */
struct tn_session_ops {
    size_t size; /* bytes of the DUT's own state */

    /* Reads the necessary facts from the capture, resets the DUT, sets it up and starts its judges.
     * Returns 0, or negative errno with one line in err. */
    int (*open)(struct tn_session *s, const struct tn_session_options *o, char *err,
                size_t err_size);

    /* Queues the capture's next packet at its source. *at receives the cycle since open() in which
     * the packet is due; it depends on the capture and the timing only, never on the DUT. Returns
     * 1, 0 at the end, or negative errno when the capture is damaged (error() says more). */
    int (*next)(struct tn_session *s, uint64_t *at);
    /* Returns the message of the last error. */
    const char *(*error)(struct tn_session *s);

    /* Lets n cycles pass, in which the DUT's software works. NULL: the DUT has no software. Callers
     * use tn_session_step(). */
    void (*step)(struct tn_session *s, uint64_t n);
    /* Returns the number of packets that passed a link, given by its monitor's name, before the
     * stimulus began. NULL: no packet did. */
    uint32_t (*before)(struct tn_session *s, const char *link);
    /* Returns the number of packets queued and not yet sent at the fullest source. */
    unsigned long (*queued)(struct tn_session *s);
    /* Stalls every output at random. */
    void (*stall)(struct tn_session *s, uint64_t seed);
    /* Forgets queued packets that have not begun. */
    void (*flush)(struct tn_session *s);

    /* Lets all packets come out, for at most drain cycles after the last packet was due; sends
     * probes; reads error registers; counts the fate of each packet in s->tally. */
    void (*finish)(struct tn_session *s, uint64_t drain);

    /* Writes one line about the traffic: "3 TLPs from the user, ...". */
    void (*summary)(struct tn_session *s, char *out, size_t size);
    /* Ends the use of the bench and frees the objects that open() made. */
    void (*close)(struct tn_session *s);
};

/* Makes a session of a DUT, given by the name that its bench declares. The caller frees it with
 * tn_session_free(). Returns NULL, with one line on stderr, when the DUT has no sessions or on
 * ENOMEM. */
struct tn_session *tn_session_new(const char *dut);
/* Frees s, which was closed or never opened. */
void tn_session_free(struct tn_session *s);

/* Lets n cycles of the session pass. */
void tn_session_step(struct tn_session *s, uint64_t n);

enum { TN_SESSION_ARGS = 6 };
/* Reads the first six arguments of the programs that play captures: CAPTURE TIMING SCALE DIGEST MAX
 * MAP. TIMING is fast, captured or random; SCALE a number; DIGEST 0 or 1; MAX the most packets, 0
 * all; MAP "-", or where packets enter. */
void tn_session_arguments(char **argv, struct tn_session_options *o);

/* The next functions are for struct tn_session_ops. */

/* Begins a run with an empty tally; verdicts go to o->fn. */
void tn_session_begin(struct tn_session *s, const struct tn_session_options *o);
/* Notes a difference or a sign; the first one is kept. */
void tn_session_note(struct tn_session *s, uint64_t cycle, const char *rule);
/* Hands a verdict to the caller's function. */
void tn_session_hand_over(struct tn_session *s, const struct tn_verdict *v);
/* Notes a difference and hands its verdict over. A verdict of cycle 0 is of the present cycle. */
void tn_session_differ(struct tn_session *s, const struct tn_verdict *v);
/* The same for a sign, which is counted. */
void tn_session_tell(struct tn_session *s, const struct tn_verdict *v);
/* Makes a FAIL of the present cycle: a sign, or a difference. */
void tn_session_say(struct tn_session *s, bool sign, const char *rule, const char *expected,
                    const char *found);

#endif
