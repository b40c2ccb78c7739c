/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a cz_dll's pins: cycles, streams, link state (cz_dll.md 2, 3).
 */
#include "dll_judge.h"

#include <stdlib.h>
#include <string.h>

static const char *const rules[] = {
#define CZD_RULE(name, id) id,
#include "dll_rules.def"
#undef CZD_RULE
    NULL};

struct tn_cz_dll_judge *tn_cz_dll_judge_new(const struct tn_cz_dll_params *par, tn_verdict_fn *fn,
                                            void *ctx)
{
    struct tn_cz_dll_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    tn_judge_init(&j->judge, rules, fn, ctx);
    tn_scope_open(&j->all, &j->judge, NULL);
    j->m = tn_cz_dll_new(par);
    if (j->m)
        return j;
    free(j);
    return NULL;
}

void tn_cz_dll_judge_free(struct tn_cz_dll_judge *j)
{
    if (!j)
        return;
    for (unsigned c = 0; c < 3; c++)
        for (unsigned i = 0; i < CZD_QUEUE; i++)
            free(j->queue[c][i].bytes);
    for (unsigned i = 0; i < CZD_DROPS; i++)
        free(j->dropped[i].bytes);
    tn_cz_dll_free(j->m);
    free(j);
}

const char *tn_cz_dll_judge_rule(unsigned i)
{
    return rules[i];
}

uint64_t tn_cz_dll_judge_asked(const struct tn_cz_dll_judge *j, const char *rule)
{
    return tn_judge_knows(rules, rule) ? tn_judge_asked(&j->judge, rule) : 0;
}

uint64_t tn_cz_dll_judge_broken(const struct tn_cz_dll_judge *j, const char *rule)
{
    return tn_judge_knows(rules, rule) ? tn_judge_failed(&j->judge, rule) : 0;
}

/* Adds a beat that is taken; returns whether the packet is whole. */
static bool add_beat(struct czd_parts *t, const struct tn_stream_beat *b)
{
    for (unsigned dw = 0; dw < 4 && (b->keep >> dw & 1); dw++) {
        if (t->at + 4 <= sizeof t->f.bytes)
            memcpy(t->f.bytes + t->at, b->data + 4 * dw, 4);
        t->at += 4;
    }
    t->open = !b->last;
    t->f.len = t->at;
    if (t->at > sizeof t->f.bytes) { /* longer than any: its bytes are cut, its CRC is wrong */
        t->f.len = sizeof t->f.bytes;
        t->f.err = t->f.err || b->last;
    }
    return b->last;
}

static void begin(struct czd_parts *t, uint64_t now)
{
    if (t->open)
        return;
    t->open = true;
    t->began = now;
    t->at = 0;
    t->f.err = false;
    t->drop = false;
}

static bool same_beat(const struct czd_parts *t, const struct tn_stream_beat *b, bool dllp,
                      bool edb)
{
    bool same = b->valid && b->last == t->waits.last && b->keep == t->waits.keep &&
                dllp == t->dllp && (!b->last || edb == t->edb);
    for (unsigned dw = 0; dw < 4 && same; dw++)
        same = !(b->keep >> dw & 1) || memcmp(b->data + 4 * dw, t->waits.data + 4 * dw, 4) == 0;
    return same;
}

/* Judges the handshake of an output, and puts its packet together. Returns whether it is whole. */
static bool output(struct tn_cz_dll_judge *j, struct czd_parts *t, const struct tn_stream_beat *b,
                   bool ready, bool dllp, bool edb)
{
    if (t->waits.valid)
        tn_scope_judge(&j->all, STR_1, same_beat(t, b, dllp, edb), "a beat is held until ready",
                       "it changed or went");
    t->waits = *b;
    t->waits.valid = b->valid && !ready;
    if (!b->valid) {
        t->dllp = t->open && t->dllp;
        return false;
    }
    if (t->open)
        tn_scope_judge(&j->all, STR_1, dllp == t->dllp, "m_frm_dllp is steady", "it changed");
    if (!t->open)
        t->sure = *czd_sure(j);
    begin(t, j->now);
    t->dllp = dllp;
    t->edb = edb;
    if (!ready)
        return false;
    const bool contiguous = b->keep == 1 || b->keep == 3 || b->keep == 7 || b->keep == 15;
    tn_scope_judge(&j->all, STR_1, contiguous && (b->last || b->keep == 15),
                   "keep is all ones, contiguous in the last beat", "keep %X, last %d", b->keep,
                   b->last);
    return add_beat(t, b);
}

static void left_dllp(struct tn_cz_dll_judge *j, const struct czd_parts *t)
{
    struct tn_dllp d;
    const uint8_t *p = t->f.bytes;
    if (!tn_scope_judge(&j->all, STR_1, t->f.len == 8 && !p[6] && !p[7],
                        "a DLLP is 6 bytes and 2 bytes of 0", "%zu bytes", t->f.len))
        return;
    tn_dllp_decode(p, &d);
    if (!tn_scope_remark(&j->all, DLL_3, d.crc == d.crc_want, "the CRC of the DLLP is right",
                         "%04X in place of %04X", d.crc, d.crc_want))
        return;
    if (!tn_scope_remark(&j->all, DLL_5,
                         d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK ||
                             (d.kind >= TN_DLLP_INITFC1 && d.vc == 0 && d.fc_class < 3),
                         "Ack, Nak or flow control of VC 0", "type %02X", d.type))
        return;
    tn_scope_remark(&j->all, DLL_6, d.rsv == 0, "reserved bits of a DLLP are 0", "%06X", d.rsv);
    if (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK)
        tn_czd_rx_ack(j, &d, t);
    else
        tn_czd_fc_sent(j, &d, t);
}

