/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a cz_dll: its state, and the calls between its files. The model inside runs ahead:
 * an input takes effect in it at once. `past` keeps the values that the DUT may still act by.
 */
#ifndef TN_CZ_DLL_JUDGE_STATE_H
#define TN_CZ_DLL_JUDGE_STATE_H

#include <tn/czodiac/cz_dll_judge.h>
#include <tn/judge.h>

enum tn_czd_rule {
#define CZD_RULE(name, id) name,
#include "dll_rules.def"
#undef CZD_RULE
    CZD_RULES
};

enum {
    CZD_LAG = TN_CZ_DLL_LAG,
    CZD_QUEUE = 1024, /* TLPs received that have not left */
    CZD_OWED = 128,   /* error pulses that are due */
    CZD_DROPS = 16,   /* TLPs dropped that are remembered */
};

/* Values of the model in one cycle. */
struct czd_past {
    uint16_t ackd, next_rcv;
    uint16_t allocated[3][2];
};

/* Frames or TLPs being put together from beats. */
struct czd_parts {
    struct tn_cz_frame f;
    uint64_t began;              /* cycle in which the first beat was offered */
    struct czd_past sure;        /* values that the DUT certainly knew in that cycle */
    bool open;                   /* a first beat was offered, the last beat was not taken */
    bool drop;                   /* the packet is not judged */
    uint8_t ok;                  /* m_tlp: m_tlp_ok in the cycle before the first beat */
    size_t at;                   /* bytes taken so far */
    struct tn_stream_beat waits; /* the beat that was not taken; valid 0: none */
    bool dllp, edb;              /* sidebands of that beat */
};

/* A TLP received, kept until it leaves or as a reminder of why it was dropped. */
struct czd_tlp {
    uint8_t *bytes;
    size_t len;
    unsigned data;
    uint64_t order; /* its place among all TLPs delivered */
    int rule;       /* of a TLP dropped: the rule broken when it leaves */
};

struct tn_cz_dll_judge {
    struct tn_judge judge;
    struct tn_scope all; /* closed by a failure with consequences, until rst or DL_Down */
    struct tn_cz_dll *m;
    struct czd_past past[CZD_LAG + 1]; /* by cycle modulo the size */
    uint64_t now;
    uint64_t settled; /* until this cycle consequences of rst and DL_Down may show */
    bool up;          /* dl_up in the cycle before */
    uint64_t quiet;   /* cycle of the last event */

    struct czd_parts src, out, frm, in; /* s_tlp, m_tlp, m_frm, s_frm */
    unsigned stuck;                     /* cycles in which a TLP frame could have gone on */

    /* sender */
    bool replay_due;         /* a cause of a replay has come, no TLP of that replay has left */
    bool replay_may;         /* a cause came so late that another start may follow */
    uint64_t replay_since;   /* cycle of the first such cause */
    uint64_t replay_last;    /* cycle of the last one */
    uint16_t cursor;         /* number of the TLP that leaves next, but for a replay that is due */
    uint64_t progressed;     /* cycle of the last progress */
    unsigned causes, starts; /* of replays since the last progress: most and least number */
    unsigned rollovers;      /* pulses of retrain since then */
    uint64_t rolled_since;   /* cycle since which a pulse of retrain is due, or 0 */
    unsigned aborted;        /* TLPs aborted whose nullified frame has not left */
    struct tn_cz_frame abort_is; /* the last of them, as TLP bytes */
    uint32_t used[3][2];         /* credits consumed by new TLPs on the wire */
    uint32_t timer, timer_was;   /* REPLAY_TIMER at most; before its last restart */
    uint64_t restarted;          /* cycle of that restart */
    uint32_t replay_limit, limit_was;
    uint64_t limit_set;             /* cycle in which replay_limit was written */
    unsigned win_on[3], win_off[3]; /* cycles for which s_tlp_ok should have been 1, or 0 */

