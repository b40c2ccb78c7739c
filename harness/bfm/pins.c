/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The boundary of tn_bfm_pins.v: all pins of a block, to the block's own form of them.
 */
#include "bfm.h"

#include <tn/pins.h>

_Static_assert((int)TN_PINS_OUT_WORDS == (int)TN_PINS_WORDS && (int)TN_PINS_IN_WORDS == (int)TN_PLAY_WORDS, "words of the boundary");

static const struct tn_pins_form *form;
static uint64_t now;
static bool in_reset, started; /* started: the first reset has reached the registers */

void tn_pins_use(const struct tn_pins_form *f)
{
    form = f;
}

const struct tn_pins_form *tn_pins_used(void)
{
    return form;
}

uint64_t tn_pins_cycle(void)
{
    return now;
}

static void pins_of(unsigned id, uint64_t cycle, const uint32_t *pins, uint32_t unknown,
                    uint32_t *play)
{
    const bool rst = pins[0] & 1;
    (void)id;
    now = cycle;
    started |= in_reset && rst;
    in_reset = rst;
    if (started && form) {
        form->cycle(cycle, pins, unknown, play);
        tn_bfm_more = true;
    }
}

static void deliver(void)
{
    if (form)
        form->tell();
}

static void clear(void)
{
    if (form)
        form->clear();
}

static void reset(void) {}

const struct tn_boundary tn_pins_boundary = {
    .name = "pins", .pins = pins_of, .deliver = deliver, .clear = clear, .reset = reset};
