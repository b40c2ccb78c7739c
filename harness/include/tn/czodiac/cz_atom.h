/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Board of the I/O remapper while its tables change (cz_ioport_remap.md section 2, "Atomic
 * update"): each TLP must be treated by one of the tables that it may have met.
 *
 * The board keeps the TLPs that came and left, and judges them when none is under way. It judges
 * order within a class only; tn/czodiac/cz_board.h judges the rest, while tables do not change.
 */
#ifndef TN_CZ_ATOM_H
#define TN_CZ_ATOM_H

#include <tn/czodiac/cz_remap.h>
#include <tn/event.h>
#include <tn/verdict.h>

struct tn_cz_atom;

/* Makes a board for empty tables, as after rst. Verdicts go to fn. NULL on ENOMEM. */
struct tn_cz_atom *tn_cz_atom_new(unsigned funcs, unsigned ports, tn_verdict_fn *fn, void *ctx);

/* A register was written, with reg_wr high in that cycle; cycles count as those of events. */
void tn_cz_atom_write(struct tn_cz_atom *a, uint64_t cycle, uint32_t addr, uint32_t value);

/* A TLP passed at a stream: "s_usr", "s_dev", "m_usr" or "m_dev". Input TLPs must not be
 * completions with status UR, because the board takes each such completion that leaves for one of
 * the remapper. */
void tn_cz_atom_event(struct tn_cz_atom *a, const char *stream, const struct tn_event *ev);
/* obs_rej_* showed a reject. */
void tn_cz_atom_reject(struct tn_cz_atom *a, unsigned dir, unsigned cause, unsigned port);

/* Returns the number of TLPs that came and were neither forwarded nor rejected yet. */
unsigned long tn_cz_atom_pending(const struct tn_cz_atom *a);

/* Judges all TLPs since the last call and forgets them: CZR-ATOM-1 for a TLP whose fate fits no
 * table, CZR-DUP-1 for outputs that are left over. Returns how many TLPs may have met more than one
 * table. */
unsigned long tn_cz_atom_judge(struct tn_cz_atom *a);

/* Returns the model with the newest tables. */
struct tn_cz_remap *tn_cz_atom_model(struct tn_cz_atom *a);
/* Frees the board. */
void tn_cz_atom_free(struct tn_cz_atom *a);

#endif
