/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of loads and stores to other nodes: its registers, accesses to the
 * windows, a peer that answers its requests, requests of other nodes, memory behind it, the board
 * beside it (checkers/exanet/spec/exa_axi.md).
 */
#ifndef ZAX_H
#define ZAX_H

#include "../exa_mailbox/ni.h"

#include <tn/exanet/exa_axi_board.h>
#include <tn/memory.h>

enum {
    Z_PINS = 0x1004, /* the bench's register */
    Z_WIN_DST = 0x40000,
    Z_WIN_PDID = 0x40004,
    Z_BANK = 0x40040,
    Z_ZBASE = 0x40060,
    Z_TIMEOUT = 0x40410,
    Z_LEVEL = 0x40414,
    Z_WRITES = 0x40480,
    Z_READS = 0x40484,
    Z_ANSWERS = 0x40488,
    Z_REFUSED = 0x4048c,
    Z_TIMEOUTS = 0x40490,
    Z_ERRORS = 0x40494,
    Z_REST = 80,   /* cycles after which the block is at rest */
    Z_LATER = 256, /* answers that the peer holds back */
    Z_LINE = 64,
    Z_PDID = 0x31,  /* of this node's memory */
    Z_THEIRS = 0x57 /* of the memory behind window 1 */
};

static const struct exa_node z_far = {9, 8, 7, 2, 0x66};

/* An answer of the peer that is due. */
struct zax_later {
    uint64_t at;
    struct exa_packet k;
};

static struct {
    struct tn_axi_master *win;
    struct tn_memory *memory;
    struct tn_exz_board *board;
    unsigned failures, seen; /* seen: packets of the block that the peer has looked at */
    struct zax_later later[Z_LATER];
    unsigned laters;
    void (*peer)(const struct exa_packet *k); /* answers a request */
} zax;

static inline void zax_on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&zax.failures, v->rule, v);
}

static inline void zax_on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    (void)ctx;
    tn_exz_board_pins(zax.board, seen);
}

static inline void zax_on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    (void)ctx;
    tn_exz_board_axi(zax.board, port, seen);
}

static inline void zax_on_rx(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx, (void)dir, (void)port;
    tn_exz_board_reject(zax.board, cycle, cause);
}

static inline void zax_window(unsigned w, bool valid, struct exa_node dst, unsigned pdid)
{
    ni_write(Z_WIN_DST + 8 * w, (uint32_t)valid << 31 | exa_node_bits(dst));
    ni_write(Z_WIN_PDID + 8 * w, pdid);
}

/* Binds a bank of block and memory to a domain, or to none. */
static inline void zax_bind(unsigned bank, int pdid, unsigned zbase)
{
    ni_write(Z_BANK + 4 * bank, pdid < 0 ? 0 : 1u << 31 | (unsigned)pdid);
    ni_write(Z_ZBASE + 4 * bank, zbase);
    tn_memory_bind(zax.memory, bank, pdid);
}

/* The byte that the peer's memory has at an address. */
static inline uint8_t zax_byte(uint64_t addr)
{
    return (uint8_t)(addr * 7 + (addr >> 6) * 31);
}

/* The right answer to a request. */
static inline struct exa_packet zax_answer(const struct exa_packet *k, unsigned code)
{
    struct exa_packet a;
    uint8_t line[Z_LINE];
    memset(&a, 0, sizeof a);
    a.dst = ni_own;
    a.pdid = k->pdid;
    a.tid = k->tid;
    a.seq = k->seq;
    if (k->type == EXA_ZREAD_REQ && code == 0) {
        for (unsigned i = 0; i < Z_LINE; i++)
            line[i] = zax_byte(k->addr + i);
        a.type = EXA_ZREAD_RSP;
        a.src = k->dst;
        exa_set_payload(&a, k->addr, line, sizeof line);
    } else {
        a.type = EXA_ACK;
        a.addr = exa_peripheral_addr(EXA_P_AXI, 0);
        a.code = (uint8_t)code;
    }
    exa_seal(&a);
    return a;
}

/* Sends a packet in so many cycles. */
static inline void zax_later(const struct exa_packet *k, unsigned cycles)
{
    if (zax.laters < Z_LATER)
        zax.later[zax.laters++] = (struct zax_later){tn_sim_cycle() + cycles, *k};
}

/* Answers at once, rightly. */
static inline void zax_good_peer(const struct exa_packet *k)
{
    const struct exa_packet a = zax_answer(k, 0);
    zax_later(&a, 0);
}

/* Lets time pass, while the peer answers. */
static inline void zax_step(unsigned cycles)
{
    while (cycles-- > 0) {
        tn_sim_step(1);
        for (; zax.seen != ni.got_n; zax.seen++) {
            const struct exa_packet *k = &ni.got[zax.seen % NI_KEEP].k;
            if (zax.peer && (k->type == EXA_ZWRITE || k->type == EXA_ZREAD_REQ))
                zax.peer(k);
        }
        for (unsigned i = 0; i < zax.laters;) {
            if (zax.later[i].at > tn_sim_cycle()) {
                i++;
                continue;
            }
            ni_send(&zax.later[i].k);
            zax.later[i] = zax.later[--zax.laters];
        }
    }
}

