/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a lane's end (cluster/cl_link/cover.def) and of the level-2 switch
 * (cluster/cl_switch/cover.def). The caller passes the pins of each cycle; <tn/cover.h> has what all states share.
 */
#ifndef TN_CL_COVER_H
#define TN_CL_COVER_H

#include <tn/cluster/cl_link.h>
#include <tn/cluster/cl_switch.h>
#include <tn/cover.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_cl_link_cover;

/* Makes counters for an end with these parameters. NULL on ENOMEM. */
struct tn_cl_link_cover *tn_cl_link_cover_new(const struct tn_cl_link_config *par);
/* Counts the pins of one cycle. */
void tn_cl_link_cover_cycle(struct tn_cl_link_cover *c, const struct tn_cl_link_pins *p);
extern const struct tn_cover_plan tn_cl_link_cover_plan;

struct tn_cl_switch_cover;

/* Makes counters for a switch of that shape. NULL on ENOMEM. */
struct tn_cl_switch_cover *tn_cl_switch_cover_new(const struct tn_cl_switch_config *par);
/* Counts the pins of one cycle. */
void tn_cl_switch_cover_cycle(struct tn_cl_switch_cover *c, const struct tn_cl_switch_pins *p);
extern const struct tn_cover_plan tn_cl_switch_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
