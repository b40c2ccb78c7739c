/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: messages of Pput and Nget arrive whole, in any order of steps; what
 * fails says so and touches nothing else (checkers/tnw/spec/tnw_torus.md 1 and 3).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <tn/tnw/tnw_node.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 8, HOST = 0x40000, MAX_STEPS = 1000000, NOTES = 0x30000, SRC = 0x20000 };
enum { CPL_STATUS = 0x1c, PUT_STATUS = 4, PUT_ERR_ADDR = 8, PUT_DONE = 12, LINK_STATUS = 12 };

struct bench {
    struct tn_tnw_torus_model *t;
    uint8_t host[NODES][HOST];
    unsigned bad; /* accesses outside */
};

static bool inside(struct bench *b, unsigned node, uint64_t addr, size_t len)
{
    const bool good = node < NODES && addr < HOST && len <= HOST - addr;
    b->bad += !good;
    return good;
}

static void host_read(void *ctx, unsigned node, uint64_t addr, uint8_t *data, size_t len)
{
    struct bench *b = ctx;
    if (inside(b, node, addr, len))
        memcpy(data, b->host[node] + addr, len);
}

static void host_write(void *ctx, unsigned node, uint64_t addr, const uint8_t *data, size_t len)
{
    struct bench *b = ctx;
    if (inside(b, node, addr, len))
        memcpy(b->host[node] + addr, data, len);
}

static struct bench *bench_with(struct tn_tnw_torus_params p)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    const struct tn_tnw_host host = {b, host_read, host_write};
    b->t = tn_tnw_torus_model_new(&p, &host);
    assert_non_null(b->t);
    return b;
}

static struct bench *bench_new(uint64_t seed)
{
    struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
    p.seed = seed;
    struct bench *b = bench_with(p);
    assert_true(tn_tnw_torus_model_run(b->t, MAX_STEPS) < MAX_STEPS);
    return b;
}

static void bench_free(struct bench *b)
{
    assert_int_equal(b->bad, 0);
    tn_tnw_torus_model_free(b->t);
    free(b);
}

static void run(struct bench *b)
{
    assert_true(tn_tnw_torus_model_run(b->t, MAX_STEPS) < MAX_STEPS);
}

static uint32_t reg(struct bench *b, unsigned node, uint32_t addr)
{
    return tn_tnw_torus_model_read(b->t, node, addr);
}

static void set(struct bench *b, unsigned node, uint32_t addr, const uint32_t *v, unsigned n)
{
    uint8_t p[64];
    for (unsigned i = 0; i < 4 * n; i++)
        p[i] = (uint8_t)(v[i / 4] >> i % 4 * 8);
    assert_int_equal(tn_tnw_torus_model_write(b->t, node, 0, addr, p, 4u * n), 0);
}

static void credit(struct bench *b, unsigned node, unsigned link, unsigned vc, uint32_t base,
                   uint32_t len, uint32_t note)
{
    const uint32_t v[6] = {base, 0, len, note ^ 0xabcd0000, note, 0};
    set(b, node, tn_tnw_credit_reg(link, vc, 0), v, 6);
}

static void get(struct bench *b, unsigned node, unsigned link, unsigned vc, uint32_t src,
                uint32_t len, uint32_t offset, uint32_t note)
{
    const uint32_t v[7] = {src, 0, len, note ^ 0xabcd0000, vc << 29 | offset, note, 0};
    set(b, node, tn_tnw_get_reg(link, 0), v, 7);
}

/* A message, 64 bytes at a time, each piece by itself, in the order that it is told. */
static void put(struct bench *b, unsigned node, unsigned link, unsigned vc, uint32_t at,
                const uint8_t *data, uint32_t len, bool backward)
{
    const uint64_t base = (uint64_t)(8 * link + vc) << 21, last = 1 << 20;
    for (uint32_t i = 0; i < len; i += 64) {
        const uint32_t from = backward ? len - 64 - i : i;
        const uint64_t to = base + at + from + (len - from <= 128 ? last : 0);
        assert_int_equal(tn_tnw_torus_model_write(b->t, node, 2, to, data + from, 64), 0);
    }
}

