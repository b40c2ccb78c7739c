/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The codec of TNW: words, packets, feedback and notifications, bytes to fields and back
 * (checkers/tnw/spec/tnw.md sections 1 to 4, 6 and 7).
 *
 * The codec judges nothing: it takes any bytes, tells their form and loses nothing, so that rules
 * can judge. Field positions come from tnw/spec/tnw.def.
 *
 * In captures (unit 1) and events a packet is its header as a big-endian number, its payload in
 * lane order, and its CRC word as a big-endian number, without the START. A frame (unit 2) is the
 * words of the link, each as its flags and lanes 0 to 3.
 */
#ifndef TN_TNW_H
#define TN_TNW_H

#include <tn/fields.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Positions and named values of the fields, for TN_GET and TN_PUT. */
#define TN_TABLE "../../tnw/spec/tnw.def"
#include <tn/field_positions.def>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TNW_WORD = 4,        /* bytes of a word without its flags */
    TNW_WORD_OCTETS = 5, /* octets of a captured word */
    TNW_PAYLOAD = 128,   /* bytes */
    TNW_PAYLOAD_WORDS = 32,
    TNW_WORDS = 35,   /* words of a packet on the link, START to CRC */
    TNW_SPAN = 34,    /* cycles from the START to the CRC */
    TNW_CRC_AT = 132, /* bytes that the CRC covers, and the CRC's offset in a captured packet */
    TNW_PACKET = 136, /* bytes of a captured packet */
    TNW_FRAME = TNW_WORDS * TNW_WORD_OCTETS, /* bytes of a captured packet's frame */
    TNW_SEQ_MOD = 32,                        /* packet numbers count modulo this */
    TNW_WINDOW = 15,                         /* packets that may be unacknowledged */
    TNW_BEFORE = TNW_SEQ_MOD / 2,            /* a number at most this far behind is a repetition */
    TNW_VCS = 8,                             /* virtual channels */
    TNW_LINKS = 6,                           /* links of a node: x+ x- y+ y- z+ z- */
    TNW_OFFSET_UNIT = 16,                    /* bytes */
    TNW_LAST = 1,                            /* bit of an offset: the last packet of its message */
    TNW_NOTE = 16,                           /* bytes of a notification */
};

/* Control characters. */
enum { TNW_S = 0xfb, TNW_Q = 0x9c, TNW_E = 0xfe, TNW_I = 0x07 };

/* Codes of a feedback; 7 is never sent. */
enum tnw_code {
    TNW_NONE,
    TNW_ACK,
    TNW_NACK,
    TNW_RESTART,
    TNW_NACK_FULL,
    TNW_INIT,
    TNW_READY,
    TNW_CODES
};

/* Errors of a notification; a set. */
enum tnw_cause {
    TNW_C_FIT = 1,     /* a packet did not fit */
    TNW_C_STATUS = 2,  /* completion with bad status */
    TNW_C_POISON = 4,  /* poisoned completion */
    TNW_C_TIMEOUT = 8, /* completion timeout */
    TNW_C_WRONG = 16,  /* wrong completion */
    TNW_C_ABORT = 32,  /* ended by software */
    TNW_C_SHORT = 64,  /* the message ended before its credit */
    TNW_C_LONG = 128,  /* the credit ended before its message */
};

/* A word of the link: lane i is bits 8i+7:8i and flag i. */
struct tnw_word {
    uint32_t data;
    uint8_t flags; /* 4 bits; a set flag makes its lane a control character */
};

enum tnw_class { TNW_DATA, TNW_START, TNW_SET, TNW_IDLE, TNW_BAD, TNW_CLASSES };

/* Returns the class of a word. */
static inline enum tnw_class tnw_classify(struct tnw_word w)
{
    uint8_t octet = w.data & 0xff;
    if (w.flags == 0)
        return TNW_DATA;
    if (w.flags == 1 && octet == TNW_S)
        return TNW_START;
    if (w.flags == 1 && octet == TNW_Q)
        return TNW_SET;
    return w.flags == 15 && w.data == 0x07070707 ? TNW_IDLE : TNW_BAD;
}

