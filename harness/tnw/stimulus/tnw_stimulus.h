/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture of a TNW link as items to inject at its two ends: each packet once, in the order of its
 * numbers, as a receiver would have taken it.
 */
#ifndef TN_TNW_STIMULUS_H
#define TN_TNW_STIMULUS_H

#include <tn/tnw/bfm_tnw.h>
#include <tn/stimulus.h>

struct tn_tnw_stimulus;

/* Opens the capture at path. map has words, or is "": swap lets the DUT send the packets that came
 * in at the capture's place (s_...); vcs=N uses only channels below N (channel modulo N). Returns
 * NULL, with one line in err, when the file is unusable or has no packet of a TNW link. */
struct tn_tnw_stimulus *tn_tnw_stimulus_open(const char *path, const struct tn_stim_options *o,
                                             const char *map, char *err, size_t err_size);
/* Reads the next item. Returns 1, 0 at the end, or negative errno (tn_tnw_stimulus_error()). *way
 * receives the end that injects it, *at the cycle since the beginning in which it is due; item->due
 * is not set. */
int tn_tnw_stimulus_next(struct tn_tnw_stimulus *s, struct tn_tnw_injected *item, enum tn_tnw_way *way,
                         uint64_t *at);
/* Returns the message of the last error. */
const char *tn_tnw_stimulus_error(const struct tn_tnw_stimulus *s);
/* Closes the stimulus. */
void tn_tnw_stimulus_close(struct tn_tnw_stimulus *s);

#endif
