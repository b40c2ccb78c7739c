/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The codec of ExaNet packets: bytes to fields and back (checkers/exanet/spec/exanet.md section 1).
 *
 * The codec judges nothing: it takes any bytes, tells their words and loses nothing, so that rules
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

#include <stdbool.h>
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
        33, /* payload words that struct exa_packet holds: 512 bytes, wherever they begin */
    EXA_MAX = (2 + EXA_WORDS) * EXA_WORD,           /* bytes of a packet, 288 */
    EXA_KEEP_MAX = (2 + EXA_KEEP_WORDS) * EXA_WORD, /* bytes that encode may write */
    EXA_TID_MSG = 0x2000,   /* bit of tid that marks a packetizer's message */
    EXA_TID_CHAN = 0x3f,    /* its bits that are the message's channel */
    EXA_TID_NUM = 0x3ff,    /* its bits that are a transaction's number */
    EXA_SEQ_MOD = 8192,     /* retransmission numbers count modulo this */
    EXA_ATTEMPTS = 16,      /* their lower part: the attempt; above it the generation of the tid */
    EXA_NUMBER_MOD = 16384, /* numbers of messages count modulo this */
    EXA_PERIPHERALS = 7,    /* addr[41:39] of a peripheral */
    EXA_ADDR_BITS = TN_W_exa_hdr_addr_hi + TN_W_exa_hdr_addr_lo,
};

/* Packet types (TN_exa_hdr_type_WRITE...); all other values of the 5 bits are malformed. */
enum exa_type {
    EXA_WRITE = 0,
    EXA_READ_REQ = 1,
    EXA_DMA_CTL = 2,
    EXA_ZREAD_REQ = 3,
    EXA_NOTIFY = 6,
    EXA_ZWRITE = 9,
    EXA_ACK = 10,
    EXA_ZREAD_RSP = 11,
    EXA_RELEASE = 17,
    EXA_FLOW_RATE = 18,
    EXA_TYPES = 19,  /* no type from here on */
    EXA_ALONE = 16,  /* types from here on are a header alone, and EXA_ACK */
    EXA_TYPE_N = 10, /* types that there are */
};

/* The words of a packet: header (H), payload (P), footer (F). */
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
    EXA_E_TYPE = 4,   /* the type is not defined */
    EXA_E_LENGTH = 8, /* the words are not those that type, addr and size ask for */
    EXA_E_PART = 16,  /* bytes at the end are no whole word: they are not kept */
    EXA_E_LONG = 32,  /* more payload words than struct exa_packet holds: the rest is not kept */
};

/* Coordinates of a node: 4, 4, 4, 2 and 8 bits. Written x.y.z.fpga; with another tor than 0 that
 * stands in front, tor.x.y.z.fpga. */
struct exa_node {
    uint8_t x, y, z, fpga, tor;
};

