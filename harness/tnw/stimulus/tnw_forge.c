/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payloads that look like the words of a TNW link.
 */
#include <tn/tnw/tnw_forge.h>

#include <tn/tnw/tnw.h>

#include <string.h>

enum {
    FEEDBACK,
    ORDERED_SET,
    A_HEAD,
    A_PACKET,
    A_NOTE,
    IDLES,
    MARKS,
    FORGED_OF = 4,
    FILL_STREAM = 128
};

static unsigned below(struct tn_rng *rng, unsigned n)
{
    return (unsigned)tn_rng_below(rng, n);
}

static size_t put(uint32_t word, uint8_t *out)
{
    for (unsigned i = 0; i < TNW_WORD; i++)
        out[i] = (uint8_t)(word >> 8 * i);
    return TNW_WORD;
}

static size_t control(struct tn_rng *rng, uint8_t octet, uint8_t *out)
{
    static const uint8_t in_start[] = {TNW_NONE, TNW_ACK, TNW_NACK, TNW_NACK_FULL},
                         in_set[] = {TNW_ACK,       TNW_NACK, TNW_RESTART,
                                     TNW_NACK_FULL, TNW_INIT, TNW_READY};
    const uint8_t code =
        octet == TNW_S ? in_start[below(rng, sizeof in_start)] : in_set[below(rng, sizeof in_set)];
    const bool counts = code >= TNW_ACK && code <= TNW_NACK_FULL;
    return put(tnw_ctl_word(octet, code, counts ? (uint8_t)below(rng, TNW_SEQ_MOD) : 0).data, out);
}

/* The words of a packet of any channel and place behind its START; its CRC is among them, or as
 * many words as have room in a payload. */
static size_t packet(struct tn_rng *rng, uint8_t *out)
{
    struct tnw_packet k = {.vc = (uint8_t)below(rng, TNW_VCS),
                           .seq = (uint8_t)below(rng, TNW_SEQ_MOD),
                           .offset = below(rng, 64)};
    struct tnw_word word[TNW_WORDS - 1];
    size_t n = 0;
    memset(k.payload, 0xee, sizeof k.payload);
    tnw_seal(&k);
    tnw_packet_words(&k, word);
    for (unsigned i = 0; i < TNW_PAYLOAD / TNW_WORD - 1; i++)
        n += put(word[i].data, out + n);
    return n;
}

static size_t mark(struct tn_rng *rng, uint8_t out[TNW_PAYLOAD])
{
    size_t n;
    switch (below(rng, MARKS)) {
    case FEEDBACK:
        return control(rng, TNW_S, out);
    case ORDERED_SET:
        return control(rng, TNW_Q, out);
    case A_HEAD:
        n = control(rng, TNW_S, out);
        return n +
               put(below(rng, TNW_VCS) << 29 | below(rng, TNW_SEQ_MOD) << 24 | below(rng, 1u << 24),
                   out + n);
    case A_PACKET:
        n = control(rng, TNW_S, out);
        return n + packet(rng, out + n);
    case A_NOTE:
        tnw_note_encode(&(struct tnw_note){.kind = below(rng, 2) != 0,
                                           .link = (uint8_t)below(rng, TNW_LINKS),
                                           .vc = (uint8_t)below(rng, TNW_VCS),
                                           .valid = true,
                                           .bytes = TNW_PAYLOAD * below(rng, 8),
                                           .tag = (uint32_t)tn_rng_next(rng)},
                        out);
        return TNW_NOTE;
    default:
        return put(below(rng, 2) ? 0x07070707 : 0xfefefefe, out);
    }
}

void tn_tnw_forge(struct tn_rng *rng, uint8_t *bytes, size_t n)
{
    uint8_t some[TNW_PAYLOAD];
    for (size_t at = 0; at < n;) {
        const size_t made = mark(rng, some), left = n - at, count = made < left ? made : left;
        memcpy(bytes + at, some, count);
        at += count;
    }
}

void tn_tnw_fill(uint64_t what, uint8_t *bytes, size_t n)
{
    struct tn_rng rng;
    tn_rng_seed(&rng, what, FILL_STREAM);
    if (what % FORGED_OF == 0) {
        tn_tnw_forge(&rng, bytes, n);
        return;
    }
    for (size_t i = 0; i < n; i += sizeof(uint64_t)) {
        const uint64_t word = tn_rng_next(&rng);
        memcpy(bytes + i, &word, n - i < sizeof word ? n - i : sizeof word);
    }
}
