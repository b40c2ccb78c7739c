/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender's banks, which change their owners (exa_dma.md section 9).
 */
#include "dma_judge.h"

/* Looks for transactions that have lost their bank. One that has lost it, and has one again, may have been stopped
 * between. */
static void look_for_banks(struct tn_exd_judge *j)
{
    for (unsigned t = 0; t < TN_EXD_TXNS && j->active; t++) {
        struct exa_dma_txn *x = &j->txn[t];
        if (exa_dma_may_yet_start(j, t) && x->homeless && tn_exd_bank(j->bank, tn_exd_fields(&j->m.desc[t]).pdid) >= 0)
            exa_dma_lose_sight(j);
        if (!x->on || x->issued == x->packets)
            continue;
        const bool has = tn_exd_bank(j->m.bank, tn_exd_fields(&j->m.desc[t]).pdid) >= 0;
        if (has && x->no_bank)
            exa_dma_lose_sight(j);
        if (has || x->no_bank)
            continue;
        x->no_bank = j->now;
        x->open = x->chained && x->issued == 0 && j->now <= x->chained + EXD_LAG;
        j->bankless = true;
    }
}

/* Says whether a packet of that bank may have been issued that was not seen yet. */
static bool unseen_in(const struct tn_exd_judge *j, uint32_t bank)
{
    for (unsigned t = 0; t < TN_EXD_TXNS && j->active; t++)
        if (j->txn[t].on && j->txn[t].issued < j->txn[t].packets && bank >> TN_EXA_BANK_VALID &&
            tn_exd_fields(&j->m.desc[t]).pdid == (bank & 0xffff))
            return true;
    return false;
}

void exa_dma_bank(struct tn_exd_judge *j, unsigned bank, uint32_t value)
{
    struct tn_exa_bank *b = &j->life[bank];
    const uint32_t was = j->bank[bank];
    tn_exa_bank_written(b, was, value, j->now);
    if (was == value)
        return;
    if (j->ar_offered && j->ar_id == bank)
        b->drains = 1;
    if (!b->drains && unseen_in(j, was))
        b->sure = j->now + EXD_LAG;
    j->bank[bank] = value;
    j->m.bank[bank] = b->drains || b->sure >= j->now ? 0 : value;
    look_for_banks(j);
}

void exa_dma_drained(struct tn_exd_judge *j)
{
    for (unsigned b = 0; b < TN_EXD_BANKS; b++)
        if (j->m.bank[b] != j->bank[b] && !j->life[b].drains && !j->life[b].pending && j->now > j->life[b].sure) {
            j->m.bank[b] = j->bank[b];
            look_for_banks(j);
        }
}

bool exa_dma_awaits(const struct tn_exd_judge *j, unsigned pdid)
{
    return tn_exd_bank(j->m.bank, pdid) != tn_exd_bank(j->bank, pdid);
}

void exa_dma_judge_bank(struct tn_exd_judge *j, unsigned b, uint32_t found, const struct exa_dma_access *a)
{
    if (exa_dma_judge(j, EXD_BNK_2, tn_exa_bank_may_show(&j->life[b], j->bank[b], a->at, found), "this bank's value", "%08x in BANK[%u]",
                      found, b) && !(found >> TN_EXA_BANK_DRAINS & 1)) {
        tn_exa_bank_settle(&j->life[b], j->now - 1);
        exa_dma_drained(j);
    }
}

void exa_dma_judge_level(struct tn_exd_judge *j, unsigned b, uint32_t found, const struct exa_dma_access *a)
{
    if (a->at + EXD_LAG >= j->now)
        exa_dma_judge(j, EXD_CNT_1, tn_exa_bank_may_count(&j->life[b], j->now, 1, found), "the packets open in the bank",
                      "%u in BANK_LEVEL[%u]", found, b);
}

void exa_dma_heed_banks(struct tn_exd_judge *j, struct exa_dma_access *a, bool okay)
{
    const unsigned bank = a->banks.open - 1;
    if (a->banks.open) {
        j->life[bank].pending = 0;
        a->worst = okay ? TN_AXS_OKAY : TN_AXS_SLVERR;
        if (exa_dma_judge(j, EXD_BNK_2, exa_bank_may_answer(&a->banks, &j->life[bank], okay, j->active > 0),
                          "a write refused while its bank drains", "%s", okay ? "OKAY" : "SLVERR") && okay)
            exa_dma_bank(j, bank, a->banks.value);
    }
    if (!exa_bank_known(&a->banks, j->life))
        exa_dma_lose_sight(j);
    for (unsigned b = 0; b < TN_EXD_BANKS; b++)
        tn_exa_bank_heeded(&j->life[b], j->now);
}
