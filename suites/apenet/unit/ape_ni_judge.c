/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's judge, before a player that does all rightly, or one thing wrongly.
 */
#include <tn/apenet/ape_ni_judge.h>
#include <tn/memory.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    OWN = 0x0421,
    PEER = 0x0842,
    PID = 7,
    RING = 0x10000,
    QUEUE = 0x20000,
    SOURCE = 0x30000,
    FRAME = 0x100000,
    PLACE = 0x5000,
    LENGTH = 0x3000,
    GET_AT = 0x9000,
    QUEUE_LOG2 = 4
};
enum {
    TX_BASE = 0x1000,
    TX_SIZE = 0x1008,
    TX_WRITE = 0x1010,
    EVQ_BASE = 0x1020,
    EVQ_SIZE = 0x1028,
    EVQ_READ = 0x1030,
    CMD_PID = 0x1040,
    CMD_OP = 0x1060,
    CMD_RESULT = 0x1064,
    RX_PACKETS = 0x300c
};

enum bug {
    NONE,
    HOLD,
    IDLE,
    NO_HEAD,
    CROSS,
    READ_MORE,
    FETCH_BEYOND,
    PAYLOAD,
    HEADER,
    FOOTER,
    ORDER,
    PACKET_TWICE,
    PACKET_LOST,
    REPLY,
    ANSWER,
    ANSWER_TWICE,
    ANSWER_LOST,
    ANSWER_EARLY,
    FIELD,
    EVENT_TWICE,
    EVENT_LOST,
    PHASE,
    SLOT,
    OVERWRITE,
    EARLY,
    EVENT_ORDER,
    OUTSIDE,
    BYTE,
    MISSING,
    NO_TIMER,
    NO_ANSWER,
    ANSWER_TIMER,
    RESULT,
    COUNT,
    BUGS
};

/* The player: a network interface that is as the model says, but for its bug. */
static struct player {
    struct tn_apn ni;
    struct tn_apn_judge *judge;
    struct tn_memory *memory;
    enum bug bug;
    uint64_t cycle;
    unsigned done; /* how often the bug could have struck */
    uint32_t write, fetched;
    bool phase;
    struct tn_apn_packet kept; /* ORDER: a packet that waits */
    uint64_t kept_event[2];    /* EVENT_ORDER: an event that waits */
    bool keeps, keeps_event;
    const char *blamed;
    struct tn_rng rng;
} x;

/* Says whether the bug strikes here: the second time that it could. */
static bool strikes(enum bug b)
{
    return x.bug == b && ++x.done == 2;
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (!x.blamed)
        x.blamed = v->rule;
}

/* Beats of the master. */

static void beat(uint8_t channel, const uint32_t word[5])
{
    struct tn_axi_seen s = {
        .cycle = ++x.cycle, .channel = channel, .valid = true, .ready = true, .bus = 16};
    memcpy(s.word, word, sizeof s.word);
    tn_apn_judge_axi(x.judge, &s);
}

static void address(uint8_t channel, unsigned id, uint64_t addr, unsigned beats)
{
    beat(channel,
         (uint32_t[5]){(uint32_t)addr, (uint32_t)(addr >> 32), id, (beats - 1) | 4 << 8 | 1 << 11});
}

static void answer(unsigned id)
{
    beat(TN_AXI_CH_B, (uint32_t[5]){0, 0, 0, 0, id});
}

/* Writes bytes as one burst, without its B. */
static void burst(unsigned id, uint64_t pa, const uint8_t *bytes, size_t n)
{
    const uint64_t first = pa & ~15ull;
    const unsigned beats = (unsigned)((pa % 16 + n + 15) / 16);
    address(TN_AXI_CH_AW, id, first, beats);
    for (unsigned b = 0; b < beats; b++) {
        uint32_t word[5] = {0};
        for (unsigned i = 0; i < 16; i++) {
            const uint64_t at = first + 16 * b + i - pa;
            if (at >= n)
                continue;
            word[i / 4] |= (uint32_t)bytes[at] << 8 * (i % 4);
            word[4] |= 1u << i;
        }
        word[4] |= (uint32_t)(b + 1 == beats) << 16;
        beat(TN_AXI_CH_W, word);
    }
}

/* The local port. */

static void local(const struct tn_apn_local *l)
{
    struct tn_apn_local c = *l;
    c.room = 3;
    tn_apn_judge_local(x.judge, ++x.cycle, &c);
}

