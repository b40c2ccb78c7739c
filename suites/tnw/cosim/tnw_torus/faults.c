/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus in RTL whose lines err, whose links and nodes are reset, whose reception is full for
 * long: messages arrive whole or an error is reported, and no others are touched (tnw_torus.md 2
 * and 3). All messages go from node 0; its links 0 and 1 lead to node 1. TN_TNW_CAPTURE=f captures
 * the cable of node 0's x+ in the first test.
 */
#include "torus.h"

enum {
    PEER = 1,
    LINE_IN = 6 * PEER + 1, /* what node 0 sends on x+ comes in at link 1 of node 1 */
    LINE_BACK = 0,          /* and what answers */
    LEN = 1024,             /* of a message: 8 items */
};

/* What is done to a line, and what the link's registers count. */
static const struct fault {
    const char *name;
    uint64_t mask;
    unsigned cycles; /* 0: the line is cut for CUT_CYC */
    bool back;       /* the feedback's line */
} faults[] = {
    {"one bit of a packet", 1ull << 7, 1, false},
    {"a flag of a packet", 1ull << 32, 1, false},
    {"a burst of 30 words", 0x5a5a5a5a, 30, false},
    {"a bit of the answers, for 60 words", 1ull << 30, 60, true},
    {"a cut of 200 cycles", 0, 0, false},
};
enum { CUT_CYC = 200, FAULTS = sizeof faults / sizeof *faults };

/* The strike comes when a packet of the message is on the line. */
static struct {
    const struct fault *f;
    bool done;
    uint64_t at, mended; /* cycle of the strike, and of the first packet judged good behind it */
    uint64_t packets;
} strike;

static void hook(void *ctx, uint64_t cycle)
{
    struct tn_tnw_bench *b = ctx;
    const unsigned line = strike.f && strike.f->back ? LINE_BACK : LINE_IN;
    if (!strike.f || b->starts[PEER][1] < strike.packets + 3)
        return;
    if (!strike.at) {
        strike.at = cycle;
        if (strike.f->cycles)
            tn_tnw_bench_strike(line, strike.f->mask, strike.f->cycles);
        else
            tn_tnw_bench_cut(line, true);
    } else if (!strike.f->cycles && !strike.done && cycle > strike.at + CUT_CYC) {
        tn_tnw_bench_cut(line, false);
        strike.done = true;
    }
}

/* Node 1 receives on link 1 and, untouched, on link 0. */
static int node_1(struct tnw *t, bool both)
{
    struct tnw_done d;
    uint32_t h[2];
    const uint64_t at = base_of(PEER) + AT;
    EXPECT(tnwCredit(t, 1, VC, at, LEN, &h[0]) == 0);
    if (both)
        EXPECT(tnwCredit(t, 0, VC, at + 0x10000, LEN, &h[1]) == 0);
    EXPECT(torus_wait(PEER, h[0], &d) == 0 && d.bytes == LEN);
    strike.mended = tn_sim_cycle();
    if (both)
        EXPECT(torus_wait(PEER, h[1], &d) == 0 && d.bytes == LEN);
    return 0;
}

/* What node 0's link 0 has counted that says that this error was met. */
static uint32_t met(const struct fault *f)
{
    enum { TX_RESTARTS = 0x1048, FB_CRC = 0x1058, BAD_WORDS = 0x10a8 };
    uint32_t n = 0, bad = 0;
    tn_tnw_bench_io.read32(&torus.b.node[0], f && f->back ? FB_CRC : TX_RESTARTS, &n);
    if (f && f->back) /* a symbol that is none spoils the word, and with it the answer */
        tn_tnw_bench_io.read32(&torus.b.node[0], BAD_WORDS, &bad);
    return n + bad;
}

/* The test's end: its rule is kept where both nodes came through. */
static void ends(const char *rule, const char *expected)
{
    char found[64];
    snprintf(found, sizeof found, "programs ended with %d and %d", torus.result[0],
             torus.result[1]);
    torus_asks(rule, torus.result[0] == 0 && torus.result[1] == 0, expected, found);
    torus_end();
}

