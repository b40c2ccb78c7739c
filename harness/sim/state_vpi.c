/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The DUT's state through VPI (IEEE 1364-2005 chapter 27): Icarus, and a
 * Verilator model built with its names public.
 */
#include <tn/bug.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <vpi_user.h>

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 512, WORDS32 = 2048 }; /* 64 Ki bits of one vector */

/* Finds an object by its name, also in Verilator's own spelling of the brackets of generate
 * arrays. */
static vpiHandle by_name(const char *name)
{
    char spelt[2 * NAME];
    size_t n = 0;
    vpiHandle h = vpi_handle_by_name((PLI_BYTE8 *)(uintptr_t)name, NULL);
    if (h || !strchr(name, '['))
        return h;
    for (const char *c = name; *c && n + 8 < sizeof spelt; c++)
        if (*c == '[' || *c == ']')
            n += (size_t)sprintf(spelt + n, "%s", *c == '[' ? "__BRA__" : "__KET__");
        else
            spelt[n++] = *c;
    spelt[n] = 0;
    return vpi_handle_by_name(spelt, NULL);
}

/* Returns the bench's full name: <dut>_tb, under Verilator's own top TOP. Returns NULL when the
 * model keeps no names, or when TN_STATE=0 asks to run like such a model. */
static const char *bench_name(void)
{
    static const char *const forms[] = {"%s_tb", "TOP.%s_tb"};
    static char name[NAME], probe[NAME + 32];
    const char *wanted = getenv("TN_STATE");
    if (wanted && strcmp(wanted, "0") == 0)
        return NULL;
    if (name[0])
        return name;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        snprintf(name, sizeof name, forms[i], tn_sim_dut());
        snprintf(probe, sizeof probe, "%s.u_dut", name);
        if (by_name(probe))
            return name;
        snprintf(probe, sizeof probe, "%s.g_side[0].u_dut", name); /* a bench with two blocks */
        if (by_name(probe))
            return name;
    }
    name[0] = 0;
    return NULL;
}

struct walk {
    tn_state_fn *fn;
    void *ctx;
    size_t skip; /* characters of the bench's own name */
};

static void registers(const struct walk *w, vpiHandle scope)
{
    vpiHandle it = vpi_iterate(vpiReg, scope), h;
    while (it && (h = vpi_scan(it)) != NULL) {
        struct tn_state_item item = {.name = vpi_get_str(vpiFullName, h) + w->skip,
                                     .bits = (unsigned)vpi_get(vpiSize, h)};
        w->fn(w->ctx, &item);
    }
}

static void memories(const struct walk *w, vpiHandle scope)
{
    vpiHandle it = vpi_iterate(vpiMemory, scope), h, words, word;
    while (it && (h = vpi_scan(it)) != NULL) {
        char name[NAME];
        struct tn_state_item item = {.name = name};
        s_vpi_value v = {.format = vpiIntVal};
        snprintf(name, sizeof name, "%s", vpi_get_str(vpiFullName, h) + w->skip);
        vpi_get_value(vpi_handle(vpiLeftRange, h), &v);
        item.first = v.value.integer;
        vpi_get_value(vpi_handle(vpiRightRange, h), &v);
        if (v.value.integer < item.first)
            item.first = v.value.integer;
        item.words = (unsigned long)vpi_get(vpiSize, h);
        words = vpi_iterate(vpiMemoryWord, h);
        word = words ? vpi_scan(words) : NULL;
        if (!word)
            continue;
        item.bits = (unsigned)vpi_get(vpiSize, word);
        w->fn(w->ctx, &item);
    }
}

static void walk_scope(const struct walk *w, vpiHandle scope)
{
    static const PLI_INT32 inner[] = {vpiModule, vpiInternalScope};
    registers(w, scope);
    memories(w, scope);
    for (unsigned i = 0; i < sizeof inner / sizeof *inner; i++) {
        vpiHandle it = vpi_iterate(inner[i], scope), h;
        while (it && (h = vpi_scan(it)) != NULL) {
            PLI_INT32 type = vpi_get(vpiType, h);
            bool again = inner[i] != vpiModule && type == vpiModule;
            /* the variables of functions and tasks are no state */
            if (!again && type != vpiFunction && type != vpiTask)
                walk_scope(w, h);
        }
    }
}

