/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * From an ExaNet capture to what the ports of one switch take.
 */
#include "exa_stimulus.h"

#include <tn/capture.h>
#include <tn/keyed.h>
#include <tn/rng.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NS_PER_CYCLE = 4,
    STEP_CYC = 2, /* between the beginnings of two packets, at least */
    RANDOM_CYC = 64,
    NODES = 64,
    ASKED_MAX = 1 << 19,
};

/* A packet that awaits an answer, by its sender and number; the answer does not say whom it is from. */
struct asked {
    uint64_t key;
    struct exa_node dst;
};

struct tn_exa_stimulus {
    struct tn_keyed asked; /* struct asked */
    struct tn_stim_options o;
    struct tn_exa_xbar_params par;
    struct tn_reader *reader;
    uint32_t own;
    bool link, own_known, by_port;
    bool (*wanted)(const struct exa_packet *k); /* NULL: all are */
    struct {
        uint32_t node;
        unsigned port;
    } mapped[NODES];
    unsigned mapped_n;
    struct tn_rng rng;
    uint64_t sent, last_at, first_ns, clear[TN_EXA_XBAR_PORTS];
};

/* The packet in an event; one that was snapped gets a payload and a footer of zeros. */
static bool packet_of(const struct tn_event *ev, struct exa_packet *k)
{
    static const uint8_t zeros[512];
    if (ev->unit != TN_UNIT_PACKET || ev->fabric != TN_FABRIC_EXANET || ev->len < EXA_WORD)
        return false;
    exa_decode(ev->bytes, ev->len, ev->orig_len, k);
    if (k->snapped && k->size > 0 && k->size <= EXA_MTU) {
        exa_set_payload(k, k->addr, zeros, k->size);
        exa_seal(k);
    }
    return true;
}

/* Coordinates at the beginning of text; *end receives what follows. */
static bool node(const char *text, uint32_t *bits, const char **end)
{
    char part[EXA_NODE_TEXT];
    struct exa_node n;
    const size_t len = strspn(text, "0123456789.");
    if (len >= sizeof part)
        return false;
    memcpy(part, text, len);
    part[len] = 0;
    if (exa_node_parse(part, &n) < 0)
        return false;
    *bits = exa_node_bits(n);
    *end = text + len;
    return true;
}

static bool map_word(struct tn_exa_stimulus *s, const char *word)
{
    const char *end;
    unsigned port;
    int n = 0;
    if (strcmp(word, "port") == 0)
        return s->by_port = true;
    if (strncmp(word, "own=", 4) == 0)
        return s->own_known = node(word + 4, &s->own, &end) && !*end;
    if (s->mapped_n == NODES || !node(word, &s->mapped[s->mapped_n].node, &end) ||
        sscanf(end, ">%2u%n", &port, &n) != 1 || end[n] || port >= s->par.port_n)
        return false;
    s->mapped[s->mapped_n++].port = port;
    return true;
}

/* The message stays one line, whatever the word holds. */
static bool refuse_word(const struct tn_exa_stimulus *s, char *word, char *err, size_t err_size)
{
    for (char *c = word; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    snprintf(err, err_size, "map: '%.60s' is none of own=X.Y.Z.F, X.Y.Z.F>PORT (below %u), port", word,
             s->par.port_n);
    return false;
}

static bool map(struct tn_exa_stimulus *s, const char *text, char *err, size_t err_size)
{
    char copy[512];
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy) {
        snprintf(err, err_size, "a map of more than %zu characters", sizeof copy - 1);
        return false;
    }
    for (char *w = strtok(copy, " ,"); w; w = strtok(NULL, " ,"))
        if (!map_word(s, w))
            return refuse_word(s, w, err, err_size);
    return true;
}

/* The FPGA whose switch it is: where most packets go, of the first nodes seen. */
static int learn(struct tn_exa_stimulus *s, const char *path, char *err, size_t err_size)
{
    struct {
        uint32_t node;
        uint64_t packets;
    } seen[NODES];
    unsigned n = 0, most = 0;
    struct tn_event ev;
    struct exa_packet k;
    struct tn_reader *r = tn_reader_open(path, err, err_size);
    int rc = 0;
    if (!r)
        return -EIO;
    while (!s->own_known && (rc = tn_reader_next(r, &ev, NULL)) == 1) {
        unsigned i = 0;
        if (!packet_of(&ev, &k))
            continue;
        while (i < n && seen[i].node != exa_node_bits(k.dst))
            i++;
        if (i == n && n < NODES) {
            seen[n].node = exa_node_bits(k.dst);
            seen[n++].packets = 0;
        }
        if (i < n)
            seen[i].packets++;
    }
    for (unsigned i = 1; i < n; i++)
        most = seen[i].packets > seen[most].packets ? i : most;
    if (n > 0) {
        s->own = seen[most].node;
        s->own_known = true;
    }
    if (rc < 0)
        snprintf(err, err_size, "%.200s: %s", path, tn_reader_error(r));
    else if (!s->own_known)
        snprintf(err, err_size, "%.200s: no ExaNet packets in it", path);
    tn_reader_close(r);
    return rc < 0 ? rc : s->own_known ? 0 : -ENOMSG;
}

