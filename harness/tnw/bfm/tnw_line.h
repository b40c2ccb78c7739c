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
    struct tn_tnw_pcs_rx word[TN_TNW_LINE_MAX + 1]; /* as they stood at its near end, [0] next */
    unsigned n, delay;
    unsigned kinds, turn, errors[TN_TNW_ERRORS]; /* turn: kind that came last */
    uint32_t one_in;
    bool loses;    /* the next packet */
    unsigned gone; /* words of it to come */
    unsigned hurt; /* errors of the next symbols */
    struct tnw_word put[TN_TNW_PUT]; /* words that take the place of IDLE ones */
    unsigned put_n;
    bool placed; /* the word that came out is such a one */
    struct tn_rng rng;
    tn_tnw_strike_fn *fn;
    void *ctx;
};

/* delay: cycles, 2 to 60; errors may move it a little until the line idles. */
void tn_tnw_line_init(struct tn_tnw_line *l, enum tn_tnw_way way, unsigned delay, uint64_t seed);
/* The word that goes in, the one that comes out; kinds: the errors that it is to have, of which
 * those of symbols are left to the caller. */
struct tn_tnw_pcs_rx tn_tnw_line_step(struct tn_tnw_line *l, const struct tn_tnw_pcs_rx *in,
                                      uint64_t cycle, unsigned *kinds);

#endif
