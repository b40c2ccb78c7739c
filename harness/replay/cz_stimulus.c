/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * From a capture to what a USER and a device send.
 */
#include <tn/capture.h>
#include <tn/rng.h>
#include <tn/cz_stimulus.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NS_PER_CYCLE = 4,
    TURN_CYC = 24, /* longer than any latency of the remapper, so that order across sides holds */
    BEAT_B = 16,
};

struct tn_cz_stimulus {
    struct tn_stim_options o;
    struct tn_reader *reader;
    uint16_t device;
    uint64_t bar;
    bool device_known, bar_known;
    struct tn_rng rng;
    uint64_t sent, clear; /* TLPs so far; cycle by which they are through */
    uint64_t first_ns;
    int last_side; /* -1 none, 0 user, 1 device */
};

/* A whole TLP header in a packet event? Its payload may have been snapped. */
static bool header_of(const struct tn_event *ev, struct tn_tlp *t)
{
    return ev->unit == TN_UNIT_PACKET && ev->fabric == TN_FABRIC_PCIE &&
           (tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, t) & ~(unsigned)TN_TLP_E_LENGTH) == 0;
}

/* Who the device is: the first requester of a read that is not 00:00.0; and its
 * BAR: where the host's first request goes. */
static int learn(struct tn_cz_stimulus *s, const char *path, char *err, size_t err_size)
{
    struct tn_event ev;
    struct tn_tlp t;
    struct tn_reader *r = tn_reader_open(path, err, err_size);
    int rc = 0;
    if (!r)
        return -EIO;
    while (!(s->device_known && s->bar_known) && (rc = tn_reader_next(r, &ev, NULL)) == 1) {
        if (!header_of(&ev, &t) || (t.kind != TN_TLP_MRD && t.kind != TN_TLP_MWR))
            continue;
        if (t.kind == TN_TLP_MRD && t.requester != 0 && !s->device_known) {
            s->device = t.requester;
            s->device_known = true;
        }
        if (t.requester == 0 && !s->bar_known) {
            s->bar = t.addr & ~(((uint64_t)1 << TN_CZ_STIM_BAR_LOG2) - 1);
            s->bar_known = true;
        }
    }
    if (rc < 0)
        snprintf(err, err_size, "%.200s: %s", path, tn_reader_error(r));
    else if (!s->device_known)
        snprintf(err, err_size, "%.200s: no device reads in it", path);
    tn_reader_close(r);
    return rc < 0 ? rc : s->device_known ? 0 : -ENOMSG;
}

struct tn_cz_stimulus *tn_cz_stimulus_open(const char *path, const struct tn_stim_options *o, char *err,
                                     size_t err_size)
{
    struct tn_cz_stimulus *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(err, err_size, "out of memory");
        return NULL;
    }
    s->o = *o;
    s->last_side = -1;
    tn_rng_seed(&s->rng, o->seed, 3);
    if (learn(s, path, err, err_size) == 0)
        s->reader = tn_reader_open(path, err, err_size);
    if (!s->reader) {
        free(s);
        return NULL;
    }
    return s;
}

uint16_t tn_cz_stimulus_device(const struct tn_cz_stimulus *s)
{
    return s->device;
}

uint64_t tn_cz_stimulus_bar(const struct tn_cz_stimulus *s)
{
    return s->bar;
}

const char *tn_cz_stimulus_error(const struct tn_cz_stimulus *s)
{
    return tn_reader_error(s->reader);
}

/* The TLP as its sender in front of the remapper has it. */
static bool to_user_view(const struct tn_cz_stimulus *s, struct tn_tlp *t)
{
    bool from_device = tn_tlp_is_completion(t->kind) ? t->requester != s->device
                                                     : t->requester == s->device;
    if (tn_tlp_is_completion(t->kind))
        t->requester = from_device ? s->device : TN_CZ_STIM_UID;
    else if (!from_device)
        t->requester = TN_CZ_STIM_UID;
    if (!from_device && s->bar_known && (t->kind == TN_TLP_MRD || t->kind == TN_TLP_MWR) &&
        t->addr >> TN_CZ_STIM_BAR_LOG2 == s->bar >> TN_CZ_STIM_BAR_LOG2) {
        t->addr = TN_CZ_STIM_UBAR + (t->addr & ((1u << TN_CZ_STIM_BAR_LOG2) - 1));
        tn_tlp_set_kind(t, t->kind, 0);
    }
    t->td = s->o.digest;
    t->prefix_n = 0;
    return from_device;
}

/* Cycle at which it is sent. */
static uint64_t when(struct tn_cz_stimulus *s, const struct tn_event *ev, bool from_device, size_t len)
{
    uint64_t at = s->clear;
    if (s->sent == 0)
        s->first_ns = ev->time_ns;
    if (s->last_side >= 0 && s->last_side != from_device)
        at += TURN_CYC;
    if (s->o.timing == TN_STIM_RANDOM)
        at += tn_rng_below(&s->rng, 65);
    if (s->o.timing == TN_STIM_CAPTURED && ev->time_ns > s->first_ns) {
        uint64_t captured = (uint64_t)((double)(ev->time_ns - s->first_ns) / NS_PER_CYCLE * s->o.scale);
        if (captured > at)
            at = captured;
    }
    s->last_side = from_device;
    s->clear = at + (len + BEAT_B - 1) / BEAT_B + 1; /* one beat more: a header may grow */
    return at;
}

static void add_digest(struct tn_cz_stim_packet *p)
{
    uint32_t d = tn_tlp_digest(p->bytes, p->len - 4, 0);
    for (unsigned i = 0; i < 4; i++)
        p->bytes[p->len - 4 + i] = (uint8_t)(d >> (24 - 8 * i));
}

int tn_cz_stimulus_next(struct tn_cz_stimulus *s, struct tn_cz_stim_packet *p)
{
    static const uint8_t zeros[TN_TLP_MAX_PAYLOAD];
    uint8_t payload[TN_TLP_MAX_PAYLOAD];
    struct tn_event ev;
    struct tn_tlp t;
    int rc;
    while ((rc = tn_reader_next(s->reader, &ev, NULL)) == 1) {
        size_t data;
        long n;
        if (s->o.max && s->sent == s->o.max)
            return 0;
        if (!header_of(&ev, &t))
            continue;
        p->from_device = to_user_view(s, &t);
        data = tn_tlp_has_data(t.kind) ? 4u * t.length_dw : 0;
        memcpy(payload, zeros, sizeof payload); /* what the capture has not kept is 0 */
        memcpy(payload, ev.bytes + t.payload_off, t.payload_len < data ? t.payload_len : data);
        n = tn_tlp_encode(&t, payload, data, p->bytes, sizeof p->bytes);
        if (n <= 0)
            continue;
        p->len = (size_t)n;
        p->cls = tn_tlp_class(t.kind);
        p->port = p->from_device ? 0 : TN_CZ_STIM_PORT;
        if (s->o.digest)
            add_digest(p);
        p->at = when(s, &ev, p->from_device, p->len);
        s->sent++;
        return 1;
    }
    return rc;
}

void tn_cz_stimulus_close(struct tn_cz_stimulus *s)
{
    if (!s)
        return;
    tn_reader_close(s->reader);
    free(s);
}
