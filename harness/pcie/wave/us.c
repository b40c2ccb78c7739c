/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The four streams of the UltraScale+ PCIe hard block: completer requests (CQ) and completions
 * (CC), requester requests (RQ) and completions (RC), of 64, 128 or 256 bits, aligned to DWs.
 */
#include "us.h"

#include <tn/bug.h>

#include <string.h>

enum pin { DATA, KEEP, LAST, USER, VALID, READY };

/* The rows of a stream's table; tready of older blocks has 4 bits, which are all alike. */
#define STREAM(s, user)                                                                            \
    {                                                                                              \
        [DATA] = {s "_tdata", 64, 256, false, false}, [KEEP] = {s "_tkeep", 2, 8, true, false},    \
        [LAST] = {s "_tlast", 1, 1, false, false}, [USER] = {s "_tuser", user, 512, false, false}, \
        [VALID] = {s "_tvalid", 1, 1, false, true}, [READY] = {s "_tready", 1, 4, true, false},    \
        {NULL, 0, 0, false, false},                                                                \
    }

static const struct tn_wave_pin cq_pins[] = STREAM("cq", 8), cc_pins[] = STREAM("cc", 1),
                                rq_pins[] = STREAM("rq", 8), rc_pins[] = STREAM("rc", 1);

/* A stream's state. */
struct stream {
    bool lost; /* the waveform began amid a packet: its rest is left out */
    bool begun;
    struct tn_us_packet p;
};

static bool fits(const struct tn_wave_channel *ch)
{
    unsigned bits = tn_wave_width(ch, DATA);
    return (bits == 64 || bits == 128 || bits == 256) &&
           (!tn_wave_has(ch, KEEP) || tn_wave_width(ch, KEEP) == bits / 32);
}

extern const struct tn_wave_kind tn_wave_us_cq, tn_wave_us_cc, tn_wave_us_rq, tn_wave_us_rc;

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

/* The packet is whole. */
static void finish(struct tn_wave_channel *ch, const struct tn_us_packet *p)
{
    const struct tn_wave_kind *k = tn_wave_kind_of(ch);
    bool completion = k == &tn_wave_us_cc || k == &tn_wave_us_rc;
    uint32_t head = completion ? 3 : 4, data = p->n > head ? p->n - head : 0;
    uint8_t payload[TN_TLP_MAX_PAYLOAD];
    struct tn_us_tlp x = {.rq = k == &tn_wave_us_rq, .rc = k == &tn_wave_us_rc, .when = p->when};
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

static void beat(struct tn_wave_channel *ch, struct stream *s)
{
    unsigned dws = tn_wave_width(ch, DATA) / 32;
    uint64_t keep = tn_wave_has(ch, KEEP) ? tn_wave_number(ch, KEEP) : (1u << dws) - 1;
    if (!s->p.n) {
        uint64_t user = tn_wave_number(ch, USER);
        s->p.first_be = user & 15;
        s->p.last_be = user >> 4 & 15;
        s->p.when = tn_wave_now(ch);
    }
    for (unsigned i = 0; i < dws; i++) {
        uint64_t dw;
        if (!(keep >> i & 1))
            continue;
        tn_wave_bits(ch, DATA, 32 * i, 32, &dw);
        if (s->p.n < TN_US_DWS)
            s->p.dw[s->p.n] = (uint32_t)dw;
        s->p.n++;
    }
}

static bool edge(struct tn_wave_channel *ch)
{
    struct stream *s = tn_wave_state(ch);
    bool last;
    if (!s->begun) {
        s->begun = true;
        s->lost = tn_wave_joined(ch);
    }
    if (tn_wave_bit(ch, VALID, 0) != 1)
        return false;
    if (tn_wave_bit(ch, READY, 1) != 1)
        return false;
    tn_wave_transfer(ch);
    last = tn_wave_bit(ch, LAST, 0) == 1;
    if (!s->lost)
        beat(ch, s);
    if (last && !s->lost)
        finish(ch, &s->p);
    if (last) {
        s->lost = false;
        s->p.n = 0;
    }
    return true;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    struct stream *s = tn_wave_state(ch);
    (void)first;
    s->begun = true;
    s->lost = false;
    s->p.n = 0;
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
                                                 .fits = fits,                                     \
                                                 .edge = edge,                                     \
                                                 .reset = reset,                                   \
                                                 .flush = flush}
KIND(cc, "completer completions", TN_DIR_UP);
KIND(rc, "requester completions", TN_DIR_DOWN);
KIND(cq, "completer requests", TN_DIR_DOWN);
KIND(rq, "requester requests", TN_DIR_UP);
