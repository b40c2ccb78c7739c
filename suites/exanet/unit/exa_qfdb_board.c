/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The boards' scoreboards blame each wrong way of a packet or message by its rule, and a right
 * one never (checkers/exanet/spec/exa_qfdb.md).
 */
#include "exa_fixture.h"

#include <tn/exanet/exa_qfdb_board.h>

#include <stdio.h>

static const uint32_t xyz[2] = {0x53 << 12 | 3 << 8 | 9 << 4 | 5, 0x54 << 12 | 3 << 8 | 9 << 4 | 5};
static struct tn_exq_hops *hops;
static struct tn_exq_messages *messages;
static char first[16]; /* rule of the boards' own; the switch's have their own test */
static unsigned others;
static uint64_t now;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (strncmp(v->rule, "EXQ-", 4) != 0)
        others++;
    else if (!first[0])
        snprintf(first, sizeof first, "%s", v->rule);
}

static int start(void **state)
{
    (void)state;
    hops = tn_exq_hops_new(xyz, on_verdict, NULL);
    messages = tn_exq_messages_new(on_verdict, NULL);
    first[0] = 0;
    others = 0;
    now = 0;
    return hops && messages ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    tn_exq_hops_free(hops);
    tn_exq_messages_free(messages);
    return 0;
}

/* From FPGA `from` to peripheral index at FPGA `to`. */
static struct words between(unsigned from, unsigned to, unsigned index)
{
    struct exa_packet k = packet(exa_node_of(exa_node_on(xyz[to / 4], to % 4)),
                                 exa_peripheral_addr((enum exa_peripheral)index, 0x10), EXA_WRITE, 20,
                                 (uint8_t)from);
    k.src = exa_node_of(exa_node_on(xyz[from / 4], from % 4));
    exa_seal(&k);
    return words_of(&k);
}

static void in(unsigned fpga, unsigned port, const struct words *w)
{
    for (unsigned i = 0; i < w->n; i++)
        tn_exq_hops_in(hops, fpga, port, ++now, &w->w[i]);
}

static void out(unsigned fpga, unsigned port, const struct words *w)
{
    for (unsigned i = 0; i < w->n; i++)
        tn_exq_hops_out(hops, fpga, port, ++now, &w->w[i]);
}

/* Packetizer of FPGA 2 to the mailbox of FPGA 5: by FPGA 0, line 2, FPGA 4. */
static void the_right_way_to_the_other_board_is_never_blamed(void **state)
{
    struct words w = between(2, 5, 3);
    (void)state;
    in(2, 2, &w), out(2, 8, &w);
    in(0, 10, &w), out(0, 14, &w);
    in(4, 14, &w), out(4, 9, &w);
    assert_int_equal(tn_exq_hops_pending(hops), w.n);
    in(5, 8, &w), out(5, 3, &w);
    tn_exq_hops_finish(hops, now);
    assert_string_equal(first, "");
    assert_int_equal(others, 0);
    assert_int_equal(tn_exq_hops_matched(hops), 4);
}

static uint64_t asked_of_it, failed_of_it;

static void on_rule(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    if (strcmp(rule, ctx) == 0) {
        asked_of_it = asked;
        failed_of_it = failed;
    }
}

static void counts(char *rule, uint64_t asked, uint64_t failed)
{
    asked_of_it = failed_of_it = 999;
    tn_exq_hops_rules(hops, on_rule, rule);
    tn_exq_messages_rules(messages, on_rule, rule);
    assert_int_equal(asked_of_it, asked);
    assert_int_equal(failed_of_it, failed);
}

/* By link and a wrong gateway line to the other board, and to the mailbox of the other board's gateway. */
static void each_rule_counts_how_often_it_was_asked_and_failed(void **state)
{
    struct words w = between(2, 4, 3);
    (void)state;
    in(2, 2, &w), out(2, 8, &w), in(0, 10, &w), out(0, 13, &w);
    in(4, 13, &w), out(4, 3, &w);
    counts("EXQ-BRD-1", 1, 0);
    counts("EXQ-BRD-2", 1, 1);
    counts("EXQ-TWO-1", 1, 0);
    counts("EXQ-NODE-1", 1, 0);
    counts("EXQ-BRD-3", 0, 0);
    counts("EXQ-MSG-2", 0, 0);
}

static void a_second_link_on_the_board_is_blamed(void **state)
{
    struct words w = between(1, 2, 3);
    (void)state;
    in(1, 2, &w), out(1, 11, &w), in(3, 9, &w);
    assert_string_equal(first, "EXQ-BRD-1");
    assert_true(others > 0);
}

