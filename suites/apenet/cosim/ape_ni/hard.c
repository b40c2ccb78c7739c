/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the network interface meets seldom, one scenario each: full queues, pages that come late or
 * never, errors of the host's memory, buffers that go while data are on their way. Where the page
 * leaves to time what comes (drops, errors of DMA), the judge is silent and the test looks at
 * events and memory itself.
 */
#include "rare.h"

/* More events than the queue holds come when the host reads again. */
static void full_event_queue_holds_reception_up(void **state)
{
    const unsigned events = 2u << EVQ_LOG2;
    struct ape_event e;
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    for (unsigned i = 0; i < events; i++) {
        const struct tn_apn_packet p = put(i % FARS, i, 8, PLACE + 8ull * i);
        tn_ape_ni_bench_give(&ni.b, i % 2, &p);
    }
    tn_ape_ni_bench_step(&ni.b, 6000);
    RULE("APN-EVT-2", look(EVQ_LOST) == 0 && look(STATUS) == 0);
    for (unsigned i = 0; i < events; i++)
        RULE_WAITED("APN-EVT-1", ape_wait_event(ni_user(), &e, WAIT_CYC) == 0,
                    "an event that waited");
    ni_rest();
}

/* EVQ_WAIT of all ones: reception stands for ever, and nothing is lost. */
static void wait_without_bound_loses_nothing(void **state)
{
    (void)state;
    set(EVQ_WAIT, 0xffffffff);
    full_event_queue_holds_reception_up(state);
}

/* Behind EVQ_WAIT events are dropped and counted, and none is written over one unread. */
static void event_queue_that_nobody_reads_drops(void **state)
{
    const unsigned events = 40, held = (1u << EVQ_LOG2) - 1;
    struct ape_event e;
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    set(EVQ_WAIT, 300);
    ni.b.mute = true;
    for (unsigned i = 0; i < events; i++) {
        const struct tn_apn_packet p = put(0, i, 8, PLACE + 8ull * i);
        tn_ape_ni_bench_give(&ni.b, 0, &p);
    }
    tn_ape_ni_bench_step(&ni.b, 6000);
    RULE("APN-EVT-2", look(EVQ_LOST) == events - held && look(STATUS) == 1);
    for (unsigned i = 0; i < held; i++) {
        RULE_WAITED("APN-EVT-2", ape_wait_event(ni_user(), &e, 10) == 0,
                    "an event of the full queue");
        RULE("APN-EVT-2", e.kind == APE_RECEIVED && e.number == i);
    }
    set(STATUS, 1);
    RULE("APN-CNT-1", look(STATUS) == 0);
    const struct tn_apn_packet p = put(0, 99, 8, PLACE);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    RULE_WAITED("APN-EVT-2", ape_wait_event(ni_user(), &e, WAIT_CYC) == 0 && e.number == 99,
                "the event behind those dropped");
}

/* Three wrong bits of a header that pass its SECDED: the packet comes with another buffer's
 * address, and a CRC that does not fit. Its data reach memory with CUT = 1 alone (hole A2;
 * ape_ni.md 7.6), and are told of all the same. */
static void data_of_a_harmed_packet_wait_for_the_footer(void **state)
{
    const bool cut = tn_sim_param("CUT") == 1;
    const struct tn_apn_packet sound = put(0, 1, 8, PLACE);
    struct tn_apn_packet harmed = put(0, 2, 64, PLACE + GUARD);
    uint8_t got[64], none[64] = {0};
    (void)state;
    memset(harmed.data, 0x5a, sizeof got);
    harmed.crc_wrong = true;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    tn_ape_ni_bench_give(&ni.b, 0, &sound); /* its page is in the TLB from now on */
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    ni.b.mute = cut;
    tn_ape_ni_bench_give(&ni.b, 0, &harmed);
    ni_expect(APE_ERROR, TN_APN_CRC);
    tn_ape_host_peek(&ni.b.host, PID, PLACE + GUARD, got, sizeof got);
    RULE("APN-MEM-1", memcmp(got, cut ? harmed.data : none, sizeof got) == 0);
    if (!cut)
        ni_rest();
}

