/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counts of TNW packets and feedback, and the time from a packet to the ACK that covers it.
 */
#include "tnw.h"

#include <stdlib.h>

enum { SIDES = 16 };

/* A direction as records of one unit show it. */
struct side {
    uint16_t point;
    uint8_t dir, port, unit;
    bool known;
    uint8_t last;             /* number of the last new packet */
    uint64_t ns[TNW_SEQ_MOD]; /* when it was sent first, plus 1; 0 when acknowledged */
};

struct stats {
    uint64_t records, packets, again, broken, wrong, strays, words, payload;
    uint64_t vcs[TNW_VCS], codes[TNW_CODES + 1], bad_feedback;
    bool last_again;
    struct side side[SIDES];
    size_t side_n;
};

static void *begin(const struct tn_check_params *par)
{
    (void)par;
    return calloc(1, sizeof(struct stats));
}

static struct side *side_of(struct stats *s, const struct tn_event *ev)
{
    struct side *d;
    for (size_t i = 0; i < s->side_n; i++) {
        d = &s->side[i];
        if (d->point == ev->point && d->dir == ev->dir && d->port == ev->port &&
            d->unit == ev->unit)
            return d;
    }
    if (s->side_n == SIDES)
        return NULL;
    d = &s->side[s->side_n++];
    *d = (struct side){.point = ev->point, .dir = ev->dir, .port = ev->port, .unit = ev->unit};
    return d;
}

/* The only other direction of frames, or NULL. */
static struct side *other(struct stats *s, const struct side *d)
{
    struct side *o = NULL;
    for (size_t i = 0; i < s->side_n; i++) {
        if (&s->side[i] == d || s->side[i].unit != TN_UNIT_FRAME)
            continue;
        if (o)
            return NULL;
        o = &s->side[i];
    }
    return o;
}

static void count_packet(struct stats *s, struct side *d, const struct tn_event *ev,
                         const struct tn_tnw_view *v)
{
    const struct tnw_packet *k = &v->packet;
    s->packets++;
    if (!v->whole || !k->has_header) {
        s->broken++;
        return;
    }
    if (tn_tnw_crc_wrong(v)) {
        s->wrong++;
        return;
    }
    s->vcs[k->vc]++;
    s->payload += TNW_PAYLOAD;
    if (!d)
        return;
    s->last_again = d->known && tnw_seq_ahead(d->last, k->seq) <= 0;
    s->again += s->last_again;
    if (s->last_again)
        return;
    d->known = true;
    d->last = k->seq;
    d->ns[k->seq] = ev->time_ns + 1;
}

/* The time since the packet of that number was sent first, or -1; those before it are done. */
static long long acknowledged(struct side *d, uint8_t seq, uint64_t ns)
{
    long long latency = -1;
    if (d->ns[seq] && ns + 1 >= d->ns[seq])
        latency = (long long)(ns + 1 - d->ns[seq]);
    for (unsigned i = 0; i < TNW_BEFORE; i++)
        d->ns[(seq - i) & (TNW_SEQ_MOD - 1)] = 0;
    return latency;
}

static long long count(struct stats *s, const struct tn_event *ev, const struct tn_tnw_view *v)
{
    struct side *d = side_of(s, ev), *o = d ? other(s, d) : NULL;
    s->records++;
    s->last_again = false;
    s->words += ev->unit == TN_UNIT_FRAME ? v->words : TNW_WORDS;
    if (v->has_packet)
        count_packet(s, d, ev, v);
    else if (!v->has_ctl)
        s->strays++;
    if (!v->has_ctl)
        return -1;
    if (!tnw_ctl_good(&v->part.ctl)) {
        s->bad_feedback++;
        return -1;
    }
    s->codes[v->part.ctl.code]++;
    if (ev->flags & TN_EV_FAULT)
        return -1;
    if (v->part.ctl.code == TNW_INIT && d)
        d->known = false;
    return v->part.ctl.code == TNW_ACK && o ? acknowledged(o, v->part.ctl.seq, ev->time_ns) : -1;
}

static long long event(void *stats, const struct tn_event *ev)
{
    struct tn_tnw_view v;
    return tn_event_tnw(ev, &v) ? count(stats, ev, &v) : -1;
}

static bool print(const void *stats, enum tn_stats_part part, uint64_t bytes, FILE *f)
{
    const struct stats *s = stats;
    (void)bytes; /* shares are of the link's words */
    if (!s->records || part != TN_STATS_TYPES)
        return false;
    fprintf(f,
            "%llu TNW packets, payload %.1f %% of %llu words, %llu again, %llu CRC wrong, %llu "
            "broken\n",
            (unsigned long long)s->packets,
            s->words ? 25.0 * (double)s->payload / (double)s->words : 0.0,
            (unsigned long long)s->words, (unsigned long long)s->again,
            (unsigned long long)s->wrong, (unsigned long long)s->broken);
    for (unsigned i = 0; i < TNW_VCS; i++)
        if (s->vcs[i])
            fprintf(f, "  vc %u      %8llu\n", i, (unsigned long long)s->vcs[i]);
    for (unsigned i = 0; i <= TNW_CODES; i++)
        if (s->codes[i])
            fprintf(f, "  %-9s %8llu\n", i < TNW_CODES ? tnw_code_name(i) : "code 7",
                    (unsigned long long)s->codes[i]);
    if (s->bad_feedback)
        fprintf(f, "  feedback CRC wrong %llu\n", (unsigned long long)s->bad_feedback);
    if (s->strays)
        fprintf(f, "  runs of words of no packet %llu\n", (unsigned long long)s->strays);
    return true;
}

static void ladder(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns, long long latency_ns)
{
    tn_ladder_tnw(f, ev, ((const struct stats *)stats)->last_again, start_ns, latency_ns);
}

const struct tn_face_stats tn_stats_tnw = {
    .begin = begin, .event = event, .print = print, .end = free, .ladder = ladder};
