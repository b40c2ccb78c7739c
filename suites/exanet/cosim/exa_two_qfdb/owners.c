/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An attacker's turn at two boards (checkers/exanet/spec/exa_qfdb.md sections 6 and 7): channels and mailboxes change their owners under
 * full traffic, FPGA by FPGA, and payloads hold headers of packets for other mailboxes, with their owners' domains; and
 * all is reset amid that. TN_PACKETS= / 3 messages.
 */
#include "agents.h"

#include "../../../cosim/size.h"

enum { FIRST_LIFE = 0x5000, SHORT_RESET = 8, ENOUGH = 100 /* messages: of these some are refused */ };

/* Process d has channel d and mailbox d of every FPGA. */
static struct {
    unsigned left, changes, processes;
    uint16_t life;                                  /* the domain that the next process gets */
    uint16_t wanted[TN_EXQ_CHANNELS];               /* the domain of each process */
    uint16_t channel[FPGAS][TN_EXQ_CHANNELS], mailbox[FPGAS][TN_EXQ_CHANNELS]; /* what is bound */
} own;

/* A message to the same process's mailbox, or to another one's; its bytes are a header for a third. */
static bool some_message(unsigned n, unsigned c, struct tn_exq_message *m)
{
    uint8_t header[EXA_KEEP_MAX];
    if (own.left == 0 || c >= own.processes || !own.channel[n][c])
        return false;
    own.left--;
    m->dst = ag_below(FPGAS);
    m->mailbox = ag_chance(4, 5) ? c : ag_below(own.processes);
    m->pdid = own.channel[n][c];
    m->offset = ag_below(2) * 16;
    m->len = 16 + ag_below(33);
    const unsigned fpga = ag_below(FPGAS), other = ag_below(own.processes);
    struct exa_packet k = {.dst = exa_node_of(bd_coords(fpga)), .type = EXA_WRITE, .pdid = own.mailbox[fpga][other]};
    assert_int_equal(exa_set_payload(&k, bd_mbox_addr(other, 0), m->bytes, 16), 0);
    exa_seal(&k);
    assert_true(exa_encode(&k, header, sizeof header) > EXA_WORD);
    for (unsigned i = 0; i < sizeof m->bytes; i++) /* words in lane order: the header's first bit on the channel comes last in memory */
        m->bytes[i] = i < EXA_WORD ? header[EXA_WORD - 1 - i] : (uint8_t)tn_rng_next(&ag.rng);
    return true;
}

/* Binds what has another domain than its process, where agent n's channel is free and no message is being read. */
static void rebind(unsigned n)
{
    struct agent *a = &ag.agent[n];
    if (!a->t || !a->t->done || (a->what != AG_STATUS && a->what != AG_POST && a->what != AG_POP))
        return;
    ag_done(n);
    for (unsigned d = 0; d < own.processes; d++) {
        if (own.mailbox[n][d] != own.wanted[d] && ag_chance(1, 3)) {
            own.mailbox[n][d] = own.wanted[d];
            bd_write(n, A_MBOX + A_KERNEL + 4 * d, 0x80000000u | own.wanted[d]);
            tn_exq_owned(bd.messages, n, d, own.wanted[d]);
        }
        if (own.channel[n][d] != own.wanted[d] && !(a->open >> d & 1)) {
            own.channel[n][d] = own.wanted[d];
            bd_write(n, A_PKT + A_KERNEL + 4 * d, 0x80000000u | own.wanted[d]);
            RULE("EXP-BIND-2", (bd_read(n, A_PKT + 0x1000 * d + P_STATUS) & 0xffff) == S_IDLE);
            RULE("EXP-BIND-2", bd_read(n, A_PKT + 0x1000 * d) == 0 && bd_read(n, A_PKT + 0x1000 * d + P_DST) == 0);
        }
    }
}

/* Traffic, with a new life of some process now and then. */
static void go(unsigned messages, unsigned least)
{
    ag_begin(some_message, 3 + least);
    memset(&own, 0, sizeof own);
    own.life = FIRST_LIFE;
    own.left = messages;
    own.processes = (unsigned)tn_sim_param("MBOX_N") < (unsigned)tn_sim_param("CHAN_N") ? (unsigned)tn_sim_param("MBOX_N")
                                                                                         : (unsigned)tn_sim_param("CHAN_N");
    for (unsigned d = 0; d < own.processes; d++) {
        own.wanted[d] = bd_pdid(d);
        for (unsigned n = 0; n < FPGAS; n++)
            own.channel[n][d] = own.mailbox[n][d] = bd_pdid(d);
    }
    for (unsigned n = 0; n < FPGAS; n++) {
        bd_write(n, P_TIMEOUT, 1500);
        bd_write(n, P_RETRY_MAX, 2);
    }
    while (own.left > least) {
        if (ag_chance(1, 15)) {
            own.wanted[ag_below(own.processes)] = own.life++;
            own.changes++;
        }
        for (unsigned n = 0; n < FPGAS; n++)
            rebind(n);
        ag_step(1 + ag_below(6));
    }
}

static void owners_that_change_see_nothing_of_each_other(void **state)
{
    (void)state;
    go((unsigned)size_asked("TN_PACKETS", 600, 3), 0);
    ag_drain(100000);
    tn_sim_sent(ag.ended);
    printf("%u messages, %u new owners: %lu acknowledged, %lu refused, %lu timed out, %u read; %llu cycles\n", ag.posted, own.changes,
           tn_exq_messages_count(bd.messages, TN_EXQ_ACKED), tn_exq_messages_count(bd.messages, TN_EXQ_NACKED),
           tn_exq_messages_count(bd.messages, TN_EXQ_TIMEOUT), ag.read, (unsigned long long)tn_sim_cycle());
    if (ag.posted >= ENOUGH)
        assert_true(own.changes > 0 && tn_exq_messages_count(bd.messages, TN_EXQ_NACKED) > 0);
}

static void nothing_is_left_of_the_traffic_before_a_reset(void **state)
{
    const unsigned messages = (unsigned)size_asked("TN_PACKETS", 600, 3);
    for (unsigned i = 0; i < 2; i++) {
        go(messages, messages / 2 + i);
        tn_exq_hops_free(bd.hops);
        tn_exq_messages_free(bd.messages);
        tn_checker_free(bd.form);
        tn_checker_free(bd.transfer);
        bd_reset = SHORT_RESET;
        assert_int_equal(bd_fresh(state), 0);
        bd_reset = BD_RESET;
        for (unsigned n = 0; n < FPGAS; n++)
            if (ag.agent[n].t)
                tn_axi_free(ag.agent[n].t);
    }
    go(messages, 0);
    ag_drain(100000);
    tn_sim_sent(ag.ended);
}

#define T(name) cmocka_unit_test_setup_teardown(name, bd_fresh, bd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(owners_that_change_see_nothing_of_each_other),
        T(nothing_is_left_of_the_traffic_before_a_reset),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
