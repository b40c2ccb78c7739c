/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One packet of a transfer is struck, by name: a data packet (the first, one in the middle, the last), the control packet, the
 * response, the notification is lost, comes twice, comes later than its turn, or is damaged in one of its three CRC zones. Each
 * transfer ends correct, and within the attempts that its software may make.
 */
#include "soft.h"

enum act { LOST = 1, TWICE, LATE, HEADER, PAYLOAD, FOOTER, ACTS };

enum {
    FROM = 0, TO = 1, LENGTH = 1500, OFFSET = 0x73, /* seven packets, neither end aligned */
    PACKETS = 7, TIMEOUT = 2500, HOLD = 1 << 14, LATER = 600, MUCH_LATER = 4000, /* behind the next attempt */
    HOP = 0x1090, HOP_LATE = 0x10a0, HOP_SKIP = 0x10b0, HOP_STRUCK = 16,
};

/* The packet of a transfer that is struck. */
struct named {
    const char *text;
    unsigned type, skip; /* packets of the type before it */
    unsigned at;         /* node to which it comes */
    bool short_form;     /* it has a header alone */
};

static const struct named names[] = {
    {"the first data packet", EXA_WRITE, 0, TO, false},
    {"a data packet in the middle", EXA_WRITE, 3, TO, false},
    {"the last data packet", EXA_WRITE, PACKETS - 1, TO, false},
    {"the control packet", EXA_DMA_CTL, 0, TO, false},
    {"the response", EXA_ACK, 0, FROM, true},
    {"the notification", EXA_NOTIFY, 0, FROM, false},
};

static const char *const acts[ACTS] = {"", "lost", "twice", "late", "header", "payload", "footer"};

static void strike(const struct named *n, enum act act, unsigned late)
{
    tn_reg_write(HOP_LATE + 4 * n->at, late);
    tn_reg_write(HOP_SKIP + 4 * n->at, n->skip);
    tn_reg_write(HOP + 4 * n->at, 1u << 24 | (uint32_t)act << 16 | n->type);
}

/* Says whether the bench has struck a packet to a node. */
static bool struck(unsigned node)
{
    return tn_reg_read(N_LEVELS) >> (HOP_STRUCK + node) & 1;
}

/* One transfer with a notification, of which one packet is struck. */
static void transfer(const struct named *n, enum act act, unsigned late)
{
    struct sw_put *p;
    strike(n, act, late);
    p = sw_put(FROM, TO, 1, (unsigned)(n - names), 0x345, OFFSET, LENGTH);
    p->notify = true;
    p->note_home = n->type == EXA_NOTIFY;
    sw_prepare(p);
    sw_write(p, false);
    sw_finish();
    tn_sim_step(late);
    if (!struck(n->at))
        print_message("%s (%s) did not pass\n", n->text, acts[act]);
    assert_true(struck(n->at));
    if (p->state != SW_DONE)
        print_message("%s (%s): the transfer has not ended well\n", n->text, acts[act]);
    assert_int_equal(p->state, SW_DONE);
    assert_true(p->attempt <= 2);
}

/* Strikes each named packet so, one after the other. */
static void each_named_packet(enum act act, unsigned late)
{
    sw_begin();
    sw_hold(HOLD);
    sw.timeout = TIMEOUT;
    nd.noisy = true;
    for (unsigned n = 0; n < NODES; n++)
        tn_exq_hops_struck(nd.hops, n, TN_EXQ_LINKS + !n);
    for (size_t i = 0; i < sizeof names / sizeof *names && nd.failures == 0; i++)
        if (!names[i].short_form || act < PAYLOAD)
            transfer(&names[i], act, late);
}

#define STRIKE(test, act, late) \
    static void test(void **state) \
    { \
        (void)state; \
        each_named_packet(act, late); \
    }
STRIKE(a_lost_packet_costs_an_attempt, LOST, 0)
STRIKE(a_packet_that_comes_twice_at_once_changes_nothing, TWICE, 0)
STRIKE(a_packet_that_comes_again_behind_the_end_changes_nothing, TWICE, MUCH_LATER)
STRIKE(a_packet_out_of_its_turn_ends_well, LATE, LATER)
STRIKE(a_packet_behind_the_next_attempt_ends_well, LATE, MUCH_LATER)
STRIKE(a_bad_header_is_a_lost_packet, HEADER, 0)
STRIKE(a_bad_payload_is_refused, PAYLOAD, 0)
STRIKE(a_bad_footer_is_a_lost_packet, FOOTER, 0)

#define T(name) cmocka_unit_test_setup_teardown(name, nd_fresh, nd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(a_lost_packet_costs_an_attempt),
        T(a_packet_that_comes_twice_at_once_changes_nothing),
        T(a_packet_that_comes_again_behind_the_end_changes_nothing),
        T(a_packet_out_of_its_turn_ends_well),
        T(a_packet_behind_the_next_attempt_ends_well),
        T(a_bad_header_is_a_lost_packet),
        T(a_bad_payload_is_refused),
        T(a_bad_footer_is_a_lost_packet),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
