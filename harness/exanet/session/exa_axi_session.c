/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture played into loads and stores to other nodes: the lines of 64 bytes of its transactions
 * are stored, and loaded again, in turn by this node's processor through a window into a far
 * memory, and by the far node into this node's memory. The far node is played here. The block's
 * board stands beside and names the first difference.
 */
#include "../dut/exa_duts.h"
#include "exa_dma_reader.h"
#include "../../replay/session.h"

#include <tn/axi.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_axi_board.h>
#include <tn/exanet/exa_ni_map.h>
#include <tn/memory.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 64,
    LINES = 512,        /* of the capture; each is stored and loaded */
    OF_TRANSACTION = 8, /* lines that are taken of one */
    AT_ONCE = 4,        /* accesses each way under way */
    WINDOW = 1,
    BANK = 2,
    WIN_DST = 0x40000,
    WIN_PDID = 0x40004,
    BANKS = 0x40040,
    ZBASE = 0x40060,
    TIMEOUT = 0x40410,
    TIME = 800, /* Z_TIMEOUT, and the far node's */
    FAR_TIME = 2000,
    BASE = 0x15, /* of this node's memory: ZBASE */
    PDID = 0x31,
    THEIRS = 0x57,
    QUIET_CYC = 6000,
    REST_CYC = 300,
    DECODE = 4, /* code of an answer: there is no such address */
    PROBES = 2,
};
static const uint64_t HERE = (uint64_t)BASE << 32;
static const uint32_t THERE = 0x80000000;
static const struct exa_node far_node = {9, 8, 7, 2, 0x66};

/* A line, which is stored and then loaded; in: by the far node. */
struct line {
    bool in;
    uint64_t at;
    uint8_t bytes[LINE], far[LINE]; /* far: what the far memory has */
    enum { WAITS, STORES, STORED, LOADS, OVER } state;
    uint64_t since;
    struct tn_axi_txn *txn;
    bool never; /* it did not begin, or its store did not end well */
};

struct process {
    struct tn_session *s;
    struct tn_dma_reader *capture;
    struct tn_exz_board *board;
    struct tn_checker *rules;
    struct tn_memory *memory;
    struct tn_axi_master *cpu, *windows;
    struct tn_exa_source *source;
    struct line *line; /* LINES of them, and the probes */
    unsigned lines;
    uint32_t own;
    bool differed, deaf, ended;
};

/* Rules that one packet keeps or breaks alone. */
static const char alone[] =
    "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-LANE-*,EXA-BND-1,EXA-RSV-*,EXA-ERR-*,EXA-DST-*";

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    struct process *p = ctx;
    if (v->kind != TN_VERDICT_FAIL || p->ended)
        return;
    tn_session_tell(p->s, v);
}

static void on_board(void *ctx, const struct tn_verdict *v)
{
    struct process *p = ctx;
    if (p->differed)
        return;
    p->differed = true;
    tn_session_differ(p->s, v);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    tn_exz_board_pins(((struct process *)ctx)->board, seen);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    tn_exz_board_axi(((struct process *)ctx)->board, port, seen);
}

static void on_cause(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)dir, (void)port;
    tn_exz_board_reject(((struct process *)ctx)->board, cycle, cause);
}

/* The far node. */

static void send(struct process *p, struct exa_packet *k)
{
    uint8_t bytes[EXA_KEEP_MAX];
    exa_seal(k);
    const long n = exa_encode(k, bytes, sizeof bytes);
    if (n > 0)
        tn_exa_source_send(p->source, bytes, (size_t)n, 0);
}

/* Returns the line of an address, or NULL. */
static struct line *line_at(struct process *p, bool in, uint32_t addr)
{
    const uint32_t i = (addr - (in ? 0 : THERE)) / LINE;
    return i < p->lines && p->line[i].in == in ? &p->line[i] : NULL;
}

