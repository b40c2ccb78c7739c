/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Statistics over all records, with what each fabric's face counts of its own; and the ladder.
 */
#include "stats.h"

#include "tools.h"

#include <stdlib.h>

enum { LATENCIES_MAX = 1 << 20, FACES_MAX = TN_FABRIC_N };

struct tn_stats {
    uint64_t events, bytes, first_ns, last_ns;
    uint64_t *latency;
    size_t latency_n, latency_cap;
    long long last_latency;
    uint64_t answer, wait_ns; /* the last timed answer that the rules found: its packet, and the time since its request */
    void *of_face[FACES_MAX]; /* by index of the face; NULL: it counts nothing */
    struct side {
        uint64_t packets, bytes;
    } * side; /* by point and direction */
    size_t side_n;
};

struct tn_stats *tn_stats_new(const struct tn_check_params *par)
{
    struct tn_stats *s = calloc(1, sizeof *s);
    const struct tn_face *face;
    for (size_t i = 0; s && i < FACES_MAX && (face = tn_face_at(i)) != NULL; i++) {
        if (!face->stats || (s->of_face[i] = face->stats->begin(par)) != NULL)
            continue;
        tn_stats_free(s);
        return NULL;
    }
    return s;
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

enum { DIRS = 3 };

/* Counts the event where it was seen and the way it went. */
static void count_side(struct tn_stats *s, const struct tn_event *ev)
{
    size_t at = (size_t)ev->point * DIRS + ev->dir % DIRS, n = s->side_n ? s->side_n : 64;
    struct side *p = s->side;
    while (n <= at)
        n *= 2;
    if (n != s->side_n && !(p = realloc(s->side, n * sizeof *p)))
        return;
    for (size_t i = s->side_n; i < n; i++)
        p[i] = (struct side){0, 0};
    s->side = p;
    s->side_n = n;
    p[at].packets++;
    p[at].bytes += ev->orig_len;
}

double tn_stats_rate(uint64_t bytes, uint64_t ns)
{
    return ns ? (double)bytes * 1e3 / (double)ns : 0.0;
}

/* A line for each point and direction; of many the first ones. */
static void print_sides(const struct tn_stats *s, const struct tn_reader *r, FILE *f)
{
    enum { SHOWN = 40 };
    static const char *const arrow[DIRS] = {"", "^", "v"};
    size_t n = 0;
    fputs("by point and direction:\n", f);
    for (size_t i = 0; i < s->side_n; i++) {
        const char *name = tn_reader_point(r, (unsigned)(i / DIRS));
        if (!s->side[i].packets || ++n > SHOWN)
            continue;
        fputs("  ", f);
        tn_print_text(f, name ? name : "all");
        fprintf(f, "%s %llu packets, %llu bytes, %.3f MB/s\n", arrow[i % DIRS], (unsigned long long)s->side[i].packets,
                (unsigned long long)s->side[i].bytes, tn_stats_rate(s->side[i].bytes, s->last_ns - s->first_ns));
    }
    if (n > SHOWN)
        fprintf(f, "  and %zu more\n", n - SHOWN);
}

/* The index of the face that counts records of this fabric, or -1. */
static int face_of(const struct tn_stats *s, uint8_t fabric)
{
    for (int i = 0; fabric && i < FACES_MAX && tn_face_at((size_t)i); i++)
        if (s->of_face[i] && tn_face_at((size_t)i)->fabric == fabric)
            return i;
    return -1;
}

void tn_stats_pair(void *stats, const struct tn_pair *p)
{
    struct tn_stats *s = stats;
    const int face = face_of(s, p->fabric);
    if (p->timed) {
        s->answer = p->packet;
        s->wait_ns = p->wait_ns;
        add_latency(s, p->wait_ns);
    }
    if (face >= 0 && tn_face_at((size_t)face)->stats->pair)
        tn_face_at((size_t)face)->stats->pair(s->of_face[face], p);
}

long long tn_stats_event(struct tn_stats *s, const struct tn_event *ev)
{
    int face = face_of(s, ev->fabric);
    s->last_latency = -1;
    if (ev->unit == TN_UNIT_NOTE)
        return -1;
    if (s->events++ == 0)
        s->first_ns = ev->time_ns;
    if (ev->time_ns > s->last_ns)
        s->last_ns = ev->time_ns;
    s->bytes += ev->orig_len;
    count_side(s, ev);
    if (face >= 0)
        s->last_latency = tn_face_at((size_t)face)->stats->event(s->of_face[face], ev);
    if (s->last_latency >= 0)
        add_latency(s, (uint64_t)s->last_latency);
    else if (s->answer == ev->packet && s->answer)
        s->last_latency = (long long)s->wait_ns;
    return s->last_latency;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Has each face print that part; with first, only until one has printed it. Whether one has. */
static bool print_part(const struct tn_stats *s, enum tn_stats_part part, bool first, FILE *f)
{
    bool printed = false;
    for (size_t i = 0; i < FACES_MAX && tn_face_at(i) && !(first && printed); i++)
        if (s->of_face[i] && tn_face_at(i)->stats->print(s->of_face[i], part, s->bytes, f))
            printed = true;
    return printed;
}

/* The place of a percentile among n sorted values by the nearest rank: the smallest value that so many
 * per cent of all do not exceed. */
static size_t rank(size_t n, int percent)
{
    const size_t r = (n * (size_t)percent + 99) / 100;
    return r ? r - 1 : 0;
}

void tn_stats_percentiles(FILE *f, uint64_t *values, size_t n)
{
    static const int percent[] = {0, 50, 90, 99, 100};
    qsort(values, n, sizeof *values, by_value);
    for (size_t i = 0; i < sizeof percent / sizeof *percent; i++)
        fprintf(f, "  %d%% %llu", percent[i], (unsigned long long)values[rank(n, percent[i])]);
    fputc('\n', f);
}

void tn_stats_print(const struct tn_stats *s, const struct tn_reader *r, FILE *f)
{
    fprintf(f, "%llu packets", (unsigned long long)s->events);
    print_part(s, TN_STATS_COUNT, false, f);
    fprintf(f, ", %llu bytes", (unsigned long long)s->bytes);
    print_part(s, TN_STATS_SHARE, false, f);
    fprintf(f, ", %.9f s, %.3f MB/s\n", (double)(s->last_ns - s->first_ns) / 1e9,
            tn_stats_rate(s->bytes, s->last_ns - s->first_ns));
    print_part(s, TN_STATS_TYPES, false, f);
    print_part(s, TN_STATS_SIZES, false, f);
    print_sides(s, r, f);
    if (!s->latency_n)
        return;
    if (!print_part(s, TN_STATS_LATENCY, true, f))
        fputs("packet to first answer", f);
    fputs(", ns:", f);
    tn_stats_percentiles(f, s->latency, s->latency_n);
}

void tn_stats_free(struct tn_stats *s)
{
    for (size_t i = 0; s && i < FACES_MAX; i++)
        if (s->of_face[i])
            tn_face_at(i)->stats->end(s->of_face[i]);
    if (s)
        free(s->latency);
    if (s)
        free(s->side);
    free(s);
}

void tn_ladder_line(FILE *f, const struct tn_stats *s, const struct tn_event *ev, uint64_t start_ns)
{
    int face = face_of(s, ev->fabric);
    if (face >= 0 && tn_face_at((size_t)face)->stats->ladder)
        tn_face_at((size_t)face)->stats->ladder(f, s->of_face[face], ev, start_ns, s->last_latency);
}
