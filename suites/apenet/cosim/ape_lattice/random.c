/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets between all local ports of a lattice, beside the model; every word of all lines is
 * judged by the rules of links.
 */
#include "../../../cosim/rule.h"

#include <tn/apenet/ape_forge.h>
#include <tn/apenet/ape_lattice_bench.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum { STEP = 20, WAIT_CYC = 400000, WHOLE = 100 };

/* How packets are drawn. */
struct mix {
    unsigned len_max, alone; /* one in so many is a header alone; 0: none */
    unsigned outside;        /* one in so many goes out of the lattice; 0: none */
    unsigned magic; /* one in so many payload words is MAGIC or START, and one packet in four has a
                       payload of forged packets; 0: none */
    bool hotspot;            /* all to node 0 */
    unsigned share;          /* of TN_PACKETS, in hundredths */
    struct tn_stall source, room;
};

static const char *const always[] = {
    "APR-WAY-1", "APR-VC-1",  "APR-HDR-1", "APR-LOC-1", "APR-FLOW-1", "APR-ORD-1", "APR-NET-1",
    "APR-NET-3", "APE-SEC-1", "APE-CRC-1", "APE-LEN-1", "APE-LNK-1",  "APE-LNK-2", "APE-LNK-3",
    "APE-LNK-4", "APE-LNK-5", "APE-CRD-2", "APE-CRD-3", "APE-RSV-3",  "APE-CRD-1", "APE-RTR-1",
    "APE-RTR-2", "APE-RTR-3", "APE-RTR-4", "APE-RTR-5", "APE-RTR-6",  "APE-RTR-7", NULL};
static struct tn_rng rng;
static unsigned broken;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&broken, v->rule, v);
}

static void payload(const struct mix *m, uint8_t *p, unsigned len)
{
    for (unsigned i = 0; i < len; i++)
        p[i] = (uint8_t)tn_rng_next(&rng);
    for (unsigned at = 0; m->magic && at + APE_WORD <= len; at += APE_WORD)
        if (below(m->magic) == 0)
            ape_turn(below(3) ? ape_magic : ape_start, p + at);
    if (m->magic && below(4) == 0)
        tn_ape_forge(&rng, &(struct tn_ape_forged){.addr = 0x1000, .msg = 0x70000000}, p, len);
}

/* A packet from a node; msg makes each one different. */
static size_t draw(const struct tn_ape_net_config *c, const struct mix *m, unsigned node,
                   uint32_t msg, uint8_t *out)
{
    bool outside = m->outside && below(m->outside) == 0;
    struct ape_header h = {
        .pid = (uint16_t)msg,
        .dst = {(uint8_t)below(c->size[0]), (uint8_t)below(c->size[1]), (uint8_t)below(c->size[2])},
        .port = (uint8_t)below(c->local_n),
        .type = TN_ape_hdr_type_PUT,
        .alone = m->alone && below(m->alone) == 0,
        .addr = (uint64_t)below(1 << 30) * APE_PAGE,
        .vc = (uint8_t)below(2), /* the router chooses another */
        .last_hop = below(2) != 0};
    struct ape_footer f = {.msg = msg, .last = true};
    size_t len;
    if (m->hotspot)
        h.dst = (struct ape_node){0, 0, 0};
    if (outside && below(2))
        h.port = c->local_n;
    else if (outside)
        h.dst.y = c->size[1];
    if (!h.alone)
        h.len = (uint16_t)below(m->len_max + 1);
    len = (size_t)ape_words(&h) * APE_WORD;
    memset(out, 0, len);
    payload(m, out + APE_WORD, h.len);
    f.src =
        (struct ape_node){(uint8_t)(node % c->size[0]), (uint8_t)(node / c->size[0] % c->size[1]),
                          (uint8_t)(node / c->size[0] / c->size[1])};
    if (!h.alone)
        ape_footer_put(&f, out + len - APE_WORD);
    ape_header_put(&h, out);
    ape_seal(out, len);
    out[0] ^= (uint8_t)below(256); /* the network interface's SECDED does not count */
    return len;
}

static unsigned total(unsigned share)
{
    const char *env = getenv("TN_PACKETS");
    unsigned long n = env && *env ? strtoul(env, NULL, 10) : WHOLE;
    return (unsigned)(n * share / 100);
}

static void play(const struct mix *m)
{
    static uint8_t packet[APE_PACKET_MAX];
    struct tn_ape_lattice *b;
    const struct tn_ape_net_config *c;
    unsigned ports, n = total(m->share);
    broken = 0;
    b = tn_ape_lattice_begin(on_verdict, NULL);
    c = tn_ape_lattice_config(b);
    ports = (unsigned)c->size[0] * c->size[1] * c->size[2] * c->local_n;
    tn_rng_seed(&rng, tn_sim_seed(), m->len_max);
    tn_ape_lattice_stall(b, &m->source, &m->room);
    for (unsigned i = 0; i < n && !broken; i++) {
        unsigned port = i % ports;
        size_t len = draw(c, m, port / c->local_n, i, packet);
        assert_int_equal(tn_ape_lattice_send(b, port, packet, len), 0);
        tn_sim_step(below(2 * STEP));
    }
    tn_ape_lattice_rest(b, broken ? STEP : WAIT_CYC);
    assert_true(broken || tn_ape_lattice_matched(b) == n);
    for (const char *const *r = always; *r; r++)
        if (tn_ape_lattice_asked(b, *r))
            tn_sim_kept(*r);
    tn_ape_lattice_end(b);
    assert_int_equal(broken, 0);
}

static void short_packets_of_all_kinds(void **state)
{
    (void)state;
    play(&(struct mix){.len_max = 100, .alone = 5, .outside = 20, .magic = 4, .share = 60});
}

static void long_packets_fill_the_lines(void **state)
{
    (void)state;
    play(&(struct mix){.len_max = APE_LEN_MAX, .magic = 100, .share = 10});
}

static void all_to_one_while_its_room_comes_and_goes(void **state)
{
    (void)state;
    play(&(struct mix){.len_max = 700,
                       .hotspot = true,
                       .share = 15,
                       .source = {TN_STALL_RANDOM, 1, 3, 5},
                       .room = {TN_STALL_BURST, 90, 60, 6}});
}

static void hosts_that_wait_now_and_then(void **state)
{
    (void)state;
    play(&(struct mix){.len_max = 300,
                       .alone = 10,
                       .magic = 9,
                       .share = 15,
                       .source = {TN_STALL_BURST, 9, 20, 7},
                       .room = {TN_STALL_RANDOM, 1, 2, 8}});
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_packets_of_all_kinds),
        cmocka_unit_test(long_packets_fill_the_lines),
        cmocka_unit_test(all_to_one_while_its_room_comes_and_goes),
        cmocka_unit_test(hosts_that_wait_now_and_then),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
