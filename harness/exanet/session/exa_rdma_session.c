/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture played into the RDMA receiver: its transactions, control packets, messages and
 * notifications come in, as packets for this FPGA's memory. What became of each is told by what its
 * sender knows (the answer) and by the bytes in memory; the block's board stands beside, on the
 * block's own inputs, and names the first difference.
 */
#include "../dut/exa_duts.h"
#include "../stimulus/exa_stimulus.h"
#include "../../replay/session.h"

#include <tn/axi.h>
#include <tn/exanet/exa_ni_map.h>
#include <tn/exanet/exa_rdma_board.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BANKS = 8,
    PACKETS = 2048,
    REST_CYC = 2300,
    QUIET_CYC = 3000,
    PROBE_CYC = 600,
    UNANSWERED = -1
};
static const uint64_t MESSAGES =
    0x80000000; /* memory of messages and notifications that go to peripherals */

struct sent {
    struct exa_packet k;
    int code; /* of the answer that names it; UNANSWERED */
};

struct process {
    struct tn_session *s;
    struct tn_exa_stimulus *capture;
    struct tn_exa_source *source;
    struct tn_exv_board *board;
    struct tn_checker *rules;
    struct tn_memory *memory;
    uint32_t own;
    uint16_t pdid[BANKS];
    unsigned banks, sent_n, said;
    struct sent *sent; /* PACKETS of them */
    uint64_t last_due;
    bool differed, probing, deaf;
};

/* Rules that one packet keeps or breaks alone. */
static const char alone[] =
    "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-LANE-*,EXA-BND-1,EXA-RSV-*,"
    "EXA-TID-*,EXA-ERR-*,EXA-DST-*,EXA-CTL-*";

/* What is seen. */

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    struct process *p = ctx;
    if (v->kind != TN_VERDICT_FAIL || p->probing)
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
    tn_exv_board_pins(((struct process *)ctx)->board, seen);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    tn_exv_board_axi(((struct process *)ctx)->board, port, seen);
}

/* Causes that sound traffic has, sent again at most. */
static bool sound(unsigned cause)
{
    return cause == TN_EXV_TAKEN || cause == TN_EXV_DUP || cause == TN_EXV_DONE ||
           cause == TN_EXV_CTLDUP || cause == TN_EXV_STALE;
}

static void on_cause(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    static char rule[24]; /* the verdict's, until it is told */
    struct process *p = ctx;
    char found[40];
    (void)dir, (void)port;
    tn_exv_board_reject(p->board, cycle, cause);
    if (p->probing || sound(cause))
        return;
    snprintf(rule, sizeof rule, "EXV-CSE-%u", cause);
    snprintf(found, sizeof found, "cause %u on obs_rx", cause);
    tn_session_say(p->s, true, tn_rule_find(rule) ? tn_rule_find(rule)->id : "EXV-CNT-1",
                   "every packet taken", found);
}

/* Notes the answer at the packets that it names. Returns whether there are any. */
static bool note_answer(struct process *p, const struct exa_packet *k)
{
    bool any = false;
    for (unsigned i = 0; i < p->sent_n; i++) {
        struct sent *m = &p->sent[i];
        if (m->k.tid != k->tid || m->k.seq % EXA_SEQ_MOD != k->seq ||
            exa_node_bits(m->k.src) != exa_node_bits(k->dst))
            continue;
        any = true;
        if (m->code <= 0)
            m->code = k->code;
    }
    return any;
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct process *p = ctx;
    const unsigned long told = p->s->tally.told;
    struct exa_packet k;
    if (tn_monitor_point(ev->point)[0] == 's') {
        p->s->tally.in += !p->probing;
        return;
    }
    p->said++;
    if (p->probing)
        return;
    p->s->tally.out++;
    tn_checker_event(p->rules, ev, 0);
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (p->s->tally.told != told || ev->flags & TN_EV_MALFORMED) {
        p->s->tally.flagged++;
    } else if (k.type != EXA_NOTIFY && !note_answer(p, &k)) {
        p->s->tally.wrong++;
        tn_session_say(p->s, false, "EXV-ACK-1", "an answer to a packet that came", "another");
    }
}

/* The stimulus. */

static bool wanted(const struct exa_packet *k)
{
    return k->type == EXA_WRITE || (k->type == EXA_DMA_CTL && !exa_is_message(k)) ||
           k->type == EXA_NOTIFY;
}

static bool has_bank(const struct process *p, uint16_t pdid)
{
    for (unsigned i = 0; i < p->banks; i++)
        if (p->pdid[i] == pdid)
            return true;
    return false;
}

