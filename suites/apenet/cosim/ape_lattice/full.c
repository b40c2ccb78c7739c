/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A lattice under full load: every local port offers a packet in every cycle, for so many cycles of
 * each pattern of traffic (TN_PACKETS= cycles). Nothing stands still, each packet comes out, the
 * rules of lines and ways are silent. Prints how full the links' receive buffers were at most.
 */
#include "../../../cosim/rule.h"
#include "../../../cosim/size.h"

#include <tn/apenet/ape_lattice_bench.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <string.h>

enum { STEP = 50, QUEUE = 3, WAIT_CYC = 100000, STILL_CYC = 20000, LEN_MAX = 1024, PORTS = 16 };

static const char *const always[] = {
    "APR-WAY-1", "APR-VC-1",  "APR-FLOW-1", "APR-ORD-1", "APR-NET-1", "APE-LNK-1", "APE-LNK-2",
    "APE-LNK-3", "APE-LNK-5", "APE-CRD-1",  "APE-CRD-2", "APE-CRD-3", "APE-RTR-1", "APE-RTR-2",
    "APE-RTR-3", "APE-RTR-4", "APE-RTR-5",  "APE-RTR-6", NULL};

/* A run: the lattice, and what went in. */
static struct full {
    struct tn_ape_lattice *b;
    const struct tn_ape_net_config *c;
    struct tn_rng rng;
    unsigned ports, broken;
    uint32_t sent;
} full;

/* Chooses a packet's destination from the coordinates of its source. */
typedef void goal_fn(unsigned to[APE_NET_DIMS]);

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&full.rng, n);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&full.broken, v->rule, v);
}

static void uniform(unsigned to[APE_NET_DIMS])
{
    for (unsigned d = 0; d < APE_NET_DIMS; d++)
        to[d] = below(full.c->size[d]);
}

/* Almost half round each ring, all in one direction; in a ring of two one step. */
static void tornado(unsigned to[APE_NET_DIMS])
{
    for (unsigned d = 0; d < APE_NET_DIMS; d++)
        to[d] =
            (to[d] + (full.c->size[d] == 2 ? 1 : (full.c->size[d] + 1u) / 2 - 1)) % full.c->size[d];
}

static void bit_complement(unsigned to[APE_NET_DIMS])
{
    for (unsigned d = 0; d < APE_NET_DIMS; d++)
        to[d] = full.c->size[d] - 1u - to[d];
}

static void nearest_neighbour(unsigned to[APE_NET_DIMS])
{
    const unsigned d = below(APE_NET_DIMS), size = full.c->size[d];
    to[d] = (to[d] + (below(2) ? 1 : size - 1)) % size;
}

static size_t draw(unsigned node, goal_fn *goal, uint8_t *out)
{
    const uint8_t *size = full.c->size;
    unsigned to[APE_NET_DIMS] = {node % size[0], node / size[0] % size[1],
                                 node / size[0] / size[1]};
    struct ape_footer f = {
        .msg = full.sent, .last = true, .src = {(uint8_t)to[0], (uint8_t)to[1], (uint8_t)to[2]}};
    struct ape_header h = {.type = TN_ape_hdr_type_PUT,
                           .len = (uint16_t)below(LEN_MAX + 1),
                           .pid = (uint16_t)full.sent};
    const size_t len = (size_t)ape_words(&h) * APE_WORD;
    goal(to);
    h.dst = (struct ape_node){(uint8_t)to[0], (uint8_t)to[1], (uint8_t)to[2]};
    h.port = (uint8_t)below(full.c->local_n);
    memset(out, 0, len);
    for (unsigned i = 0; i < h.len; i++)
        out[APE_WORD + i] = (uint8_t)(full.sent * 7 + i);
    if (h.len >= APE_WORD && below(8) == 0)
        ape_turn(ape_magic, out + APE_WORD);
    ape_footer_put(&f, out + len - APE_WORD);
    ape_header_put(&h, out);
    ape_seal(out, len);
    return len;
}

/* Keeps each local port's queue filled. */
static void feed(goal_fn *goal)
{
    static uint8_t packet[APE_PACKET_MAX];
    for (unsigned n = 0; n < full.ports; n++)
        while (tn_ape_lattice_queued(full.b, n) < QUEUE) {
            const size_t len = draw(n / full.c->local_n, goal, packet);
            assert_int_equal(tn_ape_lattice_send(full.b, n, packet, len), 0);
            full.sent++;
        }
}

static void tell(const char *name, uint64_t came, uint64_t cycles)
{
    struct ape_credit most;
    tn_ape_lattice_most(full.b, &most);
    print_message(
        "%ux%ux%u %s: %llu packets came in %llu cycles; buffers held at most %u words and "
        "%u headers and footers of VC 0, %u and %u of VC 1\n",
        full.c->size[0], full.c->size[1], full.c->size[2], name, (unsigned long long)came,
        (unsigned long long)cycles, most.data[0], most.hdr[0], most.data[1], most.hdr[1]);
}

static void play(goal_fn *goal, const char *name, unsigned salt)
{
    const unsigned long cycles = size_of_run("TN_PACKETS", 2000, 1);
    const struct tn_stall none = {0};
    uint64_t came = 0, moved, begin;
    memset(&full, 0, sizeof full);
    full.b = tn_ape_lattice_begin(on_verdict, NULL);
    full.c = tn_ape_lattice_config(full.b);
    full.ports = (unsigned)full.c->size[0] * full.c->size[1] * full.c->size[2] * full.c->local_n;
    assert_true(full.ports <= PORTS);
    tn_rng_seed(&full.rng, tn_sim_seed(), salt);
    tn_ape_lattice_stall(full.b, &none, &none);
    begin = moved = tn_sim_cycle();
    while (tn_sim_cycle() < begin + cycles && !full.broken) {
        feed(goal);
        tn_sim_step(STEP);
        if (tn_ape_lattice_matched(full.b) != came)
            moved = tn_sim_cycle();
        came = tn_ape_lattice_matched(full.b);
        RULE_WAITED("APR-NET-1", tn_sim_cycle() < moved + STILL_CYC, "a packet that comes out");
    }
    tell(name, came, tn_sim_cycle() - begin);
    tn_ape_lattice_rest(full.b, full.broken ? STEP : WAIT_CYC);
    RULE_WAITED("APR-NET-1", full.broken || tn_ape_lattice_matched(full.b) == full.sent,
                "the last packets");
    for (const char *const *r = always; *r; r++)
        if (tn_ape_lattice_asked(full.b, *r))
            tn_sim_kept(*r);
    tn_ape_lattice_end(full.b);
    assert_int_equal(full.broken, 0);
}

static void uniform_traffic(void **state)
{
    (void)state;
    play(uniform, "uniform", 1);
}

static void tornado_traffic(void **state)
{
    (void)state;
    play(tornado, "tornado", 2);
}

static void bit_complement_traffic(void **state)
{
    (void)state;
    play(bit_complement, "bit-complement", 3);
}

static void nearest_neighbour_traffic(void **state)
{
    (void)state;
    play(nearest_neighbour, "nearest neighbour", 4);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniform_traffic),
        cmocka_unit_test(tornado_traffic),
        cmocka_unit_test(bit_complement_traffic),
        cmocka_unit_test(nearest_neighbour_traffic),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
