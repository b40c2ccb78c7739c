/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The functional model of ExaNet's RDMA receiver (checkers/exanet/spec/exa_rdma_rx.md). The model
 * knows events and their cycles, but no pins: words that came in, answers of the memory, answers
 * that left. Where the page leaves a choice to the block, the model takes the way that its script
 * says (tn_exv_choose()); the judge (<tn/exanet/exa_rdma_rx_judge.h>) tries all ways.
 *
 * A model is one flat object without pointers of its own, so that copies are assignments.
 */
#ifndef TN_EXA_RDMA_RX_H
#define TN_EXA_RDMA_RX_H

#include <tn/exanet/exa_bank.h>
#include <tn/exanet/exa_word.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Causes (section 4). */
enum tn_exv_cause {
    TN_EXV_NONE = 0,
    TN_EXV_HCRC = 1,
    TN_EXV_MALF = 2,
    TN_EXV_SHORT = 3,
    TN_EXV_BROKEN = 4,
    TN_EXV_STRAY = 5,
    TN_EXV_FCRC = 6,
    TN_EXV_FLOW = 7,
    TN_EXV_UNEXP = 8,
    TN_EXV_PCRC = 10,
    TN_EXV_DUP = 11,
    TN_EXV_DECODE = 12,
    TN_EXV_PROT = 13,
    TN_EXV_NOCTX = 14,
    TN_EXV_TAKEN = 15,
    TN_EXV_STALE = 16,
    TN_EXV_DONE = 17,
    TN_EXV_MISMATCH = 18,
    TN_EXV_CTLDUP = 19,
    TN_EXV_CAUSES = 20,
};

enum {
    TN_EXV_SETS = 16,
    TN_EXV_WAYS = 16,   /* most ways of a set */
    TN_EXV_BANKS = 8,
    TN_EXV_BITS = 64,   /* packets of a transaction */
    TN_EXV_DUPS = 1024, /* most entries of the table of duplicates */
    TN_EXV_QUEUE = 64,  /* room of the queue of answers and notifications */
    TN_EXV_WRITES = 128,
    TN_EXV_NEAR = 64,    /* cycles within which the order of a B and a footer is free */
    TN_EXV_SLACK = 8192, /* cycles that an old context may live on */
    TN_EXV_PICKS = 12,   /* most choices in one step */
};

struct tn_exv_params {
    bool hold;         /* HOLD */
    unsigned way_log2; /* WAY_LOG2, 0 to 4 */
    unsigned dup_n;    /* DUP_N, 4 to 1024 */
};

enum tn_exv_state { TN_EXV_FREE = 0, TN_EXV_ACTIVE = 1, TN_EXV_FINISHED = 2 };

/* A context (section 5). */
struct tn_exv_context {
    uint64_t bitmap;
    uint64_t stale; /* bits that attempts before this one had marked */
    uint8_t open; /* writes of this attempt's data that await their answer */
    uint64_t place;    /* of the control packet */
    uint64_t last_use; /* cycle of the footer of its last packet */
    uint8_t note[16];
    uint32_t src; /* coordinates, 22 bits */
    uint32_t blk; /* addr[41:14] */
    uint16_t tid, seq, pdid;
    uint8_t state; /* enum tn_exv_state */
    uint8_t rsp_att;
    uint8_t blk_known, first_known, last_known, notify, control, nacked;
    uint8_t first, last;
    uint8_t may_be_over; /* its time may have been over under a CTX_TIMEOUT of before */
    uint8_t pad[7];
};

enum tn_exv_kind { TN_EXV_ACK, TN_EXV_NOTE };

/* An answer or notification that must leave. */
struct tn_exv_answer {
    uint64_t at;    /* cycle of the event behind the answer */
    uint64_t place; /* of a notification */
    uint8_t note[16];
    uint32_t to; /* coordinates */
    uint16_t tid, seq, pdid;
    uint8_t kind; /* enum tn_exv_kind */
    uint8_t code;
    uint8_t of_b; /* a B is behind the answer, not a footer */
    uint8_t pad[3];
};

/* A write at the memory whose B has not had its effect yet. */
struct tn_exv_write {
    uint64_t answered; /* cycle of B; 0: none yet */
    uint32_t src;
    uint16_t tid, seq, pdid;
    uint8_t bank, bit, resp;
    uint8_t what; /* enum tn_exv_what */
    uint8_t addressed; /* its address was seen; for the judge */
    uint8_t pad;
};
enum tn_exv_what { TN_EXV_DATA, TN_EXV_MESSAGE, TN_EXV_NOTICE, TN_EXV_NOTHING };

struct tn_exv_dup {
    uint64_t last;
    uint32_t src;
    uint16_t tid, seq;
    uint8_t used;
    uint8_t unsure; /* the entry may have made room for another one */
    uint8_t pad[6];
};