    /* receiver */
    struct czd_tlp queue[3][CZD_QUEUE];
    unsigned head[3], tail[3];
    uint64_t order;
    struct czd_tlp dropped[CZD_DROPS];
    unsigned drops;
    unsigned idle;         /* cycles in which a TLP could have left and m_tlp was idle */
    uint8_t ok_was;        /* m_tlp_ok in the cycle before */
    bool ack_due, ack_may; /* an Ack must, an Ack may leave */
    uint64_t ack_last;     /* cycle of the last TLP that asks for an Ack */
    unsigned ack_wait;     /* cycles since the first TLP that is not answered */
    bool nak_due, nak_may;
    uint64_t nak_since;
    unsigned nak_wait;
    uint16_t nak_number;
    uint32_t ack_limit;

    /* flow control */
    bool sure[3];           /* InitFC of the class came when the DUT was certainly in DL_Init */
    bool init_began;        /* an InitFC1 left */
    enum tn_dllp_kind init; /* kind of the InitFC that left last */
    unsigned init_next;     /* class of the next InitFC */
    uint64_t init_since;    /* cycle of the last InitFC P, or of the state's begin */
    uint64_t active_due;    /* cycle since which dl_active must be 1, or 0 */
    uint32_t told[3][2];    /* the value sent last */
    uint64_t told_at[3];
    unsigned starved[3]; /* cycles since credit was freed that the far end waits for */

    uint64_t owed[8][CZD_OWED]; /* deadlines of error pulses, a row a bit */
    unsigned owed_head[8], owed_tail[8];
    uint32_t errors[8], tx_tlps, replayed, nullified, rx_tlps, duplicates, dllps[4];
    bool reading; /* reg_rd in the cycle before */
    uint16_t read_addr;
};

/* Values of CZD_LAG cycles ago. */
static inline const struct czd_past *czd_sure(const struct tn_cz_dll_judge *j)
{
    return &j->past[(j->now + 1) % (CZD_LAG + 1)];
}
/* Says whether the consequences of rst or DL_Down have certainly shown. */
static inline bool czd_settled(const struct tn_cz_dll_judge *j)
{
    return j->now > j->settled;
}
/* Says whether b lies in a to c, modulo 4096. */
static inline bool czd_between(unsigned a, unsigned b, unsigned c)
{
    return tn_cz_seq_minus(b, a) <= tn_cz_seq_minus(c, a);
}

/* dll_judge_tx.c: forgets at DL_Down; a TLP frame that left; a TLP taken or aborted; each cycle. */
void tn_czd_tx_down(struct tn_cz_dll_judge *j);
void tn_czd_tx_frame(struct tn_cz_dll_judge *j, const struct czd_parts *f);
void tn_czd_tx_taken(struct tn_cz_dll_judge *j, const struct czd_parts *t, bool abort);
void tn_czd_tx_cause(struct tn_cz_dll_judge *j);
void tn_czd_tx_acked(struct tn_cz_dll_judge *j, const struct tn_cz_dll_seen *s);
void tn_czd_tx_timer(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p);
void tn_czd_tx_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p);

/* dll_judge_rx.c: forgets; a frame that came; a TLP that left; Acks and Naks that left; each cycle.
 */
void tn_czd_rx_down(struct tn_cz_dll_judge *j);
void tn_czd_rx_frame(struct tn_cz_dll_judge *j, const struct czd_parts *f);
void tn_czd_rx_left(struct tn_cz_dll_judge *j, const struct czd_parts *t);
void tn_czd_rx_ack(struct tn_cz_dll_judge *j, const struct tn_dllp *d, const struct czd_parts *t);
void tn_czd_rx_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p);
bool tn_czd_rx_empty(const struct tn_cz_dll_judge *j);

/* dll_judge_fc.c: forgets; a flow control DLLP that left; each cycle. */
void tn_czd_fc_down(struct tn_cz_dll_judge *j);
void tn_czd_fc_sent(struct tn_cz_dll_judge *j, const struct tn_dllp *d, const struct czd_parts *t);
void tn_czd_fc_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p);

/* dll_judge_regs.c: registers and error pulses. */
void tn_czd_owe(struct tn_cz_dll_judge *j, unsigned errors);
void tn_czd_errors_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p);
void tn_czd_regs_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p);

#endif
