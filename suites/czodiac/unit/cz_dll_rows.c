/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a cz_dll: the rows of cz_dll.md 3 to 7, played rightly, have no verdict.
 */
#include "cz_dll_plays.h"

/* Gives and sends n TLPs with the tags 0 to n - 1. */

static void acks_collapse(struct end *e)
{
    send_n(e, 5);
    ack(e, TN_DLLP_ACK, 1);
    ack(e, TN_DLLP_ACK, 4);
    ack(e, TN_DLLP_ACK, 4);
    idle(e, 1000);
}

static void a_nak_replays_all_behind_it(struct end *e)
{
    send_n(e, 4);
    ack(e, TN_DLLP_NAK, 1);
    given(e, P, 9, false);
    for (unsigned i = 0; i < 3; i++)
        sends(e);
    ack(e, TN_DLLP_ACK, 4);
    idle(e, 300);
}

static void a_nak_of_the_last_acknowledged_replays_all(struct end *e)
{
    send_n(e, 2);
    ack(e, TN_DLLP_NAK, 4095);
    sends(e);
    sends(e);
    ack(e, TN_DLLP_ACK, 1);
}

static void acks_in_a_replay_leave_out(struct end *e)
{
    send_n(e, 4);
    ack(e, TN_DLLP_NAK, 4095);
    sends(e);
    ack(e, TN_DLLP_ACK, 2);
    sends(e);
    ack(e, TN_DLLP_ACK, 3);
}

static void a_nak_in_a_replay_begins_anew(struct end *e)
{
    send_n(e, 4);
    ack(e, TN_DLLP_NAK, 0);
    sends(e);
    ack(e, TN_DLLP_NAK, 0);
    for (unsigned i = 0; i < 3; i++)
        sends(e);
    ack(e, TN_DLLP_ACK, 3);
}

/* The timer of x4 with 128 bytes: 219 cycles without a frame. */

static void four_timeouts_retrain(struct end *e)
{
    send_n(e, 1);
    for (unsigned i = 0; i < 5; i++)
        time_out(e, 219);
    ack(e, TN_DLLP_ACK, 0);
}

static void acks_of_nothing_are_errors(struct end *e)
{
    send_n(e, 2);
    ack(e, TN_DLLP_ACK, 2);
    ack(e, TN_DLLP_NAK, 4000);
    ack(e, TN_DLLP_ACK, 1);
    ack(e, TN_DLLP_ACK, 0);
}

static void an_aborted_tlp_takes_no_number(struct end *e)
{
    aborted(e, true);
    aborted(e, false);
    send_n(e, 1);
    ack(e, TN_DLLP_ACK, 0);
}

static void numbers_wrap(struct end *e)
{
    for (unsigned i = 0; i < 4100; i++) {
        given(e, NP, (uint8_t)i, false);
        sends(e);
        ack(e, TN_DLLP_ACK, i & 4095);
        const struct tn_cz_frame f = credit(TN_DLLP_UPDATEFC, NP, (i + 65) & 255, 64);
        came(e, &f);
        if (i % 1000 == 0) {
            says(e, TN_DLLP_UPDATEFC, P);
            says(e, TN_DLLP_UPDATEFC, NP);
        }
    }
}

static void a_tlp_is_delivered_and_answered(struct end *e)
{
    for (unsigned c = 0; c < 3; c++) {
        const struct tn_cz_frame f = far_tlp(e, c, 1);
        came(e, &f);
        goes_up(e, c, 1);
    }
    says(e, TN_DLLP_ACK, 0);
    idle(e, 500);
}

static void a_duplicate_is_answered(struct end *e)
{
    const struct tn_cz_frame f = far_tlp(e, P, 1);
    came(e, &f);
    goes_up(e, P, 1);
    says(e, TN_DLLP_ACK, 0);
    came(e, &f);
    says(e, TN_DLLP_ACK, 0);
    idle(e, 500);
}

/* A TLP that is refused in each of the ways, then the right one. */

static void refused(struct end *e, void (*how)(struct tn_cz_frame *))
{
    const struct tn_cz_frame good = far_tlp(e, P, 1);
    struct tn_cz_frame f = good;
    how(&f);
    came(e, &f);
    says(e, TN_DLLP_NAK, 0);
    came(e, &f);
    came(e, &good);
    goes_up(e, P, 1);
    says(e, TN_DLLP_ACK, 0);
    idle(e, 200);
}

static void by_symbol(struct tn_cz_frame *f)
{
    f->err = true;
}

static void by_lcrc(struct tn_cz_frame *f)
{
    f->bytes[8] ^= 1;
}

static void by_edb(struct tn_cz_frame *f)
{
    f->edb = true;
}

static void by_length(struct tn_cz_frame *f)
{
    f->len = 16;
}

static void refused_by_symbol(struct end *e)
{
    refused(e, by_symbol);
}

static void refused_by_lcrc(struct end *e)
{
    refused(e, by_lcrc);
}

static void refused_by_edb(struct end *e)
{
    refused(e, by_edb);
}

static void refused_by_length(struct end *e)
{
    refused(e, by_length);
}

static void one_that_is_lost_is_asked_for(struct end *e)
{
    const struct tn_cz_frame lost = far_tlp(e, P, 1), next = far_tlp(e, P, 2);
    came(e, &next);
    says(e, TN_DLLP_NAK, 0);
    came(e, &lost);
    came(e, &next);
    goes_up(e, P, 1);
    goes_up(e, P, 2);
    says(e, TN_DLLP_ACK, 0);
}

static void a_nullified_one_has_no_consequence(struct end *e)
{
    const struct tn_cz_frame f = far_nullified(e);
    came(e, &f);
    idle(e, 500);
}

