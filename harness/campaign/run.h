/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Running a campaign, and joining its shards.
 */
#ifndef TN_CAMPAIGN_RUN_H
#define TN_CAMPAIGN_RUN_H

struct tn_campaign_options {
    const char *plan, *db;
    unsigned jobs;
    unsigned shard, shards; /* this one of so many; 1 of 1 for all */
};

/* Exit code: 0 every fault of the shard has its outcome, 2 not, 130 interrupted. */
int tn_campaign_run(const struct tn_campaign_options *o);

/* Adds the results of n databases of the same plan to out, made if need be; exit code. */
int tn_campaign_merge(const char *out, int n, char **in);

/* What was printed goes out: exit code 0, or 2 with a line on stderr. */
int tn_campaign_output(void);

/* One line on stderr; gives the exit code, 2. */
int tn_campaign_complain(const char *what);

#endif
