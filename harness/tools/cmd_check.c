/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter check: every rule that applies, on a capture.
 */
#include "check.h"

#include "tools.h"

#include <tn/protocol.h>

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What the capture does not show to its end is neither right nor wrong. */
static void inconclusive(struct check *k, const struct tn_verdict *v)
{
    const size_t rule = tn_rule_index(v->rule);
    if (!k->open)
        k->open = calloc(tn_rule_count(), sizeof *k->open);
    if (k->open)
        k->open[rule]++;
    k->open_n++;
    if (k->json) {
        printf("{\"packet\":%llu,\"cycle\":%llu,\"rule\":\"%s\",\"inconclusive\":true,\"expected\":",
               (unsigned long long)v->packet, (unsigned long long)v->cycle, v->rule);
        tn_json_string(stdout, v->expected);
        fputs(",\"found\":", stdout);
        tn_json_string(stdout, v->found);
        puts("}");
    } else if (!k->quiet && k->open_n <= OPEN_SHOWN) {
        printf("%-10s packet %llu: INCONCLUSIVE: expected %s; found %s\n", v->rule,
               (unsigned long long)v->packet, v->expected, v->found);
    }
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct check *k = ctx;
    if (v->kind == TN_VERDICT_ARTEFACT) {
        if (k->order.count < TN_ARTEFACT_KEEP)
            k->order.first[k->order.count] = v->packet;
        k->order.count++;
    }
    if (v->kind == TN_VERDICT_INCONCLUSIVE) {
        inconclusive(k, v);
        return;
    }
    if (v->kind != TN_VERDICT_FAIL)
        return;
    k->failed++;
    if (k->json) {
        printf("{\"packet\":%llu,\"cycle\":%llu,\"rule\":\"%s\",\"expected\":",
               (unsigned long long)v->packet, (unsigned long long)v->cycle, v->rule);
        tn_json_string(stdout, v->expected);
        fputs(",\"found\":", stdout);
        tn_json_string(stdout, v->found);
        puts("}");
    } else if (!k->quiet) {
        printf("%-10s packet %llu: expected %s; found %s\n", v->rule,
               (unsigned long long)v->packet, v->expected, v->found);
    }
}

/* Room for index i in an array of size bytes an element; new ones are zero. */
static bool room(void **array, unsigned *cap, unsigned i, size_t size)
{
    unsigned want = *cap ? *cap : 16;
    void *p;
    if (i < *cap)
        return true;
    while (want <= i)
        want *= 2;
    p = realloc(*array, want * size);
    if (!p)
        return false;
    memset((char *)p + *cap * size, 0, (want - *cap) * size);
    *array = p;
    *cap = want;
    return true;
}

/* The link that a point watches: "s_usr" and "m_usr" are the two directions of
 * "usr", "line0" and "line1" those of a serial link, and points without a name are of
 * one link. So is all of a capture from outside a simulation, wherever it was tapped. */
static void link_of(const struct check *k, const struct tn_reader *r, unsigned point, char *link,
                    size_t size)
{
    const char *name = tn_reader_point(r, point);
    if (k->one_link || !name)
        snprintf(link, size, "\n"); /* which no name holds */
    else if ((name[0] == 's' || name[0] == 'm') && name[1] == '_')
        snprintf(link, size, "%s", name + 2);
    else if (strcmp(name, "line0") == 0 || strcmp(name, "line1") == 0)
        snprintf(link, size, "line");
    else
        snprintf(link, size, "%s", name);
}

/* The checker of what crosses from one link to another; no link's name holds it. */
#define BETWEEN "\v"

static struct tn_checker *link_checker(struct check *k, const char *link)
{
    struct tn_check_params par = k->par;
    struct link *l;
    for (unsigned i = 0; i < k->link_n; i++)
        if (strcmp(k->links[i].name, link) == 0)
            return k->links[i].checker;
    if (!room((void **)&k->links, &k->link_cap, k->link_n, sizeof *k->links))
        return NULL;
    l = &k->links[k->link_n];
    for (size_t i = 0; tn_face_at(i); i++)
        if (tn_face_at(i)->check && tn_face_at(i)->check->link)
            tn_face_at(i)->check->link(&par, link);
    l->name = strdup(link);
    l->checker = tn_checker_new(&par, k->only, k->skip, on_verdict, k);
    if (!l->name || !l->checker) {
        free(l->name);
        tn_checker_free(l->checker);
        return NULL;
    }
    k->link_n++;
    return l->checker;
}

