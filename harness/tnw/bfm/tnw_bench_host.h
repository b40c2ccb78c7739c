/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Between a TNW bench and its hosts.
 */
#ifndef TNW_BENCH_HOST_H
#define TNW_BENCH_HOST_H

#include <tn/tnw/tnw_bench.h>

/* A TLP from the node: host memory is written, a read is taken, a register's value has come. */
void tn_tnw_bench_tlp(struct tn_tnw_host_node *n, const struct tn_event *ev);
/* Completions that are due leave. */
void tn_tnw_bench_turn(struct tn_tnw_host_node *n);

#endif
