/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A router beside its judge, paragraph by paragraph of its page: each input to each output, each
 * row of the way's table, orders, places outside, limits of hops, room that is just enough or
 * lacks, inputs that ask for one output. Packets have fixed ways, so that each seed meets the same
 * cases; seeds change payload alone.
 */
#include "router.h"

enum { DIMS = 3, FORMS = 5, HELD_CYC = 40, MANY = 500, OFTEN = 100 };
enum { BY_HOPS, BY_PORT, BY_HOPS_OUTSIDE, BY_HOPS_PORT, WHYS };

static struct {
    unsigned size, own; /* of each dimension */
    uint16_t pid;
} at;

static unsigned links(void)
{
    return router.bench->config.link_n;
}

static unsigned locals(void)
{
    return router.bench->config.local_n;
}

static unsigned per_dim(void)
{
    return links() / DIMS;
}

/* Waits until all packets have left. */
static void settle(void)
{
    router_wait();
    RULE_WAITED("APR-FLOW-1", router.verdicts || router_quiet(NULL), "packets that must come out");
    tn_sim_step(ROUTER_REST_CYC);
}

/* Gives the node a place: the same coordinate and size in each dimension. With 3 links sizes are 2
 * at most. */
static void place(unsigned size, unsigned own)
{
    at.size = per_dim() == 1 ? 2 : size;
    at.own = own % at.size;
    router_set(APR_LATTICE_SIZE, at.size | at.size << 8 | at.size << 16);
    router_set(APR_COORD_ME, at.own << 10 | at.own << 5 | at.own);
}

/* A header for this node, with so many payload words; -1: a header alone. */
static struct ape_header header(int words)
{
    const uint8_t own = (uint8_t)at.own;
    return (struct ape_header){.type = TN_ape_hdr_type_PUT,
                               .pid = at.pid++,
                               .alone = words < 0,
                               .len = (uint16_t)(words > 0 ? words * APE_WORD : 0),
                               .dst = {own, own, own}};
}

/* Moves the destination so many steps on in dimension d. */
static void ahead(struct ape_header *h, unsigned d, unsigned steps)
{
    uint8_t *const c = d == 0 ? &h->dst.x : d == 1 ? &h->dst.y : &h->dst.z;
    *c = (uint8_t)((*c + steps) % at.size);
}

/* Sends a packet to output o, one step away. */
static void aim(struct ape_header *h, unsigned o)
{
    if (o >= links())
        h->port = (uint8_t)(o - links());
    else
        ahead(h, o / per_dim(), o % per_dim() ? at.size - 1 : 1);
}

/* Queues the packet of a header at input n, its SECDED as it must be or wrong. */
static void put(unsigned n, const struct ape_header *h, bool wrong)
{
    static uint8_t packet[APE_PACKET_MAX];
    const size_t len = (size_t)ape_words(h) * APE_WORD;
    const struct ape_footer f = {.msg = at.pid, .last = true};
    for (size_t i = 0; i < len; i++)
        packet[i] = (uint8_t)tn_rng_next(&router.rng);
    if (!h->alone)
        ape_footer_put(&f, packet + len - APE_WORD);
    ape_header_put(h, packet);
    ape_seal(packet, len);
    packet[0] ^= wrong;
    assert_int_equal(tn_ape_router_bench_send(router.bench, n, packet, len), 0);
}

static void send(unsigned n, const struct ape_header *h)
{
    put(n, h, false);
}

static void each_input_to_each_output(void **state)
{
    (void)state;
    place(5, 1);
    for (unsigned n = 0; n < router_ins(); n++)
        for (unsigned o = 0; o < links() + locals(); o++) {
            struct ape_header h = header((int)((n + o) % 4) - 1);
            aim(&h, o);
            send(n, &h);
        }
    router_rest();
    router_kept();
}

static const int forms[FORMS] = {-1, 0, 1, 7, APE_PAYLOAD_WORDS};

static void each_length_at_each_input(void **state)
{
    (void)state;
    place(5, 1);
    for (unsigned n = 0; n < router_ins(); n++)
        for (unsigned f = 0; f < FORMS; f++) {
            struct ape_header h = header(forms[f]);
            aim(&h, (n + f) % (links() + locals()));
            send(n, &h);
        }
    router_rest();
    router_kept();
}

/* Packets for steps of dimension d, from a local port, the dimension itself and another. */
static void from_all(unsigned d, unsigned steps)
{
    const unsigned same = APE_VCS * d * per_dim(), other = APE_VCS * ((d + 1) % DIMS) * per_dim(),
                   from[] = {APE_VCS * links(), same, same + 1, other, other + 1};
    for (unsigned i = 0; i < sizeof from / sizeof *from; i++) {
        struct ape_header h = header(-1);
        ahead(&h, d, steps);
        send(from[i], &h);
    }
}

