/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults at the ports of a block of TNW that C plays: what a fault's text becomes there.
 */
#include "saboteur.h"

#include <tn/line_fault.h>
#include <tn/rng.h>
#include <tn/tnw_port_fault.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PORTS = 4, FAULTS = 16 };

static struct port {
    struct armed {
        struct tn_fault f;
        struct tn_rng rng;
    } armed[FAULTS];
    unsigned n;
    uint64_t shut; /* nothing passes before this cycle */
    bool resets;   /* may have linkrst */
    struct tn_line_done done;
} ports[PORTS];

static bool shuts(enum tn_fault_kind k)
{
    return k == TN_FAULT_READY0 || k == TN_FAULT_VALID0;
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    struct port *p = &ports[id];
    const enum tn_fault_kind k = f->kind;
    const bool known = k == TN_FAULT_FLIP || k == TN_FAULT_BURST || k == TN_FAULT_DROP || k == TN_FAULT_DUP ||
                       shuts(k) || (k == TN_FAULT_LINKRST && p->resets);
    if (!known || f->by_packet || p->n == FAULTS) {
        snprintf(err, err_size, "fault %s@%s: %s", tn_fault_name(k), f->where,
                 p->n == FAULTS ? "too many at a time"
                 : f->by_packet ? "at this port faults are by cycle"
                                : "not at this port");
        return p->n == FAULTS ? -ENOSPC : -EINVAL;
    }
    struct armed *a = &p->armed[p->n++];
    a->f = *f;
    tn_rng_seed(&a->rng, seed, tn_line_stream(id, p->n - 1));
    return 0;
}

static void struck(struct port *p, uint64_t cycle)
{
    p->done.bits++;
    p->done.cycle = p->done.cycle ? p->done.cycle : cycle;
}

/* From the bit that is named, or drawn. */
static void invert(struct armed *a, uint8_t *bytes, size_t len)
{
    const uint64_t bits = 8 * len;
    const uint64_t first = a->f.has_arg ? a->f.arg % bits : tn_rng_below(&a->rng, bits);
    const uint64_t n = a->f.kind == TN_FAULT_BURST ? a->f.len : 1;
    for (uint64_t bit = first; bit < first + n && bit < bits; bit++)
        bytes[bit / 8] ^= (uint8_t)(0x80u >> bit % 8);
}

static unsigned pass(unsigned id, uint64_t cycle, uint8_t *bytes, size_t len)
{
    struct port *p = &ports[id];
    unsigned left = 0, copies = 1;
    for (unsigned i = 0; i < p->n; i++) {
        struct armed *a = &p->armed[i];
        if (shuts(a->f.kind) || a->f.kind == TN_FAULT_LINKRST || cycle < a->f.cycle) {
            p->armed[left++] = *a;
            continue;
        }
        if (a->f.kind == TN_FAULT_DROP || a->f.kind == TN_FAULT_DUP)
            copies = a->f.kind == TN_FAULT_DUP ? 2 : 0;
        else
            invert(a, bytes, len);
        struck(p, cycle);
    }
    p->n = left;
    return copies;
}

static bool shut(unsigned id, uint64_t cycle)
{
    struct port *p = &ports[id];
    unsigned left = 0;
    for (unsigned i = 0; i < p->n; i++) {
        const struct armed *a = &p->armed[i];
        if (!shuts(a->f.kind) || cycle < a->f.cycle) {
            p->armed[left++] = *a;
            continue;
        }
        p->shut = cycle + a->f.arg;
        struck(p, cycle);
    }
    p->n = left;
    return cycle < p->shut;
}

bool tn_tnw_port_reset(unsigned id, uint64_t cycle)
{
    struct port *p = &ports[id];
    p->resets = true;
    for (unsigned i = 0; i < p->n; i++)
        if (p->armed[i].f.kind == TN_FAULT_LINKRST && cycle >= p->armed[i].f.cycle) {
            struck(p, cycle);
            p->armed[i] = p->armed[--p->n];
            return true;
        }
    return false;
}

static void done(unsigned id, struct tn_line_done *out)
{
    *out = ports[id].done;
}

static void calm(void)
{
    for (unsigned i = 0; i < PORTS; i++) {
        ports[i].n = 0;
        ports[i].shut = 0;
    }
}

const struct tn_block_ports *tn_tnw_port_faults(const char *const *names, unsigned n)
{
    static const struct tn_line_ops ops = {arm, done, calm};
    static const struct tn_block_ports those = {pass, shut};
    memset(ports, 0, sizeof ports);
    tn_line_behind(n ? &ops : NULL, 0);
    for (unsigned i = 0; i < n && i < PORTS; i++)
        tn_line_declare(i, names[i]);
    return &those;
}
