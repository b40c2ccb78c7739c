/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of tnw_pcs (checkers/tnw/spec/tnw_link.md sections 1, 2; tnw.md section 5):
 * four lanes of 8b/10b symbols, and a judge that holds a DUT's pins against it.
 *
 * A symbol is ten bits, a of abcdei fghj in bit 0 and first on the line.
 */
#ifndef TN_TNW_PCS_H
#define TN_TNW_PCS_H

#include <tn/tnw/tnw.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The symbol of an octet (control: one of the twelve of 802.3) for the running disparity *rd
 * (true: positive), which is moved on. -1: no such control octet; *rd stays. */
int tn_tnw_encode(uint8_t octet, bool control, bool *rd);

enum tn_tnw_symbol { TN_TNW_VALID, TN_TNW_DISPARITY, TN_TNW_CODE };
/* What a symbol is for the running disparity *rd, which moves on by its bits. Not valid: octet
 * FE, control. Symbols keep their octet here: /K/ is BC, not 07. */
enum tn_tnw_symbol tn_tnw_decode(unsigned symbol, bool *rd, uint8_t *octet, bool *control);

/* Encoder of all four lanes. */
struct tn_tnw_encoder {
    bool rd[4];
    uint8_t idle; /* idle columns so far, modulo 16 */
};
/* The 40 bits of a word; lane i in bits 10i+9:10i. All zeros is an encoder after reset. */
uint64_t tn_tnw_encode_word(struct tn_tnw_encoder *e, struct tnw_word w);

/* What the receiver makes of the bits up to this cycle. */
struct tn_tnw_pcs_rx {
    struct tnw_word word;
    bool up;
    uint8_t code_n, disp_n;
    uint8_t sync; /* obs_sync */
};

struct tn_tnw_decoder;
/* NULL on ENOMEM. */
struct tn_tnw_decoder *tn_tnw_decoder_new(void);
void tn_tnw_decoder_free(struct tn_tnw_decoder *d);
void tn_tnw_decoder_reset(struct tn_tnw_decoder *d);
/* The 40 bits of a cycle: the word whose last bits they bring, with no delay at all. */
struct tn_tnw_pcs_rx tn_tnw_decode_bits(struct tn_tnw_decoder *d, uint64_t rx_sym);

/* The pins of a tnw_pcs in one cycle. */
struct tn_tnw_pcs_pins {
    bool rst;
    struct tnw_word tx;
    uint64_t tx_sym, rx_sym;
    struct tn_tnw_pcs_rx rx; /* rx_data to obs_sync */
};

struct tn_tnw_pcs_judge;
/* Rules TNW-SYM-1, TNW-SYM-2, TNW-PCS-1 to TNW-PCS-5. NULL on ENOMEM; fn may be NULL. */
struct tn_tnw_pcs_judge *tn_tnw_pcs_judge_new(tn_verdict_fn *fn, void *ctx);
void tn_tnw_pcs_judge_free(struct tn_tnw_pcs_judge *w);
/* One cycle, the first of them with rst. */
void tn_tnw_pcs_judge_cycle(struct tn_tnw_pcs_judge *w, const struct tn_tnw_pcs_pins *p,
                            uint64_t cycle);
/* How often a rule was exercised, and broken. */
uint64_t tn_tnw_pcs_judge_asked(const struct tn_tnw_pcs_judge *w, const char *rule);
uint64_t tn_tnw_pcs_judge_broken(const struct tn_tnw_pcs_judge *w, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
