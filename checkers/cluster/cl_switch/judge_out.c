/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Output queues of the switch: what leaves at m, and what dead lanes give back (cl_switch.md 4, 5).
 */
#include "judge_state.h"

#include <string.h>

/* The first packet of a level among those of a list; -1: none. */
static int first_of(const struct cl_sw_list *l, unsigned q)
{
    for (unsigned i = 0; i < l->n; i++)
        if (l->p[i].prio == q)
            return (int)i;
    return -1;
}

/* Finds the packet among those that came on an input; older: one of its queue is before. */
static int find(const struct tn_cl_switch_judge *j, unsigned in, unsigned out,
                const struct cl_sw_packet *k, bool *older)
{
    const struct cl_sw_list *l = &j->lane[in].in;
    unsigned before[LANES + 1] = {0};
    for (unsigned i = 0; i < l->n; i++) {
        const unsigned o = l->p[i].own;
        if (l->p[i].prio != k->prio || o == NO_LANE || cl_sw_port(j, o) != cl_sw_port(j, out))
            continue;
        if (cl_sw_same(&l->p[i], k)) {
            *older = before[o];
            return (int)i;
        }
        before[o]++;
    }
    return -1;
}

/* Says whether packets of own lane o may have moved to lane x of its port: x is the own lane, or
 * was the lowest one up (section 2). No lane comes up again. */
static bool leads(const struct tn_cl_switch_judge *j, unsigned o, unsigned x)
{
    for (unsigned y = cl_sw_port(j, x) * j->config.planes; y < x && o != x; y++)
        if (j->lane[y].up)
            return false;
    return true;
}

/* Says whether a dead lane but x has packets that moved to it from an input and may have that own
 * lane and level: they are older than those that came to another lane when it was dead. */
static bool elsewhere(const struct tn_cl_switch_judge *j, unsigned in, unsigned o, unsigned x,
                      unsigned q)
{
    const unsigned first = cl_sw_port(j, x) * j->config.planes;
    for (unsigned z = first; z < first + j->config.planes; z++)
        if (z != x && !j->lane[z].up && leads(j, o, z) && j->sure[z][in][q] + j->unsure[z][in][q])
            return true;
    return false;
}

/* Takes the packet from those that moved to lane x, when it is there. order: none was before it. */
static bool take_moved(struct tn_cl_switch_judge *j, unsigned x, const struct cl_sw_packet *k,
                       bool *order)
{
    struct cl_sw_lane *l = &j->lane[x];
    bool before = false, older = false;
    for (unsigned i = 0; i < l->moves; i++) {
        struct cl_sw_move *v = &l->move[i];
        const unsigned bit = 1u << k->prio, in = v->from;
        if (v->left || !(v->levels & bit))
            continue;
        const int n = find(j, in, x, k, &older);
        const unsigned own = n < 0 ? NO_LANE : j->lane[in].in.p[n].own;
        if (n < 0 || !leads(j, own, x) || (own != x && elsewhere(j, in, own, x, k->prio))) {
            before |= v->levels == bit;
            continue;
        }
        cl_sw_level(j, x, v, (uint8_t)bit);
        j->sure[x][in][k->prio]--;
        j->held[in][j->lane[in].in.p[n].own][k->prio]--;
        cl_sw_take(&j->lane[in].in, (unsigned)n);
        v->left = true;
        cl_sw_forget(l);
        *order &= !before && !older;
        return true;
    }
    return false;
}

/* Takes the packet from those of a dead lane. */
static bool take_dead(struct tn_cl_switch_judge *j, unsigned x, const struct cl_sw_packet *k,
                      bool *order)
{
    struct cl_sw_list *l = &j->lane[x].back;
    const int first = first_of(l, k->prio);
    for (unsigned i = 0; i < l->n; i++)
        if (cl_sw_same(&l->p[i], k)) {
            *order &= (int)i == first;
            cl_sw_take(l, i);
            return true;
        }
    *order &= first < 0;
    return take_moved(j, x, k, order);
}

/* Says whether a dead lane of the port has given back a packet of the flow that has not left. */
static bool flow_waits(const struct tn_cl_switch_judge *j, unsigned out,
                       const struct cl_sw_packet *k)
{
    const unsigned first = cl_sw_port(j, out) * j->config.planes;
    for (unsigned x = first; x < first + j->config.planes; x++)
        for (unsigned i = 0; i < j->lane[x].back.n; i++) {
            const struct cl_sw_packet *b = &j->lane[x].back.p[i];
            if (b->prio == k->prio && b->word[0] >> 6 == k->word[0] >> 6)
                return true;
        }
    return false;
}

/* A packet has left. */
static void left(struct tn_cl_switch_judge *j, unsigned out)
{
    struct cl_sw_lane *l = &j->lane[out];
    const unsigned first = cl_sw_port(j, out) * j->config.planes;
    bool order = true, dead = false;
    tn_lag_up(&j->count[CLS_OUT + out], j->now, 1);
    l->begun = false;
    l->changed = l->idle = j->now;
    bool found = take_moved(j, out, &l->m, &order);
    if (found && l->up) /* the end of a dead lane gives back what was under way there */
        order &= !flow_waits(j, out, &l->m);
    for (unsigned x = first; x < first + j->config.planes && !found; x++) {
        order = true;
        found = dead = x != out && !j->lane[x].up && take_dead(j, x, &l->m, &order);
    }
    j->count[CLS_MOVED].sure += dead;
    l->stands = j->now;
    tn_scope_judge(&j->all, S_FWD_1, found, "a packet that moved here, as it came",
                   "another at lane %u, header %04x %04x", out, l->m.word[0], l->m.word[1]);
    tn_scope_judge(&j->all, dead ? S_DRN_1 : S_ORD_1, order, "the oldest packet of its level",
                   "a later one at lane %u, header %04x %04x", out, l->m.word[0], l->m.word[1]);
    l->m.n = 0;
}

