/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on the cable between two nodes of a TNW torus, and resets of what sends on it: what a fault's text
 * becomes on the bench.
 */
#include "../../fault/arm.h"
#include "../dut/tnw_duts.h"

#include <tn/tnw/tnw_fault_kinds.h>
#include <tn/tnw/tnw_wire_fault.h>

#include <tn/line_fault.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_bench.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 2, BITS = 36, TURN = 4, START = 0, FIELD_FIRST = 8, FIELD_BITS = 24,
       SYMBOLS = 40, SYMBOL = 10, /* bits of a line with symbols, of one of its four */
       CTRL = 0x1008, OF_LINK = 0x400, RESET = 1 /* in BAR0 (tnw_link.md 8, tnw_nwp.md) */ };

/* Of an armed fault's own, linkrst: how far it is, and the question that asks for CTRL. */
enum { STEP, QUESTION };
enum { IDLE, READS, HELD, READS_AGAIN };

/* Where each line comes in, and who sends on it, both 6 x node + link. */
static const unsigned comes_in[LINES] = {6 * 1 + 1, 0}, sender[LINES] = {0, 6 * 1 + 1};

static struct line {
    struct tn_arm_queue faults;
    uint64_t asleep; /* who receives is, until this cycle */
    struct tn_line_done done;
    uint64_t first;  /* cycle of the first blow since it was calm; 0 none */
} lines[LINES];
static unsigned held; /* nodes in reset, a set */

static struct tn_tnw_bench *bench;
static bool doing; /* a deed is armed, or its line is not as it was yet */

/* No words are struck, and nothing is waited for but time. */
static bool lasts(unsigned k)
{
    return k == TN_FAULT_VALID0 || k == TN_FAULT_READY0 || k == TN_FAULT_NODERST || k == TN_FAULT_LINKRST;
}

/* With symbols nobody knows where the words are: bits of the line alone are inverted. */
static bool does(unsigned k)
{
    const bool of_words = k == TN_FAULT_DROP || k == TN_FAULT_DUP || k == TN_FAULT_REORDER || k == TN_FAULT_TRUNC ||
                          k == TN_FAULT_TNW_FEEDBACK_LOSE || k == TN_FAULT_TNW_FEEDBACK_FLIP;
    return k == TN_FAULT_FLIP || k == TN_FAULT_BURST || k == TN_FAULT_BER || lasts(k) || (of_words && !bench->pcs);
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    const unsigned k = tn_fault_own(&tn_fault_kinds_tnw, f->kind);
    const char *why = !bench         ? "the line has no player yet"
                      : f->by_packet ? "on a TNW line faults are by cycle"
                      : !does(k)     ? "not on the lines of a torus"
                                     : NULL;
    struct tn_armed *a;
    if (tn_arm(&lines[id].faults, id, f, seed, why, &a, err, err_size) < 0)
        return why ? -EINVAL : -ENOSPC;
    a->f.kind = k;
    if (k == TN_FAULT_BER)
        a->rate = 1 - pow(1 - pow(10, -(double)f->arg), (double)(bench->pcs ? SYMBOLS : BITS) * TURN);
    return 0;
}

/* Nobody sees on the line when it was struck. */
static void struck(struct line *l, uint64_t now)
{
    l->done.bits++;
    l->first = l->first ? l->first : now;
}

static void blow(unsigned id, uint64_t bits, enum tn_tnw_deed what, unsigned which)
{
    if (bench->pcs) {
        struck(&lines[id], tn_sim_cycle());
        tn_tnw_bench_strike(comes_in[id], bits, 1);
        return;
    }
    tn_tnw_bench_deed(comes_in[id], sender[id], what, which, 0, bits);
    doing = true;
}

/* There is one deed at a time: such a fault waits until the one before is done. */
static bool may_begin(const struct tn_armed *a, uint64_t now)
{
    return now + TURN >= a->f.cycle && (!doing || a->f.kind == TN_FAULT_BER || lasts(a->f.kind));
}

/* One bit of the first n from the first on: the one that is named, or drawn. */
static uint64_t one_bit(struct tn_armed *a, unsigned first, unsigned n)
{
    return 1ull << (first + (a->f.has_arg && a->f.kind != TN_FAULT_BER ? a->f.arg % n
                                                                       : (unsigned)tn_rng_below(&a->rng, n)));
}

static uint64_t ctrl_of(unsigned id)
{
    return CTRL + OF_LINK * (sender[id] % 6);
}

/* CTRL is read and written, its other bits as they are: reset is set, and cleared when its time is over. A read that is
 * not answered: it never comes. */
static bool reset_goes_on(unsigned id, struct tn_armed *a, uint64_t now)
{
    struct tn_tnw_host_node *n = &bench->node[sender[id] / 6];
    unsigned question = (unsigned)a->own[QUESTION];
    uint32_t ctrl = 0;
    if (a->own[STEP] == IDLE || (a->own[STEP] == HELD && now >= a->until)) {
        if (tn_tnw_bench_ask(n, ctrl_of(id), &question) == 0) {
            a->own[QUESTION] = question;
            a->own[STEP] = a->own[STEP] == IDLE ? READS : READS_AGAIN;
        }
        return false;
    }
    if (a->own[STEP] == HELD || tn_tnw_bench_answer(n, question, &ctrl) != 0)
        return false;
    ctrl = a->own[STEP] == READS ? ctrl | RESET : ctrl & ~(uint32_t)RESET;
    tn_tnw_bench_io.write(n, 0, ctrl_of(id), &ctrl, sizeof ctrl);
    if (a->own[STEP] == READS_AGAIN)
        return true;
    a->own[STEP] = HELD;
    a->until = now + a->f.arg;
    struck(&lines[id], now);
    return false;
}

