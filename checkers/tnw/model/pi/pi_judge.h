/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of a tnw_pi: its state.
 *
 * pi_judge.c       cycles, verdicts, items put together, counts
 * pi_judge_tlp.c   TLPs from the host: causes, what they ask for
 * pi_judge_reg.c   registers written and read, strobes to other blocks
 * pi_judge_answer.c answers, counters
 * pi_judge_put.c   the states that a window may be in
 * pi_judge_see.c   what errors and reads seen leave of them
 * pi_judge_inj.c   items on inj, turns, times
 * pi_judge_owner.c an item that is nobody's
 *
 * Pins wait PW_LAG cycles, so that an item is known whole in the cycle of its first beat. What a
 * TLP does to a window is an event of it; when the DUT does it within the time that it has is not
 * seen. A state of a window is how many of its events are done, and what came of it.
 */
#ifndef TN_TNW_PI_JUDGE_PRIVATE_H
#define TN_TNW_PI_JUDGE_PRIVATE_H

#include <tn/judge.h>
#include <tn/tnw/tnw_pi_judge.h>

enum pw_rule {
#define TNW_RULE(name, id) PW_##name,
#include "pi_rules.def"
#undef TNW_RULE
    PW_RULES
};

enum {
    PW_LAG = TN_TNW_PI_LAG,
    PW_RING = 32,    /* cycles kept, more than PW_LAG */
    PW_STALL = 40,   /* TNW-PI-1 */
    PW_STROBES = 24, /* TNW-PI-11 */
    PW_WORK = 16,    /* cycles in which TLPs are worked off, beside their DWs and fragments */
    PW_EACH = 4,     /* and for each of them */
    PW_BACKLOG = 64, /* cycles at most: TNW-PI-1 and 11 leave no more behind a register write */
    PW_OTHER = 8,    /* the same before a quick one, when it is not itself of a window */
    PW_SHOWS = 16,   /* cycles in which counters, obs_drop_* and obs_err_* follow */
    PW_SETTLES = 4,  /* cycles that errors and answers are looked at late: an item that is just
                        leaving may be seen in them before it is */
    PW_ANSWER = 400, /* cycles with m_tlp free in which an answer comes */
    PW_STUCK = 700,  /* cycles in which an item that asks is served: 54 turns, and some */
    PW_LATENCY = 8,  /* TNW-LAT-7 */
    PW_PERIOD = 10,  /* cycles between items when several ask */
    PW_SEEN = 3,     /* cycles that an item may have asked unseen */
    PW_SWEEP = 64,   /* cycles in which a timeout is found */
    PW_QUICK = 64,   /* bytes of a TLP that is in time for TNW-LAT-7 */
    PW_FEW = 4,      /* reads unanswered with which s_tlp_ok[1] is 1, and cycles until it shows */
    PW_FEW_SHOWS = 8,
    PW_DWS = 16,       /* of a register read */
    PW_READS = 32,     /* unanswered, kept */
    PW_ACCESSES = 512, /* strobes to come */
    PW_DROPS = 64,     /* obs_drop_* to come */
    PW_DROPPED = 8,    /* TLPs without effect, kept to know what was done all the same */
    PW_EVENTS = 512,   /* of a window, to be done */
    PW_FRAGS = 1024,   /* fragments of a window, kept */
    PW_STATES = 128,   /* of a window */
    PW_VALUES = 8,     /* that a register may have had as it was read */
    PW_OWED = 4,       /* errors of a window to be shown */
    PW_COUNTS = 20,    /* TLP counters 1 to 9 at 0, PUT_* at 10 */
    PW_PUT_ITEMS = 10,
    PW_PUT_AFTER = 15,
    PW_CHECKS = 64, /* counters read, to be judged */
};

enum pw_kind { PW_FRAG, PW_FORM, PW_NEXT, PW_READ };

/* What a TLP does to a window. */
struct tnw_pw_event {
    enum pw_kind kind;
    enum tn_tnw_pi_cause cause; /* FORM: EP or PPUT */
    uint32_t item;              /* READ: number of the read */
    uint8_t frag;               /* READ: its DW */
    bool last;                  /* FRAG: was written with `last` */
    uint16_t from;              /* where the fragment's bytes are */
    uint32_t addr;              /* FRAG, FORM: in BAR2; NEXT: what is written; READ: the register */
    uint64_t at;                /* cycle of its TLP */
    uint64_t until;             /* cycle in which it is done at the latest */
};

struct pw_owed {
    uint8_t error;
    uint8_t rule; /* of it */
};