/* The fields of a packet. */
struct exa_packet {
    /* header word */
    uint16_t hdr_crc;
    uint16_t pdid;
    struct exa_node dst;
    uint64_t addr; /* 42 bits; of an acknowledgment the lower 32 are 0 */
    uint8_t type;  /* 5 bits, enum exa_type */
    uint16_t size; /* payload bytes; 14 bits */
    uint8_t path;  /* 3 bits; not in an acknowledgment */
    uint8_t vc;    /* 5 bits */
    uint16_t rsv;  /* reserved bits, in place from bit 104 on: 5 bits; from bit 103 on in an
                    * acknowledgment: 9 bits */
    uint8_t code;  /* of an acknowledgment: field resp, 4 bits */
    /* header of an acknowledgment, else footer */
    uint16_t tid; /* 14 bits */
    uint16_t seq; /* 14 bits; 13 in an acknowledgment */
    /* footer word; 0 without footer */
    uint32_t pld_crc;
    struct exa_node src;
    uint8_t first, last, notify;
    uint16_t user;  /* 12 bits */
    uint16_t ttl;   /* 15 bits */
    uint8_t flags;  /* field valid_flags */
    uint32_t extra; /* tid, and seq above it, of a footer that an acknowledgment should not have */
    uint8_t ftr_crc;
    /* words present: the handshake of the footer ends a packet, so the last of several words is the
     * footer, whatever the type says */
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

/* Gives k the n payload bytes of data for the destination address addr: sets addr, size,
 * word_n, has_footer and the padded lanes. n = 0 makes a packet of header and footer. Returns 0, or
 * -ERANGE when n is more than 512. */
int exa_set_payload(struct exa_packet *k, uint64_t addr, const uint8_t *data, size_t n);

/* Returns the size payload bytes of a decoded packet, which begin at lanes + addr mod 16; NULL when
 * words of the payload are missing. */
const uint8_t *exa_payload(const struct exa_packet *k);

/* Returns the place at which a control packet wants its notification: bits 63:0 of its first
 * payload word, as exa_place_bits() gives them. */
uint64_t exa_control_place(const struct exa_packet *k);

/* Returns the payload words that size bytes for addr take: ceil((addr mod 16 + size) / 16). */
unsigned exa_words(uint64_t addr, unsigned size);

/* Returns the words that packets of that type and size have. */
enum exa_form exa_form_of(unsigned type, unsigned size);
/* Returns the words that k has by its header. */
enum exa_form exa_form(const struct exa_packet *k);
/* Makes k a header alone, as its type asks: drops size, payload and footer. */
void exa_set_alone(struct exa_packet *k);

/* Says whether the header's type and size are of a packet that there may be. */
int exa_well_formed(const struct exa_packet *k);

/* Sets hdr_crc and, with a footer, pld_crc and ftr_crc to their right values. */
void exa_seal(struct exa_packet *k);

/* Returns the right CRC of a captured header word, over its bits 111:0. */
uint16_t exa_hdr_crc(const uint8_t header[EXA_WORD]);
/* Returns the right CRC of payload words in lane order; 0 when word_n is 0. */
uint32_t exa_pld_crc(const uint8_t *words, size_t word_n);
/* Returns the right CRC of a captured footer word, over the bits around the CRC. */
uint8_t exa_ftr_crc(const uint8_t footer[EXA_WORD]);
/* Returns the right hdr_crc for the fields of k. */
uint16_t exa_want_hdr_crc(const struct exa_packet *k);
/* Returns the right pld_crc for the payload of k. */
uint32_t exa_want_pld_crc(const struct exa_packet *k);
/* Returns the right ftr_crc for the fields of k. */
uint8_t exa_want_ftr_crc(const struct exa_packet *k);

/* Reverses the 16 bytes of a word: a captured header or footer becomes channel lanes, and back. */
void exa_word_turn(const uint8_t in[EXA_WORD], uint8_t out[EXA_WORD]);

/* Returns the place of a type among those that there are, 0 to EXA_TYPE_N - 1; EXA_TYPE_N for a
 * type that is not defined. */
unsigned exa_type_index(unsigned type);
/* Returns the type with that place. */
unsigned exa_type_at(unsigned index);
/* Returns "Write", "ReadReq", "Ack", ...; "?" for a type that is not defined. A negative
 * acknowledgment is an Ack with a code. */
const char *exa_type_name(unsigned type);

/* Returns the coordinates as the 22 bits that stand in a word. */
uint32_t exa_node_bits(struct exa_node n);
/* Returns the coordinates of 22 bits of a word. */
struct exa_node exa_node_of(uint32_t bits);

/* Says whether what k belongs to, or acknowledges, can be told: tid and seq are there. */
static inline int exa_has_number(const struct exa_packet *k)
{
    return k->has_footer || k->type == EXA_ACK;
}

/* Returns coordinates and an address as the 64 bits that payloads and registers have them in
 * (exa_place). */
static inline uint64_t exa_place_bits(struct exa_node n, uint64_t addr)
{
    return (uint64_t)exa_node_bits(n) << EXA_ADDR_BITS | addr;
}

/* Longest text of coordinates, with its end. */
enum { EXA_NODE_TEXT = 20 };
/* Writes coordinates as text. Returns text. */
const char *exa_node_text(struct exa_node n, char text[EXA_NODE_TEXT]);
/* Reads coordinates from text, up to its end. Returns 0 or -EINVAL. */
int exa_node_parse(const char *text, struct exa_node *n);

/* Says whether k is, or acknowledges, a packetizer's message. */
static inline int exa_is_message(const struct exa_packet *k)
{
    return (k->tid & EXA_TID_MSG) != 0;
}

/* Returns the tid of a channel's messages. */
static inline uint16_t exa_message_tid(unsigned chan)
{
    return (uint16_t)(EXA_TID_MSG | (chan & EXA_TID_CHAN));
}

/* Returns the 20 bits of coordinates that a board has: all but those of the FPGA. */
uint32_t exa_board_of(uint32_t node);
/* Returns the coordinates of an FPGA (0 to 3) of that board. */
uint32_t exa_node_on(uint32_t board, unsigned fpga);

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

/* Says whether k's number is a generation and an attempt: k is data, control packet or notification
 * of a transaction, or the answer to an attempt. */
static inline bool exa_of_transaction(const struct exa_packet *k)
{
    return exa_has_number(k) && !exa_is_message(k) &&
           (k->type == EXA_WRITE || k->type == EXA_DMA_CTL || k->type == EXA_NOTIFY ||
            (k->type == EXA_ACK && exa_is_peripheral(k->addr) &&
             exa_peripheral(k->addr) == EXA_P_RT_MAILBOX));
}

/* Returns the address of byte off of a peripheral. */
static inline uint64_t exa_peripheral_addr(enum exa_peripheral index, uint32_t off)
{
    return (uint64_t)EXA_PERIPHERALS << 39 | (uint64_t)index << 32 | off;
}

/* Returns the number of an attempt (0 to 15) of the transaction that has a tid as so many others
 * had it before. */
static inline uint16_t exa_seq_of(unsigned generation, unsigned attempt)
{
    return (uint16_t)((generation * EXA_ATTEMPTS + attempt) % EXA_SEQ_MOD);
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
