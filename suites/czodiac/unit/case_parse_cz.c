/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parser of conformance cases, on those of the remapper: what lines mean, and what is refused
 * with which message.
 */
#include "../../unit/case_text.h"

#include <tn/bfm.h>

#define HEAD "# why\ndut = cz_ioport_remap\nrules = CZR-RID-1 CZR-REG-1\n"
#define TAIL "\nexpect = pass\n"
#define CZ "cz_ioport_remap", "CZR-RID-1 CZR-REG-1"

static struct tn_case *parsed(const char *body)
{
    return case_good(CZ, body);
}

static void tlp_is(const struct tn_case_tlp *t, const char *bytes, const char *mask)
{
    char a[512] = "", b[512] = "";
    for (size_t k = 0; k < t->len && k < 200; k++) {
        sprintf(a + 2 * k, "%02x", t->bytes[k]);
        sprintf(b + 2 * k, "%02x", t->mask[k]);
    }
    assert_string_equal(a, bytes);
    if (mask)
        assert_string_equal(b, mask);
}

/* PCIe 3.0 figures 2-15, 2-17: Fmt 010 Type 00000, Length 2; Requester ID, Tag, byte
 * enables; address; data */
static void fields_become_the_bytes_on_the_wire(void **state)
{
    (void)state;
    struct tn_case *c = parsed("send usr MWr port=3 req=01:02.3 tag=0x45 tc=5 attr=5 ep=1 at=2 "
                               "addr=0xa000_0040 data=01234567_89abcdef");
    assert_int_equal(c->step_n, 1);
    assert_int_equal(c->steps[0].op, TN_CASE_SEND);
    assert_string_equal(c->steps[0].point, "s_usr");
    assert_int_equal(c->steps[0].tlp[0].port, 3);
    /* DW0: 40; TC 5 << 4 | IDO << 2; EP 40 | Attr[1:0] 1 << 4 | AT 2 << 2; 2 */
    tlp_is(&c->steps[0].tlp[0], "40545802" "011345ff" "a0000040" "01234567" "89abcdef", NULL);
    tn_case_free(c);
    c = parsed("send dev MRd64 req=0x1b00 tag=1 addr=0x90000000 len=1024 fbe=0xc lbe=1");
    tlp_is(&c->steps[0].tlp[0], "20000000" "1b00011c" "00000000" "90000000", NULL);
    tn_case_free(c);
    c = parsed("send dev CplD req=01:00.0 tag=7 cpl=1b:00.0 status=CA bcm=1 bytes=4096 lower=0x7f data=2*deadbeef");
    tlp_is(&c->steps[0].tlp[0], "4a000002" "1b009000" "0100077f" "deadbeef" "deadbeef", NULL);
    tn_case_free(c);
    c = parsed("send dev Msg req=1b:00.0 tag=2 route=4 code=0x20 dw2=0x11223344 dw3=5");
    tlp_is(&c->steps[0].tlp[0], "34000000" "1b000220" "11223344" "00000005", NULL);
    tn_case_free(c);
    c = parsed("send usr CfgWr1 req=01:00.0 tag=3 dest=05:1f.7 reg=0xffc data=00000001");
    tlp_is(&c->steps[0].tlp[0], "45000001" "0100030f" "05ff0ffc" "00000001", NULL);
    tn_case_free(c);
}

static void an_address_above_4_gib_takes_the_4dw_header(void **state)
{
    (void)state;
    struct tn_case *c = parsed("send dev MWr req=1b:00.0 addr=0x1_00000000 data=00000000");
    tlp_is(&c->steps[0].tlp[0], "60000001" "1b00000f" "00000001" "00000000" "00000000", NULL);
    tn_case_free(c);
}

static void dest_cpu_is_spread_over_its_four_bits(void **state)
{
    (void)state;
    /* Dest CPU 11 = 1011b: bits 23, 17, 16; what leaves to port 11 carries it */
    struct tn_case *c = parsed("expect usr Cpl to=11 req=01:00.0 tag=0 status=UR bytes=4 within 1..9 cycles");
    tlp_is(&c->steps[0].tlp[0], "0a830000" "00002004" "01000000", NULL);
    assert_int_equal(c->steps[0].tlp[0].port, 11);
    tn_case_free(c);
}

