/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A bank that changes its owner: the shared part of the models by hand, and scenes of the receiver and of loads and
 * stores, as the pages have them or with one bug, beside their judges.
 */
#include "../../unit/first_verdict.h"
#include "exa_fixture.h"

#include <tn/exanet/exa_axi_judge.h>
#include <tn/exanet/exa_bank.h>
#include <tn/exanet/exa_rdma_rx_judge.h>

enum { OLD = 0x77, NEXT = 0x99, BANK = 2, OTHER = 5, REST = 2400, SLVERR = 2 };

static const uint32_t old = 1u << 31 | OLD, next = 1u << 31 | NEXT, drains = 1u << 30;
static const struct exa_node own_node = {5, 6, 7, 1, 0x21};

/* The shared part. */

static void a_bank_with_something_open_has_nobody_until_the_answer(void **state)
{
    struct tn_exa_bank b = {0};
    (void)state;
    tn_exa_bank_written(&b, 0, old, 10);
    tn_exa_bank_heeded(&b, 12);
    assert_int_equal(tn_exa_bank_has(&b, old, OLD, 20), TN_EXA_BANK_MAY);
    tn_exa_bank_opened(&b, old, OLD, 20);
    tn_exa_bank_written(&b, old, next, 30);
    tn_exa_bank_heeded(&b, 32);
    assert_int_equal(tn_exa_bank_draining(&b, 40), TN_EXA_BANK_MAY);
    assert_int_equal(tn_exa_bank_has(&b, next, NEXT, 40), TN_EXA_BANK_MAY_NOT);
    assert_int_equal(tn_exa_bank_has(&b, next, OLD, 40), TN_EXA_BANK_MAY_NOT);
    assert_true(tn_exa_bank_awaits(&b, next, NEXT));
    assert_true(tn_exa_bank_may_show(&b, next, 40, next | drains));
    assert_false(tn_exa_bank_may_show(&b, next, 40, next));
    assert_true(tn_exa_bank_may_count(&b, 40, 0, 1));
    tn_exa_bank_closed(&b, 500);
    assert_int_equal(tn_exa_bank_has(&b, next, NEXT, 560), TN_EXA_BANK_MAY | TN_EXA_BANK_MAY_NOT);
    assert_int_equal(tn_exa_bank_has(&b, next, NEXT, 565), TN_EXA_BANK_MAY);
    assert_int_equal(tn_exa_bank_has(&b, next, OLD, 565), TN_EXA_BANK_MAY_NOT);
    assert_false(tn_exa_bank_may_show(&b, next, 565, next | drains));
    assert_false(tn_exa_bank_may_count(&b, 700, 0, 1));
}

static void a_bank_with_nothing_open_has_its_next_owner_at_once(void **state)
{
    struct tn_exa_bank b = {0};
    (void)state;
    tn_exa_bank_written(&b, 0, old, 10);
    tn_exa_bank_opened(&b, old, OLD, 20);
    tn_exa_bank_closed(&b, 30);
    tn_exa_bank_written(&b, old, next, 300);
    tn_exa_bank_heeded(&b, 302);
    assert_int_equal(tn_exa_bank_has(&b, next, NEXT, 303), TN_EXA_BANK_MAY);
    assert_int_equal(tn_exa_bank_draining(&b, 303), TN_EXA_BANK_MAY_NOT);
}

static void a_write_of_the_same_owner_changes_nothing(void **state)
{
    struct tn_exa_bank b = {0};
    (void)state;
    tn_exa_bank_written(&b, 0, old, 10);
    tn_exa_bank_heeded(&b, 12);
    tn_exa_bank_opened(&b, old, OLD, 20);
    tn_exa_bank_written(&b, old, old, 30);
    assert_int_equal(tn_exa_bank_has(&b, old, OLD, 31), TN_EXA_BANK_MAY);
    assert_int_equal(tn_exa_bank_draining(&b, 31), TN_EXA_BANK_MAY_NOT);
}

static void an_access_that_is_seen_late_drains_the_bank_it_was_judged_under(void **state)
{
    struct tn_exa_bank b = {0};
    (void)state;
    tn_exa_bank_written(&b, 0, old, 10);
    tn_exa_bank_written(&b, old, next, 30);
    assert_true(tn_exa_bank_has(&b, next, OLD, 29) & TN_EXA_BANK_MAY);
    tn_exa_bank_opened(&b, next, OLD, 33);
    assert_true(tn_exa_bank_awaits(&b, next, NEXT));
}

