/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a host does to a processor interface of TNW: at random, and one thing after the other.
 */
#ifndef TNW_PI_SCENARIOS_H
#define TNW_PI_SCENARIOS_H

#include "tnw_pi_fixture.h"

enum { WINDOWS = 5 };

static const uint8_t used[WINDOWS] = {0, 9, 10, 26, 47};

/* What is refused, each in its way. */
static void refused(struct bench *b, unsigned k)
{
    const unsigned id = used[tn_rng_below(&b->rng, WINDOWS)];
    struct tn_tlp t = request(b, TN_TLP_MWR, in_window(b, id, 256), 4);
    switch (k) {
    case 0: /* beyond its page: MALF */
        t = request(b, TN_TLP_MRD, BAR0 + 0xffc, 2);
        break;
    case 1: /* Last BE with one DW: MALF */
        t = request(b, TN_TLP_MRD, BAR0 + 0x10, 1);
        t.last_be = 15;
        break;
    case 2: /* 260 bytes: MALF */
        t = request(b, TN_TLP_MWR, in_window(b, id, 0), 65);
        break;
    case 3:
        t = request(b, TN_TLP_CPLD, 0, 8);
        t.byte_count = 32;
        break;
    case 4:
        t = request(b, TN_TLP_IORD, 0x100, 1);
        break;
    case 5:
        t = request(b, TN_TLP_MSGD, 0, 1);
        break;
    case 6:
        t = request(b, TN_TLP_FETCHADD, in_window(b, id, 0), 2);
        break;
    case 7:
        t.ep = 1;
        break;
    case 8:
        t = request(b, TN_TLP_MWR, BAR0 + 0x4000, 1);
        t.ep = 1;
        break;
    case 9:
        t = request(b, TN_TLP_MRD, 0x1000, 4);
        break;
    case 10:
        t = request(b, TN_TLP_MWR, BAR0 + 0x1010, 1);
        t.first_be = 3;
        break;
    case 11:
        t = request(b, TN_TLP_MWR, BAR0 + 0x1038, 4);
        break;
    case 12:
        t = request(b, TN_TLP_MRD, in_window(b, id, 64), 1);
        break;
    case 13:
        t = request(b, TN_TLP_MRD, BAR0 + 0x4000, 17);
        break;
    case 14: /* not of whole fragments */
        t.length_dw = 3;
        break;
    case 15:
        t = request(b, TN_TLP_MWR, in_window(b, id, 24), 4);
        break;
    case 16: /* link 6 */
        t = request(b, TN_TLP_MWR, in_window(b, 48, 0), 4);
        break;
    case 17:
        t.first_be = 12;
        break;
    case 18:
        t = request(b, TN_TLP_CFGRD0, 0, 1);
        break;
    default:
        t = request(b, TN_TLP_MWR, 0x2000, 4);
    }
    send(b, &t, NULL);
}
enum { REFUSED = 20 };

/* A write of any window near its beginning, mostly as the page likes it. */
static void any_put(struct bench *b)
{
    static const uint16_t lengths[6] = {16, 64, 64, 64, 128, 256};
    const unsigned id = used[tn_rng_below(&b->rng, WINDOWS)];
    const unsigned n = lengths[tn_rng_below(&b->rng, 6)];
    const uint32_t items = 2u << b->par.item_log2;
    const uint32_t at = (uint32_t)tn_rng_below(&b->rng, items * TNW_PAYLOAD / n) * n;
    put(b, id, at % 4096, n);
}

static void any_read(struct bench *b)
{
    static const uint16_t lines[5] = {0x0000, 0x0040, 0x0080, 0x1040, 0x4c00};
    const unsigned k = (unsigned)tn_rng_below(&b->rng, 10);
    const unsigned dws = 1 + (unsigned)tn_rng_below(&b->rng, 16);
    struct tn_tlp t = request(b, TN_TLP_MRD, 0, dws);
    t.addr =
        k < 5 ? BAR0 + lines[k] : BAR0 + tn_tnw_pi_addr(used[tn_rng_below(&b->rng, WINDOWS)], 0);
    if (dws == 1)
        t.first_be = (uint8_t)tn_rng_below(&b->rng, 16);
    send(b, &t, NULL);
}

/* Items of a message, their fragments in any order, as many as are free to be sent. */
static void any_message(struct bench *b)
{
    const unsigned id = used[tn_rng_below(&b->rng, WINDOWS)];
    const unsigned n = 1u << b->par.item_log2, of = 2 * n;
    unsigned order[64];
    write_reg(b, tn_tnw_pi_addr(id, TN_TNW_PI_NEXT), (uint32_t)n);
    for (unsigned i = 0; i < of; i++)
        order[i] = i;
    for (unsigned i = of; i > 1; i--) {
        const unsigned k = (unsigned)tn_rng_below(&b->rng, i), was = order[i - 1];
        order[i - 1] = order[k];
        order[k] = was;
    }
    for (unsigned i = 0; i < of; i++)
        put(b, id, n * TNW_PAYLOAD + order[i] * 64, 64);
}

