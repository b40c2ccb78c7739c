/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Eight agents, one an FPGA, all at once: each sends messages as its channels come free, looks
 * after those under way, and empties its mailboxes. An agent has one access at a time on its
 * AXI port.
 */
#ifndef AGENTS_H
#define AGENTS_H

#include "boards.h"

enum ag_what { AG_IDLE, AG_POST, AG_STATUS, AG_INFO, AG_MBOX, AG_POP, AG_LEVEL, AG_READ };

/* Gives agent n's next message, but source, channel and number, and its domain where that is not bd_pdid(); false: none now. */
typedef bool ag_next_fn(unsigned n, unsigned channel, struct tn_exq_message *m);

static struct {
    ag_next_fn *next;
    struct tn_rng rng;
    bool lazy[FPGAS]; /* leaves its mailboxes alone */
    struct agent {
        enum ag_what what;
        unsigned at; /* channel or mailbox */
        struct tn_axi_txn *t;
        struct tn_exq_message m; /* being written */
        bool valid, popping, requested;
        uint64_t open;    /* a bit a channel: its message has not ended */
        uint64_t refused; /* of these: it must be REFUSED */
        uint16_t number[TN_EXQ_CHANNELS];
        unsigned turn;
    } agent[FPGAS];
    unsigned posted, ended, refused, read;
} ag;

static inline unsigned ag_below(unsigned n)
{
    return (unsigned)tn_rng_below(&ag.rng, n);
}

static inline bool ag_chance(unsigned num, unsigned den)
{
    return tn_rng_chance(&ag.rng, num, den);
}

static inline void ag_begin(ag_next_fn *next, uint64_t salt)
{
    memset(&ag, 0, sizeof ag);
    ag.next = next;
    tn_rng_seed(&ag.rng, tn_sim_seed(), salt);
    bd_bind_all();
}

/* What the packetizer must refuse (exa_packetizer.md section 2), of what is sent here. */
static inline bool ag_must_refuse(const struct tn_exq_message *m)
{
    return m->mailbox != TN_EXQ_RT && (m->len == 0 || m->len > 64);
}

static inline void ag_issue(unsigned n, enum ag_what what, unsigned at, struct tn_axi_txn *t)
{
    struct agent *a = &ag.agent[n];
    assert_non_null(t);
    a->what = what;
    a->at = at;
    a->t = t;
    assert_int_equal(tn_axi_issue(bd.cpu[n], t), 0);
}

/* A burst of beats of `size` (log2 of bytes) from addr on. */
static inline struct tn_axi_txn *ag_txn(bool write, uint32_t addr, unsigned beats, unsigned size)
{
    struct tn_axi_txn *t = tn_axi_new(beats);
    assert_non_null(t);
    t->write = write;
    t->addr = addr;
    t->size = size;
    return t;
}

static inline bool ag_post(unsigned n)
{
    struct agent *a = &ag.agent[n];
    unsigned c, chans = (unsigned)tn_sim_param("CHAN_N");
    if (a->open == ~0ull >> (64 - chans))
        return false;
    for (c = a->turn++ % chans; a->open >> c & 1; c = (c + 1) % chans)
        ;
    memset(&a->m, 0, sizeof a->m);
    if (!ag.next || !ag.next(n, c, &a->m))
        return false;
    a->m.src = n;
    a->m.channel = c;
    a->m.number = a->number[c];
    if (!a->m.pdid)
        a->m.pdid = bd_pdid(c);
    if (a->m.mailbox == TN_EXQ_RT)
        bd_sign(&a->m);
    a->open |= 1ull << c;
    if (ag_must_refuse(&a->m)) {
        a->refused |= 1ull << c;
    } else {
        a->number[c] = (uint16_t)((a->number[c] + 1) & 0x3fff);
        tn_exq_posted(bd.messages, &a->m);
    }
    ag.posted++;
    ag_issue(n, AG_POST, c, bd_post(&a->m));
    return true;
}

static inline void ag_poll_mailbox(unsigned n)
{
    unsigned m = ag_below((unsigned)tn_sim_param("MBOX_N") + 1);
    if (m == (unsigned)tn_sim_param("MBOX_N"))
        ag_issue(n, AG_LEVEL, 0, ag_txn(false, RT_LEVEL, 1, 2));
    else
        ag_issue(n, AG_INFO, m, ag_txn(false, A_MBOX + 0x1000 * m + M_INFO, 1, 2));
}

/* Does the next action of agent n. */
static inline void ag_choose(unsigned n)
{
    struct agent *a = &ag.agent[n];
    if (a->popping) {
        struct tn_axi_txn *t = ag_txn(true, A_MBOX + 0x1000 * a->at + M_POP, 1, 2);
        uint32_t one = 1;
        tn_axi_fill(t, (const uint8_t *)&one, 4);
        a->popping = false;
        ag_issue(n, AG_POP, a->at, t);
    } else if (a->valid) { /* only now: DATA before INFO of a message that comes meanwhile read 0 */
        a->valid = false;
        ag_issue(n, AG_MBOX, a->at, ag_txn(false, A_MBOX + 0x1000 * a->at, M_SLOT / 16, 4));
    } else if (a->requested) {
        a->requested = false;
        ag_issue(n, AG_READ, 0, ag_txn(false, RT_READ, 8, 2));
    } else if (ag_chance(1, 2) && ag_post(n)) {
        ;
    } else if (a->open && ag_chance(1, 2)) {
        unsigned c = ag_below((unsigned)tn_sim_param("CHAN_N"));
        while (!(a->open >> c & 1))
            c = (c + 1) % (unsigned)tn_sim_param("CHAN_N");
        ag_issue(n, AG_STATUS, c, ag_txn(false, A_PKT + 0x1000 * c + P_STATUS, 1, 2));
    } else if (!ag.lazy[n]) {
        ag_poll_mailbox(n);
    }
}

