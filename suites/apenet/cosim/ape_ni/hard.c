/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the network interface meets seldom, one scenario each: full queues, pages that come late or
 * never, errors of the host's memory, buffers that go while data are on their way. Where the page
 * leaves to time what comes (drops, errors of DMA), the judge is silent and the test looks at
 * events and memory itself.
 */
#include "ni.h"

enum {
    N = 5000,
    EVQ_LOG2 = 5, /* as the bench opens its host */
    EVQ_READ = 0x1030,
    STATUS = 0x1038,
    CMD_PID = 0x1040,
    CMD_VADDR = 0x1048,
    CMD_OP = 0x1060,
    CMD_RESULT = 0x1064,
    OP_UNREGISTER = 2,
    MISS_TIMEOUT = 0x1088,
    EVQ_WAIT = 0x108c,
    GET_REFUSED = 0x3020,
    GET_DROPPED = 0x3024,
    EVQ_LOST = 0x3028,
    DMA_ERRORS = 0x3034
};

static struct tn_apn_packet put(unsigned f, uint32_t msg, uint16_t len, uint64_t addr)
{
    return (struct tn_apn_packet){.type = TN_APN_PUT,
                                  .pid = PID,
                                  .dst = OWN,
                                  .src = far_own[f],
                                  .len = len,
                                  .addr = addr,
                                  .msg = msg,
                                  .last = true};
}

static int buffer(uint16_t pid, uint64_t vaddr, uint32_t n, unsigned flags)
{
    return ape_register_buffer(ni_user(), &(struct ape_buffer){pid, vaddr, n, flags});
}

static void set(uint32_t addr, uint32_t value)
{
    tn_apn_judge_put(ni.b.judge, addr, value);
    assert_int_equal(tn_axi_write32(ni.b.cpu, addr, value), TN_AXI_OKAY);
}

static uint32_t look(uint32_t addr)
{
    uint32_t value = 0;
    assert_int_equal(tn_axi_read32(ni.b.cpu, addr, &value), TN_AXI_OKAY);
    return value;
}

/* More events than the queue holds come when the host reads again. */
static void full_event_queue_holds_reception_up(void **state)
{
    const unsigned events = 2u << EVQ_LOG2;
    struct ape_event e;
    (void)state;
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
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
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
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

/* The micro-controller does not answer: the packet fails, and the next one is asked anew. */
static void miss_without_an_answer_runs_out(void **state)
{
    const struct tn_apn_packet p = put(0, 1, 300, PLACE);
    (void)state;
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
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
        assert_true(buffer((uint16_t)(PID + i), PLACE, N, 0) >= 0);
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
    const int slot = buffer(PID, PLACE, N, 0);
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    ni_expect(APE_RECEIVED, TN_APN_PUT);
    assert_int_equal(ape_unregister_buffer(ni_user(), slot), 0);
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
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
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
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
    assert_true(ape_register_buffer(ni_far_user(0), &(struct ape_buffer){PID, PLACE, 0x4000, 0}) >=
                0);
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

/* A packet of no bytes is accepted without a page, and ends its message. */
static void packet_without_bytes_ends_its_message(void **state)
{
    struct tn_apn_packet p = put(0, 7, 300, PLACE), q = put(0, 7, 0, PLACE + 300);
    (void)state;
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
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
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
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
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
    assert_true(buffer(PID, PLACE + (uint64_t)N - 200, N, 0) >= 0);
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
    const int slot = buffer(PID, PLACE, N, 0);
    p.last = false;
    tn_ape_ni_bench_give(&ni.b, 0, &p);
    tn_ape_ni_bench_step(&ni.b, 1000);
    RULE("APN-CMD-1", ape_unregister_buffer(ni_user(), slot) == 0);
    assert_true(buffer(PID, PLACE, N, 0) >= 0);
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
    assert_true(ape_register_buffer(ni_far_user(0), &(struct ape_buffer){PID, PLACE, 0x4000, 0}) >=
                0);
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
    assert_true(ape_register_buffer(ni_far_user(0), &(struct ape_buffer){PID, PLACE, 0x4000, 0}) >=
                0);
    for (m.tag = 0; m.tag < 23; m.tag++) {
        assert_int_equal(ape_rdma_put(ni_user(), &m), 0);
        RULE("APN-EVT-1", ni_expect(APE_SENT, TN_APN_PUT).number == m.tag);
    }
    ni_rest();
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
