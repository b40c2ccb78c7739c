/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Plays of a cz_dll at the pins, and the verdict that each must have.
 */
#ifndef CZ_DLL_PLAYS_H
#define CZ_DLL_PLAYS_H

#include "cz_dll_fixture.h"

static inline void ack(struct end *e, enum tn_dllp_kind kind, unsigned seq)
{
    const struct tn_cz_frame f = far_ack(kind, seq);
    came(e, &f);
}

static inline void send_n(struct end *e, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        given(e, P, (uint8_t)i, false);
        sends(e);
    }
}

static inline void time_out(struct end *e, unsigned after)
{
    idle(e, after);
    e->errors = TN_CZ_TIMEOUT | tn_cz_dll_replay(e->near);
    step(e);
    sends(e);
}

static inline void aborted(struct end *e, bool whole)
{
    struct tn_cz_frame f;
    uint8_t p[TLP_LEN];
    given(e, P, 7, true);
    tn_cz_dll_nullify(e->near, p, tlp(P, 7, p), &f);
    if (whole)
        leaves(e, &f);
}

static inline struct tn_cz_frame far_nullified(struct end *e)
{
    struct tn_cz_frame f;
    uint8_t p[TLP_LEN];
    tn_cz_dll_nullify(e->far, p, tlp(P, 8, p), &f);
    return f;
}

static inline void overflow(struct end *e)
{
    for (unsigned i = 0; i < 5; i++) {
        const struct tn_cz_frame f = far_tlp(e, NP, (uint8_t)i);
        came(e, &f);
        says(e, TN_DLLP_ACK, 0);
    }
}

static inline void updates_that_are_wrong_are_reported(struct end *e)
{
    const struct tn_cz_frame back = credit(TN_DLLP_UPDATEFC, P, 63, 256),
                             finite = credit(TN_DLLP_UPDATEFC, CPL, 1, 0);
    came(e, &back);
    came(e, &finite);
    idle(e, 200);
}

static inline void read_is(struct end *e, uint16_t addr, uint32_t value)
{
    e->p.reg_rd = true;
    e->p.reg_addr = addr;
    step(e);
    e->p.reg_rdata = value;
    step(e);
}

struct play {
    const char *name;
    void (*run)(struct end *e);
    const char *rule; /* of the first verdict; NULL: none */
    bool cold;        /* from DL_Inactive */
};
#define RIGHT(f)                                                                                   \
    {                                                                                              \
#f, f, NULL, false                                                                         \
    }
#define WRONG(f, rule)                                                                             \
    {                                                                                              \
#f, f, rule, false                                                                         \
    }

/* Plays one row; returns the verdict that it had in place of the expected one. */
static inline bool as_expected(const struct play *y)
{
    struct end *e = end_new();
    if (!y->cold) {
        init1(e);
        init2(e);
    }
    first_verdict_none(&e->judged);
    y->run(e);
    if (!y->rule)
        idle(e, 2);
    const bool ok = y->rule ? strcmp(e->judged.rule, y->rule) == 0 : !e->judged.n;
    if (!ok)
        print_error("%s: %s\n", y->name, e->judged.n ? e->judged.text : "no verdict");
    end_free(e);
    return ok;
}

/* Plays n rows; all must have their verdicts. */
static inline void play_all(const struct play *plays, size_t n)
{
    unsigned bad = 0;
    for (size_t i = 0; i < n; i++)
        bad += !as_expected(&plays[i]);
    assert_int_equal(bad, 0);
}

#endif
