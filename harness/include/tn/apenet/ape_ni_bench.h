/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a network interface (harness/apenet/dut/ape_ni_tb.v) as C sees it: a host with
 * library and firmware at the register port, host memory, a player of the router at the local port,
 * and the judge of all pins.
 */
#ifndef TN_APE_NI_BENCH_H
#define TN_APE_NI_BENCH_H

#include <tn/apenet/ape_host.h>
#include <tn/apenet/ape_ni_judge.h>
#include <tn/axi.h>
#include <tn/bfm_block.h>

enum { TN_APE_NI_OWN = 0x1000 /* the bench's register of the coordinates */ };

/* The ports of the bench that faults may strike (tn/port_fault.h): packets to and from the router,
 * the processes that take events, the firmware. */
enum { TN_APE_NI_IN, TN_APE_NI_OUT, TN_APE_NI_USER, TN_APE_NI_FIRMWARE };

/* A packet on its way to the network interface. */
struct tn_ape_way {
    struct tn_ape_way *next;
    unsigned vc, n;
    bool asked;      /* faults have seen it: */
    unsigned copies; /* times that it is to be played */
    uint8_t word[TN_APN_WORDS][16];
};

struct tn_ape_ni_bench {
    struct tn_ape_host host;
    struct tn_axi_master *cpu;
    struct tn_apn_judge *judge;
    /* Takes a packet that left. Called at the rising edge: it must not call the simulation. */
    void (*left)(void *ctx, const struct tn_apn_packet *p);
    void *ctx;                          /* passed to left */
    const struct tn_block_ports *ports; /* faults; NULL: there are none */
    struct tn_ape_way *way;             /* packets to the network interface, oldest first */
    unsigned ways;
    unsigned word; /* words of the oldest packet that were played */
    unsigned wait; /* cycles before the next header */
    unsigned busy,
        bubble; /* of 16 cycles, those in which l_tx_ready is low, l_rx_valid in a packet is low */
    uint8_t out[TN_APN_WORDS + 1][16];
    unsigned out_n;
    bool event, miss; /* the interrupts */
    bool deaf;        /* the firmware does not serve misses */
    bool mute;        /* the judge of pins sees nothing any more */
    uint64_t aw, bs;  /* bursts written: addresses taken, answers */
    uint64_t ars, rs; /* bursts read by the engines: addresses taken, last beats */
    bool rest;        /* registers are read at rest: counters are judged */
    uint64_t moved;   /* cycle in which a word last moved at the local port */
    struct tn_rng rng;
};

/* Reads the local port in a cycle of the bench. */
struct tn_apn_local tn_ape_ni_local(const struct tn_block_cycle *c);
/* Resets the bench and makes b one of the node with those coordinates. Returns 0, or what
 * ape_open() returned. */
int tn_ape_ni_bench_open(struct tn_ape_ni_bench *b, uint16_t own, uint64_t seed, tn_verdict_fn *fn,
                         void *fn_ctx);
/* Frees what the bench holds. */
void tn_ape_ni_bench_close(struct tn_ape_ni_bench *b);
/* Queues a packet for the network interface. */
void tn_ape_ni_bench_give(struct tn_ape_ni_bench *b, unsigned vc, const struct tn_apn_packet *p);
/* Lets n cycles pass, in which the firmware serves misses. */
void tn_ape_ni_bench_step(struct tn_ape_ni_bench *b, uint64_t n);
/* Lets cycles pass until nothing is due any more and the network interface is at rest, or nothing
 * has moved for long. Then blames what did not come, and reads the counters. */
void tn_ape_ni_bench_rest(struct tn_ape_ni_bench *b);

#endif
