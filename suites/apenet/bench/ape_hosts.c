/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a host sees of its network interface, in cycles: latency and bandwidth by size of messages
 * to itself, as figures 5 and 6 of the paper, and to the neighbour; of gets; with pages in the TLB
 * and not; with the DMA engines of the image before memories that answer late; to as many pages as
 * the TLB of the image holds and more. Prints "FIGURE <name> <bytes> <value> <limit>"; limit 0:
 * cycles. An image of fewer engines prints the last two alone.
 */
#include "../cosim/ape_torus/hosts.h"

enum {
    AT_ONCE = 12,
    STEP = 1,
    BEAT = 16,
    WHOLE = 4096,
    ENGINES = 4,
    PAGES = 0x50000000, /* a buffer of many pages */
    PAGES_N = 128,
    SHORT = 16
};

/* Words of the line that a payload of n bytes takes, packets cut at pages; two of 128 are a stuffed
 * credit. */
static double line_limit(unsigned n)
{
    const unsigned packets = (n + WHOLE - 1) / WHOLE, words = (n + BEAT - 1) / BEAT + 4 * packets;
    return n / (words * 128.0 / 126.0);
}

/* Lets cycles pass until the counters of awaited events have fallen so far; returns the cycle. */
static uint64_t until(unsigned to, unsigned received, unsigned from, unsigned sent)
{
    for (uint64_t end = tn_sim_cycle() + WAIT_CYC;
         (hosts.to_receive[to] > received || hosts.to_be_sent[from] > sent) &&
         tn_sim_cycle() < end;) {
        tn_ape_torus_bench_step(&hosts.b, STEP);
        if (hosts.b.event)
            hosts_take();
    }
    assert_true(hosts.to_receive[to] <= received && hosts.to_be_sent[from] <= sent);
    return tn_sim_cycle();
}

static void figure(const char *name, unsigned n, double value, double limit)
{
    printf("FIGURE\t%s\t%u\t%.3f\t%.3f\n", name, n, value, limit);
    fflush(stdout);
}

/* One message: its cycles from the call to the received event, in a page that was used before. */
static uint64_t latency(unsigned to, unsigned offset, unsigned n)
{
    const uint64_t from = tn_sim_cycle();
    assert_true(hosts_put(0, 0, to, offset, n));
    return until(to, 0, 0, UINT32_MAX) - from;
}

/* All sent at once; bytes a cycle: from the first call to the last event, and from the first
 * received event to the last. */
static double bandwidth(unsigned to, unsigned n, double *steady)
{
    const uint64_t from = tn_sim_cycle();
    uint64_t first;
    unsigned sent = 0;
    for (; sent < AT_ONCE; sent++)
        if (!hosts_put(0, 0, to, 0xedd, n)) /* the place then begins a page */
            break;
    first = until(to, sent - 1, 0, UINT32_MAX);
    *steady = (double)n * (sent - 1) / (double)(until(to, 0, 0, UINT32_MAX) - first);
    return (double)n * sent / (double)(until(to, 0, 0, 0) - from);
}

static void puts_of_all_sizes(void **state)
{
    static const unsigned sizes[] = {16, 64, 256, 1024, 4096, 16384};
    (void)state;
    for (unsigned to = 0; to < 2; to++) {
        const char *name = to ? "put" : "loop-back";
        char text[48];
        const uint64_t miss = latency(to, 0xedd, 16);
        until(to, 0, 0, 0);
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            latency(to, 0xedd, sizes[i]); /* its pages are in the TLB from now on */
            until(to, 0, 0, 0);
            const uint64_t hit = latency(to, 0xedd, sizes[i]);
            until(to, 0, 0, 0);
            snprintf(text, sizeof text, "%s latency", name);
            figure(text, sizes[i], (double)hit, 0);
            if (i == 0) {
                snprintf(text, sizeof text, "%s latency, TLB missed", name);
                figure(text, sizes[i], (double)miss, 0);
            }
        }
        for (unsigned i = 2; i < sizeof sizes / sizeof *sizes; i++) {
            const double limit = to ? line_limit(sizes[i]) : BEAT;
            double steady;
            snprintf(text, sizeof text, "%s bandwidth, 12 messages", name);
            figure(text, sizes[i], bandwidth(to, sizes[i], &steady), limit);
            snprintf(text, sizeof text, "%s bandwidth", name);
            figure(text, sizes[i], steady, limit);
        }
    }
    hosts_end();
}

