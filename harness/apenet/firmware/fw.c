/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware: misses of the TLB.
 */
#include "pages.h"
#include "registers.h"

#include <tn/apenet/ape_fw.h>

void tn_ape_fw_start(struct tn_ape_fw *f, const struct ape_ops *ops, void *ctx, uint64_t pages)
{
    *f = (struct tn_ape_fw){.ops = *ops, .ctx = ctx, .pages = pages};
}

bool tn_ape_fw_walk(const struct tn_ape_fw *f, uint16_t pid, uint64_t vaddr, uint64_t *pa)
{
    uint64_t table = f->pages;
    for (unsigned level = 0; level < APE_LEVELS; level++) {
        uint8_t bytes[APE_ENTRY];
        f->ops.peek(f->ctx, table + ape_entry_at(level, pid, vaddr), bytes, sizeof bytes);
        const uint64_t entry = ape_from_bytes(bytes);
        if (!(entry & APE_PRESENT))
            return false;
        table = entry & APE_ENTRY_PA;
    }
    *pa = table;
    return true;
}

static uint32_t get(struct tn_ape_fw *f, uint32_t addr)
{
    uint32_t value = 0;
    f->errors += f->ops.get(f->ctx, addr, &value) != 0;
    return value;
}

static void put(struct tn_ape_fw *f, uint32_t addr, uint32_t value)
{
    f->errors += f->ops.put(f->ctx, addr, value) != 0;
}

bool tn_ape_fw_step(struct tn_ape_fw *f)
{
    const uint32_t miss = get(f, APE_MISS);
    uint64_t vaddr, pa = 0;
    bool found;
    if (!(miss >> APE_MISS_BIT))
        return false;
    vaddr = (uint64_t)get(f, APE_MISS_VPAGE) << APE_PAGE_LOG2;
    vaddr |= (uint64_t)get(f, APE_MISS_VPAGE + 4) << (APE_PAGE_LOG2 + 32);
    found = tn_ape_fw_walk(f, (uint16_t)miss, vaddr, &pa);
    f->misses++;
    f->faults += !found;
    put(f, APE_ANSWER_PAGE, (uint32_t)(pa >> APE_PAGE_LOG2));
    put(f, APE_ANSWER_PAGE + 4, (uint32_t)(pa >> (APE_PAGE_LOG2 + 32)));
    put(f, APE_ANSWER, (miss >> APE_MISS_AT & 0xff) | (found ? 0 : 1u << APE_FAULT_BIT));
    return true;
}
