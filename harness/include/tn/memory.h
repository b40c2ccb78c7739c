/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Host memory behind an AXI4 slave of the bench: sparse bytes, page tables by PDID, page faults on
 * demand. The contract is harness/memory/README.md.
 *
 * An address va (virtual) stands on AxADDR; an address pa (physical) names the bytes. Pages are 4
 * KiB.
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

/* The way in which an access names its address space. */
enum tn_memory_domain {
    TN_MEMORY_PHYSICAL, /* no address spaces: va is pa */
    TN_MEMORY_BY_BANK,  /* AxID[3:0] is the context bank, which is bound to a PDID */
    TN_MEMORY_BY_USER,  /* AxUSER is the PDID */
};

/* The answer to an access to a page that is missing or armed. */
enum tn_memory_policy {
    TN_MEMORY_ERROR, /* SLVERR */
    TN_MEMORY_HOLD,  /* no answer until the page is there */
};

enum tn_memory_result {
    TN_MEMORY_OK,
    TN_MEMORY_FAULT,   /* the page is missing, is armed or lacks the right */
    TN_MEMORY_NO_BANK, /* the context bank has no PDID: SLVERR at once */
    TN_MEMORY_NOWHERE, /* pa is in no range: DECERR */
};

/* A page fault. */
struct tn_memory_fault {
    uint32_t pdid;
    uint64_t va;    /* of the access's first byte */
    bool write;     /* the access writes, else it reads */
    bool armed;     /* the page was mapped and armed */
    bool held;      /* the access waits; else it was answered SLVERR */
    unsigned id;    /* AxID */
    uint64_t cycle; /* of the access */
};
/* Receives each page fault. */
typedef void tn_memory_fault_fn(void *ctx, const struct tn_memory_fault *f);

struct tn_memory;

/* Returns the memory of the bench's slave with that name; when there is none, the run ends with status 2 and a line. A reset of the
 * simulation keeps contents, tables and ranges, and resets timing and stalls. */
struct tn_memory *tn_memory_find(const char *name);

/* Makes a memory without a bench, for tests without simulator. NULL on ENOMEM. */
struct tn_memory *tn_memory_new(void);
/* Frees a memory that tn_memory_new() made, with its pages. */
void tn_memory_free(struct tn_memory *m);
/* Forgets contents, tables, banks, ranges and callback: va is pa, and every address exists. */
void tn_memory_clear(struct tn_memory *m);

/* Sets the way in which accesses name their address space. */
void tn_memory_domain(struct tn_memory *m, enum tn_memory_domain d);
/* Sets the answer to accesses that fault. */
void tn_memory_policy(struct tn_memory *m, enum tn_memory_policy p);

/* Adds the range [pa, pa + bytes). Without any range every pa exists, else only pas in ranges.
 * Returns 0 or -ENOMEM (more than 16 ranges). */
int tn_memory_range(struct tn_memory *m, uint64_t pa, uint64_t bytes);

/* Binds a context bank (0 to 15) to a PDID, or to none (pdid < 0). */
void tn_memory_bind(struct tn_memory *m, unsigned bank, int32_t pdid);

/* Maps the pages that [va, va + bytes) touches, with rights TN_MEMORY_READ, TN_MEMORY_WRITE or
 * both. A page that is mapped again is no longer armed. Returns 0; -EINVAL: va and pa have
 * different offsets in their pages; -ENOMEM. */
int tn_memory_map(struct tn_memory *m, uint32_t pdid, uint64_t va, uint64_t pa, uint64_t bytes,
                  unsigned rights);
/* Unmaps the pages that [va, va + bytes) touches. */
void tn_memory_unmap(struct tn_memory *m, uint32_t pdid, uint64_t va, uint64_t bytes);

/* Arms a mapped page: accesses fault until it is served, as if it were swapped out. Returns 0, or
 * -ENOENT when the page is not mapped. */
int tn_memory_arm(struct tn_memory *m, uint32_t pdid, uint64_t va);
/* Serves an armed page: accesses no longer fault. Returns 0, or -ENOENT when the page is not
 * mapped. */
int tn_memory_serve(struct tn_memory *m, uint32_t pdid, uint64_t va);

/* Sets the function that is called at the falling edge, once for each access that faults. The
 * function may map and serve pages. */
void tn_memory_on_fault(struct tn_memory *m, tn_memory_fault_fn *fn, void *ctx);

/* Returns the number of faults so far. */
uint64_t tn_memory_faults(const struct tn_memory *m);
/* Returns the number of accesses that are held now. */
size_t tn_memory_held(const struct tn_memory *m);

/* Translates one access that stays within a page. *pa is valid when the result is TN_MEMORY_OK. */
enum tn_memory_result tn_memory_translate(struct tn_memory *m, unsigned id, unsigned user,
                                          uint64_t va, bool write, uint64_t *pa);

/* Writes n bytes at pa, past all tables. Returns 0 or -ENOMEM. */
int tn_memory_poke(struct tn_memory *m, uint64_t pa, const uint8_t *bytes, size_t n);
/* Reads n bytes at pa, past all tables; bytes that were never written read 0. */
void tn_memory_peek(const struct tn_memory *m, uint64_t pa, uint8_t *bytes, size_t n);

/* The timing of answers, in cycles; minima are above 0. */
struct tn_memory_timing {
    uint32_t read_min, read_max;   /* from the address to its first answer */
    uint32_t write_min, write_max; /* from the last data or the address, whichever is later */
    bool reorder;    /* a random one of the possible answers comes next; else the oldest */
    bool interleave; /* beats of reads with different IDs are mixed */
    uint64_t seed;
};
/* Sets the timing; after reset all answers come after 1 cycle and in order. Returns 0, or -EINVAL
 * when a minimum is 0 or above its maximum. */
int tn_memory_timing(struct tn_memory *m, const struct tn_memory_timing *t);

/* Sets the cycles in which ready (AW, W, AR) or valid (B, R) is low, as tn_source_stall(). Returns
 * 0, -EINVAL, or -ENOENT when no slave of the bench has this memory. */
int tn_memory_stall(struct tn_memory *m, enum tn_axi_channel ch, const struct tn_stall *stall);

#endif
