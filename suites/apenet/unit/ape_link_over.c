/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a torus link's end where a packet begins and where it is over (ape_link.md sections
 * 2 and 3): the words of each cycle are written as letters, and the rule that they break is named.
 *   M MAGIC, S START, c credit word, x one that is not clean, h header, p payload word, f footer,
 *   w footer whose CRC is wrong, e footer with err, v such a one whose CRC is wrong, a header
 * alone, j another word, b broken control word, . none; a letter a cycle
 */
#include <tn/apenet/ape_link.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 12, CUT_CYC = 40, BEFORE_CYC = 60, BEHIND_CYC = 110, READ_AT = 30 };

/* The words of some cycles; NULL: none. */
struct script {
    const char *give; /* of the router, all taken */
    const char *stop; /* | asks for a pause */
    const char *tx;   /* on the DUT's line; behind them an idle line, or none when tx is off */
    const char *rx;   /* on the line to the DUT */
    const char *out;  /* at m_rx of VC 0 */
    unsigned words;   /* payload words of a packet */
    unsigned off_at;  /* cycle in which tx is turned off; 0: never */
    unsigned reg;     /* register that is read in cycle READ_AT; 0: none */
    uint32_t value;   /* the value read */
};

static struct {
    struct tn_ape_link_judge *judge;
    struct tn_ape_link_pins p;
    uint64_t now;
    unsigned words, given, left, come, shown; /* payload words of the packets' words so far */
    unsigned granted[2];
    bool magic, off; /* the last word of the DUT's line was MAGIC; tx is off */
    char rule[24];   /* first verdict */
} t;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (!t.rule[0])
        strncpy(t.rule, v->rule, sizeof t.rule - 1);
}

/* Makes the word of a letter. Returns its k. nth: counts the payload words of a place. */
static bool word_of(char letter, unsigned *nth, uint8_t word[APE_WORD])
{
    static uint8_t packet[APE_PACKET_MAX];
    const bool alone = letter == 'a';
    const size_t len = (t.words + 2) * (size_t)APE_WORD;
    struct ape_credit c = {.data = {8, 8}, .hdr = {2, 2}};
    unsigned data, hdr;
    const struct ape_header h = {
        .type = TN_ape_hdr_type_PUT, .alone = alone, .len = (uint16_t)(16 * t.words)};
    memset(packet, 0, sizeof packet);
    ape_header_put(&h, packet);
    for (unsigned i = 0; i < t.words; i++)
        packet[(i + 1) * APE_WORD] = (uint8_t)(i + 1);
    ape_footer_put(&(struct ape_footer){.msg = 5, .last = true}, packet + len - APE_WORD);
    ape_seal(packet, len);
    memset(word, 0x5a, APE_WORD);
    switch (letter) {
    case 'M':
        memcpy(word, ape_magic, APE_WORD);
        return true;
    case 'S':
    case 'b':
        memcpy(word, ape_start, APE_WORD);
        word[6] ^= letter == 'b';
        return true;
    case 'c':
    case 'x':
        tn_ape_link_judge_level(t.judge, 0, &data, &hdr);
        if (nth == &t.left) {
            c.data[0] = (uint16_t)(8 + data);
            c.hdr[0] = (uint8_t)(2 + hdr);
        }
        ape_credit_put(&c, word);
        word[0] ^= letter == 'x' ? 3 : 0;
        return false;
    case 'h':
    case 'a':
        memcpy(word, packet, APE_WORD);
        *nth = 0;
        return false;
    case 'p':
        ape_turn(packet + ++*nth * (size_t)APE_WORD, word);
        return false;
    case 'f':
    case 'w':
    case 'e':
    case 'v': {
        struct ape_footer f;
        memcpy(word, packet + len - APE_WORD, APE_WORD);
        ape_footer_get(word, &f);
        f.err = letter == 'e' || letter == 'v';
        f.crc ^= letter == 'w' || letter == 'v';
        ape_footer_put(&f, word);
        return false;
    }
    default:
        return false;
    }
}

static char letter_of(const char *text, unsigned at)
{
    return text && at < strlen(text) ? text[at] : '.';
}

/* The word on the DUT's line: of the script, or of an idle line. */
static void leaves(const struct script *s, unsigned at)
{
    const char l = s->tx && at < strlen(s->tx) ? s->tx[at] : t.off ? '.' : t.magic ? 'c' : 'M';
    t.p.wire_tx_valid = l != '.';
    t.p.wire_tx_k = word_of(l, &t.left, t.p.wire_tx);
    t.magic = l == 'M';
}

static void gives(const struct script *s, unsigned at)
{
    const char l = letter_of(s->give, at);
    t.p.s_tx = (struct tn_ape_beat){.valid = l != '.',
                                    .ready = true,
                                    .head = l == 'h' || l == 'a',
                                    .last = l == 'f' || l == 'a'};
    word_of(l, &t.given, t.p.s_tx.word);
}

