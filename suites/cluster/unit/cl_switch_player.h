/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A player of the pins of the level-2 switch for the test of its judge: a switch without the real
 * one's times, which is right or does one thing wrong (cl_switch.md).
 */
#ifndef CL_SWITCH_PLAYER_H
#define CL_SWITCH_PLAYER_H

#include <tn/cluster/cl_switch.h>
#include <tn/cluster/cluster.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum bug {
    NONE,
    KEEPS_15,
    DROPS,
    KEEPS_LOST,
    FREED_NOT,
    FREED_TWICE,
    FREED_OTHER,
    OTHER_LANE,
    NEWEST,
    NO_MATCH,
    NO_PREEMPT,
    LONG_MATCH,
    STARVES,
    NO_LIMITS,
    IDLES,
    PAUSES,
    LOW_FIRST,
    CHANGES,
    TWICE,
    LOSES_DEAD,
    DEAD_LATER,
    BEGINS_DEAD,
    TAKES_BACK,
    REGISTER
};
enum { LANES = TN_CL_SWITCH_LANES, ROWS = 64, DELAY = 3 };

struct packet {
    uint16_t word[CL_WORDS_MAX];
    unsigned n, own, prio, at; /* at: words that have passed */
};
struct row {
    struct packet p[ROWS];
    unsigned n;
};
struct lane {
    struct row todo, in, out, sent, back; /* for s; input buffer; queue; left at m; for d */
    struct packet m;
    unsigned credit[CL_PRIOS];        /* packets out */
    uint8_t freed[DELAY];             /* of the last cycles */
    bool matched, given, moving;      /* given: the dead lane's end has its packets */
    unsigned target;                  /* to which a dead lane's packets are moving */
    unsigned to, level, busy, burst;  /* to: the lane */
    unsigned own;                     /* of the packets that the match moves */
    unsigned passed[LANES][CL_PRIOS]; /* others' packets that moved while it waited */
};

static struct {
    struct tn_cl_switch_judge *judge;
    struct tn_cl_switch_config c;
    struct tn_rng rng;
    struct tn_cl_switch_pins p;
    struct lane lane[LANES];
    enum bug bug;
    bool once, blocked; /* the bug has struck; m takes nothing */
    unsigned lanes, max_burst, serial, left, verdicts;
    uint32_t matches, in0;
    uint64_t now;
    char rule[32], found[TN_VERDICT_TEXT];
} t;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (t.verdicts++)
        return;
    snprintf(t.rule, sizeof t.rule, "%s", v->rule);
    snprintf(t.found, sizeof t.found, "%llu: %.30s: %.36s", (unsigned long long)v->cycle,
             v->expected, v->found);
}

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&t.rng, n);
}

/* Says, once, that the bug strikes now. */
static bool strikes(enum bug bug)
{
    const bool now = t.bug == bug && !t.once;
    t.once |= now;
    return now;
}

static void put(struct row *r, const struct packet *p)
{
    assert_true(r->n < ROWS);
    r->p[r->n++] = *p;
}

static struct packet take(struct row *r, unsigned i)
{
    const struct packet p = r->p[i];
    memmove(r->p + i, r->p + i + 1, (--r->n - i) * sizeof p);
    return p;
}

/* Finds the oldest packet of that own lane (or of any, LANES) and level; -1: none. */
static int oldest(const struct row *r, unsigned own, unsigned prio)
{
    for (unsigned i = 0; i < r->n; i++)
        if ((own == LANES || r->p[i].own == own) && r->p[i].prio == prio)
            return (int)i;
    return -1;
}

/* Makes a packet for a lane's s. */
static void give(unsigned lane, unsigned src, unsigned dst, unsigned prio, unsigned len)
{
    struct packet p = {.n = len + 3, .prio = prio};
    cl_header_put(&(struct cl_header){.dst = (uint8_t)dst,
                                      .src = (uint8_t)src,
                                      .prio = (uint8_t)prio,
                                      .type = TN_cl_hdr_type_ACK,
                                      .len = (uint8_t)len},
                  p.word);
    for (unsigned i = 2; i < len + 2; i++)
        p.word[i] = (uint16_t)(i == 2 ? t.serial++ : tn_rng_next(&t.rng));
    cl_seal(p.word, p.n);
    p.own = dst < t.c.ports ? dst * t.c.planes + (src ^ dst ^ prio) % t.c.planes : LANES;
    put(&t.lane[lane].todo, &p);
}

