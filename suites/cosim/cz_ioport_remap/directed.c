/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One scenario a rule, expected values worked by hand from
 * checkers/spec/cz_ioport_remap.md. A failure names its rule first.
 *
 * Table: entry 0 UID 0100 OID 1b00 port 2, window 0 64 KiB a0000000 -> 90000000,
 * window 1 4 KiB b0000000 -> 1_00000000. Entry 1 UID 0101 OID 1b01 port 1, window 0
 * 4 KiB c0000000 -> 91000000.
 */
#include <tn/bfm.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { KEEP = 64, BYTES = 2048 };

static struct seen {
    unsigned n, ports[KEEP];
    uint64_t first[KEEP];
    uint32_t len[KEEP];
    uint8_t bytes[KEEP][BYTES];
} dev, usr, in_usr;
static unsigned rejects, last_cause, last_port;

#define RULE(id, cond)                                                                             \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            printf("%s %s\n", id, #cond);                                                          \
            tn_sim_failed(id, 0, 0, #cond);                                                        \
            fail();                                                                                \
        }                                                                                          \
    } while (0)

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    struct seen *s = strcmp(at, "m_dev") == 0 ? &dev : strcmp(at, "m_usr") == 0 ? &usr
                   : strcmp(at, "s_usr") == 0 ? &in_usr : NULL;
    (void)ctx;
    if (!s || s->n == KEEP || ev->len > BYTES)
        return;
    s->ports[s->n] = ev->port;
    s->first[s->n] = ev->cycle;
    s->len[s->n] = ev->len;
    memcpy(s->bytes[s->n++], ev->bytes, ev->len);
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx;
    (void)cycle;
    (void)dir;
    rejects++;
    last_cause = cause;
    last_port = port;
}

static void forget(void)
{
    dev.n = usr.n = in_usr.n = rejects = 0;
}

static void stage(unsigned port, unsigned uid, unsigned oid)
{
    tn_reg_write(0x020, port << 16 | uid);
    tn_reg_write(0x024, oid);
    for (unsigned b = 0; b < 6; b++)
        tn_reg_write(0x050 + 0x20 * b, 0);
}

static void window(unsigned b, uint64_t ubase, uint64_t obase, unsigned log2)
{
    tn_reg_write(0x040 + 0x20 * b, (uint32_t)ubase);
    tn_reg_write(0x044 + 0x20 * b, (uint32_t)(ubase >> 32));
    tn_reg_write(0x048 + 0x20 * b, (uint32_t)obase);
    tn_reg_write(0x04c + 0x20 * b, (uint32_t)(obase >> 32));
    tn_reg_write(0x050 + 0x20 * b, 0x80000000u | log2);
}

static int start(void **state)
{
    (void)state;
    tn_monitor_clear();
    tn_sim_reset(4);
    tn_reg_write(0x008, 0x0018);
    stage(2, 0x0100, 0x1b00);
    window(0, 0xa0000000, 0x90000000, 16);
    window(1, 0xb0000000, 0x100000000u, 12);
    tn_reg_write(0x010, 0);
    stage(1, 0x0101, 0x1b01);
    window(0, 0xc0000000, 0x91000000, 12);
    tn_reg_write(0x010, 1);
    tn_monitor_subscribe(on_packet, NULL);
    tn_reject_subscribe(on_reject, NULL);
    forget();
    return 0;
}

/* DWs as big-endian hex numbers. */
static size_t dws(const char *text, uint8_t *out)
{
    size_t n = 0;
    unsigned v;
    int used;
    for (; sscanf(text, " %8x%n", &v, &used) == 1; text += used)
        for (int k = 24; k >= 0; k -= 8)
            out[n++] = (uint8_t)(v >> k);
    return n;
}

static void put(const char *stream, enum tn_tlp_class cls, unsigned port, const char *text)
{
    uint8_t p[BYTES];
    size_t n = dws(text, p);
    assert_int_equal(tn_source_send(tn_source_find(stream), p, n, cls, port, 0, 0), 0);
}

