/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What stands on the remapper's pins cycle by cycle (checkers/czodiac/spec/cz_ioport_remap.md
 * sections 1 and 3): the levels of a reset, and when obs_rej shows a reject. A failure names its
 * rule first.
 */
#include "directed.h"

#include <tn/tap.h>

/* Bits of the bench's tap of the pins (harness/czodiac/dut/cz_ioport_remap_tb.v). */
enum {
    WATCH = 0x1000,
    IN_RESET = 1 << 0,
    VALIDS = 3 << 1,
    OKS = 0x3f << 3,
    REJECTS_AT = 9,
    REJECTS = 3 << REJECTS_AT,
    READIES = 3 << 11,
    TAKEN_AT = 13,
    UNKNOWN = 1 << 15,
    LAST_AT = 16,
};
enum {
    SETTLED = 8,
    SHOWN = 16,
    PENDING = 64
}; /* cycles: from a reset's end to its levels, from a TLP to obs_rej */

static struct {
    unsigned in_reset, since; /* cycles of the reset, or behind it */
    bool idle;                /* nothing is sent, so that the levels behind a reset stay */
    unsigned resets;
    struct way {
        uint64_t begun[PENDING]; /* cycles in which a TLP's first beat was taken, of those that
                                    obs_rej has not shown */
        unsigned n, shown;
        bool open; /* a TLP is under way */
    } way[2];
    bool rejecting; /* all that is sent is rejected */
} pins;

static void wrong(const char *rule, uint64_t cycle, const char *what)
{
    if (broken++ > 0)
        return;
    printf("%s cycle %llu: %s\n", rule, (unsigned long long)cycle, what);
    tn_sim_failed(rule, cycle, 0, what);
}

static void levels(uint64_t cycle, uint64_t bits)
{
    if (bits & IN_RESET) {
        pins.resets += pins.in_reset == 0;
        pins.in_reset++;
        pins.since = 0;
        if (pins.in_reset > 1 && bits & UNKNOWN)
            wrong("CZR-RST-1", cycle,
                  "expected valid, ok and obs_rej_valid 0 in a reset; found an unknown level");
        else if (pins.in_reset > 1 && bits & (VALIDS | OKS | REJECTS))
            wrong("CZR-RST-1", cycle,
                  "expected valid, ok and obs_rej_valid 0 from the second cycle of a reset on; "
                  "found 1");
        return;
    }
    pins.in_reset = 0;
    if (pins.since++ < SETTLED || !pins.idle)
        return;
    if (bits & UNKNOWN || (bits & OKS) != OKS || (bits & READIES) != READIES)
        wrong("CZR-RST-1", cycle,
              "expected every ok and ready 1 from the eighth cycle behind a reset on; found 0");
}

/* obs_rej of a direction whose TLPs are all rejected. */
static void shown(uint64_t cycle, uint64_t bits, unsigned dir)
{
    struct way *w = &pins.way[dir];
    if (bits >> (TAKEN_AT + dir) & 1) {
        if (!w->open && w->n < PENDING)
            w->begun[w->n++] = cycle;
        w->open = !(bits >> (LAST_AT + dir) & 1);
    }
    if (bits >> (REJECTS_AT + dir) & 1) {
        if (w->n == 0) {
            wrong("CZR-DROP-1", cycle,
                  "expected obs_rej once for a TLP, not before its first beat is taken; found it");
            return;
        }
        w->n--;
        w->shown++;
        memmove(w->begun, w->begun + 1, w->n * sizeof *w->begun);
    }
    if (w->n > 0 && cycle > w->begun[0] + SHOWN)
        wrong("CZR-DROP-1", cycle,
              "expected obs_rej within 16 cycles of a TLP's first beat; found none");
}

static void on_pins(void *ctx, const struct tn_tap_seen *seen)
{
    (void)ctx;
    levels(seen->cycle, seen->data);
    for (unsigned dir = 0; pins.rejecting && dir < 2; dir++)
        shown(seen->cycle, seen->data, dir);
}

static int watched(void **state)
{
    const int rc = start(state);
    memset(&pins, 0, sizeof pins);
    tn_tap_subscribe(on_pins, NULL);
    tn_reg_write(WATCH, 1);
    tn_sim_step(2);
    return rc;
}

