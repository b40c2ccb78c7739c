/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of a lattice: ways worked by hand from ape_router.md section 2; and its judge, with one
 * wrong event at a time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tn/apenet/ape_net.h>

static const struct tn_ape_net_config five = {
    .size = {5, 4, 2}, .link_n = 6, .local_n = 1, .order = {2, 1, 0}, .hop_limit = 1023};
static const char *broken;
static unsigned broken_n;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    broken = broken_n ? broken : v->rule; /* the first */
    broken_n++;
}

static struct tn_ape_net_way way(const struct tn_ape_net_config *c, unsigned node, uint8_t x,
                                 uint8_t y, uint8_t z)
{
    struct tn_ape_net_way w;
    tn_ape_net_route(c, node, &(struct ape_header){.dst = {x, y, z}}, &w);
    return w;
}

static void steps(const struct tn_ape_net_way *w, unsigned n, const uint8_t (*want)[3])
{
    assert_int_equal(w->steps, n);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(w->step[i].link, want[i][0]);
        assert_int_equal(w->step[i].vc, want[i][1]);
        assert_int_equal(w->step[i].last_hop, want[i][2]);
    }
}

static void ways_go_dimension_by_dimension_the_shortest_way(void **state)
{
    struct tn_ape_net_config c = five;
    struct tn_ape_net_way w = way(&c, 0, 3, 1, 1); /* z+, y+, then x- twice over the wrap link */
    (void)state;
    steps(&w, 4, (const uint8_t[][3]){{4, 0, 1}, {2, 0, 1}, {1, 1, 0}, {1, 1, 1}});
    assert_int_equal(w.node, 3 + 5 * (1 + 4 * 1));
    assert_int_equal(w.hops, 5);
    w = way(&c, 4, 1, 0, 0); /* x+ twice over the wrap link */
    steps(&w, 2, (const uint8_t[][3]){{0, 1, 0}, {0, 1, 1}});
    w = way(&c, 10, 0, 0, 0); /* from y 2 a tie: plus, over the wrap link */
    steps(&w, 2, (const uint8_t[][3]){{2, 1, 0}, {2, 1, 1}});
    c.minus_on_tie = true; /* minus, whose way does not wrap */
    w = way(&c, 10, 0, 0, 0);
    steps(&w, 2, (const uint8_t[][3]){{3, 0, 0}, {3, 0, 1}});
    memcpy(c.order, (uint8_t[]){0, 1, 2}, 3);
    w = way(&c, 0, 1, 1, 0);
    steps(&w, 2, (const uint8_t[][3]){{0, 0, 1}, {2, 0, 1}});
    memcpy(c.order, (uint8_t[]){0, 0, 2}, 3); /* no order: z, y, x */
    w = way(&c, 0, 1, 1, 0);
    steps(&w, 2, (const uint8_t[][3]){{2, 0, 1}, {0, 0, 1}});
}

static void outside_goes_to_local_port_0(void **state)
{
    struct tn_ape_net_way w = way(&five, 7, 0, 4, 0);
    (void)state;
    assert_true(w.ool);
    assert_int_equal(w.steps, 0);
    assert_int_equal(w.node, 7);
    tn_ape_net_route(&five, 0, &(struct ape_header){.dst = {1, 0, 0}, .port = 1}, &w);
    assert_true(w.ool);
    assert_int_equal(w.steps, 1);
    assert_int_equal(w.node, 1);
    assert_int_equal(w.port, 0);
}

/* A packet alone from node 0 to node 1 as it goes in, and behind so many routers. */
static void packet(unsigned routers, uint16_t pid, uint8_t word[APE_WORD])
{
    struct ape_header h = {
        .dst = {1, 0, 0}, .alone = true, .type = 1, .pid = pid, .hops = (uint16_t)routers};
    memset(word, 0, APE_WORD);
    h.last_hop = routers == 1;
    ape_header_put(&h, word);
    TN_PUT(word, ape_hdr, secded, ape_secded(word));
}

enum wrong {
    NOTHING,
    LINE_ELSEWHERE,
    LINE_NOBODY,
    LINE_VC,
    LINE_HOPS,
    OUT_PORT,
    OUT_NOBODY,
    OUT_VC,
    LOST,
    ORDER
};

