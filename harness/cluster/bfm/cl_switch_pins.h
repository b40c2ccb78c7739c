/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the boundary of the level-2 switch (tn_bfm_cl_switch.v).
 */
#ifndef CL_SWITCH_PINS_H
#define CL_SWITCH_PINS_H

#include "../../sim/boundary.h"

#include <tn/cluster/cl_switch.h>

extern const struct tn_boundary tn_cl_switch_boundary;

/* Who plays: cycle is called at each edge with the pins of the cycle that ends and fills in next,
 * which comes zeroed, the inputs of the next one; tell at falling edges, when test code may run.
 * unknown: an output that counts was unknown. */
struct tn_cl_switch_player {
    void (*cycle)(void *ctx, uint64_t cycle, const struct tn_cl_switch_pins *p, bool unknown,
                  struct tn_cl_switch_pins *next);
    void (*tell)(void *ctx);
    void *ctx;
};
/* Sets the player; NULL: all inputs are 0. */
void tn_cl_switch_play(const struct tn_cl_switch_player *player);

#endif
