/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One scenario a rule, expected values worked by hand from
 * checkers/czodiac/spec/cz_ioport_remap.md. A failure names its rule first.
 */
#include "directed.h"

static void requests_of_another_port_never_pass(void **state)
{
    (void)state;
    needs(2, 1);
    put("s_usr", TN_CLASS_P, 1, "40000001 0100000f a0000000 11111111"); /* entry 0 is port 2's */
    put("s_usr", TN_CLASS_CPL, 1, "4a000001 00000004 01000300 22222222");
    tn_sim_step(60);
    RULE("CZR-ISO-1", dev.n == 0);
    RULE("CZR-ISO-1", rejects == 2 && last_cause == 1 && last_port == at_port(1));
}

static void completions_are_translated_and_unknown_ones_dropped(void **state)
{
    (void)state;
    put("s_usr", TN_CLASS_CPL, 2, "4a000001 00000004 01000300 22222222");
    tn_sim_step(60);
    RULE("CZR-RID-1", is(&dev, 0, "4a000001 00000004 1b000300 22222222"));
    forget();
    put("s_usr", TN_CLASS_CPL, 2, "4a000001 00000004 0fff0300 22222222");
    put("s_dev", TN_CLASS_CPL, 0, "4a000001 1b000004 0fff0300 22222222");
    tn_sim_step(60);
    RULE("CZR-MISS-1", dev.n == 0 && usr.n == 0 && rejects == 2 && last_cause == 1);
}

static void last_byte_must_lie_in_the_window(void **state)
{
    (void)state;
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a000fffc 11111111");
    tn_sim_step(60);
    RULE("CZR-BAR-1", is(&dev, 0, "40000001 1b00000f 9000fffc 11111111"));
    forget();
    put("s_usr", TN_CLASS_P, 2, "40000002 010000ff a000fffc 11111111 22222222");
    tn_sim_step(60);
    RULE("CZR-BAR-1", dev.n == 0 && rejects == 1 && last_cause == 5);
    forget();
    put("s_usr", TN_CLASS_NP, 2, "00000000 010007ff b0000004"); /* 4096 bytes from 4 */
    tn_sim_step(60);
    RULE("CZR-BAR-1", dev.n == 0 && rejects == 1 && last_cause == 5);
    forget();
    put("s_usr", TN_CLASS_NP, 2, "00000000 010007ff b0000000"); /* 4096 bytes: all of it */
    tn_sim_step(60);
    RULE("CZR-ADR-2", is(&dev, 0, "20000000 1b0007ff 00000001 00000000"));
}

static void two_windows_are_no_window(void **state)
{
    (void)state;
    needs(1, 3);
    stage(2, 0x0102, 0x1b02);
    window(0, 0xa0008000, 0x92000000, 12);
    tn_reg_write(0x010, 2);
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0008000 11111111");
    tn_sim_step(60);
    RULE("CZR-MULTI-1", dev.n == 0 && rejects == 1 && last_cause == 4);
    tn_reg_write(0x010, 0x80000002); /* clear it: one window again */
    forget();
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0008000 11111111");
    tn_sim_step(60);
    RULE("CZR-ATOM-1", is(&dev, 0, "40000001 1b00000f 90008000 11111111"));
}

static void a_commit_replaces_all_of_a_valid_entry(void **state)
{
    (void)state;
    stage(2, 0x0100, 0x1b07); /* entry 0 again: another OID, other bases */
    window(0, 0xa0000000, 0x92000000, 16);
    tn_reg_write(0x010, 0);
    tn_sim_step(5);
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000040 11111111");
    tn_sim_step(60);
    RULE("CZR-ATOM-1", is(&dev, 0, "40000001 1b07000f 92000040 11111111"));
    forget();
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f b0000000 11111111"); /* window 1 has gone */
    tn_sim_step(60);
    RULE("CZR-ATOM-1", dev.n == 0 && rejects == 1 && last_cause == 3);
}

