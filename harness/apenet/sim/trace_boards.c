/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus's lines between two boards of ExaNet, in a capture beside the packets at the boards'
 * switches: points torus0 and torus1, by the board that a line leads to. A record is a packet with
 * what stands between its words; credit words between packets are left out, but for the one in
 * front.
 */
#include "../../sim/trace_part.h"

#include "../bfm/ape_line_show.h"
#include "../dut/ape_duts.h"

#include <tn/apenet/bfm_ape_line.h>

#include <stdio.h>
#include <string.h>

enum { LINES = 2, RUN = APE_LINE_MAX, NS_PER_CYCLE = 4, INTO_NODE = 2 };

static struct line {
    struct ape_line line;
    uint64_t first; /* cycle of the first word that is kept */
    size_t n;
    uint8_t word[RUN][APE_WORD];
} lines[LINES];
static unsigned first_point;
static uint64_t last_begin;
static struct tn_writer *to; /* NULL: nothing is recorded */

static void forget(void)
{
    for (unsigned i = 0; i < LINES; i++)
        lines[i] = (struct line){.line = {.cells = true}};
}

static int start(unsigned point, uint64_t until, char *meta, size_t size)
{
    first_point = point;
    last_begin = until;
    forget();
    return snprintf(meta, size, "point.%u=torus0\npoint.%u=torus1\n", point, point + 1);
}

static void flush(unsigned number)
{
    struct line *l = &lines[number];
    const struct tn_event ev = {
        .cycle = l->first,
        .time_ns = l->first * NS_PER_CYCLE,
        .span = (uint32_t)l->n - 1,
        .point = (uint16_t)(first_point + number),
        .port = APE_PORT_CELLS,
        .dir = INTO_NODE,
        .fabric = TN_FABRIC_APENET,
        .unit = TN_UNIT_FRAME,
        .orig_len = (uint32_t)(l->n * APE_WORD),
        .len = (uint32_t)(l->n * APE_WORD),
        .bytes = l->word[0],
    };
    if (l->n && l->first <= last_begin)
        tn_writer_event(to, &ev);
    l->n = 0;
}

static void on_word(void *ctx, const char *where, const void *what)
{
    const struct tn_ape_line_word *w = what;
    struct line *l = &lines[w->line % LINES];
    (void)ctx;
    (void)where;
    if (!to)
        return;
    const bool between = l->line.state == APE_BETWEEN;
    const enum ape_kind kind = ape_line_word(&l->line, w->word);
    if (between && kind == APE_K_CREDIT) /* of those that follow one another the last */
        l->n = 0;
    if (l->n == 0)
        l->first = w->cycle;
    memcpy(l->word[l->n++], w->word, APE_WORD);
    if (l->line.done || l->n == RUN || (kind == APE_K_HEADER && l->line.state == APE_BETWEEN))
        flush(w->line % LINES);
}

static void on_reset(void *ctx, const char *where, const void *what)
{
    (void)ctx;
    (void)where;
    (void)what;
    forget();
}

static void set_writer(struct tn_writer *w)
{
    to = w;
    if (!w)
        return;
    tn_show_follow(&tn_show_ape_line, on_word, NULL);
    tn_show_follow(&tn_show_reset, on_reset, NULL);
}

const struct tn_trace_ops tn_ape_boards_trace = {.start = start, .writer = set_writer};