/* A state that a window may be in. */
struct pw_state {
    struct tn_tnw_pi_window win; /* its count of what was dropped stands here: */
    uint32_t dropped_lo, dropped_hi;
    uint32_t pos;          /* events done */
    uint64_t since, until; /* cycles in which the counter of the timeout began, first and last */
    unsigned owed_n;       /* errors not shown yet, and until when the first is */
    struct pw_owed owed[PW_OWED];
    uint64_t owed_until;
};

struct pw_chan {
    struct tnw_pw_event event[PW_EVENTS];
    uint32_t in; /* events ever */
    uint8_t data[PW_FRAGS][TN_TNW_PI_BEAT];
    uint32_t frag_in;
    struct pw_state state[PW_STATES];
    unsigned n;
    bool lost;
    uint32_t done; /* items */
    uint64_t done_at;
    uint32_t last_offset; /* of the last item */
    uint32_t dropped_lo, dropped_hi;
    unsigned last_line;             /* of the last fragment done */
    enum tn_tnw_pi_cause last_form; /* of the last FORM */
    bool may;                       /* may be the one that was looked at next */
    unsigned run;                   /* cycles that it has been asking */
};

/* A strobe to come. */
struct pw_access {
    bool write;
    uint16_t addr;
    uint32_t data; /* to be written */
    unsigned read, dw;
    uint64_t until;
};

enum pw_source { PW_EXACT, PW_STROBED, PW_OF_WINDOW, PW_COUNTER, PW_OF_GET };

struct pw_values {
    uint32_t v[PW_VALUES];
    unsigned n;
    bool any; /* there were more */
};

struct pw_read {
    struct tn_tnw_pi_tlp tlp;
    uint64_t at, cycle;
    uint8_t source[PW_DWS];  /* enum pw_source */
    uint32_t want[PW_DWS];   /* EXACT; STROBED: as came; COUNTER: at least */
    uint32_t before[PW_DWS]; /* EXACT: before the last write; COUNTER: which */
    bool there[PW_DWS];      /* STROBED */
    struct pw_values of[PW_DWS];
};

/* A counter that was read, judged when all that it may show has been seen. */
struct pw_check {
    unsigned count;
    uint32_t found, least;
    uint64_t at, cycle;
};

struct pw_drop {
    enum tn_tnw_pi_cause cause;
    uint64_t until;
};

/* A cycle's pins; the item that begins in it. */
struct pw_cycle {
    struct tn_tnw_pi_in in;
    struct tn_tnw_pi_out out;
    uint64_t cycle;
    bool begins, whole;
    struct tn_tnw_item item;
};

struct pw_tlp { /* being put together */
    uint8_t bytes[TN_TNW_PI_TLP];
    size_t len;
};

struct tn_tnw_pi_judge {
    struct tn_tnw_pi_params par;
    struct tn_tnw_pi_judge_hooks hook;
    struct tn_judge judge;
    uint64_t unsure;
    uint64_t raw; /* cycles that came in */
    uint64_t t;   /* the cycle that is judged now, as raw counts; judge.cycle is the caller's */
    bool fresh;   /* the members below are as rst leaves them */

    /* rst clears all members that follow */
    uint64_t from; /* raw count of the first cycle since rst */
    struct pw_cycle ring[PW_RING];
    uint64_t begun; /* raw count of the first beat of the item under way, plus 1; 0: none */
    unsigned beat;

    /* TLPs */
    struct pw_tlp s, m;
    unsigned stalled, up;
    uint64_t busy;  /* cycle in which the work of the TLPs so far is done, without PW_WORK */
    uint64_t quick; /* the same if no cycle is lost between them */
    struct pw_drop drop[PW_DROPS];
    uint32_t drop_in, drop_out;
    struct tn_tnw_pi_tlp dropped[PW_DROPPED];
    uint32_t dropped_n;
    struct tn_tnw_pi_tlp last;

    /* registers */
    bool lost; /* strobes and answers are not judged any more */
    struct pw_access access[PW_ACCESSES];
    uint32_t access_in, access_out;
    struct pw_read read[PW_READS];
    uint32_t read_in, read_out;
    unsigned few;                    /* cycles with four reads or fewer unanswered */
    const struct pw_access *strobed; /* in the cycle before */
    unsigned free;                   /* cycles with m_tlp free and no TLP on it */
    uint32_t reorder[2], cpl[2];     /* the value written last, and the value before it */
    uint32_t tmo_lo, tmo_hi;         /* range of the effective REORDER_TMO; 0 becomes UINT32_MAX */
    uint64_t tmo_until;              /* last cycle in which an older value may be effective */
    uint32_t count[PW_COUNTS], past[PW_RING][PW_COUNTS];
    struct pw_check check[PW_CHECKS];
    uint32_t check_in, check_out;