static void rejected_reads_are_answered_with_their_byte_count(void **state)
{
    (void)state;
    /* 2 DWs, first BE c, last BE 1: bytes 2 to 4, 3 bytes; Dest CPU 2 is bit 17 */
    put("s_usr", TN_CLASS_NP, 2, "00000002 0100071c f0000000");
    tn_sim_step(60);
    RULE("CZR-UR-1", is(&usr, 0, "0a020000 00182003 01000700") && usr.ports[0] == at_port(2));
    forget();
    put("s_usr", TN_CLASS_NP, 2, "4e000004 01000900 f0000000 00000001 00000002 00000003 00000004");
    tn_sim_step(60); /* CAS of 2 x 8 bytes: the operand is 8 */
    RULE("CZR-UR-1", is(&usr, 0, "0a020000 00182008 01000900"));
    forget();
    put("s_usr", TN_CLASS_NP, 2, "00000000 010001ff f0000000"); /* 4096 is written 0 */
    put("s_usr", TN_CLASS_NP, 2, "00000001 01000200 f0000000"); /* zero-length read: 1 */
    tn_sim_step(60);
    RULE("CZR-UR-1", is(&usr, 0, "0a020000 00182000 01000100"));
    RULE("CZR-UR-1", is(&usr, 1, "0a020000 00182001 01000200"));
    RULE("CZR-CNT-1", tn_reg_read(0x418) == 4 && tn_reg_read(0x41c) == 0);
    RULE("CZR-CNT-1", tn_reg_read(0x44c) == 4);
}

static void rejected_writes_are_dropped_counted_and_not_answered(void **state)
{
    (void)state;
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f f0000000 11111111");
    put("s_dev", TN_CLASS_P, 0, "40000001 0fff000f f0000000 11111111");
    tn_sim_step(60);
    RULE("CZR-DROP-1", dev.n == 0 && usr.n == 0 && rejects == 2);
    RULE("CZR-DROP-1", tn_reg_read(0x44c) == 1 && tn_reg_read(0x484) == 1);
}

static void what_the_remapper_does_not_carry_is_unsupported(void **state)
{
    (void)state;
    put("s_usr", TN_CLASS_P, 2, "34000000 0100007f 00000000 00000000"); /* vendor message */
    tn_sim_step(60);
    RULE("CZR-UNS-1", dev.n == 0 && rejects == 1 && last_cause == 6);
    forget();
    put("s_usr", TN_CLASS_NP, 2, "04000001 0100030f 01000000"); /* CfgRd0 */
    tn_sim_step(60);
    RULE("CZR-UNS-1", dev.n == 0 && last_cause == 6 && is(&usr, 0, "0a020000 00182004 01000300"));
    forget();
    for (unsigned route = 0; route < 8; route++) {
        char text[64];
        snprintf(text, sizeof text, "%08x 1b00007f 00000000 00000000", 0x30000000 | route << 24);
        put("s_dev", TN_CLASS_P, 0, text);
    }
    tn_sim_step(100);
    RULE("CZR-UNS-1", usr.n == 8 && rejects == 0);
    RULE("CZR-DST-1", is(&usr, 3, "33020000 0100007f 00000000 00000000"));
}

static void every_fmt_and_type_is_what_the_standard_says(void **state)
{
    /* first bytes of defined TLPs that the remapper carries from a device (PCIe 3.0
     * table 2-3), and of those it does not; all others are malformed */
    static const uint8_t carried[] = {0x00, 0x20, 0x40, 0x60, 0x0a, 0x4a, 0x4c, 0x6c, 0x4d, 0x6d,
                                      0x4e, 0x6e};
    static const uint8_t refused[] = {0x01, 0x21, 0x02, 0x42, 0x04, 0x44, 0x05, 0x45, 0x0b, 0x4b};
    (void)state;
    for (unsigned first = 0; first < 256; first++) {
        char text[64];
        bool msg = (first & 0xd8) == 0x10 && (first & 0x20), msgd = (first & 0xf8) == 0x70;
        unsigned want = memchr(carried, (int)first, sizeof carried) || msg || msgd ? 1
                      : memchr(refused, (int)first, sizeof refused) ? 6 : 7;
        struct tn_tlp t;
        uint8_t p[16];
        forget();
        /* Requester ID 0fff, in DW1 and DW2, is nobody's: a carried TLP has cause 1 */
        snprintf(text, sizeof text, "%02x000001 0fff000f 0fff0000 00000000", first);
        dws(text, p);
        tn_tlp_decode(p, 16, 16, &t);
        put("s_dev", want == 7 ? TN_CLASS_P : tn_tlp_class(t.kind), 0, text);
        tn_sim_step(14);
        RULE("CZR-UNS-1", usr.n == 0 && rejects == 1 && last_cause == want);
    }
}

