/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model's receiver and judge of the line, wired to the bench's taps.
 */
#include <tn/exanet/exa_link_board.h>

#include <stdio.h>
#include <stdlib.h>

enum { SIDES = TN_EXA_LINK_SIDES, TAPS = 4, TAP_TX = 0, TAP_RX, TAP_READY, TAP_OBS };
enum { OBS_BREAK = 2 };

/* Words that the clock crossings hold, where the model counts a FIFO's words by what it sees
 * at its two ends. */
enum { RX_SLACK = 24, TX_SLACK = 12 };

struct side {
    struct tn_exl_rx *rx;
    struct tn_exl_judge *tx;
    unsigned breaks;            /* pulses of obs_rx_break */
    unsigned gave_up, may_have; /* frames, by the model */
};

struct tn_exa_link_board {
    struct side side[SIDES];
    tn_verdict_fn *fn;
    void *ctx;
};

struct tn_exa_link_board *tn_exa_link_board_new(const struct tn_exl_params *p, tn_verdict_fn *fn,
                                                void *ctx)
{
    struct tn_exa_link_board *b = calloc(1, sizeof *b);
    struct tn_exl_judge_params w;
    if (!b)
        return NULL;
    tn_exl_judge_defaults(&w);
    w.link = *p;
    w.slack = TX_SLACK; /* below a packet's words: else a packet that does not fit goes unseen */
    b->fn = fn;
    b->ctx = ctx;
    for (unsigned n = 0; n < SIDES; n++) {
        b->side[n].rx = tn_exl_rx_new(p, RX_SLACK, fn, ctx);
        b->side[n].tx = tn_exl_judge_new(&w, fn, ctx);
        if (!b->side[n].rx || !b->side[n].tx) {
            tn_exa_link_board_free(b);
            return NULL;
        }
    }
    return b;
}

void tn_exa_link_board_free(struct tn_exa_link_board *b)
{
    if (!b)
        return;
    for (unsigned n = 0; n < SIDES; n++) {
        tn_exl_rx_free(b->side[n].rx);
        tn_exl_judge_free(b->side[n].tx);
    }
    free(b);
}

static void tell(struct tn_exa_link_board *b, const char *rule, uint64_t cycle, unsigned side,
                 const char *expected, unsigned found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = cycle};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "side %u: %u", side, found);
    b->fn(b->ctx, &v);
}

void tn_exa_link_board_taken(struct tn_exa_link_board *b, unsigned side, uint64_t cycle,
                             const struct tn_exa_word *w)
{
    if (tn_exl_judge_word(b->side[side].tx, w) < 0)
        tell(b, "EXL-FRM-1", cycle, side, "room in the model: what follows means nothing", 0);
}

void tn_exa_link_board_handed(struct tn_exa_link_board *b, unsigned side, uint64_t cycle,
                              const struct tn_exa_word *w)
{
    tn_exl_rx_handed(b->side[side].rx, w, cycle);
}

static void received(struct tn_exa_link_board *b, unsigned side, uint64_t cycle,
                     const struct tn_exl_block *block)
{
    struct side *s = &b->side[side];
    struct tn_exl_rx_step step;
    if (tn_exl_rx_block(s->rx, block, &step) < 0)
        tell(b, "EXL-RX-5", cycle, side, "room in the model: what follows means nothing", 0);
    s->gave_up += step.gave_up;
    s->may_have += step.may_have;
    tn_exl_judge_side(s->tx, tn_exl_rx_locked(s->rx), tn_exl_rx_peer_ready(s->rx),
                      tn_exl_rx_peer_xoff(s->rx));
    tn_exl_judge_wish(s->tx, tn_exl_rx_wish(s->rx));
}

void tn_exa_link_board_tap(struct tn_exa_link_board *b, unsigned id, uint64_t cycle, unsigned head,
                           uint64_t data)
{
    const struct tn_exl_block block = {.head = (uint8_t)head, .data = data};
    const unsigned side = id / TAPS;
    switch (id % TAPS) {
    case TAP_TX:
        tn_exl_judge_block(b->side[side].tx, &block, cycle);
        return;
    case TAP_RX:
        received(b, side, cycle, &block);
        return;
    case TAP_READY:
        tn_exl_judge_ready(b->side[side].tx, (unsigned)data & 7, cycle);
        return;
    default:
        b->side[side].breaks += (data & OBS_BREAK) != 0;
    }
}

unsigned tn_exa_link_board_pending(const struct tn_exa_link_board *b)
{
    unsigned left = 0;
    for (unsigned n = 0; n < SIDES; n++)
        left += tn_exl_rx_left(b->side[n].rx) + tn_exl_judge_left(b->side[n].tx);
    return left;
}

void tn_exa_link_board_finish(struct tn_exa_link_board *b, uint64_t cycle)
{
    for (unsigned n = 0; n < SIDES; n++) {
        const struct side *s = &b->side[n];
        if (tn_exl_rx_left(s->rx))
            tell(b, "EXL-RX-5", cycle, n, "every whole frame handed on; left",
                 tn_exl_rx_left(s->rx));
        if (tn_exl_judge_left(s->tx))
            tell(b, "EXL-FRM-1", cycle, n, "every word taken on the line; left",
                 tn_exl_judge_left(s->tx));
        if (s->breaks < s->gave_up || s->breaks > s->gave_up + s->may_have) {
            char text[TN_VERDICT_TEXT];
            snprintf(text, sizeof text, "obs_rx_break %u to %u times", s->gave_up,
                     s->gave_up + s->may_have);
            tell(b, "EXL-RX-1", cycle, n, text, s->breaks);
        }
    }
}

bool tn_exa_link_board_count(const struct tn_exa_link_board *b, unsigned side, uint32_t addr,
                             uint32_t *least, uint32_t *most)
{
    if (addr == 0x400 || addr == 0x404) {
        *least = *most = tn_exl_judge_count(b->side[side].tx, addr);
        return true;
    }
    return tn_exl_rx_count(b->side[side].rx, addr, least, most);
}

const struct tn_exl_judge *tn_exa_link_board_tx(const struct tn_exa_link_board *b, unsigned side)
{
    return b->side[side].tx;
}
