/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Pins of one end of a TNW link: to the player at once, to the subscribers in batches.
 */
#include "tnw_show.h"

#include "../../bfm/bfm.h"


#include <tn/tnw/bfm_tnw.h>
#include <tn/bug.h>

#include <errno.h>
#include <string.h>

enum { SUBSCRIBERS = 4, BATCH = 256 };

/* Words of tn_bfm_tnw_pins.v; those named by what decides whether their unknown bits matter. */
enum {
    W_INJ_DATA = 0,
    W_RCV_DATA = 4,
    W_TX = 8,
    W_RX,
    W_WDATA,
    W_RDATA,
    W_TX_SYM,
    W_RX_SYM,
    W_SYMBOLS,
    W_INJ,
    W_RCV,
    W_REG,
    W_OFFSET,
    W_OBS
};

static struct tn_tnw_pins seen[BATCH];
static unsigned seen_n;
static bool in_reset, started; /* the first reset has reached the registers */
static bool read_q;            /* reg_rdata means something */
static struct {
    tn_tnw_pins_fn *fn;
    void *ctx;
} subs[SUBSCRIBERS];
static unsigned sub_n;
struct tn_show_list tn_show_tnw_pins;
static tn_tnw_player_fn *player;
static void *player_ctx;

int tn_tnw_pins_subscribe(tn_tnw_pins_fn *fn, void *ctx)
{
    if (sub_n == SUBSCRIBERS)
        return -ENOMEM;
    subs[sub_n].fn = fn;
    subs[sub_n++].ctx = ctx;
    return 0;
}

void tn_tnw_player(tn_tnw_player_fn *fn, void *ctx)
{
    player = fn;
    player_ctx = ctx;
}

static uint32_t field(uint32_t word, unsigned at, unsigned bits)
{
    return word >> at & ((1u << bits) - 1);
}

static void get_line(struct tn_tnw_pins *p, const uint32_t *w)
{
    const uint32_t s = w[W_SYMBOLS];
    p->pcs.tx_sym = w[W_TX_SYM] | (uint64_t)field(s, 0, 8) << 32;
    p->pcs.rx_sym = w[W_RX_SYM] | (uint64_t)field(s, 8, 8) << 32;
    p->pcs.tx = (struct tnw_word){w[W_TX], (uint8_t)field(s, 16, 4)};
    p->pcs.rx.word = (struct tnw_word){w[W_RX], (uint8_t)field(s, 20, 4)};
    p->pcs.rx.sync = (uint8_t)field(s, 24, 4);
    p->pcs.rx.up = field(s, 28, 1);
    p->pcs.rst = field(s, 29, 1);
    p->pcs.rx.code_n = (uint8_t)field(w[W_REG], 12, 3);
    p->pcs.rx.disp_n = (uint8_t)field(w[W_REG], 15, 3);
}

static void get_in(struct tn_tnw_pins *p, const uint32_t *w)
{
    struct tn_tnw_in *in = &p->in;
    in->rst = p->pcs.rst;
    in->rx = p->pcs.rx.word;
    in->rx_up = p->pcs.rx.up;
    in->rx_code_n = p->pcs.rx.code_n;
    in->rx_disp_n = p->pcs.rx.disp_n;
    memcpy(in->inj_data, w + W_INJ_DATA, TN_TNW_BEAT); /* a little-endian host */
    in->inj_offset = field(w[W_INJ], 0, 24);
    in->inj_vc = (uint8_t)field(w[W_INJ], 24, 3);
    in->inj_valid = field(w[W_INJ], 28, 1);
    in->inj_last = field(w[W_INJ], 29, 1);
    in->rcv_vc = (uint8_t)field(w[W_RCV], 24, 3);
    in->rcv_take = field(w[W_RCV], 27, 1);
    in->reg_addr = (uint16_t)field(w[W_REG], 0, 10);
    in->reg_wr = field(w[W_REG], 10, 1);
    in->reg_rd = field(w[W_REG], 11, 1);
    in->reg_wdata = w[W_WDATA];
}

