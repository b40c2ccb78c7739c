/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of a link's end: its state.
 *
 * link_judge.c         cycles, resets
 * link_judge_rx.c      words received: causes
 * link_judge_fb.c      link states, feedback received
 * link_judge_pend.c    feedback that is due, and what was sent
 * link_judge_tx.c      words sent
 * link_judge_states.c  the sender's possible states (section 6), link_judge_set.c as a set
 * link_judge_sent.c    what of them a word leaves
 * link_judge_ports.c   injection, reception, registers
 *
 * The sender is followed as a set of states. What the page leaves open (an effect at most 6
 * cycles later) makes two of one; a word sent removes those that could not have sent it. None
 * left is a verdict. Packet numbers are plain integers here.
 */
#ifndef TN_TNW_LINK_JUDGE_PRIVATE_H
#define TN_TNW_LINK_JUDGE_PRIVATE_H

#include <tn/judge.h>
#include <tn/tnw/tnw_link_judge.h>

enum tnw_rule {
#define TNW_RULE(name, id) TNW_##name,
#include "link_rules.def"
#undef TNW_RULE
    TNW_RULES
};

enum {
    TNW_LAG = 64,     /* cycles that judging is behind: what follows may decide */
    TNW_RING = 128,   /* cycles kept */
    TNW_EFFECT = 6,   /* cycles that an effect may take */
    TNW_STATES = 128, /* of the sender */
    TNW_FIELDS = 64,  /* received and perhaps not yet in effect */
    TNW_PENDS = 64,
    TNW_KEPT = 256,  /* items kept: 64 in txFifo, 16 in txBuffer, rounded */
    TNW_PLACES = 16, /* packets of a reception FIFO at most */
    TNW_COUNTS = (TN_TNW_COUNTERS_END - TN_TNW_COUNTERS) / 4,
    TNW_LOOK = 3,   /* cycles that registers are judged later still */
    TNW_SETTLE = 8, /* cycles in which an end that leaves DOWN may not yet use what comes */
    TNW_STUCK = 48, /* cycles in which obs_* must come to what is so */
    TNW_REPEAT = 32,
    TNW_ROW = 16, /* timeouts in a row: stalled */
};

struct tnw_range {
    uint32_t lo, hi;
};

/* Why a RESTART is due; a set. */
enum { TNW_BY_TIMEOUT = 1, TNW_BY_NACK = 2, TNW_BY_BACKOFF = 4 };

/* One state that the sender may be in. Ranges take in states that differ in nothing else. */
struct tnw_may {
    enum tn_tnw_tx tx;
    uint32_t oldest, next, pointer;
    uint32_t current;          /* the packet under way */
    bool fresh;                /* for the first time */
    uint32_t applied;          /* fields in effect */
    uint64_t back;             /* BACKOFF: cycle of the field */
    uint8_t why;               /* RESTART */
    uint64_t zero_lo, zero_hi; /* when the timeout's counter was 0 last */
    struct tnw_range row, nack, full, fb_seq, resent, timeouts;
};

/* A feedback received in UP that is the sender's. */
struct tnw_field {
    uint64_t at;
    uint8_t code, seq;
};

/* A feedback that the receiver makes pending. */
struct tnw_pend {
    uint64_t at;
    uint8_t code, seq;
    uint8_t cause;    /* enum tn_tnw_rx; 0: READY asked for it */
    bool optional;    /* may never come */
    bool gone;        /* will not come */
    uint64_t drop_at; /* a RESTART came: it may not leave 6 cycles later; 0 none */
    uint32_t instead; /* of that one, if it does not leave; its number + 1 */
};

struct tnw_item {
    struct tnw_packet k;
    uint64_t whole_at; /* its last beat */
};

struct tnw_place {
    struct tnw_packet k;
    uint64_t at; /* its CRC word */
};

struct tnw_rcv {
    struct tnw_place place[2 * TNW_PLACES];
    uint64_t free_at[2 * TNW_PLACES]; /* of take number k */
    uint32_t in, out;
};

/* What registers and obs_* may show of a cycle. */
struct tnw_seen {
    uint32_t lo[TNW_COUNTS], hi[TNW_COUNTS];
    uint8_t states, tx, up, discarding, stalled; /* bit n: value n is possible */
    uint32_t unacked, next;                      /* the same */
    uint8_t expected;
    uint32_t begun;
    uint32_t ctrl, resend_tmo, full_backoff; /* as a read of this cycle sees them */
};

struct tnw_pins {
    struct tn_tnw_in in;
    struct tn_tnw_out out;
    uint64_t cycle;
};

struct tn_tnw_link_judge {
    struct tn_tnw_params par;
    struct tn_judge judge;
    uint64_t unsure;
    struct tnw_pins pins[TNW_RING];
    struct tnw_seen seen[TNW_RING];
    uint64_t fed, t; /* cycles given; the one being judged */
    uint64_t rst_at; /* the last cycle with rst */

    /* link states */
    enum tn_tnw_state state;
    uint64_t since, left_at[TN_TNW_FAILED + 1]; /* left_at: 0 never */
    unsigned set_due;                           /* cycles after since */
    uint64_t set_at;                            /* of the last SET of this state; 0 none */
    bool rx_up;
    uint64_t align_lost_at;
    bool uncounted;                   /* counters are not known before the next rst */
    uint64_t use_from;                /* out of DOWN: the first cycle whose word is used */
    uint64_t reset_at, flush_until;   /* 0: none is due */
    uint64_t flushed_at, again_until; /* a second flush of one reset */

