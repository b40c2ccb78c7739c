/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages that the network interface meets seldom, one scenario each: descriptors and packets at
 * the edges of what the page allows, tags that die, errors of the host's memory. Where the page
 * leaves to time what comes, the judge is silent and the test looks at events and registers itself.
 */
#include "rare.h"

/* A packet of no bytes is accepted without a page, and ends its message. */
static void packet_without_bytes_ends_its_message(void **state)
{
    struct tn_apn_packet p = put(0, 7, 300, PLACE), q = put(0, 7, 0, PLACE + 300);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    p.last = false;
    q.pkt = 1;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    tn_ape_ni_bench_give(&ni.b, 0, &q);
    assert_int_equal(ni_expect(APE_RECEIVED, TN_APN_PUT).bytes, 300);
    ni_rest();
}

/* Memory that is not there: the message's event is error DMA at either side. */
static void errors_of_memory_are_told(void **state)
{
    const struct ape_message m = {.node = ni_node(far_own[0]),
                                  .pid = PID,
                                  .here = SOURCE,
                                  .there = PLACE,
                                  .length = 300,
                                  .tag = 5,
                                  .event = true};
    const struct tn_apn_packet p = put(0, 1, 300, PLACE);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    ni.b.mute = true;
    assert_int_equal(tn_memory_range(ni.b.host.memory, 0, TN_APE_FRAMES),
                     0); /* no page of processes */
    const uint64_t pa = tn_ape_host_pa(&ni.b.host, PID, SOURCE);
    assert_true(pa >= TN_APE_FRAMES);
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DMA).number == 5);
    RULE("APN-PKT-3", look(0x3004) == 0); /* nothing was sent */
    RULE("APN-CNT-1", look(DMA_ERRORS) == 1);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DMA).number == 1);
    RULE("APN-CNT-1", look(DMA_ERRORS) == 2);
}

/* A later packet of a message must lie in the message's buffer, whatever other buffers there are.
 */
static void packet_beyond_its_message_buffer_fails(void **state)
{
    struct tn_apn_packet p = put(0, 1, 300, PLACE), q = put(0, 1, 300, PLACE + (uint64_t)N - 100);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    assert_true(buffer(PID, PLACE + (uint64_t)N - 200, N, APE_FOR_PUT) >= 0);
    p.last = false;
    q.pkt = 1;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    tn_ape_ni_bench_give(&ni.b, 0, &q);
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_OVERRUN).bytes, 300);
    ni_rest();
}

/* Asks a node that does not answer for bytes. */
static void ask_nobody(uint32_t tag)
{
    const struct ape_message m = {.node = ni_node(0x7fff),
                                  .pid = PID,
                                  .here = PLACE,
                                  .there = SOURCE,
                                  .length = 300,
                                  .tag = tag,
                                  .event = true};
    assert_int_equal(ape_rdma_get(ni_user(), &m), 0);
    RULE("APN-EVT-1", ni_expect(APE_SENT, TN_APN_GET).number == tag);
}

/* A tag is dead for GET_TIMEOUT behind its timeout, and free then. */
static void tag_that_died_is_free_again(void **state)
{
    struct ape_event e = {0};
    (void)state;
    ni.b.mute = true; /* the model's tags stay dead */
    set(0x1084, 1000);
    ask_nobody(2);
    RULE("APN-TIM-1", ni_expect(APE_ERROR, TN_APN_GET_TIMEOUT).number == 2);
    tn_ape_ni_bench_step(&ni.b, 1000 + 4096 + 400);
    ask_nobody(2);
    RULE_WAITED("APN-TIM-1", ape_wait_event(ni_user(), &e, WAIT_CYC) == 0, "the second timeout");
    assert_int_equal(e.cause, TN_APN_GET_TIMEOUT);
}

static void reply_of_another_node_is_late(void **state)
{
    struct tn_apn_packet p = put(1, 2, 300, PLACE);
    (void)state;
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
    ask_nobody(2);
    p.type = TN_APN_REPLY;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_rest();
}

/* The ring's next descriptor is written by hand: type, length and source are free. */
static void descriptor(unsigned type, unsigned length, uint64_t source, uint32_t tag)
{
    uint64_t word[8] = {source,
                        (uint64_t)far_own[0] << 48 | 1ull << 39 | (uint64_t)type << 32 |
                            (uint64_t)PID << 16 | length,
                        PLACE, tag};
    uint8_t bytes[64];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    tn_memory_poke(ni.b.host.memory, TN_APE_RING + 64ull * ni_user()->write++, bytes, sizeof bytes);
    set(0x1010, ni_user()->write);
}

