/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the judge of a cz_framing. framing_judge.c has the cycle and the sending half,
 * framing_judge_rx.c the receiving half.
 */
#ifndef CZ_FRAMING_JUDGE_PRIVATE_H
#define CZ_FRAMING_JUDGE_PRIVATE_H

#include <tn/czodiac/cz_framing_judge.h>
#include <tn/due.h>
#include <tn/lag.h>

enum czf_rule {
#define CZF_RULE(name, id) name,
#include "framing_rules.def"
#undef CZF_RULE
    CZF_RULES
};

enum { CZF_LAG = 16, CZF_LAG_LINK = 28 /* with cz_pcs on the way */ };

/* Frames that are expected. */
struct czf_row {
    struct tn_due_row due;
    struct tn_cz_frame f[TN_DUE_MAX];
    bool loose[TN_DUE_MAX]; /* the frame may come, or not */
};
/* A frame of which beats are passing. */
struct czf_passing {
    struct tn_cz_frame f;
    bool open;
    size_t at;
    uint64_t first;
};

struct tn_cz_framing_judge {
    struct tn_judge judge;
    struct tn_cz_framing_params par;
    bool blind;
    unsigned lag;
    uint64_t now;
    bool up;
    uint64_t rose, fell; /* cycles of the last changes of up */
    /* sending */
    struct tn_scope tx;
    struct tn_cz_reader out;
    struct czf_passing in_s;
    struct czf_row sent;
    int64_t due_lo, due_hi; /* cycles in which the first ordered set may have become due */
    uint64_t sets;          /* since up rose */
    /* receiving */
    struct tn_scope rx, errors;
    struct tn_cz_reader in;
    struct czf_passing out_m;
    struct czf_row got;
    bool hurt;          /* an error came, and no whole frame since */
    uint64_t last_hurt; /* cycle of the last frame with an error */
    unsigned spare[2];  /* of TLPs, DLLPs: frames with an error that passed for such as may be
                           missing, since the last whole frame was delivered */
    bool must, may;     /* this column has an error outside frames; may have one */
    struct tn_lag_count told;
    uint32_t seen;       /* pulses of obs_rx_err for the last errors */
    uint64_t last_error; /* cycle of an error outside frames, or of one that may be one */
    uint64_t in_step;    /* cycle in which all lanes had had a COM; 0: not yet */
};

/* Says whether the outputs have followed the last fall of up. */
static inline bool czf_settled(const struct tn_cz_framing_judge *j)
{
    return j->now > j->fell + j->lag;
}
/* Adds a beat. Returns whether the frame is whole. */
bool tn_czf_join(struct czf_passing *t, const struct tn_stream_beat *b, uint64_t now);
/* Empties a row. */
void tn_czf_clear(struct czf_row *r);
/* The receiving half of a reset, of a fall of up, of a cycle. */
void tn_czf_rx_init(struct tn_cz_framing_judge *j);
void tn_czf_rx_down(struct tn_cz_framing_judge *j);
void tn_czf_rx_cycle(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p);

#endif
