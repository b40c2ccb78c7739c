/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RT mailbox: a capture's acknowledgments come as responses (those of messages with their
 * number and channel for transaction and retransmission), and a capture that has no read requests
 * has its messages come as such, from the same sender and under the same number, their words drawn
 * from the seed. The firmware reads both queues.
 */
#include "exa_ni_session.h"

#include "../dut/exa_duts.h"

#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum { POLL_CYC = 16, WORDS = 8, REQUEST = 32, VALID = 0x40000000u, WAITS = 0x80000000u };

struct process {
    struct tn_ni ni;
    bool reading, waits; /* a read request waits, as RESPONSE said */
    uint64_t poll_at;
    struct tn_rng rng;
};

static struct process *of(struct tn_ni *ni)
{
    return (struct process *)ni; /* its first member */
}

static struct tn_exn *model(uint32_t own, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exr_params p = {(unsigned)tn_sim_param("RSP_LOG2"), (unsigned)tn_sim_param("READ_LOG2"),
                              (unsigned)tn_sim_param("DUP_N")};
    return tn_exr_new(&p, own, fn, ctx);
}

static unsigned places(void)
{
    return 64; /* any: neither queue looks at the domain */
}

static bool wanted(const struct exa_packet *k)
{
    return k->type == EXA_ACK || k->type == EXA_READ_REQ || (k->type == EXA_WRITE && exa_is_message(k));
}

static void adapt(struct tn_ni *ni, struct exa_packet *k)
{
    struct process *p = of(ni);
    uint64_t addr = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0);
    uint8_t words[REQUEST];
    k->dst = tn_ni_own(ni);
    if (k->type == EXA_ACK) {
        if (exa_is_message(k)) {
            const uint16_t chan = k->tid & EXA_TID_CHAN;
            k->tid = k->seq & EXA_TID_NUM;
            k->seq = chan;
        }
        k->addr = addr;
        exa_set_alone(k);
    } else if (k->type == EXA_WRITE) {
        for (unsigned i = 0; i < REQUEST; i++)
            words[i] = (uint8_t)tn_rng_next(&p->rng);
        k->type = EXA_READ_REQ;
        exa_set_payload(k, addr, words, REQUEST);
    }
}

static void prepare(struct tn_ni *ni)
{
    struct process *p = of(ni);
    tn_rng_seed(&p->rng, tn_sim_seed(), 11);
}

static void ask(struct tn_ni *ni)
{
    struct process *p = of(ni);
    p->reading = p->waits;
    if (p->reading) {
        tn_ni_read(ni, TN_EXR_READ, 4 * WORDS, 2);
    } else if (tn_sim_cycle() >= p->poll_at) {
        p->poll_at = tn_sim_cycle() + POLL_CYC;
        tn_ni_read(ni, TN_EXR_RESPONSE, 4, 2);
    }
}

static bool is_response(const struct tn_ni_message *m, const void *what)
{
    const uint32_t *w = what;
    return m->k.type == EXA_ACK && (*w & ~WAITS) == (VALID | (uint32_t)m->k.code << 26 |
                                                     (uint32_t)m->k.seq << 13 | (uint32_t)m->k.tid << 3);
}

static bool is_request(const struct tn_ni_message *m, const void *what)
{
    const uint32_t *w = what;
    return m->k.type == EXA_READ_REQ && memcmp(w, m->k.lanes, 24) == 0 && w[6] == exa_node_bits(m->k.src) &&
           w[7] == m->k.pdid;
}

static void request(struct tn_ni *ni, const uint32_t *w)
{
    struct process *p = of(ni);
    static const uint32_t nothing[WORDS];
    char what[64];
    p->waits = false;
    p->poll_at = 0;
    if (memcmp(w, nothing, sizeof nothing) == 0) {
        tn_ni_sign(ni, "EXR-RD-2", "the read request that bit 31 told of", "none");
        return;
    }
    snprintf(what, sizeof what, "a read request from %06x, domain %04x", w[6], w[7]);
    tn_ni_delivered(ni, tn_ni_find(ni, is_request, w, false), what);
}

/* Transaction and retransmission number tell a response that comes twice. */
static void response(struct tn_ni *ni, uint32_t w)
{
    struct process *p = of(ni);
    struct tn_ni_message *m;
    char what[64];
    p->waits = w & WAITS;
    if (!(w & VALID))
        return;
    p->poll_at = 0;
    snprintf(what, sizeof what, "response %08x", w);
    m = tn_ni_find(ni, is_response, &w, false);
    if (!m && tn_ni_find(ni, is_response, &w, true))
        tn_ni_twice(ni, tn_ni_find(ni, is_response, &w, true));
    else
        tn_ni_delivered(ni, m, what);
}

static void got(struct tn_ni *ni, bool write, unsigned resp, const uint8_t *bytes)
{
    struct process *p = of(ni);
    uint32_t w[WORDS];
    (void)write;
    memcpy(w, bytes, sizeof w);
    if (resp != TN_AXI_OKAY)
        tn_ni_sign(ni, "AXS-ACC-4", "OKAY", "an error for a read");
    if (p->reading)
        request(ni, w);
    else
        response(ni, w[0]);
}

static const struct tn_ni_block block = {
    .model = model,
    .rule = "EXR-RD-1",
    .places = places,
    .wanted = wanted,
    .adapt = adapt,
    .prepare = prepare,
    .ask = ask,
    .got = got,
    .left = tn_ni_answered,
    .probe = tn_ni_probe,
};

TN_NI_SESSION(exa_rt_mailbox)
