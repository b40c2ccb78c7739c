/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI channels in waveforms: the rules that a change of one signal at one edge breaks.
 */
#include <tn/wave.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct tn_wave_kind *const tn_waves_axi[];

enum { CLK, RST, ARV, ARR, ARA, ARL, RV, RR, RD, RL, TV, TR, TD, TK, SIGNALS };
static const struct {
    const char *name;
    unsigned width;
} signals[SIGNALS] = {
    [CLK] = {"clk", 1},           [RST] = {"rst", 1},           [ARV] = {"s_axi_arvalid", 1},
    [ARR] = {"s_axi_arready", 1}, [ARA] = {"s_axi_araddr", 16}, [ARL] = {"s_axi_arlen", 8},
    [RV] = {"s_axi_rvalid", 1},   [RR] = {"s_axi_rready", 1},   [RD] = {"s_axi_rdata", 8},
    [RL] = {"s_axi_rlast", 1},    [TV] = {"m_axis_tvalid", 1},  [TR] = {"m_axis_tready", 1},
    [TD] = {"m_axis_tdata", 16},  [TK] = {"m_axis_tkeep", 2},
};
static char found[512]; /* "RULE@tick " for each verdict; "?" behind the rule: inconclusive */
static struct tn_wave *w;
static uint64_t tick;

static void on_verdict(void *ctx, const struct tn_wave_link *link, const struct tn_verdict *v)
{
    char one[64];
    (void)ctx;
    assert_true(tn_wave_link_ticks(link));
    snprintf(one, sizeof one, "%s%s@%u ", v->rule, v->kind == TN_VERDICT_INCONCLUSIVE ? "?" : "",
             (unsigned)v->packet);
    strcat(found, one);
}

static void set(unsigned signal, unsigned value)
{
    char bits[32];
    for (unsigned i = 0; i < signals[signal].width; i++)
        bits[i] = value >> (signals[signal].width - 1 - i) & 1 ? '1' : '0';
    tn_wave_change(w, tick, signal, bits);
}

