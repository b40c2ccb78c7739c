/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --link: the frames of a PCIe link of four lanes at 2.5 GT/s, seen in the middle of its
 * wire. A device reads and writes, a host answers and rings doorbells; the wire damages and loses
 * frames before the point of capture and behind it; Naks, Acks, replays, nullified TLPs and flow
 * control follow.
 */
#include "pcie.h"

#include <tn/crc.h>
#include <tn/part.h>
#include <tn/rng.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOST = 0x0000,
    DEVICE = 0x1b00,
    NS_PER_CYCLE = 4, /* a symbol time */
    LANES = 4,
    MPS = 128,
    HALF_WIRE = 10, /* symbol times from an end to the point of capture */
    ACK_LIMIT = 73,
    ACK_AT =
        ACK_LIMIT /
        2, /* an Ack leaves so long behind its TLP at the latest, but for the frame under way */
    REPLAY_LIMIT = 3 * ACK_LIMIT,
    UPDATE_CYC = 5000,
    INIT_CYC = 200,
    SEQ_MOD = 4096,
    WINDOW = 32, /* TLPs that may be outstanding */
    QUEUE = 64,
    WIRE = 64, /* frames on the wire */
    CREDITS_H = 40,
    CREDITS_D = 400,
    SYMBOLS = 1 + 2 + TN_TLP_MAX + 4 + 1,
    ENDS = 2,
};
enum { STP = 0xfb, SDP = 0x5c, END = 0xfd, EDB = 0xfe };
/* What the wire does to a frame. */
enum damage { NONE, BEFORE, BEHIND, LOST, DAMAGES };

struct frame {
    uint64_t at; /* its last symbol leaves its sender */
    enum damage damage;
    bool captured;
    size_t len, bit;
    uint8_t p[SYMBOLS];
};

struct tlp {
    size_t len;
    unsigned class, data;
    uint8_t p[MPS + 16];
};

/* An end of the link: what it sends, what it has received. */
struct end {
    struct tlp wait[QUEUE]; /* not yet sent */
    unsigned wait_first, wait_n;
    struct tlp sent[WINDOW];     /* by number modulo WINDOW, until acknowledged */
    unsigned next, ackd, cursor; /* NEXT_TRANSMIT_SEQ, ACKD_SEQ, the number that leaves next */
    unsigned next_rcv;
    bool nak_due, nak_scheduled, timing;
    unsigned init_c, init_n; /* class and round of InitFC that leaves next */
    unsigned update_c;
    uint64_t busy, timer, ack_at, update_at;
    unsigned used_h[3], used_d[3], limit_h[3], limit_d[3], given_h[3], given_d[3];
    struct frame wire[WIRE]; /* towards the other end */
    unsigned wire_first, wire_n;
};

struct gen {
    struct tn_rng rng;
    struct tn_writer *w;
    struct end end[ENDS];
    uint64_t now, to_do;
    unsigned faults, tag;
    int error;
};

/* Traffic. */

static void queue(struct gen *g, unsigned e, struct tn_tlp t, unsigned payload)
{
    struct end *s = &g->end[e];
    struct tlp *q = &s->wait[(s->wait_first + s->wait_n) % QUEUE];
    uint8_t data[MPS];
    long n;
    for (unsigned i = 0; i < payload; i++)
        data[i] = (uint8_t)tn_rng_next(&g->rng);
    n = tn_tlp_encode(&t, data, payload, q->p, sizeof q->p);
    if (n < 0 || s->wait_n == QUEUE) {
        g->error = g->error ? g->error : -EOVERFLOW;
        return;
    }
    q->len = (size_t)n;
    q->class = (unsigned)tn_tlp_class(t.kind);
    q->data = (payload + 15) / 16;
    s->wait_n++;
}

static void request(struct gen *g, unsigned e, enum tn_tlp_kind kind, uint64_t addr, unsigned bytes)
{
    struct tn_tlp t = {.requester = e ? DEVICE : HOST,
                       .addr = addr,
                       .length_dw = (uint16_t)(bytes / 4),
                       .first_be = 15,
                       .last_be = bytes > 4 ? 15 : 0,
                       .tag = (uint8_t)(kind == TN_TLP_MRD ? g->tag++ % 32 : 0)};
    tn_tlp_set_kind(&t, kind, 0);
    queue(g, e, t, kind == TN_TLP_MRD ? 0 : bytes);
}

