/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of one end of a lane.
 */
#include <tn/cluster/cl_link_bench.h>

#include <tn/bfm_block.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Words of cl_link_tb.v. */
enum { W_FLAGS, W_TX, W_M, W_D, W_Y, W_RDATA };
enum { P_DATA, P_FLAGS, P_WDATA, P_ADDR };
enum { RESET_CYC = 6, COMMA = 0xc5bc, NO_COMMA = 0x0102, TYPE_LINK = 15 };
static const struct tn_cl_word comma = {.k = true, .data = COMMA};

/* Pins. */

bool tn_cl_link_pins_of(const struct tn_block_cycle *c, struct tn_cl_link_pins *p)
{
    const uint32_t *w = c->pins, f = w[W_FLAGS], *in = c->play, i = in[P_FLAGS];
    *p = (struct tn_cl_link_pins){
        .rst = w[TN_BLOCK_RST] & 1,
        .wire_tx_k = f & 1,
        .taken = f >> 1 & 63,
        .s_ok = f >> 7 & 7,
        .s_ready = f >> 10 & 1,
        .m_valid = f >> 11 & 1,
        .up = f >> 12 & 1,
        .x_ready = f >> 13 & 1,
        .y_valid = f >> 14 & 1,
        .d_valid = f >> 15 & 1,
        .d_done = f >> 16 & 1,
        .wire_tx_data = (uint16_t)w[W_TX],
        .m_data = (uint16_t)w[W_M],
        .m_last = w[W_M] >> 16 & 1,
        .d_data = (uint16_t)w[W_D],
        .d_last = w[W_D] >> 16 & 1,
        .y_ack = w[W_Y] & 63,
        .y_plane = w[W_Y] >> 6 & 3,
        .y_nack = w[W_Y] >> 9 & 1,
        .reg_rdata = w[W_RDATA],
        .wire_rx_data = (uint16_t)in[P_DATA],
        .s_data = (uint16_t)(in[P_DATA] >> 16),
        .wire_rx_k = i & 1,
        .wire_rx_err = i >> 1 & 1,
        .s_valid = i >> 2 & 1,
        .s_last = i >> 3 & 1,
        .freed = i >> 4 & 7,
        .kill = i >> 7 & 1,
        .x_valid = i >> 8 & 1,
        .x_nack = i >> 9 & 1,
        .x_plane = i >> 10 & 3,
        .x_ack = i >> 12 & 63,
        .d_go = i >> 18 & 1,
        .d_ack = i >> 19 & 63,
        .d_ready = i >> 25 & 1,
        .reg_wr = i >> 26 & 1,
        .reg_rd = i >> 27 & 1,
        .reg_wdata = in[P_WDATA],
        .reg_addr = in[P_ADDR] & 127,
    };
    const uint32_t counts = 1u << W_FLAGS | 1u << W_TX | (uint32_t)p->m_valid << W_M |
                            (uint32_t)p->d_valid << W_D | (uint32_t)p->y_valid << W_Y;
    return (c->unknown & counts) != 0;
}

static void pack(const struct tn_cl_link_pins *n, uint32_t play[TN_BLOCK_PLAY])
{
    play[P_DATA] = n->wire_rx_data | (uint32_t)n->s_data << 16;
    play[P_FLAGS] =
        (uint32_t)n->wire_rx_k | (uint32_t)n->wire_rx_err << 1 | (uint32_t)n->s_valid << 2 |
        (uint32_t)n->s_last << 3 | (uint32_t)n->freed << 4 | (uint32_t)n->kill << 7 |
        (uint32_t)n->x_valid << 8 | (uint32_t)n->x_nack << 9 | (uint32_t)n->x_plane << 10 |
        (uint32_t)n->x_ack << 12 | (uint32_t)n->d_go << 18 | (uint32_t)n->d_ack << 19 |
        (uint32_t)n->d_ready << 25 | (uint32_t)n->reg_wr << 26 | (uint32_t)n->reg_rd << 27;
    play[P_WDATA] = n->reg_wdata;
    play[P_ADDR] = n->reg_addr;
}

/* What is seen. */

