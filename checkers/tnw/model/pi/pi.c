/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface without time: TLPs from the host, registers, windows
 * (checkers/tnw/spec/tnw_pi.md sections 2, 4 and 6).
 */
#include "pi.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { FRAGS = TN_TNW_PI_FRAGS };

struct tn_tnw_pi *tn_tnw_pi_new(const struct tn_tnw_pi_params *p,
                                const struct tn_tnw_pi_hooks *hooks, void *ctx)
{
    struct tn_tnw_pi *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->par = *p;
    m->hook = *hooks;
    m->ctx = ctx;
    tn_tnw_pi_reset(m, 0, 0, 0);
    return m;
}

void tn_tnw_pi_free(struct tn_tnw_pi *m)
{
    free(m);
}

void tn_tnw_pi_reset(struct tn_tnw_pi *m, uint16_t rid, uint64_t bar0, uint64_t bar2)
{
    const struct tn_tnw_pi_hooks hook = m->hook;
    *m = (struct tn_tnw_pi){.par = m->par,
                            .ctx = m->ctx,
                            .hook = hook,
                            .rid = rid,
                            .bar0 = bar0,
                            .bar2 = bar2,
                            .reorder_tmo = TN_TNW_PI_REORDER_RESET,
                            .cpl_tmo = TN_TNW_PI_CPL_RESET};
}

static unsigned places(const struct tn_tnw_pi *m)
{
    return 1u << m->par.item_log2;
}

/* What happened to a window that was in error before or not. */
static void note_error(struct tn_tnw_pi *m, unsigned id, uint32_t before)
{
    const enum tn_tnw_pi_error now = m->window[id].error;
    if (before || !now)
        return;
    m->errors[now]++;
    if (m->hook.error)
        m->hook.error(m->ctx, id, now);
}

static void put_fragment(struct tn_tnw_pi *m, unsigned id, bool last, uint32_t at,
                         const uint8_t *bytes)
{
    struct tn_tnw_pi_window *w = &m->window[id];
    const uint32_t before = w->error;
    const bool empty = tn_tnw_pi_window_empty(w);
    const uint32_t in = (uint32_t)(at & ((1ull << (m->par.off_log2 + 4)) - 1));
    const uint32_t item = in / TNW_PAYLOAD, frag = in / TN_TNW_PI_BEAT % FRAGS;
    const unsigned line = tn_tnw_pi_window_put(w, places(m), item, frag, last, at, 0);
    if (line == 3 || line == 4)
        memcpy(m->data[id][item % places(m)][frag], bytes, TN_TNW_PI_BEAT);
    if (empty)
        m->waited[id] = 0;
    note_error(m, id, before);
}

static void write_window(struct tn_tnw_pi *m, uint16_t addr, uint32_t data)
{
    if (addr % TN_TNW_PI_WINDOW == TN_TNW_PI_NEXT)
        tn_tnw_pi_window_next(&m->window[(addr - TN_TNW_PI_R_PUT) / TN_TNW_PI_WINDOW], data);
}

static uint32_t read_window(const struct tn_tnw_pi *m, uint16_t addr)
{
    const unsigned id = (unsigned)(addr - TN_TNW_PI_R_PUT) / TN_TNW_PI_WINDOW;
    switch (addr % TN_TNW_PI_WINDOW) {
    case TN_TNW_PI_NEXT:
        return m->window[id].next;
    case TN_TNW_PI_STATUS:
        return tn_tnw_pi_window_status(&m->window[id]);
    case TN_TNW_PI_ERR_ADDR:
        return m->window[id].err_addr;
    case TN_TNW_PI_DONE:
        return m->done[id];
    default:
        return 0;
    }
}

static bool is_window(uint16_t addr)
{
    return addr >= TN_TNW_PI_R_PUT && addr < TN_TNW_PI_R_PUT_END;
}

static bool is_hooked(uint16_t addr)
{
    return tn_tnw_pi_is_get(addr) || (addr >= TN_TNW_PI_R_OTHERS && addr < TN_TNW_PI_R_OTHERS_END);
}

