/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the ExaNet rules.
 */
#ifndef TN_RULES_EXANET_H
#define TN_RULES_EXANET_H

#include "../../engine/engine.h"

#include <tn/exanet/exa.h>
#include <tn/keyed.h>

/* The rules by their places in the fabric's table: R_EXA_FRM_1, ... */
enum tn_exanet_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_EXANET_RULES
};
/* What of a packet can be trusted; a set. */
enum { EXA_GOOD_FOOTER = 1, EXA_GOOD_PAYLOAD = 2 };

enum { EXA_CONTROLS = 256, EXA_NODES = 256, EXA_UNDER_WAY = 512 };
#define EXA_NO_BLOCK  (~0ull)     /* no such attempt */
#define EXA_ANY_BLOCK (~0ull - 1) /* one of which no data was seen */
enum { EXA_BRIDGES = 256, EXA_ZDMA_MAX = 6 }; /* requests a bridge may have outstanding */

/* What was sent under one {source, destination, tag} or {source, destination, tid}. */
struct exa_flow {
    uint64_t key;
    uint64_t packet, time_ns;  /* of what was sent last */
    bool answered;
    /* messages */
    uint64_t sum;              /* of header and payload */
    unsigned sent, acks;
    /* transactions: the attempt with the newest retransmission number */
    uint16_t seq, oldest;
    bool data;                 /* a packet with data was seen */
    bool have_first, have_last;
    bool again;                /* one came a second time since the last positive response */
    uint8_t first_bit, last_bit;
    unsigned positive;         /* positive responses */
    uint64_t block;            /* addr / 16 KiB */
    uint64_t next;             /* the address after the last packet */
    uint64_t sent_map, map;    /* by addr[13:8]: sent; arrived whole */
    bool notify;               /* what its first packet with data said */
    uint64_t control;          /* the last control packet, 0: none */
    bool control_whole;        /* one came whole */
    uint64_t before;           /* the block of an earlier attempt that had one */
};

/* A control packet, and whether its notification has come. */
struct exa_control {
    uint64_t flow;  /* key of its transaction */
    uint32_t node;  /* the receiver */
    uint64_t place; /* coordinates and address of the notification */
    uint64_t packet;
    uint8_t payload[EXA_WORD];
    unsigned sent, notified;
};

/* A packet that came at one point and has not left at another. */
struct exa_under_way {
    uint64_t packet;    /* 0: none */
    uint64_t look;      /* of its bytes */
    uint64_t path;      /* source and destination */
    uint64_t passed_by; /* the first that came later and left before it, at... */
    uint16_t passed_at;
    uint16_t point;
};

/* An AXI bridge and what it waits for, oldest first. */
struct exa_bridge {
    uint32_t node;
    unsigned open_n;
    uint32_t open[EXA_ZDMA_MAX]; /* completer, tid, read or write */
};

/* An ExaNet channel between two cycles. */
struct exa_channel {
    unsigned waiting; /* the valid that has not met its ready, or 0 */
    uint8_t data[EXA_WORD];
    bool inside;      /* a packet has begun */
    bool unsure;      /* by a header that is not to be trusted */
    unsigned words;   /* of its payload so far */
};

struct tn_exa_rules {
    struct exa_channel channel;
    struct tn_keyed flows; /* struct exa_flow */
    struct exa_control controls[EXA_CONTROLS];
    size_t control_n, control_next;
    bool controls_lost;       /* the ring went round over an open one */
    bool cut; /* a packet without its footer was seen: whose it is, the capture has not */
    uint32_t nodes[EXA_NODES]; /* plus 1: that something was sent to, seen here */
    size_t node_n;
    struct exa_under_way way[EXA_UNDER_WAY]; /* ring */
    unsigned way_at;
    struct exa_bridge bridges[EXA_BRIDGES];
    size_t bridge_n;
};

extern const struct tn_protocol tn_protocol_exanet;

static inline struct tn_exa_rules *exa_rules(const struct tn_checker *c)
{
    return c->state;
}

/* The rules of an ExaNet packet at its point, or those between points. */
void tn_rules_exa(struct tn_checker *c, bool between);
/* The rules of a serial link's frame, and those of the packet in it. */
void tn_rules_exa_frame(struct tn_checker *c);
void tn_rules_exa_begin(struct tn_checker *c);
void tn_rules_exa_end(struct tn_checker *c);
void tn_rules_exa_free(struct tn_checker *c);

/* The rules of one packet by itself; what of it can be trusted. */
unsigned tn_rules_exa_form(struct tn_checker *c, const struct exa_packet *k);
/* Notifications against control packets and transactions. */
void tn_rules_exa_control(struct tn_checker *c, const struct exa_packet *k, uint64_t flow);
void tn_rules_exa_notify(struct tn_checker *c, const struct exa_packet *k);

/* The block whose control packet may still stand when the next attempt of f begins. */
uint64_t tn_rules_exa_before(const struct exa_flow *f);
/* A control packet of f's attempt, whole when its payload came. */
void tn_rules_exa_has_control(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k,
                              bool whole);
/* What a packet with data says of a control packet; before f takes it in. */
void tn_rules_exa_notify_flag(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k);
/* A positive response, the attempt's first, against what its packets said. */
void tn_rules_exa_notify_end(struct tn_checker *c, const struct exa_flow *f,
                             const struct exa_packet *k);

/* zDMA requests and answers. */
void tn_rules_exa_zdma(struct tn_checker *c, const struct exa_packet *k);

/* Order between the points of a trace. */
void tn_rules_exa_between(struct tn_checker *c, const struct exa_packet *k);

/* The flow of that key, or NULL. */
struct exa_flow *exa_flow_find(struct tn_exa_rules *s, uint64_t key);
/* All data from first to last has come. */
bool exa_flow_complete(const struct exa_flow *f);
/* Where a control packet wants its notification: bits 63:0 of its first word. */
uint64_t exa_control_place(const struct exa_packet *k);

#endif