/* The level of a packet that stands first at an output for certain, among those with a time.
 * from: cycle before which it must have come, and since which m_ok must be 1. */
static unsigned first_level(const struct tn_cl_switch_judge *j, unsigned out, uint64_t from)
{
    const struct cl_sw_lane *l = &j->lane[out];
    unsigned best = CL_PRIOS;
    for (unsigned i = 0; i < l->moves; i++)
        for (unsigned q = 0; q < best; q++)
            if (!l->move[i].left && l->move[i].levels == 1u << q && l->move[i].at < from &&
                l->ok_at[q] < from)
                best = q;
    return best;
}

/* A packet begins at m. */
static void begins(struct tn_cl_switch_judge *j, const struct tn_cl_switch_lane *p, unsigned out)
{
    struct cl_sw_lane *l = &j->lane[out];
    const unsigned q = p->m_data >> 4 & 3;
    const uint64_t from = j->now > BEGIN_CYC ? j->now - BEGIN_CYC : 0;
    tn_scope_judge(&j->all, S_DRN_1, l->up || j->now <= l->fell + BEGIN_CYC,
                   "no packet begins on a dead lane", "one at lane %u", out);
    tn_scope_judge(&j->all, S_PRI_1,
                   q >= CL_PRIOS ||
                       (j->now <= l->ok_until[q] + BEGIN_CYC && first_level(j, out, from) >= q),
                   "the highest level that may begin", "level %u at lane %u", q, out);
    l->begun = true;
}

/* Blames an output that is idle though it has a packet, and one that leaves a dead lane's packets
 * where they are. */
static void idles(struct tn_cl_switch_judge *j, const struct tn_cl_switch_lane *p, unsigned out)
{
    struct cl_sw_lane *l = &j->lane[out];
    const unsigned first = cl_sw_port(j, out) * j->config.planes;
    unsigned low = out;
    bool any = false;
    if (!l->up || l->begun || p->m_valid || first_level(j, out, j->now) == CL_PRIOS)
        l->idle = j->now;
    tn_scope_judge(&j->all, S_WRK_1, j->now <= l->idle + BEGIN_CYC + 1,
                   "a packet begins within 4 cycles", "none at lane %u", out);
    for (unsigned x = first; x < first + j->config.planes; x++)
        any |= !j->lane[x].up &&
               (j->lane[x].back.n || (j->lane[x].d_done && cl_sw_queued(&j->lane[x], 0)));
    if (!any || p->m_valid || p->m_ok != (1u << CL_PRIOS) - 1 || cl_sw_queued(l, 0) ||
        !cl_sw_alive(j, cl_sw_port(j, out), &low) || low != out)
        l->stands = j->now;
    tn_scope_judge(&j->all, S_DRN_1, j->now <= l->stands + STILL_CYC, "packets of the dead lane",
                   "none at lane %u", out);
}

/* The pins of m. */
static void sends(struct tn_cl_switch_judge *j, const struct tn_cl_switch_lane *p, unsigned out)
{
    struct cl_sw_lane *l = &j->lane[out];
    const struct tn_cl_switch_lane *was = &j->was.lane[out];
    const bool waited = was->m_valid && !was->m_ready, back = !l->up && !l->m.n;
    for (unsigned q = 0; q < CL_PRIOS; q++)
        if (p->m_ok >> q & 1)
            l->ok_until[q] = j->now;
        else
            l->ok_at[q] = j->now;
    if (waited && !(back && !p->m_valid))
        tn_scope_judge(&j->all, S_HSK_1,
                       p->m_valid && p->m_data == was->m_data && p->m_last == was->m_last,
                       "the word of m until it is taken", "another, or none, at lane %u", out);
    else if (l->m.n)
        tn_scope_judge(&j->all, S_WRK_2, p->m_valid, "the packet's next word", "none at lane %u",
                       out);
    if (back && !p->m_valid)
        l->begun = false;
    if (p->m_valid && !l->begun)
        begins(j, p, out);
    idles(j, p, out);
    if (!p->m_valid || !p->m_ready)
        return;
    cl_sw_add(&l->m, p->m_data);
    l->m.prio = l->m.word[0] >> 4 & 3;
    if (p->m_last)
        left(j, out);
}

void cl_sw_output(struct tn_cl_switch_judge *j, const struct tn_cl_switch_pins *p)
{
    for (unsigned i = 0; i < j->lanes && tn_scope_is_open(&j->all); i++) {
        const struct tn_cl_switch_lane *pin = &p->lane[i];
        struct cl_sw_lane *l = &j->lane[i];
        l->fell = l->up && !pin->up ? j->now : l->fell;
        l->up = pin->up;
        sends(j, pin, i);
        l->d_done = pin->d_done && !pin->up;
        if (!pin->d_valid || !pin->d_ready)
            continue;
        cl_sw_add(&l->d, pin->d_data);
        l->d.prio = l->d.word[0] >> 4 & 3;
        if (pin->d_last) {
            cl_sw_put(&l->back, &l->d);
            l->d.n = 0;
        }
    }
}
