/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's tables: what goes in, and who matches
 * (cz_ioport_remap.md section 2).
 */
#include "model.h"

enum {
    INDEX_MASK = 0x3f,
    OID_INDEX_MASK = 0x1ff, /* RAM3 is indexed with OID[8:0] */
    MIN_LOG2_SIZE = 4,
};
#define COMMIT_CLEAR 0x80000000u

static uint64_t offset_mask(const struct cz_window *w)
{
    return ((uint64_t)1 << w->log2_size) - 1;
}

bool cz_in_window(const struct cz_window *w, uint64_t addr)
{
    return (addr & ~offset_mask(w)) == w->ubase;
}

uint64_t cz_to_owner(const struct cz_window *w, uint64_t addr)
{
    return (addr & offset_mask(w)) | w->obase;
}

static bool window_is_sound(const struct cz_window *w)
{
    if (!w->valid)
        return true;
    return w->log2_size >= MIN_LOG2_SIZE && ((w->ubase | w->obase) & offset_mask(w)) == 0;
}

/* Whether the staged entry may become entry index. */
static bool may_load(const struct tn_cz_remap *m, unsigned index)
{
    const struct cz_entry *s = &m->staged;

    if (s->port >= m->ports)
        return false;
    for (unsigned b = 0; b < TN_CZ_WINDOWS; b++)
        if (!window_is_sound(&s->window[b]))
            return false;
    for (unsigned i = 0; i < m->funcs; i++)
        if (i != index && m->entry[i].valid && ((m->entry[i].oid ^ s->oid) & OID_INDEX_MASK) == 0)
            return false;
    return true;
}

bool cz_commit(struct tn_cz_remap *m, uint32_t command)
{
    unsigned index = command & INDEX_MASK;

    if (index >= m->funcs)
        return false;
    if (command & COMMIT_CLEAR) {
        m->entry[index].valid = false;
        return true;
    }
    if (!may_load(m, index))
        return false;
    m->entry[index] = m->staged;
    m->entry[index].valid = true;
    return true;
}

void cz_fetch(struct tn_cz_remap *m, uint32_t command)
{
    unsigned index = command & INDEX_MASK;

    m->staged = index < m->funcs ? m->entry[index] : (struct cz_entry){0};
}

unsigned cz_match_uid(const struct tn_cz_remap *m, unsigned port, uint16_t uid,
                      const struct cz_entry **found)
{
    unsigned hits = 0;

    *found = NULL;
    for (unsigned i = 0; i < m->funcs; i++) {
        const struct cz_entry *e = &m->entry[i];
        if (e->valid && e->port == port && e->uid == uid && hits++ == 0)
            *found = e;
    }
    return hits;
}

unsigned cz_match_window(const struct tn_cz_remap *m, unsigned port, uint64_t addr,
                         const struct cz_window **found)
{
    unsigned hits = 0;

    *found = NULL;
    for (unsigned i = 0; i < m->funcs; i++) {
        const struct cz_entry *e = &m->entry[i];
        if (!e->valid || e->port != port)
            continue;
        for (unsigned b = 0; b < TN_CZ_WINDOWS; b++) {
            const struct cz_window *w = &e->window[b];
            if (w->valid && cz_in_window(w, addr) && hits++ == 0)
                *found = w;
        }
    }
    return hits;
}

/* At most one: COMMIT refuses a second entry with the same low nine bits. */
unsigned cz_match_oid(const struct tn_cz_remap *m, uint16_t oid, const struct cz_entry **found)
{
    unsigned hits = 0;

    *found = NULL;
    for (unsigned i = 0; i < m->funcs; i++) {
        const struct cz_entry *e = &m->entry[i];
        if (e->valid && e->oid == oid && hits++ == 0)
            *found = e;
    }
    return hits;
}
