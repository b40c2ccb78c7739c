/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the RDMA receiver's judge.
 */
#ifndef TN_EXA_RDMA_RX_JUDGE_PRIVATE_H
#define TN_EXA_RDMA_RX_JUDGE_PRIVATE_H

#include "bank.h"

#include <tn/axi/axi_slave.h>
#include <tn/due.h>
#include <tn/exanet/exa_rdma_rx_judge.h>
#include <tn/fork.h>
#include <tn/lag.h>

enum { EXV_WAYS = 24, EXV_REST = 2048, EXV_WAITING = 32, EXV_BURSTS = 64, EXV_BEATS = 256, EXV_REGS = 11, EXV_LATE = 64 };

enum exv_rule {
    EXV_CHN_1, EXV_FLOW_1,
    EXV_CSE, /* + cause - 1 */
    EXV_WR_1 = EXV_CSE + 19, EXV_WR_2, EXV_BNK_1, EXV_CTX_1, EXV_CTX_2, EXV_SEQ_1, EXV_SEQ_2, EXV_SEQ_3, EXV_MIS_1, EXV_BIT_1, EXV_RSP_1, EXV_RSP_2,
    EXV_NTF_1, EXV_NTF_2, EXV_NCK_1, EXV_NCK_2, EXV_MSG_1, EXV_ACK_1, EXV_QUE_1, EXV_DBG_1, EXV_CNT_1,
    AXS_ACC_4, AXS_ORD_1,
};

/* A write that must come, or came. */
struct exv_burst {
    uint64_t addr;
    uint8_t lanes[EXA_WORDS * EXA_WORD];
    unsigned words, first, end; /* bytes first to end - 1 of the lanes are written */
};

/* A burst at the slave port. */
struct exv_access {
    struct tn_axs_burst burst;
    unsigned id, beat;
    enum tn_axs_resp worst;
    bool whole, rest;    /* all data came; the address came at rest */
    uint64_t at;         /* cycle of the address */
    struct exa_bank_write banks;
};

struct tn_exv_judge {
    struct tn_judge judge;
    struct tn_scope all;
    struct tn_exv_params params;
    uint32_t own;
    tn_exv_byte_fn *byte;
    void *ctx;
    bool unsure;
    unsigned most;
    struct tn_fork ways; /* of struct tn_exv */
    struct tn_exv *place, work;
    /* the input: the packet that comes, causes with headers and words, packets whose footers came */
    struct {
        enum { EXV_IDLE, EXV_INSIDE, EXV_DROPPING } state;
        unsigned want, n;
        struct tn_exa_word word[TN_EXA_PACKET_WORDS];
    } rx;
    uint8_t early[EXV_WAITING];
    unsigned earlies;
    struct {
        struct exa_packet k;
        uint64_t at;
    } packet[EXV_WAITING];
    unsigned packets;
    unsigned stalled;
    uint64_t awake; /* first cycle after reset */
    /* writes that must come, by number modulo TN_DUE_MAX; data and answers have counts of their own */
    struct tn_due_row row;
    struct exv_burst burst[TN_DUE_MAX];
    uint64_t w_at;
    unsigned w_beat;
    struct tn_axi_seen beat[EXV_BEATS]; /* beats that wait for the cause of their packet */
    unsigned beats, open;               /* open: writes without B */
    bool aw_waits, w_waits;
    struct {
        uint64_t number[EXV_BURSTS];
        unsigned in, out;
    } of_bank[TN_EXV_BANKS];
    /* the output */
    struct tn_exa_word out[TN_EXA_PACKET_WORDS];
    unsigned out_n, out_at;
    bool offered;
    uint64_t left; /* cycle in which the last word of a packet went */
    uint64_t busy; /* the last cycle with traffic */
    uint64_t now;
    /* the slave port */
    struct exv_access write[EXV_BURSTS], read[EXV_BURSTS];
    unsigned writes, reads;
    struct tn_lag_value reg[EXV_REGS];
    uint8_t page[TN_EXV_SETS * TN_EXV_WAYS][64]; /* the debug page as it was read at this rest */
    uint8_t seen[TN_EXV_SETS * TN_EXV_WAYS];     /* quarters of it, a bit each */
};

/* Judges by rule; when it is broken, nothing is judged until the next reset. */
bool tn_exv_ask(struct tn_exv_judge *j, unsigned rule, bool ok, const char *expected, const char *found, ...)
    __attribute__((format(printf, 5, 6)));
/* The judge can no longer know what the block must do. */
void tn_exv_lose(struct tn_exv_judge *j);
/* Returns way i. */
struct tn_exv *tn_exv_way(const struct tn_exv_judge *j, unsigned i);
/* Returns the rule that a wrong cause breaks: the rule of the cause that was due, or, where the block took the packet's
 * transaction for another, the rule by which the block should have known. */
unsigned tn_exv_rule_of_cause(enum tn_exv_cause shown, enum tn_exv_cause due);
/* Returns the rule that an answer which is not due breaks. */
unsigned tn_exv_rule_of_answer(struct tn_exv_judge *j, const struct exa_packet *k);
/* Says whether the PDID's bank drains in the first way. */
bool tn_exv_awaits_bank(const struct tn_exv_judge *j, unsigned pdid);
/* Judges beats of the memory port, but for those of a packet whose cause was not yet shown. */
void tn_exv_judge_beats(struct tn_exv_judge *j);
/* Forgets what was read of the debug page. */
void tn_exv_forget_page(struct tn_exv_judge *j);
/* Makes the slave port's part anew. */
void tn_exv_axi_reset(struct tn_exv_judge *j);

#endif
