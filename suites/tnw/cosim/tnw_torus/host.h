/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the tests of a host's faults: messages of node 0, one on each link, of which
 * only a part arrives, their credits at the other nodes, streams beside them that must go on.
 */
#ifndef SUITES_TNW_TORUS_HOST_H
#define SUITES_TNW_TORUS_HOST_H

#include "flows.h"

enum {
    LEN = 1024, /* bytes of a message: two reads of 512 bytes, four completions of 256 */
    LINKS = 6,
    TMO = 800, /* cycles of CPL_TMO and REORDER_TMO */
    /* Registers of tnw_rcv (tnw_nwp.md 4): PROGRESS of (0,0), and the steps to the next link and
     * channel. */
    RCV_PROGRESS = 0x401c, /* PROGRESS of link 0, channel 0 */
    PER_PAIR = 0x200,
    PER_VC = 0x40,
};

/* The messages, one on each link of node 0. */
static struct {
    uint64_t whole[LINKS]; /* the cycle in which the message was whole; 0: not yet */
    uint32_t credit[LINKS];
    unsigned open, given; /* credits that are open, credits that were given */
} parts;

static inline uint32_t reads(unsigned node, unsigned addr)
{
    uint32_t value = 0xdeadbeef;
    tn_tnw_bench_io.read32(&torus.b.node[node], addr, &value);
    return value;
}

static inline int put(unsigned node, unsigned addr, uint32_t value)
{
    uint8_t bytes[4];
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    return tn_tnw_bench_io.write(&torus.b.node[node], 0, addr, bytes, sizeof bytes);
}

static inline unsigned peer_of(unsigned link)
{
    return tn_tnw_bench_neighbour(&torus.b, 0, link);
}

static inline uint64_t at_of(unsigned link)
{
    return base_of(peer_of(link)) + AT + 0x1000 * (uint64_t)link;
}

static inline const uint8_t *data_of(unsigned link)
{
    return torus.data + 1100 * link;
}

/* Checks that so many bytes of the message came at the far side of node 0's link, and none behind
 * them, and that the credit is open. */
static inline int came_in_part(unsigned link, size_t bytes)
{
    uint8_t got[LEN], none[LEN] = {0};
    const unsigned progress = RCV_PROGRESS + PER_PAIR * (link ^ 1) + PER_VC * VC;
    tn_memory_peek(torus.b.node[peer_of(link)].memory, at_of(link), got, LEN);
    EXPECT(memcmp(got, data_of(link), bytes) == 0);
    EXPECT(memcmp(got + bytes, none, LEN - bytes) == 0);
    EXPECT(reads(peer_of(link), progress) == bytes % LEN);
    return 0;
}

/* Gives a credit for each message that comes in at the node. */
static inline int credits(unsigned node)
{
    for (unsigned l = 0; l < LINKS; l++)
        if (peer_of(l) == node) {
            EXPECT(tnwCredit(&torus.t[node], (int)(l ^ 1), VC, at_of(l), LEN, &parts.credit[l]) ==
                   0);
            ledger_expect(node, l ^ 1, VC, at_of(l), data_of(l), LEN);
            parts.open++;
            parts.given++;
        }
    return 0;
}

static inline int take(unsigned node)
{
    struct tnw_done d;
    for (unsigned l = 0; l < LINKS; l++) {
        if (peer_of(l) != node || parts.whole[l])
            continue;
        const int r = tnwTest(&torus.t[node], parts.credit[l], &d);
        tn_tnw_lib_judge_tested(&torus.judge[node], parts.credit[l], r, &d);
        EXPECT(r == -EAGAIN || (r == 0 && d.bytes == LEN));
        if (r)
            continue;
        parts.whole[l] = tn_sim_cycle();
        parts.open--;
    }
    return 0;
}

static inline int turn(unsigned node)
{
    flows_turn(node);
    return take(node);
}

/* Adds streams beside the messages: on other channels of the same links, in the other direction,
 * and by another node's Nget. */
static inline void streams(void)
{
    memset(&flows, 0, sizeof flows);
    flow_add(0, 0, VC + 1, false, 512, 8);
    flow_add(0, 1, VC + 2, false, 256, 8);
    flow_add(1, 1, VC, true, 512, 8);
    flow_add(1, 0, VC + 1, false, 512, 8);
}

static inline void streams_went_on(void)
{
    enum { PAUSE_CYC = 1000 }; /* six more messages pass the processor interface meanwhile */
    for (unsigned i = 0; i < flows.n; i++) {
        const struct flow *f = &flows.f[i];
        char found[80];
        snprintf(found, sizeof found, "stream %u: %u of %u, error %d, a pause of %llu", i, f->came,
                 f->count, f->error, (unsigned long long)f->pause);
        torus_asks("TNW-TOR-7", !f->error && f->came == f->count && f->pause < PAUSE_CYC,
                   "streams that the fault does not touch going on", found);
    }
}

static inline void all_ended(const char *expected)
{
    char found[64];
    bool well = true;
    for (unsigned k = 0; k < torus.b.nodes; k++) {
        snprintf(found, sizeof found, "node %u's program ended with %d", k, torus.result[k]);
        well = torus.result[k] == 0;
        if (!well)
            break;
    }
    torus_asks("TNW-TOR-7", well, expected, found);
}

#endif
