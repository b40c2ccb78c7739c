/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the functional node.
 */
#ifndef TN_EXA_NODE_PRIVATE_H
#define TN_EXA_NODE_PRIVATE_H

#include <tn/exanet/exa_node_model.h>

enum {
    NODE_CHANNELS = 64,
    NODE_MAILBOXES = 64,
    NODE_SLOTS = 8,
    NODE_MSG = 64,
    NODE_READS = 64,
    NODE_DUPS = 256,
    NODE_KERNEL = 0x40000,
    NODE_PAGE = 0x1000,
    NODE_ID = 0x40400,
    NODE_PARAMS = 0x40404,
    NODE_OWN = 0x40408,
    NODE_TIMEOUT = 4096,
    NODE_RETRIES = 7, /* of the packetizer, its reset values */
};

/* A channel of the packetizer (exa_packetizer.md section 2). */
struct node_channel {
    uint8_t msg[NODE_MSG];
    uint8_t dst[8]; /* 63:42 coordinates, 41:0 address */
    uint32_t ctrl;  /* 12:8 type, 6:0 length */
    uint32_t bind;
    unsigned state; /* STATUS 3:0 */
    unsigned code;
    unsigned again; /* times sent again */
    unsigned number, next_number;
    bool refused;     /* a negative answer came since the last sending */
    uint64_t sent_at; /* cycle of the last sending */
};

struct node_message {
    uint8_t data[NODE_MSG]; /* as the slot: bytes outside the message are 0 */
    uint32_t src;
    uint16_t tid, seq;
    uint8_t at, size;
    bool notify;
};

struct node_mailbox {
    uint32_t bind;
    unsigned n;
    struct node_message slot[NODE_SLOTS]; /* the head first */
};

/* A table of duplicates (exa_ni.md section 4). */
struct node_dup {
    uint32_t src;
    uint16_t tid, seq;
    uint64_t last; /* 0: never written */
};

struct tn_exa_node {
    struct tn_exa_node_ops ops;
    void *ctx;
    uint32_t own;
    struct tn_exd dma;
    struct tn_exv rx;
    /* the ExaDMA's work */
    unsigned sent[TN_EXD_TXNS]; /* packets of an ACTIVE transaction that have left */
    unsigned active;            /* transactions ACTIVE */
    unsigned turn;
    uint64_t fault[TN_EXD_TXNS]; /* entries of FAULT: low word, high word above */
    unsigned fault_n;
    /* the network interface */
    struct node_channel channel[NODE_CHANNELS];
    struct node_mailbox mailbox[NODE_MAILBOXES];
    uint32_t response[TN_EXD_TXNS];
    unsigned response_n;
    uint32_t request[NODE_READS][8];
    unsigned request_n, request_word;
    struct node_dup dup[2][NODE_DUPS]; /* of the mailbox, of the RT mailbox */
};

/* Makes the answer to packet k with that code, and sends it. */
void tn_exa_node_answer(struct tn_exa_node *n, const struct exa_packet *k, unsigned code);

/* The network interface (node_ni.c): beats to its three blocks, packets for them, time. */
int tn_exa_node_ni_read(struct tn_exa_node *n, enum tn_exa_block b, uint32_t addr, unsigned bytes,
                        uint8_t *data);
int tn_exa_node_ni_write(struct tn_exa_node *n, enum tn_exa_block b, uint32_t addr, unsigned bytes,
                         const uint8_t *data, uint64_t now);
void tn_exa_node_ni_take(struct tn_exa_node *n, enum tn_exa_block b, const struct exa_packet *k,
                         uint64_t now);
void tn_exa_node_ni_go(struct tn_exa_node *n, uint64_t now);

#endif
