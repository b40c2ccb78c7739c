/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the torus without time: state of a node. node.c has the order of steps and the
 * wiring; node_link.c, node_rcv.c, node_put.c and node_get.c are the blocks, node_regs.c the map.
 */
#ifndef TN_TNW_NODE_PRIVATE_H
#define TN_TNW_NODE_PRIVATE_H

#include <tn/rng.h>
#include <tn/tnw_node.h>
#include <tn/tnw_rcv.h>

enum {
    NODE_GET_READ = 512, /* bytes of a read at most */
    NODE_SLOTS_MAX = 32,
    NODE_DESCS_MAX = 16,
    NODE_GET_RW = 7, /* registers of an engine that are written */
    NODE_ITEMS_MAX = 32,
    NODE_PUT_COUNTS = 6,
    NODE_GET_COUNTS = 8,
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
    enum tn_tnw_link_state state;
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
    bool nofit;
};

struct node_chan {
    struct node_credit credit[TN_TNW_RCV_CREDITS_MAX];
    unsigned in, out;
    bool bad_length; /* bits above the register's were written */
    uint32_t reg[TN_TNW_RCV_RW];
};

struct node_desc {
    uint64_t src, notify;
    uint32_t length, offset, tag;
    uint8_t vc;
};

enum node_slot_state { SLOT_FREE, SLOT_ASKED, SLOT_FILLED, SLOT_OVER, SLOT_LOST };

struct node_slot {
    enum node_slot_state state;
    uint32_t pos, len; /* in the source */
    uint8_t fail;      /* enum tnw_cause, 0: none */
    uint8_t data[NODE_GET_READ];
};

struct node_get {
    uint32_t reg[NODE_GET_RW];
    bool bad_length;
    struct node_desc desc[NODE_DESCS_MAX];
    unsigned in, out;
    struct node_slot slot[NODE_SLOTS_MAX];
    uint32_t asked, injected; /* bytes of the descriptor in work */
    uint8_t cause, fail_next;
};

/* An injection window. */
struct node_window {
    uint32_t next, done, err_addr;
    uint8_t error;                 /* enum node_put_count of it, 0: none */
    uint8_t there[NODE_ITEMS_MAX]; /* fragments of each place */
    uint8_t data[NODE_ITEMS_MAX][TNW_PAYLOAD];
};

struct node {
    struct node_link link[TNW_LINKS];
    struct node_chan chan[NODE_IDS];
    struct node_get get[TNW_LINKS];
    struct node_window window[NODE_IDS];
    bool hold_back;
    uint32_t reorder_tmo, cpl_tmo;
    uint32_t tlp[10]; /* by cause */
    uint32_t rcv_count[TN_TNW_RCV_COUNTS];
    uint32_t put_count[NODE_PUT_COUNTS]; /* from PUT_ITEMS on */
    uint32_t get_count[NODE_GET_COUNTS]; /* from GET_ITEMS on */
};

/* Counters of Pput, in the order of their registers; the four in the middle are the causes of
 * STATUS. */
enum node_put_count { PUT_ITEMS, PUT_OVERWRITE, PUT_ORDER, PUT_INCOMPLETE, PUT_FORM, PUT_AFTER };
/* Counters of Nget, in the order of their registers. */
enum node_get_count {
    GET_ITEMS,
    GET_READS,
    GET_NOTIFIED,
    GET_FAILED,
    GET_UNEXPECTED,
    GET_BAD,
    GET_NO_ROOM,
    LOST_TAGS
};

struct tn_tnw_torus_model {
    struct tn_tnw_torus_params par;
    struct tn_tnw_host host;
    struct tn_rng rng;
    unsigned n; /* nodes */
    struct node node[];
};

/* node.c */
void node_notify(struct tn_tnw_torus_model *t, unsigned k, uint64_t addr,
                 const struct tnw_note *note);
/* node_link.c: may an item be given to it; give it; work; registers (reg below 400h). */
bool node_inj_ok(const struct node_link *l);
void node_inject(struct node_link *l, uint8_t vc, uint32_t offset, const uint8_t data[TNW_PAYLOAD]);
bool node_hear(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
bool node_deliver(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
uint32_t node_link_read(const struct node_link *l, uint32_t reg);
void node_link_write(struct node *n, unsigned link, uint32_t reg, uint32_t data);
/* node_rcv.c: (link, channel) id; reg is that of tnw_rcv's map. */
bool node_match(struct tn_tnw_torus_model *t, unsigned k, unsigned id);
void node_flush(struct node *n, unsigned link);
uint32_t node_rcv_read(const struct tn_tnw_torus_model *t, const struct node *n, uint32_t reg);
void node_rcv_write(const struct tn_tnw_torus_model *t, struct node *n, uint32_t reg,
                    uint32_t data);
/* node_get.c: work; registers (reg below 100h). */
bool node_get_read(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
bool node_get_answer(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
bool node_get_inject(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
bool node_get_end(struct tn_tnw_torus_model *t, unsigned k, unsigned link);
uint32_t node_get_reg_read(const struct tn_tnw_torus_model *t, const struct node *n, unsigned link,
                           uint32_t reg);
void node_get_reg_write(const struct tn_tnw_torus_model *t, struct node *n, unsigned link,
                        uint32_t reg, uint32_t data);
/* node_put.c: a write of BAR2 (false: refused); work; registers (reg from the first window's). */
bool node_put_write(const struct tn_tnw_torus_model *t, struct node *n, uint64_t addr,
                    const uint8_t *data, size_t len);
bool node_put_inject(struct tn_tnw_torus_model *t, unsigned k, unsigned id);
uint32_t node_put_read(const struct node *n, uint32_t reg);
void node_put_reg_write(struct node *n, uint32_t reg, uint32_t data);
/* node_regs.c */
uint32_t node_read(const struct tn_tnw_torus_model *t, const struct node *n, uint32_t addr);
void node_write(const struct tn_tnw_torus_model *t, struct node *n, uint32_t addr, uint32_t data);

#endif
