/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets of the cluster.
 */
#include <tn/cluster/cl_draw.h>

#include <tn/bug.h>
#include <tn/cluster/cl_forge.h>

enum { DATA_AT = 6, FORGED_OF = 4 /* packets, of which one has an attacker's data */, FORGE_STREAM = 12, LINE_WORDS = CL_LINE / 4, QUEUE_WORDS = 7, MESSAGE_WORDS = 14 };

static uint32_t below(struct tn_rng *rng, uint32_t n)
{
    return (uint32_t)tn_rng_below(rng, n);
}

/* An address of any node and CPU, at so many words of 4 bytes into a line. */
static uint32_t address(struct tn_rng *rng, uint32_t at)
{
    return below(rng, CL_NODES) << 27 | below(rng, 1u << 22) << 5 | 4 * at;
}

unsigned cl_draw(struct tn_rng *rng, unsigned types, uint32_t number, uint16_t out[CL_WORDS_MAX])
{
    const bool some = types & 0x1fe;
    struct cl_header h = {.src = (uint8_t)below(rng, CL_NODES), .src_cpu = (uint8_t)below(rng, 4)};
    do
        h.type = (uint8_t)(TN_cl_hdr_type_WRITE + below(rng, TN_cl_hdr_type_NACK));
    while (some && !(types >> h.type & 1));
    const bool message = h.type == TN_cl_hdr_type_MESSAGE,
               queue = h.type == TN_cl_hdr_type_QUEUE_READ;
    /* words of 4 bytes that are written or asked for */
    const uint32_t n = 1 + below(rng, message ? MESSAGE_WORDS : queue ? QUEUE_WORDS : LINE_WORDS);
    const uint32_t room = n < LINE_WORDS ? LINE_WORDS - n + 1 : 1;
    const struct cl_body b = {.first = address(rng, below(rng, room)),
                              .reply = address(rng, below(rng, room)),
                              .ack = below(rng, 4) ? address(rng, below(rng, LINE_WORDS)) : 0,
                              .value = number,
                              .size = (uint16_t)(4 * n),
                              .cause = (uint16_t)(1 + below(rng, 3))};
    h.prio = (uint8_t)cl_type_prio(h.type);
    h.dst = (uint8_t)cl_node(b.first);
    h.dst_cpu = (uint8_t)cl_cpu(b.first);
    for (h.len = 4; !cl_len_fits(h.type, h.len); h.len++)
        ;
    if (cl_len_fits(h.type, 4 + 2 * n))
        h.len = (uint8_t)(4 + 2 * n);
    for (unsigned i = 0; i < 2 * n; i++)
        out[DATA_AT + i] = (uint16_t)(i == 0 ? number : i == 1 ? number >> 16 : tn_rng_next(rng));
    struct tn_rng attacks; /* of its own, so that the packets are those of a seed without attacks, too */
    tn_rng_seed(&attacks, (uint64_t)b.first << 32 | number, FORGE_STREAM);
    if (n > 1 && tn_rng_below(&attacks, FORGED_OF) == 0)
        cl_forge(&attacks, &h, out + DATA_AT + 2, 2 * (n - 1));
    const unsigned words = cl_encode(&h, &b, out);
    tn_require(words > 0);
    return words;
}
