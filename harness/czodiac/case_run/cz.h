/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Parts of the remapper's cases that stand in files of their own.
 */
#ifndef TN_CASE_RUN_CZ_H
#define TN_CASE_RUN_CZ_H

#include "../../case/run/run.h"

/* struct tn_run_ops's fit. */
void tn_run_cz_fit(struct tn_case *c, char *why, size_t size);
/* struct tn_run_ops's blame. */
const char *tn_run_cz_blame(const struct tn_case_step *s, const struct seen *got);

#endif
