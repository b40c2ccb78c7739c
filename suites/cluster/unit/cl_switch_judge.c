/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the level-2 switch before a player of its pins: a switch without the real one's
 * times, which is right or does one thing wrong (cl_switch.md).
 */
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

static void begin(enum bug bug, uint64_t seed, unsigned ports, unsigned planes)
{
    memset(&t, 0, sizeof t);
    t.bug = bug;
    t.c = (struct tn_cl_switch_config){(uint8_t)ports, (uint8_t)planes, 1 + seed % 2, true};
    t.lanes = ports * planes;
    t.max_burst = 8;
    tn_rng_seed(&t.rng, seed, 1);
    t.judge = tn_cl_switch_judge_new(&t.c, on_verdict, NULL);
    assert_non_null(t.judge);
    t.p.rst = true;
    tn_cl_switch_judge_cycle(t.judge, &t.p, t.now++);
    t.p.rst = false;
    for (unsigned i = 0; i < t.lanes; i++) {
        t.p.lane[i].up = true;
        t.p.lane[i].m_ok = 7;
    }
}

static void end(void)
{
    tn_cl_switch_judge_free(t.judge);
}

static void ok(uint8_t levels)
{
    for (unsigned i = 0; i < t.lanes; i++)
        t.p.lane[i].m_ok = levels;
}

static uint32_t reg(unsigned r, bool write, uint32_t value)
{
    t.p.reg_wr = write;
    t.p.reg_rd = !write;
    t.p.reg_addr = (uint16_t)(4 * r);
    t.p.reg_wdata = value;
    cycle();
    t.p.reg_wr = t.p.reg_rd = false;
    t.p.reg_rdata = value;
    cycle();
    idle(4);
    return value;
}

static void burst(unsigned packets)
{
    t.max_burst = packets;
    reg(CLS_MAX_BURST, true, packets);
}

static void random_cycle(unsigned load)
{
    const unsigned i = below(t.lanes);
    if (below(100) < load && t.lane[i].todo.n < 20)
        give(i, port_of(i), below(below(60) ? t.c.ports : LANES), below(3), 1 + below(32));
    if (below(40) == 0)
        t.p.lane[i].m_ok = below(4) ? 7 : (uint8_t)below(8);
    cycle();
}

/* Random traffic, and lanes that die; at the end all that can has left. */
static void a_player_without_bugs_breaks_nothing(void **state)
{
    static const unsigned shape[][2] = {{4, 2}, {6, 3}, {2, 1}, {20, 1}, {3, 2}};
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        begin(NONE, seed, shape[seed % 5][0], shape[seed % 5][1]);
        burst((unsigned)(seed % 4));
        for (unsigned i = 0; i < 6000 && !t.verdicts; i++) {
            if (i % 1500 == 1000 && seed > 10)
                t.p.lane[below(t.lanes)].up = false;
            random_cycle(seed % 3 ? 20 : 60);
        }
        ok(7);
        idle(6000);
        if (t.verdicts || !tn_cl_switch_judge_idle(t.judge))
            print_message("seed %u: %s %s\n", (unsigned)seed, t.rule, t.found);
        assert_int_equal(t.verdicts, 0);
        assert_true(t.left > 100);
        assert_true(tn_cl_switch_judge_idle(t.judge));
        end();
    }
}

/* So many packets from a lane's port to port 1, lane 2 or 3. */
static void give_many(unsigned lane, unsigned packets, unsigned prio)
{
    for (unsigned i = 0; i < packets; i++)
        give(lane, 0, 1, prio, 4 + i % 3);
}

