/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Each kind of fault does what harness/fault/README.md says, and nothing else.
 *
 *   faults [links]   links: a simulation without faults on links fails, and is not skipped
 */
#include "faults.h"

static void flip_inverts_one_bit_of_one_packet(void **state)
{
    uint8_t b[BYTES];
    (void)state;
    run("flip:163@s_usr@p3"); /* byte 20, bit 4 */
    assert_int_equal(seen_n, WRITES);
    for (unsigned n = 0; n < WRITES; n++) {
        form(b, n, 1);
        if (n == 2)
            b[20] ^= 0x10;
        assert_memory_equal(seen[n].bytes, b, BYTES);
    }
    struck(true);
}

static void burst_inverts_consecutive_bits_up_to_the_end(void **state)
{
    uint8_t b[BYTES];
    (void)state;
    run("burst:604+9@m_dev@p6"); /* byte 75: its low 4 bits; the rest is past the end */
    assert_int_equal(seen_n, WRITES);
    form(b, 5, 1);
    b[75] ^= 0x0f;
    assert_memory_equal(seen[5].bytes, b, BYTES);
    assert_true(seen[5].flags & TN_EV_FAULT);
    assert_false(seen[4].flags & TN_EV_FAULT);
}

static void drop_loses_one(void **state)
{
    static const unsigned order[] = {0, 2, 3, 4, 5};
    (void)state;
    run("drop@s_usr@p2");
    expect(order, 5);
    assert_int_equal(sent_n, WRITES); /* the sender knows nothing of it */
}

static void dup_sends_twice(void **state)
{
    static const unsigned order[] = {0, 1, 1, 2, 3, 4, 5};
    (void)state;
    run("dup@m_dev@p2");
    expect(order, 7);
}

static void reorder_goes_behind_the_next(void **state)
{
    static const unsigned order[] = {0, 2, 1, 3, 4, 5};
    (void)state;
    run("reorder@s_usr@p2");
    expect(order, 6);
}

static void trunc_leaves_the_first_dws(void **state)
{
    uint8_t b[BYTES];
    (void)state;
    run("trunc:7@m_dev@p4");
    assert_int_equal(seen_n, WRITES);
    form(b, 3, 1);
    assert_int_equal(seen[3].len, 28);
    assert_memory_equal(seen[3].bytes, b, 28);
    assert_int_equal(seen[4].len, BYTES);
}

static void a_tlp_cut_inside_its_header_is_rejected_by_the_dut(void **state)
{
    static const unsigned order[] = {0, 1, 2, 4, 5};
    (void)state;
    run("trunc:2@s_usr@p4");
    expect(order, 5);
    assert_int_equal(rejects, 1);
}

static void delay_holds_a_packet_and_those_behind_it(void **state)
{
    uint64_t before, after;
    (void)state;
    run("delay:100@m_dev@p3");
    expect(all, WRITES);
    before = seen[2].cycle - seen[1].cycle;
    after = seen[3].cycle - seen[2].cycle;
    assert_in_range(before, 100, 112);
    assert_in_range(after, 5, 6); /* 76 bytes are 5 beats */
}

static void the_second_time_a_packet_is_sent_is_another(void **state)
{
    static const unsigned order[] = {3, 3, 4};
    uint8_t b[BYTES];
    (void)state;
    fresh();
    arm("drop@s_usr@p1.2");
    for (unsigned n = 0; n < 4; n++) { /* 3 3 3 4: the middle one of the three is lost */
        form(b, n == 3 ? 4 : 3, 0);
        tn_source_send(tn_source_find("s_usr"), b, BYTES, TN_CLASS_P, port_here(), 0, 0);
    }
    tn_sim_step(200);
    expect(order, 3);
}

static void a_fault_by_cycle_strikes_the_first_packet_from_then_on(void **state)
{
    static const unsigned order[] = {1, 2, 3, 4, 5};
    char text[64];
    (void)state;
    fresh();
    snprintf(text, sizeof text, "drop@s_usr@%llu", (unsigned long long)tn_sim_cycle());
    arm(text);
    send_writes();
    expect(order, 5);
}

