/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a network interface (apenet/model/cover_ni.def). The caller passes the
 * beats of both AXI ports and the pins of the local port; <tn/cover.h> has what all states share.
 */
#ifndef TN_APE_NI_COVER_H
#define TN_APE_NI_COVER_H

#include <tn/apenet/ape_ni_judge.h>
#include <tn/cover.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_ape_ni_cover;

/* Makes counters for a network interface with these parameters. NULL on ENOMEM. */
struct tn_ape_ni_cover *tn_ape_ni_cover_new(const struct tn_apn_params *par);
/* Sets the node's coordinates from the next reset on. */
void tn_ape_ni_cover_own(struct tn_ape_ni_cover *c, uint16_t own);
/* A beat at the register port, or at the memory port; beats come before their cycle does. */
void tn_ape_ni_cover_axi(struct tn_ape_ni_cover *c, bool of_memory, const struct tn_axi_seen *seen);
/* A cycle of the local port; cycles come in order. */
void tn_ape_ni_cover_cycle(struct tn_ape_ni_cover *c, uint64_t cycle, bool rst,
                           const struct tn_apn_local *l);
extern const struct tn_cover_plan tn_ape_ni_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
