/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Between a TNW bench and its hosts.
 */
#ifndef TNW_BENCH_HOST_H
#define TNW_BENCH_HOST_H

#include <tn/tnw/tnw_bench.h>

/* Takes a TLP from the node: writes host memory, takes a read, or takes a register's value. */
void tn_tnw_bench_tlp(struct tn_tnw_host_node *n, const struct tn_event *ev);
/* Sends the completions that are due. */
void tn_tnw_bench_turn(struct tn_tnw_host_node *n);

#endif
