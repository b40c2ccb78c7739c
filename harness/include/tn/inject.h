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

/* Arms f: it strikes when its time comes, between clock edges or on its packet.
 * A fault whose cycle has passed strikes at once. seed draws what f leaves open.
 * 0; -ENOENT no such link or register, -ERANGE it has no such bit, -ENOSYS the
 * simulator's model has no faults on links or keeps no registers by name (Verilator's
 * fast one does neither), -ENOSPC too many; err says it in one line. */
int tn_inject(const struct tn_fault *f, uint64_t seed, char *err, size_t err_size);

/* What the i-th fault armed since reset has done: false when it has not struck.
 * cycle receives when it struck first (0 on a serial line), text what it did ("m_dev packet 12, MWr:
 * bit 37"). */
bool tn_inject_struck(unsigned i, uint64_t *cycle, const char **text);

/* Forgets all (tn_sim_reset() does not undo a flipped bit, but the reset does). */
void tn_inject_clear(void);

#endif
