/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of a tnw_rcv: its state.
 *
 * rcv_judge.c         cycles, verdicts, credits queued and dropped
 * rcv_judge_match.c   whom is served, when; obs_match_*
 * rcv_judge_write.c   m_wr_*
 * rcv_judge_regs.c    registers
 *
 * A take owes a packet's write, and the notification behind it that the packet causes, in the order
 * of the takes (items), and an obs_match (shown). Registers are counts and values that may lag.
 * Which (link, channel) the DUT has chosen is a fork until it takes a packet.
 */
#ifndef TN_TNW_RCV_JUDGE_PRIVATE_H
#define TN_TNW_RCV_JUDGE_PRIVATE_H

#include <tn/due.h>
#include <tn/fork.h>
#include <tn/judge.h>
#include <tn/lag.h>
#include <tn/tnw/tnw_rcv_judge.h>

enum rw_rule {
#define TNW_RULE(name, id) RW_##name,
#include "rcv_rules.def"
#undef TNW_RULE
    RW_RULES /* none */
};

enum {
    RW_SHOWS = 12,          /* cycles in which registers follow, a flush is done */
    RW_LATE = RW_SHOWS + 1, /* what happens before a read's strobe, and what it shows */
    RW_ASKS = 4,            /* cycles in which a credit written asks */
    RW_SEEN = 3,            /* cycles that a packet may have been there unseen */
    RW_TAKE = 3, /* TNW-LAT-4, cycles from the asking to the take, and to the first beat */
    RW_WRITE = 7,
    RW_PERIOD = 9, /* TNW-LAT-5, and what a notification adds */
    RW_NOTE = 2,
    RW_SPACING = 8, /* cycles between takes of a link */
    RW_STUCK = 48,  /* cycles with ready in which what is due is written */
    RW_FIRST = 2,   /* cycles after a take until its first beat, and until obs_match_valid */
    RW_OBS = 12,    /* cycles after a take until obs_match_valid */
    RW_KEPT = 64,   /* credits kept of a (link, channel), the last ones */
    RW_UNFIT = 8,   /* addresses kept of packets that did not fit */
};

struct rw_credit {
    uint64_t base, notify;
    uint32_t length, tag, used, written;
    uint8_t status; /* set of enum tnw_cause, as it is known */
    bool dropped;
    uint64_t at; /* cycle of the write */
};

struct rw_chan {
    struct rw_credit c[RW_KEPT];
    uint32_t in, out;                /* ever queued, ever ended or dropped */
    struct tn_lag_count outstanding; /* an ended credit is loose: its place may be free or not */
    struct tn_lag_value progress;
    uint32_t strict; /* dropped or ended in a flush, to be written, so outstanding for certain */
    uint32_t maybe;  /* credits queued perhaps; the (link, channel) is not judged */
    bool behind,
        was_behind; /* a LONG message has packets to come; it had, before the next packet */
    struct tn_lag_value shows_behind;
    bool own_flush, other_flush; /* since CREDITS was seen right */
    struct rw_credit refused;    /* the last one, and why */
    enum rw_rule refused_by;
    uint32_t reg[TN_TNW_RCV_RW];
};

/* A packet or a notification that is to be written. */
struct rw_item {
    bool note, frees, strict; /* frees: its last beat ends a credit's being outstanding */
    uint8_t id;
    uint64_t n; /* its number among the items */
    struct rw_credit *credit; /* NULL: of a packet behind */
    unsigned beats; /* of a packet: come from the link */
    uint8_t data[TN_TNW_RCV_BEATS][TN_TNW_RCV_BEAT];
    struct rw_item *its_note; /* of a packet: due, or perhaps, before its offset is known */
    uint64_t offset; /* bytes */
    bool fits;
    enum rw_rule match;   /* broken by another obs_match_fit */
    uint64_t take;        /* number of its take */
    uint64_t previous_at; /* cycle of the take before */
    bool steady;          /* somebody asked in all cycles from the take before */
};

struct tn_tnw_rcv_judge {
    struct tn_tnw_rcv_params par;
    struct tn_judge judge;
    uint64_t unsure;
    uint64_t t; /* cycles, counted by the judge */

