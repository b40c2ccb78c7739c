/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Order, arbitration and cycles (checkers/exanet/spec/exa_crossbar.md sections 1 and 4), expected
 * values by hand; the model's watch looks on, cycle by cycle.
 */
#include "traffic.h"

#include <tn/exanet/exa_crossbar_judge.h>

static struct xbar_seen seen;
static unsigned ports, dram, links;
static const struct exa_node here = {.x = 1, .y = 2, .z = 3, .fpga = 0};
static struct tn_exa_xbar_judge *judge;
static unsigned judged; /* verdicts of the watch */
static bool half_ready; /* an input's readies differed */

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (judged++ >= RULES_SHOWN)
        return;
    print_message("%s cycle %llu: expected %s; found %s\n", v->rule, (unsigned long long)v->cycle,
                  v->expected, v->found);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *s)
{
    struct tn_exa_xbar_pins y = {.cycle = s->cycle};
    (void)ctx;
    memcpy(y.in, s->in, sizeof y.in);
    memcpy(y.out, s->out, sizeof y.out);
    tn_exa_xbar_judge_cycle(judge, &y);
    for (unsigned p = 0; p < ports; p++)
        half_ready |= s->in[p].ready != 0 && s->in[p].ready != 7;
}

static int start(void **state)
{
    struct tn_exa_xbar_params par;
    (void)state;
    traffic_params(&par);
    ports = par.port_n;
    dram = par.dram_port;
    links = par.link_base;
    tn_monitor_clear();
    tn_reg_write(XBAR_PINS, 1);
    xbar_reset(here);
    xbar_judge(&seen);
    tn_exa_xbar_judge_free(judge);
    judge = tn_exa_xbar_judge_new(&par, exa_node_bits(here), on_verdict, NULL);
    judged = 0;
    half_ready = false;
    tn_exa_pins_subscribe(on_pins, NULL);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    tn_sim_step(70); /* what the pins still hold back */
    RULE("EXX-CHN-1", seen.broken == 0);
    RULE("EXX-LAT-1", judged == 0);
    return 0;
}

/* Words of a packet of n bytes to output `out`, from cycle `at` on. */
static void send(unsigned in, unsigned out, unsigned n, uint16_t mark, uint64_t at)
{
    uint8_t p[EXA_KEEP_MAX];
    struct exa_node dst = here;
    uint64_t addr = 0;
    if (out - links < 4 && out != links)
        dst.fpga = (uint8_t)(out - links);
    else
        assert_int_equal(out, dram);
    size_t len = xbar_packet(p, dst, addr, n, mark);
    assert_int_equal(tn_exa_source_send(xbar_source(in), p, len, at), 0);
}

static uint16_t mark_of(const struct xbar_out *o, unsigned n)
{
    struct exa_packet k;
    exa_decode(o->packet[n].bytes, o->packet[n].len, o->packet[n].len, &k);
    return k.pdid;
}

static void a_header_is_out_two_cycles_after_it_was_taken(void **state)
{
    (void)state;
    for (unsigned in = 0; in < ports; in++)
        for (unsigned out = links + 1; out < links + 4; out++) {
            if (in == out)
                continue;
            xbar_forget(&seen);
            send(in, out, 256, 1, 0);
            tn_sim_step(30);
            RULE("EXX-LAT-1", seen.out[out].n == 1);
            RULE("EXX-LAT-1", seen.out[out].packet[0].cycle == seen.in[in].packet[0].cycle + 2);
            RULE("EXX-IDL-1",
                 seen.in[in].packet[0].span == 17 && seen.out[out].packet[0].span == 17);
        }
    RULE("EXX-LAT-1", tn_exa_xbar_judge_asked(judge, "EXX-LAT-1") > 0);
}

static void dropping_costs_what_sending_would(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    size_t len = xbar_packet(p, here, 0, 256, 1);
    (void)state;
    p[0] ^= 1;
    for (unsigned k = 0; k < 4; k++)
        assert_int_equal(tn_exa_source_send(xbar_source(links + 1), p, len, 0), 0);
    send(links + 1, dram, 16, 2, 0);
    tn_sim_step(100);
    RULE("EXX-LAT-1", seen.in[links + 1].n == 5 && seen.drops == 4);
    RULE("EXX-LAT-1",
         seen.in[links + 1].packet[4].cycle == seen.in[links + 1].packet[0].cycle + 4 * 18);
    RULE("EXX-LAT-1", seen.out[dram].packet[0].cycle == seen.in[links + 1].packet[4].cycle + 2);
}

