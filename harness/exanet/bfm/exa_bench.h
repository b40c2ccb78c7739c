/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: what ExaNet brings to benches (bench.c), and what its monitors show.
 */
#ifndef TN_EXA_BENCH_H
#define TN_EXA_BENCH_H

#include "../../bfm/show.h"
#include "../../fault/saboteur.h"
#include "../../sim/boundary.h"

#include <tn/exanet/bfm_exa.h>

extern const struct tn_boundary tn_exa_source_boundary, tn_exa_monitor_boundary,
    tn_exa_pins_boundary, tn_exa_line_boundary;
extern const struct tn_saboteur_form tn_exa_saboteur_form;

/* Sources by place, for saboteurs, whose sources have no name to be found by. */
void tn_exa_source_declare(unsigned id, const char *name);
struct tn_exa_source *tn_exa_source_slot(unsigned id);

/* A word passed a channel's monitor: struct tn_exa_seen. */
extern struct tn_show_list tn_show_exa_word;

#endif
