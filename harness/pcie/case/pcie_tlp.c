/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A TLP as a case writes it: a name and fields, or `hex` and its DWs. The bytes are
 * made by the codec; which of them count is found by writing each field that does
 * not as all zeros and as all ones.
 */
#include "../../case/parse.h"

#include <tn/fields.h>
#include <tn/protocol.h>
#include <tn/pcie/tlp.h>

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Groups of TLPs that have a field. */
enum { MEM = 1, IO = 2, CFG = 4, MSG = 8, CPL = 16, ANY = 31 };
enum format { NUMBER, BDF, STATUS };

#define FIELD(name, member, groups, max, format)                                                   \
    {                                                                                              \
        name, offsetof(struct tn_tlp, member), sizeof(((struct tn_tlp *)0)->member), groups, max,  \
            format                                                                                 \
    }
static const struct field {
    const char *name;
    size_t off, size;
    unsigned groups;
    uint64_t max;
    enum format format;
} fields[] = {
    FIELD("tc", tc, ANY, 7, NUMBER),
    FIELD("attr", attr, ANY, 7, NUMBER),
    FIELD("th", th, ANY, 1, NUMBER),
    FIELD("ep", ep, ANY, 1, NUMBER),
    FIELD("at", at, ANY, 3, NUMBER),
    FIELD("len", length_dw, ANY, 1024, NUMBER),
    FIELD("req", requester, ANY, 0xffff, BDF),
    FIELD("tag", tag, ANY, 255, NUMBER),
    FIELD("fbe", first_be, MEM | IO | CFG, 15, NUMBER),
    FIELD("lbe", last_be, MEM | IO | CFG, 15, NUMBER),
    FIELD("addr", addr, MEM | IO, UINT64_MAX, NUMBER),
    FIELD("ph", ph, MEM | IO, 3, NUMBER),
    FIELD("dest", dest_id, CFG, 0xffff, BDF),
    FIELD("reg", reg, CFG, 4092, NUMBER),
    FIELD("code", msg_code, MSG, 255, NUMBER),
    FIELD("route", msg_route, MSG, 7, NUMBER),
    FIELD("dw2", msg_dw2, MSG, 0xffffffff, NUMBER),
    FIELD("dw3", msg_dw3, MSG, 0xffffffff, NUMBER),
    FIELD("cpl", completer, CPL, 0xffff, BDF),
    FIELD("status", status, CPL, 7, STATUS),
    FIELD("bcm", bcm, CPL, 1, NUMBER),
    FIELD("bytes", byte_count, CPL, 4096, NUMBER),
    FIELD("lower", lower_addr, CPL, 127, NUMBER),
};
enum { FIELDS = sizeof fields / sizeof *fields };

enum digest { DIGEST_NONE, DIGEST_GOOD, DIGEST_BAD, DIGEST_ANY, DIGEST_VALUE };

/* A TLP being read. */
struct draft {
    struct tn_tlp t, ones; /* ones: what does not count is all ones */
    bool user, masked, have[FIELDS], have_port, have_to;
    bool holes; /* something does not count */
    uint64_t to, port;
    enum digest digest;
    uint8_t data[TN_TLP_MAX_PAYLOAD], data_mask[TN_TLP_MAX_PAYLOAD];
    size_t data_len;
    unsigned wide; /* 0 by the address, 3 or 4 DWs of header */
};

static void put(struct tn_tlp *t, const struct field *f, uint64_t v)
{
    uint8_t *at = (uint8_t *)t + f->off;
    const uint8_t v1 = (uint8_t)v;
    const uint16_t v2 = (uint16_t)v;
    const uint32_t v4 = (uint32_t)v;
    memcpy(at,
           f->size == 1   ? (const void *)&v1
           : f->size == 2 ? (const void *)&v2
           : f->size == 4 ? (const void *)&v4
                          : (const void *)&v,
           f->size);
}

static int status(struct tn_case_parser *p, const char *text, uint64_t *v)
{
    for (*v = 0; *v < 8; ++*v) {
        const struct tn_value *name =
            tn_field_value(tn_header_named("tlp_cpl"), "status", (uint32_t)*v);
        if (name && strcmp(name->name, text) == 0)
            return 0;
    }
    return tn_case_number(p, "status", text, 7, v);
}

