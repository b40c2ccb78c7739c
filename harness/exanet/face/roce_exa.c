/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * RoCEv2 packets (InfiniBand Architecture 9.2 to 9.4, annex A17): whose they are, whether
 * they are new, and where their payload begins.
 */
#include "roce_exa.h"

#include "roce_carry.h"

#include <stdlib.h>

enum { FLOWS = 256, UD = 3, UDP = 8, BTH = 12, RETH = 16, AETH = 4, DETH = 8, IMM = 4, ICRC = 4 };

struct tn_roce_exa *tn_roce_exa_new(struct tn_writer *w)
{
    struct tn_roce_exa *x = calloc(1, sizeof *x);
    if (x && !(x->flows = calloc(FLOWS, sizeof *x->flows))) {
        free(x);
        return NULL;
    }
    if (x)
        x->w = w;
    return x;
}

void tn_roce_exa_free(struct tn_roce_exa *x)
{
    for (unsigned i = 0; x && i < x->flow_n; i++)
        roce_flow_end(&x->flows[i]);
    if (x)
        free(x->flows);
    free(x);
}

uint64_t tn_roce_exa_left_out(const struct tn_roce_exa *x)
{
    return x->left_out;
}

uint64_t tn_roce_exa_written(const struct tn_roce_exa *x)
{
    return x->written;
}

/* The flow, made when there is none; NULL when there are too many. */
static struct roce_flow *flow_of(struct tn_roce_exa *x, uint32_t src, uint32_t dst, uint32_t qp,
                                 bool responses)
{
    struct roce_flow *f;
    for (unsigned i = 0; i < x->flow_n; i++) {
        f = &x->flows[i];
        if (f->src_ip == src && f->dst_ip == dst && f->qp == qp && f->responses == responses)
            return f;
    }
    if (x->flow_n == FLOWS)
        return NULL;
    f = &x->flows[x->flow_n++];
    *f = (struct roce_flow){.src_ip = src, .dst_ip = dst, .qp = qp, .responses = responses};
    return f;
}

/* The flow that an acknowledgment of psn is for. It names the queue pair of its receiver,
 * not the one that the requests went to: the nearest number decides. */
static struct roce_flow *acknowledged(struct tn_roce_exa *x, uint32_t src, uint32_t dst,
                                      uint32_t psn)
{
    struct roce_flow *best = NULL;
    uint32_t nearest = ROCE_PSN_HALF;
    for (unsigned i = 0; i < x->flow_n; i++) {
        struct roce_flow *f = &x->flows[i];
        for (unsigned k = 0; f->src_ip == src && f->dst_ip == dst && k < f->pending_n; k++) {
            const struct roce_pending *p = &f->pending[k];
            const bool of_it = !p->message && roce_within(psn, p->first_psn, p->psn);
            uint32_t behind = of_it ? 0 : (psn - p->psn) & ROCE_PSN_MASK;
            if (behind < nearest) {
                nearest = behind;
                best = f;
            }
        }
    }
    return best;
}

/* Heads between BTH and payload, by operation; -1 when it carries nothing for us. */
static int heads_of(unsigned transport, unsigned op)
{
    static const int8_t of[32] = {
        0,    0,    0,  IMM, 0,  IMM, RETH, 0,   0,  IMM, RETH, RETH + IMM, RETH, AETH, 0,  AETH,
        AETH, AETH, -1, -1,  -1, -1,  IMM,  IMM, -1, -1,  -1,   -1,         -1,   -1,   -1, -1,
    };
    if (transport == UD ? op != ROCE_SEND_ONLY && op != ROCE_SEND_ONLY_IMM : transport > 1)
        return -1;
    return of[op] < 0 ? -1 : of[op] + (transport == UD ? DETH : 0);
}

/* False when psn was seen before: a retransmission. */
static bool in_order(struct roce_flow *f, uint32_t psn)
{
    bool fresh = !f->psn_known || ((psn - f->psn) & ROCE_PSN_MASK) < ROCE_PSN_HALF;
    if (fresh) {
        f->psn = (psn + 1) & ROCE_PSN_MASK;
        f->psn_known = true;
    }
    return fresh;
}

int tn_roce_exa_packet(struct tn_roce_exa *x, const struct tn_event *ev)
{
    const uint8_t *ip = ev->bytes, *b = ip + 4u * (ip[0] & 15u) + UDP;
    uint32_t src = roce_number(ip + 12, 4), dst = roce_number(ip + 16, 4),
             qp = roce_number(b + 5, 3), psn = roce_number(b + 9, 3);
    unsigned op = b[0] & 31u, pad = b[1] >> 4 & 3u;
    int heads = heads_of(b[0] >> 5, op);
    size_t room = (size_t)(ev->bytes + ev->len - b);
    struct roce_flow *f;
    x->place = (struct tn_event){.time_ns = ev->time_ns, .point = ev->point, .dir = ev->dir};
    if (heads < 0 || ev->len < ev->orig_len || room < BTH + (size_t)heads + pad + ICRC ||
        roce_node(x, src) < 0 || roce_node(x, dst) < 0) {
        x->left_out++;
        return 0;
    }
    if (op == ROCE_ACKNOWLEDGE) {
        f = acknowledged(x, dst, src, psn);
        x->left_out += !f;
        if (f)
            roce_acknowledge(x, f, psn, b[BTH]);
        return x->error;
    }
    f = flow_of(x, src, dst, qp, op >= ROCE_READ_FIRST && op <= ROCE_READ_ONLY);
    if (!f || !in_order(f, psn)) {
        x->left_out += !f || !roce_again(x, f, psn);
        return x->error;
    }
    roce_carry(x, f, op, b + BTH, b + BTH + heads, room - BTH - (size_t)heads - pad - ICRC, psn);
    return x->error;
}
