/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a DUT with a capture played into it, beside everything that judges it.
 * What belongs to one DUT stands behind struct tn_session_ops: how a capture becomes
 * what its ports take, who judges, what the outcome is. Replay and campaigns know
 * no more than this header. A session is a value: nothing of it is static, so that a simulation may
 * have several.
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

struct tn_dut;
struct tn_session_ops;

/* A run. */
struct tn_session {
    const struct tn_dut *dut;
    const struct tn_session_ops *ops; /* of dut */
    struct tn_session_tally tally;
    tn_verdict_fn *fn; /* each verdict as it comes goes there; or NULL */
    void *ctx;
    uint64_t start; /* cycle at which the stimulus begins */
    void *own;      /* the DUT's own state: ops->size bytes, 0 before open() */
};

/* How captures are played into one DUT. */
struct tn_session_ops {
    size_t size; /* of the DUT's own state */

    /* Reads what it must know from the capture, resets the DUT, sets it up, watches
     * from now on. 0, or negative errno with one line in err. */
    int (*open)(struct tn_session *s, const struct tn_session_options *o, char *err,
                size_t err_size);

    /* Queues the capture's next packet at its source. *at: the cycle since open() when
     * it is due. When depends on the capture and the timing alone, never on the DUT.
     * 1, 0 at the end, or negative errno: the capture is damaged, error() tells. */
    int (*next)(struct tn_session *s, uint64_t *at);
    const char *(*error)(struct tn_session *s);

    /* Lets n cycles pass, with the software at work that belongs to the DUT. NULL: time
     * alone passes. Call tn_session_step(). */
    void (*step)(struct tn_session *s, uint64_t n);
    /* Packets that passed a link, by its monitor's name, before the stimulus began. NULL: none did. */
    uint32_t (*before)(struct tn_session *s, const char *link);
    /* Packets queued and not yet sent, at the fullest source. */
    unsigned long (*queued)(struct tn_session *s);
    /* Random stalls at every output. */
    void (*stall)(struct tn_session *s, uint64_t seed);
    /* Forgets what is queued and has not begun. */
    void (*flush)(struct tn_session *s);

    /* Lets everything come out, for drain cycles at most after the last packet was
     * due; sends probes; reads error registers; counts what became of each packet. */
    void (*finish)(struct tn_session *s, uint64_t drain);

    /* One line of what went through: "3 TLPs from the user, ...". */
    void (*summary)(struct tn_session *s, char *out, size_t size);
    /* Lets go of the bench, and frees what open() made. */
    void (*close)(struct tn_session *s);
};

/* A session of a DUT, by the name that its bench declares, not yet open; the caller's, for
 * tn_session_free(). NULL: the DUT has none, or there is no memory, and one line on stderr said so.
 */
struct tn_session *tn_session_new(const char *dut);
/* Frees s, which was closed or never opened. */
void tn_session_free(struct tn_session *s);

/* n cycles of the session pass. */
void tn_session_step(struct tn_session *s, uint64_t n);

/* The first six arguments of the programs that play captures: CAPTURE TIMING SCALE
 * DIGEST MAX MAP. TIMING fast, captured or random; SCALE a number; DIGEST 0 or 1; MAX
 * packets, 0 all; MAP -, or where packets enter. */
enum { TN_SESSION_ARGS = 6 };
void tn_session_arguments(char **argv, struct tn_session_options *o);

/* For the DUTs' own parts: a run begins now, with an empty tally, and gives its verdicts to o's fn.
 */
void tn_session_begin(struct tn_session *s, const struct tn_session_options *o);
/* Keeps the first of all that was seen. */
void tn_session_note(struct tn_session *s, uint64_t cycle, const char *rule);
/* A sign: counted, and the first kept. */
void tn_session_tell(struct tn_session *s, const struct tn_verdict *v);
/* To whoever opened the session. */
void tn_session_hand_over(struct tn_session *s, const struct tn_verdict *v);

#endif
