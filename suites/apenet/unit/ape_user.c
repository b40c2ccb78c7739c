/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The application's library and the firmware over the model of the network interface.
 */
#include "ape_fixture.h"

#include <tn/apenet/apenet.h> /* beside ape_user.h: both are for one program */

enum { HERE = 0x10000000, THERE = 0x40000000 };

static int put(struct world *w, uint64_t here, uint64_t there, uint32_t n, uint32_t tag)
{
    tn_ape_host_poke(&w->side[0].host, PID, here, w->data, n);
    return ape_rdma_put(user(w, 0), &(struct ape_message){.node = node_of(1),
                                                          .pid = PID,
                                                          .here = here,
                                                          .there = there,
                                                          .length = n,
                                                          .tag = tag,
                                                          .event = true});
}

static void put_of_any_size_and_place_arrives_with_its_events(void **state)
{
    static const uint32_t size[] = {1, 15, 16, 17, 4095, 4096, 4097, 8192, 20000};
    struct world *w = *state;
    for (unsigned i = 0; i < 8 * sizeof size / sizeof *size; i++) {
        const uint32_t n = size[i / 8], guard = 32;
        const uint64_t there = THERE + 0x100000ull * i + tn_rng_below(&w->rng, 4096) + guard;
        const int slot = reg(w, 1, there, n, APE_FOR_PUT);
        assert_true(slot >= 0);
        assert_int_equal(put(w, HERE + 0x100000ull * i + tn_rng_below(&w->rng, 4096), there, n, i),
                         0);
        settle(w);
        assert_int_equal(expect(w, 0, APE_SENT, TN_APN_PUT).number, i);
        const struct ape_event e = expect(w, 1, APE_RECEIVED, TN_APN_PUT);
        assert_int_equal(e.bytes, n);
        assert_int_equal(e.slot, slot);
        assert_int_equal(e.source.x << 10 | e.source.y << 5 | e.source.z, own_of[0]);
        holds(w, 1, there, w->data, n);
        holds(w, 1, there - guard, NULL, guard);
        holds(w, 1, there + n, NULL, guard);
        assert_int_equal(ape_unregister_buffer(user(w, 1), slot), 0);
        expect_none(w);
    }
    assert_int_equal(w->side[1].host.fw.errors, 0);
    assert_int_equal(w->side[1].host.fw.faults, 0);
    assert_true(w->side[1].host.fw.misses > 0);
}

static void put_outside_buffers_writes_nothing_and_says_why(void **state)
{
    struct world *w = *state;
    assert_true(reg(w, 1, THERE, 100, APE_FOR_PUT) >= 0);
    assert_int_equal(put(w, HERE, THERE + 0x8000, 64, 1), 0);
    assert_int_equal(put(w, HERE, THERE + 90, 11, 2), 0);
    settle(w);
    assert_int_equal(expect(w, 1, APE_ERROR, TN_APN_NOBUF).number, 0);
    assert_int_equal(expect(w, 1, APE_ERROR, TN_APN_OVERRUN).number, 1);
    expect(w, 0, APE_SENT, TN_APN_PUT);
    expect(w, 0, APE_SENT, TN_APN_PUT);
    holds(w, 1, THERE, NULL, 200);
    holds(w, 1, THERE + 0x8000, NULL, 64);
    expect_none(w);
}

static void put_that_leaves_its_buffer_is_written_up_to_there(void **state)
{
    struct world *w = *state;
    assert_true(reg(w, 1, THERE, 6000, APE_FOR_PUT) >= 0);
    assert_int_equal(put(w, HERE, THERE, 9000, 1), 0);
    settle(w);
    assert_int_equal(expect(w, 1, APE_ERROR, TN_APN_OVERRUN).bytes, 4096);
    holds(w, 1, THERE, w->data, 4096);
    holds(w, 1, THERE + 4096, NULL, 8192);
    expect(w, 0, APE_SENT, TN_APN_PUT);
    expect_none(w);
}

