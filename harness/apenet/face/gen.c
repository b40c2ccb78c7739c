/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --fabric apenet: messages between nodes of a lattice of 4 x 4 x 4 as the words of one
 * torus link, with words of an idle line before and stuffing within packets. Payloads look like
 * control words, credit words and whole packets now and then.
 */
#include "apenet.h"

#include <tn/apenet/ape_forge.h>
#include <tn/capture.h>
#include <tn/part.h>
#include <tn/rng.h>

#include <inttypes.h>
#include <string.h>

enum { NS_PER_CYCLE = 4, SIDE = 4, PERIOD = 100, STREAMS = 8 };

/* A message under way. */
struct message {
    struct ape_node src, dst;
    uint32_t msg;
    uint16_t pkt, left; /* number of the next packet; packets that follow */
    uint16_t pid;
    uint64_t addr;
    uint8_t type;
};

struct gen {
    struct tn_rng rng, attacks; /* attacks: of payloads that look like words of a line */
    struct tn_writer *w;
    struct message m[STREAMS];
    uint32_t msg; /* number of the last message */
    uint64_t now;
    unsigned quiet; /* words since the last credit word */
    size_t n;       /* words collected */
    uint8_t word[2 * APE_LINE_MAX][APE_LINK_WORD];
};

static unsigned below(struct gen *g, unsigned n)
{
    return (unsigned)tn_rng_below(&g->rng, n);
}

static void give(struct gen *g, enum ape_lead lead, const uint8_t word[APE_WORD])
{
    g->word[g->n][0] = (uint8_t)lead;
    memcpy(g->word[g->n++] + 1, word, APE_WORD);
    g->quiet++;
}

/* MAGIC and a credit word. */
static void credit(struct gen *g)
{
    struct ape_credit c;
    uint8_t word[APE_WORD];
    for (unsigned v = 0; v < APE_VCS; v++) {
        c.data[v] = (uint16_t)(8 + below(g, 200));
        c.hdr[v] = (uint8_t)(2 + below(g, 20));
    }
    give(g, APE_LEAD_CONTROL, ape_magic);
    ape_credit_put(&c, word);
    give(g, APE_LEAD_BEHIND, word);
    g->quiet = 0;
}

/* A new message of stream i: each has a source and a kind of its own, so that its packets keep
 * their order. */
static void begin(struct gen *g, unsigned i)
{
    static const uint8_t types[] = {TN_ape_hdr_type_PUT, TN_ape_hdr_type_PUT, TN_ape_hdr_type_SEND,
                                    TN_ape_hdr_type_GET_REPLY};
    struct message *m = &g->m[i];
    *m = (struct message){
        .src = {(uint8_t)(i % SIDE), (uint8_t)(i / SIDE), 0},
        .dst = {(uint8_t)below(g, SIDE), (uint8_t)below(g, SIDE), (uint8_t)below(g, SIDE)},
        .msg = ++g->msg,
        .left = (uint16_t)(1 + below(g, 5)),
        .addr = (uint64_t)below(g, 1 << 20) * APE_PAGE,
        .type = types[below(g, sizeof types)]};
}

static size_t packet(struct gen *g, struct message *m, uint8_t *out)
{
    const uint16_t drawn = (uint16_t)below(g, 8); /* the first packet's is the message's */
    m->pid = m->pkt ? m->pid : drawn;
    struct ape_header h = {.vc = (uint8_t)below(g, APE_VCS),
                           .last_hop = below(g, 2) != 0,
                           .pid = m->pid,
                           .dst = m->dst,
                           .type = m->type,
                           .len = (uint16_t)(m->left > 1 ? APE_LEN_MAX : 1 + below(g, APE_LEN_MAX)),
                           .addr = m->addr,
                           .hops = (uint16_t)(1 + below(g, 6))};
    struct ape_footer f = {.msg = m->msg, .pkt = m->pkt++, .last = --m->left == 0, .src = m->src};
    size_t len = (size_t)ape_words(&h) * APE_WORD;
    memset(out, 0, len);
    for (unsigned i = 0; i < h.len; i++)
        out[APE_WORD + i] = (uint8_t)tn_rng_next(&g->rng);
    if (below(g, 8) == 0 && h.len >= APE_WORD)
        ape_turn(ape_magic, out + APE_WORD);
    if (tn_rng_below(&g->attacks, 4) == 0)
        tn_ape_forge(&g->attacks,
                     &(struct tn_ape_forged){{h.dst.x, h.dst.y, h.dst.z}, h.pid, h.addr, ~m->msg},
                     out + APE_WORD, h.len);
    ape_header_put(&h, out);
    ape_footer_put(&f, out + len - APE_WORD);
    ape_seal(out, len);
    m->addr += APE_PAGE;
    return len;
}

/* A packet with words of an idle line before it and credit words within. */
static void fill(struct gen *g)
{
    static uint8_t bytes[APE_PACKET_MAX], line[APE_LINE_MAX][APE_LINK_WORD];
    struct message *m;
    unsigned i = below(g, STREAMS);
    size_t n;
    m = &g->m[i];
    if (!m->left)
        begin(g, i);
    n = ape_line_put(bytes, packet(g, m, bytes), APE_OUT_OF_BAND, line);
    g->n = 0;
    for (unsigned k = 1 + below(g, 4); k-- > 0;)
        credit(g);
    for (size_t k = 0; k < n; k++) {
        if (k > 2 && g->quiet >= PERIOD)
            credit(g);
        give(g, (enum ape_lead)line[k][0], line[k] + 1);
    }
}

static int record(struct gen *g)
{
    struct tn_event ev = {.cycle = g->now,
                          .time_ns = g->now * NS_PER_CYCLE,
                          .span = (uint32_t)g->n - 1,
                          .fabric = TN_FABRIC_APENET,
                          .unit = TN_UNIT_FRAME,
                          .bytes = g->word[0],
                          .len = (uint32_t)(g->n * APE_LINK_WORD)};
    ev.orig_len = ev.len;
    g->now += g->n;
    return tn_writer_event(g->w, &ev);
}

static int run(const struct tn_gen *gen)
{
    static struct gen g;
    char err[512], meta[160];
    int rc = 0, closed;
    if (gen->size)
        return tn_usage("gen", "sizes of APEnet packets are drawn: no --size");
    tn_gen_begins(gen);
    memset(&g, 0, sizeof g);
    g.now = 1;
    tn_rng_seed(&g.rng, gen->seed, 0);
    tn_rng_seed(&g.attacks, gen->seed, 1);
    snprintf(meta, sizeof meta, "tool=tenter gen\nversion=%s\nseed=%" PRIu64 "\npoint.0=x+\n",
             TN_VERSION, gen->seed);
    g.w = tn_writer_open(gen->path, meta, NS_PER_CYCLE, err, sizeof err);
    if (!g.w)
        return tn_usage("gen", "%s", err);
    for (uint64_t i = 0; i < gen->packets && rc >= 0; i++) {
        fill(&g);
        rc = record(&g);
    }
    closed = tn_writer_close(g.w);
    rc = rc < 0 ? rc : closed;
    return rc < 0 ? tn_usage("gen", "%s: %s", tn_part_name(gen->path), strerror(-rc)) : TN_EXIT_OK;
}

static const struct tn_face_option own_options[] = {{.name = NULL}};
const struct tn_face_gen tn_gen_apenet = {.makes = "APEnet", .options = own_options, .run = run};
