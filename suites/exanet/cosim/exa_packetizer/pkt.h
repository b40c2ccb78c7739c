/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The packetizer's map, messages and answers (checkers/exanet/spec/exa_packetizer.md).
 */
#ifndef PKT_H
#define PKT_H

#include "../exa_mailbox/ni.h"
#include "../shape.h"

#include <tn/state.h>

enum {
    P_DST = 0x40,
    P_CTRL = 0x48,
    P_STATUS = 0x50,
    P_BOUND = 0x54,
    P_TIMEOUT = 0x40410,
    P_RETRY_MAX = 0x40414,
    P_SENT = 0x40480,
    P_RETRIES = 0x40484,
    P_ACKED = 0x40488,
    P_NACKED = 0x4048c,
    P_TIMEOUTS = 0x40490,
    P_REFUSED = 0x40494,
};
enum pkt_state { S_IDLE, S_BUSY, S_ACKED, S_NACKED, S_TIMEOUT, S_REFUSED };

static const struct exa_node pkt_dst = {1, 2, 3, 0, 0x91};

static inline uint32_t chan(unsigned c, unsigned offset)
{
    return 0x1000 * c + offset;
}

static inline void pkt_bind(unsigned c, unsigned pdid)
{
    ni_write(NI_KERNEL + 4 * c, 0x80000000u | pdid);
}

static inline uint64_t pkt_dst_word(struct exa_node to, uint64_t addr)
{
    return (uint64_t)exa_node_bits(to) << 42 | addr;
}

/* One beat of 16 bytes at 040: destination, and the write of CTRL that sends. The response. */
static inline int pkt_send(unsigned c, struct exa_node to, uint64_t addr, unsigned type, unsigned len)
{
    uint64_t dst = pkt_dst_word(to, addr);
    uint32_t ctrl = type << 8 | len;
    uint8_t b[12];
    memcpy(b, &dst, 8);
    memcpy(b + 8, &ctrl, 4);
    return tn_axi_write(ni.cpu, chan(c, P_DST), b, sizeof b);
}

static inline void pkt_fill(unsigned c, const uint8_t *bytes, size_t n)
{
    assert_int_equal(tn_axi_write(ni.cpu, chan(c, 0), bytes, n), TN_AXI_OKAY);
}

/* The packet that the page says (section 3). */
static inline struct exa_packet pkt_want(unsigned c, unsigned number, unsigned pdid, unsigned type,
                                         uint64_t addr, const uint8_t *msg, unsigned len)
{
    struct exa_packet k = {.pdid = (uint16_t)pdid, .dst = pkt_dst, .type = (uint8_t)type,
                           .tid = exa_message_tid(c), .seq = (uint16_t)number, .src = ni_own};
    ni_make(&k, addr, msg, len);
    return k;
}

static inline void pkt_same(const struct exa_packet *found, const struct exa_packet *want)
{
    uint8_t a[EXA_KEEP_MAX], b[EXA_KEEP_MAX];
    long n = exa_encode(want, a, sizeof a);
    assert_int_equal(exa_encode(found, b, sizeof b), n);
    assert_memory_equal(b, a, (size_t)n);
}

/* The acknowledgment of a packet that was sent, with that code. */
static inline struct exa_packet pkt_answer(const struct exa_packet *k, unsigned code)
{
    struct exa_packet a = {.pdid = k->pdid, .dst = k->src, .type = EXA_ACK,
                           .addr = exa_peripheral_addr(EXA_P_PACKETIZER, 0), .tid = k->tid,
                           .seq = k->seq & 0x1fff, .code = (uint8_t)code};
    exa_seal(&a);
    return a;
}

static inline void pkt_reply(const struct exa_packet *k, unsigned code)
{
    struct exa_packet a = pkt_answer(k, code);
    ni_send(&a);
    ni_settle();
}

static inline uint32_t pkt_status(unsigned state, unsigned code, unsigned again, unsigned number)
{
    return state | code << 4 | again << 8 | number << 16;
}

/* Steps until n packets have come out, or for max cycles. */
static inline void pkt_await(unsigned n, unsigned max)
{
    for (unsigned i = 0; i < max && ni.got_n < n; i++)
        tn_sim_step(1);
}

/* Sets the number of channel c's last message, where the block keeps its numbers as ours does and
 * the simulator has its names. Returns whether it did; a block that has none of that is counted
 * through. */
static inline bool pkt_jumped(unsigned c, unsigned from, unsigned to)
{
    struct tn_state_bit b[14];
    unsigned now = 0;
    for (unsigned i = 0; i < 14; i++) {
        if (tn_state_open("u_dut.u_block.num_q", 14 * c + i, &b[i]) != 0 ||
            b[i].bits != 14 * (unsigned)tn_sim_param("CHAN_N"))
            return false;
        now |= (unsigned)tn_state_get(&b[i]) << i;
    }
    if (now != from)
        return false;
    for (unsigned i = 0; i < 14; i++)
        tn_state_put(&b[i], to >> i & 1);
    tn_sim_step(1);
    return true;
}

#endif