static void ready0_repeats_beats_that_the_sender_thinks_untaken(void **state)
{
    static const unsigned order[] = {1, 2, 3, 4, 5};
    char text[64];
    (void)state;
    fresh();
    snprintf(text, sizeof text, "ready0:20@s_usr@%llu", (unsigned long long)tn_sim_cycle() + 4);
    arm(text);
    send_writes();
    /* the first write grows by 20 beats; the sender only waits */
    assert_int_equal(longer, 1);
    expect(order, 5);
    assert_int_equal(sent_cycle[1] - sent_cycle[0], 25);
}

static void valid0_loses_beats_that_the_sender_thinks_sent(void **state)
{
    char text[64];
    (void)state;
    fresh();
    snprintf(text, sizeof text, "valid0:3@s_usr@%llu", (unsigned long long)tn_sim_cycle() + 3);
    arm(text);
    send_writes();
    assert_int_equal(sent_n, WRITES);
    unsigned good = 0;
    for (unsigned i = 0; i < seen_n; i++)
        good += seen[i].len == BYTES;
    assert_true(good < WRITES);
    struck(true);
}

static void valid1_makes_beats_out_of_nothing(void **state)
{
    char text[64];
    (void)state;
    fresh();
    send_writes();
    expect(all, WRITES);
    snprintf(text, sizeof text, "valid1:2@s_usr@%llu", (unsigned long long)tn_sim_cycle() + 2);
    arm(text);
    tn_sim_step(20);
    /* Idle, the source's wires still hold the last beat, marked last: 12 bytes that begin
     * with 54, a Fmt/Type that is not defined. Each cycle is such a packet. */
    assert_int_equal(seen_n, WRITES);
    assert_int_equal(rejects, 2);
    assert_int_equal(sent_n, WRITES);
}

static void ready1_loses_beats_that_the_receiver_did_not_take(void **state)
{
    char text[64];
    (void)state;
    fresh();
    tn_sink_stall(tn_sink_find("m_dev"), &(struct tn_stall){.kind = TN_STALL_FOREVER});
    tn_sim_step(4);
    snprintf(text, sizeof text, "ready1:60@m_dev@%llu", (unsigned long long)tn_sim_cycle() + 2);
    arm(text);
    send_writes();
    tn_sink_stall(tn_sink_find("m_dev"), &(struct tn_stall){.kind = TN_STALL_NONE});
    tn_sim_step(300);
    assert_int_equal(sent_n, WRITES);
    assert_true(seen_n < WRITES);
}

static void a_fault_that_names_no_link_is_refused(void **state)
{
    struct tn_fault f;
    (void)state;
    fresh();
    assert_int_equal(tn_fault_parse("drop@s_nowhere@p1", &f, err, sizeof err), 0);
    assert_int_equal(tn_inject(&f, 1, err, sizeof err), -ENOENT);
    assert_non_null(strstr(err, "drop@s_nowhere@p1"));
}

static void a_packet_that_never_comes_is_not_struck(void **state)
{
    (void)state;
    run("drop@s_usr@p7");
    expect(all, WRITES);
    struck(false);
}

static void a_bit_past_the_end_of_the_packet_strikes_nothing(void **state)
{
    (void)state;
    run("flip:608@s_usr@p1");
    expect(all, WRITES);
    struck(false);
}

static void without_faults_on_links_one_is_refused_in_one_line(void **state)
{
    (void)state;
    if (try_link() == 0) {
        tn_inject_clear();
        skip();
    }
    assert_int_equal(try_link(), -ENOSYS);
    assert_string_equal(err, "fault drop@s_usr@p1000: this simulation has no faults on links "
                             "(Icarus and Verilator's -state model have)");
}

static void seu_inverts_one_bit_once(void **state)
{
    char text[96];
    (void)state;
    need_names();
    fresh();
    at(text, sizeof text, "seu:4", 3);
    arm(text);
    assert_int_equal(tn_reg_read(0x024), 0x1b00);
    tn_sim_step(5);
    assert_int_equal(tn_reg_read(0x024), 0x1b10);
    tn_reg_write(0x024, 0x1b00);
    assert_int_equal(tn_reg_read(0x024), 0x1b00);
}

