/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the rule engine.
 */
#ifndef TN_RULES_ENGINE_H
#define TN_RULES_ENGINE_H

#include <tn/keyed.h>
#include <tn/rules.h>
#include <tn/tlp.h>

enum tn_rule_index {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_RULE_N
};

struct tn_unordered; /* what waits for its place in a merged capture: pcie/unordered.c */
struct tn_order; /* TLPs under way in one direction: pcie/order.c */
struct tn_exa_rules;
struct tn_axi_rules;
struct tn_tnw_rules;
struct tn_joined; /* what may have begun before the first event: pcie/joined.c */
struct tn_sent;   /* sequence numbers sent in one direction: pcie/link.c */
enum { TN_LINKS = 2, TN_RECENT = 1024, TN_ORPHANS = 16 };

/* An ExaNet channel between two cycles. */
struct tn_exa_channel {
    unsigned waiting; /* the valid that has not met its ready, or 0 */
    uint8_t data[16];
    bool inside;      /* a packet has begun */
    bool unsure;      /* by a header that is not to be trusted */
    unsigned words;   /* of its payload so far */
};

struct tn_checker {
    struct tn_check_params par;
    tn_verdict_fn *fn;
    void *ctx;
    bool off[TN_RULE_N];
    uint64_t asked[TN_RULE_N], failed[TN_RULE_N];
    const struct tn_event *ev; /* under judgement; NULL between events */
    uint64_t last_ns;          /* time of the last event */
    unsigned art;
    bool beyond;     /* it is a completion with DWs beyond its Byte Count */
    bool copies;     /* records were seen that are another one's copy */
    unsigned doubts; /* MUST rules that the TLP under judgement broke */
    struct tn_keyed open; /* outstanding requests: pcie/transaction.h */
    struct tn_unordered *unordered; /* NULL until needed */
    struct tn_joined *joined; /* NULL until needed */
    /* TLPs that could not be read, which may have been any request or completion */
    uint64_t orphans[TN_ORPHANS]; /* keys of completions that were taken for answers to them */
    unsigned orphan_n;
    unsigned missing;
    uint64_t missing_at; /* packet number of the last one */
    /* headers seen lately and where, to know a TLP captured at two points; small, for every TLP
     * looks one up */
    struct {
        uint64_t look;   /* the header's 12 or 16 octets, mixed; 0: none */
        uint32_t packet; /* low bits of its number */
        uint16_t point;
    } recent[TN_RECENT];
    struct tn_order *order; /* by enum tn_dir; NULL until needed */
    struct tn_exa_rules *exa; /* ExaNet: exanet/exanet.h; made when its first packet comes */
    struct tn_exa_channel channel;
    struct tn_tnw_rules *tnw; /* TNW: tnw/tnw.h; made when its first record comes */
    struct tn_axi_rules *axi; /* axi/axi.h; made when its first beat comes */
    /* data link, per direction (0 up, 1 down, by enum tn_dir & 1) */
    struct tn_sent *sent[TN_LINKS]; /* NULL until needed */
};

/* Counts the rule as asked; when cond is false appends a verdict. */
#define RULE(c, ident, cond, expected, ...)                                                        \
    do {                                                                                           \
        (c)->asked[R_##ident]++;                                                                   \
        if (!(cond))                                                                               \
            tn_rule_fail((c), R_##ident, 0, (expected), __VA_ARGS__);                              \
    } while (0)

/* Nothing but a doubt when the rule is off. Cold: what keeps the rules does not jump over it. */
void tn_rule_fail(struct tn_checker *c, enum tn_rule_index rule, uint64_t related,
                  const char *expected, const char *found, ...)
    __attribute__((cold, format(printf, 5, 6)));
void tn_rule_say(struct tn_checker *c, enum tn_verdict_kind kind, enum tn_rule_index rule,
                 const struct tn_event *ev, uint64_t related, const char *expected,
                 const char *found);
/* The capture is not to be trusted here: an artefact, once a packet. */
void tn_rule_artefact(struct tn_checker *c, const char *id, uint64_t related, const char *found)
    __attribute__((cold));

void tn_rules_form(struct tn_checker *c, const struct tn_tlp *t);
void tn_rules_request(struct tn_checker *c, const struct tn_tlp *t);
void tn_rules_message(struct tn_checker *c, const struct tn_tlp *t);
void tn_rules_completion(struct tn_checker *c, const struct tn_tlp *t);
/* Before the first event; an event. */
void tn_rules_transaction_begin(struct tn_checker *c);
void tn_rules_transaction(struct tn_checker *c, const struct tn_tlp *t);
void tn_rules_transaction_end(struct tn_checker *c);
void tn_rules_order(struct tn_checker *c, const struct tn_tlp *t);
void tn_rules_frame(struct tn_checker *c);
/* A frame whose symbols are not to be trusted. */
void tn_rules_frame_lost(struct tn_checker *c);
/* A TLP that could not be read: what it may have been is not held against others. */
void tn_rules_missing(struct tn_checker *c);
/* The link went down: nothing is outstanding any more. */
void tn_rules_transaction_reset(struct tn_checker *c);
/* The rules of an ExaNet packet at its point, or those between points. */
void tn_rules_exa(struct tn_checker *c, bool between);
/* The rules of a serial link's frame, and those of the packet in it. */
void tn_rules_exa_frame(struct tn_checker *c);
void tn_rules_exa_end(struct tn_checker *c);
void tn_rules_exa_free(struct tn_checker *c);
/* The rules of TNW's links: a record is judged when its place in time is sure. */
void tn_rules_tnw(struct tn_checker *c, bool spoiled);
void tn_rules_tnw_end(struct tn_checker *c);
void tn_rules_tnw_free(struct tn_checker *c);
void tn_rules_axi_end(struct tn_checker *c);
/* Every rule of one TLP. */
void tn_rules_tlp(struct tn_checker *c);

#endif