static struct tn_exa_stimulus *capture(const struct tn_session_options *o, char *err,
                                       size_t err_size)
{
    struct tn_exa_stimulus *s = tn_exa_stimulus_open(
        o->capture, &o->stim, o->map[0] ? o->map : "port", NULL, err, err_size);
    if (s)
        tn_exa_stimulus_filter(s, wanted);
    return s;
}

/* Finds the first eight domains: each gets a bank. */
static int learn(struct process *p, const struct tn_session_options *o, char *err, size_t err_size)
{
    struct tn_exa_stim_packet next;
    struct exa_packet k;
    int rc;
    if (!(p->capture = capture(o, err, err_size)))
        return -EINVAL;
    p->own = tn_exa_stimulus_own(p->capture);
    while ((rc = tn_exa_stimulus_next(p->capture, &next)) == 1) {
        exa_decode(next.bytes, next.len, next.len, &k);
        if (p->banks < BANKS && !has_bank(p, k.pdid))
            p->pdid[p->banks++] = k.pdid;
    }
    if (rc < 0)
        snprintf(err, err_size, "%.200s: %s", o->capture, tn_exa_stimulus_error(p->capture));
    else if (p->banks == 0)
        snprintf(err, err_size, "%.200s: nothing in it for this block", o->capture);
    tn_exa_stimulus_close(p->capture);
    p->capture = NULL;
    return rc < 0 ? rc : p->banks ? 0 : -ENOMSG;
}

static void bind(struct process *p)
{
    struct tn_axi_master *cpu = tn_axi_find("cpu");
    for (unsigned i = 0; i < p->banks; i++)
        p->deaf = p->deaf || tn_axi_write32(cpu, TN_NI_BIND + 4 * i, 1u << 31 | p->pdid[i]) < 0;
}

static int open_rdma(struct tn_session *s, const struct tn_session_options *o, char *err,
                     size_t err_size)
{
    struct process *p = s->own;
    struct tn_check_params par;
    int rc;
    p->s = s;
    if (o->stim.digest) {
        snprintf(err, err_size, "ExaNet packets have no digest");
        return -EINVAL;
    }
    if ((rc = learn(p, o, err, err_size)) < 0)
        return rc;
    tn_check_defaults(&par);
    p->rules = tn_checker_new(&par, alone, NULL, on_rule, p);
    p->board = tn_exv_board_new(p->own, on_board, p);
    p->sent = calloc(PACKETS, sizeof *p->sent);
    p->capture = capture(o, err, err_size);
    p->memory = tn_memory_find("mem");
    if (!p->rules || !p->board || !p->sent || !p->capture || !p->memory) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_state_settle("u_source");
    tn_reg_write(TN_NI_OWN, p->own);
    tn_reg_write(TN_NI_PINS, 1);
    tn_sim_reset(4);
    tn_memory_clear(p->memory);
    p->source = tn_exa_source_find("s_exa");
    tn_exa_monitor_judge("s_exa", false);
    tn_monitor_subscribe(on_packet, p);
    tn_handshake_subscribe(on_rule, p);
    tn_reject_subscribe(on_cause, p);
    tn_axi_subscribe(on_axi, p);
    tn_exa_pins_subscribe(on_pins, p);
    tn_session_begin(s, o);
    bind(p);
    tn_session_begin(s, o);
    return 0;
}

static void send(struct process *p, struct exa_packet *k, uint64_t at)
{
    uint8_t bytes[EXA_KEEP_MAX];
    exa_seal(k);
    const long n = exa_encode(k, bytes, sizeof bytes);
    if (n <= 0 || tn_exa_source_send(p->source, bytes, (size_t)n, at) < 0)
        exit(2);
}

static int next_rdma(struct tn_session *s, uint64_t *at)
{
    struct process *p = s->own;
    struct tn_exa_stim_packet next;
    struct sent *m = &p->sent[p->sent_n];
    int rc;
    if (p->sent_n == PACKETS)
        return 0;
    do {
        if ((rc = tn_exa_stimulus_next(p->capture, &next)) != 1)
            return rc;
        exa_decode(next.bytes, next.len, next.len, &m->k);
    } while (!has_bank(p, m->k.pdid));
    m->k.dst = exa_node_of(p->own);
    if (m->k.type != EXA_DMA_CTL &&
        exa_is_peripheral(m->k.addr)) /* each has its own place, and keeps its lanes */
        m->k.addr = MESSAGES + ((uint64_t)p->sent_n << 8) + m->k.addr % EXA_WORD;
    m->code = UNANSWERED;
    *at = next.at;
    p->last_due = s->start + next.at + next.len / EXA_WORD;
    send(p, &m->k, s->start + next.at);
    p->sent_n++;
    return 1;
}

