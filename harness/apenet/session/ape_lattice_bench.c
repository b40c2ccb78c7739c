/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a lattice: packets at local ports and words on lines, to the judges.
 */
#include <tn/apenet/ape_lattice_bench.h>

#include <tn/apenet/ape_line_fault.h>
#include <tn/apenet/bfm_ape_line.h>
#include <tn/bfm_block.h>
#include <tn/capture.h>
#include <tn/rules.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PORTS = 16,
    LOCAL_PORT = 6,
    NS_PER_CYCLE = 4,
    RESET_CYC = 8,
    REST_CYC = 40,
    HOP_LIMIT = 1023,
    DATA_MARGIN = 8, /* MARGIN as after reset (ape_link.md section 4) */
    HDR_MARGIN = 2,
    RUN = APE_LINE_MAX
};

/* A line: its words since the last record, and the packet in them. */
struct line {
    uint64_t begin; /* cycle of the first of these words */
    size_t n;
    struct ape_line line;
    uint8_t word[RUN][APE_LINK_WORD];
};

/* A packet of a local port that the judge has not been shown. */
struct held {
    struct held *next;
    uint64_t begin, end; /* cycles of its first and last word */
    bool out;            /* it came out */
    unsigned node, port, vc;
    size_t len;
    uint8_t bytes[]; /* as a capture has it */
};

struct tn_ape_lattice {
    struct tn_ape_net_config config;
    unsigned ports, lines;
    struct tn_source *source[PORTS];
    struct tn_sink *sink[PORTS];
    struct tn_ape_net *net;
    struct tn_checker *links; /* the rules of links, and of ways across them */
    struct tn_writer
        *writer; /* of a capture of all lines and local ports (TN_APE_CAPTURE); NULL: none */
    struct line *line;
    struct ape_credit most;     /* of all credit words */
    struct held *first, **last; /* in the order of their ends */
    uint64_t records;
    bool lossy;
    tn_verdict_fn *fn;
    void *ctx;
};

static void tell(struct tn_ape_lattice *b, uint64_t cycle, const char *rule, const char *expected,
                 const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = cycle};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    b->fn(b->ctx, &v);
}

/* A packet of a stream in the form of a capture, and back: header and footer are turned round. */
static void turn(const uint8_t *from, size_t len, uint8_t *to)
{
    memcpy(to, from, len);
    ape_turn(from, to);
    if (len > APE_WORD)
        ape_turn(from + len - APE_WORD, to + len - APE_WORD);
}

/* Hands a record to the rules and to the capture. */
static void judge(struct tn_ape_lattice *b, struct tn_event *ev)
{
    ev->packet = ++b->records;
    ev->fabric = TN_FABRIC_APENET;
    ev->orig_len = ev->len;
    ev->time_ns = ev->cycle * NS_PER_CYCLE;
    if (b->lossy)
        return;
    tn_checker_event(b->links, ev, 0);
    tn_checker_between(b->links, ev, 0);
    if (b->writer)
        tn_writer_event(b->writer, ev);
}

/* A packet of a local port, to the judge and to the rules. */
static void show(struct tn_ape_lattice *b, const struct held *h)
{
    struct tn_event ev = {.cycle = h->begin,
                          .span = (uint32_t)(h->end - h->begin),
                          .point = (uint16_t)h->node,
                          .port = (uint8_t)(LOCAL_PORT + h->port),
                          .dir = h->out ? TN_DIR_UP : TN_DIR_DOWN,
                          .unit = TN_UNIT_PACKET,
                          .bytes = h->bytes,
                          .len = (uint32_t)h->len};
    judge(b, &ev);
    if (h->out)
        tn_ape_net_out(b->net, h->end, h->node, h->port, h->vc, h->bytes, h->len);
    else
        tn_ape_net_in(b->net, h->end, h->node, h->port, h->bytes, h->len);
}

/* Shows the judge the packets that ended before a cycle: a tick brings packets first and the words
 * of lines behind them, though these may be older. */
static void show_until(struct tn_ape_lattice *b, uint64_t cycle)
{
    struct held *h;
    while ((h = b->first) != NULL && h->end < cycle) {
        b->first = h->next;
        if (!b->first)
            b->last = &b->first;
        show(b, h);
        free(h);
    }
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct tn_ape_lattice *b = ctx;
    unsigned port = ev->point / 2;
    struct held *h;
    if (ev->len < APE_WORD || ev->len % APE_WORD) {
        tell(b, ev->cycle, "APR-FLOW-1", "a packet of whole words", "another");
        return;
    }
    h = malloc(sizeof *h + ev->len);
    if (!h)
        return;
    *h = (struct held){.begin = ev->cycle,
                       .end = ev->cycle + ev->span,
                       .out = ev->point % 2 != 0,
                       .node = port / b->config.local_n,
                       .port = port % b->config.local_n,
                       .vc = ev->port,
                       .len = ev->len};
    turn(ev->bytes, ev->len, h->bytes);
    *b->last = h;
    b->last = &h->next;
}

