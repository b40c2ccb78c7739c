/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What software writes at a node's slave port: descriptors and banks of the sender, banks of the receiver
 * (checkers/exanet/spec/exa_dma.md sections 4, 5 and 10, exa_rdma_rx.md section 10). A write counts from its data on, and is
 * taken back when its response says that it was refused: the engine may begin before the response is accepted.
 */
#include "transfer.h"

#include <tn/axi/axi_slave.h>

#include <string.h>

enum { BLOCK_AT = 20, BLOCK_DMA = 3, BLOCK_RDMA = 4, DESCRIPTORS = 0x8000, BANKS = 0x40000 };

static void save(struct exf_change *c, const struct tn_exd *m, unsigned tid)
{
    for (unsigned i = 0; i < c->n; i++)
        if (c->was[i].tid == tid)
            return;
    if (c->n == EXF_UNDO)
        return;
    c->was[c->n].tid = tid;
    c->was[c->n].desc = m->desc[tid];
    c->was[c->n++].begun = false;
}

static void began(struct exf_change *c, unsigned tid)
{
    for (unsigned i = 0; i < c->n; i++)
        if (c->was[i].tid == tid)
            c->was[i].begun = true;
}

static void descriptor(struct tn_exf_judge *j, unsigned node, struct exf_change *c, uint32_t addr, const struct exf_data *d,
                       unsigned strobes)
{
    struct tn_exd *m = &j->node[node].sender;
    const unsigned tid = addr / TN_EXD_DESC;
    enum tn_exd_wrote wrote;
    save(c, m, tid);
    wrote = tn_exd_write(m, tid, addr % TN_EXD_DESC / EXA_WORD * EXA_WORD, d->byte, strobes);
    m->desc[tid].state = TN_EXD_IDLE;
    if ((wrote == TN_EXD_STARTS || wrote == TN_EXD_PARKS) && tn_exf_begin(j, node, tid, wrote == TN_EXD_PARKS))
        began(c, tid);
}

static void bank(struct exf_node *n, enum exf_engine e, struct exf_change *c, uint32_t addr, const struct exf_data *d, unsigned strobes)
{
    for (unsigned word = 0; word < EXA_WORD / 4; word++) {
        const uint32_t at = addr / EXA_WORD * EXA_WORD + 4 * word;
        if ((strobes >> 4 * word & 15) != 15 || at < BANKS || at >= BANKS + 4 * TN_EXD_BANKS)
            continue;
        const uint32_t value = (uint32_t)d->byte[4 * word] | (uint32_t)d->byte[4 * word + 1] << 8 | (uint32_t)d->byte[4 * word + 3] << 24;
        tn_exf_bank_written(n, e, (at - BANKS) / 4, value, c);
        if (e == EXF_DMA)
            n->sender.bank[(at - BANKS) / 4] = value;
    }
}

void tn_exf_software(struct tn_exf_judge *j, unsigned node, const struct exf_addr *a, const struct exf_data *d, unsigned beats)
{
    struct exf_node *n = &j->node[node];
    struct exf_change *c = &n->change[n->change_in++ % EXF_ADDRS];
    const unsigned block = (unsigned)(a->addr >> BLOCK_AT);
    const struct tn_axs_burst b = {(uint32_t)a->addr % TN_AXS_WINDOW, a->beats, a->size, (enum tn_axs_burst_type)a->burst};
    struct tn_axs_beat beat;
    c->n = 0;
    c->owner = NULL;
    for (unsigned i = 0; i < beats && tn_axs_beat(&b, i, &beat); i++) {
        const unsigned strobes = d[i].strobes & ((1u << beat.n) - 1) << beat.addr % EXA_WORD;
        if (block == BLOCK_DMA && beat.addr < DESCRIPTORS)
            descriptor(j, node, c, beat.addr, &d[i], strobes);
        else if (block == BLOCK_DMA)
            bank(n, EXF_DMA, c, beat.addr, &d[i], strobes);
        else if (block == BLOCK_RDMA)
            bank(n, EXF_RDMA, c, beat.addr, &d[i], strobes);
    }
}

void tn_exf_software_answered(struct tn_exf_judge *j, unsigned node, bool okay)
{
    struct exf_node *n = &j->node[node];
    struct exf_change *c = &n->change[n->change_out % EXF_ADDRS];
    if (n->change_out == n->change_in)
        return;
    n->change_out++;
    if (c->owner)
        tn_exf_bank_answered(c, okay, j->judge.cycle);
    for (unsigned b = 0; b < TN_EXD_BANKS && !okay; b++)
        if (c->owner == &n->owner[EXF_DMA][b])
            n->sender.bank[b] = c->owner->is == EXF_NOBODY ? 0 : 1u << 31 | c->owner->is;
    for (unsigned i = 0; i < c->n && !okay; i++) {
        n->sender.desc[c->was[i].tid] = c->was[i].desc;
        if (c->was[i].begun)
            tn_exf_unbegin(j, node, c->was[i].tid);
    }
}
