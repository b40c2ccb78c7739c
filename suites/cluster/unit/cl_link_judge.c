/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a lane's end before a player of its pins, which is right or does one thing wrong.
 */
#include "cl_link_player.h"

static void random_packet(void)
{
    const unsigned prio = (unsigned)tn_rng_below(&t.rng, 3);
    struct row r =
        packet(prio, 1 + (unsigned)tn_rng_below(&t.rng, tn_rng_below(&t.rng, 3) ? 6 : 32));
    if (tn_rng_below(&t.rng, 20) == 0)
        r.word[tn_rng_below(&t.rng, r.n)] ^= (uint16_t)(1u << tn_rng_below(&t.rng, 16));
    if (t.todo_in - t.todo_out < 20 && tn_rng_below(&t.rng, 12) == 0)
        give(r);
    if (tn_cl_link_peer_waits(t.far) < 20 && tn_rng_below(&t.rng, 12) == 0)
        far_sends(packet(prio, 1 + (unsigned)tn_rng_below(&t.rng, 32)));
    if (!t.p.x_valid && tn_rng_below(&t.rng, 300) == 0) {
        t.p.x_valid = true;
        t.p.x_plane = tn_rng_below(&t.rng, 2) ? 2 : 0;
        t.p.x_ack = (uint8_t)tn_rng_below(&t.rng, 64);
        t.p.x_nack = tn_rng_below(&t.rng, 2);
    }
    if (tn_rng_below(&t.rng, 300) == 0)
        tn_cl_link_peer_control(t.far, (uint16_t[]){0x4005, 0, 0});
}

/* Random traffic over a lane that harms runs; at the end the lane is killed and drained. */
static void a_player_without_bugs_breaks_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        begin(NONE, seed);
        struct tn_cl_peer_ways *w = tn_cl_link_peer_ways(t.far);
        w->harm_in = w->harm_out = (uint16_t)(seed % 4 * 15);
        w->gap = (uint16_t)(seed % 3 * 5);
        w->free_late = tn_cl_link_peer_ways(t.core)->free_late = (uint16_t)(seed % 5 * 40);
        for (unsigned i = 0; i < 20000 && !t.verdicts; i++) {
            random_packet();
            w->hold_ctl = seed % 7 == 0 && i / 2000 % 2;
            if (i == 19000 + seed)
                t.p.kill = seed % 2;
            if (i == 19500) {
                t.p.d_go = seed % 2;
                t.p.d_ack = tn_cl_link_peer_last(t.far);
            }
            cycle();
        }
        if (t.verdicts)
            print_message("seed %u: %s %s\n", (unsigned)seed, t.rule, t.found);
        assert_int_equal(t.verdicts, 0);
        w->hold_ctl = false;
        w->harm_in = w->harm_out = 0;
        t.todo_in = t.todo_out + (t.s_at || t.p.s_valid);
        idle(4000);
        assert_int_equal(t.verdicts, 0);
        for (unsigned i = 0; i < 20 && !tn_cl_link_judge_idle(t.judge); i++)
            cycle(); /* (a link packet of an idle lane) */
        assert_true(tn_cl_link_judge_idle(t.judge));
        assert_true(t.taken > 100 && t.given > 100);
        assert_true(t.bad > 0);
        end();
    }
}

/* What a bug needs beside packets in both directions. */
static void prepare(enum bug bug)
{
    struct tn_cl_peer_ways *far = tn_cl_link_peer_ways(t.far), *core = tn_cl_link_peer_ways(t.core);
    t.quiet = true;
    far->hold_freed = bug == OK_MORE || bug == TAKES_ALL || bug == HEEDS;
    far->hold_ctl = bug == TMO_EARLY || bug == TMO_LATE || bug == BACK_FOR_NOTHING ||
                    bug == EIGHTEENTH || bug == LEAVES_ONE || bug == DONE_EARLY || bug == D_FALLS;
    core->hold_ctl = bug == NEVER_SAYS || bug == SAYS_LATE;
    core->hold_nack = bug == NACK_NOT;
    core->gap = bug == GAPS ? 20 : 0;
    if (bug == TMO_EARLY || bug == TMO_LATE)
        reg(CLL_LINK_TMO, true, bug == TMO_EARLY ? 600 : 400);
    if (bug == BACK_NOT)
        tn_cl_link_peer_harm(t.far, false, TN_CL_FLIPPED);
    if (bug == TAKES_NOT || bug == BACK_NOT)
        tn_cl_link_peer_harm(t.core, false, TN_CL_LOST);
    if (bug == TAKES_BAD || bug == NACK_NOT)
        tn_cl_link_peer_harm(t.far, true, TN_CL_INVALID);
}

