/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a torus link's end before a player of its pins, which is right or does one thing
 * wrong (ape_link.md). The router sends a packet, the far end sends one; then the rule must be
 * named.
 */
#include <tn/apenet/ape_link.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum bug {
    NONE,
    NO_WORD,
    NO_PAUSE,
    NO_K,
    NO_MAGIC,
    CREDIT_SECDED,
    OLD_SECDED,
    OTHER_PAYLOAD,
    LAZY,
    CREDIT_MORE,
    CREDIT_LATE,
    ROOM_MORE,
    INJECT_NOT,
    RX_PAYLOAD,
    RX_HEADER,
    RX_TWICE,
    RX_MADE,
    RX_FOOTER,
    RX_CUT,
    RX_KEPT,
    RX_LATE,
    RX_FALLS,
    REGISTER
};
enum { ROW = 1024, IDLE = 30, DELAY = 2, LAZY_CYC = 30 };

static struct {
    struct tn_ape_link_judge *judge;
    enum bug bug;
    uint64_t now;
    struct tn_ape_link_pins p;
    uint8_t line[ROW][APE_LINK_WORD];   /* words for wire_tx, each behind its k */
    uint8_t out[ROW][APE_WORD];         /* words for m_rx of VC 0 */
    bool in_band, pair;                 /* pair: MAGIC of the idle line has left */
    uint64_t line_at[ROW], out_at[ROW]; /* cycle from which they may be shown */
    unsigned line_in, line_out, out_in, out_n, out_last;
    unsigned granted, granted_hdr; /* the only credit word came before */
    bool open;                     /* a credit word has come */
    char rule[24];                 /* first verdict */
} t;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (!t.rule[0])
        strncpy(t.rule, v->rule, sizeof t.rule - 1);
}

/* A credit word: the margins and the words that were not handed on. */
static void credit(uint8_t word[APE_WORD], unsigned more)
{
    struct ape_credit c = {.data = {(uint16_t)(8 + more), 8}, .hdr = {2, 2}};
    for (unsigned i = t.out_n; i < t.out_in && t.bug != RX_TWICE && t.bug != RX_MADE; i++)
        if (i == 0 || i == t.out_last)
            c.hdr[0]++;
        else
            c.data[0]++;
    ape_credit_put(&c, word);
}

/* What the DUT shows on its line. */
static void play_line(void)
{
    struct tn_ape_link_pins *p = &t.p;
    p->wire_tx_valid = t.bug != NO_WORD || t.now != 40;
    p->wire_tx_k = false;
    if (t.line_out < t.line_in && t.line_at[t.line_out] <= t.now && !t.pair) {
        p->wire_tx_k = t.line[t.line_out][0] && t.bug != NO_K;
        memcpy(p->wire_tx, t.line[t.line_out++] + 1, APE_WORD);
        return;
    }
    t.pair = !t.pair && !t.in_band && !(t.bug == NO_MAGIC && t.now > 40);
    p->wire_tx_k = t.pair;
    if (t.pair) {
        memcpy(p->wire_tx, ape_magic, APE_WORD);
        return;
    }
    credit(p->wire_tx, t.bug == CREDIT_MORE && t.now > 40);
    p->wire_tx[15] ^= t.bug == CREDIT_SECDED && t.now > 40;
}

/* What the DUT hands on. */
static void play_out(bool ready)
{
    struct tn_ape_beat *m = &t.p.m_rx[0];
    memset(m, 0, sizeof *m);
    m->ready = ready;
    if (t.out_n >= t.out_in || t.out_at[t.out_n] > t.now || (t.bug == RX_FALLS && t.now % 2))
        return;
    m->valid = true;
    memcpy(m->word, t.out[t.out_n], APE_WORD);
    m->head = t.out_n == 0;
    m->last = t.out_n == t.out_last;
    t.out_n += ready;
}

/* One cycle; what is not played is idle. */
static void cycle(bool ready)
{
    struct tn_ape_link_pins *p = &t.p;
    p->wire_tx_stop = t.bug == NO_PAUSE && t.now == 40;
    play_line();
    play_out(ready);
    p->room_data[0] = t.open ? (uint16_t)(504 - t.granted + (t.bug == ROOM_MORE && t.now > 45)) : 0;
    p->room_hdr[0] = t.open ? (uint16_t)(126 - t.granted_hdr) : 0;
    p->room_data[1] = t.open ? 504 : 0;
    p->room_hdr[1] = t.open ? 126 : 0;
    p->s_tx.ready = true;
    tn_ape_link_judge_cycle(t.judge, p, t.now);
    t.open |= p->wire_rx_valid && !p->wire_rx_k && !p->rst;
    t.now++;
    p->wire_rx_valid = p->s_tx.valid = p->reg_wr = p->reg_rd = false;
}

