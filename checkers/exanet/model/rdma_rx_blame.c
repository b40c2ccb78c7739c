/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which rule the receiver has broken, by what it showed in the place of what was due.
 */
#include "rdma_rx_judge.h"

unsigned tn_exv_rule_of_cause(enum tn_exv_cause shown, enum tn_exv_cause due)
{
    const bool taken = due == TN_EXV_TAKEN;
    if (taken && shown == TN_EXV_NOCTX)
        return EXV_CTX_1;
    if (taken && shown == TN_EXV_STALE)
        return EXV_SEQ_1;
    if (taken && shown == TN_EXV_DONE)
        return EXV_SEQ_3;
    return taken && shown == TN_EXV_MISMATCH ? EXV_MIS_1 : EXV_CSE + due - 1u;
}

bool tn_exv_awaits_bank(const struct tn_exv_judge *j, unsigned pdid)
{
    const struct tn_exv *m = tn_exv_way(j, 0);
    for (unsigned b = 0; b < TN_EXV_BANKS; b++)
        if (tn_exa_bank_awaits(&m->life[b], m->bank[b], pdid))
            return true;
    return false;
}

/* Says whether the context would be complete with the bits of the attempts before its own. */
static bool complete_with_old_bits(const struct tn_exv_context *c)
{
    for (unsigned i = c->first; i <= c->last; i++)
        if (!((c->bitmap | c->stale) >> i & 1))
            return false;
    return c->stale && c->first_known && c->last_known;
}

unsigned tn_exv_rule_of_answer(struct tn_exv_judge *j, const struct exa_packet *k)
{
    struct tn_exv *m = tn_exv_way(j, 0);
    const struct tn_exv_context *c = tn_exv_find(m, exa_node_bits(k->dst), k->tid);
    for (unsigned i = 0; i < m->answers; i++) {
        const struct tn_exv_answer *a = &m->answer[i];
        if (k->type == EXA_NOTIFY ? a->kind == TN_EXV_NOTE && a->place == ((uint64_t)exa_node_bits(k->dst) << 42 | k->addr)
                                  : a->kind == TN_EXV_ACK && a->tid == k->tid && a->to == exa_node_bits(k->dst) &&
                                        a->seq == k->seq && a->code == k->code)
            return i == 0 ? EXV_ACK_1 : EXV_QUE_1;
    }
    if (k->type == EXA_NOTIFY)
        return EXV_NTF_2;
    if (k->type != EXA_ACK)
        return EXV_ACK_1;
    if (exa_is_message(k))
        return EXV_MSG_1;
    if (k->code)
        return EXV_NCK_1;
    if (c && c->state == TN_EXV_ACTIVE)
        return c->nacked ? EXV_NCK_2 : complete_with_old_bits(c) ? EXV_SEQ_2 : EXV_RSP_1;
    return EXV_RSP_2;
}
