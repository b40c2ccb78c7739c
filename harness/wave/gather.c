/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Vectors that a source declares bit by bit, "data[3]" or "data(3)", as net lists have them.
 */
#include "wave.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WIDEST = 4096 };

/* A signal of 1 bit with an index. */
struct bit {
    uint32_t scope, var, index;
    size_t len; /* of the name in front of the index */
    const char *name;
};

/* Takes the name apart. Returns whether it ends with an index. */
static bool has_index(const struct tn_wave_var *v, struct bit *b)
{
    size_t len = strlen(v->name), digits;
    const char *open;
    if (v->width != 1 || len < 4 || (v->name[len - 1] != ']' && v->name[len - 1] != ')'))
        return false;
    for (open = v->name + len - 1; open > v->name && *open != '[' && *open != '('; open--)
        ;
    digits = strspn(open + 1, "0123456789");
    if (open == v->name || digits == 0 || digits > 5 || open + digits + 2 != v->name + len)
        return false;
    b->scope = v->scope;
    b->index = (uint32_t)strtoul(open + 1, NULL, 10);
    for (b->name = v->name; open > b->name && open[-1] == ' '; open--)
        ;
    b->len = (size_t)(open - b->name);
    return b->len > 0;
}

static int by_name(const struct bit *x, const struct bit *y)
{
    if (x->scope != y->scope)
        return x->scope < y->scope ? -1 : 1;
    if (x->len != y->len)
        return x->len < y->len ? -1 : 1;
    return strncasecmp(x->name, y->name, x->len);
}

/* By scope and name, the highest index first. */
static int by_place(const void *a, const void *b)
{
    const struct bit *x = a, *y = b;
    int rc = by_name(x, y);
    return rc ? rc : (x->index < y->index) - (x->index > y->index);
}

/* Adds the vector of n bits, which stand in their order. */
static int add(struct tn_wave_names *names, const struct bit *b, uint32_t n, uint32_t id)
{
    char *name = strndup(b->name, b->len), *scope = strdup(names->scope[b->scope].path);
    uint32_t *bits = malloc(n * sizeof *bits);
    int rc = name && scope && bits ? 0 : -ENOMEM;
    for (uint32_t i = 0; rc == 0 && i < n; i++)
        bits[i] = names->var[b[i].var].id;
    if (rc == 0 && tn_wave_names_find(names, b->scope, name) == TN_WAVE_NONE &&
        (rc = tn_wave_names_add(names, scope, name, n, id)) == 0) {
        names->var[names->var_n - 1].bits = bits;
        bits = NULL;
    }
    free(name);
    free(scope);
    free(bits);
    return rc;
}

/* The bits from b on that make a vector: without a gap, and down to index 0. */
static uint32_t vector_at(const struct bit *b, uint32_t n)
{
    uint32_t k = 1;
    while (k < n && by_name(&b[k], &b[0]) == 0 && b[k].index + 1 == b[k - 1].index)
        k++;
    return b[k - 1].index == 0 && k <= WIDEST && (k == n || by_name(&b[k], &b[0]) != 0) ? k : 0;
}

int tn_wave_names_gather(struct tn_wave_names *names)
{
    uint32_t n = 0, id = 0, all = names->var_n;
    struct bit *b = malloc((all + 1u) * sizeof *b);
    int rc = b ? 0 : -ENOMEM;
    for (uint32_t i = 0; b && i < all; i++) {
        id = names->var[i].id >= id ? names->var[i].id + 1 : id;
        if (has_index(&names->var[i], &b[n]))
            b[n++].var = i;
    }
    if (b)
        qsort(b, n, sizeof *b, by_place);
    for (uint32_t i = 0, k; rc == 0 && i < n; i += k) {
        for (k = 1; i + k < n && by_name(&b[i + k], &b[i]) == 0; k++)
            ;
        if (vector_at(b + i, k) == k)
            rc = add(names, b + i, k, id++);
    }
    free(b);
    return rc;
}
