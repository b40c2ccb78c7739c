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

int tn_cmd_rules(int argc, char **argv)
{
    static const struct option options[] = {{"tsv", no_argument, NULL, 't'}, {NULL, 0, NULL, 0}};
    size_t n;
    const struct tn_rule *r = tn_rules(&n);
    bool tsv = false;
    int opt;
    while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (opt != 't')
            return TN_EXIT_USAGE;
        tsv = true;
    }
    if (optind != argc)
        return tn_usage("rules", "unexpected argument '%s'", argv[optind]);
    for (size_t i = 0; i < n; i++) {
        const char *level = r[i].level == TN_MUST ? "MUST" : "SHOULD";
        unsigned good = 0, bad = 0;
        for (size_t k = 0; counts[k].rule; k++)
            if (strcmp(counts[k].rule, r[i].id) == 0) {
                good = counts[k].good;
                bad = counts[k].bad;
            }
        if (tsv)
            printf("%s\t%s\t%u\t%u\t%s\t%s\n", r[i].id, level, good, bad, r[i].source, r[i].text);
        else
            printf("%-10s %-6s %s [%s] (%u good, %u bad)\n", r[i].id, level, r[i].text, r[i].source,
                   good, bad);
    }
    return tn_finish_output("rules", TN_EXIT_OK);
}
