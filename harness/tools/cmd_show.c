/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter show: the packets of a capture, for eyes and for programs.
 */
#include "filter.h"
#include "html.h"
#include "links.h"
#include "options.h"
#include "stats.h"
#include "tools.h"

#include <tn/capture.h>
#include <tn/protocol.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct show {
    bool fields, hex, ladder, stats, json, colour, absolute;
    const char *expression; /* of the filter, or NULL */
    struct tn_filter *filter;
    char hint[160]; /* how the filter reads a number, or "" */
    const char *html;     /* path of the page to write, or NULL */
    struct tn_html *page; /* while it is written */
    struct tn_links links;
    uint64_t start_ns; /* time stamps are shown as the time since then */
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
                       const struct tn_look *look, unsigned art)
{
    tn_stats_event(stats, ev);
    if (s->stats)
        return;
    if (s->ladder) {
        tn_ladder_line(stdout, stats, ev, look->start_ns);
        return;
    }
    if (s->json) {
        tn_print_json(stdout, ev, look, art);
        return;
    }
    if (s->colour)
        fputs(colour_of(ev), stdout);
    tn_print_line(stdout, ev, look);
    puts(s->colour ? "\033[0m" : "");
    if (s->fields)
        tn_print_fields(stdout, ev, look->par);
    if (s->hex)
        tn_print_hex(stdout, ev->bytes, ev->len);
}

/* Has the event's rules asked for the page; nobody judges annotations and fabrics without rules. */
static bool judge(struct show *s, const struct tn_reader *r, const struct tn_event *ev, unsigned art)
{
    const struct tn_fabric_line *f = ev->unit == TN_UNIT_NOTE ? NULL : tn_fabric_find(ev->fabric);
    return !f || !f->protocol->event || tn_links_judge(&s->links, r, ev, art);
}

/* Shows the event, which the filter takes. */
static void show_taken(struct show *s, struct tn_stats *stats, const struct tn_event *ev, const struct tn_look *look,
                       unsigned art)
{
    if (s->page)
        tn_html_packet(s->page, ev, look, tn_stats_event(stats, ev));
    else
        show_event(s, stats, ev, look, art);
}

/* Shows every event that the filter takes. What tn_reader_next() ended with, or 2 when memory is out. */
static int show_all(struct show *s, struct tn_reader *r, struct tn_stats *stats)
{
    struct tn_event ev;
    unsigned art;
    bool first = true;
    int rc;
    while ((rc = tn_reader_next(r, &ev, &art)) == 1) {
        const struct tn_link *link = tn_links_find(&s->links, r, &ev);
        struct tn_look look = {.point = tn_reader_point(r, ev.point)};
        if (!link || (s->page && !judge(s, r, &ev, art)))
            return 2; /* a page has the verdicts on all packets, whatever it shows */
        if (first && (ev.unit != TN_UNIT_NOTE || ev.len == 0)) {
            s->start_ns = s->absolute ? 0 : ev.time_ns;
            first = false;
        }
        look.start_ns = first && !s->absolute ? ev.time_ns : s->start_ns;
        look.par = &link->par;
        if (s->filter && !tn_filter_match(s->filter, &ev, look.par))
            continue;
        if ((s->stats || s->ladder) && !judge(s, r, &ev, art))
            return 2;
        show_taken(s, stats, &ev, &look, art);
    }
    if (s->links.fn)
        tn_links_finish(&s->links);
    return rc;
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct show *s = ctx;
    if (s->page && v->kind != TN_VERDICT_PASS)
        tn_html_verdict(s->page, v);
}

/* Opens the page when one is asked for; an exit code. */
static int begin_page(struct show *s, const char *file)
{
    if (!s->html)
        return TN_EXIT_OK;
    s->page = tn_html_open(s->html, strcmp(file, "-") == 0 ? "standard input" : file);
    return s->page ? TN_EXIT_OK : TN_EXIT_USAGE;
}

/* Ends the page, which stays when good; an exit code. */
static int end_page(struct show *s, bool good)
{
    int rc = s->page ? tn_html_close(s->page, good) : 0;
    s->page = NULL;
    return rc < 0 && good ? tn_usage("show", "%s: %s", tn_part_name(s->html), strerror(-rc)) : TN_EXIT_OK;
}

