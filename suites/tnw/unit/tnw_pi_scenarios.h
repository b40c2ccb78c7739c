/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a host does to a processor interface of TNW, one thing after the other; what shows which
 * misbehaviour.
 */
#ifndef TNW_PI_SCENARIOS_H
#define TNW_PI_SCENARIOS_H

#include "tnw_pi_traffic.h"

static void refused_ones(struct bench *b)
{
    start(b);
    for (unsigned k = 0; k < REFUSED; k++) {
        refused(b, k);
        settle(b, 60);
        for (unsigned i = 0; i < WINDOWS; i++)
            write_reg(b, tn_tnw_pi_addr(used[i], TN_TNW_PI_NEXT), 0);
        settle(b, 60);
    }
    read_all(b);
}

static void registers(struct bench *b)
{
    start(b);
    write_reg(b, TN_TNW_PI_R_REORDER_TMO, 77);
    write_reg(b, TN_TNW_PI_R_CPL_TMO, 78);
    const struct tn_tlp t = request(b, TN_TLP_MWR, BAR0 + 0x4000, 16);
    send(b, &t, NULL);
    send(b, &t, NULL);
    read_regs(b, 0x4000, 16);
    read_regs(b, 0x4000, 16);
    settle(b, 80);
    b->ready_of_8 = 0; /* answers of reads wait */
    for (unsigned i = 0; i < 3; i++)
        read_regs(b, 0x10, 2);
    settle(b, 60);
    write_reg(b, 0x4000, 1);
    settle(b, 30);
    b->ready_of_8 = 8;
    read_all(b);
}

/* Puts items one by one, without other traffic. */
static void alone(struct bench *b)
{
    start(b);
    for (uint32_t i = 0; i < 4; i++) {
        put_item(b, 9, i);
        settle(b, 60);
    }
    put(b, 26, 0, 64);
    put(b, 26, 64, 16);
    put(b, 26, 96, 32);
    put(b, 26, 80, 16);
    settle(b, 60);
    read_all(b);
}

/* Puts items with `last` in the first half, in the second one, in both and in none. */
static void lasts(struct bench *b)
{
    start(b);
    for (unsigned i = 0; i < 8; i++) {
        put_last(b, 9, i * TNW_PAYLOAD + 64, 64, i & 1);
        settle(b, 20);
        put_last(b, 9, i * TNW_PAYLOAD, 64, i & 2);
        settle(b, 60);
    }
    for (unsigned i = 8; i < 10; i++) { /* ERROR and NEXT forget it */
        put_last(b, 9, i * TNW_PAYLOAD, 64, true);
        if (i == 9)
            put_last(b, 9, i * TNW_PAYLOAD, 64, false);
        settle(b, 40);
        write_reg(b, tn_tnw_pi_addr(9, TN_TNW_PI_NEXT), i);
        put_last(b, 9, i * TNW_PAYLOAD, 64, false);
        put_last(b, 9, i * TNW_PAYLOAD + 64, 64, false);
        settle(b, 60);
    }
    read_all(b);
}

/* Puts items into three windows at once, enough for each from the beginning. */
static void together(struct bench *b)
{
    start(b);
    b->ok_of_8[1] = 0;
    b->busy[1] = true;
    for (uint32_t i = 0; i < 4; i++)
        for (unsigned id = 9; id < 12; id++)
            put_item(b, id, i);
    settle(b, 60);
    b->ok_of_8[1] = 8;
    b->busy[1] = false;
    settle(b, 300);
    read_all(b);
    settle(b, 900);
}

/* Puts items for a link without room, whose waiting is no error. */
static void held_back(struct bench *b)
{
    start(b);
    write_reg(b, TN_TNW_PI_R_REORDER_TMO, 300);
    memset(b->ok_of_8, 0, sizeof b->ok_of_8);
    put_item(b, 10, 0);
    settle(b, 900);
    memset(b->ok_of_8, 8, sizeof b->ok_of_8);
    settle(b, 100);
    read_all(b);
}

static void timeouts(struct bench *b)
{
    start(b);
    write_reg(b, TN_TNW_PI_R_REORDER_TMO, 300);
    put(b, 9, 0, 64);
    put(b, 10, 0, 64);
    settle(b, 200);
    put(b, 10, 64, 64);
    settle(b, 600);
    read_all(b);
    write_reg(b, tn_tnw_pi_addr(9, TN_TNW_PI_NEXT), 0);
    put(b, 9, 0, 64); /* one item and half of another */
    put(b, 9, 128, 64);
    settle(b, 250);
    put(b, 9, 64, 64);
    settle(b, 250);
    put(b, 9, 192, 64);
    settle(b, 60);
    write_reg(b, TN_TNW_PI_R_REORDER_TMO, 0);
    put(b, 9, 256, 64);
    settle(b, 600);
    read_all(b);
}

/* Puts fragments for each line of the table, with at most n items under way. */
static void lines(struct bench *b)
{
    const uint32_t n = 1u << b->par.item_log2;
    start(b);
    put(b, 0, 32, 16);
    read_regs(b, tn_tnw_pi_addr(0, 0), 4);
    put(b, 0, (n - 1) * TNW_PAYLOAD, 16); /* the last place */
    settle(b, 80);
    write_reg(b, tn_tnw_pi_addr(1, TN_TNW_PI_NEXT), 5);
    put(b, 1, 640, 64); /* NEXT drops what the window holds */
    write_reg(b, tn_tnw_pi_addr(1, TN_TNW_PI_NEXT), 7);
    read_regs(b, tn_tnw_pi_addr(1, 0), 4);
    settle(b, 80);
    put(b, 0, 32, 16); /* the fragment is there already */
    settle(b, 80);
    put(b, 0, 0, 64); /* the window is in ERROR */
    put(b, 0, 64, 64);
    settle(b, 80);
    read_all(b);
    write_reg(b, tn_tnw_pi_addr(0, TN_TNW_PI_NEXT), 3);
    read_regs(b, tn_tnw_pi_addr(0, 0), 4);
    settle(b, 80);
    put_item(b, 0, 3);
    settle(b, 80);
    put(b, 0, (3 * n + 1) * TNW_PAYLOAD, 16); /* a new message begins */
    settle(b, 80);
    read_all(b);
    put(b, 0, (4 * n + 1) * TNW_PAYLOAD + 48, 16); /* outside of the places */
    settle(b, 80);
    read_all(b);
    write_reg(b, tn_tnw_pi_addr(0, TN_TNW_PI_NEXT), 0);
    read_all(b);
}

