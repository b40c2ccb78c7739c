/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI4 masters of a bench, driven by test code (Arm IHI 0022, AXI4; data bus of 128 bits, IDs of up
 * to 16 bits, addresses of up to 64 bits).
 *
 * Simple calls let time pass until their answer has come. For several transactions at a time, test
 * code fills in a struct tn_axi_txn, calls tn_axi_issue(), goes on, and then reads `done` or calls
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
/* The order of a write's data and its address (A3.3.1 allows all three). */
enum tn_axi_order {
    TN_AXI_W_WITH,   /* data and address are each offered as soon as possible */
    TN_AXI_W_AFTER,  /* data are offered when the address was taken */
    TN_AXI_W_BEFORE, /* the address is offered when the last data were taken */
};

struct tn_axi_beat {
    uint8_t data[TN_AXI_BUS]; /* lane i is data[i] */
    uint16_t strb;            /* write: bit i is lane i's strobe */
    uint8_t resp;             /* read: enum tn_axi_resp */
    uint64_t cycle;           /* cycle of the transfer */
};

/* A transaction. tn_axi_new() makes an INCR burst of full beats at address 0. */
struct tn_axi_txn {
    /* the request */
    bool write, lock;
    enum tn_axi_burst burst;
    enum tn_axi_order order;
    unsigned beats; /* 1 to 256 */
    unsigned size;  /* log2 of a beat's bytes, 0 to 4 */
    unsigned id, user, prot, cache, qos;
    uint64_t addr;
    uint64_t not_before; /* first cycle in which the address is offered */
    /* the result */
    bool done;
    bool lost;                    /* a reset ended the transaction */
    unsigned resp;                /* of a write; of a read the worst response of its beats */
    uint64_t asked, taken, ended; /* cycles: issued, address taken, last response taken */
    struct tn_axi_beat *beat;     /* [beats] */
    /* private to the master */
    struct tn_axi_txn *next;
    unsigned moved; /* beats transferred */
    unsigned stage; /* set of the parts (address, data) that have left */
};

struct tn_axi_master;

/* Returns the master with that name; NULL when the bench has none. */
struct tn_axi_master *tn_axi_find(const char *name);

/* Makes a transaction of 1 to 256 beats. NULL on ENOMEM or an impossible number. */
struct tn_axi_txn *tn_axi_new(unsigned beats);
/* Frees a transaction that is done, lost or was never issued. */
void tn_axi_free(struct tn_axi_txn *t);

/* Puts n bytes, contiguous by address from t->addr on, into the lanes of the beats and sets
 * strobes. Returns the number of bytes that fitted. */
size_t tn_axi_fill(struct tn_axi_txn *t, const uint8_t *bytes, size_t n);
/* Copies up to n bytes that were read, contiguous by address, from the lanes of the beats. Returns
 * their number. */
size_t tn_axi_take(const struct tn_axi_txn *t, uint8_t *bytes, size_t n);

/* Returns the address of the first byte of beat i (from 0) of a burst (IHI 0022 A3.4.2). *bytes
 * receives the number of bytes from there to the end of the beat. */
uint64_t tn_axi_beat_at(uint64_t addr, enum tn_axi_burst burst, unsigned beats, unsigned size,
                        unsigned i, unsigned *bytes);

/* Queues a transaction, which the master borrows until it is done. Illegal transactions are sent as
 * they are, so that tests can provoke checkers. Addresses leave in the order of issue, separately
 * for reads and writes. Returns 0, or -EBUSY when the transaction is under way already. */
int tn_axi_issue(struct tn_axi_master *m, struct tn_axi_txn *t);

/* Lets time pass until the transaction is done. Returns its resp; -ETIMEDOUT, with a line on
 * stderr; or -ECANCELED when a reset ended the transaction. */
int tn_axi_wait(struct tn_axi_master *m, struct tn_axi_txn *t);

/* Returns the number of transactions that were issued and are not done. */
size_t tn_axi_pending(const struct tn_axi_master *m);

/* Sets the ID and AxUSER of the simple calls; both are 0 after reset. */
void tn_axi_as(struct tn_axi_master *m, unsigned id, unsigned user);
/* Sets after how many cycles without a beat of the master's transactions tn_axi_wait() gives up;
 * 2000 after reset. */
void tn_axi_patience(struct tn_axi_master *m, uint64_t cycles);

/* Sets the cycles in which valid (AW, W, AR) or ready (B, R) is low, as tn_source_stall(). */
int tn_axi_stall(struct tn_axi_master *m, enum tn_axi_channel ch, const struct tn_stall *stall);

/* The next six functions do one transaction of one beat: 32, 64 or 128 bits, little-endian, at any
 * address, as long as the bytes stay within 16 aligned bytes. They return the response (enum
 * tn_axi_resp) or an error of tn_axi_wait(). */
int tn_axi_write32(struct tn_axi_master *m, uint64_t addr, uint32_t value);
int tn_axi_write64(struct tn_axi_master *m, uint64_t addr, uint64_t value);
int tn_axi_write128(struct tn_axi_master *m, uint64_t addr, const uint8_t bytes[TN_AXI_BUS]);
int tn_axi_read32(struct tn_axi_master *m, uint64_t addr, uint32_t *value);
int tn_axi_read64(struct tn_axi_master *m, uint64_t addr, uint64_t *value);
int tn_axi_read128(struct tn_axi_master *m, uint64_t addr, uint8_t bytes[TN_AXI_BUS]);

/* Writes n bytes from addr on, as INCR bursts of full beats that do not cross 4 KiB, one after the
 * other. Returns the worst response or an error of tn_axi_wait(). */
int tn_axi_write(struct tn_axi_master *m, uint64_t addr, const uint8_t *bytes, size_t n);
/* Reads n bytes from addr on, in the same way. */
int tn_axi_read(struct tn_axi_master *m, uint64_t addr, uint8_t *bytes, size_t n);

/* Ends the traffic: judges requests that were left without an answer (AXI-RSP-3). The bench's AXI
 * monitors judge each port by the rules AXI-* from reset on; tn_handshake_subscribe() gives their
 * verdicts. */
void tn_axi_judge_finish(void);
/* Receives the beats that a monitor saw, at the falling edge, port by port, within a cycle in the
 * order B, R, AW, AR, W. seen->packet is meaningless. */
typedef void tn_axi_seen_fn(void *ctx, const char *port, const struct tn_axi_seen *seen);
/* Adds a subscriber, until tn_monitor_clear(). Returns 0 or -ENOMEM. */
int tn_axi_subscribe(tn_axi_seen_fn *fn, void *ctx);
/* Returns how often all AXI monitors together asked the rule. */
uint64_t tn_axi_judged(const char *rule);

#endif
