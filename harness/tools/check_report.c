/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What tenter check found, for eyes, as JSON lines and as JUnit XML.
 */
#include "check.h"

#include "tools.h"

#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The kept event with that packet number and how it is printed, or NULL. */
static const struct tn_event *kept(const struct check *k, uint64_t packet, struct tn_look *look)
{
    const struct tn_event *ev = packet && k->recent ? tn_recent_find(k->recent, packet) : NULL;
    if (!ev)
        return NULL;
    *look = (struct tn_look){.point = tn_reader_point(k->reader, ev->point),
                             .start_ns = k->start_ns,
                             .par = &k->links.of_point[ev->point]->par};
    return ev;
}

/* The line of a packet under its verdict, and with -v its fields. */
static void print_kept(const struct check *k, const char *role, uint64_t packet)
{
    struct tn_look look;
    const struct tn_event *ev = kept(k, packet, &look);
    if (!packet)
        return;
    printf("    %-8s", role);
    if (ev)
        tn_print_line(stdout, ev, &look);
    else
        printf("%6llu (too far back to be shown)", (unsigned long long)packet);
    putchar('\n');
    if (ev && k->fields)
        tn_print_fields(stdout, ev, look.par);
}

/* "name":"the packet's line" after a comma. */
static void json_kept(const struct check *k, const char *name, uint64_t packet)
{
    struct tn_look look;
    const struct tn_event *ev = kept(k, packet, &look);
    const struct tn_face *face = ev ? tn_face_of(ev->fabric) : NULL;
    char *text = NULL;
    size_t size;
    FILE *f = face && face->show.line ? open_memstream(&text, &size) : NULL;
    if (!f)
        return;
    face->show.line(f, ev, look.par);
    if (fclose(f) == 0) {
        printf(",\"%s\":", name);
        tn_json_string(stdout, text);
    }
    free(text);
}

static void json_verdict(const struct check *k, const struct tn_verdict *v)
{
    struct tn_look look;
    const struct tn_event *ev = kept(k, v->packet, &look);
    const struct tn_rule *rule = tn_rule_find(v->rule);
    printf("{\"packet\":%llu,\"cycle\":%llu,\"time_ns\":%llu,\"rule\":\"%s\"", (unsigned long long)v->packet,
           (unsigned long long)v->cycle, (unsigned long long)v->time_ns, v->rule);
    if (v->kind == TN_VERDICT_INCONCLUSIVE)
        fputs(",\"inconclusive\":true", stdout);
    if (rule) {
        fputs(",\"source\":", stdout);
        tn_json_string(stdout, rule->source);
    }
    fputs(",\"expected\":", stdout);
    tn_json_string(stdout, v->expected);
    fputs(",\"found\":", stdout);
    tn_json_string(stdout, v->found);
    if (ev && look.point) {
        fputs(",\"point\":", stdout);
        tn_json_string(stdout, look.point);
    }
    json_kept(k, "line", v->packet);
    if (v->related)
        printf(",\"related\":%llu", (unsigned long long)v->related);
    json_kept(k, "related_line", v->related);
    puts("}");
}

void tn_report_verdict(const struct check *k, const struct tn_verdict *v)
{
    const struct tn_rule *rule = tn_rule_find(v->rule);
    if (k->json) {
        json_verdict(k, v);
        return;
    }
    printf("%-10s packet %llu: %sexpected %s; found %s\n", v->rule, (unsigned long long)v->packet,
           v->kind == TN_VERDICT_INCONCLUSIVE ? "INCONCLUSIVE: " : "", v->expected, v->found);
    if (rule)
        printf("    %s\n", rule->source);
    print_kept(k, "packet", v->packet);
    print_kept(k, "request", v->related);
}

static const struct tn_artefact_count *artefact(const struct check *k, const struct tn_reader *r,
                                                int kind)
{
    return kind == TN_ART_ORDER ? &k->order : &tn_reader_artefacts(r)[kind];
}

static uint64_t open_of(const struct check *k, const char *rule)
{
    return k->open ? k->open[tn_rule_index(rule)] : 0;
}

static void junit_case(FILE *f, const char *suite, const char *name, uint64_t bad, uint64_t open,
                       bool asked_at_all, const char *file)
{
    fprintf(f, "  <testcase classname=\"%s\" name=\"%s\">", suite, name);
    if (bad) {
        fprintf(f, "<failure message=\"%llu packets of ", (unsigned long long)bad);
        tn_xml_text(f, file);
        fputs("\"/>", f);
    } else if (open) {
        fprintf(f, "<skipped message=\"inconclusive: %llu packets of ", (unsigned long long)open);
        tn_xml_text(f, file);
        fputs("\"/>", f);
    } else if (!asked_at_all) {
        fputs("<skipped/>", f);
    }
    fputs("</testcase>\n", f);
}

