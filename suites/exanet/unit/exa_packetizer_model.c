/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The packetizer's model against checkers/exanet/spec/exa_packetizer.md, sentence by sentence.
 */
#include "exa_packetizer_fixture.h"

static void a_message_is_sent_once_and_acknowledged(void **state)
{
    struct dev *d = *state;
    assert_int_equal(get(d, page(2) + STATUS), 0);
    struct words s = packet_of(2, 0x1003, EXA_WRITE, 20, 0);
    assert_int_equal(s.n, 4); /* 3 + 20 bytes: two words */
    message(d, 2, 0x1003, EXA_WRITE, 20);
    assert_int_equal(get(d, page(2) + STATUS), BUSY);
    assert_int_equal(put(d, page(2), 0), TN_AXS_SLVERR); /* kept */
    assert_int_equal(put(d, page(2) + CTRL, 1), TN_AXS_SLVERR);
    assert_int_equal(put(d, KERNEL + 8, 0), TN_AXS_SLVERR);
    out_words(d, &s);
    quiet(d, 5);
    assert_int_equal(tn_exn_left(d->m), 0);
    say(d, 2, 0, 0, TN_EXN_TAKEN);
    assert_int_equal(get(d, page(2) + STATUS), ACKED);
    say(d, 2, 0, 0, TN_EXN_DUP);
    assert_int_equal(get(d, KERNEL + 0x480), 1);
    assert_int_equal(get(d, R_ACKED), 1);
    assert_int_equal(get(d, page(2) + 4), 0x17161514);
    assert_int_equal(d->judged.n, 0);
    send(d, 1); /* the next number */
    assert_int_equal(get(d, page(2) + STATUS), BUSY | 1 << 16);
    say(d, 2, 1, 0, TN_EXN_TAKEN);
}

static void one_beat_sets_the_destination_and_sends(void **state)
{
    struct dev *d = *state;
    const struct tn_axs_beat beat = {page(2) + DST, 16};
    uint8_t data[16] = {0x00, 0x10, 0, 0, 0, 0, 0, 0, 4, 0};
    struct exa_packet k = packet((struct exa_node){0, 0, 0, 0, 0}, 0x1000, EXA_WRITE, 4, 0);
    memset(k.lanes, 0, 16);
    k.pdid = PDID;
    k.tid = MSG | 2;
    k.src = own_node;
    exa_seal(&k);
    struct words s = words_of(&k);
    assert_int_equal(tn_exn_write(d->m, &beat, data, 0x0fff, d->cycle++), TN_AXS_OKAY);
    quiet(d, 3);
    out_words(d, &s);
    assert_int_equal(d->judged.n, 0);
}

static void what_may_not_be_sent_is_refused(void **state)
{
    struct dev *d = *state;
    const uint64_t rt = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0);
    const struct {
        unsigned chan;
        uint64_t addr;
        unsigned type, len;
    } no[] = {
        {4, 0, 0, 4}, /* not bound */
        {2, 0, 0, 0},       {2, 0, 0, 65},
        {2, 0, 2, 32}, /* size, type */
        {2, 0xff, 0, 2},    {2, rt, 1, 16},
        {2, rt + 8, 1, 32}, /* boundary, read requests */
        {2, 0x1000, 1, 32}, {2, exa_peripheral_addr(EXA_P_MAILBOX, 0), 1, 32},
    };
    send(d, 0);
    say(d, 2, 0, 0, TN_EXN_TAKEN);
    for (unsigned i = 0; i < sizeof no / sizeof *no; i++) {
        assert_int_equal(message(d, no[i].chan, no[i].addr, no[i].type, no[i].len), TN_AXS_OKAY);
        assert_int_equal(get(d, page(no[i].chan) + STATUS), REFUSED);
    }
    assert_int_equal(get(d, KERNEL + 0x494), 9);
    quiet(d, 10);
    struct words s = packet_of(2, rt + 0x20, EXA_READ_REQ, 32, 1); /* no number was used */
    message(d, 2, rt + 0x20, EXA_READ_REQ, 32);
    quiet(d, 2);
    out_words(d, &s);
    message(d, 3, 0xc0, EXA_WRITE, 64); /* up to the boundary, and no further */
    s = packet_of(3, 0xc0, EXA_WRITE, 64, 0);
    quiet(d, 2);
    out_words(d, &s);
    assert_int_equal(d->judged.n, 0);
}

