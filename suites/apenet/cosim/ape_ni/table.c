/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packets against the message table, row by row of its page, for each type of packet: what random
 * traffic between nodes that keep the rules meets seldom or never. The model says what must become
 * of each.
 */
#include "rare.h"

enum {
    NOBODY = 0x7fff,
    SENDS = 0x60000000,
    SENDS_N = 0x2000,
    TLB_HITS = 0x302c,
    TX_WRITE = 0x1010,
    GET_TIMEOUT = 0x1084,
    SHORT_CYC = 1000 /* tags that no reply ends are free again soon */
};
enum { RING_END = TN_APE_QUEUE, ALL_N = 0x10000000, DESC_N = 64 };

/* A packet of that type, the first and not the last of its message. */
static struct tn_apn_packet first(unsigned type, uint32_t msg, uint16_t len)
{
    struct tn_apn_packet p = put(0, msg, len, type == TN_APN_SEND ? 0 : PLACE);
    p.type = (uint8_t)type;
    p.last = false;
    if (type == TN_APN_REPLY)
        p.src = NOBODY;
    return p;
}

static void give(unsigned vc, struct tn_apn_packet p)
{
    tn_ape_ni_bench_give(&ni.b, vc, &p);
}

/* Takes all events that come, until none has come for a while. */
static void take_events(void)
{
    struct ape_event e;
    while (!ni.failures && ape_wait_event(ni_user(), &e, 1500) == 0)
        continue;
}

static void settle(void)
{
    take_events();
    ni_rest();
}

/* Opens a tag to a node that does not answer: its bytes are to come to PLACE + offset. */
static void ask_to(uint32_t tag, uint64_t offset, uint32_t bytes)
{
    const struct ape_message m = {.node = ni_node(NOBODY),
                                  .pid = PID,
                                  .here = PLACE + offset,
                                  .there = SOURCE,
                                  .length = bytes,
                                  .tag = tag,
                                  .event = true};
    struct ape_event e = {0};
    assert_int_equal(ape_rdma_get(ni_user(), &m), 0);
    while (e.kind != APE_SENT) /* behind timeouts of tags of before */
        RULE_WAITED("APN-EVT-1", ape_wait_event(ni_user(), &e, WAIT_CYC) == 0, "a sent event");
    RULE("APN-EVT-1", e.cause == TN_APN_GET && e.number == tag);
}

/* Opens a tag for more than one packet of 300 bytes. */
static void ask(uint32_t tag)
{
    ask_to(tag, 0, 900);
}

/* What a type needs before its message may come. Returns the buffer. */
static int ready(unsigned type, uint32_t msg)
{
    if (type == TN_APN_REPLY)
        ask(msg);
    return type == TN_APN_SEND ? buffer(PID, SENDS, SENDS_N, APE_FOR_SEND)
                               : buffer(PID, PLACE, N, APE_FOR_PUT);
}

static const unsigned types[] = {TN_APN_PUT, TN_APN_SEND, TN_APN_REPLY};
enum { TYPES = 3 };

