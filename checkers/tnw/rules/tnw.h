/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the TNW rules.
 *
 * A capture is made somewhere on a link, at an end or between, and may begin late, lack a
 * direction, or show packets only. Rules about time must hold wherever the link was tapped.
 * Therefore an action that feedback allows is judged by its place behind that feedback in the
 * capture, and an action that feedback demands gets the time of a round trip that the capture
 * itself shows.
 */
#ifndef TN_RULES_TNW_H
#define TN_RULES_TNW_H

#include "../../engine/engine.h"

#include <tn/tnw/tnw.h>

/* The rules by their places in the fabric's table: R_TNW_WRD_1, ... */
enum tn_tnw_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_TNW_RULES
};

enum {
    TNW_SIDES = 32, /* directions in one checker */
    TNW_HELD = 64,  /* records that wait for their place in time */
    TNW_HELD_CYCLES =
        64, /* cycles that records wait, as a packet's record comes with its last word */
    TNW_UNSURE_MAX = 16,
};
enum { TNW_AT_ONCE = 12 }; /* cycles that an end takes to answer where the capture is made at it */
#define TNW_UNKNOWN (~0ull)

/* Says whether a receiver discards packets: after its NACK, until the other end's RESTART. */
enum tnw_discarding { TNW_TAKES, TNW_MAY_DISCARD, TNW_DISCARDS };

/* The state of one direction, by records of one unit. */
struct tnw_player {
    uint16_t point;
    uint8_t dir, port, unit;
    bool seen;              /* a record of this direction was seen */
    uint64_t cycle, packet; /* of the last record */
    bool broken; /* the last record was no whole packet: a START right behind breaks it */
    bool breaks; /* such a START is under judgement: the receiver does not use its feedback */
    /* the sender and its numbers */
    bool known;     /* last is valid */
    bool zero;      /* INIT or READY was seen, and no packet since: number 0 comes next */
    unsigned young; /* this many more packets that seem new may have been sent before the capture */
    uint8_t last;   /* number of the last packet that was sent for the first time */
    struct tn_event gap; /* a packet whose number is not the next; packet 0: none */
    bool gap_hole;
    uint64_t jump_packet;   /* the last packet whose number was too far ahead */
    uint8_t jump_after;     /* number of the packet before it */
    uint8_t missing, after; /* the number that was next there, and the last number before it */
    unsigned unsure;        /* packets since then whose number could not be read */
    struct {
        bool there, again; /* the packet is kept; it was sent more than once */
        uint64_t look;     /* hash of header and payload */
        uint64_t packet;   /* its record */
        uint64_t end;      /* cycle of its CRC */
    } sent[TNW_SEQ_MOD];
    bool acked_known;
    uint8_t acked;       /* number that the other direction acknowledged last */
    bool resend;         /* RESTART was sent, and no new packet since */
    uint8_t next, limit; /* first and last number to be sent again */
    bool maybe_restart;  /* an unreadable feedback was sent that may have been a RESTART */
    bool spare;          /* RESTART was sent although the other end was not seen to discard */
    uint64_t spare_cycle;
    bool owes; /* a NACK came that demands a RESTART */
    uint64_t owes_cycle, owes_packet;
    bool hole;    /* since the last packet there was time for a packet that was lost on the way */
    bool damaged; /* some record of this direction could not be read */
    bool vague;   /* an unreadable record may be the last packet before the RESTART */
    bool told;    /* a NACK or NACK_FULL came since the RESTART */
    /* the receiver at the end that sends this direction */
    enum tnw_discarding discards;
    uint8_t expects;
    uint64_t nack_packet;
    /* the link */
    bool talked; /* INIT or READY was seen */
    bool heard;  /* READY, or a code 1 to 4, came from the other end */
    bool said;   /* this end sent one of these itself */
    bool up;     /* since then this end sent words that only the state UP sends */
    /* shortest time seen from a packet's CRC to its ACK: never less than the way to the other end
     * and back */
    uint64_t trip;
};

/* A record that waits. */
struct tnw_held {
    struct tn_event ev;
    bool spoiled;
    uint8_t *bytes; /* a copy of the event's own */
};

struct tn_tnw_rules {
    struct tnw_player side[TNW_SIDES];
    size_t side_n;
    struct tnw_held held[TNW_HELD]; /* by cycle, oldest first */
    size_t held_n;
    uint64_t newest; /* cycle */
    uint64_t done;   /* cycle of the last record judged */
    bool unordered;  /* cycles step back, so that the directions cannot be compared */
    bool untimed;    /* cycles are not those of the link, because records overlap */
    bool own; /* INIT or READY was seen: the link is Tenter's, with more than the paper has */
    bool last_record; /* the record under judgement is the last of its direction */
};

/* Returns the state of the TNW rules, which are under judgement. */
static inline struct tn_tnw_rules *tnw_rules(const struct tn_checker *c)
{
    return c->state;
}

/* Takes a record, which is judged when its place in time is sure. */
void tn_rules_tnw(struct tn_checker *c, bool spoiled);
/* Judges the records that still wait at the end. */
void tn_rules_tnw_end(struct tn_checker *c);
/* Frees the memory of the state. */
void tn_rules_tnw_free(struct tn_checker *c);
/* Returns the artefacts that a record's bytes show (tnw.md section 7). */
unsigned tn_tnw_artefacts(const struct tn_event *ev);

/* Returns the other direction of the same link; NULL: the capture lacks it. */
struct tnw_player *tnw_other(struct tn_checker *c, const struct tnw_player *d);

/* Judges a feedback of direction d in a record with or without an injected fault. */
void tn_rules_tnw_feedback(struct tn_checker *c, struct tnw_player *d, const struct tnw_ctl *ctl,
                           bool start, uint64_t cycle);
/* Judges a packet that came whole, or as far as the capture keeps it; its START came at cycle. */
void tn_rules_tnw_packet(struct tn_checker *c, struct tnw_player *d, const struct tnw_packet *k,
                         uint64_t cycle);

/* The sender of d starts anew, by INIT or READY. */
void tnw_numbers_anew(struct tnw_player *d);
/* The other end acknowledged d's packets up to seq. */
void tnw_acked(struct tnw_player *d, uint8_t seq, uint64_t cycle);
/* The sender of d sends RESTART seq. */
void tnw_restarted(struct tn_checker *c, struct tnw_player *d, uint8_t seq);
/* Judges a missing number that no RESTART explains; known: no RESTART can come later either. */
void tnw_gap_end(struct tn_checker *c, struct tnw_player *d, bool known);
/* A packet, a feedback or both of d could not be read. */
void tnw_unread(struct tn_checker *c, struct tnw_player *d, bool packet, bool feedback);

/* Says whether a fault was injected into the record under judgement. */
static inline bool tnw_faulty(const struct tn_checker *c)
{
    return (c->ev->flags & TN_EV_FAULT) != 0;
}

#endif
