/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The watch over the switch's pins, on a small switch written here from section 4 of
 * checkers/exanet/spec/exa_crossbar.md: silent on the right one, and naming the rule of each wrong
 * one.
 */
#include "exa_fixture.h"

#include <tn/exanet/exa_mux.h>

enum { OWN = 5 << 14 | 1 << 12 | 7 << 8 | 6 << 4 | 5, PORTS = 16, SLOTS = 2, CYCLES = 4000 };
static const struct exa_node here = {5, 6, 7, 1, 5};

enum bug {
    RIGHT,
    FIXED_PRIORITY,
    AGAIN_FROM_THE_SAME,
    GAP_BETWEEN_PACKETS,
    GAP_INSIDE,
    SLOW_HEADER,
    MIXED,
    LOST_WORD,
    TWICE,
    WITHDRAWN,
    CHANGED,
    TWO_VALIDS,
    STALLS,
    HEADLESS,
};

struct slot {
    struct tn_exa_word w;
    struct tn_exa_xbar_step step;
    uint64_t taken;
};

/* The switch: two words an input, one an output. */
struct toy {
    enum bug bug;
    struct tn_exa_xbar *routes;
    struct slot in[PORTS][SLOTS];
    unsigned n[PORTS];
    struct tn_exa_word out[PORTS];
    bool full[PORTS];
    int lock[PORTS];
    unsigned last[PORTS];
    uint64_t idle_until[PORTS];
    uint64_t cycle;
    bool moved[PORTS]; /* in this cycle: a word an input a cycle */
    unsigned sent;
};

static const struct tn_exa_word zeros = {.kind = TN_EXA_FTR};

static void pop(struct toy *t, unsigned i)
{
    t->in[i][0] = t->in[i][1];
    t->n[i]--;
}

/* What input i offers output o in this cycle, or NULL. */
static const struct tn_exa_word *offer(struct toy *t, unsigned i, unsigned o)
{
    struct slot *s = &t->in[i][0];
    if (t->n[i] == 0 || t->moved[i])
        return NULL;
    if (s->step.broke == (int)o)
        return t->lock[o] == (int)i ? &zeros : NULL;
    if (s->step.broke >= 0 || s->step.out != (int)o)
        return NULL;
    if (s->w.kind == TN_EXA_HDR && t->bug == SLOW_HEADER && s->taken + 2 > t->cycle)
        return NULL;
    return &s->w;
}

static int choose(struct toy *t, unsigned o)
{
    if (t->lock[o] >= 0 && !(t->bug == MIXED && t->cycle % 97 == 0))
        return t->lock[o];
    for (unsigned n = 1; n <= PORTS; n++) {
        unsigned i = (t->last[o] + n) % PORTS;
        if (t->bug == FIXED_PRIORITY)
            i = n - 1;
        if (t->bug == AGAIN_FROM_THE_SAME)
            i = (t->last[o] + n - 1) % PORTS;
        const struct tn_exa_word *w = offer(t, i, o);
        if (w && w->kind == TN_EXA_HDR)
            return (int)i;
    }
    return -1;
}

/* The input's front was sent to o. */
static void sent(struct toy *t, unsigned i, unsigned o)
{
    struct slot *s = &t->in[i][0];
    t->sent++;
    t->moved[i] = true;
    if (s->step.broke == (int)o) {
        s->step.broke = -1;
        t->lock[o] = -1;
        if (s->w.kind != TN_EXA_HDR)
            pop(t, i);
        return;
    }
    t->lock[o] = s->step.last ? -1 : (int)i;
    if (s->w.kind == TN_EXA_HDR)
        t->last[o] = i;
    if (s->step.last && t->bug == GAP_BETWEEN_PACKETS)
        t->idle_until[o] = t->cycle + 2;
    if (t->bug == GAP_INSIDE && t->sent % 50 == 0)
        t->idle_until[o] = t->cycle + 2;
    if (!(t->bug == TWICE && t->sent % 70 == 0))
        pop(t, i);
    if (t->bug == LOST_WORD && t->sent % 70 == 0 && t->n[i] > 0)
        pop(t, i);
}

