/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of TNW's processor interface alone (checkers/spec/tnw_pi.md): the messages of a captured cable
 * are sent by Pput and Nget (session_pi_soft.c), those of its other way are what reception writes to host
 * memory. Each item must come to its link, each write to memory, once, in order and whole. Faults are of
 * TLPs both ways, of reception's writes and the links' items, and of the DUT's state; what tells is a
 * notification's cause, a window's ERROR, a register read that is not answered, and where a message is
 * missing the counters.
 */
#include "session_pi.h"
#include "session.h"

#include "../dut/tnw_duts.h"

#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/tnw_port_fault.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN = 4,
    RID = 0x4200,
    REACH = 1024,      /* bytes behind the newest store that a write-combining buffer lags at most */
    REORDER_TMO = 600, /* shorter than the resets', so that runs are short */
    CPL_TMO = 1000,
    OPEN_CYC = 100,
    STILL_CYC = 2500, /* nothing ends for so long: it never will */
    SETTLE_CYC = 64,
    PROBES = 3,
    POINT_S = 0, /* monitors */
    POINT_M = 1,
    POINTS = 2,
    THERE = 0xff, /* of STATUS: descriptors */
};

static struct {
    struct tn_pi_run r;
    struct tn_session_tally *t;
    struct tn_block_source source;
    unsigned items, strays, phase;
    uint64_t last_due;
    uint32_t before[POINTS]; /* TLPs, until it was open */
} run;

static void stray(const char *rule, const char *expected, const char *found)
{
    if (run.strays++)
        return;
    run.t->wrong++;
    tn_block_differ(rule, expected, found);
}

static void on_tlp(void *ctx, const struct tn_event *ev)
{
    struct tn_tlp t;
    char found[64];
    (void)ctx;
    if (ev->point >= POINTS)
        return;
    run.before[ev->point] += run.t == NULL;
    if (run.t == NULL || ev->point != POINT_M || tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t))
        return;
    tn_pi_soft_tlp(&t, ev->bytes);
    if (t.kind != TN_TLP_MWR || tn_block_is_place(run.r.post, run.r.begun, t.addr, t.payload_len))
        return;
    snprintf(found, sizeof found, "%u bytes at %llx", (unsigned)t.payload_len, (unsigned long long)t.addr);
    stray("TNW-PI-13", "writes of messages and notifications", found);
}

/* Whose item is it? */
static struct tn_block_post *sender(const struct tn_tnw_item *i)
{
    for (unsigned k = 0; k < run.r.begun; k++) {
        struct tn_block_post *p = &run.r.post[k];
        if (run.r.kind[k] != TN_PI_WRITE && p->id == (unsigned)i->link * TNW_VCS + i->vc && i->offset >= p->offset &&
            i->offset < p->offset + p->m.len / TN_TNW_PI_BEAT)
            return p;
    }
    return NULL;
}

static void look_at_items(void)
{
    char found[64];
    for (; run.items < tn_tnw_host_items(run.r.host); run.items++) {
        const struct tn_tnw_item *i = tn_tnw_host_item(run.r.host, run.items);
        struct tn_block_post *p = sender(i);
        if (p == NULL) {
            snprintf(found, sizeof found, "link %u, channel %u, offset %06x", i->link, i->vc, (unsigned)i->offset);
            stray("TNW-PUT-11", "items that were sent", found);
        } else if (i->offset != p->offset + p->done * TNW_PAYLOAD / TN_TNW_PI_BEAT ||
                   memcmp(i->data, p->m.data + p->done * TNW_PAYLOAD, TNW_PAYLOAD) != 0) {
            p->end = TN_BLOCK_OTHER;
        } else {
            p->done++;
            run.r.moved = tn_sim_cycle();
        }
    }
}

static void step(uint64_t n)
{
    const uint64_t end = tn_sim_cycle() + n;
    while (tn_sim_cycle() < end) {
        if (run.phase == TURN) {
            run.phase = 0;
            look_at_items();
            tn_pi_soft_turn(&run.r);
        }
        const uint64_t left = end - tn_sim_cycle(), part = left < TURN - run.phase ? left : TURN - run.phase;
        tn_sim_step(part);
        run.phase += (unsigned)part;
    }
}

static int parts(const struct tn_session_options *o)
{
    run.r.par = (struct tn_tnw_pi_params){.off_log2 = (uint8_t)tn_sim_param("OFF_LOG2"),
                                          .item_log2 = (uint8_t)tn_sim_param("ITEM_LOG2"),
                                          .tag_log2 = (uint8_t)tn_sim_param("TAG_LOG2"),
                                          .desc_log2 = (uint8_t)tn_sim_param("DESC_LOG2")};
    run.r.post = calloc(TN_BLOCK_LIST, sizeof *run.r.post);
    run.r.kind = calloc(TN_BLOCK_LIST, sizeof *run.r.kind);
    run.r.host = tn_tnw_host_new(o->stim.seed, RID, PI_BAR0, PI_BAR2);
    run.r.combiner = run.r.host ? tn_tnw_combiner_new(run.r.host, o->stim.seed, REACH) : NULL;
    return run.r.post && run.r.kind && run.r.combiner && tn_monitor_subscribe(on_tlp, NULL) == 0 ? 0 : -ENOMEM;
}

