/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI monitors: what the channels showed, put in order, to the rules AXI-*.
 */
#include "axi_monitor.h"

#include "bfm.h"
#include "show.h"

#include "../sim/core_axi.h"

#include <tn/axi.h>
#include <tn/bug.h>
#include <tn/rules.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { SUBSCRIBERS = 4 };

struct monitor {
    char name[TN_BFM_NAME];
    struct tn_checker *checker;
    bool seen[TN_AXI_CHANNELS];
    struct tn_axi_seen what[TN_AXI_CHANNELS];
};

static struct monitor monitors[TN_CORE_AXI_PORTS];
static struct {
    tn_axi_seen_fn *fn;
    void *ctx;
} subs[SUBSCRIBERS];
static unsigned sub_n;
static uint64_t beats; /* beats that were transferred or offered, of all monitors */

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    const struct monitor *m = ctx;
    struct tn_verdict named = *v;
    snprintf(named.found, sizeof named.found, "%s: %.*s", m->name,
             TN_VERDICT_TEXT - TN_BFM_NAME - 3, v->found);
    tn_monitor_verdict(&named);
}

void tn_axi_monitor_declare(unsigned id, const char *name)
{
    struct tn_check_params par;
    struct monitor *m = &monitors[id];
    tn_require(id < TN_CORE_AXI_PORTS && !m->checker);
    tn_bfm_name(m->name, name);
    tn_check_defaults(&par);
    m->checker = tn_checker_new(&par, "AXI-*", NULL, on_verdict, m);
    tn_require(m->checker != NULL);
}

void tn_axi_monitor_seen(unsigned unit, uint64_t cycle, uint32_t what, uint32_t unknown,
                         const uint32_t word[TN_CORE_AXI_WORDS])
{
    struct monitor *m = &monitors[unit / 8];
    unsigned ch = unit % 8;
    tn_require(unit / 8 < TN_CORE_AXI_PORTS && ch < TN_AXI_CHANNELS && !m->seen[ch]);
    m->seen[ch] = true;
    m->what[ch] = (struct tn_axi_seen){
        .cycle = cycle,
        .time_ns = cycle * 4,
        .channel = (uint8_t)ch,
        .valid = what & 1,
        .ready = what >> 1 & 1,
        .rst = what >> 2 & 1,
        .valid_unknown = what >> 3 & 1,
        .ready_unknown = what >> 4 & 1,
        .unknown = unknown,
        .bus = TN_AXI_BUS,
    };
    memcpy(m->what[ch].word, word, sizeof m->what[ch].word);
}

/* Hands on the beats of a cycle, answers before requests, since no answer can belong to a request
 * of its own cycle. */
void tn_axi_monitor_deliver(void)
{
    static const enum tn_axi_channel order[] = {TN_AXI_B, TN_AXI_R, TN_AXI_AW, TN_AXI_AR, TN_AXI_W};
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++) {
        struct monitor *m = &monitors[id];
        for (unsigned i = 0; m->checker && i < TN_AXI_CHANNELS; i++) {
            if (!m->seen[order[i]])
                continue;
            m->seen[order[i]] = false;
            m->what[order[i]].packet = ++beats;
            tn_checker_axi(m->checker, &m->what[order[i]]);
            tn_show(&tn_show_beat, m->name, &m->what[order[i]]);
            for (unsigned k = 0; k < sub_n; k++)
                subs[k].fn(subs[k].ctx, m->name, &m->what[order[i]]);
        }
    }
}

void tn_axi_monitor_reset(void)
{
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++) {
        struct monitor *m = &monitors[id];
        memset(m->seen, 0, sizeof m->seen);
        if (m->checker)
            tn_checker_axi(m->checker, &(struct tn_axi_seen){.cycle = tn_sim_cycle(), .rst = true});
    }
}

int tn_axi_subscribe(tn_axi_seen_fn *fn, void *ctx)
{
    if (sub_n == SUBSCRIBERS)
        return -ENOMEM;
    subs[sub_n].fn = fn;
    subs[sub_n++].ctx = ctx;
    return 0;
}

void tn_axi_monitor_clear(void)
{
    sub_n = 0;
}

void tn_axi_judge_finish(void)
{
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++)
        if (monitors[id].checker)
            tn_checker_finish(monitors[id].checker);
}

uint64_t tn_axi_judged(const char *rule)
{
    uint64_t asked = 0;
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++)
        if (monitors[id].checker)
            asked += tn_checker_asked(monitors[id].checker, rule);
    return asked;
}
