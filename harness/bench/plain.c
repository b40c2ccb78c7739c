/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The plain bench (tn/bench_plain.h), from the block's table alone.
 */
#include "../bfm/show.h"

#include <tn/bench_plain.h>
#include <tn/bug.h>
#include <tn/dut.h>
#include <tn/end_register.h>
#include <tn/event.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PINS = 64, DATA_BYTES = 128, FULL = 16 /* of 16 cycles */ };

/* A packet that waits for its stream. */
struct packet {
    struct packet *next;
    uint64_t not_before;
    size_t len;
    uint8_t bytes[];
};

/* One stream's end. */
struct end {
    struct packet *queue, **tail;
    unsigned queued, of_16;
    size_t at;     /* bytes of the packet under way, its other signals included; 0: none is */
    bool offered;  /* the word at `at` stands on the pins */
    uint64_t first;
    uint8_t *bytes; /* of the packet that leaves, TN_BENCH_BYTES */
    size_t len;
};

struct bench {
    struct tn_bench *b;
    const struct tn_plain *plain;
    void *judge;
    struct tn_rng rng;
    struct tn_plain_form form[TN_BENCH_STREAMS];
    unsigned word[TN_BENCH_STREAMS]; /* bytes of a word in this shape */
    struct end end[TN_BENCH_STREAMS][TN_BENCH_EACH];
    uint32_t pin[PINS][TN_BENCH_EACH];
    struct tn_end_register reg;
};

static const struct tn_block_table *table_of(const struct bench *b)
{
    return b->b->text->table;
}

static void forget(struct end *e)
{
    while (e->queue) {
        struct packet *k = e->queue;
        e->queue = k->next;
        free(k);
    }
    e->tail = &e->queue;
    e->queued = 0;
    e->at = e->len = 0;
    e->offered = false;
}

static bool chance(struct bench *b, unsigned of_16)
{
    return tn_rng_below(&b->rng, FULL) < of_16;
}

/* Bit range [at, at + 8) of a port, as a byte. */
static uint8_t byte_of(const struct tn_block_port *p, const void *pins, unsigned i, unsigned at)
{
    return (uint8_t)(tn_block_port_get(p, pins, i, at / 32) >> at % 32);
}

/* Sets a port from bytes, the highest first (high) or the lowest. */
static void set_bytes(const struct tn_block_port *p, void *pins, unsigned i, const uint8_t *bytes,
                      unsigned n, bool high)
{
    uint32_t word[DATA_BYTES / 4] = {0};
    for (unsigned k = 0; k < n; k++)
        word[k / 4] |= (uint32_t)bytes[high ? n - 1 - k : k] << 8 * (k % 4);
    for (unsigned k = 0; 32 * k < p->width; k++)
        tn_block_port_set(p, pins, i, k, word[k]);
}

static void get_bytes(const struct tn_block_port *p, const void *pins, unsigned i, uint8_t *bytes,
                      unsigned n, bool high)
{
    for (unsigned k = 0; k < n; k++)
        bytes[high ? n - 1 - k : k] = byte_of(p, pins, i, 8 * k);
}

/* The bytes of the data of a word that begins at `at`. */
static unsigned word_at(const struct bench *b, unsigned k, const struct packet *p, size_t at)
{
    const size_t left = p->len - at;
    return left < b->word[k] ? (unsigned)left : b->word[k];
}

/* Puts the word at e->at on a stream's pins. */
static void offer(struct bench *b, unsigned k, unsigned i, void *next)
{
    const struct tn_plain_form *f = &b->form[k];
    struct end *e = &b->end[k][i];
    const struct packet *p = e->queue;
    const unsigned n = f->data ? word_at(b, k, p, e->at) : 0;
    unsigned at = 0;
    for (unsigned s = 0; s < f->side_n; s++) {
        const unsigned of = (f->side[s]->width + 7u) / 8;
        set_bytes(f->side[s], next, i, p->bytes + at, of, true);
        at += of;
    }
    tn_block_port_set(f->valid, next, i, 0, 1);
    if (f->data)
        set_bytes(f->data, next, i, p->bytes + e->at, n, !f->keep);
    for (unsigned w = 0; f->keep && 32 * w < f->keep->width; w++)
        tn_block_port_set(f->keep, next, i, w,
                          n >= 32 * (w + 1) ? UINT32_MAX : n > 32 * w ? (1u << (n - 32 * w)) - 1 : 0);
    if (f->last)
        tn_block_port_set(f->last, next, i, 0, e->at + n == p->len);
    e->offered = true;
}

