/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of the level-2 switch: the ends of all lanes at its streams, software, and the judge of
 * all its pins.
 */
#ifndef TN_CL_SWITCH_BENCH_H
#define TN_CL_SWITCH_BENCH_H

#include <tn/cluster/cl_switch.h>
#include <tn/cluster/cluster.h>
#include <tn/rng.h>

enum { TN_CLS_QUEUE = 256, TN_CLS_KEPT = 64, TN_CLS_VERDICTS = 16 };

struct tn_cls_packet {
    uint64_t at; /* cycle before which nothing is done with the packet */
    unsigned n;
    uint16_t word[CL_WORDS_MAX];
};

/* One lane's end. */
struct tn_cls_end {
    struct tn_cls_packet to_s[TN_CLS_QUEUE]; /* packets for s */
    unsigned to_s_n, s_at;
    unsigned in_out[CL_PRIOS];              /* given at s and not freed */
    struct tn_cls_packet m;                 /* under way at m */
    struct tn_cls_packet kept[TN_CLS_KEPT]; /* sent and not acknowledged */
    unsigned kept_n, d_at;
    struct { /* sent and not freed by the far end */
        uint64_t at;
        unsigned prio;
    } far[TN_CLS_KEPT];
    unsigned far_n;
    bool dead;
    uint64_t back_at; /* cycle from which on the dead lane's end gives back */
    unsigned long in, out, back;
};

/* A bench. A caller sets the members of the first part. */
struct tn_cl_switch_bench {
    unsigned m_16, s_16; /* cycles of 16 in which a word is taken at m; a packet begins at s */
    unsigned free_late, ack_late;  /* most cycles until a far end frees, and acknowledges */
    bool shut[TN_CL_SWITCH_LANES]; /* the far end frees nothing */
    bool greedy;                   /* s heeds no credits */
    bool no_limits;                /* credits know no priorities (the paper) */
    struct tn_cl_switch_judge *judge;
    bool unknown; /* an output that counts was unknown */
    /* private */
    tn_verdict_fn *fn;
    void *ctx;
    struct tn_verdict verdict[TN_CLS_VERDICTS];
    unsigned verdicts, lanes;
    struct tn_rng rng;
    struct tn_cls_end end[TN_CL_SWITCH_LANES];
    struct tn_cl_switch_pins played; /* the inputs of the cycle that ends next */
    uint64_t cycle;
    bool reg_wr, reg_rd, reg_comes;
    uint16_t reg_addr;
    uint32_t reg_value;
};

/* Makes a bench with its judge and resets the DUT; verdicts go to fn. NULL on ENOMEM. */
struct tn_cl_switch_bench *tn_cl_switch_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx);
void tn_cl_switch_bench_free(struct tn_cl_switch_bench *b);
/* Queues a packet of n words for s of a lane. Returns 0 or -ENOSPC. */
int tn_cl_switch_bench_send(struct tn_cl_switch_bench *b, unsigned lane, const uint16_t *words,
                            unsigned n);
/* The lane goes down. */
void tn_cl_switch_bench_kill(struct tn_cl_switch_bench *b, unsigned lane);
/* Says whether something waits or is under way. */
bool tn_cl_switch_bench_busy(const struct tn_cl_switch_bench *b);
/* Accesses a register of the DUT, which takes cycles. */
void tn_cl_switch_bench_write(struct tn_cl_switch_bench *b, unsigned word, uint32_t value);
uint32_t tn_cl_switch_bench_read(struct tn_cl_switch_bench *b, unsigned word);

#endif
