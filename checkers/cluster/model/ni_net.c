/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network's streams: packets that come, answers that are owed, packets that leave (cl_ni.md 2,
 * 4, 5).
 */
#include "ni.h"

#include <string.h>

/* Takes the words of a stream as a packet with a CRC. Returns false when they are none: another
 * length, an odd half that is not 0. */
static bool packet(const struct cl_ni_stream *s, uint16_t word[CL_WORDS_MAX + 1],
                   struct cl_packet *k)
{
    struct cl_header h;
    for (unsigned i = 0; i < CL_WORDS_MAX / 2 && i < s->n; i++) {
        word[2 * i] = (uint16_t)s->word[i];
        word[2 * i + 1] = (uint16_t)(s->word[i] >> 16);
    }
    cl_header_get(word, &h);
    if (h.len > CL_LEN_MAX || s->n != 1 + (h.len + 1u) / 2)
        return false;
    cl_seal(word, h.len + 3u);
    cl_decode(word, h.len + 3u, h.len + 3u, k);
    return true;
}

/* Says whether a packet is right by cluster.md 1. */
static bool is_right(const struct cl_packet *k, unsigned prio)
{
    const struct cl_header *h = &k->header;
    const struct cl_body *b = &k->body;
    const unsigned t = h->type;
    const bool writes = t == TN_cl_hdr_type_WRITE || t == TN_cl_hdr_type_WRITE_REPLY,
               reads = t == TN_cl_hdr_type_READ, asks = t == TN_cl_hdr_type_QUEUE_READ;
    if (!k->has_body || cl_type_prio(t) != (int)prio || h->prio != prio || h->dst >= CL_NODES ||
        h->src >= CL_NODES || cl_node(b->first) != h->dst || cl_cpu(b->first) != h->dst_cpu ||
        (b->first | b->reply | b->ack | b->size) % 4)
        return false;
    if ((reads || asks) && (b->size < 4 || b->size > (asks ? 28 : CL_LINE)))
        return false;
    if ((writes || reads) && (reads ? b->reply : b->first) % CL_LINE + b->size > CL_LINE)
        return false;
    return t != TN_cl_hdr_type_NACK || (b->cause >= 1 && b->cause <= 3);
}

struct cl_ni_owed *cl_ni_owe(struct tn_cl_ni_judge *j, unsigned type, uint32_t to, unsigned cause,
                             uint32_t value, uint64_t change)
{
    static struct cl_ni_owed lost;
    if (cl_ni_here(j, to) && type != TN_cl_hdr_type_WRITE_REPLY) {
        if (type == TN_cl_hdr_type_NACK)
            cl_ni_tick(j, &j->nacks, false);
        if (j->order)
            j->order = (uint8_t)(j->order - NI_EFFECT + NI_INSIDE);
        cl_ni_deliver(j, type, to, value, change);
        return NULL;
    }
    for (unsigned i = 0; i < OWED; i++)
        if (!j->owed[i].open) {
            j->owed[i] = (struct cl_ni_owed){.open = true,
                                             .type = (uint8_t)type,
                                             .to = to,
                                             .cause = (uint8_t)cause,
                                             .value = value,
                                             .since = j->now,
                                             .change = change};
            return &j->owed[i];
        }
    tn_scope_close(&j->all);
    return &lost;
}

void cl_ni_refuse(struct tn_cl_ni_judge *j, uint32_t to, uint32_t bytes)
{
    cl_ni_tick(j, &j->faults, true);
    if (to)
        cl_ni_owe(j, TN_cl_hdr_type_NACK, to, TN_cl_nack_cause_PROTECTION, bytes, 0);
}

/* WRITE and WRITE_REPLY. */
static void writes(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    const struct cl_body *b = &k->body;
    const unsigned word = cl_ni_place(b->first);
    uint32_t data[CL_NI_LINE_WORDS];
    if (cl_ni_state_of(j, word) != CL_NI_PLAIN) {
        cl_ni_refuse(j, b->ack, b->size);
        return;
    }
    for (unsigned i = 0; i < b->size / 4u; i++)
        data[i] = cl_ni_data(k, i);
    const struct cl_ni_change *c = cl_ni_open(j, NI_STORE, word, b->size / 4u, data);
    if (c && b->ack)
        cl_ni_owe(j, TN_cl_hdr_type_ACK, b->ack, 0, b->size, c->id);
}

static void reads(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    const struct cl_body *b = &k->body;
    const unsigned word = cl_ni_place(b->first), last = cl_ni_place(b->first + b->size - 4u);
    if (cl_ni_state_of(j, word) != CL_NI_PLAIN || cl_ni_state_of(j, last) != CL_NI_PLAIN) {
        cl_ni_refuse(j, b->ack, b->size);
        return;
    }
    struct cl_ni_owed *o = cl_ni_owe(j, TN_cl_hdr_type_WRITE_REPLY, b->reply, 0, b->size, 0);
    o->ack = b->ack;
    o->word = word;
}