static void words_out(const struct tn_apn_packet *p)
{
    uint8_t word[TN_APN_WORDS][16];
    const unsigned n = tn_apn_encode(p, word);
    if (p->type == TN_APN_ACK)
        word[0][8] ^= strikes(ANSWER) ? 0x40 : 0;
    else if (p->type != TN_APN_REPLY && strikes(HEADER))
        word[0][2] ^= 1;
    if (p->type != TN_APN_REPLY && strikes(PAYLOAD))
        word[1][0] ^= 1;
    if (p->type == TN_APN_REPLY && strikes(REPLY))
        word[1][0] ^= 1;
    if (p->type != TN_APN_REPLY && strikes(FOOTER))
        word[n - 1][8] ^= 1;
    for (unsigned i = 0; i < n; i++) {
        struct tn_apn_local l = {
            .tx_valid = true, .tx_ready = true, .tx_head = i == 0, .tx_last = i == n - 1};
        memcpy(l.tx_data, word[i], 16);
        if (i == 0 && strikes(NO_HEAD))
            l.tx_head = false;
        if (i == 1) { /* each packet waits once */
            l.tx_ready = false;
            local(&l);
            l.tx_ready = true;
            l.tx_data[3] ^= strikes(HOLD);
        }
        if (i == 2 && strikes(IDLE))
            local(&(struct tn_apn_local){.tx_ready = true});
        local(&l);
    }
}

static void packet_in(const struct tn_apn_packet *p)
{
    uint8_t word[TN_APN_WORDS][16];
    struct tn_apn_packet q;
    const unsigned n = tn_apn_encode(p, word);
    for (unsigned i = 0; i < n; i++) {
        struct tn_apn_local l = {.rx_valid = true, .rx_head = i == 0, .rx_last = i == n - 1};
        memcpy(l.rx_data, word[i], 16);
        local(&l);
    }
    tn_apn_decode((const uint8_t(*)[16])word, n, &q);
    tn_apn_packet(&x.ni, 0, &q);
}

/* What the model does, done. */

static void read_memory(void *ctx, uint64_t pa, uint8_t *bytes, size_t n)
{
    (void)ctx;
    tn_memory_peek(x.memory, pa, bytes, n);
}

static enum tn_apn_page page(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa)
{
    (void)ctx, (void)pid;
    *pa = FRAME + (vaddr & ~4095ull);
    return TN_APN_FOUND;
}

static void write_data(void *ctx, uint64_t message, uint64_t pa, const uint8_t *bytes, size_t n)
{
    uint8_t copy[TN_APN_DATA + 1] = {0};
    (void)ctx, (void)message;
    memcpy(copy, bytes, n);
    if (strikes(MISSING))
        return;
    if (strikes(BYTE))
        copy[n / 2] ^= 0x80;
    if (strikes(CROSS)) {
        address(TN_AXI_CH_AW, 5, (pa & ~4095ull) + 4080, 2);
        return;
    }
    burst(5, pa, copy, n + strikes(OUTSIDE));
    if (x.bug == EARLY || x.bug == ANSWER_EARLY)
        x.done++;
    else
        answer(5);
}

static void send(void *ctx, const struct tn_apn_packet *p, uint64_t request, uint64_t from)
{
    (void)ctx, (void)request;
    if (p->type != TN_APN_GET && p->len)
        address(TN_AXI_CH_AR, 1, from & ~15ull,
                (unsigned)(from % 16 + p->len + 15) / 16 + strikes(READ_MORE));
    if (p->addr % TN_APN_DATA && strikes(PACKET_LOST)) /* the first of two */
        return;
    if (p->addr % TN_APN_DATA && strikes(ORDER)) {
        x.kept = *p;
        x.keeps = true;
        return;
    }
    if (p->type == TN_APN_ACK && strikes(ANSWER_LOST))
        return;
    words_out(p);
    for (; x.bug == ANSWER_EARLY && x.done; x.done--)
        answer(5);
    if (strikes(PACKET_TWICE) || (p->type == TN_APN_ACK && strikes(ANSWER_TWICE)))
        words_out(p);
    if (x.keeps)
        words_out(&x.kept);
    x.keeps = false;
}

