/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mailbox under a capture's messages and notifications: each protection domain's go to a
 * mailbox of its own, whose process reads and removes them as they come.
 */
#include "exa_ni_session.h"

#include "../dut/exa_duts.h"

#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum { POLL_CYC = 24, SLOT = 64, MESSAGE = 0x50, VALID = 0x80000000u, NOTIFICATION = 0x40000000u };

struct process {
    struct tn_ni ni;
    enum { POLLS, READS, POPS } doing;
    uint64_t waiting; /* mailboxes that hold something, as WAITING said */
    uint64_t poll_at;
    unsigned at; /* mailbox */
};

static struct process *of(struct tn_ni *ni)
{
    return (struct process *)ni; /* its first member */
}

static struct tn_exn *model(uint32_t own, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exm_params p = {(unsigned)tn_sim_param("MBOX_N"), (unsigned)tn_sim_param("SLOT_LOG2"),
                              (unsigned)tn_sim_param("DUP_N")};
    return tn_exm_new(&p, own, fn, ctx);
}

static unsigned places(void)
{
    return (unsigned)tn_sim_param("MBOX_N");
}

static bool wanted(const struct exa_packet *k)
{
    return k->size > 0 && k->size <= SLOT &&
           ((k->type == EXA_WRITE && exa_is_message(k)) || k->type == EXA_NOTIFY);
}

static void adapt(struct tn_ni *ni, struct exa_packet *k)
{
    uint8_t data[SLOT];
    unsigned offset = k->addr % SLOT, n = k->size;
    memcpy(data, k->lanes + k->addr % EXA_WORD, n);
    if (offset + n > SLOT)
        offset = 0;
    k->dst = tn_ni_own(ni);
    exa_set_payload(k, exa_peripheral_addr(EXA_P_MAILBOX, tn_ni_place(ni, k->pdid) << 12 | offset),
                    data, n);
}

static void prepare(struct tn_ni *ni)
{
    for (unsigned m = 0; m < tn_ni_domains(ni); m++)
        tn_ni_set(ni, TN_NI_BIND + 4 * m, VALID | tn_ni_pdid(ni, m));
}

static void ask(struct tn_ni *ni)
{
    struct process *p = of(ni);
    if (p->waiting) {
        while (!(p->waiting >> p->at & 1))
            p->at = (p->at + 1) % 64;
        p->doing = READS;
        tn_ni_read(ni, TN_NI_PAGE * p->at, MESSAGE, 4);
    } else if (tn_sim_cycle() >= p->poll_at) {
        p->doing = POLLS;
        p->poll_at = tn_sim_cycle() + POLL_CYC;
        tn_ni_read(ni, TN_EXM_WAITING, 8, 2);
    }
}

static uint32_t word(const uint8_t *b, unsigned at)
{
    uint32_t v;
    memcpy(&v, b + at, sizeof v);
    return v;
}

/* A mailbox, and the bytes that its process read there. */
struct reading {
    unsigned at;
    const uint8_t *bytes;
};

/* What the reader sees of it: place, sender, tid and number, and the slot with 0 around the
 * message. */
static bool is_read(const struct tn_ni_message *m, const void *what)
{
    const struct reading *r = what;
    const uint8_t *b = r->bytes;
    uint8_t slot[SLOT] = {0};
    unsigned offset = m->k.addr % SLOT;
    uint32_t info = VALID | (m->k.type == EXA_NOTIFY ? NOTIFICATION : 0) | offset << 16 | m->k.size;
    memcpy(slot + offset, m->k.lanes + offset % EXA_WORD, m->k.size);
    return (m->k.addr >> 12 & 63) == r->at && word(b, TN_EXM_INFO) == info &&
           word(b, TN_EXM_INFO + 4) == exa_node_bits(m->k.src) &&
           word(b, TN_EXM_INFO + 8) == ((uint32_t)m->k.tid << 16 | m->k.seq) &&
           memcmp(slot, b, SLOT) == 0;
}

/* A notification has no number: whoever gets it sorts out one that comes twice. */
static void deliver(struct tn_ni *ni, const uint8_t *bytes)
{
    struct process *p = of(ni);
    const struct reading r = {p->at, bytes};
    struct tn_ni_message *m = tn_ni_find(ni, is_read, &r, false),
                         *before = tn_ni_find(ni, is_read, &r, true);
    char what[64];
    snprintf(what, sizeof what, "mailbox %u: tid and number %08x, info %08x", p->at,
             word(bytes, TN_EXM_INFO + 8), word(bytes, TN_EXM_INFO));
    if (!m && before && before->k.type == EXA_NOTIFY)
        tn_ni_twice(ni, before);
    else
        tn_ni_delivered(ni, m, what);
}

static void pop(struct tn_ni *ni, const uint8_t *bytes)
{
    struct process *p = of(ni);
    if (!(word(bytes, TN_EXM_INFO) & VALID)) {
        tn_ni_sign(ni, "EXM-RD-2", "the message that WAITING told of", "none");
        p->waiting &= p->waiting - 1;
        return;
    }
    deliver(ni, bytes);
    p->doing = POPS;
    tn_ni_write(ni, TN_NI_PAGE * p->at + TN_EXM_POP, (const uint8_t[4]){1}, 4, 2);
}

static void got(struct tn_ni *ni, bool write, unsigned resp, const uint8_t *bytes)
{
    struct process *p = of(ni);
    if (resp != TN_AXI_OKAY)
        tn_ni_sign(ni, "AXS-ACC-4", "OKAY", write ? "an error for POP" : "an error for a read");
    if (p->doing == POLLS) {
        memcpy(&p->waiting, bytes, sizeof p->waiting);
        for (unsigned m = tn_ni_domains(ni); m < 64; m++)
            p->waiting &= ~(1ull << m); /* those of nobody */
    } else if (p->doing == READS) {
        pop(ni, bytes);
    } else {
        p->waiting &= ~(1ull << p->at);
        p->poll_at = 0;
    }
}

static const struct tn_ni_block block = {
    .model = model,
    .rule = "EXM-ORD-2",
    .places = places,
    .wanted = wanted,
    .adapt = adapt,
    .prepare = prepare,
    .ask = ask,
    .got = got,
    .left = tn_ni_answered,
    .probe = tn_ni_probe,
};

TN_NI_SESSION(exa_mailbox)
