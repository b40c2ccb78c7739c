/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RDMA receiver's judge beside a player: a block that does as the page says, or has a chosen
 * bug. The player decides by a model of its own; exa_rdma_rx_model.c holds the model against the
 * page by hand.
 */
#include "../../unit/first_verdict.h"
#include "exa_fixture.h"

#include <tn/exanet/exa_rdma_rx_judge.h>

enum { PDID = 0x42, B_CYC = 30, WRITES = 64, SENDERS = 2, IDLE = 2300 };

enum bug {
    NONE,
    WRONG_BYTE,
    WRONG_STROBE,
    WRONG_BANK,
    NOT_WRITTEN,
    WRITTEN_WHEN_STALE,
    RESPONSE_EARLY,
    RESPONSE_MISSING,
    RESPONSE_TWICE,
    RESPONSE_OTHER_PDID,
    MESSAGE_ANSWERED_TWICE,
    NACK_TWICE,
    REFUSED_AND_ANSWERED,
    NOTE_TWICE,
    NOTE_OTHER_BYTES,
    WORD_WITHOUT_HEADER,
    STALLS,
    NOCTX_SHOWN,
    STALE_SHOWN,
    DONE_SHOWN,
    MISMATCH_SHOWN,
    COUNTER_WRONG,
    LEVEL_WRONG,
    CONTEXT_WRONG,
    BITMAP_WRONG,
    CAUSE = 32, /* + cause: shown as another */
};

static const struct exa_node own_node = {5, 6, 7, 1, 0x21};

struct player {
    struct tn_exv m;
    struct tn_exv_judge *j;
    struct first_verdict judged;
    struct tn_rng rng;
    enum bug bug;
    bool struck;
    uint64_t cycle;
    struct {
        uint64_t at;
        unsigned bank, resp;
    } b[WRITES];
    unsigned bs, taken;
    struct tn_exa_word out[TN_EXA_PACKET_WORDS];
    unsigned out_n, out_at;
    unsigned words; /* of the input, in this cycle */
};

static struct exa_packet header_of(enum exa_type type)
{
    struct exa_packet k;
    memset(&k, 0, sizeof k);
    k.dst = own_node;
    k.type = (uint8_t)type;
    exa_seal(&k);
    return k;
}

static unsigned below(struct player *p, unsigned n)
{
    return (unsigned)tn_rng_below(&p->rng, n);
}

/* Says once, at the first occasion, that the bug strikes. */
static bool strikes(struct player *p, enum bug bug)
{
    const bool now = p->bug == bug && !p->struck;
    p->struck |= now;
    return now;
}

static void beat(struct player *p, unsigned channel, const uint32_t word[5])
{
    struct tn_axi_seen s = {.cycle = p->cycle, .channel = (uint8_t)channel, .valid = true, .ready = true, .bus = 16};
    memcpy(s.word, word, sizeof s.word);
    tn_exv_judge_memory(p->j, &s);
}

static void write_packet(struct player *p, const struct exa_packet *k, unsigned bank)
{
    const uint64_t addr = k->addr & ~15ull;
    const unsigned first = k->addr & 15, end = first + k->size;
    if (strikes(p, NOT_WRITTEN))
        return;
    beat(p, TN_AXI_CH_AW, (uint32_t[5]){(uint32_t)addr, (uint32_t)(addr >> 32), strikes(p, WRONG_BANK) ? bank ^ 1 : bank,
                                        (k->word_n - 1u) | 4 << 8 | 1 << 11});
    for (unsigned w = 0; w < k->word_n; w++) {
        uint32_t word[5] = {0, 0, 0, 0, w + 1u == k->word_n ? 1u << 16 : 0};
        for (unsigned i = 0; i < 16; i++) {
            word[i / 4] |= (uint32_t)k->lanes[16 * w + i] << 8 * (i % 4);
            if (16 * w + i >= first && 16 * w + i < end)
                word[4] |= 1u << i;
        }
        word[0] ^= (uint32_t)((word[4] & 1) != 0 && strikes(p, WRONG_BYTE));
        word[4] ^= strikes(p, WRONG_STROBE) ? 1u << 15 : 0;
        beat(p, TN_AXI_CH_W, word);
    }
    p->b[p->bs].at = p->cycle + 1 + below(p, B_CYC);
    p->b[p->bs].bank = bank;
    p->b[p->bs++].resp = below(p, 12) ? 0 : 2 + below(p, 2);
}

