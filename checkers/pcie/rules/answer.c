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

static bool is_write(enum tn_tlp_kind k)
{
    return k == TN_TLP_IOWR || k == TN_TLP_CFGWR0 || k == TN_TLP_CFGWR1;
}

/* Is it the Attr of the request, as far as a completion copies it? IDO it sets or not as it likes, and in a completion of a
 * translation so with relaxed ordering. */
static bool same_attr(const struct tn_open *o, unsigned attr, unsigned asked)
{
    const unsigned no_snoop = 1, relaxed = 2, copied = no_snoop | (o->translation ? 0 : relaxed);
    return ((attr ^ asked) & copied) == 0;
}

bool tn_open_fits(const struct tn_open *o, const struct tn_tlp *t)
{
    const bool good = t->status == TN_CPL_SC, bytes = o->translation ? t->byte_count % 8 == 0 : o->doubt & TN_DOUBT_BYTES && !o->started;
    if (o->refused || o->vague)
        return false;
    return (o->tc == t->tc || o->doubt & TN_DOUBT_TC) && (same_attr(o, t->attr, o->attr) || o->doubt & TN_DOUBT_ATTR) &&
           (bytes || o->left == t->byte_count || (is_atomic(o->kind) && !good && t->byte_count == 4)) && (!o->started || o->completer == t->completer) &&
           (!good || is_write(o->kind) != tn_tlp_has_data(t->kind)) &&
           (!good || bytes || (o->next_addr & 0x7f) == t->lower_addr);
}

bool tn_rules_count_is_wrong(const struct tn_open *o, const struct tn_tlp *t)
{
    uint32_t got = 4u * t->length_dw - (o->next_addr & 3u);
    if (!is_read(o->kind) && t->status == TN_CPL_SC && !o->refused && !o->vague)
        return is_write(o->kind) || 4u * t->length_dw != o->left || t->byte_count != o->left; /* CPL-10, CPL-15, CPL-18 */
    return is_read(o->kind) && !o->vague && !o->refused && !o->translation &&
           (t->byte_count != o->left ? got < o->left + 4
                                     : 4u * t->length_dw <= ((o->next_addr & 3u) + t->byte_count + 3u) / 4u * 4u);
}

bool tn_open_behind(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    uint32_t gone = o->left - t->byte_count;
    return is_read(o->kind) && t->byte_count < o->left && pcie_rules(c)->missing && pcie_rules(c)->missing_at > o->packet &&
           ((o->next_addr + gone) & 0x7f) == t->lower_addr;
}

/* Byte Count of an answer to a read, a piece or the end without data. */
static void count_rule(struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    if (!o->started)
        RULE(c, CPL_5, t->byte_count == o->left, "Byte Count as asked",
             "Byte Count %u, asked for %u", t->byte_count, o->left);
    else
        RULE(c, CPL_6, t->byte_count == o->left, "Byte Count as left", "Byte Count %u, left %u",
             t->byte_count, o->left);
}

/* Where what the request asked for is not to be believed, its first answer says it. */
static void believe(struct tn_open *o, const struct tn_tlp *t)
{
    if (o->doubt & TN_DOUBT_TC)
        o->tc = t->tc;
    if (o->doubt & TN_DOUBT_ATTR)
        o->attr = t->attr;
    if (o->doubt & TN_DOUBT_BYTES && is_read(o->kind)) {
        o->left = t->byte_count;
        o->next_addr = t->lower_addr;
        o->zero_length = false;
    }
    o->doubt &= TN_DOUBT_BYTES;
}

/* A piece of the same read in another place: it came before those between, or again. The Lower
 * Address, which goes with its Byte Count, is no second fault. */
static bool out_of_turn(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    const uint32_t there = o->next_addr + o->left - t->byte_count; /* modulo 2^32 */
    if (t->byte_count == o->left || t->lower_addr != (there & 0x7f))
        return false;
    count_rule(c, o, t);
    if (t->byte_count < o->left || t->lower_addr == (o->next_addr & 0x7f))
        o->vague = true; /* those before it may still come, or it is in its place with another count */
    return true;
}

/* Where the pieces before left it open, the read goes on from what they said of themselves, behind
 * one that could not be read, or, as one was cut in a wrong place, from where this one is. */
static void catch_up(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    const uint32_t there = o->next_addr + o->left - t->byte_count;
    if (o->cut_wrong && (there & 0x7f) == t->lower_addr) {
        o->next_addr = there;
        o->left = t->byte_count;
    }
    o->cut_wrong = false;
    if (o->started && t->byte_count == o->said_left)
        o->left = o->said_left;
    if (o->started && t->lower_addr == (o->said_addr & 0x7f))
        o->next_addr = o->said_addr;
    if (tn_open_behind(c, o, t) && tn_missing_use(c, o->packet)) {
        o->next_addr += o->left - t->byte_count;
        o->left = t->byte_count;
    }
}

