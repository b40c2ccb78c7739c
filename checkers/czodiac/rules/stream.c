/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The handshake of a stream of TLPs, CZR-STR-1 (cz_ioport_remap.md 1).
 */
#include "czodiac.h"

#include <tn/bug.h>
#include <tn/pcie/tlp.h>
#include <tn/czodiac/handshake.h>

#include <string.h>

enum { ALL_LANES = 15, ALL_CLASSES = 7 };

/* Lanes from lane 0 on without a gap, and one at least. */
static bool contiguous(unsigned keep)
{
    return keep != 0 && (keep & (keep + 1)) == 0;
}

static void held(struct tn_checker *c, const struct tn_stream_beat *was,
                 const struct tn_stream_beat *now)
{
    bool same = was->last == now->last && was->keep == now->keep && was->port == now->port &&
                memcmp(was->data, now->data, sizeof was->data) == 0;
    RULE(c, CZR_STR_1, now->valid, "valid held until ready", "valid fell");
    if (now->valid)
        RULE(c, CZR_STR_1, same, "data held until ready", "data changed");
}

void tn_checker_stream(struct tn_checker *c, const struct tn_stream_seen *s)
{
    const struct tn_event ev = {.packet = s->packet, .cycle = s->cycle, .time_ns = s->cycle * 4};
    tn_require(tn_checker_enter(c, &tn_protocol_czodiac) == 0);
    c->ev = &ev;
    c->last_ns = ev.time_ns;
    if (s->was.valid)
        held(c, &s->was, &s->now);
    if (s->now.valid && s->ready && !s->now.last)
        RULE(c, CZR_STR_1, s->now.keep == ALL_LANES, "keep all ones before the last beat",
             "keep has holes");
    if (s->now.valid && s->ready && s->now.last)
        RULE(c, CZR_STR_1, contiguous(s->now.keep), "keep contiguous from lane 0",
             "keep has holes in the last beat");
    RULE(c, CZR_STR_1, !s->unknown, "every bit that counts is 0 or 1", "unknown value");
    c->ev = NULL;
}

/* The class by which a TLP is sent: malformed ones go as P. */
static enum tn_tlp_class sent_class(const struct tn_event *ev)
{
    struct tn_tlp t;
    tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t);
    return t.prefix_n || t.err & ~(unsigned)TN_TLP_E_LENGTH ? TN_CLASS_P : tn_tlp_class(t.kind);
}

void tn_checker_stream_packet(struct tn_checker *c, const struct tn_event *ev, unsigned ok)
{
    tn_require(tn_checker_enter(c, &tn_protocol_czodiac) == 0);
    c->ev = ev;
    c->last_ns = ev->time_ns;
    RULE(c, CZR_STR_1, ok == ALL_CLASSES || ok >> sent_class(ev) & 1,
         "a class begins only after its ok", "began while ok was low");
    c->ev = NULL;
}
