/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the torus without time: state of a node. node.c has the order of steps,
 * node_link.c the links and their wiring, node_rcv.c and node_get.c the other blocks, node_host.c
 * writes and reads of the host, and the map.
 */
#ifndef TN_TNW_NODE_PRIVATE_H
#define TN_TNW_NODE_PRIVATE_H

#include "../get/get_desc.h"

#include <tn/rng.h>
#include <tn/tnw/tnw_get.h>
#include <tn/tnw/tnw_node.h>
#include <tn/tnw/tnw_rcv.h>

enum {
    NODE_IDS = TN_TNW_RCV_IDS,
};

struct node_item {
    uint8_t vc;
    uint32_t offset;
    uint8_t data[TNW_PAYLOAD];
};

struct node_fifo { /* of a channel */
    struct node_item item[TN_TNW_RX_PKTS];
    unsigned in, out;
};

struct node_link {
    enum tn_tnw_state state;
    bool reset, seq_off; /* CTRL */
    bool cut;            /* of the line that comes in */
    struct node_item tx[TN_TNW_TX_ITEMS];
    unsigned tx_in, tx_out;
    struct node_fifo rx[TNW_VCS];
    uint32_t sent, expected; /* packets since UP */
    uint32_t resend_tmo, full_backoff;
    uint32_t tx_packets, peer_reset, lost, unread, taken;
};

struct node_credit {
    uint64_t base, notify;
    uint32_t length, tag, used, written;
    uint8_t status; /* set of enum tnw_cause */
};

struct node_chan {
    struct node_credit credit[TN_TNW_RCV_CREDITS_MAX];
    unsigned in, out;
    bool behind;     /* a LONG message has packets to come */
    bool bad_length; /* bits above the register's were written */
    uint32_t reg[TN_TNW_RCV_RW];
};

enum node_slot_state { SLOT_FREE, SLOT_ASKED, SLOT_FILLED, SLOT_OVER, SLOT_LOST };

struct node_slot {
    enum node_slot_state state;
    uint32_t pos, len; /* in the source */
    uint8_t fail;      /* enum tnw_cause, 0: none */
    uint8_t data[TN_TNW_GET_READ];
};

struct node_get {
    struct tnw_get_regs regs;
    struct tnw_get_desc desc[TN_TNW_GET_DESCS_MAX];
    unsigned in, out;
    unsigned aborted; /* descriptors below this number are */
    struct node_slot slot[TN_TNW_GET_SLOTS_MAX];
    uint32_t asked, injected; /* bytes of the descriptor in work */
    uint8_t cause, fail_next;
};

struct node {
    struct node_link link[TNW_LINKS];
    struct node_chan chan[NODE_IDS];
    struct node_get get[TNW_LINKS];
    const struct tn_tnw_torus_model *torus; /* the torus of the node */
    struct tn_tnw_pi *pi;
    uint32_t answer; /* to the last read */
    bool hold_back;
    uint32_t rcv_count[TN_TNW_RCV_COUNTS];
    uint32_t get_count[TN_TNW_GET_COUNTS];
};

struct tn_tnw_torus_model {
    struct tn_tnw_torus_params par;
    struct tn_tnw_host host;
    struct tn_rng rng;
    unsigned n; /* nodes */
    struct node node[];
};

/* node_link.c; reg is below 400h. The functions that return bool, but inj_ok, do one unit of work
 * of a link, a window or an engine, and return whether there was any; k is the node's number. */

/* Says whether the link takes an item. */
bool tnw_node_inj_ok(const struct node_link *l);
/* Gives an item to the link. */
void tnw_node_inject(struct node_link *l, uint8_t vc, uint32_t offset,
                     const uint8_t data[TNW_PAYLOAD]);
/* Changes the link's state by the state of the other end. */
bool tnw_node_hear(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
/* Moves a packet from the other end into the reception FIFO of its channel. */
bool tnw_node_deliver(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
uint32_t tnw_node_link_read(const struct node_link *l, uint32_t reg);
void tnw_node_link_write(struct node *n, unsigned link, uint32_t reg, uint32_t data);

/* node_rcv.c; id is 8 x link + channel, reg an address in the map of tnw_rcv */

/* Writes a notification to node k's host. */
void tnw_node_notify(struct tn_tnw_torus_model *t, unsigned k, uint64_t addr,
                     const struct tnw_note *note);
bool tnw_node_match(struct tn_tnw_torus_model *t, unsigned k, unsigned id);
void tnw_node_flush(struct node *n, unsigned link);
uint32_t tnw_node_rcv_read(const struct tn_tnw_torus_model *t, const struct node *n, uint32_t reg);
void tnw_node_rcv_write(const struct tn_tnw_torus_model *t, struct node *n, uint32_t reg,
                        uint32_t data);

/* node_get.c; reg is below 100h */

bool tnw_node_get_read(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
bool tnw_node_get_answer(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
bool tnw_node_get_inject(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
bool tnw_node_get_end(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
uint32_t tnw_node_get_reg_read(const struct tn_tnw_torus_model *t, const struct node *n,
                               unsigned link, uint32_t reg);
void tnw_node_get_reg_write(const struct tn_tnw_torus_model *t, struct node *n, unsigned link,
                            uint32_t reg, uint32_t data);

/* node_host.c */

/* Makes the model of TLPs and windows of a node. NULL on ENOMEM. */
struct tn_tnw_pi *tnw_node_host_new(struct tn_tnw_torus_model *t, struct node *n);
/* Resets that model. */
void tnw_node_host_reset(struct node *n);
/* Injects an item of window id. */
bool tnw_node_put_inject(struct tn_tnw_torus_model *t, unsigned k, unsigned id);
/* Reads a register of BAR0 of any block but tnw_pi. */
uint32_t tnw_node_read(const struct tn_tnw_torus_model *t, const struct node *n, uint32_t addr);
/* Writes a register of BAR0 of any block but tnw_pi. */
void tnw_node_write(const struct tn_tnw_torus_model *t, struct node *n, uint32_t addr,
                    uint32_t data);

#endif