static void what_is_beyond_the_grant_is_an_overflow(struct end *e)
{
    e->p.m_tlp_ok = 0;
    overflow(e);
    assert_int_equal(e->near->credit[NP][0].allocated, 5);
    e->p.m_tlp_ok = 7;
    step(e);
    for (unsigned i = 0; i < 4; i++)
        goes_up(e, NP, (uint8_t)i);
    says(e, TN_DLLP_UPDATEFC, NP);
}

static void bad_dllps_are_reported(struct end *e)
{
    struct tn_cz_frame f = far_ack(TN_DLLP_ACK, 4095);
    f.bytes[4] ^= 1;
    came(e, &f);
    f.bytes[4] ^= 1;
    f.err = true;
    came(e, &f);
    f = (struct tn_cz_frame){.dllp = true, .len = 8};
    const struct tn_dllp vendor = {.kind = TN_DLLP_VENDOR};
    tn_dllp_encode(&vendor, f.bytes);
    came(e, &f);
    idle(e, 200);
}

static void posted_passes_reads(struct end *e)
{
    const struct tn_cz_frame r = far_tlp(e, NP, 1), w = far_tlp(e, P, 2);
    came(e, &r);
    came(e, &w);
    goes_up(e, P, 2);
    goes_up(e, NP, 1);
    says(e, TN_DLLP_ACK, 0);
}

static void updates_come_in_time(struct end *e)
{
    for (unsigned i = 0; i < 3; i++) {
        idle(e, 11000);
        says(e, TN_DLLP_UPDATEFC, P);
        says(e, TN_DLLP_UPDATEFC, NP);
    }
}

static void down_and_up(struct end *e)
{
    send_n(e, 2);
    e->p.dl_up = false;
    tn_cz_dll_down(e->near);
    tn_cz_dll_down(e->far);
    idle(e, 200);
    init1(e);
    init2(e);
    send_n(e, 1);
    ack(e, TN_DLLP_ACK, 0);
    idle(e, 200);
}

static void registers_read(struct end *e)
{
    given(e, NP, 1, false);
    sends(e);
    ack(e, TN_DLLP_ACK, 0);
    idle(e, 200);
    read_is(e, 0x000, 0x435A0002);
    read_is(e, 0x004, 4 | 1 << 4 | 1 << 8 | 11 << 20);
    read_is(e, 0x008, 3);
    read_is(e, 0x00c, 219);
    read_is(e, 0x010, 73);
    read_is(e, 0x014, 1);
    read_is(e, 0x024, 64 | 64 << 16);
    read_is(e, 0x028, 3u << 30);
    read_is(e, 0x034, 1);
    read_is(e, 0x040, 4 | 16 << 16);
    read_is(e, 0x0a0, 1);
    read_is(e, 0x0bc, 1);
    read_is(e, 0x01c, 0);
}

static void init_in_order(struct end *e)
{
    init1(e);
    init2(e);
    idle(e, 200);
}

static void init_with_lost_ones(struct end *e)
{
    e->p.dl_up = true;
    tn_cz_dll_up(e->near);
    step(e);
    for (unsigned i = 0; i < 6; i++) /* the far end is silent, then its InitFC of NP is lost once */
        says(e, TN_DLLP_INITFC1, i % 3);
    for (unsigned i = 0; i < 5; i++) {
        const struct tn_cz_frame f = credit(TN_DLLP_INITFC2, (2 * i) % 3, 4, 16);
        came(e, &f);
    }
    for (unsigned i = 0; i < 3; i++)
        says(e, TN_DLLP_INITFC2, i);
    tn_cz_dll_round(e->near);
    idle(e, 200);
    assert_int_equal(e->near->state, TN_CZ_ACTIVE);
}

static void tlps_in_init1_are_dropped(struct end *e)
{
    tn_cz_dll_up(e->far);
    e->far->state = TN_CZ_ACTIVE;
    const struct tn_cz_frame f = far_tlp(e, P, 1);
    e->p.dl_up = true;
    tn_cz_dll_up(e->near);
    step(e);
    assert_int_equal(came(e, &f).fate, TN_CZ_DROPPED);
    init1(e);
    init2(e);
    idle(e, 200);
}

static const struct play plays[] = {
    RIGHT(acks_collapse),
    RIGHT(a_nak_replays_all_behind_it),
    RIGHT(a_nak_of_the_last_acknowledged_replays_all),
    RIGHT(acks_in_a_replay_leave_out),
    RIGHT(a_nak_in_a_replay_begins_anew),
    RIGHT(four_timeouts_retrain),
    RIGHT(acks_of_nothing_are_errors),
    RIGHT(an_aborted_tlp_takes_no_number),
    RIGHT(numbers_wrap),
    RIGHT(a_tlp_is_delivered_and_answered),
    RIGHT(a_duplicate_is_answered),
    RIGHT(refused_by_symbol),
    RIGHT(refused_by_lcrc),
    RIGHT(refused_by_edb),
    RIGHT(refused_by_length),
    RIGHT(one_that_is_lost_is_asked_for),
    RIGHT(a_nullified_one_has_no_consequence),
    RIGHT(what_is_beyond_the_grant_is_an_overflow),
    RIGHT(bad_dllps_are_reported),
    RIGHT(posted_passes_reads),
    RIGHT(updates_come_in_time),
    RIGHT(updates_that_are_wrong_are_reported),
    RIGHT(down_and_up),
    RIGHT(registers_read),
    {"init_in_order", init_in_order, NULL, true},
    {"init_with_lost_ones", init_with_lost_ones, NULL, true},
    {"tlps_in_init1_are_dropped", tlps_in_init1_are_dropped, NULL, true},
};

static void rows_played_rightly_pass(void **state)
{
    (void)state;
    play_all(plays, sizeof plays / sizeof *plays);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_played_rightly_pass)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
