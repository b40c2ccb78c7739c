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
    unsigned shard;  /* number of the shard to run, from 1 */
    unsigned shards; /* number of shards; 1: the whole campaign */
};

/* Runs a shard of a campaign. Returns an exit code: 0 when every fault of the shard has its
 * outcome, 2 when not, 130 when interrupted. */
int tn_campaign_run(const struct tn_campaign_options *o);

/* Adds the results of n databases of the same plan to out, which is made if it does not exist.
 * Returns an exit code. */
int tn_campaign_merge(const char *out, int n, char **in);

/* Flushes stdout. Returns exit code 0, or 2 with a line on stderr. */
int tn_campaign_output(void);

/* Prints one line to stderr. Returns exit code 2. */
int tn_campaign_complain(const char *what);

#endif