static const char *run(enum wrong wrong, unsigned *n)
{
    uint8_t w[APE_WORD];
    struct tn_ape_net *net = tn_ape_net_new(&five, on_verdict, NULL);
    broken = NULL;
    broken_n = 0;
    for (uint16_t k = 0; k < 2; k++) {
        packet(0, (uint16_t)(k + 1), w);
        tn_ape_net_in(net, 1, 0, 0, w, sizeof w);
    }
    for (uint16_t i = 0; i < 2; i++) {
        uint16_t k = wrong == ORDER ? 1 - i : i;
        packet(1, (uint16_t)(k + 1 + (wrong == LINE_NOBODY && k ? 7 : 0)), w);
        if (wrong == LINE_VC && k)
            TN_PUT(w, ape_hdr, vc, 1);
        if (wrong == LINE_HOPS && k)
            TN_PUT(w, ape_hdr, hops, 2);
        tn_ape_net_line(net, 2, wrong == LINE_ELSEWHERE && k ? 5 : 1,
                        wrong == LINE_ELSEWHERE && k ? 3 : 1, w, sizeof w);
        packet(2, (uint16_t)(k + 1 + (wrong == OUT_NOBODY && k ? 7 : 0)), w);
        if (wrong != LOST || !k)
            tn_ape_net_out(net, 3, wrong == OUT_PORT && k ? 2 : 1, 0, wrong == OUT_VC && k, w,
                           sizeof w);
    }
    if (broken_n == 0)
        tn_ape_net_finish(net, 4);
    *n = broken_n;
    if (wrong == NOTHING)
        assert_true(tn_ape_net_matched(net) == 2);
    tn_ape_net_free(net);
    return broken;
}

/* A packet to y 4, which is outside, or with hops at the limit, goes in at node 7 and comes out at
 * port 0 of a node. */
static const char *run_from_7(unsigned y, unsigned hops, unsigned out)
{
    uint8_t w[APE_WORD] = {0};
    struct ape_header h = {
        .dst = {2, (uint8_t)y, 0}, .alone = true, .type = 1, .hops = (uint16_t)hops};
    struct tn_ape_net_config c = five;
    struct tn_ape_net *net;
    c.hop_limit = 9;
    net = tn_ape_net_new(&c, on_verdict, NULL);
    broken = NULL;
    broken_n = 0;
    ape_header_put(&h, w);
    tn_ape_net_in(net, 1, 7, 0, w, sizeof w);
    h.hops++;
    h.ool = y == 4;
    ape_header_put(&h, w);
    TN_PUT(w, ape_hdr, secded, ape_secded(w));
    tn_ape_net_out(net, 2, out, 0, 0, w, sizeof w);
    tn_ape_net_free(net);
    return broken;
}

/* A tie whose plus port is off: from y 2 of four to y 0, over y 1, on that VC of the first line. */
static const char *run_tie(uint8_t vc)
{
    uint8_t w[APE_WORD] = {0};
    struct ape_header h = {.dst = {0, 0, 0}, .alone = true, .type = 1};
    struct tn_ape_net_config c = five;
    struct tn_ape_net *net;
    c.minus_on_tie = true;
    net = tn_ape_net_new(&c, on_verdict, NULL);
    broken = NULL;
    broken_n = 0;
    ape_header_put(&h, w);
    tn_ape_net_in(net, 1, 10, 0, w, sizeof w);
    h.hops = 1;
    h.vc = vc;
    ape_header_put(&h, w);
    TN_PUT(w, ape_hdr, secded, ape_secded(w));
    tn_ape_net_line(net, 2, 5, 2, w, sizeof w);
    tn_ape_net_free(net);
    return broken;
}

/* Hole A11: the public router computes the VC of a tie as if the packet went plus, over the wrap
 * link; the way that it takes, minus, has none. ape_deadlock shows the cycle of buffers. */
static void tie_that_goes_minus_has_the_vc_of_its_own_way(void **state)
{
    (void)state;
    assert_string_equal(run_tie(1), "APR-VC-1");
    assert_int_equal(broken_n, 1);
    assert_null(run_tie(0));
}

