/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Cases of ExaNet's switch: packets as written become the words of
 * checkers/exanet/spec/exanet.md; what is no packet is refused with line and reason.
 */
#include "../../unit/case_text.h"

#include <tn/exanet/exa_word.h>

#define XBAR "exa_crossbar", "EXX-ORD-2"

static struct tn_case *parsed(const char *body)
{
    return case_good(XBAR, body);
}

static void words_are(const struct tn_case_tlp *p, const char *kinds, const char *bytes)
{
    char k[64] = "", b[2048] = "";
    for (size_t i = 0; i < p->len / EXA_WORD; i++)
        k[i] = p->kinds[i] == TN_EXA_HDR ? 'h' : p->kinds[i] == TN_EXA_PLD ? 'p' : 'f';
    for (size_t i = 0; i < p->len; i++) {
        sprintf(b + 2 * i, "%02x", p->bytes[i]);
        assert_int_equal(p->mask[i], 0xff);
    }
    assert_string_equal(k, kinds);
    assert_string_equal(b, bytes);
}

/* Bits by the diagrams: of an acknowledgment CRC 16, 9, pdid 12, seq 1, resp 4, tid 14, address 10,
 * size 14, type 5, coordinates 8, 2, 4, 4, 4, seq 12, pdid 4, 5; of others CRC 16, path 3, 5,
 * address 42, size 14, type 5, coordinates 22, pdid 16, 5; of a footer CRC 32, 8, 12, 15, seq 14, 1,
 * 1, 1, 8, coordinates 22, tid 14. */
static void fields_become_a_header_word(void **state)
{
    struct tn_case *c = parsed("send 3 Ack dst=1.2.3.1 pdid=0x1234 hdr_crc=0xbeef index=2 chan=3 seq=1 code=6");
    (void)state;
    assert_string_equal(c->steps[0].point, "s_exa3");
    words_are(&c->steps[0].tlp[0], "h", "beef000919a003e08000500264200280");
    tn_case_free(c);
}

