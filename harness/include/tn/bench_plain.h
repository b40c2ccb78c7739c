/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The plain bench: a source or a sink at each stream of a block's table, a value at each other
 * input, software at the registers. A block with `kit := plain` in its manifest has this bench
 * from its tables alone, and brings its judge: judge.h beside ports.def declares
 *
 *   struct tn_<block>_judge *tn_<block>_judge_new(unsigned (*of)(const char *parameter),
 *                                                 tn_verdict_fn *fn, void *ctx);
 *   void tn_<block>_judge_free(struct tn_<block>_judge *j);
 *   void tn_<block>_judge_cycle(struct tn_<block>_judge *j, const struct tn_<block>_pins *p,
 *                               uint64_t cycle);
 *   bool tn_<block>_judge_idle(const struct tn_<block>_judge *j);   nothing is under way
 *   const struct tn_judge *tn_<block>_judge_of(const struct tn_<block>_judge *j);
 *
 * The first rule of the judge's list is the one that a packet breaks which never leaves.
 *
 * A packet as bytes: the stream's other signals (beside valid, ready, data, keep, last), each in
 * whole bytes, highest byte first, in the order of the table; then data. A stream without keep has
 * whole words, highest byte first; with keep, a bit for each byte, the first byte stands in bits
 * 7:0 (AXI4-Stream), and only the last word may be short.
 */
#ifndef TN_BENCH_PLAIN_H
#define TN_BENCH_PLAIN_H

#include <tn/bench.h>
#include <tn/block_table.h>

struct tn_case_parser;
struct tn_case_tlp;

enum { TN_PLAIN_SIDES = 8 }; /* other signals of a stream */

/* The signals of a stream. */
struct tn_plain_form {
    const struct tn_block_port *valid, *ready, *data, *keep, *last; /* NULL: there is none */
    const struct tn_block_port *side[TN_PLAIN_SIDES];
    unsigned side_n, side_bytes;
};

/* What the file that blockgen makes says of the block's judge. */
struct tn_plain {
    void *(*make)(unsigned (*of)(const char *parameter), tn_verdict_fn *fn, void *ctx);
    void (*free)(void *judge);
    bool (*idle)(const void *judge);
    const struct tn_judge *(*counts)(const void *judge);
    void (*play)(void *bench); /* plays the block's pins for the bench; NULL: ends that */
};

/* Finds the signals of the table's stream k. */
void tn_plain_form(const struct tn_block_table *t, unsigned k, struct tn_plain_form *out);
/* Returns the signal's name without its stream's. */
const char *tn_plain_signal(const struct tn_block_table *t, const struct tn_block_port *p);
/* Returns the table's k-th input that is of no stream and no register; NULL: there are fewer. */
const struct tn_block_port *tn_plain_pin(const struct tn_block_table *t, unsigned k);
/* Parses a packet of a case for a stream: SIGNAL=N ..., then hex digits of its data. */
int tn_plain_packet(struct tn_case_parser *p, unsigned stream, unsigned at, unsigned end,
                    bool masked, struct tn_case_tlp *out);

/* The judge of a plain bench. */
void *tn_plain_judge(const void *bench);
/* Plays one cycle: pins of the cycle that ends, next the inputs of the next one. */
void tn_plain_cycle(void *bench, uint64_t cycle, const void *pins, bool unknown, void *next);
/* Publishes what passed, at a falling edge. */
void tn_plain_tell(void *bench);

#endif