/* Each row of the table of ways from each place; a tie both ways. */
static void each_way(void **state)
{
    static const unsigned sizes[] = {2, 4, 5};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned own = 0; own < sizes[i]; own++) {
            place(sizes[i], own);
            for (unsigned k = 0; k < DIMS * (at.size - 1); k++)
                from_all(k % DIMS, 1 + k / DIMS);
            settle();
            if (at.size != 4)
                continue;
            router_set(APR_PORT_EN, 0x2a); /* the minus ports */
            for (unsigned d = 0; d < DIMS; d++)
                from_all(d, at.size / 2);
            settle();
            router_set(APR_PORT_EN, 0x3f);
        }
    router_rest();
    router_kept();
}

/* All orders, three invalid ones; packets that have two dimensions to go, and three. */
static void each_order(void **state)
{
    static const uint8_t order[] = {0x24, 0x18, 0x21, 0x09, 0x12, 0x06, 0x3f, 0x00, 0x15};
    (void)state;
    place(5, 3);
    for (unsigned i = 0; i < sizeof order; i++) {
        router_set(APR_DIM_ORDER, order[i]);
        for (unsigned set = 3; set < 8; set++) {
            struct ape_header h = header(0);
            for (unsigned d = 0; d < DIMS; d++)
                ahead(&h, d, set >> d & 1);
            if (set != 4)
                send(APE_VCS * links(), &h);
        }
        settle();
    }
    router_rest();
    router_kept();
}

static void each_place_outside(void **state)
{
    const unsigned from[] = {APE_VCS * links(), 0, 1};
    (void)state;
    place(4, 1);
    for (unsigned i = 0; i < sizeof from / sizeof *from; i++)
        for (unsigned why = 0; why < 2 + DIMS; why++) {
            struct ape_header h = header(1);
            h.ool = why == 0;
            h.dst.x = why == 1 ? (uint8_t)at.size : h.dst.x;
            h.dst.y = why == 2 ? (uint8_t)at.size : h.dst.y;
            h.dst.z = why == 3 ? (uint8_t)at.size : h.dst.z;
            h.port = why == 4 ? (uint8_t)locals() : 0;
            send(from[i], &h);
        }
    router_rest();
    router_kept();
}

/* Packets of so many hops to a link, to a local port, and outside. */
static void of_hops(uint16_t hops)
{
    for (unsigned to = 0; to < 3; to++) {
        struct ape_header h = header(2);
        h.hops = hops;
        aim(&h, to ? links() : 0);
        h.ool = to == 2;
        send(APE_VCS * links(), &h);
    }
}

static void hops_at_their_limits(void **state)
{
    (void)state;
    place(5, 1);
    of_hops(APE_HOPS_MAX);
    of_hops(APE_HOPS_MAX - 1);
    settle();
    router_set(APR_HOP_LIMIT, MANY);
    of_hops(MANY - 2);
    of_hops(MANY - 1);
    of_hops(MANY);
    of_hops(MANY + 1);
    of_hops(APE_HOPS_MAX);
    router_rest();
    router_kept();
}

static void each_length_dropped(void **state)
{
    (void)state;
    place(5, 1);
    router_set(APR_HOP_LIMIT, MANY);
    router_set(APR_PORT_EN, 0);
    for (unsigned k = 0; k < FORMS * WHYS; k++) {
        const unsigned why = k % WHYS;
        struct ape_header h = header(forms[k / WHYS]);
        h.hops = why == BY_PORT ? 0 : MANY;
        h.ool = why == BY_HOPS_OUTSIDE;
        aim(&h, why == BY_PORT || why == BY_HOPS_PORT ? k % links() : links());
        send(k % router_ins(), &h);
    }
    for (unsigned o = 0; o < links(); o++) {
        struct ape_header h = header(0);
        aim(&h, o);
        send(0, &h);
    }
    router_rest();
    router_kept();
}

static void each_type_of_header(void **state)
{
    static const uint8_t type[] = {TN_ape_hdr_type_PUT, TN_ape_hdr_type_SEND, TN_ape_hdr_type_GET,
                                   TN_ape_hdr_type_GET_REPLY, 2};
    (void)state;
    place(5, 1);
    for (unsigned k = 0; k < 2 * sizeof type; k++) {
        struct ape_header h = header(1);
        h.type = type[k / 2];
        aim(&h, k % links());
        put(APE_VCS * links(), &h, k % 2);
    }
    router_rest();
    router_kept();
}

static void room(unsigned v, unsigned data, unsigned headers)
{
    router.bench->fixed[0][v] = true;
    router.bench->room[0][v][0] = (uint16_t)data;
    router.bench->room[0][v][1] = (uint16_t)headers;
}

