/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A remapper model with known tables, and TLPs as hex, for the tests of the
 * model. Eight functions, four ports; the entries are:
 *
 *   0  port 1  UID 0300  OID 1900  e0000000 -> f7a00000, 64 KiB
 *                                  1_00000000 -> d0000000, 1 MiB
 *                                  c0000000 -> 38_00000000, 4 KiB
 *   1  port 1  UID 0301  OID 1901  e0010000 -> f7b00000, 64 KiB
 *   2  port 2  UID 0300  OID 1902  e0000000 -> f7c00000, 4 KiB
 */
#ifndef CZ_FIXTURE_H
#define CZ_FIXTURE_H

#include <tn/czodiac/cz_remap.h>

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { U2D = TN_CZ_U2D, D2U = TN_CZ_D2U };

/* Writes the bytes of a hex text, with or without blanks between digits, to out. Returns their
 * number. */
static inline size_t unhex(const char *text, uint8_t *out)
{
    size_t digits = 0;
    for (; *text; text++) {
        if (isspace((unsigned char)*text))
            continue;
        char one[2] = {*text, 0};
        uint8_t v = (uint8_t)strtoul(one, NULL, 16);
        out[digits / 2] = (uint8_t)(digits % 2 ? out[digits / 2] | v : v << 4);
        digits++;
    }
    return digits / 2;
}

/* Gives the model a TLP at a port, and checks the cause and the TLP that comes out ("": none). */
static inline void expect_at(struct tn_cz_remap *m, int dir, unsigned port, const char *in,
                             enum tn_cz_cause cause, unsigned out_port, const char *out,
                             const char *file, int line)
{
    uint8_t p[TN_TLP_MAX], want[TN_TLP_MAX];
    struct tn_cz_fate f;
    size_t want_len = unhex(out, want);

    tn_cz_remap_tlp(m, (enum tn_cz_dir)dir, port, p, unhex(in, p), &f);
    _assert_int_equal((unsigned)f.cause, (unsigned)cause, file, line);
    _assert_int_equal(f.len, want_len, file, line);
    _assert_memory_equal(f.out, want, want_len, file, line);
    _assert_int_equal(f.port, out_port, file, line);
}

/* TLPs of the user enter at port 1; the device side has no ports. */
#define U2D_BECOMES(in, out)         expect_at(m, U2D, 1, in, TN_CZ_FORWARDED, 0, out, __FILE__, __LINE__)
#define U2D_ANSWERED(in, cause, out) expect_at(m, U2D, 1, in, cause, 1, out, __FILE__, __LINE__)
#define U2D_DROPPED(in, cause)       expect_at(m, U2D, 1, in, cause, 0, "", __FILE__, __LINE__)
#define D2U_BECOMES(in, port, out)                                                                 \
    expect_at(m, D2U, 0, in, TN_CZ_FORWARDED, port, out, __FILE__, __LINE__)
#define D2U_ANSWERED(in, cause, out) expect_at(m, D2U, 0, in, cause, 0, out, __FILE__, __LINE__)
#define D2U_DROPPED(in, cause)       expect_at(m, D2U, 0, in, cause, 0, "", __FILE__, __LINE__)
#define REG_IS(addr, value)          assert_int_equal(tn_cz_remap_read(m, addr), value)

static inline void stage_ids(struct tn_cz_remap *m, uint32_t port, uint32_t uid, uint32_t oid)
{
    tn_cz_remap_write(m, 0x014, 63); /* a FETCH beyond the functions stages zeros */
    tn_cz_remap_write(m, 0x020, port << 16 | uid);
    tn_cz_remap_write(m, 0x024, oid);
}

static inline void stage_window(struct tn_cz_remap *m, unsigned b, uint64_t ubase, uint64_t obase,
                                uint32_t log2_size)
{
    uint32_t at = 0x040 + 0x20 * b;
    tn_cz_remap_write(m, at, (uint32_t)ubase);
    tn_cz_remap_write(m, at + 4, (uint32_t)(ubase >> 32));
    tn_cz_remap_write(m, at + 8, (uint32_t)obase);
    tn_cz_remap_write(m, at + 0xc, (uint32_t)(obase >> 32));
    tn_cz_remap_write(m, at + 0x10, 0x80000000u | log2_size);
}

static inline void commit(struct tn_cz_remap *m, uint32_t command)
{
    tn_cz_remap_write(m, 0x010, command);
}

static inline int setup_empty(void **state)
{
    *state = tn_cz_remap_new(8, 4);
    return *state ? 0 : -1;
}

static inline int setup(void **state)
{
    if (setup_empty(state) < 0)
        return -1;
    struct tn_cz_remap *m = *state;
    stage_ids(m, 1, 0x0300, 0x1900);
    stage_window(m, 0, 0xe0000000u, 0xf7a00000u, 16);
    stage_window(m, 1, 0x100000000u, 0xd0000000u, 20);
    stage_window(m, 5, 0xc0000000u, 0x3800000000u, 12);
    commit(m, 0);
    stage_ids(m, 1, 0x0301, 0x1901);
    stage_window(m, 3, 0xe0010000u, 0xf7b00000u, 16);
    commit(m, 1);
    stage_ids(m, 2, 0x0300, 0x1902);
    stage_window(m, 0, 0xe0000000u, 0xf7c00000u, 12);
    commit(m, 2);
    tn_cz_remap_write(m, 0x008, 0xbeef); /* CPL_ID */
    return 0;
}

static inline int teardown(void **state)
{
    tn_cz_remap_free(*state);
    return 0;
}

#endif
