/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A context bank that changes its owner (exa_rdma_rx.md and exa_axi.md section 3, exa_dma.md section 9).
 */
#include "bank.h"

#include "../../axi/model/axi_map.h"

enum { EITHER = TN_EXA_BANK_MAY | TN_EXA_BANK_MAY_NOT };

static bool is_of(uint32_t value, unsigned pdid)
{
    return value >> TN_EXA_BANK_VALID && (value & 0xffff) == pdid;
}

/* Notes the count in the bounds of its time. */
static void count(struct tn_exa_bank *b, uint64_t now, int change)
{
    const uint64_t bucket = now / TN_EXA_BANK_LAG;
    if (bucket != b->bucket) {
        const bool next = bucket == b->bucket + 1;
        b->lo[1] = next ? b->lo[0] : b->open;
        b->hi[1] = next ? b->hi[0] : b->open;
        b->lo[0] = b->hi[0] = b->open;
        b->bucket = bucket;
    }
    b->open += change;
    b->lo[0] = b->open < b->lo[0] ? b->open : b->lo[0];
    b->hi[0] = b->open > b->hi[0] ? b->open : b->hi[0];
}

/* One more is open, judged in cycle `judged`. */
static void place(struct tn_exa_bank *b, uint32_t is, unsigned pdid, uint64_t judged)
{
    if (is_of(is, pdid))
        return;
    if (b->pending && judged >= b->asked_at && is_of(b->asked, pdid))
        b->ahead++;
    else if (b->open > 0)
        b->drains = 1;
    else if (b->sure < b->last + TN_EXA_BANK_LAG)
        b->sure = b->last + TN_EXA_BANK_LAG;
}

void tn_exa_bank_opened(struct tn_exa_bank *b, uint32_t is, unsigned pdid, uint64_t now)
{
    count(b, now, 1);
    place(b, is, pdid, now);
}

void tn_exa_bank_doubted(struct tn_exa_bank *b, uint32_t is, unsigned pdid)
{
    b->doubts++;
    b->doubtful |= !is_of(is, pdid);
}

void tn_exa_bank_shown(struct tn_exa_bank *b, bool here, uint32_t is, unsigned pdid, uint64_t judged, uint64_t now)
{
    b->doubts--;
    b->doubtful = b->doubtful && b->doubts;
    if (!here)
        return;
    count(b, now, 0);
    b->open++;
    b->hi[0]++;
    b->hi[1]++;
    place(b, is, pdid, judged);
}

void tn_exa_bank_closed(struct tn_exa_bank *b, uint64_t now)
{
    count(b, now, -1);
    b->last = now;
    if (b->open <= 0 && b->drains) {
        b->drains = 0;
        b->sure = now + TN_EXA_BANK_LAG;
    }
}

void tn_exa_bank_asked(struct tn_exa_bank *b, uint32_t value, uint64_t now)
{
    b->pending = 1;
    b->asked = value;
    b->asked_at = now;
    b->ahead = 0;
}

void tn_exa_bank_written(struct tn_exa_bank *b, uint32_t was, uint32_t is, uint64_t now)
{
    const int ahead = b->ahead;
    b->pending = 0;
    b->ahead = 0;
    if (was == is)
        return;
    const unsigned i = b->changes++ % TN_EXA_BANK_WAS;
    b->was[i] = was;
    b->until[i] = now + TN_EXA_BANK_LAG;
    b->drains = b->open - ahead > 0;
    b->doubtful = b->doubts > 0;
    if (!b->drains && b->last && b->last + TN_EXA_BANK_LAG >= now)
        b->sure = b->last + TN_EXA_BANK_LAG;
}

void tn_exa_bank_heeded(struct tn_exa_bank *b, uint64_t now)
{
    for (unsigned i = 0; i < TN_EXA_BANK_WAS; i++)
        b->until[i] = b->until[i] > now ? now : b->until[i];
}

void tn_exa_bank_settle(struct tn_exa_bank *b, uint64_t now)
{
    b->sure = b->sure > now ? now : b->sure;
}

unsigned tn_exa_bank_draining(const struct tn_exa_bank *b, uint64_t from)
{
    unsigned may = b->drains ? TN_EXA_BANK_MAY : TN_EXA_BANK_MAY_NOT;
    if (b->pending)
        return EITHER;
    if (b->doubtful || (!b->drains && b->sure && from <= b->sure))
        may |= TN_EXA_BANK_MAY;
    for (unsigned i = 0; i < TN_EXA_BANK_WAS && i < b->changes; i++)
        if (from <= b->until[i])
            may |= TN_EXA_BANK_MAY_NOT;
    return may;
}

