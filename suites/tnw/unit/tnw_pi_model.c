/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of TNW's processor interface: registers, windows, turns, by hand from
 * checkers/tnw/spec/tnw_pi.md sections 2, 4 and 6.
 */
#include "tnw_pi_tlps.h"

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
