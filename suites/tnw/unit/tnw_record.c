/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of a TNW line as records: which words make one (checkers/tnw/spec/tnw.md section 7).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <tn/tnw/tnw_record.h>

#include <stdio.h>
#include <string.h>

struct book {
    struct tn_tnw_recorder r;
    char text[512]; /* cycle:octets, F fault, M malformed */
};

static void on_record(void *ctx, const struct tn_event *ev)
{
    struct book *b = ctx;
    const size_t n = strlen(b->text);
    snprintf(b->text + n, sizeof b->text - n, "%llu:%u%s%s ", (unsigned long long)ev->cycle,
             ev->len, ev->flags & TN_EV_FAULT ? "F" : "", ev->flags & TN_EV_MALFORMED ? "M" : "");
    assert_int_equal(ev->fabric, TN_FABRIC_TNW);
    assert_int_equal(ev->unit, TN_UNIT_FRAME);
    assert_int_equal(ev->len, (ev->span + 1) * TNW_WORD_OCTETS);
}

/* Words by letter from cycle 1 on: S START, Q SET, d DATA, b BAD, i IDLE, . none shown; x a DATA
 * word and ! an IDLE one with an error. */
static const char *records(const char *words)
{
    static struct book b;
    memset(&b, 0, sizeof b);
    b.r = (struct tn_tnw_recorder){.fn = on_record, .ctx = &b};
    for (uint64_t cycle = 1; *words; words++, cycle++) {
        struct tnw_word w = tnw_data(0x12345678);
        if (*words == 'S' || *words == 'Q')
            w = tnw_ctl_word(*words == 'S' ? TNW_S : TNW_Q, TNW_ACK, 3);
        if (*words == 'b')
            w.flags = 6;
        if (*words == 'i' || *words == '!')
            w = tnw_idle();
        if (*words != '.')
            tn_tnw_recorder_word(&b.r, cycle, w, *words == 'x' || *words == '!');
    }
    tn_tnw_recorder_end(&b.r);
    return b.text;
}

#define D8  "dddddddd"
#define D34 D8 D8 D8 D8 "dd"

static void a_packet_is_one_record_and_so_is_a_set(void **state)
{
    (void)state;
    assert_string_equal(records("S" D34), "1:175 ");
    assert_string_equal(records("S" D34 "S" D34 "Q..Q"), "1:175 36:175 71:5 74:5 ");
    assert_string_equal(records("QQ"), "1:5 2:5 ");
}

static void what_breaks_a_packet_begins_the_next_record(void **state)
{
    (void)state;
    assert_string_equal(records("SdddS" D34), "1:20M 5:175 ");
    assert_string_equal(records("SdddQ"), "1:20M 5:5 ");
    assert_string_equal(records("Sdddbb"), "1:20M 5:10 ");
    assert_string_equal(records("Sddd.ddd"), "1:20M 6:15 ");
    assert_string_equal(records("Sdddi"), "1:20M ");
}

static void other_words_make_runs(void **state)
{
    (void)state;
    assert_string_equal(records("dbd"), "1:15 ");
    assert_string_equal(records("S" D34 "d"), "1:175 36:5 ");
}

static void errors_mark_the_record_that_they_hit(void **state)
{
    (void)state;
    assert_string_equal(records("Sdxd.Q"), "1:20FM 6:5 ");
    assert_string_equal(records("Sdd!.Q"), "1:15FM 6:5 "); /* the packet was to go on */
    assert_string_equal(records("Sdd.!Q"), "1:15M 6:5 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_is_one_record_and_so_is_a_set),
        cmocka_unit_test(what_breaks_a_packet_begins_the_next_record),
        cmocka_unit_test(other_words_make_runs),
        cmocka_unit_test(errors_mark_the_record_that_they_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
