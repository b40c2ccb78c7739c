/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random messages on several channels, answers good, bad, late, doubled and missing, bindings
 * and reads, all at once and with stalls everywhere, against the packetizer's model.
 * TN_PACKETS= / 3 packets come out.
 */
#include "pkt.h"

#include "../exa_mailbox/ni_random.h"

enum { CHANS = 6, PDIDS = 3, REPLIES = 64, AT_MOST = 40 };

static struct {
    struct exa_packet k;
    uint64_t when;
} replies[REPLIES]; /* answers under way */
static unsigned reply_n, replied;
static bool calm; /* every answer comes soon: hardly a timeout */

static uint32_t value(void)
{
    if (nr_chance(1, 3))
        return (uint32_t)tn_rng_next(&nr.rng);
    return nr_chance(1, 2) ? 0x80000001u + nr_below(PDIDS) : (1 + nr_below(2)) << 8 | nr_below(70);
}

static unsigned some_channel(void)
{
    unsigned n = (unsigned)tn_sim_param("CHAN_N");
    return nr_below(n < CHANS ? n : CHANS);
}

static uint64_t some_place(bool read)
{
    unsigned at = nr_chance(1, 2) ? 0 : nr_below(256);
    if (read)
        return exa_peripheral_addr(nr_chance(9, 10) ? EXA_P_RT_MAILBOX : EXA_P_MAILBOX,
                                   nr_chance(9, 10) ? at & ~15u : at);
    if (nr_chance(1, 4))
        return tn_rng_next(&nr.rng) & 0x3ffffffffff;
    return exa_peripheral_addr(EXA_P_MAILBOX, nr_below(6) << 12 | (at & 63));
}

/* A message as a process writes it: memory, destination and CTRL in one burst, or in parts. */
static void send_message(void)
{
    bool read = nr_chance(1, 6);
    unsigned c = some_channel(), first = nr_chance(1, 2) ? 0 : nr_below(5);
    unsigned len = read && nr_chance(9, 10) ? 32 : 1 + nr_below(64);
    uint32_t ctrl = (uint32_t)(read ? EXA_READ_REQ : EXA_WRITE) << 8 | len;
    struct exa_node to = {(uint8_t)nr_below(3), 2, 3, 0, 5};
    uint64_t dst = pkt_dst_word(to, some_place(read));
    struct tn_axi_txn *t = tn_axi_new(5 - first);
    uint8_t all[76];
    if (nr_chance(1, 30))
        ctrl = (uint32_t)tn_rng_next(&nr.rng);
    for (unsigned i = 0; i < 64; i++)
        all[i] = (uint8_t)tn_rng_next(&nr.rng);
    memcpy(all + 64, &dst, 8);
    memcpy(all + 72, &ctrl, 4);
    t->write = true;
    t->addr = chan(c, 16 * first);
    t->id = nr_id();
    tn_axi_fill(t, all + 16 * first, sizeof all - 16 * first);
    assert_int_equal(tn_axi_issue(ni.cpu, t), 0);
    nr.open[nr.open_n++] = t;
}

static void access_something(void)
{
    unsigned c = some_channel(), what = nr_below(14);
    if (what < 4)
        nr_access(false, chan(c, P_STATUS), 1, 2, TN_AXI_INCR, value);
    else if (what < 6)
        nr_access(false, chan(c, 0), 6, 4, TN_AXI_INCR, value);
    else if (what < 7)
        nr_access(true, NI_KERNEL + 4 * c, 1, 2, TN_AXI_INCR, value);
    else if (what < 9)
        nr_any_access(nr_chance(1, 2), chan(c, nr_below(0x60)), value);
    else if (what < 11)
        nr_any_access(false, NI_KERNEL + nr_below(0x500), value);
    else if (what < 13) /* how messages ended */
        nr_access(false, P_ACKED, 3, 2, TN_AXI_INCR, value);
    else
        nr_any_access(nr_chance(1, 2), nr_below(0x40000), value);
}

