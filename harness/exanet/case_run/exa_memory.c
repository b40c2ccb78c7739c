/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The memory behind a block under cases: its bursts as packets of a stream, its pages, times and
 * bytes.
 */
#include "exa_fit.h"

#include <tn/axi.h>
#include <tn/exanet/exa_case.h>
#include <tn/memory.h>
#include <tn/sim.h>

#include <stdio.h>

void tn_run_exa_burst(struct runner *r, const char *stream, const struct tn_axi_seen *seen)
{
    struct tn_run_beats b = {.first = seen->cycle, .len = TN_CASE_BURST};
    const uint64_t addr = seen->word[0] | (uint64_t)seen->word[1] << 32;
    if (!seen->valid || !seen->ready || seen->rst)
        return;
    for (unsigned i = 0; i < 8; i++)
        b.bytes[i] = (uint8_t)(addr >> (56 - 8 * i));
    b.bytes[8] = (uint8_t)((seen->word[3] & 255) + 1);
    b.bytes[9] = (uint8_t)(seen->word[2] & 7);
    tn_run_beats_end(r, &b, stream, seen->cycle);
}

/* Compares bytes of memory. Returns 1 when they differ: the case ends there. */
static int holds(struct runner *r, const struct tn_case_step *s)
{
    const char *rule = s->rule ? s->rule : r->c->rules[0];
    uint8_t found[512];
    tn_memory_peek(tn_memory_find("mem"), s->addr, found, s->tlp[0].len);
    for (size_t i = 0; i < s->tlp[0].len; i++) {
        if (!((found[i] ^ s->tlp[0].bytes[i]) & s->tlp[0].mask[i]))
            continue;
        tn_run_fail(r, rule, r->packets, tn_run_now(r),
                    "line %u: expected byte %02x at %llx; found %02x", s->line, s->tlp[0].bytes[i],
                    (unsigned long long)(s->addr + i), found[i]);
        r->stopped = rule;
        return 1;
    }
    return 0;
}

int tn_run_exa_memory_line(struct runner *r, const struct tn_case_step *s, uint64_t there,
                           unsigned rights)
{
    struct tn_memory *m = tn_memory_find("mem");
    const uint32_t least = (uint32_t)s->first, most = (uint32_t)s->last;
    const struct tn_memory_timing t = {least,        most,         least,     most,
                                       s->value & 1, s->value & 2, r->c->seed};
    if (s->cause == TN_CASE_HOLDS)
        return holds(r, s);
    if (s->cause == TN_CASE_ANSWERS)
        return tn_memory_timing(m, &t);
    if (s->write)
        return tn_memory_map(m, s->value, s->addr, s->addr % there, 1, rights);
    tn_memory_unmap(m, s->value, s->addr, 1);
    return 0;
}
