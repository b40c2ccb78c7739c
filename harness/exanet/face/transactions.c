/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Transactions followed from their first packet to the positive response: attempts, control
 * packets, notifications, responses (exa_transfer.md 1).
 *
 * A transaction is a generation of a {source, tid}. An acknowledgment names its receiver, a
 * notification the place: that is known by the transaction's control packet.
 */
#include "exanet.h"

#include <tn/keyed.h>

#include <stdlib.h>

enum { MOST = 1 << 19 };

/* The newest generation of a {source, tid}. */
struct transaction {
    uint64_t key;
    uint64_t number;   /* counted from 1 in the order of their beginnings */
    uint64_t first_ns; /* time of the first packet */
    uint64_t map;      /* by addr[13:8]: data of the attempt that were seen */
    uint32_t bytes;    /* of these */
    uint16_t seq;      /* of the newest attempt */
    uint16_t attempts; /* seen */
    bool done;         /* answered 0 */
};

/* A control packet's receiver, tid and generation, and which transaction it belongs to. */
struct asked {
    uint64_t key;
    uint64_t transaction; /* key */
    uint64_t place;       /* of the notification */
};

struct tn_exa_transactions {
    struct tn_keyed all;   /* struct transaction */
    struct tn_keyed asked; /* struct asked */
    uint64_t begun, done, retries, refused, notified, bytes;
    uint64_t *ns; /* first packet to positive response, of each one done */
    size_t ns_n, ns_cap;
};

struct tn_exa_transactions *tn_exa_transactions_new(void)
{
    struct tn_exa_transactions *t = calloc(1, sizeof *t);
    if (t) {
        tn_keyed_init(&t->all, sizeof(struct transaction), MOST);
        tn_keyed_init(&t->asked, sizeof(struct asked), MOST);
    }
    return t;
}

void tn_exa_transactions_free(struct tn_exa_transactions *t)
{
    if (!t)
        return;
    tn_keyed_free(&t->all);
    tn_keyed_free(&t->asked);
    free(t->ns);
    free(t);
}

static uint64_t key_of(struct exa_node n, unsigned tid)
{
    return 1ull << 63 | (uint64_t)exa_node_bits(n) << 14 | tid;
}

static uint64_t asked_key(struct exa_node receiver, const struct exa_packet *k)
{
    return 1ull << 63 | (uint64_t)exa_node_bits(receiver) << 23 |
           (uint64_t)(k->seq / EXA_ATTEMPTS) << 14 | k->tid;
}

static struct tn_exa_step step_of(const struct transaction *w, enum tn_exa_step_kind kind)
{
    return (struct tn_exa_step){
        .kind = kind, .number = w->number, .seq = w->seq, .attempts = w->attempts, .bytes = w->bytes};
}

/* Says whether w is the transaction that k's number belongs to. */
static bool same_generation(const struct transaction *w, const struct exa_packet *k)
{
    return w && w->number && w->seq / EXA_ATTEMPTS == k->seq / EXA_ATTEMPTS;
}

static struct tn_exa_step sent(struct tn_exa_transactions *t, const struct tn_event *ev,
                               const struct exa_packet *k)
{
    enum tn_exa_step_kind kind = TN_EXA_STEP_NEXT;
    struct transaction *w = tn_keyed_add(&t->all, key_of(k->src, k->tid), &(bool){false});
    if (!w)
        return (struct tn_exa_step){.kind = TN_EXA_STEP_NONE};
    if (!w->number || exa_seq_ahead(w->seq, k->seq) > 0) {
        const bool retry = same_generation(w, k);
        kind = retry ? TN_EXA_STEP_RETRY : TN_EXA_STEP_BEGUN;
        if (retry)
            t->retries++;
        else
            *w = (struct transaction){.key = w->key, .number = ++t->begun, .first_ns = ev->time_ns};
        w->seq = k->seq;
        w->attempts++;
        w->map = w->bytes = 0;
    } else if (k->seq != w->seq) {
        return step_of(w, same_generation(w, k) ? TN_EXA_STEP_LATE : TN_EXA_STEP_NONE);
    }
    if (k->type == EXA_DMA_CTL) {
        struct asked *a = tn_keyed_add(&t->asked, asked_key(k->dst, k), &(bool){false});
        if (a && k->word_n == 2)
            a->transaction = w->key, a->place = exa_control_place(k);
    } else if (!(w->map >> (k->addr >> 8 & 63) & 1)) {
        w->map |= 1ull << (k->addr >> 8 & 63);
        w->bytes += k->size;
    }
    return step_of(w, kind);
}

