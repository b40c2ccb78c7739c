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

/* The program of a node, which runs as a coroutine. */
typedef int tn_tnw_spmd_fn(void *arg, unsigned node);
/* Lets time pass for all nodes. A value other than 0 (a negative errno) ends every wait with that
 * value. */
typedef int tn_tnw_advance_fn(void *ctx);
/* Runs fn(arg, 0) to fn(arg, nodes - 1) until all have returned: each in turn, up to its end or to
 * tn_tnw_spmd_yield(), and time advances between the rounds. result[k] receives the value of node
 * k. Returns 0 or -ENOMEM. */
int tn_tnw_spmd(unsigned nodes, tn_tnw_spmd_fn *fn, void *arg, tn_tnw_advance_fn *advance,
                void *ctx, int *result);
/* Gives the other programs their turn and lets time pass; called from within a program. Returns 0
 * or the value of advance. */
int tn_tnw_spmd_yield(void);

/* Write-combining buffers in front of a struct tnw_io: writes to BAR2 wait in lines of 64 bytes
 * until flush, or until there are too many lines, and leave in any order and in parts of 16 bytes
 * and more. */
enum { TN_TNW_WC_LINES = 10, TN_TNW_WC_LINE = 64 };
struct tn_tnw_wc {
    const struct tnw_io *below;
    void *ctx;
    struct tn_rng rng;
    unsigned split_of_16; /* lines of 16 that leave in parts */
    bool any_order;       /* lines leave in random order, else as they came */
    unsigned n;           /* lines in use */
    struct {
        uint64_t addr; /* of BAR2 */
        uint8_t data[TN_TNW_WC_LINE];
    } line[TN_TNW_WC_LINES];
};
/* Makes w empty buffers in front of below. With seed 0 lines leave whole and as they came. */
void tn_tnw_wc_init(struct tn_tnw_wc *w, const struct tnw_io *below, void *ctx, uint64_t seed);
/* The buffers as a struct tnw_io, whose ctx is the struct tn_tnw_wc. */
extern const struct tnw_io tn_tnw_wc_io;

/* One node of the model, as the ctx of tn_tnw_model_node_io; its pause yields. */
struct tn_tnw_model_io {
    struct tn_tnw_torus_model *torus;
    unsigned node;
    struct tn_memory *memory;
};
extern const struct tnw_io tn_tnw_model_node_io;
/* The time of the model. */
struct tn_tnw_model_time {
    struct tn_tnw_torus_model *torus;
    unsigned steps;    /* steps of the model in one advance */
    unsigned idle_max; /* most advances in a row without work */
    unsigned idle;     /* advances in a row without work so far */
};
/* Does steps of the model: a tn_tnw_advance_fn whose ctx is a struct tn_tnw_model_time. Returns 0,
 * or -ETIMEDOUT when there was no work idle_max times in a row. */
int tn_tnw_model_advance(void *ctx);

/* A lattice of cells with seven populations (at rest, and moving along the six links) that collide
 * and move: D3Q7 in whole numbers. Each node has edge x edge x edge cells and sends the populations
 * that leave each face to the neighbour, 8 bytes a cell. */
enum { TN_TNW_POPULATIONS = 7 };
struct tn_tnw_lattice {
    unsigned size[3]; /* nodes: X_N, Y_N, Z_N */
    unsigned edge;    /* cells: a multiple of 4, 16 at most */
    unsigned steps;
    unsigned get_links; /* set of links that send by Nget, the others by Pput */
    unsigned vc;
    uint64_t seed; /* of the first populations */
};
/* Returns the bytes that a node sends through one face in a step. */
static inline size_t tn_tnw_lattice_halo(const struct tn_tnw_lattice *l)
{
    return (size_t)8 * l->edge * l->edge;
}
/* Returns the number of populations of one node. */
static inline size_t tn_tnw_lattice_words(const struct tn_tnw_lattice *l)
{
    return (size_t)TN_TNW_POPULATIONS * l->edge * l->edge * l->edge;
}

/* Addresses that a node's program uses in its host memory. */
enum {
    TN_TNW_AT_NOTES = 0x10000,
    TN_TNW_AT_RECEIVE = 0x20000, /* 8 KiB a link, half of it guard */
    TN_TNW_AT_SOURCE = 0x40000,  /* likewise */
    TN_TNW_AT_STEP = 0x2000,
};

/* The program of one node: opens the library and does all steps. cells receives the node's
 * populations at the end. base is added to all addresses of host memory. judge (NULL: none) stands
 * in front of io and is told of every test; its notes are at base + TN_TNW_AT_NOTES. Returns 0 or
 * an error of the library. */
int tn_tnw_lattice_node(const struct tn_tnw_lattice *l, unsigned node, const struct tnw_io *io,
                        void *ctx, uint64_t base, struct tn_tnw_lib_judge *judge, uint64_t *cells);
/* Computes the same lattice without nodes; the populations of node k stand at cells + k x
 * tn_tnw_lattice_words(). Returns 0 or -ENOMEM. */
int tn_tnw_lattice_whole(const struct tn_tnw_lattice *l, uint64_t *cells);

#endif
