/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of TNW's nodes: the pins of the reception side and of the processor interface, cycle
 * by cycle; packets, words on the lines and faults of a torus.
 */
#include "../dut/tnw_duts.h"
#include "../../sim/cover.h"

#include <tn/bfm_block.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/tnw/bfm_tnw_pi.h>
#include <tn/tnw/bfm_tnw_rcv.h>
#include <tn/event.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_bench.h>
#include <tn/tnw/tnw_node_cover.h>

#include <stdlib.h>

enum { OFF_LOG2 = 16, TAG_LOG2 = 3 }; /* of the torus, whose bench does not change them */

static uint8_t param(const char *name)
{
    return (uint8_t)tn_sim_param(name);
}

static void *begin_rcv(void)
{
    return tn_tnw_rcv_cover_new(&(struct tn_tnw_rcv_params){.credit_log2 = param("CREDIT_LOG2"),
                                                            .last_en = param("LAST_EN")});
}

static void rcv_cycle(void *counts, const struct tn_block_cycle *cycle)
{
    struct tn_tnw_rcv_in in;
    struct tn_tnw_rcv_out out;
    tn_tnw_rcv_pins(cycle, &in, &out);
    tn_tnw_rcv_cover_cycle(counts, &in, &out);
}

const struct tn_cover_ops tn_tnw_rcv_cover_ops = {
    .begin = begin_rcv,
    .block = rcv_cycle,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};

static void *begin_pi(void)
{
    return tn_tnw_pi_cover_new(&(struct tn_tnw_pi_params){param("OFF_LOG2"), param("ITEM_LOG2"),
                                                          param("TAG_LOG2"), param("DESC_LOG2"),
                                                          param("LAST_EN")});
}

static void pi_cycle(void *counts, const struct tn_block_cycle *cycle)
{
    struct tn_tnw_pi_in in;
    struct tn_tnw_pi_out out;
    tn_tnw_pi_pins(cycle, &in, &out);
    tn_tnw_pi_cover_cycle(counts, &in, &out);
}

const struct tn_cover_ops tn_tnw_pi_cover_ops = {
    .begin = begin_pi,
    .block = pi_cycle,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};

struct torus {
    struct tn_tnw_torus_cover *cover;
    struct tn_tnw_pi_params pi; /* of each node's processor interface */
    uint64_t mask;              /* of the next strike on a line */
};

static void *begin_torus(void)
{
    struct torus *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->pi = (struct tn_tnw_pi_params){OFF_LOG2, param("ITEM_LOG2"), TAG_LOG2, param("DESC_LOG2"),
                                      param("LAST_EN")};
    t->cover = tn_tnw_torus_cover_new();
    if (t->cover)
        return t;
    free(t);
    return NULL;
}

/* The bench's registers strike lines and nodes. */
static void torus_write(void *counts, uint32_t addr, uint32_t value)
{
    struct torus *t = counts;
    switch (addr) {
    case TN_TNW_BENCH_R_MASK: t->mask = (t->mask & ~0xffffffffull) | value; break;
    case TN_TNW_BENCH_R_MASK + 4: t->mask = (t->mask & 0xffffffff) | (uint64_t)value << 32; break;
    case TN_TNW_BENCH_R_STRIKE:
        tn_tnw_torus_cover_error(t->cover, t->mask & (t->mask - 1) ? TN_TNW_TORUS_BITS
                                           : value >> 16 > 1       ? TN_TNW_TORUS_BIT_LONG
                                                                   : TN_TNW_TORUS_BIT);
        break;
    case TN_TNW_BENCH_R_CUT:
        tn_tnw_torus_cover_error(t->cover, value >> 31 ? TN_TNW_TORUS_CUT : TN_TNW_TORUS_CUT_ENDS);
        break;
    case TN_TNW_BENCH_R_NOISE:
        if (value)
            tn_tnw_torus_cover_error(t->cover, TN_TNW_TORUS_NOISE);
        break;
    case TN_TNW_BENCH_R_HOLD:
        if (value)
            tn_tnw_torus_cover_error(t->cover, TN_TNW_TORUS_HELD);
        break;
    default: break;
    }
}

/* Point 2k is to node k's host, 2k + 1 from it. */
static void torus_packet(void *counts, const char *stream, const struct tn_event *ev)
{
    struct torus *t = counts;
    const unsigned node = ev->point / 2u;
    (void)stream;
    if (ev->point % 2)
        tn_tnw_torus_cover_from(t->cover, ev->bytes, ev->len);
    else
        tn_tnw_torus_cover_to(t->cover, &t->pi, tn_tnw_bench_bar0(node), tn_tnw_bench_bar2(node),
                              ev->bytes, ev->len);
}

static void torus_tap(void *counts, const struct tn_tap_seen *seen)
{
    struct torus *t = counts;
    const struct tnw_word w = {(uint32_t)seen->data, (uint8_t)(seen->data >> 32 & 15)};
    if (seen->id >= TN_TNW_BENCH_WIRES)
        return;
    if (seen->id % TN_TNW_BENCH_TAPS == TN_TNW_BENCH_TAP_TAKE)
        tn_tnw_torus_cover_take(t->cover, (unsigned)seen->data & 63, seen->data >> 6 & 1);
    else
        tn_tnw_torus_cover_word(t->cover, w, seen->head & 1);
}

static const struct tn_cover *torus_bins(const void *counts)
{
    const struct torus *t = counts;
    return tn_cover_state_counts(t->cover);
}

static void torus_end(void *counts)
{
    struct torus *t = counts;
    tn_cover_state_free(t->cover);
    free(t);
}

const struct tn_cover_ops tn_tnw_torus_cover_ops = {
    .begin = begin_torus,
    .write = torus_write,
    .packet = torus_packet,
    .tap = torus_tap,
    .bins = torus_bins,
    .end = torus_end,
};
