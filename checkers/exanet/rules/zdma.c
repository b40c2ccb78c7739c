/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * zDMA: requests of an AXI bridge and their answers (exanet.md 2).
 *
 * A request stands until its answer: a read response, or the acknowledgment that
 * goes to the bridge. One that is sent again under its {destination, tid} is the
 * same request. A link that answers alone travel over shows no bridge's requests:
 * answers to a bridge that no link of the capture saw ask are not judged. Where the requests pass
 * one link and the answers another, the first link learns of the answers, and keeps a request until
 * its place is needed.
 */
#include "exanet.h"

#include <string.h>

static struct exa_bridge *bridge_of(struct tn_exa_rules *s, uint32_t node, bool make)
{
    for (size_t i = 0; i < s->bridge_n; i++)
        if (s->bridges[i].node == node)
            return &s->bridges[i];
    if (!make || s->bridge_n == EXA_BRIDGES)
        return NULL;
    s->bridges[s->bridge_n] = (struct exa_bridge){.node = node};
    return &s->bridges[s->bridge_n++];
}

/* Place of the request in b->open, or b->open_n. */
static unsigned place_of(const struct exa_bridge *b, uint32_t request)
{
    unsigned i = 0;
    while (i < b->open_n && b->open[i].what != request)
        i++;
    return i;
}

static void take_out(struct exa_bridge *b, unsigned at)
{
    b->open_n--;
    for (unsigned i = at; i < b->open_n; i++)
        b->open[i] = b->open[i + 1];
    memset(&b->open[b->open_n], 0, sizeof b->open[0]);
}

enum { TID_BITS = 10 };
#define READ (1u << 31)

/* Reads and writes of one tid are two requests. */
static uint32_t request_of(struct exa_node completer, unsigned tid, bool read)
{
    return exa_node_bits(completer) << TID_BITS | (tid & EXA_TID_NUM) | (read ? READ : 0);
}

/* Place of the oldest request that was answered elsewhere, or was not; or b->open_n. */
static unsigned oldest(const struct exa_bridge *b, bool elsewhere)
{
    unsigned i = 0;
    while (i < b->open_n && b->open[i].elsewhere != elsewhere)
        i++;
    return i;
}

static void request(struct tn_checker *c, const struct exa_packet *k)
{
    struct exa_bridge *b = bridge_of(exa_rules(c), exa_node_bits(k->src), true);
    const uint32_t what = request_of(k->dst, k->tid, k->type == EXA_ZREAD_REQ);
    unsigned at = b ? place_of(b, what) : 0, open = 0;
    if (!b || (at < b->open_n && !b->open[at].elsewhere))
        return;
    if (at < b->open_n)
        take_out(b, at);
    for (unsigned i = 0; i < b->open_n; i++)
        open += !b->open[i].elsewhere;
    if (k->tid < 64)
        b->asked |= 1ull << k->tid;
    if (b->heard || !c->par.joined)
        RULE(c, EXA_ZDM_1, open < EXA_ZDMA_MAX, "at most six outstanding", "a seventh, tid %u", k->tid);
    if (open == EXA_ZDMA_MAX)
        take_out(b, oldest(b, false)); /* so that one too many is said once */
    if (b->open_n == EXA_ZDMA_KEPT)
        take_out(b, oldest(b, true));
    b->open[b->open_n++].what = what;
}

/* Place of the request that an acknowledgment of tid, which does not name its sender, ends: the
 * oldest write, or a read, to which it is a negative answer; or b->open_n. */
static unsigned acknowledged(const struct exa_bridge *b, unsigned tid)
{
    unsigned read = b->open_n;
    for (unsigned i = 0; i < b->open_n; i++) {
        if ((b->open[i].what & EXA_TID_NUM) != (tid & EXA_TID_NUM))
            continue;
        if (!(b->open[i].what & READ))
            return i;
        if (read == b->open_n)
            read = i;
    }
    return read;
}

/* Place of the request that k answers, or b->open_n. */
static unsigned answered(const struct exa_bridge *b, const struct exa_packet *k)
{
    return k->type == EXA_ZREAD_RSP ? place_of(b, request_of(k->src, k->tid, true))
                                    : acknowledged(b, k->tid);
}

/* Tells the other links of the answer k. Returns whether one of them has a request that k answers
 * and that was not answered at this point before; *asks: one of them saw the bridge ask. */
static bool answers_elsewhere(const struct tn_checker *c, const struct exa_packet *k, bool *asks)
{
    const struct tn_checker *at = NULL;
    struct tn_exa_rules *s;
    bool found = false;
    while ((s = tn_checker_state_beside(c, &at)) != NULL) {
        struct exa_bridge *b = bridge_of(s, exa_node_bits(k->dst), false);
        const unsigned i = b ? answered(b, k) : 0;
        *asks |= b != NULL;
        if (!b || i == b->open_n)
            continue;
        found |= !b->open[i].elsewhere || b->open[i].at != c->ev->point;
        if (!b->open[i].elsewhere)
            b->open[i].at = c->ev->point;
        b->open[i].elsewhere = true;
    }
    return found;
}

static void answer(struct tn_checker *c, const struct exa_packet *k)
{
    struct exa_bridge *b = bridge_of(exa_rules(c), exa_node_bits(k->dst), false);
    const unsigned at = b ? answered(b, k) : 0;
    const bool here = b && at < b->open_n;
    bool asks = b != NULL;
    const bool there = answers_elsewhere(c, k, &asks);
    if (b)
        b->heard = true;
    if (asks && !here && !there && c->par.joined && !(b && k->tid < 64 && b->asked >> k->tid & 1))
        tn_rule_open(c, R_EXA_ZDM_2, c->ev, "a request outstanding", "none in the capture: it may stand before the first record");
    else if (asks)
        RULE(c, EXA_ZDM_2, here || there, "a request outstanding", "none with tid %u", k->tid);
    if (here)
        take_out(b, at);
}

void tn_rules_exa_zdma(struct tn_checker *c, const struct exa_packet *k)
{
    switch (k->type) {
    case EXA_ZREAD_REQ:
    case EXA_ZWRITE:
        request(c, k);
        break;
    case EXA_ZREAD_RSP:
        answer(c, k);
        break;
    case EXA_ACK:
        if (!exa_is_message(k) && exa_is_peripheral(k->addr) &&
            exa_peripheral(k->addr) == EXA_P_AXI)
            answer(c, k);
        break;
    default:
        break;
    }
}
