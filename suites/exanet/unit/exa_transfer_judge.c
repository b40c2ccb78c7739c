/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of transfers beside a player of two nodes: a transaction of three packets from node 0 to node 1, as
 * checkers/exanet/spec/exa_transfer.md has it or with a chosen bug.
 */
#include "../../unit/first_verdict.h"

#include <tn/exanet/exa_dma.h>
#include <tn/exanet/exa_transfer.h>

#include <string.h>

enum { PDID = 0x42, OTHER = 0x43, THIRD = 0x44, BANK = 2, OTHER_BANK = 5, TID = 7, LENGTH = 600, SRC = 0x1fe3, DST = 0x4081, BLOCK = 1 << 20,
       NEXT = 9, BYTES = 0x8000 };

enum bug {
    NONE, SOURCE_FAULT, TARGET_FAULT, ANSWER_LOST, /* these are sound */
    WRONG_BYTE, BYTE_LOST, WRITE_ELSEWHERE, WRITE_UNASKED, WRITTEN_TWICE, MEMORY_TOUCHED, RESPONSE_EARLY, RESPONSE_UNWRITTEN,
    NOTE_EARLY, NOTE_LATE, NO_NOTE, OLD_ATTEMPT, OLD_GENERATION, READ_OF_OTHER_BANK, WRITE_OF_OTHER_BANK, READ_ELSEWHERE,
    SENT_WITH_A_FAULT, CHAINED_EARLY, BANK_SHARED, BANK_PAST,
};

struct player {
    struct tn_exf_judge *j;
    struct first_verdict judged;
    enum bug bug;
    uint64_t cycle;
    uint8_t memory[2][BYTES]; /* of the process PDID */
    struct tn_exd m;          /* the sender of node 0 */
};

static const struct exa_node home[2] = {{5, 9, 3, 0, 0x53}, {5, 9, 3, 1, 0x53}};

static void peek(void *ctx, unsigned node, unsigned pdid, uint64_t va, uint8_t *bytes, size_t n)
{
    const struct player *p = (const struct player *)((char *)ctx - offsetof(struct player, judged));
    memset(bytes, 0, n);
    if (pdid == PDID && va + n <= BYTES)
        memcpy(bytes, p->memory[node] + va, n);
}

/* Beats. */

static void beat(struct player *p, unsigned node, bool memory, unsigned channel, const uint32_t word[5])
{
    struct tn_axi_seen s = {.cycle = ++p->cycle, .channel = (uint8_t)channel, .valid = true, .ready = true, .bus = 16};
    memcpy(s.word, word, sizeof s.word);
    (memory ? tn_exf_judge_memory : tn_exf_judge_axi)(p->j, node, &s);
}

static void address(struct player *p, unsigned node, bool memory, unsigned channel, uint64_t addr, unsigned id, unsigned beats)
{
    beat(p, node, memory, channel, (uint32_t[5]){(uint32_t)addr, (uint32_t)(addr >> 32), id, (beats - 1) | 4 << 8 | 1 << 11});
}

static void data(struct player *p, unsigned node, bool memory, const uint8_t bytes[16], unsigned strobes, bool last)
{
    uint32_t word[5] = {0, 0, 0, 0, strobes | (uint32_t)last << 16};
    memcpy(word, bytes, 16);
    beat(p, node, memory, TN_AXI_CH_W, word);
}

static void answer(struct player *p, unsigned node, bool memory, unsigned id, unsigned resp)
{
    beat(p, node, memory, TN_AXI_CH_B, (uint32_t[5]){0, 0, 0, 0, id | resp << 16});
}

/* Software. */

static void write32(struct player *p, unsigned node, uint32_t addr, uint32_t v)
{
    uint8_t bytes[16] = {0};
    memcpy(bytes + addr % 16, &v, 4);
    beat(p, node, false, TN_AXI_CH_AW, (uint32_t[5]){addr, 0, 0, 2 << 8 | 1 << 11});
    data(p, node, false, bytes, 15u << addr % 16, true);
    answer(p, node, false, 0, 0);
}

static void descriptor(struct player *p, unsigned tid, const struct tn_exd_fields *f, bool park)
{
    uint64_t word[4];
    tn_exd_words(f, park, word);
    address(p, 0, false, TN_AXI_CH_AW, 3 * BLOCK + TN_EXD_DESC * tid, 0, 2);
    data(p, 0, false, (const uint8_t *)word, 0xffff, false);
    data(p, 0, false, (const uint8_t *)(word + 2), 0xffff, true);
    answer(p, 0, false, 0, 0);
    memcpy(p->m.desc[tid].word, word, sizeof word);
}

