/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of TNW's reception side alone (checkers/tnw/spec/tnw_nwp.md 1 to 4): the messages of a
 * captured cable are offered by six links, each into a credit that software gave, and must lie in
 * host memory when their notification does. Faults are of the two ports for data, and of the DUT's
 * state; what tells is a notification's cause, and where a message is missing the counters.
 */
#include "tnw_block_messages.h"
#include "../../replay/session.h"

#include "../dut/tnw_duts.h"

#include <tn/bfm.h>
#include <tn/port_fault.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/tnw/bfm_tnw_rcv.h>
#include <tn/tnw/tnw_fault_kinds.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN = 4,         /* cycles between two looks of software */
    LEAD = 200,       /* cycles that a credit is given before its message */
    ACCESSES = 24,    /* that wait at most */
    FULL = 16,        /* packets that wait in a channel at most */
    STILL_CYC = 2500, /* nothing ends for so long: it never will */
    SETTLE_CYC = 64,
    PROBE_IDS = 2,
};
static const unsigned probe_id[PROBE_IDS] = {0, TN_TNW_RCV_IDS - 1};

struct run {
    struct tn_session *s;
    struct tn_block_source source;
    struct tn_tnw_links *links;
    struct tn_block_post *post;
    unsigned want, given, places;
    unsigned open[TN_TNW_RCV_IDS]; /* credits */
    bool last_en;
    bool opened;                   /* the stimulus has begun */
    bool reset;                    /* of link 0 is due */
    unsigned phase;
    uint64_t last_due, moved;
    unsigned strays;
};

/* A write that is no message's and no notification's. */
static void on_pins(void *ctx, const struct tn_block_cycle *c)
{
    struct run *r = ctx;
    struct tn_tnw_rcv_in in;
    struct tn_tnw_rcv_out out;
    char found[48];
    tn_tnw_rcv_pins(c, &in, &out);
    if (in.rst || !r->opened || !out.m_wr_valid || !in.m_wr_ready || !out.m_wr_first)
        return;
    if (tn_block_is_place(r->post, r->given, out.m_wr_addr,
                          out.m_wr_last ? TNW_NOTE : TNW_PAYLOAD) ||
        r->strays++)
        return;
    r->s->tally.wrong++;
    snprintf(found, sizeof found, "%016llx", (unsigned long long)out.m_wr_addr);
    tn_session_say(r->s, false, "TNW-CRD-4", "writes to messages and notifications", found);
}

static void give(struct run *r)
{
    while (r->given < r->want && tn_tnw_links_accesses(r->links) < ACCESSES) {
        struct tn_block_post *p = &r->post[r->given];
        if (tn_sim_cycle() + LEAD < r->s->start + p->m.due || r->open[p->id] == r->places ||
            tn_tnw_links_is_down(r->links, p->id / TNW_VCS) || r->reset)
            return;
        const uint64_t base = tn_block_place(r->given), note = tn_block_note(r->given);
        const uint32_t reg[TN_TNW_RCV_RW] = {(uint32_t)base, (uint32_t)(base >> 32),
                                             p->m.len,       r->given,
                                             (uint32_t)note, (uint32_t)(note >> 32)};
        for (unsigned i = 0; i < TN_TNW_RCV_RW; i++)
            tn_tnw_links_write(r->links, tn_tnw_rcv_addr(p->id, 4 * i), reg[i]);
        r->open[p->id]++;
        r->given++;
    }
}

/* The next packet of each channel's oldest message that is due. */
static void offer(struct run *r)
{
    bool behind[TN_TNW_RCV_IDS] = {false};
    for (unsigned k = 0; k < r->given; k++) {
        struct tn_block_post *p = &r->post[k];
        if (p->done * TNW_PAYLOAD == p->m.len || behind[p->id])
            continue;
        behind[p->id] = true;
        if (tn_sim_cycle() < r->s->start + p->m.due ||
            tn_tnw_links_waiting(r->links, p->id) >= FULL ||
            tn_tnw_links_is_down(r->links, p->id / TNW_VCS))
            continue;
        const bool last = r->last_en && (p->done + 1) * TNW_PAYLOAD == p->m.len;
        tn_tnw_links_offer(r->links, p->id, p->done * TNW_PAYLOAD / TN_TNW_RCV_BEAT + last,
                           p->m.data + p->done * TNW_PAYLOAD);
        p->done++;
    }
}

/* Link 0 is reset when no credit is half given. Who does it knows that its messages are lost. */
static void reset_link(struct run *r)
{
    r->reset |= tn_port_due(TN_TNW_LINKS_RCV, tn_sim_cycle(), TN_FAULT_LINKRST);
    if (!r->reset || tn_tnw_links_accesses(r->links))
        return;
    r->reset = false;
    tn_tnw_links_flush(r->links, 0);
    for (unsigned k = 0; k < r->given; k++) {
        struct tn_block_post *p = &r->post[k];
        if (p->id / TNW_VCS != 0 || p->end != TN_BLOCK_OPEN)
            continue;
        p->end = TN_BLOCK_TOLD;
        p->done = p->m.len / TNW_PAYLOAD;
        r->open[p->id]--;
    }
}

