/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Processes of run-sim. The list of faults is a memory file, so that nothing is
 * left behind when all of us are killed.
 */
#include "workers.h"


#include <tn/dut.h>
#include <tn/say.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGS = 32 };

void tn_home_find(struct tn_home *h)
{
    const char *tree = getenv("TENTER_HOME"), *build = getenv("TENTER_BUILD");
    char self[400], lib[420];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    if (strrchr(self, '/'))
        *strrchr(self, '/') = 0;
    snprintf(h->tree, sizeof h->tree, "%s", tree && *tree ? tree : TN_TREE);
    snprintf(lib, sizeof lib, "%s/libtenter.a", self);
    if (build && *build)
        snprintf(h->build, sizeof h->build, "%s", build);
    else if (access(lib, R_OK) == 0)
        snprintf(h->build, sizeof h->build, "%s", self);
    else /* installed: no build directory */
        snprintf(h->build, sizeof h->build, "%.390s/build", h->tree);
}

void tn_home_image(const char *sim, const char *dut, char out[96])
{
    snprintf(out, 96, "%.63s%s", dut, strcmp(sim, "verilator") == 0 ? "-state" : "");
}

bool tn_home_ready(const struct tn_home *h, const char *sim, const char *dut, const char *program)
{
    const struct tn_dut *d = tn_dut_of_image(dut);
    char run[512], path[1024], played[256];
    if (!d || !d->scope) {
        snprintf(path, sizeof path, "no captures are played into a DUT '%s' (only into %s)", dut,
                 tn_dut_played(played, sizeof played));
        tn_say("tenter", path);
        return false;
    }
    snprintf(run, sizeof run, "%s/harness/sim/run-sim", h->tree);
    if (access(run, X_OK) != 0) {
        fprintf(stderr, "tenter: %s: %s (TENTER_HOME names the source tree)\n", run, strerror(errno));
        return false;
    }
    if (strcmp(sim, "icarus") == 0)
        snprintf(path, sizeof path, "%s/sim/icarus/%s.vvp", h->build, dut);
    else
        snprintf(path, sizeof path, "%s/sim/verilator/%s-state/prog/%s", h->build, dut, program);
    if (access(path, R_OK) != 0) {
        fprintf(stderr, "tenter: %s is not built: run make sims SIM=%s (TENTER_BUILD names the "
                        "build directory)\n", path, sim);
        return false;
    }
    return true;
}

/* A memory file that holds text, at its beginning; inherited by children. */
static int memory_file(const char *text)
{
    size_t n = strlen(text), done = 0;
    int fd = memfd_create("faults", 0);
    while (fd >= 0 && done < n) {
        ssize_t k = write(fd, text + done, n - done);
        if (k < 0) {
            int saved = errno;
            close(fd);
            errno = saved;
            return -1;
        }
        done += (size_t)k;
    }
    return fd;
}

static void become(const struct tn_home *h, const struct tn_plan *p, const char *sim, const char *program,
                   const char *const *args, int list, int out, bool results, pid_t parent)
{
    char image[96], run[512], list_path[64], out_text[16], seed[32];
    const char *argv[ARGS] = {run, h->build, sim, image, program};
    int n = 5;
    setpgid(0, 0); /* Ctrl-C is the campaign's to handle */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(2);
    tn_home_image(sim, p->dut, image);
    snprintf(run, sizeof run, "%s/harness/sim/run-sim", h->tree);
    snprintf(list_path, sizeof list_path, "/proc/self/fd/%d", list);
    snprintf(out_text, sizeof out_text, "%d", out);
    snprintf(seed, sizeof seed, "%" PRIu64, p->seed);
    setenv("SEED", seed, 1);
    unsetenv("WAVES");
    unsetenv("TN_TRACE");
    for (int i = 0; args[i] && n < ARGS - 1; i++)
        argv[n++] = strcmp(args[i], "%LIST%") == 0 ? list_path
                  : strcmp(args[i], "%RESULTS%") == 0 ? out_text : args[i];
    argv[n] = NULL;
    int null = open("/dev/null", O_RDWR);
    if (null < 0 || dup2(results ? null : out, 1) < 0 || dup2(null, 0) < 0)
        _exit(2);
    execv(run, (char *const *)(uintptr_t)argv);
    _exit(2);
}

int tn_worker_start(struct tn_worker *w, const struct tn_home *h, const struct tn_plan *p,
                    const char *sim, const char *program, const char *const *args, const char *list, bool results)
{
    int pipes[2], list_fd = list ? memory_file(list) : -1;
    pid_t parent = getpid();
    memset(w, 0, sizeof *w);
    if ((list && list_fd < 0) || pipe(pipes) != 0)
        return -errno;
    fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
    w->pid = fork();
    if (w->pid == 0)
        become(h, p, sim, program, args, list_fd, pipes[1], results, parent);
    if (w->pid > 0)
        setpgid(w->pid, w->pid); /* as it does itself: whoever kills the group at once must find it */
    if (list_fd >= 0)
        close(list_fd);
    close(pipes[1]);
    w->fd = pipes[0];
    if (w->pid < 0) {
        close(pipes[0]);
        return -errno;
    }
    return 0;
}

void tn_worker_read(struct tn_worker *w, tn_worker_line *fn, void *ctx)
{
    ssize_t n = read(w->fd, w->line + w->have, sizeof w->line - 1 - w->have);
    char *from = w->line, *newline;
    if (n < 0 && errno == EINTR)
        return;
    if (n <= 0) {
        w->ended = true;
        return;
    }
    w->have += (size_t)n;
    w->line[w->have] = 0;
    while ((newline = strchr(from, '\n')) != NULL) {
        *newline = 0;
        fn(ctx, from);
        from = newline + 1;
    }
    w->have -= (size_t)(from - w->line);
    memmove(w->line, from, w->have);
    if (w->have == sizeof w->line - 1)
        w->have = 0; /* no line of ours is that long */
}

int tn_worker_end(struct tn_worker *w)
{
    int status = 0;
    close(w->fd);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        ;
    w->pid = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The field up to the next tab, which may be empty. */
static const char *field(const char **at)
{
    static char text[512];
    size_t n = strcspn(*at, "\t");
    snprintf(text, sizeof text, "%.*s", (int)n, *at);
    *at += n + ((*at)[n] == '\t');
    return text;
}

bool tn_result_parse(const char *line, struct tn_result *r)
{
    const char *at = line;
    unsigned tabs = 0;
    for (const char *c = line; *c; c++)
        tabs += *c == '\t';
    memset(r, 0, sizeof *r);
    if (tabs != 12)
        return false;
    r->id = strtoull(field(&at), NULL, 10);
    r->outcome = (enum tn_outcome)strtoul(field(&at), NULL, 10);
    r->struck = strtoull(field(&at), NULL, 10);
    r->told_cycle = strtoull(field(&at), NULL, 10);
    snprintf(r->told_rule, sizeof r->told_rule, "%.15s", field(&at));
    r->first_cycle = strtoull(field(&at), NULL, 10);
    snprintf(r->first_rule, sizeof r->first_rule, "%.15s", field(&at));
    r->told = strtoull(field(&at), NULL, 10);
    r->wrong = strtoull(field(&at), NULL, 10);
    r->lost = strtoull(field(&at), NULL, 10);
    r->cycles = strtoull(field(&at), NULL, 10);
    r->seconds = strtod(field(&at), NULL);
    snprintf(r->what, sizeof r->what, "%.255s", field(&at));
    return r->id > 0 && r->outcome < TN_OUTCOMES_ALL;
}