static void hints_are_stripped_inside(void **state)
{
    (void)state;
    put("s_dev", TN_CLASS_NP, 0, "00010002 1b000534 30000001"); /* MRd, TH, PH 1, ST 34 */
    put("s_dev", TN_CLASS_P, 0, "40010001 1b00770f 30000002 11111111");
    tn_sim_step(60);
    RULE("CZR-TH-1", is(&usr, 0, "00020002 010005ff 30000000") ||
                         is(&usr, 1, "00020002 010005ff 30000000"));
    RULE("CZR-TH-1", is(&usr, 0, "40020001 0100000f 30000000 11111111") ||
                         is(&usr, 1, "40020001 0100000f 30000000 11111111"));
}

static void posted_and_completions_pass_blocked_non_posted(void **state)
{
    (void)state;
    tn_sink_ok(tn_sink_find("m_dev"), 5);
    tn_sim_step(4);
    put("s_usr", TN_CLASS_NP, 2, "00000001 0100030f a0000000");
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
    put("s_usr", TN_CLASS_CPL, 2, "4a000001 00000004 01000300 22222222");
    tn_sim_step(60);
    RULE("CZR-ORD-3", dev.n == 2 && dev.bytes[0][0] == 0x40 && dev.bytes[1][0] == 0x4a);
    tn_sink_ok(tn_sink_find("m_dev"), 7);
    tn_sim_step(20);
    RULE("CZR-ORD-3", dev.n == 3 && dev.bytes[2][0] == 0x00);

    tn_sink_ok(tn_sink_find("m_dev"), 5); /* however many pass it, it leaves once it may */
    tn_sim_step(4);
    put("s_usr", TN_CLASS_NP, 2, "00000001 0100040f a0000000");
    for (unsigned i = 0; i < 990; i++) { /* a count of 7 to 10 bits would have wrapped */
        if (i % 45 == 0)
            forget();
        put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
        tn_sim_step(1);
    }
    tn_sim_step(60);
    RULE("CZR-ORD-3", dev.n >= 45 && rejects == 0);
    forget();
    tn_sink_ok(tn_sink_find("m_dev"), 7);
    tn_sim_step(20);
    RULE("CZR-ORD-3", is(&dev, 0, "00000001 1b00040f 90000000") && dev.n == 1);
}

static void blocked_posted_hold_what_came_after(void **state)
{
    (void)state;
    tn_sink_ok(tn_sink_find("m_dev"), 6);
    tn_sim_step(4);
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
    put("s_usr", TN_CLASS_NP, 2, "00000001 0100030f a0000000");
    put("s_usr", TN_CLASS_CPL, 2, "4a000001 00000004 01000300 22222222");
    tn_sim_step(60);
    RULE("CZR-ORD-2", dev.n == 0);
    tn_sink_ok(tn_sink_find("m_dev"), 7);
    tn_sim_step(20);
    RULE("CZR-ORD-2", dev.n == 3 && dev.bytes[0][0] == 0x40);
}

/* One class's queue is full as its TLPs may not begin: the others still come in and leave, in both directions. */
static void a_full_queue_leaves_the_other_classes_alone(void **state)
{
    static const char *const tlps[2][3] = {
        {"40000001 0100000f a0000010 11111111", "00000001 0100030f a0000000", "4a000001 00000004 01000300 22222222"},
        {"40000001 1b00000f 30000010 11111111", "00000001 1b00030f 30000000", "4a000001 00000004 1b000300 22222222"},
    };
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        struct tn_sink *sink = tn_sink_find(k & 1 ? "m_usr" : "m_dev");
        const char *from = k & 1 ? "s_dev" : "s_usr";
        const struct seen *out = k & 1 ? &usr : &dev;
        unsigned full = k < 2 ? TN_CLASS_NP : TN_CLASS_CPL, other = TN_CLASS_NP + TN_CLASS_CPL - full;
        forget();
        tn_sink_ok(sink, 7 & ~(1u << full));
        tn_sim_step(4);
        for (unsigned i = 0; i < 70; i++)
            put(from, (enum tn_tlp_class)full, 2, tlps[k & 1][full]);
        tn_sim_step(150);
        put(from, TN_CLASS_P, 2, tlps[k & 1][0]);
        put(from, (enum tn_tlp_class)other, 2, tlps[k & 1][other]);
        tn_sim_step(20);
        RULE("CZR-ORD-3", out->n == 2 && out->bytes[0][0] == 0x40 && rejects == 0);
        forget();
        tn_sink_ok(sink, 7);
        tn_sim_step(150);
        RULE("CZR-LOSS-1", out->n == KEEP && rejects == 0);
    }
}

