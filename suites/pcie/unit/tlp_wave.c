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

/* The same beside a hard block's CQ, whose streams are idle: a header is the core's own, always of 4 DWs. */
static const char *const inside_name[] = {"clk", "in_tlp_hdr", "in_tlp_valid", "in_tlp_sop",
                                          "in_tlp_eop", "in_tlp_data", "in_tlp_strb", "in_tlp_error",
                                          "s_axis_cq_tdata", "s_axis_cq_tlast", "s_axis_cq_tuser",
                                          "s_axis_cq_tvalid", "s_axis_cq_tready"};
static const unsigned inside_width[] = {1, 128, 1, 1, 1, 64, 2, 4, 64, 1, 88, 1, 1};

/* One TLP with that header and one DW of data, 11223344. */
static void one_inside(const char *hdr, const char *error, const char *tlps)
{
    begin(inside_name, inside_width, 13);
    set(11, 1, "0"), set(12, 1, "1");
    set(1, 128, hdr), set(2, 1, "1"), set(3, 1, "1"), set(4, 1, "1");
    set(5, 64, "44332211"), set(6, 2, "0"), set(7, 4, error);
    edge();
    set(2, 1, "0");
    end(tlps);
}

static void a_header_inside_a_core_becomes_that_of_the_link(void **state)
{
    (void)state;
    one_inside("200000010000000f0000000000001000", "0", "in_tlp@10:00000001 0000000f 00001000;");
    one_inside("200000010000000f0000000100001000", "0", "in_tlp@10:20000001 0000000f 00000001 00001000;");
    one_inside("220000010000000f0000000000001000", "0", "in_tlp@10:02000001 0000000f 00001000;");
    one_inside("620000010000000f0000000000001000", "0", "in_tlp@10:42000001 0000000f 00001000 11223344;");
    one_inside("6a000001010000040000050000000000", "0", "in_tlp@10:4a000001 01000004 00000500 11223344;");
    one_inside("34000000000000200000000000000000", "0", "in_tlp@10:34000000 00000020 00000000 00000000;");
}

/* 8: the function was reset, 15: no answer in time; the block ended the request, and no link saw it. */
static void a_completion_that_the_block_made_is_none(void **state)
{
    (void)state;
    one_inside("0a000000010020040000050000000000", "2", "in_tlp@10:0a000000 01002004 00000500;");
    one_inside("0a000000010020040000050000000000", "8", "");
    one_inside("0a000000010020040000050000000000", "f", "");
}

/* Strobes of which none was set so far are tied to 0; behind the first, 0 is no payload. */
static void strobes_that_were_never_set_do_not_count(void **state)
{
    static const char *const name[] = {"clk",        "in_tlp_hdr",  "in_tlp_valid", "in_tlp_sop",
                                       "in_tlp_eop", "in_tlp_data", "in_tlp_strb"};
    static const unsigned width[] = {1, 128, 1, 1, 1, 64, 2};
    (void)state;
    begin(name, width, 7);
    set(1, 128, "400000010100000f0000100000000000");
    set(2, 1, "1"), set(3, 1, "1"), set(4, 1, "1"), set(5, 64, "44332211"), set(6, 2, "0");
    edge();
    set(6, 2, "1");
    edge();
    set(6, 2, "0");
    edge();
    set(2, 1, "0");
    end("in_tlp@10:40000001 0100000f 00001000 11223344;in_tlp@20:40000001 0100000f 00001000 11223344;"
        "in_tlp@30:40000001 0100000f 00001000;");
}

/* Two ports in the same vectors, each with its bit of READY; and a FIFO read by read_en, two segments from the second on. */
static void ports_and_segments_are_taken_by_their_own_signals(void **state)
{
    static const char *const ports[] = {"clk", "p_tlp_hdr", "p_tlp_valid", "p_tlp_sop", "p_tlp_eop", "p_tlp_ready"};
    static const unsigned port_width[] = {1, 256, 2, 2, 2, 2};
    static const char *const fifo[] = {"clk", "f_tlp_hdr", "f_tlp_valid", "f_tlp_sop", "f_tlp_eop",
                                       "f_seg_offset", "f_read_en", "f_read_seg_count"};
    static const unsigned fifo_width[] = {1, 256, 2, 2, 2, 1, 1, 2};
    const char *const both = "000000010100010f00002000" "00000000"
                             "000000010100000f00001000" "00000000";
    (void)state;
    begin(ports, port_width, 6);
    set(1, 256, both), set(2, 2, "3"), set(3, 2, "3"), set(4, 2, "3"), set(5, 2, "2");
    edge();
    set(5, 2, "1");
    edge();
    set(2, 2, "0");
    end("p_tlp[1]@10:00000001 0100010f 00002000;p_tlp[0]@20:00000001 0100000f 00001000;");
    begin(fifo, fifo_width, 8);
    set(1, 256, both), set(2, 2, "3"), set(3, 2, "3"), set(4, 2, "3");
    set(5, 1, "1"), set(6, 1, "0"), set(7, 2, "2");
    edge();
    set(6, 1, "1");
    edge();
    set(6, 1, "0");
    end("f_tlp@20:00000001 0100010f 00002000;f_tlp@20:00000001 0100000f 00001000;");
}

/* Behind a reset at 10: a vector of which no bit was ever known waits for its first event; one bit does not. */
static void a_vector_is_not_unknown_before_its_first_event(void **state)
{
    static const char *const name[] = {"clk", "rst", "q_tlp_hdr", "q_tlp_valid", "q_tlp_sop", "q_tlp_eop", "q_tlp_ready"};
    static const unsigned two[] = {1, 1, 256, 2, 2, 2, 2}, one[] = {1, 1, 128, 1, 1, 1, 1};
    (void)state;
    for (unsigned n = 2; n; n--) {
        begin(name, n == 2 ? two : one, 7);
        set(1, 1, "1"), set(6, n, "3");
        edge();
        set(1, 1, "0");
        edge();
        edge();
        set(3, n, "0");
        edge();
        tn_wave_change(w, tick, 3, n == 2 ? "0x" : "x");
        edge();
        end("");
        assert_string_equal(broken, n == 2 ? "AXI-UNK-1@50;" : "AXI-UNK-1@20;AXI-UNK-1@50;");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_payload_is_as_long_as_its_length_says),
        cmocka_unit_test(two_segments_may_have_a_header_each),
        cmocka_unit_test(an_unknown_valid_is_told),
        cmocka_unit_test(a_header_inside_a_core_becomes_that_of_the_link),
        cmocka_unit_test(a_completion_that_the_block_made_is_none),
        cmocka_unit_test(strobes_that_were_never_set_do_not_count),
        cmocka_unit_test(ports_and_segments_are_taken_by_their_own_signals),
        cmocka_unit_test(a_vector_is_not_unknown_before_its_first_event),
        cmocka_unit_test(strobes_say_how_long_a_payload_is),
        cmocka_unit_test(lanes_of_128_bits_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
