/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two boards whose gateway lines are cut out of the bits at any place and have bit errors: messages
 * between them come once and whole, or are reported. TN_PACKETS= / 24 of each kind.
 */
#include "../exa_two_qfdb/agents.h"

static unsigned left;

static bool to_the_other_board(unsigned n, unsigned c, struct tn_exq_message *m)
{
    if (left == 0)
        return false;
    left--;
    m->dst = (n / 4 ? 0 : 4) + ag_below(4);
    m->mailbox = c;
    m->offset = ag_below(16);
    m->len = 1 + ag_below(48);
    if (ag_chance(1, 10)) {
        m->mailbox = TN_EXQ_RT;
        m->offset = 0;
        m->len = BD_RT_BYTES;
    }
    for (unsigned i = 0; i < 64; i++)
        m->bytes[i] = (uint8_t)tn_rng_next(&ag.rng);
    return true;
}

/* A burst of that many bits in every so many blocks, of each line at another rhythm; 0: none. */
static void noise(unsigned period, unsigned burst)
{
    for (unsigned l = 0; l < 8; l++)
        tn_reg_write(BD_NOISE + 4 * l, period ? period + 7 * l : 0);
    tn_reg_write(BD_BURST, burst);
}

static void errors_on_lines_lose_and_double_no_message(unsigned period, unsigned burst, uint64_t salt)
{
    const char *env = getenv("TN_PACKETS");
    unsigned again = 0, wanted = (env ? (unsigned)strtoul(env, NULL, 10) : 600) / 24;
    bd.noisy = true;
    for (unsigned b = 0; b < 2; b++)
        for (unsigned k = 0; k < 4; k++)
            tn_exq_hops_lossy(bd.hops, 4 * b, TN_EXQ_GATEWAYS + k);
    ag_begin(to_the_other_board, salt);
    left = wanted;
    for (unsigned n = 0; n < FPGAS; n++) {
        bd_write(n, P_TIMEOUT, 1200);
        bd_write(n, P_RETRY_MAX, 2);
    }
    noise(period, burst);
    while (left)
        ag_step(4);
    ag_drain(60000);
    noise(0, 1);
    for (unsigned n = 0; n < FPGAS; n++)
        again += bd_read(n, P_RETRIES);
    printf("sent again: %u\n", again);
    printf("matched %lu packets at switches; messages: %u sent, %lu acknowledged, %lu refused, %lu timed "
           "out, %u read; %llu cycles\n", tn_exq_hops_matched(bd.hops), ag.posted,
           tn_exq_messages_count(bd.messages, TN_EXQ_ACKED),
           tn_exq_messages_count(bd.messages, TN_EXQ_NACKED),
           tn_exq_messages_count(bd.messages, TN_EXQ_TIMEOUT), ag.read,
           (unsigned long long)tn_sim_cycle());
    printf("digest %016llx\n", (unsigned long long)bd.digest);
}

static void single_bits(void **state)
{
    (void)state;
    errors_on_lines_lose_and_double_no_message(20, 1, 2);
}

static void bursts(void **state)
{
    (void)state;
    errors_on_lines_lose_and_double_no_message(30, 24, 3);
}

#define T(name) cmocka_unit_test_setup_teardown(name, bd_fresh, bd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(single_bits), T(bursts)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