static int open_capture(const struct tn_session_options *o, char *err, size_t err_size)
{
    static const char *const ports[TN_TNW_HOST_PORTS] = {"m_wr", "inj", "take"};
    memset(&run, 0, sizeof run);
    run.source.stimulus = tn_torus_stimulus_open(o->capture, &o->stim, o->map, err, err_size);
    if (!run.source.stimulus)
        return -EINVAL;
    tn_monitor_clear();
    if (parts(o) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_tnw_host_ports(run.r.host, tn_tnw_port_faults(ports, TN_TNW_HOST_PORTS));
    tn_pi_soft_open(&run.r);
    tn_sim_reset(6);
    tn_tnw_host_reg_write(run.r.host, TN_TNW_PI_R_REORDER_TMO, REORDER_TMO);
    tn_tnw_host_reg_write(run.r.host, TN_TNW_PI_R_CPL_TMO, CPL_TMO);
    tn_sim_step(OPEN_CYC);
    run.t = tn_session_begin(o);
    run.r.moved = tn_sim_cycle();
    run.phase = TURN;
    return 0;
}

static int next(uint64_t *at)
{
    struct tn_torus_message m;
    const int rc = tn_block_next(&run.source, &m);
    if (rc != 1)
        return rc;
    if (run.r.want == TN_BLOCK_LIST - PROBES)
        return 0;
    tn_pi_post(&run.r, &m, m.from ? TN_PI_WRITE : m.get ? TN_PI_GET : TN_PI_PUT,
               run.r.want % TNW_LINKS * TNW_VCS + m.vc);
    run.last_due = m.due > run.last_due ? m.due : run.last_due;
    *at = m.due;
    run.t->in++;
    return 1;
}

static const char *error(void)
{
    return tn_torus_stimulus_error(run.source.stimulus);
}

static uint32_t before(const char *link)
{
    for (unsigned k = 0; k < POINTS; k++)
        if (strcmp(tn_monitor_point(k), link) == 0)
            return run.before[k];
    return 0;
}

static unsigned long queued(void)
{
    return run.r.want - run.r.begun;
}

static void stall(uint64_t seed)
{
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(run.r.host);
    p->take = 4 + (unsigned)(seed % 12);
    p->link = 4 + (unsigned)(seed / 2 % 12);
}

static void flush(void)
{
    run.r.want = run.r.begun;
}

static bool all_ended(void)
{
    for (unsigned k = 0; k < run.r.want; k++)
        if (run.r.post[k].end == TN_BLOCK_OPEN)
            return false;
    return true;
}

static void wait_for_all(void)
{
    const uint64_t from = tn_sim_cycle();
    while (!all_ended()) {
        const uint64_t moved = run.r.moved > from ? run.r.moved : from;
        if (tn_sim_cycle() > moved + STILL_CYC)
            return;
        step(TURN);
    }
}

static void sign(const char *what, unsigned where, uint32_t value)
{
    char found[64];
    snprintf(found, sizeof found, "%s %04x reads %08x", what, where, (unsigned)value);
    tn_block_tell("TNW-CNT-3", "no error in a register", found);
}

/* Counters of errors; and an Nget that has no notification, though the engine has no descriptor any more. */
static void read_signs(void)
{
    static const uint16_t counts[] = {0x44, 0x4c, 0x50, 0x54, 0x58, 0x5c, 0x60, 0x84, 0x88, 0x8c,
                                      0x90, 0x94, 0xac, 0xb0, 0xb4, 0xb8, 0xbc};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint32_t n = tn_tnw_host_reg_read(run.r.host, counts[i]);
        if (n)
            sign("register", counts[i], n);
        if (n == UINT32_MAX)
            return; /* none is answered */
    }
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        const uint16_t at = tn_tnw_get_addr(l, TN_TNW_GET_STATUS);
        const uint32_t n = run.r.gets[l] ? tn_tnw_host_reg_read(run.r.host, at) : THERE;
        if ((n & THERE) == 0)
            sign("a descriptor was lost:", at, n);
    }
}

static void finish(uint64_t drain)
{
    static const enum tn_pi_kind kinds[PROBES] = {TN_PI_PUT, TN_PI_GET, TN_PI_WRITE};
    const uint64_t now = tn_sim_cycle(), due = tn_session_start() + run.last_due;
    (void)drain;
    if (run.r.begun < run.r.want && due > now)
        step(due - now);
    wait_for_all();
    for (unsigned i = 0; i < PROBES; i++)
        tn_pi_post(&run.r, &(struct tn_torus_message){.len = TNW_PAYLOAD, .data = {1}}, kinds[i],
                   TN_TNW_PI_WINDOWS - 1 - TNW_VCS * i);
    wait_for_all();
    step(SETTLE_CYC);
    look_at_items();
    for (unsigned k = 0; k < run.r.begun; k++)
        if (run.r.kind[k] == TN_PI_WRITE && tn_block_spoilt(tn_tnw_host_memory(run.r.host), run.r.post, k))
            run.r.post[k].end = TN_BLOCK_OTHER;
    const unsigned missing = tn_block_count(run.t, run.r.post, run.r.want, "TNW-GET-7");
    if (missing)
        read_signs();
    run.t->timeouts = run.r.timeouts;
    tn_block_missing(run.t, missing);
}

static void summary(char *out, size_t size)
{
    snprintf(out, size, "%u messages, %u items, %u writes", run.r.want, tn_tnw_host_items(run.r.host),
             tn_tnw_host_came(run.r.host, TN_TLP_MWR));
}

static void close_session(void)
{
    tn_tnw_port_faults(NULL, 0);
    tn_tnw_combiner_free(run.r.combiner);
    tn_tnw_host_free(run.r.host);
    tn_monitor_clear();
    tn_torus_stimulus_close(run.source.stimulus);
    free(run.r.post);
    free(run.r.kind);
}

const struct tn_session_ops tn_tnw_pi_session = {
    .open = open_capture,
    .next = next,
    .error = error,
    .step = step,
    .before = before,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_session,
};
