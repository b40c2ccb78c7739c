/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A network processor as its host sees it (tnw_nwp.md 5, tnw_torus.md 3): the map of BAR0, the
 * reset of one link, a message longer than its credit. An argument: the one test to run.
 */
#include "lines.h"

enum {
    LEN = 128,
    LINK = 0x1000, /* blocks in BAR0, and from link to link */
    RCV = 0x4000,
    PUT = 0x6000,
    GET = 0x8000,
    PER_LINK = 0x400,
    PER_PAIR = 0x200,
    PER_GET = 0x100,
    PER_VC = 0x40,
    CREDITS = 0x18,
    FAILED = 4,     /* state of a link */
    NEXT_OF = 0x40, /* what NEXT of a window is set to, and the link */
};

static int get(unsigned addr, uint32_t *value)
{
    return tn_tnw_bench_io.read32(&torus.b.node[0], addr, value);
}

static int put(unsigned addr, uint32_t value)
{
    uint8_t bytes[4];
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    return tn_tnw_bench_io.write(&torus.b.node[0], 0, addr, bytes, sizeof bytes);
}

/* The register reads as the page says; what is said, when it does not. */
static bool reads(unsigned addr, uint32_t want)
{
    char expected[32], found[32];
    uint32_t got = ~want;
    if (get(addr, &got) == 0 && got == want)
        return true;
    snprintf(expected, sizeof expected, "%08x at %04x", want, addr);
    snprintf(found, sizeof found, "%08x", got);
    torus_broken("TNW-NWP-2", tn_sim_cycle(), expected, found);
    return false;
}

/* Where no register is: in the gaps between the blocks, and within each. */
static const unsigned unlisted[] = {0x0018, 0x0ffc, 0x1018, 0x2800, 0x3ffc, 0x4020,
                                    0x5000, 0x5ffc, 0x6010, 0x6c00, 0x8600, 0xfffc};
enum { UNLISTED = sizeof unlisted / sizeof *unlisted };

static int identities(void *arg, unsigned node)
{
    (void)arg;
    if (node)
        return 0;
    EXPECT(reads(0, 0x54500001) && reads(0x10, 4096));
    for (unsigned l = 0; l < 6; l++) {
        const uint32_t places = 1u << tn_sim_param("CREDIT_LOG2") << 8;
        EXPECT(reads(LINK + PER_LINK * l, 0x54570001));
        EXPECT(reads(RCV + PER_PAIR * l + PER_VC * VC + CREDITS, places));
        EXPECT(reads(PUT + PER_PAIR * l + PER_VC * VC, 0));
        EXPECT(reads(GET + PER_GET * l + 0x1c, 1u << tn_sim_param("DESC_LOG2") << 8));
    }
    for (unsigned i = 0; i < UNLISTED; i++)
        EXPECT(reads(unlisted[i], 0));
    return 0;
}

/* ID, STATUS of a link, CREDITS, DONE, STATUS of an engine: who writes them changes nothing. */
static const unsigned fixed[] = {0x0000, 0x100c, RCV + CREDITS, PUT + 0x0c, GET + 0x1c};

/* One register of each block and link that can be written, each its own value. */
static int written(void *arg, unsigned node)
{
    (void)arg;
    if (node)
        return 0;
    for (unsigned i = 0; i < UNLISTED; i++)
        EXPECT(put(unlisted[i], 0xffffffff) == 0);
    EXPECT(put(0x10, 4097) == 0);
    for (unsigned l = 0; l < 6; l++) {
        EXPECT(put(LINK + PER_LINK * l + 0x10, 0x1000 + l) == 0);
        EXPECT(put(RCV + PER_PAIR * l + PER_VC * VC, 0x2000 + l) == 0);
        EXPECT(put(PUT + PER_PAIR * l + PER_VC * VC, 0x3000 + l) == 0);
        EXPECT(put(GET + PER_GET * l + 0x0c, 0x4000 + l) == 0);
    }
    for (unsigned i = 0; i < sizeof fixed / sizeof *fixed; i++)
        EXPECT(put(fixed[i], 0xffffffff) == 0);
    EXPECT(reads(0x10, 4097) && reads(0, 0x54500001) && reads(fixed[2], 1u << tn_sim_param("CREDIT_LOG2") << 8));
    EXPECT(reads(fixed[3], 0) && reads(fixed[4], 1u << tn_sim_param("DESC_LOG2") << 8));
    for (unsigned l = 0; l < 6; l++) {
        EXPECT(reads(LINK + PER_LINK * l + 0x10, 0x1000 + l));
        EXPECT(reads(RCV + PER_PAIR * l + PER_VC * VC, 0x2000 + l));
        EXPECT(reads(PUT + PER_PAIR * l + PER_VC * VC, 0x3000 + l));
        EXPECT(reads(GET + PER_GET * l + 0x0c, 0x4000 + l));
    }
    for (unsigned i = 0; i < UNLISTED; i++)
        EXPECT(reads(unlisted[i], 0));
    return 0;
}

static void bar0_has_its_map(void **state)
{
    (void)state;
    torus_start(0, false);
    torus_run(identities, NULL, 10000);
    if (!torus.result[0])
        torus_run(written, NULL, 20000);
    assert_int_equal(torus.result[0], 0);
    torus_kept("TNW-NWP-2");
    torus_end();
}

static uint32_t handles[6]; /* node 0's credits */

