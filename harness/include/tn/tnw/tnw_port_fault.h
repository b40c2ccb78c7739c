/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on ports that C plays around a block of TNW
 * (harness/fault/README.md): what passes there is changed, lost or doubled, and nothing passes for
 * a while. Faults of TLPs are the saboteurs' (tn_saboteur.v).
 */
#ifndef TN_TNW_PORT_FAULT_H
#define TN_TNW_PORT_FAULT_H

#include <tn/bfm_block.h>

/* tn_inject() takes faults on these names from now on, by cycle: flip, burst, drop and dup of what
 * passes first then or later; ready0 and valid0. n 0: no more. The ports are for who plays
 * them, in the order of the names. */
const struct tn_block_ports *tn_tnw_port_faults(const char *const *names, unsigned n);
/* For who can reset what stands behind a port: a linkrst is due there, once. The first call says that
 * there may be some. */
bool tn_tnw_port_reset(unsigned id, uint64_t cycle);

#endif
