/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packets of ExaNet between two boards: by gateway line and destination FPGA a queue of those that
 * left, in which the torus's line and the other board's gateway find theirs, each for itself.
 */
#include <tn/apenet/ape_boards_board.h>

#include <tn/exanet/exa.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS = 2, GATEWAYS = 4, FPGAS = 4, DEPTH = 512, WIRE_MAX = 32 };
enum {
    THR_DATA = 512,
    THR_HDR = 128,
    EARLY = 8
}; /* ape_link.md: registers after reset, section 2 */
enum { VC_LAST = 16 };

enum rule { WAY_1, FLOW_1, VC_1, CRD_1, RULES };
static const char *const rule_id[RULES] = {"APB-WAY-1", "APB-FLOW-1", "APB-VC-1", "APB-CRD-1"};

struct packet {
    bool on_line, came; /* it was found there */
    size_t len;
    uint8_t bytes[EXA_MAX];
};

/* Packets in the order in which they left; those at the head that were found at both places are
 * forgotten. */
struct queue {
    unsigned head, n;
    struct packet p[DEPTH];
};

/* Words of a VC on a line, since the credit word that its sender knows. */
struct sent {
    int data, hdr; /* room that the credit word left */
    bool known;    /* a credit word has come */
    unsigned words_d, words_h;
};

struct way {
    struct ape_line line;
    struct sent sent[APE_VCS];
    struct {
        bool valid;
        struct ape_credit credit;
    } coming[WIRE_MAX]; /* credit words for the sender, by the cycle in which they come in */
};

struct tn_ape_boards {
    uint32_t board[BOARDS];
    unsigned wire_cyc;
    bool lossy;
    struct queue q[BOARDS][GATEWAYS][FPGAS]; /* by the board that a packet leaves */
    struct way way[BOARDS];                  /* by the board that the line leads to */
    unsigned long matched, packets;
    uint64_t asked[RULES];
    tn_verdict_fn *fn;
    void *ctx;
};

struct tn_ape_boards *tn_ape_boards_new(const uint32_t board[2], unsigned wire_cyc,
                                        tn_verdict_fn *fn, void *ctx)
{
    struct tn_ape_boards *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    memcpy(b->board, board, sizeof b->board);
    b->wire_cyc = wire_cyc;
    b->fn = fn;
    b->ctx = ctx;
    for (unsigned i = 0; i < BOARDS; i++)
        b->way[i].line.cells = true;
    return b;
}

void tn_ape_boards_free(struct tn_ape_boards *b)
{
    free(b);
}

void tn_ape_boards_lossy(struct tn_ape_boards *b)
{
    b->lossy = true;
}

static void tell(struct tn_ape_boards *b, enum rule rule, uint64_t cycle, const char *expected,
                 const char *found)
{
    struct tn_verdict v = {
        .kind = TN_VERDICT_FAIL, .rule = rule_id[rule], .packet = b->packets, .cycle = cycle};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    b->fn(b->ctx, &v);
}

/* The packet as it stands on a board: VC 0, with the CRC-16 of that. */
static void settle(uint8_t header[EXA_WORD])
{
    TN_PUT(header, exa_hdr, vc, 0);
    TN_PUT(header, exa_hdr, hdr_crc, exa_hdr_crc(header));
}

static struct packet *at(struct queue *q, unsigned i)
{
    return &q->p[(q->head + i) % DEPTH];
}

static void forget(struct queue *q)
{
    while (q->n && at(q, 0)->on_line && at(q, 0)->came) {
        q->head = (q->head + 1) % DEPTH;
        q->n--;
    }
}

/* Takes a packet from a queue: the first that was not found at that place, or with errors on the
 * line a later one. */
static bool take(const struct tn_ape_boards *b, struct queue *q, bool on_line, const uint8_t *bytes,
                 size_t len)
{
    for (unsigned i = 0; i < q->n; i++) {
        struct packet *p = at(q, i);
        bool *found = on_line ? &p->on_line : &p->came;
        if (*found)
            continue;
        if (p->len == len && memcmp(p->bytes, bytes, len) == 0) {
            for (unsigned k = 0; k < i && b->lossy; k++) /* those never come */
                *(on_line ? &at(q, k)->on_line : &at(q, k)->came) = true;
            *found = true;
            forget(q);
            return true;
        }
        if (!b->lossy)
            return false;
    }
    return false;
}

static bool take_any(struct tn_ape_boards *b, unsigned from, unsigned fpga, bool on_line,
                     const uint8_t *bytes, size_t len)
{
    for (unsigned k = 0; k < GATEWAYS; k++)
        if (take(b, &b->q[from][k][fpga], on_line, bytes, len))
            return true;
    return false;
}

static void leaves(struct tn_ape_boards *b, unsigned from, unsigned line, uint64_t cycle,
                   const struct exa_packet *k, const uint8_t *bytes, size_t len)
{
    struct queue *q = &b->q[from][line][k->dst.fpga];
    if (exa_board_of(exa_node_bits(k->dst)) != exa_board_of(exa_node_on(b->board[1 - from], 0))) {
        tell(b, WAY_1, cycle, "packets for the other board", "one for a board that is not there");
        return;
    }
    if (q->n == DEPTH) {
        tell(b, FLOW_1, cycle, "packets that come", "512 of one FPGA for one FPGA under way");
        q->n = 0;
    }
    struct packet *p = at(q, q->n++);
    *p = (struct packet){.len = len};
    memcpy(p->bytes, bytes, len);
}

/* With errors on the line a packet may come that everybody sees to be broken. */
static bool broken(const struct tn_ape_boards *b, const struct exa_packet *k)
{
    return b->lossy && (k->hdr_crc != exa_want_hdr_crc(k) ||
                        (k->has_footer &&
                         (k->ftr_crc != exa_want_ftr_crc(k) || k->pld_crc != exa_want_pld_crc(k))));
}

