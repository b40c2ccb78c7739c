/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter: the command. A map of the tree, one line a source file:
 *
 * what is right
 *   checkers/base/bug.c, crc.c, rng.c       our own bugs, CRCs, random numbers
 *   checkers/codec/fields.c, tlp.c, dllp.c  field tables; TLPs and DLLPs to fields and back
 *   checkers/codec/exa.c, exa_frame.c       ExaNet packets to fields and back; link frames
 *   checkers/fabrics.c                      which fabrics there are
 *   checkers/rules/engine.c                 events to the fabric that judges them
 *   checkers/rules/catalogue.c, verdict.c   all rules in their order; verdicts
 *   checkers/rules/<fabric>/protocol.c      a fabric's catalogue and descriptor
 *   checkers/rules/pcie/form.c              header, length, digest, reserved bits
 *   checkers/rules/pcie/request.c           memory, I/O, configuration, AtomicOps
 *   checkers/rules/pcie/message.c           messages
 *   checkers/rules/pcie/completion.c        one completion by itself
 *   checkers/rules/pcie/transaction.c       requests and their completions
 *   checkers/rules/pcie/link.c              framing, LCRC, sequence numbers, DLLPs
 *   checkers/codec/tnw.c                    TNW packets, words, feedback
 *   checkers/rules/exanet/form.c            an ExaNet packet by itself
 *   checkers/rules/exanet/transfer.c        messages, transactions and their answers
 *   checkers/rules/exanet/notify.c          notifications, control packets, the flag notify
 *   checkers/rules/exanet/zdma.c            zDMA requests and answers
 *   checkers/rules/exanet/frame.c           frames of the serial link
 *   checkers/rules/exanet/order.c           order on a path, between points
 *   checkers/rules/exanet/channel.c         valid and ready of the on-chip channel
 *   checkers/rules/axi/                     AXI4 ports, cycle by cycle
 *   checkers/model/czodiac/                 reference model of the remapper
 *   checkers/rules/tnw/                     TNW links: words, numbers, feedback
 *   checkers/model/exanet/                  of ExaNet's switch, link and network interface
 *
 * captures
 *   harness/capture/reader.c, parse.c       any supported form in
 *   harness/capture/roce.c                  RoCEv2
 *   harness/capture/points.c                observation points
 *   harness/capture/writer.c                Tenter's own form out
 *   harness/capture/part.c                  files that appear when they are whole
 *
 * simulation
 *   harness/sim/core.c, streams.c           coroutine, clock, fan-out
 *   harness/sim/vpi.c, dpi.cpp              Icarus and Verilator bindings
 *   harness/sim/vvp_cast.cpp                makes Icarus faster
 *   harness/bfm/                            sources, sinks, monitors, register port
 *   harness/memory/                         host memory: translation, page faults
 *   harness/dut/                            wrappers and benches
 *   harness/case/                           conformance cases: parser and runner
 *
 *   harness/fault/fault.c                   faults as text
 *   harness/fault/inject.c, saboteur.c      faults in the running simulation
 *   harness/fault/line.c                    faults on the lines of a serial link
 *   harness/sim/state_vpi.c                 registers and memories by name
 *   harness/sim/waves.c                     whether a waveform is whole
 *   harness/scoreboard/                     the model's packets against the DUT's
 *   harness/replay/stimulus.c, session.c    a capture as stimulus; judges of a run
 *
 * campaigns
 *   harness/campaign/plan.c, space.c        plans, and the faults drawn from them
 *   harness/campaign/run.c, workers.c       the simulations and their results
 *   harness/campaign/sim_campaign.c         inside the simulation: a fork a fault
 *   harness/campaign/store.c, lock.c        the database, one writer at a time
 *   harness/campaign/outcome.c              outcome classes, intervals
 *   harness/campaign/report.c, page.c       the report and its page
 *
 * this command
 *   harness/tools/main.c                    dispatch
 *   harness/tools/util.c, text.c            numbers, messages, escapes
 *   harness/capture/say.c                   a message is one line
 *   harness/tools/print.c                   an event as line, fields, hex, JSON
 *   harness/tools/print_link.c, print_roce.c  link frames; RoCEv2 packets
 *   harness/tools/print_exa.c               ExaNet packets
 *   harness/tools/print_exa_frame.c         frames of its serial link
 *   harness/tools/print_tnw.c               TNW packets and link frames
 *   harness/tools/filter.c, filter_value.c  --filter
 *   harness/tools/stats.c, stats_*.c        --stats and --ladder
 *   harness/tools/exa_make.c, gen_exa.c     ExaNet traffic made
 *   harness/tools/tnw_end.c, gen_tnw.c      a TNW link's traffic made
 *   harness/tools/roce_exa.c, roce_carry.c  RoCEv2 as ExaNet traffic
 *   harness/tools/check_report.c            what check found
 *   harness/tools/cmd_*.c                   one command each
 *   harness/tools/fieldgen/                 constants for Verilog, Lua and documents
 */
