/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of one end of a lane: the port at its streams, software, the peer at the far end, and
 * the judge of all its pins.
 */
#include "../../bfm/show.h"
#include "cl_link/pins.h"
#include "words.h"

#include <tn/bench.h>
#include <tn/cluster/cl_lane_fault.h>
#include <tn/cluster/cl_link.h>
#include <tn/cluster/cl_queue.h>
#include <tn/end_register.h>
#include <tn/sim.h>

#include <errno.h>
#include <string.h>

enum {
    NO_COMMA = 0x0102,
    SIDES = 64,
    HELD = 64,
    STALLED_GAP = 12, /* comma words between runs of a stalled far end, at most */
    DRAIN_CYC = 64,   /* from the end of up on, until the port knows what the far end took */
    SEEN = CL_LINK_FROM_FAR + 1
};

/* How the port behaves; the far end's ways are the peer's. */
struct port {
    unsigned s_16, d_16; /* cycles of 16 in which a word is given at s, taken at d */
    unsigned free_late;  /* most cycles that a packet of m stays in the buffer */
    bool keep;           /* no packet of m leaves the buffer, but for those that free_now counts */
    bool greedy;         /* packets are given in order, whatever s_ok says */
    bool no_commas;      /* the far end sends words of no run where comma words stand, in reset, too */
};

struct bench {
    struct tn_bench *b;
    struct tn_cl_link_judge *judge;
    struct tn_cl_link_peer *peer;
    struct tn_cl_peer_ways *ways; /* of the peer */
    struct port port;
    unsigned plane, free_now[CL_PRIOS];
    bool kill, d_go; /* for one cycle */
    uint8_t d_ack;
    struct tn_rng rng;
    struct cl_queue to_s, to_far;
    bool s_open;   /* the first packet of to_s has begun */
    unsigned s_at; /* words of it that were given */
    uint16_t side[SIDES];
    unsigned side_n;
    uint64_t due[CL_PRIOS][HELD]; /* cycles in which packets of m leave the buffer */
    unsigned due_n[CL_PRIOS];
    uint64_t cycle, down_at, go_until; /* d_go is known to the judge in that cycle */
    bool up, record, drained; /* record: a capture is played, and the port drains a dead lane by itself */
    int seq[2];               /* of the last packet of the capture to the far end, to the block; -1: none */
    struct cl_run_seen passing[SEEN];
    struct tn_end_register reg;
};

/* What is seen. */

static void show(struct bench *b, unsigned stream, struct cl_run_seen *r)
{
    uint8_t bytes[CL_RUN_WORDS * CL_WORD];
    cl_words_put(r->word, r->n, bytes);
    tn_bench_show(b->b, stream, 0, r->first, r->last, bytes, (size_t)r->n * CL_WORD);
    r->n = 0;
}

static void pass(struct bench *b, unsigned stream, uint16_t data, bool last)
{
    struct cl_run_seen *r = &b->passing[stream];
    cl_run_add(r, data, false, b->cycle);
    if (last)
        show(b, stream, r);
}

/* The packet of m whose last word passes enters the port's buffer. */
static void buffer(struct bench *b, const struct cl_run_seen *r)
{
    const unsigned prio = r->word[0] >> 4 & 3;
    if (prio < CL_PRIOS && b->due_n[prio] < HELD)
        b->due[prio][b->due_n[prio]++] =
            b->cycle + 1 + (b->port.free_late ? tn_rng_below(&b->rng, b->port.free_late) : 0);
}