static inline void ag_status(unsigned n, unsigned c, uint32_t s)
{
    struct agent *a = &ag.agent[n];
    if ((s & 15) == S_BUSY)
        return;
    a->open &= ~(1ull << c);
    ag.ended++;
    bd_mix(s);
    if (a->refused >> c & 1) {
        a->refused &= ~(1ull << c);
        ag.refused++;
        assert_int_equal(s & 0xffff, S_REFUSED);
        return;
    }
    assert_int_equal(s >> 16 & 0x3fff, (a->number[c] + 0x3fff) & 0x3fff);
    tn_exq_ended(bd.messages, n, c, s >> 16 & 0x3fff, (enum tn_exq_end)(s & 15), s >> 4 & 15, tn_sim_cycle());
}

static inline void ag_done(unsigned n)
{
    struct agent *a = &ag.agent[n];
    uint8_t bytes[M_SLOT];
    struct tn_exq_message m;
    uint32_t word = 0;
    assert_int_equal(a->t->resp, TN_AXI_OKAY);
    tn_axi_take(a->t, bytes, a->what == AG_MBOX ? M_SLOT : a->what == AG_READ ? 32 : 4);
    memcpy(&word, bytes, 4);
    switch (a->what) {
    case AG_STATUS:
        ag_status(n, a->at, word);
        break;
    case AG_INFO:
        a->valid = word >> 31;
        break;
    case AG_MBOX:
        a->popping = bd_taken(bytes, n, a->at, &m);
        assert_true(a->popping);
        tn_exq_read(bd.messages, &m, tn_sim_cycle());
        ag.read++;
        break;
    case AG_LEVEL:
        a->requested = word >> 16 != 0;
        break;
    case AG_READ:
        m = bd_request(bytes, n);
        tn_exq_read(bd.messages, &m, tn_sim_cycle());
        ag.read++;
        break;
    default:
        break;
    }
    tn_axi_free(a->t);
    a->t = NULL;
    a->what = AG_IDLE;
}

/* Ends the test when an access of agent n has waited longer than any stall lets it. */
static inline void ag_patience(unsigned n)
{
    enum { PATIENCE = 20000 };
    const struct agent *a = &ag.agent[n];
    char what[80];
    if (!a->t || a->t->done || tn_sim_cycle() < a->t->asked + PATIENCE)
        return;
    snprintf(what, sizeof what, "the answer to the %s of %llx of b%uf%u", a->t->write ? "write" : "read",
             (unsigned long long)a->t->addr, n / 4, n % 4);
    RULE_WAITED("AXI-RSP-3", false, what);
}

/* Each agent's turn; then n cycles. */
static inline void ag_step(unsigned cycles)
{
    for (unsigned n = 0; n < FPGAS; n++) {
        ag_patience(n);
        if (ag.agent[n].t && ag.agent[n].t->done)
            ag_done(n);
        if (!ag.agent[n].t)
            ag_choose(n);
    }
    tn_sim_step(cycles);
}

/* Nothing new: until all messages have ended, no mailbox holds one and no word is under way. */
static inline void ag_drain(uint64_t max)
{
    uint64_t end = tn_sim_cycle() + max;
    bool quiet = false;
    ag.next = NULL;
    memset(ag.lazy, 0, sizeof ag.lazy);
    while (!quiet && tn_sim_cycle() < end) {
        for (unsigned k = 0; k < 50; k++)
            ag_step(4);
        quiet = tn_exq_hops_pending(bd.hops) == 0;
        for (unsigned n = 0; n < FPGAS; n++)
            quiet = quiet && !ag.agent[n].open && !ag.agent[n].valid && !ag.agent[n].popping &&
                    !ag.agent[n].requested && tn_reg_read(BD_WAITING + BD_FPGA * n) == 0;
    }
    assert_true(quiet);
    for (unsigned n = 0; n < FPGAS; n++) {
        while (ag.agent[n].t) {
            if (ag.agent[n].t->done)
                ag_done(n);
            tn_sim_step(1);
        }
        while (bd_read(n, RT_LEVEL) >> 16) {
            uint8_t bytes[32];
            struct tn_exq_message m;
            for (unsigned i = 0; i < 8; i++) {
                uint32_t v = bd_read(n, RT_READ);
                memcpy(bytes + 4 * i, &v, 4);
            }
            m = bd_request(bytes, n);
            tn_exq_read(bd.messages, &m, tn_sim_cycle());
            ag.read++;
        }
    }
}

#endif
