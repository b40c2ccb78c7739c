/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The packets at the local port of a network interface in a capture (checkers/apenet/spec/apenet.md
 * section 7): what the router gave to it leaves the router there, what it sent enters the router.
 */
#include "../../sim/trace_part.h"

#include "../../bfm/show.h"
#include "../dut/ape_duts.h"

#include <tn/apenet/ape_ni_bench.h>
#include <tn/capture.h>

#include <string.h>

enum { NS_PER_CYCLE = 4, LOCAL_PORT = 6, WAYS = 2, WORD = 16 };

/* A packet of which words have passed. */
static struct way {
    uint64_t first; /* cycle of the header */
    unsigned n;
    uint8_t word[TN_APN_WORDS][WORD];
} ways[WAYS];
static uint64_t last_begin;
static struct tn_writer *to; /* NULL: nothing is recorded */

static int start(unsigned point, uint64_t until, char *meta, size_t size)
{
    (void)point;
    (void)meta;
    (void)size;
    last_begin = until;
    memset(ways, 0, sizeof ways);
    return 0;
}

static void write(struct way *w, uint64_t cycle, uint8_t dir)
{
    const struct tn_event ev = {
        .cycle = w->first,
        .time_ns = w->first * NS_PER_CYCLE,
        .span = (uint32_t)(cycle - w->first),
        .port = LOCAL_PORT,
        .dir = dir,
        .fabric = TN_FABRIC_APENET,
        .unit = TN_UNIT_PACKET,
        .orig_len = w->n * WORD,
        .len = w->n * WORD,
        .bytes = w->word[0],
    };
    tn_apn_turn(w->word, w->n);
    if (w->first <= last_begin)
        tn_writer_event(to, &ev);
    w->n = 0;
}

/* A word passes. Words beyond those of the longest packet are left out. */
static void word(uint8_t dir, uint64_t cycle, const uint8_t data[WORD], bool head, bool last)
{
    struct way *w = &ways[dir == TN_DIR_UP];
    if (head) {
        w->first = cycle;
        w->n = 0;
    }
    if (!head && w->n == 0)
        return;
    if (w->n < TN_APN_WORDS)
        memcpy(w->word[w->n++], data, WORD);
    if (last)
        write(w, cycle, dir);
}

static void on_cycle(void *ctx, const char *where, const void *what)
{
    const struct tn_block_cycle *c = what;
    const struct tn_apn_local l = tn_ape_ni_local(c);
    (void)ctx;
    (void)where;
    if (!to || c->pins[TN_BLOCK_RST] & 1)
        return;
    if (l.rx_valid)
        word(TN_DIR_UP, c->cycle, l.rx_data, l.rx_head, l.rx_last);
    if (l.tx_valid && l.tx_ready)
        word(TN_DIR_DOWN, c->cycle, l.tx_data, l.tx_head, l.tx_last);
}

static void on_reset(void *ctx, const char *where, const void *what)
{
    (void)ctx;
    (void)where;
    (void)what;
    memset(ways, 0, sizeof ways);
}

static void set_writer(struct tn_writer *w)
{
    to = w;
    if (!w)
        return;
    tn_show_follow(&tn_show_block, on_cycle, NULL);
    tn_show_follow(&tn_show_reset, on_reset, NULL);
}

const struct tn_trace_ops tn_ape_ni_trace = {.start = start, .writer = set_writer};
