/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One ExaNet packet by itself (exanet.md 1): CRCs, form, type, length, lanes,
 * fields, and where it may go.
 */
#include "exanet.h"

#include <tn/fields.h>

#include <string.h>

static unsigned form_bit(unsigned form)
{
    return 1u << form;
}

/* The forms that a type has, as a set. */
static unsigned forms_of(unsigned type)
{
    switch (type) {
    case EXA_ZREAD_REQ:
    case EXA_ACK:
    case EXA_RELEASE:
        return form_bit(EXA_HF);
    case EXA_FLOW_RATE:
        return form_bit(EXA_H) | form_bit(EXA_HF) | form_bit(EXA_HPF);
    default:
        return form_bit(EXA_HPF);
    }
}

static void length_rules(struct tn_checker *c, const struct exa_packet *k)
{
    unsigned o = (unsigned)(k->addr & 255);
    if (k->form != EXA_HPF) {
        RULE(c, EXA_LEN_2, k->len == 0, "len 0", "len %u in form %u", k->len, k->form);
        return;
    }
    RULE(c, EXA_LEN_3, k->len >= 1 && k->len <= EXA_MTU, "1 to 256 bytes", "len %u", k->len);
    if (k->len < 1 || k->len > EXA_MTU)
        return;
    RULE(c, EXA_BND_1, o + k->len <= EXA_MTU, "no 256-byte boundary inside", "%u bytes at %011llx",
         k->len, (unsigned long long)k->addr);
    if (k->type == EXA_READ_REQ)
        RULE(c, EXA_LEN_4, k->len == 32, "32 bytes", "len %u", k->len);
    else if (k->type == EXA_DMA_CTL)
        RULE(c, EXA_LEN_5, k->len == 32, "32 bytes", "len %u", k->len);
    else if (k->type == EXA_NOTIFY)
        RULE(c, EXA_LEN_6, k->len == 16, "16 bytes", "len %u", k->len);
    else if (k->type == EXA_ZWRITE || k->type == EXA_ZREAD_RSP)
        RULE(c, EXA_LEN_7, k->len <= 64, "at most 64 bytes", "len %u", k->len);
    else if (k->type == EXA_WRITE && k->tag & EXA_TAG_MSG)
        RULE(c, EXA_LEN_8, k->len <= 64, "at most 64 bytes", "len %u", k->len);
    if (k->type >= EXA_READ_REQ && k->type <= EXA_NOTIFY)
        RULE(c, EXA_LANE_3, (o & 15) == 0, "lane 0", "lane %u", o & 15);
}

/* Lanes that hold no byte of the payload. The words are there. */
static void lane_rules(struct tn_checker *c, const struct exa_packet *k)
{
    unsigned o = (unsigned)(k->addr & 15), end = o + k->len, all = k->word_n * (unsigned)EXA_WORD;
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

static void tag_rules(struct tn_checker *c, const struct exa_packet *k)
{
    RULE(c, EXA_TAG_1, k->tag & EXA_TAG_MSG || k->tag == 0, "tag 0", "tag %04x", k->tag);
    if ((k->type >= EXA_DMA_CTL && k->type <= EXA_ZREAD_RSP) || k->type == EXA_FLOW_RATE)
        RULE(c, EXA_TAG_2, !(k->tag & EXA_TAG_MSG), "tag 0", "tag %04x in %s", k->tag,
             exa_type_name(k->type));
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
        if (k->tag & EXA_TAG_MSG)
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
    RULE(c, EXA_RSV_1, k->rsv == 0, "0", "bits 43:8 are %09llx", (unsigned long long)k->rsv);
    if (k->type == EXA_ACK)
        RULE(c, EXA_ERR_2, k->code <= TN_exa_ftr_err_PROTECTION, "0 to 7", "code %u", k->code);
    else
        RULE(c, EXA_ERR_1, k->code == 0, "0", "code %u in %s", k->code, exa_type_name(k->type));
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

uint64_t exa_control_place(const struct exa_packet *k)
{
    return lane_number(k->lanes);
}

/* Form, type and length against each other; false when they leave no packet. */
static bool shape_rules(struct tn_checker *c, const struct exa_packet *k)
{
    RULE(c, EXA_FRM_3, !(k->err & EXA_E_FORM), "form 0, 1 or 3", "form %u", k->form);
    RULE(c, EXA_TYP_1, !(k->err & EXA_E_TYPE), "type 1 to 10", "type %u", k->type);
    if (k->err & (EXA_E_FORM | EXA_E_TYPE))
        return false;
    RULE(c, EXA_FRM_4, forms_of(k->type) >> k->form & 1, "a form of the type", "%s in form %u",
         exa_type_name(k->type), k->form);
    length_rules(c, k);
    if (!(k->err & EXA_E_PART) && !(k->form == EXA_HPF && k->len == 0))
        RULE(c, EXA_LEN_1, !(k->err & (EXA_E_LENGTH | EXA_E_LONG)),
             "the words of form, addr and len", "%u bytes in form %u, len %u at lane %u",
             c->ev->orig_len, k->form, k->len, (unsigned)(k->addr & 15));
    tag_rules(c, k);
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
    if (k->has_footer && !footer_rules(c, k))
        return 0;
    if (k->err)
        return 0;
    if (k->has_footer && !k->snapped && payload_rules(c, k)) {
        good |= EXA_GOOD_PAYLOAD;
        if (k->form == EXA_HPF && k->len > 0)
            lane_rules(c, k);
        if (k->type == EXA_DMA_CTL && k->word_n == 2)
            RULE(c, EXA_CTL_1, lane_number(k->lanes + 8) == 0, "0", "%016llx",
                 (unsigned long long)lane_number(k->lanes + 8));
    }
    return good | (k->has_footer ? EXA_GOOD_FOOTER : 0u);
}
