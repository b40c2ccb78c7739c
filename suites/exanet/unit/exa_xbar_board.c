/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The switch's scoreboard blames each wrong way out by its rule, and a right one never
 * (checkers/exanet/spec/exa_crossbar.md sections 2 to 4).
 */
#include "exa_fixture.h"

#include <tn/exanet/exa_xbar_board.h>

#include <stdio.h>

static const struct exa_node own = {1, 2, 3, 1, 5}, board0 = {1, 2, 3, 0, 5}, far = {9, 2, 3, 1, 5};
static struct tn_exa_xbar_params par;
static struct tn_exa_xbar *model;
static struct tn_exa_xbar_board *board;
static char first[16];
static uint64_t now;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (!first[0])
        snprintf(first, sizeof first, "%s", v->rule);
}

static int start(void **state)
{
    (void)state;
    tn_exa_xbar_defaults(&par);
    model = tn_exa_xbar_new(&par, exa_node_bits(own));
    board = tn_exa_xbar_board_new(model, &par, on_verdict, NULL);
    first[0] = 0;
    now = 0;
    return model && board ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    tn_exa_xbar_board_free(board);
    tn_exa_xbar_free(model);
    return 0;
}

static void in(unsigned port, const struct words *w)
{
    for (unsigned i = 0; i < w->n; i++)
        tn_exa_xbar_board_in(board, port, ++now, &w->w[i]);
}

static void out(unsigned port, const struct words *w)
{
    for (unsigned i = 0; i < w->n; i++)
        tn_exa_xbar_board_out(board, port, ++now, &w->w[i]);
}

/* A packet goes in at port 4 and leaves at port wrong; what is said of it. */
static const char *misrouted(struct exa_node dst, uint64_t addr, unsigned wrong)
{
    struct exa_packet k = packet(dst, addr, EXA_WRITE, 40, 7);
    struct words w = words_of(&k);
    in(4, &w);
    out(wrong, &w);
    return first;
}

static void a_right_way_out_is_never_blamed(void **state)
{
    struct exa_packet a = packet(far, 0x1000, EXA_WRITE, 40, 1), b = packet(own, 0x40, EXA_WRITE, 256, 2);
    struct words wa = words_of(&a), wb = words_of(&b);
    (void)state;
    in(4, &wa);
    in(5, &wb);
    out(0, &wb);
    out(8, &wa);
    tn_exa_xbar_board_finish(board, now);
    assert_string_equal(first, "");
    assert_int_equal(tn_exa_xbar_board_matched(board), 2);
}

static void another_board_is_reached_by_fpga_0(void **state)
{
    (void)state;
    misrouted(far, 0x1000, 12);
    assert_string_equal(first, "EXX-RTE-1");
}

static void another_fpga_is_reached_by_its_link(void **state)
{
    (void)state;
    misrouted(board0, 0x1000, 9);
    assert_string_equal(first, "EXX-RTE-3");
}

static void memory_is_at_the_dram_port(void **state)
{
    (void)state;
    misrouted(own, 0x1000, 1);
    assert_string_equal(first, "EXX-RTE-4");
}

static void a_peripheral_is_at_the_port_of_its_index(void **state)
{
    (void)state;
    misrouted(own, exa_peripheral_addr(EXA_P_MAILBOX, 0), 0);
    assert_string_equal(first, "EXX-RTE-5");
}

static void index_127_is_the_dead_port(void **state)
{
    (void)state;
    misrouted(own, exa_peripheral_addr(EXA_P_DEAD, 0), 8);
    assert_string_equal(first, "EXX-DEAD-1");
}

static void an_index_that_nobody_has_is_dropped(void **state)
{
    struct exa_packet k = packet(own, exa_peripheral_addr((enum exa_peripheral)99, 0), EXA_WRITE, 1, 7);
    struct words w = words_of(&k);
    (void)state;
    in(4, &w);
    tn_exa_xbar_board_finish(board, now);
    assert_string_equal(first, "EXX-RTE-6");
}

static void a_stray_word_is_shown(void **state)
{
    struct tn_exa_word w = word(TN_EXA_PLD, 3);
    (void)state;
    tn_exa_xbar_board_in(board, 4, ++now, &w);
    tn_exa_xbar_board_drop(board, ++now, 4, TN_EXA_XBAR_HCRC);
    assert_string_equal(first, "EXX-STR-1");
}

static void packets_of_one_input_keep_their_order(void **state)
{
    struct exa_packet a = packet(own, 0x1000, EXA_WRITE, 40, 7), b = packet(own, 0x2000, EXA_WRITE, 40, 8);
    struct words wa = words_of(&a), wb = words_of(&b);
    (void)state;
    in(4, &wa);
    in(4, &wb);
    out(0, &wb);
    assert_string_equal(first, "");
    out(0, &wa);
    assert_string_equal(first, "EXX-ORD-1");
}

static void a_packet_that_others_overtook_for_ever_is_lost(void **state)
{
    struct exa_packet a = packet(own, 0x1000, EXA_WRITE, 40, 7), b = packet(own, 0x2000, EXA_WRITE, 40, 8);
    struct words wa = words_of(&a), wb = words_of(&b);
    (void)state;
    in(4, &wa);
    in(4, &wb);
    out(0, &wb);
    tn_exa_xbar_board_finish(board, now);
    assert_string_equal(first, "EXX-ORD-2");
}

/* The packets after it are judged for themselves. */
static void a_wrong_word_is_told_once(void **state)
{
    struct exa_packet a = packet(own, 0x1000, EXA_WRITE, 40, 7);
    struct words wa = words_of(&a), wrong = wa;
    (void)state;
    wrong.w[2].data[5] ^= 4;
    in(4, &wa);
    out(0, &wrong);
    assert_string_equal(first, "EXX-ORD-2");
    first[0] = 0;
    in(4, &wa);
    out(0, &wa);
    tn_exa_xbar_board_finish(board, now);
    assert_string_equal(first, "");
    assert_int_equal(tn_exa_xbar_board_matched(board), 1);
}

static void a_packet_that_nobody_sent_is_told(void **state)
{
    struct exa_packet a = packet(own, 0x1000, EXA_WRITE, 40, 7);
    struct words wa = words_of(&a);
    (void)state;
    in(4, &wa);
    out(0, &wa);
    out(0, &wa);
    assert_string_equal(first, "EXX-ORD-2");
}

static void a_lost_packet_is_missed(void **state)
{
    struct exa_packet k = packet(own, 0x1000, EXA_WRITE, 40, 7);
    struct words w = words_of(&k);
    (void)state;
    in(4, &w);
    tn_exa_xbar_board_finish(board, now);
    assert_string_equal(first, "EXX-ORD-2");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TEST(a_right_way_out_is_never_blamed),
        TEST(another_board_is_reached_by_fpga_0),
        TEST(another_fpga_is_reached_by_its_link),
        TEST(memory_is_at_the_dram_port),
        TEST(a_peripheral_is_at_the_port_of_its_index),
        TEST(index_127_is_the_dead_port),
        TEST(an_index_that_nobody_has_is_dropped),
        TEST(a_stray_word_is_shown),
        TEST(packets_of_one_input_keep_their_order),
        TEST(a_packet_that_others_overtook_for_ever_is_lost),
        TEST(a_wrong_word_is_told_once),
        TEST(a_packet_that_nobody_sent_is_told),
        TEST(a_lost_packet_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
