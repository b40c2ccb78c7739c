/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Host memory without its bus: bytes by physical page, page tables by PDID.
 */
#include "memory.h"

#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct frame { /* a physical page that was written */
    struct frame *next;
    uint64_t number;
    uint8_t bytes[TN_PAGE];
};

struct page { /* an entry of a page table */
    struct page *next;
    uint32_t pdid;
    unsigned rights;
    bool armed;
    uint64_t number, frame;
};

static unsigned bucket(uint64_t number, uint32_t pdid)
{
    uint64_t x = (number ^ (uint64_t)pdid << 40) * 0x9e3779b97f4a7c15u;
    return (unsigned)(x >> 54); /* 0 to 1023 */
}

void tn_memory_init(struct tn_memory *m)
{
    memset(m, 0, sizeof *m);
    for (unsigned i = 0; i < TN_MEMORY_BANKS; i++)
        m->bank[i] = -1;
}

struct tn_memory *tn_memory_new(void)
{
    struct tn_memory *m = malloc(sizeof *m);
    if (m)
        tn_memory_init(m);
    return m;
}

void tn_memory_clear(struct tn_memory *m)
{
    uint64_t generation = m->generation;
    struct tn_memory_timing timing = m->timing;
    size_t held = m->held;
    for (unsigned i = 0; i < TN_MEMORY_BUCKETS; i++) {
        for (struct frame *f = m->frames[i], *next; f; f = next) {
            next = f->next;
            free(f);
        }
        for (struct page *p = m->pages[i], *next; p; p = next) {
            next = p->next;
            free(p);
        }
    }
    tn_memory_init(m);
    m->generation = generation + 1;
    m->timing = timing;
    m->held = held;
}

void tn_memory_free(struct tn_memory *m)
{
    if (m)
        tn_memory_clear(m);
    free(m);
}

void tn_memory_domain(struct tn_memory *m, enum tn_memory_domain d)
{
    m->domain = d;
    m->generation++;
}

void tn_memory_policy(struct tn_memory *m, enum tn_memory_policy p)
{
    m->policy = p;
    m->generation++;
}

int tn_memory_range(struct tn_memory *m, uint64_t pa, uint64_t bytes)
{
    if (m->range_n == sizeof m->range / sizeof *m->range)
        return -ENOMEM;
    m->range[m->range_n].pa = pa;
    m->range[m->range_n++].bytes = bytes;
    m->generation++;
    return 0;
}

void tn_memory_bind(struct tn_memory *m, unsigned bank, int32_t pdid)
{
    tn_require(bank < TN_MEMORY_BANKS);
    m->bank[bank] = pdid;
    m->generation++;
}

/* The link that leads to the entry, or to where it would stand. */
static struct page **entry(struct tn_memory *m, uint32_t pdid, uint64_t va)
{
    uint64_t number = va / TN_PAGE;
    struct page **at = &m->pages[bucket(number, pdid)];
    while (*at && ((*at)->number != number || (*at)->pdid != pdid))
        at = &(*at)->next;
    return at;
}

int tn_memory_map(struct tn_memory *m, uint32_t pdid, uint64_t va, uint64_t pa, uint64_t bytes,
                  unsigned rights)
{
    if (va % TN_PAGE != pa % TN_PAGE || bytes == 0)
        return -EINVAL;
    for (uint64_t v = va / TN_PAGE; v <= (va + bytes - 1) / TN_PAGE; v++) {
        struct page **at = entry(m, pdid, v * TN_PAGE);
        if (!*at) {
            *at = calloc(1, sizeof **at);
            if (!*at)
                return -ENOMEM;
        }
        (*at)->pdid = pdid;
        (*at)->number = v;
        (*at)->frame = pa / TN_PAGE + (v - va / TN_PAGE);
        (*at)->rights = rights;
        (*at)->armed = false;
    }
    m->generation++;
    return 0;
}

void tn_memory_unmap(struct tn_memory *m, uint32_t pdid, uint64_t va, uint64_t bytes)
{
    for (uint64_t v = va / TN_PAGE; bytes > 0 && v <= (va + bytes - 1) / TN_PAGE; v++) {
        struct page **at = entry(m, pdid, v * TN_PAGE), *gone = *at;
        if (gone) {
            *at = gone->next;
            free(gone);
        }
    }
    m->generation++;
}