static struct tn_exd_fields fields(const struct player *p, unsigned seq)
{
    return (struct tn_exd_fields){.src = SRC, .addr = DST, .dst = exa_node_bits(home[1]), .length = LENGTH, .pdid = PDID,
                                  .seq = seq, .notify = p->bug != RESPONSE_EARLY && p->bug != RESPONSE_UNWRITTEN};
}

/* Engines. */

static void read_packet(struct player *p, unsigned tid, unsigned k, unsigned bank, unsigned resp)
{
    const struct tn_exd_fields f = tn_exd_fields(&p->m.desc[tid]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    struct tn_exd_burst burst[2];
    const unsigned n = tn_exd_reads(&c, burst);
    for (unsigned i = 0; i < n; i++)
        address(p, 0, true, TN_AXI_CH_AR, burst[i].addr + (p->bug == READ_ELSEWHERE && k == 1 ? 0x4000 : 0), bank, burst[i].beats);
    for (unsigned i = 0; i < n; i++)
        for (unsigned b = 1; b <= burst[i].beats; b++)
            beat(p, 0, true, TN_AXI_CH_R,
                 (uint32_t[5]){0, 0, 0, 0, bank | (b == 1 ? resp : 0) << 16 | (uint32_t)(b == burst[i].beats) << 18});
}

static struct exa_packet packet(const struct player *p, unsigned tid, unsigned k)
{
    const struct tn_exd_fields f = tn_exd_fields(&p->m.desc[tid]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    struct exa_packet out;
    tn_exd_packet(&p->m, tid, k, p->memory[0] + c.src, &out);
    return out;
}

static void goes(struct player *p, unsigned node, unsigned port, bool out, const struct exa_packet *k)
{
    tn_exf_judge_packet(p->j, node, port, out, ++p->cycle, k);
}

/* The receiver writes a packet that came. */
static void take(struct player *p, const struct exa_packet *k, unsigned bank)
{
    const uint64_t from = k->addr / 16 * 16 + (p->bug == WRITE_ELSEWHERE && k->first ? 0x100 : 0);
    uint8_t lanes[EXA_KEEP_WORDS * EXA_WORD];
    memcpy(lanes, k->lanes, sizeof lanes);
    if (p->bug == WRONG_BYTE && k->last)
        lanes[k->addr % 16 + 5] ^= 1;
    address(p, 1, true, TN_AXI_CH_AW, from, bank, k->word_n);
    for (unsigned w = 0; w < k->word_n; w++) {
        unsigned strobes = 0;
        for (unsigned i = 0; i < 16; i++)
            strobes |= (unsigned)(16 * w + i >= k->addr % 16 && 16 * w + i < k->addr % 16 + k->size) << i;
        data(p, 1, true, lanes + 16 * w, strobes, w + 1 == k->word_n);
    }
    memcpy(p->memory[1] + k->addr, lanes + k->addr % 16, k->size);
    if (p->bug == BYTE_LOST && k->first)
        p->memory[1][k->addr + 3] = 0;
}

static void whole(struct player *p, unsigned k)
{
    const struct exa_packet x = packet(p, TID, k);
    const unsigned bank = p->bug == WRITE_OF_OTHER_BANK && k == 1 ? OTHER_BANK : BANK;
    goes(p, 0, 4, false, &x);
    if (p->bug != WRITE_UNASKED || k != 1)
        goes(p, 1, 0, true, &x);
    take(p, &x, bank);
    if (p->bug == RESPONSE_UNWRITTEN && k == 1)
        return;
    answer(p, 1, true, bank, 0);
}

static void respond(struct player *p, unsigned seq, unsigned code)
{
    struct exa_packet k = {.type = EXA_ACK, .pdid = PDID, .dst = home[0], .addr = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0),
                           .tid = TID, .seq = (uint16_t)seq, .code = (uint8_t)code};
    exa_seal(&k);
    goes(p, 1, 0, false, &k);
}

static const uint8_t note[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static void control(struct player *p, unsigned seq)
{
    struct exa_packet k = {.type = EXA_DMA_CTL, .pdid = PDID, .dst = home[1], .src = home[0], .tid = TID, .seq = (uint16_t)seq};
    const uint64_t place = exa_place_bits(home[1], exa_peripheral_addr(EXA_P_MAILBOX, 0x2000));
    uint8_t bytes[32] = {0};
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(place >> 8 * i);
    memcpy(bytes + 16, note, sizeof note);
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_RDMA, 0), bytes, sizeof bytes);
    exa_seal(&k);
    goes(p, 0, 4, false, &k);
    goes(p, 1, 0, true, &k);
}

