/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * RoCEv2 packets (InfiniBand Architecture 9.2 to 9.4, annex A17) as the messages and
 * transfers that they carry on ExaNet. The mapping is in tenter(1).
 */
#include "roce_exa.h"

#include "exa_make.h"
#include "tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLOWS = 256,
    PENDING = 64,
    UDP = 8,
    BTH = 12,
    RETH = 16,
    AETH = 4,
    DETH = 8,
    IMM = 4,
    ICRC = 4
};
enum { PSN_MASK = 0xffffff, PSN_HALF = 0x800000, DRAM_BITS = 39, CODE_CRC = 3, CODE_DECODE = 4 };
enum { CODE_SLAVE = 5, CODE_FULL = 6, CODE_PROTECTION = 7 };

/* Operations: the low five bits of an opcode. */
enum { SEND_FIRST = 0, SEND_ONLY = 4, SEND_ONLY_IMM = 5, SEND_ONLY_INV = 23 };
enum { WRITE_FIRST = 6, WRITE_ONLY = 10, WRITE_ONLY_IMM = 11 };
enum { READ_REQ = 12, READ_FIRST = 13, READ_MIDDLE = 14, READ_ONLY = 16, ACKNOWLEDGE = 17, UD = 3 };

/* Sent and not yet acknowledged. */
struct pending {
    uint32_t psn; /* of its last RoCEv2 packet */
    bool message;
    struct exa_packet packet; /* of a message */
    struct exa_transaction t;
};

/* What goes to one queue pair: its peer's requests, or the responses to its own, which
 * count their numbers apart. */
struct flow {
    uint32_t src_ip, dst_ip, qp;
    bool responses, psn_known, is_read;
    unsigned reads; /* requests to read whose data have not begun */
    uint32_t psn;   /* expected next */
    uint64_t addr;  /* of the write's next byte */
    uint64_t left;  /* bytes of the write to come; 0 when not known (SEND) */
    uint16_t pdid;
    struct exa_transaction t;
    uint8_t data[EXA_MTU];
    unsigned data_n; /* bytes of the next packet that have come */
    struct pending pending[PENDING];
    unsigned pending_n;
};

struct tn_roce_exa {
    struct tn_writer *w;
    struct flow *flows;
    unsigned flow_n;
    uint32_t nodes[EXA_MAKE_NODES]; /* IPv4 addresses in the order of their first packets */
    unsigned node_n;
    unsigned uses[EXA_MAKE_NODES]; /* transactions of a node so far */
    struct tn_event place;
    uint64_t left_out, written;
    int error;
};

static uint32_t be(const uint8_t *p, unsigned n)
{
    uint32_t v = 0;
    while (n--)
        v = v << 8 | *p++;
    return v;
}

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

/* The node of an address, or -1 when there are too many. */
static int node_of(struct tn_roce_exa *x, uint32_t ip)
{
    for (unsigned i = 0; i < x->node_n; i++)
        if (x->nodes[i] == ip)
            return (int)i;
    if (x->node_n == EXA_MAKE_NODES)
        return -1;
    x->nodes[x->node_n] = ip;
    return (int)x->node_n++;
}

/* The flow, made when there is none; NULL when there are too many. */
static struct flow *flow_of(struct tn_roce_exa *x, uint32_t src, uint32_t dst, uint32_t qp,
                            bool responses)
{
    struct flow *f;
    for (unsigned i = 0; i < x->flow_n; i++) {
        f = &x->flows[i];
        if (f->src_ip == src && f->dst_ip == dst && f->qp == qp && f->responses == responses)
            return f;
    }
    if (x->flow_n == FLOWS)
        return NULL;
    f = &x->flows[x->flow_n++];
    *f = (struct flow){.src_ip = src, .dst_ip = dst, .qp = qp, .responses = responses};
    return f;
}

static void emit(struct tn_roce_exa *x, struct exa_packet *k)
{
    int rc = exa_write(x->w, &x->place, k);
    if (rc < 0 && !x->error)
        x->error = rc;
    x->written++;
}

/* Later acknowledgments reach what is kept here; the oldest one goes when it is full. */
static void keep(struct flow *f, const struct pending *p)
{
    if (f->pending_n == PENDING)
        memmove(f->pending, f->pending + 1, --f->pending_n * sizeof *f->pending);
    f->pending[f->pending_n++] = *p;
}