/* Forty reads of either side that are answered here, while one side lets no completions begin: posted TLPs and the other
 * side's answers go on, and every read has its answer afterwards, in order. */
static void rejects_whose_answers_are_stuck_stall_nothing_else(void **state)
{
    static const char *const requests[2] = {"00000001 0100%02x0f f0000000", "00000001 0fff%02x0f f0000000"};
    static const char *const answers[2] = {"0a020000 00182004 0100%02x00", "0a000000 00182004 0fff%02x00"};
    char text[64];
    (void)state;
    for (unsigned stuck = 0; stuck < 2; stuck++) { /* answers to users, to the device */
        forget();
        tn_sink_ok(tn_sink_find(stuck ? "m_dev" : "m_usr"), 3);
        tn_sim_step(4);
        for (unsigned k = 0; k < 80; k++) {
            snprintf(text, sizeof text, requests[k % 2], k / 2);
            put(k % 2 ? "s_dev" : "s_usr", TN_CLASS_NP, 2, text);
        }
        tn_sim_step(200);
        put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
        put("s_dev", TN_CLASS_P, 0, "40000001 1b00000f 30000010 11111111");
        tn_sim_step(60);
        RULE("CZR-ORD-3", dev.n == (stuck ? 1 : 41) && usr.n == (stuck ? 41 : 1));
        RULE("CZR-ORD-3", is(&dev, dev.n - 1, "40000001 1b00000f 90000010 11111111"));
        RULE("CZR-ORD-3", is(&usr, usr.n - 1, "40020001 0100000f 30000010 11111111"));
        tn_sink_ok(tn_sink_find(stuck ? "m_dev" : "m_usr"), 7);
        tn_sim_step(200);
        for (unsigned k = 0; k < 80; k++) { /* those that were stuck come after the posted TLP */
            snprintf(text, sizeof text, answers[k % 2], k / 2);
            RULE("CZR-UR-1", is(k % 2 ? &dev : &usr, k / 2 + (k % 2 == stuck), text));
        }
        RULE("CZR-UR-1", usr.n == 41 && dev.n == 41 && rejects == 80);
    }
}

static void a_growing_header_loses_nothing(void **state)
{
    (void)state;
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f b0000010 11111111");
    put("s_usr", TN_CLASS_P, 2,
        "40000005 010000ff b0000020 00000001 00000002 00000003 00000004 00000005");
    tn_sim_step(60);
    RULE("CZR-LOSS-1", is(&dev, 0, "60000001 1b00000f 00000001 00000010 11111111"));
    RULE("CZR-LOSS-1", is(&dev, 1, "60000005 1b0000ff 00000001 00000020 00000001 00000002 00000003"
                                   " 00000004 00000005"));
}

static void commits_and_fetches_hold_up_no_stream(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64; i++)
        put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
    for (unsigned k = 0; k < 20; k++)
        tn_reg_write(k % 2 ? 0x014 : 0x010, 0x80000001); /* entry 1, of which no TLP is, or none at all */
    tn_sim_step(100);
    RULE("CZR-THR-1", dev.n == 64 && in_usr.n == 64);
    for (unsigned i = 1; i < 64; i++)
        RULE("CZR-THR-1", in_usr.first[i] == in_usr.first[i - 1] + 1 && dev.first[i] == dev.first[i - 1] + 1);
}

