/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's sends, gets, misses and errors, one scenario each; the judge stands
 * beside all.
 */
#include "ni.h"

enum { N = 5000 };

static struct ape_message message(unsigned to_far, uint64_t here, uint64_t there, uint32_t n)
{
    return (struct ape_message){.node = ni_node(to_far < FARS ? far_own[to_far] : OWN),
                                .pid = PID,
                                .here = here,
                                .there = there,
                                .length = n,
                                .event = true};
}

static int buffer(struct ape_user *u, uint64_t vaddr, uint32_t n, unsigned flags)
{
    return ape_register_buffer(u, &(struct ape_buffer){PID, vaddr, n, flags});
}

static void holds(struct tn_ape_host *h, uint64_t vaddr, const uint8_t *bytes, size_t n)
{
    static const uint8_t none[SOURCE_N];
    static uint8_t got[SOURCE_N];
    tn_ape_host_peek(h, PID, vaddr, got, n);
    RULE("APN-MEM-2", memcmp(got, bytes ? bytes : none, n) == 0);
}

static void puts_that_miss_their_buffer_have_their_cause(void **state)
{
    static const struct {
        unsigned at, n, cause;
    } bad[] = {{0x20000, 10, TN_APN_NOBUF}, {N - 5, 6, TN_APN_OVERRUN}, {N, 1, TN_APN_NOBUF}};
    (void)state;
    assert_true(buffer(ni_user(), PLACE, N, APE_FOR_PUT) >= 0);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct ape_message m = message(FARS, SOURCE, PLACE + bad[i].at, bad[i].n);
        assert_int_equal(ape_rdma_put(ni_far_user(i), &m), 0);
        assert_int_equal(ni_expect(APE_ERROR, bad[i].cause).bytes, 0);
    }
    holds(&ni.b.host, PLACE, NULL, N + 100);
    ni_rest();
}

static void page_that_is_not_there_is_an_error(void **state)
{
    const uint8_t none[APE_PAGE] = {0};
    const struct ape_message m = message(FARS, SOURCE, PLACE, N);
    (void)state;
    assert_true(buffer(ni_user(), PLACE, N, APE_FOR_PUT) >= 0);
    tn_memory_poke(ni.b.host.memory, TN_APE_TABLES, none, sizeof none);
    assert_int_equal(ape_rdma_put(ni_far_user(0), &m), 0);
    ni_expect(APE_ERROR, TN_APN_PAGE);
    ni_rest();
}

static void packets_that_are_harmed_are_told(void **state)
{
    struct tn_apn_packet p = {.type = TN_APN_PUT,
                              .pid = PID,
                              .dst = OWN,
                              .src = far_own[0],
                              .len = 300,
                              .addr = PLACE,
                              .msg = 1000};
    (void)state;
    assert_true(buffer(ni_user(), PLACE, N, APE_FOR_PUT) >= 0);
    p.crc_wrong = true;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_ERROR, TN_APN_CRC);
    p.crc_wrong = false;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    p.pkt = 2; /* packet 1 is missing */
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_GAP).bytes, 300);
    p.pkt = 3;
    p.last = true;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    p.msg++;
    p.pkt = 0;
    p.err = true;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_ERROR, TN_APN_GAP);
    p.err = false;
    p.ool = true;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_ERROR, TN_APN_OOL);
    p.ool = false;
    p.addr = PLACE + 4000;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_ERROR, TN_APN_CROSS);
    p.addr = PLACE;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    ni_rest();
}

static void malformed_packets_are_dropped(void **state)
{
    struct tn_apn_packet p = {.type = TN_APN_PUT,
                              .pid = PID,
                              .dst = OWN,
                              .src = far_own[0],
                              .len = 30,
                              .addr = PLACE,
                              .last = true};
    (void)state;
    assert_true(buffer(ni_user(), PLACE, N, APE_FOR_PUT) >= 0);
    for (unsigned i = 0; i < 4; i++) {
        struct tn_apn_packet q = p;
        q.alone = i == 0;
        q.type = i == 1 ? 2 : q.type;
        q.dst = i == 2 ? OWN ^ 1 : q.dst;
        q.type = i == 3 ? TN_APN_GET : q.type;
        tn_ape_ni_bench_give(&ni.b, i % 2, &q);
    }
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    ni_rest();
}

