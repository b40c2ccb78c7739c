/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the lattice's two computations: the cells at the start, the collision of a
 * cell, and the places of nodes.
 *
 * Population 0 of a cell is at rest, 1 + l moves one cell a step in the direction of link l. They
 * collide towards a common mean, in whole numbers modulo 2^64, and the sum of a cell stays.
 */
#ifndef TNW_LATTICE_H
#define TNW_LATTICE_H

#include <tn/tnw/tnw_torus.h>

enum { POPS = TN_TNW_POPULATIONS, SMALLER_BY = 8 /* bits of the first populations */ };

/* Lets the populations of a cell collide. */
static inline void collide(uint64_t f[POPS])
{
    uint64_t sum = 0, moving = 0;
    for (unsigned i = 0; i < POPS; i++)
        sum += f[i];
    for (unsigned i = 1; i < POPS; i++) {
        f[i] = f[i] - (f[i] >> 2) + (sum >> 5);
        moving += f[i];
    }
    f[0] = sum - moving;
}

/* Draws the first populations of the cell at those coordinates. */
static inline void first_cell(uint64_t seed, const unsigned at[3], uint64_t f[POPS])
{
    struct tn_rng r;
    tn_rng_seed(&r, seed, (uint64_t)at[0] << 32 | at[1] << 16 | at[2]);
    for (unsigned i = 0; i < POPS; i++)
        f[i] = tn_rng_next(&r) >> SMALLER_BY;
}

/* Gives the coordinates of a node in the torus. */
static inline void place_of(const struct tn_tnw_lattice *l, unsigned node, unsigned at[3])
{
    at[0] = node % l->size[0];
    at[1] = node / l->size[0] % l->size[1];
    at[2] = node / l->size[0] / l->size[1];
}

#endif
