/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The simulation behind `tenter campaign`.
 *
 *   campaign survey CAPTURE TIMING SCALE DIGEST PACKETS MAP
 *   campaign run    CAPTURE TIMING SCALE DIGEST PACKETS MAP WINDOW LIST RESULTS [restart]
 *
 * survey plays the stimulus without a fault and prints what can be struck. run
 * plays it once, and at each fault of LIST (sorted: "id TAB cycle TAB fault")
 * forks: the child arms the fault, runs WINDOW cycles on, judges, and writes one
 * line to the file descriptor RESULTS; the parent, never touched, goes on to the
 * next. With restart the parent ends after the first fault: for make bench.
 */
#include "../replay/session.h"

#include <tn/bfm.h>
#include <tn/campaign.h>
#include <tn/dut.h>
#include <tn/inject.h>
#include <tn/line_fault.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DRAIN_CYC = 1500, LINE = 1024 };

/* Packets that a survey counts, link by link. */
struct survey {
    struct tn_session *session;
    bool printing;
    uint32_t numbers[64]; /* by point */
};

static void print_packet(void *ctx, const struct tn_event *ev)
{
    struct survey *v = ctx;
    const struct tn_session_ops *ops = v->session->ops;
    if (!v->printing || ev->point >= sizeof v->numbers / sizeof *v->numbers)
        return;
    if (v->numbers[ev->point] == 0 && ops->before)
        v->numbers[ev->point] = ops->before(v->session, tn_monitor_point(ev->point));
    printf("packet %s %" PRIu32 " %" PRIu64 " %" PRIu32 "\n", tn_monitor_point(ev->point),
           ++v->numbers[ev->point], ev->cycle, 8 * ev->len);
}

static void print_state(void *ctx, const struct tn_state_item *item)
{
    (void)ctx;
    printf("state %s %u %lu %ld\n", item->name, item->bits, item->words, item->first);
}

static void first_verdict(void *ctx, const struct tn_verdict *v)
{
    struct tn_verdict *first = ctx;
    if (!first->rule)
        *first = *v;
}

/* A session with all of the stimulus in its sources' queues; *last_at: when the last packet is due.
 * NULL with a message. */
static struct tn_session *load(char **argv, struct tn_verdict *first, uint64_t *last_at)
{
    struct tn_session_options o = {.fn = first_verdict, .ctx = first};
    struct tn_session *session = tn_session_new(tn_sim_dut());
    char err[512];
    uint64_t at;
    int rc;
    if (!session)
        return NULL;
    tn_session_arguments(argv, &o);
    *last_at = 0;
    rc = session->ops->open(session, &o, err, sizeof err);
    if (rc < 0) {
        fprintf(stderr, "campaign: %s\n", err);
    } else {
        while ((rc = session->ops->next(session, &at)) == 1)
            *last_at = at;
        if (rc < 0)
            fprintf(stderr, "campaign: %s: %s\n", argv[0], session->ops->error(session));
    }
    if (rc == 0)
        return session;
    tn_session_free(session);
    return NULL;
}

/* A run without a fault that is not clean would blame its own differences on faults. */
static bool clean(const struct tn_session *session, const struct tn_verdict *first)
{
    if (!first->rule && !session->tally.hung)
        return true;
    fprintf(stderr, "campaign: the run without a fault is not clean: %s at cycle %" PRIu64
            ": expected %s; found %s\n", first->rule ? first->rule : "hang", first->cycle,
            first->rule ? first->expected : "an answer", first->rule ? first->found : "none");
    return false;
}

static int survey(char **argv)
{
    struct tn_verdict first = {0};
    uint64_t last_at;
    struct tn_session *session = load(argv, &first, &last_at);
    struct survey v = {.session = session, .printing = true};
    bool whole;
    if (!session)
        return 2;
    tn_monitor_subscribe(print_packet, &v);
    if (tn_state_walk(session->dut->scope, print_state, NULL) < 0)
        fprintf(stderr, "campaign: no registers by name in this simulation; links only\n");
    for (unsigned i = 0; tn_line_name(i); i++)
        if (tn_line_name(i)[0])
            printf("line %s\n", tn_line_name(i));
    printf("span %" PRIu64 " %" PRIu64 "\n", session->start, session->start + last_at);
    tn_session_step(session, last_at + DRAIN_CYC);
    v.printing = false;
    session->ops->finish(session, DRAIN_CYC);
    whole = clean(session, &first);
    session->ops->close(session);
    tn_session_free(session);
    return whole ? 0 : 1;
}

static enum tn_outcome classify(const struct tn_session_tally *t, bool struck)
{
    if (!struck)
        return TN_NOT_STRUCK;
    if (t->hung)
        return TN_HANG;
    if (t->wrong || (t->lost && !t->told))
        return TN_SILENT;
    if (t->lost || t->flagged || t->timeouts || (t->late && t->told))
        return TN_REPORTED;
    if (t->corrected)
        return t->told ? TN_REPORTED : TN_CORRECTED;
    return t->told ? TN_FALSE_ALARM : TN_NO_EFFECT;
}

