/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An AXI4 port as a monitor shows it, beat by beat, and the rules AXI-* of it.
 */
#ifndef TN_AXI_PORT_H
#define TN_AXI_PORT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_checker;

/* Something to be judged on a channel of an AXI4 port: a beat offered, or transferred, or one
 * that waits and changed; or anything at all in a cycle of reset. Quiet waits and idle cycles
 * may be left out. */
enum tn_axi_which { TN_AXI_CH_AW, TN_AXI_CH_W, TN_AXI_CH_B, TN_AXI_CH_AR, TN_AXI_CH_R, TN_AXI_CH_N };
struct tn_axi_seen {
    uint64_t cycle, time_ns;
    uint64_t packet;        /* number, for the verdict */
    uint8_t channel;        /* enum tn_axi_which */
    bool valid, ready, rst; /* unknown ones are 0 */
    bool valid_unknown, ready_unknown;
    uint32_t unknown; /* bit i: byte i of data has an unknown bit; 16: the rest has */
    uint8_t bus;      /* bytes of the data bus, 1 to 16 */
    /* The beat, word 0 the lowest bits, what is not said 0:
     *   AW, AR  1:0 address   2 ID | user << 16   3 len | size << 8 | burst << 11 |
     *           lock << 13 | cache << 14 | prot << 18 | qos << 21
     *   W       3:0 data      4 strb | last << 16
     *   B, R    3:0 data (R)  4 ID | resp << 16 | last << 18 */
    uint32_t word[5];
};
/* Judges it by the rules AXI-*: a checker for each port, in order of cycles; within one
 * B and R before AW, AR and W. One with rst makes the checker forget what was under way. */
void tn_checker_axi(struct tn_checker *c, const struct tn_axi_seen *seen);

#ifdef __cplusplus
}
#endif

#endif
