/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Constrained random traffic both ways at once against the model, under every
 * stall pattern. TN_TLPS sets how many TLPs each pattern sends (default 1500).
 */
#include "waits.h"

#include "../../../cosim/size.h"

#include <tn/bfm.h>
#include <tn/czodiac/cz_board.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct tn_rng rng;
static struct tn_cz_remap *model;
static struct tn_cz_board *board;
static unsigned funcs, ports, mps;
static bool rare; /* what is seldom sent comes often */
static struct {
    bool used;
    uint16_t uid, oid;
    unsigned port;
    uint64_t ubase[6];
    unsigned log2[6]; /* 0: no window */
} table[64];

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    char text[320];
    (void)ctx;
    snprintf(text, sizeof text, "expected %s; found %s", v->expected, v->found);
    tn_sim_failed(v->rule, v->cycle, v->packet, text);
    if (failures++ < 5)
        print_message("%s packet %llu (of %llu) cycle %llu: expected %s; found %s\n", v->rule,
                      (unsigned long long)v->packet, (unsigned long long)v->related,
                      (unsigned long long)v->cycle, v->expected, v->found);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    tn_cz_board_event(board, tn_monitor_point(ev->point), ev);
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx;
    tn_cz_board_reject(board, cycle, dir, cause, port);
}

static void both_write(uint32_t addr, uint32_t value)
{
    tn_reg_write(addr, value);
    tn_cz_remap_write(model, addr, value);
}

/* A table with what matters: windows of all sizes on both sides of 4 GiB, some
 * UIDs twice on one port, some windows overlapping. */
static void program_table(void)
{
    memset(table, 0, sizeof table);
    both_write(0x008, 0x1234);
    for (unsigned i = 0; i < funcs; i++) {
        table[i].used = below(8) != 0;
        table[i].port = below(ports);
        table[i].uid = (uint16_t)(0x0100 + below(funcs * 2));
        table[i].oid = (uint16_t)(0x1b00 + i * 3);
        both_write(0x020, table[i].port << 16 | table[i].uid);
        both_write(0x024, table[i].oid);
        for (unsigned b = 0; b < 6; b++) {
            unsigned log2 = below(3) ? 4 + below(17) : 0;
            uint64_t ubase = (below(2) ? 0 : (uint64_t)(1 + below(3)) << 32) |
                             (uint64_t)(0x80000000u + (i * 8 + b) * 0x200000u);
            uint64_t obase = (below(2) ? 0 : (uint64_t)(1 + below(3)) << 32) |
                             (uint64_t)(0xa0000000u + (b * 64 + i) * 0x100000u);
            if (i > 0 && below(12) == 0)
                ubase = table[i - 1].ubase[b];
            if (log2 > 20)
                log2 = 20;
            table[i].ubase[b] = ubase;
            table[i].log2[b] = log2;
            both_write(0x040 + 0x20 * b, (uint32_t)ubase);
            both_write(0x044 + 0x20 * b, (uint32_t)(ubase >> 32));
            both_write(0x048 + 0x20 * b, (uint32_t)obase);
            both_write(0x04c + 0x20 * b, (uint32_t)(obase >> 32));
            both_write(0x050 + 0x20 * b, log2 ? 0x80000000u | log2 : 0);
        }
        if (table[i].used)
            both_write(0x010, i);
    }
    assert_int_equal(tn_reg_read(0x00c), tn_cz_remap_read(model, 0x00c));
}

static const enum tn_tlp_kind usual[] = {TN_TLP_MRD, TN_TLP_MWR, TN_TLP_MWR, TN_TLP_CPLD, TN_TLP_CPL};