static void event_out(const uint64_t word[2])
{
    uint8_t bytes[16];
    const uint64_t at = QUEUE + 16 * (uint64_t)(x.write ^ strikes(SLOT));
    for (unsigned i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    burst(6, at, bytes, sizeof bytes);
    answer(6);
    for (; x.bug == EARLY && x.done; x.done--)
        answer(5);
    x.write = (x.write + 1) % (1 << QUEUE_LOG2);
    x.phase ^= x.write == 0;
    if (x.bug != OVERWRITE)
        tn_apn_judge_put(x.judge, EVQ_READ, x.write);
}

static void event(void *ctx, const struct tn_apn_event *e, const struct tn_apn_why *why)
{
    struct tn_apn_event copy = *e;
    uint64_t word[2];
    (void)ctx, (void)why;
    if (strikes(EVENT_LOST))
        return;
    copy.bytes += strikes(FIELD);
    tn_apn_event_words(&copy, x.phase ^ strikes(PHASE), word);
    if (e->kind == TN_APN_SENT && strikes(EVENT_ORDER)) {
        memcpy(x.kept_event, word, sizeof word);
        x.keeps_event = true;
        return;
    }
    event_out(word);
    if (x.keeps_event && e->kind == TN_APN_SENT) {
        event_out(x.kept_event);
        x.keeps_event = false;
    }
    if (strikes(EVENT_TWICE))
        event_out(word);
}

static const struct tn_apn_ops ops = {read_memory, page, write_data, send, event};

/* Software. */

static void put64(uint32_t addr, uint64_t value)
{
    tn_apn_judge_put(x.judge, addr, (uint32_t)value);
    tn_apn_judge_put(x.judge, addr + 4, (uint32_t)(value >> 32));
}

static void reg(uint64_t vaddr, uint32_t length, unsigned flags)
{
    unsigned index = 0;
    tn_apn_judge_put(x.judge, CMD_PID, PID);
    tn_apn_judge_put(x.judge, CMD_PID + 4, flags);
    put64(CMD_PID + 8, vaddr);
    tn_apn_judge_put(x.judge, CMD_PID + 16, length);
    tn_apn_judge_put(x.judge, CMD_OP, TN_APN_REGISTER);
    tn_apn_command(&x.ni, TN_APN_REGISTER, PID, vaddr, length, flags, &index);
    tn_apn_judge_get(x.judge, CMD_RESULT, 1u << 31, false);
    tn_apn_judge_get(x.judge, CMD_RESULT, (index + strikes(RESULT)) << 8, false);
}

static void describe(unsigned i, uint64_t source, unsigned n, unsigned type, bool last)
{
    const uint64_t word[8] = {source,
                              (uint64_t)PEER << 48 | (uint64_t)(i == 5) << 41 | 1ull << 40 |
                                  (uint64_t)last << 39 | (uint64_t)type << 32 | PID << 16 | n,
                              0x123456780ff5 + 0x1000 * i,
                              (uint64_t)(i / 2) << 32 | i,
                              0x4000,
                              n};
    uint8_t bytes[64];
    for (unsigned k = 0; k < sizeof bytes; k++)
        bytes[k] = (uint8_t)(word[k / 8] >> 8 * (k % 8));
    tn_memory_poke(x.memory, RING + 64 * i, bytes, sizeof bytes);
}

/* Lets the player take descriptors, all with one read. */
static void go(unsigned to)
{
    tn_apn_judge_put(x.judge, TX_WRITE, to);
    const unsigned n = to - x.fetched;
    address(TN_AXI_CH_AR, 0, RING + 64 * x.fetched, 4 * (n + strikes(FETCH_BEYOND)));
    for (; x.fetched < to; x.fetched++) {
        uint8_t bytes[64];
        uint64_t word[8] = {0};
        tn_memory_peek(x.memory, RING + 64 * x.fetched, bytes, sizeof bytes);
        for (unsigned k = 0; k < sizeof bytes; k++)
            word[k / 8] |= (uint64_t)bytes[k] << 8 * (k % 8);
        tn_apn_descriptor(&x.ni, word);
    }
}

static void begin(enum bug bug)
{
    const struct tn_apn_params p = {OWN, 64, 64, 16};
    memset(&x, 0, sizeof x);
    x.bug = bug;
    x.phase = true;
    x.memory = tn_memory_new();
    x.judge =
        tn_apn_judge_new(&p, &(struct tn_apn_host){read_memory, page, NULL}, on_verdict, NULL);
    tn_apn_init(&x.ni, &p, &ops, NULL);
    tn_rng_seed(&x.rng, 3, 3);
    put64(TX_BASE, RING);
    put64(EVQ_BASE, QUEUE);
    tn_apn_judge_put(x.judge, TX_SIZE, 8);
    tn_apn_judge_put(x.judge, EVQ_SIZE, QUEUE_LOG2);
    for (uint64_t at = 0; at < 0x2000; at++) {
        const uint8_t byte = (uint8_t)tn_rng_next(&x.rng);
        tn_memory_poke(x.memory, SOURCE + at, &byte, 1);
        tn_memory_poke(x.memory, FRAME + GET_AT + at, &byte, 1);
    }
    reg(PLACE, LENGTH, TN_APN_FOR_PUT);
    reg(GET_AT, LENGTH, TN_APN_FOR_GET);
}

static void end(void)
{
    tn_apn_judge_rest(x.judge);
    tn_apn_judge_get(x.judge, RX_PACKETS, x.ni.count[TN_APN_RX_PACKETS] + (x.bug == COUNT), true);
    tn_apn_judge_free(x.judge);
    tn_memory_free(x.memory);
}

static void packets(void)
{
    struct tn_apn_packet p = {.type = TN_APN_PUT, .pid = PID, .dst = OWN, .src = PEER, .msg = 9};
    for (unsigned i = 0; i < 24; i++) {
        p.msg = i / 3;
        p.pkt = (uint16_t)(i % 3);
        p.last = p.pkt == 2;
        p.ask = p.last && x.bug != EARLY && x.bug != MISSING; /* of the event alone */
        p.addr = PLACE + 4096ull * p.pkt + (p.pkt ? 0u : 5u);
        p.len = (uint16_t)(p.pkt ? 1 + i : 4091);
        for (unsigned k = 0; k < p.len; k++)
            p.data[k] = (uint8_t)tn_rng_next(&x.rng);
        packet_in(&p);
    }
    p = (struct tn_apn_packet){.type = TN_APN_GET,
                               .pid = PID,
                               .dst = OWN,
                               .src = PEER,
                               .len = 16,
                               .addr = GET_AT + 3,
                               .last = true};
    p.data[1] = 0x77;
    p.data[9] = 0x14;
    packet_in(&p);
}

/* An event of a timer that has not run out. */
static void timer(unsigned cause, uint32_t number)
{
    const struct tn_apn_event e = {.kind = TN_APN_ERROR,
                                   .cause = (uint8_t)cause,
                                   .pid = PID,
                                   .source = PEER,
                                   .number = number};
    uint64_t word[2];
    tn_apn_event_words(&e, x.phase, word);
    event_out(word);
}

/* A run with descriptors, data, replies and events of more than a round. Returns the rule that is
 * blamed, NULL: none. */
static const char *run(enum bug bug)
{
    begin(bug);
    for (unsigned i = 0; i < 12; i++) {
        if (i % 4 == 3)
            describe(i, 0, i, TN_APN_GET, true);
        else
            describe(i, SOURCE + 7 * i, 100 + 300 * i, TN_APN_PUT, i % 2);
        if (i % 4 == 3)
            go(i + 1);
    }
    packets();
    if (bug == NO_TIMER)
        timer(TN_APN_TIMEOUT, 0);
    if (bug == NO_ANSWER) /* of a tag that asked for none */
        timer(TN_APN_ACK_TIMEOUT, 1);
    if (bug == ANSWER_TIMER) /* too early */
        timer(TN_APN_ACK_TIMEOUT, 5);
    end();
    return x.blamed;
}

static void player_that_does_all_rightly_is_not_blamed(void **state)
{
    (void)state;
    assert_null(run(NONE));
}

static void each_bug_is_blamed_on_its_rule(void **state)
{
    static const char *const rule_of[BUGS] = {
        [HOLD] = "APN-LCL-1",         [IDLE] = "APN-LCL-1",         [NO_HEAD] = "APN-LCL-1",
        [CROSS] = "APN-AXI-1",        [READ_MORE] = "APN-RD-1",     [FETCH_BEYOND] = "APN-FET-1",
        [PAYLOAD] = "APN-PKT-1",      [HEADER] = "APN-PKT-1",       [FOOTER] = "APN-PKT-2",
        [ORDER] = "APN-PKT-3",        [PACKET_TWICE] = "APN-PKT-1", [PACKET_LOST] = "APN-PKT-3",
        [REPLY] = "APN-GET-1",        [ANSWER] = "APN-ACK-1",       [ANSWER_TWICE] = "APN-ACK-1",
        [ANSWER_LOST] = "APN-ACK-1",  [ANSWER_EARLY] = "APN-ACK-1", [FIELD] = "APN-EVT-1",
        [EVENT_TWICE] = "APN-EVT-1",  [EVENT_LOST] = "APN-EVT-4",   [PHASE] = "APN-EVT-2",
        [SLOT] = "APN-EVT-2",         [OVERWRITE] = "APN-EVT-2",    [EARLY] = "APN-EVT-3",
        [EVENT_ORDER] = "APN-EVT-4",  [OUTSIDE] = "APN-MEM-1",      [BYTE] = "APN-MEM-2",
        [MISSING] = "APN-EVT-3",      [NO_TIMER] = "APN-TIM-1",     [NO_ANSWER] = "APN-TIM-1",
        [ANSWER_TIMER] = "APN-TIM-1", [RESULT] = "APN-CMD-1",       [COUNT] = "APN-CNT-1"};
    (void)state;
    for (unsigned bug = NONE + 1; bug < BUGS; bug++) {
        const char *found = run((enum bug)bug);
        assert_non_null(found);
        assert_string_equal(found, rule_of[bug]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(player_that_does_all_rightly_is_not_blamed),
        cmocka_unit_test(each_bug_is_blamed_on_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
