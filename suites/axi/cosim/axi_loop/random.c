/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random bursts of every kind, size, alignment and strobe from 16 IDs, with stalls on all
 * five channels on both sides, answers out of order, page faults and missing memory, against
 * a plain array of bytes. TN_PACKETS= says how many.
 *
 * What of the order of accesses AXI leaves open is kept out: while a page is written, no
 * other transaction goes there.
 */
#include "loop.h"

#include "../../../cosim/size.h"
#include "../../../cosim/still.h"

#include <tn/axi.h>
#include <tn/memory.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PAGES = 12, IDS = 16, PDIDS = 8, OPEN = 40, PHASE = 250, ENOUGH = 100 /* failures, after which traffic ends */ };

struct access {
    struct tn_axi_txn *t;
    unsigned pdid, page;
    bool armed;
};

static struct {
    struct tn_axi_master *cpu;
    struct tn_memory *mem;
    struct tn_rng rng;
    uint8_t bytes[PDIDS][PAGES][TN_PAGE]; /* the oracle */
    unsigned readers[PDIDS][PAGES], writers[PDIDS][PAGES];
    struct access open[OPEN];
    unsigned open_n;
    bool hold;
    unsigned faults, broken;
    unsigned astray; /* faults of pages that were not armed */
    struct {
        uint32_t pdid;
        uint64_t va, when;
    } held[OPEN];
    unsigned held_n;
    uint64_t digest;
    unsigned done;
} w;

static void mix(uint64_t v)
{
    w.digest = (w.digest ^ v) * 0x100000001b3u;
    w.digest ^= w.digest >> 29;
}

/* Page 0 is at 64 KiB, others above; page PAGES - 1 leads to where there is no memory. */
static uint64_t frame(unsigned pdid, unsigned page)
{
    if (page == PAGES - 1)
        return 0x7000000000 + pdid * TN_PAGE;
    return 0x100000 + (uint64_t)(page * 37 % 64 * PDIDS + (pdid ^ 5)) * TN_PAGE;
}

static uint64_t va_of(unsigned page)
{
    return 0x8010000 + (uint64_t)page * TN_PAGE;
}

/* The bytes of a burst in order, as offsets in its page; IHI 0022E A3.4.1 by walking. */
static unsigned walk(const struct tn_axi_txn *t, unsigned i, unsigned offs[16])
{
    unsigned width = 1u << t->size, start = (unsigned)(t->addr % TN_PAGE), at = start, n = 0;
    unsigned turn = width * t->beats;
    for (unsigned k = 0; k < i && t->burst != TN_AXI_FIXED; k++) {
        at = (at / width + 1) * width;
        if (t->burst == TN_AXI_WRAP && at % turn == 0)
            at -= turn;
    }
    do
        offs[n++] = at++;
    while (at % width != 0);
    return n;
}

static void on_fault(void *ctx, const struct tn_memory_fault *f)
{
    (void)ctx;
    w.faults++;
    if (!f->armed || f->held != w.hold || w.held_n == OPEN) {
        w.astray++;
        return;
    }
    mix(f->cycle);
    if (!w.hold)
        return;
    w.held[w.held_n].pdid = f->pdid;
    w.held[w.held_n].va = f->va;
    w.held[w.held_n++].when = f->cycle + 5 + tn_rng_below(&w.rng, 60);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&w.broken, v->rule, v);
}

static void serve_held(bool all)
{
    for (unsigned i = 0; i < w.held_n;)
        if (all || w.held[i].when <= tn_sim_cycle()) {
            assert_int_equal(tn_memory_serve(w.mem, w.held[i].pdid, w.held[i].va), 0);
            w.held[i] = w.held[--w.held_n];
        } else {
            i++;
        }
}

static void expect(const struct access *a, unsigned resp, bool data)
{
    const struct tn_axi_txn *t = a->t;
    assert_int_equal(t->resp, resp);
    for (unsigned i = 0; i < t->beats; i++) {
        unsigned offs[16], n = walk(t, i, offs);
        if (!t->write)
            assert_int_equal(t->beat[i].resp, resp);
        for (unsigned k = 0; k < n && data; k++) {
            uint8_t *cell = &w.bytes[a->pdid][a->page][offs[k]];
            uint8_t lane = t->beat[i].data[offs[k] % 16];
            if (t->write && t->beat[i].strb >> offs[k] % 16 & 1)
                *cell = lane;
            else if (!t->write)
                assert_int_equal(lane, *cell);
        }
    }
}

