/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Loads and stores to other nodes in the shortest way (checkers/exanet/spec/exa_axi.md sections 4
 * to 6): one of each kind, what is refused, six slots, a timeout, requests of another node, a queue
 * that is full.
 */
#include "zax.h"

/* Returns the request that left last. */
static const struct exa_packet *last(void)
{
    return &ni.got[(ni.got_n - 1) % NI_KEEP].k;
}

static void a_store_and_a_load_reach_the_other_node(void **state)
{
    struct tn_axi_txn *t = zax_access(true, 1, 0x1234, 1, 2, 3, 0x10);
    uint8_t line[Z_LINE];
    (void)state;
    assert_int_equal(zax_do(t), TN_AXI_OKAY);
    assert_int_equal(ni.got_n, 1);
    assert_int_equal(last()->type, EXA_ZWRITE);
    assert_int_equal(last()->size, 4);
    assert_true(last()->addr == exa_peripheral_addr(EXA_P_AXI, 0x1234));
    assert_memory_equal(exa_payload(last()), ((const uint8_t[4]){0x10, 0x15, 0x1a, 0x1f}), 4);
    tn_axi_free(t);
    t = zax_access(false, 1, 0xfffff0c0, 4, 4, 1, 0);
    assert_int_equal(zax_do(t), TN_AXI_OKAY);
    tn_axi_take(t, line, sizeof line);
    for (unsigned i = 0; i < Z_LINE; i++)
        assert_int_equal(line[i], zax_byte(exa_peripheral_addr(EXA_P_AXI, 0xfffff0c0) + i));
    tn_axi_free(t);
    zax_rest();
    zax_read_all();
}

static void stores_of_every_size_are_taken(void **state)
{
    (void)state;
    for (unsigned size = 0; size <= 4; size++)
        for (unsigned beats = 1; beats << size <= Z_LINE; beats *= 2)
            for (unsigned off = 0; off < Z_LINE; off += beats == 1 ? 3 : 13) {
                struct tn_axi_txn *t =
                    zax_access(true, 1, 0x4000 + off, beats, size, size, (uint8_t)off);
                const bool fits = (off >> size << size) + (beats << size) <= Z_LINE;
                const unsigned n = ni.got_n;
                assert_int_equal(zax_do(t), fits ? TN_AXI_OKAY : TN_AXI_SLVERR);
                assert_int_equal(ni.got_n, n + fits);
                tn_axi_free(t);
            }
    zax_rest();
    zax_read_all();
}

static void what_is_refused_sends_nothing(void **state)
{
    struct tn_axi_txn *t[8] = {
        zax_access(false, 1, 0x40, 4, 3, 1, 0), zax_access(false, 1, 0x40, 3, 4, 1, 0),
        zax_access(false, 1, 0x50, 4, 4, 1, 0), zax_access(false, 2, 0x40, 4, 4, 1, 0),
        zax_access(true, 2, 0x40, 1, 4, 1, 0),  zax_access(true, 1, 0x40, 1, 4, 1, 0),
        zax_access(true, 1, 0x40, 4, 4, 1, 0),  zax_access(true, 1, 0x40, 1, 4, 1, 0)};
    (void)state;
    t[5]->beat[0].strb = 0x8001;
    t[6]->burst = TN_AXI_WRAP;
    t[7]->beat[0].strb = 0;
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(zax_do(t[i]), i < 7 ? TN_AXI_SLVERR : TN_AXI_OKAY);
        tn_axi_free(t[i]);
    }
    assert_int_equal(ni.got_n, 0);
    zax_rest();
    assert_int_equal(ni_read(Z_REFUSED), 7);
    zax_read_all();
}

static void six_requests_are_open_at_most(void **state)
{
    struct tn_axi_txn *t[9];
    (void)state;
    zax.peer = NULL;
    for (unsigned i = 0; i < 9; i++) {
        t[i] = zax_access(i % 2, 1, 0x1000 + Z_LINE * i, i % 2 ? 1 : 4, 4, i % 2, (uint8_t)i);
        tn_axi_issue(zax.win, t[i]);
    }
    zax_step(400);
    RULE("EXZ-SLT-1", ni.got_n == 6);
    assert_int_equal(ni_read(Z_LEVEL) & 7, 6);
    zax.peer = zax_good_peer;
    for (unsigned i = 0; i < 6; i++)
        zax_good_peer(&ni.got[i].k);
    zax_rest();
    for (unsigned i = 0; i < 9; i++) {
        assert_true(t[i]->done && t[i]->resp == TN_AXI_OKAY);
        tn_axi_free(t[i]);
    }
    assert_int_equal(ni.got_n, 9);
    zax_read_all();
}

