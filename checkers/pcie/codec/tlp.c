/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What TLPs are, and their decoding, on the tables of spec/tlp.def.
 */
#include <tn/pcie/tlp.h>

#include <tn/bug.h>
#include <tn/crc.h>
#include <tn/fields.h>

#include <string.h>

_Static_assert((int)TN_CPL_SC == TN_tlp_cpl_status_SC && (int)TN_CPL_UR == TN_tlp_cpl_status_UR &&
                   (int)TN_CPL_CRS == TN_tlp_cpl_status_CRS && (int)TN_CPL_CA == TN_tlp_cpl_status_CA,
               "the values of tlp_cpl.status in tlp.def are those of <tn/pcie/tlp.h>");

static uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static enum tn_tlp_kind kind_of(unsigned fmt, unsigned type)
{
    enum { /* the low three bits of a message's Type are its routing; 110b and 111b are reserved,
            * which is a rule's business: the form is a message's all the same */
           MSG = TN_tlp_dw0_type_MSG,
           MSG_LAST = MSG + 7 };
    static const uint8_t kinds[4][32] = { /* by Fmt and Type; 0: not defined */
        {[TN_tlp_dw0_type_MEM] = TN_TLP_MRD,
         [TN_tlp_dw0_type_MEM_LK] = TN_TLP_MRDLK,
         [TN_tlp_dw0_type_IO] = TN_TLP_IORD,
         [TN_tlp_dw0_type_CFG0] = TN_TLP_CFGRD0,
         [TN_tlp_dw0_type_CFG1] = TN_TLP_CFGRD1,
         [TN_tlp_dw0_type_CPL] = TN_TLP_CPL,
         [TN_tlp_dw0_type_CPL_LK] = TN_TLP_CPLLK},
        {[TN_tlp_dw0_type_MEM] = TN_TLP_MRD,
         [TN_tlp_dw0_type_MEM_LK] = TN_TLP_MRDLK,
         [MSG... MSG_LAST] = TN_TLP_MSG},
        {[TN_tlp_dw0_type_MEM] = TN_TLP_MWR,
         [TN_tlp_dw0_type_IO] = TN_TLP_IOWR,
         [TN_tlp_dw0_type_CFG0] = TN_TLP_CFGWR0,
         [TN_tlp_dw0_type_CFG1] = TN_TLP_CFGWR1,
         [TN_tlp_dw0_type_CPL] = TN_TLP_CPLD,
         [TN_tlp_dw0_type_CPL_LK] = TN_TLP_CPLDLK,
         [TN_tlp_dw0_type_FETCHADD] = TN_TLP_FETCHADD,
         [TN_tlp_dw0_type_SWAP] = TN_TLP_SWAP,
         [TN_tlp_dw0_type_CAS] = TN_TLP_CAS},
        {[TN_tlp_dw0_type_MEM] = TN_TLP_MWR,
         [MSG... MSG_LAST] = TN_TLP_MSGD,
         [TN_tlp_dw0_type_FETCHADD] = TN_TLP_FETCHADD,
         [TN_tlp_dw0_type_SWAP] = TN_TLP_SWAP,
         [TN_tlp_dw0_type_CAS] = TN_TLP_CAS},
    };
    return fmt < 4 ? kinds[fmt][type] : TN_TLP_INVALID;
}

const char *tn_tlp_name(enum tn_tlp_kind kind)
{
    static const char *const names[TN_TLP_KINDS] = {
        [TN_TLP_INVALID] = "?",        [TN_TLP_MRD] = "MRd",         [TN_TLP_MRDLK] = "MRdLk",
        [TN_TLP_MWR] = "MWr",          [TN_TLP_IORD] = "IORd",       [TN_TLP_IOWR] = "IOWr",
        [TN_TLP_CFGRD0] = "CfgRd0",    [TN_TLP_CFGWR0] = "CfgWr0",   [TN_TLP_CFGRD1] = "CfgRd1",
        [TN_TLP_CFGWR1] = "CfgWr1",    [TN_TLP_MSG] = "Msg",         [TN_TLP_MSGD] = "MsgD",
        [TN_TLP_CPL] = "Cpl",          [TN_TLP_CPLD] = "CplD",       [TN_TLP_CPLLK] = "CplLk",
        [TN_TLP_CPLDLK] = "CplDLk",    [TN_TLP_FETCHADD] = "FetchAdd", [TN_TLP_SWAP] = "Swap",
        [TN_TLP_CAS] = "CAS",
    };
    return (unsigned)kind < TN_TLP_KINDS ? names[kind] : "?";
}

