/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a router: what the words of its four parts mean (ape_router_tb.v), and who plays
 * them.
 */
#include "ape_router.h"

#include "../../bfm/bfm.h"

#include <tn/apenet/ape_draw.h>
#include <tn/apenet/ape_router_bench.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Words of a part of two links, and of the part of all else. */
enum { W_SIDE = 8, W_RDATA, W_COORD, W_LATTICE, W_RST = 15 };
enum { P_SIDE = 16, P_ROOM, P_OWN = 8, P_WDATA };
enum {
    PARTS = 4,
    PART_LINKS = 2,
    PART_OWN = 3,
    PART_STREAMS = PART_LINKS * APE_VCS,
    RESET_CYC = 6,
    MARGIN_DATA = 8,
    MARGIN_HDR = 2
};

struct tn_apr_item {
    struct tn_apr_item *next;
    size_t len;
    uint8_t bytes[];
};

static struct tn_ape_router_bench *bench; /* the one that plays */
struct tn_show_list tn_show_ape_router;

static void word_of(const uint32_t *w, uint8_t out[APE_WORD])
{
    for (unsigned i = 0; i < APE_WORD; i++)
        out[APE_WORD - 1 - i] = (uint8_t)(w[i / 4] >> 8 * (i % 4));
}

static void bits_of(const uint8_t word[APE_WORD], uint32_t *w)
{
    for (unsigned i = 0; i < APE_WORD; i++)
        w[i / 4] |= (uint32_t)word[APE_WORD - 1 - i] << 8 * (i % 4);
}

static bool may(struct tn_ape_router_bench *b, unsigned of_16)
{
    return of_16 >= 16 || tn_rng_below(&b->rng, 16) < of_16;
}

/* The DUT's outputs. Each returns the words that count. */

static uint32_t links_of(struct tn_ape_router_bench *b, unsigned part, const uint32_t *w)
{
    struct tn_ape_router_pins *p = &b->now;
    uint32_t counts = 1u << W_SIDE;
    for (unsigned i = 0; i < PART_STREAMS; i++)
        if (part * PART_LINKS + i / APE_VCS < b->config.link_n)
            p->in[part * PART_STREAMS + i].ready = w[W_SIDE] >> i & 1;
    for (unsigned i = 0; i < PART_LINKS; i++) {
        const unsigned o = part * PART_LINKS + i;
        if (o >= b->config.link_n)
            continue;
        p->out[o].valid = w[W_SIDE] >> (4 + i) & 1;
        p->out[o].head = w[W_SIDE] >> (6 + i) & 1;
        p->out[o].last = w[W_SIDE] >> (8 + i) & 1;
        word_of(w + 4 * i, p->out[o].word);
        counts |= p->out[o].valid ? 15u << 4 * i : 0;
    }
    return counts;
}

static uint32_t own_of(struct tn_ape_router_bench *b, const uint32_t *w)
{
    struct tn_ape_router_pins *p = &b->now;
    uint32_t counts = 1u << W_SIDE | 1u << W_COORD | 1u << W_LATTICE;
    for (unsigned i = 0; i < b->config.local_n; i++) {
        struct tn_ape_beat *o = &p->out[b->config.link_n + i];
        p->in[APE_VCS * b->config.link_n + i].ready = w[W_SIDE] >> i & 1;
        o->ready = true;
        o->valid = w[W_SIDE] >> (2 + i) & 1;
        p->out_vc[i] = w[W_SIDE] >> (4 + i) & 1;
        o->head = w[W_SIDE] >> (6 + i) & 1;
        o->last = w[W_SIDE] >> (8 + i) & 1;
        word_of(w + 4 * i, o->word);
        counts |= o->valid ? 15u << 4 * i : 0;
    }
    p->reg_rdata = w[W_RDATA];
    p->cfg_coord = w[W_COORD];
    p->cfg_lattice = w[W_LATTICE];
    return counts;
}

/* The inputs' words. */