/* Hands the words of a line to the rules. With three links the lines go plus alone: they come in at
 * the minus port. */
static void record(struct tn_ape_lattice *b, unsigned number)
{
    struct line *l = &b->line[number];
    const unsigned link = number % b->config.link_n;
    struct tn_event ev = {.cycle = l->begin,
                          .span = (uint32_t)l->n,
                          .point = (uint16_t)(number / b->config.link_n),
                          .port = (uint8_t)(b->config.link_n == APE_NET_DIMS ? 2 * link + 1 : link),
                          .dir = TN_DIR_DOWN,
                          .unit = TN_UNIT_FRAME,
                          .bytes = l->word[0],
                          .len = (uint32_t)(l->n * APE_LINK_WORD)};
    if (l->n)
        judge(b, &ev);
    l->n = 0;
}

/* A credit word, when its SECDED is clean. */
static void note_credit(struct tn_ape_lattice *b, const uint8_t word[APE_WORD])
{
    struct ape_credit c, *most = &b->most;
    if (!ape_credit_get(word, &c))
        return;
    for (unsigned v = 0; v < APE_VCS; v++) {
        most->data[v] = c.data[v] > most->data[v] ? c.data[v] : most->data[v];
        most->hdr[v] = c.hdr[v] > most->hdr[v] ? c.hdr[v] : most->hdr[v];
    }
}

static void on_word(void *ctx, const struct tn_ape_line_word *w)
{
    struct tn_ape_lattice *b = ctx;
    struct line *l = &b->line[w->line];
    show_until(b, w->cycle);
    if (!w->known) {
        tell(b, w->cycle, "APE-LNK-2", "a known word", "unknown bits");
        return;
    }
    if (l->n && l->begin + l->n != w->cycle)
        record(b, w->line);
    if (!l->n)
        l->begin = w->cycle;
    if (tn_ape_line_take(&l->line, w, &l->word[l->n][0]) == APE_K_CREDIT)
        note_credit(b, w->word);
    memcpy(l->word[l->n++] + 1, w->word, APE_WORD);
    if (l->line.done) {
        unsigned node = w->line / b->config.link_n, link = w->line % b->config.link_n;
        tn_ape_net_line(b->net, w->cycle, node, link, l->line.packet,
                        (size_t)l->line.words * APE_WORD);
    }
    if (l->line.done || l->n == RUN)
        record(b, w->line);
}

static void on_cycle(void *ctx, const struct tn_block_cycle *c)
{
    if (c->pins[0] & 1 && !(c->pins[TN_BLOCK_RST] & 1))
        tell(ctx, c->cycle, "APR-FLOW-1", "l_rx_head on the first word alone", "another");
}

static void play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    (void)ctx;
    tn_ape_lines_play(c, next);
}

static void find_ports(struct tn_ape_lattice *b)
{
    for (unsigned n = 0; n < b->ports; n++) {
        char name[8];
        snprintf(name, sizeof name, "tx%u", n);
        b->source[n] = tn_source_find(name);
        snprintf(name, sizeof name, "rx%u", n);
        b->sink[n] = tn_sink_find(name);
    }
}

/* The capture's first record tells the sizes. */
static struct tn_writer *capture(const struct tn_ape_net_config *c)
{
    const char *path = getenv("TN_APE_CAPTURE");
    char text[160], err[200];
    struct tn_writer *w;
    if (!path || !*path)
        return NULL;
    snprintf(text, sizeof text, "tool=ape_lattice\nlattice=%ux%ux%u\n", c->size[0], c->size[1],
             c->size[2]);
    w = tn_writer_open(path, text, NS_PER_CYCLE, err, sizeof err);
    if (!w)
        fprintf(stderr, "%s\n", err);
    return w;
}

