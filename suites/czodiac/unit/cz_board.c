/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The scoreboard by itself: which difference it names, and that it finds its place
 * again. One entry: port 2, UID 0300 to OID 1b00, window d0000000 to 90000000.
 */
#include <tn/czodiac/cz_board.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct tn_cz_remap *model;
static struct tn_cz_board *board;
static char named[16][16];
static unsigned verdicts;
static uint64_t packet, cycle;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    assert_int_equal(v->kind, TN_VERDICT_FAIL);
    if (verdicts < 16)
        strcpy(named[verdicts], v->rule);
    verdicts++;
}

static int setup(void **state)
{
    static const uint32_t writes[][2] = {{0x020, 2u << 16 | 0x0300}, {0x024, 0x1b00}, {0x040, 0xd0000000},
                                         {0x048, 0x90000000}, {0x050, 0x80000010}, {0x010, 0}};
    (void)state;
    model = tn_cz_remap_new(8, 4);
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++)
        tn_cz_remap_write(model, writes[i][0], writes[i][1]);
    board = tn_cz_board_new(model, on_verdict, NULL);
    verdicts = 0;
    packet = cycle = 0;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tn_cz_board_free(board);
    tn_cz_remap_free(model);
    return 0;
}

enum form { MWR, MRD };

/* One 32-bit write or read of the window, number n in its payload or tag. */
static void see(const char *stream, enum form form, unsigned n)
{
    int in = stream[0] == 's';
    uint8_t b[16] = {form == MWR ? 0x40 : 0x00, 0, 0, 1, in ? 0x03 : 0x1b, 0x00, (uint8_t)n, 0x0f,
                     in ? 0xd0 : 0x90, 0, 0, 0x40, 0, 0, 0, (uint8_t)n};
    uint32_t len = form == MWR ? 16 : 12;
    struct tn_event ev = {.packet = ++packet, .cycle = ++cycle, .port = in ? 2 : 0, .fabric = TN_FABRIC_PCIE,
                          .unit = TN_UNIT_PACKET, .orig_len = len, .len = len, .bytes = b};
    tn_cz_board_event(board, stream, &ev);
}

static void a_sound_remapper_gets_no_verdict(void **state)
{
    (void)state;
    for (unsigned n = 1; n < 5; n++)
        see("s_usr", MWR, n);
    for (unsigned n = 1; n < 5; n++)
        see("m_dev", MWR, n);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 0);
    assert_int_equal(tn_cz_board_matched(board), 4);
}

static void a_lost_tlp_is_named_once_and_the_rest_still_match(void **state)
{
    (void)state;
    for (unsigned n = 1; n < 5; n++)
        see("s_usr", MWR, n);
    see("m_dev", MWR, 1);
    see("m_dev", MWR, 3);
    see("m_dev", MWR, 4);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-LOSS-1");
    assert_int_equal(tn_cz_board_matched(board), 3);
}

static void a_doubled_tlp_is_a_duplicate(void **state)
{
    (void)state;
    see("s_usr", MWR, 1);
    see("s_usr", MWR, 2);
    see("m_dev", MWR, 1);
    see("m_dev", MWR, 1);
    see("m_dev", MWR, 2);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-DUP-1");
}

static void swapped_tlps_of_a_class_are_out_of_order(void **state)
{
    (void)state;
    see("s_usr", MWR, 1);
    see("s_usr", MWR, 2);
    see("m_dev", MWR, 2);
    see("m_dev", MWR, 1);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-ORD-1");
}

/* The board remembers 32 TLPs: one that is skipped is lost once 32 more have ended. */
static void a_lost_tlp_is_told_before_the_end_of_the_test(void **state)
{
    enum { REMEMBERED = 32 };
    (void)state;
    see("s_usr", MWR, 1);
    for (unsigned n = 2; n < 2 + REMEMBERED; n++)
        see("s_usr", MWR, n);
    for (unsigned n = 2; n < 1 + REMEMBERED; n++) {
        see("m_dev", MWR, n);
        assert_int_equal(verdicts, 0);
    }
    see("m_dev", MWR, 1 + REMEMBERED);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-LOSS-1");
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
}

static void a_tlp_out_of_nothing_spoils_one_and_no_more(void **state)
{
    (void)state;
    see("s_usr", MWR, 1);
    see("s_usr", MWR, 2);
    see("m_dev", MWR, 9);
    see("m_dev", MWR, 1);
    see("m_dev", MWR, 2);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-PASS-1");
}

static void a_read_before_an_earlier_write_is_told_when_the_write_comes(void **state)
{
    (void)state;
    see("s_usr", MWR, 1);
    see("s_usr", MRD, 2);
    see("m_dev", MRD, 2);
    assert_int_equal(verdicts, 0);
    see("m_dev", MWR, 1);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-ORD-2");
}

static void a_read_behind_a_lost_write_has_passed_nothing(void **state)
{
    (void)state;
    see("s_usr", MWR, 1);
    see("s_usr", MRD, 2);
    see("m_dev", MRD, 2);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-LOSS-1");
}

