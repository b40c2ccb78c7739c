/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One process owns the database; simulations hand it lines. Whatever ends this
 * process, the rows committed stay, and the next run goes on from them.
 */
#include "lock.h"
#include "run.h"
#include "workers.h"

#include <tn/say.h>

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { COMMIT_EVERY = 64, POLL_MS = 500 };

struct job {
    const struct tn_campaign_options *o;
    struct tn_plan plan;
    struct tn_home home;
    sqlite3 *db;
    struct tn_worker worker[TN_WORKERS];
    uint64_t total, done, uncommitted, outcome[TN_OUTCOMES_ALL];
    bool failed; /* the database takes no more */
    double began, shown;
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
    (void)sig;
    interrupted = 1;
}

static double now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

int tn_campaign_complain(const char *what)
{
    tn_say("tenter campaign", what);
    return 2;
}

int tn_campaign_output(void)
{
    char err[100];
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    snprintf(err, sizeof err, "standard output: %s", strerror(errno));
    return tn_campaign_complain(err);
}

/* The stimulus, as run-sim's arguments. */
struct stim_args {
    char scale[32], digest[2], packets[16], window[16];
};

static void stim_args(const struct tn_plan *p, struct stim_args *a)
{
    snprintf(a->scale, sizeof a->scale, "%.9g", p->scale);
    snprintf(a->digest, sizeof a->digest, "%d", p->digest);
    snprintf(a->packets, sizeof a->packets, "%" PRIu32, p->packets);
    snprintf(a->window, sizeof a->window, "%" PRIu32, p->window);
}

static void survey_line(void *ctx, const char *line)
{
    tn_survey_line(ctx, line);
}

/* Plays the stimulus once without a fault and draws the sample into the database. Always
 * under Icarus, which tells registers from wires; cycles are the same in both. */
static int draw(struct job *j)
{
    struct stim_args a;
    struct tn_survey s = {0};
    struct tn_worker w;
    struct tn_drawn *drawn = NULL;
    char err[512];
    int rc;
    stim_args(&j->plan, &a);
    const char *args[] = {"survey", j->plan.stimulus, j->plan.timing, a.scale, a.digest, a.packets, j->plan.map, NULL};
    fprintf(stderr, "survey: the stimulus without a fault\n");
    if (tn_worker_start(&w, &j->home, &j->plan, "icarus", "campaign", args, NULL, false) < 0)
        return tn_campaign_complain("the survey cannot be started");
    while (!w.ended)
        tn_worker_read(&w, survey_line, &s);
    rc = tn_worker_end(&w);
    if (rc != 0) {
        tn_survey_free(&s);
        snprintf(err, sizeof err, "the survey ended with status %d", rc);
        return tn_campaign_complain(err);
    }
    rc = tn_space_draw(&j->plan, &s, &drawn, err, sizeof err);
    if (rc == 0)
        rc = tn_store_faults(j->db, drawn, j->plan.sample, err, sizeof err);
    free(drawn);
    tn_survey_free(&s);
    return rc < 0 ? tn_campaign_complain(err) : 0;
}

/* A database belongs to one plan, word for word. */
static int take_plan(struct job *j)
{
    static char text[1 << 20];
    char err[512], replay[640], map[300] = "";
    if (tn_store_get(j->db, "plan", text, sizeof text)) {
        if (strcmp(text, j->plan.text) == 0)
            return 0;
        snprintf(err, sizeof err, "%.200s belongs to another plan than %.200s: name another database, or remove it",
                 j->o->db, j->plan.path);
        return tn_campaign_complain(err);
    }
    if (strcmp(j->plan.map, "-") != 0)
        snprintf(map, sizeof map, " --map '%s'", j->plan.map);
    snprintf(replay, sizeof replay, "--dut %s --sim %s --seed %" PRIu64 " --timing %s:%.9g%s%s --max %" PRIu32,
             j->plan.dut, j->plan.sim, j->plan.seed, j->plan.timing, j->plan.scale,
             j->plan.digest ? " --digest" : "", map, j->plan.packets);
    if (tn_store_set(j->db, "plan", j->plan.text, err, sizeof err) < 0 ||
        tn_store_set(j->db, "plan_path", j->plan.path, err, sizeof err) < 0 ||
        tn_store_set(j->db, "stimulus", j->plan.stimulus, err, sizeof err) < 0 ||
        tn_store_set(j->db, "replay", replay, err, sizeof err) < 0 ||
        tn_store_set(j->db, "version", TN_VERSION, err, sizeof err) < 0)
        return tn_campaign_complain(err);
    return 0;
}

