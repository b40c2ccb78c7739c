/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * COMMIT, FETCH, reset and windows (section 2): expected values
 * worked by hand from checkers/czodiac/spec/cz_ioport_remap.md. A failure names its rule first.
 */
#include "directed.h"

static void commit_refuses_what_it_must(void **state)
{
    (void)state;
    const unsigned funcs = (unsigned)tn_sim_param("FUNC_N"), ports = (unsigned)tn_sim_param("PORT_N");
    const unsigned last = funcs - 1, two = funcs > 2 ? 2 : last;
    const struct {
        unsigned index, port, oid, log2;
        uint64_t ubase, obase;
        unsigned refused;
    } cases[] = {
        {two, 0, 0x1b03, 12, 0xd0000000, 0x93000000, 0}, {two, 0, 0x1b03, 12, 0xd0000800, 0x93000000, 1},
        {two, 0, 0x1b03, 12, 0xd0000000, 0x93000800, 1}, {two, 0, 0x1b03, 3, 0xd0000000, 0x93000000, 1},
        {two, 0, 0x1b03, 4, 0xd0000000, 0x93000000, 0},  {two, ports, 0x1b03, 12, 0xd0000000, 0x93000000, 1},
        {two, ports - 1, 0x1b03, 12, 0xd0000000, 0x93000000, 0},
        {funcs, 0, 0x1b08, 12, 0xd0000000, 0x93000000, 1},
        /* 1f00 and 1d00 agree with 1b00 in bits 8:0 */
        {two, 0, 0x1f00, 12, 0xd0000000, 0x93000000, 1}, {two, 0, 0x1d00, 12, 0xd0000000, 0x93000000, 1},
        {last, 0, 0x1b07, 12, 0xd0000000, 0x93000000, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (cases[k].port > 15 || cases[k].index > 63)
            continue; /* the fields have four bits and six: no port and no index is too high then */
        if (two == 0 && cases[k].oid >= 0x1d00)
            continue; /* its own OID: there is no other entry */
        tn_reg_write(0x00c, 1);
        stage_at(cases[k].port, 0x0200, cases[k].oid);
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
    RULE("CZR-REG-1", tn_reg_read(0x020) == (0x80000100 | at_port(2) << 16));
    RULE("CZR-REG-1", tn_reg_read(0x024) == 0x1b00);
    RULE("CZR-REG-1", tn_reg_read(0x040) == 0xa0000000 && tn_reg_read(0x044) == 0);
    RULE("CZR-REG-1", tn_reg_read(0x048) == 0x90000000 && tn_reg_read(0x050) == 0x80000010);
    RULE("CZR-REG-1", tn_reg_read(0x06c) == 1 && tn_reg_read(0x068) == 0);
    RULE("CZR-REG-1", tn_reg_read(0x070) == 0x8000000c && tn_reg_read(0x090) == 0);
    tn_reg_write(0x014, 5); /* empty, or beyond FUNC_N */
    RULE("CZR-REG-1", tn_reg_read(0x020) == 0);
    tn_reg_write(0x014, 63);
    RULE("CZR-REG-1", tn_reg_read(0x020) == 0 && tn_reg_read(0x040) == 0);
    RULE("CZR-REG-1", tn_reg_read(0x000) == 0x435a0001 && tn_reg_read(0x008) == 0x0018);
    RULE("CZR-REG-1", tn_reg_read(0x004) == (uint32_t)(tn_sim_param("PORT_N") << 8 | tn_sim_param("FUNC_N")));
    RULE("CZR-REG-1", tn_reg_read(0x028) == 0 && tn_reg_read(0xffc) == 0);
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
    tn_reg_write(0x010, 63); /* refused for its OID, or for its index */
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

/* A write of n DWs by port 2's function, as the user sends it, or as the device gets it from entry 2. */
static void write_at(char text[96], unsigned rid, uint64_t addr, unsigned n)
{
    bool above = addr >> 32;
    int k = sprintf(text, "%s000000%u %04x00%s", above ? "6" : "4", n, rid, n > 1 ? "ff" : "0f");
    k += above ? sprintf(text + k, " %08x", (unsigned)(addr >> 32)) : 0;
    sprintf(text + k, " %08x 11111111%s", (unsigned)addr, n > 1 ? " 22222222" : "");
}

/* Sends it and says whether it arrived at that address of the device. */
static bool arrives(uint64_t from, uint64_t to, unsigned n)
{
    char text[96];
    forget();
    write_at(text, 0x0100, from, n);
    put("s_usr", TN_CLASS_P, 2, text);
    tn_sim_step(20);
    write_at(text, 0x1b02, to, n);
    return is(&dev, 0, text) && rejects == 0;
}

static void only_window(uint64_t ubase, uint64_t obase, unsigned log2)
{
    stage(2, 0x0100, 0x1b02);
    window(log2 % 6, ubase, obase, log2);
    tn_reg_write(0x010, tn_sim_param("FUNC_N") > 2 ? 2 : 0);
    tn_sim_step(4);
}

/* A window of 16 bytes at each power of two, and of each size, the last of which ends with the address space. */
static void windows_of_every_place_and_size(void **state)
{
    (void)state;
    put("s_dev", TN_CLASS_P, 0, "60000001 1b00000f fedcba98 76543210 11111111"); /* a device's address stays */
    tn_sim_step(20);
    RULE("CZR-PASS-1", is(&usr, 0, "60020001 0100000f fedcba98 76543210 11111111"));
    tn_reg_write(0x010, 0x80000000); /* entry 0 goes: the one that comes has its UID */
    for (unsigned k = 4; k < 64; k++) {
        uint64_t at = UINT64_C(1) << k, to = UINT64_C(1) << (67 - k), other = UINT64_C(1) << (k < 63 ? k + 1 : 4);
        only_window(at, to, 4);
        RULE("CZR-ADR-1", arrives(at + 8, to + 8, 1));
        RULE("CZR-MISS-1", !arrives(at + other + 8, to + 8, 1) && dev.n == 0 && last_cause == 3);
    }
    for (unsigned log2 = 4; log2 < 64; log2++) {
        uint64_t at = ~UINT64_C(0) << log2, to = UINT64_C(1) << log2, size = UINT64_C(1) << log2;
        only_window(at, to, log2);
        RULE("CZR-BAR-1", arrives(at, to, 2) && arrives(at + size - 4, to + size - 4, 1));
        RULE("CZR-BAR-1", !arrives(at + size - 4, to + size - 4, 2) && dev.n == 0 && last_cause == 5);
        RULE("CZR-MISS-1", !arrives(at - 4, to, 1) && dev.n == 0 && last_cause == 3);
    }
}

/* Sends it and says whether it was rejected for that cause, and nothing came out. */
static bool misses(const char *stream, unsigned port, const char *text, unsigned cause)
{
    forget();
    put(stream, TN_CLASS_P, port, text);
    tn_sim_step(14);
    return dev.n == 0 && usr.n == 0 && rejects == 1 && last_cause == cause;
}

/* Each bit of UID, OID and port counts, the port with the windows, too. */
static void who_differs_by_a_bit_is_another(void **state)
{
    char text[96];
    (void)state;
    if (tn_sim_param("FUNC_N") > 1)
        tn_reg_write(0x010, 0x80000001);
    for (unsigned bit = 0; bit < 16; bit++) {
        snprintf(text, sizeof text, "40000001 %04x000f a0000010 11111111", 0x0100 ^ 1u << bit);
        RULE("CZR-MISS-1", misses("s_usr", 2, text, 1));
        snprintf(text, sizeof text, "40000001 %04x000f 30000010 11111111", 0x1b00 ^ 1u << bit);
        RULE("CZR-MISS-1", misses("s_dev", 0, text, 1));
    }
    for (unsigned port = 0; port < tn_sim_param("PORT_N") && tn_sim_param("FUNC_N") > 1; port++) {
        if (port == at_port(2))
            continue;
        RULE("CZR-ISO-1", misses("s_usr", port, "40000001 0100000f a0000010 11111111", 1));
        stage(port, 0x0101, 0x1b01); /* without a window */
        tn_reg_write(0x010, 1);
        tn_sim_step(4);
        RULE("CZR-ISO-1", misses("s_usr", port, "40000001 0101000f a0000010 11111111", 3));
    }
}

/* All six bits of the index count: one beyond FUNC_N loads nothing and clears nothing. */
static void an_index_beyond_the_table_is_refused(void **state)
{
    const unsigned funcs = (unsigned)tn_sim_param("FUNC_N");
    (void)state;
    for (unsigned index = funcs; index < 64; index++)
        for (unsigned clear = 0; clear < 2; clear++) {
            tn_reg_write(0x00c, 3);
            stage(2, 0x0200, 0x1b00 + index + 0x40);
            tn_reg_write(0x010, clear << 31 | index);
            RULE("CZR-REG-1", tn_reg_read(0x00c) == 1);
        }
    for (unsigned index = 0; index < funcs; index++) { /* what stood there, stands there */
        uint32_t was = index == 0 ? 0x80000100 | at_port(2) << 16 : index == 1 ? 0x80000101 | at_port(1) << 16 : 0;
        tn_reg_write(0x014, index);
        RULE("CZR-REG-1", tn_reg_read(0x020) == was);
    }
}

/* Each entry by itself, with each one of its windows by itself: that window serves, and the same TLP misses once the
 * window is not valid, though its bases stay; cleared, the entry keeps all fields for FETCH. */
static void every_window_of_every_entry_by_itself(void **state)
{
    const unsigned funcs = (unsigned)tn_sim_param("FUNC_N");
    (void)state;
    for (unsigned k = 0; k < funcs && k < 2; k++)
        tn_reg_write(0x010, 0x80000000 | k);
    /* all of eight; of more every so many */
    const unsigned step = funcs > 8 ? (funcs - 1) / 7 : 1;
    for (unsigned index = 0; index < funcs; index += step) {
        for (unsigned b = 0; b < 6; b++) {
            char text[96];
            for (unsigned turn = 0; turn < 2; turn++) {
                const bool valid = turn == 0;
                stage(2, 0x0100, 0x1b00 + index);
                for (unsigned k = 0; k < 6; k++) { /* bases for all */
                    window(k, 0xa0000000 + 0x10000 * k, 0x90000000 + 0x10000 * (index * 6 + k), 12);
                    tn_reg_write(0x050 + 0x20 * k, (k == b && valid ? 0x80000000u : 0) | 12);
                }
                tn_reg_write(0x010, index);
                tn_sim_step(4);
                forget();
                snprintf(text, sizeof text, "40000001 0100000f %08x 11111111", 0xa0000010 + 0x10000 * b);
                put("s_usr", TN_CLASS_P, 2, text);
                tn_sim_step(14);
                snprintf(text, sizeof text, "40000001 %04x000f %08x 11111111", 0x1b00 + index, 0x90000010 + 0x10000 * (index * 6 + b));
                RULE("CZR-ADR-1", !valid || is(&dev, 0, text));
                RULE("CZR-MISS-1", valid || (dev.n == 0 && rejects == 1 && last_cause == 3));
            }
        }
        tn_reg_write(0x010, 0x80000000 | index);
        stage(2, 0, 0);
        tn_reg_write(0x014, index);
        RULE("CZR-REG-1", tn_reg_read(0x020) == (0x0100 | at_port(2) << 16) && tn_reg_read(0x024) == 0x1b00 + index);
        for (unsigned b = 0; b < 6; b++) {
            RULE("CZR-REG-1", tn_reg_read(0x040 + 0x20 * b) == 0xa0000000 + 0x10000 * b && tn_reg_read(0x050 + 0x20 * b) == 12);
            RULE("CZR-REG-1", tn_reg_read(0x048 + 0x20 * b) == 0x90000000 + 0x10000 * (index * 6 + b));
        }
    }
}

static unsigned open_requests(unsigned index)
{
    tn_reg_write(0x014, index);
    return tn_reg_read(0x018);
}

/* n reads of two DWs by the user, with the Tags from 0 on. */
static void read_from(unsigned n)
{
    char text[64];
    for (unsigned i = 0; i < n; i++) {
        snprintf(text, sizeof text, "00000002 0100%02xff a0000000", i & 255);
        put("s_usr", TN_CLASS_NP, 2, text);
        tn_sim_step(2);
    }
    tn_sim_step(20);
}

/* Completions for n of them. */
static void answer(unsigned n, const char *form)
{
    char text[96];
    for (unsigned i = 0; i < n; i++) {
        snprintf(text, sizeof text, form, i & 255);
        put("s_dev", TN_CLASS_CPL, 0, text);
        tn_sim_step(2);
    }
    tn_sim_step(20);
}

static bool refused_as_open(uint32_t command)
{
    tn_reg_write(0x00c, 3);
    tn_reg_write(0x010, command);
    return tn_reg_read(0x00c) == 3;
}

#define FIRST "4a000001 1b000008 1b00%02x00 11111111"
#define LAST  "4a000002 1b000008 1b00%02x00 11111111 22222222"

/* Open requests are counted by the last completion of each, and refuse every COMMIT of the entry but FORCE. */
static void open_requests_refuse_a_commit(void **state)
{
    (void)state;
    RULE("CZR-ISO-2", open_requests(0) == 0);
    read_from(3);
    RULE("CZR-ISO-2", open_requests(0) == 3);
    tn_reg_write(0x014, 0);
    RULE("CZR-ISO-2", refused_as_open(0) && refused_as_open(0x80000000));
    answer(3, FIRST); /* four bytes of eight each */
    RULE("CZR-ISO-2", open_requests(0) == 3 && refused_as_open(0x80000000));
    answer(2, "4a000001 1b000004 1b00%02x04 11111111"); /* the other four */
    RULE("CZR-ISO-2", open_requests(0) == 1 && refused_as_open(0x80000000));
    answer(1, "4a000001 1b000005 1b00%02x00 11111111"); /* four of five bytes */
    RULE("CZR-ISO-2", open_requests(0) == 1);
    answer(1, "4a000002 1b000006 1b00%02x03 11111111 22222222"); /* five bytes come from offset 3, six are due */
    RULE("CZR-ISO-2", open_requests(0) == 1);
    answer(1, "4a000002 1b000005 1b00%02x03 11111111 22222222"); /* all five */
    RULE("CZR-ISO-2", open_requests(0) == 0);
    answer(1, LAST); /* one too many */
    RULE("CZR-ISO-2", open_requests(0) == 0 && usr.n > 0);
    read_from(1);
    answer(1, "0a000000 1b002000 1b00%02x00"); /* without data: UR, Byte Count 4096 */
    RULE("CZR-ISO-2", open_requests(0) == 0);
    put("s_dev", TN_CLASS_NP, 0, "00000400 1b0003ff 30000000"); /* of the device: 1024 DWs */
    put("s_dev", TN_CLASS_NP, 0, "4c000001 1b000400 30000000 00000001");
    tn_sim_step(20);
    RULE("CZR-ISO-2", open_requests(0) == 0x20000 && refused_as_open(0x80000000));
    put("s_usr", TN_CLASS_CPL, 2, "4a000001 00000004 01000400 22222222");
    put("s_usr", TN_CLASS_CPL, 2, "4a000001 00000000 01000300 22222222"); /* 4 of 4096 */
    tn_sim_step(20);
    RULE("CZR-ISO-2", open_requests(0) == 0x10000);
    tn_reg_write(0x00c, 3);
    tn_reg_write(0x010, 0xc0000000); /* FORCE */
    RULE("CZR-ISO-2", tn_reg_read(0x00c) == 0 && open_requests(0) == 0 && tn_reg_read(0x020) == (0x0100 | at_port(2) << 16));
}

/* A count that has come to 511 is not known any more. */
static void more_open_requests_than_can_be_counted_stay(void **state)
{
    (void)state;
    read_from(510);
    RULE("CZR-ISO-2", open_requests(0) == 510);
    answer(1, LAST);
    read_from(2);
    RULE("CZR-ISO-2", open_requests(0) == 511);
    read_from(3);
    answer(514, LAST);
    RULE("CZR-ISO-2", open_requests(0) == 511 && refused_as_open(0x80000000));
    tn_reg_write(0x014, 0);
    tn_reg_write(0x00c, 3);
    tn_reg_write(0x010, 0x40000000);
    RULE("CZR-ISO-2", tn_reg_read(0x00c) == 0 && open_requests(0) == 0);
}

int tn_sim_main(int argc, char **argv)
{
#define T(f) cmocka_unit_test_setup(f, start)
    const struct CMUnitTest tests[] = {
        T(commit_refuses_what_it_must),
        T(fetch_gives_back_what_was_committed),
        T(reset_clears_everything),
        T(windows_of_every_place_and_size),
        T(who_differs_by_a_bit_is_another),
        T(an_index_beyond_the_table_is_refused),
        T(every_window_of_every_entry_by_itself),
        T(open_requests_refuse_a_commit),
        T(more_open_requests_than_can_be_counted_stay),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
