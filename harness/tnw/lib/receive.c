/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's library: credits, Nget, and the notifications that end both (tnw_torus.md section 4).
 */
#include "regs.h"

#include <errno.h>

enum { WORDS_MAX = 7, FLAG_BYTE = 11, VALID = 0x80, CAUSE_BYTE = 8 };

static uint64_t place_at(const struct tnw *t, unsigned get, unsigned link, unsigned vc,
                         unsigned place)
{
    const unsigned pairs = TNW_LIB_LINKS * TNW_LIB_CHANNELS;
    const unsigned pair = get * pairs + TNW_LIB_CHANNELS * link + vc;
    return t->notes + (uint64_t)TNW_LIB_NOTE * (TNW_LIB_PLACES * pair + place);
}

static struct tnw_handle *slot_of(struct tnw *t, uint32_t handle)
{
    return &t->handle[handle % TNW_LIB_HANDLES];
}

static struct tnw_ring *ring_of(struct tnw *t, const struct tnw_handle *h)
{
    return &t->ring[h->get][h->link][h->vc];
}

/* A handle and its place; NULL when none is free. Nothing is given away before keep(). */
static struct tnw_handle *claim(struct tnw *t, unsigned get, unsigned link, unsigned vc)
{
    const struct tnw_ring *ring = &t->ring[get][link][vc];
    uint32_t handle = t->last;
    if (ring->open >= t->credits || ring->busy >> ring->turn & 1)
        return NULL;
    do /* there are fewer open ones than slots */
        handle++;
    while (handle == 0 || slot_of(t, handle)->state == HANDLE_OPEN);
    struct tnw_handle *h = slot_of(t, handle);
    *h = (struct tnw_handle){.handle = handle,
                             .get = (uint8_t)get,
                             .link = (uint8_t)link,
                             .vc = (uint8_t)vc,
                             .place = ring->turn};
    return h;
}

static void keep(struct tnw *t, struct tnw_handle *h)
{
    struct tnw_ring *ring = ring_of(t, h);
    t->last = h->handle;
    h->state = HANDLE_OPEN;
    ring->busy |= (uint16_t)(1u << h->place);
    ring->open++;
    ring->turn = (uint8_t)((ring->turn + 1) % TNW_LIB_PLACES);
}

static void release(struct tnw *t, const struct tnw_handle *h)
{
    struct tnw_ring *ring = ring_of(t, h);
    ring->busy &= (uint16_t) ~(1u << h->place);
    ring->open--;
}

/* Clears the notification and writes the registers from addr on with one TLP; the last two are
 * NOTIFY_LO and NOTIFY_HI, TAG is where the block has it. */
static int give(struct tnw *t, struct tnw_handle *h, uint64_t addr, uint32_t *word, unsigned words,
                uint32_t *handle)
{
    const uint64_t note = place_at(t, h->get, h->link, h->vc, h->place);
    const uint8_t clear = 0;
    uint8_t le[4 * WORDS_MAX];
    word[3] = h->handle;
    word[words - 2] = (uint32_t)note;
    word[words - 1] = (uint32_t)(note >> 32);
    for (unsigned i = 0; i < 4 * words; i++)
        le[i] = (uint8_t)(word[i / 4] >> 8 * (i % 4));
    int r = t->io->store(t->ctx, note + FLAG_BYTE, &clear, 1);
    if (!r)
        r = t->io->write(t->ctx, 0, addr, le, 4 * (size_t)words);
    if (r)
        return r;
    keep(t, h);
    *handle = h->handle;
    return 0;
}

static bool is_length(size_t len)
{
    return len && len % ITEM == 0 && len <= LENGTH_MAX;
}