/* A packet of x+ that stays on its VC waits while one word of payload, one header or both lack. */
static void room_of_a_link_that_just_fits(void **state)
{
    (void)state;
    place(5, 1);
    for (unsigned k = 0; k < 12; k++) {
        const unsigned v = k % 2, words = k / 2 % 2 ? 9 : 0, lack = 1 + k / 4;
        struct ape_header h = header((int)words);
        if (!words && lack != 2)
            continue; /* nothing lacks payload words that has none */
        aim(&h, 0);
        room(v, words - (lack & 1), lack & 2 ? 1 : 2);
        tn_sim_step(HELD_CYC);
        send(v, &h);
        tn_sim_step(HELD_CYC);
        assert_int_equal(router.left, 0);
        room(v, words, 2);
        settle();
        RULE_WAITED("APR-CUT-1", router.left == 1, "a packet that has just room");
        router.left = 0;
    }
    router_rest();
    router_kept();
}

static void room_of_a_local_port_that_comes_late(void **state)
{
    (void)state;
    place(5, 1);
    for (unsigned k = 0; k < 2 * locals(); k++) {
        const unsigned v = k % 2, port = k / 2;
        struct ape_header h = header(3);
        aim(&h, links() + port);
        send(v, &h);
        settle();
        router.bench->shut[port] = (uint8_t)(1u << v);
        tn_sim_step(HELD_CYC);
        send(v, &h);
        tn_sim_step(HELD_CYC);
        router.bench->shut[port] = 0;
        settle();
    }
    router_rest();
    router_kept();
}

/* Inputs that ask for output o at once: three of VC 0, one of VC 1, which has no room for long. */
static void inputs_ask(unsigned o)
{
    static const unsigned from[] = {1, 0, 2, 4};
    for (unsigned i = 0; i < sizeof from / sizeof *from; i++) {
        struct ape_header h = header(30);
        aim(&h, o);
        send(from[i], &h);
    }
}

static void one_output_for_several_inputs(void **state)
{
    (void)state;
    place(5, 1);
    for (unsigned arb = 0; arb < 2; arb++) {
        router_set(APR_ARB, arb);
        room(1, 0, 0);
        inputs_ask(0);
        tn_sim_step(MANY);
        router.bench->fixed[0][1] = false;
        settle();
        router.bench->shut[0] = 2;
        inputs_ask(links());
        tn_sim_step(MANY);
        router.bench->shut[0] = 0;
        settle();
    }
    router_rest();
    router_kept();
}

/* Packets of one input and of several, one behind the other at an output, to a link and to a local
 * port. */
static void packets_close_behind_each_other(void **state)
{
    (void)state;
    place(5, 1);
    for (unsigned k = 0; k < 48; k++) {
        struct ape_header h = header(k % 8 < 4 ? -1 : 2);
        aim(&h, k % 2 ? links() : 0);
        send(k < 24 ? 0 : 2 * (k / 2 % 3), &h);
    }
    router_rest();
    router_kept();
}

static void all_outputs_at_once(void **state)
{
    (void)state;
    place(5, 1);
    for (unsigned o = 0; o < links() + locals(); o++) {
        struct ape_header h = header(APE_PAYLOAD_WORDS);
        aim(&h, o);
        send(o < links() ? APE_VCS * o : APE_VCS * links() + o - links(), &h);
    }
    router_rest();
    router_kept();
}

/* Words of each part of a packet are late at inputs, and wait at outputs. */
static void words_that_stop(void **state)
{
    (void)state;
    place(5, 1);
    router_stalls(6, 6);
    for (unsigned k = 0; k < OFTEN; k++) {
        struct ape_header h = header((int)(k % 4));
        aim(&h, k % (links() + locals()));
        send(k % router_ins(), &h);
    }
    router_rest();
    router_kept();
}

/* Words that are read only, and those that are not there, keep what they have. */
static void writes_that_find_no_register(void **state)
{
    (void)state;
    for (unsigned r = 0; r < APR_REGS + 2; r++)
        if (r != APR_COORD_ME && r != APR_LATTICE_SIZE && (r < APR_DIM_ORDER || r > APR_PORT_EN))
            tn_ape_router_bench_write(router.bench, (uint16_t)(4 * r), 0xa5a5a5a5);
    tn_sim_step(ROUTER_SET_CYC);
    router_rest();
    router_kept();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, router_start, router_stop)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(each_input_to_each_output),
        TEST(each_length_at_each_input),
        TEST(each_way),
        TEST(each_order),
        TEST(each_place_outside),
        TEST(hops_at_their_limits),
        TEST(each_length_dropped),
        TEST(each_type_of_header),
        TEST(room_of_a_link_that_just_fits),
        TEST(room_of_a_local_port_that_comes_late),
        TEST(one_output_for_several_inputs),
        TEST(packets_close_behind_each_other),
        TEST(all_outputs_at_once),
        TEST(words_that_stop),
        TEST(writes_that_find_no_register),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
