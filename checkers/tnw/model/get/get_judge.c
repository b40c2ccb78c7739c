/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget and of tnw_pi's way out: cycles, TLPs from the host.
 */
#include "get_judge.h"

#include <stdlib.h>
#include <string.h>

static const char *const rule_ids[GW_RULES + 1] = {
#define TNW_RULE(name, id) id,
#include "get_rules.def"
#undef TNW_RULE
};

struct tn_tnw_get_judge *tn_tnw_get_judge_new(const struct tn_tnw_pi_params *p, tn_verdict_fn *fn,
                                              void *ctx)
{
    struct tn_tnw_get_judge *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->par = *p;
    tn_judge_init(&w->judge, rule_ids, fn, ctx);
    return w;
}

void tn_tnw_get_judge_free(struct tn_tnw_get_judge *w)
{
    free(w);
}

uint64_t tn_tnw_get_judge_asked(const struct tn_tnw_get_judge *w, const char *rule)
{
    return tn_judge_asked(&w->judge, rule);
}

uint64_t tn_tnw_get_judge_failed(const struct tn_tnw_get_judge *w, const char *rule)
{
    return tn_judge_failed(&w->judge, rule);
}

uint64_t tn_tnw_get_judge_unsure(const struct tn_tnw_get_judge *w)
{
    return w->unsure;
}

static void start(struct tn_tnw_get_judge *w)
{
    struct tn_tnw_get_judge clean = {.par = w->par,
                                     .judge = w->judge,
                                     .unsure = w->unsure,
                                     .t = w->t,
                                     .rid = w->in->rid,
                                     .cpl_tmo = TN_TNW_PI_CPL_RESET};
    *w = clean;
}

static void write_registers(struct tn_tnw_get_judge *w, const struct tn_tnw_pi_tlp *tlp)
{
    for (unsigned i = 0; i < tlp->dws; i++) {
        const uint8_t *p = tlp->payload + 4 * i;
        tnw_gw_reg_write(w, (uint32_t)tlp->at + 4 * i,
                         p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
    }
}

/* Its last beat was accepted. */
static void from_host(struct tn_tnw_get_judge *w)
{
    struct tn_tnw_pi_tlp tlp;
    tn_tnw_pi_judge(&w->par, w->in->bar0, w->in->bar2, w->host.byte, w->host.len, &tlp);
    if (tlp.answered)
        tnw_gw_asked(w, &tlp);
    if (tlp.cause == TN_TNW_PI_CPL)
        tnw_gw_completion(w, &tlp);
    else if (tlp.cause == TN_TNW_PI_FINE && tlp.in_bar0 && !tlp.answered)
        write_registers(w, &tlp);
    else if (tlp.cause == TN_TNW_PI_FINE && tlp.window >= 0)
        w->put[tlp.window] = true;
}

static void host_cycle(struct tn_tnw_get_judge *w)
{
    const struct tn_tnw_pi_stream *s = &w->in->s_tlp;
    if (!s->valid || !w->out->s_tlp_ready)
        return;
    for (unsigned i = 0; i < TN_TNW_PI_BEAT; i++)
        if (s->keep >> i / 4 & 1 && w->host.len < sizeof w->host.byte)
            w->host.byte[w->host.len++] = s->data[i];
    if (!s->last)
        return;
    from_host(w);
    w->host.len = 0;
}

void tn_tnw_get_judge_cycle(struct tn_tnw_get_judge *w, const struct tn_tnw_pi_in *in,
                            const struct tn_tnw_pi_out *out, uint64_t cycle)
{
    w->in = in;
    w->out = out;
    w->t++;
    if (in->rst)
        start(w);
    w->judge.cycle = cycle;
    if (in->rst)
        return;
    tnw_gw_counted(w);
    host_cycle(w);
    tnw_gw_timeouts(w);
    tnw_gw_aborts(w);
    tnw_gw_item_cycle(w);
    tnw_gw_out_cycle(w);
    tnw_gw_ends(w);
    tnw_gw_due(w);
    tnw_gw_turns(w);
    w->ok = in->m_tlp_ok;
}