/* A doorbell, and for it a read of the device and some writes. */
static void operation(struct gen *g)
{
    const uint64_t place = 0x3b000000u + 128 * tn_rng_below(&g->rng, 4096);
    request(g, 0, TN_TLP_MWR, 0xa0000010u, 4);
    request(g, 1, TN_TLP_MRD, place, 64);
    for (unsigned n = (unsigned)tn_rng_below(&g->rng, 4); n > 0; n--)
        request(g, 1, TN_TLP_MWR, place + 0x100000u * n,
                4 * (1 + (unsigned)tn_rng_below(&g->rng, MPS / 4)));
}

/* The host answers a read that it received. */
static void delivered(struct gen *g, unsigned e, const uint8_t *p, size_t len)
{
    struct tn_tlp t;
    struct tn_tlp c = {.requester = DEVICE, .completer = HOST, .length_dw = 16, .byte_count = 64};
    tn_tlp_decode(p, (uint32_t)len, (uint32_t)len, &t);
    if (e != 0 || t.kind != TN_TLP_MRD)
        return;
    c.tag = t.tag;
    c.lower_addr = (uint8_t)(t.addr & 0x7f);
    tn_tlp_set_kind(&c, TN_TLP_CPLD, 0);
    queue(g, 0, c, 64);
}

/* Frames. */

static void send(struct gen *g, unsigned e, const uint8_t *p, size_t len)
{
    struct end *s = &g->end[e];
    struct frame *f = &s->wire[(s->wire_first + s->wire_n++) % WIRE];
    s->busy = g->now + (len + LANES - 1) / LANES;
    *f = (struct frame){.at = s->busy, .len = len};
    memcpy(f->p, p, len);
    if (s->init_n > 1 && tn_rng_chance(&g->rng, g->faults, 1000)) {
        f->damage = BEFORE + (enum damage)tn_rng_below(&g->rng, DAMAGES - 1);
        f->bit = 8 + tn_rng_below(&g->rng, 8 * (len - 2)); /* not of the first or last symbol */
    }
}

static void send_dllp(struct gen *g, unsigned e, enum tn_dllp_kind kind, unsigned class)
{
    const struct end *s = &g->end[e];
    struct tn_dllp d = {.kind = kind};
    uint8_t p[TN_DLLP_BYTES + 2] = {SDP};
    if (kind >= TN_DLLP_INITFC1) { /* completions without limit */
        d.fc_class = (uint8_t) class;
        d.hdr_fc = class == TN_CLASS_CPL ? 0 : (uint8_t)(CREDITS_H + s->given_h[class]);
        d.data_fc = class == TN_CLASS_CPL ? 0 : (uint16_t)((CREDITS_D + s->given_d[class]) % 4096);
    } else {
        d.seq = (uint16_t)((s->next_rcv + SEQ_MOD - 1) % SEQ_MOD);
    }
    tn_dllp_encode(&d, p + 1);
    p[sizeof p - 1] = END;
    send(g, e, p, sizeof p);
}

/* The frame of a TLP; nullified: with EDB and the inverted LCRC. */
static void send_tlp(struct gen *g, unsigned e, const struct tlp *t, unsigned seq, bool nullified)
{
    uint8_t p[SYMBOLS] = {STP, (uint8_t)(seq >> 8), (uint8_t)seq};
    uint32_t lcrc;
    memcpy(p + 3, t->p, t->len);
    lcrc = tn_pcie_lcrc(p + 1, t->len + 2) ^ (nullified ? 0xffffffffu : 0);
    for (unsigned i = 0; i < 4; i++)
        p[3 + t->len + i] = (uint8_t)(lcrc >> 8 * i);
    p[7 + t->len] = nullified ? EDB : END;
    send(g, e, p, t->len + 8);
}

static bool credit(const struct end *s, const struct tlp *t)
{
    return t->class == TN_CLASS_CPL || (s->limit_h[t->class] - s->used_h[t->class] >= 1 &&
                                        s->limit_d[t->class] - s->used_d[t->class] >= t->data);
}

static void send_new(struct gen *g, unsigned e)
{
    struct end *s = &g->end[e];
    const struct tlp *t = &s->wait[s->wait_first];
    if (tn_rng_chance(&g->rng, g->faults, 2000)) {
        send_tlp(g, e, t, s->next, true);
        return;
    }
    s->used_h[t->class]++;
    s->used_d[t->class] += t->data;
    s->sent[s->next % WINDOW] = *t;
    s->wait_first = (s->wait_first + 1) % QUEUE;
    s->wait_n--;
    send_tlp(g, e, t, s->next, false);
    s->next = s->cursor = (s->next + 1) % SEQ_MOD;
}

static unsigned outstanding(const struct end *s)
{
    return (s->next + SEQ_MOD - 1 - s->ackd) % SEQ_MOD;
}