static void look(struct bench *b, const struct tn_cl_link_pins *p)
{
    struct cl_run_seen *r = &b->passing[CL_LINK_FROM_WIRE];
    if (p->s_valid && p->s_ready)
        pass(b, CL_LINK_S, p->s_data, p->s_last);
    if (p->d_valid && p->d_ready)
        pass(b, CL_LINK_D, p->d_data, p->d_last);
    if (p->m_valid)
        pass(b, CL_LINK_M, p->m_data, p->m_last);
    if (p->m_valid && p->m_last)
        buffer(b, &b->passing[CL_LINK_M]);
    if (p->x_valid && p->x_ready)
        pass(b, CL_LINK_X, (uint16_t)(p->x_nack << 15 | p->x_plane << 13 | p->x_ack), true);
    if (p->y_valid)
        pass(b, CL_LINK_Y, (uint16_t)(p->y_nack << 15 | p->y_plane << 13 | p->y_ack), true);
    if (cl_run_word(r, (struct tn_cl_word){p->wire_tx_k, false, p->wire_tx_data}, b->cycle))
        show(b, (r->word[0] & 15) == TN_cl_hdr_type_LINK ? CL_LINK_FROM_CTL : CL_LINK_FROM_WIRE, r);
}

static void on_taken(void *ctx, const uint16_t *words, unsigned n)
{
    struct bench *b = ctx;
    for (unsigned i = 0; i < n; i++)
        pass(b, CL_LINK_FROM_FAR, words[i], i + 1 == n);
}

/* What is played. */

static bool choose(struct bench *b, const struct tn_cl_link_pins *p)
{
    if (b->port.greedy) /* in order */
        return b->to_s.n && b->to_s.item[0].at <= b->cycle;
    return cl_queue_choose(&b->to_s, b->cycle, p->s_ok);
}

static void play_s(struct bench *b, const struct tn_cl_link_pins *p, struct tn_cl_link_pins *n)
{
    const struct cl_item *i = &b->to_s.item[0];
    if (p->s_valid && !p->s_ready) { /* the word is held */
        n->s_valid = true;
        n->s_data = p->s_data;
        n->s_last = p->s_last;
        return;
    }
    if (p->s_valid && ++b->s_at == i->n) {
        b->s_open = false;
        cl_queue_drop(&b->to_s);
    }
    if (!b->s_open && choose(b, p)) {
        b->s_open = true;
        b->s_at = 0;
    }
    n->s_valid = b->s_open && tn_rng_below(&b->rng, 16) < b->port.s_16;
    n->s_data = n->s_valid ? i->word[b->s_at] : 0;
    n->s_last = n->s_valid && b->s_at + 1 == i->n;
}

static void play_freed(struct bench *b, struct tn_cl_link_pins *n)
{
    for (unsigned k = 0; k < CL_PRIOS; k++) {
        if (b->due_n[k] == 0 || b->due[k][0] > b->cycle || (b->port.keep && !b->free_now[k]))
            continue;
        b->free_now[k] -= b->port.keep;
        memmove(&b->due[k][0], &b->due[k][1], --b->due_n[k] * sizeof b->due[k][0]);
        n->freed |= (uint8_t)(1u << k);
    }
}

static void play_x(struct bench *b, const struct tn_cl_link_pins *p, struct tn_cl_link_pins *n)
{
    if (p->x_valid && p->x_ready)
        memmove(&b->side[0], &b->side[1], --b->side_n * sizeof b->side[0]);
    n->x_valid = b->side_n > 0;
    n->x_nack = b->side[0] >> 15;
    n->x_plane = b->side[0] >> 13 & 3;
    n->x_ack = b->side[0] & 63;
}

static void play_lane(struct bench *b, const struct tn_cl_link_pins *p, struct tn_cl_link_pins *n)
{
    struct tn_cl_word w = {.k = p->wire_tx_k, .data = p->wire_tx_data};
    const struct cl_item *i = &b->to_far.item[0];
    if (b->to_far.n && i->at <= b->cycle && tn_cl_link_peer_send(b->peer, i->word, i->n) != -EAGAIN)
        cl_queue_drop(&b->to_far);
    if (b->record)
        w = tn_cl_lane_pass(0, b->cycle, w);
    w = tn_cl_link_peer_cycle(b->peer, w);
    if (b->record)
        w = tn_cl_lane_pass(1, b->cycle, w);
    n->wire_rx_k = w.k;
    n->wire_rx_err = w.err;
    n->wire_rx_data = w.data;
}