/* The micro-controller does not answer: the packet fails, and the next one is asked anew. */
static void miss_without_an_answer_runs_out(void **state)
{
    const struct tn_apn_packet p = put(0, 1, 300, PLACE);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    set(MISS_TIMEOUT, 2000);
    ni.b.deaf = true;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    const uint64_t given = tn_sim_cycle();
    RULE("APN-TIM-1", ni_expect(APE_ERROR, TN_APN_MISS).number == 1);
    RULE("APN-TIM-1", tn_sim_cycle() >= given + 2000);
    ni.b.deaf = false;
    tn_ape_ni_bench_step(&ni.b, 500); /* the late answer, which has no effect */
    const struct tn_apn_packet q = put(0, 2, 300, PLACE);
    tn_ape_ni_bench_give(&ni.b, 0, &q);
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    ni_rest();
}

/* Two processes have the same virtual address: each packet goes to its own process's page. */
static void pages_belong_to_their_process(void **state)
{
    uint8_t got[200];
    (void)state;
    for (unsigned i = 0; i < 2; i++)
        assert_true(buffer((uint16_t)(PID + i), PLACE, N, APE_FOR_PUT) >= 0);
    for (unsigned i = 0; i < 4; i++) {
        struct tn_apn_packet p = put(0, i, sizeof got, PLACE);
        p.pid = (uint16_t)(PID + i % 2);
        memset(p.data, 0x10 + (int)i, sizeof got);
        tn_ape_ni_bench_give(&ni.b, 0, &p);
        ni_expect(APE_RECEIVED, TN_APN_PUT);
        tn_ape_host_peek(&ni.b.host, p.pid, PLACE, got, sizeof got);
        RULE("APN-MEM-1", memcmp(got, p.data, sizeof got) == 0);
    }
    ni_rest();
}

/* A buffer that is taken away and given anew has new pages: no old one may be found. */
static void pages_go_with_their_buffer(void **state)
{
    const struct tn_apn_packet p = put(0, 1, 300, PLACE), q = put(0, 2, 300, PLACE);
    const uint8_t none[APE_PAGE] = {0};
    (void)state;
    const int slot = buffer(PID, PLACE, N, APE_FOR_PUT);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    assert_int_equal(ape_unregister_buffer(ni_user(), slot), 0);
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    tn_memory_poke(ni.b.host.memory, TN_APE_TABLES, none, sizeof none);
    tn_ape_ni_bench_give(&ni.b, 0, &q);
    ni_expect(APE_ERROR, TN_APN_PAGE);
    ni_rest();
}

/* Returns whether a write of data is on its way: its address was taken, and its B is owed. */
static bool writing(void)
{
    return ni.b.aw > ni.b.bs;
}

/* UNREGISTER while a DMA write is on its way: its result is pending until the B has come (A13). */
static void unregister_waits_for_the_writes(void **state)
{
    const struct tn_memory_timing slow = {1, 1, 900, 900, false, false, 1};
    const struct tn_apn_packet p = put(0, 1, 4000, PLACE);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    assert_int_equal(tn_memory_timing(ni.b.host.memory, &slow), 0);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    for (unsigned i = 0; i < WAIT_CYC && !writing(); i++)
        tn_ape_ni_bench_step(&ni.b, 1);
    assert_true(writing());
    set(CMD_PID, PID);
    set(CMD_VADDR, (uint32_t)PLACE);
    set(CMD_VADDR + 4, (uint32_t)((uint64_t)PLACE >> 32));
    set(CMD_OP, OP_UNREGISTER);
    RULE("APN-CMD-1", writing() && look(CMD_RESULT) >> 31);
    for (unsigned i = 0; i < WAIT_CYC && look(CMD_RESULT) >> 31; i += 4)
        tn_ape_ni_bench_step(&ni.b, 4);
    RULE("APN-CMD-1", look(CMD_RESULT) == 0 && !writing());
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    ni_rest();
}

