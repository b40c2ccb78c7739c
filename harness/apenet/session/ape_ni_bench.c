/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a network interface.
 */
#include <tn/apenet/ape_ni_bench.h>

#include <tn/bfm_block.h>
#include <tn/bug.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Words of ape_ni_tb.v and their bits. */
enum {
    W_TX_DATA = 0,
    W_TX = 4,
    B_VALID = 0,
    B_HEAD,
    B_LAST,
    B_ROOM,
    B_EVENT = 5,
    B_MISS,
    P_RX_DATA = 0,
    P_RX = 4,
    P_VALID = 0,
    P_VC,
    P_HEAD,
    P_LAST,
    P_READY
};
enum {
    IDLE_CYC = 4,
    REST_CYC = 4200,
    STILL_CYC = 20000,
    COUNTERS = 0x3000,
    TX_READ = 0x1014,
    EVQ_WRITE = 0x1034,
    ID_DATA = 5, /* of data that are written */
    LAST_AT = 18 /* of a read's beat, in word 4 */
};

/* The host's accesses. */

static int get(void *ctx, uint32_t addr, uint32_t *value)
{
    struct tn_ape_ni_bench *b = ctx;
    const int rc = tn_axi_read32(b->cpu, addr, value);
    if (rc)
        return rc < 0 ? rc : -EIO;
    tn_apn_judge_get(b->judge, addr, *value, b->rest);
    return 0;
}

static int put(void *ctx, uint32_t addr, uint32_t value)
{
    struct tn_ape_ni_bench *b = ctx;
    tn_apn_judge_put(b->judge, addr, value);
    const int rc = tn_axi_write32(b->cpu, addr, value);
    return rc > 0 ? -EIO : rc;
}

static uint64_t now(void *ctx)
{
    (void)ctx;
    return tn_sim_cycle();
}

static void idle(void *ctx)
{
    tn_ape_ni_bench_step(ctx, IDLE_CYC);
}

/* What the judge asks. */

static void read_host(void *ctx, uint64_t pa, uint8_t *bytes, size_t n)
{
    tn_memory_peek(((struct tn_ape_ni_bench *)ctx)->host.memory, pa, bytes, n);
}

static enum tn_apn_page page(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa)
{
    const struct tn_ape_ni_bench *b = ctx;
    if (b->deaf)
        return TN_APN_NO_ANSWER;
    return tn_ape_fw_walk(&b->host.fw, pid, vaddr, pa) ? TN_APN_FOUND : TN_APN_NO_PAGE;
}

/* Counts bursts that are taken and answered; those of descriptors and events are not counted. */
static void count(struct tn_ape_ni_bench *b, const struct tn_axi_seen *s)
{
    const bool answer = s->channel == TN_AXI_CH_B || s->channel == TN_AXI_CH_R;
    const unsigned id = (answer ? s->word[4] : s->word[2]) & 0xffff;
    if (!s->valid || !s->ready || s->rst)
        return;
    b->aw += s->channel == TN_AXI_CH_AW && id == ID_DATA;
    b->bs += s->channel == TN_AXI_CH_B && id == ID_DATA;
    b->ars += s->channel == TN_AXI_CH_AR && id != 0;
    b->rs += s->channel == TN_AXI_CH_R && id != 0 && s->word[4] >> LAST_AT & 1;
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    struct tn_ape_ni_bench *b = ctx;
    if (strcmp(port, "mem") != 0)
        return;
    count(b, seen);
    if (!b->mute)
        tn_apn_judge_axi(b->judge, seen);
}

/* The player of the router. */

struct tn_apn_local tn_ape_ni_local(const struct tn_block_cycle *c)
{
    const uint32_t w = c->pins[W_TX], p = c->play[P_RX];
    struct tn_apn_local l = {.tx_valid = w >> B_VALID & 1,
                             .tx_head = w >> B_HEAD & 1,
                             .tx_last = w >> B_LAST & 1,
                             .tx_ready = p >> P_READY & 1,
                             .rx_valid = p >> P_VALID & 1,
                             .rx_vc = p >> P_VC & 1,
                             .rx_head = p >> P_HEAD & 1,
                             .rx_last = p >> P_LAST & 1,
                             .room = w >> B_ROOM & 3};
    memcpy(l.tx_data, c->pins + W_TX_DATA, sizeof l.tx_data); /* a little-endian host */
    memcpy(l.rx_data, c->play + P_RX_DATA, sizeof l.rx_data);
    return l;
}

/* A packet of n words passes one of the ports that faults may strike. Returns how often the packet
 * comes out. */
static unsigned pass(struct tn_ape_ni_bench *b, unsigned port, uint64_t cycle, uint8_t word[][16],
                     unsigned n)
{
    if (!b->ports)
        return 1;
    tn_apn_turn(word, n);
    const unsigned copies = b->ports->pass(port, cycle, word[0], n * sizeof word[0]);
    tn_apn_turn(word, n);
    return copies;
}

static bool shut(const struct tn_ape_ni_bench *b, unsigned port, uint64_t cycle)
{
    return b->ports && b->ports->shut(port, cycle);
}

static void take(struct tn_ape_ni_bench *b, uint64_t cycle, const struct tn_apn_local *l)
{
    struct tn_apn_packet p;
    b->out_n = l->tx_head ? 0 : b->out_n;
    memcpy(b->out[b->out_n], l->tx_data, sizeof l->tx_data);
    b->out_n += b->out_n < TN_APN_WORDS;
    if (!l->tx_last)
        return;
    const unsigned copies = pass(b, TN_APE_NI_OUT, cycle, b->out, b->out_n);
    tn_apn_decode((const uint8_t(*)[16])b->out, b->out_n, &p);
    for (unsigned i = 0; b->left && i < copies; i++)
        b->left(b->ctx, &p);
}

