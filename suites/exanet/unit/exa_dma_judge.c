/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender's judge beside a player: one transaction of three packets and a control message, as the page has them or
 * with a chosen bug. exa_dma_model.c holds the model against the page by hand.
 */
#include "../../unit/first_verdict.h"
#include "exa_fixture.h"

#include <tn/exanet/exa_dma_judge.h>

enum { TID = 3, PDID = 0x42, NEXT = 0x99, BANK = 2, FAULTY = 1 };

enum bug {
    NONE, FAULTS, READ_ELSEWHERE, READ_AS_ANOTHER_BANK, READ_OF_A_WIDE_BURST, WRONG_BYTE, WRONG_SEQ, WRONG_ADDR, WRONG_ORDER,
    SENT_TWICE, NOT_SENT, SENT_WITH_A_FAULT, DONE_TOO_EARLY, ERROR_WITHOUT_FAULT, WRITE_TO_ACTIVE_TAKEN, WRONG_MESSAGE, GAP,
    INPUT_STALLS, WRONG_RESPONSE, WRONG_COUNTER,
    ANSWER_REFUSED, MIXED_TAKEN, FOURTH_TAKEN, WORD_LEFT_OUT, OTHER_WORD, TOO_MANY_BYTES, BAD_START_UNSHOWN, STILL_PARKED,
    NINTH_READ, TURN_TAKEN, LATER_FIRST, CHAINED_PASSED, MESSAGE_PASSED,
    DRAINS, SHOWN_FREE, TAKEN_AGAIN, READ_WHILE_DRAINING, LEVEL_NONE, STAYS_CLOSED, SEARCH_STARVES,
};

struct player {
    struct tn_exd_judge *j;
    struct tn_exd m;
    struct first_verdict judged;
    enum bug bug;
    uint64_t cycle;
};

static void idle(struct player *p, unsigned n)
{
    const struct tn_exa_pins in = {.ready = p->bug == INPUT_STALLS ? 6 : 7}, out[TN_EXD_OUTS] = {{.ready = 7}};
    while (n-- > 0)
        tn_exd_judge_pins(p->j, ++p->cycle, &in, out);
}

static void beat(struct player *p, bool memory, unsigned channel, uint64_t low, uint64_t high, uint32_t last)
{
    struct tn_axi_seen s = {.cycle = p->cycle, .channel = (uint8_t)channel, .valid = true, .ready = true, .bus = 16,
                            .word = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32), last}};
    (memory ? tn_exd_judge_memory : tn_exd_judge_axi)(p->j, &s);
    idle(p, 1);
}

/* A write of one beat of 8 bytes, answered so. */
static void write64(struct player *p, uint32_t addr, uint64_t v, unsigned resp)
{
    const bool upper = addr & 8;
    beat(p, false, TN_AXI_CH_AW, addr, (uint64_t)(3 << 8 | 1 << 11) << 32, 0);
    beat(p, false, TN_AXI_CH_W, upper ? 0 : v, upper ? v : 0, (upper ? 0xff00u : 0xffu) | 1u << 16);
    beat(p, false, TN_AXI_CH_B, 0, 0, resp << 16);
}

/* A write of a register. */
static void write32(struct player *p, uint32_t addr, uint64_t v, unsigned resp)
{
    const uint64_t at = v << addr % 8 * 8;
    beat(p, false, TN_AXI_CH_AW, addr, (uint64_t)(2 << 8 | 1 << 11) << 32, 0);
    beat(p, false, TN_AXI_CH_W, addr & 8 ? 0 : at, addr & 8 ? at : 0, 0xfu << addr % 16 | 1u << 16);
    beat(p, false, TN_AXI_CH_B, 0, 0, resp << 16);
}

static void read64(struct player *p, uint32_t addr, uint64_t v)
{
    beat(p, false, TN_AXI_CH_AR, addr, (uint64_t)(3 << 8 | 1 << 11) << 32, 0);
    idle(p, 2);
    beat(p, false, TN_AXI_CH_R, addr & 8 ? 0 : v, addr & 8 ? v : 0, 1u << 18);
}

/* Starts transaction t, or parks it. */
static void start(struct player *p, unsigned t, bool park)
{
    const struct tn_exd_fields f = {.src = 0x10008 + 0x1000 * (t - TID), .addr = 0x201f0, .dst = 5, .pdid = PDID, .seq = 16,
                                    .length = p->bug == NINTH_READ ? 2400 : p->bug == CHAINED_PASSED ? 16 : 300,
                                    .chained = p->bug == CHAINED_PASSED && t == TID, .dependency = TID + 1};
    uint64_t w[4];
    tn_exd_words(&f, park, w);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned at = i < 2 ? i : 5 - i; /* word 2, with the control byte, is the last */
        uint8_t lanes[16] = {0};
        for (unsigned b = 0; b < 8; b++)
            lanes[8 * (at & 1) + b] = (uint8_t)(w[at] >> 8 * b);
        tn_exd_write(&p->m, t, at / 2 * 16, lanes, at & 1 ? 0xff00 : 0xff);
        write64(p, TN_EXD_DESC * t + 8 * at, w[at], p->bug == WRONG_RESPONSE && i == 1 ? 2 : 0);
    }
}

