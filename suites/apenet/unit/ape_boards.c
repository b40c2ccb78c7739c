/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The scoreboard between two boards of ExaNet in a torus: silent while a packet goes its way, and
 * with one thing wrong at a time the rule that says so.
 */
#include <tn/apenet/ape_boards_board.h>

#include <tn/exanet/exa.h>

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

enum {
    WIRE = 3,
    FULL = 516
}; /* with it there is room for none of four words: they are among those of 8 cycles */
static const uint32_t xyz[2] = {0x53u << 12, 0x53u << 12 | 1};
static const char *told;
static unsigned verdicts;

/* The way of a packet from FPGA 2 of board 0 to FPGA 1 of board 1, or back; and what is wrong with
 * it. */
struct way {
    unsigned from;  /* board */
    unsigned line;  /* gateway line that it comes by */
    uint8_t vc;     /* on the torus */
    bool no_credit; /* none has come */
    unsigned data;  /* that the credit word tells of VC 0 and 1 */
    bool lost;      /* the packet does not come */
    bool spoilt;    /* a byte of the payload is another one when it comes */
    bool swapped;   /* another packet was to come before it */
    bool elsewhere; /* it is for a board that there is not */
    bool lossy;
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (verdicts++ == 0)
        told = v->rule;
}

static long packet(const struct way *w, uint16_t pdid, uint8_t bytes[EXA_KEEP_MAX])
{
    uint8_t data[64];
    struct exa_packet k = {.pdid = pdid,
                           .type = EXA_WRITE,
                           .dst = exa_node_of(exa_node_on(w->elsewhere ? 7 : xyz[1 - w->from], 1)),
                           .src = exa_node_of(exa_node_on(xyz[w->from], 2))};
    memset(data, 0x3c, sizeof data);
    exa_set_payload(&k, 0x1000, data, sizeof data);
    exa_seal(&k);
    return exa_encode(&k, bytes, EXA_KEEP_MAX);
}

static void pass(struct tn_ape_boards *b, unsigned board, unsigned line, bool out,
                 const uint8_t *bytes, long len)
{
    struct tn_exa_word words[TN_EXA_PACKET_WORDS];
    struct exa_packet k;
    exa_decode(bytes, (size_t)len, (size_t)len, &k);
    const int n = tn_exa_words_of(&k, words);
    assert_true(n > 0);
    tn_ape_boards_gateway(b, 4 * board, line, out, 50, words, (unsigned)n);
}

static void on_line(struct tn_ape_boards *b, const struct way *w, const uint8_t *packet, long len)
{
    static uint8_t words[APE_LINE_MAX][APE_LINK_WORD];
    uint8_t bytes[EXA_KEEP_MAX];
    struct tn_ape_line_word word = {.line = w->from, .known = true, .k = true, .cycle = 99};
    struct ape_credit credit = {.data = {(uint16_t)w->data, (uint16_t)w->data}};
    memcpy(bytes, packet, (size_t)len);
    TN_PUT(bytes, exa_hdr, vc, w->vc);
    TN_PUT(bytes, exa_hdr, hdr_crc, exa_hdr_crc(bytes));
    memcpy(word.word, ape_magic, APE_WORD);
    tn_ape_boards_word(b, &word);
    word.k = false;
    word.cycle++;
    ape_credit_put(&credit, word.word); /* of the far end, on the line back */
    if (!w->no_credit)
        tn_ape_boards_word(b, &word);
    word.line = 1 - w->from;
    const size_t n = ape_line_put(bytes, (size_t)len, APE_OUT_OF_BAND, words);
    for (size_t i = 0; i < n; i++) {
        word.k = words[i][0] == APE_LEAD_CONTROL;
        memcpy(word.word, words[i] + 1, APE_WORD);
        word.cycle++;
        tn_ape_boards_word(b, &word);
    }
}

/* Plays a way; the number of verdicts, told the first one's rule. */
static unsigned play(const struct way *w)
{
    uint8_t bytes[EXA_KEEP_MAX], other[EXA_KEEP_MAX];
    struct tn_ape_boards *b = tn_ape_boards_new(xyz, WIRE, on_verdict, NULL);
    const long len = packet(w, 1, bytes);
    assert_non_null(b);
    verdicts = 0;
    told = "";
    if (w->lossy)
        tn_ape_boards_lossy(b);
    if (w->swapped) {
        assert_int_equal(packet(w, 2, other), len);
        pass(b, w->from, 2, true, other, len);
        on_line(b, w, other, len);
    }
    pass(b, w->from, 2, true, bytes, len);
    if (!w->elsewhere)
        on_line(b, w, bytes, len);
    if (w->spoilt)
        bytes[EXA_WORD + 5] ^= 1;
    if (!w->lost && !w->elsewhere)
        pass(b, 1 - w->from, w->line, false, bytes, len);
    tn_ape_boards_finish(b, 1000);
    tn_ape_boards_free(b);
    return verdicts;
}

static void a_packet_goes_its_way(void **state)
{
    (void)state;
    assert_int_equal(play(&(struct way){.line = 1, .vc = 16}), 0);
    assert_int_equal(play(&(struct way){.from = 1, .line = 1, .vc = 17}), 0);
    assert_int_equal(play(&(struct way){.line = 1, .vc = 16, .data = FULL}), 0);
}

static void blamed(const struct way *w, const char *rule)
{
    assert_true(play(w) > 0);
    assert_string_equal(told, rule);
}

static void each_wrong_is_told(void **state)
{
    (void)state;
    blamed(&(struct way){.line = 2, .vc = 16}, "APB-WAY-1");
    blamed(&(struct way){.line = 1, .vc = 16, .elsewhere = true}, "APB-WAY-1");
    blamed(&(struct way){.line = 1, .vc = 16, .lost = true}, "APB-FLOW-1");
    blamed(&(struct way){.line = 1, .vc = 16, .spoilt = true}, "APB-FLOW-1");
    blamed(&(struct way){.line = 1, .vc = 16, .swapped = true}, "APB-FLOW-1");
    blamed(&(struct way){.line = 1, .vc = 17}, "APB-VC-1");
    blamed(&(struct way){.line = 1, .vc = 0}, "APB-VC-1");
    blamed(&(struct way){.from = 1, .line = 1, .vc = 16}, "APB-VC-1");
    blamed(&(struct way){.line = 1, .vc = 16, .no_credit = true}, "APB-CRD-1");
    blamed(&(struct way){.line = 1, .vc = 16, .data = FULL + 1}, "APB-CRD-1");
}

/* Over a line with errors a packet may be lost, and come broken; but not as it never was. */
static void a_line_with_errors_makes_nothing_up(void **state)
{
    (void)state;
    assert_int_equal(play(&(struct way){.line = 1, .vc = 16, .lossy = true, .lost = true}), 0);
    assert_int_equal(play(&(struct way){.line = 1, .vc = 16, .lossy = true, .spoilt = true}), 0);
    assert_int_equal(play(&(struct way){.line = 1, .vc = 16, .lossy = true, .swapped = true}), 0);
    assert_int_equal(play(&(struct way){.line = 2, .vc = 16, .lossy = true}), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_goes_its_way),
        cmocka_unit_test(each_wrong_is_told),
        cmocka_unit_test(a_line_with_errors_makes_nothing_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
