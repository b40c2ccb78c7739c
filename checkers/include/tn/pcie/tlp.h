/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The codec of PCIe TLPs: bytes to fields and back (PCIe Base Spec 3.0 chapter 2).
 *
 * The codec judges nothing: it takes any bytes, tells their form and loses nothing, so that rules
 * can judge. Field positions come from pcie/spec/tlp.def.
 */
#ifndef TN_TLP_H
#define TN_TLP_H

#include <tn/fields.h>

#include <stddef.h>
#include <stdint.h>

/* Positions and named values of the fields, for TN_GET and TN_PUT. */
#define TN_TABLE "../../pcie/spec/tlp.def"
#include <tn/field_positions.def>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_TLP_MAX_PREFIX = 8, /* prefixes kept; more is TN_TLP_E_PREFIX */
    TN_TLP_MAX_PAYLOAD = 4096,
    TN_TLP_MAX = TN_TLP_MAX_PREFIX * 4 + 16 + TN_TLP_MAX_PAYLOAD + 4,
};

/* The kind of a TLP, one value for each pair of Fmt and Type (PCIe 2.2.1 table 2-3). */
enum tn_tlp_kind {
    TN_TLP_INVALID = 0, /* pair not defined */
    TN_TLP_MRD,
    TN_TLP_MRDLK,
    TN_TLP_MWR,
    TN_TLP_IORD,
    TN_TLP_IOWR,
    TN_TLP_CFGRD0,
    TN_TLP_CFGWR0,
    TN_TLP_CFGRD1,
    TN_TLP_CFGWR1,
    TN_TLP_MSG,
    TN_TLP_MSGD,
    TN_TLP_CPL,
    TN_TLP_CPLD,
    TN_TLP_CPLLK,
    TN_TLP_CPLDLK,
    TN_TLP_FETCHADD,
    TN_TLP_SWAP,
    TN_TLP_CAS,
    TN_TLP_KINDS
};

/* Flow-control class (PCIe 2.6.1). */
enum tn_tlp_class { TN_CLASS_P = 0, TN_CLASS_NP = 1, TN_CLASS_CPL = 2 };

/* Completion status (PCIe 2.2.9). */
enum tn_cpl_status { TN_CPL_SC = 0, TN_CPL_UR = 1, TN_CPL_CRS = 2, TN_CPL_CA = 4 };

/* Reasons why bytes are not a whole TLP; a set. */
enum tn_tlp_err {
    TN_TLP_E_SHORT = 1,  /* header cut: fields beyond are 0 */
    TN_TLP_E_FMT = 2,    /* Fmt 101b..111b, or pair not defined */
    TN_TLP_E_PREFIX = 4, /* too many prefixes, or nothing after them */
    TN_TLP_E_LENGTH = 8, /* bytes after the header != 4*Length + digest, or not a multiple of 4 */
};

/* A TLP's fields, decoded: Length and Byte Count as numbers (1024, 4096, not
 * 0). Fields that the kind does not have are 0. */
struct tn_tlp {
    enum tn_tlp_kind kind;
    uint8_t prefix_n;                   /* prefixes */
    uint32_t prefix[TN_TLP_MAX_PREFIX]; /* as big-endian numbers, in order */
    uint8_t fmt, type;                  /* raw, 3 and 5 bits, of the header (not of a prefix) */
    uint8_t tc, attr;                   /* attr = {IDO, RO, NS}: bit 2, 1, 0 */
    uint8_t th, td, ep, at;
    uint8_t dest_cpu;   /* a view of DW0 bits 23, 19, 17, 16 as inside cZodiac (on a
                           host link TH is its bit 0, the rest reserved): filled by
                           decode, ignored by encode; tn_tlp_set_dest_cpu() sets it */
    uint16_t length_dw; /* 1 to 1024 */
    uint16_t requester; /* bus 15:8, device 7:3, function 2:0 */
    uint8_t tag;
    uint8_t first_be, last_be;
    uint64_t addr;    /* bits 1:0 are 0 */
    uint8_t ph;       /* address bits 1:0 */
    uint16_t dest_id; /* configuration requests; messages routed by ID */
    uint16_t reg;     /* configuration: byte offset, 0 to 4092 */
    uint16_t completer;
    uint8_t status, bcm;
    uint16_t byte_count; /* 1 to 4096 */
    uint8_t lower_addr;
    uint8_t msg_code, msg_route; /* msg_route = Type[2:0] */
    uint32_t msg_dw2, msg_dw3;
    uint32_t rsv[4];                   /* reserved bits of header DWs as found, in place */
    uint32_t digest;                   /* the digest DW as a big-endian number; 0 if !has_digest */
    uint8_t has_digest;                /* TD set and the DW is there */
    uint8_t hdr_dw;                    /* 3 or 4; of the header alone */
    uint32_t hdr_off;                  /* offset of the header: 4 * prefix_n */
    uint32_t payload_off, payload_len; /* payload bytes present, digest not counted */
    unsigned err;                      /* set of enum tn_tlp_err */
};