void tn_tnw_pi_write(struct tn_tnw_pi *m, uint16_t addr, uint32_t data)
{
    if (addr == TN_TNW_PI_R_REORDER_TMO)
        m->reorder_tmo = data;
    else if (addr == TN_TNW_PI_R_CPL_TMO)
        m->cpl_tmo = data;
    else if (is_window(addr))
        write_window(m, addr, data);
    else if (is_hooked(addr) && m->hook.write)
        m->hook.write(m->ctx, addr, data);
}

static uint32_t read_counter(const struct tn_tnw_pi *m, uint16_t addr)
{
    uint32_t n = 0;
    if (addr > TN_TNW_PI_R_CAUSE && addr < TN_TNW_PI_R_CAUSE + 4 * TN_TNW_PI_CAUSES)
        return m->tlp[(addr - TN_TNW_PI_R_CAUSE) / 4];
    if (addr == TN_TNW_PI_R_PUT_ITEMS)
        return m->items;
    if (addr > TN_TNW_PI_R_PUT_ERROR && addr < TN_TNW_PI_R_PUT_AFTER)
        return m->errors[(addr - TN_TNW_PI_R_PUT_ERROR) / 4];
    if (addr != TN_TNW_PI_R_PUT_AFTER)
        return 0;
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++)
        n += m->window[id].dropped;
    return n;
}

uint32_t tn_tnw_pi_read(struct tn_tnw_pi *m, uint16_t addr)
{
    const struct tn_tnw_pi_params *p = &m->par;
    if (is_window(addr))
        return read_window(m, addr);
    if (is_hooked(addr))
        return m->hook.read ? m->hook.read(m->ctx, addr) : 0;
    switch (addr) {
    case TN_TNW_PI_R_ID:
        return TN_TNW_PI_ID;
    case TN_TNW_PI_R_PARAMS:
        return p->off_log2 | (uint32_t)p->item_log2 << 8 | (uint32_t)p->tag_log2 << 16 |
               (uint32_t)p->desc_log2 << 24;
    case TN_TNW_PI_R_FEATURES:
        return p->last_en;
    case TN_TNW_PI_R_REORDER_TMO:
        return m->reorder_tmo;
    case TN_TNW_PI_R_CPL_TMO:
        return m->cpl_tmo;
    default:
        return read_counter(m, addr);
    }
}

const struct tn_tnw_pi_tlp *tn_tnw_pi_begin(struct tn_tnw_pi *m, const uint8_t *bytes, size_t len)
{
    tn_require(!m->busy);
    tn_tnw_pi_judge(&m->par, m->bar0, m->bar2, bytes, len, &m->now);
    m->tlp[m->now.cause]++;
    if (m->hook.judged)
        m->hook.judged(m->ctx, &m->now);
    m->busy = true;
    m->step = 0;
    return &m->now;
}

static void answer(struct tn_tnw_pi *m, const uint32_t *data)
{
    uint8_t bytes[TN_TNW_PI_ANSWER];
    const size_t n = tn_tnw_pi_answer(&m->now, m->rid, data, bytes);
    m->busy = false;
    if (m->hook.tlp)
        m->hook.tlp(m->ctx, bytes, n);
}

