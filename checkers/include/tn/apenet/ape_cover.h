/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a torus link's end and of a router (apenet/model/cover_link.def,
 * cover_router.def). The caller passes the pins of each cycle; <tn/cover.h> has what all states share.
 */
#ifndef TN_APE_COVER_H
#define TN_APE_COVER_H

#include <tn/apenet/ape_link.h>
#include <tn/apenet/ape_router.h>
#include <tn/cover.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_ape_link_cover;

/* Makes counters for an end with these parameters. NULL on ENOMEM. */
struct tn_ape_link_cover *tn_ape_link_cover_new(const struct tn_ape_link_config *par);
/* Counts the pins of one cycle. */
void tn_ape_link_cover_cycle(struct tn_ape_link_cover *c, const struct tn_ape_link_pins *p);
extern const struct tn_cover_plan tn_ape_link_cover_plan;

struct tn_ape_router_cover;

/* Makes counters for a router with these parameters. NULL on ENOMEM. */
struct tn_ape_router_cover *tn_ape_router_cover_new(const struct tn_ape_router_config *par);
/* Frees the counters; c may be NULL. */
void tn_ape_router_cover_free(struct tn_ape_router_cover *c);
/* Counts the pins of one cycle. */
void tn_ape_router_cover_cycle(struct tn_ape_router_cover *c, const struct tn_ape_router_pins *p);
extern const struct tn_cover_plan tn_ape_router_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
