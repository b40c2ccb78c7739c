/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Requests with an address or a register (PCIe 3.0 2.2.4 to 2.2.7): memory, I/O,
 * configuration, AtomicOps.
 */
#include "pcie.h"

/* Bytes of one 4 KiB page. */
enum { PAGE = 4096 };

/* Ones without a hole that end at bit 3 (first BE) or begin at bit 0 (last BE). */
static bool first_be_contiguous(unsigned be)
{
    return be == 0xf || be == 0xe || be == 0xc || be == 0x8;
}

static bool last_be_contiguous(unsigned be)
{
    return be == 0xf || be == 0x7 || be == 0x3 || be == 0x1;
}

static void byte_enable_rules(struct tn_checker *c, const struct tn_tlp *t)
{
    bool holes_allowed = t->length_dw == 1 || (t->length_dw == 2 && t->addr % 8 == 0);
    if (t->th && t->kind != TN_TLP_MWR)
        return; /* the steering tag stands there: PCIe 3.0 2.2.7.1 */
    if (t->length_dw == 1) {
        RULE(c, TLP_BE_3, t->last_be == 0, "Last BE 0", "Last BE %x", t->last_be);
        return;
    }
    RULE(c, TLP_BE_2, t->last_be != 0, "Last BE not 0", "Last BE 0, Length %u", t->length_dw);
    if (t->last_be == 0)
        return; /* by its byte enables the Length is 1: one fault */
    RULE(c, TLP_BE_1, t->first_be != 0, "First BE not 0", "First BE 0, Length %u", t->length_dw);
    if (t->first_be)
        RULE(c, TLP_BE_4, holes_allowed || first_be_contiguous(t->first_be), "f, e, c or 8",
             "First BE %x, Length %u", t->first_be, t->length_dw);
    RULE(c, TLP_BE_5, holes_allowed || last_be_contiguous(t->last_be), "f, 7, 3 or 1",
         "Last BE %x, Length %u", t->last_be, t->length_dw);
}

/* Length and the bytes disagree by the one DW that a header with the other number of DWs would make: then the
 * address stands elsewhere, or is not whole. */
static bool address_unsure(const struct tn_checker *c, const struct tn_tlp *t)
{
    const uint32_t want = (tn_tlp_has_data(t->kind) ? 4u * t->length_dw : 0) + 4u * t->td;
    return c->doubts & TN_DOUBT_LENGTH && c->ev->orig_len - t->hdr_off == want + (t->hdr_dw == 3 ? 16u : 12u);
}

static void address_rules(struct tn_checker *c, const struct tn_tlp *t)
{
    if (t->hdr_dw == 4)
        RULE(c, TLP_ADR_1, t->addr >> 32 != 0, "a 3DW header", "4DW header, address %llx",
             (unsigned long long)t->addr);
    /* of a translation request bit 0 says that it will not write: ATS */
    if (!t->th && !(t->at == 1 && t->ph == 1))
        RULE(c, TLP_ADR_2, t->ph == 0, "0", "address bits 1:0 are %u", t->ph);
}

/* A Length that its data contradict is one fault. */
static bool length_told(const struct tn_checker *c, const struct tn_tlp *t)
{
    return tn_tlp_has_data(t->kind) && c->doubts & TN_DOUBT_LENGTH;
}

static void memory_rules(struct tn_checker *c, const struct tn_tlp *t)
{
    const bool no_length = length_told(c, t);
    const bool no_address = address_unsure(c, t);
    uint32_t end = (uint32_t)(t->addr % PAGE) + 4u * t->length_dw;
    if (!no_address)
        address_rules(c, t);
    if (!no_length)
        byte_enable_rules(c, t);
    RULE(c, TLP_AT_2, t->at != 3, "AT 0, 1 or 2", "AT %u", t->at);
    RULE(c, TLP_AT_5, t->at != 1 || t->kind == TN_TLP_MRD, "a memory read", "AT 1 on %s", tn_tlp_name(t->kind));
    if (t->kind == TN_TLP_MWR) {
        RULE(c, TLP_4K_2, end <= PAGE || no_length || no_address, "within one page", "address %llx, %u bytes",
             (unsigned long long)t->addr, 4u * t->length_dw);
        return;
    }
    /* byte enables that do not fit Length are one fault with it */
    RULE(c, TLP_4K_1, end <= PAGE || no_address || c->doubts & TN_DOUBT_BYTES, "within one page", "address %llx, %u bytes",
         (unsigned long long)t->addr, 4u * t->length_dw);
    if (c->par.mrrs)
        RULE(c, TLP_LEN_3, 4u * t->length_dw <= c->par.mrrs, "at most Max_Read_Request_Size",
             "%u bytes, limit %u", 4u * t->length_dw, c->par.mrrs);
}

