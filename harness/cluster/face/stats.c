/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counts of the cluster's packets and link packets, and the time from a packet to the
 * acknowledgment that covers it.
 */
#include "cluster.h"

#include <stdlib.h>

enum { SIDES = 256, TYPES = 16 };

/* A direction of a lane. */
struct side {
    uint16_t point;
    uint8_t dir, port;
    bool known;
    uint8_t last;         /* number of the last new packet */
    uint64_t ns[CL_SEQS]; /* when it was sent first, plus 1; 0 when acknowledged */
};

struct stats {
    uint64_t records, words, type[TYPES], again, nacks, broken, wrong;
    bool last_again;
    struct side side[SIDES];
    size_t side_n;
};

static void *begin(const struct tn_check_params *par)
{
    (void)par;
    return calloc(1, sizeof(struct stats));
}

/* The direction of that place, made when it is new and wanted. */
static struct side *side_of(struct stats *s, const struct tn_event *ev, unsigned dir, bool make)
{
    for (size_t i = 0; i < s->side_n; i++)
        if (s->side[i].point == ev->point && s->side[i].port == ev->port && s->side[i].dir == dir)
            return &s->side[i];
    if (!make || s->side_n == SIDES)
        return NULL;
    s->side[s->side_n] = (struct side){.point = ev->point, .port = ev->port, .dir = (uint8_t)dir};
    return &s->side[s->side_n++];
}

static void sent(struct stats *s, struct side *d, const struct tn_event *ev, unsigned seq)
{
    s->last_again = d->known && (d->last - seq) % CL_SEQS < CL_WINDOW;
    s->again += s->last_again;
    if (s->last_again)
        return;
    d->known = true;
    d->last = (uint8_t)seq;
    d->ns[seq] = ev->time_ns + 1;
}

/* The time since the packet of that number was sent first, or -1; it and those before are done. */
static long long acknowledged(struct side *d, unsigned seq, uint64_t ns)
{
    long long latency = -1;
    if (d->ns[seq] && ns + 1 >= d->ns[seq])
        latency = (long long)(ns + 1 - d->ns[seq]);
    for (unsigned i = 0; i < CL_WINDOW; i++)
        d->ns[(seq + CL_SEQS - i) % CL_SEQS] = 0;
    return latency;
}

static long long event(void *stats, const struct tn_event *ev)
{
    struct stats *s = stats;
    struct tn_cl_view v;
    struct side *d, *other;
    if (!tn_cl_view(ev, &v))
        return -1;
    s->records++;
    s->last_again = false;
    s->words += ev->orig_len / (ev->unit == TN_UNIT_FRAME ? CL_FRAME_WORD : CL_WORD);
    s->wrong += v.crc_wrong;
    if (tn_cl_broken(&v)) {
        s->broken += !v.crc_wrong || v.flags;
        return -1;
    }
    s->type[v.packet.header.type]++;
    s->nacks += v.has_ctl && v.ctl.nack;
    d = side_of(s, ev, ev->dir, true);
    if (ev->unit != TN_UNIT_FRAME || ev->flags & TN_EV_FAULT || !d)
        return -1;
    if (!v.has_ctl) {
        sent(s, d, ev, v.packet.header.seq);
        return -1;
    }
    other = ev->dir && ev->dir < 3 ? side_of(s, ev, 3u - ev->dir, false) : NULL;
    return other && v.ctl.plane == ev->port ? acknowledged(other, v.ctl.ack, ev->time_ns) : -1;
}

static bool print(const void *stats, enum tn_stats_part part, uint64_t bytes, FILE *f)
{
    const struct stats *s = stats;
    uint64_t packets = 0;
    (void)bytes; /* shares are not told */
    if (part == TN_STATS_LATENCY && s->records)
        return fputs("packet to its acknowledgment", f) >= 0;
    if (!s->records || part != TN_STATS_TYPES)
        return false;
    for (unsigned t = 0; t < TN_cl_hdr_type_LINK; t++)
        packets += s->type[t];
    fprintf(f,
            "%llu cluster packets, %llu again, %llu link packets, %llu of them NACK, %llu words, "
            "%llu CRC wrong, %llu broken\n",
            (unsigned long long)packets, (unsigned long long)s->again,
            (unsigned long long)s->type[TN_cl_hdr_type_LINK], (unsigned long long)s->nacks,
            (unsigned long long)s->words, (unsigned long long)s->wrong,
            (unsigned long long)s->broken);
    for (unsigned t = 0; t < TN_cl_hdr_type_LINK; t++)
        if (s->type[t])
            fprintf(f, "  %-11s %8llu\n", cl_type_name(t) ? cl_type_name(t) : "?",
                    (unsigned long long)s->type[t]);
    return true;
}

static void ladder(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns,
                   long long latency_ns)
{
    const struct stats *s = stats;
    struct tn_cl_view v;
    char label[96];
    const bool back = ev->dir == TN_DIR_DOWN;
    const struct cl_header *h = &v.packet.header;
    if (!tn_cl_view(ev, &v))
        return;
    if (tn_cl_broken(&v))
        snprintf(label, sizeof label, "%s, broken", tn_cl_type(&v));
    else if (v.has_ctl)
        snprintf(label, sizeof label, "ack %u freed %u %u %u%s", v.ctl.ack, v.ctl.freed[0],
                 v.ctl.freed[1], v.ctl.freed[2], v.ctl.nack ? " NACK" : "");
    else
        snprintf(label, sizeof label, "%s %u %u.%u > %u.%u%s", tn_cl_type(&v), h->seq, h->src,
                 h->src_cpu, h->dst, h->dst_cpu, s->last_again ? " again" : "");
    tn_print_moment(f, ev, start_ns);
    fprintf(f, "c%-8llu |%s%-40s%s|%s", (unsigned long long)ev->cycle, back ? "<-- " : "--- ",
            label, back ? " ---" : " -->", ev->flags & TN_EV_FAULT ? " fault" : "");
    if (latency_ns >= 0)
        fprintf(f, "  %lld ns", latency_ns);
    fputc('\n', f);
}

const struct tn_face_stats tn_stats_cluster = {
    .begin = begin, .event = event, .print = print, .end = free, .ladder = ladder};
