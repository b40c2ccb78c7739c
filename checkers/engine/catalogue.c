/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The catalogue of all fabrics' rules, in the order of the page; behind them those of a block of no
 * fabric.
 */
#include "engine.h"

#include <limits.h>
#include <string.h>

/* Rules of a user's own block. */
static const struct tn_rule *own;
static size_t own_n;

void tn_rules_own(const struct tn_rule *rules, size_t n)
{
    own = rules;
    own_n = n;
}

/* A group of rules: its place on the page, of two alike the one of the earlier fabric. */
struct group {
    size_t fabric, index;
    unsigned place;
};

static const struct tn_protocol *of(size_t fabric)
{
    return tn_fabrics[fabric].protocol;
}

static bool before(const struct group *a, const struct group *b)
{
    if (a->place != b->place)
        return a->place < b->place;
    return a->fabric != b->fabric ? a->fabric < b->fabric : a->index < b->index;
}

/* The group behind *g on the page, in *g; false when it was the last. NULL groups are one. */
static bool next_group(struct group *g, bool first)
{
    struct group found = {0};
    bool any = false;
    for (size_t f = 0; f < TN_FABRIC_N; f++)
        for (size_t i = 0; i < (of(f)->groups ? of(f)->group_n : 1); i++) {
            const struct group new = {f, i, of(f)->groups ? of(f)->groups[i].place : UINT_MAX};
            if ((first || before(g, &new)) && (!any || before(&new, &found))) {
                found = new;
                any = true;
            }
        }
    *g = found;
    return any;
}

/* The group's rules in the table of its fabric: from first up to end, end excluded. */
static size_t first_of(const struct group *g)
{
    return of(g->fabric)->groups ? of(g->fabric)->groups[g->index].first : 0;
}

static size_t end_of(const struct group *g)
{
    const struct tn_protocol *p = of(g->fabric);
    return p->groups && g->index + 1 < p->group_n ? p->groups[g->index + 1].first : p->rule_n;
}

static size_t count_of_fabrics(void)
{
    size_t n = 0;
    for (size_t f = 0; f < TN_FABRIC_N; f++)
        n += of(f)->rule_n;
    return n;
}

size_t tn_rule_count(void)
{
    return count_of_fabrics() + own_n;
}

bool tn_rule_is_own(size_t place)
{
    return place >= count_of_fabrics() && place < tn_rule_count();
}

const struct tn_rule *tn_rule_at(size_t i)
{
    struct group g;
    for (bool more = next_group(&g, true); more; more = next_group(&g, false)) {
        const size_t first = first_of(&g), end = end_of(&g);
        if (i < end - first)
            return &of(g.fabric)->rules[first + i];
        i -= end - first;
    }
    return i < own_n ? &own[i] : NULL;
}

bool tn_rule_place(const char *id, size_t *fabric, size_t *rule)
{
    for (int by_text = 0; by_text < 2; by_text++) /* from the catalogue, as a summary of all has them */
        for (*fabric = 0; *fabric < TN_FABRIC_N; ++*fabric) {
            const struct tn_rule *rules = of(*fabric)->rules;
            const size_t n = of(*fabric)->rule_n;
            size_t i = 0;
            while (i < n && (by_text ? strcmp(rules[i].id, id) != 0 : rules[i].id != id))
                i++;
            *rule = i;
            if (i < n)
                return true;
        }
    return false;
}

size_t tn_rule_index(const char *id)
{
    size_t fabric, rule, at = 0;
    struct group g;
    if (!tn_rule_place(id, &fabric, &rule)) {
        while (at < own_n && strcmp(own[at].id, id) != 0)
            at++;
        return count_of_fabrics() + at;
    }
    for (bool more = next_group(&g, true); more; more = next_group(&g, false)) {
        const size_t first = first_of(&g), end = end_of(&g);
        if (g.fabric == fabric && rule >= first && rule < end)
            return at + rule - first;
        at += end - first;
    }
    return tn_rule_count();
}

const struct tn_rule *tn_rule_find(const char *id)
{
    return tn_rule_at(tn_rule_index(id));
}
