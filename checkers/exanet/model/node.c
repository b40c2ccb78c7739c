/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The functional node: its register interface, its ExaDMA and receiver at work.
 */
#include "node.h"

#include <stdlib.h>
#include <string.h>

struct tn_exa_node *tn_exa_node_new(uint32_t own, unsigned txn_log2, unsigned way_log2,
                                    const struct tn_exa_node_ops *ops, void *ctx)
{
    const struct tn_exd_params dma = {.axi_id_w = 4, .out_n = 1, .txn_log2 = txn_log2};
    const struct tn_exv_params rx = {.hold = true, .way_log2 = way_log2, .dup_n = 64};
    struct tn_exa_node *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->own = own;
    n->ops = *ops;
    n->ctx = ctx;
    tn_exd_init(&n->dma, &dma, own);
    tn_exv_init(&n->rx, &rx, own);
    return n;
}

void tn_exa_node_free(struct tn_exa_node *n)
{
    free(n);
}

struct tn_exd *tn_exa_node_dma(struct tn_exa_node *n)
{
    return &n->dma;
}

struct tn_exv *tn_exa_node_rx(struct tn_exa_node *n)
{
    return &n->rx;
}

static uint32_t low_word(const uint8_t *data)
{
    return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

static void give(uint8_t *data, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        data[i] = (uint8_t)(value >> 8 * i);
}

/* ExaDMA. */

static uint32_t dma_register(struct tn_exa_node *n, uint32_t addr)
{
    uint32_t high;
    switch (addr) {
    case NODE_ID:
        return 0x45440001;
    case NODE_PARAMS:
        return n->dma.params.out_n | n->dma.params.txn_log2 << 8;
    case NODE_OWN:
        return n->own;
    case 0x40410:
        return n->fault_n ? (uint32_t)n->fault[0] : 0;
    case 0x40414:
        high = n->fault_n ? (uint32_t)(n->fault[0] >> 32) : 0;
        if (n->fault_n)
            memmove(n->fault, n->fault + 1, --n->fault_n * sizeof *n->fault);
        return high;
    case 0x40418:
        return n->fault_n;
    default:
        return addr < NODE_KERNEL + 4 * TN_EXD_BANKS ? n->dma.bank[(addr - NODE_KERNEL) / 4] : 0;
    }
}

static int dma_read(struct tn_exa_node *n, uint32_t addr, unsigned bytes, uint8_t *data)
{
    const unsigned t = addr / TN_EXD_DESC;
    if (addr >= NODE_KERNEL && bytes == 4) {
        give(data, dma_register(n, addr), 4);
        return 0;
    }
    if (t >> n->dma.params.txn_log2)
        return 2;
    for (unsigned i = 0; i < bytes; i++)
        data[i] =
            (uint8_t)(tn_exd_shown(&n->dma.desc[t], (addr + i) / 8 % 4) >> 8 * ((addr + i) % 8));
    return 0;
}

static void dma_put_register(struct tn_exa_node *n, uint32_t addr, uint32_t value)
{
    if (addr < NODE_KERNEL + 4 * TN_EXD_BANKS)
        n->dma.bank[(addr - NODE_KERNEL) / 4] = value & 0x8000ffff;
    if (addr == 0x4041c)
        for (unsigned p = 0; p < n->dma.params.out_n; p++)
            n->dma.control[p].n = value >> p & 1 ? 0 : n->dma.control[p].n;
}

/* Transaction t has started. */
static void start(struct tn_exa_node *n, unsigned t)
{
    n->sent[t] = 0;
    n->active++;
}

static int dma_write(struct tn_exa_node *n, uint32_t addr, unsigned bytes, const uint8_t *data)
{
    const unsigned t = addr / TN_EXD_DESC, p = addr / 0x8000 - 1;
    const unsigned strobes = ((1u << bytes) - 1) << addr % 16;
    uint8_t lanes[16] = {0};
    struct exa_packet k;
    if (bytes > sizeof lanes - addr % 16) /* no beat of the port has so many lanes */
        return 2;
    memcpy(lanes + addr % 16, data, bytes);
    if (addr >= NODE_KERNEL && bytes == 4) {
        dma_put_register(n, addr, low_word(data));
        return 0;
    }
    if (addr < 0x8000 && !(t >> n->dma.params.txn_log2)) {
        const enum tn_exd_wrote w =
            tn_exd_write(&n->dma, t, addr % TN_EXD_DESC / 16 * 16, lanes, strobes);
        if (w == TN_EXD_STARTS)
            start(n, t);
        return w == TN_EXD_REFUSED ? 2 : 0;
    }
    if (p >= n->dma.params.out_n)
        return 2;
    switch (tn_exd_control(&n->dma, p, addr % 0x8000 / 16, lanes, strobes, &k)) {
    case TN_EXD_CTL_MADE:
        n->dma.of_output[p][TN_EXD_C_CONTROLS]++;
        n->ops.send(n->ctx, &k);
        return 0;
    case TN_EXD_CTL_HELD:
        return 0;
    default:
        return 2;
    }
}

/* Packet k of transaction t found no memory: the transaction stops. */
static void stop(struct tn_exa_node *n, unsigned t, unsigned code, uint64_t addr)
{
    const unsigned pdid = tn_exd_fields(&n->dma.desc[t]).pdid;
    tn_exd_ended(&n->dma, t, n->sent[t], n->sent[t] + 1);
    n->active--;
    n->fault[n->fault_n++] = (1u << 31 | pdid << 12 | code << 10 | t) | (addr >> 12) << 32;
}

/* Returns the address of the first page of the packet that fails with that code, asked beat by
 * beat. */
static uint64_t failing(struct tn_exa_node *n, unsigned pdid, const struct tn_exd_cut *c)
{
    uint8_t data[EXA_MTU];
    const unsigned first = (unsigned)(4096 - c->src % 4096);
    return first >= c->n || n->ops.read(n->ctx, pdid, c->src, first, data) != 0 ? c->src
                                                                                : c->src + first;
}

/* Sends the next packet of transaction t. */
static void send_next(struct tn_exa_node *n, unsigned t)
{
    const struct tn_exd_fields f = tn_exd_fields(&n->dma.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&f, n->sent[t]);
    uint8_t data[EXA_MTU];
    struct exa_packet k;
    unsigned resp;
    if (tn_exd_bank(n->dma.bank, f.pdid) < 0) {
        stop(n, t, 1, c.src);
        return;
    }
    resp = n->ops.read(n->ctx, f.pdid, c.src, c.n, data);
    if (resp) {
        stop(n, t, resp, failing(n, f.pdid, &c));
        return;
    }
    tn_exd_packet(&n->dma, t, n->sent[t]++, data, &k);
    n->dma.of_output[0][TN_EXD_C_PACKETS]++;
    n->dma.of_output[0][TN_EXD_C_BYTES] += c.n;
    n->ops.send(n->ctx, &k);
    if (n->sent[t] < tn_exd_packets(&f))
        return;
    if (tn_exd_chain(&n->dma, t) == TN_EXD_CHAIN_STARTS)
        start(n, f.dependency);
    n->active--;
    tn_exd_ended(&n->dma, t, n->sent[t], n->sent[t]);
}

void tn_exa_node_go(struct tn_exa_node *n, uint64_t now)
{
    const unsigned txns = 1u << n->dma.params.txn_log2;
    tn_exa_node_ni_go(n, now);
    for (unsigned i = 0; i < txns && n->active; i++) {
        const unsigned t = n->turn++ % txns;
        if (n->dma.desc[t].state == TN_EXD_ACTIVE) {
            send_next(n, t);
            return;
        }
    }
}

bool tn_exa_node_busy(const struct tn_exa_node *n)
{
    for (unsigned c = 0; c < NODE_CHANNELS; c++)
        if (n->channel[c].state == 1)
            return true;
    return n->active > 0;
}

/* Receiver. */

static uint32_t rx_register(const struct tn_exa_node *n, uint32_t addr)
{
    switch (addr) {
    case NODE_ID:
        return 0x45430001;
    case NODE_PARAMS:
        return 1 | n->rx.way_log2 << 8 | n->rx.dup_n << 16;
    case NODE_OWN:
        return n->own;
    case 0x40410:
        return n->rx.ctx_timeout;
    case 0x40414:
        return n->rx.done_hold;
    default:
        return addr < NODE_KERNEL + 4 * TN_EXV_BANKS ? n->rx.bank[(addr - NODE_KERNEL) / 4] : 0;
    }
}

static void rx_put_register(struct tn_exa_node *n, uint32_t addr, uint32_t value)
{
    if (addr == 0x40410)
        n->rx.ctx_timeout = value;
    else if (addr == 0x40414)
        n->rx.done_hold = value;
    else if (addr < NODE_KERNEL + 4 * TN_EXV_BANKS)
        n->rx.bank[(addr - NODE_KERNEL) / 4] = value & 0x8000ffff;
}

/* Sends the answers that wait. */
static void rx_send(struct tn_exa_node *n, uint64_t now)
{
    while (n->rx.answers) {
        struct tn_exa_word w[TN_EXA_PACKET_WORDS];
        struct tn_exv_answer a;
        struct exa_packet k;
        const int words = tn_exv_answer_words(&n->rx, &n->rx.answer[0], w);
        tn_exa_words_decode(w, (unsigned)words, &k);
        if (!tn_exv_leave(&n->rx, &w[0], now + 1, &a))
            return;
        n->ops.send(n->ctx, &k);
    }
}

/* A packet for the receiver: the memory answers at once. */
static void rx_take(struct tn_exa_node *n, const struct exa_packet *k, uint64_t now)
{
    struct tn_exv_result r = {TN_EXV_UNEXP, false, 0};
    unsigned resp;
    if (!exa_well_formed(k) || k->hdr_crc != exa_want_hdr_crc(k)) {
        tn_exv_count(&n->rx, TN_EXV_HCRC);
        return;
    }
    tn_exv_until(&n->rx, now);
    r = tn_exv_footer(&n->rx, k, now, now);
    if (r.writes) {
        resp = n->ops.write(n->ctx, k->pdid, k->addr, k->size, exa_payload(k));
        tn_exv_b(&n->rx, r.bank, resp, now);
        tn_exv_until(&n->rx, now + TN_EXV_NEAR + 1);
    }
    rx_send(n, now);
}

/* Blocks. */

void tn_exa_node_answer(struct tn_exa_node *n, const struct exa_packet *k, unsigned code)
{
    struct exa_packet a;
    memset(&a, 0, sizeof a);
    a.type = EXA_ACK;
    a.dst = k->src;
    a.addr = exa_peripheral_addr(k->tid & EXA_TID_MSG ? EXA_P_PACKETIZER : EXA_P_RT_MAILBOX, 0);
    a.tid = k->tid;
    a.seq = k->seq % EXA_SEQ_MOD;
    a.pdid = k->pdid;
    a.code = (uint8_t)code;
    exa_seal(&a);
    n->ops.send(n->ctx, &a);
}

int tn_exa_node_read(struct tn_exa_node *n, uint32_t addr, unsigned bytes, uint8_t *data,
                     uint64_t now)
{
    const uint32_t in = addr & 0xfffff;
    (void)now;
    memset(data, 0, bytes);
    switch (addr >> 20 & 7) {
    case TN_EXA_B_DMA:
        return dma_read(n, in, bytes, data);
    case TN_EXA_B_RX:
        if (in < NODE_KERNEL || bytes != 4)
            return 2;
        give(data, rx_register(n, in), 4);
        return 0;
    case TN_EXA_B_PACKETIZER:
    case TN_EXA_B_MAILBOX:
    case TN_EXA_B_RT_MAILBOX:
        return tn_exa_node_ni_read(n, (enum tn_exa_block)(addr >> 20 & 7), in, bytes, data);
    default:
        return 3;
    }
}

int tn_exa_node_write(struct tn_exa_node *n, uint32_t addr, unsigned bytes, const uint8_t *data,
                      uint64_t now)
{
    const uint32_t in = addr & 0xfffff;
    switch (addr >> 20 & 7) {
    case TN_EXA_B_DMA:
        return dma_write(n, in, bytes, data);
    case TN_EXA_B_RX:
        if (in < NODE_KERNEL || bytes != 4)
            return 2;
        rx_put_register(n, in, low_word(data));
        return 0;
    case TN_EXA_B_PACKETIZER:
    case TN_EXA_B_MAILBOX:
    case TN_EXA_B_RT_MAILBOX:
        return tn_exa_node_ni_write(n, (enum tn_exa_block)(addr >> 20 & 7), in, bytes, data, now);
    default:
        return 3;
    }
}

void tn_exa_node_take(struct tn_exa_node *n, const struct exa_packet *k, uint64_t now)
{
    const unsigned index =
        exa_is_peripheral(k->addr) ? (unsigned)(k->addr >> 32) & 0x7f : EXA_P_RDMA;
    switch (index) {
    case EXA_P_RDMA:
        rx_take(n, k, now);
        break;
    case EXA_P_RT_MAILBOX:
        tn_exa_node_ni_take(n, TN_EXA_B_RT_MAILBOX, k, now);
        break;
    case EXA_P_PACKETIZER:
        tn_exa_node_ni_take(n, TN_EXA_B_PACKETIZER, k, now);
        break;
    case EXA_P_MAILBOX:
        tn_exa_node_ni_take(n, TN_EXA_B_MAILBOX, k, now);
        break;
    default:
        break;
    }
}