/* What a block may do wrong with a bank that drains, and with a newer attempt. */

enum bug { NONE, SHOWN_FREE, TAKEN_AGAIN, ADMITTED, LEVEL_NONE, NEVER_ADMITTED, WRONG_BANK };

struct scene {
    struct tn_exv_judge *rx;
    struct tn_exz_judge *ax;
    struct first_verdict judged;
    enum bug bug;
    uint64_t cycle;
};

static void pins(struct scene *s, const struct tn_exa_word *in, const struct tn_exa_word *out)
{
    struct tn_exa_pins a = {.ready = 7}, b = {.ready = 7};
    if (in) {
        a.valid = in->kind;
        memcpy(a.data, in->data, sizeof a.data);
    }
    if (out) {
        b.valid = out->kind;
        memcpy(b.data, out->data, sizeof b.data);
    }
    if (s->rx)
        tn_exv_judge_pins(s->rx, s->cycle, &a, &b);
    else
        tn_exz_judge_pins(s->ax, s->cycle, &a, &b);
    s->cycle++;
}

static void idle(struct scene *s, unsigned n)
{
    while (n-- > 0)
        pins(s, NULL, NULL);
}

static void beat(struct scene *s, bool memory, unsigned channel, const uint32_t word[5])
{
    struct tn_axi_seen a = {.cycle = s->cycle, .channel = (uint8_t)channel, .valid = true, .ready = true, .bus = 16};
    memcpy(a.word, word, sizeof a.word);
    if (s->ax)
        tn_exz_judge_axi(s->ax, memory ? TN_EXZ_MEMORY : TN_EXZ_REGISTERS, &a);
    else if (memory)
        tn_exv_judge_memory(s->rx, &a);
    else
        tn_exv_judge_axi(s->rx, &a);
    idle(s, 1);
}

static void set(struct scene *s, uint32_t addr, uint32_t value, unsigned resp)
{
    uint32_t w[5] = {0, 0, 0, 0, 0xfu << addr % 16 | 1 << 16};
    w[addr % 16 / 4] = value;
    beat(s, false, TN_AXI_CH_AW, (uint32_t[5]){addr, 0, 0, 2 << 8 | 1 << 11});
    beat(s, false, TN_AXI_CH_W, w);
    beat(s, false, TN_AXI_CH_B, (uint32_t[5]){0, 0, 0, 0, resp << 16});
}

static void get(struct scene *s, uint32_t addr, uint32_t value)
{
    uint32_t w[5] = {0, 0, 0, 0, 1 << 18};
    w[addr % 16 / 4] = value;
    beat(s, false, TN_AXI_CH_AR, (uint32_t[5]){addr, 0, 0, 2 << 8 | 1 << 11});
    beat(s, false, TN_AXI_CH_R, w);
}

static void give(struct scene *s, const struct exa_packet *k, unsigned cause)
{
    const struct words w = words_of(k);
    for (unsigned i = 0; i < w.n; i++)
        pins(s, &w.w[i], NULL);
    idle(s, 2);
    if (s->rx)
        tn_exv_judge_cause(s->rx, s->cycle, cause);
    else
        tn_exz_judge_cause(s->ax, s->cycle, cause);
    idle(s, 2);
}

static void refuse(struct scene *s, const struct exa_packet *k, unsigned index)
{
    struct exa_packet a;
    memset(&a, 0, sizeof a);
    a.type = EXA_ACK;
    a.dst = k->src;
    a.addr = exa_peripheral_addr(index, 0);
    a.tid = k->tid;
    a.seq = k->seq;
    a.pdid = k->pdid;
    a.code = 7;
    exa_seal(&a);
    pins(s, NULL, &words_of(&a).w[0]);
}

/* A packet of the old owner waits at the memory, and the bank is given to the next one. Returns the bank's register. */
static void change(struct scene *s, uint32_t bank, const struct exa_packet *first, const struct exa_packet *second, unsigned index)
{
    set(s, bank, next, 0);
    idle(s, 150);
    get(s, bank, s->bug == SHOWN_FREE ? next : next | drains);
    get(s, bank + (s->ax ? 0x40 : 0x20), s->bug == LEVEL_NONE ? 0 : 1);
    set(s, bank, old, s->bug == TAKEN_AGAIN ? 0 : SLVERR);
    give(s, first, TN_EXV_PROT);
    refuse(s, first, index);
    give(s, second, s->bug == ADMITTED ? TN_EXV_TAKEN : TN_EXV_PROT);
    refuse(s, second, index);
}

