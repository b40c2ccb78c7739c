/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of one end of a torus link.
 */
#include <tn/apenet/ape_link_bench.h>

#include <tn/apenet/ape_draw.h>
#include <tn/bfm_block.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Words of ape_link_tb.v. */
enum { W_TX = 0, W_RX = 4, W_RDATA = 12, W_OUT, W_ROOM_HDR };
enum { P_WIRE = 0, P_S = 4, P_IN = 8, P_WDATA };
enum { RESET_CYC = 6, SEEN_CYC = 3, PERIOD = 100, MARGIN_DATA = 8, MARGIN_HDR = 2 };

struct tn_apl_item {
    struct tn_apl_item *next;
    bool raw;       /* words as they stand; else a packet */
    unsigned pause; /* cycles without a word */
    size_t len;
    uint8_t bytes[];
};

static void word_of(const uint32_t *w, uint8_t out[APE_WORD])
{
    for (unsigned i = 0; i < APE_WORD; i++)
        out[APE_WORD - 1 - i] = (uint8_t)(w[i / 4] >> 8 * (i % 4));
}

static void bits_of(const uint8_t word[APE_WORD], uint32_t *w)
{
    for (unsigned i = 0; i < APE_WORD; i++)
        w[i / 4] |= (uint32_t)word[APE_WORD - 1 - i] << 8 * (i % 4);
}

bool tn_ape_link_pins_of(const struct tn_block_cycle *c, struct tn_ape_link_pins *p)
{
    const uint32_t *w = c->pins, *in = c->play, out = w[W_OUT], i = in[P_IN];
    uint32_t counts = 1u << W_OUT | 1u << W_ROOM_HDR;
    memset(p, 0, sizeof *p);
    p->rst = w[TN_BLOCK_RST] & 1;
    p->wire_tx_valid = out & 1;
    p->wire_rx_valid = i & 1;
    p->wire_tx_k = out >> 28 & 1;
    p->wire_rx_k = i >> 17 & 1;
    p->s_tx = (struct tn_ape_beat){
        .valid = i >> 1 & 1, .ready = out >> 1 & 1, .head = i >> 2 & 1, .last = i >> 3 & 1};
    word_of(w + W_TX, p->wire_tx);
    word_of(in + P_WIRE, p->wire_rx);
    word_of(in + P_S, p->s_tx.word);
    counts |= p->wire_tx_valid ? 15u << W_TX : 0;
    for (unsigned v = 0; v < APE_VCS; v++) {
        p->m_rx[v] = (struct tn_ape_beat){.valid = out >> (2 + v) & 1,
                                          .ready = i >> (4 + v) & 1,
                                          .head = out >> (4 + v) & 1,
                                          .last = out >> (6 + v) & 1};
        word_of(w + W_RX + 4 * v, p->m_rx[v].word);
        counts |= p->m_rx[v].valid ? 15u << (W_RX + 4 * v) : 0;
        p->room_data[v] = out >> (8 + 10 * v) & 1023;
        p->room_hdr[v] = w[W_ROOM_HDR] >> 8 * v & 255;
    }
    p->reg_wr = i >> 6 & 1;
    p->reg_rd = i >> 7 & 1;
    p->reg_addr = i >> 8 & 255;
    p->wire_tx_stop = i >> 16 & 1;
    p->reg_wdata = in[P_WDATA];
    p->reg_rdata = w[W_RDATA];
    return (c->unknown & counts) != 0;
}

static struct tn_apl_item *add(struct tn_apl_queue *q, const uint8_t *bytes, size_t len)
{
    struct tn_apl_item *i = calloc(1, sizeof *i + len);
    if (!i)
        return NULL;
    i->len = len;
    if (len)
        memcpy(i->bytes, bytes, len);
    *q->last = i;
    q->last = &i->next;
    q->n++;
    return i;
}

static void drop(struct tn_apl_queue *q)
{
    struct tn_apl_item *i = q->first;
    q->first = i->next;
    if (!q->first)
        q->last = &q->first;
    q->n--;
    free(i);
}

static bool may(struct tn_ape_link_bench *b, unsigned of_16)
{
    return of_16 >= 16 || tn_rng_below(&b->rng, 16) < of_16;
}

