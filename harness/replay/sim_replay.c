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

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    unsigned long *verdicts = ctx;
    char note[320];
    snprintf(note, sizeof note, "%s broken at cycle %llu, packet %llu: expected %s; found %s",
             v->rule, (unsigned long long)v->cycle, (unsigned long long)v->packet, v->expected,
             v->found);
    tn_sim_trace_note(note);
    if ((*verdicts)++ < SHOWN)
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
static bool play(struct tn_session *session)
{
    uint64_t at;
    int rc;
    while ((rc = session->ops->next(session, &at)) == 1) {
        for (int i = 0; session->ops->queued(session) > QUEUE && i < DRAIN_CYC; i++)
            tn_session_step(session, 1);
        if (session->ops->queued(session) > 2 * QUEUE)
            return true; /* the DUT takes nothing any more: finish says so */
    }
    if (rc < 0)
        fprintf(stderr, "tenter replay: %s\n", session->ops->error(session));
    return rc == 0;
}

static void report(struct tn_session *session, int faults, unsigned long verdicts)
{
    const struct tn_session_tally *t = &session->tally;
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
    session->ops->summary(session, summary, sizeof summary);
    printf("%s; %lu as the model says, %lu verdicts; %llu cycles\n", summary, t->matched, verdicts,
           (unsigned long long)(tn_sim_cycle() - session->start));
}

/* Plays the capture into an open session, and reports. Gives the exit code. */
static int play_and_report(struct tn_session *session, const struct tn_session_options *o,
                           int faults)
{
    const unsigned long *verdicts = o->ctx;
    bool whole;
    if (o->stim.timing == TN_STIM_RANDOM)
        session->ops->stall(session, o->stim.seed);
    whole = play(session);
    session->ops->finish(session, DRAIN_CYC);
    report(session, faults, *verdicts);
    session->ops->close(session);
    if (!whole)
        return 2;
    return *verdicts != 0 || session->tally.hung;
}

int tn_sim_main(int argc, char **argv)
{
    unsigned long verdicts = 0;
    struct tn_session *session;
    struct tn_session_options o = {.fn = on_verdict, .ctx = &verdicts};
    char err[512];
    int rc = 2;
    if (argc < 1 + TN_SESSION_ARGS) {
        fprintf(stderr, "usage: replay CAPTURE TIMING SCALE DIGEST MAX MAP [FAULT...]\n");
        return 2;
    }
    tn_session_arguments(argv + 1, &o);
    session = tn_session_new(tn_sim_dut());
    if (!session)
        return 2;
    if (session->ops->open(session, &o, err, sizeof err) < 0)
        fprintf(stderr, "tenter replay: %s\n", err);
    else if (arm(argc - 1 - TN_SESSION_ARGS, argv + 1 + TN_SESSION_ARGS))
        rc = play_and_report(session, &o, argc - 1 - TN_SESSION_ARGS);
    tn_session_free(session);
    return rc;
}