static void io_rules(struct tn_checker *c, const struct tn_tlp *t)
{
    RULE(c, TLP_LEN_4, t->length_dw == 1 || length_told(c, t), "Length 1", "Length %u", t->length_dw);
    RULE(c, TLP_BE_6, t->last_be == 0, "Last BE 0", "Last BE %x", t->last_be);
    RULE(c, TLP_TC_1, t->tc == 0, "TC 0", "TC %u", t->tc);
    RULE(c, TLP_ATTR_1, t->attr == 0, "Attr 0", "Attr %u", t->attr);
    RULE(c, TLP_AT_3, t->at == 0, "AT 0", "AT %u", t->at);
    RULE(c, TLP_ADR_2, t->ph == 0, "0", "address bits 1:0 are %u", t->ph);
}

static void cfg_rules(struct tn_checker *c, const struct tn_tlp *t)
{
    RULE(c, TLP_LEN_5, t->length_dw == 1 || length_told(c, t), "Length 1", "Length %u", t->length_dw);
    RULE(c, TLP_BE_7, t->last_be == 0, "Last BE 0", "Last BE %x", t->last_be);
    RULE(c, TLP_TC_2, t->tc == 0, "TC 0", "TC %u", t->tc);
    RULE(c, TLP_ATTR_2, t->attr == 0, "Attr 0", "Attr %u", t->attr);
    RULE(c, TLP_AT_4, t->at == 0, "AT 0", "AT %u", t->at);
    RULE(c, TLP_RSV_2, t->rsv[2] == 0, "0", "DW2 bits %08x", t->rsv[2]);
}

static void atomic_rules(struct tn_checker *c, const struct tn_tlp *t)
{
    uint32_t operand = 4u * t->length_dw;
    bool legal;
    const bool no_address = address_unsure(c, t);
    if (!no_address)
        address_rules(c, t);
    RULE(c, TLP_AT_2, t->at != 3, "AT 0, 1 or 2", "AT %u", t->at);
    RULE(c, TLP_AT_5, t->at != 1, "a memory read", "AT 1 on %s", tn_tlp_name(t->kind));
    if (t->kind == TN_TLP_CAS) {
        legal = t->length_dw == 2 || t->length_dw == 4 || t->length_dw == 8;
        operand /= 2;
        RULE(c, TLP_ATM_2, legal || length_told(c, t), "Length 2, 4 or 8", "Length %u", t->length_dw);
    } else {
        legal = t->length_dw == 1 || t->length_dw == 2;
        RULE(c, TLP_ATM_1, legal || length_told(c, t), "Length 1 or 2", "Length %u", t->length_dw);
    }
    if (legal && !no_address && !length_told(c, t))
        RULE(c, TLP_ATM_3, t->addr % operand == 0, "aligned to the operand",
             "address %llx, operand %u bytes", (unsigned long long)t->addr, operand);
}

void tn_rules_request(struct tn_checker *c, const struct tn_tlp *t)
{
    switch (t->kind) {
    case TN_TLP_MRD:
    case TN_TLP_MRDLK:
    case TN_TLP_MWR:
        memory_rules(c, t);
        break;
    case TN_TLP_IORD:
    case TN_TLP_IOWR:
        io_rules(c, t);
        break;
    case TN_TLP_FETCHADD:
    case TN_TLP_SWAP:
    case TN_TLP_CAS:
        atomic_rules(c, t);
        break;
    default:
        cfg_rules(c, t);
        break;
    }
}