/* What is seen. */

static void pass(struct tn_ape_link_bench *b, enum tn_ape_link_place at,
                 const uint8_t word[APE_WORD], bool head, bool last, uint64_t now)
{
    struct tn_apl_passing *t = &b->passing[at];
    static uint8_t bytes[APE_PACKET_MAX];
    if (head) {
        t->len = 0;
        t->first = now;
    }
    if (t->len + APE_WORD > sizeof t->bytes)
        return;
    memcpy(t->bytes + t->len, word, APE_WORD);
    t->len += APE_WORD;
    if (!last || !b->seen)
        return;
    tn_ape_words(t->bytes, t->len, bytes);
    b->seen(b->ctx, at, bytes, t->len, t->first, now);
}

/* The words of the DUT's line, which fill the far end's buffers. */
static void far_gets(struct tn_ape_link_bench *b, bool k, const uint8_t word[APE_WORD],
                     uint64_t now)
{
    struct ape_line *l = &b->out;
    const enum ape_kind kind = ape_line_word(l, ape_line_lead(l, b->in_band, k), word);
    const unsigned v = l->header.vc & 1;
    if (kind == APE_K_HEADER)
        b->passing[TN_APL_LINE].first = now;
    if (kind == APE_K_HEADER || kind == APE_K_FOOTER || kind == APE_K_DATA)
        b->sent[v][kind != APE_K_DATA]++;
    if (l->done && b->seen)
        b->seen(b->ctx, TN_APL_LINE, l->packet, (size_t)l->words * APE_WORD,
                b->passing[TN_APL_LINE].first, now);
}

static void far_drains(struct tn_ape_link_bench *b, uint64_t now)
{
    for (unsigned v = 0; v < APE_VCS; v++)
        for (unsigned k = 0; k < 2; k++) {
            if (b->drained[v][k] != b->sent[v][k] && may(b, b->drain_16[v]))
                b->drained[v][k]++;
            b->past[now % TN_APL_PAST][v][k] = (uint16_t)(b->sent[v][k] - b->drained[v][k]);
        }
}

static void look(struct tn_ape_link_bench *b, const struct tn_ape_link_pins *p, uint64_t now)
{
    if (p->s_tx.valid && p->s_tx.ready)
        pass(b, TN_APL_S_TX, p->s_tx.word, p->s_tx.head, p->s_tx.last, now);
    for (unsigned v = 0; v < APE_VCS; v++)
        if (p->m_rx[v].valid && p->m_rx[v].ready)
            pass(b, TN_APL_RX0 + v, p->m_rx[v].word, p->m_rx[v].head, p->m_rx[v].last, now);
    if (p->wire_tx_valid)
        far_gets(b, p->wire_tx_k, p->wire_tx, now);
    far_drains(b, now);
}

/* The far end's words. */

static void credit_word(struct tn_ape_link_bench *b, uint64_t now, uint8_t word[APE_WORD])
{
    const unsigned ago = 2 * b->delay + 1;
    const uint16_t(*was)[2] = b->past[(now + TN_APL_PAST - ago) % TN_APL_PAST];
    struct ape_credit c = {0};
    for (unsigned v = 0; v < APE_VCS; v++) {
        const unsigned d = b->fixed[v] ? b->used[v][0] : was[v][0] + MARGIN_DATA;
        const unsigned h = b->fixed[v] ? b->used[v][1] : was[v][1] + MARGIN_HDR;
        c.data[v] = (uint16_t)(d < 1023 ? d : 1023);
        c.hdr[v] = (uint8_t)(h < 255 ? h : 255);
    }
    ape_credit_put(&c, word);
    b->since = 0;
}

/* Says whether the DUT's buffer has room for a packet. */
static bool has_room(const struct tn_ape_link_bench *b, const uint8_t *words)
{
    struct ape_header h;
    unsigned data, hdr;
    ape_header_get(words, &h);
    tn_ape_link_judge_level(b->judge, h.vc & 1, &data, &hdr);
    return data + 8 + ape_payload_words(&h) <= APE_DATA_ROOM && hdr + 4 <= APE_HDR_ROOM;
}

