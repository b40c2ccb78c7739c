/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Small software of both nodes: it starts transactions, takes responses, faults and notifications, serves pages, and sends
 * a transaction again as checkers/exanet/spec/exa_transfer.md says. Each access takes its time; the engines go on meanwhile.
 */
#ifndef SOFT_H
#define SOFT_H

#include "nodes.h"

enum {
    SW_PUTS = 64,        /* transactions that are remembered */
    SW_FAULTS = 64,      /* faults at a memory that wait for the kernel */
    SW_TIMEOUT = 30000,  /* cycles from the start of an attempt to the next one */
    SW_PATIENCE = 900000,
    SW_HOLD = 1 << 16,   /* DONE_HOLD: above the timeout and the way back */
    SW_NO_ROOM = 50,     /* cycles to the attempt behind one that found no context, doubled with each up to */
    SW_NO_ROOM_MAX = 1 << 12,
    SW_GENERATIONS = 512,
    SW_SRC = 0x10000000, /* sources and destinations of slot i, apart by SW_SLOT */
    SW_DST = 0x20000000,
    SW_SLOT = 0x10000,
};

enum sw_state { SW_UNUSED, SW_PARKED, SW_UNDER_WAY, SW_DONE, SW_FAILED };

/* A transaction. */
struct sw_put {
    unsigned from, to, domain, length, slot;
    uint64_t src, dst;
    bool notify, chained;
    unsigned path;  /* output of the ExaDMA */
    bool note_home; /* the notification goes to the sender's node */
    unsigned next; /* tid that it starts, with chained */
    /* its course */
    enum sw_state state;
    unsigned tid, gen, attempt, serial; /* serial: no other transaction has it */
    uint64_t sent;  /* cycle of the start of the attempt */
    uint64_t again; /* cycle from which it is sent again; 0: not asked for */
    unsigned notified, nacks;
};

static struct {
    struct sw_put put[SW_PUTS];
    unsigned puts;
    uint16_t gen[NODES][TN_EXD_TXNS];
    unsigned next_tid[NODES], serials;
    struct {
        unsigned pdid;
        uint64_t va;
    } fault[NODES][SW_FAULTS];
    unsigned faults[NODES];
    unsigned done, failed, retries, served, notes;
    unsigned timeout, backoff;
} sw;

/* Memory. */

static inline void sw_on_fault(void *ctx, const struct tn_memory_fault *f)
{
    const unsigned node = ctx == &sw.faults[1];
    if (!f->write || sw.faults[node] == SW_FAULTS) /* the sender's own queue tells of reads */
        return;
    sw.fault[node][sw.faults[node]].pdid = f->pdid;
    sw.fault[node][sw.faults[node]++].va = f->va;
}

/* Receivers remember what is done for so many cycles. */
static inline void sw_hold(unsigned cycles)
{
    for (unsigned n = 0; n < NODES; n++)
        nd_write(n, N_DONE_HOLD, cycles);
}

static inline void sw_begin(void)
{
    memset(&sw, 0, sizeof sw);
    sw.timeout = SW_TIMEOUT;
    sw.backoff = 300;
    sw_hold(SW_HOLD);
    for (unsigned n = 0; n < NODES; n++)
        tn_memory_on_fault(tn_exf_board_memory(nd.board, n), sw_on_fault, &sw.faults[n]);
}

/* Forgets transactions that have ended; their numbers are never given again. */
static inline void sw_forget(void)
{
    sw.puts = sw.done = sw.failed = sw.retries = 0;
}

/* The kernel brings in a page. */
static inline void sw_serve(unsigned node, unsigned pdid, uint64_t va)
{
    tn_memory_serve(tn_exf_board_memory(nd.board, node), pdid, va);
    sw.served++;
}

/* Fills a transaction's source with bytes that follow from its number, and maps both ends. */
static inline void sw_prepare(const struct sw_put *p)
{
    const uint64_t from = p->src & ~15ull;
    const unsigned pdid = nd_pdid(p->domain);
    uint8_t bytes[TN_EXD_BYTES];
    struct tn_rng r;
    tn_rng_seed(&r, tn_sim_seed(), p->src << 8 | p->slot);
    for (unsigned i = 0; i < p->length; i++)
        bytes[i] = (uint8_t)(tn_rng_next(&r) | 1); /* never 0, as memory is at first */
    tn_exf_board_map(nd.board, p->from, pdid, from, p->src + p->length + 15 - from, TN_MEMORY_READ | TN_MEMORY_WRITE);
    tn_exf_board_map(nd.board, p->to, pdid, p->dst, p->length, TN_MEMORY_READ | TN_MEMORY_WRITE);
    tn_exf_board_poke(nd.board, p->from, pdid, p->src, bytes, p->length);
}

/* Attempts. */

static inline unsigned sw_seq(const struct sw_put *p)
{
    return exa_seq_of(p->gen, p->attempt);
}

