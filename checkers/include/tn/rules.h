/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rule engine: events in, verdicts out. Knows the codec, not the model.
 *
 * Rules are listed in <fabric>/spec/rules.def. State is kept for outstanding
 * transactions only, so memory does not grow with the capture.
 */
#ifndef TN_RULES_H
#define TN_RULES_H

#include <tn/event.h>
#include <tn/verdict.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tn_level { TN_MUST, TN_SHOULD };

struct tn_rule {
    const char *id;     /* permanent */
    enum tn_level level;
    const char *source; /* "PCIe 3.0 2.2.5" */
    const char *text;
};

/* The catalogue of all fabrics: how many rules, and the rule at place i of `tenter rules`; NULL
 * behind the last. */
size_t tn_rule_count(void);
const struct tn_rule *tn_rule_at(size_t i);
/* The place of the rule with that ID, tn_rule_count() when no rule has it. */
size_t tn_rule_index(const char *id);
const struct tn_rule *tn_rule_find(const char *id); /* or NULL */

struct tn_check_params {
    uint32_t mps, mrrs; /* bytes; 0 = not checked beyond 4096 */
    uint32_t rcb;       /* 64 or 128 */
    bool ext_tags;      /* 8-bit tags; else 5 */
    bool ten_bit_tags;  /* bits 23 and 19 of DW0 are Tag[9:8] (PCIe 4.0), but inside */
    bool inside;        /* fabric side: reserved DW0 bits are Dest CPU */
    bool strict;        /* artefacts count as violations */
    bool unordered;     /* merged capture points: order rules use the window */
    bool joined;        /* traffic may have begun before the first event, and may be of one
                           direction only: a capture of a running link */
    uint32_t reorder_window;    /* packets */
    uint64_t completion_timeout_ns; /* 0 = 50 ms */
};
void tn_check_defaults(struct tn_check_params *p);

struct tn_checker;

/* NULL on ENOMEM. only/skip: NULL, or comma-separated rule IDs; a trailing *
 * matches a prefix. */
struct tn_checker *tn_checker_new(const struct tn_check_params *p, const char *only,
                                  const char *skip, tn_verdict_fn *fn, void *ctx);
/* artefacts: what the capture reader saw on it (set of 1 << enum tn_artefact), 0 otherwise; a packet
 * with one that spoils its bytes is not judged by the rules it spoils. Returns 0, -ENOTSUP for an
 * event of a fabric whose records nothing judges, or -ENOMEM; annotations are judged by nobody. */
int tn_checker_event(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts);
/* For a trace of several links whose events go to a checker each: what becomes of TLPs
 * from one point to the next, which none of them sees alone (ORD-*). 0 or -ENOMEM. */
int tn_checker_between(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts);
/* End of traffic: requests still open are judged. */
void tn_checker_finish(struct tn_checker *c);
/* How often the rule was exercised (asked) and failed; 0 of one that is switched off. */
uint64_t tn_checker_asked(const struct tn_checker *c, const char *rule);
uint64_t tn_checker_failed(const struct tn_checker *c, const char *rule);
void tn_checker_free(struct tn_checker *c);

#ifdef __cplusplus
}
#endif

#endif
