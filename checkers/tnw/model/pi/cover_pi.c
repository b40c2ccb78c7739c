/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_pi.def the pins of a processor interface fall into: TLPs from the host,
 * windows, items.
 */
#include "cover_pi.h"

#include <string.h>

enum { C_MALF, C_CPL, C_UNSUP, C_EP, C_NOBAR, C_REG, C_REGRD, C_PPUT, C_FINE };
enum { K_MRD, K_MWR, K_CPL, K_OTHER };
enum { I_EMPTY, I_NEXT, I_WITHIN, I_OUTSIDE, I_ERROR };
enum { NONE_BEFORE, BEHIND, AHEAD, BACK };
enum { E_FORM = 3, PPUT = 0, NGET = 1 };
enum { O_CPLD = 6, O_CPL };

#define COVER_DEF "../tnw/model/pi/cover_pi.def"
#include "../../../base/cover_plan.h"
const struct tn_cover_plan tn_tnw_pi_cover_plan = COVER_PLAN;

void tnw_cover_pi_hit(struct tn_tnw_pi_cover *c, enum cover_pi_cross cross, const unsigned *at)
{
    static const unsigned of_pi[] = {
        [PI_DESCRIPTOR] = CROSS_DESCRIPTOR, [PI_ENGINE] = CROSS_ENGINE, [PI_SLOTS] = CROSS_SLOTS,
        [PI_SPAN] = CROSS_SPAN, [PI_SPLIT] = CROSS_SPLIT, [PI_TAGS] = CROSS_TAGS, [PI_BAD] = CROSS_BAD,
        [PI_NOTE] = CROSS_NOTE, [PI_SENT] = CROSS_SENT, [PI_ROW] = CROSS_ROW,
    };
    tn_cover_hit(c->counts, of_pi[cross], at);
}

struct tn_tnw_pi_cover *tn_tnw_pi_cover_new(const struct tn_tnw_pi_params *p)
{
    struct tn_tnw_pi_cover *c = tn_cover_state_new(&tn_tnw_pi_cover_plan, sizeof *c);
    if (!c)
        return NULL;
    c->par = *p;
    c->n = 1u << p->item_log2;
    c->was = -1;
    return c;
}

static bool is_empty(const struct cover_window *w)
{
    for (unsigned i = 0; i < TN_TNW_PI_ITEMS_MAX; i++)
        if (w->there[i])
            return false;
    return true;
}

static void fragment(struct tn_tnw_pi_cover *c, struct cover_window *w, uint32_t frag)
{
    const uint32_t item = frag / TN_TNW_PI_FRAGS;
    const bool empty = is_empty(w), within = item >= w->next && item < w->next + c->n;
    const unsigned where = w->failed          ? I_ERROR
                           : empty            ? I_EMPTY
                           : item == w->next  ? I_NEXT
                           : within           ? I_WITHIN
                                              : I_OUTSIDE;
    HIT(c, FRAGMENT, where, w->failed || empty         ? NONE_BEFORE
                            : frag == w->last + 1      ? BEHIND
                            : frag > w->last           ? AHEAD
                                                       : BACK);
    if (w->failed || where == I_OUTSIDE)
        return;
    if (empty && !within)
        w->next = item - item % c->n;
    w->there[item % c->n] |= (uint8_t)(1u << frag % TN_TNW_PI_FRAGS);
    w->last = frag;
}

static void window_write(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_tlp *k)
{
    const uint32_t bytes = 4 * k->dws;
    const uint32_t first = (uint32_t)(k->at & ((1ull << (c->par.off_log2 + 4)) - 1)) / TN_TNW_PI_BEAT;
    HIT(c, WRITE, bytes <= 64 ? bytes / 16 - 1 : bytes < TN_TNW_PI_PAYLOAD ? 4u : 5u, first % 4);
    for (uint32_t i = 0; i < bytes / TN_TNW_PI_BEAT; i++)
        fragment(c, &c->window[k->window], first + i);
}

/* DW by DW: what windows and Nget hear of. */
static void register_write(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_tlp *k)
{
    for (unsigned i = 0; i < k->dws; i++) {
        const unsigned addr = (unsigned)k->at + 4 * i;
        uint32_t data;
        memcpy(&data, k->payload + 4 * i, 4); /* a little-endian host */
        if (tn_tnw_pi_is_get(addr))
            tnw_cover_get_write(c, addr, data);
        if (addr < TN_TNW_PI_R_PUT || addr >= TN_TNW_PI_R_PUT_END || addr % TN_TNW_PI_WINDOW != TN_TNW_PI_NEXT)
            continue;
        c->window[(addr - TN_TNW_PI_R_PUT) / TN_TNW_PI_WINDOW] =
            (struct cover_window){.next = data & TN_TNW_PI_NEXT_BITS};
    }
}

