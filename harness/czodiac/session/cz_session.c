/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of the remapper: its judges, and what each difference is counted as.
 */
#include "cz_session.h"

#include "../dut/cz_duts.h"

#include <tn/bfm.h>
#include <tn/czodiac/cz_board.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USR, DEV, SIDES, PROBE_CYC = 200, PACKETS_KEPT = 65536 };
enum { REG_STATUS = 0x00c, REG_UR = 0x418, REG_ECRC_BAD = 0x420, REG_REJ = 0x440 };

struct run {
    struct tn_session *s;
    struct tn_cz_remap *model;
    struct tn_cz_board *board;
    struct tn_checker *rules[SIDES];
    unsigned long in[SIDES], out[SIDES]; /* TLPs by stream */
    struct tn_cz_stimulus *stimulus;
    struct tn_cz_stim_packet next; /* of the stimulus */
    uint64_t last_due;
    const struct tn_event *ev; /* being judged */
    bool flagged;              /* a rule says that the packet being judged is bad */
    bool probing;
    unsigned long answers;     /* anything that came out while probing */
    uint64_t bar;              /* an address that the first function's window takes */
    uint16_t function;         /* ID of the first function, for its USER and the device alike */
    uint8_t cls[PACKETS_KEPT]; /* of the packets sent, by number */
};

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (v->kind != TN_VERDICT_FAIL || r->probing)
        return;
    tn_session_tell(r->s, v);
}

static enum tn_tlp_class class_of(const struct tn_event *ev)
{
    struct tn_tlp t;
    tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t);
    return tn_tlp_class(t.kind);
}

/* One that the scoreboard misses; back with -1 when it came after all. */
static void count_lost(struct run *r, const struct tn_verdict *v, long by)
{
    bool ur = strcmp(v->rule, "CZR-UR-1") == 0;
    bool posted = !ur && r->cls[v->related % PACKETS_KEPT] == TN_CLASS_P;
    *(posted ? &r->s->tally.lost : &r->s->tally.timeouts) += (unsigned long)by;
}

/* The scoreboard's differences need the model, but for the rejects, which the DUT
 * shows itself. */
static void on_difference(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (r->probing)
        return;
    if (strcmp(v->rule, "CZR-DROP-1") == 0) {
        tn_session_tell(r->s, v);
        return;
    }
    tn_session_differ(r->s, v);
    if (strcmp(v->rule, "CZR-LOSS-1") == 0 || strcmp(v->rule, "CZR-UR-1") == 0) {
        count_lost(r, v, 1);
        return;
    }
    if (strcmp(v->rule, "CZR-ORD-1") == 0) {
        count_lost(r, v, -1);
        if (class_of(r->ev) != TN_CLASS_P) {
            r->s->tally.late++; /* wrong only when the tags are the same, and then a rule says so */
            return;
        }
    }
    if (r->flagged)
        r->s->tally.flagged++;
    else if (r->ev && class_of(r->ev) == TN_CLASS_NP)
        r->s->tally.lost++;
    else
        r->s->tally.wrong++;
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct run *r = ctx;
    const char *at = tn_monitor_point(ev->point);
    int side = at[2] == 'u' ? USR : DEV;
    bool out = at[0] == 'm';
    unsigned long told = r->s->tally.told;
    if (r->probing) {
        r->answers += out;
        return;
    }
    (out ? r->out : r->in)[side]++;
    (*(out ? &r->s->tally.out : &r->s->tally.in))++;
    r->ev = ev;
    if (!out)
        r->cls[ev->packet % PACKETS_KEPT] = (uint8_t)class_of(ev);
    tn_checker_event(r->rules[side], ev, 0);
    r->flagged = r->s->tally.told != told;
    tn_cz_board_event(r->board, at, ev);
    r->ev = NULL;
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    struct run *r = ctx;
    if (r->probing)
        r->answers++;
    else
        tn_cz_board_reject(r->board, cycle, dir, cause, port);
}

