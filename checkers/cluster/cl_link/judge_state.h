/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of a lane's end. Numbers of packets are counted from 0 on without end;
 * seq is a number modulo 64.
 */
#ifndef CL_LINK_JUDGE_STATE_H
#define CL_LINK_JUDGE_STATE_H

#include <tn/cluster/cl_link.h>
#include <tn/cluster/cluster.h>
#include <tn/lag.h>

/* The rules by their places in the judge's list. */
enum {
    R_SRC_1,
    R_TX_1,
    R_TX_2,
    R_TX_3,
    R_OK_1,
    R_TMO_1,
    R_BCK_1,
    R_DWN_1,
    R_RX_1,
    R_RX_2,
    R_RX_3,
    R_RX_4,
    R_CTL_1,
    R_CTL_2,
    R_CTL_3,
    R_CTL_4,
    R_DRN_1,
    R_HSK_1,
    R_REG_1
};

enum {
    KNOWN_CYC = 16, /* from a comma word on wire_rx on, cycles until its run has its effect */
    ROOM_CYC = 8,   /* the same for s_ok, and for up at kill */
    FREED_CYC = 9,  /* the same from freed to a link packet's first word */
    FIRST_CYC = 12, /* from a packet's last word to its first word on the line */
    GAP = 4,        /* comma words between runs that wait */
    IDLE_CYC = 32,  /* until a link packet that is due has begun on an idle line */
    OUT_CYC = 48,   /* from a comma word to m and y */
    DRAIN_CYC = 64, /* until the next word at d, or d_done */
    TRIES = 16,     /* goings back without progress */
    RING = 64,      /* packets remembered */
    PAST = 8        /* runs remembered that were dropped */
};

/* A run, or a packet at s, m or d. */
struct cl_run {
    uint64_t at; /* cycle of its first word; of those that came: of the comma word */
    unsigned n;  /* words, of which CL_WORDS_MAX + 1 are kept */
    bool err;    /* a word had err */
    uint16_t word[CL_WORDS_MAX + 1];
};

/* What the causes of an event (going back, a NACK) make possible or owed; cycles, 0: none. */
struct cl_causes {
    uint64_t may, last;       /* first and last cause that may have no event yet */
    unsigned n;               /* number of these */
    uint64_t sure, sure_last; /* of these, such as must have one */
};

/* Packets from s to the line. */
struct cl_link_tx {
    struct cl_run src;          /* packet under way at s */
    uint64_t stalled, waits;    /* cycle of the last pause in it; cycles that a first word waits */
    struct cl_run packet[RING]; /* those accepted, as they came */
    struct cl_run bad[PAST];    /* those dropped */
    unsigned bads;
    uint32_t begun, prio_begun[CL_PRIOS]; /* packets whose first word was taken */
    struct tn_lag_count left,
        gone[CL_PRIOS]; /* left the replay buffer; freed; or dropped: for s_ok */
    uint64_t gone_at;
    uint32_t accepted, fresh, next; /* packets accepted; sent as new; number of the next one sent */
    uint32_t acks;                  /* packets acknowledged, */
    struct tn_lag_count acked;      /* as the sender may know */
    struct cl_run run;              /* on the line */
    uint32_t acked_lo, acked_hi;    /* as the run's first word may have known them */
    unsigned commas;                /* in a row */
    struct cl_causes back;
    unsigned tries_lo, tries_hi; /* goings back without progress */
    uint64_t tries_at;           /* cycle of their last change */
    uint64_t time_lo, time_hi;   /* cycles in which the time may have begun */
    bool timed;                  /* it may have run out */
    bool run_timed;              /* it may have when the run began */
    uint64_t moved;              /* cycle of the last progress */
    uint8_t freed[CL_PRIOS];     /* counts that came last */
};

/* Packets from the line to m. */
struct cl_link_rx {
    struct cl_run run, out[RING], m, past[PAST]; /* on the line; owed at m; under way; dropped */
    unsigned past_rule[PAST];                    /* that taking it breaks */
    unsigned pasts;
    bool broke, rest;   /* the run one comma word before was not good; so for the run on the line */
    bool synced, vague; /* a comma word came; the lane went down while runs came */
    unsigned in, done;  /* packets put in out, and handed on */
    uint64_t came_at;   /* cycle of the last run's comma word */
    struct tn_lag_count took;
    struct cl_ctl side[RING]; /* owed at y, and since when */
    uint64_t side_at[RING];
    unsigned side_in, side_out;
    uint64_t bad_ctl; /* cycle of the last link packet that says what cannot be; 0: none */
};

