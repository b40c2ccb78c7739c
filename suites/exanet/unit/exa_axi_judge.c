/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of loads and stores to other nodes beside a player: a scene written by hand from the
 * page, which keeps the page or has one chosen bug. Numbers and responses stand here as the page
 * has them, not as the model says.
 */
#include "exa_axi_player.h"

/* The asking side. */

static void b_of(struct player *p, unsigned id, unsigned resp)
{
    beat(p, TN_EXZ_WINDOW, TN_AXI_CH_B, 0, 0, 0, 0, id | resp << 16);
}

static void r_of(struct player *p, unsigned id, unsigned resp, unsigned beats, bool data)
{
    for (unsigned i = 0; i < beats; i++)
        beat(p, TN_EXZ_WINDOW, TN_AXI_CH_R, data ? 0x03020100 + 0x10101010 * i : 0,
             data ? 0x07060504 + 0x10101010 * i : 0, data ? 0x0b0a0908 + 0x10101010 * i : 0,
             (data ? 0x0f0e0d0c + 0x10101010 * i : 0) ^ (data && strikes(p, LOAD_OTHER_DATA)),
             id | resp << 16 | (uint32_t)(i + 1 == beats) << 18);
}

/* The bytes 8 to 11 of a line at 1:2040 are written. */
static void store_beats(struct player *p, unsigned id, unsigned strobes)
{
    beat(p, TN_EXZ_WINDOW, TN_AXI_CH_AW, 0x2040, 1, id, shape(1, 4), 0);
    beat(p, TN_EXZ_WINDOW, TN_AXI_CH_W, 0, 0, 0xb3b2b1b0, 0, strobes | 1 << 16);
}

static void load_beats(struct player *p, unsigned id, unsigned beats)
{
    beat(p, TN_EXZ_WINDOW, TN_AXI_CH_AR, 0x2080, 1, id, shape(beats, 4), 0);
}

static struct exa_packet request(struct player *p, enum exa_type type, unsigned slot)
{
    struct exa_packet k;
    memset(&k, 0, sizeof k);
    k.type = (uint8_t)type;
    k.dst = far;
    k.src = own_node;
    k.pdid = strikes(p, REQUEST_OTHER_PDID) ? 1 : REMOTE_PDID;
    k.tid = (uint16_t)(strikes(p, SLOT_SEVEN) ? 7 : slot);
    k.seq = (uint16_t)p->count[slot];
    if (type == EXA_ZWRITE)
        exa_set_payload(&k, 0x38500002048, (const uint8_t[4]){0xb0, 0xb1, 0xb2, 0xb3}, 4);
    else
        exa_set_payload(&k, 0x38500002080, NULL, 0);
    if (type == EXA_ZWRITE && strikes(p, REQUEST_OTHER_LANES))
        k.lanes[0] = 1;
    exa_seal(&k);
    return k;
}

static void ask(struct player *p, enum exa_type type, unsigned slot)
{
    const struct exa_packet k = request(p, type, slot);
    leave(p, &k);
    p->counter[type == EXA_ZWRITE ? TN_EXZ_WRITES : TN_EXZ_READS]++;
}

static void answer(struct player *p, enum exa_type type, unsigned slot, unsigned code,
                   unsigned expected)
{
    struct exa_packet k;
    uint8_t line[64];
    memset(&k, 0, sizeof k);
    for (unsigned i = 0; i < sizeof line; i++)
        line[i] = (uint8_t)i;
    k.type = (uint8_t)type;
    k.dst = own_node;
    k.tid = (uint16_t)slot;
    k.seq = (uint16_t)p->count[slot];
    if (type == EXA_ACK) {
        k.addr = 0x38500000000;
        k.code = (uint8_t)code;
    } else {
        k.src = far;
        exa_set_payload(&k, 0x38500002080, line, sizeof line);
    }
    exa_seal(&k);
    if (expected == TN_EXZ_PCRC) {
        k.pld_crc ^= 1;
        k.ftr_crc = exa_want_ftr_crc(&k);
    }
    give(p, &k);
    cause(p, expected);
    if (expected != TN_EXZ_DUP && !strikes(p, COUNT_STAYS))
        p->count[slot] = (p->count[slot] + 1) % 8192;
}