static void without_an_answer_it_is_sent_again_and_then_times_out(void **state)
{
    struct dev *d = *state;
    struct words s = send(d, 0);
    for (unsigned i = 0; i < TRIES; i++) {
        assert_int_equal(state_of(d, 2), BUSY);
        quiet(d, TIMEOUT + 4); /* in the CHAN_N + 4 cycles from TIMEOUT on */
        out_words(d, &s);
        assert_int_equal(d->judged.n, 0);
        quiet(d, 3);
    }
    assert_int_equal(get(d, page(2) + STATUS), BUSY | TRIES << 8);
    quiet(d, TIMEOUT + CHANS + 4);
    assert_int_equal(get(d, page(2) + STATUS), TIMED_OUT | TRIES << 8);
    assert_int_equal(get(d, R_TIMEOUTS), 1);
    assert_int_equal(get(d, KERNEL + 0x480), 3);
    assert_int_equal(get(d, KERNEL + 0x484), 2);
    say(d, 2, 0, 0, TN_EXN_DUP);
    assert_int_equal(d->judged.n, 0);
}

static void the_timeout_is_neither_early_nor_late(void **state)
{
    struct dev *d = *state;
    struct words s = send(d, 0);
    quiet(d, TIMEOUT - 2); /* the footer was accepted in c: the header in c + TIMEOUT - 1 */
    out_word(d, &s.w[0]);
    assert_string_equal(d->judged.rule, "EXP-TMO-1");
    teardown(state);
    setup(state);
    d = *state;
    s = send(d, 0);
    quiet(d, TIMEOUT - 1);
    out_words(d, &s);
    assert_int_equal(d->judged.n, 0);
    quiet(d, TIMEOUT + CHANS + 4 + 3);
    assert_int_equal(d->judged.n, 0);
    quiet(d, 1);
    assert_string_equal(d->judged.rule, "EXP-TMO-1");
}

static void negative_answers_do_what_their_code_says(void **state)
{
    struct dev *d = *state;
    for (unsigned code = 1; code < 16; code++) {
        struct words s = send(d, code - 1);
        say(d, 2, code - 1, code, TN_EXN_TAKEN);
        const unsigned wait = code == 1 || code == 2 || code == 6;
        if (code == 3 || wait) {
            assert_int_equal(get(d, page(2) + STATUS), BUSY | code << 4 | (code - 1) << 16);
            quiet(d, wait ? TIMEOUT : 3);
            out_words(d, &s);
            say(d, 2, code - 1, 0, TN_EXN_TAKEN);
            assert_int_equal(get(d, page(2) + STATUS),
                             ACKED | code << 4 | 1 << 8 | (code - 1) << 16);
        } else {
            assert_int_equal(get(d, page(2) + STATUS), NACKED | code << 4 | (code - 1) << 16);
        }
    }
    assert_int_equal(get(d, R_NACKED), 11);
    assert_int_equal(get(d, R_ACKED), 4);
    assert_int_equal(d->judged.n, 0);
}

static void without_tries_a_wrong_crc_ends_and_a_full_mailbox_times_out_nacked(void **state)
{
    struct dev *d = *state;
    put(d, KERNEL + 0x414, 0);
    send(d, 0);
    say(d, 2, 0, 3, TN_EXN_TAKEN);
    assert_int_equal(state_of(d, 2), NACKED);
    send(d, 1);
    say(d, 2, 1, 6, TN_EXN_TAKEN);
    assert_int_equal(state_of(d, 2), BUSY);
    quiet(d, TIMEOUT + CHANS + 4);
    assert_int_equal(get(d, page(2) + STATUS), NACKED | 6 << 4 | 1 << 16);
    assert_int_equal(get(d, R_NACKED), 2);
    assert_int_equal(get(d, R_TIMEOUTS), 0);
}

