/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One ExaNet packet by itself (exanet.md 1): CRCs, type, words, size, lanes,
 * fields, and where it may go.
 */
#include "exanet.h"

#include <tn/fields.h>

#include <string.h>

/* The size that the type asks for (sections 1 and 2). */
static void size_of_type(struct tn_checker *c, const struct exa_packet *k)
{
    if (k->type == EXA_READ_REQ)
        RULE(c, EXA_LEN_4, k->size == 32, "32 bytes", "size %u", k->size);
    else if (k->type == EXA_DMA_CTL)
        RULE(c, EXA_LEN_5, k->size == 32, "32 bytes", "size %u", k->size);
    else if (k->type == EXA_NOTIFY)
        RULE(c, EXA_LEN_6, k->size == 16, "16 bytes", "size %u", k->size);
    else if (k->type != EXA_WRITE)
        RULE(c, EXA_LEN_7, k->size <= 64, "at most 64 bytes", "size %u", k->size);
}

static void length_rules(struct tn_checker *c, const struct exa_packet *k)
{
    unsigned o = (unsigned)(k->addr & 255);
    if (exa_form(k) == EXA_H) {
        RULE(c, EXA_LEN_2, k->size == 0, "size 0", "size %u in %s", k->size,
             exa_type_name(k->type));
        return;
    }
    if (k->size == 0 && k->type == EXA_ZREAD_REQ)
        return;
    RULE(c, EXA_LEN_3, k->size >= 1 && k->size <= EXA_MTU, "1 to 256 bytes", "size %u", k->size);
    if (k->size < 1 || k->size > EXA_MTU)
        return;
    RULE(c, EXA_BND_1, o + k->size <= EXA_MTU, "no 256-byte boundary inside", "%u bytes at %011llx",
         k->size, (unsigned long long)k->addr);
    size_of_type(c, k);
    if (k->type == EXA_READ_REQ || k->type == EXA_DMA_CTL || k->type == EXA_NOTIFY)
        RULE(c, EXA_LANE_3, (o & 15) == 0, "lane 0", "lane %u", o & 15);
}

/* Lanes that hold no byte of the payload. The words are there. */
static void lane_rules(struct tn_checker *c, const struct exa_packet *k)
{
    unsigned o = (unsigned)(k->addr & 15), end = o + k->size, all = k->word_n * (unsigned)EXA_WORD;
    unsigned before = 0, after = end;
    while (before < o && k->lanes[before] == 0)
        before++;
    while (after < all && k->lanes[after] == 0)
        after++;
    RULE(c, EXA_LANE_1, before == o, "0", "%02x in lane %u, the first byte's is %u",
         k->lanes[before], before, o);
    RULE(c, EXA_LANE_2, after == all, "0", "%02x in lane %u of the last word",
         after < all ? k->lanes[after] : 0, after % EXA_WORD);
}

/* The number of the transaction or message that the packet belongs to, or acknowledges. */
static void number_rules(struct tn_checker *c, const struct exa_packet *k)
{
    if (exa_is_message(k)) {
        RULE(c, EXA_TID_2, (k->tid & ~(EXA_TID_MSG | EXA_TID_CHAN)) == 0, "bits 12:6 are 0",
             "tid %04x", k->tid);
        RULE(c, EXA_TID_3, k->type == EXA_WRITE || k->type == EXA_READ_REQ || k->type == EXA_ACK,
             "a transaction's tid", "tid %04x in %s", k->tid, exa_type_name(k->type));
        if (k->type == EXA_WRITE)
            RULE(c, EXA_LEN_8, k->size <= 64, "at most 64 bytes", "size %u", k->size);
        return;
    }
    RULE(c, EXA_TID_1, k->tid <= EXA_TID_NUM, "bits 12:10 are 0", "tid %04x", k->tid);
    RULE(c, EXA_TID_4, k->seq < EXA_SEQ_MOD, "13 bits", "seq %u", k->seq);
}

static void address_rules(struct tn_checker *c, const struct exa_packet *k)
{
    bool at = exa_is_peripheral(k->addr);
    unsigned p = exa_peripheral(k->addr);
    const char *name = exa_type_name(k->type);
    bool receiver = !at || p == EXA_P_RDMA;
    if (at)
        RULE(c, EXA_DST_1, p <= EXA_P_AXI || p == EXA_P_DEAD, "peripheral 0 to 5, or 127",
             "peripheral %u", p);
#define GOES(ident, good, where)                                                                   \
    RULE(c, ident, good, where, at ? "%s to peripheral %u" : "%s to DRAM", name, p)
    switch (k->type) {
    case EXA_READ_REQ:
        GOES(EXA_DST_2, at && p == EXA_P_RT_MAILBOX, "the RT mailbox");
        break;
    case EXA_DMA_CTL:
        GOES(EXA_DST_3, receiver, "the RDMA receiver");
        break;
    case EXA_NOTIFY:
        GOES(EXA_DST_4, receiver || p == EXA_P_MAILBOX, "the mailbox or the RDMA receiver");
        break;
    case EXA_ZREAD_REQ:
    case EXA_ZWRITE:
    case EXA_ZREAD_RSP:
        GOES(EXA_DST_5, at && p == EXA_P_AXI, "the AXI bridge");
        break;
    case EXA_ACK:
        if (exa_is_message(k))
            GOES(EXA_DST_6, at && p == EXA_P_PACKETIZER, "the packetizer");
        else
            GOES(EXA_DST_7, at && (p == EXA_P_RT_MAILBOX || p == EXA_P_AXI),
                 "the RT mailbox or the AXI bridge");
        break;
    default:
        break;
    }
#undef GOES
}