static uint8_t octet(unsigned node, unsigned link, uint32_t i)
{
    return (uint8_t)(1 + node * 41 + link * 7 + i * 13 + i / 128);
}

static void fill(struct bench *b, unsigned node, unsigned link, uint32_t at, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++)
        b->host[node][at + i] = octet(node, link, i);
}

static void assert_message(struct bench *b, unsigned to, uint32_t at, unsigned from, unsigned link,
                           uint32_t len)
{
    for (uint32_t i = 0; i < len; i++)
        assert_int_equal(b->host[to][at + i], octet(from, link, i));
}

static struct tnw_note note_at(const struct bench *b, unsigned node, uint32_t at)
{
    struct tnw_note n;
    tnw_note_decode(b->host[node] + at, &n);
    return n;
}

static void assert_note(const struct bench *b, unsigned node, uint32_t at, unsigned kind,
                        unsigned link, unsigned cause, uint32_t bytes)
{
    const struct tnw_note n = note_at(b, node, at);
    assert_true(n.valid);
    assert_int_equal(n.kind, kind);
    assert_int_equal(n.link, link);
    assert_int_equal(n.cause, cause);
    assert_int_equal(n.bytes, bytes);
    assert_int_equal(n.tag, at ^ 0xabcd0000);
}

static void each_link_leads_to_the_neighbour_of_the_page(void **state)
{
    static const unsigned of_node_0[TNW_LINKS] = {1, 1, 2, 2, 4, 4};
    struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
    (void)state;
    struct bench *b = bench_with(p);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        assert_int_equal(tn_tnw_torus_model_peer(b->t, 0, l), of_node_0[l]);
    bench_free(b);
    p.x_n = 4; /* node 3 is (3,0,0), node 7 (3,1,0) */
    p.z_n = 1;
    b = bench_with(p);
    assert_int_equal(tn_tnw_torus_model_peer(b->t, 3, 0), 0);
    assert_int_equal(tn_tnw_torus_model_peer(b->t, 3, 1), 2);
    assert_int_equal(tn_tnw_torus_model_peer(b->t, 7, 3), 3);
    assert_int_equal(tn_tnw_torus_model_peer(b->t, 5, 4), 5);
    for (unsigned k = 0; k < NODES; k++)
        for (unsigned l = 0; l < TNW_LINKS; l++)
            assert_int_equal(
                tn_tnw_torus_model_peer(b->t, tn_tnw_torus_model_peer(b->t, k, l), l ^ 1), k);
    bench_free(b);
}

static void parameters_out_of_range_are_refused(void **state)
{
    const struct tn_tnw_host host = {0};
    struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
    (void)state;
    p.x_n = 5;
    assert_null(tn_tnw_torus_model_new(&p, &host));
    assert_int_equal(errno, EINVAL);
}

static void all_links_come_up(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 10; seed++) {
        struct bench *b = bench_new(seed);
        for (unsigned k = 0; k < NODES; k++)
            for (unsigned l = 0; l < TNW_LINKS; l++) {
                assert_int_equal(tn_tnw_torus_model_state(b->t, k, l), TN_TNW_UP);
                assert_int_equal(reg(b, k, tn_tnw_link_reg(l, LINK_STATUS)) & 7, 3);
                assert_int_equal(reg(b, k, tn_tnw_link_reg(l, 0)), 0x54570001);
            }
        assert_int_equal(reg(b, 0, 0), 0x54500001);
        assert_int_equal(reg(b, 0, 4), 0x03030410);
        bench_free(b);
    }
}

