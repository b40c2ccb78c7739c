/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of the data link layer: the TLPs of a capture pass a link whose other end is the model,
 * those of the host from the DUT on, those of the device to it. The wire between the ends has
 * faults. The promise: each TLP once and in order, or a reported error.
 */
#include "../../replay/session.h"

#include "../dut/cz_duts.h"

#include <tn/czodiac/cz_stimulus.h>
#include <tn/czodiac/cz_wire_fault.h>
#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STILL_CYC =
        13000, /* nothing arrives for so long, not even with the UpdateFC of 45 us: nothing will */
    UP_CYC = 4000,
    PROBE_CYC = 3 * STILL_CYC, /* a fault of many frames may take two UpdateFC in turn */
    REST_CYC = 400,
    OFFER_CYC = 64, /* s_tlp_ok ends so long behind DL_Down at the latest: section 9 of the page */
    SIGNS = TN_CZ_ROLLOVER | TN_CZ_PROTOCOL | TN_CZ_OVERFLOW | TN_CZ_FLOW,
};

/* A TLP under way. */
struct parcel {
    struct parcel *next;
    bool may; /* the link went down since: the TLP may arrive or not */
    size_t len;
    uint8_t bytes[];
};
/* TLPs of one direction and class, oldest first. */
struct row {
    struct parcel *first, **last;
};
enum { TO_FAR, TO_DUT, WAYS };

struct run {
    struct tn_session *s;
    struct tn_cz_stimulus *stimulus;
    struct tn_cz_stim_packet next;
    struct tn_cz_bench *b;
    struct tn_cz_dll_judge *judge;
    struct row row[WAYS][3];
    unsigned long sent[WAYS], got[WAYS], under_way;
    unsigned long replays; /* timeouts, and Naks of either end */
    uint64_t last_due, moved, down_at, up_at;
    size_t largest; /* bytes of a TLP that the DUT may take */
    char error[120];
    bool opened, differed, probing, active, fell;
};