static void both_write(void *ctx, uint32_t addr, uint32_t value)
{
    struct run *r = ctx;
    tn_reg_write(addr, value);
    tn_cz_remap_write(r->model, addr, value);
}

/* The USER's port, on a bench of fewer ports modulo PORT_N. */
static unsigned user_port(void)
{
    return TN_CZ_STIM_PORT % (unsigned)tn_sim_param("PORT_N");
}

static bool make_judges(struct run *r)
{
    struct tn_check_params p;
    tn_check_defaults(&p);
    p.ext_tags = true;
    p.completion_timeout_ns = 1000000000; /* the scoreboard knows sooner what is lost */
    r->rules[DEV] = tn_checker_new(&p, NULL, NULL, on_rule, r);
    p.inside = true;
    r->rules[USR] = tn_checker_new(&p, NULL, NULL, on_rule, r);
    r->model = tn_cz_remap_new((unsigned)tn_sim_param("FUNC_N"), (unsigned)tn_sim_param("PORT_N"));
    r->board = r->model ? tn_cz_board_new(r->model, on_difference, r) : NULL;
    return r->rules[DEV] && r->rules[USR] && r->board;
}

bool tn_cz_session_open(struct tn_session *s, const struct tn_cz_stimulus *stimulus,
                        const struct tn_session_options *o)
{
    struct run *r = s->own;
    const uint16_t *ids;
    r->s = s;
    tn_cz_stimulus_ids(stimulus, &ids);
    r->function = ids[0];
    r->bar = tn_cz_stimulus_bar(stimulus);
    if (!make_judges(r))
        return false;
    tn_state_settle("u_dut");
    tn_sim_reset(4);
    tn_cz_stimulus_program(stimulus, user_port(), both_write, r);
    tn_monitor_subscribe(on_packet, r);
    tn_reject_subscribe(on_reject, r);
    tn_handshake_subscribe(on_rule, r);
    tn_session_begin(s, o);
    return true;
}

void tn_cz_session_send(struct tn_session *s, const struct tn_cz_stim_packet *p)
{
    struct run *r = s->own;
    uint64_t at = s->start + p->at;
    r->last_due = at + p->len / 16 + 1;
    tn_source_send(tn_source_find(p->from_device ? "s_dev" : "s_usr"), p->bytes, p->len, p->cls,
                   p->from_device ? 0 : user_port(), at, TN_EV_REPLAY);
}

static unsigned long queued(struct tn_session *s)
{
    (void)s;
    unsigned long u = tn_source_pending(tn_source_find("s_usr"));
    unsigned long d = tn_source_pending(tn_source_find("s_dev"));
    return u > d ? u : d;
}

static bool idle(void *ctx)
{
    struct run *r = ctx;
    return queued(r->s) == 0 && tn_cz_board_pending(r->board) == 0;
}

/* A write each way that the remapper must forward or reject: silence is a hang. */
static bool answers_probes(struct run *r)
{
    static const char *const sources[] = {"s_usr", "s_dev"};
    uint8_t data[4] = {0}, bytes[32];
    for (int side = 0; side < SIDES; side++) {
        struct tn_tlp t = {.requester = r->function,
                           .length_dw = 1,
                           .first_be = 15,
                           .addr = side == USR ? r->bar : 0x1000};
        unsigned long before = r->answers;
        tn_tlp_set_kind(&t, TN_TLP_MWR, 0);
        long n = tn_tlp_encode(&t, data, sizeof data, bytes, sizeof bytes);
        tn_source_send(tn_source_find(sources[side]), bytes, (size_t)n, TN_CLASS_P,
                       side == USR ? user_port() : 0, 0, TN_EV_REPLAY);
        for (int i = 0; i < PROBE_CYC && r->answers == before; i++)
            tn_sim_step(1);
        if (r->answers == before)
            return false;
    }
    return true;
}

