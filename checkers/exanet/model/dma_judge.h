/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the sender's judge.
 */
#ifndef TN_EXA_DMA_JUDGE_PRIVATE_H
#define TN_EXA_DMA_JUDGE_PRIVATE_H

#include "bank.h"

#include <tn/axi/axi_slave.h>
#include <tn/exanet/exa_dma_judge.h>
#include <tn/judge.h>

enum {
    EXD_REST = 256,     /* cycles without an event after which the block is at rest */
    EXD_LAG = 64,       /* cycles that a bank, or a start, may take to be heeded */
    EXD_FLIGHTS = 1024, /* packets issued and not over */
    EXD_BURSTS = 64,
    EXD_ENTRIES = 2048,
    EXD_NONE = 0xffff,
    EXD_SEARCH = 128,   /* cycles in which one transaction is looked at while one is searched for */
};

enum exa_dma_rule {
    EXD_CHN_1, EXD_CHN_2, EXD_DSC_1, EXD_DSC_2, EXD_DSC_3, EXD_STA_1, EXD_STA_2, EXD_STA_3, EXD_PKT_1, EXD_PKT_2,
    EXD_PKT_3, EXD_PKT_4, EXD_RD_1, EXD_RD_2, EXD_RD_3, EXD_SLT_1, EXD_RR_1, EXD_ORD_1, EXD_ORD_2, EXD_LAT_1,
    EXD_CHA_2, EXD_CTL_1, EXD_CTL_2, EXD_CTL_3, EXD_CTL_4, EXD_FLT_1, EXD_FLT_2, EXD_FLT_3, EXD_BNK_2, EXD_CNT_1, AXS_ACC_4,
    AXS_ORD_1,
};

/* A packet that was issued and is not over. */
struct exa_dma_flight {
    unsigned tid, k, path, bank;
    uint64_t number;        /* in the order of issue */
    uint64_t complete;      /* cycle of the last beat; 0: not yet */
    unsigned beats, got;    /* of all its bursts */
    unsigned resp;          /* of the first beat that failed; 0: none */
    uint64_t addr[2];       /* of the bursts */
    unsigned first;         /* beats of the first burst */
    uint64_t failed;        /* address of that beat */
    uint8_t lanes[TN_EXD_BEATS * EXA_WORD];
    bool second_due;        /* the second burst is not issued */
};

/* A transaction that is ACTIVE, or may be. */
struct exa_dma_txn {
    bool on;
    unsigned packets, issued, left; /* left: whose footer was accepted */
    unsigned stop;                  /* first packet that faulted or found no bank; EXD_NONE */
    unsigned code;                  /* of its entry */
    uint64_t where;                 /* address of its entry */
    uint64_t over;                  /* cycle from which the transaction may be over; 0: not yet */
    uint64_t sure;                  /* cycle from which the block certainly has it; UINT64_MAX: not yet */
    uint64_t no_bank;               /* cycle in which its PDID lost its bank; 0: never */
    uint64_t chained;               /* cycle of its chained start; 0: a write started it */
    uint64_t refused;               /* cycle of a chained start that was refused, unless a write comes in time; 0: none */
    bool homeless;                  /* of a start that was refused: its PDID had no bank */
    uint64_t followed;              /* cycle in which its last read was accepted, and its chain is due; 0: not yet */
    bool open;                      /* the bank went as the chained start was due, which may have been refused */
    uint64_t last;                  /* cycle of its last issue, 0: none */
    uint64_t last_number;           /* number of it */
    unsigned shown;                 /* bytes_sent as last read */
    bool noted;                     /* its entry was put into the list of faults */
};

struct exa_dma_entry {
    uint32_t lo, hi;
    bool settled; /* the entry was there at a rest */
    bool open;    /* the entry is not there when the start was refused, which the block has not shown yet */
    bool rested;  /* of an open one: a rest has come since */
    unsigned path;
    bool retry;   /* the start counts in RETRIES */
    uint64_t at;   /* cycle from which only the search for its transaction can be missing */
    uint64_t most; /* transactions that are looked at until then, at the most */
};

struct exa_dma_access {
    struct tn_axs_burst burst;
    unsigned id, beat;
    enum tn_axs_resp worst;
    bool whole, rest, clean, open; /* open: its answer tells what the write met */
    uint64_t at, writes;
    unsigned left; /* bytes of the first beat's transaction that had left */
    uint8_t data[16];
    unsigned strobes;
    struct exa_bank_write banks;
    unsigned rule; /* rule of the response, unless it is AXS-ACC-4 */
    bool ruled;
};

