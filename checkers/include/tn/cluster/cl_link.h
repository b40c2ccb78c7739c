/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of one end of a lane by its pins, cycle by cycle (cl_link.md). Pins have the names of the
 * page's ports.
 */
#ifndef TN_CL_LINK_H
#define TN_CL_LINK_H

#include <tn/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All pins in one cycle, as they stand at the rising edge that ends it. */
struct tn_cl_link_pins {
    bool rst;
    bool wire_tx_k, wire_rx_k, wire_rx_err;
    uint16_t wire_tx_data, wire_rx_data;
    bool s_valid, s_ready, s_last;
    uint16_t s_data;
    uint8_t s_ok; /* a bit a priority */
    bool m_valid, m_last;
    uint16_t m_data;
    uint8_t freed; /* a bit a priority */
    bool up, kill;
    uint8_t taken;
    bool x_valid, x_ready, x_nack;
    uint8_t x_plane, x_ack;
    bool y_valid, y_nack;
    uint8_t y_plane, y_ack;
    bool d_go, d_valid, d_ready, d_last, d_done;
    uint8_t d_ack;
    uint16_t d_data;
    bool reg_wr, reg_rd;
    uint8_t reg_addr; /* bytes */
    uint32_t reg_wdata, reg_rdata;
};

/* Words of the register window (cl_link.md section 7). */
enum tn_cl_link_reg {
    CLL_STATUS,
    CLL_LINK_TMO,
    CLL_LIMITS,
    CLL_TX_PACKETS,
    CLL_TX_AGAIN,
    CLL_TX_CTL,
    CLL_TX_NACK,
    CLL_SRC_BAD,
    CLL_TIMEOUTS,
    CLL_BACK,
    CLL_RX_TAKEN,
    CLL_RX_BAD,
    CLL_RX_AHEAD,
    CLL_RX_BEHIND,
    CLL_RX_CTL,
    CLL_RX_NACK,
    CLL_CTL_BAD,
    CLL_OUT,
    CLL_REGS
};

/* The block's parameters. */
struct tn_cl_link_config {
    uint8_t plane; /* 0 to 2 */
};

struct tn_cl_link_judge;

/* Makes a judge that waits for a reset; verdicts (rule, cycle, expected and found) go to fn. NULL
 * on ENOMEM. */
struct tn_cl_link_judge *tn_cl_link_judge_new(const struct tn_cl_link_config *c, tn_verdict_fn *fn,
                                              void *ctx);
void tn_cl_link_judge_free(struct tn_cl_link_judge *j);
/* Judges the next cycle; the caller passes every cycle, in order. */
void tn_cl_link_judge_cycle(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p,
                            uint64_t cycle);
/* Says whether nothing is under way: no packet or link packet is owed on the line, at m or at d,
 * and every packet sent has been acknowledged. A lane that is down is idle when it is drained, or
 * when d_go has not come. A run whose last state is not idle for long has lost a packet. */
bool tn_cl_link_judge_idle(const struct tn_cl_link_judge *j);
/* The judge's counts of rules asked and failed. */
const struct tn_judge *tn_cl_link_judge_of(const struct tn_cl_link_judge *j);

#ifdef __cplusplus
}
#endif

#endif
