/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of TNW's processor interface, by hand from checkers/spec/tnw_pi.md sections 2, 4 and 6:
 * TLPs as bytes, with N = 4 items, BAR0 at F0000000, BAR2 at 40.00000000 and 1 MiB a window.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <tn/tnw_pi.h>

#include <string.h>

#define BAR0 0xf0000000ull
#define BAR2 0x4000000000ull
enum { RID = 0x1200, BYTES = 400, N = 4 };

static const struct tn_tnw_pi_params par = {16, 2, 3, 3};

/* Header bytes in hexadecimal, and so many DWs of payload (and digest) behind: 1, 2, 3, ... */
static size_t bytes_of(const char *hex, unsigned dws, uint8_t out[BYTES])
{
    size_t n = 0;
    memset(out, 0, BYTES);
    for (; *hex; hex += *hex == ' ' ? 1 : 2) {
        const char octet[3] = {hex[0], hex[1], 0};
        if (*hex != ' ')
            out[n++] = (uint8_t)strtoul(octet, NULL, 16);
    }
    for (unsigned i = 0; i < 4 * dws; i++)
        out[n++] = (uint8_t)(i + 1);
    return n;
}

static const struct {
    const char *hex;
    unsigned dws;
    enum tn_tnw_pi_cause cause;
    bool answered;
    int window;
} tlps[] = {
    /* Fmt and Type undefined; a prefix; cut; Length and payload; a digest missing; above 256 */
    {"1f000001 0008050f f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"80000000 00000001 0008050f f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000001 0008050f", 0, TN_TNW_PI_MALF, false, -1},
    {"40000002 000805ff f0000010", 1, TN_TNW_PI_MALF, false, -1},
    {"00000001 0008050f f0000010", 1, TN_TNW_PI_MALF, false, -1},
    {"00008001 0008050f f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"60000041 000805ff 00000040 00000000", 65, TN_TNW_PI_MALF, false, -1},
    /* 4 KiB; byte enables: Last of one DW, First 0, gaps */
    {"00000002 000805ff f0000ffc", 0, TN_TNW_PI_MALF, false, -1},
    {"00000001 000805ff f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000002 000805f0 f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000002 0008050f f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000002 00080599 f0000014", 0, TN_TNW_PI_MALF, false, -1},
    {"00000003 000805f5 f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000003 000805ef f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"02000001 000805ff 00000100", 0, TN_TNW_PI_MALF, false, -1},
    /* completions; the locked one, requests that are no memory reads and writes */
    {"4a000001 00080004 12000500", 1, TN_TNW_PI_CPL, false, -1},
    {"0a000000 00082004 12000500", 0, TN_TNW_PI_CPL, false, -1},
    {"0b000000 00082004 12000500", 0, TN_TNW_PI_UNSUP, false, -1},
    {"02000001 0008050f 00000100", 0, TN_TNW_PI_UNSUP, true, -1},
    {"42000001 0008050f 00000100", 1, TN_TNW_PI_UNSUP, true, -1},
    {"04000001 0008050f 12000000", 0, TN_TNW_PI_UNSUP, true, -1},
    {"01000001 0008050f f0000010", 0, TN_TNW_PI_UNSUP, true, -1},
    {"4c000001 00080500 f0000010", 1, TN_TNW_PI_UNSUP, true, -1},
    {"34000000 00080500 00000000 00000000", 0, TN_TNW_PI_UNSUP, false, -1},
    /* poisoned, anywhere; window 9 is link 1, channel 1 */
    {"40004001 0008050f f0004000", 1, TN_TNW_PI_EP, false, -1},
    {"40004001 0008050f 10000000", 1, TN_TNW_PI_EP, false, -1},
    {"60004004 000805ff 00000040 00900000", 4, TN_TNW_PI_EP, false, 9},
    /* a page below and behind the BARs */
    {"40000001 0008050f effffffc", 1, TN_TNW_PI_NOBAR, false, -1},
    {"40000001 0008050f f0010000", 1, TN_TNW_PI_NOBAR, false, -1},
    {"20000001 0008050f 00000040 04000000", 0, TN_TNW_PI_NOBAR, true, -1},
    /* BAR0 written: bytes, 17 DWs, across a line */
    {"40000001 00080507 f0004000", 1, TN_TNW_PI_REG, false, -1},
    {"40000001 00080500 f0004000", 1, TN_TNW_PI_REG, false, -1},
    {"40000002 0008057f f0004000", 2, TN_TNW_PI_REG, false, -1},
    {"40000011 000805ff f0004000", 17, TN_TNW_PI_REG, false, -1},
    {"40000002 000805ff f000403c", 2, TN_TNW_PI_REG, false, -1},
    /* BAR0 read so, and BAR2 */
    {"00000011 000805ff f0004000", 0, TN_TNW_PI_REGRD, true, -1},
    {"00000002 000805ff f000403c", 0, TN_TNW_PI_REGRD, true, -1},
    {"20000001 0008050f 00000040 00900000", 0, TN_TNW_PI_REGRD, true, -1},
    /* BAR2 written: bytes, no fragment's beginning, no whole one, links 6 and 7 */
    {"60000004 0008057f 00000040 00900000", 4, TN_TNW_PI_PPUT, false, 9},
    {"60000004 000805ff 00000040 00900008", 4, TN_TNW_PI_PPUT, false, 9},
    {"60000003 000805ff 00000040 02f00000", 3, TN_TNW_PI_PPUT, false, 47},
    {"60000001 00080500 00000040 02f00000", 1, TN_TNW_PI_PPUT, false, 47},
    {"60000004 000805ff 00000040 03000000", 4, TN_TNW_PI_PPUT, false, -1},
    {"60000004 000805ff 00000040 03f00000", 4, TN_TNW_PI_PPUT, false, -1},
    /* taken */
    {"40000010 000805ff f0004000", 16, TN_TNW_PI_FINE, false, -1},
    {"00000010 000805ff f0004000", 0, TN_TNW_PI_FINE, true, -1},
    {"00000002 00080599 f0000010", 0, TN_TNW_PI_FINE, true, -1},
    {"00000001 00080500 f0000010", 0, TN_TNW_PI_FINE, true, -1},
    {"00008001 0008050f f0000010", 1, TN_TNW_PI_FINE, true, -1},
    {"00010001 000805aa f0000010", 0, TN_TNW_PI_FINE, true, -1}, /* a steering tag */
    {"60000040 000805ff 00000040 00900000", 64, TN_TNW_PI_FINE, false, 9},
    {"60000004 000805ff 00000040 02fffff0", 4, TN_TNW_PI_FINE, false, 47},
};

static void tlps_have_the_first_cause_that_applies(void **state)
{
    uint8_t bytes[BYTES];
    struct tn_tnw_pi_tlp o;
    (void)state;
    for (size_t i = 0; i < sizeof tlps / sizeof *tlps; i++) {
        const size_t n = bytes_of(tlps[i].hex, tlps[i].dws, bytes);
        tn_tnw_pi_judge(&par, BAR0, BAR2, bytes, n, &o);
        if (o.cause != tlps[i].cause || o.answered != tlps[i].answered ||
            o.window != tlps[i].window)
            fail_msg("%s: cause %u, answered %d, window %d", tlps[i].hex, o.cause, o.answered,
                     o.window);
    }
}

static const struct {
    const char *request;
    unsigned dws; /* behind the request */
    const char *answer;
    unsigned data; /* DWs of the answer, as above */
} answers[] = {
    {"00342001 0008050f f0000010", 0, "4a342001 12000004 00080510", 1},
    {"00000001 00080506 f0000014", 0, "4a000001 12000002 00080515", 1},
    {"00000003 00080518 f0000024", 0, "4a000003 12000006 00080527", 3},
    {"00000001 00080500 f0000010", 0, "4a000001 12000001 00080510", 1},
    {"00000010 000805ff f0004040", 0, "4a000010 12000040 00080540", 16},
    {"00000011 000805ff f00040c0", 0, "0a000000 12002044 00080540", 0},
    {"02000001 00080501 00000104", 0, "0a000000 12002004 00080500", 0},
    {"44000001 00080501 12000004", 1, "0a000000 12002004 00080500", 0},
    {"4c000002 00080500 f0000018", 2, "0a000000 12002008 00080500", 0},
    {"4e000004 00080500 f0000010", 4, "0a000000 12002008 00080500", 0},
};

static void answers_say_what_bytes_they_have(void **state)
{
    uint8_t bytes[BYTES], want[BYTES], found[TN_TNW_PI_ANSWER];
    uint32_t data[16];
    struct tn_tnw_pi_tlp o;
    (void)state;
    for (unsigned i = 0; i < 16; i++)
        data[i] = 0x04030201u + 0x04040404u * i;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        const size_t n = bytes_of(answers[i].request, answers[i].dws, bytes);
        const size_t len = bytes_of(answers[i].answer, answers[i].data, want);
        tn_tnw_pi_judge(&par, BAR0, BAR2, bytes, n, &o);
        assert_int_equal(o.answered, true);
        const size_t got = tn_tnw_pi_answer(&o, RID, answers[i].data ? data : NULL, found);
        if (got != len || memcmp(found, want, len) != 0)
            fail_msg("%s: another answer", answers[i].request);
    }
}

/* --- the whole model --- */

struct seen {
    struct tn_tnw_pi *m;
    struct tn_tnw_item item[32];
    unsigned items;
    unsigned errors[TN_TNW_PI_ERRORS];
    unsigned error_id;
    uint16_t addr[32];
    uint32_t data[32];
    unsigned writes, cpls, tlps;
    uint8_t tlp[TN_TNW_PI_ANSWER];
};

static void on_write(void *ctx, uint16_t addr, uint32_t data)
{
    struct seen *s = ctx;
    s->addr[s->writes % 32] = addr;
    s->data[s->writes++ % 32] = data;
}

static uint32_t on_read(void *ctx, uint16_t addr)
{
    (void)ctx;
    return 0xabcd0000u | addr;
}

static void on_item(void *ctx, const struct tn_tnw_item *item)
{
    struct seen *s = ctx;
    s->item[s->items++ % 32] = *item;
}

static void on_error(void *ctx, unsigned id, enum tn_tnw_pi_error error)
{
    struct seen *s = ctx;
    s->errors[error]++;
    s->error_id = id;
}

static void on_tlp(void *ctx, const uint8_t *bytes, size_t len)
{
    struct seen *s = ctx;
    s->tlps++;
    memcpy(s->tlp, bytes, len);
}

static void on_cpl(void *ctx, const struct tn_tnw_pi_tlp *tlp)
{
    struct seen *s = ctx;
    s->cpls += tlp->cause == TN_TNW_PI_CPL;
}

static int make(void **state)
{
    static const struct tn_tnw_pi_hooks hooks = {.read = on_read,
                                                 .write = on_write,
                                                 .tlp = on_tlp,
                                                 .cpl = on_cpl,
                                                 .item = on_item,
                                                 .error = on_error};
    struct seen *s = calloc(1, sizeof *s);
    if (!s)
        return -1;
    s->m = tn_tnw_pi_new(&par, &hooks, s);
    if (!s->m)
        return -1;
    tn_tnw_pi_reset(s->m, RID, BAR0, BAR2);
    *state = s;
    return 0;
}

static int unmake(void **state)
{
    struct seen *s = *state;
    tn_tnw_pi_free(s->m);
    free(s);
    return 0;
}

static void give(struct seen *s, const char *hex, unsigned dws)
{
    uint8_t bytes[BYTES];
    tn_tnw_pi_in_tlp(s->m, bytes, bytes_of(hex, dws, bytes));
}

/* 16 x n bytes at byte `at` of window id, the first of them `first`, all others 0. */
static void put(struct seen *s, unsigned id, uint32_t at, unsigned n, uint8_t first)
{
    uint8_t bytes[16 + 256] = {0x60, 0, 0, (uint8_t)(4 * n), 0, 8, 5, 0xff, 0, 0, 0, 0x40};
    const uint32_t addr = (id << 20) + at;
    for (unsigned i = 0; i < 4; i++)
        bytes[12 + i] = (uint8_t)(addr >> (24 - 8 * i));
    bytes[16] = first;
    tn_tnw_pi_in_tlp(s->m, bytes, 16 + 16 * n);
}

static uint32_t reg(struct seen *s, unsigned id, unsigned r)
{
    return tn_tnw_pi_read(s->m, tn_tnw_pi_addr(id, r));
}

static void register_writes_are_dws_of_little_endian(void **state)
{
    struct seen *s = *state;
    give(s, "40000002 000805ff f0004000", 2);
    assert_int_equal(s->writes, 2);
    assert_int_equal(s->addr[0], 0x4000);
    assert_int_equal(s->data[0], 0x04030201);
    assert_int_equal(s->addr[1], 0x4004);
    assert_int_equal(s->data[1], 0x08070605);
    give(s, "00000001 0008050f f0001020", 0);
    const uint8_t want[16] = {0x4a, 0, 0, 1, 0x12, 0, 0, 4, 0, 8, 5, 0x20, 0x20, 0x10, 0xcd, 0xab};
    assert_int_equal(s->tlps, 1);
    assert_memory_equal(s->tlp, want, sizeof want);
}

static void registers_have_their_reset_values_and_counters_count(void **state)
{
    struct seen *s = *state;
    assert_int_equal(tn_tnw_pi_read(s->m, 0x0000), 0x54500001);
    assert_int_equal(tn_tnw_pi_read(s->m, 0x0004), 0x03030210);
    assert_int_equal(tn_tnw_pi_read(s->m, 0x0010), 4096);
    assert_int_equal(tn_tnw_pi_read(s->m, 0x0014), 65536);
    give(s, "40000001 0008050f f0000010", 1);
    assert_int_equal(tn_tnw_pi_read(s->m, 0x0010), 0x04030201);
    for (size_t i = 0; i < sizeof tlps / sizeof *tlps; i++)
        give(s, tlps[i].hex, tlps[i].dws);
    static const uint32_t counts[10] = {0, 15, 2, 7, 3, 3, 5, 3, 6, 9};
    for (unsigned c = 1; c < 10; c++)
        assert_int_equal(tn_tnw_pi_read(s->m, (uint16_t)(0x40 + 4 * c)), counts[c]);
    assert_int_equal(s->cpls, 2);
}

static void an_item_leaves_whole_and_in_order(void **state)
{
    struct seen *s = *state;
    put(s, 9, 128, 8, 0x22); /* item 1, whole */
    assert_false(tn_tnw_pi_asks(s->m, 9));
    put(s, 9, 64, 4, 0x11);
    put(s, 9, 0, 4, 0x10);
    assert_true(tn_tnw_pi_asks(s->m, 9));
    assert_int_equal(reg(s, 9, TN_TNW_PI_STATUS), 2 << 8);
    tn_tnw_pi_serve(s->m, 9);
    tn_tnw_pi_serve(s->m, 9);
    assert_int_equal(s->items, 2);
    assert_int_equal(s->item[0].link, 1);
    assert_int_equal(s->item[0].vc, 1);
    assert_int_equal(s->item[0].offset, 0);
    assert_int_equal(s->item[0].data[0], 0x10);
    assert_int_equal(s->item[0].data[64], 0x11);
    assert_int_equal(s->item[1].offset, 8);
    assert_int_equal(s->item[1].data[0], 0x22);
    assert_int_equal(reg(s, 9, TN_TNW_PI_NEXT), 2);
    assert_int_equal(reg(s, 9, TN_TNW_PI_DONE), 2);
    assert_int_equal(tn_tnw_pi_read(s->m, 0x0080), 2);
}

static void each_line_of_the_table_applies(void **state)
{
    struct seen *s = *state;
    put(s, 0, 10 * 128 + 32, 1, 1); /* 4: begins at 8 */
    assert_int_equal(reg(s, 0, TN_TNW_PI_NEXT), 8);
    put(s, 0, 11 * 128, 1, 1); /* 3: the last place */
    assert_int_equal(reg(s, 0, TN_TNW_PI_STATUS), 2 << 8);
    put(s, 0, 12 * 128 + 16, 1, 1); /* 5 */
    assert_int_equal(s->errors[TN_TNW_PI_ORDER], 1);
    assert_int_equal(reg(s, 0, TN_TNW_PI_STATUS), 1 | 2 << 1);
    assert_int_equal(reg(s, 0, TN_TNW_PI_ERR_ADDR), 12 * 128 + 16);
    put(s, 0, 0, 16, 1); /* 1, sixteen times */
    give(s, "60000001 0008050f 00000040 00000000", 1);
    assert_int_equal(tn_tnw_pi_read(s->m, 0x0094), 17);
    assert_int_equal(reg(s, 0, TN_TNW_PI_NEXT), 8);
    tn_tnw_pi_write(s->m, tn_tnw_pi_addr(0, TN_TNW_PI_NEXT), 3);
    assert_int_equal(reg(s, 0, TN_TNW_PI_STATUS), 0);
    assert_int_equal(reg(s, 0, TN_TNW_PI_ERR_ADDR), 0);
    put(s, 0, 6 * 128, 2, 1);
    put(s, 0, 6 * 128 + 16, 1, 1); /* 2 */
    assert_int_equal(s->errors[TN_TNW_PI_OVERWRITE], 1);
    assert_int_equal(reg(s, 0, TN_TNW_PI_STATUS), 1 | 1 << 1);
    give(s, "60000004 000805ff 00000040 00900008", 4);
    assert_int_equal(s->errors[TN_TNW_PI_FORM], 1);
    assert_int_equal(s->error_id, 9);
    assert_int_equal(reg(s, 9, TN_TNW_PI_ERR_ADDR), 0x900008);
}

static void what_is_not_complete_times_out_and_what_waits_does_not(void **state)
{
    struct seen *s = *state;
    tn_tnw_pi_write(s->m, TN_TNW_PI_R_REORDER_TMO, 100);
    put(s, 3, 0, 4, 1);
    put(s, 4, 0, 7, 1);
    tn_tnw_pi_pass(s->m, 60);
    put(s, 3, 64, 4, 1);
    tn_tnw_pi_pass(s->m, 39);
    put(s, 4, 128, 1, 1);
    assert_int_equal(s->errors[TN_TNW_PI_INCOMPLETE], 0);
    tn_tnw_pi_pass(s->m, 1);
    assert_int_equal(s->errors[TN_TNW_PI_INCOMPLETE], 1);
    assert_int_equal(s->error_id, 4);
    assert_int_equal(reg(s, 4, TN_TNW_PI_ERR_ADDR), 0x400000);
    put(s, 3, 128, 1, 1);
    tn_tnw_pi_serve(s->m, 3);
    tn_tnw_pi_pass(s->m, 99); /* from the item on */
    assert_int_equal(s->errors[TN_TNW_PI_INCOMPLETE], 1);
    tn_tnw_pi_pass(s->m, 1);
    assert_int_equal(reg(s, 3, TN_TNW_PI_ERR_ADDR), 0x300080);
}

static void turns_go_round_over_windows_and_engines(void **state)
{
    struct seen *s = *state;
    for (unsigned i = 0; i < 2; i++) {
        put(s, 0, i * 128, 8, 1);
        put(s, 10, i * 128, 8, 1);
        put(s, 47, i * 128, 8, 1);
    }
    static const unsigned order[8] = {0, 10, 47, 49, 0, 10, 47, 49};
    for (unsigned i = 0; i < 8; i++) {
        const unsigned turn = tn_tnw_pi_turn(s->m, 0x3f, 2);
        assert_int_equal(turn, order[i]);
        tn_tnw_pi_serve(s->m, turn);
    }
    put(s, 0, 2 * 128, 8, 1);
    put(s, 10, 2 * 128, 8, 1);
    assert_int_equal(tn_tnw_pi_turn(s->m, 0x3e, 0), 10); /* link 0 has no room */
    assert_int_equal(tn_tnw_pi_turn(s->m, 0x30, 0x0f), TN_TNW_PI_TURNS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tlps_have_the_first_cause_that_applies),
        cmocka_unit_test(answers_say_what_bytes_they_have),
        cmocka_unit_test_setup_teardown(register_writes_are_dws_of_little_endian, make, unmake),
        cmocka_unit_test_setup_teardown(registers_have_their_reset_values_and_counters_count, make,
                                        unmake),
        cmocka_unit_test_setup_teardown(an_item_leaves_whole_and_in_order, make, unmake),
        cmocka_unit_test_setup_teardown(each_line_of_the_table_applies, make, unmake),
        cmocka_unit_test_setup_teardown(what_is_not_complete_times_out_and_what_waits_does_not,
                                        make, unmake),
        cmocka_unit_test_setup_teardown(turns_go_round_over_windows_and_engines, make, unmake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
