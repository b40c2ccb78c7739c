/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sets of possible states. The upper half of the place holds the states while they split.
 */
#include <tn/fork.h>

#include <tn/bug.h>

#include <string.h>

void tn_fork_init(struct tn_fork *f, void *place, size_t size, unsigned max,
                  bool (*join)(void *into, const void *from))
{
    tn_require(size && max);
    *f = (struct tn_fork){.state = (char *)place, .size = size, .max = max, .join = join};
}

void tn_fork_clear(struct tn_fork *f)
{
    f->n = 0;
    f->unsure = false;
}

void *tn_fork_state(const struct tn_fork *f, unsigned i)
{
    return f->state + i * f->size;
}

void tn_fork_add(struct tn_fork *f, const void *state)
{
    for (unsigned i = 0; i < f->n; i++) {
        void *s = tn_fork_state(f, i);
        if (f->join ? f->join(s, state) : memcmp(s, state, f->size) == 0)
            return;
    }
    if (f->n == f->max)
        f->unsure = true;
    else
        memcpy(tn_fork_state(f, f->n++), state, f->size);
}

bool tn_fork_has(const struct tn_fork *f, const void *state)
{
    for (unsigned i = 0; i < f->n; i++)
        if (memcmp(tn_fork_state(f, i), state, f->size) == 0)
            return true;
    return f->unsure;
}

void tn_fork_split(struct tn_fork *f, void (*step)(void *ctx, struct tn_fork *f, const void *state),
                   void *ctx)
{
    char *old = f->state + f->max * f->size;
    const unsigned n = f->n;
    memcpy(old, f->state, n * f->size);
    f->n = 0;
    for (unsigned i = 0; i < n; i++)
        step(ctx, f, old + i * f->size);
}

bool tn_fork_keep(struct tn_fork *f, bool (*could)(void *ctx, const void *state), void *ctx)
{
    unsigned left = 0;
    char *old = f->state + f->max * f->size;
    for (unsigned i = 0; i < f->n; i++)
        if (could(ctx, tn_fork_state(f, i)))
            memcpy(old + left++ * f->size, tn_fork_state(f, i), f->size);
    if (left == 0)
        return f->unsure;
    memcpy(f->state, old, left * f->size);
    f->n = left;
    return true;
}
