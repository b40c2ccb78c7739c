/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the beats at the AXI ports of a network interface, put together for its coverage.
 */
#ifndef APE_MODEL_COVER_NI_H
#define APE_MODEL_COVER_NI_H

#include <tn/apenet/ape_ni.h>
#include <tn/axi/axi_port.h>

enum { APE_NI_BEATS = 4096, APE_NI_BURSTS = 256, APE_NI_ID_DATA = 5, APE_NI_ID_EVENT = 6 };

/* What is told of them. */
struct ape_ni_axi_ops {
    /* Software wrote, read a register; accesses of one word. */
    void (*written)(void *ctx, uint32_t addr, uint32_t value);
    void (*was_read)(void *ctx, uint32_t addr, uint32_t value);
    /* A read of n descriptors was asked for. */
    void (*fetched)(void *ctx, unsigned n);
    /* A descriptor came, all of its beats OKAY. */
    void (*descriptor)(void *ctx, const uint64_t word[TN_APN_DESC_WORDS]);
    /* An event was written. */
    void (*event)(void *ctx, const uint64_t word[2]);
    /* An access of that ID was answered with an error. */
    void (*error)(void *ctx, unsigned id);
};

struct ape_ni_axi {
    struct {
        bool memory;
        struct tn_axi_seen seen;
    } beat[APE_NI_BEATS]; /* that wait for their cycle */
    unsigned in, out;     /* modulo 2^32 */
    /* the register port */
    bool aw, w; /* an address, data that wait for the other */
    uint32_t write_addr, read_addr, data[4];
    /* the memory port */
    uint64_t desc[TN_APN_DESC_WORDS];
    unsigned desc_n; /* words of it that came */
    bool desc_bad;
    unsigned id[APE_NI_BURSTS];       /* of write bursts whose address came */
    uint64_t first[APE_NI_BURSTS][2]; /* first beats of those whose data came */
    unsigned aws, ws, both;           /* of write bursts: addresses, data, both; modulo 2^32 */
    bool inside;                      /* the first beat of a burst has come, the last has not */
};

/* Forgets all beats. */
void ape_ni_axi_reset(struct ape_ni_axi *a);
/* Takes what a monitor saw at the register port, or at the memory port. */
void ape_ni_axi_put(struct ape_ni_axi *a, bool memory, const struct tn_axi_seen *seen);
/* Tells of all beats up to a cycle. */
void ape_ni_axi_until(struct ape_ni_axi *a, uint64_t cycle, const struct ape_ni_axi_ops *ops,
                      void *ctx);

#endif
