/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of one end of a lane: the port at its streams, software, the peer at the far end, and
 * the judge of all its pins.
 */
#ifndef TN_CL_LINK_BENCH_H
#define TN_CL_LINK_BENCH_H

#include <tn/cluster/cl_link.h>
#include <tn/cluster/cl_link_peer.h>
#include <tn/cluster/cluster.h>
#include <tn/rng.h>

#include <stddef.h>

/* Places at which the bench sees packets. */
enum tn_cll_place {
    TN_CLL_S,    /* a packet that the DUT took at s */
    TN_CLL_D,    /* one that it gave back at d */
    TN_CLL_M,    /* one that it handed on at m */
    TN_CLL_WIRE, /* a run of the DUT that is no link packet */
    TN_CLL_CTL,  /* a link packet of the DUT */
    TN_CLL_FAR,  /* a packet that the peer took */
    TN_CLL_Y,    /* a side packet at y: the first payload word of its link packet */
    TN_CLL_PLACES
};
enum { TN_CLL_WORDS = TN_CL_PEER_WORDS, TN_CLL_QUEUE = 1024, TN_CLL_VERDICTS = 16 };

/* A packet, or a run of a lane, of which words passed. */
struct tn_cll_run {
    uint64_t first, last; /* cycles of its words */
    unsigned n;           /* those beyond TN_CLL_WORDS are not kept */
    uint16_t word[TN_CLL_WORDS];
    bool err[TN_CLL_WORDS]; /* an invalid symbol was in the word */
};
/* Packets that wait, in order. */
struct tn_cll_queue {
    unsigned n;
    struct tn_cll_item {
        uint64_t at; /* cycle before which the packet is not given */
        unsigned n;
        uint16_t word[TN_CLL_WORDS];
    } item[TN_CLL_QUEUE];
};

/* A bench. A caller sets the members of the first part. */
struct tn_cl_link_bench {
    unsigned s_16, d_16; /* cycles of 16 in which a word is given at s, taken at d, at random */
    unsigned free_late;  /* most cycles that a packet of m stays in the buffer; drawn */
    bool hold_freed;     /* no packet of m leaves the buffer, but for those that free_now counts */
    unsigned free_now[CL_PRIOS];
    bool blind; /* packets are given in order, whatever s_ok says */
    bool no_commas; /* the far end sends words of no run where comma words stand, in reset, too */
    bool kill;  /* for one cycle */
    bool d_go;  /* for one cycle, with d_ack */
    uint8_t d_ack;
    /* A word comes to the far end (way 0) or to the DUT (way 1). Returns the word that arrives in
     * this cycle. NULL: each word arrives as it is. */
    struct tn_cl_word (*wire)(void *ctx, unsigned way, uint64_t cycle, struct tn_cl_word word);
    /* A whole packet or run passed. May be NULL. */
    void (*seen)(void *ctx, enum tn_cll_place at, const struct tn_cll_run *run);
    void *ctx; /* of both functions */

    struct tn_cl_link_judge *judge;
    struct tn_cl_link_peer *peer;
    struct tn_cl_peer_ways *ways; /* of the peer, to be changed in place */
    tn_verdict_fn *fn;
    void *fn_ctx;
    struct tn_verdict verdict[TN_CLL_VERDICTS]; /* found at the edge, told behind it */
    unsigned verdicts;
    bool unknown, up, done; /* an output that counts had unknown bits; pins of the last cycle */
    struct tn_rng rng;
    struct tn_cll_queue to_s, to_far;
    bool s_open;       /* the first packet of to_s has begun */
    unsigned s_at;     /* words of it that were given */
    uint16_t side[16]; /* side packets for x: first payload words */
    unsigned side_n;
    uint64_t due[CL_PRIOS][64]; /* cycles in which packets of m leave the buffer */
    unsigned due_n[CL_PRIOS];
    uint64_t cycle;
    struct tn_cll_run passing[TN_CLL_PLACES];
    bool reg_wr, reg_rd, reg_comes;
    uint8_t reg_addr;
    uint32_t reg_value;
};

struct tn_block_cycle;
/* Reads the pins of a cycle. Returns whether an output that counts is unknown. */
bool tn_cl_link_pins_of(const struct tn_block_cycle *c, struct tn_cl_link_pins *p);
/* Appends the word of a lane in a cycle to the run that passes. Returns true when the comma word
 * ends a run: the caller uses it and sets n to 0. */
bool tn_cll_run_word(struct tn_cll_run *r, struct tn_cl_word word, uint64_t cycle);

/* Makes a bench with its judge and its peer and resets the DUT; verdicts go to fn. NULL on ENOMEM.
 */
struct tn_cl_link_bench *tn_cl_link_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx);
void tn_cl_link_bench_free(struct tn_cl_link_bench *b);
/* Queues a packet of n words for s or, with far, for the peer, not before cycle at. Returns 0 or
 * -ENOSPC. */
int tn_cl_link_bench_send(struct tn_cl_link_bench *b, bool far, const uint16_t *words, unsigned n,
                          uint64_t at);
/* Queues a side packet for x: the first payload word of its link packet. Returns 0 or -ENOSPC. */
int tn_cl_link_bench_side(struct tn_cl_link_bench *b, uint16_t word);
/* Says whether something waits or is under way. */
bool tn_cl_link_bench_busy(const struct tn_cl_link_bench *b);
/* Forgets packets that have not begun. */
void tn_cl_link_bench_flush(struct tn_cl_link_bench *b);
/* Accesses a register of the DUT, which takes cycles. */
void tn_cl_link_bench_write(struct tn_cl_link_bench *b, uint8_t addr, uint32_t value);
uint32_t tn_cl_link_bench_read(struct tn_cl_link_bench *b, uint8_t addr);

#endif
