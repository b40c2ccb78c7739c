/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counts by type, sizes, latencies; and the ladder.
 */
#include "stats.h"

#include "tools.h"

#include <stdlib.h>
#include <string.h>

enum { LATENCIES_MAX = 1 << 20, SIZES = 12 };

/* When a requester's tag was last asked with. */
struct asked {
    uint32_t key; /* requester and tag, plus 1; 0 free */
    uint64_t ns;  /* plus 1; 0 when answered */
};

struct tn_stats {
    uint64_t kinds[TN_TLP_KINDS], kind_bytes[TN_TLP_KINDS];
    uint64_t sizes[SIZES]; /* payload bytes by power of two: 0, 1-4, 5-8, ... */
    uint64_t events, tlps, bytes, payload;
    uint64_t first_ns, last_ns;
    struct asked *asked; /* open addressing; an entry stays for its requester and tag */
    size_t asked_n, asked_cap;
    uint64_t *latency;
    size_t latency_n, latency_cap;
    long long last_latency;
    struct tn_stats_exa *exa;
    struct tn_stats_tnw *tnw;
};

struct tn_stats *tn_stats_new(void)
{
    struct tn_stats *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->exa = tn_stats_exa_new();
    s->tnw = tn_stats_tnw_new();
    if (s->exa && s->tnw)
        return s;
    tn_stats_free(s);
    return NULL;
}

static void add_latency(struct tn_stats *s, uint64_t ns)
{
    if (s->latency_n == LATENCIES_MAX)
        return;
    if (s->latency_n == s->latency_cap) {
        size_t cap = s->latency_cap ? s->latency_cap * 2 : 1024;
        uint64_t *p = realloc(s->latency, cap * sizeof *p);
        if (!p)
            return;
        s->latency = p;
        s->latency_cap = cap;
    }
    s->latency[s->latency_n++] = ns;
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
static struct asked *asked_of(struct tn_stats *s, const struct tn_tlp *t)
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

/* Remembers when a request was made; takes the time to its first completion. */
static void note_latency(struct tn_stats *s, const struct tn_event *ev, const struct tn_tlp *t)
{
    struct asked *a;
    if (tn_tlp_class(t->kind) != TN_CLASS_NP && !tn_tlp_is_completion(t->kind))
        return;
    a = asked_of(s, t);
    if (!a)
        return;
    if (!tn_tlp_is_completion(t->kind)) {
        a->ns = ev->time_ns + 1;
    } else if (a->ns && ev->time_ns + 1 >= a->ns) {
        s->last_latency = (long long)(ev->time_ns + 1 - a->ns);
        add_latency(s, (uint64_t)s->last_latency);
        a->ns = 0;
    }
}

void tn_stats_event(struct tn_stats *s, const struct tn_event *ev)
{
    struct tn_event e;
    struct tn_tlp t;
    struct exa_packet k;
    struct tn_tnw_view v;
    unsigned size = 0;
    s->last_latency = -1;
    if (ev->unit == TN_UNIT_NOTE)
        return;
    if (s->events++ == 0)
        s->first_ns = ev->time_ns;
    if (ev->time_ns > s->last_ns)
        s->last_ns = ev->time_ns;
    s->bytes += ev->orig_len;
    if (tn_event_exa(ev, &k)) {
        s->last_latency = tn_stats_exa_packet(s->exa, ev, &k);
    } else if (tn_event_tnw(ev, &v)) {
        s->last_latency = tn_stats_tnw_record(s->tnw, ev, &v);
    }
    if (s->last_latency >= 0)
        add_latency(s, (uint64_t)s->last_latency);
    if (!tn_event_tlp(ev, &e, &t))
        return;
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
    note_latency(s, ev, &t);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void tn_stats_print(const struct tn_stats *s, FILE *f)
{
    double seconds = (double)(s->last_ns - s->first_ns) / 1e9;
    fprintf(f, "%llu packets, %llu TLPs, %llu bytes", (unsigned long long)s->events,
            (unsigned long long)s->tlps, (unsigned long long)s->bytes);
    if (s->tlps)
        fprintf(f, ", payload %.1f %%", 100.0 * (double)s->payload / (double)s->bytes);
    fprintf(f, ", %.9f s\n", seconds);
    for (int k = 0; k < TN_TLP_KINDS; k++)
        if (s->kinds[k])
            fprintf(f, "  %-8s %8llu  %10llu bytes  %5.1f %% of the link\n",
                    tn_tlp_name((enum tn_tlp_kind)k), (unsigned long long)s->kinds[k],
                    (unsigned long long)s->kind_bytes[k],
                    100.0 * (double)s->kind_bytes[k] / (double)s->bytes);
    tn_stats_exa_print(s->exa, f);
    tn_stats_tnw_print(s->tnw, f);
    if (s->tlps)
        fputs("payload bytes:\n", f);
    for (unsigned i = 0; i < SIZES; i++)
        if (s->sizes[i])
            fprintf(f, "  %s%-5u %8llu\n", i ? "<= " : "   ", i ? 4u << (i - 1) : 0,
                    (unsigned long long)s->sizes[i]);
    if (s->latency_n) {
        static const int percent[] = {0, 50, 90, 99, 100};
        qsort(s->latency, s->latency_n, sizeof *s->latency, by_value);
        fputs(s->tlps ? "request to first completion, ns:" : "packet to first answer, ns:", f);
        for (size_t i = 0; i < sizeof percent / sizeof *percent; i++)
            fprintf(f, "  %d%% %llu", percent[i],
                    (unsigned long long)s->latency[(s->latency_n - 1) * (size_t)percent[i] / 100]);
        fputc('\n', f);
    }
}

void tn_stats_free(struct tn_stats *s)
{
    if (s) {
        free(s->latency);
        free(s->asked);
        tn_stats_exa_free(s->exa);
        tn_stats_tnw_free(s->tnw);
    }
    free(s);
}

void tn_ladder_line(FILE *f, const struct tn_stats *s, const struct tn_event *ev)
{
    const long long latency_ns = s->last_latency;
    struct tn_event e;
    struct tn_tlp t;
    char label[64];
    if (ev->fabric == TN_FABRIC_EXANET) {
        tn_ladder_exa(f, ev, latency_ns);
        return;
    }
    if (ev->fabric == TN_FABRIC_TNW) {
        tn_ladder_tnw(f, ev, tn_stats_tnw_again(s->tnw), latency_ns);
        return;
    }
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
