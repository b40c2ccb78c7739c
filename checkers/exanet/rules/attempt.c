/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Attempts of a transaction one behind the other, their answers, and the transactions of a transfer
 * (exa_transfer.md 1, 2, 4).
 *
 * A packet that could not be read may have been of any attempt: numbers that jump over it, and a
 * control packet that is missing, are not judged.
 */
#include "exanet.h"

#include <tn/bug.h>
#include <tn/fields.h>

#include <stdlib.h>

/* Generations of a tid, as entries hold them: 0 stands for none. */
static uint16_t generation_of(unsigned seq)
{
    return (uint16_t)(seq / EXA_ATTEMPTS + 1);
}

/* Says whether so many cycles of 150 MHz have passed since the packet of f that was sent last. */
static bool cycles_passed(const struct tn_checker *c, const struct exa_flow *f, uint64_t cycles)
{
    if (c->ev->cycle || f->cycle)
        return c->ev->cycle >= f->cycle + cycles;
    return (c->ev->time_ns - f->time_ns) * 3 >= cycles * 20;
}

static bool sent_whole(const struct exa_flow *f)
{
    struct exa_flow sent = *f;
    sent.map = f->sent_map;
    return exa_flow_complete(&sent);
}

void tn_rules_exa_next_attempt(struct tn_checker *c, const struct exa_flow *f,
                               const struct exa_packet *k)
{
    const bool read_all = f->unread == exa_rules(c)->unread && !c->par.unordered;
    const bool other_block = k->type == EXA_WRITE && f->of_gen && f->of_gen != exa_block_of(k) + 1;
    if (f->notify && f->positive == 0 && !f->refused && !f->refused_elsewhere && sent_whole(f) && read_all && !f->half)
        RULE(c, EXA_NTF_9, f->control, "a control packet for the attempt before",
             "none for tid %u seq %u", k->tid, f->seq);
    if (generation_of(f->seq) != generation_of(k->seq))
        return;
    if (read_all)
        RULE(c, EXA_SEQ_3, k->seq == f->seq + 1, "the number after the one before",
             "%u after packet %llu's %u", k->seq, (unsigned long long)f->packet, f->seq);
    if (!other_block) /* that is EXA-SEQ-2's */
        RULE(c, EXA_SEQ_4, f->ended != generation_of(k->seq),
             "no attempt after the positive response", "seq %u of tid %u", k->seq, k->tid);
    RULE(c, EXF_PTH_1, k->path == f->path || cycles_passed(c, f, EXA_PATH_CYCLES),
         "the path of the attempt before", "path %u after packet %llu's %u", k->path,
         (unsigned long long)f->packet, f->path);
}

static struct exa_transfer *transfer_of(struct tn_checker *c, struct exa_node src,
                                        struct exa_node dst, unsigned pdid)
{
    bool made;
    return tn_keyed_add(&exa_rules(c)->transfers,
                        1ull << 63 | (uint64_t)exa_node_bits(src) << 38 |
                            (uint64_t)exa_node_bits(dst) << 16 | pdid,
                        &made);
}

void tn_rules_exa_close(struct tn_exa_rules *s, struct exa_flow *f)
{
    struct exa_transfer *t = f->counted ? tn_keyed_find(&s->transfers, f->transfer) : NULL;
    if (t)
        t->open--;
    f->counted = false;
}

void tn_rules_exa_generation(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k)
{
    struct exa_transfer *t;
    if (!c->par.transfers)
        return;
    tn_rules_exa_close(exa_rules(c), f);
    t = transfer_of(c, k->src, k->dst, k->pdid);
    if (!t)
        return;
    t->open++;
    f->transfer = t->key;
    f->counted = true;
}

