/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter show: the packets of a capture, for eyes and for programs.
 */
#include "filter.h"
#include "stats.h"
#include "tools.h"

#include <tn/capture.h>

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct show {
    bool fields, hex, ladder, stats, json, colour;
    struct tn_filter *filter;
};

static const char *colour_of(const struct tn_event *ev)
{
    static const char *const colours[] = {[TN_TONE_NONE] = "\033[2m",
                                          [TN_TONE_WRONG] = "\033[31m",
                                          [TN_TONE_ANSWER] = "\033[32m",
                                          [TN_TONE_DATA] = "\033[33m",
                                          [TN_TONE_REQUEST] = "\033[36m"};
    const struct tn_face *face = tn_face_of(ev->fabric);
    return colours[face && face->show.tone ? face->show.tone(ev) : TN_TONE_NONE];
}

static void show_event(const struct show *s, struct tn_stats *stats, const struct tn_event *ev,
                       const char *point)
{
    tn_stats_event(stats, ev);
    if (s->stats)
        return;
    if (s->ladder) {
        tn_ladder_line(stdout, stats, ev);
        return;
    }
    if (s->json) {
        tn_print_json(stdout, ev, point);
        return;
    }
    if (s->colour)
        fputs(colour_of(ev), stdout);
    tn_print_line(stdout, ev, point);
    puts(s->colour ? "\033[0m" : "");
    if (s->fields)
        tn_print_fields(stdout, ev);
    if (s->hex)
        tn_print_hex(stdout, ev->bytes, ev->len);
}

static int run(const struct show *s, const char *file)
{
    char err[256];
    struct tn_event ev;
    int rc;
    struct tn_stats *stats = tn_stats_new();
    struct tn_reader *r = tn_reader_open(file, err, sizeof err);
    if (!r || !stats) {
        tn_stats_free(stats);
        tn_reader_close(r);
        return tn_usage("show", "%s", r ? "out of memory" : err);
    }
    tn_reader_keep_roce(r);
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1)
        if (!s->filter || tn_filter_match(s->filter, &ev))
            show_event(s, stats, &ev, tn_reader_point(r, ev.point));
    if (s->stats)
        tn_stats_print(stats, stdout);
    if (rc < 0)
        tn_usage("show", "%s: %s", file, tn_reader_error(r));
    tn_stats_free(stats);
    tn_reader_close(r);
    return tn_finish_output("show", rc < 0 ? TN_EXIT_USAGE : TN_EXIT_OK);
}

static const struct option options[] = {
    {"filter", required_argument, NULL, 'f'}, {"ladder", no_argument, NULL, 'l'},
    {"stats", no_argument, NULL, 's'},        {"json", no_argument, NULL, 'j'},
    {"verbose", no_argument, NULL, 'v'},      {"hex", no_argument, NULL, 'x'},
    {NULL, 0, NULL, 0},
};

int tn_cmd_show(int argc, char **argv)
{
    struct show s = {.colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR")};
    char err[128];
    int opt, code;
    while ((opt = getopt_long(argc, argv, "vxf:", options, NULL)) != -1) {
        switch (opt) {
        case 'f':
            tn_filter_free(s.filter);
            s.filter = tn_filter_parse(optarg, err, sizeof err);
            if (!s.filter)
                return tn_usage("show", "%s", err);
            break;
        case 'l': s.ladder = true; break;
        case 's': s.stats = true; break;
        case 'j': s.json = true; break;
        case 'v': s.fields = true; break;
        case 'x': s.hex = true; break;
        default: return TN_EXIT_USAGE;
        }
    }
    if (s.ladder + s.stats + s.json > 1)
        return tn_usage("show", "--ladder, --stats and --json exclude one another");
    if (optind + 1 != argc)
        return tn_usage("show", "give one FILE, or - for standard input");
    code = run(&s, argv[optind]);
    tn_filter_free(s.filter);
    return code;
}
