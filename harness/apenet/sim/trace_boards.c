/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus's lines between two boards of ExaNet, in a capture beside the packets at the boards'
 * switches: points torus0 and torus1, by the board that a line leads to. A record is a packet with
 * what stands between its words; words of the idle line are left out, but for the credit word in
 * front.
 */
#include "../../sim/trace_part.h"

#include "../bfm/ape_line_show.h"
#include "../dut/ape_duts.h"
#include "line_run.h"

#include <stdio.h>

enum { LINES = 2 };

static struct ape_line_run lines[LINES];
static unsigned first_point;
static uint64_t last_begin;
static struct tn_writer *to; /* NULL: nothing is recorded */

static void forget(void)
{
    for (unsigned i = 0; i < LINES; i++)
        lines[i] = (struct ape_line_run){.line = {.cells = true}};
}

static int start(unsigned point, uint64_t until, char *meta, size_t size)
{
    first_point = point;
    last_begin = until;
    forget();
    return snprintf(meta, size, "point.%u=torus0\npoint.%u=torus1\n", point, point + 1);
}

static void on_word(void *ctx, const char *where, const void *what)
{
    const struct tn_ape_line_word *w = what;
    const unsigned number = w->line % LINES;
    struct ape_line_run *r = &lines[number];
    const struct ape_line_place place = {.writer = to,
                                         .last_begin = last_begin,
                                         .point = (uint16_t)(first_point + number),
                                         .port = APE_PORT_CELLS};
    (void)ctx;
    (void)where;
    if (!to)
        return;
    const bool between = r->line.state == APE_BETWEEN;
    uint8_t lead;
    const enum ape_kind kind = tn_ape_line_take(&r->line, w, &lead);
    if (between && kind == APE_K_CREDIT) /* of those that follow one another the last */
        r->n = 0;
    ape_line_run_add(r, w->cycle, lead, w->word);
    if (ape_line_run_ends(r, kind))
        ape_line_run_write(r, &place);
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
