/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Names at the boundaries between Verilog and C, and the units that a bench's modules opened.
 */
#include "boundary.h"

#include "core.h"

#include "../bfm/axi.h"
#include "../bfm/bfm.h"
#include "../fault/saboteur.h"

#include <tn/bug.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USED = 32 };

static const struct tn_boundary *const own[] = {&tn_axi_boundary, &tn_block_boundary, &tn_pins_boundary, NULL};

static struct unit {
    const struct tn_boundary *of;
    unsigned id;
} units[TN_UNITS];
static unsigned unit_n;
static const struct tn_boundary
    *used[USED]; /* in the order of their names, whichever the bench called first */
static unsigned used_n;

static const struct tn_boundary *among(const struct tn_boundary *const *list, const char *name)
{
    for (; list && *list; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

const struct tn_boundary *tn_boundary_find(const char *name)
{
    const struct tn_boundary *b = among(own, name);
    for (const struct tn_bench_parts *const *f = tn_benches; !b && *f; f++)
        b = among((*f)->boundaries, name);
    if (!b) {
        fprintf(stderr, "tenter: the bench has a module at a boundary '%s', which nothing serves\n",
                name);
        exit(2);
    }
    return b;
}

static const struct tn_boundary *use(const char *name)
{
    const struct tn_boundary *b = tn_boundary_find(name);
    unsigned i = 0;
    while (i < used_n && used[i] != b)
        i++;
    tn_require(i < USED);
    if (i < used_n)
        return b;
    for (i = used_n++; i > 0 && strcmp(used[i - 1]->name, name) > 0; i--)
        used[i] = used[i - 1];
    used[i] = b;
    return b;
}

/* Returns the form of saboteurs with that name, or NULL. */
static const struct tn_saboteur_form *form_of(const char *name)
{
    for (const struct tn_bench_parts *const *f = tn_benches; *f; f++)
        for (const struct tn_saboteur_form *const *form = (*f)->saboteurs; form && *form; form++)
            if (strcmp((*form)->name, name) == 0)
                return *form;
    return NULL;
}

void tn_core_name(const char *boundary, unsigned id, const char *name)
{
    const struct tn_saboteur_form *form = form_of(boundary);
    if (form) {
        tn_saboteur_declare_form(id, name, form);
        return;
    }
    const struct tn_boundary *b = use(boundary);
    tn_require(b->declare != NULL);
    b->declare(id, name);
}

unsigned tn_core_open(const char *boundary, unsigned id)
{
    tn_require(unit_n < TN_UNITS);
    units[unit_n] = (struct unit){use(boundary), id};
    return unit_n++;
}

TN_CORE_HOT void tn_core_next(unsigned handle, uint64_t cycle, bool taken, struct tn_next *out)
{
    units[handle].of->next(units[handle].id, cycle, taken, out);
}

void tn_core_ready(unsigned handle, uint64_t cycle, uint32_t *ready, uint32_t *cycles)
{
    units[handle].of->ready(units[handle].id, cycle, ready, cycles);
}

void tn_core_got(unsigned handle, uint64_t cycle, const uint32_t beat[TN_BEAT_WORDS])
{
    units[handle].of->got(units[handle].id, cycle, beat);
}

TN_CORE_HOT void tn_core_seen(unsigned handle, uint64_t cycle, uint32_t what, uint32_t more,
                              const uint32_t beat[TN_BEAT_WORDS])
{
    units[handle].of->seen(units[handle].id, cycle, what, more, beat);
}

TN_CORE_HOT void tn_core_pins(unsigned handle, uint64_t cycle, const uint32_t *pins,
                              uint32_t unknown, uint32_t *play)
{
    if (play)
        memset(play, 0, TN_PLAY_WORDS * sizeof *play);
    units[handle].of->pins(units[handle].id, cycle, pins, unknown, play);
}

TN_CORE_HOT void tn_boundaries_deliver(void)
{
    for (unsigned i = 0; i < used_n; i++)
        if (used[i]->deliver)
            used[i]->deliver();
}

void tn_boundaries_clear(void)
{
    for (unsigned i = 0; i < used_n; i++)
        if (used[i]->clear)
            used[i]->clear();
}

void tn_boundaries_reset(void)
{
    for (unsigned i = 0; i < used_n; i++)
        if (used[i]->reset)
            used[i]->reset();
}

TN_CORE_HOT uint64_t tn_boundaries_wakes(void)
{
    uint64_t wakes = 0;
    for (unsigned i = 0; i < used_n; i++)
        if (used[i]->wakes)
            wakes |= used[i]->wakes();
    return wakes;
}
