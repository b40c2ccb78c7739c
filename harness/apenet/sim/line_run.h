/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A run of words that a torus line carries in successive cycles, as one record of a capture
 * (checkers/apenet/spec/apenet.md section 7).
 */
#ifndef TN_APENET_SIM_LINE_RUN_H
#define TN_APENET_SIM_LINE_RUN_H

#include <tn/apenet/bfm_ape_line.h>
#include <tn/capture.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ape_line_run {
    struct ape_line line; /* the state of the line behind the last word */
    uint64_t first;       /* cycle of the first word that is kept */
    size_t n;             /* words that are kept */
    uint8_t word[APE_LINE_MAX][APE_LINK_WORD];
};

/* Where the runs of a line belong in a capture. */
struct ape_line_place {
    struct tn_writer *writer;
    uint64_t last_begin; /* a run that begins later is not written */
    uint16_t point;
    uint8_t port;
};

/* Appends the word of a cycle to a run, behind its leading byte. */
void ape_line_run_add(struct ape_line_run *r, uint64_t cycle, uint8_t lead,
                      const uint8_t word[APE_WORD]);

/* Tells whether the word of this kind, which was added last, ends the run: it ends a packet, it is a
 * header without a packet, or the record is full. */
bool ape_line_run_ends(const struct ape_line_run *r, enum ape_kind kind);

/* Writes a run, if it has words, as a record into the node, and empties it. */
void ape_line_run_write(struct ape_line_run *r, const struct ape_line_place *place);

#endif
