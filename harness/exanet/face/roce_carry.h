/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the conversion of RoCEv2 to ExaNet: roce_exa.c reads packets and finds their
 * flows, roce_carry.c makes ExaNet packets of their contents.
 */
#ifndef TN_TOOLS_ROCE_CARRY_H
#define TN_TOOLS_ROCE_CARRY_H

#include "exa_make.h"
#include "roce_exa.h"

#include <stdbool.h>

enum { ROCE_PENDING = 64, ROCE_PSN_MASK = 0xffffff, ROCE_PSN_HALF = 0x800000 };

/* Operations: the low five bits of an opcode. */
enum { ROCE_SEND_FIRST = 0, ROCE_SEND_ONLY = 4, ROCE_SEND_ONLY_IMM = 5, ROCE_SEND_ONLY_INV = 23 };
enum { ROCE_WRITE_FIRST = 6, ROCE_WRITE_ONLY = 10, ROCE_WRITE_ONLY_IMM = 11 };
enum { ROCE_READ_REQ = 12, ROCE_READ_FIRST = 13, ROCE_READ_MIDDLE = 14, ROCE_READ_ONLY = 16 };
enum { ROCE_ACKNOWLEDGE = 17 };

/* A message or transaction that was sent and not yet acknowledged. */
struct roce_pending {
    uint32_t first_psn, psn;  /* numbers of its first and last RoCEv2 packets */
    bool message;             /* a message, else a transaction */
    struct exa_packet packet; /* the message */
    struct exa_transaction t; /* the transaction: its newest attempt, all sent */
    uint64_t addr;            /* of its first byte */
    uint8_t *data;            /* its bytes, for the next attempt; owned */
    bool refused;             /* the newest attempt was answered with an error */
};

/* The packets to one queue pair: requests of its peer, or responses to its own requests, whose
 * numbers count separately. */
struct roce_flow {
    uint32_t src_ip, dst_ip, qp;
    bool responses, psn_known, is_read;
    unsigned reads; /* read requests whose data have not begun */
    uint32_t psn;   /* packet number expected next */
    uint64_t addr;  /* address of the write's next byte */
    uint64_t left;  /* bytes of the write to come; 0 when not known (SEND) */
    uint16_t pdid;
    struct exa_transaction t;
    struct roce_pending next; /* the transaction t, once it is all sent */
    uint8_t data[EXA_MTU];
    unsigned data_n; /* bytes of the next packet that have come */
    struct roce_pending pending[ROCE_PENDING];
    unsigned pending_n;
};

struct tn_roce_exa {
    struct tn_writer *w;
    struct roce_flow *flows;
    unsigned flow_n;
    uint32_t nodes[EXA_MAKE_NODES]; /* IPv4 addresses in the order of their first packets */
    unsigned node_n;
    unsigned uses[EXA_MAKE_NODES];                       /* transactions of a node so far */
    uint16_t messages[EXA_MAKE_NODES][EXA_TID_CHAN + 1]; /* of a channel so far */
    struct tn_event place;
    uint64_t left_out, written;
    int error;
};

/* Returns the big-endian number of n bytes. */
uint32_t roce_number(const uint8_t *p, unsigned n);
/* Returns the node of an IPv4 address, or -1 when there are too many nodes. */
int roce_node(struct tn_roce_exa *x, uint32_t ip);

/* Says whether packet psn is one of a to b; numbers count modulo 2^24. */
static inline bool roce_within(uint32_t psn, uint32_t a, uint32_t b)
{
    return ((psn - a) & ROCE_PSN_MASK) <= ((b - a) & ROCE_PSN_MASK);
}

/* Converts the n payload bytes of a request or read response in flow f. op is the operation; head
 * are the bytes between BTH and payload. */
void roce_carry(struct tn_roce_exa *x, struct roce_flow *f, unsigned op, const uint8_t *head,
                const uint8_t *p, size_t n, uint32_t psn);
/* Takes the packet psn, which was sent before: with the last one of a transaction that waits for its
 * answer the next attempt is written. Returns false when the packet is of none. */
bool roce_again(struct tn_roce_exa *x, struct roce_flow *f, uint32_t psn);
/* Frees what f owns. */
void roce_flow_end(struct roce_flow *f);
/* Writes the answers to packets of f up to psn: the packet psn is answered by the syndrome of an
 * AETH, the packets before it positively. */
void roce_acknowledge(struct tn_roce_exa *x, struct roce_flow *f, uint32_t psn, unsigned syndrome);

#endif