/* A run of the player's own. */
static void talk(bool nack, unsigned ack, unsigned freed)
{
    const uint16_t w[] = {(uint16_t)((nack ? 1u << 15 : 0) | PLANE << 13 | ack),
                          (uint16_t)(freed << 8 | freed), (uint16_t)(freed << 8)};
    tn_cl_link_peer_control(t.core, w);
    idle(IDLE);
}

/* What happens behind the packets. */
static void finish(enum bug bug)
{
    struct row r = packet(0, 4);
    if (bug == MAKES_ONE || bug == BACK_FOR_NOTHING) {
        if (bug == BACK_FOR_NOTHING)
            r = t.sent[0];
        cl_renumber(r.word, r.n, bug == MAKES_ONE ? 3 : 0);
        tn_cl_link_peer_run(t.core, r.word, r.n);
    } else if (bug == KILL_NOT || bug == TALKS_ON || bug == TAKES_ON || bug == LEAVES_ONE ||
               bug == DONE_EARLY || bug == D_FALLS) {
        t.p.kill = true;
        idle(IDLE);
        t.taken += bug == TAKES_ON;
        t.p.d_go = bug != TAKES_ON;
        t.p.d_ack = CL_NO_SEQ;
    } else if (bug == TAKES_BAD) {
        t.taken++;
    } else if (bug == TAKES_REST) {
        tn_cl_link_peer_run(t.far, r.word, 3);
        tn_cl_link_peer_run(t.far, r.word, r.n);
        idle(IDLE);
        t.taken++;
    } else if (bug == REGISTER) {
        reg(CLL_RX_TAKEN, false, 4);
    } else if (bug == NO_SIDE) {
        tn_cl_link_peer_control(t.far, (uint16_t[]){0x4005, 0, 0});
    } else if (bug == HEEDS) {
        tn_cl_link_peer_control(t.far, (uint16_t[]){PLANE << 13 | 13, 0, 200 << 8});
        idle(20);
        t.heeds = true;
    } else if (bug == WRONG_ACK || bug == WRONG_FREED || bug == NACK_AGAIN) {
        talk(bug == NACK_AGAIN, bug == WRONG_ACK ? 3 : 2, bug == WRONG_FREED ? 2 : 1);
    } else if (bug == HANGS) { /* behind a NACK that may find nothing sent */
        give(packet(0, CL_LEN_MAX));
        while (t.p.wire_tx_k)
            cycle();
        tn_cl_link_peer_control(t.far, (uint16_t[]){1 << 15 | PLANE << 13 | 2, 1 << 8 | 1, 1 << 8});
        tn_cl_link_peer_ways(t.core)->stop = true;
        idle(IDLE);
        give(packet(0, 4));
    } else if (bug == WRONG_SIDE) {
        t.p.x_valid = true;
        t.p.x_plane = 2;
    }
    idle(bug == EIGHTEENTH ? 18 * 560 : 1200);
}

static const char *play(enum bug bug)
{
    static char rule[sizeof t.rule];
    begin(bug, 7);
    prepare(bug);
    const bool full = bug == OK_MORE || bug == TAKES_ALL || bug == HEEDS, many = bug == SAYS_LATE;
    for (unsigned i = 0; i < (full ? 14u : many ? 9u : 3u); i++)
        give(packet(full ? 2 : i % 3, many ? 32 : 4));
    if (bug == SENDS_BAD)
        t.todo[0].word[3] ^= 1;
    for (unsigned i = 0; i < (bug == TAKES_NOT || bug == TAKES_BAD   ? 1u
                              : bug == BACK_NOT || bug == TAKES_REST ? 0u
                                                                     : 3u);
         i++)
        far_sends(packet(i, 3));
    if (bug == TAKES_BAD) {
        idle(5);
        tn_cl_link_peer_ways(t.far)->stop = true;
    }
    if (bug == NACK_NOT) {
        idle(24);
        talk(false, CL_NO_SEQ, 0);
    }
    idle(full ? 800 : IDLE);
    finish(bug);
    if (t.verdicts > 1)
        print_message("bug %u: %u verdicts, first %s %s\n", bug, t.verdicts, t.rule, t.found);
    memcpy(rule, t.rule, sizeof rule);
    assert_true(bug != NONE || tn_cl_link_judge_idle(t.judge));
    if (t.verdicts > 1)
        snprintf(rule, sizeof rule, "%u verdicts", t.verdicts);
    end();
    return rule;
}

