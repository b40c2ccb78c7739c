/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of a tnw_rcv: its state.
 *
 * rcv_watch.c         cycles, verdicts, credits queued and dropped
 * rcv_watch_match.c   whom is served, when; obs_match_*
 * rcv_watch_write.c   m_wr_*
 * rcv_watch_regs.c    registers
 *
 * Packets taken stand in the order of their takes, each with the notification behind it that it
 * causes, until written. Counts that the DUT may show late are ranges.
 */
#ifndef TN_TNW_RCV_WATCH_PRIVATE_H
#define TN_TNW_RCV_WATCH_PRIVATE_H

#include <tn/judge.h>
#include <tn/tnw/tnw_rcv_watch.h>

enum rw_rule {
#define TNW_RULE(name, id) RW_##name,
#include "rcv_rules.def"
#undef TNW_RULE
    RW_RULES /* none */
};

enum {
    RW_SHOWS = 12, /* cycles in which registers follow, a flush is done */
    RW_ASKS = 4,   /* cycles in which a credit written asks */
    RW_SEEN = 3,   /* cycles that a packet may have been there unseen */
    RW_TAKE = 3,   /* TNW-LAT-4, cycles from the asking to the take, and to the first beat */
    RW_WRITE = 7,
    RW_PERIOD = 9, /* TNW-LAT-5, and what a notification adds */
    RW_NOTE = 2,
    RW_SPACING = 8, /* cycles between takes of a link */
    RW_STUCK = 48,  /* cycles with ready in which what is due is written */
    RW_OBS = 12,    /* cycles after a take until obs_match_valid */
    RW_DUE = 16,    /* more than RW_SHOWS */
    RW_KEPT = 64,   /* credits kept of a (link, channel), the last ones */
    RW_ITEMS = 64,  /* packets and notifications to be written */
    RW_UNFIT = 8,   /* addresses kept of packets that did not fit */
};

struct rw_credit {
    uint64_t base, notify;
    uint32_t length, tag, used, written;
    bool nofit, dropped;
    uint64_t at; /* cycle of the write */
};

struct rw_chan {
    struct rw_credit c[RW_KEPT];
    uint32_t in, out;       /* ever queued, ever ended or dropped */
    uint32_t ending;        /* ended or dropped, and what was taken for them is not yet written */
    uint32_t strict;        /* of these: in a flush, so outstanding for certain */
    uint32_t recent;        /* no longer outstanding, but shown perhaps */
    uint8_t settle[RW_DUE]; /* of recent, in the cycle */
    uint32_t maybe;         /* credits queued perhaps; the (link, channel) is not judged */
    uint64_t flushed_at;    /* 0 never */
    bool own_flush, other_flush; /* since CREDITS was seen right */
    struct rw_credit refused;    /* the last one, and why */
    enum rw_rule refused_by;
    uint32_t reg[TN_TNW_RCV_RW];
    uint32_t progress, was[2]; /* now, and before the last two changes */
    uint64_t changed_at[2];
    unsigned run; /* cycles that it has been asking */
    bool may;     /* may be the one that was looked at next, since the last take */
};

/* A packet or a notification that is to be written. */
struct rw_item {
    bool note, frees, strict, done; /* frees: its last beat ends a credit's being outstanding */
    uint8_t id;
    struct rw_credit *credit;
    unsigned beats; /* of a packet: come from the link */
    uint8_t data[TN_TNW_RCV_BEATS][TN_TNW_RCV_BEAT];
    uint64_t offset; /* bytes */
    bool fits;
    uint64_t taken_at, previous_at; /* cycle of its take, of the one before */
    uint64_t due;                   /* of the first beat; 0 none */
    bool steady;                    /* somebody asked in all cycles from the take before */
    uint32_t match;                 /* number of its obs_match_* */
    unsigned waited;                /* cycles with ready that it could have been written in */
};

struct rw_match {
    uint8_t id;
    uint64_t at;
    bool known, fits;
};

struct tn_tnw_rcv_watch {
    struct tn_tnw_rcv_params par;
    struct tn_judge judge;
    uint64_t unsure;
    uint64_t t; /* own count of cycles */
    bool lost;
    struct rw_chan chan[TN_TNW_RCV_IDS];

    /* matching */
    unsigned pointer;
    uint64_t take_at, link_take_at[TNW_LINKS]; /* 0 never */
    unsigned quiet, waiting; /* cycles in which nothing went on; with somebody asking, too */
    uint64_t busy;           /* cycles in which somebody asked and m_wr_ready was high */
    uint64_t ready;          /* cycles with m_wr_ready */
    struct rw_match match[RW_ITEMS];
    uint32_t match_in, match_out;

    /* writing */
    struct rw_item item[RW_ITEMS];
    uint32_t item_in, item_out;
    unsigned beat;            /* of the write under way */
    uint64_t addr, packet_at; /* of the write under way, of the last packet */
    uint64_t first_at;        /* cycle of the last packet's first beat; 0: none since */
    unsigned between;         /* cycles that what was between may cost */
    bool held;                /* m_wr_* were shown and not taken */
    struct tn_tnw_rcv_out last;
    uint64_t unfit[RW_UNFIT];
    uint32_t unfit_n;

    /* registers */
    uint32_t lo[TN_TNW_RCV_COUNTS], hi[TN_TNW_RCV_COUNTS];
    uint32_t late[RW_DUE][TN_TNW_RCV_COUNTS]; /* that lo goes up by in the cycle */
    bool reads;
    uint16_t read_addr;
};

static inline uint32_t rw_live(const struct rw_chan *ch)
{
    return ch->in - ch->out;
}
static inline struct rw_credit *rw_oldest(struct rw_chan *ch)
{
    return &ch->c[ch->out % RW_KEPT];
}

/* What counter addr counts happened now, n times for certain. */
void tnw_rw_count(struct tn_tnw_rcv_watch *w, unsigned addr, uint32_t n);
/* So many credits are no longer outstanding. */
void tnw_rw_free(struct tn_tnw_rcv_watch *w, struct rw_chan *ch, uint32_t n);
void tnw_rw_set_progress(struct tn_tnw_rcv_watch *w, struct rw_chan *ch);

/* rcv_watch_match.c */
void tnw_rw_beats(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in);
void tnw_rw_take(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in,
                 const struct tn_tnw_rcv_out *out);
void tnw_rw_obs(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_out *out);
/* rcv_watch_write.c */
void tnw_rw_write(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in,
                  const struct tn_tnw_rcv_out *out);
/* The item that is written next; NULL: none. */
struct rw_item *tnw_rw_head(struct tn_tnw_rcv_watch *w);
/* rcv_watch_regs.c */
void tnw_rw_read(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_out *out);
void tnw_rw_registers(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in);

#endif
