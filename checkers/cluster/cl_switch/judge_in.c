/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Input buffers of the switch: packets that come, move, are dropped and freed (cl_switch.md 2).
 */
#include "judge_state.h"

#include <string.h>

bool cl_sw_leads(const struct tn_cl_switch_judge *j, unsigned o, unsigned out)
{
    const struct cl_sw_lane *l = &j->lane[out];
    const unsigned port = cl_sw_port(j, out);
    if (o >= j->lanes || cl_sw_port(j, o) != port || (!l->up && j->now > l->fell + FALL_CYC))
        return false;
    for (unsigned x = port * j->config.planes; x < out && o != out; x++)
        if (j->lane[x].up)
            return false;
    return o == out || !j->lane[o].up;
}

int cl_sw_waiting(const struct tn_cl_switch_judge *j, unsigned in, unsigned out, unsigned q,
                  bool sure)
{
    const unsigned first = cl_sw_port(j, out) * j->config.planes;
    int n = 0;
    for (unsigned o = first; o < first + j->config.planes; o++)
        if (cl_sw_leads(j, o, out))
            n += j->held[in][o][q] - j->sure[o][in][q] - (sure ? j->unsure[o][in][q] : 0);
    return n;
}

bool cl_sw_alive(const struct tn_cl_switch_judge *j, unsigned port, unsigned *lowest)
{
    for (unsigned x = port * j->config.planes; x < (port + 1) * j->config.planes; x++)
        if (j->lane[x].up) {
            *lowest = x;
            return true;
        }
    return false;
}

/* The levels of packets at an input that must be dropped. */
static uint8_t droppable(const struct tn_cl_switch_judge *j, unsigned in)
{
    uint8_t levels = 0;
    unsigned low;
    for (unsigned q = 0; q < CL_PRIOS; q++) {
        int n = j->held[in][NO_LANE][q] - j->sure[NO_LANE][in][q];
        for (unsigned o = 0; o < j->lanes; o++)
            if (!cl_sw_alive(j, cl_sw_port(j, o), &low))
                n += j->held[in][o][q] - j->sure[o][in][q];
        levels = (uint8_t)(levels | (n > 0) << q);
    }
    return levels;
}

/* A packet's last word came. */
static void came(struct tn_cl_switch_judge *j, unsigned in)
{
    struct cl_sw_lane *l = &j->lane[in];
    struct cl_header h;
    cl_header_get(l->s.word, &h);
    l->s.prio = h.prio < CL_PRIOS ? h.prio : CL_PRIOS - 1;
    const unsigned plane = (unsigned)(h.src ^ h.dst ^ h.prio) % j->config.planes;
    l->s.own = NO_LANE;
    if (h.dst < j->config.ports)
        l->s.own = (uint8_t)(h.dst * j->config.planes + plane);
    tn_lag_up(&j->count[CLS_IN + in], j->now, 1);
    l->changed = j->now;
    if (l->buffered >= BUFFER) {
        l->overflow++;
        tn_lag_up(&j->count[CLS_OVERFLOW], j->now, 1);
    } else if (l->buffered == BUFFER - 1 && l->gone_at && l->gone_at >= l->s_at) {
        tn_scope_close(&j->all); /* (there was no place at its first word, perhaps) */
    } else {
        l->buffered++;
        j->held[in][l->s.own][l->s.prio]++;
        cl_sw_put(&l->in, &l->s);
    }
    l->s.n = 0;
}

void cl_sw_level(struct tn_cl_switch_judge *j, unsigned out, struct cl_sw_move *v, uint8_t levels)
{
    for (unsigned q = 0; q < CL_PRIOS; q++) {
        const unsigned bit = 1u << q;
        if (v->levels & bit)
            (v->levels == bit ? j->sure : j->unsure)[out][v->from][q]--;
        if (levels & bit)
            (levels == bit ? j->sure : j->unsure)[out][v->from][q]++;
    }
    v->levels = levels;
}