/* Ends a remote load. Returns false when the packet is none for it. */
static bool loaded(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    const unsigned type = k->header.type;
    if ((k->body.first & 0x1ffffff) != CL_NI_LOADED ||
        (type != TN_cl_hdr_type_WRITE_REPLY && type != TN_cl_hdr_type_NACK))
        return false;
    if (!j->sent || j->loaded || j->p->c_wr) {
        cl_ni_tick(j, type == TN_cl_hdr_type_NACK ? &j->faults : &j->malformed, true);
        return true;
    }
    j->loaded = true;
    j->load_fault = type == TN_cl_hdr_type_NACK;
    j->load_value = j->load_fault ? 0 : cl_ni_data(k, 0);
    return true;
}

/* A packet has come. */
static void comes(struct tn_cl_ni_judge *j, unsigned prio)
{
    uint16_t w[CL_WORDS_MAX + 1];
    struct cl_packet k;
    const bool whole = packet(&j->rx[prio], w, &k);
    j->rx[prio].n = 0;
    if (!whole || !is_right(&k, prio) || k.header.dst != j->p->cfg_node ||
        k.header.dst_cpu != j->p->cfg_cpu) {
        cl_ni_tick(j, &j->malformed, true);
        return;
    }
    const unsigned word = cl_ni_place(k.body.first), state = cl_ni_state_of(j, word);
    const bool queue = (state == CL_NI_MRQ || state == CL_NI_SRQ) && word % CL_NI_LINE_WORDS == 0;
    if (k.header.type == TN_cl_hdr_type_NACK)
        cl_ni_tick(j, &j->nacks, true);
    if (loaded(j, &k))
        return;
    switch (k.header.type) {
    case TN_cl_hdr_type_WRITE:
    case TN_cl_hdr_type_WRITE_REPLY:
        writes(j, &k);
        return;
    case TN_cl_hdr_type_READ:
        reads(j, &k);
        return;
    case TN_cl_hdr_type_MESSAGE:
        if (queue)
            cl_ni_enqueue(j, word, &k);
        else
            cl_ni_refuse(j, k.body.ack, k.body.size);
        return;
    case TN_cl_hdr_type_QUEUE_READ:
        if (queue)
            cl_ni_dequeue(j, word, &k);
        else
            cl_ni_refuse(j, k.body.reply, k.body.size);
        return;
    default:
        cl_ni_deliver(j, k.header.type, k.body.first, k.body.value, 0);
    }
}

/* Says whether an ACK or a NACK is the answer that is owed; one that may be either is taken for a
 * NACK of a full queue, too. */
static bool is_owed(const struct cl_ni_owed *o, const struct cl_packet *k, bool full)
{
    return o->value == k->body.value &&
           ((o->type == k->header.type && o->cause == k->body.cause) || (o->either && full));
}

/* An ACK or a NACK leaves: the oldest one that is owed like that. */
static void answer(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    const struct cl_body *b = &k->body;
    const bool nack = k->header.type == TN_cl_hdr_type_NACK;
    const bool full = nack && b->cause == TN_cl_nack_cause_FULL;
    const struct cl_ni_owed *near = NULL;
    struct cl_ni_owed *oldest = NULL;
    for (unsigned i = 0; i < OWED; i++) {
        struct cl_ni_owed *o = &j->owed[i];
        if (!o->open || o->type == TN_cl_hdr_type_WRITE_REPLY || o->to != b->first)
            continue;
        near = o;
        if (is_owed(o, k, full) && (!oldest || o->since < oldest->since))
            oldest = o;
    }
    if (oldest) {
        oldest->open = false;
        cl_ni_queue_told(j, oldest, oldest->type == k->header.type);
        cl_ni_come(j, oldest->change);
        return;
    }
    if (nack && cl_ni_queue_full(j, k))
        return;
    const bool refusal = near && near->type == TN_cl_hdr_type_NACK;
    tn_scope_judge(&j->all,
                   !near                                                   ? N_ACK_1
                   : refusal && near->cause == TN_cl_nack_cause_PROTECTION ? N_PRT_1
                   : near->queue || refusal                                ? N_QUE_2
                                                                           : N_ACK_1,
                   false, near ? "the answer that is owed" : "no answer", "%s %u, %u bytes to %08x",
                   cl_type_name(k->header.type), b->cause, b->value, b->first);
}

/* The data that a READ asked for, or an item, leave. */
static bool data(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    for (unsigned i = 0; i < OWED; i++) {
        struct cl_ni_owed *o = &j->owed[i];
        if (!o->open || o->type != TN_cl_hdr_type_WRITE_REPLY || o->to != k->body.first ||
            o->ack != k->body.ack)
            continue;
        bool same = o->value == k->body.size;
        for (unsigned n = 0; n < o->value / 4 && same; n++)
            same = cl_ni_may_be(j, o->word + n, cl_ni_data(k, n), o->since);
        tn_scope_judge(&j->all, N_RED_1, same, "the data that the READ asked for",
                       "others, or %u bytes, to %08x", k->body.size, o->to);
        o->open = false;
        return true;
    }
    return cl_ni_queue_sends(j, k);
}