/* Link states as in STATUS (tnw_link.md 4). */
enum tn_tnw_state { TN_TNW_DOWN, TN_TNW_INIT, TN_TNW_READY, TN_TNW_UP, TN_TNW_FAILED };

/* Returns "data", "START", "SET", "idle" or "bad". */
const char *tnw_class_name(enum tnw_class kind);

/* Returns an IDLE word. */
static inline struct tnw_word tnw_idle(void)
{
    struct tnw_word idle = {0x07070707, 15};
    return idle;
}

/* Returns a DATA word. */
static inline struct tnw_word tnw_data(uint32_t data)
{
    struct tnw_word word = {data, 0};
    return word;
}

/* Reads a word as a capture holds it: flags, then lanes 0 to 3. Flag bits above 3 are kept, so that
 * any bytes come back. */
struct tnw_word tnw_word_get(const uint8_t p[TNW_WORD_OCTETS]);
/* Writes a word as a capture holds it. */
void tnw_word_put(struct tnw_word w, uint8_t out[TNW_WORD_OCTETS]);

/* A control word: the feedback, and the character in lane 0. */
struct tnw_ctl {
    uint8_t code; /* 3 bits, enum tnw_code */
    uint8_t seq;  /* 5 bits */
    uint8_t rsv;  /* bits 15:8 of the field */
    uint8_t crc;
    uint8_t octet; /* TNW_S or TNW_Q */
};

/* Decodes the 32 bits of a control word. */
struct tnw_ctl tnw_ctl_decode(uint32_t data);
/* Returns the 32 bits of a control word; fields wider than their place are cut. */
uint32_t tnw_ctl_encode(const struct tnw_ctl *ctl);
/* Returns the right CRC-8, over bits 23:16, then 15:8 of the field. */
uint8_t tnw_ctl_want_crc(const struct tnw_ctl *ctl);
/* Says whether the CRC-8 is right. */
static inline bool tnw_ctl_good(const struct tnw_ctl *ctl)
{
    return ctl->crc == tnw_ctl_want_crc(ctl);
}
/* Returns the whole word for a code and a number, with its CRC; octet is TNW_S or TNW_Q. */
struct tnw_word tnw_ctl_word(uint8_t octet, enum tnw_code code, uint8_t seq);
/* Returns "NONE", "ACK", ...; "?" for 7. */
const char *tnw_code_name(unsigned code);

/* Reasons why bytes are not a whole packet; a set. */
enum tnw_err {
    TNW_E_SHORT = 1, /* there is no whole header: all fields are 0 */
    TNW_E_CUT = 2,   /* a header, but no CRC: the packet was broken */
    TNW_E_PART = 4,  /* bytes at the end are no whole word: they are not kept */
    TNW_E_LONG = 8,  /* more bytes than a packet has: the rest is not kept */
};

/* The fields of a packet. */
struct tnw_packet {
    uint8_t vc;                   /* 3 bits */
    uint8_t seq;                  /* 5 bits */
    uint32_t offset;              /* 24 bits, units of 16 bytes */
    uint8_t payload[TNW_PAYLOAD]; /* missing bytes are 0 */
    uint8_t word_n;               /* payload words present; 32 in a whole packet */
    bool has_header, has_crc;
    uint32_t crc;
    bool foreign; /* tnw_decode_any(): the bytes were in another tool's order */
    bool snapped; /* the capture holds less than was on the link */
    unsigned err; /* set of enum tnw_err; decode fills it, encode ignores it */
};

/* Reads len bytes of p, a captured packet. orig_len is the length on the link; when it is greater
 * than len, the packet was snapped short, and missing bytes are no error. Always fills k. Returns
 * k->err. */
unsigned tnw_decode(const uint8_t *p, size_t len, size_t orig_len, struct tnw_packet *k);
/* Does the same, and also reads packets of other tools: header and CRC in lane order, too, or with
 * the START in front. Such packets are recognised by their right CRC; all others are read as above.
 */
