/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover.def the pins of the level-2 switch fall into.
 */
#include <tn/cluster/cl_cover.h>
#include <tn/cluster/cluster.h>

#include <string.h>

enum { NO_PORT, NO_LANE_UP, OWN_DEAD, OWN_UP };
enum { EMPTY, SOME, LAST_PLACE, FULL };
enum { BUFFER_N = 14, QUEUE_N = 16, EACH = 32, REG_LAST = CLS_MOVED, NO_REG = 11 };

#define COVER_DEF "../cluster/cl_switch/cover.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_cl_switch_cover_plan = COVER_PLAN;

struct lane {
    unsigned s_n, m_n; /* words of the packets under way */
    uint16_t header;   /* of the packet at s */
    unsigned m_prio;
    int buffered, queued;
    unsigned back; /* packets that the dead lane's end gave back */
    bool up, offered;
};

struct tn_cl_switch_cover {
    struct tn_cover *counts;
    struct tn_cl_switch_config par;
    struct lane lane[TN_CL_SWITCH_LANES];
    unsigned burst;
};

struct tn_cl_switch_cover *tn_cl_switch_cover_new(const struct tn_cl_switch_config *par)
{
    struct tn_cl_switch_cover *c = tn_cover_state_new(&tn_cl_switch_cover_plan, sizeof *c);
    if (c)
        c->par = *par;
    return c;
}

static unsigned length(unsigned n)
{
    return n == CL_WORDS_MIN ? 0 : n < CL_WORDS_MAX ? 1 : 2;
}

static unsigned prio_of(uint16_t header)
{
    const unsigned prio = header >> 4 & 3;
    return prio < CL_PRIOS ? prio : CL_PRIOS - 1;
}

static unsigned level(int n, int places)
{
    return n <= 0 ? EMPTY : n < places - 1 ? SOME : n == places - 1 ? LAST_PLACE : FULL;
}

static unsigned up_of(const struct tn_cl_switch_cover *c, unsigned port)
{
    unsigned n = 0;
    for (unsigned k = 0; k < c->par.planes; k++)
        n += c->lane[port * c->par.planes + k].up;
    return n;
}

/* Where a packet with that first word is to go. */
static unsigned target(const struct tn_cl_switch_cover *c, uint16_t header)
{
    const unsigned dst = header >> 11, src = header >> 6 & 31;
    if (dst >= c->par.ports)
        return NO_PORT;
    if (!up_of(c, dst))
        return NO_LANE_UP;
    const unsigned plane = (src ^ dst ^ prio_of(header)) % c->par.planes;
    return c->lane[dst * c->par.planes + plane].up ? OWN_UP : OWN_DEAD;
}

static void comes(struct tn_cl_switch_cover *c, struct lane *l, const struct tn_cl_switch_lane *p)
{
    if (l->s_n++ == 0)
        l->header = p->s_data;
    if (!p->s_last)
        return;
    HIT(c, PACKETS, 0, prio_of(l->header), length(l->s_n));
    HIT(c, TARGETS, prio_of(l->header), target(c, l->header));
    HIT(c, BUFFERS, level(l->buffered, BUFFER_N));
    l->buffered += l->buffered < BUFFER_N;
    l->s_n = 0;
}

static void leaves(struct tn_cl_switch_cover *c, struct lane *l, const struct tn_cl_switch_lane *p)
{
    if (l->m_n++ == 0)
        l->m_prio = prio_of(p->m_data);
    if (!p->m_last)
        return;
    HIT(c, PACKETS, 1, l->m_prio, length(l->m_n));
    l->queued -= l->queued > 0;
    l->m_n = 0;
}

static void moves(struct tn_cl_switch_cover *c, struct lane *l)
{
    const unsigned at = level(l->queued, QUEUE_N);
    HIT(c, MOVES, at < FULL ? at : LAST_PLACE);
    HIT(c, BURSTS, c->burst < 2 ? c->burst : c->burst < 255 ? 2 : 3);
    l->queued++;
}

static void dies(struct tn_cl_switch_cover *c, unsigned i)
{
    struct lane *l = &c->lane[i];
    l->up = false;
    HIT(c, FALLS, l->m_n ? 2 : l->offered, !up_of(c, i / c->par.planes));
}

static void registers(struct tn_cl_switch_cover *c, const struct tn_cl_switch_pins *p)
{
    const unsigned word = p->reg_addr / 4u, lanes = (unsigned)c->par.ports * c->par.planes;
    const unsigned of = word <= REG_LAST                                             ? word
                        : word >= CLS_IN && word < CLS_REGS && word % EACH < lanes ? REG_LAST + word / EACH
                                                                                     : NO_REG;
    if (p->reg_rd)
        HIT(c, ACCESSES, 0, of);
    if (p->reg_wr)
        HIT(c, ACCESSES, 1, of);
    if (p->reg_wr && word == CLS_MAX_BURST)
        c->burst = p->reg_wdata & 0xff;
}

void tn_cl_switch_cover_cycle(struct tn_cl_switch_cover *c, const struct tn_cl_switch_pins *p)
{
    const unsigned lanes = (unsigned)c->par.ports * c->par.planes;
    if (p->rst) {
        memset(c->lane, 0, sizeof c->lane);
        for (unsigned i = 0; i < lanes; i++)
            c->lane[i].up = true;
        c->burst = 8; /* cl_switch.md 6 */
        return;
    }
    for (unsigned i = 0; i < lanes; i++) {
        struct lane *l = &c->lane[i];
        const struct tn_cl_switch_lane *q = &p->lane[i];
        if (l->up && !q->up)
            dies(c, i);
        if (q->s_valid)
            comes(c, l, q);
        for (unsigned k = 0; k < CL_PRIOS; k++)
            l->buffered -= (q->freed >> k & 1) && l->buffered > 0;
        if (q->obs_move)
            moves(c, l);
        if (q->m_valid && q->m_ready)
            leaves(c, l, q);
        l->offered = q->m_valid;
        l->back += q->d_valid && q->d_ready && q->d_last;
        if (q->d_done && l->back < EACH) {
            HIT(c, BACKS, l->back < 2 ? l->back : 2);
            l->back = EACH; /* told once */
        }
    }
    registers(c, p);
}
