/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Answers from end to end (ape_ni.md 7.7), and messages of the ring that end early (section 4), one
 * scenario each; the judge stands beside all but those with errors of the host's memory.
 */
#include "rare.h"

enum {
    NOBODY = 0x7fff,
    ACK_TIMEOUT = 0x1090,
    TX_WRITE = 0x1010,
    TX_PACKETS = 0x3004,
    RX_LATE = 0x301c,
    ACK_SENT = 0x3038,
    ACK_DROPPED = 0x303c,
    DESC_N = 64,
    DESC_WORDS = 8
};

/* The last packet that left, and their number. */
static struct tn_apn_packet kept;
static unsigned kept_n;

static void keep(void *ctx, const struct tn_apn_packet *p)
{
    (void)ctx;
    kept = *p;
    kept_n++;
}

/* A packet that left comes back. */
static void come_back(void *ctx, const struct tn_apn_packet *p)
{
    (void)ctx;
    tn_ape_ni_bench_give(&ni.b, 0, p);
}

static struct ape_message message(uint16_t node, uint32_t tag)
{
    return (struct ape_message){.node = ni_node(node),
                                .pid = PID,
                                .here = SOURCE,
                                .there = PLACE,
                                .length = 300,
                                .tag = tag,
                                .answer = true};
}

/* A packet that asks for an answer. */
static struct tn_apn_packet asks(uint32_t msg, uint16_t len)
{
    struct tn_apn_packet p = put(0, msg, len, PLACE);
    p.ask = true;
    return p;
}

static void message_that_is_whole_is_acked(void **state)
{
    struct ape_message m = message(far_own[0], 5);
    (void)state;
    assert_true(
        ape_register_buffer(ni_far_user(0), &(struct ape_buffer){PID, PLACE, N, APE_FOR_PUT}) >= 0);
    m.length = N;
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    const struct ape_event e = ni_expect(APE_ACKED, 0);
    RULE("APN-EVT-1", e.number == 5 && e.pid == PID && e.bytes == 0 &&
                          (e.source.x << 10 | e.source.y << 5 | e.source.z) == far_own[0]);
    ni_rest();
    ni_far_expect(0, APE_RECEIVED, TN_APN_PUT);
}

static void message_that_is_refused_is_acked_with_its_cause(void **state)
{
    const struct ape_message m = message(far_own[1], 6);
    (void)state;
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    RULE("APN-EVT-1", ni_expect(APE_ACKED, TN_APN_NOBUF).number == 6);
    ni_rest();
}

static void far_node_learns_the_end_of_its_message(void **state)
{
    struct ape_message m = message(OWN, 7);
    (void)state;
    const int slot = buffer(PID, PLACE, N, APE_FOR_PUT);
    assert_true(slot >= 0);
    assert_int_equal(ape_rdma_put(ni_far_user(0), &m), 0);
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    ni_rest();
    assert_int_equal(ni_far_expect(0, APE_ACKED, 0).number, 7);
    RULE("APN-CMD-1", ape_unregister_buffer(ni_user(), slot) == 0);
    m.tag = 8;
    assert_int_equal(ape_rdma_put(ni_far_user(0), &m), 0);
    ni_expect(APE_ERROR, TN_APN_NOBUF);
    ni_rest();
    assert_int_equal(ni_far_expect(0, APE_ACKED, TN_APN_NOBUF).number, 8);
}

static void node_answers_itself(void **state)
{
    const struct ape_message m = message(OWN, 9);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    tn_ape_host_poke(&ni.b.host, PID, SOURCE, ni.source, 300);
    ni.b.left = come_back;
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    RULE("APN-EVT-1", ni_expect(APE_ACKED, 0).number == 9);
    ni_rest();
}

/* Nothing leaves, and more messages ask than the queue of answers holds: reception goes on, and the
 * answers that found no room are counted. */
static void full_queue_of_answers_does_not_stop_reception(void **state)
{
    const unsigned messages = (1u << tn_sim_param("ACK_LOG2")) + 8;
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    ni.b.busy = 16;
    for (unsigned i = 0; i < messages; i++) {
        const struct tn_apn_packet p = asks(i, 64);
        tn_ape_ni_bench_give(&ni.b, i % 2, &p);
        ni_expect(APE_RECEIVED, TN_APN_PUT);
    }
    RULE("APN-CNT-1", look(ACK_DROPPED) > 0 && look(ACK_SENT) == 0);
    ni.b.busy = 0;
    ni_rest();
    RULE("APN-CNT-1", look(ACK_SENT) + look(ACK_DROPPED) == messages);
}

