/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which lanes of a beat belong to which packet. A stream that does not straddle says it by tkeep
 * and tlast. One that straddles has the starts and ends of packets in tuser; it is known by a
 * start in the middle of a beat, or by an end without tlast where the descriptor says so.
 */
#include "us.h"

/* Places in tuser: bits of starts and ends, and pointers to their lanes. */
struct places {
    uint16_t bits, user; /* widths of tdata and tuser */
    uint8_t starts;      /* the most packets that begin, or end, in a beat */
    uint8_t sop, sop_ptr, eop, eop_ptr;
    uint8_t discontinue;
    uint8_t be; /* bits between the byte enables of one packet and those of the next; 0: none */
};

/* By stream. PG213 1.3, the tables of tuser: 512 bits, then 256 bits of RC. */
static const struct places all[TN_US_STREAMS][2] = {
    [TN_US_CQ] = {{512, 183, 2, 80, 82, 86, 88, 96, 4}},
    [TN_US_CC] = {{512, 81, 2, 0, 2, 6, 8, 16, 0}},
    [TN_US_RQ] = {{512, 137, 2, 20, 22, 26, 28, 36, 4}},
    [TN_US_RC] = {{512, 161, 4, 64, 68, 76, 80, 96, 0}, {256, 75, 2, 32, 0, 34, 35, 42, 0}},
};
/* The bit discontinue of streams of up to 256 bits. */
static const uint8_t narrow_discontinue[TN_US_STREAMS] = {41, 0, 11, 42};

static const struct places *places_of(const struct tn_us_pins *y)
{
    for (unsigned i = 0; i < 2; i++)
        if (all[y->stream][i].bits == y->bits && all[y->stream][i].user == y->user)
            return &all[y->stream][i];
    return NULL;
}

bool tn_us_fits(const struct tn_us_pins *y)
{
    return y->bits == 64 || y->bits == 128 || y->bits == 256 || (y->bits == 512 && places_of(y));
}

/* Field of tuser. */
static unsigned user(const struct tn_us_pins *y, unsigned lo, unsigned n)
{
    uint64_t v;
    tn_wave_bits(y->ch, y->user_pin, lo, n, &v);
    return (unsigned)v;
}

/* Lanes in which packets start and end, as sets. */
struct borders {
    uint32_t sop, eop;
    bool straddled;
};

/* RC of 256 bits has no pointers to starts: the first is in lane 0, or in lane 4 behind a packet
 * that ends in this beat; the second in lane 4. */
static unsigned start_lane(const struct places *p, const struct tn_us_pins *y, unsigned k,
                           bool open)
{
    return p->sop_ptr ? 4 * user(y, p->sop_ptr + 2 * k, 2) : k || open ? 4 : 0;
}

static struct borders borders(const struct places *p, const struct tn_us_pins *y, bool open)
{
    bool pairs = p->bits == 256; /* an end's bit and its lane stand together, 4 bits each */
    struct borders b = {0};
    for (unsigned k = 0; k < p->starts; k++) {
        if (user(y, p->sop + k, 1))
            b.sop |= 1u << start_lane(p, y, k, open);
        if (user(y, p->eop + (pairs ? 4 * k : k), 1))
            b.eop |= 1u << user(y, p->eop_ptr + 4 * k, pairs ? 3 : 4);
    }
    b.straddled = (b.sop & ~1u) || (!y->last && y->end_lane >= 0 && (b.eop >> y->end_lane & 1));
    return b;
}

/* Byte enables of the packet that is the k-th to start. When it is the only one and starts in the
 * upper half, some models put them into the second place. */
static void enables(const struct places *p, const struct tn_us_pins *y, unsigned k, bool only,
                    struct tn_us_piece *x)
{
    if (p && p->bits == 512 && only && x->lanes & 0xff00 && !(x->lanes & 0xff) && k == 0 &&
        user(y, 0, 4) == 0 && user(y, 8, 4) == 0)
        k = 1;
    x->first_be = (uint8_t)user(y, p && p->be ? p->be * k : 0, 4);
    x->last_be = (uint8_t)user(y, p && p->be ? 8 + p->be * k : 4, 4);
}

static unsigned straddling(const struct places *p, const struct tn_us_pins *y, struct borders b,
                           bool open, struct tn_us_piece to[TN_US_PIECES])
{
    bool only = (b.sop & (b.sop - 1)) == 0;
    unsigned n = 0, started = 0;
    to[0] = (struct tn_us_piece){0};
    for (unsigned lane = 0; lane < y->bits / 32 && n < TN_US_PIECES - 1; lane++) {
        if (b.sop >> lane & 1) {
            if (to[n].lanes)
                n++;
            to[n] = (struct tn_us_piece){.sop = true, .lanes = 1u << lane};
            enables(p, y, started++, only, &to[n]);
            open = true;
        }
        if (!open)
            continue;
        to[n].lanes |= 1u << lane;
        if (b.eop >> lane & 1) {
            open = false;
            to[n].eop = true;
            to[++n] = (struct tn_us_piece){0};
        }
    }
    return n + (to[n].lanes != 0);
}

unsigned tn_us_pieces(const struct tn_us_pins *y, bool *straddles, bool open,
                      struct tn_us_piece to[TN_US_PIECES])
{
    const struct places *p = places_of(y);
    struct borders b = {0};
    unsigned disc = p ? p->discontinue : narrow_discontinue[y->stream], n = 1;
    if (p) {
        b = borders(p, y, open);
        *straddles |= b.straddled;
    }
    if (*straddles) {
        n = straddling(p, y, b, open, to);
    } else {
        to[0] = (struct tn_us_piece){.lanes = y->keep, .sop = !open, .eop = y->last};
        enables(p, y, 0, true, &to[0]);
    }
    for (unsigned i = 0; i < n; i++)
        to[i].discontinued = disc < y->user && user(y, disc, 1);
    return n;
}
