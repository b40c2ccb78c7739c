/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's reception side as the DUT (harness/tnw/dut/tnw_rcv_tb.v), and what C plays around it: six
 * links that offer packets, host memory, software at the register port
 * (checkers/tnw/spec/tnw_nwp.md sections 1 to 4, tnw_link.md section 3).
 */
#ifndef TN_BFM_TNW_RCV_H
#define TN_BFM_TNW_RCV_H

#include <tn/bfm_block.h>
#include <tn/memory.h>
#include <tn/tnw/tnw_rcv.h>

/* What a cycle's words mean; true when an output that has to mean something has unknown bits. */
bool tn_tnw_rcv_pins(const struct tn_block_cycle *c, struct tn_tnw_rcv_in *in,
                     struct tn_tnw_rcv_out *out);

/* A write of one beat to host memory. */
struct tn_tnw_rcv_note {
    uint64_t cycle, addr;
    struct tnw_note note;
};

struct tn_tnw_links;
/* The player from now on: links without packets, m_wr always ready. It keeps to tnw_link section 3:
 * beats in the cycles 2 to 9 after a take, rcv_valid of what is left from the cycle after it.
 * NULL on ENOMEM. */
struct tn_tnw_links *tn_tnw_links_new(uint64_t seed);
/* Nobody plays any more. */
void tn_tnw_links_free(struct tn_tnw_links *s);

/* One more packet for (link, channel) id, 8 x link + channel; bytes are copied. 0, or -ENOSPC: 32
 * wait there, or the link is down. */
int tn_tnw_links_offer(struct tn_tnw_links *s, unsigned id, uint32_t offset,
                       const uint8_t bytes[TNW_PAYLOAD]);
unsigned tn_tnw_links_waiting(const struct tn_tnw_links *s, unsigned id);
uint64_t tn_tnw_links_takes(const struct tn_tnw_links *s);

/* The link is reset: its packets are lost, rcv_valid falls, flush is pulsed when no take is under
 * way, 40 cycles later it is up again. */
void tn_tnw_links_flush(struct tn_tnw_links *s, unsigned link);
bool tn_tnw_links_is_down(const struct tn_tnw_links *s, unsigned link);

/* m_wr_ready is high in about of_16 of 16 cycles. */
void tn_tnw_links_ready(struct tn_tnw_links *s, unsigned of_16);

/* Queues a register access: one a cycle, but that a write to a window waits while its link is down.
 * 0, or -ENOSPC beyond 256. tn_tnw_links_read() lets cycles pass until it has the answer; a look()
 * has its answer for judges alone. */
int tn_tnw_links_write(struct tn_tnw_links *s, uint16_t addr, uint32_t value);
int tn_tnw_links_look(struct tn_tnw_links *s, uint16_t addr);
uint32_t tn_tnw_links_read(struct tn_tnw_links *s, uint16_t addr);
/* Accesses that still wait. */
unsigned tn_tnw_links_accesses(const struct tn_tnw_links *s);

/* Ports that may be disturbed: a packet as a link offers it (3 bytes of offset, then its payload),
 * whose rcv_valid may be held low; a write (8 bytes of address, then its data), whose m_wr_ready
 * may be. NULL: nobody does. */
enum { TN_TNW_SIX_RCV, TN_TNW_SIX_WR, TN_TNW_SIX_PORTS };
void tn_tnw_links_ports(struct tn_tnw_links *s, const struct tn_block_ports *p);

/* What m_wr wrote; its writes of 8 beats, and those of neither 8 nor 1. */
struct tn_memory *tn_tnw_links_memory(struct tn_tnw_links *s);
unsigned tn_tnw_links_packets(const struct tn_tnw_links *s);
unsigned tn_tnw_links_odd(const struct tn_tnw_links *s);
/* The writes of one beat so far; the k-th of them, of the last 256. */
unsigned tn_tnw_links_notes(const struct tn_tnw_links *s);
const struct tn_tnw_rcv_note *tn_tnw_links_note(const struct tn_tnw_links *s, unsigned k);

#endif
