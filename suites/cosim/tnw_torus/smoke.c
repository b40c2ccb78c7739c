/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus comes up, and a message goes both ways over each cable, by Pput and by Nget.
 */
#include "torus.h"

enum { LEN = 256 };

/* Links that come in where another node, or this one, sends: l to l xor 1. */
static int both_ways(void *arg, unsigned node)
{
    const bool get = *(const bool *)arg;
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    uint32_t came[6], sent[6];
    EXPECT(torus_open(node) == 0);
    for (int l = 0; l < 6; l++)
        EXPECT(tnwCredit(t, l, VC, base_of(node) + AT + 0x1000 * (unsigned)l, LEN, &came[l]) == 0);
    for (int l = 0; l < 6; l++) {
        const uint8_t *data = torus.data + 1024 * node + 128 * l;
        const uint64_t src = base_of(node) + 2 * AT + 0x1000 * (unsigned)l;
        if (get) {
            EXPECT(tn_memory_poke(torus.b.node[node].memory, src, data, LEN) == 0);
            EXPECT(tnwGet(t, l, VC, src, LEN, 0, &sent[l]) == 0);
        } else {
            EXPECT(tnwSend(t, l, VC, data, LEN, 0) == 0);
        }
    }
    for (int l = 0; l < 6; l++) {
        EXPECT(torus_wait(node, came[l], &d) == 0 && d.bytes == LEN);
        EXPECT(!get || (torus_wait(node, sent[l], &d) == 0 && d.bytes == LEN));
    }
    return 0;
}

/* What link l of a node sent came in at the neighbour's link l xor 1, and nowhere else. */
static void all_came(void)
{
    for (unsigned k = 0; k < torus.b.nodes; k++)
        for (unsigned l = 0; l < 6; l++) {
            const unsigned to = tn_tnw_bench_neighbour(&torus.b, k, l);
            assert_true(
                torus_came(to, base_of(to) + AT + 0x1000 * (l ^ 1), 1024 * k + 128 * l, LEN));
        }
}

static void goes(bool get, bool wc)
{
    torus_start(0xff, wc);
    const uint64_t begin = tn_sim_cycle();
    torus_run(both_ways, &get, 20000);
    for (unsigned k = 0; k < torus.b.nodes; k++)
        assert_int_equal(torus.result[k], 0);
    all_came();
    print_message("%u nodes, %u messages by %s: %llu cycles\n", torus.b.nodes, 6 * torus.b.nodes,
                  get ? "Nget" : "Pput", (unsigned long long)(tn_sim_cycle() - begin));
    torus_end();
}

static void messages_by_pput_on_every_link(void **state)
{
    (void)state;
    goes(false, true);
}

static void messages_by_nget_on_every_link(void **state)
{
    (void)state;
    goes(true, false);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_by_pput_on_every_link),
        cmocka_unit_test(messages_by_nget_on_every_link),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