static void frames_out(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    if (p->m_frm.valid && j->m->state == TN_CZ_INACTIVE) {
        tn_scope_judge(&j->all, DWN_1, !czd_settled(j), "no frame in DL_Inactive", "m_frm_valid");
        j->frm.open = j->frm.waits.valid = false;
        return;
    }
    if (!output(j, &j->frm, &p->m_frm, p->m_frm_ready, p->m_frm_dllp, p->m_frm_edb))
        return;
    j->quiet = j->now;
    if (!tn_scope_is_open(&j->all))
        return;
    j->frm.f.edb = p->m_frm_edb;
    if (p->m_frm_dllp)
        left_dllp(j, &j->frm);
    else
        tn_czd_tx_frame(j, &j->frm);
}

static void tlps_out(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    if (p->m_tlp.valid && !j->out.open)
        j->out.ok = j->ok_was;
    if (output(j, &j->out, &p->m_tlp, p->m_tlp_ready, false, false)) {
        j->quiet = j->now;
        tn_czd_rx_left(j, &j->out);
    }
    j->ok_was = p->m_tlp_ok;
}

static void tlps_in(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    if (!p->s_tlp.valid || !p->s_tlp_ready)
        return;
    if (!j->src.open) {
        begin(&j->src, j->now);
        j->src.drop = j->m->state != TN_CZ_ACTIVE && !p->dl_active;
    }
    if (!add_beat(&j->src, &p->s_tlp) || j->src.drop)
        return;
    j->quiet = j->now;
    tn_czd_tx_taken(j, &j->src, p->s_tlp_abort);
}

static void frames_in(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    if (!p->s_frm.valid)
        return;
    if (!j->in.open) {
        begin(&j->in, j->now);
        j->in.drop = j->m->state == TN_CZ_INACTIVE;
    }
    if (!add_beat(&j->in, &p->s_frm) || j->in.drop)
        return;
    j->quiet = j->now;
    j->in.f.dllp = p->s_frm_dllp;
    j->in.f.edb = p->s_frm_edb;
    j->in.f.err = j->in.f.err || p->s_frm_err;
    tn_czd_rx_frame(j, &j->in);
}

static void down(struct tn_cz_dll_judge *j)
{
    tn_cz_dll_down(j->m);
    tn_czd_tx_down(j);
    tn_czd_rx_down(j);
    tn_czd_fc_down(j);
    memset(j->owed_head, 0, sizeof j->owed_head);
    memset(j->owed_tail, 0, sizeof j->owed_tail);
    j->src.drop = true;
    j->in.drop = true;
    j->frm.open = j->frm.waits.valid = false;
    j->settled = j->quiet = j->now + CZD_LAG;
    tn_scope_open(&j->all, &j->judge, NULL);
}

static void reset(struct tn_cz_dll_judge *j)
{
    down(j);
    for (unsigned c = 0; c < 3; c++)
        j->head[c] = j->tail[c] = 0;
    j->src.open = j->in.open = j->out.open = j->out.waits.valid = false;
    j->up = false;
    j->ack_limit = tn_cz_dll_ack_limit(j->m->par.mps, j->m->par.lanes);
    j->replay_limit = j->limit_was = 3 * j->ack_limit;
    memset(j->errors, 0, sizeof j->errors);
    memset(j->dllps, 0, sizeof j->dllps);
    j->tx_tlps = j->replayed = j->nullified = j->rx_tlps = j->duplicates = 0;
    j->reading = false;
}

static void link_state(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    if (j->up && !p->dl_up)
        down(j);
    j->up = p->dl_up;
    if (p->dl_up && j->m->state == TN_CZ_INACTIVE && tn_czd_rx_empty(j) && !j->out.open) {
        tn_cz_dll_up(j->m);
        j->init_since = j->now;
        j->settled = j->now + CZD_LAG;
    }
    if (j->m->state == TN_CZ_INACTIVE && czd_settled(j))
        tn_scope_judge(&j->all, DWN_1, !p->dl_active && !p->s_tlp_ok,
                       "dl_active and s_tlp_ok are 0 in DL_Inactive", "%d, %X", p->dl_active,
                       p->s_tlp_ok);
}

static void remember(struct tn_cz_dll_judge *j)
{
    struct czd_past *v = &j->past[j->now % (CZD_LAG + 1)];
    v->ackd = j->m->ackd;
    v->next_rcv = j->m->next_rcv;
    for (unsigned i = 0; i < 6; i++)
        v->allocated[i / 2][i % 2] = (uint16_t)j->m->credit[i / 2][i % 2].allocated;
}

void tn_cz_dll_judge_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p,
                           uint64_t cycle)
{
    j->judge.cycle = j->now = cycle;
    if (p->rst) {
        reset(j);
        for (unsigned i = 0; i <= CZD_LAG; i++, j->now++)
            remember(j);
        j->now = cycle;
        return;
    }
    const enum tn_cz_dll_state was = j->m->state;
    link_state(j, p);
    if (was != j->m->state)
        for (unsigned i = 0; i <= CZD_LAG; i++, j->now++)
            remember(j);
    j->now = cycle;
    frames_in(j, p);
    tlps_in(j, p);
    remember(j);
    tn_czd_errors_cycle(j, p);
    tn_czd_tx_timer(j, p);
    frames_out(j, p);
    tlps_out(j, p);
    tn_czd_tx_cycle(j, p);
    tn_czd_rx_cycle(j, p);
    tn_czd_fc_cycle(j, p);
    tn_czd_regs_cycle(j, p);
}
