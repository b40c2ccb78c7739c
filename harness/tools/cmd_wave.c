/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter wave: the waveform of any simulation, as packets and as verdicts.
 */
#include "wave.h"

#include "links.h"
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

enum { KINDS = 128 };

/* The kinds of channels that faces bring, ending with NULL. */
static const struct tn_wave_kind *const *all_kinds(void)
{
    static const struct tn_wave_kind *kinds[KINDS + 1];
    size_t n = 0;
    for (size_t i = 0; tn_face_at(i); i++)
        for (const struct tn_wave_kind *const *k = tn_face_at(i)->waves; k && *k && n < KINDS; k++)
            kinds[n++] = *k;
    kinds[n] = NULL;
    return kinds;
}

static void on_packet(void *ctx, const struct tn_wave_channel *ch, const struct tn_event *ev,
                      const struct tn_wave_time *when)
{
    struct wave_job *j = ctx;
    j->packets++;
    j->when[ev->packet % TN_WAVE_SLOTS].packet = ev->packet;
    j->when[ev->packet % TN_WAVE_SLOTS].tick = when->tick;
    j->when[ev->packet % TN_WAVE_SLOTS].channel = ch;
    if (j->recent)
        tn_recent_keep(j->recent, ev);
    if (j->writer && j->write_error == 0)
        j->write_error = tn_writer_event(j->writer, ev);
}

/* A reset stands in the capture as an annotation, where packets came before it. */
static void on_reset(void *ctx, const struct tn_wave_channel *ch, const struct tn_wave_time *when)
{
    static const char text[] = "reset";
    struct wave_job *j = ctx;
    struct tn_event ev = {.unit = TN_UNIT_NOTE,
                          .fabric = TN_FABRIC_NONE,
                          .cycle = when->cycle,
                          .time_ns = when->time_ns};
    ev.point = (uint16_t)tn_wave_point(ch);
    ev.bytes = (const uint8_t *)text;
    ev.len = ev.orig_len = sizeof text - 1;
    if (!j->writer || j->write_error || j->packets == 0)
        return;
    j->write_error = tn_writer_event(j->writer, &ev);
    tn_wave_number_from(j->wave, tn_wave_numbered(j->wave) + 1);
}

static void on_verdict(void *ctx, const struct tn_wave_link *link, const struct tn_verdict *v)
{
    tn_wave_report_verdict(ctx, link, v);
}

static void on_link(void *ctx, const char *name, struct tn_check_params *par)
{
    (void)ctx;
    tn_links_name(par, name);
}

/* The first record of the capture: points and their links. */
static char *meta_of(const struct wave_job *j)
{
    const struct tn_wave_channel *ch;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f, "tool=tenter wave\nversion=%s\n%s", TN_VERSION,
            tn_wave_late(j->wave) ? "joined=1\n" : "");
    for (size_t i = 0; (ch = tn_wave_channel_at(j->wave, i)) != NULL; i++)
        fprintf(f, "point.%zu=%s\nlink.%zu=%s\n", i, tn_wave_path(ch), i,
                tn_wave_link_name(tn_wave_link_of(ch)));
    if (fclose(f) == 0)
        return text;
    free(text);
    return NULL;
}

static int open_output(struct wave_job *j)
{
    char err[512], *meta;
    if (!j->out)
        return TN_EXIT_OK;
    if (!(meta = meta_of(j)))
        return tn_usage("wave", "out of memory");
    j->writer = tn_writer_open(j->out, meta, 1, err, sizeof err);
    free(meta);
    return j->writer ? TN_EXIT_OK : tn_usage("wave", "%s", err);
}

static int close_output(struct wave_job *j, bool keep)
{
    int rc = j->write_error;
    if (!j->writer)
        return TN_EXIT_OK;
    if (keep && rc == 0)
        rc = tn_writer_close(j->writer);
    else
        tn_writer_abandon(j->writer);
    return rc < 0 ? tn_usage("wave", "%s: %s", tn_part_name(j->out), strerror(-rc)) : TN_EXIT_OK;
}

/* A time as ticks: "120", "1.5us"; nanoseconds without a unit. Returns false when the text is none.
 */
static bool to_ticks(const char *text, int exponent, uint64_t *ticks)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    char *end;
    long double v;
    int e = -9, i = 0;
    if (*text < '0' || *text > '9')
        return false;
    v = strtold(text, &end);
    while (*end && i < 6 && strcmp(end, units[i]) != 0)
        i++;
    if (i == 6)
        return false;
    for (e = (*end ? -3 * i : -9) - exponent; e > 0; e--)
        v *= 10;
    for (; e < 0; e++)
        v /= 10;
    if (v > 9e18L)
        return false;
    *ticks = (uint64_t)(v + 0.5L);
    return true;
}

