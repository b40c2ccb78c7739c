/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of APEnet's network interface (checkers/apenet/spec/ape_ni.md), without time:
 * descriptors become packets, packets become writes to host memory, and both become events, at
 * once. Timers run out when the caller says so. The model serves as the far end of a network
 * interface, and says what a judge may expect.
 */
#ifndef TN_APE_NI_H
#define TN_APE_NI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_APN_DATA = 4096,    /* most bytes of a packet, and bytes of a page */
    TN_APN_WORDS = 258,    /* most words of a packet */
    TN_APN_BUFFERS = 64,   /* most registered buffers */
    TN_APN_MESSAGES = 64,  /* most entries of the message table */
    TN_APN_TAGS = 4096,    /* most tags that the model remembers, and most answers awaited */
    TN_APN_DESC_WORDS = 8, /* words of 64 bits of a descriptor */
    TN_APN_VC = 2,
};

enum tn_apn_type {
    TN_APN_PUT = 1,
    TN_APN_SEND = 3,
    TN_APN_GET = 4,
    TN_APN_REPLY = 5,
    TN_APN_ACK = 6
};
enum tn_apn_kind { TN_APN_SENT = 1, TN_APN_RECEIVED = 2, TN_APN_ERROR = 3, TN_APN_ACKED = 4 };
enum tn_apn_cause {
    TN_APN_NOBUF = 1,
    TN_APN_OVERRUN,
    TN_APN_PAGE,
    TN_APN_MISS,
    TN_APN_CRC,
    TN_APN_GAP,
    TN_APN_TIMEOUT,
    TN_APN_BUSY,
    TN_APN_UNREG,
    TN_APN_DMA,
    TN_APN_GET_REFUSED,
    TN_APN_GET_TIMEOUT,
    TN_APN_DESC,
    TN_APN_TAG,
    TN_APN_OOL,
    TN_APN_CROSS,
    TN_APN_REPEAT,
    TN_APN_NOT_ASKED, /* REPLY on the page */
    TN_APN_ACK_TIMEOUT,
    TN_APN_CAUSES
};
enum tn_apn_flag { TN_APN_FOR_SEND = 1, TN_APN_FOR_GET = 2, TN_APN_GPU = 4, TN_APN_FOR_PUT = 8 };
enum tn_apn_op { TN_APN_REGISTER = 1, TN_APN_UNREGISTER, TN_APN_MAP, TN_APN_UNMAP, TN_APN_RELEASE };
enum tn_apn_code { TN_APN_OK, TN_APN_FULL, TN_APN_BAD, TN_APN_NOTFOUND };

/* A packet at the local port. Nodes are {x 6, y 5, z 5}. */
struct tn_apn_packet {
    uint8_t type; /* enum tn_apn_type, or another */
    uint8_t port; /* destination port */
    bool alone;   /* header only */
    bool ool;     /* out of the lattice */
    uint16_t pid;
    uint16_t dst; /* destination node */
    uint16_t src; /* source node */
    uint16_t len; /* bytes as the header says */
    uint64_t addr;
    uint32_t msg;   /* message number */
    uint16_t pkt;   /* packet number */
    bool err;       /* a hop saw corruption */
    bool last;      /* last packet of its message */
    bool ask;       /* an answer is asked for */
    bool crc_wrong; /* the footer's CRC does not fit */
    uint16_t words; /* words that came, with header and footer */
    uint8_t data[TN_APN_DATA];
};

/* Makes words of 16 bytes, bits 7:0 first, of a packet: header, payload, footer with its CRC, which
 * crc_wrong spoils. Fields that the router makes are 0. Returns the number of words, words of p
 * apart. */
unsigned tn_apn_encode(const struct tn_apn_packet *p, uint8_t word[TN_APN_WORDS][16]);
/* Makes a packet of n words, at most TN_APN_WORDS. */
void tn_apn_decode(const uint8_t word[][16], unsigned n, struct tn_apn_packet *p);

/* Returns the addr of an answer: check, cause and msg. node: the one that answers. */
uint64_t tn_apn_ack_addr(uint16_t node, uint16_t pid, uint32_t msg, unsigned cause);
/* Fills in what the routers make of a header on a way of one hop: VC, hops, SECDED. */
void tn_apn_route(uint8_t header[16], unsigned vc);
/* Turns header and footer of a packet between the order of pins, lowest byte first, and that of
 * captures (apenet.md section 7), in place; payload words are alike in both. */
void tn_apn_turn(uint8_t word[][16], unsigned n);

struct tn_apn_event {
    uint8_t kind;  /* enum tn_apn_kind */
    uint8_t cause; /* of an error or answer enum tn_apn_cause, else the packets' type */
    uint16_t pid;
    uint16_t source; /* node */
    uint8_t buffer;  /* of a received event */
    uint32_t number; /* message number or tag */
    uint32_t bytes;
};
/* Makes the two words of an event in a round of that phase. */
void tn_apn_event_words(const struct tn_apn_event *e, bool phase, uint64_t word[2]);

/* The answer to a search for a page. */
enum tn_apn_page { TN_APN_FOUND, TN_APN_NO_PAGE, TN_APN_NO_ANSWER };

/* Why an event is due. */
struct tn_apn_why {
    enum { TN_APN_OF_DESCRIPTOR, TN_APN_OF_PACKET, TN_APN_OF_TIMER } of;
    unsigned vc;      /* of a packet */
    uint64_t message; /* of a packet: number that write() had for the message's data; 0: no data */
};