static void each_bug_has_its_rule_and_no_other(void **state)
{
    static const struct {
        enum bug bug;
        const char *rule;
    } all[] = {{NONE, ""},
               {SENDS_BAD, "CLL-SRC-1"},
               {WRONG_SEQ, "CLL-TX-1"},
               {WRONG_CRC, "CLL-TX-1"},
               {OTHER_WORDS, "CLL-TX-2"},
               {MAKES_ONE, "CLL-TX-2"},
               {LATE, "CLL-TX-3"},
               {GAPS, "CLL-TX-3"},
               {HANGS, "CLL-TX-3"},
               {OK_MORE, "CLL-OK-1"},
               {OK_LESS, "CLL-OK-1"},
               {TAKES_ALL, "CLL-OK-1"},
               {PAUSES, "CLL-OK-1"},
               {TMO_EARLY, "CLL-TMO-1"},
               {TMO_LATE, "CLL-TMO-1"},
               {BACK_FOR_NOTHING, "CLL-BCK-1"},
               {BACK_NOT, "CLL-BCK-1"},
               {KILL_NOT, "CLL-DWN-1"},
               {TALKS_ON, "CLL-DWN-1"},
               {TAKES_ON, "CLL-DWN-1"},
               {DOWN_SOON, "CLL-DWN-1"},
               {EIGHTEENTH, "CLL-DWN-1"},
               {TAKES_BAD, "CLL-RX-1"},
               {TAKES_REST, "CLL-RX-4"},
               {TAKES_TWICE, "CLL-RX-2"},
               {TAKES_NOT, "CLL-RX-2"},
               {NO_SIDE, "CLL-RX-2"},
               {CHANGES, "CLL-RX-3"},
               {LATE_AT_M, "CLL-RX-3"},
               {PAUSE_AT_M, "CLL-RX-3"},
               {HEEDS, "CLL-CTL-1"},
               {WRONG_ACK, "CLL-CTL-2"},
               {WRONG_FREED, "CLL-CTL-2"},
               {WRONG_SIDE, "CLL-CTL-2"},
               {NEVER_SAYS, "CLL-CTL-3"},
               {SAYS_LATE, "CLL-CTL-3"},
               {NACK_AGAIN, "CLL-CTL-4"},
               {NACK_NOT, "CLL-CTL-4"},
               {LEAVES_ONE, "CLL-DRN-1"},
               {DONE_EARLY, "CLL-DRN-1"},
               {D_FALLS, "CLL-HSK-1"},
               {REGISTER, "CLL-REG-1"}};
    unsigned wrong = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        const char *rule = play(all[i].bug);
        if (strcmp(rule, all[i].rule) != 0) {
            print_message("bug %u: \"%s\", not %s (%s)\n", all[i].bug, rule, all[i].rule, t.found);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* Three packets went each way: what the registers read then, by their table. */
static void a_register_that_reads_another_value_is_found(void **state)
{
    static const uint32_t right[] = {[CLL_STATUS] = 1 | 2 << 16 | 2 << 24,
                                     [CLL_LINK_TMO] = 512,
                                     [CLL_LIMITS] = 0x80c0e,
                                     [CLL_TX_PACKETS] = 3,
                                     [CLL_RX_TAKEN] = 3,
                                     [CLL_REGS + 3] = 0};
    (void)state;
    for (unsigned r = 0; r < sizeof right / sizeof *right; r++)
        for (unsigned wrong = 0; wrong < 2; wrong++) {
            if (r == CLL_TX_CTL || r == CLL_RX_CTL)
                continue;
            begin(NONE, 7);
            prepare(NONE);
            for (unsigned i = 0; i < 3; i++) {
                give(packet(i, 4));
                far_sends(packet(i, 3));
            }
            idle(2 * IDLE);
            reg(r, false, right[r] + wrong);
            assert_string_equal(t.rule, wrong ? "CLL-REG-1" : "");
            assert_int_equal(t.verdicts, wrong);
            end();
        }
}

/* A far end that says nothing: 16 goings back, and the lane is down. */
static void a_lane_without_answer_goes_down_for_the_17th_timeout(void **state)
{
    (void)state;
    begin(NONE, 3);
    tn_cl_link_peer_ways(t.far)->hold_ctl = true;
    give(packet(1, 9));
    idle(16 * 530);
    assert_true(t.p.up);
    idle(530);
    assert_false(t.p.up);
    t.p.d_go = true;
    t.p.d_ack = CL_NO_SEQ;
    idle(100);
    assert_int_equal(t.verdicts, 0);
    assert_true(tn_cl_link_judge_idle(t.judge));
    assert_int_equal(t.d_next, 1);
    end();
}

/* The time runs out while a second packet is sent, and then the acknowledgment of the first one comes. */
static void acknowledged_after_the_time(void)
{
    begin(NONE, 5);
    t.quiet = true;
    tn_cl_link_peer_ways(t.far)->hold_ctl = true;
    give(packet(0, 4));
    while (t.p.wire_tx_k)
        cycle();
    idle(455);
    give(packet(0, CL_LEN_MAX));
    idle(512 - 455);
    assert_false(t.p.wire_tx_k);
    tn_cl_link_peer_control(t.far, (uint16_t[]){PLANE << 13, 0, 0});
}

/* The second packet is sent once more all the same. */
static void a_timeout_met_by_progress_goes_back_all_the_same(void **state)
{
    (void)state;
    acknowledged_after_the_time();
    idle(100);
    reg(CLL_TX_AGAIN, false, 1);
    assert_int_equal(t.verdicts, 0);
    end();
}

/* In the run once more a NACK comes, and the acknowledgment of all that was sent: a new
 * packet goes on behind it. */
static void a_nack_met_by_the_last_acknowledgment_owes_nothing(void **state)
{
    (void)state;
    acknowledged_after_the_time();
    while (!t.p.wire_tx_k)
        cycle();
    while (t.p.wire_tx_k)
        cycle();
    tn_cl_link_peer_control(t.far, (uint16_t[]){1 << 15 | PLANE << 13, 0, 0});
    tn_cl_link_peer_control(t.far, (uint16_t[]){PLANE << 13 | 1, 0, 0});
    give(packet(0, 4));
    idle(100);
    reg(CLL_TX_PACKETS, false, 3);
    reg(CLL_TX_AGAIN, false, 1);
    assert_int_equal(t.verdicts, 0);
    end();
}

/* An acknowledgment comes while its packet is sent once more; the next one goes on, and the time
 * counts from the acknowledgment. */
static void the_time_counts_from_progress_in_a_run_once_more(void **state)
{
    (void)state;
    begin(NONE, 5);
    t.quiet = true;
    tn_cl_link_peer_ways(t.far)->hold_ctl = true;
    give(packet(0, CL_LEN_MAX));
    give(packet(0, 4));
    while (t.p.wire_tx_k)
        cycle();
    idle(514);
    assert_false(t.p.wire_tx_k);
    tn_cl_link_peer_control(t.far, (uint16_t[]){PLANE << 13, 0, 0});
    idle(560);
    reg(CLL_TX_AGAIN, false, 3);
    assert_int_equal(t.verdicts, 0);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_without_bugs_breaks_nothing),
        cmocka_unit_test(each_bug_has_its_rule_and_no_other),
        cmocka_unit_test(a_register_that_reads_another_value_is_found),
        cmocka_unit_test(a_timeout_met_by_progress_goes_back_all_the_same),
        cmocka_unit_test(a_nack_met_by_the_last_acknowledgment_owes_nothing),
        cmocka_unit_test(the_time_counts_from_progress_in_a_run_once_more),
        cmocka_unit_test(a_lane_without_answer_goes_down_for_the_17th_timeout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