static void memory_answers(struct player *p)
{
    if (p->bs == 0 || p->b[0].at > p->cycle)
        return;
    tn_exv_b(&p->m, p->b[0].bank, p->b[0].resp, p->cycle);
    beat(p, TN_AXI_CH_B, (uint32_t[5]){0, 0, 0, 0, p->b[0].bank | p->b[0].resp << 16});
    memmove(p->b, p->b + 1, --p->bs * sizeof p->b[0]);
}

/* The next answer goes to the output, at times with a bug. */
static void begin_answer(struct player *p)
{
    struct tn_exv_answer a;
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    if (p->m.answers == 0 || p->m.answer[0].at + 2 > p->cycle)
        return;
    a = p->m.answer[0];
    p->out_n = (unsigned)tn_exv_answer_words(&p->m, &a, p->out);
    memcpy(w, p->out, sizeof w);
    tn_exv_leave(&p->m, &w[0], p->cycle, &a);
    p->out_at = 0;
    const bool positive = a.kind == TN_EXV_ACK && a.code == 0 && a.of_b && a.tid < 1024;
    const bool refused = a.kind == TN_EXV_ACK && a.code != 0 && a.tid < 1024;
    const struct tn_exv_context *c = tn_exv_find(&p->m, a.to, a.tid);
    if (positive && strikes(p, RESPONSE_MISSING))
        p->out_n = 0;
    if (a.kind == TN_EXV_NOTE && strikes(p, NOTE_OTHER_BYTES))
        p->out[1].data[3] ^= 1;
    if (positive && strikes(p, RESPONSE_OTHER_PDID)) {
        a.pdid ^= 0x10;
        tn_exv_answer_words(&p->m, &a, p->out);
    }
    if ((positive && strikes(p, RESPONSE_TWICE)) || (refused && strikes(p, NACK_TWICE)) ||
        (a.tid >= 1024 && a.code == 0 && strikes(p, MESSAGE_ANSWERED_TWICE))) {
        p->out[1] = p->out[0];
        p->out_n = 2;
    }
    if (a.kind == TN_EXV_NOTE && strikes(p, NOTE_TWICE)) {
        memcpy(p->out + p->out_n, p->out, p->out_n * sizeof p->out[0]);
        p->out_n *= 2;
    }
    if (refused && c && c->nacked && c->seq == a.seq && strikes(p, REFUSED_AND_ANSWERED)) {
        a.code = 0;
        tn_exv_answer_words(&p->m, &a, p->out + 1);
        p->out_n = 2;
    }
    if (positive && strikes(p, WORD_WITHOUT_HEADER))
        p->out[0].kind = TN_EXA_PLD;
}

/* A cycle: word may be NULL. */
static void step(struct player *p, const struct tn_exa_word *word)
{
    struct tn_exa_pins in = {.ready = 7}, out = {.ready = 7};
    if (word) {
        in.valid = word->kind;
        memcpy(in.data, word->data, sizeof in.data);
    }
    memory_answers(p);
    if (p->cycle > TN_EXV_NEAR)
        tn_exv_until(&p->m, p->cycle + TN_EXV_NEAR); /* the player's choice: a B takes effect at once */
    if (p->out_at == p->out_n) {
        p->out_at = p->out_n = 0;
        begin_answer(p);
    }
    if (p->out_at < p->out_n) {
        out.valid = p->out[p->out_at].kind;
        memcpy(out.data, p->out[p->out_at++].data, sizeof out.data);
    }
    tn_exv_judge_pins(p->j, p->cycle, &in, &out);
    p->cycle++;
}