static bool is(const struct seen *s, unsigned i, const char *text)
{
    uint8_t p[BYTES];
    size_t n = dws(text, p);
    return i < s->n && s->len[i] == n && memcmp(s->bytes[i], p, n) == 0;
}

static void requests_of_another_port_never_pass(void **state)
{
    (void)state;
    put("s_usr", TN_CLASS_P, 1, "40000001 0100000f a0000000 11111111"); /* entry 0 is port 2's */
    put("s_usr", TN_CLASS_CPL, 1, "4a000001 00000004 01000300 22222222");
    tn_sim_step(60);
    RULE("CZR-ISO-1", dev.n == 0);
    RULE("CZR-ISO-1", rejects == 2 && last_cause == 1 && last_port == 1);
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
    RULE("CZR-UR-1", is(&usr, 0, "0a020000 00182003 01000700") && usr.ports[0] == 2);
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

static void commit_refuses_what_it_must(void **state)
{
    (void)state;
    const unsigned funcs = (unsigned)tn_sim_param("FUNC_N"), ports = (unsigned)tn_sim_param("PORT_N");
    const unsigned last = funcs - 1;
    const struct {
        unsigned index, port, oid, log2;
        uint64_t ubase, obase;
        unsigned refused;
    } cases[] = {
        {2, 0, 0x1b03, 12, 0xd0000000, 0x93000000, 0}, {2, 0, 0x1b03, 12, 0xd0000800, 0x93000000, 1},
        {2, 0, 0x1b03, 12, 0xd0000000, 0x93000800, 1}, {2, 0, 0x1b03, 3, 0xd0000000, 0x93000000, 1},
        {2, 0, 0x1b03, 4, 0xd0000000, 0x93000000, 0},  {2, ports, 0x1b03, 12, 0xd0000000, 0x93000000, 1},
        {2, ports - 1, 0x1b03, 12, 0xd0000000, 0x93000000, 0},
        {funcs, 0, 0x1b08, 12, 0xd0000000, 0x93000000, 1},
        /* 1f00 and 1d00 agree with 1b00 in bits 8:0 */
        {2, 0, 0x1f00, 12, 0xd0000000, 0x93000000, 1}, {2, 0, 0x1d00, 12, 0xd0000000, 0x93000000, 1},
        {last, 0, 0x1b07, 12, 0xd0000000, 0x93000000, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (cases[k].port > 15)
            continue; /* the field has four bits: no port is too high then */
        tn_reg_write(0x00c, 1);
        stage(cases[k].port, 0x0200, cases[k].oid);
        window(0, cases[k].ubase, cases[k].obase, cases[k].log2);
        tn_reg_write(0x010, cases[k].index);
        RULE("CZR-REG-1", tn_reg_read(0x00c) == cases[k].refused);
    }
}

static void fetch_gives_back_what_was_committed(void **state)
{
    (void)state;
    stage(0, 0, 0);
    tn_reg_write(0x014, 0);
    RULE("CZR-REG-1", tn_reg_read(0x020) == 0x80020100);
    RULE("CZR-REG-1", tn_reg_read(0x024) == 0x1b00);
    RULE("CZR-REG-1", tn_reg_read(0x040) == 0xa0000000 && tn_reg_read(0x044) == 0);
    RULE("CZR-REG-1", tn_reg_read(0x048) == 0x90000000 && tn_reg_read(0x050) == 0x80000010);
    RULE("CZR-REG-1", tn_reg_read(0x06c) == 1 && tn_reg_read(0x068) == 0);
    RULE("CZR-REG-1", tn_reg_read(0x070) == 0x8000000c && tn_reg_read(0x090) == 0);
    tn_reg_write(0x014, 5);
    RULE("CZR-REG-1", tn_reg_read(0x020) == 0);
    tn_reg_write(0x014, 63);
    RULE("CZR-REG-1", tn_reg_read(0x020) == 0 && tn_reg_read(0x040) == 0);
    RULE("CZR-REG-1", tn_reg_read(0x000) == 0x435a0001 && tn_reg_read(0x008) == 0x0018);
    RULE("CZR-REG-1", tn_reg_read(0x004) == (uint32_t)(tn_sim_param("PORT_N") << 8 | tn_sim_param("FUNC_N")));
    RULE("CZR-REG-1", tn_reg_read(0x028) == 0 && tn_reg_read(0xffc) == 0);
}

static void addresses_that_are_not_listed_read_0_and_ignore_writes(void **state)
{
    static const struct {
        uint32_t from, to;
    } gaps[] = {{0x010, 0x020}, {0x028, 0x040}, {0x054, 0x060}, {0x0f4, 0x400}, {0x424, 0x440},
                {0x460, 0x480}, {0x4a0, 0x1000}};
    (void)state;
    for (unsigned n = 0; n < 2; n++) { /* the counters beside the gaps count */
        put("s_usr", TN_CLASS_P, 2, "41000001 0100000f a0000000 11111111");
        put("s_dev", TN_CLASS_P, 0, "41000001 1b00000f a0000000 11111111");
        put("s_dev", TN_CLASS_CPL, 0, "4a000001 1b000004 1b000300 22222222");
    }
    tn_sim_step(60);
    RULE("CZR-CNT-1", tn_reg_read(0x45c) == 2 && tn_reg_read(0x49c) == 2 && tn_reg_read(0x414) == 2);
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (uint32_t a = gaps[g].from; a < gaps[g].to; a += 4) {
            if (a != 0x010 && a != 0x014) /* COMMIT and FETCH take writes */
                tn_reg_write(a, ~0u);
            RULE("CZR-REG-1", tn_reg_read(a) == 0);
        }
    tn_reg_write(0x014, 0);
    RULE("CZR-REG-1", tn_reg_read(0x020) == 0x80020100 && tn_reg_read(0x040) == 0xa0000000);
    RULE("CZR-CNT-1", tn_reg_read(0x45c) == 2 && tn_reg_read(0x49c) == 2 && tn_reg_read(0x414) == 2);
}

static void reset_clears_everything(void **state)
{
    (void)state;
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
    put("s_usr", TN_CLASS_NP, 2, "00000002 0100071c f0000000");
    tn_sim_step(40);
    tn_sink_ok(tn_sink_find("m_dev"), 0);
    tn_sim_step(4);
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
    tn_reg_write(0x010, 63); /* refused */
    tn_reg_write(0x014, 0);  /* staging holds a valid entry */
    tn_sim_step(20);
    tn_sim_reset(3);
    forget();
    static const uint32_t zero[] = {0x008, 0x00c, 0x020, 0x024, 0x040, 0x044, 0x048, 0x04c, 0x050,
                                    0x400, 0x404, 0x408, 0x40c, 0x410, 0x414, 0x418, 0x41c, 0x420,
                                    0x44c, 0x450};
    for (size_t k = 0; k < sizeof zero / sizeof *zero; k++)
        RULE("CZR-RST-1", tn_reg_read(zero[k]) == 0);
    for (unsigned entry = 0; entry < 2; entry++) { /* the tables, by way of staging */
        tn_reg_write(0x040, ~0u);
        tn_reg_write(0x014, entry);
        for (uint32_t a = 0x020; a < 0x100; a += 4)
            RULE("CZR-RST-1", tn_reg_read(a) == 0);
    }
    put("s_usr", TN_CLASS_P, 2, "40000001 0100000f a0000010 11111111");
    tn_sim_step(60);
    RULE("CZR-RST-1", dev.n == 0 && rejects == 1 && last_cause == 1);
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
        T(a_growing_header_loses_nothing),
        T(single_beats_leave_back_to_back_at_a_fixed_latency),
        T(counters_count_both_directions_in_one_cycle),
        T(commit_refuses_what_it_must),
        T(fetch_gives_back_what_was_committed),
        T(addresses_that_are_not_listed_read_0_and_ignore_writes),
        T(reset_clears_everything),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
