/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of Nget: what it knows of each engine, and what is on its way out.
 *
 * get_judge.c         cycles, TLPs from the host
 * get_judge_engine.c  the descriptor in work: its bytes, slots, errors, ABORT, its end
 * get_judge_inj.c     items on inj, and turns
 * get_judge_left.c    reads and notifications, as they leave
 * get_judge_out.c     writes and answers on their way out; TLPs that are due
 * get_judge_regs.c    registers
 */
#ifndef TN_TNW_GET_JUDGE_PRIVATE_H
#define TN_TNW_GET_JUDGE_PRIVATE_H

#include "get_desc.h"

#include <tn/judge.h>
#include <tn/tnw/tnw_get_judge.h>

enum gw_rule {
#define TNW_RULE(name, id) GW_##name,
#include "get_rules.def"
#undef TNW_RULE
    GW_RULES
};

enum {
    GW_WORK = 24,   /* cycles from a TLP's last beat until it has had its effect (section 2) */
    GW_MADE = 64,   /* until a register read of it is made: s_tlp may have stood for 40 */
    GW_ABORT = 36,  /* from ABORT's last beat to the last beat of an item it does not stop */
    GW_BEHIND = 48, /* until the notification of an aborted descriptor is made (section 3) */
    GW_FREE = 4,    /* cycles apart from which order counts (section 3) */
    GW_LOOK = 64,   /* cycles that a timeout may take longer (section 5) */
    GW_FREED = 16,  /* cycles after which a slot is taken for free */
    GW_SETTLE = 40, /* cycles after which nothing of an engine is on its way inside */
    GW_RING = 64,   /* reads, writes, answers that are kept; powers of two */
    GW_WRITES = 256,
    GW_KEPT = 8,     /* refused descriptors */
    GW_LATE = 32,    /* cycles, more than GW_WORK */
    GW_IDLE = 640,   /* free cycles after which what has no time of its own is missed */
    GW_INJECT = 640, /* cycles of inj_ok until an item had its turn: 54 in a circle, 10 each */
    GW_PASS = 64,    /* TLPs that may pass a read */
    GW_LAT_WRITE = 12,
    GW_LAT_READ = 12,
    GW_SEEN = 3,             /* cycles that an item may have asked unseen */
    GW_PERIOD = 10,          /* cycles between items when several ask */
    GW_SLACK = GW_LAT_WRITE, /* of these a row's first write may use none, and a later one all */
};
#define GW_NEVER UINT64_MAX

enum gw_state { GW_ASKED, GW_OVER, GW_LOST };

/* A read that was seen, of the descriptor in work. */
struct gw_read {
    enum gw_state state;
    uint8_t slot;
    bool poisoned;     /* a completion was poisoned: bytes behind `right` are not right */
    bool emptied;      /* the slot is free, though an item with its last bytes is not over */
    uint32_t pos, len; /* bytes, in the source */
    uint32_t got;      /* bytes that came */
    uint32_t sure;     /* bytes that are right and were certainly taken */
    uint64_t sure_at;  /* cycle in which sure changed */
    uint32_t right;    /* bytes that are right, but perhaps came too late to be taken */
    uint64_t at;       /* cycle of the read's last beat */
    uint64_t early;    /* completions before this cycle are in time */
    uint64_t late;     /* completions after this cycle are too late */
    uint8_t data[TN_TNW_GET_READ];
};

enum gw_slot_state { GW_SLOT_FREE, GW_SLOT_BUSY, GW_SLOT_LOST, GW_SLOT_OPEN };

/* A slot, that is a tag, of an engine. */
struct gw_slot {
    enum gw_slot_state state; /* OPEN: free or LOST */
    uint64_t from;            /* first cycle in which the slot may be free */
    uint64_t since;           /* first cycle in which the slot is certainly free */
    uint64_t stray_at;        /* cycle of the last completion that no read had asked for */
};

