/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the APEnet rules.
 */
#ifndef TN_RULES_APENET_H
#define TN_RULES_APENET_H

#include "../../engine/engine.h"

#include <tn/apenet/apenet.h>

/* The rules by their places in the fabric's table: R_APE_FRM_1, ... */
enum tn_apenet_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_APENET_RULES
};

enum {
    APE_SIDES = 1024,
    APE_STREAMS = 1024,
    APE_TORUS_PORTS = 6,
    APE_OUT_OF_NODE = 1,
    APE_INTO_NODE = 2
};

struct ape_item;

/* The words of one direction that the reverse direction's credit words have not yet been held
 * against, and what was counted before, by virtual channel. */
struct ape_flow {
    struct ape_side *other; /* the reverse direction; NULL: it was not seen */
    struct ape_item *item;  /* in the order of their cycles */
    size_t first, n, cap;
    uint64_t came[APE_VCS][2];  /* payload words, and headers and footers, that came */
    uint64_t given[APE_VCS][2]; /* those of all packets that have begun */
    uint64_t limit[APE_VCS][2]; /* the number up to which the reverse direction gave credit */
    bool limited;               /* the limits are known */
};

/* One direction of a torus link. */
struct ape_side {
    uint16_t point; /* with dir and port: the direction */
    uint8_t dir, port;
    bool counting;  /* quiet is right */
    unsigned quiet; /* words since the last credit word */
    bool told;      /* the credit period was told to be broken */
    uint64_t next;  /* cycle behind the last record */
    struct ape_line line;
    struct ape_flow flow;
};

/* The directions that were seen. */
struct ape_sides {
    struct ape_side *at[APE_SIDES]; /* by their first records; NULL behind the last */
};

/* The message under way of a source, a destination and a stream at one place. */
struct ape_stream {
    bool known;
    uint64_t key; /* place, source, destination, stream */
    uint16_t pid;
    uint32_t msg; /* of the last packet */
    uint16_t pkt; /* number of the last packet */
    bool last;    /* the last packet ended its message */
};

struct ape_way;

struct tn_apenet_rules {
    struct ape_sides link;                 /* judged by themselves */
    struct ape_sides across;               /* judged across points */
    struct ape_way *way;                   /* NULL: no packet was judged across points */
    struct ape_stream stream[APE_STREAMS]; /* by hash of the key */
};

/* Judges a packet by itself and in its message; on a link when frame is set. */
void tn_rules_ape_packet(struct tn_checker *c, const struct ape_packet *k, bool frame);
/* Forgets the messages seen at a record's place: something was lost there. */
void tn_rules_ape_lost(struct tn_checker *c, const struct tn_event *ev);
/* Judges the packet of ExaNet that ended on a link, or a header that begins none. */
void tn_rules_ape_cell(struct tn_checker *c, const struct ape_line *l);
/* Says whether a record is one of words, each behind a leading byte that can be: what is directly
 * behind a MAGIC says so, and nothing else does but at the record's beginning. */
bool tn_ape_words_formed(const struct tn_event *ev);
/* Judges the words of a link. */
void tn_rules_ape_frame(struct tn_checker *c, bool spoiled);

/* Returns the direction of the record under judgement, made when it is new; NULL: there are too
 * many. */
struct ape_side *tn_ape_side(struct tn_checker *c, struct ape_sides *all);
/* Returns the direction with that place; NULL: it was not seen. */
struct ape_side *tn_ape_side_at(const struct ape_sides *all, unsigned point, unsigned port,
                                unsigned dir);
/* Frees the directions. */
void tn_ape_sides_free(struct ape_sides *all);
/* Takes a word of a direction in its cycle, as its line understood it. */
void tn_rules_ape_flow(struct ape_side *d, enum ape_kind kind, uint64_t cycle,
                       const uint8_t word[APE_WORD]);
/* Forgets what a direction and its reverse have counted. */
void tn_rules_ape_flow_lost(struct ape_side *d);
/* Says that credit words of this direction may have been left out. */
void tn_rules_ape_flow_gap(struct ape_side *d, uint64_t cycle);
/* Holds a direction and its reverse against each other, as far as both are known. */
void tn_rules_ape_credit(struct tn_checker *c, struct ape_side *d, struct ape_side *other);

/* Judges the record on its way across the nodes of a lattice. */
void tn_rules_ape_between(struct tn_checker *c, bool spoiled);
/* Judges packets that are still inside, at the end. */
void tn_rules_ape_way_end(struct tn_checker *c);

#endif
