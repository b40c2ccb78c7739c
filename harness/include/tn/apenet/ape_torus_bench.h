/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a torus of nodes (harness/apenet/dut/ape_torus_tb.v) as C sees it: a host with
 * library and firmware at each node, and a judge of all writes to host memory: no byte may go
 * outside registered buffers and the event queue.
 */
#ifndef TN_APE_TORUS_BENCH_H
#define TN_APE_TORUS_BENCH_H

#include <tn/apenet/ape_promise.h>
#include <tn/axi.h>

enum { TN_APE_NODES = TN_APE_HOSTS, TN_APE_BURSTS = 64 };

struct tn_ape_torus_bench;

struct tn_ape_torus_node {
    struct tn_ape_torus_bench *bench;
    unsigned number;
    struct ape_node at; /* coordinates */
    struct tn_ape_host host;
    struct tn_axi_master *cpu;
    struct {
        uint64_t addr;
        unsigned id, beats;
    } burst[TN_APE_BURSTS]; /* writes whose data have not all come, oldest first */
    unsigned bursts;
    struct {
        uint16_t strb;
    } beat[256]; /* data whose address has not come */
    unsigned beats;
    uint64_t written; /* bytes of data */
    unsigned slot;    /* of the registered buffer that the last of them went to */
};

struct tn_ape_torus_bench {
    unsigned nodes;
    struct tn_ape_torus_node node[TN_APE_NODES];
    uint32_t miss, event; /* interrupts, a bit a node */
    tn_verdict_fn *fn;
    void *fn_ctx;
};

/* Resets the bench and opens all hosts. Returns 0, or what ape_open() returned. */
int tn_ape_torus_bench_open(struct tn_ape_torus_bench *b, uint64_t seed, tn_verdict_fn *fn,
                            void *fn_ctx);
/* Lets n cycles pass, in which the firmware of all nodes serves misses. */
void tn_ape_torus_bench_step(struct tn_ape_torus_bench *b, uint64_t n);
/* Gives the hosts of an open bench, for APEnet's promise. */
struct tn_ape_hosts tn_ape_torus_bench_hosts(struct tn_ape_torus_bench *b);

#endif