static uint8_t byte_at(uint64_t addr)
{
    return (uint8_t)(addr * 7 + (addr >> 8));
}

static void ask_packet(struct player *p, unsigned t, unsigned k)
{
    const struct tn_exd_fields f = tn_exd_fields(&p->m.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    struct tn_exd_burst b[2];
    const unsigned n = tn_exd_reads(&c, b);
    const unsigned id = p->bug == READ_AS_ANOTHER_BANK ? BANK ^ 1 : BANK, size = p->bug == READ_OF_A_WIDE_BURST ? 5 : 4;
    for (unsigned i = 0; i < n; i++)
        beat(p, true, TN_AXI_CH_AR, b[i].addr + (p->bug == READ_ELSEWHERE && k == 1 ? 16 : 0),
             id | (uint64_t)((b[i].beats - 1) | size << 8 | 1 << 11) << 32, 0);
    if (p->bug == ANSWER_REFUSED) {
        const struct tn_axi_seen s = {.cycle = p->cycle, .channel = TN_AXI_CH_R, .valid = true, .bus = 16, .word = {0, 0, 0, 0, id}};
        tn_exd_judge_memory(p->j, &s);
        idle(p, 5);
    }
}

static void answer_packet(struct player *p, unsigned t, unsigned k)
{
    const struct tn_exd_fields f = tn_exd_fields(&p->m.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    struct tn_exd_burst b[2];
    const unsigned n = tn_exd_reads(&c, b), id = p->bug == READ_AS_ANOTHER_BANK ? BANK ^ 1 : BANK;
    const bool faults = k == FAULTY && (p->bug == FAULTS || p->bug == SENT_WITH_A_FAULT);
    for (unsigned i = 0; i < n; i++)
        for (unsigned w = 0; w < b[i].beats; w++) {
            uint64_t half[2] = {0};
            for (unsigned x = 0; x < 16; x++)
                half[x / 8] |= (uint64_t)byte_at(b[i].addr + 16 * w + x) << 8 * (x % 8);
            beat(p, true, TN_AXI_CH_R, half[0], half[1], id | (faults && w == 2 ? 2u << 16 : 0));
        }
}

static void read_packet(struct player *p, unsigned t, unsigned k)
{
    ask_packet(p, t, k);
    if (p->bug != NINTH_READ)
        answer_packet(p, t, k);
}

static void send(struct player *p, const struct exa_packet *k)
{
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    const int n = tn_exa_words_of(k, w);
    const struct tn_exa_pins in = {.ready = 7};
    for (int i = 0; i < n; i++) {
        struct tn_exa_pins out[TN_EXD_OUTS] = {{.valid = w[i].kind, .ready = 7}};
        memcpy(out[0].data, w[i].data, EXA_WORD);
        if (p->bug == WORD_LEFT_OUT && i == 1)
            continue;
        if (p->bug == GAP && i == 2)
            idle(p, 1);
        tn_exd_judge_pins(p->j, ++p->cycle, &in, out);
    }
}

static void send_packet(struct player *p, unsigned t, unsigned k)
{
    const struct tn_exd_fields f = tn_exd_fields(&p->m.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    struct exa_packet out;
    uint8_t data[EXA_MTU];
    for (unsigned i = 0; i < c.n; i++)
        data[i] = byte_at(c.src + i);
    data[c.n - 1] ^= p->bug == WRONG_BYTE && k == 1;
    tn_exd_packet(&p->m, t, k, data, &out);
    out.seq ^= p->bug == WRONG_SEQ && k == 2;
    out.addr ^= p->bug == WRONG_ADDR && k == 2 ? 1u << 30 : 0;
    exa_seal(&out);
    send(p, &out);
}

static void message(struct player *p)
{
    uint8_t lanes[16] = {0};
    struct exa_packet k;
    for (unsigned i = 0; i < 3; i++) {
        lanes[0] = (uint8_t)(i + 1);
        tn_exd_control(&p->m, 0, TID, lanes, 0xff, &k);
        write64(p, 0x8000 + 16 * TID, i + 1, 0);
        if (p->bug == MIXED_TAKEN && i == 0)
            write64(p, 0x8000 + 16 * (TID + 1), 0, 0);
    }
    if (p->bug == FOURTH_TAKEN)
        write64(p, 0x8000 + 16 * TID, 0, 0);
    k.lanes[16] ^= p->bug == WRONG_MESSAGE;
    exa_seal(&k);
    send(p, &k);
}

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

static void finish(struct player *p)
{
    tn_exd_judge_finish(p->j);
    assert_false(tn_exd_judge_is_unsure(p->j));
    tn_exd_judge_free(p->j);
}

static void play(struct player *p, enum bug bug)
{
    const struct tn_exd_params params = {4, 1, 4};
    memset(p, 0, sizeof *p);
    p->bug = bug;
    p->j = tn_exd_judge_new(&params, 0x1234, first_verdict, &p->judged);
    assert_non_null(p->j);
    tn_exd_init(&p->m, &params, 0x1234);
    p->m.bank[BANK] = 1u << 31 | PDID;
    idle(p, 10);
    write32(p, 0x40000 + 4 * BANK, 1u << 31 | PDID, 0);
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