static void registers(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_tlp *k)
{
    const unsigned n = k->t.length_dw, dws = n == 1 ? 0 : n < 8 ? 1 : n < 16 ? 2 : 3;
    const bool read = k->t.kind == TN_TLP_MRD;
    const bool all = k->t.th || (k->t.first_be == 15 && (n == 1 || k->t.last_be == 15));
    HIT(c, REGISTER, !read ? 0u : all ? 1u : k->t.first_be == 0 ? 3u : 2u, dws);
    if (!read)
        register_write(c, k);
}

static void from_host(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_in *in)
{
    static struct tn_tnw_pi_tlp k;
    tn_tnw_pi_judge(&c->par, in->bar0, in->bar2, c->in.bytes, c->in.len, &k);
    HIT(c, TLP, k.cause - 1u, k.t.kind == TN_TLP_MRD                                 ? K_MRD
                              : k.t.kind == TN_TLP_MWR                               ? K_MWR
                              : k.t.kind == TN_TLP_CPL || k.t.kind == TN_TLP_CPLD    ? K_CPL
                                                                                     : K_OTHER);
    if (k.answered) {
        c->unanswered++;
        HIT(c, READS, c->unanswered > 5 ? 4 : c->unanswered - 1);
    }
    if (k.cause == TN_TNW_PI_CPL)
        tnw_cover_get_completion(c, &k, in->rid);
    else if (k.cause == TN_TNW_PI_FINE && k.in_bar0)
        registers(c, &k);
    else if (k.cause == TN_TNW_PI_FINE && k.window >= 0)
        window_write(c, &k);
}

static void item(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_out *out)
{
    unsigned link = 0, turn;
    while (!(out->inj_valid >> link & 1))
        link++;
    struct cover_window *w = &c->window[link * TNW_VCS + out->inj_vc];
    const bool pput = out->inj_offset == 8 * w->next && w->there[w->next % c->n] == 0xff;
    HIT(c, INJECT, link, out->inj_vc, pput ? PPUT : NGET);
    if (pput)
        w->there[w->next++ % c->n] = 0;
    turn = pput ? link * TNW_VCS + out->inj_vc : TN_TNW_PI_WINDOWS + link;
    if (c->any) {
        const bool window = c->turn < TN_TNW_PI_WINDOWS;
        HIT(c, TURNS, window && pput ? turn != c->turn : window ? 2u : pput ? 3u : 4u + (turn != c->turn));
    }
    c->turn = turn;
    c->any = true;
}

static void failed(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_out *out)
{
    struct cover_window *w = &c->window[out->obs_err_id % TN_TNW_PI_WINDOWS];
    if (out->obs_err_cause > E_FORM + 1 || !out->obs_err_cause)
        return;
    /* (one that a write of NEXT on its way has emptied here held something there) */
    if (out->obs_err_cause == E_FORM + 1 || !is_empty(w))
        HIT(c, FAILS, out->obs_err_cause - 1u, !is_empty(w));
    memset(w->there, 0, sizeof w->there);
    w->failed = true;
}

/* One more beat; true when it was the last. */
static bool beat(struct cover_tlp *t, const struct tn_tnw_pi_stream *s)
{
    for (unsigned lane = 0; lane < 4; lane++)
        if (s->keep >> lane & 1 && t->len + 4 <= sizeof t->bytes) {
            memcpy(t->bytes + t->len, s->data + 4 * lane, 4);
            t->len += 4;
        }
    return s->last;
}

void tn_tnw_pi_cover_cycle(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_in *in, const struct tn_tnw_pi_out *out)
{
    if (in->rst) {
        struct tn_cover *counts = c->counts;
        const struct tn_tnw_pi_params par = c->par;
        memset(c, 0, sizeof *c);
        c->counts = counts;
        c->par = par;
        c->n = 1u << par.item_log2;
        c->was = -1;
        return;
    }
    if (in->s_tlp.valid && out->s_tlp_ready && beat(&c->in, &in->s_tlp)) {
        from_host(c, in);
        c->in.len = 0;
    }
    if (out->m_tlp.valid && in->m_tlp_ready && beat(&c->out, &out->m_tlp)) {
        tnw_cover_get_sent(c);
        c->out.len = 0;
    }
    if (in->m_wr_valid && out->m_wr_ready)
        tnw_cover_get_m_wr(c, in);
    if (out->inj_valid && !c->amid)
        item(c, out);
    if (out->inj_valid)
        c->amid = !out->inj_last;
    if (out->obs_err_valid)
        failed(c, out);
}
