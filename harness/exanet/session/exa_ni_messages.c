/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What each message came to: told by what its sender and its reader know, as
 * checkers/exanet/spec/exa_ni.md has it, without a model of the block.
 */
#include "exa_ni_own.h"

#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

bool tn_ni_messages_add(struct tn_ni *ni, const struct exa_packet *k, uint64_t at)
{
    if (ni->messages.n == TN_NI_MESSAGES)
        return false;
    ni->messages.m[ni->messages.n++] =
        (struct tn_ni_message){.k = *k, .at = at, .code = TN_NI_UNANSWERED};
    return true;
}

void tn_ni_messages_entered(struct tn_ni *ni)
{
    if (ni->messages.entered < ni->messages.n)
        ni->messages.m[ni->messages.entered++].entered = true;
}

void tn_ni_messages_flush(struct tn_ni *ni)
{
    for (unsigned i = 0; i < ni->messages.n; i++)
        if (!ni->messages.m[i].entered)
            ni->messages.m[i].at = UINT64_MAX;
}

unsigned tn_ni_message_n(struct tn_ni *ni)
{
    return ni->messages.n;
}

struct tn_ni_message *tn_ni_message(struct tn_ni *ni, unsigned i)
{
    return &ni->messages.m[i];
}

/* A receiver answers messages and nothing else (exa_ni.md section 3). */
static bool answerable(const struct tn_ni_message *m)
{
    return m->k.type != EXA_ACK && exa_is_message(&m->k);
}

bool tn_ni_messages_settled(struct tn_ni *ni)
{
    for (unsigned i = 0; i < ni->messages.n; i++) {
        const struct tn_ni_message *m = &ni->messages.m[i];
        if (m->entered ? !m->delivered || (answerable(m) && m->code == TN_NI_UNANSWERED)
                       : m->at != UINT64_MAX)
            return false;
    }
    return true;
}

void tn_ni_sign(struct tn_ni *ni, const char *rule, const char *expected, const char *found)
{
    tn_session_say(ni->s, true, rule, expected, found);
}

void tn_ni_wrong(struct tn_ni *ni, bool flagged, const char *expected, const char *found)
{
    (*(flagged ? &ni->s->tally.flagged : &ni->s->tally.wrong))++;
    tn_session_say(ni->s, false, "EXN-ACK-1", expected, found);
}

struct tn_ni_message *tn_ni_find(struct tn_ni *ni, tn_ni_is_fn *is, const void *what,
                                 bool delivered)
{
    for (unsigned i = 0; i < ni->messages.n; i++)
        if (ni->messages.m[i].entered && ni->messages.m[i].delivered == delivered &&
            is(&ni->messages.m[i], what))
            return &ni->messages.m[i];
    return NULL;
}

void tn_ni_twice(struct tn_ni *ni, const struct tn_ni_message *m)
{
    ni->s->tally.late++;
    tn_session_say(ni->s, false, ni->block->rule, exa_type_name(m->k.type), "the same once more");
}

void tn_ni_delivered(struct tn_ni *ni, struct tn_ni_message *m, const char *what)
{
    if (!m) {
        ni->s->tally.wrong++;
        tn_session_say(ni->s, false, ni->block->rule, "a message that was sent, once", what);
        return;
    }
    m->delivered = true;
    ni->s->tally.matched++;
    for (struct tn_ni_message *later = m + 1; later < ni->messages.m + ni->messages.n; later++)
        m->late = m->late ||
                  (later->delivered && later->k.pdid == m->k.pdid && later->k.type == m->k.type);
}

/* Is k what answers m with k's code? */
static bool answers(const struct exa_packet *k, const struct exa_packet *m)
{
    struct exa_packet want = {.pdid = m->pdid,
                              .dst = m->src,
                              .type = EXA_ACK,
                              .addr = exa_peripheral_addr(EXA_P_PACKETIZER, 0),
                              .tid = m->tid,
                              .seq = m->seq % EXA_SEQ_MOD,
                              .code = k->code};
    uint8_t a[EXA_KEEP_MAX], b[EXA_KEEP_MAX];
    exa_seal(&want);
    long n = exa_encode(&want, a, sizeof a);
    return n > 0 && exa_encode(k, b, sizeof b) == n && memcmp(a, b, (size_t)n) == 0;
}

void tn_ni_answered(struct tn_ni *ni, const struct exa_packet *k, bool flagged)
{
    struct tn_ni_message *m = NULL;
    for (unsigned i = 0; i < ni->messages.n && !flagged && !m; i++)
        if (ni->messages.m[i].entered && answerable(&ni->messages.m[i]) &&
            answers(k, &ni->messages.m[i].k))
            m = &ni->messages.m[i];
    if (!m) {
        tn_ni_wrong(ni, flagged, "the answer to a message", exa_type_name(k->type));
        return;
    }
    if (m->code != TN_NI_UNANSWERED)
        m->again = true; /* whom the second one finds knows what to do with it */
    if (k->code != 0) {
        char found[24];
        snprintf(found, sizeof found, "refused with %u", k->code);
        tn_ni_sign(ni, "EXN-ACK-1", "a message taken", found);
    }
    m->code = k->code;
}

/* Whoever sent it, or waits for it, sends again after a time-out (exanet.md sections 2 and 3);
 * of others nobody knows. */
static bool missed(const struct tn_ni_message *m)
{
    return m->k.type != EXA_NOTIFY;
}

static void close_one(struct tn_ni *ni, const struct tn_ni_message *m)
{
    bool open = answerable(m) && m->code == TN_NI_UNANSWERED;
    if (m->delivered) {
        ni->s->tally.late += m->late;
        ni->s->tally.corrected += open || m->again;
        if (open)
            tn_session_say(ni->s, false, "EXN-ACK-1", "an answer", "none");
        else if (m->late)
            tn_session_say(ni->s, false, ni->block->rule, "in the order of footers",
                           "behind a later one");
        else if (m->again)
            tn_session_say(ni->s, false, ni->block->rule, "a message sent and answered once",
                           "more often");
        return;
    }
    if (answerable(m) && m->code == 0)
        ni->s->tally.lost++;
    else if (answerable(m) && m->code > 0)
        ni->s->tally.timeouts++;
    else
        (*(missed(m) ? &ni->s->tally.corrected : &ni->s->tally.lost))++;
    tn_session_say(ni->s, false, ni->block->rule, exa_type_name(m->k.type),
                   m->code == 0 ? "acknowledged, and never came" : "nothing");
}

void tn_ni_messages_close(struct tn_ni *ni)
{
    for (unsigned i = 0; i < ni->messages.n; i++)
        if (ni->messages.m[i].entered)
            close_one(ni, &ni->messages.m[i]);
}
