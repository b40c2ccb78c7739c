/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's judge: answers to messages (ape_ni.md section 7.7).
 */
#include "ni.h"
#include "ni_judge.h"

#include <string.h>

enum { WORD = 16, ACK_TIMEOUT = 0x1090, HOST = 0x1000 };

/* When more answers wait than the queue holds, any of them may be the one without room: which one
 * came to a full queue is not seen. */
void tn_apn_owe_answer(struct tn_apn_judge *j, const void *word, uint64_t message)
{
    tn_apn_owe(&j->answers, word, WORD)->number = message;
    if (j->answers.n <= j->model.params.answers)
        return;
    for (struct tn_apn_owed *x = j->answers.first; x; x = x->next)
        x->written = 1;
}

void tn_apn_answer_left(struct tn_apn_judge *j, const uint8_t word[WORD])
{
    struct tn_apn_owed *x = j->answers.first;
    while (x && memcmp(x->bytes, word, WORD) != 0)
        x = x->next;
    if (!TN_APN_ASK(j, TN_APN_ACK_1, x, "an answer that is due, once", "addr %02x%02x%02x%02x...",
                    word[13], word[12], word[11], word[10]))
        return;
    TN_APN_ASK(j, TN_APN_ACK_1, !x->number || j->open[x->number % TN_APN_MESSAGE_N] == 0,
               "an answer behind the B of its message's data", "%u pieces open",
               (unsigned)j->open[x->number % TN_APN_MESSAGE_N]);
    j->ack_sent++;
    tn_apn_paid(&j->answers, x);
}

void tn_apn_asked_left(struct tn_apn_judge *j, const struct tn_apn_packet *p)
{
    const struct tn_apn_awaited *w = tn_apn_awaited_of(&j->model, p->pid, p->msg);
    if (p->ask && w)
        j->asked[w - j->model.awaited] = j->judge.cycle;
}

void tn_apn_follow_ack_timer(struct tn_apn_judge *j, uint64_t offered, uint16_t node, uint16_t pid,
                             uint32_t tag)
{
    const uint64_t wait = j->reg[(ACK_TIMEOUT - HOST) / 4];
    for (unsigned i = 0; i < TN_APN_TAGS; i++) {
        const struct tn_apn_awaited *w = &j->model.awaited[i];
        if (w->state != TN_APN_ACK_OPEN || w->node != node || w->pid != pid || w->tag != tag)
            continue;
        TN_APN_ASK(j, TN_APN_TIM_1, j->asked[i] && offered >= j->asked[i] + wait,
                   "a timeout when its time is over", "%llu cycles behind the footer",
                   (unsigned long long)(offered - j->asked[i]));
        break;
    }
    TN_APN_ASK(j, TN_APN_TIM_1, tn_apn_ack_timeout(&j->model, node, pid, tag),
               "the timer of an awaited answer", "there is no such answer");
}

size_t tn_apn_answers_open(const struct tn_apn_judge *j)
{
    size_t n = 0;
    for (const struct tn_apn_owed *x = j->answers.first; x; x = x->next)
        n += !x->written;
    return n;
}

void tn_apn_answers_rest(struct tn_apn_judge *j)
{
    TN_APN_ASK(j, TN_APN_ACK_1, tn_apn_answers_open(j) == 0, "each answer", "%zu did not leave",
               tn_apn_answers_open(j));
    for (; j->answers.first; j->ack_dropped++)
        tn_apn_paid(&j->answers, j->answers.first);
}
