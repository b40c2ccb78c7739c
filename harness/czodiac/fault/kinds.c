/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of cZodiac's blocks besides those that every link and register has: of the wire of a PCIe
 * link.
 */
#include <tn/czodiac/cz_wire_fault.h>

enum { WIRE = TN_FAULT_ON_LINE | TN_FAULT_ON_PACKET };

static const struct tn_fault_kind kinds[] = {
    {TN_FAULT_LINKDOWN, 200, TN_FAULT_ON_LINE | TN_FAULT_ARG | TN_FAULT_NEEDS_ARG, "linkdown",
     "takes a PCIe link down for some cycles"},
    {TN_FAULT_SYMBOL, 210, WIRE, "symbol", "a receiver error inside a frame of a PCIe link"},
};

extern const struct tn_fault_kinds tn_fault_kinds_czodiac;
const struct tn_fault_kinds tn_fault_kinds_czodiac = {kinds, sizeof kinds / sizeof *kinds};
