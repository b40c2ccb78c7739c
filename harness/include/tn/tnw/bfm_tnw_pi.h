/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of TNW's processor interface (harness/tnw/dut/tnw_pi_tb.v). C code plays the rest: a
 * host with memory that sends TLPs and answers reads, the writes of reception, links that take
 * items, and the registers of the other blocks (checkers/tnw/spec/tnw_pi.md). Only
 * tn_tnw_host_read() and tn_tnw_host_reg_read() let time pass.
 */
#ifndef TN_BFM_TNW_PI_H
#define TN_BFM_TNW_PI_H

#include <tn/bfm_block.h>
#include <tn/memory.h>
#include <tn/tnw/tnw_pi.h>

/* Unpacks the words of a cycle. Returns true when a significant output has unknown bits. */
bool tn_tnw_pi_pins(const struct tn_block_cycle *c, struct tn_tnw_pi_in *in,
                    struct tn_tnw_pi_out *out);

enum {
    TN_TNW_HOST_TLP = 640,   /* most bytes of a TLP that the host sends */
    TN_TNW_HOST_QUEUE = 256, /* most TLPs of a class, and writes of reception, that wait */
    TN_TNW_HOST_LOG = 512,   /* items, and notifications, that are kept */
};

/* The pace of the host and of links. */
struct tn_tnw_host_pace {
    unsigned send;                   /* cycles of 16 in which a beat to the DUT may begin */
    unsigned take;                   /* cycles of 16 with m_tlp_ready */
    unsigned write;                  /* cycles of 16 in which a beat on m_wr may begin */
    unsigned link;                   /* cycles of 16 with inj_ok of a link */
    uint8_t ok;                      /* m_tlp_ok */
    uint8_t links;                   /* set of links whose inj_ok may be 1 */
    unsigned answer_min, answer_max; /* cycles from a read to its first completion */
    bool whole;                      /* pieces of answers are as long as possible: 256 bytes */
};

/* Called before the host sends a completion: piece `piece` of the answer to the DUT's read number
 * `read`, both from 0. The function may change the completion and its payload of *len bytes. *delay
 * holds back the completion, unchanged, and the rest of that answer for so many cycles. Returns how
 * often the completion is sent. The function runs as a player does. */
typedef unsigned tn_tnw_host_answer_fn(void *ctx, unsigned read, unsigned piece, struct tn_tlp *cpl,
                                       uint8_t *payload, size_t *len, unsigned *delay);

struct tn_tnw_host;
/* Makes a host and lets it play from now on; rid and BARs hold from the next reset on. Its pace:
 * every cycle, ok 7, links 63, answers after 20 to 60 cycles. NULL on ENOMEM. */
struct tn_tnw_host *tn_tnw_host_new(uint64_t seed, uint16_t rid, uint64_t bar0, uint64_t bar2);
/* Frees the host; the DUT's inputs are 0 from then on. */
void tn_tnw_host_free(struct tn_tnw_host *h);
/* Returns the pace, which the caller may change. */
struct tn_tnw_host_pace *tn_tnw_host_pace(struct tn_tnw_host *h);
/* Sets the function that may change completions; NULL: none. */
void tn_tnw_host_answers(struct tn_tnw_host *h, tn_tnw_host_answer_fn *fn, void *ctx);
/* Returns the host's memory. */
struct tn_memory *tn_tnw_host_memory(struct tn_tnw_host *h);

