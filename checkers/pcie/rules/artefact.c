/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Artefacts that the bytes of a TLP show by themselves.
 */
#include "pcie.h"

#include <tn/artefact.h>

#include <string.h>

/* The common case without a full decode: no prefix, and Length, Fmt and TD agree
 * with the bytes. */
static bool looks_whole(const struct tn_event *ev)
{
    const uint8_t *p = ev->bytes;
    uint32_t length, want;
    if (ev->len < 12 || p[0] >> 7)
        return false;
    length = (uint32_t)(p[2] & 3u) << 8 | p[3];
    want = p[0] & 0x20 ? 16 : 12;
    if (p[0] & 0x40)
        want += 4 * (length ? length : 1024);
    return want + (p[2] & 0x80 ? 4u : 0u) == ev->orig_len;
}

/* A short TLP agrees with many bytes of its length, so more is asked of its header
 * before it counts as displaced: nothing unusual in any field. */
static bool plain_header(const uint8_t *header, const struct tn_tlp *t)
{
    bool one = t->length_dw == 1;
    if (t->prefix_n || header[1] != 0 || t->td || t->ep || t->at || t->ph || t->rsv[2])
        return false;
    switch (t->kind) {
    case TN_TLP_MRD:
    case TN_TLP_MWR:
        return t->first_be && one == (t->last_be == 0) &&
               (t->addr & 0xfff) + 4u * t->length_dw <= 4096 && (t->hdr_dw == 3 || t->addr >> 32);
    case TN_TLP_IORD:
    case TN_TLP_IOWR:
    case TN_TLP_CFGRD0:
    case TN_TLP_CFGRD1:
    case TN_TLP_CFGWR0:
    case TN_TLP_CFGWR1:
        return one && t->last_be == 0 && t->first_be;
    case TN_TLP_CPL:
        return t->status != TN_CPL_SC && t->bcm == 0;
    case TN_TLP_CPLD:
        return t->status == TN_CPL_SC && t->bcm == 0 && /* the last piece, or split at the RCB */
               (t->byte_count <= 4u * t->length_dw ||
                (t->lower_addr + 4u * t->length_dw) % 64 == 0);
    default:
        return false;
    }
}

/* Does the header say nothing unusual where it stands? Then bytes that do not fit it
 * are missing or left over at its end, and it is not displaced. */
static bool plain_start(const struct tn_event *ev, const struct tn_tlp *t)
{
    const uint8_t *p = ev->bytes;
    unsigned first_be, last_be;
    if (t->prefix_n)
        return true;
    if (t->kind == TN_TLP_INVALID || ev->len < 8)
        return t->kind != TN_TLP_INVALID;
    if (p[1] != 0)
        return false;
    if (!tn_tlp_is_request(t->kind) || t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD)
        return true;
    first_be = p[7] & 15u; /* the decoder gives no field of a header that is cut */
    last_be = p[7] >> 4;
    return t->length_dw == 1 ? last_be == 0 : first_be && last_be;
}

/* Up to eight bytes stand ahead of a TLP that is whole. Without payload they must
 * be no whole DWs: that might as well be a wrong TLP. */
static bool bytes_ahead(const struct tn_event *ev, bool plain)
{
    struct tn_tlp t;
    for (uint32_t k = 1; k <= 8 && k + 12 <= ev->len; k++)
        if (tn_tlp_decode(ev->bytes + k, ev->len - k, ev->orig_len - k, &t) == 0 &&
            (t.payload_len > 0 || (!plain && k % 4 && plain_header(ev->bytes + k, &t))))
            return true;
    return false;
}

/* The first one to three bytes of the TLP are missing: with some usual first byte,
 * and zeros up to what is there, it is whole. */
static bool bytes_missing(const struct tn_event *ev)
{
    static const uint8_t firsts[] = {0x00, 0x20, 0x40, 0x60, 0x4a, 0x0a, 0x02, 0x42, 0x04, 0x44};
    uint8_t head[16] = {0};
    uint32_t k = (4 - ev->orig_len % 4) % 4,
             n = ev->len < sizeof head - k ? ev->len : (uint32_t)sizeof head - k;
    struct tn_tlp t;
    if (k == 0)
        return false;
    memcpy(head + k, ev->bytes, n);
    for (size_t i = 0; i < sizeof firsts; i++) {
        head[0] = firsts[i];
        if (tn_tlp_decode(head, k + n, ev->orig_len + k, &t) == 0 && plain_header(head, &t))
            return true;
    }
    return false;
}

/* Eight or sixteen bytes stand ahead of a TLP whose end lies behind the packet's length, in the padding
 * of its frame; where the packet begins, no header stands. */
static bool end_in_padding(const struct tn_event *ev)
{
    struct tn_tlp t;
    const uint32_t here = ev->len + ev->behind;
    if (ev->len < ev->orig_len || (tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t) == 0 && plain_header(ev->bytes, &t)))
        return false;
    for (uint32_t k = 8; k <= 16 && k + 12 <= here; k += 8) {
        uint32_t want;
        tn_tlp_decode(ev->bytes + k, here - k, here - k, &t);
        want = 4u * t.hdr_dw + (tn_tlp_has_data(t.kind) ? 4u * t.length_dw : 0);
        if (k + want > ev->orig_len && k + want <= here && tn_tlp_decode(ev->bytes + k, want, want, &t) == 0 &&
            plain_header(ev->bytes + k, &t))
            return true;
    }
    return false;
}

