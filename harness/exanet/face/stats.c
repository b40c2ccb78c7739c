/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counts of ExaNet packets by type, their sizes, the time to the first answer of a message or of
 * an attempt, and the transactions.
 */
#include "exanet.h"

#include <tn/keyed.h>

#include <stdlib.h>

enum { SIZES = 10, WAITING_MAX = 1 << 19 };

/* What waits for its answer; it stays for its key when that has come. */
struct waiting {
    uint64_t key;
    uint64_t ns; /* plus 1; 0 when answered */
    struct exa_node dst;
};

struct stats {
    uint64_t kinds[EXA_TYPES], bytes[EXA_TYPES], sizes[SIZES];
    uint64_t packets, payload, nacks, all_bytes;
    struct tn_keyed waiting;
    struct tn_exa_transactions *transactions;
    struct tn_exa_step step; /* of the packet counted last */
};

static void *begin(const struct tn_check_params *par)
{
    struct stats *s = calloc(1, sizeof *s);
    (void)par;
    if (s && !(s->transactions = tn_exa_transactions_new())) {
        free(s);
        return NULL;
    }
    if (s)
        tn_keyed_init(&s->waiting, sizeof(struct waiting), WAITING_MAX);
    return s;
}

/* What k belongs to or answers: an answer does not say which node it is from, and of a message's
 * number the lower 13 bits. */
static uint64_t key_of(struct exa_node src, const struct exa_packet *k)
{
    uint64_t number = exa_is_message(k) ? k->seq % EXA_SEQ_MOD : 0;
    return 1ull << 63 | (uint64_t)exa_node_bits(src) << 32 | (uint64_t)k->tid << 16 | number;
}

bool tn_exa_answerer(const void *stats, const struct exa_packet *k, struct exa_node *n)
{
    const struct stats *s = stats;
    const struct waiting *w = s ? tn_keyed_find(&s->waiting, key_of(k->dst, k)) : NULL;
    if (w)
        *n = w->dst;
    return w != NULL;
}

/* The time since what this packet answers, or -1. */
static long long latency(struct stats *s, const struct tn_event *ev, const struct exa_packet *k)
{
    bool answer = k->type == EXA_ACK || k->type == EXA_ZREAD_RSP;
    struct waiting *w;
    bool made;
    long long ns;
    if (!exa_has_number(k))
        return -1;
    w = tn_keyed_add(&s->waiting, key_of(answer ? k->dst : k->src, k), &made);
    if (!w)
        return -1;
    if (!answer) {
        w->dst = k->dst;
        if (exa_is_message(k) || k->first || k->type == EXA_ZREAD_REQ || k->type == EXA_ZWRITE)
            w->ns = ev->time_ns + 1;
        return -1;
    }
    if (!w->ns || ev->time_ns + 1 < w->ns)
        return -1;
    ns = (long long)(ev->time_ns + 1 - w->ns);
    w->ns = 0;
    return ns;
}

static long long count(struct stats *s, const struct tn_event *ev, const struct exa_packet *k)
{
    unsigned size = 0;
    s->packets++;
    s->all_bytes += ev->orig_len;
    s->step = (struct tn_exa_step){.kind = TN_EXA_STEP_NONE};
    if (tn_exa_unreadable(k) || k->err & EXA_E_TYPE)
        return -1;
    s->kinds[k->type]++;
    s->bytes[k->type] += ev->orig_len;
    s->nacks += k->type == EXA_ACK && k->code;
    if (k->size) {
        s->payload += k->size;
        for (size = 1; size < SIZES - 1 && 1u << size < k->size; size++)
            ;
    }
    s->sizes[size]++;
    s->step = tn_exa_transactions_event(s->transactions, ev, k);
    return latency(s, ev, k);
}

static long long event(void *stats, const struct tn_event *ev)
{
    struct exa_packet k;
    return tn_event_exa(ev, &k) ? count(stats, ev, &k) : -1;
}

static bool print(const void *stats, enum tn_stats_part part, uint64_t bytes, FILE *f)
{
    const struct stats *s = stats;
    (void)bytes; /* shares are of the ExaNet packets' own */
    if (!s->packets || part != TN_STATS_TYPES)
        return false;
    fprintf(f, "%llu ExaNet packets, payload %.1f %%, %llu nacks\n", (unsigned long long)s->packets,
            100.0 * (double)s->payload / (double)s->all_bytes, (unsigned long long)s->nacks);
    for (unsigned i = 0; i < EXA_TYPES; i++)
        if (s->kinds[i])
            fprintf(f, "  %-8s %8llu  %10llu bytes  %5.1f %%\n", exa_type_name(i),
                    (unsigned long long)s->kinds[i], (unsigned long long)s->bytes[i],
                    100.0 * (double)s->bytes[i] / (double)s->all_bytes);
    fputs("ExaNet payload bytes:\n", f);
    for (unsigned i = 0; i < SIZES; i++)
        if (s->sizes[i])
            fprintf(f, "  %s%-5u %8llu\n", i ? "<= " : "   ", i ? 1u << i : 0,
                    (unsigned long long)s->sizes[i]);
    tn_exa_transactions_print(s->transactions, f);
    return true;
}

const struct tn_exa_step *tn_exa_last_step(const void *stats)
{
    return &((const struct stats *)stats)->step;
}

static void end(void *stats)
{
    struct stats *s = stats;
    tn_keyed_free(&s->waiting);
    tn_exa_transactions_free(s->transactions);
    free(s);
}

const struct tn_face_stats tn_stats_exanet = {
    .begin = begin, .event = event, .print = print, .end = end, .ladder = tn_ladder_exa};
