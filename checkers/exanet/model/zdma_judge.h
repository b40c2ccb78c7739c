/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of loads and stores to other nodes. The block has two sides that share
 * the channels and nothing else: the asking side (windows, requests out, answers in) and the
 * serving side (memory, requests in, answers out). The beats and packets of a side wait until the
 * causes of the packets before them were shown.
 */
#ifndef TN_EXA_ZDMA_JUDGE_PRIVATE_H
#define TN_EXA_ZDMA_JUDGE_PRIVATE_H

#include "bank.h"

#include <tn/axi/axi_slave.h>
#include <tn/exanet/exa_axi_judge.h>
#include <tn/judge.h>
#include <tn/lag.h>

enum {
    EXZ_EVENTS = 1024,
    EXZ_PENDING = 64,
    EXZ_OPEN = 128,
    EXZ_BURSTS = 32,
    EXZ_REGS = 33,
    EXZ_UNDER_WAY = 8
};

enum exz_rule {
    EXZ_CHN_1,
    EXZ_WIN_1,
    EXZ_WIN_2,
    EXZ_SLT_1,
    EXZ_PKT_1,
    EXZ_ANS_1,
    EXZ_ANS_2,
    EXZ_TMO_1,
    EXZ_SRV_1,
    EXZ_BNK_1,
    EXZ_SRV_2,
    EXZ_SRV_3,
    EXZ_CSE, /* + cause - 1 */
    EXZ_CNT_1 = EXZ_CSE + 15,
    AXS_ACC_4,
    AXS_ORD_1,
};

enum exz_which { EXZ_ASK, EXZ_SERVE, EXZ_SIDES };

/* A beat, or a packet that left. */
struct exz_event {
    uint64_t cycle, begun; /* begun: of a packet, the cycle in which its header was first offered */
    bool packet;
    struct tn_axi_seen seen;
    struct exa_packet k;
};

struct exz_side {
    struct exz_event event[EXZ_EVENTS];
    unsigned events;
    struct {
        struct exa_packet k;
        uint64_t at;   /* cycle of its last word */
    } in[EXZ_PENDING]; /* packets whose cause was not shown */
    unsigned ins;
};

/* An access to a window that has no answer. */
struct exz_open {
    struct tn_exz_access a;
    unsigned id, n;              /* n: beats of data so far */
    bool addressed, full, whole; /* the address came, the last data came, both came */
    bool sent, wrong;            /* wrong: the beats of a read have several responses */
    enum tn_exz_fate fate;
    uint64_t at;         /* cycle in which the access was whole */
    struct exa_packet k; /* its request */
    uint8_t line[TN_EXZ_LINE];
    enum tn_exz_resp resp;
};

/* A request that is over, and whose access has no answer. */
struct exz_ended {
    struct exa_packet k;
    enum tn_exz_resp resp;
    bool timeout;
    uint8_t line[TN_EXZ_LINE];
};

/* A request of another node that is not answered. */
struct exz_request {
    struct exa_packet k;
    enum { EXZ_WAITS, EXZ_BEGUN, EXZ_DONE } state;
    enum tn_exz_cause cause;
    unsigned banks, bank, beats, code; /* banks: a bit for each that it may have; bank: that of its burst */
    uint64_t judged;                   /* cycle in which the cause was shown */
    uint64_t number,
        ready; /* number: in the order of addresses; ready: cycle in which the answer was known */
    uint8_t line[TN_EXZ_LINE];
};

/* A burst at the registers' port. */
struct exz_burst {
    struct tn_axs_burst burst;
    unsigned id, beat;
    enum tn_axs_resp worst;
    bool whole, rest;
    uint64_t at; /* cycle of the address */
    struct exa_bank_write banks;
};

struct tn_exz_judge {
    struct tn_judge judge;
    struct tn_scope all;
    struct tn_exz m;
    bool unsure;
    uint64_t now, busy;
    struct exz_side side[EXZ_SIDES];
    unsigned early[TN_EXZ_CAUSES]; /* causes that headers and words must show */
    /* the channels */
    struct {
        enum { EXZ_IDLE, EXZ_INSIDE, EXZ_DROPPING } state;
        unsigned want, n;
        struct tn_exa_word word[TN_EXA_PACKET_WORDS];
    } rx;
    struct {
        bool offered;
        unsigned want, n;
        uint64_t begun;
        struct tn_exa_word word[TN_EXA_PACKET_WORDS];
    } tx;
    /* the asking side */
    struct exz_open write[EXZ_OPEN], read[EXZ_OPEN];
    unsigned writes, reads;
    struct exz_ended ended[EXZ_OPEN];
    unsigned endeds;
    /* the serving side */
    struct exz_request request[EXZ_OPEN];
    unsigned requests;
    uint64_t number;
    struct tn_axi_seen data[EXZ_OPEN]; /* beats that came before their address */
    unsigned datas;
    /* the registers' port */
    struct exz_burst reg_write[EXZ_BURSTS], reg_read[EXZ_BURSTS];
    unsigned reg_writes, reg_reads;
    bool changing[EXZ_SIDES]; /* a write to a register of that side has no answer yet */
    struct tn_lag_value reg[EXZ_REGS];
};

/* Judges by rule; when it is broken, nothing is judged until the next reset. */
bool tn_exz_ask(struct tn_exz_judge *j, unsigned rule, bool ok, const char *expected,
                const char *found, ...) __attribute__((format(printf, 5, 6)));
/* The judge can no longer know what the block must do. */
void tn_exz_lose(struct tn_exz_judge *j);
/* Says whether two packets have the same words. */
bool tn_exz_equal(const struct exa_packet *a, const struct exa_packet *b);
/* Says whether nothing of the side is under way. */
bool tn_exz_ask_idle(const struct tn_exz_judge *j);
bool tn_exz_serve_idle(const struct tn_exz_judge *j);

/* Judges a beat or packet of the side. */
void tn_exz_ask_event(struct tn_exz_judge *j, const struct exz_event *e);
void tn_exz_serve_event(struct tn_exz_judge *j, const struct exz_event *e);
/* Says whether a packet may have that cause; at: cycle of its last word. */
bool tn_exz_ask_may(const struct tn_exz_judge *j, const struct exa_packet *k, uint64_t at,
                    unsigned cause);
bool tn_exz_serve_may(const struct tn_exz_judge *j, const struct exa_packet *k, uint64_t at,
                      unsigned cause);
/* A packet of the side has that cause, as was shown. */
void tn_exz_ask_cause(struct tn_exz_judge *j, const struct exa_packet *k, unsigned cause);
void tn_exz_serve_cause(struct tn_exz_judge *j, const struct exa_packet *k, uint64_t at,
                        unsigned cause);
/* The memory has given its last answer to a request of that bank. */
void tn_exz_serve_closed(struct tn_exz_judge *j, const struct tn_axi_seen *s);
/* Frees slots whose time is certainly over. */
void tn_exz_ask_time(struct tn_exz_judge *j);
/* Nothing may be missing. */
void tn_exz_ask_finish(struct tn_exz_judge *j);
void tn_exz_serve_finish(struct tn_exz_judge *j);

/* Judges a beat of the registers' port. */
void tn_exz_registers(struct tn_exz_judge *j, const struct tn_axi_seen *s);
/* Makes the registers' part anew. */
void tn_exz_registers_reset(struct tn_exz_judge *j);

#endif
