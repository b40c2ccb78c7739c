/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on the two lines of a TNW link (harness/fault/README.md).
 */
#ifndef TN_TNW_FAULT_H
#define TN_TNW_FAULT_H

#include <tn/tnw/bfm_tnw.h>

/* Lets tn_inject() take faults on line0 (from the DUT) and line1 (to the DUT), which this far end
 * plays, from now on; the faults use its strike function. NULL: no more faults. */
void tn_tnw_faults(struct tn_tnw_peer *far);
/* Returns the cycle of the first strike on a line; 0: none so far. */
uint64_t tn_tnw_fault_began(void);
/* Returns the cycle of the first RESTART on that line since the first strike; 0: none. */
uint64_t tn_tnw_fault_restart(enum tn_tnw_way way);

#endif
