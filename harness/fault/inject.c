/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Armed faults. Wires and state are touched at the falling edge, so that the
 * next rising edge samples the fault whichever simulator runs; a stuck bit is
 * put back at every falling edge, which no rising edge can tell from stuck.
 */
#include "arm.h"
#include "saboteur.h"

#include "../sim/core.h"

#include <tn/event.h>
#include <tn/inject.h>
#include <tn/line_fault.h>
#include <tn/rng.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum phase { WAITING, ACTIVE, OVER };

static struct armed {
    struct tn_fault f;
    enum phase phase;
    bool struck, on_line;
    uint64_t blows;        /* on_line: of all faults on it before this one */
    uint64_t cycle, until; /* when it struck; when it ends */
    uint64_t seed;
    int id; /* saboteur */
    struct tn_state_bit bit;
    struct tn_arm_packet packet;
    char text[TN_FAULT_TEXT];
} armed[TN_INJECT_MAX];
static unsigned armed_n;

static void strike(struct armed *a, uint64_t cycle)
{
    a->struck = true;
    a->cycle = cycle;
}

/* Is this the packet, and the time, that the fault waits for? */
static bool strikes(struct armed *a, const struct tn_sabotage *s)
{
    if (a->phase != WAITING || !tn_fault_on_packet(a->f.kind) || (unsigned)a->id != s->id)
        return false;
    return tn_arm_strikes(&a->packet, &a->f, s->packet, s->cycle, s->bytes, s->len);
}

static void invert(struct tn_sabotage *s, uint64_t first, uint32_t n)
{
    for (uint64_t bit = first; bit < first + n && bit < 8 * s->len; bit++)
        s->bytes[bit / 8] ^= (uint8_t)(0x80u >> (bit % 8));
}

/* The bit named, or one drawn from the seed. */
static uint32_t chosen_bit(const struct armed *a, uint32_t bits)
{
    struct tn_rng rng;
    if (a->f.has_arg)
        return a->f.arg;
    tn_rng_seed(&rng, a->seed, 2);
    return (uint32_t)tn_rng_below(&rng, bits);
}

