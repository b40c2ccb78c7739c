/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults at the ports of a block that C plays: what a fault's text becomes there.
 */
#include "arm.h"

#include <tn/line_fault.h>
#include <tn/port_fault.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PORTS = 4 };

static struct port {
    struct tn_arm_queue faults;
    uint64_t shut; /* nothing passes before this cycle */
    bool owns;     /* the player does faults of a kind itself: */
    unsigned own;
    struct tn_line_done done;
} ports[PORTS];
static bool played; /* a player asks what becomes of packets at the ports */

/* Says whether the player of a port does faults of that kind itself. */
static bool is_own(const struct port *p, unsigned kind)
{
    return p->owns && kind == p->own;
}

static bool shuts(unsigned k)
{
    return k == TN_FAULT_READY0 || k == TN_FAULT_VALID0;
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    struct port *p = &ports[id];
    const unsigned k = f->kind;
    const bool known = k == TN_FAULT_FLIP || k == TN_FAULT_BURST || k == TN_FAULT_DROP ||
                       k == TN_FAULT_DUP || shuts(k) || is_own(p, k);
    const char *why = !played        ? "the port has no player yet"
                      : f->by_packet ? "at this port faults are by cycle"
                      : known        ? NULL
                                     : "not at this port";
    struct tn_armed *a;
    return tn_arm(&p->faults, id, f, seed, why, &a, err, err_size);
}

static void struck(struct port *p, uint64_t cycle)
{
    p->done.bits++;
    p->done.cycle = p->done.cycle ? p->done.cycle : cycle;
}

/* From the bit that is named, or drawn. */
static void invert(struct tn_armed *a, uint8_t *bytes, size_t len)
{
    const uint64_t bits = 8 * len;
    const uint64_t first = tn_armed_bit(a, (uint32_t)bits);
    const uint64_t n = a->f.kind == TN_FAULT_BURST ? a->f.len : 1;
    for (uint64_t bit = first; bit < first + n && bit < bits; bit++)
        bytes[bit / 8] ^= (uint8_t)(0x80u >> bit % 8);
}

/* What passes a port, or asks to, as all its faults see it. */
struct passing {
    struct port *port;
    uint64_t cycle;
    uint8_t *bytes;
    size_t len;
    unsigned copies;
    bool due;
};

static bool spoil(void *ctx, struct tn_armed *a)
{
    struct passing *y = ctx;
    if (shuts(a->f.kind) || is_own(y->port, a->f.kind) || y->cycle < a->f.cycle)
        return false;
    if (a->f.kind == TN_FAULT_DROP || a->f.kind == TN_FAULT_DUP)
        y->copies = a->f.kind == TN_FAULT_DUP ? 2 : 0;
    else
        invert(a, y->bytes, y->len);
    struck(y->port, y->cycle);
    return true;
}

static unsigned pass(unsigned id, uint64_t cycle, uint8_t *bytes, size_t len)
{
    struct passing y = {
        .port = &ports[id], .cycle = cycle, .bytes = bytes, .len = len, .copies = 1};
    tn_arm_turn(&ports[id].faults, spoil, &y);
    return y.copies;
}

static bool close(void *ctx, struct tn_armed *a)
{
    struct passing *y = ctx;
    if (!shuts(a->f.kind) || y->cycle < a->f.cycle)
        return false;
    y->port->shut = y->cycle + a->f.arg;
    struck(y->port, y->cycle);
    return true;
}

static bool shut(unsigned id, uint64_t cycle)
{
    struct passing y = {.port = &ports[id], .cycle = cycle};
    tn_arm_turn(&ports[id].faults, close, &y);
    return cycle < ports[id].shut;
}

/* One at a time. */
static bool own(void *ctx, struct tn_armed *a)
{
    struct passing *y = ctx;
    if (y->due || !is_own(y->port, a->f.kind) || y->cycle < a->f.cycle)
        return false;
    struck(y->port, y->cycle);
    return y->due = true;
}

bool tn_port_due(unsigned id, uint64_t cycle, unsigned kind)
{
    struct passing y = {.port = &ports[id], .cycle = cycle};
    ports[id].owns = true;
    ports[id].own = kind;
    tn_arm_turn(&ports[id].faults, own, &y);
    return y.due;
}

static void done(unsigned id, struct tn_line_done *out)
{
    *out = ports[id].done;
}

static void calm(void)
{
    for (unsigned i = 0; i < PORTS; i++) {
        ports[i].faults.n = 0;
        ports[i].shut = 0;
    }
}

const struct tn_line_ops tn_port_lines = {.arm = arm, .done = done, .calm = calm};

const struct tn_block_ports *tn_port_faults(bool play)
{
    static const struct tn_block_ports those = {pass, shut};
    memset(ports, 0, sizeof ports);
    played = play;
    return &those;
}
