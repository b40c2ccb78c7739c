/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words at the inputs of switch, mux and demux, as their coverage sees them.
 */
#include "cover_switch.h"

unsigned exa_cover_kind(const struct tn_exa_word *w)
{
    return w->kind == TN_EXA_HDR ? 0 : w->kind == TN_EXA_PLD ? 1 : 2;
}

unsigned exa_cover_waited(uint32_t cycles)
{
    static const unsigned most[] = {0, 1, 15};
    return CLASS_OF(most, cycles);
}

unsigned exa_cover_size(unsigned bytes)
{
    static const unsigned most[] = {0, 1, 15, 16, 64, 255};
    return CLASS_OF(most, bytes);
}

unsigned exa_cover_words(unsigned words)
{
    static const unsigned most[] = {1, 2, 15};
    return CLASS_OF(most, words);
}

unsigned exa_cover_form(const struct exa_packet *k)
{
    const enum exa_form form = exa_form(k);
    return form == EXA_H ? 0 : form == EXA_HF ? 1 : 2;
}

bool exa_cover_may_be(unsigned type, unsigned form, unsigned size)
{
    static const uint16_t some[] = {0, 1, 15, 16, 32, 255, 256}; /* one of each class */
    const struct exa_packet k = {.type = (uint8_t)exa_type_at(type), .size = some[size]};
    return exa_well_formed(&k) && exa_cover_form(&k) == form;
}

/* A word that ends, or goes on with, a packet that was dropped for its header. */
static int rest_of(struct exa_cover_in *i, const struct tn_exa_word *w)
{
    if (i->step.state != EXA_XBAR_DROPPING || i->cause == TN_EXA_XBAR_FORWARDED)
        return -1;
    if (w->kind == TN_EXA_PLD) {
        i->payload = true;
        return -1;
    }
    if (w->kind == TN_EXA_HDR)
        return i->payload ? PAYLOAD_HEADER : HEADER_NEXT;
    return i->payload ? PAYLOAD_FOOTER : FOOTER_NEXT;
}

void exa_cover_switch_word(const struct exa_switch *x, unsigned in, struct exa_cover_in *i,
                           const struct tn_exa_word *w, struct exa_cover_said *said)
{
    *said = (struct exa_cover_said){.form = i->form, .cause = i->cause, .rest = rest_of(i, w), .broke = -1};
    exa_xbar_step(x, in, &i->step, w, &said->step);
    if (said->step.broke >= 0)
        said->broke = w->kind == TN_EXA_HDR   ? EARLY_HEADER
                      : w->kind == TN_EXA_FTR ? EARLY_FOOTER
                                              : PAST_PAYLOAD;
    said->stray = said->step.cause == TN_EXA_XBAR_STRAY;
    said->header = w->kind == TN_EXA_HDR;
    if (!said->header)
        return;
    tn_exa_word_header(w->data, &said->k);
    i->form = exa_cover_form(&said->k);
    i->cause = said->step.cause;
    i->payload = false;
}

bool exa_cover_leaves(struct exa_cover_leaving *l, const struct tn_exa_word *w, struct exa_packet *k)
{
    if (w->kind == TN_EXA_HDR)
        l->n = 0;
    else if (l->n == 0 || l->n == TN_EXA_PACKET_WORDS) {
        l->n = 0;
        return false;
    }
    l->word[l->n++] = *w;
    tn_exa_words_decode(l->word, l->n, k);
    const bool alone = exa_form(k) == EXA_H && l->n == 1;
    if (w->kind != TN_EXA_FTR && !alone)
        return false;
    l->n = 0;
    return !exa_is_malformed(k) && k->hdr_crc == exa_want_hdr_crc(k) && (alone || k->ftr_crc == exa_want_ftr_crc(k));
}