static void each_length_of_each_type(void **state)
{
    static const uint16_t len[] = {0, 5, 16, 300, 4096};
    (void)state;
    const int slot = buffer(PID, SENDS, SENDS_N, APE_FOR_SEND);
    set(GET_TIMEOUT, SHORT_CYC);
    assert_true(slot >= 0 && buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    for (uint32_t k = 0; k < 2 * TYPES * 5; k++) {
        struct tn_apn_packet p = first(types[k / 10], 100 + k, len[k / 2 % 5]);
        p.last = true;
        if (p.type == TN_APN_REPLY)
            ask_to(p.msg, 0, p.len ? p.len : 1);
        give(k % 2, p);
        take_events();
        if (p.type == TN_APN_SEND)
            assert_int_equal(ape_release_buffer(ni_user(), slot), 0);
    }
    ni_rest();
    RULE("APN-CNT-1", look(TLB_HITS) > 0);
}

/* A message of one packet that begins, and the packet behind it. */
static void behind(unsigned type, uint32_t msg, uint32_t next_msg, uint16_t pkt, bool err)
{
    struct tn_apn_packet p = first(type, msg, 300);
    give(0, p);
    p.msg = next_msg;
    p.pkt = pkt;
    p.err = err;
    give(0, p);
    settle();
}

static void each_row_of_an_open_message(void **state)
{
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    behind(TN_APN_PUT, 1, 1, 0, false);
    behind(TN_APN_PUT, 2, 2, 0, true);
    behind(TN_APN_PUT, 3, 3, 5, true);
    behind(TN_APN_PUT, 4, 5, 0, true);
    behind(TN_APN_PUT, 6, 6, 1, true);
}

/* Lets the message msg fail: a packet is missing. */
static void failed(uint32_t msg)
{
    struct tn_apn_packet p = first(TN_APN_PUT, msg, 300);
    p.pkt = 3;
    give(0, p);
}

static void each_row_of_a_failed_message(void **state)
{
    struct tn_apn_packet p = first(TN_APN_PUT, 1, 300);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    failed(1);
    give(0, p);
    p.type = TN_APN_SEND;
    give(0, p);
    p.type = TN_APN_PUT;
    p.pkt = 4;
    give(0, p);
    p.err = true;
    give(0, p);
    for (uint32_t msg = 2; msg < 5; msg++) {
        failed(msg);
        p = first(TN_APN_PUT, 10 * msg, 300);
        p.pkt = msg == 2 ? 0 : 1;
        p.err = msg == 4;
        give(0, p);
        settle();
    }
}

/* All entries are taken: what begins is told when it is a first packet, dropped when not. */
static void no_entry_for_any_type(void **state)
{
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0 &&
                buffer(PID, SENDS, SENDS_N, APE_FOR_SEND) >= 0);
    ask(7);
    for (unsigned i = 0; i < 1u << tn_sim_param("MSG_LOG2"); i++) {
        struct tn_apn_packet p = first(TN_APN_PUT, i, 16);
        p.src = (uint16_t)(0x1000 + i);
        give(0, p);
    }
    settle();
    for (unsigned k = 0; k < TYPES + 2; k++) {
        struct tn_apn_packet p = first(k < TYPES ? types[k] : TN_APN_PUT, 7, 300);
        p.pkt = k == TYPES;
        p.err = k > TYPES;
        give(0, p);
    }
    settle();
}

/* The first packet of a message is wrong. */
static void each_fault_of_each_type(void **state)
{
    (void)state;
    set(GET_TIMEOUT, SHORT_CYC);
    for (uint32_t k = 0; k < TYPES * 6; k++) {
        const unsigned fault = k % 6;
        struct tn_apn_packet p = first(types[k / 6], 50 + k, fault == 1 ? 400 : 300);
        const uint64_t off = fault == 1   ? (p.type == TN_APN_SEND ? SENDS_N - 100 : N - 200)
                             : fault == 2 ? 4000
                             : fault == 5 ? 0x100000
                                          : 0;
        const int slot = p.type == TN_APN_SEND ? buffer(PID, SENDS, SENDS_N, APE_FOR_SEND)
                                               : buffer(PID, PLACE, N, APE_FOR_PUT);
        assert_true(slot >= 0);
        if (p.type == TN_APN_REPLY)
            ask_to(p.msg, off, p.len);
        p.crc_wrong = fault == 0;
        p.addr += off;
        p.ool = fault == 3;
        p.pid ^= fault == 4;
        p.last = true;
        give(0, p);
        settle();
        assert_int_equal(ape_unregister_buffer(ni_user(), slot), 0);
    }
    for (unsigned k = 0; k < 3; k++) {
        struct tn_apn_packet p = first(TN_APN_GET, k, 16);
        p.last = true;
        p.crc_wrong = k == 0;
        p.ool = k == 1;
        p.err = k == 2;
        give(0, p);
    }
    settle();
}

/* A later packet is missing, or its buffer has gone. */
static void each_type_that_does_not_go_on(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < TYPES * 2; k++) {
        struct tn_apn_packet p = first(types[k / 2], 80 + k, 300);
        const int slot = ready(p.type, p.msg);
        assert_true(slot >= 0);
        give(0, p);
        settle();
        p.pkt = k % 2 ? 1 : 2;
        p.addr += 300;
        if (k % 2)
            assert_int_equal(ape_unregister_buffer(ni_user(), slot), 0);
        give(0, p);
        settle();
        if (k % 2 == 0)
            assert_int_equal(ape_unregister_buffer(ni_user(), slot), 0);
    }
}