/* All nodes on all links at once, by Pput and Nget on two channels. */
static void exchange(struct bench *b, uint32_t len)
{
    for (unsigned k = 0; k < NODES; k++)
        for (unsigned l = 0; l < TNW_LINKS; l++) {
            const uint32_t src = SRC + 0x1000 * l + 0x1d0;
            credit(b, k, l, 0, 0x1000 * l, len, NOTES + 16 * l);
            credit(b, k, l, 3, 0x8000 + 0x1000 * l, len, NOTES + 0x100 + 16 * l);
            fill(b, k, l, src, len);
            get(b, k, l, 3, src, len, 0, NOTES + 0x200 + 16 * l);
            put(b, k, l, 0, 0, b->host[k] + src, len, k & 1);
        }
    run(b);
    for (unsigned k = 0; k < NODES; k++)
        for (unsigned l = 0; l < TNW_LINKS; l++) {
            const unsigned from = tn_tnw_torus_model_peer(b->t, k, l);
            assert_message(b, k, 0x1000 * l, from, l ^ 1, len);
            assert_message(b, k, 0x8000 + 0x1000 * l, from, l ^ 1, len);
            assert_note(b, k, NOTES + 16 * l, 0, l, 0, len);
            assert_note(b, k, NOTES + 0x100 + 16 * l, 0, l, 0, len);
            assert_note(b, k, NOTES + 0x200 + 16 * l, 1, l, 0, len);
            assert_int_equal(reg(b, k, tn_tnw_put_reg(l, 0, PUT_DONE)), len / 128);
        }
}

static void all_nodes_exchange_on_all_links_in_any_order(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++)
        for (unsigned order = 0; order < 3; order++) {
            struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
            p.seed = seed;
            p.read_order = order;
            struct bench *b = bench_with(p);
            run(b);
            exchange(b, 2048); /* N items: not one waits for DONE */
            bench_free(b);
        }
}

static void a_channel_without_a_credit_fills_up_and_holds_its_link_alone(void **state)
{
    (void)state;
    struct bench *b = bench_new(3);
    fill(b, 0, 0, SRC, 0x4000);
    get(b, 0, 0, 2, SRC, 0x4000, 0, NOTES); /* 128 items */
    run(b);
    assert_false(note_at(b, 0, NOTES).valid);
    assert_int_equal(reg(b, 1, tn_tnw_link_reg(1, 0xc8)), TN_TNW_RX_PKTS);
    assert_int_equal(reg(b, 0, 0xa0), TN_TNW_RX_PKTS + TN_TNW_TX_ITEMS);
    credit(b, 1, 1, 5, 0x9000, 128, NOTES + 16); /* another channel: behind it */
    put(b, 0, 0, 5, 0, b->host[0] + SRC, 128, false);
    credit(b, 1, 0, 5, 0x9100, 128, NOTES + 32); /* another link */
    put(b, 0, 1, 5, 0, b->host[0] + SRC, 128, false);
    run(b);
    assert_false(note_at(b, 1, NOTES + 16).valid);
    assert_note(b, 1, NOTES + 32, 0, 0, 0, 128);
    credit(b, 1, 1, 2, 0, 0x4000, NOTES + 48);
    run(b);
    assert_message(b, 1, 0, 0, 0, 0x4000);
    assert_note(b, 1, NOTES + 48, 0, 1, 0, 0x4000);
    assert_note(b, 1, NOTES + 16, 0, 1, 0, 128);
    assert_note(b, 0, NOTES, 1, 0, 0, 0x4000);
    bench_free(b);
}

static void hold_back_stops_the_writes_of_a_node(void **state)
{
    (void)state;
    struct bench *b = bench_new(4);
    tn_tnw_torus_model_hold_back(b->t, 1, true);
    fill(b, 0, 0, SRC, 0x1000);
    credit(b, 1, 1, 0, 0, 0x1000, NOTES);
    get(b, 0, 0, 0, SRC, 0x1000, 0, NOTES);
    run(b);
    assert_int_equal(reg(b, 1, tn_tnw_link_reg(1, 0xc0)), TN_TNW_RX_PKTS);
    assert_int_equal(b->host[1][0], 0);
    tn_tnw_torus_model_hold_back(b->t, 1, false);
    run(b);
    assert_message(b, 1, 0, 0, 0, 0x1000);
    bench_free(b);
}

