/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages on the library over the model's torus: what arrives, what is reported, what a reset
 * leaves (checkers/tnw/spec/tnw_torus.md sections 3 and 4). All test code is at node 0, whose link 0
 * leads to link 1 of node 1.
 */
#include "tnw_torus_fixture.h"

enum { VC = 2, AT = 0x100000, MESSAGE_MAX = 64 * 1024 };

struct pair {
    struct torus *t;
    struct tnw here, there;
    uint8_t data[MESSAGE_MAX], got[MESSAGE_MAX];
    struct tn_rng rng;
};

/* Test code is the only program; its pauses let the model run. */
static int alone(void *arg, unsigned node)
{
    struct pair *p = arg;
    (void)node;
    for (unsigned k = 0; k < 2; k++) {
        const int r = tnwOpen(k ? &p->there : &p->here, &tn_tnw_lib_judge_io, &p->t->node[k].judge,
                              63, base_of(k) + TN_TNW_AT_NOTES);
        if (r)
            return r;
    }
    return 0;
}

struct scene {
    struct pair *p;
    int (*play)(struct pair *p);
};

static int acts(void *arg, unsigned node)
{
    const struct scene *s = arg;
    const int r = alone(s->p, node);
    return r ? r : s->play(s->p);
}

/* 0 when all of it is as the page says; else where it is not. */
static void plays_with(int (*play)(struct pair *p), bool last_en, uint64_t wc)
{
    struct tn_tnw_torus_params params = tn_tnw_torus_defaults();
    struct pair *p = calloc(1, sizeof *p);
    assert_non_null(p);
    params.x_n = 2;
    params.y_n = params.z_n = 1;
    params.last_en = last_en;
    params.seed = wc;
    p->t = torus_new(&params, wc);
    p->t->time.idle_max = 1000;
    tn_rng_seed(&p->rng, wc, 5);
    for (size_t i = 0; i < MESSAGE_MAX; i++)
        p->data[i] = (uint8_t)tn_rng_next(&p->rng);
    const struct scene s = {p, play};
    int result;
    assert_int_equal(tn_tnw_spmd(1, acts, (void *)&s, tn_tnw_model_advance, &p->t->time, &result),
                     0);
    assert_int_equal(result, 0);
    torus_ends(p->t);
    free(p);
}

static void plays(int (*play)(struct pair *p), uint64_t wc)
{
    plays_with(play, true, wc);
}

/* A line number is what a scene gives when something is not as expected. */
#define EXPECT(x)                                                                                  \
    do {                                                                                           \
        if (!(x))                                                                                  \
            return __LINE__;                                                                       \
    } while (0)

static int tested(struct pair *p, struct tnw *t, uint32_t handle, struct tnw_done *d, bool wait)
{
    *d = (struct tnw_done){0};
    const int r = wait ? tnwWait(t, handle, d) : tnwTest(t, handle, d);
    tn_tnw_lib_judge_tested(&p->t->node[t == &p->there].judge, handle, r, d);
    return r;
}

static bool came(struct pair *p, uint64_t at, size_t from, size_t len)
{
    tn_memory_peek(p->t->node[1].io.memory, at, p->got, len);
    return memcmp(p->got, p->data + from, len) == 0;
}

/* Messages of all lengths and places on one window, one behind the other, whose lines come in any
 * order and in parts. */
static int many_messages(struct pair *p)
{
    struct tnw_done d;
    uint32_t h;
    for (unsigned i = 0; i < 60; i++) {
        const unsigned items = 1 + (unsigned)tn_rng_below(&p->rng, 40);
        const uint32_t first = 4 * (uint32_t)tn_rng_below(&p->rng, 12);
        const uint32_t offset = tn_rng_below(&p->rng, 2) ? 0 : 128 * first;
        const size_t len = 128 * (size_t)items, from = 16 * tn_rng_below(&p->rng, 1000);
        const uint64_t at = base_of(1) + AT + 0x10000 * i;
        if (tnwCredit(&p->there, 1, VC, at - offset, len, &h))
            return __LINE__;
        /* (the credit's bytes lie from offset on: it is as long as they are) */
        EXPECT(tested(p, &p->there, h, &d, false) == -EAGAIN);
        const int sent = tnwSend(&p->here, 0, VC, p->data + from, len, offset);
        tn_tnw_lib_judge_sent(&p->t->node[0].judge, sent);
        EXPECT(sent == 0);
        if (offset == 0) {
            EXPECT(tested(p, &p->there, h, &d, true) == 0);
            EXPECT(d.bytes == len && came(p, at, from, len));
        } else { /* what lies behind the credit's end does not fit, and is reported */
            EXPECT(tested(p, &p->there, h, &d, true) == -EIO && d.cause == TNW_C_FIT);
        }
    }
    return 0;
}