struct tn_ape_lattice *tn_ape_lattice_begin(tn_verdict_fn *fn, void *ctx)
{
    struct tn_ape_lattice *b = calloc(1, sizeof *b);
    struct tn_check_params par;
    unsigned nodes;
    if (!b)
        return NULL;
    b->fn = fn;
    b->ctx = ctx;
    b->last = &b->first;
    b->config = (struct tn_ape_net_config){.size = {(uint8_t)tn_sim_param("X_N"),
                                                    (uint8_t)tn_sim_param("Y_N"),
                                                    (uint8_t)tn_sim_param("Z_N")},
                                           .link_n = (uint8_t)tn_sim_param("LINK_N"),
                                           .local_n = (uint8_t)tn_sim_param("LOCAL_N"),
                                           .order = {2, 1, 0},
                                           .hop_limit = HOP_LIMIT};
    nodes = (unsigned)b->config.size[0] * b->config.size[1] * b->config.size[2];
    b->ports = nodes * b->config.local_n;
    b->lines = nodes * b->config.link_n;
    find_ports(b);
    tn_check_defaults(&par);
    memcpy(par.lattice, b->config.size, sizeof par.lattice);
    b->writer = capture(&b->config);
    b->line = calloc(b->lines, sizeof *b->line);
    b->net = tn_ape_net_new(&b->config, fn, ctx);
    b->links =
        tn_checker_new(&par, "APE-*", "APE-MSG-*", fn, ctx); /* messages are cut up at random */
    tn_monitor_clear();
    tn_ape_lines_open(b->lines, (unsigned)tn_sim_param("WIRE_CYC"));
    tn_block_player(play, NULL);
    tn_sim_reset(RESET_CYC);
    tn_monitor_subscribe(on_packet, b);
    tn_ape_line_subscribe(on_word, b);
    tn_block_subscribe(on_cycle, b);
    return b;
}

const struct tn_ape_net_config *tn_ape_lattice_config(const struct tn_ape_lattice *b)
{
    return &b->config;
}

void tn_ape_lattice_lossy(struct tn_ape_lattice *b)
{
    b->lossy = true;
    tn_ape_net_lossy(b->net);
}

int tn_ape_lattice_send(struct tn_ape_lattice *b, unsigned n, const uint8_t *packet, size_t len)
{
    uint8_t bytes[APE_PACKET_MAX];
    if (len > sizeof bytes)
        return -EMSGSIZE;
    turn(packet, len, bytes);
    return tn_source_send(b->source[n], bytes, len, 0, 0, 0, 0);
}

void tn_ape_lattice_stall(struct tn_ape_lattice *b, const struct tn_stall *source,
                          const struct tn_stall *room)
{
    for (unsigned n = 0; n < b->ports; n++) {
        tn_source_stall(b->source[n], source);
        tn_sink_stall(b->sink[n], room);
    }
}

size_t tn_ape_lattice_queued(const struct tn_ape_lattice *b, unsigned n)
{
    return tn_source_pending(b->source[n]);
}

static bool empty(void *ctx)
{
    struct tn_ape_lattice *b = ctx;
    show_until(b, UINT64_MAX); /* all words of before have been delivered */
    for (unsigned n = 0; n < b->ports; n++)
        if (tn_source_pending(b->source[n]))
            return false;
    return tn_ape_net_pending(b->net) == 0;
}

void tn_ape_lattice_rest(struct tn_ape_lattice *b, uint64_t cycles)
{
    tn_sim_step_until(empty, b, cycles);
    tn_sim_step(REST_CYC);
}

uint64_t tn_ape_lattice_matched(const struct tn_ape_lattice *b)
{
    return tn_ape_net_matched(b->net);
}

void tn_ape_lattice_most(const struct tn_ape_lattice *b, struct ape_credit *most)
{
    *most = b->most;
    for (unsigned v = 0; v < APE_VCS; v++) {
        most->data[v] -= most->data[v] < DATA_MARGIN ? most->data[v] : DATA_MARGIN;
        most->hdr[v] -= most->hdr[v] < HDR_MARGIN ? most->hdr[v] : HDR_MARGIN;
    }
}

uint64_t tn_ape_lattice_asked(const struct tn_ape_lattice *b, const char *rule)
{
    return strncmp(rule, "APE-", 4) == 0 ? tn_checker_asked(b->links, rule)
                                         : tn_judge_asked(tn_ape_net_judge(b->net), rule);
}

void tn_ape_lattice_end(struct tn_ape_lattice *b)
{
    for (unsigned i = 0; i < b->lines; i++)
        record(b, i);
    tn_monitor_clear();
    show_until(b, UINT64_MAX);
    tn_ape_net_finish(b->net, tn_sim_cycle());
    tn_ape_net_free(b->net);
    tn_checker_finish(b->links);
    tn_checker_free(b->links);
    if (b->writer)
        tn_writer_close(b->writer);
    free(b->line);
    free(b);
}