static unsigned group(enum tn_tlp_kind k)
{
    if (tn_tlp_is_completion(k))
        return CPL;
    if (k == TN_TLP_MSG || k == TN_TLP_MSGD)
        return MSG;
    if (k == TN_TLP_IORD || k == TN_TLP_IOWR)
        return IO;
    return k >= TN_TLP_CFGRD0 && k <= TN_TLP_CFGWR1 ? CFG : MEM;
}

/* "MWr", or "MWr32", "MWr64" to force the header's size. */
static int kind(struct tn_case_parser *p, const char *word, struct draft *d)
{
    for (int k = 1; k < TN_TLP_KINDS; k++) {
        const char *name = tn_tlp_name((enum tn_tlp_kind)k);
        size_t n = strlen(name);
        if (strncmp(word, name, n) != 0)
            continue;
        bool sized = strcmp(word + n, "32") == 0 || strcmp(word + n, "64") == 0;
        if (word[n] && !(sized && group((enum tn_tlp_kind)k) == MEM))
            continue;
        d->wide = sized ? (word[n] == '3' ? 3 : 4) : 0;
        d->t.kind = (enum tn_tlp_kind)k;
        return 0;
    }
    return tn_case_fail(p, "no TLP '%.40s' (MRd, MWr, CplD, ..., or hex and DWs)", word);
}

static int digest(struct tn_case_parser *p, const char *text, struct draft *d)
{
    uint64_t v;
    int rc;
    d->t.td = d->ones.td = 1;
    d->digest = strcmp(text, "good") == 0  ? DIGEST_GOOD
                : strcmp(text, "bad") == 0 ? DIGEST_BAD
                : strcmp(text, "x") == 0   ? DIGEST_ANY
                                           : DIGEST_VALUE;
    if (d->digest == DIGEST_ANY && !d->masked)
        return tn_case_fail(p, "digest=x: what is sent has no don't-cares");
    if (d->digest != DIGEST_VALUE)
        return 0;
    rc = tn_case_number(p, "digest", text, 0xffffffff, &v);
    d->t.digest = d->ones.digest = rc ? 0 : (uint32_t)v;
    return rc;
}

/* Fields that are not a member of the TLP of their own. 1: not one of those. */
static int special(struct tn_case_parser *p, const char *name, const char *value, struct draft *d)
{
    if (strcmp(name, "data") == 0)
        return tn_case_data(p, value, d->masked, d->data, d->data_mask, sizeof d->data,
                            &d->data_len);
    if (strcmp(name, "digest") == 0)
        return digest(p, value, d);
    if (strcmp(name, "port") == 0) {
        d->have_port = true;
        return d->user ? tn_case_number(p, name, value, 15, &d->port)
                       : tn_case_fail(p, "port= is the user side's");
    }
    if (strcmp(name, "to") == 0) {
        d->have_to = true;
        return d->user ? tn_case_number(p, name, value, 15, &d->to)
                       : tn_case_fail(p, "to= (Dest CPU) is the user side's");
    }
    return 1;
}

static int one_field(struct tn_case_parser *p, char *word, struct draft *d)
{
    char *value = strchr(word, '=');
    uint64_t v = 0;
    int rc;
    if (!value || !value[1])
        return tn_case_fail(p, "'%.40s' is not FIELD=VALUE", word);
    *value++ = 0;
    if ((rc = special(p, word, value, d)) <= 0)
        return rc;
    for (unsigned k = 0; k < FIELDS; k++) {
        const struct field *f = &fields[k];
        if (strcmp(f->name, word) != 0)
            continue;
        if (!(f->groups & group(d->t.kind)))
            return tn_case_fail(p, "%s has no %s", tn_tlp_name(d->t.kind), word);
        if (d->have[k])
            return tn_case_fail(p, "%s= twice", word);
        d->have[k] = true;
        if (strcmp(value, "x") == 0) {
            if (!d->masked)
                return tn_case_fail(p, "%s=x: what is sent has no don't-cares", word);
            bool counted = f->max == 1024 || f->max == 4096; /* written 1 to max */
            put(&d->t, f, counted ? f->max : 0);
            put(&d->ones, f, f->size == 8 ? f->max & ~(uint64_t)3 : f->max - counted);
            d->holes = true;
            return 0;
        }
        rc = f->format == BDF      ? tn_case_bdf(p, word, value, &v)
             : f->format == STATUS ? status(p, value, &v)
                                   : tn_case_number(p, word, value, f->max, &v);
        if (rc == 0 && (f->max == 1024 || f->max == 4096) && v == 0)
            rc = tn_case_fail(p, "%s=0: counted from 1 (the header's 0 is %llu)", word,
                              (unsigned long long)f->max);
        if (rc == 0 && f->off == offsetof(struct tn_tlp, addr) && v & 3)
            rc = tn_case_fail(p, "addr=%s: bits 1:0 are ph's", value);
        put(&d->t, f, v);
        put(&d->ones, f, v);
        return rc;
    }
    return tn_case_fail(p, "no field '%.40s'", word);
}