/* The notification of a descriptor that has ended; the notification may not have left yet. */
struct gw_note {
    struct tnw_get_desc desc;
    uint32_t bytes;
    uint8_t must;     /* causes that the notification must name */
    uint8_t may;      /* further causes that it may name */
    uint8_t one_of;   /* causes of which it must name at least one; 0: no such causes */
    uint64_t from;    /* first cycle in which the notification may have been made */
    uint64_t since;   /* first cycle in which the notification is certainly made */
    uint64_t known;   /* cycle since which its contents are certain */
    uint64_t left_at; /* cycle in which it left */
};

/* The ABORT that ends a descriptor. */
struct tnw_gw_abort {
    uint64_t at;   /* cycle of the write to ABORT */
    uint64_t free; /* np_free in that cycle */
};

/* The engine of a link. */
struct gw_engine {
    bool dead; /* a verdict was given: the engine is not judged any more */
    struct tnw_get_regs regs;
    struct tnw_get_desc desc[GW_RING]; /* queued descriptors; the first is in work */
    uint32_t in, out;
    struct tnw_get_desc open[GW_RING]; /* came when all places were taken, and may be refused */
    uint32_t open_in, open_out;
    struct tnw_get_desc refused[GW_KEPT];
    uint32_t refused_n;
    struct gw_note note[GW_RING];
    uint32_t note_in, note_out;
    uint64_t left_at;  /* cycle of the last notification's last beat */
    uint64_t first_at; /* cycle of the last notification's first beat */
    uint64_t freed_at; /* cycle of the last FREE_TAGS */
    uint64_t moved_at; /* cycle of the last other change that registers show */

    /* the descriptor in work */
    uint64_t from;                      /* first cycle in which it may have begun */
    uint64_t since;                     /* first cycle in which it has certainly begun */
    uint32_t asked;                     /* bytes that were read for */
    uint32_t injected;                  /* bytes that were injected */
    uint8_t must, may, one_of;          /* causes, as in a notification */
    uint64_t error_at;                  /* first cycle of a possible error but ABORT; 0: none */
    unsigned after;                     /* free cycles for reads since a possible error */
    uint64_t over_from;                 /* first cycle in which it may be over; 0: it is not */
    uint64_t alone_from;                /* the same without an ABORT */
    uint64_t over_at;                   /* cycle in which its last read was over or LOST */
    uint64_t unseen_at;                 /* cycle in which a made read may not yet have left */
    uint32_t aborted;                   /* descriptors below this number end by ABORT */
    struct tnw_gw_abort abort[GW_RING]; /* the ABORTs of these descriptors */
    bool stopped;                       /* no further item of it comes */
    bool behind;                        /* it was not in work when ABORT had its effect */
    struct gw_read read[GW_RING];
    uint32_t read_in, read_out;

    struct gw_slot slot[TN_TNW_GET_SLOTS_MAX];
    unsigned run; /* cycles in which the engine has been asking for its turn */
    unsigned inject_wait, read_wait, note_wait, gray_wait, passed;
    uint64_t due_from;
    uint64_t lat_at; /* cycle of the effect of a NOTIFY_HI whose first read is timed; 0: none */
};

/* A TLP of a write of tnw_rcv; a write makes one or two TLPs. */
struct gw_write {
    uint64_t addr, at, whole_at;
    uint8_t len, there;
    uint8_t data[TNW_PAYLOAD];
};

/* A request of the host that is answered. */
struct gw_answer {
    uint64_t at;
    uint16_t requester;
    uint8_t tag, dws; /* 0: UR */
    uint16_t addr;
    uint32_t lo[16];
    uint32_t given[16]; /* descriptors of the link whose STATUS it is, ever */
    bool exact[16], judged[16];
};

/* The TLP that is coming on a stream. */
struct gw_tlp {
    uint8_t byte[TN_TLP_MAX];
    size_t len;
    uint64_t from; /* first cycle with valid */
    unsigned beats;
    bool wrong; /* a beat breaks the page */
    bool begun;
    uint64_t first_at; /* cycle in which its first beat was accepted */
    uint8_t ok;        /* m_tlp_ok in the cycle before the first beat */
};