/* Answers to what has come out since: most of them right, some late, twice, or never. */
static void plan_replies(void)
{
    for (; replied < ni.got_n; replied++) {
        const struct exa_packet *k = &ni.got[replied % NI_KEEP].k;
        unsigned n = nr_chance(1, 8) && !calm ? 0 : nr_chance(1, 10) ? 2 : 1;
        for (; n > 0 && reply_n < REPLIES; n--) {
            unsigned code = nr_chance(2, 3) ? 0 : nr_below(16);
            if (nr_chance(1, 10))
                code = 3;
            replies[reply_n].k = pkt_answer(k, code);
            replies[reply_n++].when = tn_sim_cycle() + nr_below(nr_chance(1, 4) && !calm ? 1500 : 40);
        }
    }
}

static void send_replies(void)
{
    for (unsigned i = 0; i < reply_n;)
        if (replies[i].when <= tn_sim_cycle()) {
            struct exa_packet a = replies[i].k;
            replies[i] = replies[--reply_n];
            if (nr_chance(1, 30))
                a.tid ^= (uint16_t)(1u << nr_below(14));
            if (nr_chance(1, 30))
                a.seq ^= (uint16_t)(1u << nr_below(13));
            if (nr_chance(1, 40))
                a.pdid ^= (uint16_t)(1u << nr_below(16));
            if (nr_chance(1, 60)) {
                static const uint8_t data[32];
                a.type = (uint8_t)exa_type_at(nr_below(EXA_TYPE_N));
                a.code = a.type == EXA_ACK ? a.code : 0;
                assert_int_equal(shape_of_type(&a, a.addr, data, 16), 0);
            }
            exa_seal(&a);
            if (nr_chance(1, 8))
                nr_send_broken(a);
            else
                nr_send(&a);
        } else {
            i++;
        }
    if (nr_chance(1, 60))
        nr_send_again();
    if (nr_chance(1, 40) && ni.got_n) { /* what no packetizer awaits */
        struct exa_packet k = pkt_answer(&ni.got[nr_below(ni.got_n < NI_KEEP ? ni.got_n : NI_KEEP)].k, 0);
        const uint8_t data[32] = {1};
        k.code = 0;
        do
            k.type = (uint8_t)exa_type_at(nr_below(EXA_TYPE_N));
        while (k.type == EXA_ACK);
        assert_int_equal(shape_of_type(&k, k.addr, data, 1 + nr_below(EXA_WORD)), 0);
        exa_seal(&k);
        if (nr_chance(1, 2))
            nr_change(&k);
        if (nr_chance(1, 4))
            nr_send_broken(k);
        else
            nr_send(&k);
    }
}

/* So many packets come out, of messages or of tries of them; the software asks for messages meanwhile, at most AT_MOST for
 * each packet, for a channel that is busy refuses them. */
static void one_round(unsigned round, unsigned wanted)
{
    unsigned asked = 0, n = (unsigned)tn_sim_param("CHAN_N");
    reply_n = replied = 0;
    nr_begin(tn_exp_new(n, exa_node_bits(ni_own), nr_on_verdict, NULL), 10 + round);
    calm = nr_chance(1, 2);
    ni_write(P_TIMEOUT, calm ? 5000 : 100 + nr_below(900));
    ni_write(P_RETRY_MAX, nr_below(4));
    for (unsigned c = 0; c < CHANS && c < n; c++)
        pkt_bind(c, 1 + c % PDIDS);
    for (unsigned phase = 0; ni.got_n < wanted && asked < AT_MOST * wanted && !nr_given_up();) {
        if (asked >= phase) {
            nr_new_phase();
            phase = asked + 60;
        }
        if (nr.open_n < NI_OPEN && nr_chance(1, 8)) {
            send_message();
            asked++;
        }
        if (nr.open_n < NI_OPEN && nr_chance(1, 5))
            access_something();
        plan_replies();
        send_replies();
        tn_sim_step(1 + nr_below(8));
        nr_reap();
    }
    const unsigned came = ni.got_n;
    nr_end(calm ? 25000 : 6000);
    tn_sim_sent(came < wanted ? came : wanted);
}

static void channels_under_random_traffic_do_as_the_model(void **state)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 600, 3);
    (void)state;
    for (unsigned done = 0, round = 0; done < wanted; done += 100, round++)
        one_round(round, wanted - done < 100 ? wanted - done : 100);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(channels_under_random_traffic_do_as_the_model)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