static void what_does_not_count_is_masked_and_nothing_else(void **state)
{
    (void)state;
    struct tn_case *c = parsed("expect dev MWr req=x tag=5 addr=x data=0123x567 within 1..9 cycles");
    tlp_is(&c->steps[0].tlp[0], "40000001" "0000050f" "00000000" "01230567",
           "ffffffff" "0000ffff" "00000003" "ffff0fff");
    tn_case_free(c);
    c = parsed("expect dev MRd req=01:00.0 tag=x addr=0 len=x within 9 cycles");
    tlp_is(&c->steps[0].tlp[0], "00000000" "010000ff" "00000000", "fffffc00" "ffff00ff" "ffffffff");
    assert_int_equal(c->steps[0].first, 0);
    assert_int_equal(c->steps[0].last, 9);
    tn_case_free(c);
    c = parsed("expect dev hex 4xx00001 0100x50f within 1..9 cycles");
    tlp_is(&c->steps[0].tlp[0], "40000001" "0100050f", "f00fffff" "ffff0fff");
    tn_case_free(c);
}

/* zlib's CRC-32 of 41004001 0100000f a0000040 11111111 with TD: 8c2b7b09 in the order sent */
static void a_good_digest_is_the_ecrc_and_a_bad_one_its_complement(void **state)
{
    (void)state;
    struct tn_case *c = parsed("send usr MWr req=01:00.0 addr=0xa0000040 data=11111111 digest=good\n"
                               "send usr MWr to=15 req=01:00.0 addr=0xa0000040 data=11111111 digest=bad\n"
                               "expect dev MWr req=01:00.0 addr=0xa0000040 data=11111111 digest=x within 9 cycles");
    tlp_is(&c->steps[0].tlp[0], "40008001" "0100000f" "a0000040" "11111111" "8c2b7b09", NULL);
    tlp_is(&c->steps[1].tlp[0], "408b8001" "0100000f" "a0000040" "11111111" "73d484f6", NULL);
    assert_int_equal(c->steps[2].tlp[0].mask[19], 0);
    assert_int_equal(c->steps[2].tlp[0].mask[15], 0xff);
    tn_case_free(c);
}

static void an_entry_is_its_register_writes(void **state)
{
    static const uint32_t writes[][2] = {
        {0x020, 0x00020100}, {0x024, 0x1b00}, {0x050, 0},
        {0x060, 0x80000000}, {0x064, 0x12}, {0x068, 0x40000000}, {0x06c, 0}, {0x070, 0x80000014},
        {0x090, 0}, {0x0b0, 0}, {0x0d0, 0}, {0x0f0, 0}, {0x010, 5}, {0x010, 0x80000007},
    };
    (void)state;
    struct tn_case *c = parsed("entry 5 port=2 uid=01:00.0 oid=1b:00.0 win1=0x12_80000000->0x40000000:1M\nclear 7");
    assert_int_equal(c->step_n, sizeof writes / sizeof *writes);
    for (size_t k = 0; k < c->step_n; k++) {
        assert_int_equal(c->steps[k].addr, writes[k][0]);
        assert_int_equal(c->steps[k].value, writes[k][1]);
    }
    tn_case_free(c);
}

static void expectations_carry_counts_windows_and_rules(void **state)
{
    (void)state;
    struct tn_case *c = parsed(
        "expect 3* dev unordered MRd req=1b:00.0 tag=1 addr=0 len=1 or MRd req=1b:00.1 tag=1 addr=0 len=1 within 4..60 cycles [CZR-ORD-2]\n"
        "expect no usr for 40 cycles\n"
        "expect reg REJ_U2D[7] = 0x12x4\n"
        "expect reject dev BAR_PAST within 0..9 cycles\n"
        "expect latency usr 1..12 cycles\n"
        "expect latency dev same\n"
        "expect back to back dev 32\n"
        "ok dev P CPL\n"
        "stall m_dev burst 5/9\n"
        "wait 0x10\n"
        "reset 3");
    const struct tn_case_step *s = c->steps;
    assert_int_equal(s[0].count, 3);
    assert_true(s[0].unordered);
    assert_int_equal(s[0].packet_n, 2);
    assert_int_equal(s[0].first, 4);
    assert_int_equal(s[0].last, 60);
    assert_string_equal(s[0].rule, "CZR-ORD-2");
    assert_int_equal(s[1].op, TN_CASE_EXPECT_NO);
    assert_string_equal(s[1].point, "m_usr");
    assert_string_equal(s[1].rule, "CZR-RID-1");
    assert_int_equal(s[2].addr, 0x45c);
    assert_int_equal(s[2].value, 0x1204);
    assert_int_equal(s[2].mask, 0xffffff0f);
    assert_int_equal(s[3].dir, 1);
    assert_int_equal(s[3].cause, 5);
    assert_int_equal(s[4].last, 12);
    assert_int_equal(s[5].op, TN_CASE_EXPECT_SAME);
    assert_int_equal(s[6].count, 32);
    assert_int_equal(s[7].classes, 5);
    assert_int_equal(s[8].stall.kind, TN_STALL_BURST);
    assert_int_equal(s[8].stall.den, 9);
    assert_int_equal(s[9].last, 16);
    assert_int_equal(s[10].op, TN_CASE_RESET);
    assert_int_equal(s[10].line, 14);
    tn_case_free(c);
}