static inline uint64_t sw_status(const struct sw_put *p)
{
    uint64_t v = 0;
    nd_answered(p->from, tn_axi_read64(nd.cpu[p->from], N_DMA + TN_EXD_DESC * p->tid + 16, &v));
    return v;
}

static inline bool sw_is_over(uint64_t status)
{
    return status >> 57 & 1 || status >> 60 & 1;
}

static inline void sw_control(const struct sw_put *p)
{
    const uint64_t place = exa_place_bits(exa_node_of(nd_own(p->note_home ? p->from : p->to)), exa_peripheral_addr(EXA_P_MAILBOX, p->domain << 12));
    const uint64_t at = (uint64_t)(p - sw.put), word[3] = {place, at | 0x5a00u | (uint64_t)p->serial << 16, ~at};
    for (unsigned i = 0; i < 3; i++)
        nd_answered(p->from, tn_axi_write64(nd.cpu[p->from], N_DMA_REGION + N_DMA_OUT * p->path + 16 * p->tid, word[i]));
}

/* Writes the descriptor, and so starts or parks the attempt. */
static inline void sw_write(struct sw_put *p, bool park)
{
    const struct tn_exd_fields f = {.src = p->src, .addr = p->dst, .dst = nd_own(p->to), .length = p->length,
                                    .pdid = nd_pdid(p->domain), .seq = sw_seq(p), .notify = p->notify,
                                    .path = p->path, .chained = p->chained, .dependency = p->next};
    uint64_t word[4];
    uint8_t bytes[TN_EXD_DESC];
    tn_exd_words(&f, park, word);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    p->sent = tn_sim_cycle();
    p->again = 0;
    p->state = park ? SW_PARKED : SW_UNDER_WAY;
    nd_answered(p->from, tn_axi_write(nd.cpu[p->from], N_DMA + TN_EXD_DESC * p->tid, bytes, sizeof bytes));
    if (p->notify)
        sw_control(p);
}

static inline bool sw_in_use(unsigned node, unsigned tid)
{
    for (unsigned i = 0; i < sw.puts; i++)
        if (sw.put[i].from == node && sw.put[i].tid == tid && (sw.put[i].state == SW_UNDER_WAY || sw.put[i].state == SW_PARKED))
            return true;
    return false;
}

/* Gives the transaction a tid, the one that was free for longest. */
static inline void sw_name(struct sw_put *p)
{
    const unsigned tids = 1u << tn_sim_param("TXN_LOG2");
    while (sw_in_use(p->from, sw.next_tid[p->from]))
        sw.next_tid[p->from] = (sw.next_tid[p->from] + 1) % tids;
    p->tid = sw.next_tid[p->from];
    sw.next_tid[p->from] = (p->tid + 1) % tids;
    sw.gen[p->from][p->tid] = (uint16_t)((sw.gen[p->from][p->tid] + 1) % SW_GENERATIONS);
    p->gen = sw.gen[p->from][p->tid];
}

/* Adds a transaction of length bytes in a slot, with these offsets at both ends; it is not yet started. */
static inline struct sw_put *sw_put(unsigned from, unsigned to, unsigned domain, unsigned slot, unsigned src_off, unsigned dst_off,
                                    unsigned length)
{
    struct sw_put *p = NULL;
    if (sw.puts < SW_PUTS) /* an entry that was never used comes first */
        p = &sw.put[sw.puts++];
    for (unsigned i = 0; i < SW_PUTS && !p; i++)
        if (sw.put[i].state != SW_UNDER_WAY && sw.put[i].state != SW_PARKED)
            p = &sw.put[i];
    assert_non_null(p);
    *p = (struct sw_put){.from = from, .to = to, .domain = domain, .slot = slot, .length = length,
                         .src = SW_SRC + SW_SLOT * slot + src_off, .dst = SW_DST + 0x4000000u * from + SW_SLOT * slot + dst_off};
    sw_name(p);
    p->serial = ++sw.serials;
    return p;
}

/* The course of a transaction. */

static inline void sw_end(struct sw_put *p, enum sw_state state)
{
    p->state = state;
    (*(state == SW_DONE ? &sw.done : &sw.failed))++;
}

/* Asks for the next attempt from a cycle on, or ends the transaction with an error behind the last one. */
static inline void sw_retry(struct sw_put *p, uint64_t at)
{
    if (p->attempt + 1 == EXA_ATTEMPTS)
        sw_end(p, SW_FAILED);
    else if (!p->again || at < p->again)
        p->again = at;
}

static inline struct sw_put *sw_find(unsigned node, unsigned tid)
{
    for (unsigned i = 0; i < sw.puts; i++)
        if (sw.put[i].from == node && sw.put[i].tid == tid && sw.put[i].state == SW_UNDER_WAY)
            return &sw.put[i];
    return NULL;
}

