/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet packets: bytes to fields and back (checkers/exanet/spec/exanet.md section 1).
 *
 * The codec has no opinion: it takes any bytes, says which form they have, and
 * loses nothing, so that rules can judge. Field positions come from
 * spec/exanet.def.
 *
 * Bytes of a packet, in captures and in events: header word, payload words,
 * footer word, 16 bytes each. Header and footer stand as big-endian numbers
 * (bits 127:120 first), payload words in lane order (lane 0, bits 7:0, first).
 * A payload byte for address a stands in lane a mod 16 of its word. On the
 * channel every word is the number data[127:0]: exa_word_turn() makes channel
 * lanes (byte i = data[8i+7:8i]) of a header or footer and back.
 */
#ifndef TN_EXA_H
#define TN_EXA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    EXA_WORD = 16,         /* bytes */
    EXA_MTU = 256,         /* payload bytes of a packet */
    EXA_WORDS = 16,        /* payload words of a packet that keeps the rules */
    EXA_KEEP_WORDS = 33,   /* that struct exa_packet holds: as many as len can ask for */
    EXA_MAX = (2 + EXA_WORDS) * EXA_WORD,           /* bytes of a packet, 288 */
    EXA_KEEP_MAX = (2 + EXA_KEEP_WORDS) * EXA_WORD, /* bytes that encode may write */
    EXA_TAG_MSG = 0x8000,  /* in tag: a packetizer's message */
    EXA_SEQ_MOD = 8192,    /* retransmission numbers count modulo this */
    EXA_PERIPHERALS = 7,   /* addr[41:39] of a peripheral */
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

/* Which words a packet has; 2 is malformed. */
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

/* What kept the bytes from being a whole packet; a set. */
enum exa_err {
    EXA_E_SHORT = 1,  /* no whole header: all fields are 0 */
    EXA_E_FORM = 2,   /* form 2 */
    EXA_E_TYPE = 4,   /* type not defined */
    EXA_E_LENGTH = 8, /* the words there are not those of form, addr and len */
    EXA_E_PART = 16,  /* bytes that are no whole word: not kept */
    EXA_E_LONG = 32,  /* more payload words than struct exa_packet holds: not kept */
};

/* Coordinates of a node: 7, 7, 6 and 2 bits. */
struct exa_node {
    uint8_t x, y, z, fpga;
};

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
    uint16_t tid;  /* 10 bits */
    uint16_t seq;  /* 13 bits */
    uint8_t first, last, notify;
    uint8_t code;  /* field err: 4 bits */
    uint64_t rsv;  /* footer bits 43:8, in place from bit 35 on */
    uint8_t ftr_crc;
    /* the words that are there: a packet's end is its footer's handshake, so bytes
     * beyond the header end with the footer whatever form says */
    uint8_t has_footer;
    uint8_t snapped;    /* the capture holds less than was on the link */
    uint16_t word_n;    /* payload words here */
    uint8_t lanes[EXA_KEEP_WORDS * EXA_WORD]; /* payload words in lane order, then 0 */
    unsigned err;       /* set of enum exa_err; decode fills it, encode ignores it */
};

/* Reads len bytes of p; orig_len is the length on the link (orig_len > len: snapped
 * short; payload and footer may be missing without error). Always fills k. Returns
 * k->err. */
unsigned exa_decode(const uint8_t *p, size_t len, size_t orig_len, struct exa_packet *k);

/* Writes header, word_n payload words and, if has_footer, the footer, with the
 * CRCs as they stand in k (exa_seal() computes them). Returns the bytes written,
 * -EMSGSIZE when cap is too small, -ERANGE when a field is wider than its place. */
long exa_encode(const struct exa_packet *k, uint8_t *out, size_t cap);

/* Gives k the n payload bytes of data for the destination address addr: addr, len,
 * form, word_n, has_footer and the padded lanes. 0, or -ERANGE when n is more
 * than the 511 that the field can say. n = 0: header and footer only. */
int exa_set_payload(struct exa_packet *k, uint64_t addr, const uint8_t *data, size_t n);

/* The n payload bytes of a decoded packet: they begin at lanes + addr mod 16. NULL
 * when the words for len bytes are not all there. */
const uint8_t *exa_payload(const struct exa_packet *k);

/* Payload words that len bytes for addr take: ceil((addr mod 16 + len) / 16). */
unsigned exa_words(uint64_t addr, unsigned len);

/* Sets hdr_crc and, with a footer, pld_crc and ftr_crc to what they should be. */
void exa_seal(struct exa_packet *k);

/* What the CRCs should be: of bits 111:0 of a header, of words in lane order (0 when
 * word_n is 0), of bits 127:8 of a footer. Words as captured. */
uint16_t exa_hdr_crc(const uint8_t header[EXA_WORD]);
uint32_t exa_pld_crc(const uint8_t *words, size_t word_n);
uint8_t exa_ftr_crc(const uint8_t footer[EXA_WORD]);
/* The same of k's fields. */
uint16_t exa_want_hdr_crc(const struct exa_packet *k);
uint32_t exa_want_pld_crc(const struct exa_packet *k);
uint8_t exa_want_ftr_crc(const struct exa_packet *k);

/* Reverses the 16 bytes of a word: captured header or footer <-> channel lanes. */
void exa_word_turn(const uint8_t in[EXA_WORD], uint8_t out[EXA_WORD]);

/* "Write", "ReadReq", "Ack", ...; "?" when not defined. A negative acknowledgment is
 * an Ack with a code. */
const char *exa_type_name(unsigned type);

/* The 22 bits of coordinates as they stand in a word, and back. */
uint32_t exa_node_bits(struct exa_node n);
struct exa_node exa_node_of(uint32_t bits);

/* addr names a peripheral; its index. */
static inline int exa_is_peripheral(uint64_t addr)
{
    return (addr >> 39 & 7) == EXA_PERIPHERALS;
}

static inline unsigned exa_peripheral(uint64_t addr)
{
    return (unsigned)(addr >> 32 & 127);
}

/* The address of byte off of a peripheral. */
static inline uint64_t exa_peripheral_addr(enum exa_peripheral index, uint32_t off)
{
    return (uint64_t)EXA_PERIPHERALS << 39 | (uint64_t)index << 32 | off;
}

/* How far retransmission number b is ahead of a, modulo 2^13: 0 same, 1 to 4095
 * newer, negative older (-4096 when opposite). */
static inline int exa_seq_ahead(uint16_t a, uint16_t b)
{
    int d = (b - a) & (EXA_SEQ_MOD - 1);
    return d < EXA_SEQ_MOD / 2 ? d : d - EXA_SEQ_MOD;
}

#ifdef __cplusplus
}
#endif

#endif
