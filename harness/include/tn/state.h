/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The DUT's state: registers and memory words, found by walking the simulator's hierarchy. Names
 * are relative to the bench's top module ("u_dut.u_remap.u_tables.oid"); a memory word is
 * "name[7]".
 */
#ifndef TN_STATE_H
#define TN_STATE_H

#include <stdbool.h>

/* One register or memory. */
struct tn_state_item {
    const char *name;    /* borrowed for the call */
    unsigned bits;       /* of the register, or of each word */
    unsigned long words; /* words of the memory; 0: a register */
    long first;          /* index of the memory's first word */
};
/* Receives one register or memory. */
typedef void tn_state_fn(void *ctx, const struct tn_state_item *item);

/* Calls fn for each register and memory below the instance scope ("u_dut"), in the simulator's
 * order, which is the same in every run. Returns 0; -ENOENT: no such scope; -ENOSYS: the
 * simulator's model keeps no names. */
int tn_state_walk(const char *scope, tn_state_fn *fn, void *ctx);

/* Sets every unknown bit below scope to 0. In hardware a memory that was never written holds
 * definite bits; without this call the outcome of a fault would depend on the simulator's unknown
 * values. */
void tn_state_settle(const char *scope);

/* One bit of one register or memory word. */
struct tn_state_bit {
    void *handle;  /* of the register or word, the simulator's */
    unsigned bit;  /* number of the bit */
    unsigned bits; /* of the register or word */
};

/* Finds a bit. Returns 0, -ENOENT, -ERANGE (no such bit or word) or -ENOSYS. The same name may be
 * opened again; nothing needs to be closed. */
int tn_state_open(const char *name, unsigned bit, struct tn_state_bit *out);
/* Returns the bit; an unknown bit reads as 0. */
bool tn_state_get(const struct tn_state_bit *b);
/* Sets the bit. */
void tn_state_put(const struct tn_state_bit *b, bool value);

#endif
