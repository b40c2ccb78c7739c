/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random messages, puts, gets and sends, both ways between the network interface and three nodes,
 * with stalls. The judge stands beside, and at the end the memory of all hosts is compared byte for
 * byte.
 */
#include "ni.h"

enum { HALF = PLACE_N / 2, DATA_N = PLACE_N + 2 * GUARD, UNDER_WAY = 12, SEND_AT = 0x40000000 };

/* A buffer at each end of each pair: [f][0] at the node under test, which far node f writes; [f][1]
 * the other way. Puts go to its lower half, replies to gets to the upper one, since these two
 * streams have no order between them. */
static struct {
    uint8_t want[DATA_N]; /* the buffer and what stands around it */
    unsigned left;        /* messages without their end */
    unsigned gets;        /* of these gets */
    uint32_t sent;        /* bytes of the send under way; 0: there is none */
    uint32_t sent_from;   /* where they stand in the source */
    int slot;             /* of the buffer for sends */
} pair[FARS][2];
static uint32_t tags;

static struct tn_ape_host *host_of(unsigned f, unsigned way)
{
    return way ? &ni.far[f].host : &ni.b.host;
}

static uint64_t place_of(unsigned f)
{
    return PLACE + (uint64_t)PLACE_STEP * f + PLACE_OFF;
}

/* The process of a pair's sends. */
static uint16_t send_pid(unsigned f)
{
    return (uint16_t)(PID + 1 + f);
}

static void make_buffers(void)
{
    memset(pair, 0, sizeof pair);
    tags = 0;
    for (unsigned f = 0; f < FARS; f++)
        for (unsigned way = 0; way < 2; way++) {
            struct ape_user *u = &host_of(f, way)->user;
            assert_true(
                ape_register_buffer(u, &(struct ape_buffer){PID, place_of(f), PLACE_N, 0}) >= 0);
            if (way || f == 0)
                assert_true(ape_register_buffer(
                                u, &(struct ape_buffer){PID, SOURCE, SOURCE_N, APE_FOR_GET}) >= 0);
            pair[f][way].slot = ape_register_buffer(
                u, &(struct ape_buffer){send_pid(f), SEND_AT, SOURCE_N, APE_FOR_SEND});
            assert_true(pair[f][way].slot >= 0);
        }
}

/* Mostly short, now and then of several pages. */
static uint32_t random_length(void)
{
    return 1 + (uint32_t)tn_rng_below(&ni.rng, 1u << tn_rng_below(&ni.rng, 14));
}

/* Starts a send to the host of buffer [f][way]. */
static bool start_send(unsigned f, unsigned way, struct ape_message *m)
{
    if (pair[f][way].sent)
        return false;
    m->pid = send_pid(f);
    tn_ape_host_poke(host_of(f, !way), m->pid, m->here, ni.source + (m->here - SOURCE), m->length);
    if (ape_rdma_send(&host_of(f, !way)->user, m) != 0)
        return false;
    pair[f][way].sent = m->length;
    pair[f][way].sent_from = (uint32_t)(m->here - SOURCE);
    return true;
}

/* Starts a get from the host of buffer [f][way], whose bytes stand at the other end. */
static bool start_get(unsigned f, unsigned way, const struct ape_message *put)
{
    unsigned asked = 0; /* of the node under test, which refuses more than its queue holds */
    for (unsigned i = 0; i < FARS; i++)
        asked += pair[i][1].gets;
    if (way && asked >> tn_sim_param("GET_LOG2"))
        return false;
    struct ape_message m = *put;
    m.node = ni_node(way ? OWN : far_own[f]);
    m.here = put->there;
    m.there = put->here;
    m.tag = ++tags;
    if (ape_rdma_get(&host_of(f, way)->user, &m) != 0)
        return false;
    pair[f][way].gets++;
    return true;
}

/* Starts a random message to the host of buffer [f][way]. Returns whether that could be done now.
 */
static bool start(unsigned f, unsigned way)
{
    const unsigned kind = (unsigned)tn_rng_below(&ni.rng, 8);
    const bool get = kind < 2, send = kind == 2;
    const uint32_t n = random_length(), from = (uint32_t)tn_rng_below(&ni.rng, SOURCE_N - n),
                   to = (uint32_t)tn_rng_below(&ni.rng, HALF - n) + (get ? HALF : 0);
    struct ape_message m = {.node = ni_node(way ? far_own[f] : OWN),
                            .pid = PID,
                            .here = SOURCE + from,
                            .there = place_of(f) + to,
                            .length = n,
                            .event = true};
    if (send  ? !start_send(f, way, &m)
        : get ? !start_get(f, way, &m)
              : ape_rdma_put(&host_of(f, !way)->user, &m) != 0)
        return false;
    if (!send)
        memcpy(pair[f][way].want + GUARD + to, ni.source + from, n);
    pair[f][way].left++;
    return true;
}

/* A message has come to buffer [f][way]. */
static void take_received(unsigned f, unsigned way, const struct ape_event *e)
{
    static uint8_t got[SOURCE_N];
    pair[f][way].left--;
    pair[f][way].gets -= e->cause == TN_APN_REPLY;
    if (e->cause != TN_APN_SEND)
        return;
    RULE("APN-EVT-1", e->bytes == pair[f][way].sent && e->slot == pair[f][way].slot);
    tn_ape_host_peek(host_of(f, way), send_pid(f), SEND_AT, got, e->bytes);
    RULE("APN-MEM-2", memcmp(got, ni.source + pair[f][way].sent_from, e->bytes) == 0);
    assert_int_equal(ape_release_buffer(&host_of(f, way)->user, e->slot), 0);
    pair[f][way].sent = 0;
}

/* Takes all events that have come. */
static void take_events(void)
{
    struct ape_event e;
    while (ni.b.event && ape_wait_event(ni_user(), &e, 0) == 0)
        for (unsigned f = 0; f < FARS; f++)
            if (e.kind == APE_RECEIVED &&
                (e.source.x << 10 | e.source.y << 5 | e.source.z) == far_own[f])
                take_received(f, 0, &e);
    for (unsigned f = 0; f < FARS; f++)
        while (ape_wait_event(ni_far_user(f), &e, 0) == 0)
            if (e.kind == APE_RECEIVED)
                take_received(f, 1, &e);
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

/* Rules that the judge of pins asks of every word, burst and event: ni_rest() found none broken. */
static void kept(void)
{
    static const char *const rule[] = {"APN-LCL-1", "APN-AXI-1", "APN-RD-1", "APN-FET-1",
                                       "APN-EVT-3"};
    for (unsigned i = 0; i < sizeof rule / sizeof *rule; i++)
        tn_sim_kept(rule[i]);
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
    kept();
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
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
