/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The codec of ExaNet packets: bytes to fields and back (checkers/exanet/spec/exanet.md section 1).
 *
 * The codec judges nothing: it takes any bytes, tells their form and loses nothing, so that rules
 * can judge. Field positions come from exanet/spec/exanet.def.
 *
 * In captures and events a packet is a header word, payload words and a footer word of 16 bytes
 * each. Header and footer stand as big-endian numbers (bits 127:120 first), payload words in lane
 * order (lane 0, bits 7:0, first). A payload byte for address a stands in lane a mod 16 of its
 * word. On the channel every word is the number data[127:0]; exa_word_turn() turns a captured
 * header or footer into channel lanes (byte i = data[8i+7:8i]) and back.
 */
#ifndef TN_EXA_H
#define TN_EXA_H

#include <tn/fields.h>

#include <stddef.h>
#include <stdint.h>

/* Positions and named values of the fields, for TN_GET and TN_PUT. */
#define TN_TABLE "../../exanet/spec/exanet.def"
#include <tn/field_positions.def>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    EXA_WORD = 16,  /* bytes of a word */
    EXA_MTU = 256,  /* payload bytes of a packet */
    EXA_WORDS = 16, /* payload words of a packet that keeps the rules */
    EXA_KEEP_WORDS =
        33, /* payload words that struct exa_packet holds: the most that len can ask for */
    EXA_MAX = (2 + EXA_WORDS) * EXA_WORD,           /* bytes of a packet, 288 */
    EXA_KEEP_MAX = (2 + EXA_KEEP_WORDS) * EXA_WORD, /* bytes that encode may write */
    EXA_TAG_MSG = 0x8000, /* bit of tag that marks a packetizer's message */
    EXA_SEQ_MOD = 8192,   /* retransmission numbers count modulo this */
    EXA_PERIPHERALS = 7,  /* addr[41:39] of a peripheral */
};

/* Packet types (TN_exa_hdr_type_WRITE...): 0 and 11 to 31 are malformed. */
enum exa_type {
    EXA_WRITE = 1,
    EXA_READ_REQ,
    EXA_DMA_CTL,
    EXA_NOTIFY,
    EXA_ZREAD_REQ,
    EXA_ZWRITE,
    EXA_ZREAD_RSP,
    EXA_ACK,
    EXA_RELEASE,
    EXA_FLOW_RATE,
    EXA_TYPES
};

/* The words of a packet: header (H), payload (P), footer (F). Form 2 is malformed. */
enum exa_form { EXA_H = 0, EXA_HF = 1, EXA_HPF = 3 };

/* Peripheral indexes (addr[38:32]). */
enum exa_peripheral {
    EXA_P_RDMA = 0,
    EXA_P_RT_MAILBOX = 1,
    EXA_P_PACKETIZER = 2,
    EXA_P_MAILBOX = 3,
    EXA_P_EXADMA = 4,
    EXA_P_AXI = 5,
    EXA_P_DEAD = 127,
};

/* Reasons why bytes are not a whole packet; a set. */
enum exa_err {
    EXA_E_SHORT = 1,  /* there is no whole header: all fields are 0 */
    EXA_E_FORM = 2,   /* form 2 */
    EXA_E_TYPE = 4,   /* the type is not defined */
    EXA_E_LENGTH = 8, /* the words are not those that form, addr and len ask for */
    EXA_E_PART = 16,  /* bytes at the end are no whole word: they are not kept */
    EXA_E_LONG = 32,  /* more payload words than struct exa_packet holds: the rest is not kept */
};

/* Coordinates of a node: 7, 7, 6 and 2 bits. */
struct exa_node {
    uint8_t x, y, z, fpga;
};

/* The fields of a packet. */
struct exa_packet {
    /* header word */
    uint16_t hdr_crc;
    uint16_t pdid;
    struct exa_node dst;
    uint64_t addr; /* 42 bits */
    uint8_t type;  /* 5 bits, enum exa_type */
    uint8_t form;  /* 2 bits, enum exa_form */
    uint16_t len;  /* payload bytes; 9 bits */
    uint16_t tag;
    /* footer word; 0 without footer */
    uint32_t pld_crc;
    struct exa_node src;
    uint16_t tid; /* 10 bits */
    uint16_t seq; /* 13 bits */
    uint8_t first, last, notify;
    uint8_t code; /* field err: 4 bits */
    uint64_t rsv; /* footer bits 43:8, in place from bit 35 on */
    uint8_t ftr_crc;
    /* words present: the handshake of the footer ends a packet, so the last of several words is the
     * footer, whatever form says */
    uint8_t has_footer;
    uint8_t snapped;                          /* the capture holds less than was on the link */
    uint16_t word_n;                          /* payload words present */
    uint8_t lanes[EXA_KEEP_WORDS * EXA_WORD]; /* payload words in lane order, then 0 */
    unsigned err; /* set of enum exa_err; decode fills it, encode ignores it */
};

