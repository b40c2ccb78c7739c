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
#define COMMIT_FORCE 0x40000000u

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

static bool has_open(const struct cz_entry *e)
{
    return e->open[TN_CZ_U2D] || e->open[TN_CZ_D2U];
}

void cz_commit(struct tn_cz_remap *m, uint32_t command)
{
    unsigned index = command & INDEX_MASK;
    bool exists = index < m->funcs;
    bool open = exists && !(command & COMMIT_FORCE) && has_open(&m->entry[index]);
    bool loads = !(command & COMMIT_CLEAR);

    if (!exists || open || (loads && !may_load(m, index))) {
        m->commit_refused = true;
        m->refused_as_open |= open;
        return;
    }
    if (loads)
        m->entry[index] = m->staged;
    m->entry[index].valid = loads;
    m->entry[index].open[TN_CZ_U2D] = m->entry[index].open[TN_CZ_D2U] = 0;
}

/* Does no other completion of its request follow? */
static bool is_last(const struct tn_tlp *t)
{
    return !tn_tlp_has_data(t->kind) || t->byte_count <= 4u * t->length_dw - (t->lower_addr & 3u);
}

void cz_count_open(struct tn_cz_remap *m, enum tn_cz_dir dir, const struct tn_tlp *t, const struct cz_entry *e)
{
    struct cz_entry *own = &m->entry[e - m->entry];
    bool asks = tn_tlp_class(t->kind) == TN_CLASS_NP;
    unsigned *n = &own->open[asks ? dir : 1 - dir]; /* an answer goes the other way */

    if (*n == CZ_OPEN_MAX)
        return;
    if (asks)
        ++*n;
    else if (tn_tlp_is_completion(t->kind) && is_last(t) && *n > 0)
        --*n;
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