static void rest(struct player *p)
{
    for (unsigned i = 0; i < IDLE; i++)
        step(p, NULL);
}

/* Returns the cause that the player shows for one that is due. */
static unsigned shown(struct player *p, enum tn_exv_cause due)
{
    static const enum tn_exv_cause wrong[] = {TN_EXV_NOCTX, TN_EXV_STALE, TN_EXV_DONE, TN_EXV_MISMATCH};
    for (unsigned i = 0; i < 4; i++)
        if (due == TN_EXV_TAKEN && strikes(p, (enum bug)(NOCTX_SHOWN + i)))
            return wrong[i];
    if (strikes(p, (enum bug)(CAUSE + due)))
        return due == TN_EXV_PROT ? TN_EXV_DECODE : TN_EXV_PROT;
    return due;
}

/* Words of no packet that the block takes, and the cause that they have. */
static void give_words(struct player *p, const struct exa_packet *k, unsigned from, unsigned n, enum tn_exv_cause cause)
{
    const struct words s = words_of(k);
    for (unsigned i = from; i < from + n && i < s.n; i++)
        step(p, &s.w[i]);
    tn_exv_count(&p->m, cause);
    tn_exv_judge_cause(p->j, p->cycle, shown(p, cause));
    step(p, NULL);
}

/* A packet of each cause that shows with header or words, or needs no context. */
static void give_refused(struct player *p)
{
    struct exa_packet k = packet(own_node, 0x8000, EXA_WRITE, 32, 1), h = k, m = k, f = k, u = k, r = header_of(EXA_RELEASE), l = header_of(EXA_FLOW_RATE);
    h.hdr_crc ^= 1;
    m.type = 12;
    m.hdr_crc = exa_want_hdr_crc(&m);
    f.ftr_crc ^= 1;
    u.type = EXA_ZWRITE;
    exa_seal(&u);
    give_words(p, &h, 0, 1, TN_EXV_HCRC);
    give_words(p, &m, 0, 1, TN_EXV_MALF);
    give_words(p, &r, 0, 1, TN_EXV_SHORT);
    give_words(p, &l, 0, 1, TN_EXV_FLOW);
    give_words(p, &k, 1, 1, TN_EXV_STRAY);
    step(p, &words_of(&k).w[0]);
    give_words(p, &k, 3, 1, TN_EXV_BROKEN);
    give_words(p, &f, 0, 4, TN_EXV_FCRC);
    give_words(p, &u, 0, 4, TN_EXV_UNEXP);
}

/* The packet comes in and is judged two cycles later. */
static void give(struct player *p, const struct exa_packet *k)
{
    const struct words s = words_of(k);
    struct tn_exv_result r;
    uint64_t at;
    if (strikes(p, STALLS))
        for (unsigned i = 0; i < 50; i++) {
            struct tn_exa_pins in = {.valid = 1}, out = {.ready = 7};
            memcpy(in.data, s.w[0].data, 16);
            tn_exv_judge_pins(p->j, p->cycle++, &in, &out);
        }
    for (unsigned i = 0; i < s.n; i++)
        step(p, &s.w[i]);
    at = p->cycle - 1;
    const struct tn_exv_context *c = tn_exv_find(&p->m, exa_node_bits(k->src), k->tid);
    if (c && c->state == TN_EXV_ACTIVE && !c->nacked && k->last && k->seq == c->seq && strikes(p, RESPONSE_EARLY)) {
        struct tn_exv_answer a = {.at = at, .to = exa_node_bits(k->src), .tid = k->tid, .seq = k->seq, .pdid = PDID};
        p->out_n = (unsigned)tn_exv_answer_words(&p->m, &a, p->out);
        p->out_at = 0;
    }
    step(p, NULL);
    r = tn_exv_footer(&p->m, k, at, at);
    if (r.cause == TN_EXV_STALE && strikes(p, WRITTEN_WHEN_STALE)) {
        r.cause = TN_EXV_STALE;
        r.writes = true;
    }
    tn_exv_judge_cause(p->j, p->cycle, shown(p, r.cause));
    p->taken += r.cause == TN_EXV_TAKEN;
    if (r.writes)
        write_packet(p, k, r.bank);
    step(p, NULL);
}

