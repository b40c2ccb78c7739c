/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the level-2 switch before a player of its pins, which is right or does one thing
 * wrong (cl_switch.md).
 */
#include "cl_switch_player.h"

static void begin(enum bug bug, uint64_t seed, unsigned ports, unsigned planes)
{
    memset(&t, 0, sizeof t);
    t.bug = bug;
    t.c = (struct tn_cl_switch_config){(uint8_t)ports, (uint8_t)planes, 1 + seed % 2, true};
    t.lanes = ports * planes;
    t.max_burst = 8;
    tn_rng_seed(&t.rng, seed, 1);
    t.judge = tn_cl_switch_judge_new(&t.c, on_verdict, NULL);
    assert_non_null(t.judge);
    t.p.rst = true;
    tn_cl_switch_judge_cycle(t.judge, &t.p, t.now++);
    t.p.rst = false;
    for (unsigned i = 0; i < t.lanes; i++) {
        t.p.lane[i].up = true;
        t.p.lane[i].m_ok = 7;
    }
}

static void end(void)
{
    tn_cl_switch_judge_free(t.judge);
}

static void ok(uint8_t levels)
{
    for (unsigned i = 0; i < t.lanes; i++)
        t.p.lane[i].m_ok = levels;
}

static uint32_t reg(unsigned r, bool write, uint32_t value)
{
    t.p.reg_wr = write;
    t.p.reg_rd = !write;
    t.p.reg_addr = (uint16_t)(4 * r);
    t.p.reg_wdata = value;
    cycle();
    t.p.reg_wr = t.p.reg_rd = false;
    t.p.reg_rdata = value;
    cycle();
    idle(4);
    return value;
}

static void burst(unsigned packets)
{
    t.max_burst = packets;
    reg(CLS_MAX_BURST, true, packets);
}

static void random_cycle(unsigned load)
{
    const unsigned i = below(t.lanes);
    if (below(100) < load && t.lane[i].todo.n < 20)
        give(i, port_of(i), below(below(60) ? t.c.ports : LANES), below(3), 1 + below(32));
    if (below(40) == 0)
        t.p.lane[i].m_ok = below(4) ? 7 : (uint8_t)below(8);
    cycle();
}

/* Random traffic, and lanes that die; at the end all that can has left. */
static void a_player_without_bugs_breaks_nothing(void **state)
{
    static const unsigned shape[][2] = {{4, 2}, {6, 3}, {2, 1}, {20, 1}, {3, 2}};
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        begin(NONE, seed, shape[seed % 5][0], shape[seed % 5][1]);
        burst((unsigned)(seed % 4));
        for (unsigned i = 0; i < 6000 && !t.verdicts; i++) {
            if (i % 1500 == 1000 && seed > 10)
                t.p.lane[below(t.lanes)].up = false;
            random_cycle(seed % 3 ? 20 : 60);
        }
        ok(7);
        idle(6000);
        if (t.verdicts || !tn_cl_switch_judge_idle(t.judge))
            print_message("seed %u: %s %s\n", (unsigned)seed, t.rule, t.found);
        assert_int_equal(t.verdicts, 0);
        assert_true(t.left > 100);
        assert_true(tn_cl_switch_judge_idle(t.judge));
        end();
    }
}

/* So many packets from a lane's port to port 1, lane 2 or 3. */
static void give_many(unsigned lane, unsigned packets, unsigned prio)
{
    for (unsigned i = 0; i < packets; i++)
        give(lane, 0, 1, prio, 4 + i % 3);
}

