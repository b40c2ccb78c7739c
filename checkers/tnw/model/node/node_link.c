/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: links as queues (tnw_link.md 4 and 8), and their
 * wiring (tnw_torus.md 1).
 */
#include "node.h"

enum reg {
    ID = 0x00,
    PARAMS = 0x04,
    CTRL = 0x08,
    STATUS = 0x0c,
    RESEND_TMO = 0x10,
    FULL_BACKOFF = 0x14,
    TX_PACKETS = 0x40,
    PEER_RESET = 0x64,
    LOST = 0x68,
    UNREAD = 0x6c,
    TAKEN = 0xa0,
    LEVEL = 0xc0,
};

enum { TX_FIFO = 16, WAIT = 3 };

bool tnw_node_inj_ok(const struct node_link *l)
{
    return l->state == TN_TNW_UP && l->tx_in - l->tx_out < TN_TNW_TX_ITEMS;
}

void tnw_node_inject(struct node_link *l, uint8_t vc, uint32_t offset,
                     const uint8_t data[TNW_PAYLOAD])
{
    struct node_item *i = &l->tx[l->tx_in++ % TN_TNW_TX_ITEMS];
    i->vc = vc;
    i->offset = offset;
    for (unsigned b = 0; b < TNW_PAYLOAD; b++)
        i->data[b] = data[b];
}

unsigned tn_tnw_torus_model_peer(const struct tn_tnw_torus_model *t, unsigned node, unsigned link)
{
    const unsigned size[3] = {t->par.x_n, t->par.y_n, t->par.z_n};
    unsigned at[3] = {node % size[0], node / size[0] % size[1], node / size[0] / size[1]};
    const unsigned axis = link / 2;
    at[axis] = (at[axis] + (link & 1 ? size[axis] - 1 : 1)) % size[axis];
    return at[0] + size[0] * (at[1] + size[1] * at[2]);
}

static struct node_link *peer_of(struct tn_tnw_torus_model *t, unsigned k, unsigned link)
{
    return &t->node[tn_tnw_torus_model_peer(t, k, link)].link[link ^ 1];
}

static void come_up(struct node_link *l)
{
    l->state = TN_TNW_UP;
    l->sent = l->expected = 0;
}

/* What the other end's state makes of this one's: true when it changes. */
bool tnw_node_hear(struct tn_tnw_torus_model *t, unsigned k, unsigned link)
{
    struct node_link *l = &t->node[k].link[link];
    const enum tn_tnw_state other = peer_of(t, k, link)->state;
    if (l->cut || l->reset)
        return false;
    switch (l->state) {
    case TN_TNW_DOWN:
        l->state = TN_TNW_INIT;
        return true;
    case TN_TNW_INIT:
        if (other != TN_TNW_INIT && other != TN_TNW_READY)
            return false;
        l->state = TN_TNW_READY;
        return true;
    case TN_TNW_READY:
        if (other != TN_TNW_READY && other != TN_TNW_UP)
            return false;
        come_up(l);
        return true;
    case TN_TNW_UP:
        if (other != TN_TNW_INIT)
            return false;
        l->state = TN_TNW_FAILED;
        l->peer_reset++;
        return true;
    default:
        return false;
    }
}

/* The oldest packet that was sent here comes in, when its channel has room: packets of other
 * channels wait behind it. */
bool tnw_node_deliver(struct tn_tnw_torus_model *t, unsigned k, unsigned link)
{
    struct node_link *l = &t->node[k].link[link], *from = peer_of(t, k, link);
    const struct node_item *i = &from->tx[from->tx_out % TN_TNW_TX_ITEMS];
    if (l->state != TN_TNW_UP || l->cut || from->state != TN_TNW_UP || from->tx_in == from->tx_out)
        return false;
    struct node_fifo *f = &l->rx[i->vc];
    if (f->in - f->out == TN_TNW_RX_PKTS)
        return false;
    f->item[f->in++ % TN_TNW_RX_PKTS] = *i;
    from->tx_out++;
    from->sent++;
    from->tx_packets++;
    l->expected++;
    l->taken++;
    return true;
}

static void reset(struct node *n, unsigned link)
{
    struct node_link *l = &n->link[link];
    l->lost += l->tx_in - l->tx_out;
    l->tx_out = l->tx_in;
    for (unsigned v = 0; v < TNW_VCS; v++) {
        l->unread += l->rx[v].in - l->rx[v].out;
        l->rx[v].out = l->rx[v].in;
    }
    l->state = TN_TNW_DOWN;
    tnw_node_flush(n, link);
}

/* What waits counts as sent and unacknowledged, as far as the window goes. */
static uint32_t status(const struct node_link *l)
{
    const uint32_t held = l->tx_in - l->tx_out;
    const uint32_t u = l->state != TN_TNW_UP ? 0 : held < TNW_WINDOW ? held : TNW_WINDOW;
    return (uint32_t)l->state | (l->cut ? 0u : 8u) | (u ? WAIT : 0u) << 5 | u << 8 |
           (l->expected & 31) << 13 | ((l->sent + u) & 31) << 18;
}

uint32_t tnw_node_link_read(const struct node_link *l, uint32_t reg)
{
    if (reg >= LEVEL && reg < LEVEL + 4 * TNW_VCS)
        return l->rx[(reg - LEVEL) / 4].in - l->rx[(reg - LEVEL) / 4].out;
    switch (reg) {
    case ID:
        return 0x54570001;
    case PARAMS:
        return TX_FIFO | TNW_WINDOW << 8 | TN_TNW_RX_PKTS << 16 | (uint32_t)TNW_VCS << 24;
    case CTRL:
        return (uint32_t)l->reset | (uint32_t)l->seq_off << 1;
    case STATUS:
        return status(l);
    case RESEND_TMO:
        return l->resend_tmo;
    case FULL_BACKOFF:
        return l->full_backoff;
    case TX_PACKETS:
        return l->tx_packets;
    case PEER_RESET:
        return l->peer_reset;
    case LOST:
        return l->lost;
    case UNREAD:
        return l->unread;
    case TAKEN:
        return l->taken;
    default:
        return 0;
    }
}

void tnw_node_link_write(struct node *n, unsigned link, uint32_t reg, uint32_t data)
{
    struct node_link *l = &n->link[link];
    if (reg == CTRL) {
        if (data & 1 && !l->reset)
            reset(n, link);
        l->reset = data & 1;
        l->seq_off = data >> 1 & 1;
    } else if (reg == RESEND_TMO) {
        l->resend_tmo = data & 0xffff;
    } else if (reg == FULL_BACKOFF) {
        l->full_backoff = data & 0xffff;
    }
}
