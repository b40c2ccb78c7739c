/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counters of a coverage plan, one for each bin of each cross; the last axis runs
 * fastest.
 */
#include <tn/cover.h>

#include <tn/bug.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct tn_cover {
    const struct tn_cover_plan *plan;
    uint64_t *count[]; /* by cross */
};

static size_t bins(const struct tn_cover_cross *x)
{
    size_t n = 1;
    for (unsigned a = 0; a < x->axes; a++)
        n *= x->axis[a]->n;
    return n;
}

struct tn_cover *tn_cover_new(const struct tn_cover_plan *plan)
{
    struct tn_cover *c = calloc(1, sizeof *c + plan->crosses * sizeof *c->count);
    if (!c)
        return NULL;
    c->plan = plan;
    for (unsigned i = 0; i < plan->crosses; i++) {
        c->count[i] = calloc(bins(&plan->cross[i]), sizeof **c->count);
        if (!c->count[i]) {
            tn_cover_free(c);
            return NULL;
        }
    }
    return c;
}

void tn_cover_free(struct tn_cover *c)
{
    for (unsigned i = 0; c && i < c->plan->crosses; i++)
        free(c->count[i]);
    free(c);
}

void tn_cover_hit(struct tn_cover *c, unsigned cross, const unsigned *at)
{
    const struct tn_cover_cross *x = &c->plan->cross[cross];
    size_t bin = 0;
    for (unsigned a = 0; a < x->axes; a++) {
        tn_require(at[a] < x->axis[a]->n);
        bin = bin * x->axis[a]->n + at[a];
    }
    c->count[cross][bin]++;
}

static void unpack(const struct tn_cover_cross *x, size_t bin, unsigned *at)
{
    for (unsigned a = x->axes; a-- > 0; bin /= x->axis[a]->n)
        at[a] = (unsigned)(bin % x->axis[a]->n);
}

static const char *reason_of(const struct tn_cover_plan *p, unsigned cross, const unsigned *at)
{
    for (unsigned i = 0; i < p->nevers; i++)
        if (p->never[i].cross == cross && p->never[i].applies(at))
            return p->never[i].reason;
    return NULL;
}

static void name_of(const struct tn_cover_cross *x, const unsigned *at, char *name)
{
    size_t n = 0;
    for (unsigned a = 0; a < x->axes && n < TN_COVER_NAME; a++)
        n += (size_t)snprintf(name + n, TN_COVER_NAME - n, "%s%s", a ? ", " : "",
                              x->axis[a]->value[at[a]]);
}

void tn_cover_each(const struct tn_cover *c, tn_cover_fn *fn, void *ctx)
{
    for (unsigned i = 0; i < c->plan->crosses; i++) {
        const struct tn_cover_cross *x = &c->plan->cross[i];
        for (size_t bin = 0; bin < bins(x); bin++) {
            unsigned at[TN_COVER_AXES];
            char name[TN_COVER_NAME];
            unpack(x, bin, at);
            name_of(x, at, name);
            fn(ctx, x->name, name, c->count[i][bin], reason_of(c->plan, i, at));
        }
    }
}

static void write_bin(void *ctx, const char *cross, const char *name, uint64_t count,
                      const char *reason)
{
    (void)reason;
    if (count)
        fprintf(ctx, "%s\t%s\t%" PRIu64 "\n", cross, name, count);
}

int tn_cover_write(const struct tn_cover *c, FILE *f)
{
    tn_cover_each(c, write_bin, f);
    return fflush(f) == 0 && !ferror(f) ? 0 : -EIO;
}

/* Bins are few and lines fewer: the name is looked for. */
static uint64_t *find(struct tn_cover *c, const char *cross, const char *name)
{
    for (unsigned i = 0; i < c->plan->crosses; i++) {
        const struct tn_cover_cross *x = &c->plan->cross[i];
        if (strcmp(x->name, cross) != 0)
            continue;
        for (size_t bin = 0; bin < bins(x); bin++) {
            unsigned at[TN_COVER_AXES];
            char text[TN_COVER_NAME];
            unpack(x, bin, at);
            name_of(x, at, text);
            if (strcmp(text, name) == 0)
                return &c->count[i][bin];
        }
    }
    return NULL;
}

int tn_cover_read(struct tn_cover *c, FILE *f)
{
    char line[512];
    while (fgets(line, sizeof line, f)) {
        char cross[64], name[TN_COVER_NAME];
        uint64_t n, *count;
        if (sscanf(line, "%63[^\t]\t%159[^\t]\t%" SCNu64, cross, name, &n) != 3)
            return -EINVAL;
        count = find(c, cross, name);
        if (!count)
            return -EINVAL;
        *count += n;
    }
    return 0;
}

void *tn_cover_state_new(const struct tn_cover_plan *plan, size_t size)
{
    struct tn_cover **counts = calloc(1, size);
    if (!counts)
        return NULL;
    *counts = tn_cover_new(plan);
    if (*counts)
        return counts;
    free(counts);
    return NULL;
}

const struct tn_cover *tn_cover_state_counts(const void *state)
{
    return *(struct tn_cover *const *)state;
}

void tn_cover_state_free(void *state)
{
    if (!state)
        return;
    tn_cover_free(*(struct tn_cover **)state);
    free(state);
}
