/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Cases of the sender of RDMA transactions: descriptors, single beats, messages, reads of memory.
 * Positions are those of checkers/exanet/spec/exa_dma.md sections 3, 4, 8 and 10.
 */
#include "../../unit/case_text.h"

#include <tn/exanet/exa_case.h>

#include <string.h>

static void registers_have_the_addresses_of_the_page(void **state)
{
    static const struct {
        const char *name;
        uint32_t addr;
    } all[] = {{"D0.SRC", 0x00},        {"D1.STATUS", 0x34},      {"D1023.TOP", 0x7ffc},
               {"BANK[7]", 0x4001c},    {"FAULT_HI", 0x40414},    {"CTL_DROP", 0x4041c},
               {"CHAIN_MISS", 0x40450}, {"ACTIVE", 0x4045c},      {"P0.PACKETS", 0x40500},
               {"P2.FAULTS", 0x40548},  {"P6.CONTROLS", 0x405d4}, {"PARAMS", 0x40404}};
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        char line[64];
        snprintf(line, sizeof line, "write %s 0x12", all[k].name);
        struct tn_case *c = case_good("exa_dma", "EXD-CNT-1", line);
        assert_int_equal(c->steps[0].addr, all[k].addr);
        tn_case_free(c);
    }
}

/* 1.2.3.0 is 321h; word 2 is notify, dependency 3, chained, length 12ch, pdid 77h; word 3 is seq 5,
 * path 1. */
static const uint8_t started[32] = {0x07, 0x10, 0,    0,    0, 0,    0, 0,    0xf3, 0x40, 0,
                                    0,    0,    0x84, 0x0c, 0, 0x77, 0, 0x2c, 0x81, 3,    0,
                                    0,    8,    0xa1, 0,    0, 0,    0, 0,    0,    0};
#define FIELDS                                                                                     \
    "5 src=0x1007 dst=1.2.3.0 addr=0x40f3 length=300 pdid=0x77 path=1 seq=5 chained=3 notify=1"

static void a_descriptor_is_one_burst_or_several_writes(void **state)
{
    uint8_t parked[32];
    (void)state;
    memcpy(parked, started, sizeof parked);
    parked[0x17] |= 0x80;
    struct tn_case *c = case_good("exa_dma", "EXD-STA-1",
                                  "start " FIELDS "\npark " FIELDS "\nstart " FIELDS " by=8");
    assert_int_equal(c->step_n, 6);
    assert_int_equal(c->steps[0].cause, TN_CASE_BEATS);
    assert_int_equal(c->steps[0].addr, 0xa0);
    assert_int_equal(c->steps[0].tlp[0].len, 32);
    assert_memory_equal(c->steps[0].tlp[0].bytes, started, 32);
    assert_memory_equal(c->steps[1].tlp[0].bytes, parked, 32);
    for (unsigned k = 0; k < 4; k++) { /* the word with the control byte comes last */
        static const unsigned order[] = {0, 1, 3, 2};
        assert_int_equal(c->steps[2 + k].addr, 0xa0 + 8 * order[k]);
        assert_int_equal(c->steps[2 + k].tlp[0].len, 8);
        assert_memory_equal(c->steps[2 + k].tlp[0].bytes, started + 8 * order[k], 8);
    }
    tn_case_free(c);
}

static void a_beat_has_strobes_and_an_answer(void **state)
{
    static const uint8_t mask[8] = {0xff, 0, 0, 0, 0, 0, 0, 0xff};
    (void)state;
    struct tn_case *c =
        case_good("exa_dma", "EXD-CTL-1",
                  "beat 8 0x08018 0x1122334455667788 strobes=0x81 SLVERR [EXD-CTL-3]\n"
                  "later 1 0x00037 0x80\n"
                  "message 1 3 7 8 9");
    assert_int_equal(c->step_n, 5);
    assert_int_equal(c->steps[0].response, 2);
    assert_true(c->steps[0].write);
    assert_string_equal(c->steps[0].rule, "EXD-CTL-3");
    assert_int_equal(c->steps[0].tlp[0].bytes[0], 0x88);
    assert_memory_equal(c->steps[0].tlp[0].mask, mask, 8);
    assert_false(c->steps[1].write);
    assert_int_equal(c->steps[1].addr, 0x37);
    assert_int_equal(c->steps[2].addr, 0x10030);
    assert_int_equal(c->steps[3].addr, 0x10038);
    assert_int_equal(c->steps[4].addr, 0x10030);
    assert_int_equal(c->steps[4].tlp[0].bytes[0], 9);
    tn_case_free(c);
}

static void memory_and_its_reads(void **state)
{
    static const uint8_t read[10] = {0, 0, 0, 0, 0, 0, 0x1f, 0x80, 8, 2};
    (void)state;
    struct tn_case *c = case_good("exa_dma", "EXD-RD-1",
                                  "page 0x77 0x3000 missing\nanswers 20..90 reorder interleave\n"
                                  "expect read addr=0x1f80 beats=8 id=2 within 0..9 cycles");
    assert_int_equal(c->steps[0].cause, TN_CASE_PAGE);
    assert_false(c->steps[0].write);
    assert_int_equal(c->steps[1].cause, TN_CASE_ANSWERS);
    assert_int_equal(c->steps[1].value, 3);
    assert_int_equal(c->steps[1].last, 90);
    assert_string_equal(c->steps[2].point, "read");
    assert_int_equal(c->steps[2].tlp[0].len, 10);
    assert_memory_equal(c->steps[2].tlp[0].bytes, read, 10);
    tn_case_free(c);
}

static void a_wrong_line_is_named_with_its_reason(void **state)
{
    static const struct {
        const char *line, *message;
    } wrong[] = {
        {"start 1024 src=1", "1024 is more than 1023"},
        {"start 1 by=3", "by= is 4, 8 or 16"},
        {"start 1 dst=1.2", "not x.y.z.fpga"},
        {"beat 3 0x10 1", "1, 2, 4, 8 or 16 bytes"},
        {"beat 8 0x14 1", "at a multiple of them"},
        {"beat 8 0x10", "written so: beat"},
        {"message 7 1 1 1 1", "7 is more than 6"},
        {"page 0x77 0 gone", "written so: page"},
        {"answers 20", "written so: answers"},
        {"answers 1..2 soon", "reorder, interleave"},
        {"write D1024.SRC 1", "1024 is more than 1023"},
        {"expect read addr=0 beats=18 id=0 within 0..9 cycles", "18 is more than 17"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        case_refused("exa_dma", "EXD-CNT-1", wrong[k].line, wrong[k].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_have_the_addresses_of_the_page),
        cmocka_unit_test(a_descriptor_is_one_burst_or_several_writes),
        cmocka_unit_test(a_beat_has_strobes_and_an_answer),
        cmocka_unit_test(memory_and_its_reads),
        cmocka_unit_test(a_wrong_line_is_named_with_its_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
