/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a TNW link as the DUT (harness/tnw/dut/tnw_link_tb.v), and what C plays around it: the
 * other end (the model's), the line between with its errors, who injects and who takes
 * (checkers/tnw/spec/tnw_link.md sections 1 and 3).
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
    bool
        unknown; /* an output that has to mean something has unknown bits (Icarus alone has them) */
};

/* Called for every cycle from the second one of the first reset on, in order, up to 64 cycles late.
 */
typedef void tn_tnw_pins_fn(void *ctx, const struct tn_tnw_pins *pins);
int tn_tnw_pins_subscribe(tn_tnw_pins_fn *fn, void *ctx); /* 0, or -ENOMEM */

/* What the next cycle brings. */
struct tn_tnw_play {
    uint64_t rx_sym;
    bool inj_valid, inj_last;
    uint8_t inj_data[TN_TNW_BEAT];
    uint8_t inj_vc;
    uint32_t inj_offset;
    bool rcv_take; /* held back where rcv_valid does not allow it */
    uint8_t rcv_vc;
};

/* Answers each cycle at its end. It runs at the rising edge: it may look at the pins and at what is
 * its own, and must not call the simulation. NULL: nobody, all inputs are 0. */
typedef void tn_tnw_player_fn(void *ctx, const struct tn_tnw_pins *now, struct tn_tnw_play *next);
void tn_tnw_player(tn_tnw_player_fn *fn, void *ctx);

struct tn_tnw_item {
    uint64_t due; /* cycle before which it is not injected */
    uint8_t vc;
    uint32_t offset;
    uint8_t data[TNW_PAYLOAD];
};

/* Items that one side injects and the other takes: those of a list, or drawn ones, where item k
 * goes on channel k mod channels with offset k and its bytes are drawn from k and the seed. */
struct tn_tnw_items {
    /* settings */
    uint64_t seed;
    unsigned want;                  /* items to inject in all */
    unsigned channels;              /* 1 to 8 */
    unsigned pause;                 /* an item begins with one chance in pause + 1 a cycle */
    unsigned lazy;                  /* a take comes with one chance in lazy + 1 a cycle */
    bool closed;                    /* nothing is taken */
    const struct tn_tnw_item *list; /* want of them, the caller's; NULL: drawn */
    /* An item has been taken. right: the one that was due on its channel. NULL: nobody. */
    void (*took)(void *ctx, const struct tn_tnw_item *item, bool right);
    void *ctx;
    /* what came of it */
    unsigned begun, got; /* items */
    uint64_t cycle;      /* for took: now */
    unsigned wrong; /* items that came with other bytes, twice, or out of their channel's order */
    /* its own */
    unsigned beat, came, since_take;
    unsigned next[TNW_VCS]; /* the item expected on each channel is this or a later one */
    struct tn_tnw_item coming;
    unsigned taken[2], taken_n; /* channels of the takes whose beats are to come */
    bool spoilt;
    struct tn_rng rng;
};
/* Zeroes it, and sets seed, want and channels. */
void tn_tnw_items_init(struct tn_tnw_items *i, uint64_t seed, unsigned want, unsigned channels);
/* The injecting side's inputs; ok is inj_ok of the cycle before. Fills inj_* alone. */
void tn_tnw_items_inject(struct tn_tnw_items *i, bool ok, struct tn_tnw_in *in);
/* The taking side: looks at rcv_* of out and decides on the take. Fills rcv_* of in alone. */
void tn_tnw_items_take(struct tn_tnw_items *i, const struct tn_tnw_out *out, struct tn_tnw_in *in);
/* In reset: the injector forgets the item under way, or the taker (a flush, too) what is to come.
 */
void tn_tnw_items_break(struct tn_tnw_items *i, bool injector);
/* After a reset of both ends, nothing under way: what has not come will not. */
void tn_tnw_items_lost(struct tn_tnw_items *i);

/* Errors of the line: of words, and (SYMBOL to DARK) of symbols. */
enum tn_tnw_error {
    TN_TNW_E_BIT,    /* one bit of data or flags */
    TN_TNW_E_LANE,   /* a lane that could not be decoded */
    TN_TNW_E_IDLE,   /* IDLE in its place */
    TN_TNW_E_LOSE,   /* the word is not there; those behind come earlier, as the line allows */
    TN_TNW_E_DOUBLE, /* it comes twice */
    TN_TNW_E_SWAP,   /* it comes behind the next one */
    TN_TNW_E_PACKET, /* the next packet, START to CRC, becomes IDLE */
    TN_TNW_E_SYMBOL, /* one to four bits among the 40 */
    TN_TNW_E_SKEW,   /* towards the DUT alone: a lane's delay changes */
    TN_TNW_E_LINE,   /* one bit of the 40 */
    TN_TNW_E_DARK,   /* all 40 are 0: nothing is sent */
    TN_TNW_E_FIELD,  /* of a control word: one bit of its feedback */
    TN_TNW_ERRORS
};
enum tn_tnw_way { TN_TNW_FROM_DUT, TN_TNW_TO_DUT };

/* What is to be done to the word that is next on the line: a set of 1 << enum tn_tnw_error. w is
 * IDLE or BAD, too. */
typedef unsigned tn_tnw_strike_fn(void *ctx, enum tn_tnw_way way, uint64_t cycle,
                                  struct tnw_word w);

struct tn_tnw_peer;
/* The other end, out of reset with the DUT, 2 <= delay <= 60 cycles of wire each way. It is the
 * player from now on. to_far are the items that the DUT injects, to_dut those of the other end;
 * they stay the caller's. NULL on ENOMEM or -EINVAL, which is said. */
struct tn_tnw_peer *tn_tnw_peer_new(const struct tn_tnw_params *p, unsigned delay, uint64_t seed,
                                    struct tn_tnw_items *to_far, struct tn_tnw_items *to_dut);
/* Nobody plays any more. */
void tn_tnw_peer_free(struct tn_tnw_peer *f);
/* Bits by which each lane towards the DUT is late, 0 to 79: up to 7 cycles apart are to be borne.
 */
void tn_tnw_peer_skew(struct tn_tnw_peer *f, const unsigned bits[4]);
/* Errors at random places: of the set kinds, in turn, one in about one_in words; one_in 0: none. */
void tn_tnw_peer_noise(struct tn_tnw_peer *f, enum tn_tnw_way way, unsigned kinds, uint32_t one_in);
/* Errors of one's own choice; runs as a player does. NULL: none. */
void tn_tnw_peer_strike(struct tn_tnw_peer *f, tn_tnw_strike_fn *fn, void *ctx);
/* Who takes at that line's end takes nothing more, or goes on. */
void tn_tnw_peer_close(struct tn_tnw_peer *f, enum tn_tnw_way way, bool closed);
/* Words of nobody: each takes the place of the next IDLE word, in order. -ENOSPC above TN_TNW_PUT
 * of them that wait. */
enum { TN_TNW_PUT = 128 };
int tn_tnw_peer_put(struct tn_tnw_peer *f, enum tn_tnw_way way, struct tnw_word w);
/* Errors of each kind so far. */
unsigned tn_tnw_peer_errors(const struct tn_tnw_peer *f, enum tn_tnw_way way,
                            enum tn_tnw_error kind);
/* A register of the other end, as its port would; cycles pass. */
void tn_tnw_peer_write(struct tn_tnw_peer *f, uint16_t addr, uint32_t value);
uint32_t tn_tnw_peer_read(struct tn_tnw_peer *f, uint16_t addr);

#endif
