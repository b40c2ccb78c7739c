/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter: the command. A map of the tree, a line a folder; the README in each says more:
 *
 * what is right
 *   checkers/spec/              fields, rules, fabrics: one description each
 *   checkers/base/              bugs of our own, CRCs, random numbers, queues
 *   checkers/<fabric>/codec/    packets of each fabric to fields and back
 *   checkers/engine/, <fabric>/rules/   verdicts on events
 *   checkers/<fabric>/model/    reference models of the blocks, by fabric
 *   checkers/rtl/, formal/      passive checkers and proofs in Verilog
 *
 * what drives
 *   harness/capture/            any supported form of a capture in, the own form out
 *   harness/sim/                coroutine, clock, Icarus and Verilator bindings
 *   harness/bfm/, memory/       sources, sinks, monitors; host memory
 *   harness/dut/                wrappers and benches of the blocks
 *   harness/case/               conformance cases: parser and runner
 *   harness/fault/              faults on links and lines, in state
 *   harness/scoreboard/         the model's packets against the DUT's
 *   harness/replay/             a capture as stimulus; judges of a run
 *   harness/campaign/           faults by the thousand: plans, database, report
 *   harness/wave/               waveforms: channels by their signals' names
 *   harness/dissector/          the same packets in Wireshark
 *
 * this command, harness/tools/
 *   main.c, help.c              dispatch
 *   cmd_*.c                     a command each
 *   fabrics.c                   the list of faces: all that the command knows of fabrics
 *   <fabric>/                   its face
 *   print.c                     an event as line, fields, hex, JSON
 *   filter.c, filter_value.c    --filter
 *   stats.c                     --stats and --ladder
 *   html.c, show.html           show --html
 *   links.c, options.c          links of a capture, options that faces add
 *   recent.c                    packets beside a verdict
 *   check_report.c              what check found
 *   wave_report.c               what wave found
 *   util.c, text.c              numbers, messages, escapes
 *   fieldgen/                   what is made of the tables of fields and of blocks
 */
#include "tools.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>

#ifndef TN_VERSION
#define TN_VERSION "unknown"
#endif

/* Commands that read a capture. */
static const struct tn_command readers[] = {
    {"show", tn_cmd_show, "print the packets of a capture",
     "[-vx] [--filter EXPR] [--time]{check} [--ladder | --stats | --json | --html OUT] FILE"},
    {"check", tn_cmd_check, "check a capture against every rule",
     "[-qv] [--only RULES] [--skip RULES] [--strict] [--fail-on inconclusive] [--joined]{check} [--json] [--junit OUT] FILE"},
    {"wave", tn_cmd_wave, "find channels in a waveform, make a capture of them, check them",
     "[-qv] [--list] [-o OUT] [--check] [--only RULES] [--skip RULES] [--scope PATH] [--map FILE] "
     "[--from TIME] [--to TIME]{check} [--json] [--junit OUT] [--gtkw OUT] FILE"},
    {"rules", tn_cmd_rules, "list the rules", "[--tsv | --page]"},
    {0},
};
/* Commands that make something: captures, simulations. Between the two stand the fabrics' own. */
static const struct tn_command makers[] = {
    {"convert", tn_cmd_convert, "rewrite a capture in Tenter's own form", "[--to {targets}] IN OUT"},
    {"replay", tn_cmd_replay, "play a capture through a DUT, with faults when asked",
     "[--dut NAME] [--sim icarus|verilator] [--seed N] [--timing fast|captured[:SCALE]|random] [--digest]"
     " [--map WORDS] [--max N] [--fault WHAT@WHERE@WHEN] [--trace OUT] [--waves OUT [--cycles FROM:TO]] FILE"
     " | --faults"},
    {"campaign", tn_cmd_campaign, "inject faults by the thousand; merge and report",
     "run [-j N] [--shard I/N] --db DB PLAN | merge OUT DB... | report [-o PAGE] DB"},
    {"gen", tn_cmd_gen, "make a capture: {makes} traffic",
     "[--fabric {fabrics}] [--packets N] [--size BYTES] [--seed N]{gen} OUT"},
    {0},
};

/* Entry i of a table of commands; i counts down when the table ends before it. */
static const struct tn_command *entry(const struct tn_command *table, size_t *i)
{
    for (; table && table->name; table++)
        if ((*i)-- == 0)
            return table;
    return NULL;
}

/* Command i, in the order of help; NULL behind the last one. */
static const struct tn_command *command_at(size_t i)
{
    const struct tn_command *c = entry(readers, &i);
    for (size_t k = 0; !c && tn_face_at(k); k++)
        c = entry(tn_face_at(k)->commands, &i);
    return c ? c : entry(makers, &i);
}

static int help(FILE *f)
{
    const struct tn_command *c;
    fprintf(f, "usage: tenter COMMAND [OPTION...] [FILE]\n\n");
    for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
        fprintf(f, "  %-8s ", c->name);
        tn_print_help(f, c->text);
        fputc('\n', f);
    }
    fprintf(f, "\nExit codes: 0 pass, 1 fail, 2 usage or unusable input. See tenter(1).\n");
    return f == stdout ? tn_finish_output("help", TN_EXIT_OK) : TN_EXIT_USAGE;
}

/* Whether --help stands among the options of a command. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

/* A closed standard descriptor would be the next file opened, and our messages written into
 * it. Instead it is one that can neither be read nor written. */
static void fill_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/* The command of this name, or NULL. */
static const struct tn_command *find(const char *name)
{
    const struct tn_command *c = NULL;
    for (size_t i = 0; (c = command_at(i)) != NULL && strcmp(name, c->name) != 0; i++)
        ;
    return c;
}

static int unknown(const char *name)
{
    return tn_usage("", "unknown command '%s' (tenter help lists them)", name);
}

static int usage_of(const struct tn_command *c)
{
    printf("usage: tenter %s ", c->name);
    tn_print_help(stdout, c->usage);
    puts("\nSee tenter(1).");
    return tn_finish_output(c->name, TN_EXIT_OK);
}

static int run(const struct tn_command *c, int argc, char **argv)
{
    char name[32]; /* getopt's messages begin with it */
    if (wants_help(argc, argv))
        return usage_of(c);
    snprintf(name, sizeof name, "tenter %s", c->name);
    argv[1] = name;
    return c->run(argc - 1, argv + 1);
}

/* tenter help [COMMAND] */
static int help_on(int argc, char **argv)
{
    if (argc > 3)
        return tn_usage("help", "unexpected argument '%s'", argv[3]);
    if (argc < 3)
        return help(stdout);
    return !find(argv[2]) ? unknown(argv[2]) : usage_of(find(argv[2]));
}

int main(int argc, char **argv)
{
    const struct tn_command *command;
    fill_descriptors();
    signal(SIGPIPE, SIG_DFL); /* a closed pipe ends us quietly */
    signal(SIGXFSZ, SIG_IGN); /* a limit of file sizes is told as a full disk is */
    tn_part_remove_on_signals();
    if (argc < 2)
        return help(stderr);
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help_on(argc, argv);
    if (strcmp(argv[1], "version") == 0 || strcmp(argv[1], "--version") == 0) {
        if (argc > 2)
            return tn_usage("version", "unexpected argument '%s'", argv[2]);
        printf("tenter %s\n", TN_VERSION);
        return tn_finish_output("version", TN_EXIT_OK);
    }
    command = find(argv[1]);
    return !command ? unknown(argv[1]) : run(command, argc, argv);
}
