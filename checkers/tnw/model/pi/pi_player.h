/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the side that drives the model of tnw_pi: pi_player.c has the cycles,
 * pi_player_bugs.c what it does wrong on demand.
 */
#ifndef TN_TNW_PI_PLAYER_PRIVATE_H
#define TN_TNW_PI_PLAYER_PRIVATE_H

#include <tn/tnw/tnw_pi_player.h>

#include "pi.h"

enum {
    SIDE_TLPS = 4,     /* that wait to be worked off */
    SIDE_ANSWERS = 16, /* to be sent */
    SIDE_SHOWN = 256,  /* obs_* to be shown */
    SIDE_BYTES = 512,  /* of a TLP; one is malformed whatever comes behind them */
};

struct side_tlp {
    uint8_t bytes[SIDE_BYTES];
    size_t len;
    uint64_t from; /* cycle from which it is worked off */
};

struct side_shown {
    uint8_t id, cause;
};

struct tn_tnw_pi_player {
    struct tn_tnw_pi *model;
    enum tn_tnw_pi_bug bug;
    bool late, used; /* of bugs that strike once */
    uint64_t cycle;
    struct tn_tnw_pi_out out;
    unsigned stall;

    struct side_tlp tlp[SIDE_TLPS];
    uint32_t tlp_in, tlp_out;
    bool working;
    unsigned strobes;        /* of the read in work */
    bool shown, seen, there; /* one stands on the pins, did in the cycle before; its data do */
    uint32_t rdata;

    struct side_tlp answer[SIDE_ANSWERS];
    uint32_t answer_in, answer_out;
    size_t sent; /* bytes of the answer under way */
    unsigned reads;

    struct tn_tnw_item item;
    unsigned beat; /* to be shown next, 8: none */
    unsigned pause;
    struct tn_tnw_pi_window was; /* of the window in work, before the step */
    uint32_t error_was;
    uint32_t waited; /* by a window that asks */
    int ahead;       /* a window whose item next is passed over, and 1 */
    struct side_shown drop[SIDE_SHOWN], error[SIDE_SHOWN];
    uint32_t drop_in, drop_out, error_in, error_out;
};

/* A bug that strikes at every time. */
static inline bool player_has(const struct tn_tnw_pi_player *s, enum tn_tnw_pi_bug bug)
{
    return s->bug == bug;
}
/* A bug that strikes once. */
static inline bool player_strikes(struct tn_tnw_pi_player *s, enum tn_tnw_pi_bug bug)
{
    if (s->bug != bug || s->used)
        return false;
    s->used = true;
    return true;
}

/* pi_player_bugs.c: a TLP's bytes before it is judged; what was judged; before and behind a step of
 * its work; before a turn; the item that is to be sent; an answer (false: it is not sent); each
 * cycle. */
void tnw_player_spoil_tlp(struct tn_tnw_pi_player *s, struct side_tlp *t);
void tnw_player_spoil_judged(struct tn_tnw_pi_player *s);
void tnw_player_before_step(struct tn_tnw_pi_player *s);
void tnw_player_after_step(struct tn_tnw_pi_player *s);
void tnw_player_before_turn(struct tn_tnw_pi_player *s);
void tnw_player_spoil_item(struct tn_tnw_pi_player *s);
bool tnw_player_spoil_answer(struct tn_tnw_pi_player *s, struct side_tlp *t);
void tnw_player_spoil_time(struct tn_tnw_pi_player *s);

#endif
