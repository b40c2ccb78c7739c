/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the AXI rules: the outstanding transactions of a port.
 */
#ifndef TN_RULES_AXI_H
#define TN_RULES_AXI_H

#include "../../engine/engine.h"

#include <tn/axi/axi_port.h>

/* The rules by their places in the fabric's table: R_AXI_RST_1, ... */
enum tn_axi_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_AXI_RULES
};

enum { AXI_OPEN = 256, AXI_EARLY = 1024 };
enum { AXI_FIXED, AXI_INCR, AXI_WRAP };
enum { AXI_EXOKAY = 1, AXI_SLVERR = 2 };

struct axi_burst {
    uint64_t addr, packet;
    uint64_t cycle; /* the cycle before the first one in which an answer may come */
    unsigned id, beats, size, type, cache, lock;
    unsigned moved; /* transfers so far */
};

/* Bursts, the oldest first. */
struct axi_list {
    struct axi_burst b[AXI_OPEN];
    unsigned n;
};

struct tn_axi_rules {
    struct {
        bool waiting;
        uint32_t word[5];
    } channel[TN_AXI_CH_ALL];
    struct axi_list addressed; /* writes that lack data */
    struct axi_list written;   /* writes that lack their response */
    struct axi_list reads;
    struct {
        uint16_t strb;
        bool last;
    } early[AXI_EARLY]; /* data before their address */
    unsigned early_n;
    bool unsure; /* more bursts were under way than are kept: answers are not judged */
};

extern const struct tn_protocol tn_protocol_axi;

static inline struct tn_axi_rules *axi_rules(const struct tn_checker *c)
{
    return c->state;
}

/* Judges bursts without an answer when the traffic has ended. */
void tn_rules_axi_end(struct tn_checker *c);

/* Unpacks the words of an address beat (struct tn_axi_seen). */
void tn_axi_address(const uint32_t word[5], struct axi_burst *b);
/* Returns the byte lanes of a transfer, a bit each; 0 when the burst makes no sense. */
uint32_t tn_axi_lanes(const struct axi_burst *b, unsigned transfer, unsigned bus);
/* Judges the address of a burst. */
void tn_axi_judge_address(struct tn_checker *c, const struct axi_burst *b, unsigned bus);

#endif