static void unregistered_buffer_takes_nothing_and_its_pages_are_gone(void **state)
{
    struct world *w = *state;
    uint64_t pa;
    const int a = reg(w, 1, THERE + 100, 5000, APE_FOR_PUT),
              b = reg(w, 1, THERE + 5200, 10, APE_FOR_PUT);
    assert_true(a >= 0 && b >= 0 && a != b);
    assert_int_equal(reg(w, 1, THERE + 100, 7, APE_FOR_PUT), -EEXIST);
    assert_int_equal(ape_unregister_buffer(user(w, 1), a), 0);
    assert_int_equal(ape_unregister_buffer(user(w, 1), a), -ENOENT);
    assert_false(tn_ape_fw_walk(&w->side[1].host.fw, PID, THERE, &pa));
    assert_true(
        tn_ape_fw_walk(&w->side[1].host.fw, PID, THERE + 4096, &pa)); /* the other buffer's page */
    assert_int_equal(pa, tn_ape_host_pa(&w->side[1].host, PID, THERE + 4096));
    assert_false(tn_ape_fw_walk(&w->side[1].host.fw, PID + 1, THERE + 4096, &pa));
    assert_int_equal(put(w, HERE, THERE + 100, 50, 1), 0);
    settle(w);
    expect(w, 1, APE_ERROR, TN_APN_NOBUF);
    expect(w, 0, APE_SENT, TN_APN_PUT);
    expect_none(w);
}

static void page_that_is_not_there_fails_the_message(void **state)
{
    struct world *w = *state;
    uint64_t root[512] = {0};
    assert_true(reg(w, 1, THERE, 5000, APE_FOR_PUT) >= 0);
    tn_memory_poke(w->side[1].host.memory, TN_APE_TABLES, (const uint8_t *)root, sizeof root);
    assert_int_equal(put(w, HERE, THERE, 50, 1), 0);
    settle(w);
    expect(w, 1, APE_ERROR, TN_APN_PAGE);
    assert_int_equal(w->side[1].host.fw.faults, 1);
    holds(w, 1, THERE, NULL, 50);
}

static void send_takes_the_first_free_buffer_until_release(void **state)
{
    struct world *w = *state;
    struct ape_message m = {.node = node_of(1), .pid = PID, .here = HERE + 4000, .length = 5000};
    const int a = reg(w, 1, THERE, 6000, APE_FOR_SEND),
              b = reg(w, 1, THERE + 0x10000, 6000, APE_FOR_SEND);
    assert_true(a >= 0 && b > a);
    tn_ape_host_poke(&w->side[0].host, PID, m.here, w->data, m.length);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(ape_rdma_send(user(w, 0), &m), 0);
    settle(w);
    assert_int_equal(expect(w, 1, APE_RECEIVED, TN_APN_SEND).slot, a);
    assert_int_equal(expect(w, 1, APE_RECEIVED, TN_APN_SEND).slot, b);
    expect(w, 1, APE_ERROR, TN_APN_NOBUF);
    holds(w, 1, THERE, w->data, m.length);
    holds(w, 1, THERE + 0x10000, w->data, m.length);
    assert_int_equal(ape_release_buffer(user(w, 1), b), 0);
    assert_int_equal(ape_rdma_send(user(w, 0), &m), 0);
    settle(w);
    assert_int_equal(expect(w, 1, APE_RECEIVED, TN_APN_SEND).slot, b);
    expect_none(w);
}

static int get(struct world *w, uint64_t here, uint64_t there, uint32_t n, uint32_t tag)
{
    return ape_rdma_get(user(w, 0), &(struct ape_message){.node = node_of(1),
                                                          .pid = PID,
                                                          .here = here,
                                                          .there = there,
                                                          .length = n,
                                                          .tag = tag,
                                                          .event = true});
}

static void get_fetches_what_the_target_allows(void **state)
{
    struct world *w = *state;
    assert_true(reg(w, 0, HERE, 0x8000, 0) >= 0);
    assert_true(reg(w, 1, THERE, 0x8000, APE_FOR_GET) >= 0);
    tn_ape_host_poke(&w->side[1].host, PID, THERE, w->data, 0x8000);
    assert_int_equal(get(w, HERE + 5, THERE + 9, 20000, 77), 0);
    settle(w);
    const struct ape_event s = expect(w, 0, APE_SENT, TN_APN_GET),
                           e = expect(w, 0, APE_RECEIVED, TN_APN_REPLY);
    assert_int_equal(s.number, 77);
    assert_int_equal(s.bytes, 20000);
    assert_int_equal(e.number, 77);
    assert_int_equal(e.bytes, 20000);
    holds(w, 0, HERE, NULL, 5);
    holds(w, 0, HERE + 5, w->data + 9, 20000);
    expect_none(w);
}

