/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payloads of an attacker between all local ports of a lattice, and one fault after the other on
 * its lines: no packet comes out that was not given (APR-NET-3), and behind the faults all packets
 * come.
 */
#include "../../../cosim/rule.h"
#include "../../../cosim/size.h"

#include <tn/apenet/ape_forge.h>
#include <tn/apenet/ape_lattice_bench.h>
#include <tn/fault.h>
#include <tn/inject.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum { LEN_MAX = 700, GAP = 300, SOON = 8, REST = 8000, FORGED_MSG = 0x70000000, PROBES = 4 };

static const char *const kinds[] = {
    "flip",     "burst:0+2",  "burst:3+2", "kflip",        "startflip", "startflip:128", "ctlflip",
    "drop",     "trunc:3",    "nfclose+2", "nfcflip",      "valid0:1",  "valid0:3",      "valid0:4",
    "valid0:9", "valid0:300", "valid0:30", "burst:200+40", "ber:4+200", "valid1:3"};
static struct {
    struct tn_ape_lattice *b;
    const struct tn_ape_net_config *c;
    struct tn_rng rng;
    unsigned ports, broken;
    uint32_t sent;
} run;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&run.rng, n);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&run.broken, v->rule, v);
}

static struct ape_node node_of(unsigned n)
{
    const uint8_t *size = run.c->size;
    return (struct ape_node){(uint8_t)(n % size[0]), (uint8_t)(n / size[0] % size[1]),
                             (uint8_t)(n / size[0] / size[1])};
}

/* A packet whose payload is an attacker's, from a local port to any node. */
static void send(unsigned port, bool forged)
{
    static uint8_t out[APE_PACKET_MAX];
    const struct ape_node src = node_of(port / run.c->local_n),
                          dst = node_of(below(run.ports) / run.c->local_n);
    const struct ape_header h = {.dst = dst,
                                 .port = (uint8_t)below(run.c->local_n),
                                 .type = TN_ape_hdr_type_PUT,
                                 .len = (uint16_t)below(LEN_MAX),
                                 .addr = 0x1000};
    const size_t len = (size_t)ape_words(&h) * APE_WORD;
    const struct ape_node victim = node_of(below(run.ports) / run.c->local_n);
    memset(out, 0, len);
    ape_header_put(&h, out);
    if (forged)
        tn_ape_forge(
            &run.rng,
            &(struct tn_ape_forged){{victim.x, victim.y, victim.z}, 2, 0xdead000, FORGED_MSG},
            out + APE_WORD, h.len);
    ape_footer_put(&(struct ape_footer){.msg = run.sent++, .last = true, .src = src},
                   out + len - APE_WORD);
    ape_seal(out, len);
    assert_int_equal(tn_ape_lattice_send(run.b, port, out, len), 0);
}

/* A line between two nodes that packets take, drawn (checkers/apenet/spec/ape_torus.md section 2).
 */
static unsigned any_line(void)
{
    const unsigned links = run.c->link_n;
    unsigned dim = below(APE_NET_DIMS);
    for (unsigned i = 0; i < APE_NET_DIMS && run.c->size[dim] == 1; i++)
        dim = (dim + 1) % APE_NET_DIMS;
    const unsigned link =
        links == APE_NET_DIMS ? dim : 2 * dim + (run.c->size[dim] > 2 ? below(2) : 1);
    return links * below(run.ports / run.c->local_n) + link;
}

static void strike(const char *what)
{
    char text[TN_FAULT_TEXT], err[256] = "";
    struct tn_fault f;
    snprintf(text, sizeof text, "%s@line%u@%llu", what, any_line(),
             (unsigned long long)tn_sim_cycle() + below(SOON));
    assert_int_equal(tn_fault_parse(text, &f, err, sizeof err), 0);
    assert_int_equal(tn_inject(&f, tn_rng_next(&run.rng), err, sizeof err), 0);
}

static void begin(void)
{
    memset(&run, 0, sizeof run);
    run.b = tn_ape_lattice_begin(on_verdict, NULL);
    run.c = tn_ape_lattice_config(run.b);
    run.ports = (unsigned)run.c->size[0] * run.c->size[1] * run.c->size[2] * run.c->local_n;
    tn_rng_seed(&run.rng, tn_sim_seed(), 77);
    tn_ape_lattice_lossy(run.b);
}

/* A fault hits the next packet of its line, which some line may never carry: it is taken back. */
static void no_packet_comes_out_that_nobody_gave(void **state)
{
    (void)state;
    if (tn_sim_param("BAND") == 0 || tn_sim_param("WIRE_CYC") == 0)
        skip(); /* hole A13; lines without delay have no faults */
    const unsigned long total = size_asked("TN_PACKETS", 240, 1);
    unsigned faults = 0;
    begin();
    while (run.sent < total && !run.broken) {
        strike(kinds[faults++ % (sizeof kinds / sizeof *kinds)]);
        for (unsigned port = 0; port < run.ports; port++)
            send(port, true);
        tn_sim_step(GAP + below(GAP));
        tn_inject_clear();
    }
    tn_sim_step(REST);
    const uint64_t before = tn_ape_lattice_matched(run.b);
    for (unsigned i = 0; i < PROBES * run.ports && !run.broken; i++)
        send(i % run.ports, false);
    tn_sim_step(REST);
    RULE("APR-NET-2", run.broken || tn_ape_lattice_matched(run.b) - before == PROBES * run.ports);
    if (tn_ape_lattice_asked(run.b, "APR-NET-3"))
        tn_sim_kept("APR-NET-3");
    print_message("%u packets, %u faults, %llu came whole\n", run.sent, faults,
                  (unsigned long long)tn_ape_lattice_matched(run.b));
    tn_ape_lattice_end(run.b);
    assert_int_equal(run.broken, 0);
    tn_sim_sent(total);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_packet_comes_out_that_nobody_gave),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
