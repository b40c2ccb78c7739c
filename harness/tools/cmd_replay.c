/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter replay: one capture through a DUT by hand, with faults when asked.
 */
#include "tools.h"

#include "../campaign/workers.h"

#include <tn/fault.h>

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FAULTS = 16, PROGRAM_ARGS = 7 };

struct options {
    const char *dut, *sim, *seed, *trace, *waves, *max, *digest, *map, *fault[FAULTS];
    char timing[16], scale[32];
    const char *cycles; /* of the waveform, A:B */
    int faults;
};

static int list_faults(void)
{
    const struct tn_fault_kind *k;
    for (unsigned i = 0; (k = tn_fault_kind_at(i)) != NULL; i++)
        printf("%-8s %s: %s\n", k->name,
               k->flags & TN_FAULT_ON_LINK   ? "link "
               : k->flags & TN_FAULT_ON_LINE ? "line "
                                             : "state",
               k->about);
    return tn_finish_output("replay", TN_EXIT_OK);
}

static bool timing(const char *text, struct options *o)
{
    const char *colon = strchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : strlen(text);
    char *end = NULL;
    double scale = colon ? strtod(colon + 1, &end) : 1;
    if (colon && (isspace((unsigned char)colon[1]) || end == colon + 1 || *end || !(scale > 0 && scale <= 1e6)))
        return false;
    snprintf(o->timing, sizeof o->timing, "%.*s", (int)(n < sizeof o->timing ? n : 0), text);
    snprintf(o->scale, sizeof o->scale, "%.9g", scale);
    return strcmp(o->timing, "fast") == 0 || strcmp(o->timing, "captured") == 0 ||
           strcmp(o->timing, "random") == 0;
}

static int refuse(int opt, const char *value)
{
    static const struct {
        int opt;
        const char *name;
    } names[] = {{'t', "timing"}, {'s', "sim"}, {'c', "cycles"}, {'f', "fault"}, {'S', "seed"}, {'n', "max"}};
    size_t i = 0;
    while (names[i].opt != opt)
        i++;
    return tn_usage("replay", "--%s: '%s' is not %s", names[i].name, value,
                    opt == 't' ? "fast, captured, captured:SCALE or random"
                    : opt == 's' ? "icarus or verilator"
                    : opt == 'c' ? "FROM:TO in cycles"
                    : opt == 'f' ? "one of at most 16 faults" : "a number below 2^64");
}

/* Exit code above 0, or 0 to go on. */
static int parse(int argc, char **argv, struct options *o)
{
    static const struct option options[] = {
        {"dut", required_argument, NULL, 'd'},    {"sim", required_argument, NULL, 's'},
        {"seed", required_argument, NULL, 'S'},   {"timing", required_argument, NULL, 't'},
        {"trace", required_argument, NULL, 'o'},  {"waves", required_argument, NULL, 'w'},
        {"max", required_argument, NULL, 'n'},    {"digest", no_argument, NULL, 'g'},
        {"map", required_argument, NULL, 'm'},
        {"cycles", required_argument, NULL, 'c'},{"fault", required_argument, NULL, 'f'},  {"faults", no_argument, NULL, 'l'},
        {NULL, 0, NULL, 0},
    };
    struct tn_fault f;
    char err[512];
    uint64_t n;
    int opt;
    while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1)
        switch (opt) {
        case 'd': o->dut = optarg; break;
        case 'o': o->trace = optarg; break;
        case 'w': o->waves = optarg; break;
        case 'c': o->cycles = optarg; break;
        case 'g': o->digest = "1"; break;
        case 'm': o->map = optarg; break;
        case 'l': exit(list_faults());
        case 's':
            if (strcmp(optarg, "icarus") != 0 && strcmp(optarg, "verilator") != 0)
                return refuse(opt, optarg);
            o->sim = optarg;
            break;
        case 'S':
        case 'n':
            if (!tn_number(optarg, UINT64_MAX, &n))
                return refuse(opt, optarg);
            *(opt == 'S' ? &o->seed : &o->max) = optarg;
            break;
        case 't':
            if (!timing(optarg, o))
                return refuse(opt, optarg);
            break;
        case 'f':
            if (o->faults == FAULTS)
                return refuse(opt, optarg);
            if (tn_fault_parse(optarg, &f, err, sizeof err) < 0)
                return tn_usage("replay", "%s", err);
            o->fault[o->faults++] = optarg;
            break;
        default: return TN_EXIT_USAGE;
        }
    if ((o->trace && !*o->trace) || (o->waves && !*o->waves))
        return tn_usage("replay", "--%s: the name of a file is missing", o->trace && !*o->trace ? "trace" : "waves");
    if (o->cycles && !o->waves)
        return tn_usage("replay", "--cycles is for --waves");
    if (o->trace && strcmp(o->trace, "-") == 0)
        return tn_usage("replay", "--trace takes a file: standard output has the report");
    return optind + 1 == argc ? 0 : tn_usage("replay", "give one FILE");
}

