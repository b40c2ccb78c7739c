/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Scoreboard of the I/O remapper while its tables change (cz_ioport_remap.md
 * section 2, "Atomic update"): each TLP by one of the tables it may have met.
 *
 * Keeps what came and what left, and judges when nothing is under way. Order is
 * judged within a class alone; tn/cz_board.h does the rest, with tables that rest.
 */
#ifndef TN_CZ_ATOM_H
#define TN_CZ_ATOM_H

#include <tn/czodiac/cz_remap.h>
#include <tn/event.h>
#include <tn/verdict.h>

struct tn_cz_atom;

/* Tables empty, as after rst. Verdicts go to fn. NULL on ENOMEM. */
struct tn_cz_atom *tn_cz_atom_new(unsigned funcs, unsigned ports, tn_verdict_fn *fn, void *ctx);

/* A register written with reg_wr high in that cycle, counted as events are. */
void tn_cz_atom_write(struct tn_cz_atom *a, uint64_t cycle, uint32_t addr, uint32_t value);

/* stream: "s_usr", "s_dev", "m_usr" or "m_dev". Completions with status UR must not be
 * among what comes in: those that leave count as made here. */
void tn_cz_atom_event(struct tn_cz_atom *a, const char *stream, const struct tn_event *ev);
void tn_cz_atom_reject(struct tn_cz_atom *a, unsigned dir, unsigned cause, unsigned port);

/* TLPs that came and neither left nor were rejected yet. */
unsigned long tn_cz_atom_pending(const struct tn_cz_atom *a);

/* Judges all that was seen since the last time and forgets it: CZR-ATOM-1 for a TLP
 * that became what no table makes of it, CZR-DUP-1 for what is left over. Returns how
 * many had more than one table to go by. */
unsigned long tn_cz_atom_judge(struct tn_cz_atom *a);

/* The model under the newest tables. */
struct tn_cz_remap *tn_cz_atom_model(struct tn_cz_atom *a);
void tn_cz_atom_free(struct tn_cz_atom *a);

#endif
