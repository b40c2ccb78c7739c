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

enum { APE_SIDES = 256, APE_STREAMS = 1024, APE_TORUS_PORTS = 6, APE_INTO_NODE = 2 };

/* One direction of a torus link. */
struct ape_side {
    bool seen;      /* a record of this direction was seen */
    uint16_t point; /* with dir and port: the direction */
    uint8_t dir, port;
    bool counting;  /* quiet is right */
    unsigned quiet; /* words since the last credit word */
    bool told;      /* the credit period was told to be broken */
    uint64_t next;  /* cycle behind the last record */
    struct ape_line line;
};

/* The message under way of a source, a destination and a stream at one place. */
struct ape_stream {
    bool known;
    uint64_t key; /* place, source, destination, stream */
    uint32_t msg; /* of the last packet */
    uint16_t pkt; /* number of the last packet */
    bool last;    /* the last packet ended its message */
};

struct tn_apenet_rules {
    struct ape_side side[APE_SIDES];
    struct ape_stream stream[APE_STREAMS]; /* by hash of the key */
};

/* Judges a packet by itself and in its message; on a link when frame is set. */
void tn_rules_ape_packet(struct tn_checker *c, const struct ape_packet *k, bool frame);
/* Forgets the messages seen at a record's place: something was lost there. */
void tn_rules_ape_lost(struct tn_checker *c, const struct tn_event *ev);
/* Judges the packet of ExaNet that ended on a link, or a header that begins none. */
void tn_rules_ape_cell(struct tn_checker *c, const struct ape_line *l);
/* Judges the words of a link. */
void tn_rules_ape_frame(struct tn_checker *c, bool spoiled);

#endif
