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
    l->after = l->lost = false;
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
    l->lost = l->secded == APE_TWO_WRONG || l->words > APE_PACKET_WORDS;
    if (l->lost)
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
    l->lost = false;
    l->state = APE_DUE;
    return APE_K_START;
}

/* A word that is neither control word nor credit word. */
static enum ape_kind plain(struct ape_line *l, const uint8_t word[APE_WORD])
{
    return l->state == APE_DUE      ? header(l, word)
           : l->state == APE_INSIDE ? inside(l, word)
                                    : APE_K_STRAY;
}

/* A control word that is none: a START alone, or another content. */
static enum ape_kind broken(struct ape_line *l, const uint8_t word[APE_WORD])
{
    l->bare = ape_is(word, ape_start);
    l->cut = l->state == APE_INSIDE;
    l->lost = true;
    l->state = APE_BETWEEN;
    return APE_K_STRAY;
}

static enum ape_kind out_of_band(struct ape_line *l, uint8_t lead, const uint8_t word[APE_WORD])
{
    const bool control = lead == APE_LEAD_CONTROL;
    l->behind = control ? l->after : lead == APE_LEAD_BEHIND;
    l->after = control && ape_is(word, ape_magic);
    if (l->after) {
        if (l->state == APE_DUE) { /* the header is lost: it stands directly behind START */
            l->state = APE_BETWEEN;
            l->lost = true;
        }
        return APE_K_MAGIC;
    }
    if (control)
        return l->behind && ape_is(word, ape_start) ? start(l) : broken(l, word);
    return l->behind ? APE_K_CREDIT : plain(l, word);
}

static enum ape_kind in_band(struct ape_line *l, const uint8_t word[APE_WORD])
{
    struct ape_credit credit;
    const bool magic = ape_is(word, ape_magic);
    l->behind = l->after;
    l->after = magic && !l->behind;
    if (l->after)
        return APE_K_MAGIC;
    if (ape_is(word, ape_start) && (l->behind || l->state != APE_INSIDE))
        return start(l);
    if (l->behind)
        return !magic ? APE_K_CREDIT : l->state == APE_INSIDE ? inside(l, word) : APE_K_STRAY;
    if (l->state == APE_BETWEEN && ape_credit_get(word, &credit))
        return APE_K_CREDIT;
    return plain(l, word);
}

enum ape_kind ape_line_word(struct ape_line *l, uint8_t lead, const uint8_t word[APE_WORD])
{
    l->done = l->cut = l->bare = false;
    if (lead >= APE_LEADS) {
        l->behind = l->after = false;
        return APE_K_STRAY;
    }
    return lead == APE_LEAD_IN_BAND ? in_band(l, word) : out_of_band(l, lead, word);
}

uint8_t ape_line_lead(const struct ape_line *l, bool in_band, bool k)
{
    if (in_band)
        return APE_LEAD_IN_BAND;
    if (k)
        return APE_LEAD_CONTROL;
    return l->after ? APE_LEAD_BEHIND : APE_LEAD_WORD;
}

/* Writes a word behind its leading byte. Returns 1. */
static size_t put(uint8_t out[APE_LINK_WORD], enum ape_band band, bool k,
                  const uint8_t word[APE_WORD])
{
    out[0] = band == APE_OUT_OF_BAND ? k : APE_LEAD_IN_BAND;
    memcpy(out + 1, word, APE_WORD);
    return 1;
}

size_t ape_line_put(const uint8_t *packet, size_t len, enum ape_band band,
                    uint8_t (*out)[APE_LINK_WORD])
{
    size_t n = put(out[0], band, true, ape_magic), words = len / APE_WORD;
    n += put(out[n], band, true, ape_start);
    for (size_t i = 0; i < words && i < APE_PACKET_WORDS; i++) {
        uint8_t word[APE_WORD];
        if (i == 0 || i == words - 1)
            memcpy(word, packet + i * APE_WORD, APE_WORD);
        else
            ape_turn(packet + i * APE_WORD, word);
        n += put(out[n], band, false, word);
        if (band == APE_IN_BAND_LITERAL && i > 0 && ape_is(word, ape_magic))
            n += put(out[n], band, false, word);
    }
    return n;
}