static void inputs_take_turns_from_0_on_and_then_behind_the_last(void **state)
{
    uint64_t at = tn_sim_cycle() + 10;
    const struct xbar_out *o = &seen.out[dram];
    (void)state;
    for (unsigned wave = 0; wave < 3; wave++)
        for (unsigned in = 0; in < ports; in++)
            send(in, dram, 0, (uint16_t)(in + 1), at);
    tn_sim_step(10 + 6 * ports + 20);
    RULE("EXX-ARB-1", o->n == 3 * ports);
    for (unsigned k = 0; k < o->n; k++)
        RULE("EXX-ARB-1", mark_of(o, k) == k % ports + 1);
    /* all alone 5 comes, then 2, 5 and 6 at once: 6 is behind 5 */
    xbar_forget(&seen);
    send(5, dram, 0, 6, 0);
    tn_sim_step(20);
    at = tn_sim_cycle() + 5;
    send(2, dram, 0, 3, at);
    send(5, dram, 0, 6, at);
    send(6, dram, 0, 7, at);
    tn_sim_step(40);
    RULE("EXX-ARB-1", o->n == 4 && mark_of(o, 1) == 7 && mark_of(o, 2) == 3 && mark_of(o, 3) == 6);
    RULE("EXX-ARB-1", tn_exa_xbar_judge_asked(judge, "EXX-ARB-1") > 0);
}

static void far_packets_of_all_blocks_take_turns_at_gateway_0(void **state)
{
    const unsigned gateway = (unsigned)tn_sim_param("GW_BASE");
    const uint64_t at = tn_sim_cycle() + 10;
    const struct exa_node far = {.x = 1, .y = 2, .z = 4, .fpga = 0};
    const struct xbar_out *o = &seen.out[gateway];
    uint8_t p[EXA_KEEP_MAX];
    unsigned sent = 0;
    (void)state;
    for (unsigned in = 0; in < ports; in++) {
        if (in - links < 4 || in - gateway < 4)
            continue;
        const size_t len = xbar_packet(p, far, 0, 0, (uint16_t)(in + 1));
        assert_int_equal(tn_exa_source_send(xbar_source(in), p, len, at), 0);
        sent++;
    }
    tn_sim_step(10 + 2 * sent + 20);
    RULE("EXX-RTE-2", o->n == sent);
    for (unsigned k = 1; k < o->n; k++)
        RULE("EXX-ARB-1", mark_of(o, k - 1) < mark_of(o, k));
}

static void packets_of_an_output_never_mix(void **state)
{
    const struct xbar_out *o = &seen.out[dram];
    unsigned in[16] = {0};
    (void)state;
    for (unsigned p = 0; p < ports; p++) {
        const struct tn_stall slow = {TN_STALL_RANDOM, 2, 3, p};
        tn_exa_source_stall(xbar_source(p), &slow);
        for (unsigned k = 0; k < 4; k++)
            send(p, dram, 100, (uint16_t)(256 * p + k), 0);
    }
    tn_sim_step(60 * 9 * ports);
    RULE("EXX-ORD-2", o->n == 4 * ports);
    for (unsigned k = 0; k < o->n; k++) {
        uint8_t want[EXA_KEEP_MAX];
        unsigned p = mark_of(o, k) / 256;
        size_t len = xbar_packet(want, here, 0, 100, mark_of(o, k));
        RULE("EXX-ARB-2", o->packet[k].len == len && memcmp(o->packet[k].bytes, want, len) == 0);
        RULE("EXX-ORD-1", mark_of(o, k) % 256 == in[p]++);
    }
    RULE("EXX-ARB-2", tn_exa_xbar_judge_asked(judge, "EXX-ARB-2") > 0);
}

