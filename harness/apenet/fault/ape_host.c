/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the hosts of a torus: a page that is missing or comes late, a buffer that goes while a
 * message arrives in it, processes or a firmware that sleep, a link that software turns off.
 */
#include "../../fault/arm.h"

#include <tn/apenet/ape_host_fault.h>
#include <tn/apenet/ape_line_fault.h>
#include <tn/line_fault.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Kinds of places, each at every node. */
enum { PAGE, BUFFER, USER, FIRMWARE, LINK, KINDS };
enum { CTRL = 0x43c, CTRL_ON = 3 }; /* of link 0: word 256 + 15 */
enum { EVQ_READ = 0x1030, ROOM = 3 /* events that a queue still takes */ };

static const char *const names[KINDS] = {"page", "buffer", "user", "firmware", "link"};

static struct place {
    struct tn_arm_queue faults;
    struct tn_line_done done;
    uint64_t until;           /* USER, FIRMWARE: asleep before that cycle */
    uint64_t answer;          /* PAGE: the cycle in which a miss that waits is answered */
    uint64_t written;         /* BUFFER: bytes of data before the fault */
    bool waiting;             /* PAGE: a miss waits for its answer */
    struct ape_buffer buffer; /* BUFFER: the buffer that is gone; LINK: unused */
} places[KINDS * TN_APE_NODES];
static struct tn_ape_torus_bench *bench;
static bool busy; /* software is at its work, and cycles pass meanwhile */

static struct place *place_of(unsigned kind, unsigned node)
{
    return &places[kind * bench->nodes + node];
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    const unsigned kind = id / bench->nodes;
    const bool takes = kind == PAGE     ? f->kind == TN_FAULT_DROP || f->kind == TN_FAULT_DELAY
                       : kind == BUFFER ? f->kind == TN_FAULT_DELAY
                                        : f->kind == TN_FAULT_VALID0;
    const char *why = f->by_packet     ? "at hosts faults are by cycle"
                      : takes          ? NULL
                      : kind == PAGE   ? "a page is missing (drop), or comes late (delay)"
                      : kind == BUFFER ? "a buffer is gone for some cycles (delay)"
                                       : "only valid0";
    struct tn_armed *a;
    if (places[id].faults.n == 0)
        memset(&places[id].done, 0, sizeof places[id].done);
    if (tn_arm(&places[id].faults, id, f, seed, why, &a, err, err_size) < 0)
        return why ? -EINVAL : -ENOSPC;
    return 0;
}

static void note(struct place *p)
{
    p->done.lost++;
    p->done.cycle = p->done.cycle ? p->done.cycle : tn_sim_cycle();
}

/* The buffer that data are written to goes, and comes again when its time is over. Returns whether
 * the fault is over. */
static bool buffer_turn(struct place *p, struct tn_armed *a, struct tn_ape_torus_node *n)
{
    struct ape_user *u = &n->host.user;
    if (a->begun && p->buffer.length) {
        if (tn_sim_cycle() < a->until)
            return false;
        (void)ape_register_buffer(u, &p->buffer);
        p->buffer.length = 0;
        return true;
    }
    if (!a->begun) {
        a->begun = true;
        p->written = n->written;
    }
    if (n->written == p->written || u->buffer[n->slot].length == 0 ||
        u->buffer[n->slot].flags & APE_FOR_SEND)
        return false;
    p->buffer = u->buffer[n->slot];
    note(p);
    if (ape_unregister_buffer(u, (int)n->slot))
        p->buffer.length = 0;
    a->until = tn_sim_cycle() + a->f.arg;
    return p->buffer.length == 0;
}

/* The host has not told of most events that it took, and takes no more. Returns whether the fault
 * is over. */
