/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Coverage of a network interface: the places of descriptors and packets on its axes.
 */
#include "cover_ni.h"
#include "ni.h"

enum { WORD = 16 };

unsigned ape_ni_descriptor_at(const uint64_t word[TN_APN_DESC_WORDS])
{
    const unsigned type = word[1] >> 32 & 31, length = word[1] & 0x1fff;
    if (type == TN_APN_GET)
        return (uint32_t)word[5] ? D_GET : D_NO_BYTES;
    if (type != TN_APN_PUT && type != TN_APN_SEND)
        return D_TYPE;
    if (length == 0 || length > TN_APN_DATA)
        return length ? D_LENGTH : D_LENGTH_0;
    if (word[0] % TN_APN_DATA + length > TN_APN_DATA)
        return D_CROSSES;
    const bool two = word[2] % TN_APN_DATA + length > TN_APN_DATA;
    return type == TN_APN_PUT ? D_PUT + two : D_SEND + two;
}

unsigned ape_ni_under_way_at(const struct tn_apn *m, const uint64_t word[TN_APN_DESC_WORDS],
                             bool bad)
{
    const bool is = m->under_way.is, last = word[1] >> 39 & 1,
               same = is && m->under_way.msg == word[3] >> 32 &&
                      m->under_way.pid == (word[1] >> 16 & 0xffff) &&
                      m->under_way.node == word[1] >> 48;
    return same && m->under_way.ended ? (last ? M_ENDED_LAST : M_ENDED)
           : bad                      ? (last ? M_BAD_LAST : M_BAD)
           : same                     ? M_GOES_ON
           : is                       ? M_INTERRUPTS
                                      : M_BEGINS;
}

int ape_ni_malformed_at(uint16_t own, const struct tn_apn_packet *p)
{
    const unsigned due_words = 2 + (p->len + WORD - 1u) / WORD;
    const bool ack = p->type == TN_APN_ACK;
    const bool known = ack || p->type == TN_APN_PUT || p->type == TN_APN_SEND ||
                       p->type == TN_APN_GET || p->type == TN_APN_REPLY;
    const bool why[] = {[B_ALONE] = p->alone && !ack,
                        [B_LEN] = !ack && p->len > TN_APN_DATA,
                        [B_FEW] = !p->alone && !ack && p->words < due_words,
                        [B_MANY] = !p->alone && !ack && p->words > due_words,
                        [B_TYPE] = !known,
                        [B_DST] = p->dst != own && !p->ool,
                        [B_REQUEST] = p->type == TN_APN_GET && p->len != WORD,
                        [B_ACK_WORDS] = ack && (!p->alone || p->words != 1),
                        [B_ACK_LEN] = ack && p->len != 0};
    for (unsigned i = 0; i < sizeof why / sizeof *why; i++)
        if (why[i])
            return (int)i;
    return -1;
}

static bool is_full(const struct tn_apn *m)
{
    for (unsigned i = 0; i < m->params.messages; i++)
        if (m->message[i].state == TN_APN_FREE)
            return false;
    return true;
}

unsigned ape_ni_row_at(struct tn_apn *m, const struct tn_apn_packet *p)
{
    const struct tn_apn_message *e = tn_apn_message_of(m, p->src, 0, p->pid);
    const bool same = e && e->msg == p->msg;
    return !e                          ? (is_full(m) ? S_FULL : S_NONE)
           : e->state == TN_APN_FAILED ? (same ? S_FAILED : S_FAILED_ANOTHER)
           : !same                     ? S_ANOTHER
           : p->pkt == e->next         ? S_NEXT
           : p->pkt == 0               ? S_AGAIN
                                       : S_OTHER;
}

/* Says how a reply differs from the one that its tag asked for; got: bytes so far, next: the reply
 * has the number awaited. Returns the number of the difference, -1: there is none. */
static int difference(const struct tn_apn_packet *p, const struct tn_apn_tag *t, uint32_t got,
                      bool next)
{
    const bool place = next && p->addr != (t->reply + got) % (1ull << 48), data = next && !p->err;
    const bool is[] = {p->pid != t->pid,
                       place,
                       data && p->len > t->bytes - got,
                       data && p->last && p->len < t->bytes - got,
                       data && !p->last && p->len == t->bytes - got,
                       data && p->len == 0};
    for (unsigned i = 0; i < sizeof is / sizeof *is; i++)
        if (is[i])
            return (int)i;
    return -1;
}

unsigned ape_ni_reply_at(struct tn_apn *m, const struct tn_apn_packet *p)
{
    const struct tn_apn_message *e = tn_apn_message_of(m, p->src, 1, p->pid);
    const struct tn_apn_tag *t = tn_apn_tag_of(m, p->msg);
    const bool refusal = p->err && p->len == 0 && p->last, mine = e && e->msg == p->msg;
    if (!t || t->state == TN_APN_TAG_DEAD || t->node != p->src)
        return !t ? REPLY_FREE : t->state == TN_APN_TAG_DEAD ? REPLY_DEAD : REPLY_NODE;
    const int other = difference(p, t, mine ? e->bytes : 0, p->pkt == (mine ? e->next : 0));
    if (other >= 0)
        return REPLY_PID + (unsigned)other;
    return refusal                                ? (mine ? REPLY_REFUSED_LATER : REPLY_REFUSED)
           : e && !mine                           ? REPLY_ANOTHER
           : !mine && p->pkt == 0                 ? REPLY_BEGINS
           : mine && p->pkt == e->next && !p->err ? REPLY_NEXT
                                                  : REPLY_OTHER;
}