static void a_busy_output_is_never_idle(void **state)
{
    /* packets of all lengths, of two inputs and then of one */
    const struct xbar_out *o = &seen.out[dram];
    unsigned words = 0;
    (void)state;
    for (unsigned k = 0; k < 24; k++) {
        unsigned n = k % 3 ? 16 * (k % 17) : 0;
        words += n / 16 + 2;
        send(k < 16 ? k % 2 + links + 1 : links + 1, dram, n, (uint16_t)k, 0);
    }
    tn_sim_step(words + 40);
    RULE("EXX-IDL-1", o->n == 24);
    RULE("EXX-IDL-1", o->packet[23].cycle + o->packet[23].span + 1 - o->packet[0].cycle == words);
    RULE("EXX-IDL-1", tn_exa_xbar_judge_asked(judge, "EXX-IDL-1") > 0);
}

static void a_blocked_output_stalls_no_other(void **state)
{
    (void)state;
    tn_sink_stall(xbar_sink(dram), &(struct tn_stall){.kind = TN_STALL_FOREVER});
    tn_sim_step(3);
    send(links, dram, 256, 1, 0);
    for (unsigned k = 0; k < 10; k++)
        for (unsigned out = links + 1; out < links + 4; out++)
            send(out == links + 3 ? links + 1 : out + 1, out, 256, (uint16_t)k, 0);
    tn_sim_step(200);
    RULE("EXX-PAR-1", seen.out[dram].n == 0);
    for (unsigned out = links + 1; out < links + 4; out++) {
        const struct xbar_out *o = &seen.out[out];
        RULE("EXX-PAR-1", o->n == 10);
        RULE("EXX-PAR-1", o->packet[9].cycle + o->packet[9].span + 1 - o->packet[0].cycle == 180);
    }
    /* the one whose first packet goes there holds what follows, too: no packet overtakes */
    send(links, links + 2, 0, 9, 0);
    tn_sim_step(30);
    RULE("EXX-ORD-1", seen.out[links + 2].n == 10);
    tn_sink_stall(xbar_sink(dram), &(struct tn_stall){.kind = TN_STALL_NONE});
    tn_sim_step(60);
    RULE("EXX-ORD-2", seen.out[dram].n == 1 && seen.out[links + 2].n == 11);
    RULE("EXX-PAR-1", tn_exa_xbar_judge_asked(judge, "EXX-PAR-1") > 0);
}

static void waited(void *ctx, const struct tn_exa_seen *s)
{
    uint32_t *most = ctx;
    if (tn_monitor_point(s->point)[0] == 'm' && s->waited > *most)
        *most = s->waited;
}

static void valid_does_not_wait_for_ready(void **state)
{
    uint32_t most = 0;
    (void)state;
    tn_exa_word_subscribe(waited, &most);
    tn_sink_ok(xbar_sink(dram), 0);
    send(links + 1, dram, 64, 1, 0);
    tn_sim_step(100);
    for (unsigned kinds = 1; kinds <= 7;
         kinds = 2 * kinds + 1) { /* headers, then payload, then footers */
        tn_sink_ok(xbar_sink(dram), kinds);
        tn_sim_step(100);
    }
    RULE("EXX-CHN-1", seen.out[dram].n == 1 && most >= 90);
    RULE("EXX-CHN-1", !half_ready);
}

int tn_sim_main(int argc, char **argv)
{
#define T(f) cmocka_unit_test_setup_teardown(f, start, finish)
    const struct CMUnitTest tests[] = {
        T(a_header_is_out_two_cycles_after_it_was_taken),
        T(dropping_costs_what_sending_would),
        T(inputs_take_turns_from_0_on_and_then_behind_the_last),
        T(far_packets_of_all_blocks_take_turns_at_gateway_0),
        T(packets_of_an_output_never_mix),
        T(a_busy_output_is_never_idle),
        T(a_blocked_output_stalls_no_other),
        T(valid_does_not_wait_for_ready),
    };
    (void)argc;
    (void)argv;
    if (xbar_local() < 0)
        return 77;
    int rc = cmocka_run_group_tests(tests, NULL, NULL) != 0;
    tn_exa_xbar_judge_free(judge);
    return rc;
}
