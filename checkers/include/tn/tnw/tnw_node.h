/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus of network processors without time (checkers/tnw/spec/tnw_torus.md, tnw_nwp.md 2 to 5,
 * tnw_pi.md 4 to 6): what software sees of it through BAR0, BAR2 and host memory. Links are
 * queues that lose nothing; everything that hardware does on its own is done by
 * tn_tnw_torus_model_step(), one unit at a time, in an order that the seed gives.
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
    TN_TNW_RX_PKTS = 16,    /* that a reception FIFO of a channel holds */
    TN_TNW_TX_ITEMS = 32,   /* that a link holds: txFifo and txBuffer */
    TN_TNW_BAR0 = 0x10000,  /* bytes */
    TN_TNW_WRITE_MAX = 256, /* bytes of one MWr */
};

/* Where registers stand in BAR0 (tnw_nwp.md 5). */
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

/* Host memory, of each node its own; addresses are those that the device uses. Called from
 * tn_tnw_torus_model_step() only. */
struct tn_tnw_host {
    void *ctx;
    void (*read)(void *ctx, unsigned node, uint64_t addr, uint8_t *data, size_t len);
    void (*write)(void *ctx, unsigned node, uint64_t addr, const uint8_t *data, size_t len);
};

/* In which order the reads of an Nget descriptor that are under way are answered. */
enum tn_tnw_read_order { TN_TNW_READS_ANY, TN_TNW_READS_IN_ORDER, TN_TNW_READS_NEWEST_FIRST };

struct tn_tnw_torus_params {
    uint8_t x_n, y_n, z_n; /* 1 to 4 */
    uint8_t off_log2;      /* 8 to 24, as the next ones those of tnw_pi */
    uint8_t item_log2;     /* 2 to 5 */
    uint8_t tag_log2;      /* 1 to 5 */
    uint8_t desc_log2;     /* 0 to 4 */
    uint8_t credit_log2;   /* 0 to 4, tnw_rcv's */
    enum tn_tnw_read_order read_order;
    uint64_t seed; /* of the order of steps */
};

/* 2x2x2 with the defaults of the pages. */
static inline struct tn_tnw_torus_params tn_tnw_torus_defaults(void)
{
    struct tn_tnw_torus_params p = {2, 2, 2, 16, 4, 3, 3, 3, TN_TNW_READS_ANY, 1};
    return p;
}

struct tn_tnw_torus_model;

/* NULL with errno EINVAL (a parameter is out of its range; stderr names it) or ENOMEM. As after
 * rst of all nodes: links are DOWN, and come up by steps. */
struct tn_tnw_torus_model *tn_tnw_torus_model_new(const struct tn_tnw_torus_params *p,
                                                  const struct tn_tnw_host *host);
void tn_tnw_torus_model_free(struct tn_tnw_torus_model *t);
unsigned tn_tnw_torus_model_nodes(const struct tn_tnw_torus_model *t);

/* The node that link leads to; packets come in there on link ^ 1. */
unsigned tn_tnw_torus_model_peer(const struct tn_tnw_torus_model *t, unsigned node, unsigned link);

/* A register of BAR0, addr a multiple of 4 below TN_TNW_BAR0. At once: no step is done. */
uint32_t tn_tnw_torus_model_read(struct tn_tnw_torus_model *t, unsigned node, uint32_t addr);
/* An MWr of len bytes at byte addr of BAR 0 or 2, all byte enables set, at once and whole. What
 * the hardware refuses (tnw_pi.md 2) is refused and counted; that is no error. -EINVAL: no such
 * node or BAR, or len 0 or above TN_TNW_WRITE_MAX. */
int tn_tnw_torus_model_write(struct tn_tnw_torus_model *t, unsigned node, unsigned bar,
                             uint64_t addr, const void *data, size_t len);

/* One unit of work somewhere: an item injected, a packet handed over or written, a read made or
 * answered, a link's change of state, a notification. false: nothing was to be done. */
bool tn_tnw_torus_model_step(struct tn_tnw_torus_model *t);
/* Steps until nothing is to be done; returns how many. At most max. */
uint64_t tn_tnw_torus_model_run(struct tn_tnw_torus_model *t, uint64_t max);

/* The line into link of node is cut (on), or whole again: nothing comes in on it, what was sent
 * waits. An end that is DOWN stays so while it is cut. */
void tn_tnw_torus_model_cut(struct tn_tnw_torus_model *t, unsigned node, unsigned link, bool on);
/* The same with both lines of a cable: the link is held down. */
void tn_tnw_torus_model_cut_cable(struct tn_tnw_torus_model *t, unsigned node, unsigned link,
                                  bool on);
/* What CTRL.reset written 1, then 0 does at this end; the other one becomes FAILED by steps. */
void tn_tnw_torus_model_reset_link(struct tn_tnw_torus_model *t, unsigned node, unsigned link);
/* rst of one node. */
void tn_tnw_torus_model_reset_node(struct tn_tnw_torus_model *t, unsigned node);
/* Packets are not written while on, even with a credit: reception FIFOs fill, and hold up the
 * link. */
void tn_tnw_torus_model_hold_back(struct tn_tnw_torus_model *t, unsigned node, bool on);
/* The next read that this link's Nget makes ends in an error: one of TNW_C_STATUS, TNW_C_POISON,
 * TNW_C_TIMEOUT, TNW_C_WRONG. The last two leave its slot LOST until FREE_TAGS. */
void tn_tnw_torus_model_fail_read(struct tn_tnw_torus_model *t, unsigned node, unsigned link,
                                  enum tnw_cause cause);
/* REORDER_TMO is over for all windows of the node that wait for fragments. */
void tn_tnw_torus_model_reorder_timeout(struct tn_tnw_torus_model *t, unsigned node);

enum tn_tnw_state tn_tnw_torus_model_state(const struct tn_tnw_torus_model *t, unsigned node,
                                           unsigned link);

#ifdef __cplusplus
}
#endif

#endif
