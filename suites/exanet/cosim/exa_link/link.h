/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the link's suites: the bench's numbers, two sides, packets.
 */
#ifndef LINK_H
#define LINK_H

#include "../shape.h"
#include "../../../cosim/still.h"

#include <tn/exanet/bfm_exa.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Registers of the bench (harness/exanet/dut/exa_link_tb.v). */
enum {
    LINK_SIDES = 2,
    LINK_SIDE = 0x2000, /* added to a register of side 1 */
    LINK_TAPS = 0x1000,
    LINK_STEP = 0x1010,
    LINK_SWING = 0x1020,
    LINK_OFFSET = 0x1024,
    LINK_BASE = 8,     /* cycles of the bench that one of a channel or line takes, at most */
    LINK_STILL = 20000, /* cycles of the bench in which a link that is up lets nothing move, at most */
};

/* Blocks until a line is aligned and locked, at most: 66 places, a window and what a slip ignores at each. */
static inline uint64_t link_up_blocks(void)
{
    return 66 * (82 + (uint64_t)tn_sim_param("SLIP_CYC"));
}

static inline struct tn_exa_source *link_source(unsigned side)
{
    return tn_exa_source_find(side ? "s_exa1" : "s_exa0");
}

static inline struct tn_sink *link_sink(unsigned side)
{
    return tn_sink_find(side ? "m_exa1" : "m_exa0");
}

static inline uint32_t link_read(unsigned side, uint32_t addr)
{
    return tn_reg_read(addr + side * LINK_SIDE);
}

/* Clocks from the next cycle on: toggles in 65536 cycles of the bench, and their swing. */
static inline void link_clocks(unsigned channel_0, unsigned channel_1, unsigned line_01,
                               unsigned line_10, unsigned swing)
{
    const unsigned steps[] = {channel_0, channel_1, line_01, line_10};
    for (unsigned k = 0; k < 4; k++)
        tn_reg_write(LINK_STEP + 4 * k, steps[k]);
    tn_reg_write(LINK_SWING, swing);
}

/* Reset for four cycles of the slowest clock and more; the lines' blocks are so many
 * bits off then. */
static inline void link_reset(unsigned off_0, unsigned off_1)
{
    tn_reg_write(LINK_OFFSET, off_0);
    tn_reg_write(LINK_OFFSET + 4, off_1);
    tn_sim_reset(12 * LINK_BASE);
}

static inline bool link_is_up(void *ctx)
{
    (void)ctx;
    return (link_read(0, 0x004) & 9) == 9 && (link_read(1, 0x004) & 9) == 9;
}

/* Waits until both sides are aligned and locked; a link that never was is waited for only once. */
static inline bool link_comes_up(void)
{
    static bool was_up, was_asked;
    const uint64_t most = was_up || !was_asked ? link_up_blocks() * LINK_BASE : 100;
    was_asked = true;
    if (tn_sim_step_until(link_is_up, NULL, most))
        was_up = true;
    else
        still_failed(&(unsigned){0}, "EXL-LCK-1", "line that is aligned and locked");
    return was_up && link_is_up(NULL);
}

/* A sealed packet with n payload bytes (0: header and footer; EXA_H: a header alone). */
static inline size_t link_packet(uint8_t out[EXA_KEEP_MAX], unsigned form, unsigned n, uint16_t mark)
{
    uint8_t data[EXA_MTU] = {0};
    struct exa_packet k = {.pdid = mark, .type = form == EXA_HPF ? EXA_WRITE : form == EXA_HF ? EXA_ZREAD_REQ : EXA_RELEASE,
                           .tid = form == EXA_H ? 0 : mark & 1023};
    for (unsigned i = 0; i < n; i++)
        data[i] = (uint8_t)(mark + 5 * i);
    assert_int_equal(exa_set_payload(&k, 0, data, form == EXA_HPF ? n : 0), 0);
    if (form == EXA_H)
        exa_set_alone(&k);
    exa_seal(&k);
    long len = exa_encode(&k, out, EXA_KEEP_MAX);
    assert_true(len > 0);
    return (size_t)len;
}

#endif