static void stores(struct player *p)
{
    store_beats(p, 5, 0x0f00);
    if (strikes(p, B_WITHOUT_ANSWER))
        b_of(p, 5, OKAY);
    if (strikes(p, STORE_MISSING)) {
        b_of(p, 5, OKAY);
        return;
    }
    ask(p, EXA_ZWRITE, 0);
    answer(p, EXA_ACK, 0, 0, TN_EXZ_TAKEN);
    if (strikes(p, NO_B))
        return;
    b_of(p, 5, OKAY);
    store_beats(p, 5, 0x0f00); /* slot 0 again, its count one further */
    ask(p, EXA_ZWRITE, 0);
    answer(p, EXA_ACK, 0, 7, TN_EXZ_TAKEN);
    b_of(p, 5, strikes(p, NACK_IS_OKAY) ? OKAY : SLVERR);
    p->counter[TN_EXZ_ERRORS]++;
    store_beats(p, 5, 0x0900); /* a gap */
    if (strikes(p, STORE_OF_A_GAP))
        ask(p, EXA_ZWRITE, 1);
    b_of(p, 5, strikes(p, GAP_IS_OKAY) ? OKAY : SLVERR);
    p->counter[TN_EXZ_REFUSED]++;
    store_beats(p, 5, 0);
    b_of(p, 5, OKAY);
}

static void loads(struct player *p)
{
    load_beats(p, 6, 4);
    load_beats(p, 7, 4);
    ask(p, EXA_ZREAD_REQ, 2);
    ask(p, EXA_ZREAD_REQ, strikes(p, SLOT_TWICE) ? 2 : 3);
    answer(p, EXA_ZREAD_RSP, 3, 0, TN_EXZ_TAKEN);
    r_of(p, 7, OKAY, 4, true); /* equal requests: either may have the answer */
    answer(p, EXA_ACK, 2, 0, TN_EXZ_DUP);
    answer(p, EXA_ACK, 2, 4, TN_EXZ_TAKEN);
    r_of(p, 6, strikes(p, DECERR_IS_SLVERR) ? SLVERR : DECERR, 4, false);
    p->counter[TN_EXZ_ERRORS]++;
    load_beats(p, 6, 2);
    if (strikes(p, LOAD_OF_TWO_BEATS))
        ask(p, EXA_ZREAD_REQ, 2);
    r_of(p, 6, strikes(p, SHORT_LOAD_IS_OKAY) ? OKAY : SLVERR, 2, false);
    p->counter[TN_EXZ_REFUSED]++;
    load_beats(p, 6, 4);
    ask(p, EXA_ZREAD_REQ, 2);
    answer(p, EXA_ZREAD_RSP, 2, 0, TN_EXZ_PCRC);
    r_of(p, 6, SLVERR, 4, false);
    p->counter[TN_EXZ_ERRORS]++;
}

static void timeouts(struct player *p)
{
    load_beats(p, 9, 4);
    ask(p, EXA_ZREAD_REQ, 4);
    idle(p, strikes(p, EARLY_TIMEOUT) ? TIMEOUT - 20 : TIMEOUT + 10);
    if (strikes(p, ANSWER_AFTER_TIMEOUT)) {
        idle(p, 100);
        answer(p, EXA_ZREAD_RSP, 4, 0, TN_EXZ_TAKEN);
    }
    if (strikes(p, NO_TIMEOUT)) {
        idle(p, TIMEOUT);
        r_of(p, 9, OKAY, 4, true);
    }
    r_of(p, 9, SLVERR, 4, false);
    p->counter[TN_EXZ_TIMEOUTS]++;
    answer(p, EXA_ZREAD_RSP, 4, 0, TN_EXZ_DUP);
    p->count[4]++;
}

/* The serving side. */