/* A source: the word that stood was taken, or stays; then the next one. */
static void play_source(struct bench *b, unsigned k, unsigned i, uint64_t now, const void *pins,
                        void *next)
{
    const struct tn_plain_form *f = &b->form[k];
    struct end *e = &b->end[k][i];
    if (e->offered && (!f->ready || tn_block_port_get(f->ready, pins, i, 0))) {
        struct packet *p = e->queue;
        if (e->at == f->side_bytes)
            e->first = now;
        e->at += f->data ? word_at(b, k, p, e->at) : 0;
        e->offered = false;
        if (e->at == p->len) {
            tn_bench_show(b->b, k, i, e->first, now, p->bytes, p->len);
            e->queue = p->next;
            if (!e->queue)
                e->tail = &e->queue;
            e->queued--;
            e->at = 0;
            free(p);
        }
    }
    if (!e->queue || (!e->at && e->queue->not_before > now + 1))
        return;
    /* (packets of a stream that nothing holds up have their words in a row) */
    if (e->offered || (e->at && !f->ready) || chance(b, e->of_16)) {
        e->at = e->at ? e->at : f->side_bytes;
        offer(b, k, i, next);
    }
}

/* A sink: takes the word that stands, if it was ready for it. */
static void play_sink(struct bench *b, unsigned k, unsigned i, uint64_t now, const void *pins,
                      void *next)
{
    const struct tn_plain_form *f = &b->form[k];
    struct end *e = &b->end[k][i];
    if (tn_block_port_get(f->valid, pins, i, 0) && (!f->ready || tn_block_port_get(f->ready, pins, i, 0))) {
        unsigned n = f->data ? b->word[k] : 0;
        if (e->len == 0) {
            e->first = now;
            for (unsigned s = 0; s < f->side_n; s++) {
                const unsigned of = (f->side[s]->width + 7u) / 8;
                get_bytes(f->side[s], pins, i, e->bytes + e->len, of, true);
                e->len += of;
            }
        }
        for (n = f->keep ? 0 : n; f->keep && n < b->word[k]; n++)
            if (!(tn_block_port_get(f->keep, pins, i, n / 32) >> n % 32 & 1))
                break;
        if (f->data && e->len + n <= TN_BENCH_BYTES)
            get_bytes(f->data, pins, i, e->bytes + e->len, n, !f->keep);
        e->len += e->len + n <= TN_BENCH_BYTES ? n : 0;
        if (!f->last || tn_block_port_get(f->last, pins, i, 0)) {
            tn_bench_show(b->b, k, i, e->first, now, e->bytes, e->len);
            e->len = 0;
        }
    }
    if (f->ready)
        tn_block_port_set(f->ready, next, i, 0, chance(b, e->of_16));
}

static void play_pins(const struct bench *b, void *next)
{
    const struct tn_block_port *p;
    for (unsigned k = 0; k < PINS && (p = tn_plain_pin(table_of(b), k)); k++)
        for (unsigned i = 0; i < (p->each == TN_BLOCK_NONE ? 1 : table_of(b)->eaches[p->each].most); i++)
            tn_block_port_set(p, next, i, 0, b->pin[k][i]);
}

static void play_registers(struct bench *b, const void *pins, void *next)
{
    const struct tn_block_table *t = table_of(b);
    struct {
        bool reg_wr, reg_rd;
        uint32_t reg_addr, reg_wdata, reg_rdata;
    } now = {0}, then;
    if (!t->addr_bits)
        return;
    now.reg_rd = tn_block_port_get(tn_block_port_find(t, "reg_rd"), pins, 0, 0);
    now.reg_rdata = tn_block_port_get(tn_block_port_find(t, "reg_rdata"), pins, 0, 0);
    TN_END_REGISTER_CYCLE(&b->reg, &now, &then);
    tn_block_port_set(tn_block_port_find(t, "reg_addr"), next, 0, 0, then.reg_addr);
    tn_block_port_set(tn_block_port_find(t, "reg_wdata"), next, 0, 0, then.reg_wdata);
    tn_block_port_set(tn_block_port_find(t, "reg_wr"), next, 0, 0, then.reg_wr);
    tn_block_port_set(tn_block_port_find(t, "reg_rd"), next, 0, 0, then.reg_rd);
}

