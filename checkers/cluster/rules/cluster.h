/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the cluster's rules.
 */
#ifndef TN_RULES_CLUSTER_H
#define TN_RULES_CLUSTER_H

#include "../../engine/engine.h"

#include <tn/cluster/cluster.h>

/* The rules by their places in the fabric's table: R_CLU_LEN_1, ... */
enum tn_cluster_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_CLUSTER_RULES
};

enum { CL_SIDES = 256, CL_ACKS = 32 };

/* A packet of a number, as it was sent last. */
struct cl_sent {
    bool seen;       /* since the number was new */
    uint64_t packet; /* the record; 0: its words are not known */
    uint64_t look;   /* hash of its words */
};

/* A number that is missing, or from which a sender did not go back, where the line may have lost
 * packets. */
struct cl_gap {
    struct tn_event ev; /* the record behind; packet 0: nothing is missing */
    unsigned rule;      /* R_CLU_SEQ_1 or R_CLU_SEQ_4 */
    uint8_t seq;        /* what is missing */
    uint8_t found;      /* what came instead */
};

/* One direction of a lane: its sender of packets, and what its link packets say. */
struct cl_side {
    uint16_t point; /* with dir and port: the direction */
    uint8_t dir, port;
    bool used, seen;     /* in use; a run was seen */
    uint64_t next_cycle; /* behind the last run; 0: not known */
    uint64_t twin;       /* hash of the last record */
    bool broke;          /* the last run was not good: one behind it may be a piece of it */

    bool known;      /* a packet was seen */
    uint8_t last;    /* number of the last new packet */
    uint8_t next;    /* the number behind the packet sent last */
    unsigned young;  /* so many numbers behind last may have been sent before the capture began */
    bool skipped;    /* a run behind the last packet could not be read */
    unsigned unsure; /* new packets that may have been in runs that could not be read */
    struct cl_sent sent[CL_SEQS];
    struct cl_gap gap;
    unsigned least[CL_PRIOS]; /* packets not freed: at least and at most */
    unsigned most[CL_PRIOS];

    bool said;   /* a link packet was seen */
    bool vague;  /* a link packet may have been missed since the last one */
    uint8_t ack; /* what the last link packet said */
    uint8_t freed[CL_PRIOS];
    struct {
        uint64_t cycle;
        uint8_t ack;
    } acks[CL_ACKS]; /* the last ones that moved, by place modulo CL_ACKS */
    unsigned ack_n;  /* their number since the first link packet */
};

struct tn_cluster_rules {
    struct cl_side side[CL_SIDES];
    uint64_t newest; /* latest cycle */
    bool unordered;  /* cycles stepped back: nothing is told of what depends on order */
};

/* Judges a packet by itself: k has a header; its form is that of unit 1 or of a run. */
void tn_rules_cl_packet(struct tn_checker *c, const struct cl_packet *k);
/* Judges a run of a lane, by itself and in its direction. */
void tn_rules_cl_run(struct tn_checker *c, bool spoiled);
/* Judges what is still missing when the traffic has ended. */
void tn_rules_cl_end(struct tn_checker *c);

/* Judges a packet in its order, and its credits. other: the reverse direction, or NULL. */
void tn_rules_cl_sent(struct tn_checker *c, struct cl_side *d, const struct cl_side *other,
                      const struct cl_packet *k);
/* Takes note of a run that may have been n new packets. */
void tn_rules_cl_unread(struct cl_side *d, unsigned n);
/* Judges a link packet of d. other: the reverse direction, whose packets it speaks of, or NULL. */
void tn_rules_cl_link(struct tn_checker *c, struct cl_side *d, struct cl_side *other,
                      const struct cl_ctl *l);
/* Gives the verdict on what is missing, if nothing that came since explains it. */
void tn_rules_cl_gap_end(struct tn_checker *c, struct cl_side *d);

/* Returns the artefacts that a record's bytes show by themselves. */
unsigned tn_cl_artefacts(const struct tn_event *ev);

/* Returns how far number b lies behind a, 0 to 63. */
static inline unsigned cl_ahead(unsigned a, unsigned b)
{
    return (b - a) % CL_SEQS;
}

#endif
