/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of the serial link's receiver on a line with errors of every kind, beside a receiver
 * written here from section 5 of checkers/exanet/spec/exa_link.md, once storing frames and once handing
 * words on as early as it may: neither is blamed, and the counters agree.
 */
#include "exa_fixture.h"

#include <tn/exanet/exa_link_rx.h>

static const struct exa_node there = {1, 2, 3, 0, 5};
enum { FRAMES = 6000, HALVES = 200 };

/* The receiver: the halves of the frame under way, and how many words it has handed on. */
struct toy {
    bool early;
    struct tn_exl_rx *m;
    struct tn_exl_params par;
    struct tn_exl_scrambler s;
    struct tn_exl_lock lock;
    bool hunting, dark;
    unsigned lack; /* words that the frame before lacked */
    uint64_t half[HALVES];
    unsigned halves, handed;
    uint32_t frames, broken, skipped, heads, unknown, lost;
    unsigned verdicts;
    unsigned darkness; /* blocks that will be dark */
};

static void verdict(void *ctx, const struct tn_verdict *v)
{
    (void)v;
    ++*(unsigned *)ctx;
}

static struct tn_exa_word nth(const struct toy *t, unsigned n, unsigned kind)
{
    struct tn_exa_word w = {.kind = (uint8_t)kind};
    for (unsigned i = 0; i < 16; i++)
        w.data[i] = (uint8_t)(t->half[2 * n + i / 8] >> 8 * (i % 8));
    return w;
}

static void hand(struct toy *t, const struct tn_exa_word *w)
{
    tn_exl_rx_handed(t->m, w, 0);
    t->handed++;
}

static void bounds(const struct toy *t, unsigned *least, unsigned *most)
{
    *least = 1;
    *most = 18;
    if (t->halves >= 2) {
        const struct tn_exa_word h = nth(t, 0, TN_EXA_HDR);
        tn_exl_frame_words(h.data, least, most);
    }
}

static void give_up(struct toy *t, bool hunt)
{
    const struct tn_exa_word zeros = {.kind = TN_EXA_FTR};
    if (t->halves == 0)
        return;
    t->broken++;
    if (t->handed > 0)
        hand(t, &zeros);
    t->halves = t->handed = 0;
    t->hunting = hunt;
    t->lack = 0;
}

static void data(struct toy *t, uint64_t payload)
{
    unsigned least, most;
    t->dark = false;
    if (t->hunting) {
        t->skipped++;
        return;
    }
    bounds(t, &least, &most);
    t->half[t->halves++] = payload;
    if (t->halves > 2 * most + 1) {
        give_up(t, true);
        return;
    }
    bounds(t, &least, &most);
    /* all but the last word are no footer */
    while (t->early && t->handed + 1 < t->halves / 2 && t->handed + 1 < most) {
        struct tn_exa_word w = nth(t, t->handed, t->handed ? TN_EXA_PLD : TN_EXA_HDR);
        hand(t, &w);
    }
}

static void separator(struct toy *t, bool good)
{
    unsigned least, most;
    const unsigned n = t->halves / 2, lacked = t->lack, odd = t->halves % 2;
    bounds(t, &least, &most);
    t->hunting = t->dark = false;
    t->lack = 0;
    if (t->halves == 0)
        return;
    if (!good || odd || n < least || n == lacked) {
        give_up(t, odd); /* nobody sends half a word: the separator may be a block of a payload */
        t->lack = odd || n > least ? 0 : least - n;
        return;
    }
    while (t->handed < n) {
        struct tn_exa_word w = nth(t, t->handed,
                                   t->handed == 0       ? TN_EXA_HDR
                                   : t->handed == n - 1 ? TN_EXA_FTR
                                                        : TN_EXA_PLD);
        hand(t, &w);
    }
    t->frames++;
    t->halves = t->handed = 0;
}

static void receive(struct toy *t, const struct tn_exl_block *b)
{
    const bool locked = t->lock.locked;
    const uint64_t plain = tn_exl_descramble(&t->s, b->data);
    tn_exl_lock_step(&t->lock, &t->par, b->head);
    if (!locked)
        return;
    if (b->head == TN_EXL_DATA) {
        data(t, plain);
    } else if (b->head != TN_EXL_CONTROL) {
        t->heads++;
        give_up(t, true);
        t->hunting |= t->dark;
        t->dark = true;
    } else if ((plain & 0xff) == 0x1e || (plain & 0xff) == 0xe1) {
        separator(t, (plain & 0xffff) == 0x1e);
    } else if ((plain & 0xff) != 0x78 && (plain & 0xff) != 0xaa) {
        t->unknown++;
    }
    if (!t->lock.locked) {
        t->lost++;
        t->hunting = true;
        t->dark = false;
        t->lack = 0;
    }
}

