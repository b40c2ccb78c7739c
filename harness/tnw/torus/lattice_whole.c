/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The lattice in one process: no nodes, no faces, each population fetched from the cell that it
 * comes from. At the end it is cut into the nodes' parts.
 */
#include "lattice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static size_t index_of(const unsigned g[3], unsigned x, unsigned y, unsigned z)
{
    return (size_t)POPS * (x % g[0] + g[0] * (y % g[1] + (size_t)g[1] * (z % g[2])));
}

static void move_all(const unsigned g[3], const uint64_t *now, uint64_t *next)
{
    for (unsigned z = 0; z < g[2]; z++)
        for (unsigned y = 0; y < g[1]; y++)
            for (unsigned x = 0; x < g[0]; x++) {
                uint64_t *to = next + index_of(g, x, y, z);
                to[0] = now[index_of(g, x, y, z)];
                to[1] = now[index_of(g, x + g[0] - 1, y, z) + 1];
                to[2] = now[index_of(g, x + 1, y, z) + 2];
                to[3] = now[index_of(g, x, y + g[1] - 1, z) + 3];
                to[4] = now[index_of(g, x, y + 1, z) + 4];
                to[5] = now[index_of(g, x, y, z + g[2] - 1) + 5];
                to[6] = now[index_of(g, x, y, z + 1) + 6];
            }
}

static void fill(uint64_t seed, const unsigned g[3], uint64_t *now)
{
    for (unsigned z = 0; z < g[2]; z++)
        for (unsigned y = 0; y < g[1]; y++)
            for (unsigned x = 0; x < g[0]; x++) {
                const unsigned at[3] = {x, y, z};
                first_cell(seed, at, now + index_of(g, x, y, z));
            }
}

/* Node by node, each cell in the node's own order. */
static void cut(const struct tn_tnw_lattice *l, const unsigned g[3], const uint64_t *now,
                uint64_t *out)
{
    const unsigned n = l->edge, nodes = l->size[0] * l->size[1] * l->size[2];
    for (unsigned k = 0; k < nodes; k++) {
        unsigned at[3];
        place_of(l, k, at);
        for (unsigned z = 0; z < n; z++)
            for (unsigned y = 0; y < n; y++)
                for (unsigned x = 0; x < n; x++, out += POPS)
                    memcpy(out, now + index_of(g, at[0] * n + x, at[1] * n + y, at[2] * n + z),
                           POPS * sizeof *out);
    }
}

int tn_tnw_lattice_whole(const struct tn_tnw_lattice *l, uint64_t *cells)
{
    const unsigned g[3] = {l->size[0] * l->edge, l->size[1] * l->edge, l->size[2] * l->edge};
    const size_t words = (size_t)POPS * g[0] * g[1] * g[2];
    uint64_t *memory = malloc(2 * words * sizeof *memory);
    if (!memory)
        return -ENOMEM;
    uint64_t *now = memory, *next = memory + words;
    fill(l->seed, g, now);
    for (unsigned s = 0; s < l->steps; s++) {
        for (size_t i = 0; i < words; i += POPS)
            collide(now + i);
        move_all(g, now, next);
        uint64_t *const done = now;
        now = next;
        next = done;
    }
    cut(l, g, now, cells);
    free(memory);
    return 0;
}
