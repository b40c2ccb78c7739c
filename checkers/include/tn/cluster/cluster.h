/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The codec of the cluster: packets and link packets, words to fields and back, and their CRC
 * (checkers/cluster/spec/cluster.md sections 1 to 4).
 *
 * The codec judges nothing: it takes any words, tells their form and loses nothing, so that rules
 * can judge. Field positions come from cluster/spec/cluster.def.
 */
#ifndef TN_CLUSTER_H
#define TN_CLUSTER_H

#include <tn/fields.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Positions and named values of the fields, for TN_GET and TN_PUT. */
#define TN_TABLE "../../cluster/spec/cluster.def"
#include <tn/field_positions.def>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CL_WORD = 2,                     /* bytes of a word */
    CL_FRAME_WORD = 3,               /* bytes of a word of a lane in a capture */
    CL_LEN_MAX = 32,                 /* words of payload */
    CL_WORDS_MIN = 4,                /* words of the shortest packet */
    CL_WORDS_MAX = CL_LEN_MAX + 3,   /* words of the longest packet */
    CL_BYTES_MAX = CL_WORDS_MAX * 2, /* bytes of it */
    CL_CTL_LEN = 3,                  /* words of payload of a link packet */
    CL_CTL_WORDS = CL_CTL_LEN + 3,   /* words of a link packet */
    CL_NODES = 20,
    CL_PRIOS = 3,
    CL_PLANES = 3,       /* lanes of a port */
    CL_SEQS = 64,        /* numbers of packets on a lane */
    CL_NO_SEQ = 63,      /* as ack: no packet was taken so far */
    CL_WINDOW = 14,      /* packets not acknowledged */
    CL_FREED = 256,      /* modulus of the counts of freed packets */
    CL_IDLE_MAX = 64,    /* comma words in a row on a lane that is up */
    CL_LINE = 32,        /* bytes of a line of memory */
    CL_COMMA = 0xc5bc,   /* the comma word: K28.5 in bits 7:0, D5.6 in bits 15:8 */
    CL_LINK_W0 = 0x000f, /* header words of every link packet */
    CL_LINK_W1 = 0x00c0,
};

/* Flags of a word of a lane in a capture. */
enum { CL_K_LOW = 1, CL_K_HIGH = 2, CL_INVALID = 4 };

/* A header's fields. */
struct cl_header {
    uint8_t dst, src;         /* nodes */
    uint8_t prio;             /* 0 the highest */
    uint8_t type;             /* TN_cl_hdr_type_WRITE, ... */
    uint8_t dst_cpu, src_cpu; /* CPUs of these nodes */
    uint8_t len;              /* words of payload */
    uint8_t seq;              /* number on the lane */
};

/* What stands between header and data; members that the type lacks are 0. */
struct cl_body {
    uint32_t first; /* the first address: addr, queue or ack */
    uint32_t reply; /* READ, QUEUE_READ: where the data go */
    uint32_t ack;   /* where the acknowledgment goes; 0: none is wanted */
    uint32_t value; /* ACK, ADD, NACK */
    uint16_t size;  /* bytes that READ and QUEUE_READ ask for, or of the data at word[6] */
    uint16_t cause; /* NACK */
};

/* A packet taken apart. */
struct cl_packet {
    bool has_header; /* two words are there; without them nothing below holds */
    bool whole;      /* the words are those that len tells, and all are there */
    bool has_body;   /* body holds: the packet is whole, and len fits a type that is not LINK */
    struct cl_header header;
    struct cl_body body;
    uint16_t crc;         /* of a whole packet, as it stands in the last word */
    const uint16_t *word; /* the packet */
    unsigned words;       /* those present */
};

/* A link packet's fields. */
struct cl_ctl {
    bool nack;
    uint8_t plane;
    uint8_t ack;             /* seq of the last packet taken */
    uint8_t freed[CL_PRIOS]; /* modulo 256 */
    uint16_t reserved;       /* r6 in bits 14:8, r0 in bits 7:0 */
};

/* Reads the two words of a header. */
void cl_header_get(const uint16_t word[2], struct cl_header *h);
/* Writes the two words of a header. */
void cl_header_put(const struct cl_header *h, uint16_t word[2]);
/* Decodes the words present of a packet that had orig words. */
void cl_decode(const uint16_t *word, unsigned words, unsigned orig, struct cl_packet *k);
/* Writes header, body and CRC of a packet, and leaves its data, which begin at word[6], as they
 * are; header.type tells the form, header.len the length. Returns the packet's words; 0: len does
 * not fit the type. */
unsigned cl_encode(const struct cl_header *h, const struct cl_body *b, uint16_t word[CL_WORDS_MAX]);
/* Returns "WRITE", ...; NULL: no type has that number. */
const char *cl_type_name(unsigned type);
/* Returns the priority that packets of a type have; -1: LINK, and numbers that are no type. */
int cl_type_prio(unsigned type);
/* Says whether a packet of that type can have len words of payload; false for numbers that are no
 * type. */
bool cl_len_fits(unsigned type, unsigned len);
/* Returns the name of the table of what stands behind the header of that type ("cl_write"); NULL:
 * none. */
const char *cl_type_table(unsigned type);
/* Returns the node of a global address, and the CPU. */
static inline unsigned cl_node(uint32_t addr)
{
    return addr >> 27;
}
static inline unsigned cl_cpu(uint32_t addr)
{
    return addr >> 25 & 3;
}

/* Returns the CRC of so many words. */
uint16_t cl_crc(const uint16_t *word, size_t words);
/* Says whether the last of the words is the CRC of those before; of less than two words it is not.
 */
bool cl_crc_right(const uint16_t *word, size_t words);
/* Writes the CRC into the last of the packet's words. */
void cl_seal(uint16_t *word, size_t words);
/* Writes seq into a packet of 4 words and more, and changes its CRC by the CRC of the difference: a
 * wrong one stays wrong. */
void cl_renumber(uint16_t *word, size_t words, unsigned seq);

/* Says whether the two first words are those of a link packet. */
static inline bool cl_is_link(const uint16_t word[2])
{
    return word[0] == CL_LINK_W0 && word[1] == CL_LINK_W1;
}
/* Reads a link packet's payload, CL_CTL_LEN words. */
void cl_ctl_get(const uint16_t payload[CL_CTL_LEN], struct cl_ctl *c);
/* Writes a whole link packet. */
void cl_ctl_put(const struct cl_ctl *c, uint16_t word[CL_CTL_WORDS]);

/* Words as a capture of packets has them, in big-endian bytes. */
void cl_words_get(const uint8_t *bytes, size_t words, uint16_t *word);
void cl_words_put(const uint16_t *word, size_t words, uint8_t *bytes);
/* Words as a capture of a lane has them, {flags, word}; get returns all flags or-ed, put writes
 * flags 0. */
unsigned cl_frame_get(const uint8_t *bytes, size_t words, uint16_t *word);
void cl_frame_put(const uint16_t *word, size_t words, uint8_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
