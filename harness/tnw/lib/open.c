/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's library: opening a node, its links, and the reset of one.
 */
#include "regs.h"

#include <errno.h>
#include <string.h>

enum {
    RESET_PAUSES = 16
}; /* of 16 cycles: 2D + 50 with the longest wire (tnw_link.md section 8) */

int tnw_lib_write(struct tnw *t, uint64_t addr, uint32_t value)
{
    const uint8_t le[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                           (uint8_t)(value >> 24)};
    return t->io->write(t->ctx, 0, addr, le, sizeof le);
}

static int link_state(struct tnw *t, unsigned link, uint32_t *state)
{
    const int r = tnw_lib_read(t, LINK_STATUS + LINK_STEP * (uint64_t)link, state);
    *state &= 7;
    return r;
}

int tnw_lib_up(struct tnw *t, unsigned link)
{
    uint32_t state = 0;
    const int r = link_state(t, link, &state);
    return r ? r : state == LINK_UP ? 0 : -ENOLINK;
}

static int wait_up(struct tnw *t, unsigned link)
{
    for (;;) {
        uint32_t state = 0;
        int r = link_state(t, link, &state);
        if (r || state == LINK_UP)
            return r;
        if (state == LINK_FAILED)
            return -ENOLINK;
        r = t->io->pause(t->ctx);
        if (r)
            return r;
    }
}

static bool within(unsigned v, unsigned low, unsigned high)
{
    return v >= low && v <= high;
}

static int read_limits(struct tnw *t, unsigned links)
{
    uint32_t id = 0, params = 0, features = 0, count = 0;
    unsigned first = 0;
    int r = tnw_lib_read(t, PI_ID, &id);
    if (!r)
        r = tnw_lib_read(t, PI_PARAMS, &params);
    if (!r)
        r = tnw_lib_read(t, PI_FEATURES, &features);
    while (first < TNW_LIB_LINKS - 1 && !(links >> first & 1))
        first++;
    if (!r)
        r = tnw_lib_read(t, tnw_lib_pair(CREDIT, first, 0) + CREDIT_COUNT, &count);
    if (r)
        return r;
    t->off_log2 = params & 0xff;
    t->last_en = features & 1;
    t->item_log2 = params >> 8 & 0xff;
    t->desc_log2 = params >> 24;
    t->credits = (count & 0xff) + (count >> 8 & 0xff);
    return id == PI_IS && within(t->off_log2, 8, 24) && within(t->item_log2, 2, 5) &&
                   within(params >> 16 & 0xff, 1, 5) && t->desc_log2 <= 4 &&
                   within(t->credits, 1, TNW_LIB_PLACES)
               ? 0
               : -ENODEV;
}

static int check_link(struct tnw *t, unsigned link)
{
    const uint64_t at = LINK_STEP * (uint64_t)link;
    uint32_t id = 0, params = 0;
    int r = tnw_lib_read(t, LINK_ID + at, &id);
    if (!r)
        r = tnw_lib_read(t, LINK_PARAMS + at, &params);
    if (r)
        return r;
    return id == LINK_IS && params >> 24 == TNW_LIB_CHANNELS && (params >> 8 & 0xff) == 15
               ? 0
               : -ENODEV;
}

int tnwOpen(struct tnw *t, const struct tnw_io *io, void *ctx, unsigned links, uint64_t notes)
{
    if (!io || links >> TNW_LIB_LINKS || notes % TNW_LIB_NOTE)
        return -EINVAL;
    memset(t, 0, sizeof *t);
    t->io = io;
    t->ctx = ctx;
    t->notes = notes;
    int r = read_limits(t, links);
    for (unsigned l = 0; !r && l < TNW_LIB_LINKS; l++)
        if (links >> l & 1)
            r = check_link(t, l);
    for (unsigned l = 0; !r && l < TNW_LIB_LINKS; l++)
        if (links >> l & 1)
            r = wait_up(t, l);
    return r;
}

/* What the windows hold is dropped; they count on from what was injected. */
static int reset_windows(struct tnw *t, unsigned link)
{
    int r = 0;
    for (unsigned v = 0; !r && v < TNW_LIB_CHANNELS; v++) {
        r = tnw_lib_write(t, tnw_lib_pair(PUT, link, v) + PUT_NEXT, 0);
        t->window[link][v] = (struct tnw_window){.again = true};
    }
    return r;
}

/* The memory of the credits is free again when none is outstanding. */
static int wait_credits(struct tnw *t, unsigned link)
{
    for (unsigned v = 0; v < TNW_LIB_CHANNELS;) {
        uint32_t count = 0;
        int r = tnw_lib_read(t, tnw_lib_pair(CREDIT, link, v) + CREDIT_COUNT, &count);
        if (!r && count & 0xff)
            r = t->io->pause(t->ctx);
        else
            v++;
        if (r)
            return r;
    }
    return 0;
}

int tnwReset(struct tnw *t, int link)
{
    if (!tnw_lib_is_pair(link, 0))
        return -EINVAL;
    const unsigned l = (unsigned)link;
    const uint64_t ctrl_at = LINK_CTRL + LINK_STEP * (uint64_t)l;
    uint32_t ctrl = 0;
    int r = tnw_lib_read(t, ctrl_at, &ctrl);
    if (!r)
        r = tnw_lib_write(t, ctrl_at, ctrl | 1);
    if (!r)
        tnw_lib_drop_handles(t, l);
    for (unsigned i = 0; !r && i < RESET_PAUSES; i++)
        r = t->io->pause(t->ctx);
    if (!r)
        r = reset_windows(t, l);
    if (!r) /* nothing of before comes behind the reset */
        r = tnw_lib_write(t, GET + GET_STEP * (uint64_t)l + GET_ABORT, 0);
    if (!r)
        r = wait_credits(t, l);
    if (!r)
        r = tnw_lib_write(t, GET + GET_STEP * (uint64_t)l + GET_FREE_TAGS, 0);
    return r ? r : tnw_lib_write(t, ctrl_at, ctrl & ~1u);
}
