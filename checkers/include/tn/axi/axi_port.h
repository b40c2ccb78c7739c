/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The beats of an AXI4 port as a monitor reports them, and the checker that judges them by the
 * rules AXI-*.
 */
#ifndef TN_AXI_PORT_H
#define TN_AXI_PORT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_checker;

/* The five channels. */
enum tn_axi_which {
    TN_AXI_CH_AW,
    TN_AXI_CH_W,
    TN_AXI_CH_B,
    TN_AXI_CH_AR,
    TN_AXI_CH_R,
    TN_AXI_CH_N,
    TN_AXI_CH_T = TN_AXI_CH_N, /* AXI4-Stream: its handshake alone */
    TN_AXI_CH_ALL
};

/* One channel in one cycle. A monitor reports each cycle in which a beat is first offered, is
 * transferred, or changes while it waits, and each cycle of reset. It may leave out cycles in which
 * a beat waits unchanged, and idle cycles. */
struct tn_axi_seen {
    uint64_t cycle, time_ns;
    uint64_t packet;        /* packet number for the verdict */
    uint8_t channel;        /* enum tn_axi_which */
    bool valid, ready, rst; /* a signal that is neither 0 nor 1 counts as 0 */
    bool valid_unknown;     /* valid is neither 0 nor 1 */
    bool ready_unknown;     /* ready is neither 0 nor 1 */
    uint32_t unknown; /* bit i: byte i of data has an unknown bit; bit 16: another signal has */
    uint8_t bus;      /* bytes of the data bus, 1 to 128; lanes are judged up to 16 */
    /* The beat. The lowest bits stand in word 0; bits without a meaning are 0:
     *   AW, AR  1:0 address   2 ID | user << 16   3 len | size << 8 | burst << 11 |
     *           lock << 13 | cache << 14 | prot << 18 | qos << 21
     *   W       3:0 data      4 strb | last << 16
     *   B, R    3:0 data (R)  4 ID | resp << 16 | last << 18
     *   T       any, unknown without the bytes that do not count
     * Bits further up than those with a meaning only have to hold. */
    uint32_t word[5];
};
/* Judges a channel's cycle by the rules AXI-*. Each port has a checker of its own. Calls come in
 * order of cycles; within a cycle, B and R come before AW, AR and W. A cycle with rst makes the
 * checker forget all transfers under way. */
void tn_checker_axi(struct tn_checker *c, const struct tn_axi_seen *seen);
/* Transfers may be under way that the checker has not seen: until the next reset, answers and write
 * data are not judged. */
void tn_checker_axi_join(struct tn_checker *c);

#ifdef __cplusplus
}
#endif

#endif