static void descriptors_of_wrong_length_are_told(void **state)
{
    (void)state;
    descriptor(TN_APN_PUT, 0, 0x2000, 1);
    descriptor(TN_APN_SEND, 4097, 0x2000, 2);
    descriptor(TN_APN_PUT, 17, 0x2ff0, 3);
    for (uint32_t tag = 1; tag <= 3; tag++)
        RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DESC).number == tag);
    ni_rest();
}

static void buffer_without_the_flag_refuses(void **state)
{
    struct ape_message m = {.node = ni_node(OWN),
                            .pid = PID,
                            .here = PLACE,
                            .there = SOURCE,
                            .length = 300,
                            .event = true};
    (void)state;
    assert_true(buffer(PID, SOURCE, SOURCE_N, 0) >= 0);
    assert_int_equal(ape_rdma_get(ni_far_user(0), &m), 0);
    ni_rest();
    ni_far_expect(0, APE_SENT, TN_APN_GET);
    ni_far_expect(0, APE_ERROR, TN_APN_GET_REFUSED);
}

/* The buffer of a message went; the next message of that source is whole all the same. */
static void entry_is_not_gone_for_the_next_message(void **state)
{
    struct tn_apn_packet p = put(0, 3, 300, PLACE);
    (void)state;
    const int slot = buffer(PID, PLACE, N, APE_FOR_PUT);
    p.last = false;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    tn_ape_ni_bench_step(&ni.b, 1000);
    RULE("APN-CMD-1", ape_unregister_buffer(ni_user(), slot) == 0);
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    p.msg = 4;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    p.pkt = 1;
    p.last = true;
    p.addr += 300;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    assert_int_equal(ni_expect(APE_ERROR, TN_APN_GAP).number, 3);
    assert_int_equal(ni_expect(APE_RECEIVED, TN_APN_PUT).bytes, 600);
    ni_rest();
}

/* Two messages, of whole pages and the rest, leave one after the other, whatever order memory
 * answers in. */
static void two_messages_leave_in_order(void **state)
{
    const struct tn_memory_timing mixed = {1, 300, 1, 30, true, true, tn_sim_seed()};
    struct ape_message m = {.node = ni_node(far_own[0]),
                            .pid = PID,
                            .here = SOURCE,
                            .there = PLACE,
                            .length = 2 * APE_PAGE + 100,
                            .event = true};
    (void)state;
    assert_true(ape_register_buffer(ni_far_user(0),
                                    &(struct ape_buffer){PID, PLACE, 0x4000, APE_FOR_PUT}) >= 0);
    assert_int_equal(tn_memory_timing(ni.b.host.memory, &mixed), 0);
    ni.b.busy = 8;
    for (m.tag = 0; m.tag < 2; m.tag++)
        assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    for (m.tag = 0; m.tag < 2; m.tag++)
        RULE("APN-EVT-4", ni_expect(APE_SENT, TN_APN_PUT).number == m.tag);
    ni_rest();
    for (m.tag = 0; m.tag < 2; m.tag++)
        ni_far_expect(0, APE_RECEIVED, TN_APN_PUT);
}

/* Messages of three descriptors each, until the ring has come to its first place again. */
static void reads_of_descriptors_stay_in_the_ring(void **state)
{
    struct ape_message m = {.node = ni_node(far_own[0]),
                            .pid = PID,
                            .here = SOURCE + APE_PAGE - 10,
                            .there = PLACE,
                            .length = APE_PAGE + 20,
                            .event = true};
    (void)state;
    assert_true(ape_register_buffer(ni_far_user(0),
                                    &(struct ape_buffer){PID, PLACE, 0x4000, APE_FOR_PUT}) >= 0);
    for (m.tag = 0; m.tag < 23; m.tag++) {
        assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
        RULE("APN-EVT-1", ni_expect(APE_SENT, TN_APN_PUT).number == m.tag);
    }
    ni_rest();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        NI_TEST(packet_without_bytes_ends_its_message),
        NI_TEST(errors_of_memory_are_told),
        NI_TEST(packet_beyond_its_message_buffer_fails),
        NI_TEST(tag_that_died_is_free_again),
        NI_TEST(reply_of_another_node_is_late),
        NI_TEST(descriptors_of_wrong_length_are_told),
        NI_TEST(buffer_without_the_flag_refuses),
        NI_TEST(entry_is_not_gone_for_the_next_message),
        NI_TEST(two_messages_leave_in_order),
        NI_TEST(reads_of_descriptors_stay_in_the_ring),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