/* Reads len bytes of p. orig_len is the length on the link; when it is greater than len, the TLP
 * was snapped short and a missing payload is no error. Always fills t. Returns t->err. */
unsigned tn_tlp_decode(const uint8_t *p, size_t len, size_t orig_len, struct tn_tlp *t);

/* Writes t to out: prefixes, header, payload of payload_len bytes, and the digest if td is set.
 * Uses fmt and type as they are; fmt decides between 3 and 4 header DWs. Returns the bytes written,
 * -EMSGSIZE when cap is too small, or -ERANGE when a field is wider than its place
 * (tn_tlp_encode_error() tells which). */
long tn_tlp_encode(const struct tn_tlp *t, const uint8_t *payload, size_t payload_len, uint8_t *out,
                   size_t cap);
/* Returns the message of this thread's last tn_tlp_encode() that failed. */
const char *tn_tlp_encode_error(void);

/* Sets kind, fmt and type; four_dw chooses the form with 4 header DWs. The kind must not be
 * INVALID. */
void tn_tlp_set_kind(struct tn_tlp *t, enum tn_tlp_kind kind, int four_dw);

/* Sets dest_cpu and the bits of DW0 that hold it (th and rsv[0]). port is 0 to 15. */
void tn_tlp_set_dest_cpu(struct tn_tlp *t, uint8_t port);

/* Returns the digest that the TLP p should carry, as the big-endian number that struct
 * tn_tlp.digest holds. len does not count a digest DW; the header begins at p[hdr_off]. */
uint32_t tn_tlp_digest(const uint8_t *p, size_t len, size_t hdr_off);

/* Returns "MRd", "CplD", ...; "?" for INVALID. */
const char *tn_tlp_name(enum tn_tlp_kind kind);

/* The next functions are inline because rules call them many times for every packet. */

/* Says whether the kind is a completion. */
static inline int tn_tlp_is_completion(enum tn_tlp_kind kind)
{
    return kind >= TN_TLP_CPL && kind <= TN_TLP_CPLDLK;
}

/* Says whether the kind is a request: any kind but completions and INVALID. */
static inline int tn_tlp_is_request(enum tn_tlp_kind kind)
{
    return kind != TN_TLP_INVALID && !tn_tlp_is_completion(kind);
}

/* Says whether TLPs of the kind carry a payload. */
static inline int tn_tlp_has_data(enum tn_tlp_kind kind)
{
    const uint32_t with = 1u << TN_TLP_MWR | 1u << TN_TLP_IOWR | 1u << TN_TLP_CFGWR0 |
                          1u << TN_TLP_CFGWR1 | 1u << TN_TLP_MSGD | 1u << TN_TLP_CPLD |
                          1u << TN_TLP_CPLDLK | 1u << TN_TLP_FETCHADD | 1u << TN_TLP_SWAP |
                          1u << TN_TLP_CAS;
    return (unsigned)kind < TN_TLP_KINDS && (with >> kind & 1u);
}

/* Returns the flow-control class of the kind; INVALID counts as P. */
static inline enum tn_tlp_class tn_tlp_class(enum tn_tlp_kind kind)
{
    if (tn_tlp_is_completion(kind))
        return TN_CLASS_CPL;
    return kind == TN_TLP_INVALID || kind == TN_TLP_MWR || kind == TN_TLP_MSG || kind == TN_TLP_MSGD
               ? TN_CLASS_P
               : TN_CLASS_NP;
}

/* Returns the bytes that a read asks for by its Length and byte enables (PCIe 2.2.9 table 2-36); 1
 * for a zero-length read. */
uint32_t tn_tlp_bytes_asked(uint16_t length_dw, uint8_t first_be, uint8_t last_be);

/* Returns the offset (0 to 3) of the first enabled byte in its DW; 0 when no byte is enabled. */
unsigned tn_tlp_first_byte(uint8_t first_be);

#ifdef __cplusplus
}
#endif

#endif