static void give_some(struct player *p)
{
    const unsigned from = below(p, SENDERS), tid = below(p, 2), n = 3, i = below(p, n);
    const unsigned seq = exa_seq_of((unsigned)p->cycle / 1500, below(p, 8) ? (unsigned)p->cycle / 500 % 3 : 0);
    uint8_t bytes[EXA_MTU];
    struct exa_packet k;
    if (below(p, 6) == 0) {
        k = packet(own_node, exa_peripheral_addr(EXA_P_RDMA, 0), EXA_DMA_CTL, 32, 0x70);
    } else {
        k = packet(own_node, 0x10000 * (from + 1) + 0x4000 * tid + 256 * i + (i == 0 ? 0x33 : 0), EXA_WRITE, i ? 256 : 200, (uint8_t)i);
        k.first = i == 0;
        k.last = i == n - 1;
        k.notify = tid & 1;
    }
    k.src = (struct exa_node){(uint8_t)from, 1, 2, 0, 3};
    k.pdid = PDID;
    k.tid = (uint16_t)tid;
    k.seq = (uint16_t)seq;
    if (below(p, 10) == 0)
        k.tid = exa_message_tid(from);
    if (exa_is_message(&k)) {
        k.type = EXA_WRITE;
        exa_set_payload(&k, 0x90008, (const uint8_t[64]){1, 2, 3}, 40);
    }
    if (below(p, 70) == 0)
        k.pdid = PDID + 1;
    if (below(p, 70) == 0 && k.type == EXA_WRITE)
        k.addr ^= 0x100000;
    if (below(p, 70) == 0)
        k.addr |= 1;
    if (below(p, 70) == 0 && k.type == EXA_WRITE) /* ways of its set are few */
        k.tid = (uint16_t)(0x11 * below(p, 16));
    memcpy(bytes, k.lanes, sizeof bytes);
    exa_set_payload(&k, k.addr, bytes, k.addr % 16 && k.size > 240 ? 240 : k.size);
    exa_seal(&k);
    if (below(p, 20) == 0) {
        k.pld_crc ^= 8;
        k.ftr_crc = exa_want_ftr_crc(&k);
    }
    give(p, &k);
}

static void read_beat(struct player *p, uint32_t addr, const uint32_t word[4])
{
    struct tn_axi_seen ar = {.channel = TN_AXI_CH_AR, .valid = true, .ready = true, .cycle = p->cycle, .word = {addr, 0, 3, 4 << 8 | 1 << 11}},
                       r = {.channel = TN_AXI_CH_R, .valid = true, .ready = true, .cycle = p->cycle, .word = {0, 0, 0, 0, 3 | 1 << 18}};
    memcpy(r.word, word, 16);
    tn_exv_judge_axi(p->j, &ar);
    tn_exv_judge_axi(p->j, &r);
}