/* Eight bytes of zeros, which begin no TLP (1024 DW without a byte enable), stand ahead of the first DW of one, whose
 * header the packet's length cuts. */
static bool zeros_ahead(const struct tn_event *ev)
{
    static const uint8_t zeros[8];
    const uint8_t *p = ev->bytes + sizeof zeros;
    struct tn_tlp t;
    if (ev->len < sizeof zeros + 4 || memcmp(ev->bytes, zeros, sizeof zeros) != 0)
        return false;
    tn_tlp_decode(p, ev->len - sizeof zeros, ev->orig_len - sizeof zeros, &t);
    const uint8_t least = tn_tlp_is_request(t.kind) || tn_tlp_has_data(t.kind) ? 1 : 0; /* of Length, a Cpl has none */
    return t.kind != TN_TLP_INVALID && !t.prefix_n && p[1] == 0 && (p[2] & 0xcc) == 0 && ((p[2] & 3) || p[3] >= least) &&
           ev->orig_len < sizeof zeros + 4u * t.hdr_dw;
}

/* Would the packet, with another first byte, be a TLP of its length whose byte enables are
 * possible? */
static bool fits_as(const struct tn_event *ev, unsigned first)
{
    uint8_t head[16] = {0};
    const uint32_t n = ev->len < sizeof head ? ev->len : (uint32_t)sizeof head;
    struct tn_tlp t;
    memcpy(head, ev->bytes, n);
    head[0] = (uint8_t)first;
    if (tn_tlp_decode(head, n, ev->orig_len, &t) != 0)
        return false;
    return !tn_tlp_is_request(t.kind) || t.kind == TN_TLP_MSG || t.kind == TN_TLP_MSGD ||
           (t.length_dw == 1 ? t.last_be == 0 : t.first_be && t.last_be);
}

static bool some_fmt_fits(const struct tn_event *ev, const struct tn_tlp *found)
{
    for (unsigned fmt = 0; fmt < 4; fmt++)
        if (fits_as(ev, fmt << 5 | found->type))
            return true;
    return false;
}

static bool some_type_fits(const struct tn_event *ev)
{
    for (unsigned first = 0; first < 0x80; first++)
        if (fits_as(ev, first))
            return true;
    return false;
}

/* Eight bytes of the TLP are missing, DW0 among them: the first byte is no Fmt and no Type, and
 * none would make a TLP of what follows. */
static bool head_missing(const struct tn_event *ev, const struct tn_tlp *t)
{
    if (t->prefix_n || ev->len < 8 || ev->orig_len % 4 != 0)
        return false;
    return t->fmt > 4 ? !some_fmt_fits(ev, t) : t->kind == TN_TLP_INVALID && !some_type_fits(ev);
}

/* Four bytes that are no prefix alone: the type of an end-to-end or local prefix is not defined, or its reserved bits
 * are set. It is the address of a TLP that lost its first eight bytes. */
static bool address_alone(const struct tn_event *ev, const struct tn_tlp *t)
{
    const uint8_t *p = ev->bytes;
    unsigned kind;
    if (ev->len < 4 || ev->orig_len != 4 || !(t->err & TN_TLP_E_PREFIX))
        return false;
    kind = p[0] & 0x1fu; /* of a prefix: bit 4 end-to-end, the type below */
    if ((kind & 15) >= 14)
        return false; /* a vendor's may have any bits */
    return kind == 0 ? false : kind == 0x10 ? p[2] || p[3] : kind == 0x11 ? (p[1] & 0x30) != 0 : true;
}

static unsigned of_tlp(const struct tn_event *ev)
{
    struct tn_tlp t;
    const bool whole = looks_whole(ev);
    unsigned err;
    uint32_t i;
    if (ev->behind && end_in_padding(ev))
        return 1u << TN_ART_SHIFTED;
    if (whole && ev->bytes[0]) /* nearly all */
        return 0;
    for (i = 0; i < ev->len && ev->bytes[i] == 0; i++)
        ;
    if (i == ev->len && ev->len >= 12)
        return 1u << TN_ART_ZERO;
    if (i >= 8 && zeros_ahead(ev))
        return 1u << TN_ART_SHIFTED;
    if (whole)
        return 0;
    err = tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t);
    if (address_alone(ev, &t))
        return 1u << TN_ART_SHIFTED;
    if (!(err & (TN_TLP_E_FMT | TN_TLP_E_LENGTH | TN_TLP_E_SHORT)))
        return 0;
    bool plain = plain_start(ev, &t);
    return bytes_ahead(ev, plain) || (!plain && bytes_missing(ev)) || head_missing(ev, &t) ? 1u << TN_ART_SHIFTED : 0;
}

unsigned tn_pcie_artefacts(const struct tn_event *ev)
{
    return ev->unit == TN_UNIT_PACKET ? of_tlp(ev) : 0;
}