/* Sets the fault's line of text. */
__attribute__((format(printf, 2, 3))) static void tell(struct armed *a, const char *format, ...)
{
    char text[sizeof a->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    memcpy(a->text, text, sizeof text);
}

/* Does it, or leaves the fault waiting for ever when the packet has no such part. */
static void spoil(struct armed *a, struct tn_sabotage *s)
{
    uint32_t bit = chosen_bit(a, (uint32_t)(8 * s->len));
    char what[48] = "";
    a->phase = OVER;
    switch (a->f.kind) {
    case TN_FAULT_FLIP:
    case TN_FAULT_BURST:
        if (bit >= 8 * s->len)
            return;
        invert(s, bit, a->f.kind == TN_FAULT_FLIP ? 1 : a->f.len);
        snprintf(what, sizeof what, ", bit %" PRIu32, bit);
        break;
    case TN_FAULT_DROP:
        s->copies = 0;
        break;
    case TN_FAULT_DUP:
        s->copies = 2;
        break;
    case TN_FAULT_REORDER:
        s->behind = true;
        break;
    case TN_FAULT_TRUNC:
        if (a->f.arg == 0)
            s->copies = 0;
        else if (s->unit * (uint64_t)a->f.arg < s->len)
            s->len = s->unit * (size_t)a->f.arg;
        else
            return;
        break;
    case TN_FAULT_DELAY:
        s->not_before = tn_sim_cycle() + a->f.arg;
        break;
    default:
        return;
    }
    s->flags |= TN_EV_FAULT;
    strike(a, s->cycle);
    tell(a, "%s on %.40s packet %" PRIu32 ", %s%s", tn_fault_name(a->f.kind), a->f.where, s->packet,
         s->name, what);
}

static void on_packet(struct tn_sabotage *s)
{
    for (unsigned i = 0; i < armed_n; i++)
        if (strikes(&armed[i], s))
            spoil(&armed[i], s);
}

static void begin(struct armed *a, uint64_t cycle)
{
    uint32_t lasts = tn_fault_on_link(a->f.kind) ? a->f.arg : a->f.len;
    a->phase = a->f.kind == TN_FAULT_SEU ? OVER : ACTIVE;
    a->until = lasts ? cycle + lasts : UINT64_MAX;
    strike(a, cycle);
    tell(a, "%s on %.160s", tn_fault_name(a->f.kind), a->f.where);
    switch (a->f.kind) {
    case TN_FAULT_READY0:
    case TN_FAULT_READY1:
        tn_saboteur_force((unsigned)a->id, a->f.kind == TN_FAULT_READY1, -1);
        break;
    case TN_FAULT_VALID0:
    case TN_FAULT_VALID1:
        tn_saboteur_force((unsigned)a->id, -1, a->f.kind == TN_FAULT_VALID1);
        break;
    default:
        tell(a, "%s on %.160s bit %u", tn_fault_name(a->f.kind), a->f.where, a->bit.bit);
        if (a->f.kind == TN_FAULT_SEU)
            tn_state_put(&a->bit, !tn_state_get(&a->bit));
    }
}

static bool is_stuck_bit(const struct armed *a)
{
    return a->f.kind == TN_FAULT_STUCK0 || a->f.kind == TN_FAULT_STUCK1;
}

static void act(uint64_t cycle)
{
    for (unsigned i = 0; i < armed_n; i++) {
        struct armed *a = &armed[i];
        if (tn_fault_on_packet(a->f.kind))
            continue;
        if (a->phase == WAITING && cycle >= a->f.cycle)
            begin(a, cycle);
        if (a->phase == ACTIVE && cycle >= a->until) {
            a->phase = OVER;
            if (tn_fault_on_link(a->f.kind))
                tn_saboteur_force((unsigned)a->id, -1, -1);
        }
        if (a->phase == ACTIVE && is_stuck_bit(a) &&
            tn_state_get(&a->bit) != (a->f.kind == TN_FAULT_STUCK1))
            tn_state_put(&a->bit, a->f.kind == TN_FAULT_STUCK1);
    }
}

static uint64_t next(void)
{
    uint64_t first = UINT64_MAX, at;
    for (unsigned i = 0; i < armed_n; i++) {
        const struct armed *a = &armed[i];
        if (tn_fault_on_packet(a->f.kind) || a->phase == OVER)
            continue;
        at = a->phase == WAITING ? a->f.cycle : is_stuck_bit(a) ? tn_sim_cycle() + 1 : a->until;
        if (at < first)
            first = at;
    }
    return first;
}

static int refuse(int code, const struct tn_fault *f, const char *why, char *err, size_t err_size)
{
    char text[TN_FAULT_TEXT];
    tn_fault_format(f, text);
    snprintf(err, err_size, "fault %s: %s", text, why);
    return code;
}

static uint64_t blows(unsigned line)
{
    struct tn_line_done d;
    tn_line_done(line, &d);
    return d.bits + d.lost + d.repeated + d.joined + d.slips + d.nfcs;
}

/* The line does it; what is kept here tells whether it has struck. */
static int arm_line(unsigned line, const struct tn_fault *f, uint64_t seed, char *err,
                    size_t err_size)
{
    struct armed *a = &armed[armed_n];
    int rc = armed_n == TN_INJECT_MAX ? refuse(-ENOSPC, f, "too many at a time", err, err_size)
                                      : tn_line_arm(line, f, seed, err, err_size);
    if (rc < 0)
        return rc;
    *a = (struct armed){
        .f = *f, .phase = OVER, .on_line = true, .id = (int)line, .blows = blows(line)};
    tell(a, "%s on %.40s", tn_fault_name(f->kind), f->where);
    armed_n++;
    return 0;
}

int tn_inject(const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    static const struct tn_core_hook hook = {act, next};
    struct armed *a = &armed[armed_n];
    int rc, line = tn_line_find(f->where);
    if (line >= 0)
        return arm_line((unsigned)line, f, seed, err, err_size);
    if (tn_fault_on_line(f->kind))
        return refuse(-ENOENT, f, "no line of that name", err, err_size);
    if (armed_n == TN_INJECT_MAX)
        return refuse(-ENOSPC, f, "too many at a time", err, err_size);
    *a = (struct armed){.f = *f, .seed = seed};
    if (tn_fault_on_link(f->kind)) {
        a->id = tn_saboteur_find(f->where);
        if (a->id < 0)
            return refuse(a->id, f,
                          a->id == -ENOENT ? "no link of that name"
                                           : "this simulation has no faults on links (Icarus and "
                                             "Verilator's -state model have)",
                          err, err_size);
        if (tn_fault_on_packet(f->kind))
            tn_saboteur_arm((unsigned)a->id, on_packet);
    } else {
        rc = tn_state_open(f->where, 0, &a->bit);
        if (rc == 0) {
            a->bit.bit = chosen_bit(a, a->bit.bits);
            rc = a->bit.bit < a->bit.bits ? 0 : -ERANGE;
        }
        if (rc < 0)
            return refuse(rc, f,
                          rc == -ENOENT   ? "no register or memory of that name"
                          : rc == -ERANGE ? "it has no such bit or word"
                                          : "this simulation keeps no registers by name",
                          err, err_size);
    }
    armed_n++;
    tn_core_hook(&hook);
    return 0;
}

bool tn_inject_struck(unsigned i, uint64_t *cycle, const char **text)
{
    if (i < armed_n && armed[i].on_line) {
        struct tn_line_done d;
        tn_line_done((unsigned)armed[i].id, &d);
        armed[i].cycle = d.cycle;
        armed[i].struck = blows((unsigned)armed[i].id) != armed[i].blows;
    }
    if (i >= armed_n || !armed[i].struck)
        return false;
    *cycle = armed[i].cycle;
    *text = armed[i].text;
    return true;
}

void tn_inject_clear(void)
{
    for (unsigned i = 0; i < armed_n; i++)
        tn_arm_forget(&armed[i].packet);
    armed_n = 0;
    tn_line_calm();
    tn_core_hook(NULL);
}
