/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of what a torus delivers: exactly once, in order, for each link and channel, or a reported
 * error (TNW-TOR-6, TNW-TOR-7). It is told which messages shall come, and holds every memory write
 * of the nodes against that: packets of a (link, channel) in the order of its messages and of their
 * offsets, with the bytes that were sent, then the one notification (tnw_nwp.md 2, tnw.md 6).
 */
#ifndef SUITES_TNW_TORUS_LEDGER_H
#define SUITES_TNW_TORUS_LEDGER_H

#include "torus.h"

#include <tn/pcie/tlp.h>

enum { LEDGER_MAX = 640, LEDGER_ITEM = 128, LEDGER_NOTE = 16 };

struct ledger_message {
    unsigned node, link, vc; /* the node, link and channel at which the message comes in */
    uint64_t at;             /* the address in that host's memory, a multiple of 128 */
    size_t len;
    const uint8_t *data; /* the expected bytes; NULL: any */
    uint32_t items;      /* items that came */
    bool noted, dropped; /* the credit ended; the link was reset */
    uint64_t cycle;      /* the cycle of the message's last write */
};

static struct {
    struct ledger_message m[LEDGER_MAX];
    unsigned n;
    bool quiet; /* breaks are counted and not reported, on a link that must break the rules */
    unsigned twice, gaps, others;
    uint64_t items;                               /* items that were compared */
    uint64_t since;                        /* the cycle from which on first packets are noted */
    uint64_t first[TN_TNW_BENCH_NODES][6]; /* the cycle of each link's first packet since then */
} ledger;

static inline void ledger_says(unsigned *count, uint64_t cycle, const struct ledger_message *m,
                               const char *expected, const char *found)
{
    char text[160];
    if ((*count)++ || ledger.quiet)
        return;
    if (m)
        snprintf(text, sizeof text, "%s (node %u link %u channel %u, item %u of %llx)", found,
                 m->node, m->link, m->vc, m->items, (unsigned long long)m->at);
    else
        snprintf(text, sizeof text, "%s", found);
    torus_broken("TNW-TOR-6", cycle, expected, text);
}

static inline bool ledger_is_whole(const struct ledger_message *m)
{
    return m->items == m->len / LEDGER_ITEM;
}

/* Returns the oldest message of a (node, link, channel) that is not whole or, for a notification,
 * not noted; NULL: none. */
static inline struct ledger_message *ledger_oldest(unsigned node, unsigned link, unsigned vc,
                                                   bool note)
{
    for (unsigned i = 0; i < ledger.n; i++) {
        struct ledger_message *m = &ledger.m[i];
        if (m->node == node && m->link == link && m->vc == vc && !m->dropped &&
            (note ? !m->noted : !ledger_is_whole(m)))
            return m;
    }
    return NULL;
}

static inline void ledger_noted(unsigned node, uint64_t cycle, const uint8_t *p)
{
    const unsigned link = p[12] >> 4 & 7, vc = p[12] & 7, kind = p[13] & 1;
    struct ledger_message *m = ledger_oldest(node, link, vc, true);
    uint32_t bytes = 0;
    if (kind)
        return; /* a notification of Nget belongs to the sender and to tnwWait() */
    for (unsigned i = 0; i < 4; i++)
        bytes |= (uint32_t)p[4 + i] << 8 * i;
    if (!m) {
        ledger_says(&ledger.others, cycle, m, "no notification", "one without a credit");
        return;
    }
    if (!ledger_is_whole(m) || bytes != m->len || p[8])
        ledger_says(&ledger.gaps, cycle, m, "a notification of all bytes, behind them",
                    "another one");
    m->noted = true;
}

/* Finds the message that a packet's write belongs to. */
static inline void ledger_wrote(unsigned node, uint64_t cycle, uint64_t at, const uint8_t *p)
{
    for (unsigned i = 0; i < ledger.n; i++) {
        struct ledger_message *m = &ledger.m[i];
        if (m->node != node || m->dropped || m->noted || at < m->at || at >= m->at + m->len)
            continue;
        const uint32_t item = (uint32_t)((at - m->at) / LEDGER_ITEM);
        if (item < m->items)
            ledger_says(&ledger.twice, cycle, m, "each packet once", "one again");
        else if (item > m->items || ledger_oldest(node, m->link, m->vc, false) != m)
            ledger_says(&ledger.gaps, cycle, m, "packets in order", "a later one");
        else if (m->data && memcmp(m->data + (size_t)LEDGER_ITEM * item, p, LEDGER_ITEM) != 0)
            ledger_says(&ledger.others, cycle, m, "the bytes that were sent", "others");
        m->items = item + 1 > m->items ? item + 1 : m->items;
        m->cycle = cycle;
        ledger.items++;
        if (!ledger.first[node][m->link] && cycle >= ledger.since)
            ledger.first[node][m->link] = cycle;
        return;
    }
    ledger_says(&ledger.others, cycle, NULL, "packets of open credits", "another one");
}

static inline void ledger_tlp(void *ctx, const struct tn_event *ev)
{
    struct tn_tlp t;
    const unsigned node = ev->point / 2;
    (void)ctx;
    if (ev->point % 2 == 0 || node >= torus.b.nodes ||
        tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t) || t.kind != TN_TLP_MWR)
        return;
    if (t.payload_len == LEDGER_NOTE)
        ledger_noted(node, ev->cycle, ev->bytes + t.payload_off);
    else
        ledger_wrote(node, ev->cycle, t.addr, ev->bytes + t.payload_off);
}

/* Begins the ledger; called behind torus_start(). */
static inline void ledger_start(void)
{
    memset(&ledger, 0, sizeof ledger);
    assert_int_equal(tn_monitor_subscribe(ledger_tlp, NULL), 0);
}

/* Notes the first packet of each link from now on. */
static inline void ledger_mark(void)
{
    ledger.since = tn_sim_cycle();
    memset(ledger.first, 0, sizeof ledger.first);
}

/* Expects len bytes at an address of a (node, link, channel), behind all messages expected there
 * before. data (NULL: any bytes) has to stay until the message came. */
static inline struct ledger_message *ledger_expect(unsigned node, unsigned link, unsigned vc,
                                                   uint64_t at, const uint8_t *data, size_t len)
{
    assert_true(ledger.n < LEDGER_MAX);
    struct ledger_message *m = &ledger.m[ledger.n++];
    *m = (struct ledger_message){
        .node = node, .link = link, .vc = vc, .at = at, .len = len, .data = data};
    return m;
}

/* Notes that the link's credits at that node ended with -ECONNRESET, so that no item of their
 * messages comes any more. */
static inline void ledger_reset(unsigned node, unsigned link)
{
    for (unsigned i = 0; i < ledger.n; i++)
        if (ledger.m[i].node == node && ledger.m[i].link == link && !ledger.m[i].noted)
            ledger.m[i].dropped = true;
}

/* Checks that all expected messages came. */
static inline void ledger_end(void)
{
    for (unsigned i = 0; i < ledger.n; i++)
        if (!ledger.m[i].noted && !ledger.m[i].dropped)
            ledger_says(&ledger.gaps, tn_sim_cycle(), &ledger.m[i], "each message whole",
                        "one that is not");
    if (ledger.items && !ledger.twice && !ledger.gaps && !ledger.others)
        torus_kept("TNW-TOR-6");
}

#endif
