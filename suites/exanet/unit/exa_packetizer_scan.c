/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What checkers/exanet/spec/exa_packetizer.md leaves open, around the time-out's scan above all: the model
 * promises nothing there, and goes the way that is chosen.
 */
#include "exa_packetizer_fixture.h"

/* Whether the low byte of the word at addr is promised in this cycle. */
static bool is_sure(struct dev *d, uint32_t addr)
{
    const struct tn_axs_beat beat = {addr, 4};
    uint8_t data[16], sure[16];
    tn_exn_read(d->m, &beat, d->cycle, data, sure);
    return sure[addr % 16] == 0xff;
}

static void what_depends_on_the_scan_is_not_promised(void **state)
{
    struct dev *d = *state;
    const struct tn_axs_beat beat = {page(2) + STATUS, 4};
    uint8_t data[16], sure[16];
    put(d, KERNEL + 0x414, 0);
    send(d, 0);
    assert_false(is_sure(d, KERNEL + 0x480));
    assert_false(is_sure(d, KERNEL + 0x484));
    d->cycle += 2;
    assert_true(is_sure(d, KERNEL + 0x480));
    assert_true(is_sure(d, page(2) + STATUS));
    quiet(d, TIMEOUT - 4);
    assert_int_equal(tn_exn_read(d->m, &beat, d->cycle++, data, sure), TN_AXS_OKAY);
    assert_int_equal(sure[0], 0xff);
    tn_exn_read(d->m, &beat, d->cycle++, data, sure);
    assert_int_equal(sure[0], 0xf0);
    assert_false(is_sure(d, R_TIMEOUTS));
    assert_false(is_sure(d, R_NACKED));
    assert_true(is_sure(d, KERNEL + 0x480));
    assert_true(is_sure(d, page(3) + STATUS));
    quiet(d, CHANS + 4);
    assert_true(is_sure(d, R_TIMEOUTS));
    tn_exn_read(d->m, &beat, d->cycle++, data, sure);
    assert_int_equal(sure[0], 0xff);
    assert_int_equal(data[0], TIMED_OUT);
    put(d, KERNEL + 0x414, 0);
    send(d, 1);
    quiet(d, TIMEOUT);
    say(d, 2, 1, 0, TN_EXN_TAKEN);
    assert_int_equal(tn_exn_chosen(d->m), 1); /* it counts here; it need not */
    assert_int_equal(state_of(d, 2), ACKED);
    tn_exn_reset(d->m, OWN);
}

/* An answer comes as the last timeout may have been seen: two ways, each from the same past. */
static void an_answer_at_the_timeout_goes_the_way_that_is_chosen(void **state)
{
    struct dev *d = *state, late = {0}, early = {0};
    put(d, KERNEL + 0x414, 0);
    send(d, 0);
    quiet(d, TIMEOUT - 4);
    assert_false(tn_exn_may_choose(d->m, d->cycle));
    quiet(d, 4);
    assert_true(tn_exn_may_choose(d->m, d->cycle));
    late.m = tn_exn_copy(d->m);
    early.m = tn_exn_copy(d->m);
    late.cycle = early.cycle = d->cycle;
    tn_exn_choose(early.m, 1);
    say(&late, 2, 0, 0, TN_EXN_TAKEN);
    say(&early, 2, 0, 0, TN_EXN_DUP);
    assert_int_equal(tn_exn_chosen(early.m), 1);
    assert_int_equal(state_of(&late, 2), ACKED);
    assert_int_equal(state_of(&early, 2), TIMED_OUT);
    assert_int_equal(get(&early, R_TIMEOUTS), 1);
    assert_int_equal(tn_exn_assign(d->m, early.m), 0);
    d->cycle = early.cycle;
    assert_int_equal(state_of(d, 2), TIMED_OUT);
    tn_exn_choose(d->m, 0);
    assert_int_equal(message(d, 2, 0, EXA_WRITE, 4), TN_AXS_OKAY); /* two models, not one twice */
    assert_int_equal(state_of(&early, 2), TIMED_OUT);
    tn_exn_free(late.m);
    tn_exn_free(early.m);
}

/* So does a write: SLVERR while the channel is BUSY. */
static void a_write_at_the_timeout_goes_the_way_that_is_chosen(void **state)
{
    struct dev *d = *state;
    put(d, KERNEL + 0x414, 0);
    for (unsigned way = 0; way < 2; way++) {
        send(d, way);
        quiet(d, TIMEOUT);
        tn_exn_choose(d->m, way);
        assert_int_equal(put(d, page(2), 0), way ? TN_AXS_OKAY : TN_AXS_SLVERR);
        assert_int_equal(tn_exn_chosen(d->m), 1);
        quiet(d, CHANS + 4);
        assert_int_equal(state_of(d, 2), TIMED_OUT);
    }
    tn_exn_choose(d->m, 0);
}

