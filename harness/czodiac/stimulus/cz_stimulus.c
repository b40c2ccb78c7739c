/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * From a capture to what a USER and a device send.
 */
#include <tn/capture.h>
#include <tn/rng.h>
#include <tn/czodiac/cz_stimulus.h>

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
    uint16_t id[TN_CZ_STIM_IDS];   /* Requester IDs, by entry */
    unsigned id_n, function_n;     /* all of them; the functions', which come first */
    uint64_t bar[TN_CZ_STIM_BARS]; /* windows, as the USER addresses them */
    unsigned bar_n;
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

static bool is_function(const struct tn_cz_stimulus *s, uint16_t id)
{
    for (unsigned i = 0; i < s->function_n; i++)
        if (s->id[i] == id)
            return true;
    return false;
}

/* Adds a Requester ID. False when there are too many. */
static bool learn_id(struct tn_cz_stimulus *s, uint16_t id)
{
    for (unsigned i = 0; i < s->id_n; i++)
        if (s->id[i] == id)
            return true;
    if (s->id_n == TN_CZ_STIM_IDS)
        return false;
    s->id[s->id_n++] = id;
    return true;
}

static bool on_bus_0(uint16_t id)
{
    return id >> 8 == 0;
}

/* Sorts functions before hosts: a host is 00:00.0, or anything on bus 0 when other buses are seen.
 */
static void sort_ids(struct tn_cz_stimulus *s)
{
    uint16_t function[TN_CZ_STIM_IDS], host[TN_CZ_STIM_IDS];
    unsigned host_n = 0;
    bool others = false;
    for (unsigned i = 0; i < s->id_n; i++)
        others = others || !on_bus_0(s->id[i]);
    for (unsigned i = 0; i < s->id_n; i++)
        if (s->id[i] == 0 || (others && on_bus_0(s->id[i])))
            host[host_n++] = s->id[i];
        else
            function[s->function_n++] = s->id[i];
    memcpy(s->id, function, s->function_n * sizeof *function);
    memcpy(s->id + s->function_n, host, host_n * sizeof *host);
}

static bool has_address(const struct tn_tlp *t)
{
    return !tn_tlp_is_completion(t->kind) && (t->kind == TN_TLP_MRD || t->kind == TN_TLP_MWR);
}

/* Adds a window for an address of the CPU while there is one left. */
static void learn_bar(struct tn_cz_stimulus *s, uint64_t addr)
{
    uint64_t bar = addr & ~(((uint64_t)1 << TN_CZ_STIM_BAR_LOG2) - 1);
    for (unsigned i = 0; i < s->bar_n; i++)
        if (s->bar[i] == bar)
            return;
    if (s->bar_n < TN_CZ_STIM_BARS)
        s->bar[s->bar_n++] = bar;
}

typedef bool tn_header_fn(struct tn_cz_stimulus *s, const struct tn_tlp *t);

static bool on_id(struct tn_cz_stimulus *s, const struct tn_tlp *t)
{
    return learn_id(s, t->requester);
}

static bool on_address(struct tn_cz_stimulus *s, const struct tn_tlp *t)
{
    if (has_address(t) && !is_function(s, t->requester))
        learn_bar(s, t->addr);
    return true;
}

/* Hands the TLPs that will be played to fn until it gives false. */
static int each_header(struct tn_cz_stimulus *s, const char *path, tn_header_fn *fn, char *err,
                       size_t err_size)
{
    struct tn_event ev;
    struct tn_tlp t;
    uint64_t n = 0;
    int rc = 0;
    struct tn_reader *r = tn_reader_open(path, err, err_size);
    if (!r)
        return -EIO;
    while ((!s->o.max || n < s->o.max) && (rc = tn_reader_next(r, &ev, NULL)) == 1) {
        if (!header_of(&ev, &t))
            continue;
        n++;
        if (!fn(s, &t)) {
            snprintf(err, err_size, "%.200s: more than %d Requester IDs", path, TN_CZ_STIM_IDS);
            rc = -E2BIG;
            break;
        }
    }
    if (rc < 0 && rc != -E2BIG)
        snprintf(err, err_size, "%.200s: %s", path, tn_reader_error(r));
    tn_reader_close(r);
    return rc < 0 ? rc : 0;
}

