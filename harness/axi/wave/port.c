/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What AXI channels of all kinds have in common in a waveform.
 */
#include "port.h"

#include <string.h>

const char *const tn_wave_axi_each[] = {"AXI-RST-1", "AXI-HSK-1", "AXI-HSK-2", "AXI-UNK-1", NULL};

/* Before a reset has ended a channel is not alive until its valid and its ready were both known. A
 * vector is not before its first event: what drives it has not run. */
static bool alive(const struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                  struct tn_wave_axi_pins pins, int valid, int ready)
{
    c->valid_known |= valid >= 0;
    c->ready_known |= ready >= 0;
    if (c->valid_known && c->ready_known)
        return true;
    return tn_wave_was_reset(ch) && (c->valid_known || !tn_wave_blank(ch, pins.valid)) &&
           (c->ready_known || !tn_wave_blank(ch, pins.ready));
}

bool tn_wave_axi_see(const struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                     struct tn_wave_axi_pins pins, struct tn_axi_seen *y)
{
    int valid = tn_wave_bit(ch, pins.valid, 0), ready = tn_wave_bit(ch, pins.ready, 1);
    const bool idle = valid == 0 && ready >= 0 && !c->was_valid && !c->told;
    struct tn_wave_time now;
    bool strange;
    if (idle && c->valid_known && c->ready_known)
        return false;
    now = tn_wave_now(ch);
    strange = alive(ch, c, pins, valid, ready) && (valid < 0 || ready < 0);
    *y = (struct tn_axi_seen){.cycle = now.cycle,
                              .time_ns = now.time_ns,
                              .packet = now.tick,
                              .valid = valid == 1,
                              .ready = ready == 1,
                              .valid_unknown = valid < 0 && strange && !c->told,
                              .ready_unknown = ready < 0 && strange && !c->told};
    c->told = strange;
    return y->valid || y->valid_unknown || y->ready_unknown || valid == 0;
}

void tn_wave_axi_unknown(struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                         struct tn_wave_axi_pins pins, int valid)
{
    const struct tn_wave_time now = tn_wave_now(ch);
    int ready = tn_wave_bit(ch, pins.ready, 1);
    bool strange = alive(ch, c, pins, valid, ready) && (valid < 0 || ready < 0);
    struct tn_checker *k = strange && !c->told ? tn_wave_packet_checker(ch) : NULL;
    struct tn_axi_seen y = {.cycle = now.cycle,
                            .time_ns = now.time_ns,
                            .channel = TN_AXI_CH_T,
                            .valid_unknown = valid < 0,
                            .ready_unknown = ready < 0};
    c->told = strange;
    if (!k)
        return;
    tn_wave_content(ch, "", 1, tn_wave_transfers(ch));
    tn_checker_axi(k, &y);
    tn_wave_content(ch, NULL, 0, 0);
}

/* A digest of a beat and of those before. */
static uint64_t digest(uint64_t h, const uint32_t word[5])
{
    for (unsigned i = 0; i < 5; i++)
        h = (h ^ word[i]) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

bool tn_wave_axi_tell(struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                      const struct tn_axi_seen *y)
{
    struct tn_checker *k = tn_wave_checker(ch);
    if (y->valid && y->ready)
        tn_wave_transfer(ch);
    if (!k)
        return y->valid && y->ready;
    c->was_valid = y->valid;
    tn_wave_content(ch, y->word, sizeof y->word, c->before);
    tn_checker_axi(k, y);
    tn_wave_content(ch, NULL, 0, 0);
    if (!y->valid || !y->ready)
        return false;
    c->before = digest(c->before, y->word);
    return true;
}

void tn_wave_axi_rst(struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                     struct tn_wave_axi_pins pins, uint8_t channel, bool first)
{
    const struct tn_wave_time now = tn_wave_now(ch);
    bool valid = tn_wave_bit(ch, pins.valid, 0) == 1;
    struct tn_checker *k = tn_wave_checker(ch);
    struct tn_axi_seen y = {.cycle = now.cycle,
                            .time_ns = now.time_ns,
                            .packet = now.tick,
                            .channel = channel,
                            .rst = true};
    if (first)
        *c = (struct tn_wave_axi_channel){0};
    y.valid = valid && !first && !c->rst_told;
    c->rst_told |= y.valid;
    if (k && (first || y.valid))
        tn_checker_axi(k, &y);
}

uint32_t tn_wave_axi_data(const struct tn_wave_channel *ch, unsigned pin, unsigned enable,
                          uint32_t word[4], bool *wide)
{
    uint8_t b[TN_WAVE_AXI_BUS] = {0};
    unsigned bytes = (tn_wave_width(ch, pin) + 7) / 8;
    uint32_t unknown = 0;
    uint64_t h = 0;
    *wide = false;
    bytes = bytes < TN_WAVE_AXI_BUS ? bytes : TN_WAVE_AXI_BUS;
    for (unsigned i = 0; i < bytes; i++) {
        uint64_t on = 1;
        if (tn_wave_bytes(ch, pin, i, 1, &b[i]))
            continue;
        if (tn_wave_has(ch, enable))
            tn_wave_bits(ch, enable, i, 1, &on);
        if (i < 16)
            unknown |= 1u << i;
        *wide |= i >= 16 && on;
    }
    for (unsigned i = 16; i < bytes; i++)
        h = (h ^ b[i]) * 0x100000001b3u;
    for (unsigned i = 0; i < 8; i++) /* 0 for a bus of 16 bytes and less */
        b[i] ^= (uint8_t)(h >> 8 * i);
    for (unsigned i = 0; i < 4; i++)
        word[i] = b[4 * i] | (uint32_t)b[4 * i + 1] << 8 | (uint32_t)b[4 * i + 2] << 16 |
                  (uint32_t)b[4 * i + 3] << 24;
    return unknown;
}

uint32_t tn_wave_axi_digest(const struct tn_wave_channel *ch, const unsigned *pins, unsigned n,
                            unsigned bits)
{
    uint64_t h = 0, v;
    bool any = false;
    for (unsigned i = 0; i < n; i++)
        for (unsigned lo = 0; lo < tn_wave_width(ch, pins[i]); lo += 64) {
            tn_wave_bits(ch, pins[i], lo, 64, &v);
            h = (h ^ v) * 0x9e3779b97f4a7c15u;
            h ^= h >> 29;
            any |= v != 0;
        }
    return any ? (uint32_t)(h >> (64 - bits)) : 0;
}
