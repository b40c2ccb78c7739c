/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a link's frames show of both directions: TLPs sent again, how long acknowledgments take, how much credit is in
 * use.
 */
#include "pcie.h"

#include <stdlib.h>

enum { SEQ = 4096, HALF = SEQ / 2, CLASSES = 3, KINDS = 2 /* headers, data */ };

/* Credit of one class, headers or data, that one direction uses. */
struct credit {
    bool known;          /* the first grant was seen, and it has a limit */
    uint32_t grant;      /* of InitFC */
    uint32_t back;       /* given since, by UpdateFC */
    uint32_t used;       /* by TLPs sent */
    uint32_t limit;      /* the value of the last DLLP */
    uint32_t most;       /* most in use at a time */
    double sum;          /* of what was in use, by nanoseconds */
    uint64_t since, began; /* times of the last change and of the first grant */
};

/* TLPs of one direction, and the Acks that come back for them. */
struct way {
    bool seen, acked;
    unsigned last, ack;
    bool open[SEQ];        /* sent and not acknowledged */
    uint64_t sent_ns[SEQ]; /* the last time */
    uint64_t tlps, again, acks, naks, answered, wait_ns, most_ns;
    struct credit credit[CLASSES][KINDS];
};

struct tn_link_stats {
    struct way way[2]; /* TLPs towards the root complex, then towards the device */
    int seq;           /* of the TLP counted last; -1: none */
    bool repeated;     /* that TLP was sent again */
    unsigned freed;    /* TLPs that the Ack or Nak counted last acknowledges */
};

struct tn_link_stats *tn_link_stats_new(void)
{
    return calloc(1, sizeof(struct tn_link_stats));
}

static uint32_t in_use(const struct credit *c)
{
    return c->used > c->back ? c->used - c->back : 0;
}

/* Time passes with the same credit in use. */
static void hold(struct credit *c, uint64_t now)
{
    if (now > c->since)
        c->sum += (double)in_use(c) * (double)(now - c->since);
    c->since = now;
}

static void use(struct credit *c, uint32_t n, uint64_t now)
{
    if (!c->known)
        return;
    hold(c, now);
    c->used += n;
    c->most = in_use(c) > c->most ? in_use(c) : c->most;
}

static void grant(struct credit *c, bool first, uint32_t value, uint32_t mask, uint64_t now)
{
    if (first) {
        if (!c->known && value)
            *c = (struct credit){.known = true, .grant = value, .limit = value, .since = now, .began = now};
        return;
    }
    if (!c->known)
        return;
    hold(c, now);
    c->back += (value - c->limit) & mask;
    c->limit = value;
}

static void count_tlp(struct tn_link_stats *s, const struct tn_event *ev, const struct tn_tlp *t)
{
    struct way *w = &s->way[ev->dir == TN_DIR_DOWN];
    const unsigned seq = (unsigned)s->seq, ahead = (seq - w->last) & (SEQ - 1);
    s->repeated = w->seen && (ahead == 0 || ahead >= HALF);
    w->tlps++;
    w->again += s->repeated;
    if (!s->repeated) {
        w->last = seq;
        w->seen = true;
    }
    w->open[seq] = true;
    w->sent_ns[seq] = ev->time_ns;
    if (s->repeated || !t)
        return;
    struct credit *c = w->credit[tn_tlp_class(t->kind)];
    use(&c[0], 1, ev->time_ns);
    use(&c[1], tn_tlp_has_data(t->kind) ? (t->length_dw + 3u) / 4 : 0, ev->time_ns);
}

/* An Ack or Nak acknowledges what the other direction sent up to its number. */
static void count_ack(struct tn_link_stats *s, const struct tn_event *ev, const struct tn_dllp *d)
{
    struct way *w = &s->way[ev->dir != TN_DIR_DOWN];
    (*(d->kind == TN_DLLP_ACK ? &w->acks : &w->naks))++;
    for (unsigned i = 0, n = d->seq; i < HALF && w->open[n]; i++, n = (n - 1) & (SEQ - 1)) {
        const uint64_t wait = ev->time_ns > w->sent_ns[n] ? ev->time_ns - w->sent_ns[n] : 0;
        w->open[n] = false;
        w->answered++;
        w->wait_ns += wait;
        w->most_ns = wait > w->most_ns ? wait : w->most_ns;
        s->freed++;
    }
}

