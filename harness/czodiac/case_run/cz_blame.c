/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which rule of the remapper a wrong TLP breaks. A case about byte counts that
 * gets a wrong Requester ID has found a broken RID rule, not a byte count.
 */
#include "cz.h"

#include <tn/pcie/tlp.h>

#include <stdlib.h>
#include <string.h>

enum differs {
    KIND = 1,
    FORM = 2,
    SIZE = 4,
    RID = 8,
    ADDR = 16,
    DST = 32,
    COUNT = 64,
    HINT = 128,
    TAG = 256,
    BE = 512,
    REST = 1024,
    DIGEST = 2048,
    CID = 4096,
};

/* What a rule is about: a difference there breaks it. */
static const struct {
    const char *rule;
    unsigned about;
} owners[] = {
    {"CZR-RID-1", RID},
    {"CZR-RID-2", RID},
    {"CZR-RID-3", CID},
    {"CZR-ADR-1", ADDR},
    {"CZR-ADR-2", FORM},
    {"CZR-DST-1", DST},
    {"CZR-ISO-1", DST},
    {"CZR-TH-1", HINT | TAG | BE},
    {"CZR-PASS-1", TAG | BE | REST},
    {"CZR-UR-1", COUNT},
    {"CZR-UR-2", RID | DST | COUNT | TAG | CID | REST},
    {"CZR-DIG-1", DIGEST},
    {"CZR-DIG-2", DIGEST},
    {"CZR-ORD-1", TAG | ADDR}, /* another TLP of the class */
    {"CZR-LOSS-1", SIZE},
    {"CZR-ATOM-1", RID | ADDR},
};

/* The bytes expected, with what does not count as it came. */
static uint8_t *merged(const struct tn_case_tlp *want, const struct seen *got)
{
    uint8_t *p = malloc(want->len);
    for (size_t k = 0; p && k < want->len; k++) {
        uint8_t found = k < got->len ? got->bytes[k] : 0;
        p[k] = (uint8_t)((want->bytes[k] & want->mask[k]) | (found & ~want->mask[k]));
    }
    return p;
}

static unsigned difference(const struct tn_case_tlp *want, const struct seen *got, bool user)
{
    struct tn_tlp a, b;
    unsigned d = 0;
    uint8_t *p = merged(want, got);
    if (!p)
        return REST;
    tn_tlp_decode(p, want->len, want->len, &a);
    tn_tlp_decode(got->bytes, got->len, got->len, &b);
    d |= a.kind != b.kind ? KIND : 0;
    d |= a.hdr_dw != b.hdr_dw ? FORM : 0;
    d |= a.payload_len != b.payload_len || a.length_dw != b.length_dw ? SIZE : 0;
    d |= a.requester != b.requester ? RID : 0;
    d |= tn_tlp_is_completion(a.kind) && a.completer != b.completer ? CID : 0;
    d |= a.addr != b.addr ? ADDR : 0;
    d |= a.dest_cpu != b.dest_cpu || (user && want->port != got->port) ? DST : 0;
    d |= a.byte_count != b.byte_count ? COUNT : 0;
    d |= a.ph != b.ph ? HINT : 0;
    d |= a.tag != b.tag ? TAG : 0;
    d |= a.first_be != b.first_be || a.last_be != b.last_be ? BE : 0;
    d |= a.has_digest != b.has_digest || a.digest != b.digest ? DIGEST : 0;
    free(p);
    return d ? d : REST;
}

static bool is_ur(const uint8_t *bytes, size_t len)
{
    struct tn_tlp t;
    tn_tlp_decode(bytes, (uint32_t)len, (uint32_t)len, &t);
    return tn_tlp_is_completion(t.kind) && t.status == TN_CPL_UR;
}

/* By what differs, the most telling first. */
static const char *owner(unsigned d, const struct tn_case_tlp *want, const struct seen *got, bool user)
{
    if (d & COUNT)
        return "CZR-UR-1";
    if (is_ur(got->bytes, got->len) || is_ur(want->bytes, want->len))
        return "CZR-UR-2";
    return d & RID                 ? (user ? "CZR-RID-2" : "CZR-RID-1")
           : d & CID && user       ? "CZR-RID-3"
           : d & FORM              ? "CZR-ADR-2"
           : d & ADDR              ? "CZR-ADR-1"
           : d & DST               ? "CZR-DST-1"
           : d & SIZE              ? "CZR-LOSS-1"
           : d & HINT              ? "CZR-TH-1"
           : d & (TAG | BE | CID | REST) ? "CZR-PASS-1"
                                   : "CZR-DIG-1";
}

const char *tn_run_cz_blame(const struct tn_case_step *s, const struct seen *got)
{
    bool user = strcmp(s->point + 2, "usr") == 0;
    unsigned d = difference(&s->tlp[0], got, user), about = 0;
    for (size_t k = 0; k < sizeof owners / sizeof *owners; k++)
        if (strcmp(owners[k].rule, s->rule) == 0)
            about = owners[k].about;
    if (d & KIND || d & about) /* another TLP altogether is the line's affair */
        return s->rule;
    return owner(d, &s->tlp[0], got, user);
}