/* In a replay: lanes die by faults, and the port drains a dead one. */
static void attend(struct bench *b)
{
    if (tn_cl_lane_dies(b->cycle))
        b->kill = true;
    if (b->up || b->drained)
        return;
    if (!b->down_at) {
        b->down_at = b->cycle;
    } else if (b->cycle >= b->down_at + DRAIN_CYC) {
        b->d_ack = tn_cl_link_peer_last(b->peer);
        b->d_go = b->drained = true;
        b->go_until = b->cycle + 3;
    }
}

static void play_rest(struct bench *b, struct tn_cl_link_pins *n)
{
    if (b->record)
        attend(b);
    n->d_ready = tn_rng_below(&b->rng, 16) < b->port.d_16;
    n->kill = b->kill;
    n->d_go = b->d_go;
    n->d_ack = b->d_ack;
    b->kill = b->d_go = false;
}

static void flush(struct tn_bench *bench)
{
    struct bench *b = bench->own;
    b->to_far.n = b->side_n = 0;
    b->to_s.n = b->s_open;
}

/* The block is in reset: what waits is forgotten. */
static void restart(struct bench *b)
{
    tn_cl_link_peer_reset(b->peer);
    b->s_open = false;
    flush(b->b);
    memset(b->due_n, 0, sizeof b->due_n);
    memset(b->free_now, 0, sizeof b->free_now);
    memset(b->passing, 0, sizeof b->passing);
    b->kill = b->d_go = false;
}

static void cycle(void *ctx, uint64_t now, const struct tn_cl_link_pins *p, bool unknown,
                  struct tn_cl_link_pins *next)
{
    struct bench *b = ctx;
    b->cycle = b->b->cycle = now;
    b->b->unknown |= unknown && !p->rst;
    b->up = p->up;
    tn_cl_link_judge_cycle(b->judge, p, now);
    tn_show(&tn_show_pins, NULL, p);
    next->wire_rx_k = true;
    next->wire_rx_data = CL_COMMA;
    if (p->rst) {
        restart(b);
    } else {
        look(b, p);
        play_lane(b, p, next);
        play_s(b, p, next);
        play_freed(b, next);
        play_x(b, p, next);
        play_rest(b, next);
    }
    TN_END_REGISTER_CYCLE(&b->reg, p, next);
    if (b->port.no_commas && next->wire_rx_k) {
        next->wire_rx_k = false;
        next->wire_rx_data = NO_COMMA;
    }
}

static void tell(void *ctx)
{
    struct bench *b = ctx;
    tn_bench_tell(b->b);
}

/* What runners ask for. */

static void release(struct tn_bench *bench)
{
    struct bench *b = bench->own;
    *b->ways = (struct tn_cl_peer_ways){0};
    b->port.keep = b->port.no_commas = false;
    b->port.s_16 = b->port.d_16 = 16;
}

static void close_bench(struct tn_bench *bench)
{
    const struct bench *b = bench->own;
    if (b->record)
        tn_cl_lane_play(false);
    tn_cl_link_play(NULL);
    tn_cl_link_judge_free(b->judge);
    tn_cl_link_peer_free(b->peer);
}

static int open_bench(struct tn_bench *bench)
{
    struct bench *b = bench->own;
    b->b = bench;
    b->plane = tn_bench_param("PLANE");
    const struct tn_cl_link_config config = {.plane = (uint8_t)b->plane};
    b->judge = tn_cl_link_judge_new(&config, tn_bench_verdict, bench);
    b->peer = tn_cl_link_peer_new(config.plane, tn_rng_next(&bench->rng), on_taken, NULL, b);
    if (!b->judge || !b->peer) {
        tn_cl_link_judge_free(b->judge);
        tn_cl_link_peer_free(b->peer);
        return -ENOMEM;
    }
    b->ways = tn_cl_link_peer_ways(b->peer);
    b->rng = bench->rng;
    b->seq[0] = b->seq[1] = -1;
    b->up = true;
    release(bench);
    tn_cl_link_play(&(struct tn_cl_link_player){cycle, tell, b});
    return 0;
}