/* The checker of the event's link, or NULL on ENOMEM. */
static struct tn_checker *checker_for(struct check *k, const struct tn_reader *r,
                                      const struct tn_event *ev)
{
    const char *name = tn_reader_point(r, ev->point);
    size_t size = (name ? strlen(name) : 0) + 16;
    char *link;
    if (!room((void **)&k->of_point, &k->point_n, ev->point, sizeof *k->of_point))
        return NULL;
    if (!k->of_point[ev->point] && (link = malloc(size)) != NULL) {
        if (k->link_n == 0) {
            const char *origin = tn_reader_origin(r);
            k->one_link = strcmp(origin, "Tenter") != 0;
            k->par.joined = k->one_link;
            for (size_t i = 0; tn_face_at(i); i++)
                if (tn_face_at(i)->check && tn_face_at(i)->check->origin)
                    tn_face_at(i)->check->origin(&k->par, origin);
        }
        link_of(k, r, ev->point, link, size);
        k->of_point[ev->point] = link_checker(k, link);
        free(link);
    }
    return k->of_point[ev->point];
}

static void free_links(struct check *k)
{
    for (unsigned i = 0; i < k->link_n; i++) {
        tn_checker_free(k->links[i].checker);
        free(k->links[i].name);
    }
    free(k->links);
    free(k->open);
    free(k->of_point);
}

/* The first record of a fabric that nothing judges, or that the reader does not know; false: none. */
static bool unjudged(const struct check *k, const struct tn_reader *r, uint64_t *record, unsigned *fabric)
{
    *record = tn_reader_stranger(r, fabric);
    if (k->unjudged && (*record == 0 || k->unjudged < *record)) {
        *record = k->unjudged;
        *fabric = k->unjudged_fabric;
    }
    return *record != 0;
}

/* The verdict on the whole capture. That nothing is wrong may be said only where
 * something was looked at. */
static int conclude(struct check *k, struct tn_reader *r, const char *file, int rc, uint64_t packets)
{
    size_t used;
    uint64_t record;
    unsigned fabric;
    int code;
    for (unsigned i = 0; i < k->link_n; i++)
        tn_checker_finish(k->links[i].checker);
    tn_report_artefacts(k, r);
    used = tn_report_summary(k, packets, tn_reader_form(r));
    if (rc < 0)
        code = tn_usage("check", "%s: %s", file, tn_reader_error(r));
    else if (unjudged(k, r, &record, &fabric))
        code = tn_usage("check", "%s: record %llu is of fabric %u, whose records nothing judges", file,
                        (unsigned long long)record, fabric);
    else if (k->failed || (k->par.strict && k->artefacts))
        code = TN_EXIT_FAIL;
    else if (!used && !tn_reader_icrcs(r))
        code = tn_usage("check", "%s: nothing to check: no rule applies to any of its records", file);
    else
        code = TN_EXIT_OK;
    if (code != TN_EXIT_USAGE && k->junit && tn_report_junit(k, r, file) != TN_EXIT_OK)
        code = TN_EXIT_USAGE;
    return code;
}

/* Whether rules are asked of the record. Annotations and what the reader keeps without a fabric of
 * Tenter's are left out; the first record of a fabric without a judge is remembered. */
static bool to_judge(struct check *k, const struct tn_event *ev)
{
    const struct tn_fabric_line *f = ev->unit == TN_UNIT_NOTE ? NULL : tn_fabric_find(ev->fabric);
    if (!f || f->protocol->event)
        return f != NULL;
    if (!k->unjudged) {
        k->unjudged = ev->packet;
        k->unjudged_fabric = ev->fabric;
    }
    return false;
}

/* Hands the event to the checker of its link, and to the checker between links. False: no memory. */
static bool judge(struct check *k, const struct tn_reader *r, const struct tn_event *ev, unsigned art)
{
    struct tn_checker *c = ev->point < k->point_n ? k->of_point[ev->point] : NULL;
    if (!c && !(c = checker_for(k, r, ev)))
        return false;
    if (tn_checker_event(c, ev, art) < 0)
        return false;
    if (k->one_link)
        return true;
    c = link_checker(k, BETWEEN);
    return c && tn_checker_between(c, ev, art) == 0;
}

