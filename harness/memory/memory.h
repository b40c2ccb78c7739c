/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the memory, shared with its bus side (harness/bfm/axi_slave.c).
 */
#ifndef TN_MEMORY_PRIVATE_H
#define TN_MEMORY_PRIVATE_H

#include <tn/memory.h>

enum { TN_MEMORY_BUCKETS = 1024 };

struct tn_memory {
    struct frame *frames[TN_MEMORY_BUCKETS];
    struct page *pages[TN_MEMORY_BUCKETS];
    enum tn_memory_domain domain;
    enum tn_memory_policy policy;
    struct {
        uint64_t pa, bytes;
    } range[16];
    unsigned range_n;
    int32_t bank[TN_MEMORY_BANKS]; /* PDID, or -1 */
    uint64_t generation;           /* grows with every change of tables, banks and ranges */
    uint64_t faults;
    size_t held;
    tn_memory_fault_fn *on_fault;
    void *ctx;
    struct tn_memory_timing timing;
};

/* Makes m an empty memory. */
void tn_memory_init(struct tn_memory *m);
/* Gives the PDID of an access. Returns false when the context bank has none. */
bool tn_memory_who(const struct tn_memory *m, unsigned id, unsigned user, uint32_t *pdid);
/* Says whether the page of va is armed. */
bool tn_memory_is_armed(struct tn_memory *m, uint32_t pdid, uint64_t va);

#endif