/* What can be said of the footer; false when its fields mean nothing. */
static bool footer_rules(struct tn_checker *c, const struct exa_packet *k)
{
    uint8_t want = exa_want_ftr_crc(k);
    RULE(c, EXA_CRC_3, k->ftr_crc == want, "the CRC-8", "%02x, computed %02x", k->ftr_crc, want);
    if (k->ftr_crc != want)
        return false;
    RULE(c, EXA_RSV_1, k->user == 0 && k->ttl == 0 && k->flags == 0, "0",
         "user %03x ttl %04x flags %02x", k->user, k->ttl, k->flags);
    number_rules(c, k);
    return true;
}

/* False when the payload is not to be trusted. */
static bool payload_rules(struct tn_checker *c, const struct exa_packet *k)
{
    uint32_t want = exa_want_pld_crc(k);
    if (k->word_n == 0) {
        RULE(c, EXA_CRC_4, k->pld_crc == 0, "0", "%08x", k->pld_crc);
        return true;
    }
    RULE(c, EXA_CRC_2, k->pld_crc == want, "the CRC-32", "%08x, computed %08x", k->pld_crc, want);
    return k->pld_crc == want;
}

/* The 64-bit number whose least significant byte is first. */
static uint64_t lane_number(const uint8_t *p)
{
    uint64_t v = 0;
    for (unsigned i = 8; i-- > 0;)
        v = v << 8 | p[i];
    return v;
}

/* Type, size and words against each other; false when they leave no packet. */
static bool shape_rules(struct tn_checker *c, const struct exa_packet *k)
{
    const bool alone = exa_form(k) == EXA_H;
    RULE(c, EXA_TYP_1, !(k->err & EXA_E_TYPE), "a type that there is", "type %u", k->type);
    if (k->err & EXA_E_TYPE)
        return false;
    RULE(c, EXA_RSV_2, k->rsv == 0, "0", "%03x in %s", k->rsv, exa_type_name(k->type));
    if (alone)
        RULE(c, EXA_FRM_5, k->word_n == 0 && !k->has_footer, "a header alone", "%s of %u bytes",
             exa_type_name(k->type), c->ev->orig_len);
    length_rules(c, k);
    if (!(k->err & EXA_E_PART) && !alone && (k->size > 0 || k->type == EXA_ZREAD_REQ))
        RULE(c, EXA_LEN_1, !(k->err & (EXA_E_LENGTH | EXA_E_LONG)),
             "the words of type, addr and size", "%u bytes, size %u at lane %u", c->ev->orig_len,
             k->size, (unsigned)(k->addr & 15));
    if (k->type == EXA_ACK) {
        RULE(c, EXA_ERR_2, k->code <= TN_exa_ack_resp_PROTECTION, "0 to 7", "code %u", k->code);
        number_rules(c, k);
    }
    address_rules(c, k);
    return true;
}

unsigned tn_rules_exa_form(struct tn_checker *c, const struct exa_packet *k)
{
    uint16_t want;
    unsigned good = 0;
    bool shaped;
    if (!(k->err & EXA_E_SHORT && k->snapped))
        RULE(c, EXA_FRM_1, !(k->err & EXA_E_SHORT), "a whole header", "%u bytes", c->ev->orig_len);
    if (k->err & EXA_E_SHORT)
        return 0;
    want = exa_want_hdr_crc(k);
    RULE(c, EXA_CRC_1, k->hdr_crc == want, "the CRC-16", "%04x, computed %04x", k->hdr_crc, want);
    if (k->hdr_crc != want)
        return 0;
    RULE(c, EXA_FRM_2, !(k->err & EXA_E_PART), "a multiple of 16 bytes", "%u bytes",
         c->ev->orig_len);
    shaped = shape_rules(c, k);
    if (k->err & EXA_E_PART || !shaped)
        return 0;
    if (k->has_footer && exa_form(k) != EXA_H && !footer_rules(c, k))
        return 0;
    if (k->err)
        return 0;
    if (exa_form(k) == EXA_H)
        return EXA_GOOD_FOOTER; /* there is nothing else to trust */
    if (k->has_footer && !k->snapped && payload_rules(c, k)) {
        good |= EXA_GOOD_PAYLOAD;
        if (k->size > 0)
            lane_rules(c, k);
        if (k->type == EXA_DMA_CTL && k->word_n == 2)
            RULE(c, EXA_CTL_1, lane_number(k->lanes + 8) == 0, "0", "%016llx",
                 (unsigned long long)lane_number(k->lanes + 8));
    }
    return good | (k->has_footer ? EXA_GOOD_FOOTER : 0u);
}