static void a_payload_counts_up_from_its_lane(void **state)
{
    struct tn_case *c = parsed("own 1.2.3.1\nsend 0 Write dst=own addr=0xe size=3 pdid=0x40 hdr_crc=0 pld_crc=0x01020304 "
                               "src=255.12.0.15.3 tid=1023 seq=0x1234 ftr_crc=0xab");
    (void)state;
    assert_int_equal(c->steps[0].op, TN_CASE_BENCH); /* own: the bench's register and a reset */
    assert_int_equal(c->steps[0].value, 1 << 12 | 3 << 8 | 2 << 4 | 1);
    assert_int_equal(c->steps[1].op, TN_CASE_RESET);
    const struct tn_case_tlp *p = &c->steps[2].tlp[0];
    assert_int_equal(p->len, 4 * EXA_WORD);
    assert_memory_equal(p->bytes, "\x00\x00\x00\x00\x00\x00\x00\x03\x80\x03\x00\x02\x64\x20\x08\x00", 16);
    assert_memory_equal(p->bytes + 16, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x40\x41", 16);
    assert_memory_equal(p->bytes + 32, "\x42\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
    assert_memory_equal(p->bytes + 48, "\x01\x02\x03\x04\xab\x00\x00\x00\x09\x1a\x00\x0f\xff\xc3\x03\xff", 16);
    tn_case_free(c);
}

static void names_stand_for_words(void **state)
{
    struct tn_case *c = parsed("packet A Write dst=0.0.0.0 addr=0 size=32 pdid=1\n"
                               "packet B A[0..1] zero\n"
                               "send 2* 15 A[3] B A[2] hdr:000102030405060708090a0b0c0d0e0f\n"
                               "expect 7 A or B within 2..9 cycles [EXX-RTE-5]\n"
                               "expect drop 4 MALF within 0..5 cycles\n"
                               "expect latency 7 from 15 2..2 cycles\n"
                               "stall m_exa12 = forever\nok 1 PLD FTR");
    const struct tn_case_step *s = c->steps;
    (void)state;
    const struct tn_case_tlp *p = &s[0].tlp[0];
    assert_string_equal(s[0].point, "s_exa15");
    assert_int_equal(s[0].count, 2);
    assert_int_equal(p->len, 6 * EXA_WORD);
    assert_memory_equal(p->kinds, "\4\1\2\4\2\1", 6);
    assert_memory_equal(p->bytes + 5 * EXA_WORD, "\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xf", 16);
    assert_string_equal(s[1].point, "m_exa7");
    assert_string_equal(s[1].rule, "EXX-RTE-5");
    assert_int_equal(s[1].packet_n, 2);
    assert_int_equal(s[1].tlp[0].len, 4 * EXA_WORD);
    assert_int_equal(s[1].tlp[1].len, 3 * EXA_WORD);
    assert_int_equal(s[2].op, TN_CASE_EXPECT_REJECT);
    assert_int_equal(s[2].dir, 4);
    assert_int_equal(s[2].cause, 2);
    assert_string_equal(s[3].from, "s_exa15");
    assert_string_equal(s[4].point, "m_exa12");
    assert_int_equal(s[5].classes, 6);
    tn_case_free(c);
}

static void a_wrong_line_is_named_with_its_reason(void **state)
{
    static const struct {
        const char *line, *message;
    } wrong[] = {
        {"own 1.2.3", "own: '1.2.3' is not x.y.z.fpga or tor.x.y.z.fpga"},
        {"own 1.2.3.4", "own: '1.2.3.4' is not x.y.z.fpga or tor.x.y.z.fpga"},
        {"send 16 Ack dst=own", "16 is more than 15"},
        {"send usr Ack dst=own", "'usr' is not a number"},
        {"send 1 Nack dst=own", "no packet 'Nack'"},
        {"send 1 Ack dst=own colour=3", "no field 'colour'"},
        {"send 1 Ack dst=own size", "'size' is not FIELD=VALUE"},
        {"send 1 Write dst=own size=16384", "16384 is more than 16383"},
        {"send 1 Write dst=own hdr_crc=0x10000", "0x10000 is more than 65535"},
        {"send 1 hdr:0011", "a word is 32 hex digits, not '0011'"},
        {"packet", "written so: packet NAME TYPE"},
        {"packet a Ack dst=own", "'a' is no name"},
        {"packet Ack Ack dst=own", "is a type, not a name"},
        {"packet A Ack dst=own\npacket A Ack dst=own", "5: a second packet 'A'"},
        {"packet A Ack dst=own\nsend 1 A[1]", "5: word: 1 is more than 0"},
        {"packet A Ack dst=own\nsend 1 A[1", "5: 'A[1' is not NAME[i]"},
        {"expect drop 3 RID_MISS within 1..2 cycles", "no cause 'RID_MISS' (HCRC, ..., STRAY)"},
        {"expect latency 3 2..2 cycles", "expect latency 3 from which port?"},
        {"write CPL_ID 3", "no register 'CPL_ID'"},
        {"entry 0 port=1", "'entry' is none of write, own, packet, send"},
        {"stall s_usr = none", "no stream 's_usr' (s_exa0, s_exa1, ...)"},
        {"ok 3 NP", "no class 'NP' (HDR, PLD, FTR)"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        case_refused(XBAR, wrong[k].line, wrong[k].message);
}

static void a_link_is_reset_for_four_cycles_of_its_slowest_clock(void **state)
{
    (void)state;
    case_refused("exa_link", "EXL-CNT-1", "reset 31", "reset 31: the block's contract has resets of 32 cycles or more");
    tn_case_free(case_good("exa_link", "EXL-CNT-1", "reset 32"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_become_a_header_word),
        cmocka_unit_test(a_payload_counts_up_from_its_lane),
        cmocka_unit_test(names_stand_for_words),
        cmocka_unit_test(a_wrong_line_is_named_with_its_reason),
        cmocka_unit_test(a_link_is_reset_for_four_cycles_of_its_slowest_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
