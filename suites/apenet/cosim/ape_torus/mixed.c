/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The hosts of a torus put, send and fetch at random, as many messages under way as interfaces
 * take, with memories that answer at once and late. No line breaks: each message is whole, and at
 * the end all memory of all hosts is what it must be, byte for byte.
 */
#include "promise.h"

enum {
    PATIENCE = 1 << 20, /* MSG_TIMEOUT and GET_TIMEOUT: no message waits so long */
    AWAIT_CYC = 400000,
    REST = 500,
    TURN = 8,
    AT_ONCE = 400,  /* messages between two looks at all memory */
    UNDER_WAY = 48, /* messages at a time */
    TAKERS = 4,     /* buffers for sends at a host */
    TAGS = 8,       /* fetches at a time of a host */
    ASKED = 16      /* fetches at a time from a host */
};

static int open_torus(unsigned long salt)
{
    const uint64_t seed = tn_sim_seed() + salt;
    memset(&torus, 0, sizeof torus);
    tn_rng_seed(&torus.rng, seed, 22);
    if (tn_ape_torus_bench_open(&torus.b, seed, torus_verdict, NULL))
        return -1;
    return tn_ape_promise_open(&torus.p, tn_ape_torus_bench_hosts(&torus.b), seed, PATIENCE,
                               torus_verdict, NULL);
}

static int patient(void **state)
{
    (void)state;
    return open_torus(0);
}

/* Returns how many messages of that kind are under way to a host, and, of fetches, from it. */
static unsigned open_ones(enum tn_ape_letter_kind kind, unsigned to, unsigned *from)
{
    unsigned n = 0;
    for (unsigned i = 0; i < torus.p.letters; i++) {
        const struct tn_ape_letter *l = &torus.p.letter[i];
        if (l->kind != kind || l->fate != TN_APE_UNDER_WAY)
            continue;
        n += l->to == to;
        if (from)
            *from += l->from == to;
    }
    return n;
}

/* Says whether a message of that kind finds a buffer, a tag, a place in the queue of gets. */
static bool has_room(enum tn_ape_letter_kind kind, unsigned from, unsigned to)
{
    unsigned asked = 0;
    if (kind == TN_APE_BY_SEND)
        return open_ones(kind, to, NULL) < TAKERS;
    if (kind != TN_APE_BY_GET)
        return true;
    open_ones(kind, from, &asked);
    return open_ones(kind, to, NULL) < TAGS && asked < ASKED;
}

static void send_some(unsigned long total)
{
    for (unsigned long i = 0; i < total && torus.failures == 0;) {
        const enum tn_ape_letter_kind kind = (enum tn_ape_letter_kind)torus_below(3);
        const unsigned from = torus_below(torus.b.nodes), to = torus_below(torus.b.nodes);
        const uint32_t n = 1 + torus_below(1u << (5 + torus_below(9)));
        int rc = -EAGAIN;
        if (tn_ape_promise_left(&torus.p) < UNDER_WAY && has_room(kind, from, to))
            rc = tn_ape_promise_send(&torus.p, kind, from, to, n, torus_below(4) == 0);
        assert_true(rc >= 0 || rc == -EAGAIN);
        i += rc >= 0;
        if (rc < 0 || torus_below(4) == 0)
            tn_ape_promise_step(&torus.p, TURN);
    }
}

/* Lets the hosts send so many messages, and judges all memory behind the last one. */
static void round_of(unsigned long n, bool late)
{
    const struct tn_memory_timing t = {1, 40, 1, 40, true, true, tn_sim_seed()};
    for (unsigned k = 0; late && k < torus.b.nodes; k++)
        assert_int_equal(tn_memory_timing(torus.b.node[k].host.memory, &t), 0);
    send_some(n);
    for (uint64_t end = tn_sim_cycle() + AWAIT_CYC;
         tn_ape_promise_left(&torus.p) > 0 && torus.failures == 0 && tn_sim_cycle() < end;)
        tn_ape_promise_step(&torus.p, TURN);
    tn_ape_promise_step(&torus.p, REST);
    tn_ape_promise_end(&torus.p);
    RULE_WAITED("APR-NET-2", torus.p.whole == n, "all messages, whole");
    tn_ape_promise_memory(&torus.p);
    torus_end();
}

static void play(bool late)
{
    const unsigned long total = size_asked("TN_PACKETS", 40, 2);
    unsigned kinds[3] = {0};
    for (unsigned long i = 0, n; i < total; i += n) {
        n = total - i < AT_ONCE ? total - i : AT_ONCE;
        if (i) {
            tn_ape_promise_close(&torus.p);
            assert_int_equal(open_torus(i), 0);
        }
        round_of(n, late);
        for (unsigned k = 0; k < torus.p.letters; k++)
            kinds[torus.p.letter[k].kind]++;
    }
    print_message("%u puts, %u sends, %u gets, up to cycle %llu\n", kinds[TN_APE_BY_PUT],
                  kinds[TN_APE_BY_SEND], kinds[TN_APE_BY_GET], (unsigned long long)tn_sim_cycle());
    tn_sim_sent(total);
}

static void memories_answer_at_once(void **state)
{
    (void)state;
    play(false);
}

static void memories_answer_late(void **state)
{
    (void)state;
    play(true);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(memories_answer_at_once, patient, torus_close),
        cmocka_unit_test_setup_teardown(memories_answer_late, patient, torus_close),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
