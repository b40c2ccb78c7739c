/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Cases of ExaNet's network interface: registers of pages and of the kernel's, the responses
 * of AXI, causes on obs_rx. Addresses from checkers/exanet/spec/exa_mailbox.md, exa_packetizer.md and
 * exa_ni.md section 5.
 */
#include "../../unit/case_text.h"

static void registers_have_the_addresses_of_the_contract(void **state)
{
    static const struct {
        const char *dut, *name;
        uint32_t addr;
    } all[] = {
        {"exa_mailbox", "M0.DATA[15]", 0x0003c},  {"exa_mailbox", "M63.INFO", 0x3f040},
        {"exa_mailbox", "M2.BOUND", 0x02054},     {"exa_mailbox", "BIND[63]", 0x400fc},
        {"exa_mailbox", "WAITING[1]", 0x40414},   {"exa_mailbox", "HCRC", 0x40444},
        {"exa_mailbox", "TAKEN", 0x4047c},        {"exa_mailbox", "POPPED", 0x40480},
        {"exa_rt_mailbox", "READ[3]", 0x0100c},   {"exa_rt_mailbox", "LEVEL", 0x40410},
        {"exa_rt_mailbox", "RSP_FULL", 0x40488},  {"exa_packetizer", "C5.DST[1]", 0x05044},
        {"exa_packetizer", "C1.STATUS", 0x01050}, {"exa_packetizer", "RETRY_MAX", 0x40414},
        {"exa_packetizer", "REFUSED", 0x40494},   {"exa_packetizer", "0xffffc", 0xffffc},
    };
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        char line[64];
        snprintf(line, sizeof line, "write %s 0x12", all[k].name);
        struct tn_case *c = case_good(all[k].dut, "EXN-CNT-1", line);
        assert_int_equal(c->steps[0].op, TN_CASE_WRITE);
        assert_int_equal(c->steps[0].addr, all[k].addr);
        tn_case_free(c);
    }
}

static void errors_and_causes_are_expected(void **state)
{
    (void)state;
    case_refused("exa_mailbox", "EXN-CNT-1", "expect rx FULL within 1..9 cycles", "expect rx net CAUSE");
    struct tn_case *c = case_good("exa_mailbox", "EXN-CNT-1",
                                  "own 1.2.3.1\n"
                                  "expect error read 0x41000 DECERR\n"
                                  "expect error write M1.POP 1 SLVERR [EXM-RD-3]\n"
                                  "expect rx net FULL within 1..9 cycles");
    assert_int_equal(c->step_n, 5);
    assert_int_equal(c->steps[0].op, TN_CASE_BENCH);
    assert_int_equal(c->steps[0].value, 1 << 12 | 3 << 8 | 2 << 4 | 1);
    assert_int_equal(c->steps[1].op, TN_CASE_RESET);
    assert_int_equal(c->steps[2].op, TN_CASE_EXPECT_ERROR);
    assert_int_equal(c->steps[2].response, 3);
    assert_false(c->steps[2].write);
    assert_int_equal(c->steps[3].response, 2);
    assert_true(c->steps[3].write);
    assert_int_equal(c->steps[3].addr, 0x1050);
    assert_string_equal(c->steps[3].rule, "EXM-RD-3");
    assert_int_equal(c->steps[4].cause, 14); /* exa_ni.md section 3 */
    assert_int_equal(c->steps[4].port, 14);
    tn_case_free(c);
}

static void a_wrong_line_is_named_with_its_reason(void **state)
{
    static const struct {
        const char *dut, *line, *message;
    } wrong[] = {
        {"exa_mailbox", "write M64.POP 1", "page: 64 is more than 63"},
        {"exa_mailbox", "write M1.STATUS 1", "no register 'STATUS'"},
        {"exa_mailbox", "write C1.STATUS 1", "no register 'C1.STATUS'"},
        {"exa_packetizer", "write M1.POP 1", "no register 'M1.POP'"},
        {"exa_mailbox", "write M1.DATA[16] 1", "16 is more than 15"},
        {"exa_mailbox", "expect error read M1.INFO OKAY", "expect error read REGISTER SLVERR|DECERR"},
        {"exa_mailbox", "expect error write M1.POP SLVERR", "expect error write REGISTER VALUE"},
        {"exa_crossbar", "expect error read ID SLVERR", "written so, of an AXI port"},
        {"exa_mailbox", "send 1 Ack dst=own", "no stream '1'"},
        {"exa_mailbox", "expect rx net ROUTE within 0..9 cycles", "no cause 'ROUTE' (HCRC, ..., TAKEN)"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        case_refused(wrong[k].dut, "EXN-CNT-1", wrong[k].line, wrong[k].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_have_the_addresses_of_the_contract),
        cmocka_unit_test(errors_and_causes_are_expected),
        cmocka_unit_test(a_wrong_line_is_named_with_its_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
