/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the packetizer's model (exa_packetizer.md): packetizer.c has the registers,
 * packetizer_send.c sending, answers and timeouts.
 */
#ifndef TN_EXA_PACKETIZER_PRIVATE_H
#define TN_EXA_PACKETIZER_PRIVATE_H

#include "ni.h"

enum { EXP_CHANS = 64, EXP_MSG = 64, EXP_WORDS = 7 };

enum exp_state { EXP_IDLE, EXP_BUSY, EXP_ACKED, EXP_NACKED, EXP_TIMEOUT, EXP_REFUSED };

/* Where a BUSY message is. */
enum exp_phase {
    EXP_WAITS,   /* to be sent, or sent again */
    EXP_SENDING, /* its header has stood on m_exa, its footer was not accepted */
    EXP_AWAITS,  /* its answer */
};

struct exp_chan {
    uint32_t bind;
    uint8_t msg[EXP_MSG];
    uint32_t dst[2], ctrl;
    uint16_t next, number;
    enum exp_state state;
    uint8_t err;
    unsigned resent;
    /* the message */
    enum exp_phase phase;
    struct tn_exa_word word[EXP_WORDS];
    unsigned words;
    uint32_t dst_node;
    uint64_t asked;      /* EXP_WAITS: since when it must be sent */
    bool by_timeout;     /* EXP_WAITS: for that reason */
    bool whole_once;     /* it was sent whole */
    bool again;          /* before the last sending, too */
    uint64_t sent_at;    /* the last footer was accepted */
    unsigned held;       /* cycles in which its timeout may have been over and nobody looked */
    bool nacked;         /* since the last sending began */
    uint64_t nack_at;    /* the last negative answer */
    bool nack_close;     /* one came so close to the beginning that it may count */
    enum exp_state ends; /* while it is sent again: how it has ended, or EXP_IDLE */
    uint64_t ended_at;   /* ended while it waited to be sent; it may have begun to leave */
    bool may_begin;
    uint64_t left_at; /* ended while it was sent again: its last word was accepted */
};

struct packetizer {
    unsigned chan_n;
    struct exp_chan chan[EXP_CHANS];
    uint32_t timeout, retry_max;
    uint64_t set_at; /* these two were written */
    uint32_t sent, retries, acked, nacked, timeouts, refused;
    /* the output */
    int sending;
    unsigned last, at; /* channel served last; words of the packet shown */
    uint64_t begun_at, footer_at;
    bool late, any; /* said once; a packet was sent since reset */
};

static inline struct packetizer *exp_own(const struct tn_exn *m)
{
    return m->block;
}

/* A channel whose last timeout may have been seen already, or not yet. */
bool exa_pk_may_have_ended(const struct tn_exn *m, const struct exp_chan *c);
/* Whether the block has seen that, where it may have: then the message has ended. */
bool exa_pk_ends_now(struct tn_exn *m, struct exp_chan *c);
/* The message of c is ended so. */
void exa_pk_end(struct tn_exn *m, struct exp_chan *c, enum exp_state state);

void exa_pk_tick(struct tn_exn *m, uint64_t now);
enum tn_exn_cause exa_pk_judge(struct tn_exn *m, const struct exa_packet *k);
void exa_pk_shown(struct tn_exn *m, const struct tn_exa_word *w);
void exa_pk_sent(struct tn_exn *m, const struct tn_exa_word *w);
void exa_pk_idle(struct tn_exn *m);

/* A header may come so many cycles after the message that it belongs to has ended; so may other
 * things that cross inside. */
enum { EXP_CROSS = 8 };

/* An event on m_exa is seen inside so many cycles later at the latest (exa_ni.md section 5). */
enum { EXP_SEEN = 3 };

#endif
