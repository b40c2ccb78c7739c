/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a lane beside its judge: random packets both ways with pauses, a slow port, a slow far
 * end, other registers, lanes that harm runs, and lanes that die.
 */
#include "link.h"

static void set(enum tn_cl_link_reg r, uint32_t value)
{
    tn_cl_link_bench_write(link_.bench, (uint8_t)(4 * r), value);
}

static void full_rate(void **state)
{
    (void)state;
    link_exchange(link_count(100), 0);
    link_kept();
}

static void pauses_everywhere(void **state)
{
    (void)state;
    link_.bench->s_16 = 11;
    link_.bench->ways->gap = 20;
    link_exchange(link_count(60), 0);
    link_kept();
}

/* Buffers that empty slowly at both ends: credits and windows run out. */
static void slow_buffers(void **state)
{
    (void)state;
    link_.bench->free_late = 900;
    link_.bench->ways->free_late = 900;
    link_exchange(link_count(60), 0);
    link_kept();
}

/* Of one priority alone, of which LIMITS has its own. */
static void one_priority(void **state)
{
    static const unsigned types[] = {1 << TN_cl_hdr_type_ACK,
                                     1 << TN_cl_hdr_type_WRITE | 1 << TN_cl_hdr_type_MESSAGE,
                                     1 << TN_cl_hdr_type_READ | 1 << TN_cl_hdr_type_QUEUE_READ};
    (void)state;
    link_.bench->ways->free_late = 300;
    for (unsigned k = 0; k < 3; k++)
        link_exchange(link_count(20), types[k]);
    link_kept();
}

static void other_limits(void **state)
{
    static const uint32_t limits[] = {0x000e0e0e, 0x00010203, 0x00010101};
    (void)state;
    link_.bench->ways->free_late = 200;
    for (unsigned k = 0; k < 3; k++) {
        set(CLL_LIMITS, limits[k]);
        link_exchange(link_count(20), 0);
    }
    link_kept();
}

/* Some packets at s are ones that the DUT must drop. */
static void bad_packets_at_s(void **state)
{
    (void)state;
    for (unsigned i = 0; i < link_count(60) && !link_.verdicts; i++) {
        uint16_t word[TN_CLL_WORDS] = {0};
        unsigned n = cl_draw(&link_.rng, 0, i, word);
        switch (link_below(6)) {
        case 0:
            n = 1 + link_below(3);
            break;
        case 1:
            n = CL_WORDS_MAX + 1 + link_below(20);
            break;
        case 2:
            n = n > CL_WORDS_MIN ? n - 1 : n + 1;
            cl_seal(word, n);
            break;
        case 3:
            word[0] |= 0x30;
            cl_seal(word, n);
            break;
        case 4:
            word[0] |= 0x0f;
            cl_seal(word, n);
            break;
        default:
            word[link_below(n)] ^= (uint16_t)(1u << link_below(16));
            if (cl_crc_right(word, n)) /* (never: one bit) */
                word[n - 1] ^= 1;
        }
        assert_int_equal(tn_cl_link_bench_send(link_.bench, false, word, n, 0), 0);
        link_exchange(1, 0);
    }
    link_kept();
}

static void harmed(unsigned in, unsigned out, unsigned tmo)
{
    set(CLL_LINK_TMO, tmo);
    link_.bench->ways->harm_in = (uint16_t)in;
    link_.bench->ways->harm_out = (uint16_t)out;
    link_.bench->ways->gap = (uint16_t)link_below(6);
    link_.bench->free_late = link_below(100);
    link_exchange(link_count(60), 0);
    link_kept();
}

static void a_lane_with_errors_to_the_DUT(void **state)
{
    (void)state;
    harmed(0, 150, 512);
}

static void a_lane_with_errors_from_the_DUT(void **state)
{
    (void)state;
    harmed(150, 0, 512);
}

static void a_lane_with_errors_both_ways(void **state)
{
    (void)state;
    harmed(60, 60, 64 + link_below(200));
}

static void a_far_end_without_nacks(void **state)
{
    (void)state;
    link_.bench->ways->hold_nack = true;
    harmed(100, 0, 200);
}

/* Packets of lengths and types that a lane does not look at. */
static void packets_of_any_shape(void **state)
{
    (void)state;
    for (unsigned i = 0; i < link_count(30) && !link_.verdicts; i++) {
        for (unsigned way = 0; way < 2; way++) {
            const struct cl_header h = {.dst = (uint8_t)link_below(32),
                                        .prio = (uint8_t)link_below(CL_PRIOS),
                                        .type = (uint8_t)link_below(TN_cl_hdr_type_LINK),
                                        .len = (uint8_t)(link_below(2) ? 1 : CL_LEN_MAX)};
            uint16_t word[CL_WORDS_MAX];
            for (unsigned k = 0; k < CL_WORDS_MAX; k++)
                word[k] = (uint16_t)tn_rng_next(&link_.rng);
            cl_header_put(&h, word);
            cl_seal(word, h.len + 3u);
            link_give_words(way, word, h.len + 3u);
        }
        link_exchange(1, 0);
    }
    link_kept();
}

