/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of the data link layer (czodiac/model/cover_dll.def). The caller passes the pins
 * of each cycle; a model inside says into which bin a frame falls.
 */
#ifndef TN_CZ_DLL_COVER_H
#define TN_CZ_DLL_COVER_H

#include <tn/cover.h>
#include <tn/czodiac/cz_dll_judge.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_cz_dll_cover;

/* Makes counters for an end with these parameters. NULL on ENOMEM. */
struct tn_cz_dll_cover *tn_cz_dll_cover_new(const struct tn_cz_dll_params *par);
/* Counts the pins of one cycle. */
void tn_cz_dll_cover_cycle(struct tn_cz_dll_cover *c, const struct tn_cz_dll_pins *p);
/* Frees the counters; c may be NULL. */
void tn_cz_dll_cover_free(struct tn_cz_dll_cover *c);

extern const struct tn_cover_plan tn_cz_dll_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
