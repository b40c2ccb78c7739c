/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on the two lines of a TNW link (harness/fault/README.md).
 */
#ifndef TN_TNW_FAULT_H
#define TN_TNW_FAULT_H

#include <tn/tnw/bfm_tnw.h>

/* tn_inject() takes faults on line0 (from the DUT) and line1 (to it) of this far end from now on:
 * its strike function is theirs. NULL: no more. */
void tn_tnw_faults(struct tn_tnw_peer *far);
/* Cycle of the first blow on a line; 0: none so far. */
uint64_t tn_tnw_fault_began(void);
/* Cycle at which the first RESTART since then passed on that line; 0: none. */
uint64_t tn_tnw_fault_restart(enum tn_tnw_way way);

#endif
