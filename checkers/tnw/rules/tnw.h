/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the TNW rules.
 *
 * A capture is made somewhere on a link, at an end or between, and may begin late, lack a
 * direction, or show packets alone. So nothing is asked for by time that does not hold
 * wherever the link was tapped: what an end may do, because the other one said something, is
 * seen behind it; what it must do has the time of a round trip that the capture itself shows.
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
    TNW_SIDES = 32,       /* directions in one checker */
    TNW_HELD = 64,        /* records that wait for their place in time */
    TNW_HELD_CYCLES = 64, /* a packet's record comes when its last word does */
    TNW_UNSURE_MAX = 16,
};
enum { TNW_AT_ONCE = 12 }; /* cycles that an end takes to answer where the capture is made at it */
#define TNW_UNKNOWN (~0ull)

/* Whether a receiver discards: its NACK, and the RESTART that the other end has to send. */
enum tnw_discarding { TNW_TAKES, TNW_MAY_DISCARD, TNW_DISCARDS };

/* One direction, as records of one unit show it. */
struct tnw_player {
    uint16_t point;
    uint8_t dir, port, unit;
    bool seen;              /* a record of it was */
    uint64_t cycle, packet; /* of the last one */
    bool broken;            /* that was a packet not whole: a START right behind it breaks it */
    bool breaks; /* such a one is under judgement: the receiver does not use its feedback */
    /* the sender: its numbers */
    bool known;     /* last holds */
    bool zero;      /* INIT or READY was seen, no packet since: 0 comes next */
    unsigned young; /* what seems new may have been sent before the capture began: so many more */
    uint8_t last;   /* of first sendings */
    struct tn_event gap; /* a packet whose number is not the next, or none: packet 0 */
    bool gap_hole;
    uint64_t jump_packet;   /* the last packet whose number was too far ahead */
    uint8_t jump_after;     /* number of the one before it */
    uint8_t missing, after; /* the number that was next there, and the last before it */
    unsigned unsure;        /* packets whose number could not be read since */
    struct {
        bool there, again; /* kept; sent more than once */
        uint64_t look;     /* of header and payload */
        uint64_t packet;   /* its record */
        uint64_t end;      /* cycle of its CRC */
    } sent[TNW_SEQ_MOD];
    bool acked_known;
    uint8_t acked;       /* by what the other direction said */
    bool resend;         /* RESTART was sent, no new packet since */
    uint8_t next, limit; /* to be sent again: from, to */
    bool maybe_restart;  /* something unreadable was sent: it may have been one */
    bool spare;          /* RESTART when the other end was not seen to discard */
    uint64_t spare_cycle;
    bool owes; /* a NACK came that wants a RESTART */
    uint64_t owes_cycle, owes_packet;
    bool hole;    /* time for a packet that was lost on the way, since the last one */
    bool damaged; /* something of it could not be read, ever */
    bool vague;   /* such a one may be the last before the RESTART */
    bool told;    /* a NACK or NACK_FULL came since the RESTART */
    /* the receiver at the end that sends this direction */
    enum tnw_discarding discards;
    uint8_t expects;
    uint64_t nack_packet;
    /* the link */
    bool talked; /* INIT or READY was seen */
    bool heard;  /* READY, or a code 1 to 4, came from the other end */
    bool said;   /* sent one of these itself */
    bool up;     /* sent what only UP sends, since */
    /* from a packet's CRC to its ACK, the shortest seen: never less than the way to the other
     * end and back */
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
    uint64_t newest;  /* cycle */
    uint64_t done;    /* cycle of the last record judged */
    bool unordered;   /* cycles step back: the directions can't be compared */
    bool untimed;     /* cycles that are none of the link: records overlap */
    bool own;         /* INIT or READY was seen: this project's links, not the paper's alone */
    bool last_record; /* under judgement is the last of its direction */
};

static inline struct tn_tnw_rules *tnw_rules(const struct tn_checker *c)
{
    return c->state;
}

/* A record, which is judged when its place in time is sure. */
void tn_rules_tnw(struct tn_checker *c, bool spoiled);
void tn_rules_tnw_end(struct tn_checker *c);
void tn_rules_tnw_free(struct tn_checker *c);
/* The artefacts that a record's bytes show (tnw.md section 7). */
unsigned tn_tnw_artefacts(const struct tn_event *ev);

/* The other direction of the same link, when the capture has it; or NULL. */
struct tnw_player *tnw_other(struct tn_checker *c, const struct tnw_player *d);

/* A feedback of direction d in a record with or without an injected fault. */
void tn_rules_tnw_feedback(struct tn_checker *c, struct tnw_player *d, const struct tnw_ctl *ctl,
                           bool start, uint64_t cycle);
/* A packet that came whole, or as far as the capture keeps it, its START at cycle. */
void tn_rules_tnw_packet(struct tn_checker *c, struct tnw_player *d, const struct tnw_packet *k,
                         uint64_t cycle);

/* The sender of d starts anew: INIT or READY. */
void tnw_numbers_anew(struct tnw_player *d);
/* d's packets up to seq are acknowledged. */
void tnw_acked(struct tnw_player *d, uint8_t seq, uint64_t cycle);
/* d sends RESTART seq. */
void tnw_restarted(struct tn_checker *c, struct tnw_player *d, uint8_t seq);
/* No RESTART explains the number that is missing; known: nor would one have come later. */
void tnw_gap_end(struct tn_checker *c, struct tnw_player *d, bool known);
/* Something of d could not be read: a packet, a feedback or both. */
void tnw_unread(struct tn_checker *c, struct tnw_player *d, bool packet, bool feedback);

static inline bool tnw_faulty(const struct tn_checker *c)
{
    return (c->ev->flags & TN_EV_FAULT) != 0;
}

#endif
