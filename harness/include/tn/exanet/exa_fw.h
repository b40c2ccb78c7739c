/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware of an ExaNet node (checkers/exanet/spec/exa_firmware.md): takes transfers from a
 * scratchpad, cuts them into transactions of the ExaDMA, retries these, serves read requests of
 * other nodes, reports how each transfer ended.
 *
 * A firmware is one flat object and a function that does its next piece of work, tn_fw_step(). It
 * asks for nothing but the register interface of its node and a clock, so the same source runs
 * against RTL and against a model. Times are cycles of the node's clock, addresses those of the
 * node's AXI slave. No function allocates memory or waits for anything but a register access.
 */
#ifndef TN_EXA_FW_H
#define TN_EXA_FW_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_FW_PAGES = 16,    /* pages of the scratchpad */
    TN_FW_CHANNELS = 64, /* descriptors of a page */
    TN_FW_WRITES =
        32,          /* the first of them are the user's writes, the others the firmware's reads */
    TN_FW_WORDS = 8, /* words of 64 bits of a descriptor */
    TN_FW_TRANSFERS = TN_FW_PAGES * TN_FW_CHANNELS,
    TN_FW_TIDS = 1024, /* most transaction numbers */
    TN_FW_GENERATIONS = 512,
    TN_FW_BLOCK = 16384, /* bytes at the destination that a transaction does not cross */
    TN_FW_BANKS = 8,
    TN_FW_MAX_RETRIES = 15, /* most attempts after the first: the attempt has 4 bits */
    TN_FW_REFUSALS = 64,    /* read requests that wait to be answered with an error */
    TN_FW_LIFE_AT = 24,     /* lowest bit of the life in a user tag */
};

/* State of a descriptor of the scratchpad, word 7, bits 7:0. */
enum tn_fw_state { TN_FW_FREE, TN_FW_QUEUED, TN_FW_ACTIVE, TN_FW_DONE, TN_FW_ERROR };

/* How a transfer ended, word 7, bits 15:8. 1 to 15 are the response codes of the fabric's page. */
enum tn_fw_err {
    TN_FW_OK = 0,
    TN_FW_E_FAULT = 1,      /* a page of the source was not served in time */
    TN_FW_E_BUSY = 2,       /* a read request found no channel free at the responder */
    TN_FW_E_DECODE = 4,     /* there is no such memory */
    TN_FW_E_PROTECTION = 7, /* the PDID has no context bank */
    TN_FW_E_RETRIES = 16,   /* retries used up */
    TN_FW_E_RANGE = 17,     /* refused: length or addresses; or its page was taken away */
    TN_FW_E_UNKNOWN = 18,   /* not retried: the receiver may have done it and forgotten that */
    TN_FW_E_LATE = 19,      /* a read was given up for its age */
    TN_FW_E_NOT_SENT = 20,  /* the ExaDMA did not end an attempt in time */
};

/* Words of a descriptor of the scratchpad (X21). */
enum {
    TN_FW_SRC,    /* source address */
    TN_FW_DST,    /* 63:42 coordinates, 41:0 address */
    TN_FW_LENGTH, /* 31:0 bytes, 32 notify */
    TN_FW_PLACE,  /* of the notification: 63:42 coordinates, 41:0 address */
    TN_FW_NOTE,   /* the notification, two words */
    TN_FW_GO = 6, /* 31:0 user tag, 63:32 GO */
    TN_FW_STATUS, /* 7:0 state, 15:8 error, 63:32 bytes acknowledged */
};

/* Access to the node. data: little-endian bytes. A beat of AXI at addr, a multiple of bytes, which
 * is 4, 8 or 16. */
struct tn_fw_ops {
    /* Returns the node's clock in cycles; never goes back. */
    uint64_t (*now)(void *ctx);
    /* The next two return 0, or the AXI response, 2 or 3, of an access that failed. */
    int (*read)(void *ctx, uint32_t addr, unsigned bytes, uint8_t *data);
    int (*write)(void *ctx, uint32_t addr, unsigned bytes, const uint8_t *data);
    /* A page of 4 KiB of that domain's source memory is not there. Who serves the fault calls
     * tn_fw_fault_served(), from here or later. NULL: no fault is ever served. */
    void (*fault)(void *ctx, uint16_t pdid, uint64_t page);
};