/* Puts items behind an item that is not whole, while another window holds such an item, too. */
static void behind(struct bench *b)
{
    start(b);
    put(b, 26, 0, 16);
    put(b, 9, 16, 112);
    put_item(b, 9, 1);
    settle(b, 100);
    put(b, 9, 0, 16);
    settle(b, 100);
    read_all(b);
}

static void resets(struct bench *b)
{
    start(b);
    for (unsigned n = 0; n < 20; n++) {
        const unsigned cycles = 50 + (unsigned)tn_rng_below(&b->rng, 400);
        for (unsigned i = 0; i < cycles && !b->judged.n; i++) {
            if (b->tlp_in == b->tlp_out)
                any_tlp(b);
            step(b);
        }
        reset(b, 1 + (unsigned)tn_rng_below(&b->rng, 3));
    }
    read_all(b);
}

static void (*const scenarios[])(struct bench *) = {resets,   traffic, refused_ones, registers,
                                                    alone,    lasts,   together,     held_back,
                                                    timeouts, lines,   behind};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static void (*scenario_of(enum tn_tnw_pi_bug bug))(struct bench *)
{
    switch (bug) {
    case TN_TNW_PI_BUG_MALF_ANSWERED:
    case TN_TNW_PI_BUG_MALF_NOT_SHOWN:
    case TN_TNW_PI_BUG_CPL_SHOWN:
    case TN_TNW_PI_BUG_UNSUP_NOT_ANSWERED:
    case TN_TNW_PI_BUG_UNSUP_SHOWN_OTHERWISE:
    case TN_TNW_PI_BUG_EP_TAKEN:
    case TN_TNW_PI_BUG_EP_NO_ERROR:
    case TN_TNW_PI_BUG_NOBAR_NOT_ANSWERED:
    case TN_TNW_PI_BUG_BYTE_ENABLES_IGNORED:
    case TN_TNW_PI_BUG_BAR2_READ:
    case TN_TNW_PI_BUG_PPUT_NO_ERROR:
    case TN_TNW_PI_BUG_TLP_NOT_COUNTED:
        return refused_ones;
    case TN_TNW_PI_BUG_STALLS:
    case TN_TNW_PI_BUG_READS_HELD_UP:
    case TN_TNW_PI_BUG_WRITES_HELD_UP:
    case TN_TNW_PI_BUG_FINE_SHOWN:
    case TN_TNW_PI_BUG_FINE_READ_UR:
    case TN_TNW_PI_BUG_WRITE_LOST:
    case TN_TNW_PI_BUG_WRITE_OTHERWISE:
    case TN_TNW_PI_BUG_WRITES_LATE:
    case TN_TNW_PI_BUG_READ_OTHERWISE:
    case TN_TNW_PI_BUG_READ_PASSES_WRITE:
    case TN_TNW_PI_BUG_TAG_OTHERWISE:
    case TN_TNW_PI_BUG_ANSWERED_TWICE:
    case TN_TNW_PI_BUG_NOT_ANSWERED:
    case TN_TNW_PI_BUG_TIMEOUT_NOT_KEPT:
        return registers;
    case TN_TNW_PI_BUG_FIXED_PRIORITY:
    case TN_TNW_PI_BUG_SLOW:
    case TN_TNW_PI_BUG_NEVER_SENT:
        return together;
    case TN_TNW_PI_BUG_LAST_LOST:
    case TN_TNW_PI_BUG_LAST_OF_WHAT_FOLLOWS:
    case TN_TNW_PI_BUG_LAST_BY_THE_FIRST_HALF:
        return lasts;
    case TN_TNW_PI_BUG_WITHOUT_OK:
    case TN_TNW_PI_BUG_WHOLE_TIMES_OUT:
        return held_back;
    case TN_TNW_PI_BUG_TIMEOUT_EARLY:
    case TN_TNW_PI_BUG_TIMEOUT_NEVER:
    case TN_TNW_PI_BUG_TIMEOUT_NOT_RESTARTED:
    case TN_TNW_PI_BUG_TIMEOUT_OF_ZERO:
        return timeouts;
    case TN_TNW_PI_BUG_SENT_OUT_OF_ORDER:
    case TN_TNW_PI_BUG_WINDOWS_MIXED:
    case TN_TNW_PI_BUG_SENT_IN_PART:
        return behind;
    case TN_TNW_PI_BUG_LINK_AND_CHANNEL_SWAPPED:
    case TN_TNW_PI_BUG_OFFSET_DOUBLED:
    case TN_TNW_PI_BUG_SENT_TWICE:
    case TN_TNW_PI_BUG_OTHER_BYTES:
    case TN_TNW_PI_BUG_SEVEN_BEATS:
    case TN_TNW_PI_BUG_ITEM_LATE:
    case TN_TNW_PI_BUG_ITEM_NOT_COUNTED:
        return alone;
    default:
        return lines;
    }
}

#endif
