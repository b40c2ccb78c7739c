/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the network interface's models: the common part of all blocks (exa_ni.md), and
 * the functions that each block adds.
 *
 * A word taken in cycle t has its effects in t+2. In that cycle the model first does reads, then
 * finds the targets of writes, then judges the word, then does the effects of writes, and last
 * moves the queue that a read pops.
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

/* Where a page lets a block choose between two ways, the model decides by the next bit of which: 0
 * is the way that the model takes by itself. */
struct exn_choice {
    uint32_t which;
    unsigned met; /* choices met so far */
    /* packetizer: channels that the write of cycle found_at met, a bit each, and those of them that
     * it found BUSY; decided once for all words of a beat */
    uint64_t found_at, found, busy;
};

/* The functions of a block. All get the model; k is the packet. */
struct exn_ops {
    uint32_t id;  /* the block's register ID */
    bool answers; /* the block answers packets that await an answer */
    /* Says whether the block takes the packet, although its sender awaits no answer. */
    bool (*takes)(struct tn_exn *m, const struct exa_packet *k);
    /* A header that is not dropped was judged. May be NULL. */
    void (*header)(struct tn_exn *m, const struct exa_packet *k);
    /* Says whether the packet belongs into the table of duplicates. NULL: there is no table. */
    bool (*has_dup)(struct tn_exn *m, const struct exa_packet *k);
    /* Judges a packet: DUP (of the block's own kind), DECODE, PROT, FULL, or TAKEN, whose effects
     * it does. */
    enum tn_exn_cause (*judge)(struct tn_exn *m, const struct exa_packet *k);
    /* Time goes on to cycle now. May be NULL. */
    void (*tick)(struct tn_exn *m, uint64_t now);
    /* m_exa shows a word for the first time. */
    void (*shown)(struct tn_exn *m, const struct tn_exa_word *w);
    /* A word of m_exa was accepted. */
    void (*sent)(struct tn_exn *m, const struct tn_exa_word *w);
    /* m_exa shows no word in this cycle. */
    void (*idle)(struct tn_exn *m);
    /* Returns the register PARAMS. */
    uint32_t (*params)(const struct tn_exn *m);
    struct axi_map map; /* the block's addresses: all but page 40h, and its own registers there */
    /* Returns the number of packets that must still leave. */
    unsigned (*left)(const struct tn_exn *m);
    void (*reset)(struct tn_exn *m);
    /* Returns the bits of a read that the pages do not promise. May be NULL. */
    uint32_t (*unsure)(struct tn_exn *m, uint32_t addr);
    /* As tn_exn_may_choose(). NULL: the block never chooses. */
    bool (*may_choose)(const struct tn_exn *m, uint64_t cycle);
};

/* The packet that is coming in. */
struct exn_rx {
    enum { EXN_IDLE, EXN_INSIDE, EXN_DROPPING } state;
    unsigned want; /* payload words that the header asks for */
    unsigned n;    /* words in word[] */
    struct tn_exa_word word[TN_EXA_PACKET_WORDS];
};

struct exn_dup {
    bool used;
    uint64_t key;
    uint16_t number;
    uint64_t last;
};

struct exa_ni_answer {
    struct tn_exa_word word;
    uint64_t taken; /* cycle in which the footer of the answered packet was accepted */
};

struct tn_exn {
    const struct exn_ops *ops;
    void *block; /* the block's own state */
    size_t block_size;
    struct exn_choice choice;
    uint32_t own;
    struct tn_judge judge;
    uint64_t now;
    /* words that wait to be judged, and a read that pops a queue */
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
    uint8_t *cause; /* list of causes; the first cause_at were taken off */
    size_t causes, cause_cap, cause_at;
    bool no_memory;
    unsigned dup_n;
    uint32_t dup_cyc;
    struct exn_dup *dup; /* dup_n entries */
    /* answers; begun: the header of the first one is on the output */
    struct exa_ni_answer answer[EXN_KEPT];
    unsigned answers;
    bool begun;
    uint64_t quiet_since; /* the cycle after the last word of a packet was accepted */
    bool late;            /* the verdict on lateness was given */
    /* m_exa in the cycle before */
    struct tn_exa_word out;
    bool out_waits, out_inside;
    bool lost;
};

/* Makes a model with block bytes for the block's own state (ni.c). NULL on ENOMEM. */
struct tn_exn *exa_ni_new(const struct exn_ops *ops, size_t block, uint32_t own, unsigned dup_n,
                          tn_verdict_fn *fn, void *ctx);

/* Decides the next choice; false is the first way. */
bool exa_ni_choose(struct tn_exn *m);

/* Judges a word that was taken in that cycle (ni_rx.c). */
void exa_ni_judge_word(struct tn_exn *m, const struct tn_exa_word *w, uint64_t taken);

/* ni_answer.c */

/* Says whether the packet is in the table of duplicates. */
bool exa_ni_is_duplicate(struct tn_exn *m, const struct exa_packet *k);
/* Enters a packet that was taken into the table of duplicates. */
void exa_ni_note_taken(struct tn_exn *m, const struct exa_packet *k);
/* Returns the number of answers that wait. */
unsigned exa_ni_waiting(const struct tn_exn *m);
/* Queues the answer to a packet whose footer was accepted in cycle taken. */
void exa_ni_answer(struct tn_exn *m, const struct exa_packet *k, unsigned code, uint64_t taken);
/* The functions shown, sent, idle and left of struct exn_ops, for blocks that send answers only. */
void exa_ni_answer_shown(struct tn_exn *m, const struct tn_exa_word *w);
void exa_ni_answer_sent(struct tn_exn *m, const struct tn_exa_word *w);
void exa_ni_answer_idle(struct tn_exn *m);
unsigned exa_ni_answers_left(const struct tn_exn *m);

/* Gives a verdict on m_exa after which the model cannot follow the output any longer. */
void exa_ni_lose(struct tn_exn *m, enum exn_rule rule, const char *expected,
                 const struct tn_exa_word *found);

#endif
