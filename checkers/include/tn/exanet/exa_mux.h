/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference models of exa_mux and exa_demux (checkers/exanet/spec/exa_mux.md).
 *
 * A word means the same there as in the switch, so the models and watches are those of
 * tn/exa_crossbar.h and tn/exa_crossbar_judge.h, made here with other routes, and used by the
 * functions there. The mux has output 0 alone, the demux input 0; own is not looked at.
 */
#ifndef TN_EXA_MUX_H
#define TN_EXA_MUX_H

#include <tn/exanet/exa_crossbar_judge.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_EXA_DEMUX_OUTS = 16 };

/* Parameters of section 2; type_set: bit t of [p]: output p takes type t. */
struct tn_exa_demux_params {
    unsigned out_n;
    uint16_t dram_en, range_en;
    uint8_t range_lo[TN_EXA_DEMUX_OUTS], range_hi[TN_EXA_DEMUX_OUTS];
    uint16_t type_set[TN_EXA_DEMUX_OUTS];
};

/* The contract's defaults. */
void tn_exa_demux_defaults(struct tn_exa_demux_params *p);

/* in_n: 2 to 16 inputs. All give NULL on ENOMEM; fn may be NULL. */
struct tn_exa_xbar *tn_exa_mux_new(unsigned in_n);
struct tn_exa_xbar *tn_exa_demux_new(const struct tn_exa_demux_params *p);

/* Watches: EXX-CHN-1 to 3; the mux EXU-ORD-1, EXU-ARB-1, EXU-ARB-2, EXU-LAT-1, the demux EXU-RTE-1,
 * EXU-BLK-1 and EXU-LAT-2. */
struct tn_exa_xbar_judge *tn_exa_mux_judge_new(unsigned in_n, tn_verdict_fn *fn, void *ctx);
struct tn_exa_xbar_judge *tn_exa_demux_judge_new(const struct tn_exa_demux_params *p,
                                                 tn_verdict_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