static void a_word_changed_on_a_link_is_blamed(void **state)
{
    struct words w = between(1, 2, 3);
    (void)state;
    in(1, 2, &w), out(1, 10, &w);
    w.w[1].data[7] ^= 1;
    in(2, 9, &w);
    assert_string_equal(first, "EXQ-BRD-1");
    assert_int_equal(others, 0);
}

static void a_word_lost_on_a_link_is_missed(void **state)
{
    struct words w = between(1, 2, 3);
    (void)state;
    in(1, 2, &w), out(1, 10, &w);
    w.n--;
    in(2, 9, &w);
    assert_string_equal(first, "");
    tn_exq_hops_finish(hops, now);
    assert_string_equal(first, "EXQ-BRD-1");
}

static void another_gateway_line_is_blamed(void **state)
{
    struct words w = between(2, 5, 3);
    (void)state;
    in(2, 2, &w), out(2, 8, &w);
    in(0, 10, &w), out(0, 13, &w);
    assert_string_equal(first, "EXQ-BRD-2");
}

static void another_port_than_the_blocks_is_blamed(void **state)
{
    struct words w = between(2, 2, 3);
    (void)state;
    in(2, 2, &w), out(2, 1, &w);
    assert_string_equal(first, "EXQ-NODE-1");
}

static void a_packet_at_the_wrong_free_port_is_blamed(void **state)
{
    struct words w = between(2, 2, 5);
    (void)state;
    in(2, 2, &w), out(2, 4, &w);
    assert_string_equal(first, "EXQ-BRD-3");
}

static void crossed_gateway_lines_are_blamed(void **state)
{
    struct words w = between(2, 5, 3);
    (void)state;
    in(2, 2, &w), out(2, 8, &w);
    in(0, 10, &w), out(0, 14, &w);
    in(4, 13, &w);
    assert_string_equal(first, "EXQ-TWO-1");
}

static void a_line_with_errors_may_lose_and_break_but_not_make_up(void **state)
{
    struct words a = between(2, 5, 3), b = between(2, 6, 3), c = between(2, 7, 3), broken;
    (void)state;
    tn_exq_hops_lossy(hops, 0, 14);
    in(0, 10, &a), out(0, 14, &a), in(0, 10, &b), out(0, 14, &b);
    first[0] = 0; /* (what came by the link nobody sent) */
    broken = a;
    broken.w[1].data[0] ^= 1;
    in(4, 14, &broken), in(4, 14, &b);
    assert_string_equal(first, "");
    in(4, 14, &c);
    assert_string_equal(first, "EXQ-TWO-1");
}

/* An acknowledgment of FPGA 2's mailbox to that node, up to the other board's gateway. */
static void answered(struct exa_node to)
{
    struct exa_packet k = {.dst = to, .addr = exa_peripheral_addr(EXA_P_PACKETIZER, 0), .type = EXA_ACK, .code = 3, .tid = 0x2003};
    struct words w;
    exa_seal(&k);
    w = words_of(&k);
    in(2, 3, &w), out(2, 8, &w);
    in(0, 10, &w), out(0, 14, &w), in(4, 14, &w);
}

static void an_answer_to_a_footer_in_garbage_goes_where_that_says(void **state)
{
    struct words w = between(1, 2, 3);
    struct exa_packet k;
    (void)state;
    tn_exq_hops_lossy(hops, 1, 10);
    in(1, 2, &w), out(1, 10, &w);
    tn_exa_words_decode(w.w, w.n, &k);
    k.src = (struct exa_node){5, 10, 9, 1, 0x64};
    exa_seal(&k);
    w = words_of(&k);
    w.w[1].data[4] ^= 1; /* its CRC-8 fits, the payload's CRC does not */
    in(2, 9, &w), out(2, 3, &w);
    answered(k.src);
    assert_string_equal(first, "");
    k.src.x ^= 1;
    answered(k.src);
    assert_string_equal(first, "EXQ-TWO-1");
}

/* ---- messages */
static struct tn_exq_message sent(void)
{
    struct tn_exq_message m = {.src = 1, .channel = 3, .number = 511, .dst = 6, .mailbox = 2,
                               .offset = 5, .len = 9, .pdid = 77, .bytes = "eightbyt"};
    tn_exq_posted(messages, &m);
    return m;
}