unsigned tnw_decode_any(const uint8_t *p, size_t len, size_t orig_len, struct tnw_packet *k);
/* Writes the parts that has_header, word_n and has_crc name, with the CRC that stands in k. Returns
 * the bytes written, -EMSGSIZE when cap is too small, or -ERANGE when a field is wider than its
 * place or a part stands without the part before it. */
long tnw_encode(const struct tnw_packet *k, uint8_t *out, size_t cap);

/* Returns the header as the word data[31:0]. */
uint32_t tnw_header(const struct tnw_packet *k);
/* Returns the right CRC word: CRC-32/ISO-HDLC over header and payload in lane order. */
uint32_t tnw_want_crc(const struct tnw_packet *k);
/* Makes k whole: sets has_header, word_n, has_crc and the right crc. */
void tnw_seal(struct tnw_packet *k);
/* Writes the 34 words behind the START. */
void tnw_packet_words(const struct tnw_packet *k, struct tnw_word out[TNW_WORDS - 1]);
/* Decodes n DATA words that followed a START. A whole packet has 34; further words are not kept
 * (TNW_E_LONG). Always fills k. Returns k->err. */
unsigned tnw_words_packet(const struct tnw_word *words, size_t n, struct tnw_packet *k);

/* A part of a frame: a packet, a SET, or a run of other words of one class. */
struct tnw_part {
    enum tnw_class kind; /* class of the first word; START: ctl and packet are valid, SET: ctl is */
    struct tnw_word first;
    struct tnw_ctl ctl;
    struct tnw_packet packet;
    size_t words;                /* words of the part, the START included */
    unsigned count[TNW_CLASSES]; /* words of each class */
};

/* Decodes the part at the head of len octets: a START with up to 34 DATA words behind it, one SET,
 * or words of one class. Returns the octets of the part; 0 when there is no whole word. */
size_t tnw_part_decode(const uint8_t *p, size_t len, struct tnw_part *part);

/* Converts a frame of another tool, with four octets a word, in lane order or as numbers with the
 * most significant octet first. The place of a word tells whether it is a control word; a word that
 * is no control word there becomes DATA. Writes words in the form of own captures, five octets
 * each, as many as cap holds. Returns the octets written; 0 when the frame is none of another tool.
 * Such a frame has FB or 9C in lane 0 of its first word, and, as numbers, also the right CRC-8
 * there. */
size_t tnw_foreign_words(const uint8_t *p, size_t len, uint8_t *out, size_t cap);

/* Returns how far number b is ahead of a, modulo 32: 0 when equal, 1 to 15 when newer, negative
 * when older
 * (-16 when opposite). */
static inline int tnw_seq_ahead(unsigned a, unsigned b)
{
    int d = (int)((b - a) & (TNW_SEQ_MOD - 1));
    return d < TNW_SEQ_MOD / 2 ? d : d - TNW_SEQ_MOD;
}

/* Returns the number that follows seq. */
static inline uint8_t tnw_seq_next(unsigned seq)
{
    return (uint8_t)((seq + 1) & (TNW_SEQ_MOD - 1));
}

/* A notification (section 6). */
struct tnw_note {
    uint8_t kind; /* 0 receive credit, 1 Nget descriptor */
    uint8_t link; /* 4 bits, 0 to 5 */
    uint8_t vc;   /* 4 bits, 0 to 7 */
    bool valid;
    uint8_t cause; /* set of enum tnw_cause */
    uint32_t bytes, tag;
    uint32_t r105, r72; /* 23 reserved bits each */
};

/* Decodes a notification as it stands in memory, lowest byte first. */
void tnw_note_decode(const uint8_t p[TNW_NOTE], struct tnw_note *note);
/* Encodes a notification. Returns 0, or -ERANGE when a field is wider than its place. */
int tnw_note_encode(const struct tnw_note *note, uint8_t out[TNW_NOTE]);

#ifdef __cplusplus
}
#endif

#endif
