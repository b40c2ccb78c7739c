/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judges transfers from one node's memory to another's by checkers/exanet/spec/exa_transfer.md section 4: rules EXF-MEM-1 to
 * -5, EXF-PRT-1, EXF-FLT-1 and EXF-CHA-1. The judge follows the descriptors and banks that software writes, the beats of the
 * memory ports and the packets at the switches. It keeps plain images of the memories, and compares them with the memories
 * at the end of each transfer.
 *
 * The caller passes what happened in order of cycles; within a cycle beats come before packets.
 */
#ifndef TN_EXA_TRANSFER_H
#define TN_EXA_TRANSFER_H

#include <tn/axi/axi_port.h>
#include <tn/exanet/exa.h>
#include <tn/verdict.h>

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_EXF_NODES = 8 };

struct tn_exf_params {
    unsigned nodes;              /* 1 to TN_EXF_NODES */
    uint32_t own[TN_EXF_NODES];  /* coordinates of each */
    unsigned out_n;              /* OUT_N of the senders */
};

struct tn_exf_judge;

/* Copies n bytes of a process's memory at a node, as they are now. */
typedef void tn_exf_peek_fn(void *ctx, unsigned node, unsigned pdid, uint64_t va, uint8_t *bytes, size_t n);

/* Makes a judge of nodes after reset, with memories full of zeros. Verdicts go to fn, which may be NULL. NULL on ENOMEM. */
struct tn_exf_judge *tn_exf_judge_new(const struct tn_exf_params *p, tn_verdict_fn *fn, tn_exf_peek_fn *peek, void *ctx);
/* Frees the judge. */
void tn_exf_judge_free(struct tn_exf_judge *j);

/* Software has written n bytes of a process's memory. Neither source nor destination of a transfer under way may be
 * among them. */
void tn_exf_judge_bytes(struct tn_exf_judge *j, unsigned node, unsigned pdid, uint64_t va, const uint8_t *bytes, size_t n);
/* Passes a beat of a node's AXI slave port, whose addresses have 23 bits. */
void tn_exf_judge_axi(struct tn_exf_judge *j, unsigned node, const struct tn_axi_seen *seen);
/* Passes a beat of a node's memory port. */
void tn_exf_judge_memory(struct tn_exf_judge *j, unsigned node, const struct tn_axi_seen *seen);
/* Passes a packet at a port of a node's switch, at its output when out is true. cycle: of its header. */
void tn_exf_judge_packet(struct tn_exf_judge *j, unsigned node, unsigned port, bool out, uint64_t cycle,
                         const struct exa_packet *k);
/* Judges the end: compares all memory that the judge knows. */
void tn_exf_judge_finish(struct tn_exf_judge *j);

/* Returns the number of transactions that were answered positively. */
unsigned long tn_exf_judge_completed(const struct tn_exf_judge *j);
/* Receives how often a rule was asked, and failed. */
typedef void tn_exf_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);
/* Calls fn for each rule of the judge. */
void tn_exf_judge_rules(const struct tn_exf_judge *j, tn_exf_rule_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
