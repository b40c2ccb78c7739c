/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payloads that look like the words of a line.
 */
#include <tn/apenet/ape_forge.h>

#include <tn/apenet/apenet.h>

#include <string.h>

static unsigned below(struct tn_rng *rng, unsigned n)
{
    return (unsigned)tn_rng_below(rng, n);
}

/* A packet of three words that nobody sends. */
static void whole_packet(struct tn_rng *rng, const struct tn_ape_forged *f, uint8_t p[3 * APE_WORD])
{
    const struct ape_header h = {
        .vc = (uint8_t)below(rng, APE_VCS),
        .pid = f->pid,
        .dst = {f->dst[0], f->dst[1], f->dst[2]},
        .type = below(rng, 2) ? TN_ape_hdr_type_PUT : TN_ape_hdr_type_SEND,
        .len = APE_WORD,
        .addr = f->addr + (uint64_t)below(rng, 8) * APE_WORD,
    };
    memset(p, 0, 3 * (size_t)APE_WORD);
    ape_header_put(&h, p);
    for (unsigned i = 0; i < APE_WORD; i++)
        p[APE_WORD + i] = (uint8_t)(0xe0 + i);
    ape_footer_put(&(struct ape_footer){.msg = f->msg, .last = true, .src = h.dst},
                   p + 2 * (size_t)APE_WORD);
    ape_seal(p, 3 * (size_t)APE_WORD);
}

enum { BARE_PACKET, PACKET, A_MAGIC, A_START, A_CREDIT, MARKS, MARK_WORDS = 5 };

/* Draws words as they would stand on a line. Returns their number. */
static unsigned marks(struct tn_rng *rng, const struct tn_ape_forged *f,
                      uint8_t out[MARK_WORDS][APE_WORD])
{
    const unsigned what = below(rng, MARKS);
    uint8_t p[3 * APE_WORD];
    unsigned n = 0;
    if (what == PACKET || what == A_MAGIC)
        memcpy(out[n++], ape_magic, APE_WORD);
    if (what == PACKET || what == A_START || what == BARE_PACKET)
        memcpy(out[n++], ape_start, APE_WORD);
    if (what == A_CREDIT)
        ape_credit_put(&(struct ape_credit){0}, out[n++]);
    if (what > PACKET)
        return n;
    whole_packet(rng, f, p);
    memcpy(out[n++], p, APE_WORD);
    ape_turn(p + APE_WORD, out[n++]);
    memcpy(out[n++], p + 2 * (size_t)APE_WORD, APE_WORD);
    return n;
}

void tn_ape_forge(struct tn_rng *rng, const struct tn_ape_forged *f, uint8_t *payload, size_t n)
{
    uint8_t word[MARK_WORDS][APE_WORD];
    for (size_t at = 0; at + APE_WORD <= n;) {
        const unsigned count = marks(rng, f, word);
        for (unsigned i = 0; i < count && at + APE_WORD <= n; i++, at += APE_WORD)
            ape_turn(word[i], payload + at);
    }
}

enum { MARGIN_DATA = 8, MARGIN_HDR = 2, STUFFED_FROM = 110, STUFFED_TO = 127 };

/* Writes a footer as payload, right for a header and n bytes of payload, which stand in front of
 * the footer in a packet. */
static void footer_of(const struct tn_ape_forged *f, uint8_t *packet, size_t n, uint8_t *payload)
{
    uint8_t *foot = packet + APE_WORD + n;
    ape_footer_put(
        &(struct ape_footer){.msg = f->msg, .last = true, .src = {f->dst[0], f->dst[1], f->dst[2]}},
        foot);
    ape_seal(packet, n + 2 * (size_t)APE_WORD);
    ape_turn(foot, payload);
}

void tn_ape_forge_moved(struct tn_rng *rng, const struct tn_ape_forged *f, uint8_t *payload,
                        size_t n)
{
    static uint8_t packet[APE_PACKET_MAX];
    const struct ape_credit idle = {.data = {MARGIN_DATA, MARGIN_DATA},
                                    .hdr = {MARGIN_HDR, MARGIN_HDR}};
    const struct ape_header h = {.pid = f->pid,
                                 .dst = {f->dst[0], f->dst[1], f->dst[2]},
                                 .type = TN_ape_hdr_type_PUT,
                                 .len = (uint16_t)n,
                                 .addr = f->addr};
    const unsigned words = (unsigned)(n / APE_WORD);
    uint8_t credit[APE_WORD];
    memset(packet, 0, sizeof packet);
    ape_header_put(&h, packet);
    ape_credit_put(&idle, credit);
    for (unsigned i = 0; i < words; i++) {
        ape_turn(credit, packet + (i + 1) * (size_t)APE_WORD);
        ape_turn(credit, payload + i * (size_t)APE_WORD);
    }
    /* by two: a MAGIC whose k was struck, at the place of a credit that was due or anywhere */
    const unsigned due = STUFFED_FROM + below(rng, STUFFED_TO - STUFFED_FROM),
                   at = words > STUFFED_TO && below(rng, 4) ? due : below(rng, words - 2);
    ape_turn(ape_magic, packet + (at + 1) * (size_t)APE_WORD);
    footer_of(f, packet, n, payload + n - 2 * (size_t)APE_WORD);
    /* by one: the footer for two words is the last payload word that came */
    ape_turn(credit, packet + (at + 1) * (size_t)APE_WORD);
    memcpy(packet + n, payload + n - 2 * (size_t)APE_WORD, APE_WORD);
    footer_of(f, packet, n, payload + n - APE_WORD);
}