static struct exa_packet from_far(enum exa_type type, unsigned tid, unsigned pdid)
{
    struct exa_packet k;
    memset(&k, 0, sizeof k);
    k.type = (uint8_t)type;
    k.dst = own_node;
    k.src = far;
    k.pdid = (uint16_t)pdid;
    k.tid = (uint16_t)tid;
    k.seq = 77;
    if (type == EXA_ZWRITE)
        exa_set_payload(&k, 0x38510000019, (const uint8_t[9]){1, 2, 3, 4, 5, 6, 7, 8, 9}, 9);
    else
        exa_set_payload(&k, 0x385100000c8, NULL, 0);
    exa_seal(&k);
    return k;
}

static void served(struct player *p, const struct exa_packet *of, unsigned code, bool line)
{
    struct exa_packet k;
    uint8_t bytes[64];
    memset(&k, 0, sizeof k);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(0x40 + i);
    k.type = line ? EXA_ZREAD_RSP : EXA_ACK;
    k.dst = far;
    k.pdid = of->pdid;
    k.tid = of->tid;
    k.seq = of->seq;
    if (line) {
        bytes[17] ^= (uint8_t)strikes(p, LINE_OTHER_BYTE);
        k.src = own_node;
        exa_set_payload(&k, 0x385100000c0, bytes, sizeof bytes);
    } else {
        k.addr = 0x38500000000;
        k.code = (uint8_t)(strikes(p, NACK_OTHER_CODE) ? 6 : code);
    }
    exa_seal(&k);
    leave(p, &k);
    p->counter[TN_EXZ_ANSWERS]++;
}

/* The bytes 19 to 21 of the memory are written by one burst of two words. */
static void memory_write(struct player *p)
{
    const uint32_t byte = (uint32_t)strikes(p, MEMORY_OTHER_BYTE),
                   strobe = strikes(p, MEMORY_OTHER_STROBE) ? 0x100 : 0;
    beat(p, TN_EXZ_MEMORY, TN_AXI_CH_AW, 0x10000010, ZBASE,
         strikes(p, MEMORY_OTHER_BANK) ? BANK + 1 : BANK, shape(2, 4), 0);
    beat(p, TN_EXZ_MEMORY, TN_AXI_CH_W, 0, 0, 0x03020100 ^ byte << 8, 0x07060504, 0xfe00 | strobe);
    beat(p, TN_EXZ_MEMORY, TN_AXI_CH_W, 0x0908, 0, 0, 0, 0x0003 | 1 << 16);
}

static void memory_read(struct player *p, unsigned resp)
{
    beat(p, TN_EXZ_MEMORY, TN_AXI_CH_AR, 0x100000c0, ZBASE, BANK, shape(4, 4), 0);
    for (unsigned i = 0; i < 4; i++)
        beat(p, TN_EXZ_MEMORY, TN_AXI_CH_R, 0x43424140 + 0x10101010 * i,
             0x47464544 + 0x10101010 * i, 0x4b4a4948 + 0x10101010 * i, 0x4f4e4d4c + 0x10101010 * i,
             BANK | (i == 2 ? resp : 0) << 16 | (uint32_t)(i == 3) << 18);
}

static struct exa_packet asked(struct player *p, enum exa_type type, unsigned tid)
{
    const struct exa_packet k = from_far(type, tid, PDID);
    give(p, &k);
    cause(p, TN_EXZ_TAKEN);
    return k;
}