static void add(struct tn_cll_run *r, uint16_t data, bool err, uint64_t cycle)
{
    if (r->n == 0)
        r->first = cycle;
    r->last = cycle;
    if (r->n == TN_CLL_WORDS)
        return;
    r->word[r->n] = data;
    r->err[r->n++] = err;
}

bool tn_cll_run_word(struct tn_cll_run *r, struct tn_cl_word word, uint64_t cycle)
{
    if (!word.k)
        add(r, word.data, word.err, cycle);
    return word.k && r->n > 0;
}

static void tell(struct tn_cl_link_bench *b, enum tn_cll_place at, struct tn_cll_run *r)
{
    if (b->seen)
        b->seen(b->ctx, at, r);
    r->n = 0;
}

static void pass(struct tn_cl_link_bench *b, enum tn_cll_place at, uint16_t data, bool last)
{
    struct tn_cll_run *r = &b->passing[at];
    add(r, data, false, b->cycle);
    if (last)
        tell(b, at, r);
}

/* The packet of m that has just passed enters the port's buffer. */
static void buffer(struct tn_cl_link_bench *b)
{
    const unsigned prio = b->passing[TN_CLL_M].word[0] >> 4 & 3;
    if (prio < CL_PRIOS && b->due_n[prio] < 64)
        b->due[prio][b->due_n[prio]++] =
            b->cycle + 1 + (b->free_late ? tn_rng_below(&b->rng, b->free_late) : 0);
}

static void look(struct tn_cl_link_bench *b, const struct tn_cl_link_pins *p)
{
    struct tn_cll_run *r = &b->passing[TN_CLL_WIRE];
    if (p->s_valid && p->s_ready)
        pass(b, TN_CLL_S, p->s_data, p->s_last);
    if (p->d_valid && p->d_ready)
        pass(b, TN_CLL_D, p->d_data, p->d_last);
    if (p->m_valid)
        pass(b, TN_CLL_M, p->m_data, p->m_last);
    if (p->m_valid && p->m_last)
        buffer(b);
    if (p->y_valid)
        pass(b, TN_CLL_Y, (uint16_t)(p->y_nack << 15 | p->y_plane << 13 | p->y_ack), true);
    if (tn_cll_run_word(r, (struct tn_cl_word){p->wire_tx_k, false, p->wire_tx_data}, b->cycle))
        tell(b, (r->word[0] & 15) == TYPE_LINK ? TN_CLL_CTL : TN_CLL_WIRE, r);
}

static void on_taken(void *ctx, const uint16_t *words, unsigned n)
{
    struct tn_cl_link_bench *b = ctx;
    for (unsigned i = 0; i < n; i++)
        pass(b, TN_CLL_FAR, words[i], i + 1 == n);
}

/* What is played. */

static void drop(struct tn_cll_queue *q, unsigned i)
{
    q->n--;
    memmove(&q->item[i], &q->item[i + 1], (q->n - i) * sizeof q->item[0]);
}

/* Puts the packet that may begin at s in front. Returns whether there is one. */
static bool choose(struct tn_cl_link_bench *b, const struct tn_cl_link_pins *p)
{
    struct tn_cll_queue *q = &b->to_s;
    for (unsigned i = 0; i < q->n; i++) {
        const unsigned prio = q->item[i].word[0] >> 4 & 3;
        if (q->item[i].at > b->cycle)
            continue;
        if (b->blind || p->s_ok >> (prio < 2 ? prio : 2) & 1) {
            const struct tn_cll_item first = q->item[i];
            memmove(&q->item[1], &q->item[0], i * sizeof first);
            q->item[0] = first;
            return true;
        }
        if (b->blind)
            break;
    }
    return false;
}

static void play_s(struct tn_cl_link_bench *b, const struct tn_cl_link_pins *p,
                   struct tn_cl_link_pins *n)
{
    const struct tn_cll_item *i = &b->to_s.item[0];
    if (p->s_valid && !p->s_ready) { /* the word is held */
        n->s_valid = true;
        n->s_data = p->s_data;
        n->s_last = p->s_last;
        return;
    }
    if (p->s_valid && ++b->s_at == i->n) {
        b->s_open = false;
        drop(&b->to_s, 0);
    }
    if (!b->s_open && choose(b, p)) {
        b->s_open = true;
        b->s_at = 0;
    }
    n->s_valid = b->s_open && tn_rng_below(&b->rng, 16) < b->s_16;
    n->s_data = n->s_valid ? i->word[b->s_at] : 0;
    n->s_last = n->s_valid && b->s_at + 1 == i->n;
}

