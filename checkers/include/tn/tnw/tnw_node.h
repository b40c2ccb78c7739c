/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Model of a torus of network processors without time, as software sees the torus through BAR0,
 * BAR2 and host memory (checkers/tnw/spec/tnw_torus.md, tnw_nwp.md 2 to 5, tnw_pi.md 4 to 6). Links
 * are queues that lose nothing. tn_tnw_torus_model_step() does the work that hardware does on its
 * own, one unit at a time, in an order that the seed determines.
 */
#ifndef TN_TNW_NODE_H
#define TN_TNW_NODE_H

#include <tn/tnw/tnw.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_TNW_SIDE_MAX = 4, /* nodes in a row */
    TN_TNW_NODES_MAX = TN_TNW_SIDE_MAX * TN_TNW_SIDE_MAX * TN_TNW_SIDE_MAX,
    TN_TNW_RX_PKTS = 16,    /* packets that a reception FIFO of a channel holds */
    TN_TNW_TX_ITEMS = 32,   /* items that a link holds in txFifo and txBuffer */
    TN_TNW_BAR0 = 0x10000,  /* bytes of BAR0 */
    TN_TNW_WRITE_MAX = 256, /* most bytes of one MWr */
};

/* The next four functions return the address in BAR0 of a register of a link, of a credit window,
 * of an injection window and of an Nget engine (tnw_nwp.md 5). */
static inline uint32_t tn_tnw_link_reg(unsigned link, unsigned reg)
{
    return 0x1000 + 0x400 * link + reg;
}
static inline uint32_t tn_tnw_credit_reg(unsigned link, unsigned vc, unsigned reg)
{
    return 0x4000 + 0x200 * link + 0x40 * vc + reg;
}
static inline uint32_t tn_tnw_put_reg(unsigned link, unsigned vc, unsigned reg)
{
    return 0x6000 + 0x200 * link + 0x40 * vc + reg;
}
static inline uint32_t tn_tnw_get_reg(unsigned link, unsigned reg)
{
    return 0x8000 + 0x100 * link + reg;
}

/* Access to host memory; each node has its own, and addresses are those that the device uses.
 * Called from tn_tnw_torus_model_step() only. */
struct tn_tnw_host {
    void *ctx;
    void (*read)(void *ctx, unsigned node, uint64_t addr, uint8_t *data, size_t len);
    void (*write)(void *ctx, unsigned node, uint64_t addr, const uint8_t *data, size_t len);
};

/* The order in which outstanding reads of an Nget descriptor are answered. */
enum tn_tnw_read_order { TN_TNW_READS_ANY, TN_TNW_READS_IN_ORDER, TN_TNW_READS_NEWEST_FIRST };

struct tn_tnw_torus_params {
    uint8_t x_n, y_n, z_n; /* nodes in each direction, 1 to 4 */
    uint8_t off_log2;      /* parameter of tnw_pi, 8 to 24 */
    uint8_t item_log2;     /* parameter of tnw_pi, 2 to 5 */
    uint8_t tag_log2;      /* parameter of tnw_pi, 1 to 5 */
    uint8_t desc_log2;     /* parameter of tnw_pi, 0 to 4 */
    uint8_t credit_log2;   /* parameter of tnw_rcv, 0 to 4 */
    bool last_en;          /* parameter of tnw_pi and tnw_rcv */
    enum tn_tnw_read_order read_order;
    uint64_t seed; /* of the order of steps */
};

/* Returns the parameters of a 2x2x2 torus with the defaults of the pages. */
static inline struct tn_tnw_torus_params tn_tnw_torus_defaults(void)
{
    struct tn_tnw_torus_params p = {2, 2, 2, 16, 4, 3, 3, 3, true, TN_TNW_READS_ANY, 1};
    return p;
}

struct tn_tnw_torus_model;

/* Makes a torus as after rst of all nodes: links are DOWN and come up by steps. Returns NULL with
 * errno EINVAL (a parameter is out of its range; stderr names the parameter) or ENOMEM. */
struct tn_tnw_torus_model *tn_tnw_torus_model_new(const struct tn_tnw_torus_params *p,
                                                  const struct tn_tnw_host *host);
/* Frees the torus. */
void tn_tnw_torus_model_free(struct tn_tnw_torus_model *t);
/* Returns the number of nodes. */
unsigned tn_tnw_torus_model_nodes(const struct tn_tnw_torus_model *t);

/* Returns the node that the link leads to; packets come in there on link ^ 1. */
unsigned tn_tnw_torus_model_peer(const struct tn_tnw_torus_model *t, unsigned node, unsigned link);

/* Reads a register of BAR0 without a step; addr is a multiple of 4 below TN_TNW_BAR0. */
uint32_t tn_tnw_torus_model_read(struct tn_tnw_torus_model *t, unsigned node, uint32_t addr);
/* Does an MWr of len bytes at byte addr of BAR 0 or 2, with all byte enables set, whole and without
 * a step. A write that the hardware refuses (tnw_pi.md 2) is refused and counted; that is no error.
 * Returns 0, or -EINVAL: no such node or BAR, or len is 0 or above TN_TNW_WRITE_MAX. */
int tn_tnw_torus_model_write(struct tn_tnw_torus_model *t, unsigned node, unsigned bar,
                             uint64_t addr, const void *data, size_t len);

/* Does one unit of work somewhere: injects an item, hands over or writes a packet, makes or answers
 * a read, changes a link's state, or writes a notification. Returns false when there was no work.
 */
bool tn_tnw_torus_model_step(struct tn_tnw_torus_model *t);
/* Steps until there is no work, at most max times. Returns the number of steps. */
uint64_t tn_tnw_torus_model_run(struct tn_tnw_torus_model *t, uint64_t max);

/* Cuts the line into the link of a node (on), or mends it. Nothing comes in on a cut line; packets
 * sent on it wait. An end that is DOWN stays DOWN while its line is cut. */
void tn_tnw_torus_model_cut(struct tn_tnw_torus_model *t, unsigned node, unsigned link, bool on);
/* Cuts or mends both lines of a cable; a cut holds the link down. */
void tn_tnw_torus_model_cut_cable(struct tn_tnw_torus_model *t, unsigned node, unsigned link,
                                  bool on);
/* Resets this end of the link, as writing CTRL.reset 1 and then 0 does. The other end becomes
 * FAILED by steps. */
void tn_tnw_torus_model_reset_link(struct tn_tnw_torus_model *t, unsigned node, unsigned link);
/* Resets one node by rst. */
void tn_tnw_torus_model_reset_node(struct tn_tnw_torus_model *t, unsigned node);
/* Holds back packets of the node (on), or lets them go: held packets are not written, even with a
 * credit, so that reception FIFOs fill and stop the link. */
void tn_tnw_torus_model_hold_back(struct tn_tnw_torus_model *t, unsigned node, bool on);
/* Makes the next read of this link's Nget end in an error: TNW_C_STATUS, TNW_C_POISON,
 * TNW_C_TIMEOUT or TNW_C_WRONG. The last two leave the read's slot LOST until FREE_TAGS. */
void tn_tnw_torus_model_fail_read(struct tn_tnw_torus_model *t, unsigned node, unsigned link,
                                  enum tnw_cause cause);
/* Lets REORDER_TMO expire for all windows of the node that wait for fragments. */
void tn_tnw_torus_model_reorder_timeout(struct tn_tnw_torus_model *t, unsigned node);

/* Returns the state of a link's end. */
enum tn_tnw_state tn_tnw_torus_model_state(const struct tn_tnw_torus_model *t, unsigned node,
                                           unsigned link);

#ifdef __cplusplus
}
#endif

#endif