static void serves(struct player *p)
{
    struct exa_packet k = asked(p, EXA_ZWRITE, 0x100), l;
    if (strikes(p, EARLY_ANSWER))
        served(p, &k, 0, false);
    if (strikes(p, MEMORY_SKIPPED))
        return;
    memory_write(p);
    beat(p, TN_EXZ_MEMORY, TN_AXI_CH_B, 0, 0, 0, 0, BANK);
    if (strikes(p, NO_SERVED_ANSWER))
        return;
    served(p, &k, 0, false);
    k = asked(p, EXA_ZREAD_REQ, 0x101);
    memory_read(p, OKAY);
    served(p, &k, 0, true);
    k = asked(p, EXA_ZREAD_REQ, 0x102);
    memory_read(p, DECERR);
    served(p, &k, 4, strikes(p, LINE_OF_AN_ERROR));
    k = asked(p, EXA_ZREAD_REQ, 0x103); /* a queue of two */
    l = from_far(EXA_ZREAD_REQ, 0x104, PDID);
    l.addr += 0x40;
    exa_seal(&l);
    if (strikes(p, FULL_TOO_SOON)) {
        give(p, &l);
        cause(p, TN_EXZ_FULL);
        return;
    }
    give(p, &l);
    cause(p, TN_EXZ_TAKEN);
    l.tid = 0x105;
    exa_seal(&l);
    give(p, &l);
    cause(p, TN_EXZ_FULL);
    if (strikes(p, MEMORY_OUT_OF_ORDER))
        beat(p, TN_EXZ_MEMORY, TN_AXI_CH_AR, 0x10000100, ZBASE, BANK, shape(4, 4), 0);
    memory_read(p, OKAY);
    served(p, &k, 0, true);
    l.tid = 0x104;
    beat(p, TN_EXZ_MEMORY, TN_AXI_CH_AR, 0x10000100, ZBASE, BANK, shape(4, 4), 0);
    for (unsigned i = 0; i < 4; i++)
        beat(p, TN_EXZ_MEMORY, TN_AXI_CH_R, 1, 2, 3, 4,
             BANK | SLVERR << 16 | (uint32_t)(i == 3) << 18);
    served(p, &l, 1, false);
}

static void refuses(struct player *p)
{
    struct exa_packet k = from_far(EXA_ZWRITE, 0x110, PDID);
    k.pld_crc ^= 4;
    k.ftr_crc = exa_want_ftr_crc(&k);
    give(p, &k);
    cause(p, TN_EXZ_PCRC);
    served(p, &k, 3, false);
    k = from_far(EXA_ZWRITE, 0x111, PDID);
    exa_set_payload(&k, 0x38510000038, (const uint8_t[9]){0}, 9);
    exa_seal(&k);
    give(p, &k);
    cause(p, TN_EXZ_DECODE);
    served(p, &k, 4, false);
    k = from_far(EXA_ZREAD_REQ, 0x112, PDID + 1);
    give(p, &k);
    cause(p, TN_EXZ_PROT);
    served(p, &k, 7, false);
}

/* Packets that have no effect. */
static void drops(struct player *p)
{
    struct exa_packet k = from_far(EXA_ZREAD_REQ, 0x120, PDID), h = k, m = k, f = k,
                      u = packet(own_node, 0x1000, EXA_WRITE, 16, 1);
    const struct words good = words_of(&k);
    struct exa_packet r = packet(own_node, 0, EXA_RELEASE, 0, 0),
                      l = packet(own_node, 0, EXA_FLOW_RATE, 0, 0);
    h.hdr_crc ^= 1;
    m.type = 12;
    m.hdr_crc = exa_want_hdr_crc(&m);
    f.ftr_crc ^= 1;
    const struct words bad = words_of(&h), odd = words_of(&m);
    pins(p, &bad.w[0], NULL);
    cause(p, TN_EXZ_HCRC);
    pins(p, &odd.w[0], NULL);
    cause(p, TN_EXZ_MALF);
    give(p, &r);
    cause(p, TN_EXZ_SHORT);
    give(p, &l);
    cause(p, TN_EXZ_FLOW);
    pins(p, &good.w[1], NULL);
    cause(p, TN_EXZ_STRAY);
    pins(p, &words_of(&u).w[0], NULL);
    pins(p, &words_of(&u).w[2], NULL); /* the footer, a word too soon */
    cause(p, TN_EXZ_BROKEN);
    give(p, &f);
    cause(p, TN_EXZ_FCRC);
    give(p, &u);
    cause(p, TN_EXZ_UNEXP);
    u = from_far(EXA_ZREAD_REQ, 0x121, PDID);
    exa_set_payload(&u, u.addr, (const uint8_t[4]){0}, 4);
    exa_seal(&u);
    give(p, &u);
    cause(p, TN_EXZ_UNEXP);
}

