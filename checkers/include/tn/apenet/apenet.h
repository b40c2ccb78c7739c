/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The codec of APEnet: packets, SECDED, footer CRC, and the words of a torus link, bytes to fields
 * and back (checkers/apenet/spec/apenet.md sections 1 to 5 and 7).
 *
 * The codec judges nothing: it takes any bytes, tells their form and loses nothing, so that rules
 * can judge. Field positions come from apenet/spec/apenet.def. A word of header, footer or link is
 * 16 bytes, most significant first; payload words stand in lane order, lowest byte first.
 */
#ifndef TN_APENET_H
#define TN_APENET_H

#include <tn/apenet/ape_node.h>
#include <tn/fields.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Positions and named values of the fields, for TN_GET and TN_PUT. */
#define TN_TABLE "../../apenet/spec/apenet.def"
#include <tn/field_positions.def>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    APE_WORD = 16,                                /* bytes */
    APE_LINK_WORD = 1 + APE_WORD,                 /* bytes of a word of a link in a capture */
    APE_LEN_MAX = 4096,                           /* bytes of payload */
    APE_PAYLOAD_WORDS = APE_LEN_MAX / APE_WORD,   /* words of the longest payload */
    APE_PACKET_WORDS = APE_PAYLOAD_WORDS + 2,     /* words of the longest packet */
    APE_PACKET_MAX = APE_PACKET_WORDS * APE_WORD, /* bytes of the longest packet */
    APE_VCS = 2,                                  /* virtual channels */
    APE_DATA_ROOM = 512,                          /* payload words of a buffer */
    APE_HDR_ROOM = 128,                           /* headers and footers of a buffer */
    APE_CAUSES = 19,                              /* highest cause of an error (ape_ni.md 5) */
    APE_HOPS_MAX = 1023,                          /* hops count no further */
    APE_PORT_CELLS = 8, /* bit of the port of a record of link words: the packets are ExaNet's */
    APE_LINE_MAX = 3 + 2 * (APE_PACKET_WORDS - 1), /* link words of a packet without stuffing */
};

/* A header's fields. */
struct ape_header {
    uint8_t vc;    /* number of the virtual channel */
    bool last_hop; /* last hop in this dimension */
    uint16_t pid;  /* process or channel */
    struct ape_node dst;
    uint8_t port;   /* destination port within the node */
    bool r41;       /* reserved */
    bool ool;       /* out of lattice */
    uint8_t type;   /* TN_ape_hdr_type_PUT, ... */
    bool alone;     /* the header is the whole packet */
    uint16_t len;   /* bytes of payload */
    uint64_t addr;  /* destination virtual address, 48 bits */
    uint16_t hops;  /* routers passed */
    uint8_t secded; /* as it stands in the word */
};

/* A footer's fields. */
struct ape_footer {
    uint32_t crc; /* as it stands in the word */
    uint32_t msg; /* message number */
    uint16_t pkt; /* number of the packet in its message */
    bool err;     /* a hop saw corruption */
    bool last;    /* last packet of the message */
    bool ask;     /* an answer is asked for */
    struct ape_node src;
    uint32_t rsv; /* reserved */
};

/* A packet taken apart. Pointers reach into the bytes decoded. */
struct ape_packet {
    bool has_header; /* the header is there; without it nothing below holds */
    bool has_footer; /* the footer is there, where the header's len says */
    bool whole;      /* the packet has on the link the length that its header tells */
    struct ape_header header;
    struct ape_footer footer;
    const uint8_t *bytes;   /* the packet */
    const uint8_t *payload; /* payload bytes present */
    size_t payload_n;       /* their number */
};

/* Reads a header's fields. */
void ape_header_get(const uint8_t word[APE_WORD], struct ape_header *h);
/* Writes a header's fields, its SECDED as the struct has it. */
void ape_header_put(const struct ape_header *h, uint8_t word[APE_WORD]);
/* Reads a footer's fields. */
void ape_footer_get(const uint8_t word[APE_WORD], struct ape_footer *f);
/* Writes a footer's fields, its CRC as the struct has it. */
void ape_footer_put(const struct ape_footer *f, uint8_t word[APE_WORD]);
/* Returns the payload words that a header tells: none behind a header that is alone. */
unsigned ape_payload_words(const struct ape_header *h);
/* Returns the words of a packet with this header, 1 to 1026. */
unsigned ape_words(const struct ape_header *h);
/* Decodes len bytes of a packet that had orig_len bytes on the link. */
void ape_decode(const uint8_t *bytes, size_t len, size_t orig_len, struct ape_packet *k);
/* Says whether all of the payload's last word behind the header's len is 0, as far as it is there.
 */
bool ape_padded(const struct ape_packet *k);
/* Returns "PUT", ...; NULL: no type has that number. */
const char *ape_type_name(unsigned type);