static int give(struct tn_bench *bench, unsigned stream, unsigned index, const uint8_t *bytes,
                size_t len, uint64_t not_before)
{
    struct bench *b = bench->own;
    uint16_t word[CL_RUN_WORDS];
    (void)index;
    if (len > sizeof word)
        return -ENOSPC;
    cl_words_get(bytes, len / CL_WORD, word);
    switch (stream) {
    case CL_LINK_X:
        if (b->side_n == SIDES)
            return -ENOSPC;
        b->side[b->side_n++] = word[0];
        return 0;
    case CL_LINK_WIRE:
        tn_cl_link_peer_run(b->peer, word, (unsigned)(len / CL_WORD));
        return 0;
    default:
        return cl_queue_put(stream == CL_LINK_FAR ? &b->to_far : &b->to_s, bytes, len, not_before);
    }
}

static unsigned queued(const struct tn_bench *bench, unsigned stream, unsigned index)
{
    const struct bench *b = bench->own;
    (void)index;
    return stream == CL_LINK_S ? b->to_s.n : stream == CL_LINK_FAR ? b->to_far.n : stream == CL_LINK_X ? b->side_n : 0;
}

static size_t draw(struct tn_bench *bench, unsigned stream, unsigned index,
                   const struct tn_bench_wish *wish, unsigned wishes, uint32_t number, uint8_t *bytes)
{
    const struct bench *b = bench->own;
    (void)index;
    return cl_link_draw(&bench->rng, b->plane, stream, wish, wishes, number, bytes);
}

static int set(struct tn_bench *bench, unsigned knob, unsigned index, uint32_t value)
{
    struct bench *b = bench->own;
    bool *const flag[] = {[CL_LINK_KILL] = &b->kill,
                          [CL_LINK_KEEP] = &b->port.keep,
                          [CL_LINK_GREEDY] = &b->port.greedy,
                          [CL_LINK_FAR_KEEP] = &b->ways->hold_freed,
                          [CL_LINK_FAR_SILENT] = &b->ways->hold_ctl,
                          [CL_LINK_FAR_NO_NACK] = &b->ways->hold_nack,
                          [CL_LINK_FAR_STOP] = &b->ways->stop,
                          [CL_LINK_FAR_NO_COMMAS] = &b->port.no_commas,
                          [CL_LINK_HARMS_FROM] = NULL};
    uint16_t *const number[] = {[CL_LINK_FAR_GAP] = &b->ways->gap,
                                [CL_LINK_FAR_FREE_LATE] = &b->ways->free_late,
                                [CL_LINK_HARMS_TO] = &b->ways->harm_out,
                                [CL_LINK_HARMS_FROM] = &b->ways->harm_in};
    if (flag[knob]) {
        *flag[knob] = value;
    } else if (number[knob]) {
        *number[knob] = (uint16_t)value;
    } else if (knob == CL_LINK_FREE) {
        b->free_now[index] += value;
    } else if (knob == CL_LINK_FREE_LATE) {
        b->port.free_late = value;
    } else if (knob == CL_LINK_DRAIN) {
        b->d_ack = value == CL_LINK_LAST ? tn_cl_link_peer_last(b->peer) : (uint8_t)value;
        b->d_go = true;
        b->go_until = b->cycle + 3;
    } else {
        tn_cl_link_peer_harm(b->peer, knob == CL_LINK_HARM_TO, (enum tn_cl_harm)value);
    }
    return 0;
}

static void stall(struct tn_bench *bench, unsigned stream, unsigned index, unsigned of_16)
{
    struct bench *b = bench->own;
    (void)index;
    if (stream == CL_LINK_S)
        b->port.s_16 = of_16;
    else if (stream == CL_LINK_D)
        b->port.d_16 = of_16;
    else if (stream == CL_LINK_FAR)
        b->ways->gap = of_16 < 16 ? STALLED_GAP : 0;
}