static unsigned port_of(unsigned lane)
{
    return lane / t.c.planes;
}

/* The lowest lane of a port that is up; LANES: none. */
static unsigned target(unsigned port)
{
    for (unsigned x = port * t.c.planes; x < (port + 1) * t.c.planes; x++)
        if (t.p.lane[x].up)
            return x;
    return LANES;
}

/* Says whether an input has a match for that lane. */
static bool is_taken(unsigned out)
{
    for (unsigned k = 0; k < t.lanes; k++)
        if (t.lane[k].matched && t.lane[k].to == out)
            return true;
    return false;
}

/* Says whether an input other than this one has waited for half of the bound. */
static bool other_late(unsigned in, unsigned out, unsigned q)
{
    for (unsigned k = 0; k < t.lanes; k++)
        if (k != in && t.max_burst && t.bug != STARVES &&
            t.lane[k].passed[out][q] >= t.lanes * t.max_burst / 2 &&
            t.lane[k].passed[out][q] > t.lane[in].passed[out][q])
            return true;
    return false;
}

static bool is_empty(unsigned x)
{
    return t.p.lane[x].d_done && !t.lane[x].out.n && !t.lane[x].back.n && !t.p.lane[x].m_valid &&
           !is_taken(x);
}

/* Says whether all dead lanes of a port are empty. */
static bool emptied(unsigned port)
{
    for (unsigned x = port * t.c.planes; x < (port + 1) * t.c.planes; x++)
        if (!t.p.lane[x].up && !is_empty(x))
            return false;
    return true;
}

static unsigned way(unsigned own)
{
    return t.p.lane[own].up ? own : emptied(port_of(own)) ? target(port_of(own)) : LANES;
}

static bool place(unsigned out, unsigned prio)
{
    static const unsigned limit[] = {16, 12, 8};
    const struct row *r = &t.lane[out].out;
    for (unsigned q = 0; q <= prio; q++) {
        unsigned n = 0;
        for (unsigned i = 0; i < r->n; i++)
            n += r->p[i].prio >= q;
        if (n >= (t.bug == NO_LIMITS ? 16 : limit[q]))
            return false;
    }
    return true;
}

/* Sources with the credits of a lane. */
static void source(unsigned i)
{
    struct lane *l = &t.lane[i];
    struct tn_cl_switch_lane *p = &t.p.lane[i];
    struct packet *k = &l->todo.p[0];
    p->s_valid = false;
    if (!l->todo.n)
        return;
    const unsigned *c = l->credit;
    if (!k->at && t.bug != KEEPS_15 &&
        (c[0] + c[1] + c[2] >= 14 || (k->prio && c[1] + c[2] >= 12) || (k->prio == 2 && c[2] >= 8)))
        return;
    p->s_valid = true;
    p->s_data = k->word[k->at++];
    p->s_last = k->at == k->n;
    if (p->s_last) {
        const struct packet whole = take(&l->todo, 0);
        l->credit[whole.prio]++;
        t.in0 += i == 0;
        put(&l->in, &whole);
        l->in.p[l->in.n - 1].at = 0;
    }
}

/* A packet has left an input buffer. */
static void leaves(unsigned i, unsigned prio)
{
    if (strikes(FREED_NOT))
        return;
    t.lane[i].freed[0] |= (uint8_t)(1 << (strikes(FREED_OTHER) ? (prio + 1) % 3 : prio));
}

static bool drops(unsigned i)
{
    struct lane *l = &t.lane[i];
    for (unsigned n = 0; n < l->in.n && !l->matched; n++) {
        const unsigned own = l->in.p[n].own;
        if ((own != LANES && target(port_of(own)) != LANES && !strikes(DROPS)) ||
            t.bug == KEEPS_LOST)
            continue;
        leaves(i, take(&l->in, n).prio);
        t.p.lane[i].obs_drop = true;
        return true;
    }
    return false;
}