static void finish(struct access *a)
{
    struct tn_axi_txn *t = a->t;
    bool error = a->armed && !w.hold, nowhere = a->page == PAGES - 1;
    expect(a, error ? TN_AXI_SLVERR : nowhere ? TN_AXI_DECERR : TN_AXI_OKAY, !error && !nowhere);
    mix(t->ended << 16 ^ t->id << 4 ^ t->resp);
    for (unsigned i = 0; i < t->beats && !t->write; i++)
        for (unsigned k = 0; k < 16; k++)
            mix(t->beat[i].data[k]);
    if (error)
        assert_int_equal(tn_memory_serve(w.mem, a->pdid, t->addr), 0);
    if (t->write || a->armed)
        w.writers[a->pdid][a->page]--;
    else
        w.readers[a->pdid][a->page]--;
    tn_axi_free(t);
    w.done++;
}

static void reap(void)
{
    serve_held(false);
    for (unsigned i = 0; i < w.open_n;)
        if (w.open[i].t->done) {
            finish(&w.open[i]);
            w.open[i] = w.open[--w.open_n];
        } else {
            i++;
        }
}

static void shape(struct tn_axi_txn *t)
{
    unsigned room, fit;
    t->size = (unsigned)tn_rng_below(&w.rng, 5);
    fit = (unsigned)TN_PAGE >> t->size;
    if (t->burst == TN_AXI_WRAP) {
        t->addr += tn_rng_below(&w.rng, fit) << t->size;
        return;
    }
    room = (unsigned)tn_rng_below(&w.rng, TN_PAGE);
    if (t->burst == TN_AXI_INCR && (room >> t->size) + t->beats > fit)
        room = (fit - t->beats) << t->size;
    t->addr += room;
}

static void fill(struct tn_axi_txn *t)
{
    for (unsigned i = 0; i < t->beats; i++) {
        unsigned offs[16], n = walk(t, i, offs);
        for (unsigned k = 0; k < 16; k++) /* lanes without strobe hold garbage */
            t->beat[i].data[k] = (uint8_t)tn_rng_next(&w.rng);
        for (unsigned k = 0; k < n; k++)
            if (tn_rng_chance(&w.rng, 7, 8))
                t->beat[i].strb |= (uint16_t)(1u << offs[k] % 16);
    }
}

static unsigned lengths(enum tn_axi_burst burst)
{
    if (burst == TN_AXI_WRAP)
        return 2u << tn_rng_below(&w.rng, 4);
    if (burst == TN_AXI_FIXED)
        return 1 + (unsigned)tn_rng_below(&w.rng, 16);
    return 1 + (unsigned)tn_rng_below(&w.rng, tn_rng_chance(&w.rng, 1, 40) ? 256 : 12);
}

static void issue(void)
{
    struct access a = {.page = (unsigned)tn_rng_below(&w.rng, PAGES)};
    unsigned id = (unsigned)tn_rng_below(&w.rng, IDS);
    enum tn_axi_burst burst = (enum tn_axi_burst)tn_rng_below(&w.rng, 3);
    bool write = tn_rng_chance(&w.rng, 1, 2);
    a.pdid = id / 2;
    a.armed = tn_rng_chance(&w.rng, 1, 12);
    if (w.writers[a.pdid][a.page] || ((write || a.armed) && w.readers[a.pdid][a.page]))
        return;
    if (a.armed)
        assert_int_equal(tn_memory_arm(w.mem, a.pdid, va_of(a.page)), 0);
    if (write || a.armed)
        w.writers[a.pdid][a.page]++;
    else
        w.readers[a.pdid][a.page]++;
    a.t = tn_axi_new(lengths(burst));
    assert_non_null(a.t);
    a.t->write = write;
    a.t->burst = burst;
    a.t->id = id;
    a.t->addr = va_of(a.page);
    a.t->order = (enum tn_axi_order)tn_rng_below(&w.rng, 3);
    shape(a.t);
    if (write)
        fill(a.t);
    assert_int_equal(tn_axi_issue(w.cpu, a.t), 0);
    w.open[w.open_n++] = a;
}

static struct tn_stall pattern(void)
{
    struct tn_stall s = {.num = 1 + (uint32_t)tn_rng_below(&w.rng, 5), .seed = tn_rng_next(&w.rng)};
    static const enum tn_stall_kind kinds[] = {TN_STALL_NONE, TN_STALL_RANDOM, TN_STALL_PERIODIC,
                                               TN_STALL_BURST};
    s.kind = kinds[tn_rng_below(&w.rng, 4)];
    s.den = s.num + 1 + (uint32_t)tn_rng_below(&w.rng, 4);
    return s;
}

