/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of memory, and rules of the protocol broken on purpose: each is told, once, by the
 * right name.
 */
#include "loop.h"

#include <tn/axi.h>
#include <tn/memory.h>
#include <tn/sim.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { RW = TN_MEMORY_READ | TN_MEMORY_WRITE };

static struct tn_axi_master *cpu;
static struct tn_memory *mem;
static struct tn_memory_fault fault;
static unsigned faults, broken, others;
static const char *awaited;

static void on_fault(void *ctx, const struct tn_memory_fault *f)
{
    faults++;
    fault = *f;
    if (ctx) /* served at once */
        tn_memory_map(mem, f->pdid, f->va, 0x9000 + f->va % TN_PAGE, 1, RW);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (awaited && strcmp(v->rule, awaited) == 0) {
        broken++;
        return;
    }
    if (!awaited) {
        rule_broken(&others, v->rule, v);
        return;
    }
    others++; /* of what the bench made up beside the awaited rule */
    print_message("%s: expected %s, found %s\n", v->rule, v->expected, v->found);
}

static int fresh(void **state)
{
    (void)state;
    tn_reg_write(0, 0);
    tn_sim_reset(4);
    cpu = tn_axi_find("cpu");
    mem = tn_memory_find("mem");
    tn_memory_clear(mem);
    loop_answers(cpu);
    tn_memory_clear(mem);
    tn_memory_domain(mem, TN_MEMORY_BY_USER);
    tn_memory_on_fault(mem, on_fault, NULL);
    tn_monitor_clear();
    tn_handshake_subscribe(on_verdict, NULL);
    faults = broken = others = 0;
    awaited = NULL;
    return 0;
}

static void page_that_is_not_mapped_gives_an_error_and_is_told(void **state)
{
    uint32_t v;
    (void)state;
    tn_axi_as(cpu, 3, 77);
    assert_int_equal(tn_axi_read32(cpu, 0x5008, &v), TN_AXI_SLVERR);
    assert_int_equal(faults, 1);
    assert_int_equal(fault.pdid, 77);
    assert_int_equal(fault.id, 3);
    assert_true(fault.va == 0x5008);
    assert_false(fault.write);
    assert_false(fault.armed);
    assert_false(fault.held);
    assert_int_equal(tn_memory_map(mem, 77, 0x5000, 0x123000, 1, RW), 0);
    assert_int_equal(tn_axi_write32(cpu, 0x5008, 0xabcd), TN_AXI_OKAY);
    tn_memory_peek(mem, 0x123008, (uint8_t *)&v, 4);
    assert_int_equal(v, 0xabcd);
    assert_int_equal(faults, 1);
}

static void tables_of_two_domains_are_apart(void **state)
{
    uint32_t v;
    (void)state;
    assert_int_equal(tn_memory_map(mem, 1, 0x5000, 0x10000, 1, RW), 0);
    assert_int_equal(tn_memory_map(mem, 2, 0x5000, 0x20000, 1, RW), 0);
    tn_axi_as(cpu, 0, 1);
    assert_int_equal(tn_axi_write32(cpu, 0x5000, 111), TN_AXI_OKAY);
    tn_axi_as(cpu, 0, 2);
    assert_int_equal(tn_axi_write32(cpu, 0x5000, 222), TN_AXI_OKAY);
    tn_axi_as(cpu, 0, 1);
    assert_int_equal(tn_axi_read32(cpu, 0x5000, &v), TN_AXI_OKAY);
    assert_int_equal(v, 111);
}

static void page_without_the_right_to_write_is_not_written(void **state)
{
    uint32_t v = 5;
    (void)state;
    assert_int_equal(tn_memory_map(mem, 0, 0x5000, 0x10000, 1, TN_MEMORY_READ), 0);
    tn_memory_poke(mem, 0x10000, (uint8_t *)&v, 4);
    assert_int_equal(tn_axi_write32(cpu, 0x5000, 111), TN_AXI_SLVERR);
    assert_true(fault.write);
    assert_int_equal(tn_axi_read32(cpu, 0x5000, &v), TN_AXI_OKAY);
    assert_int_equal(v, 5);
    tn_memory_peek(mem, 0x5000, (uint8_t *)&v, 4); /* nor where its address would be */
    assert_int_equal(v, 0);
}

static void access_where_no_memory_is_gets_a_decode_error(void **state)
{
    uint32_t v;
    (void)state;
    tn_memory_domain(mem, TN_MEMORY_PHYSICAL);
    assert_int_equal(tn_memory_range(mem, 0x1000, 0x1000), 0);
    assert_int_equal(tn_axi_read32(cpu, 0x1ffc, &v), TN_AXI_OKAY);
    assert_int_equal(tn_axi_read32(cpu, 0x2000, &v), TN_AXI_DECERR);
    assert_int_equal(tn_axi_read32(cpu, 0x0ffc, &v), TN_AXI_DECERR);
    assert_int_equal(tn_axi_write32(cpu, 0x2000, 1), TN_AXI_DECERR);
    assert_int_equal(faults, 0);
}

