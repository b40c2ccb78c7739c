/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Host memory behind an AXI4 slave of the bench: sparse bytes, page tables by PDID, page
 * faults on demand. The contract is harness/memory/README.md.
 *
 * Addresses: va is what stands on AxADDR, pa where the bytes are. Pages are 4 KiB.
 */
#ifndef TN_MEMORY_H
#define TN_MEMORY_H

#include <tn/axi.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TN_PAGE = 4096,
    TN_MEMORY_BANKS = 16,
    TN_MEMORY_READ = 1, /* rights of a page */
    TN_MEMORY_WRITE = 2,
};

/* Who an access is from. */
enum tn_memory_domain {
    TN_MEMORY_PHYSICAL, /* nobody: va is pa */
    TN_MEMORY_BY_BANK,  /* AxID[3:0] is the context bank, which is bound to a PDID */
    TN_MEMORY_BY_USER,  /* AxUSER is the PDID */
};

/* What becomes of an access to a page that is not there, or armed. */
enum tn_memory_policy {
    TN_MEMORY_ERROR, /* SLVERR */
    TN_MEMORY_HOLD,  /* no answer until the page is there */
};

enum tn_memory_result {
    TN_MEMORY_OK,
    TN_MEMORY_FAULT,  /* no page, an armed one, or without that right */
    TN_MEMORY_NO_BANK, /* the context bank has no PDID: SLVERR at once */
    TN_MEMORY_NOWHERE, /* pa is in no range: DECERR */
};

struct tn_memory_fault {
    uint32_t pdid;
    uint64_t va; /* of the access's first byte */
    bool write;
    bool armed; /* the page was mapped, and armed */
    bool held;  /* the access waits; else it has its SLVERR */
    unsigned id; /* AxID */
    uint64_t cycle;
};
typedef void tn_memory_fault_fn(void *ctx, const struct tn_memory_fault *f);

struct tn_memory;

/* The memory of the bench's slave of that name; NULL when there is none. Its contents,
 * tables and ranges stay through a reset of the simulation; timing and stalls do not. */
struct tn_memory *tn_memory_find(const char *name);

/* One of no bench, for tests without simulator; freed with its pages. NULL on ENOMEM. */
struct tn_memory *tn_memory_new(void);
void tn_memory_free(struct tn_memory *m);
/* Forgets contents, tables, banks, ranges and callback: physical, everything there. */
void tn_memory_clear(struct tn_memory *m);

void tn_memory_domain(struct tn_memory *m, enum tn_memory_domain d);
void tn_memory_policy(struct tn_memory *m, enum tn_memory_policy p);

/* Adds [pa, pa + bytes) to what exists; with no range, everything does. -ENOMEM beyond 16. */
int tn_memory_range(struct tn_memory *m, uint64_t pa, uint64_t bytes);

/* Binds a context bank (0 to 15) to a PDID, or to none (pdid < 0). */
void tn_memory_bind(struct tn_memory *m, unsigned bank, int32_t pdid);

/* Maps, or unmaps, the pages that [va, va + bytes) touches; va and pa have the same offset
 * in their pages (-EINVAL). -ENOMEM. A page mapped again is no longer armed. */
int tn_memory_map(struct tn_memory *m, uint32_t pdid, uint64_t va, uint64_t pa, uint64_t bytes,
                  unsigned rights);
void tn_memory_unmap(struct tn_memory *m, uint32_t pdid, uint64_t va, uint64_t bytes);

/* The page faults until it is served, though it is mapped (swapped out). -ENOENT when it
 * is not mapped. */
int tn_memory_arm(struct tn_memory *m, uint32_t pdid, uint64_t va);
int tn_memory_serve(struct tn_memory *m, uint32_t pdid, uint64_t va);

/* Called at the falling edge, once for each access that faults; it may map and serve. */
void tn_memory_on_fault(struct tn_memory *m, tn_memory_fault_fn *fn, void *ctx);

/* Faults so far, and accesses held now. */
uint64_t tn_memory_faults(const struct tn_memory *m);
size_t tn_memory_held(const struct tn_memory *m);

/* Translates one access that stays in a page; *pa is meaningful when OK. */
enum tn_memory_result tn_memory_translate(struct tn_memory *m, unsigned id, unsigned user,
                                          uint64_t va, bool write, uint64_t *pa);

/* Bytes by pa, past all tables; what was never written reads 0. -ENOMEM. */
int tn_memory_poke(struct tn_memory *m, uint64_t pa, const uint8_t *bytes, size_t n);
void tn_memory_peek(const struct tn_memory *m, uint64_t pa, uint8_t *bytes, size_t n);

struct tn_memory_timing {
    uint32_t read_min, read_max;   /* cycles from the address to its first answer, above 0 */
    uint32_t write_min, write_max; /* from the last data, or the address if it is later */
    bool reorder;    /* of those that could answer, a random one does; else the oldest */
    bool interleave; /* of reads of several IDs, beat by beat */
    uint64_t seed;
};
/* -EINVAL when a minimum is 0 or above its maximum. After reset 1 to 1, all in order. */
int tn_memory_timing(struct tn_memory *m, const struct tn_memory_timing *t);

/* When ready (AW, W, AR) or valid (B, R) is low: see tn_source_stall(). -ENOENT when no
 * slave of the bench has this memory. */
int tn_memory_stall(struct tn_memory *m, enum tn_axi_channel ch, const struct tn_stall *stall);

#endif
