/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packets of one direction of the link, known by their PDID: what was sent, and whether it came
 * whole, came with a wrong CRC, or came wrong with good ones.
 */
#ifndef FLOW_H
#define FLOW_H

#include "link.h"

enum { TABLE = 65536 }; /* packets of a run at most */

/* The packets that one side sent, and their fate at the other side. */
struct flow {
    struct tn_exa_word *sent;
    uint8_t *words, *came; /* of each packet; how often it came whole */
    unsigned long n, whole, again, spoilt, wrong;
    /* of the spoilt: which CRC alone showed it */
    unsigned long by_header, by_footer, by_payload;
    struct tn_exa_word part[TN_EXA_PACKET_WORDS];
    unsigned part_n, last; /* PDID that came last */
    unsigned forms;        /* 4: all of them; 1: headers alone; 2: headers, and headers with footers */
    struct tn_rng rng;
};

static inline unsigned flow_below(struct flow *f, unsigned n)
{
    return (unsigned)tn_rng_below(&f->rng, n);
}

static inline void flow_begin(struct flow *f, uint64_t stream)
{
    *f = (struct flow){.last = TABLE, .forms = 4};
    tn_rng_seed(&f->rng, tn_sim_seed(), stream);
    f->sent = calloc(TABLE, TN_EXA_PACKET_WORDS * sizeof *f->sent);
    f->words = calloc(TABLE, 1);
    f->came = calloc(TABLE, 1);
    assert_true(f->sent && f->words && f->came);
}

static inline void flow_end(struct flow *f)
{
    free(f->sent);
    free(f->words);
    free(f->came);
    *f = (struct flow){0};
}

/* The next packet: with form 0 a header alone, with form 1 with a footer, else with n bytes of
 * payload from address addr on; what they are is drawn. */
static inline void flow_send_as(struct flow *f, struct tn_exa_source *source, unsigned form, unsigned n,
                                uint64_t addr)
{
    struct tn_exa_word *w = f->sent + f->n * TN_EXA_PACKET_WORDS;
    struct exa_packet k = {.pdid = (uint16_t)f->n,
                           .dst = exa_node_of((uint32_t)tn_rng_next(&f->rng) & 0x3fffff)};
    static const uint8_t with_bytes[] = {EXA_WRITE, EXA_ZREAD_REQ, EXA_ZWRITE, EXA_ZREAD_RSP};
    uint8_t data[EXA_MTU];
    int words;
    k.type = (uint8_t)(form == 0   ? (flow_below(f, 2) ? EXA_ACK : EXA_RELEASE + flow_below(f, 2))
                       : form == 1 ? EXA_ZREAD_REQ
                                   : with_bytes[flow_below(f, 4)]);
    if (f->n == TABLE)
        return;
    for (unsigned i = 0; i < n; i++)
        data[i] = (uint8_t)tn_rng_next(&f->rng);
    assert_int_equal(exa_set_payload(&k, addr, data, n), 0);
    if (form == 0)
        exa_set_alone(&k);
    if (k.type == EXA_ACK)
        k.addr = k.addr >> 32 << 32;
    exa_seal(&k);
    words = tn_exa_words_of(&k, w);
    assert_true(words > 0);
    f->words[f->n++] = (uint8_t)words;
    assert_int_equal(tn_exa_source_words(source, w, (size_t)words, 0), 0);
}

/* The next packet: any words, any bytes. */
static inline void flow_send(struct flow *f, struct tn_exa_source *source)
{
    unsigned form = flow_below(f, f->forms), n = form < 2 ? 0 : 1 + flow_below(f, flow_below(f, 3) ? 48 : 241);
    flow_send_as(f, source, form, n, tn_rng_next(&f->rng) & 0x3ffffffffffu);
}

static inline void flow_whole(struct flow *f, unsigned id)
{
    f->whole++;
    f->again += f->came[id] != 0;
    f->came[id] = 1;
    if (f->last < TABLE && (id < f->last))
        f->again++;
    f->last = id;
}

/* The words from header to end: of which packet, with which CRC wrong? */
static inline void flow_came(struct flow *f)
{
    struct exa_packet k, right;
    unsigned id, n = f->part_n;
    bool header, footer, payload, same;
    if (n == 0)
        return;
    f->part_n = 0;
    tn_exa_words_decode(f->part, n, &k);
    right = k;
    exa_seal(&right);
    header = right.hdr_crc == k.hdr_crc;
    footer = !k.has_footer || right.ftr_crc == k.ftr_crc;
    payload = !k.has_footer || right.pld_crc == k.pld_crc;
    id = k.pdid;
    same = id < f->n && f->words[id] == n;
    for (unsigned i = 0; same && i < n; i++)
        same = memcmp(f->part[i].data, f->sent[(size_t)id * TN_EXA_PACKET_WORDS + i].data, EXA_WORD) == 0;
    if (same) {
        flow_whole(f, id);
        return;
    }
    /* a receiver looks at the words, too */
    if (header && footer && payload && k.err == 0) {
        f->wrong++;
        return;
    }
    f->spoilt++;
    f->by_header += !header && footer && payload;
    f->by_footer += header && !footer && payload;
    f->by_payload += header && footer && !payload;
}

/* A word that the link handed on. */
static inline void flow_word(struct flow *f, const struct tn_exa_word *w)
{
    struct exa_packet k;
    if (w->kind == TN_EXA_HDR)
        flow_came(f);
    if (f->part_n < TN_EXA_PACKET_WORDS)
        f->part[f->part_n++] = *w;
    if (w->kind == TN_EXA_FTR ||
        (w->kind == TN_EXA_HDR && tn_exa_word_header(w->data, &k) && exa_form(&k) == EXA_H))
        flow_came(f);
}

static inline void flow_add(struct flow *sum, const struct flow *f)
{
    sum->n += f->n;
    sum->whole += f->whole;
    sum->again += f->again;
    sum->spoilt += f->spoilt;
    sum->wrong += f->wrong;
    sum->by_header += f->by_header;
    sum->by_footer += f->by_footer;
    sum->by_payload += f->by_payload;
}

/* How many would have passed if errors were random: of those that one CRC of n bits alone showed, one in
 * 2^n - 1. On a line it is an upper bound: the descrambler makes s = x^58 + x^39 + 1 times what was inverted,
 * which has no factor in common with CRC-8's g = (x + 1) (x^7 + ...). So g divides it only where it divides
 * what was inverted on the line: never one bit, two less than 127 apart, or three. */
static inline double flow_theory(const struct flow *f)
{
    return (double)f->by_header / 32767 + (double)f->by_footer / 127 + (double)f->by_payload / 4294967295.0;
}

#endif
