/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter rules: the catalogue, with the vectors that exercise each rule.
 */
#include "tools.h"

#include <tn/rules.h>

#include <getopt.h>
#include <string.h>

/* Vectors by rule, counted from vectors/ when this was built. */
static const struct {
    const char *rule;
    unsigned good, bad;
} counts[] = {
#include "tn_vector_counts.h"
    {NULL, 0, 0},
};

enum form { PLAIN, TSV, PAGE };

static void print_rule(const struct tn_rule *r, enum form form)
{
    const char *level = r->level == TN_MUST ? "MUST" : "SHOULD";
    unsigned good = 0, bad = 0;
    for (size_t k = 0; counts[k].rule; k++)
        if (strcmp(counts[k].rule, r->id) == 0) {
            good = counts[k].good;
            bad = counts[k].bad;
        }
    if (form == TSV)
        printf("%s\t%s\t%u\t%u\t%s\t%s\n", r->id, level, good, bad, r->source, r->text);
    else if (form == PAGE)
        printf("| %s | %s | %s | %s |\n", r->id, level, r->text, r->source);
    else
        printf("%-10s %-6s %s [%s] (%u good, %u bad)\n", r->id, level, r->text, r->source, good, bad);
}

int tn_cmd_rules(int argc, char **argv)
{
    static const struct option options[] = {
        {"tsv", no_argument, NULL, 't'}, {"page", no_argument, NULL, 'p'}, {NULL, 0, NULL, 0}};
    const struct tn_rule *r;
    enum form form = PLAIN;
    int opt;
    while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (opt == '?')
            return TN_EXIT_USAGE;
        if (form != PLAIN && form != (opt == 't' ? TSV : PAGE))
            return tn_usage("rules", "--tsv and --page exclude one another");
        form = opt == 't' ? TSV : PAGE;
    }
    if (optind != argc)
        return tn_usage("rules", "unexpected argument '%s'", argv[optind]);
    if (form == PAGE)
        printf("# Rules\n\nMade from `rules_*.def` by `make golden-docs`; `tenter rules` says how many "
               "traces\nexercise each.\n\n| rule | level | text | source |\n|---|---|---|---|\n");
    for (size_t i = 0; (r = tn_rule_at(i)); i++)
        print_rule(r, form);
    return tn_finish_output("rules", TN_EXIT_OK);
}
