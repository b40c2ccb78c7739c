/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter campaign: run, merge, report.
 */
#include "tools.h"

#include "../campaign/report.h"
#include "../campaign/run.h"
#include "../campaign/workers.h"

#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "2/5": the second of five. */
static bool shard(const char *text, unsigned *i, unsigned *n)
{
    char *end;
    unsigned long a, b;
    if (!isdigit((unsigned char)*text))
        return false;
    a = strtoul(text, &end, 10);
    if (*end != '/' || !isdigit((unsigned char)end[1]))
        return false;
    b = strtoul(end + 1, &end, 10);
    *i = (unsigned)a;
    *n = (unsigned)b;
    return *end == 0 && a >= 1 && b >= a && b <= 100000;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"db", required_argument, NULL, 'd'},
        {"jobs", required_argument, NULL, 'j'},
        {"shard", required_argument, NULL, 's'},
        {NULL, 0, NULL, 0},
    };
    struct tn_campaign_options o = {.shard = 1, .shards = 1};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t n;
    int opt;
    o.jobs = cores > 0 && cores < TN_WORKERS ? (unsigned)cores : 1;
    while ((opt = getopt_long(argc, argv, "j:", options, NULL)) != -1) {
        if (opt == 'd')
            o.db = optarg;
        else if (opt == 'j' && tn_number(optarg, TN_WORKERS, &n) && n > 0)
            o.jobs = (unsigned)n;
        else if (opt == 's' && shard(optarg, &o.shard, &o.shards))
            continue;
        else
            return opt == '?' ? TN_EXIT_USAGE
                              : tn_usage("campaign run", "'%s' is not %s", optarg,
                                         opt == 's' ? "I/N with 1 <= I <= N" : "1 to 64");
    }
    if (optind + 1 != argc || !o.db || !*o.db)
        return tn_usage("campaign run", "give one PLAN and --db FILE");
    o.plan = argv[optind];
    return tn_campaign_run(&o);
}

static int report(int argc, char **argv)
{
    const char *out = NULL;
    int opt;
    while ((opt = getopt(argc, argv, "o:")) != -1) {
        if (opt != 'o')
            return TN_EXIT_USAGE;
        out = optarg;
    }
    if (optind + 1 != argc)
        return tn_usage("campaign report", "give one database, and -o FILE.html for the page");
    return tn_campaign_report(argv[optind], out);
}

static int merge(int argc, char **argv)
{
    if (getopt(argc, argv, "") != -1)
        return TN_EXIT_USAGE;
    if (argc - optind < 2)
        return tn_usage("campaign merge", "give OUT and at least one database");
    return tn_campaign_merge(argv[optind], argc - optind - 1, argv + optind + 1);
}

int tn_cmd_campaign(int argc, char **argv)
{
    static char run_name[] = "tenter campaign run", report_name[] = "tenter campaign report",
                merge_name[] = "tenter campaign merge";
    const char *what = argc >= 2 ? argv[1] : "";
    if (strcmp(what, "run") == 0) {
        argv[1] = run_name; /* getopt's messages begin with it */
        return run(argc - 1, argv + 1);
    }
    if (strcmp(what, "report") == 0) {
        argv[1] = report_name;
        return report(argc - 1, argv + 1);
    }
    if (strcmp(what, "merge") == 0) {
        argv[1] = merge_name;
        return merge(argc - 1, argv + 1);
    }
    return tn_usage("campaign", "give run PLAN --db FILE, merge OUT DB..., or report DB [-o FILE]");
}
