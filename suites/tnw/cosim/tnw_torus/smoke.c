/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus comes up, and a message goes both ways over each cable, by Pput and by Nget (TNW-TOR-6).
 */
#include "torus.h"

enum {
    LEN = 256,
    NOTE = 16, /* bytes of a notification */
};

/* What came in on link l is there: what the neighbour sent on link l xor 1. */
static bool came(unsigned node, unsigned l)
{
    const unsigned from = tn_tnw_bench_neighbour(&torus.b, node, l);
    return torus_came(node, base_of(node) + AT + 0x1000 * l, 1024 * from + 128 * (l ^ 1), LEN);
}

/* Links that come in where another node, or this one, sends: l to l xor 1. */
static int both_ways(void *arg, unsigned node)
{
    const bool get = *(const bool *)arg;
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    uint32_t credit[6], sent[6];
    EXPECT(torus_open(node) == 0);
    for (int l = 0; l < 6; l++)
        EXPECT(tnwCredit(t, l, VC, base_of(node) + AT + 0x1000 * (unsigned)l, LEN, &credit[l]) ==
               0);
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
        EXPECT(torus_wait(node, credit[l], &d) == 0 && d.bytes == LEN);
        EXPECT(came(node, (unsigned)l)); /* before its notification */
        EXPECT(!get || (torus_wait(node, sent[l], &d) == 0 && d.bytes == LEN));
    }
    return 0;
}

/* All came, once, and nothing else was written: so many bytes, and no more behind them. */
static bool all_came(bool get)
{
    bool all = true;
    tn_sim_step(200);
    for (unsigned k = 0; k < torus.b.nodes; k++) {
        all &= torus.result[k] == 0 && torus.b.node[k].written == 6 * (LEN + (get ? 2 : 1) * NOTE);
        for (unsigned l = 0; l < 6; l++)
            all &= came(k, l);
    }
    return all;
}

static void goes(bool get, bool wc)
{
    torus_start(0xff, wc);
    const uint64_t begin = tn_sim_cycle();
    torus_run(both_ways, &get, 600 + 600 * torus.b.nodes);
    const uint64_t took = tn_sim_cycle() - begin;
    torus_asks("TNW-TOR-6", all_came(get), "each message whole and once, then its notification",
               "another end");
    print_message("%u nodes, %u messages by %s: %llu cycles\n", torus.b.nodes, 6 * torus.b.nodes,
                  get ? "Nget" : "Pput", (unsigned long long)took);
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
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