/* Gives a free input a match. */
static void match(unsigned i)
{
    struct lane *l = &t.lane[i];
    for (unsigned q = 0; q < CL_PRIOS; q++)
        for (unsigned n = 0, o = below(t.lanes); n < t.lanes; n++, o = (o + 1) % t.lanes) {
            if (oldest(&l->in, o, q) < 0)
                continue;
            const unsigned j = way(o);
            if (j == LANES || !place(j, q) || is_taken(j) || !emptied(port_of(j)) ||
                other_late(i, j, q) || (t.bug == STARVES && i == 1) ||
                (t.bug == NO_PREEMPT && i == 0 && q == 0) || t.bug == NO_MATCH)
                continue;
            l->matched = true;
            l->to = j;
            l->own = o;
            l->level = q;
            l->burst = l->busy = 0;
            t.matches++;
            return;
        }
}

/* Counts a move in the inputs that wait for the same output and level. */
static void passes(unsigned i, unsigned j, unsigned q)
{
    for (unsigned k = 0; k < t.lanes; k++) {
        const struct row *r = &t.lane[k].in;
        bool waits = false;
        for (unsigned n = 0; n < r->n; n++)
            waits |= r->p[n].prio == q && r->p[n].own < t.lanes && way(r->p[n].own) == j;
        t.lane[k].passed[j][q] = waits && k != i ? t.lane[k].passed[j][q] + 1 : 0;
    }
}

/* Says whether a packet of a higher level than that of its match waits at an input. */
static bool higher(unsigned i)
{
    const struct row *r = &t.lane[i].in;
    for (unsigned n = 0; n < r->n; n++) {
        const unsigned j = r->p[n].own < t.lanes ? way(r->p[n].own) : LANES;
        if (r->p[n].prio < t.lane[i].level && j != LANES && place(j, r->p[n].prio))
            return t.c.preempt;
    }
    return false;
}

static void moves(unsigned i)
{
    struct lane *l = &t.lane[i];
    const int n = oldest(&l->in, l->own, l->level);
    unsigned j = l->to;
    const bool can = n >= 0 && t.p.lane[j].up && emptied(port_of(j)) && place(j, l->level) &&
                     !other_late(i, j, l->level) && !(l->burst && higher(i));
    if (!l->busy && (!can || (t.bug != LONG_MATCH &&
                              ((t.max_burst && l->burst >= t.max_burst) || below(8) == 0)))) {
        l->matched = false;
        return;
    }
    if (++l->busy < (l->in.p[n].n + t.c.speed - 1) / t.c.speed)
        return;
    struct packet p = take(&l->in, (unsigned)n);
    l->busy = 0;
    l->burst++;
    if (strikes(OTHER_LANE))
        j = (j + 1) % t.lanes;
    t.p.lane[j].obs_move = true;
    t.p.lane[j].obs_from = (uint8_t)i;
    put(&t.lane[j].out, &p);
    passes(i, j, p.prio);
    leaves(i, p.prio);
}

static void begins(unsigned j)
{
    struct lane *l = &t.lane[j];
    struct tn_cl_switch_lane *p = &t.p.lane[j];
    if ((!p->up && t.bug != BEGINS_DEAD) || t.bug == IDLES)
        return;
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        const unsigned q = t.bug == LOW_FIRST ? 2 - i : i;
        int n = oldest(&l->out, LANES, q);
        if (n < 0 || !(p->m_ok >> q & 1))
            continue;
        for (unsigned k = (unsigned)n + 1; k < l->out.n; k++)
            if (l->out.p[k].prio == q && strikes(NEWEST)) {
                n = (int)k;
                break;
            }
        l->m = t.bug == TWICE ? l->out.p[n] : take(&l->out, (unsigned)n);
        if (strikes(TWICE))
            t.bug = NONE;
        p->m_valid = true;
        return;
    }
}

