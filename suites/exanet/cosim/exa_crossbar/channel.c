/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench's own modules: malformed sequences arrive as they were sent, and what the
 * monitors say of a channel. Verdicts on outputs are printed, a line each: on RTL that keeps
 * the rules there is none; suites/exanet/cosim/channel runs this on wrappers that break them.
 */
#include "xbar.h"

#include <errno.h>

static const struct exa_node here = {.x = 9, .y = 8, .z = 7, .fpga = 0};
static unsigned verdicts; /* on outputs */
static unsigned order;    /* on inputs: EXA-CHN-4 and EXA-CHN-5 */

static void on_broken(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (v->found[0] == 's') {
        order += strcmp(v->rule, "EXA-CHN-4") == 0 || strcmp(v->rule, "EXA-CHN-5") == 0;
        return;
    }
    if (verdicts++ < 50)
        print_message("%s expected %s; found %s\n", v->rule, v->expected, v->found);
}

static struct {
    unsigned n, packets, malformed;
    uint32_t bytes; /* of the last packet */
    struct tn_exa_word word[64];
} in;

static void on_word(void *ctx, const struct tn_exa_seen *s)
{
    (void)ctx;
    if (tn_monitor_point(s->point)[0] == 's' && in.n < 64)
        in.word[in.n++] = s->word;
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    if (tn_monitor_point(ev->point)[0] != 's')
        return;
    in.packets++;
    in.malformed += ev->flags & TN_EV_MALFORMED ? 1 : 0;
    in.bytes = ev->orig_len;
}

static int start(void **state)
{
    (void)state;
    xbar_reset(here);
    tn_monitor_clear();
    tn_handshake_subscribe(on_broken, NULL);
    tn_exa_word_subscribe(on_word, NULL);
    tn_monitor_subscribe(on_packet, NULL);
    memset(&in, 0, sizeof in);
    verdicts = order = 0;
    return 0;
}

static void outputs_keep_the_rules_under_stalls(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    const unsigned dram = (unsigned)tn_sim_param("DRAM_PORT");
    const struct tn_stall slow = {TN_STALL_RANDOM, 1, 2, 5};
    (void)state;
    tn_sink_stall(xbar_sink(dram), &slow);
    for (unsigned k = 0; k < 20; k++) {
        size_t len = xbar_packet(p, here, 0, k % 2 ? 256 : 0, (uint16_t)k);
        assert_int_equal(tn_exa_source_send(xbar_source(k % 3 + 1), p, len, 0), 0);
    }
    tn_sim_step(600);
    assert_int_equal(verdicts, 0);
    assert_int_equal(order, 0);
}

static void words_are_shown_as_they_were_sent(void **state)
{
    static const uint8_t kinds[] = {TN_EXA_PLD, TN_EXA_FTR, TN_EXA_HDR, TN_EXA_HDR, TN_EXA_PLD,
                                    TN_EXA_HDR, TN_EXA_PLD, TN_EXA_FTR, TN_EXA_FTR};
    struct tn_exa_word w[sizeof kinds], packet[TN_EXA_PACKET_WORDS];
    struct exa_packet k = {.dst = here, .type = EXA_WRITE};
    const uint8_t data[16] = {1, 2, 3};
    (void)state;
    assert_int_equal(exa_set_payload(&k, 0, data, sizeof data), 0);
    exa_seal(&k);
    assert_int_equal(tn_exa_words_of(&k, packet), 3);
    for (size_t i = 0; i < sizeof kinds; i++)
        w[i] = packet[kinds[i] == TN_EXA_HDR ? 0 : kinds[i] == TN_EXA_PLD ? 1 : 2];
    assert_int_equal(tn_exa_source_words(xbar_source(2), w, sizeof kinds, 0), 0);
    tn_sim_step(40);
    RULE_WAITED("EXX-ORD-2", in.n == sizeof kinds, "all words that were offered, taken at the input");
    for (size_t i = 0; i < sizeof kinds; i++)
        assert_true(tn_exa_word_same(&in.word[i], &w[i]));
    /* strays are no packet; two headers without footer, then a whole packet, then a stray */
    assert_int_equal(in.packets, 3);
    assert_int_equal(in.malformed, 2);
    assert_int_equal(in.bytes, 48);
    assert_int_equal(order, 5); /* two strays, two headers too early, a stray */
}

static void payload_words_too_many_are_told(void **state)
{
    struct tn_exa_word w[19];
    struct exa_packet k = {.dst = here, .type = EXA_WRITE};
    const uint8_t data[EXA_MTU] = {0};
    (void)state;
    assert_int_equal(exa_set_payload(&k, 0, data, sizeof data), 0);
    exa_seal(&k);
    assert_int_equal(tn_exa_words_of(&k, w), 18);
    w[18] = w[17];
    w[17] = w[16];
    assert_int_equal(tn_exa_source_words(xbar_source(2), w, 19, 0), 0);
    tn_sim_step(40);
    RULE_WAITED("EXX-ORD-2", in.packets == 1, "the packet that was offered, taken at the input");
    assert_int_equal(in.malformed, 1);
    assert_int_equal(in.bytes, 19 * EXA_WORD);
    assert_int_equal(order, 1);
}

static void a_packet_waits_for_its_cycle_and_its_ready(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    size_t len = xbar_packet(p, here, 0, 16, 1);
    uint64_t at = tn_sim_cycle() + 50;
    (void)state;
    assert_int_equal(tn_exa_source_send(xbar_source(3), p, len, at), 0);
    tn_sim_step(49);
    assert_int_equal(in.n, 0);
    assert_int_equal(tn_exa_source_pending(xbar_source(3)), 3);
    tn_sim_step(8);
    RULE_WAITED("EXX-ORD-2", in.n == 3, "all words that were offered, taken at the input");
    assert_int_equal(tn_exa_source_pending(xbar_source(3)), 0);
    assert_int_equal(tn_exa_source_send(xbar_source(3), p, 15, 0), -EMSGSIZE);
    assert_int_equal(tn_exa_source_send(xbar_source(3), p, 0, 0), -EMSGSIZE);
    assert_int_equal(tn_exa_monitor_judge("no such stream", false), -ENOENT);
    assert_null(tn_exa_source_find("m_exa0"));
}

int tn_sim_main(int argc, char **argv)
{
#define T(f) cmocka_unit_test_setup(f, start)
    const struct CMUnitTest tests[] = {
        T(outputs_keep_the_rules_under_stalls),
        T(words_are_shown_as_they_were_sent),
        T(payload_words_too_many_are_told),
        T(a_packet_waits_for_its_cycle_and_its_ready),
    };
    (void)argc;
    (void)argv;
    if (xbar_local() < 0)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
