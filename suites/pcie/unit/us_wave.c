/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The UltraScale+ hard block's streams in waveforms: descriptors, written by hand from the table of
 * the adapter's page, against TLPs, written by hand from PCIe 3.0 chapter 2.
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

enum { CLK, RST, CQ, CC = CQ + 6, RQ = CC + 6, RC = RQ + 6, SIGNALS = RC + 6 };
enum { DATA, KEEP, LAST, USER, VALID, READY };

static char found[4096]; /* "kind:hex;" for each TLP, DWs apart */
static char broken[512]; /* rules */
static struct tn_wave *w;
static uint64_t tick;
static unsigned bits; /* of data */
static bool cut;      /* the last beat of a packet is missing */

static char last[4096], before_last[4096]; /* the TLPs given last */
static bool waiting;                       /* found has no room for all that waits */

static void on_packet(void *ctx, const struct tn_wave_channel *ch, const struct tn_event *ev,
                      const struct tn_wave_time *when)
{
    char *at = waiting ? last : found + strlen(found);
    if (waiting)
        memcpy(before_last, last, sizeof last);
    (void)ctx;
    (void)when;
    at += sprintf(at, "%s:", tn_wave_kind_of(ch)->name + 3);
    for (uint32_t i = 0; i < ev->len; i++)
        at += sprintf(at, "%s%02x", i && i % 4 == 0 ? " " : "", ev->bytes[i]);
    sprintf(at, ";");
}

static void on_verdict(void *ctx, const struct tn_wave_link *link, const struct tn_verdict *v)
{
    (void)ctx;
    (void)link;
    if (v->kind == TN_VERDICT_FAIL) {
        strcat(broken, v->rule);
        strcat(broken, ";");
    }
}

static void set(unsigned signal, unsigned width, uint64_t value)
{
    char text[64];
    for (unsigned i = 0; i < width; i++)
        text[i] = value >> (width - 1 - i) & 1 ? '1' : '0';
    tn_wave_change(w, tick, signal, text);
}

static void edge(void)
{
    tick += 5;
    set(CLK, 1, 0);
    tick += 5;
    set(CLK, 1, 1);
}

static void begin(unsigned width)
{
    static const char *const stream[] = {"s_axis_cq", "m_axis_cc", "m_axis_rq", "s_axis_rc"};
    const struct tn_wave_sink sink = {.packet = on_packet, .verdict = on_verdict};
    struct tn_check_params par;
    char name[64];
    tn_check_defaults(&par);
    bits = width;
    w = tn_wave_new(tn_waves_pcie, &par, &sink);
    tn_wave_signal(w, "top", "user_clk", 1, CLK);
    tn_wave_signal(w, "top", "user_reset", 1, RST);
    for (unsigned s = 0; s < 4; s++) {
        static const char *const part[] = {"tdata", "tkeep", "tlast", "tuser", "tvalid", "tready"};
        const unsigned widths[] = {width, width / 32, 1, 60, 1, 1};
        for (unsigned i = 0; i < 6; i++) {
            snprintf(name, sizeof name, "%s_%s", stream[s], part[i]);
            tn_wave_signal(w, "top", name, widths[i], CQ + 6 * s + i);
        }
    }
    assert_int_equal(tn_wave_find(w), 0);
    assert_null(tn_wave_link_at(w, 1));
    *found = *broken = 0;
    tick = 0;
    set(RST, 1, 0);
    for (unsigned s = 0; s < 4; s++)
        set(CQ + 6 * s + VALID, 1, 0);
}

/* Sends a packet of n DWs on a stream, with an edge on which ready is low. */
static void put(unsigned stream, unsigned be, const uint32_t *dw, unsigned n)
{
    unsigned each = bits / 32;
    for (unsigned i = 0; i < n; i += each) {
        char data[256], keep = 0;
        memset(data, '0', sizeof data);
        for (unsigned k = 0; k < each && i + k < n; k++) {
            keep = (char)(keep | 1 << k);
            for (unsigned b = 0; b < 32; b++)
                data[bits - 1 - 32 * k - b] = dw[i + k] >> b & 1 ? '1' : '0';
        }
        set(stream + VALID, 1, 1);
        tn_wave_change(w, tick, stream + DATA, data);
        set(stream + KEEP, each, (uint8_t)keep);
        set(stream + LAST, 1, !cut && i + each >= n);
        set(stream + USER, 60, i ? 0xaa : be);
        set(stream + READY, 1, 0);
        edge();
        set(stream + READY, 1, 1);
        edge();
    }
    set(stream + VALID, 1, 0);
}

static void end(const char *tlps, const char *rules)
{
    tn_wave_end(w);
    assert_string_equal(found, tlps);
    assert_string_equal(broken, rules);
    tn_wave_free(w);
}