void tn_rules_exa_transfer_last(struct tn_checker *c, const struct exa_flow *f,
                                const struct exa_packet *k)
{
    const struct exa_transfer *t =
        f->counted && k->notify ? tn_keyed_find(&exa_rules(c)->transfers, f->transfer) : NULL;
    if (t)
        RULE(c, EXF_NTF_1, t->open == 1, "the other transactions of the transfer answered 0",
             "%u open when tid %u seq %u begins", t->open - 1, k->tid, k->seq);
}

void tn_rules_exa_transaction_sent(struct tn_checker *c, uint64_t key)
{
    struct tn_exa_rules *r = exa_rules(c);
    if (key != r->flow_now) {
        r->flow_other_ns = r->flow_now ? r->flow_now_ns + 1 : 0;
        r->flow_now = key;
    }
    r->flow_now_ns = c->ev->time_ns;
}

/* f was refused for want of a context: contexts of others that send nothing more end after CTX_TIMEOUT. */
static void no_room(struct tn_checker *c, struct exa_flow *f)
{
    const struct tn_exa_rules *r = exa_rules(c);
    const uint64_t now = c->ev->time_ns;
    const uint64_t other = r->flow_now == f->key ? r->flow_other_ns : r->flow_now_ns + 1;
    if (f->no_room && r->unread == 0)
        RULE(c, EXA_ACK_10, now < f->no_room + EXA_CTX_NS || now < other + EXA_CTX_NS, "a context",
             "none for seq %u, as %llu ns before, and nothing of another transaction since", f->seq,
             (unsigned long long)(now + 1 - f->no_room));
    if (!f->no_room)
        f->no_room = now + 1;
}

void tn_rules_exa_answer(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k)
{
    if (k->code) {
        RULE(c, EXA_ACK_9, !f->refused, "one answer with a code", "another for tid %u seq %u",
             k->tid, k->seq);
        f->refused = true;
        if (k->code == TN_exa_ack_resp_NO_CONTEXT && !f->elsewhere)
            no_room(c, f);
        else
            f->no_room = 0;
        return;
    }
    /* a copy of a packet that was refused without a context may find one; what the receiver has of the attempts before can
     * make good what was refused of this one */
    RULE(c, EXA_ACK_8, !f->refused || f->half || f->doubled || f->whole || f->had_control, "no positive response to a refused attempt",
         "one for tid %u seq %u", k->tid, k->seq);
}

void tn_rules_exa_generation_end(struct tn_checker *c, struct exa_flow *f,
                                 const struct exa_packet *k)
{
    if (k->code || generation_of(k->seq) != generation_of(f->seq))
        return;
    f->ended = generation_of(k->seq);
    tn_rules_exa_close(exa_rules(c), f);
}

enum { INDEXES = 64 };

/* FNV-1a over address, size, domain and payload; never 0. */
static uint32_t sum_of(const struct exa_packet *k)
{
    const uint64_t head = k->addr << 16 ^ (uint64_t)k->size << 40 ^ k->pdid;
    uint32_t h = 0x811c9dc5u;
    for (unsigned i = 0; i < 8; i++)
        h = (h ^ (uint8_t)(head >> 8 * i)) * 0x01000193u;
    for (size_t i = 0; i < (size_t)k->word_n * EXA_WORD; i++)
        h = (h ^ k->lanes[i]) * 0x01000193u;
    return h ? h : 1;
}

bool tn_rules_exa_same_data(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k,
                            bool whole)
{
    const unsigned index = k->addr >> 8 & (INDEXES - 1);
    const uint32_t sum = sum_of(k);
    bool same;
    if (!whole || k->snapped)
        return true;
    if (!f->sums)
        tn_require((f->sums = calloc(INDEXES, sizeof *f->sums)) != NULL);
    same = f->sums[index] == 0 || f->sums[index] == sum;
    RULE(c, EXA_SEQ_2, same, "what the generation had there before",
         "another packet for %011llx, tid %u generation %u", (unsigned long long)k->addr, k->tid,
         k->seq / EXA_ATTEMPTS);
    f->sums[index] = sum;
    return same;
}
