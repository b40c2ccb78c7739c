/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words from hop to hop: a switch's scoreboard each, a queue of words for each line, and what the
 * wiring alone says of a packet at a point.
 */
#include <tn/exanet/exa_qfdb_board.h>
#include <tn/exanet/exa_xbar_board.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A link holds 256 words behind its line and some dozens before it. */
enum { LINE_WORDS = 1024, MAILBOX = 3, LINKS = 2, GARBAGE = 16 };

enum rule { NODE_1, BRD_1, BRD_2, BRD_3, TWO_1, RULES };
static const char *const rule_id[RULES] = {"EXQ-NODE-1", "EXQ-BRD-1", "EXQ-BRD-2", "EXQ-BRD-3", "EXQ-TWO-1"};

struct line {
    bool lossy;
    bool struck; /* whole packets are struck on it: nothing is known of what comes */
    unsigned head, n; /* ring */
    struct tn_exa_word word[LINE_WORDS];
};

struct tn_exq_hops {
    uint32_t board[TN_EXQ_BOARDS];
    struct tn_exa_xbar *model[TN_EXQ_FPGAS];
    struct tn_exa_xbar_board *xbar[TN_EXQ_FPGAS];
    unsigned links;                                      /* lines between two FPGAs of a board */
    struct line line[TN_EXQ_FPGAS][TN_EXQ_PORTS][LINKS]; /* by where it begins */
    bool second[TN_EXQ_FPGAS][TN_EXQ_PORTS][2];          /* the packet that passes is the second line's, by [input, output] */
    /* packets not yet ended, by [input, output] */
    struct {
        unsigned n;
        struct tn_exa_word word[TN_EXA_PACKET_WORDS];
    } part[TN_EXQ_FPGAS][TN_EXQ_PORTS][2];
    unsigned long packets;
    unsigned garbage; /* footers in garbage whose CRC fits, so far */
    uint32_t garbage_src[GARBAGE]; /* the sources that the last of them named: ring */
    uint64_t asked[RULES], failed[RULES];
    tn_verdict_fn *fn;
    void *ctx;
    tn_exq_gateway_fn *gateway; /* NULL: the boards are back to back */
    void *gateway_ctx;
};

struct tn_exq_hops *tn_exq_hops_new(const uint32_t board[TN_EXQ_BOARDS], tn_verdict_fn *fn, void *ctx)
{
    struct tn_exq_hops *h = calloc(1, sizeof *h);
    struct tn_exa_xbar_params par;
    if (!h)
        return NULL;
    tn_exa_xbar_defaults(&par);
    memcpy(h->board, board, sizeof h->board);
    h->fn = fn;
    h->ctx = ctx;
    h->links = 1;
    for (unsigned i = 0; i < TN_EXQ_FPGAS; i++) {
        h->model[i] = tn_exa_xbar_new(&par, exa_node_on(board[i / 4], i % 4));
        h->xbar[i] = h->model[i] ? tn_exa_xbar_board_new(h->model[i], &par, fn, ctx) : NULL;
        if (!h->xbar[i]) {
            tn_exq_hops_free(h);
            return NULL;
        }
    }
    return h;
}

void tn_exq_hops_free(struct tn_exq_hops *h)
{
    for (unsigned i = 0; h && i < TN_EXQ_FPGAS; i++) {
        tn_exa_xbar_board_free(h->xbar[i]);
        if (h->model[i])
            tn_exa_xbar_free(h->model[i]);
    }
    free(h);
}

void tn_exq_hops_links(struct tn_exq_hops *h, unsigned links)
{
    h->links = links;
}

void tn_exq_hops_lossy(struct tn_exq_hops *h, unsigned fpga, unsigned port)
{
    for (unsigned i = 0; i < LINKS; i++)
        h->line[fpga][port][i].lossy = true;
}

void tn_exq_hops_struck(struct tn_exq_hops *h, unsigned fpga, unsigned port)
{
    for (unsigned i = 0; i < LINKS; i++)
        h->line[fpga][port][i].struck = true;
}

void tn_exq_hops_joined(struct tn_exq_hops *h, tn_exq_gateway_fn *fn, void *ctx)
{
    h->gateway = fn;
    h->gateway_ctx = ctx;
}

static void tell(struct tn_exq_hops *h, enum rule rule, uint64_t cycle, unsigned fpga, char way,
                 unsigned port, const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule_id[rule], .packet = h->packets, .cycle = cycle};
    h->failed[rule]++;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "b%uf%u_%c%02u: %s", fpga / 4, fpga % 4, way, port, found);
    h->fn(h->ctx, &v);
}

static bool is_gateway(unsigned fpga, unsigned port)
{
    return port >= TN_EXQ_GATEWAYS && fpga % 4 == 0;
}

static bool is_link(unsigned fpga, unsigned port)
{
    return port >= TN_EXQ_LINKS && port < TN_EXQ_GATEWAYS && port - TN_EXQ_LINKS != fpga % 4;
}

