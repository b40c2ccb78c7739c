/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Kinds of faults of TNW's lines and of the nodes that send on them.
 */
#ifndef TN_TNW_FAULT_KINDS_H
#define TN_TNW_FAULT_KINDS_H

#include <tn/event.h>
#include <tn/fault.h>

enum {
    /* arg: cycles */
    TN_FAULT_NODERST = TN_FAULT_OF(TN_AT_tnw, 0), /* the node that sends on the line is in reset */
    TN_FAULT_LINKRST,                             /* that node's link is in reset, by CTRL.reset */
    /* names of other kinds, with their meaning on TNW's lines */
    TN_FAULT_TNW_FEEDBACK_LOSE, /* nfclose: len feedbacks are lost */
    TN_FAULT_TNW_FEEDBACK_FLIP, /* nfcflip: a bit of a feedback is inverted */
    TN_FAULT_TNW_SYMBOL,        /* join: one to four bits of a word's symbols are inverted */
    TN_FAULT_TNW_SKEW,          /* slip: a lane's delay changes */
};
extern const struct tn_fault_kinds tn_fault_kinds_tnw;

#endif
