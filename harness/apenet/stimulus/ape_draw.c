/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets of APEnet.
 */
#include <tn/apenet/ape_draw.h>

#include <tn/apenet/ape_forge.h>

#include <string.h>

static unsigned below(struct tn_rng *rng, unsigned n)
{
    return n ? (unsigned)tn_rng_below(rng, n) : 0;
}

size_t tn_ape_draw(struct tn_rng *rng, const struct tn_ape_draw *d, uint32_t number,
                   uint8_t out[APE_PACKET_MAX])
{
    struct ape_header h = {.vc = (uint8_t)below(rng, APE_VCS),
                           .last_hop = below(rng, 2) != 0,
                           .pid = (uint16_t)number,
                           .dst = {(uint8_t)below(rng, d->size.x), (uint8_t)below(rng, d->size.y),
                                   (uint8_t)below(rng, d->size.z)},
                           .port = (uint8_t)below(rng, d->ports),
                           .type = TN_ape_hdr_type_PUT,
                           .alone = d->alone && below(rng, d->alone) == 0,
                           .addr = (uint64_t)below(rng, 1u << 30) * APE_PAGE,
                           .hops = (uint16_t)below(rng, 1000)};
    struct ape_footer f = {.msg = number, .last = true};
    size_t len;
    if (!h.alone)
        h.len = (uint16_t)below(rng, d->len_max + 1);
    len = (size_t)ape_words(&h) * APE_WORD;
    memset(out, 0, len);
    for (unsigned i = 0; i < h.len; i++)
        out[APE_WORD + i] = (uint8_t)tn_rng_next(rng);
    for (unsigned at = APE_WORD; d->magic && at <= h.len; at += APE_WORD)
        if (below(rng, d->magic) == 0)
            ape_turn(below(rng, 3) ? ape_magic : ape_start, out + at);
    if (d->magic && below(rng, 4) == 0)
        tn_ape_forge(rng,
                     &(struct tn_ape_forged){{h.dst.x, h.dst.y, h.dst.z}, h.pid, h.addr, ~number},
                     out + APE_WORD, h.len);
    if (!h.alone)
        ape_footer_put(&f, out + len - APE_WORD);
    ape_header_put(&h, out);
    ape_seal(out, len);
    return len;
}

void tn_ape_words(const uint8_t *from, size_t len, uint8_t *to)
{
    for (size_t at = 0; at + APE_WORD <= len; at += APE_WORD)
        if (at == 0 || at + APE_WORD == len)
            memcpy(to + at, from + at, APE_WORD);
        else
            ape_turn(from + at, to + at);
}