/* Another rhythm, when nothing is under way. */
static void new_phase(void)
{
    struct tn_memory_timing t = {.seed = tn_rng_next(&w.rng)};
    for (int ch = 0; ch < TN_AXI_CHANNELS; ch++) {
        struct tn_stall a = pattern(), b = pattern();
        assert_int_equal(tn_axi_stall(w.cpu, (enum tn_axi_channel)ch, &a), 0);
        assert_int_equal(tn_memory_stall(w.mem, (enum tn_axi_channel)ch, &b), 0);
    }
    t.read_min = 1 + (uint32_t)tn_rng_below(&w.rng, 10);
    t.read_max = t.read_min + (uint32_t)tn_rng_below(&w.rng, 80);
    t.write_min = 1 + (uint32_t)tn_rng_below(&w.rng, 10);
    t.write_max = t.write_min + (uint32_t)tn_rng_below(&w.rng, 80);
    t.reorder = tn_rng_chance(&w.rng, 2, 3);
    t.interleave = tn_rng_chance(&w.rng, 1, 2);
    assert_int_equal(tn_memory_timing(w.mem, &t), 0);
    w.hold = tn_rng_chance(&w.rng, 1, 2);
    tn_memory_policy(w.mem, w.hold ? TN_MEMORY_HOLD : TN_MEMORY_ERROR);
}

static void drain(void)
{
    uint64_t end = tn_sim_cycle() + 200000;
    while (w.open_n && tn_sim_cycle() < end) {
        tn_sim_step(1);
        reap();
    }
    assert_int_equal(w.open_n, 0);
    assert_int_equal(w.held_n, 0);
    assert_int_equal(tn_memory_held(w.mem), 0);
}

static void set_up(void)
{
    memset(&w, 0, sizeof w);
    tn_rng_seed(&w.rng, tn_sim_seed(), 0);
    tn_sim_reset(4);
    w.cpu = tn_axi_find("cpu");
    w.mem = tn_memory_find("mem");
    tn_memory_clear(w.mem);
    loop_answers(w.cpu);
    tn_memory_clear(w.mem);
    tn_memory_domain(w.mem, TN_MEMORY_BY_BANK);
    tn_memory_range(w.mem, 0, 0x7000000000);
    tn_memory_on_fault(w.mem, on_fault, NULL);
    tn_handshake_subscribe(on_verdict, NULL);
    for (unsigned b = 0; b < IDS; b++)
        tn_memory_bind(w.mem, b, (int32_t)b / 2);
    for (unsigned d = 0; d < PDIDS; d++)
        for (unsigned p = 0; p < PAGES; p++)
            assert_int_equal(tn_memory_map(w.mem, d, va_of(p), frame(d, p), TN_PAGE,
                                           TN_MEMORY_READ | TN_MEMORY_WRITE), 0);
}

static void random_bursts_read_what_was_written(void **state)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 1000, 1);
    struct still still;
    unsigned phase = 0;
    static uint8_t there[TN_PAGE];
    (void)state;
    set_up();
    still_begin(&still);
    while (w.done < wanted && w.broken < ENOUGH && !still_stands(&still, w.done)) {
        if (w.done >= phase) {
            drain();
            new_phase();
            phase = w.done + PHASE;
        }
        if (w.open_n < OPEN && tn_rng_chance(&w.rng, 2, 3))
            issue();
        tn_sim_step(1 + tn_rng_below(&w.rng, 6));
        reap();
    }
    drain();
    for (unsigned d = 0; d < PDIDS; d++)
        for (unsigned p = 0; p + 1 < PAGES; p++) {
            tn_memory_peek(w.mem, frame(d, p), there, sizeof there);
            assert_memory_equal(there, w.bytes[d][p], sizeof there);
        }
    memset(w.bytes[0][0], 0, TN_PAGE);
    for (unsigned p = 0; p < PAGES; p++) { /* no write went past the tables */
        tn_memory_peek(w.mem, va_of(p), there, sizeof there);
        assert_memory_equal(there, w.bytes[0][0], sizeof there);
    }
    tn_axi_judge_finish();
    tn_sim_sent(w.done);
    assert_int_equal(w.broken, 0);
    assert_int_equal(w.astray, 0);
    loop_kept();
    assert_int_equal(tn_memory_faults(w.mem), w.faults);
    assert_true(w.faults > 0);
    printf("digest %016llx: %u transactions, %u faults, %llu cycles\n",
           (unsigned long long)w.digest, w.done, w.faults, (unsigned long long)tn_sim_cycle());
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_bursts_read_what_was_written)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