void cl_sw_forget(struct cl_sw_lane *l)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->moves; i++)
        if (!l->move[i].freed || !l->move[i].left)
            l->move[n++] = l->move[i];
    l->moves = n;
}

/* A packet left an input buffer for an output queue, or was dropped (out is NO_LANE). */
static void leaves(struct tn_cl_switch_judge *j, unsigned in, unsigned out, uint8_t levels)
{
    struct cl_sw_lane *l = &j->lane[out];
    if (l->moves == MOVES) {
        tn_scope_close(&j->all);
        return;
    }
    struct cl_sw_move *v = &l->move[l->moves++];
    *v = (struct cl_sw_move){.at = j->now, .from = (uint8_t)in, .left = out == NO_LANE};
    cl_sw_level(j, out, v, levels);
    j->lane[in].buffered--;
    j->lane[in].gone_at = j->lane[in].changed = l->came_at = l->changed = j->now;
}

static void move(struct tn_cl_switch_judge *j, unsigned in, unsigned out)
{
    uint8_t levels = 0;
    unsigned others = 0;
    for (unsigned q = 0; q < CL_PRIOS && in < j->lanes; q++) {
        levels = (uint8_t)(levels | (cl_sw_waiting(j, in, out, q, false) > 0) << q);
        others += cl_sw_waiting(j, in, out, q, false) <= 0;
    }
    others = in < j->lanes && others == CL_PRIOS ? j->lane[in].buffered : 0;
    tn_scope_judge(&j->all,
                   others                                  ? S_WAY_1
                   : in < j->lanes && j->lane[in].overflow ? S_IN_1
                                                           : S_FWD_1,
                   levels, "a packet that waits there for this lane", "lane %u from lane %u", out,
                   in);
    if (!levels)
        return;
    tn_judge_held(&j->judge, S_WAY_1);
    leaves(j, in, out, levels);
}

static void drop(struct tn_cl_switch_judge *j, unsigned in)
{
    const uint8_t levels = droppable(j, in);
    if (!levels && j->lane[in].overflow) {
        j->lane[in].overflow--;
        return;
    }
    tn_scope_judge(&j->all, S_IN_2, levels, "no packet dropped whose port has a lane",
                   "obs_drop of lane %u", in);
    if (!levels)
        return;
    tn_lag_up(&j->count[CLS_DROPPED], j->now, 1);
    leaves(j, in, NO_LANE, levels);
}

/* Says whether the words that an output of a port has sent are the packet's first ones. */
static bool under_way(const struct tn_cl_switch_judge *j, const struct cl_sw_packet *p)
{
    const unsigned first = cl_sw_port(j, p->own) * j->config.planes;
    for (unsigned x = first; p->own != NO_LANE && x < first + j->config.planes; x++) {
        const struct cl_sw_packet *m = &j->lane[x].m;
        if (m->n && m->n <= p->n && memcmp(m->word, p->word, m->n * sizeof *m->word) == 0)
            return true;
    }
    return false;
}

/* Says whether packets of own lane o had no lane in that cycle. */
static bool was_dead(const struct tn_cl_switch_judge *j, unsigned o, uint64_t at)
{
    const unsigned first = o == NO_LANE ? j->lanes : cl_sw_port(j, o) * j->config.planes;
    for (unsigned x = first; x < j->lanes && x < first + j->config.planes; x++)
        if (j->lane[x].up || j->lane[x].fell > at)
            return false;
    return true;
}

/* Takes a packet of that level that was dropped then out of an input's list: of those for a port
 * that had no lane any that does not leave just now, because none of the others ever will. When all
 * begin with the words that a lane had begun when it died, the one that leaves is the oldest of
 * their queue, and the youngest is taken. */
