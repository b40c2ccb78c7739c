/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Errors on the lines inside a torus under the exchange of a lattice: bits of any word, words lost,
 * doubled and swapped, whole packets lost, feedback spoiled or lost; with symbols (PCS_EN 1) bits
 * of symbols, symbols, lanes and lines for a time. The lattice ends byte for byte as in one
 * process, and each packet comes once and in order (tnw_link.md section 9). Without symbols the
 * cycles until the first packet behind each error are told. Without numbers (SEQ_OFF) the ledger
 * sees a packet twice.
 */
#include "ledger.h"

#include <errno.h>

enum {
    SET = TN_TNW_DEED_SET,
    LINKS = 6 * TN_TNW_BENCH_NODES,
    SPACING = 60,    /* with symbols: cycles from an error to the next */
    WAIT_CYC = 1500, /* a RESTART that does not come by then is not due */
    STILL_CYC = 4000,
    LINK = 0x1000,
    PER_LINK = 0x400,
};

/* Without symbols. */
static const struct strike {
    const char *name;
    enum tn_tnw_deed kind;
    unsigned place;
    uint64_t mask;
} strikes[] = {
    {"a bit of /S/", TN_TNW_DEED_FLIP, 0, 1u << 3},
    {"a bit of a START's feedback", TN_TNW_DEED_FLIP, 0, 1u << 17},
    {"a bit of a header", TN_TNW_DEED_FLIP, 1, 1u << 25},
    {"a bit of a payload word", TN_TNW_DEED_FLIP, 17, 1u << 31},
    {"a bit of a CRC", TN_TNW_DEED_FLIP, 34, 1u},
    {"START lost", TN_TNW_DEED_LOSE, 0, 0},
    {"payload word lost", TN_TNW_DEED_LOSE, 20, 0},
    {"CRC lost", TN_TNW_DEED_LOSE, 34, 0},
    {"payload word doubled", TN_TNW_DEED_DOUBLE, 12, 0},
    {"CRC doubled", TN_TNW_DEED_DOUBLE, 34, 0},
    {"START and header swapped", TN_TNW_DEED_SWAP, 0, 0},
    {"payload words swapped", TN_TNW_DEED_SWAP, 25, 0},
    {"packet lost whole", TN_TNW_DEED_GONE, 0, 0},
    {"a bit of a SET's feedback", TN_TNW_DEED_FLIP, SET, 1u << 29},
    {"SET lost", TN_TNW_DEED_LOSE, SET, 0},
    {"SET doubled", TN_TNW_DEED_DOUBLE, SET, 0},
};

/* With symbols: bits of a line for so many cycles; 0: it is cut for 40. */
static const struct hurt {
    const char *name;
    uint64_t mask;
    unsigned cycles;
} hurts[] = {
    {"a bit of a symbol", 1ull << 4, 1},
    {"two bits of a symbol, balanced or not", 3ull << 12, 1},
    {"a whole symbol", 0x3ffull << 20, 1},
    {"a bit of each lane", 0x0100401004ull >> 2, 1},
    {"a bit a symbol of a lane, for 3 symbols", 1ull << 7, 3},
    {"a lane for 40 symbols", 0x155ull << 30, 40},
    {"all lanes for 12 symbols", 0x5a5a5a5a5a, 12},
    {"a line cut for 40 cycles", 0, 0},
};
enum {
    STRIKES = sizeof strikes / sizeof *strikes,
    HURTS = sizeof hurts / sizeof *hurts,
    CUT_CYC = 40,
};

static struct {
    struct tn_tnw_lattice l;
    uint64_t *cells;
    struct tn_rng rng;
    unsigned n, all;      /* done, to be done */
    unsigned line;        /* of the last */
    uint64_t next, uncut; /* cycles */
    unsigned busy;        /* link that began a packet last, and when */
    uint64_t busy_at;
    uint64_t began[LINKS]; /* its last packet; and the busy one none for a while before that */
    bool first;
    unsigned now[LINKS]; /* deed + 1 on what this link sends, not yet mended; 0 none */
    bool again[LINKS];   /* a RESTART came behind it */
    uint64_t hit[STRIKES], took[STRIKES]; /* cycle; until the first packet behind it has come */
    uint64_t writes, moved;
    bool still;
} run;

static unsigned from_of(unsigned line)
{
    return 6 * tn_tnw_bench_neighbour(&torus.b, line / 6, line % 6) + (line % 6 ^ 1);
}

