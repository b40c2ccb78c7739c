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

/* The phase of a BUSY message. */
enum exp_phase {
    EXP_WAITS,   /* the message waits to be sent, or sent again */
    EXP_SENDING, /* m_exa has shown its header, and its footer was not yet accepted */
    EXP_AWAITS,  /* the message awaits its answer */
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
    uint64_t asked;      /* EXP_WAITS: cycle since which it must be sent */
    bool by_timeout;     /* EXP_WAITS: a timeout asked for it */
    bool whole_once;     /* the message was sent whole */
    bool again;          /* the message was sent whole before the last sending, too */
    uint64_t sent_at;    /* cycle in which the last footer was accepted */
    unsigned held;       /* cycles in which its timeout may have been over, unnoticed */
    bool nacked;         /* a negative answer came since the last sending began */
    uint64_t nack_at;    /* cycle of the last negative answer */
    bool nack_close;     /* a negative answer came so close to the beginning that it may count */
    enum exp_state ends; /* while it is sent again: its end, or EXP_IDLE */
    uint64_t ended_at;   /* ended while it waited to be sent; it may have begun to leave */
    bool may_begin;
    uint64_t left_at; /* ended while it was sent again: its last word was accepted */
};

struct packetizer {
    unsigned chan_n;
    struct exp_chan chan[EXP_CHANS];
    uint32_t timeout, retry_max;
    uint64_t set_at; /* cycle in which these two were written last */
    uint32_t sent, retries, acked, nacked, timeouts, refused;
    /* the output */
    int sending;
    unsigned last; /* channel served last */
    unsigned at;   /* words of the packet that were shown */
    uint64_t begun_at, footer_at;
    bool late; /* the verdict on lateness was given */
    bool any;  /* a packet was sent since reset */
};

/* Returns the block's own state. */
static inline struct packetizer *exp_own(const struct tn_exn *m)
{
    return m->block;
}

/* Says whether the channel's packet may begin to leave in cycle now, as far as the model knows. */
bool exa_pk_may_send(const struct tn_exn *m, const struct exp_chan *c, uint64_t now);
/* Says whether the block may, or may not, have seen the last timeout of the channel. */
bool exa_pk_may_have_ended(const struct tn_exn *m, const struct exp_chan *c);
/* Decides that choice. Returns true when the block has seen the timeout, so that the message has
 * ended. */
bool exa_pk_ends_now(struct tn_exn *m, struct exp_chan *c);
/* Ends the message of c in that state. */
void exa_pk_end(struct tn_exn *m, struct exp_chan *c, enum exp_state state);

/* The functions tick, judge, shown, sent and idle of struct exn_ops. */
void exa_pk_tick(struct tn_exn *m, uint64_t now);
enum tn_exn_cause exa_pk_judge(struct tn_exn *m, const struct exa_packet *k);
void exa_pk_shown(struct tn_exn *m, const struct tn_exa_word *w);
void exa_pk_sent(struct tn_exn *m, const struct tn_exa_word *w);
void exa_pk_idle(struct tn_exn *m);

/* Most cycles after the end of a message in which its header may still come, and other events may
 * cross inside the block. */
enum { EXP_CROSS = 8 };

/* Most cycles until the block sees an event on m_exa (exa_ni.md section 5). */
enum { EXP_SEEN = 3 };

#endif