static int run(struct check *k, const char *file)
{
    char err[512];
    struct tn_event ev;
    unsigned art;
    uint64_t packets = 0;
    int rc, code = TN_EXIT_OK;
    struct tn_reader *r = tn_reader_open(file, err, sizeof err);
    if (!r)
        return tn_usage("check", "%s", err);
    tn_reader_keep_roce(r);
    while ((rc = tn_reader_next(r, &ev, &art)) == 1) {
        packets += ev.unit != TN_UNIT_NOTE;
        if (to_judge(k, &ev) && !judge(k, r, &ev, art)) {
            code = tn_usage("check", "out of memory");
            break;
        }
    }
    if (code == TN_EXIT_OK)
        code = conclude(k, r, file, rc, packets);
    free_links(k);
    tn_reader_close(r);
    return tn_finish_output("check", code);
}

/* Each name in a list of rules must be that of a rule, so that a slip of the pen
 * does not switch everything off. */
static bool names_rules(const char *list)
{
    const struct tn_rule *rule;
    if (list && !*list) {
        tn_usage("check", "an empty list names no rule");
        return false;
    }
    while (list && *list) {
        size_t len = strcspn(list, ","), i = 0;
        bool prefix = len > 0 && list[len - 1] == '*';
        while ((rule = tn_rule_at(i++)) != NULL)
            if (prefix ? strncmp(rule->id, list, len - 1) == 0
                       : strlen(rule->id) == len && strncmp(rule->id, list, len) == 0)
                break;
        if (!rule) {
            tn_usage("check", "'%.*s' is no rule (tenter rules lists them)", (int)len, list);
            return false;
        }
        list += len + (list[len] == ',');
    }
    return true;
}

enum { OPTIONS_MAX = 64, OF_FACE = 256 };

/* An option of a face, by its index among those of all faces. */
static const struct tn_face_option *option_at(size_t i, const struct tn_face **face, size_t *own)
{
    for (size_t k = 0; (*face = tn_face_at(k)) != NULL; k++)
        for (*own = 0; (*face)->check && (*face)->check->options && (*face)->check->options[*own].name; ++*own)
            if (i-- == 0)
                return &(*face)->check->options[*own];
    return NULL;
}

/* The command's own options, and behind them those of the faces. */
static void make_options(struct option *to)
{
    static const struct option own[] = {
        {"only", required_argument, NULL, 'o'},  {"skip", required_argument, NULL, 's'},
        {"strict", no_argument, NULL, 'S'},      {"junit", required_argument, NULL, 'j'},
        {"json", no_argument, NULL, 'J'},        {"quiet", no_argument, NULL, 'q'},
    };
    size_t n = sizeof own / sizeof *own, index;
    const struct tn_face_option *o;
    const struct tn_face *face;
    memcpy(to, own, sizeof own);
    for (size_t i = 0; n < OPTIONS_MAX && (o = option_at(i, &face, &index)) != NULL; i++)
        to[n++] = (struct option){o->name, o->value ? required_argument : no_argument, NULL, OF_FACE + (int)i};
    to[n] = (struct option){NULL, 0, NULL, 0};
}

/* Option i of the faces' with its value; an exit code. */
static int take(struct check *k, size_t i, const char *text)
{
    const struct tn_face *face;
    size_t own;
    uint64_t n = 0;
    const struct tn_face_option *o = option_at(i, &face, &own);
    if (o->max && !tn_number(text, o->max, &n))
        return tn_usage("check", "--%s: '%s' is not a number up to %" PRIu64, o->name, text, o->max);
    return face->check->option(&k->par, own, text, n);
}

int tn_cmd_check(int argc, char **argv)
{
    struct check k = {0};
    struct option options[OPTIONS_MAX + 1];
    int opt;
    tn_check_defaults(&k.par);
    make_options(options);
    while ((opt = getopt_long(argc, argv, "q", options, NULL)) != -1) {
        if (opt >= OF_FACE) {
            int code = take(&k, (size_t)(opt - OF_FACE), optarg);
            if (code != TN_EXIT_OK)
                return code;
            continue;
        }
        switch (opt) {
        case 'o': k.only = optarg; break;
        case 's': k.skip = optarg; break;
        case 'S': k.par.strict = true; break;
        case 'j': k.junit = optarg; break;
        case 'J': k.json = true; break;
        case 'q': k.quiet = true; break;
        default: return TN_EXIT_USAGE;
        }
    }
    if (optind + 1 != argc)
        return tn_usage("check", "give one FILE, or - for standard input");
    if (k.junit && strcmp(k.junit, "-") == 0)
        return tn_usage("check", "--junit takes a file: standard output has the report");
    if (!names_rules(k.only) || !names_rules(k.skip))
        return TN_EXIT_USAGE;
    return run(&k, argv[optind]);
}