static struct exa_packet data(unsigned pdid, unsigned tid, unsigned seq, unsigned i)
{
    struct exa_packet k = packet(own_node, 0x4000 + 256 * i, EXA_WRITE, 256, (uint8_t)i);
    k.src = (struct exa_node){1, 2, 3, 0, 0x40};
    k.pdid = (uint16_t)pdid;
    k.tid = (uint16_t)tid;
    k.seq = (uint16_t)seq;
    k.first = i == 0;
    k.last = i == 2;
    exa_seal(&k);
    return k;
}

/* The burst of a packet of data. */
static void burst(struct scene *s, const struct exa_packet *k)
{
    beat(s, true, TN_AXI_CH_AW, (uint32_t[5]){(uint32_t)k->addr, 0, BANK, 15 | 4 << 8 | 1 << 11});
    for (unsigned w = 0; w < 16; w++) {
        uint32_t word[5] = {0, 0, 0, 0, 0xffff | (uint32_t)(w == 15) << 16};
        for (unsigned i = 0; i < 16; i++)
            word[i / 4] |= (uint32_t)k->lanes[16 * w + i] << 8 * (i % 4);
        beat(s, true, TN_AXI_CH_W, word);
    }
}

static void receiver(struct scene *s, enum bug bug)
{
    const struct tn_exv_params par = {.hold = true, .way_log2 = 2, .dup_n = 8};
    const struct exa_packet a = data(OLD, 1, 0, 0), b = data(OLD, 2, 0, 0), c = data(NEXT, 3, 0, 0), d = data(NEXT, 4, 0, 0);
    memset(s, 0, sizeof *s);
    s->bug = bug;
    assert_non_null(s->rx = tn_exv_judge_new(&par, exa_node_bits(own_node), first_verdict, NULL, &s->judged));
    idle(s, 400);
    set(s, 0x40000 + 4 * BANK, old, 0);
    give(s, &a, TN_EXV_TAKEN);
    burst(s, &a);
    change(s, 0x40000 + 4 * BANK, &b, &c, 1);
    beat(s, true, TN_AXI_CH_B, (uint32_t[5]){0, 0, 0, 0, BANK});
    idle(s, 80);
    get(s, 0x40000 + 4 * BANK, bug == NEVER_ADMITTED ? next | drains : next);
    give(s, &d, TN_EXV_TAKEN);
    burst(s, &d);
    beat(s, true, TN_AXI_CH_B, (uint32_t[5]){0, 0, 0, 0, BANK});
    idle(s, REST);
    tn_exv_judge_finish(s->rx);
    assert_false(tn_exv_judge_is_unsure(s->rx));
    tn_exv_judge_free(s->rx);
}

/* The second packet of one attempt is in memory, the first and the third of the next one, and no attempt is whole. */
static void newer_attempt(struct scene *s, bool wrong)
{
    const struct tn_exv_params par = {.hold = true, .way_log2 = 2, .dup_n = 8};
    const struct exa_packet k[3] = {data(OLD, 1, 0, 1), data(OLD, 1, 1, 0), data(OLD, 1, 1, 2)};
    struct exa_packet r;
    memset(s, 0, sizeof *s);
    assert_non_null(s->rx = tn_exv_judge_new(&par, exa_node_bits(own_node), first_verdict, NULL, &s->judged));
    idle(s, 400);
    set(s, 0x40000 + 4 * BANK, old, 0);
    for (unsigned i = 0; i < 3; i++) {
        give(s, &k[i], TN_EXV_TAKEN);
        burst(s, &k[i]);
        beat(s, true, TN_AXI_CH_B, (uint32_t[5]){0, 0, 0, 0, BANK});
        idle(s, 100);
    }
    memset(&r, 0, sizeof r);
    r.type = EXA_ACK;
    r.dst = k[0].src;
    r.addr = exa_peripheral_addr(1, 0);
    r.tid = 1;
    r.seq = 1;
    r.pdid = OLD;
    exa_seal(&r);
    if (wrong)
        pins(s, NULL, &words_of(&r).w[0]);
    idle(s, REST);
    tn_exv_judge_finish(s->rx);
    tn_exv_judge_free(s->rx);
}