/* Reads len bytes of p. orig_len is the length on the link; when it is greater than len, the packet
 * was snapped short, and missing payload and footer are no error. Always fills k. Returns k->err.
 */
unsigned exa_decode(const uint8_t *p, size_t len, size_t orig_len, struct exa_packet *k);

/* Writes header, word_n payload words and, if has_footer, the footer, with the CRCs that stand in k
 * (exa_seal() computes them). Returns the bytes written, -EMSGSIZE when cap is too small, or
 * -ERANGE when a field is wider than its place. */
long exa_encode(const struct exa_packet *k, uint8_t *out, size_t cap);

/* Gives k the n payload bytes of data for the destination address addr: sets addr, len, form,
 * word_n, has_footer and the padded lanes. n = 0 makes a packet of header and footer. Returns 0, or
 * -ERANGE when n is more than 511, the greatest value of len. */
int exa_set_payload(struct exa_packet *k, uint64_t addr, const uint8_t *data, size_t n);

/* Returns the len payload bytes of a decoded packet, which begin at lanes + addr mod 16; NULL when
 * words of the payload are missing. */
const uint8_t *exa_payload(const struct exa_packet *k);

/* Returns the payload words that len bytes for addr take: ceil((addr mod 16 + len) / 16). */
unsigned exa_words(uint64_t addr, unsigned len);

/* Sets hdr_crc and, with a footer, pld_crc and ftr_crc to their right values. */
void exa_seal(struct exa_packet *k);

/* Returns the right CRC of a captured header word, over its bits 111:0. */
uint16_t exa_hdr_crc(const uint8_t header[EXA_WORD]);
/* Returns the right CRC of payload words in lane order; 0 when word_n is 0. */
uint32_t exa_pld_crc(const uint8_t *words, size_t word_n);
/* Returns the right CRC of a captured footer word, over its bits 127:8. */
uint8_t exa_ftr_crc(const uint8_t footer[EXA_WORD]);
/* Returns the right hdr_crc for the fields of k. */
uint16_t exa_want_hdr_crc(const struct exa_packet *k);
/* Returns the right pld_crc for the payload of k. */
uint32_t exa_want_pld_crc(const struct exa_packet *k);
/* Returns the right ftr_crc for the fields of k. */
uint8_t exa_want_ftr_crc(const struct exa_packet *k);

/* Reverses the 16 bytes of a word: a captured header or footer becomes channel lanes, and back. */
void exa_word_turn(const uint8_t in[EXA_WORD], uint8_t out[EXA_WORD]);

/* Returns "Write", "ReadReq", "Ack", ...; "?" for a type that is not defined. A negative
 * acknowledgment is an Ack with a code. */
const char *exa_type_name(unsigned type);

/* Returns the coordinates as the 22 bits that stand in a word. */
uint32_t exa_node_bits(struct exa_node n);
/* Returns the coordinates of 22 bits of a word. */
struct exa_node exa_node_of(uint32_t bits);

/* Says whether addr names a peripheral. */
static inline int exa_is_peripheral(uint64_t addr)
{
    return (addr >> 39 & 7) == EXA_PERIPHERALS;
}

/* Returns the index of the peripheral that addr names. */
static inline unsigned exa_peripheral(uint64_t addr)
{
    return (unsigned)(addr >> 32 & 127);
}

/* Returns the address of byte off of a peripheral. */
static inline uint64_t exa_peripheral_addr(enum exa_peripheral index, uint32_t off)
{
    return (uint64_t)EXA_PERIPHERALS << 39 | (uint64_t)index << 32 | off;
}

/* Returns how far retransmission number b is ahead of a, modulo 2^13: 0 when equal, 1 to 4095 when
 * newer, negative when older (-4096 when opposite). */
static inline int exa_seq_ahead(uint16_t a, uint16_t b)
{
    int d = (b - a) & (EXA_SEQ_MOD - 1);
    return d < EXA_SEQ_MOD / 2 ? d : d - EXA_SEQ_MOD;
}

#ifdef __cplusplus
}
#endif

#endif