static void get_that_the_target_refuses_is_an_error_here(void **state)
{
    struct world *w = *state;
    assert_true(reg(w, 0, HERE, 0x8000, 0) >= 0);
    assert_true(reg(w, 1, THERE, 0x8000, APE_FOR_PUT) >= 0);
    assert_int_equal(get(w, HERE, THERE, 100, 5), 0);
    settle(w);
    expect(w, 0, APE_SENT, TN_APN_GET);
    assert_int_equal(expect(w, 0, APE_ERROR, TN_APN_GET_REFUSED).number, 5);
    holds(w, 0, HERE, NULL, 100);
    expect_none(w);
}

static void ring_that_is_full_refuses_and_a_message_beyond_it_never_fits(void **state)
{
    struct world *w = *state;
    const struct ape_message m = {
        .node = node_of(1), .pid = PID, .here = HERE, .there = THERE, .length = 64 * 4096};
    assert_int_equal(ape_rdma_put(user(w, 0), &m), -EMSGSIZE);
    w->side[0].reg[5] =
        62; /* TX_READ: the interface has taken nothing since long ago, one place is free */
    user(w, 0)->write = 60;
    assert_int_equal(put(w, HERE, THERE, 8192, 1), -EAGAIN);
    assert_int_equal(w->sent, 0);
    assert_int_equal(put(w, HERE, THERE, 0, 1), -EINVAL);
}

static void message_of_a_missing_page_starts_nothing(void **state)
{
    struct world *w = *state;
    tn_ape_host_poke(&w->side[0].host, PID, HERE, w->data, 4096);
    w->side[0].host.full = true;
    const struct ape_message m = {
        .node = node_of(1), .pid = PID, .here = HERE, .there = THERE, .length = 8192};
    assert_int_equal(ape_rdma_put(user(w, 0), &m), -EFAULT);
    assert_int_equal(w->sent, 0);
    assert_int_equal(
        ape_register_buffer(user(w, 0), &(struct ape_buffer){PID, HERE, 8192, APE_FOR_PUT}),
        -EFAULT);
    uint64_t pa;
    assert_false(tn_ape_fw_walk(&w->side[0].host.fw, PID, HERE, &pa));
}

static void lose_second(struct tn_apn_packet *p, unsigned nth)
{
    p->words = nth == 1 ? 0 : p->words;
}

static void spoil_second(struct tn_apn_packet *p, unsigned nth)
{
    p->crc_wrong = nth == 1;
}

static void mark_second(struct tn_apn_packet *p, unsigned nth)
{
    p->err = nth == 1;
}

/* A message of three packets whose second is harmed is not received, and the next one is. */
static void harmed(struct world *w, void (*harm)(struct tn_apn_packet *p, unsigned nth), bool crc)
{
    assert_true(reg(w, 1, THERE, 0x8000, APE_FOR_PUT) >= 0);
    w->harm = harm;
    assert_int_equal(put(w, HERE, THERE, 3 * 4096, 1), 0);
    assert_int_equal(put(w, HERE, THERE + 0x4000, 100, 2), 0);
    settle(w);
    if (crc)
        expect(w, 1, APE_ERROR, TN_APN_CRC);
    const struct ape_event e = expect(w, 1, APE_ERROR, TN_APN_GAP);
    assert_int_equal(e.number, 0);
    assert_int_equal(e.bytes, 4096);
    assert_int_equal(expect(w, 1, APE_RECEIVED, TN_APN_PUT).number, 1);
    holds(w, 1, THERE + 4096, NULL, 8192);
    expect(w, 0, APE_SENT, TN_APN_PUT);
    expect(w, 0, APE_SENT, TN_APN_PUT);
    expect_none(w);
}

