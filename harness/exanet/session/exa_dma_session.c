/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture played into the sender of RDMA transactions: each transaction that is in the capture
 * whole becomes a descriptor that software starts, over memory that holds its bytes, and all its
 * packets must leave again. The block's board stands beside and names the first difference.
 */
#include "../dut/exa_duts.h"
#include "exa_dma_reader.h"
#include "../../replay/session.h"

#include <tn/axi.h>
#include <tn/exanet/exa_dma_board.h>
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
    JOBS = 256,
    COUNTERS = 0x40440,
    LEVEL = 0x40418,
    COUNTER_N = 7,
    AREA_LOG2 = 16,
    POLL_CYC = 40,
    AWAKE_CYC = 1200,
    REST_CYC = 400,
    QUIET_CYC = 4000,
    PROBE_CYC = 1500,
    WORD_2 = 16,
    DONE_BIT = 57,
    ERROR_BIT = 60,
};

/* A transaction of the capture, and how far it is. */
struct job {
    struct tn_dma_transaction x;
    uint64_t at, look_at;
    uint8_t came[TN_EXD_PACKETS]; /* how often each packet left as it should */
    enum { WAITS, STARTED, OVER } state;
};

struct process {
    struct tn_session *s;
    struct tn_dma_reader *capture;
    struct tn_exd_board *board;
    struct tn_checker *rules;
    struct tn_memory *memory;
    struct tn_axi_master *cpu;
    struct tn_exd *model; /* makes the packets that must leave */
    unsigned jobs, outs, said;
    struct job *job;        /* JOBS of them, and one for the probe */
    struct tn_axi_txn *txn; /* under way */
    unsigned of;            /* job that it is about */
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
    tn_exd_board_pins(((struct process *)ctx)->board, seen);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    tn_exd_board_axi(((struct process *)ctx)->board, port, seen);
}

static void on_pulse(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)dir, (void)cause;
    tn_exd_board_pulse(((struct process *)ctx)->board, cycle, port);
}

static bool same(const struct exa_packet *a, const struct exa_packet *b)
{
    uint8_t x[EXA_KEEP_MAX], y[EXA_KEEP_MAX];
    const long n = exa_encode(a, x, sizeof x);
    return n > 0 && exa_encode(b, y, sizeof y) == n && memcmp(x, y, (size_t)n) == 0;
}

/* Finds the packet of a started job that k is. Returns how often it has come; 0: there is none. */
static unsigned times(struct process *p, const struct exa_packet *k)
{
    struct exa_packet want;
    if (k->tid >= p->jobs)
        return 0;
    struct job *j = &p->job[k->tid];
    unsigned at = 0;
    for (unsigned i = 0; i < tn_exd_packets(&j->x.f) && j->state != WAITS; i++) {
        const struct tn_exd_cut c = tn_exd_cut(&j->x.f, i);
        tn_exd_packet(p->model, k->tid, i, j->x.bytes + at, &want);
        at += c.n;
        if (same(&want, k))
            return ++j->came[i];
    }
    return 0;
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct process *p = ctx;
    const unsigned long told = p->s->tally.told;
    struct exa_packet k;
    if (tn_monitor_point(ev->point)[0] == 's')
        return;
    p->said++;
    if (p->probing)
        return;
    p->s->tally.out++;
    tn_checker_event(p->rules, ev, 0);
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (p->s->tally.told != told || ev->flags & TN_EV_MALFORMED) {
        p->s->tally.flagged++;
        return;
    }
    const unsigned n = times(p, &k);
    p->s->tally.matched += n == 1;
    p->s->tally.wrong += n == 0;
    if (n != 1) /* a receiver knows a packet that comes twice by its number */
        tn_session_say(p->s, false, "EXD-PKT-4", "each packet of a transaction, once",
                       n ? "one more often" : "another");
}

/* Gives a job its source, whose pages are its own. */
static void place(struct process *p, struct job *j, unsigned t)
{
    uint64_t word[4];
    j->x.f.src = ((uint64_t)(t + 1) << AREA_LOG2) + (7 * t & 15);
    j->x.f.path = t % p->outs;
    tn_memory_poke(p->memory, j->x.f.src, j->x.bytes, j->x.f.length);
    tn_memory_map(p->memory, j->x.f.pdid, j->x.f.src, j->x.f.src, j->x.f.length, TN_MEMORY_READ);
    tn_exd_words(&j->x.f, false, word);
    memcpy(p->model->desc[t].word, word, sizeof word);
}

static int next_dma(struct tn_session *s, uint64_t *at)
{
    struct process *p = s->own;
    struct job *j = &p->job[p->jobs];
    int rc;
    if (p->jobs == JOBS || p->jobs == 1u << tn_sim_param("TXN_LOG2"))
        return 0;
    if ((rc = tn_dma_reader_next(p->capture, &j->x)) != 1)
        return rc;
    *at = j->x.at;
    j->at = s->start + j->x.at;
    place(p, j, p->jobs++);
    s->tally.in += tn_exd_packets(&j->x.f);
    return 1;
}