void tn_link_count(struct tn_link_stats *s, const struct tn_event *ev, const struct tn_tlp *t)
{
    struct tn_dllp d;
    s->seq = tn_link_seq(ev);
    s->repeated = false;
    s->freed = 0;
    if (ev->dir == TN_DIR_UNKNOWN)
        return;
    if (s->seq >= 0) {
        count_tlp(s, ev, t);
    } else if (tn_link_dllp(ev, &d)) {
        struct credit *c = s->way[ev->dir != TN_DIR_DOWN].credit[d.fc_class % CLASSES];
        if (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK)
            count_ack(s, ev, &d);
        if (d.kind < TN_DLLP_INITFC1 || d.vc)
            return;
        grant(&c[0], d.kind != TN_DLLP_UPDATEFC, d.hdr_fc, 0xff, ev->time_ns);
        grant(&c[1], d.kind != TN_DLLP_UPDATEFC, d.data_fc, 0xfff, ev->time_ns);
    }
}

static void print_credit(const struct credit *c, unsigned cls, unsigned kind, FILE *f)
{
    static const char *const classes[CLASSES] = {"posted", "non-posted", "completion"};
    if (!c->known || !c->most)
        return;
    fprintf(f, "    %s %s: at most %u of %u in use", classes[cls], kind ? "data" : "headers", c->most, c->grant);
    if (c->since > c->began)
        fprintf(f, ", %.1f on average", c->sum / (double)(c->since - c->began));
    fputc('\n', f);
}

void tn_link_print(const struct tn_link_stats *s, FILE *f)
{
    static const char *const names[2] = {"up", "down"};
    for (unsigned d = 0; d < 2; d++) {
        const struct way *w = &s->way[d];
        if (!w->tlps)
            continue;
        fprintf(f, "link %s: %llu frames of TLPs, %llu sent again (%.1f %%); %llu Acks, %llu Naks for them", names[d],
                (unsigned long long)w->tlps, (unsigned long long)w->again, 100.0 * (double)w->again / (double)w->tlps,
                (unsigned long long)w->acks, (unsigned long long)w->naks);
        if (w->answered)
            fprintf(f, "; acknowledged after %.0f ns on average, %llu ns at most",
                    (double)w->wait_ns / (double)w->answered, (unsigned long long)w->most_ns);
        fputc('\n', f);
        for (unsigned i = 0; i < CLASSES * KINDS; i++)
            print_credit(&w->credit[i / KINDS][i % KINDS], i / KINDS, i % KINDS, f);
    }
}

void tn_link_note(const struct tn_link_stats *s, FILE *f)
{
    if (s->seq >= 0)
        fprintf(f, "  seq %d%s", s->seq, s->repeated ? ", sent again" : "");
}

void tn_link_ladder(const struct tn_link_stats *s, FILE *f, const struct tn_event *ev, uint64_t start_ns)
{
    struct tn_dllp d;
    char label[40];
    const bool down = ev->dir == TN_DIR_DOWN;
    if (!tn_link_dllp(ev, &d) || (d.kind != TN_DLLP_ACK && d.kind != TN_DLLP_NAK))
        return;
    snprintf(label, sizeof label, "%s %u", tn_dllp_name(d.kind), d.seq);
    tn_print_moment(f, ev, start_ns);
    fprintf(f, "     |%s%-32s%s|   ", down ? "--- " : "<-- ", label, down ? " -->" : " ---");
    if (ev->dir != TN_DIR_UNKNOWN)
        fprintf(f, "  acknowledges %u", s->freed);
    fputc('\n', f);
}