/* Returns the SECDED that a word's bits 119:0 demand. */
uint8_t ape_secded(const uint8_t word[APE_WORD]);
enum ape_secded_state { APE_CLEAN, APE_ONE_WRONG, APE_TWO_WRONG };
/* Says what a word's SECDED says, and corrects one wrong bit. */
enum ape_secded_state ape_secded_mend(uint8_t word[APE_WORD]);
/* Returns the CRC that a packet of so many bytes, header, payload and footer, should have. */
uint32_t ape_crc(const uint8_t *packet, size_t len);
/* Writes SECDED and, unless the packet is a header alone, CRC. */
void ape_seal(uint8_t *packet, size_t len);

/* A credit word's fields, by virtual channel. */
struct ape_credit {
    uint16_t data[APE_VCS]; /* payload words used, and a margin */
    uint8_t hdr[APE_VCS];   /* headers and footers used, and a margin */
    bool reserved;          /* a reserved bit is set */
};
/* Reads a credit word. Returns whether its SECDED is clean. */
bool ape_credit_get(const uint8_t word[APE_WORD], struct ape_credit *c);
/* Writes a credit word with its SECDED. */
void ape_credit_put(const struct ape_credit *c, uint8_t word[APE_WORD]);
/* Reads word number n of a get request's payload: the reply's address, the bytes wanted, the tag.
 */
void ape_get_read(const uint8_t payload[APE_WORD], uint64_t *reply, uint32_t *bytes, uint32_t *tag);

extern const uint8_t ape_magic[APE_WORD], ape_start[APE_WORD];
static inline bool ape_is(const uint8_t word[APE_WORD], const uint8_t control[APE_WORD])
{
    for (unsigned i = 0; i < APE_WORD; i++)
        if (word[i] != control[i])
            return false;
    return true;
}
/* Turns a word round: lanes lowest first, numbers highest first. */
static inline void ape_turn(const uint8_t from[APE_WORD], uint8_t to[APE_WORD])
{
    for (unsigned i = 0; i < APE_WORD; i++)
        to[i] = from[APE_WORD - 1 - i];
}

/* The byte before a word of a link in a capture (apenet.md 7). */
enum ape_lead {
    APE_LEAD_WORD,    /* k is 0 */
    APE_LEAD_CONTROL, /* k is 1 */
    APE_LEAD_BEHIND,  /* k is 0, directly behind a MAGIC */
    APE_LEAD_IN_BAND, /* of a line in band: the content tells */
    APE_LEADS
};

/* How a line marks its control words, and what its transmitter does with a payload word of MAGIC.
 */
enum ape_band {
    APE_OUT_OF_BAND,     /* by k */
    APE_IN_BAND_LITERAL, /* by their content; the word is sent twice */
    APE_IN_BAND_PLAIN    /* by their content; the word is sent as it is */
};

/* The meaning of a word on a link, by the words before it. */
enum ape_kind {
    APE_K_MAGIC, /* the next word tells */
    APE_K_START, /* a header is due */
    APE_K_HEADER,
    APE_K_DATA, /* payload; in band doubled when it is MAGIC */
    APE_K_FOOTER,
    APE_K_CREDIT, /* credit word */
    APE_K_STRAY,  /* none of these */
};

/* One direction of a link, word by word. Zeros: between packets. */
struct ape_line {
    bool cells; /* packets are ExaNet's (ape_link.md 6): header and secded below hold nothing of use
                 */
    enum { APE_BETWEEN, APE_DUE, APE_INSIDE } state; /* DUE: a header is due */
    bool after; /* the last word was a MAGIC; in band: that was not behind a MAGIC */
    bool bare;  /* START came without MAGIC */
    bool cut;   /* START, or a control word that is none, ended a packet early */
    bool lost;  /* the header of the packet under way says nothing of use, or a control word came
                   that is none: up to the next START words belong to no packet */
    bool done;                    /* the last word ended a packet, which stands in packet */
    bool behind;                  /* the last word stood behind a MAGIC */
    struct ape_header header;     /* of the packet under way, one wrong bit corrected */
    enum ape_secded_state secded; /* of that header; cells: APE_TWO_WRONG when its CRC-16 is wrong */
    unsigned words;               /* of the packet: all */
    unsigned n;                   /* of the packet: those that came */
    uint8_t packet[APE_PACKET_MAX];
};
/* Takes the next word of the direction; lead is the byte before it in a capture. With a byte that
 * is none the word is a stray one. */
enum ape_kind ape_line_word(struct ape_line *l, uint8_t lead, const uint8_t word[APE_WORD]);
/* Returns the byte that stands before the direction's next word, which comes with that k. */
uint8_t ape_line_lead(const struct ape_line *l, bool in_band, bool k);
/* Forgets a packet under way. */
void ape_line_reset(struct ape_line *l);
/* Writes a packet as words of a link without stuffing: MAGIC, START, its words, each behind its
 * leading byte. Returns the number of words, APE_LINE_MAX at most. */
size_t ape_line_put(const uint8_t *packet, size_t len, enum ape_band band,
                    uint8_t (*out)[APE_LINK_WORD]);

#ifdef __cplusplus
}
#endif

#endif
