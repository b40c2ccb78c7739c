/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Model and judge of a lattice of APEnet routers and links without time (ape_router.md,
 * ape_torus.md section 4): which packets stand on which line, with which header, and at which local
 * port they come out.
 *
 * The harness tells of each packet that goes into a local port, that a line shows at its receiving
 * end, and that comes out of a local port. Lines are without faults until it says otherwise.
 */
#ifndef TN_APE_NET_H
#define TN_APE_NET_H

#include <tn/apenet/apenet.h>
#include <tn/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    APE_NET_DIMS = 3,
    APE_NET_NODES = 512,
    APE_NET_LINKS = 6,
    APE_NET_LOCALS = 2,
    APE_NET_STEPS = 1 + APE_NET_DIMS * 32, /* links on the longest way, of 64 x 32 x 32, and one */
};

/* The lattice and what its registers say, the same at all nodes. */
struct tn_ape_net_config {
    uint8_t size[APE_NET_DIMS];  /* x, y, z */
    uint8_t link_n;              /* 6: both directions of each dimension; 3: plus alone */
    uint8_t local_n;             /* local ports of a node */
    uint8_t order[APE_NET_DIMS]; /* DIM_ORDER: 0 x, 1 y, 2 z */
    uint16_t hop_limit;
    bool minus_on_tie; /* plus ports are not enabled for ties (PORT_EN) */
};

/* A step of a packet: the link by which it leaves a node, with what routers put into its header. */
struct tn_ape_net_step {
    uint16_t node; /* number of the node that the link leaves */
    uint8_t link, vc;
    bool last_hop;
};

/* The way of a packet. */
struct tn_ape_net_way {
    unsigned steps; /* links */
    struct tn_ape_net_step step[APE_NET_STEPS];
    uint16_t node; /* where it comes out */
    uint8_t port, vc;
    bool ool, dropped;
    uint16_t hops; /* where it comes out */
};

/* Gives the way of a packet that enters at a node. */
void tn_ape_net_route(const struct tn_ape_net_config *c, unsigned node, const struct ape_header *h,
                      struct tn_ape_net_way *way);
/* The node at the other end of a link. */
unsigned tn_ape_net_next(const struct tn_ape_net_config *c, unsigned node, unsigned link);

struct tn_ape_net;

/* Makes a judge whose verdicts go to fn. NULL on ENOMEM. */
struct tn_ape_net *tn_ape_net_new(const struct tn_ape_net_config *c, tn_verdict_fn *fn, void *ctx);
void tn_ape_net_free(struct tn_ape_net *n);
/* Lines have faults from now on: packets may be missing, or come out with err. */
void tn_ape_net_lossy(struct tn_ape_net *n);
/* A packet has gone into a local port; words in the form of a capture. */
void tn_ape_net_in(struct tn_ape_net *n, uint64_t cycle, unsigned node, unsigned port,
                   const uint8_t *packet, size_t len);
/* A packet stood on the line that enters a node by a link. */
void tn_ape_net_line(struct tn_ape_net *n, uint64_t cycle, unsigned node, unsigned link,
                     const uint8_t *packet, size_t len);
/* A packet has come out of a local port with that l_rx_vc. */
void tn_ape_net_out(struct tn_ape_net *n, uint64_t cycle, unsigned node, unsigned port, unsigned vc,
                    const uint8_t *packet, size_t len);
/* Returns the packets under way. */
size_t tn_ape_net_pending(const struct tn_ape_net *n);
/* Returns the packets that came out as they should. */
uint64_t tn_ape_net_matched(const struct tn_ape_net *n);
/* The traffic has ended: packets under way are lost, which lines with faults may do. */
void tn_ape_net_finish(struct tn_ape_net *n, uint64_t cycle);
/* The judge's counts. */
const struct tn_judge *tn_ape_net_judge(const struct tn_ape_net *n);

#ifdef __cplusplus
}
#endif

#endif