static void notify(struct player *p, unsigned seq)
{
    struct exa_packet k = {.type = EXA_NOTIFY, .pdid = PDID, .dst = home[1], .src = home[1], .tid = TID, .seq = (uint16_t)seq};
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_MAILBOX, 0x2000), note, sizeof note);
    exa_seal(&k);
    goes(p, 1, 0, false, &k);
}

/* Attempts. */

static void begin(struct player *p, enum bug bug)
{
    const struct tn_exf_params par = {.nodes = 2, .own = {exa_node_bits(home[0]), exa_node_bits(home[1])}, .out_n = 1};
    memset(p, 0, sizeof *p);
    p->bug = bug;
    p->m.own = exa_node_bits(home[0]);
    p->j = tn_exf_judge_new(&par, first_verdict, peek, &p->judged);
    assert_non_null(p->j);
    for (unsigned n = 0; n < 2; n++)
        for (unsigned block = 3; block <= 4; block++) {
            write32(p, n, block * BLOCK + 0x40000 + 4 * BANK, 1u << 31 | PDID);
            write32(p, n, block * BLOCK + 0x40000 + 4 * OTHER_BANK, 1u << 31 | OTHER);
        }
    for (unsigned i = 0; i < LENGTH + 1000; i++)
        p->memory[0][SRC + i] = (uint8_t)(1 + i % 251);
    tn_exf_judge_bytes(p->j, 0, PDID, SRC, p->memory[0] + SRC, LENGTH + 1000);
}

/* An attempt whose packets all come to memory. */
static void attempt(struct player *p, unsigned seq)
{
    const struct tn_exd_fields f = fields(p, seq);
    const unsigned n = tn_exd_packets(&f);
    descriptor(p, TID, &f, false);
    for (unsigned k = 0; k < n; k++)
        read_packet(p, TID, k, p->bug == READ_OF_OTHER_BANK && k == 1 ? OTHER_BANK : BANK, 0);
    control(p, seq);
    for (unsigned k = 0; k < n; k++) {
        if (p->bug == NOTE_EARLY && k + 1 == n)
            notify(p, seq);
        if (p->bug == RESPONSE_EARLY && k + 1 == n)
            respond(p, seq, 0);
        whole(p, k);
    }
}

static void end(struct player *p, unsigned seq)
{
    if (fields(p, seq).notify && p->bug != NO_NOTE && p->bug != NOTE_LATE && p->bug != NOTE_EARLY)
        notify(p, seq);
    if (p->bug == MEMORY_TOUCHED)
        p->memory[1][DST + LENGTH + 2] = 9;
    if (p->bug != RESPONSE_EARLY)
        respond(p, seq, 0);
    if (p->bug == NOTE_LATE)
        notify(p, seq);
}

/* An attempt of which a read, or a write, fails in packet 1. */
static void failed_attempt(struct player *p, unsigned seq)
{
    const struct tn_exd_fields f = fields(p, seq);
    const bool source = p->bug == SOURCE_FAULT || p->bug == SENT_WITH_A_FAULT;
    struct exa_packet x;
    descriptor(p, TID, &f, false);
    read_packet(p, TID, 0, BANK, 0);
    read_packet(p, TID, 1, BANK, source ? 2 : 0);
    control(p, seq);
    whole(p, 0);
    if (p->bug == SOURCE_FAULT)
        return;
    x = packet(p, TID, 1);
    goes(p, 0, 4, false, &x);
    if (source)
        return;
    goes(p, 1, 0, true, &x);
    take(p, &x, BANK);
    memset(p->memory[1] + x.addr, 0, x.size); /* nothing of a write that fails is in memory */
    answer(p, 1, true, BANK, 2);
    respond(p, seq, 1);
}

