/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#include "line_run.h"

#include <string.h>

enum { NS_PER_CYCLE = 4, INTO_NODE = 2 };

void ape_line_run_add(struct ape_line_run *r, uint64_t cycle, uint8_t lead,
                      const uint8_t word[APE_WORD])
{
    if (r->n == 0)
        r->first = cycle;
    r->word[r->n][0] = lead;
    memcpy(r->word[r->n++] + 1, word, APE_WORD);
}

bool ape_line_run_ends(const struct ape_line_run *r, enum ape_kind kind)
{
    return r->line.done || r->n == APE_LINE_MAX ||
           (kind == APE_K_HEADER && r->line.state == APE_BETWEEN);
}

void ape_line_run_write(struct ape_line_run *r, const struct ape_line_place *place)
{
    const struct tn_event ev = {
        .cycle = r->first,
        .time_ns = r->first * NS_PER_CYCLE,
        .span = (uint32_t)r->n - 1,
        .point = place->point,
        .port = place->port,
        .dir = INTO_NODE,
        .fabric = TN_FABRIC_APENET,
        .unit = TN_UNIT_FRAME,
        .orig_len = (uint32_t)(r->n * APE_LINK_WORD),
        .len = (uint32_t)(r->n * APE_LINK_WORD),
        .bytes = r->word[0],
    };
    if (r->n && r->first <= place->last_begin)
        tn_writer_event(place->writer, &ev);
    r->n = 0;
}