static int unwatched(void **state)
{
    (void)state;
    tn_reg_write(WATCH, 0);
    tn_sim_step(2);
    return 0;
}

/* TLPs of each class both ways, half of them rejected. */
static void busy(void)
{
    for (unsigned i = 0; i < 6; i++) {
        put("s_usr", TN_CLASS_P, 2,
            i % 2 ? "40000001 0100000f a0000010 11111111" : "40000001 0100000f 70000010 11111111");
        put("s_usr", TN_CLASS_NP, 2,
            i % 2 ? "00000001 0100030f a0000000" : "00000001 0100030f 70000000");
        put("s_usr", TN_CLASS_CPL, 2, "4a000001 00000004 01000300 22222222");
        put("s_dev", TN_CLASS_P, 0,
            i % 2 ? "40000001 1b00000f 30000010 11111111" : "40000001 7700000f 30000010 11111111");
        put("s_dev", TN_CLASS_NP, 0,
            i % 2 ? "00000001 1b00030f a0000000" : "00000001 7700030f a0000000");
    }
}

/* Resets of one cycle and more at any time of the traffic, with outputs that go on and outputs that
 * stand. */
static void a_reset_ends_all_and_all_may_begin_behind_it(void **state)
{
    (void)state;
    for (unsigned at = 0; at < 40; at++) {
        pins.idle = false;
        tn_sink_ok(tn_sink_find("m_dev"), at % 3 ? 7 : 0);
        tn_sink_ok(tn_sink_find("m_usr"), at % 2 ? 7 : 0);
        busy();
        tn_sim_step(1 + at);
        tn_sim_reset(1 + at % 4);
        pins.idle = true;
        tn_sim_step(30);
        stage(2, 0x0100, 0x1b00);
        window(0, 0xa0000000, 0x90000000, 16);
        tn_reg_write(0x010, 0);
    }
    tn_sim_step(70); /* the last cycles are delivered */
    RULE("CZR-RST-1", broken == 0 && pins.resets == 40);
}

/* Posted TLPs of one beat and of many, both ways at once, in bursts and apart: none is answered, so
 * none waits. */
static void a_reject_is_shown_within_sixteen_cycles(void **state)
{
    enum { TLPS = 48 };
    uint8_t big[16 + 112] = {0};
    (void)state;
    needs(2, 1);
    pins.rejecting = true;
    const size_t head = dws("4000001c 010000ff 70000000", big);
    for (unsigned i = 0; i < TLPS; i++) {
        put("s_dev", TN_CLASS_P, 0, "40000001 7700000f 30000010 11111111");
        if (i % 3)
            put("s_usr", TN_CLASS_P, 2, "40000001 0100000f 70000010 11111111");
        else
            assert_int_equal(tn_source_send(tn_source_find("s_usr"), big, head + 112, TN_CLASS_P,
                                            at_port(2), 0, 0),
                             0);
        if (i % 8 > 4)
            tn_sim_step(1 + 5 * (i % 7));
    }
    tn_sim_step(TLPS * 10 + 200);
    RULE("CZR-DROP-1", broken == 0 && rejects == 2 * TLPS);
    RULE("CZR-DROP-1", pins.way[0].shown == TLPS && pins.way[1].shown == TLPS);
}

/* A read that is rejected is shown as soon, where its answer finds room. */
static void a_reject_that_is_answered_is_shown_as_soon(void **state)
{
    (void)state;
    pins.rejecting = true;
    for (unsigned i = 0; i < 12; i++) {
        put("s_usr", TN_CLASS_NP, 2, "00000001 0100030f 70000000");
        put("s_dev", TN_CLASS_NP, 0, "00000001 7700030f a0000000");
        tn_sim_step(40);
    }
    tn_sim_step(100);
    RULE("CZR-DROP-1", broken == 0 && pins.way[0].shown == 12 && pins.way[1].shown == 12);
}

int tn_sim_main(int argc, char **argv)
{
#define T(f) cmocka_unit_test_setup_teardown(f, watched, unwatched)
    const struct CMUnitTest tests[] = {
        T(a_reset_ends_all_and_all_may_begin_behind_it),
        T(a_reject_is_shown_within_sixteen_cycles),
        T(a_reject_that_is_answered_is_shown_as_soon),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