static void tell(struct run *r, bool sign, const char *rule, const char *expected,
                 const char *found)
{
    const bool down = strcmp(rule, "CZD-DWN-1") == 0;
    struct tn_verdict v = {
        .kind = TN_VERDICT_FAIL, .rule = rule, .cycle = down ? r->down_at : tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    (sign ? tn_session_tell : tn_session_differ)(r->s, &v);
}

/* What is under way. */

static void push(struct run *r, unsigned way, unsigned cls, const struct tn_cz_frame *f, bool may)
{
    struct row *w = &r->row[way][cls];
    struct parcel *p = malloc(sizeof *p + f->len);
    if (!p)
        return;
    *p = (struct parcel){.may = may, .len = f->len};
    memcpy(p->bytes, f->bytes, f->len);
    *w->last = p;
    w->last = &p->next;
    r->under_way++;
}

static void pop(struct run *r, struct row *w)
{
    struct parcel *p = w->first;
    w->first = p->next;
    if (!w->first)
        w->last = &w->first;
    r->under_way--;
    free(p);
}

/* The oldest of a row was lost when the link went down, which dl_active told. */
static void lost(struct run *r, struct row *w)
{
    if (r->s->tally.lost++ == 0)
        tell(r, true, "CZD-DWN-1", "TLPs that arrive", "the link went down");
    pop(r, w);
}

static bool same(const struct parcel *p, const struct tn_cz_frame *f)
{
    return p->len == f->len && memcmp(p->bytes, f->bytes, f->len) == 0;
}

/* A TLP arrived: the oldest of its class, or it is wrong. */
static void arrived(struct run *r, unsigned way, const struct tn_cz_frame *f)
{
    unsigned data;
    struct row *w = &r->row[way][tn_cz_dll_class(f->bytes, f->len, &data)];
    r->moved = tn_sim_cycle();
    r->got[way]++;
    if (r->probing)
        return;
    r->s->tally.out++;
    while (w->first && w->first->may && !same(w->first, f))
        lost(r, w);
    if (w->first && same(w->first, f)) {
        r->s->tally.matched++;
        pop(r, w);
        return;
    }
    r->s->tally.wrong++;
    tell(r, false, way == TO_FAR ? "CZD-TX-1" : "CZD-RX-4", "each TLP once and in order",
         "another TLP");
}

/* The link went down: TLPs under way may be lost. */
static void forget(struct run *r)
{
    for (unsigned i = 0; i < WAYS * 3; i++)
        for (struct parcel *p = r->row[i / 3][i % 3].first; p; p = p->next)
            p->may = true;
}

static void on_seen(void *ctx, enum tn_cz_place at, const struct tn_cz_frame *f, uint64_t first,
                    uint64_t last)
{
    struct run *r = ctx;
    unsigned data;
    (void)last;
    if ((at == TN_CZ_S_TLP || at == TN_CZ_S_FAR) && !r->probing)
        push(r, at == TN_CZ_S_TLP ? TO_FAR : TO_DUT, tn_cz_dll_class(f->bytes, f->len, &data), f,
             r->fell && first <= r->down_at + OFFER_CYC);
    else if (at == TN_CZ_FAR || at == TN_CZ_M_TLP)
        arrived(r, at == TN_CZ_FAR ? TO_FAR : TO_DUT, f);
}

static unsigned on_wire(void *ctx, enum tn_cz_place way, uint64_t cycle, struct tn_cz_frame *f)
{
    struct run *r = ctx;
    struct tn_dllp d;
    if (f->dllp) {
        tn_dllp_decode(f->bytes, &d);
        r->replays += d.kind == TN_DLLP_NAK;
    }
    return tn_cz_wire_pass(way, cycle, f);
}

static void on_judge(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (r->differed || r->probing)
        return;
    r->differed = true;
    tn_session_differ(r->s, v);
}

static void on_pins(void *ctx, const struct tn_block_cycle *c)
{
    static const char *const rules[8] = {"CZD-NAK-1", "CZD-DLP-1", "CZD-TMR-1", "CZD-RPL-3",
                                         "CZD-ACK-1", "CZD-OVF-1", "CZD-NAK-1", "CZD-UPD-3"};
    struct run *r = ctx;
    struct tn_cz_dll_pins p;
    char found[24];
    tn_cz_dll_pins(c, &p);
    tn_cz_dll_judge_cycle(r->judge, &p, c->cycle);
    r->active = p.dl_active;
    r->replays += p.obs_err & TN_CZ_TIMEOUT ? 1 : 0;
    if (p.rst || !r->opened || r->probing)
        return;
    for (unsigned k = 0; k < 8; k++)
        if ((p.obs_err & SIGNS) >> k & 1) {
            snprintf(found, sizeof found, "error %u", k);
            tell(r, true, rules[k], "no error of the protocol", found);
        }
}

/* The link falls when a fault says so, and rises again. */
static void work(struct run *r)
{
    const uint64_t now = tn_sim_cycle();
    const unsigned down = tn_cz_wire_down(now);
    if (down) {
        tn_cz_bench_up(r->b, false);
        forget(r);
        r->fell = true;
        r->down_at = now;
        r->up_at = now + down;
    } else if (!r->b->up && now >= r->up_at) {
        tn_cz_bench_up(r->b, true);
    }
}

static void step_dll(struct tn_session *s, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        work(s->own);
        tn_sim_step(1);
    }
}