/* A number whose answer is awaited is refused, and goes on to be awaited. */
static void number_that_is_awaited_is_refused(void **state)
{
    struct ape_message m = message(NOBODY, 1);
    struct tn_apn_packet p = {.type = TN_APN_ACK, .alone = true, .pid = PID, .dst = OWN};
    (void)state;
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    m.tag = 2;
    ni_user()->msg--;
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_TAG).number == 2);
    p.addr = tn_apn_ack_addr(NOBODY, PID, ni_user()->msg - 1, 0);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    RULE("APN-EVT-1", ni_expect(APE_ACKED, 0).number == 1);
    ni_rest();
}

/* As many answers are awaited as there is room for, from a node that does not answer: the next
 * message waits until a number is free, twice ACK_TIMEOUT later. */
static void message_that_finds_no_room_to_await_waits(void **state)
{
    const unsigned most = 1u << tn_sim_param("ACK_LOG2"), wait = 3000;
    (void)state;
    set(ACK_TIMEOUT, wait);
    for (unsigned i = 0; i <= most; i++) {
        const struct ape_message m = message(NOBODY, i);
        assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    }
    tn_ape_ni_bench_step(&ni.b, wait - 500);
    RULE("APN-PKT-3", look(TX_PACKETS) == most);
    for (unsigned i = 0; i <= most; i++) {
        struct ape_event e = {0};
        RULE_WAITED("APN-TIM-1", ape_wait_event(ni_user(), &e, 5ull * WAIT_CYC) == 0, "a timeout");
        RULE("APN-TIM-1", e.kind == APE_ERROR && e.cause == TN_APN_ACK_TIMEOUT && e.number <= most);
    }
    RULE("APN-PKT-3", look(TX_PACKETS) == most + 1);
    ni_rest();
}

/* Answers that nobody awaits: of another node, pid or number, out of lattice, and one that comes
 * twice. */
static void answers_of_nobody_are_dropped(void **state)
{
    struct ape_message m = message(NOBODY, 3);
    struct tn_apn_packet p = {.type = TN_APN_ACK, .alone = true, .pid = PID, .dst = OWN};
    const uint32_t msg = ni_user()->msg;
    (void)state;
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    tn_ape_ni_bench_step(&ni.b, 1000);
    for (unsigned k = 0; k < 6; k++) {
        struct tn_apn_packet q = p;
        q.pid ^= k == 1;
        q.ool = k == 3;
        q.addr = tn_apn_ack_addr((uint16_t)(NOBODY - (k == 0)), q.pid, msg + (k == 2), 0);
        q.addr ^= k == 5 ? 1ull << 33 : 0; /* a cause that its check does not know */
        if (k == 4)
            q.addr = msg;
        tn_ape_ni_bench_give(&ni.b, k % 2, &q);
    }
    tn_ape_ni_bench_step(&ni.b, 1000);
    RULE("APN-CNT-1", look(RX_LATE) == 6);
    p.addr = tn_apn_ack_addr(NOBODY, PID, msg, TN_APN_UNREG);
    tn_ape_ni_bench_give(&ni.b, 1, &p);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    RULE("APN-EVT-1", ni_expect(APE_ACKED, TN_APN_UNREG).number == 3);
    ni_rest();
    RULE("APN-CNT-1", look(RX_LATE) == 7);
}

/* The answer waits for the B of the message's data. */
static void answer_waits_for_the_writes(void **state)
{
    const struct tn_memory_timing slow = {1, 1, 900, 900, false, false, 1};
    const struct tn_apn_packet p = asks(1, 4000);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    assert_int_equal(tn_memory_timing(ni.b.host.memory, &slow), 0);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    ni_rest();
    RULE("APN-CNT-1", look(ACK_SENT) == 1);
}

/* Memory that is not there: what was received is answered with DMA; a message whose data cannot be
 * read is told with DMA, and its answer is not awaited: its number is free. */
static void errors_of_memory_are_answered(void **state)
{
    const struct tn_apn_packet p = asks(1, 300);
    struct ape_message m = message(far_own[0], 5);
    struct ape_event e;
    (void)state;
    kept_n = 0;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    tn_ape_host_pa(&ni.b.host, PID, SOURCE);
    ni.b.mute = true;
    ni.b.left = keep;
    set(ACK_TIMEOUT, 1000);
    assert_int_equal(tn_memory_range(ni.b.host.memory, 0, TN_APE_FRAMES), 0);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DMA).number == 1);
    tn_ape_ni_bench_step(&ni.b, 1000);
    RULE("APN-ACK-1", kept_n == 1 && kept.type == TN_APN_ACK &&
                          kept.addr == tn_apn_ack_addr(OWN, PID, 1, TN_APN_DMA));
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DMA).number == 5);
    RULE("APN-TIM-1", ape_wait_event(ni_user(), &e, 8000) != 0);
    ni_user()->msg--;
    m.tag = 6;
    assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DMA).number == 6);
    RULE("APN-PKT-3", kept_n == 1);
}

