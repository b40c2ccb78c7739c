/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Outcome classes and what their counts are worth.
 */
#include <tn/campaign.h>

#include <math.h>

const char *tn_outcome_name(enum tn_outcome o)
{
    static const char *const names[TN_OUTCOMES_ALL] = {
        [TN_NO_EFFECT] = "no effect",   [TN_CORRECTED] = "corrected",
        [TN_REPORTED] = "reported",     [TN_SILENT] = "silent corruption",
        [TN_HANG] = "hang",             [TN_FALSE_ALARM] = "false alarm",
        [TN_NOT_STRUCK] = "not struck", [TN_BROKEN] = "broken run",
    };
    return o < TN_OUTCOMES_ALL ? names[o] : "?";
}

void tn_wilson(unsigned long k, unsigned long n, double *low, double *high)
{
    const double z = 1.959963984540054; /* 97.5 % point of the normal distribution */
    double p, d, c, w;
    *low = 0;
    *high = 1;
    if (n == 0)
        return;
    p = (double)k / (double)n;
    d = 1 + z * z / (double)n;
    c = p + z * z / (2 * (double)n);
    w = z * sqrt(p * (1 - p) / (double)n + z * z / (4 * (double)n * (double)n));
    *low = k == 0 ? 0 : (c - w) / d;
    *high = k == n ? 1 : (c + w) / d;
}