/* DW1 and on of a request with an address. */
static void get_addressed(const uint8_t *h, struct tn_tlp *t)
{
    t->requester = (uint16_t)TN_GET(h + 4, tlp_req, requester);
    t->tag = (uint8_t)TN_GET(h + 4, tlp_req, tag);
    t->last_be = (uint8_t)TN_GET(h + 4, tlp_req, last_be);
    t->first_be = (uint8_t)TN_GET(h + 4, tlp_req, first_be);
    if (t->hdr_dw == 4) {
        t->addr = (uint64_t)be32(h + 8) << 32 | (be32(h + 12) & ~3u);
        t->ph = h[15] & 3;
    } else {
        t->addr = be32(h + 8) & ~3u;
        t->ph = h[11] & 3;
    }
}

static void get_cfg(const uint8_t *h, struct tn_tlp *t)
{
    t->requester = (uint16_t)TN_GET(h + 4, tlp_req, requester);
    t->tag = (uint8_t)TN_GET(h + 4, tlp_req, tag);
    t->last_be = (uint8_t)TN_GET(h + 4, tlp_req, last_be);
    t->first_be = (uint8_t)TN_GET(h + 4, tlp_req, first_be);
    t->dest_id = (uint16_t)TN_GET(h + 8, tlp_cfg, dest_id);
    t->reg = (uint16_t)(TN_GET(h + 8, tlp_cfg, reg) * 4);
    t->rsv[2] = be32(h + 8) & 0x0000f003u;
}

static void get_cpl(const uint8_t *h, struct tn_tlp *t)
{
    t->completer = (uint16_t)TN_GET(h + 4, tlp_cpl, completer);
    t->status = (uint8_t)TN_GET(h + 4, tlp_cpl, status);
    t->bcm = (uint8_t)TN_GET(h + 4, tlp_cpl, bcm);
    t->byte_count = (uint16_t)TN_GET(h + 4, tlp_cpl, byte_count);
    if (t->byte_count == 0)
        t->byte_count = 4096;
    t->requester = (uint16_t)TN_GET(h + 4, tlp_cpl, requester);
    t->tag = (uint8_t)TN_GET(h + 4, tlp_cpl, tag);
    t->lower_addr = (uint8_t)TN_GET(h + 4, tlp_cpl, lower_addr);
    t->rsv[2] = be32(h + 8) & 0x80u;
}

static void get_msg(const uint8_t *h, struct tn_tlp *t)
{
    t->requester = (uint16_t)TN_GET(h + 4, tlp_msg, requester);
    t->tag = (uint8_t)TN_GET(h + 4, tlp_msg, tag);
    t->msg_code = (uint8_t)TN_GET(h + 4, tlp_msg, code);
    t->msg_route = t->type & 7;
    t->msg_dw2 = be32(h + 8);
    t->msg_dw3 = be32(h + 12);
    if (t->msg_route == 2) /* routed by ID: PCIe 3.0 2.2.8 */
        t->dest_id = (uint16_t)(t->msg_dw2 >> 16);
}

static void get_dw0(const uint8_t *h, struct tn_tlp *t)
{
    uint32_t dw0 = be32(h);
    t->fmt = (uint8_t)TN_GET(h, tlp_dw0, fmt);
    t->type = (uint8_t)TN_GET(h, tlp_dw0, type);
    t->kind = kind_of(t->fmt, t->type);
    t->tc = (uint8_t)TN_GET(h, tlp_dw0, tc);
    t->attr = (uint8_t)(TN_GET(h, tlp_dw0, ido) << 2 | TN_GET(h, tlp_dw0, attr));
    t->th = (uint8_t)TN_GET(h, tlp_dw0, th);
    t->td = (uint8_t)TN_GET(h, tlp_dw0, td);
    t->ep = (uint8_t)TN_GET(h, tlp_dw0, ep);
    t->at = (uint8_t)TN_GET(h, tlp_dw0, at);
    t->length_dw = (uint16_t)TN_GET(h, tlp_dw0, length);
    if (t->length_dw == 0)
        t->length_dw = 1024;
    t->rsv[0] = dw0 & 0x008a0000u;
    if (dw0 & 0x008b0000u)
        t->dest_cpu = (uint8_t)((dw0 >> 23 & 1) << 3 | (dw0 >> 19 & 1) << 2 | (dw0 >> 17 & 1) << 1 |
                                (dw0 >> 16 & 1));
}

/* Where payload and digest are, given bytes present and bytes on the link. */
static void get_tail(const uint8_t *p, size_t len, size_t orig_len, struct tn_tlp *t)
{
    size_t start = t->payload_off;
    size_t want = start + (tn_tlp_has_data(t->kind) ? 4u * t->length_dw : 0u) + 4u * t->td;
    size_t digest_at = orig_len >= start + 4 ? orig_len - 4 : orig_len;

    if (len == want && orig_len == want && !t->td) { /* nearly all */
        t->payload_len = (uint32_t)(want - start);
        return;
    }
    if (orig_len != want)
        t->err |= TN_TLP_E_LENGTH;
    if (!t->td)
        digest_at = orig_len;
    t->payload_len = (uint32_t)((len < digest_at ? len : digest_at) - start);
    if (t->td && digest_at + 4 == orig_len && len >= orig_len) {
        t->has_digest = 1;
        t->digest = be32(p + digest_at);
    }
}

