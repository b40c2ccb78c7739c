/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLP encode on the tables of spec/tlp.def.
 */
#include <tn/pcie/tlp.h>

#include <tn/fields.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void put_be32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
}

static _Thread_local char encode_error[64];

const char *tn_tlp_encode_error(void)
{
    return encode_error;
}

/* 0, or -ERANGE when value has bits above width. */
static int fits(const char *field, uint64_t value, unsigned width)
{
    if (value >> width == 0)
        return 0;
    snprintf(encode_error, sizeof encode_error, "%s does not fit in %u bits", field, width);
    return -ERANGE;
}

static int check_ranges(const struct tn_tlp *t)
{
    int bad = fits("fmt", t->fmt, 3) | fits("type", t->type, 5) | fits("tc", t->tc, 3) |
              fits("attr", t->attr, 3) | fits("th", t->th, 1) | fits("td", t->td, 1) |
              fits("ep", t->ep, 1) | fits("at", t->at, 2) | fits("first_be", t->first_be, 4) |
              fits("last_be", t->last_be, 4) | fits("ph", t->ph, 2) | fits("status", t->status, 3) |
              fits("bcm", t->bcm, 1) | fits("lower_addr", t->lower_addr, 7) |
              fits("prefix_n", t->prefix_n, 4);
    if (t->length_dw < 1 || t->length_dw > 1024)
        bad |= fits("length_dw", 1u << 10, 10);
    if (tn_tlp_is_completion(t->kind) && (t->byte_count < 1 || t->byte_count > 4096))
        bad |= fits("byte_count", 1u << 12, 12);
    if (t->reg > 4092 || t->reg & 3)
        bad |= fits("reg", 1u << 10, 10);
    if (t->addr & 3)
        bad |= fits("addr[1:0]", 1, 0);
    if (!(t->fmt & 1) && t->kind != TN_TLP_INVALID)
        bad |= fits("addr", t->addr, 32);
    if (t->prefix_n > TN_TLP_MAX_PREFIX)
        bad |= fits("prefix_n", TN_TLP_MAX_PREFIX + 1, 3);
    return bad ? -ERANGE : 0;
}

static void put_dw0(const struct tn_tlp *t, uint8_t *h)
{
    put_be32(h, t->rsv[0] & 0x008a0000u);
    TN_PUT(h, tlp_dw0, fmt, t->fmt);
    TN_PUT(h, tlp_dw0, type, t->type);
    TN_PUT(h, tlp_dw0, tc, t->tc);
    TN_PUT(h, tlp_dw0, ido, (uint32_t)t->attr >> 2);
    TN_PUT(h, tlp_dw0, th, t->th);
    TN_PUT(h, tlp_dw0, td, t->td);
    TN_PUT(h, tlp_dw0, ep, t->ep);
    TN_PUT(h, tlp_dw0, attr, t->attr & 3u);
    TN_PUT(h, tlp_dw0, at, t->at);
    TN_PUT(h, tlp_dw0, length, t->length_dw & 0x3ffu);
}

static void put_rest(const struct tn_tlp *t, uint8_t *h)
{
    TN_PUT(h + 4, tlp_req, requester, t->requester);
    TN_PUT(h + 4, tlp_req, tag, t->tag);
    if (tn_tlp_is_completion(t->kind)) {
        put_be32(h + 8, t->rsv[2] & 0x80u);
        TN_PUT(h + 4, tlp_cpl, completer, t->completer);
        TN_PUT(h + 4, tlp_cpl, status, t->status);
        TN_PUT(h + 4, tlp_cpl, bcm, t->bcm);
        TN_PUT(h + 4, tlp_cpl, byte_count, t->byte_count & 0xfffu);
        TN_PUT(h + 4, tlp_cpl, requester, t->requester);
        TN_PUT(h + 4, tlp_cpl, tag, t->tag);
        TN_PUT(h + 4, tlp_cpl, lower_addr, t->lower_addr);
        return;
    }
    if (t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD) {
        TN_PUT(h + 4, tlp_msg, code, t->msg_code);
        put_be32(h + 8, t->msg_dw2);
        put_be32(h + 12, t->msg_dw3);
        return;
    }
    TN_PUT(h + 4, tlp_req, last_be, t->last_be);
    TN_PUT(h + 4, tlp_req, first_be, t->first_be);
    if (t->kind >= TN_TLP_CFGRD0 && t->kind <= TN_TLP_CFGWR1) {
        put_be32(h + 8, t->rsv[2] & 0x0000f003u);
        TN_PUT(h + 8, tlp_cfg, dest_id, t->dest_id);
        TN_PUT(h + 8, tlp_cfg, reg, (uint32_t)t->reg / 4);
    } else if (t->fmt & 1) {
        put_be32(h + 8, (uint32_t)(t->addr >> 32));
        put_be32(h + 12, (uint32_t)t->addr | t->ph);
    } else {
        put_be32(h + 8, (uint32_t)t->addr | t->ph);
    }
}

long tn_tlp_encode(const struct tn_tlp *t, const uint8_t *payload, size_t payload_len,
                   uint8_t *out, size_t cap)
{
    size_t hdr = t->fmt & 1 ? 16 : 12;
    size_t off = 4u * t->prefix_n;
    size_t total = off + hdr + payload_len + 4u * t->td;
    int rc = check_ranges(t);

    if (rc < 0)
        return rc;
    if (total > cap) {
        snprintf(encode_error, sizeof encode_error, "%zu bytes do not fit in %zu", total, cap);
        return -EMSGSIZE;
    }
    for (unsigned i = 0; i < t->prefix_n; i++)
        put_be32(out + 4 * i, t->prefix[i]);
    memset(out + off, 0, hdr);
    put_dw0(t, out + off);
    put_rest(t, out + off);
    if (payload_len)
        memcpy(out + off + hdr, payload, payload_len);
    if (t->td)
        put_be32(out + total - 4, t->digest);
    return (long)total;
}
