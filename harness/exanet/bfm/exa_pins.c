/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * All channels of a switch, cycle by cycle.
 */
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

void tn_core_exa_pins(uint64_t cycle, const uint32_t in[3], const uint32_t out[3],
                      const uint32_t *in_data, const uint32_t *out_data)
{
    tn_require(seen_n < BATCH);
    seen[seen_n].cycle = cycle;
    unpack(seen[seen_n].in, in, in_data);
    unpack(seen[seen_n++].out, out, out_data);
    tn_bfm_more = true;
}

void tn_exa_pins_deliver(void)
{
    for (unsigned i = 0; i < seen_n; i++)
        for (unsigned k = 0; k < sub_n; k++)
            subs[k].fn(subs[k].ctx, &seen[i]);
    seen_n = 0;
}

void tn_exa_pins_clear(void)
{
    sub_n = 0;
}

void tn_exa_pins_reset(void)
{
    seen_n = 0;
}
