/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter wave: the waveform of any simulation, as packets and as verdicts.
 */
#include "wave.h"

#include "options.h"
#include "tools.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Plays the file. One that ends in its middle is judged as far as it goes. */
static int play(struct wave_job *j, struct tn_wave_file *f)
{
    char err[512];
    int code;
    if (tn_wave_file_signals(f, j->wave, err, sizeof err) < 0)
        return tn_usage("wave", "%s", err);
    if ((code = tn_wave_job_find(j)) != TN_EXIT_OK)
        return code;
    j->cut = tn_wave_file_play(f, j->wave, err, sizeof err) < 0;
    if (j->cut)
        tn_usage("wave", "%s", err);
    return TN_EXIT_OK;
}

static int run(struct wave_job *j)
{
    char err[512];
    int code;
    struct tn_wave_file *f = tn_wave_file_open(j->file, err, sizeof err);
    if (!f)
        return tn_usage("wave", "%s", err);
    code = tn_wave_job_begin(j);
    code = tn_wave_job_end(j, code == TN_EXIT_OK ? play(j, f) : code);
    tn_wave_file_close(f);
    return code;
}

/* Copies what the child wrote to its standard error. */
static void pass_on(int fd)
{
    char text[4096];
    ssize_t n;
    lseek(fd, 0, SEEK_SET);
    while ((n = read(fd, text, sizeof text)) > 0 && write(2, text, (size_t)n) == n)
        ;
}

static bool is_fault(int number)
{
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
           number == SIGABRT;
}

/* What the child that read the waveform ended with. The library of a waveform's form trusts what it
 * reads: damage may end the child. */
static int child_ended(const struct wave_job *j, int status, int messages)
{
    char part[4200];
    if (WIFSIGNALED(status) && is_fault(WTERMSIG(status))) {
        if (j->out && snprintf(part, sizeof part, "%s.part", j->out) < (int)sizeof part)
            unlink(part);
        return tn_usage("wave", "%s: damaged: its reader failed", j->file);
    }
    pass_on(messages);
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : TN_EXIT_USAGE;
}

/* Reads the waveform in a child, whose messages wait until it has ended. */
static int run_apart(struct wave_job *j)
{
    int messages = memfd_create("messages", MFD_CLOEXEC), status = 0;
    pid_t pid;
    fflush(stdout);
    pid = messages < 0 ? -1 : fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        dup2(messages, 2);
        exit(run(j));
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    status = pid > 0 ? child_ended(j, status, messages) : run(j);
    if (messages >= 0)
        close(messages);
    return status;
}

static const struct option own_options[] = {
    {"list", no_argument, NULL, 'l'},
    {"check", no_argument, NULL, 'c'},
    {"output", required_argument, NULL, 'o'},
    {"scope", required_argument, NULL, 'S'},
    {"only", required_argument, NULL, 'r'},
    {"skip", required_argument, NULL, 's'},
    {"map", required_argument, NULL, 'm'},
    {"from", required_argument, NULL, 'f'},
    {"to", required_argument, NULL, 't'},
    {"junit", required_argument, NULL, 'j'},
    {"gtkw", required_argument, NULL, 'g'},
    {"json", no_argument, NULL, 'J'},
    {"quiet", no_argument, NULL, 'q'},
    {"verbose", no_argument, NULL, 'v'},
    {NULL, 0, NULL, 0},
};

static int take(struct wave_job *j, int opt)
{
    switch (opt) {
    case 'l':
        j->list = true;
        break;
    case 'c':
        j->check = true;
        break;
    case 'o':
        j->out = optarg;
        break;
    case 'S':
        j->scope = optarg;
        break;
    case 'r':
        j->only = optarg;
        break;
    case 'm':
        j->map = optarg;
        break;
    case 'f':
        j->from = optarg;
        break;
    case 't':
        j->to = optarg;
        break;
    case 'j':
        j->junit = optarg;
        break;
    case 'g':
        j->gtkw = optarg;
        break;
    case 's':
        j->skip = optarg;
        break;
    case 'J':
        j->json = true;
        break;
    case 'q':
        j->quiet = true;
        break;
    case 'v':
        j->fields = true;
        break;
    default:
        return opt >= TN_OPTIONS_FACE ? tn_options_take("wave", &j->par, opt, optarg)
                                      : TN_EXIT_USAGE;
    }
    return TN_EXIT_OK;
}

int tn_cmd_wave(int argc, char **argv)
{
    static struct wave_job j;
    struct option options[TN_OPTIONS_MAX + 1];
    int opt, code;
    tn_check_defaults(&j.par);
    tn_options_make(own_options, options);
    while ((opt = getopt_long(argc, argv, "o:qv", options, NULL)) != -1)
        if ((code = take(&j, opt)) != TN_EXIT_OK)
            return code;
    if (optind + 1 != argc)
        return tn_usage("wave", "give one FILE");
    j.file = argv[optind];
    if (!tn_names_rules("wave", j.only) || !tn_names_rules("wave", j.skip))
        return TN_EXIT_USAGE;
    j.check |= j.junit || j.gtkw;
    j.list |= !j.check && !j.out;
    return run_apart(&j);
}