static void play_freed(struct tn_cl_link_bench *b, struct tn_cl_link_pins *n)
{
    for (unsigned k = 0; k < CL_PRIOS; k++) {
        if (b->due_n[k] == 0 || b->due[k][0] > b->cycle || (b->hold_freed && !b->free_now[k]))
            continue;
        b->free_now[k] -= b->hold_freed;
        memmove(&b->due[k][0], &b->due[k][1], --b->due_n[k] * sizeof b->due[k][0]);
        n->freed |= (uint8_t)(1u << k);
    }
}

static void play_x(struct tn_cl_link_bench *b, const struct tn_cl_link_pins *p,
                   struct tn_cl_link_pins *n)
{
    if (p->x_valid && p->x_ready)
        memmove(&b->side[0], &b->side[1], --b->side_n * sizeof b->side[0]);
    n->x_valid = b->side_n > 0;
    n->x_nack = b->side[0] >> 15;
    n->x_plane = b->side[0] >> 13 & 3;
    n->x_ack = b->side[0] & 63;
}

static void play_lane(struct tn_cl_link_bench *b, const struct tn_cl_link_pins *p,
                      struct tn_cl_link_pins *n)
{
    struct tn_cl_word w = {.k = p->wire_tx_k, .data = p->wire_tx_data};
    const struct tn_cll_item *i = &b->to_far.item[0];
    if (b->to_far.n && i->at <= b->cycle && tn_cl_link_peer_send(b->peer, i->word, i->n) != -EAGAIN)
        drop(&b->to_far, 0);
    if (b->wire)
        w = b->wire(b->ctx, 0, b->cycle, w);
    w = tn_cl_link_peer_cycle(b->peer, w);
    if (b->wire)
        w = b->wire(b->ctx, 1, b->cycle, w);
    n->wire_rx_k = w.k;
    n->wire_rx_err = w.err;
    n->wire_rx_data = w.data;
}

/* The DUT is in reset: what waits is forgotten. */
static void restart(struct tn_cl_link_bench *b)
{
    tn_cl_link_peer_reset(b->peer);
    b->s_open = false;
    tn_cl_link_bench_flush(b);
    memset(b->due_n, 0, sizeof b->due_n);
    memset(b->free_now, 0, sizeof b->free_now);
    memset(b->passing, 0, sizeof b->passing);
}

static void play_rest(struct tn_cl_link_bench *b, struct tn_cl_link_pins *n)
{
    n->d_ready = tn_rng_below(&b->rng, 16) < b->d_16;
    n->kill = b->kill;
    n->d_go = b->d_go;
    n->d_ack = b->d_ack;
    n->reg_addr = b->reg_addr;
    n->reg_wdata = b->reg_value;
    n->reg_wr = b->reg_wr;
    n->reg_rd = b->reg_rd;
    b->kill = b->d_go = b->reg_wr = false;
}

static void play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_cl_link_bench *b = ctx;
    struct tn_cl_link_pins p, n = {.wire_rx_k = comma.k, .wire_rx_data = comma.data};
    b->unknown |= tn_cl_link_pins_of(c, &p) && !p.rst;
    b->cycle = c->cycle;
    b->up = p.up;
    b->done = p.d_done;
    tn_cl_link_judge_cycle(b->judge, &p, c->cycle);
    if (b->reg_comes) {
        b->reg_value = p.reg_rdata;
        b->unknown |= c->unknown >> W_RDATA & 1;
    }
    b->reg_comes = b->reg_rd && p.reg_rd;
    b->reg_rd = b->reg_rd && !p.reg_rd;
    if (p.rst) {
        restart(b);
    } else {
        look(b, &p);
        play_lane(b, &p, &n);
        play_s(b, &p, &n);
        play_freed(b, &n);
        play_x(b, &p, &n);
        play_rest(b, &n);
    }
    if (b->no_commas && n.wire_rx_k) {
        n.wire_rx_k = false;
        n.wire_rx_data = NO_COMMA;
    }
    pack(&n, next);
}

