/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A cable between two nodes that goes down and up under traffic, and a channel that nobody reads
 * for long (tnw_link.md 4, 6, 8, 9; tnw_torus.md 3): each packet once and in order, or an error
 * that is reported and ended by the library; what it costs in cycles; all other links go on. The
 * cable is node 0's x+: its link 0, and link 1 of node 1.
 */
#include "flows.h"

enum {
    PEER = 1,
    LINE_THERE = 6 * PEER + 1, /* what node 0's link 0 sends */
    LINE_BACK = 0,
    TMO = 128, /* RESEND_TMO of both ends */
    LONG = 1500,
    ENDS = 2,
    BOTH = 3,      /* ends, as a set */
    LINK = 0x1000, /* registers, and from link to link */
    PER_LINK = 0x400,
    STATUS = 0x0c,
    RESEND_TMO = 0x10,
    TX_TIMEOUTS = 0x4c,
    FB_FULL = 0x54,
    PEER_RESET = 0x64,
    LOST = 0x68,
    CAUSE_FULL = 0x80 + 4 * 7,
    LEVEL = 0xc0,
};

enum { THERE, BACK, BESIDE, BESIDE_BACK, AGAIN, AGAIN_BACK };

/* What the outage is, and how far. */
static struct {
    enum { CUT, CUT_AND_RESET, RESET } kind;
    enum { GOING, DOWN, RESETTING, UP } phase;
    uint64_t at, up; /* cycles: down, whole again */
    bool told[ENDS];
    uint32_t timeouts, lost; /* as node 0's link says */
} out;

static uint32_t link_reads(unsigned node, unsigned reg)
{
    uint32_t value = 0xdeadbeef;
    tn_tnw_bench_io.read32(&torus.b.node[node], LINK + PER_LINK * node + reg, &value);
    return value;
}

/* (link 0 of node 0, link 1 of node 1) */
static int link_writes(unsigned node, unsigned reg, uint32_t value)
{
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8)};
    return tn_tnw_bench_io.write(&torus.b.node[node], 0, LINK + PER_LINK * node + reg, bytes, 4);
}

static void cut(bool on)
{
    tn_tnw_bench_cut(LINE_THERE, on);
    tn_tnw_bench_cut(LINE_BACK, on);
}

static void up_again(void)
{
    cut(false);
    out.phase = UP;
    out.up = tn_sim_cycle();
    ledger_mark();
    flows.f[AGAIN].stopped = flows.f[AGAIN_BACK].stopped = out.kind == CUT ? BOTH : 0;
}

static void hook(void *ctx, uint64_t cycle)
{
    (void)ctx;
    switch (out.phase) {
    case GOING:
        if (flows.f[THERE].came < 2 || flows.f[BACK].came < 2)
            return;
        out.at = cycle;
        out.phase = out.kind == RESET ? RESETTING : DOWN;
        if (out.kind != RESET)
            cut(true);
        return;
    case DOWN:
        if (out.kind == CUT && out.timeouts && cycle > out.at + LONG)
            up_again();
        else if (out.kind == CUT_AND_RESET && cycle > out.at + 500)
            out.phase = RESETTING;
        return;
    case RESETTING:
        if (out.told[0] && out.told[1])
            up_again();
        return;
    default:
        return;
    }
}

/* The library's recovery at one end: open credits of the link end, and say so. */
static int reset_end(unsigned node)
{
    struct flow *f = &flows.f[node ? THERE : BACK];
    struct tnw *t = &torus.t[node];
    flows.f[THERE].stopped |= 1u << node;
    flows.f[BACK].stopped |= 1u << node;
    EXPECT(tnwReset(t, (int)node) == 0);
    ledger_reset(node, node);
    for (unsigned i = f->came; i < f->given; i++) {
        struct tnw_done d = {0};
        const int r = tnwTest(t, f->credit[i % FLOW_OPEN], &d);
        tn_tnw_lib_judge_tested(&torus.judge[node], f->credit[i % FLOW_OPEN], r, &d);
        EXPECT(r == -ECONNRESET);
    }
    if (node == 0)
        out.lost = link_reads(0, LOST);
    out.told[node] = true;
    return 0;
}