/* A number of a TLP leaves: the timer runs from the first one's end, and anew from a replay's first
 * and last. */
static void leaves(struct end *s, bool again)
{
    if (!s->timing || again)
        s->timer = s->busy + REPLAY_LIMIT;
    s->timing = true;
}

static bool send_init(struct gen *g, unsigned e)
{
    struct end *s = &g->end[e];
    if (s->init_n > 1)
        return false;
    if (g->now >= s->update_at) {
        send_dllp(g, e, s->init_n ? TN_DLLP_INITFC2 : TN_DLLP_INITFC1, s->init_c);
        s->init_c = (s->init_c + 1) % 3;
        s->init_n += s->init_c == 0;
        s->update_at = g->now + (s->init_c ? 0 : s->init_n > 1 ? UPDATE_CYC : INIT_CYC);
    }
    return true;
}

/* The choice of an end that sends nothing: Nak, Ack, UpdateFC, replay, new TLP. */
static void chooses(struct gen *g, unsigned e)
{
    struct end *s = &g->end[e];
    if (s->busy > g->now || send_init(g, e))
        return;
    if (s->timing && g->now >= s->timer && s->cursor == s->next)
        s->cursor = (s->ackd + 1) % SEQ_MOD;
    if (s->nak_due || (s->ack_at && g->now >= s->ack_at)) {
        send_dllp(g, e, s->nak_due ? TN_DLLP_NAK : TN_DLLP_ACK, 0);
        s->nak_due = false;
        s->ack_at = 0;
    } else if (g->now >= s->update_at) {
        send_dllp(g, e, TN_DLLP_UPDATEFC, s->update_c);
        s->update_c = (s->update_c + 1) % 2;
        s->update_at = g->now + (s->update_c ? 0 : UPDATE_CYC);
    } else if (s->cursor != s->next) {
        send_tlp(g, e, &s->sent[s->cursor % WINDOW], s->cursor, false);
        leaves(s, true);
        s->cursor = (s->cursor + 1) % SEQ_MOD;
    } else if (s->wait_n && g->end[1 - e].init_n > 1 && outstanding(s) < WINDOW - 1 &&
               credit(s, &s->wait[s->wait_first])) {
        const unsigned was = s->next;
        send_new(g, e);
        if (s->next != was)
            leaves(s, false);
    }
}

/* Receivers. */

static void acked(struct gen *g, struct end *s, const struct tn_dllp *d)
{
    const unsigned far = (d->seq - s->ackd) % SEQ_MOD;
    if (far > outstanding(s))
        return;
    if ((s->cursor - s->ackd + SEQ_MOD - 1) % SEQ_MOD <
        far) /* a replay leaves out what was acknowledged */
        s->cursor = (d->seq + 1u) % SEQ_MOD;
    s->ackd = d->seq;
    if (far) {
        s->timer = g->now + REPLAY_LIMIT;
        s->timing = outstanding(s) != 0;
    }
    if (d->kind == TN_DLLP_NAK && outstanding(s))
        s->cursor = (s->ackd + 1) % SEQ_MOD;
}

static void gets_dllp(struct gen *g, struct end *s, const struct frame *f)
{
    struct tn_dllp d;
    tn_dllp_decode(f->p + 1, &d);
    if (d.crc != d.crc_want)
        return;
    if (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK) {
        acked(g, s, &d);
        return;
    }
    /* counters of 8 and 12 bits, made whole */
    s->limit_h[d.fc_class] += (d.hdr_fc - s->limit_h[d.fc_class]) % 256;
    s->limit_d[d.fc_class] += (d.data_fc - s->limit_d[d.fc_class]) % 4096;
}

static void bad(struct end *r)
{
    r->nak_due |= !r->nak_scheduled;
    r->nak_scheduled = true;
}

static void gets_tlp(struct gen *g, unsigned e, const struct frame *f)
{
    struct end *r = &g->end[e];
    const size_t len = f->len - 8;
    const uint32_t want = tn_pcie_lcrc(f->p + 1, len + 2);
    const unsigned seq = (unsigned)f->p[1] << 8 | f->p[2];
    uint32_t lcrc = 0;
    struct tn_tlp t;
    for (unsigned i = 0; i < 4; i++)
        lcrc |= (uint32_t)f->p[3 + len + i] << 8 * i;
    if (f->p[f->len - 1] == EDB && lcrc == ~want)
        return;
    if (lcrc != want || (seq != r->next_rcv && (r->next_rcv - seq) % SEQ_MOD > SEQ_MOD / 2)) {
        bad(r);
        return;
    }
    if (!r->ack_at)
        r->ack_at = g->now + ACK_AT;
    if (seq != r->next_rcv)
        return;
    r->next_rcv = (r->next_rcv + 1) % SEQ_MOD;
    r->nak_scheduled = false;
    tn_tlp_decode(f->p + 3, (uint32_t)len, (uint32_t)len, &t);
    r->given_h[tn_tlp_class(t.kind)]++;
    if (tn_tlp_has_data(t.kind))
        r->given_d[tn_tlp_class(t.kind)] += (4u * t.length_dw + 15) / 16;
    delivered(g, e, f->p + 3, len);
}