/* Times are cycles. */
struct tn_fw_config {
    uint32_t txn_timeout; /* from a transaction's last packet to its next attempt; 2^15 */
    uint32_t backoff; /* after a destination fault or a lack of contexts, doubled each time; 2^12 */
    uint32_t backoff_max;   /* largest of these; 2^18 */
    uint32_t ctx_timeout;   /* life of a context at any receiver, and of all that the life before
                               left; 2^20 */
    uint32_t done_hold;     /* time for which a receiver remembers what is done; 2^16 */
    uint32_t serve_timeout; /* longest wait for a page of the source; 0: none; 2^24 */
    uint32_t send_timeout;  /* longest time from the start of an attempt to its end in the ExaDMA; 0:
                               none; 2^24 */
    uint32_t read_life;     /* from a read request to the last attempt made for it; 2^21 */
    uint32_t drain_timeout; /* longest wait for what is open in a bank that changes its owner; 2^16 */
    uint32_t
        away; /* a firmware that stood still for longer drops the read requests that wait; 2^18 */
    unsigned max_retries; /* attempts of a transaction after the first, 0 to 15; 15 */
    unsigned outstanding; /* transactions of a transfer under way at a time, 1 to 16; 4 */
    unsigned paths;       /* outputs of the ExaDMA that transactions take in turn, 1 to 7; 1 */
    bool cold; /* all nodes were reset together: no receiver remembers anything, no wait at the
                  start */
};

/* Events counted over the firmware's life. */
struct tn_fw_stats {
    uint64_t transfers;    /* taken from the scratchpad, reads of other nodes included */
    uint64_t done, failed; /* transfers by their end */
    uint64_t started;      /* attempts */
    uint64_t retries;      /* of these: not the first of a transaction */
    uint64_t timeouts;     /* attempts that nothing answered */
    uint64_t nacks[16];    /* negative responses by code */
    uint64_t stray;        /* responses that nobody awaits */
    uint64_t faults;       /* pages of the source that were missing */
    uint64_t reads;        /* read requests taken */
    uint64_t refused;      /* of these: answered with an error */
    uint64_t dropped;      /* read requests dropped */
    uint64_t bus_errors;   /* register accesses that failed */
    uint64_t stuck;        /* attempts that the ExaDMA did not end in time */
};

enum tn_fw_txn_state { TN_FW_T_FREE, TN_FW_T_SENT, TN_FW_T_WAIT, TN_FW_T_PAGE, TN_FW_T_STUCK };

/* A transaction: the number is its index. */
struct tn_fw_txn {
    uint64_t src, dst;  /* addresses; dst with coordinates, as in a descriptor */
    uint64_t active_at; /* last cycle in which this attempt was surely not sent whole */
    uint64_t whole_at;  /* whole: like active_at, of the first attempt that was sent whole and not
                           refused */
    uint64_t begun_at;  /* cycle in which this attempt was started */
    uint64_t look_at;   /* SENT, STUCK: cycle of the next look at the descriptor */
    uint64_t at; /* SENT and over: the timeout; WAIT: the next attempt; PAGE: the end of patience */
    uint64_t page;     /* PAGE: address of the page */
    uint64_t turned;   /* cycle in which the generation was last a multiple of 128 */
    uint16_t length;   /* bytes */
    uint16_t transfer; /* index; STUCK: of a transfer that has ended */
    uint16_t pdid;
    uint16_t generation;
    uint8_t attempt;
    uint8_t state;         /* enum tn_fw_txn_state */
    uint8_t nack;          /* SENT: the response, not 0 */
    uint8_t backoffs;      /* waits behind this transaction */
    uint8_t whole_attempt; /* whole: that attempt */
    uint8_t path;
    bool notify; /* the last one of a transfer with notification */
    bool over;   /* SENT: the ExaDMA has sent it whole */
    bool whole;  /* some attempt was sent whole and may have been answered 0 */
};

/* A transfer under way: one a descriptor of the scratchpad. */
struct tn_fw_transfer {
    uint64_t src, dst; /* of the first byte; dst with coordinates */
    uint64_t cut;      /* bytes given to transactions */
    uint64_t acked;    /* bytes answered 0 */
    uint64_t born;     /* cycle in which it was taken */
    uint32_t length;
    uint16_t under_way; /* transactions */
    uint16_t pdid;
    uint8_t err; /* enum tn_fw_err */
    bool busy;   /* this is a transfer */
    bool notify;
};

/* An error answer to a read request, waiting. */
struct tn_fw_refusal {
    uint64_t place; /* mailbox of the requester */
    uint64_t note;  /* its low word: length, user tag */
    uint16_t pdid;
    uint8_t err;
};