static void bank_without_a_domain_gets_an_error_and_no_fault(void **state)
{
    uint32_t v;
    (void)state;
    tn_memory_domain(mem, TN_MEMORY_BY_BANK);
    tn_memory_bind(mem, 4, 9);
    assert_int_equal(tn_memory_map(mem, 9, 0x5000, 0x10000, 1, RW), 0);
    tn_axi_as(cpu, 4, 0);
    assert_int_equal(tn_axi_read32(cpu, 0x5000, &v), TN_AXI_OKAY);
    tn_axi_as(cpu, 5, 0);
    assert_int_equal(tn_axi_read32(cpu, 0x5000, &v), TN_AXI_SLVERR);
    assert_int_equal(faults, 0);
}

/* The access waits while test code serves its fault, and then finds the page. */
static void held_access_is_answered_when_its_page_is_there(void **state)
{
    struct tn_axi_txn *t = tn_axi_new(2);
    uint8_t bytes[32] = {9, 8, 7};
    (void)state;
    tn_memory_policy(mem, TN_MEMORY_HOLD);
    t->addr = 0x5fe0;
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    tn_sim_step(100);
    assert_false(t->done);
    assert_int_equal(faults, 1);
    assert_true(fault.held);
    assert_int_equal(tn_memory_held(mem), 1);
    tn_memory_poke(mem, 0x7fe0, bytes, sizeof bytes);
    assert_int_equal(tn_memory_map(mem, 0, 0x5000, 0x7000, 1, RW), 0);
    assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
    assert_int_equal(tn_memory_held(mem), 0);
    assert_int_equal(faults, 1);
    assert_memory_equal(t->beat[0].data, bytes, 16);
    tn_axi_free(t);
}

static void fault_served_from_the_callback_costs_no_error(void **state)
{
    (void)state;
    tn_memory_policy(mem, TN_MEMORY_HOLD);
    tn_memory_on_fault(mem, on_fault, &faults);
    assert_int_equal(tn_axi_write32(cpu, 0x5004, 0x1234), TN_AXI_OKAY);
    assert_int_equal(faults, 1);
    assert_int_equal(tn_memory_held(mem), 0);
}

static void armed_page_faults_until_it_is_served(void **state)
{
    uint32_t v;
    (void)state;
    assert_int_equal(tn_memory_arm(mem, 0, 0x5000), -ENOENT);
    assert_int_equal(tn_memory_map(mem, 0, 0x5000, 0x10000, 1, RW), 0);
    assert_int_equal(tn_axi_write32(cpu, 0x5000, 42), TN_AXI_OKAY);
    assert_int_equal(tn_memory_arm(mem, 0, 0x5abc), 0);
    assert_int_equal(tn_axi_read32(cpu, 0x5000, &v), TN_AXI_SLVERR);
    assert_true(fault.armed);
    assert_int_equal(tn_memory_serve(mem, 0, 0x5000), 0);
    assert_int_equal(tn_axi_read32(cpu, 0x5000, &v), TN_AXI_OKAY);
    assert_int_equal(v, 42);
}

/* What the master is told to send wrongly is seen by both monitors, and by nothing else. */
static void illegal_bursts_are_named_on_both_sides(void **state)
{
    struct tn_axi_txn *t = tn_axi_new(3);
    (void)state;
    tn_memory_domain(mem, TN_MEMORY_PHYSICAL);
    t->burst = TN_AXI_WRAP;
    awaited = "AXI-BST-3";
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
    assert_int_equal(broken, 2);
    t->burst = TN_AXI_INCR;
    t->addr = 0x1ff8;
    broken = 0;
    awaited = "AXI-BST-2";
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
    assert_int_equal(broken, 2);
    t->write = true;
    t->addr = 0x1000;
    t->size = 2;
    t->beat[0].strb = t->beat[2].strb = 0;
    t->beat[1].strb = 0x100;
    broken = 0;
    awaited = "AXI-WR-2";
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
    assert_int_equal(broken, 2);
    assert_int_equal(others, 0);
    tn_axi_free(t);
}

/* Transfers that are wider than the bus, both ways: the monitors name them, and the memory carries what the bus holds. */
static void a_transfer_wider_than_the_bus_is_named(void **state)
{
    (void)state;
    tn_memory_domain(mem, TN_MEMORY_PHYSICAL);
    awaited = "AXI-BST-6";
    for (unsigned size = 5; size < 8; size++)
        for (unsigned write = 0; write < 2; write++) {
            struct tn_axi_txn *t = tn_axi_new(2);
            t->write = write != 0;
            t->size = size;
            t->addr = 0x1004;
            broken = 0;
            assert_int_equal(tn_axi_issue(cpu, t), 0);
            assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
            assert_int_equal(broken, 2);
            tn_axi_free(t);
        }
    assert_int_equal(others, 0);
}