static void get_out(struct tn_tnw_pins *p, const uint32_t *w)
{
    struct tn_tnw_out *o = &p->out;
    o->tx = p->pcs.tx;
    memcpy(o->rcv_data, w + W_RCV_DATA, TN_TNW_BEAT);
    o->reg_rdata = w[W_RDATA];
    o->rcv_dvalid = field(w[W_RCV], 28, 1);
    o->flush = field(w[W_RCV], 29, 1);
    o->inj_ok = field(w[W_RCV], 30, 1);
    o->rcv_valid = (uint8_t)field(w[W_REG], 18, 8);
    o->rcv_offset = field(w[W_OFFSET], 0, 24);
    o->obs_rx_valid = field(w[W_OBS], 0, 1);
    o->obs_rx_cause = (uint8_t)field(w[W_OBS], 1, 4);
    o->obs_rx_vc = (uint8_t)field(w[W_OBS], 5, 3);
    o->obs_rx_seq = (uint8_t)field(w[W_OBS], 8, 5);
    o->obs_tx_state = (uint8_t)field(w[W_OBS], 13, 3);
    o->obs_unacked = (uint8_t)field(w[W_OBS], 16, 5);
}

/* Data without its valid means nothing, known or not. */
static bool matters(const struct tn_tnw_pins *p, uint32_t unknown)
{
    uint32_t idle = 0;
    if (!p->out.rcv_dvalid)
        idle |= 15u << W_RCV_DATA | 1u << W_OFFSET;
    if (!read_q)
        idle |= 1u << W_RDATA;
    if (!p->in.reg_wr && !p->in.reg_rd)
        idle |= 1u << W_WDATA;
    return (unknown & ~idle) != 0;
}

static void put_play(const struct tn_tnw_play *n, uint32_t *play)
{
    memcpy(play, n->inj_data, TN_TNW_BEAT);
    play[4] = (uint32_t)n->rx_sym;
    play[5] = (uint32_t)(n->rx_sym >> 32 & 255) | (uint32_t)n->inj_valid << 8 |
              (uint32_t)n->inj_last << 9 | (uint32_t)n->rcv_take << 10 |
              (uint32_t)(n->rcv_vc & 7) << 11 | (uint32_t)(n->inj_vc & 7) << 14;
    play[6] = n->inj_offset & 0xffffff;
}

static void pins_of(unsigned id, uint64_t cycle, const uint32_t *pins, uint32_t unknown, uint32_t *play)
{
    (void)id;
    struct tn_tnw_pins *p = &seen[seen_n];
    struct tn_tnw_play next = {0};
    memset(p, 0, sizeof *p);
    p->cycle = cycle;
    get_line(p, pins);
    get_in(p, pins);
    get_out(p, pins);
    started |= in_reset && p->in.rst;
    in_reset = p->in.rst;
    if (started) {
        p->unknown = matters(p, unknown);
        if (player)
            player(player_ctx, p, &next);
        tn_require(seen_n < BATCH - 1);
        seen_n++;
        tn_bfm_more = true;
    }
    read_q = p->in.reg_rd;
    put_play(&next, play);
}

static void deliver(void)
{
    for (unsigned i = 0; i < seen_n; i++)
        tn_show(&tn_show_tnw_pins, NULL, &seen[i]);
    for (unsigned i = 0; i < seen_n; i++)
        for (unsigned k = 0; k < sub_n; k++)
            subs[k].fn(subs[k].ctx, &seen[i]);
    seen_n = 0;
}

static void clear(void)
{
    sub_n = 0;
    player = NULL;
}

static void reset(void)
{
    seen_n = 0;
}

const struct tn_boundary tn_tnw_pins_boundary = {
    .name = "tnw_pins", .pins = pins_of, .deliver = deliver, .clear = clear, .reset = reset};