/* "A:B": the cycles that a waveform holds. */
static bool wave_window(const char *text)
{
    unsigned long long from, to;
    char number[32];
    int end = 0;
    if (strspn(text, "0123456789:") != strlen(text) ||
        sscanf(text, "%19llu:%19llu%n", &from, &to, &end) != 2 || text[end] || from > to)
        return false;
    snprintf(number, sizeof number, "%llu", from);
    setenv("TN_WAVES_FROM", number, 1);
    snprintf(number, sizeof number, "%llu", to);
    setenv("TN_WAVES_TO", number, 1);
    return true;
}

/* The simulation opens the capture more than once: what can be read but once is no capture for it. */
static bool readable(const char *file)
{
    struct stat st;
    if (strcmp(file, "-") == 0)
        tn_usage("replay", "standard input cannot be replayed: give a file");
    else if (stat(file, &st) != 0 || access(file, R_OK) != 0)
        tn_usage("replay", "%s: %s", file, strerror(errno));
    else if (!S_ISREG(st.st_mode))
        tn_usage("replay", "%s: not a regular file", file);
    else
        return true;
    return false;
}

/* The DUT that is replayed when none is named: the first that a face names. */
static const char *default_dut(void)
{
    const char *dut = NULL;
    for (size_t i = 0; !dut && tn_face_at(i); i++)
        dut = tn_face_at(i)->dut;
    return dut;
}

int tn_cmd_replay(int argc, char **argv)
{
    static struct tn_home home;
    struct options o = {.dut = default_dut(), .sim = "icarus", .seed = "1", .max = "0",
                        .digest = "0", .map = "-", .timing = "fast", .scale = "1"};
    const char *args[5 + PROGRAM_ARGS + FAULTS + 1];
    char run[512], image[96];
    int n = 0, rc = parse(argc, argv, &o);
    if (rc)
        return rc;
    if (!readable(argv[optind]))
        return TN_EXIT_USAGE;
    tn_home_find(&home);
    if (!tn_home_ready(&home, o.sim, o.dut, "replay"))
        return TN_EXIT_USAGE;
    snprintf(run, sizeof run, "%s/harness/sim/run-sim", home.tree);
    tn_home_image(o.sim, o.dut, image);
    const char *const fixed[] = {run, home.build, o.sim, image, "replay", argv[optind], o.timing,
                                 o.scale, o.digest, o.max, o.map};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        args[n++] = fixed[i];
    for (int i = 0; i < o.faults; i++)
        args[n++] = o.fault[i];
    args[n] = NULL;
    setenv("SEED", o.seed, 1);
    if (o.cycles && !wave_window(o.cycles))
        return refuse('c', o.cycles);
    if (o.trace)
        setenv("TN_TRACE", o.trace, 1);
    if (o.waves)
        setenv("WAVES", o.waves, 1);
    execv(run, (char *const *)(uintptr_t)args);
    return tn_usage("replay", "%s: %s", run, strerror(errno));
}
