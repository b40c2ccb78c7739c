/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference models of exa_mux and exa_demux (checkers/exanet/spec/exa_mux.md).
 *
 * Words of both blocks mean the same as words of the switch. Therefore models and judges of both
 * are those of tn/exanet/exa_crossbar.h and tn/exanet/exa_crossbar_judge.h with other routes: they
 * are made by the functions here and used through the functions there. The mux has output 0 only,
 * the demux has input 0 only, and both ignore own.
 */
#ifndef TN_EXA_MUX_H
#define TN_EXA_MUX_H

#include <tn/exanet/exa_crossbar_judge.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_EXA_DEMUX_OUTS = 16 };

/* Parameters of the demux (section 2). */
struct tn_exa_demux_params {
    unsigned out_n;                       /* outputs */
    uint16_t dram_en;                     /* bit p: output p takes DRAM traffic */
    uint16_t range_en;                    /* bit p: output p takes a range of peripheral indexes */
    uint8_t range_lo[TN_EXA_DEMUX_OUTS];  /* first index of each range */
    uint8_t range_hi[TN_EXA_DEMUX_OUTS];  /* last index of each range */
    uint32_t type_set[TN_EXA_DEMUX_OUTS]; /* bit t: the output takes packets of type t */
};

/* Fills in the contract's defaults. */
void tn_exa_demux_defaults(struct tn_exa_demux_params *p);

/* Makes the model of a mux with in_n inputs, 2 to 16. NULL on ENOMEM. */
struct tn_exa_xbar *tn_exa_mux_new(unsigned in_n);
/* Makes the model of a demux. NULL on ENOMEM. */
struct tn_exa_xbar *tn_exa_demux_new(const struct tn_exa_demux_params *p);

/* Makes the judge of a mux: rules EXX-CHN-1 to 3, EXU-ORD-1, EXU-ARB-1, EXU-ARB-2, EXU-LAT-1. fn
 * may be NULL. NULL on ENOMEM. */
struct tn_exa_xbar_judge *tn_exa_mux_judge_new(unsigned in_n, tn_verdict_fn *fn, void *ctx);
/* Makes the judge of a demux: rules EXX-CHN-1 to 3, EXU-RTE-1, EXU-BLK-1, EXU-LAT-2. fn may be
 * NULL. NULL on ENOMEM. */
struct tn_exa_xbar_judge *tn_exa_demux_judge_new(const struct tn_exa_demux_params *p,
                                                 tn_verdict_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