static const char *error_dma(struct tn_session *s)
{
    return tn_dma_reader_error(((struct process *)s->own)->capture);
}

/* Software. */

/* Ends the access that is under way. */
static void answered(struct process *p)
{
    struct job *j = &p->job[p->of];
    uint8_t bytes[8] = {0};
    uint64_t status = 0;
    if (p->txn->resp != TN_AXI_OKAY)
        tn_session_say(p->s, true, "AXS-ACC-4", "OKAY",
                       p->txn->write ? "an error for a descriptor" : "an error for a status");
    tn_axi_take(p->txn, bytes, sizeof bytes);
    for (unsigned i = 0; i < sizeof bytes && !p->txn->write; i++)
        status |= (uint64_t)bytes[i] << 8 * i;
    if (!p->txn->write && status >> ERROR_BIT & 1)
        tn_session_say(p->s, true, "EXD-FLT-2", "a transaction that is done", "one with error");
    if (status >> DONE_BIT & 1 || status >> ERROR_BIT & 1)
        j->state = OVER;
    tn_axi_free(p->txn);
    p->txn = NULL;
}

static void issue(struct process *p, unsigned t, bool write)
{
    struct tn_axi_txn *x = p->txn = tn_axi_new(write ? 2 : 1);
    uint8_t bytes[TN_EXD_DESC];
    if (!x)
        exit(2);
    x->write = write;
    x->addr = TN_EXD_DESC * t + (write ? 0 : WORD_2);
    x->size = write ? 4 : 3;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(p->model->desc[t].word[i / 8] >> 8 * (i % 8));
    if (write)
        tn_axi_fill(x, bytes, sizeof bytes);
    p->of = t;
    tn_axi_issue(p->cpu, x);
}

/* Starts what is due, and looks at what was started. */
static void work(struct process *p)
{
    const uint64_t now = tn_sim_cycle();
    if (p->txn && p->txn->done)
        answered(p);
    for (unsigned t = 0; t < p->jobs && !p->txn; t++) {
        struct job *j = &p->job[t];
        if (j->state == OVER || (j->state == WAITS ? j->at : j->look_at) > now)
            continue;
        issue(p, t, j->state == WAITS);
        j->state = STARTED;
        j->look_at = now + POLL_CYC;
    }
}

static void step_dma(struct tn_session *s, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        work(s->own);
        tn_sim_step(1);
    }
}

static void set_up(struct process *p)
{
    for (unsigned i = 0; i < tn_dma_reader_domains(p->capture); i++) {
        const uint16_t pdid = tn_dma_reader_domain(p->capture, i);
        p->deaf |= tn_axi_write32(p->cpu, TN_NI_BIND + 4 * i, 1u << 31 | pdid) < 0;
        tn_memory_bind(p->memory, i, pdid);
    }
}

static void subscribe(struct process *p)
{
    tn_exa_monitor_judge("s_exa", false);
    tn_monitor_subscribe(on_packet, p);
    tn_handshake_subscribe(on_rule, p);
    tn_reject_subscribe(on_pulse, p);
    tn_axi_subscribe(on_axi, p);
    tn_exa_pins_subscribe(on_pins, p);
}

static int open_dma(struct tn_session *s, const struct tn_session_options *o, char *err,
                    size_t err_size)
{
    struct process *p = s->own;
    struct tn_check_params par;
    p->s = s;
    if (!(p->capture = tn_dma_reader_open(o, err, err_size)))
        return -EINVAL;
    tn_check_defaults(&par);
    p->outs = (unsigned)tn_sim_param("OUT_N");
    p->model = calloc(1, sizeof *p->model);
    p->job = calloc(JOBS + 1, sizeof *p->job);
    p->memory = tn_memory_find("mem");
    p->cpu = tn_axi_find("cpu");
    p->rules = tn_checker_new(&par, alone, NULL, on_rule, p);
    p->board = tn_exd_board_new(tn_dma_reader_own(p->capture), on_board, p);
    if (!p->model || !p->job || !p->memory || !p->cpu || !p->rules || !p->board) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    p->model->own = tn_dma_reader_own(p->capture);
    tn_state_settle("u_dut");
    tn_state_settle("u_source");
    tn_reg_write(TN_NI_OWN, p->model->own);
    tn_reg_write(TN_NI_PINS, 1);
    tn_sim_reset(4);
    tn_memory_clear(p->memory);
    tn_memory_domain(p->memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(p->memory, TN_MEMORY_ERROR);
    subscribe(p);
    tn_session_begin(s, o);
    tn_sim_step(AWAKE_CYC);
    set_up(p);
    tn_session_begin(s, o);
    return 0;
}

static unsigned long queued(struct tn_session *s)
{
    const struct process *p = s->own;
    unsigned long n = 0;
    for (unsigned t = 0; t < p->jobs; t++)
        n += p->job[t].state == WAITS && p->job[t].at <= tn_sim_cycle();
    return n;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    const struct process *p = s->own;
    for (unsigned i = 0; i < p->outs; i++) {
        char name[] = "m_exa0";
        name[5] = (char)('0' + i);
        tn_sink_stall(tn_sink_find(name), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + i});
    }
    tn_memory_stall(p->memory, TN_AXI_R,
                    &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + TN_EXD_OUTS});
}

