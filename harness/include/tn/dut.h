/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A DUT's descriptor: everything that the harness needs to know of one block. Make generates the
 * array of all descriptors from its list of blocks; the array is the only way to a block's parts.
 *
 * The file <block>.c beside the block's manifest defines `const struct tn_dut tn_dut_<block>`. It
 * is compiled twice: for simulations, with TN_SIMULATION defined, and without their parts for
 * programs that hold no simulation (the tenter command, unit tests). So it names the parts of a
 * simulation through TN_DUT_SESSION(), TN_DUT_LINES(), TN_DUT_RUNNER(), TN_DUT_COVER() and TN_DUT_TRACE() alone; a block of a
 * folder of its own may have these parts in the same file, behind #ifdef TN_SIMULATION. A block
 * without such a file has none of the parts.
 */
#ifndef TN_DUT_H
#define TN_DUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tn_bench_ops;
struct tn_bench_text;
struct tn_block_table;
struct tn_case_words;
struct tn_rule;
struct tn_cover_ops;
struct tn_cover_plan;
struct tn_line_ops;
struct tn_plain;
struct tn_run_ops;
struct tn_session_ops;
struct tn_trace_ops;
extern const struct tn_bench_ops tn_bench_plain;
extern const struct tn_run_ops tn_bench_runner;
extern const struct tn_session_ops tn_bench_session;

struct tn_dut {
    /* The block's name: of its bench, its wrapper and its manifest. */
    const char *name;
    /* The name of its fabric in checkers/spec/fabrics.def. */
    const char *fabric;
    /* The word for one packet of its streams, for messages: "TLP". */
    const char *packet;
    /* Rules of a block that is of no fabric (tn_rules_own()), in the order of the table. NULL: its
     * rules are those of its fabric. */
    const struct tn_rule *rules;
    /* How many rules these are. */
    size_t rule_n;
    /* The number of the fabric whose packets its beat streams carry (TN_FABRIC_...), TN_FABRIC_NONE
     * for those of no fabric; 0: TLPs. */
    uint8_t carries;
    /* Knobs and packets as text (tn/bench.h), of a block of the kit; it has no words of its own. */
    const struct tn_bench_text *text;
    /* The words of its cases (harness/case/parse.h). NULL: the block has no cases, or is of the kit. */
    const struct tn_case_words *words;
    /* The bins of its functional coverage (tn/cover.h). NULL: nothing is counted. */
    const struct tn_cover_plan *plan;
    /* Its parameters, ports and registers (tn/block_table.h). NULL: the block has no tables. */
    const struct tn_block_table *table;
    /* The instance below the bench's top whose registers campaigns strike. NULL: captures are not
     * played into the block, and no campaign runs on it. */
    const char *scope;

    /* The names of the lines and ports that C plays in its bench and faults may strike, NULL behind the last. NULL: none,
     * or the bench's saboteurs declare their lines themselves. */
    const char *const *lines;
    /* Cycles before the time of a fault on a line at which the line's saboteur must be armed. 0: as few as for a packet. */
    unsigned line_early;

    /* The bench of a block of the kit (tn/bench.h), on which cases, mixes, replays and campaigns play; in a simulation. */
    const struct tn_bench_ops *bench;
    /* The judge of a block with the plain bench (tn/bench_plain.h); in a simulation. */
    const struct tn_plain *plain;
    /* Plays captures into the block (harness/replay/session.h); in a simulation, with a scope. */
    const struct tn_session_ops *session;
    /* Strikes the lines that C plays (tn/line_fault.h); in a simulation, with lines. */
    const struct tn_line_ops *line_ops;
    /* Runs cases on the block (harness/case/run/run.h); in a simulation, with words. */
    const struct tn_run_ops *runner;
    /* Counts what the bench shows in the bins of the plan (harness/sim/cover.h); in a simulation.
     */
    const struct tn_cover_ops *cover;
    /* Records more than the packets of the monitors (harness/sim/trace_part.h); in a simulation. NULL: these are all. */
    const struct tn_trace_ops *trace;
};

#ifdef TN_SIMULATION
/* The bench of a block of the kit, and the runners that play on it. */
#define TN_DUT_BENCH(ops)                                                                          \
    .bench = &(ops), .runner = &tn_bench_runner, .session = &tn_bench_session
#define TN_DUT_PLAIN(judge) .plain = &(judge), TN_DUT_BENCH(tn_bench_plain)
#define TN_DUT_SESSION(ops) .session = &(ops)
#define TN_DUT_LINES(ops)   .line_ops = &(ops)
#define TN_DUT_RUNNER(ops)  .runner = &(ops)
#define TN_DUT_COVER(ops)   .cover = &(ops)
#define TN_DUT_TRACE(ops)   .trace = &(ops)
#else
#define TN_DUT_BENCH(ops)   .bench = NULL
#define TN_DUT_PLAIN(judge) .plain = NULL
#define TN_DUT_SESSION(ops) .session = NULL
#define TN_DUT_LINES(ops)   .line_ops = NULL
#define TN_DUT_RUNNER(ops)  .runner = NULL
#define TN_DUT_COVER(ops)   .cover = NULL
#define TN_DUT_TRACE(ops)   .trace = NULL
#endif

/* All blocks, NULL behind the last. Programs that list blocks refer to this array; the libraries do
 * not. */
extern const struct tn_dut *const tn_duts[];
/* Sets the array in which blocks are looked up. The file that Make generates calls this before
 * main(). */
void tn_dut_all(const struct tn_dut *const *duts);

/* Returns the block with that name, or NULL. */
const struct tn_dut *tn_dut_find(const char *name);

/* Returns the block of an image. An image has the block's name, with a suffix when there are
 * several
 * ("<block>-1a2b3c4d", "<block>-pair"). NULL: the image belongs to no block. */
const struct tn_dut *tn_dut_of_image(const char *image);

/* Writes the names of the blocks that captures are played into, "a, b, c", to out. Returns out. */
const char *tn_dut_played(char *out, size_t size);

#endif