/* What links send: the mending of a deed; tap + 7: the deed itself. */
static void watch(void *ctx, const struct tn_tap_seen *seen)
{
    enum { SENT = TN_TNW_BENCH_WIRES + 2, DONE = TN_TNW_BENCH_DEED, PACKET = 35, BURST_CYC = 100 };
    const unsigned link = seen->data >> 48 & 0xff;
    (void)ctx;
    if (seen->id == DONE && !(seen->data & 7)) {
        run.next = seen->cycle;
    } else if (seen->id == DONE) {
        const unsigned from = from_of(run.line);
        run.hit[run.n] = seen->cycle;
        run.now[from] = ++run.n;
        run.again[from] = false;
        run.next = seen->cycle + 2 * WAIT_CYC; /* (until the line is as it was) */
    }
    if (seen->id != SENT || link >= LINKS)
        return;
    if ((seen->data & 0xf000000ff) == 0x1000000fb) {
        run.first = seen->cycle > run.began[link] + BURST_CYC;
        run.began[link] = seen->cycle;
        run.busy = link;
        run.busy_at = seen->cycle;
    }
    if (!run.now[link])
        return;
    const unsigned i = run.now[link] - 1;
    const struct tnw_word w = {(uint32_t)seen->data, (uint8_t)(seen->data >> 32 & 15)};
    const enum tnw_class class = tnw_classify(w);
    if (seen->cycle > run.hit[i] + WAIT_CYC)
        run.now[link] = 0;
    else if (class == TNW_SET && w.data >> 29 == 3)
        run.again[link] = true;
    else if (class == TNW_START && run.again[link]) {
        run.took[i] = seen->cycle + PACKET - run.hit[i];
        run.now[link] = 0;
    }
}

/* A line on which nothing is being mended. */
static void draw_line(void)
{
    const unsigned was = run.line;
    do
        run.line = (unsigned)tn_rng_below(&run.rng, 6 * torus.b.nodes);
    while (run.line == was || run.now[from_of(run.line)]);
}

/* On a line that packets come on just now, and nothing is being mended; feedback alone goes the
 * other way. */
static void do_deed(uint64_t cycle)
{
    enum { NOW_CYC = 30, PATIENCE_CYC = 400 };
    const struct strike *d = &strikes[run.n];
    const unsigned line = d->place == SET ? run.busy : from_of(run.busy);
    if (cycle > run.busy_at + NOW_CYC || run.now[from_of(line)])
        return;
    if (d->kind == TN_TNW_DEED_GONE && !run.first) /* (others come behind it, and are AHEAD) */
        return;
    run.line = line;
    tn_tnw_bench_deed(line, from_of(line), d->kind, d->place, 0, d->mask);
    run.next = cycle + PATIENCE_CYC; /* (nothing of it went there: another line) */
}

static void do_hurt(uint64_t cycle)
{
    const struct hurt *h = &hurts[run.n++ % HURTS];
    draw_line();
    if (h->cycles) {
        tn_tnw_bench_strike(run.line, h->mask, h->cycles);
    } else {
        tn_tnw_bench_cut(run.line, true);
        run.uncut = cycle + CUT_CYC;
    }
    run.next = cycle + SPACING;
}

static void hook(void *ctx, uint64_t cycle)
{
    struct tn_tnw_bench *b = ctx;
    uint64_t writes = 0;
    for (unsigned k = 0; k < b->nodes; k++)
        writes += b->node[k].writes;
    if (writes != run.writes)
        run.moved = cycle;
    run.writes = writes;
    if (cycle > run.moved + STILL_CYC) {
        run.still = true;
        b->until = 0;
    }
    if (run.uncut && cycle >= run.uncut) {
        tn_tnw_bench_cut(run.line, false);
        run.uncut = 0;
    }
    if (run.n < run.all && cycle >= run.next && !run.uncut) {
        if (b->pcs)
            do_hurt(cycle);
        else
            do_deed(cycle);
    }
}

static int program(void *arg, unsigned node)
{
    (void)arg;
    return tn_tnw_lattice_node(&run.l, node, &tn_tnw_wc_io, &torus.wc[node], base_of(node),
                               &torus.judge[node], run.cells + node * tn_tnw_lattice_words(&run.l));
}

/* Each step has a message on each link of each node. */
static void expect_faces(void)
{
    for (unsigned s = 0; s < run.l.steps; s++)
        for (unsigned k = 0; k < torus.b.nodes; k++)
            for (unsigned l = 0; l < 6; l++)
                ledger_expect(k, l, VC, base_of(k) + TN_TNW_AT_RECEIVE + TN_TNW_AT_STEP * l, NULL,
                              tn_tnw_lattice_halo(&run.l));
}