/* The next word of an item's, with its k. */
static void item_word(struct tn_ape_link_bench *b, const struct tn_apl_item *i, bool *k,
                      uint8_t word[APE_WORD])
{
    *k = i->bytes[b->line_at] == APE_LEAD_CONTROL;
    memcpy(word, i->bytes + b->line_at + 1, APE_WORD);
    b->line_at += APE_LINK_WORD;
}

static void magic(struct tn_ape_link_bench *b, bool *k, uint8_t word[APE_WORD])
{
    *k = !b->in_band;
    memcpy(word, ape_magic, APE_WORD);
}

/* The next word of the packet that is under way on the line, stuffed; in band with literals. */
static void packet_word(struct tn_ape_link_bench *b, struct tn_apl_item *i, uint64_t now, bool *k,
                        uint8_t word[APE_WORD])
{
    const bool framed =
        b->line_at >= 3 * (size_t)APE_LINK_WORD; /* MAGIC, START and header stand together */
    b->since++;
    if (b->stuffing) {
        b->stuffing = false;
        credit_word(b, now, word);
        return;
    }
    if (framed && !b->after && b->since > 1 && /* not directly behind a credit word */
        (b->since >= PERIOD || (b->stuff_16 && may(b, b->stuff_16)))) {
        magic(b, k, word);
        b->stuffing = true;
        return;
    }
    item_word(b, i, k, word);
    b->after = b->in_band && framed && !b->after && ape_is(word, ape_magic);
}

/* The next word of an idle line: credit words, out of band each behind its MAGIC. */
static void idle_word(struct tn_ape_link_bench *b, uint64_t now, bool *k, uint8_t word[APE_WORD])
{
    b->idle_magic = !b->in_band && !b->idle_magic;
    if (b->idle_magic) {
        magic(b, k, word);
        b->owed &= b->credit_at + 1 != now;
    } else {
        credit_word(b, now, word);
        b->credit_at = now;
    }
}

/* Ends an item whose words have all been given. */
static void end_item(struct tn_ape_link_bench *b, const struct tn_apl_item *i)
{
    if (b->line_at < i->len)
        return;
    b->line_open = b->after = false;
    b->owed = !i->raw && !b->in_band && i->len > 3 * (size_t)APE_LINK_WORD;
    drop(&b->line);
}

/* Says whether a word may come. A packet that pauses behind START begins anew; words as they stand
 * have no pause there. No packet is cut by chance. */
static bool comes(struct tn_ape_link_bench *b, const struct tn_apl_item *i)
{
    const bool started = b->started && !b->in_band;
    if (may(b, b->of_16[TN_APL_WIRE]) || b->gap >= b->gap_max || (started && i && i->raw))
        return true;
    if (started && b->line_open)
        b->line_at = 0;
    return false;
}

/* Chooses the next word to the DUT with its k, 0 before. Returns whether there is one. A credit
 * word follows its MAGIC whatever else waits. */
static bool far_word(struct tn_ape_link_bench *b, uint64_t now, bool *k, uint8_t word[APE_WORD])
{
    struct tn_apl_item *i = b->line.first;
    if (i && i->pause && !b->idle_magic) {
        if (--i->pause == 0)
            drop(&b->line);
        return false;
    }
    if (!comes(b, i))
        return false;
    if (b->idle_magic) {
        idle_word(b, now, k, word);
        return true;
    }
    if (i && !b->line_open && (i->raw || has_room(b, i->bytes + 2 * (size_t)APE_LINK_WORD + 1))) {
        b->line_open = true;
        b->line_at = 0;
    }
    if (!i || !b->line_open) {
        const bool talks = !b->quiet || b->owed;
        if (talks)
            idle_word(b, now, k, word);
        return talks;
    }
    if (i->raw)
        item_word(b, i, k, word);
    else
        packet_word(b, i, now, k, word);
    end_item(b, i);
    return true;
}

/* The router. */

static bool router_may(const struct tn_ape_link_bench *b, const struct tn_ape_link_pins *p,
                       const struct tn_apl_item *i)
{
    struct ape_header h;
    ape_header_get(i->bytes, &h);
    return b->blind || (b->tx_wait == 0 && p->room_data[h.vc & 1] >= ape_payload_words(&h) &&
                        p->room_hdr[h.vc & 1] >= 2);
}