/* One block of the line, perhaps with an error. */
static void line(struct toy *t, struct tn_exl_scrambler *tx, struct tn_rng *r,
                 struct tn_exl_block b, unsigned errors)
{
    struct tn_exl_scrambler before = *tx;
    b.data = tn_exl_scramble(tx, b.data);
    if (t->darkness > 0) {
        t->darkness--;
        b.head = 0;
    }
    for (unsigned copies = 1; copies > 0; copies--) {
        if (tn_rng_below(r, 1000) < errors) {
            switch (tn_rng_below(r, 7)) {
            case 0:
                b.head = tn_rng_below(r, 4) & 3;
                break;
            case 1:
                b.data ^= (uint64_t)1 << tn_rng_below(r, 64);
                break;
            case 2:
                return; /* lost */
            case 3:
                copies += copies < 3;
                break;
            case 4: /* a separator, or blocks that are dark */
                b.head = TN_EXL_CONTROL;
                b.data = tn_exl_scramble(&before, 0x1e);
                break;
            case 5:
                t->darkness = 1 + (unsigned)tn_rng_below(r, 40);
                break;
            default:
                b.head ^= 3;
                b.data = tn_rng_next(r);
            }
        }
        tn_exl_rx_block(t->m, &b, NULL);
        receive(t, &b);
    }
}

static void agree(const struct toy *t, uint32_t addr, uint32_t n)
{
    uint32_t least, most;
    assert_true(tn_exl_rx_count(t->m, addr, &least, &most));
    assert_int_equal(least, n);
    assert_int_equal(most, n);
}

static void a_line(bool early, unsigned errors)
{
    struct toy t = {.early = early, .hunting = true};
    struct tn_exl_scrambler tx;
    struct tn_rng r;
    tn_exl_defaults(&t.par);
    t.m = tn_exl_rx_new(&t.par, 0, verdict, &t.verdicts);
    tn_rng_seed(&r, errors, early);
    tn_exl_scrambler_init(&tx);
    tn_exl_scrambler_init(&t.s);
    for (unsigned i = 0; i < FRAMES; i++) {
        struct tn_exl_block b[2 * TN_EXA_PACKET_WORDS + 1];
        struct exa_packet k =
            packet(there, 0x1000, EXA_WRITE, (unsigned)tn_rng_below(&r, 100), (uint8_t)i);
        if (tn_rng_chance(&r, 1, 50))
            k.hdr_crc ^= 1;
        struct words s = words_of(&k);
        unsigned blocks = tn_exl_frame(s.w, s.n, b);
        for (unsigned j = 0; j < blocks; j++) {
            line(&t, &tx, &r, b[j], errors);
            while (tn_rng_chance(&r, 1, 4))
                line(&t, &tx, &r, tn_exl_idle(false), errors);
        }
        if (tn_rng_chance(&r, 1, 3000)) /* the line is cut */
            for (unsigned j = 0; j < 70; j++)
                line(&t, &tx, &r, (struct tn_exl_block){.head = 0}, 0);
    }
    assert_int_equal(t.verdicts, 0);
    assert_true(t.frames > FRAMES / 4);
    agree(&t, 0x408, t.frames);
    agree(&t, 0x40c, t.broken);
    agree(&t, 0x410, t.skipped);
    agree(&t, 0x414, 0);
    agree(&t, 0x418, t.heads);
    agree(&t, 0x41c, t.unknown);
    agree(&t, 0x420, t.lost);
    tn_exl_rx_free(t.m);
}

static void a_receiver_that_stores_frames_is_right(void **state)
{
    (void)state;
    a_line(false, 0);
    a_line(false, 3);
    a_line(false, 30);
}

static void a_receiver_that_hands_on_early_is_right(void **state)
{
    (void)state;
    a_line(true, 0);
    a_line(true, 3);
    a_line(true, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_receiver_that_stores_frames_is_right),
        cmocka_unit_test(a_receiver_that_hands_on_early_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