/* An old packet comes and is written behind the answer to a newer attempt, or generation. */
static void old_packet(struct player *p, unsigned seq, unsigned newer)
{
    struct exa_packet x;
    struct tn_exd_fields f = fields(p, newer);
    x = packet(p, TID, 1);
    if (p->bug == OLD_GENERATION)
        f.addr += 0x2000; /* another transaction goes elsewhere */
    descriptor(p, TID, &f, false);
    for (unsigned k = 0; k < tn_exd_packets(&f); k++)
        read_packet(p, TID, k, BANK, 0);
    control(p, newer);
    for (unsigned k = 0; k < tn_exd_packets(&f); k++)
        whole(p, k);
    notify(p, newer);
    respond(p, newer, 0);
    x.seq = (uint16_t)seq;
    exa_seal(&x);
    goes(p, 1, 0, true, &x);
    take(p, &x, BANK);
    answer(p, 1, true, BANK, 0);
}

static void chained(struct player *p)
{
    struct tn_exd_fields f = fields(p, exa_seq_of(1, 0)), next = f;
    next.src += 0x280;
    next.addr += 0x2000;
    next.length = 100;
    next.notify = false;
    descriptor(p, NEXT, &next, true);
    f.chained = true;
    f.dependency = NEXT;
    descriptor(p, TID, &f, false);
    for (unsigned k = 0; k < tn_exd_packets(&f); k++) {
        if (p->bug == CHAINED_EARLY && k + 1 == tn_exd_packets(&f))
            read_packet(p, NEXT, 0, BANK, 0);
        read_packet(p, TID, k, BANK, 0);
    }
    if (p->bug != CHAINED_EARLY)
        read_packet(p, NEXT, 0, BANK, 0);
}

/* Software reads a bank of node 1's receiver, which does not drain. */
static void read_bank(struct player *p)
{
    beat(p, 1, false, TN_AXI_CH_AR, (uint32_t[5]){4 * BLOCK + 0x40000 + 4 * BANK, 0, 0, 2 << 8 | 1 << 11});
    beat(p, 1, false, TN_AXI_CH_R, (uint32_t[5]){0, 0, 1u << 31 | THIRD, 0, 1 << 18});
}

/* A message to memory of the bank's next owner. */
static void message_of_the_next(struct player *p)
{
    struct exa_packet k = {.type = EXA_WRITE, .dst = home[1], .src = home[0], .pdid = THIRD, .tid = exa_message_tid(1)};
    exa_set_payload(&k, 0x7000, (const uint8_t[16]){1, 2, 3}, 16);
    exa_seal(&k);
    goes(p, 1, 0, true, &k);
    take(p, &k, BANK);
    memset(p->memory[1] + 0x7000, 0, 16); /* of the other domain's memory */
}

/* The receiver's bank is given to another domain while the last two packets are under way. */
static void bank_moves(struct player *p, unsigned seq)
{
    const struct tn_exd_fields f = fields(p, seq);
    descriptor(p, TID, &f, false);
    for (unsigned k = 0; k < 3; k++)
        read_packet(p, TID, k, BANK, 0);
    control(p, seq);
    whole(p, 0);
    const struct exa_packet x[2] = {packet(p, TID, 1), packet(p, TID, 2)};
    for (unsigned k = 0; k < 2; k++) {
        goes(p, 0, 4, false, &x[k]);
        goes(p, 1, 0, true, &x[k]);
    }
    write32(p, 1, 4 * BLOCK + 0x40000 + 4 * BANK, 1u << 31 | THIRD);
    if (p->bug == BANK_PAST)
        read_bank(p);
    for (unsigned k = 0; k < 2; k++)
        take(p, &x[k], BANK);
    if (p->bug == BANK_SHARED)
        message_of_the_next(p);
    for (unsigned k = 1; k < 3; k++)
        answer(p, 1, true, BANK, 0);
    end(p, seq);
    read_bank(p);
    message_of_the_next(p);
    answer(p, 1, true, BANK, 0);
}

static void play(struct player *p, enum bug bug)
{
    const unsigned seq = exa_seq_of(1, 0), again = exa_seq_of(1, 1);
    struct exa_packet x;
    begin(p, bug);
    switch (bug) {
    case SOURCE_FAULT:
    case TARGET_FAULT:
    case SENT_WITH_A_FAULT:
        failed_attempt(p, seq);
        attempt(p, again);
        end(p, again);
        break;
    case OLD_ATTEMPT:
        failed_attempt(p, seq);
        old_packet(p, seq, again);
        break;
    case OLD_GENERATION:
        attempt(p, seq);
        end(p, seq);
        old_packet(p, seq, exa_seq_of(2, 0));
        break;
    case CHAINED_EARLY:
        chained(p);
        break;
    default:
        if (bug >= BANK_SHARED) {
            bank_moves(p, seq);
            break;
        }
        attempt(p, seq);
        end(p, seq);
        break;
    }
    if (bug == ANSWER_LOST)
        respond(p, again, 0); /* a done context answers the next attempt, of which nothing is written */
    x = packet(p, TID, 0);
    if (bug == WRITTEN_TWICE)
        take(p, &x, BANK);
    tn_exf_judge_finish(p->j);
    tn_exf_judge_free(p->j);
}