static void sends_take_free_buffers(void **state)
{
    const struct ape_message m = message(FARS, SOURCE + 4000, 0, N);
    int slot[2];
    (void)state;
    for (unsigned i = 0; i < 2; i++)
        slot[i] = buffer(ni_user(), PLACE + 0x1000ull + 0x10000ull * i, N, APE_FOR_SEND);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(ape_rdma_send(ni_far_user(i), &m), 0);
        assert_int_equal(ni_expect(APE_RECEIVED, TN_APN_SEND).slot, slot[i]);
        holds(&ni.b.host, PLACE + 0x1000ull + 0x10000ull * i, ni.source + 4000, N);
    }
    assert_int_equal(ape_rdma_send(ni_far_user(2), &m), 0);
    ni_expect(APE_ERROR, TN_APN_NOBUF);
    assert_int_equal(ape_release_buffer(ni_user(), slot[1]), 0);
    assert_int_equal(ape_rdma_send(ni_far_user(2), &m), 0);
    assert_int_equal(ni_expect(APE_RECEIVED, TN_APN_SEND).slot, slot[1]);
    ni_rest();
}

static void send_leaves(void **state)
{
    const struct ape_message m = message(1, SOURCE + 4000, 0, N);
    (void)state;
    assert_true(buffer(ni_far_user(1), PLACE, N, APE_FOR_SEND) >= 0);
    assert_int_equal(ape_rdma_send(ni_user(), &m), 0);
    ni_expect(APE_SENT, TN_APN_SEND);
    ni_far_expect(1, APE_RECEIVED, TN_APN_SEND);
    holds(&ni.far[1].host, PLACE, ni.source + 4000, N);
    ni_rest();
}

static void get_fetches(void **state)
{
    struct ape_message m = message(0, PLACE + 7, SOURCE + 100, 12000);
    (void)state;
    assert_true(buffer(ni_user(), PLACE, 0x4000, APE_FOR_PUT) >= 0);
    assert_true(buffer(ni_far_user(0), SOURCE, SOURCE_N, APE_FOR_GET) >= 0);
    m.tag = 0xabcd0001;
    assert_int_equal(ape_rdma_get(ni_user(), &m), 0);
    ni_expect(APE_SENT, TN_APN_GET);
    const struct ape_event e = ni_expect(APE_RECEIVED, TN_APN_REPLY);
    assert_int_equal(e.number, m.tag);
    assert_int_equal(e.bytes, 12000);
    holds(&ni.b.host, PLACE + 7, ni.source + 100, 12000);
    ni_rest();
}

static void get_is_served_and_refused(void **state)
{
    struct ape_message m = message(FARS, PLACE + 7, SOURCE + 100, 12000);
    (void)state;
    assert_true(buffer(ni_user(), SOURCE, SOURCE_N, APE_FOR_GET) >= 0);
    for (unsigned f = 0; f < FARS; f++) {
        assert_true(buffer(ni_far_user(f), PLACE, 0x4000, APE_FOR_PUT) >= 0);
        assert_int_equal(ape_rdma_get(ni_far_user(f), &m), 0);
        ni_rest();
    }
    for (unsigned f = 0; f < FARS; f++) {
        ni_far_expect(f, APE_SENT, TN_APN_GET);
        ni_far_expect(f, APE_RECEIVED, TN_APN_REPLY);
        holds(&ni.far[f].host, PLACE + 7, ni.source + 100, 12000);
    }
    m.there = SOURCE + SOURCE_N - 100;
    m.tag = 1;
    assert_int_equal(ape_rdma_get(ni_far_user(1), &m), 0);
    ni_rest();
    ni_far_expect(1, APE_SENT, TN_APN_GET);
    ni_far_expect(1, APE_ERROR, TN_APN_GET_REFUSED);
}

static void get_that_is_refused_or_never_answered_is_told(void **state)
{
    struct ape_message m = message(0, PLACE, SOURCE, 100);
    (void)state;
    assert_true(buffer(ni_user(), PLACE, 0x4000, APE_FOR_PUT) >= 0);
    m.tag = 1;
    assert_int_equal(ape_rdma_get(ni_user(), &m), 0);
    ni_expect(APE_SENT, TN_APN_GET);
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_GET_REFUSED).number, 1);
    tn_apn_judge_put(ni.b.judge, 0x1084, 2000);
    assert_int_equal(tn_axi_write32(ni.b.cpu, 0x1084, 2000), TN_AXI_OKAY); /* GET_TIMEOUT */
    m.node = ni_node(0x7fff);                                              /* nobody */
    m.tag = 2;
    const uint64_t asked = tn_sim_cycle();
    assert_int_equal(ape_rdma_get(ni_user(), &m), 0);
    ni_expect(APE_SENT, TN_APN_GET);
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_GET_TIMEOUT).number, 2);
    RULE("APN-TIM-1",
         tn_sim_cycle() >= asked + 2000 && tn_sim_cycle() <= asked + 2000 + 4096 + 400);
    ni_rest();
}