static void send_random(const char *source, bool user)
{
    uint8_t payload[TN_TLP_MAX_PAYLOAD], out[TN_TLP_MAX];
    unsigned i = below(funcs), b = below(6), port = user ? table[i].port : 0;
    enum tn_tlp_kind kind = rare && below(2) ? (enum tn_tlp_kind)(TN_TLP_FETCHADD + below(3))
                            : !rare && below(4) ? usual[below(5)]
                                     : (enum tn_tlp_kind)(1 + below(TN_TLP_KINDS - 1));
    struct tn_tlp t = {.tc = (uint8_t)below(8), .attr = (uint8_t)below(8), .ep = below(8) == 0,
                       .at = (uint8_t)below(4), .td = below(3) == 0, .tag = (uint8_t)below(256),
                       .first_be = (uint8_t)below(16), .last_be = (uint8_t)below(16),
                       .completer = (uint16_t)below(65536), .status = (uint8_t)below(8),
                       .byte_count = (uint16_t)(1 + below(4096)), .lower_addr = (uint8_t)below(128),
                       .msg_code = (uint8_t)below(256), .msg_route = (uint8_t)below(8),
                       .msg_dw2 = below(~0u), .msg_dw3 = below(~0u), .reg = (uint16_t)(4 * below(1024)),
                       .bcm = below(2) != 0};
    size_t data;
    long n;
    t.requester = user ? table[i].uid : table[i].oid;
    if (below(16) == 0)
        t.requester = (uint16_t)(t.requester ^ 1u << below(16));
    if (user && below(24) == 0)
        port = below(16);
    t.length_dw = (uint16_t)(below(8) ? 1 + below(below(4) ? 16 : mps / 4) : below(4) ? 1 : 1024);
    tn_tlp_set_kind(&t, kind, below(2) != 0);
    if (!user && below(6) == 0 && kind != TN_TLP_MSG)
        t.th = 1;
    if (user)
        tn_tlp_set_dest_cpu(&t, (uint8_t)below(16));
    t.addr = table[i].ubase[b];
    if (table[i].log2[b]) {
        uint64_t size = (uint64_t)1 << table[i].log2[b];
        t.addr += tn_rng_below(&rng, size) & ~(uint64_t)3;
        if (below(4) == 0 && size >= 4u * t.length_dw) /* the last bytes of the window */
            t.addr = table[i].ubase[b] + size - 4u * t.length_dw + 4u * below(2);
    }
    t.ph = t.th ? (uint8_t)below(4) : 0;
    if (t.addr >> 32 && t.hdr_dw == 3)
        tn_tlp_set_kind(&t, kind, 1);
    if (t.hdr_dw == 3)
        t.addr &= 0xffffffffu;
    data = tn_tlp_has_data(kind) ? 4u * (t.length_dw > mps / 4 ? 1 + below(mps / 4) : t.length_dw) : 0;
    for (size_t k = 0; k < data; k++)
        payload[k] = (uint8_t)tn_rng_next(&rng);
    n = tn_tlp_encode(&t, payload, data, out, sizeof out);
    assert_true(n > 0);
    if (t.td) {
        uint8_t copy[TN_TLP_MAX];
        uint32_t d;
        memcpy(copy, out, (size_t)n);
        if (user)
            copy[1] &= 0x74; /* Dest CPU counts as 0 */
        d = tn_tlp_digest(copy, (size_t)n - 4, 0);
        if (below(4) == 0)
            d ^= 1u << below(32);
        for (int k = 0; k < 4; k++)
            out[n - 4 + k] = (uint8_t)(d >> (24 - 8 * k));
    }
    if (below(40) == 0)
        out[0] = (uint8_t)below(256); /* any form at all */
    if (below(rare ? 10 : 60) == 0)
        n = 4 * (1 + (long)below(4)); /* cut short */
    tn_tlp_decode(out, (size_t)n, (size_t)n, &t);
    assert_int_equal(tn_source_send(tn_source_find(source), out, (size_t)n,
                                    t.prefix_n || t.err & ~(unsigned)TN_TLP_E_LENGTH
                                        ? TN_CLASS_P : tn_tlp_class(t.kind),
                                    port, 0, 0), 0);
}