static void messages_arrive_whole_in_any_order_of_their_parts(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        plays(many_messages, seed);
}

/* As in the paper. */
static int lengths_without_last(struct pair *p)
{
    const uint64_t at = base_of(1) + AT;
    struct tnw_done d;
    uint32_t h, later;
    /* shorter: the credit stays open, until the rest of its bytes come */
    EXPECT(tnwCredit(&p->there, 1, VC, at, 512, &h) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 384, 0) == 0);
    for (unsigned i = 0; i < 50; i++)
        EXPECT(tn_tnw_spmd_yield() == 0);
    EXPECT(tested(p, &p->there, h, &d, false) == -EAGAIN && came(p, at, 0, 384));
    EXPECT(tnwSend(&p->here, 0, VC, p->data + 384, 128, 384) == 0);
    EXPECT(tested(p, &p->there, h, &d, true) == 0 && d.bytes == 512 && came(p, at, 0, 512));
    /* longer: the credit ends with what fitted, the rest meets the next one */
    EXPECT(tnwCredit(&p->there, 1, VC, at, 256, &h) == 0);
    EXPECT(tnwCredit(&p->there, 1, VC, at + 0x10000, 128, &later) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 384, 0) == 0);
    EXPECT(tested(p, &p->there, later, &d, true) == -EIO && d.bytes == 0 && d.cause == TNW_C_FIT);
    EXPECT(tested(p, &p->there, h, &d, true) == 0 && d.bytes == 256);
    /* an Nget into a credit that is too small in its middle */
    EXPECT(tn_memory_poke(p->t->node[0].io.memory, base_of(0) + AT, p->data, 512) == 0);
    EXPECT(tnwCredit(&p->there, 1, VC, at, 512, &h) == 0);
    EXPECT(tnwGet(&p->here, 0, VC, base_of(0) + AT, 512, 128, &later) == 0);
    EXPECT(tested(p, &p->here, later, &d, true) == 0 && d.bytes == 512);
    EXPECT(tested(p, &p->there, h, &d, true) == -EIO && d.bytes == 384 && d.cause == TNW_C_FIT);
    return 0;
}

/* Holes.md T5: none of the messages moves another one. */
static int different_lengths(struct pair *p)
{
    const uint64_t at = base_of(1) + AT;
    struct tnw_done d;
    uint32_t h[4];
    for (unsigned i = 0; i < 4; i++)
        EXPECT(tnwCredit(&p->there, 1, VC, at + 0x10000 * i, i == 3 ? 128 : 384, &h[i]) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 256, 0) == 0);        /* shorter */
    EXPECT(tnwSend(&p->here, 0, VC, p->data + 1024, 640, 0) == 0); /* longer */
    EXPECT(tnwSend(&p->here, 0, VC, p->data + 2048, 384, 0) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data + 4096, 128, 0) == 0);
    EXPECT(tested(p, &p->there, h[0], &d, true) == 0 && d.cause == TNW_C_SHORT && d.bytes == 256);
    EXPECT(tested(p, &p->there, h[1], &d, true) == -EIO && d.cause == TNW_C_LONG && d.bytes == 384);
    EXPECT(tested(p, &p->there, h[2], &d, true) == 0 && d.cause == 0 && d.bytes == 384);
    EXPECT(tested(p, &p->there, h[3], &d, true) == 0 && d.cause == 0 && d.bytes == 128);
    EXPECT(came(p, at, 0, 256) && came(p, at + 0x10000, 1024, 384) &&
           came(p, at + 0x20000, 2048, 384) && came(p, at + 0x30000, 4096, 128));
    /* an Nget into a credit that is too small in its middle: as long, but one packet does not fit
     */
    EXPECT(tn_memory_poke(p->t->node[0].io.memory, base_of(0) + AT, p->data, 512) == 0);
    EXPECT(tnwCredit(&p->there, 1, VC, at, 512, &h[0]) == 0);
    EXPECT(tnwGet(&p->here, 0, VC, base_of(0) + AT, 512, 128, &h[1]) == 0);
    EXPECT(tested(p, &p->here, h[1], &d, true) == 0 && d.bytes == 512);
    EXPECT(tested(p, &p->there, h[0], &d, true) == -EIO && d.bytes == 384 && d.cause == TNW_C_FIT);
    EXPECT(tnwGet(&p->here, 0, VC, base_of(0) + AT, 512, 16, &h[1]) == -EINVAL);
    return 0;
}