static void message_without_its_end_runs_out(void **state)
{
    const struct tn_apn_packet p = {.type = TN_APN_PUT,
                                    .pid = PID,
                                    .dst = OWN,
                                    .src = far_own[1],
                                    .len = 300,
                                    .addr = PLACE,
                                    .msg = 5};
    (void)state;
    assert_true(buffer(ni_user(), PLACE, N, APE_FOR_PUT) >= 0);
    assert_int_equal(tn_axi_write32(ni.b.cpu, 0x1080, 3000), TN_AXI_OKAY); /* MSG_TIMEOUT */
    tn_ape_ni_bench_give(&ni.b, 1, &p);
    const uint64_t sent = tn_sim_cycle();
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_TIMEOUT).bytes, 300);
    RULE("APN-TIM-1", tn_sim_cycle() >= sent + 3000 && tn_sim_cycle() <= sent + 3000 + 4096 + 800);
    ni_rest();
}

static void buffer_that_goes_in_a_message_ends_it(void **state)
{
    struct tn_apn_packet p = {.type = TN_APN_PUT,
                              .pid = PID,
                              .dst = OWN,
                              .src = far_own[0],
                              .len = 300,
                              .addr = PLACE,
                              .msg = 3};
    (void)state;
    const int slot = buffer(ni_user(), PLACE, N, APE_FOR_PUT);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    tn_ape_ni_bench_step(&ni.b, 1000);
    RULE("APN-CMD-1", ape_unregister_buffer(ni_user(), slot) == 0);
    p.pkt = 1;
    p.last = true;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_UNREG).bytes, 300);
    ni_rest();
}

static void message_beyond_the_table_is_refused(void **state)
{
    const uint16_t sources = (uint16_t)(1u << tn_sim_param("MSG_LOG2"));
    struct tn_apn_packet p = {
        .type = TN_APN_PUT, .pid = PID, .dst = OWN, .len = 8, .addr = PLACE, .msg = 3};
    (void)state;
    assert_true(buffer(ni_user(), PLACE, N, APE_FOR_PUT) >= 0);
    for (p.src = 1; p.src <= sources + 1; p.src++) {
        tn_ape_ni_bench_give(&ni.b, 0, &p);
        p.addr += 8;
    }
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_BUSY).source.z, (sources + 1) & 31);
    ni_rest();
}

static void tag_that_is_open_is_refused(void **state)
{
    struct ape_message m = message(0, PLACE, SOURCE, 100);
    (void)state;
    m.node = ni_node(0x7fff); /* nobody */
    m.tag = 2;
    assert_int_equal(ape_rdma_get(ni_user(), &m), 0);
    ni_expect(APE_SENT, TN_APN_GET);
    assert_int_equal(ape_rdma_get(ni_user(), &m), 0);
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_TAG).number, 2);
    ni_rest();
}

static void bad_descriptors_are_told(void **state)
{
    struct ape_message m = message(0, SOURCE, PLACE, 100);
    uint8_t bytes[8] = {1, 0, 0, 0, 2};
    (void)state;
    assert_true(buffer(ni_far_user(0), PLACE, 0x4000, APE_FOR_PUT) >= 0);
    m.tag = 77;
    /* the ring's first descriptor has a type that is none */
    tn_memory_poke(ni.b.host.memory, TN_APE_RING + 8, bytes, sizeof bytes);
    tn_apn_judge_put(ni.b.judge, 0x1010, 1);
    assert_int_equal(tn_axi_write32(ni.b.cpu, 0x1010, 1), TN_AXI_OKAY);
    ni_user()->write = 1;
    ni_expect(APE_ERROR, TN_APN_DESC);
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    assert_int_equal(ni_expect(APE_SENT, TN_APN_PUT).number, 77);
    ni_rest();
    ni_far_expect(0, APE_RECEIVED, TN_APN_PUT);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        NI_TEST(puts_that_miss_their_buffer_have_their_cause),
        NI_TEST(page_that_is_not_there_is_an_error),
        NI_TEST(packets_that_are_harmed_are_told),
        NI_TEST(malformed_packets_are_dropped),
        NI_TEST(sends_take_free_buffers),
        NI_TEST(send_leaves),
        NI_TEST(get_fetches),
        NI_TEST(get_is_served_and_refused),
        NI_TEST(get_that_is_refused_or_never_answered_is_told),
        NI_TEST(message_without_its_end_runs_out),
        NI_TEST(buffer_that_goes_in_a_message_ends_it),
        NI_TEST(message_beyond_the_table_is_refused),
        NI_TEST(tag_that_is_open_is_refused),
        NI_TEST(bad_descriptors_are_told),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