static void play_router(struct tn_ape_link_bench *b, const struct tn_ape_link_pins *p,
                        struct tn_ape_link_pins *n)
{
    struct tn_apl_item *i;
    if (b->tx_wait)
        b->tx_wait--;
    if (p->s_tx.valid && p->s_tx.ready) {
        b->tx_at += APE_WORD;
        if (p->s_tx.head)
            b->tx_wait = SEEN_CYC;
        if (p->s_tx.last) {
            b->tx_open = false;
            drop(&b->tx);
        }
    } else if (p->s_tx.valid) { /* the word is held */
        n->s_tx = p->s_tx;
        return;
    }
    i = b->tx.first;
    if (i && !b->tx_open && router_may(b, p, i)) {
        b->tx_open = true;
        b->tx_at = 0;
    }
    if (!b->tx_open || !may(b, b->of_16[TN_APL_S_TX]))
        return;
    n->s_tx.valid = true;
    memcpy(n->s_tx.word, i->bytes + b->tx_at, APE_WORD);
    n->s_tx.head = b->tx_at == 0;
    n->s_tx.last = b->tx_at + APE_WORD == i->len;
}

static void pack(const struct tn_ape_link_pins *n, uint32_t play[TN_BLOCK_PLAY])
{
    bits_of(n->wire_rx, play + P_WIRE);
    bits_of(n->s_tx.word, play + P_S);
    play[P_IN] = (uint32_t)n->wire_rx_valid | (uint32_t)n->s_tx.valid << 1 |
                 (uint32_t)n->s_tx.head << 2 | (uint32_t)n->s_tx.last << 3 |
                 (uint32_t)n->m_rx[0].ready << 4 | (uint32_t)n->m_rx[1].ready << 5 |
                 (uint32_t)n->reg_wr << 6 | (uint32_t)n->reg_rd << 7 | (uint32_t)n->reg_addr << 8 |
                 (uint32_t)n->wire_tx_stop << 16 | (uint32_t)n->wire_rx_k << 17;
    play[P_WDATA] = n->reg_wdata;
}

static void restart(struct tn_ape_link_bench *b)
{
    b->tx_open = b->line_open = b->stuffing = b->after = b->idle_magic = false;
    b->started = b->owed = false;
    b->tx_at = b->line_at = b->tx_wait = 0;
    memset(b->sent, 0, sizeof b->sent);
    memset(b->drained, 0, sizeof b->drained);
    memset(b->past, 0, sizeof b->past);
    memset(&b->out, 0, sizeof b->out);
}

static void play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_ape_link_bench *b = ctx;
    struct tn_ape_link_pins p, n = {0};
    b->unknown |= tn_ape_link_pins_of(c, &p) && !p.rst;
    tn_ape_link_judge_cycle(b->judge, &p, c->cycle);
    if (b->reg_comes)
        b->reg_value = p.reg_rdata;
    b->reg_comes = b->reg_rd && p.reg_rd;
    b->reg_rd = b->reg_rd && !p.reg_rd;
    if (p.rst) {
        restart(b);
        return;
    }
    look(b, &p, c->cycle);
    n.wire_rx_valid = far_word(b, c->cycle, &n.wire_rx_k, n.wire_rx);
    b->started = n.wire_rx_valid && n.wire_rx_k && ape_is(n.wire_rx, ape_start);
    b->gap = n.wire_rx_valid ? 0 : b->gap + 1;
    if (n.wire_rx_valid && b->wire)
        n.wire_rx_valid = b->wire(b->ctx, c->cycle, &n.wire_rx_k, n.wire_rx);
    play_router(b, &p, &n);
    n.wire_tx_stop = b->pause_16 && !(b->stops & 3) && may(b, b->pause_16);
    b->stops = b->stops << 1 | n.wire_tx_stop;
    for (unsigned v = 0; v < APE_VCS; v++)
        n.m_rx[v].ready = may(b, b->of_16[TN_APL_RX0 + v]);
    n.reg_addr = b->reg_addr;
    n.reg_wdata = b->reg_value;
    n.reg_wr = b->reg_wr;
    n.reg_rd = b->reg_rd;
    b->reg_wr = false;
    pack(&n, next);
}