/* Its time has come; true when that was all of it. */
static bool begin(unsigned id, struct tn_armed *a, uint64_t now)
{
    const unsigned bits = bench->pcs ? SYMBOLS : BITS, lane = bench->pcs ? SYMBOL : 8;
    a->begun = true;
    a->until = now + (a->f.kind == TN_FAULT_BER ? (a->f.len ? a->f.len : UINT32_MAX) : a->f.arg);
    switch (a->f.kind) {
    case TN_FAULT_FLIP: blow(id, one_bit(a, 0, bits), TN_TNW_DEED_FLIP, TN_TNW_DEED_ANY); return true;
    case TN_FAULT_BURST:
        blow(id, ((1ull << lane) - 1) << lane * (a->f.arg % 4), TN_TNW_DEED_FLIP, TN_TNW_DEED_ANY);
        return true;
    case TN_FAULT_DROP: blow(id, 0, TN_TNW_DEED_LOSE, TN_TNW_DEED_ANY); return true;
    case TN_FAULT_DUP: blow(id, 0, TN_TNW_DEED_DOUBLE, TN_TNW_DEED_ANY); return true;
    case TN_FAULT_REORDER: blow(id, 0, TN_TNW_DEED_SWAP, TN_TNW_DEED_ANY); return true;
    case TN_FAULT_TRUNC: blow(id, 0, TN_TNW_DEED_GONE, START); return true;
    case TN_FAULT_TNW_FEEDBACK_FLIP:
        blow(id, one_bit(a, FIELD_FIRST, FIELD_BITS), TN_TNW_DEED_FLIP, TN_TNW_DEED_CONTROL);
        return true;
    case TN_FAULT_TNW_FEEDBACK_LOSE:
        blow(id, 1ull << FIELD_FIRST, TN_TNW_DEED_FLIP, TN_TNW_DEED_CONTROL);
        return --a->left == 0;
    case TN_FAULT_VALID0:
        tn_tnw_bench_cut(comes_in[id], true);
        if (bench->pcs) /* words show it cycles later, and which is the first is the taps' affair */
            struck(&lines[id], now);
        return false;
    case TN_FAULT_READY0:
        lines[id].asleep = a->until;
        struck(&lines[id], now);
        return true;
    case TN_FAULT_NODERST:
        held |= 1u << sender[id] / 6;
        tn_tnw_bench_hold(held);
        struck(&lines[id], now);
        return false;
    case TN_FAULT_LINKRST: return reset_goes_on(id, a, now);
    default: return false;
    }
}

/* Goes on with one that has begun; true when it is over. */
static bool go_on(unsigned id, struct tn_armed *a, uint64_t now)
{
    if (a->f.kind == TN_FAULT_BER && now < a->until) {
        if (!doing && (double)(tn_rng_next(&a->rng) >> 11) / 9007199254740992.0 < a->rate)
            blow(id, one_bit(a, 0, bench->pcs ? SYMBOLS : BITS), TN_TNW_DEED_FLIP, TN_TNW_DEED_ANY);
        return false;
    }
    if (a->f.kind == TN_FAULT_LINKRST)
        return reset_goes_on(id, a, now);
    if (a->f.kind == TN_FAULT_TNW_FEEDBACK_LOSE) /* the next, when the one before is done */
        return !doing && begin(id, a, now);
    if (now < a->until)
        return false;
    if (a->f.kind == TN_FAULT_VALID0)
        tn_tnw_bench_cut(comes_in[id], false);
    if (a->f.kind == TN_FAULT_NODERST) {
        held &= ~(1u << sender[id] / 6);
        tn_tnw_bench_hold(held);
    }
    return true;
}

static bool turn(void *ctx, struct tn_armed *a)
{
    const unsigned id = (unsigned)((struct line *)ctx - lines);
    const uint64_t now = tn_sim_cycle();
    return a->begun ? go_on(id, a, now) : may_begin(a, now) && begin(id, a, now);
}

void tn_tnw_wire_turn(void)
{
    for (unsigned id = 0; id < LINES; id++)
        tn_arm_turn(&lines[id].faults, turn, &lines[id]);
}

void tn_tnw_wire_did(unsigned kind)
{
    doing = kind != 0;
}

void tn_tnw_wire_seen(unsigned node, unsigned link, uint64_t cycle, bool hurt)
{
    for (unsigned id = 0; hurt && id < LINES; id++)
        if (comes_in[id] == 6 * node + link) {
            lines[id].done.bits++;
            lines[id].first = lines[id].first ? lines[id].first : cycle;
        }
}

bool tn_tnw_wire_asleep(unsigned node)
{
    for (unsigned id = 0; id < LINES; id++)
        if (comes_in[id] / 6 == node && tn_sim_cycle() < lines[id].asleep)
            return true;
    return false;
}

uint64_t tn_tnw_wire_began(void)
{
    const uint64_t a = lines[0].first, b = lines[1].first;
    return !a || (b && b < a) ? b : a;
}

static void done(unsigned id, struct tn_line_done *out)
{
    *out = lines[id].done;
    out->cycle = lines[id].first;
}

static void calm(void)
{
    for (unsigned i = 0; i < LINES; i++) {
        lines[i].faults.n = 0;
        lines[i].first = lines[i].asleep = 0;
    }
}

const struct tn_line_ops tn_tnw_torus_lines = {.arm = arm, .done = done, .calm = calm};

void tn_tnw_wire_faults(struct tn_tnw_bench *b)
{
    bench = b;
    held = 0;
    memset(lines, 0, sizeof lines);
    doing = false;
}