static int erring(void *arg, unsigned node)
{
    struct tnw *t = &torus.t[node];
    (void)arg;
    if (node > PEER)
        return 0;
    EXPECT(torus_open(node) == 0);
    for (unsigned i = 0; i <= FAULTS; i++) { /* the first without an error */
        const uint64_t begin = tn_sim_cycle();
        static uint64_t clean;
        if (node == PEER) {
            EXPECT(node_1(t, true) == 0);
            continue;
        }
        strike.f = i ? &faults[i - 1] : NULL;
        const uint32_t met_before = met(strike.f);
        strike.at = strike.mended = 0;
        strike.done = false;
        strike.packets = torus.b.starts[PEER][1];
        EXPECT(tnwSend(t, 0, VC, torus.data, LEN, 0) == 0);
        EXPECT(tnwSend(t, 1, VC, torus.data + LEN, LEN, 0) == 0);
        while (!strike.mended)
            EXPECT(tn_tnw_spmd_yield() == 0);
        EXPECT(torus_came(PEER, base_of(PEER) + AT, 0, LEN));
        while (tnwSent(t, 0, VC) == -EAGAIN || tnwSent(t, 1, VC) == -EAGAIN)
            EXPECT(tn_tnw_spmd_yield() == 0);
        EXPECT(tn_tnw_bench_pass(&torus.b, 300) == 0);
        EXPECT(torus_came(PEER, base_of(PEER) + AT + 0x10000, LEN, LEN));
        EXPECT(tn_memory_poke(torus.b.node[PEER].memory, base_of(PEER) + AT, torus.data + 4 * LEN,
                              LEN) == 0);
        const uint64_t took = strike.mended - begin;
        if (!i)
            clean = took;
        else
            EXPECT(strike.at != 0 && met(strike.f) > met_before);
        print_message("%s: %llu cycles, %lld more than without\n", i ? faults[i - 1].name : "clean",
                      (unsigned long long)took, (long long)(took - clean));
    }
    return 0;
}

static void line_errors_are_mended(void **state)
{
    (void)state;
    memset(&strike, 0, sizeof strike);
    torus_needs_two_cables();
    torus_start(0xff, false);
    torus.b.hook = hook;
    torus.b.hook_ctx = &torus.b;
    torus_capture();
    torus_run(erring, NULL, 30000);
    ends("TNW-TOR-6", "each message whole");
}

static int before(void *arg, unsigned node)
{
    (void)arg;
    return node > PEER ? 0 : torus_open(node);
}

/* Errors on all lines at random while messages go both ways. */
static int in_noise(void *arg, unsigned node)
{
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    uint32_t h;
    (void)arg;
    if (node > PEER)
        return 0;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned peer = node ^ PEER;
        EXPECT(tnwCredit(t, node ? 1 : 0, VC, base_of(node) + AT, LEN, &h) == 0);
        EXPECT(tnwSend(t, node ? 1 : 0, VC, torus.data + 64 * (3 * node + i), LEN, 0) == 0);
        EXPECT(torus_wait(node, h, &d) == 0);
        EXPECT(torus_came(node, base_of(node) + AT, 64 * (3 * peer + i), LEN));
    }
    return 0;
}

static void noise_on_all_lines_is_mended(void **state)
{
    (void)state;
    torus_needs_two_cables();
    torus_start(0, false); /* (whose words the rules would find bad) */
    torus_run(before, NULL, UP_CYC);
    tn_tnw_bench_noise(2);
    torus_run(in_noise, NULL, 30000);
    tn_tnw_bench_noise(0);
    ends("TNW-TOR-6", "each message whole");
}

/* Node 1 has no credit for long: node 0's send is held back (FIFO, txBuffer and txFifo have 48
 * items), its other link is not. */
