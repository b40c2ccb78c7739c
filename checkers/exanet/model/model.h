/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of ExaNet's models: the functions that their files share.
 */
#ifndef TN_EXA_MODEL_H
#define TN_EXA_MODEL_H

#include <tn/exanet/exa_crossbar.h>
#include <tn/exanet/exa_mux.h>
#include <tn/judge.h>

/* The switch, the mux or the demux, which differ in their routes. */
enum exa_switch_kind { EXA_CROSSBAR, EXA_MUX, EXA_DEMUX };
struct exa_switch {
    enum exa_switch_kind kind;
    unsigned ins, outs;
    uint32_t own;
    struct tn_exa_xbar_params xbar;   /* EXA_CROSSBAR */
    struct tn_exa_demux_params demux; /* EXA_DEMUX */
};
/* The next three functions return the description of a block with these parameters. */
struct exa_switch exa_switch_of_crossbar(const struct tn_exa_xbar_params *p, uint32_t own);
struct exa_switch exa_switch_of_mux(unsigned in_n);
struct exa_switch exa_switch_of_demux(const struct tn_exa_demux_params *p);

/* Returns the demux's output of a packet, or -1 (mux.c). */
int exa_demux_route(const struct tn_exa_demux_params *p, const struct exa_packet *k);

/* Says whether any block drops the packet for its header, apart from the CRC (crossbar_step.c). */
bool exa_is_malformed(const struct exa_packet *k);

/* The packet under way at an input of a switch (crossbar_step.c). */
enum exa_xbar_state { EXA_XBAR_IDLE, EXA_XBAR_SENDING, EXA_XBAR_DROPPING };
struct exa_xbar_in {
    enum exa_xbar_state state;
    int out;       /* SENDING: the output */
    unsigned want; /* SENDING: payload words that the header asks for */
    unsigned got;  /* SENDING: payload words so far */
};

/* Takes one word at input in and fills step. */
void exa_xbar_step(const struct exa_switch *x, unsigned in, struct exa_xbar_in *s,
                   const struct tn_exa_word *w, struct tn_exa_xbar_step *step);

/* Makes the model of any of the three blocks (crossbar.c). NULL on ENOMEM. */
struct tn_exa_xbar *exa_switch_new(const struct exa_switch *x);
struct tn_exa_xbar_judge;
/* Makes the judge of any of the three blocks (crossbar_judge.c). NULL on ENOMEM. */
struct tn_exa_xbar_judge *exa_switch_judge_new(const struct exa_switch *x, tn_verdict_fn *fn,
                                               void *ctx);

#endif
