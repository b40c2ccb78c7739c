/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The runs of a lane's end become records, as a capture made at the DUT has them
 * (checkers/cluster/spec/cluster.md section 7): what it sends goes up, what it gets down.
 */
#include "../../sim/trace_part.h"

#include "../../bfm/show.h"
#include "../dut/cl_duts.h"

#include <tn/cluster/cl_link.h>
#include <tn/cluster/cl_queue.h>
#include <tn/event.h>
#include <tn/pins.h>
#include <tn/sim.h>

#include <stdio.h>

enum { WAYS = 2, NS_PER_CYCLE = 4 };

static struct cl_run_seen runs[WAYS];
static unsigned point;
static uint64_t last_begin;
static struct tn_writer *to; /* NULL: nothing is recorded */
static bool since_reset;     /* a run was recorded since the last reset */

static int start(unsigned first_point, uint64_t until, char *meta, size_t size)
{
    point = first_point;
    last_begin = until;
    runs[0].n = runs[1].n = 0;
    return snprintf(meta, size, "point.%u=lane\n", first_point);
}

/* Says whether a run of the far end, which sends none but good ones, was harmed on its way. */
static bool harmed(const struct cl_run_seen *r)
{
    struct cl_header h;
    bool err = false;
    for (unsigned i = 0; i < r->n; i++)
        err |= r->err[i];
    cl_header_get(r->word, &h);
    return err || r->n != h.len + 3u || !cl_crc_right(r->word, r->n);
}

static void record(struct cl_run_seen *r, unsigned way)
{
    uint8_t bytes[CL_RUN_WORDS * CL_FRAME_WORD];
    struct tn_event ev = {
        .cycle = r->first,
        .time_ns = r->last * NS_PER_CYCLE, /* of its last word, so that time does not go back */
        .span = (uint32_t)(r->last - r->first),
        .point = (uint16_t)point,
        .port = (uint8_t)tn_sim_param("PLANE"),
        .dir = way == 0 ? TN_DIR_UP : TN_DIR_DOWN,
        .fabric = TN_FABRIC_CLUSTER,
        .unit = TN_UNIT_FRAME,
        .flags = way == 1 && harmed(r) ? TN_EV_FAULT : 0,
        .bytes = bytes,
        .len = r->n * CL_FRAME_WORD,
        .orig_len = r->n * CL_FRAME_WORD,
    };
    cl_frame_put(r->word, r->n, bytes);
    for (unsigned i = 0; i < r->n; i++)
        bytes[i * CL_FRAME_WORD] = r->err[i] ? CL_INVALID : 0;
    if (r->first <= last_begin) {
        tn_writer_event(to, &ev);
        since_reset = true;
    }
    r->n = 0;
}

static void on_cycle(void *ctx, const char *where, const void *what)
{
    const struct tn_cl_link_pins *p = what;
    const uint64_t now = tn_pins_cycle();
    (void)ctx;
    (void)where;
    if (!to)
        return;
    if (p->rst) {
        if (since_reset && now <= last_begin)
            tn_writer_note(to, now, "reset");
        since_reset = false;
        runs[0].n = runs[1].n = 0;
        return;
    }
    if (cl_run_word(&runs[0], (struct tn_cl_word){p->wire_tx_k, false, p->wire_tx_data},
                        now))
        record(&runs[0], 0);
    if (cl_run_word(&runs[1], (struct tn_cl_word){p->wire_rx_k, p->wire_rx_err, p->wire_rx_data},
                        now))
        record(&runs[1], 1);
}

static void set_writer(struct tn_writer *w)
{
    to = w;
    if (w)
        tn_show_follow(&tn_show_pins, on_cycle, NULL);
}

const struct tn_trace_ops tn_cl_link_trace = {.alone = true, .start = start, .writer = set_writer};
