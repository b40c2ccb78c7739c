/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block with Nget and the way out alone: TLPs from the host, registers.
 */
#include "get_player.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

struct tn_tnw_get_player *tn_tnw_get_player_new(const struct tn_tnw_pi_params *p,
                                                enum tn_tnw_get_bug bug)
{
    struct tn_tnw_get_player *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->par = *p;
    s->bug = bug;
    s->cpl_tmo = TN_TNW_PI_CPL_RESET;
    return s;
}

void tn_tnw_get_player_free(struct tn_tnw_get_player *s)
{
    free(s);
}

void tn_tnw_get_player_late(struct tn_tnw_get_player *s)
{
    s->late = true;
}

static void queue(struct tn_tnw_get_player *s, struct gs_engine *e)
{
    const uint32_t places = (1u << s->par.desc_log2) + gs_has(s, TN_TNW_GET_BUG_ONE_TOO_MANY) -
                            gs_has(s, TN_TNW_GET_BUG_ONE_TOO_FEW);
    struct tnw_get_desc d = tnw_get_regs_desc(&e->regs);
    d.at = s->t;
    if (tnw_get_is_bad(&e->regs, &d, s->par.last_en) &&
        !(gs_has(s, TN_TNW_GET_BUG_BAD_QUEUED) && d.length % TNW_PAYLOAD))
        s->count[TN_TNW_GET_BAD]++;
    else if (e->in - e->out >= places)
        s->count[TN_TNW_GET_NO_ROOM]++;
    else
        e->desc[e->in++ % GS_DESCS] = d;
}

static void write_engine(struct tn_tnw_get_player *s, struct gs_engine *e, unsigned reg,
                         uint32_t data)
{
    if (reg == TN_TNW_GET_FREE_TAGS)
        for (unsigned i = 0; i < gs_slots(s); i++)
            if (e->slot[i].state == GS_LOST)
                e->slot[i].state = GS_FREE;
    if (reg == TN_TNW_GET_ABORT && !gs_has(s, TN_TNW_GET_BUG_ABORT_IGNORED))
        e->aborted = gs_has(s, TN_TNW_GET_BUG_ABORT_OLDEST_ONLY) && gs_in_work(e)
                         ? e->out + 1
                         : e->in + gs_has(s, TN_TNW_GET_BUG_ABORT_NEXT_TOO);
    if (tnw_get_regs_write(&e->regs, reg, data))
        queue(s, e);
}

static uint32_t read_engine(const struct tn_tnw_get_player *s, const struct gs_engine *e,
                            unsigned reg)
{
    const uint32_t there = e->in - e->out;
    uint32_t lost = 0;
    for (unsigned i = 0; i < gs_slots(s); i++)
        lost += e->slot[i].state == GS_LOST;
    if (reg == TN_TNW_GET_LENGTH && gs_has(s, TN_TNW_GET_BUG_LENGTH_NOT_KEPT))
        return 0;
    if (reg == TN_TNW_GET_STATUS)
        return there |
               ((1u << s->par.desc_log2) - (gs_has(s, TN_TNW_GET_BUG_PLACES_WRONG) ? 0 : there))
                   << 8 |
               lost << 16;
    return reg / 4 < TN_TNW_GET_RW ? e->regs.reg[reg / 4] : 0;
}

static bool is_here(unsigned addr)
{
    return tn_tnw_pi_is_get(addr) || addr == TN_TNW_PI_R_CPL_TMO;
}

static uint32_t read_reg(const struct tn_tnw_get_player *s, unsigned addr)
{
    if (addr == TN_TNW_PI_R_CPL_TMO)
        return s->cpl_tmo;
    if (addr < TN_TNW_PI_R_GET_END)
        return s->count[(addr - TN_TNW_PI_R_GET) / 4];
    return read_engine(s, &s->engine[(addr - TN_TNW_PI_R_NGET) / TN_TNW_GET_ENGINE],
                       addr % TN_TNW_GET_ENGINE);
}

static struct gs_op *push(struct tn_tnw_get_player *s, enum gs_op_kind kind)
{
    struct gs_op *o = &s->op[s->op_in++ % GS_OPS];
    tn_require(s->op_in - s->op_out < GS_OPS);
    o->kind = kind;
    return o;
}

