/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payloads that look like the words of a lane.
 */
#include <tn/cluster/cl_forge.h>

#include <string.h>

enum { A_LINK, A_PACKET, A_HEAD, A_COMMAND, A_COMMA, MARKS, HEAD_WORDS = 2, COMMAND_WORDS = 8 };

static unsigned below(struct tn_rng *rng, unsigned n)
{
    return (unsigned)tn_rng_below(rng, n);
}

/* A link packet that acknowledges some number and frees all that the far end knows of. */
static unsigned link_packet(struct tn_rng *rng, uint16_t *word)
{
    const struct cl_ctl c = {
        .nack = below(rng, 2) != 0, .ack = (uint8_t)below(rng, CL_SEQS), .freed = {255, 255, 255}};
    cl_ctl_put(&c, word);
    return CL_CTL_WORDS;
}

/* A packet of the node that h goes to, under the number of h or one of the two behind it. */
static unsigned packet(struct tn_rng *rng, const struct cl_header *h, uint16_t *word)
{
    const bool write = below(rng, 2) != 0;
    const struct cl_header f = {
        .dst = h->src,
        .src = h->dst,
        .dst_cpu = h->src_cpu,
        .type = write ? TN_cl_hdr_type_WRITE : TN_cl_hdr_type_ACK,
        .prio = (uint8_t)cl_type_prio(write ? TN_cl_hdr_type_WRITE : TN_cl_hdr_type_ACK),
        .len = write ? 6 : 4,
        .seq = (uint8_t)((h->seq + below(rng, 3)) % CL_SEQS)};
    const struct cl_body b = {.first = (uint32_t)h->src << 27 | (uint32_t)h->src_cpu << 25,
                              .value = 0xffffffff};
    word[6] = word[7] = 0xdead;
    return cl_encode(&f, &b, word);
}

/* A command buffer (cl_ni.md section 6) that copies to the source of h. */
static unsigned command(const struct cl_header *h, uint16_t *word)
{
    const uint32_t value[COMMAND_WORDS / 2] = {1u << 28 | 0x20, 0x01000000,
                                               (uint32_t)h->src << 27 | 0x01000000, 0};
    for (unsigned i = 0; i < COMMAND_WORDS; i++)
        word[i] = (uint16_t)(value[i / 2] >> 16 * (i % 2));
    return COMMAND_WORDS;
}

static unsigned mark(struct tn_rng *rng, const struct cl_header *h, uint16_t word[CL_WORDS_MAX])
{
    switch (below(rng, MARKS)) {
    case A_LINK:
        return link_packet(rng, word);
    case A_PACKET:
        return packet(rng, h, word);
    case A_HEAD:
        word[0] = CL_LINK_W0;
        word[1] = CL_LINK_W1;
        return HEAD_WORDS;
    case A_COMMAND:
        return command(h, word);
    default:
        word[0] = CL_COMMA;
        return 1;
    }
}

void cl_forge(struct tn_rng *rng, const struct cl_header *h, uint16_t *data, size_t n)
{
    uint16_t word[CL_WORDS_MAX];
    for (size_t at = 0; at < n;) {
        const size_t some = mark(rng, h, word), left = n - at, count = some < left ? some : left;
        memcpy(data + at, word, count * sizeof *word);
        at += count;
    }
}
