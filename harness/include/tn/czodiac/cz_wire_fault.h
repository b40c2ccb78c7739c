/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on the wire of a cz_dll, whose far end C plays
 * (harness/fault/README.md): frames are changed, lost or doubled, or the link goes down.
 */
#ifndef TN_CZ_WIRE_FAULT_H
#define TN_CZ_WIRE_FAULT_H

#include <tn/czodiac/bfm_cz_dll.h>
#include <tn/event.h>
#include <tn/fault.h>

/* Kinds of the wire's own. */
enum {
    TN_FAULT_LINKDOWN = TN_FAULT_OF(TN_AT_czodiac, 0), /* arg: cycles in which dl_up is 0 */
    TN_FAULT_SYMBOL, /* the frame comes with a receiver error */
};

/* Forgets all faults. With play, tn_inject() takes faults on the lines m_frm and s_frm from now on. */
void tn_cz_wire_play(bool play);
/* A frame passes the wire. Changes it as the faults say, and returns how often it arrives. */
unsigned tn_cz_wire_pass(enum tn_cz_place way, uint64_t cycle, struct tn_cz_frame *f);
/* Returns for how many cycles the link goes down now; 0: it stays as it is. Each fault is told once. */
unsigned tn_cz_wire_down(uint64_t cycle);

#endif
