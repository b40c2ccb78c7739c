/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Every COMMIT leaves a copy of the model behind it. A TLP is put to each copy that
 * the contract lets it meet, by the cycle of its first beat; what left must be what
 * one of them makes of it, in all its bytes.
 */
#include <tn/czodiac/cz_atom.h>

#include <tn/bug.h>
#include <tn/czodiac/cz_board.h>
#include <tn/pcie/tlp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TO_USR = 0, TO_DEV = 1, LIST_UR = 3, LISTS = 4 };
/* A TLP takes less time than KEPT COMMITs; SETTLE is the contract's. */
enum { KEPT = 512, SETTLE = 4, REG_COMMIT = 0x010, ROUND = 4096 };

struct fate {
    struct fate *next; /* under another table */
    enum tn_cz_cause cause;
    enum tn_tlp_class cls;
    unsigned port;
    size_t len;
    uint8_t bytes[];
};

struct came {
    uint64_t packet, cycle;
    unsigned port;
    struct fate *fates; /* different ones; forwarded first: a TLP is known by its bytes,
                           a reject by little */
};

struct left {
    unsigned port;
    size_t len;
    uint8_t *bytes;
};

struct list {
    unsigned n, taken;
    struct left item[ROUND];
};

struct rejects {
    unsigned n, taken;
    struct {
        unsigned cause, port;
    } item[ROUND];
};

struct tn_cz_atom {
    tn_verdict_fn *fn;
    void *ctx;
    struct {
        uint64_t since; /* cycle of its COMMIT */
        struct tn_cz_remap *model;
    } table[KEPT]; /* ring: COMMIT number n at n % KEPT */
    unsigned long newest;
    struct tn_cz_fate fate; /* of the TLP that came last, under one table */
    unsigned came_n[2];
    struct came came[2][ROUND];  /* by direction */
    struct list left[2][LISTS];  /* by side and class */
    struct rejects rejected[2];  /* by direction */
};

struct tn_cz_atom *tn_cz_atom_new(unsigned funcs, unsigned ports, tn_verdict_fn *fn, void *ctx)
{
    struct tn_cz_atom *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->fn = fn;
    a->ctx = ctx;
    for (int i = 0; i < KEPT; i++) {
        a->table[i].model = tn_cz_remap_new(funcs, ports);
        if (!a->table[i].model) {
            tn_cz_atom_free(a);
            return NULL;
        }
    }
    return a;
}

struct tn_cz_remap *tn_cz_atom_model(struct tn_cz_atom *a)
{
    return a->table[a->newest % KEPT].model;
}

void tn_cz_atom_write(struct tn_cz_atom *a, uint64_t cycle, uint32_t addr, uint32_t value)
{
    struct tn_cz_remap *old = tn_cz_atom_model(a);
    if (addr == REG_COMMIT) {
        a->newest++;
        tn_cz_remap_copy(tn_cz_atom_model(a), old);
        a->table[a->newest % KEPT].since = cycle;
    }
    tn_cz_remap_write(tn_cz_atom_model(a), addr, value);
}

static bool same(const struct fate *x, const struct tn_cz_fate *y)
{
    return x->cause == y->cause && x->port == y->port && x->len == y->len &&
           memcmp(x->bytes, y->out, x->len) == 0;
}

static void add_fate(struct came *c, const struct tn_cz_fate *fate)
{
    struct fate **at = &c->fates;
    for (; *at; at = &(*at)->next)
        if (same(*at, fate))
            return;
    if (fate->cause == TN_CZ_FORWARDED)
        at = &c->fates;
    struct fate *f = malloc(sizeof *f + fate->len);
    tn_require(f != NULL);
    *f = (struct fate){.next = *at, .cause = fate->cause, .cls = fate->cls, .port = fate->port,
                       .len = fate->len};
    memcpy(f->bytes, fate->out, fate->len);
    *at = f;
}

/* The tables it may have met: from the last that had settled to the newest there was. */
static void came_in(struct tn_cz_atom *a, enum tn_cz_dir dir, const struct tn_event *ev)
{
    tn_require(a->came_n[dir] < ROUND);
    struct came *c = &a->came[dir][a->came_n[dir]++];
    unsigned long n = a->newest, oldest = n < KEPT ? 0 : n - KEPT + 1;
    *c = (struct came){.packet = ev->packet, .cycle = ev->cycle, .port = ev->port};
    while (n > 0 && a->table[n % KEPT].since > ev->cycle)
        n--;
    for (;; n--) {
        tn_require(n >= oldest);
        tn_cz_remap_tlp(a->table[n % KEPT].model, dir, ev->port, ev->bytes, ev->len, &a->fate);
        add_fate(c, &a->fate);
        if (n == 0 || a->table[n % KEPT].since + SETTLE < ev->cycle)
            return;
    }
}

static void came_out(struct tn_cz_atom *a, int to, const struct tn_event *ev)
{
    struct tn_tlp t;
    tn_tlp_decode(ev->bytes, ev->len, ev->len, &t);
    bool ur = tn_tlp_is_completion(t.kind) && !tn_tlp_has_data(t.kind) && t.status == TN_CPL_UR;
    struct list *l = &a->left[to][ur ? LIST_UR : (int)tn_tlp_class(t.kind)];
    struct left *x = &l->item[l->n++];
    tn_require(l->n <= ROUND);
    *x = (struct left){.port = ev->port, .len = ev->len, .bytes = malloc(ev->len)};
    tn_require(x->bytes != NULL);
    memcpy(x->bytes, ev->bytes, ev->len);
}

