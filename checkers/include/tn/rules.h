/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rule engine takes events and gives verdicts. It uses the codecs and never a model.
 *
 * Rules are listed in <fabric>/spec/rules.def. The engine keeps state for outstanding transactions
 * only, so its memory does not grow with the capture.
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
    const char *id; /* permanent, such as "TLP-BE-1" */
    enum tn_level level;
    const char *source; /* document and section: "PCIe 3.0 2.2.5" */
    const char *text;   /* the rule as a sentence */
};

/* Returns the number of rules in the catalogue of all fabrics. */
size_t tn_rule_count(void);
/* Returns the rule at place i of the catalogue, in the order of `tenter rules`; NULL behind the
 * last. */
const struct tn_rule *tn_rule_at(size_t i);
/* Returns the place of the rule with that ID; tn_rule_count() when no rule has the ID. */
size_t tn_rule_index(const char *id);
/* Returns the rule with that ID, or NULL. */
const struct tn_rule *tn_rule_find(const char *id);
/* From now on the catalogue ends in these n rules of a block that is of no fabric. No checker asks
 * them: the block's suites and the runner of its cases do. */
void tn_rules_own(const struct tn_rule *rules, size_t n);
/* Is the rule at that place one of them? */
bool tn_rule_is_own(size_t place);

/* The properties of a link that rules depend on. */
struct tn_check_params {
    uint32_t mps;      /* Max_Payload_Size, bytes; 0: only the limit of 4096 is checked */
    uint32_t mrrs;     /* Max_Read_Request_Size, bytes; 0: only the limit of 4096 is checked */
    uint32_t rcb;      /* Read Completion Boundary, bytes: 64 or 128 */
    uint32_t pcie; /* edition of the PCIe Base Specification, times ten: 30, 40, 50, 60 */
    uint32_t link_width; /* PCIe: lanes, 1 to 32; 0: times of Acks and replays are not judged */
    uint32_t link_speed; /* PCIe: GT/s times ten, 25 or 50 */
    uint32_t link_wire;  /* PCIe: symbol times from the point of capture to the further end */
    bool ext_tags;     /* tags have 8 bits, else 5 */
    bool ten_bit_tags; /* bits 23 and 19 of DW0 are Tag[9:8] (PCIe 4.0); ignored with inside */
    bool inside;       /* the link lies inside cZodiac: reserved bits of DW0 are Dest CPU */
    bool strict;       /* artefacts count as violations */
    bool unordered;    /* capture points were merged: order rules use reorder_window */
    bool joined;       /* a capture of a running link: traffic may have begun before the first
                          event, and one direction may be missing */
    bool multipath;    /* ExaNet: packets of one transaction may have come by several paths */
    bool transfers;    /* ExaNet: the open transactions of a {src, dst, pdid} are one transfer's */
    uint8_t lattice[3];  /* APEnet: sizes of the lattice, x, y, z; 0: not known */
    uint8_t dim_order[3]; /* APEnet: dimensions in the order of their ways; not each once: z, y, x */
    uint32_t reorder_window;        /* packets */
    uint64_t completion_timeout_ns; /* nanoseconds; 0: 50 ms */
};
/* Fills in the defaults. */
void tn_check_defaults(struct tn_check_params *p);

struct tn_checker;

/* What the rules find of a request and the packets that answer it. */
struct tn_pair {
    enum { TN_PAIR_ASKED, TN_PAIR_ANSWERED, TN_PAIR_DONE } kind; /* the request, its first answer, its last one */
    uint8_t fabric;
    bool timed;         /* answered: the time stamps tell how long it took */
    uint32_t asker;     /* PCIe: Requester ID */
    uint64_t packet;    /* of the request, or of the answer */
    uint64_t wait_ns;   /* answered, timed: from the request on */
};
typedef void tn_pair_fn(void *ctx, const struct tn_pair *p);

/* Makes a checker that hands its verdicts to fn. only and skip choose rules: NULL, or rule IDs
 * separated by commas; a trailing * matches a prefix. NULL on ENOMEM. */
struct tn_checker *tn_checker_new(const struct tn_check_params *p, const char *only,
                                  const char *skip, tn_verdict_fn *fn, void *ctx);
/* Has the checker tell fn of requests and answers, as far as a fabric's rules pair them. */
void tn_checker_pairs(struct tn_checker *c, tn_pair_fn *fn, void *ctx);
struct tn_protocol;
/* Says whether the clocks of the capture's directions are apart, by that fabric's packets. */
typedef bool tn_apart_fn(void *ctx, const struct tn_protocol *p);
/* Has the checker ask fn before it tells a violation that holds one direction against the other: where their clocks are apart, the
 * verdict is INCONCLUSIVE. fn may read the capture once more; NULL: the clocks are one. */
void tn_checker_apart(struct tn_checker *c, tn_apart_fn *fn, void *ctx);
/* Puts the checker among those of the links of one capture: other, and the checkers beside it. What answers a packet may
 * have taken another way than the packet: a fabric's rules may look at the other links for the packet. Freeing a checker
 * takes it out. */
void tn_checker_beside(struct tn_checker *c, struct tn_checker *other);
/* Judges an event. artefacts is the set that the capture's reader found on the record (1 << enum
 * tn_artefact), else 0; an artefact that spoils the bytes switches off the rules about them.
 * Returns 0, -ENOTSUP for a fabric whose records no rule judges, or -ENOMEM. Annotations are not
 * judged. */
int tn_checker_event(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts);
/* Judges the way of TLPs from one point to the next (ORD-*), in a trace of several links that each
 * have a checker: no checker of a single link sees this. Returns 0 or -ENOMEM. */
int tn_checker_between(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts);
/* Ends the traffic: judges requests that are still open. */
void tn_checker_finish(struct tn_checker *c);
/* A reset of the link: forgets all that is outstanding. Counts stay. */
void tn_checker_reset(struct tn_checker *c);
/* The same, and says whether traffic may be under way that was not seen, as the parameter joined does. */
void tn_checker_rejoin(struct tn_checker *c, bool joined);
/* Returns how often the rule was asked; 0 for a rule that is switched off. */
uint64_t tn_checker_asked(const struct tn_checker *c, const char *rule);
/* Returns how often the rule failed; 0 for a rule that is switched off. */
uint64_t tn_checker_failed(const struct tn_checker *c, const char *rule);
/* Frees the checker; c may be NULL. */
void tn_checker_free(struct tn_checker *c);

#ifdef __cplusplus
}
#endif

#endif