/* Byte Count and Lower Address of a piece. */
static void piece_says(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    uint32_t low = o->next_addr & 0x7f;
    if (o->zero_length)
        RULE(c, CPL_12, (t->length_dw == 1 || c->doubts & TN_DOUBT_LENGTH) && t->byte_count == 1, "one DW, Byte Count 1",
             "Length %u, Byte Count %u", t->length_dw, t->byte_count);
    else
        count_rule(c, o, t);
    if (!o->started)
        RULE(c, CPL_7, t->lower_addr == low, "address of the first byte asked for",
             "Lower Address %02x, not %02x", t->lower_addr, low);
    else
        RULE(c, CPL_8, t->lower_addr == low, "address of this piece's first byte",
             "Lower Address %02x, not %02x", t->lower_addr, low);
}

/* The bytes of a payload, by the TLP's end where Length is not to be believed. */
static uint32_t bytes_of(const struct tn_checker *c, const struct tn_tlp *t)
{
    uint32_t data = 4u * t->length_dw, after = c->ev->orig_len - t->payload_off;
    if (!(c->doubts & TN_DOUBT_LENGTH) || after == data)
        return data;
    return t->td && after >= 4 ? (after & ~3u) - 4 : after & ~3u;
}

/* A piece of a read's data; true with the last one. */
static bool read_piece(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    const uint32_t bytes = bytes_of(c, t);
    uint32_t said = bytes > (t->lower_addr & 3u) ? bytes - (t->lower_addr & 3u) : 0, got;

    if (o->translation) /* its count and address are rules of ATS */
        return said >= t->byte_count;
    catch_up(c, o, t);
    if (!o->zero_length && out_of_turn(c, o, t))
        return false;
    piece_says(c, o, t);
    got = 4u * t->length_dw - (o->next_addr & 3u);
    if (got < o->left && said < t->byte_count && !(c->doubts & TN_DOUBT_LENGTH)) {
        o->cut_wrong = (o->next_addr + got) % c->par.rcb != 0;
        RULE(c, CPL_9, !o->cut_wrong, "a split at the RCB", "Lower Address %02x, %u bytes, RCB %u", o->next_addr & 0x7f, got,
             c->par.rcb);
        o->perhaps = o->perhaps || o->cut_wrong;
    }
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

/* The fields of a piece that differ from what is due, and from what the pieces before said is due. */
static unsigned piece_differs(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    const bool count = t->byte_count == o->left || (o->started && t->byte_count == o->said_left) || tn_open_behind(c, o, t);
    const bool low = t->lower_addr == (o->next_addr & 0x7f) || (o->started && t->lower_addr == (o->said_addr & 0x7f)) ||
                     t->lower_addr == ((o->next_addr + o->left - t->byte_count) & 0x7f);
    if (o->translation || o->doubt & TN_DOUBT_BYTES)
        return 0;
    return (count ? 0u : 1u) + (t->status == TN_CPL_SC && !low ? 1u : 0u);
}

/* The same of an answer that is whole. */
static unsigned answer_differs(const struct tn_open *o, const struct tn_tlp *t)
{
    const bool data = tn_tlp_has_data(t->kind);
    if (o->doubt & TN_DOUBT_BYTES)
        return 0;
    const bool other_data = is_write(o->kind) ? data : data && 4u * t->length_dw != o->left;
    unsigned n = t->byte_count != o->left && t->byte_count != 4;
    n += t->lower_addr != 0 && !(n && t->byte_count < 4); /* both as a read of some bytes has them: one difference */
    n += t->status == TN_CPL_SC && other_data;
    return n;
}

bool tn_rules_of_another(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    const bool locked = t->kind == TN_TLP_CPLLK || t->kind == TN_TLP_CPLDLK;
    unsigned n;
    if (tn_open_fits(o, t)) /* nearly all */
        return false;
    if (o->vague || o->refused || o->perhaps || o->doubtful || c->doubts & ~(unsigned)TN_DOUBT_STATUS)
        return false;
    n = t->tc != o->tc && !(o->doubt & TN_DOUBT_TC) && !(o->started && t->tc == o->said_tc);
    n += !same_attr(o, t->attr, o->attr) && !(o->doubt & TN_DOUBT_ATTR) && !(o->started && same_attr(o, t->attr, o->said_attr));
    n += locked != (o->kind == TN_TLP_MRDLK);
    n += o->started && t->completer != o->completer && t->completer != o->said_completer;
    n += t->status == TN_CPL_SC && !is_write(o->kind) && !tn_tlp_has_data(t->kind);
    return n + (is_read(o->kind) ? piece_differs(c, o, t) : answer_differs(o, t)) > 1;
}

static void other_answer(struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    const bool atomic = is_atomic(o->kind);
    uint32_t bytes = o->left;
    if (!(atomic && o->doubt & TN_DOUBT_BYTES))
        RULE(c, CPL_10, t->byte_count == bytes || (atomic && t->status != TN_CPL_SC && t->byte_count == 4),
             "the operand's bytes", "Byte Count %u, not %u", t->byte_count, bytes);
    RULE(c, CPL_11, t->lower_addr == 0, "Lower Address 0", "Lower Address %02x", t->lower_addr);
    if (t->status != TN_CPL_SC)
        return;
    if (is_write(o->kind))
        RULE(c, CPL_15, !tn_tlp_has_data(t->kind), "no data", "%s answers %s",
             tn_tlp_name(t->kind), tn_tlp_name(o->kind));
    else if (tn_tlp_has_data(t->kind) && !(c->doubts & TN_DOUBT_LENGTH) && !(atomic && o->doubt & TN_DOUBT_BYTES))
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
    RULE(c, CPL_3, same_attr(o, t->attr, o->attr) || (o->started && same_attr(o, t->attr, o->said_attr)),
         "No Snoop and relaxed ordering of the request", "Attr %u, request %u", t->attr, o->attr);
    if (o->started)
        RULE(c, CPL_19, t->completer == o->completer || t->completer == o->said_completer,
             "the completer of the first piece", "%04x, first %04x", t->completer, o->completer);
    else
        o->completer = t->completer;
    o->said_completer = t->completer;
    o->said_tc = t->tc;
    o->said_attr = t->attr;
    RULE(c, CPL_13, in_time || o->told, "before the timeout", "%llu ns after the request",
         (unsigned long long)(c->ev->time_ns - o->time_ns));
    o->told = o->told || !in_time;
    if (!tn_tlp_has_data(t->kind))
        RULE(c, CPL_16, t->status != TN_CPL_CRS || is_cfg(o->kind), "CRS for configuration only",
         "CRS answers %s", tn_tlp_name(o->kind));
    RULE(c, CPL_17, locked == (o->kind == TN_TLP_MRDLK), "locked answers locked",
         "%s answers %s", tn_tlp_name(t->kind), tn_tlp_name(o->kind));
}

/* A status other than SC ends the request. */
static void refuse(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    bool right = true;
    if (!is_read(o->kind)) {
        other_answer(c, o, t);
    } else if (!o->translation) {
        if (o->started && t->byte_count == o->said_left)
            o->left = o->said_left;
        right = t->byte_count == o->left;
        count_rule(c, o, t);
    }
    o->refused_at = c->ev->packet;
    o->refused = true; /* where the status itself is wrong, nobody knows whether more is due */
    o->told = (c->doubts & TN_DOUBT_STATUS) != 0 || !right || (t->status == TN_CPL_CRS && !is_cfg(o->kind));
}

bool tn_rules_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    bool wants_data = is_read(o->kind) || is_atomic(o->kind) || o->kind == TN_TLP_IORD ||
                      o->kind == TN_TLP_CFGRD0 || o->kind == TN_TLP_CFGRD1;

    if (c->doubts & TN_DOUBT_ANY && !tn_open_fits(o, t))
        o->vague = true;
    if (is_read(o->kind) && !o->translation && tn_joined_piece_before(c, o, t)) {
        tn_rule_open(c, R_CPL_5, c->ev, "Byte Count as asked", "less: the pieces before it may stand before the first record");
        o->vague = true;
        return false;
    }
    if (is_read(o->kind) && !o->translation && t->byte_count != o->left && t->byte_count != o->said_left)
        tn_joined_claim(c, o); /* the one before came with a wrong tag */
    if (o->vague) /* the last one, perhaps: the entry stays, and is held against nobody */
        return false;
    if (!o->started)
        believe(o, t);
    head_rules(c, o, t);
    if (t->status != TN_CPL_SC && !(c->doubts & TN_DOUBT_STATUS && tn_tlp_has_data(t->kind))) {
        refuse(c, o, t);
        return false;
    }
    if (t->status != TN_CPL_SC) /* by its data it goes on, by its status it ends */
        o->perhaps = true;
    else if (wants_data)
        RULE(c, CPL_14, tn_tlp_has_data(t->kind), "data", "%s with status SC answers %s",
             tn_tlp_name(t->kind), tn_tlp_name(o->kind));
    if (!is_read(o->kind)) {
        other_answer(c, o, t);
        return true;
    }
    if (tn_tlp_has_data(t->kind))
        return read_piece(c, o, t);
    o->vague = true; /* the data may still come */
    return false;
}