/* Answers a request of the block. */
static void serve(struct process *p, const struct exa_packet *q)
{
    struct line *l = line_at(p, false, (uint32_t)q->addr);
    struct exa_packet a = {.dst = exa_node_of(p->own),
                           .pdid = q->pdid,
                           .tid = q->tid,
                           .seq = q->seq,
                           .type = EXA_ACK,
                           .addr = exa_peripheral_addr(EXA_P_AXI, 0)};
    const unsigned off = (unsigned)(q->addr % LINE);
    if (!l || off + q->size > LINE) {
        a.code = DECODE;
    } else if (q->type == EXA_ZREAD_REQ) {
        a.type = EXA_ZREAD_RSP;
        a.src = q->dst;
        exa_set_payload(&a, q->addr, l->far, LINE);
    } else {
        memcpy(l->far + off, exa_payload(q), q->size);
    }
    send(p, &a);
}

/* Asks the block, for line i. */
static void ask(struct process *p, unsigned i, bool load)
{
    struct line *l = &p->line[i];
    struct exa_packet q = {.dst = exa_node_of(p->own),
                           .src = far_node,
                           .pdid = PDID,
                           .tid = (uint16_t)(i % 6),
                           .seq = (uint16_t)(2 * i + load),
                           .type = load ? EXA_ZREAD_REQ : EXA_ZWRITE,
                           .addr = exa_peripheral_addr(EXA_P_AXI, LINE * i)};
    exa_set_payload(&q, q.addr, l->bytes, load ? 0 : LINE);
    send(p, &q);
}

static void ended(struct process *p, struct line *l, bool good, const char *what)
{
    const bool load = l->state == LOADS;
    l->state = good && !load ? STORED : OVER;
    l->never = !good;
    p->s->tally.matched += good;
    p->s->tally.out++;
    if (good)
        return;
    p->s->tally.lost++;
    tn_session_say(p->s, true, load ? "EXZ-SRV-2" : "EXZ-SRV-1",
                   load ? "the line" : "a store that ends well", what);
}

/* Bytes are others than were stored, with nothing against them. */
static void corrupted(struct process *p, struct line *l, const char *rule)
{
    l->state = OVER;
    l->never = true;
    p->s->tally.wrong++;
    tn_session_say(p->s, false, rule, "the bytes of the line", "other bytes");
}

/* An answer of the block to the far node. */
static void answered(struct process *p, const struct exa_packet *a)
{
    struct line *l = a->seq / 2u < p->lines ? &p->line[a->seq / 2] : NULL;
    uint8_t found[LINE];
    if (!l || !l->in || a->tid != a->seq / 2 % 6 || l->state != (a->seq % 2 ? LOADS : STORES))
        return; /* a copy, or of nobody */
    if (l->state == STORES) {
        tn_memory_peek(p->memory, LINE * (uint64_t)(l - p->line), found, LINE);
        if (a->code == 0 && memcmp(found, l->bytes, LINE) != 0)
            corrupted(p, l, "EXZ-SRV-1");
        else
            ended(p, l, a->type == EXA_ACK && a->code == 0, "refused");
    } else if (a->type == EXA_ZREAD_RSP && memcmp(exa_payload(a), l->bytes, LINE) != 0) {
        corrupted(p, l, "EXZ-SRV-2");
    } else {
        ended(p, l, a->type == EXA_ZREAD_RSP, "refused");
    }
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct process *p = ctx;
    const unsigned long told = p->s->tally.told;
    struct exa_packet k;
    if (tn_monitor_point(ev->point)[0] == 's')
        return;
    tn_checker_event(p->rules, ev, 0);
    if (p->s->tally.told != told || ev->flags & TN_EV_MALFORMED) {
        p->s->tally.flagged++; /* the far node drops it */
        return;
    }
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (k.type == EXA_ZWRITE || k.type == EXA_ZREAD_REQ)
        serve(p, &k);
    else
        answered(p, &k);
}

/* This node's processor. */

static void issue(struct process *p, unsigned i, bool load)
{
    struct line *l = &p->line[i];
    struct tn_axi_txn *t = l->txn = tn_axi_new(LINE / TN_AXI_BUS);
    if (!t)
        exit(2);
    t->write = !load;
    t->addr = (uint64_t)WINDOW << 32 | (THERE + LINE * i);
    t->size = 4;
    if (!load)
        tn_axi_fill(t, l->bytes, LINE);
    tn_axi_issue(p->windows, t);
}

