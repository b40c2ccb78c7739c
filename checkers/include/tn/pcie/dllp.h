/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The codec of PCIe data link layer packets: six bytes to fields and back (PCIe Base Spec 3.0
 * section 3.4). Like the TLP codec it judges nothing and loses nothing.
 */
#ifndef TN_DLLP_H
#define TN_DLLP_H

#include <tn/fields.h>

#include <stdint.h>

/* Positions and named values of the fields, for TN_GET and TN_PUT. */
#define TN_TABLE "../../pcie/spec/dllp.def"
#include <tn/field_positions.def>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_DLLP_BYTES = 6 };

enum tn_dllp_kind {
    TN_DLLP_INVALID = 0, /* type not defined */
    TN_DLLP_ACK,
    TN_DLLP_NAK,
    TN_DLLP_PM_ENTER_L1,
    TN_DLLP_PM_ENTER_L23,
    TN_DLLP_PM_REQUEST_L1,
    TN_DLLP_PM_REQUEST_ACK,
    TN_DLLP_VENDOR,
    TN_DLLP_INITFC1,
    TN_DLLP_INITFC2,
    TN_DLLP_UPDATEFC,
    TN_DLLP_KINDS
};

/* The fields of a DLLP. Fields that the kind does not have are 0. */
struct tn_dllp {
    enum tn_dllp_kind kind;
    uint8_t type;      /* first byte, raw */
    uint16_t seq;      /* Ack, Nak: 12 bits */
    uint8_t fc_class;  /* flow control: class of the credits, enum tn_tlp_class */
    uint8_t vc;        /* flow control: 3 bits */
    uint8_t hdr_fc;    /* flow control: header credits */
    uint16_t data_fc;  /* flow control: data credits, 12 bits */
    uint32_t vendor;   /* vendor: 24 bits */
    uint32_t rsv;      /* bits of no field above, in place (byte 0 in bits 31:24) */
    uint16_t crc;      /* as found: the byte sent first is the low one */
    uint16_t crc_want; /* as computed over the four bytes */
};

/* Reads the six bytes between SDP and END. Always fills d. */
void tn_dllp_decode(const uint8_t p[TN_DLLP_BYTES], struct tn_dllp *d);

/* Writes the six bytes. The type follows from kind, fc_class and vc, or from type when kind is
 * INVALID. The CRC is computed; crc and crc_want are ignored. Returns 0, or -ERANGE when a field is
 * wider than its place. */
int tn_dllp_encode(const struct tn_dllp *d, uint8_t out[TN_DLLP_BYTES]);

/* Returns "Ack", "InitFC1", "PM_Enter_L23", ...; "reserved" for INVALID. */
const char *tn_dllp_name(enum tn_dllp_kind kind);

/* Returns the name of the kind's field table (tn_header_find()); NULL for INVALID. */
const char *tn_dllp_header(enum tn_dllp_kind kind);

#ifdef __cplusplus
}
#endif

#endif
