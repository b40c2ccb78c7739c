/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the network interface's models: what the blocks have in common (exa_ni.md), and
 * what each adds.
 *
 * A word taken in cycle t has its effects in t+2, after the reads of that cycle and what its
 * writes find, and before what they do: that is when it is judged here. What a read moves goes
 * after it.
 */
#ifndef TN_EXA_NI_PRIVATE_H
#define TN_EXA_NI_PRIVATE_H

#include "../../axi/model/axi_map.h"
#include "model.h"

#include <tn/exanet/exa_ni.h>

enum { EXN_KERNEL = 0x40, EXN_JUDGED = 2, EXN_DUP_MAX = 1024, EXN_KEPT = 32 };
enum exn_rule {
    EXN_CHN_1,
    EXN_ACK_1,
    EXN_ACK_2,
    EXN_LAT_1,
    EXP_PKT_1,
    EXP_PKT_2,
    EXP_PKT_3,
    EXP_PKT_4,
    EXP_NUM_1,
    EXP_ACK_1,
    EXP_ARB_1,
    EXP_LAT_1,
    EXP_TMO_1
};

/* Where a page leaves it open which of two ways a block goes, the model takes the next bit of
 * which: 0 the way it goes by itself. */
struct exn_choice {
    uint32_t which;
    unsigned met;
    /* the packetizer's: channels that the write of cycle found_at met, a bit each, and whether it
     * found them BUSY: once for all words of a beat */
    uint64_t found_at, found, busy;
};

/* What a block is to the parts it shares. All get the model; k is the packet. */
struct exn_ops {
    uint32_t id;
    bool answers; /* it answers what is awaited */
    /* it takes this, though nobody awaits an answer */
    bool (*takes)(struct tn_exn *m, const struct exa_packet *k);
    /* a header not dropped is judged; NULL: nothing to do */
    void (*header)(struct tn_exn *m, const struct exa_packet *k);
    /* the table of duplicates is for this; NULL: there is none */
    bool (*has_dup)(struct tn_exn *m, const struct exa_packet *k);
    /* DUP (of its own kind), DECODE, PROT, FULL or TAKEN, with what TAKEN does */
    enum tn_exn_cause (*judge)(struct tn_exn *m, const struct exa_packet *k);
    /* time goes on to cycle now; NULL: nothing to do */
    void (*tick)(struct tn_exn *m, uint64_t now);
    /* a word of m_exa: shown for the first time, or accepted; a cycle without one */
    void (*shown)(struct tn_exn *m, const struct tn_exa_word *w);
    void (*sent)(struct tn_exn *m, const struct tn_exa_word *w);
    void (*idle)(struct tn_exn *m);
    uint32_t (*params)(const struct tn_exn *m);
    struct axi_map map; /* all but page 40h, and what of that is the block's own */
    unsigned (*left)(const struct tn_exn *m);
    void (*reset)(struct tn_exn *m);
    uint32_t (*unsure)(struct tn_exn *m, uint32_t addr); /* bits of a read not promised, or NULL */
    bool (*may_choose)(const struct tn_exn *m, uint64_t cycle); /* NULL: never */
};

struct exn_rx {
    enum { EXN_IDLE, EXN_INSIDE, EXN_DROPPING } state;
    unsigned want, n; /* payload words; all words here */
    struct tn_exa_word word[TN_EXA_PACKET_WORDS];
};

struct exn_dup {
    bool used;
    uint32_t key;
    uint16_t number;
    uint64_t last;
};

struct exa_ni_answer {
    struct tn_exa_word word[2];
    uint64_t taken; /* when the footer of the packet answered was accepted */
};

struct tn_exn {
    const struct exn_ops *ops;
    void *block; /* the block's own state */
    size_t block_size;
    struct exn_choice choice;
    uint32_t own;
    struct tn_judge judge;
    uint64_t now;
    /* words that wait for their judgement, and a read that moves something */
    struct {
        struct tn_exa_word word;
        uint64_t taken;
    } due[8];
    unsigned dues;
    bool move;
    uint64_t move_at;
    uint32_t move_addr;
    struct exn_rx rx;
    uint32_t count[TN_EXN_CAUSES], answers_sent;
    uint8_t *cause; /* causes[0..n) of them not taken off the list */
    size_t causes, cause_cap, cause_at;
    bool no_memory;
    unsigned dup_n;
    uint32_t dup_cyc;
    struct exn_dup *dup; /* dup_n of them */
    /* answers: the first begun of them has its header on the output */
    struct exa_ni_answer answer[EXN_KEPT];
    unsigned answers;
    bool begun, header_sent;
    uint64_t quiet_since; /* the cycle after the last word of a packet was accepted */
    bool late;            /* said once */
    /* m_exa in the cycle before */
    struct tn_exa_word out;
    bool out_waits, out_inside;
    bool lost;
};

/* ni.c */
struct tn_exn *exa_ni_new(const struct exn_ops *ops, size_t block, uint32_t own, unsigned dup_n,
                          tn_verdict_fn *fn, void *ctx);

/* Which way: false, the first. */
bool exa_ni_choose(struct tn_exn *m);

/* ni_rx.c */
void exa_ni_judge_word(struct tn_exn *m, const struct tn_exa_word *w, uint64_t taken);

/* ni_answer.c */
bool exa_ni_is_duplicate(struct tn_exn *m, const struct exa_packet *k);
void exa_ni_note_taken(struct tn_exn *m, const struct exa_packet *k);
unsigned exa_ni_waiting(const struct tn_exn *m);
void exa_ni_answer(struct tn_exn *m, const struct exa_packet *k, unsigned code, uint64_t taken);
void exa_ni_answer_shown(struct tn_exn *m, const struct tn_exa_word *w);
void exa_ni_answer_sent(struct tn_exn *m, const struct tn_exa_word *w);
void exa_ni_answer_idle(struct tn_exn *m);
unsigned exa_ni_answers_left(const struct tn_exn *m);

/* A verdict on m_exa after which nothing can be followed. */
void exa_ni_lose(struct tn_exn *m, enum exn_rule rule, const char *expected,
                 const struct tn_exa_word *found);

#endif
