/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of the cZodiac I/O remapper (model/czodiac/cover.def): fed with
 * what goes into it, it asks a model of its own what becomes of it.
 */
#ifndef TN_CZ_COVER_H
#define TN_CZ_COVER_H

#include <tn/cover.h>
#include <tn/czodiac/cz_remap.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_cz_cover;

/* NULL on ENOMEM. */
struct tn_cz_cover *tn_cz_cover_new(unsigned funcs, unsigned ports);
void tn_cz_cover_reset(struct tn_cz_cover *c); /* rst of the DUT; counts stay */
void tn_cz_cover_write(struct tn_cz_cover *c, uint32_t addr, uint32_t value);
/* A TLP that came, whole. */
void tn_cz_cover_tlp(struct tn_cz_cover *c, enum tn_cz_dir dir, unsigned port, const uint8_t *p,
                     size_t len);
/* The receiver of a direction set the classes that may begin. */
void tn_cz_cover_ok(struct tn_cz_cover *c, enum tn_cz_dir dir, unsigned mask);
const struct tn_cover *tn_cz_cover_counts(const struct tn_cz_cover *c);
void tn_cz_cover_free(struct tn_cz_cover *c);

extern const struct tn_cover_plan tn_cz_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