/* Takes the TLP whose last beat the block accepted from the host. */
static void from_host(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    struct tn_tnw_pi_tlp tlp;
    tn_tnw_pi_judge(&s->par, in->bar0, in->bar2, s->tlp, s->tlp_len, &tlp);
    if (tlp.cause == TN_TNW_PI_CPL) {
        push(s, GS_CPL)->tlp = tlp;
    } else if (tlp.answered && tlp.cause != TN_TNW_PI_FINE) {
        push(s, GS_UR)->tlp = tlp;
    } else if (tlp.cause == TN_TNW_PI_FINE && tlp.in_bar0) {
        const unsigned n = tlp.answered ? tlp.t.length_dw : tlp.dws;
        for (unsigned i = 0; i < n; i++) {
            const uint8_t *p = tlp.payload + 4 * i;
            struct gs_op *o = push(s, tlp.answered ? GS_READ : GS_WRITE);
            o->addr = (uint16_t)(tlp.at + 4 * i);
            o->data = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        }
        if (tlp.answered)
            push(s, GS_ANSWER)->tlp = tlp;
    }
}

static void take(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    if (!in->s_tlp.valid || !s->out.s_tlp_ready)
        return;
    for (unsigned i = 0; i < TN_TNW_PI_BEAT; i++)
        if (in->s_tlp.keep >> i / 4 & 1 && s->tlp_len < sizeof s->tlp)
            s->tlp[s->tlp_len++] = in->s_tlp.data[i];
    if (!in->s_tlp.last)
        return;
    from_host(s, in);
    s->tlp_len = 0;
}

static bool is_others(unsigned addr)
{
    return addr >= TN_TNW_PI_R_OTHERS && addr < TN_TNW_PI_R_OTHERS_END;
}

/* Reads one DW of a register. Returns true when the DW is there. */
static bool read_dw(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in, unsigned addr)
{
    if (!is_others(addr)) {
        s->data[s->data_n++] = is_here(addr) ? read_reg(s, addr) : 0;
        return true;
    }
    s->next.reg_rd = s->reading == 0;
    s->next.reg_addr = (uint16_t)addr;
    if (s->reading++ < 2)
        return false;
    s->reading = 0;
    s->data[s->data_n++] = in->reg_rdata;
    return true;
}

static void write_dw(struct tn_tnw_get_player *s, unsigned addr, uint32_t data)
{
    if (addr == TN_TNW_PI_R_CPL_TMO)
        s->cpl_tmo = data;
    if (addr >= TN_TNW_PI_R_NGET && addr < TN_TNW_PI_R_NGET_END)
        write_engine(s, &s->engine[(addr - TN_TNW_PI_R_NGET) / TN_TNW_GET_ENGINE],
                     addr % TN_TNW_GET_ENGINE, data);
    s->next.reg_wr = is_others(addr);
    s->next.reg_addr = (uint16_t)addr;
    s->next.reg_wdata = data;
}

static void work(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    uint8_t answer[TN_TNW_PI_ANSWER];
    const struct gs_op *o = &s->op[s->op_out % GS_OPS];
    if (s->op_in == s->op_out)
        return;
    if (o->kind == GS_READ && !read_dw(s, in, o->addr))
        return;
    if (o->kind == GS_WRITE)
        write_dw(s, o->addr, o->data);
    if (o->kind == GS_CPL)
        tnw_gs_completion(s, &o->tlp);
    if (o->kind == GS_ANSWER || o->kind == GS_UR) {
        const size_t n =
            tn_tnw_pi_answer(&o->tlp, s->rid, o->kind == GS_UR ? NULL : s->data, answer);
        tnw_gs_answer(s, answer, n);
        s->data_n = 0;
    }
    s->op_out++;
}

const struct tn_tnw_pi_out *tn_tnw_get_player_eval(struct tn_tnw_get_player *s)
{
    s->out = s->next;
    return &s->out;
}

void tn_tnw_get_player_clock(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    s->t++;
    if (in->rst) {
        *s = (struct tn_tnw_get_player){.par = s->par,
                                        .bug = s->bug,
                                        .used = s->used,
                                        .late = s->late,
                                        .t = s->t,
                                        .rid = in->rid,
                                        .cpl_tmo = TN_TNW_PI_CPL_RESET};
        return;
    }
    s->next = (struct tn_tnw_pi_out){.s_tlp_ok = 7};
    take(s, in);
    work(s, in);
    tnw_gs_engines(s);
    tnw_gs_items(s, in);
    tnw_gs_out(s, in);
    s->next.s_tlp_ready = s->op_in - s->op_out < GS_OPS_ROOM;
}