static void hands_on(const struct script *s, unsigned at)
{
    const char l = letter_of(s->out, at);
    struct tn_ape_beat *m = &t.p.m_rx[0];
    *m = (struct tn_ape_beat){.valid = l != '.', .ready = true, .head = l == 'h' || l == 'a'};
    m->last = l == 'f' || l == 'w' || l == 'e' || l == 'v' || l == 'a';
    word_of(l, &t.shown, m->word);
}

/* One cycle of the script, or with at beyond its words an idle one. */
static void cycle(const struct script *s, unsigned at)
{
    struct tn_ape_link_pins *p = &t.p;
    const char l = letter_of(s->rx, at);
    p->wire_tx_stop = letter_of(s->stop, at) == '|';
    p->wire_rx_valid = l != '.';
    p->wire_rx_k = word_of(l, &t.come, p->wire_rx);
    hands_on(s, at);
    leaves(s, at);
    gives(s, at);
    p->reg_wr = s->off_at && at == s->off_at;
    p->reg_rd = s->reg && at == READ_AT;
    p->reg_addr = (uint8_t)(4 * (p->reg_rd ? s->reg : APL_CTRL));
    p->reg_rdata = s->value;
    p->reg_wdata = 2;
    t.off |= p->reg_wr;
    for (unsigned v = 0; v < APE_VCS && t.now > BEFORE_CYC / 2; v++) {
        p->room_data[v] = (uint16_t)(504 - (v ? 0 : t.granted[0]));
        p->room_hdr[v] = (uint16_t)(126 - (v ? 0 : t.granted[1]));
    }
    tn_ape_link_judge_cycle(t.judge, p, t.now++);
    if (p->s_tx.valid && p->s_tx.head) {
        t.granted[0] += p->s_tx.last ? 0 : t.words;
        t.granted[1] += p->s_tx.last ? 1 : 2;
    }
}

static void idle(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        cycle(&(struct script){0}, 1);
}

/* Plays a script on a link that has a credit word. Returns the rule that it breaks first. */
static const char *play(const struct script *s)
{
    static char rule[sizeof t.rule];
    memset(&t, 0, sizeof t);
    t.words = s->words ? s->words : 1;
    t.judge =
        tn_ape_link_judge_new(&(struct tn_ape_link_config){.cut_cyc = CUT_CYC}, on_verdict, NULL);
    assert_non_null(t.judge);
    t.p.rst = true;
    idle(4);
    t.p.rst = false;
    idle(BEFORE_CYC / 2 - 6);
    cycle(&(struct script){.rx = ".M"}, 1);
    cycle(&(struct script){.rx = ".c"}, 1);
    idle(BEFORE_CYC);
    while (t.magic)
        idle(1);
    for (unsigned i = 0; i < (s->reg ? READ_AT + 2 : BEHIND_CYC); i++)
        cycle(s, i);
    tn_ape_link_judge_free(t.judge);
    memcpy(rule, t.rule, sizeof rule);
    return rule;
}

#define BREAKS(rule, ...) assert_string_equal(play(&(struct script){__VA_ARGS__}), rule)

static void a_packet_without_words_leaves_a_cycle_empty(void **state)
{
    (void)state;
    BREAKS("", .give = "h........p...f", .tx = "MShMc.Mc.McpMc.f");
    BREAKS("APL-TX-1", .give = "h........p...f", .tx = "MShMcMc.Mcp");
    BREAKS("APL-TX-1", .give = "h........p...f", .tx = "MShMc..Mcp");
    BREAKS("APL-TX-1", .give = "h........p...f", .tx = "MSh.Mcp");
    BREAKS("APL-TX-1", .give = "hp", .tx = "McMcMShMc.p");
}

static void a_pause_behind_start_begins_anew(void **state)
{
    (void)state;
    BREAKS("", .give = "hpf", .stop = ".|", .tx = "MS.MShpf");
    BREAKS("", .give = "hpf", .stop = ".|", .tx = "MS.McMShpf");
    BREAKS("", .give = "hpf", .stop = ".|..|", .tx = "MS.MS.MShpf");
    BREAKS("APL-TX-1", .give = "hpf", .stop = ".|", .tx = "MS.hpf");
    BREAKS("APL-TX-1", .give = "hpf", .tx = "MSMShpf");
    BREAKS("APL-TX-5", .give = "hpf", .stop = ".|", .tx = "MShpf");
}

#define LONG_IN  "hppppppppppppf"
#define LONG_OUT "MShppppppppppppf"

static void a_transmitter_that_is_off_ends_its_packet(void **state)
{
    (void)state;
    BREAKS("", .words = WORDS, .off_at = 4, .give = LONG_IN, .tx = LONG_OUT "McM");
    BREAKS("", .words = WORDS, .off_at = 4, .give = LONG_IN, .tx = LONG_OUT "Mc.McM",
           .stop = ".................|");
    BREAKS("APL-TX-1", .words = WORDS, .off_at = 4, .give = LONG_IN, .tx = LONG_OUT);
    BREAKS("APL-TX-1", .words = WORDS, .off_at = 4, .give = LONG_IN, .tx = LONG_OUT "M");
    BREAKS("APL-TX-1", .words = WORDS, .off_at = 4, .give = LONG_IN, .tx = LONG_OUT "Mc");
    BREAKS("APL-TX-1", .words = WORDS, .off_at = 4, .give = LONG_IN, .tx = LONG_OUT "McMc");
    BREAKS("APL-TX-1", .words = WORDS, .off_at = 4, .give = LONG_IN "h", .tx = LONG_OUT "MSh");
    BREAKS("APL-TX-1", .words = WORDS, .off_at = 4, .give = LONG_IN, .tx = LONG_OUT "Mc.M",
           .stop = ".................|");
    BREAKS("", .off_at = 1, .give = "a", .tx = "MSa");
}

