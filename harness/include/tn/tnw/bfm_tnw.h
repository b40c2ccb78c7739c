/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of one end of a TNW link (harness/tnw/dut/tnw_link_tb.v). C code plays the rest: the
 * other end (the model's), the line between with its errors, and the sides that inject and take
 * items (checkers/tnw/spec/tnw_link.md sections 1 and 3).
 */
#ifndef TN_BFM_TNW_H
#define TN_BFM_TNW_H

#include <tn/rng.h>
#include <tn/tnw/tnw_link.h>
#include <tn/tnw/tnw_pcs.h>

/* All pins of the DUT in one cycle. */
struct tn_tnw_pins {
    uint64_t cycle;
    struct tn_tnw_in in; /* of tnw_link */
    struct tn_tnw_out out;
    struct tn_tnw_pcs_pins pcs;
    bool unknown; /* a significant output has unknown bits (Icarus only) */
};

/* Receives every cycle from the second cycle of the first reset on, in order, up to 64 cycles
 * late. */
typedef void tn_tnw_pins_fn(void *ctx, const struct tn_tnw_pins *pins);
/* Adds a subscriber. Returns 0 or -ENOMEM. */
int tn_tnw_pins_subscribe(tn_tnw_pins_fn *fn, void *ctx);

/* The DUT's inputs in the next cycle. */
struct tn_tnw_play {
    uint64_t rx_sym;
    bool inj_valid, inj_last;
    uint8_t inj_data[TN_TNW_BEAT];
    uint8_t inj_vc;
    uint32_t inj_offset;
    bool rcv_take; /* held back where rcv_valid does not allow it */
    uint8_t rcv_vc;
};

/* Fills in the inputs of the next cycle. The function runs at the rising edge at the end of each
 * cycle and must not call the simulation. */
typedef void tn_tnw_player_fn(void *ctx, const struct tn_tnw_pins *now, struct tn_tnw_play *next);
/* Sets the player; NULL: all inputs are 0. */
void tn_tnw_player(tn_tnw_player_fn *fn, void *ctx);

struct tn_tnw_injected {
    uint64_t due; /* first cycle in which the item is injected */
    uint8_t vc;
    uint32_t offset;
    uint8_t data[TNW_PAYLOAD];
};

/* Items that one side injects and the other takes. They come from a list, or are drawn: item k goes
 * on channel k mod channels with offset k, and its bytes are drawn from k and the seed. */
struct tn_tnw_items {
    /* settings */
    uint64_t seed;
    unsigned want;                  /* number of items to inject */
    unsigned channels;              /* 1 to 8 */
    unsigned pause;                 /* an item begins with probability 1/(pause + 1) in a cycle */
    unsigned lazy;                  /* a take comes with probability 1/(lazy + 1) in a cycle */
    bool closed;                    /* no item is taken */
    const struct tn_tnw_injected *list; /* want items, owned by the caller; NULL: items are drawn */
    /* Called when an item was taken; right: the item was due on its channel. May be NULL. */
    void (*took)(void *ctx, const struct tn_tnw_injected *item, bool right);
    void *ctx;
    /* results */
    unsigned begun; /* items whose injection has begun */
    unsigned got;   /* items taken */
    uint64_t cycle; /* the present cycle, for took */
    unsigned wrong; /* items that came with other bytes, twice, or out of their channel's order */
    /* private */
    unsigned beat, came, since_take;
    unsigned next[TNW_VCS]; /* the item expected on each channel is this or a later one */
    struct tn_tnw_injected coming;
    unsigned taken[2], taken_n; /* channels of the takes whose beats are to come */
    bool spoilt;                /* the item that is coming has wrong bytes */
    struct tn_rng rng;
};
/* Returns a word that looks like one of the link's own: START or SET with a right feedback of any
 * code and number, a header, IDLE. */
uint32_t tn_tnw_hostile(struct tn_rng *r);
/* Zeroes i, and sets seed, want and channels. Every second item is of such words. */
void tn_tnw_items_init(struct tn_tnw_items *i, uint64_t seed, unsigned want, unsigned channels);
/* Sets the members inj_* of in for the injecting side; ok is inj_ok of the cycle before. */
void tn_tnw_items_inject(struct tn_tnw_items *i, bool ok, struct tn_tnw_in *in);
/* Reads rcv_* of out for the taking side, decides on the take, and sets the members rcv_* of in. */
void tn_tnw_items_take(struct tn_tnw_items *i, const struct tn_tnw_out *out, struct tn_tnw_in *in);
/* Resets one side: the injector forgets the item under way; the taker (also at a flush) forgets the
 * beats that were to come. */
void tn_tnw_items_break(struct tn_tnw_items *i, bool injector);
/* Gives up items that have not come, after a reset of both ends with no item under way. */
void tn_tnw_items_lost(struct tn_tnw_items *i);

/* Errors of a line: of words, and (SYMBOL to DARK) of symbols. */
enum tn_tnw_error {
    TN_TNW_E_BIT,    /* one bit of data or flags is inverted */
    TN_TNW_E_LANE,   /* a lane becomes as one that cannot be decoded */
    TN_TNW_E_IDLE,   /* the word becomes IDLE */
    TN_TNW_E_LOSE,   /* the word is missing; later words come earlier, as the line allows */
    TN_TNW_E_DOUBLE, /* the word comes twice */
    TN_TNW_E_SWAP,   /* the word comes behind the next word */
    TN_TNW_E_PACKET, /* the next packet, START to CRC, becomes IDLE */
    TN_TNW_E_SYMBOL, /* one to four bits of the 40 are inverted */
    TN_TNW_E_SKEW,   /* towards the DUT only: a lane's delay changes */
    TN_TNW_E_LINE,   /* one bit of the 40 is inverted */
    TN_TNW_E_DARK,   /* all 40 bits are 0, as if nothing were sent */
    TN_TNW_E_FIELD,  /* one bit of a control word's feedback is inverted */
    TN_TNW_ERRORS
};
enum tn_tnw_way { TN_TNW_FROM_DUT, TN_TNW_TO_DUT };

/* Chooses the errors of the next word on the line. Returns a set of 1 << enum tn_tnw_error. w may
 * be IDLE or BAD. */
typedef unsigned tn_tnw_strike_fn(void *ctx, enum tn_tnw_way way, uint64_t cycle,
                                  struct tnw_word w);

struct tn_tnw_peer;
/* Makes the other end and lets it play from now on; it leaves reset with the DUT. delay: cycles of
 * wire each way, 2 to 60. to_far are the items that the DUT injects, to_dut those of the other end;
 * both stay owned by the caller. Returns NULL, with a message, on ENOMEM or EINVAL. */
struct tn_tnw_peer *tn_tnw_peer_new(const struct tn_tnw_params *p, unsigned delay, uint64_t seed,
                                    struct tn_tnw_items *to_far, struct tn_tnw_items *to_dut);
/* Frees the other end; the DUT's inputs are 0 from then on. */
void tn_tnw_peer_free(struct tn_tnw_peer *f);
/* Sets the delay of each lane towards the DUT in bits, 0 to 79. The DUT must bear lanes that are up
 * to 7 cycles apart. */
void tn_tnw_peer_skew(struct tn_tnw_peer *f, const unsigned bits[4]);
/* Makes random errors of the set kinds, in turn, in about one of one_in words; one_in 0:
 * no errors. */
void tn_tnw_peer_noise(struct tn_tnw_peer *f, enum tn_tnw_way way, unsigned kinds, uint32_t one_in);
/* Sets the function that chooses errors; it runs as a player does. NULL: no errors. */
void tn_tnw_peer_strike(struct tn_tnw_peer *f, tn_tnw_strike_fn *fn, void *ctx);
/* Stops (closed) or resumes the taking of items at the end of that line. */
void tn_tnw_peer_close(struct tn_tnw_peer *f, enum tn_tnw_way way, bool closed);
enum { TN_TNW_PUT = 128 }; /* most words of tn_tnw_peer_put() that wait */
/* Queues a word that no end sends; it takes the place of the next IDLE word. Returns 0
 * or -ENOSPC. */
int tn_tnw_peer_put(struct tn_tnw_peer *f, enum tn_tnw_way way, struct tnw_word w);
/* Returns the number of errors of that kind so far. */
unsigned tn_tnw_peer_errors(const struct tn_tnw_peer *f, enum tn_tnw_way way,
                            enum tn_tnw_error kind);
/* Writes a register of the other end; cycles pass. */
void tn_tnw_peer_write(struct tn_tnw_peer *f, uint16_t addr, uint32_t value);
/* Returns a register of the other end; cycles pass. */
uint32_t tn_tnw_peer_read(struct tn_tnw_peer *f, uint16_t addr);

#endif