static void keys_are_kept(void **state)
{
    static const char text[] = "# SPDX-License-Identifier: BSD-2-Clause\n# why\ndut = cz_ioport_remap\nrules = CZR-ADR-1\n"
                               "spec = 3 Forms carried\nrequires = FUNC_N >= 4, PORT_N == 2\nseed = 77\n"
                               "bug = 4\nscoreboard = off\nstall s_usr = random 1/3\nwait 1\nexpect = CZR-ADR-1\n";
    struct tn_case *c;
    (void)state;
    assert_int_equal(tn_case_parse("a/b/adr_bad.case", text, sizeof text - 1, &c, err), 0);
    assert_string_equal(c->name, "adr_bad");
    assert_string_equal(c->dut, "cz_ioport_remap");
    assert_string_equal(c->spec, "3 Forms carried");
    assert_string_equal(c->expect_rule, "CZR-ADR-1");
    assert_int_equal(c->need_n, 2);
    assert_string_equal(c->needs[1].name, "PORT_N");
    assert_int_equal(c->needs[1].op, TN_CASE_EQ);
    assert_int_equal(c->needs[0].value, 4);
    assert_int_equal(c->seed, 77);
    assert_int_equal(c->bug, 4);
    assert_true(c->no_board);
    assert_int_equal(c->steps[0].op, TN_CASE_STALL);
    tn_case_free(c);
}

