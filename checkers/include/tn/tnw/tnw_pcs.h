/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of tnw_pcs (checkers/tnw/spec/tnw_link.md sections 1, 2; tnw.md section 5):
 * four lanes of 8b/10b symbols, and a judge that holds a DUT's pins against it.
 */
#ifndef TN_TNW_PCS_H
#define TN_TNW_PCS_H

#include <tn/code8b10b.h>
#include <tn/tnw/tnw.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The encoder of all four lanes. All zeros is the state after reset. */
struct tn_tnw_encoder {
    bool rd[4];   /* running disparity of each lane */
    uint8_t idle; /* idle columns so far, modulo 16 */
};
/* Returns the 40 bits of a word; lane i stands in bits 10i+9:10i. */
uint64_t tn_tnw_encode_word(struct tn_tnw_encoder *e, struct tnw_word w);

/* The receiver's outputs after the bits up to this cycle. */
struct tn_tnw_pcs_rx {
    struct tnw_word word;
    bool up;        /* rx_up */
    uint8_t code_n; /* symbols outside the code in this cycle */
    uint8_t disp_n; /* disparity errors in this cycle */
    uint8_t sync;   /* obs_sync */
};

struct tn_tnw_decoder;
/* Makes a decoder of four lanes, as after reset. NULL on ENOMEM. */
struct tn_tnw_decoder *tn_tnw_decoder_new(void);
/* Frees the decoder. */
void tn_tnw_decoder_free(struct tn_tnw_decoder *d);
/* Resets the decoder. */
void tn_tnw_decoder_reset(struct tn_tnw_decoder *d);
/* Takes the 40 bits of a cycle and returns the word that they complete, without delay. */
struct tn_tnw_pcs_rx tn_tnw_decode_bits(struct tn_tnw_decoder *d, uint64_t rx_sym);

/* The pins of a tnw_pcs in one cycle. */
struct tn_tnw_pcs_pins {
    bool rst;
    struct tnw_word tx;
    uint64_t tx_sym, rx_sym;
    struct tn_tnw_pcs_rx rx; /* rx_data to obs_sync */
};

struct tn_tnw_pcs_judge;
/* Makes a judge by the rules TNW-SYM-1, TNW-SYM-2, TNW-PCS-1 to TNW-PCS-5. fn may be NULL. NULL on
 * ENOMEM. */
struct tn_tnw_pcs_judge *tn_tnw_pcs_judge_new(tn_verdict_fn *fn, void *ctx);
/* Frees the judge. */
void tn_tnw_pcs_judge_free(struct tn_tnw_pcs_judge *w);
/* Judges the pins of one cycle; the first cycle is one of rst. */
void tn_tnw_pcs_judge_cycle(struct tn_tnw_pcs_judge *w, const struct tn_tnw_pcs_pins *p,
                            uint64_t cycle);
/* Returns how often a rule was asked. */
uint64_t tn_tnw_pcs_judge_asked(const struct tn_tnw_pcs_judge *w, const char *rule);
/* Returns how often a rule was broken. */
uint64_t tn_tnw_pcs_judge_broken(const struct tn_tnw_pcs_judge *w, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
