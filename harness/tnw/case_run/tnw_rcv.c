/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's reception side under cases: six links that offer packets, memory, software; its judge looks
 * at every pin.
 */
#include "../../case/run/run.h"

#include "../dut/tnw_duts.h"

#include <tn/tnw/bfm_tnw_rcv.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_rcv_judge.h>
#include <tn/tnw/tnw_case.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WRITTEN_CYC = 500, WRITE_HEAD = 8, PACKET_HEAD = 4, LAST = 0x80 /* of the id */ };

static const char *const streams[] = {"s_link", "m_wr", "o_match", NULL};

struct bench {
    struct tn_tnw_links *links;
    struct tn_tnw_rcv_judge *judge;
    struct tn_run_beats wr;
    uint8_t offered[TNW_LINKS]; /* rcv_valid of the cycle before */
    bool reset_seen;
};

static void on_write(struct runner *r, const struct tn_tnw_rcv_out *o, uint64_t cycle)
{
    struct bench *b = r->judges;
    uint8_t head[WRITE_HEAD];
    for (unsigned i = 0; i < WRITE_HEAD; i++)
        head[i] = (uint8_t)(o->m_wr_addr >> 8 * (WRITE_HEAD - 1 - i));
    if (o->m_wr_first) {
        b->wr.len = 0;
        tn_run_beat(&b->wr, cycle, head, sizeof head);
    }
    tn_run_beat(&b->wr, cycle, o->m_wr_data, TN_TNW_RCV_BEAT);
    if (o->m_wr_last)
        tn_run_beats_end(r, &b->wr, "m_wr", cycle);
}

/* A channel's rcv_valid rises. */
static void on_offers(struct runner *r, const struct tn_tnw_rcv_in *in, uint64_t cycle)
{
    struct bench *b = r->judges;
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++)
        if (in->rcv_valid[id / TNW_VCS] & ~b->offered[id / TNW_VCS] & 1u << id % TNW_VCS) {
            struct tn_run_beats s = {.first = cycle, .len = 1, .bytes = {(uint8_t)id}};
            tn_run_beats_end(r, &s, "s_link", cycle);
        }
    memcpy(b->offered, in->rcv_valid, sizeof b->offered);
}

static void on_pins(void *ctx, const struct tn_block_cycle *c)
{
    struct runner *r = ctx;
    struct bench *b = r->judges;
    struct tn_tnw_rcv_in in;
    struct tn_tnw_rcv_out out;
    const bool unknown = tn_tnw_rcv_pins(c, &in, &out);
    b->reset_seen |= in.rst;
    if (!b->reset_seen)
        return;
    tn_tnw_rcv_judge_cycle(b->judge, &in, &out, c->cycle);
    if (in.rst) {
        b->wr.len = 0;
        memset(b->offered, 0, sizeof b->offered);
        return;
    }
    if (unknown)
        tn_run_fail(r, r->c->rules[0], r->packets, c->cycle - r->start,
                    "an output that counts has unknown bits");
    on_offers(r, &in, c->cycle);
    if (out.m_wr_valid && in.m_wr_ready)
        on_write(r, &out, c->cycle);
    if (out.obs_match_valid) {
        struct tn_run_beats m = {
            .first = c->cycle, .len = 2, .bytes = {out.obs_match_id, out.obs_match_fit}};
        tn_run_beats_end(r, &m, "o_match", c->cycle);
    }
}

static void let_go(struct runner *r)
{
    struct bench *b = r->judges;
    tn_tnw_links_free(b->links);
    tn_tnw_rcv_judge_free(b->judge);
    free(b);
    r->judges = NULL;
}

/* The judge wants to see the reset. */
static int watch(struct runner *r)
{
    struct bench *b = calloc(1, sizeof *b);
    const struct tn_tnw_rcv_params par = {.credit_log2 = (uint8_t)tn_sim_param("CREDIT_LOG2"),
                                          .last_en = tn_sim_param("LAST_EN")};
    if (!b)
        return -ENOMEM;
    r->judges = b;
    b->judge = tn_tnw_rcv_judge_new(&par, tn_run_judged, r);
    b->links = tn_tnw_links_new(r->c->seed);
    if (!b->judge || !b->links || tn_block_subscribe(on_pins, r) < 0) {
        let_go(r);
        return -ENOMEM;
    }
    tn_sim_reset(r->ops->reset_cycles);
    return 0;
}

static void unwatch(struct runner *r)
{
    struct bench *b = r->judges;
    static const char *const rules[] = {"TNW-WR-1",  "TNW-CRD-1", "TNW-CRD-2", "TNW-CRD-3",
                                        "TNW-CRD-4", "TNW-CRD-5", "TNW-CRD-6", "TNW-CRD-7",
                                        "TNW-CRD-8", "TNW-CRD-9", "TNW-ARB-1", "TNW-LAT-4",
                                        "TNW-LAT-5", "TNW-INV-2", "TNW-CNT-2"};
    if (!b)
        return;
    for (size_t k = 0; k < sizeof rules / sizeof *rules && !r->c->no_board; k++)
        if (tn_tnw_rcv_judge_asked(b->judge, rules[k]))
            tn_run_asked(r, rules[k]);
    let_go(r);
}

/* Queued, and worked off, one a cycle. */
static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    struct bench *b = r->judges;
    const int rc = tn_tnw_links_write(b->links, (uint16_t)addr, value);
    for (unsigned k = 0; k < WRITTEN_CYC && rc == 0 && tn_tnw_links_accesses(b->links); k++)
        tn_sim_step(1);
    return rc;
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    struct bench *b = r->judges;
    *value = tn_tnw_links_read(b->links, (uint16_t)addr);
    return 0;
}

/* What is offered may wait for a credit for ever. */
static bool under_way(const struct runner *r)
{
    struct bench *b = r->judges;
    return tn_tnw_links_accesses(b->links) != 0;
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    struct bench *b = r->judges;
    const uint8_t *bytes = s->tlp[0].bytes;
    const bool last = bytes[0] & LAST && tn_sim_param("LAST_EN");
    const uint32_t offset = ((uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3]) + last;
    int rc = 0;
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = tn_tnw_links_offer(b->links, bytes[0] & (LAST - 1), offset, bytes + PACKET_HEAD);
    return rc;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    struct bench *b = r->judges;
    tn_tnw_links_flush(b->links, s->value);
    return 0;
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    struct bench *b = r->judges;
    if (strcmp(stream, "m_wr") == 0)
        tn_tnw_links_ready(b->links, tn_run_of_16(stall));
    return 0;
}

const struct tn_run_ops tn_run_tnw_rcv = {
    .streams = streams,
    .reject = "",
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
};