static uint32_t dw(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* A step of a TLP that is FINE. */
static void step_fine(struct tn_tnw_pi *m)
{
    const struct tn_tnw_pi_tlp *o = &m->now;
    const unsigned k = m->step++;
    if (o->t.kind == TN_TLP_MRD) {
        m->read[k] = o->t.first_be ? tn_tnw_pi_read(m, (uint16_t)(o->at + 4 * k)) : 0;
        if (m->step == o->t.length_dw)
            answer(m, m->read);
    } else if (o->in_bar0) {
        tn_tnw_pi_write(m, (uint16_t)(o->at + 4 * k), dw(o->payload + 4 * k));
        m->busy = m->step < o->dws;
    } else {
        const unsigned at = k * TN_TNW_PI_BEAT;
        put_fragment(m, (unsigned)o->window, tn_tnw_pi_is_last(&m->par, o->at),
                     (uint32_t)(o->at + at), o->payload + at);
        m->busy = m->step < o->dws / 4;
    }
}

bool tn_tnw_pi_step(struct tn_tnw_pi *m)
{
    const struct tn_tnw_pi_tlp *o = &m->now;
    if (!m->busy)
        return false;
    if (o->cause == TN_TNW_PI_FINE) {
        step_fine(m);
        return true;
    }
    m->busy = false;
    if (o->answered) {
        answer(m, NULL);
    } else if (o->cause == TN_TNW_PI_CPL) {
        if (m->hook.cpl)
            m->hook.cpl(m->ctx, o);
    } else if (o->window >= 0) {
        struct tn_tnw_pi_window *w = &m->window[o->window];
        const uint32_t before = w->error;
        tn_tnw_pi_window_fail(w, TN_TNW_PI_FORM, (uint32_t)o->at);
        note_error(m, (unsigned)o->window, before);
    }
    return true;
}

enum tn_tnw_pi_cause tn_tnw_pi_in_tlp(struct tn_tnw_pi *m, const uint8_t *bytes, size_t len)
{
    const enum tn_tnw_pi_cause cause = tn_tnw_pi_begin(m, bytes, len)->cause;
    while (tn_tnw_pi_step(m)) {
    }
    return cause;
}

bool tn_tnw_pi_asks(const struct tn_tnw_pi *m, unsigned id)
{
    return tn_tnw_pi_window_whole(&m->window[id], places(m));
}

unsigned tn_tnw_pi_turn(const struct tn_tnw_pi *m, uint8_t ok, uint8_t get)
{
    for (unsigned i = 0; i < TN_TNW_PI_TURNS; i++) {
        const unsigned id = (m->turn + i) % TN_TNW_PI_TURNS;
        const bool engine = id >= TN_TNW_PI_WINDOWS;
        const unsigned link = engine ? id - TN_TNW_PI_WINDOWS : id / TNW_VCS;
        if ((ok >> link & 1) && (engine ? get >> link & 1 : tn_tnw_pi_asks(m, id)))
            return id;
    }
    return TN_TNW_PI_TURNS;
}

void tn_tnw_pi_serve(struct tn_tnw_pi *m, unsigned turn)
{
    m->turn = (turn + 1) % TN_TNW_PI_TURNS;
    if (turn >= TN_TNW_PI_WINDOWS)
        return;
    struct tn_tnw_pi_window *w = &m->window[turn];
    struct tn_tnw_item item = {.link = (uint8_t)(turn / TNW_VCS),
                               .vc = turn % TNW_VCS,
                               .offset = tn_tnw_pi_window_offset(w, places(m))};
    memcpy(item.data, m->data[turn][w->next % places(m)], sizeof item.data);
    tn_tnw_pi_window_serve(w, places(m));
    m->items++;
    m->done[turn]++;
    m->waited[turn] = 0;
    if (m->hook.item)
        m->hook.item(m->ctx, &item);
}

void tn_tnw_pi_pass(struct tn_tnw_pi *m, uint32_t cycles)
{
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++) {
        struct tn_tnw_pi_window *w = &m->window[id];
        if (tn_tnw_pi_window_empty(w) || tn_tnw_pi_asks(m, id))
            continue;
        m->waited[id] += cycles;
        if (!m->reorder_tmo || m->waited[id] < m->reorder_tmo)
            continue;
        const uint64_t base = (uint64_t)id << tn_tnw_pi_window_log2(&m->par);
        tn_tnw_pi_window_fail(w, TN_TNW_PI_INCOMPLETE, (uint32_t)(base + w->next * TNW_PAYLOAD));
        note_error(m, id, TN_TNW_PI_NO_ERROR);
    }
}
