/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender's judge beside a player: one transaction of three packets and a control message, as the page has them or
 * with a chosen bug. exa_dma_model.c holds the model against the page by hand.
 */
#include "exa_dma_player.h"

static void packets(struct player *p)
{
    const bool faults = p->bug == FAULTS || p->bug == SENT_WITH_A_FAULT;
    for (unsigned k = 0; k < 3; k++) {
        read_packet(p, TID, k);
        if (p->bug == WRONG_ORDER && k < 2) {
            idle(p, 1);
            if (k == 1)
                send_packet(p, TID, 1);
            continue;
        }
        idle(p, 2);
        if (!(p->bug == NOT_SENT && k == 2) && !(faults && k >= FAULTY && p->bug == FAULTS))
            send_packet(p, TID, k);
        if (p->bug == SENT_TWICE && k == 0)
            send_packet(p, TID, k);
    }
}

/* The bugs in the order of packets: of one transaction, of three, or of a message. */
static void disorder(struct player *p)
{
    for (unsigned k = 0; k < 9 && p->bug == NINTH_READ; k++)
        read_packet(p, TID, k);
    if (p->bug == TURN_TAKEN || p->bug == LATER_FIRST) {
        start(p, TID + 1, false);
        idle(p, 200);
        read_packet(p, TID, 0);
        read_packet(p, TID + (p->bug == LATER_FIRST), p->bug == TURN_TAKEN);
    }
    if (p->bug == LATER_FIRST) {
        idle(p, 18);
        send_packet(p, TID + 1, 0);
    }
    if (p->bug == CHAINED_PASSED) {
        read_packet(p, TID, 0);
        read_packet(p, TID + 2, 0);
    }
    if (p->bug == MESSAGE_PASSED) {
        for (unsigned i = 0; i < 3; i++)
            write64(p, 0x8000 + 16 * TID, i, 0);
        idle(p, 40);
        read_packet(p, TID, 0);
        idle(p, 2);
        send_packet(p, TID, 0);
    }
}

/* The bank is given away while a packet is read: the transaction goes on with nobody's bank, and stops. */
static void bank_moves(struct player *p)
{
    const uint64_t next = 1ull << 31 | NEXT, drains = 1ull << 30;
    ask_packet(p, TID, 0);
    write32(p, 0x40000 + 4 * BANK, next, 0);
    idle(p, 150);
    read64(p, 0x40000 + 4 * BANK, p->bug == SHOWN_FREE ? next : next | drains);
    read64(p, 0x40020 + 4 * BANK, p->bug == LEVEL_NONE ? 0 : 1);
    write32(p, 0x40000 + 4 * BANK, 1ull << 31 | PDID, p->bug == TAKEN_AGAIN ? 0 : 2);
    if (p->bug == READ_WHILE_DRAINING)
        ask_packet(p, TID, 1);
    answer_packet(p, TID, 0);
    idle(p, 2);
    send_packet(p, TID, 0);
    idle(p, 80);
    read64(p, 0x40000 + 4 * BANK, p->bug == STAYS_CLOSED ? next | drains : next);
    for (unsigned i = 0; i < (p->bug == SEARCH_STARVES ? 250u : 160u); i++) /* 640 cycles are allowed */
        write32(p, 0x4041c, 0, 0);
    tn_exd_judge_irq(p->j, p->cycle, true);
    tn_exd_ended(&p->m, TID, 1, 1);
    read64(p, TN_EXD_DESC * TID + 16, tn_exd_shown(&p->m.desc[TID], 2));
    read64(p, 0x40410, 0x10ull << 32 | 1u << 31 | PDID << 12 | 1 << 10 | TID);
    tn_exd_judge_irq(p->j, p->cycle, false);
    idle(p, 400);
}

