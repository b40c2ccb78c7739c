/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counts of APEnet's packets and link words, the time from a get request to the first packet of its
 * reply, and a step of the ladder.
 */
#include "apenet.h"

#include <tn/exanet/exa.h>

#include <stdlib.h>
#include <string.h>

enum { LINES = 32, GETS = 64, TYPES = 32, LABEL = 64 };

/* A get request whose reply has not been seen. */
struct get {
    bool open;
    struct ape_node from, to;
    uint32_t tag;
    uint64_t ns;
};

/* A direction of a link as its words show it. */
struct side {
    uint16_t point;
    uint8_t port, dir;
    struct ape_line line;
};

struct stats {
    uint64_t records, packets, payload, words, credits, strays, literals;
    uint64_t types[TYPES], vcs[APE_VCS], lasts, crc_wrong, secded_wrong, err, ool, broken;
    struct side side[LINES];
    size_t side_n;
    struct get get[GETS];
    unsigned next_get;
    uint64_t cells; /* packets of ExaNet */
    unsigned here; /* packets that ended in the last record */
    bool cell;     /* the last of them is ExaNet's */
    size_t len;    /* of the last of them */
    uint8_t packet[APE_PACKET_MAX];
};

static void *begin(const struct tn_check_params *par)
{
    (void)par;
    return calloc(1, sizeof(struct stats));
}

