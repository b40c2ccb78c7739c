/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: an AXI4 slave port as the coverage of the RDMA engines counts it: answers, write beats,
 * registers that reads saw, and the answers at a memory port.
 */
#ifndef TN_EXA_COVER_PORT_H
#define TN_EXA_COVER_PORT_H

#include <tn/axi/axi_port.h>
#include <tn/axi/axi_slave.h>
#include <tn/exanet/exa_bank.h>

#include <stdbool.h>

enum { EXA_COVER_OPEN = 64, EXA_COVER_IDS = 8 };

struct exa_cover_burst {
    struct tn_axs_burst burst;
    unsigned moved; /* beats so far */
};

/* A slave port: bursts without their last answer, in order. */
struct exa_cover_port {
    struct exa_cover_burst read[EXA_COVER_OPEN], write[EXA_COVER_OPEN];
    unsigned reads, writes, data; /* data: bursts whose write data are complete */
};

/* The functions that get what the port did; ctx is the caller's. */
struct exa_cover_port_ops {
    /* A burst that begins at addr was answered, or a beat of a read: 0 OKAY, 1 SLVERR, 2 DECERR. */
    void (*answered)(void *ctx, bool write, uint32_t addr, unsigned resp);
    /* A write beat: the bytes that it covers from addr on, 2^size at most, and the 16 lanes. */
    void (*wrote)(void *ctx, uint32_t addr, unsigned n, unsigned size, const uint8_t lanes[16]);
    /* A read saw a whole register. */
    void (*read)(void *ctx, uint32_t addr, uint32_t value);
};

/* A register of the banks of an engine was read, or of their counts: eight each from `banks` and `levels` on. */
#define COVER_BANKS(c, addr, v, banks, levels)                                                     \
    do {                                                                                           \
        if ((addr) >= (banks) && (addr) < (banks) + 32)                                            \
            HIT(c, OWNERS, (v) >> TN_EXA_BANK_VALID, (v) >> TN_EXA_BANK_DRAINS & 1);               \
        if ((addr) >= (levels) && (addr) < (levels) + 32)                                          \
            HIT(c, LEVELS, (v) != 0);                                                              \
    } while (0)

/* Takes a beat of the slave port. */
void exa_cover_port(struct exa_cover_port *p, const struct tn_axi_seen *seen,
                    const struct exa_cover_port_ops *ops, void *ctx);
/* Returns 0 OKAY, 1 SLVERR, 2 DECERR of an answer's words. */
unsigned exa_cover_resp(const struct tn_axi_seen *seen);

/* IDs of the bursts at a memory port that are not answered, the oldest first. */
struct exa_cover_turns {
    unsigned id[EXA_COVER_OPEN], n;
};
/* A burst of that ID is asked. */
void exa_cover_asked(struct exa_cover_turns *t, unsigned id);
/* An answer of that ID comes, and with last ends its burst. Returns whether an older burst of
 * another ID waits. */
bool exa_cover_passes(struct exa_cover_turns *t, unsigned id, bool last);

#endif
