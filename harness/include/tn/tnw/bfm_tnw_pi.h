/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface as the DUT (harness/tnw/dut/tnw_pi_tb.v), and what C plays around it: a
 * host with memory that sends TLPs and answers reads, reception's writes, links that take items,
 * the registers of the other blocks (checkers/tnw/spec/tnw_pi.md). Calls that let no time pass are
 * marked so by their name alone: reg_read() and read() step the simulation.
 */
#ifndef TN_BFM_TNW_PI_H
#define TN_BFM_TNW_PI_H

#include <tn/bfm_block.h>
#include <tn/memory.h>
#include <tn/tnw/tnw_pi.h>

/* What a cycle's words mean; true when an output that has to mean something has unknown bits. */
bool tn_tnw_pi_pins(const struct tn_block_cycle *c, struct tn_tnw_pi_in *in,
                    struct tn_tnw_pi_out *out);

enum {
    TN_TNW_HOST_TLP = 640,   /* bytes of a TLP that the host sends, at most */
    TN_TNW_HOST_QUEUE = 256, /* TLPs of a class, writes of reception, that wait */
    TN_TNW_HOST_LOG = 512,   /* items, notifications kept */
};

/* Cycles of 16 in which each side is willing, and what they allow. */
struct tn_tnw_host_pace {
    unsigned send;                   /* a beat to the DUT */
    unsigned take;                   /* m_tlp_ready */
    unsigned write;                  /* a beat on m_wr */
    unsigned link;                   /* inj_ok of a link */
    uint8_t ok;                      /* m_tlp_ok */
    uint8_t links;                   /* inj_ok of others is 0 */
    unsigned answer_min, answer_max; /* cycles from a read to its first completion */
    bool whole;                      /* a read's answer is cut at 256 bytes, no earlier */
};

/* A completion about to be sent for the DUT's read-th read (0 first), piece by piece: may be
 * changed, payload, too; *len is of the payload. *delay holds it, as it was, and what follows of
 * that read back. Returns how often it is sent. Runs as a player does. */
typedef unsigned tn_tnw_host_answer_fn(void *ctx, unsigned read, unsigned piece, struct tn_tlp *cpl,
                                       uint8_t *payload, size_t *len, unsigned *delay);

struct tn_tnw_host;
/* The player from now on; rid and BARs stand from the next reset. All willing, ok 7, links 63,
 * answers after 20 to 60 cycles. NULL on ENOMEM. */
struct tn_tnw_host *tn_tnw_host_new(uint64_t seed, uint16_t rid, uint64_t bar0, uint64_t bar2);
/* Nobody plays any more. */
void tn_tnw_host_free(struct tn_tnw_host *h);
struct tn_tnw_host_pace *tn_tnw_host_pace(struct tn_tnw_host *h); /* to be changed */
void tn_tnw_host_answers(struct tn_tnw_host *h, tn_tnw_host_answer_fn *fn, void *ctx);
struct tn_memory *tn_tnw_host_memory(struct tn_tnw_host *h);

/* Queue a TLP as it is; a write of whole DWs with all byte enables; a register's write. 0,
 * -EMSGSIZE, or -ENOSPC. */
int tn_tnw_host_send(struct tn_tnw_host *h, const uint8_t *tlp, size_t len);
int tn_tnw_host_write(struct tn_tnw_host *h, uint64_t addr, const uint8_t *bytes, size_t len);
int tn_tnw_host_reg_write(struct tn_tnw_host *h, uint16_t reg, uint32_t value);
/* TLPs that wait or are under way. */
unsigned tn_tnw_host_waiting(const struct tn_tnw_host *h);
/* Cycles since a beat was accepted on s_tlp, m_tlp or m_wr, or since the reset. */
uint64_t tn_tnw_host_still(const struct tn_tnw_host *h);
/* A read of dws at addr, and its answer: its completion's status, or -ETIMEDOUT. */
int tn_tnw_host_read(struct tn_tnw_host *h, uint64_t addr, unsigned dws, uint32_t *data);
/* UINT32_MAX when it is not answered, or not by data. */
uint32_t tn_tnw_host_reg_read(struct tn_tnw_host *h, uint16_t reg);

/* Queue a write of reception of 8 beats or 1. 0 or -ENOSPC. */
int tn_tnw_host_m_wr(struct tn_tnw_host *h, uint64_t addr, const uint8_t *bytes, unsigned beats);
unsigned tn_tnw_host_m_wr_waiting(const struct tn_tnw_host *h);

/* Ports that may be disturbed: a write of reception (8 bytes of address, then its data) before it
 * is played, and m_wr_valid; the 128 bytes of an item, and inj_ok; and m_tlp_ready. NULL: nobody
 * does. */
enum { TN_TNW_HOST_WR, TN_TNW_HOST_INJ, TN_TNW_HOST_TAKE, TN_TNW_HOST_PORTS };
void tn_tnw_host_ports(struct tn_tnw_host *h, const struct tn_block_ports *p);

/* Items that links took: how many, and the k-th, of the last ones. */
unsigned tn_tnw_host_items(const struct tn_tnw_host *h);
const struct tn_tnw_item *tn_tnw_host_item(const struct tn_tnw_host *h, unsigned k);
/* Writes of 16 bytes to memory, read as notifications. */
struct tn_tnw_host_note {
    uint64_t cycle, addr;
    struct tnw_note note;
};
unsigned tn_tnw_host_notes(const struct tn_tnw_host *h);
const struct tn_tnw_host_note *tn_tnw_host_note(const struct tn_tnw_host *h, unsigned k);
/* TLPs that came, by kind; reads of the DUT not wholly answered. */
unsigned tn_tnw_host_came(const struct tn_tnw_host *h, enum tn_tlp_kind kind);
unsigned tn_tnw_host_reads_open(const struct tn_tnw_host *h);
/* Registers of the other blocks, as written by the DUT or by test code. */
uint32_t *tn_tnw_host_reg(struct tn_tnw_host *h, uint16_t addr);

/* A processor's write-combining buffers, 6 lines of 64 bytes: a store of 16 bytes goes into its
 * line; lines leave full or in part, in any order, but none stays further than reach bytes behind
 * the newest store. A fence empties all. */
struct tn_tnw_combiner;
struct tn_tnw_combiner *tn_tnw_combiner_new(struct tn_tnw_host *h, uint64_t seed, uint64_t reach);
void tn_tnw_combiner_free(struct tn_tnw_combiner *c);
int tn_tnw_combiner_store(struct tn_tnw_combiner *c, uint64_t addr,
                          const uint8_t bytes[TN_TNW_PI_BEAT]);
int tn_tnw_combiner_fence(struct tn_tnw_combiner *c);

#endif
