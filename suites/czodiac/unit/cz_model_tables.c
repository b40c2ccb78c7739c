/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's model: registers and tables (cz_ioport_remap.md section 2),
 * sentence by sentence, with values worked by hand from that page.
 */
#include "cz_fixture.h"

#define STATUS    0x00c
#define COMMIT    0x010
#define OPEN      0x018
#define FETCH     0x014
#define STAGE_UID 0x020
#define STAGE_OID 0x024
#define CLEAR     0x80000000u
#define VALID     0x80000000u

static void identity_and_parameters_cannot_be_written(void **state)
{
    struct tn_cz_remap *m = *state;
    REG_IS(0x000, 0x435a0001);
    REG_IS(0x004, 0x00000408); /* 8 functions, 4 ports */
    tn_cz_remap_write(m, 0x000, 0xffffffff);
    tn_cz_remap_write(m, 0x004, 0xffffffff);
    REG_IS(0x000, 0x435a0001);
    REG_IS(0x004, 0x00000408);
}

/* What may read other than 0 after FFFFFFFF went to every address. */
static uint32_t after_all_ones(uint32_t addr)
{
    switch (addr) {
    case 0x000:
        return 0x435a0001;
    case 0x004:
        return 0x00000408;
    case 0x008: /* CPL_ID 15:0 */
    case 0x024: /* STAGE_OID 15:0 */
        return 0x0000ffff;
    case 0x00c: /* the COMMIT below is tried after the write that clears STATUS */
        return 1;
    case 0x020: /* UID, port */
        return 0x000fffff;
    }
    if (addr >= 0x040 && addr < 0x100)
        return addr % 0x20 < 0x10 ? 0xffffffff : addr % 0x20 == 0x10 ? 0x8000003f : 0;
    return 0;
}

static void registers_keep_their_bits_and_unlisted_addresses_none(void **state)
{
    struct tn_cz_remap *m = *state;
    for (uint32_t addr = 0; addr < 0x1000; addr += 4)
        tn_cz_remap_write(m, addr, addr == COMMIT ? 8 : 0xffffffff); /* 8: refused */
    for (uint32_t addr = 0; addr < 0x1000; addr += 4)
        REG_IS(addr, after_all_ones(addr));
}

static void status_is_set_by_a_refusal_and_cleared_by_a_one(void **state)
{
    struct tn_cz_remap *m = *state;
    REG_IS(STATUS, 0);
    commit(m, 8);
    REG_IS(STATUS, 1);
    tn_cz_remap_write(m, STATUS, 0xfffffffe);
    REG_IS(STATUS, 1);
    stage_ids(m, 0, 0, 0);
    commit(m, 0); /* one that succeeds does not clear it */
    REG_IS(STATUS, 1);
    tn_cz_remap_write(m, STATUS, 1);
    REG_IS(STATUS, 0);
}

static void fetch_stages_what_commit_stored(void **state)
{
    struct tn_cz_remap *m = *state;
    tn_cz_remap_write(m, FETCH, 0);
    REG_IS(STAGE_UID, VALID | 0x10300);
    REG_IS(STAGE_OID, 0x1900);
    REG_IS(0x040, 0xe0000000);
    REG_IS(0x048, 0xf7a00000);
    REG_IS(0x050, VALID | 16);
    REG_IS(0x060, 0);
    REG_IS(0x064, 1);
    REG_IS(0x0ec, 0x38);
    REG_IS(0x0f0, VALID | 12);
    REG_IS(0x090, 0); /* window 2 was never staged */
}

static void the_valid_bit_of_a_fetch_goes_with_a_write_of_stage_uid(void **state)
{
    struct tn_cz_remap *m = *state;
    tn_cz_remap_write(m, FETCH, 0);
    tn_cz_remap_write(m, STAGE_OID, 0x1900);
    REG_IS(STAGE_UID, VALID | 0x10300);
    tn_cz_remap_write(m, STAGE_UID, VALID | 0x10300);
    REG_IS(STAGE_UID, 0x10300);
}

static void fetch_beyond_the_functions_stages_zeros(void **state)
{
    struct tn_cz_remap *m = *state;
    tn_cz_remap_write(m, FETCH, 0);
    tn_cz_remap_write(m, FETCH, 8);
    for (uint32_t addr = 0x020; addr < 0x100; addr += 4)
        REG_IS(addr, 0);
    REG_IS(STATUS, 0);
}

static void commit_takes_its_index_alone_from_the_low_bits(void **state)
{
    struct tn_cz_remap *m = *state;
    stage_ids(m, 3, 0x1234, 0x5678);
    commit(m, 0x7fffffc0u | 5);
    REG_IS(STATUS, 0);
    tn_cz_remap_write(m, FETCH, 0xffffffc0u | 5);
    REG_IS(STAGE_UID, VALID | 0x31234);
}

