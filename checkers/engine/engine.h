/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the rules of every fabric need: the checker, the macro RULE, verdicts. A fabric's own
 * state is behind c->state, and its header says what it is.
 */
#ifndef TN_RULES_ENGINE_H
#define TN_RULES_ENGINE_H

#include <tn/artefact.h>
#include <tn/protocol.h>
#include <tn/rules.h>

/* What a checker has of one fabric. */
struct tn_checker_part {
    const struct tn_protocol *protocol;
    void *state;      /* protocol->state_size bytes, or NULL before the first event */
    bool *off;        /* by the protocol's rule indexes, as the next two */
    uint64_t *asked;
    uint64_t *failed;
};

struct tn_checker {
    struct tn_check_params par;
    tn_verdict_fn *fn;
    void *ctx;
    const struct tn_event *ev; /* under judgement; NULL between events */
    uint64_t last_ns;          /* time of the last event */
    uint64_t related;          /* the packet that the one under judgement refers to, its request; or 0 */
    unsigned art;              /* artefacts of the event */
    unsigned doubts;           /* of the rules broken since a fabric set it to 0: protocol->doubts */
    /* the fabric under judgement: copies of its part */
    const struct tn_protocol *protocol;
    void *state;
    bool *off;
    uint64_t *asked, *failed;
    struct tn_checker_part part[TN_FABRIC_N]; /* by enum tn_fabric_place */
    uint64_t *counts;                         /* the parts' asked and failed */
    bool *offs;                               /* the parts' off */
};

/* Counts the rule as asked; when cond is false appends a verdict, which refers to c->related. ident is of the fabric under
 * judgement. */
#define RULE(c, ident, cond, expected, ...)                                                        \
    do {                                                                                           \
        (c)->asked[R_##ident]++;                                                                   \
        if (!(cond))                                                                               \
            tn_rule_fail((c), R_##ident, (c)->related, (expected), __VA_ARGS__);                              \
    } while (0)

/* Makes the fabric of that protocol the one under judgement, with its state. 0 or -ENOMEM. */
int tn_checker_enter(struct tn_checker *c, const struct tn_protocol *p);

/* The rule is an index of the fabric under judgement. Nothing but a doubt when the rule is off.
 * Cold: what keeps the rules does not jump over it. */
void tn_rule_fail(struct tn_checker *c, unsigned rule, uint64_t related, const char *expected,
                  const char *found, ...) __attribute__((cold, format(printf, 5, 6)));
void tn_rule_say(struct tn_checker *c, enum tn_verdict_kind kind, unsigned rule,
                 const struct tn_event *ev, uint64_t related, const char *expected,
                 const char *found);
/* The capture is not to be trusted here: an artefact, once a packet. */
void tn_rule_artefact(struct tn_checker *c, enum tn_artefact artefact, uint64_t related,
                      const char *found) __attribute__((cold));

/* The place of a rule in the catalogue of its fabric; false when no rule has that ID. */
bool tn_rule_place(const char *id, size_t *fabric, size_t *rule);

#endif