static bool have(const struct draft *d, const char *name)
{
    for (unsigned k = 0; k < FIELDS; k++)
        if (strcmp(fields[k].name, name) == 0)
            return d->have[k];
    return false;
}

/* What a writer leaves out. */
static int defaults(struct tn_case_parser *p, struct draft *d)
{
    enum tn_tlp_kind k = d->t.kind;
    bool data = tn_tlp_has_data(k);
    if (data && d->data_len == 0)
        return tn_case_fail(p, "%s has data=", tn_tlp_name(k));
    if (!have(d, "req"))
        return tn_case_fail(p, "%s has req= (the Requester ID)", tn_tlp_name(k));
    if (group(k) & (MEM | IO) && !have(d, "addr"))
        return tn_case_fail(p, "%s has addr=", tn_tlp_name(k));
    if (group(k) == MEM && !data && !have(d, "len"))
        return tn_case_fail(p, "%s has len= (DWs)", tn_tlp_name(k));
    if (group(k) == CPL && !have(d, "bytes"))
        return tn_case_fail(p, "%s has bytes= (Byte Count)", tn_tlp_name(k));
    if (!have(d, "len")) /* reserved, 0, where there is none: the codec writes 1024 so */
        d->t.length_dw = d->ones.length_dw = data                    ? (uint16_t)(d->data_len / 4)
                                             : group(k) & (IO | CFG) ? 1
                                                                     : 1024;
    bool one = d->t.length_dw == 1;
    if (group(k) & (MEM | IO | CFG) && !have(d, "fbe"))
        d->t.first_be = d->ones.first_be = k >= TN_TLP_FETCHADD ? 0 : 15;
    if (group(k) & (MEM | IO | CFG) && !have(d, "lbe"))
        d->t.last_be = d->ones.last_be = one || k >= TN_TLP_FETCHADD ? 0 : 15;
    int wide = d->wide ? d->wide == 4 : d->t.addr >> 32 != 0;
    if (!wide && d->t.addr >> 32)
        return tn_case_fail(p, "an address above 4 GiB does not fit a 3DW header");
    if (!wide)
        d->ones.addr &= 0xffffffff;
    tn_tlp_set_kind(&d->t, k, wide);
    tn_tlp_set_kind(&d->ones, k, wide);
    if (group(k) == MSG) {
        d->t.type = (uint8_t)(TN_tlp_dw0_type_MSG | d->t.msg_route);
        d->ones.type = (uint8_t)(TN_tlp_dw0_type_MSG | d->ones.msg_route);
    }
    if (d->have_to) {
        tn_tlp_set_dest_cpu(&d->t, (uint8_t)d->to);
        tn_tlp_set_dest_cpu(&d->ones, (uint8_t)d->to);
    }
    return 0;
}

static int room(struct tn_case_parser *p, size_t len, struct tn_case_tlp *out)
{
    out->bytes = calloc(2, len);
    if (!out->bytes)
        return tn_case_fail(p, "out of memory"), -ENOMEM;
    out->mask = out->bytes + len;
    out->len = len;
    return 0;
}

/* The digest DW of the TLP in out: on the user side Dest CPU counts as 0. */
static void fill_digest(const struct draft *d, struct tn_case_tlp *out)
{
    uint8_t keep = out->bytes[1];
    if (d->user)
        out->bytes[1] &= 0x74; /* DW0 bits 23, 19, 17, 16 */
    uint32_t v = tn_tlp_digest(out->bytes, out->len - 4, 0);
    out->bytes[1] = keep;
    if (d->digest == DIGEST_BAD)
        v = ~v;
    for (unsigned k = 0; k < 4; k++)
        out->bytes[out->len - 4 + k] = (uint8_t)(v >> (24 - 8 * k));
}