/* Queues a TLP as it is. Returns 0, -EMSGSIZE or -ENOSPC. */
int tn_tnw_host_send(struct tn_tnw_host *h, const uint8_t *tlp, size_t len);
/* Queues a write of whole DWs with all byte enables. Returns 0, -EMSGSIZE or -ENOSPC. */
int tn_tnw_host_write(struct tn_tnw_host *h, uint64_t addr, const uint8_t *bytes, size_t len);
/* Queues a write of a register in BAR0. Returns 0 or -ENOSPC. */
int tn_tnw_host_reg_write(struct tn_tnw_host *h, uint16_t reg, uint32_t value);
/* Returns the number of TLPs that wait or are under way. */
unsigned tn_tnw_host_waiting(const struct tn_tnw_host *h);
/* Returns the cycles since the last beat on s_tlp, m_tlp or m_wr, or since the reset. */
uint64_t tn_tnw_host_still(const struct tn_tnw_host *h);
/* Reads dws DWs at addr. Returns the status of the completion, or -ETIMEDOUT. */
int tn_tnw_host_read(struct tn_tnw_host *h, uint64_t addr, unsigned dws, uint32_t *data);
/* Reads a register in BAR0. Returns UINT32_MAX when no data came. */
uint32_t tn_tnw_host_reg_read(struct tn_tnw_host *h, uint16_t reg);

/* Queues a write of reception with 8 beats or 1 beat. Returns 0 or -ENOSPC. */
int tn_tnw_host_m_wr(struct tn_tnw_host *h, uint64_t addr, const uint8_t *bytes, unsigned beats);
/* Returns the number of writes of reception that wait. */
unsigned tn_tnw_host_m_wr_waiting(const struct tn_tnw_host *h);

/* Ports that can be disturbed. WR: a write of reception (8 bytes of address, then data) before it
 * is played, and m_wr_valid. INJ: the 128 bytes of an item, and inj_ok. TAKE: m_tlp_ready. */
enum { TN_TNW_HOST_WR, TN_TNW_HOST_INJ, TN_TNW_HOST_TAKE, TN_TNW_HOST_PORTS };
/* Lets p disturb the ports; NULL: none is disturbed. */
void tn_tnw_host_ports(struct tn_tnw_host *h, const struct tn_block_ports *p);

/* Returns the number of items that links took. */
unsigned tn_tnw_host_items(const struct tn_tnw_host *h);
/* Returns item k of these, which is among the last TN_TNW_HOST_LOG. */
const struct tn_tnw_item *tn_tnw_host_item(const struct tn_tnw_host *h, unsigned k);
/* A write of 16 bytes to memory, read as a notification. */
struct tn_tnw_host_note {
    uint64_t cycle, addr;
    struct tnw_note note;
};
/* Returns the number of such writes. */
unsigned tn_tnw_host_notes(const struct tn_tnw_host *h);
/* Returns write k of these, which is among the last TN_TNW_HOST_LOG. */
const struct tn_tnw_host_note *tn_tnw_host_note(const struct tn_tnw_host *h, unsigned k);
/* Returns the number of TLPs of that kind that the DUT sent. */
unsigned tn_tnw_host_came(const struct tn_tnw_host *h, enum tn_tlp_kind kind);
/* Returns the number of the DUT's reads that are not wholly answered. */
unsigned tn_tnw_host_reads_open(const struct tn_tnw_host *h);
/* Returns a register of another block, which the DUT or test code may write. */
uint32_t *tn_tnw_host_reg(struct tn_tnw_host *h, uint16_t addr);

/* A processor's write-combining buffers: 6 lines of 64 bytes. */
struct tn_tnw_combiner;
/* Makes empty buffers in front of the host. Lines leave full or in part and in any order, but none
 * stays further than reach bytes behind the newest store. NULL on ENOMEM. */
struct tn_tnw_combiner *tn_tnw_combiner_new(struct tn_tnw_host *h, uint64_t seed, uint64_t reach);
/* Frees the buffers. */
void tn_tnw_combiner_free(struct tn_tnw_combiner *c);
/* Stores 16 bytes into the line of addr. Returns 0 or an error of tn_tnw_host_write(). */
int tn_tnw_combiner_store(struct tn_tnw_combiner *c, uint64_t addr,
                          const uint8_t bytes[TN_TNW_PI_BEAT]);
/* Empties all lines. Returns 0 or an error of tn_tnw_host_write(). */
int tn_tnw_combiner_fence(struct tn_tnw_combiner *c);

#endif