static void drop(struct tn_apr_queue *q)
{
    struct tn_apr_item *i = q->first;
    q->first = i->next;
    if (!q->first)
        q->last = &q->first;
    q->n--;
    q->open = false;
    q->at = 0;
    free(i);
}

/* Plays the next word of an input. */
static void play_input(struct tn_ape_router_bench *b, unsigned n)
{
    struct tn_apr_queue *q = &b->queue[n];
    const struct tn_ape_beat *was = &b->now.in[n];
    struct tn_ape_beat *next = &b->next.in[n];
    if (was->valid && !was->ready) {
        *next = *was;
        return;
    }
    memset(next, 0, sizeof *next);
    if (was->valid && was->last)
        drop(q);
    else if (was->valid)
        q->at += APE_WORD;
    if (!q->first || !may(b, b->in_16[n]))
        return;
    next->valid = true;
    memcpy(next->word, q->first->bytes + q->at, APE_WORD);
    next->head = q->at == 0;
    next->last = q->at + APE_WORD == q->first->len;
}

/* The next buffers: filled as a whole with a header's take, emptied word by word. */

static void drain(struct tn_ape_router_bench *b, unsigned o)
{
    static const uint16_t all[2] = {APE_DATA_ROOM - MARGIN_DATA, APE_HDR_ROOM - MARGIN_HDR};
    for (unsigned k = 0; k < APE_VCS * 2; k++) {
        const unsigned v = k / 2, what = k % 2;
        const uint32_t used = b->filled[o][v][what] - b->drained[o][v][what];
        uint16_t *room = what ? &b->next.room_hdr[o][v] : &b->next.room_data[o][v];
        *room = b->fixed[o][v] ? b->room[o][v][what]
                               : (uint16_t)(used < all[what] ? all[what] - used : 0);
        if (b->drained[o][v][what] != b->sent[o][v][what] && may(b, b->drain_16[o][v]))
            b->drained[o][v][what]++;
    }
}

static void look(struct tn_ape_router_bench *b, unsigned o, uint64_t cycle)
{
    const struct tn_ape_beat *p = &b->now.out[o];
    struct tn_apr_passing *t = &b->passing[o];
    const bool link = o < b->config.link_n;
    static uint8_t bytes[APE_PACKET_MAX];
    struct ape_header h;
    if (!p->valid || !p->ready)
        return;
    if (p->head) {
        ape_header_get(p->word, &h);
        t->first = cycle;
        t->len = 0;
    }
    if (p->head && link) {
        b->vc_out[o] = h.vc & 1;
        b->filled[o][h.vc & 1][0] += ape_payload_words(&h);
        b->filled[o][h.vc & 1][1] += h.alone ? 1 : 2;
    }
    if (link)
        b->sent[o][b->vc_out[o]][p->head || p->last]++;
    if (t->len + APE_WORD > sizeof t->bytes)
        return;
    memcpy(t->bytes + t->len, p->word, APE_WORD);
    t->len += APE_WORD;
    if (!p->last || !b->seen)
        return;
    tn_ape_words(t->bytes, t->len, bytes);
    b->seen(b->ctx, o, link ? b->vc_out[o] : b->now.out_vc[o - b->config.link_n], bytes, t->len,
            t->first, cycle);
}

/* All parts of a cycle have come: the judge, then all inputs of the next cycle but one. */
static void whole(struct tn_ape_router_bench *b, uint64_t cycle)
{
    tn_ape_router_judge_cycle(b->judge, &b->now, cycle);
    tn_show(&tn_show_ape_router, NULL, &b->now);
    if (b->reg_comes)
        b->reg_value = b->now.reg_rdata;
    b->reg_comes = b->reg_rd && b->now.reg_rd;
    b->reg_rd = b->reg_rd && !b->now.reg_rd;
    if (b->now.rst)
        return;
    for (unsigned o = 0; o < (unsigned)b->config.link_n + b->config.local_n; o++)
        look(b, o, cycle);
}

