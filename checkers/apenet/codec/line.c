/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words of a torus link: credit words, packets with stuffing and literal.
 */
#include <tn/apenet/apenet.h>
#include <tn/exanet/exa.h>

#include <string.h>

const uint8_t ape_magic[APE_WORD] = {0xff, 0xff, 0xaa, 0xaa, 0x55, 0x55, 0xaa, 0xaa,
                                     0xff, 0xff, 0xaa, 0xaa, 0x55, 0x55, 0xaa, 0xaa};
const uint8_t ape_start[APE_WORD] = {0xff, 0xff, 0xbb, 0xbb, 0x66, 0x66, 0xbb, 0xbb,
                                     0xff, 0xff, 0xbb, 0xbb, 0x66, 0x66, 0xbb, 0xbb};

bool ape_credit_get(const uint8_t word[APE_WORD], struct ape_credit *c)
{
    *c = (struct ape_credit){
        .data = {(uint16_t)TN_GET(word, ape_credit, data0),
                 (uint16_t)TN_GET(word, ape_credit, data1)},
        .hdr = {(uint8_t)TN_GET(word, ape_credit, hdr0), (uint8_t)TN_GET(word, ape_credit, hdr1)},
        .reserved = TN_GET(word, ape_credit, r88) || TN_GET(word, ape_credit, r56) ||
                    TN_GET(word, ape_credit, r36),
    };
    return TN_GET(word, ape_credit, secded) == ape_secded(word);
}

void ape_credit_put(const struct ape_credit *c, uint8_t word[APE_WORD])
{
    memset(word, 0, APE_WORD);
    TN_PUT(word, ape_credit, data0, c->data[0]);
    TN_PUT(word, ape_credit, hdr0, c->hdr[0]);
    TN_PUT(word, ape_credit, data1, c->data[1]);
    TN_PUT(word, ape_credit, hdr1, c->hdr[1]);
    TN_PUT(word, ape_credit, secded, ape_secded(word));
}

void ape_line_reset(struct ape_line *l)
{
    l->state = APE_BETWEEN;
    l->after = false;
}

/* Returns the words of a packet of ExaNet with this header; more than a packet can have for a size
 * that none has. */
static unsigned cell_words(const uint8_t word[APE_WORD])
{
    struct exa_packet k;
    exa_decode(word, APE_WORD, APE_WORD, &k);
    switch (exa_form_of(k.type, k.size)) {
    case EXA_H:
        return k.size ? APE_PACKET_WORDS + 1 : 1;
    case EXA_HF:
        return 2;
    default:
        return exa_words(k.addr, k.size) <= EXA_WORDS ? 2 + exa_words(k.addr, k.size)
                                                      : APE_PACKET_WORDS + 1;
    }
}

static enum ape_kind header(struct ape_line *l, const uint8_t word[APE_WORD])
{
    memcpy(l->packet, word, APE_WORD);
    if (l->cells) {
        const unsigned crc = (unsigned)word[0] << 8 | word[1];
        l->secded = crc == exa_hdr_crc(word) ? APE_CLEAN : APE_TWO_WRONG;
        l->words = cell_words(word);
    } else {
        l->secded = ape_secded_mend(l->packet);
        ape_header_get(l->packet, &l->header);
        memcpy(l->packet, word, APE_WORD); /* what stood on the link */
        l->words = ape_words(&l->header);
    }
    l->n = 1;
    l->state = APE_INSIDE;
    if (l->secded == APE_TWO_WRONG || l->words > APE_PACKET_WORDS)
        l->state = APE_BETWEEN;
    else if (l->words == 1) {
        l->done = true;
        l->state = APE_BETWEEN;
    }
    return APE_K_HEADER;
}

static enum ape_kind inside(struct ape_line *l, const uint8_t word[APE_WORD])
{
    uint8_t *to = l->packet + (size_t)l->n++ * APE_WORD;
    if (l->n < l->words) {
        ape_turn(word, to);
        return APE_K_DATA;
    }
    memcpy(to, word, APE_WORD);
    l->done = true;
    l->state = APE_BETWEEN;
    return APE_K_FOOTER;
}

static enum ape_kind start(struct ape_line *l)
{
    l->cut = l->state == APE_INSIDE;
    l->bare = !l->behind;
    l->state = APE_DUE;
    return APE_K_START;
}

enum ape_kind ape_line_word(struct ape_line *l, const uint8_t word[APE_WORD])
{
    struct ape_credit credit;
    bool magic = ape_is(word, ape_magic);
    l->behind = l->after;
    l->done = l->cut = l->bare = false;
    l->after = magic && !l->behind;
    if (l->after)
        return APE_K_MAGIC;
    if (ape_is(word, ape_start) && (l->behind || l->state != APE_INSIDE))
        return start(l);
    if (l->behind)
        return !magic ? APE_K_CREDIT : l->state == APE_INSIDE ? inside(l, word) : APE_K_STRAY;
    if (l->state == APE_DUE)
        return header(l, word);
    if (l->state == APE_INSIDE)
        return inside(l, word);
    return ape_credit_get(word, &credit) ? APE_K_CREDIT : APE_K_STRAY;
}

size_t ape_line_put(const uint8_t *packet, size_t len, bool literal, uint8_t (*out)[APE_WORD])
{
    size_t n = 0, words = len / APE_WORD;
    memcpy(out[n++], ape_magic, APE_WORD);
    memcpy(out[n++], ape_start, APE_WORD);
    for (size_t i = 0; i < words && i < APE_PACKET_WORDS; i++) {
        const uint8_t *word = packet + i * APE_WORD;
        if (i == 0 || i == words - 1)
            memcpy(out[n], word, APE_WORD);
        else
            ape_turn(word, out[n]);
        if (literal && i > 0 && ape_is(out[n], ape_magic))
            memcpy(out[++n], ape_magic, APE_WORD);
        n++;
    }
    return n;
}
