/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of the remapper: its judges, and what each difference is counted as.
 */
#include "session_cz.h"

#include "../dut/cz_duts.h"

#include <tn/bfm.h>
#include <tn/cz_board.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USR, DEV, SIDES, PROBE_CYC = 200, PACKETS_KEPT = 65536 };
enum { REG_STATUS = 0x00c, REG_UR = 0x418, REG_ECRC_BAD = 0x420, REG_REJ = 0x440 };

static struct {
    struct tn_cz_remap *model;
    struct tn_cz_board *board;
    struct tn_checker *rules[SIDES];
    struct tn_session_tally *t;
    unsigned long in[SIDES], out[SIDES]; /* TLPs by stream */
    struct tn_stimulus *stimulus;
    uint64_t last_due;
    const struct tn_event *ev; /* being judged */
    bool probing;
    unsigned long answers; /* anything that came out while probing */
    uint64_t bar;
    uint16_t device;
    uint8_t cls[PACKETS_KEPT]; /* of the packets sent, by number */
} run;

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (v->kind != TN_VERDICT_FAIL || run.probing)
        return;
    tn_session_tell(v);
    tn_session_hand_over(v);
}

static enum tn_tlp_class class_of(const struct tn_event *ev)
{
    struct tn_tlp t;
    tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t);
    return tn_tlp_class(t.kind);
}

/* One that the scoreboard misses; back with -1 when it came after all. */
static void count_lost(const struct tn_verdict *v, long by)
{
    bool ur = strcmp(v->rule, "CZR-UR-1") == 0;
    bool posted = !ur && run.cls[v->related % PACKETS_KEPT] == TN_CLASS_P;
    *(posted ? &run.t->lost : &run.t->timeouts) += (unsigned long)by;
}

/* The scoreboard's differences need the model, but for the rejects, which the DUT
 * shows itself. */
static void on_difference(void *ctx, const struct tn_verdict *v)
{
    bool flagged_here = *(const bool *)ctx;
    if (run.probing)
        return;
    tn_session_hand_over(v);
    if (strcmp(v->rule, "CZR-DROP-1") == 0) {
        tn_session_tell(v);
        return;
    }
    tn_session_note(v->cycle ? v->cycle : tn_sim_cycle(), v->rule);
    if (strcmp(v->rule, "CZR-LOSS-1") == 0 || strcmp(v->rule, "CZR-UR-1") == 0) {
        count_lost(v, 1);
        return;
    }
    if (strcmp(v->rule, "CZR-ORD-1") == 0) {
        count_lost(v, -1);
        if (class_of(run.ev) != TN_CLASS_P) {
            run.t->late++; /* wrong only when the tags are the same, and then a rule says so */
            return;
        }
    }
    if (flagged_here)
        run.t->flagged++;
    else if (run.ev && class_of(run.ev) == TN_CLASS_NP)
        run.t->lost++;
    else
        run.t->wrong++;
}

static bool flagged; /* a rule says of the packet being judged that it is bad */

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    int side = at[2] == 'u' ? USR : DEV;
    bool out = at[0] == 'm';
    unsigned long told = run.t->told;
    (void)ctx;
    if (run.probing) {
        run.answers += out;
        return;
    }
    (out ? run.out : run.in)[side]++;
    (*(out ? &run.t->out : &run.t->in))++;
    run.ev = ev;
    if (!out)
        run.cls[ev->packet % PACKETS_KEPT] = (uint8_t)class_of(ev);
    tn_checker_event(run.rules[side], ev, 0);
    flagged = run.t->told != told;
    tn_cz_board_event(run.board, at, ev);
    run.ev = NULL;
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx;
    if (run.probing)
        run.answers++;
    else
        tn_cz_board_reject(run.board, cycle, dir, cause, port);
}

static void both_write(uint32_t addr, uint32_t value)
{
    tn_reg_write(addr, value);
    tn_cz_remap_write(run.model, addr, value);
}

/* The USER's port, on a bench of fewer ports modulo PORT_N. */
static unsigned user_port(void)
{
    return TN_STIM_PORT % (unsigned)tn_sim_param("PORT_N");
}

static void program_entry(void)
{
    both_write(0x020, user_port() << 16 | TN_STIM_UID);
    both_write(0x024, run.device);
    both_write(0x040, TN_STIM_UBAR);
    both_write(0x048, (uint32_t)run.bar);
    both_write(0x04c, (uint32_t)(run.bar >> 32));
    both_write(0x050, 0x80000000u | TN_STIM_BAR_LOG2);
    both_write(0x010, 0);
}

static bool make_judges(void)
{
    struct tn_check_params p;
    tn_check_defaults(&p);
    p.ext_tags = true;
    p.completion_timeout_ns = 1000000000; /* the scoreboard knows sooner what is lost */
    run.rules[DEV] = tn_checker_new(&p, NULL, NULL, on_rule, NULL);
    p.inside = true;
    run.rules[USR] = tn_checker_new(&p, NULL, NULL, on_rule, NULL);
    run.model = tn_cz_remap_new((unsigned)tn_sim_param("FUNC_N"), (unsigned)tn_sim_param("PORT_N"));
    run.board = run.model ? tn_cz_board_new(run.model, on_difference, &flagged) : NULL;
    return run.rules[DEV] && run.rules[USR] && run.board;
}