static void replies_that_end_otherwise(void **state)
{
    struct tn_apn_packet p = first(TN_APN_REPLY, 1, 300);
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    ask(1);
    ask(2);
    give(0, p);
    p.pkt = 1;
    p.addr += 300;
    p.len = 0;
    p.err = p.last = true;
    give(0, p); /* the target refused on its way */
    settle();
    ask(3);
    give(0, first(TN_APN_REPLY, 2, 300));
    give(0, first(TN_APN_REPLY, 3, 300)); /* another begins */
    p = first(TN_APN_REPLY, 2, 300);
    p.pkt = 1;
    p.addr += 300;
    give(0, p); /* late */
    settle();
}

/* Replies that are not the one asked for, each told; then those that are. */
static void replies_that_nobody_asked_for(void **state)
{
    struct tn_apn_packet p = first(TN_APN_REPLY, 1, 300);
    (void)state;
    assert_true(buffer(PID, PLACE, N, 0) >= 0 && buffer(PID + 1, PLACE, N, APE_FOR_PUT) >= 0);
    ask_to(1, 0, 600);
    for (unsigned k = 0; k < 7; k++) {
        struct tn_apn_packet q = p;
        q.pid = k == 0 ? PID + 1 : PID;
        q.addr += k == 1;
        q.len = k == 2 ? 601 : k == 3 || k == 4 ? 600 : k == 5 ? 0 : 300;
        q.last = k == 6;
        q.err = k == 4;
        q.pkt = 0;
        if (k == 4)
            q.addr += 16; /* a refusal of another place, though with bytes */
        give(k % 2, q);
        RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_NOT_ASKED).number == 1);
    }
    give(0, p);
    p.pkt = 1;
    p.addr += 300;
    p.last = true;
    give(0, p);
    RULE("APN-EVT-1", ni_expect(APE_RECEIVED, TN_APN_REPLY).bytes == 600);
    ni_rest();
}

/* Changes the packet that was queued last: its len, which the footer's CRC does not know, its
 * words. */
static void deform(unsigned len_bit, int words)
{
    struct tn_ape_way *w = ni.b.way;
    while (w->next)
        w = w->next;
    w->n = (unsigned)((int)w->n + words);
    if (len_bit)
        w->word[0][len_bit / 8] ^= (uint8_t)(1u << len_bit % 8);
}

/* The place of bit 12 of a header's len: two headers tell it. */
static unsigned len_top(void)
{
    struct tn_apn_packet p = first(TN_APN_PUT, 1, 0);
    static uint8_t word[2][TN_APN_WORDS][16];
    unsigned bit = 0;
    tn_apn_encode(&p, word[0]);
    p.len = 1;
    tn_apn_encode(&p, word[1]);
    while (bit < 128 && !((word[0][0][bit / 8] ^ word[1][0][bit / 8]) >> bit % 8 & 1))
        bit++;
    return bit + 12;
}

static void each_malformed_packet_on_each_vc(void **state)
{
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    for (unsigned vc = 0; vc < 2; vc++) {
        struct tn_apn_packet p = put(0, 1, 300, PLACE);
        give(vc, p);
        deform(len_top(), 0);
        give(vc, p);
        deform(0, -1);
        give(vc, p);
        deform(0, 1);
        p.dst ^= 1;
        give(vc, p);
        p.dst ^= 1;
        p.type = 2;
        give(vc, p);
        p.type = TN_APN_GET;
        give(vc, p);
        p.alone = true;
        give(vc, p);
        p.type = TN_APN_ACK; /* an answer with a len */
        p.len = 1;
        give(vc, p);
        p.alone = false;
        give(vc, p);
    }
    settle();
}

/* Descriptors by hand (source, type and length, remote address), given to the network interface all
 * at once. */
static void descriptors(const uint64_t (*word)[3], unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        const uint64_t d[8] = {word[k][0],
                               word[k][1] | (uint64_t)far_own[0] << 48 | 1ull << 40 | 1ull << 39 |
                                   (uint64_t)PID << 16,
                               word[k][2], k, PLACE};
        tn_memory_poke(ni.b.host.memory, TN_APE_RING + (uint64_t)DESC_N * ni_user()->write++,
                       (const uint8_t *)d, sizeof d); /* a little-endian host */
    }
    set(TX_WRITE, ni_user()->write);
}

