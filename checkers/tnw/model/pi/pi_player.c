/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of tnw_pi driven cycle by cycle.
 */
#include "pi_player.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { BEATS = TNW_PAYLOAD / TN_TNW_PI_BEAT, NEARLY_DONE = 4, LATE = 2 };

static void on_write(void *ctx, uint16_t addr, uint32_t data)
{
    struct tn_tnw_pi_player *s = ctx;
    if (tn_tnw_pi_is_get(addr) || player_strikes(s, TN_TNW_PI_BUG_WRITE_LOST))
        return;
    s->out.reg_wr = true;
    s->out.reg_addr = addr;
    s->out.reg_wdata = data ^ player_strikes(s, TN_TNW_PI_BUG_WRITE_OTHERWISE);
}

static uint32_t on_read(void *ctx, uint16_t addr)
{
    const struct tn_tnw_pi_player *s = ctx;
    return tn_tnw_pi_is_get(addr) ? 0 : s->rdata;
}

static void on_tlp(void *ctx, const uint8_t *bytes, size_t len)
{
    struct tn_tnw_pi_player *s = ctx;
    struct player_tlp *t = &s->answer[s->answer_in % PLAYER_ANSWERS];
    tn_require(s->answer_in - s->answer_out < PLAYER_ANSWERS);
    memcpy(t->bytes, bytes, len);
    t->len = len;
    if (!tnw_player_spoil_answer(s, t))
        return;
    s->answer_in++;
    if (!player_strikes(s, TN_TNW_PI_BUG_ANSWERED_TWICE))
        return;
    s->answer[s->answer_in % PLAYER_ANSWERS] = *t;
    s->answer_in++;
}

static void on_item(void *ctx, const struct tn_tnw_item *item)
{
    struct tn_tnw_pi_player *s = ctx;
    s->item = *item;
    s->beat = 0;
}

static void on_error(void *ctx, unsigned id, enum tn_tnw_pi_error error)
{
    struct tn_tnw_pi_player *s = ctx;
    s->error[s->error_in++ % PLAYER_SHOWN] = (struct player_shown){(uint8_t)id, (uint8_t)error};
}

static void on_judged(void *ctx, const struct tn_tnw_pi_tlp *tlp)
{
    struct tn_tnw_pi_player *s = ctx;
    struct player_shown shown = {.cause = (uint8_t)tlp->cause};
    bool shows = tlp->cause != TN_TNW_PI_FINE && tlp->cause != TN_TNW_PI_CPL;
    if (tlp->cause == TN_TNW_PI_MALF && player_has(s, TN_TNW_PI_BUG_MALF_NOT_SHOWN))
        shows = false;
    if (tlp->cause == TN_TNW_PI_CPL && player_has(s, TN_TNW_PI_BUG_CPL_SHOWN))
        shows = true;
    if (tlp->cause == TN_TNW_PI_UNSUP && player_has(s, TN_TNW_PI_BUG_UNSUP_SHOWN_OTHERWISE))
        shown.cause = TN_TNW_PI_NOBAR;
    if (tlp->cause == TN_TNW_PI_FINE && player_strikes(s, TN_TNW_PI_BUG_FINE_SHOWN)) {
        shown.cause = TN_TNW_PI_PPUT;
        shows = true;
    }
    if (shows)
        s->drop[s->drop_in++ % PLAYER_SHOWN] = shown;
}

struct tn_tnw_pi_player *tn_tnw_pi_player_new(const struct tn_tnw_pi_params *p, bool late,
                                              enum tn_tnw_pi_bug bug)
{
    const struct tn_tnw_pi_hooks hooks = {.read = on_read,
                                          .write = on_write,
                                          .tlp = on_tlp,
                                          .item = on_item,
                                          .error = on_error,
                                          .judged = on_judged};
    struct tn_tnw_pi_player *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->model = tn_tnw_pi_new(p, &hooks, s);
    s->late = late;
    s->bug = bug;
    s->beat = BEATS;
    if (s->model)
        return s;
    free(s);
    return NULL;
}

void tn_tnw_pi_player_free(struct tn_tnw_pi_player *s)
{
    if (s)
        tn_tnw_pi_free(s->model);
    free(s);
}