static void played(struct tn_ape_ni_bench *b, struct tn_ape_way *w)
{
    b->way = w->next;
    b->ways--;
    free(w);
}

/* Plays the next word of the oldest packet, when its VC has room. */
static void play_word(struct tn_ape_ni_bench *b, uint64_t cycle, unsigned room,
                      uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_ape_way *w = b->way;
    if (b->wait)
        b->wait--;
    if (shut(b, TN_APE_NI_IN, cycle) || !w || b->wait || (b->word == 0 && !(room >> w->vc & 1)) ||
        tn_rng_below(&b->rng, 16) < b->bubble)
        return;
    if (!w->asked) {
        w->asked = true;
        w->copies = pass(b, TN_APE_NI_IN, cycle, w->word, w->n);
        if (w->copies == 0) {
            played(b, w);
            return;
        }
    }
    memcpy(next + P_RX_DATA, w->word[b->word], sizeof w->word[0]);
    next[P_RX] |= 1u << P_VALID | w->vc << P_VC | (uint32_t)(b->word == 0) << P_HEAD |
                  (uint32_t)(b->word + 1 == w->n) << P_LAST;
    if (++b->word < w->n)
        return;
    b->word = 0;
    b->wait = 2;
    if (--w->copies == 0)
        played(b, w);
}

static void play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_ape_ni_bench *b = ctx;
    const struct tn_apn_local l = tn_ape_ni_local(c);
    if (c->pins[TN_BLOCK_RST] & 1)
        return;
    if (l.rx_valid || (l.tx_valid && l.tx_ready))
        b->moved = c->cycle;
    b->event = c->pins[W_TX] >> B_EVENT & 1;
    b->miss = c->pins[W_TX] >> B_MISS & 1;
    if (!b->mute)
        tn_apn_judge_local(b->judge, c->cycle, &l);
    if (l.tx_valid && l.tx_ready)
        take(b, c->cycle, &l);
    if (!shut(b, TN_APE_NI_OUT, c->cycle))
        next[P_RX] |= (uint32_t)(tn_rng_below(&b->rng, 16) >= b->busy) << P_READY;
    play_word(b, c->cycle, l.room, next);
}

void tn_ape_ni_bench_give(struct tn_ape_ni_bench *b, unsigned vc, const struct tn_apn_packet *p)
{
    struct tn_ape_way *w = calloc(1, sizeof *w), **at = &b->way;
    tn_require(w);
    w->vc = vc;
    w->n = tn_apn_encode(p, w->word);
    tn_apn_route(w->word[0], vc);
    while (*at)
        at = &(*at)->next;
    *at = w;
    b->ways++;
}

/* The bench. */

int tn_ape_ni_bench_open(struct tn_ape_ni_bench *b, uint16_t own, uint64_t seed, tn_verdict_fn *fn,
                         void *fn_ctx)
{
    const struct tn_apn_params p = {.own = own,
                                    .buffers = 1u << tn_sim_param("BUF_LOG2"),
                                    .messages = 1u << tn_sim_param("MSG_LOG2"),
                                    .answers = 1u << tn_sim_param("ACK_LOG2")};
    const struct tn_apn_host h = {read_host, page, b};
    const struct tn_ape_port port = {get, put, now, idle, b};
    memset(b, 0, sizeof *b);
    tn_rng_seed(&b->rng, seed, 2);
    tn_monitor_clear();
    tn_block_player(NULL, NULL);
    tn_reg_write(TN_APE_NI_OWN, own);
    tn_sim_reset(4);
    b->cpu = tn_axi_find("cpu");
    struct tn_memory *m = tn_memory_find("mem");
    b->judge = tn_apn_judge_new(&p, &h, fn, fn_ctx);
    tn_require(b->cpu && m && b->judge);
    tn_memory_clear(m);
    tn_memory_domain(m, TN_MEMORY_PHYSICAL);
    tn_axi_subscribe(on_axi, b);
    tn_handshake_subscribe(fn, fn_ctx);
    tn_block_player(play, b);
    return tn_ape_host_open(&b->host, m, &port, 6, 5, seed);
}

void tn_ape_ni_bench_close(struct tn_ape_ni_bench *b)
{
    tn_block_player(NULL, NULL);
    tn_monitor_clear();
    tn_apn_judge_free(b->judge);
    while (b->way)
        played(b, b->way);
}

void tn_ape_ni_bench_step(struct tn_ape_ni_bench *b, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        tn_sim_step(1);
        if (b->miss && !b->deaf && !shut(b, TN_APE_NI_FIRMWARE, tn_sim_cycle()))
            tn_ape_fw_step(&b->host.fw);
    }
}

void tn_ape_ni_bench_rest(struct tn_ape_ni_bench *b)
{
    uint64_t since = tn_sim_cycle();
    size_t open = 0;
    b->moved = since;
    while (tn_sim_cycle() < since + STILL_CYC && tn_sim_cycle() < b->moved + STILL_CYC + REST_CYC) {
        tn_ape_ni_bench_step(b, 16);
        if (tn_apn_judge_open(b->judge) + b->ways != open)
            since = tn_sim_cycle();
        open = tn_apn_judge_open(b->judge) + b->ways;
        if (open == 0 && tn_sim_cycle() > since + REST_CYC)
            break;
    }
    tn_apn_judge_rest(b->judge);
    b->rest = true;
    for (uint32_t i = 0, value; i < TN_APN_COUNTERS; i++)
        get(b, COUNTERS + 4 * i, &value);
    uint32_t value;
    get(b, TX_READ, &value);
    get(b, EVQ_WRITE, &value);
    b->rest = false;
}
