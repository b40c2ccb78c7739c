/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of TNW: resets of who sends on a cable, and the meaning that words of other lines have on
 * TNW's.
 */
#include <tn/tnw/tnw_fault_kinds.h>

enum { LINE = TN_FAULT_ON_LINE | TN_FAULT_ON_PACKET, COUNT = TN_FAULT_ARG | TN_FAULT_NEEDS_ARG };

static const struct tn_fault_kind kinds[] = {
    {TN_FAULT_NODERST, 180, LINE | COUNT, "noderst",
     "resets the node of a torus that sends on the line, for some cycles"},
    {TN_FAULT_LINKRST, 190, LINE | COUNT, "linkrst",
     "resets the link that sends on a torus' line, for some cycles"},
    {TN_FAULT_TNW_FEEDBACK_LOSE, 0, LINE | TN_FAULT_LEN | TN_FAULT_ALSO, "nfclose",
     "loses feedback"},
    {TN_FAULT_TNW_FEEDBACK_FLIP, 0, LINE | TN_FAULT_ARG | TN_FAULT_ALSO, "nfcflip",
     "inverts a bit of a feedback"},
    {TN_FAULT_TNW_SYMBOL, 0, LINE | TN_FAULT_ALSO, "join",
     "inverts one to four bits of a word's symbols"},
    {TN_FAULT_TNW_SKEW, 0, LINE | TN_FAULT_ARG | TN_FAULT_ALSO, "slip", "delays a lane"},
};

const struct tn_fault_kinds tn_fault_kinds_tnw = {kinds, sizeof kinds / sizeof *kinds};
