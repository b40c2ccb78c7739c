/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages from end to end: what was written to a channel against what was read from a mailbox
 * and what the channel's STATUS said.
 */
#include <tn/exanet/exa_qfdb_board.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct tn_exq_message m;
    enum tn_exq_end end; /* 0: nothing was sent under this number */
    unsigned code;
    unsigned reads;
    bool disturbed; /* its mailbox was given to another owner meanwhile */
};

enum rule { MSG_1, MSG_2, MSG_3, RULES };
static const char *const rule_id[RULES] = {"EXQ-MSG-1", "EXQ-MSG-2", "EXQ-MSG-3"};

/* The last TN_EXQ_NUMBERS messages of each channel. */
struct tn_exq_messages {
    struct entry entry[TN_EXQ_FPGAS][TN_EXQ_CHANNELS][TN_EXQ_NUMBERS];
    struct {
        bool known;
        uint16_t pdid;
    } owner[TN_EXQ_FPGAS][TN_EXQ_CHANNELS]; /* of a mailbox, once one was told */
    unsigned long ends[TN_EXQ_REFUSED + 1];
    uint64_t asked[RULES], failed[RULES];
    tn_verdict_fn *fn;
    void *ctx;
};

struct tn_exq_messages *tn_exq_messages_new(tn_verdict_fn *fn, void *ctx)
{
    struct tn_exq_messages *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->fn = fn;
    b->ctx = ctx;
    return b;
}

void tn_exq_messages_free(struct tn_exq_messages *b)
{
    free(b);
}

static void tell(struct tn_exq_messages *b, enum rule rule, uint64_t cycle,
                 const struct tn_exq_message *m, const char *expected, const char *found)
{
    struct tn_verdict v = {
        .kind = TN_VERDICT_FAIL, .rule = rule_id[rule], .packet = m->number, .cycle = cycle};
    b->failed[rule]++;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "b%uf%u channel %u number %u: %s", m->src / 4, m->src % 4,
             m->channel, m->number, found);
    b->fn(b->ctx, &v);
}

/* Every message is accounted for. */
static void close_ledger(struct tn_exq_messages *b, struct entry *e, uint64_t cycle)
{
    /* A destination that refuses by address or protection does so every time. One that was full may
     * have had room for another copy, whose answer came too late. */
    bool never = e->end == TN_EXQ_NACKED && (e->code == 4 || e->code == 5 || e->code == 7);
    b->asked[MSG_1]++;
    b->asked[MSG_3] += never;
    if (e->end == TN_EXQ_OPEN)
        tell(b, MSG_1, cycle, &e->m, "acknowledged or reported", "no end");
    if (e->end == TN_EXQ_ACKED && e->reads == 0 && !e->disturbed)
        tell(b, MSG_1, cycle, &e->m, "in its mailbox, as it was acknowledged", "never read");
    if (never && e->reads && !e->disturbed)
        tell(b, MSG_3, cycle, &e->m, "in no mailbox, as it was reported", "read");
    e->end = 0;
}

void tn_exq_posted(struct tn_exq_messages *b, const struct tn_exq_message *m)
{
    struct entry *e = &b->entry[m->src][m->channel][m->number % TN_EXQ_NUMBERS];
    if (e->end)
        close_ledger(b, e, 0);
    *e = (struct entry){.m = *m, .end = TN_EXQ_OPEN};
}

void tn_exq_owned(struct tn_exq_messages *b, unsigned fpga, unsigned mailbox, uint16_t pdid)
{
    for (unsigned i = 0; i < TN_EXQ_FPGAS; i++)
        for (unsigned c = 0; c < TN_EXQ_CHANNELS; c++)
            for (unsigned n = 0; n < TN_EXQ_NUMBERS; n++) {
                struct entry *e = &b->entry[i][c][n];
                e->disturbed = e->disturbed || (e->end && e->m.dst == fpga && e->m.mailbox == mailbox);
            }
    b->owner[fpga][mailbox].known = true;
    b->owner[fpga][mailbox].pdid = pdid;
}