#include "tools.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>

#ifndef TN_VERSION
#define TN_VERSION "unknown"
#endif

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *text, *usage;
} commands[] = {
    {"show", tn_cmd_show, "print the packets of a capture",
     "[-vx] [--filter EXPR] [--ladder | --stats | --json] FILE"},
    {"check", tn_cmd_check, "check a capture against every rule",
     "[-q] [--only RULES] [--skip RULES] [--strict] [--inside] [--mps BYTES] [--mrrs BYTES]"
     " [--rcb 64|128] [--ext-tags 0|1|10] [--json] [--junit OUT] FILE"},
    {"rules", tn_cmd_rules, "list the rules", "[--tsv | --page]"},
    {"decode", tn_cmd_decode, "decode TLP headers given as hex, or from a kernel log",
     "[WORD... | -f LOG]"},
    {"convert", tn_cmd_convert, "rewrite a capture in Tenter's own form",
     "[--to own|pcap-raw|exanet] IN OUT"},
    {"replay", tn_cmd_replay, "play a capture through a DUT, with faults when asked",
     "[--dut NAME] [--sim icarus|verilator] [--seed N] [--timing fast|captured[:SCALE]|random] [--digest]"
     " [--map WORDS] [--max N] [--fault WHAT@WHERE@WHEN] [--trace OUT] [--waves OUT [--cycles FROM:TO]] FILE"
     " | --faults"},
    {"campaign", tn_cmd_campaign, "inject faults by the thousand; merge and report",
     "run [-j N] [--shard I/N] --db DB PLAN | merge OUT DB... | report [-o PAGE] DB"},
    {"gen", tn_cmd_gen, "make a capture: a network adapter's, ExaNet or TNW traffic",
     "[--fabric pcie|exanet|tnw] [--packets N] [--size BYTES] [--seed N] [--pattern NAME] [--nodes N] [--hot PERCENT]"
     " [--faults N] OUT"},
};

static int help(FILE *f)
{
    fprintf(f, "usage: tenter COMMAND [OPTION...] [FILE]\n\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(f, "  %-8s %s\n", commands[i].name, commands[i].text);
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

/* The command of this name, or -1. */
static int find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(name, commands[i].name) == 0)
            return (int)i;
    return -1;
}

static int unknown(const char *name)
{
    return tn_usage("", "unknown command '%s' (tenter help lists them)", name);
}

static int usage_of(int command)
{
    printf("usage: tenter %s %s\nSee tenter(1).\n", commands[command].name, commands[command].usage);
    return tn_finish_output(commands[command].name, TN_EXIT_OK);
}

static int run(int command, int argc, char **argv)
{
    char name[32]; /* getopt's messages begin with it */
    if (wants_help(argc, argv))
        return usage_of(command);
    snprintf(name, sizeof name, "tenter %s", commands[command].name);
    argv[1] = name;
    return commands[command].run(argc - 1, argv + 1);
}

/* tenter help [COMMAND] */
static int help_on(int argc, char **argv)
{
    if (argc > 3)
        return tn_usage("help", "unexpected argument '%s'", argv[3]);
    if (argc < 3)
        return help(stdout);
    return find(argv[2]) < 0 ? unknown(argv[2]) : usage_of(find(argv[2]));
}

int main(int argc, char **argv)
{
    int command;
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
    return command < 0 ? unknown(argv[1]) : run(command, argc, argv);
}