/* Link packets sent. */
struct cl_link_ctl {
    struct tn_lag_count freed[CL_PRIOS];
    uint32_t took_lo, took_hi, freed_lo[CL_PRIOS], freed_hi[CL_PRIOS]; /* as a run's first word
                                                                           may know them */
    uint64_t due, again; /* cycle since which one is due; of the last packet behind; 0: none */
    unsigned runs;       /* packets sent since */
    struct cl_causes nack;
    bool nacked; /* one was caused since the last packet was taken */
    uint64_t took_at;
    struct cl_ctl x[4];            /* taken at x and not seen on the line */
    unsigned x_in, x_out, x_early; /* seen before they were taken */
    uint64_t x_due;
};

/* Packets that are left when the lane is down. */
struct cl_link_drain {
    bool go, done;
    uint8_t ack;
    uint32_t had, next; /* packets accepted at d_go; number of the next one */
    bool sure;          /* next is known */
    uint64_t at;
    struct cl_run run;
};

struct tn_cl_link_judge {
    struct tn_judge judge;
    struct tn_scope all, tx, ok, rx, ctl, reg;
    struct tn_cl_link_config config;
    bool reset_seen, up, reading;
    uint64_t now, reset_at, up_at, kill_at, wrote_at; /* up_at: change of up; kill_at 0: none */
    uint64_t down_due; /* cycle in which the lane would have gone back once too often; 0: none */
    uint8_t read_addr;
    uint32_t tmo, limits;
    struct tn_lag_count count[CLL_OUT + 1];
    struct tn_cl_link_pins was;
    struct cl_link_tx out;
    struct cl_link_rx in;
    struct cl_link_ctl say;
    struct cl_link_drain drain;
};

/* Adds a word to a run. */
static inline void cl_run_add(struct cl_run *r, uint16_t word, uint64_t now)
{
    if (!r->n)
        r->at = now;
    if (r->n <= CL_WORDS_MAX)
        r->word[r->n] = word;
    r->n++;
}
/* Says whether two runs have the same words. */
bool cl_run_same(const struct cl_run *a, const struct cl_run *b);
/* Says whether a run's length and CRC are those of a packet, no word having err. */
bool cl_run_whole(const struct cl_run *r);
/* Returns the least count from base on whose last packet has that seq. */
static inline uint32_t cl_count_of(uint32_t base, unsigned seq)
{
    return base + ((seq + 1 - base) % CL_SEQS);
}
/* Counts an event in a register. */
static inline void cl_count(struct tn_cl_link_judge *j, enum tn_cl_link_reg r)
{
    tn_lag_up(&j->count[r], j->now, 1);
}
/* Returns the rule to be blamed: a link packet that should have changed nothing comes first. */
static inline unsigned cl_blame(const struct tn_cl_link_judge *j, unsigned rule)
{
    return j->in.bad_ctl && j->now < j->in.bad_ctl + DRAIN_CYC ? R_CTL_1 : rule;
}

/* A cause came; sure: it must have its event. */
void cl_cause(struct cl_causes *c, uint64_t now, bool sure);
/* The event came with the run that began in cycle from. */
void cl_caused(struct cl_causes *c, uint64_t from);
/* A run began in cycle from without the event. Returns whether that is right. */
bool cl_not_caused(struct cl_causes *c, uint64_t from);

/* The parts' cycles; the time of a packet that is not acknowledged comes first. */
void cl_link_timer(struct tn_cl_link_judge *j);
void cl_link_line(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p);
void cl_link_source(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p);
void cl_link_drain(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p);
void cl_link_receive(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p);
void cl_link_say(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p);
/* A run has begun on the line: what it may know. */
void cl_link_say_begins(struct tn_cl_link_judge *j);
/* A link packet, or a packet, has ended on the line. */
void cl_link_say_sent(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p);
void cl_link_say_waits(struct tn_cl_link_judge *j);
/* The first packet that d gives, when the far end acknowledged all below n. */
uint32_t cl_first_left(const struct tn_cl_link_judge *j, uint32_t n);
/* A good link packet of the own lane came. */
void cl_link_heard(struct tn_cl_link_judge *j, const struct cl_ctl *c);

#endif