static int open_dll(struct tn_session *s, const struct tn_session_options *o, char *err,
                    size_t err_size)
{
    struct run *r = s->own;
    struct tn_cz_dll_params par, far;
    r->s = s;
    if (!(r->stimulus = tn_cz_stimulus_open(o->capture, &o->stim, err, err_size)))
        return -EINVAL;
    for (unsigned i = 0; i < WAYS * 3; i++)
        r->row[i / 3][i % 3].last = &r->row[i / 3][i % 3].first;
    tn_monitor_clear();
    tn_cz_bench_params(&par);
    tn_cz_bench_far(&par, &far);
    r->largest = par.mps + 20;
    r->judge = tn_cz_dll_judge_new(&par, on_judge, r);
    r->b = tn_cz_bench_new(&far, o->stim.seed);
    if (!r->judge || !r->b || tn_block_subscribe(on_pins, r) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    r->b->seen = on_seen;
    r->b->wire = on_wire;
    r->b->ctx = r;
    tn_cz_wire_play(true);
    tn_state_settle("u_dut");
    tn_sim_reset(6);
    tn_cz_bench_up(r->b, true);
    for (unsigned k = 0; k < UP_CYC && !r->active; k++)
        tn_sim_step(1);
    tn_session_begin(s, o);
    r->opened = true;
    r->moved = tn_sim_cycle();
    return 0;
}

static int queue(struct run *r, const uint8_t *bytes, size_t len, bool to_dut, uint64_t at)
{
    struct tn_cz_frame f = {.len = len};
    memcpy(f.bytes, bytes, len);
    r->sent[to_dut ? TO_DUT : TO_FAR]++;
    return tn_cz_bench_send(r->b, to_dut ? TN_CZ_FAR : TN_CZ_S_TLP, &f, at);
}

static int next_dll(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    const int rc = tn_cz_stimulus_next(r->stimulus, &r->next);
    if (rc != 1)
        return rc;
    if (r->next.len > r->largest) {
        snprintf(r->error, sizeof r->error, "a TLP of %zu bytes, and the link's largest has %zu",
                 r->next.len, r->largest);
        return -EMSGSIZE;
    }
    *at = r->next.at;
    r->last_due = s->start + r->next.at;
    s->tally.in++;
    return queue(r, r->next.bytes, r->next.len, r->next.from_device, r->last_due) < 0 ? -ENOMEM : 1;
}

static const char *error_dll(struct tn_session *s)
{
    struct run *r = s->own;
    return r->error[0] ? r->error : tn_cz_stimulus_error(r->stimulus);
}

static unsigned long queued(struct tn_session *s)
{
    const struct run *r = s->own;
    return r->b->source.n > r->b->sender.n ? r->b->source.n : r->b->sender.n;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    struct run *r = s->own;
    for (unsigned i = 0; i < TN_CZ_FAR; i++)
        r->b->of_16[i] = 10 + (unsigned)(seed + i) % 6;
}

static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    tn_cz_bench_flush(r->b);
}

static bool probe(struct run *r)
{
    static const uint8_t tlp[16] = {0x40, 0, 0, 1, 0, 0, 0, 15, 0, 0, 0x10};
    const unsigned long was[WAYS] = {r->got[0], r->got[1]};
    r->probing = true;
    queue(r, tlp, sizeof tlp, false, 0);
    queue(r, tlp, sizeof tlp, true, 0);
    for (unsigned k = 0; k < PROBE_CYC && (r->got[0] == was[0] || r->got[1] == was[1]); k++)
        step_dll(r->s, 1);
    return r->got[0] > was[0] && r->got[1] > was[1];
}

/* TLPs that never came: a request's sender will know, for it gets no answer. */
static void missing(struct run *r)
{
    for (unsigned i = 0; i < WAYS * 3; i++)
        for (struct row *w = &r->row[i / 3][i % 3]; w->first;) {
            if (w->first->may) {
                lost(r, w);
                continue;
            }
            *(i % 3 == TN_CLASS_NP ? &r->s->tally.timeouts : &r->s->tally.lost) += 1;
            tell(r, false, i / 3 == TO_FAR ? "CZD-TX-1" : "CZD-RX-2", "each TLP", "none");
            pop(r, w);
        }
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    const uint64_t from = tn_sim_cycle() > r->last_due ? tn_sim_cycle() : r->last_due;
    while (tn_sim_cycle() < from + drain + STILL_CYC &&
           (r->under_way || r->b->source.n || r->b->sender.n) &&
           (r->moved < from ? from : r->moved) + STILL_CYC > tn_sim_cycle())
        step_dll(s, 1);
    step_dll(s, REST_CYC);
    s->tally.hung = r->b->source.n || r->b->sender.n || r->b->passing[TN_CZ_S_TLP].open;
    missing(r);
    if (r->replays && !s->tally.lost && !s->tally.wrong && !s->tally.timeouts)
        s->tally.corrected = r->replays;
    s->tally.hung |= !probe(r);
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct run *r = s->own;
    snprintf(out, size, "%lu TLPs from the DUT, %lu to it, %lu Naks and timeouts", r->sent[TO_FAR],
             r->sent[TO_DUT], r->replays);
}

static void close_dll(struct tn_session *s)
{
    struct run *r = s->own;
    tn_cz_wire_play(false);
    tn_cz_bench_free(r->b);
    tn_monitor_clear();
    tn_cz_dll_judge_free(r->judge);
    tn_cz_stimulus_close(r->stimulus);
    for (unsigned i = 0; i < WAYS * 3; i++)
        while (r->row[i / 3][i % 3].first)
            pop(r, &r->row[i / 3][i % 3]);
}

const struct tn_session_ops tn_cz_dll_session = {
    .size = sizeof(struct run),
    .open = open_dll,
    .next = next_dll,
    .error = error_dll,
    .step = step_dll,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_dll,
};