/* Traffic with waits on every channel while the bench shows the monitor of "cpu" a lie. */
static void lie(unsigned bits, const char *rule)
{
    const struct tn_stall slow = {.kind = TN_STALL_PERIODIC, .num = 6, .den = 7};
    uint8_t bytes[64] = {1, 2, 3};
    awaited = rule;
    broken = 0;
    tn_memory_domain(mem, TN_MEMORY_PHYSICAL);
    for (int ch = 0; ch < TN_AXI_CHANNELS; ch++)
        if (ch == TN_AXI_B || ch == TN_AXI_R)
            tn_axi_stall(cpu, (enum tn_axi_channel)ch, &slow);
        else
            tn_memory_stall(mem, (enum tn_axi_channel)ch, &slow);
    tn_reg_write(0, bits);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(tn_axi_write(cpu, 0x1000, bytes, sizeof bytes), TN_AXI_OKAY);
    assert_int_equal(tn_axi_read(cpu, 0x1000, bytes, sizeof bytes), TN_AXI_OKAY);
    tn_reg_write(0, 0);
}

static void valid_that_falls_is_named(void **state)
{
    (void)state;
    lie(1, "AXI-HSK-1");
    assert_true(broken > 0);
    assert_int_equal(others, 0);
}

static void data_that_change_are_named(void **state)
{
    (void)state;
    lie(2, "AXI-HSK-2");
    assert_true(broken > 0);
    assert_int_equal(others, 0);
}

static void rlast_in_the_wrong_place_is_named(void **state)
{
    (void)state;
    lie(4, "AXI-RD-1");
    assert_true(broken > 0);
}

static void response_of_another_id_is_named(void **state)
{
    (void)state;
    lie(8, "AXI-RSP-1");
    assert_true(broken > 0);
    assert_int_equal(others, 0);
    awaited = "AXI-RSP-3"; /* and so the writes had none */
    broken = 0;
    tn_axi_judge_finish();
    assert_int_equal(broken, 3);
    assert_int_equal(others, 0);
}

static void valid_in_reset_is_named(void **state)
{
    (void)state;
    awaited = "AXI-RST-1";
    tn_reg_write(0, 16);
    tn_sim_reset(4);
    tn_reg_write(0, 0);
    assert_true(broken > 0);
}

static void unknown_bits_are_named(void **state)
{
    (void)state;
    if (strcmp(tn_sim_name(), "icarus") != 0)
        skip(); /* Verilator knows 0 and 1 alone */
    lie(32, "AXI-UNK-1");
    assert_true(broken > 0);
    assert_int_equal(fresh(NULL), 0);
    lie(64, "AXI-UNK-2");
    assert_true(broken > 0);
}

static void sound_traffic_breaks_no_rule(void **state)
{
    (void)state;
    lie(0, NULL);
    tn_axi_judge_finish();
    assert_int_equal(others, 0);
    assert_true(tn_axi_judged("AXI-HSK-1") > 0);
    assert_true(tn_axi_judged("AXI-HSK-2") > 0);
    assert_true(tn_axi_judged("AXI-RD-1") > 0);
    loop_kept();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(page_that_is_not_mapped_gives_an_error_and_is_told, fresh),
        cmocka_unit_test_setup(tables_of_two_domains_are_apart, fresh),
        cmocka_unit_test_setup(page_without_the_right_to_write_is_not_written, fresh),
        cmocka_unit_test_setup(access_where_no_memory_is_gets_a_decode_error, fresh),
        cmocka_unit_test_setup(bank_without_a_domain_gets_an_error_and_no_fault, fresh),
        cmocka_unit_test_setup(held_access_is_answered_when_its_page_is_there, fresh),
        cmocka_unit_test_setup(fault_served_from_the_callback_costs_no_error, fresh),
        cmocka_unit_test_setup(armed_page_faults_until_it_is_served, fresh),
        cmocka_unit_test_setup(illegal_bursts_are_named_on_both_sides, fresh),
        cmocka_unit_test_setup(a_transfer_wider_than_the_bus_is_named, fresh),
        cmocka_unit_test_setup(valid_that_falls_is_named, fresh),
        cmocka_unit_test_setup(data_that_change_are_named, fresh),
        cmocka_unit_test_setup(rlast_in_the_wrong_place_is_named, fresh),
        cmocka_unit_test_setup(response_of_another_id_is_named, fresh),
        cmocka_unit_test_setup(valid_in_reset_is_named, fresh),
        cmocka_unit_test_setup(unknown_bits_are_named, fresh),
        cmocka_unit_test_setup(sound_traffic_breaks_no_rule, fresh),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
