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
    PLAYER_TLPS = 4,     /* TLPs that wait to be worked off */
    PLAYER_ANSWERS = 16, /* answers that wait to be sent */
    PLAYER_SHOWN = 256,  /* values of obs_* that wait to be shown */
    PLAYER_BYTES = 512,  /* bytes of a TLP that are kept; a longer TLP is malformed whatever bytes follow */
};

struct player_tlp {
    uint8_t bytes[PLAYER_BYTES];
    size_t len;
    uint64_t from; /* the cycle from which the TLP is worked off */
};

struct player_shown {
    uint8_t id, cause;
};

struct tn_tnw_pi_player {
    struct tn_tnw_pi *model;
    enum tn_tnw_pi_bug bug;
    bool late, used; /* used: a bug that strikes once has struck */
    uint64_t cycle;
    struct tn_tnw_pi_out out;
    unsigned stall;

    struct player_tlp tlp[PLAYER_TLPS];
    uint32_t tlp_in, tlp_out;
    bool working;
    unsigned strobes;        /* strobes of the read in work */
    bool shown, seen, there; /* a strobe stands on the pins, stood there in the cycle before, its data are there */
    uint32_t rdata;

    struct player_tlp answer[PLAYER_ANSWERS];
    uint32_t answer_in, answer_out;
    size_t sent; /* bytes of the answer under way that were sent */
    unsigned reads;

    struct tn_tnw_item item;
    unsigned beat; /* the item's beat that is shown next; 8: none */
    unsigned pause;
    struct tn_tnw_pi_window was; /* the window in work as before the step */
    uint32_t error_was;
    uint64_t was_last; /* bit of a window: its item before had `last` */
    uint32_t waited; /* cycles that a window which asks has waited */
    int ahead;       /* 1 + the number of a window whose next item is passed over; 0: none */
    struct player_shown drop[PLAYER_SHOWN], error[PLAYER_SHOWN];
    uint32_t drop_in, drop_out, error_in, error_out;
};

/* Says whether the player has a bug that strikes at every time. */
static inline bool player_has(const struct tn_tnw_pi_player *s, enum tn_tnw_pi_bug bug)
{
    return s->bug == bug;
}
/* Says whether a bug that strikes once strikes now. */
static inline bool player_strikes(struct tn_tnw_pi_player *s, enum tn_tnw_pi_bug bug)
{
    if (s->bug != bug || s->used)
        return false;
    s->used = true;
    return true;
}

/* The player's bugs (pi_player_bugs.c), each where it strikes. */
/* Changes a TLP's bytes before the player judges it. */
void tnw_player_spoil_tlp(struct tn_tnw_pi_player *s, struct player_tlp *t);
/* Changes the result of judging a TLP. */
void tnw_player_spoil_judged(struct tn_tnw_pi_player *s);
/* Change the state before and behind a step of a TLP's work. */
void tnw_player_before_step(struct tn_tnw_pi_player *s);
void tnw_player_after_step(struct tn_tnw_pi_player *s);
/* Changes the state before the windows' turn. */
void tnw_player_before_turn(struct tn_tnw_pi_player *s);
/* Changes the item that is sent next. */
void tnw_player_spoil_item(struct tn_tnw_pi_player *s);
/* Changes an answer. Returns false when the answer is not sent. */
bool tnw_player_spoil_answer(struct tn_tnw_pi_player *s, struct player_tlp *t);
/* Changes the time that passes; called in each cycle. */
void tnw_player_spoil_time(struct tn_tnw_pi_player *s);

#endif
