/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of a router.
 */
#ifndef APE_MODEL_ROUTER_H
#define APE_MODEL_ROUTER_H

#include <tn/apenet/ape_router.h>

/* The rules by their places in the judge's list. */
enum {
    R_DIM_1,
    R_WAY_1,
    R_VC_1,
    R_HDR_1,
    R_LOC_1,
    R_OOL_1,
    R_FLOW_1,
    R_DROP_1,
    R_DROP_2,
    R_CUT_1,
    R_ARB_1,
    R_RATE_1,
    R_LAT_1,
    R_ORD_1,
    R_HSK_1,
    R_REG_1,
    APR_RULES
};

enum {
    KEPT = 2048, /* words of an input that are remembered */
    PARCELS = 64 /* packets of an input under way at most */
};

/* The way of a packet through the router. */
struct ape_router_way {
    unsigned out; /* output */
    bool ool;
    uint8_t vc;             /* of the next buffer */
    unsigned drop;          /* set of APR_BY_...; 0: the packet leaves */
    unsigned dim;           /* of the way; 3: a local port */
    uint8_t head[APE_WORD]; /* the header as it leaves */
};
enum { APR_BY_HOPS = 1, APR_BY_PORT = 2 };

/* A packet under way. */
struct ape_router_parcel {
    struct ape_router_way way;
    struct ape_header header;           /* as it came */
    uint64_t base;                      /* number of its header among the words of the input */
    unsigned words, shown, taken, gone; /* all; those that the input showed, took; that left */
    uint64_t came;                      /* cycle in which the header was shown */
    uint64_t front;                     /* cycle since which no packet of the input is before it */
    uint64_t granted;                   /* first cycle in which it may be granted; 0: none yet */
    uint64_t able;    /* cycle since which it may be granted without a break; 0: not now */
    uint64_t began;   /* cycle in which its header was shown at the output; 0: not yet */
    bool done, alone; /* it has left or was dropped; nothing else has asked for its output */
    bool steady;      /* its input had a word, its output was ready in each cycle */
};
struct ape_router_input {
    struct ape_router_parcel parcel[PARCELS];
    unsigned in, out; /* parcels put in, parcels done; modulo 2^32 */
    uint64_t words;   /* words taken */
    uint64_t free;    /* cycle since which the first parcel is the first */
    uint8_t word[KEPT][APE_WORD];
    struct tn_ape_beat was; /* pins of the cycle before */
};
struct ape_router_output {
    int from;        /* input whose packet is under way; -1: none */
    unsigned number; /* of its parcel */
    int last;        /* input granted last; -1: none */
    uint64_t left;   /* cycle in which a header left; 0: none */
    uint64_t free;   /* cycle in which the last packet ended */
    struct tn_ape_beat was;
    struct tn_scope scope;
};

struct tn_ape_router_judge {
    struct tn_judge judge;
    struct tn_scope all;
    struct tn_ape_router_config config;
    bool reset_seen, reading;
    uint16_t read_addr;
    uint64_t now, wrote_at, busy_at;
    uint32_t reg[APR_REGS];
    unsigned ins, outs;
    struct ape_router_input in[APR_INS];
    struct ape_router_output out[APR_OUTS];
};

/* Gives the way of a packet that came in by an input (section 2). */
void ape_router_route(const struct tn_ape_router_judge *j, unsigned n, const struct ape_header *h,
                      const uint8_t word[APE_WORD], struct ape_router_way *w);
/* Judges a header that an output shows for the first time. NULL: it is of no packet. */
struct ape_router_parcel *ape_router_header(struct tn_ape_router_judge *j, unsigned o,
                                            const struct tn_ape_beat *b, unsigned vc);
static inline struct ape_router_parcel *ape_router_of(struct ape_router_input *i, unsigned number)
{
    return &i->parcel[number % PARCELS];
}
static inline bool ape_router_is_link(const struct tn_ape_router_judge *j, unsigned o)
{
    return o < j->config.link_n;
}

#endif
