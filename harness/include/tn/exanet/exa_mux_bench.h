/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The shape of the demux that runs, from its bench's parameters (harness/exanet/dut/exa_demux_tb.v).
 */
#ifndef TN_EXA_MUX_BENCH_H
#define TN_EXA_MUX_BENCH_H

#include <tn/exanet/exa_mux.h>

/* Fills in all of p; the DUT is exa_demux. */
void tn_exa_demux_bench(struct tn_exa_demux_params *p);

#endif
