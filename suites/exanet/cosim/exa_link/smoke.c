/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The link alive: registers, both lines aligned and locked, packets of each form both
 * ways at once.
 */
#include "link.h"

enum { PACKETS = 40 };

static struct {
    unsigned n, wrong, broken;
} got[LINK_SIDES];

static unsigned form_of(unsigned k)
{
    return k % 3 == 2 ? EXA_HPF : k % 3;
}

static size_t packet(uint8_t out[EXA_KEEP_MAX], unsigned side, unsigned k)
{
    return link_packet(out, form_of(k), 1 + 37 * k % 256, (uint16_t)(side << 12 | k));
}

/* Packets of the other side, in their order. */
static void on_packet(void *ctx, const struct tn_event *ev)
{
    uint8_t want[EXA_KEEP_MAX];
    (void)ctx;
    if (tn_monitor_point(ev->point)[0] != 'm')
        return;
    size_t len = packet(want, !ev->port, got[ev->port].n++);
    got[ev->port].wrong += ev->len != len || memcmp(ev->bytes, want, len) != 0;
}

static void on_broken(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    got[0].broken++;
    print_message("%s cycle %llu: expected %s; found %s\n", v->rule, (unsigned long long)v->cycle,
                  v->expected, v->found);
}

static bool all_came(void *ctx)
{
    (void)ctx;
    return got[0].n == PACKETS && got[1].n == PACKETS;
}

static int start(void **state)
{
    (void)state;
    link_reset(41, 23);
    memset(got, 0, sizeof got);
    tn_monitor_clear();
    tn_monitor_subscribe(on_packet, NULL);
    tn_handshake_subscribe(on_broken, NULL);
    return 0;
}

static void both_sides_come_up(void **state)
{
    (void)state;
    for (unsigned side = 0; side < LINK_SIDES; side++) {
        RULE("EXL-CNT-1", link_read(side, 0x000) == 0x454c0001);
        RULE("EXL-LCK-1", (link_read(side, 0x004) & 1) == 0);
    }
    RULE("EXL-LCK-1", tn_sim_step_until(link_is_up, NULL, link_up_blocks() * LINK_BASE));
    RULE("EXL-CNT-1", link_read(0, 0x40c) == 0 && link_read(1, 0x40c) == 0 && link_read(0, 0x00c) == 0);
}

static bool crosses; /* packets crossed in this run; where none did, no other test waits for them */

static void packets_cross_both_ways(void **state)
{
    (void)state;
    for (unsigned side = 0; side < LINK_SIDES; side++)
        for (unsigned k = 0; k < PACKETS; k++) {
            uint8_t p[EXA_KEEP_MAX];
            size_t len = packet(p, side, k);
            assert_int_equal(tn_exa_source_send(link_source(side), p, len, 0), 0);
        }
    RULE("EXL-RX-5", link_comes_up() && tn_sim_step_until(all_came, NULL, PACKETS * 60 * LINK_BASE));
    crosses = true;
    tn_sim_step(400);
    RULE("EXL-RX-6", got[0].wrong == 0 && got[1].wrong == 0);
    RULE("EXL-RX-3", got[0].broken == 0);
    for (unsigned side = 0; side < LINK_SIDES; side++) {
        RULE("EXL-CNT-1", link_read(side, 0x400) == PACKETS && link_read(side, 0x408) == PACKETS);
        RULE("EXL-CNT-1", link_read(side, 0x404) == 0 && link_read(side, 0x40c) == 0);
    }
}

/* The frames that side 0 counted when it counts no more. A link that counts for ever has its row. */
static unsigned rest_of_frames(void)
{
    enum { ROUNDS = 5 };
    unsigned was, now = link_read(0, 0x400), rounds = 0;
    do {
        was = now;
        tn_sim_step(1000 * LINK_BASE);
        now = link_read(0, 0x400);
    } while (now != was && ++rounds < ROUNDS);
    RULE_WAITED("EXL-CNT-1", now == was, "the end of the frames that TX_FRAMES counts");
    return now;
}

/* Behind XOFF packets are taken until the FIFO to the line is full, and no frame of theirs has ended. */
static void a_frame_counts_when_it_has_left(void **state)
{
    static const struct tn_stall for_ever = {TN_STALL_BURST, 1u << 30, 1, 1}, none = {.kind = TN_STALL_NONE};
    enum { MORE_THAN_FIT = 32 }; /* of 18 words each: two FIFOs of 256 words hold fewer */
    uint8_t p[EXA_KEEP_MAX];
    (void)state;
    if (!crosses)
        RULE_WAITED("EXL-RX-5", false, "a packet that crosses");
    RULE("EXL-LCK-1", link_comes_up());
    assert_int_equal(tn_sink_stall(link_sink(1), &for_ever), 0);
    for (unsigned k = 0; k < MORE_THAN_FIT; k++)
        assert_int_equal(tn_exa_source_send(link_source(0), p, link_packet(p, EXA_HPF, EXA_MTU, (uint16_t)k), 0), 0);
    const unsigned ended = rest_of_frames();
    RULE("EXL-NFC-1", (link_read(0, 0x004) & 4) != 0);
    RULE("EXL-CNT-1", ended > 0 && ended == link_read(1, 0x408));
    assert_int_equal(tn_sink_stall(link_sink(1), &none), 0);
    RULE("EXL-CNT-1", rest_of_frames() == MORE_THAN_FIT && link_read(1, 0x408) == MORE_THAN_FIT);
}

static uint64_t entered[2];

static void on_entry(void *ctx, const struct tn_event *ev)
{
    unsigned *n = ctx;
    if (tn_monitor_point(ev->point)[0] == 's' && *n < 2)
        entered[(*n)++] = ev->cycle;
}

/* A source's time is the bench's, though its own clock is a fifth of it. */
static void a_packet_waits_for_the_cycle_named_and_no_longer(void **state)
{
    const uint64_t now = tn_sim_cycle(), due[2] = {now + 1000, now + 4000};
    uint8_t p[EXA_KEEP_MAX];
    unsigned n = 0;
    (void)state;
    tn_monitor_clear();
    tn_monitor_subscribe(on_entry, &n);
    for (unsigned k = 0; k < 2; k++) {
        size_t len = packet(p, 0, k);
        assert_int_equal(tn_exa_source_send(link_source(0), p, len, due[k]), 0);
    }
    tn_sim_step(4000 + 10 * LINK_BASE);
    assert_int_equal(n, 2);
    for (unsigned k = 0; k < 2; k++)
        assert_true(entered[k] >= due[k] && entered[k] < due[k] + 4 * LINK_BASE);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(both_sides_come_up, start),
        cmocka_unit_test_setup(packets_cross_both_ways, start),
        cmocka_unit_test_setup(a_frame_counts_when_it_has_left, start),
        cmocka_unit_test_setup(a_packet_waits_for_the_cycle_named_and_no_longer, start),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
