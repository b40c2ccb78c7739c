/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The framing model: the receiver (cz_framing.md 4, 5). It names every breach; its caller knows
 * which of them a receiver reports and which only a judge of senders minds.
 */
#include "framing.h"

#include <string.h>

enum { SET_N = 3, ZEROS = 2, DLLP_SYMBOLS = 8, TLP_SYMBOLS = 8 /* the least, with END */ };

void tn_cz_reader_init(struct tn_cz_reader *r, const struct tn_cz_framing_params *par,
                       const struct tn_cz_reader_ops *ops, void *ctx)
{
    memset(r, 0, sizeof *r);
    r->par = *par;
    r->ops = ops;
    r->ctx = ctx;
}

void tn_cz_reader_drop(struct tn_cz_reader *r)
{
    r->open = r->excused = r->busy = r->torn = false;
    r->set_at = 0;
}

static void breach(struct tn_cz_reader *r, enum tn_cz_breach what, unsigned lane)
{
    if (r->ops->breach)
        r->ops->breach(r->ctx, what, lane, r->open, r->excused || r->was_excused);
}

static void ends(struct tn_cz_reader *r, bool edb, bool err)
{
    r->open = false;
    r->torn = err;
    r->f.edb = edb;
    r->f.err = err || r->doubt;
    r->ops->frame(r->ctx, &r->f, r->unsure, r->began);
}

/* An error: a frame ends by it, and what follows may be a consequence. */
static void wrong(struct tn_cz_reader *r, enum tn_cz_breach what, unsigned lane)
{
    breach(r, what, lane);
    if (!r->open)
        return;
    ends(r, false, true);
    r->excused = true;
}

static void begins(struct tn_cz_reader *r, uint8_t octet)
{
    r->open = r->first = true;
    r->doubt = r->torn;
    r->excused = r->torn = false;
    r->began = r->columns;
    r->at = 1;
    r->f.dllp = octet == TN_CZ_SDP;
    r->f.edb = r->f.err = false;
    r->f.len = r->f.dllp ? DLLP_SYMBOLS : ZEROS;
    memset(r->f.bytes, 0, DLLP_SYMBOLS);
}

static void in_frame(struct tn_cz_reader *r, uint8_t octet)
{
    const size_t at = r->f.dllp ? r->at - 1 : r->f.len;
    if (r->f.dllp && r->at == DLLP_SYMBOLS - 1) {
        wrong(r, TN_CZ_NO_END, 0);
        return;
    }
    if (at < sizeof r->f.bytes)
        r->f.bytes[at] = octet;
    if (!r->f.dllp && r->f.len < sizeof r->f.bytes)
        r->f.len++;
    r->at++;
}

/* END or EDB. */
static void end(struct tn_cz_reader *r, unsigned lane, bool edb)
{
    if (!r->open) {
        breach(r, TN_CZ_STRAY, lane);
        r->excused = r->torn = false;
        return;
    }
    r->at++;
    if (r->f.dllp ? r->at != DLLP_SYMBOLS || edb : r->at % 4 != 0 || r->at < TLP_SYMBOLS) {
        wrong(r, TN_CZ_NO_END, lane);
    } else {
        ends(r, edb, false);
    }
    r->torn = false;
    r->closed = lane == 3;
}

/* STP or SDP. In lane 4 a frame begins behind one that ends in lane 3. */
static void start(struct tn_cz_reader *r, unsigned lane, uint8_t octet)
{
    const bool place = lane == 0 || (lane == 4 && r->par.lanes == 8);
    if (!place) {
        wrong(r, TN_CZ_BAD_START, lane);
        return;
    }
    if (r->open) {
        breach(r, TN_CZ_NO_END, lane);
        ends(r, false, true);
    } else if (lane == 4 && !r->closed) {
        breach(r, TN_CZ_BAD_START, lane);
    }
    begins(r, octet);
}

