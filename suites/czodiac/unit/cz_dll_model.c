/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The data link model (cz_dll.md): the table of section 8, numbers and credits by hand, and two
 * ends on a wire that loses, doubles and damages frames: each TLP comes once and in order.
 */
#include "cz_dll_fixture.h"

#include <tn/rng.h>

static void limits_are_those_of_the_table(void **state)
{
    static const unsigned mps[6] = {128, 256, 512, 1024, 2048, 4096};
    static const unsigned x1[6] = {237, 416, 559, 1071, 2095, 4143};
    static const unsigned x4[6] = {73, 118, 154, 282, 538, 1050};
    static const unsigned x8[6] = {67, 107, 86, 150, 278, 534};
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(tn_cz_dll_ack_limit(mps[i], 1), x1[i]);
        assert_int_equal(tn_cz_dll_ack_limit(mps[i], 4), x4[i]);
        assert_int_equal(tn_cz_dll_ack_limit(mps[i], 8), x8[i]);
    }
}

/* Replay buffer of 1024 bytes, MPS 128: two of 160 stay free, so 704 bytes hold 22 TLPs of 32. */
static void room_is_that_of_the_replay_buffer(void **state)
{
    struct end *e = end_new();
    uint8_t p[TLP_LEN];
    (void)state;
    tlp(P, 0, p);
    for (unsigned i = 0; i < 22; i++) {
        assert_true(tn_cz_dll_room(e->near));
        assert_int_equal(tn_cz_dll_send(e->near, p, TLP_LEN), (int)i);
    }
    assert_true(tn_cz_dll_room(e->near));
    tn_cz_dll_send(e->near, p, TLP_LEN);
    assert_false(tn_cz_dll_room(e->near));
    end_free(e);
}

/* With SEQ_LOG2 3, 6 TLPs outstanding end the offer. */
static void numbers_bound_what_is_outstanding(void **state)
{
    static const struct tn_cz_dll_params par = {128, 4, 14, 3, {4, 4, 0}, {16, 4, 0}};
    struct tn_cz_dll *m = tn_cz_dll_new(&par);
    uint8_t p[TLP_LEN];
    (void)state;
    tlp(P, 0, p);
    for (unsigned i = 0; i < 6; i++) {
        assert_true(tn_cz_dll_room(m));
        tn_cz_dll_send(m, p, TLP_LEN);
    }
    assert_false(tn_cz_dll_room(m));
    tn_cz_dll_free(m);
}

/* The DW 40000001 counts 1 data credit, 40000005 counts 2, a read none. */
static void credits_are_those_of_the_length(void **state)
{
    uint8_t p[TLP_LEN];
    unsigned data;
    (void)state;
    tlp(P, 0, p);
    assert_int_equal(tn_cz_dll_class(p, TLP_LEN, &data), P);
    assert_int_equal(data, 1);
    p[3] = 5;
    tn_cz_dll_class(p, TLP_LEN, &data);
    assert_int_equal(data, 2);
    assert_int_equal(tn_cz_dll_class(p, tlp(NP, 0, p), &data), NP);
    assert_int_equal(data, 0);
    assert_int_equal(tn_cz_dll_class(p, tlp(CPL, 0, p), &data), CPL);
    assert_int_equal(data, 1);
}

/* Sent by one end, taken by the other: a wire of one direction. */
struct lane {
    struct tn_cz_dll *from, *to;
    unsigned sent, taken;
    bool nak, ack; /* the receiver owes one */
};

/* Loses one frame of 16, damages one, doubles one. */
static void pass(struct lane *l, struct lane *back, struct tn_rng *r, struct tn_cz_frame *f)
{
    const uint64_t luck = tn_rng_below(r, 16);
    if (luck == 0)
        return;
    if (luck == 1)
        f->bytes[tn_rng_below(r, f->dllp ? 6 : (uint32_t)f->len)] ^= 0x10;
    for (unsigned i = 0; i < 1 + (luck == 2); i++) {
        const struct tn_cz_dll_seen s = tn_cz_dll_receive(l->to, f);
        if (s.fate == TN_CZ_DELIVERED) {
            uint8_t want[TLP_LEN];
            assert_int_equal(s.len, tlp(NP, (uint8_t)l->taken++, want));
            assert_memory_equal(s.p, want, s.len);
            tn_cz_dll_freed(l->to, NP, 0);
        }
        l->ack = l->ack || s.fate == TN_CZ_DELIVERED || s.fate == TN_CZ_DUPLICATE;
        l->nak = l->nak || s.nak_due;
        (void)back;
    }
}

static void turn(struct lane *l, struct lane *back, struct tn_rng *r, unsigned n)
{
    struct tn_cz_frame f;
    uint8_t p[TLP_LEN];
    if (l->sent < n && (tn_cz_dll_ok(l->from) >> NP & 1)) {
        const size_t len = tlp(NP, (uint8_t)l->sent++, p);
        assert_true(tn_cz_dll_send(l->from, p, len) >= 0);
    }
    if (tn_cz_dll_next_frame(l->from, &f))
        pass(l, back, r, &f);
    else if (tn_cz_dll_outstanding(l->from) && tn_rng_below(r, 8) == 0)
        tn_cz_dll_replay(l->from);
    if (back->nak || back->ack) {
        tn_cz_dll_dllp(l->from, back->nak ? TN_DLLP_NAK : TN_DLLP_ACK, 0, &f);
        back->nak = back->ack = false;
        pass(l, back, r, &f);
    }
    if (tn_rng_below(r, 4) == 0) {
        tn_cz_dll_dllp(l->from, TN_DLLP_UPDATEFC, NP, &f);
        pass(l, back, r, &f);
    }
}

static void each_tlp_comes_once_and_in_order(void **state)
{
    enum { N = 9000 };
    struct end *e = end_new();
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 1, 0);
    init1(e);
    init2(e);
    struct lane there = {.from = e->near, .to = e->far}, here = {.from = e->far, .to = e->near};
    for (unsigned i = 0; i < 200 * N && (there.taken < N || here.taken < N); i++) {
        turn(&there, &here, &r, N);
        turn(&here, &there, &r, N);
    }
    assert_int_equal(there.taken, N);
    assert_int_equal(here.taken, N);
    end_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_those_of_the_table),
        cmocka_unit_test(room_is_that_of_the_replay_buffer),
        cmocka_unit_test(numbers_bound_what_is_outstanding),
        cmocka_unit_test(credits_are_those_of_the_length),
        cmocka_unit_test(each_tlp_comes_once_and_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