static void outputs(struct toy *t, const struct tn_exa_xbar_pins *y)
{
    for (unsigned o = 0; o < PORTS; o++) {
        if (t->full[o] && !(y->out[o].valid & y->out[o].ready)) {
            if (t->bug == WITHDRAWN && t->cycle % 5 == 0)
                t->full[o] = false;
            if (t->bug == CHANGED)
                t->out[o].data[3] ^= 1;
            continue;
        }
        t->full[o] = false;
        int i = t->cycle < t->idle_until[o] ? -1 : choose(t, o);
        const struct tn_exa_word *w = i < 0 ? NULL : offer(t, (unsigned)i, o);
        if (!w)
            continue;
        t->out[o] = *w;
        t->full[o] = true;
        if (t->bug == HEADLESS && w->kind == TN_EXA_HDR && t->cycle % 40 == 0)
            t->out[o].kind = TN_EXA_PLD;
        sent(t, (unsigned)i, o);
    }
}

static void show(const struct toy *t, struct tn_exa_xbar_pins *y)
{
    y->cycle = t->cycle;
    for (unsigned p = 0; p < PORTS; p++) {
        y->in[p].ready = t->n[p] < SLOTS && !(t->bug == STALLS && t->cycle % 9 == p) ? 7 : 0;
        y->out[p].valid = t->full[p] ? t->out[p].kind : 0;
        if (t->bug == TWO_VALIDS && t->full[p] && t->cycle % 64 == 0)
            y->out[p].valid |= 3;
        memcpy(y->out[p].data, t->out[p].data, EXA_WORD);
    }
}

static void edge(struct toy *t, const struct tn_exa_xbar_pins *y)
{
    bool room[PORTS];
    for (unsigned i = 0; i < PORTS; i++) {
        struct slot *s = &t->in[i][0];
        room[i] = y->in[i].ready != 0;
        t->moved[i] = t->n[i] > 0 && s->step.broke < 0 && s->step.out < 0;
        if (t->moved[i])
            pop(t, i);
    }
    outputs(t, y);
    for (unsigned i = 0; i < PORTS; i++) {
        if (!(y->in[i].valid & y->in[i].ready) || !room[i])
            continue;
        struct slot *s = &t->in[i][t->n[i]++];
        s->w.kind = y->in[i].valid;
        memcpy(s->w.data, y->in[i].data, EXA_WORD);
        s->taken = t->cycle;
        tn_exa_xbar_word(t->routes, i, &s->w, t->cycle, &s->step);
    }
    t->cycle++;
}

/* A sender at an input: packets one after the other, pauses and errors by chance. */
struct sender {
    struct words s;
    unsigned at;
    bool on;
};

static void next_packet(struct sender *d, struct tn_rng *r, unsigned in, uint8_t n, bool errors)
{
    struct exa_packet k =
        packet(here, exa_peripheral_addr((enum exa_peripheral)(1 + tn_rng_below(r, 2)), 0),
               EXA_WRITE, 1 + (unsigned)tn_rng_below(r, 90), n);
    k.pdid = (uint16_t)in;
    exa_seal(&k);
    d->s = words_of(&k);
    d->at = 0;
    if (errors && tn_rng_chance(r, 1, 8))
        d->s.w[0].data[2] ^= 4;
    if (errors && tn_rng_chance(r, 1, 8))
        d->s.w[d->s.n - 1].kind = TN_EXA_PLD;
    if (errors && tn_rng_chance(r, 1, 8))
        d->s.n--;
    if (errors && tn_rng_chance(r, 1, 8))
        d->s.w[d->s.n / 2].kind = TN_EXA_FTR;
}

