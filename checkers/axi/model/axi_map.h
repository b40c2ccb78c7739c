/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block's map as its AXI port sees it (axi_slave.md section 3). Addresses of words are
 * multiples of 4.
 */
#ifndef TN_AXI_MAP_H
#define TN_AXI_MAP_H

#include <tn/axi/axi_slave.h>

/* The number that stands in four bytes, the lowest first. */
static inline uint32_t axi_number(const uint8_t p[4])
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

struct axi_map {
    bool (*page)(void *ctx, unsigned page);
    /* Whether a write of these lanes (bit k: byte k of the word) finds the word there. */
    bool (*can_write)(void *ctx, uint32_t addr, unsigned lanes, uint32_t value);
    void (*write)(void *ctx, uint32_t addr, unsigned lanes, uint32_t value);
    /* Whether a read finds the word there; if so, its value, and what the reading does. */
    bool (*read)(void *ctx, uint32_t addr, const struct tn_axs_beat *beat, uint32_t *value);
};

/* A write's words that are there. Finding them and writing them are two steps: what a write finds
 * is what a read of its cycle would. */
enum { AXI_WORDS = TN_AXS_LANES / 4 };
struct axi_found {
    enum tn_axs_resp resp;
    bool there[AXI_WORDS];
    unsigned lanes[AXI_WORDS];
    uint32_t value[AXI_WORDS];
};
void tn_axi_map_find(const struct axi_map *map, void *ctx, const struct tn_axs_beat *beat,
              const uint8_t data[TN_AXS_LANES], uint16_t strobes, struct axi_found *found);
void tn_axi_map_write(const struct axi_map *map, void *ctx, const struct tn_axs_beat *beat,
               const struct axi_found *found);
/* Lanes that are not covered are 0. */
enum tn_axs_resp tn_axi_map_read(const struct axi_map *map, void *ctx, const struct tn_axs_beat *beat,
                          uint8_t data[TN_AXS_LANES]);

#endif