bool tn_cz_session_open(const struct tn_stimulus *s, const struct tn_session_options *o)
{
    memset(&run, 0, sizeof run);
    run.device = tn_stimulus_device(s);
    run.bar = tn_stimulus_bar(s);
    if (!make_judges())
        return false;
    tn_state_settle("u_dut");
    tn_sim_reset(4);
    program_entry();
    tn_monitor_subscribe(on_packet, NULL);
    tn_reject_subscribe(on_reject, NULL);
    tn_handshake_subscribe(on_rule, NULL);
    run.t = tn_session_begin(o);
    return true;
}

void tn_cz_session_send(const struct tn_stim_packet *p)
{
    uint64_t at = tn_session_start() + p->at;
    run.last_due = at + p->len / 16 + 1;
    tn_source_send(tn_source_find(p->from_device ? "s_dev" : "s_usr"), p->bytes, p->len, p->cls,
                   p->from_device ? 0 : user_port(), at, TN_EV_REPLAY);
}

static unsigned long queued(void)
{
    unsigned long u = tn_source_pending(tn_source_find("s_usr"));
    unsigned long d = tn_source_pending(tn_source_find("s_dev"));
    return u > d ? u : d;
}

static bool idle(void *ctx)
{
    (void)ctx;
    return queued() == 0 && tn_cz_board_pending(run.board) == 0;
}

/* A write each way that the remapper must forward or reject: silence is a hang. */
static bool answers_probes(void)
{
    static const char *const sources[] = {"s_usr", "s_dev"};
    uint8_t data[4] = {0}, bytes[32];
    for (int side = 0; side < SIDES; side++) {
        struct tn_tlp t = {.requester = side == USR ? TN_STIM_UID : run.device, .length_dw = 1,
                           .first_be = 15, .addr = side == USR ? TN_STIM_UBAR : 0x1000};
        unsigned long before = run.answers;
        tn_tlp_set_kind(&t, TN_TLP_MWR, 0);
        long n = tn_tlp_encode(&t, data, sizeof data, bytes, sizeof bytes);
        tn_source_send(tn_source_find(sources[side]), bytes, (size_t)n, TN_CLASS_P,
                       side == USR ? user_port() : 0, 0, TN_EV_REPLAY);
        for (int i = 0; i < PROBE_CYC && run.answers == before; i++)
            tn_sim_step(1);
        if (run.answers == before)
            return false;
    }
    return true;
}

/* An error register that the traffic does not explain tells of a fault. */
static void compare_register(uint32_t addr)
{
    uint32_t want = tn_cz_remap_read(run.model, addr), got = tn_reg_read(addr);
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = "CZR-CNT-1", .cycle = tn_sim_cycle()};
    if (want == got)
        return;
    snprintf(v.expected, sizeof v.expected, "register %03x is %08x", addr, want);
    snprintf(v.found, sizeof v.found, "%08x", got);
    tn_session_tell(&v);
    tn_session_hand_over(&v);
}

static void finish(uint64_t drain)
{
    uint64_t now = tn_sim_cycle(), due = run.last_due > now ? run.last_due - now : 0;
    tn_sim_step_until(idle, NULL, due + drain);
    tn_sim_step(20);
    compare_register(REG_STATUS);
    compare_register(REG_UR);
    compare_register(REG_UR + 4);
    compare_register(REG_ECRC_BAD);
    for (uint32_t cause = 1; cause < 8; cause++) {
        compare_register(REG_REJ + 4 * cause);
        compare_register(REG_REJ + 0x40 + 4 * cause);
    }
    tn_cz_board_finish(run.board);
    if (run.t->timeouts && run.t->told++ == 0)
        snprintf(run.t->told_rule, sizeof run.t->told_rule, "CPL-13");
    run.t->matched = tn_cz_board_matched(run.board);
    run.probing = true;
    run.t->hung = queued() > 0 || !answers_probes();
    if (run.t->hung)
        tn_session_note(tn_sim_cycle(), "hang");
}

static void close_session(void)
{
    tn_monitor_clear();
    tn_cz_board_free(run.board);
    tn_cz_remap_free(run.model);
    for (int side = 0; side < SIDES; side++)
        tn_checker_free(run.rules[side]);
    tn_stimulus_close(run.stimulus);
}

static int open_capture(const struct tn_session_options *o, char *err, size_t err_size)
{
    struct tn_stimulus *s;
    if (o->map[0]) {
        snprintf(err, err_size, "'%.60s': this DUT's packets need no map", o->map);
        return -EINVAL;
    }
    s = tn_stimulus_open(o->capture, &o->stim, err, err_size);
    if (!s)
        return -EIO;
    if (!tn_cz_session_open(s, o)) {
        snprintf(err, err_size, "out of memory");
        tn_stimulus_close(s);
        return -ENOMEM;
    }
    run.stimulus = s;
    return 0;
}

static int next(uint64_t *at)
{
    static struct tn_stim_packet p;
    int rc = tn_stimulus_next(run.stimulus, &p);
    if (rc == 1) {
        tn_cz_session_send(&p);
        *at = p.at;
    }
    return rc;
}

static const char *error(void)
{
    return tn_stimulus_error(run.stimulus);
}

static void stall(uint64_t seed)
{
    tn_sink_stall(tn_sink_find("m_usr"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_sink_stall(tn_sink_find("m_dev"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
}

static void flush(void)
{
    tn_source_flush(tn_source_find("s_usr"));
    tn_source_flush(tn_source_find("s_dev"));
}

static void summary(char *out, size_t size)
{
    snprintf(out, size, "%lu TLPs from the user, %lu from the device; %lu to the device, %lu to the user",
             run.in[USR], run.in[DEV], run.out[DEV], run.out[USR]);
}

const struct tn_session_ops tn_cz_session = {
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
