/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a TNW node beyond its links: of a reception side and a processor interface
 * by their pins, and of a torus by the TLPs at its hosts and the words on its lines
 * (tnw/model/rcv/cover_rcv.def, pi/cover_pi.def, node/cover_torus.def).
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
/* Makes counters for a reception side. NULL on ENOMEM. */
struct tn_tnw_rcv_cover *tn_tnw_rcv_cover_new(const struct tn_tnw_rcv_params *p);
/* Passes the pins of one cycle; cycles come in order. */
void tn_tnw_rcv_cover_cycle(struct tn_tnw_rcv_cover *c, const struct tn_tnw_rcv_in *in,
                            const struct tn_tnw_rcv_out *out);
extern const struct tn_cover_plan tn_tnw_rcv_cover_plan;

/* The next functions do the same for a processor interface. */
struct tn_tnw_pi_cover;
struct tn_tnw_pi_cover *tn_tnw_pi_cover_new(const struct tn_tnw_pi_params *p);
void tn_tnw_pi_cover_cycle(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_in *in,
                           const struct tn_tnw_pi_out *out);
extern const struct tn_cover_plan tn_tnw_pi_cover_plan;

struct tn_tnw_torus_cover;
/* Makes counters for a torus. NULL on ENOMEM. */
struct tn_tnw_torus_cover *tn_tnw_torus_cover_new(void);
/* A node with these parameters and BARs got a TLP from its host. */
void tn_tnw_torus_cover_to(struct tn_tnw_torus_cover *c, const struct tn_tnw_pi_params *par,
                           uint64_t bar0, uint64_t bar2, const uint8_t *bytes, size_t len);
/* A node sent a TLP to its host. */
void tn_tnw_torus_cover_from(struct tn_tnw_torus_cover *c, const uint8_t *bytes, size_t len);
/* A word came in on a line; hurt: the bench put an error on the word. */
void tn_tnw_torus_cover_word(struct tn_tnw_torus_cover *c, struct tnw_word w, bool hurt);
/* tnw_rcv took a packet of (link, channel) id, 8 x link + channel; fit: the packet fitted its
 * credit. */
void tn_tnw_torus_cover_take(struct tn_tnw_torus_cover *c, unsigned id, bool fit);
/* Errors that the bench makes. */
enum tn_tnw_torus_error {
    TN_TNW_TORUS_BIT,      /* one bit, in one cycle */
    TN_TNW_TORUS_BIT_LONG, /* one bit, in several cycles */
    TN_TNW_TORUS_BITS,
    TN_TNW_TORUS_CUT,
    TN_TNW_TORUS_CUT_ENDS,
    TN_TNW_TORUS_NOISE,
    TN_TNW_TORUS_HELD
};
/* The bench made an error. */
void tn_tnw_torus_cover_error(struct tn_tnw_torus_cover *c, enum tn_tnw_torus_error what);
extern const struct tn_cover_plan tn_tnw_torus_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