/* A completer abort where an Unsupported Request is due: the UR is wrong, nothing else is. */
static void another_status_than_ur_is_a_wrong_ur(void **state)
{
    uint8_t read[12] = {0x00, 0, 0, 1, 0x03, 0x00, 7, 0x0f, 0xf0, 0, 0, 0};
    uint8_t abort[12] = {0x0a, 0, 0, 0, 0x00, 0x00, 0x80, 4, 0x03, 0x00, 7, 0};
    struct tn_event ev = {.packet = 1, .cycle = 1, .port = 2, .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET,
                          .orig_len = sizeof read, .len = sizeof read, .bytes = read};
    (void)state;
    tn_cz_board_event(board, "s_usr", &ev);
    tn_cz_board_reject(board, 2, TN_CZ_U2D, TN_CZ_BAR_MISS, 2);
    ev.packet = ev.cycle = 3;
    ev.bytes = abort;
    tn_cz_board_event(board, "m_usr", &ev);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-UR-2");
}

/* The device's UR to a USER with a wrong Completer ID, while an answer made here is due, too: it is that completion. */
static void a_wrong_field_of_a_completion_is_one_verdict(void **state)
{
    uint8_t read[12] = {0x00, 0, 0, 1, 0x03, 0x00, 7, 0x0f, 0xf0, 0, 0, 0};
    uint8_t ur[12] = {0x0a, 0, 0, 0, 0x1b, 0x00, 0x20, 4, 0x1b, 0x00, 9, 0};
    uint8_t out[12] = {0x0a, 2, 0, 0, 0x1b, 0x00, 0x20, 4, 0x03, 0x00, 9, 0};
    uint8_t answer[12] = {0x0a, 2, 0, 0, 0x00, 0x00, 0x20, 4, 0x03, 0x00, 7, 0};
    struct tn_event ev = {.packet = 1, .cycle = 1, .port = 2, .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET,
                          .orig_len = sizeof read, .len = sizeof read, .bytes = read};
    (void)state;
    tn_cz_board_event(board, "s_usr", &ev);
    tn_cz_board_reject(board, 2, TN_CZ_U2D, TN_CZ_BAR_MISS, 2);
    ev.packet = ev.cycle = 3;
    ev.bytes = ur;
    tn_cz_board_event(board, "s_dev", &ev);
    ev.bytes = out;
    tn_cz_board_event(board, "m_usr", &ev);
    ev.bytes = answer;
    tn_cz_board_event(board, "m_usr", &ev);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 1);
    assert_string_equal(named[0], "CZR-RID-3");
}

/* The block rejects a long request before it has ended, while the USER's completion that waits has the request's tag. */
static void an_answer_to_a_request_under_way_is_no_other_completion_of_its_tag(void **state)
{
    uint8_t cpl[12] = {0x0a, 0, 0, 0, 0xcc, 0xc4, 0x40, 4, 0x03, 0x00, 9, 0};
    uint8_t out[12] = {0x0a, 0, 0, 0, 0xcc, 0xc4, 0x40, 4, 0x1b, 0x00, 9, 0};
    uint8_t answer[12] = {0x0a, 0, 0, 0, 0x12, 0x34, 0x20, 4, 0x1b, 0x00, 9, 0};
    uint8_t config[12] = {0x04, 0, 0, 1, 0x1b, 0x00, 9, 0x0f, 0x00, 0x00, 0, 0};
    struct tn_event ev = {.packet = 1, .cycle = 1, .port = 2, .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET,
                          .orig_len = sizeof cpl, .len = sizeof cpl, .bytes = cpl};
    (void)state;
    tn_cz_remap_write(model, 0x008, 0x1234);
    tn_cz_board_event(board, "s_usr", &ev);
    tn_cz_board_reject(board, 2, TN_CZ_D2U, TN_CZ_UNSUPPORTED, 0);
    ev.packet = ev.cycle = 3;
    ev.port = 0;
    ev.bytes = answer;
    tn_cz_board_event(board, "m_dev", &ev);
    ev.bytes = config;
    tn_cz_board_event(board, "s_dev", &ev);
    ev.bytes = out;
    tn_cz_board_event(board, "m_dev", &ev);
    tn_cz_board_finish(board);
    assert_int_equal(verdicts, 0);
    assert_int_equal(tn_cz_board_matched(board), 2);
}

static void rejects_beyond_all_bounds_are_a_verdict_not_an_abort(void **state)
{
    (void)state;
    tn_cz_remap_write(model, 0x010, 0x80000000); /* the entry goes: all writes are rejected */
    for (unsigned n = 0; n < 4100; n++)
        see("s_usr", MWR, n);
    assert_true(verdicts > 0);
    assert_string_equal(named[0], "CZR-DROP-1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_sound_remapper_gets_no_verdict, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lost_tlp_is_named_once_and_the_rest_still_match, setup, teardown),
        cmocka_unit_test_setup_teardown(a_doubled_tlp_is_a_duplicate, setup, teardown),
        cmocka_unit_test_setup_teardown(swapped_tlps_of_a_class_are_out_of_order, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lost_tlp_is_told_before_the_end_of_the_test, setup, teardown),
        cmocka_unit_test_setup_teardown(a_tlp_out_of_nothing_spoils_one_and_no_more, setup, teardown),
        cmocka_unit_test_setup_teardown(a_read_before_an_earlier_write_is_told_when_the_write_comes, setup, teardown),
        cmocka_unit_test_setup_teardown(a_read_behind_a_lost_write_has_passed_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(another_status_than_ur_is_a_wrong_ur, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wrong_field_of_a_completion_is_one_verdict, setup, teardown),
        cmocka_unit_test_setup_teardown(an_answer_to_a_request_under_way_is_no_other_completion_of_its_tag, setup, teardown),
        cmocka_unit_test_setup_teardown(rejects_beyond_all_bounds_are_a_verdict_not_an_abort, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