static void lost_packet_is_a_gap(void **state)
{
    harmed(*state, lose_second, false);
}

static void packet_with_a_wrong_crc_is_told_and_is_a_gap(void **state)
{
    harmed(*state, spoil_second, true);
}

static void packet_that_a_hop_marked_is_a_gap(void **state)
{
    harmed(*state, mark_second, false);
}

/* 16 events a round: the phase turns six times. */
static void events_of_many_rounds_come_once_each(void **state)
{
    struct world *w = *state;
    assert_true(reg(w, 1, THERE, 100, APE_FOR_PUT) >= 0);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(put(w, HERE, THERE, 100, i), 0);
        settle(w);
        assert_int_equal(expect(w, 0, APE_SENT, TN_APN_PUT).number, i);
        assert_int_equal(expect(w, 1, APE_RECEIVED, TN_APN_PUT).number, i);
    }
    expect_none(w);
}

/* A second interface of node 0, at its local port 1, and the page's rule broken: a process of the
 * same pid sends by each. Of a message packet 1 is lost, and the other one's packet 1 comes in its
 * place. */
static void two_interfaces_of_a_node_never_share_a_message(void **state)
{
    struct world *w = *state;
    struct tn_ape_far far = {0};
    struct ape_user *second = &far.host.user;
    struct ape_message m = {
        .node = node_of(1), .pid = PID, .here = HERE, .there = THERE, .length = 3 * 4096};
    assert_int_equal(tn_ape_far_open(&far, own_of[0], tn_memory_new(), 6, 4, 9, leave, w), 0);
    struct ape_user_config c = second->config;
    c.second = true;
    assert_int_equal(ape_open(second, &c), 0);
    assert_true(reg(w, 1, THERE, m.length, APE_FOR_PUT) >= 0);
    tn_ape_host_poke(&far.host, PID, HERE, w->data, m.length);
    assert_int_equal(put(w, HERE, THERE, m.length, 1), 0);
    assert_int_equal(ape_rdma_put(second, &m), 0);
    assert_int_equal(w->flights, 6);
    w->flight[1] = w->flight[4];
    w->flights = 3;
    settle(w);
    for (struct ape_event e; ape_wait_event(user(w, 1), &e, WAIT) == 0;)
        assert_int_not_equal(e.kind, APE_RECEIVED);
    assert_int_equal(ape_rdma_put(second, &m), 0);
    settle(w);
    assert_int_equal(expect(w, 1, APE_RECEIVED, TN_APN_PUT).number, 0x80000001);
    assert_int_equal(ape_rdma_get(second, &m), -EOPNOTSUPP);
    m.answer = true;
    assert_int_equal(ape_rdma_put(second, &m), -EOPNOTSUPP);
    assert_int_equal(ape_rdma_send(second, &m), -EOPNOTSUPP);
    tn_memory_free(far.host.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(put_of_any_size_and_place_arrives_with_its_events, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(put_outside_buffers_writes_nothing_and_says_why, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(put_that_leaves_its_buffer_is_written_up_to_there, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(unregistered_buffer_takes_nothing_and_its_pages_are_gone,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(page_that_is_not_there_fails_the_message, setup, teardown),
        cmocka_unit_test_setup_teardown(send_takes_the_first_free_buffer_until_release, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(get_fetches_what_the_target_allows, setup, teardown),
        cmocka_unit_test_setup_teardown(get_that_the_target_refuses_is_an_error_here, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            ring_that_is_full_refuses_and_a_message_beyond_it_never_fits, setup, teardown),
        cmocka_unit_test_setup_teardown(message_of_a_missing_page_starts_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(lost_packet_is_a_gap, setup, teardown),
        cmocka_unit_test_setup_teardown(packet_with_a_wrong_crc_is_told_and_is_a_gap, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(packet_that_a_hop_marked_is_a_gap, setup, teardown),
        cmocka_unit_test_setup_teardown(events_of_many_rounds_come_once_each, setup, teardown),
        cmocka_unit_test_setup_teardown(two_interfaces_of_a_node_never_share_a_message, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
