/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Programs on the nodes of a TNW torus, the same against the model and against RTL: one program on
 * all nodes, their write-combining buffers, and the nearest-neighbour exchange of a lattice
 * (checkers/tnw/spec/tnw_torus.md sections 3 and 4).
 */
#ifndef TN_TNW_TORUS_H
#define TN_TNW_TORUS_H

#include <tn/memory.h>
#include <tn/rng.h>
#include <tn/tnw/tnw_lib.h>
#include <tn/tnw/tnw_lib_judge.h>
#include <tn/tnw/tnw_node.h>

/* One program on all nodes, each a coroutine. */
typedef int tn_tnw_spmd_fn(void *arg, unsigned node);
/* Lets time pass for all; not 0 (a negative errno) ends every wait with that value. */
typedef int tn_tnw_advance_fn(void *ctx);
/* Runs fn(arg, 0) to fn(arg, nodes - 1) until all have come back, each to its end or to
 * tn_tnw_spmd_yield(), in turn; time advances between. result[k] is what node k gave. 0, or
 * -ENOMEM.
 */
int tn_tnw_spmd(unsigned nodes, tn_tnw_spmd_fn *fn, void *arg, tn_tnw_advance_fn *advance,
                void *ctx, int *result);
/* From within a program: the others' turn, and time. 0, or what advance gave. */
int tn_tnw_spmd_yield(void);

/* A struct tnw_io that has write-combining buffers in front of another one: writes of BAR2 wait in
 * lines of 64 bytes until flush, or until there are too many, and leave in any order and in parts
 * of 16 bytes and more. */
enum { TN_TNW_WC_LINES = 10, TN_TNW_WC_LINE = 64 };
struct tn_tnw_wc {
    const struct tnw_io *below;
    void *ctx;
    struct tn_rng rng;
    unsigned split_of_16; /* of 16 lines: leave in parts */
    bool any_order;
    unsigned n;
    struct {
        uint64_t addr; /* of BAR2 */
        uint8_t data[TN_TNW_WC_LINE];
    } line[TN_TNW_WC_LINES];
};
/* Lines leave as they came and whole, with seed 0. */
void tn_tnw_wc_init(struct tn_tnw_wc *w, const struct tnw_io *below, void *ctx, uint64_t seed);
extern const struct tnw_io tn_tnw_wc_io; /* its ctx is the struct tn_tnw_wc */

/* A struct tnw_io of one node of the model; a pause is a yield. */
struct tn_tnw_model_io {
    struct tn_tnw_torus_model *torus;
    unsigned node;
    struct tn_memory *memory;
};
extern const struct tnw_io tn_tnw_model_node_io;
/* For tn_tnw_spmd(): steps of the model; ctx is a struct tn_tnw_model_time. -ETIMEDOUT when there
 * was nothing to be done idle_max times in a row. */
struct tn_tnw_model_time {
    struct tn_tnw_torus_model *torus;
    unsigned steps, idle_max, idle;
};
int tn_tnw_model_advance(void *ctx);

/* The lattice: cells of seven populations (at rest, and moving along the six links) that collide
 * and move, D3Q7 in whole numbers. Each node has edge x edge x edge cells and sends what leaves
 * each face to the neighbour: 8 bytes a cell. */
enum { TN_TNW_POPULATIONS = 7 };
struct tn_tnw_lattice {
    unsigned size[3]; /* nodes: X_N, Y_N, Z_N */
    unsigned edge;    /* cells: a multiple of 4, 16 at most */
    unsigned steps;
    unsigned get_links; /* set of links that send by Nget, the others by Pput */
    unsigned vc;
    uint64_t seed; /* of the first populations */
};
static inline size_t tn_tnw_lattice_halo(const struct tn_tnw_lattice *l)
{
    return (size_t)8 * l->edge * l->edge;
}
/* Populations of one node. */
static inline size_t tn_tnw_lattice_words(const struct tn_tnw_lattice *l)
{
    return (size_t)TN_TNW_POPULATIONS * l->edge * l->edge * l->edge;
}

/* Where a node's program has what in its host memory. */
enum {
    TN_TNW_AT_NOTES = 0x10000,
    TN_TNW_AT_RECEIVE = 0x20000, /* 8 KiB a link, half of it guard */
    TN_TNW_AT_SOURCE = 0x40000,  /* likewise */
    TN_TNW_AT_STEP = 0x2000,
};

/* The program of one node: opens it, all steps; cells are the node's populations at the end. base
 * is added to all addresses of host memory. judge (NULL: none) is in front of io and hears of every
 * test; its notes are at base + TN_TNW_AT_NOTES. 0, or what the library gave. */
int tn_tnw_lattice_node(const struct tn_tnw_lattice *l, unsigned node, const struct tnw_io *io,
                        void *ctx, uint64_t base, struct tn_tnw_lib_judge *judge, uint64_t *cells);
/* The same lattice in one process: node k's populations at cells + k x tn_tnw_lattice_words(). 0,
 * or -ENOMEM. */
int tn_tnw_lattice_whole(const struct tn_tnw_lattice *l, uint64_t *cells);

#endif
