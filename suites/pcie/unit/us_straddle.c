/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The UltraScale+ hard block's streams of 512 bits, and those that straddle: beats, written by hand
 * from PG213 1.3 (the tables of tuser, "Straddle Option"), against TLPs.
 */
#include <tn/wave.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct tn_wave_kind *const tn_waves_pcie[];

enum { CLK, DATA, KEEP, LAST, USER, VALID, READY };
enum { USER_MAX = 183 };

static char found[4096]; /* "hex;" for each TLP, DWs apart */
static struct tn_wave *w;
static uint64_t tick;
static unsigned bits, user_bits;
static char user[USER_MAX];

static void on_packet(void *ctx, const struct tn_wave_channel *ch, const struct tn_event *ev,
                      const struct tn_wave_time *when)
{
    char *at = found + strlen(found);
    (void)ctx;
    (void)ch;
    (void)when;
    for (uint32_t i = 0; i < ev->len; i++)
        at += sprintf(at, "%s%02x", i && i % 4 == 0 ? " " : "", ev->bytes[i]);
    sprintf(at, ";");
}

static void set(unsigned signal, unsigned width, uint64_t value)
{
    char text[64];
    for (unsigned i = 0; i < width; i++)
        text[i] = value >> (width - 1 - i) & 1 ? '1' : '0';
    tn_wave_change(w, tick, signal, text);
}

/* A stream of that name. Returns whether it is known as one of the block's. */
static bool begin(const char *stream, unsigned width, unsigned user_width)
{
    static const char *const part[] = {"tdata", "tkeep", "tlast", "tuser", "tvalid", "tready"};
    const unsigned widths[] = {width, width / 32, 1, user_width, 1, 1};
    const struct tn_wave_sink sink = {.packet = on_packet};
    struct tn_check_params par;
    char name[64];
    tn_check_defaults(&par);
    bits = width;
    user_bits = user_width;
    w = tn_wave_new(tn_waves_pcie, &par, &sink);
    tn_wave_signal(w, "top", "clk", 1, CLK);
    for (unsigned i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "%s_%s", stream, part[i]);
        tn_wave_signal(w, "top", name, widths[i], DATA + i);
    }
    assert_int_equal(tn_wave_find(w), 0);
    *found = 0;
    tick = 0;
    memset(user, '0', sizeof user);
    if (tn_wave_channel_at(w, 0))
        set(READY, 1, 1);
    return tn_wave_channel_at(w, 0) != NULL;
}

/* Puts a field into tuser of the next beat. */
static void field(unsigned lo, unsigned n, unsigned value)
{
    for (unsigned i = 0; i < n; i++)
        user[user_bits - 1 - lo - i] = value >> i & 1 ? '1' : '0';
}

/* A beat of n DWs, from lane 0 on. */
static void beat(const uint32_t *dw, unsigned n, unsigned keep, bool last)
{
    char data[512];
    memset(data, '0', sizeof data);
    for (unsigned k = 0; k < n; k++)
        for (unsigned b = 0; b < 32; b++)
            data[bits - 1 - 32 * k - b] = dw[k] >> b & 1 ? '1' : '0';
    set(CLK, 1, 0);
    set(VALID, 1, 1);
    tn_wave_change(w, tick, DATA, data);
    set(KEEP, bits / 32, keep);
    set(LAST, 1, last);
    tn_wave_change(w, tick, USER, user);
    tick += 5;
    set(CLK, 1, 1);
    tick += 5;
    memset(user, '0', sizeof user);
}

static void end(const char *tlps)
{
    tn_wave_end(w);
    assert_string_equal(found, tlps);
    tn_wave_free(w);
}

/* 3 DWs to 0x1000 by 01:00.0, First BE 1110, Last BE 0111; then a read of 1 DW from 0x2000, tag 6.
 */
#define WRITE3 0x1000, 0, 0x01000803, 0x05, 0x33221100, 0x77665544, 0xbbaa9988
#define READ1  0x2000, 0, 0x01000001, 0x06
static const char write3[] = "40000003 0100057e 00001000 00112233 44556677 8899aabb;",
                  read1[] = "00000001 0100060f 00002000;";
static char both[256];

static void a_beat_of_512_bits_is_a_packet(void **state)
{
    static const uint32_t wr[] = {WRITE3}, rd[] = {READ1};
    (void)state;
    assert_true(begin("m_axis_cq", 512, 183));
    field(0, 4, 14);
    field(8, 4, 7);
    field(80, 2, 1);
    field(86, 2, 1);
    field(88, 4, 6);
    beat(wr, 7, 0x7f, true);
    field(0, 4, 15);
    field(80, 2, 1);
    field(86, 2, 1);
    field(88, 4, 3);
    beat(rd, 4, 0xf, true);
    snprintf(both, sizeof both, "%s%s", write3, read1);
    end(both);
}

/* The write ends in lane 6, and the read starts in lane 8 of the same beat. */
static void requests_straddle(void **state)
{
    static const uint32_t dw[] = {WRITE3, 0, READ1};
    (void)state;
    snprintf(both, sizeof both, "%s%s", write3, read1);
    assert_true(begin("m_axis_cq", 512, 183));
    field(0, 8, 0xfe);
    field(8, 8, 0x07);
    field(80, 2, 3);
    field(84, 2, 2);
    field(86, 2, 3);
    field(88, 4, 6);
    field(92, 4, 11);
    beat(dw, 12, 0xffff, false);
    end(both);
    assert_true(begin("s_axis_rq", 512, 137));
    field(0, 8, 0xfe);
    field(8, 8, 0x07);
    field(20, 2, 3);
    field(24, 2, 2);
    field(26, 2, 3);
    field(28, 4, 6);
    field(32, 4, 11);
    beat(dw, 12, 0xffff, false);
    /* RQ without an enabled Requester ID: the reads wait, and are given at the end with that of the
     * descriptor */
    end(both);
}