/* The shard's faults that have no outcome, every jobs-th from the k-th, as a list; NULL
 * when there are none. */
static char *list_of(struct job *j, unsigned k)
{
    sqlite3_stmt *st = NULL;
    char *text = NULL;
    size_t size = 0, n = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    if (sqlite3_prepare_v2(j->db, "SELECT id, arm, text FROM fault WHERE (id - 1) % ? = ? AND id NOT IN"
                                  " (SELECT id FROM result) ORDER BY arm, id", -1, &st, NULL) == SQLITE_OK) {
        sqlite3_bind_int64(st, 1, j->o->shards);
        sqlite3_bind_int64(st, 2, j->o->shard - 1);
        for (uint64_t i = 0; sqlite3_step(st) == SQLITE_ROW; i++) {
            if (i % j->o->jobs != k)
                continue;
            n++;
            fprintf(f, "%lld\t%lld\t%s\n", (long long)sqlite3_column_int64(st, 0),
                    (long long)sqlite3_column_int64(st, 1), (const char *)sqlite3_column_text(st, 2));
        }
    }
    sqlite3_finalize(st);
    fclose(f);
    if (n == 0) {
        free(text);
        return NULL;
    }
    return text;
}

static void progress(struct job *j, bool last)
{
    bool tty = isatty(STDERR_FILENO);
    double t = now(), rate;
    if (!last && t - j->shown < (tty ? 0.2 : 10))
        return;
    j->shown = t;
    rate = t > j->began ? (double)j->done / (t - j->began) : 0;
    fprintf(stderr, "%s%" PRIu64 " of %" PRIu64 " faults", tty ? "\r" : "", j->done, j->total);
    if (rate > 0)
        fprintf(stderr, ", %.1f a second, %.0f s left:", rate, (double)(j->total - j->done) / rate);
    for (int k = 0; k < TN_OUTCOMES_ALL; k++)
        if (j->outcome[k])
            fprintf(stderr, " %s %" PRIu64, tn_outcome_name((enum tn_outcome)k), j->outcome[k]);
    fprintf(stderr, "%s", tty && !last ? "   " : "\n");
}

static void commit(struct job *j)
{
    char err[512];
    if (j->uncommitted && tn_store_do(j->db, "COMMIT", err, sizeof err) < 0) {
        tn_campaign_complain(err);
        j->failed = true;
    }
    j->uncommitted = 0;
}

static void result_line(void *ctx, const char *line)
{
    struct job *j = ctx;
    struct tn_result r;
    char err[512];
    if (j->failed || !tn_result_parse(line, &r))
        return;
    if ((j->uncommitted == 0 && tn_store_do(j->db, "BEGIN IMMEDIATE", err, sizeof err) < 0) ||
        tn_store_result(j->db, &r, err, sizeof err) < 0) {
        tn_campaign_complain(err);
        j->failed = true;
        return;
    }
    j->uncommitted++;
    j->done++;
    j->outcome[r.outcome]++;
    if (j->uncommitted >= COMMIT_EVERY)
        commit(j);
}

static unsigned start_workers(struct job *j)
{
    struct stim_args a;
    unsigned n = 0;
    stim_args(&j->plan, &a);
    const char *args[] = {"run", j->plan.stimulus, j->plan.timing, a.scale, a.digest, a.packets, j->plan.map,
                          a.window, "%LIST%", "%RESULTS%", NULL};
    for (unsigned k = 0; k < j->o->jobs && !interrupted; k++) {
        char *list = list_of(j, k);
        if (list && tn_worker_start(&j->worker[n], &j->home, &j->plan, j->plan.sim, "campaign", args, list, true) == 0)
            n++;
        free(list);
    }
    return n;
}

