/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on the lines of a lattice or a torus: what a fault's text (tn/fault.h) becomes on the
 * words of a line. The lines are "line0" on, by the numbers of the page ape_torus.md; two may be
 * struck at a time. The bench shows the words of these two lines as they leave their sender, and
 * does what C says when they come in (harness/apenet/bfm/tn_bfm_ape_strikes.v).
 */
#ifndef TN_APE_LINE_FAULT_H
#define TN_APE_LINE_FAULT_H

#include <tn/bfm_block.h>
#include <tn/line_fault.h>

/* Word of a block's pins that is the first of the strikes', and of its inputs. */
enum { TN_APE_STRIKE_PINS = 2, TN_APE_STRIKE_PLAY = 0 };

/* Names the lines of a bench that has so many, each with a delay of that many cycles, and forgets
 * all faults. Lines without delay have no faults. */
void tn_ape_lines_open(unsigned lines, unsigned wire_cyc);
/* Says of the lines just named that their packets are ExaNet's. */
void tn_ape_lines_cells(void);
/* Says of the lines just named that they carry symbols: a cycle's 160 bits instead of a word. */
void tn_ape_lines_symbols(void);
/* Names a place that is no line, numbered from 0 behind the lines, with what is done there: the
 * same operations for all such places. */
void tn_ape_lines_also(unsigned place, const char *name, const struct tn_line_ops *ops);
/* The part of a bench's player that does the faults: takes the words of a cycle, and says what
 * becomes of those of the next. */
void tn_ape_lines_play(const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY]);

#endif