static void write_id(char *out, size_t size, uint16_t id)
{
    snprintf(out, size, "%02x:%02x.%x", id >> 8, id >> 3 & 31, id & 7);
}

/* The remapper selects OIDs by nine bits: two alike cannot be there at once. */
static int find_clash(const struct tn_cz_stimulus *s, const char *path, char *err, size_t err_size)
{
    for (unsigned i = 0; i < s->id_n; i++)
        for (unsigned k = 0; k < i; k++)
            if ((s->id[i] & 0x1ff) == (s->id[k] & 0x1ff)) {
                char a[16], b[16];
                write_id(a, sizeof a, s->id[k]);
                write_id(b, sizeof b, s->id[i]);
                snprintf(err, err_size,
                         "%.200s: %s and %s are alike in OID[8:0]: the remapper cannot have both",
                         path, a, b);
                return -EDOM;
            }
    return 0;
}

/* Learns from the capture which entries and windows its TLPs need. */
static int learn(struct tn_cz_stimulus *s, const char *path, char *err, size_t err_size)
{
    int rc = each_header(s, path, on_id, err, err_size);
    if (rc < 0)
        return rc;
    sort_ids(s);
    if (s->function_n == 0) {
        snprintf(err, err_size, "%.200s: no function of a device in it", path);
        return -ENOMSG;
    }
    rc = find_clash(s, path, err, err_size);
    if (rc == 0)
        rc = each_header(s, path, on_address, err, err_size);
    if (rc == 0 && s->bar_n == 0)
        learn_bar(s, 0); /* for probes */
    return rc;
}

struct tn_cz_stimulus *tn_cz_stimulus_open(const char *path, const struct tn_stim_options *o,
                                           char *err, size_t err_size)
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

unsigned tn_cz_stimulus_ids(const struct tn_cz_stimulus *s, const uint16_t **ids)
{
    *ids = s->id;
    return s->id_n;
}

uint64_t tn_cz_stimulus_bar(const struct tn_cz_stimulus *s)
{
    return s->bar[0];
}

void tn_cz_stimulus_program(const struct tn_cz_stimulus *s, unsigned port,
                            void (*write)(void *ctx, uint32_t addr, uint32_t value), void *ctx)
{
    for (unsigned i = 0; i < s->id_n; i++) {
        write(ctx, 0x020, port << 16 | s->id[i]);
        write(ctx, 0x024, s->id[i]);
        for (unsigned b = 0; b < s->bar_n; b++) {
            uint32_t at = 0x040 + 0x20 * b;
            write(ctx, at, (uint32_t)s->bar[b]);
            write(ctx, at + 0x4, (uint32_t)(s->bar[b] >> 32));
            write(ctx, at + 0x8, TN_CZ_STIM_OBAR + (b << TN_CZ_STIM_BAR_LOG2));
            write(ctx, at + 0x10, i == 0 ? 0x80000000u | TN_CZ_STIM_BAR_LOG2 : 0);
        }
        write(ctx, 0x010, i);
    }
}

const char *tn_cz_stimulus_error(const struct tn_cz_stimulus *s)
{
    return tn_reader_error(s->reader);
}

/* Whether the device sends t: completions go to the other side than requests. */
static bool is_from_device(const struct tn_cz_stimulus *s, const struct tn_tlp *t)
{
    return tn_tlp_is_completion(t->kind) != is_function(s, t->requester);
}

/* Cycle at which it is sent. */
static uint64_t when(struct tn_cz_stimulus *s, const struct tn_event *ev, bool from_device,
                     size_t len)
{
    uint64_t at = s->clear;
    if (s->sent == 0)
        s->first_ns = ev->time_ns;
    if (s->last_side >= 0 && s->last_side != from_device)
        at += TURN_CYC;
    if (s->o.timing == TN_STIM_RANDOM)
        at += tn_rng_below(&s->rng, 65);
    if (s->o.timing == TN_STIM_CAPTURED && ev->time_ns > s->first_ns) {
        uint64_t captured =
            (uint64_t)((double)(ev->time_ns - s->first_ns) / NS_PER_CYCLE * s->o.scale);
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
        p->from_device = is_from_device(s, &t);
        t.td = s->o.digest;
        t.prefix_n = 0;
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