static void a_wrong_event_is_called_by_its_rule(void **state)
{
    unsigned n;
    (void)state;
    assert_null(run(NOTHING, &n));
    assert_string_equal(run(LINE_ELSEWHERE, &n), "APR-WAY-1");
    assert_string_equal(run(LINE_NOBODY, &n), "APR-FLOW-1");
    assert_string_equal(run(LINE_VC, &n), "APR-VC-1");
    assert_int_equal(n, 1);
    assert_string_equal(run(LINE_HOPS, &n), "APR-HDR-1");
    assert_int_equal(n, 1);
    assert_string_equal(run(OUT_PORT, &n), "APR-LOC-1");
    assert_int_equal(n, 1);
    assert_string_equal(run(OUT_NOBODY, &n), "APR-NET-1");
    assert_int_equal(n, 1);
    assert_string_equal(run(OUT_VC, &n), "APR-VC-1");
    assert_int_equal(n, 1);
    assert_string_equal(run(LOST, &n), "APR-NET-1");
    assert_int_equal(n, 1);
    assert_string_equal(run(ORDER, &n), "APR-ORD-1");
    assert_int_equal(n, 1);
    assert_null(run_from_7(4, 8, 7));
    assert_string_equal(run_from_7(4, 8, 6), "APR-OOL-1");
}

/* A packet of one payload word to node 1. */
static size_t short_packet(uint8_t k[3 * APE_WORD], uint32_t msg)
{
    memset(k, 0, 3 * (size_t)APE_WORD);
    ape_header_put(
        &(struct ape_header){.dst = {1, 0, 0}, .type = TN_ape_hdr_type_PUT, .len = APE_WORD}, k);
    memset(k + APE_WORD, (int)msg, APE_WORD);
    ape_footer_put(&(struct ape_footer){.msg = msg, .last = true}, k + 2 * (size_t)APE_WORD);
    ape_seal(k, 3 * (size_t)APE_WORD);
    return 3 * (size_t)APE_WORD;
}

/* Two packets go in, of which one is lost; then one more comes out: that one with err, with err and
 * another header, or one that nobody gave. */
static const char *run_lossy(uint32_t msg, bool err, bool strange, unsigned times)
{
    struct tn_ape_net *net = tn_ape_net_new(&five, on_verdict, NULL);
    uint8_t k[3 * APE_WORD];
    broken = NULL;
    broken_n = 0;
    tn_ape_net_lossy(net);
    for (uint32_t i = 0; i < 2; i++)
        tn_ape_net_in(net, i, 0, 0, k, short_packet(k, i));
    tn_ape_net_out(net, 50, 1, 0, 0, k, short_packet(k, 1));
    short_packet(k, msg);
    k[2 * APE_WORD + 10] |= err ? 0x80 : 0;
    k[12] ^= strange;
    for (unsigned i = 0; i < times; i++)
        tn_ape_net_out(net, 60, 1, 0, 0, k, sizeof k);
    tn_ape_net_finish(net, 100);
    tn_ape_net_free(net);
    return broken;
}

static void a_packet_that_nobody_gave_is_told_on_lines_with_faults_too(void **state)
{
    (void)state;
    assert_null(run_lossy(0, false, false, 0));
    assert_null(run_lossy(0, false, false, 1));
    assert_null(run_lossy(0, true, false, 1));
    assert_null(run_lossy(0, true, true, 1));
    assert_string_equal(run_lossy(0, true, true, 2), "APR-NET-3");
    assert_string_equal(run_lossy(7, false, false, 1), "APR-NET-3");
    assert_string_equal(run_lossy(1, false, false, 1), "APR-NET-3");
    assert_int_equal(broken_n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_go_dimension_by_dimension_the_shortest_way),
        cmocka_unit_test(outside_goes_to_local_port_0),
        cmocka_unit_test(tie_that_goes_minus_has_the_vc_of_its_own_way),
        cmocka_unit_test(a_wrong_event_is_called_by_its_rule),
        cmocka_unit_test(a_packet_that_nobody_gave_is_told_on_lines_with_faults_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
