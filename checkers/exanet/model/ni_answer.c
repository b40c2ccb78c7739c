/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Answers and the table of duplicates (exa_ni.md sections 3 and 4).
 */
#include "dup.h"
#include "ni.h"

#include <tn/bug.h>

#include <string.h>

enum { ANSWER_LATENCY = 6, TID_BITS = 14 };

static uint64_t key_of(const struct exa_packet *k)
{
    return (uint64_t)exa_node_bits(k->src) << TID_BITS | k->tid;
}

static uint16_t number_of(const struct exa_packet *k)
{
    return k->seq;
}

static bool is_over(const struct tn_exn *m, const struct exn_dup *d)
{
    return !d->used || m->now - d->last > m->dup_cyc;
}

bool exa_ni_is_duplicate(struct tn_exn *m, const struct exa_packet *k)
{
    for (unsigned i = 0; i < m->dup_n; i++) {
        struct exn_dup *d = &m->dup[i];
        if (is_over(m, d) || d->key != key_of(k) || d->number != number_of(k))
            continue;
        d->last = m->now;
        return true;
    }
    return false;
}

/* The entry of the packet's key, else one of its set that was never used, else that of the set last used longest ago. */
static struct exn_dup *entry_for(struct tn_exn *m, const struct exa_packet *k)
{
    struct exn_dup *const set = &m->dup[exa_dup_first(k->src, k->tid, m->dup_n)];
    struct exn_dup *oldest = set;
    for (struct exn_dup *d = set; d < set + EXA_DUP_SET; d++) {
        if (d->used && d->key == key_of(k))
            return d;
        if (oldest->used && (!d->used || d->last < oldest->last))
            oldest = d;
    }
    return oldest;
}

void exa_ni_note_taken(struct tn_exn *m, const struct exa_packet *k)
{
    *entry_for(m, k) =
        (struct exn_dup){.used = true, .key = key_of(k), .number = number_of(k), .last = m->now};
}

unsigned exa_ni_waiting(const struct tn_exn *m)
{
    return m->answers - m->begun;
}

unsigned exa_ni_answers_left(const struct tn_exn *m)
{
    return m->answers;
}

void exa_ni_answer(struct tn_exn *m, const struct exa_packet *k, unsigned code, uint64_t taken)
{
    struct exa_packet a;

    tn_require(m->answers < EXN_KEPT);
    memset(&a, 0, sizeof a);
    a.pdid = k->pdid;
    a.dst = k->src;
    a.addr = exa_peripheral_addr(exa_is_message(k) ? EXA_P_PACKETIZER : EXA_P_RT_MAILBOX, 0);
    a.type = EXA_ACK;
    a.tid = k->tid;
    a.seq = k->seq % EXA_SEQ_MOD;
    a.code = (uint8_t)code;
    exa_seal(&a);
    struct exa_ni_answer *to = &m->answer[m->answers++];
    tn_require(tn_exa_words_of(&a, &to->word) == 1);
    to->taken = taken;
}

void exa_ni_answer_shown(struct tn_exn *m, const struct tn_exa_word *w)
{
    if (m->answers == 0 || m->begun || !tn_exa_word_same(w, &m->answer[0].word)) {
        if (m->answers)
            exa_ni_lose(m, EXN_ACK_1, "the next answer", w);
        else
            exa_ni_lose(m, EXN_ACK_2, "no answer: none is due", w);
        return;
    }
    tn_judge(&m->judge, EXN_ACK_2, true, "", " ");
    tn_judge(&m->judge, EXN_ACK_1, true, "", " ");
    tn_judge(&m->judge, EXN_LAT_1, true, "", " ");
    m->begun = true;
    m->late = false;
}

void exa_ni_answer_sent(struct tn_exn *m, const struct tn_exa_word *w)
{
    (void)w;
    m->answers_sent++;
    m->begun = false;
    m->answers--;
    memmove(m->answer, m->answer + 1, m->answers * sizeof *m->answer);
    m->quiet_since = m->now + 1;
}

/* Nothing stands on m_exa in this cycle: may that be? */
void exa_ni_answer_idle(struct tn_exn *m)
{
    const struct exa_ni_answer *a = &m->answer[0];
    if (m->late || m->answers == 0)
        return;
    if (m->now >= a->taken + ANSWER_LATENCY && m->now >= m->quiet_since) {
        m->late = true;
        tn_judge(&m->judge, EXN_LAT_1, false, "the next answer",
                 "nothing, %llu cycles after the packet", (unsigned long long)(m->now - a->taken));
    }
}
