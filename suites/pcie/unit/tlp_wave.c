/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs in waveforms, in segments and in beats of 128 bits; those expected are written by hand from
 * PCIe 3.0 chapter 2.
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

static char broken[256]; /* "rule@time in ns;" */
static char found[1024]; /* "path:hex;" for each TLP, DWs apart */
static struct tn_wave *w;
static uint64_t tick;

static void on_packet(void *ctx, const struct tn_wave_channel *ch, const struct tn_event *ev,
                      const struct tn_wave_time *when)
{
    char *at = found + strlen(found);
    (void)ctx;
    at += sprintf(at, "%s@%u:", tn_wave_path(ch), (unsigned)when->tick);
    for (uint32_t i = 0; i < ev->len; i++)
        at += sprintf(at, "%s%02x", i && i % 4 == 0 ? " " : "", ev->bytes[i]);
    sprintf(at, ";");
}

static void on_verdict(void *ctx, const struct tn_wave_link *link, const struct tn_verdict *v)
{
    (void)ctx;
    (void)link;
    if (v->kind == TN_VERDICT_FAIL)
        sprintf(broken + strlen(broken), "%s@%u;", v->rule, (unsigned)v->time_ns);
}

/* Signals are numbered as they are declared; 0 is the clock. */
static void begin(const char *const *name, const unsigned *width, unsigned n)
{
    const struct tn_wave_sink sink = {.packet = on_packet, .verdict = on_verdict};
    struct tn_check_params par;
    tn_check_defaults(&par);
    w = tn_wave_new(tn_waves_pcie, &par, &sink);
    for (unsigned i = 0; i < n; i++)
        tn_wave_signal(w, "", name[i], width[i], i);
    assert_int_equal(tn_wave_find(w), 0);
    assert_non_null(tn_wave_channel_at(w, 0));
    *found = *broken = 0;
    tick = 0;
}

/* Sets a signal to a number in hexadecimal, four bits a digit. */
static void set(uint32_t signal, unsigned width, const char *hex)
{
    char bits[1024];
    memset(bits, '0', sizeof bits);
    for (size_t n = strlen(hex), i = 0; i < n; i++)
        for (unsigned b = 0; b < 4 && 4 * (n - 1 - i) + b < width; b++) {
            unsigned digit = (unsigned)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
            bits[width - 1 - (4 * (n - 1 - i) + b)] = digit >> b & 1 ? '1' : '0';
        }
    tn_wave_change(w, tick, signal, bits);
}

static void edge(void)
{
    tick += 5;
    set(0, 1, "0");
    tick += 5;
    set(0, 1, "1");
}

static void end(const char *tlps)
{
    edge();
    tn_wave_end(w);
    assert_string_equal(found, tlps);
    tn_wave_free(w);
}

/* A write of 3 DWs to 0x1000 in one segment of 64 bits: two beats. */
static void a_payload_is_as_long_as_its_length_says(void **state)
{
    static const char *const name[] = {"clk",
                                       "rx_req_tlp_hdr",
                                       "rx_req_tlp_valid",
                                       "rx_req_tlp_sop",
                                       "rx_req_tlp_eop",
                                       "rx_req_tlp_ready",
                                       "rx_req_tlp_data"};
    static const unsigned width[] = {1, 128, 1, 1, 1, 1, 64};
    (void)state;
    begin(name, width, 7);
    set(1, 128, "40000003010005ff0000100000000000");
    set(2, 1, "1"), set(3, 1, "1"), set(4, 1, "0"), set(5, 1, "1");
    set(6, 64, "8877665544332211");
    edge(); /* 10 */
    set(3, 1, "0"), set(4, 1, "1"), set(6, 64, "deadbeefccbbaa99");
    edge();
    set(2, 1, "0");
    end("rx_req_tlp@10:40000003 010005ff 00001000 11223344 55667788 99aabbcc;");
}

/* Two reads in one beat, of 3 and of 4 DWs, in the two segments. */
static void two_segments_may_have_a_header_each(void **state)
{
    static const char *const name[] = {"clk", "tx_rd_req_tlp_hdr", "tx_rd_req_tlp_valid",
                                       "tx_rd_req_tlp_sop", "tx_rd_req_tlp_eop"};
    static const unsigned width[] = {1, 256, 2, 2, 2};
    (void)state;
    begin(name, width, 5);
    set(1, 256,
        "200000010100010f0000000200000040"
        "000000010100000f0000100000000000");
    set(2, 2, "3"), set(3, 2, "3"), set(4, 2, "3");
    edge();
    set(2, 2, "0");
    end("tx_rd_req_tlp@10:00000001 0100000f 00001000;tx_rd_req_tlp@10:20000001 0100010f 00000002 "
        "00000040;");
}

/* A write of 2 DWs with 3 DWs of header: a beat of four and one of one DW; data[7:0] is the first
 * byte. */
static void lanes_of_128_bits_come_in_order(void **state)
{
    static const char *const name[] = {"clk",        "s_usr_valid", "s_usr_ready", "s_usr_data",
                                       "s_usr_keep", "s_usr_last",  "s_usr_port"};
    static const unsigned width[] = {1, 1, 1, 128, 4, 1, 4};
    (void)state;
    begin(name, width, 7);
    set(1, 1, "1"), set(2, 1, "0"), set(4, 4, "f"), set(5, 1, "0"), set(6, 4, "2");
    set(3, 128, "4433221100100000ff05000102000040");
    edge();
    set(2, 1, "1"); /* taken at 20 */
    edge();
    set(3, 128, "88776655"), set(4, 4, "1"), set(5, 1, "1");
    edge();
    set(1, 1, "0");
    end("s_usr@20:40000002 010005ff 00001000 11223344 55667788;");
}

/* strb says how long a payload is, whatever Length says; a name without a direction is a channel,
 * too. */
static void strobes_say_how_long_a_payload_is(void **state)
{
    static const char *const name[] = {"clk",        "in_tlp_hdr",  "in_tlp_valid", "in_tlp_sop",
                                       "in_tlp_eop", "in_tlp_data", "in_tlp_strb"};
    static const unsigned width[] = {1, 128, 1, 1, 1, 128, 4};
    (void)state;
    begin(name, width, 7);
    set(1, 128, "400000030100050f0000100000000000");
    set(2, 1, "1");
    set(3, 1, "1");
    set(4, 1, "1");
    set(5, 128, "ffeeddccbbaa99887766554433221100");
    set(6, 4, "3");
    edge();
    set(2, 1, "0");
    end("in_tlp@10:40000003 0100050f 00001000 00112233 44556677;");
}

/* VALID becomes unknown once known: told at the first edge that sees it, and no other. Unknown from
 * the beginning, it is none. */
static void an_unknown_valid_is_told(void **state)
{
    static const char *const name[] = {"clk",        "s_usr_valid", "s_usr_ready",
                                       "s_usr_data", "s_usr_keep",  "s_usr_last"};
    static const unsigned width[] = {1, 1, 1, 128, 4, 1};
    (void)state;
    begin(name, width, 6);
    edge();
    set(2, 1, "1");
    edge();
    set(1, 1, "0");
    edge();
    tn_wave_change(w, tick, 1, "x");
    edge();
    edge();
    set(1, 1, "0");
    end("");
    assert_string_equal(broken, "AXI-UNK-1@40;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_payload_is_as_long_as_its_length_says),
        cmocka_unit_test(two_segments_may_have_a_header_each),
        cmocka_unit_test(an_unknown_valid_is_told),
        cmocka_unit_test(strobes_say_how_long_a_payload_is),
        cmocka_unit_test(lanes_of_128_bits_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