static void compare_counters(void)
{
    static const uint32_t others[] = {0x000, 0x004, 0x008, 0x00c, 0x418, 0x41c, 0x420};
    for (uint32_t a = 0x400; a < 0x418; a += 4)
        assert_int_equal(tn_reg_read(a), tn_cz_remap_read(model, a));
    for (uint32_t a = 0; a < 0x20; a += 4) {
        assert_int_equal(tn_reg_read(0x440 + a), tn_cz_remap_read(model, 0x440 + a));
        assert_int_equal(tn_reg_read(0x480 + a), tn_cz_remap_read(model, 0x480 + a));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(tn_reg_read(others[i]), tn_cz_remap_read(model, others[i]));
}

static bool idle(void *ctx)
{
    (void)ctx;
    return tn_source_pending(tn_source_find("s_usr")) == 0 &&
           tn_source_pending(tn_source_find("s_dev")) == 0 && tn_cz_board_pending(board) == 0;
}

static void run(const struct tn_stall *source, const struct tn_stall *sink, bool classes, unsigned seed)
{
    const unsigned long total = size_asked("TN_TLPS", 1500, 1);
    unsigned long sent = 0;
    tn_rng_seed(&rng, tn_sim_seed(), seed);
    tn_monitor_clear();
    tn_sim_reset(3);
    tn_cz_remap_reset(model);
    board = tn_cz_board_new(model, on_verdict, NULL);
    failures = 0;
    program_table();
    tn_monitor_subscribe(on_packet, NULL);
    tn_monitor_subscribe(note_progress, NULL);
    tn_reject_subscribe(on_reject, NULL);
    tn_handshake_subscribe(on_verdict, NULL);
    tn_source_stall(tn_source_find("s_usr"), source);
    tn_source_stall(tn_source_find("s_dev"), source);
    tn_sink_stall(tn_sink_find("m_usr"), sink);
    tn_sink_stall(tn_sink_find("m_dev"), sink);
    last_beat = tn_sim_cycle();
    for (; sent < total && failures == 0 && !stands_still(); sent += 64) {
        for (int k = 0; k < 32; k++) {
            send_random("s_usr", true);
            send_random("s_dev", false);
        }
        if (classes) {
            tn_sink_ok(tn_sink_find("m_usr"), below(8));
            tn_sink_ok(tn_sink_find("m_dev"), below(8));
        }
        tn_sim_step(200);
        for (int wait = 0; wait < 100 && tn_source_pending(tn_source_find("s_usr")) > 256 && failures == 0 && !stands_still(); wait++) {
            tn_sink_ok(tn_sink_find("m_usr"), 7);
            tn_sink_ok(tn_sink_find("m_dev"), 7);
            tn_sim_step(200);
        }
    }
    tn_sink_ok(tn_sink_find("m_usr"), 7);
    tn_sink_ok(tn_sink_find("m_dev"), 7);
    bool drained = failures > 0 || wait_for(idle, "end of the TLPs that were sent");
    tn_sim_step(50);
    if (failures == 0) /* else what is under way is not lost: nobody waits for it */
        tn_cz_board_finish(board);
    print_message("%lu TLPs matched, cycle %llu\n", tn_cz_board_matched(board),
                  (unsigned long long)tn_sim_cycle());
    assert_int_equal(failures, 0);
    assert_true(drained);
    tn_sim_sent(sent);
    compare_counters();
    tn_cz_board_free(board);
}

static const struct tn_stall none = {.kind = TN_STALL_NONE};

static void no_stalls(void **state)
{
    (void)state;
    run(&none, &none, false, 1);
}

static void random_stalls_on_both_sides(void **state)
{
    const struct tn_stall s = {TN_STALL_RANDOM, 1, 3, 7}, k = {TN_STALL_RANDOM, 1, 2, 8};
    (void)state;
    run(&s, &k, false, 2);
}

static void bursts_of_stalls(void **state)
{
    const struct tn_stall s = {TN_STALL_BURST, 9, 12, 3}, k = {TN_STALL_BURST, 20, 9, 4};
    (void)state;
    run(&s, &k, false, 3);
}

static void periodic_ready(void **state)
{
    const struct tn_stall k = {TN_STALL_PERIODIC, 1, 2, 1};
    (void)state;
    run(&none, &k, false, 4);
}

static void classes_blocked_at_random(void **state)
{
    const struct tn_stall k = {TN_STALL_RANDOM, 1, 4, 5};
    (void)state;
    run(&none, &k, true, 5);
}

static void rare_kinds(void **state)
{
    const struct tn_stall k = {TN_STALL_RANDOM, 1, 4, 6};
    (void)state;
    rare = true;
    run(&none, &k, false, 6);
    rare = false;
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_stalls),
        cmocka_unit_test(random_stalls_on_both_sides),
        cmocka_unit_test(bursts_of_stalls),
        cmocka_unit_test(periodic_ready),
        cmocka_unit_test(classes_blocked_at_random),
        cmocka_unit_test(rare_kinds),
    };
    (void)argc;
    (void)argv;
    funcs = (unsigned)tn_sim_param("FUNC_N");
    ports = (unsigned)tn_sim_param("PORT_N");
    mps = (unsigned)tn_sim_param("MPS_B");
    model = tn_cz_remap_new(funcs, ports);
    int rc = cmocka_run_group_tests(tests, NULL, NULL) != 0;
    tn_cz_remap_free(model);
    return rc;
}