/* What software of an end does. */
static int act(unsigned node)
{
    const struct flow *mine = &flows.f[node ? BACK : THERE];
    if (out.phase == DOWN && out.kind == CUT && node == 0 && tn_sim_cycle() > out.at + LONG)
        out.timeouts = link_reads(0, TX_TIMEOUTS);
    if (out.phase != RESETTING || out.told[node])
        return 0;
    if (out.kind == RESET && node == 0) { /* it learns so from the link, which FAILED */
        if (mine->error != -ENOLINK)
            return 0;
        EXPECT((link_reads(0, STATUS) & 7) == 4 && link_reads(0, PEER_RESET) == 1);
    }
    return reset_end(node);
}

/* New streams wait until the link is UP. */
static void again(void)
{
    for (unsigned i = AGAIN; i <= AGAIN_BACK; i++)
        if (flows.f[i].error == -ENOLINK)
            flows.f[i].error = 0;
}

static bool over(void)
{
    if (out.phase != UP)
        return false;
    const unsigned one = out.kind == CUT ? THERE : AGAIN;
    if (!flow_is_over(&flows.f[one]) || !flow_is_over(&flows.f[one + 1]))
        return false;
    flow_finish(&flows.f[BESIDE]);
    flow_finish(&flows.f[BESIDE_BACK]);
    return flows_are_over();
}

