/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter check: every rule that applies, on a capture.
 */
#include "tools.h"

#include <tn/capture.h>
#include <tn/rules.h>

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { LINKS_MAX = 16 };

struct check {
    struct tn_check_params par;
    const char *only, *skip, *junit;
    bool json, quiet;
    uint64_t failed, artefacts;
    struct tn_artefact_count order; /* ART-ORDER, which the rules find */
    struct {
        char name[32];
        struct tn_checker *checker;
    } links[LINKS_MAX];
    unsigned link_n;
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct check *k = ctx;
    if (v->kind == TN_VERDICT_ARTEFACT) {
        if (k->order.count < TN_ARTEFACT_KEEP)
            k->order.first[k->order.count] = v->packet;
        k->order.count++;
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

/* Points of one link share a checker: "s_usr" and "m_usr" are the two directions of
 * "usr". Captures without named points are one link. */
static struct tn_checker *checker_for(struct check *k, const struct tn_reader *r,
                                      const struct tn_event *ev)
{
    const char *name = tn_reader_point(r, ev->point);
    if (k->link_n == 1 && k->links[0].name[0] == 0)
        return k->links[0].checker; /* one link, whatever the point */
    bool own = strcmp(tn_reader_form(r), "Tenter") == 0 && name;
    const char *link = !own ? "" : (name[0] == 's' || name[0] == 'm') && name[1] == '_' ? name + 2 : name;
    struct tn_check_params par = k->par;

    for (unsigned i = 0; i < k->link_n; i++)
        if (strcmp(k->links[i].name, link) == 0)
            return k->links[i].checker;
    if (k->link_n == LINKS_MAX)
        return k->links[0].checker;
    par.inside = par.inside || strcmp(link, "usr") == 0;
    par.unordered = par.unordered || strcmp(tn_reader_form(r), "NetTLP") == 0;
    snprintf(k->links[k->link_n].name, sizeof k->links[0].name, "%s", link);
    k->links[k->link_n].checker = tn_checker_new(&par, k->only, k->skip, on_verdict, k);
    return k->links[k->link_n++].checker;
}

static uint64_t asked(const struct check *k, const char *rule)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < k->link_n; i++)
        n += tn_checker_asked(k->links[i].checker, rule);
    return n;
}

static uint64_t failures(const struct check *k, const char *rule)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < k->link_n; i++)
        n += tn_checker_failed(k->links[i].checker, rule);
    return n;
}

static int write_junit(const struct check *k, const char *file)
{
    size_t n;
    const struct tn_rule *rules = tn_rules(&n);
    FILE *f = fopen(k->junit, "w");
    if (!f)
        return tn_usage("check", "%s: cannot be written", k->junit);
    fprintf(f, "<?xml version=\"1.0\"?>\n<testsuite name=\"tenter check\" tests=\"%zu\">\n", n);
    for (size_t i = 0; i < n; i++) {
        uint64_t bad = failures(k, rules[i].id);
        fprintf(f, "  <testcase classname=\"pcie\" name=\"%s\">", rules[i].id);
        if (bad)
            fprintf(f, "<failure message=\"%llu packets of %s\"/>", (unsigned long long)bad,
                    strchr(file, '&') || strchr(file, '<') || strchr(file, '"') ? "the capture" : file);
        else if (!asked(k, rules[i].id))
            fputs("<skipped/>", f);
        fputs("</testcase>\n", f);
    }
    fputs("</testsuite>\n", f);
    if (ferror(f) | fclose(f))
        return tn_usage("check", "%s: write failed", k->junit);
    return TN_EXIT_OK;
}

static void print_artefact(struct check *k, enum tn_artefact kind,
                           const struct tn_artefact_count *a)
{
    if (a->count == 0)
        return;
    k->artefacts += a->count;
    if (k->json || k->quiet)
        return;
    printf("artefact %s: %s: %llu record%s (", tn_artefact_id(kind), tn_artefact_text(kind),
           (unsigned long long)a->count, a->count == 1 ? "" : "s");
    for (uint64_t n = 0; n < a->count && n < TN_ARTEFACT_KEEP; n++)
        printf("%s%llu", n ? " " : "", (unsigned long long)a->first[n]);
    puts(a->count > TN_ARTEFACT_KEEP ? " ...)" : ")");
}

