/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The page table's form (ape_fw.h), which library and firmware share.
 */
#ifndef TN_APE_PAGES_H
#define TN_APE_PAGES_H

#include <stdint.h>

enum {
    APE_LEVELS = 6,
    APE_LEVEL_BITS = 9,
    APE_ENTRY = 8,
    APE_PRESENT = 1,
    APE_PAGE_LOG2 = 12,
    APE_VPAGE_BITS = 36
};

#define APE_ENTRY_PA 0x0000fffffffff000ull /* bits of an entry that are an address */

/* Returns the offset in the table of that level, 0 for the first, of the entry for a page. */
static inline uint64_t ape_entry_at(unsigned level, uint16_t pid, uint64_t vaddr)
{
    const uint64_t vpage = vaddr >> APE_PAGE_LOG2 & ((1ull << APE_VPAGE_BITS) - 1);
    const uint64_t key = (uint64_t)pid << APE_VPAGE_BITS | vpage;
    return APE_ENTRY *
           (key >> APE_LEVEL_BITS * (APE_LEVELS - 1 - level) & ((1 << APE_LEVEL_BITS) - 1));
}

/* The next two turn numbers into bytes of host memory, lowest first, and back. */
static inline void ape_to_bytes(uint8_t *bytes, uint64_t value)
{
    for (unsigned i = 0; i < sizeof value; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static inline uint64_t ape_from_bytes(const uint8_t *bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < sizeof value; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

#endif
