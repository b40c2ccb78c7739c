/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults into the running simulation.
 */
#ifndef TN_INJECT_H
#define TN_INJECT_H

#include <tn/fault.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TN_INJECT_MAX = 16 }; /* faults at a time */

/* Arms fault f, which strikes at its cycle (between clock edges) or on its packet; a fault whose
 * cycle has passed strikes at once. seed draws the parameters that f leaves open. Returns 0;
 * -ENOENT: no such link or register; -ERANGE: no such bit; -ENOSYS: the simulator's model has no
 * faults on links, or no registers by name (Verilator's fast model has neither); -ENOSPC: too many
 * faults. err receives the error in one line. */
int tn_inject(const struct tn_fault *f, uint64_t seed, char *err, size_t err_size);

/* Says whether fault i, in the order of arming since reset, has struck. cycle receives the cycle of
 * its first strike (0 on a serial line), text a description ("m_dev packet 12, MWr: bit 37"). */
bool tn_inject_struck(unsigned i, uint64_t *cycle, const char **text);

/* Forgets all faults. A bit that was flipped stays so until the reset sets its register. */
void tn_inject_clear(void);

#endif
