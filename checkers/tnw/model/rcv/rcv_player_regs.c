/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A reception side: credits queued and dropped, registers.
 */
#include "rcv_player.h"

static uint32_t limit(const struct tn_tnw_rcv *r)
{
    return (1u << r->par.credit_log2) + rcv_has(r, TN_TNW_RCV_BUG_ONE_TOO_MANY) -
           rcv_has(r, TN_TNW_RCV_BUG_ONE_TOO_FEW);
}

static bool is_bad(const struct tn_tnw_rcv *r, const struct rcv_credit *c)
{
    const bool length =
        c->length == 0 || c->length > TN_TNW_RCV_LENGTH_MAX || c->length % TNW_PAYLOAD != 0;
    return (length && !rcv_has(r, TN_TNW_RCV_BUG_BAD_LENGTH_QUEUED)) ||
           (c->base % TNW_NOTE && !rcv_has(r, TN_TNW_RCV_BUG_BAD_BASE_QUEUED)) ||
           c->notify % TNW_NOTE;
}

static uint64_t wide(const uint32_t reg[TN_TNW_RCV_RW], unsigned low)
{
    return (uint64_t)reg[low / 4 + 1] << 32 | reg[low / 4];
}

static void queue(struct tn_tnw_rcv *r, struct rcv_chan *ch)
{
    const struct rcv_credit c = {.base = wide(ch->reg, TN_TNW_RCV_BASE_LO),
                                 .notify = wide(ch->reg, TN_TNW_RCV_NOTIFY_LO),
                                 .length = ch->reg[TN_TNW_RCV_LENGTH / 4],
                                 .tag = ch->reg[TN_TNW_RCV_TAG / 4],
                                 .at = r->cycle};
    if (is_bad(r, &c)) {
        ++*rcv_counter(r, TN_TNW_RCV_BAD);
    } else if (ch->outstanding >= limit(r)) {
        ++*rcv_counter(r, TN_TNW_RCV_NO_ROOM);
    } else {
        ch->c[ch->in++ % RCV_RING] = c;
        ch->outstanding++;
    }
}

static uint32_t progress(const struct tn_tnw_rcv *r, const struct rcv_chan *ch)
{
    const struct rcv_credit *c = &ch->c[ch->out % RCV_RING];
    if (ch->in == ch->out)
        return 0;
    if (rcv_has(r, TN_TNW_RCV_BUG_PROGRESS_WHOLE) && c->used + TNW_PAYLOAD == c->length)
        return c->length;
    return c->used;
}

static uint32_t read_window(const struct tn_tnw_rcv *r, const struct rcv_chan *ch, unsigned reg)
{
    const uint32_t places = 1u << r->par.credit_log2;
    const bool wrong = rcv_has(r, TN_TNW_RCV_BUG_PLACES_WRONG);
    switch (reg) {
    case TN_TNW_RCV_CREDITS:
        return ch->outstanding | (places - (wrong ? 0 : ch->outstanding)) << 8 |
               (ch->behind && !rcv_has(r, TN_TNW_RCV_BUG_BEHIND_NOT_SHOWN) ? TN_TNW_RCV_IS_BEHIND
                                                                           : 0);
    case TN_TNW_RCV_PROGRESS:
        return progress(r, ch);
    case TN_TNW_RCV_LENGTH:
        return ch->reg[reg / 4] & TN_TNW_RCV_LENGTH_BITS;
    case TN_TNW_RCV_TAG:
        return rcv_has(r, TN_TNW_RCV_BUG_TAG_NOT_KEPT) ? 0 : ch->reg[reg / 4];
    default:
        return reg < TN_TNW_RCV_CREDITS ? ch->reg[reg / 4] : 0;
    }
}

void tnw_rcv_registers(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in)
{
    const unsigned id = in->reg_addr / TN_TNW_RCV_WINDOW, reg = in->reg_addr % TN_TNW_RCV_WINDOW;
    if (in->reg_addr % 4 && !rcv_has(r, TN_TNW_RCV_BUG_ODD_ADDRESS_WRITTEN))
        return;
    if (in->reg_rd && id < TN_TNW_RCV_IDS)
        r->next.reg_rdata = read_window(r, &r->chan[id], reg);
    else if (in->reg_rd && in->reg_addr < TN_TNW_RCV_COUNTERS_END)
        r->next.reg_rdata = *rcv_counter(r, in->reg_addr);
    if (!in->reg_wr || id >= TN_TNW_RCV_IDS || reg / 4 >= TN_TNW_RCV_RW)
        return;
    r->chan[id].reg[reg / 4] = in->reg_wdata;
    if (reg == TN_TNW_RCV_NOTIFY_HI)
        queue(r, &r->chan[id]);
}

/* Returns the last beat that is still to be written of a packet of the credit in use, which is
 * dropped; NULL: none, or the packet is of a credit that was dropped before. */
static struct rcv_beat *unwritten(struct tn_tnw_rcv *r, unsigned id)
{
    for (uint32_t i = r->beat_in; i != r->beat_out; i--) {
        struct rcv_beat *b = &r->beat[(i - 1) % RCV_FIFO];
        if (b->id == id && b->last)
            return b->note || b->frees ? NULL : b;
    }
    return NULL;
}

/* Says whether a packet of a credit that was dropped is still to be written. */
static bool frees_one(const struct tn_tnw_rcv *r, unsigned id)
{
    for (uint32_t i = r->beat_out; i != r->beat_in; i++)
        if (r->beat[i % RCV_FIFO].id == id && r->beat[i % RCV_FIFO].frees)
            return true;
    return false;
}

static void drop(struct tn_tnw_rcv *r, unsigned id)
{
    struct rcv_chan *ch = &r->chan[id];
    const uint32_t n = ch->in - ch->out;
    struct rcv_beat *last = unwritten(r, id);
    if (n && rcv_has(r, TN_TNW_RCV_BUG_FLUSH_NOTIFIES)) {
        ch->outstanding++; /* the notification gives the place back */
        tnw_rcv_put(r, tnw_rcv_note(r, id, &ch->c[ch->out % RCV_RING]));
    }
    if (!n && rcv_has(r, TN_TNW_RCV_BUG_FLUSH_COUNTS_TWICE) && frees_one(r, id)) {
        ++*rcv_counter(r, TN_TNW_RCV_FLUSHED);
        ch->outstanding--;
    }
    const bool held = n && last && !rcv_has(r, TN_TNW_RCV_BUG_FLUSH_FREES_EARLY);
    const bool early = held && rcv_has(r, TN_TNW_RCV_BUG_FLUSH_COUNTS_EARLY);
    *rcv_counter(r, TN_TNW_RCV_FLUSHED) += n - held + early;
    ch->outstanding -= n - held;
    ch->out = ch->in;
    ch->behind = ch->behind && rcv_has(r, TN_TNW_RCV_BUG_BEHIND_A_FLUSH);
    if (held)
        last->frees = true;
}

void tnw_rcv_flush(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in)
{
    if (rcv_has(r, TN_TNW_RCV_BUG_FLUSH_IGNORED))
        return;
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++)
        if (in->flush >> id / TNW_VCS & 1 || (in->flush && rcv_has(r, TN_TNW_RCV_BUG_FLUSH_OF_ALL)))
            drop(r, id);
}