/* A firmware and its scratchpad. All members but page are private. */
struct tn_fw {
    volatile uint64_t page[TN_FW_PAGES][TN_FW_CHANNELS]
                          [TN_FW_WORDS]; /* the scratchpad; users write here */
    struct tn_fw_ops ops;
    void *ctx;
    struct tn_fw_config config;
    struct tn_fw_stats stats;
    uint32_t pdid[TN_FW_PAGES]; /* page table: 31 valid, 15:0 PDID */
    uint8_t life[TN_FW_PAGES];  /* of the page's user: one more with each bind */
    uint16_t page_tids[TN_FW_PAGES];  /* numbers that the page's transactions have */
    uint16_t page_stuck[TN_FW_PAGES]; /* of these, as stuck_n */
    bool loads;                       /* the node has an exa_axi */
    uint32_t bank[TN_FW_BANKS]; /* as in the engines */
    uint64_t ready_at;          /* no transaction before that cycle */
    uint64_t last_step;
    bool dropping;    /* read requests that wait are dropped: they may be too old */
    uint32_t own;     /* coordinates */
    unsigned channel; /* the firmware's own channel of the packetizer */
    struct tn_fw_txn txn[TN_FW_TIDS];
    struct tn_fw_transfer transfer[TN_FW_TRANSFERS];
    uint16_t free[TN_FW_TIDS]; /* numbers in the order in which they became free: a ring */
    unsigned free_head, free_n, tid_n;
    uint16_t live[TN_FW_TIDS]; /* numbers in use, in any order */
    unsigned live_n, live_next;
    unsigned stuck_n; /* of these numbers: those that the ExaDMA still has, of transfers that have ended */
    unsigned page_next;
    uint8_t channel_next[TN_FW_PAGES];
    unsigned turn; /* steps so far */
    unsigned path_next;
    struct tn_fw_refusal refusal[TN_FW_REFUSALS];
    unsigned refusal_head, refusal_n;
};

/* Fills in the defaults of the page. */
void tn_fw_defaults(struct tn_fw_config *c);
/* Says what is wrong with a configuration, NULL: nothing. */
const char *tn_fw_wrong(const struct tn_fw_config *c);

/* Starts a firmware: forgets everything, empties the scratchpad, sets up the node's engines.
 * Returns 0, -EINVAL when tn_fw_wrong(), -ENODEV when the node's blocks are not those of the pages,
 * -EIO when a register access failed, -ETIMEDOUT as tn_fw_set_bank(). */
int tn_fw_start(struct tn_fw *f, const struct tn_fw_config *c, const struct tn_fw_ops *ops,
                void *ctx);

/* Gives page p of the scratchpad, filled with zeros, to a domain: a new life begins. Returns 0, or
 * -EBUSY while a domain has the page or transfers of it are under way. */
int tn_fw_bind_page(struct tn_fw *f, unsigned p, uint16_t pdid);
/* Takes page p from its domain, which can reach the page no more. What is asked for there and not
 * taken ends with error 17, what is under way begins no other transaction. Returns 0, or -EBUSY
 * while transactions of the page are under way: to be called again. */
int tn_fw_unbind_page(struct tn_fw *f, unsigned p);
/* Returns the life of the page's user, which its library is told. */
uint8_t tn_fw_life(const struct tn_fw *f, unsigned p);
/* Takes context bank b from the domain that has it, in all engines, waits until nothing of that
 * domain is open in it, and gives the bank of ExaDMA and receiver to a domain; valid false: to
 * none. Returns 0, -EBUSY while transactions of the domain that had it are under way, -ETIMEDOUT
 * when something is open for longer than drain_timeout (the bank is nobody's then), or -EIO. */
int tn_fw_set_bank(struct tn_fw *f, unsigned b, uint16_t pdid, bool valid);
/* Gives channel c of the packetizer and mailbox m to a domain, for its user's library. Returns 0,
 * -EINVAL when c is the firmware's own channel, -EBUSY while a message of the channel is under
 * way, or -EIO. */
int tn_fw_bind_user(struct tn_fw *f, unsigned c, unsigned m, uint16_t pdid);
/* Takes both from the domain. Returns as above. */
int tn_fw_unbind_user(struct tn_fw *f, unsigned c, unsigned m);

/* Does the next piece of work: one turn. Never waits. */
void tn_fw_step(struct tn_fw *f);
/* The page (an address in it) of that domain's source memory is there now. */
void tn_fw_fault_served(struct tn_fw *f, uint16_t pdid, uint64_t page);

/* Says whether the first transaction may start, ctx_timeout after tn_fw_start(). */
bool tn_fw_ready(const struct tn_fw *f);
/* Says whether no transfer is under way, queued or asked for. */
bool tn_fw_idle(const struct tn_fw *f);
/* Returns "retries used up", ... for an error of word 7. */
const char *tn_fw_err_text(unsigned err);

#ifdef __cplusplus
}
#endif

#endif
