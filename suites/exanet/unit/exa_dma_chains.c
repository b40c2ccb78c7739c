/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender's judge where a chained start is due and its bank goes or comes (exa_dma.md sections 7 and 9).
 */
#include "exa_dma_player.h"

/* Transaction t of one packet on a path, for the domain NEXT or PDID, and one chained behind it or none. */
static void one_packet(struct player *p, unsigned t, unsigned path, unsigned pdid, uint64_t src, unsigned chained, bool park)
{
    const struct tn_exd_fields f = {.src = src, .addr = 0x20000, .dst = 5, .pdid = pdid, .seq = 16, .length = 32, .path = path,
                                    .chained = chained > 0, .dependency = chained};
    describe(p, t, &f, park);
}

static void give_bank(struct player *p, uint64_t value)
{
    p->m.bank[BANK + 1] = (uint32_t)value;
    write32(p, 0x40000 + 4 * (BANK + 1), value, 0);
}

/* The packet before a chained start has two reads, and the second stands while the bank goes: the start is behind the
 * acceptance of the last read (exa_dma.md section 7), and refused. */
static void a_chained_start_waits_for_the_second_read(void **state)
{
    struct player p;
    (void)state;
    begin(&p, NONE, 1);
    give_bank(&p, 1ull << 31 | NEXT);
    one_packet(&p, TID + 1, 0, NEXT, 0x30000, 0, true);
    one_packet(&p, TID, 0, PDID, 0x10ff0, TID + 1, false);
    idle(&p, 80);
    ask_late(&p, TID, 0, 150, 0);
    p.m.bank[BANK + 1] = 0;
    tn_exd_chain(&p.m, TID);
    answer_packet(&p, TID, 0);
    idle(&p, 2);
    send_packet(&p, TID, 0);
    idle(&p, 400);
    tn_exd_ended(&p.m, TID, 1, 1);
    read64(&p, TN_EXD_DESC * (TID + 1) + 16, tn_exd_shown(&p.m.desc[TID + 1], 2));
    read64(&p, 0x40440, 1ull << 32); /* BAD */
    idle(&p, 400);
    finish(&p);
    first_verdict_none(&p.judged);
}

/* Two chained starts wait on a path, and the bank of the later goes while its address stands: it is read for, and then the
 * other. */
static void a_chained_start_whose_address_stands_is_next_without_its_bank(void **state)
{
    struct player p;
    (void)state;
    begin(&p, NONE, 2);
    give_bank(&p, 1ull << 31 | NEXT);
    one_packet(&p, TID + 1, 1, PDID, 0x30000, 0, true);
    one_packet(&p, TID + 2, 1, NEXT, 0x40000, 0, true);
    one_packet(&p, TID, 0, PDID, 0x10000, TID + 1, false);
    one_packet(&p, TID + 3, 0, PDID, 0x50000, TID + 2, false);
    idle(&p, 80);
    ask_packet(&p, TID, 0);
    tn_exd_chain(&p.m, TID);
    ask_packet(&p, TID + 3, 0);
    tn_exd_chain(&p.m, TID + 3);
    ask_late(&p, TID + 2, 0, 10, 0);
    ask_packet(&p, TID + 1, 0);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned t = (const unsigned[]){TID, TID + 3, TID + 2, TID + 1}[i];
        answer_packet(&p, t, 0);
        idle(&p, 2);
        send_packet(&p, t, 0);
    }
    idle(&p, 400);
    finish(&p);
    first_verdict_none(&p.judged);
}

/* The bank comes, or a bound is mended, as a chained start is due that has none: nobody can tell which was first. */
static void a_chained_start_that_a_write_meets_is_left_open(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct player p;
        begin(&p, NONE, 1);
        one_packet(&p, TID + 1, 0, NEXT, 0x30000, 0, true);
        one_packet(&p, TID, 0, PDID, 0x10000, TID + 1, false);
        idle(&p, 80);
        ask_packet(&p, TID, 0);
        if (i == 0)
            give_bank(&p, 1ull << 31 | NEXT);
        else
            write64(&p, TN_EXD_DESC * (TID + 1), 0x30010, 0);
        p.m.bank[BANK + 1] = 1u << 31 | NEXT;
        tn_exd_chain(&p.m, TID);
        answer_packet(&p, TID, 0);
        ask_packet(&p, TID + 1, 0);
        first_verdict_none(&p.judged);
        assert_true(tn_exd_judge_is_unsure(p.j));
        tn_exd_judge_free(p.j);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chained_start_waits_for_the_second_read),
        cmocka_unit_test(a_chained_start_whose_address_stands_is_next_without_its_bank),
        cmocka_unit_test(a_chained_start_that_a_write_meets_is_left_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