static void a_header_is_due_in_one_cycle(void **state)
{
    (void)state;
    BREAKS("", .rx = "MShpfMcM", .out = "...hp...f");
    BREAKS("", .rx = "MS.hpfMcM");
    BREAKS("APL-RX-3", .rx = "MS.hpfMcM", .out = "....hp...f");
    BREAKS("", .rx = "MSMchpfMcM");
    BREAKS("APL-RX-3", .rx = "MSMchpfMcM", .out = "......hp...f");
    BREAKS("", .rx = "MSMSaMcM", .out = ".....a");
    BREAKS("", .rx = "MS.", .reg = APL_RX_STATUS, .value = 10);
    BREAKS("APL-REG-1", .rx = "MS.", .reg = APL_RX_STATUS, .value = 1);
    BREAKS("", .rx = "MS.hpfMcM", .reg = APL_DROPPED, .value = 3);
}

static void a_footer_is_held_until_its_packet_is_over(void **state)
{
    (void)state;
    BREAKS("", .rx = "MShpfMSaMcM", .out = "...hp..fa");
    BREAKS("APL-RX-4", .rx = "MShpfMSaMcM", .out = "...hpf..a");
    BREAKS("APL-RX-4", .rx = "MShpfMcM", .out = "...hp.f");
    BREAKS("", .rx = "MShpfMc.McM", .out = "...hp......f");
    BREAKS("APL-RX-4", .rx = "MShpfMc.McM", .out = "...hp....f");
    BREAKS("", .rx = "MShpfMMxM", .out = "...hp....f");
    BREAKS("APL-RX-4", .rx = "MShpfMcM", .out = "...hp...e");
    BREAKS("APL-RX-4", .rx = "MShpfMcM", .out = "...hp");
    BREAKS("APL-RX-7", .rx = "MShpfMcM", .out = "...hp............f");
    BREAKS("", .rx = "MShpf", .reg = APL_RX_STATUS, .value = 9, .out = "...hp");
    BREAKS("APL-REG-1", .rx = "MShpf", .reg = APL_RX_STATUS, .value = 1, .out = "...hp");
    BREAKS("", .rx = "MShpf", .reg = APL_LEVEL, .value = 0x10000, .out = "...hp");
    BREAKS("APL-REG-1", .rx = "MShpf", .reg = APL_LEVEL, .value = 0, .out = "...hp");
}

/* A word that came twice, or the credit word of a stuffing whose MAGIC is lost, moves a payload:
 * the word behind what looks like its footer shows that. */
static void a_held_footer_is_cut(void **state)
{
    (void)state;
    BREAKS("", .rx = "MShpfj", .out = "...hp.e");
    BREAKS("APL-RX-5", .rx = "MShpfj", .out = "...hp.f");
    BREAKS("", .rx = "MShpfb", .out = "...hp.e");
    BREAKS("APL-RX-5", .rx = "MShpfb", .out = "...hp.f");
    BREAKS("", .rx = "MShpfS", .out = "...hp.e");
    BREAKS("", .rx = "MShpff", .out = "...hp.e");
    BREAKS("APL-RX-5", .rx = "MShpff", .out = "...hp.f");
    BREAKS("", .rx = "MShpfj", .out = "...hp.e", .reg = APL_CUT, .value = 1);
    BREAKS("APL-REG-1", .rx = "MShpfj", .out = "...hp.e", .reg = APL_CUT, .value = 0);
    BREAKS("", .rx = "MShpwj", .out = "...hp.v", .reg = APL_CUT, .value = 1);
    BREAKS("", .rx = "MShpwj", .out = "...hp.v", .reg = APL_CRC_WRONG, .value = 1);
    BREAKS("", .rx = "MShpfj", .out = "...hp.e", .reg = APL_CRC_WRONG, .value = 0);
    BREAKS("", .rx = "MShpf",
           .out = "...hp"
                  "........................................"
                  "e");
    BREAKS("APL-RX-4", .rx = "MShpf",
           .out = "...hp"
                  "......................................"
                  "e");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_without_words_leaves_a_cycle_empty),
        cmocka_unit_test(a_pause_behind_start_begins_anew),
        cmocka_unit_test(a_transmitter_that_is_off_ends_its_packet),
        cmocka_unit_test(a_header_is_due_in_one_cycle),
        cmocka_unit_test(a_footer_is_held_until_its_packet_is_over),
        cmocka_unit_test(a_held_footer_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
