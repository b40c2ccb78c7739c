/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What RoCEv2 packets carry, as messages and transactions on ExaNet. The mapping is in
 * tenter(1).
 */
#include "roce_carry.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { DRAM_BITS = 39 };
/* Error codes of an acknowledgment (exanet.md 1). */
enum { CODE_CRC = 3, CODE_DECODE = 4, CODE_SLAVE = 5, CODE_FULL = 6, CODE_PROTECTION = 7 };

uint32_t roce_number(const uint8_t *p, unsigned n)
{
    uint32_t v = 0;
    while (n--)
        v = v << 8 | *p++;
    return v;
}

int roce_node(struct tn_roce_exa *x, uint32_t ip)
{
    for (unsigned i = 0; i < x->node_n; i++)
        if (x->nodes[i] == ip)
            return (int)i;
    if (x->node_n == EXA_MAKE_NODES)
        return -1;
    x->nodes[x->node_n] = ip;
    return (int)x->node_n++;
}

static void emit(struct tn_roce_exa *x, struct exa_packet *k)
{
    int rc = exa_write(x->w, &x->place, k);
    if (rc < 0 && !x->error)
        x->error = rc;
    x->written++;
}

/* Later acknowledgments reach what is kept here; the oldest one goes when it is full. */
static void keep(struct roce_flow *f, const struct roce_pending *p)
{
    if (f->pending_n == ROCE_PENDING) {
        free(f->pending[0].data);
        memmove(f->pending, f->pending + 1, --f->pending_n * sizeof *f->pending);
    }
    f->pending[f->pending_n++] = *p;
}

/* Begins the transaction for the next bytes of the write: up to the 16 KiB boundary. */
static void begin(struct tn_roce_exa *x, struct roce_flow *f, uint32_t psn)
{
    uint64_t room = EXA_BLOCK - f->addr % EXA_BLOCK;
    int src = roce_node(x, f->src_ip), dst = roce_node(x, f->dst_ip);
    unsigned uses = x->uses[src]++;
    f->t = (struct exa_transaction){.src = exa_make_node((unsigned)src),
                                    .dst = exa_make_node((unsigned)dst),
                                    .addr = f->addr,
                                    .left = (uint32_t)(f->left < room ? f->left : room),
                                    .pdid = f->pdid,
                                    .tid = (uint16_t)(uses % EXA_TIDS),
                                    .seq = exa_seq_of(uses / EXA_TIDS, 0)};
    free(f->next.data);
    f->next = (struct roce_pending){.first_psn = psn, .addr = f->addr, .data = malloc(f->t.left)};
    tn_require(f->next.data != NULL);
}

/* n bytes of the write: each packet leaves when it is full or the transaction's last. */
static void write_bytes(struct tn_roce_exa *x, struct roce_flow *f, const uint8_t *p, size_t n,
                        uint32_t psn)
{
    while (n > 0 && f->left > 0 && !x->error) {
        struct exa_packet k;
        unsigned step, take;
        if (f->t.left == 0)
            begin(x, f, psn);
        step = exa_transaction_step(&f->t);
        take = step - f->data_n < n ? step - f->data_n : (unsigned)n;
        memcpy(f->data + f->data_n, p, take);
        f->data_n += take;
        p += take;
        n -= take;
        if (f->data_n < step)
            return;
        memcpy(f->next.data + (f->addr - f->next.addr), f->data, step);
        exa_transaction_packet(&f->t, f->data, &k);
        emit(x, &k);
        f->data_n = 0;
        f->addr += step;
        f->left -= step;
        if (f->t.left)
            continue;
        if (f->is_read) { /* the requester's receiver answers; RoCEv2 has no packet for it */
            exa_transaction_answer(&f->t, 0, &k);
            emit(x, &k);
        } else {
            f->next.psn = psn;
            f->next.t = f->t;
            keep(f, &f->next);
            f->next.data = NULL;
        }
    }
}

