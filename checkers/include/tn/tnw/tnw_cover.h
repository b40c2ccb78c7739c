/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a TNW link's end (tnw/model/link/cover_link.def). The caller passes the
 * end's pins; the functions count the situations of the page that occurred.
 */
#ifndef TN_TNW_COVER_H
#define TN_TNW_COVER_H

#include <tn/cover.h>
#include <tn/tnw/tnw_link.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_cover;

/* Makes counters. NULL on ENOMEM. */
struct tn_tnw_cover *tn_tnw_cover_new(const struct tn_tnw_params *p);
/* Passes the pins of one cycle; cycles come in order. */
void tn_tnw_cover_cycle(struct tn_tnw_cover *c, const struct tn_tnw_in *in,
                        const struct tn_tnw_out *out);

extern const struct tn_cover_plan tn_tnw_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