void *tn_plain_judge(const void *bench)
{
    const struct bench *b = bench;
    return b->judge;
}

void tn_plain_cycle(void *bench, uint64_t now, const void *pins, bool unknown, void *next)
{
    struct bench *b = bench;
    const bool rst = *(const bool *)pins; /* the first member of every struct of pins */
    b->b->cycle = now;
    b->b->unknown |= unknown && !rst;
    tn_show(&tn_show_pins, NULL, pins);
    for (unsigned k = 0; k < table_of(b)->stream_n; k++)
        for (unsigned i = 0; i < b->b->count[k]; i++) {
            if (rst)
                forget(&b->end[k][i]);
            else if (table_of(b)->streams[k].in)
                play_source(b, k, i, now, pins, next);
            else
                play_sink(b, k, i, now, pins, next);
        }
    play_pins(b, next);
    play_registers(b, pins, next);
}

void tn_plain_tell(void *bench)
{
    struct bench *b = bench;
    tn_bench_tell(b->b);
}

static void release(struct tn_bench *bench)
{
    struct bench *b = bench->own;
    for (unsigned k = 0; k < TN_BENCH_STREAMS; k++)
        for (unsigned i = 0; i < TN_BENCH_EACH; i++)
            b->end[k][i].of_16 = FULL;
}

static void close_bench(struct tn_bench *bench)
{
    struct bench *b = bench->own;
    b->plain->play(NULL);
    if (b->judge)
        b->plain->free(b->judge);
    for (unsigned k = 0; k < TN_BENCH_STREAMS; k++)
        for (unsigned i = 0; i < TN_BENCH_EACH; i++) {
            forget(&b->end[k][i]);
            free(b->end[k][i].bytes);
        }
}

static int open_bench(struct tn_bench *bench)
{
    const struct tn_block_table *t = bench->text->table;
    struct bench *b = bench->own;
    b->b = bench;
    b->plain = bench->dut->plain;
    b->rng = bench->rng;
    for (unsigned k = 0; k < TN_BENCH_STREAMS; k++)
        for (unsigned i = 0; i < TN_BENCH_EACH; i++)
            b->end[k][i].tail = &b->end[k][i].queue;
    release(bench);
    bool room = true;
    for (unsigned k = 0; k < t->stream_n; k++) {
        tn_plain_form(t, k, &b->form[k]);
        const struct tn_block_port *data = b->form[k].data;
        b->word[k] = data ? ((data->bits ? data->bits(tn_bench_param) : data->width) + 7u) / 8 : 0;
        for (unsigned i = 0; i < bench->count[k]; i++)
            room = (b->end[k][i].bytes = malloc(TN_BENCH_BYTES)) && room;
    }
    b->judge = b->plain->make(tn_bench_param, tn_bench_verdict, bench);
    if (!b->judge || !room) {
        close_bench(bench);
        return -ENOMEM;
    }
    b->plain->play(b);
    return 0;
}

static int give(struct tn_bench *bench, unsigned stream, unsigned index, const uint8_t *bytes,
                size_t len, uint64_t not_before)
{
    struct bench *b = bench->own;
    struct end *e = &b->end[stream][index];
    const struct tn_plain_form *f = &b->form[stream];
    const size_t least = f->side_bytes, most = !f->data ? least : f->last ? TN_BENCH_BYTES : least + b->word[stream];
    if (len < least + (f->data != NULL) || len > most)
        return -EINVAL;
    struct packet *p = malloc(sizeof *p + len);
    if (!p)
        return -ENOMEM;
    *p = (struct packet){.not_before = not_before, .len = len};
    memcpy(p->bytes, bytes, len);
    *e->tail = p;
    e->tail = &p->next;
    e->queued++;
    return 0;
}

static unsigned queued(const struct tn_bench *bench, unsigned stream, unsigned index)
{
    const struct bench *b = bench->own;
    return b->end[stream][index].queued;
}

