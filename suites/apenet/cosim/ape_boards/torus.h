/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What lies between two boards of ExaNet in a torus, beside the suites of the boards: the
 * scoreboard of packets from gateway to gateway, the rules of torus links on each word, ExaNet's
 * rules on each packet there, and faults on the lines.
 */
#ifndef TORUS_H
#define TORUS_H

#define BD_XYZ                                                                                     \
    {                                                                                              \
        0x53 << 12 | 0, 0x53 << 12 | 1                                                             \
    }
#include "../../../exanet/cosim/exa_two_qfdb/agents.h"

#include <tn/apenet/ape_boards_board.h>
#include <tn/apenet/ape_line_fault.h>
#include <tn/fault.h>
#include <tn/inject.h>

enum {
    TO_ROUTER = 0x88000,
    LINES = 2,
    OOL = 20,
    PORT = 22,
    HEAD = 23,
    LINK_0 = 80
}; /* words of a router's registers */
enum {
    HDR_FATAL = 5,
    CUT = 7,
    DROPPED = 8,
    CREDIT_BAD = 9,
    OVERFLOW = 18,
    HDR_FORM = 19
}; /* of its x link's: ape_link.md 4 */

static struct {
    struct tn_ape_boards *b;
    struct tn_checker *links;
    struct {
        uint64_t first;
        size_t n;
        struct ape_line line;
        uint8_t word[APE_LINE_MAX][APE_LINK_WORD];
    } run[LINES];
    uint64_t records;
    bool struck;
} to;

static void to_record(unsigned line)
{
    struct tn_event ev = {.packet = ++to.records,
                          .cycle = to.run[line].first,
                          .point = (uint16_t)line,
                          .port = APE_PORT_CELLS,
                          .fabric = TN_FABRIC_APENET,
                          .unit = TN_UNIT_FRAME,
                          .bytes = to.run[line].word[0],
                          .len = (uint32_t)(to.run[line].n * APE_LINK_WORD)};
    ev.orig_len = ev.len;
    if (to.run[line].n)
        tn_checker_event(to.links, &ev, 0);
    to.run[line].n = 0;
}

/* ExaNet's rules on a packet of a line. */
static void to_packet(unsigned line, uint64_t cycle, const struct ape_line *l)
{
    struct tn_event ev = {.packet = ++bd.events,
                          .cycle = cycle,
                          .point = (uint16_t)(200 + line),
                          .fabric = TN_FABRIC_EXANET,
                          .unit = TN_UNIT_PACKET,
                          .bytes = l->packet,
                          .len = l->words * EXA_WORD};
    ev.orig_len = ev.len;
    tn_checker_event(bd.form, &ev, 0);
}

static void to_word(void *ctx, const struct tn_ape_line_word *w)
{
    (void)ctx;
    assert_true(w->line < LINES && w->known);
    tn_ape_boards_word(to.b, w);
    if (to.run[w->line].n == 0)
        to.run[w->line].first = w->cycle;
    uint8_t *word = to.run[w->line].word[to.run[w->line].n++];
    tn_ape_line_take(&to.run[w->line].line, w, word);
    memcpy(word + 1, w->word, APE_WORD);
    if (to.run[w->line].line.done)
        to_packet(w->line, w->cycle, &to.run[w->line].line);
    if (to.run[w->line].line.done || to.run[w->line].n == APE_LINE_MAX)
        to_record(w->line);
}

static void to_play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    (void)ctx;
    tn_ape_lines_play(c, next);
}

static void to_begin(void)
{
    struct tn_check_params par;
    tn_check_defaults(&par);
    memset(&to, 0, sizeof to);
    for (unsigned i = 0; i < LINES; i++)
        to.run[i].line.cells = true;
    to.b = tn_ape_boards_new(bd_xyz, (unsigned)tn_sim_param("WIRE_CYC"), bd_on_verdict, NULL);
    to.links = tn_checker_new(&par, "APE-*", NULL, bd_on_verdict, NULL);
    assert_true(to.b && to.links);
    tn_exq_hops_joined(bd.hops, tn_ape_boards_gateway, to.b);
    tn_ape_lines_open(LINES, (unsigned)tn_sim_param("WIRE_CYC"));
    tn_ape_lines_cells();
    tn_block_player(to_play, NULL);
}

static void to_watch(void)
{
    tn_ape_line_subscribe(to_word, NULL);
}

/* A register of board b's router, or of its x link. */
static inline uint32_t to_register(unsigned b, unsigned word)
{
    return tn_reg_read(TO_ROUTER + BD_FPGA * b + 4 * word);
}

/* Without faults a router and its link count no trouble. */
static void to_end(void)
{
    static const unsigned quiet[] = {
        OOL, PORT, HEAD, LINK_0 + HDR_FATAL, LINK_0 + CUT, LINK_0 + DROPPED, LINK_0 + CREDIT_BAD};
    for (unsigned b = 0; b < 2 && !to.struck; b++)
        for (unsigned i = 0; i < sizeof quiet / sizeof *quiet; i++)
            RULE("APB-FLOW-1", to_register(b, quiet[i]) == 0);
    for (unsigned i = 0; i < LINES; i++)
        to_record(i);
    tn_ape_boards_finish(to.b, tn_sim_cycle());
    tn_ape_boards_free(to.b);
    tn_checker_free(to.links);
    tn_inject_clear();
}

/* All suites of boards in a torus begin with this. */
static inline void to_join(void)
{
    bd_joint.begin = to_begin;
    bd_joint.watch = to_watch;
    bd_joint.end = to_end;
}

#endif