/* Reads counters, LEVEL and all contexts at rest. */
static void read_all(struct player *p)
{
    const uint32_t level = tn_exv_level(&p->m, TN_EXV_ACTIVE) | tn_exv_level(&p->m, TN_EXV_FINISHED) << 16;
    read_beat(p, 0x40410, (uint32_t[4]){0x00100000, 0, level + (uint32_t)strikes(p, LEVEL_WRONG), 65536});
    for (unsigned i = 0; i + 4 <= TN_EXV_COUNTERS; i += 4)
        read_beat(p, 0x40440 + 4 * i, (uint32_t[4]){p->m.lo[i] + (uint32_t)(i == 20 && strikes(p, COUNTER_WRONG)), p->m.lo[i + 1], p->m.lo[i + 2], p->m.lo[i + 3]});
    for (unsigned i = 0; i < 64; i++) {
        const struct tn_exv_context *c = &p->m.ctx[i / 4 * TN_EXV_WAYS + i % 4];
        const bool there = c->state != TN_EXV_FREE;
        uint32_t note[4];
        memcpy(note, c->note, sizeof note);
        const uint32_t head = (uint32_t)c->state << 30 | (uint32_t)c->control << 29 | (uint32_t)c->notify << 28 | (uint32_t)c->nacked << 27 |
                              (uint32_t)c->blk_known << 26 | (uint32_t)c->rsp_att << 22 | c->seq;
        read_beat(p, 64 * i, (uint32_t[4]){head, c->src << 10 | c->tid, c->blk, c->pdid + (uint32_t)(there && strikes(p, CONTEXT_WRONG))});
        read_beat(p, 64 * i + 16, (uint32_t[4]){(uint32_t)c->bitmap ^ (uint32_t)(there && strikes(p, BITMAP_WRONG)), (uint32_t)(c->bitmap >> 32),
                                                (uint32_t)c->last_known << 14 | (uint32_t)c->last << 8 | (uint32_t)c->first_known << 6 | c->first, 0});
        read_beat(p, 64 * i + 32, (uint32_t[4]){(uint32_t)c->place, (uint32_t)(c->place >> 32), 0, 0});
        read_beat(p, 64 * i + 48, note);
    }
}

static void play(struct player *p, enum bug bug, unsigned packets)
{
    const struct tn_exv_params par = {.hold = true, .way_log2 = 2, .dup_n = 8};
    const struct tn_axi_seen aw = {.channel = TN_AXI_CH_AW, .valid = true, .ready = true, .cycle = 1, .word = {0x40008, 0, 1, 2 << 8 | 1 << 11}},
                             w = {.channel = TN_AXI_CH_W, .valid = true, .ready = true, .cycle = 2, .word = {0, 0, 1u << 31 | PDID, 0, 0x10f00}},
                             b = {.channel = TN_AXI_CH_B, .valid = true, .ready = true, .cycle = 3, .word = {0, 0, 0, 0, 1}};
    memset(p, 0, sizeof *p);
    tn_rng_seed(&p->rng, 5, 5);
    p->bug = bug;
    p->j = tn_exv_judge_new(&par, exa_node_bits(own_node), first_verdict, NULL, &p->judged);
    tn_exv_init(&p->m, &par, exa_node_bits(own_node));
    p->m.bank[2] = 1u << 31 | PDID;
    tn_exv_judge_axi(p->j, &aw);
    tn_exv_judge_axi(p->j, &w);
    tn_exv_judge_axi(p->j, &b);
    p->cycle = 4;
    for (unsigned i = 0; i < 400; i++)
        step(p, NULL);
    for (unsigned i = 0; i < packets && p->judged.n == 0; i++) {
        if (below(p, 12) == 0)
            give_refused(p);
        give_some(p);
        for (unsigned k = below(p, 40); k > 0; k--)
            step(p, NULL);
    }
    rest(p);
    rest(p);
    read_all(p);
    tn_exv_judge_finish(p->j);
}

static void a_block_that_keeps_the_page_is_never_blamed(void **state)
{
    static struct player p;
    (void)state;
    play(&p, NONE, 1500);
    first_verdict_none(&p.judged);
    assert_false(tn_exv_judge_is_unsure(p.j));
    assert_true(p.taken > 100);
    assert_true(p.m.lo[TN_EXV_C_NOTIFIES] > 5 && p.m.lo[TN_EXV_C_ANSWERED] > 20 && p.m.lo[TN_EXV_C_NACKS] > 5);
    tn_exv_judge_free(p.j);
}

