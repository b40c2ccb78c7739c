/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Beats of a burst (axi_slave.md section 2), and an access on a map of pages, registers and
 * memory (section 3).
 */
#include "axi_map.h"

#include <string.h>

enum { WORD = 4 };

bool tn_axs_beat(const struct tn_axs_burst *b, unsigned i, struct tn_axs_beat *beat)
{
    const uint32_t bytes = 1u << b->size, aligned = b->addr & ~(bytes - 1);
    uint32_t addr = b->addr;

    if (b->type == TN_AXS_RESERVED)
        return false;
    if (b->type == TN_AXS_INCR && i > 0)
        addr = aligned + i * bytes;
    if (b->type == TN_AXS_WRAP) {
        const uint32_t round = bytes * b->beats, base = b->addr & ~(round - 1);
        addr = base + ((b->addr - base + i * bytes) & (round - 1));
    }
    beat->addr = addr & (TN_AXS_WINDOW - 1);
    beat->n = bytes - (addr & (bytes - 1));
    return true;
}

enum tn_axs_resp tn_axs_worse(enum tn_axs_resp a, enum tn_axs_resp b)
{
    return a > b ? a : b;
}

/* The four lanes of word i of the access's 16 bytes that are covered, a bit each. */
static unsigned covered(const struct tn_axs_beat *beat, unsigned i)
{
    unsigned lanes = 0;
    for (unsigned k = 0; k < WORD; k++) {
        const unsigned lane = WORD * i + k, first = beat->addr % TN_AXS_LANES;
        if (lane >= first && lane < first + beat->n)
            lanes |= 1u << k;
    }
    return lanes;
}

static uint32_t base_of(const struct tn_axs_beat *beat)
{
    return beat->addr & ~(uint32_t)(TN_AXS_LANES - 1);
}

void tn_axi_map_find(const struct axi_map *map, void *ctx, const struct tn_axs_beat *beat,
              const uint8_t data[TN_AXS_LANES], uint16_t strobes, struct axi_found *found)
{
    bool touched = false, any = false;

    *found = (struct axi_found){.resp = TN_AXS_DECERR};
    if (!map->page(ctx, beat->addr / TN_AXS_PAGE))
        return;
    for (unsigned i = 0; i < AXI_WORDS; i++) {
        found->lanes[i] = covered(beat, i) & (unsigned)(strobes >> WORD * i);
        found->value[i] = axi_number(data + WORD * i);
        if (!found->lanes[i])
            continue;
        touched = true;
        found->there[i] =
            map->can_write(ctx, base_of(beat) + WORD * i, found->lanes[i], found->value[i]);
        any |= found->there[i];
    }
    found->resp = touched && !any ? TN_AXS_SLVERR : TN_AXS_OKAY;
}

void tn_axi_map_write(const struct axi_map *map, void *ctx, const struct tn_axs_beat *beat,
               const struct axi_found *found)
{
    /* in the order of addresses: what a register starts finds what was written beside it */
    for (unsigned i = 0; i < AXI_WORDS; i++)
        if (found->there[i])
            map->write(ctx, base_of(beat) + WORD * i, found->lanes[i], found->value[i]);
}

enum tn_axs_resp tn_axi_map_read(const struct axi_map *map, void *ctx, const struct tn_axs_beat *beat,
                          uint8_t data[TN_AXS_LANES])
{
    bool any = false;

    memset(data, 0, TN_AXS_LANES);
    if (!map->page(ctx, beat->addr / TN_AXS_PAGE))
        return TN_AXS_DECERR;
    for (unsigned i = 0; i < AXI_WORDS; i++) {
        const unsigned lanes = covered(beat, i);
        uint32_t value = 0;
        if (!lanes || !map->read(ctx, base_of(beat) + WORD * i, beat, &value))
            continue;
        any = true;
        for (unsigned k = 0; k < WORD; k++)
            if (lanes >> k & 1)
                data[WORD * i + k] = (uint8_t)(value >> 8 * k);
    }
    return any ? TN_AXS_OKAY : TN_AXS_SLVERR;
}