static void clear_makes_the_entry_invalid(void **state)
{
    struct tn_cz_remap *m = *state;
    commit(m, CLEAR | 0);
    REG_IS(STATUS, 0);
    tn_cz_remap_write(m, FETCH, 0);
    REG_IS(STAGE_UID, 0x10300);
    U2D_DROPPED("40000001 0300070f e0000010 deadbeef", TN_CZ_RID_MISS);
    /* its windows are gone for its neighbour, too */
    U2D_DROPPED("40000001 0301070f e0000010 deadbeef", TN_CZ_BAR_MISS);
    D2U_DROPPED("40000001 1900070f 00001000 deadbeef", TN_CZ_RID_MISS);
}

static void refused(struct tn_cz_remap *m, uint32_t command, uint32_t status)
{
    tn_cz_remap_write(m, STATUS, 1);
    commit(m, command);
    REG_IS(STATUS, status);
}

static void commit_beyond_the_functions_is_refused(void **state)
{
    struct tn_cz_remap *m = *state;
    stage_ids(m, 0, 0x0400, 0x0007);
    refused(m, 8, 1);
    refused(m, CLEAR | 8, 1);
    refused(m, 7, 0);
}

static void commit_of_a_port_that_is_not_there_is_refused_and_the_entry_stays(void **state)
{
    struct tn_cz_remap *m = *state;
    stage_ids(m, 4, 0x0300, 0x1900);
    refused(m, 0, 1);
    tn_cz_remap_write(m, FETCH, 0);
    REG_IS(STAGE_UID, VALID | 0x10300);
    stage_ids(m, 3, 0x0300, 0x1900);
    refused(m, 0, 0);
    stage_ids(m, 15, 0x0300, 0x1900);
    refused(m, CLEAR | 0, 0); /* to clear, nothing staged matters */
}

static void commit_of_a_window_below_16_bytes_or_unaligned_is_refused(void **state)
{
    static const struct {
        uint64_t ubase, obase;
        uint32_t log2_size, status;
    } t[] = {
        {0, 0, 3, 1},
        {0, 0, 0, 1},
        {0x10, 0x20, 4, 0},
        {0x18, 0x20, 4, 1},
        {0x10, 0x24, 4, 1},
        {0x8000000000000000u, 0, 63, 0},
        {0x4000000000000000u, 0, 63, 1},
        {0, 0x4000000000000000u, 63, 1},
        {0x100000000u, 0x300000000u, 32, 0},
        {0x100000000u, 0x300000000u, 33, 1},
    };
    struct tn_cz_remap *m = *state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++)
        for (unsigned b = 0; b < 6; b++) {
            stage_ids(m, 3, 0x0500, 0x0055);
            stage_window(m, b, t[i].ubase, t[i].obase, t[i].log2_size);
            refused(m, 4, t[i].status);
            tn_cz_remap_write(m, 0x050 + 0x20 * b, t[i].log2_size); /* not valid: no matter */
            refused(m, 4, 0);
        }
}

static void commit_of_another_entrys_low_nine_oid_bits_is_refused(void **state)
{
    struct tn_cz_remap *m = *state;
    stage_ids(m, 3, 0x0500, 0x2b00); /* 1900 and 2b00: both 100 in bits 8:0 */
    refused(m, 4, 1);
    refused(m, 0, 0);                /* its own place is no conflict */
    stage_ids(m, 3, 0x0500, 0x1a01); /* 1901: bit 8 differs */
    refused(m, 4, 0);
    commit(m, CLEAR | 1);
    stage_ids(m, 3, 0x0501, 0x1901); /* an invalid entry is no conflict */
    refused(m, 5, 0);
}

static void equal_uids_and_overlapping_windows_are_not_refused(void **state)
{
    struct tn_cz_remap *m = *state;
    stage_ids(m, 1, 0x0300, 0x0044);
    stage_window(m, 2, 0xe0000000u, 0, 13);
    stage_window(m, 4, 0xe0000000u, 0, 12);
    refused(m, 4, 0);
}

static void reset_clears_registers_staging_tables_and_counters(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("40000001 0300070f e0000010 deadbeef", "40000001 1900070f f7a00010 deadbeef");
    U2D_DROPPED("40000001 0999070f e0000010 deadbeef", TN_CZ_RID_MISS);
    commit(m, 8);
    tn_cz_remap_reset(m);
    REG_IS(0x004, 0x00000408);
    for (uint32_t addr = 0x008; addr < 0x1000; addr += 4)
        REG_IS(addr, 0);
    for (uint32_t i = 0; i < 8; i++) {
        tn_cz_remap_write(m, FETCH, i);
        for (uint32_t addr = 0x020; addr < 0x100; addr += 4)
            REG_IS(addr, 0);
    }
}

