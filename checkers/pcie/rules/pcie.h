/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the PCIe rules: their state, and the functions of each layer.
 */
#ifndef TN_RULES_PCIE_H
#define TN_RULES_PCIE_H

#include "../../engine/engine.h"

#include <tn/keyed.h>
#include <tn/pcie/tlp.h>

/* The rules by their places in the fabric's table: R_TLP_FMT_1, ... */
enum tn_pcie_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_PCIE_RULES
};

/* The fields of a TLP that are in doubt after a broken rule. A length above a limit, a reserved bit
 * and a TD without a digest leave no doubt, because the wrong field is known. */
enum tn_pcie_doubt {
    TN_DOUBT_LENGTH = 1, /* Length and the payload disagree */
    TN_DOUBT_BYTES = 2,  /* the bytes that a request asks for */
    TN_DOUBT_TC = 4,
    TN_DOUBT_ATTR = 8,
    TN_DOUBT_STATUS = 16,
    TN_DOUBT_ANY = 32, /* every field: the ECRC is wrong, or the kind does not fit the bytes */
};

struct tn_unordered; /* TLPs that wait for their place in a merged capture: unordered.c */
struct tn_order;     /* TLPs under way in one direction: order.c */
struct tn_joined;    /* transactions that may have begun before the first event: joined.c */
struct tn_flow;      /* credits of one receiver: flow.c */
struct tn_dllp;
struct tn_sent;      /* sequence numbers sent in one direction: link.c */
struct tn_acks;      /* what the receiver of one direction's TLPs owes: acks.c */
enum { TN_LINKS = 2, TN_RECENT = 1024, TN_ORPHANS = 16 };

struct tn_pcie_rules {
    bool beyond; /* the TLP under judgement is a completion with DWs beyond its Byte Count */
    bool early;  /* the same: its time stamp is before that of its request */
    bool copies; /* some record was a copy of another record */
    bool passed; /* some request was captured at two points */
    struct tn_keyed open;           /* outstanding requests: transaction.h */
    struct tn_unordered *unordered; /* NULL until needed */
    struct tn_joined *joined;       /* NULL until needed */
    /* unreadable TLPs, which may have been any request or completion */
    struct {
        uint64_t key;   /* of completions that were taken for answers to one of them */
        uint64_t until; /* packet of the next request with that key; 0: none */
    } orphans[TN_ORPHANS];
    unsigned orphan_n;
    unsigned missing;    /* unreadable TLPs that are not used up */
    uint64_t missing_at; /* packet number of the last unreadable TLP */
    /* headers seen lately and their points, to recognise a TLP captured at two points; the table is
     * small because every TLP looks into it */
    struct {
        uint64_t look;   /* the header's 12 or 16 octets, mixed; 0: none */
        uint32_t packet; /* low bits of its number */
        uint16_t point;
    } recent[TN_RECENT];
    uint32_t asked[TN_RECENT]; /* requesters (upper half) and points at which their requests were seen; 0: none */
    uint8_t often[TN_RECENT];  /* how often, up to a few */
    uint64_t first, last;      /* packet numbers of the first and the last TLP */
    uint64_t first_ns;         /* time of the first TLP */
    struct tn_order *order; /* by enum tn_dir; NULL until needed */
    /* data link, per direction (0 up, 1 down, by enum tn_dir & 1) */
    struct tn_sent *sent[TN_LINKS]; /* NULL until needed */
    struct tn_flow *flow[TN_LINKS]; /* of the receiver whose DLLPs go that way; NULL until needed */
    struct tn_acks *acks[TN_LINKS]; /* of the receiver of the TLPs that go that way; NULL until needed */
    /* an InitFC1 of channel 0 amid traffic, by direction: the next frames tell whether the link came up again */
    struct {
        bool open, update; /* update: an UpdateFC came behind it */
        struct tn_event ev, update_ev;
        uint8_t bytes[8], update_bytes[8];
    } init[TN_LINKS];
    bool resent;    /* the TLP under judgement may have been sent, and its request answered, before the capture */
    bool headless;  /* a TLP was cut within its header: which requests there are is not known */
    bool framed[TN_LINKS]; /* a frame was seen, by direction: it was captured */
    uint64_t frame_ns; /* time of the last frame, of either direction */
    bool fine;         /* time stamps have parts of a microsecond */
};

/* Returns the state of the PCIe rules, which are under judgement. */
static inline struct tn_pcie_rules *pcie_rules(const struct tn_checker *c)
{
    return c->state;
}

