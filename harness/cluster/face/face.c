/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of the cluster: packets, and the words of its lanes.
 */
#include "cluster.h"

static bool line(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par; /* its lanes read their bits in one way */
    fprintf(f, "Cluster %u bytes", ev->orig_len);
    return true;
}

static const char *const rules[] = {"CLU-", "CLL-", NULL};

const struct tn_face tn_face_cluster = {
    .name = "cluster",
    .fabric = TN_FABRIC_CLUSTER,
    .rules = rules,
    .show = {.line = line},
    .gen = &tn_gen_cluster,
};
