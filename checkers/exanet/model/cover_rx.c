/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Finds the ends of packets at a block's input, for coverage.
 */
#include "cover_rx.h"

#include "model.h"

#include <tn/exanet/exa_ni.h>

void exa_cover_rx_reset(struct exa_cover_rx *rx)
{
    *rx = (struct exa_cover_rx){.state = EXA_COVER_BETWEEN};
}

static unsigned header(struct exa_cover_rx *rx, const struct tn_exa_word *w)
{
    const unsigned broken = rx->state == EXA_COVER_INSIDE ? 1u << TN_EXN_BROKEN : 0;
    struct exa_packet k;
    unsigned total;
    const enum tn_exn_cause cause = !tn_exa_word_header(w->data, &k) ? TN_EXN_HCRC
                                    : exa_is_malformed(&k)           ? TN_EXN_MALF
                                    : k.type == EXA_RELEASE          ? TN_EXN_SHORT
                                                                     : TN_EXN_NONE;
    if (cause != TN_EXN_NONE) {
        rx->state = cause == TN_EXN_SHORT ? EXA_COVER_BETWEEN : EXA_COVER_DROPPING;
        return broken | 1u << cause;
    }
    *rx = (struct exa_cover_rx){.state = EXA_COVER_INSIDE,
                                .want = tn_exa_word_count(&k, &total),
                                .type = k.type,
                                .tag = exa_is_message(&k),
                                .head = *w,
                                .packet = k};
    if (total > 1)
        return broken;
    rx->state = EXA_COVER_BETWEEN;
    return broken | EXA_COVER_WHOLE;
}

unsigned exa_cover_rx(struct exa_cover_rx *rx, const struct tn_exa_word *w)
{
    const bool footer = w->kind == TN_EXA_FTR;
    if (w->kind == TN_EXA_HDR)
        return header(rx, w);
    if (rx->state == EXA_COVER_BETWEEN)
        return 1u << TN_EXN_STRAY;
    if (rx->state == EXA_COVER_DROPPING) {
        rx->state = footer ? EXA_COVER_BETWEEN : EXA_COVER_DROPPING;
        return 0;
    }
    if (footer ? rx->got < rx->want : rx->got == rx->want) {
        rx->state = footer ? EXA_COVER_BETWEEN : EXA_COVER_DROPPING;
        return 1u << TN_EXN_BROKEN;
    }
    if (!footer) {
        rx->got++;
        return 0;
    }
    const struct tn_exa_word ends[2] = {rx->head, *w};
    tn_exa_words_decode(ends, 2, &rx->packet);
    rx->tag = exa_is_message(&rx->packet);
    rx->state = EXA_COVER_BETWEEN;
    return EXA_COVER_WHOLE;
}
