/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Knobs and wishes of the level-2 switch by number.
 */
#ifndef CL_SWITCH_WORDS_H
#define CL_SWITCH_WORDS_H

#include <tn/bench.h>

enum cl_switch_knob {
    CL_SWITCH_KILL,
    CL_SWITCH_SHUT,
    CL_SWITCH_FREE_LATE,
    CL_SWITCH_ACK_LATE,
    CL_SWITCH_GREEDY,
    CL_SWITCH_NO_LIMITS
};
enum cl_switch_field { CL_SWITCH_DST, CL_SWITCH_SRC, CL_SWITCH_PRIO, CL_SWITCH_TYPE, CL_SWITCH_WORDS };
#define CL_SWITCH_OWN UINT32_MAX /* as src: the node of the lane's port */

extern const struct tn_bench_text tn_text_cl_switch;

/* Returns the number of a wished field. */
enum cl_switch_field cl_switch_wish(const char *field);

#endif
