/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of two nodes (checkers/exanet/spec/exa_two_nodes.md): their masters, their memories, the
 * judge of transfers, the scoreboards at the switches and the rules of packets beside them.
 */
#ifndef NODES_H
#define NODES_H

#include "../../../cosim/rule.h"

#include <tn/axi.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_dma.h>
#include <tn/exanet/exa_qfdb_board.h>
#include <tn/exanet/exa_transfer_board.h>
#include <tn/rng.h>
#include <tn/rules.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    NODES = TN_EXF_BOARD_NODES,
    /* the bench's registers */
    N_BOARD = 0x1000, N_STEP = 0x1010, N_SWING = 0x1030, N_SECOND_LATE = 0x1050, N_BURST = 0x1060, N_IN_PERIOD = 0x1070, N_IN_KIND = 0x1080,
    N_NODE = 0x10000, N_LEVELS = 0x80000,
    N_UP = 66 * 600, /* cycles until the slower line is aligned and locked, at most */
    /* blocks on the AXI port, and their kernel's page */
    N_PKT = 0, N_MBOX = 1 << 20, N_RT = 2 << 20, N_DMA = 3 << 20, N_RDMA = 4 << 20, N_KERNEL = 0x40000,
    N_RT_LEVEL = N_RT + N_KERNEL + 0x410,
    N_DMA_REGION = N_DMA + 0x8000, N_DMA_OUT = 0x8000, N_DMA_FAULT = N_DMA + N_KERNEL + 0x410,
    N_CTX_TIMEOUT = N_RDMA + N_KERNEL + 0x410, N_DONE_HOLD = N_RDMA + N_KERNEL + 0x414,
    N_DOMAINS = 3, N_FIRST_PDID = 0x4200, /* processes, each with a bank of its number and a mailbox at both nodes */
};

static const uint32_t n_xyz = 0x53 << 12 | 3 << 8 | 9 << 4 | 5; /* tor, z, y, x */

static struct {
    struct tn_axi_master *cpu[NODES];
    struct tn_exf_board *board;
    struct tn_exq_hops *hops;
    struct tn_checker *form, *transfer;
    unsigned failures;
    uint64_t packets;
    bool noisy; /* lines are struck: words may be lost on them, and packets behind them broken */
} nd;

static inline uint32_t nd_own(unsigned node)
{
    return exa_node_on(n_xyz, node);
}

/* Many are refused who have no bank: of two in a set each is refused again (EXA-ACK-9, SHOULD). Sources fault: attempts of which
 * nothing passes (exa_transfer.md section 4). */
static bool nd_refuses;

static inline bool nd_is_asked(const char *rule)
{
    return !nd_refuses || (strcmp(rule, "EXA-ACK-9") != 0 && strcmp(rule, "EXA-SEQ-3") != 0 && strcmp(rule, "EXA-NTF-9") != 0);
}

static inline void nd_on_verdict(void *ctx, const struct tn_verdict *v)
{
    char text[256];
    (void)ctx;
    if (v->kind != TN_VERDICT_FAIL || !nd_is_asked(v->rule))
        return;
    snprintf(text, sizeof text, "expected %s; found %s", v->expected, v->found);
    if (nd.failures++ < RULES_SHOWN)
        print_message("%s cycle %llu packet %llu: %s\n", v->rule, (unsigned long long)v->cycle,
                      (unsigned long long)v->packet, text);
    tn_sim_failed(v->rule, v->cycle, v->packet, text);
}

/* Outputs of an ExaDMA, lines between the nodes each way: those of the image that runs. */
static inline unsigned nd_outs(void)
{
    return (unsigned)tn_sim_param("OUT_N");
}

static inline unsigned nd_links(void)
{
    return (unsigned)tn_sim_param("LINKS");
}

static inline bool nd_is_out(unsigned point)
{
    return tn_monitor_point(point)[5] == 'o';
}

