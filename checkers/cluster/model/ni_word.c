/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Regions, words of the scratchpad, and their open changes (cl_ni.md 3 to 5).
 */
#include "ni.h"

#include <string.h>

enum { SIZE_LEAST = 12, SIZE_MOST = 25, SPACE = 0x1ffffff };

unsigned cl_ni_place(uint32_t addr)
{
    const uint32_t byte = (addr & 0x1ffffff) - CL_NI_SCRATCH;
    return byte < NI_WORDS * 4 ? byte / 4 : NI_WORDS;
}

unsigned cl_ni_state_of(const struct tn_cl_ni_judge *j, unsigned word)
{
    return word < NI_WORDS ? j->line[word / CL_NI_LINE_WORDS].state : CL_NI_STATES;
}

struct cl_ni_way cl_ni_way(const struct tn_cl_ni_judge *j, uint32_t va, unsigned rights)
{
    va &= ~UINT32_C(3);
    for (unsigned i = 0; i < CL_NI_REGIONS; i++) {
        const uint32_t *r = &j->region[4 * i];
        const unsigned size = r[0] & 31;
        if (!(r[2] & CLN_VALID) || size < SIZE_LEAST || size > SIZE_MOST || (va ^ r[0]) >> size)
            continue;
        const uint32_t offset = va & ((1u << size) - 1);
        struct cl_ni_way w = {.remote = r[2] & CLN_REMOTE,
                              .scratch = r[2] & CLN_SCRATCHPAD,
                              .to = (r[1] & 0xfffff000) + offset,
                              .left = (1u << size) - offset};
        w.fault = !(r[2] & rights);
        if (!w.remote)
            w.fault |= !cl_ni_here(j, w.to) || w.scratch != ((w.to & SPACE) >= CL_NI_SCRATCH) ||
                       (w.scratch && cl_ni_place(w.to) == NI_WORDS);
        return w;
    }
    return (struct cl_ni_way){.fault = true};
}

void cl_ni_tick(const struct tn_cl_ni_judge *j, struct cl_ni_reg *r, bool sure)
{
    r->lo += sure;
    r->hi++;
    r->at = j->now;
}

void cl_ni_set(struct tn_cl_ni_judge *j, unsigned word, uint32_t value)
{
    struct cl_ni_word *w = &j->word[word];
    if (w->known && w->is == value)
        return;
    *w = (struct cl_ni_word){value, w->is, j->now, w->known ? w->at : j->now, true, NI_ANY};
}

/* Says whether the change writes that word. */
static bool covers(const struct cl_ni_change *c, unsigned word)
{
    return c->open && word - c->word < c->n;
}

bool cl_ni_may_be(struct tn_cl_ni_judge *j, unsigned word, uint32_t value, uint64_t since)
{
    struct cl_ni_word *w = &j->word[word];
    bool open = false, may = !w->known || w->is == value;
    for (unsigned i = 0; i < CHANGES; i++)
        if (covers(&j->change[i], word)) {
            open = true;
            may |= j->change[i].data[word - j->change[i].word] == value;
        }
    if (!w->known && !open)
        cl_ni_set(j, word, value);
    return may || (w->at >= since && (w->was == value || w->before >= since));
}

struct cl_ni_change *cl_ni_open(struct tn_cl_ni_judge *j, enum cl_ni_kind kind, unsigned word,
                                unsigned n, const uint32_t *data)
{
    for (unsigned i = 0; i < CHANGES; i++) {
        struct cl_ni_change *c = &j->change[i];
        if (c->open)
            continue;
        *c = (struct cl_ni_change){.open = true,
                                   .kind = kind,
                                   .order = j->order,
                                   .word = word,
                                   .n = n,
                                   .id = ++j->ids,
                                   .from = j->now,
                                   .until = j->calm + SETTLE_CYC,
                                   .by = CL_NI_LINES};
        memcpy(c->data, data, n * sizeof *data);
        return c;
    }
    tn_scope_close(&j->all);
    return NULL;
}

struct cl_ni_change *cl_ni_find(struct tn_cl_ni_judge *j, uint64_t id)
{
    for (unsigned i = 0; i < CHANGES && id; i++)
        if (j->change[i].open && j->change[i].id == id)
            return &j->change[i];
    return NULL;
}

/* Finds an open change of the same order that comes before. */
static const struct cl_ni_change *before(const struct tn_cl_ni_judge *j,
                                         const struct cl_ni_change *c)
{
    for (unsigned i = 0; i < CHANGES && c->order; i++)
        if (j->change[i].open && j->change[i].order == c->order && j->change[i].id < c->id)
            return &j->change[i];
    return NULL;
}

void cl_ni_come(struct tn_cl_ni_judge *j, uint64_t id)
{
    struct cl_ni_change *c = cl_ni_find(j, id);
    if (!c)
        return;
    for (const struct cl_ni_change *o; (o = before(j, c));)
        cl_ni_come(j, o->id);
    c->open = false;
    if (cl_ni_state_of(j, c->word) == CL_NI_COUNTER)
        cl_ni_counter_end(j, c, true);
    else
        for (unsigned i = 0; i < c->n; i++) {
            struct cl_ni_word *w = &j->word[c->word + i];
            const bool raced =
                w->at > c->from && w->is != c->data[i] && !(c->order && w->order == c->order);
            cl_ni_set(j, c->word + i, c->data[i]);
            w->known = !raced;
            w->order = c->order;
        }
    cl_ni_come(j, c->after);
}

struct cl_ni_change *cl_ni_deliver(struct tn_cl_ni_judge *j, unsigned type, uint32_t to,
                                   uint32_t value, uint64_t after)
{
    const unsigned word = cl_ni_place(to), state = cl_ni_state_of(j, word);
    const bool nack = type == TN_cl_hdr_type_NACK;
    struct cl_ni_change *c = NULL;
    if (state == CL_NI_PLAIN)
        c = cl_ni_open(j, NI_STORE, word, 1, &(uint32_t){nack ? 0 : value});
    else if (state == CL_NI_COUNTER && word % CL_NI_LINE_WORDS == 0)
        c = cl_ni_open(j, nack ? NI_ERROR : NI_ADD, word, 1, &value);
    else if (state == CL_NI_COMMAND && nack)
        cl_ni_command_nack(j, word / CL_NI_LINE_WORDS);
    else
        cl_ni_tick(j, &j->faults, j->order >= NI_EFFECT && j->order < NI_INSIDE);
    if (!c)
        return NULL;
    c->after = after;
    if (state == CL_NI_COUNTER)
        cl_ni_counter_change(j, c);
    return c;
}