const char *tn_report_fabric(const char *rule)
{
    const struct tn_face *face;
    for (size_t i = 0; (face = tn_face_at(i)) != NULL; i++)
        for (size_t k = 0; face->rules && face->rules[k]; k++)
            if (strncmp(rule, face->rules[k], strlen(face->rules[k])) == 0)
                return face->name;
    tn_require(tn_rule_is_own(tn_rule_index(rule))); /* else it is of no fabric */
    return "own";
}

/* A test case a rule, and one a kind of artefact: with --strict what was seen failed. */
int tn_report_junit(const struct check *k, const struct tn_reader *r, const char *file)
{
    size_t bad = 0, skipped = 0;
    const struct tn_rule *rule;
    struct tn_part part;
    int rc;
    if (tn_part_open(&part, k->junit) < 0)
        return tn_usage("check", "%s: %s", k->junit, strerror(errno));
    for (size_t i = 0; (rule = tn_rule_at(i)); i++) {
        uint64_t failed = tn_links_failed(&k->links, rule->id);
        bad += failed > 0;
        skipped += !failed && (open_of(k, rule->id) || !tn_links_asked(&k->links, rule->id));
    }
    for (int i = 0; i < TN_ARTEFACTS; i++)
        bad += k->links.par.strict && artefact(k, r, i)->count;
    fprintf(part.file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"tenter check\" "
            "tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n",
            tn_rule_count() + TN_ARTEFACTS, bad, skipped);
    for (size_t i = 0; (rule = tn_rule_at(i)); i++)
        junit_case(part.file, tn_report_fabric(rule->id), rule->id, tn_links_failed(&k->links, rule->id),
                   open_of(k, rule->id), tn_links_asked(&k->links, rule->id), file);
    for (int i = 0; i < TN_ARTEFACTS; i++)
        junit_case(part.file, "capture", tn_artefact_id((enum tn_artefact)i),
                   k->links.par.strict ? artefact(k, r, i)->count : 0, 0, true, file);
    fputs("</testsuite>\n", part.file);
    rc = tn_part_close(&part, true);
    return rc < 0 ? tn_usage("check", "%s: %s", k->junit, strerror(-rc)) : TN_EXIT_OK;
}

static void print_artefact(const struct check *k, enum tn_artefact kind,
                           const struct tn_artefact_count *a)
{
    if (k->json)
        printf("{\"artefact\":\"%s\",\"violation\":%s,\"count\":%llu,\"records\":[",
               tn_artefact_id(kind), k->links.par.strict ? "true" : "false",
               (unsigned long long)a->count);
    else
        printf("artefact %s: %s: %llu record%s (", tn_artefact_id(kind), tn_artefact_text(kind),
               (unsigned long long)a->count, a->count == 1 ? "" : "s");
    for (uint64_t n = 0; n < a->count && (n < TN_ARTEFACT_KEEP || k->json); n++)
        printf("%s%llu", !n ? "" : k->json ? "," : " ", (unsigned long long)(k->json ? a->all : a->first)[n]);
    if (k->json)
        puts("]}");
    else
        puts(a->count > TN_ARTEFACT_KEEP ? " ...)" : ")");
}

void tn_report_artefacts(struct check *k, const struct tn_reader *r)
{
    for (int i = 0; i < TN_ARTEFACTS; i++) {
        const struct tn_artefact_count *a = artefact(k, r, i);
        k->artefacts += a->count;
        if (a->count && (k->json || !k->quiet || i == TN_ART_TRUNCATED))
            print_artefact(k, (enum tn_artefact)i, a);
    }
}

/* A line for each rule that was broken, or that the capture leaves open. */
static void print_rules(const struct check *k)
{
    const struct tn_rule *rule;
    for (size_t i = 0; (rule = tn_rule_at(i)); i++) {
        const uint64_t failed = tn_links_failed(&k->links, rule->id), open = open_of(k, rule->id);
        if (!failed && !open)
            continue;
        printf("rule %-10s %llu violation%s", rule->id, (unsigned long long)failed, failed == 1 ? "" : "s");
        if (open)
            printf(", %llu inconclusive", (unsigned long long)open);
        printf(": %s\n", rule->text);
    }
}

size_t tn_report_summary(const struct check *k, uint64_t packets, const char *form)
{
    size_t used = 0, broken = 0;
    const struct tn_rule *rule;
    for (size_t i = 0; (rule = tn_rule_at(i)); i++) {
        used += tn_links_asked(&k->links, rule->id) > 0;
        broken += tn_links_failed(&k->links, rule->id) > 0;
    }
    if (k->json)
        return used;
    if (!k->quiet)
        print_rules(k);
    printf("%llu packets (%s), %zu of %zu rules applied, %zu broken, %llu violations",
           (unsigned long long)packets, form, used, tn_rule_count(), broken, (unsigned long long)k->failed);
    if (k->open_n)
        printf(", %llu inconclusive", (unsigned long long)k->open_n);
    if (k->links.par.strict)
        printf(", %llu artefacts", (unsigned long long)k->artefacts);
    putchar('\n');
    return used;
}