static bool busy(const struct tn_bench *bench)
{
    const struct bench *b = bench->own;
    bool buffered = false;
    for (unsigned k = 0; k < CL_PRIOS; k++)
        buffered |= b->due_n[k] && !b->port.keep;
    if (!b->up) /* what has not begun stays */
        return (b->s_open && b->s_at > 0) || (b->record && !b->drained) || b->cycle < b->go_until || !tn_cl_link_judge_idle(b->judge);
    return b->to_s.n || b->to_far.n || b->side_n || buffered || !tn_cl_link_judge_idle(b->judge) ||
           !tn_cl_link_peer_idle(b->peer);
}

static void write_reg(struct tn_bench *bench, uint32_t addr, uint32_t value)
{
    struct bench *b = bench->own;
    tn_end_register_write(&b->reg, addr, value);
}

static uint32_t read_reg(struct tn_bench *bench, uint32_t addr)
{
    struct bench *b = bench->own;
    return tn_end_register_read(&b->reg, addr);
}

static const struct tn_judge *judge(const struct tn_bench *bench)
{
    const struct bench *b = bench->own;
    return tn_cl_link_judge_of(b->judge);
}

static void record(struct tn_bench *bench)
{
    struct bench *b = bench->own;
    tn_cl_lane_play(true);
    b->record = true;
}

/* A run of a lane that is no link packet and was not sent before: those that left the captured end
 * enter at s, those that came there are the far end's. */
static size_t place(struct tn_bench *bench, const struct tn_event *ev, unsigned *stream,
                    unsigned *index, uint8_t *bytes)
{
    struct bench *b = bench->own;
    const unsigned way = ev->dir != TN_DIR_UP;
    struct cl_header h;
    uint16_t word[CL_WORDS_MAX];
    const unsigned n = ev->unit == TN_UNIT_FRAME ? cl_packet_of(ev, word, &h) : 0;
    if (n == 0 || (b->seq[way] >= 0 && h.seq != (b->seq[way] + 1) % CL_SEQS))
        return 0;
    b->seq[way] = h.seq;
    *stream = way ? CL_LINK_FAR : CL_LINK_S;
    *index = 0;
    cl_words_put(word, n, bytes);
    return (size_t)n * CL_WORD;
}

static uint32_t reg(struct tn_bench *bench, enum tn_cl_link_reg n)
{
    return read_reg(bench, 4 * (uint32_t)n);
}

static void errors(struct tn_bench *bench, struct tn_bench_errors *e)
{
    const struct bench *b = bench->own;
    e->repaired = reg(bench, CLL_BACK) + reg(bench, CLL_RX_BAD) + reg(bench, CLL_RX_AHEAD);
    if (!b->up)
        e->rule = "CLL-DWN-1", e->what = "the lane is down";
    else if (reg(bench, CLL_SRC_BAD))
        e->rule = "CLL-SRC-1", e->what = "a packet of s was dropped";
    else if (reg(bench, CLL_CTL_BAD))
        e->rule = "CLL-CTL-1", e->what = "a link packet was not looked at";
}

static void fit(unsigned stream, uint8_t *bytes, size_t len)
{
    cl_link_fit(tn_bench_param("PLANE"), stream, bytes, len);
}

const struct tn_bench_ops tn_bench_cl_link = {
    .size = sizeof(struct bench),
    .open = open_bench,
    .close = close_bench,
    .give = give,
    .queued = queued,
    .draw = draw,
    .set = set,
    .stall = stall,
    .release = release,
    .fit = fit,
    .busy = busy,
    .flush = flush,
    .write = write_reg,
    .read = read_reg,
    .judge = judge,
    .lost = "CLL-TX-2",
    .record = record,
    .place = place,
    .sound = cl_packet_sound,
    .leaves = 1u << CL_LINK_M | 1u << CL_LINK_D | 1u << CL_LINK_FROM_FAR,
    .errors = errors,
};
