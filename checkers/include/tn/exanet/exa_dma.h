/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The functional model of ExaNet's sender of RDMA transactions (checkers/exanet/spec/exa_dma.md): descriptors and
 * their states, the cutting of a transaction, its reads and packets, chaining, control messages, banks, faults. The
 * model knows no time: its caller says in which order things happened.
 */
#ifndef TN_EXA_DMA_H
#define TN_EXA_DMA_H

#include <tn/exanet/exa_word.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_EXD_TXNS = 1024,
    TN_EXD_OUTS = 7,
    TN_EXD_BANKS = 8,
    TN_EXD_SLOTS = 8,      /* of an output */
    TN_EXD_BYTES = 16384,  /* most bytes of a transaction */
    TN_EXD_PACKETS = 64,   /* most packets of a transaction */
    TN_EXD_BEATS = 17,     /* most beats that a packet is read as */
    TN_EXD_DESC = 32,      /* bytes of a descriptor */
    TN_EXD_CONTROL = 0x17, /* the control byte among them */
    TN_EXD_ADDR_BITS = 42, /* of an address; coordinates stand above */
};

struct tn_exd_params {
    unsigned axi_id_w; /* AXI_ID_W, 1 to 16 */
    unsigned out_n;    /* OUT_N, 1 to 7 */
    unsigned txn_log2; /* TXN_LOG2, 2 to 10 */
};

enum tn_exd_state { TN_EXD_IDLE, TN_EXD_PARKED, TN_EXD_ACTIVE };

/* A descriptor (sections 4 and 5). */
struct tn_exd_desc {
    uint64_t word[4]; /* bits that can be written */
    enum tn_exd_state state;
    bool done, error;
    unsigned sent; /* bytes_sent at rest */
};

/* The fields of a descriptor. */
struct tn_exd_fields {
    uint64_t src, addr;
    uint32_t dst; /* coordinates */
    unsigned length, pdid, path, seq, dependency;
    bool notify, chained;
};

/* Packet k of a transaction: its place at both ends. */
struct tn_exd_cut {
    uint64_t src, addr;
    unsigned n; /* bytes */
};

/* A burst of 16-byte beats. */
struct tn_exd_burst {
    uint64_t addr;
    unsigned beats;
};

/* Counters of an output, in the order of their addresses. */
enum tn_exd_of_output {
    TN_EXD_C_PACKETS, TN_EXD_C_BYTES, TN_EXD_C_FAULTS, TN_EXD_C_STARTS, TN_EXD_C_RETRIES, TN_EXD_C_CONTROLS,
    TN_EXD_OUT_COUNTERS,
};
/* Counters of the block, in the order of their addresses from 40440 on. */
enum tn_exd_counter {
    TN_EXD_C_BUSY, TN_EXD_C_BAD, TN_EXD_C_CTL_MIX, TN_EXD_C_CHAINED, TN_EXD_C_CHAIN_MISS, TN_EXD_C_FAULT_LOST,
    TN_EXD_C_RX_DROPPED, TN_EXD_COUNTERS,
};

/* A message under way in an output's region: writes held. */
struct tn_exd_control {
    unsigned n; /* writes held, 0 to 2 */
    unsigned tid;
    uint64_t word[3];
};

struct tn_exd {
    struct tn_exd_params params;
    uint32_t own;
    uint32_t bank[TN_EXD_BANKS]; /* 31 valid, 15:0 PDID */
    struct tn_exd_desc desc[TN_EXD_TXNS];
    struct tn_exd_control control[TN_EXD_OUTS];
    uint32_t of_output[TN_EXD_OUTS][TN_EXD_OUT_COUNTERS];
    uint32_t counter[TN_EXD_COUNTERS];
};

/* Makes m the state after reset. */
void tn_exd_init(struct tn_exd *m, const struct tn_exd_params *p, uint32_t own);

/* Returns the fields of a descriptor. */
struct tn_exd_fields tn_exd_fields(const struct tn_exd_desc *d);
/* Gives the words of a descriptor, parked or to be started by the write of its last byte. */
void tn_exd_words(const struct tn_exd_fields *f, bool park, uint64_t word[4]);
/* Returns word w (0 to 3) of a descriptor as it reads at rest. */
uint64_t tn_exd_shown(const struct tn_exd_desc *d, unsigned w);

/* Returns the bank of a PDID; -1: none has it. */
int tn_exd_bank(const uint32_t bank[TN_EXD_BANKS], unsigned pdid);
/* Says whether a start with these fields keeps all bounds. */
bool tn_exd_may_start(const struct tn_exd *m, const struct tn_exd_desc *d);

enum tn_exd_wrote { TN_EXD_REFUSED, TN_EXD_STORED, TN_EXD_PARKS, TN_EXD_STARTS, TN_EXD_BAD };
/* A write beat: bytes of the 16 from off (0 or 16) of descriptor t whose strobes are set. */
enum tn_exd_wrote tn_exd_write(struct tn_exd *m, unsigned t, unsigned off, const uint8_t lanes[16], unsigned strobes);
/* Starts descriptor t, which the caller knows is not ACTIVE: STARTS or BAD. */
enum tn_exd_wrote tn_exd_start(struct tn_exd *m, unsigned t);

enum tn_exd_link { TN_EXD_NO_CHAIN, TN_EXD_MISS, TN_EXD_CHAIN_BAD, TN_EXD_CHAIN_STARTS };
/* The last packet of t is issued: does what its chain asks. */
enum tn_exd_link tn_exd_chain(struct tn_exd *m, unsigned t);

/* Returns the number of packets of a transaction. */
unsigned tn_exd_packets(const struct tn_exd_fields *f);
/* Returns packet k. */
struct tn_exd_cut tn_exd_cut(const struct tn_exd_fields *f, unsigned k);
/* Gives the reads of a packet. Returns their number, 1 or 2. */
unsigned tn_exd_reads(const struct tn_exd_cut *c, struct tn_exd_burst burst[2]);
/* Makes packet k of transaction t with right CRCs; data: its bytes. */
void tn_exd_packet(const struct tn_exd *m, unsigned t, unsigned k, const uint8_t *data, struct exa_packet *out);

/* Transaction t is over: all its packets have left, or only the first `left` of the `issued`. */
void tn_exd_ended(struct tn_exd *m, unsigned t, unsigned left, unsigned issued);

enum tn_exd_control_write { TN_EXD_CTL_REFUSED, TN_EXD_CTL_MIXED, TN_EXD_CTL_HELD, TN_EXD_CTL_MADE };
/* A write beat into the region of output p, slot of t. With MADE, *out is the message. */
enum tn_exd_control_write tn_exd_control(struct tn_exd *m, unsigned p, unsigned t, const uint8_t lanes[16],
                                         unsigned strobes, struct exa_packet *out);

#ifdef __cplusplus
}
#endif

#endif