void tn_cz_atom_event(struct tn_cz_atom *a, const char *stream, const struct tn_event *ev)
{
    bool user = strcmp(stream + 2, "usr") == 0;
    if (stream[0] == 's')
        came_in(a, user ? TN_CZ_U2D : TN_CZ_D2U, ev);
    else
        came_out(a, user ? TO_USR : TO_DEV, ev);
}

void tn_cz_atom_reject(struct tn_cz_atom *a, unsigned dir, unsigned cause, unsigned port)
{
    struct rejects *r = &a->rejected[dir];
    tn_require(r->n < ROUND);
    r->item[r->n].cause = cause;
    r->item[r->n++].port = port;
}

unsigned long tn_cz_atom_pending(const struct tn_cz_atom *a)
{
    unsigned long in = 0, out = 0;
    for (int d = 0; d < 2; d++) {
        in += a->came_n[d];
        out += a->rejected[d].n;
        for (int k = 0; k < LIST_UR; k++)
            out += a->left[d][k].n;
    }
    return in > out ? in - out : 0;
}

static bool next_is(const struct list *l, int to, const struct fate *f)
{
    const struct left *x = &l->item[l->taken];
    return l->taken < l->n && x->len == f->len && memcmp(x->bytes, f->bytes, f->len) == 0 &&
           (to == TO_DEV || x->port == f->port);
}

/* Takes what left as f says; false when it did not. */
static bool take(struct tn_cz_atom *a, int dir, const struct came *c, const struct fate *f)
{
    int to = dir == TN_CZ_U2D ? TO_DEV : TO_USR;
    struct rejects *r = &a->rejected[dir];
    struct list *l = &a->left[f->cause == TN_CZ_FORWARDED ? to : !to]
                             [f->cause == TN_CZ_FORWARDED ? (int)f->cls : LIST_UR];
    if (f->cause == TN_CZ_FORWARDED) {
        if (!next_is(l, to, f))
            return false;
        l->taken++;
        return true;
    }
    if (r->taken == r->n || r->item[r->taken].cause != f->cause ||
        r->item[r->taken].port != (dir == TN_CZ_U2D ? c->port : 0))
        return false;
    if (f->len > 0 && !next_is(l, !to, f))
        return false;
    l->taken += f->len > 0;
    r->taken++;
    return true;
}

static void say(struct tn_cz_atom *a, const char *rule, const struct came *c, const char *expected,
                const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule};
    if (c) {
        v.packet = c->packet;
        v.cycle = c->cycle;
    }
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    a->fn(a->ctx, &v);
}

/* No table explains it: what it should be under the newest, and what came instead. */
static void tell(struct tn_cz_atom *a, int dir, const struct came *c)
{
    const struct fate *f = c->fates;
    const struct rejects *r = &a->rejected[dir];
    char expected[64], found[64];
    unsigned tables = 0;
    for (const struct fate *x = f; x; x = x->next)
        tables++;
    snprintf(expected, sizeof expected, "%s (cause %u), one of %u", f->cause ? "a reject" : "a TLP",
             f->cause, tables);
    snprintf(found, sizeof found, "neither; the next reject there: %s %u",
             r->taken < r->n ? "cause" : "none", r->taken < r->n ? r->item[r->taken].cause : 0);
    say(a, "CZR-ATOM-1", c, expected, found);
    const struct list *l = &a->left[dir == TN_CZ_U2D ? TO_DEV : TO_USR][f->cls];
    if (!f->cause && l->taken < l->n)
        tn_cz_print_difference(f->bytes, f->len, l->item[l->taken].bytes, l->item[l->taken].len);
}

static void forget(struct tn_cz_atom *a)
{
    for (int d = 0; d < 2; d++) {
        for (unsigned i = 0; i < a->came_n[d]; i++)
            for (struct fate *f = a->came[d][i].fates, *next; f; f = next) {
                next = f->next;
                free(f);
            }
        for (int k = 0; k < LISTS; k++) {
            for (unsigned i = 0; i < a->left[d][k].n; i++)
                free(a->left[d][k].item[i].bytes);
            a->left[d][k].n = a->left[d][k].taken = 0;
        }
        a->came_n[d] = a->rejected[d].n = a->rejected[d].taken = 0;
    }
}

unsigned long tn_cz_atom_judge(struct tn_cz_atom *a)
{
    unsigned long open = 0;
    bool bad = false;
    for (int d = 0; d < 2 && !bad; d++)
        for (unsigned i = 0; i < a->came_n[d] && !bad; i++) {
            const struct fate *f = a->came[d][i].fates;
            open += f->next != NULL;
            while (f && !take(a, d, &a->came[d][i], f))
                f = f->next;
            bad = f == NULL;
            if (bad) /* what follows has lost its place */
                tell(a, d, &a->came[d][i]);
        }
    for (int d = 0; d < 2 && !bad; d++) {
        bad = a->rejected[d].taken < a->rejected[d].n;
        for (int k = 0; k < LISTS; k++)
            bad = bad || a->left[d][k].taken < a->left[d][k].n;
        if (bad)
            say(a, "CZR-DUP-1", NULL, "nothing more", "a TLP or a reject left over");
    }
    forget(a);
    return open;
}

void tn_cz_atom_free(struct tn_cz_atom *a)
{
    if (!a)
        return;
    forget(a);
    for (int i = 0; i < KEPT; i++)
        tn_cz_remap_free(a->table[i].model);
    free(a);
}