static int set_armed(struct tn_memory *m, uint32_t pdid, uint64_t va, bool armed)
{
    struct page *p = *entry(m, pdid, va);
    if (!p)
        return -ENOENT;
    p->armed = armed;
    m->generation++;
    return 0;
}

int tn_memory_arm(struct tn_memory *m, uint32_t pdid, uint64_t va)
{
    return set_armed(m, pdid, va, true);
}

int tn_memory_serve(struct tn_memory *m, uint32_t pdid, uint64_t va)
{
    return set_armed(m, pdid, va, false);
}

void tn_memory_on_fault(struct tn_memory *m, tn_memory_fault_fn *fn, void *ctx)
{
    m->on_fault = fn;
    m->ctx = ctx;
}

uint64_t tn_memory_faults(const struct tn_memory *m)
{
    return m->faults;
}

static bool exists(const struct tn_memory *m, uint64_t pa)
{
    for (unsigned i = 0; i < m->range_n; i++)
        if (pa - m->range[i].pa < m->range[i].bytes)
            return true;
    return m->range_n == 0;
}

bool tn_memory_who(const struct tn_memory *m, unsigned id, unsigned user, uint32_t *pdid)
{
    int32_t bound = m->bank[id % TN_MEMORY_BANKS];
    *pdid = m->domain == TN_MEMORY_BY_BANK ? (uint32_t)bound : user;
    return m->domain != TN_MEMORY_BY_BANK || bound >= 0;
}

bool tn_memory_is_armed(struct tn_memory *m, uint32_t pdid, uint64_t va)
{
    const struct page *p = *entry(m, pdid, va);
    return p && p->armed;
}

enum tn_memory_result tn_memory_translate(struct tn_memory *m, unsigned id, unsigned user,
                                          uint64_t va, bool write, uint64_t *pa)
{
    *pa = va;
    if (m->domain != TN_MEMORY_PHYSICAL) {
        uint32_t pdid;
        const struct page *p;
        if (!tn_memory_who(m, id, user, &pdid))
            return TN_MEMORY_NO_BANK;
        p = *entry(m, pdid, va);
        if (!p || p->armed || !(p->rights & (write ? TN_MEMORY_WRITE : TN_MEMORY_READ)))
            return TN_MEMORY_FAULT;
        *pa = p->frame * TN_PAGE + va % TN_PAGE;
    }
    return exists(m, *pa) ? TN_MEMORY_OK : TN_MEMORY_NOWHERE;
}

static struct frame *find_frame(const struct tn_memory *m, uint64_t number)
{
    struct frame *f = m->frames[bucket(number, 0)];
    while (f && f->number != number)
        f = f->next;
    return f;
}

int tn_memory_poke(struct tn_memory *m, uint64_t pa, const uint8_t *bytes, size_t n)
{
    while (n > 0) {
        size_t part = TN_PAGE - pa % TN_PAGE;
        struct frame *f = find_frame(m, pa / TN_PAGE);
        if (!f) {
            f = calloc(1, sizeof *f);
            if (!f)
                return -ENOMEM;
            f->number = pa / TN_PAGE;
            f->next = m->frames[bucket(f->number, 0)];
            m->frames[bucket(f->number, 0)] = f;
        }
        part = part < n ? part : n;
        memcpy(f->bytes + pa % TN_PAGE, bytes, part);
        pa += part;
        bytes += part;
        n -= part;
    }
    return 0;
}

void tn_memory_peek(const struct tn_memory *m, uint64_t pa, uint8_t *bytes, size_t n)
{
    while (n > 0) {
        size_t part = TN_PAGE - pa % TN_PAGE;
        const struct frame *f = find_frame(m, pa / TN_PAGE);
        part = part < n ? part : n;
        if (f)
            memcpy(bytes, f->bytes + pa % TN_PAGE, part);
        else
            memset(bytes, 0, part);
        pa += part;
        bytes += part;
        n -= part;
    }
}