static void play_links(struct tn_ape_router_bench *b, unsigned part, uint32_t *play)
{
    struct tn_ape_router_pins *n = &b->next;
    for (unsigned i = 0; i < PART_STREAMS; i++) {
        const unsigned in = part * PART_STREAMS + i;
        if (in / APE_VCS >= b->config.link_n)
            continue;
        play_input(b, in);
        bits_of(n->in[in].word, play + 4 * i);
        play[P_SIDE] |= (uint32_t)n->in[in].valid << i | (uint32_t)n->in[in].head << (4 + i) |
                        (uint32_t)n->in[in].last << (8 + i);
    }
    for (unsigned i = 0; i < PART_LINKS; i++) {
        const unsigned o = part * PART_LINKS + i;
        if (o >= b->config.link_n)
            continue;
        drain(b, o);
        n->out[o].ready = may(b, b->out_16[o]);
        play[P_SIDE] |= (uint32_t)n->out[o].ready << (12 + i);
        play[P_ROOM + 2 * i] = n->room_data[o][0] | (uint32_t)n->room_data[o][1] << 10;
        play[P_ROOM + 2 * i + 1] = n->room_hdr[o][0] | (uint32_t)n->room_hdr[o][1] << 8;
    }
}

static void play_own(struct tn_ape_router_bench *b, uint32_t *play)
{
    struct tn_ape_router_pins *n = &b->next;
    for (unsigned i = 0; i < b->config.local_n; i++) {
        const unsigned in = APE_VCS * b->config.link_n + i;
        play_input(b, in);
        bits_of(n->in[in].word, play + 4 * i);
        n->local_room[i] = 0;
        for (unsigned v = 0; v < APE_VCS; v++)
            n->local_room[i] |=
                (uint8_t)((may(b, b->out_16[b->config.link_n + i]) && !(b->shut[i] >> v & 1)) << v);
        play[P_OWN] |= (uint32_t)n->in[in].valid << i | (uint32_t)n->in[in].head << (2 + i) |
                       (uint32_t)n->in[in].last << (4 + i) |
                       (uint32_t)n->local_room[i] << (6 + 2 * i);
    }
    n->reg_wr = b->reg_wr;
    n->reg_rd = b->reg_rd;
    n->reg_addr = b->reg_addr;
    n->reg_wdata = b->reg_value;
    b->reg_wr = false;
    play[P_OWN] |=
        (uint32_t)n->reg_wr << 10 | (uint32_t)n->reg_rd << 11 | (uint32_t)n->reg_addr << 12;
    play[P_WDATA] = n->reg_wdata;
}

static void restart(struct tn_ape_router_bench *b)
{
    for (unsigned n = 0; n < APR_INS; n++)
        b->queue[n].at = 0;
    memset(b->filled, 0, sizeof b->filled);
    memset(b->drained, 0, sizeof b->drained);
    memset(b->sent, 0, sizeof b->sent);
    memset(&b->next, 0, sizeof b->next);
}

/* A part's outputs of a cycle; its inputs of the next. Those of now are what was played before. */
static void on_pins(unsigned id, uint64_t cycle, const uint32_t *pins, uint32_t unknown,
                    uint32_t *play)
{
    struct tn_ape_router_bench *b = bench;
    uint32_t counts;
    if (!b)
        return;
    if (b->parts == 0)
        b->now = b->next;
    b->now.rst = pins[W_RST] & 1;
    counts = id == PART_OWN ? own_of(b, pins) : links_of(b, id, pins);
    b->unknown |= (unknown & counts) && !b->now.rst;
    if (++b->parts == PARTS) {
        b->parts = 0;
        whole(b, cycle);
    }
    if (b->now.rst)
        restart(b);
    else if (id == PART_OWN)
        play_own(b, play);
    else
        play_links(b, id, play);
    tn_bfm_more |= b->verdicts != 0;
}