static void unknown(unsigned signal)
{
    tn_wave_change(w, tick, signal, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
}

/* A rising edge; ticks 10, 20, ... Signals change behind it. */
static void clock_it(void)
{
    tick += 5;
    set(CLK, 0);
    tick += 5;
    set(CLK, 1);
    tick += 1;
}

/* Everything 0 and a reset at ticks 10 and 20; begins at that tick. */
static void begin(uint64_t at)
{
    const struct tn_wave_sink sink = {.verdict = on_verdict};
    struct tn_check_params par;
    tn_check_defaults(&par);
    w = tn_wave_new(tn_waves_axi, &par, &sink);
    for (uint32_t i = 0; i < SIGNALS; i++)
        tn_wave_signal(w, "top", signals[i].name, signals[i].width, i);
    tn_wave_scale(w, -9, at);
    assert_int_equal(tn_wave_find(w), 0);
    *found = 0;
    tick = at;
    for (unsigned i = 0; i < SIGNALS; i++)
        set(i, 0);
    tick -= at == 0 ? 0 : 1;
}

static void reset(void)
{
    set(RST, 1);
    clock_it();
    tick -= 1;
    clock_it();
    tick -= 1;
    set(RST, 0);
}

/* Each edge is 10 ticks behind the one before. */
static void next(void)
{
    clock_it();
    tick -= 1;
}

static void end(const char *verdicts)
{
    tn_wave_end(w);
    assert_string_equal(found, verdicts);
    tn_wave_free(w);
}

static void a_read_that_is_answered_breaks_nothing(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(ARV, 1), set(ARR, 1), set(ARA, 0x40), set(ARL, 1);
    next(); /* 30: AR */
    set(ARV, 0), set(RV, 1), set(RR, 1);
    next(); /* 40: R */
    set(RL, 1);
    next(); /* 50: R, the last one */
    set(RV, 0);
    next();
    end("");
}

static void valid_that_falls_before_ready_is_told_at_that_edge(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(ARV, 1);
    next(); /* 30: waits */
    set(ARV, 0);
    next(); /* 40: gone */
    end("AXI-HSK-1@40 ");
}

static void an_address_that_changes_while_it_waits_is_told(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(ARV, 1);
    next();
    set(ARA, 4);
    next(); /* 40 */
    end("AXI-HSK-2@40 ");
}

static void last_too_early_is_told(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(ARV, 1), set(ARR, 1), set(ARL, 2);
    next();
    set(ARV, 0), set(RV, 1), set(RR, 1), set(RL, 1);
    next(); /* 40: the first of three */
    set(RV, 0);
    next();
    end("AXI-RD-1@40 ");
}

static void data_without_a_request_are_told(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(RV, 1), set(RR, 1);
    next();
    set(RV, 0);
    next();
    end("AXI-RSP-2@30 ");
}

static void an_unknown_valid_is_told_once(void **state)
{
    (void)state;
    begin(0);
    reset();
    unknown(ARV);
    next();
    next();
    set(ARV, 0);
    next();
    end("AXI-UNK-1@30 ");
}

static void what_is_unknown_before_the_first_reset_is_not_told(void **state)
{
    (void)state;
    begin(0);
    unknown(ARV), unknown(RV), unknown(TV);
    next();
    set(RST, 1);
    next();
    set(ARV, 0), set(RV, 0), set(TV, 0);
    next();
    set(RST, 0);
    next();
    end("");
}

/* A VALID that is known from the beginning does not make its READY known. */
static void a_ready_that_is_unknown_before_the_first_reset_is_not_told(void **state)
{
    (void)state;
    begin(0);
    unknown(ARR);
    next();
    set(RST, 1);
    next();
    set(ARR, 0);
    set(RST, 0);
    next();
    unknown(ARR);
    next();
    end("AXI-UNK-1@40 ");
}

static void valid_in_reset_is_told_from_its_second_edge_on(void **state)
{
    (void)state;
    begin(0);
    set(ARV, 1);
    next(); /* 10 */
    set(RST, 1);
    next(); /* 20: the edge that resets */
    next(); /* 30: told */
    next();
    end("AXI-RST-1@30 ");
}

static void a_reset_forgets_a_read(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(ARV, 1), set(ARR, 1);
    next();
    set(ARV, 0);
    reset();
    next();
    end("");
}

static void a_read_without_an_answer_at_the_end_is_neither_right_nor_wrong(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(ARV, 1), set(ARR, 1);
    next(); /* 30 */
    set(ARV, 0);
    next();
    end("AXI-RSP-3?@30 ");
}

static void answers_are_not_judged_when_the_waveform_begins_late(void **state)
{
    (void)state;
    begin(1000);
    set(RV, 1), set(RR, 1);
    next();
    set(RV, 0), set(ARV, 1);
    next();
    set(ARV, 0);
    next(); /* the handshake is judged all the same: 999 + 30 */
    end("AXI-HSK-1@1029 ");
}

static void a_stream_is_judged_by_its_handshake(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(TV, 1), set(TK, 3), set(TD, 0x1234);
    next(); /* 30: waits */
    set(TD, 0x1235);
    next(); /* 40: changed */
    set(TR, 1);
    next(); /* 50: taken */
    set(TV, 0), set(TR, 0);
    next();
    end("AXI-HSK-2@40 ");
}

static void unknown_bytes_count_where_tkeep_is_set(void **state)
{
    (void)state;
    begin(0);
    reset();
    set(TV, 1), set(TR, 1), set(TK, 1);
    tn_wave_change(w, tick, TD, "xxxxxxxx00000000");
    next(); /* 30: the upper byte is not kept */
    tn_wave_change(w, tick, TD, "000000000000000x");
    next(); /* 40 */
    end("AXI-UNK-2@40 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_that_is_answered_breaks_nothing),
        cmocka_unit_test(valid_that_falls_before_ready_is_told_at_that_edge),
        cmocka_unit_test(an_address_that_changes_while_it_waits_is_told),
        cmocka_unit_test(last_too_early_is_told),
        cmocka_unit_test(data_without_a_request_are_told),
        cmocka_unit_test(an_unknown_valid_is_told_once),
        cmocka_unit_test(what_is_unknown_before_the_first_reset_is_not_told),
        cmocka_unit_test(a_ready_that_is_unknown_before_the_first_reset_is_not_told),
        cmocka_unit_test(valid_in_reset_is_told_from_its_second_edge_on),
        cmocka_unit_test(a_reset_forgets_a_read),
        cmocka_unit_test(a_read_without_an_answer_at_the_end_is_neither_right_nor_wrong),
        cmocka_unit_test(answers_are_not_judged_when_the_waveform_begins_late),
        cmocka_unit_test(a_stream_is_judged_by_its_handshake),
        cmocka_unit_test(unknown_bytes_count_where_tkeep_is_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
