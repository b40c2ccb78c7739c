/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The register map address by address (checkers/czodiac/spec/cz_ioport_remap.md section 2): what
 * is not listed, what staging keeps apart. A failure names its rule first.
 */
#include <tn/bfm.h>
#include <tn/pcie/tlp.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { COMMIT = 0x010, FETCH = 0x014, STAGE_UID = 0x020, STAGE_OID = 0x024, WINDOWS = 0x040, WINDOW_STEP = 0x20 };

static void rule(const char *id, uint32_t addr, uint32_t expected)
{
    uint32_t found = tn_reg_read(addr);
    char text[80];
    if (found == expected)
        return;
    snprintf(text, sizeof text, "register %03x: expected %08x, found %08x", addr, expected, found);
    printf("%s %s\n", id, text);
    tn_sim_failed(id, 0, 0, text);
    fail();
}

/* STAGE_UID of entry 0: port 2 (modulo PORT_N), UID 0100. */
static uint32_t uid_0(void)
{
    return 2 % (uint32_t)tn_sim_param("PORT_N") << 16 | 0x0100;
}

/* Entry 0: UID 0100, OID 1b00, no window. */
static int start(void **state)
{
    (void)state;
    tn_monitor_clear();
    tn_sim_reset(4);
    tn_reg_write(STAGE_UID, uid_0());
    tn_reg_write(STAGE_OID, 0x1b00);
    tn_reg_write(COMMIT, 0);
    return 0;
}

static void send(const char *stream, enum tn_tlp_class cls, const uint8_t *p, size_t n)
{
    assert_int_equal(tn_source_send(tn_source_find(stream), p, n, cls, uid_0() >> 16, 0, 0), 0);
}

/* A TLP of each class that is forwarded, each way, and of each cause that one is rejected for with this table, times times;
 * some with a wrong digest. */
static void everything_that_counts(unsigned times)
{
    static const uint8_t undefined[] = {0x41, 0, 0, 1, 0x1b, 0, 0, 0x0f, 0xa0, 0, 0, 0, 1, 1, 1, 1};
    static const uint8_t nobody[] = {0x40, 0, 0, 1, 0x0f, 0xff, 0, 0x0f, 0xa0, 0, 0, 0, 1, 1, 1, 1};
    static const uint8_t window[] = {0x40, 0, 0, 1, 0x01, 0, 0, 0x0f, 0xa0, 0, 0, 0, 1, 1, 1, 1};
    static const uint8_t io[] = {0x02, 0, 0, 1, 0x01, 0, 0, 0x0f, 0, 0, 0, 0};
    static const uint8_t message[] = {0x34, 0, 0x80, 0, 0x1b, 0, 0, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4};
    static const uint8_t read_up[] = {0x00, 0, 0, 1, 0x1b, 0, 0, 0x0f, 0xa0, 0, 0, 0};
    static const uint8_t completion_up[] = {0x4a, 0, 0, 1, 0x1b, 0, 0, 4, 0x1b, 0, 3, 0, 2, 2, 2, 2};
    static const uint8_t completion_down[] = {0x4a, 0, 0, 1, 0x1b, 0, 0, 4, 0x01, 0, 3, 0, 2, 2, 2, 2};
    for (unsigned n = 0; n < times; n++) {
        send("s_usr", TN_CLASS_P, undefined, sizeof undefined);
        send("s_dev", TN_CLASS_P, undefined, sizeof undefined);
        send("s_usr", TN_CLASS_P, nobody, sizeof nobody);
        send("s_dev", TN_CLASS_P, nobody, sizeof nobody);
        send("s_usr", TN_CLASS_P, window, sizeof window);
        send("s_usr", TN_CLASS_NP, io, sizeof io);
        send("s_dev", TN_CLASS_NP, io, sizeof io);
        send("s_dev", TN_CLASS_P, message, sizeof message);
        send("s_dev", TN_CLASS_NP, read_up, sizeof read_up);
        send("s_dev", TN_CLASS_CPL, completion_up, sizeof completion_up);
        send("s_usr", TN_CLASS_CPL, completion_down, sizeof completion_down);
        tn_sim_step(24);
    }
    tn_sim_step(80);
}

/* More than eight bits; the bits above are the RTL bench's. */
enum { MANY = 300 };

