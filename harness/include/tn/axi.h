/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI4 masters of a bench, as test code drives them (Arm IHI 0022, AXI4; data bus of 128
 * bits, IDs of up to 16, addresses of up to 64).
 *
 * Simple calls let time pass until their answer has come. For more than one transaction at
 * a time: fill in a tn_axi_txn, tn_axi_issue() it, go on, and look at done or
 * tn_axi_wait(). A master is found by its name in the bench ("cpu", ...).
 */
#ifndef TN_AXI_H
#define TN_AXI_H

#include <tn/axi/axi_port.h>
#include <tn/bfm.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TN_AXI_BUS = 16, TN_AXI_BEATS = 256 }; /* bytes of a beat, beats of a burst */

enum tn_axi_channel { TN_AXI_AW, TN_AXI_W, TN_AXI_B, TN_AXI_AR, TN_AXI_R, TN_AXI_CHANNELS };
enum tn_axi_burst { TN_AXI_FIXED, TN_AXI_INCR, TN_AXI_WRAP };
enum tn_axi_resp { TN_AXI_OKAY, TN_AXI_EXOKAY, TN_AXI_SLVERR, TN_AXI_DECERR };
/* A write's data against its address (A3.3.1 allows all three). */
enum tn_axi_order {
    TN_AXI_W_WITH,   /* each when it can */
    TN_AXI_W_AFTER,  /* data when the address was taken */
    TN_AXI_W_BEFORE, /* address when the last data were taken */
};

struct tn_axi_beat {
    uint8_t data[TN_AXI_BUS]; /* lane i is data[i] */
    uint16_t strb;            /* write: bit i is lane i's strobe */
    uint8_t resp;             /* read: enum tn_axi_resp */
    uint64_t cycle;           /* when it was transferred */
};

struct tn_axi_txn {
    /* what is asked for; tn_axi_new() gives an INCR burst of full beats at address 0 */
    bool write, lock;
    enum tn_axi_burst burst;
    enum tn_axi_order order;
    unsigned beats, size; /* 1 to 256; log2 of the bytes of one, 0 to 4 */
    unsigned id, user, prot, cache, qos;
    uint64_t addr;
    uint64_t not_before; /* cycle; the address is not offered earlier */
    /* what came of it */
    bool done, lost; /* lost: a reset came between */
    unsigned resp;   /* of a write; of a read the worst of its beats */
    uint64_t asked, taken, ended; /* cycles: issued, address taken, last response taken */
    struct tn_axi_beat *beat;     /* [beats] */
    /* the master's own */
    struct tn_axi_txn *next;
    unsigned moved, stage; /* beats transferred; what left */
};

struct tn_axi_master;

/* NULL when the bench has none of that name. */
struct tn_axi_master *tn_axi_find(const char *name);

/* A transaction of that many beats (1 to 256), to be freed by its caller once it is done
 * or lost. NULL on ENOMEM or an impossible number. */
struct tn_axi_txn *tn_axi_new(unsigned beats);
void tn_axi_free(struct tn_axi_txn *t);

/* Puts n bytes (contiguous by address, from addr on) into the lanes of its beats, with
 * strobes; or takes those that were read. Returns how many fitted. */
size_t tn_axi_fill(struct tn_axi_txn *t, const uint8_t *bytes, size_t n);
size_t tn_axi_take(const struct tn_axi_txn *t, uint8_t *bytes, size_t n);

/* Where beat i (from 0) of a burst goes (IHI 0022 A3.4.2): its first byte's address, and
 * the number of bytes from there to its end. */
uint64_t tn_axi_beat_at(uint64_t addr, enum tn_axi_burst burst, unsigned beats, unsigned size,
                        unsigned i, unsigned *bytes);

/* Queues it; the master borrows it until it is done. Illegal ones are sent as they are,
 * for tests of what watches the port. Addresses leave in the order of issue, reads and
 * writes apart. -EBUSY when it is under way already. */
int tn_axi_issue(struct tn_axi_master *m, struct tn_axi_txn *t);

/* Steps until it is done. Its resp, or -ETIMEDOUT (a line on stderr says where), or
 * -ECANCELED when it was lost by a reset. */
int tn_axi_wait(struct tn_axi_master *m, struct tn_axi_txn *t);

/* Transactions issued and not done. */
size_t tn_axi_pending(const struct tn_axi_master *m);

/* ID and AxUSER of the simple calls (0 and 0 after reset), and for how many cycles without a beat on
 * any channel of the port a wait waits (2000). */
void tn_axi_as(struct tn_axi_master *m, unsigned id, unsigned user);
void tn_axi_patience(struct tn_axi_master *m, uint64_t cycles);

/* When valid (AW, W, AR) or ready (B, R) is low: see tn_source_stall(). */
int tn_axi_stall(struct tn_axi_master *m, enum tn_axi_channel ch, const struct tn_stall *stall);

/* One transaction of that many bytes, little-endian, aligned or not within 16 bytes: as
 * one beat. The response (enum tn_axi_resp), or as tn_axi_wait(). */
int tn_axi_write32(struct tn_axi_master *m, uint64_t addr, uint32_t value);
int tn_axi_write64(struct tn_axi_master *m, uint64_t addr, uint64_t value);
int tn_axi_write128(struct tn_axi_master *m, uint64_t addr, const uint8_t bytes[TN_AXI_BUS]);
int tn_axi_read32(struct tn_axi_master *m, uint64_t addr, uint32_t *value);
int tn_axi_read64(struct tn_axi_master *m, uint64_t addr, uint64_t *value);
int tn_axi_read128(struct tn_axi_master *m, uint64_t addr, uint8_t bytes[TN_AXI_BUS]);

/* n bytes from addr on, as INCR bursts of full beats that do not cross 4 KiB, one after
 * the other. The worst response, or as tn_axi_wait(). */
int tn_axi_write(struct tn_axi_master *m, uint64_t addr, const uint8_t *bytes, size_t n);
int tn_axi_read(struct tn_axi_master *m, uint64_t addr, uint8_t *bytes, size_t n);

/* The bench's AXI monitors judge each port by the rules AXI-*, from reset on; verdicts go
 * to those who called tn_handshake_subscribe(). When traffic has ended: whether any request
 * is left without its answer (AXI-RSP-3). */
void tn_axi_judge_finish(void);
/* Called at the falling edge for what each monitor saw, port by port, in a cycle B, R, AW, AR,
 * W; seen->packet is meaningless. Forgotten by tn_monitor_clear(). -ENOMEM. */
typedef void tn_axi_seen_fn(void *ctx, const char *port, const struct tn_axi_seen *seen);
int tn_axi_subscribe(tn_axi_seen_fn *fn, void *ctx);
/* How often a rule was asked, over all AXI monitors. */
uint64_t tn_axi_judged(const char *rule);

#endif
