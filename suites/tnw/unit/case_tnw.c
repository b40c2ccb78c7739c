/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of TNW's processor interface and reception side say and no others: the bytes, registers
 * and messages of their lines (suites/cases/README.md). Expected values are worked from the pages.
 */
#include "../../unit/case_text.h"

#include <tn/tnw/tnw_case.h>

#define PI "tnw_pi", "TNW-PI-1"
#define RCV "tnw_rcv", "TNW-WR-1"

/* The line's packet begins with the bytes, and has len of them. */
static void packet_is(const char *dut, const char *rule, const char *line, const char *begins, size_t len)
{
    char found[512] = "";
    struct tn_case *c = case_good(dut, rule, line);
    const struct tn_case_tlp *t = &c->steps[0].tlp[0];
    for (size_t k = 0; k < t->len && k < strlen(begins) / 2; k++)
        sprintf(found + 2 * k, "%02x", t->bytes[k]);
    assert_string_equal(found, begins);
    assert_int_equal(t->len, len);
    for (size_t k = 0; k < t->len; k++)
        assert_int_equal(t->mask[k], 0xff);
    tn_case_free(c);
}

static void writes_are(const char *dut, const char *rule, const char *line, const uint32_t (*want)[2], unsigned n)
{
    struct tn_case *c = case_good(dut, rule, line);
    assert_int_equal(c->step_n, n);
    for (unsigned k = 0; k < n; k++) {
        assert_int_equal(c->steps[k].op, TN_CASE_WRITE);
        assert_int_equal(c->steps[k].addr, want[k][0]);
        assert_int_equal(c->steps[k].value, want[k][1]);
    }
    tn_case_free(c);
}

static void register_is(const char *dut, const char *rule, const char *name, uint32_t addr)
{
    char line[64];
    snprintf(line, sizeof line, "expect reg %s = 0", name);
    struct tn_case *c = case_good(dut, rule, line);
    assert_int_equal(c->steps[0].addr, addr);
    tn_case_free(c);
}

/* A window is 1 MiB of BAR2 (OFF_LOG2 16), and 1 MiB with last; 4DW headers there. */
static void places_are_addresses(void **state)
{
    (void)state;
    packet_is(PI, "send host MWr req=00:02.0 addr=W3.6+0x40 data=00..07_deadbeef",
              "60000003001000ff0000380003c000400001020304050607deadbeef", 28);
    packet_is(PI, "send host MWr req=00:02.0 addr=W0.1.last+0x40 data=deadbeef",
              "600000010010000f0000380000300040deadbeef", 20);
    packet_is(PI, "send host MRd req=00:02.0 tag=5 addr=BAR0+0x10 len=1", "000000010010050ff8000010", 12);
    packet_is(PI, "send host MRd req=00:02.0 tag=5 addr=BAR2 len=1", "200000010010050f0000380000000000", 16);
}

static void items_and_writes_are_their_bytes(void **state)
{
    (void)state;
    packet_is(PI, "expect inj link=3 vc=6 offset=0x10 fill=0xfe within 1..9 cycles", "0306000010feff0001", 133);
    packet_is(PI, "expect inj link=3 vc=6 offset=0x10 last=1 fill=0xfe within 1..9 cycles",
              "0306000011feff0001", 133);
    packet_is(PI, "send wr addr=0x12_34567f80 fill=1", "0000001234567f800102", 136);
    packet_is(PI, "send wr addr=0x10 data=4*11223344", "000000000000001011223344", 24);
    packet_is(PI, "expect strobe write addr=0x4080 value=7 within 1..9 cycles", "01408000000007", 7);
    packet_is(PI, "expect err window=5.7 FORM within 1..9 cycles", "2f04", 2);
    packet_is(RCV, "send link id=5.7 offset=0x123456 fill=3", "2f1234560304", 132);
    packet_is(RCV, "send link id=5.7 offset=0x123456 last=1 fill=3", "af1234560304", 132);
    packet_is(RCV, "expect wr addr=0x80 fill=0 within 1..9 cycles", "00000000000000800001", 136);
    packet_is(RCV, "expect match id=2.1 fits within 1..9 cycles", "1101", 2);
}

static void descriptors_and_credits_are_register_writes(void **state)
{
    static const uint32_t descriptor[][2] = {{0x8200, 0x180}, {0x8204, 5},      {0x8208, 640}, {0x820c, 9},
                                             {0x8210, 0xa0001000}, {0x8214, 0x7000}, {0x8218, 0}};
    static const uint32_t credit[][2] = {{0xbc0, 0x1000}, {0xbc4, 2},      {0xbc8, 128},
                                         {0xbcc, 7},      {0xbd0, 0x8000}, {0xbd4, 1}};
    (void)state;
    writes_are(PI, "descriptor 2 source=0x5_00000180 length=640 vc=5 offset=0x1000 notify=0x7000 tag=9", descriptor, 7);
    writes_are(RCV, "credit 5.7 base=0x2_00001000 length=128 notify=0x1_00008000 tag=7", credit, 6);
}

