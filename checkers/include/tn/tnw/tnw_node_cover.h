/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a TNW node beyond its links: a reception side and a processor interface,
 * fed with their pins, and a torus, with what passes at its hosts and on its lines
 * (model/tnw/cover_rcv.def, cover_pi.def, cover_torus.def).
 */
#ifndef TN_TNW_NODE_COVER_H
#define TN_TNW_NODE_COVER_H

#include <tn/cover.h>
#include <tn/tnw/tnw_pi.h>
#include <tn/tnw/tnw_rcv.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_rcv_cover;
/* NULL on ENOMEM. */
struct tn_tnw_rcv_cover *tn_tnw_rcv_cover_new(const struct tn_tnw_rcv_params *p);
void tn_tnw_rcv_cover_free(struct tn_tnw_rcv_cover *c);
/* The pins of one cycle, in order. */
void tn_tnw_rcv_cover_cycle(struct tn_tnw_rcv_cover *c, const struct tn_tnw_rcv_in *in,
                            const struct tn_tnw_rcv_out *out);
const struct tn_cover *tn_tnw_rcv_cover_counts(const struct tn_tnw_rcv_cover *c);
extern const struct tn_cover_plan tn_tnw_rcv_cover_plan;

/* The same of a processor interface. */
struct tn_tnw_pi_cover;
struct tn_tnw_pi_cover *tn_tnw_pi_cover_new(const struct tn_tnw_pi_params *p);
void tn_tnw_pi_cover_free(struct tn_tnw_pi_cover *c);
void tn_tnw_pi_cover_cycle(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_in *in, const struct tn_tnw_pi_out *out);
const struct tn_cover *tn_tnw_pi_cover_counts(const struct tn_tnw_pi_cover *c);
extern const struct tn_cover_plan tn_tnw_pi_cover_plan;

/* ... of a torus: TLPs to and from a node's host, words that came in on a line (hurt: an error was
 * put on it), packets that tnw_rcv took, errors of the bench. */
struct tn_tnw_torus_cover;
struct tn_tnw_torus_cover *tn_tnw_torus_cover_new(void);
void tn_tnw_torus_cover_free(struct tn_tnw_torus_cover *c);
void tn_tnw_torus_cover_to(struct tn_tnw_torus_cover *c, const struct tn_tnw_pi_params *par, uint64_t bar0,
                           uint64_t bar2, const uint8_t *bytes, size_t len);
void tn_tnw_torus_cover_from(struct tn_tnw_torus_cover *c, const uint8_t *bytes, size_t len);
void tn_tnw_torus_cover_word(struct tn_tnw_torus_cover *c, struct tnw_word w, bool hurt);
void tn_tnw_torus_cover_take(struct tn_tnw_torus_cover *c, unsigned id, bool fit); /* 8 x link + channel */
enum tn_tnw_torus_error {
    TN_TNW_TORUS_BIT, /* of one cycle */
    TN_TNW_TORUS_BIT_LONG,
    TN_TNW_TORUS_BITS,
    TN_TNW_TORUS_CUT,
    TN_TNW_TORUS_CUT_ENDS,
    TN_TNW_TORUS_NOISE,
    TN_TNW_TORUS_HELD
};
void tn_tnw_torus_cover_error(struct tn_tnw_torus_cover *c, enum tn_tnw_torus_error what);
const struct tn_cover *tn_tnw_torus_cover_counts(const struct tn_tnw_torus_cover *c);
extern const struct tn_cover_plan tn_tnw_torus_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
