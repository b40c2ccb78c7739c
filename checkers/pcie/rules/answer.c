/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a completion says, against its request (PCIe 3.0 2.2.9, 2.3, 2.8).
 *
 * One wrong field is one verdict: what follows may go on from what the wrong one said, or
 * from what it should have said.
 */
#include "transaction.h"

static bool is_cfg(enum tn_tlp_kind k)
{
    return k >= TN_TLP_CFGRD0 && k <= TN_TLP_CFGWR1;
}

static bool is_read(enum tn_tlp_kind k)
{
    return k == TN_TLP_MRD || k == TN_TLP_MRDLK;
}

static bool is_atomic(enum tn_tlp_kind k)
{
    return k >= TN_TLP_FETCHADD && k <= TN_TLP_CAS;
}

void tn_open_expect(struct tn_open *o, const struct tn_tlp *t)
{
    bool hint = t->th; /* the steering tag stands there, and all bytes are meant: 2.2.7.1 */
    uint8_t first_be = hint ? 0xf : t->first_be, last_be = hint ? 0xf : t->last_be;
    if (is_read(t->kind)) {
        o->left = tn_tlp_bytes_asked(t->length_dw, first_be, last_be);
        o->next_addr = (uint32_t)t->addr + tn_tlp_first_byte(first_be);
        o->zero_length = t->length_dw == 1 && first_be == 0;
        o->translation = t->at == 1;
    } else {
        o->left = !is_atomic(t->kind) ? 4 : t->kind == TN_TLP_CAS ? 2u * t->length_dw : 4u * t->length_dw;
    }
}

bool tn_rules_count_is_wrong(const struct tn_open *o, const struct tn_tlp *t)
{
    uint32_t got = 4u * t->length_dw - (o->next_addr & 3u);
    return is_read(o->kind) && !o->vague && !o->refused && !o->translation &&
           t->byte_count != o->left && got < o->left + 4;
}

bool tn_open_behind(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    uint32_t gone = o->left - t->byte_count;
    return is_read(o->kind) && t->byte_count < o->left && pcie_rules(c)->missing && pcie_rules(c)->missing_at > o->packet &&
           ((o->next_addr + gone) & 0x7f) == t->lower_addr;
}

/* Byte Count and Lower Address of a piece. */
static void piece_says(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    uint32_t low;

    if (o->started && t->byte_count == o->said_left)
        o->left = o->said_left;
    if (o->started && t->lower_addr == (o->said_addr & 0x7f))
        o->next_addr = o->said_addr;
    if (tn_open_behind(c, o, t) && tn_missing_use(c, o->packet)) {
        o->next_addr += o->left - t->byte_count;
        o->left = t->byte_count;
    }
    low = o->next_addr & 0x7f;
    if (o->zero_length)
        RULE(c, CPL_12, t->length_dw == 1 && t->byte_count == 1, "one DW, Byte Count 1",
             "Length %u, Byte Count %u", t->length_dw, t->byte_count);
    else if (!o->started)
        RULE(c, CPL_5, t->byte_count == o->left, "Byte Count as asked",
             "Byte Count %u, asked for %u", t->byte_count, o->left);
    else
        RULE(c, CPL_6, t->byte_count == o->left, "Byte Count as left", "Byte Count %u, left %u",
             t->byte_count, o->left);
    if (!o->started)
        RULE(c, CPL_7, t->lower_addr == low, "address of the first byte asked for",
             "Lower Address %02x, not %02x", t->lower_addr, low);
    else
        RULE(c, CPL_8, t->lower_addr == low, "address of this piece's first byte",
             "Lower Address %02x, not %02x", t->lower_addr, low);
}

