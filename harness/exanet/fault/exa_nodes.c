/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults between and in two nodes with RDMA engines: what a fault's text becomes on the bench (exa_two_nodes_tb.v) and in
 * the hands of the session.
 */
#include "../../fault/arm.h"
#include "../dut/exa_duts.h"

#include <tn/bfm.h>
#include <tn/exanet/exa.h>
#include <tn/exanet/exa_nodes_fault.h>
#include <tn/line_fault.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Places by kind, each at node 0 and node 1: packets of a type that come to the node; pages at the source of a transfer,
 * its destination, both; the line that comes to the node; its firmware; its user. */
enum { DATA, CONTROL, RESPONSE, NOTE, SOURCE, TARGET, BOTH, LINE, FIRMWARE, USER, KINDS, NODES = 2, PLACES = KINDS * NODES };

/* Registers of the bench, and acts of its hop. */
enum { PERIOD = 0x1070, KIND = 0x1080, HOP = 0x1090, LATE = 0x10a0, SKIP = 0x10b0, BIT = 0x10c0, LEVELS = 0x80000, STRUCK = 16 };
enum { ACT_LOST = 1, ACT_TWICE, ACT_LATE, ACT_HEADER, ACT_PAYLOAD, ACT_FOOTER };
enum { NO_HEADER = 2, EVERY_BLOCK = 1, NEXT_CYC = 40, WORD_BITS = 128, ZONES = 3, PARTS = 3 };

static const unsigned types[] = {EXA_WRITE, EXA_DMA_CTL, EXA_ACK, EXA_NOTIFY};

static struct place {
    struct tn_arm_queue faults;
    unsigned pages; /* taken away before the fault on this place */
    bool on_bench;  /* the bench's hop was told of a fault here */
    bool on_pages;
    struct tn_line_done done;
} places[PLACES];

static const struct tn_exa_nodes_hands *hands;
static void *hands_ctx;

static unsigned kind_of(unsigned id)
{
    return id / NODES;
}

static const char *refuses(unsigned id, const struct tn_fault *f)
{
    const unsigned at = kind_of(id);
    const bool lasts = f->kind == TN_FAULT_VALID0;
    if (!hands)
        return "the place has no player yet";
    if (f->by_packet)
        return "here faults are by cycle";
    if (at <= NOTE && f->kind != TN_FAULT_DROP && f->kind != TN_FAULT_DUP && f->kind != TN_FAULT_REORDER &&
        f->kind != TN_FAULT_DELAY && f->kind != TN_FAULT_FLIP)
        return "packets are lost, doubled, reordered, delayed or damaged";
    if (at >= SOURCE && at <= BOTH && f->kind != TN_FAULT_DROP && f->kind != TN_FAULT_DELAY)
        return "a page is missing (drop), or for so long (delay)";
    return at >= LINE && !lasts ? "only valid0" : NULL;
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    const char *why = id < PLACES ? refuses(id, f) : "no such place";
    struct tn_armed *a;
    return id < PLACES && tn_arm(&places[id].faults, id, f, seed, why, &a, err, err_size) == 0 ? 0 : why ? -EINVAL : -ENOSPC;
}

/* Tells the bench's hop into a node which packet it strikes, and how. */
static void strike_packet(unsigned id, struct tn_armed *a)
{
    const unsigned node = id % NODES, type = types[kind_of(id)];
    const unsigned zones = type == EXA_ACK ? 1 : ZONES;
    unsigned act = a->f.kind == TN_FAULT_DROP ? ACT_LOST : a->f.kind == TN_FAULT_DUP ? ACT_TWICE : ACT_LATE;
    const unsigned bit = a->f.kind == TN_FAULT_FLIP ? tn_armed_bit(a, WORD_BITS * zones) : 0;
    if (a->f.kind == TN_FAULT_FLIP)
        act = ACT_HEADER + bit / WORD_BITS;
    tn_reg_write(BIT + 4 * node, bit % WORD_BITS);
    tn_reg_write(LATE + 4 * node, a->f.kind == TN_FAULT_DELAY ? a->f.arg : a->f.kind == TN_FAULT_REORDER ? NEXT_CYC : 0);
    tn_reg_write(SKIP + 4 * node, 0);
    tn_reg_write(HOP + 4 * node, 1u << 24 | act << 16 | type);
    places[id].on_bench = true;
}

static void take_pages(unsigned id, struct tn_armed *a)
{
    const unsigned node = id % NODES, at = kind_of(id), which = (unsigned)tn_rng_below(&a->rng, PARTS);
    const unsigned served = a->f.kind == TN_FAULT_DELAY ? a->f.arg : 0;
    uint64_t cycle;
    places[id].pages = hands->pages(hands_ctx, &cycle);
    places[id].on_pages = true;
    if (at != TARGET)
        hands->page(hands_ctx, node, false, which, served);
    if (at != SOURCE)
        hands->page(hands_ctx, at == BOTH ? !node : node, true, which, served);
}

static void note(unsigned id)
{
    places[id].done.lost++;
    places[id].done.cycle = tn_sim_cycle();
}

/* Its time has come; true when nothing of it is left to do. */
static bool begin(unsigned id, struct tn_armed *a)
{
    a->begun = true;
    a->until = tn_sim_cycle() + a->f.arg;
    switch (kind_of(id)) {
    case SOURCE:
    case TARGET:
    case BOTH:
        take_pages(id, a);
        return true;
    case LINE:
        tn_reg_write(KIND, NO_HEADER);
        tn_reg_write(PERIOD + 4 * (id % NODES), EVERY_BLOCK);
        note(id);
        return false;
    case FIRMWARE:
    case USER:
        hands->sleep(hands_ctx, id % NODES, kind_of(id) == USER, a->until);
        note(id);
        return true;
    default:
        strike_packet(id, a);
        return true;
    }
}

static bool turn(void *ctx, struct tn_armed *a)
{
    const unsigned id = (unsigned)((struct place *)ctx - places);
    if (!a->begun)
        return tn_sim_cycle() >= a->f.cycle && begin(id, a);
    if (tn_sim_cycle() < a->until)
        return false;
    tn_reg_write(PERIOD + 4 * (id % NODES), 0); /* the line carries again */
    return true;
}

void tn_exa_nodes_turn(void)
{
    for (unsigned id = 0; hands && id < PLACES; id++)
        if (places[id].faults.n)
            tn_arm_turn(&places[id].faults, turn, &places[id]);
}

void tn_exa_nodes_faults(const struct tn_exa_nodes_hands *h, void *ctx)
{
    memset(places, 0, sizeof places);
    hands = h;
    hands_ctx = ctx;
}

/* The bench says whether its hop has struck. */
static void done(unsigned id, struct tn_line_done *out)
{
    uint64_t cycle = 0;
    memset(out, 0, sizeof *out);
    if (id >= PLACES)
        return;
    *out = places[id].done;
    if (places[id].on_bench)
        out->lost = tn_reg_read(LEVELS) >> (STRUCK + id % NODES) & 1;
    if (places[id].on_pages && hands) {
        out->lost = hands->pages(hands_ctx, &cycle) - places[id].pages;
        out->cycle = cycle;
    }
}

static void calm(void)
{
    for (unsigned id = 0; id < PLACES; id++)
        places[id].faults.n = 0;
}

const struct tn_line_ops tn_exa_nodes_lines = {.arm = arm, .done = done, .calm = calm};