    /* registers */
    uint32_t ctrl;
    struct tnw_range resend_tmo, full_backoff; /* over the last cycles */
    uint32_t resend_tmo_is, full_backoff_is;
    uint64_t set_regs_at;
    uint32_t lo[TNW_COUNTS], hi[TNW_COUNTS];

    /* receiver */
    bool rx_lost, in_packet, skip, stray, synced, discarding, sync_seen;
    bool room, maybe_room;
    uint64_t synced_at;
    unsigned n;
    struct tnw_word got[TNW_WORDS - 1];
    uint32_t expected;
    uint64_t obs_next; /* first cycle in which obs_rx_* is free for a further packet */
    struct tnw_pend pend[TNW_PENDS];
    uint32_t pend_sent; /* number of the first pending feedback that may leave */
    uint32_t pend_n;    /* number behind the last pending feedback */
    uint64_t pend_sent_at;

    /* sender */
    bool tx_lost, behind_crc;
    unsigned left;
    struct tnw_word sent[TNW_WORDS - 1];
    struct tnw_field field[TNW_FIELDS];
    uint32_t field_n;
    struct tnw_may may[TNW_STATES];
    unsigned may_n;

    /* ports */
    struct tnw_item item[TNW_KEPT];
    uint32_t begun, whole;
    unsigned beats;
    bool drop_item;
    struct tnw_rcv rcv[TNW_VCS];
    struct {
        uint64_t at; /* cycle of the take; 0: none */
        bool sure;
        struct tnw_packet k;
    } take[2]; /* the last take, and the take before it */
    uint64_t unacked_right_at, tx_right_at;
};

/* Returns the pins of cycle t, which is among the last TNW_RING. */
static inline const struct tnw_pins *tnw_pins(const struct tn_tnw_link_judge *w, uint64_t t)
{
    return &w->pins[t % TNW_RING];
}
/* Says whether CTRL.seq_off is set. */
static inline bool tnw_w_seq_off(const struct tn_tnw_link_judge *w)
{
    return w->ctrl & TN_TNW_CTRL_SEQ_OFF;
}
/* Counter addr counts an event: lo times for certain, at most hi times. */
static inline void tnw_count(struct tn_tnw_link_judge *w, unsigned addr, uint32_t lo, uint32_t hi)
{
    w->lo[(addr - TN_TNW_COUNTERS) / 4] += lo;
    w->hi[(addr - TN_TNW_COUNTERS) / 4] += hi;
}
/* Says whether a reset is under way or the link has FAILED, so that the page promises nothing. */
static inline bool tnw_loose(const struct tn_tnw_link_judge *w)
{
    return w->reset_at || w->state == TN_TNW_FAILED;
}

/* Says whether the lanes were aligned in one of the last cycles. */
bool tnw_w_was_up(const struct tn_tnw_link_judge *w);
/* Returns the rule for a cause of the receiver. */
enum tnw_rule tnw_rule_of_cause(unsigned cause);
/* The link state changes in this cycle. */
void tnw_w_enter(struct tn_tnw_link_judge *w, enum tn_tnw_state state);

/* Takes the word that came in this cycle. */
void tnw_w_receive(struct tn_tnw_link_judge *w);
/* A feedback field came; sure: the end certainly uses it. */
void tnw_w_feedback(struct tn_tnw_link_judge *w, const struct tnw_ctl *c, bool sure);
/* The state DOWN is over: finds the words of the last cycles that the end used. */
void tnw_w_leave_down(struct tn_tnw_link_judge *w);
/* Judges a pulse of obs_rx_* without a cause. */
void tnw_w_obs_left(struct tn_tnw_link_judge *w);

void tnw_pend(struct tn_tnw_link_judge *w, unsigned code, unsigned seq, unsigned cause);
void tnw_pend_ready(struct tn_tnw_link_judge *w);
void tnw_pend_restart(struct tn_tnw_link_judge *w);
/* Judges the feedback of a free word; code NONE: the word had none. */
void tnw_pend_sent(struct tn_tnw_link_judge *w, unsigned code, unsigned seq);

void tnw_w_sent(struct tn_tnw_link_judge *w);

/* Begins with one state, when the link is UP: the sender sends, and has used all fields so far. */
void tnw_states_start(struct tn_tnw_link_judge *w);
/* Moves all states on by the time and the fields up to this cycle. */
void tnw_states_move(struct tn_tnw_link_judge *w);
/* Removes states that could not have sent this free word. Returns false, after a verdict, when no
 * state is left. */
enum tnw_sent { TNW_SENT_RESTART, TNW_SENT_START, TNW_SENT_SET, TNW_SENT_IDLE };
bool tnw_states_sent(struct tn_tnw_link_judge *w, enum tnw_sent what, unsigned seq);
/* Removes states that could not have sent word n of the packet under way (0: the header; not the
 * CRC), which is in w->sent. Returns false, after a verdict, when no state is left. */
bool tnw_states_word(struct tn_tnw_link_judge *w, unsigned n);
/* Adds the counts and values of all states to s. */
void tnw_states_seen(const struct tn_tnw_link_judge *w, struct tnw_seen *s);
/* Adds them to the judge's counters for good, and removes all states. */
void tnw_states_end(struct tn_tnw_link_judge *w);
/* Returns the range of the oldest unacknowledged packet, by fields that may be in effect. */
struct tnw_range tnw_states_oldest(const struct tn_tnw_link_judge *w);

void tnw_w_ports(struct tn_tnw_link_judge *w);
void tnw_w_inputs(struct tn_tnw_link_judge *w);
void tnw_w_unread(struct tn_tnw_link_judge *w);
/* Judges registers and obs_* of the cycle TNW_LOOK ago. */
void tnw_w_shown(struct tn_tnw_link_judge *w);

#endif
