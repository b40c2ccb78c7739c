/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Streams of messages over links of a torus, by Pput or Nget, each message under the ledger's eyes:
 * what must go on beside a fault, and what is hit by it. No call of a program waits for a stream.
 */
#ifndef SUITES_TNW_TORUS_FLOWS_H
#define SUITES_TNW_TORUS_FLOWS_H

#include "ledger.h"

enum { FLOWS_MAX = 8, FLOW_AT = 0x200000, FLOW_STEP = 0x40000, FLOW_SRC = 0x20000, FLOW_OPEN = 2 };

struct flow {
    unsigned from, link, vc; /* the sender and the link that it leaves on */
    bool get;
    size_t len;       /* bytes of a message, 2048 at most */
    unsigned count;   /* the number of messages to send */
    unsigned stopped; /* the test sets it: nodes that do nothing more for this stream, whose end is not awaited then */
    bool held;        /* the test sets it: the receiver gives no credits */
    /* How far the stream has come: messages that were sent, credits that were given, messages that
     * came. */
    unsigned sent, given, came;
    uint32_t credit[FLOW_OPEN], got;
    bool getting;
    int error;            /* the library's first error */
    uint64_t last, pause; /* the cycle of the last message's end, and the longest time between two ends */
};

static struct {
    struct flow f[FLOWS_MAX];
    unsigned n;
} flows;

static inline unsigned flow_to(const struct flow *f)
{
    return tn_tnw_bench_neighbour(&torus.b, f->from, f->link);
}

static inline const uint8_t *flow_data(const struct flow *f, unsigned message)
{
    const unsigned at = (unsigned)(f - flows.f) * 1056 + message * 96;
    return torus.data + at % (sizeof torus.data - 2048);
}

static inline uint64_t flow_at(const struct flow *f, unsigned node, unsigned message)
{
    return base_of(node) + FLOW_AT + FLOW_STEP * (uint64_t)(f - flows.f) + 0x1000 * (message % 16);
}

/* Gives the sender a turn, which sends the next message when the message before was injected. */
static inline int flow_send(struct flow *f)
{
    struct tnw *t = &torus.t[f->from];
    const uint64_t src = flow_at(f, f->from, f->sent) + FLOW_SRC;
    struct tnw_done d;
    int r = 0;
    if (f->getting) {
        r = tnwTest(t, f->got, &d);
        tn_tnw_lib_judge_tested(&torus.judge[f->from], f->got, r, &d);
        f->getting = r == -EAGAIN;
    } else if (f->sent && !f->get) {
        r = tnwSent(t, (int)f->link, (int)f->vc);
    }
    if (r || f->sent == f->count)
        return r == -EAGAIN ? 0 : r;
    if (!f->get) {
        r = tnwSend(t, (int)f->link, (int)f->vc, flow_data(f, f->sent), f->len, 0);
    } else {
        r = tn_memory_poke(torus.b.node[f->from].memory, src, flow_data(f, f->sent), f->len);
        if (!r)
            r = tnwGet(t, (int)f->link, (int)f->vc, src, f->len, 0, &f->got);
        f->getting = !r;
    }
    f->sent += !r;
    return r;
}

/* Gives the receiver a turn, which gives two credits at a time and takes their ends. */
static inline int flow_take(struct flow *f)
{
    const unsigned node = flow_to(f), link = f->link ^ 1;
    struct tnw_done d = {0};
    int r = 0;
    if (!f->held && f->given < f->count && f->given - f->came < FLOW_OPEN) {
        r = tnwCredit(&torus.t[node], (int)link, (int)f->vc, flow_at(f, node, f->given), f->len,
                      &f->credit[f->given % FLOW_OPEN]);
        if (r)
            return r;
        ledger_expect(node, link, f->vc, flow_at(f, node, f->given), flow_data(f, f->given),
                      f->len);
        f->given++;
    }
    if (f->came == f->given)
        return 0;
    const uint32_t h = f->credit[f->came % FLOW_OPEN];
    r = tnwTest(&torus.t[node], h, &d);
    tn_tnw_lib_judge_tested(&torus.judge[node], h, r, &d);
    if (r)
        return r == -EAGAIN ? 0 : r;
    const uint64_t now = tn_sim_cycle();
    if (f->last && now - f->last > f->pause)
        f->pause = now - f->last;
    f->last = now;
    f->came++;
    return 0;
}

/* Gives all streams of a node a turn; an error stays with its stream. */
static inline void flows_turn(unsigned node)
{
    for (unsigned i = 0; i < flows.n; i++) {
        struct flow *f = &flows.f[i];
        if (f->stopped >> node & 1 || f->error)
            continue;
        if (flow_to(f) == node)
            f->error = flow_take(f);
        if (!f->error && f->from == node)
            f->error = flow_send(f);
    }
}

static inline bool flow_is_over(const struct flow *f)
{
    return f->stopped || f->error || (f->came == f->count && f->sent == f->count && !f->getting);
}

/* Says whether all streams are over. */
static inline bool flows_are_over(void)
{
    bool over = true;
    for (unsigned i = 0; i < flows.n; i++)
        over &= flow_is_over(&flows.f[i]);
    return over;
}

/* Ends a stream behind the messages under way and one more, which may have begun amid another
 * node's turn. */
static inline void flow_finish(struct flow *f)
{
    const unsigned most = (f->sent > f->given ? f->sent : f->given) + 1;
    f->count = most < f->count ? most : f->count;
}

static inline struct flow *flow_add(unsigned from, unsigned link, unsigned vc, bool get, size_t len,
                                    unsigned count)
{
    assert_true(flows.n < FLOWS_MAX && len <= 2048);
    struct flow *f = &flows.f[flows.n++];
    *f =
        (struct flow){.from = from, .link = link, .vc = vc, .get = get, .len = len, .count = count};
    return f;
}

#endif