/* An Nget that fails has sent no last: one packet at the window's end is it, and the next message
 * meets the next credit. */
static int cut_short(struct pair *p)
{
    const uint64_t at = base_of(1) + AT;
    struct tnw_done d;
    uint32_t h[2], get;
    for (unsigned i = 0; i < 2; i++)
        EXPECT(tnwCredit(&p->there, 1, VC, at + 0x10000 * i, 1024, &h[i]) == 0);
    tn_tnw_torus_model_fail_read(p->t->model, 0, 0, TNW_C_STATUS);
    EXPECT(tnwGet(&p->here, 0, VC, base_of(0) + AT, 1024, 0, &get) == 0);
    EXPECT(tested(p, &p->here, get, &d, true) == -EIO && d.bytes < 1024);
    EXPECT(tnwSend(&p->here, 0, VC, p->data + 512, 128, (16 << 16) - 128) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 1024, 0) == 0);
    EXPECT(tested(p, &p->there, h[0], &d, true) == -EIO && d.cause == (TNW_C_FIT | TNW_C_SHORT));
    EXPECT(tested(p, &p->there, h[1], &d, true) == 0 && d.bytes == 1024 &&
           came(p, at + 0x10000, 0, 1024));
    return 0;
}

static void a_message_cut_short_is_ended_by_one_packet(void **state)
{
    (void)state;
    plays(cut_short, 0);
}

static void messages_and_credits_of_different_length(void **state)
{
    (void)state;
    plays_with(lengths_without_last, false, 0);
    plays_with(lengths_without_last, false, 3);
    plays(different_lengths, 0);
    plays(different_lengths, 3);
}

static int eight_credits_one_too_many(struct pair *p)
{
    struct tnw_done d;
    uint32_t h[9];
    for (unsigned i = 0; i < 8; i++)
        EXPECT(tnwCredit(&p->there, 1, VC, base_of(1) + AT + 128 * i, 128, &h[i]) == 0);
    EXPECT(tnwCredit(&p->there, 1, VC, base_of(1) + AT, 128, &h[8]) == -EBUSY);
    for (unsigned i = 0; i < 8; i++)
        EXPECT(tnwSend(&p->here, 0, VC, p->data + 128 * i, 128, 0) == 0);
    for (unsigned i = 8; i-- > 0;) /* ends come in the order of the credits, tests as one likes */
        EXPECT(tested(p, &p->there, h[i], &d, true) == 0);
    EXPECT(came(p, base_of(1) + AT, 0, 1024));
    EXPECT(tested(p, &p->there, h[3], &d, false) == -ENOENT);
    return 0;
}

static void handles_in_any_order_and_no_more_than_there_are(void **state)
{
    (void)state;
    plays(eight_credits_one_too_many, 0);
}

static int bad_reads(struct pair *p)
{
    static const enum tnw_cause cause[] = {TNW_C_STATUS, TNW_C_POISON, TNW_C_TIMEOUT, TNW_C_WRONG};
    struct tnw_done d;
    uint32_t h, credit;
    for (unsigned i = 0; i < 4; i++) {
        tn_tnw_torus_model_fail_read(p->t->model, 0, 0, cause[i]);
        EXPECT(tnwGet(&p->here, 0, VC, base_of(0) + AT, 128, 0, &h) == 0);
        EXPECT(tested(p, &p->here, h, &d, true) == -EIO && d.bytes == 0 && d.cause == cause[i]);
    }
    EXPECT(tnwCredit(&p->there, 1, VC, base_of(1) + AT, 128, &credit) == 0);
    EXPECT(tnwGet(&p->here, 0, VC, base_of(0) + AT, 128, 0, &h) == 0);
    EXPECT(tested(p, &p->here, h, &d, true) == 0);
    EXPECT(tested(p, &p->there, credit, &d, true) == 0);
    return 0;
}

static void bad_reads_are_the_handles_cause(void **state)
{
    (void)state;
    plays(bad_reads, 0);
}

