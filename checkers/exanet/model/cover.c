/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Hands what was seen to the block whose coverage is counted.
 */
#include "cover.h"


void *exa_cover_new(size_t size, const struct exa_cover_ops *ops, const struct tn_cover_plan *plan)
{
    struct tn_exa_cover *c = tn_cover_state_new(plan, size);
    if (c)
        c->ops = ops;
    return c;
}

void tn_exa_cover_free(struct tn_exa_cover *c)
{
    if (c && c->ops->free)
        c->ops->free(c);
    tn_cover_state_free(c);
}

unsigned exa_cover_class(const unsigned *most, unsigned n, unsigned v)
{
    unsigned i = 0;
    while (i < n && v > most[i])
        i++;
    return i;
}

void tn_exa_cover_reset(struct tn_exa_cover *c, uint32_t own)
{
    c->ops->reset(c, own);
}

void tn_exa_cover_word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                       uint32_t waited)
{
    c->ops->word(c, in, port, w, waited);
}

void tn_exa_cover_line(struct tn_exa_cover *c, bool sent, unsigned side,
                       const struct tn_exl_block *b)
{
    if (c->ops->line)
        c->ops->line(c, sent, side, b);
}

void tn_exa_cover_cause(struct tn_exa_cover *c, unsigned cause)
{
    if (c->ops->cause)
        c->ops->cause(c, cause);
}

void tn_exa_cover_axi(struct tn_exa_cover *c, const struct tn_axi_seen *seen)
{
    if (c->ops->axi)
        c->ops->axi(c, seen);
}

void tn_exa_cover_memory(struct tn_exa_cover *c, const struct tn_axi_seen *seen)
{
    if (c->ops->memory)
        c->ops->memory(c, seen);
}

void tn_exa_cover_window(struct tn_exa_cover *c, const struct tn_axi_seen *seen)
{
    if (c->ops->window)
        c->ops->window(c, seen);
}
