/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi: registers written, what a read is to give, strobes to the other blocks.
 *
 * TLPs are worked off in order, so what a register that is written holds is known in the cycle in
 * which its TLP came.
 */
#include "pi_judge.h"

enum { NOTIFY_HI = 0x18, ENGINE = 0x100 };

static uint32_t dw(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool is_others(unsigned addr)
{
    return addr >= TN_TNW_PI_R_OTHERS && addr < TN_TNW_PI_R_OTHERS_END;
}

static bool is_window(unsigned addr)
{
    return addr >= TN_TNW_PI_R_PUT && addr < TN_TNW_PI_R_PUT_END;
}

static struct pw_access *new_access(struct tn_tnw_pi_judge *w)
{
    if (!w->lost && w->access_in - w->access_out == PW_ACCESSES)
        w->lost = !tn_judge(&w->judge, PW_PI_11, false, "accesses done in time", "%u are not",
                            PW_ACCESSES);
    return &w->access[w->access_in++ % PW_ACCESSES];
}

static uint32_t timeout_of(uint32_t reg)
{
    return reg ? reg : UINT32_MAX;
}

/* The old value and the new one may both be in force for a time. */
static void write_reorder_tmo(struct tn_tnw_pi_judge *w, uint32_t data, uint64_t until)
{
    const uint32_t now = timeout_of(data), old = timeout_of(w->reorder[0]);
    if (w->t > w->tmo_until)
        w->tmo_lo = w->tmo_hi = old;
    w->tmo_lo = now < w->tmo_lo ? now : w->tmo_lo;
    w->tmo_hi = now > w->tmo_hi ? now : w->tmo_hi;
    w->tmo_until = until + PW_SWEEP;
    w->reorder[1] = w->reorder[0];
    w->reorder[0] = data;
}

static void write_reg(struct tn_tnw_pi_judge *w, unsigned addr, uint32_t data, uint64_t until)
{
    if (addr == TN_TNW_PI_R_REORDER_TMO) {
        write_reorder_tmo(w, data, until);
    } else if (addr == TN_TNW_PI_R_CPL_TMO) {
        w->cpl[1] = w->cpl[0];
        w->cpl[0] = data;
    } else if (is_window(addr) && addr % TN_TNW_PI_WINDOW == TN_TNW_PI_NEXT) {
        struct tnw_pw_event *e =
            tnw_pw_event(w, (addr - TN_TNW_PI_R_PUT) / TN_TNW_PI_WINDOW, PW_NEXT, until);
        if (e)
            e->addr = data;
    } else if (is_others(addr)) {
        *new_access(w) = (struct pw_access){
            .write = true, .addr = (uint16_t)addr, .data = data, .until = w->t + PW_STROBES};
    } else if (addr >= TN_TNW_PI_R_NGET && addr < TN_TNW_PI_R_NGET_END &&
               addr % ENGINE == NOTIFY_HI) {
        w->get |= (uint8_t)(1u << (addr - TN_TNW_PI_R_NGET) / ENGINE);
    }
    if (w->hook.write && (tn_tnw_pi_is_get(addr) || addr == TN_TNW_PI_R_CPL_TMO))
        w->hook.write(w->judge.ctx, (uint16_t)addr, data, w->judge.cycle,
                      w->judge.cycle + (until - w->t));
}

void tnw_pw_writes(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_tlp *tlp, uint64_t until)
{
    for (unsigned k = 0; k < tlp->dws; k++)
        write_reg(w, (unsigned)tlp->at + 4 * k, dw(tlp->payload + 4 * k), until);
}

static void want(struct pw_read *r, unsigned k, enum pw_source source, uint32_t data,
                 uint32_t before)
{
    r->source[k] = (uint8_t)source;
    r->want[k] = data;
    r->before[k] = before;
}

static void want_counter(struct tn_tnw_pi_judge *w, struct pw_read *r, unsigned k, unsigned addr)
{
    const uint64_t then = w->t >= w->from + PW_SHOWS ? w->t - PW_SHOWS : 0;
    const bool tlp = addr < TN_TNW_PI_R_PUT_ITEMS;
    const unsigned count =
        tlp ? (addr - TN_TNW_PI_R_CAUSE) / 4 : PW_PUT_ITEMS + (addr - TN_TNW_PI_R_PUT_ITEMS) / 4;
    const uint32_t past = then ? w->past[then % PW_RING][count] : 0;
    want(r, k, PW_COUNTER, tlp ? w->count[count] : past, count); /* TLPs are counted in order */
}

static void want_window(struct tn_tnw_pi_judge *w, unsigned n, unsigned k, unsigned addr,
                        uint64_t until)
{
    struct pw_read *r = &w->read[n % PW_READS];
    const unsigned reg = addr % TN_TNW_PI_WINDOW;
    want(r, k, reg > TN_TNW_PI_DONE ? PW_EXACT : PW_OF_WINDOW, 0, 0);
    if (reg > TN_TNW_PI_DONE)
        return;
    struct tnw_pw_event *e =
        tnw_pw_event(w, (addr - TN_TNW_PI_R_PUT) / TN_TNW_PI_WINDOW, PW_READ, until);
    if (!e)
        return;
    e->item = n;
    e->frag = (uint8_t)k;
    e->addr = reg;
}

static uint32_t params(const struct tn_tnw_pi_judge *w)
{
    return w->par.off_log2 | (uint32_t)w->par.item_log2 << 8 | (uint32_t)w->par.tag_log2 << 16 |
           (uint32_t)w->par.desc_log2 << 24;
}

static void want_reg(struct tn_tnw_pi_judge *w, unsigned n, unsigned k, uint64_t until)
{
    struct pw_read *r = &w->read[n % PW_READS];
    const unsigned addr = (unsigned)r->tlp.at + 4 * k;
    if (r->tlp.t.first_be == 0)
        want(r, k, PW_EXACT, 0, 0);
    else if (is_window(addr))
        want_window(w, n, k, addr, until);
    else if (tn_tnw_pi_is_get(addr))
        want(r, k, PW_OF_GET, 0, 0);
    else if (addr == TN_TNW_PI_R_ID)
        want(r, k, PW_EXACT, TN_TNW_PI_ID, TN_TNW_PI_ID);
    else if (addr == TN_TNW_PI_R_PARAMS)
        want(r, k, PW_EXACT, params(w), params(w));
    else if (addr == TN_TNW_PI_R_FEATURES)
        want(r, k, PW_EXACT, w->par.last_en, w->par.last_en);
    else if (addr == TN_TNW_PI_R_REORDER_TMO)
        want(r, k, PW_EXACT, w->reorder[0], w->reorder[1]);
    else if (addr == TN_TNW_PI_R_CPL_TMO)
        want(r, k, PW_EXACT, w->cpl[0], w->cpl[1]);
    else if ((addr > TN_TNW_PI_R_CAUSE && addr <= TN_TNW_PI_R_CAUSE + 4 * TN_TNW_PI_FINE) ||
             (addr >= TN_TNW_PI_R_PUT_ITEMS && addr <= TN_TNW_PI_R_PUT_AFTER))
        want_counter(w, r, k, addr);
    else if (is_others(addr))
        want(r, k, PW_STROBED, 0, 0);
    else
        want(r, k, PW_EXACT, 0, 0);
    if (r->source[k] == PW_STROBED)
        *new_access(w) =
            (struct pw_access){.addr = (uint16_t)addr, .read = n, .dw = k, .until = until};
}

void tnw_pw_asks_answer(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_tlp *tlp, uint64_t until)
{
    const unsigned n = w->read_in;
    if (w->read_in - w->read_out == PW_READS) {
        w->lost = w->lost || !tn_judge(&w->judge, PW_PI_12, false, "eight reads unanswered at most",
                                       "%u", PW_READS);
        w->read_out++;
    }
    struct pw_read *r = &w->read[w->read_in++ % PW_READS];
    *r = (struct pw_read){.tlp = *tlp, .at = w->t, .cycle = w->judge.cycle};
    if (tlp->cause != TN_TNW_PI_FINE)
        return;
    for (unsigned k = 0; k < tlp->t.length_dw; k++)
        want_reg(w, n, k, until);
}

/* The rule that an access nobody asked for breaks: a TLP that should have had no effect. */
static enum pw_rule whose(const struct tn_tnw_pi_judge *w, bool write, unsigned addr)
{
    for (unsigned i = 0; i < PW_DROPPED; i++) {
        const struct tn_tnw_pi_tlp *d = &w->dropped[i];
        const bool is_write = d->t.kind == TN_TLP_MWR;
        if (d->cause && is_write == write && ((d->t.addr ^ addr) & 0xffc0) == 0)
            return pw_rule_of(d->cause);
    }
    return write ? PW_PI_11 : PW_PI_12;
}

static void strobe(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_out *o)
{
    struct pw_access *a = &w->access[w->access_out % PW_ACCESSES];
    const bool any = w->access_in != w->access_out;
    const enum pw_rule rule = o->reg_wr ? PW_PI_11 : PW_PI_12;
    const bool right = any && a->write == o->reg_wr && a->addr == o->reg_addr &&
                       (!a->write || a->data == o->reg_wdata);
    if (right) {
        w->judge.asked[rule]++;
        w->access_out++;
        w->strobed = a->write ? NULL : a;
        return;
    }
    w->lost = true;
    if (any)
        tn_judge(&w->judge, whose(w, o->reg_wr, o->reg_addr), false,
                 "DWs in order of TLPs and addresses", "%s of %04X: %08X, and not %s of %04X: %08X",
                 o->reg_wr ? "write" : "read", o->reg_addr, o->reg_wdata,
                 a->write ? "write" : "read", a->addr, a->data);
    else
        tn_judge(&w->judge, whose(w, o->reg_wr, o->reg_addr), false, "no access", "%s of %04X",
                 o->reg_wr ? "write" : "read", o->reg_addr);
}

void tnw_pw_strobes(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    if (w->strobed) {
        struct pw_read *r = &w->read[w->strobed->read % PW_READS];
        r->want[w->strobed->dw] = c->in.reg_rdata;
        r->there[w->strobed->dw] = true;
        w->strobed = NULL;
    }
    if (w->lost)
        return;
    if (c->out.reg_wr || c->out.reg_rd)
        strobe(w, &c->out);
    const struct pw_access *a = &w->access[w->access_out % PW_ACCESSES];
    if (!w->lost && w->access_in != w->access_out && w->t > a->until)
        w->lost = !tn_judge(&w->judge, a->write ? PW_PI_11 : PW_PI_12, false,
                            a->write ? "a register written within 24 cycles" : "a register read",
                            "%04X is not", a->addr);
}
