/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The four streams of the UltraScale+ PCIe hard block: completer requests (CQ) and completions
 * (CC), requester requests (RQ) and completions (RC), of 64 to 512 bits, aligned to DWs.
 */
#include "us.h"

#include <tn/bug.h>

#include <string.h>

enum pin { DATA, KEEP, LAST, USER, VALID, READY };

/* The rows of a stream's table; tready of older blocks has 4 bits, which are all alike. */
#define STREAM(s, user)                                                                            \
    {                                                                                              \
        [DATA] = {s "_tdata", 64, 512, false, false}, [KEEP] = {s "_tkeep", 2, 16, true, false},   \
        [LAST] = {s "_tlast", 1, 1, false, false}, [USER] = {s "_tuser", user, 512, false, false}, \
        [VALID] = {s "_tvalid", 1, 1, false, true}, [READY] = {s "_tready", 1, 4, true, false},    \
        {NULL, 0, 0, false, false},                                                                \
    }

static const struct tn_wave_pin cq_pins[] = STREAM("cq", 8), cc_pins[] = STREAM("cc", 1),
                                rq_pins[] = STREAM("rq", 8), rc_pins[] = STREAM("rc", 1);

/* A stream's state. */
struct stream {
    bool first; /* of a waveform that may have begun amid a packet: it may be a packet's rest */
    bool begun;
    bool straddles;
    bool open;         /* a packet has begun */
    bool discontinued; /* and was given up */
    struct tn_us_packet p;
};

extern const struct tn_wave_kind tn_wave_us_cq, tn_wave_us_cc, tn_wave_us_rq, tn_wave_us_rc;

static struct tn_us_pins pins_of(const struct tn_wave_channel *ch)
{
    const struct tn_wave_kind *k = tn_wave_kind_of(ch);
    struct tn_us_pins y = {.ch = ch,
                           .bits = tn_wave_width(ch, DATA),
                           .user = tn_wave_width(ch, USER),
                           .user_pin = USER};
    y.stream = k == &tn_wave_us_cq   ? TN_US_CQ
               : k == &tn_wave_us_cc ? TN_US_CC
               : k == &tn_wave_us_rq ? TN_US_RQ
                                     : TN_US_RC;
    return y;
}

static bool fits(const struct tn_wave_channel *ch)
{
    const struct tn_us_pins y = pins_of(ch);
    return tn_us_fits(&y) && (!tn_wave_has(ch, KEEP) || tn_wave_width(ch, KEEP) == y.bits / 32);
}

void tn_us_emit(struct tn_wave_channel *ch, const struct tn_us_tlp *p, const uint8_t *payload)
{
    uint8_t bytes[TN_TLP_MAX];
    struct tn_event ev = {
        .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET, .span = p->span, .bytes = bytes};
    long len = tn_tlp_encode(&p->t, payload, p->bytes, bytes, sizeof bytes);
    tn_require(len > 0);
    ev.len = ev.orig_len = (uint32_t)len;
    tn_wave_packet(ch, &ev, &p->when);
}

/* The block itself ends requests without an answer: reset of the function, completion timeout. */
static bool is_no_tlp(const struct tn_us_packet *p)
{
    enum { FUNCTION_RESET = 8, TIMEOUT = 9 };
    unsigned code = (unsigned)tn_us_field(p, 15, 12);
    return code == FUNCTION_RESET || code == TIMEOUT;
}

/* The packet is whole. */
static void finish(struct tn_wave_channel *ch, const struct tn_us_packet *p)
{
    const struct tn_wave_kind *k = tn_wave_kind_of(ch);
    bool completion = k == &tn_wave_us_cc || k == &tn_wave_us_rc;
    uint32_t head = completion ? 3 : 4, data = p->n > head ? p->n - head : 0;
    uint8_t payload[TN_TLP_MAX_PAYLOAD];
    struct tn_us_tlp x = {.rq = k == &tn_wave_us_rq, .rc = k == &tn_wave_us_rc, .when = p->when};
    if (x.rc && is_no_tlp(p)) {
        tn_us_forget(tn_wave_shared(ch), (uint8_t)tn_us_field(p, 71, 64));
        return;
    }
    if (!(completion ? tn_us_completion(p, x.rc, &x.t) : tn_us_request(p, x.rq, &x.t)))
        return;
    data = data < TN_TLP_MAX_PAYLOAD / 4 ? data : TN_TLP_MAX_PAYLOAD / 4;
    for (uint32_t i = 0; i < 4 * data; i++)
        payload[i] = (uint8_t)(p->dw[head + i / 4] >> 8 * (i % 4));
    x.bytes = 4 * data;
    x.span = (uint32_t)(tn_wave_now(ch).cycle - p->when.cycle);
    x.own_id = x.rq && !tn_us_field(p, 120, 120);
    x.completed = x.rc && tn_us_field(p, 30, 30);
    x.address = x.rc ? (uint16_t)tn_us_field(p, 11, 0) : 0;
    tn_us_take(tn_wave_shared(ch), ch, &x, payload);
}

static void flush(struct tn_wave_channel *ch)
{
    tn_us_flush(tn_wave_shared(ch));
}