/* Processor time of this process: what else runs on the machine does not count. */
static double seconds(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* One line of at most PIPE_BUF bytes: whole, or not at all. */
static void answer(struct tn_session *session, int fd, uint64_t id, uint32_t window)
{
    const struct tn_session_tally *t;
    const char *what = "";
    uint64_t struck_at = 0, forked = tn_sim_cycle();
    double from = seconds();
    char line[LINE], recovery[40] = "";
    int n;
    tn_session_step(session, window);
    session->ops->flush(session);
    session->ops->finish(session, DRAIN_CYC);
    t = &session->tally;
    bool struck = tn_inject_struck(0, &struck_at, &what);
    if (t->recovery)
        snprintf(recovery, sizeof recovery, ", recovered in %" PRIu64, t->recovery);
    n = snprintf(line, sizeof line,
                 "%" PRIu64 "\t%d\t%" PRIu64 "\t%" PRIu64 "\t%s\t%" PRIu64 "\t%s\t%lu\t%lu\t%lu\t%"
                 PRIu64 "\t%.6f\t%s%s\n", id, classify(t, struck), struck_at, t->told_cycle,
                 t->told_rule, t->first_cycle, t->first_rule, t->told, t->wrong, t->lost + t->timeouts,
                 tn_sim_cycle() - forked, seconds() - from, what, recovery);
    if (write(fd, line, (size_t)n) != n)
        _exit(2);
}

static void child(struct tn_session *session, const char *text, uint64_t id, uint32_t window,
                  int fd, pid_t parent)
{
    struct tn_fault f;
    char err[512], line[LINE];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(2);
    if (tn_fault_parse(text, &f, err, sizeof err) == 0 &&
        tn_inject(&f, tn_sim_seed() + id, err, sizeof err) == 0) {
        answer(session, fd, id, window);
        _exit(0);
    }
    int n = snprintf(line, sizeof line, "%" PRIu64 "\t%d\t0\t0\t\t0\t\t0\t0\t0\t0\t0\t%s\n", id,
                     TN_NOT_STRUCK, err);
    _exit(write(fd, line, (size_t)n) == n ? 0 : 2);
}

/* Forks one fault off and waits for it. */
static void one_fault(struct tn_session *session, const char *text, uint64_t id, uint32_t window,
                      int fd)
{
    char line[LINE];
    pid_t me = getpid(), pid;
    int status, n;
    fflush(NULL);
    pid = fork();
    if (pid == 0)
        child(session, text, id, window, fd, me);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return;
    n = snprintf(line, sizeof line, "%" PRIu64 "\t%d\t0\t0\t\t0\t\t0\t0\t0\t0\t0\t%s %d\n", id,
                 TN_BROKEN, pid < 0 ? "fork: errno" : WIFSIGNALED(status) ? "ended by signal" : "exit",
                 pid < 0 ? errno : WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    if (write(fd, line, (size_t)n) != n)
        fprintf(stderr, "campaign: result of fault %" PRIu64 ": %s\n", id, strerror(errno));
}

static int run(int argc, char **argv)
{
    struct tn_session *session;
    uint64_t last_at;
    struct tn_verdict first = {0};
    char line[LINE], *end;
    FILE *list = fopen(argv[TN_SESSION_ARGS + 1], "r");
    int fd = atoi(argv[TN_SESSION_ARGS + 2]);
    bool restart = argc == TN_SESSION_ARGS + 6 && strcmp(argv[TN_SESSION_ARGS + 3], "restart") == 0;
    uint32_t window = (uint32_t)strtoul(argv[TN_SESSION_ARGS], NULL, 10);
    if (!list) {
        fprintf(stderr, "campaign: %s: %s\n", argv[TN_SESSION_ARGS + 1], strerror(errno));
        return 2;
    }
    session = load(argv, &first, &last_at);
    if (!session) {
        fclose(list);
        return 2;
    }
    tn_state_open(session->dut->scope, 0,
                  &(struct tn_state_bit){0}); /* finds the bench, once for all children */
    while (fgets(line, sizeof line, list)) {
        uint64_t id = strtoull(line, &end, 10), cycle = strtoull(end, &end, 10);
        char *text = end + strspn(end, "\t");
        text[strcspn(text, "\n")] = 0;
        if (cycle > tn_sim_cycle())
            tn_session_step(session, cycle - tn_sim_cycle());
        if (first.rule) {
            clean(session, &first);
            fclose(list);
            session->ops->close(session);
            tn_session_free(session);
            return 1;
        }
        one_fault(session, text, id, window, fd);
        if (restart)
            break;
    }
    fclose(list);
    session->ops->close(session);
    tn_session_free(session);
    return 0;
}

int tn_sim_main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* whoever wanted the results is gone: write() says so */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (argc == 2 + TN_SESSION_ARGS && strcmp(argv[1], "survey") == 0)
        return survey(argv + 2);
    if (argc >= 5 + TN_SESSION_ARGS && strcmp(argv[1], "run") == 0)
        return run(argc, argv + 2);
    fprintf(stderr, "usage: campaign survey|run CAPTURE TIMING SCALE DIGEST PACKETS MAP "
                    "[WINDOW LIST RESULTS [restart]]\n");
    return 2;
}
