/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Banks that change their owner (checkers/exanet/spec/exa_transfer.md section 4, EXF-PRT-1 and EXF-PRT-2). What tells that a
 * bank has drained is an answer to software: bit 30 of BANK that reads 0, or a write that is taken.
 */
#include "transfer.h"

#include <tn/axi/axi_slave.h>

enum { VALID = 31, DRAINS = 30, BLOCK_AT = 20, BLOCK_DMA = 3, BLOCK_RDMA = 4, BANKS = 0x40000 };

void tn_exf_bank_written(struct exf_node *n, enum exf_engine e, unsigned bank, uint32_t value, struct exf_change *c)
{
    struct exf_owner *o = &n->owner[e][bank];
    const unsigned is = value >> VALID ? value & 0xffff : EXF_NOBODY;
    c->owner = o;
    c->owned = *o;
    if (is == o->is)
        return;
    o->was = o->is;
    o->drained = o->was == EXF_NOBODY;
    if (o->was != EXF_NOBODY)
        o->former[o->formers++ % EXF_FORMER] = o->was;
    o->is = is;
    o->answered = UINT64_MAX;
}

void tn_exf_bank_answered(struct exf_change *c, bool okay, uint64_t cycle)
{
    if (!okay)
        *c->owner = c->owned;
    else if (c->owner->answered == UINT64_MAX)
        c->owner->answered = cycle;
}

void tn_exf_bank_seen(struct exf_node *n, const struct tn_axi_seen *s)
{
    if (s->channel == TN_AXI_CH_AR) {
        n->asked[n->asked_in++ % EXF_ADDRS] = (struct exf_addr){.addr = s->word[0], .cycle = s->cycle};
        return;
    }
    if (n->asked_out == n->asked_in)
        return;
    const struct exf_addr a = n->asked[n->asked_out % EXF_ADDRS];
    const unsigned block = (unsigned)(a.addr >> BLOCK_AT), at = (unsigned)(a.addr % TN_AXS_WINDOW) - BANKS;
    n->asked_out += s->word[4] >> 18 & 1;
    if ((block != BLOCK_DMA && block != BLOCK_RDMA) || a.addr % TN_AXS_WINDOW < BANKS || at >= 4 * TN_EXD_BANKS || at % 4)
        return;
    struct exf_owner *o = &n->owner[block == BLOCK_DMA ? EXF_DMA : EXF_RDMA][at / 4];
    if (!(s->word[at / 4 % 4] >> DRAINS & 1) && a.cycle > o->answered)
        o->drained = true;
}

enum exf_under tn_exf_under(const struct exf_node *n, enum exf_engine e, unsigned id, unsigned pdid)
{
    const struct exf_owner *o = &n->owner[e][id % TN_EXD_BANKS];
    bool lower = false, past = false;
    if (id >= TN_EXD_BANKS)
        return EXF_STRANGE;
    for (unsigned b = 0; b < id; b++)
        lower = lower || (n->owner[e][b].is == pdid && n->owner[e][b].drained);
    if ((o->is == pdid && !lower) || (o->was == pdid && !o->drained))
        return EXF_UNDER;
    for (unsigned i = 0; i < EXF_FORMER && i < o->formers; i++)
        past = past || o->former[i] == pdid;
    return past ? EXF_PAST : EXF_STRANGE;
}

void tn_exf_access(struct tn_exf_judge *j, unsigned node, enum exf_engine e, unsigned id, unsigned pdid)
{
    const struct exf_node *n = &j->node[node];
    struct exf_owner *o = &j->node[node].owner[e][id];
    unsigned open = EXF_NOBODY;
    if (o->is != pdid || o->drained)
        return;
    for (unsigned i = n->of_id[id].read_out; e == EXF_DMA && i != n->of_id[id].read_in; i++)
        open = n->of_id[id].read[i % EXF_READS].pdid == o->was ? o->was : open;
    for (unsigned i = n->of_id[id].write_out; e == EXF_RDMA && i != n->of_id[id].write_in; i++)
        open = n->of_id[id].write[i % EXF_READS].pdid == o->was ? o->was : open;
    tn_judge(&j->judge, EXF_PRT_2, open == EXF_NOBODY, "no access of a bank's next owner while one of the owner before is open",
             "node %u: one of %x under ID %u, where one of %x is open", node, pdid, id, open);
    o->drained = true;
}