static void registers_have_their_addresses(void **state)
{
    (void)state;
    register_is(PI, "W5.7.DONE", 0x6bcc);
    register_is(PI, "G5.FREE_TAGS", 0x8520);
    register_is(PI, "G2.ABORT", 0x8224);
    register_is(PI, "CAUSE[9]", 0x64);
    register_is(PI, "LOST_TAGS", 0xbc);
    register_is(PI, "0xfffc", 0xfffc);
    register_is(RCV, "W5.7.PROGRESS", 0xbdc);
    register_is(RCV, "FLUSHED", 0xc14);
    register_is(RCV, "BEHIND", 0xc20);
    register_is(PI, "FEATURES", 8);
}

static void links_are_a_set(void **state)
{
    (void)state;
    struct tn_case *c = case_good(PI, "links 0 3 5\nlinks all\nlinks none");
    assert_int_equal(c->steps[0].op, TN_CASE_LINE);
    assert_int_equal(c->steps[0].cause, TN_CASE_LINKS);
    assert_int_equal(c->steps[0].value, 0x29);
    assert_int_equal(c->steps[1].value, 0x3f);
    assert_int_equal(c->steps[2].value, 0);
    tn_case_free(c);
}

static void a_wrong_line_is_named_with_its_reason(void **state)
{
    static const struct {
        const char *dut, *rule, *line, *message;
    } wrong[] = {
        {PI, "send inj link=0", "nothing is sent to 'inj'"},
        {PI, "expect wr addr=0 within 1..9 cycles", "nothing comes from 'wr'"},
        {PI, "send host MRd req=1 addr=W8.0 len=1", "'8.0' is no L.V (link, channel)"},
        {PI, "send host MRd req=1 addr=BAR1 len=1", "addr=BAR0+N, addr=BAR2+N or addr=WL.V+N"},
        {PI, "send host MRd req=1 addr=BAR0-4 len=1", "+N stands behind it"},
        {PI, "send host MWr req=1 addr=BAR0 data=00..02", "data is DWs of 8 hex digits"},
        {PI, "send host MWr req=1 addr=BAR0 data=07..04", "data is DWs of 8 hex digits"},
        {PI, "send wr addr=8 fill=0", "addr= is a multiple of 16"},
        {PI, "send wr addr=0 data=2*00000000", "data of 16 or 128 bytes"},
        {PI, "expect inj link=6 fill=0 within 1..9 cycles", "link: 6 is more than 5"},
        {PI, "expect inj lnk=1 fill=0 within 1..9 cycles", "'lnk=1' is no field here"},
        {PI, "expect inj link=1 data=4*00000000 within 1..9 cycles", "an item is of 128 bytes"},
        {PI, "expect strobe addr=4 within 1..9 cycles", "written so: expect strobe write"},
        {PI, "expect err window=0.0 BAD within 1..9 cycles", "no error 'BAD'"},
        {PI, "expect err FORM within 1..9 cycles", "written so: expect err window=L.V CAUSE"},
        {PI, "expect reg W6.0.NEXT = 0", "register 'W6.0.NEXT': WL.V.NAME"},
        {PI, "expect reg G0.NEXT = 0", "no register 'NEXT'"},
        {PI, "links", "written so: links 0 3 5"},
        {PI, "links 6", "link: 6 is more than 5"},
        {PI, "descriptor", "written so: descriptor L source="},
        {PI, "descriptor 0 src=0", "'src=0' is no field here"},
        {RCV, "send link offset=0 fill=0", "id=L.V comes first"},
        {RCV, "send link id=6.0 fill=0", "'6.0' is no L.V (link, channel)"},
        {RCV, "send wr addr=0 fill=0", "nothing is sent to 'wr'"},
        {RCV, "expect match id=0.0 maybe within 1..9 cycles", "written so: expect match"},
        {RCV, "credit 0.0 size=4", "'size=4' is no field here"},
        {RCV, "flush", "written so: flush L"},
        {RCV, "flush 6", "link: 6 is more than 5"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        case_refused(wrong[k].dut, wrong[k].rule, wrong[k].line, wrong[k].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_addresses),
        cmocka_unit_test(items_and_writes_are_their_bytes),
        cmocka_unit_test(descriptors_and_credits_are_register_writes),
        cmocka_unit_test(registers_have_their_addresses),
        cmocka_unit_test(links_are_a_set),
        cmocka_unit_test(a_wrong_line_is_named_with_its_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