enum { CLEAR_FIRST = sizeof(struct tn_tlp) / 2 };

unsigned tn_tlp_decode(const uint8_t *p, size_t len, size_t orig_len, struct tn_tlp *t)
{
    const uint8_t *h = p;
    size_t left = len;

    /* in two pieces: above some size compilers take a string instruction that costs
     * more to start than the stores do */
    memset(t, 0, CLEAR_FIRST);
    memset((uint8_t *)t + CLEAR_FIRST, 0, sizeof *t - CLEAR_FIRST);
    if (orig_len < len)
        orig_len = len;
    while (left >= 4 && h[0] >> 5 == TN_tlp_dw0_fmt_PREFIX) {
        if (t->prefix_n == TN_TLP_MAX_PREFIX) {
            t->fmt = TN_tlp_dw0_fmt_PREFIX;
            return t->err = TN_TLP_E_PREFIX;
        }
        t->prefix[t->prefix_n++] = be32(h);
        h += 4;
        left -= 4;
    }
    t->hdr_off = 4u * t->prefix_n;
    if (left < 4) {
        t->payload_off = (uint32_t)len;
        return t->err = TN_TLP_E_SHORT | (t->prefix_n ? TN_TLP_E_PREFIX : 0u);
    }
    get_dw0(h, t);
    t->hdr_dw = t->fmt & 1 ? 4 : 3;
    if (t->kind == TN_TLP_INVALID)
        t->err |= TN_TLP_E_FMT;
    if (left < 4u * t->hdr_dw) {
        t->payload_off = (uint32_t)len;
        return t->err |= TN_TLP_E_SHORT;
    }
    t->payload_off = t->hdr_off + 4u * t->hdr_dw;
    if (t->kind == TN_TLP_INVALID) {
        t->payload_len = (uint32_t)(len - t->payload_off);
        return t->err;
    }
    if (tn_tlp_is_completion(t->kind))
        get_cpl(h, t);
    else if (t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD)
        get_msg(h, t);
    else if (t->kind >= TN_TLP_CFGRD0 && t->kind <= TN_TLP_CFGWR1)
        get_cfg(h, t);
    else
        get_addressed(h, t);
    get_tail(p, len, orig_len, t);
    return t->err;
}

uint32_t tn_tlp_bytes_asked(uint16_t length_dw, uint8_t first_be, uint8_t last_be)
{
    if (length_dw == 1) {
        if (first_be == 0)
            return 1; /* zero-length read: PCIe 2.2.5 */
        unsigned high = 3, low = 0;
        while (!(first_be >> high & 1))
            high--;
        while (!(first_be >> low & 1))
            low++;
        return high - low + 1;
    }
    unsigned low = first_be ? tn_tlp_first_byte(first_be) : 0;
    unsigned high = 3;
    while (high > 0 && last_be && !(last_be >> high & 1))
        high--;
    return 4u * length_dw - low - (3 - high);
}

unsigned tn_tlp_first_byte(uint8_t first_be)
{
    for (unsigned i = 0; i < 4; i++)
        if (first_be >> i & 1)
            return i;
    return 0;
}

uint32_t tn_tlp_digest(const uint8_t *p, size_t len, size_t hdr_off)
{
    return __builtin_bswap32(tn_pcie_ecrc(p, len, hdr_off));
}

void tn_tlp_set_dest_cpu(struct tn_tlp *t, uint8_t port)
{
    t->dest_cpu = port & 15;
    t->th = port & 1;
    t->rsv[0] = (t->rsv[0] & ~0x008a0000u) | (uint32_t)(port >> 3 & 1) << 23 |
                (uint32_t)(port >> 2 & 1) << 19 | (uint32_t)(port >> 1 & 1) << 17;
}

void tn_tlp_set_kind(struct tn_tlp *t, enum tn_tlp_kind kind, int four_dw)
{
    tn_require(kind > TN_TLP_INVALID && kind < TN_TLP_KINDS);
    for (unsigned type = 0; type < 32; type++) {
        unsigned fmt = (tn_tlp_has_data(kind) ? 2u : 0u) | (four_dw ? 1u : 0u);
        if (kind == TN_TLP_MSG || kind == TN_TLP_MSGD)
            fmt |= 1; /* messages have no 3DW form; Type 10rrr keeps its routing */
        if (kind_of(fmt, type) == kind) {
            t->kind = kind;
            t->fmt = (uint8_t)fmt;
            t->type = (uint8_t)type;
            if (tn_tlp_class(kind) == TN_CLASS_P && kind != TN_TLP_MWR)
                t->type = (uint8_t)(type | (t->msg_route & 7));
            t->hdr_dw = fmt & 1 ? 4 : 3;
            return;
        }
    }
    if (four_dw)
        tn_tlp_set_kind(t, kind, 0);
    else
        tn_bug("kind without a form");
}