/* A write of 16 DWs goes on in a second beat, which the read shares: the only start, in lane 8; its
 * byte enables stand in the first place, or in the second as a model has them. */
static void a_packet_goes_on_in_the_next_beat(void **state)
{
    uint32_t first[16] = {0x1000, 0, 0x01000810, 0x05}, second[] = {0, 0, 0, 0, 0, 0, 0, 0, READ1};
    char want[512] = "40000010 010005ff 00001000";
    (void)state;
    for (unsigned i = 0; i < 16; i++)
        sprintf(want + strlen(want), " 000000%02x", i);
    for (unsigned i = 0; i < 12; i++)
        first[4 + i] = i << 24;
    for (unsigned i = 0; i < 4; i++)
        second[i] = (12 + i) << 24;
    snprintf(want + strlen(want), sizeof want - strlen(want), ";%s", read1);
    for (unsigned place = 0; place < 2; place++) {
        assert_true(begin("m_axis_cq", 512, 183));
        field(0, 4, 15);
        field(8, 4, 15);
        field(80, 2, 1);
        beat(first, 16, 0xffff, false);
        field(4 * place, 4, 15);
        field(80, 2, 1);
        field(82, 2, 2);
        field(86, 2, 3);
        field(88, 4, 3);
        field(92, 4, 11);
        beat(second, 12, 0xffff, false);
        end(want);
    }
}

/* Four completions of 1 DW in a beat, for tags 1 to 4. */
static void four_completions_straddle(void **state)
{
#define CPL(tag) 0x40040000, 0x01000001, tag, 0x11111111 * tag
    static const uint32_t dw[] = {CPL(1), CPL(2), CPL(3), CPL(4)};
    (void)state;
    assert_true(begin("m_axis_rc", 512, 161));
    field(64, 4, 15);
    field(76, 4, 15);
    for (unsigned i = 0; i < 4; i++) {
        field(68 + 2 * i, 2, i);
        field(80 + 4 * i, 4, 4 * i + 3);
    }
    beat(dw, 16, 0xffff, false);
    end("4a000001 00000004 01000100 11111111;4a000001 00000004 01000200 22222222;"
        "4a000001 00000004 01000300 33333333;4a000001 00000004 01000400 44444444;");
}

/* 256 bits: the second completion starts in lane 4 (is_sof_1), has 3 DWs, and goes on in the next
 * beat, which the third shares (is_sof_0 behind an end: lane 4). */
static void completions_straddle_at_256_bits(void **state)
{
    static const uint32_t a[] = {CPL(1), 0x400c0000, 0x01000003, 2, 0x22222222},
                          b[] = {0x22222222, 0x22222222, 0, 0, CPL(3)};
    (void)state;
    assert_true(begin("m_axis_rc", 256, 75));
    field(32, 2, 3);
    field(34, 4, 1 | 3 << 1);
    beat(a, 8, 0xff, false);
    field(32, 2, 1);
    field(34, 4, 1 | 1 << 1);
    field(38, 4, 1 | 7 << 1);
    beat(b, 8, 0xff, false);
    end("4a000001 00000004 01000100 11111111;4a000003 0000000c 01000200 22222222 22222222 22222222;"
        "4a000001 00000004 01000300 33333333;");
}

/* A user whose stream does not straddle may leave the ends in tuser wrong: tlast counts. */
static void ends_in_tuser_mean_nothing_without_straddling(void **state)
{
    static const uint32_t a[16] = {0x1000, 0, 0x0100080e, 0x05}, b[2] = {0};
    (void)state;
    assert_true(begin("s_axis_rq", 512, 137));
    for (unsigned i = 0; i < 2; i++) {
        field(0, 16, 0x0f0f);
        field(20, 2, 1);
        field(26, 2, 1);
        field(28, 4, 3);
        beat(i ? b : a, i ? 2 : 16, i ? 3 : 0xffff, i);
    }
    end("4000000e 010005ff 00001000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 "
        "00000000 00000000 00000000 00000000 00000000 00000000 00000000;");
}

/* A packet that is given up is on no link, and a timeout that the block reports is no completion.
 */
static void what_is_no_tlp_is_left_out(void **state)
{
    static const uint32_t cc[] = {0x00040000, 0x01000001, 0x00020005, 0},
                          late[] = {0x40009000, 0, 5};
    (void)state;
    assert_true(begin("s_axis_cc", 512, 81));
    field(0, 2, 1);
    field(6, 2, 1);
    field(8, 4, 3);
    field(16, 1, 1);
    beat(cc, 4, 0xf, true);
    beat(cc, 4, 0xf, true);
    end("4a000001 02000004 01000500 00000000;");
    assert_true(begin("m_axis_rc", 256, 75));
    beat(late, 3, 7, true);
    end("");
}

static void places_are_known_for_one_width_of_tuser(void **state)
{
    (void)state;
    assert_false(begin("m_axis_cq", 512, 231));
    tn_wave_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_beat_of_512_bits_is_a_packet),
        cmocka_unit_test(requests_straddle),
        cmocka_unit_test(a_packet_goes_on_in_the_next_beat),
        cmocka_unit_test(four_completions_straddle),
        cmocka_unit_test(completions_straddle_at_256_bits),
        cmocka_unit_test(ends_in_tuser_mean_nothing_without_straddling),
        cmocka_unit_test(what_is_no_tlp_is_left_out),
        cmocka_unit_test(places_are_known_for_one_width_of_tuser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