static void look(struct run *r)
{
    for (unsigned k = 0; k < r->given; k++) {
        if (r->post[k].end != TN_BLOCK_OPEN)
            continue;
        tn_block_look(tn_tnw_links_memory(r->links), r->post, k, 0, true);
        if (r->post[k].end == TN_BLOCK_OPEN)
            continue;
        r->moved = tn_sim_cycle();
        r->open[r->post[k].id]--;
    }
}

static void step(struct tn_session *s, uint64_t n)
{
    struct run *r = s->own;
    const uint64_t end = tn_sim_cycle() + n;
    while (tn_sim_cycle() < end) {
        if (r->phase == TURN) {
            r->phase = 0;
            look(r);
            reset_link(r);
            give(r);
            offer(r);
        }
        const uint64_t left = end - tn_sim_cycle(),
                       part = left < TURN - r->phase ? left : TURN - r->phase;
        tn_sim_step(part);
        r->phase += (unsigned)part;
    }
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
    r->places = 1u << tn_sim_param("CREDIT_LOG2");
    r->last_en = tn_sim_param("LAST_EN");
    r->post = calloc(TN_BLOCK_LIST, sizeof *r->post);
    r->links = tn_tnw_links_new(o->stim.seed);
    if (!r->post || !r->links || tn_block_subscribe(on_pins, r) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_tnw_links_ports(r->links, tn_port_faults(true));
    tn_port_due(TN_TNW_LINKS_RCV, 0, TN_FAULT_LINKRST);
    tn_sim_reset(6);
    tn_session_begin(s, o);
    r->opened = true;
    r->moved = tn_sim_cycle();
    r->phase = TURN;
    return 0;
}

/* Each way of the cable is three links here. */
static void post(struct run *r, const struct tn_torus_message *m, unsigned id)
{
    r->post[r->want].m = *m;
    r->post[r->want++].id = id;
    r->s->tally.in++;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    struct tn_torus_message m;
    const int rc = tn_block_next(&r->source, &m);
    if (rc != 1)
        return rc;
    if (r->want == TN_BLOCK_LIST - PROBE_IDS)
        return 0;
    post(r, &m, (3 * m.from + r->want % 3) * TNW_VCS + m.vc);
    r->last_due = m.due > r->last_due ? m.due : r->last_due;
    *at = m.due;
    return 1;
}

static const char *error(struct tn_session *s)
{
    struct run *r = s->own;
    return tn_torus_stimulus_error(r->source.stimulus);
}

static unsigned long queued(struct tn_session *s)
{
    struct run *r = s->own;
    return r->want - r->given;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    struct run *r = s->own;
    tn_tnw_links_ready(r->links, 2 + (unsigned)(seed % 14));
}

static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    r->want = r->given;
}

static void wait_for_all(struct run *r)
{
    const uint64_t from = tn_sim_cycle();
    for (;;) {
        const uint64_t moved = r->moved > from ? r->moved : from;
        bool open = r->given < r->want;
        for (unsigned k = 0; k < r->given; k++)
            open |= r->post[k].end == TN_BLOCK_OPEN;
        if (!open || tn_sim_cycle() > moved + STILL_CYC)
            return;
        step(r->s, TURN);
    }
}

/* What says that something went wrong. */
static void read_signs(struct run *r)
{
    static const uint16_t counts[] = {TN_TNW_RCV_NOFIT,   TN_TNW_RCV_BAD,   TN_TNW_RCV_NO_ROOM,
                                      TN_TNW_RCV_FLUSHED, TN_TNW_RCV_SHORT, TN_TNW_RCV_LONG,
                                      TN_TNW_RCV_BEHIND};
    char found[40];
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint32_t n = tn_tnw_links_read(r->links, counts[i]);
        if (n == 0)
            continue;
        snprintf(found, sizeof found, "%u in register %03x", n, counts[i]);
        tn_session_say(r->s, true, "TNW-CRD-5", "no error in a counter", found);
    }
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    const uint64_t now = tn_sim_cycle(), due = s->start + r->last_due;
    (void)drain;
    if (r->given < r->want && due > now)
        step(s, due - now);
    wait_for_all(r);
    for (unsigned i = 0; i < PROBE_IDS; i++)
        post(r, &(struct tn_torus_message){.len = TNW_PAYLOAD, .data = {1}}, probe_id[i]);
    wait_for_all(r);
    step(s, SETTLE_CYC);
    for (unsigned k = 0; k < r->given; k++)
        if (tn_block_spoilt(tn_tnw_links_memory(r->links), r->post, k))
            r->post[k].end = TN_BLOCK_OTHER;
    const unsigned missing = tn_block_count(s, r->post, r->want, "TNW-CRD-6");
    if (missing)
        read_signs(r);
    tn_block_missing(s, missing);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    struct run *r = s->own;
    snprintf(out, size, "%u messages, %u packets written", r->want, tn_tnw_links_packets(r->links));
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_port_faults(false);
    tn_tnw_links_free(r->links);
    tn_monitor_clear();
    tn_torus_stimulus_close(r->source.stimulus);
    free(r->post);
}

const struct tn_session_ops tn_tnw_rcv_session = {
    .size = sizeof(struct run),
    .open = open_capture,
    .next = next,
    .error = error,
    .step = step,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_session,
};