static void drive(struct sender *d, struct tn_exa_xbar_pins *y, struct tn_rng *r, unsigned in,
                  unsigned pauses, bool errors)
{
    struct tn_exa_pins *p = &y->in[in];
    if (d->on && (p->valid & p->ready)) {
        d->on = false;
        d->at++;
    }
    if (d->on)
        return;
    p->valid = 0;
    if (tn_rng_chance(r, pauses, 8))
        return;
    if (d->at >= d->s.n)
        next_packet(d, r, in, (uint8_t)tn_rng_next(r), errors);
    d->on = true;
    p->valid = d->s.w[d->at].kind;
    memcpy(p->data, d->s.w[d->at].data, EXA_WORD);
}

struct seen {
    const char *first;
    unsigned n;
};

static void verdict(void *ctx, const struct tn_verdict *v)
{
    struct seen *s = ctx;
    if (!s->n++)
        s->first = v->rule;
}

/* Which block the toy is: its routes and its watch. */
enum kind { SWITCH, MUX, DEMUX };

static struct tn_exa_xbar_judge *become(struct toy *t, enum kind kind, struct seen *seen)
{
    struct tn_exa_xbar_params par;
    struct tn_exa_demux_params demux;
    tn_exa_xbar_defaults(&par);
    tn_exa_demux_defaults(&demux);
    demux.out_n = PORTS;
    if (kind == MUX) {
        t->routes = tn_exa_mux_new(PORTS);
        return tn_exa_mux_judge_new(PORTS, verdict, seen);
    }
    if (kind == DEMUX) {
        t->routes = tn_exa_demux_new(&demux);
        return tn_exa_demux_judge_new(&demux, verdict, seen);
    }
    t->routes = tn_exa_xbar_new(&par, OWN);
    return tn_exa_xbar_judge_new(&par, OWN, verdict, seen);
}

/* Runs the toy with bug; the first rule that failed, or NULL. *keep receives the watch. */
static const char *run(enum kind kind, enum bug bug, unsigned senders, unsigned pauses,
                       unsigned stalls, bool errors, struct tn_exa_xbar_judge **keep)
{
    struct toy t = {.bug = bug};
    struct sender from[PORTS] = {0};
    struct tn_exa_xbar_pins y = {0};
    struct seen seen = {0};
    struct tn_rng r;

    tn_rng_seed(&r, 3, (uint64_t)bug + senders);
    struct tn_exa_xbar_judge *w = become(&t, kind, &seen);
    for (unsigned o = 0; o < PORTS; o++) {
        t.lock[o] = -1;
        t.last[o] = PORTS - 1;
    }
    for (unsigned c = 0; c < CYCLES; c++) {
        for (unsigned i = 0; i < senders; i++)
            drive(&from[i], &y, &r, kind == DEMUX ? 0 : i, pauses, errors);
        for (unsigned o = 0; o < PORTS; o++)
            y.out[o].ready = tn_rng_chance(&r, stalls, 8) ? 0 : 7;
        show(&t, &y);
        tn_exa_xbar_judge_cycle(w, &y);
        edge(&t, &y);
    }
    assert_true(t.sent > 200);
    tn_exa_xbar_free(t.routes);
    if (keep)
        *keep = w;
    else
        tn_exa_xbar_judge_free(w);
    return seen.first;
}

static void a_right_switch_is_never_blamed(void **state)
{
    static const char *const rules[] = {"EXX-CHN-1", "EXX-CHN-2", "EXX-CHN-3",
                                        "EXX-ORD-2", "EXX-ARB-1", "EXX-ARB-2",
                                        "EXX-PAR-1", "EXX-LAT-1", "EXX-IDL-1"};
    (void)state;
    for (unsigned pauses = 0; pauses < 8; pauses += 2)
        for (unsigned stalls = 0; stalls < 8; stalls += 2)
            for (unsigned senders = 1; senders <= 5; senders++)
                for (unsigned errors = 0; errors < 2; errors++) {
                    const char *rule = run(SWITCH, RIGHT, senders, pauses, stalls, errors, NULL);
                    assert_null(rule);
                }
    struct tn_exa_xbar_judge *w;
    run(SWITCH, RIGHT, 3, 5, 1, false, &w);
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        assert_true(tn_exa_xbar_judge_asked(w, rules[i]) > 0);
        assert_int_equal(tn_exa_xbar_judge_failed(w, rules[i]), 0);
    }
    tn_exa_xbar_judge_free(w);
}

