/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RDMA receiver's answers as words (exa_rdma_rx.md sections 7 and 8) and its table of duplicates
 * (exa_ni.md section 4).
 */
#include "dup.h"
#include "rdma_rx.h"

#include <tn/bug.h>

#include <string.h>

enum { NODE_AT = 42 }; /* lowest bit of the coordinates in a place */

int tn_exv_answer_words(const struct tn_exv *m, const struct tn_exv_answer *a, struct tn_exa_word *w)
{
    struct exa_packet k;
    int n;
    memset(&k, 0, sizeof k);
    k.pdid = a->pdid;
    k.tid = a->tid;
    k.seq = a->seq;
    if (a->kind == TN_EXV_ACK) {
        k.type = EXA_ACK;
        k.dst = exa_node_of(a->to);
        k.code = a->code;
        k.addr = exa_peripheral_addr(a->tid & EXA_TID_MSG ? EXA_P_PACKETIZER : EXA_P_RT_MAILBOX, 0);
    } else {
        k.type = EXA_NOTIFY;
        k.dst = exa_node_of((uint32_t)(a->place >> NODE_AT));
        k.src = exa_node_of(m->own);
        exa_set_payload(&k, a->place & ((1ull << NODE_AT) - 1), a->note, sizeof a->note);
    }
    exa_seal(&k);
    n = tn_exa_words_of(&k, w);
    tn_require(n > 0);
    return n;
}

static void count_sent(struct tn_exv *m, const struct tn_exv_answer *a)
{
    if (a->kind == TN_EXV_NOTE)
        tn_exv_add(m, TN_EXV_C_NOTIFIES, 1);
    else
        tn_exv_add(m, a->code ? TN_EXV_C_NACKS : TN_EXV_C_ANSWERED, 1);
}

/* Says whether answer i may leave before the answers that came to the queue earlier. */
static bool is_next(const struct tn_exv *m, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (m->answer[k].of_b == m->answer[i].of_b || m->answer[i].at > m->answer[k].at + TN_EXV_NEAR)
            return false;
    return true;
}

/* Returns the index of the answer with that header which may leave now; m->answers: there is none. */
static unsigned leaving(const struct tn_exv *m, const struct tn_exa_word *w, uint64_t now)
{
    struct tn_exa_word want[TN_EXA_PACKET_WORDS];
    unsigned i;
    for (i = 0; i < m->answers; i++) {
        tn_exv_answer_words(m, &m->answer[i], want);
        if (m->answer[i].at < now && tn_exa_word_same(&want[0], w) && is_next(m, i))
            break;
    }
    return i;
}

bool tn_exv_leave(struct tn_exv *m, const struct tn_exa_word *w, uint64_t now, struct tn_exv_answer *a)
{
    unsigned i, b;
    while ((i = leaving(m, w, now)) == m->answers) {
        if ((b = tn_exv_first_b(m, now)) == m->writes)
            return false;
        tn_exv_do_b(m, b);
    }
    *a = m->answer[i];
    m->answers--;
    memmove(&m->answer[i], &m->answer[i + 1], (m->answers - i) * sizeof *a);
    memset(&m->answer[m->answers], 0, sizeof *a);
    count_sent(m, a);
    return true;
}

/* Duplicates. */

bool tn_exv_is_duplicate(struct tn_exv *m, uint32_t src, uint16_t tid, uint16_t seq, uint64_t at)
{
    for (unsigned i = 0; i < m->dup_n; i++) {
        struct tn_exv_dup *d = &m->dup[i];
        if (!d->used || d->src != src || d->tid != tid)
            continue;
        const uint64_t age = at > d->last ? at - d->last : 0;
        const bool near = age + 2 * TN_EXV_NEAR > m->dup_cyc;
        if (d->seq != seq || age > m->dup_cyc + 2ull * TN_EXV_NEAR)
            return false;
        if ((near || d->unsure) && tn_exv_pick(m, 2) == 1)
            return false;
        d->last = at;
        d->unsure = 0;
        return true;
    }
    return false;
}

void tn_exv_note_message(struct tn_exv *m, uint32_t src, uint16_t tid, uint16_t seq, uint64_t at)
{
    struct tn_exv_dup *const set = &m->dup[exa_dup_first(exa_node_of(src), tid, m->dup_n)];
    struct tn_exv_dup *oldest = set, *free = NULL, *own = NULL, *d;
    for (d = set; d < set + EXA_DUP_SET; d++) {
        if (d->used && d->src == src && d->tid == tid)
            own = d;
        if (!free && !d->used)
            free = d;
        if (d->last < oldest->last)
            oldest = d;
    }
    d = own ? own : free ? free : oldest;
    for (unsigned i = 0; i < EXA_DUP_SET && d == oldest && !own && !free; i++)
        if (set[i].last <= oldest->last + 2 * TN_EXV_NEAR)
            set[i].unsure = 1;
    *d = (struct tn_exv_dup){.last = at, .src = src, .tid = tid, .seq = seq, .used = 1};
}