/* Counters of section 10, in the order of their addresses from 40440 on; 1 to 19 are causes. */
enum tn_exv_counter {
    TN_EXV_C_ANSWERED = 0,
    TN_EXV_C_NACKS = 20,
    TN_EXV_C_NOTIFIES,
    TN_EXV_C_MERGED,
    TN_EXV_C_LOST,
    TN_EXV_C_OVERRUN,
    TN_EXV_C_EVICTED,
    TN_EXV_C_EXPIRED_ACTIVE,
    TN_EXV_C_EXPIRED_DONE,
    TN_EXV_C_WERR,
    TN_EXV_C_B_LATE,
    TN_EXV_C_BYTES,
    TN_EXV_COUNTERS,
};

/* The choices of one step. */
struct tn_exv_script {
    uint8_t pick[TN_EXV_PICKS]; /* the way to take at choice i; 0 behind the script's end */
    uint8_t of[TN_EXV_PICKS];   /* how many ways there were */
    uint8_t met;                /* choices met */
};

struct tn_exv {
    uint32_t own;
    uint32_t bank[TN_EXV_BANKS]; /* 31 valid, 15:0 PDID */
    struct tn_exa_bank life[TN_EXV_BANKS];
    uint32_t ctx_timeout, done_hold, dup_cyc;
    uint32_t hold, way_log2, dup_n;
    struct tn_exv_context ctx[TN_EXV_SETS * TN_EXV_WAYS];
    struct {
        uint32_t src;
        uint16_t tid, seq;
        uint8_t used, pad[3];
    } lastnack[TN_EXV_SETS];
    struct tn_exv_dup dup[TN_EXV_DUPS];
    struct tn_exv_answer answer[TN_EXV_QUEUE]; /* by cycle of their events */
    struct tn_exv_write write[TN_EXV_WRITES];   /* in the order of issue */
    uint32_t answers, writes;
    uint32_t unsure; /* the queue of answers came so near to full that the page does not tell which are lost */
    struct tn_exv_script script;     /* zero between steps */
    uint32_t lo[TN_EXV_COUNTERS], hi[TN_EXV_COUNTERS]; /* bounds of each counter: the last members */
};

/* Makes m the state after reset. */
void tn_exv_init(struct tn_exv *m, const struct tn_exv_params *p, uint32_t own);

/* What came of a packet whose footer was judged. */
struct tn_exv_result {
    enum tn_exv_cause cause;
    bool writes;   /* with cause TAKEN: the packet is written, under this bank */
    unsigned bank;
};
/* Says whether the receiver takes packets of that kind. */
bool tn_exv_takes(const struct exa_packet *k);
/* Judges the packet k, whose footer was accepted in cycle at and judged by cycle now: causes from 6
 * on. */
struct tn_exv_result tn_exv_footer(struct tn_exv *m, const struct exa_packet *k, uint64_t at,
                                   uint64_t now);
/* The memory answered the oldest write of that bank in cycle at. Returns false when there is none.
 */
bool tn_exv_b(struct tn_exv *m, unsigned bank, unsigned resp, uint64_t at);
/* Time goes on to cycle now: what must have happened by then has. */
void tn_exv_until(struct tn_exv *m, uint64_t now);
/* CTX_TIMEOUT is written in cycle now: a context whose time may be over has ended under the value of before, or goes on. */
void tn_exv_set_timeout(struct tn_exv *m, uint32_t value, uint64_t now);
/* Counts a packet or a word of a cause before 6, or of a header alone. */
void tn_exv_count(struct tn_exv *m, enum tn_exv_cause cause);

/* The header w of an answer stands on the output in cycle now. Returns whether the model can have
 * sent that; then *a is the answer, which leaves the queue. */
bool tn_exv_leave(struct tn_exv *m, const struct tn_exa_word *w, uint64_t now,
                  struct tn_exv_answer *a);
/* Gives the words of an answer. Returns their number. */
int tn_exv_answer_words(const struct tn_exv *m, const struct tn_exv_answer *a,
                        struct tn_exa_word *w);

/* Ends a step: forgets its script. Returns whether the script has another way, and then makes
 * *next the script of that way. */
bool tn_exv_next_way(struct tn_exv *m, struct tn_exv_script *next);

/* Returns the index of the set of {src, tid}. */
unsigned tn_exv_set(uint32_t src, unsigned tid);
/* Returns the context of {src, tid}, active or done; NULL: there is none. */
struct tn_exv_context *tn_exv_find(struct tn_exv *m, uint32_t src, unsigned tid);
/* Returns the number of contexts in that state. */
unsigned tn_exv_level(const struct tn_exv *m, enum tn_exv_state state);
/* Says whether the age of c lets it end by cycle now: 0 no, 1 it may have, 2 it surely has. */
unsigned tn_exv_aged(const struct tn_exv *m, const struct tn_exv_context *c, uint64_t now);

#ifdef __cplusplus
}
#endif

#endif