/* Verdicts are told behind the edge. */

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct tn_ape_link_bench *b = ctx;
    if (b->verdicts < TN_APL_VERDICTS)
        b->verdict[b->verdicts++] = *v;
}

static void on_cycle(void *ctx, const struct tn_block_cycle *c)
{
    struct tn_ape_link_bench *b = ctx;
    (void)c;
    for (unsigned i = 0; i < b->verdicts; i++)
        b->fn(b->fn_ctx, &b->verdict[i]);
    b->verdicts = 0;
}

struct tn_ape_link_bench *tn_ape_link_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx)
{
    struct tn_ape_link_bench *b = calloc(1, sizeof *b);
    const struct tn_ape_link_config config = {.in_band = tn_sim_param("BAND") == 0,
                                              .literal = tn_sim_param("LITERAL_EN") == 1,
                                              .cut_cyc = (uint32_t)tn_sim_param("CUT_CYC")};
    if (!b || !(b->judge = tn_ape_link_judge_new(&config, on_verdict, b)) ||
        tn_block_subscribe(on_cycle, b) < 0) {
        free(b);
        return NULL;
    }
    for (unsigned i = 0; i < TN_APL_LINE; i++)
        b->of_16[i] = 16;
    b->drain_16[0] = b->drain_16[1] = 16;
    b->in_band = config.in_band;
    b->gap_max = config.cut_cyc - 1;
    b->fn = fn;
    b->fn_ctx = ctx;
    b->tx.last = &b->tx.first;
    b->line.last = &b->line.first;
    tn_rng_seed(&b->rng, seed, 3);
    tn_block_player(play, b);
    tn_sim_reset(RESET_CYC);
    return b;
}

void tn_ape_link_bench_flush(struct tn_ape_link_bench *b)
{
    while (b->tx.first)
        drop(&b->tx);
    while (b->line.first)
        drop(&b->line);
    b->tx_open = b->line_open = b->stuffing = b->after = false;
}

void tn_ape_link_bench_free(struct tn_ape_link_bench *b)
{
    tn_block_player(NULL, NULL);
    if (!b)
        return;
    tn_ape_link_bench_flush(b);
    tn_ape_link_judge_free(b->judge);
    free(b);
}

int tn_ape_link_bench_send(struct tn_ape_link_bench *b, bool far, const uint8_t *packet, size_t len)
{
    static uint8_t words[APE_PACKET_MAX], line[APE_LINE_MAX][APE_LINK_WORD];
    if (far) {
        const enum ape_band band = b->in_band ? APE_IN_BAND_LITERAL : APE_OUT_OF_BAND;
        const size_t n = ape_line_put(packet, len, band, line);
        return add(&b->line, line[0], APE_LINK_WORD * n) ? 0 : -ENOMEM;
    }
    tn_ape_words(packet, len, words);
    return add(&b->tx, words, len) ? 0 : -ENOMEM;
}

int tn_ape_link_bench_words(struct tn_ape_link_bench *b, const uint8_t *words, size_t n,
                            unsigned pause)
{
    struct tn_apl_item *i = add(&b->line, words, n * APE_LINK_WORD);
    if (!i)
        return -ENOMEM;
    i->raw = true;
    i->pause = n ? 0 : pause;
    return 0;
}

bool tn_ape_link_bench_busy(const struct tn_ape_link_bench *b)
{
    return b->tx.n || b->line.n || !tn_ape_link_judge_idle(b->judge);
}

void tn_ape_link_bench_write(struct tn_ape_link_bench *b, uint8_t addr, uint32_t value)
{
    b->reg_addr = addr;
    b->reg_value = value;
    b->reg_wr = true;
    tn_sim_step(2);
}

uint32_t tn_ape_link_bench_read(struct tn_ape_link_bench *b, uint8_t addr)
{
    b->reg_addr = addr;
    b->reg_rd = true;
    tn_sim_step(4);
    return b->reg_value;
}
