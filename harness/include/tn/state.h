/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The DUT's state: registers and memory words, found by walking the
 * simulator's hierarchy. Names are relative to the bench's top module
 * ("u_dut.u_remap.u_tables.oid"); a memory word is "name[7]".
 */
#ifndef TN_STATE_H
#define TN_STATE_H

#include <stdbool.h>

/* One register (words 0) or memory (words from first on). */
struct tn_state_item {
    const char *name; /* borrowed for the call */
    unsigned bits;    /* of the register, or of a word */
    unsigned long words;
    long first;
};
typedef void tn_state_fn(void *ctx, const struct tn_state_item *item);

/* Calls fn for everything below the instance scope ("u_dut"), in the
 * simulator's order, which is the same in every run. 0, -ENOENT when there is no
 * such scope, -ENOSYS when the model keeps no names. */
int tn_state_walk(const char *scope, tn_state_fn *fn, void *ctx);

/* Sets every unknown bit below scope to 0, as a memory that was never written holds
 * something definite in hardware; without it a fault's outcome would depend on whether
 * the simulator has a fourth state. Nothing to do where it has none. */
void tn_state_settle(const char *scope);

/* One bit of one register or memory word. */
struct tn_state_bit {
    void *handle;
    unsigned bit, bits;
};

/* Finds it: 0, -ENOENT, -ERANGE (no such bit or word), -ENOSYS. The same name may
 * be opened again; nothing needs to be closed. */
int tn_state_open(const char *name, unsigned bit, struct tn_state_bit *out);
/* An unknown bit reads as 0. */
bool tn_state_get(const struct tn_state_bit *b);
void tn_state_put(const struct tn_state_bit *b, bool value);

#endif
