/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of a TNW line to records of link frames (checkers/tnw/spec/tnw.md section 7).
 */
#include <tn/tnw/tnw_record.h>

#include <string.h>

enum { NS_PER_CYCLE = 4 };

void tn_tnw_recorder_end(struct tn_tnw_recorder *r)
{
    const bool broken = r->kind == TNW_START && r->n < TNW_FRAME;
    const struct tn_event ev = {
        .cycle = r->first,
        .time_ns = r->first * NS_PER_CYCLE,
        .span = (uint32_t)(r->last - r->first),
        .point = r->point,
        .fabric = TN_FABRIC_TNW,
        .unit = TN_UNIT_FRAME,
        .flags = (uint8_t)((r->fault ? TN_EV_FAULT : 0) | (broken ? TN_EV_MALFORMED : 0)),
        .orig_len = r->n,
        .len = r->n,
        .bytes = r->bytes,
    };
    if (r->n)
        r->fn(r->ctx, &ev);
    r->n = 0;
    r->fault = false;
}

/* Does w go on with what is kept? A packet with its DATA, a run with words like its first. */
static bool goes_on(const struct tn_tnw_recorder *r, uint64_t cycle, enum tnw_class kind)
{
    if (cycle != r->last + 1 || r->kind == TNW_SET)
        return false;
    return r->kind == TNW_START ? kind == TNW_DATA : kind == TNW_DATA || kind == TNW_BAD;
}

void tn_tnw_recorder_word(struct tn_tnw_recorder *r, uint64_t cycle, struct tnw_word w, bool fault)
{
    const enum tnw_class kind = tnw_classify(w);
    if (r->n && !goes_on(r, cycle, kind)) {
        r->fault = r->fault || (fault && cycle == r->last + 1); /* what follows was to go on */
        tn_tnw_recorder_end(r);
    }
    if (kind == TNW_IDLE)
        return;
    if (!r->n) {
        r->first = cycle;
        r->kind = kind;
    }
    tnw_word_put(w, r->bytes + r->n);
    r->n += TNW_WORD_OCTETS;
    r->last = cycle;
    r->fault = r->fault || fault;
    if (r->n == TNW_FRAME || kind == TNW_SET)
        tn_tnw_recorder_end(r);
}
