/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random messages, puts, gets and sends, both ways between the network interface and three nodes,
 * with stalls, and with a process that attacks the others. The judge stands beside, and at the end
 * the memory of all hosts is compared byte for byte.
 */
#include "ni.h"

enum {
    HALF = PLACE_N / 2,
    DATA_N = PLACE_N + 2 * GUARD,
    UNDER_WAY = 12,
    SEND_AT = 0x40000000,
    ATTACKER = PID + 0x100, /* a process of far node 0, without buffers */
    NOBODY = 0x7fff,        /* a node without a process */
    DESC_N = 64,
    DESC_WORDS = 8,
    TX_READ = 0x1014,
    TX_WRITE = 0x1010,
    ACK_DROPPED = 0x303c
};

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
static uint32_t tags, known; /* the last one, the last one whose request has left */
static unsigned acks;        /* acked events that must come, but for answers that were dropped */

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
    tags = known = acks = 0;
    for (unsigned f = 0; f < FARS; f++)
        for (unsigned way = 0; way < 2; way++) {
            struct ape_user *u = &host_of(f, way)->user;
            assert_true(ape_register_buffer(
                            u, &(struct ape_buffer){PID, place_of(f), PLACE_N, APE_FOR_PUT}) >= 0);
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
                            .event = true,
                            .answer = !get && tn_rng_below(&ni.rng, 2)};
    if (send  ? !start_send(f, way, &m)
        : get ? !start_get(f, way, &m)
              : ape_rdma_put(&host_of(f, !way)->user, &m) != 0)
        return false;
    if (!send)
        memcpy(pair[f][way].want + GUARD + to, ni.source + from, n);
    pair[f][way].left++;
    acks += m.answer;
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

static void take_acked(const struct ape_event *e)
{
    if (e->kind != APE_ACKED)
        return;
    RULE("APN-ACK-1", e->cause == 0 && acks > 0);
    acks--;
}

