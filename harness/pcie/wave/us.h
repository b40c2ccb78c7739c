/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the adapter of the UltraScale+ hard block's streams.
 */
#ifndef TN_WAVE_US_H
#define TN_WAVE_US_H

#include <tn/pcie/tlp.h>
#include <tn/wave.h>

enum { TN_US_DWS = 4 + TN_TLP_MAX_PAYLOAD / 4 };

/* A packet of a stream: its descriptor and payload, and the first beat's side band. */
struct tn_us_packet {
    uint32_t dw[TN_US_DWS];
    uint32_t n; /* DWs seen; those beyond the room are counted, and not kept */
    uint8_t first_be, last_be;
    struct tn_wave_time when;
};

enum tn_us_stream { TN_US_CQ, TN_US_CC, TN_US_RQ, TN_US_RC, TN_US_STREAMS };
/* A stream's signals at an edge. */
struct tn_us_pins {
    const struct tn_wave_channel *ch;
    enum tn_us_stream stream;
    unsigned bits, user; /* widths of tdata and tuser */
    unsigned user_pin;   /* row of tuser */
    uint32_t keep;       /* tkeep */
    bool last;           /* tlast */
    int end_lane;        /* lane in which the packet ends by its descriptor; -1: not in this beat */
};
/* The part of a beat that belongs to one packet. */
struct tn_us_piece {
    uint32_t lanes; /* set of lanes of 32 bits */
    bool sop, eop;  /* the packet starts, ends here */
    bool discontinued;
    uint8_t first_be, last_be; /* with sop */
};
enum { TN_US_PIECES = 6 };
/* DWs of a whole packet, as its descriptor says. */
uint32_t tn_us_length(const struct tn_us_packet *p, enum tn_us_stream stream);
/* Whether a stream can have these widths. */
bool tn_us_fits(const struct tn_us_pins *y);
/* Takes a beat apart. open: a packet is under way; straddles is found out and kept. Returns the
 * number of pieces. */
unsigned tn_us_pieces(const struct tn_us_pins *y, bool *straddles, bool open,
                      struct tn_us_piece to[TN_US_PIECES]);

/* Bits hi:lo of a descriptor. */
static inline uint64_t tn_us_field(const struct tn_us_packet *p, unsigned hi, unsigned lo)
{
    uint64_t v = 0;
    for (unsigned i = lo / 32; i <= hi / 32; i++) {
        uint64_t dw = p->dw[i];
        int shift = (int)(32 * i) - (int)lo;
        v |= shift >= 0 ? dw << shift : dw >> -shift;
    }
    return hi - lo == 63 ? v : v & ((1ull << (hi - lo + 1)) - 1);
}

/* A TLP and what its descriptor says beside it. */
struct tn_us_tlp {
    struct tn_tlp t;
    uint32_t bytes;   /* of payload */
    uint32_t span;    /* cycles from the first beat to the last */
    bool rq, rc;      /* a request of the requester, a completion for it */
    bool own_id;      /* the block fills in the Requester ID */
    bool tagged;      /* the tag that the block gave is known */
    bool completed;   /* of a completion: the request's last */
    uint16_t address; /* of a completion: bits 11:0 of the first byte's address */
    struct tn_wave_time when;
};

struct held;
/* What all streams of a link know. */
struct tn_us_link {
    bool has_id, gave_up; /* gave_up: nothing is waited for any more */
    uint16_t id;          /* Requester ID that the block fills in */
    enum { TN_US_TAGS_UNKNOWN, TN_US_TAGS_USER, TN_US_TAGS_BLOCK } tags; /* who manages tags */
    uint64_t busy[4];          /* tags of the block whose last completion is to come */
    struct held *first, *last; /* packets that wait, in their order */
    unsigned n;
    bool own, given;    /* requests came without a Requester ID, with one */
    uint16_t own_field; /* and what stood in its place */
    bool had_id;        /* id was learnt before a reset */
    struct tn_inside_held *inside, *inside_last; /* packets inside the core that wait, in their order */
    unsigned inside_n;
};

/* What stands for the Requester ID in a request inside the core becomes the one that the block fills
 * in. Returns whether that is known; last: no more will be. */
bool tn_us_fill(const struct tn_us_link *l, bool last, uint16_t *requester);
/* Whether it is not known yet who manages the tags of requests. */
bool tn_us_tags_open(const struct tn_us_link *l);
/* Gives the packets inside the core that wait for nothing; all: every one. */
void tn_inside_drain(struct tn_us_link *l, bool all);
/* Whether packets of the link wait: those inside, which came after them, are to wait, too. */
bool tn_us_waits(const struct tn_us_link *l);
/* Takes a TLP of the link: gives it, or lets it wait until what the block fills in is known. */
void tn_us_take(struct tn_us_link *l, struct tn_wave_channel *ch, struct tn_us_tlp *p,
                const uint8_t *payload);
/* The block has ended the request with that tag. */
void tn_us_forget(struct tn_us_link *l, uint8_t tag);
/* Gives all that waits, with fields unknown, and forgets what was learnt. */
void tn_us_flush(struct tn_us_link *l);
/* Gives a TLP to the session. */
void tn_us_emit(struct tn_wave_channel *ch, const struct tn_us_tlp *p, const uint8_t *payload);

/* Turn a packet into a TLP; the payload is that of the packet behind the descriptor. Returns false
 * when the descriptor is no TLP's. */
bool tn_us_request(const struct tn_us_packet *p, bool rq, struct tn_tlp *t);
bool tn_us_completion(const struct tn_us_packet *p, bool rc, struct tn_tlp *t);

#endif