/* A piece of a packet. */
static void take(struct tn_wave_channel *ch, struct stream *s, const struct tn_us_piece *x)
{
    if (x->sop) {
        s->p.n = 0;
        s->p.first_be = x->first_be;
        s->p.last_be = x->last_be;
        s->p.when = tn_wave_now(ch);
        s->discontinued = false;
    }
    s->discontinued |= x->discontinued;
    for (unsigned lane = 0; lane < tn_wave_width(ch, DATA) / 32; lane++) {
        uint64_t dw;
        if (!(x->lanes >> lane & 1))
            continue;
        tn_wave_bits(ch, DATA, 32 * lane, 32, &dw);
        if (s->p.n < TN_US_DWS)
            s->p.dw[s->p.n] = (uint32_t)dw;
        s->p.n++;
    }
}

/* Whether the waveform's first packet is a whole one: it is as long as its descriptor says, which is
 * not all zeros, and a request has byte enables that agree with its length. */
static bool is_whole(const struct tn_us_packet *p, enum tn_us_stream stream)
{
    bool completion = stream == TN_US_CC || stream == TN_US_RC;
    unsigned count = (unsigned)(completion ? tn_us_field(p, 42, 32) : tn_us_field(p, 74, 64));
    if (p->n != tn_us_length(p, stream))
        return false;
    if (completion)
        return count || tn_us_field(p, 45, 43) ||
               (tn_us_field(p, 28, 16) >= 1 && tn_us_field(p, 28, 16) <= 4);
    return count && p->first_be && (count == 1) == (p->last_be == 0);
}

/* The end of a packet. Requests and completions that are given up are on no link; of completions
 * that came with errors in their data, the header counts. */
static void end(struct tn_wave_channel *ch, struct stream *s)
{
    if ((!s->first || is_whole(&s->p, pins_of(ch).stream)) &&
        (!s->discontinued || tn_wave_kind_of(ch) == &tn_wave_us_rc))
        finish(ch, &s->p);
    s->first = s->discontinued = false;
}

/* The lane of this beat in which the packet under way, or else the one that starts in lane 0, ends
 * by its descriptor; -1: none. */
static int end_lane(const struct tn_wave_channel *ch, const struct stream *s,
                    enum tn_us_stream stream)
{
    int lanes = (int)tn_wave_width(ch, DATA) / 32;
    static struct tn_us_packet first; /* only its first DWs are set */
    const struct tn_us_packet *p = s->open ? &s->p : &first;
    int64_t left;
    if (lanes < 8 || s->first)
        return -1;
    for (unsigned i = 0; i < 4 && !s->open; i++) {
        uint64_t dw;
        tn_wave_bits(ch, DATA, 32 * i, 32, &dw);
        first.dw[i] = (uint32_t)dw;
    }
    left = (int64_t)tn_us_length(p, stream) - (s->open ? s->p.n : 0);
    return left >= 1 && left <= lanes ? (int)left - 1 : -1;
}

static bool edge(struct tn_wave_channel *ch)
{
    struct stream *s = tn_wave_state(ch);
    struct tn_us_piece piece[TN_US_PIECES];
    struct tn_us_pins y;
    unsigned n;
    if (!s->begun) {
        s->begun = true;
        s->first = tn_wave_joined(ch);
    }
    if (tn_wave_bit(ch, VALID, 0) != 1 || tn_wave_bit(ch, READY, 1) != 1)
        return false;
    tn_wave_transfer(ch);
    y = pins_of(ch);
    y.keep = tn_wave_has(ch, KEEP) ? (uint32_t)tn_wave_number(ch, KEEP) : (1u << y.bits / 32) - 1;
    y.last = tn_wave_bit(ch, LAST, 0) == 1;
    y.end_lane = end_lane(ch, s, y.stream);
    n = tn_us_pieces(&y, &s->straddles, s->open, piece);
    for (unsigned i = 0; i < n; i++) {
        take(ch, s, &piece[i]);
        s->open = !piece[i].eop;
        if (piece[i].eop)
            end(ch, s);
    }
    return true;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    struct stream *s = tn_wave_state(ch);
    (void)first;
    s->begun = true;
    s->first = s->open = s->discontinued = false;
    return false;
}

#define KIND(id, what, way)                                                                        \
    const struct tn_wave_kind tn_wave_us_##id = {.name = "us-" #id,                                \
                                                 .text = "UltraScale+ " what,                      \
                                                 .link = "us",                                     \
                                                 .pins = id##_pins,                                \
                                                 .dir = way,                                       \
                                                 .state_size = sizeof(struct stream),              \
                                                 .shared_size = sizeof(struct tn_us_link),         \
                                                 .once = true,                                     \
                                                 .parts = true,                                    \
                                                 .one_way_skip = "TAG-1",                          \
                                                 .fits = fits,                                     \
                                                 .edge = edge,                                     \
                                                 .reset = reset,                                   \
                                                 .flush = flush}
KIND(cc, "completer completions", TN_DIR_UP);
KIND(rc, "requester completions", TN_DIR_DOWN);
KIND(cq, "completer requests", TN_DIR_DOWN);
KIND(rq, "requester requests", TN_DIR_UP);