static void a_reset_fails_the_other_end_and_no_other_link(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct bench *b = bench_new(seed);
        credit(b, 0, 0, 7, 0, 256, NOTES);
        credit(b, 0, 1, 7, 0, 256, NOTES);
        tn_tnw_torus_model_reset_link(b->t, 0, 0);
        assert_int_equal(reg(b, 0, 0x4c14), 1); /* FLUSHED */
        assert_int_equal(reg(b, 0, tn_tnw_credit_reg(1, 7, 0x18)), 0x701);
        run(b);
        assert_int_equal(tn_tnw_torus_model_state(b->t, 0, 0), TN_TNW_INIT);
        assert_int_equal(tn_tnw_torus_model_state(b->t, 1, 1), TN_TNW_FAILED);
        assert_int_equal(tn_tnw_torus_model_state(b->t, 1, 0), TN_TNW_UP);
        assert_int_equal(reg(b, 1, tn_tnw_link_reg(1, 0x64)), 1);
        tn_tnw_torus_model_reset_link(b->t, 1, 1);
        run(b);
        assert_int_equal(tn_tnw_torus_model_state(b->t, 0, 0), TN_TNW_UP);
        assert_int_equal(tn_tnw_torus_model_state(b->t, 1, 1), TN_TNW_UP);
        exchange(b, 256);
        bench_free(b);
    }
}

static void a_node_reset_stops_the_links_to_it_and_no_others(void **state)
{
    (void)state;
    struct bench *b = bench_new(7);
    tn_tnw_torus_model_reset_node(b->t, 5);
    run(b);
    for (unsigned k = 0; k < NODES; k++)
        for (unsigned l = 0; l < TNW_LINKS; l++) {
            const bool to_it = tn_tnw_torus_model_peer(b->t, k, l) == 5;
            if (k != 5)
                assert_int_equal(tn_tnw_torus_model_state(b->t, k, l),
                                 to_it ? TN_TNW_FAILED : TN_TNW_UP);
            if (to_it)
                tn_tnw_torus_model_reset_link(b->t, k, l);
        }
    run(b);
    exchange(b, 384);
    bench_free(b);
}

static void a_cut_cable_holds_what_is_sent_until_it_is_whole(void **state)
{
    (void)state;
    struct bench *b = bench_new(8);
    tn_tnw_torus_model_cut_cable(b->t, 0, 2, true);
    fill(b, 0, 2, SRC, 256);
    credit(b, 2, 3, 1, 0, 256, NOTES);
    put(b, 0, 2, 1, 0, b->host[0] + SRC, 256, true);
    run(b);
    assert_int_equal(reg(b, 0, tn_tnw_link_reg(2, LINK_STATUS)) >> 8 & 31, 2);
    assert_false(note_at(b, 2, NOTES).valid);
    tn_tnw_torus_model_cut_cable(b->t, 0, 2, false);
    run(b);
    assert_note(b, 2, NOTES, 0, 3, 0, 256);
    assert_message(b, 2, 0, 0, 2, 256);
    bench_free(b);
}

static void a_message_longer_than_its_credit_is_reported(void **state)
{
    (void)state;
    struct bench *b = bench_new(9);
    fill(b, 0, 0, SRC, 512);
    credit(b, 1, 1, 0, 0x100, 256, NOTES);
    get(b, 0, 0, 0, SRC, 256, 8, NOTES); /* items 1 and 2 of the credit's two */
    run(b);
    assert_note(b, 1, NOTES, 0, 1, TNW_C_FIT, 128);
    assert_int_equal(b->host[1][0x100], 0);
    assert_message(b, 1, 0x180, 0, 0, 128);
    assert_int_equal(b->host[1][0x200], 0);
    assert_int_equal(reg(b, 1, 0x4c04), 1); /* NOFIT */
    bench_free(b);
}

