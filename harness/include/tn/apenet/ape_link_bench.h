/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of one end of a torus link: the router at its streams, software, the far end of the
 * line, and the judge of all its pins.
 */
#ifndef TN_APE_LINK_BENCH_H
#define TN_APE_LINK_BENCH_H

#include <tn/apenet/ape_link.h>
#include <tn/rng.h>

/* Places at which the bench sees packets. The first four have stalls. */
enum tn_ape_link_place {
    TN_APL_S_TX, /* a packet that the DUT took */
    TN_APL_WIRE, /* words to the DUT */
    TN_APL_RX0,  /* a packet that the DUT handed on, VC 0 */
    TN_APL_RX1,  /* VC 1 */
    TN_APL_LINE, /* a packet on the DUT's line */
    TN_APL_PLACES
};
enum { TN_APL_VERDICTS = 16, TN_APL_PAST = 64, TN_APL_LATE_MAX = 22 };

struct tn_apl_item;
/* Packets or words that wait, in order. */
struct tn_apl_queue {
    struct tn_apl_item *first, **last;
    unsigned n;
};
/* A packet of which words have been seen. */
struct tn_apl_passing {
    uint64_t first;
    size_t len;
    uint8_t bytes[APE_PACKET_MAX];
};

/* A bench. A caller sets the members of the first part. */
struct tn_ape_link_bench {
    unsigned of_16[TN_APL_LINE]; /* cycles of 16 in which a word may pass, at random */
    unsigned pause_16;           /* of 16 cycles, those with a pause of the DUT's line */
    unsigned stuff_16;          /* of 16 words of a packet to the DUT, those with stuffing before */
    unsigned drain_16[APE_VCS]; /* cycles of 16 in which a word leaves the far end's buffer */
    unsigned delay;             /* cycles of the line, each way: 0 to 22 */
    bool quiet;          /* the far end sends no word of its own accord but those behind a packet */
    bool blind;          /* the router looks at no room */
    bool fixed[APE_VCS]; /* credit words say used, whatever the buffer holds */
    uint16_t used[APE_VCS][2]; /* payload words, headers and footers, the margin within */
    /* A word comes to the DUT; the function may change the word and its k. Returns whether it
     * arrives. NULL: as it is. */
    bool (*wire)(void *ctx, uint64_t cycle, bool *k, uint8_t word[APE_WORD]);
    /* A whole packet passed, in the form of a capture. May be NULL. */
    void (*seen)(void *ctx, enum tn_ape_link_place at, const uint8_t *bytes, size_t len,
                 uint64_t first, uint64_t last);
    void *ctx; /* of both functions */

    bool in_band; /* BAND is 0 */
    struct tn_ape_link_judge *judge;
    tn_verdict_fn *fn;
    void *fn_ctx;
    struct tn_verdict verdict[TN_APL_VERDICTS]; /* found at the edge, told behind it */
    unsigned verdicts;
    bool unknown; /* an output that counts had unknown bits */
    struct tn_rng rng;
    struct tn_apl_queue tx, line; /* packets of the router; what comes on the line */
    size_t tx_at, line_at;        /* bytes of the first item that were given */
    bool tx_open, line_open;      /* it has begun */
    unsigned tx_wait;             /* cycles until the room counts the packet before */
    unsigned since;               /* words to the DUT since a credit word */
    bool stuffing, after;  /* MAGIC was sent, of stuffing; the packet's word is a doubled MAGIC */
    bool idle_magic;       /* the last word was MAGIC of an idle line */
    bool started;          /* the last word was START: the header comes in the next cycle */
    bool owed;             /* the words behind a packet have not all been given */
    uint64_t credit_at;    /* cycle of the last credit word of an idle line */
    uint32_t gap_max, gap; /* cycles one behind the other without a word to the DUT: the most by
                            * chance, the last ones */
    unsigned stops;        /* cycles with a pause of the DUT's line, the last lowest */
    struct tn_apl_passing passing[TN_APL_PLACES];
    struct ape_line out; /* the DUT's line */
    uint32_t sent[APE_VCS][2], drained[APE_VCS][2];
    uint16_t past[TN_APL_PAST][APE_VCS][2]; /* words in the far end's buffers, by cycle */
    bool reg_wr, reg_rd, reg_comes;
    uint8_t reg_addr;
    uint32_t reg_value;
};

struct tn_block_cycle;
/* Reads the pins of a cycle. Returns whether an output that counts is unknown. */
bool tn_ape_link_pins_of(const struct tn_block_cycle *c, struct tn_ape_link_pins *p);
/* Makes a bench with its judge and resets the DUT; verdicts go to fn. NULL on ENOMEM. */
struct tn_ape_link_bench *tn_ape_link_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx);
void tn_ape_link_bench_free(struct tn_ape_link_bench *b);
/* Queues a packet for the DUT to send, or for the far end to send. 0 or -ENOMEM. */
int tn_ape_link_bench_send(struct tn_ape_link_bench *b, bool far, const uint8_t *packet,
                           size_t len);
/* Queues words as they stand for the line to the DUT, each with k in the byte before it; n 0: so
 * many cycles without a word. 0 or -ENOMEM. */
int tn_ape_link_bench_words(struct tn_ape_link_bench *b, const uint8_t *words, size_t n,
                            unsigned pause);
/* Says whether something waits or is under way. */
bool tn_ape_link_bench_busy(const struct tn_ape_link_bench *b);
/* Forgets what has not begun, and what is under way. */
void tn_ape_link_bench_flush(struct tn_ape_link_bench *b);
/* Accesses a register of the DUT, which takes cycles. */
void tn_ape_link_bench_write(struct tn_ape_link_bench *b, uint8_t addr, uint32_t value);
uint32_t tn_ape_link_bench_read(struct tn_ape_link_bench *b, uint8_t addr);

#endif