static void play(struct player *p, enum bug bug)
{
    begin(p, bug, 1);
    if (bug == CHAINED_PASSED) {
        start(p, TID + 1, true);
        start(p, TID + 2, false);
    }
    start(p, TID, false);
    write64(p, TN_EXD_DESC * TID, 1, bug == WRITE_TO_ACTIVE_TAKEN ? 0 : 2);
    if (bug == DONE_TOO_EARLY || bug == ERROR_WITHOUT_FAULT)
        read64(p, TN_EXD_DESC * TID + 16, tn_exd_shown(&p->m.desc[TID], 2) | 1ull << (bug == DONE_TOO_EARLY ? 57 : 60));
    if (bug == TOO_MANY_BYTES)
        read64(p, TN_EXD_DESC * TID + 16, tn_exd_shown(&p->m.desc[TID], 2) | 257ull << 42);
    if (bug == BAD_START_UNSHOWN) {
        write64(p, TN_EXD_DESC * (TID + 1) + 16, 0, 0);
        read64(p, TN_EXD_DESC * (TID + 1) + 16, 0);
    }
    if (bug >= NINTH_READ) {
        if (bug >= DRAINS)
            bank_moves(p);
        else
            disorder(p);
        finish(p);
        return;
    }
    packets(p);
    message(p);
    if (bug == FAULTS)
        tn_exd_judge_irq(p->j, p->cycle, true);
    idle(p, 400);
    tn_exd_ended(&p->m, TID, bug == FAULTS ? FAULTY : 3, 3);
    read64(p, TN_EXD_DESC * TID + 16, tn_exd_shown(&p->m.desc[TID], 2));
    idle(p, 400);
    if (bug == STILL_PARKED)
        read64(p, TN_EXD_DESC * TID + 16, tn_exd_shown(&p->m.desc[TID], 2) | 1ull << 63);
    if (bug == OTHER_WORD)
        read64(p, TN_EXD_DESC * TID, 0x10009);
    read64(p, 0x40440, bug == WRONG_COUNTER ? 2 : 1);
    if (bug == FAULTS) { /* of the third beat of the packet at 10018: page 10 */
        read64(p, 0x40410, 0x10ull << 32 | 1u << 31 | PDID << 12 | 2 << 10 | TID);
        tn_exd_judge_irq(p->j, p->cycle, false);
    }
    idle(p, 400);
    finish(p);
}

static void what_the_page_says_is_not_blamed(void **state)
{
    struct player p;
    (void)state;
    play(&p, NONE);
    first_verdict_none(&p.judged);
    play(&p, FAULTS);
    first_verdict_none(&p.judged);
    play(&p, DRAINS);
    first_verdict_none(&p.judged);
}

static void blames(enum bug bug, const char *rule)
{
    struct player p;
    play(&p, bug);
    if (p.judged.n == 0 || strcmp(p.judged.rule, rule) != 0)
        fail_msg("bug %d: %s, not %s", (int)bug, p.judged.n ? p.judged.text : "nothing", rule);
}

static void each_bug_breaks_its_rule(void **state)
{
    (void)state;
    blames(READ_ELSEWHERE, "EXD-RD-1");
    blames(READ_AS_ANOTHER_BANK, "EXD-RD-2");
    blames(READ_OF_A_WIDE_BURST, "EXD-RD-1");
    blames(WRONG_BYTE, "EXD-PKT-2");
    blames(WRONG_SEQ, "EXD-PKT-3");
    blames(WRONG_ADDR, "EXD-PKT-1");
    blames(WRONG_ORDER, "EXD-ORD-1");
    blames(SENT_TWICE, "EXD-PKT-4");
    blames(NOT_SENT, "EXD-LAT-1");
    blames(SENT_WITH_A_FAULT, "EXD-FLT-1");
    blames(DONE_TOO_EARLY, "EXD-DSC-2");
    blames(ERROR_WITHOUT_FAULT, "EXD-FLT-2");
    blames(WRITE_TO_ACTIVE_TAKEN, "EXD-STA-2");
    blames(WRONG_MESSAGE, "EXD-CTL-1");
    blames(GAP, "EXD-LAT-1");
    blames(INPUT_STALLS, "EXD-CHN-2");
    blames(WRONG_RESPONSE, "AXS-ACC-4");
    blames(WRONG_COUNTER, "EXD-CNT-1");
    blames(ANSWER_REFUSED, "EXD-RD-3");
    blames(MIXED_TAKEN, "EXD-CTL-3");
    blames(FOURTH_TAKEN, "EXD-CTL-4");
    blames(WORD_LEFT_OUT, "EXD-CHN-1");
    blames(OTHER_WORD, "EXD-DSC-1");
    blames(TOO_MANY_BYTES, "EXD-DSC-3");
    blames(BAD_START_UNSHOWN, "EXD-STA-3");
    blames(STILL_PARKED, "EXD-STA-1");
    blames(NINTH_READ, "EXD-SLT-1");
    blames(TURN_TAKEN, "EXD-RR-1");
    blames(LATER_FIRST, "EXD-ORD-2");
    blames(CHAINED_PASSED, "EXD-CHA-2");
    blames(MESSAGE_PASSED, "EXD-CTL-2");
    blames(SHOWN_FREE, "EXD-BNK-2");
    blames(TAKEN_AGAIN, "EXD-BNK-2");
    blames(READ_WHILE_DRAINING, "EXD-BNK-2");
    blames(LEVEL_NONE, "EXD-CNT-1");
    blames(STAYS_CLOSED, "EXD-BNK-2");
    blames(SEARCH_STARVES, "EXD-FLT-3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_page_says_is_not_blamed),
        cmocka_unit_test(each_bug_breaks_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