static void comes(struct tn_ape_boards *b, unsigned to, unsigned line, uint64_t cycle,
                  const struct exa_packet *k, const uint8_t *bytes, size_t len)
{
    b->asked[WAY_1]++;
    b->asked[FLOW_1]++;
    if (exa_board_of(exa_node_bits(k->dst)) != exa_board_of(exa_node_on(b->board[to], 0)) ||
        k->dst.fpga != line)
        tell(b, WAY_1, cycle, "a packet for this board and the line's FPGA", "another");
    else if (take_any(b, 1 - to, line, false, bytes, len))
        b->matched++;
    else if (!broken(b, k))
        tell(b, FLOW_1, cycle, "the next packet of some FPGA for this one", "another");
}

void tn_ape_boards_gateway(void *ctx, unsigned fpga, unsigned line, bool out, uint64_t cycle,
                           const struct tn_exa_word *w, unsigned n)
{
    struct tn_ape_boards *b = ctx;
    struct exa_packet k;
    uint8_t bytes[EXA_KEEP_MAX];
    b->packets++;
    tn_exa_words_decode(w, n, &k);
    if (n > TN_EXA_PACKET_WORDS || exa_encode(&k, bytes, sizeof bytes) != (long)n * EXA_WORD)
        tell(b, FLOW_1, cycle, "a whole packet", "another");
    else if (out)
        leaves(b, fpga / 4, line, cycle, &k, bytes, (size_t)n * EXA_WORD);
    else
        comes(b, fpga / 4, line, cycle, &k, bytes, (size_t)n * EXA_WORD);
}

/* A packet stands on the line to board `to`. With x sizes of 2 each way is one hop in plus
 * direction: over the wrap link to x 0. */
static void stands(struct tn_ape_boards *b, unsigned to, uint64_t cycle, const struct ape_line *l)
{
    uint8_t bytes[EXA_MAX];
    const size_t len = (size_t)l->words * EXA_WORD;
    struct exa_packet k;
    const unsigned wrap = (b->board[to] & 15) < (b->board[1 - to] & 15);
    if (len > sizeof bytes)
        return; /* APE-CEL-2 */
    memcpy(bytes, l->packet, len);
    exa_decode(bytes, len, len, &k);
    b->asked[VC_1]++;
    if (k.vc != (VC_LAST | wrap))
        tell(b, VC_1, cycle, wrap ? "VC 1, last hop" : "VC 0, last hop", "another vc");
    settle(bytes);
    if (!take_any(b, 1 - to, k.dst.fpga, true, bytes, len))
        tell(b, VC_1, cycle, "the next packet of some FPGA, but for vc and CRC-16", "another");
}

/* The credit words that come in at a line's sender in this cycle, and the words that it has sent
 * since. */
static void room(struct tn_ape_boards *b, unsigned to, uint64_t cycle, enum ape_kind kind)
{
    struct way *y = &b->way[to];
    if (y->coming[cycle % WIRE_MAX].valid) {
        const struct ape_credit *c = &y->coming[cycle % WIRE_MAX].credit;
        for (unsigned v = 0; v < APE_VCS; v++)
            y->sent[v] = (struct sent){
                .data = THR_DATA - c->data[v], .hdr = THR_HDR - c->hdr[v], .known = true};
        y->coming[cycle % WIRE_MAX].valid = false;
    }
    if (b->lossy || (kind != APE_K_HEADER && kind != APE_K_DATA && kind != APE_K_FOOTER))
        return;
    struct sent *s = &y->sent[TN_GET(y->line.packet, exa_hdr, vc) & 1];
    s->words_d += kind == APE_K_DATA;
    s->words_h += kind != APE_K_DATA;
    b->asked[CRD_1]++;
    if (!s->known || (int)s->words_d > s->data + EARLY || (int)s->words_h > s->hdr + EARLY)
        tell(b, CRD_1, cycle, "words for which the last credit word left room", "more");
}

void tn_ape_boards_word(struct tn_ape_boards *b, const struct tn_ape_line_word *w)
{
    struct way *y = &b->way[w->line % BOARDS], *back = &b->way[1 - w->line % BOARDS];
    struct ape_credit credit;
    const enum ape_kind kind = tn_ape_line_take(&y->line, w, NULL);
    room(b, w->line % BOARDS, w->cycle, kind);
    if (kind == APE_K_CREDIT && ape_credit_get(w->word, &credit)) {
        const unsigned in = (unsigned)((w->cycle + b->wire_cyc) % WIRE_MAX);
        back->coming[in].valid = true;
        back->coming[in].credit = credit;
    }
    if (y->line.done)
        stands(b, w->line % BOARDS, w->cycle, &y->line);
}

unsigned tn_ape_boards_pending(const struct tn_ape_boards *b)
{
    unsigned n = 0;
    for (unsigned i = 0; i < BOARDS && !b->lossy; i++)
        for (unsigned k = 0; k < GATEWAYS; k++)
            for (unsigned f = 0; f < FPGAS; f++)
                n += b->q[i][k][f].n;
    return n;
}

void tn_ape_boards_finish(struct tn_ape_boards *b, uint64_t cycle)
{
    if (tn_ape_boards_pending(b))
        tell(b, FLOW_1, cycle, "each packet at its place", "packets lost");
}

unsigned long tn_ape_boards_matched(const struct tn_ape_boards *b)
{
    return b->matched;
}

uint64_t tn_ape_boards_asked(const struct tn_ape_boards *b, const char *rule)
{
    for (unsigned i = 0; i < RULES; i++)
        if (strcmp(rule, rule_id[i]) == 0)
            return b->asked[i];
    return 0;
}
