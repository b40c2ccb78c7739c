/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a cz_dll: a DUT that sends one thing wrong breaks the rule of that thing first.
 */
#include "cz_dll_plays.h"

static void changed(struct end *e, size_t at, uint8_t flip, bool lcrc)
{
    struct tn_cz_frame f;
    given(e, P, 1, false);
    tn_cz_dll_next_frame(e->near, &f);
    f.bytes[at] ^= flip;
    const uint32_t crc = tn_cz_frame_lcrc_want(&f);
    for (unsigned i = 0; lcrc && i < 4; i++)
        f.bytes[f.len - 4 + i] = (uint8_t)(crc >> 8 * i);
    leaves(e, &f);
}

static void wrong_lcrc(struct end *e)
{
    changed(e, 5, 1, false);
}

static void bits_above_the_number(struct end *e)
{
    changed(e, 2, 0x80, true);
}

static void wrong_number(struct end *e)
{
    changed(e, 3, 5, true);
}

static void other_bytes(struct end *e)
{
    changed(e, 9, 1, true);
}

static void not_zero_before_the_number(struct end *e)
{
    changed(e, 0, 1, true);
}

static void a_tlp_that_stays(struct end *e)
{
    given(e, P, 1, false);
    idle(e, 200);
}

static void said_with(struct end *e, enum tn_dllp_kind kind, unsigned cls, unsigned at,
                      uint8_t flip, bool crc)
{
    struct tn_cz_frame f;
    struct tn_dllp d;
    tn_cz_dll_dllp(e->near, kind, cls, &f);
    f.bytes[at] ^= flip;
    tn_dllp_decode(f.bytes, &d);
    if (crc) {
        f.bytes[4] = (uint8_t)d.crc_want;
        f.bytes[5] = (uint8_t)(d.crc_want >> 8);
    }
    leaves(e, &f);
}

static void wrong_dllp_crc(struct end *e)
{
    said_with(e, TN_DLLP_UPDATEFC, P, 4, 1, false);
}

static void undefined_dllp(struct end *e)
{
    said_with(e, TN_DLLP_UPDATEFC, P, 0, 1, true);
}

static void reserved_bits(struct end *e)
{
    const struct tn_cz_frame f = far_tlp(e, P, 1);
    came(e, &f);
    said_with(e, TN_DLLP_ACK, 0, 1, 1, true);
}

static void nullified_without_inversion(struct end *e)
{
    struct tn_cz_frame f;
    uint8_t p[TLP_LEN];
    given(e, P, 7, true);
    tn_cz_dll_nullify(e->near, p, tlp(P, 7, p), &f);
    f.bytes[f.len - 1] ^= 0xff;
    leaves(e, &f);
}

static void nullified_twice(struct end *e)
{
    struct tn_cz_frame f;
    uint8_t p[TLP_LEN];
    aborted(e, true);
    tn_cz_dll_nullify(e->near, p, tlp(P, 7, p), &f);
    leaves(e, &f);
}

static void ack_of_what_never_came(struct end *e)
{
    const struct tn_cz_frame f = far_tlp(e, P, 1), a = far_ack(TN_DLLP_ACK, 1);
    came(e, &f);
    leaves(e, &a);
}

static void ack_that_none_asked_for(struct end *e)
{
    says(e, TN_DLLP_ACK, 0);
}

static void ack_too_late(struct end *e)
{
    const struct tn_cz_frame f = far_tlp(e, P, 1);
    came(e, &f);
    goes_up(e, P, 1);
    idle(e, 76);
}

static void nak_that_is_not_due(struct end *e)
{
    says(e, TN_DLLP_NAK, 0);
}

static void nak_never(struct end *e)
{
    struct tn_cz_frame f = far_tlp(e, P, 1);
    f.err = true;
    came(e, &f);
    idle(e, 70);
}

static void nak_twice(struct end *e)
{
    struct tn_cz_frame f = far_tlp(e, P, 1);
    f.err = true;
    came(e, &f);
    says(e, TN_DLLP_NAK, 0);
    came(e, &f);
    says(e, TN_DLLP_NAK, 0);
}

static void error_not_reported(struct end *e)
{
    struct tn_cz_frame f = far_tlp(e, P, 1);
    e->mute = true;
    f.bytes[9] ^= 1;
    came(e, &f);
    says(e, TN_DLLP_NAK, 0);
    idle(e, 70);
}

static void protocol_error_not_reported(struct end *e)
{
    e->mute = true;
    ack(e, TN_DLLP_ACK, 5);
    idle(e, 70);
}

static void protocol_error_without_cause(struct end *e)
{
    idle(e, LAG);
    e->errors = TN_CZ_PROTOCOL;
    step(e);
}

static void bad_dllp_not_reported(struct end *e)
{
    struct tn_cz_frame f = far_ack(TN_DLLP_ACK, 4095);
    e->mute = true;
    f.bytes[4] ^= 1;
    came(e, &f);
    idle(e, 70);
}

static void acknowledged_sent_again(struct end *e)
{
    send_n(e, 3);
    ack(e, TN_DLLP_ACK, 0);
    idle(e, 80);
    ack(e, TN_DLLP_NAK, 1);
    struct tn_cz_frame f;
    e->near->cursor = 0;
    tn_cz_dll_next_frame(e->near, &f);
    leaves(e, &f);
}

