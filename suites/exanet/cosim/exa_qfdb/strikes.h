/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages over lines that are struck: all end, and come once and whole or are reported. What suites on
 * gateway lines and on a board's inner lines share.
 */
#ifndef STRIKES_H
#define STRIKES_H

#include "../exa_two_qfdb/agents.h"

#include "../../../cosim/size.h"

static struct {
    unsigned left;    /* messages to be sent */
    bool other_board; /* all of them to the other board; else to another FPGA of the same */
    uint64_t from;    /* cycle in which they began */
} strike;

static inline bool strike_message(unsigned n, unsigned c, struct tn_exq_message *m)
{
    if (strike.left == 0)
        return false;
    strike.left--;
    m->dst = strike.other_board ? (n / 4 ? 0 : 4) + ag_below(4) : n / 4 * 4 + (n + 1 + ag_below(3)) % 4;
    m->mailbox = bd_process(c);
    m->offset = ag_below(16);
    m->len = 1 + ag_below(48);
    if (ag_chance(1, 10)) {
        m->mailbox = TN_EXQ_RT;
        m->offset = 0;
        m->len = BD_RT_BYTES;
    }
    for (unsigned i = 0; i < 64; i++)
        m->bytes[i] = (uint8_t)tn_rng_next(&ag.rng);
    return true;
}

/* Channels are bound, tries are short; TN_PACKETS= / share messages are ready to be sent. */
static inline void strike_begin(unsigned share, bool other_board, uint64_t salt)
{
    bd.noisy = true;
    ag_begin(strike_message, salt);
    strike.left = (unsigned)size_asked("TN_PACKETS", 600, share);
    strike.other_board = other_board;
    strike.from = tn_sim_cycle();
    for (unsigned n = 0; n < FPGAS; n++) {
        bd_write(n, P_TIMEOUT, 1200);
        bd_write(n, P_RETRY_MAX, 2);
    }
}

/* Lets all messages come to their end and prints their fates. */
static inline void strike_end(void)
{
    unsigned again = 0;
    while (strike.left)
        ag_step(4);
    ag_drain(60000);
    tn_sim_step(1500); /* late copies: nobody counts what is under way on a line with faults */
    ag_drain(60000);
    tn_sim_sent(ag.ended);
    for (unsigned n = 0; n < FPGAS; n++)
        again += bd_read(n, P_RETRIES);
    printf("matched %lu packets at switches; messages: %u sent, %lu acknowledged, %lu refused, %lu timed "
           "out, %u read, %u sent again; %llu cycles\n", tn_exq_hops_matched(bd.hops), ag.posted,
           tn_exq_messages_count(bd.messages, TN_EXQ_ACKED),
           tn_exq_messages_count(bd.messages, TN_EXQ_NACKED),
           tn_exq_messages_count(bd.messages, TN_EXQ_TIMEOUT), ag.read, again,
           (unsigned long long)(tn_sim_cycle() - strike.from));
    printf("digest %016llx\n", (unsigned long long)bd.digest);
}

#endif