struct exa_dma_output {
    struct tn_exa_word word[TN_EXA_PACKET_WORDS];
    unsigned n, want;
    bool offered;       /* a header stands there */
    uint64_t begun;     /* cycle in which the header was first offered */
    uint64_t ended;     /* cycle of the last footer */
    bool message;       /* a control message waits */
    uint64_t made;      /* cycle in which its write was answered */
    struct exa_packet control;
    unsigned chain[TN_EXD_TXNS], chains; /* chained starts that wait, the latest on top */
};

struct tn_exd_judge {
    struct tn_judge judge;
    struct tn_scope all;
    struct tn_exd m;
    bool unsure;
    uint64_t now, busy, number;
    uint64_t rested; /* `busy` at the last rest */
    bool bankless;   /* a transaction has lost its bank */
    struct exa_dma_txn txn[TN_EXD_TXNS];
    unsigned active; /* of txn, on */
    struct exa_dma_flight flight[EXD_FLIGHTS];
    unsigned flights;
    struct {
        unsigned id, beats, got;
        uint64_t number; /* of the flight */
        bool second;
    } read[EXD_FLIGHTS];
    unsigned reads;
    uint64_t ar_offered, r_offered; /* cycles; 0: nothing is offered */
    unsigned ar_id;                 /* ID of the address that is offered */
    uint32_t bank[TN_EXD_BANKS];    /* the registers; m.bank has what is certainly in force */
    struct tn_exa_bank life[TN_EXD_BANKS];
    struct exa_dma_entry entry[EXD_ENTRIES];
    unsigned entries;
    struct exa_dma_output out[TN_EXD_OUTS];
    bool irq;
    unsigned headers, drops;
    struct exa_dma_access axi_write[EXD_BURSTS], axi_read[EXD_BURSTS];
    unsigned axi_writes, axi_reads;
    uint64_t written; /* write beats so far */
};

/* Judges by rule; when it is broken, nothing is judged until the next reset. */
bool exa_dma_judge(struct tn_exd_judge *j, unsigned rule, bool ok, const char *expected, const char *found, ...)
    __attribute__((format(printf, 5, 6)));
/* The judge can no longer know what the block must do. */
void exa_dma_lose_sight(struct tn_exd_judge *j);
/* Says whether a chained start of t that was refused may be yet to come, and so see what is written now. */
bool exa_dma_may_yet_start(const struct tn_exd_judge *j, unsigned t);
/* Transaction t was started. */
void exa_dma_started(struct tn_exd_judge *j, unsigned t);
/* Notes when a transaction may be over, and makes the entry that its fault must have. A transaction without bank may
 * have one more read on its way, unless the block has shown an end (shown). */
void exa_dma_may_be_over(struct tn_exd_judge *j, unsigned t, bool shown);
/* Returns packet k of t, which was issued and is not over; NULL: there is none. */
struct exa_dma_flight *exa_dma_flight_of(struct tn_exd_judge *j, unsigned t, unsigned k);
/* Transaction t is over, as was seen. */
void exa_dma_over(struct tn_exd_judge *j, unsigned t);
/* The block has shown that entries which are open are not there: their starts were refused. */
void exa_dma_refused(struct tn_exd_judge *j);
/* Looks whether transactions without bank may be over; shown: the block has shown the end of that transaction;
 * EXD_NONE: of none. */
void exa_dma_look_for_ends(struct tn_exd_judge *j, unsigned shown);
/* Returns payload bytes of t that have left, or whose reads were issued. */
unsigned exa_dma_bytes(const struct tn_exd_judge *j, unsigned t, bool issued);
/* A write has found a bank. */
void exa_dma_bank(struct tn_exd_judge *j, unsigned bank, uint32_t value);
/* Brings into force what certainly drains no more. */
void exa_dma_drained(struct tn_exd_judge *j);
/* Says whether the PDID has a bank that drains, or may do so. */
bool exa_dma_awaits(const struct tn_exd_judge *j, unsigned pdid);
/* Judges what a read shows of BANK[b], of BANK_LEVEL[b]. */
void exa_dma_judge_bank(struct tn_exd_judge *j, unsigned b, uint32_t found, const struct exa_dma_access *a);
void exa_dma_judge_level(struct tn_exd_judge *j, unsigned b, uint32_t found, const struct exa_dma_access *a);
/* The answer of a write tells what the write found of the banks. */
void exa_dma_heed_banks(struct tn_exd_judge *j, struct exa_dma_access *a, bool okay);
/* Returns the number of entries that must be in FAULT by now, because of the bound on the search. */
unsigned exa_dma_entries_due(const struct tn_exd_judge *j);
/* Settles writes whose answer is out, as if it were OKAY. Returns whether there was one. */
bool exa_dma_settle_writes(struct tn_exd_judge *j);

#endif