/* Node 0 resets its link 0, and the far side does; what the others have stays. */
static int reset_link_0(void *arg, unsigned node)
{
    struct tnw *t = &torus.t[node];
    (void)arg;
    EXPECT(torus_open(node) == 0);
    if (node && node != lines_from(0) / 6)
        return 0;
    if (node) {
        for (uint32_t status = 0; (status & 7) != FAILED;) {
            const unsigned at = LINK + PER_LINK * 1 + 0x0c;
            EXPECT(tn_tnw_bench_io.read32(&torus.b.node[node], at, &status) == 0);
        }
        return tnwReset(t, 1);
    }
    for (int l = 0; l < 6; l++) {
        EXPECT(tnwCredit(t, l, VC, base_of(0) + AT + 0x1000 * (unsigned)l, LEN, &handles[l]) == 0);
        EXPECT(put(PUT + PER_PAIR * (unsigned)l + PER_VC * VC, NEXT_OF + (unsigned)l) == 0);
    }
    EXPECT(tnwReset(t, 0) == 0);
    for (unsigned l = 1; l < 6; l++) {
        uint32_t credits = 0, next = 0;
        EXPECT(get(RCV + PER_PAIR * l + PER_VC * VC + CREDITS, &credits) == 0);
        EXPECT(get(PUT + PER_PAIR * l + PER_VC * VC, &next) == 0);
        EXPECT((credits & 0xff) == 1 && next == NEXT_OF + l);
        EXPECT(put(PUT + PER_PAIR * l + PER_VC * VC, 0) == 0);
    }
    return 0;
}

/* What the other links were given credits for comes. */
static int to_node_0(void *arg, unsigned node)
{
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    (void)arg;
    for (int l = 0; l < 6; l++) {
        const int there = l ^ 1;
        if (tn_tnw_bench_neighbour(&torus.b, node, (unsigned)l) == 0 && there != 0)
            EXPECT(tnwSend(t, l, VC, torus.data + LEN * there, LEN, 0) == 0);
    }
    for (int l = 1; node == 0 && l < 6; l++) {
        EXPECT(torus_wait(0, handles[l], &d) == 0);
        EXPECT(torus_came(0, base_of(0) + AT + 0x1000 * (unsigned)l, LEN * (size_t)l, LEN));
    }
    return node == 0 && tnwTest(t, handles[0], &d) != -ECONNRESET ? __LINE__ : 0;
}

static void reset_of_a_link_leaves_the_others(void **state)
{
    (void)state;
    torus_needs_two_cables();
    lines_start();
    tn_sim_step(lines_up_cyc() + LINES_LATE);
    lines.fell = 0;
    torus_run(reset_link_0, NULL, 1100);
    tn_sim_step(LINES_LATE);
    const uint64_t both = 1 | 1ull << lines_from(0);
    torus_asks("TNW-NWP-2", lines.fell & 1, "link 0 reset by its CTRL", "that it was not");
    torus_asks("TNW-NWP-3", !(lines.fell & ~both), "link 0 and its far side alone not UP",
               "others that fell");
    torus_asks("TNW-NWP-3", torus.result[0] == 0, "credits and windows of other links as before",
               "others");
    if (!(lines.fell & 1)) {
        lines_end();
        return;
    }
    torus_run(to_node_0, NULL, 450);
    torus_asks("TNW-TOR-7", torus.result[0] == 0,
               "messages of other links, and -ECONNRESET of the one", "another end");
    tn_sim_step(LINES_LATE);
    torus_asks("TNW-NWP-3", lines.up == lines_all(), "all links UP behind the far side's reset",
               "some that are not");
    lines_end();
}

/* Node 0's link 5 gets twice what its credit has, and on another channel what fits. */
static int too_long(void *arg, unsigned node)
{
    const unsigned from = lines_from(5) / 6;
    struct tnw *t = &torus.t[node];
    const uint64_t at = base_of(0) + AT;
    struct tnw_done d;
    uint32_t h[2];
    uint8_t behind[LEN];
    (void)arg;
    if (node == 0 || node == from)
        EXPECT(torus_open(node) == 0);
    if (node == 0) {
        EXPECT(tnwCredit(t, 5, VC, at, LEN, &h[0]) == 0);
        EXPECT(tnwCredit(t, 5, VC + 1, at + 0x1000, LEN, &h[1]) == 0);
    }
    if (node == from) {
        EXPECT(tnwSend(t, 4, VC, torus.data, LEN, LEN) == 0); /* lies behind the credit */
        EXPECT(tnwSend(t, 4, VC + 1, torus.data + 2 * LEN, LEN, 0) == 0);
    }
    if (node)
        return 0;
    EXPECT(torus_wait(0, h[0], &d) == -EIO && d.cause != 0);
    EXPECT(torus_wait(0, h[1], &d) == 0 && torus_came(0, at + 0x1000, 2 * LEN, LEN));
    tn_memory_peek(torus.b.node[0].memory, at + LEN, behind, LEN);
    for (unsigned i = 0; i < LEN; i++)
        EXPECT(behind[i] == 0);
    return 0;
}

static void what_does_not_fit_is_reported(void **state)
{
    (void)state;
    torus_start(1, false);
    torus_run(too_long, NULL, 3000);
    torus_asks("TNW-TOR-7", torus.result[0] == 0, "a cause, and the other message", "another end");
    torus_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bar0_has_its_map),
        cmocka_unit_test(reset_of_a_link_leaves_the_others),
        cmocka_unit_test(what_does_not_fit_is_reported),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
