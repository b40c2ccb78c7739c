/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The lines of a torus in a capture (checkers/apenet/spec/apenet.md section 7): a point a node, a
 * record a run of words in successive cycles. Words of an idle line are left out while both
 * directions of a link have been at rest for some time, so that what is left tells the room of each
 * packet.
 */
#include "../../sim/trace_part.h"

#include "../bfm/ape_line_show.h"
#include "../dut/ape_duts.h"
#include "line_run.h"

#include <tn/apenet/ape_net.h>
#include <tn/bug.h>
#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum {
    LINES = 24,
    /* cycles behind a packet for which idle words are kept: a line's delay and the receiver's */
    BUSY_CYC = 128
};

static struct line {
    struct ape_line_run run;
    uint64_t busy; /* cycle up to which words of an idle line are kept */
    uint64_t next; /* cycle behind the last word */
    uint64_t held; /* cycle of a MAGIC that was left out: START may follow; 0: none */
    uint8_t lead;  /* the byte before it */
} lines[LINES];
static struct tn_ape_net_config config;
static unsigned first_point;
static uint64_t last_begin;
static struct tn_writer *to; /* NULL: nothing is recorded */

static void forget(void)
{
    memset(lines, 0, sizeof lines);
}

static int start(unsigned point, uint64_t until, char *meta, size_t size)
{
    config = (struct tn_ape_net_config){.size = {(uint8_t)tn_sim_param("X_N"),
                                                 (uint8_t)tn_sim_param("Y_N"),
                                                 (uint8_t)tn_sim_param("Z_N")},
                                        .link_n = (uint8_t)tn_sim_param("LINK_N")};
    first_point = point;
    last_begin = until;
    forget();
    return snprintf(meta, size, "lattice=%ux%ux%u\n", config.size[0], config.size[1],
                    config.size[2]);
}

/* With three links the lines go plus alone: they come in at the minus port. */
static void flush(unsigned number)
{
    const unsigned link = number % config.link_n;
    const struct ape_line_place place = {
        .writer = to,
        .last_begin = last_begin,
        .point = (uint16_t)(first_point + number / config.link_n),
        .port = (uint8_t)(config.link_n == APE_NET_DIMS ? 2 * link + 1 : link),
    };
    ape_line_run_write(&lines[number].run, &place);
}

/* The line on which the receiver of a line sends. */
static struct line *reverse(unsigned number)
{
    const unsigned link = number % config.link_n, node = number / config.link_n,
                   back = config.link_n == APE_NET_DIMS ? link : link ^ 1;
    return &lines[tn_ape_net_next(&config, node, link) * config.link_n + back];
}

/* The MAGIC that was left out belongs to what comes now. */
static void give_held(struct line *l, unsigned number, uint64_t cycle)
{
    if (!l->held)
        return;
    ape_line_run_add(&l->run, l->held, l->lead, ape_magic);
    if (l->held + 1 != cycle)
        flush(number);
    l->held = 0;
}

static void on_word(void *ctx, const char *where, const void *what)
{
    const struct tn_ape_line_word *w = what;
    struct line *l = &lines[w->line];
    uint8_t lead;
    (void)ctx;
    (void)where;
    if (!to)
        return;
    tn_require(w->line < LINES);
    const bool between = l->run.line.state == APE_BETWEEN;
    const enum ape_kind kind = tn_ape_line_take(&l->run.line, w, &lead);
    const bool rests = between && (kind == APE_K_CREDIT || kind == APE_K_MAGIC);
    if (!rests)
        l->busy = reverse(w->line)->busy = w->cycle + BUSY_CYC;
    if (l->run.n && (l->next != w->cycle || w->cycle > l->busy))
        flush(w->line);
    l->next = w->cycle + 1;
    if (w->cycle > l->busy) {
        l->held = kind == APE_K_MAGIC ? w->cycle : 0;
        l->lead = lead;
        return;
    }
    give_held(l, w->line, w->cycle);
    ape_line_run_add(&l->run, w->cycle, lead, w->word);
    if (ape_line_run_ends(&l->run, kind))
        flush(w->line);
}

static void on_reset(void *ctx, const char *where, const void *what)
{
    (void)ctx;
    (void)where;
    (void)what;
    forget();
}

static void cut(void)
{
    for (unsigned i = 0; i < LINES && to; i++)
        flush(i);
}

static void set_writer(struct tn_writer *w)
{
    to = w;
    if (!w)
        return;
    tn_show_follow(&tn_show_ape_line, on_word, NULL);
    tn_show_follow(&tn_show_reset, on_reset, NULL);
}

const struct tn_trace_ops tn_ape_torus_trace = {.start = start, .writer = set_writer, .cut = cut};
