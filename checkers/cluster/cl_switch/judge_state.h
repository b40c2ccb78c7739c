/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of the level-2 switch. Packets are kept by the input that they came
 * on until they leave at m. A move (obs_move) is known by its input and output at once, by its
 * level when it is freed, and by its packet when that leaves.
 */
#ifndef CL_SWITCH_JUDGE_STATE_H
#define CL_SWITCH_JUDGE_STATE_H

#include <tn/cluster/cl_switch.h>
#include <tn/cluster/cluster.h>
#include <tn/lag.h>

/* The rules by their places in the judge's list. */
enum {
    S_IN_1,
    S_IN_2,
    S_FREE_1,
    S_WAY_1,
    S_ORD_1,
    S_MAT_1,
    S_MAT_2,
    S_BRS_1,
    S_OUT_1,
    S_WRK_1,
    S_WRK_2,
    S_PRI_1,
    S_FWD_1,
    S_DRN_1,
    S_HSK_1,
    S_REG_1
};

enum {
    LANES = TN_CL_SWITCH_LANES,
    NO_LANE = LANES, /* as own lane: the packet's dst has no port; as output: dropped */
    BUFFER = 14,     /* packets of an input buffer */
    QUEUE = 16,      /* packets of an output queue */
    KEPT = 384,      /* packets kept of an input: its buffer and all output queues */
    MOVES = 64,      /* moves kept of an output */
    LATE_CYC = 8,    /* until freed, and until a counter shows it */
    BEGIN_CYC = 4,   /* until a packet begins */
    FALL_CYC = 64,   /* from up 0 on, cycles in which a packet under way may come to the lane */
    STILL_CYC = 200  /* a match and its longest packet, twice */
};

struct cl_sw_packet {
    uint8_t own, prio; /* lane and level */
    unsigned n;        /* words; more than CL_WORDS_MAX are not kept */
    uint16_t word[CL_WORDS_MAX];
};

struct cl_sw_list {
    unsigned n;
    struct cl_sw_packet p[KEPT];
};

/* A packet that left an input buffer: it is in an output queue, or was dropped. */
struct cl_sw_move {
    uint64_t at;
    uint8_t from, levels; /* levels: a bit for each that it may have */
    bool freed, left;     /* left: it is no more in the queue */
};

struct cl_sw_lane {
    bool up;
    uint64_t fell;            /* cycle of up's fall */
    struct cl_sw_packet s, m; /* under way; of m the words that were taken */
    bool begun;               /* a packet stands at m */
    uint64_t s_at;            /* cycle of its first word */
    struct cl_sw_list in;     /* packets that came and have not left the switch */
    struct cl_sw_list back;   /* packets that came at d and have not left */
    struct cl_sw_packet d;
    bool d_done;
    struct cl_sw_move move[MOVES]; /* to this lane, oldest first */
    unsigned moves;
    unsigned buffered, overflow; /* packets in the input buffer; dropped and not seen at obs_drop */
    uint64_t gone_at, came_at;   /* cycles of the last move or drop, and move to this lane */
    uint64_t changed;            /* cycle of the last change of LEVEL */
    uint64_t kept;               /* cycle since which a packet should be dropped */
    uint64_t idle, stands; /* cycles since which m is not idle; no packet of a dead lane waits */
    uint64_t ok_at[CL_PRIOS], ok_until[CL_PRIOS]; /* last cycles in which m_ok was 0, and 1 */
    unsigned run; /* packets moved in a row to one output and level, */
    uint8_t run_to, run_level;
};

struct tn_cl_switch_judge {
    struct tn_judge judge;
    struct tn_scope all;
    struct tn_cl_switch_config config;
    unsigned lanes;
    bool reset_seen, reading;
    uint64_t now, wrote_at;
    uint16_t read_addr;
    uint32_t burst, seed;
    struct tn_lag_count count[CLS_LEVEL]; /* registers; MATCHES: those that must have been */
    struct tn_cl_switch_pins was;
    struct cl_sw_lane lane[LANES + 1];           /* the last one has the moves that were drops */
    uint16_t held[LANES][LANES + 1][CL_PRIOS];   /* packets by input, own lane and level */
    uint16_t sure[LANES + 1][LANES][CL_PRIOS];   /* moves by output, input and known level, */
    uint16_t unsure[LANES + 1][LANES][CL_PRIOS]; /* and by a level that is possible */
    uint64_t still[LANES][LANES]; /* cycle since which an eligible input and its output stand */
    uint32_t passed[LANES][LANES][CL_PRIOS]; /* others' packets moved while the input waits */
    uint8_t best[LANES][LANES];   /* the highest level for which the input could have a match */
    uint32_t lower[LANES][LANES]; /* packets of lower levels that it moved meanwhile */
};

/* Adds a word to a packet under way. */
static inline void cl_sw_add(struct cl_sw_packet *p, uint16_t word)
{
    if (p->n < CL_WORDS_MAX)
        p->word[p->n] = word;
    p->n++;
}
/* Says whether two packets have the same words. */
bool cl_sw_same(const struct cl_sw_packet *a, const struct cl_sw_packet *b);
/* Puts a packet at a list's end, and takes packet i out of it. */
void cl_sw_put(struct cl_sw_list *l, const struct cl_sw_packet *p);
void cl_sw_take(struct cl_sw_list *l, unsigned i);

/* Returns the port of a lane. */
static inline unsigned cl_sw_port(const struct tn_cl_switch_judge *j, unsigned lane)
{
    return lane / j->config.planes;
}
/* Says whether packets of own lane o may come to lane out now. */
bool cl_sw_leads(const struct tn_cl_switch_judge *j, unsigned o, unsigned out);
/* Returns the packets of a level that wait at an input for an output; sure: for certain. */
int cl_sw_waiting(const struct tn_cl_switch_judge *j, unsigned in, unsigned out, unsigned q,
                  bool sure);
/* Says whether no dead lane of the output's port has packets left. */
bool cl_sw_settled(const struct tn_cl_switch_judge *j, unsigned out);
/* Says whether the port has a lane that is up, and which is the lowest. */
bool cl_sw_alive(const struct tn_cl_switch_judge *j, unsigned port, unsigned *lowest);

/* The parts' cycles. */
void cl_sw_input(struct tn_cl_switch_judge *j, const struct tn_cl_switch_pins *p);
void cl_sw_output(struct tn_cl_switch_judge *j, const struct tn_cl_switch_pins *p);
void cl_sw_match(struct tn_cl_switch_judge *j);
/* A move's level is known. */
void cl_sw_moved(struct tn_cl_switch_judge *j, unsigned in, unsigned out, unsigned q);
/* Sets the levels that a move may have; those of an added one are 0 before. */
void cl_sw_level(struct tn_cl_switch_judge *j, unsigned out, struct cl_sw_move *v, uint8_t levels);
/* Forgets moves that were freed and have left. */
void cl_sw_forget(struct cl_sw_lane *l);

/* Returns the packets in a lane's output queue whose level may be q or a lower one. */
unsigned cl_sw_queued(const struct cl_sw_lane *l, unsigned q);

#endif