static void single_beats_leave_back_to_back_at_a_fixed_latency(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 32; i++)
        put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
    tn_sim_step(100);
    RULE("CZR-THR-1", dev.n == 32 && in_usr.n == 32);
    for (unsigned i = 1; i < 32; i++)
        RULE("CZR-THR-1", dev.first[i] == dev.first[i - 1] + 1);
    uint64_t latency = dev.first[0] - in_usr.first[0];
    RULE("CZR-LAT-1", latency <= 12);
    static const char *const others[] = {
        "00000001 0100030f a0000000", "20000001 0100030f 00000000 a0000000",
        "4a000001 00000004 01000300 22222222",
        "60000002 010000ff 00000000 a0000000 11111111 22222222",
        "40000002 010000ff b0000000 11111111 22222222",
    };
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        forget();
        put("s_usr", k < 2 ? TN_CLASS_NP : k == 2 ? TN_CLASS_CPL : TN_CLASS_P, 2, others[k]);
        tn_sim_step(60);
        RULE("CZR-LAT-1", dev.n == 1 && dev.first[0] - in_usr.first[0] == latency);
    }
}

static void counters_count_both_directions_in_one_cycle(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
        put("s_dev", TN_CLASS_P, 0, "40000001 1b00000f 30000010 11111111");
    }
    tn_sim_step(100);
    RULE("CZR-CNT-1", tn_reg_read(0x400) == 24 && tn_reg_read(0x40c) == 24);
}

/* While the last beat waits for ready the TLP has not left, and counts not yet. */
static void a_tlp_counts_when_its_last_beat_has_left(void **state)
{
    (void)state;
    for (unsigned way = 0; way < 2; way++) {
        struct tn_sink *sink = tn_sink_find(way ? "m_usr" : "m_dev");
        uint32_t reg = way ? 0x40c : 0x400;
        tn_sink_stall(sink, &(struct tn_stall){.kind = TN_STALL_FOREVER});
        tn_sim_step(4);
        put(way ? "s_dev" : "s_usr", TN_CLASS_P, 2, way ? "40000001 1b00000f 30000010 11111111" : "40000001 0100000f a0000010 11111111");
        tn_sim_step(40);
        RULE("CZR-CNT-1", tn_reg_read(reg) == 0);
        tn_sink_stall(sink, &(struct tn_stall){.kind = TN_STALL_NONE});
        tn_sim_step(10);
        RULE("CZR-CNT-1", tn_reg_read(reg) == 1);
    }
}

/* An access that begins below 4 GiB and ends above has a 3DW header. */
static void the_first_byte_decides_on_the_header(void **state)
{
    (void)state;
    stage(2, 0x0100, 0x1b00);
    window(3, 0x1000000000, 0, 33);
    tn_reg_write(0x010, 0);
    tn_sim_step(4);
    put("s_usr", TN_CLASS_P, 2, "60000002 010000ff 00000010 fffffffc 11111111 22222222");
    put("s_usr", TN_CLASS_P, 2, "60000002 010000ff 00000011 00000000 11111111 22222222");
    tn_sim_step(40);
    RULE("CZR-ADR-2", is(&dev, 0, "40000002 1b0000ff fffffffc 11111111 22222222"));
    RULE("CZR-ADR-2", is(&dev, 1, "60000002 1b0000ff 00000001 00000000 11111111 22222222"));
}

int tn_sim_main(int argc, char **argv)
{
#define T(f) cmocka_unit_test_setup(f, start)
    const struct CMUnitTest tests[] = {
        T(requests_of_another_port_never_pass),
        T(completions_are_translated_and_unknown_ones_dropped),
        T(last_byte_must_lie_in_the_window),
        T(two_windows_are_no_window),
        T(a_commit_replaces_all_of_a_valid_entry),
        T(rejected_reads_are_answered_with_their_byte_count),
        T(rejected_writes_are_dropped_counted_and_not_answered),
        T(what_the_remapper_does_not_carry_is_unsupported),
        T(every_fmt_and_type_is_what_the_standard_says),
        T(hints_are_stripped_inside),
        T(posted_and_completions_pass_blocked_non_posted),
        T(blocked_posted_hold_what_came_after),
        T(a_full_queue_leaves_the_other_classes_alone),
        T(rejects_whose_answers_are_stuck_stall_nothing_else),
        T(a_growing_header_loses_nothing),
        T(commits_and_fetches_hold_up_no_stream),
        T(single_beats_leave_back_to_back_at_a_fixed_latency),
        T(counters_count_both_directions_in_one_cycle),
        T(a_tlp_counts_when_its_last_beat_has_left),
        T(the_first_byte_decides_on_the_header),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
