/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of ExaNet's intra-node switch (checkers/exanet/spec/exa_crossbar.md).
 *
 * The model has no time. The caller passes the words that each input took, in order; the model
 * gives, for each pair of input and output, the packets that must leave, in order, and for each
 * input the drops. The model does not decide which input an output serves first: that is judged by
 * tn/exanet/exa_crossbar_judge.h.
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
    unsigned port_n;                     /* ports */
    unsigned link_base;                  /* port of FPGA f of this board is link_base + f */
    unsigned gw_base;                    /* port of gateway k is gw_base + k */
    unsigned dram_port;                  /* port that receives DRAM traffic */
    uint16_t range_en;                   /* bit p: port p has a range of peripheral indexes */
    uint8_t range_lo[TN_EXA_XBAR_PORTS]; /* first index of each range */
    uint8_t range_hi[TN_EXA_XBAR_PORTS]; /* last index of each range */
};

/* Fills in the contract's defaults. */
void tn_exa_xbar_defaults(struct tn_exa_xbar_params *p);

/* Reasons why a packet is not forwarded as it came (section 3). */
enum tn_exa_xbar_cause {
    TN_EXA_XBAR_FORWARDED = 0,
    TN_EXA_XBAR_HCRC = 1,
    TN_EXA_XBAR_MALF = 2,
    TN_EXA_XBAR_ROUTE = 3,
    TN_EXA_XBAR_LOOP = 4,
    TN_EXA_XBAR_BROKEN = 5,
    TN_EXA_XBAR_STRAY = 6,
};

/* The fate of one word. */
struct tn_exa_xbar_step {
    int broke; /* output at which the packet under way ends first, with a footer of zeros; -1 none
                */
    int out;   /* output that the word itself goes to; -1 none */
    enum tn_exa_xbar_cause cause; /* of the packet that the word begins, or STRAY */
    bool last;                    /* the word ends its packet at out */
};

/* A packet that must leave at out. The model adds words as they come in, so that the caller may
 * compare an output before the packet has come in whole. */
struct tn_exa_xbar_packet {
    unsigned in, out;
    uint64_t cycle; /* cycle in which the input took the header */
    bool ended;     /* all words are here */
    bool broken;    /* the last word is the footer of zeros */
    unsigned word_n;
    struct tn_exa_word word[TN_EXA_PACKET_WORDS];
};

struct tn_exa_xbar;

/* Makes the model of a switch; own: coordinates of this FPGA, 22 bits. NULL on ENOMEM. */
struct tn_exa_xbar *tn_exa_xbar_new(const struct tn_exa_xbar_params *p, uint32_t own);
/* Resets the model: it forgets all packets, and counters are 0. */
void tn_exa_xbar_reset(struct tn_exa_xbar *m, uint32_t own);
/* Frees the model. */
void tn_exa_xbar_free(struct tn_exa_xbar *m);

/* Returns the output of a packet with right header CRC that came in at input in (section 2), or -1
 * with *cause ROUTE or LOOP. */
int tn_exa_xbar_route(const struct tn_exa_xbar_params *p, uint32_t own, unsigned in,
                      const struct exa_packet *k, enum tn_exa_xbar_cause *cause);

/* Input in took word w in this cycle. step may be NULL. Returns 0 or -ENOMEM. */
int tn_exa_xbar_word(struct tn_exa_xbar *m, unsigned in, const struct tn_exa_word *w,
                     uint64_t cycle, struct tn_exa_xbar_step *step);

/* Returns the next packet from in that must leave at out; NULL: there is none. The packet stays
 * valid until tn_exa_xbar_take(). */
const struct tn_exa_xbar_packet *tn_exa_xbar_head(const struct tn_exa_xbar *m, unsigned in,
                                                  unsigned out);
/* The head packet, which must have ended, has left: the next packet becomes the head, and SENT
 * counts. */
void tn_exa_xbar_take(struct tn_exa_xbar *m, unsigned in, unsigned out);
/* Returns the inputs, a bit each, whose next packet for out begins with these n words (whole: and
 * has no further words). Several bits are set only when inputs sent equal packets; senders make
 * them differ, by pdid or footer, where order matters. */
uint32_t tn_exa_xbar_match(const struct tn_exa_xbar *m, unsigned out, const struct tn_exa_word *w,
                           unsigned n, bool whole);
/* Removes the next drop of input in from the list and returns its cause, as obs_drop_cause must
 * show it; FORWARDED: there is none. */
enum tn_exa_xbar_cause tn_exa_xbar_drop(struct tn_exa_xbar *m, unsigned in);
/* Returns the number of packets, ended or not, and drops that were not taken. */
unsigned tn_exa_xbar_left(const struct tn_exa_xbar *m);

/* Returns the register at addr. Counters are those of a switch at rest, when all words taken have
 * left. */
uint32_t tn_exa_xbar_read(const struct tn_exa_xbar *m, uint32_t addr);

#ifdef __cplusplus
}
#endif

#endif
