/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the AXI rules: what is outstanding on a port.
 */
#ifndef TN_RULES_AXI_H
#define TN_RULES_AXI_H

#include "../engine.h"

enum { AXI_OPEN = 256, AXI_EARLY = 1024 };
enum { AXI_FIXED, AXI_INCR, AXI_WRAP };
enum { AXI_EXOKAY = 1, AXI_SLVERR = 2 };

struct axi_burst {
    uint64_t addr, packet, cycle; /* cycle: from which on an answer may come, less 1 */
    unsigned id, beats, size, type, cache, lock;
    unsigned moved; /* transfers so far */
};

struct axi_list { /* oldest first */
    struct axi_burst b[AXI_OPEN];
    unsigned n;
};

struct tn_axi_rules {
    struct {
        bool waiting;
        uint32_t word[5];
    } channel[TN_AXI_CH_N];
    struct axi_list addressed; /* writes that lack data */
    struct axi_list written;   /* writes that lack their response */
    struct axi_list reads;
    struct {
        uint16_t strb;
        bool last;
    } early[AXI_EARLY]; /* data before their address */
    unsigned early_n;
    bool unsure; /* more was under way than is kept: who answers what is not judged */
};

void axi_address(const uint32_t word[5], struct axi_burst *b);
/* The byte lanes of a transfer, a bit each; 0 when the burst makes no sense. */
uint32_t axi_lanes(const struct axi_burst *b, unsigned transfer, unsigned bus);
void axi_judge_address(struct tn_checker *c, const struct axi_burst *b, unsigned bus);

#endif
