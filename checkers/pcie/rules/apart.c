/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Are the clocks of both directions apart? One direction keeps its order, whatever its clock says, so that the first request
 * of a kind belongs to the first answer of that kind, the second to the second: pairs by order, whose times then tell
 * (checkers/pcie/spec/pcie.md, "Clocks that are apart").
 */
#include "transaction.h"

#include <tn/pcie/dllp.h>

#include <stdlib.h>
#include <string.h>

enum { FEW = 2, SHARE = 64, NEAR = 6, MOST = 1 << 20, FRONT = 3, BEHIND = 5, SHORTEST_TLP = 12, INIT1 = 0x40, STP = 0xfb, SDP = 0x5c, END = 0xfd, SEQ_MOD = 4096 };

/* A request, a completion, a TLP's number or an acknowledgment. like: what a pair has in common. */
struct mark {
    uint64_t like, key;
    uint64_t ns;
    uint32_t place; /* in the capture */
    bool answer;
};

/* A request with its answer. */
struct pair {
    uint64_t key, asked_ns, ns;
    uint32_t place, answer; /* of the request, and of its first answer */
    uint64_t last_ns;       /* of the last answer before the next pair's first one */
};

struct marks {
    struct mark *at;
    uint32_t n, cap, places;
    uint32_t next[2]; /* numbers of TLPs that are sent for the first time, by direction; unwrapped */
    bool numbered[2];
    uint32_t starts[2]; /* how often the link came up, as the frames of that direction say */
    bool works[2];      /* TLPs or acknowledgments since */
    bool init[2];       /* its last frame was an InitFC1 of channel 0: one of another class behind it says that the link came up */
};

static void add(struct marks *m, const struct tn_event *ev, uint64_t key, uint64_t like, bool answer)
{
    if (m->n == m->cap) {
        const uint32_t cap = m->cap ? 2 * m->cap : 4096;
        struct mark *at = cap > 2 * MOST ? NULL : realloc(m->at, cap * sizeof *at);
        if (!at)
            return;
        m->at = at;
        m->cap = cap;
    }
    m->at[m->n++] = (struct mark){.like = like, .key = key, .ns = ev->time_ns, .place = m->places++, .answer = answer};
}

/* What a request asks for, as its first answer says it: the answer's place, count, address and class. */
static uint64_t like_of(uint64_t key, uint32_t count, uint32_t low, unsigned tc)
{
    const uint64_t mix = 0x9e3779b97f4a7c15u;
    uint64_t h = (key ^ (uint64_t)(count % 4096) << 48) * mix;
    h ^= h >> 29;
    return (h ^ ((uint64_t)(low & 0x7f) << 8 | tc)) * mix;
}

static void take_tlp(struct marks *m, const struct tn_event *ev, const uint8_t *bytes, uint32_t len, uint32_t size)
{
    struct tn_tlp t;
    if (tn_tlp_decode(bytes, len, size, &t) & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX))
        return;
    const bool answer = tn_tlp_is_completion(t.kind);
    const uint64_t key = (uint64_t)(ev->dir && answer ? 3u - ev->dir : ev->dir) << 40 | (uint64_t)ev->port << 32 | (uint64_t)t.requester << 8 | t.tag;
    if (answer) {
        add(m, ev, key, like_of(key, t.byte_count, t.lower_addr, t.tc), true);
    } else if (tn_tlp_class(t.kind) == TN_CLASS_NP) {
        struct tn_open o = {.kind = t.kind};
        tn_open_expect(&o, &t);
        add(m, ev, key, like_of(key, o.left, o.next_addr, t.tc), false);
    }
}

/* A frame: its TLP when it is new, and an Ack, which answers the TLP with its number. */
static void take_frame(struct marks *m, const struct tn_event *ev)
{
    const uint8_t *p = ev->bytes;
    const unsigned d = ev->dir & 1u;
    const uint64_t numbers = 1ull << 62;
    if (ev->len < ev->orig_len || !ev->dir)
        return;
    if (m->init[d] && p[0] == SDP && ev->len == 8 && p[1] >> 6 & 1 && p[1] != INIT1) { /* numbers begin anew */
        m->numbered[d] = false;
        m->starts[d] += m->works[d];
        m->works[d] = false;
    }
    m->init[d] = m->init[d] && p[0] == SDP && ev->len == 8 && p[1] == INIT1;
    if (p[0] == STP && ev->len >= FRONT + SHORTEST_TLP + BEHIND && p[ev->len - 1] == END) {
        const uint32_t seq = (uint32_t)(p[1] & 15) << 8 | p[2], ahead = (seq - m->next[d]) % SEQ_MOD;
        if (m->numbered[d] && ahead >= SEQ_MOD / 2)
            return; /* sent again */
        m->next[d] = m->numbered[d] ? m->next[d] + ahead + 1 : seq + 1;
        m->numbered[d] = true;
        m->works[d] = true;
        add(m, ev, numbers, numbers | (uint64_t)m->starts[d] << 33 | (uint64_t)d << 32 | (m->next[d] - 1) % SEQ_MOD, false);
        take_tlp(m, ev, p + FRONT, ev->len - FRONT - BEHIND, ev->len - FRONT - BEHIND);
    } else if (p[0] == SDP && ev->len == 8 && p[1] == INIT1) {
        m->init[d] = true;
    } else if (p[0] == SDP && ev->len == 8 && p[1] == 0) {
        m->works[d] = true;
        add(m, ev, numbers, numbers | (uint64_t)m->starts[d] << 33 | (uint64_t)(d ^ 1u) << 32 | (uint64_t)(p[3] & 15u) << 8 | p[4], true);
    }
}

