/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Addresses on the AXI ports of ExaNet's network interface (checkers/exanet/spec/exa_ni.md section 5
 * and the page of each block), for sessions and cases, and the registers of their benches.
 */
#ifndef TN_EXA_NI_MAP_H
#define TN_EXA_NI_MAP_H

enum {
    /* of the bench (tn_reg_write): coordinates from the next reset on, pins shown */
    TN_NI_OWN = 0x1000,
    TN_NI_PINS = 0x1004,
    /* page m of a mailbox or channel */
    TN_NI_PAGE = 0x1000,
    TN_NI_BOUND = 0x54,
    /* the kernel's page */
    TN_NI_BIND = 0x40000,
    TN_NI_ID = 0x40400,
    TN_NI_CAUSE = 0x40440, /* + 4 * cause */
    /* mailbox */
    TN_EXM_INFO = 0x40,
    TN_EXM_POP = 0x50,
    TN_EXM_WAITING = 0x40410,
    /* RT mailbox */
    TN_EXR_RESPONSE = 0x00000,
    TN_EXR_READ = 0x01000,
    /* packetizer */
    TN_EXP_DST = 0x40,
    TN_EXP_CTRL = 0x48,
    TN_EXP_STATUS = 0x50,
    TN_EXP_TIMEOUT = 0x40410,
    TN_EXP_RETRY_MAX = 0x40414,
};

/* STATUS of a channel, bits 3:0. */
enum tn_exp_state { TN_EXP_IDLE, TN_EXP_BUSY, TN_EXP_ACKED, TN_EXP_NACKED, TN_EXP_TIMED_OUT, TN_EXP_REFUSED };

#endif
