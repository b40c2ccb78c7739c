/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What TNW's library does with credits, descriptors and their notifications, judged.
 */
#include "tnw_lib_judge.h"

#include <errno.h>
#include <string.h>

enum {
    FLAG_BYTE = 11,
    VALID = 0x80,
    CAUSE_BYTE = 8,
    SHORT = 64, /* no error */
    CREDIT_STEP = 0x40,
    GET_STEP = 0x100,
    PAIRS = TNW_LIB_LINKS * TNW_LIB_CHANNELS
};

static uint32_t number(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* What the page wants of each kind: the TLP's length, where the channel stands. */
static const struct {
    const char *rule;
    unsigned step;
    size_t len;
} kind[2] = {{"TNW-LIB-2", CREDIT_STEP, 24}, {"TNW-LIB-3", GET_STEP, 28}};

static unsigned pair_of(unsigned get, unsigned at, const uint8_t *data)
{
    return get ? at / GET_STEP * TNW_LIB_CHANNELS + (data[19] >> 5) : at / CREDIT_STEP;
}

static unsigned open_of(const struct tn_tnw_lib_place *first)
{
    unsigned n = 0;
    for (unsigned i = 0; i < TNW_LIB_PLACES; i++)
        n += first[i].open;
    return n;
}

void tn_tnw_lib_given(struct tn_tnw_lib_judge *j, unsigned get, unsigned at, const uint8_t *data,
                      size_t len)
{
    const char *const rule = kind[get].rule;
    if (at % kind[get].step || len != kind[get].len) {
        tn_tnw_lib_says(j, rule, "the whole of it in one TLP", "%zu bytes at %x", len, at);
        return;
    }
    const unsigned pair = pair_of(get, at, data);
    const uint64_t low = number(data + len - 8), high = number(data + len - 4);
    const uint64_t notify = low | high << 32;
    uint8_t *turn = &j->turn[get][pair];
    const unsigned index = (get * PAIRS + pair) * TNW_LIB_PLACES + *turn;
    const uint64_t want = j->notes + (uint64_t)TNW_LIB_NOTE * index;
    struct tn_tnw_lib_place *p = &j->place[index];
    *turn = (uint8_t)((*turn + 1) % TNW_LIB_PLACES);
    if (notify != want) {
        tn_tnw_lib_says(j, rule, "the place in notes whose turn it is", "%llx, not %llx",
                        (unsigned long long)notify, (unsigned long long)want);
        return;
    }
    if (p->open || open_of(p - index % TNW_LIB_PLACES) >= 1u << j->limits.credit_log2)
        tn_tnw_lib_says(j, rule, "a place is free", "pair %u has %u open", pair,
                        open_of(p - index % TNW_LIB_PLACES));
    if (!p->cleared)
        tn_tnw_lib_says(j, rule, "byte 11 of the notification cleared before", "pair %u, place %u",
                        pair, index % TNW_LIB_PLACES);
    *p = (struct tn_tnw_lib_place){.open = true, .tag = number(data + 12), .len = number(data + 8)};
}

void tn_tnw_lib_link_reset(struct tn_tnw_lib_judge *j, unsigned link)
{
    const unsigned each = TNW_LIB_CHANNELS * TNW_LIB_PLACES;
    for (unsigned get = 0; get < 2; get++)
        for (unsigned i = 0; i < each; i++) {
            struct tn_tnw_lib_place *p = &j->place[(get * TNW_LIB_LINKS + link) * each + i];
            p->reset = p->reset || p->open;
            p->open = false;
        }
}

/* The place of these bytes; NULL when they are not in one, which is said. */
static struct tn_tnw_lib_place *place_of(struct tn_tnw_lib_judge *j, const char *what,
                                         uint64_t host, size_t len)
{
    const uint64_t at = host - j->notes;
    if (host >= j->notes && at + len <= TNW_LIB_NOTES && at % TNW_LIB_NOTE + len <= TNW_LIB_NOTE)
        return &j->place[at / TNW_LIB_NOTE];
    tn_tnw_lib_says(j, "TNW-LIB-6", "a notification of notes", "%s of %zu bytes at %llx", what, len,
                    (unsigned long long)host);
    return NULL;
}

int tn_tnw_lib_load(void *ctx, uint64_t host, void *data, size_t len)
{
    struct tn_tnw_lib_judge *j = ctx;
    j->calls++;
    struct tn_tnw_lib_place *p = place_of(j, "load", host, len);
    const int r = j->below->load(j->ctx, host, data, len);
    if (!r && p)
        memcpy(p->seen + (host - j->notes) % TNW_LIB_NOTE, data, len);
    return r;
}

int tn_tnw_lib_store(void *ctx, uint64_t host, const void *data, size_t len)
{
    struct tn_tnw_lib_judge *j = ctx;
    const uint64_t at = (host - j->notes) % TNW_LIB_NOTE;
    j->calls++;
    struct tn_tnw_lib_place *p = place_of(j, "store", host, len);
    if (p && p->open)
        tn_tnw_lib_says(j, "TNW-LIB-6", "nothing is stored where a notification may come",
                        "%zu bytes at %llx", len, (unsigned long long)host);
    if (p && at <= FLAG_BYTE && at + len > FLAG_BYTE)
        p->cleared = !(((const uint8_t *)data)[FLAG_BYTE - at] & VALID);
    return j->below->store(j->ctx, host, data, len);
}

/* Bytes and cause against the notification and the length that was given. */
static void judge_end(struct tn_tnw_lib_judge *j, const struct tn_tnw_lib_place *p, int result,
                      const struct tnw_done *d)
{
    const uint8_t cause = p->seen[CAUSE_BYTE];
    const uint32_t bytes = number(p->seen + 4);
    if (d->cause != cause || d->bytes != bytes || (result == -EIO) != ((cause & ~SHORT) != 0))
        tn_tnw_lib_says(
            j, "TNW-LIB-7", "the notification's bytes and cause, -EIO with one but SHORT",
            "%d, %u bytes, cause %u of %u, %u", result, d->bytes, d->cause, bytes, cause);
    else if (!cause && bytes != p->len)
        tn_tnw_lib_says(j, "TNW-LIB-7", "a cause where bytes are missing", "%u bytes of %u", bytes,
                        p->len);
}

void tn_tnw_lib_judge_tested(struct tn_tnw_lib_judge *j, uint32_t handle, int result,
                             const struct tnw_done *d)
{
    const unsigned places = 2 * PAIRS * TNW_LIB_PLACES;
    struct tn_tnw_lib_place *p = NULL;
    for (unsigned i = 0; i < places; i++)
        if (j->place[i].tag == handle && (j->place[i].open || j->place[i].reset))
            p = &j->place[i];
    if (!p || p->reset) { /* (one whose place was given away since may be either) */
        if (result != -ECONNRESET && (p || result != -ENOENT))
            tn_tnw_lib_says(j, "TNW-LIB-4", p ? "-ECONNRESET" : "-ENOENT", "%d for handle %u",
                            result, handle);
        if (p)
            p->reset = false;
        return;
    }
    const bool ended = (p->seen[FLAG_BYTE] & VALID) && number(p->seen) == handle;
    const bool said = result == 0 || result == -EIO;
    if (result == -ENOENT)
        tn_tnw_lib_says(j, "TNW-LIB-5", "a handle that is open can be tested", "-ENOENT for %u",
                        handle);
    else if ((said || result == -EAGAIN) && said != ended)
        tn_tnw_lib_says(j, "TNW-LIB-4", ended ? "ended" : "not ended", "%d for handle %u", result,
                        handle);
    else if (said)
        judge_end(j, p, result, d);
    p->open = p->open && !said;
}
