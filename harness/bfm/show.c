/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Who follows a run.
 */
#include "bfm.h"
#include "show.h"

#include <tn/bug.h>

bool tn_bfm_more;
struct tn_show_list tn_show_reset, tn_show_packet, tn_show_tap, tn_show_block, tn_show_pins;
struct tn_show_list tn_show_beat, tn_show_ok, tn_show_reject, tn_show_write;

void tn_show_follow(struct tn_show_list *l, tn_show_fn *fn, void *ctx)
{
    for (unsigned i = 0; i < l->n; i++)
        if (l->to[i].fn == fn && l->to[i].ctx == ctx)
            return;
    tn_require(l->n < TN_SHOW_FOLLOWERS);
    l->to[l->n].fn = fn;
    l->to[l->n++].ctx = ctx;
}
