/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * With TN_TRACE_LINES=1 the blocks that each side of a link sends become records of link frames, at the points line0,
 * line1 behind those of the monitors.
 */
#include "../../sim/trace_part.h"

#include "../dut/exa_duts.h"

#include "../../bfm/show.h"

#include <tn/exanet/exa_frame.h>
#include <tn/exanet/exa_link.h>
#include <tn/tap.h>

#include <stdlib.h>
#include <string.h>

enum { SIDES = 2, BLOCKS_MAX = 4096, NS_PER_CYCLE = 4 };

static struct line {
    struct tn_exl_scrambler scrambler;
    bool framed; /* a separator has been seen */
    bool says;   /* what is kept holds data, or another state than the line had */
    bool nr, xoff;
    uint64_t first, last;
    uint32_t n; /* blocks kept */
    uint8_t bytes[BLOCKS_MAX * EXA_BLOCK_OCTETS];
} lines[SIDES];
static bool on;
static unsigned first_point;
static uint64_t last_begin;
static struct tn_writer *to; /* NULL: nothing is recorded */

/* The DUT was reset: framing is looked for again. */
static void forget(void)
{
    for (unsigned side = 0; side < SIDES; side++) {
        lines[side].framed = lines[side].says = false;
        lines[side].n = 0;
        tn_exl_scrambler_init(&lines[side].scrambler);
    }
}

static void on_reset(void *ctx, const char *where, const void *what)
{
    (void)ctx;
    (void)where;
    (void)what;
    forget();
}

static int start(unsigned point, uint64_t until, char *meta, size_t size)
{
    const char *wanted = getenv("TN_TRACE_LINES");
    on = wanted && strcmp(wanted, "1") == 0;
    first_point = point;
    last_begin = until;
    forget();
    return on ? snprintf(meta, size, "point.%u=line0\npoint.%u=line1\n", point, point + 1) : 0;
}

static void flush(unsigned side)
{
    struct line *l = &lines[side];
    const struct tn_event ev = {
        .cycle = l->first,
        .time_ns = l->first * NS_PER_CYCLE,
        .span = (uint32_t)(l->last - l->first),
        .point = (uint16_t)(first_point + side),
        .port = (uint8_t)side,
        .fabric = TN_FABRIC_EXANET,
        .unit = TN_UNIT_FRAME,
        .orig_len = l->n * EXA_BLOCK_OCTETS,
        .len = l->n * EXA_BLOCK_OCTETS,
        .bytes = l->bytes,
    };
    if (l->says && l->first <= last_begin)
        tn_writer_event(to, &ev);
    l->n = 0;
    l->says = false;
}

/* Whether a block is new to who knows the line; its state is taken over. */
static bool says(struct line *l, const struct exa_block *b)
{
    const bool nr = b->kind == EXA_B_IDLE ? b->nr : b->kind != EXA_B_DATA && l->nr;
    const bool xoff = b->kind == EXA_B_NFC ? b->xoff : l->xoff;
    const bool new = nr != l->nr || xoff != l->xoff;
    l->nr = nr;
    l->xoff = xoff;
    return new || (b->kind != EXA_B_IDLE && b->kind != EXA_B_NFC && b->kind != EXA_B_SEPARATOR);
}

static void keep(struct line *l, const uint8_t *block, uint64_t cycle)
{
    if (l->n == 0)
        l->first = cycle;
    l->last = cycle;
    memcpy(l->bytes + (size_t)l->n++ * EXA_BLOCK_OCTETS, block, EXA_BLOCK_OCTETS);
}

static void on_tap(void *ctx, const char *where, const void *what)
{
    const struct tn_tap_seen *seen = what;
    const unsigned side = seen->id / 4;
    uint8_t block[EXA_BLOCK_OCTETS] = {(uint8_t)seen->head};
    struct line *l = &lines[side];
    uint64_t plain;
    (void)ctx;
    (void)where;
    if (!on || !to || seen->id % 4 != 0 || side >= SIDES)
        return;
    plain = tn_exl_descramble(&l->scrambler, seen->data);
    for (unsigned octet = 0; octet < 8; octet++)
        block[1 + octet] = (uint8_t)(plain >> 8 * octet);
    const struct exa_block b = exa_block_decode(block);
    const bool end = b.kind == EXA_B_SEPARATOR || b.kind == EXA_B_SEPARATOR7;
    if (l->framed) {
        const bool new = says(l, &b);
        l->says |= new;
        /* room for the data of the longest frame stays */
        if (new || end || (b.kind == EXA_B_NFC && l->n < BLOCKS_MAX / 2))
            keep(l, block, seen->cycle);
        if (end || l->n == BLOCKS_MAX)
            flush(side);
    }
    l->framed |= end;
}

static void set_writer(struct tn_writer *w)
{
    to = w;
    if (!w || !on)
        return;
    tn_show_follow(&tn_show_tap, on_tap, NULL);
    tn_show_follow(&tn_show_reset, on_reset, NULL);
}

const struct tn_trace_ops tn_exa_link_trace = {.start = start, .writer = set_writer};