static void prepare(enum bug bug)
{
    const bool full = bug == KEEPS_15, limits = bug == NO_LIMITS,
               dead = bug == LOSES_DEAD || bug == DEAD_LATER || bug == BEGINS_DEAD;
    if (bug == LONG_MATCH || bug == STARVES)
        burst(1);
    if (full || limits || dead || bug == NEWEST || bug == LOW_FIRST)
        ok(0);
    t.blocked = bug == TAKES_BACK;
    give_many(0, full ? 32 : limits ? 8 : 6, limits ? 2 : 0);
    if (limits)
        give_many(1, 8, 2);
    if (bug == STARVES) {
        give_many(0, 20, 0);
        give_many(1, 2, 0);
    }
    if (bug == LOW_FIRST || bug == NO_PREEMPT)
        for (unsigned i = 0; i < 30; i++)
            give(0, 0, 1, 1 + (bug == LOW_FIRST), 30);
    if (bug == NONE)
        give_many(1, 3, 2);
    if (bug == KEEPS_LOST)
        give(0, 0, 9, 0, 4);
    idle(600);
    if (dead)
        t.p.lane[3].up = false;
    idle(40);
    if (bug != BEGINS_DEAD)
        ok(7);
    else
        t.p.lane[3].m_ok = 7;
    idle(700);
    if (bug == LONG_MATCH)
        reg(CLS_MATCHES, false, 5) /* of a match with two packets */;
}

static void each_bug_has_its_rule_and_no_other(void **state)
{
    static const struct {
        enum bug bug;
        const char *rule;
    } all[] = {{NONE, ""},
               {KEEPS_15, "CLS-IN-1"},
               {DROPS, "CLS-IN-2"},
               {KEEPS_LOST, "CLS-IN-2"},
               {FREED_NOT, "CLS-FREE-1"},
               {FREED_TWICE, "CLS-FREE-1"},
               {FREED_OTHER, "CLS-FREE-1"},
               {OTHER_LANE, "CLS-WAY-1"},
               {NEWEST, "CLS-ORD-1"},
               {NO_MATCH, "CLS-MAT-1"},
               {NO_PREEMPT, "CLS-MAT-2"},
               {LONG_MATCH, "CLS-MAT-2"},
               {STARVES, "CLS-BRS-1"},
               {NO_LIMITS, "CLS-OUT-1"},
               {IDLES, "CLS-WRK-1"},
               {PAUSES, "CLS-WRK-2"},
               {LOW_FIRST, "CLS-PRI-1"},
               {CHANGES, "CLS-FWD-1"},
               {TWICE, "CLS-FWD-1"},
               {LOSES_DEAD, "CLS-DRN-1"},
               {DEAD_LATER, "CLS-DRN-1"},
               {BEGINS_DEAD, "CLS-DRN-1"},
               {TAKES_BACK, "CLS-HSK-1"}};
    unsigned wrong = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        begin(all[i].bug, 7, 4, 2);
        prepare(all[i].bug);
        if (strcmp(t.rule, all[i].rule) != 0 || t.verdicts > 1) {
            print_message("bug %u: %u \"%s\", not %s (%s)\n", all[i].bug, t.verdicts, t.rule,
                          all[i].rule, t.found);
            wrong++;
        }
        end();
    }
    assert_int_equal(wrong, 0);
}

/* Three packets from lane 0 to lane 3: what the registers read then, by their table. */
static void a_register_that_reads_another_value_is_found(void **state)
{
    static const uint32_t right[CLS_REGS] = {
        [CLS_MAX_BURST] = 8, [CLS_SEED] = 1, [CLS_IN] = 3, [CLS_OUT + 3] = 3};
    (void)state;
    for (unsigned r = 0; r < CLS_REGS; r++)
        for (unsigned wrong = 0; wrong < 2; wrong++) {
            if (r >= CLS_MATCHES && r <= CLS_VOID)
                continue;
            begin(NONE, 7, 4, 2);
            give_many(0, 3, 0);
            idle(200);
            reg(r, false, right[r] + wrong);
            assert_int_equal(t.verdicts, wrong);
            if (wrong)
                assert_string_equal(t.rule, "CLS-REG-1");
            end();
        }
}

/* A cycle of pins as they stand. */
static void pins(unsigned cycles)
{
    while (cycles--)
        tn_cl_switch_judge_cycle(t.judge, &t.p, t.now++);
}