/* The ring's next descriptor, written by hand: of one packet. A GET of this kind asks for no byte.
 */
static void describe(unsigned type, uint16_t pid, uint32_t msg, unsigned length, bool last,
                     uint32_t tag)
{
    const uint64_t word[DESC_WORDS] = {0x2000,
                                       (uint64_t)far_own[0] << 48 | (uint64_t)last << 39 |
                                           (uint64_t)type << 32 | (uint64_t)pid << 16 | length,
                                       PLACE, (uint64_t)msg << 32 | tag};
    tn_memory_poke(ni.b.host.memory, TN_APE_RING + (uint64_t)DESC_N * ni_user()->write++,
                   (const uint8_t *)word, sizeof word); /* a little-endian host */
}

static void descriptor(uint16_t pid, uint32_t msg, unsigned length, bool last, uint32_t tag)
{
    describe(TN_APN_PUT, pid, msg, length, last, tag);
}

static void ring(void)
{
    set(TX_WRITE, ni_user()->write);
}

static void ring_and_wait(void)
{
    ring();
    tn_ape_ni_bench_step(&ni.b, 600);
}

/* One process's bad descriptor, at each place of its message, fails it alone: the next message, of
 * another process, comes whole to its receiver. So does one with the number of another process's
 * that has no end, and one with a bad GET inside. */
static void bad_descriptor_spoils_no_other_message(void **state)
{
    (void)state;
    assert_true(
        ape_register_buffer(ni_far_user(0), &(struct ape_buffer){PID, PLACE, N, APE_FOR_PUT}) >= 0);
    for (unsigned bad = 0; bad < 3; bad++) {
        for (unsigned k = 0; k < 3; k++)
            descriptor(PID + 1, 10 + bad, k == bad ? 0 : 16, k == 2, 10 * bad + k);
        descriptor(PID, 20 + bad, 16, true, 99);
    }
    descriptor(PID + 1, 23, 16, false, 99);
    descriptor(PID, 23, 16, true, 99);
    descriptor(PID, 24, 16, false, 99);
    describe(TN_APN_GET, PID, 24, 0, true, 30);
    descriptor(PID, 24, 16, true, 99);
    ring();
    for (unsigned bad = 0; bad < 3; bad++)
        for (unsigned k = bad; k < 3; k++)
            RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DESC).number == 10 * bad + k);
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DESC).number == 30);
    ni_rest();
    unsigned whole = 0;
    struct ape_event e;
    while (ape_wait_event(ni_far_user(0), &e, 0) == 0)
        whole += e.kind == APE_RECEIVED && e.pid == PID && e.number == 20 + whole;
    RULE("APN-PKT-2", whole == 5);
}

/* A descriptor that cannot be read ends the message under way, and no other. */
static void unreadable_descriptor_ends_its_message(void **state)
{
    (void)state;
    kept_n = 0;
    ni.b.mute = true;
    ni.b.left = keep;
    assert_int_equal(tn_memory_range(ni.b.host.memory, 0, TN_APE_RING + DESC_N), 0);
    assert_int_equal(
        tn_memory_range(ni.b.host.memory, TN_APE_RING + 2 * (uint64_t)DESC_N, TN_APE_FRAMES), 0);
    descriptor(PID + 1, 10, 16, false, 0);
    ring_and_wait();
    RULE("APN-PKT-2", kept_n == 1 && kept.pkt == 0);
    descriptor(PID + 1, 10, 16, false, 1); /* the one that is not there */
    ring_and_wait();
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DMA).number == 0);
    descriptor(PID + 1, 10, 16, false, 2);
    ring_and_wait();
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DESC).number == 2);
    RULE("APN-PKT-3", kept_n == 1);
    descriptor(PID, 11, 16, true, 3);
    ring_and_wait();
    RULE("APN-PKT-2", kept_n == 2 && kept.pkt == 0 && kept.msg == 11);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        NI_TEST(message_that_is_whole_is_acked),
        NI_TEST(message_that_is_refused_is_acked_with_its_cause),
        NI_TEST(far_node_learns_the_end_of_its_message),
        NI_TEST(node_answers_itself),
        NI_TEST(full_queue_of_answers_does_not_stop_reception),
        NI_TEST(number_that_is_awaited_is_refused),
        NI_TEST(message_that_finds_no_room_to_await_waits),
        NI_TEST(answers_of_nobody_are_dropped),
        NI_TEST(answer_waits_for_the_writes),
        NI_TEST(errors_of_memory_are_answered),
        NI_TEST(bad_descriptor_spoils_no_other_message),
        NI_TEST(unreadable_descriptor_ends_its_message),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