/* A response word of the RT mailbox (exa_rt_mailbox.md section 3). */
static inline void sw_response(unsigned node, uint32_t word)
{
    const unsigned code = word >> 26 & 15, seq = word >> 13 & 0x1fff, tid = word >> 3 & 0x3ff;
    struct sw_put *p = sw_find(node, tid);
    if (!p || p->gen != seq / EXA_ATTEMPTS)
        return;
    if (code == 0) {
        sw_end(p, SW_DONE);
    } else if (seq == sw_seq(p)) {
        const unsigned wait = SW_NO_ROOM << (p->nacks < 7 ? p->nacks : 7);
        p->nacks++;
        sw_retry(p, tn_sim_cycle() + (code == 1 ? sw.backoff : wait < SW_NO_ROOM_MAX ? wait : SW_NO_ROOM_MAX));
    }
}

static inline void sw_source_fault(unsigned node)
{
    uint32_t lo, hi;
    uint8_t bytes[16] = {0};
    struct sw_put *p;
    nd_answered(node, tn_axi_read128(nd.cpu[node], N_DMA_FAULT, bytes));
    memcpy(&lo, bytes, 4);
    memcpy(&hi, bytes + 4, 4);
    if (!(lo >> 31))
        return;
    sw_serve(node, lo >> 12 & 0xffff, (uint64_t)hi << 12);
    if ((p = sw_find(node, lo & 0x3ff)))
        sw_retry(p, tn_sim_cycle() + 1);
}

/* Takes the head of a mailbox, which must be a note of a transaction to that process. What says that there is a head is read
 * before the head: the note may come between the two. */
static inline void sw_notification(unsigned node, unsigned mailbox)
{
    const uint32_t at = N_MBOX + 0x1000 * mailbox, info = nd_read(node, at + 0x40);
    uint8_t page[16];
    uint64_t word[2];
    if (!(info >> 31))
        return;
    nd_answered(node, tn_axi_read128(nd.cpu[node], at, page));
    memcpy(word, page, sizeof word);
    assert_int_equal(info >> 30 & 1, 1);
    assert_true(word[1] == ~(word[0] & 0xff) && (word[0] >> 8 & 0xff) == 0x5a);
    assert_true((word[0] & 0xff) < sw.puts);
    sw.put[word[0] & 0xff].notified += sw.put[word[0] & 0xff].serial == word[0] >> 16;
    sw.notes++;
    nd_write(node, at + 0x50, 1);
}

/* One round of the software of both nodes. */
static inline void sw_round(void)
{
    for (unsigned n = 0; n < NODES; n++) {
        const uint32_t levels = tn_reg_read(N_LEVELS);
        uint32_t word = nd_read(n, N_RT);
        for (; word >> 30 & 1; word = nd_read(n, N_RT))
            sw_response(n, word);
        if (levels >> (8 + n) & 1)
            sw_source_fault(n);
        if (levels >> n & 1)
            for (unsigned m = 0; m < N_DOMAINS; m++)
                sw_notification(n, m);
        while (sw.faults[n] > 0) {
            sw.faults[n]--;
            sw_serve(n, sw.fault[n][sw.faults[n]].pdid, sw.fault[n][sw.faults[n]].va);
        }
    }
    for (unsigned i = 0; i < sw.puts; i++) {
        struct sw_put *p = &sw.put[i];
        if (p->state == SW_UNDER_WAY && !p->again && tn_sim_cycle() > p->sent + sw.timeout)
            sw_retry(p, tn_sim_cycle());
        if (p->state != SW_UNDER_WAY || !p->again || tn_sim_cycle() < p->again || !sw_is_over(sw_status(p)))
            continue;
        if (p->chained) { /* the chain has done its work when its descriptor is no longer parked */
            const struct sw_put next = {.from = p->from, .tid = p->next};
            p->chained = sw_status(&next) >> 63;
        }
        p->attempt++;
        sw.retries++;
        sw_write(p, false);
    }
}

static inline unsigned sw_under_way(void)
{
    unsigned n = 0;
    for (unsigned i = 0; i < sw.puts; i++)
        n += sw.put[i].state == SW_UNDER_WAY || sw.put[i].state == SW_PARKED;
    return n;
}

/* Says whether a sender still has an attempt: of a transaction that an earlier attempt's answer has ended. */
static inline bool sw_is_sending(void)
{
    bool sending = false;
    for (unsigned i = 0; i < sw.puts && !sending; i++)
        sending = !sw_is_over(sw_status(&sw.put[i]));
    return sending;
}

/* Goes on until all transactions have ended, and no word is under way. */
static inline void sw_finish(void)
{
    const uint64_t end = tn_sim_cycle() + SW_PATIENCE;
    while (sw_under_way() && tn_sim_cycle() < end && nd.failures == 0) {
        sw_round();
        tn_sim_step(20);
    }
    if (sw_under_way() && nd.failures == 0)
        RULE_WAITED("EXF-MEM-1", false, "the end of a transfer");
    while (sw_is_sending() && tn_sim_cycle() < end && nd.failures == 0)
        tn_sim_step(100);
    for (unsigned i = 0; i < 100 && tn_exq_hops_pending(nd.hops); i++)
        tn_sim_step(100);
    tn_sim_step(400);
    sw_round();
}

#endif
