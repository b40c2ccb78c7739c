/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The frames of a data link layer's wire become records of link frames, as a capture made at the
 * DUT has them: what it sends goes up, what it gets down.
 */
#include "../../sim/trace_part.h"

#include "../../bfm/show.h"
#include "../dut/cz_duts.h"

#include <tn/czodiac/bfm_cz_dll.h>

#include <stdio.h>
#include <string.h>

enum { WAYS = 2, NS_PER_CYCLE = 4 };

/* A frame of which beats passed. */
static struct wire {
    struct tn_cz_frame f;
    size_t at;
    uint64_t first;
} wires[WAYS];
static unsigned point;
static uint64_t last_begin;
static struct tn_writer *to; /* NULL: nothing is recorded */

static int start(unsigned first_point, uint64_t until, char *meta, size_t size)
{
    point = first_point;
    last_begin = until;
    memset(wires, 0, sizeof wires);
    return snprintf(meta, size, "point.%u=wire\n", first_point);
}

static void record(const struct wire *w, unsigned way, uint64_t cycle)
{
    uint8_t symbols[TN_CZ_SYMBOLS];
    struct tn_event ev = {
        .cycle = w->first,
        .time_ns = cycle * NS_PER_CYCLE, /* of its last symbol, so that time does not go back */
        .span = (uint32_t)(cycle - w->first),
        .point = (uint16_t)point,
        .dir = way == 0 ? TN_DIR_UP : TN_DIR_DOWN,
        .fabric = TN_FABRIC_PCIE,
        .unit = TN_UNIT_FRAME,
        .flags = w->f.err ? TN_EV_MALFORMED : 0,
        .bytes = symbols,
    };
    ev.len = ev.orig_len = (uint32_t)tn_cz_dll_symbols(&w->f, symbols);
    if (w->first <= last_begin)
        tn_writer_event(to, &ev);
}

static void beat(unsigned way, const struct tn_stream_beat *b, bool dllp, bool edb, bool err,
                 uint64_t cycle)
{
    struct wire *w = &wires[way];
    if (w->at == 0)
        w->first = cycle;
    for (unsigned i = 0; i < 4 && (b->keep >> i & 1); i++, w->at += 4)
        if (w->at + 4 <= sizeof w->f.bytes)
            memcpy(w->f.bytes + w->at, b->data + (size_t)4 * i, 4);
    if (!b->last)
        return;
    w->f.len = w->at < sizeof w->f.bytes ? w->at : sizeof w->f.bytes;
    w->f.dllp = dllp;
    w->f.edb = edb;
    w->f.err = err;
    record(w, way, cycle);
    w->at = 0;
}

static void on_cycle(void *ctx, const char *where, const void *what)
{
    const struct tn_block_cycle *c = what;
    struct tn_cz_dll_pins p;
    (void)ctx;
    (void)where;
    if (!to)
        return;
    tn_cz_dll_pins(c, &p);
    if (p.rst || !p.dl_up)
        wires[0].at = wires[1].at = 0;
    if (p.m_frm.valid && p.m_frm_ready)
        beat(0, &p.m_frm, p.m_frm_dllp, p.m_frm_edb, false, c->cycle);
    if (p.s_frm.valid)
        beat(1, &p.s_frm, p.s_frm_dllp, p.s_frm_edb, p.s_frm_err, c->cycle);
}

static void set_writer(struct tn_writer *w)
{
    to = w;
    if (w)
        tn_show_follow(&tn_show_block, on_cycle, NULL);
}

const struct tn_trace_ops tn_cz_dll_trace = {.start = start, .writer = set_writer};