static bool same(const struct ape_node *a, const struct ape_node *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* Returns the time since the request that a packet answers first, ns, or -1. */
static long long pair(struct stats *s, const struct ape_packet *k, uint64_t ns)
{
    uint8_t word[APE_WORD];
    uint64_t reply;
    uint32_t bytes;
    if (k->header.type == TN_ape_hdr_type_GET && k->payload_n >= APE_WORD) {
        struct get *g = &s->get[s->next_get++ % GETS];
        *g = (struct get){.open = true, .from = k->footer.src, .to = k->header.dst, .ns = ns};
        memcpy(word, k->payload, sizeof word);
        ape_get_read(word, &reply, &bytes, &g->tag);
    }
    for (unsigned i = 0; k->header.type == TN_ape_hdr_type_GET_REPLY && i < GETS; i++) {
        struct get *g = &s->get[i];
        if (!g->open || g->tag != k->footer.msg || !same(&g->from, &k->header.dst) ||
            !same(&g->to, &k->footer.src) || ns < g->ns)
            continue;
        g->open = false;
        return (long long)(ns - g->ns);
    }
    return -1;
}

static long long count_packet(struct stats *s, const struct tn_event *ev, const uint8_t *bytes,
                              size_t len, size_t orig_len)
{
    struct ape_packet k;
    ape_decode(bytes, len, orig_len, &k);
    s->packets++;
    s->here++;
    s->len = len < sizeof s->packet ? len : sizeof s->packet;
    memcpy(s->packet, bytes, s->len);
    if (!k.has_header || !k.whole) {
        s->broken++;
        return -1;
    }
    s->secded_wrong += tn_ape_secded_wrong(ev, &k);
    s->types[k.header.type % TYPES]++;
    s->vcs[k.header.vc % APE_VCS]++;
    s->ool += k.header.ool;
    if (!k.has_footer)
        return -1;
    s->payload += k.header.len;
    s->lasts += k.footer.last;
    s->err += k.footer.err;
    if (tn_ape_crc_wrong(&k)) {
        s->crc_wrong++;
        return -1;
    }
    return pair(s, &k, ev->time_ns);
}

static struct side *side_of(struct stats *s, const struct tn_event *ev)
{
    for (size_t i = 0; i < s->side_n; i++)
        if (s->side[i].point == ev->point && s->side[i].port == ev->port &&
            s->side[i].dir == ev->dir)
            return &s->side[i];
    if (s->side_n == LINES)
        return NULL;
    struct side *d = &s->side[s->side_n++];
    d->point = ev->point;
    d->port = ev->port;
    d->dir = ev->dir;
    d->line.cells = ev->port & APE_PORT_CELLS;
    return d;
}

/* The words of a link; a packet may go on in the next record. */
static long long count_words(struct stats *s, const struct tn_event *ev)
{
    struct side *d = side_of(s, ev);
    long long latency = -1;
    for (size_t at = 0; d && at + APE_LINK_WORD <= ev->len; at += APE_LINK_WORD) {
        const enum ape_kind kind = ape_line_word(&d->line, ev->bytes[at], ev->bytes + at + 1);
        const bool data = kind == APE_K_DATA || kind == APE_K_FOOTER;
        s->words++;
        s->credits += kind == APE_K_CREDIT;
        s->strays += kind == APE_K_STRAY;
        s->literals += d->line.behind && data;
        if (!d->line.done)
            continue;
        const size_t len = (size_t)d->line.words * APE_WORD;
        s->cell = d->line.cells;
        if (s->cell) { /* what ExaNet's packets are is told where they are recorded as packets */
            s->cells++;
            s->here++;
            s->len = len;
            memcpy(s->packet, d->line.packet, len);
            continue;
        }
        const long long t = count_packet(s, ev, d->line.packet, len, len);
        latency = t >= 0 ? t : latency;
    }
    return latency;
}

static long long event(void *stats, const struct tn_event *ev)
{
    struct stats *s = stats;
    s->here = 0;
    if (ev->fabric != TN_FABRIC_APENET || ev->unit == TN_UNIT_NOTE)
        return -1;
    s->records++;
    return ev->unit == TN_UNIT_FRAME
               ? count_words(s, ev)
               : count_packet(s, ev, ev->bytes, ev->len, ev->orig_len);
}

static void row(FILE *f, const char *what, uint64_t n)
{
    if (n)
        fprintf(f, "  %-13s %8llu\n", what, (unsigned long long)n);
}

static bool print(const void *stats, enum tn_stats_part part, uint64_t bytes, FILE *f)
{
    const struct stats *s = stats;
    (void)bytes; /* shares are of the links' words */
    if (part == TN_STATS_LATENCY && s->packets) {
        fputs("get request to first reply packet", f);
        return true;
    }
    if (!s->records || part != TN_STATS_TYPES)
        return false;
    fprintf(f, "%llu APEnet packets, %llu bytes of payload", (unsigned long long)s->packets,
            (unsigned long long)s->payload);
    if (s->words)
        fprintf(f, ", %.1f %% of %llu words",
                100.0 * (double)s->payload / (double)(s->words * APE_WORD),
                (unsigned long long)s->words);
    fputc('\n', f);
    for (unsigned t = 0; t < TYPES; t++) {
        const char *name = ape_type_name(t);
        char text[16];
        snprintf(text, sizeof text, "type %u", t);
        row(f, name ? name : text, s->types[t]);
    }
    row(f, "ExaNet packet", s->cells);
    row(f, "vc 0", s->vcs[0]);
    row(f, "vc 1", s->vcs[1]);
    row(f, "last packets", s->lasts);
    row(f, "credit words", s->credits);
    row(f, "literals", s->literals);
    row(f, "out of lattice", s->ool);
    row(f, "err", s->err);
    row(f, "CRC wrong", s->crc_wrong);
    row(f, "SECDED wrong", s->secded_wrong);
    row(f, "broken", s->broken);
    row(f, "strays", s->strays);
    return true;
}

/* "ExaNet Write size 13 vc 1 last hop", and the ends. */
static void label_of_cell(const struct stats *s, char label[LABEL], char from[TN_END_NAME], char to[TN_END_NAME])
{
    struct exa_packet k;
    exa_decode(s->packet, s->len, s->len, &k);
    const char *name = exa_type_name(k.type);
    snprintf(label, LABEL, "ExaNet %s size %u vc %u%s", name ? name : "?", k.size, k.vc & 15u, k.vc & 16 ? " last hop" : "");
    exa_node_text(k.dst, to);
    if (k.has_footer)
        exa_node_text(k.src, from);
}

/* "PUT msg 5 pkt 1 len 4096 last". */
static void label_of(const struct stats *s, char label[LABEL])
{
    struct ape_packet k;
    ape_decode(s->packet, s->len, s->len, &k);
    const char *name = k.has_header ? ape_type_name(k.header.type) : NULL;
    if (!k.has_header)
        snprintf(label, LABEL, "no header");
    else if (!k.has_footer)
        snprintf(label, LABEL, "%s alone", name ? name : "packet");
    else
        snprintf(label, LABEL, "%s msg %x pkt %u len %u%s%s", name ? name : "packet", k.footer.msg,
                 k.footer.pkt, k.header.len, k.footer.last ? " last" : "",
                 tn_ape_crc_wrong(&k) ? " CRC wrong"
                 : k.footer.err       ? " err"
                                      : "");
}

static void ladder(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns,
                   long long latency_ns)
{
    const struct stats *s = stats;
    char label[LABEL], from[TN_END_NAME] = "", to[TN_END_NAME] = "";
    struct ape_packet k;
    if (ev->fabric != TN_FABRIC_APENET || ev->unit == TN_UNIT_NOTE)
        return;
    if (s->here && s->cell) {
        label_of_cell(s, label, from, to);
    } else if (s->here) {
        label_of(s, label);
        ape_decode(s->packet, s->len, s->len, &k);
        if (k.has_footer)
            tn_ape_node_text(k.footer.src, from);
        if (k.has_header)
            tn_ape_node_text(k.header.dst, to);
    } else {
        snprintf(label, sizeof label, "%u words", ev->len / APE_LINK_WORD);
    }
    const bool answer = s->here && !s->cell && k.has_header && k.header.type == TN_ape_hdr_type_GET_REPLY;
    tn_print_moment(f, ev, start_ns);
    fprintf(f, "%-10s |%s%-43s%s| %s", answer ? to : from, answer ? "<-- " : "--- ", label,
            answer ? " ---" : " -->", answer ? from : to);
    if (s->here > 1)
        fprintf(f, "  (the last of %u)", s->here);
    if (latency_ns >= 0)
        fprintf(f, "  %lld ns", latency_ns);
    fputc('\n', f);
}

const struct tn_face_stats tn_stats_apenet = {
    .begin = begin, .event = event, .print = print, .end = free, .ladder = ladder};
