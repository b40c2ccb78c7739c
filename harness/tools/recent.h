/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The last packets of a capture with their bytes, so that a verdict can show the packet it is on and
 * the request that this refers to. The room is fixed: what is too far back is gone.
 */
#ifndef TN_TOOLS_RECENT_H
#define TN_TOOLS_RECENT_H

#include <tn/event.h>

struct tn_recent;
struct tn_recent *tn_recent_new(void); /* NULL on ENOMEM */
/* Keeps a copy of the event in place of older ones. */
void tn_recent_keep(struct tn_recent *r, const struct tn_event *ev);
/* The event with that packet number, or NULL when it is gone; valid until the next one is kept. */
const struct tn_event *tn_recent_find(const struct tn_recent *r, uint64_t packet);
void tn_recent_free(struct tn_recent *r);

#endif