static struct exa_packet load(unsigned pdid, unsigned tid)
{
    struct exa_packet k;
    memset(&k, 0, sizeof k);
    k.type = EXA_ZREAD_REQ;
    k.dst = own_node;
    k.src = (struct exa_node){1, 2, 3, 0, 0x40};
    k.pdid = (uint16_t)pdid;
    k.tid = (uint16_t)tid;
    exa_set_payload(&k, 0x38510000040, NULL, 0);
    exa_seal(&k);
    return k;
}

/* The memory reads a line of zeros, which leaves as the answer. */
static void serve(struct scene *s, const struct exa_packet *k, unsigned bank)
{
    struct exa_packet a;
    for (unsigned i = 0; i < 4; i++)
        beat(s, true, TN_AXI_CH_R, (uint32_t[5]){0, 0, 0, 0, bank | (uint32_t)(i == 3) << 18});
    memset(&a, 0, sizeof a);
    a.type = EXA_ZREAD_RSP;
    a.dst = k->src;
    a.src = own_node;
    a.pdid = k->pdid;
    a.tid = k->tid;
    exa_set_payload(&a, 0x38510000040, (const uint8_t[64]){0}, 64);
    exa_seal(&a);
    for (unsigned i = 0; i < words_of(&a).n; i++)
        pins(s, NULL, &words_of(&a).w[i]);
}

static void loads(struct scene *s, enum bug bug)
{
    const struct exa_packet a = load(OLD, 1), b = load(OLD, 2), c = load(NEXT, 3), d = load(NEXT, 4);
    const uint32_t ar[5] = {0x10000040, 0, BANK, 3 | 4 << 8 | 1 << 11};
    memset(s, 0, sizeof *s);
    s->bug = bug;
    assert_non_null(s->ax = tn_exz_judge_new(2, exa_node_bits(own_node), first_verdict, &s->judged));
    s->cycle = 10;
    set(s, 0x40040 + 4 * BANK, old, 0);
    give(s, &a, TN_EXZ_TAKEN);
    beat(s, true, TN_AXI_CH_AR, ar);
    change(s, 0x40040 + 4 * BANK, &b, &c, 5);
    serve(s, &a, BANK);
    idle(s, 80);
    get(s, 0x40040 + 4 * BANK, bug == NEVER_ADMITTED ? next | drains : next);
    give(s, &d, TN_EXZ_TAKEN);
    beat(s, true, TN_AXI_CH_AR, ar);
    serve(s, &d, BANK);
    idle(s, REST);
    tn_exz_judge_finish(s->ax);
    assert_false(tn_exz_judge_is_unsure(s->ax));
    tn_exz_judge_free(s->ax);
}

/* Two banks have a PDID, and the lower one is given away as a request comes, which the block judges under that bank, before
 * the write, or under the other one, behind it. Its burst shows which. */
static void either(struct scene *s, unsigned bank, enum bug bug)
{
    const struct exa_packet a = load(OLD, 1), b = load(NEXT, 2), c = load(NEXT, 3);
    const bool first = bank == BANK;
    memset(s, 0, sizeof *s);
    assert_non_null(s->ax = tn_exz_judge_new(2, exa_node_bits(own_node), first_verdict, &s->judged));
    s->cycle = 10;
    set(s, 0x40040 + 4 * BANK, old, 0);
    set(s, 0x40040 + 4 * OTHER, old, 0);
    idle(s, 100);
    for (unsigned i = 0; i < words_of(&a).n; i++)
        pins(s, &words_of(&a).w[i], NULL);
    set(s, 0x40040 + 4 * BANK, next, 0);
    tn_exz_judge_cause(s->ax, s->cycle, TN_EXZ_TAKEN);
    get(s, 0x40040 + 4 * BANK, first ? next | drains : next);
    get(s, 0x40080 + 4 * BANK, first);
    get(s, 0x40080 + 4 * OTHER, !first);
    beat(s, true, TN_AXI_CH_AR, (uint32_t[5]){0x10000040, 0, bug == WRONG_BANK ? 1 : bank, 3 | 4 << 8 | 1 << 11});
    idle(s, 150);
    get(s, 0x40040 + 4 * BANK, first && bug != SHOWN_FREE ? next | drains : next);
    get(s, 0x40080 + 4 * BANK, first && bug != LEVEL_NONE);
    get(s, 0x40080 + 4 * OTHER, !first && bug != LEVEL_NONE);
    if (first) {
        give(s, &b, bug == ADMITTED ? TN_EXZ_TAKEN : TN_EXZ_PROT);
        refuse(s, &b, 5);
    }
    serve(s, &a, bank);
    idle(s, 80);
    get(s, 0x40040 + 4 * BANK, bug == NEVER_ADMITTED ? next | drains : next);
    give(s, &c, TN_EXZ_TAKEN);
    beat(s, true, TN_AXI_CH_AR, (uint32_t[5]){0x10000040, 0, BANK, 3 | 4 << 8 | 1 << 11});
    serve(s, &c, BANK);
    idle(s, REST);
    tn_exz_judge_finish(s->ax);
    assert_false(tn_exz_judge_is_unsure(s->ax));
    tn_exz_judge_free(s->ax);
}

