/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of an APEnet router by its pins, cycle by cycle (ape_router.md). Words are 16 bytes, most
 * significant first.
 */
#ifndef TN_APE_ROUTER_H
#define TN_APE_ROUTER_H

#include <tn/apenet/ape_link.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    APR_LINKS = 6,
    APR_LOCALS = 2,
    APR_INS = APE_VCS * APR_LINKS + APR_LOCALS, /* streams of links, then local ports */
    APR_OUTS = APR_LINKS + APR_LOCALS           /* links, then local ports */
};

/* All pins in one cycle. Inputs and outputs stand as the page numbers them. */
struct tn_ape_router_pins {
    bool rst;
    struct tn_ape_beat in[APR_INS], out[APR_OUTS]; /* a local port takes every word: ready is set */
    uint8_t out_vc[APR_LOCALS];
    uint16_t room_data[APR_LINKS][APE_VCS], room_hdr[APR_LINKS][APE_VCS];
    uint8_t local_room[APR_LOCALS]; /* bit v: one packet of VC v */
    uint32_t cfg_coord, cfg_lattice;
    bool reg_wr, reg_rd;
    uint16_t reg_addr; /* bytes */
    uint32_t reg_wdata, reg_rdata;
};

/* Words of the register window (ape_router.md section 4). */
enum tn_ape_router_reg {
    APR_VERSION = 5,
    APR_COORD_ME,
    APR_LATTICE_SIZE = 8,
    APR_DIM_ORDER = 16,
    APR_ARB,
    APR_HOP_LIMIT,
    APR_PORT_EN,
    APR_OOL,
    APR_HOPS,
    APR_PORT,
    APR_OUT = 24,
    APR_REGS = 32
};

/* The block's parameters. */
struct tn_ape_router_config {
    uint8_t link_n, local_n;
    uint32_t coord, lattice; /* after reset */
};

struct tn_ape_router_judge;

/* Makes a judge that waits for a reset; verdicts go to fn. NULL on ENOMEM. */
struct tn_ape_router_judge *tn_ape_router_judge_new(const struct tn_ape_router_config *c,
                                                    tn_verdict_fn *fn, void *ctx);
void tn_ape_router_judge_free(struct tn_ape_router_judge *j);
/* Judges the next cycle. */
void tn_ape_router_judge_cycle(struct tn_ape_router_judge *j, const struct tn_ape_router_pins *p,
                               uint64_t cycle);
/* Says whether no packet is under way. */
bool tn_ape_router_judge_idle(const struct tn_ape_router_judge *j);
/* Nothing more can come: packets under way are lost. */
void tn_ape_router_judge_finish(struct tn_ape_router_judge *j);
/* The judge's counts. */
const struct tn_judge *tn_ape_router_judge_of(const struct tn_ape_router_judge *j);

#ifdef __cplusplus
}
#endif

#endif
