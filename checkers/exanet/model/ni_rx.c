/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reception, and what becomes of a packet (exa_ni.md sections 2 and 3).
 */
#include "ni.h"

#include <stdlib.h>

static void note(struct tn_exn *m, enum tn_exn_cause cause)
{
    m->count[cause]++;
    if (m->causes == m->cause_cap) {
        size_t cap = m->cause_cap ? 2 * m->cause_cap : 64;
        uint8_t *more = realloc(m->cause, cap);
        if (!more) {
            m->no_memory = true;
            return;
        }
        m->cause = more;
        m->cause_cap = cap;
    }
    m->cause[m->causes++] = (uint8_t)cause;
}

/* What becomes of a packet that is a header alone: nobody answers it. */
static enum tn_exn_cause cause_alone(struct tn_exn *m, const struct exa_packet *k)
{
    if (k->type == EXA_RELEASE)
        return TN_EXN_SHORT;
    if (k->type == EXA_FLOW_RATE)
        return TN_EXN_FLOW;
    return m->ops->takes(m, k) ? m->ops->judge(m, k) : TN_EXN_UNEXP;
}

static void begin(struct tn_exn *m, const struct tn_exa_word *w)
{
    struct exn_rx *rx = &m->rx;
    struct exa_packet k;
    unsigned total;
    enum tn_exn_cause cause = TN_EXN_NONE;

    if (!tn_exa_word_header(w->data, &k))
        cause = TN_EXN_HCRC;
    else if (exa_is_malformed(&k))
        cause = TN_EXN_MALF;
    if (cause != TN_EXN_NONE) {
        note(m, cause);
        rx->state = EXN_DROPPING;
        return;
    }
    if (exa_form(&k) == EXA_H) {
        rx->state = EXN_IDLE;
        note(m, cause_alone(m, &k));
        return;
    }
    rx->state = EXN_INSIDE;
    rx->want = tn_exa_word_count(&k, &total);
    rx->word[0] = *w;
    rx->n = 1;
    if (m->ops->header)
        m->ops->header(m, &k);
}

/* Somebody awaits an answer to it. */
static bool is_awaited(const struct exa_packet *k)
{
    return exa_is_message(k) || k->type == EXA_WRITE;
}

static enum tn_exn_cause cause_of(struct tn_exn *m, const struct exa_packet *k)
{
    const bool answered = m->ops->answers && is_awaited(k);
    const bool has_dup = m->ops->has_dup && m->ops->has_dup(m, k);

    if (k->ftr_crc != exa_want_ftr_crc(k))
        return TN_EXN_FCRC;
    if (!answered && !m->ops->takes(m, k))
        return TN_EXN_UNEXP;
    if (answered && exa_ni_waiting(m) >= TN_EXN_ANSWERS)
        return TN_EXN_NOROOM;
    if (k->pld_crc != exa_want_pld_crc(k))
        return TN_EXN_PCRC;
    if (has_dup && exa_ni_is_duplicate(m, k))
        return TN_EXN_DUP;
    enum tn_exn_cause cause = m->ops->judge(m, k);
    if (cause == TN_EXN_TAKEN && has_dup)
        exa_ni_note_taken(m, k);
    return cause;
}

static void finish(struct tn_exn *m, uint64_t taken)
{
    struct exa_packet k;
    tn_exa_words_decode(m->rx.word, m->rx.n, &k);
    const enum tn_exn_cause cause = cause_of(m, &k);

    note(m, cause);
    if (!m->ops->answers || !is_awaited(&k))
        return;
    switch (cause) {
    case TN_EXN_PCRC:
        exa_ni_answer(m, &k, 3, taken);
        break;
    case TN_EXN_DECODE:
        exa_ni_answer(m, &k, 4, taken);
        break;
    case TN_EXN_PROT:
        exa_ni_answer(m, &k, 7, taken);
        break;
    case TN_EXN_FULL:
        exa_ni_answer(m, &k, 6, taken);
        break;
    case TN_EXN_DUP:
    case TN_EXN_TAKEN:
        exa_ni_answer(m, &k, 0, taken);
        break;
    default:
        break;
    }
}

void exa_ni_judge_word(struct tn_exn *m, const struct tn_exa_word *w, uint64_t taken)
{
    struct exn_rx *rx = &m->rx;
    const bool footer = w->kind == TN_EXA_FTR;

    if (w->kind == TN_EXA_HDR) {
        if (rx->state == EXN_INSIDE)
            note(m, TN_EXN_BROKEN);
        begin(m, w);
    } else if (rx->state == EXN_DROPPING) {
        if (footer)
            rx->state = EXN_IDLE;
    } else if (rx->state == EXN_IDLE) {
        note(m, TN_EXN_STRAY);
    } else if (footer ? rx->n == rx->want + 1 : rx->n <= rx->want) {
        rx->word[rx->n++] = *w;
        if (footer) {
            rx->state = EXN_IDLE;
            finish(m, taken);
        }
    } else {
        note(m, TN_EXN_BROKEN);
        rx->state = footer ? EXN_IDLE : EXN_DROPPING;
    }
}