static void a_bad_read_ends_its_descriptor_and_not_the_next(void **state)
{
    static const uint8_t cause[] = {TNW_C_STATUS, TNW_C_POISON, TNW_C_TIMEOUT, TNW_C_WRONG};
    (void)state;
    for (unsigned i = 0; i < sizeof cause; i++) {
        struct bench *b = bench_new(10 + i);
        fill(b, 0, 0, SRC + 0x80, 0x800);
        credit(b, 1, 1, 0, 0, 0x800, NOTES);
        tn_tnw_torus_model_fail_read(b->t, 0, 0, cause[i]);
        get(b, 0, 0, 0, SRC + 0x80, 0x800, 0, NOTES);
        get(b, 0, 0, 0, SRC + 0x80, 0x800, 0, NOTES + 16);
        run(b);
        assert_note(b, 0, NOTES, 1, 0, cause[i], 0);
        assert_note(b, 0, NOTES + 16, 1, 0, 0, 0x800);
        assert_message(b, 1, 0, 0, 0, 0x800);
        assert_int_equal(reg(b, 0, 0xa8), 2);
        assert_int_equal(reg(b, 0, 0xac), 1);
        assert_int_equal(reg(b, 0, tn_tnw_get_reg(0, CPL_STATUS)), i < 2 ? 0x800 : 0x10800);
        const uint32_t any = 0;
        set(b, 0, tn_tnw_get_reg(0, 0x20), &any, 1);
        assert_int_equal(reg(b, 0, tn_tnw_get_reg(0, CPL_STATUS)), 0x800);
        bench_free(b);
    }
}

static void abort_ends_the_descriptors_there(void **state)
{
    enum { SENT = (TN_TNW_RX_PKTS + TN_TNW_TX_ITEMS) * TNW_PAYLOAD, ABORT = 0x24 };
    const uint32_t any = 1, end = (16 << 16) / TNW_PAYLOAD - 1; /* the window's last item */
    (void)state;
    struct bench *b = bench_new(5);
    fill(b, 0, 0, SRC, 0x4000);
    get(b, 0, 0, 2, SRC, 0x4000, 0, NOTES); /* nobody takes it all */
    get(b, 0, 0, 2, SRC, 0x400, 0, NOTES + 16);
    run(b);
    set(b, 0, tn_tnw_get_reg(0, ABORT), &any, 1);
    run(b);
    assert_note(b, 0, NOTES, 1, 0, TNW_C_ABORT, SENT);
    assert_note(b, 0, NOTES + 16, 1, 0, TNW_C_ABORT, 0);
    assert_int_equal(reg(b, 0, 0xac), 2); /* GET_FAILED */
    assert_int_equal(reg(b, 0, tn_tnw_get_reg(0, CPL_STATUS)), 0x800);
    credit(b, 1, 1, 2, 0, SENT + 256, NOTES);
    credit(b, 1, 1, 2, 0, 0x400, NOTES + 16);
    set(b, 0, tn_tnw_put_reg(0, 2, 0), &end, 1);
    put(b, 0, 0, 2, end * TNW_PAYLOAD, b->host[0] + SRC, 128,
        false); /* the last that ABORT left out */
    run(b);
    get(b, 0, 0, 2, SRC, 0x400, 0, NOTES + 32);
    run(b);
    assert_note(b, 0, NOTES + 32, 1, 0, 0, 0x400);
    assert_note(b, 1, NOTES, 0, 1, TNW_C_FIT | TNW_C_SHORT, SENT);
    assert_note(b, 1, NOTES + 16, 0, 1, 0, 0x400);
    bench_free(b);
}