static void every_tlp_is_counted_once_where_it_belongs(void **state)
{
    static const struct {
        uint32_t addr, value;
    } want[] = {
        {0x400, 1}, {0x404, 2}, {0x408, 3}, {0x40c, 3}, {0x410, 2}, {0x414, 1},
        {0x418, 2}, {0x41c, 1}, {0x420, 0}, {0x444, 1}, {0x44c, 1}, {0x458, 1},
        {0x45c, 1}, {0x484, 1}, {0x498, 1}, {0x49c, 1},
    };
    struct tn_cz_remap *m = *state;
    uint8_t p[64];
    struct tn_cz_fate f;
    static const struct {
        int dir, times;
        const char *hex;
    } in[] = {
        {U2D, 1, "40000001 0300070f e0000010 deadbeef"}, /* P */
        {U2D, 2, "00000001 0300070f e0000010"},          /* NP */
        {U2D, 3, "4a000001 00000004 03000700 deadbeef"}, /* CPL */
        {D2U, 2, "40000001 1900070f e0000010 deadbeef"},
        {D2U, 1, "34000000 19000020 00000000 00000000"}, /* Msg is P */
        {D2U, 2, "4c000001 19000700 e0000010 00000001"}, /* FetchAdd is NP */
        {D2U, 1, "0a000000 19002004 00000700"},          /* misses: RID in DW2 */
        {D2U, 1, "0a000000 00002004 19000700"},
        {U2D, 1, "00000001 0999070f e0000010"}, /* RID_MISS, answered */
        {U2D, 1, "00000001 0300070f a0000010"}, /* BAR_MISS, answered */
        {U2D, 1, "34000000 03000020 00000000 00000000"},
        {U2D, 1, "04000001 0300070f"},
        {D2U, 1, "04000001 1900070f 00000000"}, /* CfgRd0, answered */
        {D2U, 1, "ff000000 00000000 00000000"},
    };
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        for (int k = 0; k < in[i].times; k++)
            tn_cz_remap_tlp(m, (enum tn_cz_dir)in[i].dir, 1, p, unhex(in[i].hex, p), &f);
    for (uint32_t addr = 0x400, k = 0; addr < 0x1000; addr += 4) {
        bool listed = k < sizeof want / sizeof *want && want[k].addr == addr;
        REG_IS(addr, listed ? want[k].value : 0);
        k += listed;
    }
}

static void open_requests_refuse_a_commit_until_the_last_answer(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("00000002 030005ff e0000010", "00000002 190005ff f7a00010");
    tn_cz_remap_write(m, FETCH, 0);
    REG_IS(OPEN, 1);
    tn_cz_remap_write(m, COMMIT, 0x80000000);
    REG_IS(STATUS, 3);
    tn_cz_remap_write(m, STATUS, 1);
    REG_IS(STATUS, 2);
    tn_cz_remap_write(m, STATUS, 2);
    D2U_BECOMES("4a000001 19000008 19000510 11111111", 1, "4a010001 03000008 03000510 11111111");
    tn_cz_remap_write(m, COMMIT, 0x80000000);
    REG_IS(STATUS, 3);
    D2U_BECOMES("4a000001 19000004 19000514 11111111", 1, "4a010001 03000004 03000514 11111111");
    tn_cz_remap_write(m, STATUS, 3);
    tn_cz_remap_write(m, COMMIT, 0x80000000);
    REG_IS(STATUS, 0);
}

static void force_forgets_open_requests(void **state)
{
    struct tn_cz_remap *m = *state;
    D2U_BECOMES("00000001 1900050f 30000000", 1, "00010001 0300050f 30000000");
    tn_cz_remap_write(m, FETCH, 0);
    REG_IS(OPEN, 0x10000);
    tn_cz_remap_write(m, COMMIT, 0x40000000);
    REG_IS(STATUS, 0);
    tn_cz_remap_write(m, FETCH, 0);
    REG_IS(OPEN, 0);
    REG_IS(STAGE_UID, VALID | 0x10300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define T(name, up) cmocka_unit_test_setup_teardown(name, up, teardown)
        T(identity_and_parameters_cannot_be_written, setup_empty),
        T(registers_keep_their_bits_and_unlisted_addresses_none, setup_empty),
        T(status_is_set_by_a_refusal_and_cleared_by_a_one, setup_empty),
        T(fetch_stages_what_commit_stored, setup),
        T(the_valid_bit_of_a_fetch_goes_with_a_write_of_stage_uid, setup),
        T(fetch_beyond_the_functions_stages_zeros, setup),
        T(commit_takes_its_index_alone_from_the_low_bits, setup),
        T(clear_makes_the_entry_invalid, setup),
        T(commit_beyond_the_functions_is_refused, setup),
        T(commit_of_a_port_that_is_not_there_is_refused_and_the_entry_stays, setup),
        T(commit_of_a_window_below_16_bytes_or_unaligned_is_refused, setup),
        T(commit_of_another_entrys_low_nine_oid_bits_is_refused, setup),
        T(equal_uids_and_overlapping_windows_are_not_refused, setup),
        T(reset_clears_registers_staging_tables_and_counters, setup),
        T(every_tlp_is_counted_once_where_it_belongs, setup),
        T(open_requests_refuse_a_commit_until_the_last_answer, setup),
        T(force_forgets_open_requests, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
