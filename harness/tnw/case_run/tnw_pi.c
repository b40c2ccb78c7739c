/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface under cases: a host that sends what the lines say and answers no read
 * by itself, links that take items, the registers of the other blocks; the judges of Pput,
 * registers and Nget look at every pin.
 */
#include "../../case/run/run.h"

#include "../dut/tnw_duts.h"

#include <tn/tnw/bfm_tnw_pi.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_get_judge.h>
#include <tn/tnw/tnw_pi_judge.h>
#include <tn/tnw/tnw_case.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    WRITTEN_CYC = 2000, /* until a register's write is accepted */
    STILL_CYC =
        600, /* a block that moves no beat for so long, the case holding none back, never will */
    DW = 4,
    REQUESTER = 8, /* byte of a completion */
    ALL_OK = 7,
    ALL_LINKS = 63,
};

static const char *const streams[] = {"s_tlp", "s_wr", "m_tlp", "m_inj", "m_err", "o_strobe", NULL};

struct bench {
    struct tn_tnw_host *host;
    struct tn_tnw_pi_judge *judge;
    struct tn_tnw_get_judge *get;
    struct tn_run_beats tlp_in, wr_in, tlp, item;
    bool reset_seen;
    long reading; /* address of the runner's own read, -1 none */
};

/* Reads are answered by the case's own lines. */
static unsigned no_answer(void *ctx, unsigned read, unsigned piece, struct tn_tlp *cpl,
                          uint8_t *payload, size_t *len, unsigned *delay)
{
    (void)ctx;
    (void)read;
    (void)piece;
    (void)cpl;
    (void)payload;
    (void)len;
    (void)delay;
    return 0;
}

static void on_stream(struct runner *r, struct tn_run_beats *t, const struct tn_tnw_pi_stream *s,
                      const char *stream, uint64_t cycle)
{
    size_t lanes = 0;
    while (lanes < 4 && s->keep >> lanes & 1)
        lanes++;
    tn_run_beat(t, cycle, s->data, DW * lanes);
    if (!s->last)
        return;
    const unsigned kind = t->bytes[0] & 0x1f,
                   who = (unsigned)t->bytes[REQUESTER] << 8 | t->bytes[REQUESTER + 1];
    if (stream[0] == 'm' && t->len >= REQUESTER + DW && kind == 0x0a && who == TN_CASE_PI_HOST)
        t->len = 0; /* of a register that the runner read */
    else
        tn_run_beats_end(r, t, stream, cycle);
}

static void on_item(struct runner *r, const struct tn_tnw_pi_out *o, uint64_t cycle)
{
    struct bench *b = r->judges;
    uint8_t head[5] = {0, o->inj_vc, (uint8_t)(o->inj_offset >> 16), (uint8_t)(o->inj_offset >> 8),
                       (uint8_t)o->inj_offset};
    while (!(o->inj_valid >> head[0] & 1))
        head[0]++;
    if (b->item.len == 0)
        tn_run_beat(&b->item, cycle, head, sizeof head);
    tn_run_beat(&b->item, cycle, o->inj_data, TN_TNW_PI_BEAT);
    if (o->inj_last)
        tn_run_beats_end(r, &b->item, "m_inj", cycle);
}

static void on_strobe(struct runner *r, const struct tn_tnw_pi_out *o, uint64_t cycle)
{
    struct bench *b = r->judges;
    struct tn_run_beats s = {0};
    const uint32_t value = o->reg_wr ? o->reg_wdata : 0;
    const uint8_t bytes[7] = {o->reg_wr,
                              (uint8_t)(o->reg_addr >> 8),
                              (uint8_t)o->reg_addr,
                              (uint8_t)(value >> 24),
                              (uint8_t)(value >> 16),
                              (uint8_t)(value >> 8),
                              (uint8_t)value};
    if (o->reg_rd && o->reg_addr == b->reading) {
        b->reading = -1;
        return;
    }
    tn_run_beat(&s, cycle, bytes, sizeof bytes);
    tn_run_beats_end(r, &s, "o_strobe", cycle);
}