static void flush(struct tn_session *s)
{
    struct process *p = s->own;
    for (unsigned t = 0; t < p->jobs; t++)
        if (p->job[t].state == WAITS)
            p->job[t].state = OVER;
}

/* The end. */

static bool all_over(const struct process *p)
{
    for (unsigned t = 0; t < p->jobs; t++)
        if (p->job[t].state != OVER)
            return false;
    return true;
}

/* Counters that sound traffic leaves at 0. */
static void look_at_counters(struct process *p)
{
    static const char *const names[COUNTER_N + 1] = {"BUSY",       "BAD",        "CTL_MIX",
                                                     "CHAINED",    "CHAIN_MISS", "FAULT_LOST",
                                                     "RX_DROPPED", "FAULT_LEVEL"};
    char found[40];
    uint32_t v = 0;
    for (unsigned i = 0; i <= COUNTER_N && !p->deaf; i++) {
        p->deaf = tn_axi_read32(p->cpu, i < COUNTER_N ? COUNTERS + 4 * i : LEVEL, &v) < 0;
        snprintf(found, sizeof found, "%s is %u", names[i], (unsigned)v);
        if (v && !p->deaf)
            tn_session_say(p->s, true, "EXD-CNT-1", "0", found);
    }
}

/* A packet that never left: the receiver's side will miss it. */
static void close_job(struct process *p, unsigned t)
{
    const struct job *j = &p->job[t];
    for (unsigned i = 0; i < tn_exd_packets(&j->x.f); i++) {
        if (j->came[i])
            continue;
        p->s->tally.timeouts++;
        tn_session_say(p->s, false, "EXD-PKT-4", "every packet of a transaction", "none");
    }
}

static bool probe(struct process *p)
{
    const unsigned t = p->jobs < 1u << tn_sim_param("TXN_LOG2") ? p->jobs : 0, mark = p->said;
    struct job *j = &p->job[t];
    *j = (struct job){
        .x.f = {.addr = 0x1000, .length = 16, .pdid = tn_dma_reader_domain(p->capture, 0)},
        .state = OVER};
    p->probing = true;
    place(p, j, t);
    if (p->txn)
        return false;
    issue(p, t, true);
    for (int i = 0; i < PROBE_CYC && p->said == mark; i++)
        tn_sim_step(1);
    return p->said != mark;
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct process *p = s->own;
    uint64_t due = tn_sim_cycle(), moved;
    unsigned long before = 0;
    for (unsigned t = 0; t < p->jobs; t++)
        due = p->job[t].at > due ? p->job[t].at : due;
    for (moved = due;
         tn_sim_cycle() < due + drain && tn_sim_cycle() < moved + QUIET_CYC && !all_over(p);) {
        step_dma(s, 1);
        if (s->tally.out != before && tn_sim_cycle() > due)
            moved = tn_sim_cycle();
        before = s->tally.out;
    }
    step_dma(s, REST_CYC);
    s->tally.hung = !all_over(p) || p->txn;
    for (unsigned t = 0; t < p->jobs; t++)
        close_job(p, t);
    if (!p->txn)
        look_at_counters(p);
    s->tally.hung |= p->deaf || !probe(p);
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
    tn_sim_step(REST_CYC);
    tn_exd_board_finish(p->board);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct process *p = s->own;
    const struct exa_node n = exa_node_of(p->model->own);
    char text[EXA_NODE_TEXT];
    snprintf(out, size, "%s of %s: %u transactions in %u domains, %lu packets out of %lu",
             tn_sim_dut(), exa_node_text(n, text), p->jobs, tn_dma_reader_domains(p->capture),
             s->tally.out, s->tally.in);
}

static void close_dma(struct tn_session *s)
{
    struct process *p = s->own;
    tn_monitor_clear();
    tn_exd_board_free(p->board);
    tn_checker_free(p->rules);
    tn_dma_reader_close(p->capture);
    free(p->model);
    free(p->job);
}

const struct tn_session_ops tn_exa_dma_session = {
    .size = sizeof(struct process),
    .open = open_dma,
    .next = next_dma,
    .error = error_dma,
    .step = step_dma,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_dma,
};