static void deliver(void)
{
    struct tn_ape_router_bench *b = bench;
    for (unsigned i = 0; b && i < b->verdicts; i++)
        b->fn(b->fn_ctx, &b->verdict[i]);
    if (b)
        b->verdicts = 0;
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct tn_ape_router_bench *b = ctx;
    if (b->verdicts < TN_APR_VERDICTS)
        b->verdict[b->verdicts++] = *v;
}

static void declare(unsigned id, const char *name)
{
    (void)id;
    (void)name;
}

static void clear(void)
{
    bench = NULL;
}

const struct tn_boundary tn_ape_router_boundary = {
    .name = "ape_router", .declare = declare, .pins = on_pins, .deliver = deliver, .clear = clear};

/* What callers ask for. */

void tn_ape_router_params(struct tn_ape_router_config *out)
{
    *out = (struct tn_ape_router_config){
        .link_n = (uint8_t)tn_sim_param("LINK_N"),
        .local_n = (uint8_t)tn_sim_param("LOCAL_N"),
        .coord = (uint32_t)(tn_sim_param("X_ME") << 10 | tn_sim_param("Y_ME") << 5 |
                            tn_sim_param("Z_ME")),
        .lattice =
            (uint32_t)(tn_sim_param("X_N") | tn_sim_param("Y_N") << 8 | tn_sim_param("Z_N") << 16)};
}

struct tn_ape_router_bench *tn_ape_router_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx)
{
    struct tn_ape_router_bench *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    tn_ape_router_params(&b->config);
    if (!(b->judge = tn_ape_router_judge_new(&b->config, on_verdict, b))) {
        free(b);
        return NULL;
    }
    for (unsigned n = 0; n < APR_INS; n++) {
        b->in_16[n] = 16;
        b->queue[n].last = &b->queue[n].first;
    }
    for (unsigned o = 0; o < APR_OUTS; o++)
        b->out_16[o] = 16;
    memset(b->drain_16, 0, sizeof b->drain_16);
    for (unsigned o = 0; o < APR_LINKS; o++)
        b->drain_16[o][0] = b->drain_16[o][1] = 16;
    b->fn = fn;
    b->fn_ctx = ctx;
    tn_rng_seed(&b->rng, seed, 5);
    bench = b;
    tn_sim_reset(RESET_CYC);
    return b;
}

void tn_ape_router_bench_flush(struct tn_ape_router_bench *b)
{
    for (unsigned n = 0; n < APR_INS; n++)
        while (b->queue[n].first)
            drop(&b->queue[n]);
    memset(&b->next, 0, sizeof b->next);
}

void tn_ape_router_bench_free(struct tn_ape_router_bench *b)
{
    bench = NULL;
    if (!b)
        return;
    tn_ape_router_bench_flush(b);
    tn_ape_router_judge_free(b->judge);
    free(b);
}

int tn_ape_router_bench_send(struct tn_ape_router_bench *b, unsigned in, const uint8_t *packet,
                             size_t len)
{
    struct tn_apr_queue *q = &b->queue[in];
    struct tn_apr_item *i;
    if (in >= (unsigned)APE_VCS * b->config.link_n + b->config.local_n)
        return -EINVAL;
    if (!(i = calloc(1, sizeof *i + len)))
        return -ENOMEM;
    i->len = len;
    tn_ape_words(packet, len, i->bytes);
    *q->last = i;
    q->last = &i->next;
    q->n++;
    return 0;
}

bool tn_ape_router_bench_busy(const struct tn_ape_router_bench *b)
{
    for (unsigned n = 0; n < APR_INS; n++)
        if (b->queue[n].n)
            return true;
    return !tn_ape_router_judge_idle(b->judge);
}

void tn_ape_router_bench_write(struct tn_ape_router_bench *b, uint16_t addr, uint32_t value)
{
    b->reg_addr = addr;
    b->reg_value = value;
    b->reg_wr = true;
    tn_sim_step(2);
}

uint32_t tn_ape_router_bench_read(struct tn_ape_router_bench *b, uint16_t addr)
{
    b->reg_addr = addr;
    b->reg_rd = true;
    tn_sim_step(4);
    return b->reg_value;
}
