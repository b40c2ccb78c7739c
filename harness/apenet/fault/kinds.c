/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of APEnet's lines: those of literals and control words, those of lanes and symbols, and
 * the meaning that words of other lines have on APEnet's.
 */
#include <tn/apenet/ape_fault_kinds.h>

enum { LINE = TN_FAULT_ON_LINE | TN_FAULT_ON_PACKET };

static const struct tn_fault_kind kinds[] = {
    {TN_FAULT_LITLOSE, 200, LINE, "litlose", "loses the second word of a literal (APEnet)"},
    {TN_FAULT_CTLFLIP, 210, LINE | TN_FAULT_ARG, "ctlflip",
     "inverts one bit of a MAGIC or START (APEnet)"},
    {TN_FAULT_APE_K_FLIP, 212, LINE | TN_FAULT_ARG, "kflip",
     "inverts k of one word of a packet (APEnet)"},
    {TN_FAULT_APE_START_FLIP, 214, LINE | TN_FAULT_ARG, "startflip",
     "inverts one bit of a START (APEnet)"},
    {TN_FAULT_APE_SYMBOL_LOSE, 220, LINE | TN_FAULT_ARG, "symlose",
     "a lane loses a symbol (APEnet, symbols)"},
    {TN_FAULT_APE_SYMBOL_DUP, 230, LINE | TN_FAULT_ARG, "symdup",
     "a lane has a symbol twice (APEnet, symbols)"},
    {TN_FAULT_APE_LANE_DARK, 240, LINE | TN_FAULT_ARG | TN_FAULT_NEEDS_ARG, "lanedark",
     "a lane is dark for some cycles (APEnet, symbols)"},
    {TN_FAULT_APE_LANE_SKEW, 250, LINE | TN_FAULT_ARG | TN_FAULT_NEEDS_ARG | TN_FAULT_LEN,
     "laneskew", "a lane comes some bits later, for some cycles (APEnet, symbols)"},
    {TN_FAULT_APE_CREDIT_LOSE, 0, LINE | TN_FAULT_LEN | TN_FAULT_ALSO, "nfclose",
     "loses credit words"},
    {TN_FAULT_APE_CREDIT_FLIP, 0, LINE | TN_FAULT_ARG | TN_FAULT_ALSO, "nfcflip",
     "inverts a bit of a credit word"},
    {TN_FAULT_APE_WORD_LOSE, 0, LINE | TN_FAULT_ARG | TN_FAULT_ALSO, "wordlose", "loses a word"},
    {TN_FAULT_APE_WORD_DUP, 0, LINE | TN_FAULT_ARG | TN_FAULT_ALSO, "worddup",
     "sends a word twice"},
};

const struct tn_fault_kinds tn_fault_kinds_apenet = {kinds, sizeof kinds / sizeof *kinds};
