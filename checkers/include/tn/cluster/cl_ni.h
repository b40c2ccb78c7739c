/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a CPU's second-level memory with its network interface by its pins, cycle by cycle
 * (cl_ni.md). Pins have the names of the page's ports.
 */
#ifndef TN_CL_NI_H
#define TN_CL_NI_H

#include <tn/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CL_NI_PRIOS = 3,
    CL_NI_LINE_WORDS = 8,      /* words of 32 bits of a line */
    CL_NI_LINES = 2048,        /* way 10:9, set 8:0 */
    CL_NI_REGIONS = 16,        /* regions */
    CL_NI_SCRATCH = 0x1000000, /* first byte of the scratchpad in a CPU's space */
    CL_NI_LOADED = 0x1fffffc   /* where answers to remote loads go */
};

/* States of a line. */
enum cl_ni_state {
    CL_NI_CACHE,
    CL_NI_PLAIN,
    CL_NI_COMMAND,
    CL_NI_COUNTER,
    CL_NI_MRQ,
    CL_NI_SRQ,
    CL_NI_STATES
};

/* Words of the register window (cl_ni.md section 9). */
enum tn_cl_ni_reg {
    CLN_REGION,
    CLN_LINE = 64,
    CLN_FAULTS,
    CLN_MALFORMED,
    CLN_NACKS,
    CLN_HITS,
    CLN_MISSES,
    CLN_WRITEBACKS,
    CLN_REGS
};

/* Bits of the registers. */
enum {
    CLN_VALID = 1,
    CLN_RD = 2,
    CLN_WR = 4,
    CLN_SCRATCHPAD = 8,
    CLN_REMOTE = 16,
    CLN_AT_WORK = 1 << 30 /* of LINE; refused is bit 31 */
};

/* All pins in one cycle, as they stand at the rising edge that ends it. Bit p of the network's
 * valid, ready and last speaks of priority p. */
struct tn_cl_ni_pins {
    bool rst;
    uint8_t cfg_node, cfg_cpu;
    bool c_valid, c_ready, c_wr, c_fault;
    uint32_t c_va, c_wdata, c_rdata;
    uint8_t c_be;
    bool mem_valid, mem_ready, mem_wr, mem_rvalid;
    uint32_t mem_addr;                    /* bytes */
    uint32_t mem_wdata[CL_NI_LINE_WORDS]; /* word 0 is bits 31:0 */
    uint32_t mem_rdata[CL_NI_LINE_WORDS];
    uint8_t n_tx_valid, n_tx_ready, n_tx_last;
    uint32_t n_tx_data[CL_NI_PRIOS];
    uint8_t n_rx_valid, n_rx_ready, n_rx_last;
    uint32_t n_rx_data[CL_NI_PRIOS];
    uint8_t obs_fault;
    bool reg_wr, reg_rd;
    uint16_t reg_addr; /* bytes */
    uint32_t reg_wdata, reg_rdata;
};

struct tn_cl_ni_judge;

/* Makes a judge that waits for a reset; verdicts (rule, cycle, expected and found) go to fn. NULL
 * on ENOMEM. */
struct tn_cl_ni_judge *tn_cl_ni_judge_new(tn_verdict_fn *fn, void *ctx);
void tn_cl_ni_judge_free(struct tn_cl_ni_judge *j);
/* Judges the next cycle; the caller passes every cycle, in order. */
void tn_cl_ni_judge_cycle(struct tn_cl_ni_judge *j, const struct tn_cl_ni_pins *p, uint64_t cycle);
/* Says whether nothing is owed: no answer, no packet of a command buffer or a counter, no access of
 * the CPU, no packet partly at a pin. */
bool tn_cl_ni_judge_idle(const struct tn_cl_ni_judge *j);
/* The judge's counts of rules asked and failed. */
const struct tn_judge *tn_cl_ni_judge_of(const struct tn_cl_ni_judge *j);

#ifdef __cplusplus
}
#endif

#endif