struct gw_item {
    unsigned link, beats;
    struct tn_tnw_item item;
    bool wrong;
};

struct tn_tnw_get_judge {
    struct tn_tnw_pi_params par;
    struct tn_judge judge;
    uint64_t unsure;
    uint64_t t; /* cycles, counted by the judge */
    const struct tn_tnw_pi_in *in;
    const struct tn_tnw_pi_out *out;
    uint16_t rid;
    struct gw_tlp host, to;
    bool held; /* m_tlp was shown and not taken */
    struct tn_tnw_pi_stream last;
    uint8_t ok; /* m_tlp_ok of the cycle before */
    struct gw_item item;
    int turn;                    /* number in the circle of 54 that comes next; -1: not known */
    uint64_t may;                /* bit id: id may have been first in turn since turn_at */
    uint64_t turn_at;            /* cycle of the last first beat of an item; 0: none */
    uint64_t asks_at;            /* the caller's cycle in which an engine may have asked last */
    bool put[TN_TNW_PI_WINDOWS]; /* the window was written in BAR2 */
    struct gw_engine engine[TNW_LINKS];

    bool writes_dead, answers_dead;
    struct gw_write write[GW_WRITES];
    uint32_t write_in, write_out;
    uint32_t filled; /* number of the TLP that the next beat belongs to */
    struct gw_answer answer[GW_RING];
    uint32_t answer_in, answer_out;
    uint64_t busy_p, busy_np, busy_cpl; /* last cycle in which a TLP of the class could not begin */
    bool np_free_now;                   /* a read could leave in this cycle */
    uint64_t np_free;                   /* number of such cycles so far */
    uint64_t run_at; /* cycle in which the present row of writes began; 0: none */
    uint64_t run_beats, broken_at;

    uint32_t cpl_tmo;
    uint32_t lo[TN_TNW_GET_COUNTS], hi[TN_TNW_GET_COUNTS];
    uint32_t late[GW_LATE][TN_TNW_GET_COUNTS];
};

/* Returns the state of the slot of a read that is LOST: FREE_TAGS may have come behind the read. */
static inline enum gw_slot_state gw_lost(const struct gw_engine *e, const struct gw_read *r)
{
    return e->freed_at && e->freed_at + GW_WORK >= r->early ? GW_SLOT_OPEN : GW_SLOT_LOST;
}
/* Returns the number of slots of an engine. */
static inline unsigned gw_slots(const struct tn_tnw_get_judge *w)
{
    return 1u << w->par.tag_log2;
}
/* Returns the descriptor in work, or NULL. */
static inline const struct tnw_get_desc *gw_in_work(const struct gw_engine *e)
{
    return e->in == e->out ? NULL : &e->desc[e->out % GW_RING];
}

/* Says whether the descriptor in work must end by ABORT. */
static inline bool gw_is_aborted(const struct gw_engine *e)
{
    return e->in != e->out && (int32_t)(e->aborted - e->out) > 0;
}
/* Returns the ABORT that ends the descriptor in work. */
static inline const struct tnw_gw_abort *gw_abort_of(const struct gw_engine *e)
{
    return &e->abort[e->out % GW_RING];
}
/* Returns the first cycle in which a read without its last completion may be LOST. */
static inline uint64_t gw_lost_from(const struct gw_read *r)
{
    return r->early + GW_WORK;
}

/* Returns the later of two cycles. */
static inline uint64_t gw_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* get_judge_engine.c: the descriptor in work of each engine */

/* A verdict on what an engine did: the engine is dead afterwards. Returns false. */
bool tnw_gw_blame(struct tn_tnw_get_judge *w, struct gw_engine *e, enum gw_rule rule,
                  const char *expected, const char *found, ...)
    __attribute__((format(printf, 5, 6)));
/* An event that counter c counts happened now: lo times for certain, hi times perhaps. */
void tnw_gw_count(struct tn_tnw_get_judge *w, enum tn_tnw_get_count c, uint32_t lo, uint32_t hi);
/* Takes the events that every read sees from this cycle on into the counters' certain part. */
void tnw_gw_counted(struct tn_tnw_get_judge *w);
/* The slot may be free from one cycle on, and certainly is since another. */
void tnw_gw_free(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned slot, uint64_t from,
                 uint64_t since);
