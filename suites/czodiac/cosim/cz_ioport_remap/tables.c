/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Tables that change under traffic: entries are loaded, changed and cleared at
 * random, many times while a TLP is still coming in, and each TLP must leave as one
 * table makes it (cz_ioport_remap.md section 2, "Atomic update"). Few UIDs, OIDs and
 * windows, so that a COMMIT changes what becomes of the TLPs around it. Every COMMIT has FORCE, as nobody answers
 * the requests here; what open requests refuse is the suite isolation's matter. TN_TLPS sets
 * how many TLPs each stall pattern sends (default 1500).
 */
#include "waits.h"

#include "../../../cosim/size.h"

#include <tn/bfm.h>
#include <tn/czodiac/cz_atom.h>
#include <tn/rng.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { ENTRIES = 4, UIDS = 3, SLOTS = 4, SLOT_LOG2 = 12, PORTS = 2, ROUND = 120 };

static struct tn_rng rng;
static struct tn_cz_atom *judge;
static unsigned mps, tags;
static unsigned long commits, sent;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    tn_sim_failed(v->rule, v->cycle, v->packet, v->found);
    if (failures++ < 5)
        print_message("%s packet %llu cycle %llu: expected %s; found %s\n", v->rule,
                      (unsigned long long)v->packet, (unsigned long long)v->cycle, v->expected,
                      v->found);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    tn_cz_atom_event(judge, tn_monitor_point(ev->point), ev);
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx;
    (void)cycle;
    tn_cz_atom_reject(judge, dir, cause, port);
}

/* reg_wr is high in the cycle after the command's, which is now. */
static void write_reg(uint32_t addr, uint32_t value)
{
    tn_reg_write(addr, value);
    tn_cz_atom_write(judge, tn_sim_cycle(), addr, value);
}

static uint16_t uid_of(unsigned i)
{
    return (uint16_t)(0x0100 + i);
}

/* The high bits differ where the low nine, which RAM3 is indexed with, are the same. */
static uint16_t oid_of(unsigned i)
{
    return (uint16_t)(0x1b00 + i % ENTRIES * 3 + (i / ENTRIES << 9));
}

static uint64_t ubase_of(unsigned slot)
{
    return (slot & 1 ? (uint64_t)1 << 32 : 0) + 0x80000000u + ((uint64_t)slot << SLOT_LOG2);
}

static void stage_window(unsigned b)
{
    unsigned slot = b % SLOTS;
    uint64_t obase = ((uint64_t)below(2) << 33) + 0xa0000000u + ((uint64_t)below(64) << SLOT_LOG2);
    write_reg(0x040 + 0x20 * b, (uint32_t)ubase_of(slot));
    write_reg(0x044 + 0x20 * b, (uint32_t)(ubase_of(slot) >> 32));
    write_reg(0x048 + 0x20 * b, (uint32_t)obase);
    write_reg(0x04c + 0x20 * b, (uint32_t)(obase >> 32));
    write_reg(0x050 + 0x20 * b, below(8) ? 0x80000000u | SLOT_LOG2 : 0);
}

/* One change of the tables; now and then two in a row, or one that is refused. */
static void change(void)
{
    unsigned index = below(ENTRIES);
    if (below(4) == 0) {
        write_reg(0x010, 0xc0000000u | index);
    } else {
        if (below(2))
            write_reg(0x014, index);
        write_reg(0x020, below(PORTS) << 16 | uid_of(below(UIDS)));
        write_reg(0x024, below(3) ? oid_of(index) : oid_of(below(2 * ENTRIES)));
        for (unsigned n = below(3); n > 0; n--)
            stage_window(below(6));
        write_reg(0x010, 0x40000000u | index);
    }
    commits++;
    if (below(2))
        tn_sim_step(1 + below(12));
}

static const enum tn_tlp_kind kinds[] = {TN_TLP_MRD, TN_TLP_MWR, TN_TLP_MWR, TN_TLP_MWR, TN_TLP_CPLD,
                                         TN_TLP_FETCHADD};

/* Well-formed, mostly long: a COMMIT often comes in the middle. Tags make them differ. */
static void send(bool user)
{
    uint8_t payload[TN_TLP_MAX_PAYLOAD], out[TN_TLP_MAX];
    enum tn_tlp_kind kind = kinds[below(6)];
    unsigned slot = below(SLOTS);
    struct tn_tlp t = {.requester = user ? uid_of(below(UIDS)) : oid_of(below(ENTRIES)),
                       .tag = (uint8_t)tags++, .first_be = 15, .last_be = 15, .byte_count = 4,
                       .completer = (uint16_t)below(65536), .td = below(3) == 0};
    t.addr = kind == TN_TLP_CPLD ? 0 : ubase_of(slot) + 4u * below(64);
    t.length_dw = (uint16_t)(kind == TN_TLP_FETCHADD ? 1 : 2 + below(mps / 4 - 1));
    if (kind == TN_TLP_FETCHADD)
        t.first_be = t.last_be = 0;
    tn_tlp_set_kind(&t, kind, t.addr >> 32 != 0);
    size_t data = tn_tlp_has_data(kind) ? 4u * t.length_dw : 0;
    for (size_t k = 0; k < data; k++)
        payload[k] = (uint8_t)tn_rng_next(&rng);
    long n = tn_tlp_encode(&t, payload, data, out, sizeof out);
    if (n <= 0)
        fail_msg("%s: %s", tn_tlp_name(kind), tn_tlp_encode_error());
    if (t.td) {
        uint32_t d = tn_tlp_digest(out, (size_t)n - 4, 0);
        for (int k = 0; k < 4; k++)
            out[n - 4 + k] = (uint8_t)(d >> (24 - 8 * k));
    }
    assert_int_equal(tn_source_send(tn_source_find(user ? "s_usr" : "s_dev"), out, (size_t)n,
                                    tn_tlp_class(kind), user ? below(PORTS) : 0, 0, 0), 0);
    sent++;
}