#define BLAMES(kind, bug, senders, pauses, stalls, rule)                                           \
    do {                                                                                           \
        const char *found_ = run(kind, bug, senders, pauses, stalls, false, NULL);                 \
        assert_non_null(found_);                                                                   \
        assert_string_equal(found_, rule);                                                         \
    } while (0)

static void a_wrong_order_of_service_is_blamed(void **state)
{
    (void)state;
    BLAMES(SWITCH, FIXED_PRIORITY, 4, 0, 0, "EXX-ARB-1");
    BLAMES(SWITCH, AGAIN_FROM_THE_SAME, 4, 0, 2, "EXX-ARB-1");
}

static void idle_cycles_are_blamed(void **state)
{
    (void)state;
    BLAMES(SWITCH, GAP_BETWEEN_PACKETS, 3, 0, 0, "EXX-IDL-1");
    BLAMES(SWITCH, GAP_INSIDE, 3, 0, 0, "EXX-IDL-1");
    BLAMES(SWITCH, SLOW_HEADER, 1, 5, 0, "EXX-LAT-1");
}

static void words_that_are_not_the_next_are_blamed(void **state)
{
    (void)state;
    BLAMES(SWITCH, MIXED, 4, 0, 1, "EXX-ARB-2");
    for (unsigned i = 0; i < 2; i++) {
        struct tn_exa_xbar_judge *w;
        run(SWITCH, i ? TWICE : LOST_WORD, 3, 1, 1, false, &w); /* an idle cycle may show it, too */
        assert_int_equal(tn_exa_xbar_judge_failed(w, "EXX-ORD-2"), 1);
        tn_exa_xbar_judge_free(w);
    }
}

static void a_channel_out_of_form_is_blamed(void **state)
{
    (void)state;
    BLAMES(SWITCH, WITHDRAWN, 2, 1, 3, "EXX-CHN-1");
    BLAMES(SWITCH, CHANGED, 2, 1, 3, "EXX-CHN-1");
    BLAMES(SWITCH, TWO_VALIDS, 2, 1, 1, "EXX-CHN-2");
    BLAMES(SWITCH, HEADLESS, 2, 1, 1, "EXX-CHN-3");
}

static void a_stall_without_two_words_is_blamed(void **state)
{
    (void)state;
    BLAMES(SWITCH, STALLS, 3, 1, 0, "EXX-PAR-1");
}

static void mux_and_demux_are_judged_by_their_own_rules(void **state)
{
    (void)state;
    for (unsigned errors = 0; errors < 2; errors++)
        for (unsigned stalls = 0; stalls < 6; stalls += 2) {
            assert_null(run(MUX, RIGHT, 4, 1, stalls, errors, NULL));
            assert_null(run(DEMUX, RIGHT, 1, 1, stalls, errors, NULL));
        }
    BLAMES(MUX, FIXED_PRIORITY, 4, 0, 0, "EXU-ARB-1");
    BLAMES(MUX, MIXED, 4, 0, 1, "EXU-ARB-2");
    BLAMES(MUX, GAP_BETWEEN_PACKETS, 3, 0, 0, "EXU-LAT-1");
    BLAMES(DEMUX, GAP_INSIDE, 1, 0, 0, "EXU-LAT-2");
    BLAMES(DEMUX, SLOW_HEADER, 1, 5, 0, "EXU-LAT-2");
    BLAMES(DEMUX, STALLS, 1, 1, 0, "EXU-BLK-1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_switch_is_never_blamed),
        cmocka_unit_test(a_wrong_order_of_service_is_blamed),
        cmocka_unit_test(idle_cycles_are_blamed),
        cmocka_unit_test(words_that_are_not_the_next_are_blamed),
        cmocka_unit_test(a_channel_out_of_form_is_blamed),
        cmocka_unit_test(a_stall_without_two_words_is_blamed),
        cmocka_unit_test(mux_and_demux_are_judged_by_their_own_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