/* Steps until the block is at rest. */
static inline void zax_rest(void)
{
    for (unsigned i = 0; i < 400; i++) {
        zax_step(Z_REST);
        if (!zax.laters && !tn_exa_source_pending(ni.in) &&
            tn_exz_judge_at_rest(tn_exz_board_judge(zax.board)))
            return;
    }
}

/* Reads all registers at rest; the board judges them. */
static inline void zax_read_all(void)
{
    uint8_t bytes[16];
    for (uint32_t at = Z_WIN_DST; at < 0x40080; at += 16)
        assert_int_equal(ni_answered(tn_axi_read128(ni.cpu, at, bytes), at), TN_AXI_OKAY);
    for (uint32_t at = NI_ID; at <= Z_ERRORS; at += 4)
        if (at <= NI_OWN_REG || at == Z_TIMEOUT || at == Z_LEVEL || at > NI_CAUSE)
            ni_read(at);
}

/* Block, bench and board begin anew; window 1 leads to z_far, bank 2 is this node's memory. */
static inline int zax_fresh(void **state)
{
    memset(&zax, 0, sizeof zax);
    ni_fresh(state);
    zax.win = tn_axi_find("win");
    zax.memory = tn_memory_find("mem");
    zax.board = tn_exz_board_new(exa_node_bits(ni_own), zax_on_verdict, NULL);
    if (!zax.win || !zax.memory || !zax.board)
        return -1;
    zax.peer = zax_good_peer;
    tn_memory_clear(zax.memory);
    tn_memory_domain(zax.memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(zax.memory, TN_MEMORY_ERROR);
    tn_reg_write(Z_PINS, 1);
    tn_sim_step(3);
    tn_exa_pins_subscribe(zax_on_pins, NULL);
    tn_axi_subscribe(zax_on_axi, NULL);
    tn_reject_subscribe(zax_on_rx, NULL);
    zax_window(1, true, z_far, Z_THEIRS);
    zax_bind(2, Z_PDID, 0x15);
    tn_memory_map(zax.memory, Z_PDID, 0x1500000000, 0x10000, 0x10000,
                  TN_MEMORY_READ | TN_MEMORY_WRITE);
    return 0;
}

static inline void zax_kept(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)ctx;
    if (asked && !failed)
        tn_sim_kept(rule);
}

static inline int zax_clean(void **state)
{
    const int rc = ni_clean(state);
    tn_reg_write(Z_PINS, 0);
    tn_sim_step(4);
    tn_exz_board_finish(zax.board);
    tn_exz_judge_rules(tn_exz_board_judge(zax.board), zax_kept, NULL);
    tn_monitor_clear();
    tn_exz_board_free(zax.board);
    return zax.failures ? -1 : rc;
}

/* An access of that many beats to a window, not yet issued; a write has all strobes, and bytes from
 * mark on. */
static inline struct tn_axi_txn *zax_access(bool write, unsigned w, uint32_t addr, unsigned beats,
                                            unsigned size, unsigned id, uint8_t mark)
{
    struct tn_axi_txn *t = tn_axi_new(beats);
    uint8_t bytes[TN_AXI_BUS * TN_AXI_BEATS];
    assert_non_null(t);
    t->write = write;
    t->addr = (uint64_t)w << 32 | addr;
    t->size = size;
    t->id = id;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(mark + 5 * i);
    if (write)
        tn_axi_fill(t, bytes, sizeof bytes);
    return t;
}

/* Issues an access and waits for its end. Returns its response. */
static inline unsigned zax_do(struct tn_axi_txn *t)
{
    assert_int_equal(tn_axi_issue(zax.win, t), 0);
    for (unsigned i = 0; i < 4000 && !t->done; i++)
        zax_step(1);
    RULE_WAITED("EXZ-ANS-1", t->done, "an answer to an access");
    return t->resp;
}

/* A request of another node: a store of size bytes, or with size 0 a load. */
static inline struct exa_packet zax_request(unsigned pdid, uint32_t addr, unsigned size,
                                            unsigned tid, unsigned seq, uint8_t mark)
{
    struct exa_packet k;
    uint8_t bytes[EXA_MTU];
    memset(&k, 0, sizeof k);
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(mark + 3 * i);
    k.type = size ? EXA_ZWRITE : EXA_ZREAD_REQ;
    k.dst = ni_own;
    k.src = z_far;
    k.pdid = (uint16_t)pdid;
    k.tid = (uint16_t)tid;
    k.seq = (uint16_t)seq;
    ni_make(&k, exa_peripheral_addr(EXA_P_AXI, addr), bytes, size);
    return k;
}

#endif