/* The lines into an input; NULL: none ends there. */
static struct line *lines_into(struct tn_exq_hops *h, unsigned fpga, unsigned port)
{
    if (is_gateway(fpga, port))
        return h->gateway ? NULL : h->line[4 - fpga][port];
    if (is_link(fpga, port))
        return h->line[fpga / 4 * 4 + port - TN_EXQ_LINKS][TN_EXQ_LINKS + fpga % 4];
    return NULL;
}

/* Which of the lines a word takes that passes there: the path of its packet's header says so (exa_qfdb.md section 3). */
static unsigned link_of(struct tn_exq_hops *h, unsigned fpga, unsigned port, bool out, const struct tn_exa_word *w)
{
    bool *second = &h->second[fpga][port][out];
    struct exa_packet k;
    if (w->kind == TN_EXA_HDR) {
        (void)tn_exa_word_header(w->data, &k);
        *second = k.type != EXA_ACK && k.path % 2 == 1;
    }
    return h->links > 1 && is_link(fpga, port) && *second;
}

static struct tn_exa_word *at(struct line *l, unsigned i)
{
    return &l->word[(l->head + i) % LINE_WORDS];
}

static void put(struct line *l, const struct tn_exa_word *w)
{
    if (l->n == LINE_WORDS) { /* of a line that loses: what is so old never comes */
        l->head = (l->head + 1) % LINE_WORDS;
        l->n--;
    }
    *at(l, l->n++) = *w;
}

static void drop(struct line *l, unsigned n)
{
    l->head = (l->head + n) % LINE_WORDS;
    l->n -= n;
}

static enum rule line_rule(unsigned port)
{
    return port >= TN_EXQ_GATEWAYS ? TWO_1 : BRD_1;
}

/* A whole packet from a line with errors: one that was sent, or it is broken to be seen. */
static void judge_lossy(struct tn_exq_hops *h, struct line *l, unsigned fpga, unsigned port,
                        uint64_t cycle, const struct tn_exa_word *w, unsigned n)
{
    struct exa_packet k;
    tn_exa_words_decode(w, n, &k);
    if (k.err || k.hdr_crc != exa_want_hdr_crc(&k) || (k.has_footer && k.ftr_crc != exa_want_ftr_crc(&k)))
        return;
    if (k.has_footer && k.pld_crc != exa_want_pld_crc(&k)) {
        h->garbage_src[h->garbage++ % GARBAGE] = exa_node_bits(k.src);
        return;
    }
    for (unsigned from = 0; from + n <= l->n; from++) {
        unsigned same = 0;
        while (same < n && tn_exa_word_same(at(l, from + same), &w[same]))
            same++;
        if (same == n) {
            drop(l, from + n);
            return;
        }
    }
    tell(h, line_rule(port), cycle, fpga, 'i', port, "a packet that was sent, in order", "another");
}

/* An answer to a footer in garbage goes where that says (exa_qfdb.md section 4). */
static bool answers_garbage(const struct tn_exq_hops *h, const struct exa_packet *k)
{
    for (unsigned i = 0; k->type == EXA_ACK && i < GARBAGE && i < h->garbage; i++)
        if (h->garbage_src[i] == exa_node_bits(k->dst))
            return true;
    return false;
}

/* What the wiring says of a packet that is where it is. footer: its last word, of those that
 * have one and ended well. */
static void judge_place(struct tn_exq_hops *h, unsigned fpga, unsigned port, bool out, uint64_t cycle,
                        const struct exa_packet *k, bool whole)
{
    uint32_t own = exa_node_on(h->board[fpga / 4], fpga % 4), dst = exa_node_bits(k->dst);
    bool here = dst == own, board = exa_board_of(dst) == exa_board_of(own);
    char way = out ? 'o' : 'i';
    if (!out && is_link(fpga, port)) {
        h->asked[BRD_1]++;
        if (!here && (board || fpga % 4))
            tell(h, BRD_1, cycle, fpga, way, port, "one link at most to an FPGA of the board",
                 "a packet on its second");
    }
    if (!out && is_gateway(fpga, port)) {
        h->asked[TWO_1]++;
        if (!board && !answers_garbage(h, k))
            tell(h, TWO_1, cycle, fpga, way, port, "packets for this board", "one for elsewhere");
    }
    if (out && is_gateway(fpga, port) && whole && exa_board_of(exa_node_bits(k->src)) == exa_board_of(own)) {
        h->asked[BRD_2]++;
        if (k->src.fpga != port - TN_EXQ_GATEWAYS)
            tell(h, BRD_2, cycle, fpga, way, port, "packets of the FPGA with the line's number",
                 "another's");
    }
    if (out && port < TN_EXQ_LINKS) {
        enum rule rule = port >= 1 && port <= MAILBOX ? NODE_1 : BRD_3;
        h->asked[rule]++;
        if (!here || (port ? !exa_is_peripheral(k->addr) || exa_peripheral(k->addr) != port
                           : exa_is_peripheral(k->addr) && exa_peripheral(k->addr) != 0))
            tell(h, rule, cycle, fpga, way, port, "packets for this block", "another's");
    }
}

