/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * All channels of a switch, cycle by cycle.
 */
#include "exa_bench.h"

#include "../../bfm/bfm.h"

#include <tn/exanet/bfm_exa.h>
#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SUBSCRIBERS = 4, BATCH = 256 };

static struct tn_exa_pins_seen seen[BATCH];
static unsigned seen_n;
static struct {
    tn_exa_pins_fn *fn;
    void *ctx;
} subs[SUBSCRIBERS];
static unsigned sub_n;

int tn_exa_pins_subscribe(tn_exa_pins_fn *fn, void *ctx)
{
    if (sub_n == SUBSCRIBERS)
        return -ENOMEM;
    subs[sub_n].fn = fn;
    subs[sub_n++].ctx = ctx;
    return 0;
}

/* side: valids of 16 headers, payloads, footers, then the readies, 16 bits each. */
static void unpack(struct tn_exa_pins pins[TN_EXA_PINS_PORTS], const uint32_t side[3],
                   const uint32_t *data)
{
    const uint32_t hv = side[0] & 0xffff, pv = side[0] >> 16, fv = side[1] & 0xffff;
    const uint32_t hr = side[1] >> 16, pr = side[2] & 0xffff, fr = side[2] >> 16;
    for (unsigned p = 0; p < TN_EXA_PINS_PORTS; p++) {
        pins[p].valid = (uint8_t)((hv >> p & 1) * TN_EXA_HDR | (pv >> p & 1) * TN_EXA_PLD |
                                  (fv >> p & 1) * TN_EXA_FTR);
        pins[p].ready = (uint8_t)((hr >> p & 1) * TN_EXA_HDR | (pr >> p & 1) * TN_EXA_PLD |
                                  (fr >> p & 1) * TN_EXA_FTR);
        memcpy(pins[p].data, data + 4 * p, EXA_WORD); /* a little-endian host */
    }
}

/* Words 0 to 2 and 3 to 5: the sides in and out; then their data, 4 words a port (tn_bfm_exa_pins.v). */
static void pins_of(unsigned id, uint64_t cycle, const uint32_t *pins, uint32_t unknown, uint32_t *play)
{
    const unsigned side = 3, data = TN_EXA_PINS_PORTS * EXA_WORD / 4;
    (void)id, (void)unknown, (void)play;
    _Static_assert(2 * 3 + 2 * TN_EXA_PINS_PORTS * EXA_WORD / 4 <= TN_WATCH_WORDS, "pins that are seen");
    tn_require(seen_n < BATCH);
    seen[seen_n].cycle = cycle;
    unpack(seen[seen_n].in, pins, pins + 2 * side);
    unpack(seen[seen_n++].out, pins + side, pins + 2 * side + data);
    tn_bfm_more = true;
}

static void deliver(void)
{
    for (unsigned i = 0; i < seen_n; i++)
        for (unsigned k = 0; k < sub_n; k++)
            subs[k].fn(subs[k].ctx, &seen[i]);
    seen_n = 0;
}

static void clear(void)
{
    sub_n = 0;
}

static void reset(void)
{
    seen_n = 0;
}

const struct tn_boundary tn_exa_pins_boundary = {
    .name = "exa_pins", .pins = pins_of, .deliver = deliver, .clear = clear, .reset = reset};
