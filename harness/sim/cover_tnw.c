/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of TNW's DUTs: which plan, and what of the bench goes to it.
 */
#include "cover_tnw.h"

#include <tn/bfm_tnw_pi.h>
#include <tn/bfm_tnw_rcv.h>
#include <tn/sim.h>
#include <tn/tnw_bench.h>
#include <tn/tnw_node_cover.h>

#include <string.h>

enum { OFF_LOG2 = 16, TAG_LOG2 = 3 }; /* of the torus, whose bench does not change them */

static struct tn_tnw_rcv_cover *rcv;
static struct tn_tnw_pi_cover *pi;
static struct tn_tnw_torus_cover *torus;
static struct tn_tnw_pi_params pi_params;
static uint64_t mask; /* of the torus's next strike */

static uint8_t param(const char *name)
{
    return (uint8_t)tn_sim_param(name);
}

void tn_cover_tnw_start(const char *dut)
{
    if (strcmp(dut, "tnw_rcv") == 0) {
        rcv = tn_tnw_rcv_cover_new(&(struct tn_tnw_rcv_params){.credit_log2 = param("CREDIT_LOG2")});
    } else if (strcmp(dut, "tnw_pi") == 0) {
        pi_params = (struct tn_tnw_pi_params){param("OFF_LOG2"), param("ITEM_LOG2"), param("TAG_LOG2"),
                                              param("DESC_LOG2")};
        pi = tn_tnw_pi_cover_new(&pi_params);
    } else if (strcmp(dut, "tnw_torus") == 0) {
        pi_params = (struct tn_tnw_pi_params){OFF_LOG2, param("ITEM_LOG2"), TAG_LOG2, param("DESC_LOG2")};
        torus = tn_tnw_torus_cover_new();
    }
}

void tn_sim_cover_block(const struct tn_block_cycle *cycle)
{
    tn_sim_cover_start();
    if (rcv) {
        struct tn_tnw_rcv_in in;
        struct tn_tnw_rcv_out out;
        tn_tnw_rcv_pins(cycle, &in, &out);
        tn_tnw_rcv_cover_cycle(rcv, &in, &out);
    } else if (pi) {
        struct tn_tnw_pi_in in;
        struct tn_tnw_pi_out out;
        tn_tnw_pi_pins(cycle, &in, &out);
        tn_tnw_pi_cover_cycle(pi, &in, &out);
    }
}

/* What the bench's registers do to lines and nodes. */
void tn_cover_tnw_write(uint32_t addr, uint32_t value)
{
    if (!torus)
        return;
    switch (addr) {
    case TN_TNW_BENCH_R_MASK: mask = (mask & ~0xffffffffull) | value; break;
    case TN_TNW_BENCH_R_MASK + 4: mask = (mask & 0xffffffff) | (uint64_t)value << 32; break;
    case TN_TNW_BENCH_R_STRIKE:
        tn_tnw_torus_cover_error(torus, mask & (mask - 1)   ? TN_TNW_TORUS_BITS
                                        : value >> 16 > 1   ? TN_TNW_TORUS_BIT_LONG
                                                            : TN_TNW_TORUS_BIT);
        break;
    case TN_TNW_BENCH_R_CUT:
        tn_tnw_torus_cover_error(torus, value >> 31 ? TN_TNW_TORUS_CUT : TN_TNW_TORUS_CUT_ENDS);
        break;
    case TN_TNW_BENCH_R_NOISE:
        if (value)
            tn_tnw_torus_cover_error(torus, TN_TNW_TORUS_NOISE);
        break;
    case TN_TNW_BENCH_R_HOLD:
        if (value)
            tn_tnw_torus_cover_error(torus, TN_TNW_TORUS_HELD);
        break;
    default: break;
    }
}

/* Point 2k is to node k's host, 2k + 1 from it. */
void tn_cover_tnw_packet(const struct tn_event *ev)
{
    const unsigned node = ev->point / 2u;
    tn_sim_cover_start();
    if (!torus)
        return;
    if (ev->point % 2)
        tn_tnw_torus_cover_from(torus, ev->bytes, ev->len);
    else
        tn_tnw_torus_cover_to(torus, &pi_params, tn_tnw_bench_bar0(node), tn_tnw_bench_bar2(node), ev->bytes,
                              ev->len);
}

void tn_cover_tnw_tap(const struct tn_exa_tap_seen *seen)
{
    const struct tnw_word w = {(uint32_t)seen->data, (uint8_t)(seen->data >> 32 & 15)};
    tn_sim_cover_start();
    if (!torus || seen->id >= TN_TNW_BENCH_WIRES)
        return;
    if (seen->id % TN_TNW_BENCH_TAPS == TN_TNW_BENCH_TAP_TAKE)
        tn_tnw_torus_cover_take(torus, (unsigned)seen->data & 63, seen->data >> 6 & 1);
    else
        tn_tnw_torus_cover_word(torus, w, seen->head & 1);
}

const struct tn_cover *tn_cover_tnw_counts(void)
{
    return rcv     ? tn_tnw_rcv_cover_counts(rcv)
           : pi    ? tn_tnw_pi_cover_counts(pi)
           : torus ? tn_tnw_torus_cover_counts(torus)
                   : NULL;
}

void tn_cover_tnw_free(void)
{
    tn_tnw_rcv_cover_free(rcv);
    tn_tnw_pi_cover_free(pi);
    tn_tnw_torus_cover_free(torus);
    rcv = NULL;
    pi = NULL;
    torus = NULL;
}
