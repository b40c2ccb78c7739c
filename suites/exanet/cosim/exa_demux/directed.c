/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The demux, a scenario a rule; expected values worked by hand from checkers/exanet/spec/exa_mux.md
 * sections 2 and 3. A failure names its rule first.
 */
#include "route.h"

#include "../exa_mux/drops.h"
#include "../exa_mux/lanes.h"

static struct xbar_seen seen;
static unsigned some;      /* the lowest output that takes any Write, */
static uint64_t some_addr; /* and a place that leads there */
static unsigned near, far; /* two outputs that some index leads to, near the lower; equal where a shape has no two */

static int start(void **state)
{
    (void)state;
    tn_sim_reset(4);
    xbar_judge(&seen);
    xbar_unjudged(0);
    return 0;
}

static void send(uint64_t addr, unsigned type, uint16_t mark)
{
    struct exa_packet k = {.pdid = mark, .dst = mux_anywhere, .type = (uint8_t)type};
    uint8_t bytes[EXA_KEEP_MAX], data[32] = {9, 8, 7, 6};
    assert_int_equal(shape_of_type(&k, addr, data, 4), 0);
    exa_seal(&k);
    const long len = exa_encode(&k, bytes, sizeof bytes);
    assert_true(len > 0);
    assert_int_equal(tn_exa_source_send(xbar_source(0), bytes, (size_t)len, 0), 0);
}

/* Where it comes out, or -1: dropped as ROUTE. */
static int goes(uint64_t addr, unsigned type)
{
    int out = -1;
    xbar_forget(&seen);
    send(addr, type, 0);
    tn_sim_step(12);
    for (unsigned p = 0; p < mux.outs; p++)
        if (seen.out[p].n) {
            assert_int_equal(out, -1);
            out = (int)p;
        }
    RULE_WAITED("EXU-RTE-1", out >= 0 ? seen.drops == 0 : seen.drops == 1 && seen.last_cause == 3,
                "the packet at one output, or one drop of cause 3");
    return out;
}

static void every_index_finds_the_lowest_output(void **state)
{
    (void)state;
    for (unsigned index = 0; index < 128; index++)
        RULE("EXU-RTE-1",
             goes(traffic_peripheral(index) | 0x80, EXA_READ_REQ) == route_of(traffic_peripheral(index), EXA_READ_REQ));
}

static void what_is_no_peripheral_goes_to_dram(void **state)
{
    (void)state;
    for (uint64_t top = 0; top < 7; top++)
        RULE("EXU-RTE-1",
             goes(top << 39 | 0x7fffffff00, EXA_WRITE) == route_of(top << 39, EXA_WRITE));
}

static void every_type_goes_where_it_is_taken(void **state)
{
    (void)state;
    for (unsigned i = 0; i < EXA_TYPE_N; i++) {
        const unsigned type = exa_type_at(i);
        const uint64_t other = far < mux.outs ? traffic_peripheral(route_index(far)) : some_addr;
        RULE("EXU-RTE-1", goes(0x1000, type) == route_of(0x1000, type));
        RULE("EXU-RTE-1", goes(other, type) == route_of(other, type));
    }
}

/* One output is blocked: packets for others pass until one for it stands first. */
static void a_blocked_output_blocks_what_is_behind(void **state)
{
    const uint64_t to_near = traffic_peripheral(route_index(near)),
                   to_far = traffic_peripheral(route_index(far));
    (void)state;
    if (near == far) /* one output alone takes packets */
        skip();
    tn_sink_ok(xbar_sink(far), 0);
    send(to_near, EXA_WRITE, 1);
    send(to_near, EXA_WRITE, 2);
    tn_sim_step(20);
    RULE_WAITED("EXU-BLK-1", seen.out[near].n == 2, "two packets at an output that takes all");
    send(to_far, EXA_WRITE, 3);
    send(to_near, EXA_WRITE, 4);
    tn_sim_step(30);
    RULE("EXU-BLK-1", seen.out[near].n == 2 && seen.out[far].n == 0 &&
                          tn_exa_source_pending(xbar_source(0)) > 0);
    tn_sink_ok(xbar_sink(far), 7);
    tn_sim_step(20);
    RULE("EXU-BLK-1", seen.out[near].n == 3 && seen.out[far].n == 1 && seen.broken == 0);
}

/* Outputs take turns without an idle cycle: three words a packet. */
static void no_cycle_is_idle(void **state)
{
    const uint64_t to[2] = {traffic_peripheral(route_index(near)), traffic_peripheral(route_index(far))};
    (void)state;
    if (near == far)
        skip();
    for (unsigned i = 0; i < 6; i++)
        send(to[i & 1], EXA_WRITE, (uint16_t)i);
    tn_sim_step(40);
    RULE_WAITED("EXU-LAT-2", seen.in[0].n == 6 && seen.out[near].n == 3 && seen.out[far].n == 3,
                "six packets at the input, three at each of two outputs");
    for (unsigned i = 0; i < 6; i++) {
        const struct xbar_out *o = &seen.out[i & 1 ? far : near];
        RULE("EXU-LAT-2", o->packet[i / 2].cycle == seen.in[0].packet[i].cycle + 2);
        RULE("EXU-LAT-2", o->packet[i / 2].cycle == seen.out[near].packet[0].cycle + 3 * i);
    }
}

static void what_the_switch_drops_is_dropped(void **state)
{
    (void)state;
    drops_are_the_switchs(&seen, 0, some, some_addr);
}

static void sent_counts_what_has_left(void **state)
{
    (void)state;
    drops_sent_is_what_left(0, some, some_addr);
}

static void every_lane_passes_unchanged(void **state)
{
    (void)state;
    lanes_pass_unchanged(&seen, some, some_addr | 0x4000);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_index_finds_the_lowest_output, start),
        cmocka_unit_test_setup(what_is_no_peripheral_goes_to_dram, start),
        cmocka_unit_test_setup(every_type_goes_where_it_is_taken, start),
        cmocka_unit_test_setup(a_blocked_output_blocks_what_is_behind, start),
        cmocka_unit_test_setup(no_cycle_is_idle, start),
        cmocka_unit_test_setup(what_the_switch_drops_is_dropped, start),
        cmocka_unit_test_setup(sent_counts_what_has_left, start),
        cmocka_unit_test_setup(every_lane_passes_unchanged, start),
    };
    (void)argc;
    (void)argv;
    mux_shape();
    near = far = mux.outs;
    for (unsigned p = 0; p < mux.outs; p++)
        if (route_index(p) < 128) {
            far = p;
            near = near == mux.outs ? p : near;
        }
    some_addr =
        route_of(0, EXA_WRITE) < 0 && near < mux.outs ? traffic_peripheral(route_index(near)) : 0;
    some = (unsigned)route_of(some_addr, EXA_WRITE);
    if (some >= mux.outs) {
        print_message("1..0 # SKIP no output takes a Write\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