/* UNREGISTER while data are read for a reply: pending until they have come. */
static void unregister_waits_for_the_reads(void **state)
{
    const struct tn_memory_timing slow = {900, 900, 1, 1, false, false, 1};
    struct ape_message m = {.node = ni_node(OWN),
                            .pid = PID,
                            .here = PLACE,
                            .there = SOURCE,
                            .length = 3000,
                            .event = true};
    struct ape_event e;
    (void)state;
    assert_true(buffer(PID, SOURCE, SOURCE_N, APE_FOR_GET) >= 0);
    assert_true(ape_register_buffer(ni_far_user(0),
                                    &(struct ape_buffer){PID, PLACE, 0x4000, APE_FOR_PUT}) >= 0);
    assert_int_equal(tn_memory_timing(ni.b.host.memory, &slow), 0);
    assert_int_equal(ape_rdma_get(ni_far_user(0), &m), 0);
    for (unsigned i = 0; i < WAIT_CYC && ni.b.ars == ni.b.rs; i++)
        tn_ape_ni_bench_step(&ni.b, 1);
    assert_true(ni.b.ars > ni.b.rs);
    set(CMD_PID, PID);
    set(CMD_VADDR, SOURCE);
    set(CMD_VADDR + 4, 0);
    set(CMD_OP, OP_UNREGISTER);
    RULE("APN-CMD-1", ni.b.ars > ni.b.rs && look(CMD_RESULT) >> 31);
    for (unsigned i = 0; i < WAIT_CYC && look(CMD_RESULT) >> 31; i += 4)
        tn_ape_ni_bench_step(&ni.b, 4);
    RULE("APN-CMD-1", ni.b.ars == ni.b.rs);
    ni_rest();
    assert_int_equal(ape_wait_event(ni_far_user(0), &e, 10), 0);
    assert_int_equal(e.kind, APE_SENT);
}

/* Fills in a request for bytes, under a tag. */
static void ask(struct tn_apn_packet *p, uint32_t bytes, uint32_t tag)
{
    for (unsigned i = 0; i < 8; i++)
        p->data[i] = (uint8_t)((uint64_t)PLACE >> 8 * i);
    for (unsigned i = 0; i < 4; i++) {
        p->data[8 + i] = (uint8_t)(bytes >> 8 * i);
        p->data[12 + i] = (uint8_t)(tag >> 8 * i);
    }
}

/* More requests than the queue holds are refused; more than that of refusals holds are dropped and
 * counted. */
static void requests_beyond_the_queue_are_refused(void **state)
{
    const unsigned queue = 1u << tn_sim_param("GET_LOG2"), asked = 3 * queue + 4;
    struct tn_apn_packet p = {.type = TN_APN_GET,
                              .pid = PID,
                              .dst = OWN,
                              .src = far_own[0],
                              .len = 16,
                              .addr = SOURCE,
                              .last = true};
    unsigned refused, dropped;
    (void)state;
    assert_true(buffer(PID, SOURCE, SOURCE_N, APE_FOR_GET) >= 0);
    ni.b.mute = true;
    ni.b.left = NULL;
    ni.b.busy = 16; /* the router takes nothing */
    for (unsigned i = 0; i < asked; i++) {
        p.msg = i;
        ask(&p, 100, i);
        tn_ape_ni_bench_give(&ni.b, 0, &p);
    }
    tn_ape_ni_bench_step(&ni.b, 6000);
    refused = look(GET_REFUSED);
    dropped = look(GET_DROPPED);
    RULE("APN-GET-1", refused >= queue && dropped >= 1 && dropped + refused + queue <= asked);
    ni.b.busy = 0;
    tn_ape_ni_bench_step(&ni.b, 8000);
    RULE("APN-GET-1", look(0x3004) == asked - dropped); /* TX_PACKETS */
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        NI_TEST(full_event_queue_holds_reception_up),
        NI_TEST(wait_without_bound_loses_nothing),
        NI_TEST(event_queue_that_nobody_reads_drops),
        NI_TEST(miss_without_an_answer_runs_out),
        NI_TEST(pages_belong_to_their_process),
        NI_TEST(pages_go_with_their_buffer),
        NI_TEST(unregister_waits_for_the_writes),
        NI_TEST(unregister_waits_for_the_reads),
        NI_TEST(requests_beyond_the_queue_are_refused),
        NI_TEST(data_of_a_harmed_packet_wait_for_the_footer),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
