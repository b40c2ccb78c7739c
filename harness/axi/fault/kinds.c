/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of AXI4: none but those that every link and register has.
 */
#include <tn/fault.h>

extern const struct tn_fault_kinds tn_fault_kinds_axi;
const struct tn_fault_kinds tn_fault_kinds_axi = {NULL, 0};
