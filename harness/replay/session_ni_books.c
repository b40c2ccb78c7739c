/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What each message came to: told by what its sender and its reader know, as
 * checkers/spec/exa_ni.md has it, without a model of the block.
 */
#include "session_ni_parts.h"

#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

static struct {
    struct tn_session_tally *t;
    const char *rule;
    struct tn_ni_message m[TN_NI_MESSAGES];
    unsigned n, entered;
} books;

void tn_ni_books_begin(struct tn_session_tally *t, const char *rule)
{
    books.t = t;
    books.rule = rule;
    books.n = books.entered = 0;
}

bool tn_ni_books_message(const struct exa_packet *k, uint64_t at)
{
    if (books.n == TN_NI_MESSAGES)
        return false;
    books.m[books.n++] = (struct tn_ni_message){.k = *k, .at = at, .code = TN_NI_UNANSWERED};
    return true;
}

void tn_ni_books_entered(void)
{
    if (books.entered < books.n)
        books.m[books.entered++].entered = true;
}

void tn_ni_books_flush(void)
{
    for (unsigned i = 0; i < books.n; i++)
        if (!books.m[i].entered)
            books.m[i].at = UINT64_MAX;
}

unsigned tn_ni_messages(void)
{
    return books.n;
}

struct tn_ni_message *tn_ni_message(unsigned i)
{
    return &books.m[i];
}

/* A receiver answers messages and nothing else (exa_ni.md section 3). */
static bool answerable(const struct tn_ni_message *m)
{
    return m->k.tag & EXA_TAG_MSG;
}

bool tn_ni_books_settled(void)
{
    for (unsigned i = 0; i < books.n; i++) {
        const struct tn_ni_message *m = &books.m[i];
        if (m->entered ? !m->delivered || (answerable(m) && m->code == TN_NI_UNANSWERED)
                       : m->at != UINT64_MAX)
            return false;
    }
    return true;
}

static void tell(bool sign, const char *rule, const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    if (sign)
        tn_session_tell(&v);
    else
        tn_session_note(v.cycle, rule);
    tn_session_hand_over(&v);
}

void tn_ni_sign(const char *rule, const char *expected, const char *found)
{
    tell(true, rule, expected, found);
}

void tn_ni_wrong(bool flagged, const char *expected, const char *found)
{
    (*(flagged ? &books.t->flagged : &books.t->wrong))++;
    tell(false, "EXN-ACK-1", expected, found);
}

struct tn_ni_message *tn_ni_find(tn_ni_is_fn *is, const void *what, bool delivered)
{
    for (unsigned i = 0; i < books.n; i++)
        if (books.m[i].entered && books.m[i].delivered == delivered && is(&books.m[i], what))
            return &books.m[i];
    return NULL;
}

void tn_ni_twice(const struct tn_ni_message *m)
{
    books.t->late++;
    tell(false, books.rule, exa_type_name(m->k.type), "the same once more");
}

void tn_ni_delivered(struct tn_ni_message *m, const char *what)
{
    if (!m) {
        books.t->wrong++;
        tell(false, books.rule, "a message that was sent, once", what);
        return;
    }
    m->delivered = true;
    books.t->matched++;
    for (struct tn_ni_message *later = m + 1; later < books.m + books.n; later++)
        m->late = m->late || (later->delivered && later->k.pdid == m->k.pdid && later->k.type == m->k.type);
}

/* Is k what answers m with k's code? */
static bool answers(const struct exa_packet *k, const struct exa_packet *m)
{
    struct exa_packet want = {.pdid = m->pdid, .dst = m->src, .src = tn_ni_own(), .type = EXA_ACK,
                              .tag = m->tag, .tid = m->tid, .seq = m->seq, .code = k->code};
    uint8_t a[EXA_KEEP_MAX], b[EXA_KEEP_MAX];
    exa_set_payload(&want, exa_peripheral_addr(EXA_P_PACKETIZER, 0), NULL, 0);
    exa_seal(&want);
    long n = exa_encode(&want, a, sizeof a);
    return n > 0 && exa_encode(k, b, sizeof b) == n && memcmp(a, b, (size_t)n) == 0;
}

void tn_ni_answered(const struct exa_packet *k, bool flagged)
{
    struct tn_ni_message *m = NULL;
    for (unsigned i = 0; i < books.n && !flagged && !m; i++)
        if (books.m[i].entered && answerable(&books.m[i]) && answers(k, &books.m[i].k))
            m = &books.m[i];
    if (!m) {
        tn_ni_wrong(flagged, "the answer to a message", exa_type_name(k->type));
        return;
    }
    if (m->code != TN_NI_UNANSWERED)
        m->again = true; /* whom the second one finds knows what to do with it */
    if (k->code != 0) {
        char found[24];
        snprintf(found, sizeof found, "refused with %u", k->code);
        tn_ni_sign("EXN-ACK-1", "a message taken", found);
    }
    m->code = k->code;
}

/* Whoever sent it, or waits for it, sends again after a time-out (exanet.md sections 2 and 3);
 * of others nobody knows. */
static bool missed(const struct tn_ni_message *m)
{
    return m->k.type != EXA_NOTIFY;
}

static void close_one(const struct tn_ni_message *m)
{
    bool open = answerable(m) && m->code == TN_NI_UNANSWERED;
    if (m->delivered) {
        books.t->late += m->late;
        books.t->corrected += open || m->again;
        if (open)
            tell(false, "EXN-ACK-1", "an answer", "none");
        else if (m->late)
            tell(false, books.rule, "in the order of footers", "behind a later one");
        else if (m->again)
            tell(false, books.rule, "a message sent and answered once", "more often");
        return;
    }
    if (answerable(m) && m->code == 0)
        books.t->lost++;
    else if (answerable(m) && m->code > 0)
        books.t->timeouts++;
    else
        (*(missed(m) ? &books.t->corrected : &books.t->lost))++;
    tell(false, books.rule, exa_type_name(m->k.type), m->code == 0 ? "acknowledged, and never came" : "nothing");
}

void tn_ni_books_close(void)
{
    for (unsigned i = 0; i < books.n; i++)
        if (books.m[i].entered)
            close_one(&books.m[i]);
}
