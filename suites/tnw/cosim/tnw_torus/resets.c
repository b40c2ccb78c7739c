/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Descriptors of Nget that wait when their link is reset (tnw_pi.md 5, tnw_torus.md 3 and 4): none
 * of their bytes comes into a credit that is given behind the reset, each has its notification, and
 * a link beside it knows nothing of it. The cable is node 0's x+: its link 0, and link 1 of node 1.
 */
#include "flows.h"

enum {
    GETS = 4, /* with more items than txFifo, txBuffer and the FIFO of the receiver take */
    LONG = 2048,
    LEN = 512,
    WAITS_CYC = 500, /* until items are everywhere */
    ENDS_CYC = 1000, /* of all descriptors, behind the reset */
    LEVEL = 0x14c0,  /* registers: node 1's link 1, channel 0 */
    LOST = 0x1068,   /* node 0's link 0 */
    GET_THERE = 0x801c,
    GET_FAILED = 0x00ac,
};

enum { BESIDE };

static struct {
    enum { WAITING, RESET_ONE, RESET_BOTH } phase;
    uint32_t there, failed, before, lost;
    uint64_t at, ended;
    bool over;
} run;

static uint32_t reads(unsigned node, unsigned addr)
{
    uint32_t value = 0xdeadbeef;
    tn_tnw_bench_io.read32(&torus.b.node[node], addr, &value);
    return value;
}

static uint64_t source_of(unsigned get)
{
    return base_of(0) + AT + 0x1000 * (uint64_t)get;
}