static void gets_of_all_sizes(void **state)
{
    static const unsigned sizes[] = {256, 1024, 4096, 16384};
    (void)state;
    assert_true(ape_register_buffer(hosts_user(1),
                                    &(struct ape_buffer){PID, SOURCE, SOURCE_N, APE_FOR_GET}) >= 0);
    for (unsigned i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        const unsigned n = sizes[i / 2];
        const uint64_t from = tn_sim_cycle();
        for (unsigned k = 0; k < 4; k++) {
            const struct ape_message m = {.node = hosts.b.node[1].at,
                                          .pid = PID,
                                          .here = hosts_place(1) + 0xedd,
                                          .there = SOURCE,
                                          .length = n,
                                          .tag = k,
                                          .event = true};
            assert_int_equal(ape_rdma_get(hosts_user(0), &m), 0);
            hosts.to_receive[0]++;
            hosts.to_be_sent[0]++;
        }
        memcpy(hosts.want[0][1] + GUARD + 0xedd, hosts.source[1], n);
        const uint64_t end = until(0, 0, 0, 0);
        if (i % 2) /* the first ones met no TLB */
            figure("get bandwidth, 4 at once", n, 4.0 * n / (double)(end - from), line_limit(n));
    }
    hosts_end();
}

/* Puts of a page from a memory whose answers come after so many cycles: bytes a cycle. */
static void engines_before_late_memories(void **state)
{
    static const uint32_t late[] = {1, 32, 64, 128, 256, 512};
    const unsigned engines = (unsigned)tn_sim_param("ENGINE_N");
    char text[64];
    (void)state;
    snprintf(text, sizeof text, "put of 4 KiB by memory latency, %u engine%s", engines,
             engines > 1 ? "s" : "");
    latency(1, 0xedd, WHOLE);
    until(1, 0, 0, 0);
    for (unsigned i = 0; i < sizeof late / sizeof *late; i++) {
        const struct tn_memory_timing t = {late[i], late[i], 1, 1, false, false, 1};
        double steady;
        assert_int_equal(tn_memory_timing(hosts.b.node[0].host.memory, &t), 0);
        bandwidth(1, WHOLE, &steady);
        figure(text, late[i], steady, line_limit(WHOLE));
    }
    hosts_end();
}

/* A short put to one page of the neighbour: its cycles. */
static uint64_t to_page(unsigned page)
{
    const uint64_t there = PAGES + (uint64_t)WHOLE * page, from = tn_sim_cycle();
    const struct ape_message m = {.node = hosts.b.node[1].at,
                                  .pid = PID,
                                  .here = SOURCE + SHORT * page,
                                  .there = there,
                                  .length = SHORT,
                                  .event = true};
    uint8_t got[SHORT];
    uint64_t cycles;
    assert_int_equal(ape_rdma_put(hosts_user(0), &m), 0);
    hosts.to_receive[1]++;
    hosts.to_be_sent[0]++;
    cycles = until(1, 0, 0, UINT32_MAX) - from;
    until(1, 0, 0, 0);
    tn_ape_host_peek(&hosts.b.node[1].host, PID, there, got, SHORT);
    assert_memory_equal(got, hosts.source[0] + SHORT * page, SHORT);
    return cycles;
}

/* The mean latency of puts that go round so many pages, once all have been used. */
static void pages_beyond_the_tlb(void **state)
{
    static const unsigned pages[] = {1, 2, 4, 6, 8, 16, 32, 64, 80, 128};
    char text[48];
    (void)state;
    snprintf(text, sizeof text, "put latency by pages, TLB of %u", 1u << tn_sim_param("TLB_LOG2"));
    assert_true(ape_register_buffer(hosts_user(1), &(struct ape_buffer){PID, PAGES, PAGES_N * WHOLE,
                                                                        APE_FOR_PUT}) >= 0);
    for (unsigned i = 0; i < sizeof pages / sizeof *pages; i++) {
        uint64_t sum = 0;
        for (unsigned k = 0; k < 2 * pages[i]; k++)
            sum += (k >= pages[i] ? 1u : 0u) * to_page(k % pages[i]);
        figure(text, pages[i], (double)sum / pages[i], 0);
    }
    hosts_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(puts_of_all_sizes, hosts_fresh),
        cmocka_unit_test_setup(gets_of_all_sizes, hosts_fresh),
        cmocka_unit_test_setup(engines_before_late_memories, hosts_fresh),
        cmocka_unit_test_setup(pages_beyond_the_tlb, hosts_fresh),
    };
    (void)argc, (void)argv;
    if (tn_sim_param("ENGINE_N") < ENGINES)
        cmocka_set_skip_filter("*_of_all_sizes");
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