static void on_pins(void *ctx, const struct tn_block_cycle *c)
{
    struct runner *r = ctx;
    struct bench *b = r->judges;
    struct tn_tnw_pi_in in;
    struct tn_tnw_pi_out out;
    const bool unknown = tn_tnw_pi_pins(c, &in, &out);
    b->reset_seen |= in.rst;
    if (!b->reset_seen)
        return;
    tn_tnw_pi_judge_cycle(b->judge, &in, &out, c->cycle);
    tn_tnw_get_judge_cycle(b->get, &in, &out, c->cycle);
    if (in.rst) {
        b->tlp_in.len = b->wr_in.len = b->tlp.len = b->item.len = 0;
        return;
    }
    if (unknown)
        tn_run_fail(r, r->c->rules[0], r->packets, c->cycle - r->start,
                    "an output that counts has unknown bits");
    if (in.s_tlp.valid && out.s_tlp_ready)
        on_stream(r, &b->tlp_in, &in.s_tlp, "s_tlp", c->cycle);
    if (out.m_tlp.valid && in.m_tlp_ready)
        on_stream(r, &b->tlp, &out.m_tlp, "m_tlp", c->cycle);
    if (in.m_wr_valid && out.m_wr_ready) {
        tn_run_beat(&b->wr_in, c->cycle, in.m_wr_data, TN_TNW_PI_BEAT);
        if (in.m_wr_last)
            tn_run_beats_end(r, &b->wr_in, "s_wr", c->cycle);
    }
    if (out.inj_valid)
        on_item(r, &out, c->cycle);
    if (out.reg_wr || out.reg_rd)
        on_strobe(r, &out, c->cycle);
    if (out.obs_drop_valid)
        tn_run_rejected(r, c->cycle, 0, out.obs_drop_cause, 0);
    if (out.obs_err_valid) {
        struct tn_run_beats e = {
            .first = c->cycle, .len = 2, .bytes = {out.obs_err_id, out.obs_err_cause}};
        tn_run_beats_end(r, &e, "m_err", c->cycle);
    }
}

static void let_go(struct runner *r)
{
    struct bench *b = r->judges;
    tn_tnw_host_free(b->host);
    tn_tnw_pi_judge_free(b->judge);
    tn_tnw_get_judge_free(b->get);
    free(b);
    r->judges = NULL;
}

/* The judges want to see the reset. */
static int watch(struct runner *r)
{
    struct bench *b = calloc(1, sizeof *b);
    const struct tn_tnw_pi_params par = {.off_log2 = (uint8_t)tn_sim_param("OFF_LOG2"),
                                         .item_log2 = (uint8_t)tn_sim_param("ITEM_LOG2"),
                                         .tag_log2 = (uint8_t)tn_sim_param("TAG_LOG2"),
                                         .desc_log2 = (uint8_t)tn_sim_param("DESC_LOG2"),
                                         .last_en = tn_sim_param("LAST_EN")};
    if (!b)
        return -ENOMEM;
    r->judges = b;
    b->reading = -1;
    b->judge = tn_tnw_pi_judge_new(&par, NULL, tn_run_judged, r);
    b->get = tn_tnw_get_judge_new(&par, tn_run_judged, r);
    b->host = tn_tnw_host_new(r->c->seed, TN_CASE_PI_RID, TN_CASE_PI_BAR0, TN_CASE_PI_BAR2);
    if (!b->judge || !b->get || !b->host || tn_block_subscribe(on_pins, r) < 0) {
        let_go(r);
        return -ENOMEM;
    }
    tn_tnw_host_answers(b->host, no_answer, NULL);
    tn_sim_reset(r->ops->reset_cycles);
    return 0;
}

