/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware of the micro-controller in an APEnet network interface: it serves misses of the TLB
 * by a walk of the page table that the application's library keeps (ape_user.h). The firmware asks
 * for nothing but registers and memory, so the same source runs against RTL and against the model.
 * No function allocates memory or waits.
 *
 * The page table is a tree in host memory. Its key has 52 bits, the process above the virtual page:
 * {pid, vaddr[47:12]}. Six levels of tables take nine bits of it each, the first table the seven
 * that are left. A table is a page of 512 entries of eight bytes, lowest byte first: bit 0 present,
 * bits 47:12 the next table's address or, in the last level, the page's.
 */
#ifndef TN_APE_FW_H
#define TN_APE_FW_H

#include <tn/apenet/ape_user.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_ape_fw {
    struct ape_ops ops; /* get, put and peek are used */
    void *ctx;          /* passed to ops */
    uint64_t pages;     /* physical address of the page table's first table */
    uint64_t misses;    /* misses served */
    uint64_t faults;    /* of these: pages that were not there */
    uint64_t errors;    /* register accesses that failed */
};

/* Starts the firmware over a page table. */
void tn_ape_fw_start(struct tn_ape_fw *f, const struct ape_ops *ops, void *ctx, uint64_t pages);
/* Serves one miss, if there is one. Returns whether there was. */
bool tn_ape_fw_step(struct tn_ape_fw *f);
/* Walks the page table. Returns whether the process has the page of vaddr; *pa: its physical
 * address. */
bool tn_ape_fw_walk(const struct tn_ape_fw *f, uint16_t pid, uint64_t vaddr, uint64_t *pa);

#ifdef __cplusplus
}
#endif

#endif
