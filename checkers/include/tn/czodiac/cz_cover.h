/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of the cZodiac I/O remapper (czodiac/model/cover.def). The caller passes all
 * inputs of the remapper; a model inside tells the fate of each TLP, which chooses the bin.
 */
#ifndef TN_CZ_COVER_H
#define TN_CZ_COVER_H

#include <tn/cover.h>
#include <tn/czodiac/cz_remap.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_cz_cover;

/* Makes counters for a remapper with that many functions and ports. NULL on ENOMEM. */
struct tn_cz_cover *tn_cz_cover_new(unsigned funcs, unsigned ports);
/* The DUT was reset; counts stay. */
void tn_cz_cover_reset(struct tn_cz_cover *c);
/* Software wrote value to the register at byte address addr. */
void tn_cz_cover_write(struct tn_cz_cover *c, uint32_t addr, uint32_t value);
/* A whole TLP of len bytes came in; port is s_usr_port (U2D only). */
void tn_cz_cover_tlp(struct tn_cz_cover *c, enum tn_cz_dir dir, unsigned port, const uint8_t *p,
                     size_t len);
/* The receiver of a direction set the classes that may begin: bit 0 P, bit 1 NP, bit 2 CPL. */
void tn_cz_cover_ok(struct tn_cz_cover *c, enum tn_cz_dir dir, unsigned mask);
/* Frees the counters; c may be NULL. */
void tn_cz_cover_free(struct tn_cz_cover *c);

extern const struct tn_cover_plan tn_cz_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
