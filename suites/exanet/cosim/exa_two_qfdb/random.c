/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * All FPGAs of two boards talk at once: messages from any to any, a hot spot, processes that are
 * refused, read requests, packets of the free ports beside them, stalls of all kinds. TN_PACKETS=
 * / 5 says how many messages.
 */
#include "agents.h"

#include "../../../cosim/size.h"

static struct {
    unsigned left; /* messages to be sent */
    unsigned hot;  /* FPGA that all send to; FPGAS: none */
    uint16_t free_packets;
} go;

static bool some_message(unsigned n, unsigned c, struct tn_exq_message *m)
{
    (void)n;
    if (go.left == 0)
        return false;
    go.left--;
    m->dst = go.hot < FPGAS && ag_chance(9, 10) ? go.hot : ag_below(FPGAS);
    m->mailbox = ag_chance(9, 10) ? bd_process(c) : ag_below(6); /* another's; or none */
    m->offset = ag_chance(1, 2) ? 0 : ag_below(40);
    m->len = 1 + ag_below(64 - m->offset);
    if (ag_chance(1, 12)) {
        m->mailbox = TN_EXQ_RT;
        m->offset = 0;
        m->len = BD_RT_BYTES;
    } else if (ag_chance(1, 20)) {
        m->len = ag_chance(1, 2) ? 0 : 65 + ag_below(30);
    }
    for (unsigned i = 0; i < 64; i++)
        m->bytes[i] = (uint8_t)tn_rng_next(&ag.rng);
    return true;
}

/* Of a free port to one of any FPGA, or to one that there is not. */
static void some_free_packet(void)
{
    static const uint64_t ports[] = {0, 4, 5, 127, 77};
    unsigned from = ag_below(3 * FPGAS), kind = ag_below(20), at = ag_below(256);
    uint64_t peripheral = (uint64_t)7 << 39 | ports[kind < 17 ? kind % 3 : kind < 19 ? 3 : 4] << 32;
    struct exa_packet k = {.pdid = go.free_packets++, .type = EXA_WRITE, .tid = (uint16_t)ag_below(1024),
                           .dst = exa_node_of(bd_coords(ag_below(FPGAS))), .src = exa_node_of(bd_coords(from / 3))};
    uint8_t data[EXA_MTU], bytes[EXA_KEEP_MAX];
    char name[24];
    unsigned n = ag_chance(1, 4) ? 1 + ag_below(EXA_MTU - at) : 1 + ag_below(16);
    for (unsigned i = 0; i < n; i++)
        data[i] = (uint8_t)tn_rng_next(&ag.rng);
    if (n > EXA_MTU - at)
        n = EXA_MTU - at;
    exa_set_payload(&k, (ag_chance(1, 3) ? 0 : peripheral) | at, data, n);
    exa_seal(&k);
    snprintf(name, sizeof name, "s_b%uf%u_%u", from / 12, from / 3 % 4, from % 3);
    if (tn_exa_source_pending(tn_exa_source_find(name)) < 100)
        tn_exa_source_send(tn_exa_source_find(name), bytes, (size_t)exa_encode(&k, bytes, sizeof bytes), 0);
}

static struct tn_stall pattern(void)
{
    static const enum tn_stall_kind kinds[] = {TN_STALL_NONE, TN_STALL_RANDOM, TN_STALL_PERIODIC, TN_STALL_BURST};
    struct tn_stall s = {.kind = kinds[ag_below(4)], .num = 1 + ag_below(6), .seed = tn_rng_next(&ag.rng)};
    s.den = s.num + 1 + ag_below(4);
    return s;
}

static void stall_free_ports(bool none)
{
    struct tn_stall s = {.kind = TN_STALL_NONE};
    char name[24];
    for (unsigned p = 0; p < 3 * FPGAS; p++) {
        if (!none)
            s = pattern();
        if (!none && ag_chance(1, 8)) /* a long one: links fill up behind it */
            s = (struct tn_stall){.kind = TN_STALL_BURST, .num = 600, .den = 60, .seed = tn_rng_next(&ag.rng)};
        snprintf(name, sizeof name, "m_b%uf%u_%u", p / 12, p / 3 % 4, p % 3);
        tn_sink_stall(tn_sink_find(name), &s);
    }
}

static void new_phase(void)
{
    go.hot = ag_chance(1, 3) ? ag_below(FPGAS) : FPGAS;
    for (unsigned n = 0; n < FPGAS; n++) {
        ag.lazy[n] = n == go.hot || ag_chance(1, 10);
        for (int ch = 0; ch < TN_AXI_CHANNELS; ch++) {
            struct tn_stall s = pattern();
            tn_axi_stall(bd.cpu[n], (enum tn_axi_channel)ch, &s);
        }
    }
    stall_free_ports(false);
}

static void calm(void)
{
    struct tn_stall none = {.kind = TN_STALL_NONE};
    for (unsigned n = 0; n < FPGAS; n++)
        for (int ch = 0; ch < TN_AXI_CHANNELS; ch++)
            tn_axi_stall(bd.cpu[n], (enum tn_axi_channel)ch, &none);
    stall_free_ports(true);
}

static void boards_under_random_traffic_lose_and_double_nothing(void **state)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 600, 5);
    unsigned phase = 0;
    (void)state;
    ag_begin(some_message, 1);
    go.left = wanted;
    go.hot = FPGAS;
    for (unsigned n = 0; n < FPGAS; n++) {
        bd_write(n, P_TIMEOUT, 1500 + ag_below(1500));
        bd_write(n, P_RETRY_MAX, 1 + ag_below(3));
    }
    while (go.left) {
        if (ag.posted >= phase) {
            new_phase();
            phase = ag.posted + 40;
        }
        if (ag_chance(1, 4))
            some_free_packet();
        ag_step(1 + ag_below(8));
    }
    calm();
    ag_drain(100000);
    tn_sim_sent(ag.ended);
    printf("matched %lu packets at switches; messages: %u sent, %lu acknowledged, %lu refused there, %u "
           "here, %lu timed out, %u read; %llu cycles\n", tn_exq_hops_matched(bd.hops), ag.posted,
           tn_exq_messages_count(bd.messages, TN_EXQ_ACKED),
           tn_exq_messages_count(bd.messages, TN_EXQ_NACKED), ag.refused,
           tn_exq_messages_count(bd.messages, TN_EXQ_TIMEOUT), ag.read,
           (unsigned long long)tn_sim_cycle());
    printf("digest %016llx\n", (unsigned long long)bd.digest);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(boards_under_random_traffic_lose_and_double_nothing, bd_fresh, bd_clean),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