static void print_artefacts(struct check *k, const struct tn_reader *r)
{
    const struct tn_artefact_count *a = tn_reader_artefacts(r);
    for (int i = 0; i < TN_ARTEFACTS; i++)
        print_artefact(k, (enum tn_artefact)i, i == TN_ART_ORDER ? &k->order : &a[i]);
}

static void print_summary(const struct check *k, uint64_t packets, const char *form)
{
    size_t n, used = 0, broken = 0;
    const struct tn_rule *rules = tn_rules(&n);
    for (size_t i = 0; i < n; i++) {
        used += asked(k, rules[i].id) > 0;
        broken += failures(k, rules[i].id) > 0;
    }
    if (!k->json)
        printf("%llu packets (%s), %zu of %zu rules applied, %zu broken, %llu violations\n",
               (unsigned long long)packets, form, used, n, broken, (unsigned long long)k->failed);
}

static int run(struct check *k, const char *file)
{
    char err[256];
    struct tn_event ev;
    unsigned art;
    uint64_t packets = 0;
    struct tn_checker *last = NULL; /* of point: most packets follow one of theirs */
    unsigned point = 0;
    int rc, code;
    struct tn_reader *r = tn_reader_open(file, err, sizeof err);
    if (!r)
        return tn_usage("check", "%s", err);
    while ((rc = tn_reader_next(r, &ev, &art)) == 1) {
        struct tn_checker *c = ev.point == point && last ? last : checker_for(k, r, &ev);
        point = ev.point;
        last = c;
        if (!c) {
            tn_reader_close(r);
            return tn_usage("check", "out of memory");
        }
        packets += ev.unit != TN_UNIT_NOTE;
        tn_checker_event(c, &ev, art);
    }
    for (unsigned i = 0; i < k->link_n; i++)
        tn_checker_finish(k->links[i].checker);
    print_artefacts(k, r);
    print_summary(k, packets, tn_reader_form(r));
    if (rc < 0)
        code = tn_usage("check", "%s: %s", file, tn_reader_error(r));
    else
        code = k->failed || (k->par.strict && k->artefacts) ? TN_EXIT_FAIL : TN_EXIT_OK;
    if (code != TN_EXIT_USAGE && k->junit && write_junit(k, file) != TN_EXIT_OK)
        code = TN_EXIT_USAGE;
    for (unsigned i = 0; i < k->link_n; i++)
        tn_checker_free(k->links[i].checker);
    tn_reader_close(r);
    return tn_finish_output("check", code);
}

static const struct option options[] = {
    {"only", required_argument, NULL, 'o'},  {"skip", required_argument, NULL, 's'},
    {"mps", required_argument, NULL, 'm'},   {"mrrs", required_argument, NULL, 'M'},
    {"rcb", required_argument, NULL, 'r'},   {"ext-tags", required_argument, NULL, 'e'},
    {"inside", no_argument, NULL, 'i'},      {"strict", no_argument, NULL, 'S'},
    {"junit", required_argument, NULL, 'j'}, {"json", no_argument, NULL, 'J'},
    {"quiet", no_argument, NULL, 'q'},       {NULL, 0, NULL, 0},
};

int tn_cmd_check(int argc, char **argv)
{
    struct check k = {0};
    uint64_t n = 0;
    int opt;
    tn_check_defaults(&k.par);
    while ((opt = getopt_long(argc, argv, "q", options, NULL)) != -1) {
        if (strchr("mMre", opt) && !tn_number(optarg, 4096, &n))
            return tn_usage("check", "'%s' is not a number up to 4096", optarg);
        switch (opt) {
        case 'o': k.only = optarg; break;
        case 's': k.skip = optarg; break;
        case 'm': k.par.mps = (uint32_t)n; break;
        case 'M': k.par.mrrs = (uint32_t)n; break;
        case 'r':
            if (n != 64 && n != 128)
                return tn_usage("check", "the RCB is 64 or 128, not %s", optarg);
            k.par.rcb = (uint32_t)n;
            break;
        case 'e': k.par.ext_tags = n != 0; break;
        case 'i': k.par.inside = true; break;
        case 'S': k.par.strict = true; break;
        case 'j': k.junit = optarg; break;
        case 'J': k.json = true; break;
        case 'q': k.quiet = true; break;
        default: return TN_EXIT_USAGE;
        }
    }
    if (optind + 1 != argc)
        return tn_usage("check", "give one FILE, or - for standard input");
    return run(&k, argv[optind]);
}
