/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of tenter gen --fabric exanet: gen.c takes the options and makes the patterns of
 * operations, gen_transfers.c the transfers of engines.
 */
#ifndef TN_FACE_EXANET_GEN_H
#define TN_FACE_EXANET_GEN_H

#include <tn/capture.h>
#include <tn/rng.h>

#include <stddef.h>
#include <stdint.h>

enum { EXA_GEN_SIZES = 16, EXA_GEN_NS = 7 /* a cycle */, EXA_GEN_LATENCY = 60, EXA_GEN_GAP = 200 };

/* Bytes of an operation: ranges with weights. */
struct exa_gen_sizes {
    struct {
        unsigned low, high, weight;
    } range[EXA_GEN_SIZES];
    size_t n;
    uint64_t total; /* of the weights */
};

/* Draws a size; each range is as likely as its weight says. */
unsigned exa_gen_size(const struct exa_gen_sizes *s, struct tn_rng *rng);

/* Writes the traffic of so many transfers between nodes: by engines that have several transactions
 * under way, are refused, fault, lose packets and answers, and try again. Returns 0 or negative
 * errno. */
int exa_gen_transfers(struct tn_writer *w, struct tn_rng *rng, unsigned nodes, uint64_t transfers,
                      const struct exa_gen_sizes *sizes);

#endif