/* Judges the TLP of the present event by all rules. */
void tn_rules_tlp(struct tn_checker *c);
/* Judges the form of a TLP. */
void tn_rules_form(struct tn_checker *c, const struct tn_tlp *t);
/* Judges the fields of a request. */
void tn_rules_request(struct tn_checker *c, const struct tn_tlp *t);
/* Judges the fields of a message. */
void tn_rules_message(struct tn_checker *c, const struct tn_tlp *t);
/* Judges the fields of a completion. */
void tn_rules_completion(struct tn_checker *c, const struct tn_tlp *t);
/* Sets up the transaction rules before the first event. */
void tn_rules_transaction_begin(struct tn_checker *c);
/* Judges a TLP by the transactions that are open. */
void tn_rules_transaction(struct tn_checker *c, const struct tn_tlp *t);
/* Judges transactions that are open when the traffic has ended. */
void tn_rules_transaction_end(struct tn_checker *c);
/* Judges the order of TLPs from one point of a trace to the next. */
void tn_rules_order(struct tn_checker *c, const struct tn_tlp *t);
/* Judges the link frame of the present event. */
void tn_rules_frame(struct tn_checker *c);
/* InitFC1 of channel 0: the link was down, numbers begin at 0 and nothing is outstanding. */
void tn_rules_link_up(struct tn_checker *c);
/* Another frame of initialisation: the link did come up again, since the InitFC1 that was put off. */
void tn_rules_start_initialises(struct tn_checker *c);
/* Puts off the first UpdateFC behind such an InitFC1 in its direction: what follows tells which of the two is wrong. */
bool tn_rules_start_put_off_update(struct tn_checker *c, const uint8_t *p);
/* Puts off an InitFC1 of channel 0 amid traffic: a link that comes up sends more of them before anything else. Returns
 * whether that was done. tlps: TLPs were seen since the link's start. */
bool tn_rules_start_put_off(struct tn_checker *c, const uint8_t *p, bool tlps);
/* A frame of a link at work: the InitFC1 before it in direction d, which was put off, stood alone. */
void tn_rules_start_works(struct tn_checker *c, unsigned d);
/* A right TLP: its direction works, and so does the other one where an UpdateFC, which may grant credit for it, was put off. */
void tn_rules_start_tlp(struct tn_checker *c);
/* Judges a DLLP of flow control. */
void tn_rules_flow_dllp(struct tn_checker *c, const struct tn_dllp *d);
/* Says whether a receiver was seen to work since its start. */
bool tn_rules_flow_worked(const struct tn_checker *c);
/* Judges the credit for a TLP that is sent for the first time. */
void tn_rules_flow_tlp(struct tn_checker *c, const struct tn_tlp *t);
/* Judges by the time of the present frame which UpdateFC are late. */
void tn_rules_flow_time(struct tn_checker *c);
/* The link is not in L0, or not surely: no UpdateFC is due until the next one. */
void tn_rules_flow_asleep(struct tn_checker *c);
/* Takes note of a frame that could not be read, which may have been a DLLP. */
void tn_rules_flow_lost(struct tn_checker *c);
/* Takes note of n TLPs that were sent, by the numbers of those around them, and could not be read. */
void tn_rules_flow_skipped(struct tn_checker *c, unsigned n);
/* One of them came again. */
void tn_rules_flow_found(struct tn_checker *c);
/* Frees the state of flow control. */
void tn_rules_flow_free(struct tn_pcie_rules *s);
/* The link came up: numbers begin at 0, nothing is due. */
void tn_rules_acks_up(struct tn_checker *c);
/* The link is not in L0, or not surely: nothing is due. */
void tn_rules_acks_asleep(struct tn_checker *c);
/* Takes note of a frame that may have been any TLP, or none. */
void tn_rules_acks_tlp_lost(struct tn_checker *c);
/* Takes note of a frame that may have been any DLLP. */
void tn_rules_acks_dllp_lost(struct tn_checker *c);
/* A TLP passed that its receiver refuses. */
void tn_rules_acks_bad(struct tn_checker *c);
/* A nullified TLP passed, which may arrive damaged. */
void tn_rules_acks_null(struct tn_checker *c);
/* A right TLP passed. again: it was sent before; begins: a replay begins with it; alone: all before it was acknowledged;
 * oldest: it is the first that was not. */
void tn_rules_acks_tlp(struct tn_checker *c, unsigned seq, bool again, bool begins, bool alone, bool oldest);
/* Judges an Ack or Nak. progress: it acknowledges something; newest: number of the newest TLP sent, or 4096. */
void tn_rules_acks_dllp(struct tn_checker *c, unsigned seq, bool nak, bool progress, unsigned newest);
/* A DLLP was read: its direction was captured. */
void tn_rules_acks_heard(struct tn_checker *c);
/* Judges by the time of the present frame what is late. before: time of the frame before; open: by direction, TLPs were
 * sent that are not acknowledged. */
void tn_rules_acks_time(struct tn_checker *c, uint64_t before, const bool *open);
/* Says what a capture could not show. */
void tn_rules_acks_end(struct tn_checker *c);
/* Frees the state of Acks and Naks. */
void tn_rules_acks_free(struct tn_pcie_rules *s);
/* Takes note of a frame whose symbols cannot be trusted. */
void tn_rules_frame_lost(struct tn_checker *c);
/* Takes note of a TLP that could not be read, so that no other TLP is blamed for its absence. */
void tn_rules_missing(struct tn_checker *c);
/* Forgets outstanding transactions, because the link went down. */
void tn_rules_transaction_reset(struct tn_checker *c);
/* Says of a whole capture whether the clocks of its directions are apart. */
bool tn_pcie_apart(tn_next_event_fn *next, void *ctx);
/* Returns the artefacts that a TLP's bytes show: ART-ZERO, ART-SHIFT. */
unsigned tn_pcie_artefacts(const struct tn_event *ev);

#endif
