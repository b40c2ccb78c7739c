/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counts of TLPs by type, their sizes, and of requests what the rules say of their completions.
 */
#include "pcie.h"

#include <tn/rules.h>

#include <stdlib.h>

enum { SIZES = 12 };

struct stats {
    uint64_t kinds[TN_TLP_KINDS], kind_bytes[TN_TLP_KINDS];
    uint64_t sizes[SIZES]; /* payload bytes by power of two: 0, 1-4, 5-8, ... */
    uint64_t tlps, payload;
    struct tn_check_params par;
    uint64_t first_ns, last_ns;
    struct requester {
        bool seen;
        uint64_t requests, unanswered, written, read; /* bytes of data that went out, and came back */
        uint64_t ur, ca, crs;
    } requester[65536];
    uint64_t open_n, unanswered; /* requests without their last, without any completion */
    struct tn_link_stats *link;  /* of frames */
};

static void *begin(const struct tn_check_params *par)
{
    struct stats *s = calloc(1, sizeof *s);
    if (!s || !(s->link = tn_link_stats_new())) {
        free(s);
        return NULL;
    }
    s->par = *par;
    return s;
}

static void end(void *stats)
{
    struct stats *s = stats;
    if (s)
        free(s->link);
    free(s);
}

/* The counts of that requester. */
static struct requester *requester_of(struct stats *s, uint16_t id)
{
    return &s->requester[id];
}

/* Counts the TLP with its requester. */
static void count_requester(struct stats *s, const struct tn_event *ev, const struct tn_tlp *t)
{
    struct requester *q;
    uint32_t data = tn_tlp_has_data(t->kind) ? 4u * t->length_dw : 0;
    if (t->err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX))
        return;
    s->first_ns = s->tlps == 1 || ev->time_ns < s->first_ns ? ev->time_ns : s->first_ns;
    s->last_ns = ev->time_ns > s->last_ns ? ev->time_ns : s->last_ns;
    q = requester_of(s, t->requester);
    q->seen = true;
    if (tn_tlp_is_completion(t->kind)) {
        q->read += data;
        q->ur += t->status == TN_CPL_UR;
        q->ca += t->status == TN_CPL_CA;
        q->crs += t->status == TN_CPL_CRS;
    } else {
        q->requests++;
        q->written += data;
    }
}

/* A request or an answer, as the rules pair them. */
static void pair(void *stats, const struct tn_pair *p)
{
    struct stats *s = stats;
    struct requester *q = requester_of(s, (uint16_t)p->asker);
    switch (p->kind) {
    case TN_PAIR_ASKED:
        s->open_n++;
        s->unanswered++;
        q->unanswered++;
        break;
    case TN_PAIR_ANSWERED:
        s->unanswered--;
        q->unanswered--;
        break;
    case TN_PAIR_DONE:
        s->open_n--;
        break;
    }
}

/* A record of zeros is none of a TLP: ART-ZERO. */
static bool zeros(const struct tn_event *ev)
{
    for (uint32_t i = 0; i < ev->len; i++)
        if (ev->bytes[i])
            return false;
    return true;
}

static long long count(void *stats, const struct tn_event *ev)
{
    struct stats *s = stats;
    struct tn_event e;
    struct tn_tlp t;
    unsigned size = 0;
    const bool tlp = tn_event_tlp(ev, &e, &t);
    tn_link_count(s->link, ev, tlp ? &t : NULL);
    if (!tlp || zeros(&e))
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
    count_requester(s, ev, &t);
    return -1;
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

static void print_open(const struct stats *s, FILE *f)
{
    fprintf(f, "requests open at the end: %llu, without any completion: %llu\n", (unsigned long long)s->open_n,
            (unsigned long long)s->unanswered);
}

static void print_requesters(const struct stats *s, FILE *f)
{
    struct requester sum = {.seen = false};
    fputs("by requester: requests, unanswered, UR, CA, CRS, bytes written, bytes read, MB/s\n", f);
    for (unsigned id = 0; id < 65536; id++) {
        const struct requester *q = &s->requester[id];
        if (!q->seen)
            continue;
        fputs("  ", f);
        tn_print_bdf(f, id);
        fprintf(f, " %8llu %6llu %5llu %5llu %5llu %10llu %10llu %10.3f\n", (unsigned long long)q->requests,
                (unsigned long long)q->unanswered, (unsigned long long)q->ur, (unsigned long long)q->ca,
                (unsigned long long)q->crs, (unsigned long long)q->written, (unsigned long long)q->read,
                tn_stats_rate(q->written + q->read, s->last_ns - s->first_ns));
        sum.ur += q->ur;
        sum.ca += q->ca;
        sum.crs += q->crs;
    }
    fprintf(f, "completions with UR: %llu, with CA: %llu, with CRS: %llu\n", (unsigned long long)sum.ur,
            (unsigned long long)sum.ca, (unsigned long long)sum.crs);
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
        print_open(s, f);
        print_requesters(s, f);
        tn_link_print(s->link, f);
        break;
    case TN_STATS_LATENCY:
        fputs("request to first completion", f);
        break;
    default:
        break;
    }
    return true;
}

static void ladder(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns, long long latency_ns)
{
    struct tn_event e;
    struct tn_tlp t;
    char label[64];
    const struct stats *s = stats;
    const struct tn_check_params *par = &s->par;
    if (!tn_event_tlp(ev, &e, &t)) {
        tn_link_ladder(s->link, f, ev, start_ns);
        return;
    }
    bool back = tn_tlp_is_completion(t.kind);
    if (back)
        snprintf(label, sizeof label, "%s tag %02x bc %u", tn_tlp_name(t.kind), tn_tlp_whole_tag(&t, par), t.byte_count);
    else
        snprintf(label, sizeof label, "%s tag %02x %llx", tn_tlp_name(t.kind), tn_tlp_whole_tag(&t, par),
                 (unsigned long long)t.addr);
    tn_print_moment(f, ev, start_ns);
    fprintf(f, "%04x |%s%-32s%s| ", t.requester,
            back ? "<-- " : "--- ", label, back ? " ---" : " -->");
    if (back)
        fprintf(f, "%04x", t.completer);
    if (latency_ns >= 0)
        fprintf(f, "  %lld ns", latency_ns);
    tn_link_note(s->link, f);
    fputc('\n', f);
}

const struct tn_face_stats tn_stats_pcie = {
    .begin = begin, .event = count, .pair = pair, .print = print, .end = end, .ladder = ladder};
