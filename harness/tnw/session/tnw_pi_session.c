/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of TNW's processor interface alone (checkers/tnw/spec/tnw_pi.md): the messages of a
 * captured cable are sent by Pput and Nget (tnw_pi_software.c), those of its other way are what
 * reception writes to host memory. Each item must come to its link, each write to memory, once, in
 * order and whole. Faults are of TLPs both ways, of reception's writes and the links' items, and of
 * the DUT's state; what tells is a notification's cause, a window's ERROR, a register read that is
 * not answered, and where a message is missing the counters.
 */
#include "tnw_pi_session.h"
#include "../../replay/session.h"

#include "../dut/tnw_duts.h"

#include <tn/bfm.h>
#include <tn/port_fault.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN = 4,
    RID = 0x4200,
    REACH = 1024, /* bytes behind the newest store that a write-combining buffer lags at most */
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

struct run {
    struct tn_session *s;
    struct tn_pi_run soft; /* on the host */
    bool opened;           /* the stimulus has begun */
    struct tn_block_source source;
    unsigned items, strays, phase;
    uint64_t last_due;
    uint32_t before[POINTS]; /* TLPs, until it was open */
};

static void stray(struct run *r, const char *rule, const char *expected, const char *found)
{
    if (r->strays++)
        return;
    r->s->tally.wrong++;
    tn_session_say(r->s, false, rule, expected, found);
}

static void on_tlp(void *ctx, const struct tn_event *ev)
{
    struct run *r = ctx;
    struct tn_tlp t;
    char found[64];
    if (ev->point >= POINTS)
        return;
    r->before[ev->point] += !r->opened;
    if (!r->opened || ev->point != POINT_M || tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t))
        return;
    tn_pi_soft_tlp(&r->soft, &t, ev->bytes);
    if (t.kind != TN_TLP_MWR ||
        tn_block_is_place(r->soft.post, r->soft.begun, t.addr, t.payload_len))
        return;
    snprintf(found, sizeof found, "%u bytes at %llx", (unsigned)t.payload_len,
             (unsigned long long)t.addr);
    stray(r, "TNW-PI-13", "writes of messages and notifications", found);
}

/* Whose item is it? */
static struct tn_block_post *sender(struct run *r, const struct tn_tnw_item *i)
{
    for (unsigned k = 0; k < r->soft.begun; k++) {
        struct tn_block_post *p = &r->soft.post[k];
        if (r->soft.kind[k] != TN_PI_WRITE && p->id == (unsigned)i->link * TNW_VCS + i->vc &&
            i->offset >= p->offset && i->offset < p->offset + p->m.len / TN_TNW_PI_BEAT)
            return p;
    }
    return NULL;
}

/* TNW_LAST when the message's next item is its last and that is sent, else 0. */
static uint32_t ends(const struct run *r, const struct tn_block_post *p)
{
    return r->soft.par.last_en && (p->done + 1) * TNW_PAYLOAD == p->m.len ? TNW_LAST : 0;
}

static void look_at_items(struct run *r)
{
    char found[64];
    for (; r->items < tn_tnw_host_items(r->soft.host); r->items++) {
        const struct tn_tnw_item *i = tn_tnw_host_item(r->soft.host, r->items);
        struct tn_block_post *p = sender(r, i);
        if (p == NULL) {
            snprintf(found, sizeof found, "link %u, channel %u, offset %06x", i->link, i->vc,
                     (unsigned)i->offset);
            stray(r, "TNW-PUT-11", "items that were sent", found);
        } else if (i->offset != p->offset + p->done * TNW_PAYLOAD / TN_TNW_PI_BEAT + ends(r, p) ||
                   memcmp(i->data, p->m.data + p->done * TNW_PAYLOAD, TNW_PAYLOAD) != 0) {
            p->end = TN_BLOCK_OTHER;
        } else {
            p->done++;
            r->soft.moved = tn_sim_cycle();
        }
    }
}