static void a_message_read_once_and_acknowledged_is_never_blamed(void **state)
{
    struct tn_exq_message m = sent();
    (void)state;
    tn_exq_read(messages, &m, 1);
    tn_exq_ended(messages, 1, 3, 511, TN_EXQ_ACKED, 0, 2);
    sent(); /* the number comes again */
    tn_exq_ended(messages, 1, 3, 511, TN_EXQ_NACKED, 6, 3);
    tn_exq_messages_finish(messages, 4);
    assert_string_equal(first, "");
    assert_int_equal(tn_exq_messages_count(messages, TN_EXQ_ACKED), 1);
}

static void an_acknowledged_message_that_nobody_reads_is_missed(void **state)
{
    (void)state;
    sent();
    tn_exq_ended(messages, 1, 3, 511, TN_EXQ_ACKED, 0, 2);
    assert_string_equal(first, "");
    tn_exq_messages_finish(messages, 3);
    assert_string_equal(first, "EXQ-MSG-1");
}

static void a_message_without_end_is_missed(void **state)
{
    struct tn_exq_message m = sent();
    (void)state;
    tn_exq_read(messages, &m, 1);
    tn_exq_messages_finish(messages, 3);
    assert_string_equal(first, "EXQ-MSG-1");
}

static void a_message_read_twice_is_blamed(void **state)
{
    struct tn_exq_message m = sent();
    (void)state;
    tn_exq_read(messages, &m, 1);
    assert_string_equal(first, "");
    tn_exq_read(messages, &m, 2);
    assert_string_equal(first, "EXQ-MSG-2");
}

static void another_byte_place_or_mailbox_is_blamed(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 5; what++) {
        struct tn_exq_message m = sent();
        m.bytes[3] ^= (uint8_t)(what == 0);
        m.offset += what == 1;
        m.mailbox += what == 2;
        m.dst -= what == 3;
        m.channel -= what == 4;
        first[0] = 0;
        tn_exq_read(messages, &m, 1);
        assert_string_equal(first, "EXQ-MSG-2");
    }
}

static void a_message_that_was_refused_and_read_is_blamed(void **state)
{
    struct tn_exq_message m = sent();
    (void)state;
    tn_exq_read(messages, &m, 1);
    tn_exq_ended(messages, 1, 3, 511, TN_EXQ_NACKED, 7, 2);
    tn_exq_messages_finish(messages, 3);
    assert_string_equal(first, "EXQ-MSG-3");
    counts("EXQ-MSG-1", 1, 0);
    counts("EXQ-MSG-2", 1, 0);
    counts("EXQ-MSG-3", 1, 1);
}

static void a_new_owner_of_a_mailbox_sees_no_message_of_the_one_before(void **state)
{
    struct tn_exq_message m = sent();
    (void)state;
    tn_exq_owned(messages, 6, 2, 77);
    tn_exq_read(messages, &m, 1); /* it came behind the binding */
    assert_string_equal(first, "");
    tn_exq_ended(messages, 1, 3, 511, TN_EXQ_ACKED, 0, 2);
    m = sent();
    tn_exq_ended(messages, 1, 3, 511, TN_EXQ_ACKED, 0, 3);
    tn_exq_owned(messages, 6, 2, 78); /* empties it */
    tn_exq_messages_finish(messages, 4);
    assert_string_equal(first, "");
    m = sent();
    tn_exq_read(messages, &m, 5);
    assert_string_equal(first, "EXQ-MSG-2");
}

#define T(name) cmocka_unit_test_setup_teardown(name, start, end)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(the_right_way_to_the_other_board_is_never_blamed),
        T(each_rule_counts_how_often_it_was_asked_and_failed),
        T(a_second_link_on_the_board_is_blamed),
        T(a_word_changed_on_a_link_is_blamed),
        T(a_word_lost_on_a_link_is_missed),
        T(another_gateway_line_is_blamed),
        T(another_port_than_the_blocks_is_blamed),
        T(a_packet_at_the_wrong_free_port_is_blamed),
        T(crossed_gateway_lines_are_blamed),
        T(a_line_with_errors_may_lose_and_break_but_not_make_up),
        T(an_answer_to_a_footer_in_garbage_goes_where_that_says),
        T(a_message_read_once_and_acknowledged_is_never_blamed),
        T(an_acknowledged_message_that_nobody_reads_is_missed),
        T(a_message_without_end_is_missed),
        T(a_message_read_twice_is_blamed),
        T(another_byte_place_or_mailbox_is_blamed),
        T(a_message_that_was_refused_and_read_is_blamed),
        T(a_new_owner_of_a_mailbox_sees_no_message_of_the_one_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