/* Takes all events that have come. */
static void take_events(void)
{
    struct ape_event e;
    while (ni.b.event && ape_wait_event(ni_user(), &e, 0) == 0) {
        take_acked(&e);
        for (unsigned f = 0; f < FARS; f++)
            if (e.kind == APE_RECEIVED &&
                (e.source.x << 10 | e.source.y << 5 | e.source.z) == far_own[f])
                take_received(f, 0, &e);
    }
    for (unsigned f = 0; f < FARS; f++)
        while (ape_wait_event(ni_far_user(f), &e, 0) == 0) {
            take_acked(&e);
            if (e.kind == APE_RECEIVED)
                take_received(f, 1, &e);
        }
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

/* The attack. */

/* Lets a packet come between those that wait, wherever. */
static void slip_in(unsigned vc, const struct tn_apn_packet *p)
{
    tn_ape_ni_bench_give(&ni.b, vc, p);
    const unsigned at = 1 + (unsigned)tn_rng_below(&ni.rng, ni.b.ways);
    struct tn_ape_way **last = &ni.b.way, *w = ni.b.way;
    if (at >= ni.b.ways - 1)
        return;
    while ((*last)->next)
        last = &(*last)->next;
    for (unsigned i = 1; i < at; i++)
        w = w->next;
    struct tn_ape_way *x = *last;
    *last = NULL;
    x->next = w->next;
    w->next = x;
}

/* A packet left: nobody but the one that was asked knows a tag before. */
static void keep_tag(void *ctx, const struct tn_apn_packet *p)
{
    enum { TAG = 12 }; /* its place in the payload */
    if (p->type == TN_APN_GET)
        known = p->data[TAG] | (uint32_t)p->data[TAG + 1] << 8 | (uint32_t)p->data[TAG + 2] << 16 |
                (uint32_t)p->data[TAG + 3] << 24;
    ni_left(ctx, p);
}

/* A packet of the attacker: numbers, tags and places of others under its own pid; or from a node
 * without a process, where only what has no right is aimed at. */
static struct tn_apn_packet hostile(void)
{
    static const uint8_t types[] = {TN_APN_PUT,   TN_APN_PUT,   TN_APN_SEND, TN_APN_REPLY,
                                    TN_APN_REPLY, TN_APN_REPLY, TN_APN_ACK,  TN_APN_ACK};
    const unsigned f = (unsigned)tn_rng_below(&ni.rng, FARS);
    const bool nobody = tn_rng_below(&ni.rng, 4) == 0;
    const uint32_t last = ni_far_user(0)->msg, back = (uint32_t)tn_rng_below(&ni.rng, 4);
    struct tn_apn_packet p = {.type = types[tn_rng_below(&ni.rng, sizeof types)],
                              .dst = OWN,
                              .src = nobody ? NOBODY : far_own[0],
                              .pid = ATTACKER,
                              .len = (uint16_t)tn_rng_below(&ni.rng, 600),
                              .addr = place_of(f) + tn_rng_below(&ni.rng, 3000),
                              .msg = last - back,
                              .pkt = (uint16_t)tn_rng_below(&ni.rng, 3),
                              .last = nobody || tn_rng_below(&ni.rng, 2),
                              .ask = tn_rng_below(&ni.rng, 2)};
    if (p.type == TN_APN_PUT && tn_rng_below(&ni.rng, 2)) { /* a buffer of others, for gets alone */
        p.src = NOBODY;
        p.last = true;
        p.pid = PID;
        p.pkt = 0;
        p.addr = SOURCE + tn_rng_below(&ni.rng, 3000);
    }
    if (p.type == TN_APN_REPLY)
        p.msg = known - back;
    if (p.type == TN_APN_ACK) {
        p.alone = true;
        p.len = 0;
        p.pid = tn_rng_below(&ni.rng, 2) ? PID : ATTACKER;
        p.addr = tn_apn_ack_addr(NOBODY, p.pid, ni_user()->msg - back, back);
    }
    return p;
}

/* A bad descriptor of the attacker's, the last of its message or not. */
static void bad_descriptor(void)
{
    const uint32_t mask = (1u << ni_user()->config.ring_log2) - 1;
    const uint64_t word[DESC_WORDS] = {0,
                                       (uint64_t)far_own[0] << 48 |
                                           (uint64_t)tn_rng_below(&ni.rng, 2) << 39 | 1ull << 32 |
                                           (uint64_t)ATTACKER << 16,
                                       0, (uint64_t)ni_user()->msg << 32};
    uint32_t read = 0;
    assert_int_equal(tn_axi_read32(ni.b.cpu, TX_READ, &read), TN_AXI_OKAY);
    if (((ni_user()->write - read) & mask) == mask)
        return;
    tn_memory_poke(ni.b.host.memory, TN_APE_RING + (uint64_t)DESC_N * (ni_user()->write++ & mask),
                   (const uint8_t *)word, sizeof word); /* a little-endian host */
    tn_apn_judge_put(ni.b.judge, TX_WRITE, ni_user()->write & mask);
    assert_int_equal(tn_axi_write32(ni.b.cpu, TX_WRITE, ni_user()->write & mask), TN_AXI_OKAY);
}

static void attack(void)
{
    if (tn_rng_below(&ni.rng, 4) == 0) {
        bad_descriptor();
        return;
    }
    const struct tn_apn_packet p = hostile();
    slip_in(p.src == NOBODY ? 1 : far_vc[0], &p); /* one source, one path, one VC */
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

/* Rules that the judge of pins has asked of words, bursts and events: ni_rest() found none broken.
 */
static void kept(void)
{
    static const char *const rule[] = {"APN-LCL-1", "APN-AXI-1", "APN-RD-1",
                                       "APN-FET-1", "APN-EVT-3", "APN-ACK-1"};
    for (unsigned i = 0; i < sizeof rule / sizeof *rule; i++)
        if (tn_apn_judge_asked(ni.b.judge, rule[i]))
            tn_sim_kept(rule[i]);
}

/* attacks: by the attacker, to each message. */
static void play(unsigned long total, unsigned busy, unsigned bubble, unsigned attacks,
                 const struct tn_stall *memory)
{
    make_buffers();
    ni.b.left = keep_tag;
    ni.b.busy = busy;
    ni.b.bubble = bubble;
    for (unsigned ch = TN_AXI_AW; memory && ch < TN_AXI_CHANNELS; ch++)
        assert_int_equal(tn_memory_stall(ni.b.host.memory, (enum tn_axi_channel)ch, memory), 0);
    if (memory)
        tn_memory_timing(ni.b.host.memory,
                         &(struct tn_memory_timing){1, 60, 1, 60, true, true, tn_sim_seed()});
    for (unsigned long i = 0; i < total && ni.failures == 0; i++) {
        wait_for(UNDER_WAY - 1);
        for (unsigned k = 0; k < attacks; k++)
            attack();
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
    uint32_t dropped = 0; /* answers that found their queue full */
    assert_int_equal(tn_axi_read32(ni.b.cpu, ACK_DROPPED, &dropped), TN_AXI_OKAY);
    assert_true(acks <= dropped);
    compare_memory();
    kept();
    tn_sim_sent(total);
}

static void messages_one_after_the_other(void **state)
{
    (void)state;
    play(size_asked("TN_PACKETS", 60, 2), 0, 0, 0, NULL);
}

static void messages_with_stalls_everywhere(void **state)
{
    (void)state;
    play(size_asked("TN_PACKETS", 60, 2), 6, 4, 0,
         &(struct tn_stall){TN_STALL_BURST, 5, 12, tn_sim_seed()});
}

static void messages_beside_an_attacker(void **state)
{
    (void)state;
    play(size_asked("TN_PACKETS", 60, 2), 3, 2, 3, NULL);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        NI_TEST(messages_one_after_the_other),
        NI_TEST(messages_with_stalls_everywhere),
        NI_TEST(messages_beside_an_attacker),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