static int through_it(void *arg, unsigned node)
{
    (void)arg;
    if (node > PEER)
        return 0;
    EXPECT(torus_open(node) == 0);
    EXPECT(link_writes(node, RESEND_TMO, TMO) == 0);
    while (!over()) {
        again();
        flows_turn(node);
        EXPECT(act(node) == 0);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    return 0;
}

static void streams(void)
{
    enum { MANY = 200 };
    memset(&flows, 0, sizeof flows);
    /* what is cut is sent again and again: little of it; what is reset is lost: much */
    flow_add(0, 0, VC, false, out.kind == CUT ? 128 : 1024, out.kind == CUT ? 8 : 12);
    flow_add(PEER, 1, VC, false, out.kind == CUT ? 128 : 512, out.kind == CUT ? 8 : 12);
    flow_add(0, 1, VC, false, 512, MANY);
    flow_add(PEER, 0, VC + 1, true, 512, MANY);
    flow_add(0, 0, VC, false, 512, 3)->stopped = BOTH;
    flow_add(PEER, 1, VC, false, 512, 3)->stopped = BOTH;
}

/* Streams that were not to be touched; the program's ends. */
static void judged(const char *what)
{
    enum { PAUSE_CYC = 1000 }; /* (a program that is in tnwReset() does nothing for its streams) */
    char found[96];
    const struct flow *f = &flows.f[BESIDE], *g = &flows.f[BESIDE_BACK];
    snprintf(found, sizeof found, "%d and %d, %d and %d, pauses of %llu and %llu", torus.result[0],
             torus.result[1], f->error, g->error, (unsigned long long)f->pause,
             (unsigned long long)g->pause);
    torus_asks("TNW-TOR-7",
               !torus.result[0] && !torus.result[1] && !f->error && !g->error && f->came &&
                   g->came && f->pause < PAUSE_CYC && g->pause < PAUSE_CYC,
               what, found);
    ledger_end();
    torus_end();
}

/* Cycles from the cable's return to the first packet, at the slower end. */
static unsigned long long back_in(void)
{
    const uint64_t a = ledger.first[PEER][1], b = ledger.first[0][0];
    return (unsigned long long)((a > b ? a : b) - out.up);
}

static void goes_through(int kind)
{
    memset(&out, 0, sizeof out);
    out.kind = (unsigned)kind;
    torus_needs_two_cables();
    torus_start(0, false);
    ledger_start();
    streams();
    torus.b.hook = hook;
    torus_run(through_it, NULL, 12000);
}

static void cable_cut_for_long(void **state)
{
    (void)state;
    goes_through(CUT);
    /* the timeout that finds it whole, the RESTART, lanes, what is sent again up to there */
    const unsigned most = 2 * (TMO + 35) + 64 + 35 * 16;
    char found[64];
    snprintf(found, sizeof found, "the first %llu cycles behind it", back_in());
    torus_asks("TNW-TOR-6", out.phase == UP && out.timeouts > 2 && back_in() <= most,
               "packets on both ways soon behind the cable's return", found);
    print_message("cable cut for %llu cycles, %u timeouts: packets again %llu cycles behind it\n",
                  (unsigned long long)(out.up - out.at), out.timeouts, back_in());
    judged("streams of the other cable beside the cut");
}

static void cable_cut_and_links_reset(void **state)
{
    (void)state;
    goes_through(CUT_AND_RESET);
    torus_asks("TNW-TOR-7", out.lost > 0, "LOST counting what the reset lost", "0");
    print_message("cable cut, both ends reset, %u items LOST: packets again %llu cycles behind its "
                  "return\n",
                  out.lost, back_in());
    judged("streams of the other cable beside the cut and the resets");
}

static void one_end_is_reset_under_traffic(void **state)
{
    (void)state;
    goes_through(RESET);
    torus_asks("TNW-TOR-7", out.lost > 0, "LOST counting what the reset lost", "0");
    print_message(
        "one end reset, then the other: %llu cycles until both were, packets %llu later\n",
        (unsigned long long)(out.up - out.at), back_in());
    judged("streams of the other cable beside the resets");
}

/* Nobody reads channel FULL of the cable; its reverse direction and the other cable go on. */
enum { FULL_VC = 3, HELD_CYC = 3000 };
static struct {
    uint64_t at, given, whole; /* cycles: held, credits, the last of the messages */
    unsigned came;             /* of the other channel, while held */
    bool seen;
} full;

static int beside_full(void *arg, unsigned node)
{
    struct flow *f = &flows.f[0], *other = &flows.f[3];
    (void)arg;
    if (node > PEER)
        return 0;
    EXPECT(torus_open(node) == 0);
    if (node == 0) { /* less than it is held: what waits for its link is no error */
        const uint8_t bytes[4] = {500 & 0xff, 500 >> 8};
        EXPECT(tn_tnw_bench_io.write(&torus.b.node[0], 0, 0x10, bytes, 4) == 0);
    }
    full.at = tn_sim_cycle();
    while (!flow_is_over(f) || !flows_are_over()) {
        flows_turn(node);
        if (!full.seen && node == PEER && tn_sim_cycle() > full.at + HELD_CYC) {
            EXPECT(link_reads(PEER, LEVEL + 4 * FULL_VC) == 16);
            EXPECT(link_reads(PEER, CAUSE_FULL) > 1 && link_reads(0, FB_FULL) > 1);
            full.seen = true;
            full.came = other->came;
            full.given = tn_sim_cycle();
            ledger_mark();
            f->held = false;
        }
        if (f->came == f->count && !full.whole) {
            full.whole = tn_sim_cycle();
            flow_finish(&flows.f[1]);
            flow_finish(&flows.f[2]);
            flow_finish(other);
        }
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    return 0;
}

static void reception_full_on_one_channel(void **state)
{
    enum { PAUSE_CYC = 600 };
    (void)state;
    memset(&full, 0, sizeof full);
    memset(&flows, 0, sizeof flows);
    torus_needs_two_cables();
    torus_start(0, false);
    ledger_start();
    flow_add(0, 0, FULL_VC, false, 2048, 4)->held = true;
    const struct flow *back = flow_add(PEER, 1, FULL_VC, false, 512, 200);
    const struct flow *beside = flow_add(0, 1, FULL_VC, true, 512, 200);
    const struct flow *other = flow_add(0, 0, VC, false, 256, 200);
    torus_run(beside_full, NULL, 12000);
    char found[128];
    snprintf(found, sizeof found,
             "%d and %d, errors %d, %d, %d, %d, pauses of %llu, %llu, and %llu", torus.result[0],
             torus.result[1], flows.f[0].error, back->error, beside->error, other->error,
             (unsigned long long)back->pause, (unsigned long long)beside->pause,
             (unsigned long long)other->pause);
    torus_asks("TNW-TOR-7",
               !torus.result[0] && !torus.result[1] && !flows.f[0].error && !back->error &&
                   !beside->error && !other->error && back->pause < PAUSE_CYC &&
                   beside->pause < PAUSE_CYC && other->pause > HELD_CYC - 1000,
               "the way back and other links going on, the link's other channels held", found);
    print_message("channel full for %llu cycles: its first packet %llu, all 64 %llu cycles behind "
                  "the credits\n",
                  (unsigned long long)(full.given - full.at),
                  (unsigned long long)(ledger.first[PEER][1] - full.given),
                  (unsigned long long)(full.whole - full.given));
    ledger_end();
    torus_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cable_cut_for_long),
        cmocka_unit_test(cable_cut_and_links_reset),
        cmocka_unit_test(one_end_is_reset_under_traffic),
        cmocka_unit_test(reception_full_on_one_channel),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
