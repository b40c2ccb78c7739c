/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the cluster: none but those that every link and register has.
 */
#include <tn/fault.h>

extern const struct tn_fault_kinds tn_fault_kinds_cluster;
const struct tn_fault_kinds tn_fault_kinds_cluster = {NULL, 0};
