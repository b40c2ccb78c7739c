/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A packet of the cluster by itself (cluster.md sections 1, 2 and 4).
 */
#include "cluster.h"

enum { READ_LEAST = 4, READ_MOST = CL_LINE, ITEM_MOST = 28 };

static bool aligned(uint32_t n)
{
    return n % 4 == 0;
}

/* Says whether so many bytes from an address on, which counts from the word it lies in, stay within
 * one line. */
static bool in_line(uint32_t addr, unsigned bytes)
{
    return addr / 4 * 4 % CL_LINE + bytes <= CL_LINE;
}

static void addresses(struct tn_checker *c, const struct cl_packet *k)
{
    const struct cl_header *h = &k->header;
    const struct cl_body *b = &k->body;
    RULE(c, CLU_HDR_4, cl_node(b->first) == h->dst && cl_cpu(b->first) == h->dst_cpu,
         "node and CPU of the first address", "%u.%u, and address %08x of %u.%u", h->dst,
         h->dst_cpu, b->first, cl_node(b->first), cl_cpu(b->first));
    RULE(c, CLU_ADR_1,
         aligned(b->first) && aligned(b->reply) && aligned(b->ack) && aligned(b->size),
         "multiples of 4", "%08x, %08x, %08x, %u bytes", b->first, b->reply, b->ack, b->size);
    if (h->type == TN_cl_hdr_type_WRITE || h->type == TN_cl_hdr_type_WRITE_REPLY)
        RULE(c, CLU_ADR_2, in_line(b->first, b->size), "one line of 32 bytes", "%08x + %u",
             b->first, b->size);
    if (h->type == TN_cl_hdr_type_READ)
        RULE(c, CLU_ADR_2,
             b->size >= READ_LEAST && b->size <= READ_MOST && in_line(b->reply, b->size),
             "4 to 32 bytes of one line", "%08x + %u", b->reply, b->size);
    if (h->type == TN_cl_hdr_type_QUEUE_READ)
        RULE(c, CLU_QUE_1, b->size >= READ_LEAST && b->size <= ITEM_MOST, "4 to 28 bytes", "%u",
             b->size);
    if (h->type == TN_cl_hdr_type_NACK)
        RULE(c, CLU_NAK_1, b->cause >= TN_cl_nack_cause_FULL && b->cause <= TN_cl_nack_cause_LENGTH,
             "1 to 3", "%u", b->cause);
}

static void link_packet(struct tn_checker *c, const struct cl_packet *k)
{
    struct cl_ctl l;
    RULE(c, CLU_LNK_2, cl_is_link(k->word), "000f 00c0", "%04x %04x", k->word[0], k->word[1]);
    if (!k->whole || !cl_is_link(k->word))
        return;
    cl_ctl_get(k->word + 2, &l);
    RULE(c, CLU_RSV_1, l.reserved == 0, "0", "%04x", l.reserved);
}

void tn_rules_cl_packet(struct tn_checker *c, const struct cl_packet *k)
{
    const struct cl_header *h = &k->header;
    if (k->whole) {
        const uint16_t want = cl_crc(k->word, k->words - 1);
        RULE(c, CLU_CRC_1, k->crc == want, "the right CRC", "%04x, not %04x", k->crc, want);
        if (k->crc != want)
            return;
    }
    if (h->type == TN_cl_hdr_type_LINK && c->ev->unit == TN_UNIT_FRAME) {
        link_packet(c, k);
        return;
    }
    RULE(c, CLU_HDR_3, h->dst < CL_NODES && h->src < CL_NODES, "nodes below 20", "%u and %u",
         h->dst, h->src);
    const bool there = cl_type_prio(h->type) >= 0;
    RULE(c, CLU_HDR_1, there, "type 1 to 8", "%u", h->type);
    if (!there)
        return;
    RULE(c, CLU_HDR_2, h->prio == cl_type_prio(h->type), "the type's priority", "%s of priority %u",
         cl_type_name(h->type), h->prio);
    RULE(c, CLU_LEN_2, cl_len_fits(h->type, h->len), "a length of the type", "%s of len %u",
         cl_type_name(h->type), h->len);
    if (k->has_body)
        addresses(c, k);
}
