/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A processor's write-combining buffers in front of TNW's processor interface.
 */
#include <tn/tnw/bfm_tnw_pi.h>
#include <tn/rng.h>

#include <stdlib.h>
#include <string.h>

enum { LINES = 6, LINE = 64, PARTS = LINE / TN_TNW_PI_BEAT, FULL = (1 << PARTS) - 1 };

struct line {
    uint64_t addr;
    uint8_t there; /* parts of 16 bytes */
    uint8_t bytes[LINE];
};

struct tn_tnw_combiner {
    struct tn_tnw_host *host;
    struct tn_rng rng;
    uint64_t reach;
    struct line line[LINES];
};

struct tn_tnw_combiner *tn_tnw_combiner_new(struct tn_tnw_host *h, uint64_t seed, uint64_t reach)
{
    struct tn_tnw_combiner *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->host = h;
    c->reach = reach;
    tn_rng_seed(&c->rng, seed, 8);
    return c;
}

void tn_tnw_combiner_free(struct tn_tnw_combiner *c)
{
    free(c);
}

/* Each run of parts is a write. */
static int empty(struct tn_tnw_combiner *c, struct line *l)
{
    unsigned part = 0;
    while (part < PARTS) {
        unsigned n = 0;
        while (part + n < PARTS && l->there >> (part + n) & 1)
            n++;
        if (n) {
            const int err =
                tn_tnw_host_write(c->host, l->addr + part * TN_TNW_PI_BEAT,
                                  l->bytes + part * TN_TNW_PI_BEAT, n * (size_t)TN_TNW_PI_BEAT);
            if (err)
                return err;
        }
        part += n ? n : 1;
    }
    l->there = 0;
    return 0;
}

static struct line *find(struct tn_tnw_combiner *c, uint64_t addr, int *err)
{
    struct line *l = NULL;
    for (unsigned i = 0; i < LINES; i++)
        if (c->line[i].there && c->line[i].addr == addr)
            return &c->line[i];
    for (unsigned i = 0; i < LINES && l == NULL; i++)
        if (!c->line[i].there)
            l = &c->line[i];
    if (l == NULL) {
        l = &c->line[tn_rng_below(&c->rng, LINES)];
        *err = empty(c, l);
    }
    l->addr = addr;
    return l;
}

/* Those too far behind, and by chance any. */
static int empty_some(struct tn_tnw_combiner *c, uint64_t newest)
{
    int err = 0;
    for (unsigned i = 0; i < LINES && !err; i++) {
        struct line *l = &c->line[i];
        if (!l->there)
            continue;
        if (l->addr + c->reach < newest || (l->there == FULL && tn_rng_below(&c->rng, 3) == 0) ||
            tn_rng_below(&c->rng, 40) == 0)
            err = empty(c, l);
    }
    return err;
}

int tn_tnw_combiner_store(struct tn_tnw_combiner *c, uint64_t addr,
                          const uint8_t bytes[TN_TNW_PI_BEAT])
{
    const unsigned part = (unsigned)(addr % LINE / TN_TNW_PI_BEAT);
    int err = 0;
    struct line *l = find(c, addr - addr % LINE, &err);
    if (err)
        return err;
    memcpy(l->bytes + part * TN_TNW_PI_BEAT, bytes, TN_TNW_PI_BEAT);
    l->there |= (uint8_t)(1u << part);
    return empty_some(c, addr);
}

int tn_tnw_combiner_fence(struct tn_tnw_combiner *c)
{
    const unsigned first = (unsigned)tn_rng_below(&c->rng, LINES);
    int err = 0;
    for (unsigned i = 0; i < LINES && !err; i++)
        err = empty(c, &c->line[(first + i) % LINES]);
    return err;
}