/* Plays with a bug; the first verdict must be the rule's. */
static void blamed(enum bug bug, const char *rule)
{
    static struct player p;
    play(&p, bug, 1500);
    if (!p.struck || p.judged.n == 0)
        fail_msg("bug %u: %s", bug, p.struck ? "not blamed" : "had no occasion");
    if (strcmp(p.judged.rule, rule) != 0)
        fail_msg("bug %u: %s", bug, p.judged.text);
    tn_exv_judge_free(p.j);
}

static void each_bug_is_blamed_by_its_rule(void **state)
{
    (void)state;
    blamed(WRONG_BYTE, "EXV-WR-1");
    blamed(WRONG_STROBE, "EXV-WR-1");
    blamed(WRONG_BANK, "EXV-WR-1");
    blamed(NOT_WRITTEN, "EXV-WR-1");
    blamed(WRITTEN_WHEN_STALE, "EXV-WR-2");
    blamed(RESPONSE_EARLY, "EXV-RSP-1");
    blamed(RESPONSE_MISSING, "EXV-QUE-1");
    blamed(RESPONSE_TWICE, "EXV-RSP-2");
    blamed(RESPONSE_OTHER_PDID, "EXV-ACK-1");
    blamed(MESSAGE_ANSWERED_TWICE, "EXV-MSG-1");
    blamed(NACK_TWICE, "EXV-NCK-1");
    blamed(REFUSED_AND_ANSWERED, "EXV-NCK-2");
    blamed(NOTE_TWICE, "EXV-NTF-2");
    blamed(NOTE_OTHER_BYTES, "EXV-NTF-1");
    blamed(WORD_WITHOUT_HEADER, "EXV-CHN-1");
    blamed(STALLS, "EXV-FLOW-1");
}

static void each_wrong_cause_is_blamed_by_its_rule(void **state)
{
    (void)state;
    blamed(NOCTX_SHOWN, "EXV-CTX-1");
    blamed(STALE_SHOWN, "EXV-SEQ-1");
    blamed(DONE_SHOWN, "EXV-SEQ-3");
    blamed(MISMATCH_SHOWN, "EXV-MIS-1");
    blamed(CAUSE + 1, "EXV-CSE-1");
    blamed(CAUSE + 2, "EXV-CSE-2");
    blamed(CAUSE + 3, "EXV-CSE-3");
    blamed(CAUSE + 4, "EXV-CSE-4");
    blamed(CAUSE + 5, "EXV-CSE-5");
    blamed(CAUSE + 6, "EXV-CSE-6");
    blamed(CAUSE + 7, "EXV-CSE-7");
    blamed(CAUSE + 8, "EXV-CSE-8");
    blamed(CAUSE + 10, "EXV-CSE-10");
    blamed(CAUSE + 11, "EXV-CSE-11");
    blamed(CAUSE + 12, "EXV-CSE-12");
    blamed(CAUSE + 13, "EXV-CSE-13");
    blamed(CAUSE + 14, "EXV-CSE-14");
    blamed(CAUSE + 15, "EXV-CSE-15");
    blamed(CAUSE + 16, "EXV-CSE-16");
    blamed(CAUSE + 17, "EXV-CSE-17");
    blamed(CAUSE + 18, "EXV-CSE-18");
    blamed(CAUSE + 19, "EXV-CSE-19");
}

static void registers_and_contexts_are_judged_at_rest(void **state)
{
    (void)state;
    blamed(COUNTER_WRONG, "EXV-CNT-1");
    blamed(LEVEL_WRONG, "EXV-CTX-2");
    blamed(CONTEXT_WRONG, "EXV-DBG-1");
    blamed(BITMAP_WRONG, "EXV-BIT-1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_that_keeps_the_page_is_never_blamed),
        cmocka_unit_test(each_bug_is_blamed_by_its_rule),
        cmocka_unit_test(each_wrong_cause_is_blamed_by_its_rule),
        cmocka_unit_test(registers_and_contexts_are_judged_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