static void unwatch(struct runner *r)
{
    struct bench *b = r->judges;
    static const char *const of_pi[] = {
        "TNW-PI-1",  "TNW-PI-2",  "TNW-PI-3",  "TNW-PI-4",   "TNW-PI-5",   "TNW-PI-6",
        "TNW-PI-7",  "TNW-PI-8",  "TNW-PI-9",  "TNW-PI-10",  "TNW-PI-11",  "TNW-PI-12",
        "TNW-PUT-1", "TNW-PUT-2", "TNW-PUT-3", "TNW-PUT-4",  "TNW-PUT-5",  "TNW-PUT-6",
        "TNW-PUT-7", "TNW-PUT-8", "TNW-PUT-9", "TNW-PUT-10", "TNW-PUT-11", "TNW-PUT-12",
        "TNW-ARB-2", "TNW-LAT-7", "TNW-CNT-3"};
    static const char *const of_get[] = {"TNW-PI-13", "TNW-PI-14", "TNW-PI-15", "TNW-PI-16",
                                         "TNW-LAT-6", "TNW-LAT-8", "TNW-GET-1", "TNW-GET-2",
                                         "TNW-GET-3", "TNW-GET-4", "TNW-GET-5", "TNW-GET-6",
                                         "TNW-GET-7", "TNW-GET-8", "TNW-GET-9", "TNW-GET-10"};
    if (!b)
        return;
    for (size_t k = 0; k < sizeof of_pi / sizeof *of_pi && !r->c->no_board; k++)
        if (tn_tnw_pi_judge_asked(b->judge, of_pi[k]))
            tn_run_asked(r, of_pi[k]);
    for (size_t k = 0; k < sizeof of_get / sizeof *of_get && !r->c->no_board; k++)
        if (tn_tnw_get_judge_asked(b->get, of_get[k]))
            tn_run_asked(r, of_get[k]);
    let_go(r);
}

/* Returns -ETIMEDOUT when the block does not take the write, though the case does not hold it back.
 */
static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    struct bench *b = r->judges;
    const bool sends = tn_tnw_host_pace(b->host)->send > 0;
    const int rc = tn_tnw_host_reg_write(b->host, (uint16_t)addr, value);
    for (unsigned k = 0; k < WRITTEN_CYC && rc == 0 && tn_tnw_host_waiting(b->host); k++) {
        tn_sim_step(1);
        if (sends && k > STILL_CYC && tn_tnw_host_still(b->host) > STILL_CYC)
            return -ETIMEDOUT;
    }
    return rc;
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    struct bench *b = r->judges;
    b->reading = (long)addr;
    const int rc = tn_tnw_host_read(b->host, TN_CASE_PI_BAR0 + addr, 1, value);
    b->reading = -1;
    return rc;
}

static bool under_way(const struct runner *r)
{
    struct bench *b = r->judges;
    return (tn_tnw_host_waiting(b->host) || tn_tnw_host_m_wr_waiting(b->host)) &&
           tn_tnw_host_still(b->host) < STILL_CYC;
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    struct bench *b = r->judges;
    const struct tn_case_tlp *t = &s->tlp[0];
    uint64_t addr = 0;
    int rc = 0;
    for (unsigned i = 0; i < 8; i++)
        addr = addr << 8 | t->bytes[i];
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = strcmp(s->point, "s_tlp") == 0
                 ? tn_tnw_host_send(b->host, t->bytes, t->len)
                 : tn_tnw_host_m_wr(b->host, addr, t->bytes + 8,
                                    (unsigned)(t->len - 8) / TN_TNW_PI_BEAT);
    return rc;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    struct bench *b = r->judges;
    tn_tnw_host_pace(b->host)->links = (uint8_t)s->value;
    return 0;
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    struct bench *b = r->judges;
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(b->host);
    unsigned *of_16 = strcmp(stream, "s_tlp") == 0   ? &p->send
                      : strcmp(stream, "s_wr") == 0  ? &p->write
                      : strcmp(stream, "m_tlp") == 0 ? &p->take
                      : strcmp(stream, "m_inj") == 0 ? &p->link
                                                     : NULL;
    if (of_16)
        *of_16 = tn_run_of_16(stall);
    return of_16 ? 0 : -EINVAL;
}

static void ok(const struct runner *r, const char *stream, unsigned classes)
{
    struct bench *b = r->judges;
    (void)stream;
    tn_tnw_host_pace(b->host)->ok = (uint8_t)classes;
}

static void open_all(const struct runner *r)
{
    struct bench *b = r->judges;
    tn_tnw_host_pace(b->host)->ok = ALL_OK;
    tn_tnw_host_pace(b->host)->links = ALL_LINKS;
}

const struct tn_run_ops tn_run_tnw_pi = {
    .streams = streams,
    .reject = "on obs_drop ",
    .reset_cycles = 6,
    .quiet_cycles = 100,
    .watch = watch,
    .unwatch = unwatch,
    .write = write_reg,
    .read = read_reg,
    .send = send,
    .line = line,
    .under_way = under_way,
    .stall_source = stall_source,
    .own_monitors = true,
    .own_sinks = true,
    .ok = ok,
    .open = open_all,
};
