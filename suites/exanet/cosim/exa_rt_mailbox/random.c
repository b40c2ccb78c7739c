/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random responses, read requests, duplicates and broken packets against random readers, all
 * at once and with stalls everywhere, against the RT mailbox's model. TN_PACKETS= says how
 * many.
 */
#include "rtm.h"

#include "../exa_mailbox/ni_random.h"

enum { CHANNELS = 5, SENDERS = 3 };

static unsigned numbers[SENDERS][CHANNELS];
static bool asking; /* requests alone, and an output that moves seldom: answers find no room */

static uint32_t value(void)
{
    return (uint32_t)tn_rng_next(&nr.rng);
}

static struct exa_packet some_request(void)
{
    unsigned sender = nr_below(SENDERS), channel = nr_below(CHANNELS);
    bool answered = nr_chance(3, 4);
    struct exa_packet k = rtm_read(nr_below(256), nr_below(65536), 0);
    k.src.x = (uint8_t)sender;
    k.src.z = 0;
    k.src.tor = 0;
    k.tid = (uint16_t)nr_below(1024);
    k.seq = (uint16_t)nr_below(8192);
    if (answered) {
        k.tid = exa_message_tid(channel);
        k.seq = (uint16_t)numbers[sender][channel];
        numbers[sender][channel] = (numbers[sender][channel] + 1) % 16384;
    }
    if (nr_chance(1, 20)) {
        uint8_t data[32] = {0};
        ni_make(&k, k.addr + nr_below(20), data, sizeof data);
    }
    if (nr_chance(1, 30))
        nr_become(&k, exa_type_at(nr_below(EXA_TYPE_N)));
    exa_seal(&k);
    return k;
}

static struct exa_packet some_packet(void)
{
    struct exa_packet k = rtm_response(nr_below(1024), nr_below(8192), nr_below(16));
    if (asking || nr_chance(2, 5))
        return some_request();
    k.pdid = (uint16_t)nr_below(65536);
    if (nr_chance(1, 30))
        k.tid = (uint16_t)(EXA_TID_MSG | nr_below(EXA_TID_MSG));
    if (nr_chance(1, 30))
        k.type = nr_chance(1, 2) ? EXA_RELEASE : EXA_FLOW_RATE, k.code = 0;
    exa_seal(&k);
    return k;
}

static void send_something(void)
{
    if (nr_chance(1, 10))
        nr_send_again();
    else if (nr_chance(1, 8))
        nr_send_broken(some_packet());
    else {
        struct exa_packet k = some_packet();
        if (k.has_footer && nr_chance(1, 5))
            nr_change(&k);
        nr_send(&k);
    }
}

/* often: the firmware keeps up; else the queues fill. */
static void access_something(bool often)
{
    unsigned what = nr_below(16);
    if (what < 5 && (often || nr_chance(1, 20)))
        nr_access(false, R_RESPONSE + 4 * nr_below(1024), 1 + nr_below(4), 2, TN_AXI_INCR, value);
    else if (what < 10 && (often || nr_chance(1, 20)))
        nr_access(false, R_READ, nr_chance(1, 2) ? 8 : 1 + nr_below(8), 2,
                  nr_chance(1, 2) ? TN_AXI_INCR : TN_AXI_FIXED, value);
    else if (what == 10)
        nr_any_access(false, nr_below(0x2000), value);
    else if (what == 11)
        nr_any_access(nr_chance(1, 4), nr_below(0x40000), value);
    else if (what < 14)
        nr_any_access(nr_chance(1, 4), NI_KERNEL + 0x400 + nr_below(0x100), value);
}

static void queues_under_random_traffic_do_as_the_model(void **state)
{
    struct tn_exr_params p = {(unsigned)tn_sim_param("RSP_LOG2"), (unsigned)tn_sim_param("READ_LOG2"),
                              (unsigned)tn_sim_param("DUP_N")};
    unsigned wanted = nr_packets(), sent = 0, phase = 0;
    bool often = true;
    (void)state;
    memset(numbers, 0, sizeof numbers);
    asking = false;
    nr_begin(tn_exr_new(&p, exa_node_bits(ni_own), nr_on_verdict, NULL), 2);
    while (sent < wanted && !nr_given_up()) {
        if (sent >= phase) {
            if (sent > 0 && nr_chance(1, 4))
                nr_reset();
            nr_new_phase();
            asking = nr_chance(1, 4);
            if (asking) {
                struct tn_stall seldom = {.kind = TN_STALL_BURST, .num = 1200, .den = 20, .seed = tn_rng_next(&nr.rng)};
                tn_sink_stall(ni.out, &seldom);
            }
            often = nr_chance(2, 3);
            phase = sent + 200;
        }
        if (tn_exa_source_pending(ni.in) < 40 && nr_chance(1, 3)) {
            send_something();
            sent++;
        }
        if (nr.open_n < NI_OPEN && nr_chance(1, 3))
            access_something(often);
        tn_sim_step(1 + nr_below(8));
        nr_reap();
    }
    nr_end(1500);
    tn_sim_sent(sent);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(queues_under_random_traffic_do_as_the_model)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