/* An access to the window has ended. */
static void took(struct process *p, struct line *l)
{
    uint8_t found[LINE] = {0};
    const bool good = l->txn->resp == TN_AXI_OKAY, load = l->state == LOADS;
    tn_axi_take(l->txn, found, LINE);
    tn_axi_free(l->txn);
    l->txn = NULL;
    if (good && memcmp(load ? found : l->far, l->bytes, LINE) != 0)
        corrupted(p, l, load ? "EXZ-ANS-2" : "EXZ-WIN-1");
    else
        ended(p, l, good, "SLVERR");
}

/* Begins what is due, and ends what has its answer or has waited for too long. */
static void work(struct process *p)
{
    const uint64_t now = tn_sim_cycle();
    unsigned busy[2] = {0, 0};
    for (unsigned i = 0; i < p->lines; i++) {
        struct line *l = &p->line[i];
        const bool under_way = l->state == STORES || l->state == LOADS;
        if (under_way && l->txn && l->txn->done)
            took(p, l);
        else if (under_way && l->in && now > l->since + FAR_TIME)
            ended(p, l, false, "no answer");
        if (l->state == OVER || (l->state == WAITS && l->at > now))
            continue;
        if (busy[l->in]++ >= AT_ONCE || l->state == STORES || l->state == LOADS)
            continue;
        const bool load = l->state == STORED;
        l->state = load ? LOADS : STORES;
        l->since = now;
        p->s->tally.in++;
        if (l->in)
            ask(p, i, load);
        else
            issue(p, i, load);
    }
}

static void step_axi(struct tn_session *s, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        work(s->own);
        tn_sim_step(1);
    }
}

/* The session. */

static void set_up(struct process *p)
{
    const struct {
        uint32_t addr, value;
    } writes[] = {{WIN_DST + 8 * WINDOW, 1u << 31 | exa_node_bits(far_node)},
                  {WIN_PDID + 8 * WINDOW, THEIRS},
                  {BANKS + 4 * BANK, 1u << 31 | PDID},
                  {ZBASE + 4 * BANK, BASE},
                  {TIMEOUT, TIME}};
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++)
        p->deaf |= tn_axi_write32(p->cpu, writes[i].addr, writes[i].value) < 0;
    tn_memory_clear(p->memory);
    tn_memory_domain(p->memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(p->memory, TN_MEMORY_ERROR);
    tn_memory_bind(p->memory, BANK, PDID);
    tn_memory_map(p->memory, PDID, HERE, 0, (LINES + PROBES) * LINE,
                  TN_MEMORY_READ | TN_MEMORY_WRITE);
}

static bool make(struct process *p)
{
    struct tn_check_params par;
    tn_check_defaults(&par);
    p->line = calloc(LINES + PROBES, sizeof *p->line);
    p->memory = tn_memory_find("mem");
    p->cpu = tn_axi_find("cpu");
    p->windows = tn_axi_find("win");
    p->source = tn_exa_source_find("s_exa");
    p->rules = tn_checker_new(&par, alone, NULL, on_rule, p);
    p->board = tn_exz_board_new(p->own, on_board, p);
    return p->line && p->memory && p->cpu && p->windows && p->source && p->rules && p->board;
}

static int open_axi(struct tn_session *s, const struct tn_session_options *o, char *err,
                    size_t err_size)
{
    struct process *p = s->own;
    p->s = s;
    if (!(p->capture = tn_dma_reader_open(o, err, err_size)))
        return -EINVAL;
    p->own = tn_dma_reader_own(p->capture);
    if (!make(p)) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_reg_write(TN_NI_OWN, p->own);
    tn_reg_write(TN_NI_PINS, 1);
    tn_sim_reset(4);
    tn_exa_monitor_judge("s_exa", false);
    tn_monitor_subscribe(on_packet, p);
    tn_handshake_subscribe(on_rule, p);
    tn_reject_subscribe(on_cause, p);
    tn_axi_subscribe(on_axi, p);
    tn_exa_pins_subscribe(on_pins, p);
    tn_session_begin(s, o);
    tn_sim_step(REST_CYC);
    set_up(p);
    tn_session_begin(s, o);
    return 0;
}