/* What the model asks of its surroundings, and what it does there. */
struct tn_apn_ops {
    /* Copies n bytes of host memory. */
    void (*read)(void *ctx, uint64_t pa, uint8_t *bytes, size_t n);
    /* Looks a page up; *pa is the physical address of its first byte. */
    enum tn_apn_page (*page)(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa);
    /* Data of the message with that number, which the model counts from 1 on, go to host memory. */
    void (*write)(void *ctx, uint64_t message, uint64_t pa, const uint8_t *bytes, size_t n);
    /* A packet leaves. request: 0, or a number, counted from 1 on, of the GET request that it
     * answers. from: where its payload stands; of an answer that says whole, its message's number.
     */
    void (*send)(void *ctx, const struct tn_apn_packet *p, uint64_t request, uint64_t from);
    /* An event is due. */
    void (*event)(void *ctx, const struct tn_apn_event *e, const struct tn_apn_why *why);
};

struct tn_apn_params {
    uint16_t own;      /* the node */
    unsigned buffers;  /* 2^BUF_LOG2 */
    unsigned messages; /* 2^MSG_LOG2 */
    unsigned answers;  /* 2^ACK_LOG2 */
};

struct tn_apn_buffer {
    bool valid;
    bool taken; /* a message has this buffer for sends */
    uint8_t flags;
    uint16_t pid;
    uint32_t length;
    uint64_t vaddr;
    uint64_t life; /* number of the registration */
};

struct tn_apn_message {
    enum { TN_APN_FREE, TN_APN_OPEN, TN_APN_FAILED } state;
    uint16_t source;
    uint8_t stream; /* 1: replies */
    uint8_t type;
    uint8_t cause; /* of its failure */
    uint16_t pid;
    uint16_t next; /* number of the next packet */
    uint32_t msg;
    uint32_t bytes;  /* accepted so far */
    unsigned buffer; /* index, of the registration life */
    uint64_t life;
    uint64_t number; /* for write() */
};

struct tn_apn_tag {
    enum { TN_APN_TAG_FREE, TN_APN_TAG_OPEN, TN_APN_TAG_DEAD } state;
    uint16_t pid;
    uint16_t node; /* the node that was asked */
    uint32_t tag;
    uint32_t bytes;
    uint64_t reply; /* where they must go */
};

/* An answer that a descriptor wanted. */
struct tn_apn_awaited {
    enum { TN_APN_ACK_FREE, TN_APN_ACK_OPEN, TN_APN_ACK_DEAD } state;
    uint16_t pid;
    uint16_t node; /* that must answer */
    uint32_t msg;
    uint32_t tag; /* of the event */
};

/* Counters of page 3, by address. */
enum tn_apn_counter {
    TN_APN_TX_DESC,
    TN_APN_TX_PACKETS,
    TN_APN_TX_BYTES,
    TN_APN_RX_PACKETS,
    TN_APN_RX_BAD,
    TN_APN_RX_CRC,
    TN_APN_RX_DROPPED,
    TN_APN_RX_LATE,
    TN_APN_COUNTERS
};

struct tn_apn {
    struct tn_apn_params params;
    const struct tn_apn_ops *ops;
    void *ctx;
    struct tn_apn_buffer buffer[TN_APN_BUFFERS];
    struct tn_apn_message message[TN_APN_MESSAGES];
    struct tn_apn_tag tag[TN_APN_TAGS];
    uint32_t count[TN_APN_COUNTERS];
    struct tn_apn_awaited awaited[TN_APN_TAGS];
    struct {
        bool is, ended;
        uint16_t pid, node;
        uint32_t msg;
    } under_way;       /* the message of the ring's descriptors */
    uint16_t pkt;      /* of its next packet */
    uint64_t lives;    /* registrations so far */
    uint64_t messages; /* messages so far */
    uint64_t requests; /* GET requests answered so far */
};

/* Makes m a network interface after reset. */
void tn_apn_init(struct tn_apn *m, const struct tn_apn_params *p, const struct tn_apn_ops *ops,
                 void *ctx);

/* Does a command of section 6. *index: the buffer. Returns its code. */
enum tn_apn_code tn_apn_command(struct tn_apn *m, enum tn_apn_op op, uint16_t pid, uint64_t vaddr,
                                uint32_t length, unsigned flags, unsigned *index);
/* Takes a descriptor: sends its packets, then makes its event. */
void tn_apn_descriptor(struct tn_apn *m, const uint64_t word[TN_APN_DESC_WORDS]);
/* The ring begins anew: no message is under way. */
void tn_apn_ring(struct tn_apn *m);
/* Takes a packet that came on that VC. */
void tn_apn_packet(struct tn_apn *m, unsigned vc, const struct tn_apn_packet *p);
/* The timer of the message of {source, stream, pid} ran out. Returns false when there is no such
 * message. */
bool tn_apn_message_timeout(struct tn_apn *m, uint16_t source, unsigned stream, uint16_t pid);
/* The timer of an awaited answer ran out. Returns false when none is awaited of that node and
 * process for that event tag. */
bool tn_apn_ack_timeout(struct tn_apn *m, uint16_t node, uint16_t pid, uint32_t tag);
/* The timer of an open tag ran out. Returns false when the tag is not open. */
bool tn_apn_tag_timeout(struct tn_apn *m, uint32_t tag);

#ifdef __cplusplus
}
#endif

#endif
