/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Channel words to packets and back, on the codec.
 */
#include <tn/exanet/exa_word.h>

#include <errno.h>
#include <string.h>

int tn_exa_word_same(const struct tn_exa_word *a, const struct tn_exa_word *b)
{
    return a->kind == b->kind && memcmp(a->data, b->data, EXA_WORD) == 0;
}

int tn_exa_word_header(const uint8_t lanes[EXA_WORD], struct exa_packet *k)
{
    uint8_t captured[EXA_WORD];
    exa_word_turn(lanes, captured);
    exa_decode(captured, EXA_WORD, EXA_WORD, k);
    return k->hdr_crc == exa_hdr_crc(captured);
}

unsigned tn_exa_word_count(const struct exa_packet *k, unsigned *total)
{
    const enum exa_form form = exa_form(k);
    unsigned payload = form == EXA_HPF ? exa_words(k->addr, k->size) : 0;
    *total = form == EXA_H ? 1 : payload + 2;
    return payload;
}

int tn_exa_words_of(const struct exa_packet *k, struct tn_exa_word *w)
{
    uint8_t bytes[EXA_KEEP_MAX];
    long len = exa_encode(k, bytes, sizeof bytes);
    if (len < 0)
        return (int)len;
    if (len > EXA_MAX)
        return -EMSGSIZE;
    int n = (int)len / EXA_WORD;
    for (int i = 0; i < n; i++) {
        const uint8_t *p = bytes + EXA_WORD * i;
        w[i].kind = TN_EXA_PLD;
        if (i == 0)
            w[i].kind = TN_EXA_HDR;
        else if (i == n - 1)
            w[i].kind = TN_EXA_FTR;
        if (w[i].kind == TN_EXA_PLD)
            memcpy(w[i].data, p, EXA_WORD);
        else
            exa_word_turn(p, w[i].data);
    }
    return n;
}

unsigned tn_exa_words_decode(const struct tn_exa_word *w, unsigned n, struct exa_packet *k)
{
    uint8_t bytes[EXA_KEEP_MAX];
    if (n > EXA_KEEP_MAX / EXA_WORD)
        n = EXA_KEEP_MAX / EXA_WORD;
    for (unsigned i = 0; i < n; i++) {
        if (i == 0 || i == n - 1)
            exa_word_turn(w[i].data, bytes + EXA_WORD * i);
        else
            memcpy(bytes + EXA_WORD * i, w[i].data, EXA_WORD);
    }
    return exa_decode(bytes, (size_t)EXA_WORD * n, (size_t)EXA_WORD * n, k);
}