static bool user_turn(struct place *p, struct tn_armed *a, struct tn_ape_torus_node *n)
{
    const struct ape_user *u = &n->host.user;
    const uint32_t mask = (1u << u->config.queue_log2) - 1;
    if (!a->begun) {
        a->begun = true;
        p->until = a->until = tn_sim_cycle() + a->f.arg;
        note(p);
        (void)tn_axi_write32(n->cpu, EVQ_READ, (u->event + ROOM + 1) & mask);
    }
    if (tn_sim_cycle() < a->until)
        return false;
    (void)tn_axi_write32(n->cpu, EVQ_READ, u->event & mask);
    return true;
}

static bool link_turn(struct place *p, struct tn_armed *a, struct tn_ape_torus_node *n)
{
    if (!a->begun) {
        a->begun = true;
        a->until = tn_sim_cycle() + a->f.arg;
        note(p);
        (void)tn_axi_write32(n->cpu, CTRL, 0);
    }
    if (tn_sim_cycle() < a->until)
        return false;
    (void)tn_axi_write32(n->cpu, CTRL, CTRL_ON);
    return true;
}

static bool turn(void *ctx, struct tn_armed *a)
{
    struct place *p = ctx;
    const unsigned id = (unsigned)(p - places), kind = id / bench->nodes;
    struct tn_ape_torus_node *n = &bench->node[id % bench->nodes];
    if (tn_sim_cycle() < a->f.cycle)
        return false;
    switch (kind) {
    case BUFFER:
        return buffer_turn(p, a, n);
    case LINK:
        return link_turn(p, a, n);
    case USER:
        return user_turn(p, a, n);
    case PAGE:
        return a->over;
    default:
        note(p);
        p->until = tn_sim_cycle() + a->f.arg;
        return true;
    }
}

void tn_ape_hosts_turn(void)
{
    if (busy)
        return;
    busy = true;
    for (unsigned i = 0; i < KINDS * bench->nodes; i++)
        if (places[i].faults.n)
            tn_arm_turn(&places[i].faults, turn, &places[i]);
    busy = false;
}

/* Memory as the firmware sees it when a page is missing. */
static void nothing(void *ctx, uint64_t pa, void *bytes, size_t n)
{
    (void)ctx;
    (void)pa;
    memset(bytes, 0, n);
}

void tn_ape_hosts_firmware(unsigned k)
{
    struct place *p = place_of(PAGE, k);
    struct tn_ape_fw *fw = &bench->node[k].host.fw;
    struct tn_armed *a = p->faults.n ? &p->faults.armed[0] : NULL;
    const uint64_t now = tn_sim_cycle();
    const struct ape_ops sound = fw->ops;
    if (now < place_of(FIRMWARE, k)->until)
        return;
    if (a && !a->over && now >= a->f.cycle) {
        a->over = true;
        note(p);
        p->waiting = a->f.kind == TN_FAULT_DELAY;
        p->answer = now + a->f.arg;
        if (!p->waiting)
            fw->ops.peek = nothing;
    }
    if (p->waiting && now < p->answer)
        return;
    p->waiting = false;
    (void)tn_ape_fw_step(fw);
    fw->ops = sound;
}

bool tn_ape_hosts_asleep(unsigned k)
{
    return tn_sim_cycle() < place_of(USER, k)->until;
}

static void done(unsigned id, struct tn_line_done *out)
{
    *out = places[id].done;
}

/* Whatever has begun ends now. */
static void calm(void)
{
    for (unsigned i = 0; i < KINDS * bench->nodes; i++) {
        struct place *p = &places[i];
        for (unsigned f = 0; f < p->faults.n; f++)
            p->faults.armed[f].until = 0;
        if (p->done.lost)
            tn_ape_hosts_turn();
        p->faults.n = 0;
        p->until = 0;
        p->waiting = false;
    }
}

void tn_ape_hosts_open(struct tn_ape_torus_bench *b)
{
    static const struct tn_line_ops ops = {.arm = arm, .done = done, .calm = calm};
    char name[16];
    bench = b;
    memset(places, 0, sizeof places);
    for (unsigned i = 0; i < KINDS * b->nodes; i++) {
        snprintf(name, sizeof name, "%s%u", names[i / b->nodes], i % b->nodes);
        tn_ape_lines_also(i, name, &ops);
    }
}