/* The wire. */

static void capture(struct gen *g, unsigned e, const struct frame *f)
{
    const struct tn_event ev = {.cycle = g->now,
                                .time_ns = g->now * NS_PER_CYCLE,
                                .dir = e ? TN_DIR_UP : TN_DIR_DOWN,
                                .fabric = TN_FABRIC_PCIE,
                                .unit = TN_UNIT_FRAME,
                                .flags = f->damage == BEFORE ? TN_EV_FAULT : 0,
                                .len = (uint32_t)f->len,
                                .orig_len = (uint32_t)f->len,
                                .bytes = f->p};
    const int rc = tn_writer_event(g->w, &ev);
    if (rc < 0 && !g->error)
        g->error = rc;
}

static void passes(struct gen *g, unsigned e)
{
    struct end *s = &g->end[e];
    for (unsigned i = 0; i < s->wire_n; i++) {
        struct frame *f = &s->wire[(s->wire_first + i) % WIRE];
        const bool spoilt = f->damage == (f->captured ? BEHIND : BEFORE);
        if (g->now < f->at + (f->captured ? 2 * HALF_WIRE : HALF_WIRE))
            break;
        if (f->captured && i > 0)
            continue;
        if (spoilt)
            f->p[f->bit / 8] ^= (uint8_t)(0x80u >> f->bit % 8);
        if (!f->captured) {
            capture(g, e, f);
            f->captured = true;
            continue;
        }
        if (f->damage != LOST && f->p[0] == SDP)
            gets_dllp(g, &g->end[1 - e], f);
        else if (f->damage != LOST)
            gets_tlp(g, 1 - e, f);
        s->wire_first = (s->wire_first + 1) % WIRE;
        s->wire_n--;
        i--;
    }
}

static bool at_rest(const struct gen *g)
{
    for (unsigned e = 0; e < ENDS; e++)
        if (g->end[e].wait_n || outstanding(&g->end[e]) || g->end[e].ack_at || g->end[e].nak_due)
            return false;
    return g->to_do == 0;
}

static void traffic(struct gen *g)
{
    for (unsigned e = 0; e < ENDS; e++)
        g->end[e].ackd = SEQ_MOD - 1;
    for (g->now = 1; !g->error && !at_rest(g); g->now++) {
        if (g->to_do && g->end[0].wait_n < QUEUE / 4 && g->end[1].wait_n < QUEUE / 4 &&
            tn_rng_below(&g->rng, 200) == 0) {
            operation(g);
            g->to_do--;
        }
        for (unsigned e = 0; e < ENDS; e++) {
            passes(g, e);
            chooses(g, e);
        }
    }
    for (const uint64_t end = g->now + 4 * HALF_WIRE; g->now < end;
         g->now++) /* what is still on the wire */
        for (unsigned e = 0; e < ENDS; e++)
            passes(g, e);
}

int tn_gen_link(const struct tn_gen *gen, unsigned faults)
{
    char err[512], meta[200];
    struct gen *g = calloc(1, sizeof *g);
    int rc;
    if (!g)
        return tn_usage("gen", "out of memory");
    g->faults = faults;
    g->to_do = gen->packets;
    tn_rng_seed(&g->rng, gen->seed, 0);
    snprintf(meta, sizeof meta,
             "tool=tenter gen\nversion=%s\nseed=%" PRIu64 "\nfaults=%u\npoint.0=wire\n", TN_VERSION,
             gen->seed, faults);
    g->w = tn_writer_open(gen->path, meta, NS_PER_CYCLE, err, sizeof err);
    if (!g->w) {
        free(g);
        return tn_usage("gen", "%s", err);
    }
    traffic(g);
    rc = tn_writer_close(g->w);
    rc = g->error ? g->error : rc;
    free(g);
    return rc < 0 ? tn_usage("gen", "%s: %s", tn_part_name(gen->path), strerror(-rc)) : TN_EXIT_OK;
}
