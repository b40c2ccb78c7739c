/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of the level-2 switch: the ends of all lanes at its streams, software, and the judge of
 * all its pins.
 */
#include "../../bfm/show.h"
#include "cl_switch/pins.h"
#include "words.h"

#include <tn/bench.h>
#include <tn/cluster/cl_draw.h>
#include <tn/cluster/cl_queue.h>
#include <tn/cluster/cl_switch.h>
#include <tn/end_register.h>
#include <tn/sim.h>

#include <errno.h>
#include <string.h>

enum {
    SIDE_CYC = 64 /* until the ends know of each other what was taken */,
    KEPT = 64,
    SOURCES = 32 /* numbers that a packet's source may have */
};

/* One lane's end. */
struct end {
    struct cl_queue to_s; /* packets for s */
    unsigned s_at;
    unsigned in_out[CL_PRIOS]; /* given at s and not freed */
    struct cl_item m;           /* under way at m */
    struct cl_item kept[KEPT];  /* sent and not acknowledged */
    unsigned kept_n, d_at;
    struct { /* sent and not freed by the far end */
        uint64_t at;
        unsigned prio;
    } far[KEPT];
    unsigned far_n;
    bool dead;
    uint64_t back_at; /* cycle from which on the dead lane's end gives back */
};

/* How a lane's end behaves; a reset leaves it as it is. */
struct way {
    unsigned m_16, s_16; /* cycles of 16 in which a word is taken at m; a packet begins at s */
    bool shut;           /* the far end frees nothing */
};

struct bench {
    struct tn_bench *b;
    struct tn_cl_switch_judge *judge;
    unsigned lanes, planes, ports;
    unsigned free_late, ack_late; /* most cycles until a far end frees, and acknowledges */
    bool greedy;                  /* s heeds no credits */
    bool no_limits;               /* credits know no priorities (the paper) */
    struct tn_rng rng;
    struct end end[TN_CL_SWITCH_LANES];
    struct way way[TN_CL_SWITCH_LANES];
    uint64_t cycle;
    struct tn_end_register reg;
};

/* The priorities for which the limits of C5, or those of the paper, have room. */
static uint8_t room(const struct bench *b, const unsigned out[CL_PRIOS])
{
    const unsigned low = out[2], middle = out[1] + low, all = out[0] + middle;
    const bool any = all < CL_WINDOW, some = any && (b->no_limits || middle < 12);
    return (uint8_t)(any | some << 1 | (some && (b->no_limits || low < 8)) << 2);
}

static uint64_t later(struct bench *b, unsigned most)
{
    return b->cycle + 1 + (most ? tn_rng_below(&b->rng, most) : 0);
}

static void drop(struct cl_item *p, unsigned *n)
{
    memmove(p, p + 1, --*n * sizeof *p);
}

/* Shows a packet whose last word passes in this cycle. */
static void show(struct bench *b, enum tn_cl_switch_stream stream, unsigned lane, const struct cl_item *k)
{
    uint8_t bytes[CL_BYTES_MAX];
    cl_words_put(k->word, k->n, bytes);
    tn_bench_show(b->b, stream, lane, k->first, b->cycle, bytes, (size_t)k->n * CL_WORD);
}

/* s: packets that the lane brings. What is played here passes in the next cycle. */
static void play_s(struct bench *b, unsigned lane, const struct tn_cl_switch_lane *p,
                   struct tn_cl_switch_lane *n)
{
    struct end *e = &b->end[lane];
    struct cl_item *k = &e->to_s.item[0];
    for (unsigned q = 0; q < CL_PRIOS; q++)
        e->in_out[q] -= (p->freed >> q & 1) && e->in_out[q];
    if (!e->s_at && (e->dead || tn_rng_below(&b->rng, 16) >= b->way[lane].s_16 || !cl_queue_choose(&e->to_s, b->cycle, b->greedy ? 7 : room(b, e->in_out))))
        return;
    if (e->s_at == 0) {
        e->in_out[cl_queue_prio(k)]++;
        k->first = b->cycle;
    }
    n->s_valid = true;
    n->s_data = k->word[e->s_at++];
    n->s_last = e->s_at == k->n;
    if (n->s_last) {
        show(b, CL_SWITCH_S, lane, k);
        cl_queue_drop(&e->to_s);
        e->s_at = 0;
    }
}