/* Runs that no far end sends, some behind an error. */
static void runs_that_cannot_be(void **state)
{
    const unsigned plane = (unsigned)tn_sim_param("PLANE");
    (void)state;
    link_.bench->ways->harm_out = 100;
    for (unsigned i = 0; i < link_count(40) && !link_.verdicts; i++) {
        const struct cl_header h = {.prio = (uint8_t)link_below(4), .type = 15, .len = 3, .seq = 1};
        const struct cl_ctl c = {.nack = link_below(2),
                                 .plane = (uint8_t)(link_below(2) ? plane : 3),
                                 .ack = (uint8_t)link_below(64),
                                 .freed = {(uint8_t)link_below(256)}};
        uint16_t word[CL_CTL_WORDS];
        if (link_below(3) == 0)
            tn_cl_link_peer_harm(link_.bench->peer, true, TN_CL_INVALID);
        cl_ctl_put(&c, word);
        if (link_below(2))
            cl_header_put(&h, word);
        if (word[0] >> 4 == 3)
            word[0] ^= (uint16_t)link_below(2); /* a packet of priority 3 */
        cl_seal(word, CL_CTL_WORDS);
        tn_cl_link_peer_run(link_.bench->peer, word, CL_CTL_WORDS);
        if (link_below(2))
            tn_cl_link_peer_run(link_.bench->peer, word, CL_CTL_WORDS);
        link_exchange(1, 0);
    }
    link_kept();
}

/* Side packets among others, both ways. */
static void side_packets(void **state)
{
    const unsigned plane = (unsigned)tn_sim_param("PLANE"), n = link_count(20);
    (void)state;
    for (unsigned i = 0; i < n && !link_.verdicts; i++) {
        const uint16_t side = (uint16_t)(link_below(2) << 15 |
                                         (plane + 1 + link_below(2)) % 3 << 13 | link_below(64));
        tn_cl_link_bench_side(link_.bench, side);
        tn_cl_link_peer_control(link_.bench->peer, (uint16_t[]){(uint16_t)(side ^ 1), 0, 0});
        link_exchange(2, 0);
    }
    RULE_WAITED("CLL-CTL-2", link_.verdicts || link_.came[TN_CLL_Y] == n, "side packets at y");
    link_kept();
}

/* The lane dies under load: what the far end took and what comes at d are all packets of s. */
static void a_lane_that_dies(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1 + link_count(8) && !link_.verdicts; i++) {
        struct tn_cl_link_bench *b = link_.bench;
        memset(link_.row, 0, sizeof link_.row);
        tn_sim_reset(6);
        b->ways->harm_in = (uint16_t)(link_below(3) * 50);
        b->ways->hold_ctl = i % 3 == 2; /* no acknowledgment: it gives up by itself */
        b->s_16 = i % 6 == 5 ? 1 : 4 + link_below(13);
        b->d_16 = 3 + link_below(14);
        set(CLL_LINK_TMO, 64);
        for (unsigned k = 0; k < 30; k++) {
            link_give(0, 0);
            if (k % 2)
                link_give(1, 0);
        }
        tn_sim_step(100 + link_below(400));
        b->kill = i % 3 != 2;
        tn_sim_step(b->kill ? 100 : 3000);
        RULE("CLL-DWN-1", !b->up);
        b->d_ack = tn_cl_link_peer_last(b->peer);
        b->d_go = true;
        tn_sim_step(4);
        tn_sim_step_until(link_quiet, NULL, LINK_WAIT_CYC);
        tn_sim_step(LINK_REST_CYC);
        RULE_WAITED("CLL-DRN-1", link_.verdicts || b->done, "d_done");
        unsigned left = 0;
        for (unsigned k = 0; k < CL_PRIOS; k++)
            left += link_.row[0][k].n;
        RULE("CLL-DRN-1", link_.verdicts || left == b->to_s.n);
        link_read_all();
    }
    memset(link_.row, 0, sizeof link_.row);
    link_kept();
}

int tn_sim_main(int argc, char **argv)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, link_start, link_stop)
    const struct CMUnitTest tests[] = {
        TEST(full_rate),
        TEST(pauses_everywhere),
        TEST(slow_buffers),
        TEST(one_priority),
        TEST(other_limits),
        TEST(bad_packets_at_s),
        TEST(a_lane_with_errors_to_the_DUT),
        TEST(a_lane_with_errors_from_the_DUT),
        TEST(a_lane_with_errors_both_ways),
        TEST(a_far_end_without_nacks),
        TEST(packets_of_any_shape),
        TEST(runs_that_cannot_be),
        TEST(side_packets),
        TEST(a_lane_that_dies),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
