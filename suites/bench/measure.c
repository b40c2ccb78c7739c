/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Measures commands side by side: each once a round, in turn, so that what else
 * the machine does meets all of them alike.
 *
 *   measure ROUNDS OUT COMMAND [ARG...] [-- COMMAND [ARG...]]...
 *
 * Prints a line a command: median seconds of processor time (user and system, with
 * all children waited for), and the largest resident set in KiB. What command i
 * says on standard output is in OUT.i, of the last round. A command that fails ends
 * it with exit code 2.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMMANDS = 8, ROUNDS = 99 };

struct command {
    char **argv;
    double seconds[ROUNDS];
    long rss_kib;
};

static double seconds_of(const struct rusage *u)
{
    return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
           (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e6;
}

static void become(char **argv, const char *out)
{
    int fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0) {
        close(fd);
        execvp(argv[0], argv);
    }
    fprintf(stderr, "measure: %s: %s\n", fd < 0 ? out : argv[0], strerror(errno));
    _exit(127);
}

static int run(struct command *c, unsigned round, const char *out)
{
    struct rusage u;
    int status;
    pid_t pid = fork();
    if (pid == 0)
        become(c->argv, out);
    if (pid < 0 || wait4(pid, &status, 0, &u) < 0) {
        fprintf(stderr, "measure: %s: %s\n", c->argv[0], strerror(errno));
        return -1;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "measure: %s ended with %s %d\n", c->argv[0],
                WIFEXITED(status) ? "status" : "signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
        return -1;
    }
    c->seconds[round] = seconds_of(&u);
    if (u.ru_maxrss > c->rss_kib)
        c->rss_kib = u.ru_maxrss;
    return 0;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static struct command command[COMMANDS];
    unsigned n = 0, rounds = argc > 3 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    char out[4096];
    if (rounds == 0 || rounds > ROUNDS) {
        fprintf(stderr, "usage: measure ROUNDS OUT COMMAND [ARG...] [-- COMMAND [ARG...]]...\n");
        return 2;
    }
    command[n++].argv = argv + 3;
    for (int i = 4; i < argc - 1 && n < COMMANDS; i++)
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = NULL;
            command[n++].argv = argv + i + 1;
        }
    for (unsigned r = 0; r < rounds; r++)
        for (unsigned i = 0; i < n; i++) {
            snprintf(out, sizeof out, "%s.%u", argv[2], i + 1);
            if (run(&command[i], r, out) < 0)
                return 2;
        }
    for (unsigned i = 0; i < n; i++) {
        qsort(command[i].seconds, rounds, sizeof *command[i].seconds, ascending);
        printf("%.6f %ld\n", command[i].seconds[rounds / 2], command[i].rss_kib);
    }
    return 0;
}