static int next_axi(struct tn_session *s, uint64_t *at)
{
    struct process *p = s->own;
    struct tn_dma_transaction x;
    const int rc = p->lines == LINES ? 0 : tn_dma_reader_next(p->capture, &x);
    if (rc != 1)
        return rc;
    for (unsigned k = 0; k < OF_TRANSACTION && LINE * k < x.f.length && p->lines < LINES; k++) {
        struct line *l = &p->line[p->lines++];
        const unsigned left = x.f.length - LINE * k;
        l->in = p->lines % 2;
        l->at = s->start + x.at;
        memset(l->bytes, 0x5a, LINE);
        memcpy(l->bytes, x.bytes + LINE * k, left < LINE ? left : LINE);
    }
    *at = x.at;
    return 1;
}

static const char *error_axi(struct tn_session *s)
{
    return tn_dma_reader_error(((struct process *)s->own)->capture);
}

static unsigned long queued(struct tn_session *s)
{
    const struct process *p = s->own;
    unsigned long n = 0;
    for (unsigned i = 0; i < p->lines; i++)
        n += p->line[i].state == WAITS && p->line[i].at <= tn_sim_cycle();
    return n;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    const struct process *p = s->own;
    tn_sink_stall(tn_sink_find("m_exa"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_memory_stall(p->memory, TN_AXI_R, &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
    tn_memory_stall(p->memory, TN_AXI_B, &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 2});
}

static void flush(struct tn_session *s)
{
    struct process *p = s->own;
    for (unsigned i = 0; i < p->lines; i++) {
        if (p->line[i].state != WAITS)
            continue;
        p->line[i].state = OVER;
        p->line[i].never = true;
    }
}

static bool all_over(const struct process *p)
{
    for (unsigned i = 0; i < p->lines; i++)
        if (p->line[i].state != OVER)
            return false;
    return true;
}

static void await_all(struct process *p)
{
    uint64_t moved = tn_sim_cycle();
    for (unsigned long before = p->s->tally.out;
         !all_over(p) && tn_sim_cycle() < moved + QUIET_CYC;) {
        step_axi(p->s, 1);
        if (p->s->tally.out != before)
            moved = tn_sim_cycle();
        before = p->s->tally.out;
    }
}

/* Stores once more each way. */
static void probe(struct process *p)
{
    for (unsigned k = 0; k < PROBES; k++) {
        struct line *l = &p->line[p->lines++];
        *l = (struct line){.in = k, .at = tn_sim_cycle()};
        memset(l->bytes, 0xa5, LINE);
    }
    await_all(p);
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct process *p = s->own;
    (void)drain;
    await_all(p);
    if (all_over(p) && !s->tally.told)
        probe(p);
    s->tally.hung = p->deaf || !all_over(p);
    for (unsigned i = 0; i < p->lines && !s->tally.hung;
         i++) { /* what was stored is there until the end */
        uint8_t found[LINE];
        struct line *l = &p->line[i];
        tn_memory_peek(p->memory, (uint64_t)LINE * i, found, LINE);
        if (!l->never && memcmp(l->in ? found : l->far, l->bytes, LINE) != 0)
            corrupted(p, l, "EXZ-SRV-1");
    }
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
    p->ended = true;
    tn_sim_step(REST_CYC);
    tn_exz_board_finish(p->board);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct process *p = s->own;
    char text[EXA_NODE_TEXT];
    snprintf(out, size, "%s of %s: %u lines, %lu stores and loads, %lu of them ended", tn_sim_dut(),
             exa_node_text(exa_node_of(p->own), text), p->lines, s->tally.in, s->tally.out);
}

static void close_axi(struct tn_session *s)
{
    struct process *p = s->own;
    tn_monitor_clear();
    tn_exz_board_free(p->board);
    tn_checker_free(p->rules);
    tn_dma_reader_close(p->capture);
    free(p->line);
}

const struct tn_session_ops tn_exa_axi_session = {
    .size = sizeof(struct process),
    .open = open_axi,
    .next = next_axi,
    .error = error_axi,
    .step = step_axi,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_axi,
};
