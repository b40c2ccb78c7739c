/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The signals of a waveform, found by scope and name.
 */
#include "wave.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* FNV-1a over the name in lower case. */
static uint32_t hash(uint32_t scope, const char *name)
{
    uint32_t h = 2166136261u ^ scope * 2654435761u;
    for (; *name; name++)
        h = (h ^ (uint32_t)tolower((unsigned char)*name)) * 16777619u;
    return h;
}

/* Doubles an array when it is full. */
static bool room(void *array, uint32_t n, uint32_t *cap, size_t size)
{
    void **p = array, *q;
    uint32_t want = *cap ? *cap * 2 : 64;
    if (n < *cap)
        return true;
    if (want < *cap || !(q = realloc(*p, want * size)))
        return false;
    *p = q;
    *cap = want;
    return true;
}

/* Doubles a table of buckets; next[i] links entry i, whose hash is hash_of(n, i). */
static bool rehash(struct tn_wave_names *n, struct tn_wave_buckets *b, uint32_t entries,
                   uint32_t (*hash_of)(const struct tn_wave_names *, uint32_t),
                   uint32_t *(*next)(struct tn_wave_names *, uint32_t))
{
    uint32_t want = b->n ? b->n * 2 : 256;
    uint32_t *first = calloc(want, sizeof *first);
    if (!first)
        return false;
    for (uint32_t i = 0; i < entries; i++) {
        uint32_t *at = &first[hash_of(n, i) & (want - 1)];
        *next(n, i) = *at;
        *at = i + 1;
    }
    free(b->first);
    b->first = first;
    b->n = want;
    return true;
}

static uint32_t var_hash(const struct tn_wave_names *n, uint32_t i)
{
    return hash(n->var[i].scope, n->var[i].name);
}

static uint32_t *var_next(struct tn_wave_names *n, uint32_t i)
{
    return &n->var[i].next;
}

static uint32_t scope_hash(const struct tn_wave_names *n, uint32_t i)
{
    return hash(0, n->scope[i].path);
}

static uint32_t *scope_next(struct tn_wave_names *n, uint32_t i)
{
    return &n->scope[i].next;
}

int32_t tn_wave_names_scope(const struct tn_wave_names *n, const char *scope)
{
    if (!n->scopes.n)
        return TN_WAVE_NONE;
    for (uint32_t i = n->scopes.first[hash(0, scope) & (n->scopes.n - 1)]; i;
         i = n->scope[i - 1].next)
        if (strcmp(n->scope[i - 1].path, scope) == 0)
            return (int32_t)i - 1;
    return TN_WAVE_NONE;
}

/* The scope with that path, made when there is none. */
static int32_t scope_of(struct tn_wave_names *n, const char *scope)
{
    int32_t at = tn_wave_names_scope(n, scope);
    uint32_t *first;
    char *path;
    if (at != TN_WAVE_NONE)
        return at;
    if (!room(&n->scope, n->scope_n, &n->scope_cap, sizeof *n->scope) ||
        (n->scope_n >= n->scopes.n && !rehash(n, &n->scopes, n->scope_n, scope_hash, scope_next)) ||
        !(path = strdup(scope)))
        return TN_WAVE_NONE;
    first = &n->scopes.first[hash(0, scope) & (n->scopes.n - 1)];
    n->scope[n->scope_n] = (struct tn_wave_scope){.path = path, .next = *first};
    *first = ++n->scope_n;
    return (int32_t)n->scope_n - 1;
}

int tn_wave_names_scope_of(struct tn_wave_names *n, const char *path, size_t len)
{
    char *copy = strndup(path, len);
    int32_t s = copy ? scope_of(n, copy) : TN_WAVE_NONE;
    free(copy);
    return s == TN_WAVE_NONE ? -ENOMEM : s;
}

/* Cuts the range off a name: "data [7:0]" and "data[7:0]" become "data"; an index stays. Returns
 * the range. There is room for a character more. */
static const char *cut_range(char *name)
{
    char *bracket = strrchr(name, '['), *at = bracket;
    if (!bracket || !strchr(bracket, ':') || bracket == name)
        return name + strlen(name);
    while (at > name && at[-1] == ' ')
        at--;
    memmove(at + 1, bracket, strlen(bracket) + 1);
    *at = 0;
    return at + 1;
}

int tn_wave_names_add(struct tn_wave_names *n, const char *scope, const char *name, unsigned width,
                      uint32_t id)
{
    int32_t s = scope_of(n, scope);
    char *copy = malloc(strlen(name) + 2);
    const char *range;
    uint32_t *at;
    if (s == TN_WAVE_NONE || !copy || !room(&n->var, n->var_n, &n->var_cap, sizeof *n->var) ||
        (n->var_n >= n->vars.n && !rehash(n, &n->vars, n->var_n, var_hash, var_next))) {
        free(copy);
        return -ENOMEM;
    }
    range = cut_range(strcpy(copy, name));
    at = &n->vars.first[hash((uint32_t)s, copy) & (n->vars.n - 1)];
    n->var[n->var_n] = (struct tn_wave_var){
        .name = copy, .range = range, .scope = (uint32_t)s, .width = width, .id = id, .next = *at};
    *at = ++n->var_n;
    return 0;
}

int32_t tn_wave_names_find(const struct tn_wave_names *n, uint32_t scope, const char *name)
{
    if (!n->vars.n)
        return TN_WAVE_NONE;
    for (uint32_t i = n->vars.first[hash(scope, name) & (n->vars.n - 1)]; i; i = n->var[i - 1].next)
        if (n->var[i - 1].scope == scope && strcasecmp(n->var[i - 1].name, name) == 0)
            return (int32_t)i - 1;
    return TN_WAVE_NONE;
}

void tn_wave_names_free(struct tn_wave_names *n)
{
    for (uint32_t i = 0; i < n->var_n; i++)
        free(n->var[i].name), free(n->var[i].bits);
    for (uint32_t i = 0; i < n->scope_n; i++)
        free(n->scope[i].path);
    free(n->var);
    free(n->scope);
    free(n->vars.first);
    free(n->scopes.first);
}
