/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counts of TLPs by type, their sizes, the time from a request to its first completion.
 */
#include "pcie.h"

#include <stdlib.h>

enum { SIZES = 12 };

/* When a requester's tag was last asked with. */
struct asked {
    uint32_t key; /* requester and tag, plus 1; 0 free */
    uint64_t ns;  /* plus 1; 0 when answered */
};

struct stats {
    uint64_t kinds[TN_TLP_KINDS], kind_bytes[TN_TLP_KINDS];
    uint64_t sizes[SIZES]; /* payload bytes by power of two: 0, 1-4, 5-8, ... */
    uint64_t tlps, payload;
    struct asked *asked; /* open addressing; an entry stays for its requester and tag */
    size_t asked_n, asked_cap;
};

static void *begin(void)
{
    return calloc(1, sizeof(struct stats));
}

/* The entry of that key, or the free one where it belongs. */
static struct asked *asked_at(struct asked *table, size_t cap, uint32_t key)
{
    size_t i = key * 0x9e3779b1u & (cap - 1);
    while (table[i].key && table[i].key != key)
        i = (i + 1) & (cap - 1);
    return &table[i];
}

/* The entry of a requester and tag, made when there is none; NULL on ENOMEM. There
 * are 2^24 of them at most, so that no two ever share one. */
static struct asked *asked_of(struct stats *s, const struct tn_tlp *t)
{
    uint32_t key = ((uint32_t)t->requester << 8 | t->tag) + 1;
    struct asked *a;
    if (s->asked_n * 2 >= s->asked_cap) {
        size_t cap = s->asked_cap ? s->asked_cap * 2 : 256;
        struct asked *grown = calloc(cap, sizeof *grown);
        if (!grown)
            return NULL;
        for (size_t i = 0; i < s->asked_cap; i++)
            if (s->asked[i].key)
                *asked_at(grown, cap, s->asked[i].key) = s->asked[i];
        free(s->asked);
        s->asked = grown;
        s->asked_cap = cap;
    }
    a = asked_at(s->asked, s->asked_cap, key);
    s->asked_n += a->key == 0;
    a->key = key;
    return a;
}

/* Remembers when a request was made; returns the time to its first completion, or -1. */
static long long latency(struct stats *s, const struct tn_event *ev, const struct tn_tlp *t)
{
    struct asked *a;
    long long ns;
    if (tn_tlp_class(t->kind) != TN_CLASS_NP && !tn_tlp_is_completion(t->kind))
        return -1;
    a = asked_of(s, t);
    if (!a)
        return -1;
    if (!tn_tlp_is_completion(t->kind)) {
        a->ns = ev->time_ns + 1;
        return -1;
    }
    if (!a->ns || ev->time_ns + 1 < a->ns)
        return -1;
    ns = (long long)(ev->time_ns + 1 - a->ns);
    a->ns = 0;
    return ns;
}

static long long count(void *stats, const struct tn_event *ev)
{
    struct stats *s = stats;
    struct tn_event e;
    struct tn_tlp t;
    unsigned size = 0;
    if (!tn_event_tlp(ev, &e, &t))
        return -1;
    s->tlps++;
    s->kinds[t.kind]++;
    s->kind_bytes[t.kind] += e.orig_len;
    if (tn_tlp_has_data(t.kind)) {
        uint32_t payload = 4u * t.length_dw;
        s->payload += payload;
        for (size = 1; size < SIZES - 1 && (4u << (size - 1)) < payload; size++)
            ;
    }
    s->sizes[size]++;
    return latency(s, ev, &t);
}

static void print_types(const struct stats *s, uint64_t bytes, FILE *f)
{
    for (int k = 0; k < TN_TLP_KINDS; k++)
        if (s->kinds[k])
            fprintf(f, "  %-8s %8llu  %10llu bytes  %5.1f %% of the link\n",
                    tn_tlp_name((enum tn_tlp_kind)k), (unsigned long long)s->kinds[k],
                    (unsigned long long)s->kind_bytes[k],
                    100.0 * (double)s->kind_bytes[k] / (double)bytes);
}

static void print_sizes(const struct stats *s, FILE *f)
{
    fputs("payload bytes:\n", f);
    for (unsigned i = 0; i < SIZES; i++)
        if (s->sizes[i])
            fprintf(f, "  %s%-5u %8llu\n", i ? "<= " : "   ", i ? 4u << (i - 1) : 0,
                    (unsigned long long)s->sizes[i]);
}

static bool print(const void *stats, enum tn_stats_part part, uint64_t bytes, FILE *f)
{
    const struct stats *s = stats;
    if (part == TN_STATS_COUNT)
        fprintf(f, ", %llu TLPs", (unsigned long long)s->tlps);
    if (!s->tlps)
        return part == TN_STATS_COUNT;
    switch (part) {
    case TN_STATS_SHARE:
        fprintf(f, ", payload %.1f %%", 100.0 * (double)s->payload / (double)bytes);
        break;
    case TN_STATS_TYPES:
        print_types(s, bytes, f);
        break;
    case TN_STATS_SIZES:
        print_sizes(s, f);
        break;
    case TN_STATS_LATENCY:
        fputs("request to first completion", f);
        break;
    default:
        break;
    }
    return true;
}

static void end(void *stats)
{
    free(((struct stats *)stats)->asked);
    free(stats);
}

static void ladder(FILE *f, const void *stats, const struct tn_event *ev, long long latency_ns)
{
    struct tn_event e;
    struct tn_tlp t;
    char label[64];
    (void)stats;
    if (!tn_event_tlp(ev, &e, &t))
        return;
    bool back = tn_tlp_is_completion(t.kind);
    if (back)
        snprintf(label, sizeof label, "%s tag %02x bc %u", tn_tlp_name(t.kind), t.tag,
                 t.byte_count);
    else
        snprintf(label, sizeof label, "%s tag %02x %llx", tn_tlp_name(t.kind), t.tag,
                 (unsigned long long)t.addr);
    fprintf(f, "%6llu  %04x |%s%-32s%s| ", (unsigned long long)ev->packet, t.requester,
            back ? "<-- " : "--- ", label, back ? " ---" : " -->");
    if (back)
        fprintf(f, "%04x", t.completer);
    if (latency_ns >= 0)
        fprintf(f, "  %lld ns", latency_ns);
    fputc('\n', f);
}

const struct tn_face_stats tn_stats_pcie = {
    .begin = begin, .event = count, .print = print, .end = end, .ladder = ladder};