static void a_stuck_bit_stays_whatever_is_written_until_it_is_over(void **state)
{
    char text[96];
    (void)state;
    need_names();
    fresh();
    at(text, sizeof text, "stuck1:0+40", 1);
    arm(text);
    tn_sim_step(4);
    assert_int_equal(tn_reg_read(0x024), 0x1b01);
    tn_reg_write(0x024, 0x2222);
    tn_sim_step(2);
    assert_int_equal(tn_reg_read(0x024), 0x2223);
    tn_sim_step(50);
    tn_reg_write(0x024, 0x2222);
    assert_int_equal(tn_reg_read(0x024), 0x2222);
}

static void stuck_at_0_for_ever(void **state)
{
    char text[96];
    (void)state;
    need_names();
    fresh();
    at(text, sizeof text, "stuck0:8", 1);
    arm(text);
    tn_sim_step(500);
    tn_reg_write(0x024, 0xffff);
    assert_int_equal(tn_reg_read(0x024), 0xfeff);
}

static void a_bit_or_word_that_is_not_there_is_refused(void **state)
{
    struct tn_state_bit b;
    char word[80];
    unsigned words = 1u << tn_sim_param("QUEUE_LOG2");
    (void)state;
    need_names();
    assert_int_equal(tn_state_open(STAGED, 16, &b), -ERANGE);
    assert_int_equal(tn_state_open(STAGED "x", 0, &b), -ENOENT);
    snprintf(word, sizeof word, "u_dut.u_remap.u_u2d.u_queues.u_p.u_ram.mem_q[%u]", words - 1);
    assert_int_equal(tn_state_open(word, 0, &b), 0);
    snprintf(word, sizeof word, "u_dut.u_remap.u_u2d.u_queues.u_p.u_ram.mem_q[%u]", words);
    assert_int_equal(tn_state_open(word, 0, &b), -ERANGE);
    assert_int_equal(tn_state_open("u_dut.u_remap.u_u2d.u_queues.u_p.u_ram.mem_q", 0, &b), -ENOENT);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flip_inverts_one_bit_of_one_packet),
        cmocka_unit_test(burst_inverts_consecutive_bits_up_to_the_end),
        cmocka_unit_test(drop_loses_one),
        cmocka_unit_test(dup_sends_twice),
        cmocka_unit_test(reorder_goes_behind_the_next),
        cmocka_unit_test(trunc_leaves_the_first_dws),
        cmocka_unit_test(a_tlp_cut_inside_its_header_is_rejected_by_the_dut),
        cmocka_unit_test(delay_holds_a_packet_and_those_behind_it),
        cmocka_unit_test(the_second_time_a_packet_is_sent_is_another),
        cmocka_unit_test(a_fault_by_cycle_strikes_the_first_packet_from_then_on),
        cmocka_unit_test(ready0_repeats_beats_that_the_sender_thinks_untaken),
        cmocka_unit_test(valid0_loses_beats_that_the_sender_thinks_sent),
        cmocka_unit_test(valid1_makes_beats_out_of_nothing),
        cmocka_unit_test(ready1_loses_beats_that_the_receiver_did_not_take),
        cmocka_unit_test(a_fault_that_names_no_link_is_refused),
        cmocka_unit_test(a_packet_that_never_comes_is_not_struck),
        cmocka_unit_test(a_bit_past_the_end_of_the_packet_strikes_nothing),
        cmocka_unit_test(without_faults_on_links_one_is_refused_in_one_line),
        cmocka_unit_test(seu_inverts_one_bit_once),
        cmocka_unit_test(a_stuck_bit_stays_whatever_is_written_until_it_is_over),
        cmocka_unit_test(stuck_at_0_for_ever),
        cmocka_unit_test(a_bit_or_word_that_is_not_there_is_refused),
    };
    links_wanted = argc > 1 && strcmp(argv[1], "links") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
