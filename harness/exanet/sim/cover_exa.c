/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of ExaNet's blocks: words at their ports, blocks on a link's lines, causes of
 * rejects, AXI beats. Benches differ in how the counts begin and in what a monitor's name says.
 */
#include "../../sim/core.h"
#include "../../sim/cover.h"

#include "../bfm/exa_bench.h"
#include "../dut/exa_duts.h"
#include "../session/exa_xbar_judges.h"

#include <tn/exanet/exa_cover.h>
#include <tn/exanet/exa_mux_bench.h>
#include <tn/sim.h>
#include <tn/tap.h>

#include <stdio.h>
#include <stdlib.h>

/* Registers of the boards' bench. */
enum { BOARD_0 = 0x1000, BOARD_1 = 0x1004 };

struct counts {
    struct tn_exa_cover *cover;
    uint32_t own; /* the DUT's coordinates from the next reset on */
};

/* Takes the cover; NULL when there is none, or no memory. */
static void *made(struct tn_exa_cover *cover)
{
    struct counts *c = cover ? calloc(1, sizeof *c) : NULL;
    if (c)
        c->cover = cover;
    else
        tn_exa_cover_free(cover);
    return c;
}

static void *begin_crossbar(void)
{
    struct tn_exa_xbar_params p;
    tn_xbar_parameters(&p);
    return made(tn_exa_xbar_cover_new(&p));
}

static void *begin_mux(void)
{
    return made(tn_exa_mux_cover_new());
}

static void *begin_demux(void)
{
    struct tn_exa_demux_params p;
    tn_exa_demux_bench(&p);
    return made(tn_exa_demux_cover_new(&p));
}

static void *begin_link(void)
{
    return made(tn_exl_cover_new(&(struct tn_exl_params){
        (unsigned)tn_sim_param("XOFF_FREE"), (unsigned)tn_sim_param("XON_FREE"),
        (unsigned)tn_sim_param("REFRESH_CYC"), (unsigned)tn_sim_param("SLIP_CYC")}));
}

static void *begin_boards(void)
{
    return made(tn_exa_boards_cover_new());
}

static void *begin_nodes(void)
{
    return made(tn_exa_nodes_cover_new());
}

static void *begin_mailbox(void)
{
    return made(tn_exn_cover_new(TN_EXN_MAILBOX));
}

static void *begin_packetizer(void)
{
    return made(tn_exn_cover_new(TN_EXN_PACKETIZER));
}

static void *begin_rt_mailbox(void)
{
    return made(tn_exn_cover_new(TN_EXN_RT_MAILBOX));
}

static void *begin_dma(void)
{
    return made(tn_exd_cover_new());
}

static void *begin_rdma_rx(void)
{
    return made(tn_exv_cover_new());
}

static void *begin_axi(void)
{
    return made(tn_exz_cover_new());
}

static void reset(void *counts)
{
    struct counts *c = counts;
    tn_exa_cover_reset(c->cover, c->own);
}

static void write_register(void *counts, uint32_t addr, uint32_t value)
{
    struct counts *c = counts;
    if (addr == TN_XBAR_OWN)
        c->own = value;
}

static void write_board(void *counts, uint32_t addr, uint32_t value)
{
    struct counts *c = counts;
    if (addr == BOARD_0 || addr == BOARD_1)
        tn_exa_boards_cover_where(c->cover, addr == BOARD_1, value);
}

static void word(void *counts, const char *stream, const void *what)
{
    const struct tn_exa_seen *seen = what;
    struct counts *c = counts;
    tn_exa_cover_word(c->cover, stream[0] == 's', seen->port, &seen->word, seen->waited);
}

/* A point of the boards' bench: "b0f1_o08" is board, FPGA, way, port of the switch. */
static void board_word(void *counts, const char *point, const void *what)
{
    const struct tn_exa_seen *seen = what;
    struct counts *c = counts;
    unsigned board, fpga, port;
    char way;
    if (sscanf(point, "b%1uf%1u_%c%2u", &board, &fpga, &way, &port) == 4)
        tn_exa_cover_word(c->cover, way == 'i', 16 * (4 * board + fpga) + port, &seen->word,
                          seen->waited);
}

