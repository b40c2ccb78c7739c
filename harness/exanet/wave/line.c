/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of ExaNet's serial links in waveforms: a sync header of 2 bits and 64 scrambled bits in
 * each cycle, as exa_link has them, as records of link frames. Idle blocks that say nothing new are
 * left out.
 */
#include <tn/exanet/exa_frame.h>
#include <tn/exanet/exa_link.h>
#include <tn/wave.h>

#include <string.h>

enum pin { HEAD, DATA };
enum { BLOCKS_MAX = 4096 };

static const struct tn_wave_pin out_pins[] = {{"tx_head", 2, 2, false, true},
                                              {"tx_data", 64, 64, false, false},
                                              {NULL, 0, 0, false, false}},
                                in_pins[] = {{"rx_head", 2, 2, false, true},
                                             {"rx_data", 64, 64, false, false},
                                             {NULL, 0, 0, false, false}};

extern const struct tn_wave_kind tn_wave_exanet_out, tn_wave_exanet_in;

struct line {
    bool begun;
    struct tn_exl_scrambler scrambler;
    struct tn_exl_lock lock;
    bool framed; /* a separator was seen */
    bool says;   /* the blocks kept hold data, or another state than the line had */
    bool nr, xoff;
    struct tn_wave_time first, last;
    uint32_t n; /* blocks kept */
    uint8_t bytes[BLOCKS_MAX * EXA_BLOCK_OCTETS];
};

static void give(struct tn_wave_channel *ch, struct line *l)
{
    struct tn_event ev = {.fabric = TN_FABRIC_EXANET,
                          .unit = TN_UNIT_FRAME,
                          .len = l->n * EXA_BLOCK_OCTETS,
                          .orig_len = l->n * EXA_BLOCK_OCTETS,
                          .bytes = l->bytes};
    ev.span = (uint32_t)(l->last.cycle - l->first.cycle);
    if (l->says)
        tn_wave_packet(ch, &ev, &l->first);
    l->n = 0;
    l->says = false;
}

/* Whether a block is new to an observer of the line, whose state is updated. */
static bool news(struct line *l, const struct exa_block *b)
{
    const bool nr = b->kind == EXA_B_IDLE ? b->nr : b->kind != EXA_B_DATA && l->nr;
    const bool xoff = b->kind == EXA_B_NFC ? b->xoff : l->xoff;
    const bool changed = nr != l->nr || xoff != l->xoff;
    l->nr = nr;
    l->xoff = xoff;
    return changed || (b->kind != EXA_B_IDLE && b->kind != EXA_B_NFC && b->kind != EXA_B_SEPARATOR);
}

static void keep(struct tn_wave_channel *ch, struct line *l, const uint8_t *block)
{
    l->last = tn_wave_now(ch);
    if (l->n == 0)
        l->first = l->last;
    memcpy(l->bytes + (size_t)l->n++ * EXA_BLOCK_OCTETS, block, EXA_BLOCK_OCTETS);
}

static void block(struct tn_wave_channel *ch, struct line *l, const uint8_t *bytes)
{
    const struct exa_block b = exa_block_decode(bytes);
    const bool end = b.kind == EXA_B_SEPARATOR || b.kind == EXA_B_SEPARATOR7;
    if (l->framed) {
        const bool changed = news(l, &b);
        l->says |= changed;
        if (changed || end || (b.kind == EXA_B_NFC && l->n < BLOCKS_MAX / 2))
            keep(ch, l, bytes);
        if (end || l->n == BLOCKS_MAX)
            give(ch, l);
    }
    l->framed |= end;
}

/* What comes in counts while the receiver has lock. */
static bool locked(const struct tn_wave_channel *ch, struct line *l, unsigned head)
{
    struct tn_exl_params par;
    bool was = l->lock.locked;
    if (tn_wave_kind_of(ch) == &tn_wave_exanet_out)
        return true;
    tn_exl_defaults(&par);
    tn_exl_lock_step(&l->lock, &par, head);
    return was;
}

static bool edge(struct tn_wave_channel *ch)
{
    struct line *l = tn_wave_state(ch);
    uint8_t bytes[EXA_BLOCK_OCTETS];
    uint64_t data;
    if (!l->begun)
        tn_exl_scrambler_init(&l->scrambler);
    l->begun = true;
    bytes[0] = (uint8_t)tn_wave_number(ch, HEAD);
    tn_wave_bits(ch, DATA, 0, 64, &data);
    data = tn_exl_descramble(&l->scrambler, data);
    for (unsigned octet = 0; octet < 8; octet++)
        bytes[1 + octet] = (uint8_t)(data >> 8 * octet);
    if (locked(ch, l, bytes[0])) {
        tn_wave_transfer(ch);
        block(ch, l, bytes);
    } else {
        l->framed = false;
        l->n = 0;
    }
    return true;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    struct line *l = tn_wave_state(ch);
    if (first)
        memset(l, 0, sizeof *l);
    return false;
}

#define KIND(way, row, clk, rst)                                                                   \
    const struct tn_wave_kind tn_wave_exanet_##way = {                                             \
        .name = "exanet-" #way,                                                                    \
        .text = "blocks of an ExaNet link",                                                        \
        .link = "exanet-" #way,                                                                    \
        .rules = "EXL-*,EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-RSV-*",                        \
        .pins = row,                                                                               \
        .clock = clk,                                                                              \
        .reset_name = rst,                                                                         \
        .state_size = sizeof(struct line),                                                         \
        .edge = edge,                                                                              \
        .reset = reset}
KIND(out, out_pins, "tx_clk", "tx_rst");
KIND(in, in_pins, "rx_clk", "rx_rst");