/* m: packets to the lane, the far end's buffer, and acknowledgments. */
static void play_m(struct bench *b, unsigned lane, const struct tn_cl_switch_lane *p,
                   struct tn_cl_switch_lane *n)
{
    struct end *e = &b->end[lane];
    unsigned out[CL_PRIOS] = {0};
    if (p->m_valid && p->m_ready) {
        if (e->m.n == 0)
            e->m.first = b->cycle;
        if (e->m.n < CL_WORDS_MAX)
            e->m.word[e->m.n++] = p->m_data;
        if (e->m.n == 1 && e->far_n < KEPT) {
            e->far[e->far_n].at = later(b, b->free_late) + CL_WORDS_MAX;
            e->far[e->far_n++].prio = cl_queue_prio(&e->m);
        }
        if (p->m_last) {
            e->m.at = later(b, b->ack_late);
            show(b, CL_SWITCH_M, lane, &e->m);
            if (e->kept_n < KEPT)
                e->kept[e->kept_n++] = e->m;
            e->m.n = 0;
        }
    }
    if (e->far_n && !b->way[lane].shut && e->far[0].at <= b->cycle)
        memmove(e->far, e->far + 1, --e->far_n * sizeof *e->far);
    if (e->kept_n && !e->dead && e->kept[0].at <= b->cycle)
        drop(e->kept, &e->kept_n);
    for (unsigned i = 0; i < e->far_n; i++)
        out[e->far[i].prio]++;
    n->up = !e->dead;
    n->m_ok = e->dead ? 0 : room(b, out);
    n->m_ready = tn_rng_below(&b->rng, 16) < b->way[lane].m_16 && (e->m.n || !e->dead);
}

/* d: what a dead lane's end gives back. */
static void play_d(struct bench *b, struct end *e,
                   const struct tn_cl_switch_lane *p, struct tn_cl_switch_lane *n)
{
    if (p->d_valid && p->d_ready && ++e->d_at == e->kept[0].n) {
        drop(e->kept, &e->kept_n);
        e->d_at = 0;
    }
    if (!e->dead || b->cycle < e->back_at)
        return;
    n->d_done = !e->kept_n && !e->m.n;
    n->d_valid = e->kept_n && ((p->d_valid && !p->d_ready) || tn_rng_below(&b->rng, 4));
    n->d_data = n->d_valid ? e->kept[0].word[e->d_at] : 0;
    n->d_last = n->d_valid && e->d_at + 1 == e->kept[0].n;
}

static void cycle(void *ctx, uint64_t now, const struct tn_cl_switch_pins *p, bool unknown,
                  struct tn_cl_switch_pins *next)
{
    struct bench *b = ctx;
    b->cycle = now;
    b->b->unknown |= unknown && !p->rst;
    tn_cl_switch_judge_cycle(b->judge, p, now);
    tn_show(&tn_show_pins, NULL, p);
    if (p->rst)
        memset(b->end, 0, sizeof b->end);
    for (unsigned i = 0; i < b->lanes; i++) {
        if (!p->rst) {
            play_s(b, i, &p->lane[i], &next->lane[i]);
            play_m(b, i, &p->lane[i], &next->lane[i]);
            play_d(b, &b->end[i], &p->lane[i], &next->lane[i]);
        }
        next->lane[i].up = !b->end[i].dead;
    }
    TN_END_REGISTER_CYCLE(&b->reg, p, next);
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
    for (unsigned i = 0; i < b->lanes; i++)
        b->way[i] = (struct way){.m_16 = 16, .s_16 = 16};
}

