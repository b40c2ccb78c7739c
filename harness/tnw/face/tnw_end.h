/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An end of a TNW link for tenter gen. The end sends packets of random content until they are
 * acknowledged and answers incoming packets (checkers/tnw/spec/tnw_link.md sections 4 to 7).
 * Incoming words have their effect in the next cycle.
 */
#ifndef TN_TOOLS_TNW_END_H
#define TN_TOOLS_TNW_END_H

#include <tn/rng.h>
#include <tn/tnw/tnw.h>

enum tnw_end_link { TNW_END_INIT, TNW_END_READY, TNW_END_UP };
enum tnw_end_state { TNW_END_SEND, TNW_END_RESTART, TNW_END_RESEND, TNW_END_WAIT, TNW_END_BACKOFF };

struct tnw_end {
    struct tn_rng *rng, *attacks;
    uint64_t resend_timeout; /* cycles */
    uint64_t left;           /* packets still to be sent for the first time */
    enum tnw_end_link link;
    enum tnw_end_state state;
    uint64_t next, oldest, again;          /* numbers, not modulo */
    struct tnw_packet buffer[TNW_SEQ_MOD]; /* by number */
    uint64_t timer, due, free; /* due: BACKOFF's end, the next INIT or READY, the next packet */
    /* receiver */
    uint64_t expects;
    bool discards;
    enum tnw_code pending;
    uint8_t pending_seq;
};

/* An item to send: a SET, or a packet behind its START. */
struct tnw_item {
    bool packet;
    struct tnw_word word[TNW_WORDS];
};

/* Gives the item that begins in this cycle; called every cycle. Returns false when no
 * item begins. */
bool tnw_end_send(struct tnw_end *e, uint64_t now, struct tnw_item *item);
/* A feedback with a right CRC comes in. */
void tnw_end_feedback(struct tnw_end *e, uint64_t now, const struct tnw_ctl *ctl);
/* A packet that began while the link was UP has come in; good: without an error. */
void tnw_end_packet(struct tnw_end *e, uint8_t seq, bool good);
/* Says whether the end still has packets to send or to answer. */
bool tnw_end_busy(const struct tnw_end *e);

#endif