/* A link's taps: 4n blocks sent by side n, 4n+1 blocks received (harness/exanet/dut/exa_link_tb.v). */
static void tap(void *counts, const struct tn_tap_seen *seen)
{
    struct counts *c = counts;
    if (seen->id % 4 < 2 && tn_core_runs())
        tn_exa_cover_line(c->cover, seen->id % 4 == 0, seen->id / 4,
                          &(struct tn_exl_block){(uint8_t)seen->head, seen->data});
}

static void reject(void *counts, unsigned cause)
{
    struct counts *c = counts;
    tn_exa_cover_cause(c->cover, cause);
}

static void axi(void *counts, const struct tn_axi_seen *seen)
{
    struct counts *c = counts;
    tn_exa_cover_axi(c->cover, seen);
}

/* A beat of an RDMA engine: at its slave port, at its memory port, or at its windows. */
static void beat(void *counts, const char *port, const void *what)
{
    struct counts *c = counts;
    if (port[0] == 'm')
        tn_exa_cover_memory(c->cover, what);
    else if (port[0] == 'w')
        tn_exa_cover_window(c->cover, what);
    else
        tn_exa_cover_axi(c->cover, what);
}

/* A beat at one of two nodes: those of zDMA's ports are in the plan of its block. */
static void node_beat(void *counts, const char *port, const void *what)
{
    if (port[0] == 'm' || port[0] == 'c')
        beat(counts, port, what);
}

static const struct tn_cover *bins(const void *counts)
{
    const struct counts *c = counts;
    return tn_cover_state_counts(c->cover);
}

static void end(void *counts)
{
    struct counts *c = counts;
    tn_exa_cover_free(c->cover);
    free(c);
}

static const struct tn_cover_follow words[] = {{&tn_show_exa_word, word}, {NULL, NULL}};
static const struct tn_cover_follow board_words[] = {{&tn_show_exa_word, board_word}, {NULL, NULL}};

static const struct tn_cover_follow nodes[] = {{&tn_show_exa_word, board_word}, {&tn_show_beat, node_beat}, {NULL, NULL}};
static const struct tn_cover_follow engine[] = {{&tn_show_exa_word, word}, {&tn_show_beat, beat}, {NULL, NULL}};

/* The coverage of one block: its name, how it begins, what it follows, what counts the beats of its AXI port. */
#define BLOCK(block, begins, writes, follows, beats)                                                      \
    const struct tn_cover_ops tn_exa_##block##_cover_ops = {                                       \
        .begin = begins,                                                                           \
        .reset = reset,                                                                            \
        .write = writes,                                                                           \
        .follow = follows,                                                                         \
        .tap = tap,                                                                                \
        .reject = reject,                                                                          \
        .axi = beats,                                                                                \
        .bins = bins,                                                                              \
        .end = end,                                                                                \
    }
BLOCK(xbar, begin_crossbar, write_register, words, axi);
BLOCK(mux, begin_mux, write_register, words, axi);
BLOCK(demux, begin_demux, write_register, words, axi);
BLOCK(link, begin_link, write_register, words, axi);
BLOCK(mailbox, begin_mailbox, write_register, words, axi);
BLOCK(packetizer, begin_packetizer, write_register, words, axi);
BLOCK(rt_mailbox, begin_rt_mailbox, write_register, words, axi);
BLOCK(boards, begin_boards, write_board, board_words, axi);
BLOCK(two_nodes, begin_nodes, write_register, nodes, NULL);
BLOCK(dma, begin_dma, write_register, engine, NULL);
BLOCK(rdma_rx, begin_rdma_rx, write_register, engine, NULL);
BLOCK(axi, begin_axi, write_register, engine, NULL);
