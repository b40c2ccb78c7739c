/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counts of TLPs by type, their sizes, the time from a request to its first completion.
 */
#include "pcie.h"

#include <tn/rules.h>

#include <stdlib.h>

enum { SIZES = 12 };

/* A request that is open. */
struct open {
    uint64_t ns;
    uint32_t left;  /* bytes that the next completion of a read must name; 0: not known */
    uint8_t low;    /* its Lower Address */
    bool used;      /* this slot holds one */
    bool started;   /* a completion came */
    bool read;      /* it may get more than one */
};

/* The requests of a requester with one tag, the oldest first. There may be two: in a capture that is
 * merged from two clocks, one may be stamped before the last completion of the one before it. */
struct asked {
    uint32_t key; /* requester and tag, plus 1; 0 free */
    struct open open[2];
    uint32_t early;        /* Byte Count of a completion that found no request, plus 1; 0: none */
    uint64_t early_packet; /* where it stood */
};

enum { EARLY = 64 }; /* packets that a completion may stand ahead of its request */

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
    struct asked *asked; /* open addressing; an entry stays for its requester and tag */
    size_t asked_n, asked_cap;
};

static void *begin(const struct tn_check_params *par)
{
    struct stats *s = calloc(1, sizeof *s);
    if (s)
        s->par = *par;
    return s;
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
    uint32_t key = ((uint32_t)t->requester << 10 | tn_tlp_whole_tag(t, &s->par)) + 1;
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

static bool answers(const struct open *o, const struct tn_tlp *t)
{
    if (!o->used || !o->read || !o->left)
        return o->used;
    if (t->status != TN_CPL_SC)
        return o->started || t->byte_count == o->left || !tn_tlp_has_data(t->kind);
    return t->byte_count == o->left && t->lower_addr == o->low;
}

static void close_open(struct stats *s, struct asked *a, struct open *o)
{
    if (o == &a->open[0]) {
        a->open[0] = a->open[1];
        o = &a->open[1];
    }
    o->used = false;
    s->open_n--;
}

/* A completion of that request; its time since it, or -1 when it is not the first. */
static long long answered(struct stats *s, struct asked *a, struct open *o, const struct tn_event *ev, const struct tn_tlp *t)
{
    const bool first = !o->started && ev->time_ns >= o->ns;
    const long long ns = first ? (long long)(ev->time_ns - o->ns) : -1;
    const uint32_t got = 4u * t->length_dw - (t->lower_addr & 3u);
    s->unanswered -= !o->started;
    requester_of(s, t->requester)->unanswered -= !o->started;
    o->started = true;
    if (o->read && t->status == TN_CPL_SC && tn_tlp_has_data(t->kind) && got < t->byte_count) {
        o->left = t->byte_count - got;
        o->low = (t->lower_addr + got) & 0x7f;
    } else {
        close_open(s, a, o);
    }
    return ns;
}

static void asks(struct stats *s, struct asked *a, const struct tn_event *ev, const struct tn_tlp *t)
{
    const bool read = t->kind == TN_TLP_MRD || t->kind == TN_TLP_MRDLK;
    const uint8_t first = t->th ? 0xf : t->first_be, last = t->th ? 0xf : t->last_be;
    struct open o = {.ns = ev->time_ns, .used = true, .read = read};
    if (read && t->at != 1) { /* the completions of a translation request have rules of their own */
        o.left = tn_tlp_bytes_asked(t->length_dw, first, last);
        o.low = (uint8_t)((t->addr + tn_tlp_first_byte(first)) & 0x7f);
    }
    if (a->early && ev->packet - a->early_packet <= EARLY && (!o.left || a->early == o.left + 1) && !a->open[0].used) {
        a->early = 0; /* it was answered before it stands there */
        return;
    }
    a->early = 0;
    if (a->open[1].used) { /* the oldest one gets no answer any more */
        a->open[0] = a->open[1];
        s->open_n--;
    }
    a->open[a->open[0].used ? 1 : 0] = o;
    s->open_n++;
    s->unanswered++;
    requester_of(s, t->requester)->unanswered++;
}

/* Pairs requests and completions as tenter check does: by requester, tag, and what a completion says of
 * itself. The time from a request to its first completion, or -1. */
static long long latency(struct stats *s, const struct tn_event *ev, const struct tn_tlp *t)
{
    struct asked *a;
    if (tn_tlp_class(t->kind) != TN_CLASS_NP && !tn_tlp_is_completion(t->kind))
        return -1;
    a = asked_of(s, t);
    if (!a)
        return -1;
    if (!tn_tlp_is_completion(t->kind)) {
        asks(s, a, ev, t);
        return -1;
    }
    for (unsigned i = 0; i < 2; i++)
        if (answers(&a->open[i], t))
            return answered(s, a, &a->open[i], ev, t);
    if (!a->open[0].used) {
        a->early = t->byte_count + 1u;
        a->early_packet = ev->packet;
    }
    return -1;
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
    if (!tn_event_tlp(ev, &e, &t) || zeros(&e))
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

static void ladder(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns, long long latency_ns)
{
    struct tn_event e;
    struct tn_tlp t;
    char label[64];
    const struct tn_check_params *par = &((const struct stats *)stats)->par;
    if (!tn_event_tlp(ev, &e, &t))
        return;
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
    fputc('\n', f);
}

const struct tn_face_stats tn_stats_pcie = {
    .begin = begin, .event = count, .print = print, .end = end, .ladder = ladder};