/* Until every worker has ended, the user interrupts, or the disk is full. */
static void collect(struct job *j, unsigned n)
{
    for (unsigned open = n; open > 0 && !interrupted && !j->failed;) {
        struct pollfd p[TN_WORKERS];
        unsigned who[TN_WORKERS], m = 0;
        for (unsigned i = 0; i < n; i++)
            if (!j->worker[i].ended) {
                p[m] = (struct pollfd){.fd = j->worker[i].fd, .events = POLLIN};
                who[m++] = i;
            }
        open = m;
        if (poll(p, m, POLL_MS) == 0)
            commit(j);
        for (unsigned i = 0; i < m; i++)
            if (p[i].revents)
                tn_worker_read(&j->worker[who[i]], result_line, j);
        progress(j, false);
    }
    commit(j);
}

static bool end_workers(struct job *j, unsigned n)
{
    bool good = true;
    for (unsigned i = 0; i < n; i++) {
        if (interrupted || j->failed)
            kill(-j->worker[i].pid, SIGKILL);
        good &= tn_worker_end(&j->worker[i]) == 0;
    }
    return good;
}

static int run_all(struct job *j)
{
    char sql[200];
    unsigned n;
    bool good;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM fault WHERE (id - 1) %% %u = %u AND id NOT IN"
             " (SELECT id FROM result)", j->o->shards, j->o->shard - 1);
    j->total = tn_store_number(j->db, sql);
    fprintf(stderr, "seed %" PRIu64 ", %s, %s, %" PRIu64 " faults to run, %" PRIu64 " done before\n",
            j->plan.seed, j->plan.dut, j->plan.sim, j->total,
            tn_store_number(j->db, "SELECT count(*) FROM result"));
    j->began = now();
    n = start_workers(j);
    collect(j, n);
    good = end_workers(j, n);
    progress(j, true);
    if (interrupted) {
        fprintf(stderr, "tenter campaign: interrupted; the same command goes on from here\n");
        return 130;
    }
    if (j->failed)
        return 2;
    return j->done == j->total && good ? 0 : tn_campaign_complain("a simulation ended early; its message is above");
}

/* All of it, as the one who writes the database. */
static int with_database(struct job *j)
{
    struct tn_db_lock lock;
    char err[512];
    int rc;
    if (tn_db_lock(&lock, j->o->db, err, sizeof err) < 0)
        return tn_campaign_complain(err);
    j->db = tn_store_open(j->o->db, true, err, sizeof err);
    if (!j->db) {
        rc = tn_campaign_complain(err);
    } else {
        rc = take_plan(j);
        if (rc == 0 && tn_store_number(j->db, "SELECT count(*) FROM fault") == 0)
            rc = draw(j);
        if (rc == 0)
            rc = run_all(j);
        sqlite3_close(j->db);
    }
    tn_db_unlock(&lock);
    return rc;
}

int tn_campaign_run(const struct tn_campaign_options *o)
{
    struct job j = {.o = o};
    struct sigaction sa = {.sa_handler = on_interrupt};
    struct stat st;
    char err[512];
    int rc;
    sigaction(SIGINT, &sa, NULL);
    sigaction(SIGTERM, &sa, NULL);
    if (tn_plan_read(o->plan, &j.plan, err, sizeof err) < 0)
        return tn_campaign_complain(err);
    tn_home_find(&j.home);
    if (stat(j.plan.stimulus, &st) != 0 || access(j.plan.stimulus, R_OK) != 0) {
        snprintf(err, sizeof err, "stimulus %.300s: %s", j.plan.stimulus, strerror(errno));
        rc = tn_campaign_complain(err);
    } else if (!S_ISREG(st.st_mode)) { /* each simulation opens it again */
        snprintf(err, sizeof err, "stimulus %.300s: not a regular file", j.plan.stimulus);
        rc = tn_campaign_complain(err);
    } else if (!tn_home_ready(&j.home, "icarus", j.plan.dut, "campaign") ||
               !tn_home_ready(&j.home, j.plan.sim, j.plan.dut, "campaign")) {
        rc = 2;
    } else {
        rc = with_database(&j);
    }
    tn_plan_free(&j.plan);
    return rc;
}