/* A packet of the CPU's remote accesses leaves. */
static bool remote(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    const struct tn_cl_ni_pins *p = j->p;
    const struct cl_body *b = &k->body;
    const struct cl_ni_way w = cl_ni_way(j, p->c_va, p->c_wr ? CLN_WR : CLN_RD);
    const bool write = k->header.type == TN_cl_hdr_type_WRITE;
    const uint32_t loads = (uint32_t)p->cfg_node << 27 | (uint32_t)p->cfg_cpu << 25 | CL_NI_LOADED;
    if (write && (b->ack || b->size != 4))
        return false;
    for (unsigned i = 0; write && i < j->stores; i++)
        if (j->store[i].to == b->first && j->store[i].data == cl_ni_data(k, 0)) {
            memmove(j->store + i, j->store + i + 1, (--j->stores - i) * sizeof *j->store);
            return true;
        }
    if (!p->c_valid || w.fault || !w.remote || p->c_wr != write || w.to != b->first || j->sent ||
        (write ? cl_ni_data(k, 0) != p->c_wdata || p->c_be != 15
               : b->reply != loads || b->ack != loads || b->size != 4))
        return false;
    j->sent = true;
    return true;
}

/* A packet has left. */
static void leaves(struct tn_cl_ni_judge *j, unsigned prio)
{
    const struct cl_ni_stream *s = &j->tx[prio];
    uint16_t w[CL_WORDS_MAX + 1];
    struct cl_packet k;
    const bool whole = packet(s, w, &k);
    const bool even = whole && !(k.header.len % 2 && s->word[s->n - 1] >> 16);
    const bool right = even && is_right(&k, prio) && k.header.seq == 0 &&
                       k.header.src == j->p->cfg_node && k.header.src_cpu == j->p->cfg_cpu;
    j->tx[prio].n = 0;
    if (!tn_scope_judge(&j->all, N_PKT_1, right, "a packet of section 2 of this CPU",
                        "%08x %08x, %u words at priority %u", s->word[0], s->word[1], s->n, prio))
        return;
    bool owed = true;
    switch (k.header.type) {
    case TN_cl_hdr_type_ACK:
    case TN_cl_hdr_type_NACK:
        answer(j, &k);
        return;
    case TN_cl_hdr_type_WRITE_REPLY:
        owed = data(j, &k);
        break;
    case TN_cl_hdr_type_ADD:
        tn_scope_judge(&j->all, N_CNT_2, cl_ni_counter_sends(j, &k), "no ADD, or that in turn",
                       "%08x to %08x", k.body.value, k.body.first);
        return;
    default:
        owed = remote(j, &k) || cl_ni_command_sends(j, &k);
        break;
    }
    tn_scope_judge(&j->all, N_PKT_2, owed, "no packet", "%s to %08x", cl_type_name(k.header.type),
                   k.body.first);
}

/* Blames answers and stores that do not leave. */
static void misses(struct tn_cl_ni_judge *j)
{
    for (unsigned i = 0; i < OWED; i++) {
        struct cl_ni_owed *o = &j->owed[i];
        if (o->open && j->quiet[0] > MISS_CYC && j->now > o->since + MISS_CYC)
            tn_scope_judge(&j->all,
                           o->type == TN_cl_hdr_type_WRITE_REPLY ? N_RED_1
                           : o->queue                            ? N_QUE_2
                           : o->type == TN_cl_hdr_type_NACK      ? N_PRT_1
                                                                 : N_ACK_1,
                           false, "the answer that is owed", "none to %08x", o->to);
    }
    tn_scope_judge(&j->all, N_REM_1,
                   !j->stores || j->quiet[1] <= MISS_CYC || j->now <= j->store[0].at + MISS_CYC,
                   "the WRITE of a store", "none");
}

void cl_ni_network(struct tn_cl_ni_judge *j)
{
    const struct tn_cl_ni_pins *p = j->p, *was = &j->was;
    for (unsigned q = 0; q < CL_NI_PRIOS; q++) {
        const bool valid = p->n_tx_valid >> q & 1;
        struct cl_ni_stream *r = &j->rx[q], *t = &j->tx[q];
        if (was->n_tx_valid & ~was->n_tx_ready & 1u << q)
            tn_scope_judge(&j->all, N_HSK_1,
                           valid && p->n_tx_data[q] == was->n_tx_data[q] &&
                               !((p->n_tx_last ^ was->n_tx_last) >> q & 1),
                           "the word until it is taken", "another, or none, at priority %u", q);
        j->quiet[q] = valid ? 0 : j->quiet[q] + 1;
        if (p->n_rx_valid & p->n_rx_ready & 1u << q) {
            if (r->n < CL_WORDS_MAX)
                r->word[r->n] = p->n_rx_data[q];
            r->n++;
            j->order = (uint8_t)(NI_EFFECT + q);
            if (p->n_rx_last >> q & 1)
                comes(j, q);
            j->order = NI_ANY;
        }
        if (!(p->n_tx_valid & p->n_tx_ready & 1u << q))
            continue;
        if (t->n < CL_WORDS_MAX)
            t->word[t->n] = p->n_tx_data[q];
        t->n++;
        if (p->n_tx_last >> q & 1)
            leaves(j, q);
    }
    misses(j);
}