    /* rst clears all members that follow */
    struct tn_scope flow; /* takes, writes, and the counters of both */
    struct rw_chan chan[TN_TNW_RCV_IDS];
    uint64_t flushed_at[TNW_LINKS]; /* 0 never */

    /* matching; sets of (link, channel) have a bit each */
    unsigned pointer;
    struct tn_fork turn; /* chosen perhaps, since the last take */
    uint8_t turns[2 * TN_TNW_RCV_IDS];
    uint64_t asked[RW_SEEN + 1]; /* sets that asked in the last cycles and were not taken */
    uint64_t take_at, link_take_at[TNW_LINKS]; /* 0 never */
    unsigned quiet;                            /* cycles in a row without any activity */
    unsigned waiting;                          /* such cycles in which some (link, channel) asked */
    uint64_t busy;  /* cycles in a row in which some (link, channel) asked with m_wr_ready high */
    uint64_t ready; /* cycles in a row with m_wr_ready high */
    uint64_t takes;

    /* writes and pulses of obs_match that are due for takes */
    struct tn_due_row items, shown;
    struct rw_item item[TN_DUE_MAX], *item_shown[TN_DUE_MAX];
    struct rw_item *filling[TNW_LINKS][2]; /* items whose beats come now, and next; NULL: none */

    /* writing */
    unsigned beat;                 /* of the write under way */
    uint64_t addr, packet_at;      /* of the write under way, of the last packet */
    uint64_t first_at, first_take; /* cycle of the last packet's first beat, its take; 0: none */
    unsigned between;              /* cycles that notifications since may cost */
    bool held;                     /* m_wr_* were shown and not taken */
    struct tn_tnw_rcv_out last;
    struct {
        uint64_t addr;
        enum rw_rule rule; /* broken by a write there */
    } unfit[RW_UNFIT];
    uint32_t unfit_n;

    /* registers */
    struct tn_lag_count count[TN_TNW_RCV_COUNTS];
    bool reads;
    uint16_t read_addr;
};

/* Returns item n, which is open; NULL for TN_DUE_NONE. */
static inline struct rw_item *rw_item(struct tn_tnw_rcv_judge *w, uint64_t n)
{
    return n == TN_DUE_NONE ? NULL : &w->item[tn_due_place(n)];
}
/* Says whether a flush of the link may still have effects. */
static inline bool rw_flushing(const struct tn_tnw_rcv_judge *w, unsigned link)
{
    return w->flushed_at[link] && w->t <= w->flushed_at[link] + RW_SHOWS;
}
/* Returns the number of credits that have not ended. */
static inline uint32_t rw_live(const struct rw_chan *ch)
{
    return ch->in - ch->out;
}
/* Returns the credit in use, which is the oldest one. */
static inline struct rw_credit *rw_oldest(struct rw_chan *ch)
{
    return &ch->c[ch->out % RW_KEPT];
}

/* Returns the counter of register addr. */
static inline struct tn_lag_count *rw_counter(struct tn_tnw_rcv_judge *w, unsigned addr)
{
    return &w->count[(addr - TN_TNW_RCV_COUNTERS) / 4];
}
/* n events that counter addr counts happened now. */
void tnw_rw_count(struct tn_tnw_rcv_judge *w, unsigned addr, uint32_t n);
/* Sets the value that PROGRESS must show for the credit in use. */
void tnw_rw_set_progress(struct tn_tnw_rcv_judge *w, struct rw_chan *ch);

/* rcv_judge_match.c */

/* A packet of the channel ends the credit in use. */
void tnw_rw_end_credit(struct tn_tnw_rcv_judge *w, struct rw_chan *ch);
/* Takes the beats that links give in this cycle. */
void tnw_rw_beats(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in);
/* Judges the take of this cycle, or its absence. */
void tnw_rw_take(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in,
                 const struct tn_tnw_rcv_out *out);
/* Judges obs_match_* of this cycle. */
void tnw_rw_obs(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_out *out);

/* rcv_judge_write.c */

/* Judges m_wr_* of this cycle. */
void tnw_rw_write(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in,
                  const struct tn_tnw_rcv_out *out);

/* rcv_judge_regs.c */

/* Judges the data of the register read in the cycle before. */
void tnw_rw_read(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_out *out);
/* Takes the register access of this cycle; a write of NOTIFY_HI queues a credit. */
void tnw_rw_registers(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in);

#endif
