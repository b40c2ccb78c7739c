/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words into the model of ExaNet's switch, and into those of mux and demux, which are the same.
 */
#ifndef EXA_XBAR_FIXTURE_H
#define EXA_XBAR_FIXTURE_H

#include "exa_fixture.h"

#include <tn/exanet/exa_crossbar.h>

/* Passes one word at input in, in cycle 0. Returns its fate. */
static inline struct tn_exa_xbar_step give(struct tn_exa_xbar *m, unsigned in,
                                           const struct tn_exa_word *w)
{
    struct tn_exa_xbar_step step;
    assert_int_equal(tn_exa_xbar_word(m, in, w, 0, &step), 0);
    return step;
}

static inline void give_all(struct tn_exa_xbar *m, unsigned in, const struct words *s)
{
    for (unsigned i = 0; i < s->n; i++)
        give(m, in, &s->w[i]);
}

#endif