static void a_negative_answer_before_the_last_copy_does_not_count_at_its_timeout(void **state)
{
    struct dev *d = *state;
    put(d, KERNEL + 0x414, 1);
    struct words s = send(d, 0);
    say(d, 2, 0, 6, TN_EXN_TAKEN);
    quiet(d, TIMEOUT);
    out_words(d, &s);
    quiet(d, TIMEOUT + CHANS + 5);
    assert_int_equal(get(d, page(2) + STATUS), TIMED_OUT | 6 << 4 | 1 << 8);
}

static void an_answer_while_it_is_sent_again_ends_it_when_it_has_left(void **state)
{
    struct dev *d = *state;
    struct words s = send(d, 0);
    quiet(d, TIMEOUT);
    struct tn_exa_pins pins = {.valid = TN_EXA_HDR, .ready = 0};
    memcpy(pins.data, s.w[0].data, 16);
    for (unsigned i = 0; i < 3; i++)
        tn_exn_out(d->m, &pins, d->cycle++);
    say(d, 2, 0, 3, TN_EXN_TAKEN); /* sets the code and no more */
    say(d, 2, 0, 0, TN_EXN_TAKEN);
    assert_int_equal(get(d, page(2) + STATUS), BUSY | 3 << 4);
    out_words(d, &s);
    quiet(d, 4);
    assert_int_equal(get(d, page(2) + STATUS), ACKED | 3 << 4 | 1 << 8);
    quiet(d, 2 * TIMEOUT);
    assert_int_equal(d->judged.n, 0);
    say(d, 2, 0, 0, TN_EXN_DUP);
}

static void answers_that_do_not_match_are_dropped(void **state)
{
    struct dev *d = *state;
    struct words s = packet_of(2, 0x1003, EXA_WRITE, 20, 0);
    message(d, 2, 0x1003, EXA_WRITE, 20);
    d->cycle++;
    out_word(d, &s.w[0]);
    out_word(d, &s.w[1]);
    struct tn_exa_pins pins = {.valid = s.w[2].kind};
    memcpy(pins.data, s.w[2].data, 16);
    tn_exn_out(d->m, &pins, d->cycle++);
    say(d, 2, 0, 0, TN_EXN_DUP); /* not sent whole */
    out_word(d, &s.w[2]);
    out_word(d, &s.w[3]);
    say(d, 2, 1, 0, TN_EXN_DUP); /* number */
    say(d, 3, 0, 0, TN_EXN_DUP); /* not BUSY */
    say(d, 9, 0, 0, TN_EXN_DUP); /* no such channel */
    struct exa_packet other = answer(2, 0, 0);
    other.pdid ^= 1;
    exa_seal(&other);
    give_packet(d, &other);
    struct exa_packet response = answer(2, 0, 0), write = packet(own_node, 0, EXA_WRITE, 4, 0),
                      crc = write;
    response.tid = 2;
    exa_seal(&response);
    crc.ftr_crc ^= 1;
    give_packet(d, &response);
    give_packet(d, &write);
    give_packet(d, &crc);
    causes_are(d, "b886");
    quiet(d, 10); /* it never answers */
    assert_int_equal(d->judged.n, 0);
    say(d, 2, 0, 0, TN_EXN_TAKEN);
    assert_int_equal(d->judged.n, 0);
}

static void channels_take_turns(void **state)
{
    struct dev *d = *state;
    struct words two = packet_of(2, 0, EXA_WRITE, 4, 0), three = packet_of(3, 0, EXA_WRITE, 4, 0);
    for (unsigned right = 0; right < 2; right++) {
        message(d, 3, 0, EXA_WRITE, 4);
        message(d, 2, 0, EXA_WRITE, 4); /* both long before the first header */
        d->cycle += 8;
        out_words(d, right ? &two : &three);
        assert_int_equal(d->judged.n, !right);
        if (!right) {
            assert_string_equal(d->judged.rule, "EXP-ARB-1");
            teardown(state);
            setup(state);
            d = *state;
        }
    }
    out_words(d, &three); /* no idle cycle needed */
    assert_int_equal(d->judged.n, 0);
}

