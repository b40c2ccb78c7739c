/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rule engine: the catalogue, who is asked, and the verdicts.
 */
#include "engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST TN_MUST
#define SHOULD TN_SHOULD
static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};
#undef MUST
#undef SHOULD

const struct tn_rule *tn_rules(size_t *n)
{
    *n = TN_RULE_N;
    return rules;
}

const struct tn_rule *tn_rule_find(const char *id)
{
    for (size_t i = 0; i < TN_RULE_N; i++)
        if (rules[i].id == id) /* from the catalogue, as a summary of all of it has them */
            return &rules[i];
    for (size_t i = 0; i < TN_RULE_N; i++)
        if (strcmp(rules[i].id, id) == 0)
            return &rules[i];
    return NULL;
}

void tn_check_defaults(struct tn_check_params *p)
{
    *p = (struct tn_check_params){.rcb = 64, .ext_tags = true, .reorder_window = 64};
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

struct tn_checker *tn_checker_new(const struct tn_check_params *p, const char *only,
                                  const char *skip, tn_verdict_fn *fn, void *ctx)
{
    struct tn_checker *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->par = *p;
    c->fn = fn;
    c->ctx = ctx;
    tn_rules_transaction_begin(c);
    if (c->par.completion_timeout_ns == 0)
        c->par.completion_timeout_ns = 50000000; /* 50 ms: PCIe 3.0 2.8 */
    for (size_t i = 0; i < TN_RULE_N; i++)
        c->off[i] = (only && !listed(only, rules[i].id)) || listed(skip, rules[i].id);
    return c;
}

void tn_rule_say(struct tn_checker *c, enum tn_verdict_kind kind, enum tn_rule_index rule,
                 const struct tn_event *ev, uint64_t related, const char *expected,
                 const char *found)
{
    struct tn_verdict v = {.kind = kind,
                           .rule = rules[rule].id,
                           .packet = ev->packet,
                           .cycle = ev->cycle,
                           .time_ns = ev->time_ns,
                           .related = related};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    if (kind == TN_VERDICT_FAIL)
        c->failed[rule]++;
    c->fn(c->ctx, &v);
}

void tn_rule_fail(struct tn_checker *c, enum tn_rule_index rule, uint64_t related,
                  const char *expected, const char *found, ...)
{
    char text[TN_VERDICT_TEXT];
    va_list ap;
    c->doubts += rules[rule].level == TN_MUST;
    if (c->off[rule])
        return;
    va_start(ap, found);
    vsnprintf(text, sizeof text, found, ap);
    va_end(ap);
    tn_rule_say(c, TN_VERDICT_FAIL, rule, c->ev, related, expected, text);
}

void tn_rule_artefact(struct tn_checker *c, const char *id, uint64_t related, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_ARTEFACT,
                           .rule = id,
                           .packet = c->ev->packet,
                           .cycle = c->ev->cycle,
                           .time_ns = c->ev->time_ns,
                           .related = related};
    snprintf(v.found, sizeof v.found, "%s", found);
    c->fn(c->ctx, &v);
}

void tn_rules_tlp(struct tn_checker *c)
{
    struct tn_tlp t;
    tn_tlp_decode(c->ev->bytes, c->ev->len, c->ev->orig_len, &t);
    c->doubts = 0;
    tn_rules_form(c, &t);
    if (t.err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)) {
        tn_rules_missing(c); /* malformed: the fields mean nothing */
        return;
    }
    if (tn_tlp_is_completion(t.kind))
        tn_rules_completion(c, &t);
    else if (t.kind == TN_TLP_MSG || t.kind == TN_TLP_MSGD)
        tn_rules_message(c, &t);
    else
        tn_rules_request(c, &t);
    tn_rules_transaction(c, &t);
    tn_rules_order(c, &t);
}

/* Artefacts that spoil a packet's bytes: nothing in it can be judged. */
enum { SPOILED = 1 << 3 | 1 << 4 | 1 << 6 };
/* ART-ORDER: the record is another one's copy. */
enum { COPY = 1 << 9 };

/* A TLP, or a frame of its link. False when it tells nothing. */
static bool judge_pcie(struct tn_checker *c, bool spoiled)
{
    const bool frame = c->ev->unit == TN_UNIT_FRAME;
    if (c->art & COPY) {
        tn_rule_artefact(c, "ART-ORDER", 0, "a record captured twice");
        c->copies = true;
        return false;
    }
    if (spoiled && frame)
        tn_rules_frame_lost(c);
    else if (spoiled)
        tn_rules_missing(c);
    else if (frame)
        tn_rules_frame(c);
    else
        tn_rules_tlp(c);
    return !spoiled;
}

static bool judge_exa(struct tn_checker *c, bool spoiled)
{
    if (spoiled)
        return false;
    if (c->ev->unit == TN_UNIT_FRAME)
        tn_rules_exa_frame(c);
    else
        tn_rules_exa(c, false);
    return true;
}

void tn_checker_event(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts)
{
    const bool spoiled = artefacts & SPOILED && !c->par.strict;
    bool judged = false;
    if (ev->unit == TN_UNIT_NOTE)
        return;
    c->ev = ev;
    c->art = artefacts;
    if (ev->fabric == TN_FABRIC_PCIE) {
        judged = judge_pcie(c, spoiled);
    } else if (ev->fabric == TN_FABRIC_EXANET) {
        judged = judge_exa(c, spoiled);
    } else if (ev->fabric == TN_FABRIC_TNW) {
        tn_rules_tnw(c, spoiled); /* what is missing may have been anything */
        judged = true;
    }
    if (judged)
        c->last_ns = ev->time_ns;
    c->ev = NULL; /* borrowed for the call only */
}

void tn_checker_between(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts)
{
    struct tn_tlp t;
    if (ev->fabric == TN_FABRIC_EXANET && ev->unit == TN_UNIT_PACKET) {
        c->ev = ev;
        tn_rules_exa(c, true);
        c->ev = NULL;
        return;
    }
    if (ev->fabric != TN_FABRIC_PCIE || ev->unit != TN_UNIT_PACKET || artefacts & SPOILED)
        return;
    c->ev = ev;
    c->art = artefacts;
    if (!(tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t) &
          (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)))
        tn_rules_order(c, &t);
    c->ev = NULL;
}

void tn_checker_finish(struct tn_checker *c)
{
    tn_rules_transaction_end(c);
    tn_rules_exa_end(c);
    tn_rules_tnw_end(c);
    tn_rules_axi_end(c);
}

uint64_t tn_checker_asked(const struct tn_checker *c, const char *rule)
{
    const struct tn_rule *r = tn_rule_find(rule);
    return r && !c->off[r - rules] ? c->asked[r - rules] : 0;
}

uint64_t tn_checker_failed(const struct tn_checker *c, const char *rule)
{
    const struct tn_rule *r = tn_rule_find(rule);
    return r ? c->failed[r - rules] : 0;
}

void tn_checker_free(struct tn_checker *c)
{
    if (c) {
        tn_keyed_free(&c->open);
        free(c->unordered);
        free(c->joined);
        for (unsigned i = 0; i < TN_LINKS; i++)
            free(c->sent[i]);
        free(c->order);
        free(c->axi);
        tn_rules_tnw_free(c);
        tn_rules_exa_free(c);
    }
    free(c);
}
