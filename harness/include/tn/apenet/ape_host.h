/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A host of an APEnet network interface: its memory, its processes with their pages, the
 * application's library and the firmware. The network interface stands behind register accesses:
 * RTL behind an AXI port, or the model (ape_far.h).
 */
#ifndef TN_APE_HOST_H
#define TN_APE_HOST_H

#include <tn/apenet/ape_fw.h>
#include <tn/apenet/ape_user.h>
#include <tn/memory.h>
#include <tn/rng.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_APE_PAGES = 2048, /* most pages of all processes */
    TN_APE_RING = 0x10000,
    TN_APE_QUEUE = 0x60000,
    TN_APE_TABLES = 0x100000,
    TN_APE_TABLES_END = 0x400000,
    TN_APE_FRAMES = 0x1000000, /* physical address of the first page of processes */
};

/* Access to the network interface. */
struct tn_ape_port {
    /* The next two access a register. They return 0 or a negative errno. */
    int (*get)(void *ctx, uint32_t addr, uint32_t *value);
    int (*put)(void *ctx, uint32_t addr, uint32_t value);
    /* Returns the time in cycles. */
    uint64_t (*now)(void *ctx);
    /* Lets a little time pass. */
    void (*idle)(void *ctx);
    void *ctx;
};

struct tn_ape_host {
    struct ape_user user;
    struct tn_ape_fw fw;
    struct tn_ape_port port;
    struct tn_memory *memory;
    struct tn_rng rng;
    struct {
        uint64_t vpage;
        uint16_t pid;
        uint16_t frame; /* number of its physical page behind TN_APE_FRAMES */
    } page[TN_APE_PAGES];
    unsigned pages;
    bool used[2 * TN_APE_PAGES]; /* frames */
    bool full;                   /* pin() refuses new pages */
};

/* Makes h a host without processes. Returns what ape_open() does. */
int tn_ape_host_open(struct tn_ape_host *h, struct tn_memory *m, const struct tn_ape_port *port,
                     unsigned ring_log2, unsigned queue_log2, uint64_t seed);

/* Returns the physical address of an address of a process, whose page is made when there is none.
 */
uint64_t tn_ape_host_pa(struct tn_ape_host *h, uint16_t pid, uint64_t vaddr);
/* The next two copy bytes to and from a process's memory. */
void tn_ape_host_poke(struct tn_ape_host *h, uint16_t pid, uint64_t vaddr, const uint8_t *bytes,
                      size_t n);
void tn_ape_host_peek(struct tn_ape_host *h, uint16_t pid, uint64_t vaddr, uint8_t *bytes,
                      size_t n);

#ifdef __cplusplus
}
#endif

#endif
