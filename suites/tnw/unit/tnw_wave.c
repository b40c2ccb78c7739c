/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Symbols of a TNW link in a waveform: the records hold the words that were encoded.
 */
#include <tn/tnw/tnw_pcs.h>
#include <tn/wave.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct tn_wave_kind *const tn_waves_tnw[];

enum { CLK, RST, SYM, IDLES = 80 };

static struct tn_wave *w;
static struct tn_tnw_encoder encoder;
static uint64_t tick;
static unsigned records;
static uint8_t bytes[TNW_FRAME];
static uint32_t len;
static uint64_t at; /* the last record's first tick */

static void on_packet(void *ctx, const struct tn_wave_channel *ch, const struct tn_event *ev,
                      const struct tn_wave_time *when)
{
    (void)ctx;
    (void)ch;
    records++;
    len = ev->len;
    at = when->tick;
    memcpy(bytes, ev->bytes, ev->len < sizeof bytes ? ev->len : sizeof bytes);
}

static void bit(uint32_t signal, bool on)
{
    tn_wave_change(w, tick, signal, on ? "1" : "0");
}

/* A cycle in which the symbols of a word stand on the pins. */
static void cycle(struct tnw_word word)
{
    uint64_t sym = tn_tnw_encode_word(&encoder, word);
    char text[40];
    for (unsigned i = 0; i < 40; i++)
        text[i] = sym >> (39 - i) & 1 ? '1' : '0';
    tick += 2;
    bit(CLK, false);
    tn_wave_change(w, tick, SYM, text);
    tick += 2;
    bit(CLK, true);
}

static int begin(void **state)
{
    const struct tn_wave_sink sink = {.packet = on_packet};
    struct tn_check_params par;
    (void)state;
    tn_check_defaults(&par);
    w = tn_wave_new(tn_waves_tnw, &par, &sink);
    tn_wave_signal(w, "top", "clk", 1, CLK);
    tn_wave_signal(w, "top", "rst", 1, RST);
    tn_wave_signal(w, "top", "m_tx_sym", 40, SYM);
    assert_int_equal(tn_wave_find(w), 0);
    assert_non_null(tn_wave_channel_at(w, 0));
    encoder = (struct tn_tnw_encoder){0};
    tick = records = 0;
    bit(RST, false);
    for (unsigned i = 0; i < IDLES; i++)
        cycle(tnw_idle());
    return 0;
}

static int end(void **state)
{
    (void)state;
    tn_wave_free(w);
    return 0;
}

static const struct tnw_word set = {0x01020300 | TNW_Q, 1}, start = {TNW_S, 1};

static void a_packet(unsigned words)
{
    cycle(start);
    for (unsigned i = 1; i < words; i++)
        cycle(tnw_data(0x01010101 * i));
}

static void a_set_word_is_a_record(void **state)
{
    static uint8_t want[TNW_WORD_OCTETS];
    (void)state;
    cycle(set);
    for (unsigned i = 0; i < 12; i++)
        cycle(tnw_idle());
    tn_wave_end(w);
    tnw_word_put(set, want);
    assert_int_equal(records, 1);
    assert_int_equal(len, sizeof want);
    assert_memory_equal(bytes, want, sizeof want);
}

static void a_packet_is_a_record_of_its_words(void **state)
{
    uint8_t want[TNW_WORD_OCTETS];
    uint64_t first;
    (void)state;
    a_packet(TNW_WORDS);
    first = tick - 4 * (TNW_WORDS - 1);
    for (unsigned i = 0; i < 12; i++)
        cycle(tnw_idle());
    tn_wave_end(w);
    assert_int_equal(records, 1);
    assert_int_equal(len, TNW_FRAME);
    assert_in_range(at, first, first + 4);
    for (unsigned i = 0; i < TNW_WORDS; i++) {
        tnw_word_put(i ? tnw_data(0x01010101 * i) : start, want);
        assert_memory_equal(bytes + i * TNW_WORD_OCTETS, want, sizeof want);
    }
}

/* A reset forgets the words of a packet; the lanes come up again behind it. */
static void a_reset_amid_a_packet_is_no_record(void **state)
{
    (void)state;
    a_packet(10);
    bit(RST, true);
    cycle(tnw_idle());
    bit(RST, false);
    for (unsigned i = 0; i < IDLES; i++)
        cycle(tnw_idle());
    assert_int_equal(records, 0);
    cycle(set);
    for (unsigned i = 0; i < 12; i++)
        cycle(tnw_idle());
    tn_wave_end(w);
    assert_int_equal(records, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_set_word_is_a_record, begin, end),
        cmocka_unit_test_setup_teardown(a_packet_is_a_record_of_its_words, begin, end),
        cmocka_unit_test_setup_teardown(a_reset_amid_a_packet_is_no_record, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