static void step(struct tn_session *s, uint64_t n)
{
    struct run *r = s->own;
    const uint64_t end = tn_sim_cycle() + n;
    while (tn_sim_cycle() < end) {
        if (r->phase == TURN) {
            r->phase = 0;
            look_at_items(r);
            tn_pi_soft_turn(&r->soft);
        }
        const uint64_t left = end - tn_sim_cycle(),
                       part = left < TURN - r->phase ? left : TURN - r->phase;
        tn_sim_step(part);
        r->phase += (unsigned)part;
    }
}

static int make_run(struct run *r, const struct tn_session_options *o)
{
    r->soft.par = (struct tn_tnw_pi_params){.off_log2 = (uint8_t)tn_sim_param("OFF_LOG2"),
                                            .item_log2 = (uint8_t)tn_sim_param("ITEM_LOG2"),
                                            .tag_log2 = (uint8_t)tn_sim_param("TAG_LOG2"),
                                            .desc_log2 = (uint8_t)tn_sim_param("DESC_LOG2"),
                                            .last_en = tn_sim_param("LAST_EN")};
    r->soft.post = calloc(TN_BLOCK_LIST, sizeof *r->soft.post);
    r->soft.kind = calloc(TN_BLOCK_LIST, sizeof *r->soft.kind);
    r->soft.host = tn_tnw_host_new(o->stim.seed, RID, PI_BAR0, PI_BAR2);
    r->soft.combiner = r->soft.host ? tn_tnw_combiner_new(r->soft.host, o->stim.seed, REACH) : NULL;
    return r->soft.post && r->soft.kind && r->soft.combiner && tn_monitor_subscribe(on_tlp, r) == 0
               ? 0
               : -ENOMEM;
}

static int open_capture(struct tn_session *s, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    struct run *r = s->own;
    r->s = s;
    r->source.stimulus = tn_torus_stimulus_open(o->capture, &o->stim, o->map, err, err_size);
    if (!r->source.stimulus)
        return -EINVAL;
    tn_monitor_clear();
    if (make_run(r, o) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_tnw_host_ports(r->soft.host, tn_port_faults(true));
    r->soft.s = s;
    tn_sim_reset(6);
    tn_tnw_host_reg_write(r->soft.host, TN_TNW_PI_R_REORDER_TMO, REORDER_TMO);
    tn_tnw_host_reg_write(r->soft.host, TN_TNW_PI_R_CPL_TMO, CPL_TMO);
    tn_sim_step(OPEN_CYC);
    tn_session_begin(s, o);
    r->opened = true;
    r->soft.moved = tn_sim_cycle();
    r->phase = TURN;
    return 0;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    struct tn_torus_message m;
    const int rc = tn_block_next(&r->source, &m);
    if (rc != 1)
        return rc;
    if (r->soft.want == TN_BLOCK_LIST - PROBES)
        return 0;
    tn_pi_post(&r->soft, &m,
               m.from  ? TN_PI_WRITE
               : m.get ? TN_PI_GET
                       : TN_PI_PUT,
               r->soft.want % TNW_LINKS * TNW_VCS + m.vc);
    r->last_due = m.due > r->last_due ? m.due : r->last_due;
    *at = m.due;
    s->tally.in++;
    return 1;
}

static const char *error(struct tn_session *s)
{
    struct run *r = s->own;
    return tn_torus_stimulus_error(r->source.stimulus);
}

static uint32_t before(struct tn_session *s, const char *link)
{
    struct run *r = s->own;
    for (unsigned k = 0; k < POINTS; k++)
        if (strcmp(tn_monitor_point(k), link) == 0)
            return r->before[k];
    return 0;
}

static unsigned long queued(struct tn_session *s)
{
    struct run *r = s->own;
    return r->soft.want - r->soft.begun;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    struct run *r = s->own;
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(r->soft.host);
    p->take = 4 + (unsigned)(seed % 12);
    p->link = 4 + (unsigned)(seed / 2 % 12);
}

static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    r->soft.want = r->soft.begun;
}