/* An error register that the traffic does not explain tells of a fault. */
static void compare_register(struct run *r, uint32_t addr)
{
    uint32_t want = tn_cz_remap_read(r->model, addr), got = tn_reg_read(addr);
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = "CZR-CNT-1", .cycle = tn_sim_cycle()};
    if (want == got)
        return;
    snprintf(v.expected, sizeof v.expected, "register %03x is %08x", addr, want);
    snprintf(v.found, sizeof v.found, "%08x", got);
    tn_session_tell(r->s, &v);
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    uint64_t now = tn_sim_cycle(), due = r->last_due > now ? r->last_due - now : 0;
    tn_sim_step_until(idle, r, due + drain);
    tn_sim_step(20);
    compare_register(r, REG_STATUS);
    compare_register(r, REG_UR);
    compare_register(r, REG_UR + 4);
    compare_register(r, REG_ECRC_BAD);
    for (uint32_t cause = 1; cause < 8; cause++) {
        compare_register(r, REG_REJ + 4 * cause);
        compare_register(r, REG_REJ + 0x40 + 4 * cause);
    }
    tn_cz_board_finish(r->board);
    if (s->tally.timeouts && s->tally.told++ == 0)
        snprintf(s->tally.told_rule, sizeof s->tally.told_rule, "CPL-13");
    s->tally.matched = tn_cz_board_matched(r->board);
    r->probing = true;
    s->tally.hung = queued(s) > 0 || !answers_probes(r);
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_monitor_clear();
    tn_cz_board_free(r->board);
    tn_cz_remap_free(r->model);
    for (int side = 0; side < SIDES; side++)
        tn_checker_free(r->rules[side]);
    tn_cz_stimulus_close(r->stimulus);
}

/* Whether the DUT has an entry for each Requester ID; if not, one line in err. */
static bool has_entries(const struct tn_cz_stimulus *stimulus, const char *capture, char *err,
                        size_t err_size)
{
    const uint16_t *ids;
    unsigned n = tn_cz_stimulus_ids(stimulus, &ids), entries = (unsigned)tn_sim_param("FUNC_N");
    if (n <= entries)
        return true;
    snprintf(err, err_size, "%.200s: %u Requester IDs, and the remapper has FUNC_N = %u entries",
             capture, n, entries);
    return false;
}

static int open_capture(struct tn_session *s, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    struct run *r = s->own;
    if (o->map[0]) {
        snprintf(err, err_size, "'%.60s': this DUT's packets need no map", o->map);
        return -EINVAL;
    }
    r->stimulus = tn_cz_stimulus_open(o->capture, &o->stim, err, err_size);
    if (!r->stimulus)
        return -EIO;
    if (!has_entries(r->stimulus, o->capture, err, err_size)) {
        tn_cz_stimulus_close(r->stimulus);
        return -ENOSPC;
    }
    if (!tn_cz_session_open(s, r->stimulus, o)) {
        snprintf(err, err_size, "out of memory");
        tn_cz_stimulus_close(r->stimulus);
        return -ENOMEM;
    }
    return 0;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    int rc = tn_cz_stimulus_next(r->stimulus, &r->next);
    if (rc == 1) {
        tn_cz_session_send(s, &r->next);
        *at = r->next.at;
    }
    return rc;
}

static const char *error(struct tn_session *s)
{
    struct run *r = s->own;
    return tn_cz_stimulus_error(r->stimulus);
}

static void stall(struct tn_session *s, uint64_t seed)
{
    (void)s;
    tn_sink_stall(tn_sink_find("m_usr"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_sink_stall(tn_sink_find("m_dev"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
}

static void flush(struct tn_session *s)
{
    (void)s;
    tn_source_flush(tn_source_find("s_usr"));
    tn_source_flush(tn_source_find("s_dev"));
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    struct run *r = s->own;
    snprintf(out, size,
             "%lu TLPs from the user, %lu from the device; %lu to the device, %lu to the user",
             r->in[USR], r->in[DEV], r->out[DEV], r->out[USR]);
}

const struct tn_session_ops tn_cz_session = {
    .size = sizeof(struct run),
    .open = open_capture,
    .next = next,
    .error = error,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_session,
};
