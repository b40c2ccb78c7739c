/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the rules of a fabric call: the part of the checker that is theirs, and verdicts. Knows no
 * fabric and no catalogue but that of the fabric under judgement.
 */
#include "engine.h"

#include <tn/artefact.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Makes the state of a part at its first event. */
static int begin(struct tn_checker *c, struct tn_checker_part *part)
{
    const size_t size = part->protocol->state_size;
    part->state = calloc(1, size ? size : 1);
    if (!part->state)
        return -ENOMEM;
    c->state = part->state;
    if (part->protocol->begin)
        part->protocol->begin(c);
    return 0;
}

int tn_checker_enter(struct tn_checker *c, const struct tn_protocol *p)
{
    struct tn_checker_part *part = c->part;
    if (c->protocol == p && c->state)
        return 0;
    while (part->protocol != p)
        part++;
    c->protocol = p;
    c->state = part->state;
    c->off = part->off;
    c->asked = part->asked;
    c->failed = part->failed;
    return part->state ? 0 : begin(c, part);
}

void *tn_checker_state_beside(const struct tn_checker *c, const struct tn_checker **at)
{
    *at = *at ? (*at)->beside : c->beside;
    for (; *at && *at != c; *at = (*at)->beside)
        for (size_t f = 0; f < TN_FABRIC_N; f++)
            if ((*at)->part[f].protocol == c->protocol && (*at)->part[f].state)
                return (*at)->part[f].state;
    return NULL;
}

/* Does the rule hold one direction against the other, and are their clocks apart? */
static bool clocks_apart(struct tn_checker *c, unsigned rule)
{
    return c->protocol->crosses && c->protocol->crosses[rule] && c->apart_fn && c->apart_fn(c->apart_ctx, c->protocol);
}

void tn_rule_say(struct tn_checker *c, enum tn_verdict_kind kind, unsigned rule,
                 const struct tn_event *ev, uint64_t related, const char *expected,
                 const char *found)
{
    struct tn_verdict v = {.kind = kind,
                           .rule = c->protocol->rules[rule].id,
                           .packet = ev->packet,
                           .cycle = ev->cycle,
                           .time_ns = ev->time_ns,
                           .related = related};
    if (kind == TN_VERDICT_FAIL && clocks_apart(c, rule)) {
        v.kind = TN_VERDICT_INCONCLUSIVE;
        found = "the clocks of both directions are apart";
    }
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    if (v.kind == TN_VERDICT_FAIL)
        c->failed[rule]++;
    c->fn(c->ctx, &v);
}

void tn_rule_open(struct tn_checker *c, unsigned rule, const struct tn_event *ev, const char *expected, const char *found)
{
    if (!c->off[rule])
        tn_rule_say(c, TN_VERDICT_INCONCLUSIVE, rule, ev, 0, expected, found);
}

void tn_rule_fail(struct tn_checker *c, unsigned rule, uint64_t related, const char *expected,
                  const char *found, ...)
{
    char text[TN_VERDICT_TEXT];
    va_list ap;
    if (c->protocol->doubts)
        c->doubts |= c->protocol->doubts[rule];
    if (c->off[rule])
        return;
    va_start(ap, found);
    vsnprintf(text, sizeof text, found, ap);
    va_end(ap);
    tn_rule_say(c, TN_VERDICT_FAIL, rule, c->ev, related, expected, text);
}

void tn_rule_artefact(struct tn_checker *c, enum tn_artefact artefact, uint64_t related,
                      const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_ARTEFACT,
                           .rule = tn_artefact_id(artefact),
                           .packet = c->ev->packet,
                           .cycle = c->ev->cycle,
                           .time_ns = c->ev->time_ns,
                           .related = related};
    snprintf(v.found, sizeof v.found, "%s", found);
    c->fn(c->ctx, &v);
}