static inline unsigned nd_node(unsigned point)
{
    return (unsigned)(tn_monitor_point(point)[3] - '0');
}

static inline void nd_on_word(void *ctx, const struct tn_exa_seen *s)
{
    (void)ctx;
    (nd_is_out(s->point) ? tn_exq_hops_out : tn_exq_hops_in)(nd.hops, nd_node(s->point), s->port, s->cycle, &s->word);
}

static inline void nd_on_packet(void *ctx, const struct tn_event *ev)
{
    struct tn_event e = *ev;
    (void)ctx;
    e.packet = ++nd.packets;
    tn_exf_board_packet(nd.board, &e);
    if (!nd.noisy || (!nd_is_out(ev->point) && ev->port < TN_EXQ_LINKS)) /* nothing has struck what a block sends */
        tn_checker_event(nd.form, &e, 0);
    if (!nd.noisy && !nd_is_out(ev->point) && ev->port < TN_EXQ_LINKS)
        tn_checker_event(nd.transfer, &e, 0);
}

/* The lines are struck from now on: one strike every so many blocks, of the kind that the bench knows by that number. */
static inline void nd_strike(unsigned period, unsigned kind, unsigned burst)
{
    nd.noisy = true;
    for (unsigned n = 0; n < NODES; n++) {
        tn_exq_hops_lossy(nd.hops, n, TN_EXQ_LINKS + !n);
        tn_reg_write(N_IN_PERIOD + 4 * n, period);
    }
    tn_reg_write(N_IN_KIND, kind);
    tn_reg_write(N_BURST, burst);
}

static inline void nd_on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    (void)ctx;
    if (port[0] != 'z') /* exa_axi's memory is no part of transfers */
        tn_exf_board_axi(nd.board, port, seen);
}

static unsigned nd_second_late; /* blocks by which the second lines are longer, from the next nd_fresh() on */
static bool nd_mute; /* an access had no answer in this run: no later test makes one */

/* The end of an access to a node. */
static inline void nd_answered(unsigned node, int resp)
{
    char what[48];
    nd_mute = nd_mute || resp == -ETIMEDOUT;
    snprintf(what, sizeof what, "an answer to an access of node %u", node);
    if (nd_mute)
        RULE_WAITED("AXI-RSP-3", false, what);
    assert_int_equal(resp, TN_AXI_OKAY);
}

static inline uint32_t nd_read(unsigned node, uint32_t addr)
{
    uint32_t v = 0xdeadbeef;
    nd_answered(node, tn_axi_read32(nd.cpu[node], addr, &v));
    return v;
}

static inline void nd_write(unsigned node, uint32_t addr, uint32_t v)
{
    nd_answered(node, tn_axi_write32(nd.cpu[node], addr, v));
}

/* The line whose STATUS does not say that it is locked and aligned (exa_link.md section 6), as text; NULL: both do. */
static inline const char *nd_down(void)
{
    static char text[80];
    for (unsigned i = 0; i < NODES * nd_links(); i++) {
        const unsigned n = i % NODES;
        const uint32_t status = tn_reg_read(N_NODE * n + ((2 - n + 8 * (i / NODES)) << 12) + 4);
        if ((status & 9) == 9 && status != UINT32_MAX)
            continue;
        snprintf(text, sizeof text, "the line of node %u to carry; its STATUS is %x", n, status);
        return text;
    }
    return NULL;
}

static inline void nd_await_lines(void)
{
    static bool never;
    const char *down = nd_down();
    for (unsigned i = 0; i < N_UP / 40 && down && !never && nd.failures == 0; i++) {
        tn_sim_step(40);
        down = nd_down();
    }
    never = down != NULL;
    if (never)
        RULE_WAITED("EXL-LCK-1", false, down);
}

static inline unsigned nd_pdid(unsigned domain)
{
    return N_FIRST_PDID + domain;
}