static void prepare(enum bug bug)
{
    const bool full = bug == KEEPS_15, limits = bug == NO_LIMITS,
               dead = bug == LOSES_DEAD || bug == DEAD_LATER || bug == BEGINS_DEAD;
    if (bug == LONG_MATCH || bug == STARVES)
        burst(1);
    if (full || limits || dead || bug == NEWEST || bug == LOW_FIRST)
        ok(0);
    t.blocked = bug == TAKES_BACK;
    give_many(0, full ? 32 : limits ? 8 : 6, limits ? 2 : 0);
    if (limits)
        give_many(1, 8, 2);
    if (bug == STARVES) {
        give_many(0, 20, 0);
        give_many(1, 2, 0);
    }
    if (bug == LOW_FIRST || bug == NO_PREEMPT)
        for (unsigned i = 0; i < 30; i++)
            give(0, 0, 1, 1 + (bug == LOW_FIRST), 30);
    if (bug == NONE)
        give_many(1, 3, 2);
    if (bug == KEEPS_LOST)
        give(0, 0, 9, 0, 4);
    idle(600);
    if (dead)
        t.p.lane[3].up = false;
    idle(40);
    if (bug != BEGINS_DEAD)
        ok(7);
    else
        t.p.lane[3].m_ok = 7;
    idle(700);
    if (bug == LONG_MATCH)
        reg(CLS_MATCHES, false, 5) /* of a match with two packets */;
}

static void each_bug_has_its_rule_and_no_other(void **state)
{
    static const struct {
        enum bug bug;
        const char *rule;
    } all[] = {{NONE, ""},
               {KEEPS_15, "CLS-IN-1"},
               {DROPS, "CLS-IN-2"},
               {KEEPS_LOST, "CLS-IN-2"},
               {FREED_NOT, "CLS-FREE-1"},
               {FREED_TWICE, "CLS-FREE-1"},
               {FREED_OTHER, "CLS-FREE-1"},
               {OTHER_LANE, "CLS-WAY-1"},
               {NEWEST, "CLS-ORD-1"},
               {NO_MATCH, "CLS-MAT-1"},
               {NO_PREEMPT, "CLS-MAT-2"},
               {LONG_MATCH, "CLS-MAT-2"},
               {STARVES, "CLS-BRS-1"},
               {NO_LIMITS, "CLS-OUT-1"},
               {IDLES, "CLS-WRK-1"},
               {PAUSES, "CLS-WRK-2"},
               {LOW_FIRST, "CLS-PRI-1"},
               {CHANGES, "CLS-FWD-1"},
               {TWICE, "CLS-FWD-1"},
               {LOSES_DEAD, "CLS-DRN-1"},
               {DEAD_LATER, "CLS-DRN-1"},
               {BEGINS_DEAD, "CLS-DRN-1"},
               {TAKES_BACK, "CLS-HSK-1"}};
    unsigned wrong = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        begin(all[i].bug, 7, 4, 2);
        prepare(all[i].bug);
        if (strcmp(t.rule, all[i].rule) != 0 || t.verdicts > 1) {
            print_message("bug %u: %u \"%s\", not %s (%s)\n", all[i].bug, t.verdicts, t.rule,
                          all[i].rule, t.found);
            wrong++;
        }
        end();
    }
    assert_int_equal(wrong, 0);
}

/* Three packets from lane 0 to lane 3: what the registers read then, by their table. */
static void a_register_that_reads_another_value_is_found(void **state)
{
    static const uint32_t right[CLS_REGS] = {
        [CLS_MAX_BURST] = 8, [CLS_SEED] = 1, [CLS_IN] = 3, [CLS_OUT + 3] = 3};
    (void)state;
    for (unsigned r = 0; r < CLS_REGS; r++)
        for (unsigned wrong = 0; wrong < 2; wrong++) {
            if (r >= CLS_MATCHES && r <= CLS_VOID)
                continue;
            begin(NONE, 7, 4, 2);
            give_many(0, 3, 0);
            idle(200);
            reg(r, false, right[r] + wrong);
            assert_string_equal(t.rule, wrong ? "CLS-REG-1" : "");
            assert_int_equal(t.verdicts, wrong);
            end();
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_without_bugs_breaks_nothing),
        cmocka_unit_test(each_bug_has_its_rule_and_no_other),
        cmocka_unit_test(a_register_that_reads_another_value_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
