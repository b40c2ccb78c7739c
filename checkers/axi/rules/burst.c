/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An AXI4 burst by itself: what its address says, and where its transfers go.
 */
#include "axi.h"

void tn_axi_address(const uint32_t word[5], struct axi_burst *b)
{
    *b = (struct axi_burst){
        .addr = word[0] | (uint64_t)word[1] << 32,
        .id = word[2] & 0xffff,
        .beats = (word[3] & 0xff) + 1,
        .size = word[3] >> 8 & 7,
        .type = word[3] >> 11 & 3,
        .lock = word[3] >> 13 & 1,
        .cache = word[3] >> 14 & 15,
    };
}

/* IHI 0022E A3.4.1: the address of a transfer, from 0 on. */
static uint64_t address_of(const struct axi_burst *b, unsigned transfer)
{
    uint64_t bytes = (uint64_t)1 << b->size;
    uint64_t aligned = b->addr / bytes * bytes, wrap, at;
    if (transfer == 0 || b->type == AXI_FIXED)
        return b->addr;
    at = aligned + transfer * bytes;
    if (b->type != AXI_WRAP)
        return at;
    wrap = b->addr / (bytes * b->beats) * (bytes * b->beats);
    return at >= wrap + bytes * b->beats ? at - bytes * b->beats : at;
}

uint32_t tn_axi_lanes(const struct axi_burst *b, unsigned transfer, unsigned bus)
{
    uint64_t bytes = (uint64_t)1 << b->size, at = address_of(b, transfer);
    uint64_t end = at / bytes * bytes + bytes;
    uint32_t lanes = 0;
    if (b->type == 3 || bytes > bus || bus > 16)
        return 0;
    for (; at < end; at++)
        lanes |= 1u << at % bus;
    return lanes;
}

static void judge_exclusive(struct tn_checker *c, const struct axi_burst *b)
{
    unsigned bytes = b->beats << b->size;
    RULE(c, AXI_EXC_2,
         b->beats <= 16 && bytes <= 128 && (bytes & (bytes - 1)) == 0 && b->addr % bytes == 0,
         "1 to 128 bytes, a power of 2, aligned to it", "%u x %u bytes at 0x%llx", b->beats,
         1u << b->size, (unsigned long long)b->addr);
}

void tn_axi_judge_address(struct tn_checker *c, const struct axi_burst *b, unsigned bus)
{
    uint64_t bytes = (uint64_t)1 << b->size;
    RULE(c, AXI_BST_1, b->type != 3, "FIXED, INCR or WRAP", "burst type 3");
    RULE(c, AXI_BST_6, bytes <= bus, "at most the bus", "%llu bytes on a bus of %u",
         (unsigned long long)bytes, bus);
    if (b->type == AXI_INCR) {
        uint64_t last = b->addr / bytes * bytes + bytes * b->beats - 1;
        RULE(c, AXI_BST_2, b->addr >> 12 == last >> 12, "one 4 KiB page", "0x%llx to 0x%llx",
             (unsigned long long)b->addr, (unsigned long long)last);
    } else if (b->type == AXI_WRAP) {
        RULE(c, AXI_BST_3, b->beats == 2 || b->beats == 4 || b->beats == 8 || b->beats == 16,
             "2, 4, 8 or 16 transfers", "%u", b->beats);
        RULE(c, AXI_BST_4, b->addr % bytes == 0, "an aligned address", "0x%llx with %llu bytes",
             (unsigned long long)b->addr, (unsigned long long)bytes);
    } else if (b->type == AXI_FIXED) {
        RULE(c, AXI_BST_5, b->beats <= 16, "at most 16 transfers", "%u", b->beats);
    }
    RULE(c, AXI_CCH_1, (b->cache & 2) != 0 || b->cache >> 2 == 0, "0000, 0001, or bit 1 set",
         "AxCACHE %u", b->cache);
    if (b->lock)
        judge_exclusive(c, b);
}
