/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Form of a TLP (PCIe 3.0 2.2.1 to 2.2.3, 2.2.10, 2.7): header, length, digest,
 * reserved bits, prefixes.
 */
#include "pcie.h"

#include <string.h>

#include <tn/artefact.h>
#include <tn/crc.h>

/* ART-LEN: the record's own lengths disagree, so that bytes missing or left over say
 * nothing of the TLP. */
static bool length_unknown(const struct tn_checker *c)
{
    return c->art & 1u << TN_ART_SHORT_IP && !c->par.strict;
}

enum { VENDOR_PREFIX = 14 }; /* and 15 */

/* A verdict that a later edition changes names the one that was judged by. */
#define EDITION " (PCIe %s)"
static const char *edition(const struct tn_checker *c)
{
    static const char *const names[] = {"3.0", "4.0", "5.0", "6.0"};
    return names[c->par.pcie < 40 ? 0 : c->par.pcie < 50 ? 1 : c->par.pcie < 60 ? 2 : 3];
}

/* Bytes after the header against what Length and TD say. */
static void length_rules(struct tn_checker *c, const struct tn_tlp *t, bool has_data)
{
    uint32_t after = c->ev->orig_len - t->payload_off;
    uint32_t data = has_data ? 4u * t->length_dw : 0;
    uint32_t want = data + 4u * t->td;

    RULE(c, TLP_ALN_1, c->ev->orig_len % 4 == 0, "a multiple of 4 bytes", "%u bytes",
         c->ev->orig_len);
    /* a completion or message without data, whose Length is reserved, and as many DWs as that says: data */
    const bool names_data = !has_data && !t->td && after == 4u * t->length_dw &&
                            (tn_tlp_is_completion(t->kind) || t->kind == TN_TLP_MSG);
    /* one DW too many without TD, or one too few with it, is the digest's fault */
    if (!names_data)
        RULE(c, TLP_TD_1, after == want || after != data + 4u * !t->td, t->td ? "a digest DW" : "no digest DW",
         "TD %u and %u bytes after the header, Length says %u", t->td, after, data);
    if (!names_data && after == data + 4u * !t->td && after != want)
        return;
    if (data > 0)
        RULE(c, TLP_LEN_1, after - after % 4 == want || (after + 3) / 4 * 4 == want, "payload of 4 x Length",
             "Length %u DW, %u bytes after the header%s", t->length_dw, after,
             t->td ? " with the digest" : "");
    else
        RULE(c, TLP_LEN_8, after - after % 4 == want, "nothing after the header",
             "%u bytes after the header", after);
}

static void reserved_rules(struct tn_checker *c, const struct tn_tlp *t, bool has_data)
{
    bool mem = t->kind == TN_TLP_MRD || t->kind == TN_TLP_MRDLK || t->kind == TN_TLP_MWR ||
               (t->kind >= TN_TLP_FETCHADD && t->kind <= TN_TLP_CAS);
    if (!c->par.inside) {
        uint32_t tag = c->par.ten_bit_tags ? 1u << 23 | 1u << 19 : 0;
        uint32_t ln = c->par.pcie >= 40 && (mem || t->kind == TN_TLP_CPLD) ? 1u << 17 : 0;
        RULE(c, TLP_RSV_1, (t->rsv[0] & ~tag & ~ln) == 0, "0", "DW0 bits %08x" EDITION, t->rsv[0], edition(c));
        RULE(c, TLP_TH_1, mem || !t->th, "TH 0", "TH 1 on %s", tn_tlp_name(t->kind));
    }
    if (tn_tlp_is_completion(t->kind) || t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD)
        RULE(c, TLP_AT_1, t->at == 0, "AT 0", "AT %u on %s", t->at, tn_tlp_name(t->kind));
    RULE(c, TLP_EP_1, !t->ep || has_data, "EP 0", "EP 1 on %s, which has no data",
         tn_tlp_name(t->kind));
}

