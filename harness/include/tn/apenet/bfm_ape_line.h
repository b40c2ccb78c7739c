/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words on the lines of an APEnet lattice (harness/apenet/bfm/tn_bfm_ape_line.v), as they come in
 * at the receiving end.
 */
#ifndef TN_BFM_APE_LINE_H
#define TN_BFM_APE_LINE_H

#include <tn/apenet/apenet.h>

#include <stdbool.h>
#include <stdint.h>

/* A word on a line. */
struct tn_ape_line_word {
    uint64_t cycle;
    unsigned line;          /* LINK_N x node + link */
    bool known;             /* no bit is unknown (Icarus) */
    bool k, in_band; /* in_band: control words are known by their content, and k means nothing */
    uint8_t word[APE_WORD]; /* most significant byte first */
};

/* Takes a word as the next one of a line. Returns its meaning; *lead, unless NULL, is the byte that
 * stands before it in a capture. */
static inline enum ape_kind tn_ape_line_take(struct ape_line *l, const struct tn_ape_line_word *w,
                                             uint8_t *lead)
{
    const uint8_t first = ape_line_lead(l, w->in_band, w->k);
    if (lead)
        *lead = first;
    return ape_line_word(l, first, w->word);
}

/* Receives each word, in order, some cycles late. */
typedef void tn_ape_line_fn(void *ctx, const struct tn_ape_line_word *w);
/* Sets the subscriber, until tn_monitor_clear(). */
void tn_ape_line_subscribe(tn_ape_line_fn *fn, void *ctx);

#endif
