/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The shortest ways through master and memory: single accesses of each width, bursts of
 * each kind, two transactions at a time. Expected bytes worked by hand from IHI 0022.
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

static struct tn_axi_master *cpu;
static struct tn_memory *mem;
static unsigned broken;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    rule_broken(ctx, v->rule, v);
}

static int fresh(void **state)
{
    (void)state;
    tn_sim_reset(4);
    cpu = tn_axi_find("cpu");
    mem = tn_memory_find("mem");
    assert_non_null(cpu);
    assert_non_null(mem);
    broken = 0;
    tn_monitor_clear();
    tn_handshake_subscribe(on_verdict, &broken);
    tn_memory_clear(mem);
    loop_answers(cpu);
    tn_memory_clear(mem);
    return 0;
}

static int done(void **state)
{
    (void)state;
    if (broken)
        return -1;
    loop_kept();
    return 0;
}

static void a_word_written_is_in_memory_least_significant_byte_first(void **state)
{
    uint8_t got[6];
    (void)state;
    assert_int_equal(tn_axi_write32(cpu, 0x1004, 0x11223344), TN_AXI_OKAY);
    tn_memory_peek(mem, 0x1003, got, sizeof got);
    assert_memory_equal(got, ((uint8_t[]){0, 0x44, 0x33, 0x22, 0x11, 0}), 6);
}

static void words_of_each_width_are_read_back(void **state)
{
    static const uint8_t line[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    uint32_t w = 0;
    uint64_t d = 0;
    uint8_t q[16];
    (void)state;
    assert_int_equal(tn_memory_poke(mem, 0x2000, line, sizeof line), 0);
    assert_int_equal(tn_axi_read32(cpu, 0x200c, &w), TN_AXI_OKAY);
    assert_int_equal(w, 0x0f0e0d0c);
    assert_int_equal(tn_axi_read64(cpu, 0x2008, &d), TN_AXI_OKAY);
    assert_true(d == 0x0f0e0d0c0b0a0908);
    assert_int_equal(tn_axi_read32(cpu, 0x2003, &w), TN_AXI_OKAY); /* unaligned */
    assert_int_equal(w, 0x06050403);
    assert_int_equal(tn_axi_read128(cpu, 0x2000, q), TN_AXI_OKAY);
    assert_memory_equal(q, line, sizeof line);
    assert_int_equal(tn_axi_write64(cpu, 0x3000, 0x8877665544332211), TN_AXI_OKAY);
    assert_int_equal(tn_axi_write128(cpu, 0x3010, line), TN_AXI_OKAY);
    tn_memory_peek(mem, 0x3007, q, 16);
    assert_memory_equal(q, ((uint8_t[]){0x88, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6}), 16);
}

static void a_stretch_crosses_pages_in_bursts(void **state)
{
    static uint8_t out[9000], back[sizeof out], there[sizeof out];
    (void)state;
    for (size_t i = 0; i < sizeof out; i++)
        out[i] = (uint8_t)(i * 7 + i / 256);
    assert_int_equal(tn_axi_write(cpu, 0xfffff3, out, sizeof out), TN_AXI_OKAY);
    tn_memory_peek(mem, 0xfffff3, there, sizeof there);
    assert_memory_equal(there, out, sizeof out);
    assert_int_equal(tn_axi_read(cpu, 0xfffff3, back, sizeof back), TN_AXI_OKAY);
    assert_memory_equal(back, out, sizeof out);
}

/* 4 beats of 4 bytes from 0x4008, wrapping at 16: 8..f, then 0..7. */
static void a_wrapping_burst_turns_at_its_container(void **state)
{
    static const uint8_t bytes[16] = {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7};
    struct tn_axi_txn *t = tn_axi_new(4);
    uint8_t got[16];
    (void)state;
    t->write = true;
    t->addr = 0x4008;
    t->size = 2;
    t->burst = TN_AXI_WRAP;
    assert_int_equal(tn_axi_fill(t, bytes, 16), 16);
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
    tn_axi_free(t);
    tn_memory_peek(mem, 0x4000, got, 16);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(got[i], i);
}

static void a_fixed_burst_writes_one_place_again_and_again(void **state)
{
    static const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct tn_axi_txn *t = tn_axi_new(4);
    uint8_t got[4];
    (void)state;
    t->write = true;
    t->addr = 0x4002;
    t->size = 1;
    t->burst = TN_AXI_FIXED;
    assert_int_equal(tn_axi_fill(t, bytes, 8), 8);
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
    tn_axi_free(t);
    tn_memory_peek(mem, 0x4001, got, 4);
    assert_memory_equal(got, ((uint8_t[]){0, 7, 8, 0}), 4);
}

/* A beat a cycle when nothing stalls; the first comes as late as the memory says. */
static void a_read_burst_streams_without_gaps(void **state)
{
    struct tn_axi_txn *t = tn_axi_new(64);
    (void)state;
    assert_int_equal(tn_memory_timing(mem, &(struct tn_memory_timing){20, 20, 1, 1, false, false, 0}), 0);
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
    assert_int_equal(t->beat[0].cycle - t->taken, 21);
    assert_int_equal(t->ended - t->beat[0].cycle, 63);
    tn_axi_free(t);
}

static void a_wait_ends_when_no_answer_comes(void **state)
{
    struct tn_axi_txn *t = tn_axi_new(1);
    (void)state;
    assert_int_equal(tn_memory_stall(mem, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_FOREVER}), 0);
    tn_sim_step(2);
    tn_axi_patience(cpu, 50);
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    assert_int_equal(tn_axi_issue(cpu, t), -EBUSY);
    assert_int_equal(tn_axi_wait(cpu, t), -ETIMEDOUT);
    assert_int_equal(tn_memory_stall(mem, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_NONE}), 0);
    assert_int_equal(tn_axi_wait(cpu, t), TN_AXI_OKAY);
    assert_int_equal(tn_axi_pending(cpu), 0);
    tn_axi_free(t);
}

static void a_reset_loses_what_was_under_way(void **state)
{
    struct tn_axi_txn *t = tn_axi_new(16);
    (void)state;
    t->write = true;
    assert_int_equal(tn_axi_issue(cpu, t), 0);
    tn_sim_step(5);
    tn_sim_reset(4);
    assert_int_equal(tn_axi_wait(cpu, t), -ECANCELED);
    tn_axi_free(t);
    assert_int_equal(tn_axi_write32(cpu, 0, 1), TN_AXI_OKAY);
}

#define T(name) cmocka_unit_test_setup_teardown(name, fresh, done)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(a_word_written_is_in_memory_least_significant_byte_first),
        T(words_of_each_width_are_read_back),
        T(a_stretch_crosses_pages_in_bursts),
        T(a_wrapping_burst_turns_at_its_container),
        T(a_fixed_burst_writes_one_place_again_and_again),
        T(a_read_burst_streams_without_gaps),
        T(a_wait_ends_when_no_answer_comes),
        T(a_reset_loses_what_was_under_way),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