static void either_lower(struct scene *s, enum bug bug)
{
    either(s, BANK, bug);
}

static void either_upper(struct scene *s, enum bug bug)
{
    either(s, OTHER, bug);
}

static void blamed(void (*play)(struct scene *s, enum bug bug), enum bug bug, const char *rule)
{
    static struct scene s;
    play(&s, bug);
    if (s.judged.n == 0 || strcmp(s.judged.rule, rule) != 0)
        fail_msg("bug %u: %s, not %s", bug, s.judged.n ? s.judged.text : "nothing", rule);
}

static void blocks_that_drain_are_not_blamed(void **state)
{
    static struct scene s;
    (void)state;
    receiver(&s, NONE);
    first_verdict_none(&s.judged);
    loads(&s, NONE);
    first_verdict_none(&s.judged);
}

static void each_bug_of_a_bank_that_drains_is_blamed_by_its_rule(void **state)
{
    (void)state;
    for (enum bug bug = SHOWN_FREE; bug <= NEVER_ADMITTED; bug++) {
        blamed(receiver, bug, bug == LEVEL_NONE ? "EXV-CNT-1" : "EXV-BNK-1");
        blamed(loads, bug, bug == LEVEL_NONE ? "EXZ-CNT-1" : "EXZ-BNK-1");
    }
}

static void a_burst_shows_which_of_two_banks_its_request_has(void **state)
{
    static struct scene s;
    (void)state;
    either_lower(&s, NONE);
    first_verdict_none(&s.judged);
    either_upper(&s, NONE);
    first_verdict_none(&s.judged);
    blamed(either_lower, SHOWN_FREE, "EXZ-BNK-1");
    blamed(either_lower, ADMITTED, "EXZ-BNK-1");
    for (unsigned upper = 0; upper < 2; upper++) {
        blamed(upper ? either_upper : either_lower, LEVEL_NONE, "EXZ-CNT-1");
        blamed(upper ? either_upper : either_lower, NEVER_ADMITTED, "EXZ-BNK-1");
        blamed(upper ? either_upper : either_lower, WRONG_BANK, "EXZ-SRV-2");
    }
}

static void a_response_by_the_bits_of_the_attempt_before_is_blamed_by_its_rule(void **state)
{
    static struct scene s;
    (void)state;
    newer_attempt(&s, false);
    first_verdict_none(&s.judged);
    newer_attempt(&s, true);
    assert_string_equal(s.judged.rule, "EXV-SEQ-2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_with_something_open_has_nobody_until_the_answer),
        cmocka_unit_test(a_bank_with_nothing_open_has_its_next_owner_at_once),
        cmocka_unit_test(a_write_of_the_same_owner_changes_nothing),
        cmocka_unit_test(an_access_that_is_seen_late_drains_the_bank_it_was_judged_under),
        cmocka_unit_test(blocks_that_drain_are_not_blamed),
        cmocka_unit_test(each_bug_of_a_bank_that_drains_is_blamed_by_its_rule),
        cmocka_unit_test(a_burst_shows_which_of_two_banks_its_request_has),
        cmocka_unit_test(a_response_by_the_bits_of_the_attempt_before_is_blamed_by_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