/* A write of 2 DWs to 0xfee01000 by 01:00.0, First BE 1111, Last BE 0011, TC 3, Relaxed Ordering; a
 * read of 1 DW from 4 GiB + 8 with tag 17h, and its completion by 02:00.1. */
static void completer(unsigned width)
{
    static const uint32_t wr[] = {0xfee01000, 0, 0x01000802, 0x26000000, 0x44332211, 0x88776655};
    static const uint32_t rd[] = {8, 1, 0x01000001, 0x17};
    static const uint32_t cpl[] = {0x00040008, 0x01000001, 0x00020117, 0xddccbbaa};
    begin(width);
    put(CQ, 0x3f, wr, 6);
    put(CQ, 0x0f, rd, 4);
    put(CC, 0, cpl, 4);
    end("cq:40302002 0100003f fee01000 11223344 55667788;"
        "cq:20000001 0100170f 00000001 00000008;"
        "cc:4a000001 02010004 01001708 aabbccdd;",
        "");
}

static void streams_of_64_bits_become_tlps(void **state)
{
    (void)state;
    completer(64);
}

static void streams_of_128_bits_become_tlps(void **state)
{
    (void)state;
    completer(128);
}

static void streams_of_256_bits_become_tlps(void **state)
{
    (void)state;
    completer(256);
}

/* UR with Byte Count 0, which is 4096 in a TLP: CPL-10 for an I/O write. */
static void a_refusal_without_byte_count_is_told(void **state)
{
    static const uint32_t io[] = {0x80, 0, 0x01001801, 0x1e, 0x12345678};
    static const uint32_t ur[] = {0, 0x01000800, 0x0002001e};
    (void)state;
    begin(64);
    put(CQ, 0x0f, io, 5);
    put(CC, 0, ur, 3);
    end("cq:42000001 01001e0f 00000080 78563412;cc:0a000000 02002000 01001e00;", "CPL-10;");
}

/* A read with its own tag 5 and no Requester ID waits for the completion, which names 01:00.0; the
 * next one does not. */
static const uint32_t read5[] = {0x1000, 0, 0x00000001, 0x05},
                      read6[] = {0x2000, 0, 0x00000001, 0x06};
static const uint32_t cpl5[] = {0x40040000, 0x01000001, 0x00000005, 0},
                      cpl6[] = {0x40040000, 0x01000001, 0x00000006, 0};

static void a_requester_id_is_learnt_from_completions(void **state)
{
    (void)state;
    begin(64);
    put(RQ, 0x0f, read5, 4);
    assert_string_equal(found, "");
    put(RC, 0, cpl5, 4);
    edge();
    assert_string_equal(found,
                        "rq:00000001 0100050f 00001000;rc:4a000001 00000004 01000500 00000000;");
    *found = 0;
    put(RQ, 0x0f, read6, 4);
    edge();
    assert_string_equal(found, "rq:00000001 0100060f 00002000;");
    put(RC, 0, cpl6, 4);
    end("rq:00000001 0100060f 00002000;rc:4a000001 00000004 01000600 00000000;", "");
}

static void a_requester_id_of_its_own_stays(void **state)
{
    static const uint32_t own[] = {0x1000, 0, 0x03000001, 0x01000005}; /* enable; 03:00.0 */
    static const uint32_t cpl[] = {0x40040000, 0x03000001, 0x00000005, 0};
    (void)state;
    begin(64);
    put(RQ, 0x0f, own, 4);
    put(RC, 0, cpl, 4);
    end("rq:00000001 0300050f 00001000;rc:4a000001 00000004 03000500 00000000;", "");
}

/* The user puts tag 0 into all reads; the block gives 0 and 1, and answers the second first. */
static void tags_of_the_block_are_learnt_from_completions(void **state)
{
    static const uint32_t a[] = {0x1000, 0, 0x00000001, 0}, b[] = {0x2004, 0, 0x00000001, 0};
    static const uint32_t of_a[] = {0x40040000, 0x01000001, 0, 0},
                          of_b[] = {0x40040004, 0x01000001, 1, 0};
    (void)state;
    begin(64);
    put(RQ, 0x0f, a, 4);
    put(RQ, 0x0f, b, 4);
    put(RC, 0, of_b, 4);
    put(RC, 0, of_a, 4);
    end("rq:00000001 0100000f 00001000;rq:00000001 0100010f 00002004;"
        "rc:4a000001 00000004 01000104 00000000;rc:4a000001 00000004 01000000 00000000;",
        "");
}

/* More writes than wait for a completion: the oldest are given, and a read behind them has its ID
 * all the same. */
