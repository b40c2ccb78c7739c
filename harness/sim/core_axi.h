/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the bindings call for AXI ports, and what the core asks of them.
 *
 * A unit is a channel of a port: 8 * port + channel, channels AW, W, B, AR, R from 0 on.
 * A beat is five words, word 0 the lowest bits:
 *   AW, AR  1:0 address   2 ID | user << 16   3 len | size << 8 | burst << 11 | lock << 13 |
 *           cache << 14 | prot << 18 | qos << 21
 *   W       3:0 data      4 strb | last << 16
 *   B, R    3:0 data (R)  4 ID | resp << 16 | last << 18
 */
#ifndef TN_SIM_CORE_AXI_H
#define TN_SIM_CORE_AXI_H

#include "boundary.h"

#include <stdint.h>

enum {
    TN_CORE_AXI_PORTS = 8, /* masters and slaves of a bench, at most */
    TN_CORE_AXI_WORDS = TN_BEAT_WORDS,
    TN_CORE_AXI_WAKE = 56, /* port i's bit in wake is 56 + i */
};

/* The kinds of modules that tn_core_declare() hands on. */
enum tn_core_axi_kind {
    TN_CORE_AXI_MASTER = 16,
    TN_CORE_AXI_SLAVE = 17,
    TN_CORE_AXI_MONITOR = 18,
};
void tn_core_axi_declare(int kind, unsigned id, const char *name);

/* The boundary that masters, slaves and monitors open as "axi", by unit (boundary.h). Of a cycle
 * that a monitor sees, `what` has bit 0 valid, 1 ready, 2 rst, 3 valid unknown, 4 ready unknown;
 * `more` has bit i for an unknown bit in data byte i, bit 16 for one elsewhere in the beat. */
extern const struct tn_boundary tn_axi_boundary;

/* Called by streams.c at falling edges, before and after test code's turn. tn_core_axi_drive()
 * returns the ports' bits in wake. */
void tn_core_axi_deliver(void);
uint64_t tn_core_axi_drive(uint64_t cycle);
void tn_core_axi_reset(void);
/* Returns the next cycle after this cycle in which a port has to act, or UINT64_MAX. */
uint64_t tn_core_axi_due(uint64_t cycle);

#endif