static void idle(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        cycle(true);
}

static void line_word(bool k, const uint8_t word[APE_WORD], uint64_t at)
{
    t.line[t.line_in][0] = k && !t.in_band;
    memcpy(t.line[t.line_in] + 1, word, APE_WORD);
    t.line_at[t.line_in++] = at;
}

/* A packet of VC 0 with so many payload words, each of its number. */
static void packet(unsigned words, uint8_t (*out)[APE_WORD])
{
    static uint8_t bytes[APE_PACKET_MAX];
    const size_t len = (words + 2) * (size_t)APE_WORD;
    struct ape_header h = {
        .type = TN_ape_hdr_type_PUT, .len = (uint16_t)(16 * words), .addr = 0x1000};
    memset(bytes, 0, sizeof bytes);
    for (unsigned i = 0; i < words; i++)
        bytes[APE_WORD + i * APE_WORD] = (uint8_t)(i + 1);
    ape_header_put(&h, bytes);
    ape_footer_put(&(struct ape_footer){.msg = 5, .last = true}, bytes + len - APE_WORD);
    ape_seal(bytes, len);
    for (unsigned i = 0; i < words + 2; i++)
        if (i == 0 || i == words + 1)
            memcpy(out[i], bytes + i * APE_WORD, APE_WORD);
        else
            ape_turn(bytes + i * APE_WORD, out[i]);
}

/* The router gives a packet, which leaves by the line. */
static void send(unsigned words)
{
    static uint8_t w[APE_PACKET_WORDS][APE_WORD];
    uint64_t at = t.now + (t.bug == LAZY ? LAZY_CYC : 1);
    unsigned quiet = 2;
    uint8_t c[APE_WORD];
    packet(words, w);
    line_word(true, ape_magic, at++);
    line_word(true, ape_start, at++);
    for (unsigned i = 0; i < words + 2; i++) {
        if (++quiet == 100 && t.bug != CREDIT_LATE) {
            credit(c, 0);
            line_word(true, ape_magic, at++);
            line_word(false, c, at++);
            quiet = 0;
        }
        line_word(false, w[i], at++);
        t.line[t.line_in - 1][1] ^= t.bug == OLD_SECDED && i == 0;
        t.line[t.line_in - 1][10] ^= t.bug == OTHER_PAYLOAD && i == 1;
    }
    for (unsigned i = 0; i < words + 2; i++) {
        t.p.s_tx = (struct tn_ape_beat){.valid = true, .head = i == 0, .last = i == words + 1};
        memcpy(t.p.s_tx.word, w[i], APE_WORD);
        cycle(true);
        t.granted += i == 0 ? words : 0;
        t.granted_hdr += i == 0 ? 2 : 0;
    }
    idle(words + IDLE + LAZY_CYC);
}

static void comes(bool k, const uint8_t word[APE_WORD], bool ready)
{
    memcpy(t.p.wire_rx, word, APE_WORD);
    t.p.wire_rx_k = k && !t.in_band;
    t.p.wire_rx_valid = true;
    cycle(ready);
}

static void handed(const uint8_t word[APE_WORD])
{
    memcpy(t.out[t.out_in], word, APE_WORD);
    t.out_at[t.out_in++] = t.now + (t.bug == RX_LATE ? 20 : DELAY);
}

/* Words that show that a packet is over come; its footer is handed on then. */
static void over(bool ready)
{
    uint8_t c[APE_WORD];
    if (t.in_band)
        return;
    ape_credit_put(&(struct ape_credit){.data = {8, 8}, .hdr = {2, 2}}, c);
    t.out_at[t.out_in - 1] += 3;
    comes(true, ape_magic, ready);
    comes(false, c, ready);
    t.granted = t.granted_hdr = 0;
    comes(true, ape_magic, ready);
}