/* Bytes of the next read of the descriptor in work; 0: there is none. */
uint32_t tnw_gw_next_read(const struct gw_engine *e);
/* Copies the next item of the descriptor in work, if its bytes are there (sure: for certain) and
 * ABORT does not stop it. */
bool tnw_gw_next_item(const struct gw_engine *e, bool sure, uint8_t item[TNW_PAYLOAD]);
/* Software wrote ABORT for engine e. */
void tnw_gw_abort(struct tn_tnw_get_judge *w, struct gw_engine *e);
/* The descriptor that ended by ABORT and whose notification has not left; NULL: there is none. */
const struct tnw_get_desc *tnw_gw_aborted_before(const struct gw_engine *e);
/* Says whether a read of an aborted descriptor that leaves now was begun in time. */
bool tnw_gw_aborted_read(const struct tn_tnw_get_judge *w, const struct gw_engine *e,
                         unsigned slot);
/* Says whether the descriptor in work may be over. */
bool tnw_gw_may_be_over(const struct tn_tnw_get_judge *w, const struct gw_engine *e);
/* The first cycle in which the descriptor in work may have been over. */
uint64_t tnw_gw_over_from(const struct tn_tnw_get_judge *w, const struct gw_engine *e);
/* Ends the descriptor in work: its notification was made in cycle from at the earliest, in cycle
 * since at the latest. */
void tnw_gw_end(struct tn_tnw_get_judge *w, struct gw_engine *e, uint64_t from, uint64_t since);
/* A completion came from the host. */
void tnw_gw_completion(struct tn_tnw_get_judge *w, const struct tn_tnw_pi_tlp *tlp);
/* Reads time out in this cycle; ABORTs have their effect; descriptors end. */
void tnw_gw_timeouts(struct tn_tnw_get_judge *w);
void tnw_gw_aborts(struct tn_tnw_get_judge *w);
void tnw_gw_ends(struct tn_tnw_get_judge *w);

/* get_judge_inj.c: items on inj, and turns */

/* Judges the cycle of inj. */
void tnw_gw_item_cycle(struct tn_tnw_get_judge *w);
/* At the cycle's end: which windows and engines may be looked at next. */
void tnw_gw_turns(struct tn_tnw_get_judge *w);

/* get_judge_left.c: reads and notifications, as they leave */

/* A read left. */
void tnw_gw_read_left(struct tn_tnw_get_judge *w, const struct tn_tlp *t);
/* A write of 16 bytes left; returns true when it is a notification of Nget. */
bool tnw_gw_note_left(struct tn_tnw_get_judge *w, uint64_t addr, const uint8_t data[TNW_NOTE]);

/* get_judge_out.c: the way out to the host */

/* Judges the cycle of m_wr and m_tlp. */
void tnw_gw_out_cycle(struct tn_tnw_get_judge *w);
/* Says whether a write that was made before cycle at (but GW_FREE) has not left; with answers, an
 * answer counts as well. */
bool tnw_gw_passes(const struct tn_tnw_get_judge *w, uint64_t at, bool answers);
/* At the cycle's end: judges TLPs that should have come by now. */
void tnw_gw_due(struct tn_tnw_get_judge *w);

/* get_judge_regs.c: registers */

/* Software wrote a register. */
void tnw_gw_reg_write(struct tn_tnw_get_judge *w, uint32_t addr, uint32_t data);
/* Settles descriptors that came when all places were taken. */
void tnw_gw_open_descs(struct tn_tnw_get_judge *w, struct gw_engine *e);
/* A request that will be answered came from the host; its answer left. */
void tnw_gw_asked(struct tn_tnw_get_judge *w, const struct tn_tnw_pi_tlp *tlp);
void tnw_gw_answered(struct tn_tnw_get_judge *w, const struct tn_tlp *t, const uint8_t *payload);

#endif
