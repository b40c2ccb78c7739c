/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter check: every rule that applies, on a capture.
 */
#include "check.h"

#include "options.h"
#include "tools.h"

#include <tn/artefact.h>
#include <tn/protocol.h>

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
    if (k->json || (!k->quiet && k->open_n <= OPEN_SHOWN))
        tn_report_verdict(k, v);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct check *k = ctx;
    if (v->kind == TN_VERDICT_ARTEFACT && tn_artefact_add(&k->order, v->packet, k->json) < 0)
        k->no_memory = true;
    if (v->kind == TN_VERDICT_INCONCLUSIVE) {
        inconclusive(k, v);
        return;
    }
    if (v->kind != TN_VERDICT_FAIL)
        return;
    k->failed++;
    if (k->json || !k->quiet)
        tn_report_verdict(k, v);
}

static bool next_event(void *ctx, struct tn_event *ev)
{
    unsigned art;
    return tn_reader_next(ctx, ev, &art) == 1;
}

/* Reads the capture once more, when something is wrong between its directions. A simulation has one clock; a pipe cannot be
 * read again. */
static bool apart(void *ctx, const struct tn_protocol *p)
{
    struct check *k = ctx;
    struct tn_reader *r;
    char err[512];
    if (k->apart_of == p)
        return k->apart;
    k->apart_of = p;
    k->apart = false;
    if (strcmp(k->file, "-") == 0 || strcmp(tn_reader_origin(k->reader), "Tenter") == 0 || !(r = tn_reader_open(k->file, err, sizeof err)))
        return false;
    k->apart = p->apart(next_event, r);
    tn_reader_close(r);
    return k->apart;
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
    tn_links_finish(&k->links);
    tn_report_artefacts(k, r);
    used = tn_report_summary(k, packets, tn_reader_form(r));
    if (rc < 0)
        code = tn_usage("check", "%s: %s", file, tn_reader_error(r));
    else if (unjudged(k, r, &record, &fabric))
        code = tn_usage("check", "%s: record %llu is of fabric %u, whose records nothing judges", file,
                        (unsigned long long)record, fabric);
    else if (k->failed || (k->links.par.strict && k->artefacts) || (k->fail_open && k->open_n))
        code = TN_EXIT_FAIL;
    else if (!used)
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
    bool of_none = ev->unit != TN_UNIT_NOTE && ev->fabric == TN_FABRIC_NONE;
    if (!of_none && (!f || f->protocol->event))
        return f != NULL;
    if (!k->unjudged) {
        k->unjudged = ev->packet;
        k->unjudged_fabric = ev->fabric;
    }
    return false;
}

/* Hands every event of the capture to the rules. What tn_reader_next() ended with; 1: memory is out. */
static int judge_all(struct check *k, struct tn_reader *r, uint64_t *packets)
{
    struct tn_event ev;
    unsigned art;
    bool first = true;
    int rc;
    while ((rc = tn_reader_next(r, &ev, &art)) == 1) {
        *packets += ev.unit != TN_UNIT_NOTE;
        if (first && (ev.unit != TN_UNIT_NOTE || ev.len == 0)) {
            k->start_ns = ev.time_ns;
            first = false;
        }
        if (ev.unit == TN_UNIT_NOTE && !(art & TN_ART_COPY) && !tn_links_note(&k->links, r, &ev))
            return 1;
        if (!to_judge(k, &ev))
            continue;
        if (k->recent)
            tn_recent_keep(k->recent, &ev);
        if (!tn_links_judge(&k->links, r, &ev, art) || k->no_memory)
            break;
    }
    return rc;
}

static int run(struct check *k, const char *file)
{
    char err[512];
    uint64_t packets = 0;
    int rc, code;
    struct tn_reader *r = tn_reader_open(file, err, sizeof err);
    if (!r)
        return tn_usage("check", "%s", err);
    k->reader = r;
    k->file = file;
    k->links.apart_fn = apart;
    k->links.apart_ctx = k;
    tn_reader_keep_roce(r);
    if (k->json)
        tn_reader_keep_artefacts(r);
    if ((k->json || !k->quiet) && !(k->recent = tn_recent_new()))
        rc = 1;
    else
        rc = judge_all(k, r, &packets);
    code = rc == 1 ? tn_usage("check", "out of memory") : conclude(k, r, file, rc, packets);
    tn_links_free(&k->links);
    tn_recent_free(k->recent);
    free(k->order.all);
    free(k->open);
    tn_reader_close(r);
    return tn_finish_output("check", code);
}

bool tn_names_rules(const char *command, const char *list)
{
    const struct tn_rule *rule;
    if (list && !*list) {
        tn_usage(command, "an empty list names no rule");
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
            tn_usage(command, "'%.*s' is no rule (tenter rules lists them)", (int)len, list);
            return false;
        }
        list += len + (list[len] == ',');
    }
    return true;
}

static const struct option own_options[] = {
    {"only", required_argument, NULL, 'o'}, {"skip", required_argument, NULL, 's'},
    {"strict", no_argument, NULL, 'S'},     {"fail-on", required_argument, NULL, 'f'},
    {"junit", required_argument, NULL, 'j'},
    {"json", no_argument, NULL, 'J'},       {"quiet", no_argument, NULL, 'q'},
    {"verbose", no_argument, NULL, 'v'},  {"joined", no_argument, NULL, 'm'},
    {NULL, 0, NULL, 0},
};

int tn_cmd_check(int argc, char **argv)
{
    struct check k = {.links = {.fn = on_verdict, .ctx = &k}};
    struct option options[TN_OPTIONS_MAX + 1];
    int opt;
    tn_check_defaults(&k.links.par);
    tn_options_make(own_options, options);
    while ((opt = getopt_long(argc, argv, "qv", options, NULL)) != -1) {
        if (opt >= TN_OPTIONS_FACE) {
            int code = tn_options_take("check", &k.links.par, opt, optarg);
            if (code != TN_EXIT_OK)
                return code;
            continue;
        }
        switch (opt) {
        case 'o': k.links.only = optarg; break;
        case 's': k.links.skip = optarg; break;
        case 'S': k.links.par.strict = true; break;
        case 'f':
            if (strcmp(optarg, "inconclusive") != 0)
                return tn_usage("check", "--fail-on is inconclusive, not '%s'", optarg);
            k.fail_open = true;
            break;
        case 'j': k.junit = optarg; break;
        case 'J': k.json = true; break;
        case 'q': k.quiet = true; break;
        case 'v': k.fields = true; break;
        case 'm': k.links.joined = true; break;
        default: return TN_EXIT_USAGE;
        }
    }
    if (optind + 1 != argc)
        return tn_usage("check", "give one FILE, or - for standard input");
    if (k.junit && strcmp(k.junit, "-") == 0)
        return tn_usage("check", "--junit takes a file: standard output has the report");
    if (!tn_names_rules("check", k.links.only) || !tn_names_rules("check", k.links.skip))
        return TN_EXIT_USAGE;
    return run(&k, argv[optind]);
}