static void what_is_sent_wrong_is_blamed(void **state)
{
    const struct {
        const char *rule;
        unsigned wait, word, copy; /* idle cycles, word spoilt, in the first copy or the second */
    } at[] = {{"EXP-PKT-1", 2, 0, 0}, {"EXP-PKT-2", 2, 1, 0}, {"EXP-PKT-3", 2, 3, 0},
              {"EXP-PKT-4", 0, 0, 1}, {"EXP-PKT-4", 0, 2, 1}, {"EXP-LAT-1", 4, 9, 0}};
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        struct dev *d = *state;
        struct words s = packet_of(2, 0x1003, EXA_WRITE, 20, 0), bad = s;
        if (at[i].word < s.n)
            bad.w[at[i].word].data[5] ^= 8;
        message(d, 2, 0x1003, EXA_WRITE, 20);
        quiet(d, at[i].copy ? 2 : at[i].wait);
        out_words(d, at[i].copy ? &s : &bad);
        if (at[i].copy) {
            quiet(d, TIMEOUT);
            if (at[i].word == 0) { /* another PDID, under a good CRC */
                struct exa_packet k;
                tn_exa_words_decode(s.w, s.n, &k);
                k.pdid++;
                exa_seal(&k);
                bad = words_of(&k);
            }
            out_words(d, &bad);
        }
        assert_string_equal(d->judged.rule, at[i].rule);
        teardown(state);
        setup(state);
    }
}

/* A footer accepted in t is seen on AXI from t+3 on. */
static void a_channel_is_busy_up_to_the_cycle_of_its_answers_judgement(void **state)
{
    struct dev *d = *state;
    send(d, 0);
    struct exa_packet k = answer(2, 0, 0);
    struct words s = words_of(&k);
    give_words(d, &s);
    d->cycle++;
    assert_int_equal(put(d, page(2) + CTRL, 4), TN_AXS_SLVERR);
    assert_int_equal(put(d, page(2) + CTRL, 4), TN_AXS_OKAY);
    assert_int_equal(get(d, page(2) + STATUS), BUSY | 1 << 16);
}

static void a_binding_clears_what_the_owner_before_left(void **state)
{
    struct dev *d = *state;
    send(d, 0);
    say(d, 2, 0, 5, TN_EXN_TAKEN);
    assert_int_equal(put(d, KERNEL + 8, BOUND | 5), TN_AXS_OKAY);
    assert_int_equal(get(d, page(2) + STATUS) & 0xffff, IDLE);
    assert_int_equal(get(d, page(2) + 8), 0);
    assert_int_equal(get(d, page(2) + DST), 0);
    assert_int_equal(get(d, page(2) + CTRL), 0);
    assert_int_equal(get(d, page(2) + BOUND_R), BOUND | 5);
    message(d, 2, 0, EXA_WRITE, 4);
    assert_int_equal(get(d, page(2) + STATUS), BUSY | 1 << 16); /* numbers go on */
    assert_int_equal(get(d, KERNEL + 0x400), 0x45500001);
    assert_int_equal(get(d, KERNEL + 0x404), CHANS);
    assert_int_equal(read_resp(d, page(CHANS), 4), TN_AXS_DECERR);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_message_is_sent_once_and_acknowledged),
        T(one_beat_sets_the_destination_and_sends),
        T(what_may_not_be_sent_is_refused),
        T(without_an_answer_it_is_sent_again_and_then_times_out),
        T(the_timeout_is_neither_early_nor_late),
        T(negative_answers_do_what_their_code_says),
        T(without_tries_a_wrong_crc_ends_and_a_full_mailbox_times_out_nacked),
        T(a_negative_answer_before_the_last_copy_does_not_count_at_its_timeout),
        T(an_answer_while_it_is_sent_again_ends_it_when_it_has_left),
        T(answers_that_do_not_match_are_dropped),
        T(channels_take_turns),
        T(what_is_sent_wrong_is_blamed),
        T(a_channel_is_busy_up_to_the_cycle_of_its_answers_judgement),
        T(a_binding_clears_what_the_owner_before_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