static void control(struct tn_cz_reader *r, unsigned lane, uint8_t octet)
{
    switch (octet) {
    case TN_CZ_STP:
    case TN_CZ_SDP:
        start(r, lane, octet);
        break;
    case TN_CZ_END:
    case TN_CZ_EDB:
        end(r, lane, octet == TN_CZ_EDB);
        break;
    case TN_CZ_PAD:
        if (r->open)
            wrong(r, TN_CZ_BAD_CONTROL, lane);
        else if (r->par.lanes != 8 || lane < 4 || !r->closed)
            breach(r, TN_CZ_BAD_PAD, lane);
        break;
    case TN_CZ_COM:
    case TN_CZ_SKP:
        r->shift[lane] = 0xffff;
        r->unsure = r->par.lanes > 1;
        if (octet == TN_CZ_COM)
            r->stepped |= (uint8_t)(1u << lane);
        wrong(r, TN_CZ_BAD_SET, lane);
        r->excused = true;
        r->torn = false;
        break;
    default:
        wrong(r, TN_CZ_BAD_SYMBOL, lane);
    }
}

static void data(struct tn_cz_reader *r, unsigned lane, uint8_t octet)
{
    if (r->open)
        in_frame(r, octet);
    else if (r->closed && lane > 3)
        breach(r, TN_CZ_NO_PAD, lane);
    else if (octet)
        breach(r, TN_CZ_BAD_IDLE, lane);
}

/* Says whether each lane has COM or SKP. */
static bool set_of_two(const struct tn_cz_reader *r, const struct tn_cz_column *c)
{
    for (unsigned i = 0; i < r->par.lanes; i++)
        if (c->bad >> i & 1 || !(c->k >> i & 1) ||
            (c->octet[i] != TN_CZ_COM && c->octet[i] != TN_CZ_SKP))
            return false;
    return true;
}

/* Says which symbol all lanes have, COM or SKP; 0: none. Lanes without a valid symbol have that of
 * the others. */
static uint8_t set_symbol(const struct tn_cz_reader *r, const struct tn_cz_column *c)
{
    uint8_t is = 0;
    for (unsigned i = 0; i < r->par.lanes; i++) {
        if (c->bad >> i & 1)
            continue;
        if (!(c->k >> i & 1) || (c->octet[i] != TN_CZ_COM && c->octet[i] != TN_CZ_SKP) ||
            (is && is != c->octet[i]))
            return 0;
        is = c->octet[i];
    }
    return is;
}

/* A column of an ordered set. */
static void in_set(struct tn_cz_reader *r, uint8_t octet)
{
    if (r->open)
        wrong(r, TN_CZ_BAD_SET, 0);
    if (octet == TN_CZ_COM) {
        if (r->set_at && r->set_at != 1 + SET_N)
            breach(r, TN_CZ_SET_LENGTH, 0);
        r->set_at = 0;
        r->stepped = 0xff;
    } else if (!r->set_now) {
        r->set_at = 1; /* its COM was lost */
        r->excused = true;
        breach(r, TN_CZ_BAD_SET, 0);
    }
    r->set_at++;
    r->set_now = true;
    r->excused = r->unsure = r->torn = false;
    for (unsigned i = 0; i < TN_CZ_LANES; i++)
        r->shift[i] = 0xffff;
}

void tn_cz_reader_column(struct tn_cz_reader *r, const struct tn_cz_column *c)
{
    const uint8_t set = set_symbol(r, c);
    r->columns++;
    r->was_excused = r->excused;
    r->closed = r->first = false;
    r->busy = r->open;
    if (set) {
        if (c->bad)
            wrong(r, TN_CZ_BAD_SYMBOL, (unsigned)__builtin_ctz(c->bad));
        in_set(r, set);
        return;
    }
    r->was_excused |= set_of_two(r, c);
    if (r->set_now && r->set_at != 1 + SET_N)
        breach(r, TN_CZ_SET_LENGTH, 0);
    r->unsure |= r->set_now && c->bad && r->par.lanes == 1;
    r->set_now = false;
    r->set_at = 0;
    for (unsigned i = 0; i < r->par.lanes; i++) {
        const uint8_t octet = tn_cz_scramble(&r->shift[i], c->octet[i]);
        if (c->bad >> i & 1)
            wrong(r, TN_CZ_BAD_SYMBOL, i);
        else if (c->k >> i & 1)
            control(r, i, c->octet[i]);
        else
            data(r, i, r->par.scramble ? octet : c->octet[i]);
    }
    r->busy |= r->first;
}
