/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * When TLPs may begin, fit and have their turn (checkers/czodiac/spec/cz_ioport_remap.md sections 1 and 4), worked by hand. A
 * failure names its rule first.
 */
#include "directed.h"

/* Each of many short pulses of ok lets as many posted TLPs begin as it has cycles, in the cycles behind it. */
static void a_class_begins_by_the_ok_of_the_cycle_before(void **state)
{
    (void)state;
    for (unsigned cls = 0; cls < 3; cls++) {
        static const char *const tlps[] = {"40000001 0100000f a0000010 11111111", "00000001 0100030f a0000000",
                                           "4a000001 00000004 01000300 22222222"};
        forget();
        tn_sink_ok(tn_sink_find("m_dev"), 0);
        tn_sim_step(6);
        for (unsigned i = 0; i < 12; i++)
            put("s_usr", (enum tn_tlp_class)cls, 2, tlps[cls]);
        tn_sim_step(30);
        for (unsigned i = 0; i < 6; i++) {
            tn_sink_ok(tn_sink_find("m_dev"), 1u << cls);
            tn_sim_step(1 + i % 2);
            tn_sink_ok(tn_sink_find("m_dev"), 0);
            tn_sim_step(8);
        }
        RULE("CZR-STR-1", broken == 0);
        RULE("CZR-STR-1", dev.n > 0 && dev.n <= 9);
        tn_sink_ok(tn_sink_find("m_dev"), 7);
        tn_sim_step(30);
        RULE("CZR-LOSS-1", dev.n == 12);
    }
}

/* Writes of one beat up to any level of the queue, and behind them, without a pause, one of MPS_B: whatever began under
 * s_usr_ok is taken whole though nothing leaves, so that a completion behind it comes through. */
static void a_tlp_that_may_begin_always_fits(void **state)
{
    const unsigned mps = (unsigned)tn_sim_param("MPS_B"), beats = 1u << tn_sim_param("QUEUE_LOG2");
    const unsigned whole = (mps + 35) / 16, room = beats - 2 * whole;
    static uint8_t big[16 + 4096];
    (void)state;
    dws("40000000 0100ffff a0000000", big);
    big[2] = (uint8_t)(mps / 4 >> 8 & 3);
    big[3] = (uint8_t)(mps / 4);
    big[7] = 0xff;
    for (unsigned level = room > 9 ? room - 9 : 0; level <= room + whole; level += level < room + 9 ? 1 : whole / 3) {
        tn_sim_reset(2);
        start(NULL);
        tn_sink_ok(tn_sink_find("m_dev"), 4);
        tn_sim_step(6);
        for (unsigned i = 0; i < level; i++)
            put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(tn_source_send(tn_source_find("s_usr"), big, 12 + mps, TN_CLASS_P, at_port(2), 0, 0), 0);
        tn_sim_step(level + 4 * whole + 60);
        in_usr.n = 0; /* what comes now came though the queue was full */
        tn_source_flush(tn_source_find("s_usr"));
        put("s_usr", TN_CLASS_CPL, 2, "4a000001 00000004 01000300 22222222");
        tn_sim_step(30);
        RULE("CZR-STR-1", in_usr.n == 1 && broken == 0);
    }
}

/* Writes to and from several ports wait for their class, and leave in the order in which they came. */
static void posted_tlps_of_several_ports_keep_their_order(void **state)
{
    char text[64];
    (void)state;
    needs(2, 2);
    tn_sink_ok(tn_sink_find("m_dev"), 6);
    tn_sink_ok(tn_sink_find("m_usr"), 6);
    tn_sim_step(6);
    for (unsigned i = 0; i < 24; i++) {
        bool one = (0x5a3c69u >> i & 1) != 0;
        snprintf(text, sizeof text, one ? "40000001 0101%02x0f c0000010 11111111" : "40000001 0100%02x0f a0000010 11111111", i);
        put("s_usr", TN_CLASS_P, one ? 1 : 2, text);
        snprintf(text, sizeof text, one ? "40000001 1b01%02x0f 30000010 11111111" : "40000001 1b00%02x0f 30000010 11111111", i);
        put("s_dev", TN_CLASS_P, 0, text);
    }
    tn_sim_step(60);
    tn_sink_ok(tn_sink_find("m_dev"), 7);
    tn_sink_ok(tn_sink_find("m_usr"), 7);
    tn_sim_step(80);
    for (unsigned i = 0; i < 24; i++) {
        RULE("CZR-ORD-1", i < dev.n && dev.bytes[i][6] == i);
        RULE("CZR-ORD-1", i < usr.n && usr.bytes[i][6] == i);
    }
}

/* Reads and completions wait, and posted TLPs came behind them: once all may begin, of the first four that leave, and of
 * the next four, each class has some. */
static void every_class_has_its_turn(void **state)
{
    (void)state;
    for (unsigned way = 0; way < 2; way++) {
        struct tn_sink *sink = tn_sink_find(way ? "m_usr" : "m_dev");
        const struct seen *out = way ? &usr : &dev;
        const char *from = way ? "s_dev" : "s_usr";
        forget();
        tn_sink_ok(sink, 0);
        tn_sim_step(6);
        for (unsigned i = 0; i < 4; i++) {
            put(from, TN_CLASS_NP, 2, way ? "00000001 1b00030f a0000000" : "00000001 0100030f a0000000");
            put(from, TN_CLASS_CPL, 2, way ? "4a000001 00000004 1b000300 22222222" : "4a000001 00000004 01000300 22222222");
        }
        tn_sim_step(40);
        for (unsigned i = 0; i < 20; i++)
            put(from, TN_CLASS_P, 2, way ? "40000001 1b00000f 30000010 11111111" : "40000001 0100000f a0000010 11111111");
        tn_sim_step(40);
        tn_sink_ok(sink, 7);
        tn_sim_step(60);
        RULE("CZR-LOSS-1", out->n == 28);
        for (unsigned k = 0; k < 2; k++) {
            unsigned of[3] = {0, 0, 0};
            for (unsigned i = 4 * k; i < 4 * k + 4; i++)
                of[out->bytes[i][0] == 0x40 ? 0 : out->bytes[i][0] == 0x00 ? 1 : 2]++;
            RULE("CZR-FAIR-1", of[0] > 0 && of[1] > 0 && of[2] > 0);
        }
    }
}

int tn_sim_main(int argc, char **argv)
{
#define T(f) cmocka_unit_test_setup(f, start)
    const struct CMUnitTest tests[] = {
        T(a_class_begins_by_the_ok_of_the_cycle_before),
        T(a_tlp_that_may_begin_always_fits),
        T(posted_tlps_of_several_ports_keep_their_order),
        T(every_class_has_its_turn),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
