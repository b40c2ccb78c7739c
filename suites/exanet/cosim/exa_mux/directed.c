/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mux, a scenario a rule; expected values worked by hand from checkers/exanet/spec/exa_mux.md
 * sections 1 and 3. A failure names its rule first.
 */
#include "mux.h"
#include "drops.h"
#include "lanes.h"

static struct xbar_seen seen;

static int start(void **state)
{
    (void)state;
    tn_sim_reset(4);
    xbar_judge(&seen);
    for (unsigned p = 0; p < mux.ins; p++)
        xbar_unjudged(p);
    return 0;
}

/* A packet of n payload bytes, known by mark, from that input. */
static void send(unsigned input, unsigned n, uint16_t mark)
{
    uint8_t k[EXA_KEEP_MAX];
    const size_t len = xbar_packet(k, mux_anywhere, 0x1000, n, mark);
    assert_int_equal(tn_exa_source_send(xbar_source(input), k, len, 0), 0);
}

static unsigned mark_of(unsigned i)
{
    struct exa_packet k;
    exa_decode(seen.out[0].packet[i].bytes, seen.out[0].packet[i].len, seen.out[0].packet[i].len,
               &k);
    return k.pdid;
}

/* The output is held; all inputs ask. Input 0 was first of all, then it goes round. */
static void inputs_take_turns(void **state)
{
    (void)state;
    tn_sink_ok(xbar_sink(0), 0);
    for (unsigned round = 0; round < 3; round++)
        for (unsigned p = 0; p < mux.ins; p++)
            send(p, 16, (uint16_t)(100 * round + p));
    tn_sim_step(20);
    tn_sink_ok(xbar_sink(0), 7);
    tn_sim_step(12 * mux.ins);
    RULE_WAITED("EXU-ARB-1", seen.out[0].n == 3 * mux.ins, "three packets of each input");
    for (unsigned i = 0; i < 3 * mux.ins; i++)
        RULE("EXU-ARB-1", mark_of(i) == 100 * (i / mux.ins) + i % mux.ins);
    for (unsigned i = 1; i < 3 * mux.ins; i++) /* three words each: header, payload, footer */
        RULE("EXU-LAT-1", seen.out[0].packet[i].cycle == seen.out[0].packet[i - 1].cycle + 3);
}

/* Input i+1 is looked at first after input i, whoever asked before. */
static void the_next_one_is_looked_at_first(void **state)
{
    /* Of two inputs the last one is input 1 itself: input 0 has its turn, then input 1 has both of
     * its packets left. */
    static const unsigned of_two[] = {2, 3, 4, 5}, of_more[] = {2, 5, 3, 4};
    const unsigned *want = mux.ins == 2 ? of_two : of_more;
    (void)state;
    send(1, 16, 1);
    tn_sim_step(20);
    tn_sink_ok(xbar_sink(0), 0);
    send(1, 16, 2);
    tn_sim_step(10); /* it stands on the output */
    send(0, 16, 3);
    send(1, 16, 4);
    tn_sim_step(5);
    send(mux.ins - 1, 16, 5);
    tn_sim_step(10);
    tn_sink_ok(xbar_sink(0), 7);
    tn_sim_step(40);
    RULE("EXU-ARB-1", seen.out[0].n == 5 && mark_of(1) == want[0] && mark_of(2) == want[1] &&
                          mark_of(3) == want[2] && mark_of(4) == want[3]);
}

/* A slow sender keeps the output from its header to its last word. */
static void a_packet_keeps_the_output(void **state)
{
    const struct tn_stall slow = {.kind = TN_STALL_BURST, .num = 12, .den = 1, .seed = 5},
                          none = {.kind = TN_STALL_NONE};
    (void)state;
    assert_int_equal(tn_exa_source_stall(xbar_source(0), &slow), 0);
    send(0, 128, 1);
    for (unsigned i = 0; i < 200 && tn_exa_source_pending(xbar_source(0)) > 9; i++)
        tn_sim_step(1);
    send(1, 16, 2);
    tn_sim_step(300);
    assert_int_equal(tn_exa_source_stall(xbar_source(0), &none), 0);
    RULE_WAITED("EXU-ARB-2", seen.broken == 0 && seen.out[0].n == 2 && mark_of(0) == 1 && mark_of(1) == 2,
                "the packet that began first, whole, and the other behind it");
    RULE("EXU-ARB-2", seen.out[0].packet[0].len == 10 * EXA_WORD); /* header, 8 words, footer */
}

/* What a packet is for does not matter: everything goes to the one output. */
static void no_address_is_dropped(void **state)
{
    static const uint64_t places[] = {0, 0x1ffffffffff, (uint64_t)7 << 39,
                                      (uint64_t)7 << 39 | (uint64_t)127 << 32};
    uint8_t k[EXA_KEEP_MAX];
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const struct exa_node to = {(uint8_t)(5 * i), (uint8_t)i, (uint8_t)(4 * i), (uint8_t)i, (uint8_t)(85 * i)};
        const size_t len = xbar_packet(k, to, places[i], i < 2 ? 1 : 0, (uint16_t)i);
        assert_int_equal(tn_exa_source_send(xbar_source(i % mux.ins), k, len, 0), 0);
    }
    tn_sim_step(40);
    RULE_WAITED("EXU-ORD-1", seen.out[0].n == 4 && seen.drops == 0, "all four packets, and no drop");
    RULE("EXU-CNT-1", tn_reg_read(0x5c0) == 4);
}

static void what_the_switch_drops_is_dropped(void **state)
{
    (void)state;
    drops_are_the_switchs(&seen, mux.ins - 1, 0, 0);
}

static void sent_counts_what_has_left(void **state)
{
    (void)state;
    drops_sent_is_what_left(mux.ins - 1, 0, 0);
}

static void every_lane_passes_unchanged(void **state)
{
    (void)state;
    lanes_pass_unchanged(&seen, 0, 0x4000);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(inputs_take_turns, start),
        cmocka_unit_test_setup(the_next_one_is_looked_at_first, start),
        cmocka_unit_test_setup(a_packet_keeps_the_output, start),
        cmocka_unit_test_setup(no_address_is_dropped, start),
        cmocka_unit_test_setup(what_the_switch_drops_is_dropped, start),
        cmocka_unit_test_setup(sent_counts_what_has_left, start),
        cmocka_unit_test_setup(every_lane_passes_unchanged, start),
    };
    (void)argc;
    (void)argv;
    mux_shape();
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