/* Each line refused, and why: what the message must say after "x.case:4: ". */
static void a_wrong_line_is_named_with_its_reason(void **state)
{
    static const struct {
        const char *line, *message;
    } wrong[] = {
        {"frobnicate 3", "'frobnicate' is none of write,"},
        {"colour = red", "no key 'colour'"},
        {"write", "written so: write REGISTER VALUE"},
        {"write FOO 1", "no register 'FOO'"},
        {"write 0x401 1", "bits 1:0 of its address are 0"},
        {"write 0x1000 1", "register: 0x1000 is more than 4095"},
        {"write REJ_U2D[8] 1", "register index: 8 is more than 7"},
        {"write STATUS[0] 1", "NAME or NAME[i]"},
        {"write STATUS 0x1_0000_0000", "value: 0x1_0000_0000 is more than 4294967295"},
        {"write STATUS 99999999999999999999999", "is more than"},
        {"write STATUS 12a", "value: '12a' is not a number"},
        {"write STATUS 0x", "value: '0x' is not a number"},
        {"send xyz MRd req=1 addr=0 len=1", "no port 'xyz' (usr, dev)"},
        {"send usr", "written so: send usr|dev TLP"},
        {"send usr MRdd req=1", "no TLP 'MRdd'"},
        {"send usr CplD64 req=1", "no TLP 'CplD64'"},
        {"send usr MRd req=01:00.0 addr=0", "MRd has len="},
        {"send usr MRd addr=0 len=1", "MRd has req="},
        {"send usr MRd req=01:00.0 len=1", "MRd has addr="},
        {"send usr MWr req=01:00.0 addr=0", "MWr has data="},
        {"send usr Cpl req=01:00.0", "Cpl has bytes="},
        {"send usr MRd req=01:20.0 addr=0 len=1", "req: '01:20.0' is not bus:device.function"},
        {"send usr MRd req=01:00.8 addr=0 len=1", "is not bus:device.function"},
        {"send usr MRd req=1:0.0 addr=0 len=1", "is not bus:device.function"},
        {"send usr MRd req=0x10000 addr=0 len=1", "req: 0x10000 is more than 65535"},
        {"send usr MRd req=1 tag=256 addr=0 len=1", "tag: 256 is more than 255"},
        {"send usr MRd req=1 addr=2 len=1", "addr=2: bits 1:0 are ph's"},
        {"send usr MRd req=1 addr=0 len=0", "len=0: counted from 1"},
        {"send usr MRd req=1 addr=0 len=1025", "len: 1025 is more than 1024"},
        {"send usr MRd req=1 addr=0 addr=4 len=1", "addr= twice"},
        {"send usr MRd req=1 addr=0 len=1 bytes=4", "MRd has no bytes"},
        {"send usr MRd req=1 addr=0 len=1 zip=4", "no field 'zip'"},
        {"send usr MRd req=1 addr=0 len=1 tag", "'tag' is not FIELD=VALUE"},
        {"send usr MRd req=1 addr=0 len=1 tag=", "'tag=' is not FIELD=VALUE"},
        {"send usr MRd32 req=1 addr=0x1_00000000 len=1", "does not fit a 3DW header"},
        {"send usr MRd req=x addr=0 len=1", "req=x: what is sent has no don't-cares"},
        {"send usr MWr req=1 addr=0 data=0000000x", "has no don't-cares"},
        {"send usr MWr req=1 addr=0 data=000000", "data is DWs of 8 hex digits"},
        {"send usr MWr req=1 addr=0 data=000000000", "data is DWs of 8 hex digits joined by '_'"},
        {"send usr MWr req=1 addr=0 data=00000000_", "joined by '_'"},
        {"send usr MWr req=1 addr=0 data=1025*00000000", "data: 1025 is more than 1024"},
        {"send usr MWr req=1 addr=0 data=1000*00000000_100*00000000", "more than 4096 bytes"},
        {"send usr hex", "hex of which DWs?"},
        {"send usr hex 4000000g", "data is DWs of 8 hex digits"},
        {"send dev MRd req=1 addr=0 len=1 port=1", "port= is the user side's"},
        {"send 0* usr MRd req=1 addr=0 len=1", "count: 0*"},
        {"send 1001* usr MRd req=1 addr=0 len=1", "count: 1001 is more than 1000"},
        {"expect dev MRd req=1 addr=0 len=1", "the line ends in: within A..B cycles"},
        {"expect dev within 1..2 cycles", "written so: expect usr|dev TLP"},
        {"expect dev MRd req=1 addr=0 len=1 within 9..2 cycles", "cycles: 9..2 is empty"},
        {"expect dev MRd req=1 addr=0 len=1 within 1..2000000 cycles", "cycles: 2000000 is more than"},
        {"expect dev MRd req=1 addr=0 len=1 or within 1..2 cycles", "a TLP is missing here"},
        {"expect dev MWr req=x addr=0 data=00000000 digest=good within 1..2 cycles", "need every field's value"},
        {"expect no dev for 3", "written so: expect no usr|dev for N cycles"},
        {"expect reg STATUS 0", "written so: expect reg REGISTER = VALUE"},
        {"expect reject usr WRONG within 1..2 cycles", "no cause 'WRONG'"},
        {"expect no dev for 3 cycles [CZR-XYZ-1]", "no rule 'CZR-XYZ-1'"},
        {"expect back to back dev 1", "at least 2 TLPs"},
        {"expect latency dev", "written so: expect latency"},
        {"ok dev Q", "no class 'Q'"},
        {"ok dev", "written so: ok usr|dev"},
        {"stall q_dev = none", "no stream 'q_dev'"},
        {"stall m_dev = random 3/3", "0 < N < M"},
        {"stall m_dev = random", "a stall pattern is none,"},
        {"stall m_dev = sometimes 1/2", "a stall pattern is none,"},
        {"wait 0", "wait 0: no time passes"},
        {"wait", "wait N, reset N"},
        {"reset 5000", "cycles: 5000 is more than 1000"},
        {"entry 64 port=0 uid=1 oid=1", "index: 64 is more than 63"},
        {"entry 0 port=0 uid=1", "an entry has port=, uid= and oid="},
        {"entry 0 port=16 uid=1 oid=1", "port: 16 is more than 15"},
        {"entry 0 port=0 uid=1 oid=1 win6=0->0:4K", "none of port=, uid=, oid=, win0="},
        {"entry 0 port=0 uid=1 oid=1 win0=0->0", "a window is UBASE->OBASE:SIZE"},
        {"entry 0 port=0 uid=1 oid=1 win0=0->0:3K", "size 3 is not a power of two"},
        {"clear", "clear of which index?"},
        {"requires = FUNC_N > 3", "'>' is none of ==, >=, <="},
        {"rules = NO-1", "no rule 'NO-1'"},
        {"scoreboard = maybe", "scoreboard is on or off"},
        {"expect = CZR-RID-1", "a case that must fail is named ..._bad.case"},
        {"expect = perhaps", "no rule 'perhaps'"},
        {"expect = pass\nwait 1", "5: nothing follows the verdict"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        case_refused(CZ, wrong[k].line, wrong[k].message);
}

static void refused(const char *name, const char *text, size_t len, const char *message)
{
    struct tn_case *c;
    assert_int_equal(tn_case_parse(name, text, len, &c, err), -EINVAL);
    if (!strstr(err, message))
        fail_msg("'%s', not '... %s'", err, message);
}

static void a_file_that_is_no_case_is_refused(void **state)
{
    struct tn_case *c;
    static char big[TN_CASE_BYTES + 2], line[20000];
    (void)state;
    memset(big, '\n', sizeof big);
    memset(line, 'a', sizeof line);
#define REFUSED(name, text, message) refused(name, text, strlen(text), message)
    REFUSED("x.case", "", "x.case:0: the last line `expect = pass` (or a rule) is missing");
    REFUSED("x.case", HEAD, "x.case:3: the last line `expect = pass` (or a rule) is missing");
    REFUSED("x.case", "dut = a\n", "x.case:1: a case begins with a comment");
    REFUSED("x.case", "# SPDX-License-Identifier: x\ndut = a\n", "2: a case begins with a comment");
    REFUSED("x.case", "# why\nwait 1\n", "2: the keys dut and rules stand before the first step");
    REFUSED("x.case", "# why\nrules = CZR-RID-1\nexpect = pass\n", "3: a case names its `dut = `");
    REFUSED("x.case", "# why\ndut = a\nexpect = pass\n", "3: a case names its `rules = `");
    REFUSED("x_bad.case", HEAD TAIL, "a case that must pass is not named _bad");
    refused("x.case", "# why\0\n", 7, "a zero byte");
    refused("x.case", big, sizeof big, "longer than 262144 bytes");
    refused("x.case", line, sizeof line, "1: a line of more than 16383 characters");
    assert_int_equal(tn_case_read("/nonexistent/x.case", &c, err), -ENOENT);
    assert_non_null(strstr(err, "/nonexistent/x.case:0: No such file"));
    assert_int_equal(tn_case_read("/", &c, err), -EISDIR);
}

static void too_many_of_anything_is_refused(void **state)
{
    static char text[TN_CASE_BYTES];
    (void)state;
    char *end = stpcpy(text, HEAD);
    for (int k = 0; k <= TN_CASE_STEPS; k++)
        end = stpcpy(end, "wait 1\n");
    REFUSED("x.case", text, "more than 4096 steps");
    strcpy(text, HEAD);
    for (int k = 0; k < 257; k++)
        strcat(text, "a ");
    REFUSED("x.case", text, "more than 256 words on a line");
    strcpy(text, HEAD "rules = CZR-RID-1 CZR-RID-1 CZR-RID-1 CZR-RID-1 CZR-RID-1 CZR-RID-1 CZR-RID-1\n");
    REFUSED("x.case", text, "more than 8 rules");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_become_the_bytes_on_the_wire),
        cmocka_unit_test(an_address_above_4_gib_takes_the_4dw_header),
        cmocka_unit_test(dest_cpu_is_spread_over_its_four_bits),
        cmocka_unit_test(what_does_not_count_is_masked_and_nothing_else),
        cmocka_unit_test(a_good_digest_is_the_ecrc_and_a_bad_one_its_complement),
        cmocka_unit_test(an_entry_is_its_register_writes),
        cmocka_unit_test(expectations_carry_counts_windows_and_rules),
        cmocka_unit_test(keys_are_kept),
        cmocka_unit_test(a_wrong_line_is_named_with_its_reason),
        cmocka_unit_test(a_file_that_is_no_case_is_refused),
        cmocka_unit_test(too_many_of_anything_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
