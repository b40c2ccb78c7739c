/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * COMMIT, FETCH and reset (section 2): expected values
 * worked by hand from checkers/spec/cz_ioport_remap.md. A failure names its rule first.
 */
#include "directed.h"

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
        T(commit_refuses_what_it_must),
        T(fetch_gives_back_what_was_committed),
        T(reset_clears_everything),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