/* Gives each process its bank in both engines and in memory, its mailbox, and its channel. */
static inline void nd_bind(unsigned node)
{
    for (unsigned i = 0; i < N_DOMAINS; i++) {
        const uint32_t bind = 1u << 31 | nd_pdid(i);
        nd_write(node, N_DMA + N_KERNEL + 4 * i, bind);
        nd_write(node, N_RDMA + N_KERNEL + 4 * i, bind);
        if (i < (unsigned)tn_sim_param("MBOX_N"))
            nd_write(node, N_MBOX + N_KERNEL + 4 * i, bind);
        if (i < (unsigned)tn_sim_param("CHAN_N"))
            nd_write(node, N_PKT + N_KERNEL + 4 * i, bind);
        tn_memory_bind(tn_exf_board_memory(nd.board, node), i, (int32_t)nd_pdid(i));
    }
}

/* Resets everything and watches from then on; returns when the lines are up and each process has its bank. */
static inline int nd_fresh(void **state)
{
    static const char *const form = "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-BND-1,EXA-LANE-*,"
                                    "EXA-RSV-*,EXA-TID-*,EXA-ERR-*,EXA-DST-*,EXA-CTL-*";
    const uint32_t boards[2] = {n_xyz, n_xyz ^ 1 << 8}, own[NODES] = {nd_own(0), nd_own(1)};
    struct tn_check_params par;
    char name[] = "cpu0";
    (void)state;
    if (nd_mute)
        nd_answered(0, -ETIMEDOUT);
    memset(&nd, 0, sizeof nd);
    tn_monitor_clear();
    tn_check_defaults(&par);
    tn_reg_write(N_BOARD, n_xyz);
    tn_reg_write(N_SECOND_LATE, nd_second_late);
    tn_sim_reset(40);
    par.multipath = nd_outs() > 1;
    nd.hops = tn_exq_hops_new(boards, nd_on_verdict, NULL);
    nd.board = tn_exf_board_new(own, nd_outs(), nd_on_verdict, NULL);
    nd.form = tn_checker_new(&par, form, NULL, nd_on_verdict, NULL);
    nd.transfer = tn_checker_new(&par, NULL, form, nd_on_verdict, NULL);
    assert_true(nd.hops && nd.board && nd.form && nd.transfer);
    for (unsigned n = 0; n < NODES; n++) {
        name[3] = (char)('0' + n);
        nd.cpu[n] = tn_axi_find(name);
        assert_non_null(nd.cpu[n]);
    }
    tn_exq_hops_links(nd.hops, nd_links());
    tn_exa_word_subscribe(nd_on_word, NULL);
    tn_monitor_subscribe(nd_on_packet, NULL);
    tn_axi_subscribe(nd_on_axi, NULL);
    tn_handshake_subscribe(nd_on_verdict, NULL);
    nd_await_lines();
    for (unsigned n = 0; n < NODES; n++)
        nd_bind(n);
    return 0;
}

/* For the verdict of `make conformance`. */
static inline void nd_on_rule(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)ctx;
    if (asked && !failed)
        tn_sim_kept(rule);
}

/* Everything is judged to its end. */
static inline int nd_clean(void **state)
{
    (void)state;
    tn_axi_judge_finish();
    if (!nd.noisy)
        tn_checker_finish(nd.transfer);
    tn_exq_hops_finish(nd.hops, tn_sim_cycle());
    tn_exf_judge_finish(tn_exf_board_judge(nd.board));
    tn_exq_hops_rules(nd.hops, nd_on_rule, NULL);
    tn_exf_judge_rules(tn_exf_board_judge(nd.board), nd_on_rule, NULL);
    tn_monitor_clear();
    tn_exq_hops_free(nd.hops);
    tn_exf_board_free(nd.board);
    tn_checker_free(nd.form);
    tn_checker_free(nd.transfer);
    return nd.failures ? -1 : 0;
}

#endif