static void sound_transfers_are_not_blamed(void **state)
{
    static struct player p;
    (void)state;
    for (enum bug b = NONE; b <= ANSWER_LOST; b++) {
        play(&p, b);
        first_verdict_none(&p.judged);
    }
    begin(&p, NONE);
    chained(&p);
    tn_exf_judge_free(p.j);
    first_verdict_none(&p.judged);
    begin(&p, NONE);
    bank_moves(&p, exa_seq_of(1, 0));
    tn_exf_judge_free(p.j);
    first_verdict_none(&p.judged);
}

static void on_rule(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)rule;
    assert_int_equal(failed, 0);
    *(unsigned *)ctx += asked > 0;
}

static void a_transfer_asks_every_rule_but_the_chain(void **state)
{
    static struct player p;
    unsigned rules = 0;
    (void)state;
    begin(&p, NONE);
    attempt(&p, exa_seq_of(1, 0));
    end(&p, exa_seq_of(1, 0));
    assert_int_equal(tn_exf_judge_completed(p.j), 1);
    tn_exf_judge_rules(p.j, on_rule, &rules);
    assert_int_equal(rules, 8);
    tn_exf_judge_free(p.j);
}

static void a_refused_descriptor_never_was(void **state)
{
    static struct player p;
    struct tn_exd_fields f;
    uint64_t word[4];
    (void)state;
    begin(&p, NONE);
    f = fields(&p, exa_seq_of(1, 0));
    tn_exd_words(&f, false, word);
    address(&p, 0, false, TN_AXI_CH_AW, 3 * BLOCK + TN_EXD_DESC * TID, 0, 2);
    data(&p, 0, false, (const uint8_t *)word, 0xffff, false);
    data(&p, 0, false, (const uint8_t *)(word + 2), 0xffff, true);
    answer(&p, 0, false, 0, 2);
    memcpy(p.m.desc[TID].word, word, sizeof word);
    first_verdict_none(&p.judged);
    read_packet(&p, TID, 0, BANK, 0);
    assert_string_equal(p.judged.rule, "EXF-PRT-1");
    tn_exf_judge_free(p.j);
}

static void blames(enum bug bug, const char *rule)
{
    static struct player p;
    play(&p, bug);
    if (strcmp(p.judged.rule, rule))
        fail_msg("bug %d: %s, not %s", bug, p.judged.n ? p.judged.text : "nothing", rule);
}

static void each_bug_breaks_its_rule(void **state)
{
    (void)state;
    blames(WRONG_BYTE, "EXF-MEM-1");
    blames(BYTE_LOST, "EXF-MEM-1");
    blames(WRITE_ELSEWHERE, "EXF-MEM-2");
    blames(WRITE_UNASKED, "EXF-MEM-2");
    blames(WRITTEN_TWICE, "EXF-MEM-2");
    blames(MEMORY_TOUCHED, "EXF-MEM-2");
    blames(RESPONSE_EARLY, "EXF-MEM-3");
    blames(RESPONSE_UNWRITTEN, "EXF-MEM-3");
    blames(NOTE_EARLY, "EXF-MEM-4");
    blames(NOTE_LATE, "EXF-MEM-4");
    blames(NO_NOTE, "EXF-MEM-4");
    blames(OLD_ATTEMPT, "EXF-MEM-5");
    blames(OLD_GENERATION, "EXF-MEM-5");
    blames(READ_OF_OTHER_BANK, "EXF-PRT-1");
    blames(WRITE_OF_OTHER_BANK, "EXF-PRT-1");
    blames(READ_ELSEWHERE, "EXF-PRT-1");
    blames(SENT_WITH_A_FAULT, "EXF-FLT-1");
    blames(CHAINED_EARLY, "EXF-CHA-1");
    blames(BANK_SHARED, "EXF-PRT-2");
    blames(BANK_PAST, "EXF-PRT-2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_transfers_are_not_blamed),
        cmocka_unit_test(a_transfer_asks_every_rule_but_the_chain),
        cmocka_unit_test(a_refused_descriptor_never_was),
        cmocka_unit_test(each_bug_breaks_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