static void dropped(struct tn_cl_switch_judge *j, unsigned in, unsigned q, uint64_t at)
{
    struct cl_sw_list *l = &j->lane[in].in;
    unsigned best = l->n;
    j->sure[NO_LANE][in][q]--;
    for (unsigned i = l->n; i-- > 0;) {
        if (l->p[i].prio != q || !was_dead(j, l->p[i].own, at))
            continue;
        if (best == l->n || (under_way(j, &l->p[best]) && !under_way(j, &l->p[i])))
            best = i;
    }
    if (best == l->n)
        return;
    j->held[in][l->p[best].own][q]--;
    cl_sw_take(l, best);
}

/* Finds the oldest move that a freed packet of that level may have been. */
static struct cl_sw_move *find(struct tn_cl_switch_judge *j, unsigned in, unsigned q, unsigned *out)
{
    struct cl_sw_move *best = NULL;
    for (unsigned o = LANES + 1; o-- > 0;) /* (a drop before a move of the same cycle) */
        for (unsigned i = 0; i < j->lane[o].moves; i++) {
            struct cl_sw_move *v = &j->lane[o].move[i];
            if (v->from == in && !v->freed && v->levels >> q & 1 && (!best || v->at < best->at)) {
                best = v;
                *out = o;
            }
        }
    return best;
}

static void freed(struct tn_cl_switch_judge *j, unsigned in, unsigned q)
{
    unsigned out = 0;
    struct cl_sw_move *v = find(j, in, q, &out);
    tn_scope_judge(&j->all, S_FREE_1, v, "freed for a packet that left", "freed[%u] of lane %u", q,
                   in);
    if (!v)
        return;
    cl_sw_level(j, out, v, (uint8_t)(1u << q));
    v->freed = true;
    if (out == NO_LANE)
        dropped(j, in, q, v->at);
    else
        cl_sw_moved(j, in, out, q);
    if (v->left)
        cl_sw_forget(&j->lane[out]);
}

/* Blames packets that were not freed in time, and packets that should have been dropped. */
static void waits(struct tn_cl_switch_judge *j)
{
    for (unsigned o = 0; o <= LANES; o++)
        for (unsigned i = 0; i < j->lane[o].moves; i++) {
            const struct cl_sw_move *v = &j->lane[o].move[i];
            tn_scope_judge(&j->all, S_FREE_1, v->freed || j->now <= v->at + LATE_CYC,
                           "freed within 8 cycles", "not, of lane %u", v->from);
        }
    for (unsigned in = 0; in < j->lanes && j->now % 16 == 0; in++) {
        struct cl_sw_lane *l = &j->lane[in];
        if (!droppable(j, in) || l->gone_at > l->kept)
            l->kept = j->now;
        tn_scope_judge(&j->all, S_IN_2, j->now <= l->kept + STILL_CYC + FALL_CYC,
                       "a packet without a port or a lane dropped", "lane %u keeps it", in);
    }
}

void cl_sw_input(struct tn_cl_switch_judge *j, const struct tn_cl_switch_pins *p)
{
    for (unsigned i = 0; i < j->lanes; i++) {
        const struct tn_cl_switch_lane *l = &p->lane[i];
        if (l->s_valid) {
            j->lane[i].s_at = j->lane[i].s.n ? j->lane[i].s_at : j->now;
            cl_sw_add(&j->lane[i].s, l->s_data);
        }
        if (l->s_valid && l->s_last)
            came(j, i);
    }
    for (unsigned i = 0; i < j->lanes && tn_scope_is_open(&j->all); i++) {
        if (p->lane[i].obs_drop)
            drop(j, i);
        if (p->lane[i].obs_move)
            move(j, p->lane[i].obs_from, i);
    }
    for (unsigned i = 0; i < j->lanes; i++)
        for (unsigned q = 0; q < CL_PRIOS && tn_scope_is_open(&j->all); q++)
            if (p->lane[i].freed >> q & 1)
                freed(j, i, q);
    if (tn_scope_is_open(&j->all))
        waits(j);
}