static void a_request_without_answer_ends_after_its_time(void **state)
{
    struct tn_axi_txn *t = zax_access(false, 1, 0x40, 4, 4, 1, 0);
    struct exa_packet late;
    (void)state;
    ni_write(Z_TIMEOUT, 300);
    zax.peer = NULL;
    assert_int_equal(zax_do(t), TN_AXI_SLVERR);
    assert_int_equal(ni.got_n, 1);
    RULE("EXZ-TMO-1", t->ended >= ni.got[0].last + 300);
    late = zax_answer(last(), 0);
    ni_send(&late);
    zax_rest();
    assert_int_equal(ni_count(NI_DUP), 1);
    assert_int_equal(ni_read(Z_TIMEOUTS), 1);
    tn_axi_free(t);
    t = zax_access(true, 1, 0x48, 1, 3, 1, 9);
    zax.peer = zax_good_peer;
    assert_int_equal(zax_do(t), TN_AXI_OKAY);
    tn_axi_free(t);
    zax_rest();
    zax_read_all();
}

static void requests_of_other_nodes_are_served(void **state)
{
    const struct exa_packet k[] = {zax_request(Z_PDID, 0x123, 21, 0x1fff, 0x3fff, 1),
                                   zax_request(Z_PDID, 0x130, 0, 0x2003, 0x1fff, 0),
                                   zax_request(Z_PDID, 0x40000, 8, 2, 3, 4),
                                   zax_request(Z_PDID, 0x40000, 0, 3, 4, 5),
                                   zax_request(Z_PDID + 1, 0x100, 8, 4, 5, 6),
                                   zax_request(Z_PDID, 0x138, 9, 5, 6, 7)};
    static const uint8_t code[] = {0, 0, 1, 1, 7, 4};
    uint8_t bytes[21];
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        ni_send(&k[i]);
        zax_rest();
        assert_int_equal(ni.got_n, i + 1);
        assert_int_equal(last()->type, i == 1 ? EXA_ZREAD_RSP : EXA_ACK);
        assert_int_equal(last()->code, code[i]);
        assert_int_equal(last()->tid, k[i].tid);
    }
    tn_memory_peek(zax.memory, 0x10123, bytes, sizeof bytes);
    assert_memory_equal(bytes, exa_payload(&k[0]), sizeof bytes);
    assert_int_equal(ni.got[1].k.lanes[0x23], 1); /* the line begins at 100 */
    zax_read_all();
}

static void a_full_queue_drops_and_is_served_later(void **state)
{
    const unsigned n = (1u << tn_sim_param("REQ_LOG2")) + 30;
    (void)state;
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){TN_STALL_FOREVER, 0, 0, 0}), 0);
    for (unsigned i = 0; i < n; i++) {
        struct exa_packet k = zax_request(Z_PDID, 0x1000 + 8 * i, i % 2 ? 8 : 0, i, i, (uint8_t)i);
        ni_send(&k);
    }
    zax_step(40 * n);
    assert_int_equal(tn_exa_source_pending(ni.in), 0);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){TN_STALL_NONE, 0, 0, 0}), 0);
    zax_rest();
    RULE("EXZ-CSE-14", ni_count(NI_FULL) > 0);
    assert_int_equal(ni_count(NI_FULL) + ni.got_n, n);
    zax_read_all();
}

#define T(name) cmocka_unit_test_setup_teardown(name, zax_fresh, zax_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(a_store_and_a_load_reach_the_other_node),
        T(stores_of_every_size_are_taken),
        T(what_is_refused_sends_nothing),
        T(six_requests_are_open_at_most),
        T(a_request_without_answer_ends_after_its_time),
        T(requests_of_other_nodes_are_served),
        T(a_full_queue_drops_and_is_served_later),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