static void writes_without_end_hold_no_read_back(void **state)
{
    static const uint32_t wr[] = {0x1000, 0, 0x00000801, 0, 0x11223344};
    (void)state;
    begin(256);
    for (unsigned i = 0; i < 4100; i++) {
        put(RQ, 0x0f, wr, 5);
        *found = 0;
    }
    put(RQ, 0x0f, read5, 4);
    *found = 0;
    waiting = true;
    put(RC, 0, cpl5, 4);
    tn_wave_end(w);
    assert_non_null(strstr(last, "rc:4a000001 00000004 01000500 00000000;"));
    assert_string_equal(before_last, "rq:00000001 0100050f 00001000;");
    assert_string_equal(broken, "");
    tn_wave_free(w);
}

/* A reset ends the link's traffic: the read is given, and no completion is missed; the packet that
 * it cuts is forgotten. */
static void a_reset_gives_what_waits(void **state)
{
    static const uint32_t half[] = {0xfee01000, 0};
    (void)state;
    begin(64);
    put(RQ, 0x0f, read5, 4);
    cut = true;
    put(CQ, 0x0f, half, 2);
    cut = false;
    set(RST, 1, 1);
    edge();
    set(RST, 1, 0);
    put(RQ, 0x0f, read5, 4);
    put(RC, 0, cpl5, 4);
    tn_wave_end(w);
    assert_non_null(strstr(found, "rq:00000001 0000050f 00001000;"));
    assert_non_null(strstr(found, "rq:00000001 0100050f 00001000;rc:"));
    assert_string_equal(broken, "");
    tn_wave_free(w);
}

/* The block manages the tags. A refusal of the second read comes first, and is the second's by its address; of
 * two reads that nobody answers, no tag is known: they are no packets, and no tag is taken twice. */
static void a_refusal_is_the_answer_to_the_request_that_it_fits(void **state)
{
    static const uint32_t one[] = {0x1010, 0, 0x00000001, 0}, two[] = {0x2020, 0, 0x00000001, 0};
    static const uint32_t ur[] = {0x40042020, 0x01000800, 7}, cpl[] = {0x40040010, 0x01000001, 6, 0};
    (void)state;
    begin(64);
    put(RQ, 0x0f, one, 4);
    put(RQ, 0x0f, two, 4);
    put(RC, 0, ur, 3);
    put(RC, 0, cpl, 4);
    put(RQ, 0x0f, one, 4);
    put(RQ, 0x0f, two, 4);
    edge();
    end("rq:00000001 0100060f 00001010;rq:00000001 0100070f 00002020;"
        "rc:0a000000 00002004 01000720;rc:4a000001 00000004 01000610 00000000;",
        "");
}

/* A waveform that begins late: what comes first, with those byte enables, and then a read. */
static void begin_amid(unsigned be, const uint32_t *dw, unsigned n, const char *tlps)
{
    static const uint32_t rd[] = {8, 1, 0x01000001, 0x17};
    begin(64);
    tn_wave_scale(w, -9, 1);
    put(CQ, be, dw, n);
    put(CQ, 0x0f, rd, 4);
    end(tlps, "");
}

/* It is a packet when it has the length that its descriptor says, and byte enables that agree. */
static void the_first_packet_counts_when_it_is_whole(void **state)
{
    static const uint32_t wr[] = {0xfee01000, 0, 0x01000802, 0x26000000, 0x44332211, 0x88776655};
    static const uint32_t like_rd[] = {8, 1, 0x01000001, 0x17};
    (void)state;
    begin_amid(0x3f, wr, 6, "cq:40302002 0100003f fee01000 11223344 55667788;cq:20000001 0100170f 00000001 00000008;");
    begin_amid(0, wr + 2, 4, "cq:20000001 0100170f 00000001 00000008;");
    begin_amid(0, wr + 4, 2, "cq:20000001 0100170f 00000001 00000008;");
    begin_amid(0, like_rd, 4, "cq:20000001 0100170f 00000001 00000008;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_of_64_bits_become_tlps),
        cmocka_unit_test(streams_of_128_bits_become_tlps),
        cmocka_unit_test(streams_of_256_bits_become_tlps),
        cmocka_unit_test(a_refusal_without_byte_count_is_told),
        cmocka_unit_test(a_requester_id_is_learnt_from_completions),
        cmocka_unit_test(a_requester_id_of_its_own_stays),
        cmocka_unit_test(tags_of_the_block_are_learnt_from_completions),
        cmocka_unit_test(a_reset_gives_what_waits),
        cmocka_unit_test(a_refusal_is_the_answer_to_the_request_that_it_fits),
        cmocka_unit_test(the_first_packet_counts_when_it_is_whole),
        cmocka_unit_test(writes_without_end_hold_no_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
