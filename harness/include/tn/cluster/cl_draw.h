/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets of the cluster.
 */
#ifndef TN_CL_DRAW_H
#define TN_CL_DRAW_H

#include <tn/cluster/cluster.h>
#include <tn/rng.h>

/* Draws a packet that keeps the rules of section 1, with seq 0 and a right CRC; number stands in
 * its values or data, of which some are an attacker's (cl_forge.h). types: set of types that it may have, as bits; 0: all. Returns its words. */
unsigned cl_draw(struct tn_rng *rng, unsigned types, uint32_t number, uint16_t out[CL_WORDS_MAX]);

#endif