/* Begins the transaction for the next bytes of the write: up to the 16 KiB boundary. */
static void begin(struct tn_roce_exa *x, struct flow *f)
{
    uint64_t room = EXA_BLOCK - f->addr % EXA_BLOCK;
    int src = node_of(x, f->src_ip), dst = node_of(x, f->dst_ip);
    unsigned uses = x->uses[src]++;
    f->t = (struct exa_transaction){.src = exa_make_node((unsigned)src),
                                    .dst = exa_make_node((unsigned)dst),
                                    .addr = f->addr,
                                    .left = (uint32_t)(f->left < room ? f->left : room),
                                    .pdid = f->pdid,
                                    .tid = (uint16_t)(uses % EXA_TIDS),
                                    .seq = (uint16_t)(uses / EXA_TIDS % EXA_SEQ_MOD)};
}

/* n bytes of the write: each packet leaves when it is full or the transaction's last. */
static void write_bytes(struct tn_roce_exa *x, struct flow *f, const uint8_t *p, size_t n,
                        uint32_t psn)
{
    while (n > 0 && f->left > 0 && !x->error) {
        struct exa_packet k;
        unsigned step, take;
        if (f->t.left == 0)
            begin(x, f);
        step = exa_transaction_step(&f->t);
        take = step - f->data_n < n ? step - f->data_n : (unsigned)n;
        memcpy(f->data + f->data_n, p, take);
        f->data_n += take;
        p += take;
        n -= take;
        if (f->data_n < step)
            return;
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
            keep(f, &(struct pending){.psn = psn, .t = f->t});
        }
    }
}

/* The buffer of a queue pair, for what names no address. */
static uint64_t buffer_of(const struct flow *f)
{
    return (uint64_t)f->qp * EXA_BLOCK;
}

/* A message for the mailbox; longer ones are written to the queue pair's buffer, piece
 * by piece since their length is not known before their end. */
static void send_bytes(struct tn_roce_exa *x, struct flow *f, unsigned op, const uint8_t *p,
                       size_t n, uint32_t psn)
{
    struct pending m = {.psn = psn, .message = true};
    bool only = op == SEND_ONLY || op == SEND_ONLY_IMM || op == SEND_ONLY_INV;
    if (n > EXA_MESSAGE_MAX || !only) {
        if (op == SEND_FIRST || only)
            f->addr = buffer_of(f);
        f->left = n;
        f->t.left = f->data_n = 0;
        f->is_read = false;
        write_bytes(x, f, p, n, psn);
    } else if (n > 0) {
        uint16_t tag = (uint16_t)(EXA_TAG_MSG | (f->qp & 63u) << 9 | (psn & 511u));
        exa_message(exa_make_node((unsigned)node_of(x, f->src_ip)),
                    exa_make_node((unsigned)node_of(x, f->dst_ip)), f->pdid, tag, p, n, &m.packet);
        emit(x, &m.packet);
        keep(f, &m);
    }
}