    /* windows */
    unsigned turn;
    uint64_t item_at; /* cycle of the last item's first beat; 0: none */
    uint8_t get;      /* bit l: a descriptor of link l was queued, or an item was Nget's */
    int due;          /* window whose item is due by TNW-LAT-7; -1: none */
    uint64_t due_at;
    struct pw_chan chan[TN_TNW_PI_WINDOWS];
    bool engine_may[TNW_LINKS]; /* as chan[].may */
};

/* Returns the rule for TLPs of that cause. */
static inline enum pw_rule pw_rule_of(enum tn_tnw_pi_cause cause)
{
    return (enum pw_rule)(PW_PI_2 + (int)cause - 1);
}
/* Returns the rule for a line of the page's table of fragments. */
static inline enum pw_rule pw_rule_of_line(unsigned line)
{
    return (enum pw_rule)(PW_PUT_2 + (int)line - 1);
}
/* Returns the places of a window. */
static inline unsigned pw_places(const struct tn_tnw_pi_judge *w)
{
    return 1u << w->par.item_log2;
}

/* pi_judge_tlp.c */

/* Takes the beat of s_tlp in this cycle; the last beat of a TLP has the TLP's effects. */
void tnw_pw_from_host(struct tn_tnw_pi_judge *w, const struct pw_cycle *c);
/* Judges obs_drop_* of this cycle. */
void tnw_pw_drops(struct tn_tnw_pi_judge *w, const struct pw_cycle *c);

/* pi_judge_reg.c; `until` is the last cycle in which the access may have its effect. */

/* A TLP writes registers. */
void tnw_pw_writes(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_tlp *tlp, uint64_t until);
/* A TLP must be answered. */
void tnw_pw_asks_answer(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_tlp *tlp, uint64_t until);
/* Judges the register strobes of this cycle. */
void tnw_pw_strobes(struct tn_tnw_pi_judge *w, const struct pw_cycle *c);

/* pi_judge_answer.c */

/* Takes the beat of m_tlp in this cycle and judges answers. */
void tnw_pw_to_host(struct tn_tnw_pi_judge *w, const struct pw_cycle *c);
/* Judges values of counters that were read some cycles ago. */
void tnw_pw_checks(struct tn_tnw_pi_judge *w);

/* pi_judge_put.c */

/* Adds an event of a window, which has its effect in cycle until at the latest. Returns NULL when
 * the window is not judged any more. */
struct tnw_pw_event *tnw_pw_event(struct tn_tnw_pi_judge *w, unsigned id, enum pw_kind kind,
                                  uint64_t until);
/* Lets a cycle pass for the states of all windows. */
void tnw_pw_advance(struct tn_tnw_pi_judge *w);
/* Does all events that came on the state s. */
void tnw_pw_finish(struct tn_tnw_pi_judge *w, struct pw_chan *ch, struct pw_state *s);
/* Merges states of a window that are alike. */
void tnw_pw_merge(struct pw_chan *ch);

/* pi_judge_see.c */

/* Judges obs_err_* of this cycle. */
void tnw_pw_errors(struct tn_tnw_pi_judge *w, const struct pw_cycle *c);
/* Removes states in which a window would have timed out by now. */
void tnw_pw_timeouts(struct tn_tnw_pi_judge *w);
/* Judges the value found in a register of the window, which must be one of values. */
void tnw_pw_value(struct tn_tnw_pi_judge *w, unsigned id, unsigned reg,
                  const struct pw_values *values, uint32_t found);

/* pi_judge_inj.c */

/* Puts items together from the cycle that came in last. */
void tnw_pw_form(struct tn_tnw_pi_judge *w);
/* Judges an item that begins in this cycle. */
void tnw_pw_item(struct tn_tnw_pi_judge *w, const struct pw_cycle *c);
/* Returns the rule that an item breaks. */
enum pw_rule tnw_pw_item_owner(const struct tn_tnw_pi_judge *w, const struct tn_tnw_item *it);
/* Finds, at the end of the cycle, the windows and engines that may be looked at next. */
void tnw_pw_turns(struct tn_tnw_pi_judge *w, const struct pw_cycle *c);
/* Fragments of the window came; quick: in a TLP that TNW-LAT-7 covers. */
void tnw_pw_due(struct tn_tnw_pi_judge *w, unsigned id, bool quick);

#endif