const struct tn_tnw_pi_out *tn_tnw_pi_player_out(const struct tn_tnw_pi_player *s)
{
    return &s->out;
}

static void reset(struct tn_tnw_pi_player *s, const struct tn_tnw_pi_in *in)
{
    tn_tnw_pi_reset(s->model, in->rid, in->bar0, in->bar2);
    *s = (struct tn_tnw_pi_player){
        .model = s->model, .bug = s->bug, .late = s->late, .used = s->used, .beat = BEATS};
}

static void take_beat(struct tn_tnw_pi_player *s, const struct tn_tnw_pi_in *in)
{
    struct player_tlp *t = &s->tlp[s->tlp_in % PLAYER_TLPS];
    if (!in->s_tlp.valid || !s->out.s_tlp_ready)
        return;
    for (unsigned i = 0; i < 4 && (in->s_tlp.keep >> i & 1); i++)
        if (t->len + 4 <= PLAYER_BYTES) {
            memcpy(t->bytes + t->len, in->s_tlp.data + 4 * i, 4);
            t->len += 4;
        }
    if (!in->s_tlp.last)
        return;
    t->from = s->cycle + (s->late ? LATE : 0) + (player_has(s, TN_TNW_PI_BUG_WRITES_LATE) ? 26 : 0);
    tnw_player_spoil_tlp(s, t);
    s->tlp_in++;
    s->tlp[s->tlp_in % PLAYER_TLPS].len = 0;
    if (player_strikes(s, TN_TNW_PI_BUG_STALLS))
        s->stall = 50;
}

/* Says whether the read asks for registers of another block. */
static bool reads_other(const struct tn_tnw_pi_player *s)
{
    const struct tn_tnw_pi_tlp *o = &s->model->now;
    return o->cause == TN_TNW_PI_FINE && o->t.kind == TN_TLP_MRD && o->t.first_be &&
           o->at >= TN_TNW_PI_R_OTHERS && o->at < TN_TNW_PI_R_OTHERS_END;
}

/* Plays a strobe a cycle; its data are there two clock edges later. */
static void strobe(struct tn_tnw_pi_player *s)
{
    const struct tn_tnw_pi_tlp *o = &s->model->now;
    s->there = s->seen;
    s->seen = s->shown;
    s->shown = s->out.reg_rd = s->strobes < o->t.length_dw;
    s->out.reg_addr = (uint16_t)(o->at + 4 * s->strobes);
    s->strobes += s->out.reg_rd;
}

static void work(struct tn_tnw_pi_player *s, const struct tn_tnw_pi_in *in)
{
    struct tn_tnw_pi *m = s->model;
    struct player_tlp *t = &s->tlp[s->tlp_out % PLAYER_TLPS];
    if (!m->busy && s->tlp_in != s->tlp_out && t->from <= s->cycle) {
        tn_tnw_pi_begin(m, t->bytes, t->len);
        tnw_player_spoil_judged(s);
        s->reads += m->now.answered;
        s->tlp_out++;
        s->strobes = 0;
        s->shown = s->seen = s->there = false;
        return;
    }
    if (!m->busy)
        return;
    if (reads_other(s)) {
        strobe(s);
        if (!s->there)
            return;
    }
    s->rdata = in->reg_rdata;
    tnw_player_before_step(s);
    tn_tnw_pi_step(m);
    tnw_player_after_step(s);
}

static void send(struct tn_tnw_pi_player *s, const struct tn_tnw_pi_in *in)
{
    struct tn_tnw_pi_stream *o = &s->out.m_tlp;
    if (o->valid && !in->m_tlp_ready)
        return;
    if (o->valid && o->last) {
        s->answer_out++;
        s->sent = 0;
        s->reads -= s->reads > 0;
    }
    *o = (struct tn_tnw_pi_stream){0};
    const struct player_tlp *t = &s->answer[s->answer_out % PLAYER_ANSWERS];
    if (s->answer_in == s->answer_out || (!s->sent && !(in->m_tlp_ok >> TN_CLASS_CPL & 1)))
        return;
    const size_t left = t->len - s->sent;
    const size_t n = left < TN_TNW_PI_BEAT ? left : TN_TNW_PI_BEAT;
    memcpy(o->data, t->bytes + s->sent, n);
    o->valid = true;
    o->last = n == left;
    o->keep = (uint8_t)((1u << n / 4) - 1);
    s->sent += n;
}

