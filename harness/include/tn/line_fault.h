/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on serial lines: tn_inject() takes them when where is a line. Here is what they did, and
 * how a fabric's lines are struck.
 */
#ifndef TN_LINE_FAULT_H
#define TN_LINE_FAULT_H

#include <tn/fault.h>

/* What has happened on a line since it was armed. */
struct tn_line_done {
    uint64_t blocks;   /* sent so far, as of the last time that somebody looked */
    uint64_t bits;     /* inverted */
    uint64_t spoilt;   /* blocks with an inverted bit */
    uint64_t cycle;    /* of the first blow; 0: not known */
    uint64_t lost, repeated, joined, slips, nfcs;
};

enum { TN_LINES = 4 }; /* of a bench */

struct tn_core_line;
/* What strikes a fabric's lines: all as the functions below of the same name. */
struct tn_line_ops {
    int (*arm)(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size);
    void (*done)(unsigned id, struct tn_line_done *out);
    void (*calm)(void);
    /* NULL: what was done goes with the faults. */
    void (*clear)(void);
    /* The bench's saboteur of a line asks what becomes of a block (harness/sim/core.h). NULL: the lines are C's. */
    void (*pass)(unsigned id, uint64_t cycle, uint64_t block, bool is_nfc, struct tn_core_line *out);
};
/* The bench's lines line0 to line(n-1) are behind ops from now on; NULL: it has none. */
void tn_line_behind(const struct tn_line_ops *ops, unsigned n);

/* Stream of the seed for the n-th fault at a time on line id, from 0: what strikes two lines, or one line
 * twice, is drawn apart. */
static inline uint64_t tn_line_stream(unsigned id, unsigned n)
{
    return 3 + ((uint64_t)id << 16) + ((uint64_t)n << 8);
}

/* Index of the line, or -ENOENT. */
int tn_line_find(const char *name);
/* Name of line id, "" where there is none; NULL behind the last that there can be. */
const char *tn_line_name(unsigned id);
/* Arms f on it; the bench's saboteur of that line must be on since reset. seed draws what f
 * leaves open, and the places of random errors. A fault strikes from the next 256th block on, or
 * at its own when that is later. 0; -EINVAL no fault of lines, -ENOSPC too many; err says it
 * in one line. */
int tn_line_arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size);
void tn_line_done(unsigned id, struct tn_line_done *out);
/* Forgets all faults; what was done stays. */
void tn_line_calm(void);
/* Forgets that, too: the bench is in reset. */
void tn_line_clear(void);

#endif
