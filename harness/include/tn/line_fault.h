/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on serial lines, their effects, and the operations by which a fabric's lines are struck.
 * A bench's lines are those that its saboteurs declare and, without such, those of the DUT's
 * descriptor (tn/dut.h). tn_inject() arms such a fault when its `where` names a line.
 */
#ifndef TN_LINE_FAULT_H
#define TN_LINE_FAULT_H

#include <tn/fault.h>

/* The effects of faults on a line since reset. */
struct tn_line_done {
    uint64_t blocks;   /* blocks sent, by the saboteur's last report */
    uint64_t bits;     /* inverted bits */
    uint64_t spoilt;   /* blocks with an inverted bit */
    uint64_t cycle;    /* of the first strike; 0: not known */
    uint64_t lost;     /* blocks that were dropped */
    uint64_t repeated; /* blocks that were sent twice */
    uint64_t joined;   /* pairs of blocks that were joined */
    uint64_t slips;    /* moves of the block boundary */
    uint64_t nfcs;     /* flow-control blocks with an inverted bit */
};

enum { TN_LINES = 128 }; /* of a bench, at most */

struct tn_core_line;
/* The operations on the lines of a bench. Each does the same as the function tn_line_...() of its
 * name below. */
struct tn_line_ops {
    int (*arm)(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size);
    void (*done)(unsigned id, struct tn_line_done *out);
    void (*calm)(void);
    /* NULL: what was done goes with the faults. */
    void (*clear)(void);
    /* The bench's saboteur of a line asks what becomes of a block (harness/sim/core.h). NULL: the
     * lines are C's. */
    void (*pass)(unsigned id, uint64_t cycle, uint64_t block, bool is_nfc,
                 struct tn_core_line *out);
};
/* Returns the stream of random numbers for the n-th simultaneous fault (from 0) on line id, so that
 * faults on two lines, or two faults on one line, are drawn independently. */
static inline uint64_t tn_line_stream(unsigned id, unsigned n)
{
    return 3 + ((uint64_t)id << 16) + ((uint64_t)n << 8);
}

/* Returns the index of the line, or -ENOENT. */
int tn_line_find(const char *name);
/* Returns the name of line id, "" when the bench has no such line; NULL behind the
 * greatest index. */
const char *tn_line_name(unsigned id);
/* Arms f on line id, whose saboteur must be on since reset. seed draws the parameters that f leaves
 * open and the places of random errors. The fault strikes at its own block, but not before the next
 * block whose number is a multiple of 256. Returns 0; -EINVAL: not a fault of lines; -ENOSPC: too
 * many faults. err receives the error in one line. */
int tn_line_arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size);
/* Gives the effects of faults on line id so far. */
void tn_line_done(unsigned id, struct tn_line_done *out);
/* Forgets all faults and keeps their effects. */
void tn_line_calm(void);
/* Forgets all faults and their effects: the bench is in reset. */
void tn_line_clear(void);

#endif
