/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The shortest path through the remapper: one entry, one write each way.
 * Expected bytes worked by hand from checkers/czodiac/spec/cz_ioport_remap.md.
 */
#include <tn/bfm.h>
#include <tn/pcie/tlp.h>
#include <tn/sim.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct {
    unsigned n;
    uint8_t bytes[64];
    uint32_t len;
    unsigned port;
    uint64_t first_in, first_out;
} seen;

static void watch(void *ctx, const struct tn_event *ev)
{
    const char *wanted = ctx, *at = tn_monitor_point(ev->point);
    if (strcmp(at, wanted) == 0 && ev->len <= sizeof seen.bytes) {
        seen.n++;
        seen.len = ev->len;
        seen.port = ev->port;
        seen.first_out = ev->cycle;
        memcpy(seen.bytes, ev->bytes, ev->len);
    } else if (at[0] == 's') {
        seen.first_in = ev->cycle;
    }
}

/* Port 2, or where there are fewer ports 2 modulo PORT_N. */
static unsigned port_here(void)
{
    return 2 % (unsigned)tn_sim_param("PORT_N");
}

static void one_entry(void)
{
    tn_sim_reset(4);
    tn_reg_write(0x020, port_here() << 16 | 0x0100); /* UID 01:00.0 */
    tn_reg_write(0x024, 0x1b00);     /* OID 1b:00.0 */
    tn_reg_write(0x040, 0xa0000000); /* UBASE */
    tn_reg_write(0x048, 0x90000000); /* OBASE */
    tn_reg_write(0x050, 0x80000010); /* 64 KiB */
    tn_reg_write(0x010, 0);
    memset(&seen, 0, sizeof seen);
    tn_monitor_clear();
}

static void write_from_user_reaches_device_translated(void **state)
{
    static const uint8_t in[] = {0x40, 0, 0, 1, 0x01, 0x00, 0x05, 0x0f,
                                 0xa0, 0, 0x12, 0x34, 0xde, 0xad, 0xbe, 0xef};
    static const uint8_t out[] = {0x40, 0, 0, 1, 0x1b, 0x00, 0x05, 0x0f,
                                  0x90, 0, 0x12, 0x34, 0xde, 0xad, 0xbe, 0xef};
    (void)state;
    one_entry();
    tn_monitor_subscribe(watch, (void *)"m_dev");
    assert_int_equal(tn_source_send(tn_source_find("s_usr"), in, sizeof in, TN_CLASS_P, port_here(), 0, 0), 0);
    tn_sim_step(40);
    assert_int_equal(seen.n, 1);
    assert_int_equal(seen.len, sizeof out);
    assert_memory_equal(seen.bytes, out, sizeof out);
}

static void write_from_device_reaches_its_user(void **state)
{
    /* Dest CPU is DW0 bits 17 and 16 here: byte 1, bits 1 and 0 */
    static const uint8_t in[] = {0x40, 0, 0, 1, 0x1b, 0x00, 0x05, 0x0f,
                                 0xfe, 0xe0, 0x10, 0, 1, 2, 3, 4};
    const uint8_t out[] = {0x40, (uint8_t)port_here(), 0, 1, 0x01, 0x00, 0x05, 0x0f,
                                  0xfe, 0xe0, 0x10, 0, 1, 2, 3, 4};
    (void)state;
    one_entry();
    tn_monitor_subscribe(watch, (void *)"m_usr");
    tn_source_send(tn_source_find("s_dev"), in, sizeof in, TN_CLASS_P, 0, 0, 0);
    tn_sim_step(40);
    assert_int_equal(seen.n, 1);
    assert_int_equal(seen.port, port_here());
    assert_int_equal(seen.len, sizeof out);
    assert_memory_equal(seen.bytes, out, sizeof out);
    print_message("latency %u cycles\n", (unsigned)(seen.first_out - seen.first_in));
}

static void identification_register_reads_as_specified(void **state)
{
    (void)state;
    tn_sim_reset(4);
    assert_int_equal(tn_reg_read(0x000), 0x435a0001);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(write_from_user_reaches_device_translated),
        cmocka_unit_test(write_from_device_reaches_its_user),
        cmocka_unit_test(identification_register_reads_as_specified),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