/* A packet of four words from node 1 to a node comes on lane 1. */
static void comes(unsigned dst, uint16_t last)
{
    const uint16_t word[] = {(uint16_t)(dst << 11 | 1 << 6 | 1), 1 << 6, 7, last};
    struct tn_cl_switch_lane *s = &t.p.lane[1];
    for (unsigned i = 0; i < 4; i++) {
        s->s_valid = true;
        s->s_data = word[i];
        s->s_last = i == 3;
        pins(1);
    }
    s->s_valid = false;
    pins(2);
}

/* A packet of lane 1 has moved to lane 0, and is freed. */
static void moves_and_is_freed(void)
{
    t.p.lane[0].obs_move = true;
    t.p.lane[0].obs_from = 1;
    t.p.lane[1].freed = 1;
    pins(1);
    t.p.lane[0].obs_move = false;
    t.p.lane[1].freed = 0;
}

/* Lane 1 drops a packet, which is freed. */
static void drops_and_frees(void)
{
    t.p.lane[1].obs_drop = true;
    t.p.lane[1].freed = 1;
    pins(1);
    t.p.lane[1].obs_drop = false;
    t.p.lane[1].freed = 0;
}

/* Port 0's lane dies when it has sent the first word of a packet. */
static void sends_a_word_and_dies(void)
{
    t.p.lane[0].m_valid = t.p.lane[0].m_ready = true;
    t.p.lane[0].m_data = 1 << 6 | 1;
    pins(1);
    t.p.lane[0].m_ready = false;
    t.p.lane[0].m_data = 1 << 6;
    t.p.lane[0].up = false;
    pins(1);
}

/* One that begins with the word that the dying lane has sent comes then, and is dropped. */
static void a_packet_dropped_that_begins_as_one_cut_off_is_known(void **state)
{
    (void)state;
    begin(NONE, 1, 2, 1);
    comes(0, 11);
    moves_and_is_freed();
    sends_a_word_and_dies();
    comes(0, 12);
    drops_and_frees();
    pins(400);
    assert_int_equal(t.verdicts, 0);
    end();
}

/* The same, and the dead lane's end takes the rest of the packet whose first word it had taken. */
static void a_packet_under_way_leaves_when_one_that_begins_alike_was_dropped(void **state)
{
    static const uint16_t rest[] = {1 << 6, 7, 11};
    (void)state;
    begin(NONE, 1, 2, 1);
    comes(0, 11);
    comes(0, 12);
    moves_and_is_freed();
    sends_a_word_and_dies();
    drops_and_frees();
    t.p.lane[0].m_ready = true;
    for (unsigned i = 0; i < 3; i++) {
        t.p.lane[0].m_data = rest[i];
        t.p.lane[0].m_last = i == 2;
        pins(1);
    }
    t.p.lane[0].m_valid = t.p.lane[0].m_last = false;
    pins(400);
    assert_int_equal(t.verdicts, 0);
    end();
}

/* The packet was dropped before port 0 died; the one that moves there is another. */
static void a_packet_dropped_before_a_port_died_is_not_that_ports(void **state)
{
    (void)state;
    begin(NONE, 1, 3, 1);
    t.p.lane[2].up = false;
    comes(0, 11);
    comes(2, 12);
    t.p.lane[1].obs_drop = true;
    pins(1);
    t.p.lane[1].obs_drop = t.p.lane[0].up = false;
    pins(4);
    t.p.lane[1].freed = 1;
    pins(1);
    moves_and_is_freed();
    pins(400);
    assert_int_equal(t.verdicts, 0);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_without_bugs_breaks_nothing),
        cmocka_unit_test(each_bug_has_its_rule_and_no_other),
        cmocka_unit_test(a_register_that_reads_another_value_is_found),
        cmocka_unit_test(a_packet_dropped_that_begins_as_one_cut_off_is_known),
        cmocka_unit_test(a_packet_under_way_leaves_when_one_that_begins_alike_was_dropped),
        cmocka_unit_test(a_packet_dropped_before_a_port_died_is_not_that_ports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