unsigned tn_exa_bank_has(const struct tn_exa_bank *b, uint32_t is, unsigned pdid, uint64_t from)
{
    const unsigned drains = tn_exa_bank_draining(b, from);
    unsigned may = TN_EXA_BANK_MAY_NOT;
    if (b->pending && (is_of(is, pdid) || is_of(b->asked, pdid)))
        return EITHER;
    if (is_of(is, pdid))
        may = (b->drains ? 0u : TN_EXA_BANK_MAY) | (drains & TN_EXA_BANK_MAY ? TN_EXA_BANK_MAY_NOT : 0u);
    for (unsigned i = 0; i < TN_EXA_BANK_WAS && i < b->changes; i++)
        if (from <= b->until[i])
            may |= is_of(b->was[i], pdid) ? TN_EXA_BANK_MAY : TN_EXA_BANK_MAY_NOT;
    return may;
}

bool tn_exa_bank_awaits(const struct tn_exa_bank *b, uint32_t is, unsigned pdid)
{
    return b->drains && is_of(is, pdid);
}

bool tn_exa_bank_may_show(const struct tn_exa_bank *b, uint32_t is, uint64_t from, uint32_t found)
{
    const unsigned drains = tn_exa_bank_draining(b, from);
    const uint32_t value = found & ~(1u << TN_EXA_BANK_DRAINS);
    bool known = b->pending || value == is;
    for (unsigned i = 0; i < TN_EXA_BANK_WAS && i < b->changes; i++)
        known = known || (from <= b->until[i] && value == b->was[i]);
    return known && drains & (found >> TN_EXA_BANK_DRAINS & 1 ? TN_EXA_BANK_MAY : TN_EXA_BANK_MAY_NOT);
}

bool tn_exa_bank_may_count(const struct tn_exa_bank *b, uint64_t now, unsigned more, uint32_t found)
{
    struct tn_exa_bank at = *b;
    count(&at, now, 0);
    const int lo = at.lo[0] < at.lo[1] ? at.lo[0] : at.lo[1], hi = at.hi[0] > at.hi[1] ? at.hi[0] : at.hi[1];
    return found <= INT32_MAX && (int)found >= lo && (int)found <= hi + b->doubts + (int)more;
}

bool exa_bank_meets(struct exa_bank_write *w, const struct tn_exa_bank life[EXA_BANKS], uint32_t banks, const struct tn_axs_beat *beat,
                    const uint8_t *data, unsigned strobes, bool alone, bool unseen, uint64_t now)
{
    w->wrote = w->wrote ? w->wrote : now;
    for (unsigned i = 0; i < TN_AXS_LANES; i += 4) {
        const unsigned bank = ((beat->addr & ~15u) + i - banks) / 4;
        if ((strobes >> i & 15) != 15 || (beat->addr & ~15u) + i < banks || bank >= EXA_BANKS)
            continue;
        const struct tn_exa_bank *b = &life[bank];
        const unsigned drains = tn_exa_bank_draining(b, now);
        if (drains == TN_EXA_BANK_MAY_NOT && !(b->changes && unseen))
            continue;
        if (strobes == 15u << i && alone) {
            w->open = bank + 1;
            w->value = axi_number(data + i) & (uint32_t)TN_EXA_BANK_BITS;
            return true;
        }
        w->lost |= drains != TN_EXA_BANK_MAY;
        w->refused |= 1u << bank;
    }
    return false;
}

bool exa_bank_may_answer(const struct exa_bank_write *w, const struct tn_exa_bank *b, bool okay, bool unseen)
{
    const unsigned drains = tn_exa_bank_draining(b, w->wrote);
    return okay ? drains & TN_EXA_BANK_MAY_NOT : drains & TN_EXA_BANK_MAY || unseen;
}

bool exa_bank_known(const struct exa_bank_write *w, const struct tn_exa_bank life[EXA_BANKS])
{
    bool known = !w->lost;
    for (unsigned b = 0; b < EXA_BANKS; b++)
        known = known && !(w->refused >> b & 1 && life[b].last >= w->wrote);
    return known;
}