/* Random signals and data, but for the wishes. */
static size_t draw(struct tn_bench *bench, unsigned stream, unsigned index,
                   const struct tn_bench_wish *wish, unsigned wishes, uint32_t number,
                   uint8_t *bytes)
{
    struct bench *b = bench->own;
    const struct tn_plain_form *f = &b->form[stream];
    const struct tn_block_stream *s = &bench->text->table->streams[stream];
    uint32_t words = s->low + (uint32_t)tn_rng_below(&bench->rng, s->high - s->low + 1u);
    size_t len = 0;
    (void)index;
    (void)number;
    for (unsigned w = 0; w < wishes; w++)
        if (strcmp(wish[w].field, "words") == 0)
            words = wish[w].value;
    for (unsigned k = 0; k < f->side_n; k++) {
        const unsigned width = f->side[k]->width, n = (width + 7u) / 8;
        uint64_t v = tn_rng_next(&bench->rng);
        for (unsigned w = 0; w < wishes; w++)
            if (strcmp(wish[w].field, tn_plain_signal(bench->text->table, f->side[k])) == 0)
                v = wish[w].value;
        v &= width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
        for (unsigned i = 0; i < n; i++)
            bytes[len++] = n - 1 - i < 8 ? (uint8_t)(v >> 8 * (n - 1 - i)) : 0;
    }
    if (!f->data)
        return len;
    if (words == 0 || (uint64_t)words * b->word[stream] + len > TN_BENCH_BYTES)
        return 0;
    size_t n = (size_t)words * b->word[stream];
    if (f->keep)
        n -= (size_t)tn_rng_below(&bench->rng, b->word[stream]);
    /* bits that a word has not are 0 */
    const unsigned bits = f->data->bits ? f->data->bits(tn_bench_param) : f->data->width, over = 8 * b->word[stream] - bits;
    for (size_t i = 0; i < n; i++)
        bytes[len++] = (uint8_t)(tn_rng_next(&bench->rng) & (i % b->word[stream] ? 0xffu : 0xffu >> over));
    return len;
}

static int set(struct tn_bench *bench, unsigned knob, unsigned index, uint32_t value)
{
    struct bench *b = bench->own;
    b->pin[knob][index] = value;
    return 0;
}

static void stall(struct tn_bench *bench, unsigned stream, unsigned index, unsigned of_16)
{
    struct bench *b = bench->own;
    b->end[stream][index].of_16 = of_16;
}

static bool busy(const struct tn_bench *bench)
{
    const struct bench *b = bench->own;
    for (unsigned k = 0; k < TN_BENCH_STREAMS; k++)
        for (unsigned i = 0; i < TN_BENCH_EACH; i++)
            if (b->end[k][i].queue || b->end[k][i].len)
                return true;
    return !b->plain->idle(b->judge);
}

static void flush(struct tn_bench *bench)
{
    struct bench *b = bench->own;
    for (unsigned k = 0; k < TN_BENCH_STREAMS; k++)
        for (unsigned i = 0; i < TN_BENCH_EACH; i++) {
            struct end *e = &b->end[k][i];
            struct packet *under_way = e->at || e->offered ? e->queue : NULL, **rest = under_way ? &under_way->next : &e->queue;
            while (*rest) {
                struct packet *p = *rest;
                *rest = p->next;
                free(p);
            }
            e->tail = rest;
            e->queued = under_way != NULL;
        }
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

static const struct tn_judge *counts(const struct tn_bench *bench)
{
    const struct bench *b = bench->own;
    return b->plain->counts(b->judge);
}

/* A packet of a capture that went down enters by the first stream into the block, at its port's index. */
static size_t place(struct tn_bench *bench, const struct tn_event *ev, unsigned *stream,
                    unsigned *index, uint8_t *bytes)
{
    const struct bench *b = bench->own;
    if (ev->fabric != bench->dut->carries || ev->unit != TN_UNIT_PACKET || ev->dir != TN_DIR_DOWN || ev->len > TN_BENCH_BYTES)
        return 0;
    for (*stream = 0; !bench->text->table->streams[*stream].in; ++*stream)
        if (*stream + 1u == bench->text->table->stream_n)
            return 0;
    *index = ev->port % bench->count[*stream];
    if (ev->len <= b->form[*stream].side_bytes)
        return 0;
    memcpy(bytes, ev->bytes, ev->len);
    return ev->len;
}

static bool sound(const uint8_t *bytes, size_t len)
{
    (void)bytes;
    return len > 0;
}

const struct tn_bench_ops tn_bench_plain = {
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
    .judge = counts,
    .place = place,
    .sound = sound,
};