/* A read request: 32 bytes, eight numbers of 32 bits, low byte first (exanet.md 2). */
static void read_request(struct tn_roce_exa *x, struct flow *f, const uint8_t *reth, uint32_t psn)
{
    uint64_t from = (uint64_t)be(reth, 4) << 32 | be(reth + 4, 4), to = buffer_of(f);
    const uint32_t words[8] = {(uint32_t)from,
                               (uint32_t)(from >> 32),
                               (uint32_t)to,
                               (uint32_t)(to >> 32),
                               be(reth + 12, 4),
                               psn,
                               0,
                               0};
    struct exa_packet k, answer;
    uint8_t data[sizeof words];
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    exa_message(exa_make_node((unsigned)node_of(x, f->src_ip)),
                exa_make_node((unsigned)node_of(x, f->dst_ip)), (uint16_t)be(reth + 8, 4),
                (uint16_t)(EXA_TAG_MSG | (f->qp & 63u) << 9 | (psn & 511u)), data, sizeof data, &k);
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

/* Answers to what f sent: a positive one to all up to psn, a negative one to psn's own. */
static void acknowledge(struct tn_roce_exa *x, struct flow *f, uint32_t psn, unsigned syndrome)
{
    unsigned code = code_of(syndrome), kept = 0;
    for (unsigned i = 0; i < f->pending_n; i++) {
        const struct pending *p = &f->pending[i];
        bool before = ((psn - p->psn) & PSN_MASK) < PSN_HALF;
        bool last = p->psn == psn;
        struct exa_packet k;
        if (!before) {
            f->pending[kept++] = *p;
            continue;
        }
        if (p->message)
            exa_message_answer(&p->packet, last ? code : 0, &k);
        else
            exa_transaction_answer(&p->t, last ? code : 0, &k);
        emit(x, &k);
    }
    f->pending_n = kept;
}

/* The flow that an acknowledgment of psn is for. It names the queue pair of its receiver,
 * not the one that the requests went to: the nearest number decides. */
static struct flow *acknowledged(struct tn_roce_exa *x, uint32_t src, uint32_t dst, uint32_t psn)
{
    struct flow *best = NULL;
    uint32_t nearest = PSN_HALF;
    for (unsigned i = 0; i < x->flow_n; i++) {
        struct flow *f = &x->flows[i];
        for (unsigned k = 0; f->src_ip == src && f->dst_ip == dst && k < f->pending_n; k++) {
            uint32_t behind = (psn - f->pending[k].psn) & PSN_MASK;
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
    if (transport != 0 && transport != 1 && transport != UD)
        return -1;
    return of[op] < 0 ? -1 : of[op] + (transport == UD ? DETH : 0);
}

/* False when psn was seen before: a retransmission. */
static bool in_order(struct flow *f, uint32_t psn)
{
    bool fresh = !f->psn_known || ((psn - f->psn) & PSN_MASK) < PSN_HALF;
    if (fresh) {
        f->psn = (psn + 1) & PSN_MASK;
        f->psn_known = true;
    }
    return fresh;
}

static void begin_write(struct flow *f, const uint8_t *reth)
{
    uint64_t va = (uint64_t)be(reth, 4) << 32 | be(reth + 4, 4);
    f->addr = va & (((uint64_t)1 << DRAM_BITS) - 1); /* no peripheral's */
    f->left = be(reth + 12, 4);
    f->pdid = (uint16_t)be(reth + 8, 4);
    f->t.left = 0;
    f->data_n = 0;
    f->is_read = false;
}

/* The data go where the request for them said, which named its own queue pair only. */
static void begin_read_data(struct tn_roce_exa *x, struct flow *f)
{
    f->addr = buffer_of(f);
    for (unsigned i = 0; i < x->flow_n; i++) {
        struct flow *asked = &x->flows[i];
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

/* The payload of a request or a read response on its way through f. */
static void carry(struct tn_roce_exa *x, struct flow *f, unsigned op, const uint8_t *head,
                  const uint8_t *p, size_t n, uint32_t psn)
{
    if (op == WRITE_FIRST || op == WRITE_ONLY || op == WRITE_ONLY_IMM)
        begin_write(f, head);
    if (op == READ_FIRST || op == READ_ONLY)
        begin_read_data(x, f);
    if (f->is_read && op > READ_MIDDLE && op <= READ_ONLY) { /* the last says where it ends */
        f->left = f->data_n + n;
        f->t.left = f->t.left < f->left ? f->t.left : (uint32_t)f->left;
    }
    if (op == READ_REQ)
        read_request(x, f, head, psn);
    else if (op >= WRITE_FIRST && op <= READ_ONLY)
        write_bytes(x, f, p, n, psn);
    else
        send_bytes(x, f, op, p, n, psn);
}

int tn_roce_exa_packet(struct tn_roce_exa *x, const struct tn_event *ev)
{
    const uint8_t *ip = ev->bytes, *b = ip + 4u * (ip[0] & 15u) + UDP;
    uint32_t src = be(ip + 12, 4), dst = be(ip + 16, 4), qp = be(b + 5, 3), psn = be(b + 9, 3);
    unsigned op = b[0] & 31u, pad = b[1] >> 4 & 3u;
    int heads = heads_of(b[0] >> 5, op);
    size_t room = (size_t)(ev->bytes + ev->len - b);
    struct flow *f;
    x->place = (struct tn_event){.time_ns = ev->time_ns, .point = ev->point, .dir = ev->dir};
    if (heads < 0 || ev->len < ev->orig_len || room < BTH + (size_t)heads + pad + ICRC ||
        node_of(x, src) < 0 || node_of(x, dst) < 0) {
        x->left_out++;
        return 0;
    }
    if (op == ACKNOWLEDGE) {
        f = acknowledged(x, dst, src, psn);
        x->left_out += !f;
        if (f)
            acknowledge(x, f, psn, b[BTH]);
        return x->error;
    }
    f = flow_of(x, src, dst, qp, op >= READ_FIRST && op <= READ_ONLY);
    if (!f || !in_order(f, psn)) {
        x->left_out++;
        return 0;
    }
    carry(x, f, op, b + BTH, b + BTH + heads, room - BTH - (size_t)heads - pad - ICRC, psn);
    return x->error;
}
