/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which order AXI keeps and which it leaves open: answers of one ID, answers of several,
 * beats of several reads, write data before, with and after their address.
 */
#include "loop.h"

#include <tn/axi.h>
#include <tn/memory.h>
#include <tn/sim.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 24 };

static struct tn_axi_master *cpu;
static struct tn_memory *mem;
static struct tn_axi_txn *t[MANY];
static unsigned broken;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&broken, v->rule, v);
}

static int fresh(void **state)
{
    (void)state;
    tn_sim_reset(4);
    cpu = tn_axi_find("cpu");
    mem = tn_memory_find("mem");
    tn_memory_clear(mem);
    tn_monitor_clear();
    tn_handshake_subscribe(on_verdict, NULL);
    broken = 0;
    loop_answers(cpu);
    tn_memory_clear(mem);
    return 0;
}

static int done(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        tn_axi_free(t[i]);
        t[i] = NULL;
    }
    tn_axi_judge_finish();
    if (broken)
        return -1;
    loop_kept();
    return 0;
}

/* One after the other, of ids IDs in turn; all are done when it returns. */
static void send(bool write, unsigned ids, unsigned beats)
{
    for (unsigned i = 0; i < MANY; i++) {
        t[i] = tn_axi_new(beats);
        t[i]->write = write;
        t[i]->id = i % ids;
        t[i]->addr = 0x1000u + i * 0x100u;
        assert_int_equal(tn_axi_issue(cpu, t[i]), 0);
    }
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(tn_axi_wait(cpu, t[i]), TN_AXI_OKAY);
}

/* Pairs of transactions, the later of which ended first: of one ID, and of several. */
static void overtaken(unsigned *same, unsigned *other)
{
    *same = *other = 0;
    for (unsigned i = 0; i < MANY; i++)
        for (unsigned k = i + 1; k < MANY; k++)
            if (t[k]->ended < t[i]->ended)
                (*(t[i]->id == t[k]->id ? same : other))++;
}

static void spread(bool reorder, bool interleave)
{
    const struct tn_memory_timing wide = {2, 100, 2, 100, reorder, interleave, 11};
    assert_int_equal(tn_memory_timing(mem, &wide), 0);
}

static void answers_of_one_id_keep_their_order(void **state)
{
    unsigned same, other;
    (void)state;
    spread(true, true);
    send(false, 1, 2);
    overtaken(&same, &other);
    assert_int_equal(same, 0);
    done(NULL);
    send(true, 1, 2);
    overtaken(&same, &other);
    assert_int_equal(same, 0);
}

static void answers_of_several_ids_overtake_each_other(void **state)
{
    unsigned same, other;
    (void)state;
    spread(true, true);
    send(false, 6, 2);
    overtaken(&same, &other);
    assert_int_equal(same, 0);
    assert_true(other > 10);
    done(NULL);
    send(true, 6, 2);
    overtaken(&same, &other);
    assert_int_equal(same, 0);
    assert_true(other > 10);
}

static void without_reordering_nothing_overtakes(void **state)
{
    unsigned same, other;
    (void)state;
    spread(false, false);
    send(false, 6, 2);
    overtaken(&same, &other);
    assert_int_equal(same + other, 0);
}

/* Whether a beat of another read lies between two of one. */
static unsigned interleaved(void)
{
    unsigned n = 0;
    for (unsigned i = 0; i < MANY; i++)
        for (unsigned k = 0; k < MANY; k++)
            for (unsigned b = 0; k != i && b < t[k]->beats; b++)
                n += t[k]->beat[b].cycle > t[i]->beat[0].cycle && t[k]->beat[b].cycle < t[i]->ended;
    return n;
}

static void reads_interleave_only_when_told_to(void **state)
{
    (void)state;
    spread(true, false);
    send(false, 6, 8);
    assert_int_equal(interleaved(), 0);
    done(NULL);
    spread(true, true);
    send(false, 6, 8);
    assert_true(interleaved() > 20);
}

/* Which of address and data was first, seen where the memory holds one of them back. */
static struct tn_axi_txn *lone_write(enum tn_axi_order order, enum tn_axi_channel held)
{
    struct tn_axi_txn *w = tn_axi_new(4);
    w->write = true;
    w->order = order;
    assert_int_equal(tn_memory_stall(mem, held, &(struct tn_stall){.kind = TN_STALL_FOREVER}), 0);
    tn_sim_step(2);
    assert_int_equal(tn_axi_issue(cpu, w), 0);
    tn_sim_step(30);
    return w;
}

static void release(enum tn_axi_channel held, struct tn_axi_txn *w)
{
    assert_int_equal(tn_memory_stall(mem, held, &(struct tn_stall){.kind = TN_STALL_NONE}), 0);
    assert_int_equal(tn_axi_wait(cpu, w), TN_AXI_OKAY);
    tn_axi_free(w);
}

static void data_wait_for_their_address_or_not_as_told(void **state)
{
    static const struct {
        enum tn_axi_order order;
        unsigned moved; /* data gone while no address is taken */
        bool taken;     /* address gone while no data are taken */
    } rows[] = {{TN_AXI_W_WITH, 4, true}, {TN_AXI_W_AFTER, 0, true}, {TN_AXI_W_BEFORE, 4, false}};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct tn_axi_txn *w = lone_write(rows[i].order, TN_AXI_AW);
        assert_int_equal(w->moved, rows[i].moved);
        release(TN_AXI_AW, w);
        w = lone_write(rows[i].order, TN_AXI_W);
        assert_int_equal(w->taken != 0, rows[i].taken);
        release(TN_AXI_W, w);
    }
}

static void a_later_write_of_the_same_id_wins(void **state)
{
    struct tn_axi_txn *w[2];
    uint32_t v;
    (void)state;
    spread(true, true);
    for (unsigned i = 0; i < 2; i++) {
        w[i] = tn_axi_new(1);
        w[i]->write = true;
        w[i]->addr = 0x3000;
        tn_axi_fill(w[i], (uint8_t[]){(uint8_t)(i + 1), 0, 0, 0}, 4);
        assert_int_equal(tn_axi_issue(cpu, w[i]), 0);
    }
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(tn_axi_wait(cpu, w[i]), TN_AXI_OKAY);
    assert_int_equal(tn_axi_read32(cpu, 0x3000, &v), TN_AXI_OKAY);
    assert_int_equal(v, 2);
    tn_axi_free(w[0]);
    tn_axi_free(w[1]);
}

static void address_is_not_offered_before_its_time(void **state)
{
    (void)state;
    t[0] = tn_axi_new(1);
    t[0]->not_before = tn_sim_cycle() + 50;
    assert_int_equal(tn_axi_issue(cpu, t[0]), 0);
    assert_int_equal(tn_axi_wait(cpu, t[0]), TN_AXI_OKAY);
    assert_int_equal(t[0]->taken, t[0]->not_before);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers_of_one_id_keep_their_order, fresh, done),
        cmocka_unit_test_setup_teardown(answers_of_several_ids_overtake_each_other, fresh, done),
        cmocka_unit_test_setup_teardown(without_reordering_nothing_overtakes, fresh, done),
        cmocka_unit_test_setup_teardown(reads_interleave_only_when_told_to, fresh, done),
        cmocka_unit_test_setup_teardown(data_wait_for_their_address_or_not_as_told, fresh, done),
        cmocka_unit_test_setup_teardown(a_later_write_of_the_same_id_wins, fresh, done),
        cmocka_unit_test_setup_teardown(address_is_not_offered_before_its_time, fresh, done),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