/* The footer of the only sending so far, and in the cycle after it the judgement of an answer. */
static void an_answer_at_the_end_of_a_sending_goes_the_way_that_is_chosen(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = answer(2, 0, 0);
    struct words s = packet_of(2, 0x1003, EXA_WRITE, 20, 0), a = words_of(&k);
    for (unsigned way = 0; way < 2; way++) {
        struct dev at = {.cycle = 200};
        message(d, 2, 0x1003, EXA_WRITE, 20);
        at.m = tn_exn_copy(d->m);
        at.cycle = d->cycle;
        tn_exn_choose(at.m, way);
        quiet(&at, 3);
        for (unsigned i = 0; i < s.n; i++) { /* the answer's words come with the last but one and the last */
            out_word(&at, &s.w[i]);
            if (i + 2 >= s.n)
                assert_int_equal(tn_exn_word(at.m, &a.w[i + 2 - s.n], at.cycle - 1), 0);
        }
        at.cycle += 3;
        tn_exn_settle(at.m, at.cycle - 1);
        assert_int_equal(tn_exn_cause(at.m), way ? TN_EXN_DUP : TN_EXN_TAKEN);
        assert_int_equal(tn_exn_chosen(at.m), 1);
        assert_int_equal(state_of(&at, 2), way ? BUSY : ACKED);
        tn_exn_free(at.m);
        tn_exn_reset(d->m, OWN);
        d->judged.n = 0;
        put(d, KERNEL + 4 * 2, BOUND | PDID);
    }
}

/* And a write in the cycle in which the last word of a copy is accepted, of a message that was answered
 * in the meantime: the channel is BUSY until it has left. That it may choose must be known before. */
static void a_write_as_the_last_word_leaves_goes_the_way_that_is_chosen(void **state)
{
    struct dev *d = *state;
    const struct tn_axs_beat beat = {page(2), 4};
    const uint8_t data[TN_AXS_LANES] = {0};
    for (unsigned way = 0; way < 2; way++) {
        struct words s = send(d, way);
        struct tn_exa_pins pins = {.valid = TN_EXA_FTR, .ready = 7};
        memcpy(pins.data, s.w[s.n - 1].data, sizeof pins.data);
        quiet(d, TIMEOUT + 8);
        out_word(d, &s.w[0]);
        assert_false(tn_exn_may_choose(d->m, d->cycle));
        for (unsigned i = 1; i + 1 < s.n; i++)
            out_word(d, &s.w[i]);
        say(d, 2, way, 0, TN_EXN_TAKEN);
        assert_int_equal(state_of(d, 2), BUSY);
        assert_true(tn_exn_may_choose(d->m, d->cycle));
        tn_exn_choose(d->m, way);
        tn_exn_out(d->m, &pins, d->cycle);
        assert_int_equal(tn_exn_write(d->m, &beat, data, 15, d->cycle++), way ? TN_AXS_SLVERR : TN_AXS_OKAY);
        assert_int_equal(tn_exn_chosen(d->m), 1);
        quiet(d, 4);
        tn_exn_choose(d->m, 0);
        assert_int_equal(state_of(d, 2), ACKED);
        assert_int_equal(d->judged.n, 0);
    }
}

/* In a cycle in which an answer is taken no channel is looked at: three answers, three cycles more. */
static void answers_hold_up_the_scan_by_a_cycle_each(void **state)
{
    struct dev *d = *state;
    uint64_t due;
    put(d, KERNEL + 0x414, 0);
    send(d, 0);
    due = d->cycle - 1 + TIMEOUT; /* the footer was accepted in the cycle before */
    message(d, 3, 0, EXA_WRITE, 4);
    struct words s = packet_of(3, 0, EXA_WRITE, 4, 0);
    quiet(d, 3);
    out_words(d, &s);
    quiet(d, (unsigned)(due - d->cycle));
    for (unsigned i = 0; i < 3; i++)
        say(d, 3, 0, 6, TN_EXN_TAKEN);
    quiet(d, (unsigned)(due + CHANS + 4 + 3 - d->cycle));
    assert_false(is_sure(d, page(2) + STATUS));
    d->cycle++;
    assert_true(is_sure(d, page(2) + STATUS));
    assert_int_equal(state_of(d, 2), TIMED_OUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(what_depends_on_the_scan_is_not_promised),
        T(an_answer_at_the_timeout_goes_the_way_that_is_chosen),
        T(a_write_at_the_timeout_goes_the_way_that_is_chosen),
        T(an_answer_at_the_end_of_a_sending_goes_the_way_that_is_chosen),
        T(a_write_as_the_last_word_leaves_goes_the_way_that_is_chosen),
        T(answers_hold_up_the_scan_by_a_cycle_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
