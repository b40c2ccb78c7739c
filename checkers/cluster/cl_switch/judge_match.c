/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Matching as far as the pins show it: nobody waits in vain, bursts are bounded, and a higher level
 * goes before (cl_switch.md 3).
 */
#include "judge_state.h"

enum { LOWER = 4, LOWER_CYC = 100, SAMPLE_CYC = 16 };

unsigned cl_sw_queued(const struct cl_sw_lane *l, unsigned q)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->moves; i++)
        n += !l->move[i].left && l->move[i].levels >> q;
    return n;
}

bool cl_sw_settled(const struct tn_cl_switch_judge *j, unsigned out)
{
    const unsigned first = cl_sw_port(j, out) * j->config.planes;
    for (unsigned x = first; x < first + j->config.planes; x++) {
        const struct cl_sw_lane *l = &j->lane[x];
        if (!l->up && (!l->d_done || l->back.n || cl_sw_queued(l, 0)))
            return false;
    }
    return j->lane[out].up;
}

/* The limits of an output queue, by the highest level that counts. */
static const unsigned limit[CL_PRIOS] = {QUEUE, 12, 8};

/* Says whether an output queue certainly has a place for a level. */
static bool has_place(const struct tn_cl_switch_judge *j, unsigned out, unsigned q)
{
    for (unsigned i = 0; i <= q; i++)
        if (cl_sw_queued(&j->lane[out], i) >= limit[i])
            return false;
    return true;
}

/* Says whether another input may be late for the output, which waits for it then. */
static bool other_late(const struct tn_cl_switch_judge *j, unsigned in, unsigned out, unsigned q)
{
    for (unsigned k = 0; k < j->lanes; k++)
        if (k != in && j->burst && j->now <= j->lane[k].gone_at + STILL_CYC &&
            cl_sw_waiting(j, k, out, q, false) > 0 &&
            (j->passed[k][out][q] + 2) * 4 >= 3 * (j->lanes - 1) * (j->burst - 1))
            return true;
    return false;
}

/* Counts matches: those that must have been, because inputs, outputs, levels or bursts changed. */
static void count_run(struct tn_cl_switch_judge *j, struct cl_sw_lane *l, unsigned out, unsigned q)
{
    if (l->run && l->run_to == out && l->run_level == q && (!j->burst || l->run < j->burst)) {
        l->run++;
        return;
    }
    j->count[CLS_MATCHES].sure++;
    l->run = 1;
    l->run_to = (uint8_t)out;
    l->run_level = (uint8_t)q;
}

void cl_sw_moved(struct tn_cl_switch_judge *j, unsigned in, unsigned out, unsigned q)
{
    const struct cl_sw_lane *o = &j->lane[out];
    count_run(j, &j->lane[in], out, q);
    for (unsigned k = 0; k < j->lanes; k++) {
        uint32_t *n = &j->passed[k][out][q];
        *n = k != in && cl_sw_settled(j, out) && cl_sw_waiting(j, k, out, q, true) > 0 ? *n + 1 : 0;
        tn_scope_judge(&j->all, S_BRS_1, !j->burst || *n <= j->lanes * j->burst,
                       "one of the input's own within its bound", "%u others before lane %u's", *n,
                       k);
        j->lower[in][k] += q > j->best[in][k];
    }
    for (unsigned i = 0; i <= q; i++) {
        unsigned sure = 0;
        for (unsigned m = 0; m < o->moves; m++)
            sure += !o->move[m].left && o->move[m].levels && !(o->move[m].levels & ((1u << i) - 1));
        tn_scope_judge(&j->all, S_OUT_1, sure - (o->begun && sure) <= limit[i],
                       "an output queue within its limits",
                       "lane %u has %u packets of level %u and lower", out, sure, i);
    }
}

/* Blames an input and an output that stand, though they could have a match, and an input that moves
 * lower packets though it could have one. level: the highest for which it can. */
static void stands(struct tn_cl_switch_judge *j, unsigned in, unsigned out, uint8_t level)
{
    const uint64_t i_at = j->lane[in].gone_at, o_at = j->lane[out].came_at;
    if (level == CL_PRIOS || level != j->best[in][out])
        j->still[in][out] = j->now;
    const uint64_t since = j->still[in][out] > o_at ? j->still[in][out] : o_at;
    if (since + SAMPLE_CYC >= j->now)
        j->lower[in][out] = 0;
    j->best[in][out] = level;
    tn_scope_judge(&j->all, S_MAT_1, j->now <= (since > i_at ? since : i_at) + STILL_CYC,
                   "a match of a free input and a free output", "none of lanes %u and %u", in, out);
    tn_scope_judge(&j->all, S_MAT_2,
                   !j->config.preempt || j->lower[in][out] <= LOWER || j->now <= since + LOWER_CYC,
                   "the match of a lower level ended", "lane %u moves on, with one for %u", in,
                   out);
}

void cl_sw_match(struct tn_cl_switch_judge *j)
{
    for (unsigned out = 0; out < j->lanes && j->now % SAMPLE_CYC == 0; out++) {
        unsigned places = 0;
        while (places < CL_PRIOS && cl_sw_settled(j, out) && has_place(j, out, places))
            places++;
        for (unsigned in = 0; in < j->lanes; in++) {
            uint8_t q = 0;
            while (q < places &&
                   (cl_sw_waiting(j, in, out, q, true) <= 0 || other_late(j, in, out, q)))
                q++;
            stands(j, in, out, q < places ? q : CL_PRIOS);
        }
    }
}
