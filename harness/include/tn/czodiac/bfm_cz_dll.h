/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a cz_dll: its pins as the judge takes them, both ways.
 */
#ifndef TN_BFM_CZ_DLL_H
#define TN_BFM_CZ_DLL_H

#include <tn/bfm_block.h>
#include <tn/czodiac/cz_dll_judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the pins of a cycle. Returns whether an output that matters is unknown. */
bool tn_cz_dll_pins(const struct tn_block_cycle *c, struct tn_cz_dll_pins *p);
/* Writes the inputs of p as words that are played. */
void tn_cz_dll_pack(const struct tn_cz_dll_pins *p, uint32_t play[TN_BLOCK_PLAY]);

#ifdef __cplusplus
}
#endif

#endif