static int open_bench(struct tn_bench *bench)
{
    const struct tn_cl_switch_config config = {
        (uint8_t)tn_sim_param("PORT_N"), (uint8_t)tn_sim_param("PLANE_N"),
        (uint8_t)tn_sim_param("SPEED"), tn_sim_param("PREEMPT") != 0};
    struct bench *b = bench->own;
    b->b = bench;
    b->judge = tn_cl_switch_judge_new(&config, tn_bench_verdict, bench);
    if (!b->judge)
        return -ENOMEM;
    b->planes = config.planes;
    b->ports = config.ports;
    b->lanes = bench->count[CL_SWITCH_S];
    b->ack_late = 60;
    b->rng = bench->rng;
    release(bench);
    tn_cl_switch_play(&(struct tn_cl_switch_player){cycle, tell, b});
    return 0;
}

static void close_bench(struct tn_bench *bench)
{
    const struct bench *b = bench->own;
    tn_cl_switch_play(NULL);
    tn_cl_switch_judge_free(b->judge);
}

/* A dead lane's end takes packets, and brings none. */
static int give(struct tn_bench *bench, unsigned stream, unsigned lane, const uint8_t *bytes,
                size_t len, uint64_t not_before)
{
    struct bench *b = bench->own;
    struct end *e = &b->end[lane];
    (void)stream;
    return e->dead ? 0 : cl_queue_put(&e->to_s, bytes, len, not_before);
}

static unsigned queued(const struct tn_bench *bench, unsigned stream, unsigned lane)
{
    const struct bench *b = bench->own;
    (void)stream;
    return b->end[lane].to_s.n;
}

/* The types that packets of a priority have, as bits. */
static unsigned types_of(unsigned prio)
{
    unsigned types = 0;
    for (int t = TN_cl_hdr_type_WRITE; t <= TN_cl_hdr_type_NACK; t++)
        types |= (unsigned)(cl_type_prio((unsigned)t) == (int)prio) << t;
    return types;
}

/* A packet for any port from any source, but for the wishes. */
static size_t draw(struct tn_bench *bench, unsigned stream, unsigned lane,
                   const struct tn_bench_wish *wish, unsigned wishes, uint32_t number,
                   uint8_t *bytes)
{
    struct bench *b = bench->own;
    uint32_t dst = (uint32_t)tn_rng_below(&bench->rng, b->ports),
             src = (uint32_t)tn_rng_below(&bench->rng, SOURCES);
    unsigned types = 0, n, words = 0;
    uint16_t word[CL_WORDS_MAX];
    (void)stream;
    for (unsigned i = 0; i < wishes; i++)
        switch (cl_switch_wish(wish[i].field)) {
        case CL_SWITCH_DST:
            dst = wish[i].value;
            break;
        case CL_SWITCH_SRC:
            src = wish[i].value == CL_SWITCH_OWN ? lane / b->planes : wish[i].value;
            break;
        case CL_SWITCH_PRIO:
            types = types_of(wish[i].value);
            break;
        case CL_SWITCH_TYPE:
            types = 1u << (wish[i].value & 15);
            break;
        case CL_SWITCH_WORDS:
            words = wish[i].value;
            break;
        }
    if (dst >= SOURCES || (words && (words < CL_WORDS_MIN || words > CL_WORDS_MAX)))
        return 0;
    n = cl_draw(&bench->rng, types, number, word);
    if (words) { /* a length that the type may lack: the switch does not look at types */
        for (unsigned i = n; i < words; i++)
            word[i] = (uint16_t)tn_rng_next(&bench->rng);
        n = words;
        word[1] = (uint16_t)((word[1] & ~0x0fc0u) | (words - 3) << 6);
    }
    word[0] = (uint16_t)((word[0] & 0x3f) | (dst & 31) << 11 | (src & 31) << 6);
    word[3] = (uint16_t)((word[3] & 0x7ff) | (dst & 31) << 11); /* the first address is the node's */
    cl_seal(word, n);
    cl_words_put(word, n, bytes);
    return (size_t)n * CL_WORD;
}