/* The far end sends a packet; all of it comes, or what comes before a START. */
static void receive(unsigned words, unsigned come, bool ready)
{
    static uint8_t w[APE_PACKET_WORDS][APE_WORD], zero[APE_WORD], foot[APE_WORD];
    packet(words, w);
    t.out_last = words + 1;
    comes(true, ape_magic, ready);
    comes(t.bug != RX_MADE, ape_start,
          ready); /* RX_MADE: a word like START; the player believes it */
    for (unsigned i = 0; i < come; i++) {
        handed(w[i]);
        t.out[i][3] ^= (t.bug == RX_HEADER && i == 0) || (t.bug == RX_PAYLOAD && i == 1) ||
                       (t.bug == RX_KEPT && i == 1) || (t.bug == RX_FOOTER && i == words + 1);
        comes(false, w[i], ready);
    }
    if (come == words + 2) {
        over(ready);
        return;
    }
    comes(true, ape_magic, ready);
    ape_footer_put(&(struct ape_footer){.err = true}, foot);
    for (unsigned i = come; i < words + 1; i++)
        handed(t.bug == RX_CUT ? w[1] : zero);
    handed(foot);
    comes(true, ape_start, ready);
}

static void begin(enum bug bug, bool in_band)
{
    uint8_t c[APE_WORD];
    memset(&t, 0, sizeof t);
    t.bug = bug;
    t.in_band = in_band;
    t.judge = tn_ape_link_judge_new(
        &(struct tn_ape_link_config){.in_band = in_band, .literal = true, .cut_cyc = 1024},
        on_verdict, NULL);
    assert_non_null(t.judge);
    t.p.rst = true;
    idle(4);
    t.p.rst = false;
    idle(8);
    credit(c, 0);
    if (!in_band)
        comes(true, ape_magic, true);
    comes(false, c, true);
    idle(40);
}

static void read_register(uint8_t addr, uint32_t value)
{
    t.p.reg_rd = true;
    t.p.reg_addr = addr;
    cycle(true);
    t.p.reg_rdata = value;
    idle(2);
}

static const char *play(enum bug bug, bool in_band)
{
    static char rule[sizeof t.rule];
    begin(bug, in_band);
    if (bug == INJECT_NOT) {
        t.p.reg_wr = true;
        t.p.reg_addr = 4 * APL_INJECT;
        t.p.reg_wdata = 1 | 40 << 8;
        idle(20);
    }
    send(bug == CREDIT_LATE ? 200 : 120);
    receive(6, bug == RX_CUT ? 4 : 8, bug != RX_KEPT && bug != RX_FALLS);
    for (unsigned i = 0; i < 100 && (bug == RX_KEPT || bug == RX_FALLS); i++)
        cycle(false);
    idle(2 * IDLE);
    if (bug == RX_TWICE) {
        t.out_n--;
        idle(4);
    }
    read_register(4 * APL_RX_PACKETS, bug == REGISTER ? 2 : 1);
    idle(4);
    assert_true(bug != NONE || tn_ape_link_judge_idle(t.judge));
    tn_ape_link_judge_free(t.judge);
    memcpy(rule, t.rule, sizeof rule);
    return rule;
}

static void a_player_without_bugs_breaks_nothing(void **state)
{
    (void)state;
    assert_string_equal(play(NONE, false), "");
    assert_string_equal(play(NONE, true), "");
}

static void blames(enum bug bug, const char *rule)
{
    assert_string_equal(play(bug, false), rule);
}

static void each_bug_has_its_rule(void **state)
{
    (void)state;
    blames(NO_WORD, "APL-TX-1");
    blames(NO_PAUSE, "APL-TX-5");
    blames(NO_K, "APL-TX-1");
    blames(NO_MAGIC, "APL-TX-1");
    blames(CREDIT_SECDED, "APL-TX-1");
    blames(OLD_SECDED, "APL-TX-2");
    blames(OTHER_PAYLOAD, "APL-TX-3");
    blames(LAZY, "APL-TX-4");
    blames(CREDIT_MORE, "APL-CRD-1");
    blames(CREDIT_LATE, "APL-CRD-2");
    blames(ROOM_MORE, "APL-CRD-3");
    blames(INJECT_NOT, "APL-INJ-1");
    blames(RX_PAYLOAD, "APL-RX-1");
    blames(RX_HEADER, "APL-RX-2");
    blames(RX_TWICE, "APL-RX-3");
    blames(RX_MADE, "APL-RX-3");
    blames(RX_FOOTER, "APL-RX-4");
    blames(RX_CUT, "APL-RX-5");
    blames(RX_KEPT, "APL-RX-6");
    blames(RX_LATE, "APL-RX-7");
    blames(RX_FALLS, "APL-HSK-1");
    blames(REGISTER, "APL-REG-1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_without_bugs_breaks_nothing),
        cmocka_unit_test(each_bug_has_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
