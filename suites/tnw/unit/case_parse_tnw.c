/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Cases of a TNW link: sides, registers, items, words put on a line and what is done to others.
 * Words from checkers/tnw/spec/tnw.md sections 1 to 4.
 */
#include "../../unit/case_text.h"

#include <tn/tnw/bfm_tnw.h>
#include <tn/tnw/tnw_case.h>

#define LINK "tnw_link", "TNW-RX-4"

static void good(const char *body, struct tn_case **c)
{
    *c = case_good(LINK, body);
}

static void refused(const char *body, const char *why)
{
    case_refused(LINK, body, why);
}

static void registers_are_of_both_ends(void **state)
{
    struct tn_case *c;
    (void)state;
    good("write RESEND_TMO 9\nwrite FAR.CTRL 3\nexpect reg CAUSE[8] = 2\nexpect reg FAR.LEVEL[7] = 1", &c);
    assert_int_equal(c->steps[0].addr, 0x010);
    assert_int_equal(c->steps[1].addr, 0x1008);
    assert_int_equal(c->steps[2].addr, 0x0a0);
    assert_int_equal(c->steps[3].addr, 0x10dc);
    tn_case_free(c);
    refused("write FAR.X 1", "no register 'X'");
}

static void items_have_channel_offset_and_bytes(void **state)
{
    struct tn_case *c;
    (void)state;
    good("send far vc=5 offset=0xabcd fill=254\nexpect dut vc=5 offset=0xabcd fill=254 within 1..9 cycles\n"
         "expect rx dut AHEAD within 0..9 cycles [TNW-RX-6]", &c);
    assert_string_equal(c->steps[0].point, "s_far");
    assert_string_equal(c->steps[1].point, "m_dut");
    assert_int_equal(c->steps[0].tlp[0].len, 132);
    const uint8_t head[] = {5, 0, 0xab, 0xcd, 254, 255, 0};
    assert_memory_equal(c->steps[0].tlp[0].bytes, head, sizeof head);
    assert_int_equal(c->steps[2].cause, 6);
    assert_string_equal(c->steps[2].rule, "TNW-RX-6");
    tn_case_free(c);
    refused("send dut vc=8", "vc");
    refused("send dut seq=1", "'seq=1' is no field here");
    refused("send up vc=1", "'up' is no side (dut, far)");
}

/* tnw.md section 4: the words of SET NACK_FULL 6, START ACK 5, and a packet's CRC. */
static void words_are_put_as_the_page_has_them(void **state)
{
    static const uint8_t set[] = {1, 0x9c, 0x1f, 0, 0x86}, start[] = {1, 0xfb, 0x38, 0, 0x25};
    static const uint8_t crc[] = {0, 0xc6, 0x77, 0x2f, 0xa7}, wrong[] = {0, 0xc7, 0x77, 0x2f, 0xa7};
    struct tn_case *c;
    (void)state;
    good("put to_dut SET NACK_FULL 6\nput from_dut START ACK 5\nput to_dut packet seq=17 vc=5 offset=0xabcd\n"
         "put to_dut packet seq=17 vc=5 offset=0xabcd crc=bad\nput to_dut SET NACK_FULL 6 crc=bad\n"
         "put to_dut data 0x04030201\nput to_dut bad", &c);
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(c->steps[i].op, TN_CASE_LINE);
        assert_int_equal(c->steps[i].cause, TN_CASE_PUT);
        assert_int_equal(c->steps[i].dir, i == 1 ? TN_TNW_FROM_DUT : TN_TNW_TO_DUT);
        assert_int_equal(c->steps[i].tlp[0].len, i == 2 || i == 3 ? 175 : 5);
    }
    assert_memory_equal(c->steps[0].tlp[0].bytes, set, 5);
    assert_memory_equal(c->steps[1].tlp[0].bytes, start, 5);
    assert_memory_equal(c->steps[2].tlp[0].bytes + 170, crc, 5);
    assert_memory_equal(c->steps[3].tlp[0].bytes + 170, wrong, 5);
    assert_true(memcmp(c->steps[4].tlp[0].bytes, set, 5) != 0);
    assert_int_equal(c->steps[5].tlp[0].bytes[1], 1);
    assert_int_equal(tnw_classify(tnw_word_get(c->steps[6].tlp[0].bytes)), TNW_BAD);
    tn_case_free(c);
    refused("put up SET ACK 1", "'up' is neither to_dut nor from_dut");
    refused("put to_dut SET HALT 1", "no code 'HALT'");
    refused("put to_dut SET ACK 32", "number");
    refused("put to_dut IDLE", "written so: put WAY");
}

static void errors_strike_what_is_counted_from_here(void **state)
{
    struct tn_case *c;
    (void)state;
    good("hurt to_dut lane packet 2 word 9\nhurt from_dut idle feedback 1..4\nhurt to_dut dark word 30\nskew 0 10 79 3", &c);
    assert_int_equal(c->steps[0].cause, TN_CASE_HURT);
    assert_int_equal(c->steps[0].port, TN_TNW_E_LANE);
    assert_int_equal(c->steps[0].addr, TN_CASE_OF_PACKETS);
    assert_int_equal(c->steps[0].first, 2);
    assert_int_equal(c->steps[0].value, 9);
    assert_int_equal(c->steps[1].port, TN_TNW_E_IDLE);
    assert_int_equal(c->steps[1].addr, TN_CASE_OF_FEEDBACK);
    assert_int_equal(c->steps[1].last, 4);
    assert_int_equal(c->steps[1].dir, TN_TNW_FROM_DUT);
    assert_int_equal(c->steps[2].port, TN_TNW_E_DARK);
    assert_int_equal(c->steps[2].addr, TN_CASE_OF_WORDS);
    assert_int_equal(c->steps[3].cause, TN_CASE_SKEW);
    assert_int_equal(c->steps[3].tlp[0].bytes[2], 79);
    tn_case_free(c);
    refused("hurt to_dut lane packet 0", "counted from 1");
    refused("hurt to_dut lane packet 4..2", "A not above B");
    refused("hurt to_dut axe packet 1", "written so: hurt WAY");
    refused("hurt to_dut lane packet 1 word 35", "word");
    refused("skew 0 0 0", "written so: skew");
    refused("skew 0 0 0 80", "bits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_of_both_ends),
        cmocka_unit_test(items_have_channel_offset_and_bytes),
        cmocka_unit_test(words_are_put_as_the_page_has_them),
        cmocka_unit_test(errors_strike_what_is_counted_from_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
