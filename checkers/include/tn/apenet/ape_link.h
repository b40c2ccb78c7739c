/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of one end of an APEnet torus link by its pins, cycle by cycle (ape_link.md). Words are 16
 * bytes, most significant first.
 */
#ifndef TN_APE_LINK_H
#define TN_APE_LINK_H

#include <tn/apenet/apenet.h>
#include <tn/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A word of a stream of packets. */
struct tn_ape_beat {
    bool valid, ready, head, last;
    uint8_t word[APE_WORD];
};

/* All pins in one cycle. */
struct tn_ape_link_pins {
    bool rst;
    bool wire_tx_valid, wire_tx_stop, wire_rx_valid;
    bool wire_tx_k, wire_rx_k;
    uint8_t wire_tx[APE_WORD], wire_rx[APE_WORD];
    struct tn_ape_beat s_tx, m_rx[APE_VCS];
    uint16_t room_data[APE_VCS], room_hdr[APE_VCS];
    bool reg_wr, reg_rd;
    uint8_t reg_addr; /* bytes */
    uint32_t reg_wdata, reg_rdata;
};

/* Words of the register window (ape_link.md section 4). */
enum tn_ape_link_reg {
    APL_TX_STATUS,
    APL_RX_STATUS,
    APL_TX_PACKETS,
    APL_RX_PACKETS,
    APL_HDR_FIXED,
    APL_HDR_FATAL,
    APL_CRC_WRONG,
    APL_CUT,
    APL_DROPPED,
    APL_CREDIT_BAD,
    APL_THR_RED,
    APL_TX_CYCLES,
    APL_INJECT,
    APL_CREDIT_PERIOD,
    APL_MARGIN,
    APL_CTRL,
    APL_TX_CREDITS,
    APL_RX_CREDITS,
    APL_OVERFLOW,
    APL_HDR_FORM,
    APL_TX_LITERALS,
    APL_LEVEL,
    APL_ROOM = 23,
    APL_REGS = 25
};

/* The block's parameters. */
struct tn_ape_link_config {
    bool in_band; /* BAND is 0 */
    bool literal; /* in band: a word of MAGIC leaves twice */
    uint32_t cut_cyc;
};

struct tn_ape_link_judge;

/* Makes a judge that waits for a reset; verdicts go to fn. NULL on ENOMEM. */
struct tn_ape_link_judge *tn_ape_link_judge_new(const struct tn_ape_link_config *c,
                                                tn_verdict_fn *fn, void *ctx);
void tn_ape_link_judge_free(struct tn_ape_link_judge *j);
/* Judges the next cycle. */
void tn_ape_link_judge_cycle(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p,
                             uint64_t cycle);
/* Says whether no packet is under way in either direction. */
bool tn_ape_link_judge_idle(const struct tn_ape_link_judge *j);
/* Words of one VC that came and were not taken: payload words, headers and footers. */
void tn_ape_link_judge_level(const struct tn_ape_link_judge *j, unsigned vc, unsigned *data,
                             unsigned *hdr);
/* The judge's counts. */
const struct tn_judge *tn_ape_link_judge_of(const struct tn_ape_link_judge *j);

#ifdef __cplusplus
}
#endif

#endif
