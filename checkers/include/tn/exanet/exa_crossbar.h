/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of ExaNet's intra-node switch (checkers/exanet/spec/exa_crossbar.md).
 *
 * Untimed: the words that each input took, in the order in which that input took them;
 * out come, for each pair of input and output, the packets that must leave, in order,
 * and for each input the drops. Which input an output serves first is not decided here:
 * see tn/exa_crossbar_judge.h.
 */
#ifndef TN_EXA_CROSSBAR_H
#define TN_EXA_CROSSBAR_H

#include <tn/exanet/exa_word.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_EXA_XBAR_PORTS = 16 };

/* Parameters of the contract's section 1. */
struct tn_exa_xbar_params {
    unsigned port_n, link_base, gw_base, dram_port;
    uint16_t range_en;
    uint8_t range_lo[TN_EXA_XBAR_PORTS], range_hi[TN_EXA_XBAR_PORTS];
};

/* The contract's defaults. */
void tn_exa_xbar_defaults(struct tn_exa_xbar_params *p);

/* Why a packet is not forwarded as it came (section 3). */
enum tn_exa_xbar_cause {
    TN_EXA_XBAR_FORWARDED = 0,
    TN_EXA_XBAR_HCRC = 1,
    TN_EXA_XBAR_MALF = 2,
    TN_EXA_XBAR_ROUTE = 3,
    TN_EXA_XBAR_LOOP = 4,
    TN_EXA_XBAR_BROKEN = 5,
    TN_EXA_XBAR_STRAY = 6,
};

/* What becomes of one word. First, when broke is not -1, the packet under way ends at
 * that output with a footer of zeros; then the word itself goes to out or, -1, nowhere.
 * cause is that of the packet which the word begins, or STRAY. */
struct tn_exa_xbar_step {
    int broke, out;
    enum tn_exa_xbar_cause cause;
    bool last; /* word ends its packet at out */
};

/* A packet that must leave out. Words are added while they come in, so that an output may be
 * compared before the packet has come whole. */
struct tn_exa_xbar_packet {
    unsigned in, out;
    uint64_t cycle; /* in which its header was taken */
    bool ended;     /* all its words are here */
    bool broken;    /* the last is the footer of zeros */
    unsigned word_n;
    struct tn_exa_word word[TN_EXA_PACKET_WORDS];
};

struct tn_exa_xbar;

/* own: coordinates of this FPGA as 22 bits. NULL on ENOMEM. */
struct tn_exa_xbar *tn_exa_xbar_new(const struct tn_exa_xbar_params *p, uint32_t own);
/* Everything under way is forgotten, counters are 0. */
void tn_exa_xbar_reset(struct tn_exa_xbar *m, uint32_t own);
void tn_exa_xbar_free(struct tn_exa_xbar *m);

/* Section 2: the output of a packet with good CRC from input in, or -1 with *cause ROUTE or
 * LOOP. */
int tn_exa_xbar_route(const struct tn_exa_xbar_params *p, uint32_t own, unsigned in,
                      const struct exa_packet *k, enum tn_exa_xbar_cause *cause);

/* Input in took word w in this cycle. step may be NULL. 0, or -ENOMEM. */
int tn_exa_xbar_word(struct tn_exa_xbar *m, unsigned in, const struct tn_exa_word *w,
                     uint64_t cycle, struct tn_exa_xbar_step *step);

/* The packet that must leave next of those from in to out; NULL: none. It stays valid until
 * it is taken. */
const struct tn_exa_xbar_packet *tn_exa_xbar_head(const struct tn_exa_xbar *m, unsigned in,
                                                  unsigned out);
/* It has left: the next one comes to the head, SENT counts. Its packet must have ended. */
void tn_exa_xbar_take(struct tn_exa_xbar *m, unsigned in, unsigned out);
/* The inputs whose next packet for out begins with these n words (whole: and has no more), a bit
 * each. More than one only when inputs sent the same packet: keep them apart, by pdid or
 * footer, where order matters. */
uint32_t tn_exa_xbar_match(const struct tn_exa_xbar *m, unsigned out, const struct tn_exa_word *w,
                           unsigned n, bool whole);
/* The next drop of input in, as obs_drop_cause must show it: taken off the list. FORWARDED:
 * none left. */
enum tn_exa_xbar_cause tn_exa_xbar_drop(struct tn_exa_xbar *m, unsigned in);
/* Packets (ended or not) and drops that were not taken. */
unsigned tn_exa_xbar_left(const struct tn_exa_xbar *m);

/* The register port. Counters are those of a switch that has come to rest: everything
 * taken has left it. */
uint32_t tn_exa_xbar_read(const struct tn_exa_xbar *m, uint32_t addr);

#ifdef __cplusplus
}
#endif

#endif