/* Collects the packet's words; judges it when it is whole. l: of an input, its lossy line. */
static void follow(struct tn_exq_hops *h, unsigned fpga, unsigned port, bool out, uint64_t cycle,
                   const struct tn_exa_word *w, struct line *l)
{
    unsigned *n = &h->part[fpga][port][out].n, total;
    struct tn_exa_word *word = h->part[fpga][port][out].word;
    struct exa_packet k;
    bool good;
    if (w->kind == TN_EXA_HDR)
        *n = 0;
    else if (*n == 0 || *n == TN_EXA_PACKET_WORDS) {
        *n = 0;
        return;
    }
    word[(*n)++] = *w;
    good = tn_exa_word_header(word[0].data, &k);
    if (!good)
        return;
    tn_exa_word_count(&k, &total);
    if (w->kind != TN_EXA_FTR && total > 1)
        return;
    h->packets++;
    if (l)
        judge_lossy(h, l, fpga, port, cycle, word, *n);
    if (h->gateway && is_gateway(fpga, port))
        h->gateway(h->gateway_ctx, fpga, port - TN_EXQ_GATEWAYS, out, cycle, word, *n);
    tn_exa_words_decode(word, *n, &k);
    judge_place(h, fpga, port, out, cycle, &k,
                k.has_footer && k.ftr_crc == exa_want_ftr_crc(&k));
    *n = 0;
}

void tn_exq_hops_in(struct tn_exq_hops *h, unsigned fpga, unsigned port, uint64_t cycle,
                    const struct tn_exa_word *w)
{
    struct line *l = lines_into(h, fpga, port);
    enum tn_exa_xbar_cause cause;
    if (l)
        l += link_of(h, fpga, port, false, w);
    l = l && l->struck ? NULL : l;
    if (l && !l->lossy) {
        if (l->n == 0 || !tn_exa_word_same(at(l, 0), w))
            tell(h, line_rule(port), cycle, fpga, 'i', port, "the line's next word",
                 l->n ? "another" : "one that nobody sent");
        if (l->n)
            drop(l, 1);
    }
    tn_exa_xbar_board_in(h->xbar[fpga], port, cycle, w);
    /* what the switch drops nobody shows: it must not leave, and that the queues say */
    while ((cause = tn_exa_xbar_drop(h->model[fpga], port)) != TN_EXA_XBAR_FORWARDED)
        ;
    follow(h, fpga, port, false, cycle, w, l && l->lossy ? l : NULL);
}

void tn_exq_hops_out(struct tn_exq_hops *h, unsigned fpga, unsigned port, uint64_t cycle,
                     const struct tn_exa_word *w)
{
    struct line *l = &h->line[fpga][port][link_of(h, fpga, port, true, w)];
    tn_exa_xbar_board_out(h->xbar[fpga], port, cycle, w);
    if (((is_gateway(fpga, port) && !h->gateway) || is_link(fpga, port)) && !l->struck)
        put(l, w);
    follow(h, fpga, port, true, cycle, w, NULL);
}

unsigned tn_exq_hops_pending(const struct tn_exq_hops *h)
{
    unsigned n = 0;
    for (unsigned i = 0; i < TN_EXQ_FPGAS; i++) {
        n += tn_exa_xbar_board_pending(h->xbar[i]);
        for (unsigned p = 0; p < TN_EXQ_PORTS; p++)
            for (unsigned k = 0; k < LINKS; k++)
                n += h->line[i][p][k].lossy ? 0 : h->line[i][p][k].n;
    }
    return n;
}

void tn_exq_hops_finish(struct tn_exq_hops *h, uint64_t cycle)
{
    for (unsigned i = 0; i < TN_EXQ_FPGAS; i++) {
        tn_exa_xbar_board_finish(h->xbar[i], cycle);
        for (unsigned p = 0; p < TN_EXQ_PORTS; p++)
            for (unsigned k = 0; k < LINKS; k++)
                if (!h->line[i][p][k].lossy && h->line[i][p][k].n)
                    tell(h, line_rule(p), cycle, i, 'o', p, "at the line's other end", "words lost");
    }
}

unsigned long tn_exq_hops_matched(const struct tn_exq_hops *h)
{
    unsigned long n = 0;
    for (unsigned i = 0; i < TN_EXQ_FPGAS; i++)
        n += tn_exa_xbar_board_matched(h->xbar[i]);
    return n;
}

void tn_exq_hops_rules(const struct tn_exq_hops *h, tn_exq_rule_fn *fn, void *ctx)
{
    for (unsigned i = 0; i < RULES; i++)
        fn(ctx, rule_id[i], h->asked[i], h->failed[i]);
}