/* What the links' registers found (tnw_link.md sections 5 and 8): must says which have to. */
struct counter {
    const char *name;
    unsigned at;
    bool words, symbols; /* must not be 0 without symbols, with them */
};
static const struct counter found[] = {
    {"SKIPPED", 0x84, true, true},      {"BROKEN", 0x88, true, true},
    {"STRAY", 0x8c, true, false},       {"CRC", 0x90, true, false},
    {"DUP", 0x94, false, false},        {"AHEAD", 0x98, true, false},
    {"TAKEN", 0xa0, true, true},        {"FB_CRC", 0x58, true, false},
    {"BAD_WORDS", 0xa8, true, true},    {"ALIGN_LOST", 0xac, false, true},
    {"SYM_CODE", 0xb0, false, true},    {"SYM_DISP", 0xb4, false, true},
    {"PEER_RESET", 0x64, false, false}, {"RESTARTS", 0x48, true, true},
};

static void told(void)
{
    for (unsigned c = 0; c < sizeof found / sizeof *found; c++) {
        unsigned sum = 0;
        for (unsigned line = 0; line < 6 * torus.b.nodes; line++) {
            uint32_t v = 0;
            tn_tnw_bench_io.read32(&torus.b.node[line / 6],
                                   LINK + PER_LINK * (line % 6) + found[c].at, &v);
            sum += v;
        }
        print_message("%s %u\n", found[c].name, sum);
        if (!sum && (torus.b.pcs ? found[c].symbols : found[c].words))
            torus_broken("TNW-TOR-7", tn_sim_cycle(), "each kind of error counted", found[c].name);
    }
}

static int counters(void *arg, unsigned node)
{
    (void)arg;
    if (!node)
        told();
    return 0;
}

static bool as_one_process(void)
{
    const size_t words = torus.b.nodes * tn_tnw_lattice_words(&run.l);
    uint64_t *whole = calloc(words, sizeof *whole);
    assert_non_null(whole);
    assert_int_equal(tn_tnw_lattice_whole(&run.l, whole), 0);
    const bool same = memcmp(run.cells, whole, words * sizeof *whole) == 0;
    free(whole);
    return same;
}

static uint64_t exchange(unsigned edge, unsigned steps, unsigned errors)
{
    memset(&run, 0, sizeof run);
    torus_start(0, true); /* (whose words the rules would find bad) */
    ledger_start();
    run.l = (struct tn_tnw_lattice){.size = {torus.b.size[0], torus.b.size[1], torus.b.size[2]},
                                    .edge = edge,
                                    .steps = steps,
                                    .get_links = 0x2c,
                                    .vc = VC,
                                    .seed = tn_sim_seed()};
    run.cells = calloc(torus.b.nodes * tn_tnw_lattice_words(&run.l), sizeof *run.cells);
    assert_non_null(run.cells);
    tn_rng_seed(&run.rng, tn_sim_seed(), 31);
    run.all = errors;
    if (!torus.b.pcs) {
        assert_int_equal(tn_tap_subscribe(watch, NULL), 0);
        tn_tnw_bench_wires(true);
    }
    expect_faces();
    const uint64_t begin = tn_sim_cycle();
    run.moved = begin;
    run.next = begin + 400; /* (the links are UP) */
    torus.b.hook = hook;
    torus.b.hook_ctx = &torus.b;
    torus_run(program, NULL, 2000 + steps * 2000ull + errors * 800ull);
    const uint64_t took = tn_sim_cycle() - begin;
    torus_asks("TNW-TOR-8", !run.still, "each step to end", "an exchange that stands still");
    for (unsigned k = 0; k < torus.b.nodes; k++)
        if (torus.result[k])
            torus_broken("TNW-TOR-6", tn_sim_cycle(), "programs without an error", "one with");
    torus_asks("TNW-TOR-6", as_one_process(), "what one process computes", "other cells");
    return took;
}

static void each_kind_of_error_under_the_exchange(void **state)
{
    const bool pcs = tn_sim_param("PCS_EN") != 0;
    const unsigned errors = pcs ? 12 * HURTS : STRIKES, steps = pcs ? 9 : 8;
    (void)state;
    if (!pcs && tn_sim_param("STRIKES") != 1)
        skip();
    const uint64_t took = exchange(8, steps, errors);
    torus.b.hook = NULL;
    print_message("%u steps, %u errors: %llu cycles\n", steps, run.n, (unsigned long long)took);
    for (unsigned i = 0; !pcs && i < STRIKES; i++)
        if (run.took[i])
            print_message("%s: first packet %llu cycles behind it\n", strikes[i].name,
                          (unsigned long long)run.took[i]);
        else
            print_message("%s: nothing to be sent again\n", strikes[i].name);
    torus_asks("TNW-TOR-7", run.n == errors, "all errors done", "some that never met a word");
    torus_run(counters, NULL, 6 * torus.b.nodes * 1400ull);
    free(run.cells);
    ledger_end();
    torus_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_error_under_the_exchange),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
