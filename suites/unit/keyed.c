/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Records found by a key, against a plain array of which keys are in.
 */
#include <tn/keyed.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { KEYS = 600, MOST = 400, STEPS = 20000 };

struct record {
    uint64_t key;
    unsigned value;
};

static void what_was_never_added_is_not_found(void **state)
{
    struct tn_keyed t;
    (void)state;
    tn_keyed_init(&t, sizeof(struct record), MOST);
    assert_null(tn_keyed_find(&t, 1));
    assert_null(tn_keyed_next(&t, NULL));
}

static void a_new_record_holds_its_key_and_nothing_else(void **state)
{
    struct tn_keyed t;
    bool made;
    (void)state;
    tn_keyed_init(&t, sizeof(struct record), MOST);
    struct record *r = tn_keyed_add(&t, 7, &made);
    assert_true(made);
    assert_int_equal(r->key, 7);
    assert_int_equal(r->value, 0);
    r->value = 3;
    tn_keyed_remove(&t, r);
    r = tn_keyed_add(&t, 7, &made);
    assert_true(made);
    assert_int_equal(r->value, 0);
    tn_keyed_free(&t);
}

static void a_full_table_gives_what_it_has_and_takes_no_more(void **state)
{
    struct tn_keyed t;
    bool made;
    (void)state;
    tn_keyed_init(&t, sizeof(struct record), 2);
    assert_non_null(tn_keyed_add(&t, 1, &made));
    assert_non_null(tn_keyed_add(&t, 2, &made));
    assert_null(tn_keyed_add(&t, 3, &made));
    assert_false(made);
    assert_non_null(tn_keyed_add(&t, 2, &made));
    assert_false(made);
    tn_keyed_free(&t);
}

static void every_record_comes_once(const struct tn_keyed *t, const bool *in, size_t n)
{
    bool seen[KEYS + 1] = {false};
    size_t count = 0;
    for (const struct record *r = tn_keyed_next(t, NULL); r; r = tn_keyed_next(t, r), count++) {
        assert_true(in[r->key]);
        assert_false(seen[r->key]);
        seen[r->key] = true;
    }
    assert_int_equal(count, n);
}

/* Keys that are neighbours share runs of slots: removal must leave the rest of a run in reach. */
static void records_stay_found_while_others_come_and_go(void **state)
{
    struct tn_keyed t;
    struct tn_rng rng;
    bool in[KEYS + 1] = {false}, made;
    size_t n = 0;
    (void)state;
    tn_rng_seed(&rng, 1, 0);
    tn_keyed_init(&t, sizeof(struct record), MOST);
    for (unsigned k = 0; k < STEPS; k++) {
        const unsigned key = 1 + (unsigned)tn_rng_below(&rng, KEYS);
        struct record *r = tn_keyed_find(&t, key);
        assert_int_equal(r != NULL, in[key]);
        if (r) {
            assert_int_equal(r->value, 2 * key);
            tn_keyed_remove(&t, r);
            in[key] = false;
            n--;
        } else if ((r = tn_keyed_add(&t, key, &made))) {
            assert_true(made);
            r->value = 2 * key;
            in[key] = true;
            n++;
        } else {
            assert_int_equal(n, MOST);
        }
        assert_int_equal(t.n, n);
        if (k % 1000 == 0)
            every_record_comes_once(&t, in, n);
    }
    for (unsigned key = 1; key <= KEYS; key++)
        assert_int_equal(tn_keyed_find(&t, key) != NULL, in[key]);
    tn_keyed_free(&t);
    assert_null(tn_keyed_find(&t, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_never_added_is_not_found),
        cmocka_unit_test(a_new_record_holds_its_key_and_nothing_else),
        cmocka_unit_test(a_full_table_gives_what_it_has_and_takes_no_more),
        cmocka_unit_test(records_stay_found_while_others_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
