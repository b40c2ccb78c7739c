/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A packet in a packet, end to end: a process of host 0 puts messages to a buffer of its own at
 * host 1, whose bytes are control words, credit words and whole packets for another process there,
 * while the line breaks; or of which the last are footers that are right when a word too many moves
 * the payload. Nothing reaches the other process, and no message comes that nobody sent
 * (APR-NET-3); on a line in band they do (hole A13).
 */
#include "promise.h"

#include <tn/apenet/ape_forge.h>
#include <tn/apenet/apenet.h>

enum {
    EVIL = 0x1111,
    VICTIM = 0x2222,
    EVIL_AT = 0x20000000,
    VICTIM_AT = 0x30000000,
    FORGED_AT = VICTIM_AT + 0x40,
    EVIL_SRC = 0x21000000,
    FORGED_N = 4000,
    FORGED_MSG = 0x70000000, /* no message of the run has this number */
    MOVED_WORDS = 256,
    INJECT = 0x11c, /* word 71 of a node: INJECT of link 26:24 */
    WAIT = 1600,
    WAIT_MOVED = 800,
    STEP = 50,
    FILL = 0x11
};

static uint8_t forged_bytes[APE_LEN_MAX], own[0x1000];
static unsigned forged;

/* Takes all events of host 1: none is the victim's. */
static void take(void)
{
    struct ape_event e;
    while (ape_wait_event(&torus.b.node[1].host.user, &e, 0) == 0)
        forged += e.kind == APE_RECEIVED && (e.pid == VICTIM || e.number == FORGED_MSG);
    while (ape_wait_event(&torus.b.node[0].host.user, &e, 0) == 0)
        ;
}

static void prepare(void)
{
    struct tn_ape_host *h = &torus.b.node[1].host;
    forged = 0;
    memset(own, FILL, sizeof own);
    tn_ape_host_poke(h, VICTIM, VICTIM_AT, own, sizeof own);
    assert_true(ape_register_buffer(&h->user,
                                    &(struct ape_buffer){EVIL, EVIL_AT, 0x2000, APE_FOR_PUT}) >= 0);
    assert_true(ape_register_buffer(&h->user, &(struct ape_buffer){VICTIM, VICTIM_AT, sizeof own,
                                                                   APE_FOR_PUT}) >= 0);
}

/* Sends a message of forged packets; moved: one packet with forged footers. */
static void attack(bool moved)
{
    const struct ape_node to = torus.b.node[1].at;
    const struct tn_ape_forged f = {
        {to.x, to.y, to.z}, moved ? EVIL : VICTIM, moved ? EVIL_AT : FORGED_AT, FORGED_MSG};
    const uint32_t n = moved ? APE_WORD * (3 + torus_below(MOVED_WORDS - 2)) : FORGED_N;
    if (moved)
        tn_ape_forge_moved(&torus.rng, &f, forged_bytes, n);
    else
        tn_ape_forge(&torus.rng, &f, forged_bytes, n);
    tn_ape_host_poke(&torus.b.node[0].host, EVIL, EVIL_SRC, forged_bytes, n);
    const struct ape_message m = {
        .node = to, .pid = EVIL, .here = EVIL_SRC, .there = EVIL_AT, .length = n};
    assert_int_equal(ape_rdma_put(&torus.b.node[0].host.user, &m), 0);
    for (unsigned i = 0; i < (moved ? WAIT_MOVED : WAIT) / STEP; i++) {
        tn_ape_torus_bench_step(&torus.b, STEP);
        take();
    }
    tn_inject_clear();
}

/* Judges what has reached the victim. */
static void judge(const char *what, unsigned times)
{
    static uint8_t got[sizeof own];
    const bool in_band = tn_sim_param("BAND") == 0;
    tn_ape_host_peek(&torus.b.node[1].host, VICTIM, VICTIM_AT, got, sizeof got);
    print_message("%s, %u times: %u forged messages\n", what, times, forged);
    if (in_band) {
        assert_true(forged > 0);
        return;
    }
    RULE("APR-NET-3", forged == 0 && memcmp(got, own, sizeof got) == 0);
    assert_int_equal(torus.failures, 0);
    tn_sim_kept("APR-NET-3");
}

static void two_bits_of_a_header(void **state)
{
    (void)state;
    prepare();
    for (unsigned l = 0; l < (unsigned)tn_sim_param("LINK_N"); l++)
        assert_int_equal(
            tn_axi_write32(torus.b.node[0].cpu, INJECT, 2u | 3u << 8 | 9u << 16 | l << 24),
            TN_AXI_OKAY);
    attack(false);
    judge("two bits of a header", 1);
}

/* Each second message is one packet with forged footers. */
static void play(const char *const *what, unsigned kinds, unsigned times)
{
    unsigned node;
    const unsigned line = torus_line(&node);
    prepare();
    for (unsigned i = 0; i < times && torus.failures == 0; i++) {
        const bool moved = (i + i / kinds) % 2;
        torus_fault(what[i % kinds], line, tn_sim_cycle() + torus_below(moved ? 400 : 500));
        attack(moved);
    }
    judge(what[0], times);
}

static void one_error_of_the_line(void **state)
{
    static const char *const any[] = {
        "burst:3+2", "flip",    "kflip",   "startflip",   "startflip:128", "ctlflip",
        "valid0:1",  "trunc:1", "nfcflip", "drop",        "burst+9",       "valid1:1",
        "wordlose",  "worddup", "worddup", "ctlflip:128", "wordlose",      "worddup",
        "valid0:",   "valid0:", "valid0:"};
    enum { KINDS = sizeof any / sizeof *any };
    const unsigned long total = size_asked("TN_PACKETS", 2 * KINDS, 1);
    (void)state;
    play(any, KINDS, (unsigned)total);
    tn_sim_sent(total);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_bits_of_a_header, torus_fresh, torus_close),
        cmocka_unit_test_setup_teardown(one_error_of_the_line, torus_fresh, torus_close),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
