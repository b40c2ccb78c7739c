/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI4-Stream: the handshake, whatever the stream carries.
 */
#include "port.h"

enum pin { VALID, READY, DATA, KEEP, STRB, LAST, ID, DEST, USER };

static const struct tn_wave_pin pins[] = {
    [VALID] = {"tvalid", 1, 1, false, true},  [READY] = {"tready", 1, 32, true, false},
    [DATA] = {"tdata", 1, 1024, true, false}, [KEEP] = {"tkeep", 1, 128, true, false},
    [STRB] = {"tstrb", 1, 128, true, false},  [LAST] = {"tlast", 1, 1, true, false},
    [ID] = {"tid", 1, 1024, true, false},     [DEST] = {"tdest", 1, 1024, true, false},
    [USER] = {"tuser", 1, 4096, true, false}, {NULL, 0, 0, false, false},
};

static bool fits(const struct tn_wave_channel *ch)
{
    return tn_wave_has(ch, DATA) || tn_wave_has(ch, LAST);
}

/* The bytes that count, a bit for each of the first 16. A stream of words may have a tkeep bit for
 * each of several bytes. */
static uint32_t kept(const struct tn_wave_channel *ch)
{
    unsigned bytes = (tn_wave_width(ch, DATA) + 7) / 8, bits = tn_wave_width(ch, KEEP);
    unsigned each = bits && bytes >= bits ? bytes / bits : 1;
    uint64_t keep = tn_wave_has(ch, KEEP) ? tn_wave_number(ch, KEEP) : ~0ull;
    uint32_t on = 0;
    for (unsigned i = 0; i < 16 && i < bytes; i++)
        on |= (uint32_t)(keep >> i / each & 1) << i;
    return on;
}

static void beat(const struct tn_wave_channel *ch, struct tn_axi_seen *y)
{
    static const unsigned rest[] = {KEEP, STRB, ID, DEST, USER};
    uint64_t v;
    bool wide, known = tn_wave_bits(ch, LAST, 0, 1, &v);
    known &= tn_wave_bits(ch, KEEP, 0, 64, &v);
    y->unknown = tn_wave_axi_data(ch, DATA, LAST, y->word, &wide) & kept(ch);
    y->word[4] = tn_wave_axi_digest(ch, rest, sizeof rest / sizeof *rest, 31) << 1 |
                 (tn_wave_bit(ch, LAST, 0) == 1);
    y->unknown |= known ? 0 : 1u << 16;
}

static bool edge(struct tn_wave_channel *ch)
{
    struct tn_axi_seen y;
    if (!tn_wave_axi_see(ch, tn_wave_state(ch), (struct tn_wave_axi_pins){VALID, READY}, &y))
        return false;
    y.channel = TN_AXI_CH_T;
    if (y.valid)
        beat(ch, &y);
    return tn_wave_axi_tell(ch, tn_wave_state(ch), &y);
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    tn_wave_axi_rst(ch, tn_wave_state(ch), (struct tn_wave_axi_pins){VALID, READY}, TN_AXI_CH_T,
                    first);
    return false;
}

extern const struct tn_wave_kind tn_wave_axi_stream;
const struct tn_wave_kind tn_wave_axi_stream = {.name = "axi-stream",
                                                .text = "AXI4-Stream",
                                                .many = true,
                                                .once = true,
                                                .told_each = tn_wave_axi_each,
                                                .pins = pins,
                                                .state_size = sizeof(struct tn_wave_axi_channel),
                                                .fits = fits,
                                                .edge = edge,
                                                .reset = reset};
