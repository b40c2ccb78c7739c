/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * COMMIT, FETCH, reset and windows (section 2): expected values
 * worked by hand from checkers/spec/cz_ioport_remap.md. A failure names its rule first.
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

int tn_sim_main(int argc, char **argv)
{
#define T(f) cmocka_unit_test_setup(f, start)
    const struct CMUnitTest tests[] = {
        T(commit_refuses_what_it_must),
        T(fetch_gives_back_what_was_committed),
        T(reset_clears_everything),
        T(windows_of_every_place_and_size),
        T(who_differs_by_a_bit_is_another),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
