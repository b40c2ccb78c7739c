/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Kinds of faults of APEnet's lines.
 */
#ifndef TN_APE_FAULT_KINDS_H
#define TN_APE_FAULT_KINDS_H

#include <tn/event.h>
#include <tn/fault.h>

enum {
    TN_FAULT_LITLOSE = TN_FAULT_OF(TN_AT_apenet, 0), /* the second MAGIC of a literal is lost */
    TN_FAULT_CTLFLIP,                                /* arg: the bit of a MAGIC or START, 128: k */
    /* names of other kinds, with their meaning on APEnet's lines */
    TN_FAULT_APE_CREDIT_LOSE, /* nfclose: len credit words are lost */
    TN_FAULT_APE_CREDIT_FLIP, /* nfcflip: a bit of a credit word is inverted */
    /* on lines of symbols; the lane is drawn where arg does not name it */
    TN_FAULT_APE_SYMBOL_LOSE, /* arg: the lane that loses a symbol */
    TN_FAULT_APE_SYMBOL_DUP,  /* arg: the lane on which a symbol comes twice */
    TN_FAULT_APE_LANE_DARK,   /* a lane is zeros for arg cycles */
    TN_FAULT_APE_LANE_SKEW,   /* a lane comes arg bits later, for len cycles, 0 until the end */
    /* on lines of words */
    TN_FAULT_APE_K_FLIP,     /* arg: the word of a packet whose k is inverted */
    TN_FAULT_APE_START_FLIP, /* arg: the bit of a START, 128: k */
    TN_FAULT_APE_WORD_LOSE,  /* wordlose; arg: a word of a packet, 0 its START */
    TN_FAULT_APE_WORD_DUP,   /* worddup */
};
extern const struct tn_fault_kinds tn_fault_kinds_apenet;

#endif
