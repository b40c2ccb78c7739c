/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW: words, packets, feedback and notifications, bytes to fields and back
 * (checkers/tnw/spec/tnw.md sections 1 to 4, 6 and 7).
 *
 * The codec has no opinion: it takes any bytes, says which form they have, and
 * loses nothing, so that rules can judge. Field positions come from spec/tnw.def.
 *
 * Bytes of a packet, in captures (unit 1) and in events: header as a big-endian
 * number, payload in lane order, CRC word as a big-endian number; the START is not
 * among them. Bytes of a frame (unit 2): the words of the link, each its flags and
 * lanes 0 to 3.
 */
#ifndef TN_TNW_H
#define TN_TNW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TNW_WORD = 4,        /* bytes of a word without its flags */
    TNW_WORD_OCTETS = 5, /* of a captured word */
    TNW_PAYLOAD = 128,   /* bytes */
    TNW_PAYLOAD_WORDS = 32,
    TNW_WORDS = 35,   /* of a packet on the link, START to CRC */
    TNW_SPAN = 34,    /* cycles from the START to the CRC */
    TNW_CRC_AT = 132, /* bytes that the CRC covers; where it stands in a captured packet */
    TNW_PACKET = 136, /* bytes of a captured packet */
    TNW_FRAME = TNW_WORDS * TNW_WORD_OCTETS, /* bytes of a captured packet's frame */
    TNW_SEQ_MOD = 32,                        /* packet numbers count modulo this */
    TNW_WINDOW = 15,                         /* packets that may be unacknowledged */
    TNW_BEFORE = TNW_SEQ_MOD / 2,            /* a number this far behind or less was there before */
    TNW_VCS = 8,                             /* virtual channels */
    TNW_LINKS = 6,                           /* of a node: x+ x- y+ y- z+ z- */
    TNW_OFFSET_UNIT = 16,                    /* bytes */
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
};

/* A word of the link: lane i is bits 8i+7:8i and flag i. */
struct tnw_word {
    uint32_t data;
    uint8_t flags; /* 4 bits; a set one makes its lane a control character */
};

enum tnw_class { TNW_DATA, TNW_START, TNW_SET, TNW_IDLE, TNW_BAD, TNW_CLASSES };

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

/* "data", "START", "SET", "idle", "bad". */
const char *tnw_class_name(enum tnw_class kind);

static inline struct tnw_word tnw_idle(void)
{
    struct tnw_word idle = {0x07070707, 15};
    return idle;
}

static inline struct tnw_word tnw_data(uint32_t data)
{
    struct tnw_word word = {data, 0};
    return word;
}

/* A word as a capture has it: flags, then lanes 0 to 3. Flag bits above 3 stay, so that
 * any bytes come back. */
struct tnw_word tnw_word_get(const uint8_t p[TNW_WORD_OCTETS]);
void tnw_word_put(struct tnw_word w, uint8_t out[TNW_WORD_OCTETS]);

/* A control word: the feedback, and the character in lane 0. */
struct tnw_ctl {
    uint8_t code; /* 3 bits, enum tnw_code */
    uint8_t seq;  /* 5 bits */
    uint8_t rsv;  /* bits 15:8 of the field */
    uint8_t crc;
    uint8_t octet; /* TNW_S or TNW_Q */
};

/* Of the 32 bits of the word, and back (fields wider than their place are cut). */
struct tnw_ctl tnw_ctl_decode(uint32_t data);
uint32_t tnw_ctl_encode(const struct tnw_ctl *ctl);
/* What its CRC-8 should be: of bits 23:16, then 15:8 of the field. */
uint8_t tnw_ctl_want_crc(const struct tnw_ctl *ctl);
static inline bool tnw_ctl_good(const struct tnw_ctl *ctl)
{
    return ctl->crc == tnw_ctl_want_crc(ctl);
}
/* The whole word for a code and a number, with its CRC; octet is TNW_S or TNW_Q. */
struct tnw_word tnw_ctl_word(uint8_t octet, enum tnw_code code, uint8_t seq);
/* "NONE", "ACK", ...; "?" for 7. */
const char *tnw_code_name(unsigned code);

/* What kept the bytes from being a whole packet; a set. */
enum tnw_err {
    TNW_E_SHORT = 1, /* no whole header: all fields are 0 */
    TNW_E_CUT = 2,   /* header, but no CRC: the packet was broken */
    TNW_E_PART = 4,  /* bytes that are no whole word: not kept */
    TNW_E_LONG = 8,  /* more bytes than a packet has: not kept */
};