static void replay_not_from_the_oldest(struct end *e)
{
    send_n(e, 4);
    ack(e, TN_DLLP_NAK, 0);
    e->near->cursor = 2;
    sends(e);
}

static void replay_without_a_cause(struct end *e)
{
    send_n(e, 2);
    e->near->cursor = 0;
    sends(e);
}

static void replay_that_does_not_come(struct end *e)
{
    send_n(e, 2);
    ack(e, TN_DLLP_NAK, 0);
    idle(e, 70);
}

static void replay_with_other_bytes(struct end *e)
{
    struct tn_cz_frame f;
    send_n(e, 1);
    ack(e, TN_DLLP_NAK, 4095);
    tn_cz_dll_next_frame(e->near, &f);
    f.bytes[9] ^= 1;
    const uint32_t crc = tn_cz_frame_lcrc_want(&f);
    for (unsigned i = 0; i < 4; i++)
        f.bytes[f.len - 4 + i] = (uint8_t)(crc >> 8 * i);
    leaves(e, &f);
}

static void new_tlp_within_a_replay(struct end *e)
{
    send_n(e, 3);
    given(e, P, 9, false);
    ack(e, TN_DLLP_NAK, 4095);
    sends(e);
    e->near->cursor = 3;
    sends(e);
}

static void retrain_missing(struct end *e)
{
    send_n(e, 1);
    for (unsigned i = 0; i < 4; i++) {
        idle(e, 219);
        tn_cz_dll_replay(e->near);
        e->errors = TN_CZ_TIMEOUT;
        step(e);
        sends(e);
    }
    idle(e, 70);
}

static void retrain_at_the_third(struct end *e)
{
    send_n(e, 1);
    time_out(e, 219);
    time_out(e, 219);
    idle(e, 219);
    tn_cz_dll_replay(e->near);
    e->errors = TN_CZ_TIMEOUT | TN_CZ_ROLLOVER;
    step(e);
}

static void timer_early(struct end *e)
{
    send_n(e, 1);
    time_out(e, 210);
}

static void timer_late(struct end *e)
{
    send_n(e, 1);
    idle(e, 510);
}

static void refused_delivered(struct end *e)
{
    struct tn_cz_frame f = far_tlp(e, P, 1);
    f.err = true;
    came(e, &f);
    goes_up(e, P, 1);
}

static void beat_not_held(struct end *e)
{
    struct tn_cz_frame f;
    given(e, P, 1, false);
    tn_cz_dll_next_frame(e->near, &f);
    e->p.m_frm_ready = false;
    e->p.m_frm = beat(f.bytes, f.len, 0);
    e->p.m_frm_dllp = false;
    step(e);
    e->p.m_frm_ready = true;
    f.bytes[8] ^= 1;
    leaves(e, &f);
}

static void wrong_register(struct end *e)
{
    read_is(e, 0x000, 0x435A0001);
}

static const struct play plays[] = {
    WRONG(wrong_lcrc, "DLL-1"),
    WRONG(bits_above_the_number, "DLL-2"),
    WRONG(wrong_dllp_crc, "DLL-3"),
    WRONG(wrong_number, "DLL-4"),
    WRONG(undefined_dllp, "DLL-5"),
    WRONG(reserved_bits, "DLL-6"),
    WRONG(nullified_without_inversion, "DLL-7"),
    WRONG(ack_of_what_never_came, "DLL-8"),
    WRONG(beat_not_held, "CZD-STR-1"),
    WRONG(not_zero_before_the_number, "CZD-STR-1"),
    WRONG(other_bytes, "CZD-TX-1"),
    WRONG(a_tlp_that_stays, "CZD-TX-1"),
    WRONG(nullified_twice, "CZD-NUL-1"),
    WRONG(protocol_error_not_reported, "CZD-ACK-1"),
    WRONG(protocol_error_without_cause, "CZD-ACK-1"),
    WRONG(acknowledged_sent_again, "CZD-ACK-2"),
    WRONG(ack_that_none_asked_for, "CZD-ACK-3"),
    WRONG(ack_too_late, "CZD-ACK-3"),
    WRONG(nak_that_is_not_due, "CZD-NAK-1"),
    WRONG(nak_never, "CZD-NAK-1"),
    WRONG(nak_twice, "CZD-NAK-1"),
    WRONG(error_not_reported, "CZD-NAK-1"),
    WRONG(refused_delivered, "CZD-NAK-1"),
    WRONG(replay_not_from_the_oldest, "CZD-RPL-1"),
    WRONG(replay_without_a_cause, "CZD-RPL-1"),
    WRONG(replay_that_does_not_come, "CZD-RPL-1"),
    WRONG(replay_with_other_bytes, "CZD-RPL-1"),
    WRONG(new_tlp_within_a_replay, "CZD-RPL-2"),
    WRONG(retrain_missing, "CZD-RPL-3"),
    WRONG(retrain_at_the_third, "CZD-RPL-3"),
    WRONG(timer_early, "CZD-TMR-1"),
    WRONG(timer_late, "CZD-TMR-1"),
    WRONG(bad_dllp_not_reported, "CZD-DLP-1"),
    WRONG(wrong_register, "CZD-REG-1"),
};

static void each_fault_breaks_its_rule(void **state)
{
    (void)state;
    play_all(plays, sizeof plays / sizeof *plays);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_fault_breaks_its_rule)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
