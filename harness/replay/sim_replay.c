/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The simulation behind `tenter replay`: a capture's TLPs through the remapper,
 * beside its model, with faults when asked.
 *
 *   replay CAPTURE TIMING SCALE DIGEST MAX [FAULT...]
 *
 * TIMING fast, captured or random; SCALE a number; DIGEST 0 or 1; MAX TLPs, 0 all.
 */
#include "session.h"

#include <tn/bfm.h>
#include <tn/inject.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 5, QUEUE = 64, DRAIN_CYC = 2000 };

static unsigned long verdicts;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    char note[320];
    (void)ctx;
    snprintf(note, sizeof note, "%s broken at cycle %llu, packet %llu: expected %s; found %s",
             v->rule, (unsigned long long)v->cycle, (unsigned long long)v->packet, v->expected,
             v->found);
    tn_sim_trace_note(note);
    if (verdicts++ < SHOWN)
        printf("%s\n", note);
}

static bool arm(int n, char **texts)
{
    char err[512];
    for (int i = 0; i < n; i++) {
        struct tn_fault f;
        if (tn_fault_parse(texts[i], &f, err, sizeof err) < 0 ||
            tn_inject(&f, tn_sim_seed(), err, sizeof err) < 0) {
            fprintf(stderr, "replay: %s\n", err);
            return false;
        }
        tn_sim_trace_note(texts[i]);
    }
    return true;
}

/* All of the stimulus; false when the capture is damaged. */
static bool play(struct tn_stimulus *s)
{
    static struct tn_stim_packet p;
    int rc;
    while ((rc = tn_stimulus_next(s, &p)) == 1) {
        tn_session_send(&p);
        for (int i = 0; tn_session_queued() > QUEUE && i < DRAIN_CYC; i++)
            tn_sim_step(1);
        if (tn_session_queued() > 2 * QUEUE)
            return true; /* the DUT takes nothing any more: finish says so */
    }
    if (rc < 0)
        fprintf(stderr, "replay: %s\n", tn_stimulus_error(s));
    return rc == 0;
}

static void report(int faults)
{
    const struct tn_session_tally *t = tn_session_tally();
    const char *text;
    uint64_t cycle;
    for (int i = 0; i < faults; i++)
        if (tn_inject_struck((unsigned)i, &cycle, &text))
            printf("fault: %s, cycle %llu\n", text, (unsigned long long)cycle);
        else
            printf("fault: number %d has not struck\n", i + 1);
    if (verdicts > SHOWN)
        printf("... and %lu more\n", verdicts - SHOWN);
    if (t->hung)
        printf("the DUT hangs: what was sent afterwards got no answer\n");
    printf("%lu TLPs from the user, %lu from the device; %lu to the device, %lu to the user; "
           "%lu as the model says, %lu verdicts; %llu cycles\n",
           t->in_usr, t->in_dev, t->out_dev, t->out_usr, t->matched, verdicts,
           (unsigned long long)(tn_sim_cycle() - tn_session_start()));
}

int tn_sim_main(int argc, char **argv)
{
    struct tn_stim_options o = {.seed = tn_sim_seed()};
    struct tn_stimulus *s;
    char err[512];
    bool whole;
    if (argc < 6) {
        fprintf(stderr, "usage: replay CAPTURE TIMING SCALE DIGEST MAX [FAULT...]\n");
        return 2;
    }
    o.timing = strcmp(argv[2], "captured") == 0 ? TN_STIM_CAPTURED
               : strcmp(argv[2], "random") == 0 ? TN_STIM_RANDOM
                                                : TN_STIM_FAST;
    o.scale = strtod(argv[3], NULL);
    o.digest = argv[4][0] == '1';
    o.max = strtoull(argv[5], NULL, 10);
    s = tn_stimulus_open(argv[1], &o, err, sizeof err);
    if (!s) {
        fprintf(stderr, "replay: %s\n", err);
        return 2;
    }
    if (!tn_session_open(&(struct tn_session_options){.stimulus = s, .fn = on_verdict}) ||
        !arm(argc - 6, argv + 6))
        return 2;
    if (o.timing == TN_STIM_RANDOM) {
        tn_sink_stall(tn_sink_find("m_usr"), &(struct tn_stall){TN_STALL_BURST, 3, 20, o.seed});
        tn_sink_stall(tn_sink_find("m_dev"), &(struct tn_stall){TN_STALL_BURST, 3, 20, o.seed + 1});
    }
    whole = play(s);
    tn_session_finish(DRAIN_CYC);
    report(argc - 6);
    tn_stimulus_close(s);
    if (!whole)
        return 2;
    return verdicts != 0 || tn_session_tally()->hung;
}