struct tn_exa_stimulus *tn_exa_stimulus_open(const char *path, const struct tn_stim_options *o,
                                             const char *map_text, const struct tn_exa_xbar_params *par,
                                             char *err, size_t err_size)
{
    struct tn_exa_stimulus *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(err, err_size, "out of memory");
        return NULL;
    }
    s->o = *o;
    s->link = par == NULL;
    if (par)
        s->par = *par;
    else
        s->par.port_n = 2;
    tn_rng_seed(&s->rng, o->seed, 5);
    tn_keyed_init(&s->asked, sizeof(struct asked), ASKED_MAX);
    if (map(s, map_text, err, err_size) && learn(s, path, err, err_size) == 0)
        s->reader = tn_reader_open(path, err, err_size);
    if (!s->reader) {
        free(s);
        return NULL;
    }
    return s;
}

void tn_exa_stimulus_filter(struct tn_exa_stimulus *s, bool (*fn)(const struct exa_packet *k))
{
    s->wanted = fn;
}

uint32_t tn_exa_stimulus_own(const struct tn_exa_stimulus *s)
{
    return s->own;
}

const char *tn_exa_stimulus_error(const struct tn_exa_stimulus *s)
{
    return tn_reader_error(s->reader);
}

/* The block of this FPGA that sends such a packet (exanet.md section 2). */
static unsigned local_port(const struct tn_exa_stimulus *s, const struct exa_packet *k)
{
    unsigned index = k->type == EXA_ZREAD_REQ || k->type == EXA_ZWRITE || k->type == EXA_ZREAD_RSP ? EXA_P_AXI
                     : k->type == EXA_ACK ? (exa_is_message(k) ? EXA_P_MAILBOX : EXA_P_RDMA)
                     : k->type == EXA_READ_REQ || exa_is_message(k) ? EXA_P_PACKETIZER
                                                                  : EXA_P_EXADMA;
    return index < s->par.port_n ? index : 0;
}

static uint64_t key_of(struct exa_node asks, const struct exa_packet *k)
{
    return 1ull << 63 | (uint64_t)exa_node_bits(asks) << 32 | (uint64_t)k->tid << 16 | k->seq % EXA_SEQ_MOD;
}

/* Whether the sender is known: it stands in the footer, or is where that went which k answers. */
static bool find_sender(struct tn_exa_stimulus *s, struct exa_packet *k)
{
    struct asked *a;
    bool made;
    if (k->has_footer) {
        a = tn_keyed_add(&s->asked, key_of(k->src, k), &made);
        if (a)
            a->dst = k->dst;
        return true;
    }
    a = k->type == EXA_ACK ? tn_keyed_find(&s->asked, key_of(k->dst, k)) : NULL;
    if (a)
        k->src = a->dst;
    return a != NULL;
}

/* Where the packet enters, or -1: it does not pass here. */
static int entry(const struct tn_exa_stimulus *s, const struct exa_packet *k, bool src_known, unsigned captured)
{
    uint32_t src = exa_node_bits(k->src), dst = exa_node_bits(k->dst);
    const uint32_t board = exa_board_of(s->own);
    bool src_here = exa_board_of(src) == board, dst_here = exa_board_of(dst) == board;
    unsigned fpga = exa_node_of(s->own).fpga;
    if (s->by_port)
        return (int)(captured % s->par.port_n);
    for (unsigned i = 0; i < s->mapped_n; i++)
        if (src_known && s->mapped[i].node == src)
            return (int)s->mapped[i].port;
    if (!src_known)
        return -1; /* nobody knows who sent it */
    if (s->link)
        return src == s->own ? 0 : dst == s->own ? 1 : -1;
    if (src == s->own)
        return (int)local_port(s, k);
    if (dst != s->own && (fpga != 0 || src_here == dst_here))
        return -1;
    if (src_here)
        return (int)(s->par.link_base + k->src.fpga);
    return (int)(fpga == 0 ? s->par.gw_base + k->dst.fpga : s->par.link_base);
}

/* Cycle at which it is sent. */
static uint64_t when(struct tn_exa_stimulus *s, const struct tn_event *ev, unsigned port, unsigned words)
{
    uint64_t at = s->sent ? s->last_at + STEP_CYC : 0;
    if (s->sent == 0)
        s->first_ns = ev->time_ns;
    if (at < s->clear[port])
        at = s->clear[port];
    if (s->o.timing == TN_STIM_RANDOM)
        at += tn_rng_below(&s->rng, RANDOM_CYC + 1);
    if (s->o.timing == TN_STIM_CAPTURED && ev->time_ns > s->first_ns) {
        uint64_t captured = (uint64_t)((double)(ev->time_ns - s->first_ns) / NS_PER_CYCLE * s->o.scale);
        if (captured > at)
            at = captured;
    }
    s->last_at = at;
    s->clear[port] = at + words;
    return at;
}

int tn_exa_stimulus_next(struct tn_exa_stimulus *s, struct tn_exa_stim_packet *p)
{
    struct tn_event ev;
    struct exa_packet k;
    int rc, port;
    while ((rc = tn_reader_next(s->reader, &ev, NULL)) == 1) {
        long n;
        if (s->o.max && s->sent == s->o.max)
            return 0;
        if (!packet_of(&ev, &k))
            continue;
        const bool known = find_sender(s, &k);
        if ((s->wanted && !s->wanted(&k)) || (port = entry(s, &k, known, ev.port)) < 0 ||
            (n = exa_encode(&k, p->bytes, sizeof p->bytes)) <= 0)
            continue;
        p->len = (size_t)n;
        p->port = (unsigned)port;
        p->at = when(s, &ev, p->port, (unsigned)(n / EXA_WORD));
        s->sent++;
        return 1;
    }
    return rc;
}

void tn_exa_stimulus_close(struct tn_exa_stimulus *s)
{
    if (!s)
        return;
    tn_reader_close(s->reader);
    tn_keyed_free(&s->asked);
    free(s);
}
