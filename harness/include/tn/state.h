/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults in the DUT's state: registers by hierarchical name.
 */
#ifndef TN_STATE_H
#define TN_STATE_H

/* Inverts one bit of the register name ("cz_ioport_remap_tb.u_dut...."). 0;
 * -ENOENT when there is no such register, -ERANGE when it has no such bit,
 * -ENOSYS under Verilator, whose model keeps no names. */
int tn_state_flip(const char *name, unsigned bit);

#endif