static void descriptors_and_credits_that_are_wrong_are_refused(void **state)
{
    (void)state;
    struct bench *b = bench_new(20);
    get(b, 0, 0, 0, SRC, 0, 0, NOTES);
    get(b, 0, 0, 0, SRC, 64, 0, NOTES);
    get(b, 0, 0, 0, SRC + 8, 128, 0, NOTES);
    get(b, 0, 0, 0, SRC, 128, 0, NOTES + 4);
    get(b, 0, 0, 0, SRC, 128, 0xfffff9, NOTES);
    get(b, 0, 0, 0, SRC, 0x20000080, 0, NOTES);
    assert_int_equal(reg(b, 0, 0xb4), 6);
    for (unsigned i = 0; i < 9; i++)
        get(b, 0, 0, 0, SRC, 128, 0xfffff8, NOTES);
    assert_int_equal(reg(b, 0, 0xb8), 1);
    for (unsigned i = 0; i < 9; i++)
        credit(b, 0, 0, 0, 0, 128, NOTES);
    credit(b, 0, 0, 0, 0, 100, NOTES);
    assert_int_equal(reg(b, 0, 0x4c10), 1);
    assert_int_equal(reg(b, 0, 0x4c0c), 1);
    bench_free(b);
}

static void windows_in_error_say_why_until_next_is_written(void **state)
{
    static const uint8_t data[64] = {1};
    (void)state;
    struct bench *b = bench_new(21);
    const uint32_t status = tn_tnw_put_reg(0, 0, PUT_STATUS), zero = 0;
    put(b, 0, 0, 0, 0x40, data, 64, false); /* half of item 0 */
    run(b);
    assert_int_equal(reg(b, 0, status), 0x100);
    put(b, 0, 0, 0, 0x800, data, 64, false); /* item 16 */
    assert_int_equal(reg(b, 0, status), 1 | 2 << 1);
    assert_int_equal(reg(b, 0, tn_tnw_put_reg(0, 0, PUT_ERR_ADDR)), 0x100800); /* with last */
    put(b, 0, 0, 0, 0, data, 64, false);
    assert_int_equal(reg(b, 0, 0x94), 4 + 3);
    set(b, 0, tn_tnw_put_reg(0, 0, 0), &zero, 1);
    assert_int_equal(reg(b, 0, status), 0);
    put(b, 0, 0, 0, 0, data, 64, false);
    put(b, 0, 0, 0, 0x30, data, 64, false);
    assert_int_equal(reg(b, 0, status), 1 | 1 << 1);
    set(b, 0, tn_tnw_put_reg(0, 0, 0), &zero, 1);
    put(b, 0, 0, 0, 0x40, data, 64, false);
    tn_tnw_torus_model_reorder_timeout(b->t, 0);
    assert_int_equal(reg(b, 0, status), 1 | 3 << 1);
    assert_int_equal(reg(b, 0, tn_tnw_put_reg(0, 1, PUT_STATUS)), 0);
    tn_tnw_torus_model_write(b->t, 0, 2, 1 << 21 | 4, data, 16);
    assert_int_equal(reg(b, 0, tn_tnw_put_reg(0, 1, PUT_STATUS)), 1 | 4 << 1);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_link_leads_to_the_neighbour_of_the_page),
        cmocka_unit_test(parameters_out_of_range_are_refused),
        cmocka_unit_test(all_links_come_up),
        cmocka_unit_test(all_nodes_exchange_on_all_links_in_any_order),
        cmocka_unit_test(a_channel_without_a_credit_fills_up_and_holds_its_link_alone),
        cmocka_unit_test(hold_back_stops_the_writes_of_a_node),
        cmocka_unit_test(a_reset_fails_the_other_end_and_no_other_link),
        cmocka_unit_test(a_node_reset_stops_the_links_to_it_and_no_others),
        cmocka_unit_test(a_cut_cable_holds_what_is_sent_until_it_is_whole),
        cmocka_unit_test(a_message_longer_than_its_credit_is_reported),
        cmocka_unit_test(a_bad_read_ends_its_descriptor_and_not_the_next),
        cmocka_unit_test(abort_ends_the_descriptors_there),
        cmocka_unit_test(descriptors_and_credits_that_are_wrong_are_refused),
        cmocka_unit_test(windows_in_error_say_why_until_next_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