static void each_descriptor_at_once(void **state)
{
    static const uint64_t word[][3] = {{0x2000, 2ull << 32 | 300, 0},
                                       {0x2000, 1ull << 32, 0},
                                       {0x2000, 3ull << 32 | 4097, 0},
                                       {0x2ff0, 1ull << 32 | 17, 0},
                                       {0, 4ull << 32, 0},
                                       {0x2000, 3ull << 32 | 4096, 0},
                                       {0x2000, 3ull << 32 | 7, 0},
                                       {0x2000, 3ull << 32 | 16, 0},
                                       {0x2000, 3ull << 32 | 300, 4000},
                                       {0x2000, 1ull << 32 | 300, 4000}};
    (void)state;
    descriptors(word, sizeof word / sizeof *word);
    settle();
}

/* A page of a buffer is served in replies of 4096 bytes, of 16 and of 5. */
static void replies_of_each_length(void **state)
{
    static const uint32_t bytes[] = {4096, 16, 5};
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_GET) >= 0);
    for (uint32_t k = 0; k < 3; k++) {
        struct tn_apn_packet p = first(TN_APN_GET, k, 16);
        const uint64_t to = PLACE;
        p.last = true;
        memcpy(p.data, &to, 8); /* a little-endian host */
        memcpy(p.data + 8, bytes + k, 4);
        memcpy(p.data + 12, &k, 4);
        give(k % 2, p);
    }
    settle();
}

static void buffers_on_a_gpu(void **state)
{
    (void)state;
    static const unsigned rights[] = {0, APE_FOR_SEND, APE_FOR_GET, APE_FOR_PUT};
    for (unsigned k = 0; k < 4; k++)
        assert_true(buffer(PID, SENDS + 0x10000ull * k, 4096, APE_ON_GPU | rights[k]) >= 0);
    assert_true(buffer(PID, SENDS + 0x50000ull, 4096, APE_FOR_GET | APE_FOR_PUT) >= 0);
    assert_int_equal(buffer(PID, SENDS + 0x60000ull, 4096, APE_FOR_SEND | APE_FOR_PUT), -EINVAL);
    ni_rest();
}

static void page_that_is_not_there_on_each_vc(void **state)
{
    const uint8_t none[APE_PAGE] = {0};
    (void)state;
    assert_true(buffer(PID, PLACE, N, APE_FOR_PUT) >= 0);
    tn_memory_poke(ni.b.host.memory, TN_APE_TABLES, none, sizeof none);
    for (unsigned vc = 0; vc < 2; vc++) {
        struct tn_apn_packet p = put(vc, 1, 300, PLACE);
        give(vc, p);
        RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_PAGE).number == 1);
    }
    ni_rest();
}

static void error_of_a_descriptors_memory(void **state)
{
    static const uint64_t word[][3] = {{0x2000, 1ull << 32 | 300, 0}};
    (void)state;
    ni.b.mute = true;
    assert_int_equal(tn_memory_range(ni.b.host.memory, RING_END, ALL_N), 0);
    descriptors(word, 1);
    RULE("APN-EVT-1", ni_expect(APE_ERROR, TN_APN_DMA).number == 0);
    RULE("APN-CNT-1", look(DMA_ERRORS) == 1);
}

static void error_of_an_events_memory(void **state)
{
    static const uint64_t word[][3] = {{0x2000, 1ull << 32, 0}};
    (void)state;
    ni.b.mute = true;
    assert_int_equal(tn_memory_range(ni.b.host.memory, 0, RING_END), 0);
    descriptors(word, 1);
    tn_ape_ni_bench_step(&ni.b, 1000);
    RULE("APN-EVT-2", look(0x1034) == 1); /* the index moves whatever BRESP is */
    RULE("APN-CNT-1", look(DMA_ERRORS) == 1);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        NI_TEST(each_length_of_each_type),
        NI_TEST(each_row_of_an_open_message),
        NI_TEST(each_row_of_a_failed_message),
        NI_TEST(no_entry_for_any_type),
        NI_TEST(each_fault_of_each_type),
        NI_TEST(each_type_that_does_not_go_on),
        NI_TEST(replies_that_end_otherwise),
        NI_TEST(replies_that_nobody_asked_for),
        NI_TEST(each_malformed_packet_on_each_vc),
        NI_TEST(each_descriptor_at_once),
        NI_TEST(replies_of_each_length),
        NI_TEST(buffers_on_a_gpu),
        NI_TEST(page_that_is_not_there_on_each_vc),
        NI_TEST(error_of_a_descriptors_memory),
        NI_TEST(error_of_an_events_memory),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