static int encode(struct tn_case_parser *p, struct draft *d, struct tn_case_tlp *out)
{
    uint8_t *ones;
    long n = tn_tlp_encode(&d->t, d->data, d->data_len, d->data, 0);
    size_t hdr = d->t.fmt & 1 ? 16 : 12, len = hdr + d->data_len + 4u * d->t.td;
    int rc;
    if (n == -ERANGE)
        return tn_case_fail(p, "%.100s", tn_tlp_encode_error());
    if ((rc = room(p, len, out)) < 0)
        return rc;
    ones = malloc(len);
    if (!ones)
        return tn_case_fail(p, "out of memory"), -ENOMEM;
    n = tn_tlp_encode(&d->t, d->data, d->data_len, out->bytes, len);
    if (n >= 0)
        n = tn_tlp_encode(&d->ones, d->data, d->data_len, ones, len);
    if (n < 0) {
        free(ones);
        return tn_case_fail(p, "%.100s", tn_tlp_encode_error());
    }
    for (size_t k = 0; k < len; k++)
        out->mask[k] = (uint8_t) ~(out->bytes[k] ^ ones[k]);
    free(ones);
    if (d->data_len)
        memcpy(out->mask + hdr, d->data_mask, d->data_len);
    if (d->digest == DIGEST_ANY)
        memset(out->mask + len - 4, 0, 4);
    if (d->digest == DIGEST_GOOD || d->digest == DIGEST_BAD)
        fill_digest(d, out);
    return 0;
}

static int from_fields(struct tn_case_parser *p, unsigned at, unsigned end, struct draft *d,
                       struct tn_case_tlp *out)
{
    int rc = kind(p, p->word[at], d);
    if (rc == 0) /* completions carry the Requester ID, too, so a name of its own: cpl= */
        d->ones = d->t;
    for (unsigned k = at + 1; k < end && rc == 0; k++)
        rc = one_field(p, p->word[k], d);
    if (rc == 0)
        rc = defaults(p, d);
    if (rc == 0 && (d->digest == DIGEST_GOOD || d->digest == DIGEST_BAD)) {
        for (size_t k = 0; k < d->data_len; k++)
            d->holes = d->holes || d->data_mask[k] != 0xff;
        if (d->holes)
            rc = tn_case_fail(p, "digest=good and digest=bad need every field's value");
    }
    return rc ? rc : encode(p, d, out);
}

/* `hex` DW... [port=N] */
static int from_hex(struct tn_case_parser *p, unsigned at, unsigned end, struct draft *d,
                    struct tn_case_tlp *out)
{
    int rc = 0;
    size_t len = 0;
    for (unsigned k = at + 1; k < end && rc == 0; k++) {
        size_t got = 0;
        if (strncmp(p->word[k], "port=", 5) == 0) {
            rc = special(p, "port", p->word[k] + 5, d);
            continue;
        }
        rc = tn_case_data(p, p->word[k], d->masked, d->data + len, d->data_mask + len,
                          sizeof d->data - len, &got);
        len += got;
    }
    if (rc == 0 && len == 0)
        rc = tn_case_fail(p, "hex of which DWs?");
    if (rc == 0)
        rc = room(p, len, out);
    if (rc < 0)
        return rc;
    memcpy(out->bytes, d->data, len);
    memcpy(out->mask, d->data_mask, len);
    d->to = (out->bytes[1] >> 7 & 1u) << 3 | (out->bytes[1] >> 3 & 1u) << 2 | (out->bytes[1] & 3u);
    return 0;
}

int tn_case_tlp(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, bool user,
                struct tn_case_tlp *out)
{
    struct draft *d = calloc(1, sizeof *d);
    int rc;
    if (!d)
        return tn_case_fail(p, "out of memory"), -ENOMEM;
    d->user = user;
    d->masked = masked;
    if (at >= end)
        rc = tn_case_fail(p, "a TLP is missing here");
    else if (strcmp(p->word[at], "hex") == 0)
        rc = from_hex(p, at, end, d, out);
    else
        rc = from_fields(p, at, end, d, out);
    /* a TLP to the user side goes to the port its Dest CPU names; one from there comes from
     * port 0 unless the line says so */
    out->port = d->have_port ? (unsigned)d->port : masked && user ? (unsigned)d->to : 0;
    free(d);
    return rc;
}
