/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The far end of a lane, which a bench lets talk to a DUT of cl_link: it takes packets, answers
 * with acknowledgments, freed packets and NACKs, sends packets of its own, and harms chosen runs in
 * either direction. It passes no verdict. It keeps the rules of cluster.md 4 and 5, but for what
 * its caller orders otherwise.
 */
#ifndef TN_CL_LINK_PEER_H
#define TN_CL_LINK_PEER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_CL_PEER_WORDS = 80 }; /* longest run that a peer takes or makes */

/* A word of a lane in one cycle: as the pins of wire_rx have it, or wire_tx with err false. */
struct tn_cl_word {
    bool k, err;
    uint16_t data;
};

/* What happens to a run on its way. */
enum tn_cl_harm {
    TN_CL_WHOLE,
    TN_CL_LOST,    /* comma words come in its place */
    TN_CL_FLIPPED, /* a bit of one word is inverted */
    TN_CL_INVALID, /* a word has err */
    TN_CL_SHORT,   /* the last words are missing */
    TN_CL_LONG,    /* words follow the CRC */
    TN_CL_SPLIT,   /* a comma word stands in the midst of it */
    TN_CL_JOINED,  /* no comma word stands behind it, when a run waits */
    TN_CL_HARMS
};

/* What a caller may change at any time. All 0: an end that loses and holds up nothing. Rates are
 * runs in 1000. */
struct tn_cl_peer_ways {
    uint16_t harm_out;  /* runs sent that come to the DUT with a harm drawn at random */
    uint16_t harm_in;   /* runs of the DUT that do not arrive whole */
    uint16_t gap;       /* most comma words between two runs sent, beyond the first; drawn */
    uint16_t free_late; /* most cycles that a packet stays in the receive buffer; drawn */
    bool hold_freed;    /* packets taken are not freed */
    bool hold_ctl;      /* no link packet is sent */
    bool hold_nack;     /* no NACK is sent, so that only the DUT's timeout helps */
    bool stop;          /* no packet of the peer is begun */
};

/* Receives a packet that the peer took from the DUT: the words of its run. */
typedef void tn_cl_peer_taken_fn(void *ctx, const uint16_t *words, unsigned n);
/* Receives a side packet of the DUT. */
typedef void tn_cl_peer_side_fn(void *ctx, bool nack, uint8_t plane, uint8_t ack);

struct tn_cl_link_peer;

/* Makes a peer of lane plane, as after reset. All random choices follow from seed. Either function
 * may be NULL. NULL on ENOMEM. */
struct tn_cl_link_peer *tn_cl_link_peer_new(uint8_t plane, uint64_t seed,
                                            tn_cl_peer_taken_fn *taken, tn_cl_peer_side_fn *side,
                                            void *ctx);
void tn_cl_link_peer_free(struct tn_cl_link_peer *p);
/* Brings the peer to the state after reset; its ways stay. */
void tn_cl_link_peer_reset(struct tn_cl_link_peer *p);
/* The peer's ways, to be changed in place. */
struct tn_cl_peer_ways *tn_cl_link_peer_ways(struct tn_cl_link_peer *p);

/* One cycle: takes the word of wire_tx, returns the next word for wire_rx. */
struct tn_cl_word tn_cl_link_peer_cycle(struct tn_cl_link_peer *p, struct tn_cl_word in);

/* Gives a packet of n words, with a good CRC, to send; the peer writes its seq and changes the CRC.
 * Returns 0; -EAGAIN: 64 packets wait, or -EINVAL: no packet of 4 to 35 words. It leaves when a
 * window of 14 and the limits of its priority allow. */
int tn_cl_link_peer_send(struct tn_cl_link_peer *p, const uint16_t *words, unsigned n);
/* Sends a side packet, or any other link packet, as the next run: the three payload words. */
void tn_cl_link_peer_control(struct tn_cl_link_peer *p, const uint16_t payload[3]);
/* Sends n words as they are, as the next run: 1 to TN_CL_PEER_WORDS. */
void tn_cl_link_peer_run(struct tn_cl_link_peer *p, const uint16_t *words, unsigned n);
/* Harms the next run that is sent (out true), or that comes, instead of a random harm; of those
 * that come all kinds mean that the run is one that is not good. */
void tn_cl_link_peer_harm(struct tn_cl_link_peer *p, bool out, enum tn_cl_harm harm);

/* Says whether every packet given was acknowledged, and no run or freed packet waits. */
bool tn_cl_link_peer_idle(const struct tn_cl_link_peer *p);
/* The seq of the last packet taken from the DUT; 63 before the first one. */
uint8_t tn_cl_link_peer_last(const struct tn_cl_link_peer *p);
/* Goings back without progress; the peer never takes its lane down. */
unsigned tn_cl_link_peer_backs(const struct tn_cl_link_peer *p);
/* Packets of a priority that have left a receive buffer, modulo 256: the peer's own, or the far one
 * as its link packets say. */
uint8_t tn_cl_link_peer_freed(const struct tn_cl_link_peer *p, bool own, unsigned prio);
/* Packets given that are not acknowledged. */
unsigned tn_cl_link_peer_waits(const struct tn_cl_link_peer *p);

#ifdef __cplusplus
}
#endif

#endif
