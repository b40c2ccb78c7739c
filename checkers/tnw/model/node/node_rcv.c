/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: credits, matching, notifications (tnw_nwp.md 2 to 4).
 */
#include "node.h"

#include <tn/bug.h>

static uint32_t *counter(struct node *n, uint32_t reg)
{
    return &n->rcv_count[(reg - TN_TNW_RCV_COUNTERS) / 4];
}

void tnw_node_notify(struct tn_tnw_torus_model *t, unsigned k, uint64_t addr,
                     const struct tnw_note *note)
{
    uint8_t p[TNW_NOTE];
    tn_require(tnw_note_encode(note, p) == 0);
    t->host.write(t->host.ctx, k, addr, p, sizeof p);
}

static void end_credit(struct tn_tnw_torus_model *t, unsigned k, unsigned id)
{
    struct node_chan *ch = &t->node[k].chan[id];
    const struct node_credit *c = &ch->credit[ch->out++ % TN_TNW_RCV_CREDITS_MAX];
    const struct tnw_note note = {.kind = 0,
                                  .link = (uint8_t)(id / TNW_VCS),
                                  .vc = id % TNW_VCS,
                                  .valid = true,
                                  .cause = c->status,
                                  .bytes = c->written,
                                  .tag = c->tag};
    ++*counter(&t->node[k], TN_TNW_RCV_NOTIFIED);
    tnw_node_notify(t, k, c->notify, &note);
}

/* Whether the packet ends the credit, and with which status. */
static bool ends_credit(struct node *n, struct node_credit *c, bool last)
{
    const bool whole = c->used == c->length;
    if (!last || whole)
        return whole;
    c->status |= TNW_C_SHORT;
    ++*counter(n, TN_TNW_RCV_SHORT);
    return true;
}

/* A credit was used up by a packet that is not the last of its message. */
static void fall_behind(struct node *n, struct node_chan *ch, struct node_credit *c)
{
    c->status |= TNW_C_LONG;
    ++*counter(n, TN_TNW_RCV_LONG);
    ch->behind = true;
}

/* The oldest packet of a channel meets its oldest credit, or is behind. */
bool tnw_node_match(struct tn_tnw_torus_model *t, unsigned k, unsigned id)
{
    struct node *n = &t->node[k];
    struct node_link *l = &n->link[id / TNW_VCS];
    struct node_fifo *f = &l->rx[id % TNW_VCS];
    struct node_chan *ch = &n->chan[id];
    if (n->hold_back || f->in == f->out || (ch->in == ch->out && !ch->behind) ||
        l->state == TN_TNW_DOWN)
        return false;
    const struct node_item *i = &f->item[f->out++ % TN_TNW_RX_PKTS];
    struct node_credit *c = &ch->credit[ch->out % TN_TNW_RCV_CREDITS_MAX];
    const bool last = t->par.last_en && i->offset & TNW_LAST;
    const uint64_t at = (uint64_t)(i->offset - last) * TNW_OFFSET_UNIT;
    ++*counter(n, TN_TNW_RCV_PACKETS);
    if (ch->behind) {
        ch->behind = !last;
        ++*counter(n, TN_TNW_RCV_BEHIND);
        return true;
    }
    c->used += TNW_PAYLOAD;
    if (at + TNW_PAYLOAD <= c->length) {
        c->written += TNW_PAYLOAD;
        t->host.write(t->host.ctx, k, c->base + at, i->data, TNW_PAYLOAD);
    } else {
        c->status |= TNW_C_FIT;
        ++*counter(n, TN_TNW_RCV_NOFIT);
    }
    if (t->par.last_en && !last && c->used == c->length)
        fall_behind(n, ch, c);
    if (ends_credit(n, c, last))
        end_credit(t, k, id);
    return true;
}

void tnw_node_flush(struct node *n, unsigned link)
{
    for (unsigned id = link * TNW_VCS; id < (link + 1) * TNW_VCS; id++) {
        *counter(n, TN_TNW_RCV_FLUSHED) += n->chan[id].in - n->chan[id].out;
        n->chan[id].out = n->chan[id].in;
        n->chan[id].behind = false;
    }
}

static bool is_bad(const struct node_chan *ch, const struct node_credit *c)
{
    return ch->bad_length || c->length == 0 || c->length > TN_TNW_RCV_LENGTH_MAX ||
           c->length % TNW_PAYLOAD || c->base % TNW_NOTE || c->notify % TNW_NOTE;
}

static void queue(const struct tn_tnw_torus_model *t, struct node *n, struct node_chan *ch)
{
    const uint32_t *r = ch->reg;
    const struct node_credit c = {
        .base = (uint64_t)r[TN_TNW_RCV_BASE_HI / 4] << 32 | r[TN_TNW_RCV_BASE_LO / 4],
        .notify = (uint64_t)r[TN_TNW_RCV_NOTIFY_HI / 4] << 32 | r[TN_TNW_RCV_NOTIFY_LO / 4],
        .length = r[TN_TNW_RCV_LENGTH / 4],
        .tag = r[TN_TNW_RCV_TAG / 4]};
    if (is_bad(ch, &c))
        ++*counter(n, TN_TNW_RCV_BAD);
    else if (ch->in - ch->out == 1u << t->par.credit_log2)
        ++*counter(n, TN_TNW_RCV_NO_ROOM);
    else
        ch->credit[ch->in++ % TN_TNW_RCV_CREDITS_MAX] = c;
}

uint32_t tnw_node_rcv_read(const struct tn_tnw_torus_model *t, const struct node *n, uint32_t reg)
{
    const unsigned id = reg / TN_TNW_RCV_WINDOW;
    if (id >= NODE_IDS)
        return reg >= TN_TNW_RCV_COUNTERS && reg < TN_TNW_RCV_COUNTERS_END
                   ? n->rcv_count[(reg - TN_TNW_RCV_COUNTERS) / 4]
                   : 0;
    const struct node_chan *ch = &n->chan[id];
    const uint32_t there = ch->in - ch->out;
    switch (reg % TN_TNW_RCV_WINDOW) {
    case TN_TNW_RCV_CREDITS:
        return there | ((1u << t->par.credit_log2) - there) << 8 |
               (ch->behind ? TN_TNW_RCV_IS_BEHIND : 0);
    case TN_TNW_RCV_PROGRESS:
        return there ? ch->credit[ch->out % TN_TNW_RCV_CREDITS_MAX].used : 0;
    default:
        return reg % TN_TNW_RCV_WINDOW < TN_TNW_RCV_CREDITS ? ch->reg[reg % TN_TNW_RCV_WINDOW / 4]
                                                            : 0;
    }
}

void tnw_node_rcv_write(const struct tn_tnw_torus_model *t, struct node *n, uint32_t reg,
                        uint32_t data)
{
    const unsigned id = reg / TN_TNW_RCV_WINDOW, own = reg % TN_TNW_RCV_WINDOW;
    if (id >= NODE_IDS || own >= TN_TNW_RCV_CREDITS)
        return;
    struct node_chan *ch = &n->chan[id];
    ch->reg[own / 4] = data;
    if (own == TN_TNW_RCV_LENGTH) {
        ch->reg[own / 4] &= TN_TNW_RCV_LENGTH_BITS;
        ch->bad_length = (data & ~(uint32_t)TN_TNW_RCV_LENGTH_BITS) != 0;
    }
    if (own == TN_TNW_RCV_NOTIFY_HI)
        queue(t, n, ch);
}
