/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The simulation behind `tenter replay`: a capture's packets through a DUT, beside
 * its model, with faults when asked.
 *
 *   replay CAPTURE TIMING SCALE DIGEST MAX MAP [FAULT...]
 */
#include "session.h"

#include <tn/inject.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <stdio.h>

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
            fprintf(stderr, "tenter replay: %s\n", err);
            return false;
        }
        tn_sim_trace_note(texts[i]);
    }
    return true;
}

/* All of the stimulus; false when the capture is damaged. */
static bool play(const struct tn_session_ops *session)
{
    uint64_t at;
    int rc;
    while ((rc = session->next(&at)) == 1) {
        for (int i = 0; session->queued() > QUEUE && i < DRAIN_CYC; i++)
            tn_session_step(session, 1);
        if (session->queued() > 2 * QUEUE)
            return true; /* the DUT takes nothing any more: finish says so */
    }
    if (rc < 0)
        fprintf(stderr, "tenter replay: %s\n", session->error());
    return rc == 0;
}

static void report(const struct tn_session_ops *session, int faults)
{
    const struct tn_session_tally *t = tn_session_tally();
    char summary[256];
    const char *text;
    uint64_t cycle;
    for (int i = 0; i < faults; i++)
        if (tn_inject_struck((unsigned)i, &cycle, &text))
            printf("fault: %s, cycle %llu\n", text, (unsigned long long)cycle);
        else
            printf("fault: number %d has not struck\n", i + 1);
    if (verdicts > SHOWN)
        printf("... and %lu more\n", verdicts - SHOWN);
    if (t->recovery)
        printf("recovered in %llu cycles\n", (unsigned long long)t->recovery);
    if (t->hung)
        printf("the DUT hangs: what was sent afterwards got no answer\n");
    session->summary(summary, sizeof summary);
    printf("%s; %lu as the model says, %lu verdicts; %llu cycles\n", summary, t->matched, verdicts,
           (unsigned long long)(tn_sim_cycle() - tn_session_start()));
}

int tn_sim_main(int argc, char **argv)
{
    const struct tn_session_ops *session;
    struct tn_session_options o = {.fn = on_verdict};
    char err[512];
    bool whole;
    if (argc < 1 + TN_SESSION_ARGS) {
        fprintf(stderr, "usage: replay CAPTURE TIMING SCALE DIGEST MAX MAP [FAULT...]\n");
        return 2;
    }
    tn_session_arguments(argv + 1, &o);
    session = tn_session_find(tn_sim_dut());
    if (!session)
        return 2;
    if (session->open(&o, err, sizeof err) < 0) {
        fprintf(stderr, "tenter replay: %s\n", err);
        return 2;
    }
    if (!arm(argc - 1 - TN_SESSION_ARGS, argv + 1 + TN_SESSION_ARGS))
        return 2;
    if (o.stim.timing == TN_STIM_RANDOM)
        session->stall(o.stim.seed);
    whole = play(session);
    session->finish(DRAIN_CYC);
    report(session, argc - 1 - TN_SESSION_ARGS);
    session->close();
    if (!whole)
        return 2;
    return verdicts != 0 || tn_session_tally()->hung;
}