static void any_tlp(struct bench *b)
{
    const unsigned k = (unsigned)tn_rng_below(&b->rng, 24);
    const unsigned id = used[tn_rng_below(&b->rng, WINDOWS)];
    if (k < 9)
        any_put(b);
    else if (k < 13)
        any_read(b);
    else if (k < 15)
        refused(b, (unsigned)tn_rng_below(&b->rng, REFUSED));
    else if (k < 17)
        write_reg(b, tn_tnw_pi_addr(id, TN_TNW_PI_NEXT), (uint32_t)tn_rng_below(&b->rng, 20));
    else if (k < 20)
        write_reg(b, 0x1000 + 4 * (unsigned)tn_rng_below(&b->rng, 0x800), 7);
    else if (k == 20)
        write_reg(b, TN_TNW_PI_R_REORDER_TMO, 100 * (uint32_t)tn_rng_below(&b->rng, 6));
    else if (k < 23)
        any_message(b);
    else
        put_item(b, id, (uint32_t)tn_rng_below(&b->rng, 20));
}

static void read_all(struct bench *b)
{
    settle(b, 100);
    for (unsigned addr = 0; addr < 0x100; addr += 0x40)
        read_regs(b, addr, 16);
    for (unsigned i = 0; i < WINDOWS; i++)
        read_regs(b, tn_tnw_pi_addr(used[i], 0), 4);
    settle(b, 300);
}

/* By turns as much as there can be, and TLPs one by one; links that have room, and not. */
static void traffic(struct bench *b)
{
    start(b);
    for (unsigned n = 0; n < 12000 && !b->verdicts; n++) {
        const unsigned rare = n / 1500 % 2 ? 60 : 8;
        if (b->tlp_in == b->tlp_out && tn_rng_below(&b->rng, rare) == 0)
            any_tlp(b);
        if (n % 500 == 0) {
            b->ready_of_8 = n % 1500 ? 8 : 1 + (unsigned)tn_rng_below(&b->rng, 8);
            b->gap_of_8 = n % 1000 ? 0 : (unsigned)tn_rng_below(&b->rng, 6);
            for (unsigned l = 0; l < TNW_LINKS; l++)
                b->ok_of_8[l] = (uint8_t)(n % 1500 ? 8 : tn_rng_below(&b->rng, 9));
        }
        step(b);
    }
    b->ready_of_8 = 8;
    memset(b->ok_of_8, 8, sizeof b->ok_of_8);
    read_all(b);
}

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
    b->ready_of_8 = 0; /* reads stay unanswered */
    for (unsigned i = 0; i < 3; i++)
        read_regs(b, 0x10, 2);
    settle(b, 60);
    write_reg(b, 0x4000, 1);
    settle(b, 30);
    b->ready_of_8 = 8;
    read_all(b);
}

/* Items one by one, nobody else. */
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

/* Three windows with items enough, all from the beginning. */
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

/* A link without room: what waits for it is no error. */
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
    put(b, 9, 0, 64); /* one item, and half of another */
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

/* Each line of the table; n items are under way at most. */
static void lines(struct bench *b)
{
    const uint32_t n = 1u << b->par.item_log2;
    start(b);
    put(b, 0, 32, 16);
    read_regs(b, tn_tnw_pi_addr(0, 0), 4);
    put(b, 0, (n - 1) * TNW_PAYLOAD, 16); /* the last place */
    settle(b, 80);
    write_reg(b, tn_tnw_pi_addr(1, TN_TNW_PI_NEXT), 5);
    put(b, 1, 640, 64); /* what it holds goes with NEXT */
    write_reg(b, tn_tnw_pi_addr(1, TN_TNW_PI_NEXT), 7);
    read_regs(b, tn_tnw_pi_addr(1, 0), 4);
    settle(b, 80);
    put(b, 0, 32, 16); /* there already */
    settle(b, 80);
    put(b, 0, 0, 64); /* in ERROR */
    put(b, 0, 64, 64);
    settle(b, 80);
    read_all(b);
    write_reg(b, tn_tnw_pi_addr(0, TN_TNW_PI_NEXT), 3);
    read_regs(b, tn_tnw_pi_addr(0, 0), 4);
    settle(b, 80);
    put_item(b, 0, 3);
    settle(b, 80);
    put(b, 0, (3 * n + 1) * TNW_PAYLOAD, 16); /* a new message */
    settle(b, 80);
    read_all(b);
    put(b, 0, (4 * n + 1) * TNW_PAYLOAD + 48, 16); /* outside */
    settle(b, 80);
    read_all(b);
    write_reg(b, tn_tnw_pi_addr(0, TN_TNW_PI_NEXT), 0);
    read_all(b);
}

/* Items behind one that is not whole; another window holds one, too. */
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

static void (*const scenarios[])(struct bench *) = {
    traffic, refused_ones, registers, alone, together, held_back, timeouts, lines, behind};
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