static void counters(struct player *p)
{
    idle(p, 100);
    assert_true(p->judged.n > 0 || p->struck || tn_exz_judge_at_rest(p->j));
    for (unsigned c = 1; c < TN_EXZ_COUNTERS; c++)
        get(p, 0x40440 + 4 * c,
            p->counter[c] + (uint32_t)((c == TN_EXZ_ERRORS && strikes(p, COUNTER_WRONG)) ||
                                       (c == TN_EXZ_NOROOM && strikes(p, NOROOM_COUNTED))));
    get(p, 0x40400, 0x455A0001);
    get(p, 0x40404, 1);
    get(p, 0x40408, exa_node_bits(own_node));
    get(p, 0x40410, TIMEOUT);
    get(p, 0x40414, (uint32_t)strikes(p, LEVEL_WRONG));
    get(p, 0x40008, 1u << 31 | exa_node_bits(far));
    get(p, 0x40068, strikes(p, REGISTER_LOST) ? 0 : ZBASE);
    beat(p, TN_EXZ_REGISTERS, TN_AXI_CH_AW, 0x40400, 0, 3, shape(1, 2), 0);
    beat(p, TN_EXZ_REGISTERS, TN_AXI_CH_W, 1, 0, 0, 0, 0xf | 1 << 16);
    beat(p, TN_EXZ_REGISTERS, TN_AXI_CH_B, 0, 0, 0, 0,
         3 | (strikes(p, WRITE_OF_ID_IS_OKAY) ? (uint32_t)OKAY : (uint32_t)SLVERR) << 16);
}

static void play(struct player *p, enum bug bug)
{
    memset(p, 0, sizeof *p);
    p->bug = bug;
    p->cycle = 10;
    assert_non_null(p->j = tn_exz_judge_new(1, exa_node_bits(own_node), first_verdict, &p->judged));
    set(p, 0x40008,
        0x7fc00000u << 1 | 1u << 31 | exa_node_bits(far)); /* the bits between are not kept */
    set(p, 0x4000c, REMOTE_PDID);
    set(p, 0x40044, 1u << 31 | (PDID + 7));
    set(p, 0x40048, 1u << 31 | PDID);
    set(p, 0x4004c, 1u << 31 | PDID); /* not the lowest */
    set(p, 0x40068, ZBASE);
    set(p, 0x40410, TIMEOUT);
    stores(p);
    loads(p);
    timeouts(p);
    serves(p);
    refuses(p);
    drops(p);
    counters(p);
    idle(p, 400);
    tn_exz_judge_finish(p->j);
}

static void asked_and_kept(void *ctx, const char *rule, uint64_t n, uint64_t failed)
{
    (void)ctx;
    if (failed || (n == 0 && strcmp(rule, "EXZ-CSE-9") != 0))
        fail_msg("%s was asked %u times, failed %u", rule, (unsigned)n, (unsigned)failed);
}

static void a_block_that_keeps_the_page_is_never_blamed(void **state)
{
    static struct player p;
    (void)state;
    play(&p, NONE);
    first_verdict_none(&p.judged);
    assert_false(tn_exz_judge_is_unsure(p.j));
    tn_exz_judge_rules(p.j, asked_and_kept, NULL);
    tn_exz_judge_free(p.j);
}

/* Plays with a bug; the first verdict must be the rule's. */
static void blamed(enum bug bug, const char *rule)
{
    static struct player p;
    play(&p, bug);
    if (!p.struck || p.judged.n == 0)
        fail_msg("bug %u: %s", bug, p.struck ? "not blamed" : "had no occasion");
    if (strcmp(p.judged.rule, rule) != 0)
        fail_msg("bug %u: %s", bug, p.judged.text);
    tn_exz_judge_free(p.j);
}