static int by_like(const void *a, const void *b)
{
    const struct mark *x = a, *y = b;
    if (x->like != y->like)
        return x->like < y->like ? -1 : 1;
    if (x->answer != y->answer)
        return x->answer ? 1 : -1;
    return x->place < y->place ? -1 : 1;
}

static int by_key(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Would n requests and answers be in order if the first answer, near the capture's beginning, were to a request from before it, and
 * the last request, near its end, were open? Then a capture that was cut looks so. */
static bool cut(const struct marks *m, const struct mark *asked, const struct mark *answers, uint32_t n)
{
    const uint32_t near = m->places / 8 + NEAR;
    for (uint32_t i = 0; i + 1 < n; i++)
        if (answers[i + 1].ns < asked[i].ns)
            return false;
    return answers[0].place < near && asked[n - 1].place + near > m->places;
}

/* Pairs of one kind, when there are as many requests as answers. Returns how many were added. */
static uint32_t pair_kind(const struct marks *m, const struct mark *first, uint32_t asked_n, uint32_t n, struct pair *out, uint32_t *early)
{
    const struct mark *answers = first + asked_n;
    uint32_t before = 0;
    if (asked_n == 0 || n != 2 * asked_n)
        return 0;
    for (uint32_t i = 0; i < asked_n; i++) {
        before += answers[i].ns < first[i].ns;
        out[i] = (struct pair){.key = first[i].key, .asked_ns = first[i].ns, .ns = answers[i].ns, .place = first[i].place, .answer = answers[i].place, .last_ns = answers[i].ns};
    }
    if (before && cut(m, first, answers, asked_n))
        return 0;
    *early += before;
    return asked_n;
}

static int by_answer(const void *a, const void *b)
{
    const struct mark *x = a, *y = b;
    if (x->answer != y->answer)
        return x->answer ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* The last piece of each answer, which stands before the first piece of the next. The pairs are sorted by their keys. */
static void last_pieces(struct marks *m, struct pair *pairs, uint32_t n)
{
    uint32_t k = 0;
    qsort(m->at, m->n, sizeof *m->at, by_answer);
    for (uint32_t i = 0; i < n; i++) {
        const bool more = i + 1 < n && pairs[i + 1].key == pairs[i].key && pairs[i + 1].answer > pairs[i].answer;
        while (k < m->n && m->at[k].answer && (m->at[k].key < pairs[i].key || (m->at[k].key == pairs[i].key && m->at[k].place < pairs[i].answer)))
            k++;
        for (; more && k < m->n && m->at[k].answer && m->at[k].key == pairs[i].key && m->at[k].place < pairs[i + 1].answer; k++)
            pairs[i].last_ns = m->at[k].ns;
    }
}

static bool judge(struct marks *m)
{
    struct pair *pairs = calloc(m->n / 2 + 1, sizeof *pairs);
    uint32_t n = 0, wrong = 0;
    if (!pairs)
        return false;
    qsort(m->at, m->n, sizeof *m->at, by_like);
    for (uint32_t i = 0, k; i < m->n; i = k) {
        uint32_t asked = 0;
        for (k = i; k < m->n && m->at[k].like == m->at[i].like; k++)
            asked += !m->at[k].answer;
        n += pair_kind(m, &m->at[i], asked, k - i, &pairs[n], &wrong);
    }
    qsort(pairs, n, sizeof *pairs, by_key);
    last_pieces(m, pairs, n);
    for (uint32_t i = 0; i + 1 < n; i++) /* a tag that comes again before the last piece of its answer */
        wrong += pairs[i].key == pairs[i + 1].key && pairs[i].key >> 62 == 0 && pairs[i].last_ns > pairs[i + 1].asked_ns && pairs[i + 1].ns > pairs[i].ns;
    free(pairs);
    return wrong >= FEW && wrong >= n / SHARE;
}

bool tn_pcie_apart(tn_next_event_fn *next, void *ctx)
{
    struct marks m = {0};
    struct tn_event ev;
    bool apart;
    while (m.n < MOST && next(ctx, &ev)) {
        if (ev.fabric != TN_FABRIC_PCIE || ev.len == 0)
            continue;
        if (ev.unit == TN_UNIT_FRAME)
            take_frame(&m, &ev);
        else if (ev.unit == TN_UNIT_PACKET)
            take_tlp(&m, &ev, ev.bytes, ev.len, ev.orig_len);
    }
    apart = m.n && judge(&m);
    free(m.at);
    return apart;
}