static void inject(struct tn_tnw_pi_player *s, const struct tn_tnw_pi_in *in)
{
    const unsigned last = BEATS - 1 - player_has(s, TN_TNW_PI_BUG_SEVEN_BEATS);
    if (s->beat > last && s->pause) {
        s->pause--;
    } else if (s->beat > last) {
        const uint8_t ok = player_has(s, TN_TNW_PI_BUG_WITHOUT_OK) ? 0x3f : in->inj_ok;
        if (player_has(s, TN_TNW_PI_BUG_FIXED_PRIORITY))
            s->model->turn = 0;
        tnw_player_before_turn(s);
        const unsigned turn = tn_tnw_pi_turn(s->model, ok, 0);
        if (turn < TN_TNW_PI_TURNS && !(player_has(s, TN_TNW_PI_BUG_NEVER_SENT) && turn == 9)) {
            tn_tnw_pi_serve(s->model, turn);
            tnw_player_spoil_item(s);
        }
    }
    s->out.inj_valid = 0;
    s->out.inj_last = false;
    if (s->beat > last)
        return;
    s->out.inj_valid = (uint8_t)(1u << s->item.link);
    s->out.inj_last = s->beat == last;
    s->out.inj_vc = s->item.vc;
    s->out.inj_offset = s->item.offset;
    memcpy(s->out.inj_data, s->item.data + s->beat * TN_TNW_PI_BEAT, TN_TNW_PI_BEAT);
    s->beat++;
    if (s->beat > last)
        s->beat = BEATS;
}

static void show(struct tn_tnw_pi_player *s)
{
    s->out.obs_drop_valid = s->drop_in != s->drop_out;
    if (s->out.obs_drop_valid)
        s->out.obs_drop_cause = s->drop[s->drop_out++ % PLAYER_SHOWN].cause;
    s->out.obs_err_valid = s->error_in != s->error_out;
    if (!s->out.obs_err_valid)
        return;
    s->out.obs_err_id = s->error[s->error_out % PLAYER_SHOWN].id;
    s->out.obs_err_cause = s->error[s->error_out++ % PLAYER_SHOWN].cause;
}

/* Returns the steps that the TLPs in the queue will take. */
static unsigned to_do(const struct tn_tnw_pi_player *s)
{
    const struct tn_tnw_pi *m = s->model;
    const bool fine = m->now.cause == TN_TNW_PI_FINE;
    if (s->tlp_in != s->tlp_out)
        return NEARLY_DONE + 1;
    if (!m->busy || !fine)
        return 0;
    if (m->now.t.kind == TN_TLP_MRD)
        return m->now.t.length_dw - m->step + 3;
    return (m->now.in_bar0 ? m->now.dws : m->now.dws / 4) - m->step;
}

static void flow(struct tn_tnw_pi_player *s)
{
    const bool np = s->reads + (s->tlp_in - s->tlp_out) < TN_TNW_PI_READS - 2 &&
                    !(player_has(s, TN_TNW_PI_BUG_READS_HELD_UP) && s->reads > 1);
    s->stall -= s->stall > 0;
    s->out.s_tlp_ready = to_do(s) <= NEARLY_DONE && !s->stall;
    s->out.s_tlp_ok = (uint8_t)(5 | np << 1);
    if (player_has(s, TN_TNW_PI_BUG_WRITES_HELD_UP) && s->reads > 1)
        s->out.s_tlp_ok &= 6;
}

void tn_tnw_pi_player_clock(struct tn_tnw_pi_player *s, const struct tn_tnw_pi_in *in)
{
    if (in->rst) {
        reset(s, in);
        return;
    }
    s->out.m_wr_ready = true;
    s->out.reg_wr = s->out.reg_rd = false;
    inject(s, in);
    work(s, in);
    take_beat(s, in);
    send(s, in);
    tnw_player_spoil_time(s);
    tn_tnw_pi_pass(s->model, 1);
    show(s);
    flow(s);
    s->cycle++;
}
