/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The graph of the torus' buffers has no cycle (apenet.md section 3, ape_router.md sections 2 and
 * 5; Dally and Seitz: routing whose graph of channels has no cycle cannot deadlock).
 *
 * A channel is a node's way out with its VC. A channel depends on the next one of a packet's way,
 * since the packet holds the one while it waits for the other. All ways between all pairs of nodes
 * are walked: lattices of 1x1x1 to 8x8x8, every order of the dimensions, ties that go plus and ties
 * that go minus. The rules that are known to deadlock must show a cycle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX = 8, PORTS = 6, CHANNELS = PORTS * 2 };

/* The rule of VCs: of the page, none (one VC), and that of the public router, which takes each tie
 * for a way that goes plus. */
enum vc_rule { BY_WRAP, ALWAYS_0, TIES_AS_PLUS };

/* A lattice and its routing. */
struct lattice {
    int size[3];
    int order[3];
    bool ties_plus;
    enum vc_rule rule;
};

/* By node and channel: the channels of the next node that depend on it, a bit each. */
static uint16_t edges[MAX * MAX * MAX][CHANNELS];
static bool used[MAX * MAX * MAX][CHANNELS];

static int node_of(const struct lattice *l, const int at[3])
{
    return (at[2] * l->size[1] + at[1]) * l->size[0] + at[0];
}

/* Says whether the way from `from` to `to` in dimension d goes plus. */
static bool goes_plus(const struct lattice *l, int d, int from, int to)
{
    int size = l->size[d];
    int steps = (to - from + size) % size;

    if (size == 2 || 2 * steps < size)
        return true;
    return 2 * steps == size && l->ties_plus;
}

/* VC of a packet that enters dimension d at `from`. */
static int vc_on_entry(const struct lattice *l, int d, int from, int to, bool plus)
{
    bool tie = 2 * ((to - from + l->size[d]) % l->size[d]) == l->size[d];

    if (l->rule == ALWAYS_0)
        return 0;
    if (l->rule == TIES_AS_PLUS && tie)
        plus = true;
    return plus ? to < from : to > from;
}

/* Walks a packet's way and notes which channel waits for which. */
static void walk(const struct lattice *l, const int from[3], const int to[3])
{
    int at[3] = {from[0], from[1], from[2]};
    int last_node = -1, last_channel = 0;

    for (int i = 0; i < 3; i++) {
        int d = l->order[i];
        bool plus = goes_plus(l, d, at[d], to[d]);
        int vc = vc_on_entry(l, d, at[d], to[d], plus);
        int channel = 2 * (2 * d + !plus) + vc;

        while (at[d] != to[d]) {
            int node = node_of(l, at);

            used[node][channel] = true;
            if (last_node >= 0)
                edges[last_node][last_channel] |= (uint16_t)(1 << channel);
            last_node = node;
            last_channel = channel;
            at[d] = (at[d] + (plus ? 1 : l->size[d] - 1)) % l->size[d];
        }
    }
}

static void walk_all(const struct lattice *l)
{
    int n = l->size[0] * l->size[1] * l->size[2];

    memset(edges, 0, sizeof edges);
    memset(used, 0, sizeof used);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            int x = l->size[0], y = l->size[1];
            int from[3] = {a % x, a / x % y, a / x / y}, to[3] = {b % x, b / x % y, b / x / y};

            walk(l, from, to);
        }
}

/* Node behind a channel. */
static int next_node(const struct lattice *l, int node, int channel)
{
    int x = l->size[0], y = l->size[1];
    int at[3] = {node % x, node / x % y, node / x / y};
    int d = channel / 4;
    bool plus = channel / 2 % 2 == 0;

    at[d] = (at[d] + (plus ? 1 : l->size[d] - 1)) % l->size[d];
    return node_of(l, at);
}

/* Says whether the graph has a cycle: takes away channels on which none depends, until none is left
 * (Kahn). */
static bool has_cycle(const struct lattice *l)
{
    static int waits[MAX * MAX * MAX][CHANNELS];
    static int ready[MAX * MAX * MAX * CHANNELS];
    int n = l->size[0] * l->size[1] * l->size[2], count = 0, left = 0;

    memset(waits, 0, sizeof waits);
    for (int i = 0; i < n * CHANNELS; i++)
        for (int k = 0; k < CHANNELS; k++)
            if (edges[i / CHANNELS][i % CHANNELS] >> k & 1)
                waits[next_node(l, i / CHANNELS, i % CHANNELS)][k]++;
    for (int i = 0; i < n * CHANNELS; i++)
        if (used[i / CHANNELS][i % CHANNELS]) {
            left++;
            if (waits[i / CHANNELS][i % CHANNELS] == 0)
                ready[count++] = i;
        }
    while (count > 0) {
        int i = ready[--count], next = next_node(l, i / CHANNELS, i % CHANNELS);

        left--;
        for (int k = 0; k < CHANNELS; k++)
            if ((edges[i / CHANNELS][i % CHANNELS] >> k & 1) && --waits[next][k] == 0)
                ready[count++] = next * CHANNELS + k;
    }
    return left != 0;
}

static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static bool deadlocks(int x, int y, int z, int order, bool ties_plus, enum vc_rule rule)
{
    struct lattice l = {.size = {x, y, z}, .ties_plus = ties_plus, .rule = rule};

    memcpy(l.order, orders[order], sizeof l.order);
    walk_all(&l);
    return has_cycle(&l);
}

static void test_no_lattice_up_to_8x8x8_has_a_cycle(void **state)
{
    (void)state;
    /* With all orders, sizes that differ by their places alone are the same lattice under other
     * names. */
    for (int z = 1; z <= MAX; z++)
        for (int y = 1; y <= z; y++)
            for (int x = 1; x <= y; x++)
                for (int way = 0; way < 12; way++)
                    assert_false(deadlocks(x, y, z, way % 6, way / 6 == 0, BY_WRAP));
}

static void test_one_vc_has_a_cycle_in_each_ring_of_four_or_more(void **state)
{
    (void)state;
    for (int n = 1; n <= MAX; n++)
        assert_int_equal(deadlocks(n, 1, 1, 0, true, ALWAYS_0), n >= 4);
}

static void test_a_tie_that_goes_minus_with_the_vc_of_plus_has_a_cycle(void **state)
{
    (void)state;
    /* In a ring of four a tie's two links and the way of one link beside them close no cycle. */
    for (int n = 2; n <= MAX; n++) {
        assert_int_equal(deadlocks(n, 1, 1, 0, false, TIES_AS_PLUS), n == 6 || n == 8);
        assert_false(deadlocks(n, 1, 1, 0, true, TIES_AS_PLUS));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_lattice_up_to_8x8x8_has_a_cycle),
        cmocka_unit_test(test_one_vc_has_a_cycle_in_each_ring_of_four_or_more),
        cmocka_unit_test(test_a_tie_that_goes_minus_with_the_vc_of_plus_has_a_cycle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
