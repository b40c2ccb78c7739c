/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private functions that the two parts of the judge of TNW's library share.
 */
#ifndef TNW_LIB_JUDGE_H
#define TNW_LIB_JUDGE_H

#include <tn/tnw/tnw_lib_judge.h>

/* Gives a verdict. */
__attribute__((format(printf, 4, 5))) void tn_tnw_lib_says(struct tn_tnw_lib_judge *j,
                                                           const char *rule, const char *expected,
                                                           const char *found, ...);
/* The library wrote a credit (get 0) or a descriptor (get 1) at byte `at` from the first window of
 * its kind. */
void tn_tnw_lib_given(struct tn_tnw_lib_judge *j, unsigned get, unsigned at, const uint8_t *data,
                      size_t len);
/* The library wrote CTRL.reset 1. */
void tn_tnw_lib_link_reset(struct tn_tnw_lib_judge *j, unsigned link);
/* The functions load and store of struct tnw_io. */
int tn_tnw_lib_load(void *ctx, uint64_t host, void *data, size_t len);
int tn_tnw_lib_store(void *ctx, uint64_t host, const void *data, size_t len);

#endif