static void keep_time(struct tn_exa_transactions *t, uint64_t ns)
{
    if (t->ns_n == t->ns_cap) {
        const size_t cap = t->ns_cap ? 2 * t->ns_cap : 1024;
        uint64_t *p = realloc(t->ns, cap * sizeof *p);
        if (!p)
            return;
        t->ns = p;
        t->ns_cap = cap;
    }
    t->ns[t->ns_n++] = ns;
}

static struct tn_exa_step answered(struct tn_exa_transactions *t, const struct tn_event *ev,
                                   const struct exa_packet *k)
{
    struct transaction *w = tn_keyed_find(&t->all, key_of(k->dst, k->tid));
    struct tn_exa_step step;
    if (!same_generation(w, k))
        return (struct tn_exa_step){.kind = TN_EXA_STEP_NONE};
    if (k->code || w->done) {
        t->refused += k->code != 0;
        return step_of(w, k->code ? TN_EXA_STEP_REFUSED : TN_EXA_STEP_AGAIN);
    }
    w->done = true;
    t->done++;
    t->bytes += w->bytes;
    step = step_of(w, TN_EXA_STEP_DONE);
    step.ns = ev->time_ns > w->first_ns ? ev->time_ns - w->first_ns : 0;
    keep_time(t, step.ns);
    return step;
}

static struct tn_exa_step notified(struct tn_exa_transactions *t, const struct exa_packet *k)
{
    const struct asked *a = tn_keyed_find(&t->asked, asked_key(k->src, k));
    const struct transaction *w = a && a->place == exa_place_bits(k->dst, k->addr)
                                      ? tn_keyed_find(&t->all, a->transaction)
                                      : NULL;
    if (!same_generation(w, k))
        return (struct tn_exa_step){.kind = TN_EXA_STEP_NONE};
    t->notified++;
    return step_of(w, TN_EXA_STEP_NOTIFIED);
}

struct tn_exa_step tn_exa_transactions_event(struct tn_exa_transactions *t,
                                             const struct tn_event *ev, const struct exa_packet *k)
{
    if (!exa_of_transaction(k))
        return (struct tn_exa_step){.kind = TN_EXA_STEP_NONE};
    return k->type == EXA_ACK      ? answered(t, ev, k)
           : k->type == EXA_NOTIFY ? notified(t, k)
                                   : sent(t, ev, k);
}

void tn_exa_step_print(FILE *f, const struct tn_exa_step *s)
{
    static const char *const text[] = {
        [TN_EXA_STEP_NEXT] = "",
        [TN_EXA_STEP_LATE] = " late",
        [TN_EXA_STEP_REFUSED] = " refused",
        [TN_EXA_STEP_NOTIFIED] = " notified",
        [TN_EXA_STEP_AGAIN] = " answered again",
    };
    const unsigned gen = s->seq / EXA_ATTEMPTS, att = s->seq % EXA_ATTEMPTS;
    if (s->kind == TN_EXA_STEP_NONE)
        return;
    fprintf(f, "  #%llu", (unsigned long long)s->number);
    if (s->kind == TN_EXA_STEP_BEGUN || s->kind == TN_EXA_STEP_RETRY)
        fprintf(f, "%s gen %u att %u", s->kind == TN_EXA_STEP_RETRY ? " again:" : "", gen, att);
    else if (s->kind == TN_EXA_STEP_DONE)
        fprintf(f, " done: %u bytes, %u attempt%s, %llu ns", s->bytes, s->attempts,
                s->attempts == 1 ? "" : "s", (unsigned long long)s->ns);
    else
        fputs(text[s->kind], f);
}

bool tn_exa_transactions_print(const struct tn_exa_transactions *t, FILE *f)
{
    if (!t->begun)
        return false;
    fprintf(f,
            "ExaNet transactions: %llu begun, %llu answered 0 with %llu bytes, %llu retries, %llu "
            "refusals, %llu notifications\n",
            (unsigned long long)t->begun, (unsigned long long)t->done, (unsigned long long)t->bytes,
            (unsigned long long)t->retries, (unsigned long long)t->refused,
            (unsigned long long)t->notified);
    if (t->ns_n) {
        fputs("  first packet to positive response, ns:", f);
        tn_stats_percentiles(f, t->ns, t->ns_n);
    }
    return true;
}