void tn_exq_ended(struct tn_exq_messages *b, unsigned fpga, unsigned channel, unsigned number,
                  enum tn_exq_end end, unsigned code, uint64_t cycle)
{
    struct entry *e = &b->entry[fpga][channel][number % TN_EXQ_NUMBERS];
    if (e->end != TN_EXQ_OPEN || e->m.number != number) {
        struct tn_exq_message m = {.src = fpga, .channel = channel, .number = number};
        tell(b, MSG_1, cycle, &m, "an end of a message sent", "no such message is open");
        return;
    }
    e->end = end;
    e->code = code;
    b->ends[end]++;
}

/* Place, length or bytes are others. */
static void tell_bytes(struct tn_exq_messages *b, uint64_t cycle, const struct tn_exq_message *want,
                       const struct tn_exq_message *found)
{
    char expected[TN_VERDICT_TEXT], text[TN_VERDICT_TEXT];
    unsigned at = 0;
    while (at + 1 < want->len && at < TN_EXQ_BYTES - 1 && want->bytes[at] == found->bytes[at])
        at++;
    snprintf(expected, sizeof expected, "%u bytes at %u, PDID %x, byte %u is %02x", want->len,
             want->offset, want->pdid, at, want->bytes[at]);
    snprintf(text, sizeof text, "%u at %u, %x, %02x", found->len, found->offset, found->pdid,
             found->bytes[at]);
    tell(b, MSG_2, cycle, found, expected, text);
}

void tn_exq_read(struct tn_exq_messages *b, const struct tn_exq_message *m, uint64_t cycle)
{
    struct entry *e = m->src < TN_EXQ_FPGAS && m->channel < TN_EXQ_CHANNELS
                          ? &b->entry[m->src][m->channel][m->number % TN_EXQ_NUMBERS]
                          : NULL;
    b->asked[MSG_2]++;
    if (!e || !e->end || e->m.number != m->number) {
        tell(b, MSG_2, cycle, m, "a message that was sent", "nobody sent it");
        return;
    }
    if (e->m.dst != m->dst || e->m.mailbox != m->mailbox)
        tell(b, MSG_2, cycle, m, "in the mailbox it was sent to", "in another");
    else if (e->m.offset != m->offset || e->m.len != m->len ||
             memcmp(e->m.bytes, m->bytes, m->len) ||
             (m->mailbox == TN_EXQ_RT && e->m.pdid != m->pdid))
        tell_bytes(b, cycle, &e->m, m);
    else if (m->mailbox < TN_EXQ_CHANNELS && b->owner[m->dst][m->mailbox].known && b->owner[m->dst][m->mailbox].pdid != e->m.pdid)
        tell(b, MSG_2, cycle, m, "a message of the domain that the mailbox is bound to", "of another one");
    if (e->reads++)
        tell(b, MSG_2, cycle, m, "once", "again");
}

void tn_exq_messages_finish(struct tn_exq_messages *b, uint64_t cycle)
{
    for (unsigned i = 0; i < TN_EXQ_FPGAS; i++)
        for (unsigned c = 0; c < TN_EXQ_CHANNELS; c++)
            for (unsigned n = 0; n < TN_EXQ_NUMBERS; n++)
                if (b->entry[i][c][n].end)
                    close_ledger(b, &b->entry[i][c][n], cycle);
}

unsigned long tn_exq_messages_count(const struct tn_exq_messages *b, enum tn_exq_end end)
{
    return b->ends[end];
}

void tn_exq_messages_rules(const struct tn_exq_messages *b, tn_exq_rule_fn *fn, void *ctx)
{
    for (unsigned i = 0; i < RULES; i++)
        fn(ctx, rule_id[i], b->asked[i], b->failed[i]);
}