/* Both sides reset a link with a message half way; the other links' messages are not touched. */
static int reset_amid(struct pair *p)
{
    struct tnw_done d;
    uint32_t h, other, again;
    EXPECT(tnwCredit(&p->there, 1, VC, base_of(1) + AT, 1024, &h) == 0);
    EXPECT(tnwCredit(&p->there, 0, VC, base_of(1) + AT + 0x10000, 256, &other) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 512, 0) == 0);
    EXPECT(tnwReset(&p->there, 1) == 0);
    EXPECT(tested(p, &p->there, h, &d, false) == -ECONNRESET);
    EXPECT(tested(p, &p->there, h, &d, false) == -ENOENT);
    for (unsigned i = 0; i < 50; i++)
        EXPECT(tn_tnw_spmd_yield() == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 512, 0) == -ENOLINK);
    EXPECT(tnwCredit(&p->here, 0, VC, base_of(0) + AT, 128, &again) == -ENOLINK);
    EXPECT(tnwReset(&p->here, 0) == 0);
    for (unsigned i = 0; i < 50; i++)
        EXPECT(tn_tnw_spmd_yield() == 0);
    EXPECT(tnwSend(&p->here, 1, VC, p->data + 4096, 256, 0) == 0);
    EXPECT(tested(p, &p->there, other, &d, true) == 0 &&
           came(p, base_of(1) + AT + 0x10000, 4096, 256));
    EXPECT(tnwCredit(&p->there, 1, VC, base_of(1) + AT, 1024, &again) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data + 1024, 1024, 0) == 0);
    EXPECT(tested(p, &p->there, again, &d, true) == 0 && came(p, base_of(1) + AT, 1024, 1024));
    return 0;
}

static void a_reset_link_carries_messages_again(void **state)
{
    (void)state;
    plays(reset_amid, 0);
    plays(reset_amid, 2);
}

/* Someone else's fragment in our window: OVERWRITE or INCOMPLETE; -EIO until NEXT is written. */
static int window_error(struct pair *p)
{
    const uint64_t window = (uint64_t)VC << 21;
    const uint32_t next = tn_tnw_put_reg(0, VC, 0);
    struct tnw_done d;
    uint32_t h;
    EXPECT(tnwCredit(&p->there, 1, VC, base_of(1) + AT, 256, &h) == 0);
    EXPECT(tn_tnw_torus_model_write(p->t->model, 0, 2, window, p->data, 64) == 0);
    EXPECT(tn_tnw_torus_model_write(p->t->model, 0, 2, window, p->data, 64) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 256, 0) == 0); /* posted: nobody has said so yet */
    EXPECT(tnwSent(&p->here, 0, VC) == -EIO);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 256, 0) == -EIO);
    EXPECT(tn_tnw_torus_model_write(p->t->model, 0, 0, next, (uint8_t[4]){0}, 4) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 256, 0) == 0);
    EXPECT(tested(p, &p->there, h, &d, true) == 0 && came(p, base_of(1) + AT, 0, 256));
    EXPECT(tnwSent(&p->here, 0, VC) == 0);
    return 0;
}

static void a_window_in_error_is_reported_and_cleared(void **state)
{
    (void)state;
    plays(window_error, 0);
}

/* Nothing is written for long, and nothing is lost. */
static int held_back(struct pair *p)
{
    struct tnw_done d;
    uint32_t h;
    tn_tnw_torus_model_hold_back(p->t->model, 1, true);
    EXPECT(tnwCredit(&p->there, 1, VC, base_of(1) + AT, 32 * 128, &h) == 0);
    EXPECT(tnwSend(&p->here, 0, VC, p->data, 32 * 128, 0) == 0);
    for (unsigned i = 0; i < 40; i++)
        EXPECT(tn_tnw_spmd_yield() == 0);
    EXPECT(tested(p, &p->there, h, &d, false) == -EAGAIN);
    tn_tnw_torus_model_hold_back(p->t->model, 1, false);
    EXPECT(tested(p, &p->there, h, &d, true) == 0 && came(p, base_of(1) + AT, 0, 32 * 128));
    return 0;
}

static void what_is_held_back_comes_later(void **state)
{
    (void)state;
    plays(held_back, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_arrive_whole_in_any_order_of_their_parts),
        cmocka_unit_test(messages_and_credits_of_different_length),
        cmocka_unit_test(a_message_cut_short_is_ended_by_one_packet),
        cmocka_unit_test(handles_in_any_order_and_no_more_than_there_are),
        cmocka_unit_test(bad_reads_are_the_handles_cause),
        cmocka_unit_test(a_reset_link_carries_messages_again),
        cmocka_unit_test(a_window_in_error_is_reported_and_cleared),
        cmocka_unit_test(what_is_held_back_comes_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
