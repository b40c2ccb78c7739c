/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Saboteurs of the ExaNet channel: packets as words of three kinds (tn_exa_saboteur.v gives the
 * kind as keep).
 */
#include "../bfm/exa_bench.h"

#include <string.h>

_Static_assert((int)EXA_WORD == (int)TN_CORE_BEAT, "a word is a beat");

/* A header comes: the packet before it has no footer. */
static bool ends_before(const struct tn_held_packet *p, uint32_t kind)
{
    (void)p;
    return kind == TN_EXA_HDR;
}

static bool take(struct tn_held_packet *p, const uint32_t data[4], uint32_t kind, uint32_t last,
                 uint32_t port)
{
    struct exa_packet k;
    uint8_t lanes[EXA_WORD];
    (void)last, (void)port;
    if (p->len + EXA_WORD > TN_BFM_PACKET)
        return false;
    memcpy(lanes, data, sizeof lanes); /* byte 0 is bits 7:0: a little-endian host */
    p->kinds[p->len / EXA_WORD] = (uint8_t)kind;
    if (kind == TN_EXA_PLD)
        memcpy(p->bytes + p->len, lanes, EXA_WORD);
    else
        exa_word_turn(lanes, p->bytes + p->len);
    p->len += EXA_WORD;
    exa_decode(p->bytes, EXA_WORD, EXA_WORD, &k);
    return kind == TN_EXA_FTR || (kind == TN_EXA_HDR && exa_form(&k) == EXA_H);
}

static void send(unsigned source, const struct tn_held_packet *p, uint64_t not_before)
{
    static struct tn_exa_word words[TN_BFM_PACKET / EXA_WORD];
    size_t n = p->len / EXA_WORD;
    for (size_t i = 0; i < n; i++) {
        words[i].kind = p->kinds[i];
        if (p->kinds[i] == TN_EXA_PLD)
            memcpy(words[i].data, p->bytes + i * EXA_WORD, EXA_WORD);
        else
            exa_word_turn(p->bytes + i * EXA_WORD, words[i].data);
    }
    tn_exa_source_words(tn_exa_source_slot(source), words, n, not_before);
}

static void declare(unsigned source, const char *name)
{
    (void)name;
    tn_exa_source_declare(source, "");
}

static const char *name_of(const uint8_t *bytes, size_t len)
{
    struct exa_packet k;
    exa_decode(bytes, (uint32_t)len, (uint32_t)len, &k);
    return exa_type_name(k.type);
}

static const struct tn_stream_packets packets = {.fabric = TN_FABRIC_EXANET, .name = name_of};
const struct tn_saboteur_form tn_exa_saboteur_form = {.name = "exa_saboteur",
                                                      .unit = EXA_WORD,
                                                      .declare = declare,
                                                      .ends_before = ends_before,
                                                      .take = take,
                                                      .send = send,
                                                      .packets = &packets};