static void kill_lane(struct bench *b, unsigned lane)
{
    struct end *e = &b->end[lane];
    if (e->dead)
        return;
    e->dead = true;
    e->back_at = later(b, SIDE_CYC) + SIDE_CYC;
    e->to_s.n = e->s_at > 0; /* the packet under way comes */
}

static int set(struct tn_bench *bench, unsigned knob, unsigned lane, uint32_t value)
{
    struct bench *b = bench->own;
    switch ((enum cl_switch_knob)knob) {
    case CL_SWITCH_KILL:
        if (value)
            kill_lane(b, lane);
        break;
    case CL_SWITCH_SHUT:
        b->way[lane].shut = value;
        break;
    case CL_SWITCH_FREE_LATE:
        b->free_late = value;
        break;
    case CL_SWITCH_ACK_LATE:
        b->ack_late = value;
        break;
    case CL_SWITCH_GREEDY:
        b->greedy = value;
        break;
    case CL_SWITCH_NO_LIMITS:
        b->no_limits = value;
        break;
    }
    return 0;
}

static void stall(struct tn_bench *bench, unsigned stream, unsigned lane, unsigned of_16)
{
    struct bench *b = bench->own;
    if (stream == CL_SWITCH_S)
        b->way[lane].s_16 = of_16;
    else
        b->way[lane].m_16 = of_16;
}

static bool busy(const struct tn_bench *bench)
{
    const struct bench *b = bench->own;
    for (unsigned i = 0; i < b->lanes; i++)
        if (b->end[i].to_s.n)
            return true;
    return !tn_cl_switch_judge_idle(b->judge);
}

static bool blind(const struct tn_bench *bench)
{
    const struct bench *b = bench->own;
    return tn_cl_switch_judge_blind(b->judge);
}

static void flush(struct tn_bench *bench)
{
    struct bench *b = bench->own;
    for (unsigned i = 0; i < b->lanes; i++)
        b->end[i].to_s.n = b->end[i].s_at > 0;
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
    return tn_cl_switch_judge_of(b->judge);
}

/* A packet of a capture enters by the lane that was captured, or by its flow's lane. */
static size_t place(struct tn_bench *bench, const struct tn_event *ev, unsigned *stream,
                    unsigned *lane, uint8_t *bytes)
{
    const struct bench *b = bench->own;
    const bool frame = ev->unit == TN_UNIT_FRAME;
    uint16_t word[CL_WORDS_MAX];
    struct cl_header h;
    const unsigned n = ev->dir == (frame ? TN_DIR_UP : TN_DIR_DOWN) ? cl_packet_of(ev, word, &h) : 0;
    if (n == 0 || h.dst >= b->ports)
        return 0;
    *stream = CL_SWITCH_S;
    *lane = frame ? h.src % b->ports * b->planes + (h.src ^ h.dst ^ h.prio) % b->planes
                  : ev->port % b->lanes;
    cl_words_put(word, n, bytes);
    return (size_t)n * CL_WORD;
}

static void errors(struct tn_bench *bench, struct tn_bench_errors *e)
{
    if (read_reg(bench, 4 * CLS_OVERFLOW) + read_reg(bench, 4 * CLS_DROPPED))
        *e = (struct tn_bench_errors){.rule = "CLS-FWD-1", .what = "an error is counted"};
}

const struct tn_bench_ops tn_bench_cl_switch = {
    .size = sizeof(struct bench),
    .open = open_bench,
    .close = close_bench,
    .give = give,
    .queued = queued,
    .draw = draw,
    .set = set,
    .stall = stall,
    .release = release,
    .busy = busy,
    .flush = flush,
    .write = write_reg,
    .read = read_reg,
    .judge = judge,
    .blind = blind,
    .lost = "CLS-FWD-1",
    .place = place,
    .sound = cl_packet_sound,
    .errors = errors,
};
