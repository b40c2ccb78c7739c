/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of TNW's reception side (harness/tnw/dut/tnw_rcv_tb.v). C code plays the rest: six
 * links that offer packets, host memory, and software at the register port
 * (checkers/tnw/spec/tnw_nwp.md sections 1 to 4, tnw_link.md section 3).
 */
#ifndef TN_BFM_TNW_RCV_H
#define TN_BFM_TNW_RCV_H

#include <tn/bfm_block.h>
#include <tn/memory.h>
#include <tn/tnw/tnw_rcv.h>

/* Unpacks the words of a cycle. Returns true when a significant output has unknown bits. */
bool tn_tnw_rcv_pins(const struct tn_block_cycle *c, struct tn_tnw_rcv_in *in,
                     struct tn_tnw_rcv_out *out);

/* A write of one beat to host memory. */
struct tn_tnw_rcv_note {
    uint64_t cycle, addr;
    struct tnw_note note;
};

struct tn_tnw_links;
/* Makes six links without packets, and m_wr always ready, and lets them play from now on. They keep
 * tnw_link.md section 3: beats in the cycles 2 to 9 after a take; rcv_valid shows the remaining
 * packets from the cycle after the take on. NULL on ENOMEM. */
struct tn_tnw_links *tn_tnw_links_new(uint64_t seed);
/* Frees the links; the DUT's inputs are 0 from then on. */
void tn_tnw_links_free(struct tn_tnw_links *s);

/* Queues a packet for (link, channel) id, 8 x link + channel; bytes are copied. Returns 0, or
 * -ENOSPC when 32 packets wait there or the link is down. */
int tn_tnw_links_offer(struct tn_tnw_links *s, unsigned id, uint32_t offset,
                       const uint8_t bytes[TNW_PAYLOAD]);
/* Returns the number of packets that wait at id. */
unsigned tn_tnw_links_waiting(const struct tn_tnw_links *s, unsigned id);
/* Returns the number of packets that the DUT took. */
uint64_t tn_tnw_links_takes(const struct tn_tnw_links *s);

/* Resets a link: its packets are lost, rcv_valid falls, and flush is pulsed when no take is under
 * way. The link is up again 40 cycles later. */
void tn_tnw_links_flush(struct tn_tnw_links *s, unsigned link);
/* Says whether the link is down. */
bool tn_tnw_links_is_down(const struct tn_tnw_links *s, unsigned link);

/* Makes m_wr_ready high in about of_16 of 16 cycles. */
void tn_tnw_links_ready(struct tn_tnw_links *s, unsigned of_16);

/* Queues a write of a register. One access is done in a cycle, but a write to a window waits while
 * its link is down. Returns 0, or -ENOSPC beyond 256 accesses. */
int tn_tnw_links_write(struct tn_tnw_links *s, uint16_t addr, uint32_t value);
/* Queues a read whose answer only judges see. Returns 0 or -ENOSPC. */
int tn_tnw_links_look(struct tn_tnw_links *s, uint16_t addr);
/* Reads a register and lets cycles pass until the answer has come; UINT32_MAX: no answer came. */
uint32_t tn_tnw_links_read(struct tn_tnw_links *s, uint16_t addr);
/* Returns the number of accesses that still wait. */
unsigned tn_tnw_links_accesses(const struct tn_tnw_links *s);

/* Ports that can be disturbed. RCV: a packet as a link offers it (3 bytes of offset, then its
 * payload), and rcv_valid. WR: a write (8 bytes of address, then its data), and m_wr_ready. */
enum { TN_TNW_LINKS_RCV, TN_TNW_LINKS_WR, TN_TNW_LINKS_PORTS };
/* Lets p disturb the ports; NULL: none is disturbed. */
void tn_tnw_links_ports(struct tn_tnw_links *s, const struct tn_block_ports *p);

/* Returns the memory that m_wr writes to. */
struct tn_memory *tn_tnw_links_memory(struct tn_tnw_links *s);
/* Returns the number of writes of 8 beats. */
unsigned tn_tnw_links_packets(const struct tn_tnw_links *s);
/* Returns the number of writes of neither 8 beats nor 1. */
unsigned tn_tnw_links_odd(const struct tn_tnw_links *s);
/* Returns the number of writes of one beat. */
unsigned tn_tnw_links_notes(const struct tn_tnw_links *s);
/* Returns write k of one beat, which is among the last 256. */
const struct tn_tnw_rcv_note *tn_tnw_links_note(const struct tn_tnw_links *s, unsigned k);

#endif
