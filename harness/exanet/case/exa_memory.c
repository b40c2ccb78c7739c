/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The memory behind a block as cases speak of it, for the sender and the receiver of RDMA
 * transactions.
 */
#include "exa.h"

#include <tn/exanet/exa_case.h>

#include <errno.h>
#include <string.h>

enum { BEATS = 17, BANKS = 8, HOLDS = 512 };

int tn_case_exa_burst(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out)
{
    static const char *const names[] = {"addr", "beats", "id", NULL};
    uint64_t addr, beats, id;
    if (tn_case_known(p, at, end, names) < 0 ||
        tn_case_field(p, at, end, "addr", UINT64_MAX, &addr) < 0 ||
        tn_case_field(p, at, end, "beats", BEATS, &beats) < 0 ||
        tn_case_field(p, at, end, "id", BANKS - 1, &id) < 0 ||
        tn_case_room(p, out, TN_CASE_BURST) < 0)
        return -EINVAL;
    for (unsigned i = 0; i < 8; i++)
        out->bytes[i] = (uint8_t)(addr >> (56 - 8 * i));
    out->bytes[8] = (uint8_t)beats;
    out->bytes[9] = (uint8_t)id;
    return 0;
}

int tn_case_exa_rule(struct tn_case_parser *p, const char **rule)
{
    char *w = p->word[p->word_n - 1];
    const size_t n = strlen(w);
    if (w[0] != '[' || n < 3)
        return 0;
    w[n - 1] = 0;
    p->word_n--;
    return tn_case_rule(p, w + 1, rule);
}

static int page_line(struct tn_case_parser *p, struct tn_case_step *s)
{
    uint64_t pdid, addr;
    if (p->word_n != 4 || !(tn_case_is(p, 3, "missing") || tn_case_is(p, 3, "there")))
        return tn_case_fail(p, "written so: page PDID ADDR missing|there");
    if (tn_case_number(p, "domain", p->word[1], 0xffff, &pdid) < 0 ||
        tn_case_number(p, "address", p->word[2], UINT32_MAX, &addr) < 0)
        return -EINVAL;
    s->cause = TN_CASE_PAGE;
    s->value = (uint32_t)pdid;
    s->addr = (uint32_t)addr;
    s->write = tn_case_is(p, 3, "there");
    return 0;
}

static int answers_line(struct tn_case_parser *p, struct tn_case_step *s)
{
    char *dots = p->word_n > 1 ? strstr(p->word[1], "..") : NULL;
    if (!dots)
        return tn_case_fail(p, "written so: answers A..B [reorder] [interleave]");
    *dots = 0;
    s->cause = TN_CASE_ANSWERS;
    for (unsigned i = 2; i < p->word_n; i++)
        s->value |= tn_case_is(p, i, "reorder") ? 1 : tn_case_is(p, i, "interleave") ? 2 : 4;
    if (s->value > 3)
        return tn_case_fail(p, "behind answers A..B: reorder, interleave");
    if (tn_case_number(p, "cycles", p->word[1], TN_CASE_CYCLES, &s->first) < 0 ||
        tn_case_number(p, "cycles", dots + 2, TN_CASE_CYCLES, &s->last) < 0)
        return -EINVAL;
    return s->first && s->first <= s->last
               ? 0
               : tn_case_fail(p, "answers: 1 cycle or more, and no less behind ..");
}

static int holds_line(struct tn_case_parser *p, struct tn_case_step *s)
{
    uint64_t addr;
    size_t len;
    if (tn_case_exa_rule(p, &s->rule) < 0)
        return -EINVAL;
    if (p->word_n != 3)
        return tn_case_fail(p, "written so: holds ADDR DATA");
    if (tn_case_number(p, "address", p->word[1], UINT32_MAX, &addr) < 0 ||
        tn_case_room(p, &s->tlp[0], HOLDS) < 0 ||
        tn_case_data(p, p->word[2], true, s->tlp[0].bytes, s->tlp[0].mask, HOLDS, &len) < 0)
        return -EINVAL;
    s->cause = TN_CASE_HOLDS;
    s->addr = (uint32_t)addr;
    s->tlp[0].len = len;
    return 0;
}

int tn_case_exa_memory_line(struct tn_case_parser *p)
{
    const bool page = tn_case_is(p, 0, "page"), answers = tn_case_is(p, 0, "answers");
    struct tn_case_step *s;
    if (!page && !answers && !tn_case_is(p, 0, "holds"))
        return 1;
    if (!(s = tn_case_step(p, TN_CASE_LINE)))
        return -EINVAL;
    return page ? page_line(p, s) : answers ? answers_line(p, s) : holds_line(p, s);
}
