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

/* map: words, or "". swap makes what came in at the capture's place (s_...) the DUT's; vcs=N uses
 * channels below N alone (channel modulo N). NULL with one line in err: the file is unusable, or has no packet of a TNW link. */
struct tn_tnw_stimulus *tn_tnw_stimulus_open(const char *path, const struct tn_stim_options *o, const char *map,
                                             char *err, size_t err_size);
/* The next one: 1, 0 at the end, or negative errno (tn_tnw_stimulus_error()). way: who injects it;
 * at: cycle since the beginning, which item.due is not yet. */
int tn_tnw_stimulus_next(struct tn_tnw_stimulus *s, struct tn_tnw_item *item, enum tn_tnw_way *way, uint64_t *at);
const char *tn_tnw_stimulus_error(const struct tn_tnw_stimulus *s);
void tn_tnw_stimulus_close(struct tn_tnw_stimulus *s);

#endif