/* A piece of a read's data; true with the last one. */
static bool read_piece(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    uint32_t said = 4u * t->length_dw - (t->lower_addr & 3u), got;

    if (o->translation) /* its count and address are rules of ATS */
        return said >= t->byte_count;
    piece_says(c, o, t);
    got = 4u * t->length_dw - (o->next_addr & 3u);
    if (got < o->left)
        RULE(c, CPL_9, (o->next_addr + got) % c->par.rcb == 0, "a split at the RCB",
             "Lower Address %02x, %u bytes, RCB %u", o->next_addr & 0x7f, got, c->par.rcb);
    o->said_left = said < t->byte_count ? t->byte_count - said : 0;
    o->said_addr = t->lower_addr + said;
    o->left = got < o->left ? o->left - got : 0;
    o->next_addr += got;
    o->started = true;
    if ((o->left == 0) != (o->said_left == 0)) {
        o->vague = true; /* the last one by what it says, or by what came: not by both */
        return false;
    }
    return o->left == 0;
}

static void other_answer(struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    bool write = o->kind == TN_TLP_IOWR || o->kind == TN_TLP_CFGWR0 || o->kind == TN_TLP_CFGWR1;
    uint32_t bytes = o->left;
    RULE(c, CPL_10, t->byte_count == bytes, "the operand's bytes", "Byte Count %u, not %u",
         t->byte_count, bytes);
    RULE(c, CPL_11, t->lower_addr == 0, "Lower Address 0", "Lower Address %02x", t->lower_addr);
    if (write)
        RULE(c, CPL_15, !tn_tlp_has_data(t->kind), "no data", "%s answers %s",
             tn_tlp_name(t->kind), tn_tlp_name(o->kind));
    else if (tn_tlp_has_data(t->kind))
        RULE(c, CPL_18, 4u * t->length_dw == bytes, "the operand's DWs", "Length %u, operand %u bytes",
             t->length_dw, bytes);
}

/* What every completion has in common with its request. */
static void head_rules(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    bool locked = t->kind == TN_TLP_CPLLK || t->kind == TN_TLP_CPLDLK;
    bool in_time = c->ev->time_ns < o->time_ns + c->par.completion_timeout_ns;

    RULE(c, CPL_2, t->tc == o->tc || (o->started && t->tc == o->said_tc), "TC of the request",
         "TC %u, request %u", t->tc, o->tc);
    RULE(c, CPL_3, t->attr == o->attr || (o->started && t->attr == o->said_attr),
         "Attr of the request", "Attr %u, request %u", t->attr, o->attr);
    o->said_tc = t->tc;
    o->said_attr = t->attr;
    RULE(c, CPL_13, in_time || o->told, "before the timeout", "%llu ns after the request",
         (unsigned long long)(c->ev->time_ns - o->time_ns));
    o->told = o->told || !in_time;
    RULE(c, CPL_16, t->status != TN_CPL_CRS || is_cfg(o->kind), "CRS for configuration only",
         "CRS answers %s", tn_tlp_name(o->kind));
    RULE(c, CPL_17, locked == (o->kind == TN_TLP_MRDLK), "locked answers locked",
         "%s answers %s", tn_tlp_name(t->kind), tn_tlp_name(o->kind));
}

bool tn_rules_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    bool wants_data = is_read(o->kind) || is_atomic(o->kind) || o->kind == TN_TLP_IORD ||
                      o->kind == TN_TLP_CFGRD0 || o->kind == TN_TLP_CFGRD1;

    if (c->doubts) {
        o->vague = true;
        return false;
    }
    if (is_read(o->kind) && t->byte_count != o->left && t->byte_count != o->said_left)
        tn_joined_claim(c, o); /* the one before came with a wrong tag */
    if (o->vague) /* the last one, perhaps: the entry stays, and is held against nobody */
        return false;
    head_rules(c, o, t);
    if (t->status != TN_CPL_SC) {
        if (!is_read(o->kind) && !is_atomic(o->kind))
            RULE(c, CPL_10, t->byte_count == 4, "4", "Byte Count %u", t->byte_count);
        o->refused = true;
        o->told = false;
        return false;
    }
    if (wants_data)
        RULE(c, CPL_14, tn_tlp_has_data(t->kind), "data", "%s with status SC answers %s",
             tn_tlp_name(t->kind), tn_tlp_name(o->kind));
    if (!is_read(o->kind)) {
        other_answer(c, o, t);
        return true;
    }
    return tn_tlp_has_data(t->kind) ? read_piece(c, o, t) : true;
}
