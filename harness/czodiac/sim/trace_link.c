/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The symbols at a cz_link's pins to records of PCIe's link frames: those that leave it at m_frm,
 * those that come to it, errors of the wire and all, at s_frm.
 */
#include "../../bfm/show.h"
#include "../../sim/trace_part.h"
#include "../dut/cz_duts.h"

#include <tn/czodiac/bfm_cz_dll.h>
#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum { NS_PER_CYCLE = 4, WAYS = 2 };

static struct {
    struct tn_writer *to;
    uint64_t until, now;
    unsigned lanes; /* 0: not yet known */
    bool rd[WAYS][TN_CZ_LANES];
    struct tn_cz_reader reader[WAYS];
} tr;

/* Both ways: the context is the way's reader. */
static void on_frame(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began)
{
    const struct tn_cz_reader *r = ctx;
    const unsigned way = r == &tr.reader[1];
    const uint64_t first = tr.now - (r->columns - began);
    uint8_t symbols[TN_CZ_SYMBOLS];
    struct tn_event ev = {.cycle = first,
                          .time_ns = first * NS_PER_CYCLE,
                          .span = (uint32_t)(r->columns - began),
                          .point = (uint16_t)way,
                          .dir = way ? TN_DIR_DOWN : TN_DIR_UP,
                          .fabric = TN_FABRIC_PCIE,
                          .unit = TN_UNIT_FRAME,
                          .flags = f->err ? TN_EV_FAULT | TN_EV_MALFORMED : 0,
                          .bytes = symbols};
    (void)loose;
    ev.len = (uint32_t)tn_cz_dll_symbols(f, symbols) - f->err; /* an error has no END */
    ev.orig_len = ev.len;
    if (tr.to && first <= tr.until)
        tn_writer_event(tr.to, &ev);
}

static const struct tn_cz_reader_ops ops = {.frame = on_frame};

static void begin(void)
{
    const struct tn_cz_framing_params par = {
        (unsigned)tn_sim_param("MPS_B"), (unsigned)tn_sim_param("LANES"),
        tn_sim_param("SCRAMBLE") != 0, (unsigned)tn_sim_param("SKP_CYC")};
    tr.lanes = par.lanes;
    for (unsigned way = 0; way < WAYS; way++)
        tn_cz_reader_init(&tr.reader[way], &par, &ops, &tr.reader[way]);
}

static void on_block(void *ctx, const char *where, const void *what)
{
    const struct tn_block_cycle *c = what;
    struct tn_cz_link_pins l;
    struct tn_cz_framing_pins f;
    (void)ctx, (void)where;
    tn_cz_link_pins(c, &l);
    if (l.dll.rst)
        begin();
    if (!tr.lanes || l.dll.rst)
        return;
    tr.now = c->cycle;
    tn_cz_link_framing(&l, tr.lanes, tr.rd, &f);
    tn_cz_reader_column(&tr.reader[0], &f.tx);
    tn_cz_reader_column(&tr.reader[1], &f.rx);
}

static int start(unsigned point, uint64_t until, char *meta, size_t size)
{
    memset(&tr, 0, sizeof tr);
    tr.until = until;
    return snprintf(meta, size, "point.%u=m_frm\npoint.%u=s_frm\n", point, point + 1);
}

static void set_writer(struct tn_writer *w)
{
    tr.to = w;
    if (w)
        tn_show_follow(&tn_show_block, on_block, NULL);
}

const struct tn_trace_ops tn_cz_link_trace = {.start = start, .writer = set_writer};