/* Verdicts are told behind the edge. */

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct tn_cl_link_bench *b = ctx;
    if (b->verdicts < TN_CLL_VERDICTS)
        b->verdict[b->verdicts++] = *v;
}

static void on_cycle(void *ctx, const struct tn_block_cycle *c)
{
    struct tn_cl_link_bench *b = ctx;
    (void)c;
    for (unsigned i = 0; i < b->verdicts; i++)
        b->fn(b->fn_ctx, &b->verdict[i]);
    b->verdicts = 0;
}

/* What callers ask for. */

struct tn_cl_link_bench *tn_cl_link_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx)
{
    struct tn_cl_link_bench *b = calloc(1, sizeof *b);
    const struct tn_cl_link_config config = {.plane = (uint8_t)tn_sim_param("PLANE")};
    if (!b)
        return NULL;
    b->judge = tn_cl_link_judge_new(&config, on_verdict, b);
    b->peer = tn_cl_link_peer_new(config.plane, seed, on_taken, NULL, b);
    if (!b->judge || !b->peer || tn_block_subscribe(on_cycle, b) < 0) {
        tn_cl_link_bench_free(b);
        return NULL;
    }
    b->ways = tn_cl_link_peer_ways(b->peer);
    b->s_16 = b->d_16 = 16;
    b->fn = fn;
    b->fn_ctx = ctx;
    tn_rng_seed(&b->rng, seed, 3);
    tn_block_player(play, b);
    tn_sim_reset(RESET_CYC);
    return b;
}

void tn_cl_link_bench_free(struct tn_cl_link_bench *b)
{
    tn_block_player(NULL, NULL);
    if (!b)
        return;
    tn_cl_link_judge_free(b->judge);
    tn_cl_link_peer_free(b->peer);
    free(b);
}

int tn_cl_link_bench_send(struct tn_cl_link_bench *b, bool far, const uint16_t *words, unsigned n,
                          uint64_t at)
{
    struct tn_cll_queue *q = far ? &b->to_far : &b->to_s;
    if (q->n == TN_CLL_QUEUE || n > TN_CLL_WORDS)
        return -ENOSPC;
    q->item[q->n].at = at;
    q->item[q->n].n = n;
    memcpy(q->item[q->n++].word, words, n * sizeof *words);
    return 0;
}

int tn_cl_link_bench_side(struct tn_cl_link_bench *b, uint16_t word)
{
    if (b->side_n == sizeof b->side / sizeof *b->side)
        return -ENOSPC;
    b->side[b->side_n++] = word;
    return 0;
}

bool tn_cl_link_bench_busy(const struct tn_cl_link_bench *b)
{
    bool buffered = false;
    for (unsigned k = 0; k < CL_PRIOS; k++)
        buffered |= b->due_n[k] && !b->hold_freed;
    if (!b->up) /* what has not begun stays */
        return (b->s_open && b->s_at > 0) || !tn_cl_link_judge_idle(b->judge);
    return b->to_s.n || b->to_far.n || b->side_n || buffered || !tn_cl_link_judge_idle(b->judge) ||
           !tn_cl_link_peer_idle(b->peer);
}

void tn_cl_link_bench_flush(struct tn_cl_link_bench *b)
{
    b->to_far.n = b->side_n = 0;
    b->to_s.n = b->s_open;
}

void tn_cl_link_bench_write(struct tn_cl_link_bench *b, uint8_t addr, uint32_t value)
{
    b->reg_addr = addr;
    b->reg_value = value;
    b->reg_wr = true;
    tn_sim_step(2);
}

uint32_t tn_cl_link_bench_read(struct tn_cl_link_bench *b, uint8_t addr)
{
    b->reg_addr = addr;
    b->reg_rd = true;
    tn_sim_step(4);
    return b->reg_value;
}
