/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a cz_dll: faults of delivery, credits and link state break their rules first.
 */
#include "cz_dll_plays.h"

static void overflow_not_reported(struct end *e)
{
    e->p.m_tlp_ok = 0;
    e->mute = true;
    overflow(e);
    idle(e, 70);
}

static void overflow_delivered(struct end *e)
{
    e->p.m_tlp_ok = 0;
    overflow(e);
    e->p.m_tlp_ok = 7;
    step(e);
    for (unsigned i = 0; i < 5; i++)
        goes_up(e, NP, (uint8_t)i);
}

static void nullified_delivered(struct end *e)
{
    const struct tn_cz_frame f = far_nullified(e);
    came(e, &f);
    goes_up(e, P, 8);
}

static void never_delivered(struct end *e)
{
    const struct tn_cz_frame f = far_tlp(e, P, 1);
    came(e, &f);
    says(e, TN_DLLP_ACK, 0);
    idle(e, 70);
}

static void delivered_from_nowhere(struct end *e)
{
    goes_up(e, P, 77);
}

static void delivered_twice(struct end *e)
{
    const struct tn_cz_frame f = far_tlp(e, P, 1);
    came(e, &f);
    goes_up(e, P, 1);
    came(e, &f);
    goes_up(e, P, 1);
}

static void read_passes_write(struct end *e)
{
    const struct tn_cz_frame w = far_tlp(e, P, 1), r = far_tlp(e, NP, 2);
    came(e, &w);
    came(e, &r);
    goes_up(e, NP, 2);
}

static void begins_without_ok(struct end *e)
{
    const struct tn_cz_frame f = far_tlp(e, P, 1);
    e->p.m_tlp_ok = 6;
    came(e, &f);
    goes_up(e, P, 1);
}

static void grants_too_much(struct end *e)
{
    const struct tn_cz_frame f = credit(TN_DLLP_UPDATEFC, P, 5, 16);
    leaves(e, &f);
}

static void takes_credit_back(struct end *e)
{
    const struct tn_cz_frame f = credit(TN_DLLP_UPDATEFC, P, 3, 16);
    leaves(e, &f);
}

static void finite_after_infinite(struct end *e)
{
    const struct tn_cz_frame f = credit(TN_DLLP_UPDATEFC, CPL, 1, 0);
    leaves(e, &f);
}

static void no_update(struct end *e)
{
    idle(e, 11400);
}

static void no_update_while_the_far_end_waits(struct end *e)
{
    for (unsigned i = 0; i < 4; i++) {
        const struct tn_cz_frame f = far_tlp(e, NP, (uint8_t)i);
        came(e, &f);
        goes_up(e, NP, (uint8_t)i);
        says(e, TN_DLLP_ACK, 0);
    }
    idle(e, 300);
}

static void flow_error_not_reported(struct end *e)
{
    e->mute = true;
    updates_that_are_wrong_are_reported(e);
}

static void sent_without_credit(struct end *e)
{
    for (unsigned i = 0; i < 65; i++) {
        given(e, NP, (uint8_t)i, false);
        sends(e);
        ack(e, TN_DLLP_ACK, i);
    }
}

static void offers_without_room(struct end *e)
{
    e->no_offer = true;
    e->p.s_tlp_ok = 7;
    send_n(e, 30); /* 32 bytes each, of 1024 - 320 */
    idle(e, 70);
}

static void offers_nothing(struct end *e)
{
    e->no_offer = true;
    e->p.s_tlp_ok = 0;
    idle(e, 70);
}

static void sends_when_down(struct end *e)
{
    e->p.dl_up = false;
    tn_cz_dll_down(e->near);
    idle(e, 70);
    says(e, TN_DLLP_UPDATEFC, P);
}

static void offers_when_down(struct end *e)
{
    e->p.dl_up = false;
    tn_cz_dll_down(e->near);
    e->no_offer = true;
    e->p.s_tlp_ok = 1;
    idle(e, 70);
}

static void init_out_of_turn(struct end *e)
{
    e->p.dl_up = true;
    step(e);
    says(e, TN_DLLP_INITFC1, P);
    says(e, TN_DLLP_INITFC1, CPL);
}

static void init2_too_early(struct end *e)
{
    e->p.dl_up = true;
    step(e);
    for (unsigned c = 0; c < 3; c++)
        says(e, TN_DLLP_INITFC1, c);
    says(e, TN_DLLP_INITFC2, P);
}

static void init_not_repeated(struct end *e)
{
    e->p.dl_up = true;
    step(e);
    for (unsigned c = 0; c < 3; c++)
        says(e, TN_DLLP_INITFC1, c);
    idle(e, 8600);
}

static void init2_with_other_values(struct end *e)
{
    init1(e);
    const struct tn_cz_frame f = credit(TN_DLLP_INITFC2, P, 5, 16);
    leaves(e, &f);
}

static void active_too_early(struct end *e)
{
    init1(e);
    e->near->state = TN_CZ_ACTIVE;
    idle(e, 70);
}

static void update_before_active(struct end *e)
{
    init1(e);
    says(e, TN_DLLP_UPDATEFC, P);
}

static void tlp_before_active(struct end *e)
{
    init1(e);
    e->near->state = TN_CZ_ACTIVE;
    uint8_t p[TLP_LEN];
    tn_cz_dll_send(e->near, p, tlp(P, 1, p));
    struct tn_cz_frame f;
    tn_cz_dll_next_frame(e->near, &f);
    e->near->state = TN_CZ_FC_INIT2;
    leaves(e, &f);
}

static const struct play plays[] = {
    {"init_out_of_turn", init_out_of_turn, "FC-1", true},
    {"init2_too_early", init2_too_early, "FC-1", true},
    {"init_not_repeated", init_not_repeated, "FC-1", true},
    {"init2_with_other_values", init2_with_other_values, "FC-2", true},
    WRONG(takes_credit_back, "FC-4"),
    WRONG(finite_after_infinite, "FC-5"),
    {"active_too_early", active_too_early, "FC-2", true},
    {"update_before_active", update_before_active, "FC-6", true},
    WRONG(sent_without_credit, "FC-7"),
    {"tlp_before_active", tlp_before_active, "FC-8", true},
    WRONG(no_update, "FC-9"),
    WRONG(sends_when_down, "CZD-DWN-1"),
    WRONG(offers_when_down, "CZD-DWN-1"),
    WRONG(offers_without_room, "CZD-WIN-1"),
    WRONG(offers_nothing, "CZD-WIN-1"),
    WRONG(nullified_delivered, "CZD-RX-1"),
    WRONG(never_delivered, "CZD-RX-2"),
    WRONG(delivered_from_nowhere, "CZD-RX-2"),
    WRONG(delivered_twice, "CZD-RX-3"),
    WRONG(read_passes_write, "CZD-RX-4"),
    WRONG(begins_without_ok, "CZD-RX-4"),
    WRONG(overflow_not_reported, "CZD-OVF-1"),
    WRONG(overflow_delivered, "CZD-OVF-1"),
    WRONG(grants_too_much, "CZD-UPD-1"),
    WRONG(no_update_while_the_far_end_waits, "CZD-UPD-2"),
    WRONG(flow_error_not_reported, "CZD-UPD-3"),
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
