/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_boards.def the words at the switches of two boards fall into.
 */
#include "cover_switch.h"

#include <string.h>

enum { FPGAS = 4, NODES = 2 * FPGAS, PORTS = TN_EXA_XBAR_PORTS, BLOCKS = 6, LINK_0 = 8 };

#define COVER_DEF "../exanet/model/cover_boards.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exa_boards_cover_plan = COVER_PLAN;

struct boards_cover {
    struct tn_exa_cover c;
    struct exa_cover_leaving out[NODES][BLOCKS];
    uint32_t board[2]; /* coordinates, 20 bits */
};

/* FPGA 0 to 3 of board 0, 4 to 7 of board 1, or NODES. */
static unsigned node_of(const struct boards_cover *m, struct exa_node n)
{
    const uint32_t bits = exa_node_bits(n);
    for (unsigned b = 0; b < 2; b++)
        if (exa_board_of(bits) == m->board[b])
            return FPGAS * b + n.fpga;
    return NODES;
}

/* spec/exa_qfdb.md section 3: to another board by FPGA 0 of each. */
static unsigned links_between(unsigned from, unsigned to)
{
    if (from / FPGAS == to / FPGAS)
        return from != to;
    return 1u + (from % FPGAS ? 1 : 0) + (to % FPGAS ? 1 : 0);
}

/* It has come to its end whole. */
static void hit_arrived(struct boards_cover *m, unsigned to, unsigned block, const struct exa_packet *k)
{
    struct tn_exa_cover *c = &m->c;
    const unsigned from = node_of(m, k->src);
    if (exa_form(k) == EXA_H)
        HIT(c, ALONE, block); /* which does not say where it comes from */
    if (exa_form(k) == EXA_H || from == NODES)
        return;
    const unsigned links = links_between(from, to);
    HIT(c, PATHS, from, to);
    HIT(c, ENDS, block, links);
    HIT(c, TYPES, k->type == EXA_WRITE ? 0 : k->type == EXA_READ_REQ ? 1 : 2, links);
    HIT(c, SIZES, exa_cover_size(k->size), links);
}

static void hit_leaving(struct boards_cover *m, unsigned node, unsigned block, const struct tn_exa_word *w)
{
    struct exa_packet k;
    if (exa_cover_leaves(&m->out[node][block], w, &k))
        hit_arrived(m, node, block, &k);
}

static void hit_line(struct boards_cover *m, unsigned node, unsigned line, bool in)
{
    if (line == node % FPGAS) {
        HIT(&m->c, DEAD, node);
        return;
    }
    HIT(&m->c, LINES, node, line, in);
}

/* port: 16 times the FPGA, and the switch's. */
static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w, uint32_t waited)
{
    struct boards_cover *m = (struct boards_cover *)c;
    const unsigned node = port / PORTS, at = port % PORTS;
    if (node >= NODES || (at >= BLOCKS && at < LINK_0))
        return;
    (void)waited; /* how long words wait is the switch's plan */
    if (at >= LINK_0 && w->kind == TN_EXA_HDR)
        hit_line(m, node, at - LINK_0, in);
    if (at < BLOCKS && !in)
        hit_leaving(m, node, at, w);
}

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct boards_cover *m = (struct boards_cover *)c;
    (void)own;
    memset(m->out, 0, sizeof m->out);
}

static const struct exa_cover_ops ops = {.reset = reset, .word = word};

struct tn_exa_cover *tn_exa_boards_cover_new(void)
{
    struct boards_cover *m = exa_cover_new(sizeof *m, &ops, &tn_exa_boards_cover_plan);
    return m ? &m->c : NULL;
}

void tn_exa_boards_cover_where(struct tn_exa_cover *c, unsigned board, uint32_t coordinates)
{
    struct boards_cover *m = (struct boards_cover *)c;
    m->board[board & 1] = coordinates;
}
