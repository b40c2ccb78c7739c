/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet and TNW traffic for tenter gen.
 */
#ifndef TN_TOOLS_GEN_H
#define TN_TOOLS_GEN_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tn_gen_pattern { TN_GEN_UNIFORM, TN_GEN_PERMUTATION, TN_GEN_HOT_SPOT, TN_GEN_BURSTS };

/* Bytes of an operation: ranges with weights. */
struct tn_gen_sizes {
    struct {
        unsigned low, high, weight;
    } range[16];
    size_t n;
    uint64_t total; /* of the weights */
};

struct tn_gen_exa {
    enum tn_gen_pattern pattern;
    unsigned nodes;   /* 2 to 256 */
    unsigned hot;     /* HOT_SPOT: percent of the operations that go to node 0 */
    uint64_t packets; /* operations: messages and transactions */
    uint64_t seed;
    struct tn_gen_sizes sizes;
};

/* "64", "1-256", "64:7,4096-16384:3": sizes 1 to 16384; false when text is none. */
bool tn_gen_sizes_parse(const char *text, struct tn_gen_sizes *s);

/* Writes the capture; an exit code. */
int tn_gen_exa(const struct tn_gen_exa *o, const char *path);

struct tn_gen_tnw {
    uint64_t packets; /* each way */
    uint64_t seed;
    unsigned faults;  /* of 1000 packets and SETs, how many the line damages; up to 300 */
};

/* Writes the frames of a link; an exit code. */
int tn_gen_tnw(const struct tn_gen_tnw *o, const char *path);

#endif