/* Turns of the stream beside it, until so many cycles went by. */
static int pass(unsigned node, uint64_t cycles)
{
    const uint64_t from = tn_sim_cycle();
    while (tn_sim_cycle() < from + cycles) {
        flows_turn(node);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    return 0;
}

/* Node 0: descriptors for a receiver without credits, until the link takes no more. */
static int give_descriptors(uint32_t *h)
{
    for (unsigned i = 0; i < GETS; i++) {
        EXPECT(tn_memory_poke(torus.b.node[0].memory, source_of(i), torus.data + 2048 + 1024 * i,
                              LONG) == 0);
        EXPECT(tnwGet(&torus.t[0], 0, VC, source_of(i), LONG, 0, &h[i]) == 0);
    }
    EXPECT(pass(0, WAITS_CYC) == 0);
    run.there = reads(0, GET_THERE) & 0xff;
    return 0;
}

/* The reset at the sender's end: each handle ends; and soon each descriptor, with a notification.
 */
static int sender_resets(const uint32_t *h)
{
    struct tnw_done d;
    run.at = tn_sim_cycle();
    EXPECT(tnwReset(&torus.t[0], 0) == 0);
    run.phase = RESET_ONE;
    run.lost = reads(0, LOST);
    for (unsigned i = GETS - run.there; i < GETS; i++) {
        const int r = tnwTest(&torus.t[0], h[i], &d);
        tn_tnw_lib_judge_tested(&torus.judge[0], h[i], r, &d);
        EXPECT(r == -ECONNRESET);
    }
    while (reads(0, GET_THERE) & 0xff && tn_sim_cycle() < run.at + ENDS_CYC)
        EXPECT(pass(0, 20) == 0);
    run.ended = tn_sim_cycle();
    run.failed = reads(0, GET_FAILED);
    return 0;
}

/* ... and the messages behind it, by Nget and by Pput. */
static int sends_again(void)
{
    struct tnw *t = &torus.t[0];
    const uint64_t src = source_of(GETS);
    struct tnw_done d;
    uint32_t h = 0;
    int r = -ENOLINK;
    EXPECT(tn_memory_poke(torus.b.node[0].memory, src, torus.data, LEN) == 0);
    while (r == -ENOLINK || r == -EBUSY) {
        EXPECT(pass(0, 20) == 0);
        r = tnwGet(t, 0, VC, src, LEN, 0, &h);
    }
    EXPECT(r == 0);
    EXPECT(torus_wait(0, h, &d) == 0 && d.bytes == LEN);
    EXPECT(tnwSend(t, 0, VC, torus.data + LEN, LEN, 0) == 0);
    return 0;
}

static int sender(void)
{
    uint32_t h[GETS];
    EXPECT(give_descriptors(h) == 0);
    EXPECT(reads(1, LEVEL + 4 * VC) > 0);
    EXPECT(sender_resets(h) == 0);
    while (run.phase != RESET_BOTH)
        EXPECT(pass(0, 20) == 0);
    return sends_again();
}

/* Node 1: credits behind the reset, which the messages behind the reset fill. */
static int receiver(void)
{
    struct tnw_done d;
    uint32_t h, second;
    int r = -ENOLINK;
    while (run.phase != RESET_ONE)
        EXPECT(pass(1, 20) == 0);
    EXPECT(tnwReset(&torus.t[1], 1) == 0);
    ledger_expect(1, 1, VC, base_of(1) + AT, torus.data, LEN);
    while (r == -ENOLINK) {
        EXPECT(pass(1, 20) == 0);
        r = tnwCredit(&torus.t[1], 1, VC, base_of(1) + AT, LEN, &h);
        run.phase = RESET_BOTH;
    }
    EXPECT(r == 0);
    ledger_expect(1, 1, VC, base_of(1) + AT + LEN, torus.data + LEN, LEN);
    EXPECT(tnwCredit(&torus.t[1], 1, VC, base_of(1) + AT + LEN, LEN, &second) == 0);
    EXPECT(torus_wait(1, h, &d) == 0 && d.bytes == LEN);
    EXPECT(torus_wait(1, second, &d) == 0 && d.bytes == LEN);
    EXPECT(pass(1, 300) == 0); /* what comes behind them comes without a credit */
    run.before = reads(1, LEVEL + 4 * VC);
    run.over = true;
    flow_finish(&flows.f[BESIDE]);
    return 0;
}

static int reset_with_descriptors(void *arg, unsigned node)
{
    (void)arg;
    if (node > 1)
        return 0;
    EXPECT(torus_open(node) == 0);
    EXPECT((node ? receiver() : sender()) == 0);
    while (!run.over || !flows_are_over()) {
        flows_turn(node);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    return 0;
}

static void judged(void)
{
    enum { PAUSE_CYC = 1500 };
    const struct flow *f = &flows.f[BESIDE];
    char found[96];
    snprintf(found, sizeof found, "programs %d and %d; %u packets behind it", torus.result[0],
             torus.result[1], run.before);
    torus_asks("TNW-TOR-6", !torus.result[0] && !torus.result[1] && run.before == 0,
               "the messages behind the reset, and nothing of those before it", found);
    snprintf(found, sizeof found, "%u there, %u failed, in %llu cycles", run.there, run.failed,
             (unsigned long long)(run.ended - run.at));
    torus_asks("TNW-TOR-7",
               run.there > 1 && run.failed == run.there && run.ended < run.at + ENDS_CYC,
               "a notification with a cause for each descriptor that waited", found);
    snprintf(found, sizeof found, "error %d, %u came, a pause of %llu", f->error, f->came,
             (unsigned long long)f->pause);
    torus_asks("TNW-TOR-7", !f->error && f->came && f->pause < PAUSE_CYC,
               "the link beside it going on", found);
    print_message("reset with %u descriptors there: all ended %llu cycles behind it, %u items "
                  "LOST\n",
                  run.there, (unsigned long long)(run.ended - run.at), run.lost);
    ledger_end();
    torus_end();
}

static void descriptors_that_wait_when_their_link_is_reset(void **state)
{
    (void)state;
    memset(&run, 0, sizeof run);
    memset(&flows, 0, sizeof flows);
    torus_needs_two_cables();
    torus_start(0, false);
    ledger_start();
    flow_add(0, 1, VC, true, LEN, 200);
    torus_run(reset_with_descriptors, NULL, 12000);
    judged();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptors_that_wait_when_their_link_is_reset),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
