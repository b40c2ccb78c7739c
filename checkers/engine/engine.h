/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common parts of all fabrics' rules: the checker, the macro RULE, verdicts. A fabric's own
 * state is behind c->state; the header of its rules defines the type.
 */
#ifndef TN_RULES_ENGINE_H
#define TN_RULES_ENGINE_H

#include <tn/artefact.h>
#include <tn/protocol.h>
#include <tn/rules.h>

/* The part of a checker that belongs to one fabric. The arrays go by the protocol's
 * rule indexes. */
struct tn_checker_part {
    const struct tn_protocol *protocol;
    void *state; /* protocol->state_size bytes, or NULL before the first event */
    bool *off;   /* the rule is switched off */
    uint64_t *asked;
    uint64_t *failed;
};

struct tn_checker {
    struct tn_check_params par;
    tn_verdict_fn *fn;
    void *ctx;
    tn_pair_fn *pair_fn; /* NULL: nobody asks for requests and answers */
    void *pair_ctx;
    tn_apart_fn *apart_fn; /* NULL: the clocks of both directions are one */
    void *apart_ctx;
    struct tn_checker *beside; /* the next checker of the same capture's links, in a ring; NULL: it is alone */
    const struct tn_event *ev; /* the event under judgement; NULL between events */
    uint64_t last_ns;          /* time of the last event */
    uint64_t related;          /* the packet that the one under judgement refers to, its request; or 0 */
    unsigned art;              /* artefacts of the event */
    unsigned doubts; /* doubts (protocol->doubts) of rules broken since a fabric set it to 0 */
    /* copies of the part of the fabric under judgement */
    const struct tn_protocol *protocol;
    void *state;
    bool *off;
    uint64_t *asked, *failed;
    struct tn_checker_part part[TN_FABRIC_N]; /* by enum tn_fabric_place */
    uint64_t *counts;                         /* memory of the parts' asked and failed */
    bool *offs;                               /* memory of the parts' off */
};

/* Counts the rule as asked and, when cond is false, gives a verdict, which refers to c->related. The
 * rule belongs to the fabric under judgement. */
#define RULE(c, ident, cond, expected, ...)                                                        \
    do {                                                                                           \
        (c)->asked[R_##ident]++;                                                                   \
        if (!(cond))                                                                               \
            tn_rule_fail((c), R_##ident, (c)->related, (expected), __VA_ARGS__);                   \
    } while (0)

/* Puts the fabric of that protocol under judgement and makes its state if need be. Returns 0 or
 * -ENOMEM. */
int tn_checker_enter(struct tn_checker *c, const struct tn_protocol *p);

/* Returns the state of the fabric under judgement of the next link beside c that has one, behind that of *at (NULL: the
 * first), which becomes that link's checker; NULL behind the last. */
void *tn_checker_state_beside(const struct tn_checker *c, const struct tn_checker **at);

/* Counts a failure of the rule, an index of the fabric under judgement, and gives a verdict. A rule
 * that is off leaves only its doubt. The function is cold, so that traffic without faults does not
 * jump over it. */
void tn_rule_fail(struct tn_checker *c, unsigned rule, uint64_t related, const char *expected,
                  const char *found, ...) __attribute__((cold, format(printf, 5, 6)));
/* Gives a verdict of that kind on an event. */
void tn_rule_say(struct tn_checker *c, enum tn_verdict_kind kind, unsigned rule,
                 const struct tn_event *ev, uint64_t related, const char *expected,
                 const char *found);
/* Says that an event is INCONCLUSIVE by the rule, if that is not off. */
void tn_rule_open(struct tn_checker *c, unsigned rule, const struct tn_event *ev, const char *expected, const char *found);
/* Reports an artefact of the capture, once for each packet. */
void tn_rule_artefact(struct tn_checker *c, enum tn_artefact artefact, uint64_t related,
                      const char *found) __attribute__((cold));

/* Gives the place of a rule in the table of its fabric. Returns false when no rule has that ID. */
bool tn_rule_place(const char *id, size_t *fabric, size_t *rule);

#endif
