/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random messages both ways between the network interface and three nodes, with stalls. The judge
 * stands beside, and at the end the memory of all hosts is compared byte for byte.
 */
#include "ni.h"

enum { DATA_N = PLACE_N + 2 * GUARD, UNDER_WAY = 12 };

/* A buffer at each end of each pair: [f][0] at the node under test, which far node f writes; [f][1]
 * the other way. */
static struct {
    uint8_t want[DATA_N]; /* the buffer and what stands around it */
    unsigned left;        /* messages without their end */
} pair[FARS][2];

static struct tn_ape_host *host_of(unsigned f, unsigned way)
{
    return way ? &ni.far[f].host : &ni.b.host;
}

static uint64_t place_of(unsigned f)
{
    return PLACE + (uint64_t)PLACE_STEP * f + PLACE_OFF;
}

static void make_buffers(void)
{
    memset(pair, 0, sizeof pair);
    for (unsigned f = 0; f < FARS; f++)
        for (unsigned way = 0; way < 2; way++)
            assert_true(ape_register_buffer(&host_of(f, way)->user,
                                            &(struct ape_buffer){PID, place_of(f), PLACE_N, 0}) >=
                        0);
}

/* Mostly short, now and then of several pages. */
static uint32_t random_length(void)
{
    return 1 + (uint32_t)tn_rng_below(&ni.rng, 1u << tn_rng_below(&ni.rng, 14));
}

/* Starts a random put from the host at the other end of buffer [f][way]. Returns whether the ring
 * had room. */
static bool start(unsigned f, unsigned way)
{
    const uint32_t n = random_length(), from = (uint32_t)tn_rng_below(&ni.rng, SOURCE_N - n),
                   to = (uint32_t)tn_rng_below(&ni.rng, PLACE_N - n);
    const struct ape_message m = {.node = ni_node(way ? far_own[f] : OWN),
                                  .pid = PID,
                                  .here = SOURCE + from,
                                  .there = place_of(f) + to,
                                  .length = n,
                                  .event = true};
    if (ape_rdma_put(&host_of(f, !way)->user, &m) != 0)
        return false;
    memcpy(pair[f][way].want + GUARD + to, ni.source + from, n);
    pair[f][way].left++;
    return true;
}

/* Takes all events that have come. */
static void take_events(void)
{
    struct ape_event e;
    while (ni.b.event && ape_wait_event(ni_user(), &e, 0) == 0)
        for (unsigned f = 0; f < FARS; f++)
            if (e.kind == APE_RECEIVED &&
                (e.source.x << 10 | e.source.y << 5 | e.source.z) == far_own[f])
                pair[f][0].left--;
    for (unsigned f = 0; f < FARS; f++)
        while (ape_wait_event(ni_far_user(f), &e, 0) == 0)
            pair[f][1].left -= e.kind == APE_RECEIVED;
}

static unsigned under_way(void)
{
    unsigned n = 0;
    for (unsigned f = 0; f < FARS; f++)
        n += pair[f][0].left + pair[f][1].left;
    return n;
}

/* Lets cycles pass until at most n messages are under way. */
static void wait_for(unsigned n)
{
    for (uint64_t end = tn_sim_cycle() + WAIT_CYC;
         under_way() > n && tn_sim_cycle() < end && ni.failures == 0;) {
        tn_ape_ni_bench_step(&ni.b, 8);
        take_events();
    }
}

static void compare_memory(void)
{
    uint8_t got[DATA_N];
    for (unsigned f = 0; f < FARS; f++)
        for (unsigned way = 0; way < 2; way++) {
            tn_ape_host_peek(host_of(f, way), PID, place_of(f) - GUARD, got, DATA_N);
            RULE(way ? "APN-PKT-1" : "APN-MEM-2", memcmp(got, pair[f][way].want, DATA_N) == 0);
        }
}

static void play(unsigned long total, unsigned busy, unsigned bubble, const struct tn_stall *memory)
{
    make_buffers();
    ni.b.busy = busy;
    ni.b.bubble = bubble;
    for (unsigned ch = TN_AXI_AW; memory && ch < TN_AXI_CHANNELS; ch++)
        assert_int_equal(tn_memory_stall(ni.b.host.memory, (enum tn_axi_channel)ch, memory), 0);
    if (memory)
        tn_memory_timing(ni.b.host.memory,
                         &(struct tn_memory_timing){1, 60, 1, 60, true, true, tn_sim_seed()});
    for (unsigned long i = 0; i < total && ni.failures == 0; i++) {
        wait_for(UNDER_WAY - 1);
        while (!start((unsigned)tn_rng_below(&ni.rng, FARS), (unsigned)tn_rng_below(&ni.rng, 2)) &&
               ni.failures == 0) {
            tn_ape_ni_bench_step(&ni.b, 100);
            take_events();
        }
        tn_ape_ni_bench_step(&ni.b, tn_rng_below(&ni.rng, 300));
        take_events();
    }
    wait_for(0);
    ni_rest();
    take_events();
    assert_int_equal(under_way(), 0);
    compare_memory();
    tn_sim_sent(total);
}

static void messages_one_after_the_other(void **state)
{
    (void)state;
    play(size_asked("TN_PACKETS", 60, 2), 0, 0, NULL);
}

static void messages_with_stalls_everywhere(void **state)
{
    (void)state;
    play(size_asked("TN_PACKETS", 60, 2), 6, 4,
         &(struct tn_stall){TN_STALL_BURST, 5, 12, tn_sim_seed()});
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        NI_TEST(messages_one_after_the_other),
        NI_TEST(messages_with_stalls_everywhere),
    };
    (void)argc, (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
