/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The boundary of a router's bench.
 */
#ifndef TN_BFM_APE_ROUTER_H
#define TN_BFM_APE_ROUTER_H

#include "../../sim/boundary.h"

extern const struct tn_boundary tn_ape_router_boundary;

#endif