static void each_bug_of_the_asking_side_is_blamed_by_its_rule(void **state)
{
    (void)state;
    blamed(INPUT_STALLS, "EXZ-CHN-1");
    blamed(PAYLOAD_FIRST, "EXZ-CHN-1");
    blamed(STORE_MISSING, "EXZ-WIN-1");
    blamed(STORE_OF_A_GAP, "EXZ-WIN-1");
    blamed(GAP_IS_OKAY, "EXZ-WIN-1");
    blamed(LOAD_OF_TWO_BEATS, "EXZ-WIN-2");
    blamed(SHORT_LOAD_IS_OKAY, "EXZ-WIN-2");
    blamed(SLOT_TWICE, "EXZ-SLT-1");
    blamed(SLOT_SEVEN, "EXZ-SLT-1");
    blamed(COUNT_STAYS, "EXZ-SLT-1");
    blamed(REQUEST_OTHER_PDID, "EXZ-PKT-1");
    blamed(REQUEST_OTHER_LANES, "EXZ-PKT-1");
    blamed(B_WITHOUT_ANSWER, "EXZ-WIN-1");
    blamed(NO_B, "EXZ-ANS-1");
    blamed(NACK_IS_OKAY, "EXZ-ANS-2");
    blamed(DECERR_IS_SLVERR, "EXZ-ANS-2");
    blamed(LOAD_OTHER_DATA, "EXZ-ANS-2");
    blamed(EARLY_TIMEOUT, "EXZ-TMO-1");
    blamed(NO_TIMEOUT, "EXZ-TMO-1");
    blamed(ANSWER_AFTER_TIMEOUT, "EXZ-CSE-11");
}

static void each_bug_of_the_serving_side_is_blamed_by_its_rule(void **state)
{
    (void)state;
    blamed(MEMORY_OTHER_BYTE, "EXZ-SRV-1");
    blamed(MEMORY_OTHER_STROBE, "EXZ-SRV-1");
    blamed(MEMORY_OTHER_BANK, "EXZ-SRV-1");
    blamed(MEMORY_SKIPPED, "EXZ-SRV-1");
    blamed(MEMORY_OUT_OF_ORDER, "EXZ-SRV-2");
    blamed(LINE_OTHER_BYTE, "EXZ-SRV-2");
    blamed(LINE_OF_AN_ERROR, "EXZ-SRV-2");
    blamed(EARLY_ANSWER, "EXZ-SRV-3");
    blamed(NACK_OTHER_CODE, "EXZ-SRV-3");
    blamed(NO_SERVED_ANSWER, "EXZ-SRV-3");
    blamed(FULL_TOO_SOON, "EXZ-CSE-15");
}

static void each_wrong_cause_is_blamed_by_its_rule(void **state)
{
    (void)state;
    blamed(CAUSE + 1, "EXZ-CSE-1");
    blamed(CAUSE + 2, "EXZ-CSE-2");
    blamed(CAUSE + 3, "EXZ-CSE-3");
    blamed(CAUSE + 4, "EXZ-CSE-4");
    blamed(CAUSE + 5, "EXZ-CSE-5");
    blamed(CAUSE + 6, "EXZ-CSE-6");
    blamed(CAUSE + 7, "EXZ-CSE-7");
    blamed(CAUSE + 8, "EXZ-CSE-8");
    blamed(CAUSE + 10, "EXZ-CSE-10");
    blamed(CAUSE + 11, "EXZ-CSE-11");
    blamed(CAUSE + 12, "EXZ-CSE-12");
    blamed(CAUSE + 13, "EXZ-CSE-13");
    blamed(CAUSE + 14, "EXZ-CSE-14");
    blamed(CAUSE + 15, "EXZ-CSE-15");
}

static void registers_are_judged_at_rest(void **state)
{
    (void)state;
    blamed(COUNTER_WRONG, "EXZ-CNT-1");
    blamed(LEVEL_WRONG, "EXZ-CNT-1");
    blamed(REGISTER_LOST, "EXZ-CNT-1");
    blamed(NOROOM_COUNTED, "EXZ-CSE-9");
    blamed(WRITE_OF_ID_IS_OKAY, "AXS-ACC-4");
    blamed(ANSWER_OF_ANOTHER_ID, "AXS-ORD-1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_that_keeps_the_page_is_never_blamed),
        cmocka_unit_test(each_bug_of_the_asking_side_is_blamed_by_its_rule),
        cmocka_unit_test(each_bug_of_the_serving_side_is_blamed_by_its_rule),
        cmocka_unit_test(each_wrong_cause_is_blamed_by_its_rule),
        cmocka_unit_test(registers_are_judged_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
