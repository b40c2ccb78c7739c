/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The framing model: scrambling and the sender (cz_framing.md 3, 6).
 */
#include "framing.h"

#include <string.h>

enum { SET_N = 3, ZEROS = 2, DLLP_SYMBOLS = 8 };

/* Bits leave the register x^16 + x^5 + x^4 + x^3 + 1 at its top, for bit 0 of the octet first. */
uint8_t tn_cz_scramble(uint16_t *shift, uint8_t octet)
{
    uint16_t r = *shift;
    for (unsigned i = 0; i < 8; i++) {
        const unsigned top = r >> 15;
        octet ^= (uint8_t)(top << i);
        r = (uint16_t)(r << 1 ^ (top ? 0x0039 : 0));
    }
    *shift = r;
    return octet;
}

void tn_cz_sender_init(struct tn_cz_sender *s, const struct tn_cz_framing_params *par)
{
    *s = (struct tn_cz_sender){.par = *par, .set_n = SET_N, .cycles = par->skp_cyc + 1};
    for (unsigned i = 0; i < TN_CZ_LANES; i++)
        s->shift[i] = 0xffff;
}

/* Symbol i of a frame. */
static uint8_t symbol(const struct tn_cz_frame *f, size_t i, size_t n, bool *k)
{
    *k = i == 0 || i == n - 1;
    if (i == 0)
        return f->dllp ? TN_CZ_SDP : TN_CZ_STP;
    if (i == n - 1)
        return f->edb ? TN_CZ_EDB : TN_CZ_END;
    return f->bytes[i - 1 + (f->dllp ? 0 : ZEROS)];
}

static void put(struct tn_cz_sender *s, struct tn_cz_column *c, unsigned lane, uint8_t octet,
                bool k)
{
    uint16_t *shift = &s->shift[lane];
    uint16_t was = *shift;
    const uint8_t scrambled = tn_cz_scramble(shift, octet);
    if (k && octet == TN_CZ_COM)
        *shift = 0xffff;
    else if (k && octet == TN_CZ_SKP)
        *shift = was;
    c->octet[lane] = k || !s->par.scramble ? octet : scrambled;
    c->k |= (uint8_t)((unsigned)k << lane);
}

/* A column of an ordered set, if one is due or under way. */
static bool ordered(struct tn_cz_sender *s, struct tn_cz_column *out)
{
    uint8_t octet = TN_CZ_SKP;
    if (s->open || (!s->set_left && s->up && !s->sets_due))
        return false;
    if (!s->set_left) {
        s->sets_due -= s->up;
        s->set_left = 1 + s->set_n;
        octet = TN_CZ_COM;
    }
    s->set_left--;
    for (unsigned i = 0; i < s->par.lanes; i++)
        put(s, out, i, octet, true);
    return true;
}

void tn_cz_sender_column(struct tn_cz_sender *s, tn_cz_next_frame *next, void *ctx,
                         struct tn_cz_column *out)
{
    bool pad = false;
    *out = (struct tn_cz_column){0};
    if (!s->up) {
        s->open = false;
        s->sets_due = 0;
        s->cycles = s->par.skp_cyc + 1;
    } else if (!--s->cycles) {
        s->sets_due++;
        s->cycles = s->par.skp_cyc;
    }
    if (ordered(s, out))
        return;
    for (unsigned i = 0; i < s->par.lanes; i++) {
        if (!s->open && (i == 0 || (i == 4 && pad)) && !(i == 4 && s->sets_due) &&
            next(ctx, &s->f)) {
            s->open = true;
            s->at = 0;
            s->n = s->f.dllp ? DLLP_SYMBOLS : s->f.len;
        }
        bool k = pad;
        const uint8_t octet = s->open ? symbol(&s->f, s->at, s->n, &k) : pad ? TN_CZ_PAD : 0;
        put(s, out, i, octet, k);
        pad = pad && !s->open;
        if (s->open && ++s->at == s->n) {
            s->open = false;
            pad = true;
        }
    }
}
