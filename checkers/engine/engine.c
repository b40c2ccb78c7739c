/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rule engine: which fabric judges an event, and what a checker counts.
 */
#include "engine.h"

#include <tn/artefact.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void tn_check_defaults(struct tn_check_params *p)
{
    *p = (struct tn_check_params){.rcb = 64, .ext_tags = true, .reorder_window = 64, .pcie = 30, .link_speed = 25};
}

/* Does id stand in the comma-separated list? A trailing * matches a prefix. */
static bool listed(const char *list, const char *id)
{
    while (list && *list) {
        size_t n = strcspn(list, ",");
        if (n > 0 && list[n - 1] == '*' ? strncmp(list, id, n - 1) == 0
                                        : strlen(id) == n && strncmp(list, id, n) == 0)
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}

/* Each fabric's part has its piece of the arrays. */
static bool make_parts(struct tn_checker *c, const char *only, const char *skip)
{
    const size_t n = tn_rule_count();
    size_t at = 0;
    c->counts = calloc(2 * n, sizeof *c->counts);
    c->offs = calloc(n, sizeof *c->offs);
    if (!c->counts || !c->offs)
        return false;
    for (size_t f = 0; f < TN_FABRIC_N; f++) {
        const struct tn_protocol *p = tn_fabrics[f].protocol;
        c->part[f] = (struct tn_checker_part){.protocol = p,
                                              .off = c->offs + at,
                                              .asked = c->counts + at,
                                              .failed = c->counts + n + at};
        for (size_t i = 0; i < p->rule_n; i++)
            c->part[f].off[i] =
                (only && !listed(only, p->rules[i].id)) || listed(skip, p->rules[i].id);
        at += p->rule_n;
    }
    return true;
}

struct tn_checker *tn_checker_new(const struct tn_check_params *p, const char *only,
                                  const char *skip, tn_verdict_fn *fn, void *ctx)
{
    struct tn_checker *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->par = *p;
    c->fn = fn;
    c->ctx = ctx;
    if (c->par.completion_timeout_ns == 0)
        c->par.completion_timeout_ns = 50000000; /* 50 ms: PCIe 3.0 2.8 */
    if (make_parts(c, only, skip))
        return c;
    tn_checker_free(c);
    return NULL;
}

void tn_checker_pairs(struct tn_checker *c, tn_pair_fn *fn, void *ctx)
{
    c->pair_fn = fn;
    c->pair_ctx = ctx;
}

void tn_checker_apart(struct tn_checker *c, tn_apart_fn *fn, void *ctx)
{
    c->apart_fn = fn;
    c->apart_ctx = ctx;
}

void tn_checker_beside(struct tn_checker *c, struct tn_checker *other)
{
    if (!other->beside)
        other->beside = other;
    c->beside = other->beside;
    other->beside = c;
}

static void leave_ring(struct tn_checker *c)
{
    struct tn_checker *before = c->beside;
    while (before && before->beside != c)
        before = before->beside;
    if (before)
        before->beside = c->beside;
}

/* The protocol that judges the event, or NULL. */
static const struct tn_protocol *judge_of(const struct tn_event *ev)
{
    const struct tn_fabric_line *f = tn_fabric_find(ev->fabric);
    return f && f->protocol->event ? f->protocol : NULL;
}

int tn_checker_event(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts)
{
    const struct tn_protocol *p = judge_of(ev);
    int rc;
    if (ev->unit == TN_UNIT_NOTE)
        return 0;
    if (!p)
        return -ENOTSUP;
    if ((rc = tn_checker_enter(c, p)) < 0)
        return rc;
    c->ev = ev;
    c->art = artefacts;
    c->related = 0;
    if (artefacts & TN_ART_COPY) {
        tn_rule_artefact(c, TN_ART_ORDER, 0, "a record captured twice");
        if (p->copy)
            p->copy(c);
    } else if (p->event(c, artefacts & TN_ART_SPOILED && !c->par.strict))
        c->last_ns = ev->time_ns;
    c->ev = NULL; /* borrowed for the call only */
    return 0;
}

int tn_checker_between(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts)
{
    const struct tn_protocol *p = judge_of(ev);
    int rc;
    if (!p || !p->between || ev->unit == TN_UNIT_NOTE || artefacts & TN_ART_COPY)
        return 0;
    if (ev->unit != TN_UNIT_PACKET && !p->between_frames)
        return 0;
    if ((rc = tn_checker_enter(c, p)) < 0)
        return rc;
    c->ev = ev;
    c->art = artefacts;
    c->related = 0;
    p->between(c, artefacts & TN_ART_SPOILED);
    c->ev = NULL;
    return 0;
}

void tn_checker_finish(struct tn_checker *c)
{
    for (size_t f = 0; f < TN_FABRIC_N; f++) {
        const struct tn_protocol *p = c->part[f].protocol;
        if (c->part[f].state && p->end && tn_checker_enter(c, p) == 0)
            p->end(c);
    }
}

/* Frees the state of one fabric's part. */
static void forget(struct tn_checker *c, struct tn_checker_part *part)
{
    if (part->state && part->protocol->free && tn_checker_enter(c, part->protocol) == 0)
        part->protocol->free(c);
    free(part->state);
    part->state = NULL;
    c->state = NULL; /* so that tn_checker_enter() makes another */
}

void tn_checker_reset(struct tn_checker *c)
{
    for (size_t f = 0; f < TN_FABRIC_N; f++)
        forget(c, &c->part[f]);
}

void tn_checker_rejoin(struct tn_checker *c, bool joined)
{
    tn_checker_reset(c);
    c->par.joined = joined;
}

uint64_t tn_checker_asked(const struct tn_checker *c, const char *rule)
{
    size_t f, r;
    return tn_rule_place(rule, &f, &r) && !c->part[f].off[r] ? c->part[f].asked[r] : 0;
}

uint64_t tn_checker_failed(const struct tn_checker *c, const char *rule)
{
    size_t f, r;
    return tn_rule_place(rule, &f, &r) ? c->part[f].failed[r] : 0;
}

void tn_checker_free(struct tn_checker *c)
{
    if (!c)
        return;
    leave_ring(c);
    tn_checker_reset(c);
    free(c->counts);
    free(c->offs);
    free(c);
}