static void prefix_rules(struct tn_checker *c, const struct tn_tlp *t)
{
    unsigned end_end = 0, late_local = 0;
    for (unsigned i = 0; i < t->prefix_n; i++) {
        const unsigned type = t->prefix[i] >> 24 & 15;
        if (t->prefix[i] >> 28 & 1) {
            end_end++;
            RULE(c, TLP_PFX_5, type < 2 || type >= VENDOR_PREFIX || (type == 2 && c->par.pcie >= 60),
                 "type 0, 1, 14 or 15", "end-to-end prefix type %u" EDITION, type, edition(c));
        } else {
            RULE(c, TLP_PFX_4, type == 0 || type >= VENDOR_PREFIX || (c->par.pcie >= 60 && (type <= 2 || type == 13)),
                 "type 0, 14 or 15", "local prefix type %u" EDITION, type, edition(c));
            late_local += end_end > 0;
        }
    }
    if (t->prefix_n == 0)
        return;
    RULE(c, TLP_PFX_1, late_local == 0, "local prefixes first", "%u after an end-to-end prefix",
         late_local);
    RULE(c, TLP_PFX_2, end_end <= 4, "at most 4", "%u end-to-end prefixes", end_end);
    /* a record snapped among the prefixes does not show whether a header followed */
    if (!(t->err & TN_TLP_E_SHORT && c->ev->len < c->ev->orig_len))
        RULE(c, TLP_PFX_3, !(t->err & TN_TLP_E_PREFIX), "a header", "nothing after %u prefixes",
             t->prefix_n);
}

static void digest_rule(struct tn_checker *c, const struct tn_tlp *t)
{
    uint32_t local = 0, want;
    const uint8_t *p = c->ev->bytes;
    uint8_t copy[TN_TLP_MAX];
    if (t->err & TN_TLP_E_LENGTH || c->ev->len < c->ev->orig_len)
        return;
    if (c->par.inside && c->ev->len <= sizeof copy) { /* Dest CPU counts as 0 */
        memcpy(copy, p, c->ev->len);
        copy[t->hdr_off + 1] &= 0x74;
        p = copy;
    }
    while (local < t->prefix_n && !(t->prefix[local] >> 28 & 1))
        local++;
    want = tn_tlp_digest(p + 4 * local, c->ev->len - 4 * local - 4,
                         t->hdr_off - 4 * local);
    RULE(c, ECRC_1, t->digest == want, "the ECRC", "%08x, computed %08x", t->digest, want);
}

void tn_rules_form(struct tn_checker *c, const struct tn_tlp *t)
{
    const bool snapped = c->ev->len < c->ev->orig_len, has_data = tn_tlp_has_data(t->kind);
    prefix_rules(c, t);
    if (t->err & TN_TLP_E_PREFIX)
        return;
    /* how long a header of no defined form is, nobody knows */
    if (t->err & TN_TLP_E_SHORT && !(t->err & TN_TLP_E_FMT)) {
        if (!snapped && !length_unknown(c))
            RULE(c, TLP_HDR_1, false, "a whole header", "%u bytes", c->ev->orig_len);
        return;
    }
    RULE(c, TLP_HDR_1, true, "", "%s", "");
    RULE(c, TLP_FMT_1, t->fmt <= 4, "Fmt 000b to 100b", "Fmt %u, Type %u", t->fmt, t->type);
    if (t->fmt > 4)
        return;
    RULE(c, TLP_FMT_2, t->kind != TN_TLP_INVALID, "a defined pair", "Fmt %u, Type %u" EDITION, t->fmt,
         t->type, edition(c));
    if (t->kind == TN_TLP_INVALID)
        return;
    if (!length_unknown(c))
        length_rules(c, t, has_data);
    reserved_rules(c, t, has_data);
    if (t->has_digest)
        digest_rule(c, t);
    if (c->par.mps && has_data && t->kind != TN_TLP_IOWR)
        RULE(c, TLP_LEN_2, 4u * t->length_dw <= c->par.mps, "at most Max_Payload_Size",
             "%u bytes, limit %u", 4u * t->length_dw, c->par.mps);
}
