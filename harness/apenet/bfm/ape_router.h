/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The boundary of a router's bench, and what it shows to those that follow a whole run.
 */
#ifndef TN_BFM_APE_ROUTER_H
#define TN_BFM_APE_ROUTER_H

#include "../../bfm/show.h"
#include "../../sim/boundary.h"

#include <tn/apenet/ape_router.h>

extern const struct tn_boundary tn_ape_router_boundary;
extern struct tn_show_list tn_show_ape_router; /* one cycle: struct tn_ape_router_pins */

/* The parameters of the router whose bench runs. */
void tn_ape_router_params(struct tn_ape_router_config *out);

#endif
