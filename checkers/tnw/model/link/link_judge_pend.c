/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Feedback that a link's receiver has pending, and what left (tnw_link.md section 5): one
 * register whose later content replaces an earlier one; with SEQ_OFF a row of acknowledgements
 * and a refusal behind it. When the register is read within the 6 cycles is the DUT's choice.
 */
#include "link_judge.h"

#include <stdio.h>

enum tnw_rule tnw_rule_of_cause(unsigned cause)
{
    return cause >= TN_TNW_SKIPPED && cause < TN_TNW_CAUSES ? TNW_RX_1 + cause - TN_TNW_SKIPPED
                                                            : TNW_RX_1;
}

static struct tnw_pend *at(struct tn_tnw_link_judge *w, uint32_t number)
{
    return &w->pend[number % TNW_PENDS];
}

static struct tnw_pend *push(struct tn_tnw_link_judge *w, unsigned code, unsigned seq,
                             unsigned cause)
{
    struct tnw_pend *p = at(w, w->pend_n++);
    *p = (struct tnw_pend){.at = w->t, .code = (uint8_t)code, .cause = (uint8_t)cause};
    p->seq = tnw_w_seq_off(w) ? 0 : seq & 31;
    if (w->pend_n - w->pend_sent > TNW_PENDS)
        w->pend_sent = w->pend_n - TNW_PENDS;
    return p;
}

void tnw_pend(struct tn_tnw_link_judge *w, unsigned code, unsigned seq, unsigned cause)
{
    push(w, code, seq, cause);
}

/* The last one that may still leave, or NULL. */
static struct tnw_pend *last(struct tn_tnw_link_judge *w)
{
    for (uint32_t i = w->pend_n; i != w->pend_sent; i--)
        if (!at(w, i - 1)->gone)
            return at(w, i - 1);
    return NULL;
}

/* READY in UP [TNW-LNK-3]: an answer when nothing is pending. What leaves just now, or was made
 * pending just now, leaves it open whether anything was. */
void tnw_pend_ready(struct tn_tnw_link_judge *w)
{
    const struct tnw_pend *open = last(w);
    struct tnw_pend *p = push(w, TNW_ACK, w->expected - 1, 0);
    p->optional = open || (w->pend_sent_at && w->pend_sent_at + TNW_EFFECT > w->t);
}

/* A RESTART that ends discarding [TNW-RX-10]. */
void tnw_pend_restart(struct tn_tnw_link_judge *w)
{
    struct tnw_pend *open = last(w);
    const uint32_t number = w->pend_n;
    if (!open || (open->code != TNW_NACK && open->code != TNW_NACK_FULL))
        return;
    open->drop_at = w->t;
    if (tnw_w_seq_off(w))
        return;
    uint32_t i = number - 1;
    while (at(w, i) != open)
        i--;
    const bool optional = open->optional;
    struct tnw_pend *p = push(w, TNW_ACK, w->expected - 1, open->cause);
    p->instead = i + 1;
    p->optional = optional;
}

static bool due(const struct tn_tnw_link_judge *w, const struct tnw_pend *p)
{
    return !p->optional && !p->gone && !p->drop_at && p->at + TNW_EFFECT <= w->t;
}

/* Whether number i may leave in this cycle. */
static bool may_leave(struct tn_tnw_link_judge *w, uint32_t i)
{
    const struct tnw_pend *p = at(w, i);
    if (p->gone || p->at >= w->t || (p->drop_at && p->drop_at + TNW_EFFECT <= w->t))
        return false;
    if (tnw_w_seq_off(w)) {
        for (uint32_t k = w->pend_sent; k != i; k++)
            if (!at(w, k)->optional && !at(w, k)->drop_at && !at(w, k)->gone)
                return false;
        return true;
    }
    for (uint32_t k = i + 1; k != w->pend_n; k++)
        if (due(w, at(w, k)))
            return false;
    return true;
}

/* Number i left: what it replaced is gone, what is the same may have been the one. */
static void leave(struct tn_tnw_link_judge *w, uint32_t i)
{
    w->pend_sent = i + 1;
    w->pend_sent_at = w->t;
    for (uint32_t k = i + 1; k != w->pend_n; k++) {
        struct tnw_pend *p = at(w, k);
        if (p->instead == i + 1)
            p->gone = true;
        else if (!tnw_w_seq_off(w) && p->code == at(w, i)->code && p->seq == at(w, i)->seq &&
                 p->at < w->t)
            p->optional = true;
    }
}

static enum tnw_rule rule_of(const struct tn_tnw_link_judge *w, const struct tnw_pend *p)
{
    if (tnw_w_seq_off(w))
        return TNW_OLD_1;
    return p->cause ? tnw_rule_of_cause(p->cause) : TNW_LNK_3;
}

static void blame(struct tn_tnw_link_judge *w, unsigned code, unsigned seq)
{
    char want[TN_VERDICT_TEXT] = "no feedback";
    enum tnw_rule rule = code == TNW_ACK ? w->discarding ? TNW_RX_11 : TNW_RX_8
                         : w->discarding ? TNW_RX_9
                                         : TNW_RX_10;
    for (uint32_t i = w->pend_sent; i != w->pend_n; i++) {
        const struct tnw_pend *p = at(w, i);
        if (p->gone || p->optional || p->at >= w->t)
            continue;
        snprintf(want, sizeof want, "%s %u", tnw_code_name(p->code), p->seq);
        rule = p->drop_at ? TNW_RX_10 : rule_of(w, p);
    }
    if (tnw_w_seq_off(w))
        rule = TNW_OLD_1;
    tn_judge(&w->judge, rule, false, want, "%s %u", tnw_code_name(code), seq);
    w->rx_lost = true;
}

void tnw_pend_sent(struct tn_tnw_link_judge *w, unsigned code, unsigned seq)
{
    if (w->rx_lost)
        return;
    if (code == TNW_NONE) {
        for (uint32_t i = w->pend_sent; i != w->pend_n; i++) {
            struct tnw_pend *p = at(w, i);
            p->gone = p->gone || (p->optional && p->at + TNW_EFFECT <= w->t);
            if (!due(w, p))
                continue;
            char want[TN_VERDICT_TEXT];
            snprintf(want, sizeof want, "%s %u, pending for 6 cycles", tnw_code_name(p->code),
                     p->seq);
            tn_judge(&w->judge, p->cause ? tnw_w_seq_off(w) ? TNW_OLD_1 : TNW_LAT_2 : TNW_LNK_3,
                     false, want, "no feedback");
            w->rx_lost = true;
            return;
        }
        return;
    }
    for (uint32_t i = w->pend_sent; i != w->pend_n; i++)
        if (at(w, i)->code == code && at(w, i)->seq == seq && may_leave(w, i)) {
            w->judge.asked[rule_of(w, at(w, i))]++;
            w->judge.asked[TNW_LAT_2]++;
            w->judge.asked[code == TNW_ACK ? TNW_RX_11 : TNW_RX_9]++;
            leave(w, i);
            return;
        }
    blame(w, code, seq);
}