static int full(void *arg, unsigned node)
{
    enum { LONG = 80 * 128, HELD_CYC = 4000 };
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    uint32_t h;
    (void)arg;
    if (node > PEER)
        return 0;
    EXPECT(torus_open(node) == 0);
    if (node == 0) {
        const uint64_t begin = tn_sim_cycle();
        EXPECT(tnwSend(t, 1, VC, torus.data + LONG, LEN, 0) == 0);
        EXPECT(tnwSend(t, 0, VC, torus.data, LONG, 0) == 0);
        print_message("reception full: 80 items injected in %llu cycles\n",
                      (unsigned long long)(tn_sim_cycle() - begin));
        return 0;
    }
    EXPECT(tnwCredit(t, 0, VC, base_of(node) + 2 * AT, LEN, &h) == 0);
    EXPECT(torus_wait(node, h, &d) == 0 && torus_came(node, base_of(node) + 2 * AT, LONG, LEN));
    EXPECT(tn_tnw_bench_pass(&torus.b, HELD_CYC) == 0);
    const uint64_t begin = tn_sim_cycle();
    EXPECT(tnwCredit(t, 1, VC, base_of(node) + AT, LONG, &h) == 0);
    EXPECT(torus_wait(node, h, &d) == 0 && torus_came(node, base_of(node) + AT, 0, LONG));
    print_message("... all there %llu cycles behind the credit\n",
                  (unsigned long long)(tn_sim_cycle() - begin));
    return 0;
}

static void reception_full_for_long(void **state)
{
    (void)state;
    torus_needs_two_cables();
    torus_start(0x3, false);
    torus_run(full, NULL, 20000);
    ends("TNW-TOR-6", "each message whole");
}

/* Node 1 is reset alone: links to it are FAILED, both sides reset them, messages go again. Node 0's
 * other links go on. */
static int behind(void *arg, unsigned node)
{
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    uint32_t h;
    (void)arg;
    if (node > PEER)
        return 0;
    if (node == PEER) { /* comes up when node 0 has reset its side */
        EXPECT(tnwOpen(t, &tn_tnw_wc_io, &torus.wc[node], 3, base_of(node) + TN_TNW_AT_NOTES) == 0);
        EXPECT(tnwCredit(t, 1, VC, base_of(node) + AT, LEN, &h) == 0);
        EXPECT(tnwWait(t, h, &d) == 0 && torus_came(node, base_of(node) + AT, 0, LEN));
        return 0;
    }
    EXPECT(tnwCredit(t, 0, VC, base_of(0) + AT, LEN, &h) == -ENOLINK);
    EXPECT(tnwSend(t, 1, VC, torus.data, LEN, 0) == -ENOLINK);
    EXPECT(tnwCredit(t, 2, VC, base_of(0) + AT, LEN, &h) == 0); /* y+ is not touched */
    EXPECT(tnwReset(t, 0) == 0 && tnwReset(t, 1) == 0);
    for (int l = 0; l < 2; l++)
        while (tnwSend(t, l, VC, torus.data, LEN, 0) == -ENOLINK)
            EXPECT(tn_tnw_spmd_yield() == 0);
    EXPECT(tnwTest(t, h, &d) == -EAGAIN);
    return 0;
}

static void one_node_is_reset(void **state)
{
    (void)state;
    torus_needs_two_cables();
    torus_start(0, false);
    torus_run(before, NULL, UP_CYC);
    assert_int_equal(torus.result[0] | torus.result[1], 0);
    tn_tnw_bench_hold(1 << PEER);
    tn_sim_step(2 * 4 + 60);
    tn_tnw_bench_hold(0);
    tn_sim_step(100);
    torus_run(behind, NULL, 10000);
    ends("TNW-TOR-7", "an error, and no other link touched");
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_errors_are_mended),
        cmocka_unit_test(noise_on_all_lines_is_mended),
        cmocka_unit_test(reception_full_for_long),
        cmocka_unit_test(one_node_is_reset),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
