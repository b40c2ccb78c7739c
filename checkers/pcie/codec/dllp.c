/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * DLLP decode and encode on the tables of spec/dllp.def.
 */
#include <tn/pcie/dllp.h>

#include <tn/crc.h>
#include <tn/fields.h>

#include <errno.h>
#include <stddef.h>
#include <string.h>

/* The kinds that one value of the first byte names. */
static const struct {
    uint8_t type;
    enum tn_dllp_kind kind;
} fixed[] = {
    {TN_dllp_ack_type_ACK, TN_DLLP_ACK},
    {TN_dllp_ack_type_NAK, TN_DLLP_NAK},
    {TN_dllp_pm_type_ENTER_L1, TN_DLLP_PM_ENTER_L1},
    {TN_dllp_pm_type_ENTER_L23, TN_DLLP_PM_ENTER_L23},
    {TN_dllp_pm_type_AS_REQ_L1, TN_DLLP_PM_REQUEST_L1},
    {TN_dllp_pm_type_REQ_ACK, TN_DLLP_PM_REQUEST_ACK},
    {TN_dllp_vendor_type_VENDOR, TN_DLLP_VENDOR},
};
enum { FIXED_N = sizeof fixed / sizeof *fixed };

static enum tn_dllp_kind kind_of(const uint8_t *p)
{
    for (size_t i = 0; i < FIXED_N; i++)
        if (fixed[i].type == p[0])
            return fixed[i].kind;
    if (TN_GET(p, dllp_fc, zero) || TN_GET(p, dllp_fc, class) > TN_dllp_fc_class_CPL)
        return TN_DLLP_INVALID;
    switch (TN_GET(p, dllp_fc, kind)) {
    case TN_dllp_fc_kind_INIT1:
        return TN_DLLP_INITFC1;
    case TN_dllp_fc_kind_INIT2:
        return TN_DLLP_INITFC2;
    case TN_dllp_fc_kind_UPDATE:
        return TN_DLLP_UPDATEFC;
    default:
        return TN_DLLP_INVALID;
    }
}

static uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

void tn_dllp_decode(const uint8_t p[TN_DLLP_BYTES], struct tn_dllp *d)
{
    memset(d, 0, sizeof *d);
    d->kind = kind_of(p);
    d->type = p[0];
    d->rsv = be32(p) & 0x00ffffffu;
    d->crc = (uint16_t)(p[4] | p[5] << 8);
    d->crc_want = tn_crc16_dllp(p, 4);
    switch (d->kind) {
    case TN_DLLP_ACK:
    case TN_DLLP_NAK:
        d->seq = (uint16_t)TN_GET(p, dllp_ack, seq);
        d->rsv &= ~0xfffu;
        break;
    case TN_DLLP_VENDOR:
        d->vendor = TN_GET(p, dllp_vendor, data);
        d->rsv = 0;
        break;
    case TN_DLLP_INITFC1:
    case TN_DLLP_INITFC2:
    case TN_DLLP_UPDATEFC:
        d->fc_class = (uint8_t)TN_GET(p, dllp_fc, class);
        d->vc = (uint8_t)TN_GET(p, dllp_fc, vc);
        d->hdr_fc = (uint8_t)TN_GET(p, dllp_fc, hdr);
        d->data_fc = (uint16_t)TN_GET(p, dllp_fc, data);
        d->rsv &= 0x00c03000u;
        break;
    default:
        break;
    }
}

static uint8_t type_of(const struct tn_dllp *d)
{
    uint8_t p[4] = {d->type, 0, 0, 0};
    for (size_t i = 0; i < FIXED_N; i++)
        if (fixed[i].kind == d->kind)
            return fixed[i].type;
    if (d->kind == TN_DLLP_INVALID)
        return d->type;
    TN_PUT(p, dllp_fc, kind,
           d->kind == TN_DLLP_INITFC1   ? TN_dllp_fc_kind_INIT1
           : d->kind == TN_DLLP_INITFC2 ? TN_dllp_fc_kind_INIT2
                                        : TN_dllp_fc_kind_UPDATE);
    TN_PUT(p, dllp_fc, class, d->fc_class);
    TN_PUT(p, dllp_fc, zero, 0);
    TN_PUT(p, dllp_fc, vc, d->vc);
    return p[0];
}

int tn_dllp_encode(const struct tn_dllp *d, uint8_t out[TN_DLLP_BYTES])
{
    uint32_t word = d->rsv;
    uint16_t crc;
    if (d->seq > 0xfff || d->fc_class > TN_dllp_fc_class_CPL || d->vc > 7 || d->data_fc > 0xfff ||
        d->vendor > 0xffffff || d->rsv > 0xffffff || (unsigned)d->kind >= TN_DLLP_KINDS)
        return -ERANGE;
    out[0] = type_of(d);
    out[1] = (uint8_t)(word >> 16);
    out[2] = (uint8_t)(word >> 8);
    out[3] = (uint8_t)word;
    if (d->kind == TN_DLLP_ACK || d->kind == TN_DLLP_NAK)
        TN_PUT(out, dllp_ack, seq, d->seq);
    if (d->kind == TN_DLLP_VENDOR)
        TN_PUT(out, dllp_vendor, data, d->vendor);
    if (d->kind >= TN_DLLP_INITFC1) {
        TN_PUT(out, dllp_fc, hdr, d->hdr_fc);
        TN_PUT(out, dllp_fc, data, d->data_fc);
    }
    crc = tn_crc16_dllp(out, 4);
    out[4] = (uint8_t)crc;
    out[5] = (uint8_t)(crc >> 8);
    return 0;
}

const char *tn_dllp_name(enum tn_dllp_kind kind)
{
    static const char *const names[TN_DLLP_KINDS] = {
        [TN_DLLP_INVALID] = "reserved",
        [TN_DLLP_ACK] = "Ack",
        [TN_DLLP_NAK] = "Nak",
        [TN_DLLP_PM_ENTER_L1] = "PM_Enter_L1",
        [TN_DLLP_PM_ENTER_L23] = "PM_Enter_L23",
        [TN_DLLP_PM_REQUEST_L1] = "PM_Active_State_Request_L1",
        [TN_DLLP_PM_REQUEST_ACK] = "PM_Request_Ack",
        [TN_DLLP_VENDOR] = "Vendor",
        [TN_DLLP_INITFC1] = "InitFC1",
        [TN_DLLP_INITFC2] = "InitFC2",
        [TN_DLLP_UPDATEFC] = "UpdateFC",
    };
    return (unsigned)kind < TN_DLLP_KINDS ? names[kind] : "reserved";
}

const char *tn_dllp_header(enum tn_dllp_kind kind)
{
    switch (kind) {
    case TN_DLLP_ACK:
    case TN_DLLP_NAK:
        return "dllp_ack";
    case TN_DLLP_PM_ENTER_L1:
    case TN_DLLP_PM_ENTER_L23:
    case TN_DLLP_PM_REQUEST_L1:
    case TN_DLLP_PM_REQUEST_ACK:
        return "dllp_pm";
    case TN_DLLP_VENDOR:
        return "dllp_vendor";
    case TN_DLLP_INITFC1:
    case TN_DLLP_INITFC2:
    case TN_DLLP_UPDATEFC:
        return "dllp_fc";
    default:
        return NULL;
    }
}