static void sends(unsigned j)
{
    struct lane *l = &t.lane[j];
    struct tn_cl_switch_lane *p = &t.p.lane[j];
    if (p->m_valid && p->m_ready) {
        l->m.at++;
        if (l->m.at == l->m.n) {
            l->m.at = 0;
            if (l->sent.n == 3)
                take(&l->sent, 0);
            put(&l->sent, &l->m);
            t.left++;
            p->m_valid = false;
        }
    } else if (p->m_valid && !p->up && !l->m.at) {
        memmove(l->out.p + 1, l->out.p, l->out.n++ * sizeof l->m);
        l->out.p[0] = l->m;
        p->m_valid = false;
    } else if (p->m_valid && strikes(TAKES_BACK)) {
        p->m_data ^= 1;
        return;
    }
    if (!p->m_valid)
        begins(j);
    p->m_data = l->m.word[l->m.at] ^ (t.bug == CHANGES && l->m.at == 3);
    p->m_last = l->m.at + 1 == l->m.n;
    p->m_ready = !t.blocked && (p->up ? below(8) != 0 : l->m.at > 0);
    if (p->m_valid && l->m.at == 2 && strikes(PAUSES))
        p->m_valid = p->m_ready = false;
}

/* Says whether a dead lane may move packets now: another that does goes before, but for one whose
 * target it was. */
static bool has_turn(unsigned x)
{
    struct lane *l = &t.lane[x];
    for (unsigned y = port_of(x) * t.c.planes; y < (port_of(x) + 1) * t.c.planes; y++) {
        const bool busy = y != x && t.lane[y].moving && !is_empty(y);
        if (l->moving ? y != x && !t.p.lane[y].up && !is_empty(y) && l->target == y
                      : busy && t.lane[y].target != x)
            return false;
    }
    l->moving = true;
    l->target = target(port_of(x));
    return true;
}

/* A dead lane's end gives back what it had, and its queue moves. */
static void drains(unsigned x)
{
    struct lane *l = &t.lane[x];
    struct tn_cl_switch_lane *p = &t.p.lane[x];
    const unsigned to = target(port_of(x));
    p->d_valid = false;
    if (p->up || p->m_valid || t.bug == BEGINS_DEAD)
        return;
    if (!l->given)
        l->given = true;
    else if (l->sent.n) {
        struct packet *k = &l->sent.p[0];
        p->d_valid = p->d_ready = true;
        p->d_data = k->word[k->at++];
        p->d_last = k->at == k->n;
        if (p->d_last) {
            k->at = 0;
            const struct packet whole = take(&l->sent, 0);
            put(&l->back, &whole);
        }
    } else
        p->d_done = true;
    if (!has_turn(x))
        return;
    struct row *r = l->back.n ? &l->back : &l->out;
    for (unsigned q = 0; q < CL_PRIOS && to != LANES && (l->back.n || p->d_done); q++) {
        const int n = l->back.n ? 0 : oldest(r, LANES, q);
        if (n < 0)
            continue;
        if (!place(to, r->p[n].prio) || t.bug == LOSES_DEAD)
            return;
        const struct packet k = take(r, t.bug == DEAD_LATER && r->n > 1 ? 1 : (unsigned)n);
        put(&t.lane[to].out, &k);
        return;
    }
}

static void cycle(void)
{
    for (unsigned i = 0; i < t.lanes; i++) {
        struct lane *l = &t.lane[i];
        t.p.lane[i].obs_move = t.p.lane[i].obs_drop = false;
        t.p.lane[i].freed = l->freed[DELAY - 1];
        memmove(l->freed + 1, l->freed, DELAY - 1);
        l->freed[0] = 0;
        for (unsigned q = 0; q < CL_PRIOS; q++)
            l->credit[q] -= t.p.lane[i].freed >> q & 1 && l->credit[q];
        if (t.p.lane[i].freed && strikes(FREED_TWICE))
            l->freed[0] = t.p.lane[i].freed;
    }
    for (unsigned i = 0; i < t.lanes; i++) {
        sends(i);
        drains(i);
    }
    for (unsigned i = 0; i < t.lanes; i++)
        if (t.lane[i].matched)
            moves(i);
        else if (!drops(i))
            match(i);
    for (unsigned i = 0; i < t.lanes; i++)
        source(i);
    tn_cl_switch_judge_cycle(t.judge, &t.p, t.now++);
    if (t.bug == PAUSES)
        for (unsigned i = 0; i < t.lanes; i++)
            t.p.lane[i].m_valid |= t.lane[i].m.at > 0;
}

static void idle(unsigned cycles)
{
    while (cycles--)
        cycle();
}

#endif