struct tnw_packet {
    uint8_t vc;                   /* 3 bits */
    uint8_t seq;                  /* 5 bits */
    uint32_t offset;              /* 24 bits, units of 16 bytes */
    uint8_t payload[TNW_PAYLOAD]; /* 0 where not there */
    uint8_t word_n;               /* payload words here, 32 of a whole packet */
    bool has_header, has_crc;
    uint32_t crc;
    bool foreign; /* tnw_decode_any(): in another tool's order */
    bool snapped; /* the capture holds less than was on the link */
    unsigned err; /* set of enum tnw_err; decode fills it, encode ignores it */
};

/* Reads len bytes of p, a captured packet; orig_len is the length on the link (orig_len > len:
 * snapped short; what is missing is no error). Always fills k. Returns k->err. */
unsigned tnw_decode(const uint8_t *p, size_t len, size_t orig_len, struct tnw_packet *k);
/* The same, and packets of other tools: header and CRC in lane order, too, or the START in front.
 * They are known by their right CRC; all else is read as above. */
unsigned tnw_decode_any(const uint8_t *p, size_t len, size_t orig_len, struct tnw_packet *k);
/* Writes the parts that has_header, word_n and has_crc say, with the CRC as it stands in k.
 * Returns the bytes written, -EMSGSIZE when cap is too small, -ERANGE when a field is wider
 * than its place or a part without the one before it is asked for. */
long tnw_encode(const struct tnw_packet *k, uint8_t *out, size_t cap);

/* The header as the word data[31:0]. */
uint32_t tnw_header(const struct tnw_packet *k);
/* What the CRC word should be: CRC-32/ISO-HDLC of header and payload in lane order. */
uint32_t tnw_want_crc(const struct tnw_packet *k);
/* Makes k whole: has_header, word_n, has_crc and the right crc. */
void tnw_seal(struct tnw_packet *k);
/* The 34 words behind the START. */
void tnw_packet_words(const struct tnw_packet *k, struct tnw_word out[TNW_WORDS - 1]);
/* The packet of the words of a link behind a START: DATA words, 34 of a whole one; further
 * ones are not kept (TNW_E_LONG). Always fills k. Returns k->err. */
unsigned tnw_words_packet(const struct tnw_word *words, size_t n, struct tnw_packet *k);

/* The next part of a frame's octets: a packet, a SET, or a run of words that are neither. */
struct tnw_part {
    enum tnw_class kind; /* of its first word; START: ctl and packet hold, SET: ctl does */
    struct tnw_word first;
    struct tnw_ctl ctl;
    struct tnw_packet packet;
    size_t words; /* that it takes, the START's included */
    unsigned count[TNW_CLASSES];
};

/* Takes the part at the head of len octets: a START with the DATA words behind it, 34 at most;
 * one SET; or words of one class. Returns the octets taken, 0 when no whole word is there. */
size_t tnw_part_decode(const uint8_t *p, size_t len, struct tnw_part *part);

/* Frames of other tools: four octets a word, in lane order or as numbers, most significant first;
 * which words are control words is told by their place, and one that is none there is DATA. Writes
 * the words as own captures have them, five octets each, as many as cap holds; returns the octets
 * written, 0 when it is no such frame. Known by FB or 9C in lane 0 of the first word, as a number
 * with the CRC-8 right, too. */
size_t tnw_foreign_words(const uint8_t *p, size_t len, uint8_t *out, size_t cap);

/* How far number b is ahead of a, modulo 32: 0 same, 1 to 15 newer, negative older (-16 when
 * opposite). */
static inline int tnw_seq_ahead(unsigned a, unsigned b)
{
    int d = (int)((b - a) & (TNW_SEQ_MOD - 1));
    return d < TNW_SEQ_MOD / 2 ? d : d - TNW_SEQ_MOD;
}

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

/* As it stands in memory, lowest byte first. */
void tnw_note_decode(const uint8_t p[TNW_NOTE], struct tnw_note *note);
/* 0, or -ERANGE when a field is wider than its place. */
int tnw_note_encode(const struct tnw_note *note, uint8_t out[TNW_NOTE]);

#ifdef __cplusplus
}
#endif

#endif