/* The buffer of a queue pair, for what names no address. */
static uint64_t buffer_of(const struct roce_flow *f)
{
    return (uint64_t)f->qp * EXA_BLOCK;
}

/* The number of the next message of the channel that stands for the queue pair. */
static uint16_t number_of(struct tn_roce_exa *x, const struct roce_flow *f)
{
    return x->messages[roce_node(x, f->src_ip)][f->qp & EXA_TID_CHAN]++;
}

/* A message for the mailbox; longer ones are written to the queue pair's buffer, piece
 * by piece since their length is not known before their end. */
static void send_bytes(struct tn_roce_exa *x, struct roce_flow *f, unsigned op, const uint8_t *p,
                       size_t n, uint32_t psn)
{
    struct roce_pending m = {.psn = psn, .message = true};
    bool only = op == ROCE_SEND_ONLY || op == ROCE_SEND_ONLY_IMM || op == ROCE_SEND_ONLY_INV;
    if (n > EXA_MESSAGE_MAX || !only) {
        if (op == ROCE_SEND_FIRST || only)
            f->addr = buffer_of(f);
        f->left = n;
        f->t.left = f->data_n = 0;
        f->is_read = false;
        write_bytes(x, f, p, n, psn);
    } else if (n > 0) {
        exa_message(exa_make_node((unsigned)roce_node(x, f->src_ip)),
                    exa_make_node((unsigned)roce_node(x, f->dst_ip)), f->pdid, f->qp,
                    number_of(x, f), p, n, &m.packet);
        emit(x, &m.packet);
        keep(f, &m);
    }
}

/* A read request: 32 bytes, eight numbers of 32 bits, low byte first (exanet.md 2). */
static void read_request(struct tn_roce_exa *x, struct roce_flow *f, const uint8_t *reth,
                         uint32_t psn)
{
    uint64_t from = (uint64_t)roce_number(reth, 4) << 32 | roce_number(reth + 4, 4),
             to = buffer_of(f);
    const uint32_t words[8] = {(uint32_t)from,
                               (uint32_t)(from >> 32),
                               (uint32_t)to,
                               (uint32_t)(to >> 32),
                               roce_number(reth + 12, 4),
                               psn,
                               0,
                               0};
    struct exa_packet k, answer;
    uint8_t data[sizeof words];
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    exa_message(exa_make_node((unsigned)roce_node(x, f->src_ip)),
                exa_make_node((unsigned)roce_node(x, f->dst_ip)),
                (uint16_t)roce_number(reth + 8, 4), f->qp, number_of(x, f), data, sizeof data, &k);
    k.type = EXA_READ_REQ;
    k.addr = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0);
    emit(x, &k);
    exa_message_answer(&k, 0, &answer); /* the mailbox takes it at once */
    emit(x, &answer);
    f->reads++;
}

/* The error code of an AETH syndrome (InfiniBand Architecture 9.7.5.2.1). */
static unsigned code_of(unsigned syndrome)
{
    static const uint8_t codes[32] = {CODE_CRC, CODE_DECODE, CODE_PROTECTION, CODE_SLAVE};
    unsigned kind = syndrome >> 5 & 3;
    return kind == 0              ? 0
           : kind == 1            ? CODE_FULL
           : codes[syndrome & 31] ? codes[syndrome & 31]
                                  : CODE_SLAVE;
}

bool roce_again(struct tn_roce_exa *x, struct roce_flow *f, uint32_t psn)
{
    for (unsigned i = 0; i < f->pending_n; i++) {
        struct roce_pending *p = &f->pending[i];
        const uint64_t end = p->t.addr;
        if (p->message || !roce_within(psn, p->first_psn, p->psn))
            continue;
        if (psn != p->psn)
            return true;
        if (p->t.seq % EXA_ATTEMPTS == EXA_ATTEMPTS - 1)
            return false;
        p->t.seq++;
        p->t.addr = p->addr;
        p->t.left = (uint32_t)(end - p->addr);
        p->t.begun = p->refused = false;
        while (p->t.left) {
            struct exa_packet k;
            exa_transaction_packet(&p->t, p->data + (p->t.addr - p->addr), &k);
            emit(x, &k);
        }
        return true;
    }
    return false;
}