static void look_at_counters(void)
{
    static const uint32_t counting[] = {0x408, 0x40c, 0x410, 0x414, 0x418, 0x41c, 0x420, 0x444, 0x44c, 0x458, 0x45c, 0x484, 0x498, 0x49c};
    for (uint32_t a = 0x400, k = 0; a < 0x4a0; a += 4) {
        bool counts = k < sizeof counting / sizeof *counting && counting[k] == a;
        bool listed = a <= 0x420 || (a >= 0x440 && a < 0x460) || a >= 0x480;
        k += counts;
        rule(listed ? "CZR-CNT-1" : "CZR-REG-1", a, counts ? MANY : 0);
    }
}

static void addresses_that_are_not_listed_read_0_and_ignore_writes(void **state)
{
    static const struct {
        uint32_t from, to;
    } gaps[] = {{0x010, 0x018}, {0x01c, 0x020}, {0x028, 0x040}, {0x054, 0x060}, {0x0f4, 0x400}, {0x424, 0x440},
                {0x460, 0x480}, {0x4a0, 0x1000}};
    (void)state;
    everything_that_counts(MANY);
    look_at_counters();
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (uint32_t a = gaps[g].from; a < gaps[g].to; a += 4) {
            if (a != COMMIT && a != FETCH) /* they take writes */
                tn_reg_write(a, ~0u);
            rule("CZR-REG-1", a, 0);
        }
    look_at_counters();
    tn_reg_write(FETCH, 0);
    rule("CZR-REG-1", STAGE_UID, 0x80000000 | uid_0());
    rule("CZR-REG-1", STAGE_OID, 0x1b00);
}

/* Every staging register holds what was written to it, the writes to the others
 * notwithstanding, and so does an entry through COMMIT and FETCH. */
static void staging_keeps_every_register_apart(void **state)
{
    const unsigned funcs = (unsigned)tn_sim_param("FUNC_N"), ports = (unsigned)tn_sim_param("PORT_N");
    (void)state;
    for (unsigned entry = 0; entry < funcs; entry += funcs > 1 ? funcs - 1 : 1) {
        tn_reg_write(STAGE_UID, 0xfff00000u | (ports - 1) << 16 | 0xa5c3);
        tn_reg_write(STAGE_OID, 0xffff0000u | (0x5a00 + entry));
        for (uint32_t b = 0; b < 6; b++) {
            uint32_t at = WINDOWS + WINDOW_STEP * b, mark = (b + 1) * 0x10000000u + entry * 0x1000000u;
            tn_reg_write(at, mark);
            tn_reg_write(at + 4, mark + 1);
            tn_reg_write(at + 8, mark + 0x100000);
            tn_reg_write(at + 12, mark + 3);
            tn_reg_write(at + 16, (b & 1) ? 0xffffffc0u + 4 + b : 4 + b);
        }
        tn_reg_write(COMMIT, entry);
        for (int pass = 0; pass < 2; pass++) {
            rule("CZR-REG-1", STAGE_UID, (pass ? 0x80000000u : 0) | (ports - 1) << 16 | 0xa5c3);
            rule("CZR-REG-1", STAGE_OID, 0x5a00 + entry);
            for (uint32_t b = 0; b < 6; b++) {
                uint32_t at = WINDOWS + WINDOW_STEP * b, mark = (b + 1) * 0x10000000u + entry * 0x1000000u;
                rule("CZR-REG-1", at, mark);
                rule("CZR-REG-1", at + 4, mark + 1);
                rule("CZR-REG-1", at + 8, mark + 0x100000);
                rule("CZR-REG-1", at + 12, mark + 3);
                rule("CZR-REG-1", at + 16, ((b & 1) ? 0x80000000u : 0) | (4 + b));
            }
            tn_reg_write(FETCH, 63); /* none there, or another: it must come back */
            tn_reg_write(FETCH, entry);
        }
    }
    rule("CZR-REG-1", 0x00c, 0);
}

/* FETCH of an index that is none stages zeros, whatever stood there. */
static void fetch_past_the_last_entry_stages_zeros(void **state)
{
    (void)state;
    if (tn_sim_param("FUNC_N") == 64)
        skip(); /* the index has no other values */
    tn_reg_write(STAGE_UID, ~0u);
    for (uint32_t a = STAGE_OID; a < WINDOWS + 6 * WINDOW_STEP; a += 4)
        tn_reg_write(a, ~0u);
    tn_reg_write(FETCH, (uint32_t)tn_sim_param("FUNC_N"));
    for (uint32_t a = 0x018; a < WINDOWS + 6 * WINDOW_STEP; a += 4)
        rule("CZR-REG-1", a, 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(addresses_that_are_not_listed_read_0_and_ignore_writes, start),
        cmocka_unit_test_setup(staging_keeps_every_register_apart, start),
        cmocka_unit_test_setup(fetch_past_the_last_entry_stages_zeros, start),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