static vpiHandle scope_handle(const char *scope)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s.%s", bench_name(), scope);
    return by_name(name);
}

int tn_state_walk(const char *scope, tn_state_fn *fn, void *ctx)
{
    vpiHandle h;
    if (!bench_name())
        return -ENOSYS;
    h = scope_handle(scope);
    if (!h)
        return -ENOENT;
    walk_scope(&(struct walk){.fn = fn, .ctx = ctx, .skip = strlen(bench_name()) + 1}, h);
    return 0;
}

static void settle_vector(vpiHandle h)
{
    static s_vpi_vecval copy[WORDS32];
    s_vpi_value v = {.format = vpiVectorVal};
    int n = (vpi_get(vpiSize, h) + 31) / 32;
    PLI_INT32 unknown = 0;
    tn_require(n <= WORDS32);
    vpi_get_value(h, &v);
    for (int i = 0; i < n; i++) {
        unknown |= v.value.vector[i].bval;
        copy[i].aval = v.value.vector[i].aval & ~v.value.vector[i].bval;
        copy[i].bval = 0;
    }
    v.value.vector = copy;
    if (unknown)
        vpi_put_value(h, &v, NULL, vpiNoDelay);
}

static void settle(void *ctx, const struct tn_state_item *item)
{
    char full[NAME];
    vpiHandle h, it, word;
    (void)ctx;
    snprintf(full, sizeof full, "%s.%s", bench_name(), item->name);
    h = by_name(full);
    if (item->words == 0) {
        settle_vector(h);
        return;
    }
    it = vpi_iterate(vpiMemoryWord, h);
    while (it && (word = vpi_scan(it)) != NULL)
        settle_vector(word);
}

void tn_state_settle(const char *scope)
{
    if (strcmp(tn_sim_name(), "icarus") == 0)
        tn_state_walk(scope, settle, NULL);
}

/* Cuts the index off a name like "name[7]". Returns false when the name has no index. */
static bool word_index(char *name, long *index)
{
    char *open = strrchr(name, '['), *end;
    if (!open || name[strlen(name) - 1] != ']')
        return false;
    *index = strtol(open + 1, &end, 10);
    if (end == open + 1 || strcmp(end, "]") != 0)
        return false;
    *open = 0;
    return true;
}

int tn_state_open(const char *name, unsigned bit, struct tn_state_bit *out)
{
    char full[NAME];
    const char *top = bench_name();
    bool word;
    long index = 0;
    vpiHandle h;
    if (!top)
        return -ENOSYS;
    snprintf(full, sizeof full, "%s.%s", top, name);
    word = word_index(full, &index);
    h = by_name(full);
    if (!h || vpi_get(vpiType, h) != (word ? vpiMemory : vpiReg))
        return -ENOENT;
    if (word)
        h = vpi_handle_by_index(h, (PLI_INT32)index);
    if (!h)
        return -ERANGE;
    out->handle = h;
    out->bit = bit;
    out->bits = (unsigned)vpi_get(vpiSize, h);
    return bit < out->bits ? 0 : -ERANGE;
}

bool tn_state_get(const struct tn_state_bit *b)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(b->handle, &v);
    return ((uint32_t)v.value.vector[b->bit / 32].aval & ~(uint32_t)v.value.vector[b->bit / 32].bval) >>
               (b->bit % 32) & 1;
}

void tn_state_put(const struct tn_state_bit *b, bool value)
{
    static s_vpi_vecval copy[WORDS32];
    s_vpi_value v = {.format = vpiVectorVal};
    unsigned n = (b->bits + 31) / 32;
    uint32_t mask = 1u << (b->bit % 32);
    tn_require(n <= WORDS32);
    vpi_get_value(b->handle, &v);
    memcpy(copy, v.value.vector, n * sizeof *copy);
    copy[b->bit / 32].bval &= (PLI_INT32)~mask;
    copy[b->bit / 32].aval &= (PLI_INT32)~mask;
    if (value)
        copy[b->bit / 32].aval |= (PLI_INT32)mask;
    v.value.vector = copy;
    vpi_put_value(b->handle, &v, NULL, vpiNoDelay);
}
