/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random traffic of a host to a processor interface of TNW.
 */
#ifndef TNW_PI_TRAFFIC_H
#define TNW_PI_TRAFFIC_H

#include "tnw_pi_fixture.h"

enum { WINDOWS = 5 };

static const uint8_t used[WINDOWS] = {0, 9, 10, 26, 47};

/* Sends a TLP that is refused; k chooses the reason. */
static void refused(struct bench *b, unsigned k)
{
    const unsigned id = used[tn_rng_below(&b->rng, WINDOWS)];
    struct tn_tlp t = request(b, TN_TLP_MWR, in_window(b, id, 256), 4);
    switch (k) {
    case 0: /* across its page: MALF */
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
    case 14: /* no whole fragments */
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

/* Sends a write of any window near its beginning, mostly of the page's form. */
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

/* Sends items of a message with fragments in any order, as many as the window has places for. */
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

/* Plays traffic in turns: as dense as possible and TLP by TLP, with links that have room and links
 * without. */
static void traffic(struct bench *b)
{
    start(b);
    for (unsigned n = 0; n < 12000 && !b->judged.n; n++) {
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

#endif
