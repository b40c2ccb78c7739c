/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random messages, notifications, duplicates and broken packets against random readers, all
 * at once and with stalls everywhere, against the mailbox's model. TN_PACKETS= says how many.
 */
#include "mbox.h"
#include "ni_random.h"

enum { BOXES = 6, CHANNELS = 5, SENDERS = 3, PDIDS = 3 };

static unsigned numbers[SENDERS][CHANNELS];

static unsigned some_box(void)
{
    unsigned n = (unsigned)tn_sim_param("MBOX_N");
    if (nr_chance(1, 20))
        return nr_below(64);
    return nr_below(n < BOXES ? n : BOXES);
}

static uint32_t value(void)
{
    if (nr_chance(1, 8))
        return (uint32_t)tn_rng_next(&nr.rng);
    return nr_chance(3, 4) ? 0x80000001u + nr_below(PDIDS) : nr_below(3);
}

static struct exa_packet some_packet(void)
{
    unsigned sender = nr_below(SENDERS), channel = nr_below(CHANNELS);
    unsigned offset = nr_chance(1, 2) ? 0 : nr_below(64);
    unsigned n = 1 + nr_below(nr_chance(1, 30) ? 80 : 64 - offset);
    struct exa_packet k = mbox_message(some_box(), offset, n, 1 + nr_below(PDIDS), channel,
                                       numbers[sender][channel]);
    k.src.x = (uint8_t)(9 + sender);
    if (nr_chance(1, 40))
        k.addr |= 1ull << (nr_chance(1, 2) ? 6 + nr_below(6) : 18 + nr_below(20));
    if (nr_chance(1, 8)) {
        uint8_t note[16];
        for (unsigned i = 0; i < sizeof note; i++)
            note[i] = (uint8_t)tn_rng_next(&nr.rng);
        k.type = EXA_NOTIFY;
        ni_make(&k, k.addr, note, sizeof note);
        k.tid = (uint16_t)nr_below(1024);
        k.seq = (uint16_t)nr_below(16384);
    } else if (nr_chance(1, 40)) {
        k.tid = (uint16_t)nr_below(1024);
    } else {
        numbers[sender][channel] = (numbers[sender][channel] + 1) % 16384;
    }
    if (nr_chance(1, 60))
        shape_as(&k, EXA_ZREAD_REQ), ni_make(&k, k.addr, NULL, 0); /* a message without payload */
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
        if (nr_chance(1, 5))
            nr_change(&k);
        nr_send(&k);
    }
}

/* Mostly what a reader does: fetch, remove; sometimes anything anywhere. */
static void access_something(void)
{
    unsigned m = some_box() % 64, what = nr_below(20);
    if (what < 7)
        nr_access(false, mbox(m, 0), 5, 4, TN_AXI_INCR, value);
    else if (what < 13)
        nr_access(true, mbox(m, M_POP), 1 + nr_below(2), 2, TN_AXI_FIXED, value);
    else if (what < 14)
        nr_access(true, NI_KERNEL + 4 * m, 1, 2, TN_AXI_INCR, value);
    else if (what < 17)
        nr_any_access(nr_chance(1, 3), mbox(m, nr_below(0x70)), value);
    else if (what < 19)
        nr_any_access(nr_chance(1, 6), NI_KERNEL + nr_below(nr_chance(1, 2) ? 0x100 : 0x500), value);
    else
        nr_any_access(nr_chance(1, 2), nr_below(0x40000), value);
}

static void bind_all(void)
{
    for (unsigned m = 0; m < BOXES && m < (unsigned)tn_sim_param("MBOX_N"); m++)
        mbox_bind(m, 1 + m % PDIDS);
}

static void mailboxes_under_random_traffic_do_as_the_model(void **state)
{
    struct tn_exm_params p = {(unsigned)tn_sim_param("MBOX_N"), (unsigned)tn_sim_param("SLOT_LOG2"),
                              (unsigned)tn_sim_param("DUP_N")};
    unsigned wanted = nr_packets(), sent = 0, phase = 0;
    (void)state;
    memset(numbers, 0, sizeof numbers);
    nr_begin(tn_exm_new(&p, exa_node_bits(ni_own), nr_on_verdict, NULL), 1);
    bind_all();
    while (sent < wanted && !nr_given_up()) {
        if (sent >= phase) {
            if (sent > 0 && nr_chance(1, 4)) {
                nr_reset();
                bind_all();
            }
            nr_new_phase();
            phase = sent + 150;
        }
        if (tn_exa_source_pending(ni.in) < 40 && nr_chance(1, 3)) {
            send_something();
            sent++;
        }
        if (nr.open_n < NI_OPEN && nr_chance(1, 4))
            access_something();
        tn_sim_step(1 + nr_below(8));
        nr_reap();
    }
    nr_end(1500);
    tn_sim_sent(sent);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mailboxes_under_random_traffic_do_as_the_model)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