static int run(struct show *s, const char *file)
{
    char err[256];
    int rc;
    struct tn_stats *stats = tn_stats_new(&s->links.par);
    struct tn_reader *r = tn_reader_open(file, err, sizeof err);
    if (!r || !stats) {
        tn_stats_free(stats);
        tn_reader_close(r);
        return tn_usage("show", "%s", r ? "out of memory" : err);
    }
    tn_reader_keep_roce(r);
    if (s->html || s->stats || s->ladder) { /* requests and answers are paired as the rules pair them */
        s->links.fn = on_verdict;
        s->links.ctx = s;
        s->links.pair_fn = tn_stats_pair;
        s->links.pair_ctx = stats;
    }
    if (begin_page(s, file) != TN_EXIT_OK) {
        tn_stats_free(stats);
        tn_reader_close(r);
        return TN_EXIT_USAGE;
    }
    rc = show_all(s, r, stats);
    if (s->stats && rc <= 0)
        tn_stats_print(stats, r, stdout);
    if (rc == 0 && s->filter && tn_filter_in_vain(s->filter, &s->links.par, err, sizeof err))
        rc = tn_usage("show", "%s", err);
    else if (rc == 0 && *s->hint)
        tn_usage("show", "%s", s->hint);
    else if (rc != 0)
        tn_usage("show", "%s: %s", file, rc < 0 ? tn_reader_error(r) : "out of memory");
    if (end_page(s, rc == 0) != TN_EXIT_OK)
        rc = TN_EXIT_USAGE;
    tn_stats_free(stats);
    tn_reader_close(r);
    return tn_finish_output("show", rc != 0 ? TN_EXIT_USAGE : TN_EXIT_OK);
}

static const struct option own_options[] = {
    {"filter", required_argument, NULL, 'f'}, {"ladder", no_argument, NULL, 'l'},
    {"stats", no_argument, NULL, 's'},        {"json", no_argument, NULL, 'j'},
    {"verbose", no_argument, NULL, 'v'},      {"hex", no_argument, NULL, 'x'},
    {"time", no_argument, NULL, 't'},         {"html", required_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* The options; an exit code. */
static int take_options(struct show *s, int argc, char **argv)
{
    struct option options[TN_OPTIONS_MAX + 1];
    int opt, code;
    tn_options_make(own_options, options);
    while ((opt = getopt_long(argc, argv, "vxf:", options, NULL)) != -1) {
        if (opt >= TN_OPTIONS_FACE) {
            if ((code = tn_options_take("show", &s->links.par, opt, optarg)) != TN_EXIT_OK)
                return code;
            continue;
        }
        switch (opt) {
        case 'f': s->expression = optarg; break;
        case 'l': s->ladder = true; break;
        case 's': s->stats = true; break;
        case 'j': s->json = true; break;
        case 'v': s->fields = true; break;
        case 'x': s->hex = true; break;
        case 't': s->absolute = true; break;
        case 'h': s->html = optarg; break;
        default: return TN_EXIT_USAGE;
        }
    }
    if (s->ladder + s->stats + s->json + (s->html != NULL) > 1)
        return tn_usage("show", "--ladder, --stats, --json and --html exclude one another");
    return TN_EXIT_OK;
}

int tn_cmd_show(int argc, char **argv)
{
    struct show s = {.colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR")};
    char err[160];
    int code;
    tn_check_defaults(&s.links.par);
    code = take_options(&s, argc, argv);
    if (code != TN_EXIT_OK)
        return code;
    if (s.expression && !(s.filter = tn_filter_parse(s.expression, &s.links.par, err, sizeof err)))
        return tn_usage("show", "%s", err);
    snprintf(s.hint, sizeof s.hint, "%s", s.filter ? err : "");
    code = optind + 1 == argc ? run(&s, argv[optind]) : tn_usage("show", "give one FILE, or - for standard input");
    tn_filter_free(s.filter);
    tn_links_free(&s.links);
    return code;
}