void roce_flow_end(struct roce_flow *f)
{
    free(f->next.data);
    for (unsigned i = 0; i < f->pending_n; i++)
        free(f->pending[i].data);
}

/* Writes the answer to p, unless p's attempt was refused: such an attempt has no other answer. */
static void answer(struct tn_roce_exa *x, struct roce_pending *p, unsigned code)
{
    struct exa_packet k;
    if (p->refused)
        return;
    if (p->message)
        exa_message_answer(&p->packet, code, &k);
    else
        exa_transaction_answer(&p->t, code, &k);
    emit(x, &k);
    p->refused = code != 0 && !p->message;
}

void roce_acknowledge(struct tn_roce_exa *x, struct roce_flow *f, uint32_t psn, unsigned syndrome)
{
    unsigned code = code_of(syndrome), kept = 0;
    for (unsigned i = 0; i < f->pending_n; i++) {
        struct roce_pending *p = &f->pending[i];
        const bool before = ((psn - p->psn) & ROCE_PSN_MASK) < ROCE_PSN_HALF;
        const bool at = p->message ? p->psn == psn : roce_within(psn, p->first_psn, p->psn);
        if (code && at)
            answer(x, p, code);
        else if (before)
            answer(x, p, 0);
        if (before && (!code || !at || p->message))
            free(p->data);
        else
            f->pending[kept++] = *p;
    }
    f->pending_n = kept;
}

static void begin_write(struct roce_flow *f, const uint8_t *reth)
{
    uint64_t va = (uint64_t)roce_number(reth, 4) << 32 | roce_number(reth + 4, 4);
    f->addr = va & (((uint64_t)1 << DRAM_BITS) - 1); /* no peripheral's */
    f->left = roce_number(reth + 12, 4);
    f->pdid = (uint16_t)roce_number(reth + 8, 4);
    f->t.left = 0;
    f->data_n = 0;
    f->is_read = false;
}

/* The data go where the request for them said, which named its own queue pair only. */
static void begin_read_data(struct tn_roce_exa *x, struct roce_flow *f)
{
    f->addr = buffer_of(f);
    for (unsigned i = 0; i < x->flow_n; i++) {
        struct roce_flow *asked = &x->flows[i];
        if (asked->reads && asked->src_ip == f->dst_ip && asked->dst_ip == f->src_ip) {
            asked->reads--;
            f->addr = buffer_of(asked);
            break;
        }
    }
    f->left = (uint64_t)1 << DRAM_BITS; /* until the last response */
    f->t.left = 0;
    f->data_n = 0;
    f->is_read = true;
}

void roce_carry(struct tn_roce_exa *x, struct roce_flow *f, unsigned op, const uint8_t *head,
                const uint8_t *p, size_t n, uint32_t psn)
{
    if (op == ROCE_WRITE_FIRST || op == ROCE_WRITE_ONLY || op == ROCE_WRITE_ONLY_IMM)
        begin_write(f, head);
    if (op == ROCE_READ_FIRST || op == ROCE_READ_ONLY)
        begin_read_data(x, f);
    if (f->is_read && op > ROCE_READ_MIDDLE &&
        op <= ROCE_READ_ONLY) { /* the last says where it ends */
        f->left = f->data_n + n;
        f->t.left = f->t.left < f->left ? f->t.left : (uint32_t)f->left;
    }
    if (op == ROCE_READ_REQ)
        read_request(x, f, head, psn);
    else if (op >= ROCE_WRITE_FIRST && op <= ROCE_READ_ONLY)
        write_bytes(x, f, p, n, psn);
    else
        send_bytes(x, f, op, p, n, psn);
}
