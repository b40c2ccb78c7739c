/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One direction of a TNW line (tnw_line.c).
 */
#ifndef TN_BFM_TNW_LINE_H
#define TN_BFM_TNW_LINE_H

#include <tn/tnw/bfm_tnw.h>

enum { TN_TNW_LINE_MAX = 63 }; /* words under way */

struct tn_tnw_line {
    enum tn_tnw_way way;
    struct tn_tnw_pcs_rx word[TN_TNW_LINE_MAX + 1]; /* words under way; [0] comes out next */
    unsigned n, delay;
    unsigned kinds, turn, errors[TN_TNW_ERRORS]; /* turn: kind of the last error */
    uint32_t one_in;
    bool loses;                      /* the next packet becomes IDLE */
    unsigned gone;                   /* words of that packet still to come */
    unsigned hurt;                   /* errors of the next symbols */
    struct tnw_word put[TN_TNW_PUT]; /* words that take the place of IDLE words */
    unsigned put_n;
    bool placed; /* the word that came out is one of put */
    struct tn_rng rng;
    tn_tnw_strike_fn *fn;
    void *ctx;
};

/* Makes l an idle line. delay: cycles, 2 to 60; errors may change it a little until the
 * line idles. */
void tn_tnw_line_init(struct tn_tnw_line *l, enum tn_tnw_way way, unsigned delay, uint64_t seed);
/* Takes the word that goes in and returns the word that comes out. *kinds receives the errors of
 * that word; the caller does those of symbols. */
struct tn_tnw_pcs_rx tn_tnw_line_step(struct tn_tnw_line *l, const struct tn_tnw_pcs_rx *in,
                                      uint64_t cycle, unsigned *kinds);

#endif
