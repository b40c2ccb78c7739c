/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Who follows a run.
 */
#include "bfm.h"
#include "show.h"

#include <tn/bug.h>

bool tn_bfm_more;
struct tn_show_list tn_show_lists[TN_SHOW_KINDS];

void tn_show_follow(enum tn_show kind, tn_show_fn *fn, void *ctx)
{
    struct tn_show_list *l = &tn_show_lists[kind];
    for (unsigned i = 0; i < l->n; i++)
        if (l->to[i].fn == fn && l->to[i].ctx == ctx)
            return;
    tn_require(l->n < TN_SHOW_FOLLOWERS);
    l->to[l->n].fn = fn;
    l->to[l->n++].ctx = ctx;
}
