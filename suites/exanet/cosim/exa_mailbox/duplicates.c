/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mailbox's table of duplicates. Expected values worked by hand from checkers/exanet/spec/exa_ni.md section 4.
 */
#include "one_packet.h"

static void duplicate_is_acknowledged_and_not_stored(void **state)
{
    struct exa_packet k = message(9);
    (void)state;
    expect(&k, NI_TAKEN, 0);
    expect(&k, NI_DUP, 0);
    assert_int_equal(ni_read(mbox(1, M_COUNT)), 1);
    ni_write(mbox(1, M_POP), 1);
    expect(&k, NI_DUP, 0); /* though it was read since */
    ni_write(mbox_kernel(1), 0);
    expect(&k, NI_DUP, 0); /* though nobody is bound */
    mbox_bind(1, PDID);
    k = message(10);
    expect(&k, NI_TAKEN, 0);
    ni_write(mbox(1, M_POP), 1);
    k = message(9); /* no longer its channel's last number */
    expect(&k, NI_TAKEN, 0);
    ni_write(mbox(1, M_POP), 1);
    k.src.x ^= 1; /* another sender's */
    exa_seal(&k);
    expect(&k, NI_TAKEN, 0);
    ni_write(mbox(1, M_POP), 1);
    k = mbox_message(1, 0, 16, PDID, 4, 9); /* another channel's */
    expect(&k, NI_TAKEN, 0);
    ni_write(mbox(1, M_POP), 1);
    k.tid |= 0x1000; /* the whole tid tells */
    exa_seal(&k);
    expect(&k, NI_TAKEN, 0);
    ni_write(mbox(1, M_POP), 1);
    k.seq |= 0x2000; /* and the whole number, though the answer has 13 bits of it */
    exa_seal(&k);
    expect(&k, NI_TAKEN, 0);
    expect(&k, NI_DUP, 0);
    ni_write(mbox(1, M_POP), 1);
}

/* exa_ni section 4: a packet with a footer can be a duplicate whatever its type. */
static void number_of_a_message_taken_makes_any_type_a_duplicate(void **state)
{
    static const uint8_t types[] = {EXA_READ_REQ, EXA_NOTIFY, EXA_DMA_CTL, EXA_ZREAD_REQ, EXA_ZWRITE, EXA_ZREAD_RSP};
    struct exa_packet k = message(9);
    (void)state;
    expect(&k, NI_TAKEN, 0);
    for (unsigned i = 0; i < sizeof types; i++) {
        k = of_type(types[i], 9);
        expect(&k, NI_DUP, 0);
        k = of_type(types[i], 10);
        expect(&k, NI_DECODE, 4);
    }
    assert_int_equal(ni_read(mbox(1, M_COUNT)), 1);
}

static void duplicates_are_forgotten_after_their_time(void **state)
{
    struct exa_packet k = message(9);
    (void)state;
    ni_write(NI_DUP_CYC, 500);
    expect(&k, NI_TAKEN, 0);
    tn_sim_step(300);
    expect(&k, NI_DUP, 0);
    tn_sim_step(300);
    expect(&k, NI_DUP, 0); /* a match renews the time */
    tn_sim_step(520);
    expect(&k, NI_TAKEN, 0);
}

/* exa_ni section 4: an age is held against DUP_CYC as the register stands at the judgement. A sweep of the table takes 64 cycles. */
static void message_is_a_duplicate_again_when_dup_cyc_grows(void **state)
{
    struct exa_packet k = message(9);
    (void)state;
    expect(&k, NI_TAKEN, 0);
    ni_write(NI_DUP_CYC, 0);
    tn_sim_step(300);
    ni_write(NI_DUP_CYC, 65536);
    expect(&k, NI_DUP, 0);
}

/* Of five channels of one of 16 sets the first one's entry is given away, though the time of all was over. */
static void entry_last_used_longest_ago_is_given_away_whatever_dup_cyc_is(void **state)
{
    enum { SAME_SET = 0x11, ENTRIES = 4 }; /* with four bits of a set's number: bits 0 and 4 of tid count in one */
    struct exa_packet k[ENTRIES + 1];
    (void)state;
    if (tn_sim_param("DUP_N") != 64)
        return;
    ni_write(NI_DUP_CYC, 0);
    for (unsigned i = 0; i <= ENTRIES; i++) {
        k[i] = message(9);
        k[i].tid = (uint16_t)(EXA_TID_MSG | SAME_SET * i);
        seal(&k[i]);
        expect(&k[i], NI_TAKEN, 0);
        ni_write(mbox(1, M_POP), 1);
    }
    ni_write(NI_DUP_CYC, 65536);
    for (unsigned i = 1; i <= ENTRIES; i++)
        expect(&k[i], NI_DUP, 0);
    expect(&k[0], NI_TAKEN, 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, bound, ni_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(duplicate_is_acknowledged_and_not_stored),
        T(number_of_a_message_taken_makes_any_type_a_duplicate),
        T(duplicates_are_forgotten_after_their_time),
        T(message_is_a_duplicate_again_when_dup_cyc_grows),
        T(entry_last_used_longest_ago_is_given_away_whatever_dup_cyc_is),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