static bool all_ended(struct run *r)
{
    for (unsigned k = 0; k < r->soft.want; k++)
        if (r->soft.post[k].end == TN_BLOCK_OPEN)
            return false;
    return true;
}

static void wait_for_all(struct run *r)
{
    const uint64_t from = tn_sim_cycle();
    while (!all_ended(r)) {
        const uint64_t moved = r->soft.moved > from ? r->soft.moved : from;
        if (tn_sim_cycle() > moved + STILL_CYC)
            return;
        step(r->s, TURN);
    }
}

static void sign(struct run *r, const char *what, unsigned where, uint32_t value)
{
    char found[64];
    snprintf(found, sizeof found, "%s %04x reads %08x", what, where, (unsigned)value);
    tn_session_say(r->s, true, "TNW-CNT-3", "no error in a register", found);
}

/* Counters of errors; and an Nget that has no notification, though the engine has no descriptor any
 * more. */
static void read_signs(struct run *r)
{
    static const uint16_t counts[] = {0x44, 0x4c, 0x50, 0x54, 0x58, 0x5c, 0x60, 0x84, 0x88,
                                      0x8c, 0x90, 0x94, 0xac, 0xb0, 0xb4, 0xb8, 0xbc};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint32_t n = tn_tnw_host_reg_read(r->soft.host, counts[i]);
        if (n)
            sign(r, "register", counts[i], n);
        if (n == UINT32_MAX)
            return; /* none is answered */
    }
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        const uint16_t at = tn_tnw_get_addr(l, TN_TNW_GET_STATUS);
        const uint32_t n = r->soft.gets[l] ? tn_tnw_host_reg_read(r->soft.host, at) : THERE;
        if ((n & THERE) == 0)
            sign(r, "a descriptor was lost:", at, n);
    }
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    static const enum tn_pi_kind kinds[PROBES] = {TN_PI_PUT, TN_PI_GET, TN_PI_WRITE};
    const uint64_t now = tn_sim_cycle(), due = s->start + r->last_due;
    (void)drain;
    if (r->soft.begun < r->soft.want && due > now)
        step(s, due - now);
    wait_for_all(r);
    for (unsigned i = 0; i < PROBES; i++)
        tn_pi_post(&r->soft, &(struct tn_torus_message){.len = TNW_PAYLOAD, .data = {1}}, kinds[i],
                   TN_TNW_PI_WINDOWS - 1 - TNW_VCS * i);
    wait_for_all(r);
    step(s, SETTLE_CYC);
    look_at_items(r);
    for (unsigned k = 0; k < r->soft.begun; k++)
        if (r->soft.kind[k] == TN_PI_WRITE &&
            tn_block_spoilt(tn_tnw_host_memory(r->soft.host), r->soft.post, k))
            r->soft.post[k].end = TN_BLOCK_OTHER;
    const unsigned missing = tn_block_count(s, r->soft.post, r->soft.want, "TNW-GET-7");
    if (missing)
        read_signs(r);
    s->tally.timeouts = r->soft.timeouts;
    tn_block_missing(s, missing);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    struct run *r = s->own;
    snprintf(out, size, "%u messages, %u items, %u writes", r->soft.want,
             tn_tnw_host_items(r->soft.host), tn_tnw_host_came(r->soft.host, TN_TLP_MWR));
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_port_faults(false);
    tn_tnw_combiner_free(r->soft.combiner);
    tn_tnw_host_free(r->soft.host);
    tn_monitor_clear();
    tn_torus_stimulus_close(r->source.stimulus);
    free(r->soft.post);
    free(r->soft.kind);
}

const struct tn_session_ops tn_tnw_pi_session = {
    .size = sizeof(struct run),
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
