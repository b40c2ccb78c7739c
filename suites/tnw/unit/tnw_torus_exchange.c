/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The exchange of a lattice over the model's torus, on the library, byte for byte what one process
 * computes (checkers/tnw/spec/tnw_torus.md section 3); no access of the library breaks a rule.
 */
#include "tnw_torus_fixture.h"

struct run {
    struct torus *t;
    const struct tn_tnw_lattice *l;
    uint64_t *cells;
};

static int program(void *arg, unsigned node)
{
    const struct run *r = arg;
    struct station *s = &r->t->node[node];
    return tn_tnw_lattice_node(r->l, node, &tn_tnw_wc_io, &s->wc, base_of(node), &s->judge,
                               r->cells + node * tn_tnw_lattice_words(r->l));
}

/* Words of the torus that are not what one process has; sums of both the same. */
static size_t differ(const struct tn_tnw_lattice *l, unsigned nodes, const uint64_t *cells)
{
    const size_t words = nodes * tn_tnw_lattice_words(l);
    uint64_t *whole = calloc(words, sizeof *whole);
    size_t n = 0;
    assert_non_null(whole);
    assert_int_equal(tn_tnw_lattice_whole(l, whole), 0);
    for (size_t i = 0; i < words; i++)
        n += cells[i] != whole[i];
    free(whole);
    return n;
}

static uint64_t sum(const struct tn_tnw_lattice *l, unsigned nodes, const uint64_t *cells)
{
    uint64_t s = 0;
    for (size_t i = 0; i < nodes * tn_tnw_lattice_words(l); i++)
        s += cells[i];
    return s;
}

/* Nothing but the halo was written where halos come. */
static void guards_are_whole(const struct torus *t, const struct tn_tnw_lattice *l)
{
    const size_t halo = tn_tnw_lattice_halo(l);
    uint8_t guard[TN_TNW_AT_STEP];
    for (unsigned k = 0; k < t->nodes; k++)
        for (unsigned link = 0; link < TNW_LINKS; link++) {
            const uint64_t at = base_of(k) + TN_TNW_AT_RECEIVE + TN_TNW_AT_STEP * link;
            tn_memory_peek(t->node[k].io.memory, at, guard, sizeof guard);
            for (size_t i = halo; i < sizeof guard; i++)
                assert_int_equal(guard[i], 0);
        }
}

static void exchange(const struct tn_tnw_torus_params *p, const struct tn_tnw_lattice *l,
                     uint64_t wc)
{
    struct torus *t = torus_new(p, wc);
    int result[TN_TNW_NODES_MAX];
    struct run r = {t, l, calloc(t->nodes * tn_tnw_lattice_words(l), sizeof(uint64_t))};
    assert_non_null(r.cells);
    assert_int_equal(tn_tnw_spmd(t->nodes, program, &r, tn_tnw_model_advance, &t->time, result), 0);
    for (unsigned k = 0; k < t->nodes; k++)
        assert_int_equal(result[k], 0);
    assert_int_equal(differ(l, t->nodes, r.cells), 0);
    guards_are_whole(t, l);
    free(r.cells);
    torus_ends(t);
}

static const struct tn_tnw_lattice small = {.size = {2, 2, 2}, .edge = 4, .steps = 5, .seed = 1};

static void by_pput(void **state)
{
    (void)state;
    const struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
    exchange(&p, &small, 0);
}

static void by_nget(void **state)
{
    (void)state;
    const struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
    struct tn_tnw_lattice l = small;
    l.get_links = 63;
    exchange(&p, &l, 0);
}

static void by_both_with_write_combining(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
        struct tn_tnw_lattice l = small;
        p.seed = seed;
        l.seed = seed;
        l.vc = seed % TNW_VCS;
        l.get_links = (unsigned)(seed * 37) & 63;
        exchange(&p, &l, seed);
    }
}

/* Messages of more items than a window or a FIFO has, on the smallest node. */
static void long_messages_on_the_smallest_node(void **state)
{
    (void)state;
    struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
    struct tn_tnw_lattice l = {.size = {2, 2, 2}, .edge = 16, .steps = 3, .seed = 3};
    p.off_log2 = 8;
    p.item_log2 = 2;
    p.tag_log2 = 1;
    p.desc_log2 = p.credit_log2 = 0;
    exchange(&p, &l, 5);
    l.get_links = 0x2d;
    exchange(&p, &l, 6);
}

static void every_shape(void **state)
{
    (void)state;
    static const uint8_t shape[][3] = {{1, 1, 1}, {1, 2, 3}, {4, 1, 2}, {3, 3, 3}};
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
        struct tn_tnw_lattice l = {
            .size = {shape[i][0], shape[i][1], shape[i][2]}, .edge = 8, .steps = 4, .seed = i};
        p.x_n = shape[i][0];
        p.y_n = shape[i][1];
        p.z_n = shape[i][2];
        l.get_links = (unsigned)i;
        exchange(&p, &l, i);
    }
}

/* The comparison sees one bit; what is compared is no constant. */
static void one_wrong_bit_is_seen(void **state)
{
    (void)state;
    uint64_t *cells = calloc(8 * tn_tnw_lattice_words(&small), sizeof *cells);
    struct tn_tnw_lattice first = small;
    assert_non_null(cells);
    first.steps = 0;
    assert_int_equal(tn_tnw_lattice_whole(&first, cells), 0);
    const uint64_t before = sum(&small, 8, cells);
    assert_true(differ(&small, 8, cells) > 1000);
    assert_int_equal(tn_tnw_lattice_whole(&small, cells), 0);
    assert_true(sum(&small, 8, cells) == before); /* nothing is lost */
    cells[77] ^= 1ull << 40;
    assert_int_equal(differ(&small, 8, cells), 1);
    free(cells);
}

/* A cut cable stops the exchange, and every node says so. */
static void a_cut_cable_is_no_silence(void **state)
{
    (void)state;
    const struct tn_tnw_torus_params p = tn_tnw_torus_defaults();
    struct torus *t = torus_new(&p, 0);
    int result[TN_TNW_NODES_MAX];
    struct run r = {t, &small, calloc(8 * tn_tnw_lattice_words(&small), sizeof(uint64_t))};
    assert_non_null(r.cells);
    tn_tnw_torus_model_cut_cable(t->model, 3, 4, true);
    assert_int_equal(tn_tnw_spmd(8, program, &r, tn_tnw_model_advance, &t->time, result), 0);
    for (unsigned k = 0; k < 8; k++)
        assert_int_equal(result[k], -ETIMEDOUT);
    free(r.cells);
    torus_ends(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_pput),
        cmocka_unit_test(by_nget),
        cmocka_unit_test(by_both_with_write_combining),
        cmocka_unit_test(long_messages_on_the_smallest_node),
        cmocka_unit_test(every_shape),
        cmocka_unit_test(one_wrong_bit_is_seen),
        cmocka_unit_test(a_cut_cable_is_no_silence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
