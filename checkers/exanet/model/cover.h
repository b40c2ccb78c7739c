/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the common part of the coverage of ExaNet's blocks.
 */
#ifndef TN_EXA_COVER_PRIVATE_H
#define TN_EXA_COVER_PRIVATE_H

#include <tn/exanet/exa_cover.h>

/* The functions of a block's coverage, as those of <tn/exanet/exa_cover.h>. NULL: the block ignores
 * the event. */
struct exa_cover_ops {
    void (*reset)(struct tn_exa_cover *c, uint32_t own);
    void (*word)(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                 uint32_t waited);
    void (*line)(struct tn_exa_cover *c, bool sent, unsigned side, const struct tn_exl_block *b);
    void (*cause)(struct tn_exa_cover *c, unsigned cause);
    void (*axi)(struct tn_exa_cover *c, const struct tn_axi_seen *seen);
    void (*memory)(struct tn_exa_cover *c, const struct tn_axi_seen *seen);
    void (*window)(struct tn_exa_cover *c, const struct tn_axi_seen *seen);
    void (*free)(struct tn_exa_cover *c); /* frees memory that the block's state owns */
};

/* The first member of each block's state. */
struct tn_exa_cover {
    struct tn_cover *counts; /* (first: a state of tn_cover_state_new()) */
    const struct exa_cover_ops *ops;
};

/* Makes a state of size bytes, which are 0 behind its head. NULL on ENOMEM. */
void *exa_cover_new(size_t size, const struct exa_cover_ops *ops, const struct tn_cover_plan *plan);

/* Returns the index of the first of n rising bounds that v does not exceed; n: v exceeds all. */
unsigned exa_cover_class(const unsigned *most, unsigned n, unsigned v);

#define CLASS_OF(most, v)  exa_cover_class(most, sizeof(most) / sizeof *(most), v)

#endif