static int set_range(struct wave_job *j)
{
    uint64_t from = 0, to = UINT64_MAX;
    const int e = tn_wave_exponent(j->wave);
    if (j->from && !to_ticks(j->from, e, &from))
        return tn_usage("wave", "--from: '%s' is no time (a number, and fs, ps, ns, us, ms or s)",
                        j->from);
    if (j->to && !to_ticks(j->to, e, &to))
        return tn_usage("wave", "--to: '%s' is no time (a number, and fs, ps, ns, us, ms or s)",
                        j->to);
    if (from > to)
        return tn_usage("wave", "--from is later than --to");
    tn_wave_range(j->wave, from, to);
    return TN_EXIT_OK;
}

/* Reads the map's text. */
static int read_map(struct wave_job *j)
{
    enum { MAP_MAX = 1 << 22 };
    FILE *f = j->map ? fopen(j->map, "rb") : NULL;
    size_t n;
    if (!j->map)
        return TN_EXIT_OK;
    if (!f || !(j->map_text = malloc(MAP_MAX))) {
        int code = tn_usage("wave", "%s: %s", j->map, strerror(errno));
        if (f)
            fclose(f);
        return code;
    }
    n = fread(j->map_text, 1, MAP_MAX - 1, f);
    j->map_text[n] = 0;
    fclose(f);
    tn_wave_map(j->wave, j->map_text);
    return TN_EXIT_OK;
}

/* Finds the channels of the waveform. */
static int find(struct wave_job *j)
{
    int rc, code;
    tn_wave_scope(j->wave, j->scope);
    tn_wave_rules(j->wave, j->only, j->skip);
    tn_wave_number_from(j->wave, 1); /* of the capture's first record, its text */
    if ((code = set_range(j)) != TN_EXIT_OK || (code = read_map(j)) != TN_EXIT_OK)
        return code;
    rc = tn_wave_find(j->wave);
    if (rc == -EINVAL)
        return tn_usage("wave", "%s: %s", j->map, tn_wave_error(j->wave));
    if (rc < 0)
        return tn_usage("wave", "out of memory");
    if (!tn_wave_channel_at(j->wave, 0))
        return tn_usage(
            "wave", "%s: no channel found by the names of its signals (--map names them)", j->file);
    return TN_EXIT_OK;
}

/* What was found, once the waveform has ended. */
static int conclude(struct wave_job *j)
{
    int code = TN_EXIT_OK;
    size_t used;
    if (j->no_memory)
        return tn_usage("wave", "out of memory");
    if (j->list)
        tn_wave_report_list(j);
    if (!j->check)
        return code;
    used = tn_wave_report_summary(j);
    if (!used)
        return tn_usage("wave", "%s: nothing to check: no rule applies to anything in it", j->file);
    code = j->failed ? TN_EXIT_FAIL : TN_EXIT_OK;
    if ((j->junit && tn_wave_report_junit(j) != TN_EXIT_OK) ||
        (j->gtkw && tn_wave_report_gtkw(j) != TN_EXIT_OK))
        return TN_EXIT_USAGE;
    return code;
}

static int play(struct wave_job *j, struct tn_wave_file *f)
{
    char err[512];
    int code;
    if (tn_wave_file_signals(f, j->wave, err, sizeof err) < 0)
        return tn_usage("wave", "%s", err);
    if ((code = find(j)) != TN_EXIT_OK)
        return code;
    if ((code = open_output(j)) != TN_EXIT_OK)
        return code;
    if (tn_wave_file_play(f, j->wave, err, sizeof err) < 0)
        return tn_usage("wave", "%s", err);
    tn_wave_end(j->wave);
    return conclude(j);
}

static int run(struct wave_job *j)
{
    const struct tn_wave_sink sink = {.ctx = j,
                                      .packet = on_packet,
                                      .reset = on_reset,
                                      .link = on_link,
                                      .verdict = j->check ? on_verdict : NULL};
    char err[512];
    int code, closed;
    struct tn_wave_file *f = tn_wave_file_open(j->file, err, sizeof err);
    if (!f)
        return tn_usage("wave", "%s", err);
    j->wave = tn_wave_new(all_kinds(), &j->par, &sink);
    j->recent = j->check ? tn_recent_new() : NULL;
    code = !j->wave || (j->check && !j->recent) ? tn_usage("wave", "out of memory") : play(j, f);
    closed = close_output(j, code != TN_EXIT_USAGE);
    tn_wave_free(j->wave);
    tn_wave_file_close(f);
    tn_recent_free(j->recent);
    free(j->open);
    free(j->map_text);
    return tn_finish_output("wave", closed != TN_EXIT_OK ? closed : code);
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