static const char *error_rdma(struct tn_session *s)
{
    return tn_exa_stimulus_error(((struct process *)s->own)->capture);
}

static unsigned long queued(struct tn_session *s)
{
    return (tn_exa_source_pending(((struct process *)s->own)->source) + 3) / 4;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    (void)s;
    tn_sink_stall(tn_sink_find("m_exa"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_memory_stall(tn_memory_find("mem"), TN_AXI_W,
                    &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
}

static void flush(struct tn_session *s)
{
    tn_exa_source_flush(((struct process *)s->own)->source);
}

/* The end. */

/* Says whether memory has the bytes of a packet, or of one that came later. */
static bool in_memory(const struct process *p, unsigned i)
{
    const struct exa_packet *k = &p->sent[i].k;
    uint8_t found[EXA_MTU];
    tn_memory_peek(p->memory, k->addr, found, k->size);
    for (unsigned later = i + 1; later < p->sent_n; later++) {
        const struct exa_packet *o = &p->sent[later].k;
        if (o->type != EXA_DMA_CTL && o->addr < k->addr + k->size && k->addr < o->addr + o->size)
            return true;
    }
    return k->size <= EXA_MTU && memcmp(found, exa_payload(k), k->size) == 0;
}

static void close_one(struct process *p, unsigned i)
{
    const struct sent *m = &p->sent[i];
    struct tn_session_tally *t = &p->s->tally;
    const bool answered = m->k.type != EXA_NOTIFY;
    if (m->k.type == EXA_DMA_CTL)
        return;
    if (m->code > 0) {
        t->timeouts++;
        tn_session_say(p->s, true, "EXV-NCK-1", "a packet taken", "refused");
    } else if (!in_memory(p, i)) {
        (*(m->code == 0 || !answered ? &t->lost : &t->timeouts))++;
        tn_session_say(p->s, false, "EXV-WR-1", exa_type_name(m->k.type),
                       m->code == 0 ? "answered, and never written" : "nothing");
    } else {
        t->matched++;
    }
}

static bool probe(struct process *p)
{
    struct exa_packet k = {.pdid = p->pdid[0],
                           .type = EXA_WRITE,
                           .tid = exa_message_tid(63),
                           .seq = 0x3fff,
                           .dst = exa_node_of(p->own),
                           .src = {15, 15, 15, 3, 255}};
    const unsigned mark = p->said;
    exa_set_payload(&k, 0xfffff000, (const uint8_t[16]){0}, 16);
    send(p, &k, 0);
    for (int i = 0; i < PROBE_CYC && p->said == mark; i++)
        tn_sim_step(1);
    return p->said != mark;
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct process *p = s->own;
    const uint64_t due = p->last_due > tn_sim_cycle() ? p->last_due : tn_sim_cycle();
    uint64_t moved = due;
    unsigned long before = 0;
    while (tn_sim_cycle() < due + drain && tn_sim_cycle() < moved + QUIET_CYC && queued(s) > 0) {
        tn_sim_step(1);
        if (s->tally.in + s->tally.out != before && tn_sim_cycle() > due)
            moved = tn_sim_cycle();
        before = s->tally.in + s->tally.out;
    }
    tn_sim_step(REST_CYC);
    if (p->sent_n > s->tally.in)
        p->sent_n = (unsigned)s->tally.in; /* the others were forgotten before they began */
    for (unsigned i = 0; i < p->sent_n; i++)
        close_one(p, i);
    p->probing = true;
    s->tally.hung = p->deaf || queued(s) > 0 || !probe(p);
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
    tn_sim_step(REST_CYC);
    tn_exv_board_finish(p->board);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct process *p = s->own;
    const struct exa_node n = exa_node_of(p->own);
    char text[EXA_NODE_TEXT];
    snprintf(out, size, "%s of %s: %u packets in %u domains, %lu packets in, %lu out", tn_sim_dut(),
             exa_node_text(n, text), p->sent_n, p->banks, s->tally.in, s->tally.out);
}

static void close_rdma(struct tn_session *s)
{
    struct process *p = s->own;
    tn_monitor_clear();
    tn_exv_board_free(p->board);
    tn_checker_free(p->rules);
    tn_exa_stimulus_close(p->capture);
    free(p->sent);
}

const struct tn_session_ops tn_exa_rdma_rx_session = {
    .size = sizeof(struct process),
    .open = open_rdma,
    .next = next_rdma,
    .error = error_rdma,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_rdma,
};