static size_t waiting(void)
{
    return tn_source_pending(tn_source_find("s_usr")) + tn_source_pending(tn_source_find("s_dev"));
}

static bool idle(void *ctx)
{
    (void)ctx;
    return waiting() == 0 && tn_cz_atom_pending(judge) == 0;
}

/* Every TLP that came was forwarded or rejected, and the DUT has counted them so. */
static void compare_counters(void)
{
    unsigned long n = 0;
    for (uint32_t a = 0x400; a < 0x418; a += 4)
        n += tn_reg_read(a);
    for (uint32_t a = 4; a < 0x20; a += 4)
        n += tn_reg_read(0x440 + a) + tn_reg_read(0x480 + a);
    assert_int_equal(n, sent);
    assert_int_equal(tn_reg_read(0x00c), tn_cz_remap_read(tn_cz_atom_model(judge), 0x00c));
}

static void start(const struct tn_stall *source, const struct tn_stall *sink, unsigned seed)
{
    tn_rng_seed(&rng, tn_sim_seed(), 100 + seed);
    tn_monitor_clear();
    tn_sim_reset(3);
    judge = tn_cz_atom_new((unsigned)tn_sim_param("FUNC_N"), (unsigned)tn_sim_param("PORT_N"),
                           on_verdict, NULL);
    assert_non_null(judge);
    failures = 0;
    commits = sent = 0;
    tn_monitor_subscribe(on_packet, NULL);
    tn_monitor_subscribe(note_progress, NULL);
    tn_reject_subscribe(on_reject, NULL);
    tn_handshake_subscribe(on_verdict, NULL);
    tn_sim_trace_start(NULL);
    tn_source_stall(tn_source_find("s_usr"), source);
    tn_source_stall(tn_source_find("s_dev"), source);
    tn_sink_stall(tn_sink_find("m_usr"), sink);
    tn_sink_stall(tn_sink_find("m_dev"), sink);
    write_reg(0x008, 0x1234);
    for (unsigned i = 0; i < ENTRIES; i++) {
        write_reg(0x020, i % PORTS << 16 | uid_of(i % UIDS));
        write_reg(0x024, oid_of(i));
        for (unsigned b = 0; b < 6; b++)
            stage_window(b);
        write_reg(0x010, i);
    }
    tn_sim_step(8);
}

static void run(const struct tn_stall *source, const struct tn_stall *sink, unsigned seed)
{
    const unsigned long total = size_asked("TN_TLPS", 1500, 1);
    unsigned long open = 0;
    start(source, sink, seed);
    while (sent < total && failures == 0) {
        for (unsigned k = 0; k < ROUND / 2; k++) {
            send(true);
            send(false);
        }
        last_beat = tn_sim_cycle();
        while (waiting() > 0 && !stands_still())
            change();
        bool drained = wait_for(idle, "end of the TLPs that were sent");
        tn_sim_step(100); /* UR completions */
        open += tn_cz_atom_judge(judge);
        assert_true(drained || failures > 0);
    }
    print_message("%lu TLPs, %lu COMMITs, %lu TLPs with more than one table to go by\n", sent,
                  commits, open);
    assert_int_equal(failures, 0);
    assert_true(open > 0);
    tn_sim_sent(sent);
    compare_counters();
    tn_cz_atom_free(judge);
}

static const struct tn_stall none = {.kind = TN_STALL_NONE};

static void tables_change_without_stalls(void **state)
{
    (void)state;
    run(&none, &none, 1);
}

static void tables_change_while_sources_stall(void **state)
{
    const struct tn_stall s = {TN_STALL_RANDOM, 1, 2, 7};
    (void)state;
    run(&s, &none, 2);
}

static void tables_change_while_sinks_stall(void **state)
{
    const struct tn_stall k = {TN_STALL_BURST, 20, 9, 4};
    (void)state;
    run(&none, &k, 3);
}

static void tables_change_while_everything_stalls(void **state)
{
    const struct tn_stall s = {TN_STALL_BURST, 9, 12, 3}, k = {TN_STALL_RANDOM, 1, 2, 8};
    (void)state;
    run(&s, &k, 4);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_change_without_stalls),
        cmocka_unit_test(tables_change_while_sources_stall),
        cmocka_unit_test(tables_change_while_sinks_stall),
        cmocka_unit_test(tables_change_while_everything_stalls),
    };
    (void)argc;
    (void)argv;
    mps = (unsigned)tn_sim_param("MPS_B");
    int rc = cmocka_run_group_tests(tests, NULL, NULL) != 0;
    return tn_sim_trace_stop() < 0 ? 2 : rc;
}