int tnwCredit(struct tnw *t, int link, int vc, uint64_t base, size_t len, uint32_t *handle)
{
    if (!tnw_lib_is_pair(link, vc) || base % UNIT || !is_length(len) || !handle)
        return -EINVAL;
    const unsigned l = (unsigned)link, v = (unsigned)vc;
    uint32_t word[] = {(uint32_t)base, (uint32_t)(base >> 32), (uint32_t)len, 0, 0, 0};
    struct tnw_handle *h = claim(t, 0, l, v);
    if (!h)
        return -EBUSY;
    const int r = tnw_lib_up(t, l);
    return r ? r : give(t, h, tnw_lib_pair(CREDIT, l, v), word, 6, handle);
}

/* Is there room for a descriptor? Those from before a reset are in the hardware still. */
static int get_room(struct tnw *t, unsigned link)
{
    if (t->stale[link]) {
        uint32_t status = 0;
        const int r = tnw_lib_read(t, GET + GET_STEP * (uint64_t)link + GET_STATUS, &status);
        if (r)
            return r;
        if (status & 0xff)
            return -EBUSY;
        t->stale[link] = false;
    }
    return t->gets[link] < 1u << t->desc_log2 ? 0 : -EBUSY;
}

int tnwGet(struct tnw *t, int link, int vc, uint64_t src, size_t len, uint32_t offset,
           uint32_t *handle)
{
    if (!tnw_lib_is_pair(link, vc) || src % UNIT || offset % (t->last_en ? ITEM : UNIT) ||
        !is_length(len) || !handle || offset / UNIT + (uint64_t)len / UNIT > 1u << 24)
        return -EINVAL;
    const unsigned l = (unsigned)link, v = (unsigned)vc;
    uint32_t word[] = {
        (uint32_t)src, (uint32_t)(src >> 32), (uint32_t)len, 0, v << 29 | offset / UNIT, 0, 0};
    struct tnw_handle *h = claim(t, 1, l, v);
    if (!h)
        return -EBUSY;
    int r = tnw_lib_up(t, l);
    if (!r)
        r = get_room(t, l);
    if (!r)
        r = give(t, h, GET + GET_STEP * (uint64_t)l, word, 7, handle);
    if (!r)
        t->gets[l]++;
    return r;
}

/* The little-endian number at p. */
static uint32_t number(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

int tnwTest(struct tnw *t, uint32_t handle, struct tnw_done *d)
{
    struct tnw_handle *h = slot_of(t, handle);
    uint8_t note[TNW_LIB_NOTE];
    if (h->state == HANDLE_FREE || h->handle != handle)
        return -ENOENT;
    if (h->state == HANDLE_RESET) {
        h->state = HANDLE_FREE;
        return -ECONNRESET;
    }
    const int r =
        t->io->load(t->ctx, place_at(t, h->get, h->link, h->vc, h->place), note, sizeof note);
    if (r)
        return r;
    if (!(note[FLAG_BYTE] & VALID) || number(note) != handle)
        return -EAGAIN;
    h->state = HANDLE_FREE;
    release(t, h);
    t->gets[h->link] = (uint8_t)(t->gets[h->link] - h->get);
    if (d)
        *d = (struct tnw_done){.bytes = number(note + 4), .cause = note[CAUSE_BYTE]};
    return note[CAUSE_BYTE] & ~SHORT ? -EIO : 0;
}

int tnwWait(struct tnw *t, uint32_t handle, struct tnw_done *d)
{
    for (;;) {
        int r = tnwTest(t, handle, d);
        if (r != -EAGAIN)
            return r;
        const int up = tnw_lib_up(t, slot_of(t, handle)->link);
        if (up) { /* the answer to that read brought what was written to memory before it */
            r = tnwTest(t, handle, d);
            return r == -EAGAIN ? up : r;
        }
        r = t->io->pause(t->ctx);
        if (r)
            return r;
    }
}

void tnw_lib_drop_handles(struct tnw *t, unsigned link)
{
    for (unsigned i = 0; i < TNW_LIB_HANDLES; i++) {
        struct tnw_handle *h = &t->handle[i];
        if (h->state != HANDLE_OPEN || h->link != link)
            continue;
        h->state = HANDLE_RESET;
        release(t, h);
    }
    t->stale[link] = t->stale[link] || t->gets[link];
    t->gets[link] = 0;
}
